"""Minors of a matrix, by elimination modulo an integer: lower bounds of a rank, and determinants.

A minor has `rows` and `columns`, in an order in which they can be eliminated modulo `modulus`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from math import gcd
from typing import Any

from .budget import ITEM, Budget
from .claim import shown
from .matrices import Row, System, common_denominator, fraction, rationals, whole
from .reading import InvalidCertificate, fields, integer, natural, naturals

PRODUCT = 150  # of short integers, added to others
SHORT = 60  # bits of a modulus that the certificate writes in decimal


def minor_order(system: System, witness: Any, budget: Budget) -> int:
    """The rank of A is r or more: a minor of A, of r rows and columns, is not 0.

    They are eliminated in the order given: from each later row is taken the multiple of the
    pivot's row that makes it 0 in the pivot's column. That leaves the minor as it is, up to its
    sign the product of the pivots. It is done modulo an integer, prime or not, where each pivot
    must be a unit: so is their product then, the minor is not 0 modulo that integer, and not 0.
    Coq: `regular_sound` (proofs/coq/LinearChecker.v).
    """
    given = fields(witness["minor"], "columns modulus rows", "minor")
    modulus = natural(given["modulus"], "minor: modulus")
    if modulus < 2:  # all integers are units modulo 1
        raise InvalidCertificate("minor: the modulus is below 2")
    rows, _, _ = _eliminated(system, given, modulus, budget)
    return len(rows)


def check_determinant(system: System, witness: Any, budget: Budget) -> dict[str, Fraction]:
    """The determinant of A, of n rows and columns, is the only number that these three allow.

    With the rows as integers it is det, the sum over all permutations.
    Its size: |det| <= H, where H^2 is the product of the sums of the squares of the rows
    (Hadamard). A divisor: A x is whole for the vector x of the certificate, and by Cramer's rule
    so is det x; hence det is a multiple of D, the least common denominator of x. A residue: all
    rows and columns are eliminated modulo M, as in `minor_order`; so modulo M det is the product
    of the pivots, times the sign of the permutation that takes each pivot's row to its column.
    Each pivot is a unit there, so is det, and so is D, which divides it. Hence det / D is known
    modulo M, and as 2 H < D M there is one such number of size H / D or less. (For a singular A
    x may be a vector of the null space over a D above 2 H; then M = 1 will do, where nothing is
    to be eliminated.) With the rows as they are the determinant is det over the product of the
    d(i).
    Not proved in Coq.
    """
    n, given = len(system.a), fields(witness["minor"], "columns modulus rows", "minor")
    modulus = integer(given["modulus"], "minor: modulus")
    if n != system.columns:
        raise InvalidCertificate(f"A is {n} x {system.columns}, not square")
    if modulus < 1:
        raise InvalidCertificate("minor: the modulus is below 1")
    x = rationals(witness["fractions"], "fractions", n, 1, budget)
    for i, row in enumerate(system.a):
        if not whole(row, x, budget):
            raise InvalidCertificate(f"row {i}: A x is not whole")
    divisor = common_denominator(x, budget)
    square = _product([_square(row, budget) for row in system.a], budget)  # H^2
    bits = divisor.bit_length() + modulus.bit_length()
    budget.product(bits, bits)
    if (divisor * modulus) ** 2 <= 4 * square:
        raise InvalidCertificate("minor: the modulus is too small for this determinant")
    rows, columns, residue = _eliminated(system, given, modulus, budget)
    if len(rows) < n and modulus > 1:  # modulo 1 all is 0
        raise InvalidCertificate(f"minor: order {len(rows)}, need {n} for the determinant")
    budget.inverse(divisor.bit_length(), modulus.bit_length())
    quotient = sign(rows, columns) * residue * pow(divisor, -1, modulus) % modulus
    if 2 * quotient > modulus:
        quotient -= modulus
    budget.product(divisor.bit_length(), modulus.bit_length())
    value = fraction(divisor * quotient, _product(system.denominators, budget), budget)
    return {"value": value}


def sign(rows: list[int], columns: list[int]) -> int:
    """1 if the permutation that takes rows[k] to columns[k] is even, else -1."""
    to, found = dict(zip(rows, columns)), 1
    while to:
        _, j = to.popitem()
        while j in to:  # a cycle of length l is l - 1 transpositions
            j, found = to.pop(j), -found
    return found


def _eliminated(
    system: System, given: dict[str, Any], modulus: int, budget: Budget
) -> tuple[list[int], list[int], int]:
    """Rows and columns of a minor, and modulo an integer the product of their pivots."""
    rows = naturals(given["rows"], "minor: rows", len(system.a))
    columns = naturals(given["columns"], "minor: columns", system.columns, len(rows))
    bits = 0 if modulus.bit_length() <= SHORT else modulus.bit_length()
    # what is kept of a row that is listed again and again is paid for each time
    budget.keep(sum(3 * ITEM + (2 * ITEM + bits // 7) * len(system.a[i]) for i in rows))
    longest = [sum(map(int.bit_length, row.values())) for row in system.a]
    budget.spend(sum(longest[i] // 3 for i in rows) * (bits // 30 + 1))  # of the remainders
    rows_with: dict[int, list[int]] = {j: [] for j in columns}
    left = [{j: v % modulus for j, v in system.a[i].items() if j in rows_with} for i in rows]
    for k, row in enumerate(left):
        for j in row:
            rows_with[j].append(k)
    product = 1
    for k, (j, pivot) in enumerate(zip(columns, left)):
        p = pivot.pop(j, 0)  # 0 the second time that a row or a column is listed
        budget.inverse(bits, bits)
        if gcd(p, modulus) > 1:
            raise InvalidCertificate(f"minor: pivot {k} is not a unit modulo {shown(modulus)}")
        product = product * p % modulus
        inverse = pow(p, -1, modulus)
        for i in rows_with[j]:
            if i > k:
                row, size = left[i], len(left[i])
                factor = -row.pop(j, 0) * inverse % modulus
                budget.spend((PRODUCT + 2 * (bits // 30) ** 2) * len(pivot))
                for c, v in pivot.items():
                    row[c] = (row.get(c, 0) + factor * v) % modulus
                new = len(row) + 1 - size  # columns, which a dict has last
                budget.keep((2 * ITEM + bits // 7) * new)
                for c in islice(reversed(row), new):
                    rows_with[c].append(i)
    return rows, columns, product


def _square(row: Row, budget: Budget) -> int:
    """The sum of the squares of a row."""
    longest = max(map(int.bit_length, row.values()), default=0)
    budget.product(longest, longest, len(row))
    return sum(v * v for v in row.values())


def _product(numbers: list[int], budget: Budget) -> int:
    """The product of all."""
    product = 1
    for n in numbers:
        budget.product(product.bit_length(), n.bit_length())
        product *= n
    return product
