"""The questions of a folder of the Quantitative Verification Benchmark Set, as its index.json say.

Source: Hartmanns, Klauck, Parker, Quatmann, Ruijters, *The Quantitative Verification Benchmark
Set*, TACAS 2019.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

PROGRAMS = (".prism", ".nm", ".pm", ".ma", ".jani")
TIMED = ("time-bounded", "time-instant")  # in the types of properties about a moment in time


@dataclass(frozen=True)
class Case:
    """A program with values of its constants, and what is asked of it."""

    path: Path
    properties: Path | None  # a file beside the program; None: those in the program
    kind: str  # dtmc, mdp, ctmc or ma
    constants: str
    states: int | None
    names: tuple[str, ...]  # of the untimed properties
    timed: tuple[str, ...]
    known: dict[str, Reference] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.path.parent.parent.name}/{self.path.parent.name}/{self.path.name}"


@dataclass(frozen=True)
class Reference:
    """A result that the set gives: exact, or to about three digits."""

    value: Fraction | float | bool
    exact: bool
    note: str


def cases(folder: Path) -> Iterator[Case]:
    """All programs of the folder with all sets of parameters, in the order of their paths."""
    for index in sorted(folder.glob("**/index.json")):
        about = json.loads(index.read_text(encoding="utf-8"))
        types = {p["name"]: p["type"] for p in about["properties"]}
        timed = tuple(n for n, kind in types.items() if any(word in kind for word in TIMED))
        untimed = tuple(n for n in types if n not in timed)
        for entry in about["files"]:
            original = entry.get("original-file") or []
            original = [original] if isinstance(original, str) else original
            names = [*(n for n in original if n != entry["file"]), entry["file"]]
            there = [index.parent / n for n in names if (index.parent / n).exists()]
            beside = [path for path in there if path.suffix not in PROGRAMS]
            for path in (path for path in there if path.suffix in PROGRAMS):
                for given in entry["open-parameter-values"]:
                    yield Case(
                        path,
                        None if path.suffix == ".jani" else beside[0],
                        about["type"],
                        ",".join(_constant(v) for v in given.get("values", [])),
                        min((s["number"] for s in given.get("states", [])), default=None),
                        untimed,
                        timed,
                        {r["property"]: _reference(r) for r in given.get("results", [])},
                    )


def _constant(given: dict[str, Any]) -> str:
    value = given["value"]
    return f"{given['name']}={str(value).lower() if isinstance(value, bool) else value}"


def _reference(result: dict[str, Any]) -> Reference:
    value, note = result["value"], result.get("note", "")
    if isinstance(value, dict) and "num" in value:
        return Reference(Fraction(int(value["num"]), int(value["den"])), True, note)
    if isinstance(value, dict):
        near = [value["approx"]] if "approx" in value else [value["lower"], value["upper"]]
        value = sum(map(_number, near)) / len(near)
    if isinstance(value, bool):
        return Reference(value, True, note)
    value = _number(value)
    if value == inf:
        return Reference(inf, True, note)
    if isinstance(value, int) and "exact" in note:
        return Reference(Fraction(value), True, note)
    return Reference(float(value), False, note)


def _number(value: int | float | str) -> int | float:
    """A number of the set, where infinity may be a sign."""
    return float(value.replace("∞", "inf")) if isinstance(value, str) else value


def on_the_set(section: str, main: Callable[[list[str]], None]) -> None:
    """Run a section of the bench on the folder, and with the words, that QVBS has."""
    words = shlex.split(os.environ.get("QVBS", ""))
    if not words:
        print(f"     left out: no folder of the set is named (make bench {section} QVBS=folder)")
    elif has_storm():
        main(words)


def has_storm() -> bool:
    """Whether stormpy is installed; else a line says that the section is left out."""
    found = importlib.util.find_spec("stormpy") is not None
    if not found:
        print("     left out: stormpy is not installed (pip install 'stormpy>=2')")
    return found
