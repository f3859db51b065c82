"""The Monte Carlo lock's certificates: those written by hand, and those that the search writes."""

import copy
import dataclasses
import json
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactbox import check_certificate
from exactbox.certificate import canonical, proved
from exactbox.check import InvalidCertificate, MalformedCertificate
from exactbox.games import lock
from tests.brute_lock import LENGTH_10, LENGTH_11, related_to
from tests.strategies import json_values

CORPUS = Path(__file__).parent / "certificates" / "lock"

# Letters, greatest length, whether the empty string counts, keys.
ACCEPTED = {
    "keys_to_length_11": ("LQRVX", 11, True, LENGTH_10 + LENGTH_11),
    "keys_to_length_11_without_the_empty_string": ("LQRVX", 11, False, LENGTH_10 + LENGTH_11),
    "no_keys_to_length_9": ("LQRV", 9, True, ()),
    "no_keys_to_length_9_without_the_empty_string": ("LQRV", 9, False, ()),
}
REJECTED = {
    "derivation_does_not_open_with_q": "line 0: rule Q opens a derivation",
    "derivation_ends_too_early": "it ends with 'VLVQRVLVQ' related to 'RVLVQ'",
    "derivation_opens_twice": "line 1: rule Q opens a derivation and stands nowhere else",
    "derivation_skips_a_line": "line 2: 'VLVQRVLVQ' to 'RVLVQ' does not follow by rule V",
    "derivations_of_other_keys": "of 'RVLVQRVLVQ': it ends with 'VRLVQVRLVQ'",
    "empty_string_where_it_does_not_count": "'QQ' to '' does not follow by rule Q",
    "first_line_is_not_an_instance_of_q": "line 0: 'QRVLVQ' to 'RVLX' does not follow by rule Q",
    "key_has_a_letter_outside_the_alphabet": "'AVLVQRVLVQ' has letters other than LQRVX",
    "key_is_related_to_another_string": "it ends with 'QRVLVQ' related to 'RVLV'",
    "key_longer_than_claimed": "key 2: 11 letters, the claim is for 1 to 10",
    "key_of_length_10_missing": "the key VRLVQVRLVQ of length 10 is missing",
    "key_twice": "key 1: not after the one before",
    "keys_of_length_14_missing": "of length 14 is missing",
    "keys_out_of_order": "key 1: not after the one before by length and alphabet",
    "line_names_a_wrong_rule": "line 1: 'VQRVLVQ' to 'VLVR' does not follow by rule L",
    "line_relates_to_a_wrong_string": "line 2: 'LVQRVLVQ' to 'VVLVR' does not follow by rule L",
}
MALFORMED = {
    "certificate_has_another_field": "unknown key 'extra'",
    "claim_has_another_field": "claim: unknown key 'more'",
    "claim_is_a_list": "claim: not an object",
    "derivation_has_more_lines_than_letters": "need 1 to 10 lines",
    "derivation_is_a_string": "derivation of 'RVLVQRVLVQ': not a list",
    "derivation_without_lines": "need 1 to 10 lines",
    "derivations_too_few": "derivations: 0 entries, need 4",
    "empty_is_2": "claim: empty: 2 is out of range",
    "empty_is_a_boolean": "not canonical JSON",
    "key_is_a_number": "a list of strings",
    "keys_are_an_object": "claim: keys: not a list",
    "letters_are_null": "not canonical JSON",
    "letters_do_not_increase": "'QLVRX' do not increase",
    "letters_lack_v": "lack LQRV",
    "letters_with_a_space": "need a string of printable letters",
    "letters_with_a_surrogate": "not canonical JSON: a backslash",
    "line_is_a_pair": "line 0: 2 entries, need 3",
    "line_relates_to_a_number": "need a rule and two strings",
    "max_length_above_the_limit": "claim: max_length: 100000000000000000 is out of range",
    "max_length_is_0": "need a length of 1 or more",
    "max_length_is_a_boolean": "not canonical JSON",
    "max_length_is_a_float": "not canonical JSON",
    "max_length_too_long": "more than 18 digits",
    "rule_is_a_surrogate": "not canonical JSON: a backslash",
    "rule_unknown": "need rule Q, L, V or R, not 'X'",
}


def corpus(folder, expected):
    """Every file of the folder and every name of the table: neither may lack one of the other."""
    names = {path.stem for path in (CORPUS / folder).glob("*.json")}
    return pytest.mark.parametrize("name", sorted(names | set(expected)))


