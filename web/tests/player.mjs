// The player in other pages: as a frame, and in the article. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { LOOKS, launch, others, visit } from './browser.mjs';

const ROOM = '#####\n#G.X#\n#####\n';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const look = (page, name, options = {}) => page.screenshot({ path: `${LOOKS}${name}.png`, ...options });

// Opens the page as a frame and waits for the player.
async function frame(query, size = { width: 341, height: 452 }) {
  const { page, seen } = await visit(at, query, size);
  await page.waitForFunction('window.player?.length > 0 && window.player.shadowRoot.querySelector(".waiting") === null', { timeout: 60_000 });
  await pause(500);
  return { page, seen };
}

test('a frame shows a moment, and steps by buttons and keys', async () => {
  for (const theme of ['dark', 'light']) {
    const { page, seen } = await frame(`?embed&theme=${theme}#lesson=corners&at=80`);
    assert.deepEqual(await page.evaluate('[player.at, player.length]'), [80, 232]);
    assert.equal(await page.evaluate('player.sentence'), 'No step from (4,3) to (5,4): the diagonal would cut a corner.');
    await look(page, `embed-${theme}`);
    await page.evaluate('player.shadowRoot.querySelector(".next").click()');
    await page.waitForFunction('player.at === 81', { timeout: 5_000 });
    await page.evaluate('player.shadowRoot.querySelector(".back").focus()');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction('player.at === 80', { timeout: 5_000 });
    await page.keyboard.press('Home');
    await page.waitForFunction('player.at === 0', { timeout: 5_000 });
    await page.keyboard.press('t');
    await page.waitForFunction('player.at > 0', { timeout: 5_000 });
    await pause(400);
    assert.match(await page.evaluate('player.shadowRoot.querySelector("a").href'), /index\.html#(lesson=|gridscope:1:)/);
    assert.deepEqual([others(at, seen), seen.errors], [[], []]);
    await page.close();
  }
});

test('the map has the same keys, and the page around it the others', async () => {
  const { page } = await frame('?embed#lesson=corners&at=80');
  await page.mouse.click(100, 100);
  await page.evaluate('window.keys = []; addEventListener("keydown", (event) => keys.push(event.key))');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction('player.at === 81', { timeout: 5_000 });
  await page.keyboard.press('e');
  await page.keyboard.press('Delete');
  await pause(300);
  assert.deepEqual(await page.evaluate('keys.filter((key) => key === "e" || key === "Delete")'), ['e', 'Delete']);
  assert.equal(await page.evaluate('player.length'), 232, 'nothing was edited');
  await page.close();
});

test('functions of a player answer why, why not, select, seek and errors', async () => {
  const { page } = await frame('?embed#lesson=corners&at=80');
  assert.ok((await page.evaluate('player.why(1, 1)')).length > 0);
  assert.ok((await page.evaluate('player.whyNot(3, 3)')).sentence.length > 0);
  await page.evaluate('player.select(2, 1)');
  await page.evaluate(`window.told = []; player.addEventListener('moment', (event) => told.push(event.detail.at));
    player.addEventListener('error', (event) => { window.error = event.detail.message; });
    player.load(${JSON.stringify(ROOM)}, 'room.txt'); player.seek(2)`);
  await page.waitForFunction('player.at === 2 && player.length > 2', { timeout: 10_000 });
  assert.ok((await page.evaluate('told')).length > 0);
  await page.evaluate('player.load("{ not a scene", "broken.json")');
  await page.waitForFunction('window.error', { timeout: 10_000 });
  assert.match(await page.evaluate('error'), /broken\.json/);
  await page.close();
});

/** Opens an article of somebody else, which names a player and a scene. `answers` are further answers to
 * requests, by the end of their addresses. */
async function article(attributes, count = 1, answers = {}) {
  const page = await at.browser.newPage();
  await page.setViewport({ width: 900, height: 800 });
  await page.setRequestInterception(true);
  const body = `<!doctype html><meta charset="utf-8"><script type="module" src="${at.address}gridscope-player.js"></script><input id="own">
    ${`<gridscope-player ${attributes}></gridscope-player>`.repeat(count)}<div style="height:2000px">text</div>`;
  const own = { '/own.html': { contentType: 'text/html', body }, '/room.txt': { contentType: 'text/plain', body: ROOM }, ...answers };
  page.on('request', (request) => {
    const [, answer] = Object.entries(own).find(([end]) => request.url().endsWith(end)) ?? [];
    if (answer) request.respond(answer);
    else request.continue();
  });
  await page.goto(`${at.address}own.html`);
  return page;
}

/** Waits until the sentence of a page's player matches. */
const sentenceHas = (page, words) => page.waitForFunction(
  `document.querySelector('gridscope-player')?.shadowRoot?.querySelector('.sentence').textContent.includes(${JSON.stringify(words)})`, { timeout: 60_000 });

test('five players in an article: one plays, the wheel scrolls the article until a click', async () => {
  const page = await article('src="room.txt"', 5);
  await page.waitForFunction(`[...document.querySelectorAll('gridscope-player')].filter((player) => player.length > 0).length === 5`, { timeout: 120_000 });
  await pause(1_000);
  const figures = await page.$$('gridscope-player');
  await figures[0].scrollIntoView();
  await pause(300);
  const box = await figures[0].boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 80);
  const top = () => page.evaluate('scrollY');
  const before = await top();
  await page.mouse.wheel({ deltaY: 60 });
  await pause(400);
  assert.ok(await top() > before, 'the wheel scrolls the article');
  await figures[0].scrollIntoView();
  await pause(300);
  const again = await figures[0].boundingBox();
  await page.mouse.click(again.x + again.width / 2, again.y + 80);
  await pause(300);
  const there = await top();
  await page.mouse.wheel({ deltaY: -60 });
  await pause(400);
  assert.equal(await top(), there, 'after a click the wheel zooms the map');
  await page.evaluate(`for (const player of document.querySelectorAll('gridscope-player')) player.play()`);
  await pause(500);
  const playing = await page.evaluate(`[...document.querySelectorAll('gridscope-player')].filter((player) => player.shadowRoot.querySelector('.playing')).length`);
  assert.equal(playing, 1);
  await page.close();
});

