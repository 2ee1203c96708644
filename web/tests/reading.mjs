// The page for screen readers: the elements beside the canvas, as Chromium's accessibility tree has them. Needs web/dist
// (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LOOKS, alone, command, launch, moment, open, settled, visit } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

const TIE = '#lesson=hello&at=723';

// Roles of what can be used. Each needs a name.
const CONTROLS = ['button', 'link', 'checkbox', 'radio', 'slider', 'spinbutton', 'textbox', 'combobox', 'tab', 'img', 'image'];

// Returns all nodes of Chromium's accessibility tree.
async function nodes(page) {
  const all = [];
  const collect = (node) => { all.push(node); (node.children ?? []).forEach(collect); };
  collect(await page.accessibility.snapshot({ interestingOnly: false }));
  return all;
}

const named = async (page, role, name) => (await nodes(page)).find((node) => node.role === role && node.name === name);

// Opens a page at an address, with the details of Learn.
async function withDetails(fragment) {
  const opened = await open(at, fragment);
  await showDetails(opened.page);
  return opened;
}

async function showDetails(page) {
  // They are remembered.
  if (await page.$('[aria-label="Step forward"], [aria-label="Raise the sheet"]')) return;
  await page.focus('#window');
  await page.keyboard.down('Shift');
  await page.keyboard.press('KeyD');
  await page.keyboard.up('Shift');
  await settled(page);
}

// Presses an element of the twin as a screen reader does: by a click that no pointer makes.
const press = async (page, name) => {
  await page.evaluate((label) => document.querySelector(`[aria-label="${label}"]`).click(), name);
  await settled(page);
};

