"""Declarations of files and programs: constants, labels, formulas, and properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactbox.properties.expressions import expression
from exactbox.properties.parser import Property
from exactbox.properties.syntax import Expression
from exactbox.properties.tokens import Cursor, PropertyError

TYPES = ("int", "double", "bool")
TIMED = ("ctmc", "ma")  # models with rates


@dataclass(frozen=True)
class Constant:
    """A constant that a file declares: its type, and its value unless that is left open."""

    kind: str
    value: Expression | None
    place: str


@dataclass(frozen=True)
class PropertyFile:
    """The properties of a file in their order, and the constants and labels that it declares."""

    name: str
    properties: tuple[Property, ...]
    constants: Mapping[str, Constant] = field(default_factory=dict)
    labels: Mapping[str, Expression] = field(default_factory=dict)


@dataclass(frozen=True)
class Program:
    """Facts about a program from its text."""

    kind: str  # "dtmc", "mdp", "ctmc", "ma", or as the program says; empty if it says none
    constants: Mapping[str, Constant] = field(default_factory=dict)
    formulas: Mapping[str, Expression] = field(default_factory=dict)
    transient: frozenset[str] = frozenset()  # of a JANI file: true or false, not part of a state
    rewards: frozenset[str] = frozenset()  # those that are numbers
    state_rewards: frozenset[str] = frozenset()  # those of them that locations give values
    step_rewards: frozenset[str] = frozenset()  # those that edges assign


def read_constant(cursor: Cursor, at: int) -> tuple[str, Constant]:
    """``int k = 3`` behind the const at this place, as name and constant; an int without a type."""
    kind = cursor.take(*TYPES) or "int"
    if cursor.word.kind != "name":
        cursor.fail(f"{', '.join(TYPES)} or the constant's name")
    name = cursor.next().text
    value = expression(cursor) if cursor.take("=") else None
    return name, Constant(kind, value, cursor.source.place(at))


def distinct(properties: list[Property]) -> tuple[Property, ...]:
    """Return the properties; a ValueError where two have one name."""
    names = [each.name for each in properties if each.name]
    if twice := next((name for name in names if names.count(name) > 1), None):
        where = next(each.source.name for each in properties if each.name == twice)
        raise PropertyError(
            f"{where or 'properties'}: found the name {twice!r} twice, need it once"
        )
    return tuple(properties)
