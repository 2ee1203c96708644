// A page that plays: the map, the cell with its history, the sentence, the time bar, buttons and keys.
import { Theme } from "./colours.js";
import { MapView } from "./map.js";
import { Run, textOf } from "./run.js";
import { noteNodes } from "./slides.js";
import { Stage } from "./stage.js";
import { Turning } from "./turning.js";
import { actionOf, countNodes, element, sentenceNodes, shareOf, tickNodes, transportButton } from "./transport.js";

/** Number of events of a cell that are listed before and after the moment. */
const LISTED = 60;
/** Events in a second at speed 1. */
const EVENTS_PER_SECOND = 12;
const SPEEDS = [0.25, 0.5, 1, 2, 4, 10, 50, 250];

const byId = (id) => document.getElementById(id);

class Page {
  constructor(bytes) {
    this.run = new Run(bytes);
    this.header = this.run.header;
    this.map = new MapView(byId("canvas"), this.run);
    this.turning = new Turning(this);
    /** The stage in a frame that asks for one. */
    this.stage = Stage.isAsked() ? new Stage(this) : null;
    this.map.slideAtHand = () => this.turning.here;
    this.prefersDark = matchMedia("(prefers-color-scheme: dark)");
    this.speed = 1;
    /** Time of the last frame while the run plays, otherwise 0. */
    this.playedAt = 0;
    /** Part of an event that is due. */
    this.due = 0;
    this.inspected = -1;
    this.actions = {
      back: () => this.go(this.run.now - 1), next: () => this.go(this.run.now + 1),
      previousStep: () => this.goToStep(-1), nextStep: () => this.goToStep(1),
      previousTie: () => this.goToTie(-1), nextTie: () => this.goToTie(1),
      toggle: () => this.toggle(), start: () => this.go(0), end: () => this.go(this.run.length),
      deselect: () => this.pick(-1),
    };
  }

