"""Exact matrices: sparse and dense rows say the same, and every form of output is exact."""

from __future__ import annotations

import pickle
import time
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import fmpq, fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import solve
from exactbox.linalg.results.exact import ExactMatrix, ExactVector, SparseRow

INTEGERS = st.just(0) | st.just(0) | st.integers(-9, 9) | st.integers(-(2**1100), 2**1100)
DENOMINATORS = (
    st.integers(1, 12) | st.integers(1, 2**1100) | st.integers(1, 3).map((2**61 - 1).__mul__)
)


def sparse_row(row):
    stored = {j: fmpz(v) for j, v in enumerate(row) if v}
    return SparseRow(list(stored), list(stored.values()), len(row))


def dense_row(row):
    return list(map(fmpz, row))


@st.composite
def tables(draw):
    """Denominators, the block of every row, numerators, columns."""
    m, n, blocks = draw(st.integers(0, 4)), draw(st.integers(0, 4)), draw(st.integers(1, 3))
    denominators = [draw(DENOMINATORS) for _ in range(blocks)]
    block_of = [draw(st.integers(0, blocks - 1)) for _ in range(m)]
    return denominators, block_of, [[draw(INTEGERS) for _ in range(n)] for _ in range(m)], n


def exact(table, row=dense_row, **options):
    denominators, block_of, rows, n = table
    return ExactMatrix.of_blocks(
        list(map(fmpz, denominators)), block_of, list(map(row, rows)), n, **options
    )


def fractions(table):
    """The matrix by its definition."""
    denominators, block_of, rows, _ = table
    return [
        [Fraction(v, denominators[e]) for v in row] for e, row in zip(block_of, rows, strict=True)
    ]


def as_float(value):
    """Python's own correctly rounded division of integers."""
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


@given(tables(), st.sampled_from([dense_row, sparse_row]))
def test_every_output_is_the_matrix(table, row):
    x, rows = exact(table, row), fractions(table)
    m, n = shape = (len(rows), table[3])
    assert x.shape == shape and [list(r) for r in x] == rows
    assert [[x[i, j] for j in range(n)] for i in range(m)] == rows
    array = x.to_numpy()
    assert array.shape == shape and array.dtype == object and array.tolist() == rows
    assert all(isinstance(v, Fraction) for v in array.ravel())
    assert x.tolist() == rows and (x.ndim, x.size) == (2, m * n)
    matrix = x.to_sympy()
    assert matrix.shape == shape
    assert all(
        matrix[i, j] == sympy.Rational(*rows[i][j].as_integer_ratio()) for i, j in np.ndindex(shape)
    )
    assert isinstance(matrix, sympy.SparseMatrix) == (m > 0 and row is sparse_row)
    fractional = x.to_flint()
    assert (fractional.nrows(), fractional.ncols()) == shape
    assert fractional.entries() == [fmpq(*v.as_integer_ratio()) for r in rows for v in r]
    floats = [[as_float(v) for v in r] for r in rows]
    assert x.to_float().shape == shape and x.to_float().tolist() == floats
    csr = x.to_scipy()
    assert csr.shape == shape and csr.dtype == np.float64 and csr.toarray().tolist() == floats
    assert csr.nnz == sum(v != 0 for r in rows for v in r)
    assert csr.has_canonical_format


@given(tables(), st.integers(1, 2**70))
def test_equal_matrices_are_equal_and_hash_alike_however_they_are_kept(table, factor):
    denominators, block_of, rows, n = table
    scaled = (
        [factor * d for d in denominators],
        block_of,
        [[factor * v for v in row] for row in rows],
        n,
    )
    x = exact(table)
    others = [exact(table, sparse_row), exact(scaled), exact(scaled, sparse_row, info="scaled")]
    for other in others:
        assert x == other and other == x and hash(x) == hash(other)
        assert pickle.loads(pickle.dumps(other)) == x
    for i in range(len(rows)):
        for j in range(n):
            changed = [list(r) for r in rows]
            changed[i][j] += 1
            assert exact((denominators, block_of, changed, n), sparse_row) != x
    assert [list(others[0].entries_of_row(i)) for i in range(len(rows))] == [
        [(j, v) for j, v in enumerate(row) if v] for row in rows
    ]
    assert (x == 1) is False


def test_matrices_of_different_shapes_differ():
    one = [[fmpz(1)]]
    assert ExactMatrix.of_blocks([fmpz(1)], [0], one, 1) != ExactVector.of_blocks(
        [fmpz(1)], [0], one, 1
    )
    assert ExactMatrix.of_blocks([], [], [], 1) != ExactMatrix.of_blocks([], [], [], 2)


@pytest.mark.parametrize(
    "value",
    [
        Fraction(1, 2**1074),
        Fraction(1, 2**1075),  # half of the least subnormal: to even, which is 0
        Fraction(2**53 + 1, 2**1128),
        Fraction(3, 2**1075),  # a tie between the least two subnormals: to even, the second
        -Fraction(2**54 - 1, 2**1076),
        Fraction(2**53 + 1),
        Fraction(2**54 + 3, 2),
        Fraction(2**1024 - 2**970),  # rounds to the largest float
        Fraction(2**1024 - 2**970) - Fraction(1, 3),
        Fraction(2**1024 - 2**970 + 2**969),
        -Fraction(2**1024),
        Fraction(10**400, 10**399 + 1),
        Fraction(1, 10**400),
    ],
)
def test_floats_are_rounded_to_the_nearest_even(value):
    x = solve([[value.denominator]], [value.numerator])
    assert x.to_float()[0] == x.to_scipy()[0, 0] == as_float(value)


