"""Matrix games with values that books have, and their programs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from exactbox.check import check_certificate
from exactbox.games.flip.model import flip
from exactbox.lp import linear_program, matrix_game, solve_program
from exactbox.mdp import Model, discounted, total, total_until_end
from tests.brute_lp import solution
from tests.lp_examples import blotto, kuhns_poker


def assert_value(game, a):
    """Both strategies guarantee the value, against every row and column of the matrix."""
    p, q = list(game.rows), list(game.columns)
    assert sum(p) == sum(q) == 1 and min(p) >= 0 and min(q) >= 0
    assert (
        min(sum(x * v for x, v in zip(p, column, strict=True)) for column in zip(*a)) == game.value
    )
    assert max(sum(y * v for y, v in zip(q, row, strict=True)) for row in a) == game.value


def test_kuhns_poker_costs_the_first_player_an_eighteenth(tmp_path):
    a = kuhns_poker()
    assert len(a) == 27 and len(a[0]) == 64
    game = matrix_game(a)
    assert_value(game, a)
    assert game.value == Fraction(-1, 18)
    claim = game.save(tmp_path / "kuhn.json")
    assert claim.value == Fraction(-1, 18) and "exactly -1/18" in claim.sentence
    assert game.certificate() == (tmp_path / "kuhn.json").read_bytes()


@pytest.mark.parametrize("soldiers, fields", [(3, 3), (5, 3), (4, 4)])
def test_colonel_blottos_game_is_fair(soldiers, fields):
    a = blotto(soldiers, fields)
    game = matrix_game(a)
    assert_value(game, a)
    assert game.value == 0


@pytest.mark.parametrize("stakes", [(1, 1, 1), (2, 1, 1), (1, 3, "5/2")])
def test_rock_paper_scissors_is_mixed_by_the_stakes_of_the_others(stakes):
    """Rock wins s1 of scissors, paper s2 of rock, scissors s3 of paper: each is played as often as
    the two others win of one another."""
    s1, s2, s3 = map(Fraction, stakes)
    game = matrix_game([[0, -s2, s1], [s2, 0, -s3], [-s1, s3, 0]])
    weights = [s3, s1, s2]
    assert game.value == 0 and list(game.rows) == [w / sum(weights) for w in weights]
    assert game.rows == game.columns and game.rows_are_unique and game.columns_are_unique


def test_a_saddle_point_is_found_and_dominated_choices_are_named():
    """Row 2 has 3 or more, column 1 costs 3 or less."""
    game = matrix_game([[1, 4], [3, 5], [3, 5]])
    assert game.value == 3 and list(game.columns) == [1, 0]
    assert game.dominated_rows == [(0, 1), (2, 1)] and game.dominated_columns == [(1, 0)]
    assert not game.rows_are_unique and game.columns_are_unique


def test_two_by_two_games_have_the_books_value():
    """Without a saddle point (a d - b c) / (a + d - b - c)."""
    rng, mixed = Random(1), 0
    while mixed < 40:
        a, b, c, d = (Fraction(rng.randint(-9, 9), rng.randint(1, 3)) for _ in range(4))
        rows = [[a, b], [c, d]]
        low = max(map(min, rows))
        high = min(max(a, c), max(b, d))
        expected = low if low == high else (a * d - b * c) / (a + d - b - c)
        mixed += low != high
        game = matrix_game(rows)
        assert game.value == expected
        assert_value(game, rows)
        assert check_certificate(b"".join(game.certificate_parts())).value == expected


def test_a_game_needs_a_row_and_a_column():
    with pytest.raises(ValueError, match="A has 0 rows and 2 columns: a game needs one of each"):
        matrix_game(({}, (0, 2)))


# The programs of decision processes ---------------------------------------------------------------


def random_model(rng, total_reward):
    """States 0 .. n-1 and one that is absorbing; each choice reaches it with some probability."""
    n = rng.randint(1, 5)
    choices, rewards = [], []
    for _ in range(n):
        here = []
        for _ in range(rng.randint(1, 3)):
            weights = [rng.randint(0, 3) for _ in range(n)] + [
                rng.randint(1, 3) if total_reward else 1
            ]
            whole = sum(weights)
            here.append([(Fraction(w, whole), k) for k, w in enumerate(weights) if w])
        choices.append(here)
        rewards.append([Fraction(rng.randint(0, 9), rng.randint(1, 4)) for _ in here])
    choices.append([[(1, n)]])
    rewards.append([0])
    return choices, rewards


def program_of(choices, rewards, discount, maximize):
    """Minimise the sum of v where v(s) >= r + discount sum p v for every choice; for the least
    reward maximise it where <= (d'Epenoux 1960)."""
    n = len(choices) - 1
    rows, right = [], []
    for s, (options, paid) in enumerate(zip(choices, rewards, strict=True)):
        for branches, r in zip(options, paid, strict=True):
            if s < n:
                row = [Fraction(int(j == s)) for j in range(n)]
                for p, t in branches:
                    if t < n:
                        row[t] -= discount * p
                rows.append(row)
                right.append(r)
    sides = {"row_lower": right} if maximize else {"row_upper": right}
    return linear_program([1] * n, rows, **sides, lower=None, maximize=not maximize)


@pytest.mark.parametrize(
    "seed", [*range(5), *(pytest.param(k, marks=pytest.mark.slow) for k in range(5, 50))]
)
def test_the_programs_of_decision_processes_have_the_values_of_policy_iteration(seed):
    rng = Random(seed)
    for _ in range(10):
        by_total, maximize = rng.random() < 0.5, rng.random() < 0.5
        choices, rewards = random_model(rng, by_total)
        model = Model.from_lists(choices, rewards={"r": rewards})
        sense = "max" if maximize else "min"
        discount = Fraction(1) if by_total else Fraction(rng.randint(1, 9), 10)
        found = total(model, "r", sense) if by_total else discounted(model, "r", discount, sense)
        answer = solve_program(program_of(choices, rewards, discount, maximize))
        values = [found.values[s] for s in range(len(choices) - 1)]
        assert list(answer.x) == values and answer.fun == sum(values)
        assert answer.x_is_unique


@pytest.mark.parametrize("faces", [2, 3])
def test_the_program_of_card_flipping_has_the_values_of_policy_iteration(faces):
    """Maximise the sum of v, where v(s) <= 1 + sum p v for every choice; ends have the value 0."""
    model = flip(faces)
    rows, right = {}, []
    for s in range(model.states):
        for option in range(model.action_start[s], model.action_start[s + 1]):
            c, k = int(model.choice_at(option)), len(right)
            rows[k, s] = Fraction(1)
            for b in range(model.branch_start[c], model.branch_start[c + 1]):
                t, whole = int(model.target[b]), int(model.denominator[c])
                rows[k, t] = rows.get((k, t), Fraction(0)) - Fraction(int(model.weight[b]), whole)
            right.append(int(not model.ends[c]))  # a turn, but for the end
    a = (rows, (len(right), model.states))
    answer = solve_program(
        linear_program([1] * model.states, a, row_upper=right, lower=None, maximize=True)
    )
    exact = total_until_end(model)
    assert list(answer.x) == [exact.values[s] for s in range(model.states)]


def test_the_support_of_every_small_game_is_searched():
    """Value by all square sub-games of equalising strategies (Shapley, Snow 1950)."""
    rng = Random(7)
    for _ in range(25):
        m, n = rng.randint(1, 3), rng.randint(1, 3)
        a = [[Fraction(rng.randint(-4, 4)) for _ in range(n)] for _ in range(m)]
        assert matrix_game(a).value in values_by_supports(a)


def values_by_supports(a):
    """Every value that some pair of strategies on supports of one size guarantees to both."""
    m, n = len(a), len(a[0])
    found = set()
    for k in range(1, min(m, n) + 1):
        for rows in combinations(range(m), k):
            for columns in combinations(range(n), k):
                part = [[a[i][j] for j in columns] for i in rows]
                # p part = v, sum p = 1; part q = v, sum q = 1
                of_p = [[*(part[i][j] for i in range(k)), -1] for j in range(k)] + [[*[1] * k, 0]]
                of_q = [[*row, -1] for row in part] + [[*[1] * k, 0]]
                right = [0] * k + [1]
                p, q = solution(of_p, right), solution(of_q, right)
                if p is None or q is None or min(p[:k]) < 0 or min(q[:k]) < 0:
                    continue
                v = p[k]
                low = min(sum(p[i] * a[rows[i]][j] for i in range(k)) for j in range(n))
                high = max(sum(q[j] * a[i][columns[j]] for j in range(k)) for i in range(m))
                if low == high == v:
                    found.add(v)
    return found
