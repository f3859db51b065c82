"""matrix_inputs: every kind of matrix is read exactly, or refused in one clear line."""

from __future__ import annotations

import pathlib
import time
from decimal import Decimal
from fractions import Fraction
from math import lcm

import flint
import mpmath
import numpy as np
import pandas
import pytest
import scipy.sparse as sparse
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy.polys.matrices import DomainMatrix

from exactbox.linalg import ExactMatrix, ExactVector, det, rank, solve
from exactbox.linalg.matrices.entries import exact_ratio
from exactbox.linalg.matrices.matrix_inputs import read_right_side, read_scaled


def values(a, **options):
    """What `read_scaled` says that a is: rows of Fractions, by the definition of the scales."""
    matrix, scales = read_scaled(a, **options)
    return [[Fraction(v, s) for v in row] for row, s in zip(matrix.dense(), scales, strict=True)]


def grid(cells):
    """An object array of these rows, entries untouched."""
    a = np.empty((len(cells), len(cells[0])), dtype=object)
    for i, row in enumerate(cells):
        for j, v in enumerate(row):
            a[i, j] = v
    return a


# The same system in every form -------------------------------------------------------------------

A = [[4, 2, 0], [1, 3, 5], [0, 7, 1]]
B = [1, 2, 3]
X = [Fraction(6, 130), Fraction(53, 130), Fraction(19, 130)]  # by Cramer's rule


def test_the_expected_solution_is_one():
    assert [sum(v * e for v, e in zip(row, X, strict=True)) for row in A] == B


def mapped(number):
    return lambda rows: [[number(v) for v in row] for row in rows]


def exact_matrix(rows):
    """Over denominators of its own, not in lowest terms."""
    d = [flint.fmpz(6), flint.fmpz(35)]
    block_of = [i % 2 for i in range(len(rows))]
    n = [[d[e] * v for v in row] for e, row in zip(block_of, rows, strict=True)]
    return ExactMatrix.of_blocks(d, block_of, n, len(rows[0]))


NUMBERS = {
    "Fraction": Fraction,
    "Decimal": Decimal,
    "text": str,
    "fraction text": lambda v: f" {v * 6}/6 ",
    "decimal text": lambda v: f"+{v}.0e0",
    "exponent text": lambda v: f"{v}00E-2\n",
    "numpy int": np.int8,
    "numpy unsigned": np.uint64,
    "sympy": sympy.Integer,
    "fmpz": flint.fmpz,
    "fmpq": flint.fmpq,
    "mpq": mpmath.rational.mpq,
}


def cells(rows):
    """Row, column and value of the non-zeros."""
    return [((i, j), v) for i, row in enumerate(rows) for j, v in enumerate(row) if v]


