"use strict";

/*
What the worker answers about Shut the Box.

    game       {rules, players, ties, atOnce}: `rules` as in rules.js, `ties` "share", "lose" or
               "earlier", `atOnce`: who shuts the box has won, and nobody plays after that
    question   {goal, player, best, holders}: `goal` is "wins", the expected wins of the player
               (from 1) whose turn it is, who faces the score `best` held by so many; or of one
               player alone "shut", the greatest probability to shut the box, "score", the least
               expected score, "beat", the greatest probability to score `best` or less

Games that were solved are kept, so that what is asked next of the same game is answered at once.
*/
const ShutBox = (() => {
  const GOALS = ["wins", "shut", "score", "beat"];
  const KEPT = 3; // games, if they have fewer values together than the largest match may have
  const PLAYS = 16; // questions of a game
  const WHOLE = 20_000; // boards up to this size have all positions: 3^9 in the double shutter
  const known = new Map(); // of each game, as text: what is solved of it, the last used at the end

  // Games -----------------------------------------------------------------------------------------

  /** What is kept of a game, with this position on its board, by default all tiles open. */
  function kept(given, position = Rules.full(given.rules)) {
    Rules.refuse(given);
    const { players, ties, atOnce } = given;
    const game = { rules: Rules.made(given.rules), players, ties, atOnce };
    const key = JSON.stringify(game);
    let found = known.get(key);
    requirePosition(game.rules, position);
    if (!found?.board.index.has(position)) {
      found = opened(game, [...(found?.asked ?? []), position]);
    }
    known.delete(key);
    known.set(key, found);
    const size = () => Numbers.sum([...known.values()].map(({ match }) => match?.total ?? 0));
    while (known.size > KEPT || (known.size > 1 && size() > Match.MAX_VALUES)) {
      known.delete(known.keys().next().value);
    }
    return found;
  }

  /**
   * A game with a board that has the positions `asked`; nothing is solved yet.
   *
   *     match     a Match, or null
   *     turns     Map from what one player alone is asked to Values
   *     plays     Map from questions to Play
   */
  function opened(game, asked) {
    const { rules } = game;
    const found = { game, asked, match: null, turns: new Map(), plays: new Map() };
    const every = everyPosition(rules);
    if (every.length) {
      found.board = new Board(rules, every);
      if (!new Match(found.board, game).excess()) return found;
    }
    found.board = new Board(rules, [Rules.full(rules), ...asked]);
    return found;
  }

  /** All positions, if they are not many: then none that is asked about needs another board. */
  function everyPosition(rules) {
    const n = rules.tiles.length;
    if ((rules.behind.length ? 3 : 2) ** n > WHOLE) return [];
    let positions = [0];
    for (let i = 0; i < n; i++) {
      const [front, back] = [1 << i, 1 << (n + i)];
      const column = rules.behind.length ? [0, back, front | back] : [0, front];
      positions = positions.flatMap((p) => column.map((bits) => p | bits));
    }
    return positions;
  }

  function requirePosition(rules, position) {
    const n = rules.tiles.length;
    const isMask = Number.isInteger(position) && position >= 0 && position <= Rules.full(rules);
    if (!isMask || (rules.behind.length && position & (2 ** n - 1) & ~(position >> n))) {
      throw new Error(`there is no position ${position}`);
    }
  }

  // Questions -------------------------------------------------------------------------------------

  /** Throws an Error of one line unless the game has this question. */
  function refuse({ rules, players, ties, atOnce }, { goal, player, best, holders }) {
    if (!GOALS.includes(goal)) {
      throw new Error(`goal is '${goal}', need one of ${GOALS.join(", ")}`);
    }
    if (!Number.isInteger(player) || player < 1 || player > players) {
      throw new Error(`there is no player ${player}: ${players} play`);
    }
    const isScored = goal === "wins" ? player > 1 : goal === "beat";
    if (isScored && best === null) throw new Error("say which score to beat");
    if (!isScored && best !== null) {
      throw new Error(`the score ${best} has no meaning here: there is none to beat`);
    }
    if (best !== null) Notation.scoreOf(rules, String(best));
    if (goal !== "wins") return;
    const most = ties === "earlier" ? 1 : Math.max(1, player - 1);
    if (!Number.isInteger(holders) || holders < 1 || holders > most) {
      const needed = most > 1 ? `1 to ${most}` : "1";
      throw new Error(`${holders} players cannot hold the lowest score here, need ${needed}`);
    }
    if (player > 1 && atOnce && best === 0) {
      throw new Error("score 0 is impossible: the box is shut and the game is won");
    }
  }

  /** The question with what is not said: player 1, no score to beat, held by one. */
  const whole = ({ goal = "wins", player = 1, best = null, holders = 1 } = {}) => ({
    goal,
    player,
    best,
    holders,
  });

  /** Optimal play of a question, solved where it is not yet. */
  function played(found, asked, progress) {
    const question = whole(asked);
    refuse(found.game, question);
    const { goal, player, best, holders } = question;
    const key = JSON.stringify(question);
    if (!found.plays.has(key)) {
      if (found.plays.size === PLAYS) found.plays.clear();
      const play =
        goal === "wins"
          ? matchOf(found, best).play(player - 1, best, holders, progress)
          : new Play(turn(found, goal, best, progress));
      found.plays.set(key, play);
    }
    return found.plays.get(key);
  }

  /** The match, in which `best` may be faced. */
  function matchOf(found, best) {
    if (!found.match || (best !== null && !found.match.scores.includes(best))) {
      const more = best === null ? [] : [best];
      found.match = new Match(found.board, found.game, [...(found.match?.scores ?? []), ...more]);
    }
    return found.match;
  }

  /** What one player alone can expect. */
  function turn(found, goal, best, progress) {
    const key = `${goal} ${best}`;
    if (!found.turns.has(key)) {
      const { scores } = found.board;
      const isCost = goal === "score";
      const limit = goal === "beat" ? best : 0;
      const values = new Values(
        found.board,
        {
          amounts: isCost ? scores.map(BigInt) : [0n, 1n],
          denominator: 1n,
          pay: scores.map((score, i) => [isCost ? i : Number(score <= limit)]),
          sense: isCost ? "min" : "max",
        },
        progress,
      );
      found.turns.set(key, values);
    }
    return found.turns.get(key);
  }

  /** The play of a question about a position. */
  const at = ({ game, question, position }, progress) =>
    played(kept(game, position), question, progress);

  // Answers ---------------------------------------------------------------------------------------

  /** {value, states}: of the start, and how many positions were solved. */
  function solve({ game, question }, progress) {
    const found = kept(game);
    const play = played(found, question, progress);
    return { value: play.value(Rules.full(game.rules)), states: found.board.positions.length };
  }

  /**
   * [{best, holders, wins, held}]: for each score that a player, from 2, may face, what he can
   * expect before he plays, and what each holder of it can.
   */
  function toBeat({ game, player }, progress) {
    const found = kept(game);
    if (!Number.isInteger(player) || player < 2 || player > game.players) {
      throw new Error(`there is no player ${player} with a score to beat: ${game.players} play`);
    }
    const { keys, values, held } = matchOf(found, null).stage(player - 1, progress);
    const wins = values.atFull();
    const { board } = found;
    const faced = new Set(board.within(board.positions.length - 1).map((p) => board.points[p]));
    return keys
      .map(([best, holders], k) => ({
        best,
        holders,
        wins: Numbers.fraction(wins[k], values.scale),
        held: Numbers.fraction(held[k], values.scale),
      }))
      .filter(({ best }) => faced.has(best));
  }

  /** The best move for every position and roll: `Play.sheet`. */
  function sheet({ game, question }, progress) {
    return played(kept(game), question, progress).sheet();
  }

  /**
   * What the moves of turns that were played cost. `turns` are {player, best, holders, moves}, the
   * moves {position, dice, roll, after}, `after` null where none fits. Of each move, in order:
   *
   *     {turn, move, cost, best, made, dice: {cost, best, made}}
   *
   * `goal` is "wins" unless it is said: for one player alone "score", say.
   */
  function review({ game, turns, goal = "wins" }, progress) {
    return turns.flatMap(({ player = 1, best = null, holders = 1, moves }, turn) =>
      moves.map(({ position, dice, roll, after }, move) => {
        const question = { goal, player, best, holders };
        const play = played(kept(game, position), question, progress);
        return { turn, move, ...play.cost(position, dice, roll, after) };
      }),
    );
  }

  const answers = {
    "box.solve": solve,
    "box.value": (given, progress) => at(given, progress).value(given.position),
    "box.dice": (given, progress) => at(given, progress).dice(given.position),
    "box.rolls": (given, progress) => at(given, progress).rolls(given.position, given.dice),
    "box.advise": (given, progress) => at(given, progress).advise(given.position, given.roll),
    "box.explain": (given, progress) => at(given, progress).explain(given.position, given.roll),
    "box.scores": (given, progress) => at(given, progress).scores(given.position),
    "box.toBeat": toBeat,
    "box.sheet": sheet,
    "box.review": review,
  };

  return { refuse, answers };
})();
