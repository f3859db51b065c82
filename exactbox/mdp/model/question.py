"""Questions as data: what is asked of a decision process, once, in one class, and its arguments.

Actions, properties and calls make a `Question` by `question_about`; what graphs decide, equations,
answers, certificates and sentences are made of it. What its objective is about is in
`exactbox.objectives`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, gcd, inf, isinf, lcm, nan
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.late import former_name
from exactbox.mdp.model.equations import Equations, equations_of
from exactbox.mdp.model.layout import Array, PerAction, PerState, reduced
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios, Rewards, exact_number, name_of
from exactbox.mdp.model.state_sets import set_of_states
from exactbox.objectives import OBJECTIVES, sentence
from exactbox.showing import quoted_names, show

ENDED = "ended"  # the built-in goal: that the play ends


class Goal(NamedTuple):
    """A goal: states to be reached, and whether the end of the play counts as well."""

    states: PerState
    ended: bool
    name: str = "goal"
    hashes: tuple[str, ...] = ()  # of the questions that the states are the answers of

    def __repr__(self) -> str:
        given = self.states
        mask = isinstance(given, np.ndarray) and given.dtype == np.bool_
        many = f"{int(given.sum()):,} of {given.size:,} states" if mask else show(given)
        return f"Goal({self.name!r}: {many}{', or the end' if self.ended else ''})"


Amounts = tuple[str, Ratios]  # the name of rewards; of branches, then of choices that end the play


class Limit(NamedTuple):
    """Bounds of a total cost, one of them or both."""

    cost: Amounts
    at_most: Fraction | None = None
    at_least: Fraction | None = None

    def in_units(self) -> tuple[list[int], int, int | None]:
        """The costs in units, the greatest number of which all are multiples; and the bounds.

        Without a lower bound it is 0, without an upper one None. ValueError: a cost is below 0.
        """
        _, amounts = self.cost
        if (amounts.numerator < 0).any():
            k = int(np.argmax(amounts.numerator < 0))
            raise ValueError(f"the cost {amounts[k]} of a step is below 0, need 0 or more")
        unit = self.unit
        p, q = unit.as_integer_ratio()  # n / d = k p / q with an integer k
        pairs = zip(amounts.numerator.tolist(), amounts.denominator.tolist(), strict=True)
        cost = [n * q // (d * p) for n, d in pairs]
        least = -floor(-(self.at_least or 0) / unit)  # least k with k unit >= at_least
        most = None if self.at_most is None else floor(self.at_most / unit)
        return cost, least, most

    @property
    def unit(self) -> Fraction:
        """The greatest number of which all costs are multiples; 1 where all are 0."""
        _, amounts = self.cost
        scale = lcm(*{*amounts.denominator.tolist()})
        pairs = zip(amounts.numerator.tolist(), amounts.denominator.tolist(), strict=True)
        return Fraction(gcd(*[n * (scale // d) for n, d in pairs]) or 1, scale)

    @property
    def last(self) -> int:
        """The greatest number of units that is told from more."""
        _, least, most = self.in_units()
        return least if most is None else most

    def words(self) -> str:
        """The bounds in words: ``at most 7 of energy``."""
        return f"{_words_of_ends(self.at_least, self.at_most)} of {self.cost[0] or 'the reward'}"


def _words_of_ends(at_least: Fraction | None, at_most: Fraction | None) -> str:
    """The ends of a bound in words, one of them or both: ``at least 1/2 and at most 7``."""
    ends = (("at least", at_least), ("at most", at_most))
    return " and ".join(f"{what} {fraction_string(end)}" for what, end in ends if end is not None)


SetOfStates = Goal | str | Array | Iterable[int]  # a label, (S,) bool, or the states' numbers
SomeRewards = Ratios | str | Array | Iterable[Any]  # a name, or a number for each choice


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """A question about a model: an objective with its arguments.

    Attributes
    ----------
    objective : str
        Its name in `exactbox.objectives.OBJECTIVES`, "within_steps", "within_reward" or
        "within_time".
    sense : "max" or "min"
        Of the first player.
    goal, stay : Goal, optional
        What is to be reached, and by way of which states.
    rewards : Rewards, optional
        Of the choices.
    discount : Fraction, optional
    steps : int, optional
        How many are played.
    cost, branch_rewards : a name and amounts, optional
        The costs and the rewards of branches; ``at_most`` and ``at_least`` bound the total cost,
        of "within_time" the time: of rewards at an instant both are it.
    further : Limits, optional
        Bounds of other costs, which are to be kept to at the same time.
    named : str
        What the rewards are asked by; empty where nobody has named them.
    visits : str
        The states whose probability the rewards measure, in words; empty where they are rewards.
    start : increasing states, optional
        In place of the model's initial ones.
    """

    objective: str
    sense: str
    goal: Goal | None = None
    stay: Goal | None = None
    rewards: Rewards | None = None
    discount: Fraction | None = None
    steps: int | None = None
    cost: Amounts | None = None
    branch_rewards: Amounts | None = None
    at_most: Fraction | None = None
    at_least: Fraction | None = None
    further: tuple[Limit, ...] = ()
    named: str = ""
    visits: str = ""
    start: Array | None = None

    spending = former_name("spending", "cost")
    gains = former_name("gains", "branch_rewards")

    @property
    def target(self) -> Goal:
        """The goal; a ValueError where none is asked about."""
        if self.goal is None:
            raise ValueError(f"{self.objective}: no goal is asked about")
        return self.goal

    @property
    def reward(self) -> Rewards:
        """The rewards of choices; a ValueError where none are asked about."""
        if self.rewards is None:
            raise ValueError(f"{self.objective}: no rewards are asked about")
        return self.rewards

    @property
    def within(self) -> PerState | None:
        """(S,) bool: the states to stay in before the goal; None for all."""
        return None if self.stay is None else self.stay.states

    @property
    def is_probability(self) -> bool:
        """True where the goal is worth 1; else rewards are added up, perhaps until a goal."""
        return self.goal is not None and self.rewards is None

    @property
    def value_of_end(self) -> float:
        """The value of ending the play: 0 or 1, or infinite where a reward's goal is missed."""
        ended = self.goal is not None and self.goal.ended
        if self.goal is None or self.rewards is None:
            return int(ended)
        return 0 if ended else inf  # another goal has been missed

    def boundary_values(self, model: Model) -> PerState:
        """(S,) the given values: 1 or 0 on the goal, 0 outside of `stay`; nan elsewhere."""
        values = np.full(model.states, nan)
        if self.stay is not None:
            values[~self.stay.states] = 0
        if self.goal is not None:
            values[self.goal.states] = self.rewards is None  # 1; or no reward is had any more
        return values

    def time_averaged(self, model: Model) -> Question:
        """The question with the expected reward of each choice, in continuous time."""
        if self.rewards is None or self.rewards.rate is None:
            return self
        return replace(self, rewards=self.rewards.expected(model.rates))

    def has_negative(self, model: Model) -> bool:
        """Return True where some reward before the goal is below 0."""
        if self.rewards is None:
            return False
        negative = (self.rewards.numerator < 0)[model.choice]
        if self.goal is not None:
            negative = negative & ~self.goal.states[model.state_of]
        return bool(negative.any())

    def note(self, model: Model) -> str:
        """A note that no reward counts, and which question counts them; empty where one does."""
        if self.rewards is None or self.visits:
            return ""
        rewards, start = self.rewards, model.branch_start
        nonzero = rewards.numerator != 0
        if rewards.rate is not None:
            nonzero = nonzero | (rewards.rate.numerator != 0)
        if rewards.branch is not None:  # of both signs, perhaps: the average may be 0
            nonzero = nonzero | reduced(np.logical_or, rewards.branch.numerator != 0, start, False)
        of = f" {self.named}" if self.named else ""
        if not nonzero.any():
            return f"every reward{of} that counts here is 0"
        if self.goal is None or (nonzero[model.choice] & ~self.goal.states[model.state_of]).any():
            return ""
        sense = "" if model.is_chain else self.sense
        name = f'{{"{self.named}"}}' if self.named else ""
        return (
            f"every reward{of} other than 0 is had on the goal, where this question has ended; the "
            f"total reward counts them: R{name}{sense}=? [ C ]"
        )

    def equations(
        self, model: Model, decided: PerState, actions: PerAction | None = None
    ) -> tuple[Equations, Array]:
        """The one-step equations of the undecided states, and their actions.

        ``decided`` has (S,) 0, 1 and infinities, which are values, and nan elsewhere. Left
        out are the actions that may lead to an infinite value, as their Q-values are infinite, and
        those not among ``actions``. Rewards are expected ones.
        """
        undecided, infinite = np.isnan(decided), np.isinf(decided)
        kept = undecided[model.state_of]
        if actions is not None:
            kept &= actions
        end = self.value_of_end
        if isinf(end) or infinite.any():
            kept &= model.leads_only_to(~infinite, not isinf(end))
        if not model.count(kept)[undecided].all():
            raise ArithmeticError("a finite value where all choices lead to infinite ones")
        which = np.flatnonzero(kept)
        one = decided == 1
        return equations_of(
            model,
            undecided,
            which,
            rewards=self.rewards,
            one=one if one.any() else None,
            end=end == 1,
            discount=Fraction(1) if self.discount is None else self.discount,
        ), which

    def words(self, model: Model) -> str:
        """The question in words, without "greatest" or "least" for a chain."""
        chain = model.is_chain
        extreme = "" if chain else {"max": "greatest ", "min": "least "}[self.sense]
        if self.visits and self.steps is not None:
            return f"{extreme}probability to be in {self.visits} after 1 step"
        if self.visits:
            return f"{extreme}long-run probability of {self.visits}"
        objective = self.objective
        if objective == "within_time" and self.goal is None:
            of = f"reward {self.named}" if self.named else "reward"
            time = fraction_string(self.at_most or Fraction(0))
            if self.at_least is not None:
                return f"expected {of} per unit of time, at the time {time}"
            return f"expected {of} up to the time {time}"
        within = ""
        if objective == "within_time":
            within = f" at a time of {_words_of_ends(self.at_least, self.at_most)}"
        elif self.cost is not None:
            limits = Limit(self.cost, self.at_most, self.at_least), *self.further
            within = f" while {' and '.join([each.words() for each in limits])} is spent"
        if objective not in OBJECTIVES:  # without steps and bounds
            of_rewards = "total" if self.discount is None else "discounted"
            objective = of_rewards if self.goal is None else "reach"
        return sentence(
            objective,
            None if chain else self.sense,
            goal="" if self.goal is None else self.goal.name,
            stay="" if self.stay is None else self.stay.name,
            reward=self.named,
            discount=None if self.discount is None else fraction_string(self.discount),
            steps=self.steps,
            within=within,
        )


