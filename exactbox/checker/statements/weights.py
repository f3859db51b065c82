"""Weights of the equations, and what they prove: statements about linear systems."""

from __future__ import annotations

from fractions import Fraction

from ..linear import LISTS, SYSTEM, Check, Matrix, Row, System, check_minor, transposed
from ..reading import Json, holds


def check_inconsistent(s: System, w: Json) -> None:
    """With the weights w of the rows, w A = 0 and w B is not 0, so no X has A X = B.

    If one had, w B = w A X = 0. (As the question has the rows, row i weighs w(i) d(i).)
    Coq: `no_solution` (proofs/coq/Linear.v), `inconsistent_checked` (proofs/coq/LinearChecker.v).
    """
    of_a, of_b = [*transposed(s.a).values()], transposed(s.b).values()
    s.check_product(of_a, w["weights"], [{}] * len(of_a), "w A is not 0")
    holds(any(s.times(column, w["weights"]) for column in of_b), "weights: w B is 0")


def check_entry(s: System, w: Json) -> Fraction:
    """A has an inverse, as it is square, and by the minor; so A X = B for one X.

    The weights w of the rows have w A = the unit vector e of i; so row i of X is e X = w A X = w B,
    and x(i, c) is entry c of it.
    Coq: `entry_by_weights` (proofs/coq/Linear.v), `entry_checked` (proofs/coq/WeightsChecker.v).
    """
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    (i, c), of_a = s.entry, transposed(s.a)
    unit = [{0: 1} if j == i else {} for j in of_a]
    s.check_product([*of_a.values()], w["weights"], unit, "w A is not the unit vector")
    return Fraction(s.times(transposed(s.b).get(c, {}), w["weights"]).get(0, 0))


def check_no_integer_solution(s: System, w: Json) -> None:
    """With the weights w of the rows, w A is whole and w B is not, so no X of integers has A X = B.

    If one had, w B = w A X would be whole. (As the question has the rows, row i weighs w(i) d(i).)
    Coq: `no_integers` (proofs/coq/Linear.v), `no_integer_solution_checked`
    (proofs/coq/WeightsChecker.v).
    """
    holds(is_whole(s, s.a, w["weights"]), "weights: w A is not whole")
    holds(not is_whole(s, s.b, w["weights"]), "weights: w B is whole")


def is_whole(s: System, a: list[Row], weights: Matrix) -> bool:
    """True if all entries of w A are integers."""
    products = (s.times(column, weights) for column in transposed(a).values())
    return all(v.denominator == 1 for row in products for v in row.values())


SUM = f"{LISTS} a combination of its equations that"
SENTENCES = {
    "entry": f"{SYSTEM} has exactly one solution, and its entry {{entry}} is {{value}}",
    "inconsistent": f"{SYSTEM} has no solution: {SUM} reads 0 = c for a c that is not 0",
    "no_integer_solution": f"{SYSTEM} has no solution in integers: {SUM} has integers on the left, "
    "and on the right a number that is not one",
}
STATEMENTS: dict[str, tuple[str, list[Check]]] = {
    "entry": ("minor weights", [check_entry, check_minor]),
    "inconsistent": ("weights", [check_inconsistent]),
    "no_integer_solution": ("weights", [check_no_integer_solution]),
}
