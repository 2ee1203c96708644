// <gridscope-player src="room.scene.json" at="40"></gridscope-player>: a run that plays in an article.
//
// Without a height in the style of the page, its map decides how high it is. It has the keyboard after a click or Tab, until
// Escape.
// Attributes: src (the address of a scene, map, trace or log; without it the text inside the element is read), at, from and
// to (numbers of events), theme (dark, light or colour-blind; without it, light or dark as the system prefers), autoplay.
// Properties: at, length, sentence. Methods: load(text or bytes, name), seek(at), play(), pause(), why(x, y),
// whyNot(x, y), select(x, y). Events: ready, moment ({ at, length, sentence }), error ({ message }).
// A seek before the recording is there waits for it.
import { LOOK } from './look.js';
import { drawSoon } from './stills.js';
import { actionOf, countNodes, sentenceNodes, sentenceParts, shareOf, tickNodes, transportButton } from './transport.js';

const TEMPLATE = `
<div class="frame">
  <div class="map"><canvas class="still" aria-hidden="true"></canvas></div>
  <p class="sentence" aria-live="polite"></p>
  <div class="transport">
    <div class="buttons" role="group" aria-label="Steps"></div>
    <div class="time">
      <div class="track"><div class="done"></div></div>
      <svg class="ties" aria-hidden="true"></svg>
      <input type="range" min="0" step="1" value="0" aria-label="Event">
    </div>
    <output class="count"></output>
    <a target="_blank" rel="noopener">Open in gridscope<svg viewBox="0 0 16 16"><path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5"/></svg></a>
  </div>
</div>`;

const STYLE = `${LOOK}
:host { display: block; }
:host([hidden]) { display: none; }
.frame { box-sizing: border-box; display: flex; flex-direction: column; height: 100%; border-radius: 8px; overflow: hidden;
  background: var(--window); color: var(--text); font: 13px/18px Inter, system-ui, sans-serif; container-type: inline-size; }
.map { position: relative; flex: 1 1 var(--map-height, 320px); min-height: 120px; background: var(--canvas); }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; outline: none; }
.still { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; padding: 28px; box-sizing: border-box; image-rendering: auto; }
.frame:has(canvas:focus) { outline: 2px solid var(--link); outline-offset: 2px; }
.sentence { box-sizing: border-box; margin: 0; padding: 10px 16px 0; min-height: 54px; font-size: 15px; line-height: 22px;
  font-weight: 500; color: var(--strong); overflow-wrap: anywhere; }
.sentence button { all: unset; cursor: pointer; color: var(--link); text-decoration: underline; text-underline-offset: 2px;
  font: 15px/22px "JetBrains Mono", ui-monospace, monospace; }
.sentence button:hover { background: var(--selected); border-radius: 4px; }
.transport { display: flex; align-items: center; flex-wrap: wrap; gap: 14px; padding: 8px 16px 14px; }
.transport.waiting { opacity: 0.4; }
.buttons { display: flex; border-radius: 7px; background: var(--widget); }
.buttons button { all: unset; box-sizing: border-box; width: 30px; height: 32px; display: grid; place-items: center; cursor: pointer;
  border-radius: 7px; color: var(--text); }
.buttons button:hover { background: var(--hover); }
.buttons .play { width: 38px; background: var(--now); color: var(--now_ink); }
.buttons .play:hover { background: var(--now); filter: brightness(1.08); }
.buttons svg { width: 16px; height: 16px; fill: currentColor; }
.play svg:last-child, .playing svg:first-child { display: none; }
.playing svg:last-child { display: block; }
.time { position: relative; flex: 1 1 120px; height: 24px; }
.track { position: absolute; left: 0; right: 0; top: 10px; height: 4px; border-radius: 2px; background: var(--hover); }
.done { height: 4px; border-radius: 2px; width: 0; background: color-mix(in srgb, var(--link) 62%, transparent); }
.ties { position: absolute; left: 0; top: 17px; width: 100%; height: 5px; overflow: visible; }
.ties rect { fill: var(--tie); }
input { position: absolute; inset: 0; width: calc(100% + 10px); left: -5px; margin: 0; height: 24px; background: none; appearance: none;
  -webkit-appearance: none; cursor: pointer; }
input::-webkit-slider-runnable-track { height: 24px; background: none; }
input::-moz-range-track { height: 24px; background: none; }
input::-webkit-slider-thumb { -webkit-appearance: none; width: 10px; height: 24px; border: 0; border-radius: 3px;
  background: linear-gradient(var(--now), var(--now)) center top / 2px 18px no-repeat, linear-gradient(var(--now), var(--now)) center bottom / 10px 8px no-repeat; }
input::-moz-range-thumb { width: 10px; height: 24px; border: 0; border-radius: 3px;
  background: linear-gradient(var(--now), var(--now)) center top / 2px 18px no-repeat, linear-gradient(var(--now), var(--now)) center bottom / 10px 8px no-repeat; }
.count { min-width: 122px; text-align: right; color: var(--weak); font: 12px/18px "JetBrains Mono", ui-monospace, monospace; }
.count b { color: var(--strong); font-weight: 600; }
a:not([hidden]) { display: inline-flex; align-items: center; gap: 5px; color: var(--link); font-weight: 500; text-decoration: none; white-space: nowrap; }
a:hover { text-decoration: underline; }
a svg { width: 14px; height: 14px; fill: none; stroke: currentColor; stroke-width: 1.4; }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 6px; }
@container (max-width: 479px) {
  .transport { padding: 8px 14px 14px; gap: 10px; }
  .sentence { padding: 10px 14px 0; }
  .time { order: -2; flex-basis: 60%; }
  .count { order: -1; min-width: 84px; }
  a { margin-left: auto; }
}`;

