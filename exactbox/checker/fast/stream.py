"""Reading a certificate as a stream: it is never held as a whole.

Its bytes are hashed as they come, and in the witness a string of more than MAX_NAME digits, in the
one spelling of an integer, is converted at once; no name is as long. In the text that is kept, a
line break and NaN stand in its place. Canonical bytes have no line break, so bytes that have one
are refused, and each break in the text was put there. In strict JSON no string has a line break,
and between tokens it is white space. So, if the text is JSON, each NaN that was put there is a
value by itself, and in its place the bytes had a string. With another NaN, or Infinity, there would
be more of them than numbers, which is refused; so the k-th is the k-th number. If that value, with
NaN for these numbers, is written as the text without its breaks, then, with their digits, it is
written as the bytes that were read: equal texts have equal keys in equal order, and so their
numbers in the same places.
"""

from __future__ import annotations

import hashlib
import math
import re
from binascii import unhexlify
from collections.abc import Iterable, Iterator
from json import JSONDecoder
from typing import Any, NamedTuple

from ..files import check_end
from ..reading import MAX_NAME, WITNESS, Json, canonical, check_opening, need, number
from .budget import ITEM, NUMBER, Budget

# a long string, perhaps an integer; the quote before it is no escaped one
LONG = re.compile(rb'"(?<=[\[,:]")(-?)([1-9a-f][^"]{%d,})"' % MAX_NAME)
ALIKE = bytes.maketrans(b"123456789[:", b"000000000,,")  # digits, and what precedes a number
LOCK = b'{"certificate":2,"kind":"lock",'  # whose strings are not numbers


NAN = math.nan  # where a long number stood


class Read(NamedTuple):
    """A certificate: its text, with a line break and NaN for each long number, and these."""

    text: bytearray
    long: list[int]
    size: int  # in bytes
    question_sha256: str
    sha256: str


def read(pieces: Iterable[bytes]) -> Read:
    """Read the bytes that these pieces are together."""
    text, long, size = bytearray(), list[int](), 0
    proof, question, in_question = hashlib.sha256(), hashlib.sha256(), True

    def convert(string: re.Match[bytes]) -> bytes:
        sign, digits = string.groups()
        try:  # half the time of int(digits, 16)
            number = int.from_bytes(unhexlify(digits.zfill(len(digits) + len(digits) % 2)), "big")
        except ValueError:
            return string[0]  # there are other characters in it
        if digits != digits.lower():
            return string[0]
        long.append(-number if sign else number)
        return b"\nNaN"

    for part in _whole_tokens(pieces):
        need(b"\n" not in part, "not canonical JSON: there is a line break")
        size += len(part)
        proof.update(part)
        if in_question:
            cut = part.find(WITNESS)
            in_question = cut < 0
            cut = len(part) if in_question else cut
            question.update(part[:cut])
            text += part[:cut]
            part = part[cut:]
        text += part if text.startswith(LOCK) else LONG.sub(convert, part)
    question.update(b"" if in_question else b"}")
    return Read(text, long, size, question.hexdigest(), proof.hexdigest())


def _whole_tokens(pieces: Iterable[bytes]) -> Iterator[bytearray]:
    """These bytes, cut before commas alone: neither a long number nor `,"witness":` is cut."""
    part = bytearray()
    for piece in pieces:
        cut = piece.rfind(b",")
        if cut >= 0:
            part += piece[:cut]
            yield part
            part, piece = bytearray(), piece[cut:]
        part += piece
    check_end(part)
    yield part


def decode(given: Read, budget: Budget) -> Json:
    """The JSON value with these canonical bytes; text and numbers are emptied, to have the memory.

    What a few steps for each number cost is paid here, and the divisors of fractions.
    """
    check_opening(given.text)
    prices = {b"[": ITEM, b"{": 3 * ITEM, b'":': 5 * ITEM, b",": NUMBER}  # what is read, and sorted
    budget.keep(2 * given.size + sum([n * given.text.count(part) for part, n in prices.items()]))
    left = iter(given.long)

    def constant(word: str) -> float:
        need(next(left, None) is not None, f"{word} is not a number of a certificate")
        return NAN

    # to look at each number would take as long as to read it
    alike = given.text.translate(ALIKE)
    parse_int = number if b",-" in alike or b"," + b"0" * 19 in alike else None
    del alike
    lengthy = LONG.search(given.text)  # in the question: those of the witness are converted
    text = given.text.decode("ascii", "replace")
    given.text.clear()
    decoder = JSONDecoder(parse_int=parse_int, parse_float=number, parse_constant=constant)
    value = canonical(decoder, text, text.replace("\n", ""))
    del text
    if given.long:
        given.long.reverse()
        witness = {"witness": value["witness"]}  # which may be such a number itself
        place(witness, given.long)
        value |= witness
    if lengthy:
        pay_for_fractions(value["question"], budget)
    return value


def place(value: Any, long: list[int]) -> None:
    """Put the numbers, the last one first, where NaN stands."""
    ways = [entries(value)]
    while ways:
        for parent, key, entry in ways[-1]:
            if entry is NAN:
                parent[key] = long.pop()
            elif isinstance(entry, (list, dict)):
                ways.append(entries(entry))
                break
        else:
            ways.pop()


def entries(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """The entries of a list or object, in order; none where there are only numbers and texts."""
    if isinstance(value, dict):
        return ((value, key, entry) for key, entry in value.items())
    if isinstance(value, list) and {float, list, dict}.intersection(map(type, value)):
        return ((value, key, entry) for key, entry in enumerate(value))
    return iter(())


def pay_for_fractions(question: Any, budget: Budget) -> None:
    """Pay for the greatest common divisor of each pair of long integers."""
    values = [question]
    while values:
        value = values.pop()
        if isinstance(value, list) and len(value) == 2 and set(map(type, value)) == {str}:
            budget.divisor(4 * len(value[0]), 4 * len(value[1]))
        values += [entry for _, _, entry in entries(value) if isinstance(entry, (list, dict))]
