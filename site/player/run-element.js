// <gridscope-run>: a recorded run that plays in a page of the site. It has no program: the run was recorded when the site was
// built. Its properties, methods and events are those of <gridscope-player>.
import { Theme } from "./colours.js";
import { textOf, Run } from "./run.js";
import { SiteMap } from "./site-map.js";
import { actionOf, countNodes, element, sentenceNodes, shareOf, tickNodes, transportButton } from "./transport.js";

/** Events in a second of a short run, and the longest time that a run takes. */
const [EVENTS_PER_SECOND, LONGEST_SECONDS] = [12, 30];
/** Distance from the window at which a run is fetched. */
const NEARBY = "600px";

const players = new Set();
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersStillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns the bytes of a packed run. */
const unpacked = async (response) =>
  new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());

const fetchRun = async (src) => {
  const response = await fetch(src).catch(() => { throw new Error("The recording cannot be fetched: the server does not answer."); });
  if (!response.ok) throw new Error(`The recording cannot be fetched: the server answers ${response.status}.`);
  return unpacked(response).catch(() => { throw new Error("The recording cannot be read."); });
};

class RunElement extends HTMLElement {
  #box = null;
  #parts = {};
  #loading = null;
  #seek = null;
  #clock = { time: 0, due: 0 };

