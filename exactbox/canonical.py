"""JSON in canonical bytes, at once where that is short, else piece by piece.

The problem: what is long in a certificate, lists of ten million numbers and numbers of a million
digits, the answer holds already in a shorter form. As lists, text and bytes it would be held three
times more. The method: the value is walked through in the order in which it is written. What is
long in it is an array, or a function that yields its text (`Texts`), which is there only while it
is written; a list becomes text a part at a time. The bytes are those of ``json.dumps`` with sorted
keys and without spaces, as a list is its items with commas between; and ``json.dumps`` itself
writes what is shorter than a piece.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from operator import methodcaller
from typing import Any

PIECE = 1 << 20  # characters of a piece, and of what becomes text at once, or some more
_ENTRIES_AT_ONCE = 1 << 16  # entries of an array that become Python's integers at once
_MAX_GROWTH = 8  # times as many items as before become text at once, at most
_MAX_MEASURED_ITEMS = 500  # items of a list that are looked at one by one before it is written
_MAX_NUMBER_LENGTH = 30  # characters of a number that is not text, its comma included, or more
_MAX_ESCAPE_LENGTH = 12  # characters of one in a text, at most: "\\ud83c\\udfb2"

Texts = Callable[[], Iterator[str]]  # yields the canonical text of a value, from its beginning

_to_list = methodcaller("tolist")
_dumps = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=_to_list).encode


def pieces(value: Any) -> Iterator[bytes]:
    """The canonical bytes of a value, in pieces of about a megabyte.

    A value is a dict, list, array, `Texts`, or what `json.dumps` takes. The values of an object
    may be all of these, and so may the items of a list of objects; those of another list are what
    `json.dumps` takes.

    Examples
    --------
    >>> b"".join(pieces({"b": numbers(lambda: [1, -255]), "a": [True, "x"]}))
    b'{"a":[true,"x"],"b":[1,"-ff"]}'
    """
    if _longest(value) < PIECE:
        yield _dumps(value).encode("ascii")
        return
    held, size = list[str](), 0
    for text in _texts(value):
        held.append(text)
        size += len(text)
        if size >= PIECE:
            yield "".join(held).encode("ascii")
            held, size = [], 0
    if held:
        yield "".join(held).encode("ascii")


def _longest(value: Any) -> int:
    """The characters that a value takes at most, or `PIECE` or more where it may take so many."""
    if isinstance(value, dict):
        return 2 + sum([_MAX_ESCAPE_LENGTH * len(key) + 4 + _longest(value[key]) for key in value])
    if isinstance(value, str):
        return 3 + _MAX_ESCAPE_LENGTH * len(value)
    if isinstance(value, (list, tuple)) and len(value) <= _MAX_MEASURED_ITEMS:
        plain = {*map(type, value)} == {int}
        return 3 + (_MAX_NUMBER_LENGTH * len(value) if plain else sum(map(_longest, value)))
    if (
        isinstance(value, (list, tuple))
        or callable(value)
        or getattr(value, "nbytes", 0) > PIECE // 8
    ):
        return PIECE
    if hasattr(value, "tolist"):
        return _longest(value.tolist())
    return _MAX_NUMBER_LENGTH


def numbers(of: Callable[[], Iterable[Any]]) -> Texts:
    """A list of integers, which are there while they are written."""
    return lambda: bracketed(number_texts(of()))


def number_texts(of: Iterable[Any]) -> Iterator[str]:
    """Integers in their spelling, commas between them."""
    return _batched_texts(of, lambda some: ",".join(map(number_text, some)))


def number_text(n: Any) -> str:
    """The text of an integer: that of `spelled`."""
    spelling = encode_integer(n)
    return str(spelling) if isinstance(spelling, int) else f'"{spelling}"'


def encode_integer(n: Any) -> int | str:
    """An integer as certificates have it: in decimal from 0 to 10^18 - 1, else in hexadecimal."""
    if 0 <= n < 10**18:
        return int(n)
    in_flint = getattr(n, "str", None)  # 1.5 GB/s; format(int(n), "x") 0.14
    return f"{int(n):x}" if in_flint is None else str(in_flint(16))


def bracketed(texts: Iterable[str]) -> Iterator[str]:
    """A list of what these are the items and commas of."""
    return chain("[", texts, "]")


def _texts(value: Any) -> Iterator[str]:
    """The text of a value, in parts."""
    if callable(value):
        yield from value()
    elif isinstance(value, dict):
        yield "{"
        for k, key in enumerate(sorted(value)):
            yield f"{',' * (k > 0)}{_dumps(key)}:"
            yield from _texts(value[key])
        yield "}"
    elif isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        yield from bracketed(_list_texts(value))
    else:
        yield _dumps(value)


def _list_texts(items: Any) -> Iterator[str]:
    """The items of a list or an array, commas between them."""
    entries = items
    if hasattr(items, "tolist"):
        parts = range(0, len(items), _ENTRIES_AT_ONCE)
        entries = chain.from_iterable(items[k : k + _ENTRIES_AT_ONCE].tolist() for k in parts)
    elif items and isinstance(items[0], dict):
        for k, item in enumerate(items):
            yield "," * (k > 0)
            yield from _texts(item)
        return
    yield from _batched_texts(entries, lambda some: _dumps(some)[1:-1])


def _batched_texts(items: Iterable[Any], text: Callable[[list[Any]], str]) -> Iterator[str]:
    """The text of all items: of so many at once as make a piece, by the length of those before."""
    rest, many, comma = iter(items), 1, ""
    while some := list(islice(rest, many)):
        batch = text(some)
        yield comma + batch
        comma = ","
        many = max(1, min(_MAX_GROWTH * many, PIECE * many // len(batch)))
