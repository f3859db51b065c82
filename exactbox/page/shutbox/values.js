"use strict";

/*
Optimal values of every position of a board, for many pay-offs at once, without rounding.

    v(p) = best over the dice of  (stuck pay(p) + sum_roll weight best_move v(q)) / ways

With n tiles and L a common multiple of the ways to fall, L^n v(p) is a whole number if the pay-offs
are: a turn has at most n rolls, and each divides by a divisor of L. So all values are whole numbers
over one denominator, the scale; those of a position are the slots of one BigInt (see slots.js).

Which move is best differs from pay-off to pay-off: floats.js says which. Of equal moves the first
is taken.

Symbols: p, q positions; k a pay-off, K of them; L, n as above.
*/
class Values {
  /**
   * Solve a board for K pay-offs.
   *
   *     amounts      what may be paid: BigInts of at least 0 over `denominator`
   *     pay          of each level of score: the K numbers (in `amounts`) of what is paid there
   *     held         the same of another pay-off, whose expectation under this play is wanted too;
   *                  or null
   *     sense        "max" or "min"
   *     progress     is called with the share that is done
   *
   * Afterwards there are
   *
   *     scale        the denominator of all values
   *     packed       of each position: its values
   *     heldAtFull   of the last position: the expectations of `held`, or null
   */
  constructor(board, { amounts, denominator, pay, held = null, sense = "max" }, progress) {
    Object.assign(this, { board, amounts, pay, sense });
    this.count = pay[0].length;
    const n = Rules.depth(board.rules);
    this.factor = board.commonWays ** BigInt(n); // L^n
    this.scale = denominator * this.factor;
    const most = amounts.reduce((a, b) => (a > b ? a : b), 1n) * this.factor * board.commonWays;
    this.width = 4 * most.toString(16).length;
    const floats = new Floats(board, { amounts, denominator, sense }, this.count, this.width);
    this.packed = [];
    this.heldAtFull = null;
    this.solve(held, floats, progress);
  }

  /** What a pay-off pays at a position, over the scale. */
  paid(p, k = 0) {
    return this.amounts[this.pay[this.board.level[p]][k]] * this.factor;
  }

  /** The values of all positions for the k-th pay-off. */
  column(k = 0) {
    if (this.count === 1) return this.packed;
    return this.packed.map((packed) => Slots.at(packed, this.width, k));
  }

  /** The values of the position with all tiles open, which is the last. */
  atFull() {
    return Slots.unpack(this.packed.at(-1), this.width, this.count);
  }

  /** Go through the positions from the lowest. */
  solve(held, floats, progress) {
    const { board, packed, width } = this;
    const pack = (row) => Slots.pack(Array.from(row, (a) => this.amounts[a] * this.factor), width);
    const best = (values, among, choice) =>
      choice ? Slots.chosen(among.map((i) => values[i]), choice, width) : values[among[0]];
    const ends = this.pay.map(pack);
    const endsHeld = held && held.map(pack);
    const packedHeld = [];
    const size = board.positions.length;
    for (let p = 0; p < size; p++) {
      const level = board.level[p];
      const throws = board.throws[p];
      const totals = [];
      const totalsHeld = [];
      throws.forEach(({ ways, stuck, outcomes }, t) => {
        floats.startThrow(t, this.pay[level], stuck);
        let total = stuck * ends[level];
        let totalHeld = held && stuck * endsHeld[level];
        for (const { weight, after } of outcomes) {
          const choice = floats.addRoll(t, after, weight, packed);
          total += weight * best(packed, after, choice);
          if (held) totalHeld += weight * best(packedHeld, after, choice);
        }
        floats.endThrow(t, ways);
        totals.push(total / ways); // exact in every slot
        if (held) totalsHeld.push(totalHeld / ways);
      });
      if (throws.length) {
        const dice = [...totals.keys()];
        const choice = floats.keepThrow(p, totals);
        packed.push(best(totals, dice, choice));
        if (held) packedHeld.push(best(totalsHeld, dice, choice));
      } else {
        floats.keepEnd(p, this.pay[level]);
        packed.push(ends[level]);
        if (held) packedHeld.push(endsHeld[level]);
      }
      if (p % 32 === 0) progress(p / size);
    }
    if (held) this.heldAtFull = Slots.unpack(packedHeld.at(-1), width, this.count);
  }
}
