"""The checker that is extracted from proofs/coq says what check.py says, where both can read."""

from __future__ import annotations

import subprocess
from math import inf
from pathlib import Path

import pytest

from exactbox.check import check_certificate
from tests import corpus

CHECKER = Path(__file__).parent.parent / "proofs" / "coq" / "ocaml" / "checker"
KINDS = ("process", "shutbox")
NEWER = {  # than the extracted checker: with rewards of both signs it knows no infinite states
    "signed_cost_from_a_lost_state",
    "signed_cost_infinite_by_the_policy_only",
    "signed_cost_max_with_a_lost_state",
    "signed_cost_max_with_an_end_elsewhere",
    "signed_cost_min_with_a_lost_state",
    "signed_cost_of_who_picks_a_lost_state",
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHECKER.exists(), reason="make coq-checker builds it"),
]


def files(verdict):
    """The certificates of processes."""
    found = [path for kind in KINDS for path in corpus.files(kind, verdict)]
    found = [path for path in found if '"kind":"process"' in path.read_text()]
    return [path for path in found if path.stem not in NEWER]


def ask(path):
    """Its exit code, and its lines after the verdict."""
    run = subprocess.run([CHECKER, path], capture_output=True, text=True, timeout=600)
    return run.returncode, run.stdout.splitlines()[1:]


def spelled(value):
    return "infinite" if value == inf else str(value)


def lines(claim):
    """What it says of a claim of check.py."""
    facts = claim.facts
    if "lower" in facts:
        values = [
            f"at least {a}, at most {b}" if b != inf else "infinite"
            for a, b in zip(facts["lower"], facts["upper"])
        ]
    else:
        values = [spelled(value) for value in facts["values"]]
    if "explicit process" not in str(claim):
        return values
    return [f"{value} from state {s}" for value, s in zip(values, facts["start"])]


@pytest.mark.parametrize("path", files("accepted"), ids=lambda path: path.stem)
def test_what_is_accepted_has_the_same_value(path):
    assert ask(path) == (0, lines(check_certificate(path)))


@pytest.mark.parametrize("path", files("rejected"), ids=lambda path: path.stem)
def test_what_is_rejected_is_rejected(path):
    assert ask(path)[0] == 1


def test_a_file_that_is_no_certificate_is_unreadable(tmp_path):
    path = tmp_path / "text.json"
    path.write_text("no certificate")
    assert ask(path)[0] == 2
    assert ask(tmp_path / "missing.json")[0] == 2
