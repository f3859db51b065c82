"use strict";

/*
The box: a button for each tile, standing if it is open, lying if it is shut. The buttons stay as
long as the tiles do, so that the one that was tapped keeps the focus.

In the double shutter the back row is drawn behind (above) the front one, and a back tile can be
tapped when the tile before it is shut.
*/
class Tiles {
  /** `onTap(i)` hears which tile is tapped, by its bit. */
  constructor(onTap, name) {
    this.onTap = onTap;
    this.element = Elements.element("div", { class: "box", role: "group", "aria-label": name });
    this.made = ""; // the tiles that there are buttons for
    this.buttons = [];
  }

  /**
   * Show a position. `can(i)` says whether a tile can be tapped; `chosen` is a mask of tiles that
   * are about to be shut.
   */
  show(rules, position, can = () => true, chosen = 0) {
    this.make(rules);
    const seen = Rules.exposed(rules, position);
    this.buttons.forEach((button, i) => {
      const bit = 1 << i;
      const isSeen = seen & bit ? "open" : "hidden";
      const state = !(position & bit) ? "shut" : chosen & bit ? "chosen" : isSeen;
      const words = state === "hidden" ? "hidden behind" : state;
      button.className = `tile ${state}`;
      button.setAttribute("aria-label", `tile ${Rules.numbers(rules)[i]}, ${words}`);
      if (can(i)) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
    });
  }

  make(rules) {
    const n = rules.tiles.length;
    const made = `${rules.tiles}/${rules.behind}`;
    if (made === this.made) return;
    this.made = made;
    this.buttons = Rules.numbers(rules).map((number, i) =>
      Elements.button(Elements.element("span", {}, `${number}`), ({ currentTarget }) => {
        if (!currentTarget.hasAttribute("aria-disabled")) this.onTap(i);
      }),
    );
    const row = (words, buttons) => {
      const made = Elements.element("div", { class: "tiles", role: "group", "aria-label": words });
      made.style.setProperty("--across", n > 9 ? Math.ceil(n / Math.ceil(n / 9)) : n);
      made.style.setProperty("--all", n > 18 ? Math.ceil(n / Math.ceil(n / 18)) : n);
      made.append(...buttons);
      return made;
    };
    const front = row("front row", this.buttons.slice(0, n));
    if (!rules.behind.length) front.setAttribute("aria-label", "tiles");
    this.element.replaceChildren(
      ...(rules.behind.length ? [row("back row", this.buttons.slice(n))] : []),
      front,
    );
  }

  /** Toggle a tile in a position, and with it those that cannot stay: a front tile stands before
      an open one. */
  static toggled(rules, position, i) {
    const n = rules.tiles.length;
    const after = position ^ (1 << i);
    return i < n && rules.behind.length && after & (1 << i) ? after | (1 << (n + i)) : after;
  }
}
