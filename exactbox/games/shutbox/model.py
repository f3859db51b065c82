"""One player's turn of Shut the Box as a decision process for the general solver."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox.questions import SHUT, TurnQuestion
from exactbox.games.shutbox.rules import Rules

if TYPE_CHECKING:
    from exactbox.mdp import Model


def turn_model(rules: Rules, goal: str = SHUT, **more: Any) -> Model:
    """One player's question as a model; parameters as `TurnQuestion`.

    Its choices are the turn's ends, which pay, the rolls of each position, and the start, which
    leads to the first choice of dice. Its states are what a roll offers, that choice of dice, and
    last the initial state, whose option is the start. Rewards "pay".

    Examples
    --------
    >>> turn_model(Rules(tiles=(1, 2, 3), dice=(3,)))
    Model(20 states, 21 options, 15 choices, 19 branches)
    """
    from exactbox.linalg.integers import int_array
    from exactbox.mdp import Model, Ratios, Rewards

    question = TurnQuestion(rules, goal, **more)
    layers = question.layers
    pay = Ratios.of([*question.pay_offs, *[Fraction(0)] * len(layers.weights)])
    weights = [weight for row in layers.weights for weight in row]
    options = [*layers.options, (layers.chance_nodes - 1,)]
    return Model(
        int_array([0, *accumulate(map(len, options))]),
        int_array([0] * layers.ends + [0, *accumulate(map(len, layers.weights))]),  # ends: none
        int_array(range(len(weights))),  # branch b leads to state b
        int_array(weights),
        int_array([1] * layers.ends + list(map(sum, layers.weights))),
        len(options) - 1,
        option=int_array(o for row in options for o in row),
        rewards={"pay": Rewards(pay.numerator, pay.denominator)},
        rule=question.statement(),
    )
