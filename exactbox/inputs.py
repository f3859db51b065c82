"""Inputs: files, pipes, and standard input, which the name ``-`` stands for.

What a name stands for is asked once (`input_of`) and passed on as an `Input`, which is itself a
path. Whether it is packed, by gzip or xz, is seen from its first bytes, whatever its name. Pipes
and standard input can be read only once and are looked at more than once (which format it is, what
it declares, the model), so what was read of them is kept.

A device has no end, and a packed file may be a thousand times as long unpacked. So while anything
but a short file is read the memory of this process is measured (`_Measured`), and what would take
more than it may have (`exactbox.parallel.memory_limit`) is refused. Who makes much of few bytes, as
every reader of JSON does, asks `exactbox.parallel.require_memory` first.
"""

from __future__ import annotations

import gzip
import io
import lzma
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from typing import IO, Any

from exactbox.parallel import require_memory, require_within_limit
from exactbox.parallel.memory import used_memory
from exactbox.showing import show

PathLike = str | os.PathLike[str]

NAME = "standard input"  # in messages
_PACKED = {"gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}  # how packed bytes begin
_COMPRESSED = (".gz", ".xz")
_READ_BYTES = 1 << 20  # that are read at once
_MEASURE_BYTES = 1 << 24  # that are read between two measurements of the memory
# Bytes of memory for a word of a file (a number, a bracket of JSON) until it is in a matrix or a
# model. Of 2,000,000 numbers, shortest and longest: CSV 97 and 193, MatrixMarket 100 and 185, JSON
# 137 and 174; of a model in JSON 168.
_BYTES_PER_WORD = 150.0
_DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError)


@dataclass(frozen=True)
class Input(os.PathLike[str]):
    """A file, a pipe or standard input, as its name says it."""

    path: str
    name: str  # in messages
    suffix: str  # of the path, in lower case, without that of a compression
    is_standard: bool
    format: str = ""  # of the model that it holds, once that is known (`formats.recognition`)

    def __fspath__(self) -> str:
        return self.path


def input_of(path: Any) -> Input:
    """The input of a name; a file that is called ``-`` is ``./-``. TypeError if it is no name.

    Examples
    --------
    >>> input_of("die.drn.gz").suffix, input_of("-").name
    ('.drn', 'standard input')
    >>> input_of(5)
    Traceback (most recent call last):
        ...
    TypeError: found 5, need the name of a file
    """
    if isinstance(path, Input):
        return path
    try:
        text = os.fsdecode(path)
    except TypeError:
        raise TypeError(f"found {show(path)}, need the name of a file") from None
    file, standard = PurePath(text), os.fspath(path) == "-"
    if file.suffix.lower() in _COMPRESSED:
        file = file.with_suffix("")
    return Input(text, NAME if standard else text, file.suffix.lower(), standard)


def named(path: PathLike) -> str:
    """The name of a file in messages.

    Examples
    --------
    >>> named("die.drn"), named("-")
    ('die.drn', 'standard input')
    """
    return input_of(path).name


