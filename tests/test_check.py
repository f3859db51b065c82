"""The checker accepts what is true and proved, and nothing else.

What is true is decided here by brute force in fractions, from the definitions: every policy of a
tiny process is evaluated by Gaussian elimination, and flip is played from its rules.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import gzip
import itertools
import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from exactbox.check import (
    Claim,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
    main,
    shown,
)
from tests.strategies import explicit_models, flip_models, mutated, mutated_bytes

Json = dict[str, Any]
HERE = Path(__file__).parent
CHECKER = HERE.parent / "exactbox" / "check.py"
CORPUS = HERE / "certificates"
ACCEPTED = sorted(CORPUS.glob("accepted/*.json"))
quietly = settings(derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))


# Truth, by brute force ----------------------------------------------------------------------------


class Process(NamedTuple):
    """A decision process in fractions."""

    cost: list[Fraction]
    branches: list[list[tuple[Fraction, int]]]  # (probability, decision node)
    options: list[list[int]]


def process_of(model: Json) -> Process:
    """The process that a model stands for."""
    return explicit_process(model) if model["rule"] == "explicit" else flip_process(model)


def explicit_process(model: Json) -> Process:
    """Read it off."""
    rows = [(int(g, 16), int(d, 16), branches) for g, d, branches in model["chance"]]
    return Process(
        [Fraction(g, d) for g, d, _ in rows],
        [[(Fraction(int(w, 16), d), to) for w, to in branches] for _, d, branches in rows],
        model["decision"],
    )


def flip_process(model: Json) -> Process:
    """Play flip from its rules: states in increasing order, rolls merged by their set of cards."""
    sets: dict[tuple[int, ...], Fraction] = {}
    for roll in itertools.product(*model["dice"]):
        chance = math.prod(
            Fraction(weight, sum(w for _, w in die))
            for (_, weight), die in zip(roll, model["dice"], strict=True)
        )
        seen = {face for face, _ in roll} | {sum(face for face, _ in roll)}
        key = tuple(sorted(card for card in seen if card <= model["cards"]))
        sets[key] = sets.get(key, Fraction(0)) + chance

    def after(state: int, cards: tuple[int, ...]) -> list[int]:
        return [state ^ 2 ** (card - 1) for card in cards] or [state]

    reach = {model["start"]}
    while (
        more := {t for s in reach - {model["goal"]} for cards in sets for t in after(s, cards)}
        - reach
    ):
        reach |= more
    process = Process([], [], [])
    place = {state: c for c, state in enumerate(sorted(reach))}
    for state in sorted(reach):
        process.cost.append(Fraction(state != model["goal"]))
        process.branches.append([])
        for cards in sorted(sets) if state != model["goal"] else []:
            process.branches[-1].append((sets[cards], len(process.options)))
            process.options.append([place[t] for t in after(state, cards)])
    return process


def evaluate(process: Process, policy: list[int], sense: str) -> list[Fraction | None]:
    """The expected total of a policy from each chance node; None: infinite, or it need not end.

    Where all rewards are non-negative and maximised, a policy that goes on for ever is a candidate
    too, and has a finite value if what it goes round is free.
    """
    count = len(process.cost)
    chosen = [options[k] for options, k in zip(process.options, policy, strict=True)]
    move = [[Fraction(0)] * count for _ in range(count)]
    for c, branches in enumerate(process.branches):
        for probability, d in branches:
            move[c][chosen[d]] += probability
    reach = [{c} for c in range(count)]
    for _ in range(count):
        for c in range(count):
            reach[c] |= set().union(*(reach[o] for o in range(count) if move[c][o]))
    recurrent = {c for c in range(count) if all(c in reach[o] for o in reach[c])}
    endless = {c for c in recurrent if process.branches[c]}
    if sense == "max" and min(process.cost) >= 0:
        endless = {c for c in endless if any(process.cost[o] for o in reach[c])}
    finite = [c for c in range(count) if not reach[c] & endless]

    rows = []  # (I - P) v = g on the nodes with a finite value; free circles are worth 0
    for c in finite:
        moves = [0 if c in recurrent else move[c][o] for o in finite]
        rows.append([Fraction(c == o) - m for o, m in zip(finite, moves, strict=True)])
        rows[-1].append(process.cost[c])
    for i in range(len(rows)):
        pivot = next(r for r in range(i, len(rows)) if rows[r][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for r in range(len(rows)):
            if r != i and rows[r][i]:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
    values: list[Fraction | None] = [None] * count
    for c, row in zip(finite, rows, strict=True):
        values[c] = row[-1]
    return values


def best(process: Process, sense: str) -> list[Fraction | None]:
    """The optimal values over all policies; None: no policy ends, or rewards without bound.

    If costs have both signs, a policy that need not end spoils the question: None as well.
    """
    policies = itertools.product(*(range(len(options)) for options in process.options))
    tables = [evaluate(process, list(policy), sense) for policy in policies]
    answers: list[Fraction | None] = []
    for column in zip(*tables, strict=True):
        known = [value for value in column if value is not None]
        spoilt = sense == "max" or min(process.cost) < 0
        whole = known and not (spoilt and len(known) < len(column))
        answers.append((min if sense == "min" else max)(known) if whole else None)
    return answers


def ranking(process: Process, policy: list[int] | None) -> list[int] | None:
    """Steps in which an end can be reached: under the policy, or whatever is chosen (None)."""
    ranks = [0 if not branches else -1 for branches in process.branches]
    for step in range(1, len(ranks) + 1):
        ready = {c for c, rank in enumerate(ranks) if rank >= 0}
        for c, branches in enumerate(process.branches):
            for _, d in branches:
                every = process.options[d]
                if ranks[c] < 0 and ready >= set(every if policy is None else [every[policy[d]]]):
                    ranks[c] = step
    return None if -1 in ranks else ranks


def solve(process: Process, sense: str) -> tuple[list[int], list[Fraction], list[int]] | None:
    """An optimal policy, its values and ranks, by Howard's policy iteration in fractions."""
    policy = [0] * len(process.options)
    done = {c for c, branches in enumerate(process.branches) if not branches}
    while True:  # a first policy that ends: towards nodes that are done
        ready = len(done)
        for d, options in enumerate(process.options):
            if not options:
                return None
            if options[policy[d]] not in done:
                policy[d] = next((k for k, o in enumerate(options) if o in done), policy[d])
        for c, branches in enumerate(process.branches):
            if any(process.options[d][policy[d]] in done for _, d in branches):
                done.add(c)
        if len(done) == ready:
            break
    while True:
        values = evaluate(process, policy, sense)
        if None in values:
            return None
        known = [v for v in values if v is not None]
        better = list(policy)
        for d, options in enumerate(process.options):
            target = (min if sense == "min" else max)(known[o] for o in options)
            if known[options[policy[d]]] != target:
                better[d] = [known[o] for o in options].index(target)
        if better == policy:
            break
        policy = better
    ranks = ranking(process, policy if min(process.cost) >= 0 else None)
    return None if ranks is None else (policy, known, ranks)


