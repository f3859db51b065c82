"""Shut the Box: house rules, who may roll one die, and what is written as text."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from exactbox.games.shutbox import (
    Board,
    Match,
    Rules,
    position_of,
    rules_named,
    tiles_of,
)
from exactbox.games.shutbox.notation import is_score, roll_of, score_of
from exactbox.games.shutbox.play import advise, optimal_values
from tests.shutbox_plain import Plain, box
from tests.strategies import shutbox_rules


def moves(rules, tiles, total, faces=()):
    """The sets that may be shut."""
    start = position_of(rules, tiles)
    after = Board(rules, [start]).moves(start, (total, tuple(sorted({*faces, total}))))
    return [tiles_of(rules, start ^ q) for q in after]


def test_equally_good_moves_come_highest_tile_first():
    assert moves(box(9), "123456789", 6) == [[6], [1, 5], [2, 4], [1, 2, 3]]
    board = Board(box(3))
    same = optimal_values(board, [[1] * len(board.scores)])
    assert [tiles_of(box(3), 7 ^ q) for q, _ in advise(same, 7, (3, ()))] == [[3], [1, 2]]


def test_thai_shuts_one_tile_that_a_die_or_the_total_shows():
    rules = box(9, "thai")
    assert sorted(moves(rules, "123456789", 5, (2, 3))) == [[2], [3], [5]]
    assert moves(rules, "46", 5, (2, 3)) == []


def test_house_rules_close_tiles_beforehand():
    assert box(9, "even-stevens").tiles == (2, 4, 6, 8)
    assert box(9, "against-all-odds").tiles == (1, 3, 5, 7, 9)
    assert box(9, "3-down-extreme").tiles == (4, 5, 6, 7, 8, 9)


def test_two_to_go_loses_on_a_first_four():
    rules = box(9, "2-to-go")
    assert moves(rules, "123456789", 4) == []
    assert moves(rules, "123456789", 5) == [[2, 3]]
    assert moves(rules, "13456789", 4) == [[4], [1, 3]]


def test_unlucky_seven_ends_the_turn():
    assert moves(box(9, "unlucky-7"), "123456789", 7) == []


def test_scores():
    tiles = 0b100001001
    assert box(9).points(tiles) == 14
    assert box(9, "missionary").points(tiles) == 3
    assert box(9, "digital").points(tiles) == 149
    assert box(10, "digital").points(0b1000001001) == 1410
    assert rules_named(["double-shutter"]).points(1 | 1 << 9) == 11


def test_a_back_tile_opens_in_the_move_that_shuts_its_front():
    board = Board(Rules(tiles=(1,), behind=(9,), dice=(6, 6), one_die="never"))
    assert board.moves(3, (10, ())) == (0,)


def test_positions_of_two_rows():
    rules = rules_named(["double-shutter"])
    assert position_of(rules, "12") == position_of(rules, "12/987654321") == 0b111111111000000011
    with pytest.raises(ValueError, match="a tile cannot be shut while the one before it is open"):
        position_of(rules, "12/9")


def test_who_may_roll_one_die():
    assert [box(9, "last-one").dice_choices(m) for m in (1, 2)] == [(1,), (2,)]
    assert [box(9, "above=6?").dice_choices(m) for m in (63, 64)] == [(2, 1), (2,)]
    assert box(9, "two-dice").dice_choices(1) == (2,)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"tiles": ()}, ValueError, "need increasing numbers"),
        ({"tiles": (2, 1)}, ValueError, "need increasing numbers"),
        ({"tiles": (0, 1)}, ValueError, "tiles: 0 is too small"),
        ({"tiles": "12"}, TypeError, "need a list"),
        ({"tiles": (True,)}, TypeError, "True is not an integer"),
        ({"tiles": tuple(range(1, 61))}, ValueError, "60 tiles, at most 59"),
        ({"behind": (1,)}, ValueError, "1 tiles stand behind 9"),
        ({"dice": ()}, ValueError, "need 1 to 32 dice"),
        ({"one_die": "often"}, ValueError, "one_die is 'often'"),
        ({"score": "luck"}, ValueError, "score is 'luck'"),
        ({"first": 10}, ValueError, "tile 10, which does not exist"),
        ({"behind": tuple(range(1, 10)), "score": "digits"}, ValueError, "one number"),
    ],
)
def test_rules_that_cannot_be_are_refused(change, error, words):
    with pytest.raises(error, match=words):
        Rules(**change)


def test_games_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="more than 500 positions"):
        Board(box(9), max_positions=500)
    with pytest.raises(ValueError, match=r"make .* values, more than"):
        Match(Board(box(9, "digital")), 40)


def sets_of_tiles(plain):
    """Every position: a back tile is shut only where its front tile is."""
    for open_tiles in product((False, True), repeat=len(plain.full)):
        position = {tile for tile, is_open in zip(sorted(plain.full), open_tiles) if is_open}
        if not any(r == 0 and plain.rules.behind and (1, i) not in position for r, i in position):
            yield position


@given(shutbox_rules())
def test_a_score_is_possible_where_some_set_of_tiles_has_it(rules):
    plain = Plain(rules)
    scores = {plain.score(position) for position in sets_of_tiles(plain)}
    assert {score for score in range(5000) if is_score(rules, score)} == scores


def test_a_score_of_many_tiles_is_recognised_at_once():
    """There are 2^59 sets of tiles."""
    rules = box(59, "digital")
    assert score_of(rules, "1591159") == 1591159
    with pytest.raises(ValueError, match="score 60 is impossible: no open tiles score it"):
        score_of(rules, "60")
    powers = rules_named("classic", Rules(tiles=tuple(2**i for i in range(30))))
    assert score_of(powers, "536870913") == 2**29 + 1
    with pytest.raises(ValueError, match="impossible"):
        score_of(powers, f"{2**30}")


@pytest.mark.parametrize(
    ("words", "tiles", "text", "roll"),
    [
        ((), "123456789", "9", (9, ())),
        ((), "123456789", "4,5", (9, ())),
        ((), "12", "5", (5, ())),
        (("thai",), "12", "5,3", (8, (3, 5, 8))),
    ],
)
def test_a_roll_is_its_total_or_its_dice(words, tiles, text, roll):
    rules = box(9, *words)
    assert roll_of(rules, position_of(rules, tiles), text) == roll


@pytest.mark.parametrize("text", ["1", "13", "0,5", "7,1", "1,2,3"])
def test_a_roll_that_two_dice_cannot_show_is_refused(text):
    with pytest.raises(ValueError, match=f"the dice cannot show {text}: 2 dice are rolled here"):
        roll_of(Rules(), Rules().full, text)


def test_a_roll_that_one_die_cannot_show_is_refused():
    """Where tile 1 alone is open the classic rules roll one die."""
    with pytest.raises(ValueError, match="the dice cannot show 12: 1 die is rolled here"):
        roll_of(Rules(), 0b1, "12")


def test_rules_are_described_in_a_line():
    assert str(box(9, "sum=6?", "most=2", "digital")) == (
        "tiles 1 2 3 4 5 6 7 8 9; dice d6 d6; one die if the player likes when the open sum is at "
        "most 6; at most 2 tiles a move; digital"
    )
