"""The property language: what PRISM's and Storm's users write is parsed, answered and proved.

`parse` and `read_properties` make trees of texts and files; `answer`, or a `Solver` for several
properties of one model, finds their exact values and what proves them. What the language is, is
said in `parser` (operators, paths, bounds, filters), `expressions` and `files`.

>>> from exactbox.mdp import Model
>>> model = Model([0, 1, 2], [0, 2, 3], [0, 1, 1], [2, 1, 1], [3, 1], valuations=["x=0", "x=5"])
>>> found = answer(model, "P>=k/2 [ F x>3 ]", "k=2")
>>> found.result, found.answer.value
(True, Fraction(1, 1))
"""

from exactbox.properties.constants import Names
from exactbox.properties.declarations import PropertyFile
from exactbox.properties.parser import Property, parse
from exactbox.properties.property_answers import Solver, answer
from exactbox.properties.property_files import parse_properties, read_properties
from exactbox.properties.property_result import Found
from exactbox.properties.scope import Scope
from exactbox.properties.tokens import PropertyError

__all__ = [
    "Found",
    "Names",
    "Property",
    "PropertyError",
    "PropertyFile",
    "Scope",
    "Solver",
    "answer",
    "parse",
    "parse_properties",
    "read_properties",
]
