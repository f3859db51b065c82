"use strict";

/*
The view of the card game: the fewest expected turns, what each card that a roll offers is worth,
and a play with dice, counted: turns, and what the moves cost that were not the best.

Tables are solved by the worker, or come from a proof that was found valid; the last few are kept.
The address says which game, the cards face down, the roll, and what the list of positions shows.
*/
const CardsView = (() => {
  const { element, button, field, row, number } = Elements;
  const KEPT = 4; // tables; one of 4,096 positions takes 8 MB
  const LISTED = 12; // sides of a die that has a button for each

  const asking = new Asking(new Work());
  const tables = new Map(); // of each game, by name: {table, origin}, the last used last
  let parts = null; // the places of the view that are filled
  let shown = null; // {key, words, rule, table, origin, position, roll, moves}

  /** Fill the section, once. */
  function start(section) {
    parts = {
      game: element("form", { class: "card" }),
      answer: Elements.card(),
      said: element("p", { class: "words-only", role: "status" }),
      position: Elements.card(),
      offers: Elements.card(),
      spread: element("div", {}),
      list: element("div", {}),
    };
    section.append(
      Elements.title("Turning cards over"),
      element(
        "p",
        {},
        "The cards lie face up. A turn: roll the dice, then turn over one card that a die or ",
        "their total shows; one that is face down turns face up again. How few turns does it ",
        "take, on average, until all are face down?",
      ),
      parts.game,
      asking.element,
      parts.answer,
      parts.said,
      element("div", { class: "columns" }, parts.position, parts.offers),
      Elements.folded("Turns to come, by the number of cards down", parts.spread),
      Elements.folded("Which card to turn, after every roll", parts.list),
    );
  }

  /** Show what the address names. */
  function show(parameters) {
    const held = document.activeElement?.id;
    let game;
    try {
      game = CardsForm.read(parameters);
    } catch (error) {
      nothing();
      CardsForm.fill(parts.game, CardsForm.written(parameters));
      asking.fail(error.message);
      return;
    }
    CardsForm.fill(parts.game, game.words);
    const known = tables.get(game.key);
    if (known) {
      asking.clear();
      fill(game, known, parameters);
      if (held) document.getElementById(held)?.focus();
      return;
    }
    nothing();
    asking.start(game.key, async (ask) => {
      const { values, blocks } = await ask("cards.solve", { rule: game.rule });
      const origin = `Solved here, exactly, in ${blocks} blocks of positions; every roll checked.`;
      keep(game.key, { table: new FlipTable(game.rule, values), origin });
      fill(game, tables.get(game.key), Address.read().parameters);
      if (held) document.getElementById(held)?.focus();
    });
  }

  function keep(key, found) {
    tables.delete(key);
    tables.set(key, found);
    if (tables.size > KEPT) tables.delete(tables.keys().next().value);
  }

  /* Show no answer: there is none for what is set. */
  function nothing() {
    asking.clear();
    shown = null;
    for (const name of ["answer", "said", "position", "offers", "spread", "list"]) {
      parts[name].replaceChildren();
      parts[name].hidden = true;
    }
  }

  function fill(game, { table, origin }, parameters) {
    try {
      const position = positionIn(table, parameters.get("down"));
      const roll = rollIn(game.rule, parameters.get("roll"));
      shown = { ...game, table, origin, position, roll, moves: movesTo(game.key, table, position) };
    } catch (error) {
      nothing();
      asking.fail(error.message);
      return;
    }
    for (const part of Object.values(parts)) part.hidden = false;
    parts.answer.replaceChildren(...answer());
    parts.said.textContent = advice();
    parts.position.replaceChildren(...position());
    parts.offers.replaceChildren(...offers());
    CardsTables.spread(parts.spread, table);
    CardsTables.list(parts.list, table, parameters, place);
  }

  function positionIn(table, text) {
    if (text === null) return table.positions.start;
    const cards = FlipGame.cardsIn(text, table.rule.cards);
    const position = table.positions.numbered(cards);
    if (position !== null) return position;
    throw new Error(`the position ${cards.join(", ") || "none"} cannot be reached from the start`);
  }

  /* What each die shows, null where it is not said. */
  function rollIn(rule, text) {
    const words = text ? text.split(",") : rule.dice.map(() => "-");
    if (words.length !== rule.dice.length) {
      throw new Error(`the roll has ${words.length} dice, the game ${rule.dice.length}`);
    }
    return words.map((word, i) => {
      if (word === "-") return null;
      if (rule.dice[i].some(([face]) => `${face}` === word)) return Number(word);
      throw new Error(`die ${i + 1} cannot show ${JSON.stringify(word)}`);
    });
  }

  /* The moves of the play that led to a position, if it is where the play stands. */
  function movesTo(key, table, position) {
    const play = Address.kept("cards");
    const last = play?.moves.at(-1);
    if (!last || play.key !== key) return [];
    return table.after(last.position, last.card) === position ? play.moves : [];
  }

  /* Lay the cards by hand: the play that was counted is over. */
  function place(down, changes = {}) {
    Address.keep("cards", null);
    Address.set({ ...changes, down });
  }

  const downText = (position) => `${shown.table.positions.down(position)}`;

  function answer() {
    const { table, origin, rule } = shown;
    const from = BigInt(rule.start) ? " from the first position" : "";
    const words = `The least expected number of turns${from}`;
    return [Moves.headline(words, table.value(table.positions.start), origin, 12)];
  }

  /* A position and a roll ------------------------------------------------------------------ */

  function position() {
    const { table, rule, position: here, roll, moves } = shown;
    const { goal, start } = table.positions;
    const down = table.positions.down(here);
    const cards = Numbers.upTo(rule.cards);
    const over = here === goal;
    return [
      element("h3", {}, "Cards on the table"),
      element(
        "div",
        { class: "flip-cards", role: "group", "aria-label": "Cards: press those face down" },
        cards.map((card) => cardButton(card, down.includes(card))),
      ),
      element(
        "p",
        {},
        over ? "The game is over here: " : "Turns to come from here: ",
        over ? "no turn is to come." : number(table.value(here)),
      ),
      over ? null : rule.dice.map((die, i) => dieRow(die, i, roll[i])),
      element(
        "div",
        { class: "row" },
        button("Roll", rollDice, { id: "cards-roll", class: "primary", disabled: over }),
        button("Undo", undo, { id: "cards-undo", disabled: !moves.length }),
        button("Start again", () => place(null, { roll: null }), {
          id: "cards-again",
          disabled: here === start && roll.every((face) => face === null),
        }),
      ),
      played(over),
    ].flat().filter(Boolean);
  }

  function cardButton(card, isDown) {
    const { table, position: here } = shown;
    const fixed = table.positions.bit(card) === 0;
    const sides = [
      element("span", { class: "flip-number" }, `${card}`),
      element("span", { class: "muted small" }, isDown ? "down" : "up"),
    ];
    return button(sides, () => place(downText(table.after(here, card))), {
      id: `cards-card-${card}`,
      class: isDown ? "flip-card down" : "flip-card",
      disabled: fixed,
      "aria-pressed": String(isDown),
      "aria-label": `card ${card}, face ${isDown ? "down" : "up"}`,
    });
  }

  function dieRow(die, i, face) {
    const { rule, roll } = shown;
    const name = rule.dice.length > 1 ? `Die ${i + 1}` : "Die";
    const set = (value) => {
      const text = roll.map((old, k) => (k === i ? value : old) ?? "-");
      Address.set({ roll: text.every((each) => each === "-") ? null : `${text}` });
    };
    const faces = die.map(([side]) => side);
    if (faces.length > LISTED) {
      const onchange = ({ target }) => set(target.value ? Number(target.value) : null);
      const shows = element("select", { id: `cards-die-${i}`, onchange });
      const options = faces.map((side) => [side, `${side}`]);
      Elements.offer(shows, [["", "not rolled"], ...options], face ?? "");
      return field(name, shows);
    }
    return element(
      "div",
      { class: "row flip-die", role: "group", "aria-label": name },
      element("span", { class: "flip-name" }, name),
      faces.map((side) =>
        Dice.face(side, faces.at(-1), () => set(side === face ? null : side), {
          id: `cards-die-${i}-${side}`,
          "aria-pressed": String(side === face),
        }),
      ),
    );
  }

  /* What to do, in words: they are shown, and told to those who listen. */
  function advice() {
    const { table, rule, position: here, roll } = shown;
    if (here === table.positions.goal) return "The cards lie as they should.";
    if (roll.includes(null)) return "Roll the dice, or tap what they show.";
    const choices = table.choices(here, FlipGame.offered(roll, rule.cards));
    const best = choices.filter((choice) => choice.best).map(({ card }) => card);
    const words = best[0] ? `Turn card ${best.join(" or ")}.` : "No such card: the turn passes.";
    return `Rolled ${roll.join(", ")}. ${words}`;
  }

  function offers() {
    const { table, rule, position: here, roll } = shown;
    const title = element("h3", {}, "Which card?");
    const words = element("p", {}, advice());
    if (here === table.positions.goal || roll.includes(null)) return [title, words];
    const choices = table.choices(here, FlipGame.offered(roll, rule.cards));
    const least = table.value(choices[0].after);
    const rows = choices.map((choice) => {
      const value = table.value(choice.after);
      const move = button(choice.card ? `${choice.card}` : "Pass", () => turn(choice.card), {
        id: `cards-turn-${choice.card}`,
        "aria-label": choice.card ? `Turn card ${choice.card}` : null,
      });
      const more = Moves.badge(choice.best) || number(Numbers.subtract(value, least));
      return row([move, number(value), more], { class: choice.best ? "flip-best" : null });
    });
    return [
      title,
      words,
      Elements.table(
        "What each card is worth",
        ["Turn", "Turns to come", "More than the best"],
        rows,
        "flip-offers",
      ),
    ];
  }

  /* Play ----------------------------------------------------------------------------------- */

  function rollDice() {
    Address.set({ roll: `${shown.rule.dice.map(Dice.loaded)}` });
  }

  function turn(card) {
    const { key, table, position: here, roll, moves } = shown;
    Address.keep("cards", { key, moves: [...moves, { position: here, roll, card }] });
    Address.set({ down: downText(table.after(here, card)), roll: null });
    const next = document.getElementById("cards-roll");
    (next.disabled ? document.getElementById("cards-undo") : next).focus();
  }

  function undo() {
    const { key, moves } = shown;
    const { position: before, roll } = moves.at(-1);
    Address.keep("cards", { key, moves: moves.slice(0, -1) });
    Address.set({ down: downText(before), roll: `${roll}` });
    const again = document.getElementById("cards-undo");
    (again.disabled ? document.getElementById("cards-roll") : again).focus();
  }

  /* How many turns were played, and what those cost that were not the best. */
  function played(over) {
    const { table, rule, moves } = shown;
    if (!moves.length) return null;
    let cost = Numbers.fraction(0n);
    for (const move of moves) {
      const choices = table.choices(move.position, FlipGame.offered(move.roll, rule.cards));
      const made = table.value(table.after(move.position, move.card));
      cost = Numbers.add(cost, Numbers.subtract(made, table.value(choices[0].after)));
    }
    const turns = `${moves.length} ${moves.length === 1 ? "turn" : "turns"}`;
    return element(
      "p",
      { class: "flip-played" },
      over ? `Over after ${turns}. ` : `${turns} played. `,
      "What the moves cost, in turns to come: ",
      number(cost),
    );
  }

  /**
   * Show the table of a proof that was found valid: `model` is its rule `flip`, `values` the blocks
   * [denominator, positions, numerators] of the fewest expected turns.
   */
  function showProof({ model, values }) {
    const words = FlipGame.wordsOf(model);
    const rule = FlipGame.named(words);
    const origin = "From the proof that was found valid.";
    keep(`${new URLSearchParams(words)}`, { table: new FlipTable(rule, values), origin });
    location.hash = Address.written("cards", new URLSearchParams(words));
  }

  return { start, show, showProof };
})();
