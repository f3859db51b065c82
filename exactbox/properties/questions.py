"""The question that a property asks of the objectives: in words, in normal form, answered.

An operator of a property becomes a `Question`: an objective, a sense, sets of states to reach and
to stay in, and what may be spent. Some are asked as another question of the same answer:

    G a            1 - F !a                        a W b    1 - (a & !b) U (!a & !b)
    a R b          1 - !a U !b                     X a      the reward of one step that pays the
    T=? [ F a ]    the cost with a reward of 1              probability that a holds next
                   a step, or a unit of time       S=? [ a ]   the mean payoff of being in a

and under each complement the greatest is 1 minus the least.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.process_writing import question_of
from exactbox.mdp.graph.continuous_time import indicator, time_rewards
from exactbox.mdp.model.arguments import (
    ENDED,
    Asked,
    Goal,
    goal_of,
    refuse_games,
    rewards_of,
    sense_of,
)
from exactbox.mdp.model.layout import reduced
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards, name_of
from exactbox.mdp.objectives import within_reward, within_steps
from exactbox.mdp.objectives.by_name import ask
from exactbox.objectives import OBJECTIVES, sentence
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import (
    Element,
    Expression,
    Label,
    Name,
    Operator,
    operators_in,
    parts_of,
)

States = Expression | str
"""An expression, or the name of a label."""


@dataclass(frozen=True)
class Made:
    """Rewards that a question brings along.

    "steps" is 1 a step, "time" 1 a unit of time, "share" what is paid in some states, a step or a
    unit of time; "next" the probability that a step leads to some states; "impulses" and "rates"
    are a part of the rewards `of`.
    """

    kind: str
    states: Expression | None = None
    of: str = ""

    @property
    def name(self) -> str:
        """The name of the rewards in certificates."""
        if self.kind in ("impulses", "rates"):
            return self.of
        if self.states is None:
            return self.kind
        words = words_of(self.states)
        return words if self.kind == "share" else f"next: {words}"


@dataclass(frozen=True)
class Range:
    """At most `high` and at least `low` may be spent, or less and more where an end is strict."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_strict: bool = False
    high_strict: bool = False

    def __str__(self) -> str:
        words = []
        if self.low is not None:
            words.append(f"{'more than' if self.low_strict else 'at least'} {self.low}")
        if self.high is not None:
            words.append(f"{'less than' if self.high_strict else 'at most'} {self.high}")
        return " and ".join(words)


@dataclass(frozen=True)
class Question:
    """The question about a model."""

    objective: str  # its name in `exactbox.objectives.OBJECTIVES`
    sense: str | None  # "max", "min", or None: left open, which suits a Markov chain
    goal: States | None = None
    stay: States | None = None
    steps: int | None = None
    reward: str | Made | None = None  # the name of the rewards; None: the only ones
    discount: Fraction | None = None
    spending: str | Made | None = None  # the rewards whose sum is bounded by `range`
    range: Range | None = None
    complement: bool = False  # 1 minus the probability is asked for

    def __str__(self) -> str:
        extreme = {"max": "greatest ", "min": "least ", None: ""}[self.sense]
        if isinstance(self.reward, Made) and self.reward.kind == "next":
            states = words_of(self.reward.states or "")
            return f"{extreme}probability to be in {states} after 1 step"
        if isinstance(self.reward, Made) and self.reward.kind == "share":
            return f"{extreme}long-run probability of {self.reward.name}"
        reward = self.reward.name if isinstance(self.reward, Made) else self.reward
        spending = self.spending.name if isinstance(self.spending, Made) else self.spending
        words = sentence(
            self.objective,
            self.sense,
            goal="" if self.goal is None else words_of(self.goal),
            stay="" if self.stay is None else words_of(self.stay),
            reward=reward or "",
            discount=self.discount,
            steps=self.steps,
            spent="" if self.range is None else f"{self.range} of {spending or 'the reward'}",
        )
        return f"{'1 minus the ' if self.complement else ''}{words}"


def words_about(model: Model, question: Question) -> str:
    """A question in words; of a chain nothing is greatest or least."""
    return str(replace(question, sense=None) if model.is_chain else question)


def words_of(states: States) -> str:
    """The name of a set of states: its expression, labels alone without their quotes."""
    if isinstance(states, str):
        return states
    text = str(states)
    return text if _has_names(states) else text.replace('"', "")


def _has_names(node: Expression) -> bool:
    return isinstance(node, (Name, Element, Operator)) or any(map(_has_names, parts_of(node)))


def expression_of(states: States) -> Expression:
    """The expression that a set of states is given as."""
    return Label(states) if isinstance(states, str) else states


def answered(model: Model, question: Question, scope: Scope | None = None) -> Answer:
    """The answer to a question; of its complement, before 1 is what it is taken from.

    A ValueError says that the model lacks the labels, variables or rewards, or that it has choices
    and the sense is open.
    """
    sense = _sense(model, question)
    asked = details(model, question, scope)
    model, rewards = with_rewards(model, question, scope)
    more: dict[str, Any]
    if question.range is not None:
        return _within_reward(model, question, sense, asked, rewards)
    if question.steps is not None:
        more = {} if "goal" in asked else {"rewards": rewards}
        return within_steps(model, sense=sense, **asked, **more)
    answer: Answer = ask(question.objective, model, sense, asked={**asked, "reward": rewards})
    return answer


