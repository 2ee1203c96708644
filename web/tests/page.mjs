// The page in a browser. Needs web/dist (scripts/web), Chromium and `npm install` in this folder.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { alone, launch, look, moment, newTab, open, others, settled, until, visit } from './browser.mjs';

const MAP = '#######\n#G...X#\n#######\n';
const FOLDER = mkdtempSync(join(tmpdir(), 'gridscope-files-'));
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

test('the page opens on the first lesson, and asks no other host for anything', async () => {
  const { page, seen } = await open(at);
  await look(page, 'first');
  assert.equal(await page.evaluate('window.failed'), undefined);
  assert.deepEqual(await page.evaluate('[gridscope.at, gridscope.length]'), [0, 824]);
  assert.match(await page.title(), /^Which way will the guard go\? · gridscope$/);
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(others(at, seen), []);
  console.log('times', await page.evaluate('JSON.stringify(window.times)'), 'frames', await page.evaluate('String(gridscope.frames())'));
  await page.close();
});

test('without a link the first lesson plays to its late tie, and a key stops it', async () => {
  const { page } = await open(at, '');
  assert.deepEqual(await page.evaluate('[gridscope.at, gridscope.playing]'), [723, false]);
  await until(page, 'location.hash === "#lesson=hello&at=723"', 'the address');
  await look(page, 'first-seconds');
  await page.close();
  for (const stop of [(page) => page.keyboard.press('Q'), (page) => page.mouse.click(500, 700), (page) => page.keyboard.press('Space')]) {
    const { page: stopped } = await visit(at, '', { width: 1440, height: 820 });
    await until(stopped, 'window.gridscope?.at > 0', 'the first events', 60_000);
    await stop(stopped);
    await settled(stopped);
    const { at: there } = await moment(stopped);
    assert.ok(there > 0 && there < 723, `${there}`);
    await stopped.close();
  }
});

test('with less motion the first lesson is at its late tie at once', async () => {
  const page = await newTab(at.browser);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.goto(at.address);
  await page.waitForFunction('window.gridscope?.length > 0', { timeout: 60_000, polling: 'raf' });
  await page.waitForFunction('gridscope.at > 0', { timeout: 20_000, polling: 'raf' });
  assert.equal((await moment(page)).at, 723);
  await page.close();
});

