"""Answers: status, value, point and prices of a linear program, and what proves them; ranges, in
which one number of the program may move while the basis stays optimal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from exactbox.certificate import TO_PROVE, Certified, Claim, certificate_pieces, save
from exactbox.decimals import decimal_string, fraction_string, short_value
from exactbox.linalg.results.exact import ExactVector
from exactbox.linear_certificate.witness import rationals
from exactbox.lp.basis import BASIC, LOWER, Basis, Intervals, Values, ratio_test
from exactbox.lp.pivots import Outcome
from exactbox.lp.program import Bound, LinearProgram, T, fraction, require_value
from exactbox.showing import Columns, Facts, counted, frame

if TYPE_CHECKING:
    from exactbox.lp import faces

_FEW = 8  # entries of a vector that are printed
Range = tuple[Bound, Bound]  # None: without end
_HOLDS = {  # of a program with this status
    "optimal": ("optimal", "unique", "feasible"),
    "unbounded": ("unbounded", "feasible"),
    "infeasible": ("infeasible",),
}


@dataclass(frozen=True, eq=False, repr=False)
class ProgramAnswer(Certified):
    """The exact answer to a linear program, as `linprog` and `solve_program` return it.

    Attributes
    ----------
    program : LinearProgram
    status : str
        "optimal", "infeasible" or "unbounded".
    fun : Fraction or None
        The optimal value, the constant of the objective included.
    x : ExactVector or None
        An optimal point; of an unbounded program a feasible one.
    duals, reduced_costs : ExactVector or None
        Of rows and of columns: what the value gains for each unit that the bound moves at which
        they stand (SciPy calls them marginals); 0 where that is none.
    activities : ExactVector or None
        A x.
    slacks : list of Fraction or None
        How far each row is from its nearer bound; None for a row without bounds.
    ray : ExactVector or None
        Of an unbounded program: from x along it, the objective has no end.
    farkas : ExactVector or None
        Of an infeasible program: weights of its rows whose sum contradicts the bounds.
    x_is_unique, duals_are_unique : bool or None
        Whether no other point, no other duals are optimal; found exactly when asked for.
    refinements, pivots : int
        How often floats had to propose again, and how many exact pivots were needed.
    """

    program: LinearProgram
    refinements: int
    pivots: int
    _outcome: Outcome
    _statement: str  # of the certificate
    _reproducible: bool = False

    @property
    def status(self) -> str:
        return self._outcome.status

    def _of(self, part: Callable[[Basis], T], *, optimal: bool = True) -> T | None:
        """A part of the basis, if there is one; an unbounded program has one that is feasible."""
        basis = self._outcome.basis
        return None if basis is None or (optimal and self.status != "optimal") else part(basis)

    @cached_property
    def fun(self) -> Fraction | None:
        return self._of(lambda basis: self.program.objective_value(basis.value()))

    @cached_property
    def x(self) -> ExactVector | None:
        return self._of(lambda b: b.x.vector(range(self.program.shape[1])), optimal=False)

    @cached_property
    def activities(self) -> ExactVector | None:
        (m, n), units = self.program.shape, [Fraction(1, s) for s in self.program.scales]
        return self._of(lambda basis: basis.x.vector(range(n, n + m), units), optimal=False)

    @cached_property
    def slacks(self) -> list[Bound] | None:
        if self.activities is None:
            return None
        sides = zip(self.activities, self.program.row_lower, self.program.row_upper, strict=True)
        return [
            min((abs(value - b) for b in bounds if b is not None), default=None)
            for value, *bounds in sides
        ]

    @cached_property
    def duals(self) -> ExactVector | None:
        (m, n), units = self.program.shape, [s * self.program.unit for s in self.program.scales]
        return self._of(lambda basis: basis.d.vector(range(n, n + m), units))

    @cached_property
    def reduced_costs(self) -> ExactVector | None:
        n, unit = self.program.shape[1], self.program.unit
        return self._of(lambda basis: basis.d.vector(range(n), [unit] * n))

    @cached_property
    def ray(self) -> ExactVector | None:
        ray = self._outcome.ray
        return None if ray is None else ExactVector(ray)

    @cached_property
    def farkas(self) -> ExactVector | None:
        y, scales = self._outcome.farkas, self.program.scales
        return None if y is None else ExactVector([v * s for v, s in zip(y, scales, strict=True)])

    @cached_property
    def contradiction(self) -> list[tuple[int, str, Fraction, Fraction]]:
        """Bounds of an infeasible program that add up to 0 >= 1, each times a weight (Farkas).

        Variable k is column k, or row k - n after n columns; "lower" or "upper" is the bound, the
        weight of an upper one is negative. Empty for other programs.
        """
        if self.farkas is None:
            return []
        program, n = self.program, self.program.shape[1]
        weights = [Fraction(0)] * n + list(self.farkas)  # d = -y A, then y
        for (places, values), scale, y in zip(program.rows, program.scales, self.farkas):
            for j, v in zip(places, values, strict=True) if y else ():
                weights[j] -= Fraction(int(v), scale) * y  # d_j = -sum_i y_i a_ij
        bounds = {
            "lower": program.lower + program.row_lower,
            "upper": program.upper + program.row_upper,
        }
        weighted = [(k, "lower" if w > 0 else "upper", w) for k, w in enumerate(weights) if w]
        terms = [(k, side, require_value(bounds[side][k]), w) for k, side, w in weighted]
        # sum_k w_k x_k = 0, but >= sum_k w_k bound_k = total > 0
        total = sum(bound * w for _, _, bound, w in terms)
        return [(k, side, bound, w / total) for k, side, bound, w in terms]

    @cached_property
    def only(self) -> faces.OnlyPoint | None:
        """Why x is the only optimal point; None where it is not."""
        from exactbox.lp import faces

        return self._of(faces.only_point)

    @property
    def x_is_unique(self) -> bool | None:
        return self._of(lambda _: self.only is not None)

    @cached_property
    def duals_are_unique(self) -> bool | None:
        from exactbox.lp import faces

        return self._of(faces.has_unique_duals)

    def __getitem__(self, column: str | int) -> Fraction:
        """The value of a column, by its name or its number from 0."""
        if self.x is None:
            raise ValueError("an infeasible program has no point")
        value: Fraction = self.x[self.program.column_number(column)]
        return value

    def dual(self, row: str | int) -> Fraction:
        """The dual of a row, by its name or its number from 0."""
        return self._optimal(self.duals)[self.program.row_number(row)]  # type: ignore[no-any-return]

    def cost_range(self, column: str | int) -> Range:
        """Between which costs of this column the basis stays optimal, and x with it.

        None is without end. The other costs stay as they are. The prices move by the row of the
        tableau, until one changes its sign.
        """
        basis: Basis = self._optimal(self._outcome.basis)
        program, j = self.program, self.program.column_number(column)
        units = program.cost[j], program.unit
        return _range(*units, basis.d, basis.row(j), basis.dual_intervals)

    def rhs_range(self, row: str | int, side: str | None = None) -> Range:
        """Between which right-hand sides of this row the basis stays optimal, and its duals.

        `side` is "lower" or "upper" of a row with two bounds; by default the one that it stands at.
        The basic variables move along one direction, until one comes to a bound.
        """
        basis: Basis = self._optimal(self._outcome.basis)
        program, i = self.program, self.program.row_number(row)
        k, name = program.shape[1] + i, program.row_names[i]
        status, low, high = basis.status[k], program.low[k], program.high[k]
        bounds = {"lower": low, "upper": high}
        there = [which for which, bound in bounds.items() if bound is not None]
        if not there:
            raise ValueError(f"row {name} has no right-hand side")
        activity = basis.x.rational(k)
        if side is None:
            side = there[0 if status == LOWER or activity == low else -1]
        if side not in bounds:
            raise ValueError(f'side is {side!r}, need "lower" or "upper"')
        at = bounds[side]
        if at is None:
            raise ValueError(f"row {name} has no {side} bound")
        if status == BASIC or activity != at:  # it may come up to the activity
            end = fraction(activity / program.scales[i])
            if low == high:  # an equation that others imply holds with no other right-hand side
                return end, end
            return (None, end) if side == "lower" else (end, None)
        within, scale = [*basis.intervals], program.scales[i]
        if low != high:  # up from its lower bound it comes to the upper one
            within[k] = (None, high) if side == "lower" else (low, None)
        units = fraction(at / scale), Fraction(1, scale)
        return _range(*units, basis.x, basis.direction(k), within)

    def _optimal(self, part: Any) -> Any:
        if self.status != "optimal":
            raise ValueError(f"the program is {self.status}: there is no optimum")
        return part

    def decimal(self, digits: int) -> str:
        """The optimal value rounded half to even to so many digits after the point."""
        value: Fraction = self._optimal(self.fun)
        return decimal_string(*value.as_integer_ratio(), digits)

    def proving(self, statement: str, *, reproducible: bool = False) -> ProgramAnswer:
        """This answer, with a certificate of this statement, one of `exactbox.lp.program`."""
        if reproducible and self.status != "optimal":
            no = "no reproducible certificate: the program is"
            raise ValueError(f"{no} {self.status}, need an optimum")
        if reproducible and statement != "optimal":
            raise ValueError(f"a reproducible certificate states an optimum, not {statement!r}")
        return replace(self, _statement=statement, _reproducible=reproducible)

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in canonical bytes, in pieces; ValueError if its statement is not so."""
        (m, n), basis, statement = self.program.shape, self._outcome.basis, self._statement
        question, why = self.program.question(statement), ""
        if statement not in _HOLDS[self.status]:
            why = f"the program is {self.status}"
        elif statement == "unique" and self.only is None:
            why = "x is not the only optimal point"
        if why:
            raise ValueError(f"no certificate that it is {statement}: {why}")
        witness, minor = dict[str, ExactVector | None](), dict[str, Any]()
        if basis is not None:
            from exactbox.lp import faces

            witness["point"] = faces.point(basis) if self._reproducible else self.x
            if statement == "optimal":
                own = basis.d.vector(range(n, n + m))
                witness["dual"] = faces.prices(basis) if self._reproducible else own
        if self._outcome.farkas is not None:
            witness["dual"] = ExactVector(self._outcome.farkas)
        if statement == "unbounded":
            witness["ray"] = self.ray
        if statement == "unique" and self.only is not None:
            y, minor["minor"] = self.only
            witness["dual"] = ExactVector(y)
        return certificate_pieces(
            "program",
            question,
            {k: rationals(require_value(v)) for k, v in witness.items()} | minor,
        )

    def is_proved_by(self, claim: Any) -> bool:
        value = self.fun if self._statement in ("optimal", "unique") else None
        said = claim.facts.get("statement") == self._statement
        return bool(said and claim.kind == "program" and claim.value == value)

    def save(
        self,
        path: str | os.PathLike[str],
        statement: str | None = None,
        *,
        reproducible: bool = False,
    ) -> Claim:
        """Write the certificate after the checker has passed it; packed as .gz or .xz.

        Parameters
        ----------
        statement : str, optional
            What it states, if not the status: "unique", that x is the only optimal point, or
            "feasible".
        reproducible : bool
            Of an optimum: choose among several optimal points and duals by a rule, so that the
            bytes do not depend on the float solver and its version.
        """
        return save(self.proving(statement or self.status, reproducible=reproducible), path)

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each column of the program, by its name."""
        if self.x is None:
            raise ValueError("an infeasible program has no point")
        columns: Columns = {"column": list(self.program.column_names), "value": list(self.x)}
        if self.reduced_costs is not None:
            columns["reduced cost"] = list(self.reduced_costs)
        return frame(columns)

    def _title(self) -> str:
        m, n = self.program.shape
        to = "maximise" if self.program.maximize else "minimise"
        return f"{to}{f' {self.program.name}' if self.program.name else ''}, {m} x {n}"

    def _brief(self) -> str:
        return self.status if self.fun is None else short_value(self.fun, lambda: self.decimal(12))

    def _facts(self) -> Facts:
        facts = [("status", self.status)]
        if self.fun is not None:
            facts += [("exactly", fraction_string(self.fun)), ("rounded", self.decimal(12))]
        vectors = [("point", self.x, "column"), ("duals", self.duals, "row")]
        vectors += [("ray", self.ray, "column"), ("weights", self.farkas, "row")]
        for label, vector, what in vectors:
            if vector is not None:
                text = str(vector) if len(vector) <= _FEW else counted(len(vector), what)
                facts.append((label, text))
        return [*facts, ("proof", TO_PROVE)]


def _range(
    number: Fraction, unit: Fraction, values: Values, direction: Values, intervals: Intervals
) -> Range:
    """How far a number may move, each unit moving values along a direction, within intervals."""
    ends = list[Bound]()
    for sign in (-1, 1):
        # v + t r stays within its intervals for t up to stop[0]
        stop = ratio_test(values, direction, sign, intervals)
        ends.append(None if stop is None else number + sign * unit * fraction(stop[0]))
    least, most = ends
    return (most, least) if unit < 0 else (least, most)
