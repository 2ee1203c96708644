// Loads the window, shows how far that is, and connects it with the page.
import start, { Gridscope, on_panic, putKept } from './gridscope.js';
import { lessons, players, sizes } from './build.js';
import { keepFile, keepUnsaved, keptFile } from './unsaved.js';
import { allowWorkers } from './workers.js';
import { fetchLater, later, loadLater } from './later.js';
import { keepOffline, takeNewVersion } from './offline.js';
import { followPixels } from './pixels.js';
import { FIRST, embedded, fragment, lesson, part, pictured } from './picture.js';
import { readAloud } from './reading.js';

// Time without a byte after which the page says that it waits, in milliseconds.
const PATIENCE = 200;

// Pages of the guide that an address may open, as in `?guide=own-program`: the titles of their commands.
const GUIDES = { 'own-program': 'Your own program' };

// Whether the first part of the program can open what the address names: a lesson or the link of a scene.
const isFirst = (text) => lesson(text) !== null || /^gridscope(:|%3A)1/i.test(text);

// Shows the lesson as a page that plays, which needs no WebGL. Returns false if there is none.
function showPlayer() {
  const id = lesson(fragment());
  if (!players.includes(id)) return false;
  refuse('This browser has no WebGL 2, which gridscope draws with. Here is the run alone, to step through.');
  const frame = document.createElement('iframe');
  frame.title = lessons[id];
  frame.src = new URL(`./players/${id}.html`, import.meta.url);
  frame.onload = () => {
    const { body } = frame.contentDocument;
    new ResizeObserver(() => { frame.style.height = `${body.scrollHeight}px`; }).observe(body);
  };
  part('picture').hidden = false;
  part('picture').replaceChildren(frame);
  document.body.classList.add('plays');
  return true;
}

// The timer of the sentence that the page waits.
let waiting;

// Replaces the bar by a sentence.
function refuse(sentence) {
  clearTimeout(waiting);
  part('bar').hidden = true;
  part('bytes').hidden = true;
  part('label').textContent = sentence;
  document.body.classList.add('text');
  window.failed = sentence;
}

// Fetches the program and shows its progress. The sizes are those of the build: a browser tells only the unpacked bytes.
async function fetchProgram() {
  const label = part('label').textContent;
  let received = 0;
  const wait = () => setTimeout(() => { part('label').textContent = `${label}, waiting for the network`; }, PATIENCE);
  waiting = wait();
  const unreachable = () => { throw new Error('the network does not answer; try again later'); };
  const response = await fetch(new URL('./gridscope_bg.wasm', import.meta.url)).catch(unreachable);
  if (!response.ok) throw new Error(`the server answers ${response.status} for gridscope_bg.wasm`);
  const wire = sizes[response.headers.get('content-encoding')] ?? sizes.raw;
  const show = () => {
    clearTimeout(waiting);
    const share = Math.min(1, received / sizes.raw);
    part('done').style.transform = `scaleX(${share})`;
    part('bar').setAttribute('aria-valuenow', Math.round(share * 100));
    part('bytes').textContent = `${(share * wire / 1e6).toFixed(1)} of ${(wire / 1e6).toFixed(1)} MB`;
    part('label').textContent = share < 1 ? label : 'Starting';
    if (share < 1) waiting = wait();
  };
  show();
  const counted = new TransformStream({
    transform(chunk, out) { received += chunk.byteLength; show(); out.enqueue(chunk); },
    flush() { received = sizes.raw; show(); },
  });
  return new Response(response.body.pipeThrough(counted), { headers: { 'content-type': 'application/wasm' } });
}

// Returns the functions of the program that an error ended, the innermost first, or the stack as the browser has it.
async function functionsOf(error) {
  const frames = String(error.stack).split('\n').map((line) => [line, line.match(/wasm-function\[(\d+)\]/)]);
  const read = (name) => fetch(new URL(name, import.meta.url)).then((file) => file.ok ? file.text() : '').catch(() => '');
  const [first, later] = (await Promise.all(['./functions.txt', './functions-later.txt'].map(read))).map((text) => text.split('\n'));
  const named = frames.filter(([, match]) => match).map(([line, match]) =>
    (line.includes('gridscope_later') ? later : first)[match[1]] || `function ${match[1]}`);
  return first.length > 1 ? named.slice(0, 24).join('\n') : String(error.stack);
}

// Shows what broke, in place of the window.
function stop(message) {
  if (!part('stopped').hidden) return;
  window.failed = message;
  // The loading page is gone once the window has drawn.
  for (const shown of [part('window'), part('loading')]) if (shown) shown.hidden = true;
  if (window.keepsNothing) part('safe').textContent = 'An error in gridscope itself ended it. This browser keeps nothing for the page, so what was not saved is lost.';
  part('reason').textContent = message;
  part('stopped').hidden = false;
  document.body.classList.add('text');
  part('reload').onclick = () => location.reload();
  part('report').onclick = () => {
    navigator.clipboard.writeText(`${part('reason').textContent}\n\n${navigator.userAgent}\n${location.href}`);
  };
  part('reload').focus();
}

