"""Mean payoff against all policies, one by one, and against numbers found by hand."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox import ask
from exactbox.formats import read_model
from exactbox.mdp import mean_payoff
from exactbox.mdp.exact import multichain, multichain_floats
from exactbox.mdp.exact.multichain import gain_and_bias
from exactbox.mdp.model.model import Model
from tests.brute import as_model, chain_of, limiting_matrix, on_average, optimum
from tests.models import job_schedule, pitted_grid, walk
from tests.strategies import tables

half = Fraction(1, 2)


def require_proof(states, rewards, sense, found):
    """(1) to (3) by their definition, from the process as it was written down."""
    g, h = found.gain, found.bias
    sign = 1 if sense == "max" else -1
    first = 0
    for s, row in enumerate(states):
        assert first <= found.choice[s] < first + len(row)
        for c, (branches, r) in enumerate(zip(row, rewards[s], strict=True), first):
            regret = sign * (g[s] - sum(p * g[t] for p, t in branches))
            more = sign * (g[s] + h[s] - r - sum(p * h[t] for p, t in branches))
            assert regret >= 0 and more >= 0
            if c == found.choice[s]:
                assert regret == more == 0
        first += len(row)


@pytest.mark.slow
@given(tables(states=5, choices=3), st.sampled_from(["max", "min"]))
def test_the_gain_is_the_best_of_all_policies(table, sense):
    states, rewards = table
    if np.prod([len(row) for row in states]) > 48:
        states, rewards = [row[:2] for row in states], [row[:2] for row in rewards]
    model = as_model(states, rewards)
    found = gain_and_bias(model, model.rewards[""], sense)
    assert found.gain == optimum(model, on_average, sense, model.rewards[""])
    require_proof(states, rewards, sense, found)


@given(tables(states=8, choices=3), st.sampled_from(["max", "min"]), st.randoms())
def test_exact_rounds_alone_get_there_from_any_policy(table, sense, random):
    """Also where every state is compared on its own, as long numbers are."""
    states, rewards = table
    model = as_model(states, rewards)
    start = model.action_start[:-1] + np.array([random.randrange(len(row)) for row in states])
    with mock.patch.multiple(multichain, propose_policy=lambda *_: start, _MAX_SLICE_BITS=1):
        slow = gain_and_bias(model, model.rewards[""], sense)
    require_proof(states, rewards, sense, slow)
    assert slow.gain == gain_and_bias(model, model.rewards[""], sense).gain


@given(tables(states=6))
def test_a_chain_has_the_gain_of_its_limiting_matrix(table):
    states, rewards = table
    model = as_model(states, rewards)
    limit = limiting_matrix(chain_of([row[0] for row in states]))
    expected = [sum(p * r for p, (r,) in zip(row, rewards, strict=True)) for row in limit]
    for sense in ("max", "min"):
        found = gain_and_bias(model, model.rewards[""], sense)
        assert found.gain == expected and found.rounds == 1


def solved(states, rewards, sense="max"):
    model = as_model(states, rewards)
    found = gain_and_bias(model, model.rewards[""], sense)
    require_proof(states, [[Fraction(r) for r in row] for row in rewards], sense, found)
    return found


def test_the_bias_has_the_least_multiple_of_the_gain():
    """0 stays for 1 a step, or takes 10 and ends at 1 for nothing: 1 + h(0) >= 10 + h(1)."""
    found = solved([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, 10], [0]])
    assert found.gain == [1, 0] and found.bias == [9, 0] and found.choice.tolist() == [0, 2]
    found = solved([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, Fraction(19, 2)], [0]])
    assert found.bias == [9, 0]
    found = solved([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, Fraction(1, 3)], [0]])
    assert found.bias == [0, 0]
    found = solved([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[-1, -10], [0]], "min")
    assert found.gain == [-1, 0] and found.bias == [-9, 0]


def test_the_first_of_the_best_choices_is_taken():
    """In one exact round from the worst, by rewards or by gains."""
    with mock.patch.object(multichain, "propose_policy", lambda m, _: m.action_start[:-1]):
        found = solved([[[(1, 0)]] * 4], [[0, Fraction(5, 4), Fraction(3, 2), Fraction(3, 2)]])
        assert found.choice.tolist() == [2] and found.rounds == 2
        coin = [(Fraction(1, 3), 1), (Fraction(2, 3), 2)]
        states = [[[(1, 1)], coin, [(1, 2)], [(1, 2)]], [[(1, 1)]], [[(1, 2)]]]
        found = solved(states, [[99, 0, 0, 5], [1], [2]])
        assert found.choice[0] == 3 and found.rounds == 3  # the third by its gain, then the last


def test_floats_alone_find_the_best_policy():
    """By gains too: 50 for a coin's toss tempts away from the way to 6 a step."""
    states = [[[(half, 1), (half, 2)], [(1, 2)]], [[(1, 1)]], [[(1, 2)]]]
    model, ones = as_model(states, [[50, 0], [2], [6]]), np.ones(4, dtype=object)
    wide = multichain_floats.BigRewards(np.array([50, 0, 2, 6], dtype=object), ones, ones)
    with mock.patch.object(multichain_floats, "_WARM_UP_SWEEPS", 0):
        assert multichain_floats.propose_policy(model, wide).tolist() == [1, 2, 3]


