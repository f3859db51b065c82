"""A witness that a matrix is singular: a non-zero integer vector k with A k = 0.

Where no matching covers the columns, the dependent ones are found on the graph alone
(`blocks.Deficiency`). Among the candidates, elimination modulo a prime (`echelon`) picks a
non-singular core and a column outside it; the core's exact solution for that column is the kernel
vector. A prime that divides too much gives a core that is too small, and then A k != 0: another
prime is taken, of which only finitely many are bad. ``A k = 0`` is checked in integers before k is
handed out.
"""

from __future__ import annotations

import numpy as np
from flint import fmpq

from exactbox.linalg.elimination.echelon import primes, rank_profile
from exactbox.linalg.matrices.blocks import Deficiency, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.ratios import coprime
from exactbox.linalg.square.system import solve_square, square_system
from exactbox.linalg.verification import multiplies_back


def kernel_vector(a: IntegerMatrix) -> ExactVector:
    """Coprime integers k != 0 with A k = 0, the first non-zero one positive.

    An ArithmeticError says that the columns of A are independent.
    """
    kernel = find_kernel(a)
    if kernel is None:
        raise ArithmeticError("no kernel vector: the columns are independent")
    return kernel


def find_kernel(a: IntegerMatrix) -> ExactVector | None:
    """Coprime integers k != 0 with A k = 0; None where A's columns are proved independent."""
    rows, columns = np.arange(a.shape[0]), np.arange(a.shape[1])
    if a.shape[0] == a.shape[1]:
        form = block_triangular_form(a)
        if isinstance(form, Deficiency):
            rows, columns = form.rows, form.columns
    part = a.permuted(rows, columns)  # k is 0 outside of these columns, which meet these rows only
    for prime in primes():  # all but the finitely many that divide a minor do
        inside = _kernel_modulo(part, prime)
        if inside is None:
            return None
        entries = [0] * a.shape[1]
        for j, e in zip(columns.tolist(), inside, strict=True):
            entries[j] = e
        kernel = ExactVector.of_integers(entries)
        if multiplies_back(a, kernel, [[0]] * a.shape[0]):  # A k = 0
            return kernel
    raise AssertionError("there are infinitely many primes")


def _kernel_modulo(a: IntegerMatrix, prime: int) -> list[int] | None:
    """A candidate from the rank profile modulo `prime`; None if the columns are independent."""
    rows, pivots = (np.array(e, dtype=np.int64) for e in rank_profile(a, prime))
    # f: a_f depends on the columns C (mod p)
    free = np.setdiff1d(np.arange(a.shape[1]), pivots)[:1]
    if len(free) == 0:
        return None
    right = a.permuted(rows, free).dense()
    core = a.permuted(rows, pivots)  # A[R, C] x = -A[R, f], and k = (x, 1) times a number
    x = solve_square(square_system(core, nonsingular=True), [[-e for e in row] for row in right])
    entries = [fmpq(0)] * a.shape[1]
    entries[free[0]] = fmpq(1)  # k_f = 1, k_C = x
    for i, j in enumerate(pivots.tolist()):
        entries[j] = fmpq(*x.parts(i))
    return coprime(entries)
