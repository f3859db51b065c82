"use strict";

/*
Objectives: of each, what its witness has to satisfy. Each function says its theorem.

Fixing pi in the states of one player leaves all options to the other: *below*, pi is fixed where
the play is maximised, *above* where it is minimised. Each returns the values that are proved, one
vector or two, and where states have theirs.
*/
const Objectives = (() => {
  const { INFINITE } = ValueBlocks;
  const { invalid, unreadable } = Refusal;

  const below = (p) => (s) => !p.up[s];
  const above = (p) => (s) => p.up[s];
  const nowhere = () => false; // pi alone
  const everywhere = () => true;

  /*
  The probability to reach the goal. v is 1 there, 0 where `stay` is left, and where the play ends
  unless that is a goal too. It obeys the step and is nowhere negative. So above it is no less than
  the probability to have reached the goal within n steps, for all n; below, by the ranks, a play
  from where v > 0 almost surely comes to the goal, to the end, or to where v is 0, and up to then
  the expectation of v does not fall.
  */
  function reach(p, witness, budget, counts) {
    const end = p.goal.ended ? Conditions.one(p) : Conditions.zero(p);
    const pi = Conditions.pick(p, witness.policy, end);
    const found = Conditions.step(p, pi, witness, budget, counts);
    const states = Conditions.positive(pi, found);
    Conditions.ranks(p, pi, witness.ranks, states, below(p), budget, counts);
    return { pi, found };
  }

  /*
  The expected reward until the goal, infinite if it may be missed; no reward is negative. v is 0 on
  the goal and obeys the step, or is infinite. Above, where it is finite, the play reaches the goal
  almost surely, by the ranks. Below, plays from infinite states miss it, by the levels.
  */
  function cost(p, witness, budget, counts) {
    const known = Conditions.readLevels(p, witness);
    const end = p.goal.ended ? Conditions.zero(p) : INFINITE;
    const pi = Conditions.pick(p, witness.policy, end, known);
    const found = Conditions.step(p, pi, witness, budget, counts);
    Conditions.ranks(p, pi, witness.ranks, pi.open, above(p), budget, counts);
    Conditions.levels(p, pi, known, below(p), budget, counts);
    return { pi, found };
  }

  /*
  The same over the policies that reach the goal almost surely, rewards having any sign. From an
  infinite state, by its level, every policy misses the goal; so the policies that count take no
  option that may lead there, or that ends the play elsewhere. These options are not compared; pi,
  which is one of the policies that count by its ranks, takes none of them.
  */
  function signedCost(p, witness, budget, counts) {
    const isAvoiding = witness.infinite !== undefined;
    const known = isAvoiding ? Conditions.readLevels(p, witness) : new Map();
    const lost = p.start.find((s) => known.has(s));
    if (lost !== undefined) throw invalid(`state ${lost}: is infinite, and the play starts there`);
    const end = p.goal.ended ? Conditions.zero(p) : INFINITE;
    const pi = Conditions.pick(p, witness.policy, end, known);
    Conditions.levels(p, pi, known, everywhere, budget, counts);
    const left = new Set();
    budget.visit(p.choices + p.target.length);
    for (let c = 0; c < p.choices; c++) {
      if (Conditions.leads(p, pi, c).includes(INFINITE)) left.add(c);
    }
    const found = Conditions.step(p, pi, witness, budget, counts, left);
    Conditions.ranks(p, pi, witness.ranks, pi.open, nowhere, budget, counts);
    return { pi, found };
  }

  /*
  The expected total reward, none negative. v is not negative, and obeys the step, or is infinite.
  Above it is no less than the reward of n steps, for all n. Below, where v is not 0, a choice has a
  reward or its rank falls: a play of finite total comes to where v is 0, almost surely. By the
  levels it misses that from infinite states with positive probability, having rewards without end.
  */
  function total(p, witness, budget, counts) {
    const known = Conditions.readLevels(p, witness);
    const pi = Conditions.pick(p, witness.policy, Conditions.zero(p), known);
    const found = Conditions.step(p, pi, witness, budget, counts);
    const states = [...Conditions.positive(pi, found), ...known.keys()];
    Conditions.ranks(p, pi, witness.ranks, states, below(p), budget, counts, true);
    Conditions.levels(p, pi, known, below(p), budget, counts);
    return { pi, found };
  }

  /*
  The same with rewards of any sign. States belong to components, which have heights. An option may
  lead to a lower component or end the play; or it has no reward, stays in its own component, and v
  is not negative there (min: not positive). So all but finitely many choices stay. v obeys the
  step, and by the ranks pi comes to where v is 0 from wherever it is not.
  */
  function signedTotal(p, witness, budget, counts) {
    if (p.second.size) throw unreadable("second: needs a newer checker with rewards of both signs");
    const pi = Conditions.pick(p, witness.policy, Conditions.zero(p));
    const found = Conditions.step(p, pi, witness, budget, counts);
    const heights = Reading.naturals(witness.heights, "heights");
    const { components } = witness;
    Reading.naturals(components, "components", heights.length, p.states);
    const v = (s) => found[0].numerator[pi.place[s]];
    for (let s = 0; s < p.states; s++) {
      const own = components[s];
      for (const c of Process.options(p, s)) {
        const to = Process.targets(p, c);
        budget.visit(2 + to.length);
        const falls = !to.length || to.some((t) => heights[components[t]] < heights[own]);
        const isGood = p.sense === "max" ? v(s) >= 0n : v(s) <= 0n;
        const stays = !p.reward[c].p && isGood && to.every((t) => components[t] === own);
        if (!falls && !stays) throw invalid(`state ${s}: choice ${c} neither falls nor stays`);
      }
    }
    const moving = pi.open.filter((s) => v(s));
    Conditions.ranks(p, pi, witness.ranks, moving, nowhere, budget, counts);
    return { pi, found };
  }

  /* The discounted total: the step is a contraction, whose only fixed point is the value. */
  function discounted(p, witness, budget, counts) {
    const pi = Conditions.pick(p, witness.policy, Conditions.zero(p));
    return { pi, found: Conditions.step(p, pi, witness, budget, counts) };
  }

  /*
  The long-run average reward of a step. Gains g obey the step without rewards, and biases h

      r(c) + sum_t p(c, t) h(t) <= g(s) + h(s)        (min: >=)

  for all options c of s, with equality for what pi picks. Summed over n steps the expected rewards
  are at most n g(s), up to twice the greatest |h|; under pi they are that.
  */
  function meanPayoff(p, witness, budget, counts) {
    for (let c = 0; c < p.choices; c++) {
      if (p.begin[c] === p.begin[c + 1]) throw unreadable(`choice ${c}: an average needs branches`);
    }
    const pi = Conditions.pick(p, witness.policy, Conditions.zero(p));
    const free = { ...p, reward: p.reward.map(() => ({ p: 0n, q: 1n })) };
    const found = Conditions.step(free, pi, witness, budget, counts);
    const bias = Conditions.readValues(p, pi, witness.bias, "bias", budget);
    const worths = Conditions.worthsOf(p, pi, bias, p.reward, budget);
    const gains = Conditions.ownValues(pi, found[0]);
    const both = new Map();
    for (const [c, h] of Conditions.ownValues(pi, bias)) {
      const g = gains.get(c);
      budget.product(g.bits, h.bits);
      budget.product(g.bits, h.bits);
      const [bits, below] = [g.bits + h.bits, g.below + h.below];
      both.set(c, { n: g.n * h.d + h.n * g.d, d: g.d * h.d, bits, below });
    }
    for (const s of pi.open) {
      const own = pi.place[s];
      for (const c of Process.options(p, s)) {
        budget.visit(1);
        counts[c === own ? "equations" : "comparisons"]++;
        const sign = ValueBlocks.compare(worths[c], both.get(own), budget);
        if ((p.up[s] ? sign > 0 : sign < 0) || (c === own && sign)) {
          throw invalid(`state ${s}: choice ${c} is worth another gain and bias`);
        }
      }
    }
    return { pi, found };
  }

  /*
  Within n steps: nothing is claimed, so the induction is done here. v is 0 with no step left, and 1
  on the goal; with one more it is the best that an option is worth. Values are integers x over one
  scale; all that the options are worth is an integer over `common` times the scale. What these
  have in common is divided out, so that where nothing changes, the scale stays as well, and there
  the induction stops.
  */
  function withinSteps(p, witness, budget, counts) {
    const end = p.goal.ended ? Conditions.one(p) : Conditions.zero(p);
    const pi = Conditions.pick(p, new Array(p.states).fill(0), end);
    const common = commonMultiple(p, budget);
    const bits = ValueBlocks.bitsAbove(common);
    const share = p.whole.map((w) => (common / (p.discount.q * w)) * p.discount.p);
    const paid = p.reward.map((r) => (common / r.q) * r.p);
    const isOne = (place) => place === Conditions.one(p);
    let scale = 1n;
    let x = pi.place.map((place) => (isOne(place) ? 1n : 0n));
    for (let n = 0; n < p.steps; n++) {
      budget.progress(Number(n) / Number(p.steps), "backward induction");
      const length = x.reduce((most, each) => Math.max(most, ValueBlocks.bitsAbove(each)), 64);
      const word = (length + bits) / 64;
      budget.visit(p.option.length + p.target.length);
      budget.spend((p.option.length + p.target.length) * word * (bits / 64 + 1));
      budget.keep(8 * word * p.states);
      const worths = new Array(p.choices).fill(null);
      const after = x.map((old) => old * common);
      for (const s of pi.open) {
        let best = null;
        for (const c of Process.options(p, s)) {
          worths[c] ??= worth(c);
          if (best === null || (p.sense === "max" ? worths[c] > best : worths[c] < best)) {
            best = worths[c];
          }
        }
        after[s] = best;
      }
      counts.equations += pi.open.length;
      const divisor = after.reduce((d, each) => (d === 1n ? d : reduced(d, each)), common);
      const next = after.map((each) => each / divisor);
      const factor = common / divisor;
      if (factor === 1n && next.every((each, s) => each === x[s])) break;
      budget.memory += 8 * word * p.states; // of the values before
      scale *= factor;
      x = next;
    }

    function worth(c) {
      if (p.begin[c] === p.begin[c + 1]) {
        return isOne(end) ? common * scale : paid[c] * scale;
      }
      let sum = 0n;
      for (let b = p.begin[c]; b < p.begin[c + 1]; b++) sum += p.weight[b] * x[p.target[b]];
      return share[c] * sum + paid[c] * scale;
    }

    function reduced(d, each) {
      budget.divisor(bits, bits);
      return Numbers.gcd(d, each % d);
    }

    const all = x.map((_, s) => s);
    const longest = x.reduce((most, n) => Math.max(most, ValueBlocks.bitsAbove(n)), 64);
    const values = {
      numerator: x,
      block: all.map(() => 0),
      denominator: [scale],
      bits: [Math.max(longest, ValueBlocks.bitsAbove(scale))],
      below: [ValueBlocks.bitsAbove(scale)],
    };
    return { pi: { ...pi, place: all }, found: [values] };
  }

  function commonMultiple(p, budget) {
    let common = 1n;
    for (const n of new Set([...p.whole, ...p.reward.map(({ q }) => q)])) {
      const bits = ValueBlocks.bitsAbove(common);
      budget.divisor(bits, ValueBlocks.bitsAbove(n));
      budget.product(bits, ValueBlocks.bitsAbove(n));
      common = (common / Numbers.gcd(common, n)) * n;
    }
    budget.product(ValueBlocks.bitsAbove(common), ValueBlocks.bitsAbove(p.discount.q));
    return common * p.discount.q;
  }

  /* Of each objective, or a variant of it: the check, and the fields of its witness; whether bounds
     will do in place of values; fields that it may have, all or none. */
  const KNOWN = {
    reach: { check: reach, shows: "policy ranks", bounds: true },
    cost: { check: cost, shows: "infinite levels policy ranks", bounds: true },
    signed_cost: {
      check: signedCost,
      shows: "policy ranks",
      bounds: true,
      may: "infinite levels",
    },
    total: { check: total, shows: "infinite levels policy ranks", bounds: true },
    signed_total: { check: signedTotal, shows: "components heights policy ranks" },
    discounted: { check: discounted, shows: "policy", bounds: true },
    mean_payoff: { check: meanPayoff, shows: "bias policy" },
    within_steps: { check: withinSteps },
    reward_within_steps: { check: withinSteps },
  };

  /** Which of these a question asks for, by its name in `Sentence`. */
  function variantOf(p) {
    if (p.objective === "within_steps" && p.rewardName !== null) return "reward_within_steps";
    const isEither = p.objective === "cost" || p.objective === "total";
    return isEither && Process.hasNegative(p) ? `signed_${p.objective}` : p.objective;
  }

  /**
   * Check a witness of this variant. `found`: the values that it proves, or lower and upper bounds;
   * `pi`: what the policy picks, and where states have their values. Counts are kept in `counts`.
   * Throws a Refusal.
   */
  function check(p, variant, witness, budget, counts) {
    const { check: checked, shows = null, bounds = false, may = "" } = KNOWN[variant];
    const has = (key) => Object.hasOwn(Object(witness), key);
    let fields = "";
    if (shows !== null) fields = `${bounds && has("lower") ? "lower upper" : "values"} ${shows}`;
    if (may.split(" ").some(has)) fields += ` ${may}`;
    Reading.fields(witness, fields, "witness");
    return checked(p, witness, budget, counts);
  }

  return { variantOf, check };
})();
