"""Models from arrays and tables of other packages: QuantEcon, mdptoolbox, Gymnasium."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from exactbox.formats import from_arrays, from_gymnasium
from exactbox.mdp import cost, discounted
from tests.formats.test_round_trips import brought, fractions, same

# FrozenLake's slippery floor: three directions of probability 1/3, as floats.
LAKE = {
    0: {
        0: [(1 / 3, 0, 0.0, False), (1 / 3, 0, 0.0, False), (1 / 3, 1, 0.0, True)],
        1: [(1 / 3, 0, 0.0, False), (1 / 3, 1, 0.0, True), (1 / 3, 2, 0.5, True)],
    },
    1: {a: [(1.0, 1, 0, True)] for a in (0, 1)},
    2: {0: [(1.0, 0, 1.0, False)], 1: [(0.0, 1, 0, False), (1.0, 2, 0, False)]},
}


def test_gymnasium():
    model = from_gymnasium(LAKE, rationalize=10, terminal_label="end")
    assert model.states == 4  # state 2 goes on: who enters it as done ends in a copy
    assert model.weight.tolist() == [2, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    assert model.target.tolist() == [0, 1, 0, 1, 3, 1, 1, 0, 2, 3]
    assert model.labels["end"].tolist() == [False, True, False, True]
    assert fractions(model.rewards["reward"]) == [0, Fraction(1, 6), 0, 0, 1, 0, 0]
    assert brought(model, model.rewards["reward"]) == [0, 0, 0, 0, Fraction(1, 2), 0, 0, 1, 0, 0]
    assert model.actions is None
    total = str(3 * Fraction(1 / 3))
    with pytest.raises(ValueError, match=f"state 0, action 0: .* add up to {total}, need 1"):
        from_gymnasium(LAKE, rationalize="exact")
    with pytest.raises(
        ValueError, match="9999999999999999/10000000000000000, need 1; rationalize=1000, say"
    ):
        from_gymnasium({0: {0: [(0.9999999999999999, 0, 0, False)]}}, rationalize="decimal")
    with pytest.raises(ValueError, match="rationalize is 'float', need"):
        from_gymnasium(LAKE, rationalize="float")
    floats = "state 0, action 0: the probability is the float .*, need an exact number, or rational"
    with pytest.raises(TypeError, match=floats):
        from_gymnasium(LAKE)
    for other in (object(), "FrozenLake-v1", 5, None, SimpleNamespace(P=5)):
        with pytest.raises(TypeError, match=r"found .*, without a table P of its transitions"):
            from_gymnasium(other, rationalize=10)
    with pytest.raises(TypeError, match=r"^state 0: found 1, need a list$"):
        from_gymnasium([1, 2], rationalize=10)
    with pytest.raises(TypeError, match=r"^state 0, action 0: found 0\.5, need a list$"):
        from_gymnasium({0: {0: 0.5}}, rationalize=10)
    with pytest.raises(ValueError, match=r"^state 0, action 0: found 1, need 4 entries, \(prob"):
        from_gymnasium({0: {0: [1]}}, rationalize=10)
    with pytest.raises(
        ValueError, match="state 0, action 0: the target 7 is not a state, need 0 to 0"
    ):
        from_gymnasium({0: {0: [(1, 7, 0, False)]}}, rationalize="exact")
    with pytest.raises(ValueError, match="there is no state, need one"):
        from_gymnasium({}, rationalize="exact")
    with pytest.raises(TypeError, match=r"state 0, action 0: found the target 0.5, need an int"):
        from_gymnasium({0: {0: [(1, 0.5, 0, False)]}}, rationalize="exact")
    with pytest.raises(ValueError, match="state 0 is missing, need states 0 to 0"):
        from_gymnasium({1: {}}, rationalize="exact")


def test_an_environment_is_found_in_its_wrappers_and_says_where_it_starts():
    inner = SimpleNamespace(P=LAKE, initial_state_distrib=np.array([0.0, 0.0, 1.0]))
    wrapped = SimpleNamespace(unwrapped=inner, spec=None)
    for env in (wrapped, inner):
        model = from_gymnasium(env, rationalize=10)
        assert model.initial.tolist() == [2]
        same(replace(model, initial=0), from_gymnasium(LAKE, rationalize=10))
    several = SimpleNamespace(P=LAKE, isd=[0.5, 0, 0.5])
    assert from_gymnasium(several, rationalize=10).initial.tolist() == [0, 2]
    assert from_gymnasium(several, rationalize=10, initial=1).initial.tolist() == [1]
    assert from_gymnasium(SimpleNamespace(P=LAKE), rationalize=10).initial.tolist() == [0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_gymnasiums_own_environments_are_read_or_refused_by_name():
    gymnasium = pytest.importorskip("gymnasium")
    model = from_gymnasium(gymnasium.make("CliffWalking-v1"), rationalize=1000)
    assert model.initial.tolist() == [36]
    assert cost(model, None, "done", "max").value == -13  # around the cliff
    with pytest.raises(TypeError, match=r" \(CartPoleEnv\), without a table P of its transitions"):
        from_gymnasium(gymnasium.make("CartPole-v1"), rationalize=1000)


def test_entries_of_one_next_state_bring_one_reward_or_only_an_expected_one():
    both = [("1/2", 0, 4, False), ("1/6", 1, 1, False), ("1/3", 1, 1, False)]
    gain = from_gymnasium({0: {0: both}, 1: {0: [(1, 1, 0, False)]}}, rationalize=10)
    assert fractions(gain.rewards["reward"].branch) == [4, 1, 0]
    assert fractions(gain.rewards["reward"]) == [Fraction(5, 2), 0]
    both[-1] = ("1/3", 1, 7, False)
    gain = from_gymnasium({0: {0: both}, 1: {0: [(1, 1, 0, False)]}}, rationalize=10)
    assert gain.rewards["reward"].branch is None
    assert fractions(gain.rewards["reward"]) == [2 + Fraction(1, 6) + Fraction(7, 3), 0]


def test_rewards_of_targets_are_kept_for_the_branches():
    third = Fraction(1, 3)
    P = np.array([[[third, 1 - third], [0, 1]], [[1, 0], [third, 1 - third]]], dtype=object)
    R = np.array([[[3, -6], [5, 7]], [[2, 9], [3, 3]]], dtype=object)  # 5 and 9 are never paid
    wanted = [3, -6, 2, 7, 3, 3]  # by state, action, target
    numbers = [sparse.csr_matrix(m.astype(int)) for m in R]
    for rewards in (R, R.astype(int), numbers):
        model = from_arrays(P, rewards, axes="ast")
        assert model.target.tolist() == [0, 1, 0, 1, 0, 1]
        assert fractions(model.rewards["reward"].branch) == wanted
        assert fractions(model.rewards["reward"]) == [1 - 4, 2, 7, 3]
    assert from_arrays(P, R[:, :, 0].T, axes="ast").rewards["reward"].branch is None


def test_quantecon_and_mdptoolbox_agree():
    # Two states, three actions; action 2 is not available in state 0.
    Q = np.array([[[0.5, 0.5], [0, 1], [0, 0]], [[1, 0], [0.25, 0.75], [0, 1]]])
    R = np.array([[5, 10, -np.inf], [-1, 0.1, 2]])
    table = from_arrays(Q, R, rationalize="decimal")
    assert table.action_start.tolist() == [0, 2, 5]
    assert table.weight.tolist() == [1, 1, 1, 1, 1, 3, 1]
    assert table.denominator.tolist() == [2, 1, 1, 4, 1]
    assert fractions(table.rewards["reward"]) == [5, 10, -1, Fraction(1, 10), 2]
    s, a = np.array([1, 0, 1, 0, 1]), np.array([2, 1, 0, 0, 1])
    for matrix in (Q[s, a], sparse.csr_matrix(Q[s, a]), sparse.coo_array(Q[s, a])):
        pairs = from_arrays(matrix, R[s, a], s_indices=s, a_indices=a, rationalize="decimal")
        same(pairs, table)
    P = Q.transpose(1, 0, 2).copy()
    P[2, 0] = [1, 0]
    gains = np.where(np.isinf(R), 0, R)
    full = from_arrays(P, gains, rationalize="decimal")
    assert full.choices == 6
    by_target = np.repeat(gains.T[:, :, None], 2, axis=2)
    matrices = [sparse.csr_matrix(m) for m in P]
    for rewards in (by_target, [sparse.csr_matrix(m) for m in by_target]):
        same(from_arrays(matrices, rewards, rationalize="decimal"), full)
    by_state = from_arrays(P, np.array([1, 2]), rationalize="decimal")
    assert fractions(by_state.rewards["reward"]) == [1, 1, 1, 2, 2, 2]


def test_a_discrete_program_of_quantecon_is_read_as_its_arrays_are():
    """QuantEcon's example: in state 0 one can stay (5) or move (10); state 1 pays -1 for ever."""
    R = np.array([[5, 10], [-1, -np.inf]])
    Q = np.array([[(0.5, 0.5), (0, 1)], [(0, 1), (0.5, 0.5)]])
    program = SimpleNamespace(R=R, Q=Q, beta=0.95, s_indices=None, a_indices=None)
    model = from_arrays(program, rationalize="decimal", initial=0)
    same(model, from_arrays(Q, R, axes="sat", rationalize="decimal"))
    best = discounted(model, None, str(program.beta), "max")
    assert list(best.values) == [Fraction(-60, 7), -20]  # the lecture's: -8.57142857, -20
    s, a = np.array([0, 0, 1]), np.array([0, 1, 0])
    pairs = SimpleNamespace(R=R[s, a], Q=Q[s, a], beta=0.95, s_indices=s, a_indices=a)
    same(from_arrays(pairs, rationalize="decimal"), model)
    square = SimpleNamespace(R=R, Q=np.array([np.eye(2)] * 2), s_indices=None, a_indices=None)
    assert from_arrays(square, rationalize="decimal").choices == 3  # states come first
    with pytest.raises(ValueError, match=r"found a SimpleNamespace with its own rewards, and R"):
        from_arrays(program, R, rationalize="decimal")
    for other in (5, "die.drn", None, object()):
        with pytest.raises(TypeError, match=r"^found .*, need arrays of probabilities and rewards"):
            from_arrays(other)
    with pytest.raises(TypeError, match=r"^found no rewards R, need them beside the probabilities"):
        from_arrays(Q)


