// The browser's storage: two tabs, and a tab that crashes. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, copied, eventually, launch, look, open, press, settled, until } from './browser.mjs';

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

test('a storage that is full is said once with a way to save a copy, and tried again', async () => {
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
