// Compares the digests of all lessons, computed here by the program of a page, with those of a desktop.
// Usage: node digests.mjs FOLDER, the folder with digests.js and digests_bg.wasm
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';

const folder = path.resolve(process.argv[2]);
const { initSync, digests } = await import(pathToFileURL(path.join(folder, 'digests.js')));
initSync({ module: await readFile(path.join(folder, 'digests_bg.wasm')) });
const here = digests().trimEnd().split('\n');
const kept = (await readFile(new URL('../../tests/net/digests.txt', import.meta.url), 'utf8')).trimEnd().split('\n');
const differs = here.map((line, k) => [line, kept[k]]).filter(([line, other]) => line !== other);
for (const [line, other] of differs.slice(0, 20)) console.error(`here ${line}\nkept ${other}`);
if (differs.length > 0 || here.length !== kept.length) {
  console.error(`FAILED: ${differs.length} of ${kept.length} digests differ (${here.length} computed)`);
  process.exit(1);
}
console.log(`${here.length} digests are those of a desktop`);
