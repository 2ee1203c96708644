// Draws the figures of a slide over the map: lines, areas, circles, measured distances. docs/look.md has the measures.
import { clamp } from "./shapes.js";

/** Least side of a cell with labels, in points. */
const TAGS_FROM = 14;
/** Opacity of an area, and of what is in the background. */
const [FAINT, BEHIND] = [0.3, 0.4];

const between = ([x, y], [toX, toY], share) => [x + (toX - x) * share, y + (toY - y) * share];
const distance = ([x, y], [toX, toY]) => Math.hypot(toX - x, toY - y);
/** Returns the direction from a point to another one, of length 1. */
const along = (from, to) => between([0, 0], [to[0] - from[0], to[1] - from[1]], 1 / (distance(from, to) || 1));
const moved = ([x, y], [dx, dy], length) => [x + dx * length, y + dy * length];
const pairs = (points) => points.slice(1).map((point, index) => [points[index], point]);

/** Draws an arrowhead with its tip at a point. */
const head = (pen, tip, way, length, half = length * 0.62) => {
  const back = moved(tip, way, -length);
  const aside = [-way[1], way[0]];
  pen.brush.polygon([tip, moved(back, aside, half), moved(back, aside, -half)], pen.ink);
};
const strongLine = ({ brush, colour, ink }, points, width) => {
  brush.line(points, `${colour("halo")}d9`, width + Math.min(4, width));
  brush.line(points, ink, width);
};
/** Draws something at the square of each point. */
const squares = (pen, points, draw) => points.forEach(([x, y]) => draw(x - pen.side / 2, y - pen.side / 2));

/** How each style is drawn. A pen has the side of a cell, the brush, the colours, and the ink and width of the figure. */
const STYLES = {
  area: (pen, points) => {
    pen.brush.faded(FAINT, () => pen.brush.polygon(points, pen.ink));
    pen.brush.line([...points, points[0]], pen.ink, pen.width * 0.8);
  },
  line: (pen, points) => pen.brush.line(points, pen.ink, pen.width),
  arrow: (pen, points) => {
    pen.brush.line(points, pen.ink, pen.width);
    const [from, to] = points.slice(-2);
    if (to) head(pen, to, along(from, to), clamp(pen.side * 0.28, 6, 13), clamp(pen.side * 0.14, 3, 6.5));
  },
  circle: (pen, [middle, edge]) => pen.brush.circle(...middle, distance(middle, edge), pen.ink, pen.width),
  limit: (pen, [middle, edge]) => pen.brush.faded(0.5, () => pen.brush.dashed([2, 5], () =>
    pen.brush.circle(...middle, distance(middle, edge), pen.ink, 2))),
  way: (pen, points) => strongLine(pen, points, clamp(pen.side * 0.1, 2, 5)),
  jump: (pen, [from, to]) => {
    const way = along(from, to);
    const [start, tip] = [moved(from, way, pen.side * 0.42), moved(to, way, -pen.side * 0.3)];
    strongLine(pen, [start, moved(tip, way, -clamp(pen.side * 0.24, 5, 13))], clamp(pen.side * 0.11, 2, 6));
    head(pen, tip, way, clamp(pen.side * 0.28, 6, 16));
  },
  dashes: (pen, points, beads) => {
    const isBranch = beads.length > 0;
    const width = isBranch ? clamp(pen.side * 0.1, 2, 5) : clamp(pen.side * 0.05, 1.5, 2.5);
    if (isBranch) pen.brush.line(points, `${pen.colour("halo")}d9`, width + 3);
    pen.brush.dashed(isBranch ? [11, 8] : [7, 6], () => pen.brush.line(points, pen.ink, width));
  },
  dots: (pen, points) => points.forEach(([x, y]) => pen.brush.disc(x, y, clamp(pen.side * 0.06, 1.5, 3.5), pen.ink)),
  heads: (pen, points) => pairs(points).forEach(([from, to]) => {
    const [way, length] = [along(from, to), clamp(pen.side * 0.17, 4, 13)];
    head(pen, moved(between(from, to, 0.5), way, length / 2), way, length);
  }),
  gap: (pen, [from, to]) => {
    const way = along(from, to);
    const aside = [-way[1], way[0]];
    const [a, b] = [from, to].map((end) => moved(end, aside, pen.side * 0.4));
    for (const [end, far] of [[from, a], [to, b]]) pen.brush.line([between(end, far, 0.5), between(end, far, 1.1)], pen.ink, 1);
    pen.brush.line([a, b], pen.ink, 2);
    const length = Math.min(clamp(pen.side * 0.2, 5, 10), distance(a, b) / 2.5);
    head(pen, b, way, length);
    head(pen, a, way.map((part) => -part), length);
  },
  bar: (pen, [from, to]) => pen.brush.line([from, to], pen.ink, clamp(pen.side * 0.16, 4, 10)),
  scale: (pen, [from, to, limit]) => {
    pen.brush.line([from, to], pen.ink, 1.5);
    for (let x = from[0]; x <= to[0] + 1; x += pen.side) pen.brush.line([[x, from[1] - 3], [x, from[1] + 3]], pen.ink, 1.5);
    if (limit) pen.brush.line([[limit[0], from[1]], limit], pen.ink, 2);
  },
  frame: (pen, points) => squares(pen, points, (left, top) => pen.brush.dashed([7, 5], () =>
    pen.brush.ring(left, top, pen.side, pen.ink, Math.min(3, pen.width), 3))),
  plate: (pen, points) => squares(pen, points, (left, top) =>
    pen.brush.ring(left, top, pen.side, pen.ink, 2, clamp(pen.side * 0.07, 1, 4))),
  overtaken: (pen, points) => points.forEach(([x, y]) => {
    const [middle, down, half] = [x + pen.side * 0.31, y + pen.side * 0.33, clamp(pen.side * 0.1, 3, 6)];
    const corners = [[0, half], [half, -half * 0.8], [-half, -half * 0.8], [0, half]];
    pen.brush.line(corners.map(([dx, dy]) => [middle + dx, down + dy]), pen.ink, 1.8);
  }),
  light: (pen, points) => pen.brush.faded(0.34, () =>
    squares(pen, points, (left, top) => pen.brush.block(left, top, pen.side, pen.side, pen.ink))),
  before: () => {},
  note: () => {},
};

