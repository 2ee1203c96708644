// The colours of a page: those of the theme are CSS variables, those of cells are in the header.

const LIGHT = 1;

/** Returns red, green and blue of a colour. */
export const channelsOf = (hex) => [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));

/** Returns the luminance of a colour, 0 to 1 (WCAG 2.2). */
export const luminanceOf = (hex) => {
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = channelsOf(hex).map((value) => linear(value / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the colour of text that is legible on a colour. */
export const legibleOn = (hex, isDark) => {
  const light = 1.05 / (luminanceOf(hex) + 0.05);
  const dark = (luminanceOf(hex) + 0.05) / 0.0525;
  if (light > dark || isDark && light >= 4.4) return "#ffffff";
  return isDark ? "#05080d" : "#10141b";
};

/** Returns the 256 colours of a scale through six stops. */
export const heatsOf = (stops) => Array.from({ length: 256 }, (_, heat) => {
  const place = heat / 51;
  const stop = Math.min(4, Math.floor(place));
  const [low, high] = [channelsOf(stops[stop]), channelsOf(stops[stop + 1])];
  const mixed = low.map((value, channel) => Math.round(value + (high[channel] - value) * (place - stop)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
});

/** The colours of the theme that the page has now. */
export class Theme {
  /** `number` is that of the theme among the header's, `variable` returns a CSS variable. */
  constructor(header, number, variable) {
    this.header = header;
    this.number = number;
    this.isDark = header.themes[number] !== LIGHT;
    this.heats = heatsOf(header.scales[number]);
    const [colours, inks] = [new Map(), new Map()];
    const once = (known, name, find) => known.get(name) ?? known.set(name, find(name)).get(name);
    this.colour = (name) => once(colours, name, () => variable(`--${name}`));
    this.legibleOn = (hex) => once(inks, hex, () => legibleOn(hex, this.isDark));
  }

  /** Returns the colour of a tile under a role. */
  cell(tile, role) {
    return this.header.looks[tile * 32 + role][this.number];
  }

  /** Returns the colour of lines over the colours of the scale. */
  get line() {
    return this.isDark ? "#ffffff" : "#10141b";
  }
}
