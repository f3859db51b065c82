"""Advise, Play and Chances of the page, as their users have them: by clicks, keys and addresses."""

from __future__ import annotations

from fractions import Fraction

import pytest

import exactbox
from exactbox.games.shutbox import Rules, ShutTheBox, rules_named, tiles_of
from tests.page.conftest import open_anew

QUESTION = "#advise?open=146789&roll=9"  # README's
CLASSIC = "tiles 1 2 3 4 5 6 7 8 9; dice d6 d6; one die when the open sum is at most 6"


def answered(tab, act, view="advise"):
    """Do something that changes the answers of a view, and wait for them."""
    seen = tab.get_attribute(f"#{view}", "data-answered") or "0"
    act()
    tab.wait_for_function(
        "([view, seen]) => +document.getElementById(view).dataset.answered > +seen",
        arg=[view, seen],
    )


def visit(tab, address="", view="advise"):
    """Show an address as if it had been opened anew."""
    open_anew(tab, address)
    tab.wait_for_selector(f"#{view}[data-answered]")


def fractions(tab, selector):
    """The fractions behind the numbers in these elements."""
    found = tab.locator(f"{selector} .number").all()
    texts = [one.locator(".fraction .code") for one in found]
    return [
        Fraction((text if text.count() else one).first.text_content())
        for text, one in zip(texts, found)
    ]


def shut_moves(tab, view):
    """The tiles of each move, in order."""
    rows = tab.locator(f"#{view} .moves > li").all()
    return [[int(chip) for chip in row.locator(".chip").all_text_contents()] for row in rows]


def rolls(tab, view, *faces):
    """Tap the faces of dice."""
    for row, face in enumerate(faces):
        tab.locator(f"#{view} .faces").nth(row).get_by_role("button", name=str(face)).click()


def tap(tab, view, *tiles):
    """Tap tiles."""
    for tile in tiles:
        tab.locator(f"#{view} .box").get_by_role("button", name=f"tile {tile},").click()


def test_the_first_answer_needs_no_tap(tab):
    visit(tab)
    assert fractions(tab, "#advise .headline") == [ShutTheBox().value("123456789")]
    assert CLASSIC in tab.locator("#advise .rule summary").text_content()


def test_readmes_question(tab):
    visit(tab, QUESTION)
    assert shut_moves(tab, "advise") == [[9], [1, 8]]
    assert fractions(tab, "#advise .moves") == [
        Fraction(497949182256563, 1218719480020992),
        Fraction(50080038732427, 228509902503936),
    ]
    assert tab.locator("#advise .moves .best .badge").text_content() == "best"
    assert tab.locator("#advise .moves .badge").count() == 1


def test_the_fraction_is_shown_on_demand(tab):
    visit(tab, QUESTION)
    number = tab.locator("#advise .moves .number").first
    assert number.get_by_role("button").first.text_content() == "≈\u00a00.408584"
    assert not number.locator(".fraction").is_visible()
    number.get_by_role("button").first.press("Enter")
    assert number.locator(".code").inner_text() == "497949182256563/1218719480020992"


def test_the_questions_board_by_taps(tab):
    visit(tab)
    tap(tab, "advise", 2, 3, 5)
    rolls(tab, "advise", 4)
    answered(tab, lambda: tab.locator("#advise .faces").nth(1).get_by_label("5").click())
    assert shut_moves(tab, "advise") == [[9], [1, 8]]
    brief = tab.locator("#advise .keys")  # above the dice, on the screen of a phone with them
    assert brief.text_content() == "Rolled 4 + 5 = 9: shut 9."
    answered(tab, lambda: tab.get_by_role("button", name="shut 9").click())
    assert "Rolled" not in brief.text_content()
    answered(tab, lambda: tab.get_by_role("button", name="Undo").click())
    assert "open=146789" in tab.url and "roll=4,5" in tab.url


def test_a_move_is_made_undone_and_done_again(tab):
    visit(tab, QUESTION)
    answered(tab, lambda: tab.get_by_role("button", name="shut 9").click())
    assert "open=14678&" in f"{tab.url}&" and "roll" not in tab.url
    made = fractions(tab, "#advise .headline")
    assert made == [Fraction(497949182256563, 1218719480020992)]
    answered(tab, lambda: tab.get_by_role("button", name="Undo").click())
    assert shut_moves(tab, "advise") == [[9], [1, 8]]
    tab.reload()
    tab.wait_for_selector("#advise[data-answered]")
    answered(tab, lambda: tab.get_by_role("button", name="Redo").click())
    assert fractions(tab, "#advise .headline") == made
    answered(tab, lambda: tab.get_by_role("button", name="Restart").click())
    assert tab.url.endswith("#advise")


