// Large work in the page: progress, and cancelling. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, launch, look, open, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Side of the map. Dijkstra's algorithm has to look at every cell of it. */
const SIDE = 1024;

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
