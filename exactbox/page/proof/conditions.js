"use strict";

/*
The conditions that prove a value: the step, ranks and levels.

A policy pi picks an option of each state, a choice. *Open* are the states whose value the witness
must give: v(s) = v(pi(s)); of all others the question says it, or they are infinite. Who chooses in
a state s maximises (s is up) or minimises.

  The step. v(c) = w(c) for what pi picks in open states, and w(c) <= v(s) for all options c of s if
    s is up, >= v(s) if not. So pi is a best answer of both players, once ranks rule out that v is a
    promise that is never kept.
  Bounds. Fix pi in the up states, and let everything be available in the others: if v <= w there,
    v bounds from below. From above likewise: pi in the others, and v >= w for all that is
    available.
  Ranks. If each available choice of certain states may lead to a state all of whose available
    choices have a lower rank, or out of these states, then the play leaves them almost surely, and
    the probability that it has not falls exponentially with time: in as many steps as there are
    ranks it leaves with a probability that is bounded from below.
  Levels. If each available choice of an infinite state may lead to a lower level of infinite
    states, or leads to infinite states only, none of them higher, then with positive probability
    the play never leaves them: from level 0 it cannot.
*/
const Conditions = (() => {
  const { INFINITE } = ValueBlocks;
  const { invalid, unreadable } = Refusal;

  /**
   * What pi picks, and where states have their values: `place` by state, `at` by branch, `end` that
   * of a play that is over. `levels` are those of infinite states.
   */
  function pick(p, policy, end, levels = new Map()) {
    Reading.naturals(policy, "policy", undefined, p.states);
    const picked = policy.map((k, s) => {
      if (k >= p.first[s + 1] - p.first[s]) throw unreadable(`policy: state ${s}: no option ${k}`);
      return p.option[p.first[s] + k];
    });
    const open = [];
    const place = picked.map((c, s) => {
      const isGoal = p.goal.states.has(s);
      const isOpen = !isGoal && (p.stay === null || p.stay.states.has(s));
      if (levels.has(s)) {
        if (!isOpen) throw invalid(`state ${s}: is infinite, and the question says its value`);
        return INFINITE;
      }
      if (isGoal) return p.objective === "cost" ? zero(p) : one(p);
      if (!isOpen) return zero(p);
      open.push(s);
      return c;
    });
    return { picked, open, place, at: p.target.map((t) => place[t]), end };
  }

  const zero = (p) => p.choices;
  const one = (p) => p.choices + 1;

  /** The places that a choice leads to. */
  function leads(p, pi, c) {
    return p.begin[c] === p.begin[c + 1] ? [pi.end] : pi.at.slice(p.begin[c], p.begin[c + 1]);
  }

  /** The blocks of a witness that have a value for what pi picks in open states. */
  function readValues(p, pi, blocks, what, budget) {
    const used = new Set(pi.open.map((s) => pi.place[s]));
    return ValueBlocks.read(blocks, what, p.choices, used, budget);
  }

  /* What the step asks of `values`, and of the two bounds: signs that w(c) - v(c) may have for what
     pi picks, and in whose states all options are compared. */
  const STEPS = {
    values: { signs: [0], of: [true, false] },
    lower: { signs: [0, 1], of: [false] },
    upper: { signs: [-1, 0], of: [true] },
  };

  /**
   * The step, of `values` or of `lower` and `upper`, whichever the witness has: a list of one or
   * two. Options in the set `left` are not compared.
   */
  function step(p, pi, witness, budget, counts, left = new Set()) {
    return Object.keys(STEPS)
      .filter((what) => witness[what] !== undefined)
      .map((what) => {
        const values = readValues(p, pi, witness[what], what, budget);
        check(p, pi, values, STEPS[what], left, budget, counts);
        return values;
      });
  }

  function check(p, pi, values, { signs, of }, left, budget, counts) {
    const worths = worthsOf(p, pi, values, p.reward, budget);
    const own = ownValues(pi, values);
    for (const [c, value] of own) {
      counts.equations++;
      if (worths[c] === null) throw invalid(`choice ${c}: leads to infinity, its value is finite`);
      const sign = ValueBlocks.compare(worths[c], value, budget);
      if (!signs.includes(sign)) throw invalid(`choice ${c}: its value is not what it is worth`);
      worths[c] = value; // by which, of bounds too, options are compared
    }
    for (const [done, s] of pi.open.entries()) {
      budget.tell(done, pi.open.length, "comparing options");
      const isUp = p.up[s];
      if (!of.includes(isUp)) continue;
      const value = own.get(pi.place[s]);
      budget.visit(p.first[s + 1] - p.first[s]);
      for (let k = p.first[s]; k < p.first[s + 1]; k++) {
        const c = p.option[k];
        if (left.has(c)) continue;
        counts.comparisons++;
        const sign = ValueBlocks.compare(worths[c], value, budget);
        if (isUp ? sign > 0 : sign < 0) {
          throw invalid(`state ${s}: choice ${c} is better than the policy's`);
        }
      }
    }
  }

  /** w(c) of each choice that is an option of an open state. */
  function worthsOf(p, pi, values, reward, budget) {
    const worths = new Array(p.choices);
    for (const [done, s] of pi.open.entries()) {
      budget.tell(done, pi.open.length, "calculating what choices are worth");
      for (let k = p.first[s]; k < p.first[s + 1]; k++) {
        const c = p.option[k];
        if (worths[c] !== undefined) continue;
        worths[c] = ValueBlocks.worth(values, p, c, leads(p, pi, c), reward[c], budget);
        budget.keep((worths[c]?.bits ?? 0) / 4 + BUDGET.item);
      }
    }
    return worths;
  }

  /** v(c) of each choice that pi picks in an open state. */
  function ownValues(pi, values) {
    return new Map(pi.open.map((s) => [pi.place[s], ValueBlocks.at(values, pi.place[s])]));
  }

  /**
   * The open states where v > 0, by a lower bound; v, or its upper bound, must nowhere be negative.
   */
  function positive(pi, found) {
    for (const s of pi.open) {
      const c = pi.place[s];
      if (found.at(-1).numerator[c] < 0n) throw invalid(`choice ${c}: its value is negative`);
    }
    return pi.open.filter((s) => found[0].numerator[pi.place[s]] > 0n);
  }

  /** Choices that are available if pi is fixed in all states but those where `isFree`. */
  function available(p, pi, s, isFree) {
    return isFree(s) ? Process.options(p, s) : [pi.picked[s]];
  }

  /**
   * The condition of ranks in these states; a choice with a reward need not obey it if `isPaid`.
   */
  function ranks(p, pi, given, states, isFree, budget, counts, isPaid = false) {
    const rank = Reading.naturals(given, "ranks", undefined, p.choices);
    const highest = new Map(); // of these states: the highest rank that is available
    for (const s of states) {
      let most = 0;
      const choices = available(p, pi, s, isFree);
      budget.visit(choices.length + 1);
      for (const c of choices) if (rank[c] > most) most = rank[c];
      highest.set(s, most);
    }
    const done = new Set();
    for (const s of states) {
      for (const c of available(p, pi, s, isFree)) {
        if (done.has(c)) continue;
        done.add(c);
        if (isPaid && p.reward[c].p) continue;
        const targets = Process.targets(p, c);
        budget.visit(targets.length + 1);
        const falls = (t) => !highest.has(t) || highest.get(t) < rank[c];
        if (targets.length && !targets.some(falls)) {
          throw invalid(`choice ${c}: its rank does not fall`);
        }
      }
    }
    counts.ranks += done.size;
  }

  /** The infinite states of a witness, each with its level. */
  function readLevels(p, witness) {
    const infinite = Reading.increasing(witness.infinite, "infinite", p.states);
    const given = Reading.naturals(witness.levels, "levels", undefined, infinite.length);
    return new Map(infinite.map((s, k) => [s, given[k]]));
  }

  /** The condition of levels; the end of the play is on level 0 where it is infinite. */
  function levels(p, pi, known, isFree, budget, counts) {
    for (const [s, level] of known) {
      for (const c of available(p, pi, s, isFree)) {
        counts.levels++;
        const targets = Process.targets(p, c);
        budget.visit(targets.length + 1);
        const to = targets.map((t) => known.get(t) ?? Infinity);
        if (!targets.length) to.push(pi.end === INFINITE ? 0 : Infinity);
        const isLower = to.some((other) => other < level);
        const isWithin = to.every((other) => other <= level);
        if (!isLower && !isWithin) {
          throw invalid(`state ${s}: choice ${c} may get away from infinity`);
        }
      }
    }
  }

  return {
    pick,
    zero,
    one,
    leads,
    readValues,
    step,
    worthsOf,
    ownValues,
    positive,
    ranks,
    readLevels,
    levels,
  };
})();
