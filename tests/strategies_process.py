"""Hypothesis generators of small decision processes and card games, as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

Chance = list[tuple[Fraction, list[tuple[Fraction, int]]]]
Lists = tuple[Chance, list[list[int]]]


def _branches(draw: st.DrawFn, targets: list[int]) -> list[tuple[Fraction, int]]:
    weights = [draw(st.integers(1, 2)) for _ in targets]
    return [(Fraction(w, sum(weights)), d) for w, d in zip(weights, targets, strict=True)]


@st.composite
def _lists(draw: st.DrawFn, costs: st.SearchStrategy[Fraction], every: bool) -> Lists:
    """Terminals first; each other chance node leads to a decision node of its own with an option of
    smaller number, and with `every` all options of that decision node have smaller numbers.
    """
    terminals, inner = draw(st.integers(1, 2)), draw(st.integers(0, 3))
    pay_off = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 4))
    chance: Chance = [(draw(pay_off), []) for _ in range(terminals)]
    decision: list[list[int]] = []
    for c in range(terminals, terminals + inner):
        below = st.integers(0, c - 1)
        anywhere = below if every else st.integers(0, terminals + inner - 1)
        options = draw(st.sets(anywhere, max_size=2)) | {draw(below)}
        decision.append(draw(st.permutations(sorted(options))))
        others = draw(st.sets(st.integers(0, inner - 1), max_size=1))
        chance.append((draw(costs), _branches(draw, sorted(others | {c - terminals}))))
    return chance, decision


def ending_processes() -> st.SearchStrategy[Lists]:
    """Costs of both signs; every policy ends, so least and greatest costs are finite."""
    return _lists(st.builds(Fraction, st.integers(-9, 9), st.integers(1, 4)), True)


def costly_processes() -> st.SearchStrategy[Lists]:
    """Each step costs something; some policies may never end, but from everywhere one does."""
    return _lists(st.builds(Fraction, st.integers(1, 9), st.integers(1, 4)), False)


def dice() -> st.SearchStrategy[list[dict[int, int]]]:
    """One or two dice with at most three faces, up to 4, loaded."""
    die = st.dictionaries(st.integers(1, 4), st.integers(1, 3), min_size=1, max_size=3)
    return st.lists(die, min_size=1, max_size=2)


@st.composite
def flip_games(draw: st.DrawFn) -> dict[str, Any]:
    """Parameters of `flip` with at most four cards; the goal may be out of reach."""
    cards = draw(st.integers(1, 4))
    mask = st.integers(0, 2**cards - 1)
    return {"cards": cards, "dice": draw(dice()), "start": draw(mask), "goal": draw(mask)}
