"use strict";

/*
Exact values in blocks, what choices are worth by them, and comparisons.

The witness gives v(c) = N(c) / D for the choices of a block, which has one denominator D. States
are told a *place*: the choice whose value they have, or one of the constants 0 and 1, or infinity.
What choice c is worth, with the reward r, the discount d and probabilities w / W,

    w(c) = r(c) + d / W sum_b w(b) v(target(b)),

is a fraction. It is compared with another by the products across; before that by the floors of
2^64 times both, which are short, and differ nearly always where the values do.
*/
const ValueBlocks = (() => {
  const INFINITE = -1; // a place
  const FLOOR = 64n; // bits behind the point
  const { unreadable } = Refusal;

  /**
   * Read blocks [denominator, [choices], [numerators]]: a value for each choice in the set `used`
   * and for no other. `count` is the number of choices; the places count and count + 1 have the
   * values 0 and 1.
   */
  function read(blocks, what, count, used, budget) {
    const numerator = new Array(count + 2).fill(0n);
    const block = new Int32Array(count + 2).fill(-1);
    const denominator = [];
    const bits = []; // of the longest integer of a block, and of the denominator
    const belows = [];
    for (const [b, given] of Reading.items(blocks, what).entries()) {
      const here = `${what}: block ${b}`;
      const [below, choices, above] = Reading.items(given, here, 3);
      denominator.push(Reading.integer(below, here));
      if (denominator[b] <= 0n) throw unreadable(`${here}: the denominator is not positive`);
      Reading.naturals(choices, here, count);
      if (!choices.length) throw unreadable(`${here}: it has no choices`);
      const numerators = Reading.integers(above, here, choices.length);
      belows.push(Reading.bits(below));
      bits.push(above.reduce((most, n) => Math.max(most, Reading.bits(n)), belows[b]));
      for (const [k, c] of choices.entries()) {
        if (block[c] >= 0) throw unreadable(`${what}: choice ${c} has two values`);
        if (!used.has(c)) throw unreadable(`${what}: choice ${c} has a value, nobody picks it`);
        block[c] = b;
        numerator[c] = numerators[k];
      }
    }
    for (const c of used) {
      if (block[c] < 0) throw unreadable(`${what}: choice ${c} has no value`);
    }
    numerator[count + 1] = 1n;
    block.fill(denominator.length, count);
    denominator.push(1n);
    bits.push(64);
    belows.push(64);
    return { numerator, block, denominator, bits, below: belows, kept: { of: -1 } };
  }

  /* D / D_e for two blocks, or 0 where D_e does not divide D. Those of one block D are kept, as
     neighbours mostly share it. */
  function cofactor(values, b, e, budget) {
    if (b === e) return 1n;
    if (values.kept.of !== b) values.kept = { of: b, found: new Map() };
    const { found } = values.kept;
    if (!found.has(e)) {
      const [common, d] = [values.denominator[b], values.denominator[e]];
      budget.product(values.bits[b], values.bits[e]);
      found.set(e, common % d ? 0n : common / d);
    }
    return found.get(e);
  }

  /**
   * The value at a place as a fraction n / d over its block's denominator; with upper bounds of the
   * bits of both, `bits`, and of d, `below`.
   */
  function at(values, place) {
    const b = values.block[place];
    const [n, d] = [values.numerator[place], values.denominator[b]];
    return { n, d, bits: values.bits[b], below: values.below[b] };
  }

  /** w(c) as such a fraction; null if it may lead to infinity. `places` are of its branches. */
  function worth(values, p, c, places, reward, budget) {
    if (places.includes(INFINITE)) return null;
    const weightBits = bitsAbove(p.whole[c]);
    budget.visit(3 + 2 * places.length);
    const sums = new Map(); // of w N, by block
    for (const [k, place] of places.entries()) {
      const b = values.block[place];
      const w = p.begin[c] === p.begin[c + 1] ? 1n : p.weight[p.begin[c] + k];
      budget.product(values.bits[b], weightBits);
      sums.set(b, (sums.get(b) ?? 0n) + w * values.numerator[place]);
    }
    // over the longest denominator, if all divide it; else over a product
    let common = -1;
    for (const b of sums.keys()) {
      if (common < 0 || values.bits[b] > values.bits[common]) common = b;
    }
    let n = 0n;
    let d = values.denominator[common];
    let bits = values.bits[common] + weightBits;
    let below = values.below[common];
    const others = [];
    for (const [b, sum] of sums) {
      const factor = cofactor(values, common, b, budget);
      budget.product(values.bits[b] + weightBits, below);
      if (factor) n += sum * factor;
      else others.push(b);
    }
    for (const b of others) {
      budget.product(bits, values.below[b]);
      budget.product(values.bits[b] + weightBits, below);
      n = n * values.denominator[b] + sums.get(b) * d;
      d *= values.denominator[b];
      bits += values.bits[b];
      below += values.below[b];
    }
    if (reward.p === 0n && p.discount.p === p.discount.q) {
      return { n, d: d * p.whole[c], bits: bits + weightBits, below: below + weightBits };
    }
    const scale = reward.q * p.discount.q * p.whole[c];
    const more = bitsAbove(scale) + bitsAbove(reward.p) + bitsAbove(p.discount.p);
    budget.product(bits + below, more);
    n = reward.p * p.discount.q * p.whole[c] * d + reward.q * p.discount.p * n;
    return { n, d: d * scale, bits: bits + more, below: below + more };
  }

  /* An upper bound of a BigInt's bits, quickly where it is short. */
  const bitsAbove = (n) => (BigInt.asIntN(64, n) === n ? 64 : n.toString(16).length * 4);

  /** -1, 0 or 1 as the fraction x is less than y, equal, or greater; null is infinity. */
  function compare(x, y, budget) {
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    const [a, b] = [floor(x, budget), floor(y, budget)];
    if (a !== b) return Numbers.order(a, b);
    if (x.d !== y.d) {
      budget.product(x.bits, y.below);
      budget.product(y.bits, x.below);
    }
    budget.spend(Math.min(x.bits, y.bits) / 16);
    return x.d === y.d ? Numbers.order(x.n, y.n) : Numbers.order(x.n * y.d, y.n * x.d);
  }

  function floor(x, budget) {
    if (x.floor === undefined) {
      budget.product(x.bits, x.below);
      const scaled = x.n << FLOOR;
      const rounded = scaled / x.d; // towards 0
      x.floor = scaled < 0n && rounded * x.d !== scaled ? rounded - 1n : rounded;
    }
    return x.floor;
  }

  /** {p, q} in lowest terms. */
  function lowest({ n, d, bits, below }, budget) {
    budget.divisor(bits, below);
    return Numbers.fraction(n, d);
  }

  return { INFINITE, read, at, worth, compare, lowest, bitsAbove };
})();
