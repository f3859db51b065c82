"""Games' results show themselves, and `ShutTheBox` answers a player's questions."""

from __future__ import annotations

import sys
from fractions import Fraction
from types import SimpleNamespace

import pytest

from exactbox import check_certificate, games
from exactbox.check import InvalidCertificate
from exactbox.decimals import decimal_string
from exactbox.games import lock
from exactbox.games.shutbox import (
    Question,
    Rules,
    ShutTheBox,
    rule_answers,
    rules_named,
)

SMALL = Rules(tiles=(1, 2, 3), dice=(3,))
RESULTS = [
    Question(SMALL, "shut"),
    Question(SMALL, "beat", best=3),
    Question(SMALL, players=3, player=2, best=3, holders=2),
    rule_answers(SMALL),
    lock.symbolic(11),
    ShutTheBox(SMALL),
    SMALL,
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda r: type(r).__name__)
def test_a_result_is_one_line_in_a_list_and_short_on_a_page(result):
    line, page = repr(result), str(result)
    assert line.startswith(f"{type(result).__name__}(") and "\n" not in line and len(line) < 250
    assert page != line and "object at" not in page and page.count("\n") < 20


@pytest.mark.parametrize("result", RESULTS[:-1], ids=lambda r: type(r).__name__)
def test_a_result_is_a_table_in_a_notebook(result):
    text = result._repr_html_()
    assert text.startswith("<table>") and text.endswith("</table>") and text.count("<tr>") > 1


def test_what_letters_a_machine_has_is_escaped_in_a_notebook():
    found = lock.symbolic(3, machine=lock.machine("<x=x, &x=y<y"), letters="<&")
    assert "<td>&amp;&lt;&amp;</td>" in found._repr_html_()


@pytest.mark.parametrize("result", [*RESULTS[:3], RESULTS[4]], ids=lambda r: type(r).__name__)
def test_save_writes_a_certificate_that_the_checker_accepts(result, tmp_path):
    file = tmp_path / "proof.json"
    claim = result.save(str(file))
    assert claim == check_certificate(file) and result.is_proved_by(claim)


def test_nothing_is_saved_that_the_checker_does_not_pass(tmp_path, monkeypatch):
    monkeypatch.setattr(Question, "value", Fraction(1, 2))
    with pytest.raises(InvalidCertificate, match="another result"):
        Question(SMALL, "shut").save(str(tmp_path / "proof.json"))
    assert list(tmp_path.iterdir()) == []


def test_floats_are_correctly_rounded():
    question = Question(SMALL, "shut")
    assert question.to_float() == question.value.numerator / question.value.denominator
    values = rule_answers(SMALL).to_float()
    assert values["greatest probability to shut the box"] == question.to_float()


def test_frames_have_exact_numbers():
    answers = rule_answers(SMALL)
    frame = answers.to_frame()
    assert dict(zip(frame["score"], frame["probability"], strict=True)) == answers.scores
    assert sum(frame["probability"]) == 1
    assert list(lock.symbolic(11).to_frame()["key"]) == list(lock.symbolic(11).keys)


def test_without_pandas_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"pip install 'exactbox\[frames\]'"):
        lock.symbolic(11).to_frame()


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(5, 2), 0, "2"),
        (Fraction(10**5000), 1, f"1{'0' * 5000}.0"),
        (Fraction(1, 3), 2000, f"0.{'3' * 2000}"),
    ],
)
def test_decimals_are_rounded_half_to_even_whatever_their_length(value, digits, text):
    assert decimal_string(*value.as_integer_ratio(), digits) == text


# The rule in words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("classic", Rules()),
        ("classic, two-dice", Rules(one_die="never", limit=0)),
        ("thai two-dice", Rules(one_die="never", limit=0, single=True)),
        ("3-down-extreme,even-stevens", Rules(tiles=(4, 6, 8))),
        ("two-dice,double-shutter", Rules(behind=tuple(range(9, 0, -1)), one_die="never", limit=0)),
        (["most=2", "last-one?"], Rules(most=2, limit=1, choice=True)),
        ("sum=6,sum=6", Rules()),
    ],
)
def test_words_change_the_rules_in_any_order(words, changed):
    assert rules_named(words) == changed
    if not isinstance(words, str):
        assert rules_named(reversed(words)) == changed


