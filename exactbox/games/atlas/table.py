"""A table of variants as a file: JSON lines, CSV or Parquet; and the journal that it grows in.

First come the columns that say which variant a row is, as the game's command takes them; the others
are those of `RESULTS`. In CSV true and false are ``yes`` and ``no``. The journal is of JSON lines:
rows are appended whole, in one write, and what a crash leaves of one is dropped when it is read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias

from exactbox.files import write
from exactbox.late import extra

DataFrame: TypeAlias = Any  # of pandas, which is loaded where it is used: that takes half a second
Series: TypeAlias = Any
RESULTS = {"fraction": str, "decimal": str, "states": int, "checked": bool, "hash": str}
"""Numerator/denominator; the same rounded to twelve digits after the point; states of the decision
process (in a match, of the first player's turn); whether the independent checker has passed a
proof; the SHA-256 of the question, which certificates that answer it are cited by."""

SUFFIXES = (".jsonl", ".csv", ".parquet")
JOURNAL = ".journal"  # behind the first table's name
_FORMS = {"fraction": r"-?[0-9]+(/[0-9]+)?", "hash": r"[0-9a-f]{64}"}


def kinds_of(game: Any) -> dict[str, type]:
    """The type of each column of a game's table."""
    return {name: (str, *kinds)[-1] for name, kinds in game.COLUMNS.items()} | RESULTS


pandas = partial(extra, "pandas", "the atlas needs pandas: pip install 'exactbox[atlas]'")


def require_suffix(path: str) -> None:
    """Refuse a name that is of no table, and Parquet where pyarrow is not installed."""
    if not path.endswith(SUFFIXES):
        raise ValueError(f"{path}: need a name that ends in {', '.join(SUFFIXES)}")
    if path.endswith(".parquet"):
        extra("pyarrow", "Parquet needs pyarrow: pip install 'exactbox[parquet]'")


def save(path: str, table: DataFrame) -> None:
    """Write a table, whole or not at all."""
    if path.endswith(".parquet"):
        write(path, table.to_parquet(index=False))
    elif path.endswith(".jsonl"):
        write(path, _lines(table))
    else:
        words = {column: {True: "yes", False: "no"} for column in table.select_dtypes(bool)}
        text: str = table.astype(object).replace(words).to_csv(index=False, lineterminator="\n")
        write(path, text.encode("utf-8"))


def append(path: str, rows: DataFrame) -> None:
    """Append rows to a journal, in one write."""
    with open(path, "ab", buffering=0) as file:
        file.write(_lines(rows))


def _lines(rows: DataFrame) -> bytes:
    """JSON lines, in which pandas writes slashes as ``\\/``."""
    text: str = rows.to_json(orient="records", lines=True)
    return text.replace("\\/", "/").encode("ascii")


def known_rows(paths: Sequence[str], kinds: Mapping[str, type], hashes: Series) -> DataFrame:
    """The rows of tables that are there and of their journal; ValueError for other hashes."""
    tables = [pandas().DataFrame(columns=[*kinds]).astype(kinds)]
    for path in filter(os.path.exists, (*paths, *(path + JOURNAL for path in paths[:1]))):
        tables.append(load(path, kinds))
        if more := len({*tables[-1].hash} - {*hashes}):
            raise ValueError(
                f"{path}: has {more:,} rows that are not in this grid, and would lose them; "
                "name another file"
            )
    return pandas().concat(tables)


def load(path: str, kinds: Mapping[str, type]) -> DataFrame:
    """The rows of a table or a journal with columns of these types; ValueError if it is none."""
    try:
        rows = _read(path, kinds)
        if list(rows) != list(kinds):
            raise ValueError(f"need the columns {', '.join(kinds)}")
        is_typed = rows.astype(kinds).equals(rows)
        if not is_typed or not all(rows[k].str.fullmatch(form).all() for k, form in _FORMS.items()):
            raise ValueError("a row has a value of another kind")
        return rows
    except (ValueError, TypeError, AttributeError, OSError) as error:  # what pandas says, and Arrow
        if isinstance(error, OSError) and error.errno:
            raise
        what = "there is a file, not a table of this atlas", "not the journal of an atlas"
        raise ValueError(f"{path}: {what[path.endswith(JOURNAL)]}: {error}") from None


def _read(path: str, kinds: Mapping[str, type]) -> DataFrame:
    """A file's rows, whatever they are; a line that a journal has not finished is cut off."""
    if path.endswith(".parquet"):
        return pandas().read_parquet(path)
    if path.endswith(".csv"):
        words = {"true_values": ["yes"], "false_values": ["no"], "keep_default_na": False}
        return pandas().read_csv(path, dtype=kinds, **words)
    data = Path(path).read_bytes()
    if path.endswith(JOURNAL) and not data.endswith(b"\n"):
        data = data[: data.rfind(b"\n") + 1]
        os.truncate(path, len(data))
    if not data:
        return pandas().DataFrame(columns=[*kinds]).astype(kinds)
    return pandas().read_json(BytesIO(data), lines=True, dtype=False)
