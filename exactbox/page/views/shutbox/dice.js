"use strict";

/*
The dice: their faces to tap, or the total, or a roll by the page. A roll is {dice, faces, total}:
how many dice, what each shows, or null where only the total was told.

The page's dice are fair: of as many random bits as a number has, those are taken that are below it,
else others are drawn, so that each has the same chance.
*/
class Dice {
  /** `onRoll(roll)` hears of every roll that is told or made. */
  constructor(onRoll) {
    const { element, button } = Elements;
    this.onRoll = onRoll;
    this.partial = []; // the faces that are tapped so far, null where none is
    this.by = Address.kept("entry") ?? "faces";
    this.shown = null;
    this.roll = button("Roll", () => this.thrown(), { class: "primary" });
    this.other = button("", () => this.turn());
    this.rows = element("div", { class: "dice" });
    this.element = element(
      "div",
      { role: "group", "aria-label": "the roll" },
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
    this.other.textContent = total ? "Enter the dice" : "Enter a total";
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
    return Numbers.upTo(sides).map((face) => ({
      value: face,
      button: Dice.face(face, sides, () => this.tapped(i, face)),
    }));
  }

  totals() {
    const { dice } = this;
    const most = Numbers.sum(this.rules.dice.slice(0, dice));
    return Numbers.upTo(most)
      .slice(dice - 1)
      .map((total) => ({
        value: total,
        button: Dice.face(total, Infinity, () => this.onRoll({ dice, faces: null, total })),
      }));
  }

  mark(total) {
    this.buttons.forEach((row, i) => {
      const value = total ? this.told : this.partial[i];
      for (const { button, value: own } of row) {
        button.setAttribute("aria-pressed", own === value);
      }
    });
  }

  /** A button for what a die of so many sides shows, or a total, which has no sides. */
  static face(shown, sides, onclick, attributes = {}) {
    return Elements.button(sides <= 6 ? Dice.pips(shown) : `${shown}`, onclick, {
      class: "face",
      "aria-label": `${shown}`,
      ...attributes,
    });
  }

  /** Draw the dice of a roll as they lie, none of a total alone; where `isNew`, they tumble. */
  static draw(place, rules, roll, isNew) {
    const faces = roll?.faces ?? [];
    if (!isNew && place.dataset.shown === `${faces}`) return;
    place.dataset.shown = `${faces}`;
    const show = rules.dice.every((sides) => sides <= 6) ? Dice.pips : String;
    const kind = isNew ? "die tumbles" : "die";
    const dice = faces.map((face) => Elements.element("span", { class: kind }, show(face)));
    place.replaceChildren(...dice);
  }

  tapped(i, face) {
    this.partial[i] = face;
    if (this.partial.includes(null)) this.mark(false);
    else this.onRoll(Rules.fallen(this.partial));
  }

  thrown() {
    this.onRoll(Rules.fallen(this.rules.dice.slice(0, this.dice).map(Dice.random)));
  }

  turn() {
    this.by = this.byTotal ? "faces" : "total";
    Address.keep("entry", this.by);
    this.show(this.rules, this.dice, null);
  }

  /** A number from 0 to below n, BigInts, each with the same chance. */
  static below(n) {
    const bits = n.toString(2).length;
    const words = new Uint32Array(Math.ceil(bits / 32));
    for (;;) {
      crypto.getRandomValues(words);
      const drawn = words.reduce((all, word) => (all << 32n) + BigInt(word), 0n);
      const cut = BigInt.asUintN(bits, drawn);
      if (cut < n) return cut;
    }
  }

  /** A face of a die, from 1 to its sides, each with the same chance. */
  static random(sides) {
    return Number(Dice.below(BigInt(sides))) + 1;
  }

  /** A face of a die [[face, weight], ...], each as likely as its weight says. */
  static loaded(die) {
    let left = Dice.below(die.reduce((all, [, weight]) => all + weight, 0n));
    return die.find(([, weight]) => (left -= weight) < 0n)[0];
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
