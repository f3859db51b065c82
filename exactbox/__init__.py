"""exactbox: exact, certified answers about games of chance, decision processes and linear systems.

Floating point finds the answer, exact rational arithmetic proves it, and each answer comes with a
certificate that an independent checker (`exactbox.check`) verifies. What is named here is what one
starts with; `exactbox.mdp`, `exactbox.linalg`, `exactbox.games` and `exactbox.formats` have the
rest.

>>> import exactbox
>>> result = exactbox.certify(exactbox.flip(2))
>>> result.value, result.decimal(6)
(Fraction(8936, 1575), '5.673651')
>>> exactbox.check_certificate(result.certificate()).value == result.value
True
>>> exactbox.linsolve([[2, 1], [1, 3]], [1, 1])
ExactVector([2/5, 1/5])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from exactbox.release import VERSION

if TYPE_CHECKING:
    from exactbox import check
    from exactbox.check import Claim, check_certificate
    from exactbox.games.flip import flip
    from exactbox.linalg import ExactMatrix, ExactVector, SingularMatrixError
    from exactbox.linalg import solve as linsolve
    from exactbox.mdp import Answer, Model, certify

__version__ = VERSION

_HOME = {  # of each public name: its module, and its name there
    "Answer": ("exactbox.mdp", "Answer"),
    "Claim": ("exactbox.check", "Claim"),
    "ExactMatrix": ("exactbox.linalg", "ExactMatrix"),
    "ExactVector": ("exactbox.linalg", "ExactVector"),
    "Model": ("exactbox.mdp", "Model"),
    "SingularMatrixError": ("exactbox.linalg", "SingularMatrixError"),
    "certify": ("exactbox.mdp", "certify"),
    "check_certificate": ("exactbox.check", "check_certificate"),
    "flip": ("exactbox.games.flip", "flip"),
    "linsolve": ("exactbox.linalg", "solve"),
}

__all__ = [
    "Answer",
    "Claim",
    "ExactMatrix",
    "ExactVector",
    "Model",
    "SingularMatrixError",
    "certify",
    "check",
    "check_certificate",
    "flip",
    "linsolve",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first used: a command must start fast."""
    if name == "check":
        return import_module("exactbox.check")
    if name not in _HOME:
        raise AttributeError(f"module 'exactbox' has no attribute {name!r}")
    module, attribute = _HOME[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