def test_several_recurrent_classes():
    """From 0 a coin leads to 1 or 2 for ever, or one goes to the cycle of 3, 4, which costs 100.

    1 has 2 a step, 2 has 6 a step; the cycle 3 -> 4 -> 3 has 0 and 9, so 9/2; and 4 may leave it
    for the same coin.
    """
    states = [
        [[(half, 1), (half, 2)], [(1, 3)]],
        [[(1, 1)]],
        [[(1, 2)]],
        [[(1, 4)]],
        [[(1, 3)], [(half, 1), (half, 2)]],
    ]
    rewards = [[50, -100], [2], [6], [0], [9, 1000]]
    found = solved(states, rewards)
    assert found.gain == [Fraction(9, 2), 2, 6, Fraction(9, 2), Fraction(9, 2)]
    assert found.choice.tolist() == [1, 2, 3, 4, 5]
    found = solved(states, rewards, "min")
    assert found.gain == [4, 2, 6, 4, 4]
    assert found.choice.tolist() == [0, 2, 3, 4, 6]


def test_a_machine_that_wears():
    """New, it earns 10, and wears out half the time; worn, it earns 4, or is repaired for 3.

    Repairing: the share of new is 2/3, that of worn 1/3: (2 * 10 - 3) / 3. Never repairing: 4.
    """
    states = [[[(half, 0), (half, 1)]], [[(1, 1)], [(1, 0)]]]
    assert solved(states, [[10], [4, -3]]).gain == [Fraction(17, 3)] * 2
    assert solved(states, [[10], [4, -3]], "min").gain == [4, 4]


def test_what_floats_cannot_see():
    tiny = Fraction(1, 10**40)
    states = [[[(1, 0)], [(1, 1)]], [[(1, 1)]], [[(1, 2)], [(1, 2)]]]
    found = solved(states, [[1, -5], [1 + tiny], [1, 1 + tiny]])
    assert found.gain == [1 + tiny] * 3 and found.rounds > 1
    assert solved(states, [[1, -5], [1 + tiny], [1, 1 + tiny]], "min").gain == [1, 1 + tiny, 1]


def test_numbers_beyond_floats():
    large = 10**400
    p = Fraction(1, large)
    states = [[[(1 - p, 0), (p, 1)], [(1, 1)]], [[(1, 0)], [(p, 0), (1 - p, 1)]]]
    found = solved(states, [[0, large], [large, large]])
    assert found.gain == [large, large]
    found = solved(states, [[0, large], [large, large]], "min")
    assert found.gain == [large * p / (1 + p)] * 2  # 1 is visited once in 1 / p + 1 steps


def test_news_that_travel_slowly():
    """A ring on which one may wait for 1 a step or walk on for 0, but for n and more at one state.

    Walking round has n / n a step, not better than to wait; with one more it is better. Each round
    only one more state learns of it.
    """
    n = 120
    ring = [[[(1, s)], [(1, (s + 1) % n)]] for s in range(n)]
    for extra, gain in ((0, Fraction(1)), (1, 1 + Fraction(1, n)), (-1, Fraction(1))):
        rewards = [[1, 0] for _ in range(n)]
        rewards[0][1] = n + extra
        assert solved(ring, rewards).gain == [gain] * n
    with mock.patch.object(multichain, "propose_policy", lambda m, _: m.action_start[:-1]):
        assert solved(ring, rewards).gain == [1] * n


@pytest.mark.slow
def test_thousands_of_states():
    """A square of n x n places, steps to neighbours, 1 for the jump from one corner to the other.

    The shortest way round has 2 (n - 1) steps and the jump, and who avoids the jump has nothing.
    """
    n = 50
    place = {(x, y): n * y + x for y in range(n) for x in range(n)}
    moves = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    states = [
        [[(1, place[x + dx, y + dy])] for dx, dy in moves if (x + dx, y + dy) in place]
        for y in range(n)
        for x in range(n)
    ]
    rewards = [[0] * len(row) for row in states]
    states[-1].append([(1, 0)])
    rewards[-1].append(1)
    assert solved(states, rewards).gain == [Fraction(1, 2 * n - 1)] * n**2
    assert solved(states, rewards, "min").gain == [0] * n**2


