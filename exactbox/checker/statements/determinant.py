"""The determinant of a square matrix: a statement about linear systems (`linear`)."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from ..linear import A, Check, System, product_of_pivots
from ..reading import Json, holds


def check_determinant(s: System, w: Json) -> Fraction:
    """The determinant of A, of n rows and columns, is the only number that these three allow.

    With the rows as integers it is det, the sum over all permutations. Its size: |det| <= H, where
    H^2 is the product of the sums of the squares of the rows (Hadamard). A divisor: A x is whole
    for the vector x of the certificate, and by Cramer's rule so is det x; hence det is a multiple
    of D, the least common denominator of x. A residue: all rows and columns are eliminated modulo
    M, as in `check_minor`; so modulo M det is the product of the pivots, times the sign of the
    permutation that takes each pivot's row to its column. Each pivot is a unit there, so is det,
    and so is D, which divides it. Hence det / D is known modulo M, and as 2 H < D M there is one
    such number of size H / D or less. (For a singular A x may be a vector of the null space over a
    D above 2 H; then M = 1 will do, where nothing is to be eliminated.) With the rows as they are
    the determinant is det over the product of the d(i).
    Not proved in Coq.
    """
    columns, modulus, rows = (w["minor"][key] for key in ("columns", "modulus", "rows"))
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    holds(modulus > 0, "minor: the modulus is below 1")
    order = len(rows)
    holds(modulus == 1 or order >= s.n, f"minor: order {order}, need {s.n} for the determinant")
    products = (v for row in s.a for v in s.times(row, w["fractions"]).values())
    holds(all(v.denominator == 1 for v in products), "A x is not whole")
    x = (v for j in range(s.n) for v in s.times({j: 1}, w["fractions"]).values())
    divisor = s.least_multiple(v.denominator for v in x)
    holds(s.exceeds(divisor, modulus), "minor: the modulus is too small for this determinant")
    residue = product_of_pivots(s, w["minor"]) * sign(rows, columns)
    quotient = residue * pow(divisor, -1, modulus) % modulus
    quotient -= modulus * (2 * quotient > modulus)
    return Fraction(divisor * quotient, prod(s.d))


def sign(rows: list[int], columns: list[int]) -> int:
    """1 if the permutation that takes rows[k] to columns[k] is even, else -1."""
    to, parity = dict(zip(rows, columns)), 1
    while to:
        _, j = to.popitem()
        while j in to:  # a cycle of length l is l - 1 transpositions
            j, parity = to.pop(j), -parity
    return parity


SENTENCES = {"determinant": f"{A} has a determinant that is {{value}}"}
STATEMENTS: dict[str, tuple[str, list[Check]]] = {
    "determinant": ("fractions minor", [check_determinant]),
}
