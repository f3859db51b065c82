"""Games written as functions: models of known values, what is shared, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import inf

import pytest

from exactbox.certificate import prove
from exactbox.games.flip import flip
from exactbox.mdp import Model, cost, mean_payoff, reach, total_until_end

DIE = range(1, 7)
HALF = Fraction(1, 2)


# Games of two ------------------------------------------------------------------------------------


def pig(target: int, faces: range = DIE, lost: int = 1) -> Model:
    """Roll and add to the turn's total, or hold and score it; the lost face ends the turn.

    A state is whose move it is, that player's score, the other's, and the turn's total.
    """

    def options(state):
        _, mine, _, turn = state
        return ["roll", "hold"] if turn and mine + turn < target else ["roll"]

    def outcomes(state, action):
        who, mine, other, turn = state
        if action == "hold":
            return {(3 - who, other, mine + turn, 0): 1}
        if max(mine + turn, other) >= target:
            return None
        shares = [(f"1/{len(faces)}", (who, mine, other, turn + k)) for k in faces if k != lost]
        return [*shares, (f"1/{len(faces)}", (3 - who, other, mine, 0))]

    return Model.explore(
        (1, 0, 0, 0),
        options,
        outcomes,
        labels={"won": lambda state: state[0] == 1 and state[1] + state[3] >= target},
        player=lambda state: state[0],
    )


def value_iteration_of_pig(target: int) -> float:
    """The chance of who moves first, as Neller and Presser find it (UMAP Journal 25, 2004)."""
    states = [
        (i, j, k) for i, j, k in product(range(target), repeat=3) if k != 1 and i + k < target
    ]
    chance = dict.fromkeys(states, 0.0)

    def of(i, j, k):
        return 1.0 if i + k >= target else chance[i, j, k]

    for _ in range(500):
        for i, j, k in states:
            roll = (1 - of(j, i, 0) + sum(of(i, j, k + r) for r in range(2, 7))) / 6
            chance[i, j, k] = max(roll, 1 - of(j, i + k, 0)) if k else roll
    return chance[0, 0, 0]


def test_pig_to_three_is_what_one_finds_by_hand():
    """A roll wins with 3 or more; after a 2 it is best to roll again: P = 29/36 + 7/36 (1 - P)."""
    answer = reach(pig(3), "won", "max")
    assert answer.value == Fraction(36, 43)
    assert prove(answer).claim.value == Fraction(36, 43)


def test_pig_to_eleven_is_what_value_iteration_tends_to():
    answer = reach(pig(11), "won", "max")
    assert abs(float(answer.value) - value_iteration_of_pig(11)) < 1e-12
    assert prove(answer).claim.value == answer.value
    assert answer.value > HALF


def test_piglet_to_two_has_the_published_value():
    """A coin; one may hold a total of 0 there, here one may not: that is never better."""
    answer = reach(pig(2, range(2), lost=0), "won", "max")
    assert answer.value == Fraction(4, 7)
    at = answer.model.valuations.index("(1, 0, 1, 0)")
    assert answer.values[at] == Fraction(2, 5)


# Dice --------------------------------------------------------------------------------------------


def cards(n: int) -> Model:
    """Project Euler 640 with n-sided dice: a state is the cards face down and those on offer."""
    goal = (1 << 2 * n) - 1

    def rolled(down):
        for a, b in product(range(1, n + 1), repeat=2):
            yield Fraction(1, n * n), (down, frozenset({a, b, a + b}))

    def outcomes(state, card):
        down, _ = state
        after = down if card == "first roll" else down ^ 1 << card - 1
        return None if after == goal else rolled(after)

    return Model.explore(
        (0, frozenset({"first roll"})),
        lambda state: sorted(state[1]),
        outcomes,
        rewards={"turns": lambda state, card: int(outcomes(state, card) is not None)},
    )


def test_the_game_of_four_cards_has_the_published_value_and_shares_its_choices():
    """5.673651 in the problem's statement. 16 positions, the last one ends the play."""
    model, known = cards(2), flip(2)
    assert (model.states, model.action_count, model.choices) == (
        known.states,
        known.action_count,
        known.choices,
    )
    assert int(model.ends.sum()) == 1
    answer = total_until_end(model)
    assert answer.value == Fraction(8936, 1575)
    assert prove(answer).claim.value == answer.value
    assert cost(model.plain(), None, "ended", "min").value == answer.value


