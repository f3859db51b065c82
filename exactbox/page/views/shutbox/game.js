"use strict";

/*
A game of Shut the Box, and what is asked of it, in the address and in words.

In the address: rule (words, as of the command's --rule), tiles (how many, or which), dice (the
sides of each), players, ties, playon; then the question: goal, player, best, holders; then what the
view shows: open, roll and more. What is not there is as in the classic game.
*/
const Game = (() => {
  /** What the game is, for who does not know it. */
  const WHAT = "Shut the Box: roll, then shut tiles that add up to the roll";
  const OF_THE_GAME = ["rule", "tiles", "dice", "players", "ties", "playon"];
  const PLAYERS = 4; // at a table; more are for the command
  const GOALS = {
    wins: "Expected wins",
    shut: "Chance to shut the box",
    score: "Expected score",
    beat: "Chance to beat or tie a score",
  };
  const TIES = {
    share: "shared",
    lose: "lost by all",
    earlier: "won by the earlier",
  };

  // From the address ------------------------------------------------------------------------------

  /** A positive integer of the address, or `otherwise` where it is not there. */
  function whole(parameters, name, otherwise, least = 1, most = 1e9) {
    const text = parameters.get(name);
    if (text === null) return otherwise;
    const number = Number(text);
    if (!/^\d{1,9}$/.test(text) || number < least || number > most) {
      throw new Error(`${name}: found ${text || "nothing"}, need ${least} to ${most}`);
    }
    return number;
  }

  /** Numbers with commas between them. */
  function list(name, text) {
    const words = text.split(",").map((word) => word.trim());
    const wrong = words.find((word) => !/^\d{1,9}$/.test(word));
    if (wrong !== undefined) {
      throw new Error(`${name}: found ${wrong || "nothing"}, need numbers such as 1,2,5`);
    }
    return words.map(Number);
  }

  /** The tiles that `tiles` stands for: a number is 1 to N. */
  function tilesNamed(text) {
    const tiles = list("tiles", text);
    if (text.includes(",")) return tiles.sort(Numbers.order);
    if (tiles[0] < 1 || tiles[0] > 59) throw new Error(`tiles: found ${text}, need 1 to 59`);
    return Numbers.upTo(tiles[0]);
  }

  const wordsOf = (parameters) =>
    (parameters.get("rule") ?? "").split(/[\s,]+/).filter(Boolean);

  /**
   * The game and the question that an address asks for, {game, question, position, said}; `said`
   * is the game's part of the address as text, equal for equal games.
   *
   * @throws {Error} One line, where a parameter has no meaning or two contradict one another.
   */
  function read(parameters) {
    const game = gameOf(parameters);
    const question = asked(parameters, game);
    const open = parameters.get("open");
    const { rules } = game;
    const position = open === null ? Rules.full(rules) : Notation.positionOf(rules, open);
    return { game, question, position, said: `${gamePart(parameters)}` };
  }

  /** The game of an address, as `read` has it. */
  function gameOf(parameters) {
    const names = [...parameters.keys()];
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) throw new Error(`${twice}: given twice in the address, need one`);
    const playOn = parameters.get("playon") || "0";
    if (!/^[01]$/.test(playOn)) throw new Error(`playon: found ${playOn}, need 1, or nothing`);
    const rules = Rules.named(wordsOf(parameters).join(","), {
      tiles: tilesNamed(parameters.get("tiles") ?? "9"),
      dice: list("dice", parameters.get("dice") ?? "6,6"),
    });
    const game = {
      rules,
      players: whole(parameters, "players", 2, 1, PLAYERS),
      ties: parameters.get("ties") ?? "share",
      atOnce: playOn === "0",
    };
    Rules.refuse(game);
    return game;
  }

  function asked(parameters, game) {
    const { rules, players } = game;
    const goal = parameters.get("goal") ?? (players > 1 ? "wins" : "score");
    const goals = Object.keys(goalsOf(players));
    if (!goals.includes(goal)) {
      throw new Error(`goal: found ${goal}, need one of ${goals.join(", ")}`);
    }
    const player = goal === "wins" ? whole(parameters, "player", 1, 1, players) : 1;
    const faces = player > 1 || goal === "beat";
    const best = faces ? whole(parameters, "best", usualScore(rules), 0) : null;
    const holders = player > 2 ? whole(parameters, "holders", 1, 1, player - 1) : 1;
    const question = { goal, player, best, holders };
    ShutBox.refuse(game, question);
    return question;
  }

  /** A score that a player may well have to beat: of the lowest columns that make up a quarter. */
  function usualScore(rules) {
    const n = rules.tiles.length;
    const quarter = Rules.points(rules, Rules.full(rules)) / 4;
    const lowest = (k) => (2 ** k - 1) * (rules.behind.length ? 1 + 2 ** n : 1);
    let k = 1;
    while (k < n && Rules.points(rules, lowest(k)) < quarter) k++;
    return Rules.points(rules, lowest(k - 1 || 1));
  }

  /** The part of an address that says the game: what is set, in a fixed order. */
  function gamePart(parameters) {
    const part = new URLSearchParams();
    for (const name of OF_THE_GAME) if (parameters.get(name)) part.set(name, parameters.get(name));
    return part;
  }

  /**
   * What a view is to show when another view of the game is left for it: what it showed, if that
   * is of the same game, or that game.
   */
  function follow(kept, current) {
    const game = gamePart(current);
    return `${gamePart(kept)}` === `${game}` ? kept : game;
  }

  /** The same game, and as much of the question as has a meaning without its numbers. */
  function withoutQuestion(parameters) {
    const part = gamePart(parameters);
    const goal = parameters.get("goal");
    const single = part.get("players") === "1";
    if (Object.hasOwn(goalsOf(1), goal)) part.set("goal", goal);
    const player = parameters.get("player");
    const players = Number(part.get("players") ?? 2);
    const plays = /^[1-4]$/.test(player ?? "") && Number(player) <= players;
    if (plays && !single && (goal ?? "wins") === "wins") part.set("player", player);
    return part;
  }

  // In words --------------------------------------------------------------------------------------

  /** What can be asked where so many play: of each goal its words. */
  function goalsOf(players) {
    const { wins, ...others } = GOALS;
    return players > 1 ? { wins, ...others } : others;
  }

  /** The match in words: who plays, and what a tie and a shut box are. */
  function matchWords({ players, ties, atOnce }) {
    if (players === 1) return "one player";
    const tie = TIES[ties];
    const then = atOnce ? "wins at once" : "waits for the others";
    return `${players} players; a tie is ${tie}; who shuts the box ${then}`;
  }

  /** What a value of this question is, as a reader says it. */
  function meaning({ goal, player, best }, { players }) {
    if (goal === "wins") return `Expected wins of player ${player} of ${players}`;
    if (goal === "beat") return `Chance to score ${best} or less`;
    return GOALS[goal];
  }

  return {
    WHAT,
    PLAYERS,
    TIES,
    read,
    gameOf,
    withoutQuestion,
    wordsOf,
    follow,
    goalsOf,
    matchWords,
    meaning,
  };
})();