def test_actions_that_are_missing_keep_their_names():
    model = from_arrays(
        [[1, 0], [0, 1], [0, 1]], [1, 2, 3], s_indices=[0, 1, 1], a_indices=[3, 0, 2]
    )
    assert model.actions == ["3", "0", "2"]


def test_exact_arrays_need_no_choice_of_rationals():
    third = Fraction(1, 3)
    model = from_arrays([[[third, 1 - third]], [[0, 1]]], [[third], [2**70]])
    assert model.weight.tolist() == [1, 2, 1]
    assert fractions(model.rewards["reward"]) == [third, 2**70]


def test_the_decimals_of_short_floats_are_their_own():
    P = np.array([[[0.1, 0.9]], [[1, 0]]], dtype=np.float32)
    for layout in (P, [sparse.csr_matrix(P[:, 0])]):
        model = from_arrays(layout, P[:, 0, :1], rationalize="decimal")
        assert model.weight.tolist() == [1, 9, 1] and model.denominator.tolist() == [10, 1]
        assert fractions(model.rewards["reward"]) == [Fraction(1, 10), 1]


def test_errors_of_arrays():
    half = np.full((2, 1, 2), 0.5)
    with pytest.raises(TypeError, match=r"state 0, action 0: the probability is the float 0.5"):
        from_arrays(half, [[1], [1]])
    with pytest.raises(ValueError, match=r'found P of shape \(2, 2, 2\), need axes="sat" or "ast"'):
        from_arrays(np.ones((2, 2, 2)), [[1, 1], [1, 1]])
    with pytest.raises(ValueError, match="state 0, action 0: the probabilities add up to 2, need"):
        from_arrays(np.ones((2, 1, 2), dtype=int), [[1], [1]])
    with pytest.raises(ValueError, match="found state 0, action 1 twice, need each pair once"):
        from_arrays([[1], [1]], [0, 0], s_indices=[0, 0], a_indices=[1, 1])
    with pytest.raises(ValueError, match="found R of shape"):
        from_arrays(half, [[1, 2, 3]], rationalize="exact")
    with pytest.raises(ValueError, match="state 1 has no choice, need one"):
        from_arrays(half, [[1.0], [-np.inf]], rationalize="exact")
    with pytest.raises(ValueError, match="state 0 has no choice, need one"):
        from_arrays([[[1]]], [[-np.inf]], axes="sat", rationalize="exact")
    twice = sparse.coo_matrix(([0.25, 0.75], ([0, 0], [0, 0])))  # SciPy would add up floats
    for matrix in (twice, sparse.csr_matrix((twice.data, [0, 0], [0, 2]))):
        with pytest.raises(ValueError, match="found an entry of a sparse matrix twice, need each"):
            from_arrays([matrix], [0], rationalize="exact")
    for value in (np.nan, np.inf, -np.inf):
        with pytest.raises(ValueError, match=f"the probability is {value}, need a finite number"):
            from_arrays(np.full((1, 1, 1), value), [0], axes="sat", rationalize=10)
    with pytest.raises(ValueError, match="found one of s_indices and a_indices, need both"):
        from_arrays([[1]], [0], s_indices=[0])


