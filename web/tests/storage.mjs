// The browser's storage: two tabs, a tab that crashes, and files that a reload opens again. Needs web/dist (scripts/web) and `npm install` here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, copied, drop, eventually, folder, launch, look, moment, open, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Paints a wall, and waits until the browser keeps `count` scenes. Returns the map. */
async function paint(page, y, count) {
  await page.bringToFront();
  await press(page, 'Control+Digit3');
  await settled(page);
  await page.mouse.move(640, y);
  await page.mouse.down();
  await page.mouse.move(700, y, { steps: 4 });
  await page.mouse.up();
  await until(page, 'gridscope.unsaved && gridscope.length > 0');
  await settled(page);
  await eventually(async () => (await kept(page)) === count, 'the work in the storage');
  return copied(page, 'Copy map as text');
}

/** Returns the number of kept scenes. */
const kept = (page) => page.evaluate(() => new Promise((resolve, reject) => {
  const request = indexedDB.open('gridscope');
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const all = request.result.transaction('scenes').objectStore('scenes').getAll();
    all.onsuccess = () => { request.result.close(); resolve(all.result.length); };
  };
}));

/** Ends the process of a tab, as a crash or a lack of memory does. */
async function crash(page) {
  const client = await page.createCDPSession();
  const gone = new Promise((resolve) => page.once('error', resolve));
  client.send('Page.crash').catch(() => {});
  await gone;
}

test('two tabs keep their own work, and each is offered after a crash', async () => {
  const visitor = await alone(at);
  const { page: one } = await open(visitor, '#lesson=hello');
  const first = await paint(one, 320, 1);
  const { page: two } = await open(visitor, '#lesson=hello');
  assert.equal(await two.$('#recover'), null, 'the work of a tab that is open is not offered');
  const second = await paint(two, 360, 2);
  assert.notEqual(first, second);
  await crash(one);
  await crash(two);
  const { page: next } = await open(visitor);
  await next.waitForSelector('#recover', { timeout: 20_000 });
  await look(next, 'recover-two');
  assert.match(await next.$eval('#recover', (bar) => bar.textContent), /1 more/);
  await next.evaluate(() => [...document.querySelectorAll('#recover button')].find((button) => button.textContent === '1 more').click());
  await next.evaluate(() => [...document.querySelectorAll('#recover button')].find((button) => button.textContent === 'Restore').click());
  await until(next, '!document.querySelector("#recover")', 'the end of the offer');
  await settled(next);
  assert.equal(await copied(next, 'Copy map as text'), first);
  // The window fills the page again.
  assert.equal(await next.$eval('#window', (canvas) => canvas.getBoundingClientRect().top), 0);
  await visitor.close();
});

test('full storage is reported once, offers to save a copy, and is retried', async () => {
  const visitor = await alone(at);
  const { page } = await open(visitor, '#lesson=hello');
  await page.evaluate(() => {
    window.full = 0;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...all) {
      if (window.full === null) return put.apply(this, all);
      window.full += 1;
      throw new DOMException('the quota is exceeded', 'QuotaExceededError');
    };
  });
  const lines = () => page.evaluate(() => document.querySelectorAll('[aria-label="Save a copy"]').length);
  await press(page, 'Control+Digit3');
  await settled(page);
  await page.mouse.move(640, 320);
  await page.mouse.down();
  await page.mouse.move(700, 320, { steps: 4 });
  await page.mouse.up();
  await until(page, 'window.full >= 2', 'a second attempt');
  await settled(page);
  assert.equal(await lines(), 1);
  await look(page, 'storage-full');
  await page.evaluate(() => document.querySelector('[aria-label="Close"]').click());
  await until(page, 'window.full >= 4', 'further attempts');
  assert.equal(await lines(), 0, 'it is said once');
  await page.evaluate('window.full = null');
  await eventually(async () => (await kept(page)) === 1, 'the work in the storage');
  await visitor.close();
});

const files = folder();

