"""The checker's docstrings and the files of proofs/coq name each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from exactbox.checker import average, linear, match, objectives, process, signed, steps
from exactbox.checker.process import Policy
from exactbox.checker.rules import flip, shutbox
from exactbox.checker.statements import determinant, least_squares, null_space, weights
from tests import ROOT

IN_COQ = re.compile(r"((?:`\w+`,\s+)*`\w+`)\s+\((proofs/coq/\w+\.v)\)")
IN_PYTHON = re.compile(r"((?:\w+, )*(?:\w+ and )?\w+) of (exactbox/checker/[\w/]+\.py)")
NOT_PROVED = "Not proved in Coq."
RULES = "exactbox/checker/rules/flip.py", "exactbox/checker/rules/shutbox.py"


ROOM = ROOT / "exactbox" / "checker"
FILES = [path for folder in ("", "rules", "statements") for path in (ROOM / folder).glob("*.py")]
NAMES = sorted(path.relative_to(ROOT).as_posix() for path in FILES)


@cache
def docstrings() -> list[tuple[str, str, str]]:
    """Of the checker's modules and functions: the file, the name or "", the text."""
    return list(_docstrings())


def _docstrings() -> Iterator[tuple[str, str, str]]:
    for file in NAMES:
        for node in ast.walk(ast.parse((ROOT / file).read_text())):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield file, getattr(node, "name", ""), ast.get_docstring(node) or ""


def of_coq(file: str) -> dict[str, str]:
    """The docstrings of a file that say what is in Coq, by name."""
    return {name: text for path, name, text in docstrings() if path == file and "Coq: " in text}


def in_coq(text: str) -> set[tuple[str, str]]:
    """The files of proofs/coq that a docstring names, each with what it should have."""
    named = IN_COQ.findall(text)
    return {(file, name) for names, file in named for name in re.findall(r"\w+", names)}


def in_python(text: str) -> set[tuple[str, str]]:
    """The checker's files that a comment in Coq names, each with a function."""
    named = IN_PYTHON.findall(text)
    return {(file, name) for names, file in named for name in re.split(", | and ", names)}


def stated(file: str, kinds: str) -> set[str]:
    """What a file of proofs/coq states."""
    return set(re.findall(rf"^ *(?:{kinds}) (\w+)", (ROOT / file).read_text("ascii"), re.M))


def head(path: Path) -> str:
    """The comment that opens a file, in one line."""
    return " ".join(path.read_text("ascii").partition("*)")[0].split())


HEADS = {f"proofs/coq/{path.name}": head(path) for path in (ROOT / "proofs/coq").glob("*.v")}


def test_there_are_docstrings_that_name_theorems():
    assert sum(len(of_coq(file)) for file in NAMES) > 20


@pytest.mark.parametrize("file", NAMES)
def test_what_a_docstring_names_is_stated_in_coq_in_a_file_that_names_it(file):
    listed = (ROOT / "proofs/coq/_CoqProject").read_text().split()
    kinds = "Definition" if file in RULES else "Theorem|Lemma|Corollary"
    for name, text in of_coq(file).items():
        for coq, theorem in in_coq(text):
            assert coq.removeprefix("proofs/coq/") in listed
            assert theorem in stated(coq, kinds)
            assert (file, name) in in_python(HEADS[coq]) if name else file in HEADS[coq]


@pytest.mark.parametrize("file", HEADS)
def test_what_a_file_in_coq_names_is_there(file):
    known = {(path, name) for path, name, _ in docstrings()}
    named = in_python(HEADS[file])
    assert named <= known
    assert HEADS[file].count("exactbox/checker/") == len({path for path, _ in named})


@pytest.mark.parametrize("file", NAMES)
def test_all_that_a_docstring_says_of_coq_is_looked_at(file):
    for text in of_coq(file).values():
        after = [part.split("\n\n")[0] for part in text.split("Coq: ")[1:]]
        names = {found for part in after for found in re.findall(r"`(\w+)`", part)}
        files = {found for part in after for found in re.findall(r"[\w/]+\.v\b", part)}
        assert in_coq(text) and names == {theorem for _, theorem in in_coq(text)}
        assert files == {coq for coq, _ in in_coq(text)}


def test_what_replaces_a_function_is_proved_to_be_equal():
    """Extract.v puts functions of Iterative.v in the place of others: a lemma says that of each."""
    text = (ROOT / "proofs/coq/Iterative.v").read_text("ascii")
    mapped = re.findall(
        r'Inlined Constant ([\w.]+) => "Iterative\.(\w+)"',
        (ROOT / "proofs/coq/Extract.v").read_text("ascii"),
    )
    assert len(mapped) > 20
    for old, new in mapped:
        name = old.removeprefix("Init.")
        stated = rf"Lemma {new}_is\b[^.]*?:\s+{new}\s([^=]*?)\s=\s+{re.escape(name)}\s([^.]*)\.\n"
        ((left, right),) = re.findall(stated, text)
        assert left.split() == right.split()  # the same arguments


def test_every_objective_statement_and_rule_says_what_it_is_in_coq():
    rooms = (objectives, signed, average, steps)
    checks = [objective.check for room in rooms for objective in room.OBJECTIVES.values()]
    of_systems = [linear, determinant, least_squares, null_space, weights]
    checks += [c for part in of_systems for _, each in part.STATEMENTS.values() for c in each]
    checks += [Policy.check_levels, match.check]
    texts = [check.__doc__ for check in checks]
    texts += [match.check.__doc__, process.__doc__, flip.game.__doc__, shutbox.__doc__]
    for text in texts:
        assert bool(in_coq(text)) != (NOT_PROVED in text), text