def question_about(
    model: Model,
    objective: str,
    sense: str | None,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    discount: Fraction | int | str | None = None,
    steps: int | None = None,
    cost: SomeRewards | None = None,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    further: Iterable[Mapping[str, Any]] = (),
    visits: str = "",
) -> Question:
    """The question, of those arguments that its objective takes; ValueErrors say what is wrong.

    With `steps` it is about a finite horizon, with `cost` about the total cost; `further` ones have
    arguments of these names, too.
    """
    sense, takes = sense_of(model, sense), OBJECTIVES[objective].takes
    parts: dict[str, Any] = {"objective": objective, "visits": visits}
    if "goal" in takes:
        parts["goal"] = goal_of(model, goal)  # type: ignore[arg-type]  # None is refused there
    if "stay" in takes and stay is not None:
        parts["stay"] = set_of(model, stay, "stay")
    if "reward" in takes:
        parts["rewards"] = rewards_of(model, rewards)
        parts["named"] = "" if rewards is None else parts["rewards"].name or ""
    if "discount" in takes:
        parts["discount"] = discount_of(discount)  # type: ignore[arg-type]
    if steps is not None:
        parts |= {"objective": "within_steps", "steps": steps}
        if steps < 0:
            raise ValueError(f"{steps} steps, need 0 or more")
    if cost is not None:
        parts["objective"] = "within_reward"
        given = [{"cost": cost, "at_most": at_most, "at_least": at_least}, *further]
        limits = [
            Limit(
                amounts_of(model, each["cost"], "cost"),
                bound_of("at_most", each.get("at_most")),
                bound_of("at_least", each.get("at_least")),
            )
            for each in given
        ]
        if len(limits) > 1:
            for limit in limits:
                if limit.at_most is None and (not limit.at_least or "goal" not in takes):
                    raise ValueError("no bound: need at_most, or for a goal at_least above 0")
            # the checker, too, has the bound of the most units first
            limits.sort(key=lambda limit: -limit.last)
        first, *rest = [each if each.at_least else each._replace(at_least=None) for each in limits]
        parts |= {"cost": first.cost, "at_most": first.at_most, "at_least": first.at_least}
        parts["further"] = tuple(rest)
        if "goal" not in takes:
            parts["branch_rewards"] = amounts_of(model, parts["rewards"], "rewards")
    return Question(sense=sense, **parts)