class Offers:
    """An object of a package that is not known, which NumPy can make an array of."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


class Frame:
    """As pandas has it: as an array all columns get one type, which has to be avoided."""

    ndim, dtypes = 2, "one a column"

    def __init__(self, rows):
        self.rows, self.shape = rows, (len(rows), len(rows[0]))

    def to_numpy(self, dtype):
        return np.array(self.rows, dtype=dtype)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.rows, dtype=float)


FORMS = {f"list of {name}": mapped(number) for name, number in NUMBERS.items()}
FORMS |= {f"array of {name}": lambda r, f=f: grid(mapped(f)(r)) for name, f in NUMBERS.items()}
FORMS |= {
    f"numpy {kind}": lambda r, kind=kind: np.array(r, dtype=kind)
    for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", "U3")
}
FORMS |= {
    f"{form} {flavour}": lambda r, form=form, flavour=flavour: getattr(sparse, f"{form}_{flavour}")(
        np.array(r)
    )
    for form in ("csr", "csc", "coo", "bsr", "dia", "dok", "lil")
    for flavour in ("array", "matrix")
}
FORMS |= {
    "nested lists": list,
    "nested tuples": lambda r: tuple(map(tuple, r)),
    "list of arrays": lambda r: list(map(np.array, r)),
    "numpy matrix": lambda r: np.array(r).view(np.matrix),
    "Fortran order": lambda r: np.asfortranarray(r),
    "Matrix": sympy.Matrix,
    "ImmutableMatrix": sympy.ImmutableMatrix,
    "SparseMatrix": sympy.SparseMatrix,
    "ImmutableSparseMatrix": sympy.ImmutableSparseMatrix,
    "DomainMatrix dense ZZ": lambda r: DomainMatrix(r, (3, len(r[0])), sympy.ZZ).to_dense(),
    "DomainMatrix sparse ZZ": lambda r: DomainMatrix.from_Matrix(sympy.Matrix(r)).to_sparse(),
    "DomainMatrix dense QQ": lambda r: (
        DomainMatrix.from_Matrix(sympy.Matrix(r)).convert_to(sympy.QQ).to_dense()
    ),
    "DomainMatrix sparse QQ": lambda r: (
        DomainMatrix.from_Matrix(sympy.Matrix(r)).convert_to(sympy.QQ).to_sparse()
    ),
    "fmpz_mat": flint.fmpz_mat,
    "fmpq_mat": lambda r: flint.fmpq_mat(flint.fmpz_mat(r)),
    "ExactMatrix": exact_matrix,
    "what offers an array": lambda r: Offers(np.array(r)),
    "a frame of columns": Frame,
    "keys": lambda r: dict(cells(r)),
    "keys and shape": lambda r: (dict(cells(r)), (3, len(r[0]))),
    "triples and shape": lambda r: ([(i, j, v) for (i, j), v in cells(r)], (3, len(r[0]))),
    "values and indices": lambda r: ([v for _, v in cells(r)], tuple(zip(*dict(cells(r))))),
    "arrays and indices": lambda r: (
        np.array([v for _, v in cells(r)]),
        np.array(list(dict(cells(r)))).T,
        np.array([3, len(r[0])]),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_system_has_the_same_solution(form):
    make = FORMS[form]
    assert list(solve(make(A), B)) == X
    column = solve(A, make([[e] for e in B]))
    assert column.shape == (3, 1)
    assert [column[i, 0] for i in range(3)] == X


class Series(Offers):
    """... a vector, as pandas has it."""

    ndim, shape = 1, (3,)

    def __len__(self):
        return 3


VECTORS = {
    "tuple": tuple,
    "array": np.array,
    "array of uint8": lambda b: np.array(b, dtype=np.uint8),
    "array of objects": lambda b: np.array(b, dtype=object),
    "array of text": lambda b: np.array(list(map(str, b))),
    "sparse": lambda b: sparse.coo_array(np.array(b)),
    "ExactVector": ExactVector.of_integers,
    "range": lambda b: range(b[0], b[-1] + 1),
    "what offers an array": lambda b: Series(np.array(b)),
}
VECTORS |= {
    f"list of {name}": lambda b, number=number: [number(e) for e in b]
    for name, number in NUMBERS.items()
}


@pytest.mark.parametrize("form", VECTORS)
def test_every_form_of_a_vector_has_the_same_solution(form):
    x = solve(A, VECTORS[form](B))
    assert x.shape == (3,) and list(x) == X


@pytest.mark.parametrize("name", ["a.mtx", "a.mtx.gz"])
@pytest.mark.parametrize("path", [str, pathlib.Path])
def test_a_path_is_a_matrix_file(tmp_path, name, path):
    from exactbox.linalg import write_matrix

    file = tmp_path / name
    write_matrix(file, A)
    assert list(solve(path(file), B)) == X


@given(st.lists(st.lists(st.fractions(), min_size=3, max_size=3), min_size=1, max_size=4))
def test_rationals_are_kept_in_every_form(rows):
    size = (len(rows), 3)
    ratios = [(v.numerator, v.denominator) for row in rows for v in row]
    rational = sympy.Matrix(*size, [sympy.Rational(*r) for r in ratios])
    as_flint = flint.fmpq_mat(*size, [flint.fmpq(*r) for r in ratios])
    domain = DomainMatrix.from_Matrix(rational)
    forms = [rows, mapped(str)(rows), grid(rows), rational, as_flint, domain.to_dense(), domain]
    for form in forms:
        assert values(form) == rows
    _, scales = read_scaled(rows)
    assert scales == [lcm(*(v.denominator for v in r)) for r in rows]


# Sparse forms for entries of any kind -------------------------------------------------------------


@given(
    st.dictionaries(
        st.tuples(st.integers(0, 4), st.integers(0, 3)), st.fractions() | st.integers(2**64, 2**70)
    )
)
def test_sparse_forms_are_the_matrix_that_they_say(entries):
    full = [[entries.get((i, j), 0) for j in range(4)] for i in range(5)]
    triples = [(i, j, v) for (i, j), v in entries.items()]
    rows, columns = [i for i, _ in entries], [j for _, j in entries]
    for form in [
        (entries, (5, 4)),
        (triples, (5, 4)),
        (list(map(list, triples)), (5, 4)),
        (list(entries.values()), (rows, columns), (5, 4)),
        (list(entries.values()), [rows, columns], [5, 4]),
    ]:
        assert values(form) == full
    least = (max(rows, default=-1) + 1, max(columns, default=-1) + 1)
    for form in (entries, (list(entries.values()), (rows, columns))):
        assert read_scaled(form)[0].shape == least
        assert values(form) == [row[: least[1]] for row in full[: least[0]]]


def test_what_is_given_twice_is_added_up():
    halves = ([(0, 0, "1/2"), (0, 0, "1/3"), (1, 1, 2**70), (1, 1, -(2**70))], (2, 2))
    assert values(halves) == [[Fraction(5, 6), 0], [0, 0]]


def test_a_sparse_right_side_of_fractions():
    b = ({(0, 1): "1/2", (2, 0): 7}, (3, 2))
    assert solve(A, b) == solve(A, [[0, "1/2"], [0, 0], [7, 0]])


def test_pairs_of_rows_stay_rows():
    assert values(((1, 2), (3, 4))) == [[1, 2], [3, 4]]
    assert values(((1, 2), (3, 4), (5, 6))) == [[1, 2], [3, 4], [5, 6]]
    assert values(((1, 2, 3), (4, 5, 6))) == [[1, 2, 3], [4, 5, 6]]
    assert values([(0, 0, 1), (1, 1, 2)]) == [[0, 0, 1], [1, 1, 2]]


def test_a_frame_keeps_long_integers_beside_floats():
    assert values(Frame([[2**60 + 1, 0.5]]), floats="exact") == [[2**60 + 1, Fraction(1, 2)]]


# Shapes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_matrices_without_entries_are_read(shape):
    forms = [
        np.zeros(shape, dtype=int),
        np.zeros(shape, dtype=float),
        sparse.csr_array(shape, dtype=int),
        sympy.zeros(*shape),
        flint.fmpz_mat(*shape),
        ExactMatrix.of_blocks(
            [flint.fmpz(1)], [0] * shape[0], [[0] * shape[1]] * shape[0], shape[1]
        ),
    ]
    for form in forms:
        matrix, scales = read_scaled(form)
        assert (matrix.shape, len(matrix.data), len(scales)) == (shape, 0, shape[0])


def test_empty_lists_are_empty_matrices():
    assert read_scaled([])[0].shape == (0, 0)
    assert read_scaled([[], []])[0].shape == (2, 0)
    assert solve([], []).shape == (0,)
    assert solve(np.zeros((0, 0), dtype=int), ()).shape == (0,)


# Size --------------------------------------------------------------------------------------------

EDGES = [s * 2**k + e for k in (7, 31, 53, 63, 64, 300) for e in (-1, 0, 1) for s in (1, -1)]


@pytest.mark.parametrize("edge", EDGES)
def test_entries_at_the_edges_of_machine_words_are_kept(edge):
    """Next to a small integer, which tempts numpy to make floats."""
    rows = [[edge, 1], [-1, -edge]]
    for form in (rows, grid(rows), mapped(str)(rows), flint.fmpz_mat(rows), sympy.Matrix(rows)):
        assert values(form) == rows
        right, _, _, _ = read_right_side(form, 2, [1, 3])
        assert right == [[edge, 1], [-3, -3 * edge]]
    kinds = [k for k in np.typecodes["AllInteger"] if np.iinfo(k).min <= edge <= np.iinfo(k).max]
    for kind in kinds:
        array = np.array([[edge, 1], [1, edge]], dtype=kind)
        for form in (array, sparse.csr_array(array), sparse.coo_matrix(array)):
            assert values(form) == [[edge, 1], [1, edge]]
            assert values([list(row) for row in array]) == [[edge, 1], [1, edge]]


def test_the_least_int64_is_not_kept_as_one_as_its_negative_is_none():
    matrix, _ = read_scaled(np.array([[-(2**63)]]))
    assert matrix.data.dtype == object and (-matrix.data).tolist() == [2**63]
    assert list(solve(np.array([[-(2**63)]]), [1])) == [Fraction(-1, 2**63)]


def test_duplicates_of_a_sparse_matrix_are_added_exactly():
    rows, columns = [0, 0, 0, 1, 1], [1, 1, 1, 0, 0]
    data = np.array([2**62, 2**62, 2**62, 5, -5])
    matrix, _ = read_scaled(sparse.coo_array((data, (rows, columns)), shape=(2, 2)))
    assert matrix.dense() == [[0, 3 * 2**62], [0, 0]] and len(matrix.data) == 1
    unsigned = sparse.coo_array((np.full(2, 2**64 - 1, dtype="u8"), ([0, 0], [0, 0])), shape=(1, 1))
    assert values(unsigned) == [[2**65 - 2]]
    small = sparse.csr_array((np.full(3, 127, dtype="i1"), [0, 0, 0], [0, 3]), shape=(1, 1))
    assert values(small) == [[381]]


def test_stored_zeros_are_dropped():
    matrix, _ = read_scaled(sparse.csr_array(([0, 4], [0, 1], [0, 2]), shape=(1, 2)))
    assert matrix.indices.tolist() == [1]


def test_booleans_are_zero_and_one():
    assert values([[True, False]]) == values(np.array([[True, False]])) == [[1, 0]]
    assert values([[np.bool_(True), np.False_]]) == [[1, 0]]


def test_a_sparse_matrix_is_not_densified():
    """Dense it would have 10^12 entries."""
    n = 10**6
    matrix, _ = read_scaled(sparse.eye_array(n, dtype=int, format="csc"))
    assert matrix.shape == (n, n) and len(matrix.data) == n
    assert matrix.data.dtype == np.int64


def test_thousands_of_digits_are_read_from_text():
    nines = "9" * 5000
    number = 10**5000 - 1
    assert exact_ratio(nines) == (number, 1)
    assert exact_ratio(f"-{nines}/7") == (-number, 7)
    assert exact_ratio(f"0.{nines}") == (number, 10**5000)
    assert exact_ratio(f"{nines}.5e5000") == ((2 * number + 1) * 5 * 10**4999, 1)
    assert exact_ratio(Decimal(nines)) == (number, 1)


def test_a_million_digits_are_read_quickly():
    started = time.perf_counter()
    assert exact_ratio("1." + "0" * 10**6) == (1, 1)
    assert exact_ratio("1e-1000000")[1].bit_length() == 3321929  # 10^6 log2(10) = 3321928.09
    assert time.perf_counter() - started < 5


# Numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("-7/12", Fraction(-7, 12)),
        (" 6/4\t", Fraction(3, 2)),
        ("0.1", Fraction(1, 10)),
        ("1e-3", Fraction(1, 1000)),
        ("-2.50E+2", -250),
        (".5", Fraction(1, 2)),
        ("5.", 5),
        ("-0", 0),
        ("0e999999999", 0),
        ("007", 7),
        ("-0.50", Fraction(-1, 2)),
        ("+12.5e1", 125),
        ("1e+0000000003", 1000),
    ],
)
def test_text_is_read_as_the_decimal_that_it_is(text, value):
    assert Fraction(*exact_ratio(text)) == value
    assert values([[text, 1]]) == [[value, 1]]


@given(st.decimals(allow_nan=False, allow_infinity=False, places=40) | st.decimals(-1, 1))
def test_decimals_and_their_text_are_the_same_fraction(value):
    assert Fraction(*exact_ratio(value)) == Fraction(*exact_ratio(str(value))) == Fraction(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_its_binary_value_or_its_shortest_decimal(value):
    number, decimal = Fraction(value), Fraction(repr(value))
    scipy_one = sparse.csr_array(np.array([[value]]))
    for form in ([[value]], np.array([[value]]), grid([[value]]), scipy_one):
        assert values(form, floats="exact") == [[number]]
        assert values(form, floats="decimal") == [[decimal]]
    for b in ([value], np.array([value])):
        rows, extra, _, _ = read_right_side(b, 1, [1], floats="decimal")
        assert Fraction(rows[0][0], extra[0]) == decimal


@pytest.mark.parametrize(
    ("value", "exact", "decimal"),
    [
        (np.float16(0.1), Fraction(1638, 2**14), Fraction(1, 10)),
        (np.float32(0.1), Fraction(13421773, 2**27), Fraction(1, 10)),
        (np.float64(0.1), Fraction(3602879701896397, 2**55), Fraction(1, 10)),
        (np.float32(2**24), 2**24, 16777216),
        (np.float64(1e23), 99999999999999991611392, 10**23),
        (np.float64(-0.0), 0, 0),
        (np.longdouble(0.5), Fraction(1, 2), Fraction(1, 2)),
        (sympy.Float("0.1", 15), Fraction(3602879701896397, 2**55), Fraction(1, 10)),
        (sympy.Float(-1.5e10, 30), -15 * 10**9, -15 * 10**9),
        (sympy.Float(0), 0, 0),
        (mpmath.mpf("0.1"), Fraction(3602879701896397, 2**55), Fraction(1, 10)),
        (mpmath.mpf(-1.5e10), -15 * 10**9, -15 * 10**9),
        (mpmath.mpf(0), 0, 0),
    ],
)
def test_floats_of_every_precision(value, exact, decimal):
    forms = [[[value]]]
    if isinstance(value, mpmath.mpf):
        forms.append(mpmath.matrix([[value]]))
    elif isinstance(value, np.floating):
        forms.append(np.array([[value]]))
        assert np.array([[value]]).dtype == value.dtype
    else:
        forms.append(sympy.Matrix([[value]]))
    for form in forms:
        assert values(form, floats="exact") == [[exact]]
        assert values(form, floats="decimal") == [[decimal]]


def test_solve_passes_the_choice_for_floats_on():
    assert list(solve([[0.1]], [0.5], floats="decimal")) == [5]
    assert list(solve([[0.1]], [0.5], floats="exact")) == [Fraction(2**54, 3602879701896397)]


def test_an_mpmath_matrix_is_one_of_floats():
    x = solve(mpmath.matrix([[2, 1], [1, 3]]), mpmath.matrix([1, 1]), floats="exact")
    assert x == [["2/5"], ["1/5"]]


# The right-hand side -----------------------------------------------------------------------------


def test_the_right_side_needs_only_the_denominators_that_the_row_lacks():
    rows, extra, _, vector = read_right_side([Fraction(1, 6), "1/5", 2], 3, [4, 10, 1])
    assert (rows, extra, vector) == ([[2], [2], [2]], [3, 1, 1], True)
    assert all(type(v) is int for row in rows for v in row)


def test_a_sparse_right_side_adds_duplicates_up():
    b = sparse.coo_array((np.array([2**62] * 3), ([1, 1, 1], [0, 0, 0])), shape=(2, 2))
    assert read_right_side(b, 2, [1, 1])[0] == [[0, 0], [3 * 2**62, 0]]


@given(st.lists(st.fractions(), min_size=1, max_size=5), st.lists(st.integers(1, 60), min_size=5))
def test_the_right_side_is_what_its_scales_say(b, scale):
    rows, extra, _, vector = read_right_side(b, len(b), scale[: len(b)])
    assert vector
    assert [Fraction(r[0], s * e) for r, s, e in zip(rows, scale, extra, strict=False)] == b


@pytest.mark.parametrize(
    "a",
    [
        [[2.0, 1.0], [-1.0, 2.0**53]],
        np.array([[2.0, 1.0], [-1.0, 2.0**53]]),
        sparse.csr_array(np.array([[2.0, 1.0], [-1.0, 2.0**53]])),
        sympy.Matrix([[2.0, 1.0], [-1.0, 2.0**53]]),
        mpmath.matrix([[2, 1], [-1, 2**53]]),
        pandas.DataFrame([[2.0, 1.0], [-1.0, 2.0**53]]),
        np.array([[2, 1], [-1, 2**53]], dtype=np.longdouble),
        [[np.float32(2), np.float16(1)], [mpmath.mpf(-1), 2**53]],
    ],
)
@pytest.mark.parametrize("floats", [None, "exact", "decimal"])
def test_a_whole_float_is_the_integer_that_it_is(a, floats):
    assert read_scaled(a, floats=floats)[0].dense() == [[2, 1], [-1, 2**53]]
    assert det(a, floats=floats) == 2**54 + 1
    assert solve(a, [3.0, 2.0**53 - 1], floats=floats) == [1, 1]


def test_whole_floats_are_taken_on_the_right_and_as_factors():
    assert solve(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, 1.0])) == ["2/5", "1/5"]
    assert rank(np.eye(6)) == 6 and ExactMatrix(np.eye(2)) * 2.0 == [[2, 0], [0, 2]]
    assert ExactMatrix([[1.0]]) / np.float64(4) == [["1/4"]]


# Refusals ----------------------------------------------------------------------------------------


def which(text):
    return (
        f'is the float {text}, need an exact number: floats="exact" takes Fraction({text}), its '
        f"binary value, floats=\"decimal\" takes Fraction('{text}')"
    )


NEED = "need an int, a Fraction or a string like '-7/12'"
TEXT = "need a number like '3', '-7/12', '0.1' or '1e-3'"
MATRIX = (
    "need nested lists, a NumPy, scipy.sparse, SymPy or python-flint matrix, a pandas DataFrame, "
)
MATRIX += "a dict {(i, j): value}, or the path of a file"
INDICES = "need a list of integers"
SHAPE = "need its numbers of rows and columns"
POWER = "need an exponent of ten within 1,000,000"
RING = "A is a DomainMatrix over GF(7), need one over ZZ or QQ"
SYMBOL = sympy.Symbol("t")
MASKED = np.ma.masked_array([[1, 2]], mask=[[False, True]])
THREE = np.zeros((1, 1, 1), dtype=int)

REFUSED = [
    ([[1, 0.5], [0.1, 1]], TypeError, f"A[0, 1] {which('0.5')}"),
    (np.array([[0.5, 2.0]]), TypeError, f"A[0, 0] {which('0.5')}"),
    (np.array([[0.0, 2.0**54]]), TypeError, f"A[0, 1] {which(str(2.0**54))}"),
    ([[1, 2**70], ["1/2", 3.5]], TypeError, f"A[1, 1] {which('3.5')}"),
    ([[float("inf"), 3.0]], ValueError, "A[0, 0] is inf, need a finite number"),
    ([[3.0, float("inf")]], ValueError, "A[0, 1] is inf, need a finite number"),
    (np.array([[np.nan, 2]]), ValueError, "A[0, 0] is nan, need a finite number"),
    ([[np.float32(2**24 + 2)]], TypeError, f"A[0, 0] {which(str(np.float32(2**24 + 2)))}"),
    (np.array([[0.1]], dtype=np.float32), TypeError, f"A[0, 0] {which('0.1')}"),
    (sparse.coo_array(np.array([[0, 2.5]])), TypeError, f"A[0, 1] {which('2.5')}"),
    (sympy.Matrix([[1, sympy.Float(0.5, 3)]]), TypeError, f"A[0, 1] {which('0.500')}"),
    ([[float("nan")]], ValueError, "A[0, 0] is nan, need a finite number"),
    (np.array([[-np.inf]]), ValueError, "A[0, 0] is -inf, need a finite number"),
    ([[Decimal("-Infinity")]], ValueError, "A[0, 0] is -Infinity, need a finite number"),
    ([[Decimal("sNaN")]], ValueError, "A[0, 0] is sNaN, need a finite number"),
    (sympy.Matrix([[1, sympy.oo]]), ValueError, "A[0, 1] is oo, need a finite number"),
    (sympy.Matrix([[sympy.zoo]]), ValueError, "A[0, 0] is zoo, need a finite number"),
    (sympy.Matrix([[sympy.nan]]), ValueError, "A[0, 0] is nan, need a finite number"),
    ([[1j]], TypeError, "A[0, 0] is a complex number 1j, need a rational one"),
    (np.array([[1 + 0j]]), TypeError, "A[0, 0] is a complex number (1+0j), need a rational one"),
    (sympy.Matrix([[sympy.sqrt(2)]]), TypeError, f"A[0, 0] is a Pow (sqrt(2)), {NEED}"),
    (sympy.Matrix([[SYMBOL]]), TypeError, f"A[0, 0] is a Symbol (t), {NEED}"),
    ([[1], [None]], TypeError, f"A[1, 0] is a NoneType (None), {NEED}"),
    ([[b"1"]], TypeError, f"A[0, 0] is a bytes (b'1'), {NEED}"),
    ([[[1]]], TypeError, f"A[0, 0] is a list ([1]), {NEED}"),
    (
        [[sympy.eye(2)]],
        TypeError,
        f"A[0, 0] is a MutableDenseMatrix (Matrix([[1, 0], [0, 1]])), {NEED}",
    ),
    ([["1" * 60 + "x"]], ValueError, f"A[0, 0] is '{'1' * 27}...{'1' * 27}x', {TEXT}"),
    ([["one"]], ValueError, f"A[0, 0] is 'one', {TEXT}"),
    ([["1_0"]], ValueError, f"A[0, 0] is '1_0', {TEXT}"),
    ([["1/0"]], ValueError, f"A[0, 0] is '1/0', {TEXT}"),
    ([["nan"]], ValueError, f"A[0, 0] is 'nan', {TEXT}"),
    ([["."]], ValueError, f"A[0, 0] is '.', {TEXT}"),
    ([["٣"]], ValueError, f"A[0, 0] is '٣', {TEXT}"),
    ([["1e9999999"]], ValueError, f"A[0, 0] is 1e9999999, {POWER}"),
    ([[Decimal("1e9999999")]], ValueError, f"A[0, 0] is 1E+9999999, {POWER}"),
    ([["1e-1000001"]], ValueError, f"A[0, 0] is 1e-1000001, {POWER}"),
    ([["1e" + "9" * 5000]], ValueError, f"A[0, 0] is 1e{'9' * 38}, {POWER}"),
    ([["1e" + "9" * 30]], ValueError, f"A[0, 0] is 1e{'9' * 30}, {POWER}"),
    ([[1, 2], [3]], ValueError, "row 1 of A has 1 entry, need 2 as row 0 has"),
    ([[1], 2], ValueError, "row 1 of A is 2, need a list of entries"),
    ([1, 2], ValueError, "row 0 of A is 1, need a list of entries"),
    (["12"], ValueError, "row 0 of A is '12', need a list of entries"),
    (np.array([1, 2]), ValueError, "A has 1 dimension, need 2"),
    (np.array(1), ValueError, "A has 0 dimensions, need 2"),
    (MASKED, ValueError, "A is an array with masked entries, need all of them"),
    (THREE, ValueError, "A has 3 dimensions, need 2"),
    (sparse.coo_array(THREE), ValueError, "A has 3 dimensions, need 2"),
    (sparse.coo_array(np.array([1, 2])), ValueError, "A has 1 dimension, need 2"),
    (ExactVector.of_integers([1]), ValueError, "A has 1 dimension, need 2"),
    (3, ValueError, "A is the number 3, need a matrix"),
    (0.5, ValueError, "A is the number 0.5, need a matrix"),
    (flint.fmpq(1, 2), ValueError, "A is the number 1/2, need a matrix"),
    (sympy.Integer(3), ValueError, "A is the number 3, need a matrix"),
    ([[mpmath.mpf("inf")]], ValueError, "A[0, 0] is +inf, need a finite number"),
    ([[mpmath.mpf("nan")]], ValueError, "A[0, 0] is nan, need a finite number"),
    ([[mpmath.mpf("0.5")]], TypeError, f"A[0, 0] {which('0.5')}"),
    (
        [[mpmath.mpc(1, 2)]],
        TypeError,
        "A[0, 0] is a complex number (1.0 + 2.0j), need a rational one",
    ),
    (mpmath.matrix([[1, 2.5]]), TypeError, f"A[0, 1] {which('2.5')}"),
    ([[sympy.Float(2), mpmath.mpf(2.5)]], TypeError, f"A[0, 1] {which('2.5')}"),
    ([[mpmath.mpf(2.0**54)]], TypeError, f"A[0, 0] {which(str(mpmath.mpf(2.0**54)))}"),
    (mpmath.mpf(3), ValueError, "A is the number 3.0, need a matrix"),
    ({(0,): 1}, ValueError, "A has the key (0,), need pairs (row, column)"),
    ({"ab": 1}, ValueError, "A has the key 'ab', need pairs (row, column)"),
    ({(0, -1): 1}, ValueError, "A has an entry at (0, -1), need it within 1 x 0"),
    ({(0, 0.5): 1}, ValueError, f"A has the column indices [0.5], {INDICES}"),
    ({(2**70, 0): 1}, ValueError, f"A has the row indices [{2**70}], {INDICES}"),
    (({(0, 2): 1}, (2, 2)), ValueError, "A has an entry at (0, 2), need it within 2 x 2"),
    (({(0, 0): 1}, (2, -1)), ValueError, f"A has the shape (2, -1), {SHAPE}"),
    (({(0, 0): 1}, 2), ValueError, f"A has the shape 2, {SHAPE}"),
    (({(0, 0): None}, (1, 1)), TypeError, f"A[0, 0] is a NoneType (None), {NEED}"),
    (
        ([1, 2], ([0], [0])),
        ValueError,
        "A has 2 values at 1 row and 1 column, need as many of each",
    ),
    ((1, ([0], [0])), ValueError, "A has a int as its values, need a list"),
    (([1], ([True], [0])), ValueError, f"A has the row indices [True], {INDICES}"),
    (([1], ([0], [0]), (1,)), ValueError, f"A has the shape (1,), {SHAPE}"),
    (
        (MASKED[0], ([0, 0], [0, 1])),
        ValueError,
        "A is an array with masked entries, need all of them",
    ),
    (Offers(MASKED), ValueError, "A is an array with masked entries, need all of them"),
    (Offers(THREE), ValueError, "A has 3 dimensions, need 2"),
    (b"matrix", TypeError, f"A is a bytes; {MATRIX}"),
    (None, TypeError, f"A is a NoneType; {MATRIX}"),
    (flint.nmod_mat(1, 1, [1], 7), TypeError, f"A is a nmod_mat; {MATRIX}"),
    (DomainMatrix([[1]], (1, 1), sympy.GF(7)), TypeError, RING),
]


@pytest.mark.parametrize(("a", "error", "message"), REFUSED)
def test_a_matrix_is_refused_in_one_line(a, error, message):
    with pytest.raises(error) as caught:
        read_scaled(a)
    assert str(caught.value) == message and type(caught.value) is error


@pytest.mark.parametrize(
    ("b", "error", "message"),
    [
        ([1, 2, 3], ValueError, "b has 3 rows, need 4 as A has"),
        (np.zeros((5, 2), dtype=int), ValueError, "b has 5 rows, need 4 as A has"),
        ([], ValueError, "b has 0 rows, need 4 as A has"),
        (sparse.coo_array(np.array([1, 0])), ValueError, "b has 2 rows, need 4 as A has"),
        ([0, 1, 0.25, 0], TypeError, f"b[2] {which('0.25')}"),
        (np.array([[1], [2], [0.5], [1]]), TypeError, f"b[2, 0] {which('0.5')}"),
        ([1, 1, "x", 1], ValueError, f"b[2] is 'x', {TEXT}"),
        ([1, [1], 1, 1], TypeError, f"b[1] is a list ([1]), {NEED}"),
        (MASKED[0], ValueError, "b is an array with masked entries, need all of them"),
        (7, ValueError, "b is the number 7, need a matrix"),
        (THREE, ValueError, "b has 3 dimensions, need 2"),
    ],
)
def test_a_right_side_is_refused_in_one_line(b, error, message):
    with pytest.raises(error) as caught:
        read_right_side(b, 4, [1] * 4)
    assert str(caught.value) == message


@pytest.mark.parametrize("floats", ["binary", True, 0, ""])
def test_an_unknown_choice_for_floats_is_refused(floats):
    message = f'floats is {floats!r}, need None, "exact" or "decimal"'
    for read in (read_scaled, lambda a, floats: solve(a, [1], floats=floats)):
        with pytest.raises(ValueError) as caught:
            read([[1]], floats=floats)
        assert str(caught.value) == message


def test_the_name_in_the_message_is_the_given_one():
    with pytest.raises(ValueError, match=r"^M\[0, 0\] is nan"):
        read_scaled([[float("nan")]], "M", floats="exact")


@pytest.mark.parametrize("shape", [(5, 2**62), (2**70, 2)])
def test_places_that_cannot_be_numbered_are_refused(shape):
    """Of 5 x 2^62 places the first of row 0 and of row 4 have one number modulo 2^64."""
    with pytest.raises(ValueError, match=r"^A has the shape .*, need at most 2\^63 - 1 places$"):
        read_scaled(({(0, 0): 1, (4, 0): 1}, shape))