def rounded(value: Fraction, digits: int) -> str:
    """The value to so many digits, half to even."""
    n: int = round(value * 10**digits)
    text = f"{abs(n):0{digits + 1}d}"
    whole = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return "-" * (n < 0) + whole


# Certificates -------------------------------------------------------------------------------------


def blocks_of(values: list[Fraction], sizes: int) -> list[Any]:
    """The values in blocks of so many nodes, each with its least denominator."""
    blocks = []
    for first in range(0, len(values), sizes):
        nodes = list(range(first, min(first + sizes, len(values))))
        common = math.lcm(*(values[c].denominator for c in nodes))
        numerators = [f"{int(values[c] * common):x}" for c in nodes]
        blocks.append([f"{common:x}", nodes, numerators])
    return blocks


def certify(
    model: Json, sense: str = "min", node: int = 0, sizes: int = 99, digits: tuple[int, ...] = (6,)
) -> Json | None:
    """A true certificate, if the question has an answer that certificates can prove."""
    solved = solve(process_of(model), sense)
    if solved is None:
        return None
    policy, values, ranks = solved
    value = values[node]
    claim = {
        "decimals": [rounded(value, d) for d in digits],
        "node": node,
        "sense": sense,
        "value": [f"{value.numerator:x}", f"{value.denominator:x}"],
    }
    blocks = blocks_of(values, sizes)
    return {
        "certificate": 1,
        "claim": claim,
        "kind": "process",
        "model": model,
        "policy": policy,
        "ranks": ranks,
        "values": blocks,
    }


