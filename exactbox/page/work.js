"use strict";

/*
Work that takes long is done in a worker, so that the page never stands still.

The worker's program is the text of the page's scripts that are marked `data-worker`: one home for
each function, and nothing to fetch. A worker answers one thing after the other; to give up what it
does is to end it, and the next question starts another.
*/
class Work {
  constructor() {
    this.waiting = new Map(); // of each question, by number: what to do with its answer
    this.asked = 0;
    this.worker = null;
  }

  /**
   * Ask the worker; a promise of the answer. It fails with an Error whose message is one line, and
   * with an AbortError if the work was stopped.
   *
   * `what` names an entry of the table in worker.js, `given` is passed to it. `onProgress(share,
   * words)` hears of long work: share is from 0 to 1, or null where nobody knows.
   */
  ask(what, given = {}, onProgress = () => {}) {
    this.worker ??= this.start();
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      this.worker.postMessage({ id, what, given });
    });
  }

  /** End all that is under way. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    this.fail(new DOMException("stopped", "AbortError"));
  }

  start() {
    const program = [...document.querySelectorAll("script[data-worker]")];
    const source = new Blob(
      program.map((script) => script.textContent),
      { type: "text/javascript" },
    );
    const address = URL.createObjectURL(source);
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      this.worker = null;
      this.fail(new Error(event.message || "the worker has failed; memory may have run out"));
    };
    return worker;
  }

  hear({ id, progress, answer, error }) {
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (progress) {
      asked.onProgress(progress.share, progress.words);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) asked.resolve(answer);
    else asked.reject(new Error(error));
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
