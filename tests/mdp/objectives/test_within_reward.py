"""Bounded rewards against an explicit product with what is spent, solved without bounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import UncheckedError
from exactbox.check import check_certificate
from exactbox.mdp import Model, Ratios, Rewards, reach, total, within_reward, within_steps
from exactbox.mdp.model.layout import starts_of
from exactbox.properties import answer as ask
from tests.strategies import examples

State = tuple[int, Any, bool]  # a state, what is spent, and whether the goal is reached


def product_with(
    model: Model,
    spending: Sequence[Fraction],
    most: Fraction | None,
    least: Fraction,
    brought: Sequence[Fraction],
) -> tuple[Model, Model]:
    """Every state with what is spent up to it, from nothing spent; `spending` is of branches, then
    of choices that end the play; the last state is beyond the bound. Rewards are those of branches
    within it.

    Without an upper bound what is spent is counted up to the lower one.
    """
    first = [(s, Fraction(0)) for s in range(model.states)]
    place = {key: k for k, key in enumerate(first)}
    queue, rows, sizes, gains = list(first), [], [], []
    ends = model.branch_start[1:] == model.branch_start[:-1]
    for s, x in queue:
        options = range(int(model.action_start[s]), int(model.action_start[s + 1]))
        sizes.append(len(options))
        for o in options:
            c = o if model.afterstate is None else int(model.afterstate[o])
            branches = range(int(model.branch_start[c]), int(model.branch_start[c + 1]))
            row, gain = {}, Fraction(0)
            numbered = [(e, int(model.target[e]), int(model.weight[e])) for e in branches]
            if ends[c]:
                numbered = [(len(model.target) + c, -1, 1)]
            for e, t, w in numbered:
                chance = Fraction(w, int(model.denominator[c]) if t >= 0 else 1)
                y = x + spending[e]
                if most is None:
                    y = min(y, least)
                key: Any = "beyond" if most is not None and y > most else (t, y)
                if key != "beyond":
                    gain += chance * brought[e]
                if key not in place:
                    place[key] = -1 if key == "beyond" or t < 0 else len(queue)
                    if place[key] >= 0:
                        queue.append(key)
                row[key] = row.get(key, 0) + chance
            rows.append(row)
            gains.append(gain)
    return place, queue, rows, sizes, gains


def solved(model, spending, sense, *, most=None, least=0, goal=None, ended=False, stay=None,
           brought=None):  # fmt: skip
    """The values of all states with nothing spent, by `reach` or `total` of the product."""
    least = Fraction(least)
    nothing = [Fraction(0)] * (len(model.target) + model.choices)
    place, queue, rows, sizes, gains = product_with(
        model, spending, most, least, nothing if brought is None else brought
    )
    lost, won = len(queue), len(queue) + 1
    good = [False] * lost + [False, True]
    allowed = [True] * (lost + 2)
    for k, (s, x) in enumerate(queue):
        good[k] = goal is not None and bool(goal[s]) and x >= least
        allowed[k] = stay is None or bool(stay[s])
    target, weight, denominator, lengths = [], [], [], []
    for row in rows:
        ways: dict[int, Fraction] = {}
        for key, chance in row.items():
            if key == "beyond" or (key[0] < 0 and not (ended and key[1] >= least)):
                to = lost
            else:
                to = won if key[0] < 0 else place[key]
            ways[to] = ways.get(to, Fraction(0)) + chance
        d = lcm(*(p.denominator for p in ways.values()))
        target += ways
        weight += [int(p * d) for p in ways.values()]
        denominator.append(d)
        lengths.append(len(ways))
    target, weight = [*target, lost, won], [*weight, 1, 1]
    denominator, lengths, sizes = [*denominator, 1, 1], [*lengths, 1, 1], [*sizes, 1, 1]
    found = Model(
        starts_of(np.array(sizes)), starts_of(np.array(lengths)), np.array(target),
        np.array(weight), np.array(denominator),
    )  # fmt: skip
    if brought is None:
        answer = reach(found, np.array(good), sense, stay=np.array(allowed))
    else:
        own = Ratios.from_fractions([*gains, Fraction(0), Fraction(0)])
        answer = total(found, Rewards(own.numerator, own.denominator), sense)
    return [answer.values[s] for s in range(model.states)]


@st.composite
def questions(draw, circles):
    """A small model with shared choices or not, and amounts of its branches."""
    n = draw(st.integers(1, 4))
    choices = draw(st.integers(n, 6))
    target, weight, denominator, lengths = [], [], [], []
    for _ in range(choices):
        to = sorted(draw(st.sets(st.integers(0, n - 1), min_size=0, max_size=3)))
        chances = [draw(st.integers(1, 3)) for _ in to]
        target += to
        weight += chances
        denominator.append(sum(chances) or 1)
        lengths.append(len(to))
    shared = draw(st.booleans())
    if shared:
        rows = [sorted(draw(st.sets(st.integers(0, choices - 1), min_size=1))) for _ in range(n)]
        left = sorted(set(range(choices)) - {c for row in rows for c in row})
        rows[0] = sorted({*rows[0], *left})
    else:
        cuts = sorted(draw(st.permutations(range(1, choices)))[: n - 1])
        rows = [list(range(a, b)) for a, b in zip([0, *cuts], [*cuts, choices], strict=True)]
    model = Model(
        starts_of(np.array([len(row) for row in rows])),
        starts_of(np.array(lengths)),
        np.array(target, dtype=np.int64),
        np.array(weight, dtype=np.int64),
        np.array(denominator),
        list(range(n)),
        afterstate=[c for row in rows for c in row],
    )
    least = 0 if circles else 1
    unit = draw(st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(2, 3)]))
    size = len(target) + choices
    spending = [draw(st.integers(least, 2)) * unit for _ in range(size)]
    brought = [Fraction(draw(st.integers(0, 2)), draw(st.integers(1, 2))) for _ in range(size)]
    return model, spending, brought


def rewards_of(model, amounts):
    """Rewards of branches; a choice that ends the play brings its last amount."""
    count = len(model.target)
    branch = Ratios.from_fractions(amounts[:count])
    expected = []
    for c in range(model.choices):
        own = range(int(model.branch_start[c]), int(model.branch_start[c + 1]))
        mean = sum(amounts[e] * int(model.weight[e]) for e in own) / int(model.denominator[c])
        expected.append(mean if own else amounts[count + c])
    own = Ratios.from_fractions(expected)
    return Rewards(own.numerator, own.denominator, branch)


def assert_proved(answer):
    """The checker proves the values of all states."""
    claim = check_certificate(answer.certificate())
    assert claim.facts["values"] == list(answer.values)
    assert claim.kind == "bounded"


@pytest.mark.parametrize("circles", [False, True])
@examples(40)
@given(data=st.data())
def test_the_probability_is_that_of_the_product(circles, data):
    model, spending, _ = data.draw(questions(circles))
    sense = data.draw(st.sampled_from(["max", "min"]))
    n = model.states
    goal = np.array([data.draw(st.booleans()) for _ in range(n)])
    stay = np.array([data.draw(st.integers(0, 4)) > 0 for _ in range(n)])
    most = data.draw(st.sampled_from([None, 0, 1, 2, Fraction(5, 2), 4]))
    least = data.draw(st.sampled_from([0, 1, Fraction(3, 2), 3])) or (0 if most is not None else 1)
    ended = data.draw(st.booleans()) and not goal.any()
    asked = {"at_least": least} if least else {}
    if most is not None:
        asked["at_most"] = most
    limits = {"goal": "ended" if ended else goal, "stay": stay}
    answer = within_reward(model, sense, bound=rewards_of(model, spending), **asked, **limits)
    expected = solved(
        model, spending, sense, most=most, least=least, goal=goal, ended=ended, stay=stay
    )
    assert list(answer.values) == expected
    assert_proved(answer)


@pytest.mark.parametrize("circles", [False, True])
@examples(40)
@given(data=st.data())
def test_the_rewards_are_those_of_the_product(circles, data):
    model, spending, brought = data.draw(questions(circles))
    sense = data.draw(st.sampled_from(["max", "min"]))
    most = data.draw(st.sampled_from([0, 1, Fraction(5, 2), 4]))
    expected = solved(model, spending, sense, most=most, brought=brought)
    asked = {"bound": rewards_of(model, spending), "rewards": rewards_of(model, brought)}
    answer = within_reward(model, sense, at_most=most, **asked)
    assert list(answer.values) == expected
    if float("inf") in expected:
        with pytest.raises(UncheckedError, match="no certificate holds infinite rewards"):
            answer.certificate()
    else:
        assert_proved(answer)


@pytest.mark.parametrize("sense", ["max", "min"])
def test_rewards_are_infinite_where_a_cycle_that_spends_nothing_cannot_be_left(sense):
    """From 0 one pays 1 to get to 1, where one is paid for ever, or stays and pays 1 each time."""
    model = Model.from_lists(
        [[[(1, 1)], [(1, 0)]], [[(1, 1)]], [[("1/2", 1), ("1/2", 2)]]],
        rewards={"gain": [[0, 3], [5], [0]], "price": [[1, 1], [0], [2]]},
    )

    def value(most):
        answer = within_reward(model, sense, bound="price", at_most=most, rewards="gain")
        return list(answer.values)

    inf = float("inf")
    assert value(0) == [0, inf, 0]
    assert value(1) == [inf if sense == "max" else 3, inf, 0]
    assert value(2) == [inf if sense == "max" else 6, inf, inf]
    text = f'R{{"gain"}}{sense}=? [ C{{"price"}}<=2 ]'
    assert ask(model, text).value == value(2)[0]
    assert ask(model, f"filter(max, {text}, true)").value == inf


@examples(40)
@given(data=st.data())
def test_a_spending_of_1_a_step_is_a_number_of_steps(data):
    model, _, brought = data.draw(questions(False))
    ones = Rewards(np.ones(model.choices, np.int64), np.ones(model.choices, np.int64))
    goal = np.array([data.draw(st.booleans()) for _ in range(model.states)])
    steps, paid = data.draw(st.integers(0, 6)), rewards_of(model, brought)
    for sense in ("max", "min"):
        few = within_reward(model, sense, bound=ones, at_most=steps, goal=goal)
        assert list(few.values) == list(within_steps(model, steps, sense, goal=goal).values)
        few = within_reward(model, sense, bound=ones, at_most=steps, rewards=paid)
        assert list(few.values) == list(within_steps(model, steps, sense, rewards=paid).values)


# Policies ----------------------------------------------------------------------------------------


@examples(40)
@given(data=st.data())
def test_the_policy_attains_the_values(data):
    """In the product each state of a row of the schedule has the option of that row only."""
    model, spending, _ = data.draw(questions(data.draw(st.booleans())))
    sense, most = data.draw(st.sampled_from(["max", "min"])), data.draw(st.integers(0, 4))
    goal = np.array([data.draw(st.booleans()) for _ in range(model.states)])
    answer = within_reward(model, sense, bound=rewards_of(model, spending), at_most=most, goal=goal)
    paid = {x for x in spending[: len(model.target)] if x}
    unit = min(paid) if paid else Fraction(1)
    if any((x / unit).denominator > 1 for x in paid):
        return  # the unit is smaller
    for s in range(model.states):
        value = played(model, spending, most, goal, answer.policy, unit, s)
        assert 0 <= answer.values[s] - value < Fraction(1, 10**9)


def played(model, spending, most, goal, policy, unit, start):
    """The probability of the goal within 200 steps of the policy."""
    last = int(most // unit)
    now, won = {(start, 0): Fraction(1)}, Fraction(0)
    for _ in range(200):
        after: dict[tuple[int, int], Fraction] = {}
        for (s, x), chance in now.items():
            if goal[s]:
                won += chance
                continue
            o = int(model.action_start[s]) + int(policy[x][s])
            c = o if model.afterstate is None else int(model.afterstate[o])
            for e in range(int(model.branch_start[c]), int(model.branch_start[c + 1])):
                y = x + int(spending[e] / unit)
                if y <= last:
                    share = chance * Fraction(int(model.weight[e]), int(model.denominator[c]))
                    key = int(model.target[e]), y
                    after[key] = after.get(key, Fraction(0)) + share
        now = after
    return won


def test_a_fixed_point_ends_the_induction():
    coin = Model.from_lists(
        [[[(1, 1)]], [[("1/2", 2), ("1/2", 3)]], [[(1, 2)]], [[(1, 3)]]],
        labels={"heads": [2]}, rewards={"toss": [[1], [1], [0], [0]]},
    )  # fmt: skip
    answer = within_steps(coin, 10**9, "max", goal="heads")
    assert answer.value == Fraction(1, 2) and answer.policy.shape == (10**9, 4)
    assert answer.policy[0].tolist() == answer.policy[-1].tolist() == [0] * 4
    assert [k for k, _ in answer.policy.runs()] == [10**9]
    assert_same_value(answer)
    answer = within_reward(coin, "max", bound="toss", at_most=10**30, goal="heads")
    assert answer.value == Fraction(1, 2)
    assert_same_value(answer)


def assert_same_value(answer):
    assert check_certificate(answer.certificate()).value == answer.value


def test_a_schedule_has_the_rows_of_its_layers():
    """Wait for 1/2, or toss for 1/3 at once: with one step left the toss."""
    model = Model.from_lists(
        [[[("1/3", 2), ("2/3", 3)], [(1, 1)]], [[("1/2", 2), ("1/2", 3)]], [[(1, 2)]], [[(1, 3)]]],
        labels={"won": [2]},
    )  # fmt: skip
    policy = within_steps(model, 3, "max", goal="won").policy
    assert [row.tolist() for row in policy] == policy.tolist() == policy[:].tolist()
    assert policy.tolist() == [[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert policy[1:].tolist() == policy.tolist()[1:] and policy[3:].shape == (0, 4)
    assert [(k, row.tolist()) for k, row in policy.runs()] == [(2, [1, 0, 0, 0]), (1, [0] * 4)]
    assert np.asarray(policy).shape == policy.shape == (3, 4) and len(policy) == 3
    with pytest.raises(IndexError):
        policy[3]


# What is refused ---------------------------------------------------------------------------------

COIN = Model.from_lists(
    [[[("2/3", 0), ("1/3", 1)]], [[(1, 1)]]],
    labels={"heads": [1]}, rewards={"money": [["1/2"], [0]], "loss": [[-1], [0]]},
)  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"bound": "money", "goal": "heads"}, "no bound: need at_most, or for a goal at_least"),
        ({"bound": "money", "at_least": 1, "rewards": "money"}, "no bound: need at_most"),
        ({"bound": "money", "at_most": -1, "goal": "heads"}, "at_most: -1, need 0 or more"),
        ({"bound": "loss", "at_most": 1, "goal": "heads"}, "the cost -1 of a step is below 0"),
        ({"bound": "money", "at_most": 1, "rewards": "gain"}, "no rewards 'gain'"),
        (
            {"bound": Rewards([1, 0], [2, 1], averaged=True), "at_most": 1, "goal": "heads"},
            "the cost: branches bring different amounts, of which only averages are known",
        ),
        (
            {"bound": Rewards([1, 0], [2, 1], rate=Ratios([1, 1], [1, 1])), "at_most": 1,
             "goal": "heads"},
            "the cost: amounts accrue with time",
        ),
    ],
)  # fmt: skip
def test_what_is_not_known_or_not_bounded_is_refused(asked, message):
    with pytest.raises(ValueError, match=message):
        within_reward(COIN, "max", **asked)


def test_rewards_below_0_in_a_circle_that_spends_nothing_are_refused():
    circle = Model.from_lists(
        [[[(1, 1)]], [[(1, 0)], [(1, 1)]]], rewards={"": [[0], [0, 1]], "signed": [[0], [-1, 0]]}
    )
    with pytest.raises(ValueError, match="a cycle has cost 0: need rewards of 0 or more"):
        within_reward(circle, "max", bound="", at_most=1, rewards="signed")


def test_values_that_get_too_long_are_refused_after_some_steps():
    """Tosses of a loaded coin, that bring more the later they are: digits grow without end."""
    walk = Model.from_lists(
        [[[("1/7", 0), ("6/7", 1)]], [[("2/7", 0), ("5/7", 1)]]], rewards={"": [[1], [0]]}
    )
    with pytest.raises(ValueError, match=r"100,000,000 epochs would take some .* hours: after 64"):
        within_steps(walk, 10**8, "max")


def test_a_horizon_that_is_none_is_refused():
    model = Model.from_lists([[[(1, 0)]]], labels={"goal": [0]})
    with pytest.raises(ValueError, match="-1 steps, need 0 or more"):
        within_steps(model, -1, "max", goal="goal")
    with pytest.raises(ValueError, match="a probability has no discount"):
        within_steps(model, 1, "max", goal="goal", discount="1/2")


def test_classes_that_are_not_what_they_seem_are_not_shared(monkeypatch):
    """Signatures may meet by chance: options are compared, their number and what they are."""
    from exactbox.mdp.graph import alike

    one, other = [[(1, 2)]], [[("1/2", 2), ("1/2", 3)]]
    for rows in ([one, other], [one, one + other]):
        model = Model.from_lists([*rows, [[(1, 2)]], [[(1, 3)]]], labels={"goal": [2]})
        expected = list(within_steps(model, 1, "max", goal="goal").values)
        assert expected[:2] == [1, Fraction(1, 2) if rows[1] is other else 1]
        with monkeypatch.context() as patch:
            patch.setattr(alike, "bisimulation_classes", lambda e: np.array([0, 0, 1][: e.states]))
            assert list(within_steps(model, 1, "max", goal="goal").values) == expected


def test_states_that_are_alike_share_what_is_worked_out():
    """Eight coins of two kinds, whose options are in other orders in every other state."""
    toss, wait = [("1/3", 8), ("2/3", 9)], [(1, 8)]
    coins = [[toss, toss, wait] if s % 2 else [wait, toss, toss] for s in range(8)]
    model = Model.from_lists(
        [*coins, [[("1/2", 10), ("1/2", 9)]], [[(1, 9)]], [[(1, 10)]]], labels={"won": [10]}
    )
    for steps, sense, value in (
        (1, "max", 0),
        (2, "max", Fraction(1, 2)),
        (2, "min", Fraction(1, 6)),
    ):
        answer = within_steps(model, steps, sense, goal="won")
        assert [answer.values[s] for s in range(8)] == [value] * 8
        assert answer.ties.tolist() == [*range(8)]  # with one step left nothing helps
        row = answer.policy[0].tolist()
        waits = [row[s] == (2 if s % 2 else 0) for s in range(8)]
        assert steps == 1 or waits == [sense == "max"] * 8
        assert_same_value(answer)


def test_the_only_rewards_are_bounded_where_none_are_named():
    """A toss costs 1/2 and shows heads with probability 1/3: 1 pays for two of them."""
    coin = Model.from_lists(
        [[[("2/3", 0), ("1/3", 1)]], [[(1, 1)]]],
        labels={"heads": [1]},
        rewards={"money": [["1/2"], [0]]},
    )
    for bound in ("money", None):
        answer = within_reward(coin, bound=bound, at_most=1, goal="heads")
        assert answer.value == 1 - Fraction(2, 3) ** 2
    with pytest.raises(TypeError, match="steps: found None"):
        within_steps(coin, None, goal="heads")
