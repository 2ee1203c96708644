// Shows what the address names while the program loads: its title and its picture.
import { lessons, pictures } from './build.js';
import { drawSoon } from './stills.js';

export const FIRST = 'hello';
/** Largest picture, in points. */
const [WIDTH, HEIGHT, EDGES] = [576, 336, 32];
/** Time after which the program does not wait for the picture, in milliseconds. */
const PATIENCE = 2500;

export const part = (id) => document.getElementById(id);
export const fragment = () => location.hash.slice(1);
export const embedded = new URLSearchParams(location.search).has('embed');
/** Returns the lesson that an address names. Null if it names none. */
export const lesson = (text) => text.startsWith('lesson=') ? new URLSearchParams(text).get('lesson') : text === '' ? FIRST : null;

// Shows the title. Resolves once the picture is shown, or if there is none.
async function introduce() {
  const address = fragment();
  const id = lesson(address);
  const known = id !== null && Object.hasOwn(lessons, id);
  if (known) part('title').textContent = lessons[id];
  if (known) document.title = `${lessons[id]} · gridscope`;
  if (address === '') part('line').textContent = 'A guard, eight doors and 72 paths that cost the same';
  part('label').textContent = address === '' ? 'Opening the first lesson' : known ? 'Opening the lesson' : 'Opening the scene';
  if (embedded) return;
  const picture = await (address === '' ? part('picture').firstElementChild : pictureOf(address, id));
  if (!picture || !part('picture')) return;
  part('picture').replaceChildren(picture);
  part('picture').hidden = false;
}

// Returns the picture of an address: of its moment, or else of the lesson.
async function pictureOf(address, id) {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  const width = Math.min(WIDTH, innerWidth - EDGES);
  if (await drawSoon(canvas, address, { width, height: HEIGHT, theme: 'dark' })) return canvas;
  if (id === FIRST) return part('picture').firstElementChild;
  if (!pictures.includes(id)) return null;
  const picture = new Image();
  picture.alt = '';
  picture.src = new URL(`./pictures/${id}.svg`, import.meta.url);
  return picture.decode().then(() => picture, () => null);
}

/** Resolved once the picture is shown, or if there is none, or if it takes long. */
export const pictured = Promise.race([introduce().catch(() => {}), new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
