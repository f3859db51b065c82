"""Matrices in files, whatever the format: MatrixMarket, JSON or a table (CSV).

The format is told by how the file begins, once it is unpacked: ``%%MatrixMarket``; a bracket, for
JSON; and whatever else is text is a table. What is known to be something else, such as a workbook
or a model, is refused by its name. Numbers are read as they are written: 0.1 is 1/10.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from exactbox.inputs import named, opened
from exactbox.linalg.matrices.csvmatrix import read_csv
from exactbox.linalg.matrices.jsonmatrix import read_json
from exactbox.linalg.matrices.matrixmarket import read_matrix_market
from exactbox.linalg.matrices.rational import NO_LABELS, Labels, RationalMatrix
from exactbox.linalg.matrices.sparse import Coordinates
from exactbox.parallel import require_memory

NEED = "need a matrix: MatrixMarket, JSON, or a table of numbers (CSV)"

_PEEK_BYTES = 65_536  # bytes that are looked at before the rest is read: a device may have no end
_COPIES_PER_TEXT = 4  # of a text, while it is read
_UTF16 = b"\xff\xfe", b"\xfe\xff"  # its marks
_OTHER_FORMATS = (  # how files begin that some may take for a matrix
    (rb"PK\x03\x04", "a workbook or another zip archive (a spreadsheet can be saved as CSV)"),
    (rb"\xd0\xcf\x11\xe0", "a workbook (it can be saved as CSV)"),
    (rb"\x93NUMPY", "a NumPy array (numpy.load reads it)"),
    (rb"MATLAB \d", "a MATLAB file (scipy.io.loadmat reads it)"),
    (rb"\x89HDF", "an HDF5 file"),
    (rb"%PDF", "a PDF file"),
    (rb"\s*(//[^\n]*\n\s*)*@(type|value_type|parameters)\b", "a model in Storm's format (.drn)"),
    (rb"\s*(//[^\n]*\n\s*)*(mdp|dtmc|ctmc|ma|pomdp|module|smg)\b", "a model in PRISM's language"),
    (rb"\s*<", "HTML or XML"),
)


def read_file(
    path: str | os.PathLike[str], called: str = "A", look: Callable[[str], object] = bool
) -> RationalMatrix:
    """The matrix in a file, which may be packed; "-" is standard input.

    A ValueError names the file, the place, what is there and what is needed; or what the matrix is
    `called` where it is too large. The text of a table is shown to `look`.
    """
    entries, labels = _entries(path, look)
    read = RationalMatrix.of(entries, called)
    read.labels = labels
    return read


def _entries(
    path: str | os.PathLike[str], look: Callable[[str], object]
) -> tuple[Coordinates, Labels]:
    """The shape and the entries; values are int64, or objects that are ints and Fractions."""
    name = named(path)
    with opened(path) as file:
        start = file.read(_PEEK_BYTES)
        for opening, what in _OTHER_FORMATS:
            if re.match(opening, start):
                raise ValueError(f"{name}: found {what}, {NEED}")
        if b"\0" in start and not start.startswith(_UTF16):
            raise ValueError(f"{name}: found binary data, {NEED}")
        data = start + file.read()
    require_memory(_COPIES_PER_TEXT * len(data), f"{name}: reading it")
    if data.startswith(b"%"):
        return read_matrix_market(data, name), NO_LABELS
    text = _text(data, name)
    if not text.strip():
        raise ValueError(f"{name}: the file is empty, {NEED}")
    if text.lstrip()[0] in "[{":
        return read_json(text, name), NO_LABELS
    look(text)
    return read_csv(text, name)


def _text(data: bytes, name: str) -> str:
    """The text of bytes in UTF-8, or in UTF-16 with its mark as spreadsheets write it."""
    utf16 = data.startswith(_UTF16)
    try:
        text = data.decode("utf-16" if utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        save = "(a table? save it as CSV UTF-8)"
        raise ValueError(f"{name}:{line}: found bytes that are not UTF-8, {NEED} {save}") from None
    if "\0" in text:
        raise ValueError(f"{name}: found binary data, {NEED}")
    return text
