// Draws the map of a page at the run's moment, from bottom to top as in the window. docs/look.md has the measures.
import { ARROW, DIRECTIONS, ROLE, TIED, TILE, PALE, levelOf, shortTextOf } from "./run.js";
import { Brush, clamp } from "./shapes.js";
import { drawFigure } from "./figures.js";
import { ROLES, SIGNS_FROM, STRONG, drawRole, drawToken } from "./signs.js";
import { draws, drawPins, markOf, slideOf } from "./slides.js";

/** Bits of a tile's kind. */
const [WALL, VOID, TURNS, LEAF] = [1, 2, 4, 8];
/** Numbers of the tones of an event. */
const [REFUSED, TIE, LOOKED] = [1, 2, 3];
/** Number of recent expansions with a frame. */
const RECENT = 8;
/** Least sides of a cell, in points: for walls, hatches, recent expansions and numbers. */
const [WALLS_FROM, HATCH_FROM, RECENT_FROM, NUMBERS_FROM] = [4, 5, 10, 22];
/** Largest side of a cell and largest height of the map, in points. */
const [LARGEST_SIDE, LARGEST_HEIGHT, LEAST_HEIGHT] = [48, 620, 240];
/** Largest side of a cell on a stage. */
const LARGEST_STAGE_SIDE = 72;
/** The part of the walls around a map that a stage leaves out, in cells, both sides together. Pins have room in the rest. */
const RIM = 0.7;
/** Styles of figures that replace the path. */
const WAYS = ["way", "jump", "heads"];

/** Returns the number of a value on a scale, 1 to 255, or 0 without a value. */
export const heatOf = (value, [low, high]) => {
  if (typeof value !== "number") return 0;
  return high > low ? 1 + clamp(Math.trunc((value - low) / (high - low) * 254), 0, 254) : 128;
};

/** Returns the side of a cell for a map that must fit into a width and height. */
export const sideOf = (columns, rows, width, height, largest = LARGEST_SIDE) => {
  const side = Math.min(width / columns, height / rows, largest);
  return side < 2 ? Math.max(side, 0.25) : Math.floor(side);
};

/** The map on a canvas. */
export class MapView {
  constructor(canvas, run) {
    /** Returns the index of the slide at hand. */
    this.slideAtHand = () => -1;
    /** What is drawn without a slide, if it is not everything. */
    this.withoutSlide = undefined;
    this.canvas = canvas;
    this.run = run;
    this.header = run.header;
    this.context = canvas.getContext("2d");
    this.brush = new Brush(this.context);
    this.side = 0;
    this.picked = -1;
    this.allCells = [...Array(run.area).keys()];
    this.windows = new Set(this.header.shards?.cells);
    this.ground = document.createElement("canvas").getContext("2d");
    [this.ground.canvas.width, this.ground.canvas.height] = this.header.size;
    this.image = this.ground.createImageData(run.width, run.height);
    this.pixels = new DataView(this.image.data.buffer);
  }

  /** Fits the canvas into a width. */
  resize(width) {
    const height = clamp(innerHeight * 0.7, LEAST_HEIGHT, LARGEST_HEIGHT);
    this.side = sideOf(this.run.width, this.run.height + this.header.below, width, height);
    this.fit();
  }

  /** Fits the canvas into a stage. If there is wall all around the map, a part of it is outside. */
  resizeOnStage(width, height) {
    const [right, bottom] = [this.run.width - 1, this.run.height - 1];
    const isRim = ([column, row]) => column === 0 || row === 0 || column === right || row === bottom;
    const isWalled = this.allCells.map((cell) => this.run.place(cell)).filter(isRim).every((place) => this.isWall(...place));
    const outside = isWalled && right > 1 && bottom > 1 && !this.header.below ? RIM : 0;
    this.side = sideOf(right + 1 - outside, bottom + 1 + this.header.below - outside, width, height, LARGEST_STAGE_SIDE);
    this.canvas.style.margin = `${-outside * this.side / 2}px`;
    this.fit();
  }

