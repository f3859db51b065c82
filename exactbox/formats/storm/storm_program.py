"""A program in PRISM's language or JANI as Storm parses it, tested before anything is built.

Its type is known when it is parsed, and so are the constants that it leaves open; a build may take
minutes and ends with a message about neither. Storm also prints its errors and warnings, beside
raising them: `quiet` keeps them from the terminal.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from exactbox.formats.recognition import format_of
from exactbox.formats.text_files import on_disk
from exactbox.inputs import named
from exactbox.linalg.matrices.entries import exact_ratio, is_whole_float
from exactbox.showing import first_names, show

_NAME = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*$")
_PLACE = re.compile(r"Parsing error at ([0-9]+):([0-9]+): *(.*)")
_LABEL = re.compile(r'"([^"]*)"')
_LONG = 300  # characters of Storm's messages that are shown
_KINDS = {  # of a constant: how its value is written
    "integer": "an integer",
    "boolean": "true or false",
    "rational": "a number such as 1/3 or 0.1",
}
_MANY = 8  # constants that a message names


def parsed(
    stormpy: Any,
    path: str | os.PathLike[str],
    constants: str | Mapping[str, Any],
    types: tuple[str, ...],
) -> Any:
    """The program in a file, of one of these types ("DTMC", "MDP"), with its constants.

    A RuntimeError says that Storm refuses it; a ValueError or TypeError that it is of another type,
    or that a constant is open, unknown, a float, or of another type than its value.
    """
    name = named(path)
    with on_disk(path) as file:
        if format_of(path) == ".jani":
            program, _ = stormpy.parse_jani_model(file)
        else:
            program = _prism(stormpy, file, name)
    try:
        kind = f"a model of type {program.model_type.name}"
    except ValueError:  # stormpy has no names for these
        kind = "a timed automaton or a game"
    if kind.rpartition(" ")[2] not in types:
        raise ValueError(f"{name}: found {kind}, need {', '.join(types)}")
    values = values_of(constants)
    known = {each.name: each for each in program.constants}
    still_open = [c for c, each in known.items() if not each.defined]
    for constant, value in values.items():
        if constant not in still_open:
            fixed = " has a value in the file already" if constant in known else " is not there"
            rest = first_names(still_open, _MANY)
            raise ValueError(f"{name}: the constant {constant}{fixed}; open constants: {rest}")
        need = _need(known[constant])
        if not _fits(need, value):
            raise ValueError(f"{name}: the constant {constant} is {value!r}, need {_KINDS[need]}")
    missing = [constant for constant in still_open if constant not in values]
    if missing:
        options = ",".join(f"{constant}=..." for constant in missing[:_MANY])
        which = f"the constant {missing[0]} is open ({_KINDS[_need(known[missing[0]])]})"
        if len(missing) > 1:
            which = f"the constants {first_names(missing, _MANY)} are open"
        raise ValueError(f"{name}: {which}: --constants {options}")
    text = ",".join(f"{constant}={value}" for constant, value in values.items())
    program, _ = stormpy.instantiate_constants(program, text, [])
    return program


def _prism(stormpy: Any, file: str, name: str) -> Any:
    """A program in PRISM's language, as Storm reads it."""
    try:
        return stormpy.parse_prism_program(file, prism_compatibility=True)  # CTMCs are
    except UnicodeDecodeError:  # of Storm's message, which quotes the file
        raise ValueError(f"{name}: found bytes that are not UTF-8, need a program") from None


class CannotStopError(ValueError):
    """Storm cannot tell the states at which it is to stop."""


def until_formula(stormpy: Any, program: Any, stay: str, goal: str) -> Any:
    """The formula ``P=? [ stay U goal ]``, at whose goal Storm stops, and where it may not stay.

    Storm does so for a label, and for an expression of variables: labels of PRISM's language in an
    expression are replaced by what they stand for. JANI's have no such expression, and variables
    of its automata no name in a formula.
    """
    known = labels_of(program)

    def spelled(text: str) -> str | None:
        names = _LABEL.findall(text)
        if text in known:  # a boolean variable: Storm would give its name to its states
            return None
        if names and text == f'"{names[0]}"':
            return text if names[0] in known else None
        if all(known.get(name) for name in names):
            return _LABEL.sub(lambda label: str(known[label[1]]), text)
        return None

    if (end := spelled(goal)) is not None:
        with suppress(RuntimeError):
            text = f"P=? [ {spelled(stay) or 'true'} U {end} ]"
            (asked,) = stormpy.parse_properties(text, program)
            return asked.get_raw_formula()
    raise CannotStopError(f"Storm does not stop at {goal}")


