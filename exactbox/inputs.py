"""What is read: files, pipes, and standard input, which the name ``-`` stands for.

Whether it is packed, by gzip or xz, is seen from its first bytes, whatever its name. Pipes and
standard input can be read only once and are looked at more than once (which format it is, what it
declares, the model), so what was read of them is kept.
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
from functools import lru_cache
from typing import IO, Any

from exactbox.showing import shown

NAME = "standard input"  # in messages
_PACKED = {"gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00"}  # how packed bytes begin
_DAMAGED = (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError)


def is_standard_input(path: object) -> bool:
    """Whether a name stands for standard input; a file of that name is ``./-``."""
    return isinstance(path, (str, os.PathLike)) and os.fspath(path) == "-"


def path_of(path: Any) -> str:
    """The name of a file as a text; TypeError for what is not one.

    Examples
    --------
    >>> path_of(5)
    Traceback (most recent call last):
        ...
    TypeError: found 5, need the name of a file
    """
    try:
        return os.fsdecode(path)
    except TypeError:
        raise TypeError(f"found {shown(path)}, need the name of a file") from None


def named(path: str | os.PathLike[str]) -> str:
    """What messages call a file.

    Examples
    --------
    >>> named("die.drn"), named("-")
    ('die.drn', 'standard input')
    """
    return NAME if is_standard_input(path) else path_of(path)


def standard_input() -> bytes:
    """All of standard input, unpacked where it is gzip or xz; the same when asked again.

    Raises
    ------
    ValueError
        If what is packed is damaged or cut off.
    OSError
        If it is closed, or cannot be read.
    """
    if sys.stdin is None or sys.stdin.closed:
        raise OSError(f"{NAME} is closed")
    return _all_of(sys.stdin)


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """The bytes of a file, of a pipe or of standard input, unpacked if they are packed.

    Raises
    ------
    ValueError
        While reading, if what is packed is damaged or cut off.
    OSError
        If it cannot be read.
    """
    kept = _kept(path)
    if kept is not None:
        yield io.BytesIO(kept)
        return
    with open(path, "rb") as raw:
        kind = _packing(raw.peek(8))
        try:
            yield _unpacking(kind, raw)
        except _DAMAGED as error:
            raise _damage(path_of(path), kind, error) from None


def contents(path: str | os.PathLike[str]) -> bytes:
    """All of a file, of a pipe or of standard input, as `opened` has it."""
    with opened(path) as file:
        return file.read()


def _kept(path: str | os.PathLike[str]) -> bytes | None:
    """All of standard input or of a pipe, such as ``<(...)`` in a shell; None of another file."""
    if is_standard_input(path):
        return standard_input()
    name = path_of(path)
    found = os.stat(name)
    if not stat.S_ISFIFO(found.st_mode):
        return None
    return _all_of_pipe(name, found.st_dev, found.st_ino)


@lru_cache(maxsize=4)
def _all_of_pipe(path: str, device: int, number: int) -> bytes:
    """What a pipe has: of another pipe at the same path the number is another."""
    with open(path, "rb") as file:
        return _unpacked(file.read(), path)


@lru_cache(maxsize=1)
def _all_of(stream: Any) -> bytes:
    """What a text stream has, in bytes."""
    return _unpacked(stream.buffer.read(), NAME)


def _unpacked(data: bytes, name: str) -> bytes:
    kind = _packing(data)
    try:
        return _unpacking(kind, io.BytesIO(data)).read() if kind else data
    except _DAMAGED as error:
        raise _damage(name, kind, error) from None


def _packing(start: bytes) -> str:
    """How bytes that begin so are packed; "" where they are not."""
    return next((kind for kind, magic in _PACKED.items() if start.startswith(magic)), "")


def _unpacking(kind: str, raw: IO[bytes]) -> IO[bytes]:
    """A stream that unpacks another."""
    if kind == "gzip":
        return gzip.GzipFile(fileobj=raw)  # type: ignore[return-value]
    return lzma.LZMAFile(raw) if kind else raw


def _damage(name: str, kind: str, error: Exception) -> ValueError:
    return ValueError(f"{name}: what is packed by {kind} is damaged: {error}")
