"""Polynomials as tuples of their coefficients, which show themselves as one writes them."""

from __future__ import annotations

import re
import sys
from fractions import Fraction

from exactbox.decimals import fraction_string


class Polynomial(tuple[Fraction, ...]):
    """The coefficients of a polynomial, highest power first: a tuple that is printed in t.

    Examples
    --------
    >>> f = Polynomial([Fraction(1), Fraction(-5, 2), Fraction(0), Fraction(-1)])
    >>> f, f[1], len(f)
    (Polynomial(t^3 - 5/2 t^2 - 1), Fraction(-5, 2), 4)
    """

    __slots__ = ()

    def __str__(self) -> str:
        text = ""
        for power, c in zip(reversed(range(len(self))), self, strict=True):
            if not c:
                continue
            size = fraction_string(abs(c), whole=sys.maxsize)
            variable = "" if power == 0 else "t" if power == 1 else f"t^{power}"
            term = variable if size == "1" and variable else f"{size} {variable}".strip()
            sign = ("-" if c < 0 else "") if not text else " - " if c < 0 else " + "
            text += f"{sign}{term}"
        return text or "0"

    def __repr__(self) -> str:
        return f"Polynomial({self})"

    def _repr_html_(self) -> str:
        return re.sub(r"\^([0-9]+)", r"<sup>\1</sup>", str(self)).replace("t", "<i>t</i>")

    def _repr_latex_(self) -> str:
        powers = re.sub(r"\^([0-9]+)", r"^{\1}", str(self))
        fractions = re.sub(r"([0-9]+)/([0-9]+)", r"\\frac{\1}{\2}", powers)
        return rf"$\displaystyle {fractions}$"
