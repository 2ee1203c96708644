// The map of a run in a page of the site: a part of the map in a box, in cells of the box's size.
import { MapView } from "./map.js";
import { BETWEEN } from "./slides.js";

/** Least side of a cell with a number, with a whole number of points, and at all: a box may not have its size yet. */
const [READABLE_FROM, WHOLE_FROM, SMALLEST] = [26, 8, 0.25];

/** Least side of a cell with lines around it. */
const LINES_FROM = 12;


export class SiteMap extends MapView {
  /** `view` is the part of the map that fills the box, in cells: left, top, width, height. */
  constructor(canvas, run, view) {
    super(canvas, run);
    this.view = view ?? [0, 0, run.width, run.height];
    /** Whether cells may have a fraction of a point, so that the view fills its box as the still does. */
    this.isExact = false;
  }

  /** Leaves out parents, ties and the ring of the last event. */
  drawPlainly() {
    this.withoutSlide = BETWEEN;
    this.isPlain = true;
  }

  /** Fits the view into a box. */
  fit(width, height) {
    const [left, top, columns, rows] = this.view;
    const side = Math.max(SMALLEST, Math.min(width / columns, height / rows));
    this.side = side < WHOLE_FROM || this.isExact ? side : Math.floor(side);
    const scale = devicePixelRatio || 1;
    const points = [this.run.width, this.run.height].map((cells) => cells * this.side);
    [this.canvas.width, this.canvas.height] = points.map((length) => Math.round(length * scale));
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
    this.origin = [(width - columns * this.side) / 2 - left * this.side, (height - rows * this.side) / 2 - top * this.side];
    if (!this.isExact) this.origin = this.origin.map(Math.round);
    const { style } = this.canvas;
    [style.width, style.height] = points.map((length) => `${length}px`);
    [style.left, style.top] = this.origin.map((length) => `${length}px`);
  }

  /** Draws thin lines between cells as well, because most of a picture may have one colour. */
  drawGround() {
    super.drawGround();
    if (this.side < LINES_FROM || this.isPlain) return;
    this.context.fillStyle = this.theme.isDark ? "#0000001f" : "#10141b14";
    const [wide, high] = [this.run.width, this.run.height].map((cells) => cells * this.side);
    for (let column = 1; column < this.run.width; column++) this.context.fillRect(column * this.side, 0, 1, high);
    for (let row = 1; row < this.run.height; row++) this.context.fillRect(0, row * this.side, wide, 1);
  }

  texts() {
    const texts = super.texts();
    return this.side < READABLE_FROM ? { ...texts, all: texts.all.map(() => "") } : texts;
  }
}
