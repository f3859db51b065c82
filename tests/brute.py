"""Tiny chains, models and processes in Fractions: every policy is tried, every value a definition.

A policy makes a Markov chain. For every objective here some memoryless deterministic policy is as
good as any other, from all states at once, so the optimum is the best of their values, state by
state. In a game the first player's best against the second player's best answer is compared with
the other order.

    p       a chain: p[s][t] is the probability of t after s; no entry where it is 0
    P*      its limiting matrix, lim (I + P + ... + P^(n-1)) / n
    goal    stay, ... : whether, for every state

Sources: Puterman, *Markov Decision Processes*, 1994, appendix A for chains; for games Condon, *The
complexity of stochastic games*, 1992.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import inf, prod
from typing import NamedTuple

import numpy as np

from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards

Value = Fraction | float  # the only float is infinity
Chain = list[dict[int, Fraction]]
States = Sequence[bool]
Objective = Callable[[Chain, list[Fraction]], list[Value]]


def solve(
    rows: Sequence[Sequence[Fraction | int]], right: Sequence[Sequence[Fraction | int]]
) -> list[list[Fraction]]:
    """The only x with rows x = right, by Gauss-Jordan elimination; there may be surplus rows."""
    table = [[*map(Fraction, row), *map(Fraction, b)] for row, b in zip(rows, right, strict=True)]
    n = len(rows[0]) if rows else 0
    for i in range(n):
        pivot = next(j for j in range(i, len(table)) if table[j][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [e / table[i][i] if e else e for e in table[i]]
        for j, row in enumerate(table):
            if j != i and row[i]:
                table[j] = [e - row[i] * f if f else e for e, f in zip(row, table[i], strict=True)]
    assert not any(any(row) for row in table[n:])
    return [row[n:] for row in table[:n]]


# Chains -------------------------------------------------------------------------------------------


def chain_of(branches: Sequence[Sequence[tuple[Fraction, int]]]) -> Chain:
    """The chain of one choice a state; branches to the same state are added."""
    p: Chain = [{} for _ in branches]
    for s, row in enumerate(branches):
        for q, t in row:
            p[s][t] = p[s].get(t, Fraction(0)) + q
    return p


def can_reach(p: Chain, aim: set[int], through: States | None = None) -> set[int]:
    """The states with a path to the aim, which they are in or begin `through`."""
    inside = where(through) if through is not None else range(len(p))
    found = set(aim)
    while more := {s for s in inside if found & p[s].keys()} - found:
        found |= more
    return found


def reachable_sets(p: Chain) -> list[set[int]]:
    """For every state the states that can be reached, itself included."""
    sources = [can_reach(p, {t}) for t in range(len(p))]
    return [{t for t in range(len(p)) if s in sources[t]} for s in range(len(p))]


def recurrent_classes(p: Chain) -> list[tuple[int, ...]]:
    """The closed communicating classes, by their smallest states."""
    reach = reachable_sets(p)
    return sorted({tuple(sorted(r)) for r in reach if all(reach[t] == r for t in r)})


def stationary(p: Chain, members: tuple[int, ...]) -> list[Fraction]:
    """pi = pi P, sum pi = 1, on a recurrent class."""
    balance = [[p[s].get(t, 0) - Fraction(s == t) for s in members] for t in members]
    pi = solve([*balance, [1] * len(members)], [[0]] * len(members) + [[1]])
    return [share for (share,) in pi]


def limiting_matrix(p: Chain) -> list[list[Fraction]]:
    """P*: the probability to be absorbed in a class, times the class's stationary distribution."""
    limit = [[Fraction(0)] * len(p) for _ in p]
    for members in recurrent_classes(p):
        pi = stationary(p, members)
        arrived = reached([s in members for s in range(len(p))])(p)
        for row, absorbed in zip(limit, arrived, strict=True):
            for t, share in zip(members, pi, strict=True):
                row[t] += absorbed * share
    return limit


# A chain's values: (chain, the policy's rewards) to one value for every state ---------------------


