"""A sparse model of stormpy as arrays, read through its bindings in bulk.

The bindings hand out entries one by one, at half a microsecond each; lists of them take twice as
long, for memory. Of Storm's rationals a model has few different ones, so each is turned into a
number once. A chain of 157,000 states with two reward structures takes 0.8 s, where Storm's file
.drn of the same model takes 11 s to write and to read.

Markov automata: a state's exit rate is that of its first choice, its other choices are immediate
(`rates`). Rewards of a state are added to those of each of its choices, except in continuous time,
where they accrue.

Source: https://moves-rwth.github.io/stormpy, version 2.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.formats.numbers import Numbers, weights
from exactbox.formats.rates import embedded, maximal_progress
from exactbox.mdp.model.layout import Array, Layout, PerChoice, PerState, starts_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.mdp.model.validation import freeze


class _Rationals:
    """Storm's rationals, numbered as they come; equal ones have one number."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def numbered(self, values: Iterable[Any]) -> Array:
        """The number of each."""
        known = self.known
        return np.array([known.setdefault(v, len(known)) for v in values], dtype=np.int64)

    def fractions(self) -> list[Fraction]:
        """All of them, by number."""
        texts = Numbers()
        return [texts.value(str(v).encode()) for v in self.known]


def translated(name: str, model: Any) -> Model:
    """The model of stormpy, which errors call `name`, in Storm's order, without valuations.

    A ValueError says that the probabilities of a choice are not positive or do not add up to 1, or
    that the rewards are of transitions.
    """
    matrix, kind, rationals = model.transition_matrix, model.model_type.name, _Rationals()
    probability = rationals.numbered(entry.value for entry in matrix)
    target = np.fromiter((entry.column for entry in matrix), np.int64, len(probability))
    lengths = list(map(len, map(matrix.get_row, range(matrix.nr_rows))))
    if kind in ("MDP", "MA"):
        options = [matrix.get_row_group_start(s) for s in range(model.nr_states)]
        option_start = np.array([*options, matrix.nr_rows], dtype=np.int64)
    else:
        option_start = np.arange(model.nr_states + 1)
    layout = Layout(
        freeze(option_start),
        freeze(starts_of(np.array(lengths, dtype=np.int64))),
        freeze(target),
    )
    exits = rationals.numbered(model.exit_rates) if kind == "MA" else None
    rewards = {
        reward: _numbered(name, reward, given, layout, rationals)
        for reward, given in sorted(model.reward_models.items())
    }
    numbers = Ratios.of([*rationals.fractions(), Fraction(0)])  # -1 is the number of none

    def place(c: int) -> str:
        return f"{name}: {layout.place(c)}"

    rates = None
    if kind == "CTMC":
        weight, denominator, rates = embedded(layout, numbers.only(probability), place)
    else:
        weight, denominator = weights(layout, numbers.only(probability), place)
        if exits is not None:
            rates = _of_first_choices(numbers.only(exits), layout)
    return maximal_progress(
        Model(
            layout.option_start,
            layout.branch_start,
            layout.target,
            weight,
            denominator,
            sorted(model.initial_states),
            _labels(model),
            {reward: _rewards(*r, numbers, rates is not None) for reward, r in rewards.items()},
            _actions(model, layout),
            rates=rates,
        )
    )


def _of_first_choices(rate: Ratios, layout: Layout) -> Ratios:
    """The rates of states are those of their first choices; the others are immediate."""
    numerator = np.zeros(layout.choices, dtype=rate.numerator.dtype)
    denominator = np.ones(layout.choices, dtype=rate.denominator.dtype)
    numerator[layout.option_start[:-1]] = rate.numerator
    denominator[layout.option_start[:-1]] = rate.denominator
    return Ratios(freeze(numerator), freeze(denominator))


def _numbered(
    name: str, reward: str, given: Any, layout: Layout, rationals: _Rationals
) -> tuple[PerChoice, PerChoice]:
    """The number of every choice's state reward and own reward; -1 where there is none."""
    if given.has_transition_rewards:
        raise ValueError(
            f"{name}: the rewards {reward!r} are of transitions, need states or choices: "
            "BuilderOptions.set_scale_and_lift_transition_rewards"
        )
    of_states = of_choices = np.full(layout.choices, -1)
    if given.has_state_rewards:
        states = map(given.get_state_reward, range(layout.states))
        of_states = rationals.numbered(states)[layout.state_of]
    if given.has_state_action_rewards:
        of_choices = rationals.numbered(map(given.get_state_action_reward, range(layout.choices)))
    return of_states, of_choices


def _rewards(of_states: PerChoice, of_choices: PerChoice, numbers: Ratios, timed: bool) -> Rewards:
    """The two added up, each pair of numbers once, or beside each other in continuous time."""
    if timed:
        impulse, accrues = numbers.only(of_choices), numbers.only(of_states)
        some = accrues if accrues.numerator.any() else None
        return Rewards(impulse.numerator, impulse.denominator, rate=some)
    n = len(numbers)
    pairs, which = np.unique(of_states % n * n + of_choices % n, return_inverse=True)
    sums = Ratios.of(numbers[k // n] + numbers[k % n] for k in pairs.tolist()).only(which)
    return Rewards(sums.numerator, sums.denominator)


def _labels(model: Any) -> dict[str, PerState]:
    """The labels of states, without that of the initial ones."""
    found = {}
    for label in sorted(model.labeling.get_labels()):
        if label != "init":
            found[label] = freeze(_set(model.labeling.get_states(label), model.nr_states))
    return found


def _set(bits: Any, size: int) -> Array:
    marked = np.zeros(size, dtype=bool)
    marked[np.fromiter(bits, dtype=np.int64)] = True
    return marked


def _actions(model: Any, layout: Layout) -> list[str] | None:
    """The names of the choices; several names of one choice are joined."""
    if not model.has_choice_labeling():
        return None
    names = [""] * layout.choices
    for label in sorted(model.choice_labeling.get_labels()):
        for c in model.choice_labeling.get_choices(label):
            names[c] = f"{names[c]}_{label}" if names[c] else label
    return names if any(names) else None
