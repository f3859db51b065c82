"""Reading a certificate: canonical bytes, fields, numbers, and the budget of what it may cost.

A certificate is one JSON object in canonical bytes: what Python's json.dumps writes with sorted
keys, without white space and in ASCII, so there is one spelling of everything. A number from 0 to
10^18 - 1 is written as such; any other integer is a string of lower-case hexadecimal digits, with a
sign if it is negative. A rational is an integer, or a pair [p, q] of integers in lowest terms with
q > 1. Nothing else is a number.

Files may be hostile. Whatever is read or calculated is paid from one `Budget`, in units of about a
nanosecond and in bytes, before it is done. A file of 1 MB gets some seconds; a larger one gets more
in proportion to its uncompressed size.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

MAX_BYTES = 1 << 30  # of a certificate, uncompressed
SMALL = 10**18  # numbers below are written in decimal
MAX_NAME = 1000  # characters of a label's name

WORK, WORK_PER_BYTE = 4 * 10**9, 250  # N=8 of the card game: 365 MB, 64 * 10^9 units, 45 s
MEMORY, MEMORY_PER_BYTE = 700 << 20, 5  # the same: 1.5 GiB
VISIT = 300  # one step of a loop, with its arithmetic in small integers
ITEM = 100  # bytes of a number, or of a short list, and its place in a list


class InvalidCertificate(Exception):
    """The certificate can be read, and what it says is not so, or is not proved."""


class MalformedCertificate(ValueError):
    """This is not a certificate, or not one that this checker knows."""


class GaveUp(Exception):
    """To check this would take more work or memory than the budget has."""


class Budget:
    """What a check may still cost.

    Parameters
    ----------
    size : int
        Bytes of the certificate, uncompressed.
    work : int, optional
        Units of about a nanosecond; by default as many as the size warrants.
    number : callable
        What integers become: `int`, or another type that calculates alike.
    """

    def __init__(
        self, size: int, work: int | None = None, number: Callable[[int], Any] = int
    ) -> None:
        self.work = self.all_work = WORK + WORK_PER_BYTE * size if work is None else work
        self.memory = MEMORY + MEMORY_PER_BYTE * size
        self.number = number

    def spend(self, work: int) -> None:
        """Pay for a calculation."""
        self.work -= work
        if self.work < 0:
            raise GaveUp(
                f"the check needs more work than its limit of {self.all_work} (see --max-work)"
            )

    def keep(self, memory: int) -> None:
        """Pay for what is stored, and for storing it."""
        self.memory -= memory
        self.spend(memory)
        if self.memory < 0:
            raise GaveUp("the check needs more memory than a file of this size gets")

    def product(self, a: int, b: int, count: int = 1) -> None:
        """Pay for products of integers of a and b bits."""
        short, long = (a, b) if a < b else (b, a)
        if short < 2100:
            self.spend((short // 30 + 1) * (long // 30 + 1) * count)
        else:  # Karatsuba, from 70 digits of 30 bits on: to double the shorter costs half more
            doublings = (short // 2100).bit_length() - 1
            self.spend(((long // 30 + 1) * 70 * 3**doublings >> doublings) * count)

    def division(self, a: int, b: int) -> None:
        """Pay for the quotient of integers of a and b bits, which Python finds by schoolbook."""
        self.spend((max(a - b, 0) // 30 + 1) * (b // 30 + 1) + a // 30)


def read_file(source: str | None, max_bytes: int) -> bytearray:
    """The bytes of a file, or of standard input (None), unpacked if they are gzipped."""
    if source is None:
        if sys.stdin is None:
            raise MalformedCertificate("standard input is closed")
        return _unpacked(sys.stdin.buffer, max_bytes)
    if "\0" in source:
        raise MalformedCertificate("not a file name")
    # a pipe without a writer is opened without waiting, and then refused
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(source, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise MalformedCertificate("not a regular file")
    with open(descriptor, "rb") as file:
        return _unpacked(file, max_bytes)


def _unpacked(file: Any, max_bytes: int) -> bytearray:
    """All bytes, at most max_bytes of them."""
    raw = bytearray()
    if file.peek(2)[:2] == b"\x1f\x8b":
        file = gzip.GzipFile(fileobj=file)
    try:
        while part := file.read(1 << 20):
            raw += part
            check_opening(raw)  # noise without end stops here
            if len(raw) > max_bytes:
                raise GaveUp(f"larger than {max_bytes} bytes (see --max-bytes)")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise MalformedCertificate(f"not a gzip file: {error}") from None
    return raw


def check_opening(raw: bytes | bytearray) -> None:
    """It begins as every certificate of this version does in canonical bytes."""
    if raw.startswith(b'{"certificate":2,'):
        return
    if raw.startswith(b'{"certificate":1,'):
        raise MalformedCertificate(
            "version 1: make it anew with this exactbox, or check it with that of exactbox 0.1.0"
        )
    if re.match(rb'{"certificate":[0-9]+,', raw):
        raise MalformedCertificate("another version: needs a newer checker")
    raise MalformedCertificate('not a certificate: need {"certificate":2, as its first bytes')


def decode(raw: bytes | bytearray, budget: Budget) -> Any:
    """The JSON value with these canonical bytes; a bytearray is emptied, to have its memory."""
    check_opening(raw)
    # Python's time for a decimal number is quadratic in its digits; in a name they do no harm
    long = re.search(rb"[:,\[]-?[0-9]{19}", raw) is not None
    opened, commas = raw.count(b"[") + raw.count(b"{"), raw.count(b",")
    budget.keep(ITEM * (opened + commas) + 2 * len(raw))  # what is read, and its bytes anew
    try:
        text = raw.decode("ascii")
        if isinstance(raw, bytearray):
            raw.clear()
        value = json.loads(
            text,
            parse_int=_short if long else None,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        again = json.dumps(value, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise MalformedCertificate("brackets are nested too deeply") from None
    except ValueError as error:  # no ASCII, no JSON, or no number of a certificate
        raise MalformedCertificate(f"not JSON: {str(error)[:100]}") from None
    if again != text:
        where = next((i for i, (a, b) in enumerate(zip(text, again)) if a != b), len(again))
        raise MalformedCertificate(f"not canonical JSON: byte {where} would be written otherwise")
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
    if set(map(type, numbers)) <= {int} and (
        not numbers or (min(numbers) >= 0 and max(numbers) < SMALL)
    ):
        return numbers
    return [integer(n, f"{what}: entry {k}") for k, n in enumerate(numbers)]


def rational(value: Any, what: str) -> tuple[int, int]:
    """A rational as numerator and denominator."""
    if not isinstance(value, list):
        return integer(value, what), 1
    p, q = integers(value, what, 2)
    if q <= 1 or math.gcd(p, q) != 1:
        raise MalformedCertificate(f"{what}: need an integer, or [p, q] in lowest terms with q > 1")
    return p, q


def rationals(value: Any, what: str, length: int | None = None) -> tuple[list[int], list[int]]:
    """A list of rationals as numerators and denominators."""
    numbers = items(value, what, length)
    if set(map(type, numbers)) == {int}:
        return integers(numbers, what), [1] * len(numbers)
    pairs = [rational(n, f"{what}: entry {k}") for k, n in enumerate(numbers)]
    return [p for p, _ in pairs], [q for _, q in pairs]
