"use strict";

/*
What the moves of a game cost: those that were not best, with what was best and the difference of
the values, which is exact; and each player's sum. To roll another number of dice than the best is a
move as well.
*/
const Review = (() => {
  const { element, number } = Elements;

  /* What the values of a question are parts of. */
  const UNITS = {
    wins: "of the pot",
    shut: "of the chance to shut the box",
    score: "points",
    beat: "of the chance to score so low",
  };

  /**
   * The review of turns (see Record) played for a goal, `costs` being the worker's answer;
   * `name(player)` is what a player is called.
   */
  function elements(rules, goal, turns, costs, name) {
    const parts = turns.map((turn, i) => {
      const lossy = costs
        .filter((cost) => cost.turn === i)
        .flatMap((cost) => losses(rules, turn.moves[cost.move], cost));
      return ofTurn(lossy, UNITS[goal], name(turn.player));
    });
    return [element("h3", {}, "What the moves cost"), ...parts];
  }

  /** What a roll and its move lost: [{cost, words}]. */
  function losses(rules, { position, told, after }, { cost, best, dice }) {
    const tiles = (mask) => Rules.tilesOf(rules, mask).join(" ");
    const found = [];
    if (dice.cost.p) {
      const words = `rolled ${Dice.counted(dice.made)}, best was ${Dice.counted(dice.best)}`;
      found.push({ cost: dice.cost, words: `With ${tiles(position)} open, ${words}` });
    }
    if (cost.p) {
      const words = `shut ${tiles(position ^ after)}, best was ${tiles(position ^ best)}`;
      const roll = `rolled ${Dice.words(told)}`;
      found.push({ cost, words: `With ${tiles(position)} open, ${roll}: ${words}` });
    }
    return found;
  }

  function ofTurn(lossy, unit, name) {
    if (!lossy.length) return element("h4", {}, `${name}: nothing lost`);
    const total = lossy.reduce((sum, { cost }) => Numbers.add(sum, cost), Numbers.fraction(0n));
    const moves = lossy.length === 1 ? "one move" : `${lossy.length} moves`;
    return element(
      "div",
      { class: "turn" },
      element("h4", {}, `${name}: `, number(total), ` ${unit} lost in ${moves}`),
      element(
        "ul",
        { class: "costs" },
        lossy.map(({ words, cost }) => element("li", {}, `${words}: `, number(cost))),
      ),
    );
  }

  return { elements };
})();
