// The run of a page: unpacks it, steps through it both ways, and makes the sentence of the last event.
import { sentenceParts } from "./transport.js";

/** The eight directions, as an arrow's number less 1. */
export const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]];
/** Columns of the cells' values. Those of the layers come after them. */
export const [ROLE, TILE, ARROW, TIED, PALE, LAYERS] = [0, 1, 2, 3, 4, 5];
/** Bits of an event's mask of columns. */
const MASK_BITS = 30;

/** Turns a number whose lowest bit is the sign into one with a sign. */
export const signed = (number) => (number % 2 ? -(number + 1) / 2 : number / 2);

/** Reads a header in JSON, then columns of numbers. A number has 7 bits a byte, the low ones first. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  number() {
    let number = 0;
    let unit = 1;
    let byte;
    do {
      byte = this.bytes[this.place++];
      number += (byte & 127) * unit;
      unit *= 128;
    } while (byte > 127);
    return number;
  }

  json() {
    const end = this.number() + this.place;
    const text = new TextDecoder().decode(this.bytes.subarray(this.place, end));
    this.place = end;
    return JSON.parse(text);
  }

  /** Reads a column: its length, whether it has differences, and its numbers. */
  column() {
    const head = this.number();
    const column = new Int32Array(head >> 1);
    let last = 0;
    for (let index = 0; index < column.length; index++) {
      const value = signed(this.number());
      last = head & 1 ? last + value : value;
      column[index] = last;
    }
    return column;
  }

  columns(count) {
    return Array.from({ length: count }, () => this.column());
  }
}

/** Returns the text of a layer's entry: null, a text, a number, or a list of text, number and short text. */
export const textOf = (entry) => (entry === null ? "" : String(Array.isArray(entry) ? entry[0] : entry));
/** Returns the text of an entry that fits into a cell. */
export const shortTextOf = (entry) => {
  if (Array.isArray(entry)) return entry[2];
  return typeof entry === "number" ? String(entry) : "";
};
/** Returns the number of an entry, if it has one. */
export const levelOf = (entry) => (Array.isArray(entry) ? entry[1] : entry);

/** A run, and the number of events of it that have happened. */
export class Run {
  constructor(bytes) {
    const reader = new Reader(bytes);
    this.header = reader.json();
    [this.width, this.height] = this.header.size;
    this.area = this.width * this.height;
    const columns = LAYERS + this.header.layers.length;
    [this.cases, this.cells, this.froms] = reader.columns(3);
    const [masks, templates, otherEvents, otherSlots, base] = reader.columns(5);
    const values = reader.columns(columns + 2);
    [this.ties, this.tieCounts, this.tieCells] = reader.columns(3);
    this.templates = templates;
    this.places = this.header.places.map((count) => reader.columns(count));
    this.length = this.cases.length;
    this.now = this.length;
    /** Numbers of the events that end a step. */
    this.steps = [...this.cases.keys()].filter((event) => this.header.cases[this.cases[event]][1]);
    this.stateSlots = columns * this.area;
    this.pathSlot = base.length - 1;
    this.#link(columns, base, values, masks, otherEvents, otherSlots);
  }

