"""Output of commands: the report, its standard streams, and the files that its options name.

A command returns its report, and `exactbox.cli` prints it: as text, or with ``--json`` as one
object, from the same rows. As text, the title stands above and a row is a label and a text; in JSON
the fields of all rows are one object. Files are written before anything is printed: who reads that
may be gone by then.

Standard streams may be closed, full, in another encoding, or left by their reader. What they cannot
encode is printed with backslashes, so that no name in a model keeps an answer from being printed. A
reader that has gone (``| head -1``) has what it wanted; any other failure is told.

Files are looked at before the work, which may take hours. Why one of them could not be written is
kept in ``postponed``, so that the answer is printed all the same, and said at the end.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf
from typing import Any

from exactbox.commands.terminal.json_output import number, print_json
from exactbox.commands.terminal.progress_bar import hide
from exactbox.decimals import DIGITS
from exactbox.files import STANDARD, followed, is_regular
from exactbox.showing import Row, fact_line, one_line

_WRITING = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EBADF)  # only who writes is told so
# options of files to be written, and of those that are read
OUTPUTS = ("certificate", "policy", "sheet", "output", "plot", "findings", "vipr")
INPUTS = ("model", "files", "matrix", "right", "evaluate", "props", "file", "against", "grid")

Named = tuple[str, str]  # the option of a file, and its name
postponed: list[Exception] = []  # of files that could not be written, or were not checked


@dataclass
class Report:
    """The answer to one question, as rows; numbers in JSON have so many digits."""

    rows: Iterable[Row]
    title: str = ""  # the first line of the text
    files: list[Row] = field(default_factory=list)
    digits: int = DIGITS
    code: int = 0  # the exit code
    refusal: str = ""  # a line of the text that goes to standard error

    def fields(self) -> dict[str, Any]:
        """The report for JSON."""
        fields_of_report: dict[str, Any] = {}
        for row in self.rows:
            fields = row.fields() if callable(row.fields) else row.fields
            fields_of_report |= {key: self._value(value) for key, value in (fields or {}).items()}
        return fields_of_report | (
            {"files": [each.fields for each in self.files]} if self.files else {}
        )

    def _value(self, value: Any) -> Any:
        """The value with every number in it exact and rounded."""
        if isinstance(value, Fraction) or (isinstance(value, float) and isinf(value)):
            return number(value, self.digits)
        if isinstance(value, (list, tuple)):
            return [self._value(each) for each in value]
        if isinstance(value, Mapping):
            return {key: self._value(each) for key, each in value.items()}
        return value

    def print(self, *, as_json: bool) -> int:
        """Print it; the exit code."""
        if as_json:
            print_json(self.fields())
            return self.code
        if self.title:
            print(one_line(self.title))
        for row in (*self.rows, *self.files):
            if row.label:
                print(fact_line(row.label, str(row.text)))
            elif isinstance(row.text, str):
                print(row.text)
            else:  # lines, which are made as they are printed
                for line in (row.text() if callable(row.text) else row.text) or ():
                    print(line)
        if self.refusal:
            say(self.refusal)
        return self.code


@dataclass
class Series:
    """Reports one after the other: text as soon as it is there, JSON as one object at the end.

    It has the reports as a list under the key.
    """

    key: str
    as_json: bool
    records: list[dict[str, Any]] = field(default_factory=list)
    code: int = 0

    def add(self, report: Report) -> None:
        """Print a report, or keep it for the end."""
        self.code = max(self.code, report.code)
        if self.as_json:
            self.records.append(report.fields())
            return
        hide()  # the display: the work goes on
        report.print(as_json=False)
        print(end="", flush=True)

    def finish(self, end: Report) -> int:
        """Print the end; the greatest exit code."""
        hide()
        if self.as_json:
            print_json({self.key: self.records, **end.fields()})
        else:
            end.print(as_json=False)
        return max(self.code, end.code)


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


def require_places(
    inputs: Sequence[str], outputs: Sequence[Named], *, in_folders: bool = False
) -> None:
    """Refuse outputs that cannot be written, and those that would replace an input or each other.

    With ``in_folders`` an output may be a folder, or a pattern with ``{name}``. Two inputs that are
    standard input, and empty names, are refused as well.
    """
    if "" in inputs:
        raise ValueError("the name of an input is empty, need that of a file")
    if inputs.count(STANDARD) > 1:
        raise ValueError("two inputs are standard input, need one at most")
    claimed: dict[str, str] = {}
    for name, path in outputs:
        option = f"--{name}"
        if not path:
            raise ValueError(f"{option}: the name is empty, need that of a file")
        if in_folders and is_folder(path):
            if "{" in path and path in claimed.values():
                raise ValueError(f"{option} {path}: this is another output, need another file")
            claimed[option] = path
            continue
        _require_place(path)
        if any(_is_one(path, each, 0) for source in inputs for each in (source, *_beside(source))):
            raise ValueError(f"{option} {path}: this is an input, need another file")
        for other, taken in claimed.items():
            if path == taken == STANDARD or _is_one(path, taken, 1):
                raise ValueError(f"{option} {path}: this is also {other}, need another file")
        claimed[option] = path


def is_folder(path: str) -> bool:
    """True if a name is that of a folder, which may be made, or a pattern."""
    return "{" in path or path.endswith(os.sep) or os.path.isdir(path)


def _beside(path: str) -> list[str]:
    """The files that are read with a .tra file: of its stem, and perhaps numbered."""
    folder, last = os.path.split(path)
    stem = re.fullmatch(r"(.+)\.tra(\.gz|\.xz)?", last, re.IGNORECASE)
    if not stem or not os.path.isdir(folder or os.curdir):
        return []
    name = re.compile(rf"{re.escape(stem[1])}\d*\.(lab|sta|srew|trew)(\.gz|\.xz)?")
    return [os.path.join(folder, n) for n in os.listdir(folder or os.curdir) if name.fullmatch(n)]


def _require_place(path: str) -> None:
    """OSError where a file cannot be written, as far as that can be seen."""
    if path == STANDARD:
        if sys.stdout is None:
            raise OSError(errno.EBADF, "it is closed", "standard output")
        return
    target = followed(path)
    if isinstance(target, int):
        # those that are not inherited are this program's own
        if not _is_open(target) or not os.get_inheritable(target):
            raise _error(errno.EBADF, path)
    elif os.path.isdir(target):
        raise _error(errno.EISDIR, path)
    elif os.path.exists(target) and not os.access(target, os.W_OK):
        raise _error(errno.EACCES, path)
    elif is_regular(target):
        folder = os.path.dirname(target)
        if not os.path.isdir(folder) or not os.path.basename(target):
            raise _error(errno.ENOENT, path)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise _error(errno.EACCES, path)


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


def _is_open(descriptor: int) -> bool:
    """True if a descriptor can be written to."""
    import fcntl

    try:
        return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY
    except OSError:
        return False


def _is_one(path: str, other: str, standard: int) -> bool:
    """True if an output and another file are one, under whatever names, and not a device; the
    other's ``-`` has this descriptor."""
    a, b = _status(path, 1), _status(other, standard)
    if a is None and b is None:
        return followed(path) == followed(other)
    return a is not None and b is not None and os.path.samestat(a, b) and stat.S_ISREG(a.st_mode)


def _status(path: str, standard: int) -> os.stat_result | None:
    """The status of a file that is there."""
    try:
        return os.fstat(standard) if path == STANDARD else os.stat(path)
    except OSError:
        return None
