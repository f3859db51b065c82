"""What objectives are asked about: sets of states, rewards, a sense; and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from exactbox.mdp.model import Array, Model, Rewards


def label(model: Model, states: Array | str) -> Array:
    """A set of states, given as such or by a label's name."""
    if isinstance(states, str):
        if states not in model.labels:
            known = ", ".join(sorted(model.labels)) or "none"
            raise ValueError(f"there is no label {states!r}, the model has {known}")
        return model.labels[states]
    found = np.asarray(states)
    if found.dtype != np.bool_ or found.shape != (model.states,):
        raise ValueError(
            f"a set of states: got {found.dtype} of shape {found.shape}, "
            f"need bool of ({model.states},)"
        )
    return found


def rewards_of(model: Model, rewards: Rewards | str | None) -> Rewards:
    if isinstance(rewards, Rewards):
        if len(rewards.numerator) != model.choices:
            raise ValueError(
                f"rewards of {len(rewards.numerator)} choices, the model has {model.choices}"
            )
        return rewards
    known = ", ".join(repr(name) for name in sorted(model.rewards)) or "none"
    if rewards is None:
        if len(model.rewards) != 1:
            raise ValueError(f"which rewards? the model has {known}")
        return next(iter(model.rewards.values()))
    if rewards not in model.rewards:
        raise ValueError(f"there are no rewards {rewards!r}, the model has {known}")
    return model.rewards[rewards]


def who_maximises(model: Model, sense: str) -> Array:
    if sense not in ("max", "min"):
        raise ValueError(f"the sense is {sense!r}, need 'max' or 'min'")
    second = np.zeros(model.states, dtype=bool) if model.players is None else model.players
    maximises: Array = second != (sense == "max")
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
    return model.players is not None and bool(model.players.any())


def only_these(rewards: Rewards, kept: Array) -> Rewards:
    return Rewards(rewards.numerator[kept], rewards.denominator[kept])


def refuse_games(model: Model, what: str) -> None:
    if model.players is not None and model.players.any():
        raise ValueError(
            f"state {int(np.argmax(model.players))} is the second player's: {what} is for models "
            "without one"
        )


def refuse_negative(model: Model, rewards: Rewards, where: Array) -> None:
    negative = (rewards.numerator < 0) & where[model.state_of]
    if negative.any():
        c = int(np.argmax(negative))
        found = Fraction(int(rewards.numerator[c]), int(rewards.denominator[c]))
        raise ValueError(f"{model.place(c)}: the reward is {found}, need 0 or more before the goal")
