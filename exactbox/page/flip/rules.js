"use strict";

/*
The card-flipping game: dice, the cards that a roll offers, positions as bit masks.

Cards 1 to n lie face up. A turn: roll the dice, then turn over one of the cards that a die or their
total shows; a card that is face down turns face up again. A roll that shows no card passes.

A rule is {rule: "flip", cards, dice, start, goal}, as certificates have it: each die is a list of
[face, weight], weights without a common divisor; start and goal are masks of the cards face down,
bit i - 1 being card i. Rolls that offer the same cards are one roll, their weights add up.

Any card that some roll shows can be turned at any time, so the positions that can be reached are
all those that agree with the start on the other cards. They are numbered by increasing mask: the
bits of the number are spread over the cards that turn, and to turn a card flips one bit.

Source: Project Euler, problem 640, Shut the Box, 2018.
*/
const FlipGame = (() => {
  const MOST_CARDS = 59; // what certificates take
  const MOST_SIDES = 1000;
  const MOST_ROLLS = 20000; // different (cards shown, total) while the dice are being combined
  const HEAVIEST = 10n ** 18n; // weights stay below, as certificates have it

  /** The cards that a text names, "1, 2, 5" or "none", increasing; an Error of one line if none. */
  function cardsIn(text, cards) {
    const named = [];
    if (text.trim() === "none") return named;
    for (const word of text.split(/[\s,]+/).filter(Boolean)) {
      const card = whole(word, "card");
      if (card > cards) throw new Error(`card ${card} does not exist: there are ${cards} cards`);
      if (named.includes(card)) throw new Error(`card ${card} is named twice`);
      named.push(card);
    }
    return named.sort(Numbers.order);
  }

  function whole(word, name, most = Infinity) {
    const quoted = JSON.stringify(word);
    if (!/^[0-9]{1,9}$/.test(word)) throw new Error(`${name} ${quoted} is not a number`);
    const number = Number(word);
    const needed = most === Infinity ? "at least 1" : `1 to ${most}`;
    if (number < 1 || number > most) throw new Error(`${name} is ${number}, need ${needed}`);
    return number;
  }

  /** A die from its words: "6", "d6", or "1:1,2:3" with face and weight. */
  function dieOf(word, i) {
    if (!word.includes(":")) {
      const sides = whole(word.replace(/^d/, ""), `die ${i}: the number of faces`, MOST_SIDES);
      return Numbers.upTo(sides).map((face) => [face, 1n]);
    }
    const pairs = word.split(",").map((part) => {
      const found = /^([0-9]{1,9}):([0-9]{1,18})$/.exec(part);
      if (!found || Number(found[1]) < 1 || BigInt(found[2]) < 1n || BigInt(found[2]) >= HEAVIEST) {
        throw new Error(`die ${i}: ${JSON.stringify(part)} is not face:weight, such as 2:3`);
      }
      return [Number(found[1]), BigInt(found[2])];
    });
    pairs.sort(([a], [b]) => a - b);
    for (const [k, [face]] of pairs.entries()) {
      if (k && pairs[k - 1][0] === face) throw new Error(`die ${i}: face ${face} is given twice`);
    }
    const common = pairs.reduce((divisor, [, weight]) => Numbers.gcd(divisor, weight), 0n);
    return pairs.map(([face, weight]) => [face, weight / common]);
  }

  /**
   * The rule that is named: `faces` for two fair dice of so many sides, or `dice`, words such as
   * "4 1:1,2:3"; `cards` is by default the greatest total, `begin` and `goal` name cards face down,
   * by default none and all. All are texts, as the address has them.
   *
   * Throws an Error of one line, also for a card that no roll shows, if it has to be turned: that
   * game cannot end.
   */
  function named({ faces = "", dice = "", cards = "", begin = "", goal = "" }) {
    if (Boolean(faces) === Boolean(dice.trim())) {
      throw new Error("give either the number of faces of two fair dice, or a list of dice");
    }
    const words = faces ? [faces, faces] : dice.trim().split(/\s+/);
    const tables = words.map((word, i) => dieOf(word, i + 1));
    const greatest = greatestTotal(tables);
    const count = cards ? whole(cards, "cards") : greatest;
    if (count > MOST_CARDS) throw new Error(`${count} cards, at most ${MOST_CARDS} are taken`);
    const all = Numbers.upTo(count);
    const mask = (text) => maskOf(cardsIn(text, count));
    const rule = {
      rule: "flip",
      cards: count,
      dice: tables,
      start: mask(begin),
      goal: goal.trim() ? mask(goal) : maskOf(all),
    };
    const turn = turning(rule);
    const never = all.find((card) => isDown(rule.start ^ rule.goal, card) && !turn.includes(card));
    if (never) throw new Error(`card ${never} can never be turned over: no roll shows it`);
    return rule;
  }

  const greatestTotal = (dice) => Numbers.sum(dice.map((die) => die.at(-1)[0]));
  const maskOf = (cards) => cards.reduce((mask, card) => mask | (1n << BigInt(card - 1)), 0n);
  const isDown = (mask, card) => (BigInt(mask) >> BigInt(card - 1)) % 2n === 1n;

  /** What `named` reads this rule from: the shortest of its names. */
  function wordsOf(rule) {
    const { cards } = rule;
    const dice = rule.dice.map((die) =>
      isFair(die) ? `${die.length}` : die.map(([face, weight]) => `${face}:${weight}`).join(","),
    );
    const down = (mask) => Numbers.upTo(cards).filter((card) => isDown(mask, card));
    const [faces] = dice;
    const words = {};
    if (dice.length === 2 && dice[1] === faces && isFair(rule.dice[0])) words.faces = faces;
    else words.dice = dice.join(" ");
    if (cards !== greatestTotal(rule.dice)) words.cards = `${cards}`;
    if (BigInt(rule.start)) words.begin = `${down(rule.start)}`;
    if (down(rule.goal).length < cards) words.goal = `${down(rule.goal)}` || "none";
    return words;
  }

  const isFair = (die) => die.every(([face, weight], i) => face === i + 1 && BigInt(weight) === 1n);

  /** The cards that a roll offers, increasing: each die's face and the total, those that exist. */
  function offered(faces, cards) {
    const named = new Set([...faces, Numbers.sum(faces)]);
    return [...named].filter((card) => card <= cards).sort(Numbers.order);
  }

  /**
   * The rolls that differ in what they offer: {cards, weight, faces, ways}, ordered by their cards;
   * `faces` is a roll that offers them, `ways` how many there are up to the order of faces.
   */
  function rolls(rule) {
    const { cards, dice } = rule;
    let partial = new Map([["", { shown: [], total: 0, weight: 1n, all: new Set([""]) }]]);
    for (const die of dice) {
      const combined = new Map();
      for (const { shown, total, weight, all } of partial.values()) {
        for (const [face, more] of die) {
          const seen = face > cards || shown.includes(face) ? shown : [...shown, face];
          const sum = Math.min(total + face, cards + 1);
          const sorted = [...seen].sort(Numbers.order);
          const key = `${sorted}|${sum}`;
          const empty = { shown: sorted, total: sum, weight: 0n, all: new Set() };
          const made = combined.get(key) ?? empty;
          made.weight += weight * BigInt(more);
          if (made.all.size < 2) for (const before of all) made.all.add(joined(before, face));
          combined.set(key, made);
        }
      }
      if (combined.size > MOST_ROLLS) {
        throw new Error(`the dice show more than ${MOST_ROLLS} different rolls; need fewer dice`);
      }
      partial = combined;
    }
    const found = new Map();
    for (const { shown, total, weight, all } of partial.values()) {
      const offers = total > cards || shown.includes(total) ? shown : [...shown, total];
      offers.sort(Numbers.order);
      const made = found.get(`${offers}`) ?? { cards: offers, weight: 0n, all: new Set() };
      made.weight += weight;
      for (const roll of all) made.all.add(roll);
      found.set(`${offers}`, made);
    }
    return [...found.values()]
      .map(({ all, ...roll }) => ({
        ...roll,
        faces: all.values().next().value.split(" ").map(Number),
        ways: all.size,
      }))
      .sort((a, b) => lexicographic(a.cards, b.cards));
  }

  function joined(before, face) {
    const faces = before ? before.split(" ").map(Number) : [];
    return [...faces, face].sort(Numbers.order).join(" ");
  }

  function lexicographic(a, b) {
    const i = a.findIndex((card, k) => card !== b[k]);
    if (i < 0) return a.length - b.length;
    return i < b.length ? a[i] - b[i] : 1;
  }

  /** The cards that some roll shows, increasing. */
  const turning = (rule) =>
    [...new Set(rolls(rule).flatMap(({ cards }) => cards))].sort(Numbers.order);

  /**
   * The positions that can be reached: {size, start, goal, rolls, bit, down, numbered}.
   *
   * `bit(card)` is what a card's turn flips in a position's number, 0 for card 0, a pass;
   * `down(position)` lists its cards face down, `numbered(cards)` is the reverse (null where the
   * game cannot reach it); each roll has `bits` in the order of its cards, [0] where it passes.
   */
  function positions(rule) {
    const over = BigInt(rule.start) === BigInt(rule.goal); // then there is one position
    const turn = over ? [] : turning(rule);
    const bits = new Map(turn.map((card, k) => [card, 2 ** k]));
    const bit = (card) => bits.get(card) ?? 0;
    const all = Numbers.upTo(rule.cards);
    const spread = (mask) => turn.reduce((k, card) => k + (isDown(mask, card) ? bit(card) : 0), 0);
    const down = (k) =>
      all.filter((card) => (bits.has(card) ? k & bit(card) : isDown(rule.start, card)));
    const numbered = (cards) => {
      const k = Numbers.sum(cards.map(bit));
      return `${down(k)}` === `${cards}` ? k : null;
    };
    return {
      size: 2 ** turn.length,
      start: spread(rule.start),
      goal: spread(rule.goal),
      rolls: rolls(rule).map((roll) => ({
        ...roll,
        bits: roll.cards.length ? roll.cards.map(bit) : [0],
      })),
      bit,
      down,
      numbered,
    };
  }

  return { named, wordsOf, cardsIn, offered, positions };
})();
