"""Calculating with exact results: against Fractions, NumPy's object arrays and other packages."""

from __future__ import annotations

import time
from fractions import Fraction

import flint
import numpy as np
import pytest
import scipy.sparse as sparse
import sympy
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import ExactMatrix, ExactVector, inv, solve
from exactbox.linalg.results.operations import _dense_product, _sparse_product, over_one, product
from exactbox.linalg.results.rows import SparseRow

ENTRIES = st.just(0) | st.just(0) | st.integers(-9, 9) | st.integers(-(2**80), 2**80)


@st.composite
def matrices(draw, m=None, n=None):
    """An exact matrix over several denominators, rows stored sparsely or not."""
    m = draw(st.integers(0, 4)) if m is None else m
    n = draw(st.integers(0, 4)) if n is None else n
    blocks = draw(st.lists(st.integers(1, 12) | st.integers(1, 2**70), min_size=1, max_size=3))
    rows = []
    for _ in range(m):
        row = [fmpz(draw(ENTRIES)) for _ in range(n)]
        kept = [j for j, v in enumerate(row) if v]
        rows.append(SparseRow(kept, [row[j] for j in kept], n) if draw(st.booleans()) else row)
    block_of = [draw(st.integers(0, len(blocks) - 1)) for _ in rows]
    return ExactMatrix.of_blocks(list(map(fmpz, blocks)), block_of, rows, n)


@st.composite
def pairs(draw):
    """Two matrices of the same shape."""
    x = draw(matrices())
    return x, draw(matrices(*x.shape))


@st.composite
def factors(draw):
    """Two matrices that can be multiplied."""
    x = draw(matrices())
    return x, draw(matrices(m=x.columns))


def by_definition(x, y):
    a, b = x.to_numpy(), y.to_numpy()
    return [
        [sum((a[i, k] * b[k, j] for k in range(x.columns)), Fraction(0)) for j in range(y.columns)]
        for i in range(len(x))
    ]


# Against the definitions -------------------------------------------------------------------------


@given(factors())
def test_products_are_sums_of_products(both):
    x, y = both
    expected = by_definition(x, y)
    assert (x @ y).tolist() == expected and (x @ y).shape == (len(x), y.columns)
    for found in (_dense_product(x, over_one(y)), _sparse_product(x, y), product(x, y)):
        assert ExactMatrix.of_blocks(*found[:4]).tolist() == expected
    assert x @ y == (y.T @ x.T).T
    if y.columns:
        column = x @ y[:, 0]
        assert type(column) is ExactVector and list(column) == [row[0] for row in expected]
    if len(x):
        row = x[0] @ y
        assert type(row) is ExactVector and list(row) == expected[0]
    if y.columns and len(x):
        assert x[0] @ y[:, 0] == expected[0][0]


@given(pairs())
def test_sums_and_differences_are_entry_by_entry(both):
    x, y = both
    a, b = x.to_numpy(), y.to_numpy()
    assert (x + y).tolist() == (a + b).tolist() and (x - y).tolist() == (a - b).tolist()
    assert (x + y).shape == (-x).shape == x.shape
    assert x - x == x * 0
    assert (x + b).tolist() == (b + x).tolist() == (a + b).tolist()
    assert (b - x).tolist() == (b - a).tolist()
    if x.columns:
        assert list(x[:, 0] + y[:, 0]) == (a + b)[:, 0].tolist()
        assert type(x[:, 0] - b[:, 0]) is ExactVector


@given(matrices(), st.fractions())
def test_multiples_are_entry_by_entry(x, factor):
    a = x.to_numpy()
    assert (x * factor).tolist() == (factor * x).tolist() == (a * factor).tolist()
    assert (-x).tolist() == (-a).tolist()
    if factor:
        assert (x / factor).tolist() == (a / factor).tolist()
        assert x * factor / factor == x


@given(matrices())
def test_the_transpose_is_numpys(x):
    assert x.T.tolist() == x.to_numpy().T.tolist() and x.T.shape == x.shape[::-1] and x == x.T.T
    if x.columns:
        assert x[:, 0] == x[:, 0].T


KEYS = st.one_of(
    st.integers(-5, 4),
    st.slices(4),
    st.lists(st.integers(-4, 3), max_size=5),
    st.lists(st.booleans(), min_size=1, max_size=4),
    st.lists(st.integers(-4, 3), min_size=1, max_size=5).map(np.array),
    st.just(...),
)


@given(matrices(), KEYS | st.tuples(KEYS, KEYS) | st.tuples(KEYS))
def test_indices_are_numpys(x, key):
    """Where NumPy broadcasts a list of one entry against another list, there is an error here."""
    array = x.to_numpy()
    try:
        expected = array[key]
    except (IndexError, DeprecationWarning):  # NumPy may only warn where an axis is empty
        with pytest.raises(IndexError):
            x[key]
        return
    try:
        found = x[key]
    except IndexError as error:
        assert "are not pairs" in str(error)
        return
    if not isinstance(expected, np.ndarray):
        assert found == expected and isinstance(found, Fraction)
        return
    assert found.shape == expected.shape and found.tolist() == expected.tolist()
    assert type(found) is (ExactVector if expected.ndim == 1 else ExactMatrix)


