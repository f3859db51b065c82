"""A policy with the greatest mean payoff, in floating point: within end components, between, bias.

What a run has in the long run is decided in the maximal end component in which it stays. So the
problem comes apart, and each part is one for which floats have a good method:

- **Within a component k** every state can get to every other, so the best gain g(k) is one number
  (Puterman 1994, theorem 8.3.2). Policy iteration by the bias alone: where a policy has several
  recurrent classes in a component, its other states go to the best one (Haviv, Puterman 1991).
- **Between components** the gain is the optimum of a process that ends: a component is one state,
  and may be left, or stayed in for g(k),

      v = max over policies of E g(where it stays).

  The graph decides where the greatest g(k) is reached almost surely; for other states v is the
  least cost, max g - g(k) for staying, of equations that `exact_policy_iteration` solves, for
  chances of getting somewhere may differ by less than floats can tell. Gains that are nearly short
  fractions are these there, others whole numbers of 2^-32 of their range.
- **The bias** is improved last, from a policy whose gain is v, among the choices that lose no gain
  by the graph and by the exact values between components.

The result is only a proposal: where numbers leave the range of floats, where a factor is singular,
or where rounding makes policies repeat, the current policy is returned, and exact rounds go on.

**First a few sweeps** of value iteration, where each choice takes one unit of time, of which each
takes half a step so that nothing is periodic: with time values become the time times the gain, plus
the bias, so their greedy policy is a good one to start with, and saves many factors. It stays
where it loses no gain and only comes to where it loses none: there v = P v, so it has v.

Sources: Puterman, *Markov Decision Processes*, 1994, sections 8.3, 9.2 and 9.5; Haviv, Puterman,
*An improved algorithm for solving communicating average reward Markov decision processes*, 1991;
de Alfaro, *Formal Verification of Probabilistic Systems*, 1997 (end components, then reachability).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.exact.exact_policy_iteration import iterate
from exactbox.mdp.floats.censoring import Censoring
from exactbox.mdp.graph.attractor import attractor, first_action
from exactbox.mdp.graph.collapse import collapse, kept_actions
from exactbox.mdp.graph.components import bottom_components, end_components, internal_model_of
from exactbox.mdp.graph.qualitative import prob1_max
from exactbox.mdp.model.equations import equations_of
from exactbox.mdp.model.layout import (
    Array,
    PerAction,
    PerChoice,
    PerState,
    Policy,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import freeze
from exactbox.threads import single_threaded

_WARM_UP_SWEEPS = 100
_TIE = 1e-10  # relative to the rewards and to the biases of the states that a choice leads to
_MAX_STEPS_TO_REFERENCE = 1e8  # beyond, an LU factor has less than half of its digits right
_MAX_GAIN_DENOMINATOR = 1000  # of a gain that is taken for a fraction, as whole rewards have
_MAX_REGRET = 1 << 40  # in such units, so that costs fit into 64 bits
_GAIN_UNITS = 1 << 32  # in the range of gains that are not; what is less apart is a tie


class BigRewards(NamedTuple):
    """Rewards and times of choices as objects, over one denominator for each choice."""

    numerator: PerChoice
    denominator: PerChoice  # of the time, too
    time: PerChoice  # the denominator, where each choice takes 1

    def times(self, choices: Array) -> Ratios:
        """The times of these choices, in lowest terms."""
        t, u = self.time[choices], self.denominator[choices]
        shared = np.gcd(t, u)
        return Ratios(freeze(narrowest(t // shared)), freeze(narrowest(u // shared)))

    def select(self, choices: Array) -> BigRewards:
        """The rewards and times of these choices."""
        return BigRewards(*(part[choices] for part in self))


class _Process(NamedTuple):
    """A model with rewards, and its rewards, times and probabilities in floats."""

    model: Model
    rewards: BigRewards
    reward: PerChoice
    time: PerChoice
    moves: Any  # (C, S) csr_array of probabilities


def propose_policy(model: Model, rewards: BigRewards) -> Policy:
    """(S,) a policy of great mean payoff by floats, as indices into the choices.

    Where floats do not work it is that of the first choices.
    """
    choice = model.action_start[:-1].copy()
    if model.choices == model.states:
        return choice
    # SuperLU says RuntimeError, integers that are too long OverflowError
    with suppress(ArithmeticError, RuntimeError), np.errstate(all="raise", under="ignore"):
        process = _float_process(model, rewards)
        choice = _swept(process, choice)
        component, internal = end_components(model)
        # g(k) of each component, and a policy that attains it
        within, gains = _best_in_components(process, component, internal, choice)
        if gains.size == 1 and (component == 0).all():
            return within
        between, gain, level = _best_between_components(model, component, internal, within, gains)
        # where P g = g, and classes have the gain of their component, the policy has v = g
        least = _TIE * float(np.abs(process.reward).max())
        chain = _Chain(process, choice)
        wrong = ~level[choice]  # P g < g there
        recurrent = chain.label >= 0
        wrong[recurrent] |= chain.gain[chain.label[recurrent]] < gain[recurrent] - least
        taken = np.zeros(model.action_count, dtype=bool)
        taken[choice] = True
        lost = attractor(model, wrong, actions=taken).states >= 0  # P(reach such a state) > 0
        if lost.any():
            choice = np.where(lost, between, choice)
            chain = _Chain(process, choice)
        choice = _improved(chain, gain, level)
    return choice


class _Chain:
    """The chain of a policy, and systems (I - P) x = b with a reference state in each class.

    ``label`` has the recurrent classes, 0, 1, ... in order of their smallest state, and -1 in
    transient states.
    """

    def __init__(self, process: _Process, choice: Policy) -> None:
        self.process, self.choice = process, choice
        self.label = bottom_components(process.model, choice)
        labels, first = np.unique(self.label, return_index=True)
        self.reference = first[labels >= 0]  # x = 0 there
        try:
            self._solve = self._factored(self.reference)
        except (ArithmeticError, RuntimeError):  # SuperLU says RuntimeError
            moves, visits = process.moves[choice].T, np.ones(len(choice))
            for _ in range(_WARM_UP_SWEEPS):
                visits = (visits + moves @ visits) / 2  # mu <- mu (I + P) / 2
            self._refer_to(visits)
            try:
                self._solve = self._factored(self.reference)
            except (ArithmeticError, RuntimeError):
                visits = self._censored(self.reference).visits()
                self._refer_to(np.where(self.label >= 0, visits, 0.0))
                self._solve = self._censored(self.reference).solve

    def _refer_to(self, visits: PerState) -> None:
        """Take the state of each class that is visited most as its reference."""
        order = np.lexsort((-visits, self.label))
        self.reference = order[np.diff(self.label[order], prepend=-1) > 0]

    @cached_property
    def gain(self) -> Array:
        """The gain of each class: the reward between two visits of its reference, over the time."""
        first, (reward, time, moves) = self.choice[self.reference], self.process[2:]
        cycle = reward[first] + moves[first] @ self.cost_to_reference(reward)  # r + P x
        # renewal: g = E(reward of a cycle) / E(time of it)
        gain: Array = cycle / (time[first] + moves[first] @ self.cost_to_reference(time))
        return gain

    def cost_to_reference(self, cost: PerChoice) -> PerState:
        """The expected costs of the policy's choices before a reference: x = 0 there."""
        right = cost[self.choice]
        right[self.reference] = 0  # elsewhere (I - P) x = cost
        return self._solve(right)

    def _factored(self, fixed: Array) -> Callable[[Array], Array]:
        """b -> x with x = b in fixed states, else (I - P) x = b; by an LU factor.

        An ArithmeticError or RuntimeError says that it is noise.
        """
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import splu

        steps = np.ones(len(self.choice))
        steps[fixed] = 0  # x = b there: a row of I
        moves = self.process.moves[self.choice]
        moves.data *= np.repeat(steps, np.diff(moves.indptr))
        system = (eye_array(len(steps), format="csr") - moves).tocsc()  # I - P
        if not system.diagonal().all():  # SuperLU may write where it must not, and end the process
            raise FloatingPointError("a loop's probability is 1 in floating point")
        with single_threaded():
            factor = splu(system)
            # expected steps to a fixed state: x = 1 + P x
            if not np.abs(factor.solve(steps)).max() <= _MAX_STEPS_TO_REFERENCE:
                raise FloatingPointError("the policy takes too long for floats")
        return factor.solve  # type: ignore[no-any-return]

    def _censored(self, fixed: Array) -> Censoring:
        """The systems of `_factored`, solved without a subtraction."""
        return Censoring(
            self.process.moves[self.choice], np.isin(np.arange(len(self.label)), fixed)
        )


