"""A headline theorem, proved anew.

    python3 headline.py CERTIFICATE

asks exactbox/check.py which value the certificate proves, writes headlines/NAME.v, a theorem that
states headlines.txt's sentence about that value, has Coq compile it, and compares what the theorem
rests on with what it may rest on. What generate.py adds to the file is data, and need not be
believed: it is in a module of its own.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from coq_text import integer, numeral
from generate import data_of

HERE = Path(__file__).resolve().parent
CHECKER = HERE.parents[1] / "exactbox" / "check.py"
CLOSED = "Closed under the global context\n"
IMPORTS = """\
From Coq Require Import QArith ZArith NArith List.
From exactbox Require Import MatrixGames ProgramDefinitions ProgramChecker.
From exactbox Require Import GameCheckers ChanceCheckers LinearChecker MatchChecker.
From exactbox Require Import WeightsChecker LeastSquaresChecker.
From exactbox Require Import Definitions Games MatchDefinitions LinearDefinitions Chances.
Import ListNotations.
"""
OF_INTEGERS = "From Coq Require Uint63.\nFrom exactbox Require Limbs.\n"
VERDICT = "  vm_cast_no_check (eq_refl true).\n"
INTEGERS = """\
Axioms:
PrimInt63.lsr : PrimInt63.int -> PrimInt63.int -> PrimInt63.int
PrimInt63.land : PrimInt63.int -> PrimInt63.int -> PrimInt63.int
PrimInt63.int : Set
PrimInt63.eqb : PrimInt63.int -> PrimInt63.int -> bool
"""  # the kernel's own integers of 63 bits, in which the longest data are written
RESTS_ON = {"flip-6": INTEGERS}


class Failed(Exception):
    """The theorem is not proved, or not this one."""


def sentences() -> dict[str, str]:
    """What headlines.txt says of each certificate."""
    lines = (HERE / "headlines.txt").read_text(encoding="ascii").splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def proved_value(certificate: Path) -> Fraction | None:
    """The value that the checker proves, if its claim has one."""
    command = [sys.executable, str(CHECKER), "--json", str(certificate)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        raise Failed(f"the checker refuses it\n{run.stdout}{run.stderr}")
    found = json.loads(run.stdout)
    if found["upper"] is not None:
        raise Failed("the checker proves bounds only")
    value = found["value"]
    if value is None:
        return None
    return Fraction(*map(integer, value if isinstance(value, list) else [value]))


def statement(
    sentence: str, value: Fraction | None, written: Callable[[int], str] = numeral
) -> str:
    """The sentence with its value."""
    if (value is not None) != sentence.endswith(" _"):
        raise Failed("there is a value, or headlines.txt has a place for it, but not both")
    if value is None:
        return sentence
    numerator, denominator = map(written, value.as_integer_ratio())
    return f"{sentence[:-1]}({numerator} # {denominator})"


def prove(name: str) -> str:
    """What was proved, in a line."""
    sentence, theorem = sentences()[name], name.replace("-", "_")
    certificate = HERE.parent / f"{name}.json"
    value = proved_value(certificate)
    stated = statement(sentence, value)
    system = re.search(r"\(lhs (\w+)\)", sentence)
    data = data_of(json.loads(certificate.read_text("ascii")), system[1] if system else "")
    if word := re.search(r"\b(End|Module|Export)\b", data.definitions):
        raise Failed(f"the data contain {word[0]}")
    file = HERE / "headlines" / f"{theorem}.v"
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        f"(* Made by headline.py from {certificate.name} and headlines.txt. *)\n"
        f"{OF_INTEGERS * (name in RESTS_ON)}{IMPORTS}\n"
        f"Module Data.\n{data.definitions}End Data.\n\n"
        f"Theorem {theorem} :\n  {stated}.\n"
        f"Proof.\n  apply ({data.theorem}).\n{VERDICT}Qed.\n\n"
        f"Print Assumptions {theorem}.\n"
    )
    command = ["coqc", "-q", "-noglob", "-Q", ".", "exactbox", f"headlines/{theorem}.v"]
    run = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    if run.returncode:
        raise Failed(f"coqc does not prove it\n{run.stderr}")
    if run.stdout != RESTS_ON.get(name, CLOSED):
        raise Failed(f"it rests on what it may not rest on\n{run.stdout}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    rests = "rests on the kernel's integers" if name in RESTS_ON else "closed"
    seconds = used.ru_utime + used.ru_stime
    return f"{theorem} : {statement(sentence, value, short)} [{rests}; {seconds:.1f} s]"


def short(n: int) -> str:
    """An integer, in a few digits."""
    text = str(n)
    return text if len(text) < 40 else f"{text[:12]}...{text[-12:]} ({len(text)} digits)"


def main(name: str) -> int:
    """Print a line; 1 if it is bad news."""
    sys.set_int_max_str_digits(0)
    try:
        print(prove(name), flush=True)
    except Failed as error:
        print(f"{name}: FAILED: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
