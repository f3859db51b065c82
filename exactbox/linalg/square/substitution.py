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
from itertools import pairwise
from time import perf_counter

import numpy as np

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.info import Record
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.square.batches import MANY, Batches
from exactbox.linalg.square.choice import Choice
from exactbox.linalg.square.forward import Forward, Solving
from exactbox.linalg.square.methods import Method
from exactbox.linalg.square.parts import Parts
from exactbox.linalg.verification import multiplies_back
from exactbox.parallel import current, resumable


class Substitution:
    """A square integer matrix in block triangular form; parameters as `system.BlockSystem` has.

    A SingularBlockError says that no matching covers the columns, or from `solve` that a block has
    no inverse.
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
        self._asked = method, nonsingular
        self._keep = keep
        self._forward = Forward(self._permuted, form.start, self._choice)
        self._seconds = perf_counter() - started

    def solve(
        self,
        b: Sequence[Sequence[int]],
        columns: int | None = None,
    ) -> ExactMatrix:
        """The x with A x = b for rows of integers b, verified; `columns` where b has no rows."""
        a, n = self.matrix, self.matrix.shape[0]
        if columns is None:
            columns = len(b[0]) if b else 0
        if b and columns == 0:
            x0 = self.solve([[0]] * n)
            return ExactMatrix.of_blocks(x0.denominators, x0.block_of, [[]] * n, 0, info=x0.info)
        record = Record()
        record.spend("block form", self._seconds)
        right = [b[i] for i in self.form.rows.tolist()]
        state = Solving(right, columns, len(self.form.start) - 1, record)
        parts = self._parts(b, columns)
        if parts is not None:
            state.x = parts.values
        batches = self._batches(right, columns)
        for depth, (first, last) in enumerate(pairwise(self.form.depth.tolist())):
            after_another: Sequence[int] = range(first, last)
            if batches is not None and last - first >= MANY:
                after_another = self._together(batches, first, last, state)
            if parts is None or not self._handed_out(parts, depth, after_another, state):
                for e in after_another:
                    self._forward.solve(e, state)
            if batches is not None:
                for e in after_another:
                    if state.denominators[e].bit_length() <= 63:
                        low, high = self._forward.start[e : e + 2]
                        batches.remember(e, state.x[low:high], state.denominators[e])
            if parts is not None:
                parts.note(first, last, state.denominators)
        place = np.empty(n, dtype=np.int64)
        place[self.form.columns] = np.arange(n)
        x = state.x
        handed_out = None if parts is None or not parts.handed_out else parts
        result = ExactMatrix.of_blocks(
            state.denominators,
            self._forward.block_of[place].tolist(),
            handed_out.numerators(place) if handed_out else [x[p] for p in place.tolist()],
            columns,
            info=record.info(),
        )
        started = perf_counter()
        if handed_out is not None:
            holds = handed_out.verify_rest(state.denominators)
        else:
            holds = multiplies_back(a, result, b)
        if not holds:
            raise ArithmeticError(
                "A x == b failed in exact integers: this is a bug, please report it"
            )
        record.spend("verification", perf_counter() - started)
        return result

    def _parts(self, b: Sequence[Sequence[int]], columns: int) -> Parts | None:
        """For handing blocks out, if there is somebody to do so; not where factors are kept."""
        if self._keep or not b or (current() is None and not resumable()):
            return None
        return Parts(
            self.matrix, b, columns, self.form, self._permuted, self._forward, *self._asked
        )

    def _handed_out(self, parts: Parts, depth: int, blocks: Sequence[int], state: Solving) -> bool:
        """Whether the blocks of a depth have been solved by others."""
        if not blocks or not parts.pays(depth):
            return False
        # one part with nothing before it would only be sent there and back
        return parts.solve(np.array(blocks), state, alone=depth > 0 or resumable())

    def _batches(self, right: Sequence[Sequence[int]], columns: int) -> Batches | None:
        """For solving blocks together, if there can be enough of them."""
        widest = np.diff(self.form.depth).max(initial=0)
        if self._choice.prescribed or widest < MANY or self._permuted.data.dtype == object:
            return None
        return Batches(self._permuted, self.form, self._forward.inner, right, columns)

    def _together(self, batches: Batches, first: int, last: int, state: Solving) -> list[int]:
        """Solve the blocks of one depth together; those that are left over."""
        started = perf_counter()
        left_over = np.ones(last - first, dtype=bool)
        for solved in batches.solve(first, last):
            left_over[solved.blocks - first] = False
            state.accept(solved)
        state.record.spend("batches", perf_counter() - started)
        return (first + np.flatnonzero(left_over)).tolist()
