"""Markov chains, exactly: where a run ends up, how often it visits, how a total is distributed.

A chain is a model with one choice a state, or a model with a policy, given as ``policy``. Which
states are transient is read from its graph; the numbers solve linear systems over the rationals
(`policy_chain`), each with as many unknowns as there are states concerned.

**Rewards** belong to choices. Where a model states them for transitions, `Rewards` has their
expectations: the expected total is the same, but its distribution, variance and higher moments are
those of the expectations, in general not those of the rewards that were stated.

Functions share these arguments: ``policy`` has an action of every state, as indices into all
actions (``model.action_start[:-1] + answer.policy`` is an answer's), and is needed where some state
has several; a run begins in ``start``, by default the model's initial state; ``rewards`` and
``goal`` are those of `exactbox.mdp`.

A matrix of transition probabilities is a model of one action a state:

>>> rows = [["0.7", "0.2", "0.1"], ["0.3", "0.4", "0.3"], ["0.2", "0.5", "0.3"]]
>>> weather = Model.from_lists([[[(p, t) for t, p in enumerate(row) if p != 0]] for row in rows])
>>> stationary(weather)
[Fraction(27, 58), Fraction(19, 58), Fraction(6, 29)]

`exactbox.MarkovChain` has the same questions, and more, of chains whose states have names.

Sources: Kemeny, Snell, *Finite Markov Chains*, 1960, chapter 3 (fundamental matrix: visits,
absorption); Puterman, *Markov Decision Processes*, 1994, appendix A (limiting matrix); Norris,
*Markov Chains*, 1997, section 1.8 (periodic chains).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.matrices.exactfraction import exact_fraction as fraction
from exactbox.linalg.results import matrix_text
from exactbox.linalg.square.system import solve_over, solve_system, square_system
from exactbox.mdp.answers.answer_facts import brief
from exactbox.mdp.exact.policy_chain import (
    equations,
    expected_next,
    policy_chain,
    scale_to_common_denominator,
    solve_transposed,
    unit_vector,
)
from exactbox.mdp.graph.components import strong_components
from exactbox.mdp.graph.continuous_time import step_rewards
from exactbox.mdp.graph.qualitative import prob1_min, reachable, some_path
from exactbox.mdp.model.layout import Array, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import SetOfStates, SomeRewards, goal_of
from exactbox.mdp.model.rewards import Ratios, times
from exactbox.mdp.model.state_sets import checked_integer


class Totals(NamedTuple):
    """The distribution of a run's total reward: totals, in increasing order, and probabilities.

    ``unfinished`` is the probability that the run has not arrived.
    """

    probability: dict[Fraction, Fraction]
    unfinished: Fraction

    def __repr__(self) -> str:
        totals = [*self.probability]
        many = f"{len(totals):,} totals from {totals[0]} to {totals[-1]}" if totals else "no total"
        return f"Totals({many}, unfinished {brief(self.unfinished)})"


class CommunicatingClass(NamedTuple):
    """A class of a chain: states that lead to each other, increasing.

    The period is the greatest common divisor of the lengths of ways back; 0 where there is none.
    """

    states: tuple[int, ...]
    recurrent: bool
    period: int


class Numbers(list[Any]):
    """A list of numbers, or of lists of numbers, which a notebook shows in brackets."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return matrix_text.numbers_html(self)

    def _repr_latex_(self) -> str:
        return matrix_text.numbers_latex(self)


