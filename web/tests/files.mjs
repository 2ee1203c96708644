// Files of the page: dropped, pasted, exported, and opened again. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { alone, command, copied, downloads, drop, folder, launch, look, moment, open, paste, press, settled, until } from './browser.mjs';

const SAMPLES = new URL('../../tests/data/samples/', import.meta.url).pathname;
const TRACE = new URL('../../tests/data/corridor.trace.jsonl', import.meta.url).pathname;
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47];
const FOLDER = folder();

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Waits for another scene, and returns the moment. */
async function opened(page, title) {
  await until(page, `document.title.startsWith(${JSON.stringify(title)}) && gridscope.length > 0`, `the scene ${title}`);
  await settled(page);
  return moment(page);
}

/** Returns the width of the open map. */
const width = async (page) => (await copied(page, 'Copy map as text')).split('\n').find((line) => line.includes('#')).length;

/** Opens the page for a visitor of its own. */
async function fresh(path) {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor, path);
  return { page, seen, close: () => visitor.close() };
}

test('a dropped scene opens at its moment', async () => {
  const { page, seen, close } = await fresh();
  const lesson = JSON.parse(readFileSync(new URL('../../presets/corners.scene.json', import.meta.url), 'utf8'));
  const file = join(FOLDER, 'dropped.scene.json');
  writeFileSync(file, JSON.stringify({ ...lesson, title: 'Dropped', run: { ...lesson.run, at: 80 } }));
  await drop(page, [file]);
  assert.equal((await opened(page, 'Dropped')).at, 80);
  await look(page, 'drop-scene');
  assert.deepEqual(seen.errors, []);
  await close();
});

test('a dropped log packed with gzip opens', async () => {
  const { page, seen, close } = await fresh();
  const file = join(FOLDER, 'corridor.trace.jsonl.gz');
  writeFileSync(file, gzipSync(readFileSync(TRACE)));
  await drop(page, [file]);
  const { length } = await opened(page, 'mine');
  assert.ok(length > 0 && length !== 824, String(length));
  await look(page, 'drop-log');
  assert.deepEqual(seen.errors, []);
  await close();
});

test('a dropped picture opens as a map', async () => {
  const { page, seen, close } = await fresh();
  await drop(page, [`${SAMPLES}pictures/room-rgb.png`]);
  await until(page, 'document.title.startsWith("room-rgb")');
  await settled(page);
  await look(page, 'drop-png');
  assert.equal(await width(page), 8);
  assert.deepEqual(seen.errors, []);
  await close();
});

test('a dropped Tiled map opens', async () => {
  const { page, seen, close } = await fresh();
  await drop(page, [`${SAMPLES}tiled/room.tmx`]);
  assert.equal((await opened(page, 'room')).length, 101);
  await look(page, 'drop-tmx');
  assert.deepEqual(seen.errors, []);
  await close();
});

for (const files of [['tiled/room.tmx', 'tiled/tiles.png'], ['odd/external.tmx', 'odd/tiles.tsx', 'odd/tiles.png']]) {
  test(`a Tiled map opens that is dropped together with ${files.slice(1).join(' and ')}`, async () => {
    const { page, close } = await fresh();
    await drop(page, files.map((file) => SAMPLES + file));
    try {
      await opened(page, files[0].split('/')[1].split('.')[0]);
      await look(page, `drop-${files[0].split('/')[0]}-all`);
      const before = (await moment(page)).at;
      await press(page, 'ArrowLeft');
      await until(page, `gridscope.at === ${before - 1}`, 'a step back, which an open dialog prevents', 3_000);
    } finally {
      await close();
    }
  });
}

test('a map is pasted as text', async () => {
  const { page, seen, close } = await fresh();
  await paste(page, '#######\n#G...X#\n#######\n');
  await until(page, 'gridscope.length > 0 && gridscope.length < 100', 'the pasted map');
  await settled(page);
  await look(page, 'paste-text');
  assert.equal(await width(page), 7);
  assert.deepEqual(seen.errors, []);
  await close();
});

test('a picture is pasted as a map', async () => {
  const { page, seen, close } = await fresh();
  await paste(page, readFileSync(`${SAMPLES}pictures/room-rgb.png`), 'image/png');
  await until(page, 'gridscope.length !== 824', 'the pasted picture');
  await settled(page);
  await look(page, 'paste-picture');
  assert.equal(await width(page), 8);
  assert.deepEqual(seen.errors, []);
  await close();
});

// The tests of exports take minutes.
const skip = process.env.GRIDSCOPE_THOROUGH !== '1' && 'GRIDSCOPE_THOROUGH=1 runs it';

