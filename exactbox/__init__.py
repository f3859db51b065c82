"""exactbox: exact, certified answers about games of chance, decision processes and linear systems.

Floating point finds the answer, exact rational arithmetic proves it, and each answer comes with a
certificate that an independent checker (`exactbox.check`) verifies.

>>> import exactbox
>>> result = exactbox.certify(exactbox.flip(2))
>>> result.value, result.decimal(6)
(Fraction(8936, 1575), '5.673651')
>>> exactbox.check(result.certificate()).value == result.value
True
>>> exactbox.solve([[2, 1], [1, 3]], [1, 1])
ExactVector(2,)[2/5, 1/5]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from exactbox.check import check

if TYPE_CHECKING:
    from exactbox.games.flip import flip
    from exactbox.linalg import ExactMatrix, ExactVector, SingularMatrixError, solve
    from exactbox.mdp import Certified, DecisionProcess, certify, evaluate_exactly

__version__ = "0.1.0"

_HOME = {
    "Certified": "exactbox.mdp",
    "DecisionProcess": "exactbox.mdp",
    "ExactMatrix": "exactbox.linalg",
    "ExactVector": "exactbox.linalg",
    "SingularMatrixError": "exactbox.linalg",
    "certify": "exactbox.mdp",
    "evaluate_exactly": "exactbox.mdp",
    "flip": "exactbox.games.flip",
    "solve": "exactbox.linalg",
}

__all__ = [
    "Certified",
    "DecisionProcess",
    "ExactMatrix",
    "ExactVector",
    "SingularMatrixError",
    "certify",
    "check",
    "evaluate_exactly",
    "flip",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: a command must start fast."""
    if name not in _HOME:
        raise AttributeError(f"module 'exactbox' has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
