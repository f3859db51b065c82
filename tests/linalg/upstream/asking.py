"""Of many matrices and systems everything is asked, in whatever way they can be handed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain

from tests.linalg.upstream import forms, questions
from tests.linalg.upstream.questions import SMALL, Count, Differs, as_lists, inputs, product
from tests.linalg.upstream.recording import Recorded


def right_sides(a: Recorded) -> list[Recorded]:
    """One b = A (1, 2, ...), as a vector; one with two columns, which may have no solution."""
    m, n, _ = a
    b = product(as_lists(a), [Fraction(j + 1) for j in range(n)])
    first = tuple((i, 0, e.numerator, e.denominator) for i, e in enumerate(b) if e)
    second = [(i, 1, 7 - i, i + 1) for i in range(m) if i != 7]
    return [(m, 1, first), (m, 2, tuple(sorted(chain(first, second))))]


def ask_one(a: Recorded, b: Recorded | None, turn: int, count: Count) -> None:
    """All questions about a matrix, or about a system; the long ones where it is small."""
    ways = inputs(a)
    given = ways[turn % len(ways)]
    small = max(a[:2]) <= SMALL
    if b is None:
        questions.ask_matrix(a, given, count)
        if small:
            forms.ask_forms(a, given, count)
        return
    sides = inputs(b)
    side = sides[turn % len(sides)]
    questions.ask_system(a, b, given, side, count)
    if small:
        forms.ask_least_squares(a, b, given, side, count)
        forms.ask_integers(a, b, given, side, count)


def ask(matrices: Sequence[Recorded], systems: Sequence[tuple[Recorded, Recorded]]) -> Count:
    """All questions about all of them; stops at the first difference, and says on what."""
    count: Count = Counter()
    asked = [(a, None) for a in matrices]
    asked += [(a, b) for a in matrices for b in right_sides(a)]
    asked += list(systems)
    for turn, (a, b) in enumerate(asked):
        try:
            ask_one(a, b, turn, count)
        except Exception as error:
            raise Differs(f"{a} {b}: {type(error).__name__}: {error}") from error
    return count
