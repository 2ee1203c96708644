// Links to a moment: copied in one browser, opened in another. Needs web/dist (scripts/web) and `npm install` here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { alone, copied, launch, look, moment, open, press, settled, until } from './browser.mjs';

let at;
before(async () => { at = await launch(); });
after(async () => { await at.close(); });

/** Place of the link icon in the top bar, in a window of 1440×820. */
const ICON = [1350, 20];

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
  await page.mouse.click(...ICON);
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
