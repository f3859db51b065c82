"""Files that are written whole or not at all."""

from __future__ import annotations

import gzip
import os
import tempfile
from pathlib import Path


def write(path: str | os.PathLike[str], data: bytes) -> None:
    """Write `data` to `path` whole or not at all; gzip it where the name ends in .gz.

    The bytes go to a temporary file in the same folder that then takes the name, so a full disk or
    an interrupt leaves an older file as it was.
    """
    target = Path(path)
    if target.suffix == ".gz":
        data = gzip.compress(data, compresslevel=1, mtime=0)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:  # say which file was wanted, not the temporary one
        raise OSError(error.errno, error.strerror, str(target)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
