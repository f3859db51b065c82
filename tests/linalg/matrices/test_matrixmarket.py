"""MatrixMarket files: written and read back, read from text by hand, and refused by line."""

from __future__ import annotations

import gzip
import lzma
from fractions import Fraction

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sparse
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import write_matrix
from exactbox.linalg.matrices.file_formats import read_file
from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.linalg.matrices.matrixmarket import read_matrix_market

INTEGERS = st.integers(-9, 9) | st.integers(-(2**64), 2**64) | st.integers(-(10**400), 10**400)
RATIONALS = INTEGERS | st.fractions() | st.builds(Fraction, INTEGERS, st.integers(1, 10**60))


def dense(path):
    """The file's matrix as rows of Fractions, by the definition of its entries."""
    matrix = read_file(path)
    (m, n), values = matrix.shape, matrix.numerators.tolist()
    full = [[Fraction(0)] * n for _ in range(m)]
    parts = matrix.rows.tolist(), matrix.columns.tolist(), values
    for i, j, p, q in zip(*parts, matrix.denominators or [1] * len(values), strict=True):
        full[i][j] += Fraction(p, q)
    return full


def as_rows(draw, entry, m, n):
    return [[draw(st.just(0) | entry) for _ in range(n)] for _ in range(m)]


@st.composite
def matrices(draw, entry):
    return as_rows(draw, entry, draw(st.integers(1, 5)), draw(st.integers(1, 5)))


@given(matrices(INTEGERS) | matrices(RATIONALS), st.sampled_from(["a.mtx", "a.mtx.gz"]))
def test_what_is_written_is_read(folder, rows, name):
    path = folder / name
    write_matrix(path, rows)
    assert dense(path) == rows
    whole = all(Fraction(v).denominator == 1 for row in rows for v in row)
    text = gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_bytes()
    head = f"%%MatrixMarket matrix coordinate {'integer' if whole else 'rational'} general\n"
    assert text.decode("ascii").startswith(head)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("market")


@st.composite
def symmetric_files(draw):
    """Rows, and the text of a file of any layout and symmetry that says them."""
    n = draw(st.integers(1, 5))
    symmetry = draw(st.sampled_from(["general", "symmetric", "skew-symmetric"]))
    rows = as_rows(draw, RATIONALS, n, n)
    if symmetry != "general":
        sign = 1 if symmetry == "symmetric" else -1
        for i in range(n):
            for j in range(i):
                rows[j][i] = sign * rows[i][j]
            rows[i][i] = rows[i][i] if sign == 1 else 0
    first = {"general": lambda j: 0, "symmetric": lambda j: j, "skew-symmetric": lambda j: j + 1}
    places = [(i, j) for j in range(n) for i in range(first[symmetry](j), n)]
    field = draw(st.sampled_from(["integer", "rational", "real"]))
    if draw(st.booleans()):
        lines = [f"%%MatrixMarket matrix array {field} {symmetry}", f"{n} {n}"]
        lines += [str(rows[i][j]) for i, j in places]
    else:
        kept = draw(st.permutations([(i, j) for i, j in places if rows[i][j]]))
        lines = [f"%%MatrixMarket matrix coordinate {field} {symmetry}", f"{n} {n} {len(kept)}"]
        lines += [f"{i + 1} {j + 1} {rows[i][j]}" for i, j in kept]
    for _ in range(draw(st.integers(0, 2))):
        lines.insert(draw(st.integers(1, len(lines))), draw(st.sampled_from(["", "  ", "\t"])))
    lines.insert(1, "% a comment, perhaps in Latin-1: ä")
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return rows, (end.join(lines) + draw(st.sampled_from(["", end]))).encode("latin-1")


@given(symmetric_files())
def test_every_layout_and_symmetry_is_read(folder, file):
    rows, text = file
    path = folder / "s.mtx"
    path.write_bytes(text)
    assert dense(path) == rows


@given(matrices(st.integers(-(2**62), 2**62)), st.sampled_from(["coo", "csr", "array"]))
def test_files_that_scipy_writes_are_read(folder, rows, form):
    path = folder / "scipy.mtx"
    a = np.array(rows)
    scipy.io.mmwrite(path, a if form == "array" else getattr(sparse, f"{form}_array")(a))
    assert dense(path) == rows


def test_files_that_are_written_are_read_by_scipy(folder):
    path = folder / "ours.mtx"
    write_matrix(path, [[2**62, 0], [-1, 7]])
    assert scipy.io.mmread(path, spmatrix=False).toarray().tolist() == [[2**62, 0], [-1, 7]]