def test_a_roll_that_fits_nothing_ends_the_turn(tab):
    visit(tab, "#advise?open=12&roll=6&goal=score")
    assert "6 fits nothing: the turn ends with score 3" in tab.locator("#advise").inner_text()


def test_rolls_by_the_page_are_rolls(tab):
    visit(tab)
    answered(tab, lambda: tab.get_by_role("button", name="Roll two dice").click())
    shown = tab.locator("#advise .face[aria-pressed=true]").all()
    total = sum(int(face.get_attribute("aria-label")) for face in shown)
    assert len(shown) == 2 and all(sum(move) == total for move in shut_moves(tab, "advise"))
    counts = tab.evaluate(
        "() => { const n = [0, 0, 0]; for (let i = 0; i < 6000; i++) n[Dice.random(3) - 1]++;"
        " return n; }"
    )
    assert all(abs(count - 2000) < 200 for count in counts)  # 5.5 standard deviations


def test_where_one_die_is_a_choice_each_is_valued(tab):
    visit(tab, "#advise?rule=sum=6%3F&open=123")
    box = ShutTheBox(rules_named("sum=6?"))
    offered = fractions(tab, "#advise .choice")
    assert max(offered) == box.value("123") and len(offered) == 2
    answered(tab, lambda: tab.get_by_role("button", name="one die", exact=True).click())
    assert tab.locator("#advise .faces").count() == 1
    answered(tab, lambda: tab.locator("#advise .faces").get_by_label("3").click())
    assert shut_moves(tab, "advise") in ([[3], [1, 2]], [[1, 2], [3]])


def test_the_double_shutter_has_two_rows(tab):
    visit(tab, "#advise?rule=double-shutter&tiles=6&goal=shut&roll=5,5")
    assert tab.locator("#advise .tiles").count() == 2
    hidden = tab.locator("#advise .box").get_by_role("button", name="tile 5, hidden behind")
    assert hidden.first.get_attribute("aria-disabled") == "true"
    rules = rules_named("double-shutter", Rules(tiles=(1, 2, 3, 4, 5, 6)))
    assert fractions(tab, "#advise .headline") == [ShutTheBox(rules).question(goal="shut").value]


def test_the_rule_by_the_form(tab):
    visit(tab)
    tab.locator("#advise .rule summary").click()
    answered(tab, lambda: tab.locator("#advise .rule [name=tiles]").select_option("6"))
    answered(tab, lambda: tab.locator("#advise .rule [name=one]").select_option("never"))
    answered(tab, lambda: tab.locator("#advise .rule [name=ties]").select_option("lose"))
    answered(tab, lambda: tab.get_by_label("Unlucky 7").check())
    for part in ("tiles=6", "rule=two-dice,unlucky-7", "ties=lose"):
        assert part in tab.url
    rules = rules_named("two-dice, unlucky-7", Rules(tiles=(1, 2, 3, 4, 5, 6)))
    expected = ShutTheBox(rules, ties="lose").value("123456")
    assert fractions(tab, "#advise .headline") == [expected]
    tab.reload()
    tab.wait_for_selector("#advise[data-answered]")
    assert fractions(tab, "#advise .headline") == [expected]
    answered(tab, lambda: tab.go_back())
    assert "unlucky" not in tab.url


def test_a_preset_is_a_rule(tab):
    visit(tab)
    tab.locator("#advise .rule summary").click()
    answered(tab, lambda: tab.get_by_role("button", name="Thai").click())
    assert fractions(tab, "#advise .headline") == [
        ShutTheBox(rules_named("thai")).value("123456789")
    ]


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("rule=thai,sum=6", "the rules thai and sum=6 contradict one another"),
        ("rule=even-stevens,against-all-odds", "no tile of 1, 2, 3"),
        ("rule=nonsense", "unknown rule"),
        ("tiles=0", "need 1 to 59"),
        ("players=7", "players"),
        ("player=2&best=99", "score 99 is impossible"),
        ("open=17x", "not a tile"),
        ("roll=13", "the dice cannot show 13"),
    ],
)
def test_what_has_no_meaning_gets_one_line_and_no_answer(tab, address, line):
    open_anew(tab, f"#advise?{address}")
    error = tab.locator("#advise .error:visible")
    error.wait_for()
    assert error.count() == 1 and line in error.text_content()
    assert "\n" not in error.text_content()
    assert tab.locator("#advise .headline:visible").count() == 0


