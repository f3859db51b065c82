"""Certificates of Shut the Box: what the checker accepts is true, and each lie is refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox import certify
from exactbox.certificate import proved
from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.commands.shutbox import decimal
from exactbox.games.shutbox import MatchQuestion, Rules, TurnQuestion, turn_model
from tests.shutbox_plain import truth
from tests.strategies import mutated, shutbox_rules

CORPUS = Path(__file__).parent / "certificates" / "shutbox"
PROOFS = Path(__file__).parent.parent / "proofs"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("accepted/*.json")), ids=lambda p: p.stem)
def test_accepts(path):
    """Each proves what the rules written out in this file give."""
    certificate = json.loads(path.read_bytes())
    claim = check_certificate(path)
    assert claim.value == truth(certificate)
    assert claim.decimals == (decimal(claim.value, 12),)
    assert certificate["claim"]["value"] == [
        f"{claim.value.numerator:x}",
        f"{claim.value.denominator:x}",
    ]


@settings(max_examples=1500)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    """Change a certificate anywhere: what is still accepted is still true."""
    path = data.draw(st.sampled_from(sorted(CORPUS.glob("accepted/*.json"))))
    certificate = data.draw(mutated(json.loads(path.read_bytes())))
    raw = json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()
    try:
        claim = check_certificate(raw)
    except (InvalidCertificate, MalformedCertificate):
        return
    assert claim.value == truth(certificate)


def test_every_value_of_a_match_matters():
    """Any numerator changed by one is refused."""
    original = json.loads((CORPUS / "accepted" / "match_ties_lose.json").read_bytes())
    refused = 0
    for i, stage in enumerate(original["stages"]):
        for part in ("values", "held"):
            for j, (_, numerators) in enumerate(stage[part]):
                for k, number in enumerate(numerators):
                    changed = copy.deepcopy(original)
                    changed["stages"][i][part][j][1][k] = f"{int(number, 16) + 1:x}"
                    raw = json.dumps(changed, sort_keys=True, separators=(",", ":")).encode()
                    with pytest.raises(InvalidCertificate, match=f"stage {i}: chance node"):
                        check_certificate(raw)
                    refused += 1
    assert refused > 20


@settings(max_examples=100)
@given(shutbox_rules(), st.sampled_from(["shut", "score"]))
def test_the_general_solver_finds_the_same_values_policy_and_ties(rules, goal):
    question = TurnQuestion(rules, goal)
    general = certify(turn_model(rules, goal), "pay", question.values.sense)
    assert question.value == general.value
    certificate = json.loads(question.certificate())
    assert [*certificate["policy"], 0] == general.policy.tolist()  # and the start's only option
    assert question.tied_decisions == len(general.ties)
    assert certificate["model"] == json.loads(general.certificate())["model"]
    assert check_certificate(general.certificate()).value == question.value


def test_a_question_is_proved_by_its_own_claim_alone():
    shut, score = TurnQuestion(Rules(), "shut"), TurnQuestion(Rules(), "score")
    proof = proved(shut)
    assert proof.data == shut.certificate() and proof.claim.value == shut.value
    assert shut.is_proved_by(proof.claim) and not score.is_proved_by(proof.claim)
    keys = check_certificate(PROOFS / "lock-15.json")
    assert not shut.is_proved_by(keys)


def test_a_certificate_of_another_result_is_not_a_proof():
    """The certificate is valid, but of the least expected score."""

    class Exchanged(TurnQuestion):
        def certificate(self):
            return TurnQuestion(self.rules, "score").certificate()

    with pytest.raises(InvalidCertificate, match="proved another result than the one computed"):
        proved(Exchanged(Rules(), "shut"))


@pytest.mark.parametrize("name", ["shut", "score", "match"])
def test_the_certificates_on_file_are_those_of_the_questions(name):
    question = MatchQuestion(Rules()) if name == "match" else TurnQuestion(Rules(), name)
    assert question.certificate() == (PROOFS / f"shutbox-9-sum-6-{name}.json").read_bytes()
