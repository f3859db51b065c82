"""The same questions, asked of other packages, from the same matrices as exactbox gets them.

What a peer takes includes making its own matrix of what is given, as exactbox's time does. None of
them verifies anything.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sparse


def dense(a: Any) -> list[list[Any]]:
    """Rows of numbers."""
    return a.toarray().tolist() if sparse.issparse(a) else np.asarray(a).tolist()


def flint_matrix(a: Any) -> Any:
    """fmpz_mat, or fmpq_mat for Fractions."""
    from flint import fmpq, fmpq_mat, fmpz_mat

    if isinstance(a, list) and isinstance(a[0][0], Fraction):
        cells = [fmpq(e.numerator, e.denominator) for row in a for e in row]
        return fmpq_mat(len(a), len(a[0]), cells)
    return fmpz_mat(dense(a))


def flint_column(b: Any) -> Any:
    from flint import fmpz_mat

    return fmpz_mat(len(b), 1, [int(e) for e in b])


def flint_rank(a):
    return flint_matrix(a).rank()


def flint_nullspace(a):
    return flint_matrix(a).nullspace()


def flint_solve(a, b):
    from flint import fmpq_mat

    full, right = flint_matrix(a), flint_column(b)
    return full.solve(fmpq_mat(right) if isinstance(full, fmpq_mat) else right)


def flint_general(a, b):
    """The echelon form of [A b], from which all solutions are read off."""
    return flint_matrix(np.c_[a, b]).rref()


def flint_inverse(a):
    return flint_matrix(a).inv()


def flint_hermite(a):
    """The form of [A 1], which has the transform too."""
    unit = np.eye(len(a), dtype=int).tolist()
    return flint_matrix([[*row, *more] for row, more in zip(a, unit, strict=True)]).hnf()


def flint_least_squares(a, b):
    """By the normal equations."""
    full, right = flint_matrix(a), flint_column(b)
    turned = full.transpose()
    return (turned * full).solve(turned * right)


def flint_pinv(a):
    """Of independent columns."""
    turned = flint_matrix(a).transpose()
    return (turned * turned.transpose()).inv() * turned


def flint_seventh(a, _b):
    from flint import fmpq

    return a * fmpq(1, 7)


def flint_solutions(a, b):
    return [flint_solve(a, column) for column in b]


FLINT: dict[str, Callable[..., Any]] = {  # how FLINT answers a question of exactbox.linalg
    "charpoly": lambda a: flint_matrix(a).charpoly(),
    "det": lambda a: flint_matrix(a).det(),
    "hermite_form": flint_hermite,
    "inv": flint_inverse,
    "invariant_factors": lambda a: flint_matrix(a).snf(),
    "lstsq": flint_least_squares,
    "lu": lambda a: flint_matrix(a).fflu(),
    "minpoly": lambda a: flint_matrix(a).minpoly(),
    "nullspace": flint_nullspace,
    "pinv": flint_pinv,
    "rank": flint_rank,
    "rref": lambda a: flint_matrix(a).rref(),
    "solve": flint_solve,
    "solve_general": flint_general,
    "solve_integers": lambda a, b: flint_hermite([list(column) for column in zip(*a)]),
}


def sympy_matrix(a: Any) -> Any:
    """DomainMatrix, sparse."""
    from sympy import QQ, ZZ
    from sympy.polys.matrices import DomainMatrix

    if isinstance(a, list):
        rows = [[QQ(e.numerator, e.denominator) for e in row] for row in a]
        return DomainMatrix(rows, (len(a), len(a[0])), QQ).to_sparse()
    coo = sparse.coo_array(a)
    cells: dict[int, dict[int, Any]] = {}
    for i, j, v in zip(coo.row.tolist(), coo.col.tolist(), coo.data.tolist(), strict=True):
        cells.setdefault(i, {})[j] = ZZ(v)
    return DomainMatrix.from_dod(cells, a.shape, ZZ)


def sympy_rank(a):
    return sympy_matrix(a).rank()


def sympy_nullspace(a):
    return sympy_matrix(a).to_field().nullspace()


def sympy_solve(a, b):
    left = sympy_matrix(a).to_field()
    return left.lu_solve(sympy_matrix(np.asarray(b)[:, None]).to_field())


def sympy_general(a, b):
    return sympy_matrix(np.c_[a, b]).to_field().rref()


def sympy_inverse(a):
    return sympy_matrix(a).to_field().inv()


@cache
def _pari() -> Any:
    """PARI, with room."""
    from cypari import pari

    pari.allocatemem(2**31)
    return pari


def pari_matrix(a: Any) -> Any:
    cells = dense(a)
    return _pari().matrix(len(cells), len(cells[0]), [e for row in cells for e in row])


def pari_rank(a):
    return int(pari_matrix(a).matrank())


def pari_solve(a, b):
    return pari_matrix(a).matsolve(_pari().matrix(len(b), 1, np.asarray(b).tolist()))


def pari_inverse(a):
    return pari_matrix(a) ** -1


def flint_rationals(a):
    """Of Fractions, or of texts of them."""
    from flint import fmpq, fmpq_mat

    def number(e):
        p, _, q = str(e).partition("/")
        return fmpq(int(p), int(q or 1))

    return fmpq_mat(len(a), len(a[0]), [number(e) for row in a for e in row])


def flint_lll(a):
    return flint_matrix(a).lll(transform=True)


def scipy_identities(k):
    return sparse.kron(sparse.eye_array(k), sparse.eye_array(k))


def pari_smith(a):
    """With both transforms."""
    return pari_matrix(a).matsnf(1)
