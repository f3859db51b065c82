"""Exact values of states, and of choices, as entries of one solution.

A solution x of a policy's equations has an entry for each unknown; states that behave alike, or
share a choice, share an entry, and the values 0 and 1 have entries of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.linalg.matrices.exactfraction import exact_fraction
from exactbox.linalg.results.encoded import EncodedRows
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.matrix_text import short
from exactbox.linalg.results.ratios import nearest_float
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.state_sets import one_of, whole

_SHOWN = 6  # values that a line shows

ZERO, ONE = 0, 1  # the entries of x that are these numbers; see `everywhere`


@dataclass(frozen=True, eq=False, repr=False)
class Values(Sequence[Any]):
    """v(s) = x[at[s]], a Fraction, or `infinity` where it is infinite.

    That is ``math.inf``, or less than any number: the greatest of nothing.
    """

    x: ExactVector
    at: PerState
    infinite: PerState
    infinity: float = inf

    def __len__(self) -> int:
        return len(self.at)

    def __getitem__(self, s: Any) -> Any:
        if isinstance(s, slice):
            return [self[k] for k in range(len(self))[s]]
        if type(s) is not int or not 0 <= s < len(self.at):
            s = whole("state", s)
            s = one_of("state", s + len(self) if -len(self) <= s < 0 else s, len(self))
        return self.infinity if self.infinite[s] else exact_fraction(*self.parts(s))

    def __iter__(self) -> Iterator[Fraction | float]:
        exact = (self.x[k] for k in self.at.tolist())
        return (self.infinity if out else v for v, out in zip(exact, self.infinite.tolist()))

    def __repr__(self) -> str:
        """The first values, and how many there are."""
        first = ", ".join(map(self._shown, range(min(len(self), _SHOWN))))
        more = f", ...; {len(self)} states" if len(self) > _SHOWN else ""
        return f"Values({first}{more})"

    def _shown(self, s: int) -> str:
        if self.infinite[s]:
            return self.decimal(s, 0)
        return short(*self.x.parts(int(self.at[s])))

    def decimal(self, s: int, digits: int) -> str:
        """The value of a state, rounded half to even; "infinity", or "-infinity", where it is."""
        s = one_of("state", s, len(self))
        if self.infinite[s]:
            return "infinity" if self.infinity > 0 else "-infinity"
        return self.x.decimal(int(self.at[s]), digits)

    def to_float(self) -> Array:
        """(S,) float64: the floats nearest to the values, infinite where these are.

        Examples
        --------
        >>> finite(over_one([1, 2, 3], 3)).to_float().tolist()
        [0.3333333333333333, 0.6666666666666666, 1.0]
        """
        entries, at = np.unique(self.at, return_inverse=True)
        nearest = np.array([nearest_float(*self.x.parts(k)) for k in entries.tolist()])
        return np.where(self.infinite, self.infinity, nearest[at])

    def parts(self, s: int) -> tuple[fmpz, fmpz]:
        """Numerator and denominator of a finite value, not in lowest terms."""
        return self.x.parts(int(self.at[s]))

    @property
    def positive(self) -> PerState:
        """(S,) bool: the finite values that are not 0."""
        nonzero = np.array([n[0] != 0 for n in self.x.numerators], dtype=bool)
        found: PerState = nonzero[self.at] & ~self.infinite
        return found

    def of(self, states: Array) -> Values:
        """The values of these states only."""
        return replace(self, at=self.at[states], infinite=self.infinite[states])


def finite(x: ExactVector, at: PerState | None = None) -> Values:
    """Values without an infinite one; of the entries themselves by default."""
    at = np.arange(len(x)) if at is None else at
    return Values(x, at, np.zeros(len(at), dtype=bool))


def over_one(numerators: Sequence[int], denominator: int) -> ExactVector:
    """The integers over one denominator."""
    entries = [(fmpz(n),) for n in numerators]
    return ExactVector.of_blocks([fmpz(denominator)], [0] * len(entries), entries, 1)


def everywhere(known: PerState, values: Values, infinity: float = inf) -> Values:
    """The values of all states: the known ones, 0, 1 and infinite, and others where these are nan.

    `infinity` is what the infinite ones are.
    """
    x = values.x
    zero_one: list[Sequence[fmpz]] = [(fmpz(0),), (fmpz(1),)]
    block = [0, 0, *(b + 1 for b in x.block_of)]
    rows = x.numerators
    rows = rows.after(zero_one) if isinstance(rows, EncodedRows) else [*zero_one, *rows]
    extended = ExactVector.of_blocks([fmpz(1), *x.denominators], block, rows, 1)
    at = np.where(known == 1, ONE, ZERO)
    at[np.isnan(known)] = values.at + 2
    return Values(extended, at, np.isinf(known), infinity)