/** Writes a log that no link can hold, because its texts are noise. Returns its path. */
function noise(title, lines) {
  let seed = lines;
  const next = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed.toString(16).padStart(8, '0');
  };
  const header = { format: 'gridscope-trace', version: 2, title, map: Array(40).fill('.'.repeat(40)), start: [0, 0], goal: [39, 39], neighbours: 4 };
  const line = (_, i) => JSON.stringify({ event: 'note', at: [i % 37, i % 31], text: next() + next() + next() + next() + next() });
  const file = join(files, `${title}.trace.jsonl`);
  writeFileSync(file, [JSON.stringify(header), ...Array.from({ length: lines }, line)].join('\n'));
  return file;
}

/** Opens a log in a tab by dropping it, goes to a moment, and waits for its address. */
async function dropLog(page, file, title, at) {
  await page.bringToFront();
  await drop(page, [file]);
  await until(page, `document.title.startsWith("${title}") && gridscope.length > 0`, title, 120_000);
  await settled(page);
  await page.evaluate(`gridscope.seek(${at})`);
  await page.evaluate('gridscope.select(2, 1)');
  await until(page, `location.hash.startsWith("#local=") && location.hash.includes("at=${at}&cell=2,1")`, 'the address');
  await settled(page);
  return moment(page);
}

/** Reloads a tab, or goes a step of its history, and waits until it shows a log. */
async function shows(page, go, title) {
  await page.bringToFront();
  await go();
  await until(page, `window.gridscope?.length > 0 && document.title.startsWith("${title}")`, `${title} again`, 120_000);
  await settled(page);
  return moment(page);
}

test('a reload opens logs that no link can hold, each in its tab at its moment', async () => {
  const visitor = await alone(at);
  const [short, long] = [noise('short', 2_000), noise('long', 50_000)];
  const { page: one, seen } = await open(visitor);
  const { page: two } = await open(visitor);
  const [first, second] = [await dropLog(one, short, 'short', 40), await dropLog(two, long, 'long', 4_000)];
  assert.notDeepEqual(first, second);
  assert.deepEqual(await shows(one, () => one.reload(), 'short'), first);
  assert.deepEqual(await shows(two, () => two.reload(), 'long'), second);
  await look(two, 'reloaded-log');
  // It is reloaded as often as the user likes, and moments replace each other.
  await two.evaluate('gridscope.seek(7)');
  await until(two, 'location.hash.includes("at=7&")', 'the address');
  assert.equal((await shows(two, () => two.reload(), 'long')).at, 7);
  assert.deepEqual(seen.errors, []);
  const { page: bare } = await open(visitor);
  assert.doesNotMatch(await bare.title(), /short|long/, 'the bare address is the first lesson');
  const elsewhere = await alone(at);
  const { page: other } = await open(elsewhere, await two.evaluate('location.hash'));
  assert.equal(await other.evaluate(() => document.body.textContent.includes('This link opens nothing')), true);
  await look(other, 'reloaded-elsewhere');
  await visitor.close();
  await elsewhere.close();
});

test('a log that no link can hold is a step of Back and Forward', async () => {
  const visitor = await alone(at);
  const { page } = await open(visitor, '#lesson=corners&at=80');
  const shown = await dropLog(page, noise('walk', 2_000), 'walk', 40);
  await page.evaluate('location.hash = "#lesson=secret-door&at=25"');
  await until(page, 'gridscope.at === 25', 'the lesson');
  await settled(page);
  assert.deepEqual(await shows(page, () => page.goBack(), 'walk'), shown);
  await page.goBack();
  await until(page, 'gridscope.at === 80', 'the first lesson');
  assert.deepEqual(await shows(page, () => page.goForward(), 'walk'), shown);
  await page.goForward();
  await until(page, 'gridscope.at === 25', 'the second lesson');
  await visitor.close();
});

test('a browser that does not keep a log for a reload is reported in a sentence', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => { throw new DOMException('the quota is exceeded', 'QuotaExceededError'); };
  });
  await drop(page, [noise('refused', 2_000)]);
  await until(page, 'document.title.startsWith("refused")', 'the log', 60_000);
  const said = () => page.evaluate(() => document.body.textContent.includes('A reload of this page does not open this file again'));
  await eventually(said, 'the sentence');
  await look(page, 'reload-refused');
  await until(page, 'location.hash === ""', 'an address that names nothing');
  assert.equal(await page.$('[role=alertdialog]:not(#stopped *)'), null);
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});
