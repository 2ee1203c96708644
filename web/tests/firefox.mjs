// The page in Firefox, if it is there: FIREFOX or /usr/bin/firefox-esr. It draws with WebGL only on a screen, so Xvfb makes
// one if there is none. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { eventually, look, moment, others, serve, until, visit } from './browser.mjs';

const executablePath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
const XVFB = '/usr/bin/Xvfb';
const missing = !existsSync(executablePath) ? 'there is no Firefox (apt-get install firefox-esr)'
  : !process.env.DISPLAY && !existsSync(XVFB) ? 'there is no screen for Firefox (apt-get install xvfb)' : false;

let at;
let screen;
let server;

/** Starts a screen without a monitor. Resolves with its name. */
async function startScreen() {
  screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1500x1000x24'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const number = await new Promise((resolve, reject) => {
    screen.stdout.once('data', resolve);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return `:${String(number).trim()}`;
}

before(async () => {
  if (missing) return;
  const env = { ...process.env, DISPLAY: process.env.DISPLAY ?? await startScreen(), LIBGL_ALWAYS_SOFTWARE: '1' };
  const started = serve();
  server = started.server;
  const extraPrefsFirefox = { 'webgl.force-enabled': true, 'webgl.disable-fail-if-major-performance-caveat': true };
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: false, env, extraPrefsFirefox, protocolTimeout: 300_000 });
  at = { browser, address: await started.address };
});
after(async () => {
  await at?.browser.close();
  server?.kill();
  screen?.kill();
});

test('a lesson opens in Firefox, steps forth and back, and is read', { skip: missing }, async () => {
  const { page, seen } = await visit(at, '#lesson=corners&at=80', { width: 1440, height: 820 });
  await until(page, 'window.gridscope || window.failed', 'the window', 120_000);
  assert.equal(await page.evaluate('window.failed'), undefined);
  await until(page, 'gridscope.at === 80 && gridscope.length === 232');
  const first = await moment(page);
  assert.equal(first.sentence, 'No step from (4,3) to (5,4): the diagonal would cut a corner.');
  await page.keyboard.press('ArrowRight');
  await until(page, 'gridscope.at === 81');
  await page.keyboard.press('ArrowLeft');
  await until(page, 'gridscope.at === 80');
  assert.deepEqual(await moment(page), first);
  await eventually(() => page.evaluate('location.hash === "#lesson=corners&at=80"'), 'the address of the moment');
  await look(page, 'firefox');
  assert.deepEqual([others(at, seen), seen.errors], [[], []]);
  console.log('Firefox', await at.browser.version(), 'times', await page.evaluate('JSON.stringify(times)'));
});