  connectedCallback() {
    players.add(this);
    if (this.#box) return;
    this.run = null;
    this.playing = false;
    this.#build();
    this.#parts.watch = new ResizeObserver(() => this.#fitted());
    this.#parts.watch.observe(this.#box);
    if (this.getAttribute("load") === "later") return;
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      this.load();
    }, { rootMargin: NEARBY });
    seen.observe(this);
  }

  /** Number of events of the run that have happened. */
  get at() { return this.run ? this.run.header.from + this.run.now : 0; }
  /** Number of events of the run. */
  get length() { return this.run?.header.all ?? 0; }
  /** Sentence of the last event. */
  get sentence() { return this.run ? this.run.sentence().map((part) => (typeof part === "string" ? part : `(${part.join()})`)).join("") : ""; }

  /** Fetches the run, once. */
  load() {
    this.#loading ??= fetchRun(this.getAttribute("src")).then((bytes) => this.show(bytes)).catch((error) => this.#fail(error));
    return this.#loading;
  }

  /** Shows a run, from bytes. */
  show(bytes, at = null) {
    const view = this.getAttribute("view")?.split(",").map(Number);
    this.run = new Run(bytes);
    this.map = new SiteMap(this.#parts.canvas, this.run, view);
    this.map.isExact = this.hasAttribute("exact");
    if (this.hasAttribute("plain")) this.map.drawPlainly();
    this.#colour();
    const first = at ?? this.#seek ?? this.getAttribute("at");
    const { header, length } = this.run;
    this.run.seek(first === null ? header.now : Math.max(0, Math.min(length, Number(first) - header.from)));
    this.#fit();
    if (this.#parts.time) {
      this.#parts.time.max = this.run.length;
      this.#parts.ties.replaceChildren(...tickNodes(this.#parts.ties, [...this.run.ties].map((event) => event + 1), 0, this.run.length));
    }
    this.classList.add("ready");
    this.#draw();
    this.dispatchEvent(new CustomEvent("ready"));
    if (this.hasAttribute("autoplay") && !prefersStillness.matches && at === null) this.play();
  }

  /** Goes to the moment after `at` events. */
  seek(at) {
    this.#seek = at;
    if (!this.run) return;
    this.run.seek(Math.max(0, Math.min(this.run.length, Math.trunc(at) - this.run.header.from)));
    this.#draw();
  }

  play() {
    for (const other of players) if (other !== this) other.pause();
    if (!this.run) {
      this.load().then(() => this.run && this.isConnected && this.play());
      return;
    }
    if (this.run.now === this.run.length) this.run.seek(0);
    if (this.playing) return;
    this.playing = true;
    this.#clock = { time: performance.now(), due: 0 };
    this.#draw();
    requestAnimationFrame((time) => this.#tick(time));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.#draw();
  }

  /** Selects a cell. Without arguments nothing is selected. */
  select(x = -1, y = -1) {
    if (!this.run) return;
    const isInside = x >= 0 && y >= 0 && x < this.run.width && y < this.run.height;
    this.map.picked = isInside ? x + y * this.run.width : -1;
    this.#draw();
  }

  /** Returns the cell at a point of the window, or null. */
  cellAt(clientX, clientY) {
    const { left, top } = this.#parts.canvas.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top].map((length) => Math.floor(length / this.map.side));
    return x >= 0 && y >= 0 && x < this.run.width && y < this.run.height ? [x, y] : null;
  }

  #build() {
    this.#box = this.querySelector(".map") ?? this.appendChild(element("div", "map"));
    const canvas = element("canvas", "");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", this.getAttribute("label") ?? "Map");
    this.#box.append(canvas);
    this.#parts = { canvas, sentence: this.querySelector(".sentence") };
    this.querySelector(".position")?.remove();
    prefersDark.addEventListener("change", () => {
      this.#colour();
      this.#draw();
    });
    if (!this.hasAttribute("controls")) return;
    canvas.tabIndex = 0;
    canvas.addEventListener("click", (event) => {
      const cell = this.run && this.cellAt(event.clientX, event.clientY);
      if (cell) this.select(...cell);
    });
    this.addEventListener("keydown", (event) => this.#key(event));
    const ties = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    ties.setAttribute("aria-hidden", "true");
    ties.setAttribute("class", "ties");
    const actions = this.#actions();
    const buttons = element("span", "buttons", ...["back", "play", "next"].map((name) => transportButton(ties, name, actions[name === "play" ? "toggle" : name])));
    const time = element("input", "");
    [time.type, time.min, time.value] = ["range", 0, 0];
    time.setAttribute("aria-label", "Event");
    time.addEventListener("input", () => {
      this.pause();
      this.seek(this.run.header.from + Number(time.value));
    });
    const done = element("span", "done");
    const count = element("span", "count");
    const link = element("a", "", "Open in gridscope");
    link.hidden = true;
    link.target = "_blank";
    const bar = element("span", "time", element("span", "track", done), ties, time);
    this.append(element("div", "transport", buttons, bar, count, link));
    Object.assign(this.#parts, { ties, time, done, count, link, play: buttons.querySelector(".play") });
  }

  #actions() {
    const go = (find) => () => {
      if (!this.run) return;
      this.pause();
      const to = find(this.run);
      if (to !== undefined) this.seek(this.run.header.from + to);
    };
    const step = ({ steps, now, length }, direction) => {
      const event = direction > 0 ? steps.find((one) => one >= now) : steps.findLast((one) => one + 1 < now);
      return event === undefined ? (direction > 0 ? length : 0) : event + 1;
    };
    const after = (event) => (event === undefined ? undefined : event + 1);
    return {
      back: go((run) => run.now - 1), next: go((run) => run.now + 1),
      previousStep: go((run) => step(run, -1)), nextStep: go((run) => step(run, 1)),
      nextTie: go((run) => after([...run.ties].find((tie) => tie >= run.now))),
      previousTie: go((run) => after([...run.ties].findLast((tie) => tie + 1 < run.now))),
      start: go(() => 0), end: go((run) => run.length), deselect: () => this.select(),
      toggle: () => (this.playing ? this.pause() : this.play()),
    };
  }

  #key(event) {
    if (event.key === "Escape") document.activeElement?.blur();
    const action = this.#actions()[actionOf(event)];
    const isOwn = event.key === " " && event.target.localName === "button";
    if (!action || isOwn || !this.run) return;
    event.preventDefault();
    action();
  }

  #colour() {
    if (!this.run) return;
    const style = getComputedStyle(this);
    const { header } = this.run;
    this.theme = new Theme(header, header.themes.length > 1 && prefersDark.matches ? 1 : 0, (variable) => style.getPropertyValue(variable).trim());
  }

  #fit() {
    const edge = Number(this.getAttribute("edge") ?? 0);
    this.map.fit(this.#box.clientWidth - 2 * edge, this.#box.clientHeight - 2 * edge);
    const { style } = this.#parts.canvas;
    style.margin = `${edge}px`;
  }

  #fitted() {
    if (!this.run || this.#box.clientWidth === 0) return;
    this.#fit();
    this.map.draw(this.theme);
    this.dispatchEvent(new CustomEvent("fit"));
  }

  #tick(time) {
    if (!this.playing || !this.isConnected) return;
    const { run } = this;
    const given = Number(this.getAttribute("seconds"));
    const seconds = given || Math.min(LONGEST_SECONDS, run.length / EVENTS_PER_SECOND);
    this.#clock.due += Math.max(0, time - this.#clock.time) / 1000 * run.length / seconds;
    this.#clock.time = time;
    const events = Math.floor(this.#clock.due);
    if (events > 0) {
      this.#clock.due -= events;
      run.seek(Math.min(run.length, run.now + events));
      if (run.now === run.length) this.playing = false;
      this.#draw();
      if (!this.playing) this.dispatchEvent(new CustomEvent("end"));
    }
    requestAnimationFrame((next) => this.#tick(next));
  }

  #draw() {
    if (!this.run) return;
    const { run, playing } = this;
    const { time, done, count, play, sentence } = this.#parts;
    this.map.draw(this.theme);
    this.style.setProperty("--share", shareOf(run.now, 0, run.length));
    if (time) {
      time.value = run.now;
      time.setAttribute("aria-valuetext", `event ${this.at} of ${this.length}`);
      done.style.width = `${(shareOf(run.now, 0, run.length) * 100).toFixed(2)}%`;
      count.replaceChildren(...countNodes(this.at, this.length));
      play.classList.toggle("on", playing);
      play.setAttribute("aria-label", playing ? "Pause" : "Play");
      if (!playing) this.#link();
    }
    if (sentence && this.hasAttribute("controls")) {
      sentence.setAttribute("aria-live", playing ? "off" : "polite");
      sentence.replaceChildren(...sentenceNodes(run.sentence(), () => "cell", (x, y) => this.select(x, y)));
    }
    this.#showDrawn();
    const picked = this.map.picked >= 0 ? this.#valuesOf(this.map.picked) : "";
    this.#parts.canvas.setAttribute("aria-label", [this.getAttribute("label") ?? "Map", picked].filter(Boolean).join(". "));
    this.dispatchEvent(new CustomEvent("moment", { detail: { at: this.at, length: this.length, sentence: this.sentence } }));
  }

  /** Shows the program's own picture of a moment that has one, with its figures, while nothing plays and no cell is selected. */
  async #showDrawn() {
    const { at, playing, map } = this;
    const [first, last, folder] = this.getAttribute("drawn")?.split(" ") ?? [];
    const has = () => this.at === at && !this.playing && this.map.picked < 0;
    if (playing || map.picked >= 0 || !folder || at < Number(first) || at > Number(last)) {
      this.classList.remove("drawn");
      return;
    }
    const picture = this.#box.querySelector("picture");
    const image = picture.querySelector("img");
    const address = (theme) => `${folder}${at}.${theme}.svg`;
    picture.querySelector("source").srcset = address("dark");
    image.src = address("light");
    await image.decode().catch(() => {});
    this.classList.toggle("drawn", has() && image.naturalWidth > 0);
  }

  /** Returns what is known of a cell, for readers who hear it. */
  #valuesOf(cell) {
    const values = this.run.header.layers.map(([name], layer) => [name, textOf(this.run.entry(layer, cell))]);
    const known = values.filter(([, value]) => value !== "").map(([name, value]) => `${name} ${value}`);
    return [`(${this.run.place(cell).join()})`, this.run.tile(cell)[0], ...known].join(", ");
  }

  /** Writes the link to this moment in the program. */
  async #link() {
    const app = this.getAttribute("app");
    const { link, scene } = this.run.header;
    const at = this.at;
    if (!app || !(link || scene)) return;
    this.#parts.link.hidden = false;
    if (link) {
      this.#parts.link.href = `${app}#${link}&at=${at}`;
      return;
    }
    const packed = new Blob([JSON.stringify({ ...scene, run: { ...scene.run, at } })]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const code = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
    if (this.at === at) this.#parts.link.href = `${app}#gridscope:1:${code.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}`;
  }

  /** Says in the place of the sentence why there is no run. The still stays. */
  #fail(error) {
    const { sentence } = this.#parts;
    this.classList.add("failed");
    if (sentence) sentence.textContent = error.message;
    this.dispatchEvent(new CustomEvent("error", { detail: error.message }));
  }
}

customElements.define("gridscope-run", RunElement);
