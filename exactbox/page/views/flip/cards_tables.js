"use strict";

/*
Tables of the card game: how its values spread by the number of cards down, and which card to turn
in every position after every roll.
*/
const CardsTables = (() => {
  const { element, button, row, number } = Elements;
  const ROWS = 32; // positions on a page of the list

  /** Fill a place with the values by number of cards down, as a drawing and in numbers. */
  function spread(place, table) {
    if (place.firstChild && spread.table === table) return;
    spread.table = table;
    const groups = table.byDown();
    const heads = ["Down", "Positions", "Least", "Mean", "Greatest"];
    const rows = groups.map(({ down, count, least, mean, greatest }) =>
      row([`${down}`, `${count}`, ...[least, mean, greatest].map((value) => number(value))]),
    );
    const picture = element("div", {});
    place.replaceChildren(
      element(
        "div",
        { class: "columns" },
        element(
          "figure",
          {},
          picture,
          element(
            "figcaption",
            { class: "muted small" },
            "A bar goes from the least value to the greatest; the line is the mean.",
          ),
        ),
        Elements.table("Values by the number of cards down", heads, rows),
      ),
    );
    new Chart(picture, {
      bars: groups.map(({ down, least, mean, greatest }) => ({
        at: down,
        value: greatest,
        from: least,
        mark: mean,
        words: `${down} down: ${[least, mean, greatest].map((n) => Numbers.said(n)).join(", ")}`,
      })),
      axes: { x: "cards down", y: "turns to come" },
      summary: "Bar chart of the least to the greatest value by the number of cards down.",
    });
  }

  /**
   * Fill a place with the list of positions: which card to turn after each roll. What is listed is
   * in the address: `with` and `without` cards face down, `page` from 1;
   * `lay(down)` shows the position that is picked.
   */
  function list(place, table, parameters, lay) {
    if (!place.firstChild) fields(place);
    const text = (name) => parameters.get(name) ?? "";
    const found = place.lastChild;
    for (const input of place.querySelectorAll("input")) input.value = text(input.name);
    try {
      const { cards } = table.rule;
      const [down, up] = ["with", "without"].map((name) => FlipGame.cardsIn(text(name), cards));
      const page = Number(text("page")) || 1;
      found.replaceChildren(...listed(table, down, up, page, lay));
    } catch (error) {
      found.replaceChildren(Elements.alert(error.message));
    }
  }

  /* The fields stay where they are when what is listed changes, as the next one may be in use. */
  function fields(place) {
    const field = (name, title) =>
      Elements.field(
        title,
        element("input", {
          name,
          placeholder: "1, 2",
          autocomplete: "off",
          onchange: ({ target: { value } }) =>
            Address.set({ [name]: value.trim() || null, page: null }),
        }),
      );
    place.replaceChildren(
      element("div", { class: "row" }, field("with", "Face down"), field("without", "Face up")),
      element("div", { class: "flip-found" }),
    );
  }

  function listed(table, down, up, wanted, lay) {
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
    const rows = all.slice((page - 1) * ROWS, page * ROWS).map((k) => rowOf(table, k, lay));
    const heads = ["Face down", "Turns to come, rounded", ...positions.rolls.map(head)];
    const turned = (words, to) =>
      button(words, () => Address.set({ page: `${to}` }), {
        id: `cards-${words.toLowerCase()}`,
        disabled: to < 1 || to > pages,
      });
    return [
      element(
        "div",
        { class: "row" },
        turned("Previous", page - 1),
        element("span", { role: "status" }, `${page} of ${pages} (${all.length} positions)`),
        turned("Next", page + 1),
      ),
      Elements.table("Which card to turn", heads, rows, "flip-list"),
      Elements.note(
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

  function rowOf(table, position, lay) {
    const { positions } = table;
    const down = positions.down(position);
    const name = down.join(" ") || "none";
    const show = button(name, () => lay(`${down}`), {
      id: `cards-at-${position}`,
      "aria-label": `show ${name} face down`,
    });
    const turns = positions.rolls.map(({ cards }) => {
      const best = table.choices(position, cards).filter((choice) => choice.best);
      return best.map(({ card }) => `${card || "–"}${down.includes(card) ? "↑" : ""}`).join(" ");
    });
    return row([show, Numbers.decimal(table.value(position), 4), ...turns]);
  }

  return { spread, list };
})();
