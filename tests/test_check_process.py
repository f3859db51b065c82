"""The checker accepts what is true and proved about a process, and nothing else."""

from __future__ import annotations

import copy
import dataclasses
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate, shown
from tests.brute import count_policies
from tests.corpus import CORPUS, canonical, files
from tests.process_certificates import (
    Json,
    assert_true,
    certify,
    howard,
    small_certificates,
    stated_process,
)
from tests.strategies import explicit_models, flip_models, leaves, mutated, mutated_bytes

quietly = settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("path", files("process", "accepted"), ids=lambda path: path.stem)
def test_accepts(path: Path) -> None:
    """Each accepted file proves what brute force, or policy iteration in fractions, finds."""
    certificate = json.loads(path.read_bytes())
    claim = check_certificate(path)
    sense, node = certificate["claim"]["sense"], certificate["claim"]["node"]
    solved = howard(stated_process(certificate["model"]), sense)
    assert solved is not None
    assert claim.value == solved[1][node]
    assert path.read_bytes() == canonical(certificate)
    assert claim == check_certificate(path.read_bytes())
    if count_policies(stated_process(certificate["model"])) < 1000:
        assert_true(certificate, claim)


def test_published_value_of_four_cards() -> None:
    """Project Euler 640 gives 5.673651 for two dice with two sides and four cards."""
    claim = check_certificate(CORPUS / "process/accepted/flip_4_cards.json")
    assert claim.value == Fraction(8936, 1575)
    assert claim.decimals[0] == "5.673651"


@quietly
@given(st.booleans().flatmap(lambda s: explicit_models(signed=s)) | flip_models(), st.data())
def test_accepts_every_true_certificate(model: Json, data: st.DataObject) -> None:
    """Any process with an answer has a certificate that passes, in blocks of any size."""
    sense = "min" if model["rule"] == "flip" else data.draw(st.sampled_from(["min", "max"]))
    process = stated_process(model)
    node = data.draw(st.integers(0, len(process.cost) - 1))
    if model["rule"] == "flip":
        node = 0 if model["start"] == min(model["start"], model["goal"]) else node
    digits = tuple(data.draw(st.lists(st.integers(0, 40), max_size=3)))
    certificate = certify(model, sense, node, data.draw(st.integers(1, 6)), digits)
    assume(certificate is not None)
    assert certificate is not None
    assume("-0" not in {text.rstrip(".0") or "0" for text in certificate["claim"]["decimals"]})
    try:
        claim = check_certificate(canonical(certificate))
    except InvalidCertificate as error:
        assert model["rule"] == "flip" and "is not the start" in str(error)
    else:
        assert_true(certificate, claim)


@settings(quietly, max_examples=1500)
@given(st.data())
def test_mutations_are_refused_or_true(data: st.DataObject) -> None:
    """Change a certificate anywhere: what is still accepted is still true, all of it."""
    certificate = data.draw(mutated(data.draw(st.sampled_from(small_certificates()))))
    try:
        claim = check_certificate(canonical(certificate))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert_true(certificate, claim)


def test_every_single_number_matters() -> None:
    """One number of claim, policy, ranks or values changed by one: refused, or true again."""
    refused = 0
    for original in small_certificates():
        for part in ("claim", "policy", "ranks", "values"):
            for trail, old in leaves(original[part]):
                for step in (-1, 1):
                    if isinstance(old, int):
                        new: Any = max(0, old + step)
                    elif trail[0] in ("decimals", "sense"):
                        continue
                    else:
                        new = f"{int(old, 16) + step:x}"
                    changed = copy.deepcopy(original)
                    inside = changed[part]
                    for key in trail[:-1]:
                        inside = inside[key]
                    inside[trail[-1]] = new
                    try:
                        assert_true(changed, check_certificate(canonical(changed)))
                    except (InvalidCertificate, MalformedCertificate):
                        refused += 1
                    else:
                        zero = part == "values" and set(changed[part][trail[0]][2]) == {"0"}
                        assert (  # other ranks and options do as well; 0/1 = 0/2; equal nodes
                            zero or part in ("ranks", "policy") or trail == ("node",) or new == old
                        )
    assert refused > 100


