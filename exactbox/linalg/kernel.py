"""A witness that a matrix is singular: a non-zero integer vector k with A k = 0.

Where no matching covers the columns, the dependent ones are found on the graph alone
(`blocks.Deficiency`). Among the candidates, elimination modulo a word-sized prime picks a
non-singular core and a column outside it; the core's exact solution for that column is the kernel
vector. A prime that divides too much gives a core that is too small, and then A k != 0: another
prime is taken. ``A k = 0`` is checked in integers before k is handed out.
"""

from __future__ import annotations

from math import gcd

import numpy as np
from flint import fmpz, nmod_mat

from exactbox.linalg.blocks import Deficiency, block_triangular_form
from exactbox.linalg.exact import ExactVector
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.verify import multiplies_back

_PRIMES = tuple(2**62 - k for k in (57, 87, 117, 143))


def kernel_vector(a: IntegerMatrix) -> ExactVector:
    """Coprime integers k != 0 with A k = 0, the first non-zero one positive.

    Raises
    ------
    ArithmeticError
        If the columns of A are independent.
    """
    rows, columns = np.arange(a.shape[0]), np.arange(a.shape[1])
    if a.shape[0] == a.shape[1]:
        form = block_triangular_form(a)
        if isinstance(form, Deficiency):
            rows, columns = form.rows, form.columns
    part = a.permuted(rows, columns)
    for prime in _PRIMES:
        inside = _kernel_modulo(part, prime)
        if inside is None:
            continue
        entries = [0] * a.shape[1]
        for j, e in zip(columns.tolist(), inside, strict=True):
            entries[j] = e
        kernel = ExactVector.of_integers(entries)
        if multiplies_back(a, kernel, [[0]] * a.shape[0]):
            return kernel
    raise ArithmeticError("no kernel vector: the columns are independent")


def _kernel_modulo(a: IntegerMatrix, prime: int) -> list[int] | None:
    """A candidate from the rank profile modulo `prime`; None if the columns look independent."""
    from exactbox.linalg.solver import solve_integers

    if a.shape[0] == 0:
        return [1] + [0] * (a.shape[1] - 1)
    pivots = _pivots(a.dense(), prime)
    if len(pivots) == a.shape[1]:
        return None
    free = next(j for j in range(a.shape[1]) if j not in set(pivots))
    entries = [0] * a.shape[1]
    entries[free] = 1
    if pivots:
        columns = np.array(pivots)
        tall = a.permuted(np.arange(a.shape[0]), columns)
        rows = np.array(_pivots(tall.transposed().dense(), prime))
        core = tall.permuted(rows, np.arange(len(columns)))
        right = a.permuted(rows, np.array([free])).dense()
        x = solve_integers(core, [[-e for e in row] for row in right])
        common = fmpz(1)
        for d in x.denominators:
            common = common.lcm(d)
        entries[free] = int(common)
        for i, j in enumerate(pivots):
            n, d = x.parts(i)
            entries[j] = int(n * (common // d))
    sign = next(1 if e > 0 else -1 for e in entries if e)
    content = gcd(*entries) * sign
    return [e // content for e in entries]


def _pivots(rows: list[list[int]], prime: int) -> list[int]:
    """The pivot columns of the reduced row echelon form modulo `prime`."""
    reduced, rank = nmod_mat(
        len(rows), len(rows[0]), [e for row in rows for e in row], prime
    ).rref()
    pivots, column = [], 0
    table = reduced.tolist()
    for i in range(rank):
        while int(table[i][column]) == 0:
            column += 1
        pivots.append(column)
        column += 1
    return pivots
