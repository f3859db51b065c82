"""Block forward substitution: a system in block triangular form, solved one block after the other.

    [ L11           ] [x1]   [b1]
    [ L21  L22      ] [x2] = [b2]      L_kk x_k = b_k - sum_{e < k} L_ke x_e
    [ L31  L32  L33 ] [x3]   [b3]

Every block's right-hand side is made of integers over one denominator, a multiple of the
denominators it builds on; what the block adds is a divisor of its own determinant, as small as it
can be. Cancelling more would save little and cost much: where denominators divide each other,
checking an equation needs one exact cofactor a block, else cross products (16 cards: 62 s against
128 s). `choice` chooses the method for each block.

Nothing is returned before ``A x == b`` has been checked in exact integers against the system as it
was given (`verification`), whatever the methods believe of themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter

import numpy as np
from flint import fmpz

from exactbox.linalg.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.choice import Choice
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.exact import ExactMatrix, FmpzRows
from exactbox.linalg.info import Record, ReportDone
from exactbox.linalg.integers import narrowest
from exactbox.linalg.methods import Method
from exactbox.linalg.sparse import IntegerMatrix
from exactbox.linalg.verification import multiplies_back


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
        full = 2 * len(a.data) > n * n and len(np.unique(a.indices)) == n
        if full and np.diff(a.indptr).all():  # dense: there is nothing to cut
            form = BlockForm(
                np.arange(n), np.arange(n), np.array([0, n]) if n else np.zeros(1, int)
            )
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

    def solve(self, b: Sequence[Sequence[int]], progress: ReportDone | None = None) -> ExactMatrix:
        """The x with A x = b for rows of integers b, verified."""
        a, n, columns = self.matrix, self.matrix.shape[0], len(b[0]) if b else 0
        if b and columns == 0:
            x0 = self.solve([[0]] * n, progress)
            return ExactMatrix(x0.denominators, x0.block_of, [[]] * n, 0, info=x0.info)
        record = Record()
        record.spend("block form", self._seconds)
        indptr, indices, data = self._permuted.rows()
        inner, block_of = self._inner.tolist(), self._block_of.tolist()
        right = [b[i] for i in self.form.rows.tolist()]
        denominators: list[fmpz] = []
        x: FmpzRows = []
        for low, high in pairwise(self.form.start.tolist()):
            started = perf_counter()
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
            base, cofactor = _common(denominators, sorted({e for terms in outer for e in terms}))
            r = [[base * e for e in right[i]] for i in range(low, high)]
            for row, terms in zip(r, outer, strict=True):
                for e, total in terms.items():
                    for c in range(columns):
                        row[c] -= cofactor[e] * total[c]
            assembled = perf_counter()
            record.spend("assembly", assembled - started)
            try:
                numerators, d, done = self._choice.solve(
                    self._diagonal_block(low, high), r, _part_of(progress, low, high, n)
                )
            except SingularBlockError:
                raise SingularBlockError(
                    f"a diagonal block of {high - low} unknowns has none"
                ) from None
            if not done.seconds:
                record.spend(done.method, perf_counter() - assembled)
            record.add(done)
            started = perf_counter()
            lowest, d = _lowest_terms(numerators, d)
            x.extend(lowest)
            denominators.append(base * d)
            record.spend("assembly", perf_counter() - started)
            if progress is not None:
                progress(high, n)
        place = np.empty(n, dtype=np.int64)
        place[self.form.columns] = np.arange(n)
        order = place.tolist()
        result = ExactMatrix(
            denominators,
            [block_of[p] for p in order],
            [x[p] for p in order],
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


def _part_of(progress: ReportDone | None, low: int, high: int, n: int) -> ReportDone | None:
    """The progress of a block, counted in unknowns of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(low + (high - low) * min(done, total - 1) // total, n)


def _common(denominators: list[fmpz], blocks: list[int]) -> tuple[fmpz, dict[int, fmpz]]:
    """The least common multiple of these blocks' denominators, and what each lacks of it."""
    base = fmpz(1)
    for e in sorted(blocks, key=lambda e: -denominators[e].bit_length()):
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
