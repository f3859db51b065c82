"""No theorem rests on an axiom: python3 audit.py, after make.

No file has a word that could bring one, and Coq is asked what the theorems rest on.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLOSED = "Closed under the global context\n"
WORDS = set(
    """
    Abort Admitted Axiom Axioms Conjecture Conjectures Declare Parameter Parameters Primitive
    Register Reals Unset admit bypass_check give_up native_cast_no_check type_in_type
    """.split()  # noqa: SIM905
)


def code(text: str) -> str:
    """A file without its comments, which may contain others."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        depth += (part == "(*") - (part == "*)")
        kept.append(part if depth == 0 and part != "*)" else "")
    return "".join(kept)


def theorems(files: Mapping[str, str]) -> list[str]:
    """The names of all theorems."""
    stated = r"^ *(?:Theorem|Corollary) (\w+)"
    return [f"{file}.{name}" for file in files for name in re.findall(stated, files[file], re.M)]


def forbidden(files: Mapping[str, str]) -> Iterator[str]:
    """Words that no file may have."""
    for file, text in files.items():
        for word in sorted(set(re.findall(r"\w+", text)) & WORDS):
            yield f"{file}.v: {word}"


def axioms(files: Mapping[str, str]) -> Iterator[str]:
    """What the theorems together rest on, if not on Coq alone."""
    names = theorems(files)
    with tempfile.TemporaryDirectory() as folder:
        asks = Path(folder) / "Asks.v"
        lines = [f"From exactbox Require {file}." for file in files]
        lines += ["Definition theorems := (", ",\n".join(f"@{name}" for name in names)]
        lines += [").", "Print Assumptions theorems."]
        asks.write_text("\n".join(lines) + "\n")
        command = ["coqc", "-q", "-noglob", "-Q", str(HERE), "exactbox", str(asks)]
        run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode or not names:
        yield run.stderr
    elif run.stdout != CLOSED:
        yield run.stdout
    else:
        print(f"{len(names)} theorems about processes, games and systems [closed]")


def main() -> int:
    """1 if something is found."""
    listed = (HERE / "_CoqProject").read_text("ascii").split()
    files = {Path(f).stem: code((HERE / f).read_text("ascii")) for f in listed if f.endswith(".v")}
    found = [*forbidden(files), *axioms(files)]
    for line in found:
        print(f"audit: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