/** Smallest and largest side of a cell for which the map gets room, and the edge around the map, in points. */
const [SMALLEST, LARGEST, EDGE] = [26, 44, 56];
/** Largest share of the window's height that the map takes. */
const SHARE = 0.7;
/** Time that a moment stands still before the link is made, in milliseconds. */
const STILL = 250;

/** The modules of the program. They are not imported at once, so that a player says in its place if one is missing. */
let modules;
const fetchModules = async () => {
  const [program, ...others] = await Promise.all(['gridscope', 'workers', 'later', 'pixels', 'reading'].map((name) => import(`./${name}.js`)));
  modules = Object.assign({ start: program.default }, program, ...others);
};

let program;
/** Loads the program once for all players of the page. Its first part opens a lesson and the link of a scene; what else there
 *  is needs all of it. */
const load = async (isWhole) => {
  program ??= fetchModules().then(() => modules.start({ module_or_path: new URL('./gridscope_bg.wasm', import.meta.url) }));
  if (isWhole) program.then(() => modules.fetchLater()).catch(() => {});
  await program;
  if (isWhole) await modules.loadLater();
};
/** Loads the rest of the program. */
const loadRest = () => modules.loadLater().then(modules.allowWorkers);
/** Returns whether the first part of the program can open a content. */
const isFirst = (content) => typeof content === 'string' && /^#?(lesson=|gridscope(:|%3A)1)/i.test(content);

/** Returns what the host of an address must do so that this page can read it. */
const whyUnread = (address) => {
  if (self.origin === 'null') return 'this frame is a sandbox without allow-same-origin, so the server must allow every page to read it (Access-Control-Allow-Origin: *)';
  const isElsewhere = new URL(address).origin !== location.origin;
  return isElsewhere ? 'its server must answer, and allow this page to read it (Access-Control-Allow-Origin)' : 'the server does not answer';
};

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null;

let sheet;
/** Returns the style sheet of all players. It needs no inline style, which a page may forbid. */
function styleSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

