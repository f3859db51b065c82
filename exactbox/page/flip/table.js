"use strict";

/*
What the values of the card game say: which card to turn, what each is worth, and how the values
spread over the positions. The values are exact, of this page's solver or of a proof.
*/
class FlipTable {
  /**
   * `values` as certificates have them: blocks [denominator, positions, numerators]. Of a position
   * that an optimal policy never picks they may be missing. Comparisons are done here, once.
   */
  constructor(rule, values) {
    this.rule = rule;
    this.positions = FlipGame.positions(rule);
    this.numerators = Array(this.positions.size);
    this.denominators = Array(this.positions.size);
    for (const [denominator, members, numerators] of values) {
      for (const [i, position] of members.entries()) {
        this.numerators[position] = BigInt(numerators[i]);
        this.denominators[position] = BigInt(denominator);
      }
    }
    const missing = Numbers.upTo(this.positions.size)
      .map((k) => k - 1)
      .filter((k) => this.numerators[k] === undefined);
    const worths = missing.map((position) => this.worth(position));
    for (const [i, { p, q }] of worths.entries()) {
      this.numerators[missing[i]] = p;
      this.denominators[missing[i]] = q;
    }
    this.rank = this.ranked();
  }

  /* What a turn in a position is worth, by values of which the best are known: of what a roll
     offers, one that an optimal policy picks. */
  worth(position) {
    const { rolls } = this.positions;
    const best = rolls.map(({ bits }) =>
      bits
        .map((bit) => position ^ bit)
        .filter((after) => this.numerators[after] !== undefined)
        .reduce((a, b) => {
          const left = this.numerators[a] * this.denominators[b];
          return left <= this.numerators[b] * this.denominators[a] ? a : b;
        }),
    );
    const common = best.map((after) => this.denominators[after]).reduce(Numbers.multipleOf);
    let [sum, weight] = [0n, 0n];
    for (const [r, after] of best.entries()) {
      const share = BigInt(rolls[r].weight);
      sum += share * this.numerators[after] * (common / this.denominators[after]);
      weight += share;
    }
    return Numbers.fraction(weight * common + sum, weight * common);
  }

  /* The place of each position's value in their order; equal values have one place. Values differ
     as their integer parts of v 2^64 do; where these are equal, cross products decide. */
  ranked() {
    const leading = this.numerators.map((p, k) => (p << 64n) / this.denominators[k]);
    const order = (a, b) => {
      if (leading[a] !== leading[b]) return Numbers.order(leading[a], leading[b]);
      const left = this.numerators[a] * this.denominators[b];
      return Numbers.order(left, this.numerators[b] * this.denominators[a]);
    };
    const sorted = [...leading.keys()].sort(order);
    const rank = new Int32Array(sorted.length);
    for (let i = 1; i < sorted.length; i++) {
      rank[sorted[i]] = rank[sorted[i - 1]] + Number(order(sorted[i - 1], sorted[i]) !== 0);
    }
    return rank;
  }

  /** The exact expected number of turns to come in a position. */
  value(position) {
    return Numbers.fraction(this.numerators[position], this.denominators[position]);
  }

  /** The position after a card is turned; card 0 passes. */
  after(position, card) {
    return position ^ this.positions.bit(card);
  }

  /**
   * What a roll offers in a position, best first, equal ones by card: {card, after, best}. Where it
   * offers nothing, card 0, a pass.
   */
  choices(position, cards) {
    const { rank } = this;
    const made = (cards.length ? cards : [0]).map((card) => ({
      card,
      after: this.after(position, card),
    }));
    const least = Math.min(...made.map(({ after }) => rank[after]));
    return made
      .map((choice) => ({ ...choice, best: rank[choice.after] === least }))
      .sort((a, b) => rank[a.after] - rank[b.after] || a.card - b.card);
  }

  /** Of each number of cards down: {down, count, least, mean, greatest}, exact, increasing. */
  byDown() {
    const groups = new Map();
    for (let k = 0; k < this.positions.size; k++) {
      const { length } = this.positions.down(k);
      groups.set(length, [...(groups.get(length) ?? []), k]);
    }
    return [...groups.keys()]
      .sort(Numbers.order)
      .map((down) => {
        const members = groups.get(down).sort((a, b) => this.rank[a] - this.rank[b]);
        return {
          down,
          count: members.length,
          least: this.value(members[0]),
          mean: this.mean(members),
          greatest: this.value(members.at(-1)),
        };
      });
  }

  /* Over one denominator, that of the sum: to reduce after each would take gcds of long numbers. */
  mean(members) {
    const common = members.map((k) => this.denominators[k]).reduce(Numbers.multipleOf);
    let sum = 0n;
    for (const k of members) sum += this.numerators[k] * (common / this.denominators[k]);
    return Numbers.fraction(sum, common * BigInt(members.length));
  }
}