test('steps forth and back show the same pixels', async () => {
  const { page, seen } = await open(at, '#lesson=secret-door&at=20');
  assert.equal((await moment(page)).at, 20);
  const first = await page.screenshot();
  for (let i = 0; i < 3; i += 1) { await page.keyboard.press('ArrowRight'); await settled(page); }
  assert.equal((await moment(page)).at, 23);
  const there = await page.screenshot();
  for (let i = 0; i < 3; i += 1) { await page.keyboard.press('ArrowLeft'); await settled(page); }
  assert.equal((await moment(page)).at, 20);
  const second = await page.screenshot();
  assert.ok(!Buffer.from(first).equals(Buffer.from(there)), 'a step changes the picture');
  assert.ok(Buffer.from(first).equals(Buffer.from(second)), 'the picture is as it was');
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('the address follows the moment, and a link reopens it', async () => {
  const { page } = await open(at, '#lesson=secret-door');
  await page.evaluate('gridscope.seek(25)');
  await settled(page);
  await page.waitForFunction('location.hash === "#lesson=secret-door&at=25"', { timeout: 30_000 });
  const [shown, link] = [await moment(page), await page.evaluate('gridscope.link()')];
  assert.equal(link, 'lesson=secret-door&at=25');
  await page.close();
  for (const fragment of [`#${link}`, `#${encodeURIComponent(link)}`, '#lesson=secret-door&at=25']) {
    const other = await open(at, fragment);
    assert.deepEqual(await moment(other.page), shown, fragment.slice(0, 30));
    if (fragment === `#${link}`) await look(other.page, 'link');
    await other.page.close();
  }
});

test('another fragment opens another scene', async () => {
  const { page } = await open(at, '#lesson=secret-door&at=3');
  await page.evaluate('location.hash = "#lesson=corners&at=80"');
  await page.waitForFunction('gridscope.at === 80 && gridscope.length === 232', { timeout: 30_000 });
  await settled(page);
  await look(page, 'corners');
  await page.evaluate('location.hash = "#lesson=no-such-lesson"');
  await pause(1500);
  await look(page, 'bad-address');
  await settled(page);
  assert.equal((await moment(page)).length, 232, 'a bad address leaves the scene open');
  await page.close();
});

/** Waits until the address bar shows a moment. */
const addressed = (page, hash) => page.waitForFunction(`location.hash.startsWith(${JSON.stringify(hash)})`, { timeout: 20_000 });

test('opened lessons are steps of Back and Forward', async () => {
  const { page } = await open(at, '#lesson=secret-door&at=3');
  await addressed(page, '#lesson=secret-door&at=3');
  await page.evaluate('gridscope.seek(7)');
  await addressed(page, '#lesson=secret-door&at=7');
  await page.evaluate('gridscope.command("Next lesson")');
  await addressed(page, '#lesson=the-long-way-round');
  await page.goBack();
  await page.waitForFunction('gridscope.at === 7', { timeout: 20_000 });
  await settled(page);
  assert.match(await page.evaluate('location.hash'), /^#lesson=secret-door&at=7/, 'a moment is no step');
  await page.goForward();
  await page.waitForFunction('document.title.includes("long way")', { timeout: 20_000 });
  await pause(1_500);
  assert.match(await page.evaluate('location.hash'), /^#lesson=the-long-way-round/);
  await page.close();
});

test('a broken link stays in the address until its line is closed', async () => {
  const { page } = await open(at, '#lesson=no-such-lesson&at=4');
  await page.keyboard.press('ArrowRight');
  await pause(2_500);
  assert.equal(await page.evaluate('location.hash'), '#lesson=no-such-lesson&at=4');
  await look(page, 'broken-link');
  await page.evaluate(() => document.querySelector('[aria-label="Close"]').click());
  await addressed(page, '#lesson=hello');
  await page.close();
});

test('a cancelled change of the address leaves the address unchanged', async () => {
  // Other visitors are not offered what is drawn here.
  const visitor = await alone(at);
  const { page } = await open(visitor, '#lesson=secret-door&at=20');
  await page.keyboard.press('KeyP');
  await settled(page);
  await page.mouse.move(500, 420);
  await page.mouse.down();
  await page.mouse.move(560, 420, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction('gridscope.unsaved', { timeout: 20_000 });
  await addressed(page, '#gridscope:1:');
  const before = await page.evaluate('location.hash');
  await page.evaluate('location.hash = "#lesson=corners&at=80"');
  await pause(1_000);
  assert.equal(await page.evaluate('location.hash'), before, 'the user has not confirmed');
  await page.keyboard.press('Escape');
  await pause(1_500);
  assert.equal(await page.evaluate('location.hash'), before);
  await visitor.close();
});

test('files are opened by picking or as bytes, and saved as a download', async () => {
  const { page, seen } = await open(at);
  const file = join(FOLDER, 'corridor.txt');
  writeFileSync(file, MAP);
  const chooser = page.waitForFileChooser({ timeout: 60_000 });
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyO');
  await page.keyboard.up('Control');
  await (await chooser).accept([file]);
  await page.waitForFunction('document.title.startsWith("corridor")', { timeout: 30_000 });
  await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'another.txt'), MAP);
  await page.waitForFunction('document.title.startsWith("another")', { timeout: 30_000 });
  await settled(page);
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: FOLDER });
  await page.keyboard.down('Control');
  await page.keyboard.press('KeyS');
  await page.keyboard.up('Control');
  await settled(page);
  await look(page, 'save');
  await page.keyboard.press('Enter');
  for (let i = 0; i < 50 && !readdirSync(FOLDER).some((name) => name.endsWith('.scene.json')); i += 1) await pause(100);
  const saved = readdirSync(FOLDER).find((name) => name.endsWith('.scene.json'));
  assert.ok(saved, 'a scene is among the downloads');
  assert.equal(JSON.parse(readFileSync(join(FOLDER, saved), 'utf8')).format, 'gridscope-scene');
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('settings are there again at the next visit', async () => {
  const { page } = await open(at);
  const key = 'gridscope/window.json';
  await page.evaluate((key) => localStorage.removeItem(key), key);
  await page.keyboard.press('F8');
  await settled(page);
  await page.goto('about:blank');
  await page.goto(at.address);
  const kept = await page.evaluate((key) => localStorage.getItem(key), key);
  assert.equal(typeof JSON.parse(kept).settings.theme, 'string');
  await page.close();
});

test('work in a tab that is closed by force is offered at the next visit', async () => {
  const { page } = await open(at, '#lesson=secret-door&at=20');
  await page.keyboard.press('p');
  await settled(page);
  await page.mouse.move(500, 420);
  await page.mouse.down();
  await page.mouse.move(560, 420, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction('gridscope.unsaved', { timeout: 30_000 });
  await settled(page);
  const drawn = await page.evaluate('gridscope.link()');
  await pause(2500);
  // While the tab is there, its work is not offered to another.
  const beside = await open(at);
  assert.equal(await beside.page.$('#recover'), null);
  await beside.page.close();
  await page.close({ runBeforeUnload: false });
  const { page: next } = await open(at);
  await next.waitForSelector('#recover', { timeout: 30_000 });
  await look(next, 'recover');
  assert.equal(await next.evaluate('document.activeElement.textContent'), 'Restore');
  await next.keyboard.press('Enter');
  await next.waitForFunction((link) => gridscope.link() === link, { timeout: 30_000 }, drawn).catch(() => {});
  assert.equal(await next.evaluate('gridscope.link()'), drawn, 'the same scene at the same moment');
  await pause(2500);
  // Restored work stays kept until it is saved.
  await next.close({ runBeforeUnload: false });
  const { page: third } = await open(at);
  await third.waitForSelector('#recover', { timeout: 30_000 });
  const discard = async () => { for (const button of await third.$$('#recover button')) if ((await button.evaluate((b) => b.textContent)).startsWith('Discard')) await button.click(); };
  await discard();
  await discard();
  await third.waitForFunction('document.querySelector("#recover") === null', { timeout: 30_000 });
  await third.close({ runBeforeUnload: false });
  const { page: last } = await open(at);
  await pause(1500);
  assert.equal(await last.$('#recover'), null, 'what is discarded is gone');
  await last.close();
});

test('the page works with storage blocked', async () => {
  const page = await newTab(at.browser);
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(window, 'indexedDB', { get() { throw new Error('blocked'); } });
    Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });
  });
  await page.goto(`${at.address}#lesson=hello`);
  await page.waitForFunction('window.gridscope || window.failed', { timeout: 60_000 });
  await settled(page);
  assert.equal(await page.evaluate('window.failed'), undefined);
  assert.equal(await page.evaluate('gridscope.length'), 824);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.equal(await page.evaluate('gridscope.at'), 1);
  await page.close();
});

