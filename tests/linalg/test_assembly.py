"""What a matrix is expected to have beside solutions: assembly, powers, methods, eigenvalues."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import (
    ExactMatrix,
    ExactVector,
    SingularMatrixError,
    adjugate,
    block,
    charpoly,
    det,
    diag,
    diagonal,
    dot,
    hstack,
    identity,
    interpolate,
    inv,
    kron,
    lll,
    lstsq,
    lu,
    matrix_power,
    nullspace,
    rank,
    rational_eigenvalues,
    residual,
    rref,
    smith_form,
    solve,
    trace,
    vander,
    verify,
    vstack,
    zeros,
)

numbers = st.fractions(-9, 9, max_denominator=6)


def matrices(rows, columns):
    row = st.lists(numbers, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


sizes = st.integers(1, 4)
rectangles = st.tuples(sizes, sizes).flatmap(lambda size: matrices(*size))
squares = sizes.flatmap(lambda n: matrices(n, n))


def plain(a):
    """An object array of Fractions, with which NumPy calculates exactly."""
    return np.array([[Fraction(e) for e in row] for row in a], dtype=object)


@given(rectangles, rectangles)
def test_kron_is_numpys(a, b):
    assert kron(a, b) == np.kron(plain(a), plain(b))


@given(sizes.flatmap(lambda m: st.lists(sizes.flatmap(lambda n: matrices(m, n)), min_size=1)))
def test_matrices_beside_each_other_are_numpys(parts):
    parts = parts[:4]
    assert hstack(parts) == np.hstack([*map(plain, parts)])
    turned = [[list(row) for row in zip(*part, strict=True)] for part in parts]
    assert vstack(turned) == np.vstack([*map(plain, turned)])


def test_blocks_of_results_keep_their_denominators():
    half = inv([[2, 0], [0, 3]])
    joined = block([[half, identity(2)], [zeros(1, 2), [["1/5", 7]]]])
    assert joined == [["1/2", 0, 1, 0], [0, "1/3", 0, 1], [0, 0, "1/5", 7]]


def test_a_vector_is_a_column_beside_and_a_row_below():
    assert hstack([[1, 2], [[3], [4]]]) == [[1, 3], [2, 4]]
    assert vstack([ExactVector([1, 2]), [[3, 4]]]) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: hstack([]), "hstack of nothing: need one matrix or more"),
        (lambda: hstack([[[1]], [[1], [2]]]), "part 1 of hstack has 2 rows, need 1 as part 0 has"),
        (lambda: vstack([[[1]], [[1, 2]]]), "part 1 of vstack has 2 columns, need 1 as part 0 has"),
        (lambda: zeros(2, -1), "the number of columns is -1, need at least 0"),
        (lambda: trace([[1, 2]]), r"A has shape \(1, 2\), need a square matrix for a trace"),
        (lambda: matrix_power([[1, 2]], 2), r"shape \(1, 2\), need a square matrix for a power"),
        (lambda: interpolate([1, 2], [1]), "there are 2 points and 1 values, need as many"),
        (lambda: interpolate([1, 1], [1, 2]), "1 point too many: each may be there once"),
    ],
)
def test_what_does_not_fit_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: identity("2"), "the number of rows is '2', need an integer"),
        (lambda: dot(2, [[1]]), "dot takes matrices and vectors, not 2"),
        (lambda: identity(2) ** "2", "unsupported operand"),
        (lambda: diag([0.5]), "is the float 0.5"),
    ],
)
def test_what_is_of_another_kind_is_refused(call, said):
    with pytest.raises(TypeError, match=said):
        call()


@given(squares, st.integers(0, 5))
def test_powers_are_products(a, k):
    power = np.linalg.matrix_power(plain(a), k) if k else np.eye(len(a), dtype=int)
    assert matrix_power(a, k) == power == ExactMatrix(a) ** k


@given(squares, st.integers(1, 3))
def test_negative_powers_are_those_of_the_inverse(a, k):
    if det(a) == 0:
        with pytest.raises(SingularMatrixError):
            ExactMatrix(a) ** -k
    else:
        assert ExactMatrix(a) ** -k @ matrix_power(a, k) == identity(len(a))


@given(squares)
def test_the_trace_is_the_sum_of_the_diagonal_and_a_coefficient(a):
    assert trace(a) == sum(diagonal(a)) == -charpoly(a)[1]
    assert diagonal(diag(diagonal(a))) == diagonal(a)


def cofactor_expansion(a):
    """The adjugate by its definition: signed sums over permutations."""
    n = len(a)

    def minor(i, j):
        rows = [k for k in range(n) if k != i]
        columns = [k for k in range(n) if k != j]
        total = Fraction(0)
        for order in permutations(range(n - 1)):
            inversions = sum(order[s] > order[t] for t in range(n - 1) for s in range(t))
            term = Fraction((-1) ** inversions)
            for s, t in enumerate(order):
                term *= a[rows[s]][columns[t]]
            total += term
        return total

    return [[(-1) ** (i + j) * minor(j, i) for j in range(n)] for i in range(n)]


@given(squares)
def test_the_adjugate_has_the_cofactors(a):
    assert adjugate(a) == cofactor_expansion(a)


@given(st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=2, max_size=2))
def test_the_adjugate_of_a_singular_matrix_has_the_cofactors(rows):
    first, second = rows
    third = [x - 2 * y for x, y in zip(first, second, strict=True)]
    for a in ([first, second, third], [second, first, first], [third, [0, 0, 0], first]):
        assert adjugate(a) == cofactor_expansion(a)


@given(squares)
def test_methods_are_the_functions(a):
    m = ExactMatrix(a)
    assert (m.det(), m.rank(), m.trace()) == (det(a), rank(a), trace(a))
    assert m.rref() == rref(a) and m.nullspace() == nullspace(a)
    assert m.charpoly() == charpoly(a) and m.adjugate() == adjugate(a)
    if m.det() != 0:
        assert m.solve([1] * len(a)) == solve(a, [1] * len(a)) and m.inv() == inv(a)


def test_rows_and_columns_are_counted():
    m = ExactMatrix([[1, 2, 3], [4, 5, 6]])
    assert (m.rows, m.columns) == (2, 3) and m[[1]] == [[4, 5, 6]]
    assert [[m[i, j] for j in range(m.columns)] for i in range(m.rows)] == m.tolist()


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=4), st.data())
def test_rational_eigenvalues_of_a_similar_matrix(values, data):
    """S D S^-1 has the eigenvalues of D, as often, and as many independent vectors."""
    n = len(values)
    s = data.draw(matrices(n, n).filter(lambda s: det(s) != 0))
    a = ExactMatrix(s) @ diag(values) @ inv(s)
    found = rational_eigenvalues(a)
    assert [e.value for e in found] == sorted({*values})
    for e in found:
        assert e.multiplicity == e.vectors.columns == values.count(e.value)
        assert a @ e.vectors == e.vectors * e.value


def test_a_defective_eigenvalue_and_irrational_ones():
    (one,) = rational_eigenvalues([["1/2", 1], [0, "1/2"]])
    assert (one.value, one.multiplicity) == (Fraction(1, 2), 2) and one.vectors == [[1], [0]]
    assert rational_eigenvalues([[0, 2], [1, 0]]) == ()  # the square roots of 2
    assert rational_eigenvalues(zeros(0, 0)) == ()


@given(st.lists(numbers, min_size=1, max_size=6, unique=True), st.data())
def test_interpolation_is_the_solution_with_a_vandermonde_matrix(points, data):
    values = data.draw(st.lists(numbers, min_size=len(points), max_size=len(points)))
    assert list(interpolate(points, values)) == list(solve(vander(points), values))


@given(st.lists(numbers, max_size=4), st.integers(0, 5))
def test_vander_is_numpys(points, columns):
    expected = [[p ** (columns - 1 - k) for k in range(columns)] for p in points]
    found = vander(points, columns)
    assert found.shape == (len(points), columns) and found.tolist() == expected


@given(sizes, sizes, st.data())
def test_a_reduced_basis_is_sympys_lattice(m, n, data):
    entries = st.integers(-99, 99)
    rows = st.lists(entries, min_size=n, max_size=n)
    a = data.draw(st.lists(rows, min_size=m, max_size=m))
    found = lll(a)
    assert found.basis == found.transform @ a and abs(det(found.transform)) == 1
    assert found.rank == rank(a) and not any(map(any, found.basis[: m - found.rank]))
    shortest = min((sum(e * e for e in row) for row in a if any(row)), default=0)
    if found.rank == m:  # b_1 is at most 2^((r-1)/2) times as long as any vector: LLL, Prop. 1.11
        first = sum(e * e for e in found.basis[0])
        assert first <= Fraction(212, 100) ** (m - 1) * shortest


def test_a_reduced_basis_of_numbers_that_are_known():
    """The relation of 1, x and x^2 for the golden ratio, to six digits."""
    found = lll([[1, 0, 0, 1000000], [0, 1, 0, 1618034], [0, 0, 1, 2618034]])
    assert found.basis[0] in ([1, 1, -1, 0], [-1, -1, 1, 0])


def test_results_unpack_as_elsewhere():
    a = [[0, 2, 1], [4, 3, 0], [1, 1, 1]]
    p, lower, upper = lu(a)
    assert p @ lower @ upper == a
    x, square, r = lstsq([[1, 0], [1, 1], [1, 3]], [1, 2, 2])
    assert (list(x), square, r) == ([Fraction(9, 7), Fraction(2, 7)], Fraction(2, 7), 2)
    s, u, v = smith_form([[4, 2], [2, 4]])
    assert u @ [[4, 2], [2, 4]] @ v == s


def test_ranges_and_generators_are_rows():
    assert ExactMatrix([range(1, 3), range(3, 5)]) == [[1, 2], [3, 4]]
    assert ExactMatrix([iter([0, 1]), (k * k for k in (1, 2))]) == [[0, 1], [1, 4]]
    assert solve([range(1, 3), [3, 4]], range(5, 7)) == [-4, Fraction(9, 2)]
    assert det(range(k, k + 2) for k in (1, 3)) == -2


def test_numpys_solution_is_verified_as_it_is_and_measured():
    a, b = [[4, 1], [1, 3]], [1, 2]
    x = np.linalg.solve(a, b)
    exact = [Fraction(e) for e in x.tolist()]
    expected = [4 * exact[0] + exact[1] - 1, exact[0] + 3 * exact[1] - 2]
    assert list(residual(a, x, b)) == expected
    assert verify(a, x, b) == (not any(expected))
    assert verify(a, [Fraction(1, 11), Fraction(7, 11)], b)


@given(squares)
def test_numbers_of_sympy(a):
    """One of all these against another package."""
    s = sympy.Matrix([[sympy.Rational(e.numerator, e.denominator) for e in row] for row in a])
    assert ExactMatrix(a) ** 3 == s**3 and adjugate(a) == s.adjugate()
    assert trace(a) == Fraction(s.trace().p, s.trace().q)
