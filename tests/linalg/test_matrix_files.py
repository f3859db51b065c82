"""Matrices in tables, JSON and MatrixMarket files: told by content, read exactly, refused by place.

What a file says is written beside it by hand; what is written is read back.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.linalg import ExactMatrix, inv, read_matrix, solve, write_matrix
from exactbox.linalg.results import matrix_writing
from tests.strategies import examples

F = Fraction
ENTRIES = st.integers(-9, 9) | st.fractions() | st.integers(-(10**200), 10**200)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("matrices")


@st.composite
def matrices(draw):
    n = draw(st.integers(1, 4))
    return draw(st.lists(st.lists(ENTRIES, min_size=n, max_size=n), min_size=1, max_size=4))


def read(folder, data, name="given"):
    (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_matrix(folder / name)


# Which format it is -------------------------------------------------------------------------------

MARKET = "%%MatrixMarket matrix array rational general\n2 2\n1\n3\n1/2\n4\n"
SAME = [MARKET, "1,1/2\n3,4\n", "1;0,5\r\n3;4", "1 0.5\n3 4\n", '[[1, 0.5], ["3", 4]]']


@pytest.mark.parametrize("text", SAME)
@pytest.mark.parametrize("name", ["a.mtx", "a.csv", "a.json", "a", "a.txt.gz"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_the_format_is_what_is_in_the_file_and_not_its_name(folder, text, name, pack):
    assert read(folder, pack(text.encode()), name) == [[1, F(1, 2)], [3, 4]]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"@type: MDP\n@parameters\n", "a model in Storm's format (.drn)"),
        (
            b"// Exported by storm\n// Original model type: DTMC\n@type: DTMC\n",
            "a model in Storm's",
        ),
        (b"// a die\ndtmc\n\nmodule die\n", "a model in PRISM's language"),
        (b"PK\x03\x04" + bytes(40), "a workbook or another zip archive"),
        (b"\x93NUMPY\x01\x00", "a NumPy array"),
        (b"<html><table>", "HTML or XML"),
        (bytes(100), "binary data"),
    ],
)
def test_a_file_of_another_format_is_called_by_its_name(folder, data, what):
    with pytest.raises(ValueError) as caught:
        read(folder, data)
    assert f"{folder / 'given'}: found {what}" in str(caught.value)
    assert str(caught.value).endswith(
        "need a matrix: MatrixMarket, JSON, or a table of numbers (CSV)"
    )


@pytest.mark.parametrize("data", ["", "\n", " \r\n\t", "\ufeff"])
def test_an_empty_file_is_refused(folder, data):
    with pytest.raises(ValueError, match=r"given: the file is empty, need a matrix"):
        read(folder, data)


def test_to_tell_a_format_takes_no_longer_for_many_comments(folder):
    with pytest.raises(ValueError, match="given:1001: found 1 cell, need 4"):
        read(folder, "// a // b  \n" * 1000 + "x")


def test_standard_input_is_a_file(monkeypatch, folder):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2,0\n0,4\n")))
    assert solve("-", [1, 1]) == [F(1, 2), F(1, 4)]
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(OSError, match=r"^standard input is closed"):
        read_matrix("-")


# Tables -------------------------------------------------------------------------------------------

TABLES = {
    "as a spreadsheet writes it": ("\ufeff1,2\r\n3,-4.50\r\n", [[1, 2], [3, F(-9, 2)]]),
    "decimal commas": ("1,5;2\n-0,25;1/3\n", [[F(3, 2), 2], [F(-1, 4), F(1, 3)]]),
    "one column with decimal commas": ("1,5;\n-2\n", [[F(3, 2)], [-2]]),
    "semicolons and points": ("1.5;2\n", [[F(3, 2), 2]]),
    "tabs": ("1\t2\n3\t1e-3\n", [[1, 2], [3, F(1, 1000)]]),
    "tabs in UTF-16": ("1\t0.1\r\n".encode("utf-16"), [[1, F(1, 10)]]),
    "blanks": ("  1  2\n 3 \t4".replace("\t", " "), [[1, 2], [3, 4]]),
    "numpy.savetxt": ("# x y\n1.0e+00 2.5e-01\n", [[1, F(1, 4)]]),
    "comments": ("#A matrix, of two rows\n1,2\n# N/A\n#\n3,4\n", [[1, 2], [3, 4]]),
    "one column": ("1\n1/2\n", [[1], [F(1, 2)]]),
    "quotes": ('"1","2"\n"-3" , "1/2"\n', [[1, 2], [-3, F(1, 2)]]),
    "quotes and blanks": ('"1" 2\n', [[1, 2]]),
    "quoted decimal commas": ('"1,5";2\n', [[F(3, 2), 2]]),
    "decimal commas in quotes": ('"0,5","1,250"\n"-2",3\n', [[F(1, 2), F(5, 4)], [-2, 3]]),
    "decimal commas between tabs": (
        "1,5\t2\n1,5e-1\t1,234\n",
        [[F(3, 2), 2], [F(3, 20), F(617, 500)]],
    ),
    "percentages": ("50%,12.5 %\n-1%,100%\n", [[F(1, 2), F(1, 8)], [F(-1, 100), 1]]),
    "percentages with commas": ("50,00 %;0,5%\n", [[F(1, 2), F(1, 200)]]),
    "percentages in quotes": ('"50,00\u00a0%",1\n', [[F(1, 2), 1]]),
    "empty lines at the end": ("1,2\n\n,\n \n", [[1, 2]]),
    "empty columns at the end": ("1,2,,\n3,4,,\n", [[1, 2], [3, 4]]),
    "old line ends": ("1,2\r3,4\r", [[1, 2], [3, 4]]),
    "long integers": (f"1{'0' * 5000},1\n", [[10**5000, 1]]),
    "0.1 is a tenth": ("0.1", [[F(1, 10)]]),
}


@pytest.mark.parametrize("text, rows", TABLES.values(), ids=TABLES)
def test_a_table_is_read_exactly(folder, text, rows):
    assert read(folder, text) == rows


NUMBER = "need a number like '3', '-7/12', '0.1' or '1e-3'"
REFUSED_TABLES = {
    "a header in part": ("x,1\n1,2\n", f"1: column 1: the value is 'x', {NUMBER} (a header? all"),
    "a header of numbers without names of rows": (
        ",1,2\n1,1,2\n",
        "1: column 1: found an empty cell, need a number (a header? all of its cells have to be",
    ),
    "a minus of print": (
        "1\n\u22122\n",
        f"2: column 1: the value is '\u22122', {NUMBER} (the minus",
    ),
    "text": ("1,2\n3,four\n", f"2: column 2: the value is 'four', {NUMBER}"),
    "nan": ("nan,2\n", f"1: column 1: the value is 'nan', {NUMBER}"),
    "inf": ("1,2\n-inf,3\n", "2: column 1: the value is '-inf', need a number"),
    "an empty cell": ("1,2\n,4\n", "2: column 1: found an empty cell, need a number (0 has to"),
    "an empty line": ("1\n\n2\n", "2: found an empty line, need a row of numbers"),
    "a short row": ("1,2\n\r\n3\n", "2: found an empty line"),
    "a ragged row": ("1,2\n3\n", "2: found 1 cell, need 2 as line 1 has"),
    "one column with decimal commas": (
        "1,5\n2\n",
        "2: found 1 cell, need 2 as line 1 has (one column with decimal commas? end its lines",
    ),
    "a long row": ("# a\n1,2\n3,4,5\n", "3: found 3 cells, need 2 as line 2 has"),
    "thousands": ('"1,234",5\n', "1: column 1: the value is '1,234', need a decimal point, and"),
    "thousands between tabs": ("-1,234\t2\n", "1: column 1: the value is '-1,234', need a decimal"),
    "commas and points": ('"0,5",0.5\n', "1: column 2: the value is '0.5', others have decimal"),
    "two commas": ("1,5,5;2\n", f"1: column 1: the value is '1,5,5', {NUMBER}"),
    "a percentage of a fraction": ("1;1,5x%\n", f"1: column 2: the value is '1,5x%', {NUMBER}"),
    "a percent sign": ("1;%\n", f"1: column 2: the value is '%', {NUMBER}"),
    "thousands and decimals": ("1.234;1,5\n", "1: column 1: the value is '1.234', others have"),
    "zero below": ("1/0\n", f"1: column 1: the value is '1/0', {NUMBER}"),
    "a mixed number": ("1 1/2,2\n", "1: column 1: the value is '1 1/2', need"),
    "an exponent": ("1e999999999\n", "1: column 1: the value is 1e999999999, need an exponent"),
    "other bytes": (b"1,2\n\xff,3\n", "2: found bytes that are not UTF-8, need a matrix"),
    "a spreadsheet's error": ("1,2\n#N/A,3\n", f"2: column 1: the value is '#N/A', {NUMBER}"),
    "an error that ends in a mark": ("#DIV/0!;2\n", "1: column 1: the value is '#DIV/0!', need"),
    "an error alone": ("1\n#NAME?\n", "2: column 1: the value is '#NAME?', need"),
    "comments alone": ("# nothing\n", " found comments alone, need a row of numbers"),
}


def test_another_encoding_of_a_table_is_refused_with_what_to_do(folder):
    with pytest.raises(
        ValueError, match=r"1: found bytes that are not UTF-8.*save it as CSV UTF-8"
    ):
        read(folder, ",Köln\nKöln,1\n".encode("cp1252"))


@examples(40)
@given(
    matrices(), st.sampled_from([",", ";", "\t"]), st.sampled_from(["\n", "\r\n"]), st.booleans()
)
def test_what_the_standard_library_writes_is_read(folder, rows, separator, end, quoted):
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end, quoting=quoting).writerows(rows)
    assert read(folder, text.getvalue()) == rows


# JSON ---------------------------------------------------------------------------------------------

JSON = {
    "decimals are as they are written": (
        "[[0.1, 1e-3, 12345678901234567890.5]]",
        [[F(1, 10), F(1, 1000), F("12345678901234567890.5")]],
    ),
    "strings": ('[["-1/3", "0.5", "7"]]', [[F(-1, 3), F(1, 2), 7]]),
    "one column": ('[1, "1/2", 0.25]', [[1], [F(1, 2)], [F(1, 4)]]),
    "long integers": (f"[[1{'0' * 5000}]]", [[10**5000]]),
    "entries": (
        '{"shape": [2, 3], "entries": [[1, 2, 0.1], [0, 0, "1/3"]]}',
        [[F(1, 3), 0, 0], [0, 0, F(1, 10)]],
    ),
    "no entries": ('{"entries": [], "shape": [1, 2]}', [[0, 0]]),
    "no columns": ("[[], []]", ExactMatrix([[], []])),
    "nothing": ("[]", ExactMatrix(({}, (0, 0)))),
}


@pytest.mark.parametrize("text, rows", JSON.values(), ids=JSON)
def test_json_is_read_exactly(folder, text, rows):
    assert read(folder, text) == rows


REFUSED_JSON = {
    "not JSON": ("[[1, 2],\n [3, 4}]", "2: column 7: not JSON: expecting ',' delimiter"),
    "null": ("[[1, null]]", ' row 1, column 2: found null, need an integer, a decimal or "p/q"'),
    "true": ("[[true]]", " row 1, column 1: found true, need an integer"),
    "NaN": ("[[1], [NaN]]", f" row 2, column 1: the value is 'NaN', {NUMBER}"),
    "Infinity": ("[-Infinity]", " row 1, column 1: the value is '-Infinity', need"),
    "text": ('[["x"]]', " row 1, column 1: the value is 'x', need a number"),
    "a ragged row": ("[[1, 2], [3]]", " row 2: found 1 entry, need 2 as row 1 has"),
    "a number for a row": ("[[1], 2]", " row 2: found 2, need a list of numbers"),
    "a cube": ("[[[1]]]", " row 1, column 1: found a list of 1, need an integer"),
    "deep": ("[" * 100_000, " found lists in lists in lists, need [[1, 2]"),
    "a model": ('{"states": 2}', " found an object with the keys 'states', need [[1, 2], [3"),
    "an empty object": ("{}", " found an object with the keys of none, need"),
    "a shape": (
        '{"shape": [2], "entries": []}',
        " shape: found a list of 1, need [rows, columns], each 0 or more",
    ),
    "a shape below 0": (
        '{"shape": [-1, 2], "entries": []}',
        " shape: found [-1, 2], need [rows, columns], each 0 or more",
    ),
    "a long shape": ('{"shape": "2x2", "entries": []}', ' shape: found "2x2", need'),
    "no list": ('{"shape": [2, 2], "entries": 3}', " entries: found 3, need a list"),
    "a pair": ('{"shape": [2, 2], "entries": [[0, 0]]}', " entry 1: found a list of 2, need [row"),
    "outside": (
        '{"shape": [2, 2], "entries": [[0, 2, 1]]}',
        " entry 1: found row 0 and column 2, need 0 to 1 and 0 to 1",
    ),
    "twice": (
        '{"shape": [2, 2], "entries": [[0, 0, 1], [0, 0, 2]]}',
        " entry 2: found a second [0, 0, value], need one",
    ),
}


REFUSED = REFUSED_TABLES | {f"JSON: {name}": each for name, each in REFUSED_JSON.items()}


@pytest.mark.parametrize("text, words", REFUSED.values(), ids=REFUSED)
def test_what_is_not_a_matrix_is_refused_by_place(folder, text, words):
    with pytest.raises(ValueError) as caught:
        read(folder, text)
    assert str(caught.value).startswith(f"{folder / 'given'}:{words}")
    assert "\n" not in str(caught.value)


# Writing ------------------------------------------------------------------------------------------


@examples(30)
@given(matrices(), st.sampled_from(["a.mtx", "a.csv", "a.json", "a.csv.gz", "a.JSON", "a"]))
def test_what_is_written_is_read_in_every_format(folder, rows, name):
    write_matrix(folder / name, rows)
    assert read_matrix(folder / name) == rows
    column = [row[0] for row in rows]
    write_matrix(folder / name, column)
    assert read_matrix(folder / name).as_vector() == column


def test_results_save_themselves(folder):
    inverse = inv([[2, 1], [1, 2]])
    inverse.save(folder / "inverse.csv")
    assert (folder / "inverse.csv").read_bytes() == b"2/3,-1/3\n-1/3,2/3\n"
    inverse[0].save(folder / "row.json")
    assert json.loads((folder / "row.json").read_text()) == ["2/3", "-1/3"]
    inverse.save(folder / "inverse.json")
    assert (folder / "inverse.json").read_text() == '[["2/3", "-1/3"],\n ["-1/3", "2/3"]]\n'


def test_a_suffix_of_another_format_is_refused_and_the_file_stays(folder):
    (folder / "a.txt").write_text("old")
    with pytest.raises(ValueError, match=r"a\.txt: found '\.txt', need \.mtx, \.csv or \.json$"):
        write_matrix(folder / "a.txt", [[1]])
    assert (folder / "a.txt").read_text() == "old"


def test_a_sparse_matrix_stays_sparse_in_json_and_is_no_table(folder, monkeypatch):
    diagonal = {(i, i): F(1, i + 1) for i in range(200)}
    write_matrix(folder / "sparse.json", (diagonal, (200, 200)))
    assert len(json.loads((folder / "sparse.json").read_text())["entries"]) == 200
    assert read_matrix(folder / "sparse.json") == (diagonal, (200, 200))
    monkeypatch.setattr(matrix_writing, "_MAX_TABLE_PLACES", 10)
    with pytest.raises(
        ValueError, match=r"a table would have 40,000 places, need at most 10: \.mtx"
    ):
        write_matrix(folder / "sparse.csv", (diagonal, (200, 200)))


@pytest.mark.parametrize("shape", [(0, 0), (0, 2), (2, 0)])
def test_matrices_without_entries_are_kept_but_in_tables(folder, shape):
    nothing = np.zeros(shape, dtype=int)
    for name in ("a.mtx", "a.json"):
        write_matrix(folder / name, nothing)
        assert read_matrix(folder / name).shape == shape
    with pytest.raises(ValueError, match="a table cannot have the shape"):
        write_matrix(folder / "a.csv", nothing)
    write_matrix(folder / "v.mtx", [])
    assert read_matrix(folder / "v.mtx").shape == (0, 1)
