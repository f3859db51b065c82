"""Random matrices in the regimes of FLINT's own tests, written anew from their description.

A matrix of a chosen rank is a diagonal with as many non-zeros, each of up to so many bits, whose
rows and columns are shuffled; half of the time it is made dense by adding and subtracting rows and
columns, which changes neither the rank nor the determinant (FLINT: ``fmpz_mat_randrank``,
``randdet`` and ``randops``). Shapes begin at 0. So ranks and determinants are known without a
second solver, answers are multiplied back, and unique ones are compared with FLINT's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import prod
from random import Random

import pytest
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat

from exactbox import linalg
from exactbox.linalg import InconsistentSystemError, LiftingError, SingularMatrixError
from exactbox.linalg.solver import METHODS
from tests.linalg.upstream.forms import ask_forms, ask_integers, ask_least_squares
from tests.linalg.upstream.recording import Recorded

Count = Counter[str]


def whole(rng: Random, bits: int) -> int:
    """Up to so many bits, of either sign, 0 more often than at random."""
    return rng.choice((-1, 1)) * rng.getrandbits(rng.randint(0, bits))


def nonzero(rng: Random, bits: int) -> int:
    return rng.choice((-1, 1)) * (1 + rng.getrandbits(rng.randint(0, bits - 1)))


def diagonal(rng: Random, m: int, n: int, values: list[int]) -> fmpz_mat:
    """These values in different rows and columns, with the sign of the permutation put right."""
    rows, columns = rng.sample(range(m), len(values)), rng.sample(range(n), len(values))
    found = fmpz_mat(m, n)
    for i, j, v in zip(rows, columns, values, strict=True):
        found[i, j] = v
    if values and m == n == len(values):
        inversions = sum(
            (rows[i] < rows[j]) != (columns[i] < columns[j]) for i in range(m) for j in range(i)
        )
        found[rows[0], columns[0]] *= (-1) ** inversions
    return found


def mixed(rng: Random, a: fmpz_mat, times: int) -> fmpz_mat:
    """Rows added to and subtracted from rows, columns from columns."""
    m, n = a.nrows(), a.ncols()
    for _ in range(times):
        sign = rng.choice((-1, 1))
        if rng.random() < 0.5 and m > 1:
            i, k = rng.sample(range(m), 2)
            for j in range(n):
                a[i, j] += sign * a[k, j]
        elif n > 1:
            j, k = rng.sample(range(n), 2)
            for i in range(m):
                a[i, j] += sign * a[i, k]
    return a


def of_rank(rng: Random, m: int, n: int, rank: int, bits: int) -> fmpz_mat:
    """Sparse or dense."""
    a = diagonal(rng, m, n, [nonzero(rng, bits) for _ in range(rank)])
    return mixed(rng, a, rng.randint(0, 2 * m * n + 1) if rng.random() < 0.5 else 0)


def random(rng: Random, m: int, n: int, bits: int) -> fmpz_mat:
    return fmpz_mat(m, n, [whole(rng, bits) for _ in range(m * n)])


def rational(rng: Random, a: fmpz_mat, bits: int) -> fmpq_mat:
    """The rows over random denominators: the same rank."""
    m, n = a.nrows(), a.ncols()
    below = [abs(nonzero(rng, bits)) for _ in range(m)]
    return fmpq_mat(m, n, [fmpq(a[i, j], below[i]) for i in range(m) for j in range(n)])


def solves(rng: Random, most: int, count: Count) -> None:
    """t-solve, t-solve_dixon, t-solve_cramer: A X = B, square, of any rank and any number of b."""
    n, k, bits = rng.randint(0, most), rng.randint(0, 10), rng.choice((1, 10, 30, 100, 200))
    rank = n if rng.random() < 0.8 else rng.randint(0, n)
    a = of_rank(rng, n, n, rank, bits)
    b = random(rng, n, k, rng.choice((1, 10, 100)))
    given, right = (
        (rational(rng, a, bits), rational(rng, b, bits)) if rng.random() < 0.3 else (a, b)
    )
    for name in METHODS:
        try:
            x = linalg.solve(given, right, method=name)
        except SingularMatrixError as error:
            column = fmpq_mat(n, 1, [fmpq(e.numerator, e.denominator) for e in error.kernel])
            assert rank < n and column != fmpq_mat(n, 1) and fmpq_mat(a) * column == fmpq_mat(n, 1)
        except LiftingError:
            assert name == "lift"  # it may give up
        else:
            assert rank == n and fmpq_mat(given) * as_flint(x, n, k) == fmpq_mat(right)
        count[name] += 1


def as_flint(x, m: int, n: int) -> fmpq_mat:
    """exactbox's result, whose shape has to be this."""
    assert x.shape == (m, n)
    entries = [x[i, j] for i in range(m) for j in range(n)]
    return fmpq_mat(m, n, [fmpq(e.numerator, e.denominator) for e in entries])


def echelons(rng: Random, most: int, count: Count) -> None:
    """t-rref, t-rank, t-nullspace: any shape and rank, entries to hundreds of bits."""
    m, n = rng.randint(0, most), rng.randint(0, most)
    r = rng.randint(0, min(m, n))
    a = of_rank(rng, m, n, r, rng.choice((1, 10, 100, 200)))
    given = rational(rng, a, 50) if rng.random() < 0.3 else a
    assert linalg.rank(given) == r
    form, pivots = linalg.rref(given)
    known, rank = fmpq_mat(a).rref()
    assert (as_flint(form, m, n), len(pivots)) == (known, rank)
    assert all(known[i, j] == (1 if i == k else 0) for k, j in enumerate(pivots) for i in range(m))
    for integer in (False, True):
        basis = as_flint(linalg.nullspace(given, integer=integer), n, n - r)
        assert basis.rank() == n - r and fmpq_mat(a) * basis == fmpq_mat(m, n - r)
        count["nullspace"] += 1
    count.update(("rank", "rref"))


