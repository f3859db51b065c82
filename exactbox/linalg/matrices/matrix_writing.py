"""Matrices written to files, exactly and whole, in the formats that `file_formats` reads.

Every format holds every rational: an entry is an integer or p/q.
"""

from __future__ import annotations

import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactbox.decimals import fraction_string, integer_string
from exactbox.files import write
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.matrices.matrix_inputs import read_right_side, read_scaled
from exactbox.linalg.matrices.sparse import IntegerMatrix

_LARGEST = 10_000_000  # places of a table, or of nested lists: 20 MB of zeros
_SHORT = 10_000  # places up to which JSON has nested lists, however many are zero
_SPARSE = 4  # ... and beyond only if a quarter of them is not zero


def write_matrix(path: str | os.PathLike[str], x: Any) -> None:
    """Write a matrix or a vector to a file, exactly; the file appears, or is replaced, as a whole.

    `x` is anything that `exactbox.linalg.solve` takes; a vector becomes a column, in JSON a list.

    Parameters
    ----------
    path : str or os.PathLike
        Its suffix is the format: .mtx for MatrixMarket, of the kind ``coordinate integer general``,
        or ``rational`` if some entry is not an integer (that word is not in the standard); .csv for
        a table with commas; .json for nested lists, or for the shape and the entries where most of
        many entries are zero. With .gz after it the file is packed. A name without a suffix, such
        as /dev/stdout, means MatrixMarket.

    Raises
    ------
    ValueError
        If the suffix is another, or a table would have more than 10,000,000 places.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from exactbox.linalg import inv, read_matrix
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "inverse.csv"
    >>> write_matrix(file, inv([[2, 1], [1, 2]]))
    >>> print(file.read_text(), end="")
    2/3,-1/3
    -1/3,2/3
    >>> read_matrix(file)
    ExactMatrix([[2/3, -1/3], [-1/3, 2/3]])
    """
    require_format(path)
    matrix, scales, vector = _read(x)
    try:
        text = _FORMATS[_suffix(path)](matrix, _texts(matrix, scales), vector)
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None
    write(path, text.encode("ascii"))


def require_format(path: str | os.PathLike[str]) -> None:
    """ValueError if the suffix is not that of a format."""
    if (suffix := _suffix(path)) not in _FORMATS:
        raise ValueError(f"{os.fspath(path)}: found {suffix!r}, need .mtx, .csv or .json")


def _suffix(path: str | os.PathLike[str]) -> str:
    """The last suffix but .gz."""
    name = Path(path)
    return (name.with_suffix("") if name.suffix == ".gz" else name).suffix.lower()


def _read(x: Any) -> tuple[IntegerMatrix, list[int], bool]:
    """The matrix in integers, the scales of its rows, and whether it is a vector."""
    if not is_vector(x):
        return *read_scaled(x, "the matrix"), False
    n = x.shape[0] if hasattr(x, "shape") else len(x)
    right = read_right_side(x, n, [1] * n, name="the vector")
    return read_scaled(right.rows if n else ({}, (0, 1)))[0], right.extra, True


def _texts(matrix: IntegerMatrix, scales: list[int]) -> list[str]:
    """The entries that are not zero, as integers or p/q."""
    text = list(map(integer_string, matrix.data.tolist()))
    if any(s != 1 for s in scales):
        for k, i in enumerate(matrix.row_of.tolist()):
            if scales[i] != 1:
                value = Fraction(int(matrix.data[k]), scales[i])
                text[k] = fraction_string(value, whole=sys.maxsize)
    return text


def _market(matrix: IntegerMatrix, text: list[str], vector: bool) -> str:
    field = "rational" if any("/" in word for word in text) else "integer"
    m, n = matrix.shape
    lines = [f"%%MatrixMarket matrix coordinate {field} general", f"{m} {n} {len(text)}"]
    places = zip(matrix.row_of.tolist(), matrix.indices.tolist(), text, strict=True)
    lines += [f"{i + 1} {j + 1} {v}" for i, j, v in places]
    return "\n".join(lines) + "\n"


def _csv(matrix: IntegerMatrix, text: list[str], vector: bool) -> str:
    if not matrix.shape[0] * matrix.shape[1]:
        raise ValueError(f"a table cannot have the shape {matrix.shape}, need .mtx or .json")
    return "".join(f"{','.join(row)}\n" for row in _rows(matrix, text))


def _json(matrix: IntegerMatrix, text: list[str], vector: bool) -> str:
    m, n = matrix.shape
    words = [f'"{word}"' if "/" in word else word for word in text]
    if (m * n > _SHORT and _SPARSE * len(text) < m * n) or (m == 0) != (n == 0):
        places = zip(matrix.row_of.tolist(), matrix.indices.tolist(), words, strict=True)
        entries = ",\n".join(f"[{i}, {j}, {word}]" for i, j, word in places)
        return f'{{"entries": [\n{entries}\n],\n"shape": {json.dumps([m, n])}}}\n'
    rows = _rows(matrix, words)
    lines = [row[0] if vector else f"[{', '.join(row)}]" for row in rows]
    return f"[{f',{chr(10)} '.join(lines)}]\n"


def _rows(matrix: IntegerMatrix, text: list[str]) -> list[list[str]]:
    """All entries, row by row."""
    m, n = matrix.shape
    if m * n > _LARGEST:
        raise ValueError(f"a table would have {m * n:,} places, need at most {_LARGEST:,}: .mtx")
    rows = [["0"] * n for _ in range(m)]
    places = zip(matrix.row_of.tolist(), matrix.indices.tolist(), text, strict=True)
    for i, j, word in places:
        rows[i][j] = word
    return rows


_FORMATS = {"": _market, ".mtx": _market, ".csv": _csv, ".json": _json}
