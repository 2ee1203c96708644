// Large work in the page: progress, and cancelling. Needs web/dist (scripts/web) and `npm install` here. If gridscope is
// built, runs are compared with its own.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, command, eventually, folder, launch, look, open, press, settled, until, visit } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Side of the map. Dijkstra's algorithm has to look at every cell of it. */
const SIDE = 1024;

/** Place of the button that runs an experiment, in the arrangement Debug of a window of 1440 × 820. */
const RUN = [276, 603];

/** The longest stop of the page, in milliseconds, that is allowed while a worker records. */
const STOP = 200;

/** The program on this machine. */
const PROGRAM = process.env.GRIDSCOPE_PROGRAM ?? new URL('../../target/debug/gridscope', import.meta.url).pathname;

/** Returns a scene: an open field with the goal in the far corner. */
function field(side) {
  const run = { algorithm: 'dijkstra', params: {}, seed: 1 };
  const actors = [{ kind: 'guard', at: [0, 0] }, { kind: 'goal', at: [side - 1, side - 1] }];
  const rows = Array.from({ length: side }, () => '.'.repeat(side));
  return { format: 'gridscope-scene', version: 1, title: 'Field', legend: { '.': 'floor' }, rows, actors, run };
}

test('a map of 1,024 × 1,024 opens, and the page answers again', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor);
  await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'field.scene.json'), JSON.stringify(field(SIDE)));
  await until(page, `document.title.startsWith("Field") && gridscope.length > ${SIDE * SIDE}`, 'the run', 120_000);
  await settled(page);
  await look(page, 'large');
  await press(page, 'Home');
  await until(page, 'gridscope.at === 0', 'the start', 30_000);
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});

test('a map of 1,024 × 1,024 shows how far its recording is, and Esc cancels it', async () => {
  const visitor = await alone(at);
  const { page } = await open(visitor);
  await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'field.scene.json'), JSON.stringify(field(SIDE)));
  try {
    await until(page, 'document.title.startsWith("Field")', 'the map', 120_000);
    assert.equal(await page.evaluate('gridscope.length'), 0, 'the recording is under way');
    const frame = await page.evaluate('gridscope.frames()[0]');
    await until(page, `gridscope.frames()[0] > ${frame + 3}`, 'frames during the recording');
    await look(page, 'large-progress');
    assert.equal(await page.evaluate('gridscope.length'), 0, 'the recording is still under way');
    await press(page, 'Escape');
    await settled(page);
    await look(page, 'large-cancelled');
    const revision = await page.evaluate('gridscope.revision');
    await page.evaluate('location.hash = "#lesson=corners&at=80"');
    await until(page, `gridscope.revision !== ${JSON.stringify(revision)} && gridscope.length === 232`, 'another scene');
  } finally {
    await visitor.close();
  }
});

test('a worker records a map of 1,024 × 1,024: it ends when the recording is cancelled, and all its events arrive', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor);
  const text = JSON.stringify(field(SIDE));
  const workers = (count) => eventually(() => page.workers().length === count, `${count} workers`);
  await page.evaluate(() => {
    window.stops = [];
    new PerformanceObserver((list) => stops.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
  try {
    await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'field.scene.json'), text);
    await until(page, 'document.title.startsWith("Field")', 'the map', 120_000);
    await workers(1);
    // Reading the scene was one stop. From here on, the worker records.
    await page.evaluate('stops.length = 0');
    const frame = await page.evaluate('gridscope.frames()[0]');
    await until(page, `gridscope.frames()[0] > ${frame + 5}`, 'frames during the recording');
    assert.equal(await page.evaluate('gridscope.length'), 0, 'the recording is under way');
    await look(page, 'large-worker');
    const longest = await page.evaluate('Math.max(0, ...stops)');
    assert.ok(longest < STOP, `the page stopped for ${longest} ms while the worker recorded`);
    await press(page, 'Escape');
    await workers(0);
    await settled(page);
    const kept = await page.evaluate('gridscope.length');
    await press(page, 'F5');
    await workers(1);
    assert.equal(await page.evaluate('gridscope.length'), kept, 'the run before is shown meanwhile');
    await until(page, `gridscope.length > ${2 * SIDE * SIDE}`, 'the whole run', 120_000);
    await workers(0);
    await settled(page);
    const events = await page.evaluate('gridscope.length');
    assert.ok(kept < events, `${kept} of ${events} events were kept of the cancelled recording`);
    if (existsSync(PROGRAM)) {
      const file = join(folder(), 'field.scene.json');
      writeFileSync(file, text);
      assert.equal(events, JSON.parse(execFileSync(PROGRAM, ['run', file, '--json'], { maxBuffer: 1 << 30 })).events);
    }
    assert.deepEqual(seen.errors, []);
  } finally {
    await visitor.close();
  }
});