// Stops at an error that ended the program. Other errors are those of the page around it, and stay in the console.
function watchErrors() {
  const look = async (error) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    stop(error.message);
    if (window.located) return;
    window.located = true;
    part('reason').textContent += `\n\n${await functionsOf(error)}`;
  };
  addEventListener('error', (event) => look(event.error));
  addEventListener('unhandledrejection', (event) => look(event.reason));
}

// Opens a file or a picture on the clipboard. The window itself takes text.
async function openPasted(event) {
  const file = event.clipboardData?.files[0];
  if (!file) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  window.gridscope.load(new Uint8Array(await file.arrayBuffer()), file.name);
}

// Resolves when the window has drawn its first frame.
const drawn = (gridscope) => new Promise((resolve) => {
  const look = () => gridscope.frames()[0] > 0 ? resolve() : requestAnimationFrame(look);
  look();
});

// Fills the page with a player, as a frame of another page.
async function embed() {
  await import('./gridscope-player.js');
  const player = document.createElement('gridscope-player');
  const settings = new URLSearchParams(location.search);
  for (const name of ['at', 'from', 'to', 'theme', 'autoplay']) {
    if (settings.has(name)) player.setAttribute(name, settings.get(name));
  }
  const content = () => fragment() || `lesson=${FIRST}`;
  player.textContent = content();
  player.addEventListener('ready', () => part('loading')?.remove());
  player.addEventListener('error', (event) => { if (part('loading')) refuse(`${event.detail.message}.`); });
  addEventListener('hashchange', () => player.load(content()));
  document.body.append(player);
  window.player = player;
}

// Hands the window the file that an address names, if the browser keeps it.
const handKept = (file) => { if (file) putKept(file.id, file.bytes); };

// Opens the address that the user went to.
async function openAddress(gridscope) {
  const address = fragment();
  const file = await keptFile(address);
  // The user may have gone on meanwhile.
  if (address === '' || address !== fragment()) return;
  handKept(file);
  gridscope.open(address);
}

// Loads the second part of the program. Until it is there, the window leaves out what needs it.
async function loadRest(gridscope) {
  const load = () => loadLater().then(allowWorkers).catch((error) => gridscope.program_failed(error.message));
  gridscope.on_fetch(load);
  await load();
  const guide = GUIDES[new URLSearchParams(location.search).get('guide')];
  if (guide) gridscope.command(guide);
  if (later) await keepOffline();
}

async function open() {
  if (!embedded && await takeNewVersion().catch(() => false)) return;
  // The picture comes first.
  await pictured;
  if (!document.createElement('canvas').getContext('webgl2')) {
    if (!embedded && showPlayer()) return addEventListener('hashchange', () => location.reload());
    return refuse('This browser has no WebGL 2, which gridscope draws with. Switch it on in the settings, or use another browser.');
  }
  const began = performance.now();
  if (embedded) return embed();
  const whole = !isFirst(fragment());
  if (whole) fetchLater().catch(() => {});
  const kept = keptFile(fragment());
  const { memory } = await start({ module_or_path: fetchProgram() });
  if (whole) await loadLater();
  const arrived = performance.now();
  on_panic((message) => setTimeout(() => stop(message)));
  watchErrors();
  part('window').hidden = false;
  handKept(await kept);
  const gridscope = await Gridscope.start(part('window'), fragment());
  await drawn(gridscope);
  part('loading').remove();
  readAloud(part('window'), gridscope);
  followPixels(gridscope);
  part('window').focus();
  addEventListener('hashchange', () => openAddress(gridscope));
  addEventListener('beforeunload', (event) => { if (gridscope.unsaved) event.preventDefault(); });
  addEventListener('pagehide', () => gridscope.keep());
  gridscope.on_keep((name, bytes) => keepFile(name, bytes, (why) => gridscope.not_reloaded(why)));
  addEventListener('paste', openPasted, { capture: true });
  window.gridscope = gridscope;
  window.memory = () => memory.buffer.byteLength;
  window.times = { program: arrived - began, picture: performance.now() - arrived };
  loadRest(gridscope).catch((error) => console.info(`gridscope is not kept for visits without a network: ${error.message}`));
  // Without storage the browser still asks before it closes a tab with changes.
  keepUnsaved(gridscope).catch(() => { window.keepsNothing = true; });
}

open().catch((error) => {
  if (part('stopped').hidden) refuse(`gridscope cannot be opened: ${error.message ?? error}.`);
});