def test_a_pattern_is_a_matrix_of_ones(folder):
    path = folder / "p.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n")
    assert dense(path) == [[0, 1, 0], [1, 0, 0], [0, 0, 1]]


def test_the_header_has_no_case_and_either_triangle_will_do(folder):
    path = folder / "h.mtx"
    path.write_text("%%matrixmarket MATRIX Coordinate Real Skew-Symmetric\n2 2 1\n 1\t2  1E-1 \n")
    assert dense(path) == [[0, Fraction(1, 10)], [Fraction(-1, 10), 0]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-3", Fraction(1, 1000)),
        ("-1.5E+2", -150),
        ("+7/21", Fraction(1, 3)),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", 2**63),
    ],
)
@pytest.mark.parametrize("symmetry", ["general", "skew-symmetric"])
def test_values_are_exact(folder, text, value, symmetry):
    path = folder / "v.mtx"
    path.write_text(f"%%MatrixMarket matrix coordinate real {symmetry}\n2 2 1\n2 1 {text}\n")
    mirrored = 0 if symmetry == "general" else -value
    assert dense(path) == [[0, mirrored], [value, 0]]


def test_long_integers_are_read_and_written_out(folder):
    path = folder / "long.mtx"
    zeros = "0" * 6000
    path.write_text(f"%%MatrixMarket matrix array real general\n1 2\n1{zeros}\n1{zeros}/3\n")
    assert dense(path) == [[10**6000, Fraction(10**6000, 3)]]
    write_matrix(path, [[10**6000, Fraction(1, 10**6000)]])
    matrix, scales = read_scaled(path)
    assert matrix.dense() == [[10**12000, 1]] and scales == [10**6000]


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0), (2, 2)])
@pytest.mark.parametrize("kind", ["coordinate", "array"])
def test_matrices_without_entries(folder, shape, kind):
    path = folder / "empty.mtx"
    write_matrix(path, np.zeros(shape, dtype=int))
    assert read_scaled(path)[0].shape == shape
    m, n = shape
    size = f"{m} {n} 0" if kind == "coordinate" else f"{m} {n}"
    body = "" if kind == "coordinate" else "0\n" * (m * n)
    path.write_text(f"%%MatrixMarket matrix {kind} integer general\n{size}\n{body}")
    assert read_scaled(path)[0].shape == shape and len(read_scaled(path)[0].data) == 0


def test_an_older_file_stays_if_the_matrix_cannot_be_written(folder):
    path = folder / "old.mtx"
    path.write_text("old")
    with pytest.raises(TypeError, match=r"the matrix\[0, 0\] is the float 0\.5"):
        write_matrix(path, [[0.5]])
    assert path.read_text() == "old"


# Refusals ----------------------------------------------------------------------------------------

KNOWN = "%%MatrixMarket matrix {coordinate|array} {integer|rational|real|pattern} "
KNOWN += "{general|symmetric|skew-symmetric}"
NUMBER = "need a number like '3', '-7/12', '0.1' or '1e-3'"
PATTERN = "need coordinate pattern general or symmetric"
C, S = "coordinate integer general", "coordinate integer symmetric"

