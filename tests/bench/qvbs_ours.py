"""exactbox on the questions of the set: the model imported once, then each question by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from exactbox.mdp.rewards import Ratios, Rewards
from tests.bench.forked import Phases
from tests.bench.qvbs_set import Case
from tests.bench.qvbs_storm import described


def warmed() -> None:
    """Load what is loaded on first use: nobody imports a model in a process that did not start."""
    import stormpy  # noqa: F401

    from exactbox.certificate import proved
    from exactbox.formats import storm  # noqa: F401
    from exactbox.mdp import cost, mean_payoff, reach
    from tests.models import consensus

    model = consensus(2, 2)
    goal = np.asarray(model.labels["finished"])
    for sense in ("max", "min"):
        proved(reach(model, goal, sense))
        proved(cost(model, "steps", goal, sense))
    mean_payoff  # noqa: B018


def imported(case: Case) -> tuple[Any, dict[str, Any]]:
    """The model, and the formulas of its properties; what these say of states are its labels."""
    import stormpy

    from exactbox.formats import storm

    program, given = described(case)
    options = stormpy.BuilderOptions(list(given.values()), build_full=True)
    options.set_build_all_reward_models()
    options.set_build_all_labels()
    options.set_build_choice_labels()
    options.set_build_state_valuations()
    built = stormpy.build_model[stormpy.Rational](program, options=options)
    model = storm.ordered(storm.translated(str(case.path), built), storm._values(built))
    return model, {name: p.get_raw_formula() for name, p in given.items()}


def answered(model: Any, formula: Any) -> Any:
    """The answer of exactbox to a formula of Storm."""
    from exactbox.mdp import cost, mean_payoff, reach, total, within_steps

    kind = type(formula).__name__
    text = str(formula)
    sense = "min" if re.match(r"[A-Z]+({.*?})?(min|>)", text) else "max"
    inner = formula.subformula
    path = type(inner).__name__
    rewards = formula.reward_name or None if kind == "RewardOperatorFormula" else None
    if kind == "TimeOperatorFormula":
        steps = _each(model, np.ones(model.choices, dtype=np.int64))
        return cost(model, steps, states(model, inner.subformula), sense)
    if kind == "LongRunAverageOperatorFormula":
        there = states(model, inner)[model.state_of].astype(np.int64)
        return mean_payoff(model, _each(model, there), sense)
    if path == "EventuallyFormula":
        goal = states(model, inner.subformula)
        if kind == "ProbabilityOperatorFormula":
            return reach(model, goal, sense)
        return cost(model, rewards, goal, sense)
    if path == "UntilFormula":
        stay, goal = (states(model, f) for f in (inner.left_subformula, inner.right_subformula))
        return reach(model, goal, sense, stay=stay)
    if found := re.search(r"\[true U(?:steps)?<=(\d+) ", text):
        goal = states(model, inner.right_subformula)
        return within_steps(model, int(found[1]), sense, goal=goal)
    if found := re.search(r"\[C(?:steps)?<=(\d+)\]", text):
        return within_steps(model, int(found[1]), sense, rewards=rewards)
    if found := re.search(r'\[true Urew{"(\w+)"}<=(\d+) ', text):
        from exactbox.mdp import within_reward

        goal = states(model, inner.right_subformula)
        return within_reward(model, sense, bound=found[1], at_most=int(found[2]), goal=goal)
    if path == "LongRunAverageRewardFormula":
        return mean_payoff(model, rewards, sense)
    if path == "TotalRewardFormula":
        return total(model, rewards, sense)
    raise NotImplementedError(f"no way to ask {text}")


def _each(model: Any, amount: Any) -> Rewards:
    """So much a step, or in a unit of time."""
    ones = np.ones(model.choices, dtype=np.int64)
    if model.rates is None:
        return Rewards(amount, ones)
    return Rewards(np.zeros_like(ones), ones, rate=Ratios(amount, ones))


def states(model: Any, formula: Any) -> Any:
    """The states of a formula; what is in it beside labels are labels themselves."""
    text = str(formula)
    if text in ("true", "false"):
        return np.full(model.states, text == "true")
    known = dict(model.labels)
    known["init"] = np.isin(np.arange(model.states), model.initial)
    parts: list[Any] = []

    def kept(name: str) -> str:
        parts.append(known[name])
        return f" p[{len(parts) - 1}] "

    for name in sorted(known, key=len, reverse=True):
        if name.startswith("(") and name in text:
            text = text.replace(name, kept(name))
    text = re.sub(r'"([^"]+)"', lambda found: kept(found[1]), text)
    text = re.sub(r"\b([a-zA-Z_]\w+)\b", lambda found: kept(found[1]), text)
    return np.asarray(eval(text.replace("!", "~"), {"p": parts}))


def solved(
    case: Case,
    names: list[str],
    phases: Phases,
    apart: Callable[[Callable[[Phases], None]], dict[str, Any]],
) -> None:
    """Import the model, and answer each question in a process forked off this one by `apart`."""
    model, formulas = phases.phase("import", imported, case)
    phases.tell(states=model.states, branches=len(model.target))
    for name in names:
        found = apart(lambda p, name=name: _one(model, formulas[name], p))
        phases.tell(**{f"question {name}": found})


def _one(model: Any, formula: Any, phases: Phases) -> None:
    import sys

    from exactbox.check import check_certificate

    phases.tell(text=str(formula))
    answer = phases.phase("solve", answered, model, formula)
    value = answer.value
    told = "inf" if value == inf else value
    if formula.has_bound:
        threshold = Fraction(str(formula.threshold_expr))
        relation = re.search(r"([<>]=?)", str(formula))[1]
        told = {
            ">=": value >= threshold,
            ">": value > threshold,
            "<": value < threshold,
            "<=": value <= threshold,
        }[relation]
    phases.tell(value=told if isinstance(told, bool) else str(told), rounds=answer.rounds)
    data = phases.phase("certify", answer.certificate)
    phases.tell(bytes=len(data))
    claim = phases.phase(
        "check", lambda: check_certificate(data, max_bytes=len(data), max_work=sys.maxsize)
    )
    phases.tell(valid=bool(answer.is_proved_by(claim)))
