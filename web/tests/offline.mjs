// Visits without a network, and new versions of the page. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { alone, folder, launch, open, until, visit } from './browser.mjs';

const own = join(folder(), 'sub', 'app');
let at;
before(async () => {
  const isNeeded = (path) => !/\.(br|gz)$|\/demo\//.test(path);
  cpSync(new URL('../dist', import.meta.url), own, { recursive: true, filter: isNeeded });
  at = await launch(join(own, '../..'));
  at.address += 'sub/app/';
});
after(async () => { await at.close(); });

const HAS_ALL = 'navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration?.active))';
const style = (page) => page.evaluate('fetch("page.css").then((file) => file.text())');
const isHere = (page) => until(page, 'window.gridscope?.length > 0', 'the window', 60_000);

/** Publishes another version: one file has other content. */
function publish(mark) {
  const css = join(own, 'page.css');
  const [before, worker] = [readFileSync(css), join(own, 'service-worker.js')];
  const hash = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const now = Buffer.concat([before, Buffer.from(`/* ${mark} */`)]);
  const text = readFileSync(worker, 'utf8');
  assert.ok(text.includes(hash(before)));
  writeFileSync(css, now);
  writeFileSync(worker, text.replace(hash(before), hash(now)).replace(/VERSION = '\w+'/, `VERSION = '${mark}'`));
  rmSync(`${css}.br`, { force: true });
}

test('a player in a frame keeps nothing', async () => {
  const visitor = await alone(at);
  const { page } = await visit(visitor, '?embed#lesson=corners', { width: 800, height: 600, keeps: true });
  await until(page, 'window.player?.length > 0', 'the player', 60_000);
  assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
  await visitor.close();
});

test('a second version takes over at the next start, and the page opens without a network', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor, '#lesson=secret-door&at=25', { keeps: true });
  await until(page, HAS_ALL, 'the service worker', 60_000);
  await page.reload();
  await isHere(page);
  assert.ok(await page.evaluate('Boolean(navigator.serviceWorker.controller)'));
  publish('second');
  await page.evaluate('navigator.serviceWorker.getRegistration().then((registration) => registration.update())');
  await until(page, 'navigator.serviceWorker.getRegistration().then((registration) => Boolean(registration.waiting))', 'the second version', 60_000);
  assert.ok(!(await style(page)).includes('second'), 'not in the middle of a visit');
  const { page: beside } = await open(visitor, '#lesson=corners', { keeps: true });
  assert.ok(!(await style(beside)).includes('second'), 'not beside another tab');
  await beside.close();
  await page.reload();
  await until(page, 'window.gridscope?.length > 0 && fetch("page.css").then((file) => file.text()).then((text) => text.includes("second"))', 'the second version at the next start', 60_000);
  assert.equal(await page.evaluate('gridscope.at'), 25);
  assert.deepEqual(await page.evaluate('caches.keys().then((names) => names.map((name) => name.split(" ").at(-1)))'), ['second']);
  assert.deepEqual(seen.errors, []);
  at.server.kill();
  await page.reload();
  await isHere(page);
  assert.equal(await page.evaluate('gridscope.at'), 25);
  await visitor.close();
});
