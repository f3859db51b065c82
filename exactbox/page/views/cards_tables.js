"use strict";

/*
Tables of the card game: how its values spread by the number of cards down, and which card to turn
in every position after every roll.
*/
const CardsTables = (() => {
  const { element, drawn, number } = Elements;
  const ROWS = 32; // positions on a page of the list

  /** Fill a place with the values by number of cards down, as a drawing and in numbers. */
  function spread(place, table) {
    if (place.firstChild && spread.table === table) return;
    spread.table = table;
    const groups = table.byDown();
    const row = ({ down, count, least, mean, greatest }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, `${down}`),
        element("td", { class: "figure" }, `${count}`),
        [least, mean, greatest].map((value) => element("td", {}, number(value))),
      );
    const heads = ["Down", "Positions", "Least", "Mean", "Greatest"];
    const numbers = wide("Values by the number of cards down", heads, groups.map(row));
    place.replaceChildren(
      element("h3", {}, "Turns to come, by the number of cards down"),
      element("div", { class: "columns" }, chart(groups), numbers),
    );
  }

  /** A table that scrolls by itself where it is wider than the page. */
  function wide(name, heads, rows, kind = "") {
    return element(
      "div",
      { class: "wide", tabindex: "0", role: "region", "aria-label": name },
      element(
        "table",
        { class: kind },
        element(
          "thead",
          {},
          element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head))),
        ),
        element("tbody", {}, rows),
      ),
    );
  }

  /* Of each number of cards down a bar from the least value to the greatest, with a mark at their
     mean; the table below has the numbers. Grid lines are left out where floats overflow. */
  function chart(groups) {
    const [width, height, left, bottom] = [340, 200, 34, 26];
    const top = groups.map(({ greatest }) => greatest).reduce(greater);
    const share = ({ p, q }) => (top.p ? Numbers.toNumber({ p: p * top.q, q: q * top.p }) : 0);
    const values = groups.map(({ least, mean, greatest }) => [least, mean, greatest].map(share));
    const most = Numbers.toNumber(top);
    const step = (width - left) / groups.length;
    const across = (i) => left + step * (i + 0.5);
    const up = (value) => height - bottom - value * (height - bottom - 12);
    const lines = [];
    const between = most > 0 && most < Infinity ? Chart.step(most) : Infinity;
    for (let k = 0; between < Infinity && k * between <= most; k++) {
      const at = up((k * between) / most);
      lines.push(
        drawn("line", { class: "grid", x1: left, x2: width, y1: at, y2: at }),
        drawn(
          "text",
          { x: left - 6, y: at + 5, "text-anchor": "end" },
          Chart.tick(k * between, between),
        ),
      );
    }
    const bars = values.map(([least, mean, greatest], i) => [
      drawn("rect", {
        class: "bar",
        x: across(i) - step * 0.3,
        width: step * 0.6,
        y: up(greatest),
        height: Math.max(2, up(least) - up(greatest)),
      }),
      drawn("line", {
        class: "mean",
        x1: across(i) - step * 0.42,
        x2: across(i) + step * 0.42,
        y1: up(mean),
        y2: up(mean),
      }),
      drawn("text", { x: across(i), y: height - 8, "text-anchor": "middle" }, `${groups[i].down}`),
    ]);
    return element(
      "figure",
      { class: "flip-chart" },
      drawn(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Least to greatest value" },
        lines,
        bars,
      ),
      element(
        "figcaption",
        { class: "muted small" },
        "Turns to come against cards down: a bar from the least value to the greatest, a line at ",
        "the mean.",
      ),
    );
  }

  const greater = (x, y) => (Numbers.compare(x, y) < 0 ? y : x);

  /**
   * Fill a place with the list of positions: which card to turn after each roll. What is listed is
   * in the address: `with` and `without` cards face down, `page` from 1. `change` changes it, and
   * `lay(down)` shows the position that is picked.
   */
  function list(place, table, parameters, change, lay) {
    if (!place.firstChild) fields(place, change);
    const text = (name) => parameters.get(name) ?? "";
    const found = place.lastChild;
    for (const input of place.querySelectorAll("input")) input.value = text(input.name);
    try {
      const { cards } = table.rule;
      const [down, up] = ["with", "without"].map((name) => FlipGame.cardsIn(text(name), cards));
      const page = Number(text("page")) || 1;
      found.replaceChildren(...listed(table, down, up, page, change, lay));
    } catch (error) {
      const why = Elements.line(error.message);
      found.replaceChildren(element("p", { class: "error", role: "alert" }, why));
    }
  }

  /* The fields stay where they are when what is listed changes, as the next one may be in use. */
  function fields(place, change) {
    const field = (name, title) =>
      element(
        "label",
        { class: "field" },
        element("span", {}, title),
        element("input", {
          name,
          placeholder: "1, 2",
          autocomplete: "off",
          onchange: ({ target }) => change({ [name]: target.value.trim() || null, page: null }),
        }),
      );
    place.replaceChildren(
      element("h3", {}, "Which card to turn, after every roll"),
      element("div", { class: "row" }, field("with", "Face down"), field("without", "Face up")),
      element("div", { class: "flip-found" }),
    );
  }

  function listed(table, down, up, wanted, change, lay) {
    const { positions } = table;
    const all = [];
    for (let k = 0; k < positions.size; k++) {
      if (k === positions.goal) continue;
      const cards = positions.down(k);
      if (down.every((card) => cards.includes(card)) && !up.some((card) => cards.includes(card))) {
        all.push(k);
      }
    }
    if (!all.length) return [element("p", {}, "No such position, or the game is over in it.")];
    const pages = Math.ceil(all.length / ROWS);
    const page = Math.min(Math.max(1, Math.floor(wanted)), pages);
    const rows = all.slice((page - 1) * ROWS, page * ROWS).map((k) => row(table, k, lay));
    const heads = ["Face down", "Turns to come, rounded", ...positions.rolls.map(head)];
    const button = (words, to) =>
      element(
        "button",
        {
          type: "button",
          id: `cards-${words.toLowerCase()}`,
          disabled: to < 1 || to > pages,
          onclick: () => change({ page: `${to}` }),
        },
        words,
      );
    return [
      element(
        "div",
        { class: "row" },
        button("Previous", page - 1),
        element("span", { role: "status" }, `${page} of ${pages} (${all.length} positions)`),
        button("Next", page + 1),
      ),
      wide("Which card to turn", heads, rows, "flip-list"),
      element(
        "p",
        { class: "muted small" },
        "A column is a roll, above the cards that it offers. Two cards are equally good; ",
        "an arrow ↑ turns a card face up again.",
      ),
    ];
  }

  /* A roll that offers these cards, and those; others that offer the same are said to be there. */
  function head({ faces, ways, cards }) {
    return [
      element("span", { class: "flip-roll" }, `${faces.join(" ")}${ways > 1 ? " …" : ""}`),
      element("span", { class: "flip-offered" }, cards.join(" ") || "none"),
    ];
  }

  function row(table, position, lay) {
    const { positions } = table;
    const down = positions.down(position);
    const name = down.join(" ") || "none";
    return element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element(
          "button",
          {
            type: "button",
            id: `cards-at-${position}`,
            "aria-label": `show ${name} face down`,
            onclick: () => lay(`${down}`),
          },
          name,
        ),
      ),
      element("td", { class: "figure" }, Numbers.decimal(table.value(position), 4)),
      positions.rolls.map(({ cards }) => {
        const best = table.choices(position, cards).filter((choice) => choice.best);
        const words = best.map(({ card }) => `${card || "–"}${down.includes(card) ? "↑" : ""}`);
        return element("td", {}, words.join(" "));
      }),
    );
  }

  return { spread, list, wide };
})();
