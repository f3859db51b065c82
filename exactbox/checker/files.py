"""The bytes of files, which may be hostile: pipes, packed bombs, noise without end."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from typing import Any

from .budget import GaveUp
from .reading import MalformedCertificate, check_opening

MAX_BYTES = 1 << 30  # of a certificate, uncompressed


def read_file(source: str | os.PathLike[str] | None, max_bytes: int) -> bytearray:
    """The bytes of a file, or of standard input (None), unpacked if they are gzipped."""
    if source is None:
        if sys.stdin is None:
            raise MalformedCertificate("standard input is closed")
        return _unpacked(sys.stdin.buffer, max_bytes)
    path = os.fsdecode(source)
    if "\0" in path:
        raise MalformedCertificate("not a file name")
    # a pipe without a writer is opened without waiting, and then refused
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise MalformedCertificate("not a regular file")
    with open(descriptor, "rb") as file:
        return _unpacked(file, max_bytes)


def _unpacked(file: Any, max_bytes: int) -> bytearray:
    """All bytes, at most max_bytes of them."""
    raw = bytearray()
    if file.peek(2)[:2] == b"\x1f\x8b":
        file = gzip.GzipFile(fileobj=file)
    try:
        while part := file.read(1 << 20):
            raw += part
            check_opening(raw)  # noise without end stops here
            if len(raw) > max_bytes:
                raise GaveUp(f"larger than {max_bytes} bytes (see --max-bytes)")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise MalformedCertificate(f"not a gzip file: {error}") from None
    return raw
