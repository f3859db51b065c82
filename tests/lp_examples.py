"""Programs and games that others wrote down: Netlib's, with the values of Koch 2004, and books'."""

from __future__ import annotations

import io
import tarfile
from fractions import Fraction
from itertools import product
from pathlib import Path

from exactbox.lp import parse_program

SHARED = Path(__file__).parents[2] / "shared" / "lp"


def netlib():
    """Name to the digits that Koch printed."""
    if not SHARED.is_dir():
        return {}
    lines = (SHARED / "koch.txt").read_text().splitlines()
    return dict(line.split() for line in lines)


def netlib_text(name):
    with tarfile.open(SHARED / "netlib.tar.xz") as archive:
        member = next(m for m in archive.getmembers() if Path(m.name).stem == name)
        return io.TextIOWrapper(archive.extractfile(member)).read()


def netlib_program(name):
    return parse_program(netlib_text(name))


def kuhns_poker():
    """Kuhn 1950: three cards, an ante of 1, a bet of 1. What the first player receives, by pure
    strategies: of the first for each card fold, call (both after a pass) or bet; of the second for
    each card what to do after a pass (bet or not), and after a bet (call or not)."""
    firsts = list(product(("fold", "call", "bet"), repeat=3))
    seconds = list(product(product((False, True), repeat=2), repeat=3))

    def payoff(first, second, mine, other):
        wins = 1 if mine > other else -1
        plan, (bets, calls) = first[mine], second[other]
        if plan == "bet":
            return 2 * wins if calls else 1
        if not bets:
            return wins
        return -1 if plan == "fold" else 2 * wins

    deals = [(a, b) for a in range(3) for b in range(3) if a != b]
    return [
        [Fraction(sum(payoff(f, s, a, b) for a, b in deals), len(deals)) for s in seconds]
        for f in firsts
    ]


def blotto(soldiers, fields):
    """Borel 1921: who sends more soldiers to a field wins it; what is won less what is lost."""

    def placings(left, rest):
        if rest == 1:
            return [(left,)]
        return [(k, *more) for k in range(left + 1) for more in placings(left - k, rest - 1)]

    plans = placings(soldiers, fields)
    return [
        [sum((x > y) - (x < y) for x, y in zip(a, b, strict=True)) for b in plans] for a in plans
    ]
