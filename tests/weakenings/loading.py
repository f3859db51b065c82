"""The checker as it is, or from weakened sources: a package that imports nothing else.

A copy has all of the checker's files, those of `fast` and `rules` too, under a name of its own;
its two rooms are judged apart, by what they make of the same certificates.
"""

from __future__ import annotations

import hashlib
import signal
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from tests import ROOT

FOLDER = ROOT / "exactbox" / "checker"
PLACES = {  # of modules, by their path without its suffix: "process", "fast/step", "fast/__init__"
    path.relative_to(FOLDER).with_suffix("").as_posix(): str(path)
    for path in sorted(FOLDER.rglob("*.py"))
}
SOURCES = {module: Path(place).read_text(encoding="utf-8") for module, place in PLACES.items()}
NUMBER = count()  # of the copies
SECONDS = 10  # of a processor, for one certificate
PIECES = 14  # of a file, or some more
WORK = 10**9  # units of a small certificate


@cache
def code() -> dict[str, CodeType]:
    """The modules, compiled."""
    return {module: compile(text, PLACES[module], "exec") for module, text in SOURCES.items()}


def late(*_: Any) -> None:
    """The time is over."""
    raise TimeoutError


class Outcome(NamedTuple):
    """A verdict, and of what is accepted all that a claim says."""

    verdict: str
    sentence: str = ""
    value: Any = None
    upper: Any = None
    facts: Any = None
    theorems: tuple[str, ...] = ()
    question_sha256: str = ""
    sha256: str = ""
    size: int = 0

    def __str__(self) -> str:
        """The line about what is valid."""
        return f"{self.sentence} (question {self.question_sha256}, proof {self.sha256})"


class Checker:
    """The functions of `exactbox.check` on a copy of its folder."""

    def __init__(self, changed: Mapping[str, CodeType] | None = None) -> None:
        self.name = f"checker_{next(NUMBER)}"
        finder = _Finder(self.name, {**code(), **(changed or {})})
        sys.meta_path.insert(0, finder)
        try:
            self.modules = {module: import_module(self._dotted(module)) for module in SOURCES}
        except BaseException:
            self.close()
            raise
        finally:
            sys.meta_path.remove(finder)
        self.reading: Any = self.modules["reading"]
        self.budget: Any = self.modules["fast/budget"].Budget

    def _dotted(self, module: str) -> str:
        """How Python names a module of this copy."""
        return f"{self.name}/{module}".removesuffix("/__init__").replace("/", ".")

    def close(self) -> None:
        """Forget the modules."""
        for module in [module for module in sys.modules if module.split(".")[0] == self.name]:
            del sys.modules[module]

    def check(self, kind: str, question: Any, witness: Any) -> Any:
        """The claim of a certificate of this kind, or what the plain room raises."""
        return self.modules["claim"].check_of(kind)(question, witness)

    def check_fast(self, kind: str, question: Any, witness: Any) -> Any:
        """The same of the fast room."""
        fast = self.modules["fast/__init__"]
        return fast.check_kind(kind, question, witness, self.budget(1000, WORK))

    def check_plain_file(self, raw: bytes) -> Any:
        """The claim of these bytes, or what the plain room raises."""
        return self.modules["claim"].check_plain(raw)

    def check_fast_file(self, raw: bytes) -> Any:
        """The same of the fast room, which gets the bytes in pieces."""
        cut = raw.find(b',"witness":') + 1
        size = max(len(raw) // PIECES, 1)
        pieces = [
            part[i : i + size] for part in (raw[:cut], raw[cut:]) for i in range(0, len(part), size)
        ]
        return self.modules["fast/__init__"].check_certificate(iter(pieces))

    def outcome(self, check: Callable[..., Any], *given: Any) -> Outcome:
        """What one of these says, in limited time: it may have lost its way."""
        signal.signal(signal.SIGPROF, late)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            claim = check(*given)
        except self.reading.InvalidCertificate:
            return Outcome("rejected")
        except self.reading.MalformedCertificate:
            return Outcome("malformed")
        except Exception as error:
            return Outcome(f"failed: {type(error).__name__}")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        return Outcome("accepted", *[getattr(claim, each) for each in Outcome._fields[1:]])

    def of_file(self, raw: bytes) -> Outcome:
        """What the plain room says of these bytes, whose hashes it may not get wrong."""
        found = self.outcome(self.check_plain_file, raw)
        asked = hashlib.sha256(raw[: raw.find(b',"witness":')] + b"}").hexdigest()
        hashes = asked, hashlib.sha256(raw).hexdigest(), len(raw)
        if found.verdict == "accepted" and found[-3:] != hashes:
            return Outcome("failed: other hashes")
        return found

    def nested(self, *raws: bytes) -> list[tuple[bool, bool]]:
        """Of each set that one of these valid certificates names by another: whether it is that
        set, and whether the line says so."""
        claims = {f"{k}": self.check_plain_file(raw) for k, raw in enumerate(raws)}
        found = self.modules["command"].nested(claims)
        return [(same, "has exactly the states" in line) for same, line in found]


class _Finder:
    """Finds the modules of one package among compiled sources."""

    def __init__(self, package: str, code: Mapping[str, CodeType]) -> None:
        self.package, self.code = package, code

    def find_spec(self, name: str, *_: Any) -> Any:
        package, *parts = name.split(".")
        if package != self.package:
            return None
        if "/".join(parts) in self.code:
            return ModuleSpec(name, self)  # type: ignore[arg-type]
        if "/".join([*parts, "__init__"]) in self.code:
            return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]
        return None

    def create_module(self, spec: Any) -> None:
        """The usual module."""

    def exec_module(self, module: ModuleType) -> None:
        """Run its source."""
        place = "/".join(module.__name__.split(".")[1:])
        code = (
            self.code[place] if place in self.code else self.code[f"{place}/__init__".lstrip("/")]
        )
        exec(code, module.__dict__)
