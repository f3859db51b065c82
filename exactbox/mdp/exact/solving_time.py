"""A forecast of the time that an exact solution takes.

A component of n unknowns that depend on each other has a determinant of at most H bits, the sum of
the lengths of its rows; lifting needs some 2 H / 24 digits, each costs a solution in floats and a
product, and n numerators of H bits are put together and multiplied back. So with little fill-in the
time is n H, up to a factor that is measured; the digits may be fewer (an answer that is short ends
the lifting early), and a factor that fills in makes each of them dearer. It is a forecast, not a
bound.
"""

from __future__ import annotations

import numpy as np

from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.mdp.model.layout import Array
from exactbox.progress import Notice, is_watched, report
from exactbox.showing import rounded_seconds

# Seconds of processor time for an unknown and a bit of the determinant. Chains with random rows of
# 4 or 5 entries, 900 to 3,600 unknowns, denominators of 5 and of 21 bits: 4e-9 to 12e-9 on a line,
# 6e-9 to 9e-9 on a grid, 13e-9 to 34e-9 where the targets are random and the factor fills in.
SECONDS_PER_BIT = 9e-9
SAID_FROM = 5.0  # seconds from which a forecast is worth a line


def announce(matrix: IntegerMatrix) -> None:
    """Report how long a system may take, where it is long.

    The matrix is square, its diagonal without zeros; what is reported is a `Notice` in
    place of a stage.
    """
    if not is_watched():
        return
    lengths = _row_bits(matrix)
    unknowns = len(lengths)
    if SECONDS_PER_BIT * unknowns * float(lengths.sum()) < SAID_FROM:  # if it were one component
        return
    label = _components(matrix)
    sizes, bits = np.bincount(label), np.bincount(label, lengths)
    seconds = SECONDS_PER_BIT * sizes * bits
    if seconds.sum() < SAID_FROM:
        return
    largest = int(np.argmax(seconds))
    sentence = (
        f"the exact values may take about {rounded_seconds(float(seconds.sum()))}: "
        f"{sizes[largest]:,} unknowns depend on each other, each of up to {bits[largest]:,.0f} bits"
    )
    report(Notice(sentence), 0, 0)


def _row_bits(matrix: IntegerMatrix) -> Array:
    """(n,) the length of each row's largest entry, in bits."""
    if matrix.data.dtype == object:
        each = np.array([int(e).bit_length() for e in matrix.data], dtype=np.float64)
    else:
        each = np.log2(np.abs(matrix.data).astype(np.float64) + 1)
    longest: Array = np.zeros(matrix.shape[0])
    np.maximum.at(longest, matrix.row_of, each)
    return longest


def _components(matrix: IntegerMatrix) -> Array:
    """(n,) which strongly connected component each unknown is in."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    pattern = (np.ones(len(matrix.indices), dtype=bool), matrix.indices, matrix.indptr)
    label: Array = connected_components(
        csr_array(pattern, shape=matrix.shape), directed=True, connection="strong"
    )[1]
    return label
