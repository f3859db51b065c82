"""Files that are written whole or not at all.

The problem: a file that is asked for may be there already, and a full disk, an interrupt or a
crash may come at any moment. The method: the bytes go to a temporary file in the same folder, which
takes the name once they are on the disk; a rename replaces a file at once. So every reader finds
the older file whole or the newer one whole. A `Draft` is such a file while its bytes are still
being made, or checked: it is kept, or dropped.

A rename would destroy what is not a regular file. A device, a pipe and a descriptor
(``/dev/stdout``, ``/dev/fd/3``) are therefore written through, a symbolic link is followed, and
``-`` is standard output. A file that is replaced keeps its permission bits, and its owner where
that is allowed; a second hard link to it keeps the older content.

Who is killed leaves the temporary file behind, and the next one that writes the same file removes
it. Whose writer lives is locked (flock), which ends with its process, however that ends. Between
the making of a file and its lock it may be taken for one that was left; so a writer that has the
lock looks whether its file is still there, and else makes another.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import partial
from typing import Any

STANDARD = "-"  # standard output's name

_WRITE_BYTES = 1 << 20  # of one write: an interrupt is heeded between two
_MAX_SPOOL_BYTES = 1 << 24  # that are held in memory
_COMPRESSION_LEVEL = 1  # of 60 MB gzip leaves 55 % in 0.6 s; xz 2 % less than that in 8 s
_MAX_LINKS = 40  # that are followed, as Linux does
_RANDOM_BYTES = 8  # in a temporary file's name, so that no two have one
_STEM_LENGTH = 40  # characters of a file's name in its temporary one: names have at most 255 bytes
_DESCRIPTORS = re.compile(r"/proc/(\d+)(?:/task/\d+)?/fd|/dev/fd")

_standard_output: Any = None  # while what is printed goes elsewhere
_tell: Callable[[str], None] | None = None


class Draft:
    """A file that is being written, and takes its name when it is kept.

    It is packed where the name ends in .gz or .xz. What goes wrong is remembered: nothing more is
    written, and `require` and `keep` raise it. As a context it is dropped at the end unless it has
    been kept. What is not a regular file gets all of it when it is kept, and until then it is in
    memory, or in a temporary file in the folder ``TMPDIR``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "a.json"
    >>> with Draft(file) as draft:
    ...     draft.put(b"{")
    ...     draft.put(b"}")
    ...     draft.keep()
    >>> file.read_bytes()
    b'{}'
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = os.fsdecode(path)
        self._compressor = _compressor(self.name)
        self._target: str | int = self.name  # a path, or a descriptor
        self._temporary = ""  # the regular file's
        # its descriptor, and a second one, which has it locked until it has its name
        self._descriptors: list[int] = []
        self._spool: Any = None  # in place of it
        self._error: OSError | None = None
        self._whole = False  # whether all pieces that were to pass have been put
        try:
            if self.name != STANDARD:
                self._target = followed(self.name)
                if isinstance(self._target, str) and is_regular(self._target):
                    self._begin(self._target)
                    return
            # `drop` closes it
            self._spool = tempfile.SpooledTemporaryFile(_MAX_SPOOL_BYTES)  # noqa: SIM115
        except OSError as error:
            self._fail(error)
        except BaseException:
            self.drop()
            raise

    def __enter__(self) -> Draft:
        return self

    def __exit__(self, *_: object) -> None:
        self.drop()

    def put(self, piece: bytes) -> None:
        """Write these bytes next; an interrupt is heeded after each megabyte."""
        if self._error is None:
            try:
                pack = self._compressor
                self._put(piece if pack is None else pack.compress(piece))
            except OSError as error:
                self._fail(error)

    def passing(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield each piece when it has been put."""
        for piece in pieces:
            self.put(piece)
            yield piece
        self._whole = True

    def require(self) -> None:
        """OSError, with the file's name, if something has gone wrong."""
        if self._error is not None:
            raise self._error

    def keep(self) -> None:
        """The file is whole: have it take its name.

        An OSError says that something has gone wrong, now or before; an older file is as it was.
        """
        self.require()
        try:
            if self._compressor is not None:
                self._put(self._compressor.flush())
            if self._spool is None:
                os.fsync(self._descriptors[0])
                os.close(self._descriptors.pop(0))
                os.replace(self._temporary, str(self._target))
                self._temporary = ""
            else:
                self._write_through()
        except OSError as error:
            self._fail(error)
        finally:
            self.drop()
        self.require()

    def set_aside(self, suffix: str) -> str:
        """Have a file whose pieces have all passed take its name with this suffix; that name.

        It is empty, and nothing is written, where pieces are missing, and for what is not a regular
        file.
        """
        if not self._whole or not isinstance(self._target, str) or self._spool is not None:
            return ""
        name = self._target if os.path.islink(self.name) else self.name
        self._target += suffix
        self.keep()
        return name + suffix

    def drop(self) -> None:
        """Remove what was written, if it has not been kept."""
        spool, self._spool = self._spool, None
        if spool is not None:
            spool.close()
        temporary, self._temporary = self._temporary, ""
        try:
            if temporary:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
        finally:
            while self._descriptors:
                with suppress(OSError):
                    os.close(self._descriptors.pop())

    def _begin(self, target: str) -> None:
        """Open the temporary file that a regular one is replaced by."""
        try:
            old = os.stat(target)
        except FileNotFoundError:
            old = None
        if old is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        folder, last = os.path.split(target)
        start = f".{last[:_STEM_LENGTH]}."
        _remove_leftovers(folder, start)
        while not self._descriptors:
            name = os.path.join(folder, f"{start}{os.urandom(_RANDOM_BYTES).hex()}")
            if _tell is not None:
                _tell(name)
            self._temporary = name
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            self._descriptors = [file]
            self._descriptors.append(os.dup(file))
            if _lock(file, wait=True) and not os.fstat(file).st_nlink:
                # another process has removed it before it was locked
                while self._descriptors:
                    os.close(self._descriptors.pop())
        if old is not None:
            with suppress(OSError):  # only root may give files away
                os.chown(self._temporary, old.st_uid, old.st_gid)
            os.chmod(self._temporary, stat.S_IMODE(old.st_mode))

    def _put(self, data: bytes) -> None:
        if self._spool is None:
            _put(self._descriptors[0], data)
        else:
            self._spool.write(data)

    def _write_through(self) -> None:
        """Standard output, a descriptor, a device or a pipe, which stays what it is."""
        self._spool.seek(0)
        pieces = iter(partial(self._spool.read, _WRITE_BYTES), b"")
        if self.name == STANDARD:
            _print(pieces)
            return
        descriptor = self._target
        if isinstance(descriptor, int):
            with suppress(AttributeError):  # standard output may be closed
                sys.stdout.flush()
        else:
            descriptor = os.open(descriptor, os.O_WRONLY | getattr(os, "O_NOCTTY", 0))
        try:
            for piece in pieces:
                _put(descriptor, piece)
        finally:
            if descriptor != self._target:
                os.close(descriptor)

    def _fail(self, error: OSError) -> None:
        """Remember it, and that the file is the one of which it speaks."""
        self.drop()
        name = "standard output" if self.name == STANDARD else self.name
        number, reason = error.errno or errno.EIO, error.strerror or str(error)
        self._error = OSError(number, reason, name)


def write(path: str | os.PathLike[str], data: bytes | Iterable[bytes]) -> None:
    """Write `data`, or its pieces, to `path` whole or not at all; packed if it ends in .gz or .xz.

    ``-`` is standard output. Links are followed, and what is there and is not a regular file is
    written through, when all of it is there. An OSError has the file's name; an older file is as it
    was.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "a.json"
    >>> write(file, b"{}")
    >>> file.read_bytes(), len(list(file.parent.iterdir()))
    (b'{}', 1)
    """
    with Draft(path) as draft:
        for piece in (data,) if isinstance(data, bytes) else data:
            draft.put(piece)
            draft.require()
        draft.keep()


def followed(name: str) -> str | int:
    """The path, not a symbolic link, or the descriptor of this process to which a name leads.

    An OSError says that links form a cycle, or that the current folder has been removed.
    """
    path = name
    for _ in range(_MAX_LINKS):
        folder, last = os.path.split(path)
        try:
            folder = os.path.realpath(folder or os.curdir)
        except FileNotFoundError as error:
            raise FileNotFoundError(error.errno, error.strerror, name) from None
        match = _DESCRIPTORS.fullmatch(folder)
        if match and last.isdecimal() and match[1] in (None, str(os.getpid())):
            return int(last)
        path = os.path.join(folder, last)
        if folder.startswith("/proc/") or not os.path.islink(path):
            return path
        path = os.path.join(folder, os.readlink(path))
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name)


