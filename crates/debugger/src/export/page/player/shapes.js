// Draws shapes on a canvas: the pictures of tiles and actors, lines, rings and hatches.

/** Measures of pictures in points, as in gridscope_debugger::look. */
const DETAIL = 0.3;
const SMALLEST_DISC = 0.8;

export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Reads a picture: shapes with their kind, colours, own numbers and points. */
export const shapesOf = (text) => text.split(";").filter((shape) => shape !== "").map((shape) => {
  const [kind, ...words] = shape.split(" ");
  const colours = words.splice(0, kind === "e" ? 2 : 1);
  const numbers = words.map(Number);
  const own = numbers.splice(0, { d: 1, l: 2 }[kind] ?? 0);
  const points = [];
  for (let index = 0; index < numbers.length; index += 2) points.push([numbers[index], numbers[index + 1]]);
  return { kind, colours, own, points };
});

/** Returns the width of an edge in points, for a square of a side. */
export const edgeOf = (side) => clamp(side * 0.03, 0.75, 1.5);

/** A canvas to draw on. Colours are written for CSS. */
export class Brush {
  constructor(context) {
    this.context = context;
  }

  block(left, top, width, height, colour) {
    this.context.fillStyle = colour;
    this.context.fillRect(left, top, width, height);
  }

  #trace(points) {
    this.context.beginPath();
    points.forEach(([x, y]) => this.context.lineTo(x, y));
  }

  #stroke(colour, width) {
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.stroke();
  }

  line(points, colour, width) {
    this.#trace(points);
    this.#stroke(colour, width);
  }

  /** Fills a polygon, with an outline if it has a colour. */
  polygon(points, colour, outline, width = 1) {
    this.#trace(points);
    this.context.closePath();
    this.context.fillStyle = colour;
    this.context.fill();
    if (outline) this.#stroke(outline, width);
  }

  disc(x, y, radius, colour) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.context.fillStyle = colour;
    this.context.fill();
  }

  circle(x, y, radius, colour, width) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
    this.#stroke(colour, width);
  }

  /** Draws the outline of a square with round corners, this far inside it. */
  ring(left, top, side, colour, width, inset) {
    const [shift, length] = [inset + width / 2, side - 2 * inset - width];
    this.context.beginPath();
    this.context.roundRect(left + shift, top + shift, length, length, side * 0.11);
    this.#stroke(colour, width);
  }

  /** Draws lines at 45° in a square, which continue in the next one. */
  hatch(left, top, side, colour, width, gap) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(left, top, side, side);
    this.context.clip();
    for (let sum = Math.ceil((left + top) / gap) * gap; sum < left + top + 2 * side; sum += gap) {
      this.line([[sum - top, top], [sum - top - side, top + side]], colour, width);
    }
    this.context.restore();
  }

  font(size, weight) {
    this.context.font = `${weight} ${size}px Inter, system-ui, sans-serif`;
  }

  text(text, x, y, size, weight, colour) {
    this.font(size, weight);
    this.context.fillStyle = colour;
    this.context.fillText(text, x, y);
  }

  /** Draws what a function draws, with this opacity. */
  faded(opacity, draw) {
    this.context.globalAlpha = opacity;
    draw();
    this.context.globalAlpha = 1;
  }

  dashed(dashes, draw) {
    this.context.setLineDash(dashes);
    draw();
    this.context.setLineDash([]);
  }

  /** Draws a picture in a square. If it is turned, x and y change places. */
  picture(text, left, top, side, isTurned, colourOf) {
    for (const { kind, colours, own, points } of shapesOf(text)) {
      const [colour, edge] = colours.map(colourOf);
      const placed = points.map(([x, y]) => (isTurned ? [left + y * side, top + x * side] : [left + x * side, top + y * side]));
      const [[x, y], [right, bottom] = []] = placed;
      const [width, height] = [right - x, bottom - y];
      if (kind === "r" && Math.min(width, height) >= DETAIL) this.block(x, y, width, height, colour);
      if (kind === "e") {
        const inset = edgeOf(side);
        this.block(x, y, width, height, edge);
        this.block(x + inset, y + inset, width - 2 * inset, height - 2 * inset, colour);
      }
      if (kind === "d" && own[0] * side >= DETAIL) this.disc(x, y, Math.max(own[0] * side, SMALLEST_DISC), colour);
      if (kind === "p") this.polygon(placed, colour);
      if (kind === "l") this.line(placed, colour, Math.min(Math.max(1, own[0] * side), own[1] || Infinity));
    }
  }
}
