"""Constants: the values of those that are given, and of those that files and programs declare.

Source: the PRISM manual, *The PRISM language: constants*, 4.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from exactbox.properties.declarations import Constant, Program
from exactbox.properties.evaluation import Root, Value, no_value, number, value_of
from exactbox.properties.expressions import parse_expression
from exactbox.properties.syntax import Expression, Name
from exactbox.properties.tokens import PropertyError, Unvalued
from exactbox.showing import first_names


class Names:
    """Constants, formulas and labels, which have a meaning without a model.

    `given` are values of constants, ``"K=2,p=1/7"`` or {"K": 2}, no floats; property files and the
    program declare constants, and property files define labels.
    """

    def __init__(
        self,
        given: str | Mapping[str, object] = "",
        declared: Mapping[str, Constant] | None = None,
        program: Program | None = None,
        labels: Mapping[str, Expression] | None = None,
    ) -> None:
        self.given = given_constants(given) if given else {}
        self.declared = dict(declared or {})
        self.program = program or Program("")
        self.labels = dict(labels or {})
        self._values: dict[str, Value] = {}

    def has(self, name: str) -> bool:
        """Return whether the name is a constant's."""
        return name in self.given or name in self.declared or name in self.program.constants

    def constant(self, name: str) -> Value:
        """A constant's value; a PropertyError where it is open, or not of the constant's type."""
        if name in self._values:
            return self._values[name]
        declared = self.declared.get(name) or self.program.constants.get(name)
        if name in self.given:
            value = self.given[name]
        elif declared is not None and declared.value is not None:
            try:
                value = value_of(declared.value, self._look_up)
            except RecursionError:
                raise PropertyError(f"the constant {name} is defined by itself") from None
            except Unvalued as error:
                raise PropertyError(f"the constant {name}: {error}") from None
        else:
            need = f"need its value: --constants {name}=..."
            raise PropertyError(f"the constant {name} is open, {need}")
        kind = "" if declared is None else declared.kind
        if kind == "bool" and not isinstance(value, bool):
            raise PropertyError(f"the constant {name} is {value}, need true or false")
        if kind in ("int", "double") and isinstance(value, bool):
            raise PropertyError(f"the constant {name} is {str(value).lower()}, need a number")
        if kind == "int" and (isinstance(value, Root) or value != int(value)):
            raise PropertyError(f"the constant {name} is {value}, need an integer")
        self._values[name] = value
        return value

    def _look_up(self, node: Expression) -> Value:
        if not isinstance(node, Name) or not self.has(node.name):
            names = sorted({*self.given, *self.declared, *self.program.constants})
            there = f"the constants are: {first_names(names)}"
            no_value(node, f"is not a constant; {there}; --constants gives one a value")
        return self.constant(node.name)

    def number(self, node: Expression) -> Fraction:
        """The value of an expression of constants alone, which has to be a number."""
        return Fraction(number(node, self._look_up))


def given_constants(given: str | Mapping[str, object]) -> dict[str, Value]:
    """The constants in ``"K=2,p=1/7,fast=true"`` or a dict, exactly; none twice, no float.

    Examples
    --------
    >>> given_constants("K=2,p=1/7"), given_constants({"fast": True})
    ({'K': 2, 'p': Fraction(1, 7)}, {'fast': True})
    """
    from exactbox.formats.storm.storm_program import values_of

    values: dict[str, Value] = {}
    for name, text in values_of(given).items():
        try:
            values[name] = value_of(
                parse_expression(text), lambda node: no_value(node, "is not a number")
            )
        except PropertyError:
            raise ValueError(
                f"the constant {name} is {text!r}, need a number such as 3, 1/7 or 0.1, true or "
                "false"
            ) from None
    return values
