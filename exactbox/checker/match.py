"""Kind "match": players take one turn each of Shut the Box, in order, and know the scores so far.

The question: the rules and the `start` of the first player's turn, as in `shutbox`; the others
start with all tiles open. The lowest score of all wins the pot. With ``ties`` "share", those who
tie for it get equal parts; with "lose", nobody gets it; with "earlier", the first of them. With
``at_once`` a player who shuts the box wins, and nobody plays on. `tie_break` is what everybody does
among equally good moves: what the first player can expect depends on it.

The witness: `stages`, from the last player to the first. A player's are those that he may face, by
increasing (b, m): m players hold the lowest score so far, b. Of each stage it has `values`, what he
can expect, and `held`, what each holder can; or nothing where that follows. They are those of
the rolls that are not settled: a pair of denominator and numerators for each number of open tiles.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cmp_to_key
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from .budget import VISIT, Budget
from .claim import Claim, said
from .rationals import Cofactors, Values
from .reading import (
    InvalidCertificate,
    MalformedCertificate,
    fields,
    integer,
    integers,
    items,
    natural,
    one_of,
)
from .shutbox import RULES, Box, turns_from

TIES = {
    "share": "which those who tie for it share equally",
    "lose": "which nobody gets if several tie for it",
    "earlier": "which the earliest of those who tie for it gets",
}
TIE_BREAKS = {
    "lowest-score-left": "that which leaves the lowest score, of two such that which shuts the "
    "highest tile that the other does not{behind}, of two such that with all dice before one die"
}


class Prize(NamedTuple):
    """What the turn's ends pay in a stage, over one denominator."""

    denominator: int
    pay: list[int]  # to the player
    held: list[int]  # to each of the holders
    holders: int


