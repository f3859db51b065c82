"""The property language: what PRISM's and Storm's users write is parsed, answered and proved.

`parse` and `read_properties` make trees of texts and files; `answer`, or a `Solver` for several
properties of one model, finds their exact values and what proves them. What the language is, is
said in `parser` (operators, paths, bounds, filters), `expressions` and `property_files`.

>>> from exactbox.mdp import Model
>>> model = Model([0, 1, 2], [0, 2, 3], [0, 1, 1], [2, 1, 1], [3, 1], valuations=["x=0", "x=5"])
>>> found = answer(model, "P>=k/2 [ F x>3 ]", "k=2")
>>> found.value, found.answer.value
(True, Fraction(1, 1))

The modules, in the order in which a property passes through them:

================  ===========================================================================
property_inputs   the properties that are asked of a model in a file, before that is read
property_files    files of properties, as PRISM and Storm read them
jani              a JANI file's own properties, and what it declares
programs          what a program's text says before it is built
declarations      what files and programs declare: constants, labels, formulas, properties
tokens            the words of the language, each with its place
syntax            the tree of a property
expressions       expressions of PRISM's language, parsed
parser            properties parsed: operators, paths, bounds, filters
constants         constants: what is given, what is declared, and their values
evaluation        what an expression is worth
state_variables   the variables of a model's states
scope             what names mean in a model's states
translation       from an operator to the `exactbox.mdp.Question` that it asks
filters           filters: what they make of several states
result            what an answer is, tagged: a value, bounds, truth, states, ...; its certificate
property_answers  `Solver`, `answer`: values, thresholds and filters, with certificates
================  ===========================================================================
"""

from typing import TYPE_CHECKING

from exactbox.late import late_names

if TYPE_CHECKING:
    from exactbox.properties.constants import Names
    from exactbox.properties.declarations import PropertyFile
    from exactbox.properties.parser import Property, parse
    from exactbox.properties.property_answers import Solver, answer
    from exactbox.properties.property_files import parse_properties, read_properties
    from exactbox.properties.result import (
        Bounds,
        Count,
        PropertyAnswer,
        Range,
        States,
        Table,
        Truth,
        Value,
    )
    from exactbox.properties.scope import Scope
    from exactbox.properties.tokens import PropertyError

__all__ = [
    "Bounds",
    "Count",
    "Names",
    "Property",
    "PropertyAnswer",
    "PropertyError",
    "PropertyFile",
    "Range",
    "Scope",
    "Solver",
    "States",
    "Table",
    "Truth",
    "Value",
    "answer",
    "parse",
    "parse_properties",
    "read_properties",
]

_HOMES = {  # each module with the public names that it has
    "constants": ("Names",),
    "declarations": ("PropertyFile",),
    "parser": ("Property", "parse"),
    "property_answers": ("Solver", "answer"),
    "property_files": ("parse_properties", "read_properties"),
    "result": (
        *("Bounds", "Count", "PropertyAnswer", "Range", "States", "Table", "Truth", "Value"),
    ),
    "scope": ("Scope",),
    "tokens": ("PropertyError",),
}

if not TYPE_CHECKING:  # a type checker reads the imports above
    __getattr__ = late_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
