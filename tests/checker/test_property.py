"""Certificates of kind property: what is accepted follows from what all policies find."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import certificate_pieces, question_sha256
from exactbox.check import (
    Claim,
    GaveUp,
    InvalidCertificate,
    check_certificate,
    main,
)
from exactbox.mdp import Model, cost, reach, reach_enclosure
from exactbox.mdp.answers.claims import claim_of, claimed, satisfying
from exactbox.mdp.model.question import Goal
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.mdp.objectives.within_reward import within_reward
from tests.corpus import canonical, expected, load
from tests.mdp.trade_offs import plays
from tests.process_certificates import (
    asked,
    certificate,
    explicit,
    numbers_changed,
    oddities,
    rational,
    refused_or_true,
    stated_process,
    truth,
    unfolded,
)
from tests.strategies import examples, mutated

GOOD = load("property")


def proof_of(answer, claim, start=None):
    """The question of a claim about an answer, and the certificate that proves it."""
    kind, question, witness = claimed(answer, claim, start)
    return question, b"".join(certificate_pieces(kind, question, witness))


HOLDS = {
    ">=": lambda u, b: u >= b,
    ">": lambda u, b: u > b,
    "<=": lambda u, b: u <= b,
    "<": lambda u, b: u < b,
}


def true_result(question: dict[str, Any]) -> Any:
    """What the claim's filter gives of the values that all policies find."""
    asked_of, claim = question["of"]["question"], question["claim"]
    if question["of"]["kind"] == "trade_off":
        start = [asked_of["start"]]
        values = {start[0]: (plays.truth(asked_of) or {})["value"]}
    else:
        model = unfolded(stated_process(asked_of), asked_of.get("second", []))
        start, values = asked_of["start"], truth(asked_of, model)
    u = [1 - values[s] if claim["complement"] else values[s] for s in start]
    name = claim["filter"]
    if "relation" in claim:
        holds = [HOLDS[claim["relation"]](v, rational(claim["bound"])) for v in u]
        if name == "set":
            assert claim["states"] == [s for s, good in zip(start, holds, strict=True) if good]
        results = {"forall": str(all(holds)).lower(), "exists": str(any(holds)).lower()}
        return results.get(name, sum(holds))
    total = inf if inf in u else sum(u)
    return {
        "max": max(u),
        "min": min(u),
        "sum": total,
        "avg": total if total == inf else total / len(u),
        "range": [min(u), max(u)],
        "argmax": [s for s, v in zip(start, u, strict=True) if v == max(u)],
        "argmin": [s for s, v in zip(start, u, strict=True) if v == min(u)],
        "first": u[0],
        "print": u,
    }[name]


def assert_true(proof: dict[str, Any], claim: Claim) -> None:
    """The result is the true one, or lies between its bounds."""
    true = true_result(proof["question"])
    assert claim.kind == "property" and claim.sentence.isascii()
    if "result" in claim.facts:
        assert claim.facts["result"] == true
        if isinstance(true, str):
            assert claim.sentence.startswith(f"it is {true} that ")
        if isinstance(true, Fraction):
            assert (claim.value, claim.upper) == (true, None)
    else:
        low, high = claim.facts["result_lower"], claim.facts["result_upper"]
        if isinstance(true, list):
            assert all(a <= v <= b for a, v, b in zip(low, true, high, strict=True))
            low, high = low[0], high[0]
        else:
            assert low <= true <= high
        assert (claim.value, claim.upper) == (low, high)


def verdict(lie: dict[str, Any]) -> Exception | None:
    return refused_or_true(canonical(lie), assert_true)


@pytest.mark.parametrize("name", GOOD)
def test_accepts(name):
    claim = check_certificate(canonical(GOOD[name]))
    assert_true(GOOD[name], claim)
    assert expected("property")["accepted"][name].removesuffix(" (question") in claim.sentence


def test_the_values_of_the_files_are_those_found_by_hand():
    """One half by a toss, one third by a loaded coin; 2/3 to pay once."""
    claim = check_certificate(canonical(GOOD["print_of_a_complement"]))
    assert claim.facts["result"] == [Fraction(1, 2), Fraction(2, 3)]
    assert check_certificate(canonical(GOOD["sum"])).value == Fraction(1, 2) + 1 + Fraction(1, 3)
    assert check_certificate(canonical(GOOD["max_that_is_infinite"])).value == inf


