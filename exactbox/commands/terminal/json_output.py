"""The output of ``--json``: one object on one line, keys sorted, in ASCII.

A number is an object: ``exact`` is a string with all digits, "p/q", "p", "infinity" or "-infinity";
``decimal`` is the same rounded to ``--digits``. A vector is a list of such objects, a matrix a list
of its rows. In every command these keys mean the same, where they exist::

    question           what is asked, in words
    value              the answer: a number, a vector or a matrix
    answer             what kind of answer it is, in words; of a threshold true or false
    checked            whether the independent checker has passed a proof of the answer
    how                with which integers it was checked, if they are not Python's
    unchecked          where it came to no verdict: what it did not check, and why
    proved             what the checker found proved, in a sentence
    question_sha256    what the question is cited by
    proof_sha256       what the proof is cited by
    files              those that were written, a list of {file, is, replaced}, where `is` says
                       what: certificate, unchecked certificate, policy, matrix, picture,
                       question, sheet; of a certificate also {bytes, question_sha256,
                       proof_sha256}

Other keys are those of a command: `solve_report` lists the ones of ``solve``. Several properties of
``solve``, and the answers of ``certify`` without a game, are a list of such objects under
``answers``, the proofs of ``cite`` one under ``citations``. Two things are older.
In what ``shutbox`` prints a number is {exact, value}, where value is the decimal; and ``check``
prints an object for each file, with numbers as certificates have them (`exactbox.check`).
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any

from exactbox.decimals import decimal_string, fraction_string


def number(value: Fraction | float, digits: int) -> dict[str, str]:
    """A number, exactly and rounded half to even; the only floats are the infinities.

    Examples
    --------
    >>> number(Fraction(2, 3), 4), number(float("-inf"), 4)["exact"]
    ({'exact': '2/3', 'decimal': '0.6667'}, '-infinity')
    """
    text = fraction_string(value, whole=sys.maxsize)
    if isinstance(value, float):
        return {"exact": text, "decimal": text}
    return {"exact": text, "decimal": decimal_string(value.numerator, value.denominator, digits)}


def print_json(fields: dict[str, Any]) -> None:
    """One object on one line."""
    print(json.dumps(fields, sort_keys=True))
