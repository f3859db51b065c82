"""Matrix games: what each side can be sure of, exactly.

The row player receives A[i, j] of the column player, where they choose row i and column j at the
same time. Mixing rows by p brings at least the least entry of p A, mixing columns by q costs at
most the greatest of A q; the best of both are equal, the value v (von Neumann 1928). As a program:
maximise v where p A >= v, with p >= 0 that adds up to 1; its duals are q.

Source: Dantzig, *A proof of the equivalence of the programming problem and the game problem*, 1951.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import gcd, lcm
from typing import Any

import numpy as np
from flint import fmpq

from exactbox.certificate import TO_PROVE, Certified, certificate_pieces, encode_integer
from exactbox.decimals import decimal_string, fraction_string, short_value
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import narrowest
from exactbox.linalg.matrices.matrix_inputs import read_labelled, read_scaled
from exactbox.linalg.matrices.rational import NO_LABELS, Labels
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import ExactVector
from exactbox.linear_certificate.witness import flattened_rows, rationals
from exactbox.lp import faces
from exactbox.lp.basis import Basis
from exactbox.lp.program import LinearProgram, fraction, require_value
from exactbox.lp.solving import solve
from exactbox.showing import Facts, counted


@dataclass(frozen=True, eq=False, repr=False)
class GameAnswer(Certified):
    """A matrix game solved.

    `value` is what the row player can be sure to receive, and the column player to pay no more, on
    average.
    """

    matrix: IntegerMatrix  # A times `over`
    over: int
    value: Fraction
    rows: ExactVector  # with which probability an optimal strategy chooses each
    columns: ExactVector
    _basis: Basis  # of the program
    labels: Labels = NO_LABELS  # of a file or a DataFrame; the strategies have them, too

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are to choose from."""
        return self.matrix.shape

    @cached_property
    def rows_are_unique(self) -> bool:
        """True if no other strategy of the row player is optimal."""
        return faces.only_point(self._basis) is not None

    @cached_property
    def columns_are_unique(self) -> bool:
        return faces.has_unique_duals(self._basis)

    @cached_property
    def dominated_rows(self) -> list[tuple[int, int]]:
        """Which is never better than which other one, entry by entry; from 0."""
        return _dominated(self.matrix)

    @cached_property
    def dominated_columns(self) -> list[tuple[int, int]]:
        return _dominated(self.matrix.transposed().scale_rows([-1] * self.shape[1]))

    def reproducible(self) -> GameAnswer:
        """This game with strategies chosen by a rule from several optimal ones, so that they, and
        the certificate's bytes, do not depend on the float solver and its version."""
        m, n = self.shape
        rows = faces.point(self._basis)[:m].with_labels(self.labels.rows)
        columns = faces.prices(self._basis)[:n].with_labels(self.labels.columns)
        return replace(self, rows=rows, columns=columns)

    def decimal(self, digits: int) -> str:
        """The value rounded half to even to so many digits after the point."""
        return decimal_string(*self.value.as_integer_ratio(), digits)

    def certificate_parts(self) -> Iterator[bytes]:
        witness = {"rows": rationals(self.rows), "columns": rationals(self.columns)}
        return certificate_pieces("program", game_question(self.matrix, self.over), witness)

    def is_proved_by(self, claim: Any) -> bool:
        return bool(claim.kind == "program" and claim.value == self.value)

    def _title(self) -> str:
        m, n = self.shape
        return f"value of the matrix game, {m} x {n}"

    def _brief(self) -> str:
        return short_value(self.value, lambda: self.decimal(12))

    def _facts(self) -> Facts:
        facts = [("exactly", fraction_string(self.value))]
        for name, strategy in (("rows", self.rows), ("columns", self.columns)):
            mixed = f"a mixture of {sum(1 for _ in strategy.entries())}"
            text = strategy_text(strategy) if len(strategy) <= 8 else mixed
            facts.append((name, text))
        return [*facts, ("proof", TO_PROVE)]


