"""Exact matrices as those of other packages; a vector is a column where there are no vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpq_mat

from exactbox.late import extra
from exactbox.linalg.matrices.exactfraction import ExactFraction, exact_fraction
from exactbox.linalg.results.ratios import nearest_float
from exactbox.linalg.results.rows import SparseRow
from exactbox.linalg.results.tables import Entries

if TYPE_CHECKING:
    from pandas import DataFrame
    from scipy.sparse import csr_array
    from sympy import Matrix, SparseMatrix


def float_array(x: Entries) -> np.ndarray[Any, Any]:
    """A NumPy array of the nearest floats."""
    full = np.zeros((len(x), x.columns))
    for i, j, n, d in x.entries():
        full[i, j] = nearest_float(n, d)
    return full.reshape(x.shape)


def object_array(x: Entries) -> np.ndarray[Any, Any]:
    """A NumPy array of Fractions."""
    full = np.full((len(x), x.columns), ExactFraction(0), dtype=object)
    for i, j, n, d in x.entries():
        full[i, j] = exact_fraction(n, d)
    return full.reshape(x.shape)


def scipy_matrix(x: Entries) -> csr_array:
    """A SciPy matrix of the non-zeros, as the nearest floats."""
    from scipy.sparse import csr_array

    cells = [(i, j, nearest_float(n, d)) for i, j, n, d in x.entries()]
    indptr = np.searchsorted([i for i, _, _ in cells], np.arange(len(x) + 1))
    indices = np.array([j for _, j, _ in cells], dtype=indptr.dtype)
    data = np.array([f for _, _, f in cells], dtype=np.float64)
    return csr_array((data, indices, indptr), shape=(len(x), x.columns))


def sympy_matrix(x: Entries) -> Matrix | SparseMatrix:
    """A SymPy matrix of rationals; sparse where a row of x is stored sparsely."""
    from sympy import Matrix, Rational, SparseMatrix

    cells = {
        (i, j): Rational(f.numerator, f.denominator)
        for i, j, n, d in x.entries()
        for f in [exact_fraction(n, d)]
    }
    sparse = SparseMatrix(len(x), x.columns, cells)
    return sparse if any(isinstance(row, SparseRow) for row in x.numerators) else Matrix(sparse)


def frame(x: Entries) -> DataFrame:
    """A DataFrame of Fractions; of a vector one column."""
    needed = "a frame needs pandas: pip install 'exactbox[frames]' (or pip install pandas)"
    frame_of: type[DataFrame] = extra("pandas", needed).DataFrame
    rows, columns = x.labels or (None, None)
    return frame_of(object_array(x).reshape(len(x), x.columns), index=rows, columns=columns)


def flint_matrix(x: Entries) -> fmpq_mat:
    """A python-flint matrix of rationals."""
    full = fmpq_mat(len(x), x.columns)
    for i, j, n, d in x.entries():
        full[i, j] = fmpq(n, d)
    return full