def reached(goal: States, stay: States | None = None) -> Callable[..., list[Value]]:
    """The probability of the goal, by a path in `stay`."""

    def values(p: Chain, _: object = None) -> list[Value]:
        inside = [not g and (stay is None or bool(stay[s])) for s, g in enumerate(goal)]
        hopeful = can_reach(p, set(where(goal)), inside)
        unknown = [s for s in where(inside) if s in hopeful]
        return after_all(p, unknown, [Fraction(bool(g)) for g in goal], [Fraction(0)] * len(p))

    return values


def until(goal: States) -> Objective:
    """The expected reward before the goal; infinite where it may be missed."""

    def values(p: Chain, rewards: list[Fraction]) -> list[Value]:
        sure = [chance == 1 for chance in reached(goal)(p)]
        unknown = [s for s in where(sure) if not goal[s]]
        found = after_all(p, unknown, [Fraction(0)] * len(p), rewards)
        return [v if s else inf for v, s in zip(found, sure, strict=True)]

    return values


def for_ever(p: Chain, rewards: list[Fraction]) -> list[Value]:
    """The expected sum of rewards that are not negative."""
    recurrent = {s for members in recurrent_classes(p) for s in members}
    endless = can_reach(p, {s for s in recurrent if rewards[s]})
    unknown = [s for s in range(len(p)) if s not in recurrent | endless]
    found = after_all(p, unknown, [Fraction(0)] * len(p), rewards)
    return [inf if s in endless else v for s, v in enumerate(found)]


def with_discount(discount: Fraction) -> Objective:
    """The expected discounted sum."""

    def values(p: Chain, rewards: list[Fraction]) -> list[Value]:
        faded = [{t: discount * q for t, q in row.items()} for row in p]
        return list(after_all(faded, list(range(len(p))), [Fraction(0)] * len(p), rewards))

    return values


def on_average(p: Chain, rewards: list[Fraction]) -> list[Value]:
    """The expected reward of a step in the long run, P* r."""
    return [expected(dict(enumerate(row)), rewards) for row in limiting_matrix(p)]


def per_time(p: Chain, rewards: list[Fraction], times: list[Fraction]) -> list[Value]:
    """The expected reward of a unit of time in the long run: of each class, nu r / nu tau."""
    values = [Fraction(0)] * len(p)
    for members in recurrent_classes(p):
        nu = stationary(p, members)
        r, tau = (
            sum(share * of[t] for share, t in zip(nu, members, strict=True))
            for of in (rewards, times)
        )
        arrived = reached([s in members for s in range(len(p))])(p)
        values = [v + a * r / tau for v, a in zip(values, arrived, strict=True)]
    return list(values)


def after_all(
    p: Chain, unknown: list[int], known: list[Fraction], rewards: list[Fraction]
) -> list[Fraction]:
    """v = r + P v in the unknown states; in the others v is known."""
    rows = [[Fraction(s == t) - p[s].get(t, 0) for t in unknown] for s in unknown]
    given = [Fraction(0) if s in unknown else v for s, v in enumerate(known)]
    right = [[rewards[s] + expected(p[s], given)] for s in unknown]
    values = list(known)
    for s, (v,) in zip(unknown, solve(rows, right), strict=True):
        values[s] = v
    return values


def runs(
    branches: Sequence[Sequence[tuple[Fraction, int]]],
    rewards: Sequence[Fraction],
    goal: States,
    state: int,
    steps: int,
) -> list[tuple[Fraction, Fraction, bool]]:
    """(probability, total, arrived) of all runs of so many steps, shorter where they arrive."""
    if goal[state] or steps == 0:
        return [(Fraction(1), Fraction(0), goal[state])]
    return [
        (p * q, total + rewards[state], arrived)
        for p, t in branches[state]
        for q, total, arrived in runs(branches, rewards, goal, t, steps - 1)
    ]