def test_choices_are_shared_where_outcomes_and_rewards_are_the_same():
    """To walk from 1 and to jump from 2 cost 1 and lead to 0; to run from 2 costs more."""
    pace = {"walk": 1, "jump": 1, "run": 2, "stay": 0}
    model = Model.explore(
        2,
        lambda s: [["stay"], ["walk"], ["run", "fall", "jump"]][s],
        lambda s, action: {1: "1/2", 0: HALF} if action == "fall" else {0: 1},
        rewards={"pace": lambda s, action: pace.get(action, 0)},
    )
    assert model.valuations == ["2", "0", "1"]
    assert model.actions == ["run", "fall", "jump", "stay", "walk"]
    assert model.afterstate.tolist() == [0, 1, 2, 3, 2]
    assert [model.rewards["pace"][c] for c in range(4)] == [2, 0, 1, 0]


def test_options_of_one_state_that_come_to_the_same_are_kept_apart():
    model = Model.explore(
        "a", lambda s: ["left", "right"], lambda s, action: None if s == "b" else {"b": 1}
    )
    assert (model.action_count, model.choices) == (4, 4)
    assert model.actions == ["left", "right", "left", "right"]
    assert reach(model, "ended", "min").ties.tolist() == [0, 1]


def test_a_game_that_shares_nothing_is_an_ordinary_model():
    def outcomes(s, action):
        return {(s + (action == "up")) % 3: 1}

    model = Model.explore(0, lambda s: ["up", "keep"], outcomes)
    assert model.afterstate.tolist() == [0, 1, 2, 0, 1, 2]  # up from 0 is to keep 1
    model = Model.explore(
        0, lambda s: ["up", "keep"], outcomes, rewards={"level": lambda s, action: s}
    )
    assert model.afterstate is None and (model.states, model.choices) == (3, 6)


@pytest.mark.parametrize(
    "more, message",
    [
        ({"labels": {"g": [3]}}, r"label 'g': found \[3\], need a function of the state"),
        ({"rewards": {"r": 1}}, "reward 'r': found 1, need a function of the state and the action"),
        ({"player": 2}, "player: found 2, need a function of the state"),
        ({"labels": ["g"]}, r"labels: found \['g'\], need a dict from names"),
    ],
)
def test_what_has_to_be_a_function_of_the_state_is_named(more, message):
    with pytest.raises(TypeError, match=message):
        walk(1, **more)


def test_a_state_without_actions_is_told_how_a_play_ends():
    with pytest.raises(ValueError, match=r"state 0 has no action, .* one whose outcomes are None"):
        Model.explore(0, lambda s: [], lambda s, action: None)


# States, labels, rewards -------------------------------------------------------------------------


def walk(start, **more) -> Model:
    """From k one goes to 0 or to k - 1, by a coin, and stays in 0."""
    return Model.explore(
        start,
        lambda k: ["go" if k else "stay"],
        lambda k, action: {0: HALF, k - 1: "0.5"} if k > 1 else {0: 1},
        **more,
    )


def test_several_starts_are_numbered_first_and_each_has_a_value():
    """The steps to 0 are 1, 3/2 and 7/4 from 1, 2 and 3."""
    model = walk(
        [2, 3, 2],
        labels={"home": lambda k: k == 0, "far": lambda k: k > 2},
        rewards={"steps": lambda k, action: 1, "cost": lambda k, action: Fraction(k, 3)},
    )
    assert model.initial.tolist() == [0, 1]
    assert model.valuations == ["2", "3", "0", "1"]
    assert model.labels["home"].tolist() == [False, False, True, False]
    assert model.labels["far"].tolist() == [False, True, False, False]
    assert list(cost(model, "steps", "home", "min").values) == [1 + HALF, Fraction(7, 4), 0, 1]
    assert cost(model, "cost", "home", "min").values[1] == 1 + HALF * (
        Fraction(2, 3) + HALF * Fraction(1, 3)
    )
    assert mean_payoff(model, "steps", "max").values[1] == 1


def test_what_ends_the_play_is_nothing_an_empty_list_or_an_empty_mapping():
    for nothing in (None, [], {}, ()):
        model = Model.explore(0, lambda s: ["end"], lambda s, action, n=nothing: n)
        assert model.ends.tolist() == [True]
        assert reach(model, "ended", "min").value == 1


def test_probabilities_of_the_same_state_are_added_and_those_of_0_are_left_out():
    model = Model.explore(
        "a", lambda s: [1], lambda s, _: [("1/3", "a"), (0, "c"), (0, "a"), (Fraction(2, 3), "a")]
    )
    assert (model.states, model.weight.tolist(), model.denominator.tolist()) == (1, [1], [1])


