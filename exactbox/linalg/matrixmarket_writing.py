"""MatrixMarket files, written exactly; the format is described in `matrixmarket`."""

from __future__ import annotations

import os
from fractions import Fraction
from typing import Any

from exactbox.decimals import integer_string
from exactbox.files import write
from exactbox.linalg.reading import read_matrix


def write_matrix_market(path: str | os.PathLike[str], matrix: Any) -> None:
    """Write the non-zeros of a matrix to a MatrixMarket file, whole or not at all.

    Parameters
    ----------
    path : str or os.PathLike
        Gzipped if it is named .gz.
    matrix : matrix
        Anything that `exactbox.linalg.reading.read_matrix` takes. The file is of the kind
        ``coordinate integer general``, or ``rational`` if some entry is not an integer.

    Raises
    ------
    TypeError, ValueError
        As `read_matrix`.
    OSError
        If the file cannot be written.
    """
    integers, scales = read_matrix(matrix, "the matrix")
    text = list(map(integer_string, integers.data.tolist()))
    rows = integers.row_of.tolist()
    if any(s != 1 for s in scales):
        for k, i in enumerate(rows):
            if scales[i] != 1:
                value = Fraction(int(integers.data[k]), scales[i])
                p, q = integer_string(value.numerator), integer_string(value.denominator)
                text[k] = p if q == "1" else f"{p}/{q}"
    field = "rational" if any("/" in word for word in text) else "integer"
    m, n = integers.shape
    lines = [f"%%MatrixMarket matrix coordinate {field} general", f"{m} {n} {len(text)}"]
    columns = integers.indices.tolist()
    lines += [f"{i + 1} {j + 1} {v}" for i, j, v in zip(rows, columns, text, strict=True)]
    write(path, ("\n".join(lines) + "\n").encode("ascii"))
