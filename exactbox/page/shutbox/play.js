"use strict";

/*
Optimal play of one turn for one pay-off: what rolls and moves are worth, which is best, and how the
final score is distributed. Of equally good moves the first is taken, and all dice before one.

Values are whole numbers over the scale. Positions are masks outside, numbers of the board inside.
*/
class Play {
  /** The k-th pay-off of solved `values` (see values.js). */
  constructor(values, k = 0) {
    this.board = values.board;
    this.scale = values.scale;
    this.isMax = values.sense === "max";
    this.column = values.column(k);
    this.paid = (p) => values.paid(p, k);
  }

  /** The number of a position. */
  number(position) {
    return this.board.index.get(position);
  }

  fraction(n) {
    return Numbers.fraction(n, this.scale);
  }

  /** Which of these numbers is best, the first of equals. */
  best(column) {
    let found = 0;
    column.forEach((n, i) => {
      if (this.isMax ? n > column[found] : n < column[found]) found = i;
    });
    return found;
  }

  /** The best of the positions after a move. */
  choose(after) {
    return after[this.best(after.map((q) => this.column[q]))];
  }

  /** What a throw from position p is worth, before it falls. */
  worth(p, { ways, stuck, outcomes }) {
    let total = stuck * this.paid(p);
    for (const { weight, after } of outcomes) total += weight * this.column[this.choose(after)];
    return total / ways;
  }

  /** What each choice of dice is worth at p. */
  worths(p) {
    const throws = this.board.throws[p];
    return throws.length === 1 ? [this.column[p]] : throws.map((each) => this.worth(p, each));
  }

  /** The choice of dice that is best at p. */
  bestThrow(p) {
    return this.board.throws[p][this.best(this.worths(p))];
  }

  /** The value of a position. */
  value(position) {
    return this.fraction(this.column[this.number(position)]);
  }

  /** [{dice, value, best}]: what it is worth to roll so many dice. */
  dice(position) {
    const p = this.number(position);
    const worths = this.worths(p);
    const first = this.best(worths);
    return this.board.throws[p].map(({ dice }, i) => ({
      dice,
      value: this.fraction(worths[i]),
      best: i === first,
    }));
  }

  /** The numbers of the positions that a roll can lead to, in the order of moves. */
  after(position, roll) {
    return Rules.moves(this.board.rules, position, roll).map((q) => this.board.index.get(q));
  }

  /** [{total, faces, chance, ends, best, value}]: every roll of so many dice. */
  rolls(position, dice) {
    const p = this.number(position);
    if (!this.board.throws[p].some((each) => each.dice === dice)) {
      throw new Error(`${dice} dice may not be rolled here`);
    }
    const ways = this.board.ways(dice);
    return this.board.rollsOf(dice).map(({ total, faces, weight }) => {
      const after = this.after(position, { total, faces });
      const q = after.length ? this.choose(after) : null;
      return {
        total,
        faces,
        chance: Numbers.fraction(weight, ways),
        ends: q === null,
        best: q === null ? null : this.board.positions[q],
        value: this.fraction(q === null ? this.paid(p) : this.column[q]),
      };
    });
  }

  /** [{position, shut, value, best}]: every move that a roll allows, the best first. */
  advise(position, roll) {
    const p = this.number(position);
    const fits = ({ total, faces }) => total === roll.total && `${faces}` === `${roll.faces}`;
    const throws = this.board.throws[p];
    if (!throws.some(({ dice }) => this.board.rollsOf(dice).some(fits))) {
      const counts = throws.map(({ dice }) => dice).join(" or ");
      const rolled = counts === "1" ? "die is" : "dice are";
      throw new Error(`the dice cannot show ${roll.total}: ${counts} ${rolled} rolled here`);
    }
    const { column } = this;
    const after = this.after(position, roll);
    after.sort((q, r) => {
      if (column[q] === column[r]) return 0; // the order of moves stays
      return column[q] > column[r] === this.isMax ? -1 : 1;
    });
    return after.map((q) => ({
      position: this.board.positions[q],
      shut: Rules.tilesOf(this.board.rules, position ^ this.board.positions[q]),
      value: this.fraction(column[q]),
      best: column[q] === column[after[0]],
    }));
  }

