// A page that plays: the map, the cell with its history, the sentence, the time bar, buttons and keys.
import { CellReader } from "./aloud.js";
import { Theme } from "./colours.js";
import { legendNodes } from "./legend.js";
import { MapView } from "./map.js";
import { Run, textOf } from "./run.js";
import { noteNodes, slideOf } from "./slides.js";
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
    this.reader = new CellReader(this);
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
    this.map.draw(this.theme);
    this.reserve();
    this.show();
    new ResizeObserver(() => this.resized()).observe(byId("map"));
    // A stage has the height of its frame.
    if (!this.stage) new ResizeObserver(() => this.tellHeight()).observe(document.body);
    document.documentElement.dataset.ready = 1;
    this.stage?.start();
  }

  chooseTheme() {
    const style = getComputedStyle(document.documentElement);
    const number = this.header.themes.length > 1 && this.prefersDark.matches ? 1 : 0;
    this.theme = new Theme(this.header, number, (variable) => style.getPropertyValue(variable));
  }

  /** Says how high the page is. If it is in a frame, the page around it can give the frame that height. */
  tellHeight() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (window !== window.parent) window.parent.postMessage({ gridscope: { height } }, "*");
  }

  /** Keeps room for the tallest slide and its legend, so that nothing below them moves. */
  reserve() {
    const { slides } = this.header;
    for (const id of ["legend", "slide"]) byId(id).style.minHeight = "";
    const heights = slides.flatMap((_, index) => [undefined, null].map((reply) => {
      this.showSlide(index, reply);
      return ["legend", "slide"].map((id) => byId(id).scrollHeight);
    }));
    ["legend", "slide"].forEach((id, part) => {
      byId(id).style.minHeight = `${Math.max(0, ...heights.map((both) => both[part]))}px`;
    });
    this.isShowing = "";
  }

  /** Shows the legend of a slide, its text, and its question or the answer to a reply. */
  showSlide(index, reply) {
    const slide = slideOf(this.header.slides, index);
    byId("legend").replaceChildren(...legendNodes(this.map, slide));
    byId("note").replaceChildren(...noteNodes(slide));
    byId("turning").replaceChildren(...this.turning.nodes(index, reply));
  }

  /** Shows the slide at hand, if it is not there already. A button that has the focus keeps it. */
  updateSlide() {
    const { here, replies } = this.turning;
    const wanted = [here, replies[here], this.theme.number].join();
    if (wanted === this.isShowing) return;
    this.isShowing = wanted;
    const focus = document.activeElement?.closest("#turning") ? document.activeElement.textContent : "";
    this.showSlide(here, replies[here]);
    const buttons = [...byId("turning").querySelectorAll("button")];
    if (focus) buttons.find((button) => button.textContent === focus && !button.disabled)?.focus();
  }

  resize() {
    const { clientWidth, clientHeight } = byId("map");
    if (this.stage) this.map.resizeOnStage(clientWidth, clientHeight);
    else this.map.resize(clientWidth);
  }

  resized() {
    const before = [this.map.side, this.map.canvas.width];
    this.resize();
    this.map.draw(this.theme);
    this.reserve();
    if (before[0] !== this.map.side || before[1] !== this.map.canvas.width) this.show();
    else this.updateSlide();
  }

  /** Shows the moment everywhere. */
  show() {
    const { run, header } = this;
    this.map.draw(this.theme);
    const [at, event] = [header.from + run.now, run.current];
    const className = (x, y) => (x + y * run.width === event ? "cell own" : "cell");
    byId("sentence").replaceChildren(...sentenceNodes(run.sentence(), className, (x, y) => this.pick(x + y * run.width)));
    this.updateSlide();
    byId("time").value = run.now;
    byId("time").setAttribute("aria-valuetext", `event ${at} of ${header.all}`);
    byId("done").style.width = `${(shareOf(run.now, 0, run.length) * 100).toFixed(2)}%`;
    byId("count").replaceChildren(...countNodes(at, header.all));
    this.inspect();
    this.reader.say();
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
    if (this.reader.takes(event)) {
      event.preventDefault();
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
