"""Decision processes with published values, built from their definitions.

Small ones are explored state by state from the first one; Herman's ring and the grid world are
made of arrays. Every weight is an integer and its probability the share in its choice's sum.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards


def of_arrays(
    choices: np.ndarray,
    branches: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
    denominator: np.ndarray,
    **about: Any,
) -> Model:
    """The model with so many choices a state and branches a choice."""
    return Model(
        np.r_[0, np.cumsum(choices)],
        np.r_[0, np.cumsum(branches)],
        target,
        weight,
        denominator,
        **about,
    )


def whole(rewards: Sequence[int] | np.ndarray) -> Rewards:
    """These rewards of the choices."""
    numerator = np.array(rewards)
    return Rewards(numerator, np.ones(len(numerator), dtype=np.int64))


def explored(
    start: object,
    choices: Callable[..., Sequence[tuple[str, int, list[tuple[int, object]]]]],
    reward: str,
    labels: Mapping[str, Callable[..., bool]],
    second: Callable[..., bool] | None = None,
) -> Model:
    """All that can be reached from the start, breadth first; the initial state is 0.

    Parameters
    ----------
    start : a state, anything hashable
    choices : (action, reward, [(weight, state)]) for every choice of a state
        None of them: the state is an end, and gets a loop without a reward.
    reward : the name of the rewards
    labels : what holds in a state
    second : whether the second player chooses in a state
    """
    number = {start: 0}
    states = [start]
    counts, widths = [], []  # of choices, of branches
    target, weight, denominator, rewards, actions = [], [], [], [], []
    for state in states:  # grows
        offered = choices(state) or [("end", 0, [(1, state)])]
        counts.append(len(offered))
        for action, gain, branches in offered:
            shares: dict[int, int] = {}
            for share, successor in branches:
                t = number.setdefault(successor, len(states))
                if t == len(states):
                    states.append(successor)
                shares[t] = shares.get(t, 0) + share
            target += shares
            weight += shares.values()
            denominator.append(sum(shares.values()))
            rewards.append(gain)
            actions.append(action)
            widths.append(len(shares))
    return of_arrays(
        np.array(counts),
        np.array(widths),
        np.array(target),
        np.array(weight),
        np.array(denominator),
        labels={name: np.array([holds(s) for s in states]) for name, holds in labels.items()},
        rewards={reward: whole(rewards)},
        actions=actions,
        valuations=[str(s) for s in states],
        players=None if second is None else np.array([second(s) for s in states]),
    )


# Dice --------------------------------------------------------------------------------------------

# a die of coins after one more coin; 6 + d is the result d
_DIE = {0: (1, 2), 1: (3, 4), 2: (5, 6), 3: (1, 7), 4: (8, 9), 5: (10, 11), 6: (2, 12)}


def knuth_yao() -> Model:
    """A die from fair coins, 13 states; labels "1" to "6" and "done", rewards "flips".

    Every result has probability 1/6; 11/3 flips are expected.

    Source: Knuth, Yao, *The complexity of nonuniform random number generation*, 1976; PRISM's
    case study *dice*.
    """
    return explored(
        0,
        lambda die: [("flip", 1, [(1, t) for t in _DIE[die]])] if die < 7 else [],
        "flips",
        {
            "done": lambda die: die > 6,
            **{str(d): lambda die, d=d: die == 6 + d for d in range(1, 7)},
        },
    )


def two_dice() -> Model:
    """Two of these dice, the policy says which one goes on; 169 states.

    Labels "2" to "12" and "done", rewards "flips". The policy does not matter: the sums of two
    dice, and 22/3 flips.

    Source: PRISM's case study *dice*, ``two_dice.nm``; the loop at the end stands there once.
    """

    def choices(state):
        a, b = state
        if a < 7:
            yield "first", 1, [(1, (t, b)) for t in _DIE[a]]
        if b < 7:
            yield "second", 1, [(1, (a, t)) for t in _DIE[b]]

    def done(state):
        return min(state) > 6

    return explored(
        (0, 0),
        lambda state: list(choices(state)),
        "flips",
        {
            "done": done,
            **{str(k): lambda s, k=k: done(s) and sum(s) - 12 == k for k in range(2, 13)},
        },
    )


def craps() -> Model:
    """The pass line of craps; labels "win", "lose" and "done", rewards "rolls".

    The first roll wins with 7 and 11 and loses with 2, 3 and 12. Any other sum is the point, which
    must come again before a 7 does. It wins with probability 244/495; 557/165 rolls are expected.

    Source: Packel, *The Mathematics of Games and Gambling*, 1981.
    """
    ways = {k: 6 - abs(k - 7) for k in range(2, 13)}

    def after(point, k):
        if point == "first roll":
            return "win" if k in (7, 11) else "lose" if k in (2, 3, 12) else k
        return "win" if k == point else "lose" if k == 7 else point

    return explored(
        "first roll",
        lambda s: (
            []
            if s in ("win", "lose")
            else [("roll", 1, [(w, after(s, k)) for k, w in ways.items()])]
        ),
        "rolls",
        {
            "win": lambda s: s == "win",
            "lose": lambda s: s == "lose",
            "done": lambda s: s in ("win", "lose"),
        },
    )


# Boards ------------------------------------------------------------------------------------------

_LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
_CHUTES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}


def chutes_and_ladders() -> Model:
    """Milton Bradley's board, 82 states; label "done", rewards "moves".

    Square 100 must be hit exactly; a longer move is not made. About 39.225 moves are expected.

    Source: Althoen, King, Schilling, *How long is a game of Snakes and Ladders?*, 1993.
    """

    def after(square, spin):
        there = square + spin if square + spin <= 100 else square
        return (_LADDERS | _CHUTES).get(there, there)

    return explored(
        0,
        lambda s: [("spin", 1, [(1, after(s, k)) for k in range(1, 7)])] if s < 100 else [],
        "moves",
        {"done": lambda s: s == 100},
    )


def frozen_lake(rows: Iterable[str] = ("SFFF", "FHFH", "FFFH", "HFFG")) -> Model:
    """Slippery ice: one goes where one wants or to either side of it, each with probability 1/3.

    S is the start, F the ice, H a hole, G the goal; off the board one stays. The game ends in a
    hole and at the goal. Labels "goal", "hole" and "done"; rewards "steps". On the 4 x 4 map the
    greatest probability of the goal is 14/17, within 100 steps 0.7441903.

    Source: Gymnasium's environment ``FrozenLake-v1``.
    """
    board = {(i, j): cell for i, row in enumerate(rows) for j, cell in enumerate(row)}
    ways = {"left": (0, -1), "down": (1, 0), "right": (0, 1), "up": (-1, 0)}
    moves = list(ways.values())

    def step(place, move):
        there = place[0] + move[0], place[1] + move[1]
        return there if there in board else place

    def choices(place):
        if board[place] in "GH":
            return []
        return [
            (name, 1, [(1, step(place, moves[(k + turn) % 4])) for turn in (-1, 0, 1)])
            for k, name in enumerate(ways)
        ]

    return explored(
        next(place for place, cell in board.items() if cell == "S"),
        choices,
        "steps",
        {
            "goal": lambda place: board[place] == "G",
            "hole": lambda place: board[place] == "H",
            "done": lambda place: board[place] in "GH",
        },
    )


def grid_world(n: int, *, obstacles: float = 0.2, slip: int = 1, seed: int = 1) -> Model:
    """n times n cells, four ways to go, obstacles at random; n^2 states in rows.

    One goes where one wants, but by `slip` out of 10 parts of probability to either side of it;
    where the grid ends or an obstacle stands one stays. Obstacles have numbers too, and loops.
    Labels "obstacle" and "goal", the last cell. Rewards "gold", 0 to 9 by the cell where one is,
    none in obstacles.

    Source: Russell, Norvig, *Artificial Intelligence*, section 17.1, for the moves.
    """
    rng = np.random.default_rng(seed)
    wall = rng.random(n * n) < obstacles
    wall[[0, -1]] = False
    gold = np.where(wall, 0, rng.integers(0, 10, n * n))
    cell = np.arange(n * n)
    row, column = divmod(cell, n)
    ways = np.empty((n * n, 4), dtype=np.int64)
    for k, (down, right) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        there = np.clip(row + down, 0, n - 1) * n + np.clip(column + right, 0, n - 1)
        ways[:, k] = np.where(wall | wall[there], cell, there)
    target = np.stack([ways, np.roll(ways, 1, axis=1), np.roll(ways, -1, axis=1)], axis=2)
    target = target.reshape(-1, 3)
    weight = np.tile([10 - 2 * slip, slip, slip], (len(target), 1))
    for a, b in ((0, 1), (0, 2), (1, 2)):
        same = target[:, a] == target[:, b]
        weight[:, a] += np.where(same, weight[:, b], 0)
        weight[same, b] = 0
    kept = weight > 0
    goal = cell == n * n - 1
    return of_arrays(
        np.full(n * n, 4),
        kept.sum(axis=1),
        target[kept],
        weight[kept],
        np.full(len(target), 10),
        labels={"goal": goal, "obstacle": wall},
        rewards={"gold": whole(np.repeat(gold, 4))},
        actions=["left", "down", "right", "up"] * (n * n),
    )


# Algorithms --------------------------------------------------------------------------------------


def consensus(processes: int, k: int) -> Model:
    """The shared coin of randomised consensus; the policy schedules the processes.

    A process flips its coin, adds -1 (tails) or +1 to the shared counter, and reads it: N from
    either end of the range it decides for that end, else it flips again. The counter starts in the
    middle of 0 to 2 (k + 1) N, where N is the number of processes. Labels "finished",
    "all_coins_equal_0", "all_coins_equal_1" and "agree"; rewards "steps", 1 always.

    2 processes, k = 2: 272 states; without agreement they finish with probability at most 13/120;
    48 to 75 steps are expected. 4 processes, k = 4: 43,136 states.

    Source: Aspnes, Herlihy, *Fast randomized consensus using shared memory*, 1990; PRISM's case
    study *consensus*, ``coinN.nm``.
    """
    middle = (k + 1) * processes
    low, high = processes, 2 * middle - processes
    flip, tails, heads, read, zero, one = 0, 10, 11, 20, 30, 31  # program counter and coin

    def step(counter: int, local: int) -> list[tuple[int, int]]:
        if local == flip:
            return [(counter, tails), (counter, heads)]
        if local == tails:
            return [(counter - 1, read)]
        if local == heads:
            return [(counter + 1, read)]
        return [(counter, zero if counter <= low else one if counter >= high else flip)]

    def finished(state):
        return min(state[1:]) >= zero

    def choices(state):
        if finished(state):
            return [("done", 1, [(1, state)])]
        counter, *locals_ = state
        return [
            (
                str(i),
                1,
                [
                    (1, (after, *state[1:i], new, *state[i + 1 :]))
                    for after, new in step(counter, local)
                ],
            )
            for i, local in enumerate(locals_, 1)
            if local < zero
        ]

    def coins(state):
        return {local % 10 for local in state[1:]}

    return explored(
        (middle, *[flip] * processes),
        choices,
        "steps",
        {
            "finished": finished,
            "all_coins_equal_0": lambda s: coins(s) == {0},
            "all_coins_equal_1": lambda s: coins(s) == {1},
            "agree": lambda s: len(coins(s)) == 1,
        },
    )


def herman(n: int) -> Model:
    """Herman's self-stabilising ring of n processes, n odd; all 2^n states, numbered by their bits.

    A process whose bit equals its left neighbour's has a token and draws a new bit by a fair coin;
    the others copy their left neighbour's. Label "stable": one token; rewards "steps", 1 always.
    The most expected steps until then, from three tokens as far apart as they can be, are 4abc/n
    with a + b + c = n.

    Source: Herman, *Probabilistic self-stabilization*, 1990; McIver, Morgan, *An elementary proof
    that Herman's ring is Theta(N^2)*, 2005, for the maximum.
    """
    bits = np.arange(1 << n)
    left = (bits << 1 | bits >> (n - 1)) & len(bits) - 1
    tokens = ~(bits ^ left) & len(bits) - 1
    state, target = bits, left & ~tokens
    for k in range(n):
        drawn = tokens[state] >> k & 1
        last = np.cumsum(1 + drawn) - 1
        state, target = np.repeat(state, 1 + drawn), np.repeat(target, 1 + drawn)
        target[last[drawn == 1]] |= 1 << k
    count = (tokens[:, None] >> np.arange(n) & 1).sum(axis=1)
    draws = np.left_shift(1, count, dtype=np.int64)
    return of_arrays(
        np.ones(len(bits), dtype=np.int64),
        draws,
        target,
        np.ones(len(target), dtype=np.int64),
        draws,
        labels={"stable": count == 1},
        rewards={"steps": whole(np.ones(len(bits), dtype=np.int64))},
    )


def haddad_monmege(n: int) -> Model:
    """A chain on which value iteration stops much too early; 2n + 1 states from end to end.

    From the middle, n, one goes to either side by a fair coin; from elsewhere on a coin further
    out, else back to the middle. Labels "target", the end at 0, with probability 1/2, and "done",
    either end; rewards "steps": 3 * 2^(n - 1) - 2 are expected.

    Source: Haddad, Monmege, *Reachability in MDPs: Refining convergence of value iteration*, 2014;
    the benchmark set QVBS's ``haddad-monmege`` with p = 1/2.
    """

    def choices(x):
        if x in (0, 2 * n):
            return []
        ways = (x - 1, x + 1) if x == n else (x - 1, n) if x < n else (x + 1, n)
        return [("step", 1, [(1, t) for t in ways])]

    return explored(
        n,
        choices,
        "steps",
        {"target": lambda x: x == 0, "done": lambda x: x in (0, 2 * n)},
    )


def pitted_grid(n: int, *, pits: float = 0.1, gold: bool = False, seed: int = 0) -> Model:
    """n times n cells; some at random are pits, where one stays for ever for 0 to 9 a step.

    One goes in four ways, and slips to either side of it by 1/10 each. With gold the other cells
    have 0 to 9 a step, too; else nothing.
    """
    rng = random.Random(seed)
    pay = {c: rng.randint(0, 9) for c in range(n * n) if rng.random() < pits}
    table: list[Any] = []
    gains = []
    for c in range(n * n):
        row, column = divmod(c, n)
        ways = (row, max(column - 1, 0)), (min(row + 1, n - 1), column)
        ways += (row, min(column + 1, n - 1)), (max(row - 1, 0), column)
        near = [n * i + j for i, j in ways]
        slips = [(near[k], near[k - 1], near[(k + 1) % 4]) for k in range(4)]
        chances = [*map(Fraction, ("4/5", "1/10", "1/10"))]
        moves = [[(p, t) for p, t in zip(chances, ends, strict=True)] for ends in slips]
        table.append([[(1, c)]] if c in pay else moves)
        gains.append([pay[c]] if c in pay else [rng.randint(0, 9) if gold else 0] * 4)
    return Model.from_lists(table, rewards={"": gains})


def job_schedule(jobs: int, seed: int = 0) -> dict[str, Any]:
    """A Markov automaton, as JSON: two machines, and which two of the jobs left are to run.

    Whatever is chosen, all jobs are done almost surely, and then stay so: label "done".
    """
    rng = random.Random(seed)
    rates = [rng.randint(1, 9) for _ in range(jobs)]
    names: list[tuple[tuple[int, ...], tuple[int, ...]]] = [(tuple(range(jobs)), ())]
    number = {names[0]: 0}  # jobs left, and those that run, none while it is to be chosen
    states = []

    def at(left: tuple[int, ...], run: tuple[int, ...]) -> str:
        if (left, run) not in number:
            number[left, run] = len(names)
            names.append((left, run))
        return str(number[left, run])

    for left, run in names:  # grows while it is read
        total = sum(rates[j] for j in run)
        if run:
            rest = {j: at(tuple(k for k in left if k != j), ()) for j in run}
            to: dict[str, Any] = {rest[j]: str(Fraction(rates[j], total)) for j in run}
            states.append({"choices": [{"to": to, "rate": total}]})
        elif left:
            pairs = [*combinations(left, 2)] or [left]
            states.append({"choices": [{"to": {at(left, pair): 1}} for pair in pairs]})
        else:
            states.append({"labels": ["done"], "choices": [{"to": {at((), ()): 1}, "rate": 1}]})
    return {"type": "ma", "states": states}


# Games of two ------------------------------------------------------------------------------------


def pig(target: int) -> Model:
    """Pig, a turn-based game, as `exactbox help pig` has it; label "first": who won.

    Source: Neller, Presser, *Optimal play of the dice game Pig*, UMAP Journal 25 (1), 2004.
    """

    def over(s):
        return s[1] + s[3] >= target

    def options(s):
        return ["end"] if over(s) else ["roll", "hold"] if s[3] else ["roll"]

    def outcomes(s, action):
        who, own, other, turn = s
        if action == "roll":
            added = {(who, own, other, turn + k): "1/6" for k in range(2, 7)}
            return {(3 - who, other, own, 0): "1/6"} | added
        return {(3 - who, other, own + turn, 0): 1} if action == "hold" else None

    return Model.explore(
        (1, 0, 0, 0), options, outcomes, player=lambda s: s[0],
        labels={"first": lambda s: s[0] == 1 and over(s)},
    )  # fmt: skip


def piglet(target: int = 2) -> Model:
    """Piglet, a turn-based game: the first player maximises the probability of the label "first".

    In a turn one flips a coin: heads adds 1 to the turn's total, tails ends the turn for nothing;
    or one holds and scores the total, even a total of 0. Who would reach the target has won.
    States are ("first" or "second", i, j, k): who is to move, that player's score, the other's, the
    turn's total; valuations are these as text. Labels "first" and "second": who won; rewards
    "flips". To 2 points, P(who is to move wins) is 4/7 at (0, 0, 0), 2/5 at (0, 1, 0).

    Source: Neller, Presser, *Optimal play of the dice game Pig*, UMAP Journal 25 (1), 2004.
    """
    other = {"first": "second", "second": "first"}

    def choices(state):
        if len(state) == 1:
            return []
        who, i, j, k = state
        heads = (who, i, j, k + 1) if i + k + 1 < target else (who,)
        return [
            ("flip", 1, [(1, heads), (1, (other[who], j, i, 0))]),
            ("hold", 0, [(1, (other[who], j, i + k, 0))]),
        ]

    return explored(
        ("first", 0, 0, 0),
        choices,
        "flips",
        {"first": lambda s: s == ("first",), "second": lambda s: s == ("second",)},
        second=lambda s: s[0] == "second" and len(s) > 1,
    )


def walk(states: int, kind: str = "reset", seed: int = 0) -> Model:
    """A walk with two options a state, where the last state is best: it has 10 a step for ever.

    "stay": a step up or down with chances of that state, or one stays for 0 to 5. "reset": up with
    1/2 and else to the beginning, or one stays. "trap": as "stay", but from the last state a coin
    leads to 10 a step or to nothing. "component": as "stay", but the last state may be left.
    """
    rng = random.Random(seed)
    table, gains = [], []
    for s in range(states):
        up, down, p = min(s + 1, states - 1), max(s - 1, 0), Fraction(rng.randint(1, 9), 10)
        moves = [(Fraction(1, 2), up), (Fraction(1, 2), 0)]
        if kind != "reset":
            moves = [(p, up), (1 - p, down)]
        last = s == states - 1
        table.append([moves, [(1, s)]])
        gains.append([rng.randint(0, 5), rng.randint(0, 5)])
        if last and kind == "component":
            gains[s] = [0, 10]
        elif last and kind == "trap":
            table[s] = [[(Fraction(1, 2), s + 1), (Fraction(1, 2), s + 2)]]
            table += [[[(1, s + 1)]], [[(1, s + 2)]]]
            gains[s:] = [[0], [10], [0]]
        elif last:
            table[s], gains[s] = [[(1, s)]], [10]
    return Model.from_lists(table, rewards={"": gains})
