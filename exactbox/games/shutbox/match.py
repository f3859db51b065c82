"""Shut the Box for several players, who play in order and know the scores so far.

**The method.** Let b be the lowest score so far, held by m players. Shares are expected parts of
the pot. With H'(b, m) the share of each holder when the next player is about to play (after the
last: 1/m, or what the tie rule says), a player whose turn ends at s gets

    H'(s, 1)  if s < b;     H'(b, m + 1)  if s = b (0 where ties go to the earlier);     0  if s > b

and maximises the expectation V. The holders before that player get H(b, m), the expectation under
that policy of 0, H'(b, m + 1) and H'(b, m) in these three cases. What the holders get does not
count for the player, but which of several equally good moves he takes matters to H, where V + m H
varies: with three players or more, and with ties "lose". The first is taken (see `play`): this
order, `TIE_BREAK`, is part of the question. What other tie-breaks make of two players' match is in
`Match.tie_break_range`.

**Double stakes**, of two players: the loser pays the winner a stake, or two if the winner has shut
the box; a tie pays nothing ("share"), costs both a stake ("lose"), or is won by the first
("earlier"). Each has put two stakes into the pot, of which who gains g stakes has (2 + g) / 4: so
H'(0, 1) = 1, H'(b, 1) = 3/4, and the loser has the rest of the pot in place of 0. `Match.payoff`
makes gains of shares.

Who asks about one player needs of those behind him the shares with all tiles open alone, and of the
player one position: these are computed packed (`play.start_values`).

Symbols: s a turn's score; b, m, V, H as above.

Sources: possiblywrong.wordpress.com, *Analysis of Shut the Box*, 2013 (two players in turn).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from math import inf, lcm

from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.play import (
    PayOffs,
    Values,
    Vector,
    evaluate_policy,
    optimal_values,
    start_values,
)

SHARE, LOSE, EARLIER = "share", "lose", "earlier"
TIES = (SHARE, LOSE, EARLIER)
TIE_BREAK = "lowest-score-left"  # the order of moves that `play` describes
MAX_PLAYERS = 1000  # with two positions; the work on a board allows fewer
MAX_WORK = 5_000_000  # positions times scores to beat, of all players: 15 s and 300 MiB

Played = tuple[int, str, bool]  # players, ties, whether shutting wins at once
Key = tuple[float, int]  # (b, m)
Lane = tuple[PayOffs, ...]  # V of a key, and H where V does not give it; nothing where H is 0
Shares = tuple[dict[Key, int], int]  # H(b, m), and the denominator
FIRST: Key = (inf, 0)  # that of the first player, who faces no score


@dataclass(frozen=True, eq=False)
class Stage:
    """One player's turn, for every key (b, m) that the player may face.

    Numerators over ``denominator``: ``won`` has H'(s, 1) for each score, ``kept`` H'(b, m) for each
    key, ``tied`` what each holder gets if the player ties, ``mine`` what the player gets then, and
    ``lost`` what the player gets who stays above b; of double stakes a loser has what is left.
    """

    board: Board
    keys: list[Key]
    won: dict[int, int]
    mine: Vector
    tied: Vector
    kept: Vector
    lost: Vector
    denominator: int
    double_stake: bool = False

    @cached_property
    def pay(self) -> dict[Key, PayOffs]:
        """The player's pay-offs, for each key."""
        scores = self.won.items()
        return {
            (b, m): tuple([won if s < b else mine if s == b else lost for s, won in scores])
            for (b, m), mine, lost in zip(self.keys, self.mine, self.lost)
        }

    @cached_property
    def held(self) -> dict[Key, PayOffs]:
        """The pay-offs of each holder, likewise."""
        left = {s: (self.denominator - won) * self.double_stake for s, won in self.won.items()}
        return {
            (b, m): tuple([rest if s < b else tied if s == b else kept for s, rest in left.items()])
            for (b, m), tied, kept in zip(self.keys, self.tied, self.kept)
        }

    @cached_property
    def values(self) -> Values:
        """V at every position, for each key."""
        return optimal_values(self.board, self.pay.values(), self.denominator)

    @cached_property
    def constant_sum(self) -> list[bool]:
        """True if V gives H, for each key: there are no holders, or V + m H = 1 at every score."""
        one, worst = self.denominator, self.board.scores[-1]
        # the lowest score that does not win the whole pot
        shared = next((s for s, share in self.won.items() if share != one), inf)
        return [
            m == 0
            or (
                (self.double_stake or b >= worst or m * kept == one)
                and (b not in self.won or mine + m * tied == one)
                and (self.double_stake or b <= shared)
            )
            for (b, m), mine, tied, kept in zip(self.keys, self.mine, self.tied, self.kept)
        ]