test('the accessibility tree names every control and the sentence of the moment', async () => {
  const { page, seen } = await withDetails(TIE);
  const all = await nodes(page);
  const controls = all.filter((node) => CONTROLS.includes(node.role));
  assert.ok(controls.length > 20, `${controls.length} controls`);
  assert.deepEqual(controls.filter((node) => !node.name), []);
  for (const name of ['Arrangement: Learn', 'Lessons', 'Menu', 'Step forward', 'Play', 'Next tie', 'Next slide']) {
    assert.ok(controls.some((node) => node.role === 'button' && node.name === name), name);
  }
  const time = controls.find((node) => node.role === 'slider' && node.name === 'Timeline');
  assert.deepEqual([Number(time.value ?? time.valuetext), time.valuemin, time.valuemax], [723, 0, 824]);
  const { sentence } = await moment(page);
  assert.ok(all.some((node) => node.name?.includes(sentence)), sentence);
  assert.match(await page.$eval('[aria-live=polite]', (line) => line.textContent), /^Tie at \(14,12\)/);
  const application = all.find((node) => node.role === 'application');
  assert.match(application.name, /Which way will the guard go\?/);
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('actions on an accessible element act in the window', async () => {
  const { page, seen } = await withDetails(TIE);
  await press(page, 'Step forward');
  assert.equal((await moment(page)).at, 724);
  assert.match(await page.$eval('[aria-live=polite]', (line) => line.textContent), /^Opened \(12,12\)/);
  await page.$eval('input[aria-label=Timeline]', (time) => { time.value = 40; time.dispatchEvent(new Event('input', { bubbles: true })); });
  await settled(page);
  assert.equal((await moment(page)).at, 40);
  await press(page, 'Arrangement: Debug');
  assert.equal((await named(page, 'button', 'Arrangement: Debug')).pressed, true);
  assert.ok(await named(page, 'textbox', 'Filter events'));
  // The command palette is a field that a screen reader can fill.
  await page.focus('#window');
  await page.keyboard.down('Control');
  await page.keyboard.press('p');
  await page.keyboard.up('Control');
  await settled(page);
  await page.keyboard.type('next tie');
  await settled(page);
  const field = (await nodes(page)).filter((node) => node.role === 'textbox' && node.value === 'next tie');
  assert.ok(field.length > 0);
  await page.keyboard.press('Escape');
  await settled(page);
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('arrows on the map say the cells, and K goes to that of the sentence', async () => {
  const { page, seen } = await open(at, TIE);
  const said = () => page.$eval('[aria-live=polite]', (line) => line.textContent);
  await page.keyboard.press('k');
  await settled(page);
  assert.match(await said(), /\(14,12\), floor, closed|\(14,12\), floor, open/);
  for (const words of ['g 37', 'h 14', 'on the path', 'pin 2']) assert.ok((await said()).includes(words), `${words}: ${await said()}`);
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  assert.match(await said(), /^\(13,12\), /);
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('headings have levels and regions have names', async () => {
  const visitor = await alone(at);
  const { page } = await open(visitor, TIE);
  const all = await nodes(page);
  const headings = all.filter((node) => node.role === 'heading').map((node) => [node.name, node.level]);
  assert.deepEqual(headings, [['Which way will the guard go?', 1], ['A late tie', 2]]);
  for (const [role, name] of [['main', 'The map'], ['banner', 'Bar at the top'], ['complementary', 'Lesson'], ['region', 'Time']]) {
    assert.ok(all.some((node) => node.role === role && node.name === name), `${role} ${name}`);
  }
  assert.ok(all.some((node) => node.role === 'link' && node.name.startsWith('pin 1')));
  // A turned slide is read as a whole.
  await press(page, 'Next slide');
  assert.match(await page.$eval('[aria-live=polite]', (line) => line.textContent), /^Found\. /);
  await visitor.close();
});

test('the theme is the one that the system prefers, and changes with it', async () => {
  const visitor = await alone(at);
  const reader = await visitor.browser.newPage();
  const { page, seen } = await open(visitor, TIE);
  // The ground of the map, at the edge of the window.
  const ground = async () => {
    await settled(page);
    const bytes = await page.screenshot({ clip: { x: 4, y: 300, width: 1, height: 1 }, encoding: 'base64' });
    return reader.evaluate(async (png) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context.drawImage(picture, 0, 0);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    }, bytes);
  };
  const prefer = (value) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
  await prefer('dark');
  const dark = await ground();
  await prefer('light');
  const light = await ground();
  assert.ok(light[0] > dark[0] + 100, `${dark} and ${light}`);
  await command(page, 'Next theme');
  const chosen = await ground();
  await prefer('dark');
  assert.deepEqual(await ground(), chosen, 'a chosen theme stays');
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});

test('focus stays on the canvas, which names the focused control', async () => {
  const { page } = await open(at, TIE);
  const names = [];
  for (let k = 0; k < 4; k += 1) {
    await page.keyboard.press('Tab');
    await settled(page);
    names.push(await page.evaluate(() => {
      const canvas = document.activeElement;
      return [canvas.id, document.getElementById(canvas.getAttribute('aria-activedescendant'))?.getAttribute('aria-label') ?? null];
    }));
  }
  assert.ok(names.every(([id, name]) => id === 'window' && name), JSON.stringify(names));
  assert.equal(new Set(names.map(([, name]) => name)).size, 4, 'each Tab comes to another');
  // A screen reader that moves the keyboard moves it in the window.
  await page.evaluate(() => document.querySelector('[aria-label="Play"]').focus());
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'window');
  await page.keyboard.press('Enter');
  await page.waitForFunction('gridscope.playing', { timeout: 5_000 });
  await page.close();
});

test('only changed elements are updated', async () => {
  const { page } = await open(at, TIE);
  await page.evaluate(() => {
    window.touched = 0;
    const tree = document.querySelector('[role=group][id$=window]');
    new MutationObserver((changes) => { window.touched += new Set(changes.map((change) => change.target)).size; })
      .observe(tree, { subtree: true, childList: true, attributes: true, characterData: true });
    window.all = tree.querySelectorAll('*').length;
  });
  // The pointer over the map changes nothing that is read.
  await page.evaluate('gridscope.seek(723)');
  await settled(page);
  assert.equal(await page.evaluate('touched'), 0);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  const [touched, all] = await page.evaluate('[touched, all]');
  assert.ok(touched > 0 && touched < all / 2, `${touched} of ${all}`);
  await page.close();
});

test('on a phone the layout has one column, and fingers move the map', async () => {
  const { page, seen } = await visit(at, TIE, { width: 390, height: 756 });
  await page.emulate({ viewport: { width: 390, height: 756, deviceScaleFactor: 1, isMobile: true, hasTouch: true }, userAgent: await at.browser.userAgent() });
  await page.reload();
  await page.waitForFunction('window.gridscope || window.failed', { timeout: 120_000 });
  await settled(page);
  await showDetails(page);
  await page.screenshot({ path: `${LOOKS}phone.png` });
  assert.ok(await named(page, 'button', 'Raise the sheet'));
  await page.touchscreen.tap(195, 756 - 104);
  await settled(page);
  await page.screenshot({ path: `${LOOKS}phone-sheet.png` });
  const tabs = (await nodes(page)).filter((node) => node.role === 'tab').map((node) => node.name);
  assert.deepEqual(tabs, ['Lesson', 'Cell', 'Legend', 'Parameters']);
  assert.equal((await named(page, 'tab', 'Lesson')).selected, true);
  await press(page, 'Lower the sheet');
  // Two fingers apart: the picture changes.
  const before = await page.screenshot();
  const client = await page.createCDPSession();
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await touch('touchStart', [160, 240], [220, 240]);
  for (let k = 1; k <= 5; k += 1) await touch('touchMove', [160 - 10 * k, 240], [220 + 10 * k, 240]);
  await touch('touchEnd');
  await settled(page);
  const after = await page.screenshot({ path: `${LOOKS}phone-pinched.png` });
  assert.ok(!Buffer.from(before).equals(Buffer.from(after)));
  assert.deepEqual(seen.errors, []);
  await page.close();
});

test('several players on a page have different element ids', async () => {
  const page = await at.browser.newPage();
  await page.setViewport({ width: 1200, height: 900 });
  const seen = { errors: [] };
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  await page.setRequestInterception(true);
  const body = '<!doctype html><script type="module" src="gridscope-player.js"></script>' + '<gridscope-player>lesson=corners</gridscope-player>'.repeat(2);
  page.on('request', (request) => (request.url().endsWith('/own.html') ? request.respond({ contentType: 'text/html', body }) : request.continue()));
  await page.goto(`${at.address}own.html`);
  await page.waitForFunction('[...document.querySelectorAll("gridscope-player")].filter((player) => player.length > 0).length > 1', { timeout: 120_000 });
  await page.waitForFunction('[...document.querySelectorAll("gridscope-player")].filter((player) => player.shadowRoot.querySelector("[data-role=img]")).length > 1', { timeout: 20_000 });
  const ids = await page.evaluate(() => [...document.querySelectorAll('gridscope-player')]
    .flatMap((player) => [...player.shadowRoot.querySelectorAll('[data-key]')]).map((element) => element.id));
  assert.equal(new Set(ids).size, ids.length);
  // The sentence is said once: by the player.
  const lines = await page.evaluate(() => [...document.querySelectorAll('gridscope-player')]
    .map((player) => player.shadowRoot.querySelectorAll('[aria-live]').length));
  assert.ok(lines.every((count) => count === 1), String(lines));
  assert.deepEqual(seen.errors, []);
  await page.close();
});
