"""A forecast of the time that an exact solution takes.

A block of n unknowns that depend on each other has a determinant of at most H bits, the sum of
the lengths of its rows; lifting needs some 2 H / 24 digits, each costs a solution in floats and a
product, and n numerators of H bits are put together and multiplied back. So with little fill-in the
time is n H, up to a factor that is measured; the digits may be fewer (an answer that is short ends
the lifting early), and a factor that fills in makes each of them dearer. It is a forecast, not a
bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from exactbox.linalg.matrices.blocks import BlockForm, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.progress import Notice, is_watched, report
from exactbox.showing import rounded_seconds

Array = np.ndarray[Any, Any]

# Seconds of processor time for an unknown and a bit of the determinant. Chains with random rows of
# 4 or 5 entries, 900 to 3,600 unknowns, denominators of 5 and of 21 bits: 4e-9 to 12e-9 on a line,
# 6e-9 to 9e-9 on a grid, 13e-9 to 34e-9 where the targets are random and the factor fills in.
SECONDS_PER_BIT = 9e-9
SAID_FROM = 5.0  # seconds from which a forecast is worth a line


def announce(matrix: IntegerMatrix, seconds_per_bit: float = SECONDS_PER_BIT) -> None:
    """Report how long a square system may take, where it is long, as a `Notice` among stages."""
    if not is_watched():
        return
    if matrix.data.dtype == object:
        each = np.array([int(e).bit_length() for e in matrix.data], dtype=np.float64)
    else:
        each = np.log2(np.abs(matrix.data).astype(np.float64) + 1)
    lengths: Array = np.zeros(matrix.shape[0])  # bits of each row's longest entry
    np.maximum.at(lengths, matrix.row_of, each)
    unknowns = len(lengths)
    if seconds_per_bit * unknowns * float(lengths.sum()) < SAID_FROM:  # if it were one block
        return
    form = block_triangular_form(matrix)  # H is the sum over a block's rows
    if not isinstance(form, BlockForm):
        return
    sizes, bits = np.diff(form.start), np.add.reduceat(lengths[form.rows], form.start[:-1])
    seconds = seconds_per_bit * sizes * bits  # n H for each block
    if seconds.sum() < SAID_FROM:
        return
    largest = int(np.argmax(seconds))
    sentence = (
        f"the exact values may take about {rounded_seconds(float(seconds.sum()))}: "
        f"{sizes[largest]:,} unknowns depend on each other, each of up to {bits[largest]:,.0f} bits"
    )
    report(Notice(sentence), 0, 0)
