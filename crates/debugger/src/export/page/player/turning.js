// Turning slides: the buttons, the motion up to the next slide, and the question of the slide at hand.
import { element } from "./transport.js";

/** Turns the slides of a page. */
export class Turning {
  constructor(page) {
    this.page = page;
    this.slides = page.header.slides;
    /** Index of the slide that was turned to last, and the motion to it. */
    this.hand = -1;
    this.motion = null;
    /** Replies by the index of the slide. */
    this.replies = {};
  }

  /** Returns the index of the slide at hand, or -1. */
  get here() {
    const { slides, hand, motion } = this;
    const { now } = this.page.run;
    if (slides[hand] && (motion || slides[hand].at === now)) return hand;
    const exact = slides.findIndex(({ at }) => at === now);
    if (exact >= 0) return exact;
    const best = (all, better) => all.reduce((found, slide) => (!found || better(slide.at, found.at) ? slide : found), null);
    const before = best(slides.filter(({ at }) => at < now), (a, b) => a >= b);
    return slides.indexOf(before ?? best(slides, (a, b) => a < b));
  }

  /** Goes to a slide. With `plays`, the events up to it are played. */
  turn(to, plays) {
    const slide = this.slides[to];
    if (!slide) return;
    if (this.motion) {
      this.finish();
      if (to >= this.hand) return;
    }
    const { run } = this.page;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || !slide.play;
    this.page.stop();
    this.hand = to;
    if (!plays || still || slide.at <= run.now) {
      this.page.go(slide.at);
      return;
    }
    const easing = `cubic-bezier(${this.page.header.easing})`;
    const effect = new KeyframeEffect(null, null, { duration: slide.play * 1000, easing, fill: "both" });
    new Animation(effect).play();
    this.motion = { from: run.now, to: slide.at, effect };
    this.page.show();
    requestAnimationFrame(() => this.tick());
  }

  /** Goes to the end of the motion. */
  finish() {
    const { motion } = this;
    this.motion = null;
    if (motion) this.page.go(motion.to);
  }

  tick() {
    const { motion } = this;
    if (!motion) return;
    const share = motion.effect.getComputedTiming().progress;
    if (share >= 1) {
      this.finish();
      return;
    }
    this.page.go(motion.from + Math.round((motion.to - motion.from) * share));
    requestAnimationFrame(() => this.tick());
  }

  /** Returns the buttons of a slide, and its question, or the answer if there is a reply. */
  nodes(here = this.here, reply = this.replies[here]) {
    const { slides } = this;
    if (here < 0) return [];
    const button = (name, to, plays) => {
      const created = element("button", "", name);
      created.type = "button";
      created.disabled = !slides[to];
      created.onclick = () => this.turn(to, plays);
      return created;
    };
    const { ask } = slides[here];
    const [back, next] = [button("← Back", here - 1, false), button("Next →", here + 1, true)];
    const row = element("p", "turning", back, `${here + 1} of ${slides.length}`, next);
    return [...ask ? [this.question(ask, here, reply)] : [], row];
  }

  question(ask, here, reply) {
    const again = element("button", "", "Answer again");
    again.onclick = () => this.reply(here, undefined);
    if (reply !== undefined) {
      return element("div", "ask", element("b", "", this.verdict(ask, reply)), element("p", "", ask.text), again);
    }
    const inputs = {
      choice: () => ask.options.map((words, index) => this.answering(words, () => this.reply(here, index))),
      number: () => {
        const field = element("input", "");
        field.type = "number";
        field.step = "any";
        field.setAttribute("aria-label", ask.question);
        const give = () => field.value !== "" && this.reply(here, Number(field.value));
        field.onkeydown = (event) => {
          event.stopPropagation();
          if (event.key === "Enter") give();
        };
        return [field, this.answering("Answer", give)];
      },
      cell: () => ["Click the cell on the map. "],
      path: () => [],
    };
    const showMe = this.answering("Show me", () => this.reply(here, null));
    return element("div", "ask", element("b", "", ask.question), element("p", "", ...inputs[ask.kind](), showMe));
  }

  answering(words, give) {
    const button = element("button", "", words);
    button.type = "button";
    button.onclick = give;
    return button;
  }

  isRight(ask, reply) {
    const isWithin = ([low, high]) => reply >= low && reply <= high;
    const rules = {
      choice: () => ask.right[reply],
      number: () => isWithin(ask.exact),
      cell: () => ask.cells.includes(reply),
    };
    return reply !== null && rules[ask.kind]();
  }

  /** Returns what a reply is worth, and the answer. */
  verdict(ask, reply) {
    if (reply === null) return ask.title;
    if (this.isRight(ask, reply)) return "Right.";
    const near = ask.near && reply >= ask.near[0] && reply <= ask.near[1];
    return `${near ? "Nearly" : "No"}. ${ask.title}`;
  }

  reply(here, reply) {
    if (reply === undefined) delete this.replies[here];
    else this.replies[here] = reply;
    this.page.show();
  }

  /** Takes a click on a cell, if the slide at hand asks for one. */
  takes(cell) {
    const { here } = this;
    if (this.motion) {
      this.finish();
      return true;
    }
    if (here < 0 || this.slides[here].ask?.kind !== "cell" || this.replies[here] !== undefined) return false;
    this.reply(here, cell);
    return true;
  }
}
