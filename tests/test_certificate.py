"""Which certificates of answers the plain checker judges: short ones that ask for no long work."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import exactbox
from exactbox import certificate
from exactbox.certificate import BY_PLAIN, PLAIN, WITH_FLINT, check, prove
from exactbox.check import (
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
    check_plain,
)
from tests import ROOT
from tests.checker.fast.test_budget import GIVEN_UP, within
from tests.corpus import CORPUS, canonical, files
from tests.process_certificates import asked, explicit
from tests.process_certificates import certificate as process
from tests.weakenings.search import FAMILIES, trials

PROOFS = ROOT / "proofs"
WORK = 10**8  # units of the fast checker: a tenth of a second, or less


def outcome(check, raw):
    """All that a claim says but what it cost, or which refusal it was."""
    try:
        claim = check(raw)
    except (InvalidCertificate, MalformedCertificate, GaveUp) as error:
        return type(error)
    return claim, claim.value, claim.upper, claim.facts, claim.theorems, claim.size


def own(raw):
    """The claim of the own check."""
    return check(iter([raw])).claim


def test_every_certificate_on_file_has_one_verdict_in_the_own_check():
    for path in files():
        raw = path.read_bytes()
        assert outcome(own, raw) == outcome(check_certificate, raw), path.name


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_what_a_search_makes_has_one_verdict_in_the_own_check(family):
    for trial in trials(family, 0.002):
        raw = trial.raw()
        assert outcome(own, raw) == outcome(check_certificate, raw)


def star(leaves, hubs):
    """Hubs with an option to all leaves, each of which is worth 1 over a prime of its own."""
    primes = [p for p in range(10_000, 20_000) if all(p % k for k in range(2, 142))][:leaves]
    choices = [{hubs + k: 1 for k in range(leaves)}] * hubs + [{}] * leaves
    q_value = [Fraction(1, p) for p in primes]
    model = explicit(choices, [[c] for c in range(len(choices))])
    question = asked("total", "max", model, reward=[0] * hubs + q_value)
    values = dict(enumerate([sum(q_value) / leaves] * hubs + q_value))
    ranks = [1] * hubs + [0] * leaves
    return process(question, policy=[0] * len(choices), values=values, ranks=ranks, levels={})


def shared(states, digits):
    """States that share one choice, which is worth a long number."""
    long = 16**digits - 1
    model = explicit([{0: 1}], [[0]] * states)
    question = asked("discounted", "max", model, reward=[long], discount=Fraction(1, 2))
    return process(question, policy=[0] * states, values={0: 2 * long})


SHORT = {  # much work for their length
    "long sums": lambda: star(10, 8),
    "longer sums": lambda: star(16, 3),
    "long values of few states": lambda: shared(10, 780),
    "long values of many states": lambda: shared(140, 300),
    "a game": lambda: json.loads((PROOFS / "flip-2.json").read_bytes()),
}


@pytest.mark.parametrize("name", SHORT)
def test_what_the_plain_checker_judges_takes_little_work(name):
    """As the fast one counts it, whose steps are no fewer."""
    raw = canonical(SHORT[name]())
    assert PLAIN // 4 < len(raw) <= PLAIN and check(iter([raw])).how == BY_PLAIN
    assert check_certificate(raw, max_work=WORK) == check_plain(raw)


def dice(*sides, cards):
    """Card flipping of tiny text, with this many sides and one card that counts."""
    faces = [[[face, 1] for face in range(1, n + 1)] for n in sides]
    model = {"cards": cards, "dice": faces, "goal": 1, "rule": "flip", "start": 0}
    question = {"model": model, "objective": "cost", "sense": "min"}
    return process(question, policy=[], values={}, ranks=[], levels={})


def by_kind(kind, name):
    """An accepted certificate on file."""
    return json.loads((CORPUS / kind / "accepted" / f"{name}.json").read_bytes())


# of the budget's certificates, those of no more bytes than the plain checker judges
BRIEF = ["a die of many sides", "dice that are seen one by one", "sets of tiles"]
LONG_WORK = {
    **{name: GIVEN_UP[name] for name in BRIEF},
    "many steps": lambda: within([{0: 1, 1: 1}, {}], [[0], [1]], goal=[1], steps=10**17),
    "a match": lambda: by_kind("shutbox", "match_four_tiles"),
    "a bound": lambda: by_kind("bounded", "coin_once_enough_is_spent"),
    "the lock": lambda: by_kind("lock", "keys_to_length_11"),
    "many rolls": lambda: dice(*[6] * 8, cards=1),
    "many cards": lambda: dice(30, 29, cards=59),
}


def test_all_brief_ones_are_named():
    proofs = {name: make() for name, make in GIVEN_UP.items()}
    assert {name for name, proof in proofs.items() if len(canonical(proof)) <= PLAIN} == set(BRIEF)


@pytest.mark.parametrize("name", LONG_WORK)
def test_what_asks_for_long_work_in_few_bytes_is_for_the_fast_checker(name, monkeypatch):
    class FastOne(Exception):
        pass

    def check(*_, **__):
        raise FastOne

    monkeypatch.setattr(certificate, "check_certificate", check)
    raw = canonical(LONG_WORK[name]())
    assert len(raw) <= PLAIN
    with pytest.raises(FastOne):
        check(iter([raw]))


@pytest.mark.parametrize("length", [PLAIN, PLAIN + 1])
def test_the_length_decides(length):
    proof = shared(10, 600)
    proof["question"]["reward"]["name"] = ""
    proof["question"]["reward"]["name"] = "x" * (length - len(canonical(proof)))
    found = check(iter([canonical(proof)]))
    assert found.claim.size == length and found.how == (BY_PLAIN if length == PLAIN else WITH_FLINT)


def test_pieces_are_joined_for_nobody(monkeypatch):
    """What comes in several pieces goes to the fast checker as it comes."""
    raw = (PROOFS / "flip-2.json").read_bytes()
    assert check(iter([raw])).how == BY_PLAIN
    assert check(iter([raw[:99], raw[99:]])).how == WITH_FLINT
    assert check(iter([raw]), max_work=10**9).how == WITH_FLINT


@pytest.mark.parametrize("how", [BY_PLAIN, WITH_FLINT])
def test_what_is_proved_is_the_same_whoever_checks(how, monkeypatch):
    answer = exactbox.total_until_end(exactbox.flip(2))
    if how == WITH_FLINT:
        monkeypatch.setattr(certificate, "PLAIN", 0)
    proof = prove(answer)
    assert proof.how == how and proof.claim == check_certificate(answer.certificate())


def test_an_answer_that_is_another_is_refused_by_the_plain_checker():
    answer = exactbox.total_until_end(exactbox.flip(2))
    lie = answer.certificate().replace(b"8936", b"8937")
    with pytest.raises(InvalidCertificate, match="is not what it is worth"):
        check(iter([lie]))


def test_the_former_names_warn_and_prove_the_same(tmp_path):
    from exactbox.certificate import proved, saved
    from exactbox.games.flip import flip
    from exactbox.mdp import total_until_end

    answer = total_until_end(flip(2))
    with pytest.warns(DeprecationWarning, match="proved is called prove now"):
        assert proved(answer).claim == prove(answer).claim
    with pytest.warns(DeprecationWarning, match="saved is called save now"):
        assert saved(answer, tmp_path / "proof.json") == prove(answer).claim
