"use strict";

/*
The view that has the best move for every position and every roll, to be printed, looked up or taken
along as a table.
*/
const SheetView = (() => {
  const { element, button } = Elements;
  const TITLE = "Shut the Box: the best moves";
  const DIGITS = 12; // of the value, as the command prints it
  let made = null; // the sheet that is shown

  const rule = element("div", {});
  const asked = element("div", {});
  const waits = element("div", {});
  const open = element("input", {
    name: "open",
    inputmode: "numeric",
    autocomplete: "off",
    placeholder: "146789",
    oninput: () => look(),
  });
  const found = element("p", { class: "muted small", role: "status" });
  const print = button("Print", () => window.print());
  const save = button("Download CSV", () => download());
  const controls = element(
    "div",
    { class: "sheet-controls" },
    element(
      "div",
      { class: "row" },
      Elements.field("Open tiles, to find a row", open),
      print,
      save,
    ),
    found,
  );
  const leaves = element("div", {
    class: "leaves",
    tabindex: "0",
    role: "region",
    "aria-label": "The best moves",
  });
  const said = element("div", {});
  const sheet = element(
    "div",
    { class: "sheet" },
    element("p", { class: "title" }, TITLE),
    said,
    leaves,
  );
  const works = Elements.card(waits, controls, sheet);

  /** Fill the section, once. */
  function start(section) {
    section.append(Elements.title("Every best move"), rule, asked, works);
  }

  /** Show what the address says. */
  function show(parameters) {
    const set = RuleForm.show(rule, parameters);
    const { asking } = RuleForm;
    waits.append(asking.element);
    made = null;
    leaves.replaceChildren();
    said.replaceChildren();
    controls.hidden = sheet.hidden = true;
    works.hidden = asked.hidden = !set;
    if (!set) return;
    Asked.show(asked, parameters, set);
    if (set.wrong) return;
    const { game, question, said: subject } = set;
    asking.start(`${subject} ${question.goal} ${question.player}`, async (asks) => {
      const given = { game, question };
      const table = await asks("box.sheet", given);
      const value = await asks("box.value", { ...given, position: Rules.full(game.rules) });
      made = Leaves.sheet(game.rules, table);
      const facts = [words(game, question), valueLine(value), ...Leaves.reading(made)];
      said.append(...facts.map((text) => element("p", {}, Elements.breakable(text))));
      leaves.append(...Leaves.pages(made, TITLE, facts));
      controls.hidden = sheet.hidden = false;
      look();
    });
  }

  /* The question and the rule. */
  function words(game, question) {
    const { goal, player, best, holders } = question;
    const faces = goal === "wins" && player > 1 ? `, who faces ${best}` : "";
    const held = holders > 1 ? ` held by ${holders}` : "";
    const match = goal === "wins" ? `; ${Game.matchWords(game)}` : "";
    return `${Game.meaning(question, game)}${faces}${held}; ${Rules.words(game.rules)}${match}`;
  }

  function valueLine(value) {
    const sign = Numbers.isDecimal(value, DIGITS) ? "=" : "~";
    return `At the start: ${Numbers.decimal(value, DIGITS)} ${sign} ${Numbers.text(value)}`;
  }

  /* Show the row of the tiles that are typed alone; all rows where none are. */
  function look() {
    const text = open.value.trim();
    let position = null;
    let line = `${made.rows.length} positions`;
    try {
      if (text) position = Notation.positionOf(made.rules, text);
    } catch (error) {
      line = Elements.line(error.message);
    }
    if (position !== null && !made.rows.some((row) => row.position === position)) {
      line = `no turn comes to where ${text} is open`;
      position = null;
    } else if (position !== null) {
      line = `the row of ${text}`;
    }
    found.textContent = line;
    for (const row of leaves.querySelectorAll("tbody tr")) {
      row.classList.toggle("away", position !== null && row.dataset.position !== `${position}`);
    }
    const row = leaves.querySelector(`tr[data-position="${position}"]`);
    for (const table of leaves.querySelectorAll("table")) {
      table.classList.toggle("away", !table.querySelector("tbody tr:not(.away)"));
    }
    row?.scrollIntoView({ block: "nearest" });
  }

  function download() {
    const address = URL.createObjectURL(new Blob([Leaves.csv(made)], { type: "text/csv" }));
    element("a", { href: address, download: "shut-the-box.csv" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000); // the browser may ask where to
  }

  return { start, show };
})();
