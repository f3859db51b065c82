"use strict";

/*
Chances: the odds under a rule. Its headline values, how the final score is distributed by optimal
play, and what the later players can expect for each score that they may have to beat. The address
has the game, the question whose play is looked at, and `of`, the later player.
*/
const ChancesView = (() => {
  const { element, field, row, number } = Elements;

  let place; // the section
  let answered = 0; // how often answers were shown, for a test to wait on
  const rule = element("div", {});
  const waits = element("div", {});
  const headlines = element("dl", { class: "headlines" });
  const asked = element("div", {});
  const scores = element("div", {});
  const ofWhom = element("select", { onchange: () => Address.set({ of: ofWhom.value }, true) });
  const whom = field("Turn of", ofWhom);
  const toBeat = element("div", {});
  const beating = element(
    "section",
    { class: "card" },
    element("h3", {}, "Expected wins by score to beat"),
    whom,
    toBeat,
  );
  const works = element(
    "div",
    {},
    element(
      "section",
      { class: "card" },
      waits,
      headlines,
      element("p", { class: "muted small" }, "Each under the play that is best for it alone."),
    ),
    element(
      "section",
      { class: "card" },
      element("h3", {}, "Final scores of optimal play"),
      asked,
      scores,
    ),
    beating,
  );
  const said = element("p", { class: "words-only", "aria-live": "polite" });

  /** Fill the section, once. */
  function start(section) {
    place = section;
    place.append(Elements.title("Odds under this rule"), rule, works, said);
  }

  /** Show what the address says. */
  function show(parameters) {
    const set = RuleForm.show(rule, parameters);
    waits.prepend(RuleForm.asking.element);
    for (const each of [headlines, scores, toBeat]) {
      each.style.minHeight = `${each.offsetHeight}px`; // the page does not jump
      each.replaceChildren();
    }
    works.hidden = !set;
    if (!set) return;
    Asked.show(asked, parameters, set);
    const { players } = set.game;
    const later = Numbers.upTo(players).slice(1);
    const of = later.find((player) => `${player}` === parameters.get("of")) ?? 2;
    Elements.offer(
      ofWhom,
      later.map((player) => [player, `player ${player}`]),
      of,
    );
    beating.hidden = players < 2;
    whom.hidden = players < 3;
    if (!set.wrong) ask(set, of);
  }

  function ask({ game, question, said: subject }, of) {
    const position = Rules.full(game.rules);
    RuleForm.asking.start(`${subject} chances`, async (asks) => {
      const turn = { player: 1, best: null, holders: 1 };
      const solve = async (goal) => {
        const { value } = await asks("box.solve", { game, question: { goal, ...turn } });
        return value;
      };
      const known = [];
      headline(known, "Chance to shut the box", await solve("shut"));
      headline(known, "Expected score", await solve("score"));
      drawScores(await asks("box.scores", { game, question, position }));
      if (game.players > 1) {
        headline(known, `Expected wins of player 1 of ${game.players}`, await solve("wins"));
        drawToBeat(game, of, await asks("box.toBeat", { game, player: of }));
      }
      for (const each of [headlines, scores, toBeat]) each.style.minHeight = "";
      place.dataset.answered = ++answered;
    });
  }

  function headline(known, words, value) {
    headlines.append(
      element("div", {}, element("dt", {}, words), element("dd", {}, number(value))),
    );
    known.push(`${words} ${Numbers.said(value)}`);
    said.textContent = known.join("; ");
  }

  function drawScores(found) {
    const likeliest = found.reduce((a, b) => (Numbers.compare(a.chance, b.chance) < 0 ? b : a));
    const [low, high] = [found[0].score, found.at(-1).score];
    const summary =
      `Bar chart of the final score under optimal play, from ${low} to ${high}; ` +
      `likeliest is ${likeliest.score}, with a chance of ${Numbers.said(likeliest.chance, 3)}.`;
    const picture = element("div", {});
    scores.replaceChildren(
      picture,
      Elements.note(`The likeliest score is ${likeliest.score}.`),
      table("Final scores", ["Score", "Chance"], () =>
        found.map(({ score, chance }) => row([`${score}`, number(chance)])),
      ),
    );
    new Chart(picture, {
      bars: found.map(({ score, chance }) => bar(score, "score", chance)),
      axes: { x: "final score", y: "chance" },
      summary,
    });
  }

  const bar = (at, name, value) => ({ at, value, words: `${name} ${at}: ${Numbers.said(value)}` });

  const table = (name, heads, rows) =>
    Elements.onDemand("The same as a table", () => Elements.table(name, heads, rows()));

  function drawToBeat(game, player, found) {
    const alone = found.filter(({ holders }) => holders === 1);
    const [least, most] = [alone[0], alone.at(-1)];
    const summary =
      `Bar chart of the expected wins of player ${player} by the score to beat: ` +
      `${Numbers.said(least.wins, 3)} at ${least.best}, ` +
      `${Numbers.said(most.wins, 3)} at ${most.best}.`;
    const several = found.length > alone.length;
    const picture = element("div", {});
    const heads = ["To beat", ...(several ? ["Held by"] : []), "Wins", "Share of each holder"];
    toBeat.replaceChildren(
      picture,
      Elements.note(
        `Player ${player} of ${game.players}`,
        several ? ", where one player holds the score; the table has the others too." : ".",
      ),
      table("Expected wins by score to beat", heads, () =>
        found.map(({ best, holders, wins, held }) =>
          row([
            `${best}`,
            ...(several ? [`${holders}`] : []),
            number(wins),
            number(held),
          ]),
        ),
      ),
    );
    new Chart(picture, {
      bars: alone.map(({ best, wins }) => bar(best, "score to beat", wins)),
      axes: { x: "score to beat", y: "expected wins" },
      summary,
    });
  }

  return { start, show };
})();
