"""The checker that is extracted from proofs/coq says what check.py says, where both can read."""

from __future__ import annotations

import json
import subprocess
from math import inf

import pytest

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from tests import ROOT, corpus

PROOFS = ROOT / "proofs"
CHECKER = PROOFS / "coq" / "ocaml" / "checker"
KINDS = ("process", "shutbox", "program")
UNKNOWN_RULES = {  # dice taken apart, and doubles
    "each_of_four_dice_and_never_one_alone",
    "each_of_four_dice_takes_its_own_tile",
    "turn_doubles_count_twice",
    "turn_each_die_takes_its_own_tile",
}
NEWER = {  # than the extracted checker: with rewards of both signs it knows no infinite states, and
    # no model whose probabilities have been divided
    "normalised",
    "normalised_by_two_sums",
    "normalised_value_of_one_half",
    "signed_cost_from_a_lost_state",
    "signed_cost_infinite_by_the_policy_only",
    "signed_cost_max_with_a_lost_state",
    "signed_cost_max_with_an_end_elsewhere",
    "signed_cost_min_with_a_lost_state",
    "signed_cost_of_who_picks_a_lost_state",
    *UNKNOWN_RULES,
}
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHECKER.exists(), reason="make coq-checker builds it"),
]


def files(verdict):
    """The certificates of processes, programs and matrix games."""
    found = [path for kind in KINDS for path in corpus.files(kind, verdict)]
    known = '"kind":"process"', '"kind":"program"'
    found = [path for path in found if any(kind in path.read_text() for kind in known)]
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
    if claim.kind == "program":
        words = {"unique": f"optimal at one point: {claim.value}", "game": f"{claim.value}"}
        words |= {"optimal": f"optimal: {claim.value}"}
        return [words.get(facts["statement"], facts["statement"])]
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


@pytest.mark.parametrize("kind", ["trade_off", "transient"])
def test_kinds_that_it_does_not_know_are_not_covered(kind):
    for path in corpus.files(kind, "accepted"):
        assert ask(path) == (2, [])


@pytest.mark.parametrize("name", sorted({*UNKNOWN_RULES, "match_for_double_stakes"}))
def test_rules_that_it_does_not_know_are_not_covered(name):
    assert ask(corpus.CORPUS / "shutbox" / "accepted" / f"{name}.json") == (2, [])


def test_each_kind_is_asked():
    for verdict in ("accepted", "rejected"):
        assert {json.loads(path.read_text())["kind"] for path in files(verdict)} == {
            "process",
            "program",
        }


@pytest.mark.parametrize("name", ["afiro", "stair", "25fv47", "perold"])
def test_programs_of_netlib_are_what_the_other_checker_says(name):
    path = PROOFS / f"netlib-{name}.json"
    assert ask(path) == (0, lines(check_certificate(path)))


@pytest.mark.parametrize("name", ["optimal", "unique", "infeasible", "unbounded", "game"])
def test_a_changed_number_is_rejected_or_leaves_a_true_statement(name, tmp_path):
    """The checkers agree on files in which a digit has another value."""
    (path,) = (p for p in corpus.files("program", "accepted") if p.stem == name)
    text, rejected = path.read_text(), 0
    for at, digit in enumerate(text[text.index('"question"') :], text.index('"question"')):
        if digit not in "123456789" or text[at - 1] not in ",:[" or text[at + 1] not in ",]}":
            continue
        changed = tmp_path / "changed.json"
        changed.write_text(f"{text[:at]}{10 - int(digit)}{text[at + 1 :]}")
        try:
            claim = check_certificate(changed)
        except MalformedCertificate:
            continue  # the extracted checker asks for no normal form
        except InvalidCertificate:
            assert ask(changed)[0] == 1
            rejected += 1
        else:
            assert ask(changed) == (0, lines(claim))
    assert rejected


def test_a_file_that_is_no_certificate_is_unreadable(tmp_path):
    path = tmp_path / "text.json"
    path.write_text("no certificate")
    assert ask(path)[0] == 2
    assert ask(tmp_path / "missing.json")[0] == 2
