"""Estimates of the memory that exact values take.

**A policy's system**, in block triangular form. By Cramer's rule the values of a block of n
unknowns are fractions over its determinant times those of the blocks that it leads to, and as long:

    bits = sum over blocks b of n(b) sum over the blocks d that b leads to, and b,  of log2 |det(d)|

Hadamard: log2 |det| is at most the sum of log2 of the diagonal, in a matrix whose diagonal
outweighs its rows. Blocks that are the same count once, those of one unknown not at all: their
determinants are short and have factors in common. Where the blocks share more the values are
shorter; of card flipping they are, in bytes of numerators

    ======  =======  =======  =======  =======  =======
    faces         5        6        7        8        9
    ======  =======  =======  =======  =======  =======
    found    46 KB   720 KB  11.5 MB   170 MB   2.4 GB
    told     96 KB   1.2 MB  16.3 MB   213 MB   2.8 GB
    ======  =======  =======  =======  =======  =======

**Before there is a policy** the components of the first actions stand for it, each by itself: n
values of n rows' bits. That is less, often far less.
"""

from __future__ import annotations

from math import log2

import numpy as np

from exactbox.linalg.matrices.blocks import BlockForm, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, slices, starts_of
from exactbox.parallel import memory_limit
from exactbox.parallel.memory import size_words, used_memory

# Bytes of memory for one of numerators, until the certificate has been checked: the values, those
# that the checker has read, and what is made of both on the way. Card flipping, on top of what was
# there: 103 MB with 7 faces, 824 MB with 8, where 16 and 213 are told.
HELD = 4.0
_ACTION_BYTES = 50.0  # bytes for an action while floats find a policy (8 faces: 41)
_WORTH_A_LOOK = 1 / 16  # of the limit: what would take less is not looked at
_MOST = 1 << 28  # bytes of sets of blocks
# odd numbers that mix the bits of others: the golden ratio's, and those of SplitMix64 (Steele, Lea,
# Flood 2014) and MurmurHash3 (Appleby 2011)
_ODD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xFF51AFD7ED558CCD


class TooLargeError(ValueError):
    """Exact values would not fit into memory; see `enclosure`."""


def require_memory_for_floats(equations: Equations) -> None:
    """Raise TooLargeError if what floats need to find a policy would not fit with the rest."""
    need, limit = _ACTION_BYTES * equations.action_count, memory_limit()
    if need > limit * _WORTH_A_LOOK and need + used_memory() > limit:
        raise TooLargeError(
            f"to find a policy among {equations.action_count:,} actions would take about "
            f"{size_words(need + used_memory())} of memory, and {size_words(limit)} may be used"
        )


def require_memory_for_system(matrix: IntegerMatrix) -> None:
    """Raise TooLargeError if the solution of a policy's system would not fit with the rest."""
    n, limit = matrix.shape[0], memory_limit()
    enough = limit * _WORTH_A_LOOK
    if matrix.data.dtype != object and HELD * n * n * 8 <= enough:  # a row has 64 bits
        return
    if HELD * n * float(_bits(matrix).sum()) / 8 <= enough:
        return
    need = HELD * numerators(matrix) + used_memory()
    if need > limit:
        raise TooLargeError(
            f"the exact values and their proof would take about {size_words(need)} of memory, and "
            f"{size_words(limit)} may be used: the policy's system has {n:,} unknowns"
        )


def numerators(matrix: IntegerMatrix) -> float:
    """The bytes of all numerators of the solution, estimated; a diagonal without zeros."""
    form = block_triangular_form(matrix)
    if not isinstance(form, BlockForm):
        raise ValueError("the diagonal has zeros")
    return float((np.diff(form.start) * _lengths(matrix, form)).sum()) / 8


def _bits(matrix: IntegerMatrix) -> Array:
    """(n,) log2 of the diagonal."""
    diagonal = matrix.row_of == matrix.indices
    bits: Array = np.zeros(matrix.shape[0])
    bits[matrix.row_of[diagonal]] = [log2(abs(e)) for e in matrix.data[diagonal].tolist()]
    return bits