const players = new Set();
const prefersLight = matchMedia('(prefers-color-scheme: light)');
prefersLight.addEventListener('change', () => players.forEach((player) => player.adaptTheme()));

class GridscopePlayer extends HTMLElement {
  static observedAttributes = ['at', 'src', 'theme'];

  #root = this.attachShadow({ mode: 'open' });
  #window = null;
  /** Number of the content that is being opened. An older one that comes later is dropped. */
  #opening = 0;
  #seek = null;
  #moment = { at: 0, length: 0, sentence: '' };
  #still = 0;
  #isReady = false;
  /** Columns and rows of the map, once they are known. */
  #size = null;
  #watch = new ResizeObserver(() => this.#fit());

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [styleSheet()];
    this.#root.innerHTML = TEMPLATE;
    this.#part('.transport').classList.add('waiting');
    const svg = this.#part('.ties');
    this.#part('.buttons').append(
      transportButton(svg, 'back', () => this.#step(-1)),
      transportButton(svg, 'play', () => this.#toggle()),
      transportButton(svg, 'next', () => this.#step(1)),
    );
    const time = this.#part('.time input');
    time.addEventListener('input', () => {
      this.pause();
      this.seek(this.#first + Number(time.value));
    });
    this.#root.addEventListener('keydown', (event) => this.#key(event));
    // Before the window sees the key, which keeps it.
    this.#root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') setTimeout(() => this.#root.activeElement?.blur());
    }, { capture: true });
  }

  connectedCallback() {
    players.add(this);
    this.#watch.observe(this);
    this.#open(() => this.#read());
  }

  disconnectedCallback() {
    players.delete(this);
    this.#watch.disconnect();
    this.#opening += 1;
    this.#close();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#window) return;
    if (name === 'theme') this.adaptTheme();
    if (name === 'at' && now !== null) this.seek(Number(now));
    if (name === 'src') this.#open(() => this.#read());
  }

  /** Name of the theme: that of the attribute, or else of the system. */
  #theme() { return this.getAttribute('theme') ?? (prefersLight.matches ? 'light' : 'dark'); }

