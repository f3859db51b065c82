"""Columns of numbers in lines of text, parsed by array operations and exactly.

A file of ten million lines is read in chunks. In each, the words are found by comparing bytes; a
column of integers or of short decimals is then added up digit by digit, for all lines at once, as
an int64 mantissa and a power of ten. No float is involved. Words of any other form (exponents,
fractions, more than 18 digits) are parsed one at a time by `Numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO

import numpy as np

from exactbox.formats.numbers import Numbers
from exactbox.formats.text_files import shown_line
from exactbox.mdp.model.layout import Array
from exactbox.parallel import memory_limit, require_memory

_CHUNK_BYTES = 1 << 24
_MIN_CHUNK_BYTES, _MEMORY_PER_CHUNK = 1 << 20, 256  # a chunk is a 256th of little memory
_MEMORY_PER_BYTE = 24.0  # bytes of memory for one of a chunk, of lines "17 17 1"
_MAX_INT64_DIGITS = 18
_SPACES = (b" ", b"\t", b"\n", b"\r")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_COMMENT = re.compile(rb"^[ \t]*#.*$", re.MULTILINE)


class Chunk:
    """Complete lines of a file; only those that hold words count.

    Each has its place in the file, from 1, and the number of its words. A WordError names the first
    control character.
    """

    def __init__(self, data: bytes, first_line: int) -> None:
        self.newlines = data.count(b"\n")
        if b"#" in data:
            data = _COMMENT.sub(b"", data)
        self.data = data
        self._text = np.frombuffer(data, dtype=np.uint8)
        in_word = self._text > 32
        if np.count_nonzero(in_word) + sum(map(data.count, _SPACES)) < len(data):
            at = next(_CONTROL.finditer(data)).start()
            message = f"found the byte 0x{data[at]:02x}, need text"
            raise WordError(first_line + data.count(b"\n", 0, at), message)
        edges = np.diff(in_word.view(np.int8), prepend=0, append=0)  # 1 where a word begins
        self._start, self._end = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        breaks = np.flatnonzero(self._text == 10)
        first = np.searchsorted(self._start, np.concatenate([[0], breaks + 1]))
        count = np.diff(first, append=len(self._start))
        kept = np.flatnonzero(count)
        self.line = kept + first_line
        self.count = count[kept]
        self._first = first[kept]

    def __len__(self) -> int:
        return len(self.line)

    def word(self, row: int, column: int) -> bytes:
        """One word."""
        k = self._first[row] + column
        return self.data[self._start[k] : self._end[k]]

    def words(self, rows: Array, column: int) -> list[bytes]:
        """The words of one column in these rows."""
        data, at = self.data, self._first[rows] + column
        spans = zip(self._start[at].tolist(), self._end[at].tolist())
        return [data[low:high] for low, high in spans]

    def table(
        self,
        names: Sequence[str],
        most: int,
        numbers: Numbers,
        *,
        words: str,
        index: str,
        last: str,
    ) -> list[Array]:
        """Columns of integers, and the numerators and denominators of the column after them.

        Parameters
        ----------
        names : sequence of str
            What the integers are called in messages; empty names are left out.
        most : int
            The most words of a line.
        words, index, last : str
            What a WordError needs of a line and of an integer, and what it calls the last column.
        """
        wrong = (self.count <= len(names)) | (self.count > most)
        if wrong.any():
            k = int(np.argmax(wrong))
            raise WordError(int(self.line[k]), f"found {self.count[k]} words, need {words}")
        columns = []
        for column, name in enumerate(names):
            value, plain = self.integers(column)
            if not plain.all():
                k = int(np.argmin(plain))
                word = shown_line(self.word(k, column))
                about = f"the {name} {word}" if name else word
                raise WordError(int(self.line[k]), f"found {about}, need {index}")
            columns.append(value)
        try:
            return [*columns, *self.numbers(len(names), numbers)]
        except WordError as error:
            raise WordError(error.line, f"{last} {error}") from None

    def integers(self, column: int) -> tuple[Array, Array]:
        """The column as int64, and which words are plain digits, 18 at most."""
        start = self._start[self._first + column]
        length = self._end[self._first + column] - start
        value = np.zeros(len(start), dtype=np.int64)
        plain = length <= _MAX_INT64_DIGITS
        for at in range(min(_MAX_INT64_DIGITS, int(length.max(initial=0)))):
            digit = self._byte(start + at) - np.uint8(48)  # wraps around: no digit is above 9
            in_word = at < length
            plain &= ~in_word | (digit <= 9)
            value = np.where(in_word, value * 10 + digit, value)  # 10 v + digit
        return value, plain

    def numbers(self, column: int, numbers: Numbers) -> tuple[Array, Array]:
        """Numerators and denominators of the column, in lowest terms.

        A WordError names the first word that is not a number.
        """
        start = self._start[self._first + column]
        length = self._end[self._first + column] - start
        mantissa = np.zeros(len(start), dtype=np.int64)
        scale = np.zeros(len(start), dtype=np.int64)
        pointed = np.zeros(len(start), dtype=bool)
        digits = np.zeros(len(start), dtype=np.int64)
        plain = length <= _MAX_INT64_DIGITS
        for at in range(min(_MAX_INT64_DIGITS, int(length.max(initial=0)))):
            byte = self._byte(start + at)
            in_word = at < length
            point = in_word & (byte == 46)
            digit = byte - np.uint8(48)
            counted = in_word & (digit <= 9)
            plain &= ~in_word | counted | (point & ~pointed)
            mantissa = np.where(counted, mantissa * 10 + digit, mantissa)  # 10 m + digit
            digits += counted
            scale += counted & pointed  # digits behind the point: the number is mantissa / 10^scale
            pointed |= point
        plain &= digits > 0
        power = 10**scale
        common = np.gcd(mantissa, power)  # the number is mantissa / power
        numerator, denominator = mantissa // common, power // common
        others = np.flatnonzero(~plain)
        if not len(others):
            return numerator, denominator
        indices = np.empty(len(others), dtype=np.int64)
        for k, row in enumerate(others.tolist()):
            try:
                indices[k] = numbers[self.word(row, column)]
            except ValueError as error:
                raise WordError(int(self.line[row]), str(error)) from None
        values = numbers.ratios().only(indices)
        if values.numerator.dtype == object:
            numerator = numerator.astype(object)
        if values.denominator.dtype == object:
            denominator = denominator.astype(object)
        numerator[others], denominator[others] = values.numerator, values.denominator
        return numerator, denominator

    def _byte(self, position: Array) -> Array:
        return self._text[np.minimum(position, len(self._text) - 1)]


class WordError(ValueError):
    """A mistake in the text of a line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


def chunks(file: IO[bytes], first_line: int, begun: bytes = b"") -> Iterator[Chunk]:
    """The rest of a file, whose next line, or `begun`, is number `first_line`.

    A WordError says where the file would take more memory than there may be.
    """
    length = min(_CHUNK_BYTES, max(_MIN_CHUNK_BYTES, memory_limit() // _MEMORY_PER_CHUNK))
    while data := begun + file.read(length):
        data += file.readline()
        try:
            require_memory(_MEMORY_PER_BYTE * len(data), "reading from here on")
        except ValueError as error:
            raise WordError(first_line, str(error)) from None
        chunk = Chunk(data, first_line)
        first_line += chunk.newlines
        begun = b""
        yield chunk