def test_every_single_number_matters():
    """One number changed by one: refused, or true again."""
    lies = (lie for original in GOOD.values() for _, lie in numbers_changed(original))
    assert sum(verdict(lie) is not None for lie in lies) > 1000


def test_other_filters_and_relations_are_refused_or_true():
    for original in GOOD.values():
        for key, others in (("filter", true_filters()), ("relation", HOLDS)):
            for other in others:
                lie = copy.deepcopy(original)
                lie["question"]["claim"][key] = other
                verdict(lie)


def true_filters():
    return {proof["question"]["claim"]["filter"] for proof in GOOD.values()}


def test_oddities_anywhere_are_refused_or_true():
    for original in (GOOD["threshold"], GOOD["set"], GOOD["avg_by_bounds_of_a_complement"]):
        for lie in oddities(original):
            verdict(lie)


@examples(300)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    verdict(data.draw(mutated(GOOD[data.draw(st.sampled_from(sorted(GOOD)))])))


def primes(count):
    """The first odd primes after 10^4."""
    found, n = [], 10**4 + 1
    while len(found) < count:
        if all(n % k for k in range(3, 130, 2)):
            found.append(n)
        n += 2
    return found


def test_a_sum_of_many_denominators_is_paid_for():
    """Their least common multiple has as many digits as all of them together."""
    for count, given_up in ((10, False), (4000, True)):
        rewards = [Fraction(1, p) for p in primes(count)]
        model = explicit([{}] * count, [[c] for c in range(count)])
        question = asked("total", "max", model, reward=rewards, start=list(range(count)))
        witness = {"policy": [0] * count, "ranks": [0] * count, "levels": {}}
        proof = certificate(question, values=dict(enumerate(rewards)), **witness)
        proof["witness"]["values"] = [[p.denominator, [c], [1]] for c, p in enumerate(rewards)]
        claim = {"complement": 0, "filter": "sum"}
        proof["kind"] = "property"
        proof["question"] = {"claim": claim, "of": {"kind": "process", "question": question}}
        if given_up:
            with pytest.raises(GaveUp, match=r"more work than \d"):
                check_certificate(canonical(proof), max_work=10**8)
        else:
            assert check_certificate(canonical(proof), max_work=10**8).value == sum(rewards)


# Written ------------------------------------------------------------------------------------------


def toss():
    """A toss to the goal, 1, or to 2, which costs 2 and is never left."""
    rewards = {"coins": Rewards([2, 0, 1], [1, 1, 1])}
    branches = [0, 2, 3, 4], [1, 2, 1, 2], [1, 1, 1, 1], [2, 1, 1]
    return Model([0, 1, 2, 3], *branches, rewards=rewards)


def test_claims_are_written_and_proved():
    goal, states = np.array([False, True, False]), np.arange(3)
    answer, half = reach(toss(), goal, "max"), Fraction(1, 2)
    for relation, found in HOLDS.items():
        for complement in (False, True):
            holds = satisfying(answer.values, relation, half, complement=complement)
            values = [half, 0, 1] if complement else [half, 1, 0]
            assert holds.tolist() == [found(v, half) for v in values]
            claim = claim_of(
                "set",
                relation=relation,
                bound=half,
                complement=complement,
                states=np.flatnonzero(holds),
            )
            question, data = proof_of(answer, claim, states)
            assert json.loads(data)["question"] == question
            assert check_certificate(data).facts["result"] == holds.sum()
    question, data = proof_of(answer, claim_of("forall", relation=">=", bound=half))
    assert question["of"]["question"] == answer.question()
    assert check_certificate(data).facts["result"] == "true"
    wrong = claim_of("set", relation=">", bound=half, states=[0, 1])
    with pytest.raises(InvalidCertificate, match="state 0: does not satisfy it"):
        check_certificate(proof_of(answer, wrong, states)[1])


