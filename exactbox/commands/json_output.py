"""What ``--json`` prints: one object on one line, keys sorted, in ASCII.

A number is an object: ``exact`` is a string with all digits, "p/q", "p", "infinity" or "-infinity";
``decimal`` is the same rounded to ``--digits``. Of a list of numbers each is such an object.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any


def exact(value: Fraction | float) -> str:
    """All digits of a number; the only floats are the infinities.

    Examples
    --------
    >>> exact(Fraction(8936, 1575)), exact(7), exact(float("-inf"))
    ('8936/1575', '7', '-infinity')
    """
    from exactbox.decimals import fraction_string

    return fraction_string(value, whole=sys.maxsize)


def number(value: Fraction | float, digits: int) -> dict[str, str]:
    """A number, exactly and rounded half to even.

    Examples
    --------
    >>> number(Fraction(2, 3), 4)
    {'exact': '2/3', 'decimal': '0.6667'}
    """
    from exactbox.decimals import decimal_string

    text = exact(value)
    if isinstance(value, float):
        return {"exact": text, "decimal": text}
    return {"exact": text, "decimal": decimal_string(value.numerator, value.denominator, digits)}


def print_json(fields: dict[str, Any]) -> None:
    """One object on one line."""
    print(json.dumps(fields, sort_keys=True))
