// Reports to a learning platform by SCORM 1.2: the slide, whether all was seen and answered, and the share of right first
// answers. Elsewhere the page plays as always.
import { page } from "./page.js";

/** Returns the platform's interface, from the frames around this one or from the window that opened it. */
const findPlatform = (view) => {
  try {
    if (view.API) return view.API;
    if (view.parent !== view) return findPlatform(view.parent);
    return view.opener ? findPlatform(view.opener) : null;
  } catch {
    return null; // A frame of another host.
  }
};

/** Returns a time as SCORM 1.2 writes it. */
const timeOf = (seconds) => [seconds / 3600, seconds / 60 % 60, seconds % 60]
  .map((part, k) => String(Math.floor(part)).padStart(k ? 2 : 4, "0")).join(":");

class Platform {
  constructor(interface_) {
    this.interface = interface_;
    this.began = Date.now();
    /** The slides that were seen, and the first reply to each question, by the index of its slide. */
    this.seen = new Set();
    this.first = {};
    this.sent = {};
    this.interface.LMSInitialize("");
    this.resume();
    const show = page.show.bind(page);
    page.show = () => {
      show();
      this.report();
    };
    addEventListener("pagehide", () => this.finish());
    page.show();
  }

  get slides() {
    return page.header.slides;
  }

  /** Goes on where the learner left. */
  resume() {
    const { turning } = page;
    try {
      const kept = JSON.parse(this.interface.LMSGetValue("cmi.suspend_data"));
      this.seen = new Set(kept.seen);
      this.first = kept.first;
      turning.replies = { ...kept.first };
      this.wasDone = this.interface.LMSGetValue("cmi.core.lesson_status") === "completed";
      turning.turn(Number(this.interface.LMSGetValue("cmi.core.lesson_location")) - 1, false);
    } catch {
      // The first visit.
    }
  }

  report() {
    const { turning, run } = page;
    const here = turning.here;
    if (turning.motion) return;
    if (here >= 0 || run.now === run.length) this.seen.add(here);
    this.first = { ...turning.replies, ...this.first };
    const asked = this.slides.map((slide, index) => [slide.ask, this.first[index]]).filter(([ask]) => ask);
    // A path cannot be drawn here, so such a question is only shown.
    const scored = asked.filter(([ask]) => ask.kind !== "path");
    const right = scored.filter(([ask, reply]) => reply !== undefined && turning.isRight(ask, reply)).length;
    const isSeen = this.slides.length ? this.slides.every((_, index) => this.seen.has(index)) : this.seen.has(-1);
    const isDone = this.wasDone || (isSeen && asked.every(([, reply]) => reply !== undefined));
    this.send("cmi.core.lesson_location", here + 1);
    this.send("cmi.suspend_data", JSON.stringify({ seen: [...this.seen], first: this.first }));
    if (scored.length > 0 && scored.some(([, reply]) => reply !== undefined)) {
      this.send("cmi.core.score.min", 0);
      this.send("cmi.core.score.max", 100);
      this.send("cmi.core.score.raw", Math.round(right / scored.length * 100));
    }
    this.send("cmi.core.lesson_status", isDone ? "completed" : "incomplete");
    this.commit();
  }

  send(name, value) {
    if (this.sent[name] === String(value)) return;
    this.sent[name] = String(value);
    this.isNew = true;
    this.interface.LMSSetValue(name, String(value));
  }

  commit() {
    if (this.isNew) this.interface.LMSCommit("");
    this.isNew = false;
  }

  finish() {
    if (this.isFinished) return;
    this.isFinished = true;
    this.interface.LMSSetValue("cmi.core.session_time", timeOf((Date.now() - this.began) / 1000));
    this.interface.LMSSetValue("cmi.core.exit", this.sent["cmi.core.lesson_status"] === "completed" ? "" : "suspend");
    this.interface.LMSFinish("");
  }
}

// The whole page is the lesson, so the text of slides stays.
document.body.classList.remove("framed");
const platform = findPlatform(window);
if (platform) new Platform(platform);
