"""One player's turn of Shut the Box as a decision process for the general solver."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox.questions import SHUT, TurnQuestion
from exactbox.games.shutbox.rules import Rules

if TYPE_CHECKING:
    from exactbox.mdp import Model


def model(rules: Rules, goal: str = SHUT, **more: Any) -> Model:
    """One player's question as a model; parameters as `TurnQuestion`.

    Its choices are the turn's ends, which pay, and the rolls of each position; its states are what a
    roll offers, and last the choice of dice at the start, which is the initial state. Rewards "pay".

    Examples
    --------
    >>> model(Rules(tiles=(1, 2, 3), dice=(3,)))
    Model(19 states, 20 options, 14 choices, 18 branches)
    """
    from exactbox.mdp import Model, Ratios, Rewards

    question = TurnQuestion(rules, goal, **more)
    layers, rolls = question.layers, question.layers.weights[:-1]  # the last one is the start's
    pay = Ratios.of([*question.pay_offs, *[0] * len(rolls)])
    weights = [weight for row in rolls for weight in row]
    return Model(
        [0, *accumulate(map(len, layers.options))],
        [0] * layers.ends + [0, *accumulate(map(len, rolls))],  # an end has no branch
        range(len(weights)),  # branch b leads to state b
        weights,
        [1] * layers.ends + list(map(sum, rolls)),
        len(layers.options) - 1,
        option=[o for options in layers.options for o in options],
        rewards={"pay": Rewards(pay.numerator, pay.denominator)},
        rule=question.statement(),
    )