def test_probabilities_and_rewards_beyond_64_bits_are_exact():
    tiny = Fraction(1, 3**60)
    model = Model.explore(
        0,
        lambda s: ["try"],
        lambda s, _: {0: 1 - tiny, 1: tiny} if s == 0 else None,
        rewards={"": lambda s, _: 2**90 if s == 0 else 0},
    )
    answer = total_until_end(model)
    assert answer.value == prove(answer).claim.value == 2**90 * 3**60


# Refusals ----------------------------------------------------------------------------------------


def explored(options=("go",), outcome=None, **more):
    return Model.explore("here", lambda _: options, lambda *_: outcome, **more)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"outcome": {("x", ()): 0, "y": 0}}, ValueError, "'here', action 'go': .* add up to 0"),
        ({"outcome": {"here": "1/2", 5: "1/3"}}, ValueError, "action 'go': .* add up to 5/6, need"),
        ({"outcome": {"here": -1, 5: 2}}, ValueError, "'here', action 'go': the probability -1 is"),
        ({"outcome": {"here": 1.5}}, ValueError, "'here', action 'go': a probability: 1.5 is a fl"),
        (
            {"outcome": {"here": "1/0"}},
            ValueError,
            "'here', action 'go': a probability: '1/0' is n",
        ),
        (
            {"outcome": {"here": None}},
            TypeError,
            "'here', action 'go': a probability: None is a No",
        ),
        (
            {"outcome": ["here"]},
            ValueError,
            "'here', action 'go': the outcome 'here' is not a pair",
        ),
        ({"outcome": [(1, 2, 3)]}, ValueError, r"action 'go': the outcome \(1, 2, 3\) is not a pa"),
        ({"outcome": 7}, TypeError, "'here', action 'go': the outcomes are 7, need a list"),
        ({"outcome": [(1, [0])]}, TypeError, r"the state \[0\] is not hashable; use a tuple"),
        ({"options": []}, ValueError, "state 'here' has no action, need one"),
        ({"options": None}, ValueError, "state 'here' has no action, need one"),
        ({"options": 7}, TypeError, "state 'here': the actions are 7, need a list"),
        ({"options": "go"}, TypeError, "state 'here': the actions are 'go', need a list"),
        (
            {"rewards": {"r": lambda *_: 0.5}},
            ValueError,
            "'here', action 'go': the reward 'r': 0.5 is a float",
        ),
        ({"rewards": {"r": lambda *_: None}}, TypeError, "the reward 'r': None is a NoneType"),
        ({"player": lambda _: 0}, ValueError, "state 'here': the player is 0, need 1 or 2"),
        ({"player": lambda _: None}, ValueError, "state 'here': the player is None, need 1 or 2"),
    ],
)
def test_what_is_wrong_is_named_with_its_state(given, error, words):
    with pytest.raises(error, match=words):
        explored(**given)


def test_a_state_that_is_not_hashable_is_refused_at_the_start_as_well():
    with pytest.raises(TypeError, match=r"the state \[0\] is not hashable; use a tuple"):
        Model.explore([[0]], lambda s: ["go"], lambda s, _: None)


def test_no_start_is_refused():
    with pytest.raises(ValueError, match="there is no state, need one"):
        Model.explore([], lambda s: ["go"], lambda s, _: None)


def test_a_long_state_is_cut_in_messages():
    with pytest.raises(ValueError, match=r"^state 'x{56}\.\.\. has no action, need one; "):
        Model.explore("x" * 100, lambda s: [], lambda s, _: None)


def test_too_many_states_are_refused_with_what_is_known():
    with pytest.raises(
        ValueError, match=r"more than 9 states: 10 are known after .* of 9; if it ends"
    ):
        Model.explore(0, lambda s: ["up"], lambda s, _: {s + 1: 1}, max_states=9)
    assert (
        Model.explore(0, lambda s: ["up"], lambda s, _: {min(s + 1, 8): 1}, max_states=9).states
        == 9
    )


def test_an_error_of_the_game_itself_is_not_hidden():
    def options(state):
        yield 1 + state  # not a number

    with pytest.raises(TypeError, match="unsupported operand"):
        Model.explore("a", options, lambda s, _: None)


def test_a_cost_that_no_play_ends_is_infinite():
    model = walk(3, rewards={"": lambda k, action: 1})
    assert cost(model, None, "ended", "max").value == inf