def expected(row: dict[int, Fraction], values: Sequence[Fraction]) -> Fraction:
    """sum_t p_t v_t."""
    return sum((q * values[t] for t, q in row.items()), Fraction(0))


def where(flags: States) -> list[int]:
    """The states that are marked."""
    return [s for s, flag in enumerate(flags) if flag]


# Models: all policies, of one player or two -------------------------------------------------------


def as_model(
    states: Sequence[Sequence[Sequence[tuple[Fraction, int]]]],
    rewards: Sequence[Sequence[Fraction]],
    initial: int = 0,
    players: Sequence[bool] | None = None,
) -> Model:
    """The model with these branches of choices of states, and its rewards named ""."""
    return Model.from_lists(states, initial=initial, rewards={"": rewards}, players=players)


def at_start(model: Model, values: Sequence[Value]) -> Value:
    """The initial state's value."""
    return values[model.initial_state]


def choices_of(model: Model, state: int) -> range:
    """The choices of a state."""
    return range(int(model.action_start[state]), int(model.action_start[state + 1]))


def after(
    model: Model, choice: int, rewards: Rewards | None
) -> tuple[dict[int, Fraction], Fraction]:
    """Where a choice leads with which probability, and its reward."""
    row: dict[int, Fraction] = {}
    for b in range(int(model.branch_start[choice]), int(model.branch_start[choice + 1])):
        share = Fraction(int(model.weight[b]), int(model.denominator[choice]))
        row[int(model.target[b])] = row.get(int(model.target[b]), Fraction(0)) + share
    if rewards is None:
        return row, Fraction(0)
    return row, Fraction(int(rewards.numerator[choice]), int(rewards.denominator[choice]))


def second_players(model: Model) -> list[int]:
    """The states in which the second player chooses."""
    return [] if model.players is None else where(model.players)


def optimum(
    model: Model, value: Objective, sense: str, rewards: Rewards | None = None
) -> list[Value]:
    """The optimum of every state; in a game the second player has the opposite sense.

    Parameters
    ----------
    model : Model
    value : one of the functions above
    sense : "max" or "min"
    rewards : of the choices; 0 by default
    """
    everyone = range(model.states)
    second = second_players(model)
    first = [s for s in everyone if s not in second]
    best, worst = (max, min) if sense == "max" else (min, max)
    table = []
    for mine in _picks(model, first):
        row = []
        for theirs in _picks(model, second):
            picked = mine | theirs
            pairs = [after(model, picked[s], rewards) for s in everyone]
            row.append(value([p for p, _ in pairs], [gain for _, gain in pairs]))
        table.append(row)
    answered = [[worst(column) for column in zip(*row)] for row in table]
    result = [best(column) for column in zip(*answered)]
    turned = [[best(column) for column in zip(*row)] for row in zip(*table)]
    assert result == [worst(column) for column in zip(*turned)], "the order of the players matters"
    return result


def time_optimum(model: Model, sense: str, rewards: Rewards, times: Rewards) -> list[Value]:
    """The optimum of every state for the average by time, where each choice takes some."""
    table = []
    for picked in _picks(model, list(range(model.states))):
        rows = [after(model, picked[s], rewards) for s in picked]
        lasts = [after(model, picked[s], times)[1] for s in picked]
        table.append(per_time([p for p, _ in rows], [gain for _, gain in rows], lasts))
    return [(max if sense == "max" else min)(column) for column in zip(*table)]


def _picks(model: Model, states: list[int]) -> Iterator[dict[int, int]]:
    """Every way to pick a choice in each of the states."""
    for picked in product(*(choices_of(model, s) for s in states)):
        yield dict(zip(states, picked))


