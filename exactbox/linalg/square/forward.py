"""One block after the other: its right-hand side, its solution, and their denominator.

    L_kk x_k = b_k - sum_{e < k} L_ke x_e

`SquareSystem` has the rows in block triangular form, all of them, or those of some blocks that a
worker has been given (`parts`); `Solution` has the unknowns that are solved so far.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import BlockInfo
from exactbox.linalg.matrices.blocks import BlockForm
from exactbox.linalg.matrices.integers import narrowest
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.linalg.square.batches import Solved
from exactbox.linalg.square.choice import Block, Method, solve_block
from exactbox.progress import part, report_done

_DIVISION = BlockInfo(1, "division", "one unknown")


class SquareSystem:
    """A square matrix in block lower triangular form, built once, ready for right-hand sides.

    ``matrix`` is ``given`` as ``form`` permutes it: block k has the unknowns start[k]:start[k+1];
    rows of blocks that are solved elsewhere may be empty. ``inner`` says where the entries of a row
    that are inside its diagonal block begin. ``method`` is one of `methods` for all blocks,
    ``nonsingular`` says that they are known to have inverses, ``kept`` has what is remembered of a
    block, or is None; ``seconds`` is what finding the form took.
    """

    def __init__(
        self,
        given: IntegerMatrix,
        matrix: IntegerMatrix,
        form: BlockForm,
        method: Method | None = None,
        nonsingular: bool = False,
        kept: dict[bytes, Block] | None = None,
    ) -> None:
        self.given, self.matrix, self.form = given, matrix, form
        self.method, self.nonsingular, self.kept = method, nonsingular, kept
        self.seconds = 0.0
        start = form.start
        n, sizes = matrix.shape[0], np.diff(start)
        first = np.repeat(start[:-1], sizes)  # of each row: the first unknown of its block
        # entries of row i left of its diagonal block
        before = np.bincount(matrix.row_of[matrix.indices < first[matrix.row_of]], minlength=n)
        self.inner: Array = matrix.indptr[:-1] + before  # indptr[i] .. inner[i] - 1: L_ie
        self.block_of: Array = np.repeat(np.arange(len(sizes)), sizes)  # k for each unknown

    def solve_block(self, block: int, solution: Solution) -> None:
        """Solve one block whose predecessors are solved."""
        started = perf_counter()
        start, indptr, indices, data, inner, block_of = self._lists
        low, high = start[block], start[block + 1]  # the unknowns of x_k
        x, columns = solution.x, solution.columns
        outer: list[dict[int, list[fmpz]]] = []  # outer[i][e] = L_ie n_e, for x_e = n_e / d_e
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
        # base = lcm(d_e), r = base b_k - sum_e (base / d_e) L_ke n_e
        blocks = {e for terms in outer for e in terms}
        base, cofactor = _common_multiple(solution.denominators, blocks)
        if any(outer) or high - low == 1:
            r = [[base * e for e in solution.right[i]] for i in range(low, high)]  # base b_k
        else:
            r = solution.right[low:high]  # base = 1, and it may be a whole matrix
        for row, terms in zip(r, outer, strict=True):
            for e, total in terms.items():
                for c in range(columns):
                    row[c] -= cofactor[e] * total[c]  # (base / d_e) L_ke n_e
        assembled = perf_counter()
        if high - low == 1:
            value = data[inner[low]]  # a x = r, d = |a|
            numerators: FmpzRows = [[-e for e in r[0]]] if value < 0 else r
            d, done = fmpz(abs(value)), _DIVISION
        else:
            square = whole = self.matrix
            if high - low < whole.shape[0]:  # L_kk: entries from `low` on, as rows end with it
                first, end = whole.indptr[low], whole.indptr[high]
                inside = whole.indices[first:end] >= low  # j is in block k
                counts = whole.indptr[low + 1 : high + 1] - self.inner[low:high]
                rows = np.concatenate([[0], np.cumsum(counts)])
                entries = narrowest(whole.data[first:end][inside])
                places = whole.indices[first:end][inside] - low
                square = IntegerMatrix((high - low, high - low), rows, places, entries)
            try:
                with part(solution.solved, high - low, len(solution.right)):
                    if self.method is not None:
                        numerators, d, done = self.method(square, r, self.nonsingular)
                    else:
                        numerators, d, done = solve_block(square, r, self.nonsingular, self.kept)
            except SingularBlockError:
                raise SingularBlockError("its columns are dependent") from None
        solved = perf_counter()
        if not done.seconds:
            solution.spend(done.method, solved - assembled)
        common = d  # of d and all numerators: N / d in lowest terms
        for e in chain.from_iterable(numerators):
            common = common.gcd(e)
            if common == 1:
                break
        if common != 1:
            numerators, d = [[e // common for e in row] for row in numerators], d // common
        x[low:high] = numerators
        solution.denominators[block] = base * d  # L_kk n = d r = d base (b_k - ...)
        solution.spend("assembly", assembled - started + perf_counter() - solved)
        solution.add(done)

    @cached_property
    def _lists(self) -> tuple[list[int], ...]:
        """Start, the matrix's three, inner and block_of as lists, which a loop reads sooner."""
        return (
            self.form.start.tolist(),
            *self.matrix.rows(),
            self.inner.tolist(),
            self.block_of.tolist(),
        )


class Solution:
    """The unknowns, in the permuted order, while a right-hand side is solved for, and how.

    Numerators ``x`` have a row for each unknown, in a list or what has its items and slices;
    denominators one number for each block. ``methods`` counts the blocks that each method solved.
    """

    def __init__(self, right: Sequence[Sequence[int]], columns: int, blocks: int) -> None:
        self.right: list[Any] = list(right)
        self.columns = columns
        self.x: Any = [[]] * len(right)
        self.denominators = [fmpz(1)] * blocks
        self.solved = 0  # unknowns
        self.methods = Counter[str]()
        self.largest: BlockInfo | None = None
        self.seconds: dict[str, float] = {}

    def spend(self, phase: str, seconds: float) -> None:
        """Count seconds of a phase."""
        self.seconds[phase] = self.seconds.get(phase, 0.0) + seconds

    def add(self, block: BlockInfo, count: int = 1) -> None:
        """Count a block that is solved, or `count` of one size."""
        self.methods[block.method] += count
        if self.largest is None or block.unknowns > self.largest.unknowns:
            self.largest = block
        for phase, seconds in block.seconds.items():
            self.spend(phase, seconds)
        self.advance(count * block.unknowns)

    def advance(self, unknowns: int) -> None:
        """Report so many more unknowns as solved."""
        self.solved += unknowns
        report_done(self.solved, len(self.right))

    def accept(self, solved: Solved) -> None:
        """Take over blocks that were solved together."""
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
        batch = BlockInfo(k, "batch", "many small blocks of one depth")
        self.add(_DIVISION if k == 1 else batch, count)


def _common_multiple(denominators: list[fmpz], blocks: set[int]) -> tuple[fmpz, dict[int, fmpz]]:
    """The least common multiple of these blocks' denominators, and its quotient by each."""
    base, cofactor = fmpz(1), dict[int, fmpz]()
    for e in sorted(blocks, key=lambda e: (-denominators[e].bit_length(), e)):
        cofactor[e], rest = divmod(base, denominators[e])  # base / d_e
        if rest != 0:  # of the first one, and seldom of others
            common = base.lcm(denominators[e])
            # (common / base) (base / d_k)
            cofactor = {k: f * (common // base) for k, f in cofactor.items() if k != e}
            # lcm(base, d_e), and its quotient by d_e
            base, cofactor[e] = common, common // denominators[e]
    return base, cofactor
