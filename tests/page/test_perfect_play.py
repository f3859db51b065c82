"""Play against one who plays perfectly: every move is a best one, and its reasons are exact."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from exactbox import ShutTheBox
from tests.page.conftest import open_anew
from tests.page.test_monkey import LOOK, REST, check
from tests.page.test_shutbox_views import answered, fractions, rolls, tap, visit

FIRST = "4-5.255_4-4.127_4-3.63_3-3.31_2-3.15_3-1.7_3.3_6"  # player 1 ends with a score of 3
SEATS = "#play .seats select"


def rest(tab):
    """Wait until the page computes no more, and has moved for those that it plays for."""
    tab.wait_for_timeout(5)
    tab.wait_for_function(REST)


@pytest.mark.parametrize(
    ("address", "seed"),
    [
        ("perfect=2", 1),
        ("perfect=1", 2),
        ("perfect=1,2&ties=lose", 3),
        ("players=3&tiles=6&perfect=2,3", 4),
        ("rule=sum=12?&perfect=1,2", 5),
        ("rule=double-shutter&tiles=4&perfect=2&playon=1", 6),
        ("rule=thai&tiles=7&dice=4,6&perfect=1", 7),
    ],
)
def test_it_makes_a_best_move_of_every_roll_and_of_the_dice(tab, address, seed):
    """People move at random; when the game is over Python says what perfect play has lost: 0."""
    visit_game(tab, address)
    random = Random(seed)
    for _ in range(80):
        rest(tab)
        moves = tab.locator("#play .moves button.make:visible")
        rows = tab.locator("#play .faces:visible").all()
        if moves.count():
            moves.nth(random.randrange(moves.count())).click()
        elif rows:
            for row in rows:
                faces = row.get_by_role("button")
                faces.nth(random.randrange(faces.count())).click()
        else:
            break
        rest(tab)
        assert check(tab.evaluate(LOOK)) in ("game", "game over")
    rest(tab)
    assert check(tab.evaluate(LOOK)) == "game over"
    assert tab.locator("#play .reasons details").count()
    for line in tab.locator("#play .reasons summary").all():
        line.click()
    rest(tab)
    tab.wait_for_function(
        "() => ![...document.querySelectorAll('#play .reasons p')]"
        ".some((each) => each.textContent === 'Computing')"
    )
    assert "is not best" not in tab.locator("#play .reasons").inner_text()


def visit_game(tab, address):
    """A fresh game, which has no answer yet."""
    open_anew(tab, f"#play?{address}")
    rest(tab)


def test_each_move_is_explained_exactly(tab):
    """What every move was worth, and how likely the next roll fits nothing."""
    visit(tab, f"#play?perfect=2&moves={FIRST}", "play")
    answered(tab, lambda: rolls(tab, "play", 4, 5), "play")
    news = tab.locator("#play .news").text_content()
    assert news == "Player 2 rolled 4 + 5 = 9 and shut 9. Roll for player 2."
    line = tab.locator("#play .reasons summary")
    assert line.all_text_contents() == ["Player 2 rolled 4 + 5 = 9: shut 9"]
    line.click()
    tab.wait_for_selector("#play .reasons table")
    box = ShutTheBox()
    here = box.question("123456789", 3)
    advised = here.advise((9, ()))
    rows = tab.locator("#play .reasons tbody tr").all()
    assert len(rows) == len(advised)
    for row, (after, q_value) in zip(rows, advised, strict=True):
        shut = [tile for tile in range(1, 10) if (511 ^ after) >> (tile - 1) & 1]
        assert row.locator("th").text_content() == " ".join(map(str, shut))
        value, ends = (Fraction(code) for code in exact(row))
        assert value == q_value
        stuck = 0
        for total in (a + b for a in range(1, 7) for b in range(1, 7)):
            stuck += not box.question(after_text(after), 3).advise((total, ()))
        assert ends == Fraction(stuck, 36)
    (more,) = fractions(tab, "#play .reasons details p")
    assert more == advised[0][1] - advised[1][1]


def exact(row):
    """The fractions of a row's numbers."""
    for number in row.locator(".number").all():
        code = number.locator(".fraction .code")
        yield (code if code.count() else number).text_content()


def after_text(position):
    return "".join(f"{tile}" for tile in range(1, 10) if position >> (tile - 1) & 1)


def test_a_line_that_was_opened_stays_open(tab):
    visit(tab, f"#play?perfect=2&moves={FIRST}", "play")
    answered(tab, lambda: rolls(tab, "play", 4, 5), "play")
    tab.locator("#play .reasons summary").click()
    tab.wait_for_selector("#play .reasons table")
    answered(tab, lambda: rolls(tab, "play", 1, 2), "play")
    assert tab.locator("#play .reasons details").count() == 2
    assert tab.locator("#play .reasons details[open] table").count() == 1


def test_nobody_can_move_for_it_and_its_roll_is_taken_back_with_its_move(tab):
    visit(tab, f"#play?perfect=2&moves={FIRST}", "play")
    before = tab.url
    assert tab.locator("#play .tile:not([aria-disabled])").count() == 0
    answered(tab, lambda: rolls(tab, "play", 4, 5), "play")
    assert tab.url.endswith(f"{FIRST}_4-5.255")
    assert tab.locator("#play .moves").count() == 0
    answered(tab, lambda: tab.get_by_role("button", name="Undo").click(), "play")
    assert tab.url == before
    answered(tab, lambda: tab.get_by_role("button", name="Roll two dice").click(), "play")
    assert tab.url.startswith(f"{before}_")
    assert tab.locator("#play .thrown .die").count() == 2