def test_the_edges_of_floats():
    """The same, against values that are known."""
    huge = 2**1024 - 2**970  # halfway between the largest float and 2^1024
    numbers = [Fraction(1, 2**1075), Fraction(3, 2**1075), Fraction(huge), Fraction(huge) - 1]
    x = solve(np.eye(4, dtype=int), numbers).to_float()
    assert x.tolist() == [0.0, 2 * 5e-324, float("inf"), np.finfo(float).max]


def test_a_vector_is_a_column_of_other_packages():
    x = solve([[2, 0], [0, 3]], [1, 0])
    assert x.to_numpy().tolist() == [Fraction(1, 2), 0] and x.to_numpy().shape == (2,)
    assert x.to_float().tolist() == [0.5, 0.0]
    assert x.to_scipy().shape == (2, 1) and x.to_scipy().toarray().tolist() == [[0.5], [0.0]]
    assert x.to_sympy() == sympy.Matrix([sympy.Rational(1, 2), 0])
    assert x.to_flint().ncols() == 1


def test_an_output_is_an_input_again():
    x = exact(([6, 35], [0, 1], [[3, 0], [7, 70]], 2), sparse_row)
    b = [Fraction(1, 2), Fraction(11, 5)]  # x times (1, 1)
    for form in (x, x.to_numpy(), x.to_sympy(), x.to_flint()):
        assert list(solve(form, b)) == [1, 1]
    assert list(solve(x.to_scipy(), b, floats="decimal")) == [1, 1]


# Sparse rows -------------------------------------------------------------------------------------


@given(st.lists(INTEGERS, max_size=8))
def test_a_sparse_row_is_the_sequence_that_it_stands_for(values):
    row, length = sparse_row(values), len(values)
    assert list(row) == values and len(row) == length
    assert [row[j] for j in range(-length, length)] == values * 2
    assert list(row[1:]) == values[1:] and list(row[::-1]) == values[::-1]
    assert all(type(v) is fmpz for v in row)
    assert row == sparse_row(values) == pickle.loads(pickle.dumps(row))
    assert hash(row) == hash(sparse_row(values))
    with pytest.raises(IndexError, match=f"column {length} is out of range for {length}"):
        row[length]


@pytest.mark.parametrize(
    ("columns", "found"), [([1, 1], 1), ([2, 1], 1), ([-1, 1], -1), ([1, 3], 3)]
)
def test_a_sparse_row_refuses_columns_out_of_order(columns, found):
    with pytest.raises(ValueError) as caught:
        SparseRow(columns, [fmpz(5)] * 2, 3)
    assert str(caught.value) == (
        f"a sparse row has the column {found}, need increasing ones, 0 to 2"
    )


def test_a_sparse_row_refuses_columns_without_values():
    with pytest.raises(ValueError, match=r"^a sparse row has 0 values, need 1 as it has columns$"):
        SparseRow([1], [], 3)


def test_a_sparse_row_cannot_be_changed():
    row = SparseRow([1], [fmpz(5)], 3)
    with pytest.raises(AttributeError):
        row.length = 4
    with pytest.raises(TypeError):
        row[1] = fmpz(6)


def test_stored_zeros_are_no_entries():
    row = SparseRow([0, 2], [fmpz(0), fmpz(5)], 3)
    x = ExactMatrix.of_blocks([fmpz(1)], [0], [row], 3)
    assert list(x.entries_of_row(0)) == [(2, 5)]
    assert x == ExactMatrix.of_blocks([fmpz(1)], [0], [[fmpz(0), fmpz(0), fmpz(5)]], 3)


@pytest.mark.slow
def test_a_sparse_matrix_is_never_made_dense():
    """10^10 entries, of which 10^5 are not zero."""
    n = 10**5
    rows = [SparseRow([i], [fmpz(i + 1)], n) for i in range(n)]
    x, y = (
        ExactMatrix.of_blocks([fmpz(2)], [0] * n, rows, n),
        ExactMatrix.of_blocks([fmpz(2)], [0] * n, rows, n),
    )
    started = time.process_time()
    assert x.numerators[5] is rows[5]
    assert x == y and hash(x) == hash(y) and x[7, 7] == 4 and x[7, 8] == 0
    assert x.to_scipy().nnz == n
    assert repr(x).startswith("ExactMatrix([[1/2, 0, 0, ..., 0, 0, 0], [0, 1, 0, ..., 0, 0, 0], ")
    assert repr(x).endswith("[0, 0, 0, ..., 0, 0, 50000]], shape=(100000, 100000))")
    assert (
        (x @ x)[9, 9] == 25
        and x == x.T
        and (x + x)[7] == 2 * x[7]
        and x[7:9, 7:9][1, 1] == Fraction(9, 2)
    )
    assert time.process_time() - started < 20


# The object --------------------------------------------------------------------------------------


def test_info_is_kept_and_is_no_part_of_the_value():
    x = ExactVector.of_blocks([fmpz(2)], [0], [[fmpz(1)]], 1, info={"method": "by hand"})
    plain = ExactVector.of_blocks([fmpz(2)], [0], [[fmpz(1)]], 1)
    assert plain.info is None and x.info == {"method": "by hand"}
    assert x == plain and hash(x) == hash(plain)
    again = pickle.loads(pickle.dumps(x))
    assert again == x and again.info == x.info and type(again) is ExactVector
    with pytest.raises(AttributeError, match="immutable: cannot set 'info'"):
        x.info = None


def test_a_matrix_is_made_of_what_the_solver_takes_and_a_pickle_is_equal():
    """As it is shown, where the entries are integers."""
    made = ExactMatrix([[1, -2], [3, 4]])
    assert repr(made) == "ExactMatrix([[1, -2], [3, 4]])" and ExactMatrix(made) is made
    assert ExactVector(["1/2", 3]).tolist() == [Fraction(1, 2), 3]
    assert pickle.loads(pickle.dumps(made)) == made
