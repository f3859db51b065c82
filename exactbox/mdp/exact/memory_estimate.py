"""Estimates of the memory that exact values take.

**A policy's system**, in block triangular form. By Cramer's rule the n values of a block are
fractions whose common denominator is the determinant of the block times those of all blocks that it
leads to. Numerators are about as long as the denominator, so all numerators together have

    bits = sum over blocks b of n(b) sum over the blocks d that b leads to, and b,  of log2 |det(d)|

Hadamard: log2 |det| is at most the sum of log2 of the diagonal, in a matrix whose diagonal
outweighs its rows. Equal blocks count once, and blocks of one unknown not at all, as their
determinants are short and share factors. Where determinants share further factors the values are
shorter than estimated. For card flipping, in bytes of all numerators:

    ========  =======  =======  =======  =======  =======
    faces           5        6        7        8        9
    ========  =======  =======  =======  =======  =======
    bytes      46 KB   720 KB  11.5 MB   170 MB   2.4 GB
    estimate   96 KB   1.2 MB  16.3 MB   213 MB   2.8 GB
    ========  =======  =======  =======  =======  =======

**Before there is a policy** the chain of the first actions stands for it, and each of its
components of n states counts by itself: n values, each as long as the denominators of n rows. That
is less than the estimate of a policy's system, often far less.
"""

from __future__ import annotations

from math import log2

import numpy as np

from exactbox.linalg.matrices.blocks import BlockForm, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, distinct, slices, starts_of
from exactbox.parallel import memory_limit
from exactbox.parallel.memory import size_words, used_memory

# Bytes of memory for one byte of numerators, until the certificate has been checked: the values,
# those that the checker has read, and what is made of both on the way. Card flipping, on top of
# what was there: 103 MB with 7 faces, 824 MB with 8, where 16 and 213 MB are estimated.
BYTES_PER_NUMERATOR_BYTE = 4.0
_FLOAT_BYTES_PER_ACTION = 50.0  # while floats find a policy (8 faces: 41)
_MIN_LIMIT_FRACTION = 1 / 16  # an upper bound below so much of the limit is not refined
_MAX_REACHED_BYTES = 1 << 28  # of the sets of blocks that blocks lead to
# odd numbers that mix the bits of others: the golden ratio's, and those of SplitMix64 (Steele, Lea,
# Flood 2014) and MurmurHash3 (Appleby 2011)
_ODD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xFF51AFD7ED558CCD


class TooLargeError(ValueError):
    """Exact values would not fit into memory; `reach_enclosure` and its kin have bounds."""


def require_memory_for_floats(equations: Equations) -> None:
    """Raise TooLargeError if what floats need to find a policy would not fit with the rest."""
    need, limit = _FLOAT_BYTES_PER_ACTION * equations.action_count, memory_limit()
    if need > limit * _MIN_LIMIT_FRACTION and need + used_memory() > limit:
        raise TooLargeError(
            f"to find a policy among {equations.action_count:,} actions would take about "
            f"{size_words(need + used_memory())} of memory, and {size_words(limit)} may be used"
        )


def require_memory_for_system(matrix: IntegerMatrix) -> None:
    """Raise TooLargeError if the solution of a policy's system would not fit with the rest."""
    n, limit = matrix.shape[0], memory_limit()
    each = BYTES_PER_NUMERATOR_BYTE * n / 8  # bytes for a bit of the values' length
    if matrix.data.dtype != object and each * n * 64 <= limit * _MIN_LIMIT_FRACTION:
        return
    if each * float(_diagonal_bits(matrix).sum()) <= limit * _MIN_LIMIT_FRACTION:  # Hadamard
        return
    need = BYTES_PER_NUMERATOR_BYTE * numerator_bytes(matrix) + used_memory()
    if need > limit:
        raise TooLargeError(
            f"the exact values and their proof would take about {size_words(need)} of memory, and "
            f"{size_words(limit)} may be used: the policy's system has {n:,} unknowns"
        )


def numerator_bytes(matrix: IntegerMatrix) -> float:
    """The bytes of all numerators of the solution, estimated; a diagonal without zeros."""
    form = block_triangular_form(matrix)
    if not isinstance(form, BlockForm):
        raise ValueError("the diagonal has zeros")
    size = np.diff(form.start)  # n(b)
    count = len(size)
    row, column = np.empty((2, len(form.columns)), dtype=np.int64)  # places in the form
    row[form.rows] = column[form.columns] = np.arange(len(row))
    block_at = np.repeat(np.arange(count), size)
    row_block, column_block = block_at[row], block_at[column]
    # log2 |det(b)| <= sum of log2 of the diagonal; 0 for one unknown
    own = np.where(size > 1, np.bincount(row_block, _diagonal_bits(matrix), minlength=count), 0.0)
    number, weight = _distinct_blocks(matrix, row, column, block_at, own)
    width = -(-len(weight) // 8)
    if count * width > _MAX_REACHED_BYTES:
        return float((size * own).sum()) / 8
    reached = np.zeros((count, width), dtype=np.uint8)  # bit d of row b: b leads to the block d
    large = np.flatnonzero(number >= 0)
    reached[large, number[large] // 8] = 1 << (number[large] % 8)
    pairs = distinct(row_block[matrix.row_of] * count + column_block[matrix.indices])
    source, target = pairs // count, pairs % count
    first = np.searchsorted(source, np.arange(count + 1)).tolist()
    bits = np.zeros(count)
    for b in range(count):  # blocks come after those that they lead to
        reached[b] = np.bitwise_or.reduce(reached[target[first[b] : first[b + 1]]], axis=0)
        bits[b] = np.unpackbits(reached[b], count=len(weight), bitorder="little") @ weight
    return float((size * bits).sum()) / 8


def _diagonal_bits(matrix: IntegerMatrix) -> Array:
    """(n,) log2 of the diagonal."""
    diagonal = matrix.row_of == matrix.indices
    bits: Array = np.zeros(matrix.shape[0])
    bits[matrix.row_of[diagonal]] = [log2(abs(e)) for e in matrix.data[diagonal].tolist()]
    return bits


def _distinct_blocks(
    matrix: IntegerMatrix, row: Array, column: Array, block: Array, own: Array
) -> tuple[Array, Array]:
    """Number the distinct blocks; return each block's number, -1 for one unknown, and their bits.

    Blocks are equal where the sums modulo 2^64 of their entries' hashes are.
    """
    i, j = row[matrix.row_of], column[matrix.indices]
    inside = block[i] == block[j]
    i, j = i[inside], j[inside]
    values = matrix.data[inside]
    if values.dtype == object:
        values = np.array([hash(e) for e in values.tolist()], dtype=np.int64)
    first = np.searchsorted(block, block[i])  # entry (i - first, j - first) of its block
    parts = ((i - first, _ODD[0]), (j - first, _ODD[1]), (values, _ODD[2]))
    hashes = sum(part.astype(np.uint64) * np.uint64(odd) for part, odd in parts)
    for shift in (32, 29):
        hashes = (hashes ^ (hashes >> np.uint64(shift))) * np.uint64(_ODD[3])
    total = np.zeros(len(own), dtype=np.uint64)
    np.add.at(total, block[i], hashes)
    large = np.flatnonzero(own)
    _, first, numbers = np.unique(total[large], return_index=True, return_inverse=True)
    number = np.full(len(own), -1)
    number[large] = numbers
    return number, own[large[first]]


def require_memory_for_components(equations: Equations) -> None:
    """Raise TooLargeError if values as long as these components' would not fit into memory."""
    limit = memory_limit()
    if equations.states**2 <= limit:  # n values of n rows of 8 bits
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