def _lengths(matrix: IntegerMatrix, form: BlockForm) -> Array:
    """(b,) the bits of each block's values."""
    size = np.diff(form.start)
    count = len(size)
    row, column = np.empty((2, len(form.columns)), dtype=np.int64)  # where they are in the form
    row[form.rows] = column[form.columns] = np.arange(len(row))
    of_place = np.repeat(np.arange(count), size)
    of_row, block = of_place[row], of_place[column]
    own = np.where(size > 1, np.bincount(of_row, _bits(matrix), minlength=count), 0.0)
    number, weight = _distinct(matrix, row, column, of_place, own)
    words = -(-len(weight) // 8)
    if count * words > _MOST:
        return own
    reached = np.zeros((count, words), dtype=np.uint8)
    several = np.flatnonzero(number >= 0)
    reached[several, number[several] // 8] = 1 << (number[several] % 8)
    source, target = of_row[matrix.row_of], block[matrix.indices]
    pairs = np.unique(source * count + target)
    source, target = pairs // count, pairs % count
    first = np.searchsorted(source, np.arange(count + 1)).tolist()
    lengths = np.zeros(count)
    for b in range(count):  # it comes after those that it leads to
        reached[b] = np.bitwise_or.reduce(reached[target[first[b] : first[b + 1]]], axis=0)
        these = np.unpackbits(reached[b], count=len(weight), bitorder="little")
        lengths[b] = these @ weight
    return lengths


def _distinct(
    matrix: IntegerMatrix, row: Array, column: Array, block: Array, own: Array
) -> tuple[Array, Array]:
    """The number of each block among the different ones, -1 for one unknown, and their bits.

    They are told apart by a sum modulo 2^64 of hashes of their entries.
    """
    i, j = row[matrix.row_of], column[matrix.indices]
    inside = block[i] == block[j]
    i, j = i[inside], j[inside]
    values = matrix.data[inside]
    if values.dtype == object:
        values = np.array([hash(e) for e in values.tolist()], dtype=np.int64)
    first = np.searchsorted(block, block[i])
    parts = ((i - first, _ODD[0]), (j - first, _ODD[1]), (values, _ODD[2]))
    hashes = sum(part.astype(np.uint64) * np.uint64(odd) for part, odd in parts)
    for shift in (32, 29):
        hashes = (hashes ^ (hashes >> np.uint64(shift))) * np.uint64(_ODD[3])
    total = np.zeros(len(own), dtype=np.uint64)
    np.add.at(total, block[i], hashes)
    several = np.flatnonzero(own)
    _, found, numbers = np.unique(total[several], return_index=True, return_inverse=True)
    number = np.full(len(own), -1)
    number[several] = numbers
    return number, own[several[found]]


def require_memory_for_components(equations: Equations) -> None:
    """Raise TooLargeError if components of so many states have longer values than there is room."""
    limit = memory_limit()
    if equations.states**2 <= limit:  # with 8 bits a row
        return
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    e = equations
    first = e.choice_at(e.action_start[:-1])  # the first action of every state
    branches = slices(e.branch_start, first)
    start = starts_of(np.diff(e.branch_start)[first])
    pattern = (np.ones(branches.size, dtype=bool), e.target[branches], start)
    graph = csr_array(pattern, shape=(e.states, e.states))
    label = connected_components(graph, directed=True, connection="strong")[1]
    sizes = np.bincount(label)
    row_bits = np.bincount(label, np.log2(e.denominator[first].astype(float)))
    largest = int(np.argmax(sizes * row_bits))
    need = float((sizes * row_bits).sum()) / 8
    if need > limit:
        raise TooLargeError(
            f"the exact values would take about {size_words(need)} of memory, and "
            f"{size_words(limit)} may be used: {sizes[largest]:,} states depend on each "
            f"other, and each value has some {row_bits[largest]:,.0f} bits"
        )