def canonical(certificate: Any) -> bytes:
    """The certificate's bytes."""
    return json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()


def assert_true(certificate: Json, claim: Claim) -> None:
    """What was accepted is true: the claim, the values, the policy, and the ranks."""
    process, sense = process_of(certificate["model"]), certificate["claim"]["sense"]
    truth = best(process, sense)
    stated = certificate["claim"]
    assert claim.value == truth[stated["node"]] == Fraction(*(int(x, 16) for x in stated["value"]))
    assert stated["value"] == [f"{claim.value.numerator:x}", f"{claim.value.denominator:x}"]
    assert (claim.node, claim.sense, claim.decimals) == (
        stated["node"],
        sense,
        tuple(stated["decimals"]),
    )
    for text in stated["decimals"]:
        assert text == rounded(claim.value, len(text.partition(".")[2]))
    values = {
        c: Fraction(int(n, 16), int(common, 16))
        for common, nodes, numerators in certificate["values"]
        for c, n in zip(nodes, numerators, strict=True)
    }
    assert [values[c] for c in range(len(truth))] == truth
    assert evaluate(process, certificate["policy"], sense) == truth
    ranks = certificate["ranks"]
    for c, branches in enumerate(process.branches):
        falls = []
        for _, d in branches:
            options = process.options[d]
            if min(process.cost) >= 0:
                options = [options[certificate["policy"][d]]]
            falls.append(all(ranks[o] < ranks[c] for o in options))
        assert not branches or any(falls)


# The corpus ---------------------------------------------------------------------------------------

REJECTED = {
    "block_denominator_doubled": "chance node 0: the value is not",
    "claim_names_another_node": "claim: the value is not that of chance node 1",
    "claim_names_another_start": "claim: chance node 3 is not the start, 0",
    "claim_not_in_lowest_terms": "claim: the value is not in lowest terms",
    "claim_off_by_one": "claim: the value is not that of chance node 0",
    "claim_of_the_wrong_sign": "claim: the value is not that of chance node 0",
    "costs_of_both_signs_and_a_free_circle": "chance node 1: the rank falls on no branch for all",
    "decimal_cut_off_instead_of_rounded": "claim: '5.673650' is not the value",
    "decimal_of_the_wrong_sign": "claim: '0.5' is not the value",
    "decimal_tie_rounded_up": "claim: '0.13' is not the value",
    "decimal_tie_rounded_down": "claim: '0.3' is not the value",
    "flip_from_another_start": "claim: the value is not that of chance node 1",
    "flip_maximised": "claim: the rule does not ask for the max",
    "flip_to_another_goal": "chance node 2: the value is not",
    "flip_with_loaded_dice": "chance node 0: the value is not",
    "max_policy_not_greatest": "decision node 0: chance node 0 is better than the chosen 1",
    "negative_rewards_and_a_free_circle": "chance node 1: the rank falls on no branch for all",
    "policy_circles_for_free": "chance node 1: the rank falls on no branch",
    "policy_circles_in_a_ring": "chance node 2: the rank falls on no branch",
    "policy_has_no_end_to_reach": "chance node 0: the rank falls on no branch",
    "policy_not_the_one_valued": "chance node 2: the value is not",
    "policy_worse": "decision node 0: chance node 0 is better than the chosen 1",
    "policy_worse_by_a_hair": "decision node 0: chance node 0 is better than the chosen 1",
    "policy_worse_by_a_hair_of_another_block": "decision node 0: chance node 0 is better than",
    "rank_does_not_fall": "chance node 1: the rank falls on no branch",
    "sense_swapped": "decision node 0: chance node 1 is better than the chosen 0",
    "terminal_value_wrong": "chance node 0: the value is not",
    "value_off_by_one": "chance node 1: the value is not",
    "weights_exceed_denominator": "chance node 2: weights do not sum to the denominator",
    "weights_fall_short": "chance node 2: weights do not sum to the denominator",
}

