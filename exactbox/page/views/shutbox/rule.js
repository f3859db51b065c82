"use strict";

/*
The form in which the rule of Shut the Box is chosen. The views of the game (Advise, Play, Chances,
Sheet) share it: it moves into the view that is shown, and what is changed in it is written into the
address, which shows the view anew. So the form has no state of its own, and a rule that contradicts
itself is but an address with a message.
*/
const RuleForm = (() => {
  const { element, field } = Elements;
  const PRESETS = [
    ["Classic rule", {}],
    ["Always two dice", { rule: "two-dice" }],
    ["One die once 7, 8, 9 are shut", { rule: "above=6" }],
    ["Ten tiles", { tiles: "10" }],
    ["Twelve tiles", { tiles: "12" }],
    ["Double shutter", { rule: "double-shutter" }],
    ["Thai rule", { rule: "thai" }],
    ["Digital rule", { rule: "digital" }],
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
  const select = (name, pairs) => {
    const made = element("select", { name });
    Elements.offer(made, pairs, pairs[0][0]);
    return made;
  };
  const input = (name, attributes) =>
    element("input", { name, autocomplete: "off", ...attributes });
  const counted = (from, to) => Numbers.upTo(to).slice(from - 1).map((n) => [`${n}`, `${n}`]);

  const name = element("strong", {});
  const words = element("span", { class: "words" });
  const error = Elements.alert("", { id: "rule-error" });
  const lock = element("p", { class: "muted", hidden: true });
  const presets = element(
    "div",
    { class: "row presets", role: "group", "aria-label": "Well-known rules" },
    PRESETS.map(([name, changes]) =>
      Elements.button(name, () => preset(changes)),
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
        "broad",
      ),
      field("Limit of one die", limit),
      element(
        "label",
        { class: "tick broad" },
        input("choice", { type: "checkbox" }),
        "the player may roll all dice then",
      ),
      field("The score is", select("scoring", SCORINGS), "broad"),
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
      field("Players", select("players", counted(1, Game.PLAYERS))),
      field("A tie is", select("ties", Object.entries(Game.TIES))),
      field(
        "Who shuts the box",
        select("playon", [
          ["", "wins at once"],
          ["1", "waits for the others"],
        ]),
        "broad",
      ),
    ),
  );
  const form = element("form", { onsubmit: (event) => event.preventDefault() }, lock, fields);
  form.addEventListener("change", () => changed());
  const details = element(
    "details",
    { class: "card rule" },
    element("summary", {}, name, " ", words),
    error,
    form,
  );
  const control = (name) => form.elements[name];
  const asking = new Asking(new Work());

  function preset(changes) {
    const { parameters } = Address.read();
    const next = new URLSearchParams(changes);
    for (const name of ["players", "ties", "playon", "perfect"]) {
      if (parameters.get(name)) next.set(name, parameters.get(name));
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
    const seats = Seats.among(Address.read().parameters, Number(control("players").value));
    if (seats) next.set("perfect", seats);
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
    const rule = Game.wordsOf(parameters).filter((word) => word !== "classic");
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
    [...presets.children].forEach((button, i) => {
      button.setAttribute("aria-pressed", PRESETS[i] === presetOf(parameters));
    });
  }

  /* The well-known rule that the address says. */
  const presetOf = (parameters) =>
    PRESETS.find(([, changes]) =>
      ["rule", "tiles", "dice"].every(
        (each) => (changes[each] ?? "") === (parameters.get(each) ?? ""),
      ),
    );

  /* The rule by its name, and how many play where that is not usual: one line on a phone. */
  function nameOf(parameters, { players }) {
    const [known] = presetOf(parameters) ?? ["House rule"];
    if (players === 2) return known;
    return `${known}, ${players === 1 ? "one player" : `${players} players`}`;
  }

  /**
   * Show the form in an element of a view: first in it, collapsed unless something is wrong.
   *
   * `locked` is a line that says why the rule cannot be changed now, "" if it can. Returned is what
   * `Game.read` returns, or null where the rule contradicts itself, which the form says then. Where
   * it is the question or the position that has no meaning, `wrong` is the line that says so, and
   * the question and the position are those that an address without them has. In both cases nothing
   * is computed.
   */
  function show(place, parameters, locked = "") {
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
      game = Game.gameOf(parameters);
    } catch (wrong) {
      name.textContent = "This rule cannot be played";
      words.textContent = "";
      const line = Elements.line(wrong.message);
      if (error.textContent !== line) error.textContent = line;
      details.open = true;
      blame(wrong.message);
      asking.clear();
      return null;
    }
    name.textContent = nameOf(parameters, game);
    words.textContent = `${Rules.words(game.rules)}; ${Game.matchWords(game)}`;
    error.textContent = "";
    try {
      return { ...Game.read(parameters), wrong: "" };
    } catch (wrong) {
      asking.clear();
      const line = Elements.line(wrong.message);
      return { ...Game.read(Game.withoutQuestion(parameters)), wrong: line };
    }
  }

  /* Mark the controls that a message speaks of. */
  function blame(message) {
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

  return { show, asking };
})();
