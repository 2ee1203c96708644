// The front page and the players of the articles: what plays, what the flag does, and what a reader without motion or without
// the recording sees. Needs site/dist (scripts/site) and `npm ci` here.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';

const ROOT = new URL('../..', import.meta.url).pathname;
const DECIDING = 723;
let [server, browser, address] = [];
before(async () => {
  server = spawn('python3', ['scripts/serve.py', 'site/dist', '0'], { cwd: ROOT });
  address = String((await once(server.stdout, 'data'))[0]).trim();
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], protocolTimeout: 300_000 });
});
after(async () => {
  await browser?.close();
  server?.kill();
});

async function visit(path, { motion = 'no-preference', fails = null } = {}) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: motion }]);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  if (fails) {
    await page.setRequestInterception(true);
    page.on('request', (request) => (request.url().includes(fails) ? request.respond({ status: 404 }) : request.continue()));
  }
  await page.goto(address + path);
  return { page, errors };
}

const playing = (page) => page.evaluate(() => [...document.querySelectorAll('gridscope-run')].filter((run) => run.playing).length);

test('the first map plays, and each cell of the flag is a search', async () => {
  const { page, errors } = await visit('');
  await page.waitForFunction('first.run && first.run.now > 20', { timeout: 20_000 });
  const flag = await (await page.waitForSelector('.flag')).boundingBox();
  const [x, y] = [flag.x + flag.width / 2, flag.y + flag.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 30 * 2, y, { steps: 4 });
  await page.waitForFunction(`document.querySelector('.player p').textContent.includes('(19,12)')`, { timeout: 10_000 });
  await page.mouse.up();
  const [at, length] = await page.evaluate('[first.run.now, first.run.length]');
  assert.equal(at, length, 'the search to the new cell is done');
  assert.equal(await page.$('.flag.fresh'), null, 'the bubble is gone');
  await page.focus('.flag');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(`document.querySelector('.player p').textContent.includes('(19,11)')`, { timeout: 10_000 });
  assert.deepEqual(errors, []);
  await page.close();
});

test('a card plays under the pointer, and nothing else does', async () => {
  const { page, errors } = await visit('');
  await page.waitForFunction('first.playing', { timeout: 20_000 });
  for (const card of await page.$$('.cards a')) {
    await card.hover();
    await page.waitForFunction((link) => link.querySelector('gridscope-run').playing, { timeout: 20_000 }, card);
    assert.equal(await playing(page), 1);
  }
  await page.mouse.move(5, 5);
  await page.waitForFunction('first.playing', { timeout: 5_000 });
  assert.equal(await playing(page), 1);
  assert.deepEqual(errors, []);
  await page.close();
});

test('with less motion the deciding event stands still', async () => {
  const { page } = await visit('', { motion: 'reduce' });
  await page.waitForFunction(`first.run?.now === ${DECIDING}`, { timeout: 20_000 });
  assert.equal(await page.$eval('.toggle', (button) => button.getAttribute('aria-label')), 'Play');
  assert.equal(await playing(page), 0);
  await page.close();
});

test('without a recording the still stays and a line says why', async () => {
  const { page } = await visit('', { fails: '/flag/' });
  await page.waitForFunction(`document.querySelector('.player p').textContent.includes('404')`, { timeout: 20_000 });
  assert.ok(await page.$eval('#first picture', (picture) => picture.getBoundingClientRect().width > 700));
  await page.close();
});

test('players of an article step, show cells, and play one at a time', async () => {
  for (const name of ['two-shortest-paths', 'shadows', 'where-will-they-go']) {
    const { page, errors } = await visit(`article/${name}/`);
    const players = await page.$$('gridscope-run');
    assert.ok(players.length >= 5, name);
    for (const player of players) {
      await player.evaluate((run) => run.scrollIntoView());
      await page.waitForFunction((run) => run.run, { timeout: 20_000 }, player);
    }
    await players[0].evaluate((run) => run.seek(3));
    await players[0].focus();
    await (await players[0].$('.next')).click();
    assert.equal(await players[0].evaluate((run) => run.at), 4);
    await page.click('a.cell');
    assert.equal(await page.$$eval('gridscope-run', (runs) => runs.filter((run) => run.map.picked >= 0).length), 1);
    await page.evaluate(() => { for (const run of document.querySelectorAll('gridscope-run')) run.play(); });
    assert.equal(await playing(page), 1);
    assert.deepEqual(errors, []);
    await page.close();
  }
});