class Match:
    """The question, and a player's turn as a process."""

    def __init__(self, question: Any, budget: Budget) -> None:
        fields(question, f"{RULES} at_once players tie_break ties", "question")
        self.budget, self.comparisons = budget, 0
        self.players = natural(question["players"], "players")
        if not self.players:
            raise MalformedCertificate("players: need at least one")
        self.at_once = natural(question["at_once"], "at_once", 2)
        self.ties = one_of(TIES, question["ties"], "ties")
        self.tie_break = one_of(TIE_BREAKS, question["tie_break"], "tie_break")
        self.box = Box(question)
        self.start = self.box.position(question["start"], "start")
        turns = turns_from(self.box, [self.start, self.box.full], budget)
        self.scores, self.positions, self.layout, self.rolls = turns
        self.points = [self.box.score_of(position) for position in self.positions]
        first, option = self.layout.first, self.layout.option
        self.options = [option[i:j] for i, j in pairwise(first)]
        begin, weight = self.layout.begin, self.layout.weight
        self.whole = [sum(weight[i:j]) for i, j in pairwise(begin)]

    def stages(self) -> int:
        """How many there are of all players."""
        scores = len(self.scores) - self.at_once * (0 in self.scores)
        others = self.players - 1
        return 1 + scores * (others if self.ties == "earlier" else others * self.players // 2)

    def faced(self, player: int) -> Iterator[tuple[int, int]]:
        """What a player may face: the lowest score so far, and how many hold it."""
        if player == 0:
            yield 0, 0
            return
        for b in self.scores:
            if b or not self.at_once:
                yield from ((b, m) for m in range(1, 2 if self.ties == "earlier" else player + 1))

    def prize(self, after: dict[tuple[int, int], int], denominator: int, b: int, m: int) -> Prize:
        """What a turn's ends pay, `after` being what holders can expect when it is over."""
        together = int(self.ties != "earlier")
        pay, held = [], []
        self.budget.spend((VISIT + denominator.bit_length() // 10) * len(self.scores))
        for s in self.scores:
            if m == 0 or s < b:
                pay.append(after[s, 1])
                held.append(0)
            elif s == b:
                pay.append(together * after[b, m + together])
                held.append(after[b, m + together])
            else:
                pay.append(0)
                held.append(after[b, m])
        return Prize(denominator, pay, held, m)

    def check_stage(self, given: Any, prize: Prize, start: int) -> tuple[Fraction, Fraction]:
        """What the player and each holder can expect of a turn from `start`.

        The values obey v(c) = sum_t p(c, t) v(t), v(t) being that of the best option of state t,
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
        ends, pairs = len(self.scores), list(zip(prize.pay, prize.held))
        same = next((i for i, pair in enumerate(pairs) if pair != pairs[0]), ends)
        settled = ends + bisect_right(self.points, self.scores[same - 1])
        values = self.read_values(given["values"], "values", prize.pay, prize, settled)
        worst_first, rank = self.ranked(values)
        best = worst_first[max([rank[c] for c in self.rolls[start]])]
        state = self.layout.begin[settled]  # the first that a roll leads to which is not settled
        options = len(self.layout.option) - self.layout.first[state]
        self.budget.spend(VISIT * (len(self.options) - state) // 2 + VISIT * options // 6)
        self.comparisons += options - (len(self.options) - state)
        rows = self.options[state:-1]
        picked = [worst_first[max([rank[c] for c in row])] for row in rows]
        self.check_equations(values, picked, settled)
        share, m = values.fraction(best), prize.holders
        if m == 0 or all(p + m * h == prize.denominator for p, h in pairs):
            items(given["held"], "held", 0)
            self.budget.spend(share.denominator.bit_length() ** 2 // 3600)  # as in `Values`
            return share, (1 - share) * Fraction(1, max(m, 1))
        held = self.read_values(given["held"], "held", prize.held, prize, settled)
        self.check_equations(held, picked, settled)
        return share, held.fraction(best)

    def read_values(
        self, given: Any, what: str, ends: list[int], prize: Prize, settled: int
    ) -> Values:
        """A number for each choice: at the ends, at what is settled, and of the other rolls."""
        self.budget.spend(VISIT * len(self.whole) // 2)
        values = Values([], len(self.whole), what, self.budget)
        known = ends + ends[:1] * (settled - len(ends))
        values.add(what, prize.denominator, list(range(settled)), known)
        groups: dict[int, list[int]] = {}
        for c, position in enumerate(self.positions[settled - len(ends) :], settled):
            groups.setdefault(position.bit_count(), []).append(c)
        for (tiles, choices), pair in zip(sorted(groups.items()), items(given, what, len(groups))):
            here = f"{what}: with {tiles} tiles"
            denominator, numerators = items(pair, here, 2)
            numbers = integers(numerators, here, len(choices))
            values.add(here, integer(denominator, f"{here}: denominator"), choices, numbers)
        return values

    def ranked(self, values: Values) -> tuple[list[int], list[int]]:
        """The choices from the worst to the best, and the rank of each among them.

        Of equal ones the first in the tie-break, which is that with the lowest number (see
        `shutbox`), ranks highest.
        """

        def difference(c: int, other: int) -> Any:
            self.budget.spend(VISIT)
            return values.difference(c, other)

        low = values.leads(*values.scale())
        count = len(low)
        self.budget.spend(VISIT * count)
        worst_first: list[int] = []
        by_floor = sorted(range(count - 1, -1, -1), key=low.__getitem__)  # stable
        for _, group in groupby(by_floor, key=low.__getitem__):
            equal = list(group)  # as far as floors go; decreasing
            if len(equal) > 1:
                equal.sort(key=cmp_to_key(difference))
            worst_first += equal
        rank = [0] * count
        for r, c in enumerate(worst_first):
            rank[c] = r
        return worst_first, rank

    def check_equations(self, values: Values, picked: list[int], settled: int) -> None:
        """v(c) = sum_t p(c, t) v(t) for rolls that are not settled, times the sum of weights."""
        cofactors = Cofactors(values.denominator, self.budget)
        block, numerator, begin = values.block, values.numerator, self.layout.begin
        weight = self.layout.weight[begin[settled] :]
        widest = values.bits * max(self.whole).bit_length()
        self.budget.spend((VISIT * 2 // 3 + widest // 900) * (len(weight) + len(self.whole)))
        for members in values.members[1:]:
            for c in members:
                terms: dict[int, Any] = {}
                branches = slice(begin[c] - begin[settled], begin[c + 1] - begin[settled])
                for w, k in zip(weight[branches], picked[branches]):
                    e = block[k]
                    terms[e] = terms.get(e, 0) + w * numerator[k]
                total, extra = cofactors.add_up(terms, block[c])
                if total != self.whole[c] * numerator[c] * extra:
                    raise InvalidCertificate(
                        f"{values.what}: choice {c}: the number is not what the best moves give,"
                        " the first in the tie-break"
                    )

    def __str__(self) -> str:
        """The match in words."""
        begin = self.box.open_tiles(self.start)
        others = "" if self.start == self.box.full else ", the others with all tiles"
        over = "a shut box wins at once" if self.at_once else "a shut box does not end the match"
        behind = " (the tiles behind are higher)" if self.box.behind else ""
        first = TIE_BREAKS[self.tie_break].format(behind=behind)
        return (
            f"in a match of {self.players} player{'s'[: self.players - 1]}, in order, one turn each"
            f" of {self.box}, the first begun with {begin} open{others}; the lowest score wins the"
            f" pot, {TIES[self.ties]}; {over}; each knows the scores before, maximises the"
            f" expectation of their own part of it, and takes of equally good moves {first}"
        )


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The first player's expected share, where each maximises their own, ties broken by an order.

    H(b, m) is what each of the m players who hold the lowest score so far, b, can expect when a
    player is about to begin. After the last player it is 1 for m = 1; otherwise 1 / m if ties are
    "share", and 0 if they are "lose"; with "earlier", m is always 1. H(0, 1) = 1 with `at_once`. A
    player whose turn ends at s gets, in terms of the next player's H, H(s, 1) if s < b;
    H(b, m + 1) if s = b, 0 if ties are "earlier"; else 0. The holders get 0, H(b, m + 1) and
    H(b, m).

    By induction from the last player to the first, and for each by `Match.check_stage`, these are
    the expectations if everybody maximises their own and, of equally good moves, takes the first in
    the tie-break. No two moves are equal in it, so that all moves, and the value, follow from the
    question.

    Coq: `match_checked` (proofs/coq/MatchChecker.v), which finds the value anew.
    """
    match = Match(question, budget)
    stages = items(fields(witness, "stages", "witness")["stages"], "stages", match.stages())
    given = enumerate(stages)
    after: dict[tuple[int, int], Fraction] = {}
    for m in range(1, match.players + 1):
        share = Fraction(m == 1) if match.ties == "lose" else Fraction(1, m)
        after |= {(b, m): share for b in match.scores}
    for player in reversed(range(match.players)):
        common, numerators = over_one(after, budget)
        after = {(0, 1): Fraction(1)}  # who shut the box has won; or this is faced, below
        start = match.box.full if player else match.start
        for b, m in match.faced(player):
            k, stage = next(given)
            try:
                share, held = match.check_stage(stage, match.prize(numerators, common, b, m), start)
            except (InvalidCertificate, MalformedCertificate) as error:
                raise type(error)(f"stage {k}: {error}") from None
            after[b, m] = held
    facts = {
        "players": match.players,
        "stages": len(stages),
        "states": len(match.options),
        "choices": len(match.whole),
        "comparisons": match.comparisons,
    }
    sentence = f"{match}: the first player's expected part of the pot is {said(share)}"
    theorems = str(check.__doc__), str(Match.check_stage.__doc__)
    return Claim("match", sentence, share, None, facts, theorems)


def over_one(
    shares: dict[tuple[int, int], Fraction], budget: Budget
) -> tuple[int, dict[tuple[int, int], int]]:
    """A common denominator, and the numerators."""
    common = 1
    for share in shares.values():
        d = share.denominator
        budget.division(common.bit_length(), d.bit_length())
        if common % d:
            budget.multiple(common.bit_length(), d.bit_length())
            common = math.lcm(common, d)
    numerators = {}
    for key, share in shares.items():
        budget.division(common.bit_length(), share.denominator.bit_length())
        budget.product(common.bit_length(), share.denominator.bit_length())
        budget.keep(common.bit_length() // 8)
        numerators[key] = share.numerator * (common // share.denominator)
    return common, numerators
