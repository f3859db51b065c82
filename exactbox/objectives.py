"""The questions that can be asked of a decision process: one table of names and sentences.

A question has one name: the file in `exactbox.mdp.objectives`, the function and the record in it,
the option of ``exactbox solve``, the word in a `Question`. What is here feeds them all, and needs
no solver to be loaded. `within_steps` and `within_reward` are not here: the option ``--steps`` and
properties ask for them by what bounds another question.

A new one touches, in this order: its file in `mdp/objectives`, with its record, and that room's
map; this table; what else it asks, in `mdp/model/question` and `process_writing.question_of`; its
function's name in `exactbox/__init__` and `mdp/__init__`; `commands/models/solve_help` and
`properties/translation`; `checker/objectives` (NAMES, MODULES) and, in continuous time,
`checker/timed` (KNOWN); on the page, `page/proof` (process.js, sentence.js);
proofs/FORMAT.md and proofs/coq.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Objective:
    """A question that can be asked of a model, and its arguments.

    ``about`` says what the value is, for the help, LABEL standing for the goal; ``sentence`` the
    same with {reward}, {goal} and {discount} to be filled in. ``takes`` has "reward", "goal" and
    "discount", which the functions take in this order after the model and before the sense; "stay";
    and "steps", where the first steps alone may be asked about (`exactbox.mdp.within_steps`).
    """

    name: str
    about: str
    sentence: str
    takes: tuple[str, ...]
    has_enclosure: bool = False

    @property
    def option(self) -> str:
        """The name as options are written, after ``--max-`` or ``--min-``."""
        return self.name.replace("_", "-")


def sentence(
    objective: str,
    sense: str | None,
    *,
    goal: str = "",
    stay: str = "",
    reward: str = "",
    discount: Any = None,
    steps: int | None = None,
    within: str = "",
) -> str:
    """A question in words.

    Examples
    --------
    >>> sentence("reach", "max", goal="done", steps=3)
    'greatest probability to reach done within 3 steps'
    """
    extreme = {"max": "greatest ", "min": "least ", None: ""}[sense]
    rewards = "reward" if reward in ("", "reward") else f"reward {reward}"
    body = OBJECTIVES[objective].sentence.format(goal=goal, reward=rewards, discount=discount)
    way = f" by way of {stay}" if stay else ""
    if steps is not None:
        within = f" within {steps} step{'s' * (steps != 1)}"
    return f"{extreme}{body}{way}{within}"


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective(
            "reach",
            "the probability to reach the LABEL",
            "probability to reach {goal}",
            ("goal", "stay", "steps"),
            has_enclosure=True,
        ),
        Objective(
            "cost",
            "the expected reward until the LABEL is reached; infinite where that is not sure, but "
            "with rewards below 0 over the policies where it is",
            "expected {reward} until {goal}",
            ("reward", "goal"),
            has_enclosure=True,
        ),
        Objective(
            "total",
            "the expected total reward, or that of the first --steps",
            "expected total {reward}",
            ("reward", "steps"),
        ),
        Objective(
            "discounted",
            "the expected total reward, or that of the first --steps, later ones counting less "
            "(--discount)",
            "expected {reward} with discount {discount}",
            ("reward", "discount", "steps"),
            has_enclosure=True,
        ),
        Objective(
            "mean_payoff",
            "the long-run average reward of a step, or of a unit of time",
            "expected long-run average {reward}",
            ("reward",),
        ),
    )
}

# names of `exactbox.mdp`, which has also `within_steps`, `within_reward` and `within_time`
WITHOUT_Q_VALUES = ("mean_payoff", "within_reward", "within_steps")  # a choice alone has none
OF_GAMES = ("reach", "total", "discounted")  # with a second player, who wants the opposite
