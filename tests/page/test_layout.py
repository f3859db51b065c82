"""What is shown is in its place: no number on two lines, nothing outside the margins.

Every view is looked at on phones, a tablet and a desk, with all that can be opened open.
`layout.js` measures; a number may be on two lines only where its card is not as wide as it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from tests import ROOT
from tests.page import test_accessible
from tests.page.conftest import open_anew

WIDTHS = (320, 360, 768, 1280)
MEASURE = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
PROOFS = ROOT / "proofs"
VIEWS = test_accessible.VIEWS | {
    "points": "#advise?open=12&roll=6&goal=score",
    "nine": "#chances?players=3",
    "digital": "#chances?rule=digital&tiles=6&goal=score",
    "six digits": "#chances?rule=digital&goal=score",
    "rolled": "#cards?faces=3&roll=1,2",
    "long values": "#cards?dice=1:1,2:999999999999,3:1+1:1000000,2:3&cards=5",
    "proof of cards": "#proof",
    "proof of states": "#proof",
    "match": "#proof",
}
CHOSEN = {  # in the view of that name
    "proof of cards": "flip-3.json",
    "proof of states": "pig-20.json",
    "match": "shutbox-9-sum-6-match.json",
}


@pytest.fixture
def measured(tab):
    """Shows a view, and measures it at a width."""

    def show(view):
        open_anew(tab, VIEWS[view])
        if view in CHOSEN:
            tab.set_input_files("input[type=file]", PROOFS / CHOSEN[view])
            tab.wait_for_selector(".proof-verdict")
        test_accessible.settle(tab)
        tab.evaluate("() => document.querySelectorAll('main details').forEach(d => d.open = true)")
        test_accessible.settle(tab)

    def measure(width):
        tab.set_viewport_size({"width": width, "height": 900})
        tab.evaluate(  # charts are drawn anew
            "() => new Promise((done) =>"
            " requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
        )
        return tab.evaluate(MEASURE)

    tab.show, tab.measure = show, measure
    return tab


def signs_are_explained(tab):
    """By the footer, and no others; it is there where numbers can be tapped."""
    numbers = tab.locator(".number > button:visible")
    footer = tab.locator("footer")
    assert footer.is_visible() == (numbers.count() > 0)
    explained = set("=~≈<>±") & set(footer.text_content())
    carried = {text[0] for text in numbers.all_text_contents()} - set("-0123456789")
    assert carried <= explained == {"≈"}


@pytest.mark.parametrize("view", VIEWS)
def test_no_number_is_on_two_lines_and_nothing_outside_the_margins(measured, view):
    """With the fractions of the first 40 numbers, which are broken after / where they are long.

    And the footer explains the signs of numbers, as long as they show none of their fractions.
    """
    measured.show(view)
    signs_are_explained(measured)
    measured.evaluate(  # the last ones first, as what is shown may move the others
        "() => [...document.querySelectorAll('.number > button')].slice(0, 40).reverse()"
        ".filter((each) => each.checkVisibility()).forEach((each) => each.click())"
    )
    found = {width: measured.measure(width) for width in WIDTHS}
    assert found == {width: {"broken": [], "outside": []} for width in WIDTHS}


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        (".number > button { max-width: calc(100% - 1px); }", "broken"),
        ("tbody th { display: block; width: 1ch; padding: 0; word-break: break-all; }", "broken"),
        ("body > footer { padding: 0; }", "outside"),
        (".fraction .code { display: block; width: 5ch; overflow-wrap: anywhere; }", "broken"),
        (".card { margin-right: -1px; }", "outside"),
        ("h2 { margin-left: -1px; }", "outside"),
        (".headlines dd { margin-right: -2rem; text-align: right; }", "outside"),
        (".chart text { translate: 30px; }", "outside"),
        ("table { min-width: 90rem; } .wide { overflow: visible; }", "outside"),
    ],
)
def test_what_is_out_of_place_is_seen(measured, style, fault):
    """The test above fails on a page with such a rule, at every width."""
    measured.show("chances")
    measured.locator(".headlines .number > button").first.click()
    measured.evaluate(
        "(style) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(style);"
        " document.adoptedStyleSheets = [sheet]; }",
        style,
    )
    assert [bool(measured.measure(width)[fault]) for width in WIDTHS] == [True] * len(WIDTHS)


def test_numbers_with_the_sign_are_rounded_and_the_others_exact(measured):
    measured.show("rolled")
    for number in measured.locator(".number:has(> button)").all():
        shown = number.locator("> button").text_content()
        exact = Fraction(number.locator(".code").text_content())
        decimal = Fraction(shown.removeprefix("≈\u00a0"))
        assert shown.startswith("≈") == (decimal != exact)
        assert abs(decimal - exact) <= Fraction(1, 2 * 10**6)


@pytest.mark.parametrize("view", ["advise", "seats", "chances", "sheet", "cards", "proof"])
def test_an_address_shows_the_page_from_its_top(measured, view):
    """It names a section, to which a browser would go: the way to other views would be above."""
    measured.set_viewport_size({"width": 360, "height": 740})
    measured.show(view)
    assert measured.evaluate("scrollY") == 0


def bars(tab, chart):
    """The bars of a chart of Chances: [(place on the axis, left edge, right edge)]."""
    found = tab.locator("#chances svg").nth(chart).locator("rect").all()
    boxes = [(bar.text_content(), bar.bounding_box()) for bar in found]
    return [
        (int(words.split(":")[0].split()[-1]), box["x"], box["x"] + box["width"])
        for words, box in boxes
    ]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize(("view", "skipped"), [("nine", {41, 42}), ("chances", {17, 18})])
def test_bars_are_as_far_apart_as_their_scores(measured, view, skipped, width):
    measured.show(view)
    measured.measure(width)
    drawn = bars(measured, 0)
    places = [place for place, _, _ in drawn]
    assert set(range(places[0], places[-1])) - set(places) == skipped
    across = (drawn[-1][1] - drawn[0][1]) / (places[-1] - places[0])
    for place, left, _ in drawn:
        assert abs(left - drawn[0][1] - (place - places[0]) * across) < 0.5


def test_scores_far_apart_have_a_gap_where_the_axis_skips(measured):
    """Of digital scores 1, 2, ..., 6, 12, 13, ... the axis would be empty nearly everywhere."""
    measured.show("digital")
    measured.measure(1280)
    drawn = bars(measured, 0)
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(drawn)]
    across = min(wide for _, wide in steps)
    assert {places == 1 for places, _ in steps} == {True, False}
    for places, wide in steps:
        assert abs(wide - (1 if places == 1 else 2) * across) < 0.5
