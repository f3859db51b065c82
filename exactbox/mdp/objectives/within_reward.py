"""Bounded rewards: a goal, or rewards, while what is spent keeps to a bound.

    v_b(s) = max over actions c of  sum_e p(e) (g_b(e) + v_(b - k(e))(t(e)))      min likewise

In layer b so much may still be spent; branch e spends k(e). With a goal v_b is 1 there, as long as
what has been spent is enough; without, g_b(e) is the reward of e if k(e) <= b. Spending that is
rational is scaled to integers.

What can be decided by the graph: where no branches lead to a goal or a reward, all values are 0. If
no cycle of branches spends nothing, the layers are worked out by `exactbox.mdp.exact.induction`.
Else each layer is a process by itself, in which one leaves the layer with what the other branches
are worth, and whose expected total reward is v_b. Without an upper bound layer 0 is for all that is
spent beyond the lower one: v_0 is the probability to reach the goal.

Sources: Hartmanns, Junges, Katoen, Quatmann, *Multi-cost bounded tradeoff analysis in MDP*, 2020;
Andova, Hermanns, Katoen, *Discrete-time rewards model-checked*, 2003.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor, gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from exactbox.linalg.matrices.integers import int_array, narrowest
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.exact.induction import Branches, Induction, sort_branches, topological_order
from exactbox.mdp.exact.policy_chain import scale_to_common_denominator
from exactbox.mdp.exact.values import finite, quotients
from exactbox.mdp.graph.attractor import attractor
from exactbox.mdp.model.layout import Array, PerBranch, reduced, slices
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import (
    Goal,
    Question,
    SetOfStates,
    SomeRewards,
    question_about,
    require_model,
    rewards_of,
)
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.objectives.by_layers import ByLayers
from exactbox.mdp.objectives.objective import Objective, exact
from exactbox.parallel import in_context
from exactbox.progress import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor


class Spent(NamedTuple):
    """Integers in place of rationals: what branches spend, then choices that end the play.

    ``last`` is the layer asked for, and the goal counts in those from 0 to ``width``. Where there
    is no upper bound (``clipped``), layer 0 is for all that is below as well.
    """

    of: list[int]
    last: int
    width: int
    clipped: bool


@in_context
def within_reward(
    model: Model,
    sense: str | None = None,
    *,
    bound: SomeRewards,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answer:
    """With a goal the probability to be there while what is spent is within bounds; else rewards.

    The policy is a `Schedule`: row k is for when so much is spent, in units of the greatest number
    of which bounds and spendings are multiples. Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    bound : name, Rewards, or (C,) numbers
        What each step spends, 0 or more.
    at_most, at_least : int, Fraction or str, optional
        Bounds of what is spent in all, one of them or both; 0 or more.
    goal : as everywhere, optional
        The question is then the probability to be there at some time when what has been spent is
        within the bounds; up to then only states of `stay` may be visited.
    rewards : as everywhere
        Where there is no goal the question is the expected rewards of those steps after which at
        most `at_most` is spent. They are infinite where a cycle that spends nothing has rewards and
        is not avoided; certificates have no such values.

    Raises
    ------
    ValueError
        If no bound is given; for negative spending; for spending or rewards of which a file holds
        only averages over branches, or that accrue with time; for games; for negative rewards in a
        cycle that spends nothing.
    TooLargeError
        If the values get too long; it is estimated after some layers.

    Examples
    --------
    A coin is tossed until it shows heads, with probability 1/3, and each toss costs 1/2:

    >>> model = Model.from_lists([[[("2/3", 0), ("1/3", 1)]], [[(1, 1)]]], labels={"heads": [1]},
    ...                          rewards={"money": [["1/2"], [0]]})
    >>> within_reward(model, "max", bound="money", at_most=1, goal="heads").value
    Fraction(5, 9)
    >>> within_reward(model, "max", bound="money", at_most=1, rewards="money").value
    Fraction(5, 6)
    """
    require_model(model)
    spending = rewards_of(model, bound)
    amounts: dict[str, Any] = {"cost": spending, "at_most": at_most, "at_least": at_least}
    asked: dict[str, Any] = {"goal": goal, "stay": stay, "rewards": rewards, **amounts}
    objective = "total" if goal is None else "reach"
    return exact(model, question_about(model, objective, sense, **asked))


def _answer(model: Model, question: Question) -> Answer:
    """By induction over the layers."""
    spent = _in_integers(question)
    unfolded = _Unfolded(model, question, spent)
    base = None
    if spent.clipped:  # layer 0 is the probability to reach the goal
        base = exact(model, replace(question, objective="reach", cost=None))
    induction = unfolded.induction(base)
    induction.run(spent.last)
    witness: dict[str, Any] = {}
    if base is not None:
        witness["base"] = base.stated()[2]
    values = finite(quotients(induction.value, induction.scale))
    if isinstance(induction, ByLayers):
        witness["layers"] = induction.proofs
        values.infinite[[*induction.infinite]] = True
    return Answer(
        model,
        question,
        values,
        induction.schedule(spent.last),
        np.flatnonzero(unfolded.active & np.isin(np.arange(model.states), induction.ties())),
        witness,
    )


def _in_integers(question: Question) -> Spent:
    """Spending and bounds as multiples of their greatest common measure."""
    if question.cost is None:
        raise ValueError("within_reward: no spending is asked about")
    _, spending = question.cost
    if (spending.numerator < 0).any():
        k = int(np.argmax(spending.numerator < 0))
        raise ValueError(f"the spending {spending[k]} of a step is below 0, need 0 or more")
    most, least = question.at_most, question.at_least
    if most is None and (not least or question.goal is None):
        raise ValueError("no bound: need at_most, or for a goal at_least above 0")
    scale = lcm(*{*spending.denominator.tolist()})
    pairs = zip(spending.numerator.tolist(), spending.denominator.tolist(), strict=True)
    of = [n * (scale // d) for n, d in pairs]
    unit = gcd(*of) or 1
    of = [n // unit for n in of]
    # k unit / scale <= most, and >= least
    enough = -floor(-(least or 0) * scale / Fraction(unit))
    last = enough if most is None else floor(most * scale / Fraction(unit))
    return Spent(of, last, 0 if most is None else last - enough, most is None)


class _Unfolded:
    """The layers, before any is solved; ``active`` are the states that have values in some layer.

    ``cycles`` says that branches that spend nothing make a cycle.
    """

    def __init__(self, model: Model, question: Question, spent: Spent) -> None:
        none = np.zeros(model.states, dtype=bool)
        self.model, self.sense, self.spent = model, question.sense, spent
        self.goal = goal = question.goal or Goal(none, False)
        self.stay = stay = ~none if question.within is None else question.within
        self.brought = brought = (
            None if question.branch_rewards is None else question.branch_rewards[1]
        )
        goes = spent.width < spent.last  # the goal does not count in all layers
        self.active = stay & ~goal.states | stay & goal.states & goes
        actions = np.flatnonzero(self.active[model.state_of])
        self.used = np.zeros(model.choices, dtype=bool)
        self.used[model.choice_at(actions)] = True
        self.place = topological_order(model.states, *self._spending_nothing())
        self.cycles = self.place is None
        own = {*model.denominator[self.used].tolist()}
        paid = set() if brought is None else {*brought.denominator.tolist()}
        self.common = lcm(*own) * lcm(*paid)  # D

    def _spending_nothing(self) -> tuple[Array, Array]:
        """Branches that spend nothing, between active states that may get to something."""
        model = self.model
        seeds = self.goal.states.copy()
        gains = model.ends & self.used & self.goal.ended
        if self.brought is not None:
            some = self.brought.numerator != 0
            of_branches, of_ends = some[: len(model.target)], some[len(model.target) :]
            gains = gains | reduced(np.logical_or, of_branches, model.branch_start, False)
            gains = gains | (of_ends & model.ends)
        rewarded = gains[model.choice] & self.active[model.state_of]
        seeds[model.state_of[rewarded]] = True
        rewarding = self.active & (attractor(model, seeds, self.active).states >= 0)
        actions = np.flatnonzero(rewarding[model.state_of])
        choices = model.choice_at(actions)
        branches = slices(model.branch_start, choices)
        source = np.repeat(model.state_of[actions], np.diff(model.branch_start)[choices])
        target = model.target[branches]
        of = np.array(self.spent.of, dtype=object)[branches] == 0
        inner = of.astype(bool) & rewarding[target]
        return source[inner], target[inner]

    def induction(self, base: Answer | None) -> Induction:
        """Layer 0, and what comes in from outside: goals, the end of the play, rewards."""
        model, goal, spent = self.model, self.goal, self.spent
        factor = np.array([self.common // d for d in model.denominator.tolist()], dtype=object)
        weight = narrowest(model.weight * factor[model.choice_of])
        of = int_array(spent.of)
        leaves = self.used[model.choice_of]
        kept = leaves & (of[: len(model.target)] > 0) if self.cycles else leaves
        branches = sort_branches(model, kept, weight, of[: len(model.target)], self.common)
        held = ~self.active | (goal.states & (spent.width >= 0))
        lowest = int(spent.clipped)
        induction: Induction
        if self.cycles:
            self._refuse_negative()
            layers = ByLayers(model, branches, self.sense, held, None, lowest)
            layers.expect(model, self.sense, of[: len(model.target)])
            induction = layers
        else:
            induction = Induction(model, branches, self.sense, held, self.place, lowest)
        if base is not None:
            self._begin(induction, base, branches)
        self._announce(induction, weight)
        return induction

    def _begin(self, induction: Induction, base: Answer, branches: Branches) -> None:
        """Layer 0 is the probability to reach the goal."""
        numbers, scale = scale_to_common_denominator(
            [base.values.parts(s) for s in range(len(base.values))]
        )
        value = [int(n) for n in numbers]
        q_value = [0] * self.model.choices
        for t, v in enumerate(value):
            for e in range(branches.first[t], branches.first[t + 1]) if v else ():
                q_value[branches.choice[e]] += branches.weight[e] * v
        ends = self.model.ends & self.used & self.goal.ended
        for c in np.flatnonzero(ends).tolist():
            q_value[c] = self.common * int(scale)
        induction.begin(value, int(scale), q_value)
        for s in np.flatnonzero(self.active).tolist():  # that each picks an action in layer 1
            induction.fix(1, s, None)

    def _announce(self, induction: Induction, weight: PerBranch) -> None:
        """The goal or rewards that come in, and in which layers."""
        model, goal, spent = self.model, self.goal, self.spent
        over, begins = spent.width + 1, not spent.clipped  # the first layer where no goal counts
        if self.cycles and spent.clipped:
            induction.at(1)
        if over > 0:
            for s in np.flatnonzero(goal.states).tolist():
                if begins:
                    induction.fix(0, s, 1)
                induction.fix(over, s, None if self.stay[s] else 0)
            comes: list[tuple[int, int, int]] = []  # choice, what is spent, weight
            if goal.ended:
                ends = np.flatnonzero(model.ends & self.used).tolist()
                comes += [(c, spent.of[len(model.target) + c], self.common) for c in ends]
            if self.cycles and begins:  # the goal is outside of the layer's process
                own, of = model.choice_of, np.array(spent.of[: len(model.target)], dtype=object)
                into = (of == 0).astype(bool) & goal.states[model.target] & self.used[own]
                for e in np.flatnonzero(into).tolist():
                    comes.append((int(own[e]), 0, int(weight[e])))
            for c, k, w in comes:
                if begins:
                    induction.add(k, c, w)
                induction.add(k + over, c, -w)
        if self.brought is not None:
            self._bring(induction, weight, self.brought)

    def _bring(self, induction: Induction, weight: PerBranch, brought: Ratios) -> None:
        """The rewards, from the layer on in which their branches can be paid for."""
        model, spent = self.model, self.spent
        own = model.choice_of
        first = len(model.target)
        for k in np.flatnonzero(brought.numerator != 0).tolist():
            c = int(own[k]) if k < first else k - first
            if self.used[c] and (k < first or model.ends[c]):
                w = int(weight[k]) if k < first else self.common
                gain = w * int(brought.numerator[k]) // int(brought.denominator[k])
                induction.add(spent.of[k], c, gain)

    def _refuse_negative(self) -> None:
        """In layers that are processes with cycles no reward may be below 0."""
        if self.brought is not None and (self.brought.numerator < 0).any():
            k = int(np.argmax(self.brought.numerator < 0))
            raise ValueError(
                f"a reward of {self.brought[k]}, and a circle spends nothing: need rewards of 0 or "
                "more"
            )


WITHIN_REWARD = Objective(
    name="within_reward", answer=_answer, one_player="a bound on what is spent"
)
