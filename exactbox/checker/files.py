"""The bytes of files, which may be hostile: pipes, packed bombs, noise without end.

A file that is packed has the budget of one that is WARRANTED times as long, or of what it unpacks
to, if that is less; and a check reads no more of it than fits into that budget's memory.
"""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from .reading import MalformedCertificate, check_opening

Source = str | os.PathLike[str] | bytes | Iterator[bytes] | None

MAX_BYTES = 1 << 30  # of a certificate, uncompressed
# units of work, of about a nanosecond, that the fast checker gives a file, and more for each byte;
# the double shutter for two, 20 MB, takes 10.6 * 10^9
WORK, WORK_PER_BYTE = 4 * 10**9, 400
PIECE = 1 << 20
WARRANTED = 8  # bytes for each that is packed; a proof has 2 to 6.5
UNPACKED, UNPACKED_PER_BYTE = 128 << 20, 24  # at most; of one long token 4 copies are made
XZ_MEMORY = 100 << 20  # of what unpacks xz: what `xz -9` packs takes 65 MiB


class GaveUp(Exception):
    """To check this would take more time, work or memory than it gets."""


class Pieces:
    """The bytes of a file, of standard input (None), or as they are given, in pieces.

    `size` is how many they are, `packed` how many have been read of a file that is packed.
    """

    def __init__(self, source: Source, max_bytes: int) -> None:
        self.source, self.max_bytes = source, max_bytes
        self.take: Any = None  # what reads the file, if it is packed
        self.size = self.packed = 0

    @property
    def warranted(self) -> int:
        """The bytes whose budget a check gets: at most some for each packed one."""
        return min(self.size, WARRANTED * self.packed) if self.take else self.size

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces():
            self.size += len(piece)
            if self.size > self.max_bytes:
                raise GaveUp(f"larger than {self.max_bytes} bytes (see --max-bytes)")
            if self.take and self.size > UNPACKED + UNPACKED_PER_BYTE * self.packed:
                most = f"{UNPACKED} bytes and {UNPACKED_PER_BYTE} for each of its own"
                raise GaveUp(f"it unpacks to more than {most}")
            yield piece

    def _pieces(self) -> Iterator[bytes]:
        source = self.source
        if isinstance(source, bytes):
            yield from (source[i : i + PIECE] for i in range(0, len(source), PIECE))
        elif isinstance(source, Iterator):
            yield from source
        elif source is not None:
            with open(_opened(os.fsdecode(source)), "rb") as file:
                yield from self._unpacked(file)
        elif sys.stdin is None:
            raise MalformedCertificate("standard input is closed")
        else:
            yield from self._unpacked(sys.stdin.buffer)

    def _unpacked(self, file: Any) -> Iterator[bytes]:
        """The bytes of a file, unpacked if it begins as what gzip or xz has packed."""
        first = file.peek(1)[:1]
        if first in (b"\xfd", b"\x1f"):
            self.take, file = file.read, self
        if first == b"\x1f":
            file = gzip.GzipFile(fileobj=file)
        parts = _unpacked_xz(file) if first == b"\xfd" else iter(partial(file.read, PIECE), b"")
        try:
            opening = next(parts, b"")
            check_opening(opening)  # noise without end stops here
            yield opening
            yield from parts
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise MalformedCertificate(f"not a gzip file: {error}") from None

    def read(self, size: int = -1) -> bytes:
        """Some bytes of a file that is packed."""
        packed: bytes = self.take(size)
        self.packed += len(packed)
        return packed


def check_end(raw: bytes | bytearray) -> None:
    """No newline follows, which `canonical` would not take; who has one is told what to do."""
    if more := len(raw[-2:]) - len(raw[-2:].rstrip(b"\r\n")):
        added = "a newline follows the certificate, as mail and editors add it: take off the last"
        last = "byte" if more == 1 else f"{more} bytes"
        raise MalformedCertificate(f"{added} {last} (unpacked, head -c -{more} FILE)")


def _opened(path: str) -> int:
    """The descriptor of a regular file."""
    if "\0" in path:
        raise MalformedCertificate("not a file name")
    # a pipe without a writer is opened without waiting, and then refused
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise MalformedCertificate("not a regular file")
    return descriptor


def _unpacked_xz(file: Any) -> Iterator[bytes]:
    """Unpack one stream of xz, and nothing after it."""
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
