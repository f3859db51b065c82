"""One block after the other: its right-hand side, its solution, and their denominator.

    L_kk x_k = b_k - sum_{e < k} L_ke x_e

`Forward` has the rows of a system in block triangular form, all of them, or those of some blocks
that a worker has been given (`parts`); `Solving` the unknowns that are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from time import perf_counter
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo, Record
from exactbox.linalg.matrices.integers import narrowest
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.batches import Solved
from exactbox.linalg.square.choice import Choice, by_division
from exactbox.progress import part, report_done

_TOGETHER = "many small blocks of one depth"
_DIVISIONS = BlockInfo(1, "division", "one unknown")


class Forward:
    """Solves blocks whose predecessors are solved.

    The matrix is in block lower triangular form; block k has the unknowns start[k]:start[k+1], and
    rows of blocks that are solved elsewhere may be empty. ``inner`` says where the entries of a row
    that are inside its diagonal block begin.
    """

    def __init__(self, matrix: IntegerMatrix, start: Array, choice: Choice) -> None:
        self._matrix, self._choice, self._starts = matrix, choice, start
        n, sizes = matrix.shape[0], np.diff(start)
        first = np.repeat(start[:-1], sizes)
        before = np.bincount(matrix.row_of[matrix.indices < first[matrix.row_of]], minlength=n)
        self.inner: Array = matrix.indptr[:-1] + before
        self.block_of: Array = np.repeat(np.arange(len(sizes)), sizes)

    def solve(self, block: int, state: Solving) -> None:
        """Solve one block whose predecessors are solved."""
        started = perf_counter()
        low, high = self.start[block], self.start[block + 1]
        indptr, indices, data = self._rows
        inner, block_of = self._inner_list, self._block_list
        x, columns = state.x, state.columns
        outer: list[dict[int, list[fmpz]]] = []  # per row: what each earlier block contributes
        for i in range(low, high):
            terms: dict[int, list[fmpz]] = {}
            for p in range(indptr[i], inner[i]):
                j, v = indices[p], data[p]
                if block_of[j] in terms:
                    total = terms[block_of[j]]
                    for c, e in enumerate(x[j]):
                        total[c] += v * e
                else:
                    terms[block_of[j]] = [v * e for e in x[j]]
            outer.append(terms)
        # r = base (b_k - sum_e L_ke x_e), in integers
        base, cofactor = _common(state.denominators, {e for terms in outer for e in terms})
        if any(outer) or high - low == 1:
            r = [[base * e for e in state.right[i]] for i in range(low, high)]
        else:
            r = state.right[low:high]  # nothing to convert: it may be a whole matrix
        for row, terms in zip(r, outer, strict=True):
            for e, total in terms.items():
                for c in range(columns):
                    row[c] -= cofactor[e] * total[c]
        assembled = perf_counter()
        state.record.spend("assembly", assembled - started)
        if high - low == 1:
            numerators, d, done = by_division(data[inner[low]], r)
        else:
            try:
                with state.part(high - low):
                    numerators, d, done = self._choice.solve(self._diagonal_block(low, high), r)
            except SingularBlockError:
                raise SingularBlockError("its columns are dependent") from None
        solved = perf_counter()
        if not done.seconds:
            state.record.spend(done.method, solved - assembled)
        state.record.add(done)
        x[low:high], d = _lowest_terms(numerators, d)
        state.denominators[block] = base * d
        state.record.spend("assembly", perf_counter() - solved)
        state.advance(high - low)

    def _diagonal_block(self, low: int, high: int) -> IntegerMatrix:
        """The square block of the unknowns from low to high."""
        p = self._matrix
        if high - low == p.shape[0]:
            return p
        start, end = p.indptr[low], p.indptr[high]
        inside = p.indices[start:end] >= low
        sizes = p.indptr[low + 1 : high + 1] - self.inner[low:high]
        indptr = np.zeros(high - low + 1, dtype=np.int64)
        np.cumsum(sizes, out=indptr[1:])
        return IntegerMatrix(
            (high - low, high - low),
            indptr,
            p.indices[start:end][inside] - low,
            narrowest(p.data[start:end][inside]),
        )

    @cached_property
    def start(self) -> list[int]:
        """Block k has the unknowns start[k]:start[k+1]."""
        return self._starts.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _rows(self) -> tuple[list[int], list[int], list[int]]:
        return self._matrix.rows()

    @cached_property
    def _inner_list(self) -> list[int]:
        return self.inner.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _block_list(self) -> list[int]:
        return self.block_of.tolist()  # type: ignore[no-any-return]


class Solving:
    """The unknowns, in the permuted order, while a right-hand side is solved for.

    Numerators ``x`` have a row for each unknown, in a list or what has its items and slices;
    denominators one number for each block.
    """

    def __init__(
        self,
        right: Sequence[Sequence[int]],
        columns: int,
        blocks: int,
        record: Record,
    ) -> None:
        self.right: list[Any] = list(right)
        self.columns, self.record = columns, record
        self.x: Any = [[]] * len(right)
        self.denominators = [fmpz(1)] * blocks
        self._done = 0

    def accept(self, solved: Solved) -> None:
        """Blocks that were solved together."""
        count, k, columns = solved.numerators.shape
        if count == 0:
            return
        places, flat = solved.unknowns.ravel().tolist(), solved.numerators.ravel().tolist()
        if columns == 1:
            for p, e in zip(places, map(fmpz, flat), strict=True):
                self.x[p] = [e]
        else:
            entries = list(map(fmpz, flat))
            for p, start in zip(places, range(0, len(flat), columns), strict=True):
                self.x[p] = entries[start : start + columns]
        values = map(fmpz, solved.denominators.tolist())
        for e, d in zip(solved.blocks.tolist(), values, strict=True):
            self.denominators[e] = d
        self.record.add(_DIVISIONS if k == 1 else BlockInfo(k, "batch", _TOGETHER), count)
        self.advance(count * k)

    def advance(self, unknowns: int) -> None:
        """So many more unknowns are solved."""
        self._done += unknowns
        report_done(self._done, len(self.right))

    def part(self, unknowns: int) -> AbstractContextManager[None]:
        """A context in which the progress of a block is counted in unknowns of the whole."""
        return part(self._done, unknowns, len(self.right))


def _common(denominators: list[fmpz], blocks: set[int]) -> tuple[fmpz, dict[int, fmpz]]:
    """The least common multiple of these blocks' denominators, and what each lacks of it."""
    base, cofactor = fmpz(1), dict[int, fmpz]()
    for e in sorted(blocks, key=lambda e: (-denominators[e].bit_length(), e)):
        cofactor[e], rest = divmod(base, denominators[e])
        if rest != 0:  # of the first one, and seldom of others
            common = base.lcm(denominators[e])
            cofactor = {k: f * (common // base) for k, f in cofactor.items() if k != e}
            base, cofactor[e] = common, common // denominators[e]
    return base, cofactor


def _lowest_terms(n: FmpzRows, d: fmpz) -> tuple[FmpzRows, fmpz]:
    """N / d without the factor that d and all numerators share."""
    common = d
    for row in n:
        for e in row:
            common = common.gcd(e)
            if common == 1:
                return n, d
    return [[e // common for e in row] for row in n], d // common
