"use strict";

/*
Chances: what a rule comes to. Its headline values, how the final score is distributed under optimal
play, and what the later players can expect for each score that they may have to beat. The address
has the game, the question whose play is looked at, and `of`, the later player.
*/
const ChancesView = (() => {
  const { element, number } = Elements;

  let place, shown;
  let answered = 0; // how often answers were shown, for a test to wait on
  const rule = element("div", {});
  const waits = element("div", {});
  const headlines = element("dl", { class: "headlines" });
  const asked = element("div", {});
  const scores = element("div", {});
  const ofWhom = element("select", { onchange: () => choose(ofWhom.value) });
  const whom = element("label", { class: "field" }, element("span", {}, "Turn of"), ofWhom);
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
    element("section", { class: "card" }, waits, headlines),
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
    place.append(element("h2", { tabindex: "-1" }, "What a rule comes to"), rule, works, said);
  }

  function choose(player) {
    const next = new URLSearchParams(shown);
    next.set("of", player);
    Address.change(next, true);
  }

  /** Show what the address says. */
  function show(parameters) {
    const { asking } = RuleForm;
    const set = RuleForm.show(rule, parameters);
    waits.prepend(asking.element);
    for (const each of [headlines, scores, toBeat]) {
      each.style.minHeight = `${each.offsetHeight}px`; // the page does not jump
      each.replaceChildren();
    }
    works.hidden = !set;
    if (!set) {
      asking.clear();
      return;
    }
    shown = parameters;
    Asked.show(asked, parameters, set);
    const { players } = set.game;
    const later = Array.from({ length: players - 1 }, (_, i) => i + 2);
    const of = later.find((player) => `${player}` === parameters.get("of")) ?? 2;
    ofWhom.replaceChildren(
      ...later.map((player) => element("option", { value: player }, `player ${player}`)),
    );
    ofWhom.value = of;
    beating.hidden = players < 2;
    whom.hidden = players < 3;
    if (set.wrong) asking.clear();
    else ask(set, of);
  }

  function ask({ game, question, said: subject }, of) {
    const position = Rules.full(game.rules);
    RuleForm.asking.start(`${subject} chances`, async (asks) => {
      const turn = { player: 1, best: null, holders: 1 };
      const solve = async (goal) => {
        const { value } = await asks("box.solve", { game, question: { goal, ...turn } });
        return value;
      };
      headline("Chance to shut the box", await solve("shut"));
      headline("Expected score", await solve("score"));
      drawScores(game, question, await asks("box.scores", { game, question, position }));
      if (game.players > 1) {
        headline(`Expected wins of player 1 of ${game.players}`, await solve("wins"));
        drawToBeat(game, of, await asks("box.toBeat", { game, player: of }));
      }
      for (const each of [headlines, scores, toBeat]) each.style.minHeight = "";
      place.dataset.answered = ++answered;
    });
  }

  function headline(words, value) {
    headlines.append(
      element("div", {}, element("dt", {}, words), element("dd", {}, number(value, 6))),
    );
    said.textContent = [...headlines.querySelectorAll("div")]
      .map((each) => `${each.firstChild.textContent} ${each.querySelector("button")?.textContent}`)
      .join("; ");
  }

  function drawScores(game, question, found) {
    const likeliest = found.reduce((a, b) => (Numbers.compare(a.chance, b.chance) < 0 ? b : a));
    const [low, high] = [found[0].score, found.at(-1).score];
    const summary =
      `Bar chart of the final score under optimal play, from ${low} to ${high}; ` +
      `likeliest is ${likeliest.score}, with probability ${Numbers.said(likeliest.chance, 3)}.`;
    const picture = element("div", {});
    scores.replaceChildren(
      picture,
      element(
        "p",
        { class: "muted small" },
        `Playing for: ${Asked.meaning(question, game)}. The likeliest score is ${likeliest.score}.`,
      ),
      Chart.table("The same as a table", ["Score", "Chance, rounded", "Exactly"], () =>
        found.map(({ score, chance }) => [`${score}`, ...exactly(chance)]),
      ),
    );
    new Chart(picture, {
      bars: found.map(({ score, chance }) => bar(`${score}`, "score", chance)),
      axes: { x: "final score", y: "probability" },
      summary,
    });
  }

  const bar = (label, name, value) => ({
    label,
    value,
    words: `${name} ${label}: ${Numbers.said(value, 6)}`,
  });

  const exactly = (value) => [
    Numbers.decimal(value, 6),
    element("span", { class: "code" }, Numbers.text(value)),
  ];

  function drawToBeat(game, player, found) {
    const alone = found.filter(({ holders }) => holders === 1);
    const [least, most] = [alone[0], alone.at(-1)];
    const summary =
      `Bar chart of the expected wins of player ${player} by the score to beat: ` +
      `${Numbers.said(least.wins, 3)} at ${least.best}, ` +
      `${Numbers.said(most.wins, 3)} at ${most.best}.`;
    const several = found.length > alone.length;
    const picture = element("div", {});
    const head = ["To beat", ...(several ? ["Held by"] : []), "Wins, rounded", "Exactly", "Each holder"];
    toBeat.replaceChildren(
      picture,
      element(
        "p",
        { class: "muted small" },
        `Player ${player} of ${game.players}`,
        several ? ", where one player holds the score; the table has the others too." : ".",
      ),
      Chart.table("The same as a table", head, () =>
        found.map(({ best, holders, wins, held }) => [
          `${best}`,
          ...(several ? [`${holders}`] : []),
          ...exactly(wins),
          number(held, 6),
        ]),
      ),
    );
    new Chart(picture, {
      bars: alone.map(({ best, wins }) => bar(`${best}`, "score to beat", wins)),
      axes: { x: "score to beat", y: "expected wins" },
      summary,
    });
  }

  return { start, show };
})();
