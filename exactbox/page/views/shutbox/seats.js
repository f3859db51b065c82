"use strict";

/*
Who sits where in a match: people, or one who plays perfectly, whose moves the page makes, each the
best of the game as it stands. The address has the players who play perfectly, `perfect=2,3`.
*/
const Seats = (() => {
  const { element, field, offer } = Elements;
  const KINDS = [
    ["", "a person"],
    ["perfect", "perfect play"],
  ];

  /**
   * The players who play perfectly: a Set of their numbers.
   *
   * @throws {Error} One line, where one of them does not play here, or there is no match.
   */
  function read(parameters, { players }) {
    const text = parameters.get("perfect");
    if (!text) return new Set();
    if (players === 1) throw new Error("perfect: one player alone has nobody to play against");
    const wrong = text.split(",").find((word) => !/^[1-9]$/.test(word) || Number(word) > players);
    if (wrong === undefined) return new Set(text.split(",").map(Number));
    throw new Error(`perfect: found ${wrong || "nothing"}, need players from 1 to ${players}`);
  }

  /** Those of an address who sit at a table of so many, as the address has them; "" if none. */
  function among(parameters, players) {
    const named = (parameters.get("perfect") ?? "").split(",");
    return players > 1 ? `${named.filter((word) => word && Number(word) <= players)}` : "";
  }

  /** Fill an element with a field for each player; what is chosen goes to the address. */
  function fill(place, players, seats) {
    place.replaceChildren(
      ...Numbers.upTo(players).map((player) => {
        const onchange = ({ target: { value } }) => {
          const others = [...seats].filter((other) => other !== player);
          const next = value ? [...others, player].sort(Numbers.order) : others;
          Address.set({ perfect: next.length ? `${next}` : null }, true);
          place.querySelectorAll("select")[player - 1]?.focus();
        };
        const select = element("select", { name: `player${player}`, onchange });
        offer(select, KINDS, seats.has(player) ? "perfect" : "");
        return field(`Player ${player}`, select);
      }),
    );
  }

  return { read, among, fill };
})();
