"""MatrixMarket files, read exactly.

The exchange format of sparse matrices: a header, comments, a size line, and a line per entry. A
``real`` entry is decimal text, so it is read as the decimal that it is: 0.1 is 1/10. Integers have
any size, and an entry may be a fraction ``p/q``; files that hold one have the field word
``rational``, which is not a part of the standard.

Source: Boisvert, Pozo, Remington, *The Matrix Market Exchange Formats: Initial Design*, NISTIR
5935, 1996.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NoReturn

import numpy as np

from exactbox.inputs import require_memory_for_words
from exactbox.linalg.matrices.entries import exact_number
from exactbox.linalg.matrices.integers import int_array, objects
from exactbox.linalg.matrices.sparse import Array, Coordinates
from exactbox.showing import counted

_HEADER = "%%MatrixMarket matrix {coordinate|array} {integer|rational|real|pattern} "
_HEADER += "{general|symmetric|skew-symmetric}"
_PATTERNS = (("coordinate", "general"), ("coordinate", "symmetric"))
_PLAIN = b"0123456789+- \t\r\n"  # in a file of integers that int() reads as this format does


def read_matrix_market(data: bytes, name: str) -> Coordinates:
    """The shape and the entries of a MatrixMarket file, both halves of a symmetric matrix.

    Indices count from 0; values are int64, or objects that are ints and Fractions. A ValueError
    names the file and the line.

    Examples
    --------
    >>> header = b"%%MatrixMarket matrix coordinate real symmetric"
    >>> data = header + b"\\n2 2 2\\n1 1 0.1\\n2 1 -7/12\\n"
    >>> shape, rows, columns, values = read_matrix_market(data, "a.mtx")
    >>> rows.tolist(), columns.tolist(), list(map(str, values))
    ([0, 1, 0], [0, 0, 1], ['1/10', '-7/12', '-7/12'])
    """
    return _File(data, name).coordinates()


class _File:
    """One file while it is read."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        head, _, rest = data.partition(b"\n")
        self._read_header(head.decode("latin-1"))
        self.size_line = 2
        size, _, rest = rest.partition(b"\n")
        while rest and (size.startswith(b"%") or not size.strip()):
            self.size_line += 1
            size, _, rest = rest.partition(b"\n")
        self._read_size(size.decode("latin-1"))
        self.body = rest

    def fail(self, line: int, what: str) -> NoReturn:
        raise ValueError(f"{self.name}:{line}: {what}")

    def _read_header(self, line: str) -> None:
        words = line.lower().split()
        choices = [word.split("|") for word in re.findall(r"\{(.*?)\}", _HEADER)]
        if (
            words[:2] != ["%%matrixmarket", "matrix"]
            or len(words) != 5
            or any(word not in allowed for word, allowed in zip(words[2:], choices, strict=True))
        ):
            self.fail(1, f"found {line.strip()[:80]!r}, need {_HEADER}")
        self.layout, self.field, self.symmetry = words[2:]
        if self.field == "pattern" and (self.layout, self.symmetry) not in _PATTERNS:
            self.fail(
                1, f"found {' '.join(words[2:])!r}, need coordinate pattern general or symmetric"
            )

    def _read_size(self, line: str) -> None:
        """The shape, and how many entries are written down."""
        need = "rows columns entries" if self.layout == "coordinate" else "rows columns"
        words = line.split()
        if not words or line.startswith("%"):
            self.fail(self.size_line, f"the file ends here, need the size: {need}")
        if len(words) != len(need.split()) or not all(
            re.fullmatch("[0-9]{1,18}", word) for word in words
        ):
            self.fail(self.size_line, f"found {line.strip()[:80]!r}, need the size: {need}")
        m, n, *count = map(int, words)
        if self.symmetry != "general" and m != n:
            self.fail(self.size_line, f"found {m} rows and {n} columns, need a square matrix")
        self.shape = (m, n)
        if count:
            self.count = count[0]
        else:
            diagonal = 0 if self.symmetry == "skew-symmetric" else n
            self.count = m * n if self.symmetry == "general" else n * (n - 1) // 2 + diagonal

    def coordinates(self) -> Coordinates:
        """The result of `read_matrix_market`."""
        width = (2 if self.layout == "coordinate" else 0) + (self.field != "pattern")
        words, lines = self._words(width)
        if self.layout == "coordinate":
            rows = self._indices(words[::width], lines, "row", self.shape[0])
            columns = self._indices(words[1::width], lines, "column", self.shape[1])
            self._refuse_duplicates(rows, columns, lines)
        elif self.symmetry == "general":
            columns, rows = (c.ravel() for c in np.indices(self.shape[::-1]))
        else:
            columns, rows = np.triu_indices(self.shape[0], int(self.symmetry != "symmetric"))
        if self.field == "pattern":
            values: Array = np.ones(len(rows), dtype=np.int64)
        else:
            values = self._values(words[width - 1 :: width], lines)
        if self.symmetry == "general":
            return self.shape, rows, columns, values
        off = rows != columns
        mirrored = values[off]
        if self.symmetry == "skew-symmetric":
            if not off.all():
                self.fail(
                    lines[np.argmin(off)],
                    "found a diagonal entry of a skew-symmetric matrix, need none",
                )
            mirrored = -mirrored
        both = np.concatenate
        return (
            self.shape, both((rows, columns[off])), both((columns, rows[off])),
            both((values, mirrored)),
        )  # fmt: skip

    def _words(self, width: int) -> tuple[list[bytes], Array]:
        """All words of the body, `width` to an entry, and the line of each entry."""
        text = np.frombuffer(self.body, dtype=np.uint8)
        space = (text == 32) | ((text >= 9) & (text <= 13))
        starts = ~space
        starts[1:] &= space[:-1]
        require_memory_for_words(int(np.count_nonzero(starts)), self.name)
        newlines = np.flatnonzero(text == 10)
        words_on = np.bincount(np.searchsorted(newlines, np.flatnonzero(starts)))
        lines = np.flatnonzero(words_on)
        words, lines = words_on[lines], lines + self.size_line + 1
        if (words != width).any():
            k = int(np.argmax(words != width))
            need = "row column value" if width == 3 else "row column" if width == 2 else "value"
            self.fail(lines[k], f"found {counted(int(words[k]), 'word')}, need {width}: {need}")
        announced = f"need {self.count} as line {self.size_line} says"
        if len(lines) > self.count:
            self.fail(lines[self.count], f"found {counted(len(lines), 'entry')}, {announced}")
        if len(lines) < self.count:
            last = lines[-1] if len(lines) else self.size_line
            self.fail(last, f"the file ends after {counted(len(lines), 'entry')}, {announced}")
        return self.body.split(), lines

    def _indices(self, words: list[bytes], lines: Array, what: str, size: int) -> Array:
        """Row or column numbers, from 0."""
        if words and (not b"".join(words).isdigit() or max(map(len, words)) > 18):
            wrong = (k for k, word in enumerate(words) if not word.isdigit() or len(word) > 18)
            numbers, k = np.zeros(0), next(wrong)
        else:
            numbers = np.fromiter(map(int, words), dtype=np.int64, count=len(words))
            outside = (numbers < 1) | (numbers > size)
            if not outside.any():
                return numbers - 1
            k = int(np.argmax(outside))
        self.fail(lines[k], f"found {what} {words[k].decode('latin-1')[:40]}, need 1 to {size}")

    def _refuse_duplicates(self, rows: Array, columns: Array, lines: Array) -> None:
        if self.symmetry != "general":
            rows, columns = np.maximum(rows, columns), np.minimum(rows, columns)
        order = np.lexsort((columns, rows))
        i, j = rows[order], columns[order]
        again = order[1:][(i[1:] == i[:-1]) & (j[1:] == j[:-1])]
        if len(again):
            k = int(again.min())
            place = f"row {rows[k] + 1}, column {columns[k] + 1}"
            self.fail(lines[k], f"found a second entry for {place}, need one")

    def _values(self, words: list[bytes], lines: Array) -> Array:
        """int64 where all are such integers; ints and Fractions otherwise."""
        if not self.body.translate(None, _PLAIN):
            try:
                return int_array(map(int, words))
            except ValueError:  # thousands of digits, or "1-2"
                pass
        values: list[int | Fraction] = []
        for k, word in enumerate(words):
            text = word.decode("latin-1")
            try:
                values.append(exact_number(text))
            except ValueError as error:
                self.fail(lines[k], f"the value {error}")
            if self.field == "integer" and re.search("[.eE]", text):
                self.fail(lines[k], f"the value is {text[:40]!r}, need an integer as line 1 says")
        return objects(values)
