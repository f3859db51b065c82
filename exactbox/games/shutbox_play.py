"""Exact play of Shut the Box: values, moves, score distributions, and games of several players.

**The method.** Every move shuts a tile, so values follow from lower positions to higher ones:

    v(p) = best over the choices of dice of  (stuck pay(p) + sum_roll best_move v(p - move)) / rolls

With n tiles and L a common multiple of the numbers of rolls, L^n pay is a whole number, and so is
L^n v(p): a turn has at most n rolls, each divides by a divisor of L. All values are therefore
integers over one denominator, and all questions that differ in their pay-offs alone (the 45 scores
to beat, say) are answered in one pass, as vectors.

**Several players** play in order and know the scores so far: b the lowest, held by m players.
Shares are expected parts of the pot. With H'(b, m) the share of each holder when the next player is
about to play (after the last: 1/m, or what the tie rule says), a player whose turn ends at s gets

    H'(s, 1)  if s < b;     H'(b, m + 1)  if s = b (0 where ties go to the earlier);     0  if s > b

and maximises its expectation V. The holders before him get H(b, m), the expectation under his
policy of 0, H'(b, m + 1) and H'(b, m) in these three cases. He does not care about the holders: of
equally good options he takes the first (below), which matters to H with three players or more.

**Which of several equally good moves** is played: the one that leaves the lowest score, among those
the one that shuts the higher tile where two moves differ first from the top (the smaller mask);
all dice before one die. This order is that of `Throw.outcomes`.

Symbols: p, q positions; pay a pay-off per score; b, m as above; `scale` the denominator.

Sources: possiblywrong.wordpress.com, *Analysis of Shut the Box*, 2013 (two players in turn).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from exactbox.games.shutbox import Roll
from exactbox.games.shutbox_board import Board

TIES = ("share", "lose", "earlier")
MAX_WORK = 5_000_000  # positions times scores to beat, of all players: 15 s and 300 MiB

Vector = list[int]


@dataclass(frozen=True, eq=False)
class Played:
    """Values of every position for one or more pay-offs at once.

    Attributes
    ----------
    board : Board
    sense : "min" or "max"
    scale : int
        The denominator of all numbers below.
    pay : dict from score to vector
    throws : dict from position to a tuple of vectors, one for each choice of dice
    value : dict from position to vector
        Before the dice are chosen; of the shut box, its pay-off.
    """

    board: Board
    sense: str
    scale: int
    pay: dict[int, Vector]
    throws: dict[int, tuple[Vector, ...]]
    value: dict[int, Vector]

    def at(self, position: int, k: int = 0) -> Fraction:
        """The exact value of a position for the k-th pay-off."""
        return Fraction(self.value[position][k], self.scale)


def play(
    board: Board, pay: Mapping[int, Sequence[int]], denominator: int = 1, *, sense: str = "max"
) -> Played:
    """v(p) = best (stuck pay(p) + sum_roll best v(q)) / rolls, for vectors of pay-offs.

    Parameters
    ----------
    board : Board
    pay : mapping from every score of the board to numerators, as many as there are questions
    denominator : int
        Of all pay-offs.
    sense : "min" or "max"

    Returns
    -------
    Played
        Exact.

    Examples
    --------
    >>> from exactbox.games.shutbox import Rules
    >>> board = Board(Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,)))
    >>> shut = play(board, {score: [int(score == 0)] for score in board.scores})
    >>> shut.at(board.rules.full)
    Fraction(145, 1944)
    """
    grown = board.rules.denominator**board.rules.depth
    ends = {score: [n * grown for n in pay[score]] for score in board.scores}
    best: Any = max if sense == "max" else min
    value: dict[int, Vector] = {}
    rolled: dict[int, tuple[Vector, ...]] = {}
    for p in board.positions:
        here = ends[board.points[p]]
        vectors = []
        for throw in board.throws[p]:
            total = [throw.stuck * e for e in here] if throw.stuck else [0] * len(here)
            for weight, after in throw.outcomes:
                if len(after) == 1:
                    vector: Any = value[after[0]]
                else:
                    vector = map(best, *[value[q] for q in after])
                total = [t + weight * e for t, e in zip(total, vector)]
            vectors.append([t // throw.denominator for t in total])  # exact, as shown above
        rolled[p] = tuple(vectors)
        if len(vectors) == 1:
            value[p] = vectors[0]
        else:
            value[p] = list(map(best, *vectors)) if vectors else here
    return Played(board, sense, denominator * grown, ends, rolled, value)


def first_best(sense: str) -> Callable[[Sequence[int]], int]:
    """The index of the first best number of a column."""
    if sense == "max":
        return lambda column: column.index(max(column))
    return lambda column: column.index(min(column))


def follow(played: Played, pay: Mapping[int, Sequence[int]]) -> dict[int, Vector]:
    """The expectations of other pay-offs under the policy of `played`, over its scale.

    Parameters
    ----------
    pay : numerators over the denominator that `play` was given
    """
    board, pick = played.board, first_best(played.sense)
    grown = board.rules.denominator**board.rules.depth
    other: dict[int, Vector] = {}
    for p in board.positions:
        here = [n * grown for n in pay[board.points[p]]]
        vectors = []
        for throw in board.throws[p]:
            total = [throw.stuck * e for e in here]
            for weight, after in throw.outcomes:
                vector = other[after[0]]
                if len(after) > 1:
                    columns = zip(*[played.value[q] for q in after])
                    theirs = zip(*[other[q] for q in after])
                    vector = [e[pick(c)] for c, e in zip(columns, theirs)]
                total = [t + weight * e for t, e in zip(total, vector)]
            vectors.append([t // throw.denominator for t in total])
        if len(vectors) > 1:
            columns = zip(*played.throws[p])
            vectors = [[e[pick(c)] for c, e in zip(columns, zip(*vectors))]]
        other[p] = vectors[0] if vectors else here
    return other


def distribution(played: Played, start: int, k: int = 0) -> dict[int, Fraction]:
    """The probability of each final score from `start` under the policy of `played`.

    Returns
    -------
    dict from score to Fraction
        Increasing scores, those of positive probability; the sum is 1.
    """
    board, pick = played.board, first_best(played.sense)
    whole = board.rules.denominator**board.rules.depth
    mass: dict[int, int] = {start: whole}
    final: dict[int, int] = {}
    for p in reversed(board.positions):
        here = mass.pop(p, 0)
        if not here:
            continue
        throws, score = board.throws[p], board.points[p]
        if not throws:
            final[score] = final.get(score, 0) + here
            continue
        throw = throws[pick([vector[k] for vector in played.throws[p]])]
        here //= throw.denominator  # exact: mass is a multiple of L^(tiles that are left)
        if throw.stuck:
            final[score] = final.get(score, 0) + here * throw.stuck
        for weight, after in throw.outcomes:
            q = after[pick([played.value[q][k] for q in after])]
            mass[q] = mass.get(q, 0) + here * weight
    return {score: Fraction(final[score], whole) for score in sorted(final)}


def advise(played: Played, position: int, roll: Roll, k: int = 0) -> list[tuple[int, Fraction]]:
    """Every position that the roll can lead to with its value, best first, then in move order."""
    after = played.board.moves(position, roll)
    sign = -1 if played.sense == "max" else 1
    ordered = sorted(after, key=lambda q: sign * played.value[q][k])  # stable
    return [(q, played.at(q, k)) for q in ordered]


# Objectives of one player ------------------------------------------------------------------------


def shut_the_box(board: Board) -> Played:
    """The greatest probability that the final score is 0."""
    return play(board, {score: [int(score == 0)] for score in board.scores})


def lowest_score(board: Board) -> Played:
    """The least expected final score."""
    return play(board, {score: [score] for score in board.scores}, sense="min")


def beat(board: Board, scores: Sequence[int], tie: Fraction = Fraction(1)) -> Played:
    """The greatest probability to end below each of these scores; ending at it counts `tie`."""
    win, draw = tie.denominator, tie.numerator
    pay = {s: [win if s < b else draw if s == b else 0 for b in scores] for s in board.scores}
    return play(board, pay, win)


# Players in order --------------------------------------------------------------------------------

Key = tuple[int, int]  # the lowest score so far and how many hold it; (-1, 0) for the first player


@dataclass(frozen=True, eq=False)
class Stage:
    """One player's turn, for every (lowest score so far, holders) he may face.

    Attributes
    ----------
    keys : list of (b, m)
    pay, held : dict from score to numerators over `denominator`, one a key
        His pay-off, and that of each holder.
    denominator : int
    played : Played
    """

    keys: list[Key]
    pay: dict[int, Vector]
    held: dict[int, Vector]
    denominator: int
    played: Played

    def is_shared(self, k: int) -> bool:
        """Whether nothing is left to learn of the holders: there are none, or V + m H = 1."""
        m = self.keys[k][1]
        return m == 0 or all(
            self.pay[s][k] + m * self.held[s][k] == self.denominator for s in self.pay
        )

    @property
    def holders(self) -> dict[int, Vector]:
        """Each holder's expectation at every position, over the scale of `played`."""
        if self.keys[0][1] == 0 or not all(map(self.is_shared, range(len(self.keys)))):
            return follow(self.played, self.held)
        scale = self.played.scale
        return {
            p: [(scale - v) // m for v, (_, m) in zip(vector, self.keys)]
            for p, vector in self.played.value.items()
        }


@dataclass(frozen=True, eq=False)
class Match:
    """Players in order on the same board.

    Parameters
    ----------
    board : Board
        With all tiles open among its starts.
    players : int
    ties : "share", "lose" or "earlier"
        Those who tie for the lowest score share the pot; or nobody gets it; or the first of them.
    at_once : bool
        Who shuts the box has won, and nobody plays after him.
    more : scores that are asked about beside those of the board
    """

    board: Board
    players: int = 2
    ties: str = "share"
    at_once: bool = True
    more: tuple[int, ...] = ()
    _stages: dict[int, Stage] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.players < 1:
            raise ValueError(f"{self.players} players cannot play; need at least 1")
        if self.ties not in TIES:
            raise ValueError(f"ties are {self.ties!r}, need one of {', '.join(TIES)}")
        work = len(self.board.positions) * sum(len(self.keys(j)) for j in range(self.players))
        if work > MAX_WORK:
            raise ValueError(
                f"{self.players} players on this board make {work:,} values, more than {MAX_WORK:,}"
            )

    def keys(self, player: int) -> list[Key]:
        """What the player (0 is the first) may face, increasing."""
        if player == 0:
            return [(-1, 0)]
        scores = sorted({*self.board.scores, *self.more} - ({0} if self.at_once else set()))
        most = 1 if self.ties == "earlier" else player
        return [(b, m) for b in scores for m in range(1, most + 1)]

    def shares(self, player: int) -> tuple[dict[Key, int], int]:
        """H(b, m), each holder's share when this player is about to play, and its denominator.

        With the number of players for `player`: when all have played.
        """
        if player == self.players:
            scores = {*self.board.scores, *self.more}
            most = 1 if self.ties == "earlier" else self.players
            one = lcm(*range(1, most + 1)) if self.ties == "share" else 1
            each = {1: one} | {m: one // m * (self.ties == "share") for m in range(2, most + 1)}
            return {(b, m): each[m] for b in scores for m in each}, one
        stage = self.stage(player)
        column = stage.holders[self.board.rules.full]
        shares = dict(zip(stage.keys, column))
        if self.at_once:
            shares[0, 1] = stage.played.scale
        return shares, stage.played.scale

    def stage(self, player: int) -> Stage:
        """The turn of the player (0 is the first), solved for all that he may face."""
        if player not in self._stages:
            self._stages[player] = self._solved(player)
        return self._stages[player]

    def _solved(self, player: int) -> Stage:
        after, one = self.shares(player + 1)
        keys = self.keys(player)
        pay: dict[int, Vector] = {}
        held: dict[int, Vector] = {}
        together = 0 if self.ties == "earlier" else 1
        for s in self.board.scores:
            pay[s] = [0] * len(keys)
            held[s] = [0] * len(keys)
            for k, (b, m) in enumerate(keys):
                if m == 0 or s < b:
                    pay[s][k] = after[s, 1]
                elif s == b:
                    pay[s][k] = together * after[b, m + together]
                    held[s][k] = after[b, m + together]
                else:
                    held[s][k] = after[b, m]
        return Stage(keys, pay, held, one, play(self.board, pay, one))

    def value(self, player: int, position: int, best: int = -1, holders: int = 1) -> Fraction:
        """The expected share of the player whose turn it is."""
        return self.stage(player).played.at(position, self.key(player, best, holders))

    def key(self, player: int, best: int = -1, holders: int = 1) -> int:
        """The number of the pay-off of this player facing `best`, held by so many."""
        return self.stage(player).keys.index((-1, 0) if player == 0 else (best, holders))
