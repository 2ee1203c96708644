// The map with the keyboard: the arrows go from cell to cell, and each cell is said in words.
import { ARROW, TIED, textOf } from "./run.js";
import { draws } from "./slides.js";
import { element } from "./transport.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The last cell of the branch is on the way that won, too.
/** Returns whether a slide draws the branch that was refused through a cell: a dashed line with numbers. */
const isRefused = (run, { at, figures }, cell) => {
  const isAt = ([x, y]) => Math.floor(x) + Math.floor(y) * run.width === cell;
  const isBranch = ([style, , points, , beads]) => style === "dashes" && beads.length > 0 && points.slice(0, -1).some(isAt);
  return at === run.now && figures.some(isBranch);
};

/** Returns what is in a cell, in the order in which the window says it. */
export const wordsOf = (run, slide, cell) => {
  const { layers, actors } = run.header;
  const place = (of) => `(${run.place(of).join()})`;
  const here = actors.filter((_, number) => run.state(number)[0] === cell);
  const entries = layers.map(([name, isStatus], layer) => ({ name, isStatus, text: textOf(run.entry(layer, cell)) }));
  const present = entries.filter(({ text }) => text !== "");
  const arrow = run.at(ARROW, cell);
  const pin = slide.pinned.indexOf(cell);
  return [
    place(cell), run.tile(cell)[0], ...here.map((actor) => [actor[0], actor[5]].filter(Boolean).join(" ")),
    ...present.filter(({ isStatus }) => isStatus).map(({ text }) => text),
    ...present.filter(({ isStatus }) => !isStatus).map(({ name, text }) => `${name} ${text}`),
    arrow ? `parent ${place(run.neighbour(cell, arrow))}` : "",
    draws(slide, "path") && run.path().includes(cell) ? "on the path" : "",
    isRefused(run, slide, cell) ? "refused" : "",
    draws(slide, "ties") && run.at(TIED, cell) ? "tie" : "",
    pin >= 0 ? `pin ${slide.labels[pin]}` : "",
  ].filter((words) => words !== "").join(", ");
};

/** Says the cells of a page's map while the keyboard is with it. A click leaves the arrows to the events. */
export class CellReader {
  constructor(page) {
    this.page = page;
    this.line = element("p", "unseen");
    this.line.setAttribute("aria-live", "polite");
    const { canvas } = page.map;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "Map. The arrows move from cell to cell.");
    canvas.after(this.line);
    let isClicked = false;
    canvas.addEventListener("pointerdown", () => {
      isClicked = true;
      this.hasKeys = false;
    });
    canvas.addEventListener("focus", () => {
      this.hasKeys = !isClicked;
      isClicked = false;
      this.say();
    });
    canvas.addEventListener("blur", () => { this.hasKeys = false; });
  }

  get cell() {
    return Math.max(0, this.page.inspected);
  }

  /** Says the cell at hand, unless the run plays. */
  say() {
    if (!this.hasKeys || this.page.playedAt) return;
    const words = wordsOf(this.page.run, this.page.map.slide, this.cell);
    if (this.line.textContent !== words) this.line.textContent = words;
  }

  /** Goes to the next cell if the key is an arrow for the map. Returns whether it was. */
  takes(event) {
    const step = STEPS[event.key];
    if (!step || !this.hasKeys || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const { run } = this.page;
    const sides = [run.width, run.height];
    const [x, y] = run.place(this.cell).map((at, axis) => Math.max(0, Math.min(sides[axis] - 1, at + step[axis])));
    this.page.pick(x + y * run.width);
    return true;
  }
}
