"""What a newcomer reads first: plain words, one line for the rule, and fractions behind each ≈."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from exactbox.page import page
from tests.page.conftest import open_anew
from tests.page.test_accessible import settle

SHUT_THE_BOX = "Shut the Box: roll, then shut tiles that add up to the roll"
OLD = (  # words that readers stumbled over
    "Asked<",
    '"Asked"',
    "Tap a total",
    "What a rule comes to",
    "has no meaning yet",
    "best shut",
    "Best shut",
    "stands before a number",
    "Rule <",
    "you must see",
)
VIEWS = ("advise", "play", "chances", "sheet", "cards", "proof")


def shown(tab, address):
    """A view, as its address opens it, with what it computes."""
    open_anew(tab, address)
    settle(tab)
    return tab.locator("main > section:not([hidden])")


def test_old_words_are_gone():
    text = page().decode()
    assert [word for word in OLD if word in text] == []


@pytest.mark.parametrize("view", VIEWS)
def test_no_view_shows_an_old_word(tab, view):
    text = shown(tab, f"#{view}").inner_text()
    seen = {word.strip('"<') for word in OLD} - {"Asked", "Rule "}
    assert [word for word in seen if word in text] == []
    assert not re.search(r"^(Asked|Rule\b.*)$", text, re.MULTILINE)


def test_advise_and_play_say_which_game_they_are_about(tab):
    first = {view: shown(tab, f"#{view}").locator("h2 + p") for view in ("advise", "play")}
    how = "Tap your open tiles and the dice; the best move appears."
    tab.goto("#advise")
    assert first["advise"].inner_text() == f"{SHUT_THE_BOX}. {how}"
    tab.goto("#play")
    assert first["play"].inner_text().startswith(f"{SHUT_THE_BOX}; the lowest score wins. Play ")


def test_the_words_that_take_their_place(tab):
    text = shown(tab, "#advise?roll=9").inner_text()
    assert "Playing for" in text and "Rolled 9: shut 9." in text and "Enter the dice" in text
    assert "Enter a total" in shown(tab, "#play").inner_text()
    assert shown(tab, "#chances").locator("h2").inner_text() == "Odds under this rule"
    refused = shown(tab, "#advise?rule=thai,sum=6").locator(".rule summary")
    assert refused.inner_text().strip() == "This rule cannot be played"
    footer = "≈ marks a rounded number; tap it for the exact fraction."
    shown(tab, "#advise")
    assert tab.locator("footer").inner_text() == footer


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("", "Classic rule"),
        ("rule=two-dice", "Always two dice"),
        ("rule=above=6", "One die once 7, 8, 9 are shut"),
        ("rule=double-shutter&tiles=6", "House rule"),
        ("tiles=10&players=3", "Ten tiles, 3 players"),
        ("players=1", "Classic rule, one player"),
        ("rule=unlucky-7,2-to-go,digital&tiles=6&ties=lose", "House rule"),
    ],
)
def test_the_rule_is_one_line_on_a_phone_and_opens_to_all_of_it(tab, address, name):
    tab.set_viewport_size({"width": 360, "height": 740})
    summary = shown(tab, f"#advise?{address}").locator(".rule summary")
    assert summary.inner_text().strip() == name
    assert summary.bounding_box()["height"] < 2 * 24 + 2  # one line of 24, and what is to be hit
    summary.click()
    assert "; dice d6 d6; " in summary.inner_text()


ROUNDED = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const lone = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (data.includes("≈") && !parentElement.closest(".number > button")) lone.push(data);
  }
  return lone;
}"""


@pytest.mark.parametrize(
    "address",
    [
        "#advise?open=146789&roll=9",
        "#play?moves=4-5.382_1-1.380_1-1_1-1.509_1-1",
        "#chances?tiles=6",
        "#cards?faces=3&roll=1,2",
        "#sheet?tiles=6",
    ],
)
def test_every_rounded_number_is_tapped_for_its_fraction(tab, address):
    """And for one that rounds to what was shown."""
    section = shown(tab, address)
    assert tab.evaluate(ROUNDED) == []
    rounded = section.locator(".number:has(> button .sign):visible")
    for number in rounded.all()[:8]:
        number.locator("> button .sign").click()
        exact = Fraction(number.locator(".fraction .code").inner_text())
        said = number.locator("> button").inner_text().replace("≈", "").strip()
        assert 0 < abs(exact - Fraction(said)) <= Fraction(1, 2 * 10 ** len(said.split(".")[1]))
    assert rounded.count() or address.startswith("#sheet")


def test_the_lists_of_cards_are_folded_on_a_phone(tab):
    """The page was 4,273 pixels high."""
    tab.set_viewport_size({"width": 360, "height": 740})
    section = shown(tab, "#cards")
    assert tab.evaluate("document.documentElement.scrollHeight") < 2000
    lists = section.locator("details.folded")
    assert lists.count() == 2 and not section.locator("table:visible").count()
    for each in lists.all():
        each.locator("summary").click()
    assert section.locator("table:visible").count() == 2
    assert section.locator("svg:visible rect").count() == 7  # drawn when it is seen
