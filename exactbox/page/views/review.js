"use strict";

/*
What the moves of a game cost: those that were not best, with what was best and the difference of
the values, which is exact; and each player's sum.
*/
const Review = (() => {
  const { element, number } = Elements;

  /**
   * The review of turns, `costs` being the worker's answer: for each move of each turn, in order,
   * {cost, best, made}. `name(player)` is what a player is called.
   */
  function elements(game, turns, costs, name) {
    let at = 0;
    const parts = turns.map((turn) => {
      const found = costs.slice(at, at + turn.moves.length);
      at += turn.moves.length;
      return ofTurn(game, turn, found, name(turn.player));
    });
    return [element("h3", {}, "What the moves cost"), ...parts];
  }

  function ofTurn({ rules }, { moves }, costs, name) {
    const lossy = moves.map((move, i) => ({ ...move, ...costs[i] })).filter(({ cost }) => cost.p);
    const total = lossy.reduce((sum, { cost }) => Numbers.add(sum, cost), Numbers.fraction(0n));
    const head = lossy.length
      ? [`${name}: `, number(total, 6), ` lost in ${counted(lossy.length)}`]
      : `${name}: nothing lost`;
    return element(
      "div",
      { class: "turn" },
      element("h4", {}, head),
      lossy.length > 0 &&
        element(
          "ul",
          { class: "costs" },
          lossy.map((move) => element("li", {}, ...inWords(rules, move))),
        ),
    );
  }

  const counted = (n) => (n === 1 ? "one move" : `${n} moves`);

  function inWords(rules, { position, after, best, cost, told, dice, bestDice }) {
    const open = Rules.tilesOf(rules, position).join(" ");
    const shut = (q) => Rules.tilesOf(rules, position ^ q).join(" ");
    const instead =
      best === after ? "" : `shut ${shut(after)}; best was ${shut(best)}. `;
    return [
      `Open ${open}, rolled ${Dice.words(told)}: ${instead}Cost `,
      number(cost, 6),
    ];
  }

  return { elements };
})();
