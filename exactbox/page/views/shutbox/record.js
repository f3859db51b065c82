"use strict";

/*
The record of a match of Shut the Box, and where the match stands after it.

A record is a list of steps {roll, after}: a roll {dice, faces, total}, faces null where only the
total was told, and the position that the move led to, null where none was made (yet). Whose turn
it is, the scores and the end follow from the rules. In the address a step is 4-5.380, the faces
and the position as a number, or 2d9.380 where two dice were told as a total; steps have _ between
them.
*/
const Record = (() => {
  /** The steps that a text of the address stands for; an Error if it is none. */
  function read(text) {
    return text.split("_").filter(Boolean).map(step);
  }

  function step(text) {
    const found = /^(?:(\d+(?:-\d+)*)|(\d+)d(\d+))(?:\.(\d+))?$/.exec(text);
    if (!found) throw new Error(`the record of the game has ${text}, need a roll and a move`);
    const [, faces, dice, total, after] = found;
    const roll = faces
      ? Rules.fallen(faces.split("-").map(Number))
      : { dice: Number(dice), faces: null, total: Number(total) };
    return { roll, after: after === undefined ? null : Number(after) };
  }

  /** The text of steps. */
  const written = (steps) =>
    steps
      .map(({ roll, after }) => {
        const rolled = roll.faces?.join("-") ?? `${roll.dice}d${roll.total}`;
        return after === null ? rolled : `${rolled}.${after}`;
      })
      .join("_");

  /**
   * Where a game stands after these steps:
   *
   * - turns: of each, {player, best, holders, moves, score}: what the player faced (null and 1 for
   *   the first), what was rolled and done, and the score, null while the turn lasts. A move is
   *   {position, dice, roll, after} as the worker reviews it, `after` null where none fitted, and
   *   `told`, the roll as it was told;
   * - position, roll, moves: of the turn that is under way; the roll is null before it;
   * - over; leaders: the players who hold the lowest score; shares: what each has won, when over.
   *
   * @throws {Error} A step that the rules do not allow, or one after the end.
   */
  function replayed(game, steps) {
    const { rules, players, ties, atOnce } = game;
    const full = Rules.full(rules);
    const turns = [];
    let [position, roll, leaders, best, over] = [full, null, [], null, false];
    const begin = () => {
      const holders = Math.max(1, leaders.length);
      turns.push({ player: turns.length + 1, best, holders, moves: [], score: null });
      position = full;
    };
    const end = () => {
      const turn = turns.at(-1);
      const score = Rules.points(rules, position);
      turn.score = score;
      if (best === null || score < best) [best, leaders] = [score, [turn.player]];
      else if (score === best && ties !== "earlier") leaders = [...leaders, turn.player];
      over = turn.player === players || (position === 0 && atOnce);
      if (!over) begin();
    };
    begin();
    for (const [i, each] of steps.entries()) {
      if (over) throw new Error("the record of the game goes on after its end");
      const moves = allowed(rules, position, each.roll);
      const { roll: told, after } = each;
      if (after === null && moves.length) {
        if (i < steps.length - 1) throw new Error("the record of the game lacks a move");
        roll = told;
        continue;
      }
      if (after !== null && !moves.includes(after)) {
        throw new Error("the record of the game has a move that the rules do not allow");
      }
      const made = { position, dice: told.dice, roll: Rules.roll(rules, told), after, told };
      turns.at(-1).moves.push(made);
      position = after ?? position;
      if (after === null || position === 0) end();
    }
    const moves = roll ? Rules.moves(rules, position, Rules.roll(rules, roll)) : [];
    const shares = over ? won(game, leaders) : null;
    return { turns, position, roll, moves, over, leaders, shares };
  }

  /* The moves that a roll leaves; an Error if these dice are not rolled here, or cannot show it. */
  function allowed(rules, position, roll) {
    const isRolled = Rules.diceChoices(rules, position).includes(roll.dice);
    if (!isRolled || !Rules.canShow(rules, roll)) {
      throw new Error("the record of the game has a roll that the rules do not allow");
    }
    return Rules.moves(rules, position, Rules.roll(rules, roll));
  }

  /* Each player's share of the pot. */
  function won({ players, ties }, leaders) {
    const shared = ties !== "lose" || leaders.length === 1;
    const each = Numbers.fraction(BigInt(shared), BigInt(shared ? leaders.length : 1));
    const none = Numbers.fraction(0n);
    return Numbers.upTo(players).map((player) => (leaders.includes(player) ? each : none));
  }

  return { read, written, replayed };
})();