def test_thousands_of_states_with_long_numbers():
    """A queue of at most n: one comes with probability 1/10, one goes with 1/5, or fast with 3/10.

    It costs its length, and 1000 n for fast service, so slow service is best. Then the shares of
    s + 1 and s have the ratio (1/10) / (1/5) = 1/2, as s + 1 is entered and left equally often.
    """
    n = 1500
    up, slow, fast = Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)
    states, rewards = [], []
    for s in range(n + 1):
        states.append([])
        for down in (slow, fast):
            stay = 1 - up * (s < n) - down * (s > 0)
            row = [(up, s + 1)] * (s < n) + [(down, s - 1)] * (s > 0) + [(stay, s)]
            states[-1].append(row)
        rewards.append([s, s + 1000 * n])
    weights = [half**s for s in range(n + 1)]
    mean = sum(s * w for s, w in enumerate(weights)) / sum(weights)
    found = solved(states, rewards, "min")
    assert found.gain == [mean] * (n + 1) and (found.choice % 2 == 0).all()


def test_errors_are_one_line():
    states, rewards = [[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, 10], [2]]
    model = as_model(states, rewards)
    with pytest.raises(ValueError, match=r"^the sense is 'most', need 'max' or 'min'$"):
        mean_payoff(model, model.rewards[""], "most")
    game = Model.from_lists(states, rewards={"": rewards}, players=[False, True])
    with pytest.raises(ValueError, match=r"^state 1 is the second player's: the mean payoff is"):
        mean_payoff(game, game.rewards[""], "max")
    ends = Model.from_lists([[[(1, 1)]], [[]]], rewards={"": [[1], [1]]})
    with pytest.raises(ValueError, match=r"^state 1, choice 0: the play ends here; need one that"):
        mean_payoff(ends, None, "max")
    alone = Model.from_lists(states, rewards={"": rewards}, players=[False, False])
    assert gain_and_bias(alone, alone.rewards[""], "max").gain == [2, 2]
    first = {"propose_policy": lambda m, _: m.action_start[:-1]}
    with (
        mock.patch.multiple(multichain, _MAX_ROUNDS=1, **first),
        pytest.raises(ArithmeticError, match=r"^exact policy improvement has not ended after 1 r"),
    ):
        gain_and_bias(model, model.rewards[""], "max")


def test_a_wrong_answer_is_not_returned():
    model = as_model([[[(1, 0)], [(1, 1)]], [[(1, 1)]]], [[1, 10], [0]])
    failure = re.escape("state 0, choice 1: the optimality equations fail")
    with (
        mock.patch.object(multichain, "_multiple", lambda *_: 8),
        pytest.raises(ArithmeticError, match=failure),
    ):
        gain_and_bias(model, model.rewards[""], "max")
    worst = {"propose_policy": lambda *_: np.array([1, 2])}
    with (
        mock.patch.multiple(multichain, _improve=lambda m, r, c, v: c, **worst),
        pytest.raises(ArithmeticError, match=r"^state 0, choice 0: the optimality"),
    ):
        gain_and_bias(model, model.rewards[""], "max")


@pytest.mark.parametrize(
    ("kind", "value"), [("stay", 10), ("reset", 10), ("trap", 5), ("component", 10)]
)
def test_floats_find_the_best_policy_of_walks_that_take_very_long(kind, value):
    """Up to 2^400 steps: one exact round, where each state is worth going to the last one."""
    answer = mean_payoff(walk(400, kind), None, "max")
    assert answer.value == value and answer.rounds == 1


@pytest.mark.untraced
@pytest.mark.parametrize("gold", [False, True])
def test_floats_find_the_best_policy_among_pits_that_are_hardly_ever_missed(gold):
    """Chances to end in a pit of less differ by 10^-28: one exact round; from any policy the same.

    Among them are states where floats see no difference between choices that lose and do not.
    """
    model = pitted_grid(20, gold=gold)
    answer = mean_payoff(model, None, "max")
    assert answer.rounds == 1
    with mock.patch.object(multichain, "propose_policy", lambda m, _: m.action_start[:-1]):
        again = mean_payoff(model, None, "max")
    assert list(again.values) == list(answer.values) and again.rounds > 1


def test_what_almost_surely_happens_has_the_whole_of_the_long_run(tmp_path):
    file = tmp_path / "jobs.json"
    file.write_text(json.dumps(job_schedule(6)))
    answer = ask(read_model(file), 'LRAmax=? ["done"]').answer
    assert answer.value == 1 and answer.rounds == 1
