"""`ShutTheBox`: the game under one rule, to be asked about any position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox.match import SHARE, require_match
from exactbox.games.shutbox.notation import position_of, score_of
from exactbox.games.shutbox.questions import BEAT, GOALS, WINS, Question
from exactbox.games.shutbox.rules import Rules

if TYPE_CHECKING:
    from exactbox.games.shutbox.answers import RuleAnswers
    from exactbox.games.shutbox.sheet import Sheet


class ShutTheBox:
    """Shut the Box by some rules, for some players.

    In each question, `tiles` are the open ones ("146789", or numbers; by default all are open) and
    `roll` is the total, or the dice as "4,5" or numbers. The `goal` is "wins", the expected wins of
    the player whose turn it is; or, of one player alone, "shut", the probability to shut the box,
    "score", the expected score, "beat", the probability to end at `score` or below. `score` is the
    lowest so far; where it is given, it is the turn of player two of two; `player`, from 1, says
    whose turn it is among more, and `holders` how many have that score. What the rules do not allow
    is a ValueError or a TypeError, of one sentence.

    Parameters
    ----------
    rule : str or Rules
        Words such as "two-dice" or "thai, unlucky-7" (`exactbox.games.shutbox.words` lists them).
    tiles : int or sequence of int
        N for tiles 1 to N, or the tiles; what words of the rule shut is left out.
    dice : sequence of int
        The number of sides of each.
    ties : "share", "lose" or "earlier"
        All who tie for the lowest score share the pot, nobody gets it, or the first of them.
    at_once : bool
        Who shuts the box has won, and nobody plays after that.
    double_stake : bool
        Of two players the loser pays a stake, or two if the winner has shut the box; "wins" is then
        the expected gain in stakes. A tie pays nothing, costs both a stake ("lose"), or is won by
        the first player ("earlier").

    Examples
    --------
    >>> box = ShutTheBox()
    >>> for tiles, value in box.advise("146789", 9):
    ...     print(tiles, value)
    [9] 497949182256563/1218719480020992
    [1, 8] 50080038732427/228509902503936
    >>> box.move("13456789", 12, score=17)
    [3, 9]
    >>> ShutTheBox("two-dice", tiles=10).value(goal="shut")
    Fraction(594167327, 14693280768)
    >>> box.question("12", goal="score").decimal(6)
    '1.916667'
    """

    def __init__(
        self,
        rule: str | Rules = "classic",
        *,
        tiles: int | Sequence[int] | None = None,
        dice: Sequence[int] | None = None,
        players: int = 2,
        ties: str = SHARE,
        at_once: bool = True,
        double_stake: bool = False,
    ) -> None:
        if isinstance(rule, Rules):
            if tiles is not None or dice is not None:
                raise TypeError("Rules have tiles and dice; give these with a rule in words alone")
            self.rules = rule
        else:
            from exactbox.games.shutbox.words import rules_named

            parameters: dict[str, Any] = {} if dice is None else {"dice": dice}
            if tiles is not None:
                parameters["tiles"] = range(1, tiles + 1) if isinstance(tiles, int) else tiles
            self.rules = rules_named(rule, Rules(**parameters))
        self.players, self.ties, self.at_once = players, ties, at_once
        self.double_stake = double_stake
        require_match(players, ties, double_stake)
        self._asked: dict[Question, Question] = {}

    def question(
        self,
        tiles: str | int | Iterable[int] | None = None,
        score: str | int | None = None,
        *,
        goal: str = WINS,
        player: int | None = None,
        holders: int = 1,
    ) -> Question:
        """A question, which has a value, a certificate, and `save`."""
        rules = self.rules
        start = rules.full if tiles is None else position_of(rules, _text(tiles))
        if goal not in GOALS:
            raise ValueError(f"goal is {goal!r}, need one of {', '.join(GOALS)}")
        if player is None:
            player = 1 if score is None or goal != WINS else 2
            if player == 2 and self.players > 2:
                raise ValueError(f"whose turn is it? {self.players} play: name the player")
        if not 1 <= player <= self.players:
            raise ValueError(f"there is no player {player}: {self.players} play")
        scored = player > 1 if goal == WINS else goal == BEAT
        if scored and score is None:
            raise ValueError("say which score to beat")
        if not scored and score is not None:
            raise ValueError(f"the score {score} has no meaning here: there is none to beat")
        best = -1 if score is None else score_of(rules, str(score))
        question = Question(rules, goal, start, best)
        if goal == WINS:
            question = replace(
                question, players=self.players, ties=self.ties, at_once=self.at_once,
                double_stake=self.double_stake, player=player - 1, holders=holders,
            )  # fmt: skip
        return self._asked.setdefault(question, question)  # it keeps what was computed

    def value(
        self, tiles: str | int | Iterable[int] | None = None, *more: Any, **options: Any
    ) -> Fraction:
        """The exact value of a position; parameters as `question`."""
        return self.question(tiles, *more, **options).value

    def advise(
        self, tiles: str | int | Iterable[int], roll: str | int | Iterable[int], **options: Any
    ) -> list[tuple[list[int], Fraction]]:
        """The tiles that every legal move shuts, with its exact value; best first.

        Of equally good moves the first is the one that leaves the lowest score, then the one that
        shuts the higher tile where they differ. The list is empty where no move fits.
        """
        return self.question(tiles, **options).moves(_text(roll))

    def move(
        self, tiles: str | int | Iterable[int], roll: str | int | Iterable[int], **options: Any
    ) -> list[int]:
        """The tiles to shut: of the first of `advise`, or none where the turn ends."""
        moves = self.advise(tiles, roll, **options)
        return moves[0][0] if moves else []

    def scores(
        self, tiles: str | int | Iterable[int] | None = None, *more: Any, **options: Any
    ) -> dict[int, Fraction]:
        """The probability of each final score under optimal play; parameters as `question`."""
        return self.question(tiles, *more, **options).distribution()

    def sheet(self, score: str | int | None = None, **options: Any) -> Sheet:
        """The best move for every position and every roll; parameters as `question`.

        It has `rows`, `save` for HTML to print and for CSV, `to_html`, `to_csv` and `to_frame`.
        """
        from exactbox.games.shutbox.sheet import strategy_sheet

        return strategy_sheet(self.question(None, score, **options))

    def answers(self) -> RuleAnswers:
        """The answers to the commonest questions; the text of the game when it is printed."""
        from exactbox.games.shutbox.answers import rule_answers

        return rule_answers(self.rules, self.players, self.ties, self.at_once, self.double_stake)

    def __repr__(self) -> str:
        return f"ShutTheBox({self.rules}; {self.players} players, ties: {self.ties})"

    def __str__(self) -> str:
        return str(self.answers())

    def _repr_html_(self) -> str:
        return self.answers()._repr_html_()


def _text(tiles: str | int | Iterable[int]) -> str:
    """Tiles or a roll as the notation has them: 146789 is 1, 4, 6, 7, 8 and 9."""
    if isinstance(tiles, (str, int)):
        return str(tiles)
    return ",".join(map(str, tiles))