MALFORMED = {
    "block_is_not_a_triple": "block 0: 2 entries, need 3",
    "block_numerators_too_few": "block 0: numerators: 2 entries, need 3",
    "boolean_for_integer": "not canonical JSON: 't' outside a string",
    "branch_index_out_of_range": "chance node 2: branch: 1 is out of range, need < 1",
    "branch_is_not_a_pair": "chance node 2: branch: 3 entries, need 2",
    "cards_none": "model: needs a card and a die",
    "cards_too_many": "model: cards: 60 is out of range, need < 60",
    "claim_is_a_list": "claim: not an object",
    "claim_node_out_of_range": "claim: node: 3 is out of range, need < 3",
    "decimal_minus_zero": "claim: '-0.00' is no decimal",
    "decimal_with_exponent": "claim: '5e0' is no decimal",
    "decision_without_options": "decision node 0: option 0 of 0",
    "denominator_zero": "block 0: denominator: '0' is not positive",
    "dice_missing": "model: needs a card and a die",
    "dice_without_sides": "model: needs 1 to 1000000 rolls",
    "dice_too_many": "model: needs a card and a die, at most 32 dice",
    "die_face_repeated": "model: a die's faces must increase",
    "die_faces_decrease": "model: a die's faces must increase",
    "die_weight_zero": "model: a die's faces and weights must be positive",
    "empty": "not JSON",
    "escaped_letter": "not canonical JSON: a backslash",
    "float": "not canonical JSON: '.' outside a string",
    "flip_has_fewer_states": "the game has 4 chance nodes and 6 decision nodes",
    "flip_has_more_states": "ranks: 3 entries, the game has more states",
    "hex_leading_zero": "is no canonical hex integer",
    "hex_minus_zero": "is no canonical hex integer",
    "hex_not_a_string": "is no canonical hex integer",
    "hex_prefix": "is no canonical hex integer",
    "hex_underscore": "is no canonical hex integer",
    "hex_upper_case": "is no canonical hex integer",
    "integer_of_19_digits": "more than 18 digits",
    "integer_of_5000_digits": "more than 18 digits",
    "key_extra": "certificate: unknown key 'note'",
    "key_missing": "certificate: the key 'ranks' is missing",
    "key_repeated": "repeated or unsorted",
    "keys_unsorted": "repeated or unsorted",
    "kind_unknown": "unknown kind 'oracle'",
    "nan": "not canonical JSON: 'N' outside a string",
    "negative_index": "not canonical JSON: '-' outside a string",
    "nested_too_deep": "brackets nested deeper than 16",
    "nested_too_deep_behind_a_string": "brackets nested deeper than 16",
    "newline_at_the_end": "outside a string",
    "not_ascii": "not JSON: 'ascii' codec",
    "not_json": "outside a string",
    "not_utf8": "not JSON: 'ascii' codec",
    "option_index_out_of_range": "decision node 0: 3 is out of range, need < 3",
    "policy_index_out_of_range": "decision node 0: option 2 of 2",
    "policy_too_short": "model: decision: 1 entries, need 0",
    "ranks_too_short": "model: chance: 3 entries, need 2",
    "rolls_too_many": "model: needs 1 to 1000000 rolls",
    "rule_unknown": "unknown rule 'poker'",
    "sense_unknown": "claim: unknown sense 'mean'",
    "start_out_of_range": "model: start and goal: 4 is out of range, need < 4",
    "string_for_index": "policy: not an integer where there should be one",
    "top_level_list": "not a certificate of version 1",
    "truncated": "not JSON",
    "truncated_in_a_string": "outside a string",
    "value_missing": "chance node 2: has no value",
    "value_twice": "chance node 0: has two values",
    "version_2": "not a certificate of version 1",
    "white_space": "not canonical JSON: ' ' outside a string",
    "weight_zero": "chance node 2: weight: '0' is not positive",
}


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepts(path: Path) -> None:
    """Each accepted file proves what brute force, or policy iteration in fractions, finds."""
    certificate = json.loads(path.read_bytes())
    claim = check_certificate(path)
    sense, node = certificate["claim"]["sense"], certificate["claim"]["node"]
    solved = solve(process_of(certificate["model"]), sense)
    assert solved is not None
    assert claim.value == solved[1][node]
    assert path.read_bytes() == canonical(certificate)
    assert claim == check_certificate(path.read_bytes())
    if math.prod(len(o) for o in process_of(certificate["model"]).options) < 1000:
        assert_true(certificate, claim)


def test_published_value_of_four_cards() -> None:
    """Project Euler 640 gives 5.673651 for two dice with two sides and four cards."""
    claim = check_certificate(CORPUS / "accepted" / "flip_4_cards.json")
    assert claim.value == Fraction(8936, 1575)
    assert claim.decimals[0] == "5.673651"


