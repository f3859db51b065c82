"""Tiny linear systems with all statements, right witnesses, and such that are wrong somewhere.

Whether a statement with its lists is true is found in fractions, by multiplying and by elimination.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import gcd, lcm
from random import Random
from typing import Any

from exactbox.certificate import spelled
from tests.checker.trial import Family, Json, Trial, some

Matrix = list[list[Fraction]]
STATEMENTS = ("solution", "unique", "singular", "inconsistent", "rank", "general")
MODULI = (1, 2, 3, 4, 5, 6, 7, 1000003)


def linear_family(statement: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials of a statement."""
    done = 0
    while done < count:
        a, b = _random_system(rng)
        parts = {
            "solution": partial(_solutions, rng, a, b),
            "kernel": partial(_kernels, rng, a, single=statement == "singular"),
            "weights": partial(_weights, rng, a, b),
            "minor": partial(_minors, rng, a),
        }
        of_b = statement not in ("singular", "rank")
        question = _stated(statement, a, b if of_b else None)
        shown = {
            "general": "solution minor kernel",
            "inconsistent": "weights",
            "rank": "minor kernel",
            "singular": "kernel",
            "solution": "solution",
            "unique": "solution minor",
        }[statement].split()
        given = {name: parts[name]() for name in shown}
        found = [{name: each[0] for name, each in given.items()}]
        for name, each in given.items():
            found += [{**found[0], name: other} for other in each[1:]]
        found += [{name: rng.choice(each) for name, each in given.items()} for _ in range(10)]
        for lists in found:
            witness = {
                name: given if name == "minor" else _listed(rng, given)
                for name, given in lists.items()
            }
            done += 1
            yield Trial("linear", question, witness, partial(_is_true, statement, a, b, lists))


def _is_true(statement: str, a: Matrix, b: Matrix, lists: dict[str, Any], claim: Any) -> bool:
    """Whether what is said of A, B, and these lists is so."""
    n, r, facts = len(a[0]), rank(a), claim.facts
    nothing = [[Fraction(0)]]
    width = n - r  # of a basis of the null space, as it is read
    solves = "solution" not in lists or times(a, lists["solution"]) == b
    kernel = lists.get("kernel", nothing)
    in_kernel = "kernel" not in lists or not any(map(any, times(a, kernel)))
    wide = any(any(row[width:]) for row in kernel)
    basis = in_kernel and not wide and rank([row[:width] for row in kernel]) == width
    if "solution" in facts:
        said = [f"exactly {row[0]}" for row in lists["solution"]]
        if [text.split(" (")[0] for text in facts["solution"]] != said:
            return False
    w = [[entry for (entry,) in lists["weights"]]] if statement == "inconsistent" else nothing
    return {
        "solution": solves,
        "unique": solves and r == n == facts.get("rank"),
        "singular": len(a) == n > r and in_kernel and any(map(any, kernel)),
        "inconsistent": statement == "inconsistent"
        and rank([[*row, *right] for row, right in zip(a, b)]) > r
        and not any(map(any, times(w, _over_integers(a, a, b))))
        and any(map(any, times(w, _over_integers(b, a, b)))),
        "rank": basis and r == facts.get("rank"),
        "general": solves and basis and r == facts.get("rank"),
    }[statement]


def _over_integers(part: Matrix, a: Matrix, b: Matrix) -> Matrix:
    """The rows as the question lists them: times their denominators."""
    scales = [lcm(*(e.denominator for e in (*x, *y))) for x, y in zip(a, b)]
    return [[d * e for e in row] for d, row in zip(scales, part)]


def times(a: Matrix, x: Matrix) -> Matrix:
    """A X."""
    return [
        [sum((p * q for p, q in zip(row, column)), Fraction(0)) for column in zip(*x)] for row in a
    ]


def reduced(rows: Matrix) -> tuple[Matrix, list[int]]:
    """The reduced row echelon form and its pivots' columns."""
    table = [row[:] for row in rows]
    pivots: list[int] = []
    for j in range(len(table[0]) if table else 0):
        k = next((k for k in range(len(pivots), len(table)) if table[k][j]), None)
        if k is None:
            continue
        i = len(pivots)
        table[i], table[k] = table[k], table[i]
        table[i] = [e / table[i][j] for e in table[i]]
        for k, row in enumerate(table):
            if k != i and row[j]:
                table[k] = [e - row[j] * f for e, f in zip(row, table[i])]
        pivots.append(j)
    return table, pivots


def rank(rows: Matrix) -> int:
    """How many rows are independent."""
    return len(reduced(rows)[1])


def null_space(a: Matrix) -> Matrix:
    """A basis of the x with A x = 0, as columns."""
    table, pivots = reduced(a)
    n = len(a[0])
    free = [j for j in range(n) if j not in pivots]
    basis = [[Fraction(j == f) for f in free] for j in range(n)]
    for i, j in enumerate(pivots):
        basis[j] = [-table[i][f] for f in free]
    return basis


