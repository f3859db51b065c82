"""One worker's part of a system in block triangular form: what it is sent and returns.

It is sent the rows of some blocks, with the values of the earlier unknowns that they refer to. It
solves the blocks (`forward`), multiplies the rows back (`verification`), and returns bytes: eight
for the length of what follows in JSON (what `Record` is told, whether a block is singular, how many
numerators and denominators), the lengths of all of these, and all of them, as `results.encoded` has
them.

A process that gets one piece after the other keeps the values that it was sent and those that it
found, and is not sent them again (16 cards, two processes: 640 MB would be sent, 2 s to decode).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import Record
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.encoded import decoded, encode
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.square.choice import Choice
from exactbox.linalg.square.forward import Forward, Solving
from exactbox.linalg.square.lifting import rows_of
from exactbox.linalg.square.methods import Method
from exactbox.linalg.verification import multiplies_back


class Keep(NamedTuple):
    """Whether values are to be kept: of which system, and in addition to what is kept of it."""

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
    """The result of a worker."""

    told: dict[str, Any]
    numerators: tuple[Array, memoryview]
    denominators: tuple[Array, memoryview]


def solve_piece(piece: Piece, method: Method | None, nonsingular: bool) -> bytes:
    """The work of a worker: solve the blocks, and verify their rows."""
    record = Record()
    n, first = piece.matrix.shape[1], int(piece.start[piece.before])
    state = Solving([[]] * first + piece.right, piece.columns, len(piece.start) - 1, record)
    known = _known(piece)
    state.x[:first] = [known.rows[i] for i in piece.unknowns[:first].tolist()]
    blocks = piece.blocks[: piece.before].tolist()
    state.denominators[: piece.before] = [known.denominators[e] for e in blocks]
    a = piece.matrix
    indptr = np.concatenate([np.zeros(first, dtype=np.int64), a.indptr])
    whole = IntegerMatrix((n, n), indptr, a.indices, a.data)
    forward = Forward(whole, piece.start, Choice(False, method, nonsingular))
    try:
        for block in range(piece.before, len(piece.start) - 1):
            forward.solve(block, state)
    except SingularBlockError as error:
        return _written({**record.told(), "singular": str(error)}, [], [])
    started = perf_counter()
    if not holds(piece, state.x, state.denominators):
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    record.spend("verification", perf_counter() - started)
    known.add(piece.unknowns[first:], state.x[first:])
    known.add_denominators(piece.blocks[piece.before :], state.denominators[piece.before :])
    own = [e for row in state.x[first:] for e in row]
    return _written(
        {**record.told(), "singular": ""}, encode(own), encode(state.denominators[piece.before :])
    )


class _Known:
    """Values of a system by the numbers of its unknowns and blocks."""

    def __init__(self) -> None:
        self.rows: dict[int, Sequence[fmpz]] = {}
        self.denominators: dict[int, fmpz] = {}

    def add(self, unknowns: Array, rows: FmpzRows) -> None:
        """Rows of numerators."""
        self.rows.update(zip(unknowns.tolist(), rows, strict=True))

    def add_denominators(self, blocks: Array, denominators: list[fmpz]) -> None:
        """One for each block."""
        self.denominators.update(zip(blocks.tolist(), denominators, strict=True))


_kept: dict[int, _Known] = {}  # of one system, by its number


def _known(piece: Piece) -> _Known:
    """The values that this process was sent or has kept."""
    found = _kept[piece.keep.system] if piece.keep.more else _Known()
    if piece.keep.system and not piece.keep.more:
        _kept.clear()
        _kept[piece.keep.system] = found
    numbers, lengths, data = piece.numerators
    found.add(numbers, rows_of(decoded(lengths, data), piece.columns))
    numbers, lengths, data = piece.denominators
    found.add_denominators(numbers, decoded(lengths, data))
    return found


def holds(piece: Piece, x: FmpzRows, denominators: list[fmpz]) -> bool:
    """Whether the rows of the piece hold."""
    sizes = np.diff(piece.start)
    block_of = np.repeat(np.arange(len(sizes)), sizes).tolist()
    found = ExactMatrix.of_blocks(denominators, block_of, x, piece.columns)
    return multiplies_back(piece.matrix, found, piece.right)


def _written(told: dict[str, Any], numerators: list[bytes], denominators: list[bytes]) -> bytes:
    """The answer of a worker as bytes: `read` reads them."""
    sizes = (len(numerators), len(denominators))
    head = json.dumps([told, *sizes]).encode()
    lengths = np.array([*map(len, numerators), *map(len, denominators)], dtype="<i8")
    start = np.array([len(head)], dtype="<i8")
    return b"".join([start.tobytes(), head, lengths.tobytes(), *numerators, *denominators])


def read(result: Any) -> Solved:
    """The result that a worker has written."""
    view = memoryview(result)
    low = 8 + int.from_bytes(view[:8], "little")
    told, *sizes = json.loads(bytes(view[8:low]))
    found = []
    lengths = np.frombuffer(view, dtype="<i8", count=sum(sizes), offset=low)
    low += 8 * len(lengths)
    for each in (lengths[: sizes[0]], lengths[sizes[0] :]):
        high = low + int(each.sum())
        found.append((each, view[low:high]))
        low = high
    return Solved(told, *found)