/** Draws a label in its colour beside a point, inside the map. */
const drawTag = (pen, label, [x, y], [right, bottom]) => {
  const size = clamp(pen.side * 0.22, 10, 14);
  pen.brush.font(size, 600);
  const half = [pen.brush.context.measureText(label).width / 2 + 6, size * 0.75];
  const middle = [x, y].map((place, axis) => clamp(place, half[axis], [right, bottom][axis] - half[axis]));
  pen.brush.block(middle[0] - half[0], middle[1] - half[1], half[0] * 2, half[1] * 2, pen.ink);
  pen.brush.text(label, middle[0], middle[1] + 1, size, 600, pen.legibleOn(pen.ink));
};

/** Draws the label of a figure: in a small circle, at the right of a bar, or as a tag. */
const drawLabel = (pen, style, points, label, beads, size) => {
  const [first, second = first] = points;
  const text = clamp(pen.side * 0.22, 9, 14);
  const beside = (words, [x, y], align, colour) => {
    pen.brush.context.textAlign = align;
    pen.brush.text(words, x, y, text, 500, colour);
    pen.brush.context.textAlign = "center";
  };
  if (style === "bar" || style === "scale") {
    if (style === "scale") beside(label, [second[0] + 10, second[1]], "left", pen.colour("weak"));
    const end = style === "bar" ? [second[0] + 10, second[1]] : [points[2]?.[0] ?? first[0], first[1] + text];
    const words = style === "bar" ? `${label}: ${beads[0]}` : beads[0];
    if (beads[0]) beside(words, end, style === "bar" ? "left" : "center", pen.colour("strong"));
  } else if (label && style === "circle" && label.length <= 2 && distance(first, second) <= pen.side / 2) {
    pen.brush.disc(...first, distance(first, second) - 1, pen.colour("floor"));
    pen.brush.text(label, first[0], first[1] + 1, clamp(distance(first, second) * 1.1, 8, 16), 600, pen.ink);
  } else if (label) {
    const at = style === "jump" ? second : between(first, points.at(-1), 0.5);
    drawTag(pen, label, [at[0], at[1] - (style === "jump" || style === "note" ? pen.side * 0.6 : 0)], size);
  }
};

/** Draws a figure in a part of the canvas of that width and height. */
export const drawFigure = (map, [style, colour, cells, label, beads, isQuiet], size) => {
  if (cells.length === 0) return;
  const pen = { side: map.side, brush: map.brush, colour: map.colour, legibleOn: map.legibleOn };
  [pen.ink, pen.width] = [map.colour(colour), clamp(map.side * 0.07, 1.5, 3.5)];
  const points = cells.map((point) => point.map((length) => length * map.side));
  if (isQuiet) {
    map.brush.faded(BEHIND, () => map.brush.line(points, pen.ink, clamp(map.side * 0.05, 1, 2)));
    return;
  }
  STYLES[style](pen, points, beads);
  if (size && map.side >= TAGS_FROM) drawLabel(pen, style, points, label, beads, size);
};
