"use strict";

/*
Games that a question names, in words: what is asked, and their rules, as the checkers' sentences
have them. Nothing is checked here, and a question may be of any form: what has no words here
throws a TypeError, or is null.
*/
const Games = (() => {
  const COVERED =
    "behind best choice dice first goal limit most one_die rule score single start stop tie tiles";

  /** {words, rows}: of "min cost" and the like what is asked; and what the question says. */
  const said = (model) => ({ flip, shutbox })[model.rule](model);

  /* The cards of a mask, or its tiles' places, counted from 1. */
  const placesIn = (mask, count) =>
    Numbers.upTo(count).filter((place) => (BigInt(mask) >> BigInt(place - 1)) & 1n);

  function flip({ cards, dice, start, goal }) {
    const named = dice.map((die) => {
      const fair = die.every(([face, weight], k) => face === k + 1 && weight === 1);
      return fair ? `d${die.length}` : `[${die.map((side) => `[${side.join(", ")}]`).join(", ")}]`;
    });
    const count = `${cards} card${cards === 1 ? "" : "s"}`;
    const game = `flip with ${count} and dice ${named.join(" ")}, from mask ${start} to ${goal}`;
    const down = (mask) => placesIn(mask, cards).join(" ") || "none";
    return {
      words: { "min cost": `least expected number of turns of ${game}` },
      rows: [
        ["Game", "card flipping: a turn rolls all dice and turns over one card, shown or the sum"],
        ["Cards", `${cards}`],
        ["Dice", named.join(", ")],
        ["Face down at the start", down(start)],
        ["Face down at the goal", down(goal)],
      ],
    };
  }

  function shutbox(model) {
    if (Object.keys(model).some((key) => !COVERED.split(" ").includes(key))) return null;
    const what = asked(model);
    const rules = rulesOf(model).join("; ");
    const open = openTiles(model);
    const text = `${what} in one turn of Shut the Box (${rules}), begun with ${open} open`;
    return {
      words: { "min cost": `least ${text}`, "max total": `greatest ${text}` },
      rows: [
        ["Game", "one turn of Shut the Box"],
        ["Rules", rules],
        ["Open at the start", open],
        ["Asked for", `the ${what}`],
      ],
    };
  }

  function asked({ goal, best, tie }) {
    if (goal === "score") return "expected score";
    if (goal === "shut") return "probability to shut the box";
    const counted = Sentence.exactly(Reading.rational(tie, "tie"));
    return `expectation of 1 for a score below ${best} and ${counted} for ${best}`;
  }

  function rulesOf({ tiles, behind, dice, one_die, limit, choice, most, single, ...box }) {
    const shows = behind.length ? "tiles that show" : "open tiles";
    const low = one_die === "sum" ? `the ${shows} add up to` : `all ${shows} are`;
    const alone = `the ${choice ? "player may roll the " : ""}first die alone when`;
    const shut = most ? `at most ${most} open tiles` : "open tiles";
    const shuts = single ? "one tile, equal to it or to a die" : `${shut} that add up to it`;
    const score = {
      sum: `the sum of the open tiles${behind.length ? ", front tiles twice" : ""}`,
      count: "the number of open tiles",
      digits: "the open tiles, increasing, read as one number",
    }[box.score];
    return [
      `tiles ${tiles.join(" ")}${behind.length ? ` before ${behind.join(" ")}` : ""}`,
      behind.length &&
        "a tile behind shows once the one before it is shut, and is shut then or with it",
      `dice ${dice.map((sides) => `d${sides}`).join(" ")}`,
      one_die !== "never" && `${alone} ${low} at most ${limit}`,
      `a total shuts ${shuts}, or ends the turn if there are none`,
      box.first && `the first roll must shut ${box.first}`,
      box.stop && `a total of ${box.stop} ends the turn`,
      `the score is ${score}`,
    ].filter(Boolean);
  }

  function openTiles({ tiles, behind, start }) {
    const all = [...tiles, ...behind];
    const open = placesIn(start, all.length);
    if (!open.length) return "no tile";
    if (open.length === all.length) return "all tiles";
    const row = (isFront) =>
      open.filter((place) => place <= tiles.length === isFront).map((place) => all[place - 1]);
    const back = row(false).join(" ");
    return `tiles ${row(true).join(" ") || "none"}${back ? ` before ${back}` : ""}`;
  }

  return { said };
})();
