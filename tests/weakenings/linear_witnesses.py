"""Witnesses of statements about tiny systems: right ones first, then such that are wrong."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import gcd, lcm
from random import Random

from tests.weakenings.linear_fractions import (
    Matrix,
    determinant,
    null_space,
    over_integers,
    particular,
    rank,
    times,
    transposed,
)
from tests.weakenings.trial import LITTLE, Json, some

MODULI = (1, 2, 3, 4, 5, 6, 7, 1000003)
OF_DETERMINANTS = (*MODULI, *(11, 13, 25, 49, 101, 10**18 + 9, 0, -1, -7, -101))


def solutions(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    x = particular(a, b)
    return [x, *_changed(rng, x, 5), [[Fraction(1)] * len(b[0]) for _ in a[0]]]


def _changed(rng: Random, x: Matrix, count: int) -> list[Matrix]:
    """With an entry changed; a row or a column made 0."""
    found = []
    for _ in range(count if x and x[0] else 0):
        i, j, y = rng.randrange(len(x)), rng.randrange(len(x[0])), [row[:] for row in x]
        what = rng.random()
        if what < 0.6:
            y[i][j] += rng.choice([1, -1, Fraction(1, 2), LITTLE, -LITTLE])
        elif what < 0.8:
            y[i] = [Fraction(0)] * len(y[i])
        else:
            for row in y:
                row[j] = Fraction(0)
        found.append(y)
    return found


def kernels(rng: Random, a: Matrix, *, single: bool) -> list[Matrix]:
    basis = null_space(a)
    n = len(basis)
    zero = [[Fraction(0)] for _ in range(n)]
    if single:
        right = [row[:1] for row in basis] if basis[0] else [[Fraction(1)] for _ in range(n)]
        return [right, zero, *_changed(rng, right, 4)]
    found = [basis, *_changed(rng, basis, 4)]
    for width in range(n + 1):
        if width < len(basis[0]):
            found.append([row[:width] for row in basis])
        elif basis[0]:  # a column twice
            found.append([(row * 3)[:width] for row in basis])
        else:
            found.append([[Fraction(0)] * width for _ in range(n)])
    twice = [[sum(row, Fraction(0))] * len(row) for row in basis]
    return [*found, twice, [[2 * e for e in row] for row in basis]]


def weights(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    rows, right = over_integers(a, a, b), over_integers(b, a, b)
    basis = null_space([list(column) for column in zip(*rows)])
    vectors = [[[e] for e in column] for column in zip(*basis)]
    vectors.sort(key=lambda w: not any(map(any, times([[e for (e,) in w]], right))))
    zero = [[Fraction(0)] for _ in a]
    best = vectors[0] if vectors else [[Fraction(1)] for _ in a]
    return [best, *vectors[1:], zero, *_changed(rng, best, 4)]


def minors(rng: Random, a: Matrix) -> list[Json]:
    """One that is not 0, of the greatest order, then others, of rows and columns perhaps twice."""
    whole = over_integers(a, a, [[]] * len(a))
    r, m, n = rank(a), len(a), len(a[0])
    found: list[Json] = []
    for rows in combinations(range(m), r):
        for columns in permutations(range(n), r):
            minors = [determinant(whole, rows[:k], columns[:k]) for k in range(1, r + 1)]
            for modulus in some(rng, list(MODULI), 3):
                if modulus > 1 and all(gcd(int(d), modulus) == 1 for d in minors):
                    found.append({"rows": [*rows], "columns": [*columns], "modulus": modulus})
    found = some(rng, found, 3)
    for _ in range(6):
        order = rng.choice([r, r, r + 1, n])
        rows, columns = [
            tuple(
                rng.sample(range(size), order)
                if order <= size and rng.random() < 0.7
                else [rng.randrange(size) for _ in range(order)]
            )
            for size in (m, n)
        ]
        found.append({"rows": [*rows], "columns": [*columns], "modulus": rng.choice(MODULI)})
    return found


# Integers, entries and determinants ---------------------------------------------------------------


def weights_of_integers(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    """Those that are multiples of 1/2 to 1/6, with w A whole, and w B not; others."""
    rows, right = over_integers(a, a, b), over_integers(b, a, b)
    good, whole, rest = [], [], []
    for q in (2, 3, 4, 5, 6):
        for numerators in product(range(q), repeat=len(a)):
            w = [Fraction(e, q) for e in numerators]
            of_a, of_b = (all(e.denominator == 1 for (*es,) in times([w], part) for e in es)
                          for part in (rows, right))  # fmt: skip
            (rest if not of_a else whole if of_b else good).append([[e] for e in w])
    first = some(rng, good, 3)
    for w in first[:1]:
        first += _changed(rng, w, 2)
    return [
        *first,
        *some(rng, rng.sample(whole, len(whole)), 2),
        *rng.sample(rest, min(3, len(rest))),
    ]


def weights_of_unit(rng: Random, a: Matrix, b: Matrix, row: int) -> list[Matrix]:
    """The w with w A = the unit vector, for the rows as integers."""
    columns = transposed(over_integers(a, a, b))
    found = []
    for i in (row, *(i for i in range(len(a[0])) if i != row)):
        found.append(particular(columns, [[Fraction(j == i)] for j in range(len(columns))]))
    zero = [[Fraction(0)] for _ in a]
    return [*found, zero, *_changed(rng, found[0], 4)]


def fractions_of_determinant(rng: Random, a: Matrix) -> list[Matrix]:
    """Vectors x with A x whole, for the rows as integers; vectors of the null space over a long
    denominator; others."""
    rows = over_integers(a, a, [[]] * len(a))
    zero = [[Fraction(0)] for _ in a[0]]
    right = [[[Fraction(rng.randint(-3, 3))] for _ in a] for _ in range(3)]
    found = [x for b in right if times(rows, x := particular(rows, b)) == b]
    for vector in transposed(null_space(rows)):
        for over in (5**7, 7**5 * 3, 2):
            scale = lcm(*(e.denominator for e in vector)) * over
            found.insert(0, [[e * Fraction(1, scale)] for e in vector])
    return [*found, zero, *_changed(rng, (found or [zero])[0], 3)]


def minors_of_determinant(rng: Random, a: Matrix) -> list[Json]:
    """Of all rows and columns, modulo all that there are; others."""
    m, n = len(a), len(a[0])
    whole = over_integers(a, a, [[]] * m)
    nothing: Json = {"rows": [], "columns": []}
    found = [{**nothing, "modulus": 1}, {**nothing, "modulus": rng.choice(OF_DETERMINANTS)}]
    if m == n == rank(a):
        orders = [(p, q) for p in permutations(range(n)) for q in permutations(range(n))]
        good = [
            {"rows": [*p], "columns": [*q], "modulus": modulus}
            for p, q in some(rng, rng.sample(orders, len(orders)), 6)
            for modulus in OF_DETERMINANTS[1:]
            if all(
                gcd(int(determinant(whole, p[:k], q[:k])), modulus) == 1 for k in range(1, n + 1)
            )
        ]
        long = [each for each in good if each["modulus"] > 10**6]
        found = [*some(rng, long, 2), *some(rng, good, 8), *found]
    rows, columns = [rng.randrange(m) for _ in range(n)], [rng.randrange(n) for _ in range(n)]
    for modulus in (rng.choice(OF_DETERMINANTS), 1):
        found.append({"rows": rows, "columns": columns, "modulus": modulus})
    return found


# Least squares ------------------------------------------------------------------------------------


def combinations_of_rows(a: Matrix, b: Matrix) -> Matrix:
    """A Y whose A' Y is the least squares solution of least norm: A' A A' Y = A' B."""
    t = transposed(a)
    return particular(times(t, times(a, t)), times(t, b))


def least_squares_solutions(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    """The shortest, others, those of the rows as integers, and wrong ones."""
    shortest = times(transposed(a), combinations_of_rows(a, b))
    normal = times(transposed(a), a), times(transposed(a), b)
    rows, right = over_integers(a, a, b), over_integers(b, a, b)
    of_integers = times(transposed(rows), combinations_of_rows(rows, right))
    return [shortest, particular(*normal), of_integers, *_changed(rng, shortest, 4)]


def weights_of_rows(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    """What the rows as integers weigh in the shortest solution; what those as they are weigh."""
    y = combinations_of_rows(a, b)
    scales = [lcm(*(e.denominator for e in (*p, *q))) for p, q in zip(a, b)]
    over = [[e / d for e in row] for row, d in zip(y, scales)]
    return [over, y, *_changed(rng, over, 4)]
