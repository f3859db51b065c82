"use strict";

/*
Which of several values is best, slot by slot: guessed by floats, settled by whole numbers.

**What floats prove.** A turn's value comes of positive terms alone, by products, sums, quotients.
So after r roundings a float is the value times 1 + e, |e| <= ru / (1 - ru), u being 2^-53
(Higham, lemma 3.1), if nothing underflows. If one float is more than 1 + 3ru times another, with
ru < 1/1000, its value is the greater: (1 + e) / (1 - e) < 1 + 2.01 ru, and two more roundings are
those of the comparison. A float 0 is the value 0. Where floats prove nothing, slots are compared;
so they are everywhere if something may underflow: all floats are then NaN.

**Roundings.** With at most m distinct rolls, a position adds m + 4 to those of the positions after
it: of the weight, its product, m sums, the ways to fall and the quotient. A pay-off has 2. Over n
tiles, r = n (m + 4) + 2.
*/
class Floats {
  static LEAST_EXPONENT = -1000; // doubles are normal from 2^-1022

  /**
   *     amounts   what may be paid, BigInts of at least 0 over `denominator`
   *     count     K, the number of slots
   *     width     of a slot, in bits
   *     sense     "max" or "min"
   */
  constructor(board, { amounts, denominator, sense }, count, width) {
    Object.assign(this, { count, width });
    const near = (p) => Numbers.toNumber({ p, q: denominator });
    this.isMax = sense === "max";
    const n = Rules.depth(board.rules);
    const most = Math.max(...[...board.rolls.values()].map((rolls) => rolls.length));
    const roundings = n * (most + 4) + 2;
    const error = roundings * 2 ** -53;
    this.factor = 1 + 3 * error;
    const positive = amounts.filter((p) => p > 0n);
    const least = positive.reduce((a, b) => (a < b ? a : b), denominator);
    const exponent = Math.log2(near(least)) - n * Math.log2(Number(board.commonWays));
    this.isProof = error < 0.001 && exponent > Floats.LEAST_EXPONENT;
    this.pay = amounts.map(near);
    this.rows = new Float64Array(board.positions.length * count); // of each position
    this.totals = new Float64Array(2 * count); // of each choice of dice
    this.top = new Float64Array(count); // the best so far
    this.choice = new Uint32Array(count); // which it is
    this.near = new Uint32Array(count); // the slots where floats prove nothing
  }

  /** Begin the sums over the rolls of the t-th choice of dice; `row` has the amounts of its end. */
  startThrow(t, row, stuck) {
    const { totals, pay, count } = this;
    const weight = this.isProof ? Number(stuck) : NaN;
    for (let k = 0; k < count; k++) totals[t * count + k] = weight ? weight * pay[row[k]] : weight;
  }

  /**
   * Add a roll that leads to one of the positions `after`, whose slots are in `packed`.
   *
   * Returns which is best in each slot, by its place in `after`; or null if the first is in all.
   */
  addRoll(t, after, weight, packed) {
    const { rows, totals, count } = this;
    const base = t * count;
    const factor = Number(weight);
    if (after.length === 1) {
      const from = after[0] * count;
      for (let k = 0; k < count; k++) totals[base + k] += factor * rows[from + k];
      return null;
    }
    const choice = this.best(rows, after, packed);
    const { top } = this;
    for (let k = 0; k < count; k++) totals[base + k] += factor * top[k];
    return choice;
  }

  /** End the sums of the t-th choice of dice. */
  endThrow(t, ways) {
    const { totals, count } = this;
    const divisor = Number(ways);
    for (let k = t * count; k < (t + 1) * count; k++) totals[k] /= divisor;
  }

  /** Keep the better of the choices of dice for position p; which it is, as `addRoll`. */
  keepThrow(p, packed) {
    const { rows, totals, top, count } = this;
    if (packed.length === 1) {
      rows.set(totals.subarray(0, count), p * count);
      return null;
    }
    const choice = this.best(totals, [0, 1], packed);
    rows.set(top, p * count);
    return choice;
  }

  /** Keep what the shut box pays. */
  keepEnd(p, row) {
    const { rows, pay, count } = this;
    for (let k = 0; k < count; k++) rows[p * count + k] = this.isProof ? pay[row[k]] : NaN;
  }

  /** Of the rows `among`: which is best in each slot, the first of equals; null if row 0 in all. */
  best(rows, among, packed) {
    const { top, choice, near, count, factor, isMax } = this;
    const first = among[0] * count;
    for (let k = 0; k < count; k++) top[k] = rows[first + k];
    choice.fill(0);
    let isFirst = true;
    for (let i = 1; i < among.length; i++) {
      const from = among[i] * count;
      let unclear = 0;
      for (let k = 0; k < count; k++) {
        const x = rows[from + k];
        const y = top[k];
        const isMore = x > y * factor;
        const isLess = y > x * factor;
        if (isMax ? isMore : isLess) {
          top[k] = x;
          choice[k] = i;
          isFirst = false;
        } else if (!isMore && !isLess && (x !== 0 || y !== 0)) {
          near[unclear++] = k;
        }
      }
      for (let start = 0, end; start < unclear; start = end) {
        const k = near[start]; // the neighbours from here on whose best so far is in the same row
        end = start + 1;
        while (end < unclear && near[end] === k + end - start && choice[near[end]] === choice[k]) {
          end++;
        }
        const rivals = [packed[among[choice[k]]], packed[among[i]]];
        const settled = this.settle(...rivals, k, k + end - start, (slot) => {
          top[slot] = rows[from + slot];
          choice[slot] = i;
        });
        if (settled) isFirst = false;
      }
    }
    return isFirst ? null : choice;
  }

  /** Call `change` for the slots from `from` to before `to` where b is better than a; are there? */
  settle(a, b, from, to, change) {
    const { width } = this;
    if (Slots.run(a, width, from, to) === Slots.run(b, width, from, to)) return false;
    if (to - from === 1) {
      const [x, y] = [Slots.at(a, width, from), Slots.at(b, width, from)];
      const isBetter = this.isMax ? y > x : y < x;
      if (isBetter) change(from);
      return isBetter;
    }
    const middle = (from + to) >> 1;
    const low = this.settle(a, b, from, middle, change);
    return this.settle(a, b, middle, to, change) || low;
  }
}
