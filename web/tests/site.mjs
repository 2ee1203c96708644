// The site in a browser: what axe-core finds, what a first visit costs, and what works without scripts. Needs site/dist
// (scripts/site) and `npm ci` here. It is served below a deep path, as on a host of many sites.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import puppeteer from 'puppeteer-core';

const DIST = new URL('../../site/dist/', import.meta.url).pathname;
const BELOW = '/some/deep/path/';
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.woff2': 'font/woff2', '.wasm': 'application/wasm', '.json': 'application/json',
};
const PACKED = new Set(['.html', '.js', '.css', '.svg', '.json', '.wasm']);
const SERIOUS = ['serious', 'critical'];
// Kinds of pages, with the largest number of bytes before their first picture.
const KINDS = [
  ['', 150_000], ['learn/', 200_000], ['l/hello/', 120_000], ['l/secret-door/', 120_000], ['l/explore-cave/', 120_000],
  ['docs/', 60_000], ['docs/formats/', 60_000], ['article/', 200_000], ...['two-shortest-paths', 'shadows', 'where-will-they-go'].map((name) => [`article/${name}/`, 200_000]), ['404.html', 60_000],
].filter(([path]) => existsSync(join(DIST, path, path.endsWith('.html') ? '' : 'index.html')));
const SIZES = { phone: [390, 844], tablet: [820, 1180], desk: [1440, 900] };