@pytest.mark.parametrize(
    ("P", "R", "more", "message"),
    [
        (
            [[1], [1]],
            [0],
            {"s_indices": [0, 0], "a_indices": [0, 1]},
            "found P of 2 rows, R of sha",
        ),
        (
            [[1]],
            [0],
            {"s_indices": [1], "a_indices": [0]},
            "found s_indices from 1 to 1, need 0 to",
        ),
        ([[[1]]], [[0]], {"axes": "tas"}, 'axes is \'tas\', need None, "sat" or "ast"'),
        ([[1]], [[0]], {}, r"found P of shape (1, 1), need (S, A, S) or (A, S, S)"),
        ([sparse.eye(2, 3)], [0, 0, 0], {}, "action 0: found probabilities of shape (2, 3), need"),
        ([sparse.eye(2)], [0, 0], {"axes": "sat"}, "found a list of sparse matrices, need axes"),
        ([1], [0], {"s_indices": [0], "a_indices": [0]}, "found probabilities of shape (1,), need"),
    ],
)
def test_shapes_and_axes_that_do_not_fit(P, R, more, message):
    with pytest.raises(ValueError) as error:
        from_arrays(P, R, rationalize="exact", **more)
    assert str(error.value).startswith(message)


def test_indices_are_integers():
    with pytest.raises(TypeError, match="found indices of float64 and int64, need integers"):
        from_arrays([[1]], [0], s_indices=[0.0], a_indices=[0])