MALFORMED = [
    ("", f"1: found '', need {KNOWN}"),
    ("1 2 3\n", f"1: found '1 2 3', need {KNOWN}"),
    (
        "%%MatrixMarket matrix coordinate complex general\n1 1 0\n",
        f"1: found '%%MatrixMarket matrix coordinate complex general', need {KNOWN}",
    ),
    (
        "%%MatrixMarket matrix coordinate real hermitian\n1 1 0\n",
        f"1: found '%%MatrixMarket matrix coordinate real hermitian', need {KNOWN}",
    ),
    (
        "%%MatrixMarket vector coordinate real general\n",
        f"1: found '%%MatrixMarket vector coordinate real general', need {KNOWN}",
    ),
    (
        "%%MatrixMarket matrix array pattern general\n1 1\n",
        f"1: found 'array pattern general', {PATTERN}",
    ),
    (
        "%%MatrixMarket matrix coordinate pattern skew-symmetric\n1 1 0\n",
        f"1: found 'coordinate pattern skew-symmetric', {PATTERN}",
    ),
    (C, "", "2: the file ends here, need the size: rows columns entries"),
    (C, "% only\n% comments\n", "3: the file ends here, need the size: rows columns entries"),
    (C, "2 2\n", "2: found '2 2', need the size: rows columns entries"),
    (C, "%\n\n2 -2 1\n", "4: found '2 -2 1', need the size: rows columns entries"),
    (C, "2 2 1e3\n", "2: found '2 2 1e3', need the size: rows columns entries"),
    ("array integer general", "2 2 4\n", "2: found '2 2 4', need the size: rows columns"),
    (S, "2 3 0\n", "2: found 2 rows and 3 columns, need a square matrix"),
    (C, "2 2 2\n1 1 5\n", "3: the file ends after 1 entry, need 2 as line 2 says"),
    (C, "2 2 2\n", "2: the file ends after 0 entries, need 2 as line 2 says"),
    (C, "2 2 1\n1 1 5\n\n2 2 5\n2 1 5\n", "5: found 3 entries, need 1 as line 2 says"),
    (C, "2 2 1\n1 1 5\nthe end\n", "4: found 2 words, need 3: row column value"),
    (C, "2 2 1\n1 1\n", "3: found 2 words, need 3: row column value"),
    (C, "2 2 2\n1 1\n5 2 2 5\n", "3: found 2 words, need 3: row column value"),
    ("coordinate pattern general", "2 2 1\n1 1 1\n", "3: found 3 words, need 2: row column"),
    ("array integer general", "1 2\n1 2\n", "3: found 2 words, need 1: value"),
    (
        "array integer symmetric",
        "2 2\n1\n2\n3\n4\n",
        "6: found 4 entries, need 3 as line 2 says",
    ),
    (C, "2 2 1\n3 1 5\n", "3: found row 3, need 1 to 2"),
    (C, "2 2 2\n\n1 1 5\n0 1 5\n", "5: found row 0, need 1 to 2"),
    (C, "2 2 1\n1 -1 5\n", "3: found column -1, need 1 to 2"),
    (C, "2 2 1\n1 1.0 5\n", "3: found column 1.0, need 1 to 2"),
    (C, "2 2 1\n18446744073709551617 1 5\n", "3: found row 18446744073709551617, need 1 to 2"),
    (C, "2 2 1\n1 1 five\n", f"3: the value is 'five', {NUMBER}"),
    (C, "2 2 1\n1 1 1-2\n", f"3: the value is '1-2', {NUMBER}"),
    (C, "2 2 1\n1 1 1_2\n", f"3: the value is '1_2', {NUMBER}"),
    (C, "2 2 1\n1 1 1/0\n", f"3: the value is '1/0', {NUMBER}"),
    (C, "2 2 1\n1 1 0.5\n", "3: the value is '0.5', need an integer as line 1 says"),
    ("coordinate real general", "1 1 1\n1 1 nan\n", f"3: the value is 'nan', {NUMBER}"),
    (
        "coordinate real general",
        "1 1 1\n1 1 1e999999999\n",
        "3: the value is 1e999999999, need an exponent of ten within 1,000,000",
    ),
    (
        C,
        "2 2 3\n1 2 5\n1 1 5\n1 2 6\n",
        "5: found a second entry for row 1, column 2, need one",
    ),
    (S, "2 2 2\n1 2 5\n2 1 5\n", "4: found a second entry for row 2, column 1, need one"),
    (
        "coordinate integer skew-symmetric",
        "2 2 2\n2 1 5\n1 1 0\n",
        "4: found a diagonal entry of a skew-symmetric matrix, need none",
    ),
]


@pytest.mark.parametrize("case", MALFORMED, ids=[case[-1][:40] for case in MALFORMED])
def test_a_malformed_file_is_refused_by_line(folder, case):
    *parts, message = case
    text = parts[0] if len(parts) == 1 else f"%%MatrixMarket matrix {parts[0]}\n{parts[1]}"
    path = folder / "bad.mtx"
    path.write_text(text)
    with pytest.raises(ValueError) as caught:
        read_matrix_market(path.read_bytes(), str(path))
    assert str(caught.value) == f"{path}:{message}"


def test_whether_a_file_is_packed_is_seen_from_what_is_in_it(folder):
    text = b"%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 7\n"
    for name, data in [
        ("plain.mtx.gz", text),
        ("gzip.mtx", gzip.compress(text)),
        ("xz.mtx", lzma.compress(text)),
    ]:
        (folder / name).write_bytes(data)
        assert dense(folder / name) == [[0, 7]]


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_damaged_packed_file_is_refused(folder, pack):
    path = folder / "cut.mtx"
    path.write_bytes(pack(b"1 2 3\n" * 99)[:-9])
    with pytest.raises(ValueError) as caught:
        read_file(path)
    assert str(caught.value).startswith(f"{path}: what is packed by ")


def test_a_file_that_is_not_there_is_an_os_error(folder):
    with pytest.raises(FileNotFoundError, match="none\\.mtx"):
        read_scaled(folder / "none.mtx")