def stepwise(
    model: Model,
    steps: int,
    sense: str,
    *,
    goal: States | None = None,
    stay: States | None = None,
    rewards: Rewards | None = None,
    discount: Fraction = Fraction(1),
    policy: Sequence[Sequence[int]] | None = None,
) -> list[Fraction]:
    """The probability of the goal, or the reward, within so many steps; from the last one back.

    With a policy, which has a row for each step from the first one, under this.
    """
    everyone, second = range(model.states), second_players(model)
    values = [Fraction(goal is not None and bool(goal[s])) for s in everyone]
    fixed = [values[s] == 1 or (stay is not None and not stay[s]) for s in everyone]
    for step in reversed(range(steps)):
        before, values = values, list(values)
        for s in everyone:
            if not fixed[s]:
                better = max if (sense == "max") != (s in second) else min
                offered = list(choices_of(model, s))
                if policy is not None:
                    offered = [offered[policy[step][s]]]
                values[s] = better(
                    gain + discount * expected(row, before)
                    for row, gain in (after(model, c, rewards) for c in offered)
                )
    return values


def fixed(
    model: Model, policy: Sequence[int], states: Sequence[int], rewards: Rewards | None
) -> tuple[Model, Rewards]:
    """These states have one choice, the policy's (counted within the state); and the rewards."""
    kept = [list(choices_of(model, s)) for s in range(model.states)]
    for s in states:
        kept[s] = [kept[s][int(policy[s])]]
    rows = [[after(model, c, rewards) for c in row] for row in kept]
    left = as_model(
        [[[(p, t) for t, p in branches.items()] for branches, _ in row] for row in rows],
        [[gain for _, gain in row] for row in rows],
        model.initial_state,
        model.players,
    )
    which = np.array([c for row in kept for c in row])
    others = {name: own.of_choices(which) for name, own in model.rewards.items() if name}
    return replace(left, rewards={**left.rewards, **others}), left.rewards[""]


# Processes: options lead to choices that several states may share ---------------------------------


class Process(NamedTuple):
    """What each choice costs and where it leads, and the options of the states.

    A choice without branches pays its cost and ends the play.
    """

    cost: list[Fraction]
    branches: list[list[tuple[Fraction, int]]]  # of a choice: (probability, state)
    options: list[list[int]]  # of a state: choices


def process_of(model: Model) -> Process:
    """The process of a model with one reward structure, which its choices cost."""
    (rewards,) = model.rewards.values()
    pairs = [after(model, c, rewards) for c in range(model.choices)]
    option = range(model.action_count) if model.afterstate is None else model.afterstate.tolist()
    return Process(
        [cost for _, cost in pairs],
        [[(p, s) for s, p in row.items()] for row, _ in pairs],
        [list(option[a:b]) for a, b in pairwise(model.action_start.tolist())],
    )


def count_policies(process: Process) -> int:
    """How many there are."""
    return prod(map(len, process.options))


def all_policies(process: Process) -> Iterator[tuple[int, ...]]:
    """Every policy, as indices of options."""
    return product(*(range(len(options)) for options in process.options))


def policy_values(process: Process, policy: Sequence[int], sense: str = "min") -> list[Value]:
    """The expected total cost of a policy from each choice; infinite where it need not end.

    Where rewards that are not negative are maximised, a policy that never ends is a candidate too,
    and has a finite value if it gets into a circle without rewards.
    """
    chosen = [options[k] for options, k in zip(process.options, policy, strict=True)]
    end = len(process.cost)  # one more state, in which the play stays for nothing
    p = chain_of([[(q, chosen[d]) for q, d in row] or [(1, end)] for row in process.branches])
    free = sense == "max" and min(process.cost) >= 0
    value = for_ever if free else until([False] * end + [True])
    return value([*p, {end: Fraction(1)}], [*process.cost, Fraction(0)])[:-1]


def process_optimum(process: Process, sense: str) -> list[Value]:
    """The optimum of each choice over all policies; infinite where no policy ends.

    If costs have both signs, or are maximised, a policy that need not end makes it infinite.
    """
    table = [policy_values(process, policy, sense) for policy in all_policies(process)]
    spoilt = sense == "max" or min(process.cost) < 0
    best = min if sense == "min" else max
    return [
        inf if spoilt and inf in column else best(column) for column in zip(*table, strict=True)
    ]
