"""One turn of Shut the Box: published values, every policy, the distribution of the score."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.games.shutbox import (
    Board,
    Question,
    Rules,
    position_of,
    rules_named,
)
from exactbox.games.shutbox.play import beat, distribution, lowest_score, shut_the_box
from tests.shutbox_plain import HALF, Plain, box
from tests.strategies import examples, shutbox_rules


def answer(rules, objective=shut_the_box, tiles=None):
    """The exact value of a position, by default the start."""
    start = rules.full if tiles is None else position_of(rules, tiles)
    return objective(Board(rules, [start])).at(start)


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (box(9, "two-dice"), Fraction(466473281, 6530347008)),
        (box(9), Fraction(956177159, 9795520512)),
        (box(9, "sum=6?"), Fraction(956177159, 9795520512)),
        (box(9, "most=2"), Fraction(8721267025, 117546246144)),
        (box(9, "two-dice", "most=2"), Fraction(261972817, 4897760256)),
        (box(6, dice=(6,)), Fraction(145, 1944)),
        (box(10, "two-dice"), Fraction(594167327, 14693280768)),
        pytest.param(
            box(12, "two-dice"), Fraction(275901419419, 76169967501312), marks=pytest.mark.slow
        ),
    ],
    ids=str,
)
def test_published_probabilities_to_shut_the_box(rules, value):
    """Durango Bill; UnaryPlus; Fiddler on the Proof, 2024-09-13; arcini; independent programs."""
    assert answer(rules) == value


@pytest.mark.parametrize(
    ("tiles", "shut"),
    [
        ("123456789", Fraction(82876205053, 2448880128)),
        ("123", Fraction(3319, 81) - 39),
        ("23", Fraction(26429, 648) - 40),
    ],
)
def test_published_expected_sum_shut_with_two_dice(tiles, shut):
    """math.stackexchange 4629747, which counts what is shut of all 45."""
    rules = box(9, "two-dice")
    assert sum(map(int, tiles)) - answer(rules, lowest_score, tiles) == shut


def test_published_expected_scores_with_two_dice():
    """rossbowen: open {2, 6} and {8}."""
    rules = box(9, "two-dice")
    assert answer(rules, lowest_score, "26") == Fraction(967, 162)
    assert round(answer(rules, lowest_score, "8"), 6) == Fraction("6.888889")


@pytest.mark.slow
def test_published_score_of_the_double_shutter():
    """danthemanhathaway."""
    assert round(answer(rules_named(["double-shutter"]), lowest_score), 3) == Fraction("19.427")


def test_a_choice_of_dice_is_worth_something_where_all_tiles_above_6_are_shut():
    values = [Question(box(9, words)).value for words in ("above=6", "above=6?")]
    assert values[0] != values[1]
    assert answer(box(9, "above=6?")) > answer(box(9, "above=6"))


@examples(150)
@given(shutbox_rules(), st.sampled_from(["shut", "score", "beat"]), st.integers(0, 12))
def test_no_policy_does_better_and_one_does_as_well(rules, goal, best):
    """All policies of small boards, one by one, in fractions."""
    plain = Plain(rules)
    sizes = plain.decisions(plain.full)
    free = {key: size for key, size in sizes.items() if size > 1}
    count = 1
    for size in free.values():
        count *= size
    assume(count <= 600)

    def pay(s):
        if goal == "beat":
            return 1 if s < best else HALF if s == best else 0
        return int(s == 0) if goal == "shut" else s

    policies = [
        dict.fromkeys(sizes, 0) | dict(zip(free, choice))
        for choice in product(*(range(size) for size in free.values()))
    ]
    values = [plain.value(plain.full, pay, policy) for policy in policies]
    more = {"best": best, "tie": HALF} if goal == "beat" else {}
    question = Question(rules, goal, **more)
    assert question.value == (min if goal == "score" else max)(values)
    claim = check_certificate(question.certificate())
    assert claim.value == question.value
    assert (claim.facts["choices"], claim.facts["states"]) == (question.choices, question.states)


@examples(40)
@given(shutbox_rules())
def test_the_distribution_of_the_score_adds_up(rules):
    """To 1; its mean is the least expected score; its part at 0 the chance to shut the box."""
    board = Board(rules)
    low, shut = lowest_score(board), shut_the_box(board)
    final = distribution(low, rules.full)
    assert sum(final.values()) == 1 and min(final.values()) > 0
    assert sum(score * chance for score, chance in final.items()) == low.at(rules.full)
    assert distribution(shut, rules.full).get(0, 0) == shut.at(rules.full)


def test_the_distribution_of_the_classic_game_adds_up_from_any_position():
    board = Board(box(9), range(512))
    low = lowest_score(board)
    for start in (511, 0b110101001, 1):
        final = distribution(low, start)
        assert sum(final.values()) == 1
        assert sum(score * chance for score, chance in final.items()) == low.at(start)


def test_a_score_to_beat_with_ties_counted_three_ways():
    """One tile 1, one die of two sides: score 0 or 1, even chances."""
    board = Board(Rules(tiles=(1,), dice=(2,)))
    for tie, value in ((Fraction(0), HALF), (HALF, Fraction(3, 4)), (Fraction(1), 1)):
        assert beat(board, [1], tie).at(1) == value
    assert beat(board, [0], HALF).at(1) == Fraction(1, 4)


def test_values_of_many_pay_offs_are_those_of_each():
    board = Board(box(6))
    together = beat(board, list(range(22)), HALF)
    for b in range(22):
        alone = beat(board, [b], HALF)
        assert together.at(board.rules.full, b) == alone.at(board.rules.full)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"goal": "luck"}, "goal is 'luck', need one of wins, shut, score, beat"),
        ({"goal": "beat", "tie": Fraction(3, 2)}, "a tie counts 3/2, need 0 to 1"),
    ],
)
def test_questions_that_a_turn_cannot_ask_are_refused(asked, words):
    with pytest.raises(ValueError, match=words):
        Question(Rules(), **asked)