@dataclass(frozen=True, eq=False)
class Match:
    """Players in order on the same board, numbered from 0.

    `ties`, `at_once` and `double_stake` are those of `exactbox.games.shutbox.ShutTheBox`.

    Parameters
    ----------
    board : Board
        With all tiles open among its starts.
    more : scores that are asked about beside those of the board

    Attributes
    ----------
    keys : those that each player may face, increasing
    shares : H, by how many players are to come, as far as it is known
    """

    board: Board
    players: int = 2
    ties: str = SHARE
    at_once: bool = True
    more: tuple[int, ...] = ()
    double_stake: bool = False
    keys: list[list[Key]] = field(init=False, repr=False)
    shares: list[Shares] = field(init=False, repr=False)
    _stages: dict[int, Stage] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        require_match(self.players, self.ties, self.double_stake)
        scores = sorted({*self.board.scores, *self.more})
        faced = [b for b in scores if b or not self.at_once]  # who shuts the box at once has won
        # how many may have the lowest score when each player begins, and after the last
        holders = [1 if self.ties == EARLIER else j for j in range(1, self.players + 1)]
        work = len(self.board.positions) * (1 + len(faced) * sum(holders[:-1]))
        if work > MAX_WORK:
            raise ValueError(
                f"{self.players} players on this board make {work:,} values, more than {MAX_WORK:,}"
            )
        keys = [[(b, m) for b in faced for m in range(1, most + 1)] for most in holders[:-1]]
        one = lcm(*range(1, holders[-1] + 1)) if self.ties == SHARE else 1
        each = {1: one} | {m: one // m * (self.ties == SHARE) for m in range(2, holders[-1] + 1)}
        played = {(b, m): share for b in scores for m, share in each.items()}
        if self.double_stake:  # 2 + g of four stakes
            one, drawn = 4, 2 if self.ties == SHARE else 1
            played = {(b, 1): 3 + (b == 0) for b in scores} | {(b, 2): drawn for b in scores}
        object.__setattr__(self, "keys", [[FIRST], *keys])
        object.__setattr__(self, "shares", [(played, one)])

    def stage(self, player: int) -> Stage:
        """The player's turn, for all (b, m); those of the players behind are solved first."""
        behind = self.players - 1 - player
        while len(self.shares) <= behind:
            self.shares.extend(start_shares([self.stage(self.players - len(self.shares))]))
        if player not in self._stages:
            (after, one), keys = self.shares[behind], self.keys[player]
            won = {s: after[s, 1] for s in self.board.scores}
            mine, tied, kept, lost = [0], [0], [0], [0]  # of the first player nobody has a score
            if player:
                together = 0 if self.ties == EARLIER else 1
                tied, kept = [after[b, m + together] for b, m in keys], [after[key] for key in keys]
                lost = [(one - each) * self.double_stake for each in kept]
                mine = tied if together else lost
            self._stages[player] = Stage(
                self.board, keys, won, mine, tied, kept, lost, one, self.double_stake
            )
        return self._stages[player]

    def payoff(self, share: Fraction) -> Fraction:
        """A share as what it is to the player: itself, or the gain in stakes."""
        return 4 * share - 2 if self.double_stake else share

    def value(self, player: int, position: int, best: int = -1, holders: int = 1) -> Fraction:
        """The expected payoff of the player whose turn it is, in this position alone.

        `Stage.values` has those of all positions.
        """
        stage = self.stage(player)
        pay = stage.pay[(best, holders) if player else FIRST]
        ((value,),) = start_values(self.board, [[pay]], stage.denominator, position)
        share = Fraction(value, stage.denominator * self.board.unit)
        return self.payoff(share) if self.double_stake else share

    def tie_break_range(self, position: int) -> tuple[Fraction, Fraction]:
        """The first player's least and greatest share, whichever of equally good moves others take.

        The second of two players has no one after him, so his best moves are known whatever the
        tie-break. Among them H(b, 1) is made least, or greatest, separately for each b, and the
        first player maximises against that: his share does not fall where an H grows. Later players
        of three or more are left out: what the middle one gets, hence which of his moves are
        equally good, depends on how the last one breaks ties, which may depend on the whole past.

        The first player starts in `position`. Tie-breaks that give these shares may depend on the
        score to beat and on the past. More than two players are refused.
        """
        if self.players > 2:
            raise ValueError(
                f"the range over all tie-breaks is known for two players, not {self.players}"
            )
        if self.players == 1:
            return (self.value(0, position),) * 2
        stage = self.stage(1)
        shares = []
        for extreme in (min, max):
            held = evaluate_policy(stage.values, stage.held.values(), extreme)
            after = dict(zip((b for b, _ in stage.keys), held[self.board.rules.full]))
            if self.at_once:
                after[0] = stage.values.scale
            pay = [after[s] for s in self.board.scores]
            share = optimal_values(self.board, [pay], stage.values.scale).at(position)
            shares.append(self.payoff(share))
        return shares[0], shares[1]


def start_shares(stages: Sequence[Stage]) -> list[Shares]:
    """H when the turn begins, of stages on one board.

    There are two passes, of V alone where that gives H, and of V and H; equal pay-offs are one.
    """
    board, one = stages[0].board, lcm(*(stage.denominator for stage in stages))
    scale = one * board.unit
    lanes: list[list[Lane]] = []
    for stage in stages:
        constant_sum, times = stage.constant_sum, one // stage.denominator
        held: Iterable[PayOffs] = repeat(()) if all(constant_sum) else stage.held.values()
        each: list[Lane] = [
            (v,) if constant else (v, h) if any(h) else ()
            for v, h, constant in zip(stage.pay.values(), held, constant_sum)
        ]
        if times > 1:
            each = [tuple([tuple([times * n for n in of]) for of in lane]) for lane in each]
        lanes.append(each)
    values: dict[Lane, int] = {(): 0}
    for numbers in (1, 2):
        some = {lane: 0 for each in lanes for lane in each if len(lane) == numbers}
        if some:
            values |= zip(some, start_values(board, [*zip(*some)], one)[-1])
    all_shares: list[Shares] = []
    for lanes_of, stage in zip(lanes, stages):
        own = stage.denominator * board.unit
        shares = [
            (scale - values[lane] if len(lane) == 1 else m * values[lane]) // (m * (scale // own))
            for lane, (_, m) in zip(lanes_of, stage.keys)
        ]
        # where nobody faces 0, who has shut the box has won: H(0, 1) = 1
        all_shares.append(({(0, 1): own, **dict(zip(stage.keys, shares))}, own))
    return all_shares


def shares_of_first(board: Board, matches: Iterable[Played]) -> dict[Played, Fraction]:
    """The first player's share in each of these matches on one board, from all tiles open.

    What the others face depends on how many are to come, not on how many have played: the largest
    match with the same rule for ties and the same end answers for the smaller ones too.

    Examples
    --------
    >>> from exactbox.games.shutbox.rules import Rules
    >>> board = Board(Rules(tiles=(1, 2), dice=(2,)))
    >>> shares_of_first(board, [(2, "share", True), (2, "lose", True)])
    {(2, 'share', True): Fraction(5, 8), (2, 'lose', True): Fraction(9, 16)}
    """
    played = list(matches)
    most = {(ties, at_once): n for n, ties, at_once in sorted(played)}
    largest = {(t, a): Match(board, n, t, a) for (t, a), n in most.items()}
    for r in range(max(most.values()) - 1):  # so many play behind those who face a score
        some = [each for each in largest.values() if each.players > r + 1]
        stage_shares = start_shares([each.stage(each.players - 1 - r) for each in some])
        for each, shares in zip(some, stage_shares):
            each.shares.append(shares)
    after = [largest[t, a].shares[n - 1] for n, t, a in played]
    one = lcm(*(each for _, each in after))
    pay = [tuple([h[s, 1] * (one // each) for s in board.scores]) for h, each in after]
    scale = one * board.unit
    (values,) = start_values(board, [pay], one)
    return {match: Fraction(value, scale) for match, value in zip(played, values)}


def require_match(players: int, ties: str, double_stake: bool = False) -> None:
    """ValueError unless so many can play, with this rule for ties and for stakes."""
    if not 1 <= players <= MAX_PLAYERS:
        raise ValueError(f"{players} players cannot play, need 1 to {MAX_PLAYERS:,}")
    if ties not in TIES:
        raise ValueError(f"ties are {ties!r}, need one of {', '.join(TIES)}")
    if double_stake and players != 2:
        raise ValueError(
            f"double stakes are between two players: of {players} no rule says who pays whom"
        )
