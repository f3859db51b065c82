"""The reward until a goal, rewards having both signs: all proper policies tried, known optima."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.formats import from_gymnasium
from exactbox.mdp import Goal, Model, Rewards, cost, cost_enclosure
from tests.brute import after, as_model, choices_of, fixed, on_average, optimum, until
from tests.mdp.objectives.test_representations import WAYS, flags, unfolded
from tests.strategies import examples, listed, models

SENSES = st.sampled_from(["max", "min"])
WAYS_TO_PAY = st.sampled_from(["signed", "losses", "circles of 0"])


# What is true, by trying every policy -------------------------------------------------------------


def with_sign(rewards: Rewards, sign: int) -> Rewards:
    return Rewards(rewards.numerator * sign, rewards.denominator)


def truth(model, goal, sense, rewards):
    """Each state's optimum over the policies that reach the goal almost surely from it.

    A policy that does not counts as the worst; where all do not, so does the state.
    """
    sign = 1 if sense == "min" else -1
    return [sign * v for v in optimum(model, until(goal), "min", with_sign(rewards, sign))]


def best_average(model, goal, sense, rewards):
    """The best average reward among the states and options from which the goal can be made sure."""
    nothing = Rewards.from_fractions([Fraction(0)] * model.choices)
    lost = [v == inf for v in optimum(model, until(goal), "min", nothing)]
    rows, gains = [], []
    for s in range(model.states):
        options = [after(model, c, rewards) for c in choices_of(model, s)]
        kept = [(p, r) for p, r in options if not any(lost[t] for t in p)]
        if goal[s] or lost[s]:
            kept = [({s: Fraction(1)}, Fraction(0))]
        rows.append([[(q, t) for t, q in p.items()] for p, _ in kept])
        gains.append([r for _, r in kept])
    small = as_model(rows, gains)
    found = optimum(small, on_average, sense, small.rewards[""])
    return (max if sense == "max" else min)(found)


def paying(model, way, seed):
    """Rewards of both signs: any; rarely above 0; or the differences of a potential, and less."""
    signed = model.rewards["signed"]
    if way == "signed":
        return signed
    rng = np.random.default_rng(seed)
    rows = [after(model, c, signed) for c in range(model.choices)]
    if way == "losses":
        less = [r - 3 for _, r in rows]
        return Rewards.from_fractions(less)
    height = [Fraction(int(h)) for h in rng.integers(-3, 4, model.states)]
    gain = rng.choice([0, 0, 0, -1], model.choices)
    return Rewards.from_fractions(
        height[s] - sum(p * height[t] for t, p in row.items()) + int(g)
        for s, (row, _), g in zip(model.state_of.tolist(), rows, gain, strict=True)
    )


@given(models(), SENSES, WAYS_TO_PAY, st.integers(0, 99))
@examples(150)
def test_against_all_proper_policies(model, sense, way, seed):
    """The values, the policy that attains them and the proof; or the refusal, if it is right."""
    goal, rewards = model.labels["goal"], paying(model, way, seed)
    if sense == "min":
        rewards = with_sign(rewards, -1)
    assume(any(rewards[c] < 0 and not goal[s] for c, s in enumerate(model.state_of.tolist())))
    expected = truth(model, goal, sense, rewards)
    start = next((s for s, v in enumerate(expected) if abs(v) != inf), None)
    assume(start is not None)
    model = replace(model, initial=start)
    average = best_average(model, goal, sense, rewards)
    if average > 0 if sense == "max" else average < 0:
        with pytest.raises(ValueError, match=r"state \d, choice \d: a policy can stay here before"):
            cost(model, rewards, "goal", sense)
        return
    answer = cost(model, rewards, "goal", sense)
    assert list(answer.values) == expected
    played, left = fixed(model, answer.policy, range(model.states), rewards)
    assert truth(played, goal, sense, left) == expected
    assert check_certificate(answer.certificate()).value == answer.value == expected[start]
    for s, v in enumerate(expected):
        if not goal[s]:
            q_values = [answer.q_value(c) for c in choices_of(model, s)]
            assert (max if sense == "max" else min)(q_values) == v


@given(listed(), WAYS, SENSES, st.sampled_from(["label", "ended", "both"]))
@examples(100)
def test_shared_choices_and_ends(process, way, sense, kind):
    """An option that ends the play elsewhere is no option of a policy that reaches the goal."""
    pays = [  # each step costs; to end the play, which is in no circle, has the other sign
        r + 1 if branches else Fraction(-5)
        for r, branches in zip(process.rewards["some"], process.branches, strict=True)
    ]
    pays = pays if sense == "min" else [-r for r in pays]
    process = process._replace(rewards={"some": pays, "signed": pays})
    goal = [g and kind != "ended" for g in flags(process)["goal"]]
    model, whole = way(process), unfolded(process)
    before = [c for s, row in enumerate(process.options) if not goal[s] for c in row]
    assume(any(pays[c] < 0 for c in before))
    expected = truth(whole, [*goal, kind != "label"], sense, whole.rewards["some"])[:-1]
    start = next((s for s, v in enumerate(expected) if abs(v) != inf), None)
    assume(start is not None)
    asked = Goal(np.array(goal), kind != "label")
    answer = cost(replace(model, initial=start), "some", asked, sense)
    assert list(answer.values) == expected
    assert check_certificate(answer.certificate()).value == expected[start]


# Refusals -----------------------------------------------------------------------------------------


def corridor(*rewards, start=0):
    """From 0 to 1 or back, or to the goal, 2; 3 is a dead end that nobody gets to, but from 1."""
    return Model.from_lists(
        [[[(1, 1)]], [[(1, 0)], [(1, 2)], [("1/2", 2), ("1/2", 3)]], [[(1, 2)]], [[(1, 3)]]],
        initial=start,
        labels={"goal": [2]},
        rewards={"": [rewards[:1], rewards[1:4], [0], [7]]},
    )


def test_a_component_that_gains_is_named_with_its_average():
    message = (
        r"^state [01], choice 0: a policy can stay here before the goal, in an end component of 2 "
        r"states, for {} a step on average; need 0 or {}, else there is no {} reward$"
    )
    with pytest.raises(ValueError, match=message.format("1/2", "less", "greatest")):
        cost(corridor(2, -1, 0, 0), None, "goal", "max")
    with pytest.raises(ValueError, match=message.format("-1/2", "more", "least")):
        cost(corridor(-2, 1, 0, 0), None, "goal", "min")


def test_a_circle_of_average_0_is_gone_round_no_more_than_it_pays():
    """From 1 one may go round for -2 and 2; what is worth it is not to."""
    answer = cost(corridor(2, -2, -1, 99), None, "goal", "max")
    assert list(answer.values) == [1, -1, 0, -inf]
    assert answer.decimal(3, 3) == "-infinity"
    assert answer.q_value(3) == -inf
    assert list(cost(corridor(2, -2, -1, -99), None, "goal", "min").values) == [1, -1, 0, inf]


def test_a_start_from_where_the_goal_is_not_sure_is_refused():
    with pytest.raises(
        ValueError, match="state 3, where the play starts: no policy reaches 'goal'"
    ):
        cost(corridor(-1, -1, -1, -1, start=3), None, "goal", "max")


def test_there_are_no_bounds_of_both_signs():
    with pytest.raises(ValueError, match="need 0 or more before the goal"):
        cost_enclosure(corridor(-1, -1, -1, -1), None, "goal", "max")


# Gymnasium's tables ------------------------------------------------------------------------------


def cliff(slippery=False):
    """CliffWalking by its published rules: 4 by 12 cells, 36 to 47; the cliff is 37 to 46.

    Actions: up, right, down, left. A step costs 1; into the cliff 100, and back to the start.
    """
    table = {}
    for s in range(48):
        table[s] = {}
        for a in range(4):
            ways = [(a - 1) % 4, a, (a + 1) % 4] if slippery else [a]
            table[s][a] = []
            for way in ways:
                down, right = [(-1, 0), (0, 1), (1, 0), (0, -1)][way]
                row, column = min(max(s // 12 + down, 0), 3), min(max(s % 12 + right, 0), 11)
                t, p = 12 * row + column, 1 / len(ways)
                fell = 37 <= t <= 46
                table[s][a].append((p, 36, -100, False) if fell else (p, t, -1, t == 47))
    return table


TAXI = ["|R: | : :G|", "| : | : : |", "| : : : : |", "| | : | : |", "|Y| : |B: |"]
STANDS = [(0, 0), (0, 4), (4, 0), (4, 3)]


def taxi():
    """Taxi by its published rules: ((row 5 + column) 5 + passenger) 4 + destination.

    Actions: south, north, east, west, pick up, drop off. Passenger 4 is in the taxi. A step costs
    1, a pick-up or drop-off where there is none to do 10; to deliver brings 20 and ends.
    """
    table = {}
    for s in range(500):
        place, to = divmod(s, 4)
        cell, who = divmod(place, 5)
        row, column = divmod(cell, 5)
        table[s] = {}
        for a in range(6):
            r, c, w, gain, done = row, column, who, -1, False
            if a < 2:
                r = min(row + 1, 4) if a == 0 else max(row - 1, 0)
            elif a == 2 and TAXI[row][2 * column + 2] == ":":
                c = min(column + 1, 4)
            elif a == 3 and TAXI[row][2 * column] == ":":
                c = max(column - 1, 0)
            elif a == 4:
                w, gain = (4, -1) if who < 4 and (row, column) == STANDS[who] else (who, -10)
            elif a == 5 and who == 4 and (row, column) == STANDS[to]:
                w, gain, done = to, 20, True
            elif a == 5 and who == 4 and (row, column) in STANDS:
                w = STANDS.index((row, column))
            elif a == 5:
                gain = -10
            table[s][a] = [(1.0, ((r * 5 + c) * 5 + w) * 4 + to, gain, done)]
    return table


def shortest(table, sources):
    """Steps to a transition that is done, by breadth-first search backwards."""
    before = {}
    steps = {}
    for s, row in table.items():
        for ((_, t, gain, done),) in row.values():
            if done:
                steps[s] = 1
            elif gain == -1:
                before.setdefault(t, []).append(s)
    queue = deque(steps)
    while queue:
        t = queue.popleft()
        for s in before.get(t, []):
            if s not in steps:
                steps[s] = steps[t] + 1
                queue.append(s)
    return [steps[s] for s in sources]


def proved(answer):
    assert check_certificate(answer.certificate()).value == answer.value


def test_cliff_walking():
    """13 steps along the cliff, as Sutton and Barto's figure 6.4 has it."""
    model = from_gymnasium(cliff(), rationalize="exact", initial=36)
    answer = cost(model, None, "done", "max")
    assert answer.value == -13
    assert list(answer.values)[:48] == [-d for d in shortest(cliff(), range(48))]
    proved(answer)


