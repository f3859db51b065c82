"use strict";

/*
The positions of Shut the Box within reach of some starts, and what every roll allows there.

Every move shuts a tile, so no position comes again, and scores fall from move to move: in the order
of (score, position) whatever a move leads to comes before. Positions are numbered in this order.
*/
class Board {
  static MAX_POSITIONS = 1 << 17;

  /**
   * `starts` are positions. Throws an Error of one line if MAX_POSITIONS are exceeded.
   *
   *     positions    bit masks, numbered by (score, mask)
   *     index        Map from a bit mask to its number
   *     points       the score of each position
   *     scores       of all positions, increasing
   *     level        of each position: the number of its score in `scores`
   *     throws       of each position: for each choice of dice, all before one, what its rolls
   *                  allow; none for the shut box. {dice, ways, stuck, outcomes}: so many ways to
   *                  fall (BigInt), so many of them end the turn, and {weight, after} of the
   *                  others, `after` being numbers of positions in the order of moves
   */
  constructor(rules, starts) {
    this.rules = rules;
    this.rolls = new Map(); // by number of dice
    const seen = new Map(); // of each mask: its throws
    const fresh = [...new Set(starts)];
    for (const position of fresh) seen.set(position, null);
    for (const position of fresh) {
      // `fresh` grows while it is read
      const throws = this.throwsFrom(position);
      seen.set(position, throws);
      for (const { outcomes } of throws) {
        for (const { after } of outcomes) {
          for (const q of after) {
            if (seen.has(q)) continue;
            seen.set(q, null);
            fresh.push(q);
          }
        }
      }
      if (fresh.length > Board.MAX_POSITIONS) {
        const most = Board.MAX_POSITIONS.toLocaleString("en");
        throw new Error(`the game has more than ${most} positions, too many to go through`);
      }
    }
    const scored = fresh.map((p) => [Rules.points(rules, p), p]);
    scored.sort(([s, p], [t, q]) => s - t || p - q);
    this.points = scored.map(([score]) => score);
    this.positions = scored.map(([, p]) => p);
    this.index = new Map(this.positions.map((p, i) => [p, i]));
    this.scores = [...new Set(this.points)];
    const levels = new Map(this.scores.map((score, i) => [score, i]));
    this.level = this.points.map((score) => levels.get(score));
    this.throws = this.positions.map((p) => seen.get(p));
    for (const throws of this.throws) {
      for (const { outcomes } of throws) {
        for (const outcome of outcomes) outcome.after = outcome.after.map((q) => this.index.get(q));
      }
    }
  }

  /** The numbers of the positions within reach of position p, increasing. */
  within(p) {
    const reached = new Uint8Array(this.positions.length);
    reached[p] = 1;
    for (let q = p; q >= 0; q--) {
      if (!reached[q]) continue;
      for (const { outcomes } of this.throws[q]) {
        for (const { after } of outcomes) for (const next of after) reached[next] = 1;
      }
    }
    return [...reached.keys()].filter((q) => reached[q]);
  }

  /** Of each choice of dice: what its rolls allow, with bit masks for positions. */
  throwsFrom(position) {
    if (!position) return [];
    const sets = this.rules.single ? null : Rules.fitting(this.rules, position);
    return Rules.diceChoices(this.rules, position).map((dice) => {
      let stuck = 0n;
      const outcomes = [];
      for (const roll of this.rollsOf(dice)) {
        const after = Rules.moves(this.rules, position, roll, sets);
        if (after.length) outcomes.push({ weight: roll.weight, after });
        else stuck += roll.weight;
      }
      return { dice, ways: this.ways(dice), stuck, outcomes };
    });
  }

  /** The distinct rolls of so many dice (see `Rules.rolls`). */
  rollsOf(dice) {
    if (!this.rolls.has(dice)) this.rolls.set(dice, Rules.rolls(this.rules, dice));
    return this.rolls.get(dice);
  }

  /** In how many ways so many dice can fall. */
  ways(dice) {
    return this.rules.dice.slice(0, dice).reduce((ways, sides) => ways * BigInt(sides), 1n);
  }

  /** L: a multiple of the ways of every choice of dice, as one die is one of them all. */
  get commonWays() {
    return this.ways(this.rules.dice.length);
  }
}
