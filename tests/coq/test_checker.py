"""The checker that is extracted from proofs/coq says what check.py says, where both can read."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from itertools import product
from math import inf
from random import Random

import pytest

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker.claim import check_plain
from exactbox.checker.property import COMPARING, FILTERS, RELATIONS
from exactbox.cli import main
from tests import ROOT, corpus
from tests.weakenings.bounded_trials import BOUNDED_FAMILIES

PROOFS = ROOT / "proofs"
CHECKER = PROOFS / "coq" / "ocaml" / "checker"
KINDS = (
    *("process", "shutbox", "program", "linear"),
    *("timed", "bounded", "property", "trade_off", "transient"),
)
IN_FORM = ("process", "shutbox", "program", "linear")  # of others it asks for no normal form
NOT_COVERED = {  # what has no theorem, or none that is extracted, as the checker names it
    "statement determinant",
    "dice taken apart",
    "doubles that count twice",
    "double stakes",
    "probabilities that were divided",
    "ten million steps or more",
    "infinite states where a reward is negative",
    "ends before the goal where a reward is negative",
    "kind lock",
    "Pareto curve",
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
TRADE_OFFS = (
    "bounds_apart",
    "condition_max",
    "condition_min",
    "lost_by_half_of_a_toss",
    "value_of_a_cost_under_a_cost",
    "value_under_a_strict_bound",
)
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


def between(low, high):
    return spelled(low) if low == high else f"at least {low}, at most {high}"


def result_lines(raw, facts):
    """What it says of a claim about values."""
    asked = json.loads(raw)["question"]["claim"]
    name, result = asked["filter"], facts.get("result")
    if name in ("set", "argmax", "argmin"):
        states = asked["states"] if name == "set" else result
        return [f"from states {', '.join(map(str, states))}" if states else "from no state"]
    if name == "range":
        return [f"from {spelled(result[0])} to {spelled(result[1])}"]
    if name == "print":
        low, high = facts.get("result_lower", result), facts.get("result_upper", result)
        ends = zip(low, high, facts["start"])
        exact = "result" in facts
        return [
            f"{spelled(a) if exact else f'at least {a}, at most {b}'} from state {s}"
            for a, b, s in ends
        ]
    if "result_lower" in facts:
        return [between(facts["result_lower"], facts["result_upper"])]
    return [f"from {result} states" if name == "count" else spelled(result)]


def lines(claim, raw):
    """What it says of a claim of check.py."""
    return [*values(claim, raw), f"question {claim.question_sha256}"]


def values(claim, raw):
    """The lines of what is claimed."""
    facts = claim.facts
    if claim.kind == "property":
        return result_lines(raw, facts)
    if claim.kind == "trade_off":
        return [facts["result"] if claim.value is None else spelled(claim.value)]
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
    if claim.kind == "process" and "explicit process" not in str(claim):  # a game
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
        assert (code, found) == (0, lines(check_certificate(path), path.read_bytes()))


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
        "probabilities that were divided": 3,
        "infinite states where a reward is negative": 2,
        "ends before the goal where a reward is negative": 1,
        "Pareto curve": 19,
    }


@pytest.mark.parametrize("kind", ["lock"])
def test_kinds_without_an_extracted_theorem_are_named(kind):
    for verdict in ("accepted", "rejected"):
        assert {ask(path)[1] for path in corpus.files(kind, verdict)} == {f"kind {kind}"}


@pytest.mark.parametrize(
    "path",
    files("malformed", [*IN_FORM, "reading"]),
    ids=lambda path: f"{path.parts[-3]}_{path.stem}",
)
def test_what_is_in_no_normal_form_is_unreadable_or_not_covered(path):
    code, found = ask(path)
    assert code == 2 and (found == [] or found in NOT_COVERED)


@pytest.mark.parametrize(
    "path",
    files("malformed", ["timed", "bounded", "property", "trade_off", "transient"]),
    ids=lambda path: f"{path.parts[-3]}_{path.stem}",
)
def test_what_is_malformed_is_not_valid(path):
    """Ranks that are missing are 0, and so they may be where each choice takes time."""
    valid = "ranks_missing", "ranks_too_few"
    assert ask(path)[0] in ((0,) if path.stem in valid else (1, 2))


@pytest.mark.parametrize("family", BOUNDED_FAMILIES)
def test_it_says_the_same_of_random_bounds_with_right_and_wrong_witnesses(family, tmp_path):
    path, verdicts = tmp_path / "trial.json", set()
    for kind, question, witness, _ in BOUNDED_FAMILIES[family](Random(family), 60):
        certificate = {"certificate": 2, "kind": kind, "question": question, "witness": witness}
        path.write_bytes(corpus.canonical(certificate))
        try:
            claim = check_plain(path.read_bytes())
        except (InvalidCertificate, MalformedCertificate):
            assert ask(path)[0] in (1, 2)
            verdicts.add("refused")
        else:
            assert ask(path) == (0, lines(claim, path.read_bytes()))
            verdicts.add("valid")
    steps = family.endswith("rewards_steps")  # these have no witness that could be wrong
    assert verdicts == ({"valid"} if steps else {"valid", "refused"})


@pytest.mark.parametrize("path", sorted(PROOFS.glob("*.json")), ids=lambda path: path.stem)
def test_each_proof_on_file_but_the_lock_is_covered(path):
    """In proofs/, one verdict each; the values are those of the plain checker."""
    if path.stem == "lock-15":
        assert ask(path) == (2, "kind lock")
    else:
        assert ask(path) == (0, lines(check_certificate(path), path.read_bytes()))


@pytest.mark.parametrize(
    "kind, name",
    [
        *(("program", name) for name in ["optimal", "unique", "infeasible", "unbounded", "game"]),
        *(("linear", name) for name in STATEMENTS),
        ("timed", "average_of_a_queue"),
        ("timed", "average_of_two_classes"),
        ("timed", "average_with_immediate_choices_min"),
        ("timed", "cost_bounds"),
        ("timed", "total_of_both_signs"),
        ("bounded", "free_circle_and_one_tail"),
        ("bounded", "free_circle_with_rewards"),
        ("bounded", "heads_after_a_tail_or_two"),
        ("bounded", "heads_at_the_second_toss"),
        *(("property", name) for name in ["threshold_of_a_complement", "set_by_bounds"]),
        *(("trade_off", name) for name in TRADE_OFFS),
        *(("transient", name) for name in ["from_a_time_on", "cumulative", "two_stages"]),
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
            if kind in ("process", "program", "linear", "shutbox"):
                assert ask(changed)[0] == 2
            continue  # of other kinds the extracted checker asks for no normal form
        except InvalidCertificate:
            assert ask(changed)[0] == 1
            rejected += 1
        else:
            assert ask(changed) == (0, lines(claim, changed.read_bytes()))
    # wider bounds, or narrower ones, are bounds
    assert rejected or kind == "transient" or '"witness":{}' in text


@pytest.mark.parametrize(
    "kind, name",
    [
        ("property", "set"),
        ("property", "set_by_bounds"),
        ("property", "avg_by_bounds_of_a_complement"),
        ("property", "set_of_infinite_states"),
        ("transient", "two_stages"),
        ("trade_off", "condition_max"),
    ],
)
def test_each_claim_about_these_values_has_the_same_result(kind, name, tmp_path):
    """By all filters and relations: bounds that are met, that lie between, and that are missed."""
    certificate = corpus.load(kind)[name]
    if kind != "property":
        certificate["question"] = {"of": {"kind": kind, "question": certificate["question"]}}
        certificate["kind"] = "property"
    start = certificate["question"]["of"]["question"]["start"]
    states = start if isinstance(start, list) else [start]
    bounds = [0, [1, 4], [2, 5], [1, 3], [1, 2], 1]
    compared = [
        {"filter": name, "relation": relation, "bound": bound}
        for name in COMPARING
        for relation in RELATIONS
        for bound in bounds
    ]
    claims = [*compared, *({"filter": name} for name in FILTERS if name not in COMPARING)]
    path, verdicts = tmp_path / "claim.json", Counter()
    for complement, claim in product((0, 1), claims):
        more = {"states": states[:1]} if claim["filter"] == "set" else {}
        certificate["question"]["claim"] = {**claim, **more, "complement": complement}
        path.write_bytes(corpus.canonical(certificate))
        code, found = ask(path)
        try:
            expected = lines(check_certificate(path), path.read_bytes())
        except InvalidCertificate:
            assert code == 1, certificate["question"]["claim"]
        else:
            assert (code, found) == (0, expected), certificate["question"]["claim"]
        verdicts[code] += 1
    assert verdicts[0] and verdicts[1]


def test_a_property_of_a_game_by_its_rules_is_named(tmp_path):
    certificate = json.loads((PROOFS / "flip-2.json").read_text())
    of = {"kind": certificate["kind"], "question": certificate["question"]}
    claim = {"filter": "forall", "relation": ">", "bound": 0, "complement": 0}
    certificate |= {"kind": "property", "question": {"of": of, "claim": claim}}
    path = tmp_path / "claim.json"
    path.write_bytes(corpus.canonical(certificate))
    assert check_certificate(path).facts["result"] == "true"
    assert ask(path) == (2, "property of a game")


def test_the_command_runs_it(capfd):
    craps = str(PROOFS / "craps.json")
    assert main(["check", "--proved", craps]) == 0
    question = check_certificate(craps).question_sha256
    said = f'"{craps}": VALID\n244/495 from state 0\nquestion {question}\n'
    assert capfd.readouterr().out == said


def test_gives_up_beyond_its_limits(capfd):
    """With the words of the plain checker, which is limited in the same way."""
    name = "match_of_moves_that_differ_by_less_than_a_floor"  # of 2^32 rolls
    size = (PROOFS / "craps.json").stat().st_size
    (long,) = (p for p in files("accepted", ["shutbox"]) if p.stem == name)
    assert ask(PROOFS / "craps.json", "--max-bytes", f"{size}")[0] == 0
    over = ["--max-bytes", f"{size - 1}", PROOFS / "craps.json"]
    slow = ["--max-seconds", "1", long]
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
