"use strict";

/*
Which card game: the form that names it, and its names in the address.
*/
const CardsForm = (() => {
  const { element, button, field } = Elements;
  const GAME = ["faces", "dice", "cards", "begin", "goal"]; // what names a game
  const FACES = [2, 3, 4, 5, 6];

  /** What an address names of a game, whether there is such a game or not. */
  function written(parameters) {
    return Object.fromEntries(GAME.map((name) => [name, parameters.get(name) ?? ""]));
  }

  /**
   * The game that is named in an address: {rule, words, key}, the words being the shortest that
   * name it, the key one text of them. Throws an Error of one line where it is none.
   */
  function read(parameters) {
    const words = written(parameters);
    if (!words.faces && !words.dice) words.faces = "3";
    const rule = FlipGame.named(words);
    const shortest = FlipGame.wordsOf(rule);
    return { rule, words: shortest, key: `${new URLSearchParams(shortest)}` };
  }

  /** Fill a form with what names a game; what is chosen goes to the address. */
  function fill(place, words) {
    place.onsubmit = choose;
    const said = Object.keys(words).filter((name) => words[name]);
    const other = `${said}` !== "faces" || !FACES.includes(Number(words.faces));
    const input = (name, title, value, hint) => {
      const said = { name, value, placeholder: hint, autocomplete: "off" };
      return field(title, element("input", { id: `cards-${name}`, ...said }));
    };
    const dice = words.dice || (words.faces ? `${words.faces} ${words.faces}` : "");
    const wasOpen = place.querySelector("details")?.open ?? false;
    place.replaceChildren(
      element(
        "fieldset",
        {},
        element("legend", {}, "Two dice of so many faces, and twice as many cards"),
        element(
          "div",
          { class: "row" },
          FACES.map((n) =>
            button(`${n}`, () => Address.change(new URLSearchParams({ faces: n }), true), {
              id: `cards-faces-${n}`,
              "aria-pressed": String(!other && words.faces === `${n}`),
              "aria-label": `${n} faces, ${2 * n} cards`,
            }),
          ),
        ),
      ),
      element(
        "details",
        { open: other || wasOpen },
        element("summary", {}, "Other cards and dice"),
        element(
          "div",
          { class: "row flip-fields" },
          input("dice", "Dice: sides, or face:weight", dice, "6 6, or 4 1:1,2:3"),
          input("cards", "Number of cards", words.cards ?? "", "the greatest total"),
          input("begin", "Face down at first", words.begin ?? "", "none"),
          input("goal", "Face down at the end", words.goal ?? "", "all"),
          element("button", { type: "submit", id: "cards-choose" }, "Take this game"),
        ),
      ),
    );
  }

  function choose(event) {
    event.preventDefault();
    const entered = new FormData(event.target);
    const parameters = new URLSearchParams();
    for (const name of GAME) {
      const value = (entered.get(name) ?? "").trim();
      if (value) parameters.set(name, value);
    }
    Address.change(parameters, true);
  }

  return { written, read, fill };
})();
