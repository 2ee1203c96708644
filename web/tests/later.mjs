// The second part of the program: held back, refused, and asked for again. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, launch, look, newTab, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Time for which the second part is held back, in milliseconds. */
const HELD = 5_000;
/** Longest stop of the page that is allowed meanwhile, in milliseconds. */
const STOP = 1_000;

const LATER = /gridscope_later\.wasm/;

/** Opens the page. `answer` gets each request for the second part. Returns the page and the number of these requests. */
async function page(visitor, path, answer) {
  const opened = await newTab(visitor.browser);
  await opened.setViewport({ width: 1440, height: 820 });
  const seen = { requests: 0, errors: [] };
  opened.on('pageerror', (error) => seen.errors.push(String(error)));
  await opened.evaluateOnNewDocument(() => {
    window.stops = [];
    new PerformanceObserver((list) => stops.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' });
  });
  await opened.setRequestInterception(true);
  opened.on('request', (request) => {
    if (!LATER.test(request.url())) return request.continue();
    seen.requests += 1;
    return answer(request);
  });
  await opened.goto(visitor.address + path, { waitUntil: 'domcontentloaded' });
  await until(opened, 'window.gridscope', 'the window', 60_000);
  return { opened, seen };
}

const says = (opened, text) => opened.evaluate((text) =>
  [...document.querySelectorAll('[data-key]')].some((one) => (one.getAttribute('aria-label') ?? one.textContent).includes(text)), text);

test('the window draws and takes keys while the second part is held back, and fetches it once', async () => {
  const visitor = await alone(at);
  for (const visit of [1, 2]) {
    let isHere = false;
    const { opened, seen } = await page(visitor, '#lesson=hello', (request) => setTimeout(() => { isHere = true; request.continue(); }, HELD));
    await opened.evaluate('stops.length = 0');
    const before = await opened.evaluate('({ at: gridscope.at, frames: gridscope.frames()[0] })');
    for (let i = 1; i <= 5; i += 1) {
      await opened.keyboard.press('ArrowRight');
      await until(opened, `gridscope.at === ${before.at + i}`, 'a step', 2_000);
    }
    await opened.mouse.click(640, 380);
    await opened.keyboard.press('End');
    await until(opened, 'gridscope.at === gridscope.length', 'the end', 2_000);
    assert.ok(await opened.evaluate('gridscope.frames()[0]') > before.frames + 5, 'frames go on');
    assert.ok(!isHere, 'all of this came before the second part');
    const longest = await opened.evaluate('Math.max(0, ...stops)');
    assert.ok(longest < STOP, `visit ${visit}: the page stopped for ${longest} ms`);
    // What needs the second part waits for it.
    await opened.evaluate('location.hash = "#lesson=a-breach"');
    await until(opened, 'gridscope.length > 0 && document.title.startsWith("A breach")', 'a lesson of the second part', 30_000);
    assert.equal(seen.requests, 1, `visit ${visit}`);
    assert.deepEqual(seen.errors, []);
    await opened.close();
  }
  await visitor.close();
});

test('a failed fetch of the second part is reported in the window and retried', async () => {
  const visitor = await alone(at);
  let refuses = true;
  const { opened, seen } = await page(visitor, '#lesson=hello', (request) => (refuses ? request.abort() : request.continue()));
  await until(opened, '[...document.querySelectorAll("[data-key]")].some((one) => one.getAttribute("aria-label") === "Try again")', 'Try again');
  await look(opened, 'later-refused');
  assert.ok(await says(opened, 'Only a part of gridscope is here'));
  await opened.keyboard.press('ArrowRight');
  await settled(opened);
  refuses = false;
  await opened.evaluate(() => document.querySelector('[aria-label="Try again"]').click());
  await opened.evaluate('location.hash = "#lesson=a-breach"');
  await until(opened, 'gridscope.length > 0 && document.title.startsWith("A breach")', 'a lesson of the second part', 30_000);
  assert.equal(seen.requests, 2);
  assert.ok(!await says(opened, 'Only a part of gridscope is here'));
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});
