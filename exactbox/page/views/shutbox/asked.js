"use strict";

/*
What is asked of a game of Shut the Box: the fields of the question, which stand above the answers
of the views that have one (Advise, Chances, Sheet). Like the rule's form they have no state: a
change goes into the address.
*/
const Asked = (() => {
  const { element, field, offer } = Elements;

  const onchange = ({ target: { name, value } }) => set(name, value);
  const goal = element("select", { name: "goal", onchange });
  const player = element("select", { name: "player", onchange });
  const best = element("input", {
    name: "best",
    type: "number",
    min: "0",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-describedby": "asked-error",
    onchange,
  });
  const holders = element("select", { name: "holders", onchange });
  const fields = {
    goal: field("Playing for", goal),
    player: field("Turn of", player),
    best: field("Score to beat", best),
    holders: field("Held by", holders),
  };
  const error = Elements.alert("", { id: "asked-error" });
  const bar = element(
    "div",
    { role: "group", "aria-label": "What is asked" },
    element("div", { class: "row asked" }, Object.values(fields)),
    error,
  );

  /* What depends on the field is said anew. */
  function set(name, value) {
    const rest = { goal: ["player", "best", "holders"], player: ["holders"] }[name] ?? [];
    const none = Object.fromEntries(rest.map((each) => [each, null]));
    Address.set({ ...none, [name]: value || null }, true);
  }

  /**
   * Show the question of a game, as `RuleForm.show` found them, in an element of a view; and what
   * is wrong with it, if anything is.
   */
  function show(place, parameters, { game, question, wrong }) {
    if (bar.parentElement !== place) place.append(bar);
    offer(goal, Object.entries(Game.goalsOf(game.players)), question.goal);
    const players = Numbers.upTo(game.players).map((n) => [n, `player ${n}`]);
    offer(player, players, question.player);
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
    const counts = Numbers.upTo(most).map((n) => [n, n > 1 ? `${n} players` : "one"]);
    offer(holders, counts, question.holders);
  }

  return { show };
})();
