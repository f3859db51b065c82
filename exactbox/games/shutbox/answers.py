"""Answers to the commonest questions about a rule of Shut the Box."""

from __future__ import annotations

import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exactbox.decimals import DIGITS, decimal_string, equals
from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.match import SHARE, Match
from exactbox.games.shutbox.play import distribution, lowest_score, shut_the_box
from exactbox.games.shutbox.rules import Rules
from exactbox.showing import frame, html_table


@dataclass(frozen=True)
class RuleAnswers:
    """The answers for one rule, from the start; printed, they are a table.

    ``values`` has the exact answer of each question, in words, and ``scores`` the probabilities of
    the final scores when the expected score is least.
    """

    rules: Rules
    values: dict[str, Fraction]
    scores: dict[int, Fraction]

    def table(self, digits: int = DIGITS) -> str:
        """The answers as text, each with its fraction and so many digits after the point."""
        lines = [str(self.rules)]
        for name, value in self.values.items():
            lines += [
                f"  {name:<40} {decimal_string(*value.as_integer_ratio(), digits)}",
                f"    {equals(value, digits)} {value}",
            ]
        lines.append("final scores when the expected score is least:")
        return "\n".join([*lines, *score_lines(self.scores, digits)])

    def __repr__(self) -> str:
        return f"RuleAnswers({self.rules})"

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        return html_table(
            str(self.rules),
            ["", "decimal", "exactly"],
            [
                (name, decimal_string(*value.as_integer_ratio(), DIGITS), str(value))
                for name, value in self.values.items()
            ],
        )

    def to_float(self) -> dict[str, float]:
        """The values as floats, correctly rounded."""
        return {name: float(value) for name, value in self.values.items()}

    def to_frame(self) -> Any:
        """The distribution of the final score, as a pandas.DataFrame.

        Its columns are score, probability (a Fraction) and decimal (a float).
        """
        chances = list(self.scores.values())
        return frame(
            {
                "score": list(self.scores),
                "probability": chances,
                "decimal": [float(c) for c in chances],
            }
        )

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """The distribution of the final score as a figure of matplotlib.

        With a path, .png or .svg, it is written there, too.
        """
        from exactbox.games.shutbox.scores_picture import draw_scores
        from exactbox.plots.figures import also_saved

        figure = draw_scores(
            self.rules, "the expected score is least", self.scores, str(self.rules), {}
        )
        return also_saved(figure, path)


def rule_answers(
    rules: Rules,
    players: int = 2,
    ties: str = SHARE,
    at_once: bool = True,
    double_stake: bool = False,
) -> RuleAnswers:
    """The answers for one rule, from the start; with several players the first one's share too.

    Examples
    --------
    >>> print(rule_answers(Rules(tiles=(1, 2), dice=(2,)), players=1))
    tiles 1 2; dice d2; scored by sum
      greatest probability to shut the box     0.500000000000
        = 1/2
      least expected score                     0.750000000000
        = 3/4
      greatest expected sum shut               2.250000000000
        = 9/4
    final scores when the expected score is least:
      0  0.500000000000  = 1/2
      1  0.250000000000  = 1/4
      2  0.250000000000  = 1/4
    """
    board, start = Board(rules), rules.full
    low = lowest_score(board)
    values = {
        "greatest probability to shut the box": shut_the_box(board).at(start),
        "least expected score": low.at(start),
    }
    if rules.score == "sum" and not rules.behind:
        values["greatest expected sum shut"] = rules.points(start) - low.at(start)
    match = Match(board, players, ties, at_once, double_stake=double_stake)
    if players > 1:
        gains = "gain in stakes" if double_stake else "wins"
        values[f"expected {gains} of the first of {players} players"] = match.value(0, start)
    return RuleAnswers(rules, values, distribution(low, start))


def score_lines(scores: dict[int, Fraction], digits: int = DIGITS) -> list[str]:
    """Each final score and its probability, in a line."""
    wide = max(len(str(score)) for score in scores)
    lines = []
    for score, chance in scores.items():
        decimal = decimal_string(*chance.as_integer_ratio(), digits)
        lines.append(f"  {score:>{wide}}  {decimal}  {equals(chance, digits)} {chance}")
    return lines
