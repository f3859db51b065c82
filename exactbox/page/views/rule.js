"use strict";

/*
The rule of Shut the Box: from the address and back, and the one form in which it is chosen. The
views of the game (Advise, Play, Chances, Sheet) share the form: it moves into the view that is
shown, and what is changed in it is written into the address, which shows the view anew. So the
form has no state of its own, and a rule that contradicts itself is but an address with a message.

In the address: rule (words, as of the command's --rule), tiles (how many, or which), dice (the
sides of each), players, ties, playon; then the question: goal, player, best, holders; then what the
view shows: open, roll and more.
*/
const RuleForm = (() => {
  const { element } = Elements;
  const OF_THE_GAME = ["rule", "tiles", "dice", "players", "ties", "playon"];
  const PLAYERS = 4; // at a table; more are for the command
  const PRESETS = [
    ["Classic", {}],
    ["Always two dice", { rule: "two-dice" }],
    ["One die once 7, 8, 9 are shut", { rule: "above=6" }],
    ["Ten tiles", { tiles: "10" }],
    ["Twelve tiles", { tiles: "12" }],
    ["Double shutter", { rule: "double-shutter" }],
    ["Thai", { rule: "thai" }],
    ["Digital", { rule: "digital" }],
  ];
  const HOUSE_RULES = [
    ["even-stevens", "Even Stevens", "odd tiles are shut from the start"],
    ["against-all-odds", "Against all odds", "even tiles are shut from the start"],
    ["3-down-extreme", "3 down extreme", "tiles 1, 2 and 3 are shut from the start"],
    ["thai", "Thai", "one tile a roll, equal to a die or to the total"],
    ["2-to-go", "2 to go", "the first roll must shut tile 2"],
    ["unlucky-7", "Unlucky 7", "a total of 7 ends the turn"],
    ["double-shutter", "Double shutter", "a second row stands behind the first"],
  ];
  const SCORINGS = [
    ["", "the sum of the open tiles"],
    ["missionary", "the number of open tiles"],
    ["digital", "the open tiles, read as one number"],
  ];
  const TIES = [
    ["share", "shared"],
    ["lose", "lost by all"],
    ["earlier", "won by the earlier"],
  ];

  // From the address ------------------------------------------------------------------------

  /** A positive integer of the address, or `otherwise` where it is not there. */
  function whole(parameters, name, otherwise, least = 1, most = 1e9) {
    const text = parameters.get(name);
    if (text === null) return otherwise;
    const number = Number(text);
    if (!/^\d{1,9}$/.test(text) || number < least || number > most) {
      throw new Error(`${name}: found ${text || "nothing"}, need ${least} to ${most}`);
    }
    return number;
  }

  /** Numbers with commas between them. */
  function list(name, text) {
    const words = text.split(",").map((word) => word.trim());
    const wrong = words.find((word) => !/^\d{1,9}$/.test(word));
    if (wrong !== undefined) {
      throw new Error(`${name}: found ${wrong || "nothing"}, need numbers such as 1,2,5`);
    }
    return words.map(Number);
  }

  /** The tiles that `tiles` stands for: a number is 1 to N. */
  function tilesNamed(text) {
    const tiles = list("tiles", text);
    if (text.includes(",")) return tiles.sort((a, b) => a - b);
    if (tiles[0] < 1 || tiles[0] > 59) throw new Error(`tiles: found ${text}, need 1 to 59`);
    return Array.from({ length: tiles[0] }, (_, i) => i + 1);
  }

  const wordsOf = (parameters) =>
    (parameters.get("rule") ?? "").split(/[\s,]+/).filter((word) => word);

  /**
   * The game and the question that an address asks for, {game, question, position, said}; `said`
   * is the game's part of the address as text, equal for equal games.
   *
   * @throws {Error} One line, where a parameter has no meaning or two contradict one another.
   */
  function read(parameters) {
    const game = gameOf(parameters);
    const question = asked(parameters, game);
    const open = parameters.get("open");
    const { rules } = game;
    const position = open === null ? Rules.full(rules) : Rules.positionOf(rules, open);
    return { game, question, position, said: `${gamePart(parameters)}` };
  }

  function gameOf(parameters) {
    const names = [...parameters.keys()];
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) throw new Error(`${twice}: given twice in the address, need one`);
    const playOn = parameters.get("playon") || "0";
    if (!/^[01]$/.test(playOn)) throw new Error(`playon: found ${playOn}, need 1, or nothing`);
    const rules = Rules.named(wordsOf(parameters).join(","), {
      tiles: tilesNamed(parameters.get("tiles") ?? "9"),
      dice: list("dice", parameters.get("dice") ?? "6,6"),
    });
    const game = {
      rules,
      players: whole(parameters, "players", 2, 1, PLAYERS),
      ties: parameters.get("ties") ?? "share",
      atOnce: playOn === "0",
    };
    Rules.refuse(game);
    return game;
  }

  function asked(parameters, { rules, players, atOnce }) {
    const goal = parameters.get("goal") ?? (players > 1 ? "wins" : "score");
    const goals = players > 1 ? ["wins", "shut", "score", "beat"] : ["shut", "score", "beat"];
    if (!goals.includes(goal)) {
      throw new Error(`goal: found ${goal}, need one of ${goals.join(", ")}`);
    }
    const player = goal === "wins" ? whole(parameters, "player", 1, 1, players) : 1;
    const faces = player > 1 || goal === "beat";
    const best = faces ? whole(parameters, "best", usualScore(rules), 0) : null;
    if (faces) Notation.scoreOf(rules, `${best}`);
    if (best === 0 && goal === "wins" && atOnce) {
      throw new Error("score 0 is impossible: the box is shut and the game is won");
    }
    const holders = player > 2 ? whole(parameters, "holders", 1, 1, player - 1) : 1;
    return { goal, player, best, holders };
  }

  /** A score that a player may well have to beat: of the lowest columns that make up a quarter. */
  function usualScore(rules) {
    const n = rules.tiles.length;
    const quarter = Rules.points(rules, Rules.full(rules)) / 4;
    const lowest = (k) => (2 ** k - 1) * (rules.behind.length ? 1 + 2 ** n : 1);
    let k = 1;
    while (k < n && Rules.points(rules, lowest(k)) < quarter) k++;
    const score = Rules.points(rules, lowest(k - 1 || 1));
    return Number(score);
  }

  /** The part of an address that says the game: what is set, in a fixed order. */
  function gamePart(parameters) {
    const part = new URLSearchParams();
    for (const name of OF_THE_GAME) if (parameters.get(name)) part.set(name, parameters.get(name));
    return part;
  }

  /**
   * What a view is to show when another view of the game is left for it: what it showed, if that
   * is of the same game, or that game.
   */
  function follow(kept, current) {
    const game = gamePart(current);
    return `${gamePart(kept)}` === `${game}` ? kept : game;
  }

  // The form ------------------------------------------------------------------------------

  const option = ([value, words]) => element("option", { value }, words);
  const select = (name, pairs) => element("select", { name }, pairs.map(option));
  const field = (words, control, broad = false) =>
    element(
      "label",
      { class: broad ? "field broad" : "field" },
      element("span", {}, words),
      control,
    );
  const input = (name, attributes) =>
    element("input", { name, autocomplete: "off", ...attributes });
  const counted = (from, to) =>
    Array.from({ length: to - from + 1 }, (_, i) => [`${from + i}`, `${from + i}`]);

  const words = element("span", { class: "words" });
  const error = element("p", { class: "error", role: "alert" });
  const lock = element("p", { class: "muted", hidden: true });
  const presets = element(
    "div",
    { class: "row presets", role: "group", "aria-label": "Well-known rules" },
    PRESETS.map(([name, changes]) =>
      element("button", { type: "button", onclick: () => preset(changes) }, name),
    ),
  );
  const limit = input("limit", { type: "number", min: "1" });
  const fields = element(
    "fieldset",
    { "aria-label": "The rule" },
    presets,
    element(
      "div",
      { class: "fields" },
      field("Tiles", select("tiles", [...counted(6, 12), ["", "in a list"]])),
      field("These tiles", input("tileList", { inputmode: "numeric", placeholder: "1,2,3,5,8" })),
      field("Dice", select("count", counted(1, 4))),
      field("Sides", input("sides", { inputmode: "numeric", size: "6" })),
      field(
        "One die is rolled",
        select("one", [
          ["", "as is usual"],
          ["never", "never"],
          ["sum", "when open tiles add up to a limit"],
          ["above", "when all above a limit are shut"],
          ["last", "when tile 1 alone is left"],
        ]),
        true,
      ),
      field("Limit of one die", limit),
      element(
        "label",
        { class: "tick broad" },
        input("choice", { type: "checkbox" }),
        "the player may roll all dice then",
      ),
      field("The score is", select("scoring", SCORINGS), true),
      field("Most tiles a move", input("most", { type: "number", min: "1", placeholder: "any" })),
    ),
    element(
      "fieldset",
      { class: "house" },
      element("legend", {}, "House rules"),
      HOUSE_RULES.map(([word, name, meaning]) =>
        element(
          "label",
          { class: "tick" },
          input("house", { type: "checkbox", value: word }),
          element("span", {}, name, element("span", { class: "muted small" }, ` ${meaning}`)),
        ),
      ),
    ),
    element(
      "div",
      { class: "fields" },
      field("Players", select("players", counted(1, PLAYERS))),
      field("A tie is", select("ties", TIES)),
      field(
        "Who shuts the box",
        select("playon", [
          ["", "wins at once"],
          ["1", "waits for the others"],
        ]),
        true,
      ),
    ),
  );
  const form = element("form", { onsubmit: (event) => event.preventDefault() }, lock, fields);
  form.addEventListener("change", () => changed());
  const details = element(
    "details",
    { class: "card rule" },
    element("summary", {}, element("strong", {}, "Rule "), words),
    error,
    form,
  );
  const control = (name) => form.elements[name];
  let shown = new URLSearchParams();

  function preset(changes) {
    const next = new URLSearchParams(changes);
    for (const name of ["players", "ties", "playon"]) {
      if (shown.get(name)) next.set(name, shown.get(name));
    }
    Address.change(next, true);
  }

  /* The controls say something else: so does the address. */
  function changed() {
    const next = new URLSearchParams();
    const set = (name, value, usual) => value !== usual && next.set(name, value);
    const rule = said();
    set("rule", rule.join(","), "");
    const count = control("tiles").value;
    set("tiles", count || control("tileList").value || "1,2,3,4,5,6,7,8,9", "9");
    const sides = control("sides").value.trim() || "6";
    const dice = sides.includes(",")
      ? sides
      : Array(Number(control("count").value)).fill(sides).join(",");
    set("dice", dice, "6,6");
    set("players", control("players").value, "2");
    if (control("players").value !== "1") {
      set("ties", control("ties").value, "share");
      set("playon", control("playon").value, "");
    }
    Address.change(next, true);
  }

  /* The words of the rule that the controls say. */
  function said() {
    const one = control("one").value;
    const may = control("choice").checked && one && one !== "never" ? "?" : "";
    const when = {
      never: "two-dice",
      sum: `sum=${control("limit").value || 6}`,
      above: `above=${control("limit").value || 6}`,
      last: "last-one",
    };
    const rule = one ? [when[one] + may] : [];
    for (const box of fields.querySelectorAll("[name=house]:checked")) rule.push(box.value);
    if (control("most").value) rule.push(`most=${control("most").value}`);
    if (control("scoring").value) rule.push(control("scoring").value);
    return rule;
  }

  /* Make the controls say what the address says, as far as they can. */
  function fill(parameters) {
    const rule = wordsOf(parameters).filter((word) => word !== "classic");
    const tiles = parameters.get("tiles") ?? "9";
    const usual = /^([6-9]|1[0-2])$/.test(tiles);
    control("tiles").value = usual ? tiles : "";
    control("tileList").value = usual ? "" : tiles;
    control("tileList").parentElement.hidden = usual;
    const sides = (parameters.get("dice") ?? "6,6").split(",");
    const alike = sides.every((each) => each === sides[0]) && sides.length <= 4;
    control("count").value = alike ? `${sides.length}` : "";
    control("sides").value = alike ? sides[0] : sides.join(",");
    const when = rule.find((word) => /^(two-dice|last-one|sum=|above=)/.test(word)) ?? "";
    const [name, number] = when.replace("?", "").split("=");
    control("one").value = { "two-dice": "never", "last-one": "last" }[name] ?? name;
    control("limit").value = number ?? "6";
    control("limit").parentElement.hidden = number === undefined;
    control("choice").checked = when.endsWith("?");
    control("choice").parentElement.hidden = !when || when === "two-dice";
    control("one").options[0].textContent = rule.includes("thai")
      ? "as is usual: never"
      : rule.includes("double-shutter")
        ? "as is usual: at 6 or less, if one likes"
        : "as is usual: at 6 or less";
    control("one").closest("label").hidden = sides.length === 1;
    control("scoring").value = rule.find((word) => /^(missionary|digital)$/.test(word)) ?? "";
    const most = rule.find((word) => /^most=\d+$/.test(word));
    control("most").value = most?.slice(5) ?? "";
    for (const box of fields.querySelectorAll("[name=house]")) {
      box.checked = rule.includes(box.value);
    }
    const players = parameters.get("players") ?? "2";
    control("players").value = players;
    control("ties").value = parameters.get("ties") ?? "share";
    control("playon").value = parameters.get("playon") ?? "";
    for (const each of ["ties", "playon"]) control(each).parentElement.hidden = players === "1";
    const now = ["rule", "tiles", "dice"].map((each) => parameters.get(each) ?? "");
    [...presets.children].forEach((button, i) => {
      const [, changes] = PRESETS[i];
      const same = ["rule", "tiles", "dice"].every((each, j) => (changes[each] ?? "") === now[j]);
      button.setAttribute("aria-pressed", String(same));
    });
  }

  /** The match in words: who plays, and what a tie and a shut box are. */
  function matchWords({ players, ties, atOnce }) {
    if (players === 1) return "one player";
    const tie = TIES.find(([value]) => value === ties)[1];
    const then = atOnce ? "wins at once" : "waits for the others";
    return `${players} players; a tie is ${tie}; who shuts the box ${then}`;
  }

  /**
   * Show the form in an element of a view: first in it, collapsed unless something is wrong.
   *
   * `locked` is a line that says why the rule cannot be changed now, "" if it can. Returned is what
   * `read` returns, or null where the rule contradicts itself, which the form says then. Where it
   * is the question or the position that has no meaning, `wrong` is the line that says so, and the
   * question and the position are those that an address without them has.
   */
  function show(place, parameters, locked = "") {
    shown = parameters;
    if (details.parentElement !== place) place.prepend(details);
    for (const each of form.querySelectorAll("[aria-invalid]")) {
      each.removeAttribute("aria-invalid");
      each.removeAttribute("aria-describedby");
    }
    fill(parameters);
    fields.disabled = locked !== "";
    lock.hidden = !locked;
    lock.textContent = locked;
    let game;
    try {
      game = gameOf(parameters);
    } catch (wrong) {
      words.textContent = "has no meaning yet";
      const line = Elements.line(wrong.message);
      if (error.textContent !== line) error.textContent = line;
      details.open = true;
      blame(wrong.message);
      return null;
    }
    words.textContent = `${Rules.words(game.rules)}; ${matchWords(game)}`;
    error.textContent = "";
    try {
      return { ...read(parameters), wrong: "" };
    } catch (wrong) {
      return { ...read(withoutQuestion(parameters)), wrong: Elements.line(wrong.message) };
    }
  }

  /* The same game, and as much of the question as has a meaning without its numbers. */
  function withoutQuestion(parameters) {
    const part = gamePart(parameters);
    const goal = parameters.get("goal");
    const single = part.get("players") === "1";
    if (["shut", "score", "beat"].includes(goal)) part.set("goal", goal);
    const player = parameters.get("player");
    const players = Number(part.get("players") ?? 2);
    const plays = /^[1-4]$/.test(player ?? "") && Number(player) <= players;
    if (plays && !single && (goal ?? "wins") === "wins") part.set("player", player);
    return part;
  }

  /* Mark the controls that a message speaks of. */
  function blame(message) {
    error.id = "rule-error";
    const named = [
      [/tiles?\b/, control("tileList").value ? "tileList" : "tiles"],
      [/dice|sides/, "sides"],
      [/sum=|above=|last-one|two-dice/, "one"],
      [/most/, "most"],
      [/missionary|digital|number/, "scoring"],
      [/players/, "players"],
    ];
    const boxes = [...fields.querySelectorAll("[name=house]")].filter(({ value }) =>
      message.includes(value),
    );
    const wrong = named.filter(([pattern]) => pattern.test(message));
    for (const each of [...boxes, ...wrong.map(([, name]) => control(name))]) {
      each.setAttribute("aria-invalid", "true");
      each.setAttribute("aria-describedby", error.id);
    }
  }

  return { read, show, follow, gamePart, matchWords, asking: new Asking(new Work()) };
})();
