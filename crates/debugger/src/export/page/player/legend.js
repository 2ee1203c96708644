// The row of the signs that the slide at hand draws. The page has the names and what each sign needs.
import { drawFigure } from "./figures.js";
import { Brush } from "./shapes.js";
import { drawRole, drawToken } from "./signs.js";
import { element } from "./transport.js";

/** Side of a sign, in points. */
const SIDE = 20;
/** Heats behind the signs of a path, and of ties and parents. */
const [COOL, WARM] = [60, 120];
/** Points of a figure's sign in a square of side 1. Others are a line across it. */
const POINTS = {
  area: [[0, 0], [1, 0], [1, 1], [0, 1]], arrow: [[0.15, 0.85], [0.85, 0.15]], jump: [[-0.2, 1.2], [1.1, -0.1]],
  circle: [[0.5, 0.5], [0.8, 0.5]], limit: [[0.5, 0.5], [0.9, 0.5]], dots: [[0.2, 0.5], [0.5, 0.5], [0.8, 0.5]],
  heads: [[0.2, 0.5], [0.8, 0.5]], gap: [[-0.1, 0.6], [0.5, 0]], frame: [[0.5, 0.5]], plate: [[0.5, 0.5]],
  overtaken: [[0.19, 0.17]], light: [[0.5, 0.5]],
};

/** How each kind of sign is drawn, with its arguments. */
const SIGNS = {
  role: (pen, [role, sample, colours]) => {
    const ground = sample ? pen.theme.heats[Math.max(1, sample[1])] : colours[pen.theme.number];
    pen.fill(ground);
    if (sample) pen.brush.text(sample[0], SIDE / 2, SIDE / 2 + 1, 11, 600, pen.legibleOn(ground));
    else drawRole(pen, role, 0, 0, false);
  },
  figure: (pen, [[style, colour, hasBeads]]) => {
    pen.fill(pen.colour("floor"));
    drawFigure(pen, [style, colour, POINTS[style] ?? [[0, 0.5], [1, 0.5]], "", hasBeads ? [""] : [], 0]);
  },
  tile: (pen, [tile]) => {
    pen.fill(pen.theme.cell(tile, 0));
    const [, , picture] = pen.header.tiles[tile];
    pen.brush.picture(picture, 0, 0, SIDE, false, pen.colour);
    pen.brush.ring(0, 0, SIDE, pen.colour("wall_edge"), 1, 0);
  },
  actor: (pen, [actor]) => drawToken(pen, pen.header.actors[actor], SIDE / 2, SIDE / 2, 8.5, false),
  path: (pen) => {
    pen.fill(pen.theme.heats[COOL]);
    const line = [[0, SIDE / 2], [SIDE, SIDE / 2]];
    for (const [colour, width] of [["halo", 7], ["path", 4]]) pen.brush.line(line, pen.colour(colour), width);
  },
  tie: (pen) => {
    pen.fill(pen.theme.heats[WARM]);
    pen.brush.polygon([[SIDE, 0], [SIDE - 8, 0], [SIDE, 8]], pen.colour("tie"));
  },
  parent: (pen) => {
    pen.fill(pen.theme.heats[WARM]);
    pen.brush.faded(0.6, () => pen.brush.polygon([[2, 10], [8, 6], [8, 14]], pen.legibleOn(pen.theme.heats[WARM])));
  },
  cost: (pen) => {
    pen.fill(pen.colour("floor"));
    pen.brush.text("5", SIDE / 2, SIDE / 2 + 1, 12, 500, pen.legibleOn(pen.colour("floor")));
  },
};

/** Returns the picture of a sign. */
const swatch = (map, [kind, ...details]) => {
  const canvas = element("canvas", "");
  const scale = devicePixelRatio || 1;
  [canvas.width, canvas.height] = [SIDE * scale, SIDE * scale];
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  [context.textAlign, context.textBaseline] = ["center", "middle"];
  const { theme, header, colour, legibleOn } = map;
  const pen = { brush: new Brush(context), side: SIDE, theme, header, colour, legibleOn };
  pen.fill = (ground) => pen.brush.block(0, 0, SIDE, SIDE, ground);
  SIGNS[kind](pen, details);
  return canvas;
};

/** Returns the entries of a slide's legend. */
export const legendNodes = (map, slide) => slide.legend.map(([name, sign]) => element("span", "sign", swatch(map, sign), name));
