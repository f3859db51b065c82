"""Numerators that stay bytes until somebody looks at them.

Workers return long integers as bytes, and what was returned is handed on to other workers, written
to a file or mapped from one without being read. `EncodedRows` is what `ExactMatrix.numerators` is
then: rows of integers which are decoded whenever they are asked for, and kept by nobody.

An integer of L bytes is its two's complement, least significant byte first, with a bit for the
sign. Bytes beyond a quarter of the memory that may be used go to a file without a name, in the
folder for temporary files (``TMPDIR`` says which), and it ends with the rows.

Symbols: entry (i, j) is ``parts[part[i, j]][begin[i, j] : begin[i, j] + length[i, j]]``, and part 0
is the file.
"""

from __future__ import annotations

import mmap
import tempfile
import weakref
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.parallel import memory_limit

Array = np.ndarray[Any, Any]

_MEMORY_DIVISOR = 4  # of the memory: as much of it as numerators may take before they go to a file
# Files of finished parts that stay mapped: of 1,024 that a process may have open
_MAX_MAPPED_FILES = 200
_UNKNOWN = -1


def encode(values: Iterable[fmpz]) -> list[bytes]:
    """Each integer as bytes."""
    integers = map(int, values)
    return [e.to_bytes((e.bit_length() >> 3) + 1, "little", signed=True) for e in integers]


def decode(data: bytes | memoryview) -> fmpz:
    """The integer of these bytes."""
    return fmpz(int.from_bytes(data, "little", signed=True))


def decoded(lengths: Array, data: bytes | memoryview) -> list[fmpz]:
    """The integers that stand one after the other, so many bytes each."""
    ends = np.cumsum(lengths).tolist()
    return [decode(data[low:high]) for low, high in zip([0, *ends], ends, strict=False)]


def key_bytes(values: Iterable[fmpz]) -> bytes:
    """A key of these integers: how many, how long each is, and their bytes.

    Examples
    --------
    >>> key_bytes([fmpz(1), fmpz(256)]) == key_bytes([fmpz(1), fmpz(256)]) != key_bytes([fmpz(1)])
    True
    """
    parts = encode(values)
    lengths = np.array([len(parts), *map(len, parts)], dtype="<i8")
    return lengths.tobytes() + b"".join(parts)


