"""Functions of one matrix as methods of results too: ``M.det()`` is ``det(M)``.

They are put there, as what they need is made of results; `ExactMatrix` says their types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactbox.linalg.assembly import diagonal, trace
from exactbox.linalg.determinant import adjugate, det, inv
from exactbox.linalg.general import nullspace, rref
from exactbox.linalg.least_squares import pinv
from exactbox.linalg.polynomials import charpoly, minpoly
from exactbox.linalg.ranks import rank
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.solver import solve

_METHODS: dict[str, Callable[..., Any]] = {
    "adjugate": adjugate,
    "charpoly": charpoly,
    "det": det,
    "diagonal": diagonal,
    "inv": inv,
    "minpoly": minpoly,
    "nullspace": nullspace,
    "pinv": pinv,
    "rank": rank,
    "rref": rref,
    "solve": solve,
    "trace": trace,
}

for _name, _function in _METHODS.items():
    setattr(ExactMatrix, _name, _function)
