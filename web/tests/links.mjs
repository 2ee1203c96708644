// Links to a moment: copied in one browser, opened in another. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { alone, command, copied, launch, look, moment, open, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

test('a link that is copied opens in another browser at the same tie', async () => {
  const [sender, receiver] = [await alone(at), await alone(at)];
  const { page } = await open(sender, '#lesson=hello&at=1');
  let shown = await moment(page);
  for (let i = 0; i < 30 && !shown.sentence.startsWith('Tie at'); i += 1) {
    await press(page, 'KeyT');
    await until(page, `gridscope.at > ${shown.at}`);
    shown = await moment(page);
  }
  assert.match(shown.sentence, /^Tie at/);
  const link = await copied(page, 'Copy link to this moment');
  assert.ok(link.startsWith(`${at.address}#lesson=hello&at=${shown.at}`), link);
  const other = await open(receiver, link.slice(at.address.length));
  assert.deepEqual(await moment(other.page), shown);
  await look(other.page, 'link-tie');
  await sender.close();
  await receiver.close();
});

test('a link to a map that was painted opens in another browser at the same moment', async () => {
  const [sender, receiver] = [await alone(at), await alone(at)];
  const { page } = await open(sender, '#lesson=secret-door&at=20');
  const whole = await page.evaluate('gridscope.length');
  await press(page, 'KeyP');
  await settled(page);
  await page.mouse.move(500, 420);
  await page.mouse.down();
  await page.mouse.move(560, 420, { steps: 4 });
  await page.mouse.up();
  await until(page, `gridscope.unsaved && gridscope.length > 0 && gridscope.length !== ${whole}`, 'a run on the painted map');
  await settled(page);
  const shown = await moment(page);
  for (const held of ['Control', 'Shift']) await page.keyboard.down(held);
  await page.keyboard.press('KeyL');
  for (const held of ['Control', 'Shift']) await page.keyboard.up(held);
  await settled(page);
  const link = await page.evaluate('navigator.clipboard.readText()');
  assert.match(link, /#gridscope:1:/);
  const other = await open(receiver, link.slice(at.address.length));
  assert.deepEqual(await moment(other.page), shown);
  assert.equal(await other.page.evaluate('gridscope.link()'), await page.evaluate('gridscope.link()'));
  await look(other.page, 'link-painted');
  await sender.close();
  await receiver.close();
});

/** A log that another program could have written. */
const LOG = `{"format":"gridscope-trace","version":2,"title":"mine","map":["#####","#...#","#####"],"start":[1,1],"goal":[3,1],"neighbours":4}
{"event":"open","at":[1,1],"g":0,"h":2}
{"event":"expand","at":[1,1],"g":0,"h":2}
{"event":"open","at":[2,1],"from":[1,1],"g":1,"h":1}
{"event":"expand","at":[2,1],"g":1,"h":1}
{"event":"open","at":[3,1],"from":[2,1],"g":2,"h":0}
{"event":"expand","at":[3,1],"g":2,"h":0}
{"event":"path","cells":[[1,1],[2,1],[3,1]],"cost":2}
`;

test('a link of a log opens the log at its moment, and a reload keeps it', async () => {
  const [sender, receiver] = [await alone(at), await alone(at)];
  const { page } = await open(sender);
  await page.evaluate((log) => gridscope.load(new TextEncoder().encode(log), 'mine.trace.jsonl'), LOG);
  await until(page, 'document.title.startsWith("mine") && gridscope.length > 0', 'the log');
  await page.evaluate('gridscope.seek(4)');
  await page.evaluate('gridscope.select(2, 1)');
  await settled(page);
  const shown = await moment(page);
  const link = await copied(page, 'Copy link to this moment');
  assert.match(link, /#gridscope:2:[\w-]+&at=4&cell=2,1/);
  const other = await open(receiver, link.slice(at.address.length));
  assert.deepEqual(await moment(other.page), shown);
  assert.equal(await other.page.evaluate('gridscope.link()'), await page.evaluate('gridscope.link()'));
  await look(other.page, 'link-log');
  await until(page, 'location.hash.startsWith("#gridscope:2:")', 'the address');
  await page.reload();
  await until(page, 'window.gridscope?.length > 0', 'the log again', 60_000);
  await settled(page);
  assert.deepEqual(await moment(page), shown);
  await sender.close();
  await receiver.close();
});

/** A scene of our own. */
const SCENE = {
  format: 'gridscope-scene', version: 1, title: 'Two ways', legend: { '#': 'wall', '.': 'floor', '+': 'door' },
  rows: ['########', '#..+...#', '#.##.#.#', '#......#', '########'],
  actors: [{ kind: 'guard', at: [1, 1] }, { kind: 'goal', at: [6, 3] }],
  run: { algorithm: 'astar', params: { neighbours: 4 }, seed: 1 },
};
const BESIDE = { ...SCENE, run: { ...SCENE.run, beside: [{ name: 'without estimate', heuristic: 'zero' }] } };

/** Opens a scene as a file, at an event. */
const load = (scene, at) => async (page) => {
  await page.evaluate((text) => gridscope.load(new TextEncoder().encode(text), 'two-ways.scene.json'), JSON.stringify(scene));
  await until(page, 'document.title.startsWith("Two ways") && gridscope.length > 0', 'the scene');
  await page.evaluate(`gridscope.seek(${at})`);
  await settled(page);
};

/** Kinds of links: what the sender opens and does, and what the link has. */
const KINDS = [
  ['a lesson', '#lesson=secret-door', () => {}, /#lesson=secret-door/],
  ['a lesson at an event', '#lesson=corners&at=80', (page) => press(page, 'ArrowRight'), /#lesson=corners&at=81/],
  ['a lesson with cell and layer', '#lesson=corners&at=40&cell=3,3&layer=f', (page) => press(page, 'ArrowRight'), /&at=41&cell=3,3.*&layer=f/],
  ['a lesson in Debug', '#lesson=hello&at=40', (page) => command(page, 'Debug'), /#lesson=hello&at=40.*&view=debug/],
  ['a scene', '#lesson=hello', load(SCENE, 7), /#gridscope:1:/],
  ['two runs side by side', '#lesson=hello', load(BESIDE, 9), /#gridscope:1:/],
  ['a scene in Edit', '#lesson=hello', async (page) => {
    await load(SCENE, 5)(page);
    await press(page, 'Control+Digit3');
  }, /#gridscope:1:.*&view=edit/],
];

test('each kind of link opens at the moment of its sender', async () => {
  const [sender, receiver] = [await alone(at), await alone(at)];
  for (const [kind, path, act, expected] of KINDS) {
    const { page } = await open(sender, path);
    await act(page);
    await settled(page);
    const [shown, whole] = [await moment(page), await page.evaluate('gridscope.link()')];
    assert.ok(shown.length > 0, kind);
    const link = await copied(page, 'Copy link to this moment');
    assert.match(link, expected, kind);
    const other = await open(receiver, link.slice(at.address.length));
    assert.deepEqual([await moment(other.page), await other.page.evaluate('gridscope.link()')], [shown, whole], kind);
    await look(other.page, `link-${kind.replaceAll(' ', '-')}`);
    await page.close();
    await other.page.close();
  }
  await sender.close();
  await receiver.close();
});

test('a link of a newer version says so', async () => {
  const { page } = await open(at, '#gridscope:3:eNqrVkrLz1eyUkpKLFKqBQAhTQRz');
  const says = '[...document.querySelectorAll("[data-key]")].some((one) => /version 3.*newer gridscope/.test(one.getAttribute("aria-label") ?? one.textContent))';
  await until(page, says, 'the sentence about the version');
  await look(page, 'link-newer');
  await page.close();
});

test('a short link with a slide of 4,000 words opens', async () => {
  const scene = { ...SCENE, notes: 'n', run: { ...SCENE.run, slides: undefined, bookmarks: [{ at: 1, note: 'bbbbbbb '.repeat(4000) }] } };
  const packed = deflateSync(JSON.stringify(scene), { level: 9 }).toString('base64url');
  assert.ok(packed.length < 700);
  const { page } = await open(at, `#gridscope:1:${packed}`);
  await until(page, 'gridscope.length > 0', 'the run');
  assert.ok(await page.evaluate('memory()') < 256e6);
  await page.close();
});

test('an address may open a page of the guide', async () => {
  const { page } = await open(at, '?guide=own-program');
  await until(page, `[...document.querySelectorAll('[data-key]')].some((element) => element.textContent.includes('Loggers'))`, 'the page of the guide');
  await page.close();
});
