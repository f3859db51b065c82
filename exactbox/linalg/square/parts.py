"""Block forward substitution by many workers: blocks of one depth do not need each other.

Each depth of the block triangular form is cut into parts, and a part is sent what it needs: the
rows of its blocks as they were given, their right-hand sides, and of the earlier unknowns those
that it refers to, unless the process that gets it has them already. The worker solves its blocks
(`forward`), multiplies its rows back (`verification`), and returns numerators and denominators as
bytes, which are sent on to later parts without being read (`results.encoded`). Depths of little
cost are solved here.

The denominator of a block is the least common multiple of those that it builds on, times the least
that A_kk^-1 needs for its right-hand side. So it does not matter who solves it, and together with
which others: the answer is the same, bit by bit. A block with many right-hand sides is cut by
columns, each over a denominator of its own; the least common multiple is that of all. How the
system is cut depends on the system alone. One block with one right-hand side is not cut.

A part's key is a hash of the system and of its blocks, so that parts may be kept in a folder
(`exactbox.parallel.Finished`). What is read from there was verified by whoever wrote it.

What a block costs is forecast (`cost`) from its unknowns, the entries of its rows, those inside the
block, and the bits of the longest denominator before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import count, pairwise
from threading import Lock
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.sparse import Array, from_coordinates
from exactbox.linalg.results.encoded import EncodedRows, decoded, encode, key_bytes
from exactbox.linalg.square.batches import ranges
from exactbox.linalg.square.choice import Method
from exactbox.linalg.square.cost import Size, forecast
from exactbox.linalg.square.forward import Solution, SquareSystem
from exactbox.linalg.square.piece import Keep, Piece, Solved, holds, read, solve_piece
from exactbox.parallel import Notes, Task, memory_limit, results, resumable
from exactbox.showing import counted

_MIN_COLUMNS = 32  # of a task (600 unknowns and columns: 16.1 s of all processors, 13.5 uncut)
MIN_SECONDS_HANDED_OUT = 0.02  # of work in a depth: a task costs some 2 ms
# of the work of a depth that is left: a task is an eighth, so 8 workers all have one, what several
# tasks need is sent seldom, and the last ones end together
_MAX_SHARE, _MIN_SHARE = 1 / 8, 1 / 48
# of the memory that may be used: what a worker keeps of values (16 cards: 88 MB that it finds, and
# 80 that it is sent; with 1/64 18 cards took 1.1 GiB more than without)
_KEPT_MEMORY_SHARE = 1 / 128
_FORMAT = b"exactbox: blocks, 2"  # another one where what is kept changes
_EVERY = slice(None)
_NOTE = "of which system a worker has which values"
_SYSTEMS = count(1)  # numbers that tell systems apart


class Parts:
    """A system A X = b in block triangular form whose depths are submitted to an executor.

    ``system`` has A in that form, and solves the blocks that stay here.
    """

    def __init__(
        self,
        system: SquareSystem,
        b: Sequence[Sequence[int]],
        columns: int,
    ) -> None:
        a, form = system.given, system.form
        self._matrix, self._right, self._columns, self._form = a, b, columns, form
        self._permuted, self._block_of = system.matrix, system.block_of
        self._system, self._lock = next(_SYSTEMS), Lock()
        self._method, self._nonsingular = system.method, system.nonsingular
        n, blocks = a.shape[0], len(form.start) - 1
        self.values = _Values(n, columns)
        self._denominators = EncodedRows(blocks, 1)
        self._bits = np.zeros(blocks, dtype=np.int64)  # of the denominators that are known
        self._longest = 1
        self._verified = np.zeros(blocks, dtype=bool)
        m: Any = np.diff(form.start)  # (blocks,) unknowns
        # (blocks,) entries in a block's rows, and in its diagonal block
        filled: Any = np.diff(self._permuted.indptr[form.start])
        inside: Any = np.add.reduceat(self._permuted.indptr[1:] - system.inner, form.start[:-1])
        # with D bits: rising D + fixed
        size = Size(m, inside, bits=0, longest=0, columns=columns, fill=filled)
        self._fixed: Any = forecast("part", size)
        self._rising: Any = forecast("part", size._replace(right=1)) - self._fixed
        by_depth = form.depth[:-1]  # sums over the blocks of a depth
        self._rising_of = np.add.reduceat(self._rising, by_depth).tolist()
        self._fixed_of = np.add.reduceat(self._fixed, by_depth).tolist()

    @property
    def handed_out(self) -> bool:
        """Return whether any block has been solved by a worker."""
        return bool(self._verified.any())

    def pays(self, depth: int) -> bool:
        """Return whether the blocks of a depth may be worth handing out."""
        seconds = self._rising_of[depth] * self._longest + self._fixed_of[depth]
        return bool(seconds >= MIN_SECONDS_HANDED_OUT)

    def solve(self, depth: int, blocks: Sequence[int], solution: Solution) -> bool:
        """Have blocks of one depth solved; False if they had better be solved here."""
        if not blocks or not self.pays(depth):
            return False
        chosen = np.array(blocks)
        cost = self._cost(chosen)
        shares = list(self._shares(chosen, cost))
        # one task with nothing before it would only be sent there and back
        alone = depth > 0 or resumable()
        if cost.sum() < MIN_SECONDS_HANDED_OUT or (len(shares) == 1 and not alone):
            return False
        self._encode(solution.denominators)
        tasks = [self._task(*share) for share in shares]
        cut: dict[int, Solved] = {}  # the tasks that solved some columns of a block
        records: list[dict[str, Any]] = [{}] * len(tasks)
        for k, result in results(tasks):
            solved = read(result)
            records[k] = solved.record
            if solved.record["singular"]:
                continue
            if shares[k][1] == _EVERY:
                with self._lock:
                    self._accept(shares[k][0], [_EVERY], [solved], solution)
            else:
                cut[k] = solved
        for record, (_, columns, _) in zip(records, shares, strict=True):
            if record["singular"]:
                raise SingularBlockError(record["singular"])
            for phase, seconds in record["seconds"].items():
                solution.spend(phase, seconds)
            if columns == _EVERY or columns.start == 0:  # else the same block once more
                solution.methods.update(record["methods"])
                largest = record["largest"] and BlockInfo(**record["largest"])
                before = solution.largest.unknowns if solution.largest else 0
                if largest and largest.unknowns > before:
                    solution.largest = largest
        for block in dict.fromkeys(int(shares[k][0][0]) for k in sorted(cut)):
            mine = [k for k in sorted(cut) if shares[k][0][0] == block]
            where, parts = [shares[k][1] for k in mine], [cut[k] for k in mine]
            self._accept(np.array([block]), where, parts, solution)
        return True

    def note(self, first: int, last: int, denominators: list[fmpz]) -> None:
        """The blocks from first to last are solved."""
        self._bits[first:last] = [d.bit_length() for d in denominators[first:last]]
        self._longest = max(self._longest, int(self._bits[first:last].max()))

    def numerators(self, places: Array) -> EncodedRows:
        """The unknowns at these places, all of which are known."""
        self.values.encode(np.arange(len(places)))
        return self.values.encoded.chosen(places)

    def verify_rest(self, denominators: list[fmpz]) -> bool:
        """Return whether the rows that no worker has verified hold."""
        blocks = np.flatnonzero(~self._verified)
        if not len(blocks):
            return True
        self._encode(denominators)
        piece = self._piece(blocks, _EVERY, None)
        x = decoded(*self.values.taken(piece.unknowns, _EVERY))
        d = decoded(*self._denominators.taken(piece.blocks, _EVERY))
        rows = [x[i : i + self._columns] for i in range(0, len(x), self._columns)]
        return holds(piece, rows, d)

    def _cost(self, blocks: Array) -> Array:
        """The forecast of each block, in seconds."""
        p, start = self._permuted, self._form.start
        entries, of = ranges(p.indptr[start[blocks]], p.indptr[start[blocks + 1]])
        first = np.flatnonzero(np.diff(of, prepend=-1))  # where the entries of a block begin
        before = np.maximum.reduceat(self._bits[self._block_of[p.indices[entries]]], first)
        cost: Array = self._rising[blocks] * np.maximum(before, 1) + self._fixed[blocks]
        return cost

    def _shares(self, blocks: Array, cost: Array) -> Iterator[tuple[Array, slice, float]]:
        """The blocks and columns of each part, and its cost."""
        total = float(cost.sum())
        least = max(MIN_SECONDS_HANDED_OUT / 2, total * _MIN_SHARE)
        limits = [0.0]
        while (left := total - limits[-1]) >= 2 * least:
            limits.append(limits[-1] + max(left * _MAX_SHARE, least))
        share = np.searchsorted(limits, np.cumsum(cost) - cost / 2)  # by the middle of each cost
        ends = [0, *(np.flatnonzero(np.diff(share)) + 1).tolist(), len(blocks)]
        for low, high in pairwise(ends):
            chosen, seconds = blocks[low:high], float(cost[low:high].sum())
            pieces = min(self._columns // _MIN_COLUMNS, int(seconds / least))
            if len(chosen) > 1 or pieces < 2:
                yield chosen, _EVERY, seconds
                continue
            for first, last in pairwise(k * self._columns // pieces for k in range(pieces + 1)):
                yield chosen, slice(first, last), seconds / pieces

    def _task(self, blocks: Array, columns: slice, seconds: float) -> Task:
        first, last, count = int(blocks[0]) + 1, int(blocks[-1]) + 1, len(self._verified)
        sizes = np.diff(self._form.start)[blocks]
        unknowns = counted(int(sizes.sum()), "unknown")
        name = f"blocks {first:,} to {last:,} of {count:,}: {unknowns}"
        if columns != _EVERY:
            name += f", columns {columns.start:,} to {columns.stop - 1:,}"
        key = ""
        if resumable():
            chosen = blocks.tobytes() + repr(columns).encode()
            key = hashlib.sha256(self._digest + chosen).hexdigest()

        def arguments(notes: Notes | None) -> tuple[Piece, Method | None, bool]:
            with self._lock:
                return self._piece(blocks, columns, notes), self._method, self._nonsingular

        return Task(name, seconds, solve_piece, arguments, key)

    def _piece(self, blocks: Array, columns: slice, notes: Notes | None) -> Piece:
        """The piece that a worker with such notes needs for these blocks."""
        a, start = self._matrix, self._form.start
        own, _ = ranges(start[blocks], start[blocks + 1])
        rows = self._form.rows[own]
        entries, of_row = ranges(a.indptr[rows], a.indptr[rows + 1])
        places = self._place[a.indices[entries]]
        local, inside = self._local, self._inside
        inside[places] = True  # j with a_ij != 0
        inside[own] = False  # ... that these blocks do not solve
        given = np.flatnonzero(inside)  # earlier unknowns that the rows refer to
        inside[given] = False
        local[given], local[own] = np.arange(len(given)), len(given) + np.arange(len(own))
        shape = (len(own), len(given) + len(own))
        matrix = from_coordinates(shape, of_row, local[places], a.data[entries])
        of_known = self._block_of[given]
        first = np.flatnonzero(np.diff(of_known, prepend=-1))  # of each earlier block
        before = of_known[first]
        sizes = np.concatenate(
            [np.diff(first, append=len(given)), start[blocks + 1] - start[blocks]]
        )
        unknowns, numbers = np.concatenate([given, own]), np.concatenate([before, blocks])
        right = [self._right[i] for i in rows.tolist()]
        width = self._columns
        if columns != _EVERY:
            right, width = [row[columns] for row in right], columns.stop - columns.start
        keep = Keep()
        if notes is not None and columns == _EVERY:
            # other columns of a block may be over other denominators in the end
            keep, has, has_block = self._keep(notes)
            given, before = given[~has[given]], before[~has_block[before]]
            has[unknowns] = has_block[numbers] = True
        return Piece(
            matrix,
            np.concatenate([[0], np.cumsum(sizes)]),
            len(numbers) - len(blocks),
            right,
            width,
            unknowns,
            numbers,
            (given, *self.values.taken(given, columns)),
            (before, *self._denominators.taken(before, _EVERY)),
            keep,
        )

    def _keep(self, notes: Notes) -> tuple[Keep, Array, Array]:
        """The values that a worker keeps; the unknowns and blocks that it has already, as bools."""
        system, has, has_block = notes.get(_NOTE, (0, None, None))
        size, room = self.values.encoded.size, self._kept_bytes
        more = system == self._system and (size(_EVERY) <= room or size(has) <= room)
        if not more:
            has, has_block = (np.zeros(len(e), dtype=bool) for e in (self._place, self._verified))
            notes[_NOTE] = self._system, has, has_block
        return Keep(self._system, more), has, has_block

    @cached_property
    def _place(self) -> Array:
        """The place of each column in the block triangular form."""
        place = np.empty(len(self._form.columns), dtype=np.int64)
        place[self._form.columns] = np.arange(len(place))
        return place

    @cached_property
    def _local(self) -> Array:
        """The numbers that unknowns have in the part that is being made."""
        return np.zeros(len(self._form.columns), dtype=np.int64)

    @cached_property
    def _inside(self) -> Array:
        """False for every unknown, but while a part is being made."""
        return np.zeros(len(self._form.columns), dtype=bool)

    @cached_property
    def _kept_bytes(self) -> float:
        """The number of bytes that a worker may keep."""
        return _KEPT_MEMORY_SHARE * memory_limit()

    @cached_property
    def _digest(self) -> bytes:
        """A hash of the system, and of how it is to be solved."""
        a = self._matrix
        wide = a.data.dtype == object
        digest = hashlib.sha256(_FORMAT)
        for part in (
            repr((a.shape, len(a.data), wide, self._columns, self._nonsingular)).encode(),
            (self._method.__name__ if self._method else "").encode(),
            a.indptr.astype("<i8").tobytes(),
            a.indices.astype("<i8").tobytes(),
            key_bytes(a.data) if wide else a.data.astype("<i8").tobytes(),
            *map(key_bytes, self._right),
        ):
            digest.update(part)
        return digest.digest()

    def _encode(self, denominators: list[fmpz]) -> None:
        """Encode the denominators that have been found here."""
        missing = self._denominators.unknown(np.flatnonzero(self._bits))
        if len(missing):
            values = encode(denominators[e] for e in missing.tolist())
            self._denominators.put(missing, _EVERY, values)

    def _accept(
        self, blocks: Array, columns: list[slice], parts: list[Solved], solution: Solution
    ) -> None:
        """The solution of blocks, or of the columns of one."""
        start = self._form.start
        own, _ = ranges(start[blocks], start[blocks + 1])
        each = [decoded(*part.denominators) for part in parts]
        common = each[0]
        for more in each[1:]:
            common = [d.lcm(e) for d, e in zip(common, more, strict=True)]  # over all columns
        for d, part, where in zip(each, parts, columns, strict=True):
            lengths, data = part.numerators
            if d == common:
                self.values.encoded.put_joined(own, where, lengths, data)
            else:  # one block
                factor = common[0] // d[0]  # n / d = (n D / d) / D
                self.values.encoded.put(
                    own, where, encode(factor * e for e in decoded(lengths, data))
                )
        if len(parts) == 1:
            self._denominators.put_joined(blocks, _EVERY, *parts[0].denominators)
        for block, d in zip(blocks.tolist(), common, strict=True):
            solution.denominators[block] = d
        self._verified[blocks] = True
        solution.advance(len(own))


class _Values:
    """Numerators of the unknowns: as they are where they were found here, else as bytes."""

    def __init__(self, n: int, columns: int) -> None:
        self.encoded = EncodedRows(n, columns)
        self._plain: dict[int, list[fmpz]] = {}

    def __getitem__(self, j: Any) -> Any:
        if isinstance(j, slice):
            return [self[k] for k in range(len(self.encoded))[j]]
        row = self._plain.get(j)
        return self.encoded[j] if row is None else row

    def __setitem__(self, j: Any, value: Any) -> None:
        if isinstance(j, slice):
            self._plain.update(zip(range(len(self.encoded))[j], value, strict=True))
        else:
            self._plain[j] = value

    def taken(self, rows: Array, columns: slice) -> tuple[Array, bytes]:
        """The lengths of these entries, row by row, and all their bytes."""
        self.encode(rows)
        return self.encoded.taken(rows, columns)

    def encode(self, rows: Array) -> None:
        """Encode those of the rows that are not."""
        if not self._plain:
            return
        missing = self.encoded.unknown(rows)
        if len(missing):
            entries = (e for j in missing.tolist() for e in self._plain.pop(j))
            self.encoded.put(missing, _EVERY, encode(entries))