test('as many workers as there are cores, up to four, share the runs of an experiment', async () => {
  const visitor = await alone(at);
  for (const [cores, expected] of [[1, 1], [3, 3], [16, 4]]) {
    const { page, seen } = await visit(visitor, 'index.html?blank', { width: 1440, height: 820 });
    await page.evaluateOnNewDocument((cores) => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: cores });
      window.asked = 0;
      window.Worker = class extends Worker {
        constructor(...values) {
          super(...values);
          asked += 1;
        }
      };
    }, cores);
    await page.goto(`${at.address}#lesson=hello`);
    await until(page, 'window.gridscope && gridscope.length > 0', 'the window', 120_000);
    await settled(page);
    await press(page, 'Control+Digit2');
    await settled(page);
    await command(page, 'Panel: Experiment');
    await page.mouse.click(...RUN);
    await until(page, `asked === ${expected}`, `${expected} workers`);
    await eventually(() => page.workers().length === 0, 'the end of the experiment', 60_000);
    await settled(page);
    await look(page, `large-experiment-${cores}`);
    assert.deepEqual(seen.errors, []);
    await page.close();
  }
  await visitor.close();
});

test('a page that cannot start a worker records the run itself', async () => {
  const visitor = await alone(at);
  for (const refuse of [() => { throw new Error('refused'); }, () => 'data:text/javascript,import "./nothing.js"']) {
    const { page } = await open(visitor);
    await page.evaluate((refuse) => {
      const Real = Worker;
      window.asked = 0;
      window.Worker = function (_, options) {
        asked += 1;
        return new Real(eval(refuse)(), options);
      };
    }, String(refuse));
    for (const run of [1, 2]) {
      const revision = await page.evaluate('gridscope.revision');
      const scene = JSON.stringify({ ...field(SIDE / 4), title: `Field ${run}` });
      await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'field.scene.json'), scene);
      await until(page, `gridscope.revision !== ${JSON.stringify(revision)} && gridscope.length > ${SIDE * SIDE / 16}`, 'the run', 60_000);
      await settled(page);
      assert.equal(await page.evaluate('asked'), 1, 'it asks for one worker only');
    }
    await page.close();
  }
  await visitor.close();
});

/** Paints two strokes on an opened map and undoes them. Returns the bytes of memory before and after. */
async function strokes(page, whole) {
  await whole();
  const opened = await page.evaluate('memory()');
  await press(page, 'KeyP');
  for (const y of [400, 440]) {
    await page.mouse.move(500, y);
    await page.mouse.down();
    await page.mouse.move(540, y, { steps: 4 });
    await page.mouse.up();
    await whole();
  }
  for (let i = 0; i < 2; i += 1) {
    await press(page, 'Control+KeyZ');
    await whole();
  }
  return [opened, await page.evaluate('memory()')];
}

/** The maps of that size: every cell of one is searched, and of the other only those of a cave in the rock. */
const MAPS = {
  field: () => JSON.stringify(field(SIDE)),
  cave() {
    const file = join(folder(), 'cave.scene.json');
    execFileSync(PROGRAM, ['generate', 'cave', '--size', `${SIDE}x${SIDE}`, '-o', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    return readFileSync(file, 'utf8');
  },
};

for (const [name, map] of Object.entries(MAPS)) {
  const skip = name === 'cave' && !existsSync(PROGRAM) && 'gridscope is not built';
  test(`two strokes on a ${name} of 1,024 × 1,024 and their undo take at most twice the memory of opening it`, { skip }, async () => {
    const visitor = await alone(at);
    const { page, seen } = await open(visitor);
    await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'map.scene.json'), map());
    const title = `document.title.toLowerCase().includes("${name}")`;
    const whole = () => until(page, `${title} && gridscope.length > ${SIDE * SIDE}`, 'the run', 240_000).then(() => settled(page));
    const [opened, after] = await strokes(page, whole);
    console.log(`memory of a ${name} opened ${opened}, after two strokes and their undo ${after}`);
    assert.ok(after <= 2 * opened, `${after} bytes after ${opened}`);
    assert.deepEqual(seen.errors, []);
    await visitor.close();
  });
}
