"use strict";

/*
The dice: their faces to tap, or the total, or a roll by the page. A roll is {dice, faces, total}:
how many dice, what each shows, or null where only the total was told.

The page's dice are fair: a number of 32 random bits, or more, is taken if it is below the greatest
multiple of the sides, else another one is drawn, so that each face has the same chance.
*/
class Dice {
  /** `onRoll(roll)` hears of every roll that is told or made. */
  constructor(onRoll) {
    const { element } = Elements;
    this.onRoll = onRoll;
    this.partial = []; // the faces that are tapped so far, null where none is
    this.by = Address.kept("entry") ?? "faces";
    this.shown = null;
    this.roll = element(
      "button",
      { type: "button", class: "primary roll", onclick: () => this.thrown() },
      "Roll",
    );
    this.other = element("button", {
      type: "button",
      class: "other",
      onclick: () => this.turn(),
    });
    this.rows = element("div", { class: "dice" });
    this.element = element(
      "div",
      { class: "roller", role: "group", "aria-label": "the roll" },
      this.rows,
      element("div", { class: "row" }, this.roll, this.other),
    );
  }

  /** Show the first `dice` dice of the rules, and what they show: a roll, or null before it. */
  show(rules, dice, roll) {
    const byTotal = roll ? !roll.faces : this.by === "total"; // a total tells no faces
    const total = !rules.single && dice > 1 && byTotal;
    const key = JSON.stringify([rules.dice.slice(0, dice), rules.single, total]);
    this.rules = rules;
    this.dice = dice;
    this.partial = roll?.faces ? [...roll.faces] : Array(dice).fill(null);
    this.told = roll?.total ?? null;
    this.other.hidden = rules.single || dice === 1;
    this.other.textContent = total ? "Tap dice" : "Tap a total";
    this.byTotal = total;
    this.roll.textContent = dice === 1 ? "Roll one die" : `Roll ${Dice.counted(dice)}`;
    if (key !== this.shown) {
      this.shown = key;
      this.buttons = total ? [this.totals()] : rules.dice.slice(0, dice).map(this.faces, this);
      this.rows.replaceChildren(...this.buttons.map((row, i) => this.row(row, i, total)));
    }
    this.mark(total);
  }

  row(buttons, i, total) {
    const words = total ? "the total" : this.dice > 1 ? `die ${i + 1}` : "the die";
    const made = Elements.element("div", { class: "faces", role: "group", "aria-label": words });
    made.style.setProperty("--across", Math.min(buttons.length, 6));
    made.append(...buttons.map(({ button }) => button));
    return made;
  }

  faces(sides, i) {
    return Array.from({ length: sides }, (_, at) => ({
      value: at + 1,
      button: Elements.element(
        "button",
        {
          type: "button",
          class: "face",
          "aria-label": `${at + 1}`,
          onclick: () => this.tapped(i, at + 1),
        },
        sides <= 6 ? Dice.pips(at + 1) : `${at + 1}`,
      ),
    }));
  }

  totals() {
    const most = this.rules.dice.slice(0, this.dice).reduce((sum, sides) => sum + sides, 0);
    return Array.from({ length: most - this.dice + 1 }, (_, at) => ({
      value: at + this.dice,
      button: Elements.element(
        "button",
        {
          type: "button",
          class: "face",
          onclick: () => this.onRoll({ dice: this.dice, faces: null, total: at + this.dice }),
        },
        `${at + this.dice}`,
      ),
    }));
  }

  mark(total) {
    this.buttons.forEach((row, i) => {
      const value = total ? this.told : this.partial[i];
      for (const { button, value: own } of row) {
        button.setAttribute("aria-pressed", String(own === value));
      }
    });
  }

  tapped(i, face) {
    this.partial[i] = face;
    if (this.partial.includes(null)) this.mark(false);
    else this.onRoll(Dice.of(this.partial));
  }

  thrown() {
    this.onRoll(Dice.of(this.rules.dice.slice(0, this.dice).map(Dice.random)));
  }

  turn() {
    this.by = this.byTotal ? "faces" : "total";
    Address.keep("entry", this.by);
    this.show(this.rules, this.dice, null);
  }

  /** The roll of dice that show these faces. */
  static of(faces) {
    const total = faces.reduce((sum, face) => sum + face, 0);
    return { dice: faces.length, faces: [...faces], total };
  }

  /** A face of a die, from 1 to its sides, each with the same chance. */
  static random(sides) {
    return Number(Dice.below(BigInt(sides))) + 1;
  }

  /** A BigInt from 0 to count - 1, each with the same chance. */
  static below(count) {
    const words = new Uint32Array(Math.ceil(count.toString(2).length / 32));
    const all = 1n << BigInt(32 * words.length);
    for (;;) {
      crypto.getRandomValues(words);
      const drawn = words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
      if (drawn < all - (all % count)) return drawn % count;
    }
  }

  /** "two dice", or how many. */
  static counted(dice) {
    return ["", "one die", "two dice", "three dice", "four dice"][dice] ?? `${dice} dice`;
  }

  /** "4 and 5: 9", or the total where that is all that is known. */
  static words({ faces, total }) {
    return faces && faces.length > 1 ? `${faces.join(" + ")} = ${total}` : `${total}`;
  }

  /** A face of six as it is cut into a die. */
  static pips(face) {
    const [low, mid, high] = [7, 14, 21];
    const at = {
      1: [[mid, mid]],
      2: [[low, low], [high, high]],
      3: [[low, low], [mid, mid], [high, high]],
      4: [[low, low], [low, high], [high, low], [high, high]],
      5: [[low, low], [low, high], [mid, mid], [high, low], [high, high]],
      6: [[low, low], [low, mid], [low, high], [high, low], [high, mid], [high, high]],
    }[face];
    const { drawn } = Elements;
    return drawn(
      "svg",
      { viewBox: "0 0 28 28", class: "pips", "aria-hidden": "true" },
      at.map(([x, y]) => drawn("circle", { cx: x, cy: y, r: 3 })),
    );
  }
}