@pytest.mark.parametrize(
    ("table", "error", "message"),
    [
        ({0: {0: [(1, 0, 0)]}}, ValueError, "state 0, action 0: found (1, 0, 0), need 4 entries"),
        (
            {0: {0: [(-1, 0, 0, False)]}},
            ValueError,
            "the probability -1 of target 0 is taken as -1",
        ),
        ({0: {}}, ValueError, "state 0 has no choice, need one"),
        ({0: {0: [(0.5, 0, 0, False)]}}, ValueError, "state 0, action 0: the probabilities add up"),
        ({0: {0: [("1/2", 0, 0, False)]}}, ValueError, "state 0, action 0: the probabilities add"),
        (
            {0: {0: [(None, 0, 0, False)]}},
            TypeError,
            "state 0, action 0: the probability is a NoneType",
        ),
        ({0: {0: [(1, 0, "x", False)]}}, ValueError, "state 0, action 0: the reward is 'x', need"),
    ],
)
def test_errors_of_gymnasium(table, error, message):
    with pytest.raises(error) as found:
        from_gymnasium(table, rationalize=10)
    assert message in str(found.value) and "\n" not in str(found.value)


@pytest.mark.parametrize(("how", "found"), [("decimal", "1/10"), (4, "0"), ("exact", None)])
def test_floats_of_sympy_are_floats(how, found):
    import sympy

    tenth = sympy.Float("0.1")
    exact = Fraction(0.1) if found is None else Fraction(found)
    model = from_arrays([[1]], [tenth], s_indices=[0], a_indices=[0], rationalize=how)
    assert fractions(model.rewards["reward"]) == [exact]
    with pytest.raises(TypeError, match="state 0, action 0: the reward is the float 0"):
        from_arrays([[1]], [tenth], s_indices=[0], a_indices=[0])