def _within_reward(
    model: Model,
    question: Question,
    sense: str,
    asked: Asked,
    rewards: str | None,
) -> Answer:
    """The question of how much is spent."""
    spending = question.spending
    name = spending.name if isinstance(spending, Made) else spending
    given = rewards_of(model, name)
    low, high = _ends(question, given)
    more: dict[str, Any] = {} if "goal" in asked else {"rewards": rewards}
    return within_reward(
        model,
        sense,
        bound=name_of(given) if name is None else name,
        at_most=high,
        at_least=low,
        **asked,
        **more,
    )


def _ends(question: Question, spending: Ratios) -> tuple[Fraction | None, Fraction | None]:
    """The ends of what is spent; strict ends as the next sum that rewards can have."""
    range_ = question.range or Range()
    low, high = range_.low, range_.high
    branch = spending.branch if isinstance(spending, Rewards) else None
    of = spending if branch is None else branch
    # all sums are multiples of the unit
    unit = Fraction(1, int(np.lcm.reduce(of.denominator.astype(object), initial=1)))
    if high is not None and range_.high_strict:
        high = unit * (-((-high) // unit) - 1)
    if low is not None and range_.low_strict:
        low = unit * (low // unit + 1)
    return low, high


def enclosed(model: Model, question: Question, scope: Scope | None = None) -> Enclosure:
    """Proved bounds in place of the answer; there are not bounds of every question."""
    sense = _sense(model, question)
    if not has_enclosure(question):
        names = ", ".join(name for name, each in OBJECTIVES.items() if each.has_enclosure)
        raise ValueError(f"--enclosure goes with {names}, without --steps")
    asked = details(model, question, scope)
    model, rewards = with_rewards(model, question, scope)
    found: Enclosure = ask(
        question.objective,
        model,
        sense,
        asked={**asked, "reward": rewards},
        enclosure=True,
    )
    return found


def has_enclosure(question: Question) -> bool:
    """Whether there are proved bounds of what is asked."""
    known = OBJECTIVES[question.objective].has_enclosure
    return known and question.steps is None and question.range is None


def normal_form(model: Model, question: Question, scope: Scope | None = None) -> dict[str, Any]:
    """The question as certificates have it, that of the answer, which takes no solving.

    The model is read from a file; so its states do not share choices, and exact values and bounds
    answer the same question. Errors are those of `answered`.
    """
    name = question.objective if question.steps is None else "within_steps"
    if question.range is not None:
        raise ValueError("a question of how much is spent is written when it is solved")
    if name not in ("reach", "total", "discounted"):
        refuse_games(model, f"a question of {name}")
    sense, asked = _sense(model, question), details(model, question, scope)
    model, named = with_rewards(model, question, scope)
    takes_rewards = "reward" in OBJECTIVES[question.objective].takes
    rewards = rewards_of(model, named) if takes_rewards else None
    return question_of(model, name, sense, rewards, asked)


def details(model: Model, question: Question, scope: Scope | None = None) -> Asked:
    """The question's goal, stay, steps and discount, as far as it has them."""
    where = scope or Scope(model)

    def named(states: States) -> Goal:
        node = expression_of(states)
        if node == Label(ENDED) and ENDED not in model.labels and model.ends.any():
            return goal_of(model, ENDED)
        found = where.states(node)  # first, as it solves what is nested
        hashes = [where.hashes[each] for each in operators_in(node) if each in where.hashes]
        return Goal(found, False, " ".join([words_of(states), *hashes]))

    sets = {"goal": question.goal, "stay": question.stay}
    numbers = {"steps": question.steps, "discount": question.discount}
    found: Asked = {name: named(states) for name, states in sets.items() if states is not None}
    return found | {name: number for name, number in numbers.items() if number is not None}


def with_rewards(
    model: Model, question: Question, scope: Scope | None = None
) -> tuple[Model, str | None]:
    """The model with the rewards that the question brings along, and the name of those it asks."""
    for each in (question.spending, question.reward):
        if isinstance(each, Made):
            model = replace(model, rewards={**model.rewards, each.name: _made(model, each, scope)})
    if isinstance(question.reward, Made):
        return model, question.reward.name
    return model, question.reward


def _made(model: Model, made: Made, scope: Scope | None) -> Any:
    """The rewards of every choice."""
    one: Any = np.ones(model.choices, dtype=np.int64)
    if made.kind in ("impulses", "rates"):
        given = rewards_of(model, made.of)
        rate = given.rate if isinstance(given, Rewards) else None
        if made.kind == "rates":
            return Rewards(0 * one, one, rate=rate)
        if not isinstance(given, Rewards) or rate is None:
            return given
        return Rewards(given.numerator, given.denominator, given.branch)
    if made.kind == "steps":
        return Rewards(one, one)
    if made.kind == "time":
        return time_rewards(model)
    where = (scope or Scope(model)).states(made.states)  # type: ignore[arg-type]
    if made.kind == "next":
        inside = model.weight * where[model.target]
        return Rewards(reduced(np.add, inside, model.branch_start, 0), model.denominator)
    return indicator(model, where)


def _sense(model: Model, question: Question) -> str:
    if question.sense is None and not model.is_chain:
        raise ValueError("property: the model has several choices in a state, need max or min")
    return sense_of(model, question.sense)
