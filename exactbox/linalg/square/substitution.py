"""Block forward substitution: a system in block triangular form, solved one block after the other.

    [ L11           ] [x1]   [b1]
    [ L21  L22      ] [x2] = [b2]      L_kk x_k = b_k - sum_{e < k} L_ke x_e
    [ L31  L32  L33 ] [x3]   [b3]

Every block's right-hand side is made of integers over one denominator, a multiple of the
denominators it builds on; what the block adds is a divisor of its own determinant, as small as it
can be. Cancelling more would save little and cost much: where denominators divide each other,
checking an equation needs one exact cofactor a block, else cross products (16 cards: 62 s against
128 s). `choice` chooses the method for each block.

Blocks of the same depth do not need each other; where many of them are small, `batches` solves them
together, as far as their numbers fit in 64 bits.

Nothing is returned before ``A x == b`` has been checked in exact integers against the system as it
was given (`verification`), whatever the methods believe of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo, Record, ReportDone
from exactbox.linalg.integers import narrowest
from exactbox.linalg.results.exact import ExactMatrix, FmpzRows
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.square.batches import MANY, Batches, Solved
from exactbox.linalg.square.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.square.choice import Choice, by_division
from exactbox.linalg.square.methods import Method
from exactbox.linalg.verification import multiplies_back

_TOGETHER = "many small blocks of one depth"
_DIVISIONS = BlockInfo(1, "division", "one unknown")


class Substitution:
    """A square integer matrix in block triangular form; parameters as `system.BlockSystem` has.

    Raises
    ------
    SingularBlockError
        If no matching covers the columns, here; from `solve` if a block has no inverse.
    """

    def __init__(
        self,
        a: IntegerMatrix,
        *,
        keep: bool = False,
        method: Method | None = None,
        nonsingular: bool = False,
    ) -> None:
        started = perf_counter()
        self.matrix = a
        n = a.shape[0]
        full = n > 0 and 2 * len(a.data) > n * n and np.bincount(a.indices, minlength=n).all()
        if full and np.diff(a.indptr).all():  # dense: there is nothing to cut
            form = BlockForm(np.arange(n), np.arange(n), np.array([0, n]), np.array([0, 1]))
            self._permuted = a
        else:
            cut = block_triangular_form(a)
            if isinstance(cut, Deficiency):
                raise SingularBlockError("no matching covers its columns")
            form = cut
            self._permuted = a.permuted(form.rows, form.columns)
        self.form = form
        self._choice = Choice(keep, method, nonsingular)
        # row i of the permuted matrix has its diagonal block from place inner[i] on
        sizes = np.diff(form.start)
        first = np.repeat(form.start[:-1], sizes)
        p = self._permuted
        before = np.bincount(p.row_of[p.indices < first[p.row_of]], minlength=n)
        self._inner = p.indptr[:-1] + before
        self._block_of = np.repeat(np.arange(len(sizes)), sizes)
        self._seconds = perf_counter() - started

    def solve(
        self,
        b: Sequence[Sequence[int]],
        progress: ReportDone | None = None,
        columns: int | None = None,
    ) -> ExactMatrix:
        """The x with A x = b for rows of integers b, verified; `columns` where b has no rows."""
        a, n = self.matrix, self.matrix.shape[0]
        if columns is None:
            columns = len(b[0]) if b else 0
        if b and columns == 0:
            x0 = self.solve([[0]] * n, progress)
            return ExactMatrix.of_blocks(x0.denominators, x0.block_of, [[]] * n, 0, info=x0.info)
        record = Record()
        record.spend("block form", self._seconds)
        right = [b[i] for i in self.form.rows.tolist()]
        state = _Solving(right, columns, len(self.form.start) - 1, record, progress)
        batches = self._batches(right, columns)
        for first, last in pairwise(self.form.depth.tolist()):
            after_another: Sequence[int] = range(first, last)
            if batches is not None and last - first >= MANY:
                after_another = self._together(batches, first, last, state)
            for e in after_another:
                self._one(e, state)
                if batches is not None:
                    low, high = self._start[e], self._start[e + 1]
                    batches.remember(e, state.x[low:high], state.denominators[e])
        place = np.empty(n, dtype=np.int64)
        place[self.form.columns] = np.arange(n)
        x = state.x
        result = ExactMatrix.of_blocks(
            state.denominators,
            self._block_of[place].tolist(),
            [x[p] for p in place.tolist()],
            columns,
            info=record.info(),
        )
        started = perf_counter()
        if not multiplies_back(a, result, b):
            raise ArithmeticError(
                "A x == b failed in exact integers: this is a bug, please report it"
            )
        record.spend("verification", perf_counter() - started)
        return result

    def _batches(self, right: Sequence[Sequence[int]], columns: int) -> Batches | None:
        """For solving blocks together, if there can be enough of them."""
        widest = np.diff(self.form.depth).max(initial=0)
        if self._choice.prescribed or widest < MANY or self._permuted.data.dtype == object:
            return None
        return Batches(self._permuted, self.form, self._inner, right, columns)

    def _together(self, batches: Batches, first: int, last: int, state: _Solving) -> list[int]:
        """Solve the blocks of one depth together; those that are left over."""
        started = perf_counter()
        left_over = np.ones(last - first, dtype=bool)
        for solved in batches.solve(first, last):
            left_over[solved.blocks - first] = False
            state.accept(solved)
        state.record.spend("batches", perf_counter() - started)
        return (first + np.flatnonzero(left_over)).tolist()

    def _one(self, block: int, state: _Solving) -> None:
        """Solve one block whose predecessors are solved."""
        started = perf_counter()
        low, high = self._start[block], self._start[block + 1]
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
                numerators, d, done = self._choice.solve(
                    self._diagonal_block(low, high), r, state.part(high - low)
                )
            except SingularBlockError:
                raise SingularBlockError(
                    f"a diagonal block of {high - low} unknowns has none"
                ) from None
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
        p = self._permuted
        if high - low == p.shape[0]:
            return p
        start, end = p.indptr[low], p.indptr[high]
        inside = p.indices[start:end] >= low
        sizes = p.indptr[low + 1 : high + 1] - self._inner[low:high]
        indptr = np.zeros(high - low + 1, dtype=np.int64)
        np.cumsum(sizes, out=indptr[1:])
        return IntegerMatrix(
            (high - low, high - low),
            indptr,
            p.indices[start:end][inside] - low,
            narrowest(p.data[start:end][inside]),
        )

    @cached_property
    def _rows(self) -> tuple[list[int], list[int], list[int]]:
        return self._permuted.rows()

    @cached_property
    def _start(self) -> list[int]:
        return self.form.start.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _inner_list(self) -> list[int]:
        return self._inner.tolist()  # type: ignore[no-any-return]

    @cached_property
    def _block_list(self) -> list[int]:
        return self._block_of.tolist()


class _Solving:
    """The unknowns, in the permuted order, while a right-hand side is solved for."""

    def __init__(
        self,
        right: Sequence[Sequence[int]],
        columns: int,
        blocks: int,
        record: Record,
        progress: ReportDone | None,
    ) -> None:
        self.right: list[Any] = list(right)
        self.columns, self.record = columns, record
        self.x: FmpzRows = [[]] * len(right)
        self.denominators = [fmpz(1)] * blocks
        self._progress, self._done = progress, 0

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
        if self._progress is not None:
            self._progress(self._done, len(self.right))

    def part(self, unknowns: int) -> ReportDone | None:
        """The progress of a block, counted in unknowns of the whole."""
        if self._progress is None:
            return None
        report, before, n = self._progress, self._done, len(self.right)
        return lambda done, total: report(before + unknowns * min(done, total - 1) // total, n)


def _common(denominators: list[fmpz], blocks: set[int]) -> tuple[fmpz, dict[int, fmpz]]:
    """The least common multiple of these blocks' denominators, and what each lacks of it."""
    base = fmpz(1)
    for e in sorted(blocks, key=lambda e: (-denominators[e].bit_length(), e)):
        if base % denominators[e] != 0:
            base = base.lcm(denominators[e])
    return base, {e: base // denominators[e] for e in blocks}


def _lowest_terms(n: FmpzRows, d: fmpz) -> tuple[FmpzRows, fmpz]:
    """N / d without the factor that d and all numerators share."""
    common = d
    for row in n:
        for e in row:
            common = common.gcd(e)
            if common == 1:
                return n, d
    return [[e // common for e in row] for row in n], d // common
