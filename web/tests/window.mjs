// The window in the page: arrangements, painting, questions. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, copied, launch, look, moment, open, others, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

const ARRANGEMENTS = [['Learn', 'Digit1'], ['Debug', 'Digit2'], ['Edit', 'Digit3'], ['Present', 'Digit4']];

test('each arrangement opens by its key, and is there again at the next visit', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor);
  const pictures = new Set();
  for (const [name, key] of ARRANGEMENTS) {
    await press(page, `Control+${key}`);
    await settled(page);
    pictures.add(Buffer.from(await look(page, `arrangement-${name.toLowerCase()}`)).toString('base64'));
    const kept = await page.evaluate('gridscope.keep(); localStorage.getItem("gridscope/window.json")');
    assert.equal(JSON.parse(kept).settings.arrangement, name);
  }
  assert.equal(pictures.size, ARRANGEMENTS.length);
  await page.close();
  const { page: next } = await open(visitor);
  assert.equal(JSON.parse(await next.evaluate('gridscope.keep(); localStorage.getItem("gridscope/window.json")')).settings.arrangement, 'Present');
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(others(at, seen), []);
  await visitor.close();
});

test('a wall is painted with the mouse, and undone', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor, '#lesson=hello');
  await press(page, 'Control+Digit3');
  await settled(page);
  const plain = await copied(page, 'Copy map as text');
  const cells = (text) => text.split('').filter((letter) => letter === '#').length;
  await page.mouse.move(640, 320);
  await page.mouse.down();
  await page.mouse.move(760, 320, { steps: 6 });
  await page.mouse.up();
  await until(page, 'gridscope.unsaved');
  await settled(page);
  await look(page, 'painted');
  const painted = await copied(page, 'Copy map as text');
  assert.ok(cells(painted) >= cells(plain) + 3, painted);
  await press(page, 'Control+KeyZ');
  await until(page, '!gridscope.unsaved');
  assert.equal(await copied(page, 'Copy map as text'), plain);
  await press(page, 'Control+KeyY');
  await until(page, 'gridscope.unsaved');
  assert.equal(await copied(page, 'Copy map as text'), painted);
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});

test('keys go to the event that wrote a cell and ask why not', async () => {
  const visitor = await alone(at);
  const { page, seen } = await open(visitor, '#lesson=hello&at=723');
  await press(page, 'Control+Digit2');
  await page.evaluate('gridscope.select(14, 12)');
  await settled(page);
  // The history of the cell is asked of the functions of the page; the keys go to the same events.
  const why = await page.evaluate('gridscope.why(14, 12)');
  assert.match(why[0].sentence, /\(14,12\)/);
  await press(page, 'Shift+KeyW');
  await settled(page);
  const written = await moment(page);
  assert.ok(written.at < 723 && /\(14,12\)/.test(written.sentence), `${written.at}: ${written.sentence}`);
  await look(page, 'why');
  const before = await page.screenshot();
  await press(page, 'KeyY');
  await settled(page);
  await look(page, 'why-not');
  assert.ok(!Buffer.from(before).equals(Buffer.from(await page.screenshot())), 'an answer is shown');
  const { reason, sentence } = await page.evaluate('gridscope.why_not(14, 12)');
  assert.ok(reason.length > 0 && sentence.length > 0);
  assert.deepEqual(seen.errors, []);
  await visitor.close();
});

test('the command palette finds a command', async () => {
  const visitor = await alone(at);
  const { page } = await open(visitor, '#lesson=hello&at=723');
  await press(page, 'Control+KeyP');
  await settled(page);
  await page.keyboard.type('To the start');
  await settled(page);
  await look(page, 'palette');
  await press(page, 'Enter');
  await until(page, 'gridscope.at === 0');
  await visitor.close();
});
