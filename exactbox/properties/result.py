"""Results: what a property's answer is, tagged by its kind, and what proves it.

========  ==============================================================
Bounds    a number between two, or exactly
Truth     whether something holds, and of one state the number as well
Count     in how many of the states it holds
States    in which of the states it holds, or where a number is the best
Range     the least and the greatest of several numbers
Table     the numbers of several states
Quantile  the best bound for which something holds
========  ==============================================================

Of each, ``plain`` is what Python has for it, ``rows`` are the facts of a report. `PropertyAnswer`
has beside it the values of all states, and the certificate.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.certificate import TO_PROVE, Certified, certificate_pieces
from exactbox.decimals import Style, bracket, common_decimal, decimal_string, fraction_string
from exactbox.late import former_function
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.answer_facts import brief, exact_facts, model_size
from exactbox.mdp.answers.claims import claim_of, claimed
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.model.layout import Array
from exactbox.mdp.model.question import Question
from exactbox.showing import Facts, Fields, Row, counted, one_line

if TYPE_CHECKING:
    from exactbox.mdp.answers.enclosure import Enclosure

Number = Fraction | float  # the only floats are the infinities
MAX_LISTED_STATES = 20  # states that are printed where nobody asked for all of them
_MAX_VALUES = 6  # in a line


@dataclass(frozen=True)
class Bounds:
    """Proved bounds of a number; ``decimal`` is both, rounded outwards, where that is known, and
    ``common`` the decimal to which both are rounded.

    Without ``decimal`` (None) the number is exact, and both bounds are it.
    """

    low: Number
    high: Number
    decimal: str | None = ""
    common: str = ""

    @property
    def plain(self) -> Any:
        """Both, or the number if they are one."""
        return self.low if self.low == self.high else (self.low, self.high)

    def fields(self) -> Fields:
        """The number or the bounds for JSON."""
        if self.decimal is None:
            return {"value": self.low}
        return {"lower": self.low, "upper": self.high}

    def text(self, style: Style) -> str:
        """The number, or both bounds in brackets."""
        if self.decimal is None:
            return style.short(self.low)
        return self.decimal or f"[{style.short(self.low)}, {style.short(self.high)}]"

    def rows(self, style: Style) -> list[Row]:
        """The number exactly, and a finite one as a decimal; or both bounds in brackets."""
        if self.decimal is not None:
            rows = [Row("within", self.text(style), self.fields)]
            more = [Row("decimal", self.common, {"decimal": self.common})] if self.common else []
            return [*rows, *more]
        rows = [Row("exactly", style.exactly(self.low), self.fields)]
        if isinstance(self.low, Fraction):
            rows.append(Row("decimal", style.decimal(self.low)))
        return rows


def bounds_up_to_time(low: Any, high: Any) -> Bounds:
    """Bounds with as many digits as tell them apart, and the decimal that they have in common."""
    if low == high:
        return exact_number(low)
    return Bounds(low, high, bracket(low, high), common_decimal(low, high))


def exact_number(value: Number) -> Bounds:
    """Return `Bounds` whose two ends are the value: it is exact."""
    return Bounds(value, value, None)


Value = former_function("Value", exact_number)


@dataclass(frozen=True)
class Truth:
    """True or false; ``of`` is the number that is compared, if it is of one state."""

    plain: bool
    of: Bounds | None = None

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
        """True or false of each state; or the best states."""
        return self.states if self.holds is None else self.holds

    def rows(self, style: Style) -> list[Row]:
        """The first of the states, and how many there are."""
        count = len(self.states)
        text = ", ".join(map(str, self.states[:MAX_LISTED_STATES]))
        if count > MAX_LISTED_STATES:
            text += f" and {count - MAX_LISTED_STATES:,} more"
        if self.holds is None:
            return [Row("states", text, {"states": self.states})]
        states = f": {text}" if count else ""
        among = len(self.holds)
        text = f"true in {count:,} of {counted(among, 'state')}{states}"
        return [Row("answer", text, {"states": self.states, "of": among})]


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
    values: Sequence[Bounds]
    valuations: Sequence[str] | None = None

    @property
    def plain(self) -> list[Any]:
        """The numbers; of bounds the lower ones and the upper ones, unless they are one."""
        low, high = ends(self)
        return list(low) if low == high else [low, high]

    def rows(self, style: Style) -> list[Row]:
        """The first of the states."""

        def fields() -> Fields:
            pairs = zip(self.states, self.values, strict=True)
            return {"values": [state_fields(s, value, self.valuations) for s, value in pairs]}

        rows = [Row(fields=fields)]
        for s, value in zip(self.states[:MAX_LISTED_STATES], self.values, strict=False):
            text = valuation(self.valuations, s)
            rows.append(Row(f"state {s}", value.text(style) + (text and f"  [{one_line(text)}]")))
        more = len(self.states) - MAX_LISTED_STATES
        if more > 0:
            rows.append(Row("...", f"{more:,} more states: --all prints all"))
        return rows


@dataclass(frozen=True)
class Quantile:
    """The best bound, infinite, or None where there is none; and values at some bounds.

    Each is of a bound, or of no bound at all (None), and says whether the threshold is kept to.
    """

    plain: Number | None
    values: tuple[tuple[Fraction | None, Number, bool], ...]

    def rows(self, style: Style) -> list[Row]:
        """The bound, and a line for each value that proves it."""
        none = Row("answer", "none: no bound is one", {"answer": None})
        rows = [none] if self.plain is None else exact_number(self.plain).rows(style)
        records = [{"bound": b, "value": v, "answer": is_so} for b, v, is_so in self.values]
        rows.append(Row(fields={"bounds": records}))
        for bound, value, is_so in self.values:
            name = "unbounded" if bound is None else f"at {style.short(bound)}"
            rows.append(Row(name, f"{style.short(value)}: {str(is_so).lower()}"))
        return rows


Result = Bounds | Truth | Count | States | Range | Table | Quantile


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


def state_fields(state: int, value: Bounds, valuations: Sequence[str] | None) -> Fields:
    """A state, its number and its valuation for JSON."""
    fields = {"state": state, **value.fields()}
    if text := valuation(valuations, state):
        fields["valuation"] = text
    return fields


@dataclass(frozen=True, eq=False, repr=False)
class PropertyAnswer(Certified):
    """The answer of a property, and what proves it.

    Where more than the value is asked, a threshold or a filter, ``claim`` is as
    `exactbox.mdp.answers.claims.claim_of` gives it, and ``result`` is what its filter gives.
    """

    asked: str  # the question in words
    start: Array  # the states that it is asked from
    result: Result
    # None where only is asked which states are in sets
    answer: Answer | Enclosure | TimeBounds | None = None
    claim: dict[str, Any] | None = None
    inner: tuple[PropertyAnswer, ...] = ()  # of nested operators, each once
    short_numbers: bool = False  # the checker's are Python's (`exactbox.certificate`)
    unproved: str = "it only says which states are in sets"  # why it has no proof of its own

    @property
    def value(self) -> Any:
        """The property's answer: what `result` says, for Python.

        True or false of a threshold, a Fraction or infinity of a number, a pair of bounds, a list
        where the filter gives several.
        """
        return self.result.plain

    @property
    def note(self) -> str:
        """That no reward counts, and which question counts them; empty where one does."""
        return "" if self.answer is None else self.answer.note

    def decimal(self, digits: int) -> str:
        """The value, where it is one number, rounded half to even; else a ValueError.

        Of bounds it is the decimal to which both are rounded, if there is one of so many digits.
        """
        value = self.value
        if isinstance(value, float):
            return fraction_string(value)
        if isinstance(self.result, Bounds) and isinstance(value, tuple):
            texts = {decimal_string(*Fraction(end).as_integer_ratio(), digits) for end in value}
            if len(texts) == 1:
                return texts.pop()
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
            raise ValueError(f"the answer is {self._brief()}, and not a number")
        return decimal_string(value.numerator, value.denominator, digits)

    def plot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        shape: tuple[int, int] | None = None,
        arrows: Mapping[Any, str] | Sequence[str] | None = None,
    ) -> Any:
        """A picture of the exact values, and of the policy on a grid; as `Answer.plot`.

        Where the property is 1 minus the probability of its opposite, that of the opposite is
        drawn; the title says what is. Bounds and sets of states are refused.
        """
        from exactbox.mdp.answers.policy_picture import picture
        from exactbox.plots.figures import also_saved

        if not isinstance(self.answer, Answer):
            why = self.unproved if self.answer is None else "bounds only"
            raise ValueError(f"{why}: there are no exact values to draw")
        figure = picture(self.answer, shape=shape, arrows=arrows, start=self.start)
        return also_saved(figure, path)

    def __bool__(self) -> bool:
        """Return the truth of the property; a TypeError where the answer is a number."""
        return self.result.plain if isinstance(self.result, Truth) else super().__bool__()

    def _title(self) -> str:
        return self.asked

    def _brief(self) -> str:
        value = self.value
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, (list, tuple)):
            short = [
                str(v).lower() if isinstance(v, bool) else brief(v) for v in value[:_MAX_VALUES]
            ]
            more = f", ... ({len(value):,})" if len(value) > _MAX_VALUES else ""
            return f"[{', '.join(short)}{more}]"
        return brief(value)

    def _facts(self) -> Facts:
        number = isinstance(self.value, (float, Fraction))
        facts = exact_facts(self.value) if number else [("answer", self._brief())]
        start = self.start.tolist()
        facts.append(("from", f"state {start[0]}" if len(start) == 1 else f"{len(start):,} states"))
        facts += [("note", self.note)] if self.note else []
        if self.answer is None:
            return [*facts, ("proof", f"none: {self.unproved}")]
        return [*facts, ("model", model_size(self.answer.model)), ("proof", TO_PROVE)]

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in chunks of about a megabyte, each made when it is taken."""
        if self.answer is None:
            raise ValueError(f"{self.unproved}: no certificate; those of .inner have their own")
        if self.claim is None:
            return certificate_pieces(*self.answer.stated(self.start))
        return certificate_pieces(*claimed(self.answer, self.claim, self.start))

    def is_proved_by(self, claim: Any) -> bool:
        """Return whether the claim that the checker verified is this answer."""
        if self.answer is None:
            return False
        result, facts = self.result, claim.facts
        if self.claim is None:
            bounds = claim.value, claim.value if claim.upper is None else claim.upper
            return bool(bounds == ends(result))
        if "result" not in facts:
            return bool(ends(result) == (facts.get("result_lower"), facts.get("result_upper")))
        said = result.plain
        if isinstance(result, Truth):
            said = str(said).lower()
        elif isinstance(result, States) and result.holds is not None:
            said = len(result.states)
        return bool(facts["result"] == said)

    @property
    def question(self) -> Question | None:
        """The question that is answered; None where only sets are asked about."""
        return None if self.answer is None else self.answer.asked

    def interval(self, state: int) -> tuple[Any, Any]:
        """Bounds of what is asked of a state, twice the value where that is known."""
        return ends(self.number(state))

    def number(self, state: int) -> Bounds:
        """The value of a state, or its bounds."""
        if self.answer is None:
            raise ValueError(f"{self.unproved}: there are no values to print")
        complement = self.claim is not None and bool(self.claim["complement"])
        return number_of(self.answer, state, complement=complement)