def corpus(folder: str, expected: dict[str, str]) -> pytest.MarkDecorator:
    """The files of a folder with the message that each must provoke; none is left out."""
    names = {path.stem for path in (CORPUS / folder).glob("*.json")}
    return pytest.mark.parametrize("name", sorted(names | set(expected)))


@corpus("rejected", REJECTED)
def test_rejects(name: str) -> None:
    """A well-formed lie is refused, and the lie is named."""
    with pytest.raises(InvalidCertificate) as caught:
        check_certificate(CORPUS / "rejected" / f"{name}.json")
    assert REJECTED[name] in str(caught.value)


@corpus("malformed", MALFORMED)
def test_cannot_read(name: str) -> None:
    """What is no certificate is refused as such, whatever it says."""
    with pytest.raises(MalformedCertificate) as caught:
        check_certificate(CORPUS / "malformed" / f"{name}.json")
    assert MALFORMED[name] in str(caught.value)


# Properties ---------------------------------------------------------------------------------------


@quietly
@given(st.booleans().flatmap(lambda s: explicit_models(signed=s)) | flip_models(), st.data())
def test_accepts_every_true_certificate(model: Json, data: st.DataObject) -> None:
    """Any process with an answer has a certificate that passes, in blocks of any size."""
    sense = "min" if model["rule"] == "flip" else data.draw(st.sampled_from(["min", "max"]))
    process = process_of(model)
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


@functools.cache
def good() -> list[Json]:
    """Accepted certificates small enough for brute force."""
    every = [json.loads(path.read_bytes()) for path in ACCEPTED]
    return [c for c in every if math.prod(map(len, process_of(c["model"]).options)) < 100]


@settings(quietly, max_examples=1500)
@given(st.data())
def test_mutations_are_refused_or_true(data: st.DataObject) -> None:
    """Change a certificate anywhere: what is still accepted is still true, all of it."""
    certificate = data.draw(mutated(data.draw(st.sampled_from(good()))))
    try:
        claim = check_certificate(canonical(certificate))
    except (InvalidCertificate, MalformedCertificate):
        return
    assert_true(certificate, claim)


def test_every_single_number_matters() -> None:
    """One number of claim, policy, ranks or values changed by one: refused, or true again."""
    refused = 0
    for original in good():
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