# Arguments ----------------------------------------------------------------------------------------


def set_of(model: Model, states: SetOfStates, name: str) -> Goal:
    """A set of states, named after itself or its label, else by this name."""
    if isinstance(states, Goal):
        return states._replace(states=set_of(model, states.states, name).states)
    if isinstance(states, str):
        if states not in model.labels:
            there = quoted_names(model.labels, states)
            raise ValueError(f"no label {states!r}; the labels are: {there}")
        return Goal(model.labels[states], False, states)
    return Goal(set_of_states(name, states, model.states), False, name)


def goal_of(model: Model, goal: SetOfStates) -> Goal:
    """A goal: a set of states, or "ended"."""
    if isinstance(goal, str) and goal == ENDED and ENDED not in model.labels:
        return Goal(np.zeros(model.states, dtype=bool), True, ENDED)
    return set_of(model, goal, "goal")


def rewards_of(model: Model, rewards: SomeRewards | None) -> Rewards:
    """Rewards of the model's choices, given as such, by name, or None for the only ones."""
    if rewards is None:
        if len(model.rewards) != 1:
            ones = "" if model.rewards else "; T=? counts steps, as [1] * model.choices does"
            raise ValueError(f"which rewards? the model's are: {quoted_names(model.rewards)}{ones}")
        return next(iter(model.rewards.values()))
    if isinstance(rewards, str):
        if rewards not in model.rewards:
            there = quoted_names(model.rewards, rewards)
            raise ValueError(f"no rewards {rewards!r}; the model's are: {there}")
        return model.rewards[rewards]
    if isinstance(rewards, Ratios):
        given = rewards
    elif isinstance(rewards, (bytes, Mapping)) or not isinstance(rewards, Iterable):
        raise TypeError(f"rewards: found {show(rewards)}, need a name, or a number for each choice")
    else:
        numbers = []
        for c, number in enumerate(rewards.tolist() if hasattr(rewards, "tolist") else rewards):
            try:
                numbers.append(exact_number(number))
            except (TypeError, ValueError) as error:
                raise type(error)(f"rewards: choice {c}: {error}") from None
        given = Rewards.from_fractions(numbers)
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
        raise ValueError(f"the {what}: amounts accrue with time, need those of steps")
    inner = own.only(model.choice_of) if own.branch is None else own.branch
    each = Ratios(  # 0 for the choices that have branches
        np.concatenate([inner.numerator, np.where(model.ends, own.numerator, 0)]),
        np.concatenate([inner.denominator, np.where(model.ends, own.denominator, 1)]),
    )
    return name_of(own, "spending" if what == "cost" else "reward"), each