def answered(answer: Answer | Enclosure) -> PropertyAnswer:
    """The answer of a question as that of a property: from each initial state."""
    model, words = answer.model, answer.asked.words(answer.model)
    start = model.initial
    if len(start) == 1:
        return PropertyAnswer(words, start, number_of(answer, int(start[0])), answer)
    return PropertyAnswer(words, start, table(answer, start.tolist()), answer, claim_of("print"))


def table(
    answer: Answer | Enclosure | TimeBounds, start: list[int], *, complement: bool = False
) -> Table:
    """The values of several states."""
    numbers = [number_of(answer, s, complement=complement) for s in start]
    return Table(start, numbers, answer.model.valuations)


def number_of(
    answer: Answer | Enclosure | TimeBounds, state: int, *, complement: bool = False
) -> Bounds:
    """The value of a state, or the bounds of it; or 1 minus these."""
    if isinstance(answer, Answer):
        value = 1 - answer.values[state] if complement else answer.values[state]
        return Bounds(value, value, None)
    low, high = answer.interval(state)
    if isinstance(answer, TimeBounds):
        return bounds_up_to_time(1 - high, 1 - low) if complement else bounds_up_to_time(low, high)
    return Bounds(1 - high, 1 - low) if complement else Bounds(low, high, answer.decimal(state))
