"""One player's turn of Shut the Box as a decision process for the general solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox.questions import SHUT, TurnQuestion
from exactbox.games.shutbox.rules import Rules

if TYPE_CHECKING:
    from exactbox.mdp import DecisionProcess


def process(rules: Rules, goal: str = SHUT, **more: Any) -> DecisionProcess:
    """The decision process of one player's question; parameters as `TurnQuestion`.

    Examples
    --------
    >>> process(Rules(tiles=(1, 2, 3), dice=(3,)))
    DecisionProcess(max: 15 chance nodes, 19 branches, 19 decision nodes, 20 options)
    """
    from exactbox.linalg.integers import int_array
    from exactbox.mdp import DecisionProcess

    question = TurnQuestion(rules, goal, **more)
    layers, ends = question.layers, question.pay_offs
    branch_start, option_start = [0] * (layers.ends + 1), [0]  # an end has no branch
    weights: list[int] = []
    for row in layers.weights:
        weights += row
        branch_start.append(len(weights))
    for options in layers.options:
        option_start.append(option_start[-1] + len(options))
    return DecisionProcess(
        int_array(branch_start),
        int_array(range(len(weights))),  # branch d leads to decision node d
        int_array(weights),
        int_array([pay.denominator for pay in ends] + [sum(row) for row in layers.weights]),
        int_array([pay.numerator for pay in ends] + [0] * len(layers.weights)),
        int_array(option_start),
        int_array([o for options in layers.options for o in options]),
        start=layers.chance_nodes - 1,
        sense=question.values.sense,
        rule=question.statement(),
    )
