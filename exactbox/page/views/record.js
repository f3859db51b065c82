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
    if (!found) throw new Error(`the record of the game has ${text}, which is not a roll and a move`);
    const [, faces, dice, total, after] = found;
    const roll = faces
      ? Dice.of(faces.split("-").map(Number))
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

  /** What a roll allows, as Rules has it. */
  const offered = (rules, { faces, total }) => Rules.roll(rules, faces ?? [total]);

  /**
   * Where a game stands after these steps:
   *
   * - turns: of each, {player, best, holders, moves, score, last}: what the player faced (null and 1
   *   for the first), the moves made, the score (null while it lasts), and the roll that ended it;
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
      turns.push({ player: turns.length + 1, best, holders: Math.max(1, leaders.length), moves: [] });
      Object.assign(turns.at(-1), { score: null, last: null });
      position = full;
    };
    const end = (last) => {
      const turn = turns.at(-1);
      const score = Rules.points(rules, position);
      Object.assign(turn, { score, last });
      if (best === null || score < best) [best, leaders] = [score, [turn.player]];
      else if (score === best && ties !== "earlier") leaders = [...leaders, turn.player];
      over = turn.player === players || (position === 0 && atOnce);
      if (!over) begin();
    };
    begin();
    for (const each of steps) {
      if (over || roll) throw new Error("the record of the game goes on after its end");
      const moves = allowed(rules, position, each.roll);
      const { after } = each;
      if (after === null && moves.length) {
        roll = each.roll;
      } else if (after === null) {
        end(each.roll);
      } else if (moves.includes(after)) {
        const made = { position, dice: each.roll.dice, roll: offered(rules, each.roll), after };
        turns.at(-1).moves.push({ ...made, told: each.roll });
        position = after;
        if (position === 0) end(null);
      } else {
        throw new Error("the record of the game has a move that the rules do not allow");
      }
    }
    const moves = roll ? Rules.moves(rules, position, offered(rules, roll)) : [];
    return { turns, position, roll, moves, over, leaders, shares: over ? won(game, leaders) : null };
  }

  /* The moves that a roll leaves; an Error if these dice are not rolled here, or cannot show it. */
  function allowed(rules, position, roll) {
    const sides = rules.dice.slice(0, roll.dice);
    const most = sides.reduce((sum, each) => sum + each, 0);
    const shows = roll.faces
      ? roll.faces.every((face, i) => face >= 1 && face <= sides[i])
      : !rules.single && roll.total >= roll.dice && roll.total <= most;
    if (!shows || !Rules.diceChoices(rules, position).includes(roll.dice)) {
      throw new Error("the record of the game has a roll that the rules do not allow");
    }
    return Rules.moves(rules, position, offered(rules, roll));
  }

  /* Each player's share of the pot. */
  function won({ players, ties }, leaders) {
    const shared = ties !== "lose" || leaders.length === 1;
    const each = Numbers.fraction(BigInt(shared), BigInt(shared ? leaders.length : 1));
    const none = Numbers.fraction(0n);
    return Array.from({ length: players }, (_, i) => (leaders.includes(i + 1) ? each : none));
  }

  return { read, written, offered, replayed };
})();
