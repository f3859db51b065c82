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
from exactbox.games.shutbox import MatchQuestion, Rules, TurnQuestion, process
from tests.shutbox_plain import truth
from tests.strategies import mutated, shutbox_rules

CORPUS = Path(__file__).parent / "certificates" / "shutbox"
PROOFS = Path(__file__).parent.parent / "proofs"


REJECTED = {
    "match_claims_the_min": "claim: a match asks for the max",
    "match_claim_off_by_one": "claim: the value is not that of chance node",
    "match_decimal_wrong": "rounded half to even",
    "match_first_player_plays_worse": "stage 5: decision node",
    "match_last_player_plays_worse": "stage 0: decision node",
    "match_later_values_off_by_one": "stage 0: chance node",
    "match_holders_values_off_by_one": "stage 0: chance node",
    "match_of_other_ties": "stage 0: chance node",
    "match_with_another_start": "stage 5: chance node",
    "shut_goal_exchanged": "claim: the rule does not ask for the max",
    "shut_policy_worse": "is better than the chosen",
    "score_with_another_limit": "chance node 7: the value is not",
    "shut_with_one_tile_a_move": "chance node 9: the value is not",
    "thai_as_any_tiles": "chance node 9: the value is not",
}


MALFORMED = {
    "behind_of_another_length": "behind: as many tiles as in front, or none",
    "choice_is_2": "model: choice and single: 2 is out of range",
    "digits_of_two_rows": "two rows are read as digits",
    "first_is_not_a_tile": "first is no tile",
    "goal_unknown": "model: unknown goal 'luck'",
    "match_held_where_none_is_needed": "stage 0: held: 1 entries, need 0",
    "match_without_players": "model: players: need at least one",
    "match_policy_digit": "stage 0: policy: not hexadecimal digits",
    "match_policy_option": "stage 0: decision node 13: option 15 of 2",
    "match_policy_too_long": "digits, need",
    "match_stage_missing": "stages: 5 entries, the match has more",
    "match_stage_too_many": "stages: 7 entries, the match has 6",
    "match_ties_unknown": "unknown ties 'later'",
    "match_values_missing": "stage 0: values: 2 entries, need 3",
    "no_dice": "model: needs 1 to 32 dice",
    "one_die_unknown": "unknown one_die 'often'",
    "policy_too_short": "the game has 15 chance nodes and 19 decision nodes",
    "start_behind_a_tile": "a tile is shut behind one that is not",
    "start_has_fewer_positions": "stage 0: block 2: numerators: 2 entries, need 3",
    "start_out_of_range": "model: start: 8 is out of range, need < 8",
    "stop_ends_more_turns": "the game has 11 chance nodes",
    "tie_above_one": "model: tie: not a fraction from 0 to 1",
    "tiles_decrease": "model: tiles must increase",
}


def corpus(folder, expected):
    """The files of a folder with the message that each must provoke; none is left out."""
    names = {path.stem for path in (CORPUS / folder).glob("*.json")}
    return pytest.mark.parametrize("name", sorted(names | set(expected)))


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


@corpus("rejected", REJECTED)
def test_rejects(name):
    with pytest.raises(InvalidCertificate) as caught:
        check_certificate(CORPUS / "rejected" / f"{name}.json")
    assert REJECTED[name] in str(caught.value)


@corpus("malformed", MALFORMED)
def test_cannot_read(name):
    with pytest.raises(MalformedCertificate) as caught:
        check_certificate(CORPUS / "malformed" / f"{name}.json")
    assert MALFORMED[name] in str(caught.value)


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
