"use strict";

/*
The question of a certificate about a decision process: the model, and what is asked of it.

State s has the options first[s] .. first[s + 1] - 1; option k is the choice option[k]. Choice c has
the branches begin[c] .. begin[c + 1] - 1, and none if it ends the play; branch b leads to the state
target[b] with the probability weight[b] / whole[c], whole being the sum of the choice's weights.

A model stands in the question itself ("explicit"), or a rule makes it; then the rule says the rest
of the question as well. Everything has one normal form; any other is refused.
*/
const Process = (() => {
  const { unreadable } = Refusal;
  const RULES = { flip: FlipRule, shutbox: BoxRule };

  /* Of each objective the fields of the question that it must have, beside those of all, and those
     that it may have. */
  const ASKS = {
    reach: ["goal second", "stay"],
    cost: ["goal reward", ""],
    total: ["reward second", ""],
    discounted: ["discount reward second", ""],
    mean_payoff: ["reward", ""],
    within_steps: ["goal steps", "stay"],
  };
  const REWARD_OF_STEPS = ["reward steps", "discount"]; // within_steps without a goal

  /**
   * What the question asks, in its fields of the same name; and the layout above, `whole`,
   * `up` (whether who chooses in a state maximises) and, of a rule, `named`: what the rule said.
   */
  function read(question, budget) {
    const isObject = typeof question === "object" && !Array.isArray(question);
    const given = isObject && question !== null ? question : {};
    const objective = Reading.oneOf(Object.keys(ASKS), given.objective, "objective");
    const sense = Reading.oneOf(["max", "min"], given.sense, "sense");
    const name = Reading.oneOf(["explicit", ...Object.keys(RULES)], given.model?.rule, "rule");
    const made =
      name === "explicit" ? explicit(given, objective, budget) : byRule(name, given, budget);
    const { states, choices, begin, weight } = made;
    const whole = new Array(choices);
    for (let c = 0; c < choices; c++) {
      let sum = begin[c] === begin[c + 1] ? 1n : 0n;
      for (let b = begin[c]; b < begin[c + 1]; b++) sum += weight[b];
      whole[c] = sum;
    }
    const up = new Array(states);
    for (let s = 0; s < states; s++) up[s] = (sense === "max") !== made.second.has(s);
    return { objective, sense, ...made, whole, up };
  }

  function explicit(given, objective, budget) {
    const isReward = objective === "within_steps" && !Object.hasOwn(given, "goal");
    const [asks, may] = isReward ? REWARD_OF_STEPS : ASKS[objective];
    const more = may && Object.hasOwn(given, may) ? may : "";
    Reading.fields(given, `model objective sense start ${asks} ${more}`, "question");
    const layout = readLayout(given.model, budget);
    const { states, choices } = layout;
    const start = Reading.increasing(given.start, "start", states);
    if (!start.length) throw unreadable("start: need a state");

    let goal = { name: "", states: new Set(), ended: false };
    if (given.goal !== undefined) {
      const { ended } = Reading.fields(given.goal, "ended name states", "goal");
      goal = readSet(given.goal, "goal", states);
      goal.ended = Reading.natural(ended, "goal: ended", 2) === 1;
    }
    let stay = null;
    if (given.stay !== undefined) {
      stay = readSet(Reading.fields(given.stay, "name states", "stay"), "stay", states);
    }
    const second = new Set(Reading.increasing(given.second ?? [], "second", states));
    let reward = new Array(choices).fill({ p: 0n, q: 1n });
    let rewardName = null;
    if (given.reward !== undefined) {
      Reading.fields(given.reward, "name of", "reward");
      rewardName = Reading.name(given.reward.name, "reward: name");
      reward = Reading.items(given.reward.of, "reward", choices).map((each, c) =>
        Reading.rational(each, `reward: choice ${c}`, budget),
      );
    }
    const steps = Reading.natural(given.steps ?? 0, "steps");
    let discount = { p: 1n, q: 1n };
    if (given.discount !== undefined) {
      discount = Reading.rational(given.discount, "discount", budget);
      if (discount.p < 0n || discount.p >= discount.q) {
        throw unreadable("discount: need at least 0 and less than 1");
      }
    }
    const asked = { start, goal, stay, second, reward, rewardName, steps, discount };
    return { ...layout, ...asked, named: null };
  }

  function readSet(given, what, states) {
    const members = Reading.increasing(given.states, `${what}: states`, states);
    return { name: Reading.name(given.name, `${what}: name`), states: new Set(members) };
  }

  function readLayout(model, budget) {
    Reading.fields(model, "branches choice normalised? options rule target weight", "model");
    const options = Reading.naturals(model.options, "options");
    const branches = Reading.naturals(model.branches, "branches");
    const [states, choices] = [options.length, branches.length];
    const target = Reading.naturals(model.target, "target", states);
    const weight = Reading.integers(model.weight, "weight", target.length);
    budget.keep(BUDGET.item * (states + 2 * choices + target.length));
    const first = sums(options, "options", Reading.items(model.choice, "choice").length || choices);
    const begin = sums(branches, "branches", target.length);
    for (let s = 0; s < states; s++) {
      if (options[s] < 1) throw unreadable(`options: state ${s}: need an option`);
    }
    const option = readOptions(model.choice, choices, first[states]);
    for (let c = 0; c < choices; c++) {
      const here = `choice ${c}`;
      for (let b = begin[c] + 1; b < begin[c + 1]; b++) {
        if (target[b - 1] >= target[b]) throw unreadable(`target: ${here}: need increasing`);
      }
      let common = 0n;
      let size = 64;
      for (let b = begin[c]; b < begin[c + 1]; b++) {
        if (weight[b] <= 0n) throw unreadable(`weight: ${here}: need positive`);
        if (common === 1n) continue;
        size = Math.max(size, Reading.bits(model.weight[b]));
        budget.divisor(size, Reading.bits(model.weight[b]));
        common = Numbers.gcd(common, weight[b]);
      }
      if (common > 1n) throw unreadable(`weight: ${here}: have a common divisor`);
    }
    const divisors = readDivisors(model, budget);
    return { states, choices, first, option, begin, target, weight, divisors };
  }

  /* The least and the greatest sum by which a file's probabilities were divided; or none. */
  function readDivisors(model, budget) {
    if (!Object.hasOwn(model, "normalised")) return [];
    const read = (each) => Reading.rational(each, "sums", budget);
    const sums = Reading.items(model.normalised, "sums").map(read);
    const isOne = ({ p, q }) => p === q;
    const [least, greatest] = sums;
    const ordered = sums.length === 2 && least.p > 0n && least.p * greatest.q <= greatest.p * least.q;
    if (!ordered || sums.some(isOne)) {
      throw unreadable("sums: need the least and the greatest, not 1");
    }
    return sums;
  }

  /* 0, and the sums of the first 1, 2, ... of these; all of them must be `need`. */
  function sums(sizes, what, need) {
    const made = [0];
    let sum = 0;
    for (const size of sizes) {
      if (size > need - sum) throw unreadable(`model: ${what} add up to more than ${need}`);
      made.push((sum += size));
    }
    if (sum !== need) throw unreadable(`model: ${what} add up to ${sum}, need ${need}`);
    return made;
  }

  function readOptions(choice, choices, count) {
    Reading.naturals(choice, "choice", choices);
    if (!choice.length) return Array.from({ length: count }, (_, k) => k);
    if (choice.length === choices && choice.every((c, k) => c === k)) {
      throw unreadable("choice: need [] where option k is choice k");
    }
    if (new Set(choice).size < choices) throw unreadable("choice: some choice is not an option");
    return choice;
  }

  function byRule(name, given, budget) {
    Reading.fields(given, "model objective sense", "question");
    const named = RULES[name].play(given.model, budget);
    const text = named.words[`${given.sense} ${given.objective}`];
    if (!text) throw unreadable(`${name}: not asked for ${given.sense} ${given.objective}`);
    const { first, option, begin, weight, reward } = named;
    const target = weight.map((_, b) => b); // a state for each branch, and one for the start
    const [states, choices] = [first.length - 1, begin.length - 1];
    const layout = { states, choices, first, option, begin, target, weight };
    return {
      ...layout,
      start: [states - 1],
      goal: { name: "ended", states: new Set(), ended: true },
      stay: null,
      second: new Set(),
      reward,
      rewardName: null,
      steps: 0,
      discount: { p: 1n, q: 1n },
      named: { rule: name, text, rows: named.rows },
    };
  }

  /** The choices of a state. */
  const options = (p, s) => p.option.slice(p.first[s], p.first[s + 1]);

  /** The states that a choice leads to. */
  const targets = (p, c) => p.target.slice(p.begin[c], p.begin[c + 1]);

  /** Whether a reward before the goal is negative. */
  function hasNegative(p) {
    for (let s = 0; s < p.states; s++) {
      if (!p.goal.states.has(s) && options(p, s).some((c) => p.reward[c].p < 0n)) return true;
    }
    return false;
  }

  return { read, options, targets, hasNegative };
})();
