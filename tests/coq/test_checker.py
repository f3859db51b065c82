"""The checker that is extracted from proofs/coq says what check.py says, where both can read."""

from __future__ import annotations

import subprocess
from collections import Counter
from math import inf

import pytest

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.cli import main
from tests import ROOT, corpus

PROOFS = ROOT / "proofs"
CHECKER = PROOFS / "coq" / "ocaml" / "checker"
KINDS = ("process", "shutbox", "program", "linear")
NOT_COVERED = {  # what has no theorem, or none that is extracted, as the checker names it
    "statement determinant",
    "dice taken apart",
    "doubles that count twice",
    "double stakes",
    "probabilities that were divided",
    "ten million steps or more",
    "infinite states where a reward is negative",
    "ends before the goal where a reward is negative",
    "kind bounded",
    "kind lock",
    "kind property",
    "kind timed",
    "kind trade_off",
    "kind transient",
}
STATEMENTS = {  # on linear systems; of some the vector is printed, if it is short
    "solution": "the solution that it lists",
    "unique": "exactly one solution{x}",
    "singular": "singular",
    "inconsistent": "no solution",
    "rank": "rank {rank}, and a basis of the null space",
    "general": "all solutions, and rank {rank}",
    "no_integer_solution": "no solution in integers",
    "entry": "{entry} is {value}",
    "least_squares": "least squares",
    "unique_least_squares": "least squares at one point{x}",
    "minimum_norm": "the least norm of least squares{x}",
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHECKER.exists(), reason="make coq-checker builds it"),
]


def files(verdict, kinds=KINDS):
    """The certificates of these kinds."""
    return [path for kind in kinds for path in corpus.files(kind, verdict)]


def ask(path, *options):
    """Its exit code, and its lines after the verdict; of what is not covered, what that is."""
    run = subprocess.run([CHECKER, *options, path], capture_output=True, text=True, timeout=600)
    first, *rest = run.stdout.splitlines()
    return run.returncode, first.partition("NOT COVERED: ")[2] or rest


def spelled(value):
    return "infinite" if value == inf else str(value)


def lines(claim):
    """What it says of a claim of check.py."""
    return [*values(claim), f"question {claim.question_sha256}"]


def values(claim):
    """The lines of what is claimed."""
    facts = claim.facts
    if claim.kind == "match":
        return [f"{claim.value}"]
    if claim.kind == "linear":
        x = ", ".join(value.split()[1] for value in facts.get("solution", []))
        words = {**facts, "value": claim.value, "x": f": {x}" if x else ""}
        return [STATEMENTS[facts["statement"]].format(**words)]
    if claim.kind == "program":
        words = {"unique": f"optimal at one point: {claim.value}", "game": f"{claim.value}"}
        words |= {"optimal": f"optimal: {claim.value}"}
        return [words.get(facts["statement"], facts["statement"])]
    if "lower" in facts:
        each = [
            f"at least {a}, at most {b}" if b != inf else "infinite"
            for a, b in zip(facts["lower"], facts["upper"])
        ]
    else:
        each = [spelled(value) for value in facts["values"]]
    if "explicit process" not in str(claim):
        return each
    return [f"{value} from state {s}" for value, s in zip(each, facts["start"])]


@pytest.mark.parametrize("path", files("accepted"), ids=lambda path: path.stem)
def test_what_is_accepted_has_the_same_value_or_is_not_covered(path):
    code, found = ask(path)
    if "that_differ_by_less_than_a_floor" in path.stem or "a_roll_of_30_dice" in path.stem:
        assert (code, found) == (3, [])  # it makes a list of 2^30 rolls or more, and gives up
    elif code == 2:
        assert found in NOT_COVERED and f'"kind":"{found[5:]}"' not in path.read_text()
    else:
        assert (code, found) == (0, lines(check_certificate(path)))


@pytest.mark.parametrize("path", files("rejected"), ids=lambda path: path.stem)
def test_what_is_rejected_is_rejected_or_not_covered(path):
    code, found = ask(path)
    if path.stem == "match_one_die_before_all_dice":  # a stage is wrong, another has a number less
        assert (code, found) == (2, [])
    else:
        assert code == 1 or (code == 2 and found in NOT_COVERED)


def test_what_is_not_covered_is_named():
    """Of each kind that is read, how many certificates on file are covered."""
    found = {path: ask(path)[1] for path in files("accepted")}
    named = Counter(what for what in found.values() if isinstance(what, str))
    assert named == {
        "statement determinant": 14,
        "dice taken apart": 4,
        "doubles that count twice": 1,
        "double stakes": 3,
        "probabilities that were divided": 2,
        "infinite states where a reward is negative": 2,
        "ends before the goal where a reward is negative": 1,
    }


