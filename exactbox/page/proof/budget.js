"use strict";

/*
What a check of a certificate may cost, and the three ways in which it can fail.

Files may be hostile. Whatever is read or calculated is paid from one Budget before it is done, in
units of about a nanosecond, and in bytes. A small file gets some seconds, a larger one more in
proportion to its size. No verdict but GAVE UP depends on it.
*/

/** Why a certificate is not VALID: `verdict` is INVALID, UNREADABLE or GAVE UP. */
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

/* proofs/flip-6.json, of 1.8 MB, takes 0.25 * 10^9 units and 0.25 s, pig-20.json 0.14 and 0.1. */
const BUDGET = {
  maxBytes: 64 << 20, // of a certificate: a phone has the memory for this
  work: 4e9, // some 5 s
  workPerByte: 500,
  memory: 400 << 20,
  memoryPerByte: 20,
  visit: 100, // one step of a loop, with its arithmetic in short integers
  item: 40, // bytes of a number or a short list, and of its place in a list
};

class Budget {
  /** For a file of so many bytes; `progress(share, words)` is told how far the check is. */
  constructor(size, progress = () => {}) {
    this.work = this.allWork = BUDGET.work + BUDGET.workPerByte * size;
    this.memory = BUDGET.memory + BUDGET.memoryPerByte * size;
    this.progress = progress;
  }

  /** Pay for a calculation. */
  spend(work) {
    this.work -= work;
    if (!(this.work >= 0)) throw Refusal.gaveUp("the check needs more work than this page does");
  }

  /** Pay for so many steps of a loop. */
  visit(steps) {
    this.spend(BUDGET.visit * steps);
  }

  /** Pay for what is stored, and for storing it. */
  keep(bytes) {
    this.memory -= bytes;
    this.spend(bytes);
    if (!(this.memory >= 0)) throw Refusal.gaveUp("the check needs more memory than this page has");
  }

  /** Pay for a product of integers of a and b bits; some browsers know only the school's method. */
  product(a, b) {
    this.spend((a / 64 + 1) * (b / 64 + 1));
  }

  /** Pay for the quotient of integers of a and b bits. */
  quotient(a, b) {
    this.spend((Math.max(a - b, 0) / 64 + 1) * (b / 64 + 2) * 4);
  }

  /** Pay for a greatest common divisor: of n bits Euclid takes 0.6 n steps of 200 ns + n / 64. */
  divisor(a, b) {
    const short = Math.min(a, b);
    this.quotient(Math.max(a, b), short);
    this.spend(0.6 * short * (200 + short / 20));
  }

  /** Say how far the work is: `done` of `all`, of what `words` say; now and then. */
  tell(done, all, words) {
    if (done % 256 === 0) this.progress(all ? done / all : null, words);
  }
}