  /** Draws the map in the theme of the attribute, or else of the system. */
  adaptTheme() { this.#window?.set_theme(this.#theme()); }

  /** Number of events that have happened. */
  get at() { return this.#moment.at; }
  set at(at) { this.seek(at); }

  /** Number of events of the run. */
  get length() { return this.#moment.length; }

  /** Sentence of the last event. */
  get sentence() { return this.#moment.sentence; }

  /** Opens a scene, a map, a trace or a log: its text or its bytes. The name says the format where the content does not. */
  load(content, name = 'scene') {
    this.#seek = null;
    return this.#open(async () => [content, name]);
  }

  /** Goes to the moment after `at` events. */
  seek(at) {
    const number = Math.trunc(Number(at));
    if (!Number.isFinite(number)) return;
    this.#seek = Math.max(this.#first, Math.min(number, this.#last ?? number));
    this.#window?.seek(Math.max(0, this.#seek));
  }

  play() {
    for (const other of players) if (other !== this) other.pause();
    if (this.#last !== null && this.at >= this.#last) this.seek(this.#first);
    this.#window?.play();
    this.#draw();
  }

  pause() {
    this.#window?.pause();
    this.#draw();
  }

  /** Returns the causes of a cell's value, the latest first: [{ event, sentence }]. */
  why(x, y) { return this.#window?.why(x, y) ?? null; }

  /** Returns why a cell did not win: { reason, sentence, event }. */
  whyNot(x, y) { return this.#window?.why_not(x, y) ?? null; }

  /** Selects a cell. Without arguments nothing is selected. */
  select(x = 65535, y = 65535) { this.#window?.select(x, y); }

  get #first() { return Math.max(0, Math.trunc(Number(this.getAttribute('from') ?? 0)) || 0); }

  /** Number of the last event that is shown. Null while the run is not there. */
  get #last() {
    const to = this.getAttribute('to');
    const end = this.#moment.length;
    if (end === 0) return null;
    return to === null ? end : Math.min(end, Math.trunc(Number(to)) || end);
  }

  #part(selector) { return this.#root.querySelector(selector); }

  /** Returns the content of the element and a name. */
  async #read() {
    const src = this.getAttribute('src');
    if (src === null) return [this.textContent.trim(), 'scene'];
    const address = new URL(src, this.baseURI);
    const response = await fetch(address).catch(() => { throw new Error(`${src}: ${whyUnread(address)}`); });
    if (!response.ok) throw new Error(`${src}: the server answers ${response.status}`);
    return [new Uint8Array(await response.arrayBuffer()), address.pathname.split('/').pop() || 'scene'];
  }

  /** Opens what `read` returns, in a window of its own. An error becomes an event. */
  async #open(read) {
    const number = (this.#opening += 1);
    const isLate = () => number !== this.#opening || !this.isConnected;
    try {
      if (!hasWebGl()) throw new Error('This browser has no WebGL 2, which the player draws with.');
      const [content, name] = await read();
      if (isLate()) return;
      await this.#showStill(content);
      if (isLate()) return;
      await load(!isFirst(content)).catch((error) => {
        program = undefined;
        const place = new URL('.', import.meta.url);
        throw new Error(`gridscope cannot be fetched from ${place}: ${whyUnread(place)}. ${error.message}`);
      });
      if (isLate()) return;
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
      this.#close();
      const canvas = document.createElement('canvas');
      canvas.setAttribute('aria-label', 'Map');
      const map = this.#part('.map');
      map.append(canvas);
      // A new window would take the keyboard from the article.
      map.inert = true;
      const gridscope = await modules.Gridscope.start_part(canvas, bytes, name, this.#theme());
      if (isLate()) {
        gridscope.destroy();
        return;
      }
      this.#window = gridscope;
      this.#size = [...gridscope.size()];
      this.#fit();
      const drawn = () => {
        if (this.#window !== gridscope) return;
        if (gridscope.frames()[0] === 0) requestAnimationFrame(drawn);
        else {
          map.inert = false;
          this.#part('.still')?.remove();
          loadRest().catch((error) => gridscope.program_failed(error.message));
        }
      };
      drawn();
      gridscope.on_fetch(loadRest);
      modules.followPixels(gridscope);
      // The sentence below the map is read aloud already.
      modules.readAloud(canvas, gridscope, { says: false });
      gridscope.on_change((at, length, sentence) => this.#changed(at, length, sentence));
      const at = this.#seek ?? this.getAttribute('at') ?? this.getAttribute('from');
      if (at !== null) this.seek(at);
      this.#changed(gridscope.at, gridscope.length, gridscope.sentence);
    } catch (error) {
      if (!isLate()) this.#fail(error);
    }
  }

  /** Draws the moment of the content until the window has drawn, and makes room for its map. */
  async #showStill(content) {
    const still = this.#part('.still');
    if (!still) return;
    const at = this.#seek ?? this.getAttribute('at') ?? this.getAttribute('from');
    const view = { at: at === null ? null : Number(at), theme: this.#theme(), width: 800, height: 600 };
    const size = await drawSoon(still, content, view);
    still.removeAttribute('style');
    if (size) {
      this.#size = size;
      this.#fit();
      return;
    }
    const [, id] = typeof content === 'string' ? content.match(/^#?lesson=([\w-]+)/) ?? [] : [];
    if (!id) return;
    const picture = new Image();
    picture.className = 'still';
    picture.alt = '';
    picture.onload = () => still.isConnected && still.replaceWith(picture);
    picture.src = new URL(`./pictures/${id}.svg`, import.meta.url);
  }

  /** Gives the map the height that its cells need. A height in the style of the page overrules it. */
  #fit() {
    if (!this.#size) return;
    const [columns, rows] = this.#size;
    const width = this.#part('.map').clientWidth - EDGE;
    const cell = Math.max(SMALLEST, Math.min(LARGEST, width / columns));
    const height = Math.round(Math.min(SHARE * innerHeight, rows * cell + EDGE));
    this.#part('.map').style.setProperty('--map-height', `${height}px`);
  }

  #close() {
    this.#window?.destroy();
    this.#part('.map').querySelectorAll('canvas:not(.still)').forEach((canvas) => canvas.remove());
    this.#window = null;
    this.#isReady = false;
    this.#moment = { at: 0, length: 0, sentence: '' };
    this.#part('.transport').classList.add('waiting');
  }

  /** Takes in a moment of the window. */
  #changed(at, length, sentence) {
    if (!this.#window) return;
    this.#moment = { at, length, sentence };
    const last = this.#last;
    if (this.#isReady && last !== null && (at > last || at < this.#first)) {
      this.#window.pause();
      this.#window.seek(Math.min(last, Math.max(this.#first, at)));
      return;
    }
    if (!this.#isReady && length > 0 && (this.#seek === null || at === Math.min(this.#seek, length))) {
      this.#isReady = true;
      this.#part('.transport').classList.remove('waiting');
      this.#drawTies();
      this.#draw();
      this.dispatchEvent(new CustomEvent('ready'));
      if (this.hasAttribute('autoplay') && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.play();
    }
    if (!this.#isReady) return;
    this.#draw();
    this.dispatchEvent(new CustomEvent('moment', { detail: { at, length, sentence } }));
  }

  #draw() {
    const { at, length, sentence } = this.#moment;
    const [first, last] = [this.#first, this.#last ?? 0];
    const time = this.#part('.time input');
    time.max = String(Math.max(0, last - first));
    time.value = String(at - first);
    time.setAttribute('aria-valuetext', `event ${at} of ${length}`);
    this.#part('.done').style.width = `${(shareOf(at, first, last) * 100).toFixed(2)}%`;
    this.#part('.count').replaceChildren(...countNodes(at, last));
    const playing = Boolean(this.#window?.playing);
    const play = this.#part('.play');
    play.classList.toggle('playing', playing);
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    const parts = sentenceNodes(sentenceParts(sentence), () => 'cell', (x, y) => this.select(x, y));
    this.#part('.sentence').replaceChildren(...parts);
    clearTimeout(this.#still);
    this.#still = setTimeout(() => this.#makeLink(), STILL);
  }

  #drawTies() {
    const ties = [...(this.#window?.ties() ?? [])];
    const svg = this.#part('.ties');
    svg.replaceChildren(...tickNodes(svg, ties, this.#first, this.#last ?? 0));
  }

  #makeLink() {
    const link = this.#window?.link();
    this.#part('a').hidden = !link;
    if (link) this.#part('a').href = new URL(`./index.html#${link}`, import.meta.url);
  }

  #toggle() {
    if (this.#window?.playing) this.pause();
    else this.play();
  }

  #step(by) {
    this.pause();
    this.seek(this.at + by);
  }

  /** Handles a key, if the focus is on a control. On the map the window handles the same keys itself. */
  #key(event) {
    if (!event.target.closest('.sentence, .transport')) return;
    const onControl = ['input', 'a'].includes(event.target.localName) || event.target.closest('button');
    const act = {
      back: () => this.#step(-1),
      next: () => this.#step(1),
      previousStep: () => this.#window?.command('Step backward by step'),
      nextStep: () => this.#window?.command('Step forward by step'),
      nextTie: () => this.#window?.command('Next tie'),
      previousTie: () => this.#window?.command('Previous tie'),
      toggle: onControl ? null : () => this.#toggle(),
      start: () => this.seek(this.#first),
      end: () => this.#last !== null && this.seek(this.#last),
    }[actionOf(event)];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #fail(error) {
    const message = String(error?.message ?? error);
    this.#part('.sentence').textContent = message;
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }
}

customElements.define('gridscope-player', GridscopePlayer);
