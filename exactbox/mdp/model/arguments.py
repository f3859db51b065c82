"""Arguments of objectives: sets of states, rewards, a sense; and refusals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards, exact_number, name_of
from exactbox.mdp.model.state_sets import numbered, set_of_states
from exactbox.showing import shown

ENDED = "ended"  # the built-in goal: that the play ends


class Goal(NamedTuple):
    """What is to be reached: states, and whether to end the play counts as well."""

    states: PerState
    ended: bool
    name: str = "goal"
    hashes: tuple[str, ...] = ()  # of the questions that the states are the answers of

    def __repr__(self) -> str:
        given = self.states
        mask = isinstance(given, np.ndarray) and given.dtype == np.bool_
        many = f"{int(given.sum()):,} of {given.size:,} states" if mask else shown(given)
        return f"Goal({self.name!r}: {many}{', or the end' if self.ended else ''})"


Amounts = tuple[str, Ratios]  # the name of rewards; of branches, then of choices that end the play
SetOfStates = Goal | str | Array | Iterable[int]  # a label, (S,) bool, or the states' numbers
SomeRewards = Ratios | str | Array | Iterable[Any]  # a name, or a number for each choice


def set_of(model: Model, states: SetOfStates, name: str) -> Goal:
    """A set of states with the name that it is asked by: its own, its label's, or this one."""
    if isinstance(states, Goal):
        return states._replace(states=set_of(model, states.states, name).states)
    if isinstance(states, str):
        if states not in model.labels:
            raise ValueError(f"no label {states!r}; the labels are: {known(model.labels, states)}")
        return Goal(model.labels[states], False, states)
    return Goal(set_of_states(name, states, model.states), False, name)


def goal_of(model: Model, goal: SetOfStates) -> Goal:
    """A goal: a set of states, or "ended"."""
    if isinstance(goal, str) and goal == ENDED and ENDED not in model.labels:
        return Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    return set_of(model, goal, "goal")


def start_of(model: Model, start: Iterable[int]) -> Array:
    """The states that a question is asked from, increasing."""
    if not isinstance(start, Iterable):
        raise TypeError(f"start: found {shown(start)}, need a list of states")
    given = start if isinstance(start, np.ndarray) else list(start)
    found = np.flatnonzero(numbered("start", given, model.states))
    if not len(found):
        raise ValueError("start: found no state, need one")
    return found


def known(names: Iterable[str], wanted: str = "") -> str:
    """The names that there are, and which of several is meant."""
    from difflib import get_close_matches

    every = sorted(names)
    near = get_close_matches(wanted, every, 1) if len(every) > 1 else []
    meant = "".join(f"; did you mean {name!r}?" for name in near)
    return (", ".join(map(repr, every)) or "none") + meant


def rewards_of(model: Model, rewards: SomeRewards | None) -> Rewards:
    """Rewards of the model's choices, given as such, by name, or None for the only ones."""
    if rewards is None:
        if len(model.rewards) != 1:
            ones = "" if model.rewards else "; [1] * model.choices counts steps"
            raise ValueError(f"which rewards? the model's are: {known(model.rewards)}{ones}")
        return next(iter(model.rewards.values()))
    if isinstance(rewards, str):
        if rewards not in model.rewards:
            there = known(model.rewards, rewards)
            raise ValueError(f"no rewards {rewards!r}; the model's are: {there}")
        return model.rewards[rewards]
    given = rewards if isinstance(rewards, Ratios) else _listed(rewards)
    if not isinstance(given, Rewards):
        given = Rewards(given.numerator, given.denominator)
    if len(given) != model.choices:
        raise ValueError(f"rewards of {len(given)} choices, the model has {model.choices}")
    if given.name is None:  # perhaps those that the model was given
        return next((own for own in model.rewards.values() if own.is_named(given)), given)
    return given


