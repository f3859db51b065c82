"use strict";

/*
Shut the Box for several players, who play in order and know the scores so far.

Let b be the lowest score so far, held by m players. Shares are expected parts of the pot. With
H'(b, m) the share of each holder when the next player is about to play (after the last: 1/m, or
what the rule for ties says), a player whose turn ends at s gets

    H'(s, 1)  if s < b;     H'(b, m + 1)  if s = b (0 where ties go to the earlier);     0  if s > b

and maximises the expectation V. The holders before get H(b, m), the expectation under that play of
0, H'(b, m + 1) and H'(b, m) in these cases. So the players are solved from the last to the first,
each for all (b, m) at once. Which of several equally good moves a player takes matters to H where
V + mH varies: with three players or more, and with ties "lose". The first is taken.

Symbols: s a turn's score; b, m, V, H as above.

Sources: possiblywrong.wordpress.com, "Analysis of Shut the Box", 2013 (two players in turn).
*/
class Match {
  // Values, that is positions times (b, m), of all players, and their bytes: the double shutter
  // with 9 tiles and 3 players has 7.6 million, which take 4 s and 190 MB; with 4 players, 420 MB.
  static MAX_VALUES = 10_000_000;
  static MAX_BYTES = 250_000_000;

  /** `more` are scores that are asked about beside those of the board. */
  constructor(board, { players, ties, atOnce }, more = []) {
    Object.assign(this, { board, players, ties, atOnce });
    const scores = new Set([...board.scores, ...more]);
    this.scores = [...scores].sort(Numbers.order);
    this.stages = [];
    const faced = this.scores.filter((b) => b || !atOnce).length;
    this.work = Array.from({ length: players }, (_, j) => {
      return board.positions.length * (j ? faced * this.mostHolders(j) : 1);
    });
    this.total = Numbers.sum(this.work);
    const bits = Rules.depth(board.rules) * board.commonWays.toString(2).length; // of one player
    this.bytes = this.work.reduce((sum, n, j) => sum + (n * bits * (players - j)) / 8, 0);
  }

  /** A line that says that the match is too much work, or null. */
  excess() {
    const start = `${this.players} players on this board make`;
    const [found, most] = [this.total, Match.MAX_VALUES].map((n) => n.toLocaleString("en"));
    if (this.total > Match.MAX_VALUES) return `${start} ${found} values, more than ${most}`;
    if (this.bytes <= Match.MAX_BYTES) return null;
    return `${start} ${found} values of ${Math.ceil(this.bytes / 1e6)} MB together, too many`;
  }

  /** How many may hold the lowest score when a player, from 0, is about to play. */
  mostHolders(player) {
    return this.ties === "earlier" ? 1 : player;
  }

  /** The [b, m] that a player may face, increasing; [null, 0] of the first one. */
  keys(player) {
    if (player === 0) return [[null, 0]];
    const scores = this.scores.filter((b) => b || !this.atOnce);
    const holders = Numbers.upTo(this.mostHolders(player));
    return scores.flatMap((b) => holders.map((m) => [b, m]));
  }

  /**
   * H(b, m) when this player is about to play, or after all have played: a Map from b to the
   * numerators for m = 1, 2, ..., and the denominator.
   */
  shares(player, progress) {
    const shares = new Map();
    if (player === this.players) {
      const holders = Numbers.upTo(this.mostHolders(player)).map(BigInt);
      const isShared = this.ties === "share";
      const one = isShared ? holders.reduce(Numbers.multipleOf) : 1n;
      const each = holders.map((m) => (m === 1n ? one : isShared ? one / m : 0n));
      for (const b of this.scores) shares.set(b, each);
      return { shares, one };
    }
    const { keys, held, values } = this.stage(player, progress);
    if (this.atOnce) shares.set(0, [values.scale]); // the box is shut: H(0, 1) = 1
    keys.forEach(([b, m], k) => {
      if (m === 1) shares.set(b, []);
      shares.get(b).push(held[k]);
    });
    return { shares, one: values.scale };
  }

  /**
   * A player's turn, solved for all (b, m): {keys, values, held}; `held` has each holder's share
   * before it, over the scale of `values`.
   */
  stage(player, progress) {
    this.stages[player] ??= this.solved(player, progress);
    return this.stages[player];
  }

  solved(player, progress) {
    const excess = this.excess();
    if (excess) throw new Error(excess);
    const { shares, one } = this.shares(player + 1, progress);
    const keys = this.keys(player);
    const amounts = [0n];
    const place = new Map(); // of b: where in amounts the share of one holder is
    for (const [b, each] of shares) {
      place.set(b, amounts.length);
      for (const share of each) amounts.push(share);
    }
    const together = this.ties === "earlier" ? 0 : 1;
    const pay = [];
    const held = [];
    for (const s of this.board.scores) {
      pay.push(
        Uint32Array.from(keys, ([b, m]) => {
          if (m === 0 || s < b) return place.get(s); // a lower score: one holder
          return s === b && together ? place.get(b) + m : 0; // the same: one more
        }),
      );
      held.push(
        Uint32Array.from(keys, ([b, m]) => {
          if (m === 0 || s < b) return 0;
          return place.get(b) + m - 1 + (s === b ? together : 0);
        }),
      );
    }
    const isConstantSum = keys.every(([, m], k) =>
      pay.every((row, s) => amounts[row[k]] + BigInt(m) * amounts[held[s][k]] === one),
    );
    const done = Numbers.sum(this.work.slice(player + 1));
    const words = `player ${player + 1} of ${this.players}`;
    const values = new Values(
      this.board,
      { amounts, denominator: one, pay, held: player && !isConstantSum ? held : null },
      (share) => progress((done + share * this.work[player]) / this.total, words),
    );
    if (!isConstantSum) return { keys, values, held: values.heldAtFull };
    const atFull = values.atFull();
    const rest = keys.map(([, m], k) => (m ? (values.scale - atFull[k]) / BigInt(m) : 0n));
    return { keys, values, held: rest }; // H = (1 - V) / m
  }

  /** The play of a player, from 0, who faces `best` held by so many. */
  play(player, best, holders, progress) {
    const { keys, values } = this.stage(player, progress);
    const k = player ? keys.findIndex(([b, m]) => b === best && m === holders) : 0;
    return new Play(values, k);
  }
}
