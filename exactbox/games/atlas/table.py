"""A table of variants as a file: JSON lines, CSV or Parquet; and the journal that it grows in.

A row is a dict from column to value. First come the columns that say which variant it is, as the
game's command takes them; the others are those of `RESULTS`. In JSON lines a row is an object in a
line, in the order of the columns; in CSV ``checked`` is ``yes`` or ``no``.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from exactbox.files import write

Row = dict[str, Any]

RESULTS = ("fraction", "decimal", "states", "checked", "hash")
"""Numerator/denominator; the same rounded to twelve digits after the point; states of the decision
process (in a match, of the first player's turn); whether the independent checker has passed a
proof; the SHA-256 of the question, which certificates that answer it are cited by."""

SUFFIXES = (".jsonl", ".csv", ".parquet")
_KINDS: dict[str, type] = {
    "players": int, "cards": int, "states": int, "checked": bool, "play_on": bool
}  # fmt: skip
_FRACTION, _HASH = re.compile(r"-?[0-9]+(/[0-9]+)?"), re.compile(r"[0-9a-f]{64}")
_YES = {True: "yes", False: "no"}


def require_suffix(path: str) -> str:
    """The table's format by the name of its file; an ImportError for Parquet, without pyarrow."""
    for suffix in SUFFIXES:
        if path.endswith(suffix):
            if suffix == ".parquet":
                _pyarrow()
            return suffix
    raise ValueError(f"{path}: need a name that ends in {', '.join(SUFFIXES)}")


def save(path: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
    """Write a table, whole or not at all."""
    suffix = require_suffix(path)
    if suffix == ".parquet":
        write(path, _parquet(columns, list(rows)))
    elif suffix == ".jsonl":
        write(path, "".join(line(columns, row) for row in rows).encode("ascii"))
    else:
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(columns)
        table.writerows([_text(row[name]) for name in columns] for row in rows)
        write(path, text.getvalue().encode("utf-8"))


def load(path: str, columns: Sequence[str]) -> list[Row]:
    """The rows of a table that is there; none where there is no file."""
    suffix = require_suffix(path)
    if not os.path.exists(path):
        return []
    try:
        if suffix == ".parquet":
            _pyarrow()
            from pyarrow.parquet import read_table

            return [_required(row, columns) for row in read_table(path).to_pylist()]
        with open(path, encoding="utf-8", newline="") as file:
            if suffix == ".jsonl":
                return [_required(json.loads(each), columns) for each in file]
            return [_required(_typed(row), columns) for row in csv.DictReader(file)]
    except (ValueError, OSError) as error:  # an ArrowInvalid is a ValueError
        if isinstance(error, OSError) and error.errno:
            raise
        raise ValueError(f"{path}: there is a file, not a table of this atlas: {error}") from None


def line(columns: Sequence[str], row: Row) -> str:
    """A row in JSON, with its end of line."""
    return json.dumps({name: row[name] for name in columns}, separators=(",", ":")) + "\n"


def value_of(row: Row) -> Fraction:
    """The value of a row, exactly, however many digits it has.

    Examples
    --------
    >>> value_of({"fraction": "8936/1575"})
    Fraction(8936, 1575)
    """
    from flint import fmpz  # Python's own conversion is limited, and slow for thousands of digits

    above, _, below = row["fraction"].partition("/")
    return Fraction(int(fmpz(above)), int(fmpz(below or "1")))


class Journal:
    """A file of JSON lines that grows while rows are computed.

    Lines are appended whole, in one write; what a crash leaves of one is dropped when it is read.
    """

    def __init__(self, path: str, columns: Sequence[str]) -> None:
        self.path, self._columns = path, columns

    def rows(self) -> list[Row]:
        """The rows in the file; a line that was not finished is cut off."""
        try:
            with open(self.path, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return []
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self.path, whole)
        try:
            return [
                _required(json.loads(each), self._columns) for each in data[:whole].splitlines()
            ]
        except ValueError as error:
            raise ValueError(f"{self.path}: not the journal of an atlas: {error}") from None

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        data = "".join(line(self._columns, row) for row in rows).encode("ascii")
        with open(self.path, "ab", buffering=0) as file:
            file.write(data)

    def remove(self) -> None:
        """Delete it: its rows are in a table."""
        if os.path.exists(self.path):
            os.unlink(self.path)


def _required(row: Any, columns: Sequence[str]) -> Row:
    """The row, if it is one."""
    if not isinstance(row, dict) or list(row) != list(columns):
        raise ValueError(f"need the columns {', '.join(columns)}")
    for name, value in row.items():
        if type(value) is not _KINDS.get(name, str):
            raise ValueError(f"{name} is {value!r}")
    if not _FRACTION.fullmatch(row["fraction"]) or not _HASH.fullmatch(row["hash"]):
        raise ValueError(
            f"a row without a fraction and a hash: {row['fraction']!r}, {row['hash']!r}"
        )
    return row


def _text(value: Any) -> str:
    return _YES[value] if isinstance(value, bool) else str(value)


def _typed(row: dict[str, str]) -> Row:
    """A row of CSV."""
    found: Row = dict(row)
    for name, kind in _KINDS.items():
        if name in row:
            found[name] = (
                {"yes": True, "no": False}.get(row[name]) if kind is bool else int(row[name])
            )
    return found


def _parquet(columns: Sequence[str], rows: list[Row]) -> bytes:
    pyarrow = _pyarrow()
    from pyarrow.parquet import write_table

    kinds = {int: pyarrow.int64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[_KINDS.get(name, str)]) for name in columns])
    data = {name: [row[name] for row in rows] for name in columns}
    sink = io.BytesIO()
    write_table(pyarrow.table(data, schema=schema), sink)
    return sink.getvalue()


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError("Parquet needs pyarrow: pip install 'exactbox[parquet]'") from None
    return pyarrow