@given(matrices(n=1), KEYS)
def test_indices_of_a_vector_are_numpys(x, key):
    vector = x.as_vector()
    try:
        expected = vector.to_numpy()[key]
    except IndexError:
        with pytest.raises(IndexError):
            vector[key]
        return
    found = vector[key]
    if isinstance(expected, np.ndarray):
        assert type(found) is ExactVector and list(found) == expected.tolist()
    else:
        assert found == expected


def test_a_submatrix_by_numpy_ix():
    x = ExactMatrix(np.arange(12).reshape(3, 4))
    at = np.ix_([0, 2], [1, 3, 3])
    assert x[at].tolist() == np.arange(12).reshape(3, 4)[at].tolist()


def test_a_part_of_a_long_solution_has_the_denominators_of_that_part():
    x = solve(np.diag(range(1, 101)), [1] * 100)
    assert len(x[10:12].denominators) <= 2 and list(x[10:12]) == [Fraction(1, 11), Fraction(1, 12)]


@pytest.mark.parametrize(
    ("key", "error", "message"),
    [
        (3, IndexError, "row 3 is out of range for 3"),
        ((0, -5), IndexError, "column -5 is out of range for 4"),
        ((0, 0, 0), IndexError, "3 indices, need 2 at most"),
        ([True], IndexError, "1 booleans, need 3, one for each row"),
        (([0, 1], [0, 1, 2]), IndexError, None),
        ("a", TypeError, "row index 'a', need an integer, a slice, or a list of either integers or "
         "booleans"),
        ((0, 0.5), TypeError, "column index 0.5, need an integer, a slice, or a list of either "
         "integers or booleans"),
        (None, TypeError, None),
        ([0, True], TypeError, None),
        (np.zeros((2, 2, 2), dtype=int), TypeError, None),
    ],
)  # fmt: skip
def test_an_index_is_refused_in_one_line(key, error, message):
    with pytest.raises(error) as caught:
        ExactMatrix(np.arange(12).reshape(3, 4))[key]
    assert "\n" not in str(caught.value) and message in (None, str(caught.value))


# Other packages ----------------------------------------------------------------------------------

A = [[2, 1, 0], [1, 3, 1], [0, 1, 5]]
FORMS = {
    "lists": list,
    "tuples": lambda a: tuple(map(tuple, a)),
    "numpy": np.array,
    "numpy int8": lambda a: np.array(a, dtype=np.int8),
    "numpy objects": lambda a: np.array(a, dtype=object),
    "numpy matrix": lambda a: np.array(a).view(np.matrix),
    "sympy": sympy.Matrix,
    "sympy immutable": sympy.ImmutableMatrix,
    "sympy sparse": sympy.SparseMatrix,
    "fmpz_mat": flint.fmpz_mat,
    "fmpq_mat": lambda a: flint.fmpq_mat(flint.fmpz_mat(a)),
    "text": lambda a: [[f"{v}/1" for v in row] for row in a],
}
FORMS |= {
    f"{form}_{kind}": lambda a, f=f"{form}_{kind}": getattr(sparse, f)(np.array(a))
    for form in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
    for kind in ("array", "matrix")
}


@pytest.mark.parametrize("form", FORMS)
def test_matrices_of_every_package_on_either_side(form):
    other = FORMS[form](A)
    exact, inverse = ExactMatrix(other), inv(A)
    one = [[int(i == j) for j in range(3)] for i in range(3)]
    assert exact.tolist() == A
    assert (other @ inverse).tolist() == (inverse @ other).tolist() == one
    assert type(other @ inverse) is type(inverse @ other) is ExactMatrix
    x = solve(A, [1, 2, 3])
    assert type(other @ x) is ExactVector and list(other @ x) == [1, 2, 3]
    assert (x @ other).tolist() == (x @ exact).tolist()
    assert (other + inverse) == (inverse + other) == exact + inverse
    assert (other - inverse) == -(inverse - other) == exact - inverse
    assert (exact == other) is True and (inverse == other) is False
    if not isinstance(other, (tuple, sparse.spmatrix, sparse.sparray)):
        assert (other == exact) is True
    assert (inverse != other) is True


def test_vectors_of_every_package():
    x = solve(A, [1, 2, 3])
    for b in ([1, 2, 3], (1, 2, 3), np.array([1, 2, 3]), sparse.coo_array(np.array([1, 2, 3]))):
        assert A @ x == b and ExactVector(b) == [1, 2, 3]
        assert b @ x == x @ b == sum(k * e for k, e in zip((1, 2, 3), x, strict=True))
        assert list(x + b) == [e + k for k, e in zip((1, 2, 3), x, strict=True)]
    assert x != [[1], [2], [3]] and x != [1, 2] and x.tolist() == list(x)
    assert (x.ndim, x.size, inv(A).ndim, inv(A).size) == (1, 3, 2, 9)