@pytest.mark.parametrize("kind", ["bounded", "lock", "property", "timed", "trade_off", "transient"])
def test_kinds_without_an_extracted_theorem_are_named(kind):
    for verdict in ("accepted", "rejected"):
        assert {ask(path)[1] for path in corpus.files(kind, verdict)} == {f"kind {kind}"}


@pytest.mark.parametrize(
    "path",
    files("malformed", [*KINDS, "reading"]),
    ids=lambda path: f"{path.parts[-3]}_{path.stem}",
)
def test_what_is_in_no_normal_form_is_unreadable_or_not_covered(path):
    code, found = ask(path)
    assert code == 2 and (found == [] or found in NOT_COVERED)


def test_each_proof_on_file_but_the_lock_is_covered():
    """In proofs/, one verdict each; the values are those of the plain checker."""
    for path in sorted(PROOFS.glob("*.json")):
        code, found = ask(path)
        if path.stem == "lock-15":
            assert (code, found) == (2, "kind lock")
        else:
            assert (code, found) == (0, lines(check_certificate(path))), path.stem


@pytest.mark.parametrize(
    "kind, name",
    [
        *(("program", name) for name in ["optimal", "unique", "infeasible", "unbounded", "game"]),
        *(("linear", name) for name in STATEMENTS),
        ("shutbox", "match_two_players"),
        ("shutbox", "match_of_two_players_who_lose_ties"),
    ],
)
def test_a_changed_number_is_rejected_or_leaves_a_true_statement(kind, name, tmp_path):
    """The checkers agree on files in which a digit has another value."""
    (path,) = (p for p in corpus.files(kind, "accepted") if p.stem == name)
    text, rejected = path.read_text(), 0
    for at, digit in enumerate(text[text.index('"question"') :], text.index('"question"')):
        if digit not in "123456789" or text[at - 1] not in ",:[" or text[at + 1] not in ",]}":
            continue
        changed = tmp_path / "changed.json"
        changed.write_text(f"{text[:at]}{10 - int(digit)}{text[at + 1 :]}")
        try:
            claim = check_certificate(changed)
        except MalformedCertificate:
            assert ask(changed)[0] == 2
        except InvalidCertificate:
            assert ask(changed)[0] == 1
            rejected += 1
        else:
            assert ask(changed) == (0, lines(claim))
    assert rejected


def test_the_command_runs_it(capfd):
    craps = str(PROOFS / "craps.json")
    assert main(["check", "--proved", craps]) == 0
    question = check_certificate(craps).question_sha256
    said = f'"{craps}": VALID\n244/495 from state 0\nquestion {question}\n'
    assert capfd.readouterr().out == said


def test_gives_up_beyond_its_limits(capfd):
    """With the words of the plain checker, which is limited in the same way."""
    box, size = PROOFS / "shutbox-10-sum-6-shut.json", (PROOFS / "craps.json").stat().st_size
    assert ask(PROOFS / "craps.json", "--max-bytes", f"{size}")[0] == 0
    over = ["--max-bytes", f"{size - 1}", PROOFS / "craps.json"]
    slow = ["--max-seconds", "1", box]
    for options, why in (
        (over, f"larger than {size - 1} bytes (see --max-bytes)"),
        (slow, "it takes more than 1 seconds of a processor (see --max-seconds)"),
    ):
        run = subprocess.run([CHECKER, *options], capture_output=True, text=True, timeout=60)
        assert run.returncode == 3 and f": GAVE UP: {why}" in run.stdout


def test_a_file_that_gives_up_stops_no_other(tmp_path):
    """The next file is checked; the exit code is the greatest."""
    (floor,) = (p for p in files("accepted", ["shutbox"]) if "a_roll_of_30_dice" in p.stem)
    run = subprocess.run([CHECKER, floor, PROOFS / "craps.json"], capture_output=True, text=True)
    assert run.returncode == 3
    assert "GAVE UP: the check needs more memory than a file of this size gets\n" in run.stdout
    assert "VALID\n244/495 from state 0\n" in run.stdout


@pytest.mark.parametrize("options", [["--max-bytes"], ["--max-bytes", "-1", "a"], []])
def test_what_it_is_asked_wrongly_is_one_line(options):
    run = subprocess.run([CHECKER, *options], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)


def test_a_file_that_is_no_certificate_is_unreadable(tmp_path):
    path = tmp_path / "text.json"
    path.write_text("no certificate")
    assert ask(path)[0] == 2
    assert ask(tmp_path / "missing.json")[0] == 2