  /** Lists the changes: slot and value of each, the change that it replaced, and where each event ends. */
  #link(columns, base, values, masks, otherEvents, otherSlots) {
    this.slots = [...base.keys()];
    this.values = [...base];
    this.replaced = [];
    this.ends = [this.slots.length];
    this.heads = Int32Array.from(this.slots);
    this.ranks = new Int32Array(this.length);
    const used = this.places.map(() => 0);
    const next = values.map(() => 0);
    const change = (slot, column) => {
      this.replaced[this.slots.length] = this.heads[slot];
      this.heads[slot] = this.slots.length;
      this.slots.push(slot);
      this.values.push(values[column][next[column]++]);
    };
    const columnOf = (slot) => {
      const column = Math.floor(slot / this.area);
      if (column < columns) return column;
      return slot === this.pathSlot ? columns + 1 : columns;
    };
    let other = 0;
    for (let event = 0; event < this.length; event++) {
      for (let column = 0; column < Math.min(columns, MASK_BITS); column++) {
        if (masks[event] >> column & 1) change(column * this.area + this.cells[event] - 1, column);
      }
      for (; otherEvents[other] === event; other++) change(otherSlots[other], columnOf(otherSlots[other]));
      this.ends.push(this.slots.length);
      this.ranks[event] = used[this.templates[event]]++;
    }
  }

  /** Goes to a moment. A step forward puts an event's changes into their slots; a step back puts back what they replaced. */
  seek(to) {
    const moment = Math.max(0, Math.min(this.length, to));
    const { ends, heads, slots, replaced } = this;
    for (; this.now < moment; this.now++) {
      for (let at = ends[this.now]; at < ends[this.now + 1]; at++) heads[slots[at]] = at;
    }
    for (; this.now > moment; this.now--) {
      for (let at = ends[this.now] - 1; at >= ends[this.now - 1]; at--) heads[slots[at]] = replaced[at];
    }
  }

  /** Returns the value of a column for a cell. */
  at(column, cell) {
    return this.values[this.heads[column * this.area + cell]];
  }

  /** Returns the entry of a layer for a cell. */
  entry(layer, cell) {
    return this.header.layers[layer][2][this.at(LAYERS + layer, cell)];
  }

  /** Returns name, kind and picture of a cell's tile. */
  tile(cell) {
    return this.header.tiles[this.at(TILE, cell)];
  }

  /** Returns an actor's cell (or -1), facing, whether it sleeps and whether it acts. */
  state(actor) {
    return this.header.states[this.values[this.heads[this.stateSlots + actor]]];
  }

  /** Returns column and row of a cell. */
  place(cell) {
    return [cell % this.width, Math.floor(cell / this.width)];
  }

  /** Returns the cell of the last event, or -1. */
  get current() {
    return this.now > 0 ? this.cells[this.now - 1] - 1 : -1;
  }

  /** Returns the cell that an event came from, or -1. */
  from(event) {
    return this.froms[event] ? Math.max(0, this.cells[event] - 1) + signed(this.froms[event] - 1) : -1;
  }

  /** Returns the neighbour of a cell that an arrow points at. */
  neighbour(cell, arrow) {
    const [dx, dy] = DIRECTIONS[arrow - 1];
    return cell + dx + dy * this.width;
  }

  /** Returns the cells that the tie of an event is about, the number of the chosen ones first. */
  tieOf(event) {
    const tie = this.ties.indexOf(event);
    if (tie < 0) return [];
    const first = this.tieCounts.subarray(0, tie).reduce((sum, count) => sum + count, 0);
    return [...this.tieCells.subarray(first, first + this.tieCounts[tie])];
  }

  /** Returns the cells of the path: one of the header's, or the way back from a cell by its arrows. */
  path() {
    const path = this.values[this.heads[this.pathSlot]];
    if (path < 0) return this.header.paths[-1 - path];
    const cells = [];
    let cell = path - 1;
    while (cell >= 0 && cells.length < this.area) {
      cells.push(cell);
      const arrow = this.at(ARROW, cell);
      cell = arrow ? this.neighbour(cell, arrow) : -1;
    }
    return cells.reverse();
  }

  /** Returns the sentence of the last event as texts and places. */
  sentence() {
    const event = this.now - 1;
    const isInside = (part) => typeof part === "string" || part[0] < this.width && part[1] < this.height;
    const ended = this.now === this.length && this.header.ended;
    if (event < 0 || ended) {
      const parts = sentenceParts(event < 0 ? this.header.first : ended);
      return parts.map((part) => (isInside(part) ? part : `(${part.join()})`));
    }
    const own = Math.max(0, this.cells[event] - 1);
    const template = [...this.header.templates[this.templates[event]]];
    const rank = this.ranks[event];
    const columns = this.places[this.templates[event]][Symbol.iterator]();
    const argument = () => columns.next().value[rank];
    const parts = [];
    const add = (text) => {
      if (typeof parts.at(-1) === "string") parts.push(parts.pop() + text);
      else parts.push(text);
    };
    for (let index = 0; index < template.length; index++) {
      const code = template[index].charCodeAt(0);
      // 1 is a cell, 2 a text or number, 3 the entry of a layer, whose number follows.
      if (code === 1) parts.push(this.place(own + argument()));
      else if (code === 2) {
        const value = argument();
        add(value % 2 ? this.header.texts[value >> 1] : String(value / 2));
      } else if (code === 3) add(textOf(this.entry(template[++index].charCodeAt(0) - 48, own)));
      else add(template[index]);
    }
    return parts;
  }
}
