// The slide at hand: what it draws, its pins on the map, and its text with the pins in place of cells.
import { ARROW } from "./run.js";
import { clamp } from "./shapes.js";
import { element } from "./transport.js";

/** Numbers of the roles without a mark, of open, closed and current cells. */
const [NONE, QUEUED, DONE, CURRENT] = [0, 1, 2, 3];
/** Signs that all cells may have. Without a slide all are drawn. */
const ALL = { roles: -1, closed: true, settles: true, pins: [], labels: [], text: [] };

/** A stage between two slides: all roles and the path, without ties, parents and the latest cells. */
export const BETWEEN = { ...ALL, signs: ["path"] };

/** Returns the slide of an index, or what is drawn without a slide. */
export const slideOf = (slides, index, otherwise = ALL) => slides[index] ?? otherwise;

/** Returns whether a slide draws a sign. Only slides draw the branch that was refused. */
export const draws = (slide, sign) => (slide.signs ? slide.signs.includes(sign) : sign !== "refused");

/** Returns role and heat of a cell as a slide draws them. A cell with a number stays closed under a hidden role. */
export const markOf = (slide, role, heat) => {
  if (slide.roles >> role & 1) return [role, slide.closed || role !== NONE ? heat : 0];
  const isClosed = slide.closed && role !== QUEUED && (heat > 0 || role === CURRENT);
  return isClosed ? [slide.settles ? DONE : NONE, heat] : [NONE, 0];
};

/** Returns the cells of each branch that lost at the tie of the last event, from its cell to the way that won. */
export const refusedOf = (run) => {
  const [won, ...lost] = run.now > 0 ? run.tieOf(run.now - 1).map((distance) => run.current + distance) : [];
  const back = (cell) => {
    const cells = [];
    for (let next = cell; next >= 0 && cells.length < run.area;) {
      cells.push(next);
      const arrow = run.at(ARROW, next);
      next = arrow ? run.neighbour(next, arrow) : -1;
    }
    return cells;
  };
  const winning = new Set(won === undefined ? [] : back(won));
  return lost.map((loser) => {
    const cells = back(loser);
    return [run.current, ...cells.slice(0, cells.findIndex((cell) => winning.has(cell)) + 1 || cells.length)];
  });
};

/** Draws the pins: in a wall beside the cell, or on its lower left corner. */
export const drawPins = (map, slide) => {
  const { side, brush, colour } = map;
  const radius = clamp(side * 0.26, 7, 14);
  slide.pins.forEach((cell, number) => {
    const [column, row] = map.run.place(cell);
    const beside = [[0, 1], [1, 0], [0, -1], [-1, 0]].find(([dx, dy]) => {
      const [x, y] = [column + dx, row + dy];
      return x >= 0 && y >= 0 && x < map.run.width && y < map.run.height && map.isWall(x, y);
    });
    const [dx, dy] = beside ? beside.map((step) => step * 0.83) : [-0.5, 0.5];
    const [x, y] = map.centre(cell).map((middle, axis) => middle + [dx, dy][axis] * side);
    brush.disc(x, y, radius + clamp(side * 0.05, 1.5, 4), colour("halo"));
    brush.disc(x, y, radius, colour("strong"));
    brush.text(slide.labels[number], x, y + 1, Math.min(15, radius * 1.25), 700, colour("canvas"));
  });
};

/** Returns the nodes of a slide's text. */
export const noteNodes = (slide) => slide.text.map((part) => (
  typeof part === "string" ? part : element("span", "pin", slide.labels[part])
));