# Questions and witnesses --------------------------------------------------------------------------


def _random_system(rng: Random) -> tuple[Matrix, Matrix]:
    m, n, k = rng.choice([1, 2, 2, 3]), rng.choice([1, 2, 2, 3]), rng.choice([1, 1, 2])
    if rng.random() < 0.4:
        m = n
    a = [[_small(rng) for _ in range(n)] for _ in range(m)]
    if m > 1 and rng.random() < 0.4:
        a[-1] = [rng.choice([1, 2]) * e for e in a[0]]
    b = [[_small(rng) for _ in range(k)] for _ in range(m)]
    if rng.random() < 0.6:
        b = times(a, [[_small(rng) for _ in range(k)] for _ in range(n)])
    return a, b


def _small(rng: Random) -> Fraction:
    return Fraction(rng.choice([0, 0, 1, 1, -1, 2, 3]), rng.choice([1, 1, 1, 2, 3]))


def _solutions(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    n, k = len(a[0]), len(b[0])
    table, pivots = reduced([[*row, *right] for row, right in zip(a, b)])
    x = [[Fraction(0)] * k for _ in range(n)]
    for i, j in enumerate(pivots):
        if j < n:
            x[j] = table[i][n:]
    return [x, *_changed(rng, x, 5), [[Fraction(1)] * k for _ in range(n)]]


def _changed(rng: Random, x: Matrix, count: int) -> list[Matrix]:
    """With an entry changed; a row or a column made 0."""
    found = []
    for _ in range(count if x and x[0] else 0):
        i, j, y = rng.randrange(len(x)), rng.randrange(len(x[0])), [row[:] for row in x]
        what = rng.random()
        if what < 0.6:
            y[i][j] += rng.choice([1, -1, Fraction(1, 2)])
        elif what < 0.8:
            y[i] = [Fraction(0)] * len(y[i])
        else:
            for row in y:
                row[j] = Fraction(0)
        found.append(y)
    return found


def _kernels(rng: Random, a: Matrix, *, single: bool) -> list[Matrix]:
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


def _weights(rng: Random, a: Matrix, b: Matrix) -> list[Matrix]:
    rows, right = _over_integers(a, a, b), _over_integers(b, a, b)
    basis = null_space([list(column) for column in zip(*rows)])
    vectors = [[[e] for e in column] for column in zip(*basis)]
    vectors.sort(key=lambda w: not any(map(any, times([[e for (e,) in w]], right))))
    zero = [[Fraction(0)] for _ in a]
    best = vectors[0] if vectors else [[Fraction(1)] for _ in a]
    return [best, *vectors[1:], zero, *_changed(rng, best, 4)]


def _minors(rng: Random, a: Matrix) -> list[Json]:
    """One that is not 0, of the greatest order, then others, of rows and columns perhaps twice."""
    whole = _over_integers(a, a, [[]] * len(a))
    r, m, n = rank(a), len(a), len(a[0])
    found: list[Json] = []
    for rows in combinations(range(m), r):
        for columns in permutations(range(n), r):
            minors = [_determinant(whole, rows[:k], columns[:k]) for k in range(1, r + 1)]
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


def _determinant(a: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]) -> Fraction:
    if not rows:
        return Fraction(1)
    return sum(
        (
            (-1) ** k * a[rows[0]][j] * _determinant(a, rows[1:], columns[:k] + columns[k + 1 :])
            for k, j in enumerate(columns)
        ),
        Fraction(0),
    )


def _stated(statement: str, a: Matrix, b: Matrix | None) -> Json:
    """The question in its normal form."""
    right = b or [[] for _ in a]
    scales = [lcm(*(e.denominator for e in (*x, *y))) for x, y in zip(a, right)]
    question: Json = {"statement": statement, "denominators": scales}
    for name, part in (("matrix", a), ("right", b)):
        if part is not None:
            question[name] = {
                "columns": len(part[0]),
                **_non_zeros([[int(d * e) for e in row] for d, row in zip(scales, part)]),
            }
    return question


def _non_zeros(rows: list[list[int]]) -> Json:
    kept = [[(j, e) for j, e in enumerate(row) if e] for row in rows]
    return {
        "sizes": [len(row) for row in kept],
        "places": [j for row in kept for j, _ in row],
        "numerators": [spelled(e) for row in kept for _, e in row],
    }


def _listed(rng: Random, x: Matrix) -> Json:
    """A matrix of a witness: rows over denominators, which some share."""
    least = [lcm(*(e.denominator for e in row)) for row in x]
    if rng.random() < 0.5:
        least = [lcm(*least)] * len(x)
    denominators = sorted(set(least))
    return {
        "blocks": [denominators.index(d) for d in least],
        "denominators": [spelled(d) for d in denominators],
        **_non_zeros([[int(d * e) for e in row] for d, row in zip(least, x)]),
    }


LINEAR_FAMILIES: dict[str, Family] = {
    f"linear_{statement}": partial(linear_family, statement) for statement in STATEMENTS
}
