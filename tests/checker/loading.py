"""The checker as it is, or from weakened sources: a package that imports nothing else."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from exactbox.checker.claim import KINDS

FOLDER = Path(__file__).parents[2] / "exactbox" / "checker"
SOURCES = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.glob("*.py"))
    if path.stem != "__init__"
}
PLACES = {module: str(FOLDER / f"{module}.py") for module in SOURCES}
CODE = {module: compile(text, PLACES[module], "exec") for module, text in SOURCES.items()}
NUMBER = count()  # of the copies
WORK = 10**9  # units of a small certificate


class Checker:
    """The functions of `exactbox.check` on a copy of its folder."""

    def __init__(self, changed: Mapping[str, CodeType] | None = None) -> None:
        self.name = name = f"checker_{next(NUMBER)}"
        package = ModuleType(name)
        package.__path__ = []
        sys.modules[name] = package
        finder = _Finder(name, {**CODE, **(changed or {})})
        sys.meta_path.insert(0, finder)
        try:
            self.modules = {module: import_module(f"{name}.{module}") for module in SOURCES}
        finally:
            sys.meta_path.remove(finder)
        self.reading: Any = self.modules["reading"]
        self.budget: Any = self.modules["budget"].Budget
        self.checks: dict[str, Callable[..., Any]] = {
            kind: self.modules[module].check for kind, module in KINDS.items()
        }

    def close(self) -> None:
        """Forget the modules."""
        for module in [module for module in sys.modules if module.split(".")[0] == self.name]:
            del sys.modules[module]

    def check(self, kind: str, question: Any, witness: Any) -> Any:
        """The claim of a certificate of this kind, or what the checker raises."""
        return self.checks[kind](question, witness, self.budget(1000, WORK))

    def verdict(self, raw: bytes) -> tuple[str, str]:
        """What the command would say of these bytes, and the line about what is valid."""
        reading = self.reading
        try:
            budget = self.budget(len(raw))
            end = raw.find(b',"witness":')
            read = reading.read([raw[: end + 1], raw[end + 1 :]])
            given = reading.decode(read, budget)
            asked = hashlib.sha256(raw[:end] + b"}").hexdigest()
            if (read.question_sha256, read.sha256) != (asked, hashlib.sha256(raw).hexdigest()):
                return "failed: other hashes", ""
            reading.fields(given, "certificate kind question witness", "certificate")
            kind = reading.one_of(KINDS, given["kind"], "kind")
            claim = self.checks[kind](given["question"], given["witness"], budget)
        except reading.InvalidCertificate:
            return "rejected", ""
        except reading.MalformedCertificate:
            return "malformed", ""
        except Exception as error:
            return f"failed: {type(error).__name__}", ""
        return "accepted", str(claim)

    def nested(self, *raws: bytes) -> list[tuple[bool, bool]]:
        """Of each set that one of these valid certificates names by another: whether it is that
        set, and whether the line says so."""
        claims = {}
        for k, raw in enumerate(raws):
            given, asked = json.loads(raw), hashlib.sha256(raw[: raw.find(b',"witness":')] + b"}")
            claim = self.check(given["kind"], given["question"], given["witness"])
            claims[f"{k}"] = replace(claim, question_sha256=asked.hexdigest())
        found = self.modules["command"].nested(claims)
        return [(same, "has exactly the states" in line) for same, line in found]


class _Finder:
    """Finds the modules of one package among compiled sources."""

    def __init__(self, package: str, code: Mapping[str, CodeType]) -> None:
        self.package, self.code = package, code

    def find_spec(self, name: str, *_: Any) -> Any:
        from importlib.machinery import ModuleSpec

        package, _, module = name.rpartition(".")
        return ModuleSpec(name, self) if package == self.package and module in self.code else None

    def create_module(self, spec: Any) -> None:
        """The usual module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its source."""
        exec(self.code[module.__name__.rpartition(".")[2]], module.__dict__)


def canonical(certificate: Any) -> bytes:
    """A certificate's bytes."""
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()