@pytest.mark.parametrize("rule", ["", "&rule=sum=12?"])
def test_its_turn_is_rolled_through_with_one_key(tab, rule):
    """The focus comes back to Roll, until the turn is over."""
    visit_game(tab, f"perfect=1{rule}")
    tab.locator("#play .dice ~ .row button.primary").focus()
    for _ in range(12):
        tab.keyboard.press("Enter")
        rest(tab)
        if "Player 2 rolls" in tab.locator("#play .news").text_content():
            break
        if tab.locator("#play .faces:visible").count():
            assert tab.evaluate("document.activeElement.textContent").startswith("Roll ")
    assert "Player 1" in tab.locator("#play .reasons summary").first.text_content()


def test_seats_are_taken_before_the_game_and_kept_with_another_rule(tab):
    visit_game(tab, "")
    assert tab.locator(SEATS).evaluate_all("all => all.map((each) => each.value)") == ["", ""]
    tab.locator(SEATS).nth(1).select_option("perfect")
    assert tab.url.endswith("#play?perfect=2")
    assert tab.evaluate("document.activeElement.name") == "player2"
    tab.locator("#play .rule summary").click()
    tab.locator("#play .rule [name=players]").select_option("3")
    assert "perfect=2" in tab.url
    tab.locator("#play .rule [name=players]").select_option("1")
    assert "perfect" not in tab.url and tab.locator(SEATS).first.is_hidden()
    tab.go_back()
    tab.get_by_role("button", name="Ten tiles").click()
    assert "tiles=10" in tab.url and "perfect=2" in tab.url
    rolls(tab, "play", 4, 5)
    assert tab.locator(SEATS).first.is_hidden()
    assert "Player 2, perfect" in tab.locator("#play .players").text_content()
    tab.get_by_role("button", name="New game").click()
    assert tab.locator(SEATS).nth(1).input_value() == "perfect"


@pytest.mark.parametrize("asked", ["perfect=3", "perfect=x", "perfect=1,", "players=1&perfect=1"])
def test_a_seat_that_there_is_not_is_refused_in_a_line(tab, asked):
    visit_game(tab, asked)
    (line,) = tab.locator("#play .error:visible").all_text_contents()
    assert line.startswith("perfect: ")


def test_a_record_in_which_it_errs_is_said_to_be_no_perfect_play(tab):
    """An address can be written by hand: player 2 shuts 1 and 8, a bad move."""
    visit(tab, f"#play?perfect=2&moves={FIRST}_4-5.382", "play")
    tab.locator("#play .reasons summary").click()
    tab.wait_for_selector("#play .reasons table")
    text = tab.locator("#play .reasons details").inner_text()
    assert "1 8 is not best" in text
    q_value = dict(ShutTheBox().question("123456789", 3).advise((9, ())))
    (less,) = fractions(tab, "#play .reasons details p")
    assert less == max(q_value.values()) - q_value[0b101111110]


def test_dice_are_drawn_as_they_lie(tab):
    visit_game(tab, "tiles=6")
    rolls(tab, "play", 4, 1)
    pips = [die.locator("circle").count() for die in tab.locator("#play .thrown .die").all()]
    assert pips == [4, 1]
    tap(tab, "play", 5)
    assert tab.locator("#play .thrown .die").count() == 0
    visit_game(tab, "dice=8,8")
    rolls(tab, "play", 8, 2)
    assert tab.locator("#play .thrown .die").all_text_contents() == ["8", "2"]
    visit_game(tab, "")
    tab.get_by_role("button", name="Enter a total").click()
    tab.locator("#play .faces").get_by_role("button", name="9").click()
    assert "rolled 9" in tab.locator("#play .news").text_content()
    assert tab.locator("#play .thrown .die").count() == 0


@pytest.mark.parametrize(("motion", "moves"), [("reduce", 0), ("no-preference", 2)])
def test_dice_tumble_only_where_motion_is_liked(tab, motion, moves):
    tab.emulate_media(reduced_motion=motion)
    visit_game(tab, "")
    tumbling = tab.evaluate("""() => {
      [...document.querySelectorAll("#play button")]
        .find((each) => each.textContent === "Roll two dice").click();
      return [...document.querySelectorAll("#play .thrown .die")]
        .filter((die) => die.getAnimations().length).length;
    }""")
    assert tumbling == moves
    seen = tab.evaluate("() => document.getAnimations().length > 0")
    assert motion == "no-preference" or not seen


def test_a_face_is_drawn_again_where_a_remainder_would_favour_some(tab):
    """Of three bits 6 and 7 are refused: the face is the first number below 6, and 1."""
    tab.goto("")
    faces = tab.evaluate("""() => {
      const drawn = [7, 6, 2, 6, 5, 0];
      crypto.getRandomValues = (words) => { words[0] = drawn.shift(); return words; };
      return [Dice.random(6), Dice.random(6), Dice.random(6), drawn.length];
    }""")
    assert faces == [3, 6, 1, 0]