def communicating_classes(
    model: Model, *, policy: Policy | None = None
) -> list[CommunicatingClass]:
    """The communicating classes in the order of their smallest states, with their periods.

    A class is recurrent if no way leads out of it. The arguments are explained in
    `exactbox.mdp.chains`.

    Examples
    --------
    >>> flip_flop = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 2)]], [[(1, 1)]]])
    >>> for each in communicating_classes(flip_flop):
    ...     print(each)
    CommunicatingClass(states=(0,), recurrent=False, period=1)
    CommunicatingClass(states=(1, 2), recurrent=True, period=2)
    """
    chain, _, component = policy_chain(model, policy)
    smallest = strong_components(chain.states, chain.choice_of, chain.target).tolist()
    start, target = chain.branch_start.tolist(), chain.target.tolist()
    members: dict[int, list[int]] = {}
    for s, first in enumerate(smallest):
        members.setdefault(first, []).append(s)
    classes = []
    for first, states in members.items():
        # level(t) <= level(s) + 1 along a branch: what is missing is a multiple of the period
        level, period = _levels(start, target, states), 0
        for s in states:
            for t in target[start[s] : start[s + 1]]:
                if smallest[t] == first:
                    period = math.gcd(period, level[s] + 1 - level[t])
        classes.append(CommunicatingClass(tuple(states), bool(component[first] >= 0), period))
    return classes


def _levels(start: list[int], target: list[int], states: Sequence[int]) -> dict[int, int]:
    """The least number of steps from the first state of a class to each of its states."""
    inside, level, waiting = {*states}, {states[0]: 0}, [states[0]]
    for s in waiting:  # grows while it is read
        for t in target[start[s] : start[s + 1]]:
            if t in inside and t not in level:
                level[t] = level[s] + 1
                waiting.append(t)
    return level


def cyclic_absorption(
    model: Model, start: int | Sequence[Fraction] | None = None, *, policy: Policy | None = None
) -> list[tuple[CommunicatingClass, dict[tuple[int, ...], Fraction]]]:
    """The recurrent classes, and the probability of ending up in each of their cyclic classes.

    A recurrent class of period d has d cyclic classes, the recurrent classes of P^d: a step leads
    from each to the next. Listed is the limit of the probability of being there after k d steps.
    The distribution after n steps converges if and only if these d numbers are equal in every
    class (by Norris 1997, theorem 1.8.5). Their sum is the probability of ending up in the class. A
    start is a state or a distribution. The arguments are explained in `exactbox.mdp.chains`.

    Examples
    --------
    >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 2)]], [[(1, 1)]]])
    >>> cyclic_absorption(coin)[0][1]
    {(1,): Fraction(1, 3), (2,): Fraction(2, 3)}
    """
    chain, _, component = policy_chain(model, policy)
    refuse_ends(chain)
    if start is None or isinstance(start, (int, np.integer)):
        begins = unit_vector(chain, model.initial_state if start is None else start).astype(object)
    else:
        begins = np.array(start, dtype=object)
    unit = math.lcm(*(b.denominator for b in begins))
    begins = np.array([int(b * unit) for b in begins], dtype=object)
    passed = reachable(chain, begins > 0) & (component < 0)
    place = np.cumsum(passed) - 1
    leaves = np.flatnonzero(passed[chain.choice_of] & (component[chain.target] >= 0)).tolist()
    branches, targets = chain.branch_start.tolist(), chain.target.tolist()
    classes = [c for c in communicating_classes(chain) if c.recurrent]
    result: dict[int, dict[tuple[int, ...], Fraction]] = {}
    for d in {c.period for c in classes}:
        visits_over_den = solve_transposed(chain, passed, begins, period=d)
        number, phase = dict[int, int](), dict[int, int]()
        for i, c in enumerate(classes):
            if c.period == d:
                number |= dict.fromkeys(c.states, i)
                phase |= _levels(branches, targets, c.states)
        share = {i: [Fraction(0)] * d for i in {*number.values()}}
        for s, i in number.items():
            share[i][phase[s] % d] += begins[s]
        for b in leaves:
            if (t := targets[b]) in number:
                s, w = int(place[chain.choice_of[b]]), int(chain.weight[b])
                for k in range(d):  # at time k + 1 in phase(t), so at time 0 in phase(t) - k - 1
                    flow = visits_over_den[k * int(passed.sum()) + s, 0] * w
                    share[number[t]][(phase[t] - k - 1) % d] += flow
        for i, shares in share.items():
            cyclic: list[list[int]] = [[] for _ in range(d)]
            for s in classes[i].states:
                cyclic[phase[s] % d].append(s)
            result[i] = {tuple(e): v / unit for e, v in zip(cyclic, shares, strict=True)}
    return [(c, result[i]) for i, c in enumerate(classes)]