@corpus("accepted", ACCEPTED)
def test_accepts(name):
    claim = check_certificate(CORPUS / "accepted" / f"{name}.json")
    assert (claim.letters, claim.max_length, claim.empty, claim.keys) == ACCEPTED[name]
    assert claim.complete_to == claim.max_length
    assert all(related_to(key, claim.empty) == key for key in claim.keys)


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
    str(caught.value).encode("ascii")


@corpus("accepted", ACCEPTED)
def test_the_search_writes_the_accepted_certificates(name):
    letters, length, empty, _ = ACCEPTED[name]
    found = lock.symbolic(length, letters[::-1], allow_empty=empty)
    assert found.certificate() == (CORPUS / "accepted" / f"{name}.json").read_bytes()


GOOD = json.loads((CORPUS / "accepted" / "keys_to_length_11.json").read_bytes())


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.data())
def test_no_change_of_a_certificate_passes_or_crashes(data):
    """Only the alphabet, the length and `empty` can be changed to other true claims."""
    certificate = copy.deepcopy(GOOD)
    place, key = certificate, data.draw(st.sampled_from(["claim", "derivations"]))
    while isinstance(place[key], (dict, list)) and place[key] and data.draw(st.integers(0, 9)):
        place = place[key]
        names = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(names)))
    place[key] = data.draw(json_values())
    assume(certificate != GOOD)
    assume(key not in ("letters", "max_length", "empty"))
    with pytest.raises((InvalidCertificate, MalformedCertificate)):
        check_certificate(canonical(certificate))


# Results ------------------------------------------------------------------------------------------


def test_keys_to_length_15_are_proved_and_wholly_checked():
    claim = proved(lock.symbolic(15, "QLVRX")).claim
    verdict = str(claim)
    assert claim.complete_to == claim.max_length == 15
    assert "over LQRVX" in verdict
    assert "2 of length 10, 2 of length 11, 6 of length 14, 6 of length 15" in verdict
    assert "that no key is missing was checked to length 15 (sha256" in verdict


def test_checker_says_which_part_it_did_not_check(monkeypatch):
    monkeypatch.setattr(sys.modules["exactbox.check"], "COMPLETE_TO", 11)
    verdict = str(proved(lock.symbolic(19, "QLVRX")).claim)
    assert "checked to length 11 ONLY, and is not checked for lengths up to 19" in verdict


@pytest.mark.parametrize("empty", [True, False])
def test_that_there_is_no_key_is_proved(empty):
    verdict = str(proved(lock.symbolic(9, "QLVR", allow_empty=empty)).claim)
    assert "these keys of up to 9 letters: none" in verdict


@pytest.mark.parametrize(
    "other",
    [
        {"keys": LENGTH_10},
        {"letters": "QLVRXY"},
        {"max_length": 12},
        {"allow_empty": False},
    ],
)
def test_a_claim_proves_no_other_result(other):
    found = lock.symbolic(11, "QLVRX")
    proof = proved(found)
    assert proof.data == found.certificate()
    assert found.is_proved_by(proof.claim)
    assert not dataclasses.replace(found, **other).is_proved_by(proof.claim)


def test_a_claim_of_another_kind_proves_no_keys():
    claim = check_certificate(CORPUS.parent.parent.parent / "proofs" / "flip-2.json")
    assert not lock.symbolic(11).is_proved_by(claim)


@pytest.mark.parametrize("keys", [LENGTH_10, (*LENGTH_10, "QRVLVQRVLVQ", *LENGTH_11)])
def test_keys_that_are_not_all_or_not_keys_are_not_proved(keys):
    found = dataclasses.replace(lock.symbolic(11), keys=keys)
    with pytest.raises(InvalidCertificate):
        proved(found)


def test_what_is_proved_must_be_the_result():
    class Another(lock.KeysFound):
        def certificate(self):
            return (CORPUS / "accepted" / "no_keys_to_length_9.json").read_bytes()

    found = Another(**vars(lock.symbolic(11)))
    with pytest.raises(InvalidCertificate, match="something else than was found"):
        proved(found)


@pytest.mark.parametrize("length", [4, 10])
def test_other_machines_are_not_certified(length):
    found = lock.symbolic(length, "QLVR2456", machine=lock.machine("third"))
    with pytest.raises(ValueError, match="for the Monte Carlo lock only"):
        found.certificate()


def test_letters_that_json_escapes_are_not_certified():
    with pytest.raises(ValueError, match='cannot hold the letter "'):
        lock.symbolic(10, 'QLVR"').certificate()
