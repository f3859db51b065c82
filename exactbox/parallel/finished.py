"""Parts that are done, kept in a folder, so that work that was interrupted is resumed.

A part is a file, named by the hash of all that its result depends on. It is written whole or not at
all, and has the SHA-256 of its bytes at its end: a file that is damaged is done again. What is read
is mapped into memory, so that it takes room only while it is looked at.
"""

from __future__ import annotations

import mmap
import os
from errno import ENOTDIR
from pathlib import Path

from exactbox.files import write

_DIGEST_BYTES = 32  # bytes of a SHA-256


def _digest(data: bytes | memoryview) -> bytes:
    import hashlib  # 3 ms, of every command

    return hashlib.sha256(data).digest()


class Finished:
    """A folder of finished parts, which is made if it is not there.

    Examples
    --------
    >>> import tempfile
    >>> parts = Finished(tempfile.mkdtemp())
    >>> parts.read("0a") is None
    True
    >>> bytes(parts.kept("0a", b"result")), bytes(parts.read("0a"))
    (b'result', b'result')
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(ENOTDIR, "need a folder", str(folder)) from None

    def read(self, key: str) -> memoryview | None:
        """The result of the part; None where it is not there, or damaged."""
        try:
            with open(self._file(key), "rb") as file:
                mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (FileNotFoundError, ValueError):  # an empty file cannot be mapped
            return None
        result = mapped[:-_DIGEST_BYTES]
        return result if _digest(result) == mapped[-_DIGEST_BYTES:] else None

    def kept(self, key: str, result: bytes) -> memoryview:
        """Keep what the part returned; the same, out of the file."""
        write(self._file(key), result + _digest(result))
        view = self.read(key)
        if view is None:
            raise OSError(f"{self._file(key)}: is not what was written")
        return view

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.part"