  /**
   * What there was to choose between: {dice, moves}, as `dice` and `advise` have them, and of each
   * move `ends`, the chance that nothing fits the roll after it; null if the move shuts the box.
   */
  explain(position, roll) {
    const ends = (after) => {
      const p = this.number(after);
      if (!this.board.throws[p].length) return null;
      const { ways, stuck } = this.bestThrow(p);
      return Numbers.fraction(stuck, ways);
    };
    const moves = this.advise(position, roll).map((move) => ({
      ...move,
      ends: ends(move.position),
    }));
    return { dice: this.dice(position), moves };
  }

  /** [{score, chance}]: the final scores of positive probability, increasing. */
  scores(position) {
    const { board } = this;
    const whole = board.commonWays ** BigInt(Rules.depth(board.rules)); // stands for 1
    const mass = new Map([[this.number(position), whole]]);
    const final = board.scores.map(() => 0n);
    for (let p = board.positions.length - 1; p >= 0; p--) {
      let here = mass.get(p);
      if (!here) continue;
      if (!board.throws[p].length) {
        final[board.level[p]] += here;
        continue;
      }
      const { ways, stuck, outcomes } = this.bestThrow(p);
      here /= ways; // exact: a multiple of L^(tiles that are left)
      final[board.level[p]] += here * stuck;
      for (const { weight, after } of outcomes) {
        const q = this.choose(after);
        mass.set(q, (mass.get(q) ?? 0n) + here * weight);
      }
    }
    return board.scores
      .map((score, i) => ({ score, chance: Numbers.fraction(final[i], whole) }))
      .filter(({ chance }) => chance.p);
  }

  /**
   * The best move for every position within reach of the full board, by increasing (score,
   * position), without the shut box:
   *
   *     rolls    [{dice, total, faces}], those of all dice before those of one
   *     rows     [{position, dice, moves}]: the best number of dice, and for each of the rolls the
   *              best position after it; null if it ends the turn or is one of other dice
   */
  sheet() {
    const { board } = this;
    const rolls = [...board.rolls.keys()]
      .sort((x, y) => y - x)
      .flatMap((dice) => board.rollsOf(dice).map(({ total, faces }) => ({ dice, total, faces })));
    const rows = [];
    for (const p of board.within(board.positions.length - 1)) {
      const position = board.positions[p];
      if (!position) continue;
      const { dice } = this.bestThrow(p);
      const moves = rolls.map((roll) => {
        const after = roll.dice === dice ? this.after(position, roll) : [];
        return after.length ? board.positions[this.choose(after)] : null;
      });
      rows.push({ position, dice, moves });
    }
    return { rolls, rows };
  }

  /**
   * What a move cost that was made: {cost, best, made, dice: {cost, best, made}}, positions after
   * the best move and after this one, and the numbers of dice; null and 0 where no move fits.
   */
  cost(position, dice, roll, made) {
    const offered = this.dice(position);
    const first = offered.find(({ best }) => best);
    const rolled = offered.find((each) => each.dice === dice);
    if (!rolled) throw new Error(`${dice} dice may not be rolled here`);
    const lost = (x, y) => (this.isMax ? Numbers.subtract(x, y) : Numbers.subtract(y, x));
    const found = {
      cost: Numbers.fraction(0n),
      best: null,
      made,
      dice: { cost: lost(first.value, rolled.value), best: first.dice, made: dice },
    };
    const moves = this.advise(position, roll);
    if (!moves.length && made === null) return found;
    const move = moves.find((each) => each.position === made);
    if (!move) throw new Error(`the roll ${roll.total} does not lead to position ${made}`);
    return { ...found, cost: lost(moves[0].value, move.value), best: moves[0].position };
  }
}
