"use strict";

/*
The rules of Shut the Box as data, and what they allow.

Rules are a plain object, which can be sent to the worker:

    tiles    increasing numbers, open at the start
    behind   the back row of the double shutter, in the order of `tiles`, or nothing
    dice     numbers of sides
    oneDie   only the first die is rolled: "never"; "sum": when the numbers that can be seen add up
             to at most `limit`; "above": when all that can be seen are at most `limit`
    choice   the player may then still roll all dice
    single   one tile a move, equal to a die or to the total (Thai)
    most     so many tiles a move at most; 0: any number
    first    a tile that the first roll must shut, or it ends the turn; 0: none
    stop     a total that ends the turn; 0: none
    score    "sum" of the open tiles (a front tile of the double shutter counts twice, a back tile
             once even if it is hidden), their number ("count"), or read as one number ("digits")

A position is a bit mask of the tiles that are not shut: bit i is the i-th tile of the front row,
bit n + i the tile behind it, which can be shut once that one is, in the same move too. A roll is
{total, faces}: `faces` is empty but in Thai games, where it lists what a tile may be equal to.

Of equally good moves the first is taken: moves are in order of the score that they leave, then of
the position as a number (the higher tile is shut first); all dice come before one.

Sources: Wikipedia, "Shut the box" (the house rules); D. Hathaway, "Double Shutter".
*/
const Rules = (() => {
  const MAX_TILES = 30; // positions are 32-bit integers
  const MAX_SIDES = 1000;
  const MAX_DICE = 32;
  const MAX_ROLLS = 100_000; // distinct rolls
  const MAX_ROLL_WORK = 10_000_000; // rolls so far times sides of the next die
  const MAX_SETS = 100_000; // sets of tiles that one position lets a roll shut
  const MAX_PLAYERS = 1000;
  const MAX_NUMBER = 10 ** 9;
  const CLASSIC = {
    tiles: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    behind: [],
    dice: [6, 6],
    oneDie: "sum",
    limit: 6,
    choice: false,
    single: false,
    most: 0,
    first: 0,
    stop: 0,
    score: "sum",
  };
  const TIES = ["share", "lose", "earlier"];

  // Rules -----------------------------------------------------------------------------------------

  /** Rules with these parameters, the others being those of the classic game; an Error if none. */
  function made(parameters) {
    const rules = { ...CLASSIC, ...parameters };
    for (const name of ["tiles", "behind", "dice"]) {
      rules[name] = [...rules[name]];
      for (const number of rules[name]) requireInteger(name, number, 1);
    }
    for (const name of ["limit", "most", "first", "stop"]) {
      requireInteger(name, rules[name], 0);
      if (rules[name] >= MAX_NUMBER) throw new Error(`${name} has more than 9 digits`);
    }
    const { tiles, behind, dice } = rules;
    if (!tiles.length || tiles.some((n, i) => n <= tiles[i - 1])) {
      throw new Error(`tiles are ${tiles.join(", ")}, need increasing numbers, at least one`);
    }
    if (depth(rules) > MAX_TILES) {
      throw new Error(`there are ${depth(rules)} tiles, at most ${MAX_TILES} are taken`);
    }
    if (Math.max(...tiles, ...behind) >= MAX_NUMBER) {
      throw new Error("a tile's number has more than 9 digits");
    }
    if (!dice.length || dice.length > MAX_DICE || Math.max(...dice) > MAX_SIDES) {
      throw new Error(`need 1 to ${MAX_DICE} dice of at most 1,000 sides`);
    }
    if (rules.score === "digits" && behind.length) {
      throw new Error("two rows of tiles cannot be read as one number");
    }
    if (rules.score === "digits" && tiles.join("").length > 15) {
      throw new Error(`the tiles read as one number have more than 15 digits: ${tiles.join("")}`);
    }
    if (rules.first && !tiles.includes(rules.first)) {
      throw new Error(`the first roll must shut tile ${rules.first}, which does not exist`);
    }
    return rules;
  }

  function requireInteger(name, number, least) {
    if (!Number.isSafeInteger(number)) throw new Error(`${name}: ${number} is not an integer`);
    if (number < least) {
      throw new Error(`${name}: ${number} is too small, need at least ${least}`);
    }
  }

  /**
   * The rules that these words name (see words.js); tiles 1 to 9 and two dice by default.
   *
   * `tiles` is N for tiles 1 to N, or a list; `dice` a list of sides. Throws an Error of one line.
   */
  function named(words, { tiles = CLASSIC.tiles, dice = CLASSIC.dice } = {}) {
    const count = typeof tiles === "number" ? tiles : tiles.length;
    requireInteger("tiles", count, 1);
    if (count > MAX_TILES) throw new Error(`there are ${count} tiles, at most ${MAX_TILES}`);
    const list = typeof tiles === "number" ? Numbers.upTo(count) : tiles;
    const plain = made({ tiles: list, dice });
    return made({ ...plain, ...RuleWords.changed(words, plain.tiles) });
  }

  /** The rules in a line. */
  function words(rules) {
    const { tiles, behind, dice, oneDie, limit } = rules;
    const when =
      oneDie === "sum" ? `the open sum is at most ${limit}` : `all tiles above ${limit} are shut`;
    const likes = rules.choice ? " if the player likes" : "";
    const which = oneDie === "never" ? "always all dice" : `one die${likes} when ${when}`;
    return [
      `tiles ${tiles.join(" ")}`,
      behind.length && `over ${behind.join(" ")}`,
      `dice ${dice.map((sides) => `d${sides}`).join(" ")}`,
      dice.length > 1 && which,
      rules.single && "one tile a roll, equal to a die or the total",
      rules.most && `at most ${rules.most} tiles a move`,
      rules.first && `the first roll must shut ${rules.first}`,
      rules.stop && `a total of ${rules.stop} ends the turn`,
      { sum: "scored by sum", count: "scored by count", digits: "digital" }[rules.score],
    ]
      .filter(Boolean)
      .join("; ");
  }

  /** Throws an Error of one line unless the game {rules, players, ties, atOnce} can be played. */
  function refuse({ rules, players, ties }) {
    made(rules);
    if (!Number.isSafeInteger(players) || players < 1 || players > MAX_PLAYERS) {
      throw new Error(`${players} players cannot play, need 1 to 1,000`);
    }
    if (!TIES.includes(ties)) throw new Error(`ties are '${ties}', need one of ${TIES.join(", ")}`);
  }

  // Positions -------------------------------------------------------------------------------------

  /** The number of tiles: no turn has more rolls that shut something. */
  const depth = (rules) => rules.tiles.length + rules.behind.length;

  /** The position with all tiles open. */
  const full = (rules) => 2 ** depth(rules) - 1;

  /** The number of each bit's tile. */
  const numbers = (rules) => [...rules.tiles, ...rules.behind];

  /** The numbers of the tiles that are not shut, front row first. */
  const tilesOf = (rules, position) => numbers(rules).filter((_, i) => (position >> i) & 1);

  /** The tiles that can be seen: no front tile stands before them. */
  function exposed(rules, position) {
    const n = rules.tiles.length;
    return rules.behind.length ? position & ~((position & (2 ** n - 1)) << n) : position;
  }

  /** The score of a turn that ends here. */
  function points(rules, position) {
    const left = tilesOf(rules, position);
    if (rules.score === "count") return left.length;
    if (rules.score === "digits") return Number(left.join(""));
    const all = Numbers.sum(left);
    if (!rules.behind.length) return all;
    return rules.tiles.reduce((sum, n, i) => sum + n * ((position >> i) & 1), all);
  }

  // Rolls and moves -------------------------------------------------------------------------------

  /** How many dice may be rolled: all, one, or either, all of them first. */
  function diceChoices(rules, position) {
    const all = rules.dice.length;
    if (all === 1 || rules.oneDie === "never") return [all];
    const seen = tilesOf(rules, exposed(rules, position));
    const low = rules.oneDie === "sum" ? Numbers.sum(seen) : Math.max(0, ...seen);
    if (low > rules.limit) return [all];
    return rules.choice ? [all, 1] : [1];
  }

  /** Dice that show these faces, as they are told: {dice, faces, total}. */
  const fallen = (faces) => ({ dice: faces.length, faces: [...faces], total: Numbers.sum(faces) });

  /** Whether the first dice can show what is told of them; `faces` is null where a total is. */
  function canShow(rules, { dice, faces, total }) {
    const sides = rules.dice.slice(0, dice);
    if (faces) return faces.length === dice && faces.every((n, i) => n >= 1 && n <= sides[i]);
    return !rules.single && total >= dice && total <= Numbers.sum(sides);
  }

  /** What dice of which this is told allow. */
  const roll = (rules, { faces, total }) => ({
    total,
    faces: rules.single ? distinct([...faces, total]) : [],
  });

  const distinct = (list) => [...new Set(list)].sort(Numbers.order);

  /**
   * The distinct rolls of the first `dice` dice by total and faces: {total, faces, weight}, the
   * weight (BigInt) being how many of the equally likely ways to fall they are.
   */
  function rolls(rules, dice) {
    let partial = [{ total: 0, faces: [], weight: 1n }];
    let work = 0;
    for (const sides of rules.dice.slice(0, dice)) {
      work += partial.length * sides;
      if (work > MAX_ROLL_WORK) {
        throw new Error(`${dice} dice of up to ${Math.max(...rules.dice)} sides take too long`);
      }
      const grown = new Map();
      for (const { total, faces, weight } of partial) {
        for (let face = 1; face <= sides; face++) {
          merge(grown, total + face, rules.single ? distinct([...faces, face]) : faces, weight);
        }
      }
      if (grown.size > MAX_ROLLS) throw new Error("the dice show more than 100,000 rolls");
      partial = [...grown.values()];
    }
    if (!rules.single) return partial;
    const offered = new Map();
    for (const { total, faces, weight } of partial) {
      merge(offered, total, distinct([...faces, total]), weight);
    }
    return [...offered.values()].sort(rollOrder);
  }

  /** The order of rolls: by total, then by faces. */
  const rollOrder = (x, y) => x.total - y.total || Numbers.inOrder(x.faces, y.faces);

  function merge(known, total, faces, weight) {
    const key = faces.length ? `${total}:${faces}` : total;
    const same = known.get(key);
    if (same) same.weight += weight;
    else known.set(key, { total, faces, weight });
  }

  /**
   * The sets of tiles that can be shut here, as a Map from their sum to bit masks, for sums that
   * the dice can show. A column gives nothing, its first open tile, or that and the one behind it.
   */
  function fitting(rules, position) {
    const { tiles, behind } = rules;
    const n = tiles.length;
    const top = Numbers.sum(rules.dice);
    const sets = [0];
    const sums = [0];
    const add = (before, number, bits) => {
      for (let i = 0; i < before; i++) {
        if (sums[i] + number > top) continue;
        sums.push(sums[i] + number);
        sets.push(sets[i] | bits);
      }
      if (sets.length > MAX_SETS) {
        throw new Error("a roll can shut more than 100,000 sets of tiles, too many");
      }
    };
    for (let i = 0; i < n; i++) {
      const before = sets.length;
      const front = (position >> i) & 1;
      if (front) add(before, tiles[i], 1 << i);
      if (behind.length && (position >> (n + i)) & 1) {
        if (front) add(before, tiles[i] + behind[i], (1 << i) | (1 << (n + i)));
        else add(before, behind[i], 1 << (n + i));
      }
    }
    const found = new Map();
    for (let i = 0; i < sets.length; i++) {
      const known = found.get(sums[i]);
      if (known) known.push(sets[i]);
      else found.set(sums[i], [sets[i]]);
    }
    return found;
  }

  /**
   * The positions that a roll can lead to, in the order of moves; none if it ends the turn. `sets`
   * is `fitting` of the position, where it is known.
   */
  function moves(rules, position, { total, faces }, sets = null) {
    if (total === rules.stop) return [];
    let shut;
    if (rules.single) {
      const shown = exposed(rules, position);
      shut = numbers(rules).flatMap((n, i) =>
        (shown >> i) & 1 && faces.includes(n) ? [1 << i] : [],
      );
    } else {
      shut = (sets ?? fitting(rules, position)).get(total) ?? [];
      if (rules.most) shut = shut.filter((tiles) => count(tiles) <= rules.most);
    }
    if (rules.first && position === full(rules)) {
      const bit = 1 << rules.tiles.indexOf(rules.first);
      shut = shut.filter((tiles) => tiles & bit);
    }
    const after = shut.map((tiles) => position ^ tiles);
    if (after.length < 2) return after;
    if (rules.score === "sum" && !rules.behind.length && !rules.single) {
      return after.sort(Numbers.order); // the same total: the same score
    }
    return after
      .map((q) => [points(rules, q), q])
      .sort(([s, p], [t, q]) => s - t || p - q)
      .map(([, q]) => q);
  }

  /** The number of bits of a mask. */
  function count(mask) {
    let bits = 0;
    for (; mask; mask &= mask - 1) bits++;
    return bits;
  }

  return {
    made,
    named,
    words,
    refuse,
    depth,
    full,
    numbers,
    tilesOf,
    exposed,
    points,
    diceChoices,
    fallen,
    canShow,
    roll,
    rolls,
    rollOrder,
    fitting,
    moves,
  };
})();