def stationary(model: Model, start: int | None = None, *, policy: Policy | None = None) -> Numbers:
    """The long-run distribution: the share of the time that is spent in every state.

    The shares are 0 on transient states and add up to 1. Time is counted in steps, if the model has
    no rates. With one bottom component this is the stationary distribution, whatever the start.
    With several it is the stationary distribution of each, times the probability to end up there.
    Where the chain is periodic, the distribution after n steps need not converge, but its average
    over the first n steps does, to this (Cesaro limit). The arguments are explained in
    `exactbox.mdp.chains`.

    Raises
    ------
    ValueError
        If no time passes in some component.

    Examples
    --------
    >>> weather = Model.from_lists([[[("9/10", 0), ("1/10", 1)]], [[("1/2", 0), ("1/2", 1)]]])
    >>> stationary(weather)
    [Fraction(5, 6), Fraction(1, 6)]
    """
    chain, kept, component = policy_chain(model, policy)
    refuse_ends(chain)
    lasts = times(model.rates, model.choices).only(kept)
    share = _shares(chain, component, model.initial_state if start is None else start)
    result = [Fraction(0)] * chain.states
    for s, part in _shares_within(chain, component, [*share], lasts).items():
        ends = share[int(component[s])]
        result[s] = part if ends == 1 else ends * part
    return Numbers(result)


