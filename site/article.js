// Connects the text of the article with its players: links, bars, one player at a time.

/** Number of events in one sample of the 3 × 2 map: four cells are walked, then the path is counted. */
const EVENTS_PER_SAMPLE = 5;

/** Duration of a run from the first sample to the last one, in milliseconds. */
const RUN_MS = 8000;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** A `<gridscope-run>` with the figure around it, the cell that a click selected, and its bars. */
class PlayerFigure {
  constructor(figure) {
    this.figure = figure;
    this.player = figure.querySelector('gridscope-run');
    this.selected = null;
    this.bars = null;
    this.player.addEventListener('ready', () => this.show());
    for (const kind of ['pointerdown', 'keydown']) {
      this.player.addEventListener(kind, (event) => this.take(event), { capture: true });
    }
  }

  /** Whether the player has its recording. */
  get ready() {
    return this.figure.classList.contains('ready');
  }

  /** Marks the figure once its player has the recording. */
  show() {
    this.figure.classList.add('ready');
    this.bars?.enable();
  }

  /** Makes this player the only one that may play, as soon as the reader uses it. */
  take(event) {
    if (event.key === 'Tab') return;
    this.bars?.stop();
    pauseOthers(this);
  }

  /** Stops playing, and stops a run of the bars. */
  pause() {
    this.player.pause?.();
    this.bars?.stop();
  }

  /** Marks a cell while a link to it is pointed at. */
  mark([x, y]) {
    this.player.select(x, y);
  }

  /** Goes back to the cell that a click selected, or to none. */
  unmark() {
    this.player.select(...(this.selected ?? []));
  }

  /** Selects a cell for good. */
  select(cell) {
    this.selected = cell;
    this.mark(cell);
    this.reveal();
  }

  /** Goes to the moment after `at` events. */
  seek(at) {
    this.pause();
    this.player.seek(at);
    this.reveal();
  }

  /** Scrolls until the player is in view. */
  reveal() {
    this.figure.scrollIntoView({ block: 'nearest', behavior: reducedMotion.matches ? 'auto' : 'smooth' });
  }
}

/** Bars that show how often each path came, up to the moment of a player. */
class Bars {
  /** `paths` has one digit for each sample: the number of the path that it took. */
  constructor(element, owner, paths) {
    this.owner = owner;
    this.paths = paths;
    this.began = Number(element.dataset.began);
    this.end = Number(element.dataset.end);
    this.rows = [...element.querySelectorAll('tbody tr')];
    this.button = element.querySelector('.run');
    this.frame = 0;
    this.at = this.began;
    this.button.addEventListener('click', () => (this.frame ? this.stop() : this.run()));
    owner.player.addEventListener('moment', (event) => this.draw(event.detail.at));
    owner.bars = this;
    if (owner.ready) this.enable();
  }

  /** Shows the button, and draws the moment of the player. */
  enable() {
    this.button.hidden = false;
    this.draw(this.owner.player.at);
  }

  /** Number of samples that are complete after `at` events. */
  samplesAt(at) {
    const samples = Math.floor((at - this.began) / EVENTS_PER_SAMPLE);
    return Math.max(0, Math.min(samples, this.paths.length));
  }

  /** Draws the counts after `at` events. */
  draw(at) {
    if (!Number.isFinite(at)) return;
    this.at = at;
    const samples = this.samplesAt(at);
    const counts = this.rows.map(() => 0);
    for (let i = 0; i < samples; i += 1) counts[this.paths.charCodeAt(i) - 49] += 1;
    const latest = samples > 0 ? this.paths.charCodeAt(samples - 1) - 49 : -1;
    this.rows.forEach((row, i) => {
      const share = samples > 0 ? (100 * counts[i]) / samples : 0;
      row.classList.toggle('now', i === latest);
      row.querySelector('.value').setAttribute('width', `${share.toFixed(2)}%`);
      row.querySelector('.share').textContent = `${share.toFixed(1)}\u00a0%`;
      row.querySelector('.count').textContent = counts[i].toLocaleString('en');
    });
  }

  /** Runs the player from its moment to the last sample. Starts over at the end. */
  run() {
    pauseOthers(this.owner);
    this.owner.player.pause();
    const first = this.at >= this.end || this.at < this.began ? this.began : this.at;
    if (reducedMotion.matches) {
      this.owner.player.seek(this.end);
      return;
    }
    const duration = (RUN_MS * (this.end - first)) / (this.end - this.began);
    let start = null;
    const step = (now) => {
      start ??= now;
      const done = Math.min(1, (now - start) / Math.max(1, duration));
      const sample = this.samplesAt(first + done * (this.end - first));
      this.owner.player.seek(this.began + sample * EVENTS_PER_SAMPLE);
      if (done < 1) this.frame = requestAnimationFrame(step);
      else this.stop();
    };
    this.frame = requestAnimationFrame(step);
    this.button.textContent = 'Stop';
  }

  /** Stops a run. */
  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.button.textContent = 'Run all 10,000';
  }
}

const figures = new Map();
for (const figure of document.querySelectorAll('figure.player')) figures.set(figure.id, new PlayerFigure(figure));

/** Pauses all players but one. */
function pauseOthers(one) {
  for (const other of figures.values()) if (other !== one) other.pause();
}

/** Makes a link to a cell mark it on hover and focus, and select it on click. Without a recording the link jumps. */
function connectCell(link) {
  const target = figures.get(link.hash.slice(1));
  const cell = link.dataset.cell.split(',').map(Number);
  const whenReady = (act) => () => {
    if (target.ready) act();
  };
  for (const kind of ['pointerenter', 'focus']) link.addEventListener(kind, whenReady(() => target.mark(cell)));
  for (const kind of ['pointerleave', 'blur']) link.addEventListener(kind, whenReady(() => target.unmark()));
  link.addEventListener('click', (event) => {
    if (!target.ready) return;
    event.preventDefault();
    target.select(cell);
  });
}

/** Makes a link to a moment seek its player. Without a recording the link jumps. */
function connectMoment(link) {
  const target = figures.get(link.hash.slice(1));
  link.addEventListener('click', (event) => {
    if (!target.ready) return;
    event.preventDefault();
    target.seek(Number(link.dataset.at));
  });
}

/** Reads the path of each sample, and connects the bars. If that fails, the bars keep the counts of the page. */
async function connectBars() {
  const response = await fetch('paths.txt');
  if (!response.ok) return;
  const [parents, paths] = (await response.text()).trim().split('\n');
  const rules = { parents, paths };
  for (const element of document.querySelectorAll('.bars')) {
    new Bars(element, figures.get(element.closest('figure').id), rules[element.dataset.rule]);
  }
}

document.querySelectorAll('a.cell').forEach(connectCell);
document.querySelectorAll('a.moment').forEach(connectMoment);
if (document.querySelector('.bars')) connectBars().catch(() => {});
