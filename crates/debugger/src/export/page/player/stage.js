// The player as a part of the page around its frame, which asks for it by `#stage`: only map, sentence and buttons. With
// `#stage=play` it plays by itself, again and again, until the reader does anything in it.
import { BETWEEN } from "./slides.js";

/** Number of events that play at the usual speed. A longer run plays faster, in the same time. */
const USUAL_EVENTS = 144;
/** Seconds that the end is shown. */
const HELD = 2;

export class Stage {
  /** Returns whether the page around asks for a stage. */
  static isAsked() {
    return window !== window.parent && location.hash.startsWith("#stage");
  }

  constructor(page) {
    this.page = page;
    this.repeats = false;
    this.isSeen = true;
    document.body.classList.add("stage");
  }

  start() {
    const { page } = this;
    page.map.withoutSlide = BETWEEN;
    page.map.slideAtHand = () => (page.playedAt ? -1 : page.header.slides.findIndex(({ at }) => at === page.run.now));
    page.speed = Math.max(1, page.run.length / USUAL_EVENTS);
    const take = () => this.take();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, take, true);
    addEventListener("keydown", ({ key }) => key === "Escape" && this.tell({ leave: true }));
    addEventListener("message", ({ source, data }) => {
      if (source === window.parent && Number.isInteger(data?.at)) this.goTo(data.at);
    });
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (location.hash !== "#stage=play" || isStill) return;
    this.repeats = true;
    page.go(0);
    // What nobody sees does not play.
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.isSeen = isIntersecting;
      if (this.repeats && this.isSeen !== page.playedAt > 0) page.toggle();
    }).observe(page.map.canvas);
  }

  /** Takes in that the reader does something: the run does not begin again by itself. */
  take() {
    this.repeats = false;
  }

  goTo(at) {
    this.take();
    if (this.page.playedAt) this.page.stop();
    this.page.go(at - this.page.header.from);
  }

  /** Takes in that the run has played to its end. */
  ended() {
    setTimeout(() => {
      if (this.repeats && this.isSeen && !this.page.playedAt) this.page.toggle();
    }, HELD * 1000);
  }

  report(at) {
    this.tell({ at, of: this.page.header.all });
  }

  /** Sends a message to the page around. */
  tell(words) {
    window.parent.postMessage({ gridscope: words }, "*");
  }
}