@settings(quietly, max_examples=1500)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data: st.DataObject) -> None:
    """Damage the bytes: a certificate, or one of the two errors."""
    raw = data.draw(mutated_bytes(canonical(data.draw(st.sampled_from(small_certificates())))))
    try:
        claim = check_certificate(raw)
    except (InvalidCertificate, MalformedCertificate):
        return
    assert_true(json.loads(raw), claim)


def lottery(payoff: int, denominator: int, **claim: Any) -> Json:
    """One terminal that pays a fraction."""
    certificate = certify(
        {"rule": "explicit", "decision": [], "chance": [[f"{payoff:x}", f"{denominator:x}", []]]},
        "max",
        digits=(),
    )
    assert certificate is not None
    certificate["claim"] |= claim
    return certificate


@pytest.mark.parametrize(
    ("p", "q", "true", "false"),
    [
        (1, 8, "0.12", "0.13"),
        (3, 8, "0.38", "0.37"),
        (-1, 8, "-0.12", "-0.13"),
        (-3, 8, "-0.38", "-0.37"),
        (1, 2, "0", "1"),
        (3, 2, "2", "1"),
        (5, 2, "2", "3"),
        (-5, 2, "-2", "-3"),
        (-1, 2, "-0.5", "0.5"),
        (1, 3, "0.333333", "0.333334"),
        (2, 3, "0.666667", "0.666666"),
        (10**30 + 1, 10**30, "1.000", "1.001"),
        (2**4000, 1, str(2**4000), str(2**4000 + 1)),
    ],
)
def test_decimals_are_rounded_half_to_even(p: int, q: int, true: str, false: str) -> None:
    assert check_certificate(canonical(lottery(p, q, decimals=[true]))).decimals == (true,)
    with pytest.raises(InvalidCertificate, match="rounded half to even"):
        check_certificate(canonical(lottery(p, q, decimals=[true, false])))


@pytest.mark.parametrize("n", [0, 7, -7, 10**199, 10**200 - 1, -(10**200) + 1])
def test_numbers_of_up_to_200_digits_are_shown_whole(n: int) -> None:
    assert shown(n) == str(n)


@pytest.mark.parametrize("digits", [201, 202, 1000, 4300])
def test_longer_numbers_are_shown_by_both_ends(digits: int) -> None:
    for n in (10 ** (digits - 1), 10**digits - 1, 8 * 10**digits // 9):
        text = str(n)
        assert shown(n) == f"{text[:12]}...{text[-12:]} ({len(text)} digits)"
        assert shown(-n) == f"-{text[:12]}...{text[-12:]} ({len(text)} digits)"


def test_a_value_of_230_000_bits_is_checked_and_shown() -> None:
    """Far beyond the length to which Python converts decimals."""
    claim = check_certificate(canonical(lottery(3**145_000, 2**230_000)))
    assert claim.value == Fraction(3**145_000, 2**230_000)
    assert "(69183 digits)/" in str(claim)
    assert len(str(claim)) < 400
    assert repr(claim).startswith("Claim(question=")


def test_the_sentence_says_what_is_proved() -> None:
    path = CORPUS / "process/accepted/flip_4_cards.json"
    assert str(check_certificate(path)).startswith(
        "the least expected number of turns of flip with 4 cards and dice d2 d2, from mask 0 to 15"
        " from chance node 0 is 5.673650793650793650793650793651, exactly 8936/1575"
        " (16 chance nodes, 45 decision nodes, sha256 "
    )


def test_a_claim_cannot_be_altered() -> None:
    claim = check_certificate(files("process", "accepted")[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        claim.value = Fraction(1)  # type: ignore[misc]


def test_refuses_a_huge_game_without_building_it() -> None:
    """26 cards have 67 million states, of which a small certificate names four."""
    certificate = copy.deepcopy(
        json.loads((CORPUS / "process/accepted/flip_2_cards.json").read_bytes())
    )
    certificate["model"] |= {
        "cards": 26,
        "goal": 2**26 - 1,
        "dice": [[[i, 1] for i in range(1, 27)]],
    }
    with pytest.raises(MalformedCertificate, match="more states"):
        check_certificate(canonical(certificate))
