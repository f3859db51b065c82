"""The card-flipping game: its rules, its numbers, and what it refuses."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from exactbox import check_certificate, total_until_end
from exactbox.games.flip import advise, flip, roll_weights, state_mask, state_masks
from tests.strategies import flip_games


def bellman(game, position):
    """The equation at a position, a choice, as {frozenset of next positions: probability}."""
    masks = state_masks(game.rule)
    equation = {}
    for b in range(game.branch_start[position], game.branch_start[position + 1]):
        s = game.target[b]
        options = game.choice_at(np.arange(game.action_start[s], game.action_start[s + 1]))
        after = frozenset(int(masks[o]) for o in options)
        equation[after] = Fraction(int(game.weight[b]), int(game.denominator[position]))
    return equation


def test_the_bellman_equation_of_four_cards_at_the_empty_state():
    """(1,1): cards 1, 2; (1,2), (2,1): cards 1, 2, 3; (2,2): cards 2, 4; a quarter each."""
    quarter = Fraction(1, 4)
    expected = {
        frozenset({0b0001, 0b0010}): quarter,
        frozenset({0b0001, 0b0010, 0b0100}): 2 * quarter,
        frozenset({0b0010, 0b1000}): quarter,
    }
    game = flip(2)
    assert bellman(game, 0) == expected
    assert game.rewards["turns"][0] == 1 and game.rewards["turns"][15] == 0
    assert game.afterstate[game.action_start[game.initial_state] :].tolist() == [0]


@pytest.mark.parametrize(
    ("faces", "value"),
    [(2, Fraction(8936, 1575)), (3, Fraction(22887965369, 1837836000))],
)
def test_known_exact_values(faces, value):
    """N = 2 from Project Euler 640, N = 3 from another exact program."""
    assert total_until_end(flip(faces)).value == value


@pytest.mark.parametrize(("faces", "printed"), [(5, "34.698560"), (6, "50.317928")])
def test_printed_decimals(faces, printed):
    result = total_until_end(flip(faces))
    assert result.decimal(6) == printed
    assert check_certificate(result.certificate()).value == result.value


def test_one_face_is_won_by_turning_card_one_then_two():
    """Both dice show 1: turn 1, then 2."""
    assert total_until_end(flip(1)).value == 2


@given(flip_games())
def test_the_layers_follow_the_rules_written_out_with_dictionaries(game):
    """Every roll one by one, every state by search from the start."""
    from itertools import product

    def offered(roll):
        return {card for card in {*roll, sum(roll)} if card <= game["cards"]}

    rolls = list(product(*(die for die in game["dice"])))
    reached, fresh = {game["start"]}, [game["start"]]
    for state in fresh:
        if state != game["goal"]:
            for card in set().union(*map(offered, rolls)):
                after = state ^ 1 << (card - 1)
                if after not in reached:
                    reached.add(after)
                    fresh.append(after)
    if game["goal"] not in reached:
        with pytest.raises(ValueError, match=r"card \d can never be turned over"):
            flip(**game)
        return
    model = flip(**game)
    assert state_masks(model.rule).tolist() == sorted(reached)
    total = 1
    for die in game["dice"]:
        total *= sum(die.values())
    for node, state in enumerate(sorted(reached)):
        expected: dict[frozenset[int], Fraction] = {}
        for roll in rolls if state != game["goal"] else ():
            weight = 1
            for face, die in zip(roll, game["dice"], strict=True):
                weight *= die[face]
            after = frozenset(state ^ 1 << (c - 1) for c in offered(roll)) or frozenset({state})
            expected[after] = expected.get(after, 0) + Fraction(weight, total)
        assert bellman(model, node) == expected


def test_rolls_with_the_same_cards_are_one_branch():
    assert roll_weights(dice=[6, 6], cards=2) == {(): 16, (1,): 8, (1, 2): 3, (2,): 9}


def test_a_roll_that_shows_no_card_passes():
    """One card, one die of two sides: the number of turns is geometric."""
    assert total_until_end(flip(cards=1, dice=[2])).value == 2


def test_weighted_dice_are_weighted():
    assert total_until_end(flip(cards=1, dice=[{1: 1, 2: 6}])).value == 7


def test_dice_whose_weights_have_a_common_divisor_are_the_same_dice():
    assert flip(cards=2, dice=[{1: 6, 2: 9}]).rule == flip(cards=2, dice=[{1: 2, 2: 3}]).rule


def test_a_game_that_starts_at_its_goal_takes_no_turn():
    result = total_until_end(flip(3, start=63))
    assert result.value == 0
    assert check_certificate(result.certificate()).value == 0


def test_positions_are_read_from_lists_of_cards():
    assert state_mask("1,2,5", 6) == state_mask([5, 2, 1], 6) == 0b10011
    for text, words in (
        ("7", "card 7 does not exist"),
        ("1,1", "named twice"),
        ("x", "'x' is not"),
    ):
        with pytest.raises(ValueError, match=words):
            state_mask(text, 6)


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"faces": 0}, ValueError, "faces is 0, need at least 1"),
        ({"faces": True}, TypeError, "faces is True"),
        ({"faces": 2.5}, TypeError, "faces is 2.5"),
        ({}, ValueError, "give either"),
        ({"faces": 2, "dice": [2]}, ValueError, "give either"),
        ({"dice": []}, ValueError, "no dice"),
        ({"dice": [{}]}, ValueError, "die 1: has 0 faces"),
        ({"dice": [{0: 1}]}, ValueError, "die 1: face is 0"),
        ({"dice": [{1: 0}]}, ValueError, "die 1: the weight of face 1 is 0"),
        ({"dice": [[(1, 1), (1, 2)]]}, ValueError, "face 1 is given twice"),
        (
            {"dice": [2], "cards": 3},
            ValueError,
            "card 3 can never be turned over: no roll shows it",
        ),
        ({"faces": 2, "start": 16}, ValueError, "start is 16, need 0 to 15"),
        ({"faces": 2, "goal": -1}, ValueError, "goal is -1"),
        ({"faces": 20}, ValueError, r"make 1,099,511,627,776 states and need at least .* GiB"),
        ({"faces": 500}, ValueError, "more memory than there is"),
        ({"faces": 10**9}, ValueError, "at most 1,000"),
        ({"faces": 2, "cards": 10**15}, ValueError, "cards"),
        ({"faces": 2, "max_states": 8}, ValueError, "the limit is max_states=8"),
    ],
)
def test_games_that_cannot_be_are_refused_with_a_sentence(arguments, error, words):
    with pytest.raises(error, match=words):
        flip(**arguments)


def test_advice_is_sorted_by_exact_cost():
    result = total_until_end(flip(2))
    choices = advise(result, 0, [2, 2])
    assert [card for card, _ in choices] == [4, 2]
    assert [value for _, value in choices] == sorted(value for _, value in choices)
    best = {roll: advise(result, 0, roll)[0][1] for roll in [(1, 1), (1, 2), (2, 1), (2, 2)]}
    assert 1 + sum(best.values()) / 4 == result.value


@pytest.mark.parametrize(
    ("state", "faces", "words"),
    [
        (0, [3, 1], "die 1 cannot show 3"),
        (0, [1], "need what each of the 2 dice shows, found 1"),
        (15, [1, 1], "the game is over"),
        (16, [1, 1], "cannot be reached"),
    ],
)
def test_advice_on_impossible_positions_is_refused(state, faces, words):
    with pytest.raises(ValueError, match=words):
        advise(total_until_end(flip(2)), state, faces)
