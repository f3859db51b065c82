"""`read_matrix` and `write_matrix`: exact matrices from files, and into them.

The formats are in `exactbox.linalg.matrices`, and in `exactbox.linalg.results.matrix_writing`.
"""

from __future__ import annotations

import os
from typing import Any

from exactbox.linalg.matrices.file_formats import read_file
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.results.exact import ExactMatrix, make_result
from exactbox.linalg.results.matrix_writing import require_format, save
from exactbox.linalg.results.tables import read_table


def read_matrix(path: str | os.PathLike[str]) -> ExactMatrix:
    """The matrix in a file, exactly as its numbers are written: 0.1 is 1/10.

    "-" is standard input. The content says what a file is, whatever its name; it may be packed by
    gzip or xz:

    - MatrixMarket: ``%%MatrixMarket matrix``, coordinate or array, of integers, decimals and
      fractions p/q, general, symmetric or skew-symmetric;
    - JSON: ``[[1, 0.5], ["1/3", -2]]``, a list of numbers, which is one column, or
      ``{"shape": [m, n], "entries": [[i, j, value], ...]}`` with i and j from 0;
    - a table as spreadsheets write it (CSV): a row a line, cells separated by semicolons, tabs,
      commas or blanks, with decimal commas where these separate no cells; 50% is 1/2. Names in the
      first line, and in the first column, are the ``labels`` of the matrix.

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
    read = read_file(path)
    made = ExactMatrix(read)
    return made.with_labels(*read.labels) if any(read.labels) else made


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
    if not isinstance(x, ExactMatrix):
        x = make_result(read_table(x, "the vector" if is_vector(x) else "the matrix"))
    save(path, x)
