"""Files of lines: named in errors with the line, and written, packed where their names say so."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from exactbox.inputs import (
    PathLike,
    contents,
    is_plain,
    named,
    require_memory_for_json,
)


@contextmanager
def on_disk(path: PathLike) -> Iterator[str]:
    """A file for a library that takes only its name: a copy, if it is packed or standard input."""
    if is_plain(path):  # an error of the system says more than the library's
        yield os.fspath(path)
        return
    data = contents(path)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "model"
        copy.write_bytes(data)
        yield os.fspath(copy)


def json_of(data: bytes, name: str, **hooks: Any) -> Any:
    """The value of a text in JSON; `hooks` are those of `json.loads`, and `name` is for messages.

    A ValueError says that it is not JSON, or that its brackets are too deep.
    """
    require_memory_for_json(data, name)
    try:
        return json.loads(data.decode("utf-8-sig"), **hooks)
    except UnicodeDecodeError:
        raise ValueError(f"{name}: found bytes that are not UTF-8, need JSON") from None
    except RecursionError:
        raise ValueError(f"{name}: found brackets too deep, need JSON") from None
    except ValueError as error:
        raise ValueError(f"{name}: found no JSON: {error}") from None


def write_text(path: PathLike, text: str) -> None:
    """Write `text` as UTF-8, packed if the name ends in .gz or .xz."""
    from exactbox.files import write

    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        what = text[error.start : error.end]
        raise ValueError(f"{named(path)}: found {what!a} in a name, need characters") from None
    write(path, data)


def fail(path: PathLike, line: int, what: str) -> NoReturn:
    """Raise the ValueError that every reader of lines raises; an empty file has no line."""
    raise ValueError(f"{named(path)}{f':{line}' if line > 0 else ''}: {what}")


def text_of(path: PathLike, line: int, raw: bytes) -> str:
    """The text of bytes that have to be UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        fail(path, line, f"found {shown_line(raw)}, need UTF-8")


def shown_line(line: bytes) -> str:
    """The beginning of a line for an error message."""
    return repr(line.strip()[:60].decode("utf-8", "replace"))


def first_line(path: PathLike, file: Iterable[bytes], need: str) -> tuple[str, int]:
    """The first line that is neither empty nor a comment, and its number."""
    line = 0
    for line, raw in enumerate(file, 1):
        if raw.strip() and not raw.lstrip().startswith(b"#"):
            return text_of(path, line, raw.strip()), line
    fail(path, line, f"the file ends here, need {need}")
