"""The Monte Carlo lock's certificates: those written by hand, and those that the search writes."""

import copy
import dataclasses
import itertools
import json
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox import check_certificate
from exactbox.certificate import prove, sha256
from exactbox.check import InvalidCertificate, MalformedCertificate
from exactbox.checker.lock import keys_of_length, middle
from exactbox.games import lock
from tests import ROOT
from tests.brute_lock import LENGTH_10, LENGTH_11, related_to, strings_of
from tests.corpus import canonical
from tests.printed import says
from tests.strategies import examples, json_values

CORPUS = ROOT / "tests" / "certificates" / "lock"

# Letters, greatest length, whether the empty string counts, keys.
ACCEPTED = {
    "keys_to_length_11": ("LQRVX", 11, 1, LENGTH_10 + LENGTH_11),
    "keys_to_length_11_without_the_empty_string": ("LQRVX", 11, 0, LENGTH_10 + LENGTH_11),
    "keys_to_length_15": ("LQRV", 15, 1, tuple(lock.general_form(max_length=15))),
    "letters_that_json_escapes": ('"LQRV\\', 9, 1, ()),
    "letters_from_the_first_to_the_last": ("!LQRV~", 2, 1, ()),
    "no_keys_to_length_0": ("LQRV", 0, 1, ()),
    "no_keys_to_length_9": ("LQRV", 9, 1, ()),
    "no_keys_to_length_9_without_the_empty_string": ("LQRV", 9, 0, ()),
    "derivation_that_opens_twice": ("LQRV", 10, 1, LENGTH_10),
    "keys_that_may_not_be_all": ("LQRV", 16, 1, LENGTH_10),
    "one_key_that_may_not_be_all": ("LQRV", 16, 1, LENGTH_10[:1]),
}
WRITTEN = [name for name in ACCEPTED if not {"that", "0", "first"} & {*name.split("_")}]


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepts(name):
    claim = check_certificate(CORPUS / "accepted" / f"{name}.json")
    letters, longest, empty, keys = ACCEPTED[name]
    assert claim.facts == {
        "letters": letters,
        "max_length": longest,
        "empty": empty,
        "keys": list(keys),
        "complete_to": longest if longest <= 15 else 0,
    }
    assert all(related_to(key, claim.facts["empty"] == 1) == key for key in keys)


def test_there_is_no_other_accepted_file():
    assert {path.stem for path in (CORPUS / "accepted").iterdir()} == ACCEPTED.keys()


@pytest.mark.parametrize("name", [*WRITTEN, "letters_that_json_escapes"])
def test_the_search_writes_the_accepted_certificates(name):
    letters, length, empty, _ = ACCEPTED[name]
    found = lock.symbolic(length, letters[::-1], allow_empty=empty == 1)
    assert found.certificate() == (CORPUS / "accepted" / f"{name}.json").read_bytes()


GOOD = json.loads((CORPUS / "accepted" / "keys_to_length_11.json").read_bytes())


@examples(300)
@given(st.data())
def test_no_change_of_a_certificate_passes_or_crashes(data):
    """Only the alphabet, the length and `empty` can be changed to other true claims."""
    certificate = copy.deepcopy(GOOD)
    place, key = certificate, data.draw(st.sampled_from(["question", "witness"]))
    while isinstance(place[key], (dict, list)) and place[key] and data.draw(st.integers(0, 9)):
        place = place[key]
        names = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(names)))
    place[key] = data.draw(json_values())
    assume(certificate != GOOD)
    assume(key not in ("question", "letters", "max_length", "empty"))
    with pytest.raises((InvalidCertificate, MalformedCertificate)):
        check_certificate(canonical(certificate))


@pytest.mark.parametrize("empty", [True, False])
def test_the_search_for_missing_keys_finds_what_trying_every_string_finds(empty):
    for length in range(8):
        brute = [x for x in strings_of(length) if related_to(x, empty) == x]
        assert keys_of_length(length, empty) == brute
    for length, keys in ((10, LENGTH_10), (11, LENGTH_11)):
        assert sorted(keys_of_length(length, empty)) == list(keys)


@pytest.mark.parametrize("n", range(6))
def test_the_middle_of_a_key_is_found_for_every_word(n):
    """Wherever both sides have one length: of w(z) = w Q z Q, no solution is lost or made up."""
    for k in range(5):
        for w in map("".join, itertools.product("LVR", repeat=k)):
            whole = [w + "Q" + "".join(z) + "Q" for z in itertools.product("LQRV", repeat=n)]
            if len(related_to(whole[0])) == len(whole[0]):
                found = [w + "Q" + z + "Q" for z in middle(w, n)]
                assert found == [x for x in whole if related_to(x) == x]


# Results ------------------------------------------------------------------------------------------


def test_keys_to_length_15_are_proved_and_wholly_checked():
    claim = prove(lock.symbolic(15, "QLVRX")).claim
    assert claim.facts["complete_to"] == claim.facts["max_length"] == 15
    keys = claim.facts["keys"]
    assert Counter(map(len, keys)) == {10: 2, 11: 2, 14: 6, 15: 6}
    assert says(claim.sentence, 15, '"LQRVX"', "the empty string counts", 16, " ".join(keys))
    assert len(claim.theorems) == 2


def test_beyond_the_search_nothing_is_said_of_other_keys():
    claim = prove(lock.symbolic(19, "QLVRX")).claim
    number = len(claim.facts["keys"])
    assert says(claim.sentence, '"LQRVX"', "the empty string counts", number, 19)
    assert claim.facts["complete_to"] == 0 and len(claim.theorems) == 1


@pytest.mark.parametrize("empty", [True, False])
def test_that_there_is_no_key_is_proved(empty):
    verdict = str(prove(lock.symbolic(9, "QLVR", allow_empty=empty)).claim)
    assert "has no key of at most 9 letters (question" in verdict


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
    proof = prove(found)
    assert proof.claim.sha256 == sha256(found.certificate())
    assert found.is_proved_by(proof.claim)
    assert not dataclasses.replace(found, **other).is_proved_by(proof.claim)


def test_a_claim_of_another_kind_proves_no_keys():
    found = lock.symbolic(11)
    claim = prove(found).claim
    assert found.is_proved_by(claim)
    assert not found.is_proved_by(dataclasses.replace(claim, kind="linear"))


@pytest.mark.parametrize("keys", [LENGTH_10, (*LENGTH_10, "QRVLVQRVLVQ", *LENGTH_11)])
def test_keys_that_are_not_all_or_not_keys_are_not_proved(keys):
    found = dataclasses.replace(lock.symbolic(11), keys=keys)
    with pytest.raises(InvalidCertificate):
        prove(found)


def test_what_is_proved_must_be_the_result():
    class Another(lock.KeysFound):
        def certificate_parts(self):
            yield (CORPUS / "accepted" / "no_keys_to_length_9.json").read_bytes()

    found = Another(**vars(lock.symbolic(11)))
    with pytest.raises(InvalidCertificate, match="another result than the one computed"):
        prove(found)


@pytest.mark.parametrize("length", [4, 10])
def test_other_machines_are_not_certified(length):
    found = lock.symbolic(length, "QLVR2456", machine=lock.machine("third"))
    with pytest.raises(ValueError, match="for the Monte Carlo lock only"):
        found.certificate()
