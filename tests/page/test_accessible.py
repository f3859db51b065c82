"""Every view, by axe-core: no finding of any weight, by day and by night.

On a phone and on a desk; and nothing is wider than the screen.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

VIEWS = {
    "advise": "#advise?open=146789&roll=9",
    "choice": "#advise?rule=sum=6%3F&open=123&player=2&best=11",
    "shutter": "#advise?rule=double-shutter&tiles=6&goal=shut",
    "twelve": "#advise?tiles=12&goal=shut&roll=6,6",
    "refused": "#advise?rule=thai,sum=6",
    "play": "#play?players=3&moves=1-1.509_1-1_4-5.382&odds=1",
    "seats": "#play",
    "perfect": "#play?perfect=2&moves=4-5.255_4-4.127_4-3.63_3-3.31_2-3.15_3-1.7_3.3_6_4-5.255",
    "over": "#play?moves=4-5.382_1-1.380_1-1_1-1.509_1-1",
    "chances": "#chances?players=3&tiles=6",
    "sheet": "#sheet?tiles=6",
    "cards": "#cards?faces=3",
    "proof": "#proof",
}
SIZES = {"phone": (360, 740), "desk": (1280, 900)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("view", VIEWS)
def test_no_finding(tab, view, size):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    width, height = SIZES[size]
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto(VIEWS[view])
    settle(tab)
    tab.evaluate(
        "() => { for (const each of document.querySelectorAll('main details')) each.open = true; }"
    )
    settle(tab)
    for number in tab.locator(".number > button:visible").all()[:3]:
        number.click()
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    few = {"resultTypes": ["violations"]}  # what passes is not listed, which takes as long again
    runs = {"light": few, "dark": few | {"runOnly": ["color-contrast"]}}  # only colours differ
    if size == "phone":
        del runs["dark"]  # of the same colours
    for scheme, rules in runs.items():
        tab.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = axe.Axe().run(tab, options=rules).response["violations"]
        assert [_said(each) for each in found] == []


def _said(violation):
    return violation["id"], [node["html"] for node in violation["nodes"]]


def settle(tab):
    """Wait until the view that is shown computes no more."""
    tab.wait_for_timeout(400)  # progress is shown after 300 ms
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.progress')].every(each => !each.offsetParent)"
    )


@pytest.mark.parametrize("view", ["advise", "play", "chances", "sheet", "cards", "proof"])
def test_headings_are_in_order_and_one_is_of_the_view(tab, view):
    tab.goto(VIEWS[view])
    settle(tab)
    levels = [
        int(heading.evaluate("each => each.tagName[1]"))
        for heading in tab.locator(":is(h1, h2, h3, h4):visible").all()
    ]
    assert levels[:2] == [1, 2] and levels.count(1) == levels.count(2) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_what_is_tapped_on_a_phone_is_at_least_40_pixels_high(chromium, page_file):
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    tab = context.new_page()
    for view in ("advise", "play", "chances"):
        tab.goto(f"{page_file.as_uri()}{VIEWS[view]}")
        tab.reload()
        settle(tab)
        low = tab.evaluate(
            "() => [...document.querySelectorAll('main :is(button, select, input, summary)')]"
            ".filter(each => each.offsetParent && !/box|radio/.test(each.type)"
            " && each.offsetHeight < 40).map(each => each.outerHTML)"
        )
        assert low == [], view
    context.close()
