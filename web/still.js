// Draws the moment of a link before the program is there.
//
// A lesson has a player of its own: its run is taken from there, and goes to any event. Of a scene and of a log the map is
// drawn, with its walls and actors, since only the program can run it.
import { Theme } from './colours.js';
import { MAP_LOOK } from './map-look.js';
import { MapView } from './map.js';
import { Run, TILE } from './run.js';
import { runs } from './build.js';

/** Largest map that is drawn, in cells, and largest text that is unpacked, in bytes. */
const [MAX_CELLS, MAX_BYTES] = [250_000, 4_000_000];
const DARK = 0;
/** The themes by their names, in the order of the table. */
const THEMES = ['dark', 'light', 'colour-blind'];
const DIRECTION_NAMES = ['e', 'w', 's', 'n', 'se', 'sw', 'ne', 'nw'];

/** Returns the bytes of text in URL-safe base64. */
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));

/** Unpacks bytes, up to a size: a few can unpack to very many. */
async function unpacked(bytes, format) {
  const parts = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > MAX_BYTES) throw new RangeError('too long for a picture');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The map of a scene as a run without events. */
class MapRun {
  /** `glyphs` are the names of tiles by their letters in the rows. `actors` have a kind and a cell. */
  constructor(rows, glyphs, actors) {
    const letters = rows.map((row) => [...row]);
    [this.width, this.height] = [Math.max(...letters.map((row) => row.length)), rows.length];
    this.area = this.width * this.height;
    if (!(this.area > 0 && this.area <= MAX_CELLS)) throw new RangeError('no map to draw');
    const known = Object.entries(MAP_LOOK.tiles);
    const byGlyph = Object.fromEntries(known.map(([name, [glyph]]) => [glyph, name]));
    const numberOf = (letter) => (MAP_LOOK.tiles[glyphs[letter] ?? byGlyph[letter]] ?? MAP_LOOK.tiles.void)[1];
    this.numbers = letters.flatMap((row) => Array.from({ length: this.width }, (_, x) => numberOf(row[x] ?? ' ')));
    const visible = actors.filter(({ kind, at: [x, y] }) => MAP_LOOK.actors[kind] && x < this.width && y < this.height);
    this.states = visible.map(({ at: [x, y], facing }) => [x + y * this.width, DIRECTION_NAMES.indexOf(facing) + 1, 0, 0]);
    let units = 0;
    this.header = {
      size: [this.width, this.height], actors: visible.map(({ kind, team }) => {
        const row = [...MAP_LOOK.actors[kind][team > 1 ? 1 : 0]];
        if (kind === 'unit') row[5] = String(units += 1);
        return row;
      }),
      layers: [], layer: -1, range: [0, 0], step: 0, keep: 0, below: 0, slides: [], cases: [], themes: THEMES.map((_, number) => number),
      scales: THEMES.map(() => Array(6).fill('#000000')),
      looks: Object.fromEntries(known.map(([, [, number, grounds]]) => [number * 32, grounds])),
      tiles: Object.fromEntries(known.map(([, [, number, , row]]) => [number, row])),
    };
    Object.assign(this, { now: 0, length: 0, current: -1, steps: [], ties: [], froms: [] });
  }

  at(column, cell) { return column === TILE ? this.numbers[cell] : 0; }
  tile(cell) { return this.header.tiles[this.numbers[cell]]; }
  state(actor) { return this.states[actor]; }
  place(cell) { return [cell % this.width, Math.floor(cell / this.width)]; }
  entry() { return null; }
  path() { return []; }
  tieOf() { return []; }
}

/** Returns the map of a scene file, of a log's header, or of a text map. */
function mapOf(text) {
  const parsed = (json) => { try { return JSON.parse(json); } catch { return null; } };
  const json = text.trimStart().startsWith('{') ? parsed(text) ?? parsed(text.split('\n', 1)[0]) : null;
  if (json) {
    const scene = json.rows ? json : json.scene ?? json;
    const ends = ['start', 'goal'].filter((end) => Array.isArray(scene[end]));
    const actors = scene.actors ?? ends.map((end) => ({ kind: end === 'start' ? 'guard' : 'goal', at: scene[end] }));
    return new MapRun(scene.rows ?? scene.map, scene.legend ?? {}, actors);
  }
  const rows = text.trimEnd().split('\n').filter((row) => !/^[a-z]+:/.test(row));
  if (!(rows[0]?.length > 1 && rows.every((row) => /^[^\u0000-\u001f]+$/.test(row)))) throw new TypeError('no map');
  // In a text map an actor has a letter of its own, which stands on floor.
  const { letters } = MAP_LOOK;
  const actors = rows.flatMap((row, y) => [...row].flatMap((letter, x) => (letters[letter] ? [{ kind: letters[letter], at: [x, y] }] : [])));
  return new MapRun(rows, Object.fromEntries(Object.keys(letters).map((letter) => [letter, 'floor'])), actors);
}

/** Returns the run of a lesson, from the page that plays it. */
async function runOfLesson(id) {
  const response = await fetch(new URL(`./players/${id}.html`, import.meta.url));
  const [, data] = (await response.text()).match(/id="data">([^<]*)</);
  return new Run(await unpacked(bytesOf(data), 'gzip'));
}

/** Returns the run or the map of an address, or of the text or the bytes of a file. */
async function runOf(text, address) {
  const [, id] = address.match(/^lesson=([\w-]+)/) ?? [];
  if (id) return runs.includes(id) ? runOfLesson(id) : null;
  const [, version, packed] = address.match(/^gridscope:(\d+):([\w-]+)/) ?? [];
  if (!version) return mapOf(text);
  return Number(version) > 2 ? null : mapOf(new TextDecoder().decode(await unpacked(bytesOf(packed), 'deflate')));
}

/** Returns the index of the slide that the window shows at the moment of a run, or -1. */
function slideAt({ header: { slides }, now }) {
  const exact = slides.findIndex(({ at }) => at === now);
  return exact >= 0 ? exact : slides.reduce((found, { at }, index) => (at <= now && at >= (slides[found]?.at ?? 0) ? index : found), -1);
}

/** Draws the moment of a content on a canvas: of the fragment of an address, or of the text or the bytes of a file. `at` overrules
 *  the moment of the address. The map fits into `width` and `height`. Returns its size in cells, or null if there is no picture. */
export async function drawStill(canvas, content, { at, theme, width, height }) {
  const text = (typeof content === 'string' ? content : new TextDecoder().decode(content)).trim();
  const address = text.replace(/^#/, '').replace(/%3A/gi, ':');
  const run = await runOf(text, address);
  if (!run) return null;
  const parts = new URLSearchParams(address.replace(/^[^&]*/, ''));
  run.seek?.(at ?? (parts.has('at') ? Number(parts.get('at')) : run.header.now));
  const view = new MapView(canvas, run);
  view.slideAtHand = () => (['debug', 'edit'].includes(parts.get('view')) ? -1 : slideAt(run));
  const [x, y] = (parts.get('cell') ?? '').split(',').map(Number);
  if (x < run.width && y < run.height) view.picked = x + y * run.width;
  view.resize(Math.min(width, height * run.width / run.height));
  const known = Math.max(THEMES.indexOf(theme), DARK);
  const colours = Object.fromEntries(MAP_LOOK.themes[known].split(';').map((line) => line.split(':')));
  const number = run.header.themes.indexOf(known);
  view.draw(new Theme(run.header, number < 0 ? run.header.themes.indexOf(DARK) : number, (name) => colours[name] ?? ''));
  return [run.width, run.height];
}