test('a program that is cut in half ends in a sentence', async () => {
  const page = await newTab(at.browser);
  await page.setRequestInterception(true);
  const bytes = readFileSync(new URL('../dist/gridscope_bg.wasm', import.meta.url));
  page.on('request', (request) => request.url().endsWith('.wasm')
    ? request.respond({ status: 200, contentType: 'application/wasm', body: bytes.subarray(0, bytes.length / 2) })
    : request.continue());
  await page.goto(at.address);
  await page.waitForFunction('window.failed', { timeout: 30_000 });
  assert.match(await page.evaluate('window.failed'), /cannot be opened/);
  await look(page, 'cut');
  await page.close();
});

test('the functions of the page answer, seek and report changes', async () => {
  const { page } = await open(at, '#lesson=corners&at=80');
  await page.evaluate('window.told = []; gridscope.on_change((at, length, sentence) => told.push([at, length, sentence]))');
  await page.evaluate('gridscope.seek(12)');
  await page.waitForFunction('told.length > 0', { timeout: 30_000 });
  assert.deepEqual(await page.evaluate('told[0].slice(0, 2)'), [12, 232]);
  const why = await page.evaluate('gridscope.why(1, 1)');
  assert.ok(Array.isArray(why));
  assert.ok((await page.evaluate('gridscope.why_not(3, 3)')).sentence.length > 0);
  assert.equal(await page.evaluate('gridscope.why(500, 500)'), null);
  await page.evaluate('gridscope.select(2, 1); gridscope.play()');
  await page.waitForFunction('gridscope.at > 14', { timeout: 30_000 });
  await page.evaluate('gridscope.pause()');
  await settled(page);
  await page.evaluate('gridscope.destroy()');
  assert.equal(await page.evaluate('gridscope.at'), 0);
  await page.close();
});

test('the page shows that it loads, and that loading failed', async () => {
  const page = await newTab(at.browser);
  await page.setViewport({ width: 1440, height: 820 });
  await page.setRequestInterception(true);
  const held = [];
  page.on('request', (request) => request.url().endsWith('.wasm') ? held.push(request) : request.continue());
  await page.goto(at.address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction('document.getElementById("label").textContent.includes("waiting")', { timeout: 30_000 });
  await look(page, 'loading');
  held.forEach((request) => request.abort());
  await page.waitForFunction('window.failed', { timeout: 30_000 });
  await look(page, 'unreachable');
  await page.close();
});
