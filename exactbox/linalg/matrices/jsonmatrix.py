"""Matrices in JSON: nested lists, or the shape and the entries that are not zero.

    [[1, 0.5], ["1/3", -2]]                                   rows
    [1, 0.5, "1/3"]                                           one column
    {"shape": [3, 3], "entries": [[0, 0, 5], [2, 1, "1/3"]]}  row and column from 0, and value

A number is read as it is written, so 0.1 is 1/10; a string is an integer, a decimal or p/q.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.inputs import require_memory_for_json
from exactbox.linalg.matrices.entries import exact_number
from exactbox.linalg.matrices.integers import objects
from exactbox.linalg.matrices.sparse import Coordinates

_NEED = 'need an integer, a decimal or "p/q"'
_FORMS = 'need [[1, 2], [3, "1/2"]], or {"shape": [2, 2], "entries": [[0, 0, 1]]}'


class _Written(str):
    """A number as it is written; not a string of JSON's."""

    __slots__ = ()


def read_json(text: str, name: str) -> Coordinates:
    """The shape and the entries of a matrix in JSON, a text that begins with a bracket.

    A ValueError names the file and the place; rows and columns of nested lists are counted from 1.

    Examples
    --------
    >>> shape, rows, columns, values = read_json('[[1, 0.1], ["1/3", 2e3]]', "A.json")
    >>> list(map(str, values))
    ['1', '1/10', '1/3', '2000']
    """
    require_memory_for_json(text, name)
    try:
        found = json.loads(
            text,
            parse_int=_Written,
            parse_float=_Written,
            parse_constant=_Written,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        what = f"{error.msg[0].lower()}{error.msg[1:]}"
        raise ValueError(f"{name}:{error.lineno}: column {error.colno}: not JSON: {what}") from None
    except RecursionError:
        raise ValueError(f"{name}: found lists in lists in lists, {_FORMS}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if isinstance(found, dict):
        return _read_entries(found, name)
    if found and not any(isinstance(row, list) for row in found):
        found = [[value] for value in found]
    return _read_rows(found, name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which each key has one value."""
    value_of = dict(pairs)
    if len(value_of) < len(pairs):
        raise ValueError("found a key twice in one object, need it once")
    return value_of


def _read_rows(rows: list[Any], name: str) -> Coordinates:
    """Nested lists."""
    for i, row in enumerate(rows, 1):
        if not isinstance(row, list):
            raise ValueError(f"{name}: row {i}: found {_format_value(row)}, need a list of numbers")
        if len(row) != len(rows[0]):
            entries = "entry" if len(row) == 1 else "entries"
            raise ValueError(
                f"{name}: row {i}: found {len(row)} {entries}, need {len(rows[0])} as row 1 has"
            )
    m, n = len(rows), len(rows[0]) if rows else 0
    values = [
        _number(value, f"{name}: row {i}, column {j}")
        for i, row in enumerate(rows, 1)
        for j, value in enumerate(row, 1)
    ]
    return (m, n), np.repeat(np.arange(m), n), np.tile(np.arange(n), m), objects(values)


def _read_entries(found: dict[str, Any], name: str) -> Coordinates:
    """The shape and the entries."""
    if sorted(found) != ["entries", "shape"]:
        keys = ", ".join(map(repr, sorted(found)))[:80]
        raise ValueError(f"{name}: found an object with the keys {keys or 'of none'}, {_FORMS}")
    shape, entries = found["shape"], found["entries"]
    if not isinstance(shape, list) or len(shape) != 2 or None in map(_count, shape):
        raise ValueError(
            f"{name}: shape: found {_shape_shown(shape)}, need [rows, columns], each 0 or more"
        )
    m, n = (_count(size) or 0 for size in shape)
    if not isinstance(entries, list):
        raise ValueError(f"{name}: entries: found {_format_value(entries)}, need a list")
    values: dict[tuple[int, int], int | Fraction] = {}
    for k, entry in enumerate(entries, 1):
        place = f"{name}: entry {k}"
        if not isinstance(entry, list) or len(entry) != 3:
            raise ValueError(f"{place}: found {_format_value(entry)}, need [row, column, value]")
        i, j = _count(entry[0]), _count(entry[1])
        if i is None or j is None or i >= m or j >= n:
            shown = f"row {_format_value(entry[0])} and column {_format_value(entry[1])}"
            raise ValueError(f"{place}: found {shown}, need 0 to {m - 1} and 0 to {n - 1}")
        if (i, j) in values:
            raise ValueError(f"{place}: found a second [{i}, {j}, value], need one")
        values[i, j] = _number(entry[2], place)
    rows = np.array([i for i, _ in values], dtype=np.int64)
    columns = np.array([j for _, j in values], dtype=np.int64)
    return (m, n), rows, columns, objects(values.values())


def _count(value: Any) -> int | None:
    """A number that counts something; None for what does not."""
    if type(value) is not _Written or not value.isdecimal() or len(value) > 18:
        return None
    return int(value)


def _number(value: Any, place: str) -> int | Fraction:
    """The number that a value is, exactly."""
    if not isinstance(value, str):
        raise ValueError(f"{place}: found {_format_value(value)}, {_NEED}")
    try:
        return exact_number(str(value))
    except ValueError as error:
        raise ValueError(f"{place}: the value {error}") from None


def _shape_shown(shape: Any) -> str:
    """A list of two numbers as it is written; else as `_format_value`."""
    if isinstance(shape, list) and len(shape) == 2:
        return f"[{', '.join(map(_format_value, shape))}]"
    return _format_value(shape)


def _format_value(value: Any) -> str:
    """The value in JSON, or its beginning."""
    if isinstance(value, (list, dict)):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    text = value if type(value) is _Written else json.dumps(value)
    return text if len(text) <= 40 else f"{text[:40]}..."
