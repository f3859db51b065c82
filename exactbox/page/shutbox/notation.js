"use strict";

/*
Positions, rolls and scores of Shut the Box as people write them.
*/
const Notation = (() => {
  /**
   * The position in which these tiles are open, written as digits or with commas; the back row of
   * the double shutter after a slash (12/987654321), or whole. Throws an Error of one line.
   */
  function positionOf(rules, text) {
    const n = rules.tiles.length;
    const slash = text.indexOf("/");
    const [front, back] = slash < 0 ? [text] : [text.slice(0, slash), text.slice(slash + 1)];
    if (!rules.behind.length) {
      if (slash >= 0) throw new Error(`'${text}' names a back row, and there is none`);
      return row(rules.tiles, front);
    }
    const [before, behind] = [
      row(rules.tiles, front),
      back === undefined ? 2 ** n - 1 : row(rules.behind, back),
    ];
    if (before & ~behind) {
      throw new Error(`'${text}': a tile cannot be shut while the one before it is open`);
    }
    return before + behind * 2 ** n;
  }

  /** The bits of the tiles of one row. */
  function row(tiles, text) {
    const digits = Math.max(...tiles) < 10 && !text.includes(",");
    const named = digits ? [...text.trim()] : text.split(/[\s,]+/).filter(Boolean);
    let mask = 0;
    for (const word of named) {
      if (!/^[0-9]+$/.test(word)) {
        throw new Error(`'${text}': '${word}' is not a tile; give tiles as 146 or 1,4,6`);
      }
      const i = word.length > 9 ? -1 : tiles.indexOf(Number(word));
      if (i < 0) throw new Error(`tile ${word} does not exist; there are ${tiles.join(", ")}`);
      if ((mask >> i) & 1) throw new Error(`tile ${word} is named twice`);
      mask |= 1 << i;
    }
    return mask;
  }

  /** A position as the address and the sheet have it; `positionOf` reads it. */
  function positionText(rules, position) {
    const n = rules.tiles.length;
    const text = (tiles, from) => {
      const open = tiles.filter((_, i) => (position >> (from + i)) & 1);
      return open.join(Math.max(...tiles) < 10 ? "" : ",");
    };
    const front = text(rules.tiles, 0);
    return rules.behind.length ? `${front}/${text(rules.behind, n)}` : front;
  }

  /**
   * The roll {dice, faces, total} that a text names: the total, `faces` being null, or the dice
   * with commas. `choices` are numbers of dice, by default those that are allowed here.
   *
   * Throws an Error of one line if it is not a roll, not one of these dice, or a total where each
   * die is needed (Thai).
   */
  function rollOf(rules, position, text, choices = Rules.diceChoices(rules, position)) {
    const named = numbers(text);
    const isTotal = !text.includes(",");
    if (rules.single && isTotal && rules.dice.length > 1) {
      throw new Error(`the roll: '${text}'; name each die with commas, such as 3,5`);
    }
    for (const dice of choices) {
      const isSum = isTotal && dice > 1;
      const roll = isSum ? { dice, faces: null, total: named[0] } : Rules.fallen(named);
      if (roll.dice === dice && Rules.canShow(rules, roll)) return roll;
    }
    const counts = choices.join(" or ");
    const rolled = counts === "1" ? "die is" : "dice are";
    throw new Error(`the dice cannot show ${text}: ${counts} ${rolled} rolled here`);
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

  return { positionOf, positionText, rollOf, scoreOf };
})();
