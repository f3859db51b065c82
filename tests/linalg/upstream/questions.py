"""What is asked of every matrix, and compared with SymPy's DomainMatrix over the rationals.

Errors are answers too: a kernel vector or a witness is multiplied out, and SymPy must agree that
there is no inverse, or no solution. `Count` says how many comparisons there were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import gcd
from typing import Any

from sympy import QQ, SparseMatrix
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from exactbox import linalg
from exactbox.linalg import InconsistentSystemError, SingularMatrixError
from tests.linalg.upstream.recording import Recorded

Rows = list[list[Fraction]]
Count = Counter[str]
SMALL = 40  # rows; beyond, methods are not compared one by one


class Differs(AssertionError):
    """exactbox and SymPy disagree, or a witness is none."""


def as_domain_matrix(a: Recorded) -> DomainMatrix:
    """Over the rationals, sparse."""
    m, n, cells = a
    rows: dict[int, dict[int, Any]] = {}
    for i, j, p, q in cells:
        rows.setdefault(i, {})[j] = QQ(p, q)
    return DomainMatrix(rows, (m, n), QQ)


def as_lists(a: Recorded) -> Rows:
    m, n, cells = a
    rows = [[Fraction(0)] * n for _ in range(m)]
    for i, j, p, q in cells:
        rows[i][j] = Fraction(p, q)
    return rows


def inputs(a: Recorded) -> list[Callable[[], Any]]:
    """The ways to hand a matrix over; lists cannot have columns without rows."""
    ways = [
        lambda: as_domain_matrix(a),
        lambda: as_domain_matrix(a).to_Matrix(),
        lambda: SparseMatrix(as_domain_matrix(a).to_Matrix()),
        lambda: as_domain_matrix(a).to_dense(),
    ]
    return [*ways, lambda: as_lists(a)] if a[0] and a[1] else ways


def fractions(matrix: DomainMatrix) -> Rows:
    """SymPy's result."""
    return [
        [Fraction(int(e.numerator), int(e.denominator)) for e in row]
        for row in matrix.to_dense().to_ddm()
    ]


def ours(matrix: Any) -> Rows:
    """exactbox's result, a matrix."""
    m, n = matrix.shape
    return [[Fraction(matrix[i, j]) for j in range(n)] for i in range(m)]


def same(question: str, found: object, known: object, count: Count) -> None:
    """One comparison."""
    count[question] += 1
    if found != known:
        raise Differs(f"{question}: exactbox {str(found)[:300]}, SymPy {str(known)[:300]}")


def product(a: Rows, x: Sequence[Fraction]) -> list[Fraction]:
    return [sum((v * e for v, e in zip(row, x, strict=True) if v), Fraction()) for row in a]


def transposed(a: Recorded) -> Recorded:
    m, n, cells = a
    return n, m, tuple(sorted((j, i, p, q) for i, j, p, q in cells))


def is_kernel(question: str, a: Recorded, vector: Iterable[Any], count: Count) -> None:
    """A k = 0 and k is not."""
    k = [Fraction(e) for e in vector]
    zero = not any(product(as_lists(a), k))
    same(question, (len(k), any(k), zero), (a[1], True, True), count)


def is_witness(a: Recorded, b: Recorded, vector: Iterable[Any], count: Count) -> None:
    """y^T A = 0 and y^T B != 0, with coprime integers."""
    y = [Fraction(e) for e in vector]
    whole = all(e.denominator == 1 for e in y) and gcd(*(e.numerator for e in y)) == 1
    zero = not any(product(as_lists(transposed(a)), y)) if a[1] else True
    apart = any(product(as_lists(transposed(b)), y))
    same("witness", (whole, zero, apart), (True, True, True), count)


def ask_matrix(a: Recorded, given: Callable[[], Any], count: Count) -> None:
    """Rank, echelon form, null space; determinant and inverse."""
    theirs = as_domain_matrix(a)
    m, n = theirs.shape
    form, pivots = theirs.rref()
    same("rank", linalg.rank(given()), len(pivots), count)
    reduced, where = linalg.rref(given())
    same("rref", (reduced.shape, ours(reduced), where), ((m, n), fractions(form), pivots), count)
    basis = linalg.nullspace(given())
    known = fractions(theirs.nullspace(divide_last=True).transpose())
    same("nullspace", (basis.shape, ours(basis)), ((n, n - len(pivots)), known), count)
    for column in zip(*ours(linalg.nullspace(given(), integer=True)), strict=True):
        is_kernel("integer nullspace", a, column, count)
    if m == n:
        ask_square(a, given, theirs, count)


def ask_square(a: Recorded, given: Callable[[], Any], theirs: DomainMatrix, count: Count) -> None:
    """Determinant, inverse."""
    value = theirs.det()
    same("det", linalg.det(given()), Fraction(int(value.numerator), int(value.denominator)), count)
    try:
        inverse = fractions(theirs.inv())
    except DMNonInvertibleMatrixError:
        try:
            linalg.inv(given())
        except SingularMatrixError as error:
            is_kernel("inv, singular", a, error.kernel, count)
        else:
            raise Differs("inv: SymPy says that there is none") from None
    else:
        same("inv", ours(linalg.inv(given())), inverse, count)


def ask_system(
    a: Recorded, b: Recorded, given: Callable[[], Any], side: Callable[[], Any], count: Count
) -> None:
    """A x = b: all solutions, the only one, or a witness; the methods agree where it is small."""
    left = as_domain_matrix(a)
    n = a[1]
    form, pivots = left.hstack(as_domain_matrix(b)).rref()
    inner = tuple(j for j in pivots if j < n)
    known = [[Fraction(0)] * b[1] for _ in range(n)]
    for row, j in zip(fractions(form), inner, strict=False):
        known[j] = row[n:]
    consistent = inner == pivots
    if not consistent:
        try:
            linalg.solve_general(given(), side())
        except InconsistentSystemError as error:
            is_witness(a, b, error.witness, count)
        else:
            raise Differs("solve_general: SymPy says that there is no solution")
    else:
        found = linalg.solve_general(given(), side())
        same("solve_general", ours(found.particular), known, count)
        same("solve_general, pivots", (found.rank, found.pivots), (len(inner), inner), count)
        same("solve_general, shape", found.nullspace.shape, (n, n - len(inner)), count)
    ask_solve(a, given, side, (len(inner), consistent, known), count)


def ask_solve(
    a: Recorded,
    given: Callable[[], Any],
    side: Callable[[], Any],
    known: tuple[int, bool, Rows],
    count: Count,
) -> None:
    """`solve`, by every method."""
    m, n, _ = a
    rank, consistent, x = known
    if m < n:
        return
    names = ["auto"]
    if m == n == rank and n <= SMALL:
        names += ["eliminate", "dixon"]
    for name in names:
        try:
            found = linalg.solve(given(), side(), method=name)
        except SingularMatrixError as error:
            same(f"{name}, singular", rank < n, True, count)
            is_kernel("kernel", a, error.kernel, count)
        except InconsistentSystemError:
            same(f"{name}, inconsistent", consistent, False, count)
        else:
            same(name, ours(found), x if consistent and rank == n else None, count)
    if m == n == rank:
        same("factorized", ours(linalg.factorized(given()).solve(side())), x, count)
