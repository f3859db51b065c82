"use strict";

/*
One turn of Shut the Box as a decision process, as the rule of a certificate numbers it.

Tiles stand in columns: one in front, and perhaps one behind it, which can only be shut after the
front one or together with it. A position is the mask of the open tiles, bit i for tile i of the
front row, bit n + i for the one behind. A tile shows if it is open and nothing open is before it.

All dice are rolled, or the first alone: where the tiles that show add up to `limit` or less
(`one_die` "sum"), or are all at most `limit` ("above"); with `choice` the player may take all dice
even so. A move shuts tiles that add up to the total, at most `most` of them (0: any number); with
`single` one tile, of the total or of a face. The first move from all tiles must shut `first`. The
turn ends at a total of `stop`, at a roll without a move, and when all tiles are shut. The score is
the sum of the open tiles, front tiles twice if there is a row behind; their count; or their digits
read as one number.

Choices: the ends, one for each score of a position within reach, increasing; then of each position
within reach but 0, by (score, mask), to roll all dice and to roll one, as far as allowed. States:
for each roll, in that order, the sets of choices that it may offer, increasing tuples in increasing
order; the last is the start. A move offers the rolls of what is then open; the last tile's the end
with score 0. A roll without a move offers the end with the position's score.
*/
const BoxRule = (() => {
  const { unreadable } = Refusal;
  const MAX_TILES = 59; // masks stay below 10^18
  const MAX_DICE = 32;
  const MAX_NUMBER = 10 ** 9;
  const FIELDS = "behind choice dice first limit most one_die rule score single start stop tiles";
  const GOALS = ["shut", "score", "beat"];

  /** The process of a model with this rule, and its words, for `Process`. */
  function play(given, budget) {
    const isBeat = given.goal === "beat";
    Reading.fields(given, `${FIELDS} goal ${isBeat ? "best tie" : ""}`, "model");
    const goal = Reading.oneOf(GOALS, given.goal, "goal");
    const box = readRules(given);
    const start = readStart(box, given.start);
    const process = numbered(box, start, budget);
    const { pays, asked, row } = rewards(goal, given, process.scores, budget);
    const nothing = { p: 0n, q: 1n };
    const reward = [...pays, ...new Array(process.begin.length - 1 - pays.length).fill(nothing)];
    const opened = `begun with ${openTiles(box, start)} open`;
    const text = `${asked} in one turn of Shut the Box (${inWords(box).join("; ")}), ${opened}`;
    const rows = [
      ["Game", "one turn of Shut the Box"],
      ["Rules", inWords(box).join("; ")],
      ["Open at the start", openTiles(box, start)],
      ["Asked for", row],
    ];
    const words = { "min cost": `least ${text}`, "max total": `greatest ${text}` };
    return { ...process, reward, words, rows };
  }

  function readRules(given) {
    const lists = ["tiles", "behind", "dice"];
    const [tiles, behind, dice] = lists.map((key) =>
      Reading.naturals(given[key], key, MAX_NUMBER),
    );
    const numbers = ["limit", "most", "first", "stop"];
    const [limit, most, first, stop] = numbers.map((key) => Reading.natural(given[key], key));
    const [choice, single] = ["choice", "single"].map((key) => Reading.natural(given[key], key, 2));
    const oneDie = Reading.oneOf(["never", "sum", "above"], given.one_die, "one_die");
    const score = Reading.oneOf(["sum", "count", "digits"], given.score, "score");
    const refusals = [
      [!tiles.length || [...tiles, ...behind].includes(0), "tiles: need numbers from 1"],
      [tiles.some((n, i) => i && n <= tiles[i - 1]), "tiles: need increasing"],
      [tiles.length + behind.length > MAX_TILES, `tiles: need at most ${MAX_TILES}`],
      [behind.length && behind.length !== tiles.length, "behind: need as many as in front"],
      [!dice.length || dice.length > MAX_DICE, `dice: need 1 to ${MAX_DICE}`],
      [dice.includes(0), "dice: need sides"],
      [first && !tiles.includes(first), "first: not a tile"],
      [behind.length && score === "digits", "score: two rows are not read as digits"],
      [dice.length === 1 && oneDie !== "never", "one_die: of one die, need never"],
      [oneDie === "never" && (limit || choice), "limit and choice: need 0 where one_die is never"],
      [single && most, "most: need 0 where single is 1"],
    ];
    for (const [refused, why] of refusals) if (refused) throw unreadable(why);
    // of each column the tiles from front to back, as bits and numbers
    const columns = tiles.map((n, i) => [
      { bit: 1n << BigInt(i), n },
      ...(behind.length ? [{ bit: 1n << BigInt(tiles.length + i), n: behind[i] }] : []),
    ]);
    const full = (1n << BigInt(tiles.length + behind.length)) - 1n;
    const read = { tiles, behind, dice, limit, most, first, stop, choice, single, oneDie, score };
    return { ...read, columns, full };
  }

  function readStart(box, given) {
    const start = BigInt(Reading.natural(given, "start", box.full + 1n));
    for (const column of box.columns) {
      const [front, back] = column.map(({ bit }) => start & bit);
      if (front && back === 0n) throw unreadable("start: a tile is shut behind one that is not");
    }
    return start;
  }

  /* Which positions can be reached, what each is like, and the process in its numbering. */
  function numbered(box, start, budget) {
    const rolls = [0, 1].map((one) => throwsOf(box, one ? box.dice.slice(0, 1) : box.dice, budget));
    const seen = new Map();
    const waiting = [start];
    while (waiting.length) {
      const position = waiting.pop();
      if (seen.has(position)) continue;
      const moves = movesFrom(box, position, budget);
      const throws = diceOf(box, position).map((count) =>
        rolls[Number(count === "one")].map(({ sums, weight }) => {
          const after = sums.flatMap((sum) => moves.get(sum) ?? []);
          budget.keep(BUDGET.item * (2 + after.length));
          for (const each of after) waiting.push(each);
          return { weight, after };
        }),
      );
      seen.set(position, { position, throws, score: scoreOf(box, position), offers: null });
    }

    const scores = ordered(new Set([...seen.values()].map(({ score }) => score)));
    const end = new Map(scores.map((score, c) => [score, c]));
    const known = [...seen.values()].sort(
      (x, y) => Numbers.order(x.score, y.score) || Numbers.order(x.position, y.position),
    );
    const [first, option, weight] = [[0], [], []];
    const begin = new Array(scores.length + 1).fill(0);
    for (const here of known) {
      if (here.position === 0n) {
        here.offers = [end.get(0n)];
        continue;
      }
      here.offers = here.throws.map((_, k) => begin.length - 1 + k);
      for (const outcomes of here.throws) {
        for (const [choices, likely] of offered(seen, outcomes, end.get(here.score), budget)) {
          for (const c of choices) option.push(c);
          first.push(option.length);
          weight.push(likely);
        }
        begin.push(weight.length);
      }
    }
    option.push(...seen.get(start).offers);
    first.push(option.length);
    return { scores, first, option, begin, weight };
  }

  /* The sets of choices that the outcomes of a roll offer, in order, with their weights. */
  function offered(seen, outcomes, end, budget) {
    const sets = new Map();
    for (const { weight, after } of outcomes) {
      budget.visit(4 + 4 * after.length);
      const choices = after.flatMap((position) => seen.get(position).offers);
      if (!choices.length) choices.push(end);
      choices.sort(Numbers.order);
      const key = choices.join(" ");
      const old = sets.get(key);
      if (old) old[1] += weight;
      else sets.set(key, [choices, weight]);
    }
    return [...sets.values()].sort(([x], [y]) => Numbers.inOrder(x, y));
  }

  const ordered = (numbers) => [...numbers].sort(Numbers.order);

  /* What rolls of these dice let the player shut: sums that tiles may have, and how likely. */
  function throwsOf(box, dice, budget) {
    let seen = new Map([["", { total: 0, faces: [], weight: 1n }]]);
    for (const sides of dice) {
      const next = new Map();
      for (const { total, faces, weight } of seen.values()) {
        budget.visit(sides * (4 + faces.length));
        for (let face = 1; face <= sides; face++) {
          const shown = box.single && !faces.includes(face) ? ordered([...faces, face]) : faces;
          const key = `${total + face} ${shown}`;
          const old = next.get(key);
          if (old) old.weight += weight;
          else {
            budget.keep(BUDGET.item * (6 + shown.length));
            next.set(key, { total: total + face, faces: shown, weight });
          }
        }
      }
      seen = next;
    }
    return [...seen.values()].map(({ total, faces, weight }) => ({
      sums: total === box.stop ? [] : [...new Set([total, ...faces])],
      weight,
    }));
  }

  /* Where the moves from a position lead, by the sum of the tiles they shut. */
  function movesFrom(box, position, budget) {
    const most = box.single ? 1 : box.most || MAX_TILES;
    const top = Numbers.sum(box.dice);
    const must = box.first && position === box.full ? box.tiles.indexOf(box.first) : -1;
    const found = new Map();
    /* Shut none, one or both tiles of each column from the k-th on. */
    function shut(k, left, sum, count) {
      budget.visit(2);
      if (k === box.columns.length) {
        if (!count) return;
        budget.keep(2 * BUDGET.item);
        if (found.has(sum)) found.get(sum).push(left);
        else found.set(sum, [left]);
        return;
      }
      if (k !== must) shut(k + 1, left, sum, count);
      for (const { bit, n } of box.columns[k]) {
        if (!(position & bit)) continue;
        left ^= bit;
        sum += n;
        count++;
        if (sum > top || count > most) return;
        shut(k + 1, left, sum, count);
      }
    }
    shut(0, position, 0, 0);
    return found;
  }

  /* Which dice may be rolled: "all", "one". */
  function diceOf(box, position) {
    if (position === 0n) return [];
    const shows = box.columns.map((column) => column.find(({ bit }) => position & bit)?.n ?? 0);
    const low = box.oneDie === "sum" ? Numbers.sum(shows) : Math.max(...shows);
    if (box.oneDie === "never" || low > box.limit) return ["all"];
    return box.choice ? ["all", "one"] : ["one"];
  }

  function scoreOf(box, position) {
    const open = (row) => row.filter(({ bit }) => position & bit).map(({ n }) => n);
    const front = open(box.columns.map(([tile]) => tile));
    const back = open(box.columns.flatMap(([, tile]) => tile ?? []));
    if (box.score === "count") return BigInt(front.length + back.length);
    if (box.score === "digits") return BigInt(front.join(""));
    return BigInt(Numbers.sum(front) * (box.behind.length ? 2 : 1) + Numbers.sum(back));
  }

  /* What each end pays, and what is asked for, in words. */
  function rewards(goal, given, scores, budget) {
    const whole = (p) => ({ p, q: 1n });
    if (goal === "score") {
      return { pays: scores.map(whole), asked: "expected score", row: "the expected score" };
    }
    if (goal === "shut") {
      const asked = "probability to shut the box";
      return { pays: scores.map((score) => whole(score ? 0n : 1n)), asked, row: `the ${asked}` };
    }
    const best = Reading.natural(given.best, "best");
    const tie = Reading.rational(given.tie, "tie", budget);
    if (tie.p < 0n || tie.p > tie.q) throw unreadable("tie: need 0 to 1");
    const pays = scores.map((score) => {
      if (score < best) return whole(1n);
      return score === BigInt(best) ? tie : whole(0n);
    });
    const counted = Sentence.exactly(tie, budget);
    const asked = `expectation of 1 for a score below ${best} and ${counted} for ${best}`;
    return { pays, asked, row: `the ${asked}` };
  }

  /* The rules in words, as the sentence has them. */
  function inWords(box) {
    const shows = box.behind.length ? "tiles that show" : "open tiles";
    const low = box.oneDie === "sum" ? `the ${shows} add up to` : `all ${shows} are`;
    const alone = `the ${box.choice ? "player may roll the " : ""}first die alone when`;
    const shut = box.most ? `at most ${box.most} open tiles` : "open tiles";
    const shuts = box.single ? "one tile, equal to it or to a die" : `${shut} that add up to it`;
    const score = {
      sum: `the sum of the open tiles${box.behind.length ? ", front tiles twice" : ""}`,
      count: "the number of open tiles",
      digits: "the open tiles, increasing, read as one number",
    }[box.score];
    return [
      `tiles ${box.tiles.join(" ")}${box.behind.length ? ` before ${box.behind.join(" ")}` : ""}`,
      box.behind.length &&
        "a tile behind shows once the one before it is shut, and is shut then or with it",
      `dice ${box.dice.map((sides) => `d${sides}`).join(" ")}`,
      box.oneDie !== "never" && `${alone} ${low} at most ${box.limit}`,
      `a total shuts ${shuts}, or ends the turn if there are none`,
      box.first && `the first roll must shut ${box.first}`,
      box.stop && `a total of ${box.stop} ends the turn`,
      `the score is ${score}`,
    ].filter(Boolean);
  }

  function openTiles(box, position) {
    if (position === 0n) return "no tile";
    if (position === box.full) return "all tiles";
    const [front, back] = [0, 1].map((row) =>
      box.columns
        .filter((column) => column[row] && position & column[row].bit)
        .map((column) => column[row].n)
        .join(" "),
    );
    return `tiles ${front || "none"}${back ? ` before ${back}` : ""}`;
  }

  return { play };
})();