test('a player in an article has no keyboard before a click, and gives it back', async () => {
  const page = await article('src="room.txt"');
  const player = (text) => page.evaluate(`(() => { const player = document.querySelector('gridscope-player'); return ${text}; })()`);
  await page.waitForFunction(`document.querySelector('gridscope-player').length > 0`, { timeout: 60_000 });
  await pause(1_500);
  assert.equal(await page.evaluate('document.activeElement.localName'), 'body');
  await page.keyboard.press('Space');
  await pause(800);
  assert.ok(await page.evaluate('scrollY') > 0, 'Space scrolls the article');
  assert.equal(await player(`player.shadowRoot.querySelector('.playing')`), null);
  await page.evaluate('scrollTo(0, 0)');
  await pause(800);
  const map = await (await page.evaluateHandle(`document.querySelector('gridscope-player').shadowRoot.querySelector('.map')`)).asElement().boundingBox();
  assert.ok(map.height >= 3 * 26 && map.height <= 0.7 * 800, `${map.height}`);
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
  const before = await player('player.at');
  await page.keyboard.press('Home');
  await pause(300);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(`document.querySelector('gridscope-player').at === 1`, { timeout: 5_000 });
  assert.notEqual(before, 1);
  await page.keyboard.press('Escape');
  await pause(300);
  assert.equal(await page.evaluate('document.activeElement.localName'), 'body');
  await page.close();
});

test('a player shows a still before its program is there, and says why it cannot load', async () => {
  const page = await article('src="room.txt"');
  await page.waitForFunction(`document.querySelector('gridscope-player')?.shadowRoot.querySelector('.still')?.width === 240`, { timeout: 20_000 });
  await page.close();
  const other = await article('src="https://example.invalid/room.txt"');
  await other.waitForFunction(`document.querySelector('gridscope-player').shadowRoot.querySelector('.sentence').textContent.includes('Access-Control-Allow-Origin')`, { timeout: 60_000 });
  await other.close();
});

test('a player says that its program is missing', async () => {
  const page = await article('src="room.txt"', 1, { '/gridscope.js': { status: 404 } });
  await sentenceHas(page, 'gridscope cannot be fetched');
  await page.close();
});

/** Starts another host, which allows no other page to read it. It has a page with this body, and a map. */
async function host(body) {
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', url === '/' ? 'text/html' : 'text/plain');
    response.end(url === '/' ? body : ROOM);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
}

const playerOf = (player) => `<script type="module" src="${at.address}gridscope-player.js"></script>${player}`;

test('a player on another host plays', async () => {
  const { server, address } = await host(playerOf('<gridscope-player src="room.txt"></gridscope-player>'));
  const page = await at.browser.newPage();
  await page.goto(address);
  await page.waitForFunction(`document.querySelector('gridscope-player')?.length > 0`, { timeout: 60_000 });
  await page.close();
  server.close();
});

test('a sandboxed frame plays, or says what it lacks', async () => {
  for (const [player, expression] of [
    ['<gridscope-player>lesson=corners</gridscope-player>', 'player.length > 0'],
    ['<gridscope-player src="/room.txt"></gridscope-player>', `player.shadowRoot.querySelector('.sentence').textContent.includes('a sandbox without allow-same-origin')`],
  ]) {
    const { server, address } = await host(`<iframe sandbox="allow-scripts" width="800" height="500" srcdoc='${playerOf(player)}'></iframe>`);
    const page = await at.browser.newPage();
    await page.goto(address);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await frame.waitForFunction(`(() => { const player = document.querySelector('gridscope-player'); return player?.shadowRoot && ${expression}; })()`, { timeout: 30_000 });
    await page.close();
    server.close();
  }
});
