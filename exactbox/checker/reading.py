"""Reading a certificate: canonical bytes, fields and numbers.

A certificate is one JSON object in canonical bytes: what Python's json.dumps writes with sorted
keys, without white space and in ASCII, so there is one spelling of everything. A number from 0 to
10^18 - 1 is written as such; any other integer is a string of lower-case hexadecimal digits, with a
sign if it is negative. A rational is an integer, or a pair [p, q] of integers in lowest terms with
q > 1. Nothing else is a number.

It is read as a stream, and never held as a whole: its bytes are hashed as they come, and a string
of more than MAX_NAME digits, in the one spelling of an integer, is converted at once; no name is as
long. In the text that is kept, a line break and NaN stand in its place. Canonical bytes have no
line break, so bytes that have one are refused, and each break in the text was put there. In strict
JSON no string has a line break, and between tokens it is white space. So, if the text is JSON, each
NaN that was put there is a value by itself, and in its place the bytes had a string. With another
NaN, or Infinity, the numbers would run out, which is refused; so the k-th is the k-th number. If
that value, with NaN for these numbers, is written as the text without its breaks, then, with their
digits, it is written as the bytes that were read: equal texts have equal keys in equal order, and
so their numbers in the same places.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
from binascii import unhexlify
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from .budget import ITEM, NUMBER, Budget

SMALL = 10**18  # numbers below are written in decimal
MAX_NAME = 1000  # characters of a label's name
LONG = re.compile(rb'"(-?)([1-9a-f][^"]{%d,})"' % MAX_NAME)  # a long string: an integer, perhaps


class InvalidCertificate(Exception):
    """The certificate can be read, and what it says is not so, or is not proved."""


class MalformedCertificate(ValueError):
    """This is not a certificate, or not one that this checker knows."""


def check_opening(raw: bytes | bytearray) -> None:
    """It begins as every certificate of this version does in canonical bytes."""
    if raw.startswith(b'{"certificate":2,'):
        return
    # whatever begins otherwise is refused below; the next two say what to do
    if raw.startswith(b'{"certificate":1,'):
        raise MalformedCertificate(
            "version 1: make it anew with this exactbox, or check it with that of exactbox 0.1.0"
        )
    if re.match(rb'{"certificate":[0-9]+,', raw):
        raise MalformedCertificate("another version: needs a newer checker")
    raise MalformedCertificate('not a certificate: need {"certificate":2, as its first bytes')


class Long:
    """An integer of more than MAX_NAME digits, where it stands in the JSON value."""

    def __init__(self, number: Any) -> None:
        self.number = number

    def __str__(self) -> str:
        return f"{int(self.number):x}"

    def __repr__(self) -> str:
        return "a long integer"


class Read(NamedTuple):
    """A certificate: its text, with a line break and NaN for each long number, and these."""

    text: bytearray
    long: list[Long]
    size: int  # in bytes
    question_sha256: str
    sha256: str


def read(pieces: Iterable[bytes], number: Callable[[int], Any] = int) -> Read:
    """Read the bytes that these pieces are together; `number` is what long numbers become."""
    text, long, size = bytearray(), list[Long](), 0
    proof, question, asked = hashlib.sha256(), hashlib.sha256(), True

    def convert(string: re.Match[bytes]) -> bytes:
        sign, digits = string.groups()
        try:  # half the time of int(digits, 16)
            found = int.from_bytes(unhexlify(digits.zfill(len(digits) + len(digits) % 2)), "big")
        except ValueError:
            return string[0]  # there are other characters in it
        if digits != digits.lower():
            return string[0]
        long.append(Long(number(-found if sign else found)))
        return b"\nNaN"

    for part in _whole_tokens(pieces):
        if b"\n" in part:
            raise MalformedCertificate("not canonical JSON: there is a line break")
        size += len(part)
        proof.update(part)
        if asked:
            # The first `,"witness":` ends the question. In a string a quote has a backslash before
            # it; so this is a key that is not the first of its object, and no kind's `check`
            # accepts a question with such a key.
            cut = part.find(b',"witness":')
            asked = cut < 0
            question.update(part if asked else part[:cut] + b"}")
        text += LONG.sub(convert, part)
    return Read(text, long, size, question.hexdigest(), proof.hexdigest())


def _whole_tokens(pieces: Iterable[bytes]) -> Iterator[bytearray]:
    """The same bytes, cut before commas alone: neither a long number nor `,"witness":` is cut."""
    part = bytearray()
    for piece in pieces:
        cut = piece.rfind(b",")
        if cut >= 0:
            part += piece[:cut]
            yield part
            part, piece = bytearray(), piece[cut:]
        part += piece
    yield part


def decode(given: Read, budget: Budget) -> Any:
    """The JSON value with these canonical bytes; the text is emptied, to have its memory."""
    check_opening(given.text)
    # Python's time for a decimal number is quadratic in its digits; most have a limit of 4,300
    limit = getattr(sys, "get_int_max_str_digits", int)()
    prices = {b"[": ITEM, b"{": 3 * ITEM, b'":': 5 * ITEM, b",": NUMBER}  # what is read, and sorted
    budget.keep(2 * given.size + sum([n * given.text.count(part) for part, n in prices.items()]))
    long = iter(given.long)
    try:
        text = given.text.decode("ascii")
        given.text.clear()
        value = json.loads(
            text,
            parse_int=None if limit else _short,
            parse_float=_no_number,
            parse_constant=lambda word: next(long, None) or _no_number(word),
        )
        text = text.replace("\n", "")
        again = json.dumps(value, sort_keys=True, separators=(",", ":"), default=lambda _: math.nan)
    except RecursionError:
        raise MalformedCertificate("brackets are nested too deeply") from None
    except ValueError as error:  # no ASCII, no JSON, or no number of a certificate
        raise MalformedCertificate(f"not JSON: {str(error)[:100]}") from None
    if again != text:
        where = next((i for i, (a, b) in enumerate(zip(text, again)) if a != b), len(again))
        shown = text[where : where + 20]
        raise MalformedCertificate(f"not canonical JSON: {shown!a} would be written otherwise")
    return value


def _short(text: str) -> int:
    """A number of at most 18 digits."""
    return int(text) if len(text) < 19 else _no_number(text)


def _no_number(text: str) -> Any:
    raise ValueError(f"{text[:30]} is not a number of a certificate")


def brief(value: Any) -> str:
    """A value of the certificate, short enough to stand in a message, and harmless there."""
    if isinstance(value, (list, dict)):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if isinstance(value, str):
        return json.dumps(value[:60]).replace("\x7f", "\\u007f") + "..." * (len(value) > 60)
    return ascii(value)[:60]


def fields(value: Any, keys: str, what: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise MalformedCertificate(f"{what}: {brief(value)}, need an object")
    for key in keys.split():
        if key not in value:
            raise MalformedCertificate(f"{what}: '{key}' is missing")
    for key in value:
        if key not in keys.split():
            raise MalformedCertificate(f"{what}: unknown key {brief(key)}; needs a newer checker?")
    return value


def one_of(names: Iterable[str], value: Any, what: str) -> str:
    """One of these names; what is not known yet may be known to a later checker."""
    if not isinstance(value, str) or value not in names:
        known = ", ".join(names)
        raise MalformedCertificate(
            f"{what}: {brief(value)} needs a newer checker, this one knows {known}"
        )
    return value


def name(value: Any, what: str) -> str:
    """A name that somebody gave; `brief` shows it quoted and escaped, as a message must."""
    if not isinstance(value, str) or len(value) > MAX_NAME:
        raise MalformedCertificate(f"{what}: need a name of at most {MAX_NAME} characters")
    return value


def items(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        raise MalformedCertificate(f"{what}: {brief(value)}, need a list")
    if length is not None and len(value) != length:
        raise MalformedCertificate(f"{what}: {len(value)} entries, need {length}")
    return value


def natural(value: Any, what: str, bound: int = SMALL) -> int:
    """An integer in 0 .. bound - 1."""
    return naturals([value], what, bound)[0]


def naturals(value: Any, what: str, bound: int = SMALL, length: int | None = None) -> list[int]:
    """A list of integers in 0 .. bound - 1."""
    numbers = items(value, what, length)
    if set(map(type, numbers)) - {int}:
        wrong = next(n for n in numbers if type(n) is not int)
        raise MalformedCertificate(f"{what}: {brief(wrong)}, need a number below {bound}")
    if numbers and (min(numbers) < 0 or max(numbers) >= bound):
        wrong = next(n for n in numbers if not 0 <= n < bound)
        raise MalformedCertificate(f"{what}: {wrong} is out of range, need 0 to {bound - 1}")
    return numbers


def increasing(value: Any, what: str, bound: int = SMALL) -> list[int]:
    """A set of integers in 0 .. bound - 1, in increasing order."""
    numbers = naturals(value, what, bound)
    for k, (a, b) in enumerate(pairwise(numbers)):
        if a >= b:
            raise MalformedCertificate(f"{what}: {b} follows {a} at place {k + 1}, need increasing")
    return numbers


def integer(value: Any, what: str) -> int:
    """An integer in its one spelling."""
    if type(value) is int and 0 <= value < SMALL:
        return value
    if type(value) is Long:
        return int(value.number)
    try:
        number = int(value, 16)
    except (TypeError, ValueError):
        number = 0
    if 0 <= number < SMALL or f"{number:x}" != value:
        raise MalformedCertificate(f"{what}: {brief(value)} is not the one spelling of an integer")
    return number


def integers(value: Any, what: str, length: int | None = None) -> list[int]:
    """A list of integers."""
    numbers = items(value, what, length)
    small = set(map(type, numbers)) <= {int}
    if small and min(numbers, default=0) >= 0 and max(numbers, default=0) < SMALL:
        return numbers
    return [integer(n, f"{what}: entry {k}") for k, n in enumerate(numbers)]


def numbers(value: Any, what: str, length: int, number: Callable[[int], Any]) -> list[Any]:
    """A list of integers, each as what `number` makes of it; as long ones are already."""
    given = items(value, what, length)
    short = integers([0 if type(n) is Long else n for n in given], what)
    return [n.number if type(n) is Long else number(m) for n, m in zip(given, short)]


def rational(value: Any, what: str, budget: Budget) -> tuple[int, int]:
    """A rational as numerator and denominator."""
    if not isinstance(value, list):
        return integer(value, what), 1
    p, q = integers(value, what, 2)
    budget.divisor(p.bit_length(), q.bit_length())
    if q <= 1 or math.gcd(p, q) > 1:
        raise MalformedCertificate(f"{what}: need an integer, or [p, q] in lowest terms with q > 1")
    return p, q


def rationals(value: Any, what: str, length: int, budget: Budget) -> list[tuple[int, int]]:
    """A list of rationals, each as numerator and denominator."""
    numbers = items(value, what, length)
    if set(map(type, numbers)) == {int}:
        return [(p, 1) for p in integers(numbers, what)]
    return [
        (n, 1) if type(n) is int and 0 <= n < SMALL else rational(n, f"{what}: entry {k}", budget)
        for k, n in enumerate(numbers)
    ]