@pytest.mark.parametrize(
    "two", [2, np.int64(2), np.uint8(2), fmpz(2), flint.fmpq(2), sympy.Integer(2), Fraction(2)]
)  # fmt: skip
def test_numbers_of_every_package(two):
    x = solve(A, [1, 2, 3])
    assert x * two == two * x == x + x == x / (1 / Fraction(2)) and x / two + x / two == x


def test_a_verdict_is_one_bool():
    x = ExactMatrix([["1/2", 2]])
    assert (x == [[0.5, 2]]) is True and (x == np.array([[0.5, 2.0]])) is True
    assert (x == [[0.1, 2]]) is (x == [[float("nan"), 2]]) is (x == [[None, 2]]) is False
    assert (x == [[1, 2], [3]]) is (x == "x") is (x == None) is (x == 1) is False  # noqa: E711
    assert (x == sympy.Matrix([[sympy.Symbol("t"), 2]])) is False
    assert (x == x[0]) is (x[0] == x) is False
    assert hash(x) == hash(2 * x - x) == hash(x.T.T) == hash(ExactMatrix([["2/4", "2.0"]]))


def test_numpy_gets_fractions_or_the_nearest_floats():
    x = solve([[3]], [1])
    assert np.asarray(x).dtype == object and np.asarray(x)[0] == Fraction(1, 3)
    assert np.array(x, dtype=float).tolist() == [1 / 3]
    assert np.asarray(inv(A), dtype=np.float32).dtype == np.float32
    assert np.array(ExactVector.of_integers([7]), dtype=int).tolist() == [7]


def test_a_row_is_a_vector_and_so_is_an_element_of_the_iteration():
    rows = list(inv([[2, 1], [1, 3]]))
    assert all(type(row) is ExactVector for row in rows)
    assert rows == [["3/5", "-1/5"], ["-1/5", "2/5"]]


# Refusals ----------------------------------------------------------------------------------------

X = ExactMatrix([[1, 2], [3, 4]])
HINT = "need a number B; A @ B is the product"


@pytest.mark.parametrize(
    ("calculate", "error", "message"),
    [
        (lambda: X * X, TypeError, f"A * B of two matrices, {HINT}"),
        (lambda: [[1, 2], [3, 4]] * X, TypeError, f"A * B of two matrices, {HINT}"),
        (lambda: np.eye(2, dtype=int) * X, TypeError, f"A * B of two matrices, {HINT}"),
        (lambda: X / X, TypeError, f"A / B of two matrices, {HINT}"),
        (lambda: X * 0.5, TypeError, "the factor is the float 0.5, need an exact number: "
         "Fraction(0.5) is its binary value, Fraction('0.5') its decimal"),
        (lambda: X * 1j, TypeError, "the factor is a complex number 1j, need a rational one"),
        (lambda: X * sympy.pi, TypeError, "the factor is a Pi (pi), need an int, a Fraction or a "
         "string like '-7/12'"),
        (lambda: X / 0, ZeroDivisionError, "division of an exact matrix by 0"),
        (lambda: X / "2", TypeError, None),
        (lambda: X + 1, TypeError, None),
        (lambda: 1 - X, TypeError, None),
        (lambda: X @ 2, TypeError, None),
        (lambda: "x" @ X, TypeError, None),
        (lambda: X - [1, 2], ValueError, "A has shape (2, 2) and B (2,), need equal ones for a "
         "sum"),
        (lambda: X @ [1, 2, 3], ValueError, "A has shape (2, 2) and B (3,), need as many rows in B "
         "as columns in A"),
        (lambda: [1, 2, 3] @ X, ValueError, "A has shape (3,) and B (2, 2), need as many rows in B "
         "as columns in A"),
        (lambda: X @ [[0.5], [1]], TypeError, None),
        (lambda: ExactMatrix([1, 2]), ValueError, "A has 1 dimension, need 2"),
        (lambda: ExactVector([[1, 2]]), ValueError, "b is not a vector, need one dimension"),
    ],
)  # fmt: skip
def test_what_cannot_be_calculated_is_refused_in_one_line(calculate, error, message):
    with pytest.raises(error) as caught:
        calculate()
    assert "\n" not in str(caught.value) and message in (None, str(caught.value))


# Size --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_sparse_product_of_a_long_solution():
    """10^5 unknowns over 10^5 denominators: the rows need only those that they meet."""
    n = 10**5
    a = sparse.diags_array(np.arange(1, n + 1), dtype=np.int64).tocsr()
    x = solve(a, [1] * n)
    started = time.process_time()
    assert a @ x == [1] * n
    assert time.process_time() - started < 20


def test_a_dense_product_is_by_flint():
    n = 200
    a = ExactMatrix(np.arange(n * n).reshape(n, n) % 1009)
    started = time.process_time()
    b = a / 7 @ a
    assert time.process_time() - started < 2
    full = np.array(np.arange(n * n).reshape(n, n) % 1009)
    assert (7 * b) == full @ full