  /** Sets the size of the canvas to that of the map and what is below it. */
  fit() {
    const rows = this.run.height + this.header.below;
    const scale = devicePixelRatio || 1;
    const points = [this.run.width, rows].map((cells) => cells * this.side);
    [this.canvas.width, this.canvas.height] = points.map((length) => Math.round(length * scale));
    [this.canvas.style.width, this.canvas.style.height] = points.map((length) => `${length}px`);
    this.context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  /** Returns the cell at a point, or -1. */
  cellAt(x, y) {
    const [column, row] = [x, y].map((length) => Math.floor(length / this.side));
    return column < this.run.width && row < this.run.height ? column + row * this.run.width : -1;
  }

  /** Returns the upper left corner of a cell. */
  corner(cell) {
    return this.run.place(cell).map((cells) => cells * this.side);
  }

  centre(cell) {
    return this.corner(cell).map((length) => length + this.side / 2);
  }

  role(cell) {
    return this.marks[cell][0];
  }

  is(cell, ...names) {
    return names.some((name) => ROLES[name] === this.role(cell));
  }

  kind(cell) {
    return this.run.tile(cell)[1];
  }

  isWall(column, row) {
    const isOutside = column < 0 || row < 0 || column >= this.run.width || row >= this.run.height;
    return isOutside || (this.kind(column + row * this.run.width) & WALL) > 0;
  }

  heat(cell) {
    return this.marks[cell][1];
  }

  /** Returns role and heat of a cell as the slide at hand draws them. */
  markOf(cell) {
    const { layer, range } = this.header;
    const heat = layer < 0 || this.run.at(PALE, cell) ? 0 : heatOf(levelOf(this.run.entry(layer, cell)), range);
    return markOf(this.slide, this.run.at(ROLE, cell), heat);
  }

  /** Returns the colour of a cell's ground. */
  groundOf(cell) {
    const [role, heat] = [this.role(cell), this.heat(cell)];
    const isHot = heat && !(this.kind(cell) & (WALL | VOID)) && !(this.header.keep >> role & 1);
    return isHot ? this.theme.heats[heat] : this.theme.cell(this.run.at(TILE, cell), role);
  }

  ring(cell, colour, width, inset) {
    this.brush.ring(...this.corner(cell), this.side, colour, width, inset);
  }

  /** Draws a triangle at the edge of a cell towards another one: from `tip` cells from the middle, `length` outward. */
  pointer(cell, to, tip, length, half, colour, outline, width) {
    const [from, target] = [this.run.place(cell), this.run.place(to)];
    const way = from.map((own, axis) => Math.sign(target[axis] - own));
    const [along, across] = way.map((step) => step / Math.hypot(...way));
    const [x, y] = this.centre(cell).map((middle, axis) => middle + way[axis] * this.side * tip);
    const [backX, backY] = [x + along * length, y + across * length];
    const points = [[x, y], [backX - across * half, backY + along * half], [backX + across * half, backY - along * half]];
    this.brush.polygon(points, colour, outline, width);
  }

  /** Draws the map in the colours of a theme. */
  draw(theme) {
    this.theme = theme;
    [this.colour, this.legibleOn] = [theme.colour, theme.legibleOn];
    this.slide = slideOf(this.header.slides, this.slideAtHand(), this.withoutSlide);
    const isReached = this.slide.at === this.run.now;
    const figures = isReached ? this.slide.figures : [];
    this.marks = this.allCells.map((cell) => this.markOf(cell));
    const actors = this.header.actors
      .map((look, number) => ({ look, state: this.run.state(number) }))
      .filter(({ state: [cell] }) => cell >= 0);
    const path = draws(this.slide, "path") ? isReached && this.slide.way || this.run.path() : [];
    const onPath = new Set([...path, ...this.cellsOf(figures.filter(([style]) => WAYS.includes(style)))]);
    const texts = this.texts();
    this.drawGround();
    if (draws(this.slide, "latest")) this.drawRecent();
    if (this.side >= HATCH_FROM) {
      this.drawUnknown();
      if (draws(this.slide, "isolines")) this.drawIsolines();
    }
    if (this.side >= WALLS_FROM) this.drawTiles(texts.all);
    this.allCells.forEach((cell) => this.drawSigns(cell, onPath));
    this.context.textAlign = "center";
    this.context.textBaseline = "middle";
    const size = [this.run.width, this.run.height].map((cells) => cells * this.side);
    figures.forEach((figure) => drawFigure(this, figure, size));
    this.drawPath(path);
    this.drawBeads(figures, texts);
    this.drawNumbers(texts, onPath, new Set(actors.map(({ state: [cell] }) => cell)));
    actors.forEach((actor) => this.drawActor(actor, actors, texts));
    if (draws(this.slide, "latest") || !isReached) this.drawLastEvent(texts.all);
    drawPins(this, this.slide);
    this.drawPicked();
  }

  /** Returns the numbers in the cells and their size: all at one size, or none. */
  texts() {
    const { layer } = this.header;
    const isMarked = (cell) => !this.slide.signs || this.marks[cell].some((part) => part > 0);
    const isFree = (cell) => layer >= 0 && isMarked(cell) && this.side >= NUMBERS_FROM && !(this.kind(cell) & (WALL | VOID));
    const all = this.allCells.map((cell) => (isFree(cell) ? shortTextOf(this.run.entry(layer, cell)) : ""));
    const longest = all.reduce((length, text) => Math.max(length, text.length), 1);
    const size = Math.min(clamp(this.side * 0.315, 10, 16), this.side * 0.8 / longest / 0.62);
    return { size, all: size < 8 ? all.fill("") : all };
  }

  /** Draws a pixel for each cell, and enlarges that picture. */
  drawGround() {
    for (const cell of this.allCells) {
      this.pixels.setUint32(cell * 4, parseInt(`${this.groundOf(cell).slice(1)}ff`, 16));
    }
    this.ground.putImageData(this.image, 0, 0);
    this.context.imageSmoothingEnabled = false;
    const [width, height] = [this.run.width, this.run.height].map((cells) => cells * this.side);
    this.context.drawImage(this.ground.canvas, 0, 0, width, height);
  }

  /** Draws frames of the last expansions, which fade with their age. */
  drawRecent() {
    if (this.side < RECENT_FROM) return;
    const { steps, now } = this.run;
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (steps[middle] < now) low = middle + 1;
      else high = middle;
    }
    const width = clamp(this.side * 0.05, 1, 2);
    steps.slice(Math.max(0, low - RECENT), low).reverse().forEach((event, age) => {
      const cell = this.run.cells[event] - 1;
      if (cell < 0 || !this.is(cell, "done", "current", "path")) return;
      const [left, top] = this.corner(cell);
      this.brush.faded(0.75 - 0.65 * age / 7, () => {
        this.context.strokeStyle = this.theme.isDark ? "#ffffff" : this.colour("link");
        this.context.lineWidth = width;
        this.context.strokeRect(left + width / 2, top + width / 2, this.side - width, this.side - width);
      });
    });
  }

