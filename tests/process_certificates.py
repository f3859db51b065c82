"""True certificates of small decision processes, and whether all that one says is true.

What is true is found from the definitions in `tests.brute`; flip is played from its rules.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from fractions import Fraction
from typing import Any

from exactbox.check import Claim
from tests.brute import Process, Value, count_policies, policy_values, process_optimum
from tests.corpus import files

Json = dict[str, Any]


# The process that a model stands for --------------------------------------------------------------


def stated_process(model: Json) -> Process:
    """Node by node, or by the rules of flip."""
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


# Optimal policies and their proofs ----------------------------------------------------------------


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


def proper_policy(process: Process) -> list[int] | None:
    """A policy under which every choice leads to an end, if there is one."""
    policy = [0] * len(process.options)
    done = {c for c, branches in enumerate(process.branches) if not branches}
    while True:
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
            return policy


def howard(process: Process, sense: str) -> tuple[list[int], list[Fraction], list[int]] | None:
    """An optimal policy, its values and ranks, by Howard's policy iteration in fractions."""
    policy = proper_policy(process)
    if policy is None:
        return None
    while True:
        values = policy_values(process, policy, sense)
        if math.inf in values:
            return None
        better = list(policy)
        for d, options in enumerate(process.options):
            target = (min if sense == "min" else max)(values[o] for o in options)
            if values[options[policy[d]]] != target:
                better[d] = [values[o] for o in options].index(target)
        if better == policy:
            break
        policy = better
    ranks = ranking(process, policy if min(process.cost) >= 0 else None)
    return None if ranks is None else (policy, values, ranks)


# Certificates -------------------------------------------------------------------------------------


def rounded(value: Fraction, digits: int) -> str:
    """The value to so many digits, half to even."""
    n: int = round(value * 10**digits)
    text = f"{abs(n):0{digits + 1}d}"
    whole = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return "-" * (n < 0) + whole


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
    solved = howard(stated_process(model), sense)
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
    return {
        "certificate": 1,
        "claim": claim,
        "kind": "process",
        "model": model,
        "policy": policy,
        "ranks": ranks,
        "values": blocks_of(values, sizes),
    }


@functools.cache
def small_certificates() -> list[Json]:
    """Accepted certificates small enough to try every policy."""
    every = [json.loads(path.read_bytes()) for path in files("process", "accepted")]
    return [c for c in every if count_policies(stated_process(c["model"])) < 100]


def assert_true(certificate: Json, claim: Claim) -> None:
    """What was accepted is true: the claim, the values, the policy, and the ranks."""
    process, sense = stated_process(certificate["model"]), certificate["claim"]["sense"]
    truth: list[Value] = process_optimum(process, sense)
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
    assert policy_values(process, certificate["policy"], sense) == truth
    ranks = certificate["ranks"]
    for c, branches in enumerate(process.branches):
        falls = []
        for _, d in branches:
            options = process.options[d]
            if min(process.cost) >= 0:
                options = [options[certificate["policy"][d]]]
            falls.append(all(ranks[o] < ranks[c] for o in options))
        assert not branches or any(falls)
