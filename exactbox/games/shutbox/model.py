"""One player's turn of Shut the Box as a decision process for the general solver."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox.questions import SHUT, Question
from exactbox.games.shutbox.rules import Rules

if TYPE_CHECKING:
    from exactbox.mdp import Model


def turn_model(rules: Rules, goal: str = SHUT, **more: Any) -> Model:
    """One player's question as a model; parameters as `Question`.

    Its choices are the turn's ends, which pay, and the rolls of each position. Its states are what
    a roll offers, and last the initial state, the first choice of dice. Rewards "pay".

    Examples
    --------
    >>> turn_model(Rules(tiles=(1, 2, 3), dice=(3,)))
    Model(19 states, 20 actions, 14 choices, 18 branches)
    """
    from exactbox.linalg.matrices.integers import int_array
    from exactbox.mdp import Model, Ratios, Rewards

    question = Question(rules, goal, **more)
    layers = question.layers
    pay = Ratios.from_fractions([*question.pay_offs, *[Fraction(0)] * len(layers.weights)])
    weights = [weight for row in layers.weights for weight in row]
    return Model(
        int_array([0, *accumulate(map(len, layers.actions))]),
        int_array([0] * layers.ends + [0, *accumulate(map(len, layers.weights))]),  # ends: none
        int_array(range(len(weights))),  # branch b leads to state b
        int_array(weights),
        int_array([1] * layers.ends + list(map(sum, layers.weights))),
        layers.states - 1,
        afterstate=int_array(o for row in layers.actions for o in row),
        rewards={"pay": Rewards(pay.numerator, pay.denominator)},
        rule=question.statement(),
    )
