"use strict";

/*
What it may cost to read a certificate here, and why one is not VALID.

Files may be hostile: what is read is paid in bytes from one Budget before it is kept. What checks
it has limits of its own (proved.js).
*/

/** Why a certificate is not VALID: `verdict` is INVALID, UNREADABLE, GAVE UP or NOT CHECKED. */
class Refusal extends Error {
  constructor(verdict, why) {
    super(why);
    this.verdict = verdict;
  }

  /** It can be read, and what it says is not so, or is not proved. */
  static invalid = (why) => new Refusal("INVALID", why);

  /** It is not a certificate of a form that is known here. */
  static unreadable = (why) => new Refusal("UNREADABLE", why);

  /** To check it would take more than it gets. */
  static gaveUp = (why) => new Refusal("GAVE UP", why);
}

const BUDGET = {
  maxBytes: 64 << 20, // of a certificate: a phone has the memory for this
  memory: 400 << 20,
  memoryPerByte: 20,
  item: 40, // bytes of a number or a short list, and of its place in a list
};

class Budget {
  /** For a file of so many bytes; `progress(share, words)` is told how far the reading is. */
  constructor(size, progress = () => {}) {
    this.memory = BUDGET.memory + BUDGET.memoryPerByte * size;
    this.progress = progress;
  }

  /** Pay for what is stored. */
  keep(bytes) {
    this.memory -= bytes;
    if (!(this.memory >= 0)) throw Refusal.gaveUp("the check needs more memory than this page has");
  }
}
