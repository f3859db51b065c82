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


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepts(name):
    claim = check_certificate(CORPUS / "accepted" / f"{name}.json")
    assert (claim.letters, claim.max_length, claim.empty, claim.keys) == ACCEPTED[name]
    assert claim.complete_to == claim.max_length
    assert all(related_to(key, claim.empty) == key for key in claim.keys)


@pytest.mark.parametrize("name", ACCEPTED)
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
    with pytest.raises(InvalidCertificate, match="another result than the one computed"):
        proved(found)


@pytest.mark.parametrize("length", [4, 10])
def test_other_machines_are_not_certified(length):
    found = lock.symbolic(length, "QLVR2456", machine=lock.machine("third"))
    with pytest.raises(ValueError, match="for the Monte Carlo lock only"):
        found.certificate()


def test_letters_that_json_escapes_are_not_certified():
    with pytest.raises(ValueError, match='cannot hold the letter "'):
        lock.symbolic(10, 'QLVR"').certificate()