/** Place of each kind of export in its dialog, and of the button for its other format, in a window of 1440×820. */
const KINDS = { picture: [434, 125], animation: [513, 125], page: [671, 125], table: [762, 125], handout: [832, 125], card: [918, 125] };
const OTHER = { picture: [503, 277], animation: [502, 311], table: [500, 211], card: [503, 277] };
const starts = (...bytes) => (file) => assert.deepEqual([...file.subarray(0, bytes.length)], bytes);
const contains = (text) => (file) => assert.ok(file.toString().includes(text), text);
const EXPORTS = [
  ['picture', false, 'four-rules-for-corners.png', starts(...PNG_SIGNATURE)],
  ['picture', true, 'four-rules-for-corners.svg', contains('<svg')],
  ['animation', false, 'four-rules-for-corners.gif', starts(0x47, 0x49, 0x46, 0x38)],
  ['animation', true, 'four-rules-for-corners.apng', (file) => { starts(...PNG_SIGNATURE)(file); contains('acTL')(file); }],
  ['page', false, 'four-rules-for-corners.html', contains('Content-Security-Policy')],
  ['table', false, 'four-rules-for-corners-expansions.csv', contains('order,cell,g,h,f')],
  ['table', true, 'four-rules-for-corners-expansions.md', contains('| order |')],
  ['handout', false, 'four-rules-for-corners-handout.html', contains('<svg')],
  ['card', false, 'four-rules-for-corners-card.png', starts(...PNG_SIGNATURE)],
  ['card', true, 'four-rules-for-corners-card.svg', contains('<svg')],
];

test('each kind of export is downloaded', { skip }, async () => {
  const { page, seen, close } = await fresh('#lesson=corners&at=80');
  const into = folder();
  const waits = await downloads(page, into);
  for (const [kind, isOther, name, check] of EXPORTS) {
    await command(page, 'Export…');
    await page.mouse.click(...KINDS[kind]);
    await settled(page);
    if (isOther) await page.mouse.click(...OTHER[kind]);
    await settled(page);
    if (!isOther) await look(page, `export-${kind}`);
    await press(page, 'Enter');
    check(readFileSync(await waits(name)));
    await settled(page);
  }
  // What a browser shows is looked at, too.
  for (const [, , name] of EXPORTS.filter(([, , name]) => /html|svg|gif/.test(name))) {
    const shown = await at.browser.newPage();
    await shown.goto(`file://${join(into, name)}`);
    await look(shown, `exported-${name.replace(/^four-rules-for-corners-?/, '').replace('.', '-')}`);
    await shown.close();
  }
  assert.deepEqual(seen.errors, []);
  await close();
});

/** Endings of the formats for maps, in the order of the dialog. */
const MAPS = ['scene.json', 'txt', 'tmx', 'tmj', 'ldtk', 'tscn', 'xp', 'png', 'csv', 'npy', 'map', 'yaml'];
/** Files that are written beside a map, and dropped with it. */
const BESIDE = { yaml: ['pgm'] };
/** Formats that are only written. */
const WRITTEN = ['tscn'];
/** Formats of numbers alone: the page asks what they mean. Place of *tile numbers*, which answers all. */
const ANSWERS = { npy: [[579, 150]] };

test('maps of other programs are downloaded, and opened again', { skip }, async () => {
  const { page, seen, close } = await fresh('#lesson=one-way-window');
  const into = folder();
  const waits = await downloads(page, into);
  const title = (await page.title()).replace(/ · gridscope$/, '');
  const stem = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const columns = await width(page);
  const again = await fresh('#lesson=hello');
  for (const [index, ending] of MAPS.entries()) {
    await command(page, 'Export map…');
    await page.mouse.click(290, 200 + 28 * index);
    await settled(page);
    await look(page, `export-map-${ending.replace('.', '-')}`);
    await press(page, 'Enter');
    const file = await waits(`${stem}.${ending}`);
    await settled(page);
    for (const other of BESIDE[ending] ?? []) await waits(`${stem}.${other}`);
    if (WRITTEN.includes(ending)) continue;
    const before = await again.page.evaluate('gridscope.revision');
    await drop(again.page, [file, ...(BESIDE[ending] ?? []).map((other) => join(into, `${stem}.${other}`))]);
    for (const answer of ANSWERS[ending] ?? []) {
      await settled(again.page);
      await look(again.page, `reopening-${ending}`);
      await again.page.mouse.click(...answer);
    }
    await until(again.page, `gridscope.revision !== ${JSON.stringify(before)}`, `${file} opens`);
    await settled(again.page);
    await look(again.page, `reopened-${ending.replace('.', '-')}`);
    assert.equal(await width(again.page), columns, ending);
  }
  assert.deepEqual(again.seen.errors, []);
  await again.close();
  assert.deepEqual(seen.errors, []);
  await close();
});
