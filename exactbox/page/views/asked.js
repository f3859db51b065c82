"use strict";

/*
What is asked of a game of Shut the Box: the fields of the question, which stand above the answers
of the views that have one (Advise, Chances, Sheet). Like the rule's form they have no state: a
change goes into the address.
*/
const Asked = (() => {
  const { element } = Elements;
  const GOALS = {
    wins: "Expected wins",
    shut: "Chance to shut the box",
    score: "Expected score",
    beat: "Chance to beat a score",
  };

  const goal = element("select", { name: "goal", onchange: () => set("goal", goal.value) });
  const player = element("select", { name: "player", onchange: () => set("player", player.value) });
  const best = element("input", {
    name: "best",
    type: "number",
    min: "0",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-describedby": "asked-error",
    onchange: () => set("best", best.value),
  });
  const holders = element("select", {
    name: "holders",
    onchange: () => set("holders", holders.value),
  });
  const field = (words, control) =>
    element("label", { class: "field" }, element("span", {}, words), control);
  const fields = {
    goal: field("Asked", goal),
    player: field("Turn of", player),
    best: field("Score to beat", best),
    holders: field("Held by", holders),
  };
  const error = element("p", { class: "error", role: "alert", id: "asked-error" });
  const bar = element(
    "div",
    { role: "group", "aria-label": "What is asked" },
    element("div", { class: "row asked" }, Object.values(fields)),
    error,
  );
  let shown = new URLSearchParams();

  function set(name, value) {
    const next = new URLSearchParams(shown);
    if (value === "") next.delete(name);
    else next.set(name, value);
    if (name === "goal" || name === "player") next.delete("holders");
    if (name === "goal") for (const each of ["player", "best"]) next.delete(each);
    Address.change(next, true);
  }

  const options = (control, pairs, value) => {
    control.replaceChildren(...pairs.map(([at, words]) => element("option", { value: at }, words)));
    control.value = value;
  };

  /**
   * Show the question of a game, as `RuleForm.show` found them, in an element of a view; and what
   * is wrong with it, if anything is.
   */
  function show(place, parameters, { game, question, wrong }) {
    shown = parameters;
    if (bar.parentElement !== place) place.append(bar);
    const goals = Object.entries(GOALS).filter(([name]) => name !== "wins" || game.players > 1);
    options(goal, goals, question.goal);
    const players = Array.from({ length: game.players }, (_, i) => [i + 1, `player ${i + 1}`]);
    options(player, players, question.player);
    fields.player.hidden = question.goal !== "wins";
    fields.best.hidden = question.best === null;
    const told = parameters.get("best") ?? `${question.best ?? ""}`;
    best.value = /^\d*$/.test(told) ? told : ""; // a browser warns of what is not a number
    if (error.textContent !== wrong) error.textContent = wrong;
    if (wrong && question.best !== null) best.setAttribute("aria-invalid", "true");
    else best.removeAttribute("aria-invalid");
    const several = question.player > 2 && game.ties !== "earlier";
    fields.holders.hidden = !several;
    const most = several ? question.player - 1 : 1;
    const counts = Array.from({ length: most }, (_, i) => [i + 1, i ? `${i + 1} players` : "one"]);
    options(holders, counts, question.holders);
  }

  /** What a value of this question is, as a reader says it. */
  function meaning({ goal, player, best }, { players }) {
    if (goal === "wins") return `Expected wins of player ${player} of ${players}`;
    if (goal === "beat") return `Chance to score ${best} or less`;
    return GOALS[goal];
  }

  return { show, meaning };
})();
