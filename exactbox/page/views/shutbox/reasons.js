"use strict";

/*
Why one who plays perfectly made the moves that were made: of each a line, and in it, when it is
opened, what every move was worth that the roll allowed, exactly, and how likely the next roll fits
nothing after it.
*/
const Reasons = (() => {
  const { element, number, row, note } = Elements;
  let made = new Map(); // of each move that is listed, by a text that says it: its line

  /**
   * The lines of these moves, [{question, position, told, after}]; `name(player)` is what a player
   * is called. A line that was there before stays as it is, open or not.
   */
  function elements({ game, said }, moves, name) {
    const before = made;
    made = new Map();
    if (!moves.length) return [];
    for (const each of moves) {
      const { question, position, told, after } = each;
      const key = JSON.stringify([said, question, position, told, after]);
      made.set(key, before.get(key) ?? line(game, each, name));
    }
    const words = "Why these moves? Tap one.";
    return [element("h3", {}, "Perfect play explained"), note(words), ...made.values()];
  }

  function line(game, each, name) {
    const { question, position, told, after } = each;
    const tiles = Rules.tilesOf(game.rules, position ^ after).join(" ");
    const words = `${name(question.player)} rolled ${Dice.words(told)}: shut ${tiles}`;
    return Elements.onDemand(words, () => {
      const place = element("div", {}, note("Computing"));
      const roll = Rules.roll(game.rules, told);
      RuleForm.asking.work.ask("box.explain", { game, question, position, roll }).then(
        (reasons) => place.replaceChildren(...why(game, each, reasons)),
        ({ message }) => place.replaceChildren(Elements.alert(message)),
      );
      return place;
    });
  }

  function why({ rules, players }, { question, position, told, after }, { dice, moves }) {
    const tiles = (mask) => Rules.tilesOf(rules, mask).join(" ");
    const shut = (move) => tiles(position ^ move.position);
    const open = `With ${tiles(position)} open and ${told.total} rolled, `;
    const [best, next] = [moves.find((move) => move.position === after), moves[1]];
    const made = [dice.length > 1 && ofDice(dice, told.dice)];
    if (!next) {
      made.push(element("p", {}, `${open}nothing but ${shut(best)} could be shut.`));
    } else if (!best.best) {
      const less = number(Numbers.subtract(moves[0].value, best.value)); // by a record of others
      const words = `${open}${shut(best)} is not best: it wins `;
      made.push(element("p", {}, words, less, ` less of the pot than ${shut(moves[0])}.`));
    } else if (next.best) {
      const equal = moves.filter((move) => move.best && move !== best).map(shut).join(" or ");
      const all = moves.every((move) => move.best);
      const words = all ? "every move is equally good" : `${shut(best)} is as good as ${equal}`;
      made.push(element("p", {}, `${open}${words}.`));
    } else {
      const more = number(Numbers.subtract(best.value, next.value));
      const words = `${open}${shut(best)} is best: it wins `;
      const than = ` more of the pot than ${shut(next)}, the next best.`;
      made.push(element("p", {}, words, more, than));
    }
    const rows = moves.map((move) =>
      row([shut(move), number(move.value), move.ends ? number(move.ends) : "shut box"], {
        class: move.best ? "best" : null,
      }),
    );
    const faced = question.best === null ? "" : `, who has ${question.best} to beat`;
    const heads = ["Shut", "Expected wins", "Nothing fits next"];
    made.push(
      Elements.table("What each move was worth", heads, rows),
      note(
        `Expected wins of player ${question.player} of ${players}${faced}, after the move; `,
        "and the chance that the next roll fits nothing, which ends the turn.",
      ),
    );
    return made.filter(Boolean);
  }

  /* How many dice were rolled, where there was a choice. */
  function ofDice(choices, rolled) {
    const worth = ({ dice, value }) => [`${Dice.counted(dice)}: `, number(value)];
    const made = choices.find(({ dice }) => dice === rolled);
    const rest = choices.filter((each) => each !== made).flatMap((each) => ["; ", ...worth(each)]);
    return element("p", {}, "Expected wins before the roll, by ", ...worth(made), ...rest, ".");
  }

  return { elements };
})();
