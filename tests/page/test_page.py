"""The page as a whole: one file, at peace with its own policy, which asks nobody for anything."""

from __future__ import annotations

from exactbox.page import page


def test_is_small():
    assert len(page()) <= 250_000


def test_the_worker_answers(tab):
    found = tab.evaluate(
        "new Work().ask('sum', {x: Numbers.fraction(1n, 2n), y: Numbers.fraction(1n, 3n)})"
        ".then(Numbers.text)"
    )
    assert found == "5/6"
