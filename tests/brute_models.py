"""The optimum over all memoryless deterministic policies of a small model, by the definition.

Each policy makes a Markov chain, whose values are found in Fractions from its graph and by
Gaussian elimination. For every objective here some policy of this kind is as good as any other,
from all states at once; so the optimum is the best of their values, state by state. In a game the
first player's best against the second player's best answer is compared with the other order.

Sources: Puterman, *Markov Decision Processes*, 1994; for games Condon, *The complexity of
stochastic games*, 1992.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import inf

from exactbox.mdp.model import Model, Rewards

Value = Fraction | float  # the only float is infinity
Chain = list[dict[int, Fraction]]
States = Sequence[bool]


# A chain's values: (chain, the policy's rewards) to one value for every state ---------------------


def reached(goal: States, stay: States | None = None) -> Callable[..., list[Value]]:
    """The probability of the goal, by a path in `stay`."""

    def values(chain: Chain, _: list[Fraction]) -> list[Value]:
        inside = [not g and (stay is None or bool(stay[s])) for s, g in enumerate(goal)]
        hopeful = _can_reach(chain, set(_where(goal)), inside)
        open_ = [s for s in _where(inside) if s in hopeful]
        known = [Fraction(bool(g)) for g in goal]
        return _solve(chain, open_, known, [Fraction(0)] * len(chain))

    return values


def until(goal: States) -> Callable[..., list[Value]]:
    """The expected reward before the goal; infinite where it may be missed."""

    def values(chain: Chain, rewards: list[Fraction]) -> list[Value]:
        sure = [p == 1 for p in reached(goal)(chain, rewards)]
        open_ = [s for s in _where(sure) if not goal[s]]
        found = _solve(chain, open_, [Fraction(0)] * len(chain), rewards)
        return [v if s else inf for v, s in zip(found, sure)]

    return values


def for_ever(chain: Chain, rewards: list[Fraction]) -> list[Value]:
    """The expected sum of rewards that are not negative."""
    recurrent = {s for group in _recurrent(chain) for s in group}
    endless = _can_reach(chain, {s for s in recurrent if rewards[s]}, [True] * len(chain))
    open_ = [s for s in range(len(chain)) if s not in recurrent | endless]
    found = _solve(chain, open_, [Fraction(0)] * len(chain), rewards)
    return [inf if s in endless else v for s, v in enumerate(found)]


def with_discount(discount: Fraction) -> Callable[..., list[Value]]:
    """The expected discounted sum."""

    def values(chain: Chain, rewards: list[Fraction]) -> list[Value]:
        faded = [{t: discount * p for t, p in row.items()} for row in chain]
        return _solve(faded, list(range(len(chain))), [Fraction(0)] * len(chain), rewards)

    return values


def on_average(chain: Chain, rewards: list[Fraction]) -> list[Value]:
    """The expected reward of a step in the long run."""
    gain = [Fraction(0)] * len(chain)
    for group in _recurrent(chain):
        here = sorted(group)
        # pi = pi P, where one equation gives way to: the sum is 1
        rows = [[chain[s].get(t, 0) - Fraction(s == t) for s in here] for t in here[1:]]
        rows.insert(0, [Fraction(1)] * len(here))
        share = _gauss(rows, [Fraction(k == 0) for k in range(len(here))])
        mean = sum(p * rewards[s] for p, s in zip(share, here))
        arrived = reached([s in group for s in range(len(chain))])(chain, rewards)
        gain = [g + p * mean for g, p in zip(gain, arrived)]
    return gain


# Over all policies --------------------------------------------------------------------------------


def optimum(
    model: Model,
    value: Callable[[Chain, list[Fraction]], list[Value]],
    sense: str,
    rewards: Rewards | None = None,
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
    second = [s for s in everyone if model.players is not None and model.players[s]]
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
    everyone = range(model.states)
    values = [Fraction(goal is not None and bool(goal[s])) for s in everyone]
    fixed = [values[s] == 1 or (stay is not None and not stay[s]) for s in everyone]
    for step in reversed(range(steps)):
        before, values = values, list(values)
        for s in everyone:
            if not fixed[s]:
                turn = model.players is not None and bool(model.players[s])
                better = max if (sense == "max") != turn else min
                offered = list(choices_of(model, s))
                if policy is not None:
                    offered = [offered[policy[step][s]]]
                values[s] = better(
                    gain + discount * sum(p * before[t] for t, p in row.items())
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
    left = Model.from_lists(
        [[[(p, t) for t, p in branches.items()] for branches, _ in row] for row in rows],
        initial=model.initial,
        rewards={"": [[gain for _, gain in row] for row in rows]},
        players=model.players,
    )
    return left, left.rewards[""]


# Parts --------------------------------------------------------------------------------------------


def choices_of(model: Model, state: int) -> range:
    """The choices of a state."""
    return range(int(model.choice_start[state]), int(model.choice_start[state + 1]))


def _picks(model: Model, states: list[int]) -> Iterator[dict[int, int]]:
    """Every way to pick a choice in each of the states."""
    for picked in product(*(choices_of(model, s) for s in states)):
        yield dict(zip(states, picked))


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


def _where(flags: States) -> list[int]:
    return [s for s, flag in enumerate(flags) if flag]


def _can_reach(chain: Chain, aim: set[int], through: States) -> set[int]:
    """The states with a path to the aim, which they are in or begin `through`."""
    found = set(aim)
    for _ in chain:
        found |= {s for s in _where(through) if found & chain[s].keys()}
    return found


def _recurrent(chain: Chain) -> list[set[int]]:
    """The classes of states that all they lead to leads back to."""
    everywhere = [True] * len(chain)
    sources = [_can_reach(chain, {s}, everywhere) for s in range(len(chain))]
    leads = [{t for t in range(len(chain)) if s in sources[t]} for s in range(len(chain))]
    groups = [leads[s] for s in range(len(chain)) if leads[s] <= sources[s]]
    return [group for k, group in enumerate(groups) if group not in groups[:k]]


def _solve(
    chain: Chain, open_: list[int], known: list[Fraction], rewards: list[Fraction]
) -> list[Fraction]:
    """v = rewards + P v in the open states; the other values are known."""
    rows = [[Fraction(s == t) - chain[s].get(t, 0) for t in open_] for s in open_]
    outside = set(range(len(chain))) - set(open_)
    right = [
        rewards[s] + sum(p * known[t] for t, p in chain[s].items() if t in outside) for s in open_
    ]
    values = list(known)
    for s, v in zip(open_, _gauss(rows, right)):
        values[s] = v
    return values


def _gauss(rows: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """The solution, by Gauss-Jordan elimination."""
    table = [[*row, b] for row, b in zip(rows, right)]
    for i in range(len(table)):
        pivot = next(k for k in range(i, len(table)) if table[k][i])
        table[i], table[pivot] = table[pivot], table[i]
        table[i] = [e / table[i][i] for e in table[i]]
        for k, row in enumerate(table):
            if k != i and row[i]:
                table[k] = [e - row[i] * f for e, f in zip(row, table[i])]
    return [row[-1] for row in table]
