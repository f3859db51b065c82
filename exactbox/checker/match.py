"""Kind "match": players take one turn each of Shut the Box, in order, and know the scores so far.

The question: the rules and the `start` of the first player's turn, as in `rules.shutbox`; the
others start with all tiles open. The lowest score of all wins the pot. With ``ties`` "share", those
who tie for it get equal parts; with "lose", nobody gets it; with "earlier", the first of them. With
``at_once`` a player who shuts the box wins, and nobody plays on. With ``double_stake``, of two
players and left out where it does not hold, the loser pays the winner a stake, or two where the
winner has shut the box; a tie pays nothing if ties are "share", costs both a stake if they are
"lose", and is won by the first if they are "earlier". The value is the first player's gain, in
stakes. `tie_break` is what everybody does among equally good moves: what the first player can
expect depends on it.

The witness: `stages`, from the last player to the first. A player's are those that they may face,
by increasing (b, m): m players hold the lowest score so far, b. Of each stage it has `values`, what
they can expect, and `held`, what each holder can; or nothing where that follows. They are those of
the rolls that are not settled: a pair of denominator and numerators for each number of open tiles.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise
from typing import Any

from . import reading
from .claim import Claim, value_text
from .reading import InvalidCertificate, Json, MalformedCertificate, fields, holds, items, need
from .rules.shutbox import RULES, Box, Turns, turns_from

TIES = {
    "share": "which those who tie for it share equally",
    "lose": "which nobody gets if several tie for it",
    "earlier": "which the earliest of those who tie for it gets",
}
DOUBLE_TIES = {
    "share": "a tie pays nothing",
    "lose": "a tie costs both a stake",
    "earlier": "the earlier wins a tie",
}
TIE_BREAKS = {
    "lowest-score-left": "that which leaves the lowest score, of two such that which shuts the "
    "highest tile that the other does not{behind}, of two such that with all dice before one die"
}
Stage = tuple[int, int]  # b and m
Block = tuple[int, list[int], list[int]]  # a denominator, choices, and their numerators


class Arithmetic:
    """The kernel: a turn, and how the values of its choices are calculated; here as fractions."""

    def turns(self, box: Box, starts: list[int]) -> Turns:
        """The turn as a process."""
        return turns_from(box, starts)

    def scale_shares(self, shares: dict[Stage, Fraction]) -> tuple[int, dict[Stage, Any]]:
        """How many units the pot has, and these parts of it in units."""
        return 1, shares

    def values(self, firsts: list[Any], unit: int, blocks: list[Block]) -> Any:
        """v: of the first choices in units of the pot, of the others in blocks."""
        v = dict(enumerate(firsts))
        for d, choices, numerators in blocks:
            v |= {c: Fraction(n, d) for c, n in zip(choices, numerators)}
        return v

    def exact(self, v: Any, c: int) -> Fraction:
        """v(c)."""
        return Fraction(v[c])

    def worst_first(self, v: Any) -> list[int]:
        """The choices by increasing value; of equal ones the first comes last."""
        return sorted(v, key=lambda c: (v[c], -c))

    def unequal(self, turns: Turns, v: Any, picked: list[int], settled: int) -> int | None:
        """A choice c from `settled` on with v(c) != sum_t p(c, t) v(picked[t]), if there is one."""
        begin, weight = turns.layout.begin, turns.layout.weight
        for c in range(settled, len(v)):
            i, j = begin[c], begin[c + 1]
            total = sum([w * v[k] for w, k in zip(weight[i:j], picked[i:j])])
            if total != v[c] * sum(weight[i:j]):
                return c
        return None


class Match:
    """The question, and a player's turn as a process."""

    def __init__(self, question: Json, kernel: Arithmetic) -> None:
        fields(question, f"{RULES} at_once double_stake? players tie_break ties", "question")
        self.players = reading.natural(question["players"], "players")
        need(self.players, "players: need at least one")
        self.at_once = reading.natural(question["at_once"], "at_once", 2)
        self.double_stake = reading.natural(question.get("double_stake", 0), "double_stake", 2)
        fits = "double_stake" not in question or (self.double_stake and self.players == 2)
        need(fits, "double_stake: need 1 and two players, or to be left out")
        self.ties = reading.one_of(TIES, question["ties"], "ties")
        self.tie_break = reading.one_of(TIE_BREAKS, question["tie_break"], "tie_break")
        self.box, self.kernel = Box(question), kernel
        self.start = self.box.position(question["start"], "start")
        self.turns = kernel.turns(self.box, [self.start, self.box.full])
        self.scores, positions, self.layout, self.rolls = self.turns
        self.actions = [self.layout.action[i:j] for i, j in pairwise(self.layout.first)]
        self.points = [self.box.score_of(position) for position in positions]
        self.tiles = [position.bit_count() for position in positions]

    def stages(self) -> int:
        """How many there are of all players."""
        scores = len(self.scores) - self.at_once * (0 in self.scores)
        others = self.players - 1
        return 1 + scores * (others if self.ties == "earlier" else others * self.players // 2)

    def faced(self, player: int) -> list[Stage]:
        """The stages that a player may face: the lowest score so far, and how many hold it."""
        most = 1 if self.ties == "earlier" else player
        scores = [b for b in self.scores if b or not self.at_once]
        return [(b, m) for b in scores for m in range(1, most + 1)] if player else [(0, 0)]

    def after_all(self, b: int, m: int) -> Fraction:
        """The part of the pot of each of the m players who have the lowest score in the end, b.

        With `double_stake` the pot has four stakes, two of each player: who gains g has (2 + g) / 4
        of it, and a loser has what the winner leaves, 1 - H(s, 1), instead of nothing.
        """
        if self.double_stake:
            return Fraction(3 + (b == 0) if m == 1 else 2 - (self.ties == "lose"), 4)
        return Fraction(m == 1) if self.ties == "lose" else Fraction(1, m)

    def prize(self, after: dict[Stage, Any], b: int, m: int, unit: int) -> list[tuple[Any, Any]]:
        """The payoffs of each of the turn's ends to the player and to each holder; these can expect
        `after` when it is over; of double stakes the loser has the rest."""
        if m == 0:
            return [(after[s, 1], 0) for s in self.scores]
        rest = {s: self.double_stake and unit - after[s, 1] for s in self.scores if s <= b}
        lower = [(after[s, 1], rest[s]) for s in self.scores if s < b]
        same = after[b, m + (self.ties != "earlier")]
        higher = [(rest[b], after[b, m])] * (len(self.scores) - len(lower) - 1)
        return [*lower, (rest[b] if self.ties == "earlier" else same, same), *higher]

    def check_stage(
        self, given: Any, prize: list[tuple[Any, Any]], unit: int, m: int, start: int
    ) -> tuple[Fraction, Fraction]:
        """What the player and each holder can expect of a turn from `start`.

        The values obey v(c) = sum_t p(c, t) v(t), v(t) being that of the best action of state t,
        the first of several in the tie-break; so by induction on the number of the choice they are
        the greatest that the player can expect, and what he expects by these moves. The holders'
        values obey the same equation for these moves. Where pay + m held = 1 at all ends, the
        holders' are (1 - v) / m.

        Settled rolls are left out: those of positions of a score up to which all ends pay the same
        to the player and to each holder. A turn that goes on from there ends with such a score, so
        these expect the same whatever is played there. Nobody else counts: who was before and does
        not hold the lowest score gets nothing, and what those to come can expect matters to nobody
        before them, nor is it claimed.
        """
        fields(given, "held values", "the stage")
        same = next((i for i, pair in enumerate(prize) if pair != prize[0]), len(prize))
        settled = len(prize) + bisect_right(self.points, self.scores[same - 1])
        follows = m == 0 or all(p + m * h == unit for p, h in prize)
        need(not follows or given["held"] == [], "held: it follows, need []")
        ends = dict(zip(("values", "held")[: 2 - follows], map(list, zip(*prize))))
        vectors = {what: self.read(given[what], what, ends[what], unit, settled) for what in ends}
        picked, best = self.pick(self.kernel.worst_first(vectors["values"]), settled, start)
        shares = []
        for what, v in vectors.items():
            c = self.kernel.unequal(self.turns, v, picked, settled)
            wrong = "the number is not what the best moves give, the first in the tie-break"
            holds(c is None, f"{what}: choice {c}: {wrong}")
            shares.append(self.kernel.exact(v, best))
        return shares[0], (1 - shares[0]) * Fraction(1, max(m, 1)) if follows else shares[1]

    def read(self, given: Any, what: str, ends: list[Any], unit: int, settled: int) -> Any:
        """A number for each choice, given in blocks from `settled` on."""
        groups: dict[int, list[int]] = {}
        for c, tiles in enumerate(self.tiles[settled - len(ends) :], settled):
            groups.setdefault(tiles, []).append(c)
        blocks = []
        for (tiles, choices), pair in zip(sorted(groups.items()), items(given, what, len(groups))):
            here = f"{what}: with {tiles} tiles"
            denominator, numerators = items(pair, here, 2)
            d = reading.integer(denominator, here)
            need(d > 0, f"{here}: the denominator is not positive")
            blocks.append((d, choices, reading.integers(numerators, here, len(choices))))
        return self.kernel.values(ends + ends[:1] * (settled - len(ends)), unit, blocks)

    def pick(self, worst_first: list[int], settled: int, start: int) -> tuple[list[int], int]:
        """The best action of each state that is not settled, and of `start`."""
        rank = [0] * len(worst_first)
        for r, c in enumerate(worst_first):
            rank[c] = r
        least = self.layout.begin[settled]  # the first state that is not settled
        best = [max(row, key=rank.__getitem__) for row in self.actions[least:-1]]
        return [0] * least + best, max(self.rolls[start], key=rank.__getitem__)

    def __str__(self) -> str:
        """The match in words."""
        begin = self.box.open_tiles(self.start)
        others = "" if self.start == self.box.full else ", the others with all tiles"
        over = "a shut box wins at once" if self.at_once else "a shut box does not end the match"
        behind = " (the tiles behind are higher)" if self.box.behind else ""
        first = TIE_BREAKS[self.tie_break].format(behind=behind)
        wins, own = f"wins the pot, {TIES[self.ties]}", "own part of it"
        if self.double_stake:
            wins = "wins a stake from the other, two where its player has shut the box; "
            wins, own = wins + DOUBLE_TIES[self.ties], "own gain"
        return (
            f"in a match of {self.players} player{'s'[: self.players - 1]}, in order, one turn each"
            f" of {self.box}, the first begun with {begin} open{others}; the lowest score {wins};"
            f" {over}; each knows the scores before, maximises the expectation of their {own}, and"
            f" takes of equally good moves {first}"
        )


def check(question: Any, witness: Any, kernel: Arithmetic | None = None) -> Claim:
    """The first player's expected share, where each maximises their own, ties broken by an order.

    H(b, m) is what each of the m players who hold the lowest score so far, b, can expect when a
    player is about to begin. After the last player it is 1 for m = 1; otherwise 1 / m if ties are
    "share", and 0 if they are "lose"; with "earlier", m is always 1. H(0, 1) = 1 with `at_once`.
    With `double_stake` a part is (2 + g) / 4 of gain g, see `Match.after_all`. A
    player whose turn ends at s gets, in terms of the next player's H, H(s, 1) if s < b;
    H(b, m + 1) if s = b, 0 if ties are "earlier"; else 0. The holders get 0, H(b, m + 1) and
    H(b, m).

    By induction from the last player to the first, and for each by `Match.check_stage`, these are
    the expectations if everybody maximises their own and, of equally good moves, takes the first in
    the tie-break. No two moves are equal in it, so that all moves, and the value, follow from the
    question.
    Coq: `match_checked` (proofs/coq/MatchChecker.v), which finds the value anew.
    """
    kernel = kernel or Arithmetic()
    match = Match(question, kernel)
    stages = items(fields(witness, "stages", "witness")["stages"], "stages", match.stages())
    given, after = enumerate(stages), dict[Stage, Fraction]()
    for m in range(1, match.players + 1):
        after |= {(b, m): match.after_all(b, m) for b in match.scores}
    for player in reversed(range(match.players)):
        unit, shares = kernel.scale_shares(after)
        after = {(0, 1): Fraction(1)}  # who shut the box has won; or this is faced, below
        start = match.box.full if player else match.start
        for b, m in match.faced(player):
            (k, stage), prize = next(given), match.prize(shares, b, m, unit)
            try:
                share, after[b, m] = match.check_stage(stage, prize, unit, m, start)
            except (InvalidCertificate, MalformedCertificate) as error:
                raise type(error)(f"stage {k}: {error}") from None
    facts = {"players": match.players, "stages": len(stages)}
    facts |= {"states": len(match.actions), "choices": len(match.layout.begin) - 1}
    double = match.double_stake
    value, what = (4 * share - 2, "gain, in stakes,") if double else (share, "part of the pot")
    sentence = f"{match}: the first player's expected {what} is {value_text(value)}"
    theorems = str(check.__doc__), str(Match.check_stage.__doc__)
    return Claim("match", sentence, value, None, facts, theorems)
