"use strict";

/*
How values of Shut the Box are shown, by Advise and by Play alike: that of a position, that of each
number of dice there is a choice of, and that of each move. The best is marked by a word.
*/
const Moves = (() => {
  const { element, number } = Elements;
  const badge = (best) => best && element("span", { class: "badge" }, "best");

  /** A value in large, with what it is above and a note below. */
  const headline = (words, value, note) =>
    element(
      "div",
      { class: "headline" },
      element("span", { class: "muted" }, words),
      element("span", { class: "huge" }, number(value, 6)),
      element("span", { class: "muted small" }, note),
    );

  /**
   * How many dice may be rolled, `choices` being [{dice, value, best}], the last two where they are
   * known; `now` is the number that is set, `choose(dice)` hears of another.
   */
  function dice(choices, now, choose) {
    const first = choices.find(({ best }) => best);
    return choices.map(({ dice: count, value }) => {
      const best = first && Numbers.compare(value, first.value) === 0;
      return element(
        "div",
        { class: best ? "option best" : "option" },
        element(
          "button",
          { type: "button", "aria-pressed": String(count === now), onclick: () => choose(count) },
          Dice.counted(count),
        ),
        value && number(value, 6),
        badge(best),
      );
    });
  }

  /**
   * Moves to be tapped: [{position, shut, value, best}], the last two where they are known;
   * `make(position)` hears of one.
   */
  const list = (moves, make) =>
    element(
      "ol",
      { class: "moves" },
      moves.map(({ position, shut, value, best }) =>
        element(
          "li",
          { class: best ? "best" : "" },
          element(
            "button",
            {
              type: "button",
              class: "make",
              "aria-label": `shut ${shut.join(" and ")}`,
              onclick: () => make(position),
            },
            shut.map((n) => element("span", { class: "chip" }, `${n}`)),
          ),
          value && number(value, 6),
          badge(best),
        ),
      ),
    );

  return { headline, dice, list };
})();