def _float_process(model: Model, rewards: BigRewards) -> _Process:
    """The model with its rewards, times and probabilities in floats."""
    from scipy.sparse import csr_array

    # p(b), r(c) and tau(c)
    weight = np.asarray(model.weight / model.denominator[model.choice_of], dtype=np.float64)
    reward = np.asarray(rewards.numerator / rewards.denominator, dtype=np.float64)
    time = np.asarray(rewards.time / rewards.denominator, dtype=np.float64)
    shape = (model.choices, model.states)
    moves = csr_array((weight, model.target, model.branch_start), shape=shape)
    return _Process(model, rewards, reward, time, moves)


def _swept(process: _Process, choice: Policy) -> Policy:
    """The greedy policy after some sweeps, where each choice takes one unit of time; else this."""
    model = process.model
    if (process.rewards.time != process.rewards.denominator).any():
        return choice
    values = np.zeros(model.states)
    for _ in range(_WARM_UP_SWEEPS):
        q_value = process.reward + process.moves @ values  # r + P v
        # v <- (v + T v) / 2
        values = (values + np.maximum.reduceat(q_value, model.action_start[:-1])) / 2
    q_value = process.reward + process.moves @ values
    return _best(model, choice, np.ones(model.choices, dtype=bool), q_value)


def _best_in_components(
    process: _Process, component: PerState, internal: PerAction, choice: Policy
) -> tuple[Policy, Array]:
    """A policy that stays in each end component with the best gain there, and these gains.

    It is -1 in states of no end component. The given policy's choices are kept where they are as
    good and stay inside.
    """
    model = process.model
    internal_model, states, actions = internal_model_of(model, component, internal)
    taken = np.zeros(model.action_count, dtype=bool)
    taken[choice] = True
    start = first_action(internal_model, taken[actions])
    internal_process = _float_process(internal_model, process.rewards.select(actions))
    if (start < 0).any():  # it leaves its component
        start = _swept(internal_process, internal_model.action_start[:-1].copy())
    start, gains = _communicating(internal_process, start, component[states])
    policy = np.full(model.states, -1, dtype=np.int64)
    policy[states] = actions[start]
    return policy, gains


