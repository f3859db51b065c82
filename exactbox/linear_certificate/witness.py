"""Witnesses of statements about linear systems, in the form in which certificates list them.

Solutions and kernels are given; minors, and what makes a determinant easy to check, are found here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice, pairwise
from math import gcd, isqrt, lcm, prod
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.canonical import encode_integer, numbers
from exactbox.linalg.elimination.echelon import elimination_order, primes, rank_profile
from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.matrices.matrix_inputs import require_square
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.rows import SparseRow

Json = dict[str, Any]

_MAX_PRIMES = 8  # that are tried for a minor
# primes below it: products of two remainders are words, and exact in floats, for whoever checks
# (trefethen-500 takes the extracted checker 1.4 s, with primes of 59 bits 3.9 s)
_MINOR_PRIMES = 1 << 26
_WORK_PER_STEP = 150  # of the checker's work: a product of two residues, added to another
_MAX_RHS_ENTRY = 9  # of a right-hand side whose solution has most of the determinant


def flattened_rows(rows: Iterable[tuple[Iterable[int], Iterable[Any]]]) -> Json:
    """Rows, each as columns and values, in one list of each."""
    places: list[int] = []
    numerators: list[int | str] = []
    sizes: list[int] = []
    for columns, values in rows:
        before = len(places)
        places += columns
        numerators += map(encode_integer, values)
        sizes.append(len(places) - before)
    return {"numerators": numerators, "places": places, "sizes": sizes}


def rationals(x: ExactMatrix) -> Json:
    """A matrix of rationals as the witness has it, without blocks that have no rows; its numbers
    are spelled when it is written."""
    rows = [[j for j, _ in x.entries_of_row(i)] for i in range(len(x))]
    used = sorted(set(x.block_of))
    place = {e: k for k, e in enumerate(used)}
    return {
        "blocks": [place[e] for e in x.block_of],
        "denominators": numbers(lambda: (x.denominators[e] for e in used)),
        "numerators": numbers(lambda: (n for i in range(len(x)) for _, n in x.entries_of_row(i))),
        "places": list(chain.from_iterable(rows)),
        "sizes": list(map(len, rows)),
    }


def over_rows(y: ExactMatrix, denominators: list[int]) -> ExactMatrix:
    """Row i of y over denominators[i]: y weighs rows as they were given, this rows of integers."""
    blocks: dict[tuple[int, int], int] = {}
    block_of, numerators = [], []
    for row, e, d in zip(y.numerators, y.block_of, denominators, strict=True):
        divides = all(n % d == 0 for n in row)
        numerators.append([n // d for n in row] if divides else list(row))
        block_of.append(blocks.setdefault((e, 1 if divides else d), len(blocks)))
    return ExactMatrix.of_blocks(
        [y.denominators[e] * d for e, d in blocks], block_of, numerators, y.columns
    )


def combination_witness(matrix: IntegerMatrix, x: ExactMatrix) -> Json:
    """Weights of the rows whose sum is x', or InconsistentSystemError.

    Of independent rows modulo a prime, which are all there are unless the prime is bad.
    """
    from exactbox.linalg.general import solve_general
    from exactbox.linalg.square.system import solve_system
    from exactbox.linalg.verification import multiplies_back

    m = matrix.shape[0]
    whole, common = matrix.transposed(), lcm(*map(int, x.denominators))
    factors = [common // int(x.denominators[e]) for e in x.block_of]
    right = [[int(n) * f for n in row] for row, f in zip(x.numerators, factors, strict=True)]
    at, chosen = (np.array(e, dtype=np.int64) for e in rank_profile(whole, next(primes())))
    w = solve_system(whole.permuted(at, chosen), [right[i] for i in at])
    block = [len(w.denominators)] * m
    numerators = [[fmpz(0)] * x.columns] * m
    for i, e, row in zip(chosen.tolist(), w.block_of, w.numerators, strict=True):
        block[i], numerators[i] = e, list(row)
    weights = ExactMatrix.of_blocks([*w.denominators, fmpz(1)], block, numerators, x.columns)
    if not multiplies_back(whole, weights, right):
        indptr, indices, data = whole.rows()
        rows = [
            SparseRow(indices[low:high], [fmpz(v) for v in data[low:high]], m)
            for low, high in pairwise(indptr)
        ]
        exact = ExactMatrix.of_blocks([fmpz(1)], [0] * len(rows), rows, m)
        weights = solve_general(exact, right).particular
    over = [d * common for d in weights.denominators]
    return rationals(ExactMatrix.of_blocks(over, weights.block_of, weights.numerators, x.columns))


def determinant_witness(matrix: IntegerMatrix) -> Json:
    """A vector x with A x whole, whose denominators are most of the determinant, and a minor.

    The rest of the determinant is at most Hadamard's bound over that denominator; the modulus is
    above the double, a power of a prime modulo which the pivots are units.
    """
    from exactbox.linalg.square.system import solve_system

    require_square(matrix.shape)
    n = matrix.shape[1]
    indptr, _, data = matrix.rows()
    squares = (sum(v * v for v in data[low:high]) for low, high in pairwise(indptr))
    bound = 2 * isqrt(prod(squares)) + 2  # above 2 H
    rng = np.random.default_rng(n)  # seeded: a matrix has one certificate
    right = rng.integers(-_MAX_RHS_ENTRY, _MAX_RHS_ENTRY + 1, (n, 1)).tolist()
    try:
        x = solve_system(matrix, right)
    except SingularMatrixError as error:
        over = fmpz(bound) * gcd(*(int(n) for _, _, n, _ in error.kernel.entries()))
        x = ExactMatrix.of_blocks([over], [0] * n, error.kernel.numerators, 1)
        nothing: Json = {"columns": [], "modulus": 1, "rows": []}
        return {"fractions": rationals(x), "minor": nothing}
    divisor = lcm(*(int(d) // gcd(int(d), int(n)) for _, _, n, d in x.entries()))
    minor = minor_witness(matrix, n)
    prime = modulus = minor["modulus"]
    while divisor * modulus <= bound:
        modulus *= prime
    return {"fractions": rationals(x), "minor": {**minor, "modulus": encode_integer(modulus)}}


def minor_witness(matrix: IntegerMatrix, order: int, max_work: int | None = None) -> Json:
    """Rows and columns of a minor that is not zero, in an order in which they are eliminated.

    Where the rank is less than the order that is wanted, the minor is smaller. LimitError where to
    check it takes more than `max_work`, in the checker's units.
    """
    # a prime that divides the minor shows it too small
    for prime in islice(primes(_MINOR_PRIMES), _MAX_PRIMES):
        rows, columns = (np.array(e, dtype=np.int64) for e in rank_profile(matrix, prime))
        if len(rows) >= order:
            break
    most = None if max_work is None else max_work // _WORK_PER_STEP
    first, second = elimination_order(matrix.permuted(rows, columns), prime, most)
    return {
        "columns": columns[second].tolist(),
        "modulus": prime,
        "rows": rows[first].tolist(),
    }
