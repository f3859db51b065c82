"use strict";

/*
Play: a match at one device, of people and of such as play perfectly (see Seats), with or without
the odds, and what the moves cost. The address has the whole game: the rule, perfect, moves (see
Record) and odds (1 where they are shown). Between views the game in progress keeps its own rule.

Who plays perfectly has its dice rolled by people, or by the page for them; the move follows at
once, and is explained when that is wanted.
*/
const PlayView = (() => {
  const { element, button } = Elements;

  let place, state;
  let chosen = 0; // tiles that are tapped, as part of a move
  let rolling = null; // how many dice, where the player has chosen
  let answered = 0; // how often answers were shown, for a test to wait on
  const rule = element("div", {});
  const seats = element("div", { class: "seats", role: "group", "aria-label": "Who plays" });
  const players = element("ol", { class: "players" });
  const tiles = new Tiles((i) => tapped(i), "the box");
  let isThrown = false; // whether the roll has just fallen
  let isHeld = false; // whether the dice had the focus when it fell
  const dice = new Dice((roll) => {
    isThrown = true;
    isHeld = dice.element.contains(document.activeElement);
    go([...state.steps, { roll, after: null }]);
  });
  const choice = element("div", { class: "choice", role: "group", "aria-label": "how many dice" });
  const thrown = element("div", { class: "thrown", "aria-hidden": "true" });
  const news = element("p", { class: "news", "aria-live": "polite" });
  const odds = button("Odds", () => Address.set({ odds: state.withOdds ? null : "1" }));
  const undo = button("Undo", () => back());
  const fresh = button("New game", () => go([], true));
  const answer = element("div", { class: "answer" });
  const hint = element(
    "p",
    { class: "muted" },
    "Roll here, or tap what your own dice show. After each turn you see what its moves cost; ",
    "with the odds shown, before each move as well.",
  );
  const waits = element("div", {});
  const reasons = element("div", { class: "reasons" });
  const review = element("div", { class: "review" });
  const works = element(
    "div",
    { class: "columns" },
    Elements.card(
      seats,
      players,
      tiles.element,
      element("div", { class: "told" }, thrown, news),
      choice,
      dice.element,
      element("div", { class: "row steps" }, undo, fresh, odds),
    ),
    element("div", { class: "card quiet" }, waits, answer, reasons, review, hint),
  );

  /** Fill the section, once. */
  function start(section) {
    place = section;
    const who = "against one another, or against perfect play, which explains its moves";
    const what = `${Game.WHAT}; the lowest score wins. Play ${who}.`;
    place.append(Elements.title("Play"), element("p", {}, what), rule, works);
  }

  /** What Play shows when another view is left for it: the game in progress, if there is one. */
  const follow = (kept, current) =>
    kept.get("moves") ? kept : Game.follow(kept, current);

  /** Show what the address says. */
  function show(parameters) {
    const { asking } = RuleForm;
    const goes = Boolean(parameters.get("moves"));
    const locked = goes ? "A game is in progress. New game sets the rule free." : "";
    const set = RuleForm.show(rule, parameters, locked);
    waits.append(asking.element);
    [chosen, rolling] = [0, null];
    works.hidden = !set;
    clear();
    if (!set) return;
    const withOdds = parameters.get("odds") === "1";
    const after = (steps) => ({
      ...set,
      goes,
      withOdds,
      steps,
      seats: new Set(),
      ...Record.replayed(set.game, steps),
    });
    let { wrong } = set;
    try {
      state = after(Record.read(parameters.get("moves") ?? ""));
      state.seats = Seats.read(parameters, set.game);
    } catch (error) {
      wrong = error.message;
      state = after([]);
    }
    draw();
    drawReasons();
    if (wrong) {
      asking.refuse(wrong);
    } else {
      ask();
    }
  }

  function go(steps, push = false) {
    Address.set({ moves: Record.written(steps) || null }, push);
  }

  /* Take the last move back, or the last roll if no move was made, or both of perfect play. */
  function back() {
    const last = state.steps.at(-1);
    const rest = state.steps.slice(0, -1);
    const isWhole = last.after === null || isPerfect(lastTurn());
    go(isWhole ? rest : [...rest, { ...last, after: null }]);
    if (undo.disabled) dice.roll.focus();
  }

  const make = (after) => go([...state.steps.slice(0, -1), { roll: state.roll, after }]);

  const isPerfect = (turn) => state.seats.has(turn?.player);

  /* The turn of the last move that was made; undefined before the first. */
  const lastTurn = () => state.turns.findLast(({ moves }) => moves.length);

  /* A tile is tapped: it belongs to the move, or no longer; the last one makes the move. */
  function tapped(i) {
    chosen ^= 1 << i;
    const after = state.position ^ chosen;
    if (state.moves.includes(after)) make(after);
    else drawTiles();
  }

  // What stands on the table ----------------------------------------------------------------

  function clear() {
    for (const each of [answer, choice, reasons, review]) each.replaceChildren();
  }

  function draw() {
    const { game, position, roll, over, steps, withOdds, turns } = state;
    const { rules } = game;
    seats.hidden = state.goes || game.players === 1;
    if (!seats.hidden) Seats.fill(seats, game.players, state.seats);
    drawPlayers();
    drawTiles();
    const choices = Rules.diceChoices(rules, position);
    const chooses = choices.length > 1 && !over && !roll;
    const byPage = isPerfect(turns.at(-1));
    dice.element.hidden = over || Boolean(roll) || (chooses && byPage); // which dice is computed
    if (!over) dice.show(rules, rolling ?? choices[0], null);
    if (chooses && !byPage) drawChoice(choices.map((count) => ({ dice: count })));
    undo.disabled = !steps.length;
    fresh.disabled = !state.goes;
    hint.hidden = steps.length > 0;
    odds.setAttribute("aria-pressed", withOdds);
    odds.hidden = over;
    const ended = turns.filter(({ score }) => score !== null).at(-1);
    const fresher = ended && (over || (!turns.at(-1).moves.length && !roll));
    const last = fresher ? ended : isPerfect(lastTurn()) && !roll && turns.at(-1);
    const made = last && last.moves.at(-1);
    Dice.draw(thrown, rules, roll ?? made?.told, isThrown);
    isThrown = false;
    const lines = [
      fresher ? ending(ended) : made && moved(last.player, made),
      over ? result() : next(),
    ];
    news.textContent = lines.filter(Boolean).join(" ");
    if (roll && !byPage) drawMoves();
  }

  const shutWords = ({ position, after }) =>
    Rules.tilesOf(state.game.rules, position ^ after).join(" and ");

  const moved = (player, made) =>
    `${playerName(player)} rolled ${Dice.words(made.told)} and shut ${shutWords(made)}.`;

  const playerName = (player) => (state.game.players > 1 ? `Player ${player}` : "You");

  function ending({ player, score, moves }) {
    const { after, told } = moves.at(-1);
    const who = playerName(player);
    if (after === 0) return `${who} shut the box!`;
    return `${who} rolled ${Dice.words(told)}, which fits nothing: score ${score}.`;
  }

  function next() {
    const { turns, roll } = state;
    const { player, best, moves } = turns.at(-1);
    const who = playerName(player);
    if (isPerfect(turns.at(-1))) {
      if (roll) return `${who} rolled ${Dice.words(roll)}.`;
      const begins = moves.length || best === null ? "" : `, who has ${best} to beat`;
      return `Roll for player ${player}${begins}.`;
    }
    if (roll) return `${who} rolled ${Dice.words(roll)}: tap the tiles to shut, or a move.`;
    const faces = best === null || moves.length ? "" : `, with ${best} to beat`;
    return who === "You" ? "Your roll." : `${who} rolls${faces}.`;
  }

  function result() {
    const { leaders, shares, game } = state;
    if (game.players === 1) return "The game is over.";
    const names = leaders.map(playerName).join(" and ");
    if (leaders.length === 1) return `${names} wins.`;
    if (!shares[leaders[0] - 1].p) return `${names} tie, and nobody wins.`;
    return `${names} tie: ${Numbers.text(shares[leaders[0] - 1])} of the pot each.`;
  }

  function shareWords(share) {
    if (!share.p) return "wins nothing";
    return share.q === 1n ? "wins the pot" : `wins ${Numbers.text(share)}`;
  }

  function drawPlayers() {
    const { game, turns, over, leaders, shares } = state;
    players.hidden = game.players === 1 && !over;
    players.replaceChildren(
      ...Numbers.upTo(game.players).map((player) => {
        const turn = turns[player - 1];
        const now = turn && turn.score === null && !over;
        const leads = leaders.includes(player);
        const words = turn?.score ?? (now ? "plays" : over ? "–" : "waits");
        const several = game.players > 1;
        const share = shares && several ? shareWords(shares[player - 1]) : "";
        return element(
          "li",
          { class: leads ? "leads" : "", "aria-current": now ? "step" : null },
          element(
            "span",
            { class: "muted small" },
            playerName(player),
            state.seats.has(player) && ", perfect",
          ),
          element(
            "span",
            {},
            element("span", { class: "score" }, `${words}`),
            " ",
            element("span", { class: "small" }, share || (leads && several ? "lowest" : "")),
          ),
        );
      }),
    );
  }

  /* A tile can be tapped where a move has it beside those that are chosen. */
  function drawTiles() {
    const { game, position, moves } = state;
    const fits = (i) =>
      !isPerfect(state.turns.at(-1)) &&
      moves.some((after) => {
        const shut = position ^ after;
        return shut & (1 << i) && (shut & chosen) === chosen;
      });
    tiles.show(game.rules, position, fits, chosen);
  }

  function drawChoice(choices) {
    const now = rolling ?? choices[0].dice;
    const choose = (count) => {
      rolling = count;
      drawChoice(choices);
      dice.show(state.game.rules, count, null);
      choice.querySelector("[aria-pressed=true]").focus();
    };
    choice.replaceChildren(...Moves.dice(choices, now, choose));
  }

  // What it is worth --------------------------------------------------------------------------

  /* The moves, in their own order, or by what they are worth. */
  function drawMoves(advised = null) {
    const { game, position, moves } = state;
    const list =
      advised ??
      moves.map((after) => ({
        position: after,
        shut: Rules.tilesOf(game.rules, position ^ after),
      }));
    answer.append(element("h3", {}, "Moves"), Moves.list(list, make));
  }

  /* Perfect play has moved at once: who rolls for it by the keyboard rolls on. */
  function refocus() {
    if (!isHeld || dice.element.hidden || document.activeElement !== document.body) return;
    dice.roll.focus({ preventScroll: true });
  }

  function drawReasons() {
    const moves = state.turns.filter(isPerfect).flatMap((turn) =>
      turn.moves
        .filter(({ after }) => after !== null)
        .map((made) => ({ question: question(turn), ...made })),
    );
    reasons.replaceChildren(...Reasons.elements(state, moves, playerName));
  }

  const question = ({ player, best, holders }) =>
    state.game.players > 1 ? { goal: "wins", player, best, holders } : state.question;

  function ask() {
    const { game, position, roll, over, withOdds, turns, said } = state;
    const byPage = !over && isPerfect(turns.at(-1));
    const asksOdds = withOdds && !over;
    const ended = turns.filter(({ score }) => score !== null);
    if (!asksOdds && !byPage && !ended.length) {
      RuleForm.asking.clear();
      return;
    }
    RuleForm.asking.start(`${said} play`, async (asks) => {
      const asked = question(turns.at(-1));
      const given = { game, question: asked, position };
      if (byPage && roll) {
        const [best] = await asks("box.advise", { ...given, roll: Rules.roll(game.rules, roll) });
        make(best.position);
        refocus();
        return;
      }
      if (byPage && Rules.diceChoices(game.rules, position).length > 1) {
        const choices = await asks("box.dice", given);
        dice.show(game.rules, choices.find(({ best }) => best).dice, null);
        dice.element.hidden = false;
        refocus();
      }
      if (asksOdds) {
        const value = await asks("box.value", given);
        const advised =
          roll && (await asks("box.advise", { ...given, roll: Rules.roll(game.rules, roll) }));
        const choices = roll ? [] : await asks("box.dice", given);
        answer.replaceChildren();
        if (advised) drawMoves(advised);
        answer.append(Moves.headline(Game.meaning(asked, game), value, "before the roll"));
        if (choices.length > 1 && !byPage) drawChoice(choices);
      }
      if (ended.length) {
        const { best } = state.question; // of one player alone, who may have set himself a score
        const sent = ended.map((turn) => (game.players > 1 ? turn : { ...turn, best }));
        const { goal } = question(ended[0]);
        const costs = await asks("box.review", { game, goal, turns: sent });
        review.replaceChildren(...Review.elements(game.rules, goal, ended, costs, playerName));
      }
      place.dataset.answered = ++answered;
    });
  }

  return { start, show, follow };
})();