def test_contradictory_choices_are_said_beside_the_form_and_taken_back(tab):
    visit(tab)
    tab.locator("#advise .rule summary").click()
    answered(tab, lambda: tab.get_by_label("Thai").check())
    tab.locator("#advise .rule [name=one]").select_option("sum")
    assert "contradict" in tab.locator("#advise .rule .error").text_content()
    assert tab.get_by_label("Thai").get_attribute("aria-invalid") == "true"
    assert tab.locator("#advise .headline:visible").count() == 0
    answered(tab, lambda: tab.get_by_label("Thai").uncheck())
    assert fractions(tab, "#advise .headline") == [ShutTheBox().value("123456789")]


def test_nothing_of_an_address_is_read_as_html(tab):
    tab.goto("#advise?rule=%3Cimg%20src=x%3E&open=%3Cb%3E")
    tab.locator("#advise .rule .error").wait_for()
    assert tab.locator("#advise img, #advise b").count() == 0


def test_a_game_of_two_with_a_bad_move(tab):
    """Player 1 shuts 1 and 8 with a 9; the review has what that costs, exactly."""
    tab.goto("#play")
    rolls(tab, "play", 4, 5)
    tap(tab, "play", 1, 8)
    rolls(tab, "play", 6, 6)
    tap(tab, "play", 3, 9)
    rolls(tab, "play", 6, 5)
    tab.locator("#play .moves button.make").first.click()
    assert "Player 1 rolls" in tab.locator("#play .news").text_content()
    tab.get_by_role("button", name="Undo").click()  # the move, but not the roll
    assert "6 + 5 = 11" in tab.locator("#play .news").text_content()
    tab.locator("#play .moves button.make").first.click()
    answered(tab, lambda: _end_turn(tab), "play")
    score = _score(tab, 0)
    lost = fractions(tab, "#play .turn h4")[0]
    box = ShutTheBox()
    first = dict(box.question("123456789").advise((9, ())))
    made = first[0b101111110 & ~0b010000000]  # 1 and 8 are shut
    costs = fractions(tab, "#play .costs")
    assert costs[0] == max(first.values()) - made and sum(costs) == lost
    assert "of the pot lost in" in tab.locator("#play .turn h4").first.text_content()
    line = tab.locator("#play .costs li").first.text_content()
    assert "rolled 4 + 5 = 9: shut 1 8, best was 9" in line

    tab.reload()  # in the middle of the game
    tab.wait_for_selector("#play[data-answered]")
    assert _score(tab, 0) == score and fractions(tab, "#play .turn h4")[0] == lost
    answered(tab, lambda: _end_turn(tab), "play")
    second = _score(tab, 1)
    news = tab.locator("#play .news").text_content()
    winner = "Player 1 wins" if score < second else "Player 2 wins"
    assert (winner if score != second else "1/2 of the pot each") in news


def _end_turn(tab):
    """Roll ones until nothing fits, making the first move each time."""
    score = tab.locator("#play .players li[aria-current] .score")
    name = tab.locator("#play .players li[aria-current] span").first.text_content()
    for _ in range(9):
        rolls(tab, "play", *[1] * tab.locator("#play .faces").count())
        if tab.locator("#play .moves button.make").count():
            tab.locator("#play .moves button.make").first.click()
        now = tab.locator("#play .players li[aria-current] span").first
        if not score.count() or now.text_content() != name:
            return
    raise AssertionError("the turn does not end")


def _score(tab, player):
    return int(tab.locator("#play .players .score").nth(player).text_content())


def test_a_game_of_three_that_is_tied(tab):
    visit(tab, "#play?players=3&moves=1-1.509_1-1_1-1.509_1-1_1-1.509_1-1", "play")
    assert [_score(tab, player) for player in range(3)] == [43, 43, 43]
    assert "1/3 of the pot each" in tab.locator("#play .news").text_content()
    assert tab.locator("#play .turn").count() == 0  # nobody had a choice
    assert tab.locator("#play .review h4").all_text_contents() == [
        f"Player {player}: nothing lost" for player in (1, 2, 3)
    ]


def test_the_odds_of_a_game_are_those_of_the_score_to_beat(tab):
    visit(tab, "#play?moves=1-1.509_1-1&odds=1", "play")
    assert fractions(tab, "#play .headline") == [ShutTheBox().value("123456789", 43)]
    answered(tab, lambda: rolls(tab, "play", 4, 5), "play")
    values = [value for _, value in ShutTheBox().question("123456789", 43).advise((9, ()))]
    assert fractions(tab, "#play .moves") == values


