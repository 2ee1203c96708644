// The page before its window, and without it. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { launch, look, newTab, others, until } from './browser.mjs';
import { pictures, players, runs } from '../dist/build.js';

const SCENE = {
  format: 'gridscope-scene', version: 1, legend: { '#': 'wall', '.': 'floor', '+': 'door' }, rows: ['########', '#..+...#', '#.##.#.#', '#......#', '########'],
  actors: [{ kind: 'guard', at: [1, 1] }, { kind: 'goal', at: [6, 3] }], run: { algorithm: 'astar' },
};
const LOG = '{"format":"gridscope-trace","version":2,"map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1]}\n{"event":"expand","at":[1,1]}\n';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Opens an address whose program never arrives, or in a browser without WebGL. Records requests, errors and refusals. */
async function page(path, { waits = false, hasWebGl = true } = {}) {
  const opened = await newTab(at.browser);
  await opened.setViewport({ width: 1440, height: 900 });
  const seen = { requests: [], errors: [] };
  opened.on('request', (request) => seen.requests.push(request.url()));
  opened.on('console', (message) => { if (message.type() === 'error') seen.errors.push(message.text()); });
  if (!hasWebGl) {
    await opened.evaluateOnNewDocument(() => {
      const context = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind.startsWith('webgl') ? null : context.call(this, kind, ...rest); };
    });
  }
  if (waits) {
    await opened.setRequestInterception(true);
    opened.on('request', (request) => { if (!request.url().endsWith('.wasm')) request.continue(); });
  }
  await opened.goto(at.address + path, { waitUntil: 'domcontentloaded' });
  return { opened, seen };
}

test('the picture of the lesson of the address is shown while the program loads', { skip: pictures.length === 0 && 'the page was built without pictures' }, async () => {
  for (const id of ['hello', ...pictures.slice(0, 2)]) {
    const { opened, seen } = await page(`#lesson=${id}`, { waits: true });
    await until(opened, '!document.getElementById("picture").hidden', 'the picture');
    await until(opened, 'document.querySelector("#picture svg, #picture canvas")');
    await look(opened, `loading-${id}`);
    assert.deepEqual([others(at, seen), seen.errors], [[], []]);
    await opened.close();
  }
});

/** Links, each with the place of its picture. */
const LINKS = [
  ['lesson', '#lesson=curious-guards&at=40'],
  ['scene', `#gridscope:1:${deflateSync(JSON.stringify(SCENE)).toString('base64url')}`],
  ['log', `#gridscope:2:${deflateSync(LOG).toString('base64url')}&at=2`],
  ['embed', '?embed#lesson=secret-door&at=40'],
];

test('each link shows its picture within 120 kB, before the program', { skip: runs.length === 0 && 'the page was built without players' }, async () => {
  for (const [kind, path] of LINKS) {
    const { opened, seen } = await page('', { waits: true });
    const client = await opened.createCDPSession();
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    // The font comes after the picture.
    const counted = new Set();
    await opened.goto('about:blank');
    client.on('Network.requestWillBeSent', ({ requestId, request }) => { if (!request.url.endsWith('.woff2')) counted.add(requestId); });
    client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => { bytes += counted.has(requestId) ? encodedDataLength : 0; });
    await opened.goto(at.address + path, { waitUntil: 'domcontentloaded' });
    const picture = kind === 'embed' ? 'document.querySelector("gridscope-player")?.shadowRoot.querySelector(".still")' : 'document.querySelector("#picture:not([hidden]) canvas")';
    await until(opened, `(${picture}?.width ?? 300) !== 300`, `the picture of a ${kind}`);
    // The browser reports what it has received a moment later.
    await new Promise((resolve) => setTimeout(resolve, 300));
    console.log('bytes up to the picture', kind, bytes);
    assert.ok(bytes > 10_000 && bytes <= 120_000, `${kind}: ${bytes}`);
    await look(opened, `picture-${kind}`);
    assert.deepEqual([others(at, seen), seen.errors], [[], []]);
    await opened.close();
  }
});

test('without WebGL 2 the lesson of the address plays as a page', { skip: players.length === 0 && 'the page was built without players' }, async () => {
  const { opened, seen } = await page('#lesson=secret-door', { hasWebGl: false });
  await until(opened, 'window.failed');
  const frame = await (await opened.waitForSelector('#picture iframe')).contentFrame();
  await frame.waitForSelector('html[data-ready]');
  const count = () => frame.$eval('#count', (element) => element.textContent);
  const before = await count();
  await frame.click('#next');
  assert.notEqual(await count(), before);
  await look(opened, 'no-webgl-player');
  assert.match(await opened.evaluate('failed'), /no WebGL 2.*step through/);
  assert.deepEqual([others(at, seen), seen.errors], [[], []]);
  await opened.close();
});

test('without WebGL 2 a scene of an address gets a sentence', async () => {
  const { opened } = await page('#gridscope:1:abc', { hasWebGl: false });
  await until(opened, 'window.failed');
  assert.match(await opened.evaluate('failed'), /Switch it on/);
  assert.equal(await opened.$('iframe'), null);
  await opened.close();
});

test('the policy of the page allows no code but its own and the program', async () => {
  const { opened, seen } = await page('', { waits: true });
  const policy = await opened.$eval('meta[http-equiv]', (meta) => meta.content);
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/);
  assert.ok(!/'unsafe-(eval|inline)'/.test(policy), policy);
  const ran = await opened.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.ran = true');
    document.body.append(button);
    button.click();
    return window.ran === true;
  });
  assert.equal(ran, false);
  assert.deepEqual(others(at, seen), []);
  await opened.close();
});
