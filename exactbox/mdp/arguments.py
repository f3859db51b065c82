"""What objectives are asked about: sets of states, rewards, a sense; and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import numpy as np

from exactbox.mdp.layout import Array, PerChoice, PerState
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Ratios, Rewards
from exactbox.mdp.validation import owned_set

ENDED = "ended"  # the built-in goal: that the play ends


Asked = dict[str, Any]  # what else is asked: "goal" and "stay", "discount", "steps"


class Goal(NamedTuple):
    """What is to be reached.

    Attributes
    ----------
    states : (S,) bool
    ended : bool
        Whether to end the play counts as well.
    name : str
        What it was asked by.
    """

    states: PerState
    ended: bool
    name: str = "goal"


def states_of(model: Model, states: Array | str) -> PerState:
    """A set of states, given as such or by a label's name; a copy, unless it is read-only."""
    if isinstance(states, str):
        if states not in model.labels:
            known = ", ".join(map(repr, sorted(model.labels))) or "none"
            raise ValueError(f"no label {states!r}; the labels are: {known}")
        return model.labels[states]
    return owned_set("a set of states", states, model.states)


def set_of(model: Model, states: Goal | Array | str, name: str) -> Goal:
    """A set of states with the name that it is asked by: its own, its label's, or this one."""
    if isinstance(states, Goal):
        return states._replace(states=states_of(model, states.states))
    return Goal(states_of(model, states), False, states if isinstance(states, str) else name)


def goal_of(model: Model, goal: Goal | Array | str) -> Goal:
    """A goal, given as such, as a set of states, by a label's name or as "ended"."""
    if isinstance(goal, str) and goal == ENDED and ENDED not in model.labels:
        return Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    return set_of(model, goal, "goal")


def decided_states(asked: Asked, infinite: PerState) -> PerState:
    """(S,) bool: where the question says what the value is, or where it is infinite."""
    decided = infinite.copy()
    if asked.get("goal") is not None:
        decided |= asked["goal"].states
    if asked.get("stay") is not None:
        decided |= ~asked["stay"].states
    return decided


def worth_of_end(objective: str, ended: bool) -> int | float:
    """What it is worth that the play has ended, where to end it is a goal, or is not."""
    if objective == "cost":
        return 0 if ended else inf  # another goal has been missed
    return int(ended)


def rewards_of(model: Model, rewards: Ratios | str | None) -> Ratios:
    """Rewards of the model's choices, given as such, by name, or None for the only ones."""
    if isinstance(rewards, Ratios):
        if len(rewards) != model.choices:
            raise ValueError(f"rewards of {len(rewards)} choices, the model has {model.choices}")
        return rewards
    known = ", ".join(repr(name) for name in sorted(model.rewards)) or "none"
    if rewards is None:
        if len(model.rewards) != 1:
            raise ValueError(f"which rewards? the model's are: {known}")
        return next(iter(model.rewards.values()))
    if rewards not in model.rewards:
        raise ValueError(f"no rewards {rewards!r}; the model's are: {known}")
    return model.rewards[rewards]


def who_maximises(model: Model, sense: str) -> PerState:
    """(S,) bool: the states whose player maximises."""
    if sense not in ("max", "min"):
        raise ValueError(f"the sense is {sense!r}, need 'max' or 'min'")
    second = np.zeros(model.states, dtype=bool) if model.players is None else model.players
    maximises: PerState = second != (sense == "max")
    return maximises


def discount_of(discount: Fraction | int | str) -> Fraction:
    """A rational in [0, 1)."""
    if isinstance(discount, float):
        raise ValueError(f"the discount is the float {discount}, need a number such as '9/10'")
    try:
        factor = Fraction(discount)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"the discount is {discount!r}, need a number such as 9/10") from None
    if not 0 <= factor < 1:
        raise ValueError(f"the discount is {factor}, need at least 0 and less than 1")
    return factor


def is_game(model: Model) -> bool:
    """Whether some state is the second player's."""
    return model.players is not None and bool(model.players.any())


def only_these(rewards: Ratios, choices: PerChoice) -> Rewards:
    """The rewards of these choices, without those of branches."""
    if isinstance(rewards, Rewards):
        return rewards.of_choices(choices)
    mine = rewards.only(choices)
    return Rewards(mine.numerator, mine.denominator)


def refuse_games(model: Model, what: str) -> None:
    """ValueError where the model has a second player."""
    if model.players is not None and model.players.any():
        raise ValueError(
            f"state {int(np.argmax(model.players))} is the second player's: {what} is for models "
            "without one"
        )


def has_negative(model: Model, rewards: Ratios, goal: PerState) -> bool:
    """Whether some reward before the goal is below 0."""
    negative = model.per_option(rewards.numerator < 0) & ~goal[model.state_of]
    return bool(negative.any())


def refuse_negative(model: Model, rewards: Ratios, where: PerState) -> None:
    """ValueError where an option of these states has a reward below 0."""
    negative = model.per_option(rewards.numerator < 0) & where[model.state_of]
    if negative.any():
        o = int(np.argmax(negative))
        found = rewards[int(model.choice_at(np.array([o]))[0])]
        raise ValueError(f"{model.place(o)}: the reward is {found}, need 0 or more before the goal")
