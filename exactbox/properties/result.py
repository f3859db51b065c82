"""Results: what a property's answer is, tagged by its kind.

======  ==============================================================
Value   a number, exactly
Bounds  a number between two
Truth   whether something holds, and of one state the number as well
Count   in how many of the states it holds
States  in which of the states it holds, or where a number is the best
Range   the least and the greatest of several numbers
Table   the numbers of several states
======  ==============================================================

Of each, ``plain`` is what Python has for it, ``rows`` are the facts of a report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactbox.decimals import Style
from exactbox.showing import Fields, Row, counted, one_line

Number = Fraction | float  # the only floats are the infinities
LISTED = 20  # states that are printed where nobody asked for all of them


@dataclass(frozen=True)
class Value:
    """A number, exactly."""

    plain: Number

    def fields(self) -> Fields:
        """The number for JSON."""
        return {"value": self.plain}

    def text(self, style: Style) -> str:
        """The number in a table."""
        return style.short(self.plain)

    def rows(self, style: Style) -> list[Row]:
        """The number exactly, and a finite one as a decimal."""
        rows = [Row("exactly", style.exactly(self.plain), self.fields)]
        if isinstance(self.plain, Fraction):
            rows.append(Row("decimal", style.decimal(self.plain)))
        return rows


@dataclass(frozen=True)
class Bounds:
    """Proved bounds of a number; ``decimal`` is both, rounded outwards, where that is known."""

    low: Number
    high: Number
    decimal: str = ""

    @property
    def plain(self) -> Any:
        """Both, or the number if they are one."""
        return self.low if self.low == self.high else (self.low, self.high)

    def fields(self) -> Fields:
        """The bounds for JSON."""
        return {"lower": self.low, "upper": self.high}

    def text(self, style: Style) -> str:
        """Both in brackets."""
        return self.decimal or f"[{style.short(self.low)}, {style.short(self.high)}]"

    def rows(self, style: Style) -> list[Row]:
        """Both in brackets."""
        return [Row("within", self.text(style), self.fields)]


@dataclass(frozen=True)
class Truth:
    """Whether something holds; ``of`` is the number that is compared, if it is of one state."""

    plain: bool
    of: Value | Bounds | None = None

    def rows(self, style: Style) -> list[Row]:
        """True or false, and the number."""
        more = self.of.rows(style) if self.of is not None else []
        return [Row("answer", str(self.plain).lower(), {"answer": self.plain}), *more]


@dataclass(frozen=True)
class Count:
    """In how many states of so many something holds."""

    plain: int
    among: int

    def rows(self, style: Style) -> list[Row]:
        """Both numbers."""
        text = f"{self.plain} of {counted(self.among, 'state')}"
        return [Row("answer", text, {"count": self.plain, "of": self.among})]


@dataclass(frozen=True)
class States:
    """The states in which something holds; ``holds`` says of each that was asked whether it does.

    Without it they are those where a number is the greatest or the least.
    """

    states: list[int]
    holds: list[bool] | None = None

    @property
    def plain(self) -> list[Any]:
        """Of each state that was asked whether it holds; or the best states."""
        return self.states if self.holds is None else self.holds

    def rows(self, style: Style) -> list[Row]:
        """The first of the states, and how many there are."""
        count = len(self.states)
        text = ", ".join(map(str, self.states[:LISTED]))
        if count > LISTED:
            text += f" and {count - LISTED:,} more"
        if self.holds is None:
            return [Row("states", text, {"states": self.states})]
        listed = f": {text}" if count else ""
        asked = len(self.holds)
        text = f"true in {count:,} of {counted(asked, 'state')}{listed}"
        return [Row("answer", text, {"states": self.states, "of": asked})]


@dataclass(frozen=True)
class Range:
    """The least and the greatest of several numbers."""

    least: Number
    greatest: Number

    @property
    def plain(self) -> list[Number]:
        """Both."""
        return [self.least, self.greatest]

    def rows(self, style: Style) -> list[Row]:
        """Both, a line each."""
        return [
            Row("least", style.short(self.least), {"least": self.least}),
            Row("greatest", style.short(self.greatest), {"greatest": self.greatest}),
        ]


@dataclass(frozen=True)
class Table:
    """The numbers of several states, with the states' valuations where the model has them."""

    states: list[int]
    values: Sequence[Value | Bounds]
    valuations: Sequence[str] | None = None

    @property
    def plain(self) -> list[Any]:
        """The numbers; of bounds the lower ones and the upper ones, unless they are one."""
        low, high = ends(self)
        return list(low) if low == high else [low, high]

    def rows(self, style: Style) -> list[Row]:
        """The first of the states."""
        rows = [Row(fields=self._fields)]
        for s, value in zip(self.states[:LISTED], self.values, strict=False):
            known = valuation(self.valuations, s)
            rows.append(Row(f"state {s}", value.text(style) + (known and f"  [{one_line(known)}]")))
        more = len(self.states) - LISTED
        if more > 0:
            rows.append(Row("...", f"{more:,} more states: --all prints all"))
        return rows

    def _fields(self) -> Fields:
        """All of the states."""
        pairs = zip(self.states, self.values, strict=True)
        return {"values": [state_fields(s, value, self.valuations) for s, value in pairs]}


Result = Value | Bounds | Truth | Count | States | Range | Table


def ends(result: Result) -> tuple[Any, Any]:
    """The lower and the upper end of all numbers of a result, which are one where it is exact."""
    if isinstance(result, Bounds):
        return result.low, result.high
    if isinstance(result, Table):
        pairs = [ends(value) for value in result.values]
        return [low for low, _ in pairs], [high for _, high in pairs]
    return result.plain, result.plain


def valuation(valuations: Sequence[str] | None, state: int) -> str:
    """The values of a state's variables, as far as the model has them."""
    return valuations[state] if valuations is not None else ""


def state_fields(state: int, value: Value | Bounds, valuations: Sequence[str] | None) -> Fields:
    """A state, its number and its valuation for JSON."""
    fields = {"state": state, **value.fields()}
    if known := valuation(valuations, state):
        fields["valuation"] = known
    return fields
