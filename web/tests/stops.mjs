// Measures the longest stop of the page while a person does ordinary things on large work: node stops.mjs
//
// A stop is a long task as the browser reports it: time in which the page takes no input and draws nothing. Prints a table
// in milliseconds. Needs web/dist (scripts/web), `npm install` here, and the path of a built gridscope as the argument.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone, command, downloads, drop, folder, launch, look, press, settled, until, visit } from './browser.mjs';

const program = process.argv[2] ?? '../../target/debug/gridscope';
const only = process.argv[3];
const files = folder();
const large = (name, ...flags) => {
  const file = join(files, name);
  execFileSync(program, ['generate', ...flags, '-o', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  return file;
};

const at = await launch();
const rows = [];

/** Opens the page in a browser of its own, with a record of its long tasks. */
async function fresh(path = '') {
  const visitor = await alone(at);
  const { page } = await visit(visitor, 'index.html?blank', { width: 1440, height: 820 });
  await page.evaluateOnNewDocument(() => {
    window.stops = [];
    new PerformanceObserver((list) => stops.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
  await page.goto(at.address + path);
  await until(page, 'window.gridscope', 'the window', 120_000);
  await settled(page);
  return { page, close: () => visitor.close() };
}

/** Performs an action, waits for its end, and notes its time and its stops. */
async function measure(page, name, action) {
  await page.evaluate('stops.length = 0');
  const began = Date.now();
  let outcome = '';
  try { outcome = await action() ?? ''; } catch (error) { outcome = error.message; }
  const took = Date.now() - began;
  const stops = await page.evaluate('stops');
  const over = stops.filter((stop) => stop > 100);
  const row = { name, took, longest: Math.round(Math.max(0, ...stops)), over: over.length, sum: Math.round(over.reduce((a, b) => a + b, 0)), memory: Math.round(await page.evaluate('memory()') / 1e6), outcome };
  rows.push(row);
  console.log(`${name.padEnd(52)} ${String(took).padStart(7)} ${String(row.longest).padStart(8)} ${String(row.over).padStart(6)} ${String(row.sum).padStart(8)} ${String(row.memory).padStart(6)}  ${outcome}`);
}

console.log(`${'action'.padEnd(52)} ${'total'.padStart(7)} ${'longest'.padStart(8)} ${'>100'.padStart(6)} ${'their sum'.padStart(8)} ${'MB'.padStart(5)}  outcome`);
const recorded = async (page) => {
  await until(page, 'gridscope.length > 0', 'a recorded run', 240_000);
  await settled(page);
  return `${await page.evaluate('gridscope.length')} events`;
};

/** Paints with the mouse, and waits for the run on the new map. */
async function paint(page) {
  await page.mouse.move(640, 320);
  await page.mouse.down();
  await page.mouse.move(700, 330, { steps: 5 });
  await page.mouse.up();
  return recorded(page);
}

/** Writes the log of a breadth-first search on an open field of this side. */
function searchLog(side) {
  const at = (index) => [index % side, Math.floor(index / side)];
  const last = side * side - 1;
  const lines = [{ format: 'gridscope-trace', version: 2, map: Array(side).fill('.'.repeat(side)), neighbours: 4, start: [0, 0],
    goal: at(last), costs: { straight: 1 }, optimal: true }, { event: 'open', at: [0, 0], g: 0 }];
  const [cost, parent, queue] = [new Map([[0, 0]]), new Map(), [0]];
  for (const cell of queue) {
    lines.push({ event: 'expand', at: at(cell), g: cost.get(cell) });
    if (cell === last) break;
    const [x, y] = at(cell);
    const next = [x + 1 < side && cell + 1, y + 1 < side && cell + side, x > 0 && cell - 1, y > 0 && cell - side];
    for (const to of next.filter((to) => to !== false && !cost.has(to))) {
      cost.set(to, cost.get(cell) + 1);
      parent.set(to, cell);
      queue.push(to);
      lines.push({ event: 'open', at: at(to), from: at(cell), g: cost.get(to) });
    }
  }
  const path = [last];
  while (parent.has(path.at(-1))) path.push(parent.get(path.at(-1)));
  lines.push({ event: 'path', cells: path.reverse().map(at), cost: cost.get(last) });
  const file = join(files, 'search.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return file;
}

const cave = large('cave.scene.json', 'cave', '--size', '1024x1024');

const parts = {
  async open() {
    const { page, close } = await fresh();
    await measure(page, 'page at rest after the start', () => settled(page));
    await measure(page, 'open a map of 1,024×1,024 by drop', async () => {
      const before = await page.evaluate('gridscope.revision');
      await drop(page, [cave]);
      await until(page, `gridscope.revision !== ${JSON.stringify(before)}`, 'the map', 120_000);
      return recorded(page);
    });
    await measure(page, '… step, 10 events', async () => { for (let i = 0; i < 10; i += 1) await press(page, 'ArrowLeft'); await settled(page); });
    await measure(page, '… to the start and to the end', async () => { await press(page, 'Home'); await settled(page); await press(page, 'End'); await settled(page); });
    await measure(page, '… wheel zoom, 10 notches', async () => {
      await page.mouse.move(600, 400);
      for (let i = 0; i < 10; i += 1) await page.mouse.wheel({ deltaY: -60 });
      await settled(page);
    });
    await measure(page, '… play 5 s', async () => { await press(page, 'Home'); await press(page, 'Space'); await new Promise((resolve) => setTimeout(resolve, 5_000)); await press(page, 'Space'); await settled(page); });
    await measure(page, '… arrangement Debug', async () => { await press(page, 'Control+Digit2'); await settled(page); });
    await measure(page, '… arrangement Edit', async () => { await press(page, 'Control+Digit3'); await settled(page); });
    await measure(page, '… paint one stroke', () => paint(page));
    await measure(page, '… undo', async () => { await press(page, 'Control+KeyZ'); return recorded(page); });
    await measure(page, '… copy a link', async () => { await command(page, 'Copy link to this moment'); });
    await measure(page, '… find events with a word', async () => { await press(page, 'Control+Digit2'); await settled(page); await press(page, 'Control+KeyF'); await settled(page); await page.keyboard.type('rejected'); await settled(page); });
    await look(page, 'stops-debug');
    await measure(page, '… paint one stroke while that word is looked for', async () => { await press(page, 'Control+Digit3'); await settled(page); return paint(page); });
    await close();
  },
  async search() {
    const { page, close } = await fresh();
    // An open field: every cell is opened and most are tried again.
    const rows = Array.from({ length: 512 }, (_, y) => [...'.'.repeat(512)].map((cell, x) => (x === 0 && y === 0 ? 'G' : x === 511 && y === 511 ? 'X' : cell)).join(''));
    const scene = { format: 'gridscope-scene', version: 1, title: 'Field', legend: { '.': 'floor' }, rows: rows.map((row) => row.replace(/[GX]/g, '.')),
      actors: [{ kind: 'guard', at: [0, 0] }, { kind: 'goal', at: [511, 511] }], run: { algorithm: 'dijkstra', params: {}, seed: 1 } };
    await measure(page, 'a search of a million events, given as a file', async () => {
      await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'field.scene.json'), JSON.stringify(scene));
      await until(page, 'document.title.startsWith("Field")', 'the field', 120_000);
      return recorded(page);
    });
    await measure(page, '… next seed', async () => { await command(page, 'Next seed'); return recorded(page); });
    await measure(page, '… cancelled by Esc', async () => {
      await page.evaluate('gridscope.command("Next seed")');
      await press(page, 'Escape');
      await settled(page);
      return `${await page.evaluate('gridscope.length')} events`;
    });
    await look(page, 'stops-search');
    await close();
  },
  async log() {
    const { page, close } = await fresh();
    await measure(page, 'a log of 180,000 lines by drop', async () => {
      await drop(page, [searchLog(300)]);
      await until(page, 'gridscope.length > 170000', 'the log', 240_000);
      return recorded(page);
    });
    await measure(page, '… the arrangement Debug', async () => { await press(page, 'Control+Digit2'); await settled(page); });
    await measure(page, '… find events by a condition', async () => {
      await press(page, 'Control+KeyF');
      await settled(page);
      await page.keyboard.type('g > 500');
      await settled(page);
    });
    await look(page, 'stops-log');
    await close();
  },
  async work() {
    const { page, close } = await fresh('#lesson=hello&at=723');
    // Places in the arrangement Debug, in a window of 1440×820.
    const [SEEDS, RUN, SYMPTOM, SHRINK] = [[221, 607], [276, 607], [258, 644], [60, 676]];
    await press(page, 'Control+Digit2');
    await settled(page);
    await measure(page, 'experiment of 1,000 runs', async () => {
      await command(page, 'Panel: Experiment');
      await page.mouse.click(...SEEDS);
      await settled(page);
      await press(page, 'Control+KeyA');
      await page.keyboard.type('1000');
      await press(page, 'Enter');
      await settled(page);
      await page.mouse.click(...RUN);
      await settled(page);
    });
    await look(page, 'stops-experiment');
    await measure(page, 'make small: cost over 12', async () => {
      await command(page, 'Panel: Shrink');
      await page.mouse.click(...SYMPTOM);
      await page.keyboard.type('outcome cost > 12');
      await settled(page);
      await page.mouse.click(...SHRINK);
      await settled(page);
    });
    await look(page, 'stops-small');
    await close();
  },
  async gif() {
    const { page, close } = await fresh('#lesson=hello');
    const waits = await downloads(page, files);
    await measure(page, 'GIF of the first lesson', async () => {
      await command(page, 'Export…');
      await page.mouse.click(513, 125);
      await settled(page);
      await press(page, 'Enter');
      await waits('which-way-will-the-guard-go.gif', 240_000);
    });
    await measure(page, 'page that plays of the first lesson', async () => {
      await command(page, 'Export…');
      await page.mouse.click(671, 125);
      await settled(page);
      await press(page, 'Enter');
      await waits('which-way-will-the-guard-go.html', 240_000);
    });
    await close();
  },
};
for (const [name, part] of Object.entries(parts)) if (only === undefined || only === name) await part();
await at.close();
