"""A program's text before it is built: its type, its constants, its formulas.

Storm builds the model; but the value of a constant that a bound is written with, what a formula of
the program stands for, and whether the program is timed at all, are in its text, and are known
without waiting for the states.

Source: the PRISM manual, *The PRISM language*, 4.8.
"""

from __future__ import annotations

import os
import re

from exactbox.formats.recognition import format_of
from exactbox.inputs import contents, named
from exactbox.properties.declarations import Constant, Program, read_constant
from exactbox.properties.expressions import expression, whole_expression
from exactbox.properties.syntax import Boolean, Expression
from exactbox.properties.tokens import Cursor, Source

_TYPES = {  # what a program begins with, also in older spellings
    "dtmc": "dtmc",
    "probabilistic": "dtmc",
    "mdp": "mdp",
    "nondeterministic": "mdp",
    "ctmc": "ctmc",
    "stochastic": "ctmc",
    "ma": "ma",
    "pta": "pta",
    "pomdp": "pomdp",
    "smg": "smg",
}

_COMMENT = re.compile(r"//[^\n]*")
_VARIABLE = re.compile(r"\b(\w+)\s*:\s*(bool|\[([^\]]*?)\.\.[^\]]*\])\s*(?:init\b([^;]*))?;")


def read_program(path: str | os.PathLike[str]) -> Program:
    """Facts about a program, PRISM or JANI, from its text: type, constants and formulas.

    A ValueError says where a constant or a formula is malformed.
    """
    if format_of(path) == ".jani":
        from exactbox.properties.jani import read_jani_program

        return read_jani_program(path)
    return parse_program(contents(path).decode("utf-8-sig", "replace"), named(path))


def parse_program(text: str, name: str = "") -> Program:
    """Type, constants and formulas of a PRISM program's text.

    Examples
    --------
    >>> text = "mdp const int N; const double p = 0.1; formula low = x<N; module m"
    >>> program = parse_program(text)
    >>> program.kind, list(program.constants), str(program.formulas["low"])
    ('mdp', ['N', 'p'], 'x<N')
    """
    source = Source(text, name)
    cursor = Cursor(source)
    kind = ""
    constants: dict[str, Constant] = {}
    formulas: dict[str, Expression] = {}
    while cursor.word.kind != "end":
        word = cursor.next()
        if word.kind != "name":
            continue
        if not kind and word.text in _TYPES:
            kind = _TYPES[word.text]
        elif word.text == "const":
            declared, constant = read_constant(cursor, word.at)
            constants[declared] = constant
        elif word.text == "formula":
            declared = cursor.next().text
            cursor.need("=")
            formulas[declared] = expression(cursor)
    # variables that nothing assigns are constants for Storm: no valuation has them
    bare = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    for match in _VARIABLE.finditer(bare) if "endinit" not in bare else ():
        variable, values, _, first = match.groups()
        if not re.search(rf"\b{variable}\s*'", bare):
            start, end = match.span(4 if first else 3)  # the initial value, or the lower end
            words = [word for word in cursor.words if start <= word.at < end]
            value = whole_expression(Cursor(source, words)) if words else Boolean(False)
            declared = "bool" if values == "bool" else "int"
            constants[variable] = Constant(declared, value, source.place(match.start()))
    return Program(kind, constants, formulas)
