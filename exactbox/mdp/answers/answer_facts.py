"""Answers as text: values in brief, facts, columns for a data frame."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.linalg.results.matrix_text import short
from exactbox.mdp.model.model import Model
from exactbox.showing import Columns, Facts


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
    """The value n/d in a few characters; it need not be in lowest terms."""
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


def state_columns(model: Model, policy: Any, columns: Columns) -> Columns:
    """A row a state: its number, its valuation if there is one, these columns, and its action."""
    table: Columns = {"state": range(model.states)}
    if model.valuations is not None:
        table["valuation"] = list(model.valuations)
    row = policy[0] if policy.ndim == 2 and len(policy) else policy  # that of the start
    played = row.tolist() if row.ndim == 1 else [-1] * model.states  # no step is played
    actions = [_action(model, s, k) for s, k in enumerate(played)]
    return {**table, **columns, "action": actions}


def _action(model: Model, state: int, k: int) -> str | int:
    """The name of choice k of a state, its number if it has none; nothing if it is open."""
    if k < 0:
        return ""
    name = "" if model.actions is None else model.actions[int(model.action_start[state]) + k]
    return name or k
