// Accessibility rules that axe-core can check, on the page, on the article, and on pages that play. Needs web/dist
// (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { players } from '../dist/build.js';
import { command, launch, open, settled, visit } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SERIOUS = ['serious', 'critical'];

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

// Returns what axe finds serious, with the first elements of each finding.
async function found(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run());
  const serious = violations.filter(({ impact }) => SERIOUS.includes(impact));
  return serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

// Changes the system's wish, and waits until colours that fade have changed.
async function prefer(page, value) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

test('axe finds nothing serious in any arrangement of the window', async () => {
  const { page } = await open(at, '#lesson=hello&at=723');
  assert.deepEqual(await found(page), []);
  for (const title of ['Debug', 'Edit the map', 'Lessons…']) {
    await command(page, title);
    await settled(page);
    assert.deepEqual(await found(page), [], title);
  }
  await page.close();
});

test('axe finds nothing serious on a phone', async () => {
  const { page } = await open(at, '#lesson=hello', { width: 390, height: 844 });
  assert.deepEqual(await found(page), []);
  await page.close();
});

test('axe finds nothing serious in the article, light and dark', async () => {
  const { page } = await visit(at, 'demo/article.html', { width: 1200, height: 900 });
  for (const value of ['light', 'dark']) {
    await prefer(page, value);
    assert.deepEqual(await found(page), [], value);
  }
  await page.close();
});

test('axe finds nothing serious in pages that play', { skip: players.length === 0 && 'the page was built without players' }, async () => {
  for (const id of ['hello', ...players.slice(0, 3)]) {
    const { page } = await visit(at, `players/${id}.html`, { width: 900, height: 900 });
    await page.waitForSelector('html[data-ready]');
    for (const value of ['light', 'dark']) {
      await prefer(page, value);
      assert.deepEqual(await found(page), [], `${id}, ${value}`);
    }
    await page.close();
  }
});
