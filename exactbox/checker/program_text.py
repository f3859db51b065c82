"""The text of a small program, which the sentence about it has in place of c x, A, L and U."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

GOAL, LIMITS = "c x + c0", "l <= x <= u and L <= A x <= U"  # in a sentence
MAX_ROWS, MAX_DIGITS = 8, 20  # rows or columns, and digits of each number, of a small program


def program_text(s: Any, said: str) -> str:
    """A sentence about a program, which has all numbers of one that is small, in rationals."""
    rows = [v for row in (*s.a, s.cost) for v in row.values()]
    numbers = [*rows, *s.d, s.over, s.constant, *(b for b in s.low + s.high if b is not None)]
    sizes = [size for each in numbers for size in (abs(each.numerator), each.denominator)]
    if max(s.m, s.n) > MAX_ROWS or max(sizes) >= 10**MAX_DIGITS:
        return said
    goal = sum_of({j: s.sign * v for j, v in s.cost.items()}, s.over, s.constant)
    forms = [(sum_of(row, d), d) for row, d in zip(s.a, s.d)]
    forms += [(f"x({j + 1})", 1) for j in range(s.n)]
    sides = zip(s.low[s.n :] + s.low[: s.n], s.high[s.n :] + s.high[: s.n])
    limits = []
    for (form, d), pair in zip(forms, sides):
        low, high = [b if b is None else Fraction(b) * Fraction(1, d) for b in pair]
        if low is not None and low == high:
            limits.append(f"{form} = {low}")
        elif low is not None and high is None:
            limits.append(f"{form} >= {low}")
        elif high is not None:
            limits.append(f"{'' if low is None else f'{low} <= '}{form} <= {high}")
    said = said.replace(LIMITS, ", ".join(limits) or "no bounds").replace(GOAL, goal)
    return said.replace("with c x", "with the objective")


def sum_of(row: dict[int, int], over: int, constant: Fraction = Fraction(0)) -> str:
    """A sum of columns, counted from 1."""
    text, terms = "", [(Fraction(v, over), f"x({j + 1})") for j, v in sorted(row.items())]
    for value, name in terms + [(constant, "")] * (constant != 0):
        text += (" - " if value < 0 else " + ") if text else "-" * (value < 0)
        size = "" if abs(value) == 1 and name else f"{abs(value)}"
        text += f"{size} {name}".strip()
    return text or "0"