  drawUnknown() {
    const unknown = this.allCells.filter((cell) => this.is(cell, "unknown"));
    unknown.forEach((cell) => this.brush.hatch(...this.corner(cell), this.side, this.colour("unknown_hatch"), 1.4, 10));
  }

  /** Draws dashes between cells where the number passes a round one. */
  drawIsolines() {
    if (!this.header.step) return;
    const band = (cell) => {
      if (!this.heat(cell) || this.is(cell, "queued") || this.kind(cell) & WALL) return null;
      return Math.floor(levelOf(this.run.entry(this.header.layer, cell)) / this.header.step);
    };
    const differs = (a, b) => a !== null && b !== null && a !== b;
    this.brush.faded(0.62, () => this.brush.dashed([3, 2.4], () => {
      for (const cell of this.allCells) {
        const [column, row] = this.run.place(cell);
        const [left, top] = this.corner(cell);
        const here = band(cell);
        const draw = (end) => this.brush.line([[left, top], end], this.theme.line, 1.25);
        if (column > 0 && differs(here, band(cell - 1))) draw([left, top + this.side]);
        if (row > 0 && differs(here, band(cell - this.run.width))) draw([left + this.side, top]);
      }
    }));
  }

  /** Draws the pictures of tiles, and the edges of walls. */
  drawTiles(texts) {
    for (const cell of this.allCells) {
      if (this.is(cell, "unknown")) continue;
      const [column, row] = this.run.place(cell);
      const [, kind, picture] = this.run.tile(cell);
      const walls = ([[dx, dy], [ex, ey]]) => this.isWall(column + dx, row + dy) + this.isWall(column + ex, row + ey);
      const isTurned = walls([[0, -1], [0, 1]]) <= walls([[-1, 0], [1, 0]]);
      const isCovered = texts[cell] !== "" && !(kind & (WALL | LEAF));
      const opacity = isCovered ? 0.5 : 1;
      const draw = (shapes, turned) => this.brush.picture(shapes, ...this.corner(cell), this.side, turned, this.colour);
      this.brush.faded(this.is(cell, "hidden", "remembered") ? 0.45 : opacity, () => {
        draw(picture, (kind & TURNS) > 0 && isTurned);
        const isBroken = this.windows.has(cell) && this.run.at(TILE, cell) === this.header.shards.tile;
        if (isBroken) draw(this.header.shards.picture, isTurned);
      });
      if (kind & WALL) this.drawEdges(cell, column, row);
    }
  }

