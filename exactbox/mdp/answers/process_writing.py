"""Questions about a model, and the proofs of their answers, as certificates.

The question has one normal form: what the value depends on, in the model's own order of states and
choices, and nothing else. `exactbox.checker.process` reads it; with rates, where something depends
on them, `exactbox.checker.timed`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from exactbox.canonical import bracketed, number_text, number_texts
from exactbox.certificate import encode_integer, encode_ratio
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.answers.bounded_writing import bounded_fields
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import (
    Array,
    PerChoice,
    PerState,
    distinct,
    reduced,
    slices,
    starts_of,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Goal, Question
from exactbox.mdp.model.rewards import Ratios, name_of
from exactbox.objectives import OF_GAMES

_MAX_VALUES_AT_ONCE, _MAX_BITS_AT_ONCE = 500, 4096  # beyond, values are written as they are read

TRANSIENT = ("until", "cumulative", "instantaneous")  # objectives up to a time

_BY_RULE = {  # what the checker knows a rule to ask: objective and sense
    "flip": [("cost", "min")],
    "shutbox": [("cost", "min"), ("total", "max")],
}


def question_of(model: Model, question: Question) -> dict[str, Any]:
    """The question in its normal form: the rule of a game where that says it all, or the model.

    A model with its states or choices in another order, and a rule in place of the model that it
    makes, are other questions.
    """
    q = question
    head = {"objective": q.objective, "sense": q.sense}
    rule, name = model.rule or {}, None if q.rewards is None else q.rewards.name
    own = None if name is None else model.rewards.get(name)
    to_the_end = q.goal is not None and q.goal.ended and not q.goal.states.any()
    if (
        (q.objective, q.sense) in _BY_RULE.get(rule.get("rule", ""), [])
        and q.start is None
        and model.initial.tolist() == [model.states - 1]
        and (q.objective == "total" or to_the_end)
        and q.rewards is not None
        and own is not None
        and own.rate is q.rewards.rate is None
        and np.array_equal(own.numerator, q.rewards.numerator)
        and np.array_equal(own.denominator, q.rewards.denominator)
    ):
        return {**head, "model": dict(rule)}
    layout, choices = explicit(model)
    states = model.initial if q.start is None else q.start
    if (divided := model.normalised) is not None:
        ends = divided.least, divided.greatest
        layout["normalised"] = [encode_ratio(*end.as_integer_ratio()) for end in ends]
    form: dict[str, Any] = {**head, "model": layout, "start": states.tolist()}
    if q.objective in OF_GAMES:
        form["second"] = [] if model.players is None else np.flatnonzero(model.players).tolist()
    form |= sets_form(q.goal, q.stay)
    if q.objective == "within_time":
        del form["sense"]
        return {**form, **_time_fields(model, q)}
    if q.rewards is not None and q.objective != "within_reward":
        rewards = q.rewards if model.rates is not None else q.time_averaged(model).reward
        of = encode_numbers(rewards.numerator[choices], rewards.denominator[choices])
        form["reward"] = {"name": name_of(q.rewards), "of": of}
        if (rates := model.rates) is not None:
            form["rates"] = encode_numbers(rates.numerator[choices], rates.denominator[choices])
            accrued, over = np.zeros(len(choices), dtype=np.int64), None  # in a unit of time
            if rewards.rate is not None:  # nothing while an immediate choice is taken
                accrued = np.where(rates.numerator == 0, 0, rewards.rate.numerator)[choices]
                over = rewards.rate.denominator[choices]
            form["reward"]["rate"] = encode_numbers(accrued, over)
    if q.discount is not None:
        form["discount"] = encode_ratio(q.discount.numerator, q.discount.denominator)
    if q.steps is not None:
        form["steps"] = q.steps
    return form if q.cost is None else {**form, **bounded_fields(model, q)}


def sets_form(goal: Goal | None, stay: Goal | None = None) -> dict[str, Any]:
    """The goal, which says whether the end of the play is in it, and where to stay, if asked."""
    form: dict[str, Any] = {}
    for key, target in (("goal", goal), ("stay", stay)):
        if target is not None:
            name = " ".join([target.name, *target.hashes])
            form[key] = {"name": name, "states": np.flatnonzero(target.states).tolist()}
    if goal is not None:
        form["goal"]["ended"] = int(goal.ended)
    return form


def _time_fields(model: Model, question: Question) -> dict[str, Any]:
    """Objective, rates, times and rewards of a question up to a time, beside its sets."""
    q, every = question, np.arange(model.choices)
    times = {"at_least": q.at_least, "at_most": q.at_most}
    given = {
        key: encode_ratio(*time.as_integer_ratio())
        for key, time in times.items()
        if time is not None
    }
    form: dict[str, Any] = {"rates": _numbers_of(model.rates, every)}
    if q.rewards is None:
        return {**form, "objective": "until", **given}
    reward = {"name": name_of(q.rewards), "rate": _numbers_of(q.rewards.rate, every)}
    if q.at_least is None:
        reward["of"] = _numbers_of(q.rewards, every)
    name = "cumulative" if q.at_least is None else "instantaneous"
    return {**form, "objective": name, "reward": reward, "time": given["at_most"]}


def _numbers_of(ratios: Ratios | None, choices: PerChoice) -> list[Any]:
    """The ratios of these choices as certificates have them; zeros where there are none."""
    if ratios is None:
        return [0] * len(choices)
    return encode_numbers(ratios.numerator[choices], ratios.denominator[choices])


def kind_of(question: Mapping[str, Any]) -> str:
    """The kind of a question's certificates: rates are written where something depends on them."""
    if "objectives" in question:
        return "trade_off"
    if "spending" in question:
        return "bounded"
    if question["objective"] in TRANSIENT:
        return "transient"
    return "timed" if "rates" in question else "process"