def stationary_by_class(model: Model, *, policy: Policy | None = None) -> dict[int, Fraction]:
    """The long-run share of every recurrent state, for runs that end up in its class.

    So the shares of each recurrent class add up to 1. The arguments are explained in
    `exactbox.mdp.chains`.

    Examples
    --------
    >>> coin = Model.from_lists([[[("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 3)]], [[(1, 2)]]])
    >>> stationary_by_class(coin)
    {1: Fraction(1, 1), 2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    chain, kept, component = policy_chain(model, policy)
    refuse_ends(chain)
    lasts = times(model.rates, model.choices).only(kept)
    return _shares_within(chain, component, range(int(component.max()) + 1), lasts)


def _shares_within(
    chain: Model, component: Array, classes: Sequence[int], lasts: Ratios
) -> dict[int, Fraction]:
    """The share of the time, within its component, of every state of some components."""
    result: dict[int, Fraction] = {}
    concerned = np.isin(component, classes)
    reference = np.zeros(chain.states, dtype=bool)
    reference[np.unique(component, return_index=True)[1]] = True
    # the unknown of state s is its share divided by den(s), 1 at the smallest of a component
    x = solve_transposed(chain, concerned, concerned & reference, fixed=reference)
    place = np.cumsum(concerned) - 1
    order = np.argsort(component, kind="stable")  # component by component, states increasing
    ends = np.searchsorted(component[order], [[k, k + 1] for k in classes])
    for low, high in ends.tolist():
        members = order[low:high]
        share_over_den, _ = scale_to_common_denominator(
            [x.parts(i) for i in place[members].tolist()]
        )
        t, u = (each[members].astype(object) for each in (lasts.numerator, lasts.denominator))
        time = chain.denominator[members].astype(object) * share_over_den  # visits, up to a factor
        time = time * t * (np.lcm.reduce(u) // u)
        total = time.sum()
        if not total:
            raise ValueError(
                f"state {members[0]}: no time passes in its recurrent class, need some"
            )
        for s, e in zip(members.tolist(), time, strict=True):
            result[s] = fraction(fmpz(e), fmpz(total))
    return result


def absorption(model: Model, *, policy: Policy | None = None) -> tuple[Array, Numbers]:
    """The bottom components, and the probability of ending up in each, from every state.

    States have the numbers of their components, 0 to K - 1, and transient states -1; the
    probabilities are S lists of K Fractions. The arguments are explained in `exactbox.mdp.chains`.

    Examples
    --------
    >>> ruin = Model.from_lists(
    ...     [[[(1, 0)]], [[("3/5", 0), ("2/5", 2)]], [[("3/5", 1), ("2/5", 3)]], [[(1, 3)]]]
    ... )
    >>> absorption(ruin)[1][1]
    [Fraction(15, 19), Fraction(4, 19)]
    """
    chain, _, component = policy_chain(model, policy)
    refuse_ends(chain)
    count = int(component.max()) + 1
    transient = np.flatnonzero(component < 0)
    right = np.zeros((chain.states, count), dtype=object)  # den P(s into class k)
    ends = component[chain.target]
    leaves = ends >= 0
    np.add.at(right, (chain.choice_of[leaves], ends[leaves]), chain.weight[leaves].astype(object))
    x = solve_system(equations(chain, component < 0), right[transient].tolist(), nonsingular=True)
    sure = [[Fraction(int(i == k)) for i in range(count)] for k in range(count)]
    result = [list(sure[k]) for k in component.tolist()]
    for i, s in enumerate(transient.tolist()):
        result[s] = [x[i, k] for k in range(count)]
    return component, Numbers(result)


def visits(model: Model, start: int | None = None, *, policy: Policy | None = None) -> Numbers:
    """The expected number of visits to every state; being there at the start counts.

    It is 0 where the state cannot be reached, and `math.inf` where it is visited for ever with
    positive probability, which is in the bottom components that can be reached. The arguments are
    explained in `exactbox.mdp.chains`.

    Examples
    --------
    >>> ruin = Model.from_lists([[[(1, 0)]], [[("1/2", 0), ("1/2", 2)]], [[("1/2", 1), ("1/2", 3)]],
    ...                          [[(1, 3)]]], initial=1)
    >>> visits(ruin)
    [inf, Fraction(4, 3), Fraction(2, 3), inf]
    """
    chain, _, component = policy_chain(model, policy)
    here = unit_vector(chain, model.initial_state if start is None else start)
    reached = reachable(chain, here)
    passed = reached & (component < 0)
    x = solve_transposed(chain, passed, here & passed)
    result: list[Fraction | float] = [math.inf if r else Fraction(0) for r in reached.tolist()]
    for i, s in enumerate(np.flatnonzero(passed).tolist()):
        result[s] = x[i, 0] * int(chain.denominator[s])
    return Numbers(result)


def hitting_probabilities(
    model: Model, goal: SetOfStates, *, policy: Policy | None = None
) -> Numbers:
    """The probability to be in the goal at some time, from every state; 1 in the goal.

    The least solution h >= 0 of h(s) = sum_t P(s, t) h(t): the only one that is 0 where no way
    leads to the goal (Norris 1997, theorem 1.3.2). The arguments are explained in
    `exactbox.mdp.chains`.

    Examples
    --------
    >>> ruin = Model.from_lists([[[(1, 0)]], [[("1/2", 0), ("1/2", 2)]], [[("1/2", 1), ("1/2", 3)]],
    ...                          [[(1, 3)]]])
    >>> hitting_probabilities(ruin, [3])
    [Fraction(0, 1), Fraction(1, 3), Fraction(2, 3), Fraction(1, 1)]
    """
    chain, _, _ = policy_chain(model, policy)
    target, ended, *_ = goal_of(model, goal)
    inner = some_path(chain, target, ended=ended) & ~target
    into = np.where(chain.ends & ended, chain.denominator, 0).astype(object)  # den(s) P(s, goal)
    hits = target[chain.target]
    np.add.at(into, chain.choice_of[hits], chain.weight[hits].astype(object))
    x = solve_system(equations(chain, inner), [[int(n)] for n in into[inner]], nonsingular=True)
    result = [Fraction(int(t)) for t in target.tolist()]
    for i, s in enumerate(np.flatnonzero(inner).tolist()):
        result[s] = x[i, 0]
    return Numbers(result)


def moments(
    model: Model,
    rewards: SomeRewards | None,
    goal: SetOfStates,
    k: int,
    *,
    policy: Policy | None = None,
) -> Numbers:
    """The raw moments E X, E X^2, ..., E X^k of the total reward X until the goal is reached.

    By E (r + X)^k = sum_i binomial(k, i) r^(k - i) E X^i, with the reward r of a step and the total
    X from the next state on; each moment is one more solution of the same system. Rewards at the
    goal do not count. The arguments are explained in `exactbox.mdp.chains`.

    Returns
    -------
    list of k lists of S
        The i-th list has the (i + 1)-th moment, with the run starting in each state: Fractions, and
        `math.inf` where the goal is not reached almost surely.

    Examples
    --------
    >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]],
    ...                         rewards={"flips": [[1], [0]]})
    >>> moments(coin, coin.rewards["flips"], np.array([False, True]), 2)
    [[Fraction(2, 1), Fraction(0, 1)], [Fraction(6, 1), Fraction(0, 1)]]

    Ones count the steps:

    >>> moments(coin, [1] * coin.choices, [1], 1)
    [[Fraction(2, 1), Fraction(0, 1)]]
    """
    if checked_integer("k", k) < 1:
        raise ValueError(f"k: got {k}, need 1 or more moments")
    chain, kept, _ = policy_chain(model, policy)
    target = goal_of(model, goal)
    rewards = step_rewards(model, rewards, "a distribution of rewards")
    arrives = prob1_min(chain, target.states, None, target.ended)
    inner = np.flatnonzero(arrives & ~target.states)
    step = [
        fraction(fmpz(int(rewards.numerator[c])), fmpz(int(rewards.denominator[c])))
        for c in kept[inner].tolist()
    ]
    reward = [fmpq(r.numerator, r.denominator) for r in step]
    weight = [fmpz(int(d)) for d in chain.denominator[inner].tolist()]
    system = square_system(equations(chain, arrives & ~target.states), keep=True, nonsingular=True)
    lower: list[tuple[Array, fmpz]] = []  # den(s) times the expected moment after the step
    result: list[list[Fraction | float]] = []
    for order in range(1, k + 1):
        right = [d * r**order for d, r in zip(weight, reward, strict=True)]
        for i, (after, common) in enumerate(lower, 1):
            for j, r in enumerate(reward):
                right[j] += math.comb(order, i) * r ** (order - i) * fmpq(after[j], common)
        x = solve_over(system, [[int(q.p)] for q in right], [int(q.q) for q in right])
        moment: list[Fraction | float] = [Fraction(0) if a else math.inf for a in arrives.tolist()]
        for j, s in enumerate(inner.tolist()):
            moment[s] = x[j, 0]
        result.append(moment)
        numerators, common = scale_to_common_denominator([x.parts(j) for j in range(len(x))])
        full = np.full(chain.states, fmpz(0), dtype=object)
        full[inner] = numerators
        lower.append((expected_next(chain, full)[inner], common))
    return Numbers(result)


def variance(
    model: Model,
    rewards: SomeRewards | None,
    goal: SetOfStates,
    *,
    policy: Policy | None = None,
) -> Numbers:
    """The variance of the total reward until the goal is reached, from every state.

    It is `math.inf` where the goal is not reached almost surely. The arguments are those of
    `moments`.

    Examples
    --------
    >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]],
    ...                         rewards={"flips": [[1], [0]]})
    >>> variance(coin, coin.rewards["flips"], np.array([False, True]))
    [Fraction(2, 1), Fraction(0, 1)]
    """
    first, second = moments(model, rewards, goal, 2, policy=policy)
    return Numbers([b if b == math.inf else b - a * a for a, b in zip(first, second, strict=True)])


def distribution(
    model: Model,
    rewards: SomeRewards | None,
    goal: SetOfStates,
    horizon: int,
    *,
    policy: Policy | None = None,
) -> Totals:
    """The distribution of the total reward from the initial state until the goal or the horizon.

    A run ends after `horizon` steps, or at the goal, whose rewards do not count. Step by step over
    pairs of a state and a total, of which there may be many: at worst as many totals as there are
    runs, and few where rewards are small integers. The arguments are explained in
    `exactbox.mdp.chains`.

    Examples
    --------
    >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]],
    ...                         rewards={"flips": [[1], [0]]})
    >>> totals = distribution(coin, coin.rewards["flips"], np.array([False, True]), 2)
    >>> totals.probability
    {Fraction(1, 1): Fraction(1, 2), Fraction(2, 1): Fraction(1, 2)}
    >>> totals.unfinished
    Fraction(1, 4)
    """
    if checked_integer("horizon", horizon) < 0:
        raise ValueError(f"horizon: got {horizon}, need 0 or more steps")
    chain, kept, _ = policy_chain(model, policy)
    target = goal_of(model, goal)
    rewards = step_rewards(model, rewards, "a distribution of rewards")
    over = chain.states  # where the play has ended
    arrives = [*target.states.tolist(), target.ended]
    numerator, denominator = (e[kept].tolist() for e in (rewards.numerator, rewards.denominator))
    unit = math.lcm(*denominator)  # totals are integers over it
    reward = [n * (unit // d) for n, d in zip(numerator, denominator, strict=True)]
    first, target = chain.branch_start.tolist(), chain.target.tolist()
    chance = [
        fmpq(w, d)
        for w, d in zip(
            chain.weight.tolist(),
            np.repeat(chain.denominator, np.diff(chain.branch_start)).tolist(),
            strict=True,
        )
    ]
    running: dict[tuple[int, int], fmpq] = {(chain.initial_state, 0): fmpq(1)}
    arrived: dict[int, fmpq] = {}
    for steps in range(horizon + 1):
        following: dict[tuple[int, int], fmpq] = {}
        for (s, total), p in running.items():
            if arrives[s]:
                arrived[total] = arrived.get(total, fmpq(0)) + p
            elif steps == horizon or s == over:
                following[s, total] = following.get((s, total), fmpq(0)) + p
            elif first[s] == first[s + 1]:  # the play ends here
                key = over, total + reward[s]
                following[key] = following.get(key, fmpq(0)) + p
            else:
                for b in range(first[s], first[s + 1]):
                    key = target[b], total + reward[s]
                    following[key] = following.get(key, fmpq(0)) + p * chance[b]
        running = following
    unfinished = sum(running.values(), fmpq(0))
    for (_, total), p in running.items():
        arrived[total] = arrived.get(total, fmpq(0)) + p
    probability = {Fraction(t, unit): fraction(p.p, p.q) for t, p in sorted(arrived.items())}
    return Totals(probability, fraction(unfinished.p, unfinished.q))


def refuse_ends(chain: Model) -> None:
    """ValueError where the play of a chain ends: there is no long run then."""
    if chain.ends.any():
        s = int(np.argmax(chain.ends))
        raise ValueError(f"state {s}: the play ends here; need a chain that goes on for ever")


def _shares(chain: Model, component: Array, start: int) -> dict[int, Fraction]:
    """The probability of ending up in each component that the start leads to."""
    here = unit_vector(chain, start)
    if component[start] >= 0 or component.max() == 0:
        return {max(int(component[start]), 0): Fraction(1)}
    passed = reachable(chain, here) & (component < 0)
    x = solve_transposed(chain, passed, here)
    place = np.cumsum(passed) - 1
    share: dict[int, Fraction] = {}
    source = chain.choice_of
    for b in np.flatnonzero(passed[source] & (component[chain.target] >= 0)).tolist():
        k = int(component[chain.target[b]])
        flow = x[int(place[source[b]]), 0] * int(chain.weight[b])
        share[k] = share.get(k, Fraction(0)) + flow
    return share