  /** Draws the south face of a wall, and its edges towards cells that are no wall. */
  drawEdges(cell, column, row) {
    const { side, brush } = this;
    const [left, top] = this.corner(cell);
    const width = clamp(side * 0.04, 1, 2);
    if (!this.isWall(column, row + 1)) {
      brush.block(left, top + side * 0.84, side, side * 0.16, this.colour("wall_face"));
    }
    const edges = [
      [0, -1, 0, 0, side, width], [0, 1, 0, side - width, side, width],
      [1, 0, side - width, 0, width, side], [-1, 0, 0, 0, width, side],
    ];
    for (const [dx, dy, x, y, wide, high] of edges) {
      const beyond = cell + dx + dy * this.run.width;
      if (this.isWall(column + dx, row + dy) || this.is(beyond, "unknown")) continue;
      const either = (...names) => this.is(cell, ...names) || this.is(beyond, ...names);
      const remembered = either("hidden", "remembered") ? "remembered_edge" : "wall_edge";
      const colour = either("seen", "dimmed") ? "seen_edge" : remembered;
      brush.block(left + x, top + y, wide, high, this.colour(colour));
    }
  }

  /** Draws the shape of a cell's role, and the signs of its parent and of a tie. */
  drawSigns(cell, onPath) {
    const { side, brush, colour } = this;
    const [left, top] = this.corner(cell);
    drawRole(this, this.role(cell), left, top, (this.kind(cell) & WALL) > 0);
    if (side < SIGNS_FROM) return;
    const arrow = this.run.at(ARROW, cell);
    if (arrow && draws(this.slide, "parents") && !onPath.has(cell)) {
      const half = Math.max(2, side * 0.075);
      const ink = this.theme.legibleOn(this.groundOf(cell));
      brush.faded(0.5, () => this.pointer(cell, this.run.neighbour(cell, arrow), 0.46, -half * 1.4, half, ink));
    }
    if (draws(this.slide, "ties") && this.run.at(TIED, cell)) {
      const notch = Math.max(5, side * 0.19);
      brush.polygon([[left + side, top], [left + side - notch, top], [left + side, top + notch]], colour("tie"));
    }
  }

  drawPath(path) {
    if (path.length < 2) return;
    const points = path.map((cell) => this.centre(cell));
    const width = clamp(this.side * 0.1, 2, 5);
    [this.context.lineJoin, this.context.lineCap] = ["round", "round"];
    this.brush.line(points, this.colour("halo") + STRONG, width + Math.min(4, width));
    this.brush.line(points, this.colour("path"), width);
    [this.context.lineJoin, this.context.lineCap] = ["miter", "butt"];
  }

  /** Returns the cells that figures lead through. */
  cellsOf(figures) {
    return figures.flatMap(([, , points]) => points.map(([x, y]) => Math.floor(x) + Math.floor(y) * this.run.width));
  }

  /** Draws the beads of figures. Their cells have no other number. */
  drawBeads(figures, { all, size }) {
    for (const [style, colour, points, , beads] of figures) {
      const cells = this.cellsOf([[style, colour, points]]);
      beads.forEach((text, number) => {
        if (!text || !["way", "jump", "dashes", "plate"].includes(style)) return;
        all[cells[number]] = "";
        const own = this.colour(colour);
        const [fill, rim] = style === "dashes" ? [this.colour("floor"), own] : [own, this.colour("halo") + STRONG];
        this.drawBead(text, this.centre(cells[number]), size, fill, rim);
      });
    }
  }

  drawBead(text, [x, y], size, fill, rim) {
    const { side, brush, context } = this;
    brush.font(size, 600);
    const half = Math.max(context.measureText(text).width / 2 + side * 0.11, side * 0.22);
    context.beginPath();
    context.roundRect(x - half, y - side * 0.22, half * 2, side * 0.44, side * 0.22);
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [fill, rim, 1.5];
    context.fill();
    context.stroke();
    brush.text(text, x, y + 1, size, 600, this.theme.legibleOn(fill));
  }

  /** Draws the numbers of cells without an actor. On the path they are beads. */
  drawNumbers({ all, size }, onPath, occupied) {
    for (const cell of this.allCells) {
      if (!all[cell] || occupied.has(cell)) continue;
      const [x, y] = this.centre(cell);
      if (onPath.has(cell)) this.drawBead(all[cell], [x, y], size, this.colour("path"), this.colour("halo") + STRONG);
      else this.brush.text(all[cell], x, y + 1, size, 500, this.theme.legibleOn(this.groundOf(cell)));
    }
  }

