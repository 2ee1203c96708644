// A browser without a screen, and the server of the page.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';

const ROOT = new URL('../..', import.meta.url).pathname;
export const LOOKS = join(ROOT, 'target/web-looks/');

const FLAGS = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--use-gl=angle',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

// Serves web/dist. Resolves with the address.
function serve() {
  const server = spawn('python3', ['scripts/serve.py', 'web/dist', '0'], { cwd: ROOT });
  const address = new Promise((resolve, reject) => {
    server.stdout.once('data', (line) => resolve(String(line).trim()));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { server, address };
}

// Starts both. `close` ends them.
export async function launch() {
  mkdirSync(LOOKS, { recursive: true });
  const { server, address } = serve();
  const profile = mkdtempSync(join(tmpdir(), 'gridscope-'));
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await puppeteer.launch({ executablePath, headless: true, userDataDir: profile, args: FLAGS, protocolTimeout: 300_000 });
  return {
    browser,
    address: await address,
    async close() {
      await browser.close();
      server.kill();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// Opens an address. The result records all requests and errors.
export async function visit({ browser, address }, path, { width, height }) {
  const page = await browser.newPage();
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
export async function open(at, path = '', { width = 1440, height = 820 } = {}) {
  const { page, seen } = await visit(at, path, { width, height });
  await page.waitForFunction('window.gridscope || window.failed', { timeout: 120_000 });
  await settled(page);
  return { page, seen };
}

// Waits until the window draws no more frames by itself.
export async function settled(page) {
  let before = -1;
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await page.evaluate('window.gridscope?.frames()[0] ?? 0');
    if (now === before) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('the window draws without end');
}

// The moment that the window shows.
export const moment = (page) => page.evaluate('({ at: gridscope.at, length: gridscope.length, sentence: gridscope.sentence })');