def _best_between_components(
    model: Model, component: PerState, internal: PerAction, within: Policy, gains: Array
) -> tuple[Policy, PerState, PerAction]:
    """A policy that stays in the components worth staying in, the gain v that it has, and the
    choices that lose none of it, v = P v, exactly.
    """
    policy, gain = within.copy(), np.full(model.states, float(gains.max()))
    regrets, unit = _regrets(gains)
    inside = component >= 0
    goal = np.zeros(model.states, dtype=bool)
    goal[inside] = regrets[component[inside]] == 0  # g(k) is the greatest
    sure = prob1_max(model, goal)
    going = sure.states & ~goal
    policy[going] = first_action(model, sure.kept, sure.ranks)[going]
    level = sure.kept & sure.states[model.state_of]  # v = P v = max g by all of these
    if sure.states.all():
        return policy, gain, level
    one_step = equations_of(model)
    e, number = collapse(one_step, component, internal, stay=True)
    model_action = np.full(e.action_count, -1)  # -1: to stay
    model_action[~e.ends] = kept_actions(one_step, internal, number)
    cost = np.zeros(e.action_count, dtype=np.int64)
    component_at = np.full(e.states, -1)
    component_at[number[inside]] = component[inside]
    cost[e.ends] = regrets[component_at[e.state_of[e.ends]]]  # (max g - g(k)) unit for staying in k
    open_states = np.ones(e.states, dtype=bool)  # v is not the greatest gain
    open_states[number[sure.states]] = False
    actions = np.flatnonzero(open_states[e.state_of])
    place = np.where(open_states, np.cumsum(open_states) - 1, -1)
    e = replace(e, cost=cost).only(np.flatnonzero(open_states), actions, place)
    best = iterate(e, "min")  # max g - v
    regret = best.values.to_float()
    undecided = ~sure.states
    gain[undecided] -= regret[place[number[undecided]]] / unit  # v = max g - regret / unit
    level |= internal & undecided[model.state_of]  # v is one number in a component
    optimal = model_action[actions[best.signs == 0]]  # v = P v
    level[optimal[optimal >= 0]] = True
    leaving = model_action[actions[best.policy]]
    leaving = leaving[leaving >= 0]
    exits = np.zeros(model.states, dtype=bool)
    exits[model.state_of[leaving]] = True
    ranks = attractor(model, exits, actions=internal)
    on_the_way = ranks.states > 0  # inside a component that is left elsewhere
    policy[on_the_way] = first_action(model, internal, ranks)[on_the_way]
    policy[model.state_of[leaving]] = leaving
    return policy, gain, level


