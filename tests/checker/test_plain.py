"""The plain room: what one reads to believe a proof, and that the fast checker says the same."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache, partial

import pytest
from flint import fmpz

from exactbox.check import (
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
    check_plain,
)
from tests import ROOT
from tests.corpus import canonical, files, unmet
from tests.weakenings.search import FAMILIES, trials

CHECKER = ROOT / "exactbox" / "checker"
SEVERAL = {"sets"}  # adds a fact by which `command` says of several files if their sets are one
# verdicts, limits from outside, the bytes of files, and a small program as its sentence has it
PRINTING = {"command", "alone", "files", "program_text"}
FOLDERS = ["", "rules", "statements"]
PLAIN = sorted(path for folder in FOLDERS for path in (CHECKER / folder).glob("*.py"))


def verdict(check, raw):
    """The verdict, and of what is valid all that has to be equal."""
    try:
        claim = check(raw)
    except InvalidCertificate:
        return "INVALID"
    except MalformedCertificate:
        return "UNREADABLE"
    except GaveUp:
        return "GAVE UP"
    return claim


def assert_equal_verdicts(raw, name, check=check_certificate):
    """Plain and fast say the same."""
    plain, fast = verdict(check_plain, raw), verdict(check, raw)
    if isinstance(plain, str) or isinstance(fast, str):
        assert plain == fast, name
        return
    assert (plain.sentence, plain.value, plain.upper) == (fast.sentence, fast.value, fast.upper), (
        name
    )
    assert (plain.question_sha256, plain.sha256) == (fast.question_sha256, fast.sha256), name
    assert {**plain.facts} == {**fast.facts} and plain.theorems == fast.theorems, name


def test_every_certificate_on_file_has_one_verdict():
    for path in files():
        assert_equal_verdicts(path.read_bytes(), path.name)


@pytest.mark.parametrize("check, folders", [(check_plain, FOLDERS), (check_certificate, ["fast"])])
def test_every_refusal_is_met_by_a_certificate_on_file(check, folders):
    errors, limit = [], sys.get_int_max_str_digits()
    for path in files():
        sys.set_int_max_str_digits(0 if path.parts[-3] == "reading" else limit)
        try:
            check(path.read_bytes())
        except (InvalidCertificate, MalformedCertificate) as error:
            errors.append(error)
        finally:
            sys.set_int_max_str_digits(limit)
    rooms = [path for folder in folders for path in sorted((CHECKER / folder).glob("*.py"))]
    left = [each for path in rooms if path.stem not in PRINTING for each in unmet(path, errors)]
    assert "\n".join(each for each in left if "GaveUp" not in each) == ""


def test_every_certificate_on_file_has_one_verdict_with_flints_integers():
    for path in files():
        assert_equal_verdicts(path.read_bytes(), path.name, partial(check_certificate, number=fmpz))


@pytest.mark.untraced
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_what_a_search_makes_has_one_verdict(family):
    """Witnesses of small questions, most of them wrong."""
    for number, trial in enumerate(trials(family, 0.002)):
        assert_equal_verdicts(trial.raw(), f"{family} {number}")


@cache
def imported_by(path):
    """The files of the room that a file imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            place = path.parents[node.level - 1]
            for part in (node.module or "").split("."):
                place = place / part if part else place
            names = [place.with_suffix(".py"), *(place / f"{a.name}.py" for a in node.names)]
            found += (name for name in names if name.exists())
    return found


def to_believe(*modules):
    """The lines of check.py and of all files that these import, without what prints."""
    found, fresh = set(), [CHECKER / f"{module}.py" for module in (*modules, "claim")]
    while fresh:
        path = fresh.pop()
        if path not in found and path.stem not in PRINTING | SEVERAL and "fast" not in path.parts:
            found.add(path)
            fresh += imported_by(path)
    return sum(len(path.read_text().splitlines()) for path in {*found, ROOT / "exactbox/check.py"})


MODEL = ("objectives",)
LINEAR = ("linear",)


