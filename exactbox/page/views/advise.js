"use strict";

/*
Advise: a position and a roll, and what every move is worth, exactly. All that is set is in the
address: open (the tiles), roll (a total, or the dice with commas), rolling (how many dice, where
there is a choice). What can be taken back, and done again, is a list of such addresses.
*/
const AdviseView = (() => {
  const { element, number } = Elements;
  const KEPT = 500; // steps that can be taken back

  let place, shown, state; // the section; the parameters; what RuleForm.read made of them, and more
  let answered = 0; // how often an answer was shown, for a test to wait on
  const rule = element("div", {});
  const asked = element("div", {});
  const tiles = new Tiles((i) => tapped(i), "the box");
  const dice = new Dice((roll) => step(state.position, roll));
  const choice = element("div", { class: "choice", role: "group", "aria-label": "how many dice" });
  const undo = element("button", { type: "button", onclick: () => back("past", "future") }, "Undo");
  const redo = element("button", { type: "button", onclick: () => back("future", "past") }, "Redo");
  const restart = element(
    "button",
    { type: "button", onclick: () => step(Rules.full(state.game.rules), null) },
    "Restart",
  );
  const answer = element("div", { class: "answer" });
  const said = element("p", { class: "words-only", "aria-live": "polite" });
  const table = element("div", { class: "wide" });
  const everyRoll = element(
    "details",
    { ontoggle: () => everyRoll.open && !table.firstChild && state && ask() },
    element("summary", {}, "What every roll is worth"),
    table,
  );
  const waits = element("div", {});
  const works = element(
    "div",
    { class: "columns" },
    element(
      "div",
      { class: "card" },
      tiles.element,
      element(
        "p",
        { class: "muted small keys" },
        "Tap a tile to shut or open it.",
        element("span", { class: "keyboard" }, " From a tile the keys 1 to 9 do so too."),
      ),
      choice,
      dice.element,
      element("div", { class: "row steps" }, undo, redo, restart),
    ),
    element("div", { class: "card" }, waits, answer, said, everyRoll),
  );

  /** Fill the section, once. */
  function start(section) {
    place = section;
    tiles.element.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      const i = state.game.rules.tiles.indexOf(Number(key));
      if (!/^[1-9]$/.test(key) || i < 0 || ctrlKey || metaKey || altKey) return;
      tiles.buttons[i].focus();
      tapped(i);
    });
    const head = element("h2", { tabindex: "-1" }, "Which tiles to shut");
    place.append(head, rule, asked, works);
  }

  /** Show what the address says. */
  function show(parameters) {
    const set = RuleForm.show(rule, parameters);
    const { asking } = RuleForm;
    waits.append(asking.element);
    clear();
    state = null;
    works.hidden = asked.hidden = !set;
    if (!set) {
      asking.clear();
      return;
    }
    shown = parameters;
    Asked.show(asked, parameters, set);
    const steps = Address.kept("advise");
    if (steps?.said !== set.said) Address.keep("advise", { said: set.said, past: [], future: [] });
    undo.disabled = !Address.kept("advise").past.length;
    redo.disabled = !Address.kept("advise").future.length;
    let wrong = "";
    try {
      state = { ...set, ...rolled(set, set.wrong ? new URLSearchParams() : parameters) };
    } catch (error) {
      wrong = error.message;
      state = { ...set, roll: null, rolling: null };
    }
    const { rules } = set.game;
    restart.disabled = set.position === Rules.full(rules) && !state.roll;
    tiles.show(rules, set.position, (i) => canTurn(rules, set.position, i));
    drawDice(state.rolling ?? Rules.diceChoices(rules, set.position)[0]);
    if (wrong || set.wrong) {
      asking.clear();
      asking.fail(wrong);
      answer.style.minHeight = "";
      everyRoll.hidden = true;
    } else {
      ask();
    }
  }

  /* The roll of the address, and how many dice are rolled: null where that is still to be said. */
  function rolled({ game: { rules }, position }, parameters) {
    const choices = Rules.diceChoices(rules, position);
    const wanted = Number(parameters.get("rolling"));
    const text = parameters.get("roll");
    let rolling = choices.includes(wanted) ? wanted : choices.length === 1 ? choices[0] : null;
    if (!text || !position) return { roll: null, rolling };
    const faces = text.split(",").map(Number);
    const fits = (count) => {
      const sides = rules.dice.slice(0, count);
      if (faces.length === count) return faces.every((face, i) => face >= 1 && face <= sides[i]);
      const most = sides.reduce((sum, each) => sum + each, 0);
      return !rules.single && faces.length === 1 && faces[0] >= count && faces[0] <= most;
    };
    rolling = (rolling ? [rolling] : choices).find(fits);
    if (!/^\d+(,\d+)*$/.test(text) || !rolling) {
      throw new Error(`the dice cannot show ${text}: ${choices.join(" or ")} of them are rolled`);
    }
    const total = faces.length === 1 && rolling > 1;
    const roll = total ? { dice: rolling, faces: null, total: faces[0] } : Dice.of(faces);
    return { roll, rolling };
  }

  const canTurn = (rules, position, i) =>
    i < rules.tiles.length || !((position >> (i - rules.tiles.length)) & 1);

  function tapped(i) {
    const { position, roll, game } = state;
    if (canTurn(game.rules, position, i)) step(Tiles.toggled(game.rules, position, i), roll);
  }

  // Steps, and back -------------------------------------------------------------------------

  function step(position, roll, rolling = state.rolling) {
    const { rules } = state.game;
    const next = new URLSearchParams(shown);
    const set = (name, value) => (value === null ? next.delete(name) : next.set(name, value));
    const choices = Rules.diceChoices(rules, position);
    const keeps = roll && choices.includes(roll.dice); // the same dice can be rolled
    set("open", position === Rules.full(rules) ? null : Tiles.written(rules, position));
    set("roll", keeps ? (roll.faces ?? [roll.total]).join(",") : null);
    const told = roll ? roll.dice : rolling;
    set("rolling", choices.length > 1 && choices.includes(told) && told !== null ? told : null);
    const { said: game, past } = Address.kept("advise");
    Address.keep("advise", { said: game, past: [...past, `${shown}`].slice(-KEPT), future: [] });
    Address.change(next);
  }

  /* Take the last step of one list back, which the other one then has. */
  function back(from, to) {
    const steps = Address.kept("advise");
    const next = steps[from].at(-1);
    if (next === undefined) return;
    const rest = { [from]: steps[from].slice(0, -1), [to]: [...steps[to], `${shown}`] };
    Address.keep("advise", { ...steps, ...rest });
    Address.change(new URLSearchParams(next));
    const button = from === "past" ? undo : redo;
    if (button.disabled) (from === "past" ? redo : undo).focus();
  }

  // Answers ---------------------------------------------------------------------------------

  function clear() {
    answer.style.minHeight = `${answer.offsetHeight}px`; // the page does not jump
    answer.replaceChildren();
    choice.replaceChildren();
    table.replaceChildren();
  }

  function ask() {
    const { game, question, position, roll, said: subject } = state;
    const given = { game, question, position };
    const { goal, player } = question;
    RuleForm.asking.start(`${subject} ${goal} ${player}`, async (asks) => {
      const value = position && (await asks("box.value", given));
      const choices = position ? await asks("box.dice", given) : [];
      const best = choices.find((each) => each.best)?.dice;
      const rolling = state.rolling ?? best;
      const moves = roll
        ? await asks("box.advise", { ...given, roll: Rules.roll(game.rules, facesOf(roll)) })
        : null;
      const wanted = position && (everyRoll.open || (moves && !moves.length));
      const rolls = wanted ? await asks("box.rolls", { ...given, dice: rolling }) : [];
      clear();
      if (choices.length > 1) {
        choice.append(...Moves.dice(choices, rolling, (count) => step(position, null, count)));
      }
      if (position) drawDice(rolling);
      if (position) drawValue(value);
      else drawShut();
      if (moves) drawMoves(moves, rolls);
      if (everyRoll.open) drawRolls(rolls, rolling);
      everyRoll.hidden = !position;
      answer.style.minHeight = "";
      place.dataset.answered = ++answered;
    });
  }

  const facesOf = ({ faces, total }) => faces ?? [total];

  function drawDice(rolling) {
    dice.element.hidden = !state.position;
    dice.show(state.game.rules, rolling, state.roll);
  }

  function drawValue(value) {
    const { game, question, position, roll } = state;
    const meaning = Asked.meaning(question, game);
    const points = Rules.points(game.rules, position);
    const note = `before the roll; the open tiles score ${points}`;
    answer.append(Moves.headline(meaning, value, note));
    if (!roll) said.textContent = `${meaning}: ${Numbers.said(value, 6)}`;
  }

  function drawShut() {
    said.textContent = "The box is shut.";
    answer.append(element("p", { class: "ends" }, said.textContent));
  }

  function drawMoves(moves, rolls) {
    const { game, question, position, roll } = state;
    const words = Dice.words(roll);
    if (moves.length) {
      const make = (after) => step(after, null, null);
      answer.append(element("h3", {}, `Rolled ${words}: shut`), Moves.list(moves, make));
      const [{ shut, value }] = moves;
      const best = `${shut.join(" and ")}, ${Numbers.said(value, 6)}`;
      said.textContent = `Rolled ${words}: best shut ${best}`;
      return;
    }
    const score = Rules.points(game.rules, position);
    const line = `${words} fits nothing: the turn ends with score ${score}.`;
    const { total, faces } = Rules.roll(game.rules, facesOf(roll));
    const end = rolls.find((each) => each.total === total && `${each.faces}` === `${faces}`);
    const then = [`${Asked.meaning(question, game)} then: `, number(end.value, 6)];
    answer.append(element("p", { class: "ends" }, line), element("p", {}, then));
    said.textContent = line;
  }

  function drawRolls(rolls, rolling) {
    const { game, position } = state;
    const shut = (after) => Rules.tilesOf(game.rules, position ^ after).join(" ");
    table.append(
      element(
        "table",
        {},
        element("caption", {}, `Rolling ${Dice.counted(rolling)}`),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ["Roll", "Chance", "Best shut", "Worth"].map((name) =>
              element("th", { scope: "col" }, name),
            ),
          ),
        ),
        element(
          "tbody",
          {},
          rolls.map(({ total, faces, chance, ends, best, value }) =>
            element(
              "tr",
              {},
              element("th", { scope: "row" }, faces.length ? faces.join(" ") : `${total}`),
              element("td", {}, Numbers.text(chance)),
              element("td", {}, ends ? "the turn ends" : shut(best)),
              element("td", {}, number(value, 6)),
            ),
          ),
        ),
      ),
    );
  }

  return { start, show };
})();