class EncodedRows(Sequence[Sequence[fmpz]]):
    """Rows of integers as bytes, none at first; they are decoded, entry by entry, when looked at.

    Examples
    --------
    >>> rows = EncodedRows(2, 1)
    >>> rows.put([0, 1], slice(None), encode([fmpz(-7), fmpz(1000)]))
    >>> [list(row) for row in rows], rows[-1][0]
    ([[-7], [1000]], 1000)
    """

    __slots__ = ("_begin", "_file", "_free_bytes", "_length", "_maps_left", "_part", "_parts")

    def __init__(self, rows: int, columns: int) -> None:
        self._file = _File()
        self._parts: list[Any] = [self._file]
        self._part: Array = np.full((rows, columns), _UNKNOWN, dtype=np.int32)
        self._begin: Array = np.zeros((rows, columns), dtype=np.int64)
        self._length: Array = np.zeros((rows, columns), dtype=np.int64)
        self._free_bytes: int | None = None  # bytes of memory; it takes 0.3 ms to find out how many
        self._maps_left = _MAX_MAPPED_FILES

    def put(self, rows: Any, columns: slice, values: Sequence[bytes]) -> None:
        """Encoded integers as the entries in these rows and columns, row by row."""
        self.put_joined(rows, columns, np.array(list(map(len, values))), b"".join(values))

    def put_joined(self, rows: Any, columns: slice, lengths: Array, data: Any) -> None:
        """Put integers whose bytes stand one after the other in `data`, so many each."""
        shape = self._part[rows, columns].shape
        ends = np.cumsum(lengths)
        part, start = self._stored(memoryview(data))
        self._part[rows, columns] = part
        self._begin[rows, columns] = start + (ends - lengths).reshape(shape)
        self._length[rows, columns] = lengths.reshape(shape)

    def _stored(self, data: memoryview) -> tuple[int, int]:
        """The part in which these bytes are from now on, and where they begin there."""
        if isinstance(data.obj, mmap.mmap) and self._maps_left:
            self._maps_left -= 1
        else:
            if self._free_bytes is None:
                self._free_bytes = memory_limit() // _MEMORY_DIVISOR
            if len(data) > self._free_bytes:
                return 0, self._file.append(data)
            self._free_bytes -= len(data)
            if isinstance(data.obj, mmap.mmap):
                data = memoryview(bytes(data))
        self._parts.append(data)
        return len(self._parts) - 1, 0

    def taken(self, rows: Array, columns: slice) -> tuple[Array, bytes]:
        """The lengths in bytes of these entries, row by row, and all their bytes."""
        part, begin, length = (
            e[rows, columns].ravel() for e in (self._part, self._begin, self._length)
        )
        end = begin + length
        # entries that stand one after the other are copied together
        new = np.ones(len(part), dtype=bool)
        new[1:] = (part[1:] != part[:-1]) | (begin[1:] != end[:-1])
        first = np.flatnonzero(new)
        last = np.append(first[1:], len(part))[: len(first)] - 1
        runs = zip(part[first].tolist(), begin[first].tolist(), end[last].tolist(), strict=True)
        return length, b"".join([self._parts[k][low:high] for k, low, high in runs])

    def size(self, rows: Any) -> int:
        """The number of bytes of the rows that have been put."""
        return int(self._length[rows].sum())

    def unknown(self, rows: Array) -> Array:
        """The rows that have not been put."""
        missing: Array = rows[(self._part[rows] == _UNKNOWN).any(axis=1)]
        return missing

    def chosen(self, rows: Sequence[int] | Array) -> EncodedRows:
        """These rows, in this order."""
        selection = EncodedRows(0, 0)
        selection._file, selection._parts = self._file, self._parts
        at = np.asarray(rows, dtype=np.int64)
        selection._part, selection._begin, selection._length = (
            e[at] for e in (self._part, self._begin, self._length)
        )
        return selection

    def after(self, first: Sequence[Sequence[fmpz]]) -> EncodedRows:
        """The rows `first`, and then these."""
        count, columns = len(first), self._part.shape[1]
        joined = EncodedRows(count + len(self), columns)
        joined._file, joined._parts = self._file, list(self._parts)
        joined._part[count:], joined._begin[count:] = self._part, self._begin
        joined._length[count:] = self._length
        joined.put(slice(count), slice(None), encode(e for row in first for e in row))
        return joined

    def __len__(self) -> int:
        return len(self._part)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return self.chosen(range(len(self))[i])
        return _Row(self, range(len(self))[i])

    def __iter__(self) -> Iterator[Sequence[fmpz]]:
        return (_Row(self, i) for i in range(len(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        lengths, data = self.taken(np.arange(len(self)), slice(None))
        return _joined, (*self._part.shape, lengths, data)

    def entry(self, i: int, j: int) -> fmpz:
        """Entry (i, j)."""
        low = int(self._begin[i, j])
        return decode(self._parts[self._part[i, j]][low : low + int(self._length[i, j])])

    @property
    def columns(self) -> int:
        """The length of a row."""
        return int(self._part.shape[1])


class _Row(Sequence[fmpz]):
    """One row."""

    __slots__ = ("_i", "_rows")

    def __init__(self, rows: EncodedRows, i: int) -> None:
        self._rows, self._i = rows, i

    def __len__(self) -> int:
        return self._rows.columns

    def __getitem__(self, j: Any) -> Any:
        if isinstance(j, slice):
            return tuple(self[k] for k in range(len(self))[j])
        return self._rows.entry(self._i, range(len(self))[j])

    def __iter__(self) -> Iterator[fmpz]:
        return (self._rows.entry(self._i, j) for j in range(len(self)))


def _joined(rows: int, columns: int, lengths: Array, data: bytes) -> EncodedRows:
    """Out of what was pickled."""
    encoded = EncodedRows(rows, columns)
    encoded.put_joined(slice(None), slice(None), lengths, data)
    return encoded


class _File:
    """Bytes in a file that nobody else sees, made when there are some."""

    def __init__(self) -> None:
        self._file: Any = None
        self._size, self._lock = 0, Lock()

    def append(self, data: memoryview) -> int:
        """The place where these bytes begin now."""
        with self._lock:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
                weakref.finalize(self, self._file.close)
            start = self._size
            self._file.seek(start)
            while data:
                data = data[self._file.write(data) :]
            self._size = self._file.tell()
        return start

    def __getitem__(self, span: slice) -> bytes:
        with self._lock:
            self._file.seek(span.start)
            data: bytes = self._file.read(span.stop - span.start)
        return data