def amounts_of(model: Model, rewards: SomeRewards | None, what: str) -> Amounts:
    """The reward of each branch, then that of each choice that ends the play, by their name."""
    own = rewards_of(model, rewards)
    if own.averaged:
        raise ValueError(
            f"the {what}: branches bring different amounts, of which only averages are known; a "
            "bound needs those of the branches"
        )
    if own.rate is not None and own.rate.numerator.any():
        raise ValueError(f"the {what} accrue with time, need amounts of steps")
    inner = own.only(model.choice_of) if own.branch is None else own.branch
    each = Ratios(  # 0 for the choices that have branches
        np.concatenate([inner.numerator, np.where(model.ends, own.numerator, 0)]),
        np.concatenate([inner.denominator, np.where(model.ends, own.denominator, 1)]),
    )
    return name_of(own, "spending" if what == "spending" else "reward"), each


def bound_of(name: str, given: Fraction | int | str | None) -> Fraction | None:
    """A bound of what is spent, 0 or more."""
    bound = None if given is None else exact_number(given)
    if bound is not None and bound < 0:
        raise ValueError(f"{name}: {bound}, need 0 or more")
    return bound


def _listed(rewards: Any) -> Rewards:
    """Numbers, one a choice, as rewards."""
    if isinstance(rewards, (bytes, Mapping)) or not isinstance(rewards, Iterable):
        raise TypeError(
            f"rewards: found {shown(rewards)}, need a name, or a number for each choice"
        )
    numbers = []
    for c, number in enumerate(rewards.tolist() if hasattr(rewards, "tolist") else rewards):
        try:
            numbers.append(exact_number(number))
        except (TypeError, ValueError) as error:
            raise type(error)(f"rewards: choice {c}: {error}") from None
    return Rewards.of(numbers)


def require_model(model: Any) -> None:
    """TypeError for what is not a model."""
    if not isinstance(model, Model):
        path = isinstance(model, (str, PathLike))
        way = f": exactbox.read_model({shown(model)}) reads one" if path else ""
        raise TypeError(f"the model: found {shown(model)}, need a Model{way}")


def sense_of(model: Model, sense: str | None) -> str:
    """The sense, which a Markov chain needs not; refuses what is not a model, or a sense."""
    require_model(model)
    if sense is None and model.is_chain:
        return "max"
    if sense not in ("max", "min"):
        found = "not said" if sense is None else shown(sense)
        raise ValueError(f"the sense is {found}, need 'max' or 'min'")
    return sense


def who_maximises(model: Model, sense: str) -> PerState:
    """(S,) bool: the states whose player maximises."""
    second = np.zeros(model.states, dtype=bool) if model.players is None else model.players
    maximises: PerState = second != (sense == "max")
    return maximises


def discount_of(discount: Fraction | int | str) -> Fraction:
    """A rational in [0, 1)."""
    if isinstance(discount, float):
        raise ValueError(f"the discount is the float {discount}, need a number such as '9/10'")
    try:
        factor = exact_number(discount)
    except (TypeError, ValueError):
        raise ValueError(f"the discount is {shown(discount)}, need a number such as 9/10") from None
    if not 0 <= factor < 1:
        raise ValueError(
            f"the discount is {fraction_string(factor)}, need at least 0 and less than 1"
        )
    return factor


def is_game(model: Model) -> bool:
    """Whether some state is the second player's."""
    return model.players is not None and bool(model.players.any())


def require_kind(model: Model, *, one_player: str = "", discrete: str = "") -> None:
    """ValueError where the model has a second player, or rates, and what is so called forbids it.

    Empty where such models are allowed.
    """
    if one_player and model.players is not None and model.players.any():
        raise ValueError(
            f"state {int(np.argmax(model.players))} is the second player's: {one_player} is for "
            "models without one"
        )
    if discrete and model.rates is not None:
        raise ValueError(f"{discrete}: found a model with rates, need one in discrete time")


def refuse_negative(model: Model, rewards: Ratios, where: PerState) -> None:
    """ValueError where an option of these states has a reward below 0."""
    negative = model.per_option(rewards.numerator < 0) & where[model.state_of]
    if negative.any():
        o = int(np.argmax(negative))
        found = rewards[int(model.choice_at(np.array([o]))[0])]
        raise ValueError(f"{model.place(o)}: the reward is {found}, need 0 or more before the goal")
