"""The bytes of files, which may be hostile: pipes, packed bombs, noise without end."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from .reading import GaveUp, MalformedCertificate, check_opening

Source = str | os.PathLike[str] | bytes | Iterator[bytes] | None

MAX_BYTES = 1 << 30  # of a certificate, uncompressed
# units of work, of about a nanosecond, that the fast checker gives a file, and more for each byte;
# the double shutter for two, 20 MB, takes 10.6 * 10^9
WORK, WORK_PER_BYTE = 4 * 10**9, 400
PIECE = 1 << 20
XZ_MEMORY = 100 << 20  # of what unpacks xz: what `xz -9` packs takes 65 MiB


def pieces(source: Source, max_bytes: int) -> Iterator[bytes]:
    """The bytes of a file, of standard input (None), or as they are given, in pieces."""
    size = 0
    for piece in _pieces(source):
        size += len(piece)
        if size > max_bytes:
            raise GaveUp(f"larger than {max_bytes} bytes (see --max-bytes)")
        yield piece


def _pieces(source: Source) -> Iterator[bytes]:
    if isinstance(source, bytes):
        return (source[i : i + PIECE] for i in range(0, len(source), PIECE))
    if isinstance(source, Iterator):
        return source
    if source is None:
        if sys.stdin is None:
            raise MalformedCertificate("standard input is closed")
        return _unpacked(sys.stdin.buffer)
    return _of_file(os.fsdecode(source))


def _of_file(path: str) -> Iterator[bytes]:
    if "\0" in path:
        raise MalformedCertificate("not a file name")
    # a pipe without a writer is opened without waiting, and then refused
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise MalformedCertificate("not a regular file")
    with open(descriptor, "rb") as file:
        yield from _unpacked(file)


def _unpacked(file: Any) -> Iterator[bytes]:
    """The bytes of a file, unpacked if it begins as what gzip or xz has packed."""
    first = file.peek(1)[:1]
    if first == b"\xfd":
        parts = _unpacked_xz(file)
    else:
        file = gzip.GzipFile(fileobj=file) if first == b"\x1f" else file
        parts = iter(partial(file.read, PIECE), b"")
    try:
        opening = next(parts, b"")
        check_opening(opening)  # noise without end stops here
        yield opening
        yield from parts
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise MalformedCertificate(f"not a gzip file: {error}") from None


def _unpacked_xz(file: Any) -> Iterator[bytes]:
    """What one stream of xz has, and nothing after it."""
    import lzma  # which not every Python has

    stream = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)
    try:
        while not stream.eof:
            packed = file.read(PIECE) if stream.needs_input else b""
            if stream.needs_input and not packed:
                raise lzma.LZMAError("it ends too early")
            yield stream.decompress(packed, PIECE)
    except lzma.LZMAError as error:
        raise MalformedCertificate(f"not an xz file: {error}") from None
    if stream.unused_data or file.read(1):
        raise MalformedCertificate("not an xz file: bytes follow its end")