  /** Draws an actor's token. A cell has room for two. */
  drawActor(actor, actors, texts) {
    const { look, state: [cell, facing, sleeps, acts] } = actor;
    const here = actors.filter(({ state: [other] }) => other === cell);
    const number = here.indexOf(actor);
    if (number > 1) return;
    const { side, brush } = this;
    const text = texts.all[cell];
    const alone = text ? 0.62 : 0.76;
    const radius = Math.max(3, side * (here.length > 1 ? 0.45 : alone) / 2);
    const [middleX, middleY] = this.centre(cell);
    const aside = number ? 0.24 : -0.24;
    const x = middleX + (here.length > 1 ? side * aside : 0);
    const y = middleY - (text ? side * 0.16 : 0);
    const [ground, halo] = [this.colour(look[1]), this.colour("halo")];
    if (facing && side >= SIGNS_FROM) {
      const way = DIRECTIONS[facing - 1];
      const [dx, dy] = way.map((step) => step / Math.hypot(...way) * radius);
      const wing = (lean) => [x + dx * 0.75 - dy * lean, y + dy * 0.75 + dx * lean];
      brush.polygon([[x + dx * 1.45, y + dy * 1.45], wing(0.55), wing(-0.55)], ground, halo);
    }
    if (acts) brush.circle(x, y, radius + 4, this.colour("path"), 3);
    const label = number && here.length > 2 ? `+${here.length - 1}` : undefined;
    drawToken(this, look, x, y, radius, sleeps, label);
    if (text) this.drawNumberBelow(text, middleX, middleY + side * 0.32, texts.size * 0.8);
  }

  drawNumberBelow(text, x, y, size) {
    this.context.lineWidth = 2.4;
    this.context.strokeStyle = this.colour("halo");
    this.brush.font(size, 600);
    this.context.strokeText(text, x, y);
    this.brush.text(text, x, y, size, 600, this.colour("strong"));
  }

  /** Draws a ring around the cell of the last event, and where it came from. */
  drawLastEvent(texts) {
    const { run, side } = this;
    const [cell, event] = [run.current, run.now - 1];
    if (cell < 0) return;
    const tone = this.header.cases[run.cases[event]][2];
    if (run.now === run.length && !this.header.ring && [REFUSED, LOOKED].includes(tone)) return;
    const wrote = this.is(cell, "queued") ? "frontier" : "path";
    const colour = this.colour({ [REFUSED]: "wrong", [TIE]: "tie", [LOOKED]: "strong" }[tone] ?? wrote);
    const halo = this.colour("halo") + STRONG;
    const width = clamp(side * 0.09, 2, 3.5);
    this.ring(cell, halo, width + 2, 0);
    this.ring(cell, colour, width, 1);
    if (side < SIGNS_FROM) return;
    // The first neighbour of a tie won.
    const tied = run.tieOf(event).map((distance, number) => [cell + distance, number === 0]);
    const from = run.froms[event] ? [[run.from(event), true]] : [];
    for (const [other, isFull] of tied.length > 0 ? tied : from) {
      const [place, away] = [run.place(cell), run.place(other)];
      const distances = place.map((own, axis) => Math.abs(own - away[axis]));
      if (other === cell || Math.max(...distances) > 1) continue;
      const length = side * (texts[cell] && distances[0] + distances[1] < 2 ? 0.16 : 0.25);
      const [fill, outline] = isFull ? [colour, halo] : [this.colour("floor"), colour];
      this.pointer(cell, other, 0.47, length, length * 0.58, fill, outline, isFull ? 1.5 : 1.8);
    }
  }

  /** Draws brackets around the selected cell. */
  drawPicked() {
    if (this.picked < 0 || this.picked === this.run.current) return;
    const [left, top] = this.corner(this.picked).map((length) => length - 2);
    const [side, arm] = [this.side + 4, clamp(this.side * 0.28, 4, 14)];
    for (const [width, colour] of [[4.5, this.colour("halo") + STRONG], [2.5, this.colour("strong")]]) {
      for (const [right, down] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
        const [x, y] = [left + right * side, top + down * side];
        const [dx, dy] = [arm * (1 - 2 * right), arm * (1 - 2 * down)];
        this.brush.line([[x + dx, y], [x, y], [x, y + dy]], colour, width);
      }
    }
  }
}
