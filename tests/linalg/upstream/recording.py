"""A plugin of pytest that writes down every rational matrix that SymPy's tests touch.

``python -m pytest -p tests.linalg.upstream.recording --pyargs sympy.matrices.tests.test_solvers``
leaves in the file named by EXACTBOX_RECORD a pickled pair: matrices as ``(m, n, cells)`` with cells
``(i, j, numerator, denominator)`` in order, zeros left out, and systems as pairs of them. Written
down is what is made (of domain ZZ or QQ, or made of numbers only), and what a question is asked
of, since matrices change in place.
"""

from __future__ import annotations

import os
import pickle
from functools import wraps
from pathlib import Path
from typing import Any

Recorded = tuple[int, int, tuple[tuple[int, int, int, int], ...]]

MATRICES: dict[Recorded, None] = {}  # in the order of their first appearance
SYSTEMS: dict[tuple[Recorded, Recorded], None] = {}
SOLVING = {
    *("solve", "LUsolve", "QRsolve", "LDLsolve", "cholesky_solve", "diagonal_solve"),
    *("lower_triangular_solve", "upper_triangular_solve", "gauss_jordan_solve", "cramer_solve"),
    *("pinv_solve", "solve_least_squares", "lu_solve", "solve_den", "solve_den_rref", "_solve"),
}
ASKING = {
    *("det", "rank", "rref", "rref_den", "nullspace", "columnspace", "rowspace", "inv", "inv_den"),
    *("adjugate", "charpoly", "lu", "lll", "LUdecomposition", "LDLdecomposition", "echelon_form"),
    *("pinv", "eigenvals"),
}


def recorded(matrix: Any) -> Recorded | None:
    """A matrix of SymPy's as a value, if all its entries are rational numbers."""
    from sympy import EXRAW, QQ, ZZ

    rep = getattr(matrix, "_rep", matrix)
    domain = getattr(rep, "domain", None)
    if domain not in (ZZ, QQ, EXRAW):
        return None
    if hasattr(rep, "iter_items"):
        items = rep.iter_items()
    elif isinstance(rep, dict):
        items = (((i, j), e) for i, row in rep.items() for j, e in row.items())
    else:
        items = (((i, j), e) for i, row in enumerate(rep) for j, e in enumerate(row))
    cells = []
    for (i, j), e in items:
        if domain is EXRAW and not getattr(e, "is_Rational", False):
            return None
        if e:
            cells.append((int(i), int(j), int(e.numerator), int(e.denominator)))
    return (*map(int, rep.shape), tuple(sorted(cells)))


def note(matrix: Any) -> Recorded | None:
    """Write down a matrix."""
    found = recorded(matrix)
    if found is not None:
        MATRICES[found] = None
    return found


def _made(holder: type, name: str) -> None:
    """What comes out of a constructor, or is initialised by it, is written down."""
    kept = holder.__dict__[name]
    function = kept.__func__ if isinstance(kept, classmethod) else kept

    @wraps(function)
    def call(self, *arguments, **more):
        made = function(self, *arguments, **more)
        note(self if made is None else made)
        return made

    setattr(holder, name, classmethod(call) if isinstance(kept, classmethod) else call)


def _asked(holder: type, name: str) -> None:
    """What a question is asked of is written down, with its right-hand side if there is one."""
    function = holder.__dict__[name]

    @wraps(function)
    def call(self, *arguments, **more):
        left = note(self)
        right = note(arguments[0]) if name in SOLVING and arguments else None
        if left is not None and right is not None and left[0] == right[0]:
            SYSTEMS[left, right] = None
        return function(self, *arguments, **more)

    setattr(holder, name, call)


def pytest_configure() -> None:
    from sympy.matrices.immutable import ImmutableDenseMatrix, ImmutableSparseMatrix
    from sympy.matrices.matrixbase import MatrixBase
    from sympy.matrices.repmatrix import MutableRepMatrix
    from sympy.matrices.sparse import SparseRepMatrix
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.ddm import DDM
    from sympy.polys.matrices.sdm import SDM

    for holder, name in (
        (MutableRepMatrix, "_fromrep"),
        (ImmutableDenseMatrix, "_fromrep"),
        (ImmutableSparseMatrix, "_fromrep"),
        (DomainMatrix, "from_rep"),
        (DDM, "__init__"),
        (SDM, "__init__"),
    ):
        _made(holder, name)
    for holder in (MatrixBase, SparseRepMatrix, DomainMatrix, DDM, SDM):
        for name in sorted(SOLVING | ASKING):
            if callable(holder.__dict__.get(name)):
                _asked(holder, name)


def pytest_unconfigure() -> None:
    Path(os.environ["EXACTBOX_RECORD"]).write_bytes(pickle.dumps((list(MATRICES), list(SYSTEMS))))