def test_a_rule_is_written_as_one_can_read_it_back():
    for rules in (Rules(), SMALL, rules_named("thai,2-to-go"), rules_named("double-shutter")):
        assert eval(repr(rules)) == rules


@pytest.mark.parametrize("name", ["limit", "most", "first", "stop"])
def test_numbers_of_a_rule_have_nine_digits_at_most(name):
    with pytest.raises(ValueError, match=f"{name} has more than 9 digits"):
        Rules(**{name: 10**9})


# Asking the game --------------------------------------------------------------------------------


def test_positions_and_rolls_are_text_or_numbers():
    box = ShutTheBox()
    moves = box.advise("146789", 9)
    assert moves == box.advise([1, 4, 6, 7, 8, 9], "4,5") == box.advise((9, 8, 7, 6, 4, 1), (4, 5))
    assert [tiles for tiles, _ in moves] == [[9], [1, 8]]
    assert box.move("12", 6) == [] and box.advise("12", 6) == []


def test_the_box_says_what_its_questions_say():
    box = ShutTheBox("two-dice", tiles=4, dice=[4], players=3, ties="lose", at_once=False)
    rules = rules_named("two-dice", Rules(tiles=(1, 2, 3, 4), dice=(4,)))
    match = {"players": 3, "ties": "lose", "at_once": False}
    assert box.value() == Question(rules, **match).value
    third = Question(rules, **match, start=7, player=2, best=4, holders=2)
    assert box.value("123", 4, player=3, holders=2) == third.value
    assert box.value("12", goal="score") == Question(rules, "score", 3).value
    assert box.value("12", "3", goal="beat") == Question(rules, "beat", 3, 3).value
    assert box.scores(goal="score") == box.answers().scores
    assert box.question("12") is box.question("12")
    assert ShutTheBox(rules, **match).value() == box.value()


def test_a_score_makes_it_the_turn_of_player_two_of_two():
    assert ShutTheBox(SMALL).question("12", 3).player == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"tiles": ""}, "no tile is open"),
        ({"tiles": "14"}, "tile 4 does not exist"),
        ({"goal": "win"}, "goal is 'win', need one of wins, shut, score, beat"),
        ({"player": 3}, "there is no player 3: 2 play"),
        ({"player": 2}, "say which score to beat"),
        ({"score": 3, "player": 1}, "the score 3 has no meaning here"),
        ({"score": 3, "goal": "shut"}, "the score 3 has no meaning here"),
        ({"goal": "beat"}, "say which score to beat"),
        ({"score": 7}, "score 7 is impossible"),
    ],
)
def test_what_has_no_meaning_is_refused(asked, words):
    with pytest.raises(ValueError, match=words):
        ShutTheBox(SMALL).question(**asked)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"players": 0}, ValueError, "0 players cannot play, need 1 to 1,000"),
        ({"players": 1001}, ValueError, "need 1 to 1,000"),
        ({"ties": "later"}, ValueError, "need one of share, lose, earlier"),
        ({"rule": Rules(), "tiles": 9}, TypeError, "Rules have tiles and dice"),
        ({"rule": "thay"}, ValueError, "unknown rule 'thay'"),
        ({"tiles": 0}, ValueError, "at least one"),
    ],
)
def test_games_that_cannot_be_are_refused(given, error, words):
    with pytest.raises(error, match=words):
        ShutTheBox(**given)


def test_among_three_it_must_be_said_whose_turn_it_is():
    with pytest.raises(ValueError, match="name the player"):
        ShutTheBox(SMALL, players=3).question("12", 3)


def test_games_are_rooms_that_are_imported_when_they_are_used():
    assert games.shutbox.ShutTheBox is ShutTheBox and "shutbox" in dir(games)
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = games.chess


def test_another_claim_does_not_prove_a_question():
    assert not Question(SMALL, "shut").is_proved_by(SimpleNamespace(value=Fraction(2)))


def test_open_tiles_may_be_a_number_as_they_may_be_a_text():
    game = ShutTheBox()
    assert game.move(146789, 9) == game.move("146789", 9) == game.move([1, 4, 6, 7, 8, 9], "9")
    assert game.value(12) == game.value("12")
    assert game.scores(12) == game.scores([1, 2])
