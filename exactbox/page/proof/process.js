"use strict";

/*
What the question of a certificate about a decision process asks, to be said in words.

Nothing is checked here: whether the question has its normal form, and what it is worth, says the
program that Coq extracts (proved.js). Where that calls it VALID, it is as it is read here.
*/
const Process = (() => {
  /**
   * The question's objective, sense and discount; `variant`, its name in `Sentence`; how many
   * states, choices and branches there are; the goal and `stay`, sets as {name, size, ended};
   * `second`, how many states a second player has; of a game that is named what `Games` says; and
   * `rows`, all of it in words. Null if it is none of these.
   */
  function read(question) {
    try {
      const asked = question.model.rule === "explicit" ? explicit(question) : game(question);
      return asked && { ...asked, rows: Sentence.rows(asked) };
    } catch (error) {
      // what is missing, of another type, or spelled in another way
      const isForm = error instanceof TypeError || error instanceof RangeError;
      if (isForm || error instanceof SyntaxError || error instanceof Refusal) return null;
      throw error;
    }
  }

  function explicit({ objective, sense, model, start, goal, stay, second = [], reward, ...more }) {
    const isKnown = ["max", "min"].includes(sense) && Sentence.OBJECTIVES.includes(objective);
    if (!isKnown || Object.hasOwn(model, "normalised")) return null;
    const isReward = objective === "within_steps" && reward !== undefined;
    const isSigned = ["cost", "total"].includes(objective) && hasNegative(model, goal, reward);
    return {
      objective,
      sense,
      variant: `${isSigned ? "signed_" : ""}${isReward ? "reward_" : ""}${objective}`,
      states: model.options.length,
      choices: model.branches.length,
      branches: model.target.length,
      start,
      goal: goal && setOf(goal),
      stay: stay && setOf(stay),
      second: second.length,
      rewardName: reward ? reward.name : null,
      steps: more.steps,
      discount: Reading.rational(more.discount ?? 1, "discount"),
      named: null,
    };
  }

  const setOf = ({ name, states, ended }) => ({ name, size: states.length, ended: ended === 1 });

  /* Whether a reward before the goal is negative. */
  function hasNegative({ options, choice }, goal, { of }) {
    const isNegative = (value) => `${Array.isArray(value) ? value[0] : value}`.startsWith("-");
    const negative = of.map(isNegative);
    if (!negative.includes(true)) return false;
    const goals = new Set(goal?.states);
    let next = 0;
    return options.some((count, s) => {
      const begin = next;
      next += count;
      if (goals.has(s)) return false;
      const own = Array.from({ length: count }, (_, k) => (choice.length ? choice[begin + k] : begin + k));
      return own.some((c) => negative[c]);
    });
  }

  function game({ objective, sense, model }) {
    const said = Games.said(model);
    const text = said?.words[`${sense} ${objective}`];
    if (!text) return null;
    const [start, named] = [[null], { rule: model.rule, text, rows: said.rows }];
    const discount = { p: 1n, q: 1n };
    const none = { goal: null, stay: null, second: 0, rewardName: null, discount };
    return { objective, sense, variant: objective, start, named, ...none };
  }

  return { read };
})();
