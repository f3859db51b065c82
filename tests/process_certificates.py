"""Certificates about small decision processes, and whether all that one says is true.

What is true is found by trying every policy (`tests.brute`), from a question that is read here
anew: the explicit model is unfolded, with a choice of its own for every option and one more state,
in which the play has ended; flip is played from its rules.
"""

from __future__ import annotations

import copy
import dataclasses
import itertools
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from exactbox.check import (
    Claim,
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards
from tests.brute import (
    Process,
    Value,
    as_model,
    fixed,
    for_ever,
    on_average,
    optimum,
    policy_values,
    reached,
    stepwise,
    time_optimum,
    until,
    with_discount,
)
from tests.corpus import canonical
from tests.strategies import leaves, places

Json = dict[str, Any]
GONE = object()
WORDS = (  # keys of texts that are no numbers
    "name", "objective", "rule", "sense", "kind", "certificate", "asks", "filter", "relation",
)  # fmt: skip
WORK = 10**9  # that a check may cost here


# Written from a table ----------------------------------------------------------------------------


def number(n: int) -> int | str:
    """An integer as certificates have it."""
    return n if 0 <= n < 10**18 else f"{n:x}"


def ratio(value: Fraction | int | str) -> Any:
    """A rational as certificates have it."""
    q = Fraction(value)
    return number(q.numerator) if q.denominator == 1 else list(map(number, q.as_integer_ratio()))


def explicit(choices: Sequence[Mapping[int, int]], options: Sequence[Sequence[int]]) -> Json:
    """The model in which choice c leads to the states `choices[c]`, each with this weight."""
    flat = [c for row in options for c in row]
    targets = [sorted(to) for to in choices]
    return {
        "rule": "explicit",
        "options": [len(row) for row in options],
        "choice": [] if flat == list(range(len(choices))) else flat,
        "branches": [len(to) for to in targets],
        "target": [t for row in targets for t in row],
        "weight": [number(to[t]) for to, row in zip(choices, targets, strict=True) for t in row],
    }


def asked(objective: str, sense: str, model: Json, **more: Any) -> Json:
    """A question; of sets the states are given, of rewards one number a choice."""
    question: Json = {"model": model, "objective": objective, "sense": sense, "start": [0], **more}
    if objective in ("reach", "total", "discounted"):
        question.setdefault("second", [])
    ended = question.pop("ended", 0)
    for key in {"goal", "stay"} & question.keys():
        question[key] = {"name": key, "states": question[key]}
    if "goal" in question:
        question["goal"]["ended"] = ended
    if "reward" in question:
        question["reward"] = {"name": "reward", "of": [ratio(r) for r in question["reward"]]}
    if "rates" in question:
        question["rates"] = [ratio(e) for e in question["rates"]]
        question["reward"]["rate"] = [ratio(a) for a in question.pop("accrues")]
    if "discount" in question:
        question["discount"] = ratio(question["discount"])
    return question


def blocks_of(values: Mapping[int, Fraction | int], size: int = 99) -> list[Any]:
    """Values by choice, in blocks of so many choices, each with its least denominator."""
    blocks, keys = [], sorted(values)
    for k in range(0, len(keys), size):
        part = keys[k : k + size]
        common = math.lcm(*(Fraction(values[c]).denominator for c in part))
        numerators = [number(int(Fraction(values[c]) * common)) for c in part]
        blocks.append([number(common), part, numerators])
    return blocks


def certificate(question: Json, **witness: Any) -> Json:
    """A certificate; values are given by choice, levels by state."""
    for key in {"values", "lower", "upper", "bias"} & witness.keys():
        witness[key] = blocks_of(witness[key])
    if "levels" in witness:
        levels = witness["levels"]
        witness |= {"infinite": sorted(levels), "levels": [levels[s] for s in sorted(levels)]}
    kind = "timed" if "rates" in question else "process"
    return {"certificate": 2, "kind": kind, "question": question, "witness": witness}


def changed(original: Json, changes: Mapping[str, Any]) -> Json:
    """The certificate with other values at some places: keys and indices, or GONE."""
    result = copy.deepcopy(original)
    for place, new in changes.items():
        *way, last = (int(key) if key.isdigit() else key for key in place.split())
        inside: Any = result
        for key in way:
            inside = inside[key]
        if new is GONE:
            del inside[last]
        else:
            inside[last] = new
    return result


# Read anew ---------------------------------------------------------------------------------------


def integer(given: Any) -> int:
    """What is written is the only spelling of it."""
    n = given if isinstance(given, int) else int(given, 16)
    assert type(given) in (int, str) and number(n) == given
    return n


def rational(given: Any) -> Fraction:
    """What is written is the only spelling of it."""
    q = Fraction(*map(integer, given)) if isinstance(given, list) else Fraction(integer(given))
    assert ratio(q) == given
    return q


def stated_process(question: Json) -> Process:
    """Rewards and branches of each choice, and the options of the states."""
    model = question["model"]
    if model["rule"] == "flip":
        return flip_process(model)
    ends = list(itertools.accumulate(model["branches"]))
    rows = [slice(e - n, e) for n, e in zip(model["branches"], ends, strict=True)]
    weights = [[integer(w) for w in model["weight"][row]] for row in rows]
    assert all(math.gcd(*row) == 1 for row in weights if row)
    choices = [dict(zip(model["target"][r], row, strict=True)) for r, row in zip(rows, weights)]
    option = iter(model["choice"] or range(len(rows)))
    options = [[next(option) for _ in range(n)] for n in model["options"]]
    divided = {"normalised": model["normalised"]} if "normalised" in model else {}
    assert {**explicit(choices, options), **divided} == model
    assert {c for row in options for c in row} == set(range(len(rows))) and not [*option]
    rewards = [rational(r) for r in question.get("reward", {"of": [0] * len(rows)})["of"]]
    if "rates" in question:
        accrues = [rational(a) for a in question["reward"]["rate"]]
        rewards = [r + a * t for r, a, t in zip(rewards, accrues, times_of(question), strict=True)]
    branches = [[(Fraction(w, sum(to.values())), t) for t, w in to.items()] for to in choices]
    return Process(rewards, branches, options)


def times_of(question: Json) -> list[Fraction]:
    """How long each choice takes on the average."""
    return [1 / e if e else e for e in map(rational, question["rates"])]


def flip_process(rule: Json) -> Process:
    """Play flip: positions increase, rolls are merged by their cards; last comes the start."""
    sets: dict[tuple[int, ...], Fraction] = {}
    for roll in itertools.product(*rule["dice"]):
        chance = math.prod(
            Fraction(weight, sum(w for _, w in die))
            for (_, weight), die in zip(roll, rule["dice"], strict=True)
        )
        seen = {face for face, _ in roll} | {sum(face for face, _ in roll)}
        key = tuple(sorted(card for card in seen if card <= rule["cards"]))
        sets[key] = sets.get(key, Fraction(0)) + chance

    def after(mask: int, cards: tuple[int, ...]) -> list[int]:
        return [mask ^ 2 ** (card - 1) for card in cards] or [mask]

    reach = {rule["start"]}
    while (
        more := {t for s in reach - {rule["goal"]} for cards in sets for t in after(s, cards)}
        - reach
    ):
        reach |= more
    process = Process([], [], [])
    place = {mask: c for c, mask in enumerate(sorted(reach))}
    for mask in sorted(reach):
        process.cost.append(Fraction(mask != rule["goal"]))
        process.branches.append([])
        for cards in sorted(sets) if mask != rule["goal"] else []:
            process.branches[-1].append((sets[cards], len(process.options)))
            process.options.append([place[t] for t in after(mask, cards)])
    process.options.append([place[rule["start"]]])
    return process


def unfolded(process: Process, second: Iterable[int] = ()) -> Model:
    """A choice of its own for every option, and a last state, in which the play has ended."""
    over = len(process.options)
    players = [s in set(second) for s in range(over + 1)]
    return as_model(
        [*([process.branches[c] or [(Fraction(1), over)] for c in o] for o in process.options),
         [[(Fraction(1), over)]]],
        [*([process.cost[c] for c in o] for o in process.options), [Fraction(0)]],
        players=players if any(players) else None,
    )  # fmt: skip


def start_of(question: Json) -> list[int]:
    """The states that are asked about."""
    if question["model"]["rule"] == "explicit":
        return list(question["start"])
    return [len(stated_process(question).options) - 1]


def is_signed(question: Json) -> bool:
    """Whether a reward before the goal is negative."""
    process, goal = stated_process(question), question.get("goal", {"states": []})["states"]
    options = [o for s, o in enumerate(process.options) if s not in goal]
    return any(process.cost[c] < 0 for row in options for c in row)


def sets_of(question: Json) -> dict[str, list[bool]]:
    """The goal and where to stay, as flags of the unfolded states."""
    over, rule = len(stated_process(question).options), question["model"]["rule"]
    goal = question.get("goal", {"ended": int(rule != "explicit"), "states": []})
    flags = {"goal": [*(s in goal["states"] for s in range(over)), goal["ended"] == 1]}
    if "stay" in question:
        flags["stay"] = [*(s in question["stay"]["states"] for s in range(over)), False]
    return flags


# Whether it is true ------------------------------------------------------------------------------


def truth(question: Json, model: Model) -> list[Value]:
    """The value of every state of the unfolded model, or of what is left of it under a policy."""
    objective, sense, sets = question["objective"], question["sense"], sets_of(question)
    rewards = model.rewards[""]
    if objective == "within_steps":
        discount = rational(question.get("discount", 1))
        how: Json = {"rewards": rewards, "discount": discount} if "reward" in question else sets
        return list(stepwise(model, question["steps"], sense, **how))
    if objective == "reach":
        return optimum(model, reached(**sets), sense)
    if objective == "mean_payoff" and "rates" in question:
        return time_optimum(model, sense, rewards, model.rewards["tau"])
    if objective == "cost" and is_signed(question) and sense == "max":
        # a policy that may miss the goal does not count: it is the worst, as where one minimises
        least = optimum(model, until(sets["goal"]), "min", times(rewards, -1))
        return [v if v == inf else -v for v in least]
    value = {
        "cost": until(sets["goal"]),
        "total": for_ever,
        "mean_payoff": on_average,  # without rates
        "discounted": with_discount(rational(question.get("discount", 0))),
    }[objective]
    return optimum(model, value, sense, rewards)


def times(rewards: Rewards, sign: Any) -> Rewards:
    """The rewards, each with the sign."""
    return Rewards(rewards.numerator * sign, rewards.denominator)


def is_endless(model: Model) -> bool:
    """Whether some policy meets rewards for ever."""
    rewards = model.rewards[""]
    return inf in optimum(model, for_ever, "max", times(rewards, np.sign(rewards.numerator)))


def told(question: Json, witness: Json, key: str) -> list[Value]:
    """What the witness says, or the question, of all states."""
    known = {
        c: Fraction(integer(n), integer(common))
        for common, choices, numerators in witness[key]
        for c, n in zip(choices, numerators, strict=True)
    }
    options, sets = stated_process(question).options, sets_of(question)
    values: list[Value] = []
    for s, row in enumerate(options):
        if sets["goal"][s]:
            values.append(Fraction(question["objective"] != "cost"))
        elif "stay" in sets and not sets["stay"][s]:
            values.append(Fraction(0))
        elif s in witness.get("infinite", []):
            values.append(inf)
        else:
            values.append(known[row[witness["policy"][s]]])
    return values


def assert_true(certificate: Json, claim: Claim) -> None:
    """What was accepted is so: the values of all states, each player's policy, the sentence."""
    question, witness = certificate["question"], certificate["witness"]
    second, start = question.get("second", []), start_of(question)
    model = unfolded(stated_process(question), second)
    if "rates" in question:
        rows = stated_process(question).options
        tau = Ratios.from_fractions(
            [*(times_of(question)[c] for row in rows for c in row), Fraction(1)]
        )
        lasts = Rewards(tau.numerator, tau.denominator)
        model = dataclasses.replace(model, rewards={**model.rewards, "tau": lasts})
    true = [truth(question, model)]
    if question["objective"] == "total" and is_signed(question):
        assert not is_endless(model)
    low = high = true[0][:-1]
    if question["objective"] != "within_steps":
        both = "lower" in witness
        low = told(question, witness, "lower" if both else "values")
        high = told(question, witness, "upper" if both else "values")
        for player in (second, [s for s in range(len(low)) if s not in second]):
            played, _ = fixed(model, [*witness["policy"], 0], player, model.rewards[""])
            true.append(truth(question, played))
    for values in true:
        assert all(v <= w <= x for v, w, x in zip(low, values[:-1], high, strict=True))
    assert claim.facts["start"] == start
    bounds = {"lower": low, "upper": high} if "lower" in witness else {"values": low}
    for name, found in bounds.items():
        assert claim.facts[name] == [found[s] for s in start]
    assert claim.value == low[start[0]]
    assert claim.upper == (high[start[0]] if "lower" in witness else None)
    assert_sentence(claim, question)


def assert_sentence(claim: Claim, question: Json) -> None:
    """It names what was asked, and each decimal is the nearest one."""
    text = claim.sentence
    assert text.isascii() and text.isprintable()
    for key in ("goal", "stay", "reward"):
        if key in question and not (key == "goal" and question[key]["ended"]):
            assert json.dumps(question[key]["name"])[:60] in text
    assert ("continuous-time" in text) == ("rates" in question)
    assert ("against a second player" in text) == bool(question.get("second"))
    exact = re.findall(r"exactly (-?\d+(?:/\d+)?)(?: \(rounded: (-?\d+\.\d{12})\))?", text)
    if claim.upper is None and " digits)" not in text:
        finite = [v for v in claim.facts["values"][:10] if v != inf]
        assert [Fraction(p) for p, _ in exact] == finite
    for p, decimal in exact:
        assert not decimal or abs(Fraction(p) - Fraction(decimal)) <= Fraction(1, 2 * 10**12)


def refused_or_true(raw: bytes, is_true: Callable[[Json, Claim], None]) -> Exception | None:
    """The error, in one line, or None; what is accepted must be true."""
    try:
        claim = check_certificate(raw, max_work=WORK)
    except (InvalidCertificate, MalformedCertificate, GaveUp) as error:
        assert str(error) and "\n" not in str(error)
        return error
    is_true(json.loads(raw), claim)
    return None


def verdict(lie: Json) -> Exception | None:
    """The same of a certificate about a process."""
    return refused_or_true(canonical(lie), assert_true)


def numbers_changed(original: Json) -> Iterator[tuple[tuple[Any, ...], Json]]:
    """For each number where it is, and the certificate with one more, or one less there."""
    for trail, old in leaves(original):
        if trail[-1] not in WORDS:
            for step in (-1, 1):
                new = number((old if isinstance(old, int) else int(old, 16)) + step)
                yield trail, changed(original, {" ".join(map(str, trail)): new})


def oddities(original: Json) -> Iterator[Json]:
    """The certificate with every part in turn replaced by something else, or left out."""
    for k in range(len(places(original))):
        for new in ["", "0", "-1", [], {}, 0, [1, 2], 10**17, GONE]:
            lie = copy.deepcopy(original)
            inside, key = places(lie)[k]
            if new is GONE:
                del inside[key]
            else:
                inside[key] = new
            yield lie


# Solved anew: the reward until the play ends -----------------------------------------------------


def ranking(process: Process, policy: Sequence[int], done: set[int], paid: bool) -> list[int]:
    """Steps in which the end can be reached, or a state that is done, or a reward if that will do.

    -1 where none can be.
    """
    ranks = [0 if not to or (paid and g) else -1 for g, to in zip(process.cost, process.branches)]
    for step in range(len(ranks)):
        ready = {
            s
            for s, options in enumerate(process.options)
            if s in done or 0 <= ranks[options[policy[s]]] <= step
        }
        for c, branches in enumerate(process.branches):
            if ranks[c] < 0 and ready & {s for _, s in branches}:
                ranks[c] = step + 1
    return ranks


def proper_policy(process: Process) -> list[int] | None:
    """A policy under which every choice leads to an end, if there is one."""
    policy = [0] * len(process.options)
    done = {c for c, branches in enumerate(process.branches) if not branches}
    while True:
        ready = len(done)
        for s, options in enumerate(process.options):
            if options[policy[s]] not in done:
                policy[s] = next((k for k, o in enumerate(options) if o in done), policy[s])
        for c, branches in enumerate(process.branches):
            if any(process.options[s][policy[s]] in done for _, s in branches):
                done.add(c)
        if len(done) == ready:
            return policy


def howard(process: Process, sense: str) -> tuple[list[int], list[Fraction]] | None:
    """An optimal policy and its values by choice, by Howard's policy iteration in fractions."""
    policy = proper_policy(process)
    best = min if sense == "min" else max
    while policy is not None:
        values: Any = policy_values(process, policy, sense)
        if inf in values:
            return None
        better = list(policy)
        for s, options in enumerate(process.options):
            offered = [values[c] for c in options]
            if offered[policy[s]] != best(offered):
                better[s] = offered.index(best(offered))
        if better == policy:
            return policy, values
        policy = better
    return None


def certify(process: Process, sense: str, start: list[int], size: int = 99) -> Json | None:
    """A true certificate, if certificates can prove the answer: the least reward until the end;
    the greatest total, or, if there are rewards of both signs, until the end."""
    solved = howard(process, sense)
    if solved is None:
        return None
    policy, values = solved
    total = sense == "max" and min(process.cost) >= 0
    picked = [options[k] for options, k in zip(process.options, policy, strict=True)]
    done = {s for s, c in enumerate(picked) if values[c] == 0 and total}
    ranks = ranking(process, policy, done, total)
    if any(ranks[c] < 0 for s, c in enumerate(picked) if s not in done):
        return None
    model = explicit([{s: w for w, s in whole(row)} for row in process.branches], process.options)
    if total:
        question = asked("total", sense, model, start=start, reward=process.cost)
    else:
        question = asked("cost", sense, model, start=start, reward=process.cost, goal=[], ended=1)
    more: Json = {"levels": {}} if min(process.cost) >= 0 else {}
    ranks = [max(rank, 0) for rank in ranks]
    proof = certificate(question, policy=policy, ranks=ranks, values={}, **more)
    proof["witness"]["values"] = blocks_of({c: values[c] for c in picked}, size)
    return proof


def whole(row: list[tuple[Fraction, int]]) -> list[tuple[int, int]]:
    """Weights without a common divisor."""
    common = math.lcm(*(p.denominator for p, _ in row))
    return [(int(p * common), s) for p, s in row]