def standard_input() -> bytes:
    """All of standard input, unpacked where it is gzip or xz; the same when asked again.

    A ValueError says that what is packed is damaged or cut off.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise OSError(f"{NAME} is closed")
    return _all_of(sys.stdin)


@contextmanager
def opened(path: PathLike) -> Iterator[IO[bytes]]:
    """The bytes of a file, of a pipe or of standard input, unpacked if they are packed.

    While reading, a ValueError says that what is packed is damaged or cut off.
    """
    source = input_of(path)
    about = None if source.is_standard else os.stat(source.path)
    if about is None or stat.S_ISFIFO(about.st_mode):
        # such as <(...) in a shell: it can be read only once
        data = (
            standard_input()
            if about is None
            else _all_of_pipe(source.path, about.st_dev, about.st_ino)
        )
        yield io.BytesIO(data)
        return
    with open(source.path, "rb") as raw:
        kind = _packing(raw.peek(8))
        # a short file; those of the system say that they are empty, and may be anything
        if not kind and stat.S_ISREG(about.st_mode) and 0 < about.st_size < _MEASURE_BYTES:
            yield raw
            return
        try:
            yield io.BufferedReader(_Measured(_unpacking(kind, raw), source.path), _READ_BYTES)
        except _DAMAGED as error:
            raise _damage(source.path, kind, error) from None


def is_plain(path: PathLike) -> bool:
    """True where `opened` has the bytes that are on the disk: neither packed nor of a pipe."""
    source = input_of(path)
    if source.is_standard or stat.S_ISFIFO(os.stat(source.path).st_mode):
        return False
    with open(source.path, "rb") as raw:
        return not _packing(raw.peek(8))


def contents(path: PathLike) -> bytes:
    """All of a file, of a pipe or of standard input, as `opened` has it."""
    with opened(path) as file:
        return file.read()


def require_memory_for_words(words: int, path: PathLike) -> None:
    """ValueError if so many words of a file would take more memory than this process may have."""
    require_memory(
        _BYTES_PER_WORD * words, f"{named(path)}: reading its {words:,} numbers and words"
    )


def require_memory_for_json(text: str | bytes, path: PathLike) -> None:
    """ValueError if so long a text in JSON would take more memory than this process may have.

    A word stands before each comma and after each bracket.
    """
    marks = ",[{:" if isinstance(text, str) else (b",", b"[", b"{", b":")
    words = sum(text.count(mark) for mark in marks)  # type: ignore[arg-type, misc]
    require_memory_for_words(words, path)


@lru_cache(maxsize=4)
def _all_of_pipe(path: str, device: int, number: int) -> bytes:
    """The bytes of a pipe; another pipe at the same path has another number."""
    with open(path, "rb") as file:
        return _unpacked(_Measured(file, path).readall(), path)


@lru_cache(maxsize=1)
def _all_of(stream: Any) -> bytes:
    """The bytes of a text stream."""
    return _unpacked(_Measured(stream.buffer, NAME).readall(), NAME)


class _Measured(io.RawIOBase):
    """A stream that is read until this process has all the memory that it may have."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream, self._name = stream, name
        self._read, self._next = 0, _MEASURE_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes; a ValueError if what was made of earlier ones takes too much memory."""
        count: int = self._stream.readinto(buffer)  # type: ignore[attr-defined]
        self._read += count
        if self._read >= self._next:
            self._next = self._read + _MEASURE_BYTES
            require_within_limit(used_memory(), self._about)
        return count

    def readall(self) -> bytes:
        """Read all; a ValueError, early if the length is known, if that takes too much memory."""
        if isinstance(self._stream, io.BufferedReader):
            about = os.fstat(self._stream.fileno())
            require_memory(about.st_size if stat.S_ISREG(about.st_mode) else 0, self._about)
        data = io.BytesIO()
        while piece := self.read(_READ_BYTES):
            data.write(piece)
        return data.getvalue()

    @property
    def _about(self) -> str:
        return f"{self._name}: reading it"


def _unpacked(data: bytes, name: str) -> bytes:
    kind = _packing(data)
    try:
        if not kind:
            return data
        return _Measured(_unpacking(kind, io.BytesIO(data)), name).readall()
    except _DAMAGED as error:
        raise _damage(name, kind, error) from None


def _packing(start: bytes) -> str:
    """The compression of bytes that begin so; "" where there is none."""
    return next((kind for kind, magic in _PACKED.items() if start.startswith(magic)), "")


def _unpacking(kind: str, raw: IO[bytes]) -> IO[bytes]:
    """A stream that unpacks another."""
    if kind == "gzip":
        return gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
    return lzma.LZMAFile(raw) if kind else raw


def _damage(name: str, kind: str, error: Exception) -> ValueError:
    return ValueError(f"{name}: what is packed by {kind} is damaged: {error}")
