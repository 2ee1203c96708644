// The slide at hand: what it draws, its pins on the map, and its text with the pins in place of cells. The page has all
// of it ready to be drawn.
import { clamp } from "./shapes.js";
import { element } from "./transport.js";

/** A moment without a slide: all is drawn as the run reports it. */
const ALL = { figures: [], legend: [], pins: [], pinned: [], labels: [], text: [] };

/** A stage between two slides: all roles and the path, without ties, parents and the latest cells. */
export const BETWEEN = { ...ALL, signs: ["path"] };

/** Returns the slide of an index, or what is drawn without a slide. */
export const slideOf = (slides, index, otherwise = ALL) => slides[index] ?? otherwise;

/** Returns whether a slide draws a sign. */
export const draws = (slide, sign) => slide.signs?.includes(sign) ?? true;

/** Returns role and heat of a cell as a slide draws them. */
export const markOf = (slide, role, heat) => {
  if (!slide.marks) return [role, heat];
  const mark = slide.marks[role * 2 + (heat > 0)];
  return [mark >> 1, mark & 1 ? heat : 0];
};

/** Draws the pins. */
export const drawPins = ({ side, brush, colour }, slide) => {
  const radius = clamp(side * 0.26, 7, 14);
  slide.pins.forEach((pin, number) => {
    const [x, y] = pin.map((cells) => cells * side);
    brush.disc(x, y, radius + clamp(side * 0.05, 1.5, 4), colour("halo"));
    brush.disc(x, y, radius, colour("strong"));
    brush.text(slide.labels[number], x, y + 1, Math.min(15, radius * 1.25), 700, colour("canvas"));
  });
};

/** Returns the nodes of a slide's text, after its heading if it has one. */
export const noteNodes = (slide) => [
  ...slide.heading ? [element("b", "heading", slide.heading)] : [],
  ...slide.text.map((part) => (typeof part === "string" ? part : element("span", "pin", slide.labels[part]))),
];
