"""A sparse model of stormpy as arrays, read through its bindings in bulk.

The bindings hand out entries one by one, at half a microsecond each; lists of them take twice as
long, for memory. Of Storm's rationals a model has few different ones, so each is turned into a
number once. A chain of 157,000 states with two reward structures takes 0.8 s, where Storm's file
.drn of the same model takes 11 s to write and to read.

Markov automata: a state's exit rate is that of its first choice, its other choices are immediate
(`rates`).

Source: https://moves-rwth.github.io/stormpy, version 2.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.formats.numbers import Numbers
from exactbox.formats.rates import maximal_progress
from exactbox.mdp.model.builder import RewardParts, build_model
from exactbox.mdp.model.layout import Array, Layout, PerChoice, PerState, starts_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


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


def translated(name: str, model: Any, normalise: bool | None = None) -> Model:
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
        action_start = np.array([*options, matrix.nr_rows], dtype=np.int64)
    else:
        action_start = np.arange(model.nr_states + 1)
    branch_start = starts_of(np.array(lengths, dtype=np.int64))
    exits = rationals.numbered(model.exit_rates) if kind == "MA" else None
    rewards = {
        reward: _numbered(name, reward, structure, rationals, model.nr_states, len(lengths))
        for reward, structure in sorted(model.reward_models.items())
    }
    numbers = Ratios.from_fractions(
        [*rationals.fractions(), Fraction(0)]
    )  # -1 is the number of none
    layout = Layout(action_start, branch_start, target)

    def place(c: int) -> str:
        return f"{name}: {layout.place(c)}"

    rates = None
    if exits is not None:  # those of states are those of their first choices
        of_choice = np.full(layout.choices, -1)
        of_choice[action_start[:-1]] = exits
        rates = numbers.only(of_choice)
    return maximal_progress(
        build_model(
            Model,
            action_start,
            branch_start,
            target,
            numbers.only(probability),
            rated=kind == "CTMC",
            rates=rates,
            place=place,
            initial=sorted(model.initial_states),
            labels=_labels(model),
            rewards={
                reward: RewardParts(
                    states=None if of_states is None else numbers.only(of_states),
                    choices=None if of_choices is None else numbers.only(of_choices),
                )
                for reward, (of_states, of_choices) in rewards.items()
            },
            actions=_actions(model, layout.choices),
            normalise=normalise,
        )
    )


def _numbered(
    name: str, reward: str, structure: Any, rationals: _Rationals, states: int, choices: int
) -> tuple[PerState | None, PerChoice | None]:
    """The number of every state's reward, and of every choice's; None where there are none."""
    if structure.has_transition_rewards:
        raise ValueError(
            f"{name}: the rewards {reward!r} are of transitions, need states or choices: "
            "BuilderOptions.set_scale_and_lift_transition_rewards"
        )
    of_states = of_choices = None
    if structure.has_state_rewards:
        of_states = rationals.numbered(map(structure.get_state_reward, range(states)))
    if structure.has_state_action_rewards:
        of_choices = rationals.numbered(map(structure.get_state_action_reward, range(choices)))
    return of_states, of_choices


def _labels(model: Any) -> dict[str, PerState]:
    """The labels of states, without that of the initial ones."""
    masks = {}
    for label in sorted(model.labeling.get_labels()):
        if label != "init":
            masks[label] = _set(model.labeling.get_states(label), model.nr_states)
    return masks


def _set(bits: Any, size: int) -> Array:
    marked = np.zeros(size, dtype=bool)
    marked[np.fromiter(bits, dtype=np.int64)] = True
    return marked


def _actions(model: Any, choices: int) -> list[str] | None:
    """The names of the choices; several names of one choice are joined."""
    if not model.has_choice_labeling():
        return None
    names = [""] * choices
    for label in sorted(model.choice_labeling.get_labels()):
        for c in model.choice_labeling.get_choices(label):
            names[c] = f"{names[c]}_{label}" if names[c] else label
    return names if any(names) else None
