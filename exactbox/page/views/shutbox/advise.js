"use strict";

/*
Advise: a position and a roll, and what every move is worth, exactly. All that is set is in the
address: open (the tiles), roll (a total, or the dice with commas), rolling (how many dice, where
there is a choice). What can be taken back, and done again, is a list of such addresses.
*/
const AdviseView = (() => {
  const { element, button, row, number } = Elements;
  const KEPT = 500; // steps that can be taken back

  let place, state; // the section; what the address says
  let answered = 0; // how often an answer was shown, for a test to wait on
  const rule = element("div", {});
  const asked = element("div", {});
  const tiles = new Tiles((i) => tapped(i), "the box");
  const dice = new Dice((roll) => step(state.position, roll));
  const choice = element("div", { class: "choice", role: "group", "aria-label": "how many dice" });
  const undo = button("Undo", () => back("past", "future"));
  const redo = button("Redo", () => back("future", "past"));
  const restart = button("Restart", () => step(Rules.full(state.game.rules), null));
  const answer = element("div", { class: "answer" });
  // Beside the dice, for on a phone the answer is below the screen when they are tapped.
  const brief = element("p", { class: "muted small keys" });
  const HINT = [
    "Tap a tile to shut or open it.",
    element("span", { class: "keyboard" }, " From a tile the keys 1 to 9 do so too."),
  ];
  const said = element("p", { class: "words-only", "aria-live": "polite" });
  const table = element("div", {});
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
    Elements.card(
      tiles.element,
      brief,
      choice,
      dice.element,
      element("div", { class: "row steps" }, undo, redo, restart),
    ),
    Elements.card(waits, answer, said, everyRoll),
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
    const how = "Tap your open tiles and the dice; the best move appears.";
    const what = element("p", {}, `${Game.WHAT}. ${how}`);
    place.append(Elements.title("Which tiles to shut"), what, rule, asked, works);
  }

  /** Show what the address says. */
  function show(parameters) {
    const set = RuleForm.show(rule, parameters);
    const { asking } = RuleForm;
    waits.append(asking.element);
    clear();
    state = null;
    works.hidden = asked.hidden = !set;
    if (!set) return;
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
      asking.refuse(wrong);
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
    const rolling = choices.includes(wanted) ? wanted : choices.length === 1 ? choices[0] : null;
    if (!text || !position) return { roll: null, rolling };
    const roll = Notation.rollOf(rules, position, text, rolling ? [rolling] : choices);
    return { roll, rolling: roll.dice };
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
    const choices = Rules.diceChoices(rules, position);
    const keeps = roll && choices.includes(roll.dice); // the same dice can be rolled
    const told = roll ? roll.dice : rolling;
    const { said: game, past } = Address.kept("advise");
    Address.keep("advise", { said: game, past: [...past, here()].slice(-KEPT), future: [] });
    Address.set({
      open: position === Rules.full(rules) ? null : Notation.positionText(rules, position),
      roll: keeps ? (roll.faces ?? [roll.total]).join(",") : null,
      rolling: choices.length > 1 && choices.includes(told) ? told : null,
    });
  }

  const here = () => `${Address.read().parameters}`;

  /* Take the last step of one list back, which the other one then has. */
  function back(from, to) {
    const steps = Address.kept("advise");
    const next = steps[from].at(-1);
    if (next === undefined) return;
    const rest = { [from]: steps[from].slice(0, -1), [to]: [...steps[to], here()] };
    Address.keep("advise", { ...steps, ...rest });
    Address.change(new URLSearchParams(next));
    const [used, other] = from === "past" ? [undo, redo] : [redo, undo];
    if (used.disabled) other.focus();
  }

  // Answers ---------------------------------------------------------------------------------

  function clear() {
    answer.style.minHeight = `${answer.offsetHeight}px`; // the page does not jump
    answer.replaceChildren();
    choice.replaceChildren();
    brief.replaceChildren(...HINT);
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
        ? await asks("box.advise", { ...given, roll: Rules.roll(game.rules, roll) })
        : null;
      const wanted = position && (everyRoll.open || (moves && !moves.length));
      const rolls = wanted ? await asks("box.rolls", { ...given, dice: rolling }) : [];
      clear();
      if (choices.length > 1) {
        choice.append(...Moves.dice(choices, rolling, (count) => step(position, null, count)));
      }
      if (position) drawDice(rolling);
      if (moves) drawMoves(moves, rolls);
      if (position) drawValue(value);
      else drawShut();
      if (everyRoll.open) drawRolls(rolls, rolling);
      everyRoll.hidden = !position;
      answer.style.minHeight = "";
      place.dataset.answered = ++answered;
    });
  }

  function drawDice(rolling) {
    dice.element.hidden = !state.position;
    dice.show(state.game.rules, rolling, state.roll);
  }

  function drawValue(value) {
    const { game, question, position, roll } = state;
    const meaning = Game.meaning(question, game);
    const points = Rules.points(game.rules, position);
    const note = `before the roll; the open tiles score ${points}`;
    answer.append(Moves.headline(meaning, value, note));
    if (!roll) said.textContent = `${meaning}: ${Numbers.said(value)}`;
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
      const best = `Rolled ${words}: shut ${shut.join(" and ")}`;
      brief.replaceChildren(element("strong", {}, `${best}.`));
      said.textContent = `${best}, ${Numbers.said(value)}`;
      return;
    }
    const score = Rules.points(game.rules, position);
    const line = `${words} fits nothing: the turn ends with score ${score}.`;
    const { total, faces } = Rules.roll(game.rules, roll);
    const end = rolls.find((each) => each.total === total && `${each.faces}` === `${faces}`);
    const then = [`${Game.meaning(question, game)} then: `, number(end.value)];
    answer.append(element("p", { class: "ends" }, line), element("p", {}, then));
    brief.replaceChildren(element("strong", {}, line));
    said.textContent = line;
  }

  function drawRolls(rolls, rolling) {
    const { game, position } = state;
    const shut = (after) => Rules.tilesOf(game.rules, position ^ after).join(" ");
    const rows = rolls.map(({ total, faces, chance, ends, best, value }) =>
      row([
        faces.length ? faces.join(" ") : `${total}`,
        Numbers.text(chance),
        ends ? "the turn ends" : shut(best),
        number(value),
      ]),
    );
    const heads = [`Roll of ${Dice.counted(rolling)}`, "Chance", "Best move", "Worth"];
    table.append(Elements.table("What every roll is worth", heads, rows));
  }

  return { start, show };
})();