def test_infinite_values_are_more_than_any_number():
    answer = cost(toss(), "coins", np.array([False, True, False]), "min")
    assert satisfying(answer.values, ">", 10**9).tolist() == [True, False, True]
    assert satisfying(answer.values, "<=", 0).tolist() == [False, True, False]
    _, data = proof_of(answer, claim_of("max"), np.arange(3))
    assert check_certificate(data).value == inf


def test_a_claim_about_bounds():
    enclosure = reach_enclosure(toss(), np.array([False, True, False]), "max")
    _, data = proof_of(enclosure, claim_of("forall", relation=">", bound=Fraction(1, 3)))
    assert check_certificate(data).facts["result"] == "true"
    assert enclosure.question(np.array([1]))["start"] == [1]


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="forall: need a relation and a bound"):
        claim_of("forall")
    with pytest.raises(ValueError, match="max: need a relation and a bound"):
        claim_of("max", relation=">", bound=1)
    with pytest.raises(ValueError, match="set: need states"):
        claim_of("set", relation=">", bound=1)


def test_several_files_together_say_whose_set_another_one_names(tmp_path, capsys):
    """The outer question's goal is the set that the inner one proves, or a part of it."""
    model, half = toss(), Fraction(1, 2)
    inner = reach(model, np.array([False, True, False]), "max")
    states = satisfying(inner.values, ">=", half)
    claim = claim_of("set", relation=">=", bound=half, states=np.flatnonzero(states))
    question, data = proof_of(inner, claim, np.arange(3))
    name = f"P>=1/2 [...] {question_sha256('property', question)}"
    part = np.array([False, True, False])
    files = {"inner": data}
    files["outer"] = reach(model, Goal(states, False, name), "min").certificate()
    files["part"] = cost(model, "coins", Goal(part, False, name), "max").certificate()
    paths = {key: tmp_path / f"{key}.json" for key in files}
    for key, raw in files.items():
        paths[key].write_bytes(raw)
    assert main([str(path) for path in paths.values()]) == 1  # each is valid, one names a false set
    *_, same, other = capsys.readouterr().out.splitlines()
    inner_, outer, part_ = (json.dumps(str(path)) for path in paths.values())
    assert same == f"NESTED {outer}: a set of it has exactly the states that {inner_} proves"
    assert other.startswith(f"NESTED {part_}: a set of it is named by, and is not, the set that")
    for alone in (["outer"], ["inner"], ["outer", "part"]):
        assert main([str(paths[key]) for key in alone]) == 0
        assert "NESTED" not in capsys.readouterr().out
    some, data = proof_of(
        inner, claim_of("set", relation=">=", bound=half, states=[1]), np.array([1, 2])
    )
    name = f"P>=1/2 [...] {question_sha256('property', some)}"
    paths["inner"].write_bytes(data)  # asked of some states, it is silent about the others
    only = Goal(np.array([False, True, False]), False, name)
    paths["outer"].write_bytes(reach(model, only, "min").certificate())
    assert main([str(paths["outer"]), str(paths["inner"])]) == 1
    assert f"{outer}: a set of it is named by, and is not," in capsys.readouterr().out
    assert main(["--json", *map(str, paths.values())]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_claims_of_the_other_kinds():
    """To win by one toss for 2 coins, or by two; an exponential time of expectation 1/3."""
    model, goal = toss(), np.array([False, True, False])
    bounded = within_reward(model, "max", bound="coins", at_most=2, goal=goal)
    _, data = proof_of(bounded, claim_of("forall", relation=">=", bound=Fraction(1, 2)))
    claim = check_certificate(data)
    assert claim.facts["result"] == "true" and claim.value == Fraction(1, 2)
    assert "is at least 1/2: it is exactly 1/2" in claim.sentence
    branches = [0, 1, 2], [1, 1], [1, 1], [1, 1]
    clock = Rewards([0, 0], [1, 1], rate=Ratios([1, 0], [1, 1]))
    timed = Model([0, 1, 2], *branches, rewards={"time": clock}, rates=Ratios([3, 1], [1, 1]))
    answer = cost(timed, "time", np.array([False, True]), "min")
    _, data = proof_of(answer, claim_of("forall", relation="<", bound=Fraction(1, 3)))
    claim = check_certificate(data)
    assert claim.facts["result"] == "false" and claim.value == Fraction(1, 3)