def test_who_shuts_the_box_has_won(tab):
    visit(tab, "#play?tiles=2&dice=2,2&rule=two-dice&moves=1-2.0", "play")
    assert "Player 1 shut the box! Player 1 wins." in tab.locator("#play .news").text_content()
    assert not tab.locator("#play .dice").is_visible()


def test_a_game_in_progress_survives_other_views(tab):
    visit(tab, "#play?tiles=7&moves=1-1.125_1-1", "play")
    tab.get_by_role("link", name="Advise").click()
    tab.wait_for_selector("#advise[data-answered]")
    assert "tiles=7" in tab.url
    tab.reload()
    answered(tab, lambda: tab.get_by_role("link", name="Play").click(), "play")
    assert "moves=1-1.125_1-1" in tab.url and _score(tab, 0) == 26


def test_a_record_that_breaks_the_rules_is_refused(tab):
    tab.goto("")
    tab.evaluate("() => { location.hash = '#play?moves=4-5.3'; }")
    tab.locator("#play .error:visible").wait_for()
    assert (
        "a move that the rules do not allow" in tab.locator("#play .error:visible").text_content()
    )
    tab.get_by_role("button", name="New game").click()
    assert tab.locator("#play .error:visible").count() == 0


def test_chances_are_those_of_python(tab):
    visit(tab, "#chances?tiles=6&goal=score", "chances")
    rules = Rules(tiles=(1, 2, 3, 4, 5, 6))
    box = ShutTheBox(rules)
    answers = box.answers()
    wanted = [answers.values[name] for name in list(answers.values) if "sum shut" not in name]
    assert fractions(tab, "#chances .headlines") == wanted
    for details in tab.locator("#chances section.card summary").all():
        details.click()
    tab.locator("#chances table").nth(1).wait_for()
    scores, beaten = (table.locator("tbody tr") for table in tab.locator("#chances table").all())
    found = {
        int(row.locator("th").text_content()): Fraction(row.locator(".code").text_content())
        for row in scores.all()
    }
    assert found == answers.scores
    for row in beaten.all()[::5]:
        score = int(row.locator("th").text_content())
        exact = Fraction(row.locator(".code").first.text_content())
        assert exact == box.value("123456", score)
    chart = tab.locator("#chances svg").first
    assert chart.get_attribute("role") == "img"
    assert chart.locator("rect").count() == len(found)


def test_stop_ends_long_work(tab):
    tab.goto("")
    tab.evaluate("() => { location.hash = '#advise?rule=double-shutter&players=4'; }")
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text("Stopped: no answer.").wait_for()
    assert tab.locator("#advise .headline:visible").count() == 0


def test_settings_that_change_take_the_answer_away(tab):
    visit(tab, QUESTION)
    tab.evaluate("() => { location.hash = '#advise?rule=double-shutter&players=4'; }")
    assert tab.locator("#advise .headline:visible").count() == 0
    answered(tab, lambda: tab.evaluate("() => { location.hash = '#advise?tiles=6'; }"))
    box = ShutTheBox(Rules(tiles=(1, 2, 3, 4, 5, 6)))
    assert fractions(tab, "#advise .headline") == [box.value("123456")]


def test_by_keyboard_alone(tab):
    visit(tab)
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    tab.keyboard.press("Enter")
    assert tab.evaluate("document.activeElement.id") == "content"
    for _ in range(20):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.classList.contains('tile')"):
            break
    for key in "235":
        answered(tab, lambda key=key: tab.keyboard.press(key))
    assert "open=146789" in tab.url
    for _ in range(20):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.closest('.faces') !== null"):
            break
    for face in (4, 5):
        for _ in range(12):
            if tab.evaluate("document.activeElement.ariaLabel") == f"{face}":
                break
            tab.keyboard.press("Tab")
        tab.keyboard.press("Enter")
        for _ in range(6 - face + 1):
            tab.keyboard.press("Tab")
    tab.wait_for_selector("#advise .moves")
    for _ in range(30):
        if tab.evaluate("document.activeElement.ariaLabel") == "shut 9":
            break
        tab.keyboard.press("Tab")
    answered(tab, lambda: tab.keyboard.press("Enter"))
    rules = exactbox.ShutTheBox().rules
    assert tiles_of(rules, 0b011101001) == [1, 4, 6, 7, 8]
    assert "open=14678" in tab.url