def leaves(value: Any, trail: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every number and string inside a JSON value, with the keys that lead to it."""
    if not isinstance(value, (dict, list)):
        return [(trail, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return [leaf for key, inner in pairs for leaf in leaves(inner, (*trail, key))]


@settings(quietly, max_examples=1500)
@given(st.data())
def test_bytes_of_any_kind_never_crash_it(data: st.DataObject) -> None:
    """Damage the bytes: a certificate, or one of the two errors."""
    raw = data.draw(mutated_bytes(canonical(data.draw(st.sampled_from(good())))))
    try:
        claim = check_certificate(raw)
    except (InvalidCertificate, MalformedCertificate):
        return
    assert_true(json.loads(raw), claim)


@quietly
@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_malformed(raw: bytes) -> None:
    """Noise is no certificate."""
    with pytest.raises(MalformedCertificate):
        check_certificate(raw)


# Numbers and limits -------------------------------------------------------------------------------


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
    path = CORPUS / "accepted" / "flip_4_cards.json"
    assert str(check_certificate(path)).startswith(
        "the least expected number of turns of flip with 4 cards and dice d2 d2, from mask 0 to 15"
        " from chance node 0 is 5.673650793650793650793650793651, exactly 8936/1575"
        " (16 chance nodes, 45 decision nodes, sha256 "
    )


def test_a_claim_cannot_be_altered() -> None:
    claim = check_certificate(ACCEPTED[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        claim.value = Fraction(1)  # type: ignore[misc]


def test_refuses_more_bytes_than_the_limit(tmp_path: Path) -> None:
    raw = ACCEPTED[0].read_bytes()
    packed = tmp_path / "packed.json.gz"
    packed.write_bytes(gzip.compress(raw))
    for source in (ACCEPTED[0], packed, raw):
        assert check_certificate(source, max_bytes=len(raw)).sha256 == check_certificate(raw).sha256
        with pytest.raises(MalformedCertificate, match="larger than"):
            check_certificate(source, max_bytes=len(raw) - 1)


def test_refuses_a_gzip_bomb(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(b"[" * 10**7)[:-1])  # whose missing end is never reached
    with pytest.raises(MalformedCertificate, match="larger than 1000000 bytes"):
        check_certificate(bomb, max_bytes=10**6)


def test_refuses_damaged_gzip_files(tmp_path: Path) -> None:
    whole = gzip.compress(ACCEPTED[0].read_bytes())
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    for raw in (b"", b"{}", whole[:-9], whole[:20], whole + b"more", bytes(damaged)):
        path = tmp_path / "damaged.json.gz"
        path.write_bytes(raw)
        with pytest.raises(MalformedCertificate):
            check_certificate(path)


def test_refuses_a_huge_game_without_building_it() -> None:
    """26 cards have 67 million states, of which a small certificate names four."""
    certificate = copy.deepcopy(json.loads((CORPUS / "accepted/flip_2_cards.json").read_bytes()))
    certificate["model"] |= {
        "cards": 26,
        "goal": 2**26 - 1,
        "dice": [[[i, 1] for i in range(1, 27)]],
    }
    with pytest.raises(MalformedCertificate, match="more states"):
        check_certificate(canonical(certificate))


@pytest.mark.parametrize("depth", [17, 1000, 1_000_000])
@pytest.mark.parametrize("unit", [b"[", b'{"a":', b'["]]]]",', b'{"]":[{},'])
def test_refuses_deep_nesting(unit: bytes, depth: int) -> None:
    with pytest.raises(MalformedCertificate):
        check_certificate(unit * depth)


def test_does_not_take_decoded_certificates() -> None:
    with pytest.raises(TypeError):
        check_certificate(json.loads(ACCEPTED[0].read_bytes()))


# The command --------------------------------------------------------------------------------------


def test_command_prints_a_line_a_file_and_exits_with_the_worst(
    capsys: pytest.CaptureFixture[str],
) -> None:
    good_file, lie, noise = (
        str(CORPUS / name)
        for name in (
            "accepted/flip_4_cards.json",
            "rejected/value_off_by_one.json",
            "malformed/truncated.json",
        )
    )
    assert main([good_file]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"VALID {good_file}: {check_certificate(good_file)}\n"
    assert captured.err == ""
    assert main([lie, good_file]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith("VALID ")
    assert captured.err.startswith(f"INVALID {lie}: chance node 1: ")
    assert main([noise, lie, good_file]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"UNREADABLE {noise}: not JSON")
    assert captured.err.count("\n") == 2


@pytest.mark.parametrize(
    "name", ["missing.json", "missing.json.gz", "", ".", "a\nb", "nul\0", "\udcff"]
)
def test_command_has_one_line_for_an_unreadable_file(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("UNREADABLE ") and captured.err.count("\n") == 1


def test_command_stops_at_the_limit_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--max-bytes", "10", str(ACCEPTED[0])]) == 2
    assert "larger than 10 bytes" in capsys.readouterr().err


def test_command_takes_an_interrupt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(main.__globals__, "check_certificate", interrupt)
    assert main(["any.json"]) == 130
    assert capsys.readouterr().err == "interrupted\n"


def test_runs_alone_from_any_folder(tmp_path: Path) -> None:
    """Without the package, the site or the environment: python -I -S check.py FILE."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(CORPUS / "accepted/flip_4_cards.json")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("VALID ")


def test_imports_the_standard_library_only() -> None:
    """And nothing of the package, by any spelling of import."""
    names = set()
    for node in ast.walk(ast.parse(CHECKER.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").partition(".")[0])
        elif isinstance(node, ast.Name):
            assert node.id not in {"__import__", "eval", "exec"}
    assert names <= sys.stdlib_module_names - {"importlib"}


def test_has_no_floats_and_no_recursion() -> None:
    """No float literal, no true division, no call of float; no function calls itself."""
    for function in ast.walk(ast.parse(CHECKER.read_text())):
        if isinstance(function, ast.Constant):
            assert not isinstance(function.value, float)
        if isinstance(function, ast.BinOp):
            assert not isinstance(function.op, ast.Div)
        if isinstance(function, ast.FunctionDef):
            called = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
            assert function.name not in called and "float" not in called
