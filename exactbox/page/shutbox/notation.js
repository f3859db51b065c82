"use strict";

/*
Rolls and scores of Shut the Box as people write them. (Positions are read by `Rules.positionOf`.)
*/
const Notation = (() => {
  /**
   * The roll {total, faces} that a text names: the total, or the dice with commas.
   *
   * Throws an Error of one line if it is not a roll, not one of the dice that are allowed at this
   * position, or a total where each die is needed (Thai).
   */
  function rollOf(rules, position, text) {
    const faces = numbers(text);
    const isTotal = !text.includes(",");
    if (rules.single && isTotal && rules.dice.length > 1) {
      throw new Error(`the roll: '${text}'; name each die with commas, such as 3,5`);
    }
    const choices = Rules.diceChoices(rules, position);
    for (const count of choices) {
      const dice = rules.dice.slice(0, count);
      const top = dice.reduce((sum, sides) => sum + sides, 0);
      if (isTotal && !rules.single && count <= faces[0] && faces[0] <= top) {
        return { total: faces[0], faces: [] };
      }
      if (isTotal !== (count === 1) || faces.length !== count) continue;
      if (faces.every((face, i) => face >= 1 && face <= dice[i])) return Rules.roll(rules, faces);
    }
    const counts = choices.join(" or ");
    throw new Error(`the dice cannot show ${text}: ${counts} of them are rolled here`);
  }

  function numbers(text) {
    const words = text.trim().replace(/,$/, "").split(",");
    if (!words.every((word) => /^\s*[0-9]{1,9}\s*$/.test(word))) {
      throw new Error(`the roll: '${text}' is not a number below 10^9, or a list such as 1,2,5`);
    }
    return words.map(Number);
  }

  /** The score that a text names; throws an Error of one line if no tiles score it. */
  function scoreOf(rules, text) {
    if (!/^[0-9]{1,100}$/.test(text)) throw new Error(`'${text}' is not a score`);
    const score = Number(text);
    if (!isScore(rules, score)) {
      throw new Error(`score ${BigInt(text)} is impossible: no open tiles score it`);
    }
    return score;
  }

  /** Whether some set of open tiles scores this; of two rows, a hidden tile counts as open. */
  function isScore(rules, score) {
    if (!Number.isSafeInteger(score) || score < 0) return false;
    if (rules.score === "count") return score <= Rules.depth(rules);
    if (rules.score === "digits") {
      let read = new Set([0]); // how many digits some tiles, in order, account for
      const text = String(score);
      for (const tile of rules.tiles.map(String)) {
        const more = [...read].filter((n) => text.startsWith(tile, n)).map((n) => n + tile.length);
        read = new Set([...read, ...more]);
      }
      return score === 0 || read.has(text.length);
    }
    // both tiles of a column are shut, or the front one alone, or none
    const columns = rules.tiles.map((tile, i) => {
      const behind = rules.behind[i];
      return behind === undefined ? [0, tile] : [0, behind, 2 * tile + behind];
    });
    // the scores of 30 tiles may all differ, 10^9 of them: those of either half are few
    const half = columns.length >> 1;
    const low = sums(columns.slice(0, half));
    return [...sums(columns.slice(half))].some((high) => low.has(score - high));
  }

  /* What one number of each of these lists may add up to. */
  const sums = (lists) =>
    lists.reduce(
      (made, list) => new Set([...made].flatMap((sum) => list.map((more) => sum + more))),
      new Set([0]),
    );

  return { rollOf, scoreOf, isScore };
})();
