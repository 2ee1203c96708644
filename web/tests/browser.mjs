// A browser without a screen, and the server of the page.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

const ROOT = new URL('../..', import.meta.url).pathname;
export const LOOKS = join(ROOT, 'target/web-looks/');

const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--use-gl=angle',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

// Serves web/dist, or another folder. Resolves with the address.
export function serve(folder = 'web/dist') {
  const server = spawn('python3', ['scripts/serve.py', folder, '0'], { cwd: ROOT });
  const address = new Promise((resolve, reject) => {
    server.stdout.once('data', (line) => resolve(String(line).trim()));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { server, address };
}

// Starts both. `close` ends them.
export async function launch(folder) {
  mkdirSync(LOOKS, { recursive: true });
  const { server, address } = serve(folder);
  const profile = mkdtempSync(join(tmpdir(), 'gridscope-'));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await puppeteer.launch({ executablePath, headless: true, userDataDir: profile, args: FLAGS, protocolTimeout: 300_000 });
  return {
    browser,
    server,
    address: await address,
    async close() {
      await browser.close();
      server.kill();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// Opens a tab, of the browser or of a context of it. Only a test of the service worker has one, since it answers in the place of
// the server.
export async function newTab(browser, keeps = false) {
  const page = await browser.newPage();
  if (!keeps) await page.evaluateOnNewDocument('delete Navigator.prototype.serviceWorker');
  return page;
}

// Opens an address in a new tab. The result records all requests and errors.
export async function visit({ browser, address }, path, { width, height, keeps = false }) {
  const page = await newTab(browser, keeps);
  await page.setViewport({ width, height });
  const seen = { requests: [], errors: [] };
  page.on('request', (request) => seen.requests.push(request.url()));
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') seen.errors.push(message.text()); });
  await page.goto(address + path);
  return { page, seen };
}

// Returns the addresses of other hosts that were requested.
export const others = ({ address }, seen) =>
  seen.requests.filter((url) => !url.startsWith(address) && !/^(data|blob):/.test(url));

// Opens the page, and waits for its window.
// Without a path it is the first lesson as it opens by its link, which does not play.
export async function open(at, path = '#lesson=hello', { width = 1440, height = 820, keeps = false } = {}) {
  const { page, seen } = await visit(at, path, { width, height, keeps });
  await page.waitForFunction('window.gridscope || window.failed', { timeout: 120_000 });
  await settled(page);
  return { page, seen };
}

// Waits until the window draws no more frames by itself. The browser has had time for a frame before each look.
export async function settled(page) {
  let before = -1;
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await page.evaluate(() => new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.gridscope?.frames()[0] ?? 0)));
    }));
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('the window draws without end');
}

// The moment that the window shows.
export const moment = (page) => page.evaluate('({ at: gridscope.at, length: gridscope.length, sentence: gridscope.sentence })');

// A folder for files, which is removed with the process.
export function folder() {
  const made = mkdtempSync(join(tmpdir(), 'gridscope-files-'));
  process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

// A visitor with storage of its own, as in another browser. It may use the clipboard.
export async function alone({ browser, address }) {
  const context = await browser.createBrowserContext();
  const rights = ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'];
  await context.overridePermissions(new URL(address).origin, rights);
  return { browser: context, address, close: () => context.close() };
}

// Takes a picture, to be looked at.
export const look = (page, name, options = {}) => page.screenshot({ path: `${LOOKS}${name}.png`, ...options });

// Waits for a condition, and names it if it does not come true.
export async function until(page, condition, what = condition, timeout = 20_000) {
  await page.waitForFunction(condition, { timeout, polling: 100 }).catch(() => { throw new Error(`not within ${timeout} ms: ${what}`); });
}

// Waits for a condition outside of the page. Returns its value.
export async function eventually(condition, what, timeout = 20_000) {
  for (const end = Date.now() + timeout; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const value = await condition();
    if (value) return value;
  }
  throw new Error(`not within ${timeout} ms: ${what}`);
}

// Presses keys together, such as `Control+Shift+KeyZ`.
export async function press(page, keys) {
  const all = keys.split('+');
  const last = all.pop();
  for (const key of all) await page.keyboard.down(key);
  await page.keyboard.press(last);
  for (const key of all.reverse()) await page.keyboard.up(key);
}

// Performs a command of the menus, and waits until it is drawn.
export async function command(page, title) {
  if (!await page.evaluate((title) => gridscope.command(title), title)) throw new Error(`there is no command ${title}`);
  await settled(page);
}

// Drops files of this machine on the page, as a person does from a folder.
export async function drop(page, files, { x = 600, y = 400 } = {}) {
  const client = await page.createCDPSession();
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, x, y, data });
  await client.detach();
}

// Puts content on the clipboard and presses the keys for pasting. `type` is `text/plain` or `image/png`.
export async function paste(page, content, type = 'text/plain') {
  await page.bringToFront();
  await page.evaluate(async (content, type) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })]);
  }, Buffer.from(content).toString('base64'), type);
  await press(page, 'Control+KeyV');
}

// Performs a command that copies, and returns the text on the clipboard.
export async function copied(page, title) {
  await page.bringToFront();
  await page.evaluate('navigator.clipboard.writeText("")');
  await command(page, title);
  return eventually(() => page.evaluate('navigator.clipboard.readText()'), `a text after ${title}`);
}

// Lets the page download files into a folder. The result waits for a file of that name, and returns its path.
export async function downloads(page, into) {
  const client = await page.createCDPSession();
  const { targetInfo } = await client.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: into, browserContextId });
  return (name, timeout) => eventually(() => {
    const path = join(into, name);
    return existsSync(path) && !readdirSync(into).some((other) => other.endsWith('.crdownload')) && path;
  }, `the download ${name}`, timeout ?? 240_000);
}
