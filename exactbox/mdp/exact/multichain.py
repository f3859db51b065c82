"""Mean payoff: the greatest or least reward a step in the long run, exactly, with its proof; or a
unit of time, where choices take time.

**The claim.** For "max", a gain g and a bias h with

    (1) g(s) >= sum_t p(t) g(t)                    for every choice (r, tau, p) of every state s,
    (2) g(s) tau + h(s) >= r + sum_t p(t) h(t)     for every choice,
    (3) equality in both for the policy's choice;

where tau is the choice's expected time, and 1 if nothing is said of time;

for "min" with <=. They prove that g is the optimum: let a run follow any policy from s. By (1) the
expectation of g after any number of steps is at most g(s); adding up (2) over n steps, the expected
total reward is at most n g(s) + h(s) - E h(after n steps), so the average tends to no more than
g(s), by whatever policy, with memory or not; and by (3) the policy attains it. In continuous time,
where tau may be 0, `exactbox.checker.timed` has the proof; it needs that no end component takes no
time, and then each policy's equations have one solution, as with tau = 1.

**One multiple more.** The usual multichain optimality equations ask for (2) only of choices with
equality in (1). They give a bias h', and h = h' + M g satisfies (2) for all choices as soon as the
integer M is large enough: of choices with inequality in (1) it takes off M times their regret,
and equality in (1) leaves the others as they are. M is the smallest that does it, at least 0.

**Policy iteration.** A policy's g and h' solve one sparse rational system
(`policy_chain.gain_system`). A state changes its choice only if another one has a greater sum_t
p(t) g(t), or has the same and a greater r - g(s) tau + sum_t p(t) h'(t), and then to the first of
the best. So it ends: let y >= 0 be the advantage of the changes in (2) where they have none in (1).
On a recurrent class of the new policy P g >= g, so equal, and its stationary distribution mu has
g_new mu tau = mu (y + g tau), so g_new >= g, as mu tau > 0; and so elsewhere. If g is as it was,
then mu y = 0: the class has not changed, nor h' in it, and elsewhere h' has grown by the sum of P^n
y. So no policy comes twice. All comparisons are exact. Floating point does the same before
(`multichain_floats`), for a good start.

**Ties.** A choice that is not beaten stays, in floats and in exact rounds, and of several that are
equally good the first is taken. So the policy is one of the optimal ones; which one, and the bias
with it, may depend on floating point, and g does not.

Symbols: S states, C choices; r rewards, tau times, p probabilities.
Sources: Howard, *Dynamic Programming and Markov Processes*, 1960; Denardo, Fox, *Multichain Markov
renewal programs*, 1968; Puterman, *Markov Decision Processes*, 1994, sections 9.1 and 9.2 (theorem
9.2.3: it ends, 9.1.2: the equations prove the optimum), and section 11.4 (semi-Markov processes).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import gcd, lcm

import numpy as np
from flint import fmpq, fmpz

from exactbox.linalg.matrices.integers import int_array
from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.square.solving_time import announce
from exactbox.linalg.square.system import solve_system
from exactbox.mdp.exact.exact_policy_iteration import MIN_STATES_BY_COMPONENT, evaluate_chain
from exactbox.mdp.exact.multichain_floats import BigRewards, propose_policy
from exactbox.mdp.exact.policy_chain import (
    chain_of,
    expected_next,
    gain_system,
    policy_chain,
    scale_to_common_denominator,
)
from exactbox.mdp.model.equations import assemble
from exactbox.mdp.model.layout import (
    Array,
    PerChoice,
    PerState,
    Policy,
    replace_parts,
    slices,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.progress import report, stage

_MAX_ROUNDS = 10_000
_MAX_SLICE_BITS = 1 << 30  # of numbers in memory at once while choices are compared


@dataclass(frozen=True, eq=False)
class Gain:
    """The optimal mean payoff of every state, with its proof: (1) to (3) at the module's head.

    The gain is that of a step, or of a unit of time; ``choice`` is a policy that attains it;
    ``optimal`` are the choices with equality in (1) and (2). Rounds are policies that were
    evaluated exactly; more than 1 where floating point was off.
    """

    gain: ExactVector
    bias: ExactVector
    choice: Policy
    optimal: PerChoice
    rounds: int


@dataclass(frozen=True, eq=False)
class _Values:
    """Gain and bias as integers (objects) over one denominator."""

    gain: Array
    bias: Array
    denominator: fmpz


def gain_and_bias(
    model: Model,
    rewards: Ratios,
    sense: str,
    *,
    time: Ratios | None = None,
) -> Gain:
    """The optimal long-run average reward of every state; (1) to (3) have been checked exactly.

    Choices are not shared, and do not end the play. `time` is tau of the choices, 0 or more; some
    choice of every end component has more. An ArithmeticError ends policy iteration after 10,000
    exact rounds.

    Examples
    --------
    In state 0 one may stay for 1 a step, or pay 10 to go to state 1 and 2, which have 0 and 3:

    >>> model = Model.from_lists([[[(1, 0)], [(1, 1)]], [[(1, 2)]], [[(1, 1)]]],
    ...                          rewards={"": [[1, -10], [0], [3]]})
    >>> optimum = gain_and_bias(model, model.rewards[""], "max")
    >>> optimum.gain[0], optimum.choice.tolist()
    (Fraction(3, 2), [1, 2, 3])
    >>> optimum.bias[0] + optimum.gain[0] == -10 + optimum.bias[1]
    True
    """
    sign = 1 if sense == "max" else -1  # the least average is the greatest of what is negated
    top, over = sign * rewards.numerator.astype(object), rewards.denominator.astype(object)
    wide = BigRewards(top, over, over)
    if time is not None:  # r = top / over and tau = t / u over lcm(over, u)
        common = np.lcm(over, time.denominator.astype(object))
        taken = time.numerator * (common // time.denominator)
        wide = BigRewards(top * (common // over), common, taken)
    choice = propose_policy(model, wide)  # near the optimum, by floats
    for rounds in range(1, _MAX_ROUNDS + 1):
        values = _evaluate(model, wide, choice)  # g and h' of the policy
        improved = _improve(model, wide, choice, values)  # P g greater, or r - g tau + P h'
        report("optimality check", model.states, model.states)
        if (improved == choice).all():
            gain, bias, d = values.gain, values.bias, values.denominator
            bias = bias + _multiple(model, wide, values) * gain  # h = h' + M g
            # (1) to (3)
            optimal = _checked_optimal(model, wide, choice, _Values(gain, bias, d))
            return Gain(_over(sign * gain, d), _over(sign * bias, d), choice, optimal, rounds)
        choice = improved
    raise ArithmeticError(f"exact policy improvement has not ended after {_MAX_ROUNDS} rounds")


def _evaluate(model: Model, rewards: BigRewards, choice: Policy) -> _Values:
    """The policy's g and h', as numerators over one denominator.

    Many transient states are left to what solves chains component by component.
    """
    chain, _, component = policy_chain(model, choice)
    transient = component < 0
    if transient.sum() < MIN_STATES_BY_COMPONENT:
        return _evaluate_together(chain, component, rewards.select(choice))
    states, place = np.flatnonzero(~transient), np.cumsum(~transient) - 1
    recurrent = chain_of(chain, states)
    recurrent = replace_parts(recurrent, target=place[recurrent.target])  # they are not left
    own = _evaluate_together(recurrent, component[states], rewards.select(choice[states]))
    return _evaluate_transient(chain, transient, rewards.select(choice), own)


def _evaluate_together(chain: Model, component: PerState, rewards: BigRewards) -> _Values:
    """g and h' of a chain by one linear system."""
    tau = rewards.times(np.arange(chain.states))
    matrix, gain_at, reference = gain_system(chain, component, tau)
    factors = [1] * matrix.shape[0]
    right = [[0]] * matrix.shape[0]
    scales = chain.denominator.astype(object) * tau.denominator  # u(s) den(s)
    for s, d in enumerate(scales.tolist()):
        total, under = d * rewards.numerator[s], rewards.denominator[s]  # u den r = total / under
        factors[s] = under // gcd(total, under)  # the row times it: in integers
        right[s] = [total * factors[s] // under]  # u den r
    announce(matrix)
    with stage("exact gain and bias"):
        x = solve_system(matrix.scale_rows(factors), right, nonsingular=True)
    # x = numerators / common
    numerators, common = scale_to_common_denominator([x.parts(i) for i in range(len(x))])
    bias = numerators[: chain.states].copy()
    bias[reference] = fmpz(0)  # h = 0 in a state of each recurrent class
    return _Values(numerators[gain_at], bias, common)


def _evaluate_transient(
    chain: Model, transient: PerState, rewards: BigRewards, recurrent: _Values
) -> _Values:
    """g and h' of all states from those of recurrent ones: g = P g and h' = r - g tau + P h'."""
    states = np.flatnonzero(transient)
    number = np.where(transient, np.cumsum(transient) - 1, -1)
    branches = slices(chain.branch_start, states)
    lengths = np.diff(chain.branch_start)[states]

    def solved(cost: Array) -> tuple[Array, fmpz]:
        """Numerators of den x = cost + sum_t w(t) x(t) over the transient t, and denominator."""
        equations = assemble(
            np.arange(len(states) + 1),
            None,
            np.repeat(np.arange(len(states)), lengths),
            number[chain.target[branches]],
            chain.weight[branches],
            chain.denominator[states],
            int_array([int(c) for c in cost]),
        )
        values = evaluate_chain(equations)
        return scale_to_common_denominator([values.parts(s) for s in range(len(states))])

    def extended(inner: Array, outer: Array) -> Array:
        """The numbers of transient states, and of the others."""
        both = np.full(chain.states, fmpz(0), dtype=object)
        both[states], both[~transient] = inner, outer
        return both

    gain, bias, d = recurrent.gain, recurrent.bias, recurrent.denominator
    if (gain == gain[0]).all():
        inner = np.full(len(states), gain[0], dtype=object)
    else:
        inner, more = solved(expected_next(chain, extended(fmpz(0), gain))[states])
        gain, bias, d = gain * more, bias * more, d * more  # over what g has everywhere
    u = rewards.denominator[states]
    common = lcm(*{*u.tolist()})
    # u (r - g tau) d, and common d h' = common d (r - g tau) + P (common d h')
    excess = rewards.numerator[states] * d - rewards.time[states] * inner
    onward = expected_next(chain, extended(fmpz(0), bias))[states]
    cost = chain.denominator[states].astype(object) * (common // u) * excess + common * onward
    own, more = solved(cost)
    scale = common * more
    return _Values(extended(inner, gain) * scale, extended(own, bias * scale), d * scale)


def _margins(
    model: Model, rewards: BigRewards, values: _Values
) -> Iterator[tuple[slice, Array, Array]]:
    """Yield slices of choices, and their advantages in (1) and (2), two arrays of integers.

    Choice c has ``sum p g - g(s) = first / (den d)`` and ``r + sum p h - g(s) tau - h(s) = second /
    (den over d)``, for den and over the denominators of c and of its reward and time, and d that of
    the values. Numbers may be long, so the choices come in slices that do not take much memory.
    """
    state_of = model.state_of
    one_gain = (values.gain == values.gain[0]).all()  # then sum p g = g(s)
    bits = max(int(n.bit_length()) for v in (values.gain, values.bias) for n in v)
    branches = max(_MAX_SLICE_BITS // (bits + 1), 1)  # of a slice, or of one choice
    slices = model.branch_start // branches
    starts = np.unique(slices[:-1], return_index=True)[1].tolist()
    for low, high in pairwise([*starts, model.choices]):
        choices = slice(low, high)
        state = state_of[choices]
        den = model.denominator[choices].astype(object)
        # den d (sum p g - g(s)), and den d (sum p h - h(s))
        first = np.zeros(len(state), dtype=object)
        if not one_gain:
            first = expected_next(model, values.gain, low, high) - den * values.gain[state]
        second = expected_next(model, values.bias, low, high) - den * values.bias[state]
        reward = rewards.numerator[choices] * values.denominator
        excess = reward - rewards.time[choices] * values.gain[state]  # over d (r - g tau)
        # over den d (r - g tau + sum p h - h(s))
        yield choices, first, rewards.denominator[choices] * second + den * excess


def _improve(model: Model, rewards: BigRewards, choice: Policy, values: _Values) -> Array:
    """The policy, with the first of the best choices wherever its own is beaten."""
    improved = choice.copy()
    state_of = model.state_of
    best: dict[int, tuple[fmpq, fmpq]] = {}
    for choices, first, second in _margins(model, rewards, values):
        # (1) fails, or (2) does where (1) is an equality
        better = np.flatnonzero((first > 0) | ((first == 0) & (second > 0)))
        for i in better.tolist():
            c = choices.start + i
            den = fmpz(int(model.denominator[c]))
            over = den * fmpz(int(rewards.denominator[c]))
            # d times the advantage in (1), then in (2)
            margin = fmpq(first[i], den), fmpq(0 if first[i] > 0 else second[i], over)
            s = int(state_of[c])
            if s not in best or margin > best[s]:
                best[s] = margin
                improved[s] = c
    return improved


def _multiple(model: Model, rewards: BigRewards, values: _Values) -> int:
    """The least M >= 0 so that h' + M g satisfies (2) for every choice.

    second + M over first <= 0 has M >= second / (over |first|) where first < 0.
    """
    least = 0
    if (values.gain == values.gain[0]).all():  # no choice has first < 0
        return least
    for choices, first, second in _margins(model, rewards, values):
        above = (first < 0) & (second > 0)  # (2) fails, and M g(s) can mend it
        over = rewards.denominator[choices][above]
        # ceil(second / (over |first|))
        ratios = (-(n // (d * m)) for n, d, m in zip(second[above], over, first[above]))
        least = max(least, max(map(int, ratios), default=0))
    return least


def _over(numerators: Array, denominator: fmpz) -> ExactVector:
    """Integers over one denominator, in lowest terms for all of them together."""
    shared = denominator
    for n in numerators:
        if shared == 1:
            break
        shared = shared.gcd(n)  # divides the denominator, and all before
    kept = numerators if shared == 1 else numerators // shared
    return ExactVector.of_blocks([denominator // shared], [0] * len(kept), [(n,) for n in kept], 1)


def _checked_optimal(
    model: Model, rewards: BigRewards, choice: Policy, values: _Values
) -> PerChoice:
    """Check (1) to (3) once more, on what is returned; (C,) where (1) and (2) are equalities."""
    own = np.zeros(model.choices, dtype=bool)
    own[choice] = True
    optimal = np.zeros(model.choices, dtype=bool)
    for choices, first, second in _margins(model, rewards, values):
        zero = optimal[choices] = (first == 0) & (second == 0)  # equality in (1) and (2)
        wrong = (first > 0) | (second > 0) | (own[choices] & ~zero)  # not (1), not (2), or not (3)
        if wrong.any():
            c = choices.start + int(np.argmax(wrong))
            raise ArithmeticError(
                f"{model.place(c)}: the optimality equations fail: this is a bug, please report it"
            )
    return optimal
