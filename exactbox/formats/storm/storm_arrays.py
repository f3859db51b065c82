"""A sparse model of stormpy as arrays.

Where the choices and branches of a matrix begin and lead to comes from Storm's binary file .umb,
whose parts are such arrays; stormpy 2.0 cannot write rationals there, and the floats in it are not
looked at. The bindings hand out the rationals one by one, and none is kept: half a microsecond
each, where a list of them takes four times as long, for memory. A model has few different ones, so
each is turned into a number once.

    consensus.4, K=8: 84,096 states, 226,432 choices, 282,592 branches; Storm's build 0.55 s
    arrays of the file 0.04 s; rationals of branches 0.20 s, of rewards 0.05 s
    before: lengths of rows by the bindings 0.22 s, targets 0.08 s

Markov automata: a state's exit rate is that of its first choice, its other choices are immediate
(`rates`).

Source: https://moves-rwth.github.io/stormpy, version 2.0.
"""

from __future__ import annotations

import os
import tarfile
import tempfile
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import compress
from operator import attrgetter
from typing import Any

import numpy as np

from exactbox.formats.numbers import Numbers
from exactbox.formats.rates import maximal_progress
from exactbox.mdp.model.builder import RewardParts, build_model
from exactbox.mdp.model.layout import Array, Layout, PerChoice, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


class _Rationals(dict[Any, int]):
    """Storm's rationals, numbered as they come; equal ones have one number."""

    def __missing__(self, value: Any) -> int:
        number = self[value] = len(self)
        return number

    def numbered(self, values: Iterable[Any]) -> Array:
        """The number of each."""
        return np.fromiter(map(self.__getitem__, values), np.int64)

    def fractions(self) -> list[Fraction]:
        """All of them, by number."""
        texts = Numbers()
        return [texts.value(str(value).encode()) for value in self]


def translated(name: str, model: Any, normalise: bool | None = None) -> Model:
    """The model of stormpy, which errors call `name`, in Storm's order, without valuations.

    A ValueError says that the probabilities of a choice are not positive or do not add up to 1, or
    that the rewards are of transitions.
    """
    matrix, kind, rationals = model.transition_matrix, model.model_type.name, _Rationals()
    action_start, branch_start, target = _layout(model)
    lengths = np.diff(branch_start)
    wanted = np.ones(len(target), dtype=bool)
    pairs = np.empty(0, dtype=np.int64)  # the first of two branches of a choice
    if normalise is False and kind in ("DTMC", "MDP"):  # Storm has checked: they add up to 1
        wanted[branch_start[:-1][lengths == 1]] = False
        pairs = branch_start[:-1][lengths == 2]
        wanted[pairs + 1] = False
    values = map(attrgetter("value"), compress(matrix, wanted.tolist()))
    probability = np.full(len(target), -1)
    probability[wanted] = rationals.numbered(values)
    exits = rationals.numbered(model.exit_rates) if kind == "MA" else None
    rewards = {
        reward: _numbered(name, reward, structure, rationals, matrix, action_start)
        for reward, structure in sorted(model.reward_models.items())
    }
    known = rationals.fractions()
    probability[pairs + 1] = len(known) + probability[pairs]
    probability[probability < 0] = 2 * len(known)
    # p, then 1 - p of each, then 1, and 0 as the number of none
    numbers = Ratios.from_fractions([*known, *(1 - p for p in known), Fraction(1), Fraction(0)])
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


def _layout(model: Any) -> tuple[PerState, PerChoice, Array]:
    """Where the choices of states and the branches of choices begin, and the branches' targets."""
    from stormpy.io import CompressionMode, UmbExportOptions, UmbExportValueType, export_to_umb

    options = UmbExportOptions()
    options.value_type = UmbExportValueType.DOUBLE
    options.compression = CompressionMode.NO_COMPRESSION
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "model.umb")
        export_to_umb(model, file, options=options)
        with tarfile.open(file, "r:") as parts:

            def part(name: str, size: int) -> Array:
                """Whole numbers of 64 bits; a part is left out where it would be 0, 1, 2, ..."""
                if f"{name}.bin" not in members:
                    return np.arange(size)
                content: Any = parts.extractfile(members[f"{name}.bin"])
                numbers = np.frombuffer(content.read(), "<i8")
                if len(numbers) != size:
                    raise RuntimeError(f"{name}: found {len(numbers)} numbers, need {size}")
                return numbers

            members = {member.name: member for member in parts}
            return (
                part("state-to-choices", model.nr_states + 1),
                part("choice-to-branches", model.transition_matrix.nr_rows + 1),
                part("branch-to-target", model.transition_matrix.nr_entries),
            )


def _numbered(
    name: str,
    reward: str,
    structure: Any,
    rationals: _Rationals,
    matrix: Any,
    action_start: PerState,
) -> tuple[PerState | None, PerChoice | None]:
    """The number of every state's reward, and of every choice's, -1 for 0; None where there are
    none."""
    if structure.has_transition_rewards:
        raise ValueError(
            f"{name}: the rewards {reward!r} are of transitions, need states or choices: "
            "BuilderOptions.set_scale_and_lift_transition_rewards"
        )
    states = len(action_start) - 1
    some = ~_set(structure.get_states_with_zero_reward(matrix), states)  # reward not 0

    def numbered(reward_of: Callable[[int], Any], there: Array) -> Array:
        numbers = np.full(len(there), -1)
        numbers[there] = rationals.numbered(map(reward_of, np.flatnonzero(there).tolist()))
        return numbers

    of_states = of_choices = None
    if structure.has_state_rewards:
        of_states = numbered(structure.get_state_reward, some)
    if structure.has_state_action_rewards:
        of_choices = numbered(
            structure.get_state_action_reward, np.repeat(some, np.diff(action_start))
        )
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
