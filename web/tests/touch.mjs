// A phone: 390 × 844 with touch, emulated. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, launch, look, newTab, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

/** Opens the page on a phone. */
async function phone(path) {
  const visitor = await alone(at);
  const page = await newTab(visitor.browser);
  await page.setViewport(PHONE);
  await page.goto(at.address + path);
  await until(page, 'window.gridscope', 'the window', 120_000);
  await settled(page);
  return { page, close: () => visitor.close() };
}

test('a phone shows the window without scrolling sideways', async () => {
  const { page, close } = await phone('#lesson=hello');
  await look(page, 'phone');
  const canvas = await page.$eval('#window', (window) => window.getBoundingClientRect().toJSON());
  assert.deepEqual([canvas.width, canvas.height], [PHONE.width, PHONE.height]);
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
  await close();
});

test('an emulated device has all its pixels, at load and after a change', async () => {
  const { page, close } = await phone('#lesson=hello');
  const devices = [[390, 844, 3], [820, 1180, 2], [1280, 800, 1.5], [1280, 800, 1]];
  for (const [width, height, deviceScaleFactor] of devices) {
    await page.setViewport({ ...PHONE, width, height, deviceScaleFactor });
    if (deviceScaleFactor === 3) await page.reload();
    await until(page, 'window.gridscope', 'the window', 60_000);
    const scaled = `Math.abs(document.getElementById('window').width - ${width * deviceScaleFactor}) <= 2`;
    await until(page, scaled, `the pixels of ${width} × ${height} at ${deviceScaleFactor}`);
    await settled(page);
    await look(page, `device-${width}-${deviceScaleFactor}`);
    const widest = await page.evaluate('Math.max(...[...document.querySelectorAll("[data-key]")].map((one) => one.getBoundingClientRect().right))');
    assert.ok(widest > width * 0.8, `the window fills ${width}: ${widest}`);
  }
  await close();
});

test('a tap on Play plays', async () => {
  const { page, close } = await phone('#lesson=hello&at=0');
  try {
    const play = await page.$eval('[aria-label="Play"]', (button) => button.getBoundingClientRect().toJSON());
    await page.touchscreen.tap(play.x + play.width / 2, play.y + play.height / 2);
    await until(page, 'gridscope.playing || gridscope.at > 0', 'playback', 3_000);
  } finally {
    await look(page, 'phone-play');
    await close();
  }
});

test('a tap on the map selects a cell, and two fingers zoom', async () => {
  const { page, close } = await phone('#lesson=hello');
  const before = await page.screenshot();
  await page.touchscreen.tap(110, 170);
  await settled(page);
  await look(page, 'phone-tap');
  const client = await page.createCDPSession();
  await client.send('Input.synthesizePinchGesture', { x: 110, y: 170, scaleFactor: 2, gestureSourceType: 'touch' });
  await settled(page);
  await look(page, 'phone-zoomed');
  assert.ok(!Buffer.from(before).equals(Buffer.from(await page.screenshot())), 'the map answers');
  assert.equal(await page.evaluate('visualViewport.scale'), 1, 'the page itself does not zoom');
  await close();
});
