"""Exact matrices written to files, whole, in the formats that `exactbox.linalg.matrices` reads.

Every format holds every rational: an entry is an integer or p/q, in lowest terms.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from flint import fmpq, fmpz

from exactbox.decimals import integer_string
from exactbox.files import write
from exactbox.linalg.results.tables import Entries

_MAX_TABLE_PLACES = 10_000_000  # places of a table, or of nested lists: 20 MB of zeros
_MAX_NESTED_PLACES = 10_000  # places up to which JSON has nested lists, however many are zero
_MAX_PLACES_PER_ENTRY = 4  # ... and beyond only if a quarter of them is not zero
_Texts = list[tuple[int, int, str]]  # row, column and text of the entries that are not zero


def save(path: str | os.PathLike[str], x: Entries) -> None:
    """Write a matrix to a file, .mtx, .csv or .json (`exactbox.linalg.write_matrix`)."""
    require_format(path)
    texts = [(i, j, _text(n, d)) for i, j, n, d in x.entries()]
    try:
        text = _FORMATS[_suffix(path)](x, texts)
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None
    write(path, text.encode("ascii"))


def _text(n: fmpz, d: fmpz) -> str:
    """n / d in lowest terms."""
    return integer_string(int(n)) if d == 1 else str(fmpq(n, d))


def require_format(path: str | os.PathLike[str]) -> None:
    """ValueError if the suffix is not that of a format."""
    if (suffix := _suffix(path)) not in _FORMATS:
        raise ValueError(f"{os.fspath(path)}: found {suffix!r}, need .mtx, .csv or .json")


def _suffix(path: str | os.PathLike[str]) -> str:
    """The last suffix but .gz."""
    name = Path(path)
    return (name.with_suffix("") if name.suffix == ".gz" else name).suffix.lower()


def _market(x: Entries, texts: _Texts) -> str:
    field = "rational" if any("/" in text for _, _, text in texts) else "integer"
    lines = [f"%%MatrixMarket matrix coordinate {field} general"]
    lines.append(f"{len(x)} {x.columns} {len(texts)}")
    lines += [f"{i + 1} {j + 1} {text}" for i, j, text in texts]
    return "\n".join(lines) + "\n"


def _csv(x: Entries, texts: _Texts) -> str:
    if not len(x) * x.columns:
        raise ValueError(f"a table cannot have the shape {len(x), x.columns}, need .mtx or .json")
    return "".join(f"{','.join(row)}\n" for row in _rows(x, texts))


def _json(x: Entries, texts: _Texts) -> str:
    m, n = len(x), x.columns
    quoted = [(i, j, f'"{text}"' if "/" in text else text) for i, j, text in texts]
    if (m * n > _MAX_NESTED_PLACES and _MAX_PLACES_PER_ENTRY * len(texts) < m * n) or (m == 0) != (
        n == 0
    ):
        entries = ",\n".join(f"[{i}, {j}, {text}]" for i, j, text in quoted)
        return f'{{"entries": [\n{entries}\n],\n"shape": {json.dumps([m, n])}}}\n'
    rows = _rows(x, quoted)
    lines = [row[0] if x.ndim == 1 else f"[{', '.join(row)}]" for row in rows]
    return f"[{f',{chr(10)} '.join(lines)}]\n"


def _rows(x: Entries, texts: _Texts) -> list[list[str]]:
    """All entries, row by row."""
    m, n = len(x), x.columns
    if m * n > _MAX_TABLE_PLACES:
        raise ValueError(
            f"a table would have {m * n:,} places, need at most {_MAX_TABLE_PLACES:,}: .mtx"
        )
    rows = [["0"] * n for _ in range(m)]
    for i, j, text in texts:
        rows[i][j] = text
    return rows


_FORMATS = {"": _market, ".mtx": _market, ".csv": _csv, ".json": _json}
