"use strict";

/*
The card-flipping game as a decision process: cards 1 .. n lie face down or up, and a turn, which
costs 1, is to roll all dice and to turn over one card, which a single die shows or which has the
number of the total; whoever finds no such card passes. The play ends at the goal.

A position is the mask of the cards face down, card i being bit i - 1. What matters of a roll is the
set of cards that it offers. Choices are the positions that can be reached from the start, by
increasing mask: to roll there; at the goal there is no roll. States are, of each position but the
goal in turn, the sets that a roll may offer, in increasing order as increasing tuples; the last is
the start before its roll, whose only option is to roll there. The options of a state are where its
cards lead, in the order of the tuple; the set without a card leads to the position itself.
*/
const FlipRule = (() => {
  const { unreadable } = Refusal;
  const MAX_CARDS = 59; // masks stay below 10^18
  const MAX_DICE = 32;

  /** The process of a model with this rule, and its words, for `Process`. */
  function play(given, budget) {
    Reading.fields(given, "cards dice goal rule start", "model");
    const cards = Reading.natural(given.cards, "cards", MAX_CARDS + 1);
    const masks = 1n << BigInt(cards);
    const start = BigInt(Reading.natural(given.start, "start", masks));
    const goal = BigInt(Reading.natural(given.goal, "goal", masks));
    const rolls = offers(readDice(given.dice), BigInt(cards), budget);

    // what to turn over: bits; nothing, 0, if the roll offers no card
    const turns = rolls.map(({ set }) => (set.length ? set.map((i) => 1n << (i - 1n)) : [0n]));
    const reached = reach(start, goal, new Set(turns.flat()), budget);
    const number = new Map(reached.map((mask, c) => [mask, c]));
    const [first, option, begin, weight] = [[0], [], [0], []];
    const size = turns.flat().length + 2 * rolls.length;
    for (const mask of reached) {
      budget.keep(BUDGET.item * size);
      budget.visit(size);
      if (mask !== goal) {
        for (const [k, bits] of turns.entries()) {
          for (const bit of bits) option.push(number.get(mask ^ bit));
          first.push(option.length);
          weight.push(rolls[k].weight);
        }
      }
      begin.push(weight.length);
    }
    option.push(number.get(start));
    first.push(option.length);
    const reward = reached.map((mask) => ({ p: mask === goal ? 0n : 1n, q: 1n }));
    return { first, option, begin, weight, reward, ...words(given, cards) };
  }

  function readDice(given) {
    const dice = Reading.items(given, "dice").map((die) =>
      Reading.items(die, "a die").map((side) => {
        const [face, weight] = Reading.naturals(side, "side of a die", undefined, 2).map(BigInt);
        return { face, weight };
      }),
    );
    if (dice.length < 1 || dice.length > MAX_DICE) {
      throw unreadable(`dice: need 1 to ${MAX_DICE}, found ${dice.length}`);
    }
    for (const die of dice) {
      const common = die.reduce((sum, { weight }) => Numbers.gcd(sum, weight), 0n);
      if (die.some(({ weight }) => !weight) || common !== 1n) {
        throw unreadable("dice: need positive weights without a common divisor");
      }
      if (die.some(({ face }, k) => face <= (k ? die[k - 1].face : 0n))) {
        throw unreadable("dice: need faces that increase, from 1 or more");
      }
    }
    return dice;
  }

  /* The sets of cards that a roll may offer, in order, each with its weight. */
  function offers(dice, cards, budget) {
    let seen = new Map([["", { faces: [], total: 0n, weight: 1n }]]); // after the first dice
    for (const die of dice) {
      const next = new Map();
      for (const { faces, total, weight } of seen.values()) {
        budget.visit(die.length * (4 + faces.length));
        for (const side of die) {
          const face = side.face > cards || faces.includes(side.face) ? [] : [side.face];
          add(next, [...faces, ...face], total + side.face, weight * side.weight, budget);
        }
      }
      seen = next;
    }
    const sets = new Map();
    for (const { faces, total, weight } of seen.values()) {
      const card = total > cards || faces.includes(total) ? [] : [total];
      add(sets, [...faces, ...card], 0n, weight, budget);
    }
    return [...sets.values()]
      .map(({ faces, weight }) => ({ set: faces, weight }))
      .sort((x, y) => Numbers.inOrder(x.set, y.set));
  }

  function add(known, faces, total, weight, budget) {
    faces.sort(Numbers.order);
    const key = `${faces} ${total}`;
    const old = known.get(key);
    if (!old) budget.keep(BUDGET.item * (6 + faces.length));
    known.set(key, { faces, total, weight: weight + (old?.weight ?? 0n) });
  }

  function reach(start, goal, bits, budget) {
    const reached = new Set([start]);
    for (const mask of reached) {
      if (mask === goal) continue;
      const before = reached.size;
      budget.visit(4 * bits.size);
      for (const bit of bits) reached.add(mask ^ bit); // a Set also gives what is added meanwhile
      budget.keep(4 * BUDGET.item * (reached.size - before));
    }
    return [...reached].sort(Numbers.order);
  }

  function words({ dice, start, goal }, cards) {
    const said = dice.map((die) => {
      const fair = die.every(([face, weight], k) => face === k + 1 && weight === 1);
      return fair ? `d${die.length}` : `[${die.map((side) => `[${side.join(", ")}]`).join(", ")}]`;
    });
    const count = `${cards} card${cards === 1 ? "" : "s"}`;
    const game = `flip with ${count} and dice ${said.join(" ")}, from mask ${start} to ${goal}`;
    const down = (mask) =>
      Numbers.upTo(cards)
        .filter((card) => (BigInt(mask) >> BigInt(card - 1)) & 1n)
        .join(" ") || "none";
    return {
      words: { "min cost": `least expected number of turns of ${game}` },
      rows: [
        ["Game", "card flipping: a turn rolls all dice and turns over one card, shown or the sum"],
        ["Cards", `${cards}`],
        ["Dice", said.join(", ")],
        ["Face down at the start", down(start)],
        ["Face down at the goal", down(goal)],
      ],
    };
  }

  return { play };
})();
