"""Files of lines, compressed or not: opened, named in errors, written whole or not at all.

``-`` is standard input, which is unpacked by its content, and so is a pipe.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

from exactbox.standard_input import named, path_of, read_once

_COMPRESSED = (".gz", ".xz")


def suffix(path: str | os.PathLike[str]) -> str:
    """The suffix in lower case, without that of a compression.

    Examples
    --------
    >>> suffix("die.drn.gz"), suffix("die.tra")
    ('.drn', '.tra')
    """
    name = Path(path_of(path))
    last = name.suffix.lower()
    return name.with_suffix("").suffix.lower() if last in _COMPRESSED else last


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """The bytes of a file, unpacked if it is named .gz or .xz; or of standard input, or a pipe.

    Raises
    ------
    ValueError
        While reading, if what is packed is damaged or cut off.
    OSError
        If the file cannot be read.
    """
    kept = read_once(path)
    if kept is not None:
        yield io.BytesIO(kept)
        return
    name = path_of(path)
    raw = open(path, "rb")  # noqa: SIM115 closed below, whatever wraps it
    try:
        last = Path(name).suffix.lower()
        file: IO[bytes] = raw
        if last == ".gz":
            file = gzip.GzipFile(fileobj=raw)  # type: ignore[assignment]
        elif last == ".xz":
            file = lzma.LZMAFile(raw)  # noqa: SIM115 `raw` is what has to be closed
        yield file
    except (gzip.BadGzipFile, EOFError, zlib.error, lzma.LZMAError) as error:
        raise ValueError(f"{name}: found a damaged {last} file: {error}") from None
    finally:
        raw.close()


@contextmanager
def on_disk(path: str | os.PathLike[str]) -> Iterator[str]:
    """A file for a library that takes only its name: a copy, if it is packed or standard input."""
    with opened(path) as file:  # an error of the system says more than the library's
        if type(file) is io.BufferedReader:
            yield os.fspath(path)
            return
        data = file.read()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "model"
        copy.write_bytes(data)
        yield os.fspath(copy)


def contents(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file, as `opened` has them."""
    with opened(path) as file:
        return file.read()


def json_of(data: bytes, name: str, **hooks: Any) -> Any:
    """What a text in JSON says; `hooks` are those of `json.loads`.

    Raises
    ------
    ValueError
        If it is not JSON, or has brackets too deep; `name` is what the message calls the file.
    """
    try:
        return json.loads(data.decode("utf-8-sig"), **hooks)
    except UnicodeDecodeError:
        raise ValueError(f"{name}: found bytes that are not UTF-8, need JSON") from None
    except RecursionError:
        raise ValueError(f"{name}: found brackets too deep, need JSON") from None
    except ValueError as error:
        raise ValueError(f"{name}: found no JSON: {error}") from None


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8, packed if the name ends in .gz or .xz."""
    from exactbox.files import write

    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        what = text[error.start : error.end]
        raise ValueError(f"{named(path)}: found {what!a} in a name, need characters") from None
    write(path, lzma.compress(data, preset=1) if Path(path).suffix.lower() == ".xz" else data)


def fail(path: str | os.PathLike[str], line: int, what: str) -> NoReturn:
    """Raise the ValueError that every reader of lines raises; an empty file has no line."""
    raise ValueError(f"{named(path)}{f':{line}' if line > 0 else ''}: {what}")


def text_of(path: str | os.PathLike[str], line: int, raw: bytes) -> str:
    """What the bytes say, which have to be UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        fail(path, line, f"found {shown(raw)}, need UTF-8")


def shown(line: bytes) -> str:
    """The beginning of a line for an error message."""
    return repr(line.strip()[:60].decode("utf-8", "replace"))


def first_line(path: str | os.PathLike[str], file: Iterable[bytes], need: str) -> tuple[str, int]:
    """The first line that is neither empty nor a comment, and its number."""
    line = 0
    for line, raw in enumerate(file, 1):
        if raw.strip() and not raw.lstrip().startswith(b"#"):
            return text_of(path, line, raw.strip()), line
    fail(path, line, f"the file ends here, need {need}")
