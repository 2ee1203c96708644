// The map of a run in a page of the site: a part of the map in a box, in cells of the box's size.
import { MapView } from "./map.js";

/** Least side of a cell with a number, and with a whole number of points. */
const [NUMBERS_FROM, WHOLE_FROM] = [26, 8];

export class SiteMap extends MapView {
  /** `view` is the part of the map that fills the box, in cells: left, top, width, height. */
  constructor(canvas, run, view) {
    super(canvas, run);
    this.view = view ?? [0, 0, run.width, run.height];
    /** Whether cells may have a fraction of a point, so that the view fills its box as the still does. */
    this.isExact = false;
  }

  /** Fits the view into a box. Returns whether anything changed. */
  fit(width, height) {
    const [left, top, columns, rows] = this.view;
    const side = Math.min(width / columns, height / rows);
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

  texts() {
    const texts = super.texts();
    return this.side < NUMBERS_FROM ? { ...texts, all: texts.all.map(() => "") } : texts;
  }
}