def is_regular(path: str) -> bool:
    """True where a rename may replace the path: a regular file, or none yet."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return True
    return stat.S_ISREG(mode) and not path.startswith("/proc/")


@contextmanager
def standard_output_for_files() -> Iterator[None]:
    """Standard output has what is written to ``-`` alone: prints go to standard error."""
    global _standard_output
    before, _standard_output = _standard_output, sys.stdout
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _standard_output = before


def tell_temporaries(tell: Callable[[str], None] | None) -> None:
    """Have `tell` called with the path of each temporary file, before that is there.

    Who is told can remove it where this process is killed.
    """
    global _tell
    _tell = tell


def _print(pieces: Iterable[bytes]) -> None:
    """All bytes to standard output."""
    stream = sys.stdout if _standard_output is None else _standard_output
    if stream is None:
        raise OSError(errno.EBADF, "it is closed")
    if hasattr(stream, "buffer"):
        stream.flush()
        for piece in pieces:
            stream.buffer.write(piece)
    else:  # a notebook's
        stream.write(b"".join(pieces).decode())
    stream.flush()


def _lock(descriptor: int, wait: bool) -> bool:
    """Lock a file for this process; False where another has it locked, or none can."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except (ImportError, OSError):
        return False
    return True


def _remove_leftovers(folder: str, start: str) -> None:
    """Remove the temporary files whose names start so and whose writers have ended."""
    form = re.compile(rf"{re.escape(start)}[0-9a-f]{{{2 * _RANDOM_BYTES}}}")
    with suppress(OSError):  # they may not be listed, or not be removed
        for name in filter(form.fullmatch, os.listdir(folder or os.curdir)):
            path = os.path.join(folder, name)
            try:
                file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            except OSError:  # it has gone, or is another's
                continue
            try:
                if stat.S_ISREG(os.fstat(file).st_mode) and _lock(file, wait=False):
                    os.unlink(path)
            finally:
                os.close(file)


def _compressor(name: str) -> Any:
    """The compressor of zlib or lzma for a file of this name; None for a plain one."""
    if name.lower().endswith(".gz"):
        import zlib

        gzip_format = zlib.MAX_WBITS | 16
        return zlib.compressobj(_COMPRESSION_LEVEL, zlib.DEFLATED, gzip_format)
    if name.lower().endswith(".xz"):
        import lzma

        return lzma.LZMACompressor(preset=_COMPRESSION_LEVEL)
    return None


def _put(descriptor: int, data: bytes) -> None:
    """All bytes, in pieces."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest[:_WRITE_BYTES]) :]
