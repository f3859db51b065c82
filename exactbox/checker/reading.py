"""Reading a certificate: canonical bytes, fields and numbers.

A certificate is one JSON object in canonical bytes: what Python's json.dumps writes with sorted
keys, without white space and in ASCII, so there is one spelling of everything. A number from 0 to
10^18 - 1 is written as such; any other integer is a string of lower-case hexadecimal digits, with a
sign if it is negative. A rational is an integer, or a pair [p, q] of integers in lowest terms with
q > 1. Nothing else is a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import gcd
from typing import Any

Json = dict[str, Any]
SMALL = 10**18  # numbers below are written in decimal
MAX_NAME = 1000  # characters of a label's name
WITNESS = b',"witness":'  # what ends the question


class InvalidCertificate(Exception):
    """The certificate can be read, and what it says is not so, or is not proved."""


class MalformedCertificate(ValueError):
    """This is not a certificate, or not one that this checker knows."""


def holds(condition: Any, otherwise: str) -> None:
    """A condition of a theorem; if it is not met, the certificate is invalid."""
    if not condition:
        raise InvalidCertificate(otherwise)


def need(condition: Any, otherwise: str) -> None:
    """A condition of the format."""
    if not condition:
        raise MalformedCertificate(otherwise)


def read(raw: bytes) -> tuple[Json, str, str]:
    """The JSON value of a certificate, and the hashes of its question and of all its bytes.

    The first `,"witness":` ends the question: in a string a quote has a backslash before it, so
    this is a key that is not the first of its object, and no kind accepts one in a question.
    """
    check_opening(raw)
    question, text = raw.partition(WITNESS)[0] + b"}", raw.decode("ascii", "replace")
    decoder = json.JSONDecoder(parse_int=number, parse_float=number, parse_constant=number)
    return canonical(decoder, text, text), sha256(question).hexdigest(), sha256(raw).hexdigest()


def check_opening(raw: bytes | bytearray) -> None:
    """It begins as every certificate of this version does in canonical bytes."""
    version = b"".join(re.findall(rb'\A{"certificate":([0-9]+),', raw[:40]))
    need(version, 'not a certificate: need {"certificate":2, as its first bytes')
    need(version != b"1", "version 1: make it anew, or check it with the checker of exactbox 0.1.0")
    need(version == b"2", "another version: needs a newer checker")


def number(text: str) -> int:
    """The only numbers that JSON has as such here: from 0 to 10^18 - 1; not -1, 0.5 or NaN."""
    need(text.isdigit() and len(text) <= 18, f"{text[:30]} is not a number of a certificate")
    return int(text)


def canonical(decoder: json.JSONDecoder, text: str, written: str) -> Json:
    """The value of a JSON text, if that is how it is written."""
    try:
        value = decoder.decode(text)
        again = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise MalformedCertificate("brackets are nested too deeply") from None
    except ValueError as error:
        raise MalformedCertificate(f"not JSON: {str(error)[:100]}") from None
    if again != written:
        k = next((k for k, (a, b) in enumerate(zip(written, again)) if a != b), len(again))
        text = ascii(written[k : k + 20])
        raise MalformedCertificate(f"not canonical JSON: {text} would be written otherwise")
    return fields(value, "certificate kind question witness", "certificate")


def brief(value: Any) -> str:
    """A value of the certificate, short enough to stand in a message, and harmless there."""
    if isinstance(value, (list, dict)):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if isinstance(value, str):
        return json.dumps(value[:60]).replace("\x7f", "\\u007f") + "..." * (len(value) > 60)
    return "a long integer" if isinstance(value, int) and abs(value) >= SMALL else ascii(value)


def fields(value: Any, keys: str, what: str) -> Json:
    """An object with exactly these keys; one with a question mark may be missing."""
    need(isinstance(value, dict), f"{what}: {brief(value)}, need an object")
    names = keys.replace("?", "").split()
    for key in keys.split():
        need(key in value or key not in names, f"{what}: '{key}' is missing")
    for key in value:
        need(key in names, f"{what}: unknown key {brief(key)}; needs a newer checker?")
    return dict(value)


def one_of(names: Iterable[str], value: Any, what: str) -> str:
    """One of these names; what is not known yet may be known to a later checker."""
    every, name = ", ".join(names), value if isinstance(value, str) else ""
    need(name in names, f"{what}: {brief(value)} needs a newer checker, this one knows {every}")
    return name


def items(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        raise MalformedCertificate(f"{what}: {brief(value)}, need a list")
    need(length in (None, len(value)), f"{what}: {len(value)} entries, need {length}")
    return value


def natural(value: Any, what: str, bound: int = SMALL) -> int:
    """An integer in 0 .. bound - 1."""
    if type(value) is not int or not 0 <= value < bound:
        raise MalformedCertificate(f"{what}: {brief(value)} is out of range, need 0 to {bound - 1}")
    return value


def naturals(value: Any, what: str, bound: int = SMALL, length: int | None = None) -> list[int]:
    """A list of integers in 0 .. bound - 1."""
    numbers = items(value, what, length)
    if {*map(type, numbers)} == {int} and 0 <= min(numbers) <= max(numbers) < bound:
        return numbers
    return [natural(n, what, bound) for n in numbers]


def increasing(value: Any, what: str, bound: int = SMALL) -> list[int]:
    """A set of integers in 0 .. bound - 1, in increasing order."""
    numbers = naturals(value, what, bound)
    for a, b in pairwise(numbers):
        if a >= b:
            raise MalformedCertificate(f"{what}: {b} follows {a}, need increasing")
    return numbers


def integer(value: Any, what: str) -> int:
    """An integer in its one spelling, which a JSON number was seen to be when it was read."""
    if type(value) is int:
        return value
    spelled = isinstance(value, str) and re.fullmatch("-?[1-9a-f][0-9a-f]*", value)
    n = int(value, 16) if spelled else 0
    if 0 <= n < SMALL:
        raise MalformedCertificate(f"{what}: {brief(value)} is not the one spelling of an integer")
    return n


def integers(value: Any, what: str, length: int | None = None) -> list[int]:
    """A list of integers."""
    numbers = items(value, what, length)
    if {*map(type, numbers)} == {int}:
        return numbers
    return [integer(n, f"{what}: entry {k}") for k, n in enumerate(numbers)]


def rational(value: Any, what: str) -> Fraction:
    """A rational in lowest terms."""
    if not isinstance(value, list):
        return Fraction(integer(value, what))
    p, q = integers(value, what, 2)
    need(q > 1 and gcd(p, q) == 1, f"{what}: need an integer, or [p, q] in lowest terms, q > 1")
    return Fraction(p, q)
