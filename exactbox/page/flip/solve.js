"use strict";

/*
The fewest expected turns of the card game, from every position, exactly.

    v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card),      v(goal) = 0

1. The first policy turns, of the cards that a roll offers, the rarest that is not yet as the goal
   wants it; if there is none, it undoes the commonest. Every position then has a roll that leads
   nearer, so the policy reaches the goal with probability 1; and rare cards are never undone, so
   that few positions lead to each other.
2. Policy iteration in floats (Howard 1960). A policy's equations are in block triangular form: the
   strongly connected components of its positions (Tarjan 1972), each after those that it leads to.
3. The last policy's equations are solved exactly, block by block, a denominator per block.
4. The equation above is checked for every position and every roll, in exact comparisons. Where a
   card is better than the policy's, the policy takes it and 3 is done again: floats only guess.

Why that is the answer: v >= 0 solves the equation. Let c be the policy that attains its minima:
v = 1 + P_c v >= sum_{k<n} P_c^k 1 for all n, so c reaches the goal, in v turns. Of any other policy
d that reaches it, v <= sum_{k<n} P_d^k 1 + P_d^n v, and the last term tends to 0 (Bertsekas and
Tsitsiklis 1991).

Symbols: W is the weight of all rolls; a choice is the place of the policy's card among the cards
that the roll offers.
*/
const Cards = (() => {
  const MOST_CARDS = 12; // that turn: 4,096 positions, 0.4 s where two six-sided dice are rolled
  const BETTER = 1e-9; // relative; far above the error of the floats, so that each change improves

  /** The first policy: of position k and roll r the choice, at k * rolls + r. */
  function firstPolicy({ size, goal, rolls }) {
    const often = new Map(); // of each bit: the weight of the rolls that offer it
    for (const { bits, weight } of rolls) {
      for (const bit of bits) often.set(bit, (often.get(bit) ?? 0n) + weight);
    }
    const policy = new Int32Array(size * rolls.length);
    for (let k = 0; k < size; k++) {
      rolls.forEach(({ bits }, r) => {
        const rarest = bits
          .map((bit, choice) => ({ bit, choice, nearer: ((k ^ goal) & bit) !== 0 }))
          .sort((a, b) => {
            if (a.nearer !== b.nearer) return a.nearer ? -1 : 1;
            if (often.get(a.bit) === often.get(b.bit)) return a.choice - b.choice;
            return often.get(a.bit) < often.get(b.bit) === a.nearer ? -1 : 1;
          });
        policy[k * rolls.length + r] = rarest[0].choice;
      });
    }
    return policy;
  }

  /* The strongly connected components under a policy, each after those that it leads to. */
  function components({ size, goal, rolls }, policy) {
    const count = rolls.length;
    const next = (k, r) => k ^ rolls[r].bits[policy[k * count + r]];
    const found = new Int32Array(size).fill(-1); // when a position was met
    const low = new Int32Array(size);
    const open = new Uint8Array(size);
    const done = [];
    const stack = [];
    let met = 0;
    for (let root = 0; root < size; root++) {
      if (found[root] >= 0) continue;
      const path = [[root, 0]];
      while (path.length) {
        const frame = path.at(-1);
        const [k, r] = frame;
        if (r === 0) {
          found[k] = low[k] = met++;
          open[k] = 1;
          stack.push(k);
        }
        if (k !== goal && r < count) {
          frame[1]++;
          const to = next(k, r);
          if (found[to] < 0) path.push([to, 0]);
          else if (open[to]) low[k] = Math.min(low[k], found[to]);
          continue;
        }
        path.pop();
        if (path.length) {
          const [before] = path.at(-1);
          low[before] = Math.min(low[before], low[k]);
        }
        if (low[k] !== found[k]) continue;
        const members = stack.splice(stack.lastIndexOf(k));
        for (const member of members) open[member] = 0;
        done.push(members.sort(Numbers.order));
      }
    }
    return done;
  }

  /* Policy iteration in floats: {policy, rounds}. */
  function guess(game, policy) {
    const { size, goal, rolls } = game;
    const weights = rolls.map(({ weight }) => Number(weight));
    for (let rounds = 1; ; rounds++) {
      const value = floats(game, policy, weights);
      let changed = false;
      for (let k = 0; k < size; k++) {
        if (k === goal) continue;
        for (let r = 0; r < rolls.length; r++) {
          const { bits } = rolls[r];
          const at = k * rolls.length + r;
          let least = value[k ^ bits[policy[at]]];
          for (let choice = 0; choice < bits.length; choice++) {
            const worth = value[k ^ bits[choice]];
            if (!(worth < least * (1 - BETTER))) continue; // nor where floats overflow
            least = worth;
            policy[at] = choice;
            changed = true;
          }
        }
      }
      if (!changed) return { policy, rounds };
    }
  }

  /* A policy's values in floats, block by block. Positions are eliminated one after the other by
     additions and divisions of positive numbers alone (Grassmann, Taksar and Heyman 1985), so every
     value has almost all its digits, however loaded the dice. */
  function floats(game, policy, weights) {
    const { size, goal, rolls } = game;
    const total = Numbers.sum(weights);
    const value = new Float64Array(size);
    const place = new Int32Array(size).fill(-1);
    for (const members of components(game, policy)) {
      if (members[0] === goal) continue;
      const n = members.length;
      if (n > ExactLinear.MOST) {
        throw new Error(
          `${n} positions lead to each other in this game, at most ${ExactLinear.MOST} are solved`,
        );
      }
      members.forEach((k, i) => (place[k] = i));
      const leave = new Float64Array(n); // weight out of the block
      const cost = new Float64Array(n).fill(total); // of the turn, and what follows outside
      const inside = members.map((k, i) => {
        const row = new Float64Array(n);
        for (let r = 0; r < weights.length; r++) {
          const to = k ^ rolls[r].bits[policy[k * weights.length + r]];
          if (place[to] >= 0) {
            row[place[to]] += weights[r];
          } else {
            leave[i] += weights[r];
            cost[i] += weights[r] * value[to];
          }
        }
        return row;
      });
      for (let k = 0; k < n; k++) {
        let away = leave[k]; // the weight of going elsewhere
        for (let j = k + 1; j < n; j++) away += inside[k][j];
        for (let i = k + 1; i < n; i++) {
          const share = inside[i][k] / away;
          if (share === 0) continue;
          for (let j = k + 1; j < n; j++) inside[i][j] += share * inside[k][j];
          leave[i] += share * leave[k];
          cost[i] += share * cost[k];
        }
        leave[k] = away;
      }
      for (let k = n - 1; k >= 0; k--) {
        let sum = cost[k];
        for (let j = k + 1; j < n; j++) sum += inside[k][j] * value[members[j]];
        value[members[k]] = sum / leave[k];
      }
      for (const k of members) place[k] = -1;
    }
    return value;
  }

  /* A policy's values: blocks [denominator, positions, numerators], exact. */
  function exactly(game, policy, progress) {
    const { size, goal, rolls } = game;
    const total = rolls.reduce((sum, { weight }) => sum + weight, 0n);
    const numerators = Array(size).fill(0n);
    const denominators = Array(size).fill(1n);
    const place = new Int32Array(size).fill(-1);
    let done = 0;
    return components(game, policy).map((members) => {
      if (members[0] === goal) return [1n, members, [0n]];
      members.forEach((k, i) => (place[k] = i));
      const next = members.map((k) =>
        rolls.map(({ bits, weight }, r) => [k ^ bits[policy[k * rolls.length + r]], weight]),
      );
      // W v(s) - sum_inside w v = W + sum_outside w v; the unknowns are common v
      let common = 1n;
      for (const [to] of next.flat()) {
        if (place[to] < 0) common = Numbers.multipleOf(common, denominators[to]);
      }
      const right = members.map(() => total * common);
      const rows = next.map((leads, i) => {
        const row = new Map([[i, total]]);
        for (const [to, weight] of leads) {
          const j = place[to];
          if (j >= 0) row.set(j, (row.get(j) ?? 0n) - weight);
          else right[i] += weight * numerators[to] * (common / denominators[to]);
        }
        return [...row];
      });
      const solved = ExactLinear.solve(rows, right);
      let shared = solved.denominator * common;
      const divisor = solved.numerators.reduce(Numbers.gcd, shared);
      shared /= divisor;
      members.forEach((k, i) => {
        numerators[k] = solved.numerators[i] / divisor;
        denominators[k] = shared;
        place[k] = -1;
      });
      done += members.length;
      progress(done / size, `${done} of ${size} positions solved exactly`);
      return [shared, members, members.map((k) => numerators[k])];
    });
  }

  /* Where the policy's card is not the best of its roll, take the best; how often that was. */
  function improve({ size, goal, rolls }, policy, { rank }) {
    let better = 0;
    for (let k = 0; k < size; k++) {
      if (k === goal) continue;
      for (let r = 0; r < rolls.length; r++) {
        const { bits } = rolls[r];
        const at = k * rolls.length + r;
        const kept = policy[at];
        bits.forEach((bit, choice) => {
          if (rank[k ^ bit] < rank[k ^ bits[policy[at]]]) policy[at] = choice;
        });
        better += Number(policy[at] !== kept);
      }
    }
    return better;
  }

  /**
   * The values of a rule of FlipGame, proved as above: {values, blocks, rounds, proofs}.
   *
   * `values` is as certificates have it, [denominator, positions, numerators] a block; `rounds` are
   * those of policy iteration in floats, `proofs` how many policies were solved exactly. Throws an
   * Error of one line for a game that is too large.
   */
  function solve(rule, progress = () => {}) {
    const game = FlipGame.positions(rule);
    if (game.size > 2 ** MOST_CARDS) {
      throw new Error(
        `${game.size} positions, the page solves ${2 ** MOST_CARDS}; exactbox certify flip takes ` +
          "more, and Proof shows what it proved",
      );
    }
    progress(null, "looking for the policy");
    const { policy, rounds } = guess(game, firstPolicy(game));
    for (let proofs = 1; ; proofs++) {
      const values = exactly(game, policy, progress);
      progress(null, "comparing every position and roll");
      if (improve(game, policy, new FlipTable(rule, values)) === 0) {
        return { values, blocks: values.length, rounds, proofs };
      }
    }
  }

  const answers = {
    /** Every position's value of the rule: {values, blocks, rounds, proofs}. */
    "cards.solve": ({ rule }, progress) => solve(rule, progress),
  };

  return { solve, answers };
})();
