"""Checks of a file: ``python -m tests.bench.checked WAY FILE RUNS``; least seconds of a processor.

WAY is "plain", "rationals" (the plain checker's code, with FLINT's rationals for Python's
fractions), "fast", or "integers" (the fast one with FLINT's integers).
"""

from __future__ import annotations

import fractions
import math
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

LONG = 5.0  # seconds; what takes longer is checked once
NO_LIMIT: dict[str, Any] = {"max_bytes": 1 << 40, "max_work": 1 << 60, "max_memory": 1 << 40}


class Infinity(float):
    """Infinity, which FLINT's rationals leave it to compare."""

    def __lt__(self, other: Any) -> bool:
        return False

    def __gt__(self, other: Any) -> bool:
        return not isinstance(other, float)

    def __le__(self, other: Any) -> bool:
        return isinstance(other, float)

    def __ge__(self, other: Any) -> bool:
        return True

    __hash__ = float.__hash__


def use_rationals() -> None:
    """Let what is imported from now on have FLINT's rationals for Fraction; a value that is said is
    a fraction again."""
    from flint import fmpq

    exact = fractions.Fraction

    class Rationals(type):
        def __instancecheck__(cls, value: Any) -> bool:
            return type(value) is fmpq

    class Rational(metaclass=Rationals):
        def __new__(cls, p: Any = 0, q: Any = 1, **more: Any) -> Any:
            if more:  # FLINT asks it for a hash
                return exact(int(p), int(q), **more)
            return fmpq(p, q) if q != 1 else fmpq(p)

    class Fractions(ModuleType):
        Fraction = Rational

    sys.modules["fractions"] = Fractions("fractions")
    math.inf = Infinity("inf")

    from exactbox.checker import claim

    def exactly(value: Any, say: Any) -> str:
        return say(exact(int(value.p), int(value.q)) if type(value) is fmpq else value)

    claim.Fraction = exact
    claim.exactly, claim.value_text = (
        lambda value, say=say: exactly(value, say) for say in (claim.exactly, claim.value_text)
    )


def main() -> None:
    """Check, and print."""
    way, file, runs = sys.argv[1:]
    if way == "rationals":
        use_rationals()
    from exactbox.check import check_certificate, check_plain

    if way == "integers":
        from flint import fmpz

        NO_LIMIT["number"] = fmpz
    least = math.inf
    for _ in range(int(runs)):
        begin = time.process_time()
        if way in ("fast", "integers"):
            check_certificate(file, **NO_LIMIT)
        else:
            check_plain(Path(file).read_bytes())
        least = min(time.process_time() - begin, least)
        if least > LONG:
            break
    print(least)


if __name__ == "__main__":
    main()
