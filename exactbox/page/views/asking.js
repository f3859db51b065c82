"use strict";

/*
Questions to the worker on behalf of views: how far they are, a button that stops them, and errors
as one line. Views of one subject share one of these, which shows itself in the view that asks.

A view asks in runs. A new run makes the one before it stale: what that still awaits never comes,
so no answer can stand beside settings that it is not for. Where the subject of the run differs
from that of the last one, which is unfinished, the worker is ended, for nobody wants its answer;
for the same subject it is left to finish, for it keeps what it has solved.
*/
class Asking {
  constructor(work) {
    this.work = work;
    this.run = 0;
    this.busy = false;
    this.subject = null;
    this.patience = null; // the timer that shows the progress
    const { element } = Elements;
    this.words = element("span", {});
    this.bar = element("progress", { max: "1", "aria-label": "progress" });
    const stop = Elements.button("Stop", () => this.stop());
    this.progress = element(
      "div",
      { class: "progress", hidden: true },
      element("div", { class: "row" }, this.words, stop),
      this.bar,
    );
    this.error = Elements.alert();
    this.element = element("div", { class: "asking" }, this.progress, this.error);
  }

  /**
   * Run `questions(ask)`, an async function; `ask(what, given)` is the worker's answer. After an
   * error, or where a later run has begun, nothing of it goes on.
   *
   * `subject` is a text that says what the worker has to solve for it.
   */
  async start(subject, questions) {
    if (this.busy && subject !== this.subject) this.work.stop();
    const run = ++this.run;
    this.subject = subject;
    this.busy = true;
    this.hide();
    this.error.textContent = "";
    this.patience = setTimeout(() => this.show(null, ""), Asking.PATIENCE);
    const never = new Promise(() => {});
    const ask = async (what, given) => {
      if (run !== this.run) return never;
      const answer = await this.work.ask(what, given, (share, words) => {
        const late = performance.now() > begun + Asking.PATIENCE;
        if (run === this.run && late) this.show(share, words);
      });
      return run === this.run ? answer : never; // stale
    };
    const begun = performance.now();
    try {
      await questions(ask);
      if (run === this.run) this.end();
    } catch (error) {
      if (run !== this.run) return;
      this.end();
      this.fail(error.message);
    }
  }

  /** Give up what is under way, and say so. */
  stop() {
    this.refuse("Stopped: no answer.");
  }

  /** Forget what is under way, and what was said: another run is not to follow. */
  clear() {
    if (this.busy) this.work.stop();
    this.run++;
    this.end();
    this.error.textContent = "";
  }

  /** Give up what is under way, for this reason. */
  refuse(line) {
    this.clear();
    this.fail(line);
  }

  fail(line) {
    this.error.textContent = Elements.line(line);
  }

  end() {
    this.busy = false;
    this.hide();
  }

  hide() {
    clearTimeout(this.patience);
    this.progress.hidden = true;
  }

  show(share, words) {
    this.progress.hidden = false;
    this.words.textContent = words || "Computing";
    if (share === null) this.bar.removeAttribute("value");
    else this.bar.value = share;
  }
}

Asking.PATIENCE = 300; // ms before progress is shown: a flash of it only disturbs
