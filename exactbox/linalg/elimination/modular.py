"""Determinant and rank modulo a prime.

A matrix of integers is one of residues; so is a rational one if the prime divides no denominator.
Scaling a row by a number that the prime does not divide leaves the rank as it is, and multiplies
the determinant by it.

The rank modulo a prime is at most that over the rationals, and smaller for finitely many primes
only: those that divide all minors of the order of the rank.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from operator import index

import numpy as np
from flint import fmpz, fmpz_mat, fmpz_mod_ctx, fmpz_mod_mat, nmod_mat

from exactbox.linalg.elimination.dense import check_size
from exactbox.linalg.elimination.echelon import elimination, rank_profile
from exactbox.linalg.elimination.products import is_filled
from exactbox.linalg.elimination.structured import eliminated
from exactbox.linalg.matrices.blocks import Deficiency, block_triangular_form
from exactbox.linalg.matrices.integers import INT64_MAX
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix

_MAX_ROWS_OF_FILLED = 5_000  # rows of a filled block, which is eliminated densely: 200 MB


def residue_scales(scales: list[int], modulus: int) -> list[int]:
    """The scales of the rows modulo a prime, which must not divide a denominator."""
    if isinstance(modulus, bool) or not hasattr(modulus, "__index__"):
        raise TypeError(f"modulus is {modulus!r}, need a prime")
    p = modulus.__index__()
    if p < 2 or not fmpz(p).is_prime():
        raise ValueError(f"modulus is {modulus}, need a prime")
    for i, s in enumerate(scales):
        if s % p == 0:
            raise ValueError(
                f"row {i} of A has the common denominator {s}, which {p} divides: "
                f"need a matrix that has residues modulo {p}"
            )
    return [s % p for s in scales]


def det_modulo(matrix: IntegerMatrix, scales: list[int], modulus: int) -> int:
    """The determinant of the square A with ``matrix[i] = scales[i] A[i]``, modulo a prime.

    A MemoryError refuses a filled diagonal block of the block triangular form with more than 5,000
    rows, and elimination that fills in too far.
    """
    scale, modulus = prod(residue_scales(scales, modulus)), index(modulus)
    if modulus <= INT64_MAX and is_filled(matrix):  # in all likelihood one block
        return block_determinant(matrix, modulus) * pow(scale, -1, modulus) % modulus
    form = block_triangular_form(matrix)
    if isinstance(form, Deficiency):
        return 0
    value = sign(form.rows) * sign(form.columns) * pow(scale, -1, modulus)
    for low, high in pairwise(form.start.tolist()):
        block = matrix.permuted(form.rows[low:high], form.columns[low:high])
        if high - low == 1:
            value = value * int(block.data[0]) % modulus
            continue
        value = value * block_determinant(block, modulus) % modulus
    return value % modulus


def block_determinant(block: IntegerMatrix, prime: int) -> int:
    """The determinant of a square matrix modulo a prime: dense, or by sparse elimination."""
    if prime > INT64_MAX or is_filled(block):
        check_size(block.shape, _MAX_ROWS_OF_FILLED, "a determinant modulo a prime")
        return int(residues(block.flint, prime).det())
    rows, columns, value, rest = elimination(block, prime)
    if len(rows) < block.shape[0] or len(columns) < block.shape[0]:
        return 0
    # P A Q is block triangular after row operations: the pivots, and the rest
    value *= sign(np.array(rows)) * sign(np.array(columns))
    if len(rest):
        value *= int(nmod_mat(*rest.shape, rest.ravel().tolist(), prime).det())
    return value % prime


def rank_modulo(matrix: IntegerMatrix, scales: list[int], modulus: int) -> int:
    """The rank of the A with ``matrix[i] = scales[i] A[i]`` modulo a prime.

    A MemoryError refuses a prime of more than 63 bits with more than 5,000 rows or columns, and
    elimination that fills in too far.
    """
    residue_scales(scales, modulus)
    modulus = index(modulus)
    found, rest = eliminated(matrix, units=True)
    if 0 in rest.shape:
        return found
    if modulus <= INT64_MAX:
        return found + len(rank_profile(rest, modulus)[0])
    check_size(rest.shape, _MAX_ROWS_OF_FILLED, "a rank modulo a long prime")
    return found + int(residues(rest.flint, modulus).rank())


def sign(permutation: Array) -> int:
    """1 if the permutation is even, else -1."""
    seen = np.zeros(len(permutation), dtype=bool)
    target = permutation.tolist()
    sign = 1
    for i in range(len(target)):
        while not seen[i]:
            seen[i] = True
            i = target[i]
            if not seen[i]:
                sign = -sign
    return sign


def residues(a: fmpz_mat, modulus: int) -> nmod_mat | fmpz_mod_mat:
    """The residues modulo a prime of any length."""
    return nmod_mat(a, modulus) if modulus <= INT64_MAX else fmpz_mod_mat(a, fmpz_mod_ctx(modulus))