def _regrets(gains: Array) -> tuple[Array, float]:
    """The regrets (max g - g) unit as integers, and the unit: exact where gains are short."""
    different, place = np.unique(gains, return_inverse=True)
    # increasing
    ratios = [Fraction(g).limit_denominator(_MAX_GAIN_DENOMINATOR) for g in different.tolist()]
    unit: float = lcm(*[ratio.denominator for ratio in ratios])  # unit g is an integer
    width = float(np.ptp(gains)) or 1.0
    is_short = unit * (ratios[-1] - ratios[0]) <= _MAX_REGRET
    if is_short and np.abs(different - ratios).max() <= _TIE * width:
        regrets = np.array([int((ratios[-1] - ratio) * unit) for ratio in ratios])
        return regrets[place], unit
    unit = _GAIN_UNITS / width
    # 0 .. 2^32
    return np.rint((gains.max() - gains) * unit).astype(np.int64), unit


def _communicating(process: _Process, choice: Policy, component: PerState) -> tuple[Policy, Array]:
    """The best policy of components in which all states can reach each other, and its gains."""
    model, seen = process.model, set[int]()
    least = _TIE * float(np.abs(process.reward).max())
    gains = np.zeros(int(component.max()) + 1)
    while (policy := hash(choice.tobytes())) not in seen and len(seen) < model.states + 100:
        seen.add(policy)
        chain = _Chain(process, choice)
        gains = np.full(len(gains), -np.inf)
        class_component = component[chain.reference]
        np.maximum.at(gains, class_component, chain.gain)  # g(k) of this policy
        best = chain.gain >= gains[class_component] - least  # classes that attain it
        if not best.all():
            choice = _reach_classes(model, choice, chain.label, np.flatnonzero(best))
            chain = _Chain(process, choice)
        choice = _better(chain, gains[component], np.ones(model.choices, dtype=bool))
    return choice, gains


def _improved(chain: _Chain, gain: PerState, level: PerAction) -> Policy:
    """Policy iteration by the bias from a policy of this gain, of which level choices lose none."""
    choice, seen = chain.choice, set[int]()
    while True:
        seen.add(hash(choice.tobytes()))
        choice = _better(chain, gain, level)
        if hash(choice.tobytes()) in seen or len(seen) == len(choice) + 100:
            return choice
        chain = _Chain(chain.process, choice)


def _better(chain: _Chain, gain: PerState, level: PerAction) -> Policy:
    """The policy improved by the bias, among the level choices."""
    model, _, reward, time, moves = chain.process
    state_of = model.state_of
    bias = chain.cost_to_reference(reward - time * gain[state_of])  # (I - P) h = r - g tau
    size, scale = np.abs(bias), float(np.abs(reward).max())
    tie = _TIE * (scale + np.maximum(moves @ size, size[state_of]))
    second = reward - time * gain[state_of] + moves @ bias - bias[state_of]  # advantage in (2)
    return _best(model, chain.choice, level & (second > tie), second)


def _reach_classes(model: Model, choice: Policy, label: PerState, kept: Array) -> Policy:
    """Return the policy changed where it may end in a class not kept: it goes to the kept ones."""
    goal = np.isin(label, kept)
    taken = np.zeros(model.action_count, dtype=bool)
    taken[choice] = True
    lost = attractor(model, (label >= 0) & ~goal, actions=taken).states >= 0
    every_action = np.ones(model.action_count, dtype=bool)
    way = first_action(model, every_action, attractor(model, goal))
    return np.where(lost, way, choice)


def _best(model: Model, choice: Policy, better: PerChoice, margin: PerChoice) -> Policy:
    """The policy, with the first choice of greatest margin wherever one is better."""
    margin = np.where(better, margin, -np.inf)  # those that are not better never win
    greatest = np.maximum.reduceat(margin, model.action_start[:-1])
    first = first_action(model, better & (margin == greatest[model.state_of]))
    return np.where(first < 0, choice, first)