def strategy_text(strategy: ExactVector) -> str:
    """The probabilities in a line, with the names of what is chosen if there are any."""
    if not strategy.labels or not strategy.labels[0]:
        return str(strategy)
    return ", ".join(
        f"{name} {fraction_string(p)}" for name, p in zip(strategy.labels[0], strategy)
    )


def matrix_game(a: Any, *, floats: Floats = None) -> GameAnswer:
    """The value of a matrix game and optimal strategies of both sides, exactly.

    Parameters
    ----------
    a : matrix, shape (m, n)
        What the row player receives; as `exactbox.linalg.solve` takes it, a file's name too.

    Examples
    --------
    >>> game = matrix_game([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])  # rock wins twice of scissors
    >>> game.value, game.rows, game.rows_are_unique
    (Fraction(0, 1), ExactVector([1/4, 1/2, 1/4]), True)
    """
    a, labels = read_labelled(a, floats)
    matrix, over = payoffs(a, floats)
    m, n = matrix.shape
    basis = require_value(solve(_program(matrix)).basis)
    rows, columns = basis.x.vector(range(m)), basis.d.vector(range(m + 1, m + 1 + n))
    rows, columns = rows.with_labels(labels.rows), columns.with_labels(labels.columns)
    value = fraction(basis.x.rational(m) / over)
    return GameAnswer(matrix, over, value, rows, columns, basis, labels)


def payoffs(a: Any, floats: Floats = None) -> tuple[IntegerMatrix, int]:
    """A game in integers, over one denominator, the least."""
    matrix, scales = read_scaled(a, floats=floats)
    m, n = matrix.shape
    if not m or not n:
        sizes = f"{counted(m, 'row')} and {counted(n, 'column')}"
        raise ValueError(f"A has {sizes}: a game needs one of each")
    over = lcm(*scales)
    matrix = matrix.scale_rows([over // s for s in scales])
    # A over the least denominator
    common = gcd(over, int(np.gcd.reduce(matrix.data)))
    return replace(matrix, data=narrowest(matrix.data // common)), over // common


def game_question(matrix: IntegerMatrix, over: int) -> dict[str, Any]:
    """The question of a certificate about a game, in integers over one number."""
    listing = {"columns": matrix.shape[1], **flattened_rows(matrix.each_row())}
    return {"statement": "game", "denominator": encode_integer(over), "matrix": listing}


def _program(matrix: IntegerMatrix) -> LinearProgram:
    """maximise v where p A - v >= 0 in each column and p adds up to 1."""
    (m, n), zero, one = matrix.shape, fmpq(0), fmpq(1)
    rows = np.concatenate([np.arange(n), np.full(m, n)])
    columns = np.concatenate([np.full(n, m), np.arange(m)])
    # column j: sum_i p_i A[i, j] - v >= 0; the last row: sum_i p_i = 1
    units = np.repeat(np.array([-1, 1]), [n, m])
    program = matrix.transposed().extended((n + 1, m + 1), rows, columns, units)
    low = [*[zero] * m, None, *[zero] * n, one]
    high = [*[None] * (m + 1 + n), one]
    cost = [*[Fraction(0)] * m, Fraction(1)]
    return LinearProgram(program, [1] * (n + 1), cost, low, high, maximize=True)


def _dominated(matrix: IntegerMatrix) -> list[tuple[int, int]]:
    """Rows that are at most another one everywhere, with the first of these; of equal ones the
    later."""
    full, pairs = np.array(matrix.dense(), dtype=matrix.data.dtype), []
    for i, row in enumerate(full):
        # A[k, :] >= A[i, :]
        above = np.flatnonzero(np.all(full >= row, axis=1)).tolist()
        better = (k for k in above if k < i or (full[k] != row).any())
        pairs += [(i, k) for k in islice(better, 1)]
    return pairs
