"use strict";

/*
The rules of Shut the Box in words, the language of the command's --rule: what each word changes,
and which words contradict one another.

    classic          nothing: two dice, one when the open tiles add up to at most 6
    two-dice         always all dice
    sum=N            one die when the open tiles add up to at most N
    above=N          one die when all tiles above N are shut
    last-one         one die when tile 1 alone is left
    sum=N?, above=N?, last-one?      the same, but the player may choose
    most=K           at most K tiles a move
    thai             one tile a move, equal to a die or to the total; always all dice
    even-stevens     the odd tiles are shut from the start
    against-all-odds the even tiles are shut from the start
    3-down-extreme   tiles 1, 2 and 3 are shut from the start
    2-to-go          the first roll must shut tile 2
    unlucky-7        a total of 7 ends the turn
    missionary       the score is the number of open tiles
    digital          the score is the open tiles, read as one number
    double-shutter   the same tiles stand behind them, from the highest to the lowest

In the double shutter one die may be rolled when the open tiles add up to at most 6, unless another
word says when one is. The order of the words does not matter.
*/
const RuleWords = (() => {
  const NEVER = { oneDie: "never", limit: 0, choice: false };
  const CHANGES = {
    classic: {},
    "two-dice": NEVER,
    thai: { single: true, most: 0, ...NEVER },
    "2-to-go": { first: 2 },
    "unlucky-7": { stop: 7 },
    missionary: { score: "count" },
    digital: { score: "digits" },
    "double-shutter": {}, // see changed
  };
  const STAYS_OPEN = {
    "even-stevens": (n) => n % 2 === 0,
    "against-all-odds": (n) => n % 2 === 1,
    "3-down-extreme": (n) => n > 3,
  };
  const KNOWN = ["sum=N", "above=N", "most=N", "last-one"].concat(
    Object.keys(CHANGES),
    Object.keys(STAYS_OPEN),
  );

  /** The parameters that a word sets. */
  function changes(word) {
    if (["each-die", "doubles"].includes(word)) {
      throw new Error(`the page does not play ${word}: exactbox shutbox --rule ${word} does`);
    }
    const choice = word.endsWith("?");
    const plain = choice ? word.slice(0, -1) : word;
    const [, name, number] = /^(sum|above|most)=([0-9]+)$/.exec(plain) ?? [];
    if (number?.length > 9) {
      throw new Error(`${word}: a number of ${number.length} digits, at most 9 are taken`);
    }
    if (name === "most") {
      if (Number(number) < 1) throw new Error(`${word}: need at least 1 tile a move`);
      if (!choice) return { most: Number(number) };
    } else if (name) {
      return { oneDie: name, limit: Number(number), choice };
    }
    if (plain === "last-one") return { oneDie: "sum", limit: 1, choice };
    if (Object.hasOwn(STAYS_OPEN, word)) return {};
    if (!Object.hasOwn(CHANGES, word)) {
      throw new Error(`unknown rule '${word}'; known: ${KNOWN.join(", ")}`);
    }
    return CHANGES[word];
  }

  /**
   * The parameters that these words change, for a box of these tiles.
   *
   * `words` is a list, or a text with commas or spaces between them; `tiles` the numbers of the
   * front row. Throws an Error of one line on an unknown word, on two that contradict one another,
   * and on words that leave no tile.
   */
  function changed(words, tiles) {
    const list = typeof words === "string" ? words.split(/[\s,]+/).filter(Boolean) : [...words];
    const said = new Map(); // of each parameter: a word, and the value
    for (const word of list) {
      for (const [name, value] of Object.entries(changes(word))) {
        if (!said.has(name)) said.set(name, [word, value]);
        const [first, known] = said.get(name);
        if (known !== value) {
          throw new Error(`the rules ${first} and ${word} contradict one another`);
        }
      }
    }
    const found = Object.fromEntries([...said].map(([name, [, value]]) => [name, value]));
    const closing = list.filter((word) => Object.hasOwn(STAYS_OPEN, word));
    found.tiles = tiles.filter((n) => closing.every((word) => STAYS_OPEN[word](n)));
    if (tiles.length && !found.tiles.length) {
      const all = tiles.join(", ");
      throw new Error(`${closing.join(" and ")}: no tile of ${all} is open at the start`);
    }
    if (list.includes("double-shutter")) {
      found.behind = [...found.tiles].reverse();
      if (!said.has("oneDie")) Object.assign(found, { oneDie: "sum", limit: 6, choice: true });
    }
    return found;
  }

  return { changed };
})();
