"""`read_matrix`: an exact matrix from a file; the formats are in `exactbox.linalg.matrices`."""

from __future__ import annotations

import os

from exactbox.linalg.matrices.file_formats import read_file
from exactbox.linalg.results.exact import ExactMatrix


def read_matrix(path: str | os.PathLike[str]) -> ExactMatrix:
    """The matrix in a file, exactly as its numbers are written: 0.1 is 1/10.

    "-" is standard input. The content says what a file is, whatever its name; it may be packed by
    gzip or xz:

    - MatrixMarket: ``%%MatrixMarket matrix``, coordinate or array, of integers, decimals and
      fractions p/q, general, symmetric or skew-symmetric;
    - JSON: ``[[1, 0.5], ["1/3", -2]]``, a list of numbers, which is one column, or
      ``{"shape": [m, n], "entries": [[i, j, value], ...]}`` with i and j from 0;
    - a table as spreadsheets write it (CSV): a row a line, cells separated by semicolons (then with
      decimal commas, if need be), tabs, commas or blanks; no header.

    A file with one column is a matrix; its ``.as_vector()`` is a vector.

    Raises
    ------
    ValueError
        If it is not a matrix; names the file, the line and the column, what is there and what is
        needed.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "marks.csv"
    >>> _ = file.write_text("1;0,5\\n2/3;4\\n")
    >>> read_matrix(file)
    ExactMatrix([[1, 1/2], [2/3, 4]])
    """
    return ExactMatrix(read_file(path))
