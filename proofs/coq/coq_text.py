"""How data are written, in certificates and for Coq."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LIMB = 60  # bits of an integer of Coq's kernel that are used
LONG = 1 << 24  # bits in all from which numbers are written in such integers
SHORT = 10**200  # from here on integers are written in hexadecimal, which Coq reads faster


class Data(NamedTuple):
    """What a theorem is proved from: definitions in a module Data, and what is applied to them."""

    definitions: str
    theorem: str


def integer(value: int | str) -> int:
    """A number as certificates have it: hexadecimal if it is long."""
    return int(value, 16) if isinstance(value, str) else value


def numeral(n: int) -> str:
    """An integer."""
    text = str(n) if abs(n) < SHORT else hex(n)
    return f"({text})" if n < 0 else text


def numerals(numbers: Sequence[int]) -> tuple[str, str]:
    """A notation, and a list of natural numbers, long or very long ones."""
    if sum(n.bit_length() for n in numbers) < LONG:
        notation = "Delimit Scope hex_uint_scope with huint.\n"
        return notation, f"map hex [\n    {separated(map(hex, numbers))}]%huint"
    notation = "Import Uint63 Limbs.\n"
    return notation, f"map of_limbs ([\n    {separated(map(limbs, numbers))}]%uint63)"


def limbs(n: int) -> str:
    """A natural number in integers of Coq's kernel, the lowest first."""
    digits = []
    while n:
        digits.append(n & (1 << LIMB) - 1)
        n >>= LIMB
    return f"[{';'.join(map(hex, digits))}]"


def separated(items: Iterable[str]) -> str:
    """The items of a list, one a line."""
    return ";\n    ".join(items)


def listed(items: Iterable[str], end: str = "") -> str:
    """A list, one item after the other."""
    return f"  [{filled('; '.join(items), ']' + end).lstrip()}"


def lines(items: Iterable[str]) -> str:
    """A list, an item a line."""
    text = ";\n".join(map(filled, items)).lstrip()
    return f"  [{text}]"


def filled(text: str, end: str = "") -> str:
    """In lines of at most 100 characters."""
    return textwrap.fill(
        text + end,
        98,
        initial_indent="   ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def definition(name: str, kind: str, text: str) -> str:
    """A definition of a type."""
    return f"Definition {name} : {kind} :=\n{text}.\n"