let [server, browser, address, axe] = [];
before(async () => {
  axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://here');
    let file = join(DIST, decodeURIComponent(pathname.slice(BELOW.length)));
    if (!pathname.startsWith(BELOW) || !existsSync(file)) return response.writeHead(404).end();
    if (statSync(file).isDirectory()) file = join(file, 'index.html');
    if (!existsSync(file)) return response.writeHead(404).end();
    const kind = extname(file);
    const packs = PACKED.has(kind);
    const headers = { 'Content-Type': TYPES[kind] ?? 'application/octet-stream', 'Access-Control-Allow-Origin': '*' };
    const content = () => {
      const bytes = readFileSync(file);
      // The page for what is missing has the address that the site was built for.
      return pathname.endsWith('404.html') ? Buffer.from(bytes.toString().replace(/<base href="[^"]*">/, `<base href="${BELOW}">`)) : bytes;
    };
    response.writeHead(200, packs ? { ...headers, 'Content-Encoding': 'gzip' } : headers);
    return response.end(packs ? gzipSync(content()) : content());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}${BELOW}`;
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], protocolTimeout: 300_000 });
});
after(async () => {
  await browser?.close();
  server?.close();
});

// Opens a page of the site. `seen` has the bytes and requests up to the first picture, or those of a page without one.
async function visit(path, { size = 'desk', scheme = 'dark', scripts = true, motion = 'no-preference' } = {}) {
  const page = await browser.newPage();
  const [width, height] = SIZES[size];
  await page.setViewport({ width, height });
  await page.setJavaScriptEnabled(scripts);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: motion }]);
  const seen = { bytes: 0, requests: 0, pictures: 0, others: [], faults: [] };
  const pictures = new Set();
  const client = await page.createCDPSession();
  await client.send('Network.enable');
  client.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    if (type === 'Image' && !url.includes('icon')) pictures.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (seen.pictures > 0) return;
    seen.bytes += encodedDataLength;
    seen.requests += 1;
    seen.pictures += pictures.has(requestId);
  });
  client.on('Network.requestWillBeSent', ({ request: { url } }) => { if (!url.startsWith(address) && !/^(data|blob):/.test(url)) seen.others.push(url); });
  page.on('pageerror', (error) => seen.faults.push(String(error)));
  page.on('response', (response) => { if (response.status() >= 400) seen.faults.push(`${response.status()} ${response.url()}`); });
  await page.evaluateOnNewDocument(() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address + path, { waitUntil: 'load' });
  return { page, seen };
}

const rest = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const framed = (page) => page.waitForFrame((frame) => frame.url().includes('player.html'));

test('axe finds nothing serious on any kind of page', async () => {
  for (const [path] of KINDS) {
    for (const [size, scheme] of [['desk', 'dark'], ['desk', 'light'], ['phone', 'light']]) {
      const { page } = await visit(path, { size, scheme });
      // Animations of the page would be caught half way.
      await rest(300);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run({ iframes: false }));
      const found = violations.filter(({ impact }) => SERIOUS.includes(impact))
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      assert.deepEqual(found, [], `${path} ${size} ${scheme}`);
      await page.close();
    }
  }
});

test('the first picture is there within its budget, and nothing jumps', async () => {
  for (const [path, budget] of KINDS) {
    for (const size of Object.keys(SIZES)) {
      const { page, seen } = await visit(path, { size });
      await rest(1500);
      const shift = await page.evaluate('window.shift');
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      console.log(`${path || 'front'}, ${size}: ${seen.bytes} bytes and ${seen.requests} requests to the first picture, shift ${shift.toFixed(3)}`);
      assert.ok(seen.bytes <= budget, `${path} needs ${seen.bytes} bytes; expected at most ${budget}`);
      assert.ok(shift < 0.1, `${path}: layout shift of ${shift}`);
      assert.ok(!wide, `${path} is wider than its window of ${SIZES[size][0]}`);
      assert.deepEqual(seen.others, [], 'other hosts are asked for nothing');
      assert.deepEqual(seen.faults, [], path);
      await page.close();
    }
  }
});

test('a lesson is whole without scripts', async () => {
  const { page } = await visit('l/hello/', { scripts: false, size: 'phone' });
  const found = await page.evaluate(() => ({
    still: document.querySelector('.still img').naturalWidth > 0,
    slides: document.querySelectorAll('.slide h2').length,
    answers: document.querySelectorAll('.ask details').length,
    moments: [...document.querySelectorAll('.moment')].every((link) => /app\/#lesson=hello&at=\d+$/.test(link.href)),
    frames: document.querySelectorAll('iframe').length,
  }));
  assert.deepEqual(found, { still: true, slides: 5, answers: 1, moments: true, frames: 0 });
  await page.close();
});

test('all lessons are listed without scripts', async () => {
  const { page } = await visit('learn/', { scripts: false });
  const links = await page.$$eval('.cards a', (all) => all.length);
  assert.equal(links, Number((await page.$eval('#library', (title) => title.textContent)).match(/\d+/)[0]));
  await page.close();
});

test('the player plays by itself, and the page follows it', async () => {
  const { page, seen } = await visit('l/secret-door/');
  const frame = await framed(page);
  await frame.waitForSelector('html[data-ready]');
  const count = () => page.$eval('.rail .at span', (span) => Number(span.textContent.replace(/,/g, '')));
  await page.waitForFunction(() => document.querySelector('.rail .at span').textContent !== '169');
  await page.$eval('.slide:nth-of-type(3) .moment', (link) => link.click());
  await page.waitForFunction(() => document.querySelector('.now').href.endsWith('&at=168'));
  assert.equal(await count(), 168);
  assert.equal(await frame.$eval('#count', (output) => output.textContent), '168 of 175');
  await rest(500);
  assert.equal(await count(), 168, 'a click ends what plays by itself');
  assert.deepEqual(seen.faults, []);
  await page.close();
});

test('with less motion the player stands at the moment of the picture', async () => {
  const { page } = await visit('l/secret-door/', { motion: 'reduce' });
  const frame = await framed(page);
  await frame.waitForSelector('html[data-ready]');
  await rest(600);
  assert.equal(await frame.$eval('#count', (output) => output.textContent), '169 of 175');
  await page.close();
});

test('the library is searched by words and topics', async () => {
  const { page } = await visit('learn/');
  await page.type('.filters input', 'secret door');
  const shown = () => page.$$eval('.cards li:not([hidden]) a', (all) => all.map((link) => link.getAttribute('href')));
  assert.ok((await shown()).includes('../l/secret-door/'));
  const before = (await shown()).length;
  await page.click('.groups button');
  assert.ok((await shown()).length <= before && (await shown()).length > 0);
  await page.close();
});

test('docs are searched by their sections', async () => {
  const { page } = await visit('docs/formats/');
  await page.type('.find input', 'keyframe trace');
  await page.waitForSelector('.found a');
  const link = await page.$eval('.found a', (found) => found.getAttribute('href'));
  await page.goto(new URL(link, page.url()).href);
  assert.ok(await page.evaluate(() => document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null), link);
  await page.close();
});
