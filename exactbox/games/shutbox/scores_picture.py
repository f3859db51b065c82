"""The picture of a distribution of final scores: what is drawn, and the exact numbers below it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exactbox.games.shutbox.rules import Rules
from exactbox.plots import exactly

_UNITS = {
    "sum": "sum of the open tiles",
    "count": "number of open tiles",
    "digits": "open tiles, read as one number",
}


def draw_scores(
    rules: Rules,
    when: str,
    found: Mapping[int, Fraction],
    question: str,
    answers: Mapping[str, Fraction],
    to_beat: int | None = None,
) -> Any:
    """The figure of final scores under a policy, of which `when` says what it is best for.

    Below it stand the question, in full, and exact answers by their words; `to_beat` is a score
    that is marked.
    """
    from exactbox.plots.scores import scores

    lines = [question, *(f"{name}: {exactly(value)}" for name, value in answers.items())]
    unit = _UNITS[rules.score]
    title = f"Shut the Box: final scores when {when}"
    return scores(title, found, lines, unit=unit, done="box shut", to_beat=to_beat)