def explicit(model: Model) -> tuple[dict[str, Any], PerChoice]:
    """The explicit form of the model, and its choices: those that are some state's action.

    Each choice's targets increase, and its weights have no common divisor.
    """
    afterstate, choices = model.afterstate, np.arange(model.choices)
    if afterstate is not None:
        choices, afterstate = model.distinct_choices(np.arange(len(afterstate)))
    which = slices(model.branch_start, choices)
    lengths = np.diff(model.branch_start)[choices]
    row, target, weight = np.repeat(np.arange(len(choices)), lengths), model.target, model.weight
    target, weight = target[which], weight[which]
    new = np.ones(len(row), dtype=bool)  # the first branch of its choice and target
    if len(row) and not ((np.diff(row) > 0) | (np.diff(target) > 0)).all():
        order = np.lexsort((target, row))
        target, weight = target[order], weight[order]
        new[1:] = (np.diff(row) > 0) | (np.diff(target) > 0)
        weight = np.add.reduceat(weight, np.flatnonzero(new))
    row, target = row[new], target[new]
    branches = np.bincount(row, minlength=len(choices))
    shared = reduced(np.gcd, weight, starts_of(branches), 1)
    weight = weight // np.repeat(shared, branches)
    plain = afterstate is None or np.array_equal(afterstate, np.arange(len(choices)))
    return {
        "rule": "explicit",
        "options": np.diff(model.action_start).tolist(),
        "choice": [] if afterstate is None or plain else afterstate.tolist(),
        "branches": branches.tolist(),
        "target": target.tolist(),
        "weight": encode_numbers(weight),
    }, choices


def process_witness(
    model: Model,
    question: Mapping[str, Any],
    policy: PerState,
    vectors: Mapping[str, Values],
    witness: Mapping[str, Any],
    active: PerState,
    called: PerChoice | None = None,
) -> dict[str, Any]:
    """The witness for a question about a decision process, as `exactbox.canonical` writes it.

    ``vectors`` are "values", or "lower" and "upper", and "bias", written of the choices that the
    policy picks. ``witness`` has "ranks" of choices, "levels" of states, -1 where the value is
    finite (empty where all are), and "components" of states with their "heights". The policy counts
    in the states that are ``active``: elsewhere the question says what the value is, or it is
    infinite. ``called`` are the choices' numbers in the question, where these are others.
    """
    if called is None:
        called = np.arange(model.choices)
        if model.afterstate is not None and "start" in question:
            called = np.cumsum(np.bincount(model.afterstate, minlength=model.choices) > 0) - 1
    picked, states = model.choice_at(policy + model.action_start[:-1]), np.flatnonzero(active)
    state = np.full(model.choices, -1, dtype=np.int64)  # one that picks it
    state[picked[states]] = states
    used = np.flatnonzero(state >= 0)
    state = state[used]
    proof: dict[str, Any] = {"policy": policy}
    for name, values in vectors.items():
        proof[name] = value_blocks(values.x, values.at[state], called[used])
    for name, array in witness.items():
        if name == "levels":
            proof["infinite"] = np.flatnonzero(array >= 0)
            array = array[array >= 0]
        if name == "ranks":
            array = np.maximum(array, 0)  # a choice without a rank is in no policy
            if "start" in question and model.afterstate is not None:
                array = array[distinct(model.afterstate)]
        proof[name] = array
    return proof


def value_blocks(x: ExactVector, at: Array, choices: PerChoice) -> Any:
    """Each denominator with the choices and numerators over it; many, or long, are read late."""
    places = at.tolist()
    of = np.array([x.block_of[k] for k in places], dtype=np.int64)
    order = np.argsort(of, kind="stable")
    first = np.flatnonzero(np.diff(of[order], prepend=-1))
    blocks = [
        (x.denominators[of[members[0]]], choices[members], at[members])
        for members in np.split(order, first[1:])[: len(first)]
    ]

    def texts() -> Iterator[str]:
        comma = ""
        for denominator, keys, members in blocks:
            yield f"{comma}[{number_text(denominator)},{str(keys.tolist()).replace(' ', '')},["
            yield from number_texts(x.numerators[k][0] for k in members.tolist())
            yield "]]"
            comma = ","

    if len(places) <= _MAX_VALUES_AT_ONCE and all(
        n.bit_length() <= _MAX_BITS_AT_ONCE
        for k in places
        for n in (x.numerators[k][0], x.denominators[x.block_of[k]])
    ):
        return [
            [
                encode_integer(d),
                keys.tolist(),
                [encode_integer(x.numerators[k][0]) for k in members.tolist()],
            ]
            for d, keys, members in blocks
        ]
    return lambda: bracketed(texts())


def encode_numbers(p: Array, q: Array | None = None) -> list[Any]:
    """Integers p, or rationals p / q in lowest terms, as certificates have them."""
    if q is not None:
        shared = np.gcd(p, q)
        p, q = p // shared, q // shared
        if (q != 1).any():
            return [encode_ratio(a, b) for a, b in zip(p.tolist(), q.tolist(), strict=True)]
    integers: list[Any] = p.tolist()
    if p.dtype == object or (integers and (p.min() < 0 or p.max() >= 10**18)):
        return [encode_integer(n) for n in integers]
    return integers
