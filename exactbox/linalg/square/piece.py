"""One worker's part of a system in block triangular form: what it is sent and returns.

It is sent the rows of some blocks, with the values of the earlier unknowns that they refer to. It
solves the blocks (`forward`), multiplies the rows back (`verification`), and returns bytes: eight
for the length of what follows in JSON (the record of the solution, whether a block is singular, how
many numerators and denominators), the lengths of all of these, and all of them, as
`results.encoded` has them.

A process that gets one piece after the other keeps the values that it was sent and those that it
found, and is not sent them again (16 cards, two processes: 640 MB would be sent, 2 s to decode).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.blocks import BlockForm
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.encoded import decoded, encode
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.square.choice import Method
from exactbox.linalg.square.forward import Solution, SquareSystem
from exactbox.linalg.verification import multiplies_back


class Keep(NamedTuple):
    """The system whose values a process is to keep, and whether it adds to those that it has."""

    system: int = 0  # 0: of none
    more: bool = False


class Piece(NamedTuple):
    """The rows of k unknowns, and what is known of the e earlier unknowns that they refer to.

    ``matrix`` is k x (e + k), the earlier columns first. Block i has the unknowns
    start[i]:start[i+1], and the first ``before`` blocks are the earlier ones; ``unknowns`` and
    ``blocks`` are the numbers that these have in the whole system. Numerators and denominators
    (numbers, lengths, bytes) are those of the earlier ones, but for what ``keep`` has.
    """

    matrix: IntegerMatrix
    start: Array
    before: int
    right: list[Sequence[int]]
    columns: int
    unknowns: Array
    blocks: Array
    numerators: tuple[Array, Array, bytes]
    denominators: tuple[Array, Array, bytes]
    keep: Keep


class Solved(NamedTuple):
    """The result of a worker: its record, and numbers as lengths and bytes."""

    record: dict[str, Any]
    numerators: tuple[Array, memoryview]
    denominators: tuple[Array, memoryview]


Values = tuple[dict[int, Sequence[fmpz]], dict[int, fmpz]]  # rows by unknown, denominators by block
_kept: dict[int, Values] = {}  # of one system, by its number


def solve_piece(piece: Piece, method: Method | None, nonsingular: bool) -> bytes:
    """Solve the blocks and verify their rows, as a worker; the result is in bytes."""
    a, before = piece.matrix, piece.before
    n, first = a.shape[1], int(piece.start[before])  # unknowns first .. n - 1 are its own
    rows, denominators = values = _kept[piece.keep.system] if piece.keep.more else ({}, {})
    if piece.keep.system and not piece.keep.more:
        _kept.clear()
        _kept[piece.keep.system] = values
    numbers, lengths, data = piece.numerators
    flat, width = decoded(lengths, data), piece.columns
    sent = [flat[i : i + width] for i in range(0, len(flat), width)]
    rows.update(zip(numbers.tolist(), sent, strict=True))
    numbers, lengths, data = piece.denominators
    denominators.update(zip(numbers.tolist(), decoded(lengths, data), strict=True))
    # unknowns 0 .. first - 1 are solved; the rows of A are those of first .. n - 1
    solution = Solution([[]] * first + piece.right, piece.columns, len(piece.start) - 1)
    solution.x[:first] = [rows[i] for i in piece.unknowns[:first].tolist()]
    solution.denominators[:before] = [denominators[e] for e in piece.blocks[:before].tolist()]
    indptr = np.concatenate([np.zeros(first, dtype=np.int64), a.indptr])
    whole = IntegerMatrix((n, n), indptr, a.indices, a.data)
    # rows 0 .. first - 1 are empty: their unknowns are given
    unpermuted, blocks = np.arange(n), np.array([0, len(piece.start) - 1])
    form = BlockForm(unpermuted, unpermuted, piece.start, blocks)
    system = SquareSystem(whole, whole, form, method, nonsingular)
    singular = ""
    try:
        for block in range(before, len(piece.start) - 1):
            system.solve_block(block, solution)
    except SingularBlockError as error:
        singular = str(error)
    numerators, own = [], []
    if not singular:
        started = perf_counter()
        if not holds(piece, solution.x, solution.denominators):  # A x = b, the rows of this piece
            raise ArithmeticError(
                "A x == b failed in exact integers: this is a bug, please report it"
            )
        solution.spend("verification", perf_counter() - started)
        x, d = solution.x[first:], solution.denominators[before:]
        rows.update(zip(piece.unknowns[first:].tolist(), x, strict=True))
        denominators.update(zip(piece.blocks[before:].tolist(), d, strict=True))
        numerators, own = encode(e for row in x for e in row), encode(d)
    record = {
        "seconds": solution.seconds,
        "methods": dict(solution.methods),
        "largest": None if solution.largest is None else asdict(solution.largest),
        "singular": singular,
    }
    head = json.dumps([record, len(numerators), len(own)]).encode()
    sizes = np.array([*map(len, numerators), *map(len, own)], dtype="<i8")
    start = np.array([len(head)], dtype="<i8")
    return b"".join([start.tobytes(), head, sizes.tobytes(), *numerators, *own])


def holds(piece: Piece, x: FmpzRows, denominators: list[fmpz]) -> bool:
    """Return whether the rows of the piece hold for this x."""
    sizes = np.diff(piece.start)
    block_of = np.repeat(np.arange(len(sizes)), sizes).tolist()  # k for each unknown
    values = ExactMatrix.of_blocks(denominators, block_of, x, piece.columns)
    return multiplies_back(piece.matrix, values, piece.right)


def read(result: Any) -> Solved:
    """The result that `solve_piece` has written."""
    view = memoryview(result)
    low = 8 + int.from_bytes(view[:8], "little")
    record, *sizes = json.loads(bytes(view[8:low]))
    arrays = []
    lengths = np.frombuffer(view, dtype="<i8", count=sum(sizes), offset=low)
    low += 8 * len(lengths)
    for each in (lengths[: sizes[0]], lengths[sizes[0] :]):
        high = low + int(each.sum())
        arrays.append((each, view[low:high]))
        low = high
    return Solved(record, *arrays)
