"""The page as a whole: one file, at peace with its own policy, which asks nobody for anything."""

from __future__ import annotations

from exactbox.page import page


def test_is_small():
    assert len(page()) <= 400_000