@pytest.mark.parametrize(
    "modules, known, most",
    [
        (MODEL, (), 863),  # with what reads sets and blocks of vectors, for trade-offs too
        (("signed",), MODEL, 92),
        (("average",), MODEL, 54),
        (("steps",), MODEL, 145),
        (("objectives", "rules/flip"), MODEL, 100),
        (("objectives", "rules/shutbox"), MODEL, 310),
        (("timed",), ("average",), 130),
        (("bounded",), MODEL, 440),
        (("property",), ("claim",), 180),
        (("trade_off",), ("process",), 530),
        (("transient",), MODEL, 290),
        (LINEAR, (), 600),
        (("statements/null_space",), LINEAR, 47),
        (("statements/determinant",), LINEAR, 56),
        (("statements/least_squares",), LINEAR, 78),
        (("statements/weights",), LINEAR, 64),
        (("program",), LINEAR, 250),
        (("match",), (), 940),  # with dice taken apart, doubles that count twice, and double stakes
        (("lock",), (), 500),
    ],
    ids=[
        *("model", "signed", "average", "steps", "flip", "shutbox"),
        *("timed", "bounded", "property", "trade-off", "transient", "linear", "null space"),
        *("determinant", "least squares", "weights", "program", "match", "lock"),
    ],
)
def test_how_many_lines_one_reads_to_believe_a_proof(modules, known, most):
    """Beyond those of a proof that one has believed already."""
    assert to_believe(*modules) - (to_believe(*known) if known else 0) <= most


def test_all_of_the_checker():
    everything = [ROOT / "exactbox/check.py", *CHECKER.rglob("*.py")]
    lines = {path: len(path.read_text().splitlines()) for path in everything}
    programs = sum(n for path, n in lines.items() if path.stem == "program")
    deciding = sum(n for path, n in lines.items() if path.stem not in PRINTING)
    assert deciding - programs <= 6221 and programs <= 380 and sum(lines.values()) <= 7152


def test_no_plain_function_has_more_than_40_lines():
    for path in PLAIN:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and path.stem not in PRINTING:
                lines = node.end_lineno - node.lineno + 1
                assert lines <= 40, f"{path.name}: {node.name} has {lines} lines"


def test_no_question_is_changed_while_it_is_judged():
    """Only an object's own constructor sets its attributes."""
    for path in PLAIN:
        for function in ast.walk(ast.parse(path.read_text())):
            if not isinstance(function, ast.FunctionDef) or path.stem in PRINTING:
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    where = f"{path.name}: {function.name} sets {node.attr}"
                    assert function.name in ("__init__", "__post_init__"), where
                    assert ast.unparse(node.value) == "self", where


def test_the_plain_checker_loads_nothing_of_the_fast_one():
    certificates = [str(ROOT / "proofs" / "flip-2.json"), str(ROOT / "proofs" / "lock-15.json")]
    program = (
        "import runpy, sys\n"
        f"sys.argv = ['check.py', '--plain', *{certificates!r}]\n"
        "try:\n"
        f"    runpy.run_path({str(ROOT / 'exactbox' / 'check.py')!r}, run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    loaded = [name for name in sys.modules if 'checker.fast' in name]\n"
        "    print(end.code, loaded)\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "0 []"
    assert done.stdout.count("checked by the plain checker") == 2


def test_what_takes_the_plain_checker_too_long_is_given_up_on():
    """A process of its own is limited, and the fast checker is named."""
    slow = json.loads((ROOT / "proofs" / "frozen-lake-8x8-200-steps.json").read_text())
    slow["question"]["steps"] = 10**6
    command = [sys.executable, "-I", str(ROOT / "exactbox" / "check.py"), "--plain"]
    done = subprocess.run(
        [*command, "--max-seconds", "1", "-"],
        input=canonical(slow),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 3 and done.stderr.startswith(b'GAVE UP "-": it takes more than 1 s')
    assert b"fast" in done.stderr
