"""No theorem rests on an axiom: python3 audit.py

No file has a word that could bring one, and each theorem that Assumptions.v names is closed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
CLOSED = "Closed under the global context"
WORDS = """
    Abort Admitted Axiom Axioms Conjecture Conjectures Declare Parameter Parameters Primitive
    Register Reals Unset admit bypass_check give_up native_cast_no_check type_in_type
""".split()


def code(text: str) -> str:
    """A file without its comments, which may contain others."""
    kept, depth = [], 0
    for part in re.split(r"(\(\*|\*\))", text):
        depth += (part == "(*") - (part == "*)")
        kept.append(part if depth == 0 and part != "*)" else "")
    return "".join(kept)


def forbidden() -> Iterator[str]:
    """Words that no file may have."""
    for file in sorted(HERE.glob("*.v")):
        for word in sorted(set(re.findall(r"\w+", code(file.read_text("ascii")))) & {*WORDS}):
            yield f"{file.name}: {word}"


def open_theorems() -> Iterator[str]:
    """What Coq says of theorems that are not closed."""
    command = ["coqc", "-q", "-noglob", "-Q", ".", "exactbox", "Assumptions.v"]
    run = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if run.returncode:
        yield run.stderr
    asked = re.findall(r"Print Assumptions (\S+)\.\n", (HERE / "Assumptions.v").read_text("ascii"))
    closed = run.stdout.splitlines().count(CLOSED)
    if closed != len(asked) or run.stdout.replace(f"{CLOSED}\n", ""):
        yield f"{len(asked)} theorems, {closed} of them closed\n{run.stdout}"
    else:
        print(f"{closed} theorems of the checker: each {CLOSED.lower()}")


def main() -> int:
    """1 if something is found."""
    found = [*forbidden(), *open_theorems()]
    for line in found:
        print(f"audit: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