def labels_of(program: Any) -> dict[str, str | None]:
    """The labels of a program, in PRISM's language with what they stand for."""
    if hasattr(program, "labels"):
        return {label.name: f"({label.expression})" for label in program.labels}
    return {
        variable.name: None
        for variable in program.global_variables
        if variable.is_transient and variable.expression_variable.has_boolean_type()
    }


def values_of(constants: str | Mapping[str, Any]) -> dict[str, str]:
    """Constants by name, their values as text.

    Examples
    --------
    >>> values_of("N=3, p = 1/7"), values_of({"b": True})
    ({'N': '3', 'p': '1/7'}, {'b': 'true'})
    """
    values: dict[str, str] = {}
    if isinstance(constants, str):
        for part in filter(str.strip, constants.split(",")):
            match = _NAME.match(part)
            if match is None or not match[2]:
                raise ValueError(f"constants: found {part.strip()!r}, need NAME=VALUE,...")
            if match[1] in values:
                raise ValueError(f"constants: found {match[1]} twice, need it once")
            values[match[1]] = match[2]
        return values
    if not isinstance(constants, Mapping):
        raise TypeError(f"constants: found {show(constants)}, need NAME=VALUE,... or a dict")
    for constant, value in constants.items():
        if is_whole_float(value):
            value = int(value)
        if isinstance(value, float):
            raise TypeError(
                f"the constant {constant} is the float {value}, need an exact number or a "
                "string like '1/3' or '0.1'"
            )
        values[constant] = str(value).lower() if isinstance(value, bool) else str(value)
    return values


def refusal(name: str, error: Exception) -> str:
    """One line about a program that Storm refuses, with the place where Storm names one.

    Examples
    --------
    >>> refusal("m.prism", ValueError("WrongFormatException: Parsing error at 3:13:  no ]"))
    'm.prism:3: Storm says: column 13: no ]'
    >>> refusal("m.prism", ValueError("Probabilities do not sum to one (" + 500 * "x"))[-65:]
    'xxx...; --normalise, in Python normalise=True, divides by the sum'
    """
    said = re.sub(r"^\w+Exception: ", "", " ".join(str(error).split()))
    hint = ""
    if "sum to one" in said or "some to one" in said:  # as Storm says it of synchronised commands
        said = said.rstrip(".")
        hint = "; --normalise, in Python normalise=True, divides by the sum"
    elif match := _PLACE.match(said):
        name, said = f"{name}:{match[1]}", f"column {match[2]}: {match[3]}"
    if len(said) > _LONG:
        said = f"{said[:_LONG]}..."
    return f"{name}: Storm says: {said}{hint}"


def _need(constant: Any) -> str:
    kinds = (kind for kind in ("integer", "boolean") if getattr(constant.type, f"is_{kind}"))
    return next(kinds, "rational")


def _fits(need: str, value: str) -> bool:
    """Whether a text is a value of this kind."""
    if need == "boolean":
        return value in ("true", "false")
    if need == "integer":
        return re.fullmatch(r"-?[0-9]+", value) is not None
    try:
        exact_ratio(value)
    except ValueError:
        return False
    return True


@contextmanager
def quiet() -> Iterator[None]:
    """Nothing is printed meanwhile, by libraries in C++ either: their errors are raised as well."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    copies = []
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        for fd in (1, 2):
            with suppress(OSError):  # it is closed
                copies.append((fd, os.dup(fd)))
                os.dup2(null, fd)
        yield
    finally:
        for fd, copy in copies:
            os.dup2(copy, fd)
            os.close(copy)
        os.close(null)
