// Memory of the page while it plays. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, command, launch, look, open, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Time of playback, in milliseconds. */
const PLAYS = Number(process.env.GRIDSCOPE_PLAYS ?? 20_000);

/** Returns the bytes of the program's memory and of the page's objects, after a collection. */
async function memory(page) {
  const client = await page.createCDPSession();
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return { program: await page.evaluate('memory()'), objects: usedSize };
}

test('playing again and again needs no more memory', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor, '#lesson=hello&at=0');
  for (let i = 0; i < 5; i += 1) await press(page, 'ArrowUp');
  const frames = () => page.evaluate('gridscope.frames()[0]');
  const play = async (time) => {
    for (const end = Date.now() + time; Date.now() < end;) {
      await command(page, 'To the start');
      await page.evaluate('gridscope.play()');
      await until(page, 'gridscope.at === gridscope.length', 'the end of the run', 60_000);
    }
    await settled(page);
  };
  // The first run fills caches.
  await play(PLAYS / 4);
  const [before, drawn] = [await memory(page), await frames()];
  await play(PLAYS);
  const after = await memory(page);
  await look(page, 'played');
  console.log(`memory before ${JSON.stringify(before)}, after ${PLAYS / 1000} s and ${await frames() - drawn} frames ${JSON.stringify(after)}`);
  assert.ok(after.program - before.program <= 1 << 20, 'the program grows');
  assert.ok(after.objects - before.objects <= 1 << 20, 'the objects of the page grow');
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});