def test_cliff_walking_on_ice():
    """The policy's own chain, by Gaussian elimination, is worth the same, and no option is more."""
    model = from_gymnasium(cliff(slippery=True), rationalize=10, initial=36)
    answer = cost(model, None, "done", "max")
    proved(answer)
    rewards, v = model.rewards["reward"], answer.values
    for s in range(48):
        options = [after(model, c, rewards) for c in choices_of(model, s)]
        q_values = [r + sum(p * v[t] for t, p in row.items()) for row, r in options]
        assert max(q_values) == v[s] == q_values[answer.policy[s]]


def test_taxi():
    """20 for the passenger at the destination, less the steps before: in all 500 states."""
    model = from_gymnasium(taxi(), rationalize="exact", initial=314)
    answer = cost(model, None, "done", "max")
    assert list(answer.values)[:500] == [21 - d for d in shortest(taxi(), range(500))]
    proved(answer)


@pytest.mark.parametrize(
    ("name", "built", "more"),
    [
        ("CliffWalking", cliff, {}),
        ("CliffWalking", cliff, {"is_slippery": True}),
        ("Taxi", taxi, {}),
    ],
)
def test_the_tables_are_gymnasium_s(name, built, more):
    """Where Gymnasium is installed."""
    toys = pytest.importorskip("gymnasium.envs.toy_text")
    table = getattr(toys, f"{name}Env")(**more).P
    assert {
        s: {
            a: [(p, int(t), r, bool(done)) for p, t, r, done in entries]
            for a, entries in row.items()
        }
        for s, row in table.items()
    } == built(*more.values())
