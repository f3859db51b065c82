"""The standard streams of a command: they may be closed, full, in another encoding, or left by
their reader.

What they cannot encode is printed with backslashes, so that no name in a model keeps an answer
from being printed. A reader that has gone (``| head -1``) has what it wanted; any other failure is
told.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from exactbox.showing import one_line

_WRITING = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EBADF)  # only who writes is told so


def prepare() -> None:
    """Have the streams take every character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


class Patient:
    """A stream that goes on when its reader has gone: there are files to write."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._is_left = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or drop, the text."""
        self._unless_left(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        """Flush what is not dropped."""
        self._unless_left(self._stream.flush)

    def _unless_left(self, work: Callable[[], object]) -> None:
        if not self._is_left:
            try:
                work()
            except BrokenPipeError:
                self._is_left = True
                _drop(self._stream)


def fill_closed() -> None:
    """Open the null device where a standard stream is closed.

    The next file would get the stream's number, and what a library prints would go into that file.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def say(text: str) -> None:
    """A line on standard error; nowhere where that is closed, as ``print`` would not have it.

    A name in it may have line breaks and what a terminal obeys: they are escaped.
    """
    if sys.stderr is None:
        return
    with suppress(OSError, ValueError):
        print(one_line(text), file=sys.stderr, flush=True)


def finish() -> str:
    """Flush both; why what was printed has not arrived, or "". What is left is dropped."""
    why = ""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError as error:
            _drop(stream)
            if stream is sys.stdout and not isinstance(error, BrokenPipeError):
                why = error.strerror or str(error)
    return why


def why_not_printed(error: Exception) -> str:
    """The reason why printing failed, of an error that may be one of printing, or ""."""
    if not isinstance(error, OSError) or error.filename is not None:
        return ""
    why = finish()  # what could not be written is tried again
    return error.strerror or str(error) if error.errno in _WRITING else why


def _drop(stream: Any) -> None:
    """Nothing more can be written there, now or at the program's end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError):  # it has no descriptor
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