def determinants(rng: Random, most: int, count: Count) -> None:
    """t-det: a known determinant, unchanged by the operations that make the matrix dense."""
    n, bits = rng.randint(0, most), rng.choice((1, 10, 100, 200))
    values = [nonzero(rng, bits) for _ in range(n)]
    singular = n > 0 and rng.random() < 0.2
    a = mixed(rng, diagonal(rng, n, n, values[singular:]), rng.randint(0, 2 * n * n + 1))
    assert linalg.det(a) == (0 if singular else prod(values))
    b = random(rng, n, n, bits)
    assert linalg.det(b) == int(b.det())
    count["det"] += 2


def inverses(rng: Random, most: int, count: Count) -> None:
    """t-inv, of fmpz_mat and fmpq_mat."""
    n, bits = rng.randint(0, most), rng.choice((1, 10, 50))
    rank = n if rng.random() < 0.8 else rng.randint(0, n)
    a = rational(rng, of_rank(rng, n, n, rank, bits), rng.choice((1, bits)))
    try:
        inverse = as_flint(linalg.inv(a), n, n)
    except SingularMatrixError:
        assert rank < n
    else:
        one = fmpq_mat(fmpz_mat(n, n, [int(i == j) for i in range(n) for j in range(n)]))
        assert rank == n and a * inverse == one == inverse * a
    count["inv"] += 1


def all_solutions(rng: Random, most: int, count: Count) -> None:
    """t-can_solve: any shape and rank, with a solution by construction or hardly one."""
    m, n = rng.randint(1, most), rng.randint(1, most)
    r, k, bits = rng.randint(0, min(m, n)), rng.randint(0, 6), rng.choice((1, 10, 100))
    a = of_rank(rng, m, n, r, bits)
    b = a * random(rng, n, k, bits) if rng.random() < 0.6 else random(rng, m, k, bits)
    joined = [[*row, *more] for row, more in zip(a.tolist(), b.tolist(), strict=True)]
    solvable = fmpz_mat(joined).rank() == r
    try:
        found = linalg.solve_general(a, b)
    except InconsistentSystemError as error:
        y = fmpz_mat(1, m, [fmpz(int(e)) for e in error.witness])
        assert not solvable and y * a == fmpz_mat(1, n) and y * b != fmpz_mat(1, k)
    else:
        assert solvable and found.rank == r
        assert fmpq_mat(a) * as_flint(found.particular, n, k) == fmpq_mat(b)
        basis = as_flint(found.nullspace, n, n - r)
        assert basis.rank() == n - r and fmpq_mat(a) * basis == fmpq_mat(m, n - r)
    count["solve_general"] += 1


def forms(rng: Random, most: int, count: Count) -> None:
    """t-charpoly, t-minpoly, t-hnf, t-snf, t-lu, and what else `ask_forms` asks."""
    m, n, k = rng.randint(0, most), rng.randint(0, most), rng.randint(1, 3)
    n = m if rng.random() < 0.6 else n
    r, bits = rng.randint(0, min(m, n)), rng.choice((1, 5, 20))
    a = of_rank(rng, m, n, r, bits)
    b = a * random(rng, n, k, bits) if rng.random() < 0.7 else random(rng, m, k, bits)
    if m == n and rng.random() < 0.3:
        a = a + a.transpose()
    given = rational(rng, a, 10) if rng.random() < 0.3 else a
    left, right = recorded(given), recorded(b)
    ask_forms(left, lambda: given, count)
    ask_least_squares(left, right, lambda: given, lambda: b, count)
    ask_integers(left, right, lambda: given, lambda: b, count)


def recorded(a: fmpz_mat | fmpq_mat) -> Recorded:
    rational = fmpq_mat(a)
    cells = (
        (i, j, int(rational[i, j].p), int(rational[i, j].q))
        for i in range(a.nrows())
        for j in range(a.ncols())
    )
    return a.nrows(), a.ncols(), tuple(cell for cell in cells if cell[2])


REGIMES: list[Callable[[Random, int, Count], None]] = [
    solves,
    echelons,
    determinants,
    inverses,
    all_solutions,
    forms,
]


def run(regime: Callable[[Random, int, Count], None], cases: int, most: int) -> None:
    """So many cases with up to `most` rows; a failure names the seed that repeats it."""
    count: Count = Counter()
    for seed in range(cases):
        try:
            regime(Random(f"{regime.__name__} {seed}"), most, count)
        except Exception as error:
            raise AssertionError(f"{regime.__name__}, seed {seed}, most {most}: {error}") from error
    print(f"{cases:,} cases of up to {most} rows: {dict(count)}")


@pytest.mark.parametrize("n", [1, 2, 50])
def test_a_singular_matrix_is_refused_without_any_right_side(n):
    for name in METHODS:
        with pytest.raises((SingularMatrixError, LiftingError)):
            linalg.solve(fmpz_mat(n, n), fmpz_mat(n, 0), method=name)


@pytest.mark.parametrize("regime", REGIMES)
def test_small_ones(regime):
    run(regime, 40, 8)


@pytest.mark.slow
@pytest.mark.parametrize("most, cases", [(4, 400), (12, 1000), (30, 200)])
@pytest.mark.parametrize("regime", REGIMES)
def test_every_regime(regime, most, cases):
    run(regime, cases, most)