  start() {
    // A frame of another page has the height of map, cell and buttons: the text of slides is left out.
    document.body.classList.toggle("framed", window !== window.parent);
    for (const name of ["start", "back", "play", "next", "end"]) {
      const button = transportButton(byId("ties"), name, this.actions[name === "play" ? "toggle" : name]);
      button.id = name;
      byId("buttons").append(button);
    }
    byId("speed").append(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    byId("speed").onchange = (event) => { this.speed = Number(event.target.value); };
    byId("time").max = this.run.length;
    byId("time").oninput = (event) => this.go(Number(event.target.value));
    byId("ties").replaceChildren(...tickNodes(byId("ties"), [...this.run.ties].map((event) => event + 1), 0, this.run.length));
    this.map.canvas.onclick = (event) => {
      const cell = this.map.cellAt(event.offsetX, event.offsetY);
      if (cell >= 0 && !this.turning.takes(cell)) this.pick(cell === this.map.picked ? -1 : cell);
    };
    document.onkeydown = (event) => this.key(event);
    if (this.header.app) byId("app").hidden = false;
    this.prefersDark.onchange = () => {
      this.chooseTheme();
      this.show();
    };
    this.chooseTheme();
    this.resize();
    this.run.seek(this.header.now);
    this.show();
    new ResizeObserver(() => this.resized()).observe(byId("map"));
    document.documentElement.dataset.ready = 1;
    this.stage?.start();
  }

  chooseTheme() {
    const style = getComputedStyle(document.documentElement);
    const number = this.header.themes.length > 1 && this.prefersDark.matches ? 1 : 0;
    this.theme = new Theme(this.header, number, (variable) => style.getPropertyValue(variable));
  }

  resize() {
    const { clientWidth, clientHeight } = byId("map");
    if (this.stage) this.map.resizeOnStage(clientWidth, clientHeight);
    else this.map.resize(clientWidth);
  }

  resized() {
    const before = [this.map.side, this.map.canvas.width];
    this.resize();
    if (before[0] !== this.map.side || before[1] !== this.map.canvas.width) this.show();
    else this.map.draw(this.theme);
  }

  /** Shows the moment everywhere. */
  show() {
    const { run, header } = this;
    this.map.draw(this.theme);
    const [at, event] = [header.from + run.now, run.current];
    const className = (x, y) => (x + y * run.width === event ? "cell own" : "cell");
    byId("sentence").replaceChildren(...sentenceNodes(run.sentence(), className, (x, y) => this.pick(x + y * run.width)));
    byId("note").replaceChildren(...noteNodes(this.map.slide));
    byId("turning").replaceChildren(...this.turning.nodes());
    byId("time").value = run.now;
    byId("time").setAttribute("aria-valuetext", `event ${at} of ${header.all}`);
    byId("done").style.width = `${(shareOf(run.now, 0, run.length) * 100).toFixed(2)}%`;
    byId("count").replaceChildren(...countNodes(at, header.all));
    this.inspect();
    this.stage?.report(at);
    if (!this.playedAt) this.link();
  }

  /** Shows the values and the history of the selected cell, or of the last event's. */
  inspect() {
    const { run, header } = this;
    const cell = [this.map.picked, run.current, this.inspected].find((known) => known >= 0) ?? -1;
    this.inspected = cell;
    byId("cell").hidden = cell < 0;
    if (cell < 0) return;
    const entries = header.layers.map(([name, isStatus], layer) => ({ name, isStatus, text: textOf(run.entry(layer, cell)) }));
    const present = entries.filter(({ text }) => text !== "");
    const words = present.filter(({ isStatus }) => isStatus).map(({ text }) => text);
    const names = [...new Set([run.tile(cell)[0], ...words])].join(", ");
    byId("name").replaceChildren(element("b", "", this.nameOf(cell)), names);
    const row = ({ name, text }) => element("div", "", element("dt", "", name), element("dd", "", text));
    byId("values").replaceChildren(...present.filter(({ isStatus }) => !isStatus).map(row));
    this.showHistory(cell);
  }

  /** Lists the events of a cell, with a line at the moment. */
  showHistory(cell) {
    const { run, header } = this;
    const events = [...run.cells.keys()].filter((event) => run.cells[event] === cell + 1);
    const past = events.filter((event) => event < run.now).length;
    const first = Math.max(0, past - LISTED);
    const items = events.slice(first, past + LISTED).map((event) => {
      const later = event < run.now ? "" : "later";
      const from = element("span", "", run.froms[event] ? `from ${this.nameOf(run.from(event))}` : "");
      const number = element("b", "", String(header.from + event + 1));
      const name = header.cases[run.cases[event]][0];
      const button = element("button", event === run.now - 1 ? "at" : later, number, name, from);
      button.onclick = () => this.go(event + 1);
      return element("li", "", button);
    });
    items.splice(past - first, 0, element("li", "line", "now"));
    byId("history").replaceChildren(...items);
    byId("history").scrollTop = Math.max(0, (past - first) * 22 - 120);
  }

  nameOf(cell) {
    return `(${this.run.place(cell).join()})`;
  }

  /** Writes the link to this moment in the full program. */
  async link() {
    const { app, from, link, scene } = this.header;
    if (!app) return;
    const at = from + this.run.now;
    if (link) {
      byId("app").href = `${app}#${link}&at=${at}`;
      return;
    }
    const text = JSON.stringify({ ...scene, run: { ...scene.run, at } });
    const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const code = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
    byId("app").href = `${app}#gridscope:1:${code.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
  }

  pick(cell) {
    this.map.picked = cell;
    this.show();
  }

  go(to) {
    this.run.seek(to);
    this.show();
  }

  goToStep(direction) {
    const { steps, now, length } = this.run;
    const event = direction > 0 ? steps.find((step) => step >= now) : steps.findLast((step) => step + 1 < now);
    if (event !== undefined) this.go(event + 1);
    else this.go(direction > 0 ? length : 0);
  }

  goToTie(direction) {
    const { ties, now } = this.run;
    const event = direction > 0 ? ties.find((tie) => tie >= now) : ties.findLast((tie) => tie + 1 < now);
    if (event !== undefined) this.go(event + 1);
  }

  toggle() {
    if (this.playedAt) {
      this.stop();
      this.link();
      return;
    }
    if (this.run.now === this.run.length) this.run.seek(0);
    this.due = 0;
    this.showPlaying(performance.now());
    requestAnimationFrame((time) => this.tick(time));
  }

  stop() {
    this.showPlaying(0);
  }

  showPlaying(time) {
    this.playedAt = time;
    byId("play").classList.toggle("on", time > 0);
    byId("play").ariaPressed = String(time > 0);
    byId("sentence").setAttribute("aria-live", time > 0 ? "off" : "polite");
  }

  tick(time) {
    if (!this.playedAt) return;
    this.due += Math.max(0, time - this.playedAt) / 1000 * EVENTS_PER_SECOND * this.speed;
    this.playedAt = time;
    const events = Math.floor(this.due);
    if (events > 0) {
      this.due -= events;
      if (this.run.now + events >= this.run.length) this.stop();
      this.go(this.run.now + events);
      if (!this.playedAt) this.stage?.ended();
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  key(event) {
    const turned = { PageDown: 1, PageUp: -1 }[event.key];
    if (turned && this.header.slides.length > 0) {
      event.preventDefault();
      this.turning.turn(this.turning.here + turned, turned > 0);
      return;
    }
    if (event.key === "Escape" && this.turning.motion) {
      this.turning.finish();
      return;
    }
    const action = this.actions[actionOf(event)];
    const target = event.target.localName;
    const isTyped = target === "select" || (target === "input" && event.target.type === "number");
    if (!action || isTyped || (event.key === " " && target === "button")) return;
    event.preventDefault();
    action();
  }
}

const page = new Page(self.run);
page.start();
