"""What files and programs declare: constants, labels, formulas, and the properties they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from exactbox.properties.parser import Property
from exactbox.properties.syntax import Expression
from exactbox.properties.tokens import PropertyError

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
    """What a file holds.

    Attributes
    ----------
    name : str
        The file's.
    properties : tuple of Property
        In their order.
    constants : dict of name to Constant
    labels : dict of name to expression
    """

    name: str
    properties: tuple[Property, ...]
    constants: Mapping[str, Constant] = field(default_factory=dict)
    labels: Mapping[str, Expression] = field(default_factory=dict)


@dataclass(frozen=True)
class Program:
    """What is known of a program from its text.

    Attributes
    ----------
    kind : str
        "dtmc", "mdp", "ctmc", "ma"; others are what the program says; empty if it says none.
    constants : dict of name to Constant
    formulas : dict of name to expression
    transient : frozenset of str
        Variables of a JANI file that are true or false of a state and are not part of it: labels.
    rewards : frozenset of str
        Those that are numbers: rewards.
    step_rewards : frozenset of str
        Those of them that edges assign.
    """

    kind: str
    constants: Mapping[str, Constant] = field(default_factory=dict)
    formulas: Mapping[str, Expression] = field(default_factory=dict)
    transient: frozenset[str] = frozenset()
    rewards: frozenset[str] = frozenset()
    step_rewards: frozenset[str] = frozenset()


def distinct(properties: list[Property]) -> tuple[Property, ...]:
    """The same; ValueError where two have one name."""
    names = [each.name for each in properties if each.name]
    if twice := next((name for name in names if names.count(name) > 1), None):
        where = next(each.source.name for each in properties if each.name == twice)
        raise PropertyError(
            f"{where or 'properties'}: found the name {twice!r} twice, need it once"
        )
    return tuple(properties)