def bound_of(name: str, given: Fraction | int | str | None) -> Fraction | None:
    """A bound of the total cost, 0 or more."""
    bound = None if given is None else exact_number(given)
    if bound is not None and bound < 0:
        raise ValueError(f"{name}: {bound}, need 0 or more")
    return bound


def require_model(model: Any) -> None:
    """TypeError for what is not a model."""
    if not isinstance(model, Model):
        path = isinstance(model, (str, PathLike))
        way = f": exactbox.read_model({show(model)}) reads one" if path else ""
        raise TypeError(f"the model: found {show(model)}, need a Model{way}")


def require_unshared(model: Model) -> None:
    """ValueError where states share choices: then a choice does not say where the play is."""
    if model.afterstate is not None:
        raise ValueError(
            "the model's states share choices, need those of model.unshared() (of a file: all "
            "choices listed in their states)"
        )


def sense_of(model: Model, sense: str | None) -> str:
    """The sense, which a Markov chain needs not; refuses what is not a model, or a sense."""
    require_model(model)
    if sense is None and model.is_chain:
        return "max"
    if sense not in ("max", "min"):
        word = "not said" if sense is None else show(sense)
        raise ValueError(f"the sense is {word}, need 'max' or 'min'")
    return sense


def maximising_states(model: Model, sense: str) -> PerState:
    """(S,) bool: the states whose player maximises."""
    second = np.zeros(model.states, dtype=bool) if model.players is None else model.players
    maximises: PerState = second != (sense == "max")
    return maximises


def discount_of(discount: Fraction | int | str) -> Fraction:
    """A rational in [0, 1)."""
    if isinstance(discount, float) and not float(discount).is_integer():
        raise ValueError(f"the discount is the float {discount}, need a number such as '9/10'")
    try:
        factor = exact_number(discount)
    except (TypeError, ValueError):
        raise ValueError(f"the discount is {show(discount)}, need a number such as 9/10") from None
    if not 0 <= factor < 1:
        raise ValueError(
            f"the discount is {fraction_string(factor)}, need at least 0 and less than 1"
        )
    return factor


def require_kind(model: Model, *, one_player: str = "", discrete: str = "") -> None:
    """ValueError where the model has a second player, or rates, and the question allows none.

    `one_player` and `discrete` are the subjects of the messages; empty where these are allowed.
    """
    if one_player and model.players is not None and model.players.any():
        raise ValueError(
            f"state {int(np.argmax(model.players))} is the second player's: {one_player} is for "
            "models without one"
        )
    if discrete and model.rates is not None:
        raise ValueError(f"{discrete}: found a model with rates, need one in discrete time")
