"""Answers as text: the question in words, values in brief, columns for a data frame."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.linalg.results.matrix_text import short
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, name_of
from exactbox.objectives import sentence
from exactbox.showing import Columns, Facts

TO_PROVE = '.save("proof.json") checks the certificate and writes it'


def words(
    model: Model, objective: str, sense: str, rewards: Ratios | None, asked: Mapping[str, Any]
) -> str:
    """The question of an answer, as `exactbox.properties` has it."""
    names = {name: asked[name].name for name in ("goal", "stay") if asked.get(name) is not None}
    discount, steps = asked.get("discount"), asked.get("steps")
    if objective in ("within_steps", "within_reward"):
        objective = "reach" if "goal" in names else "total" if discount is None else "discounted"
    own = "" if rewards is None else name_of(rewards, "")
    bounds = [
        f"{what} {fraction_string(asked[name])}"
        for name, what in (("at_least", "at least"), ("at_most", "at most"))
        if name in asked
    ]
    spent = f"{' and '.join(bounds)} of {asked['spending'][0] or 'the reward'}" if bounds else ""
    if discount is not None:
        discount = fraction_string(discount)
    kind = None if model.is_chain else sense  # a chain has one policy, no greatest
    return sentence(
        objective, kind, **names, reward=own, discount=discount, steps=steps, spent=spent
    )


def brief(value: Fraction | float) -> str:
    """A value in a few characters: a fraction that is short, with its decimal, or the decimal.

    Examples
    --------
    >>> brief(Fraction(3, 2)), brief(Fraction(8936, 1575)), brief(float("inf"))
    ('3/2 = 1.5', '8936/1575 ~ 5.67365', 'infinity')
    """
    if isinstance(value, float):
        return fraction_string(value)
    return brief_ratio(value.numerator, value.denominator)


def brief_ratio(n: Any, d: Any) -> str:
    """The same of n/d, which need not be in lowest terms."""
    text = short(n, d)
    if "/" not in text or text.startswith("~"):
        return text
    value = Fraction(text)
    decimal = f"{value.numerator / value.denominator:.6g}"
    return f"{text} {'=' if Fraction(decimal) == value else '~'} {decimal}"


def exact_facts(value: Fraction | float) -> Facts:
    """A value in full, or the ends of it, and as a decimal."""
    facts = [("exactly", fraction_string(value))]
    if isinstance(value, Fraction) and value.denominator != 1:
        facts.append(("decimal", decimal_string(value.numerator, value.denominator, DIGITS)))
    return facts


def start_facts(model: Model) -> Facts:
    """The start of the play, and the size of the model."""
    start = model.initial.tolist()
    known = "" if model.valuations is None else f" [{model.valuations[start[0]]}]"
    whence = f"state {start[0]}{known}" if len(start) == 1 else f"{len(start):,} initial states"
    return [("from", whence), ("model", model_size(model))]


def model_size(model: Model) -> str:
    """The numbers of states and choices."""
    return f"{model.states:,} states, {model.choices:,} choices"


def policy_text(policy: Any) -> str:
    """The decision of a policy."""
    return "a choice a state and step" if policy.ndim == 2 else "a choice a state"


def state_columns(model: Model, policy: Any, columns: Columns) -> Columns:
    """A row a state: its number, its valuation if there is one, these columns, and its action."""
    found: Columns = {"state": range(model.states)}
    if model.valuations is not None:
        found["valuation"] = list(model.valuations)
    row = policy[0] if policy.ndim == 2 and len(policy) else policy  # that of the start
    played = row.tolist() if row.ndim == 1 else [-1] * model.states  # no step is played
    actions = [_action(model, s, k) for s, k in enumerate(played)]
    return {**found, **columns, "action": actions}


def _action(model: Model, state: int, k: int) -> str | int:
    """The name of choice k of a state, its number if it has none; nothing if it is open."""
    if k < 0:
        return ""
    name = "" if model.actions is None else model.actions[int(model.option_start[state]) + k]
    return name or k
