"use strict";

/*
How values of a game are shown, in every view alike: that of a position, in large; that of each
number of dice there is a choice of; and that of each move. The best is marked by a word.
*/
const Moves = (() => {
  const { element, button, number } = Elements;

  /** The mark of what is best. */
  const badge = (best) => best && element("span", { class: "badge" }, "best");

  /** A value in large, with what it is above and a note below. */
  const headline = (words, value, note, digits = 6) =>
    element(
      "div",
      { class: "headline" },
      element("span", { class: "muted" }, words),
      element("span", { class: "huge" }, number(value, digits)),
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
        button(Dice.counted(count), () => choose(count), { "aria-pressed": String(count === now) }),
        value && number(value),
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
          button(
            shut.map((n) => element("span", { class: "chip" }, `${n}`)),
            () => make(position),
            { class: "make", "aria-label": `shut ${shut.join(" and ")}` },
          ),
          value && number(value),
          badge(best),
        ),
      ),
    );

  return { badge, headline, dice, list };
})();
