"""Questions about Shut the Box: each has a value, and a certificate that proves it.

A question is about one player alone, or about a player of a match, who knows the scores of those
before. It is solved when something is first asked of it, in whole numbers without rounding. That
alone does not put an answer through the independent checker: `Question.save` and
`exactbox.certificate.prove` do, which write the certificate and have it checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any
from warnings import warn

from exactbox.decimals import DIGITS, decimal_string
from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.match import EARLIER, FIRST, LOSE, SHARE, TIE_BREAK, Match
from exactbox.games.shutbox.notation import roll_of, tiles_of
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import (
    Values,
    advise,
    beat,
    distribution,
    lowest_score,
    optimal_values,
    shut_the_box,
)
from exactbox.games.shutbox.rules import Roll, Rules
from exactbox.showing import Facts, html_table, number_facts, summary

if TYPE_CHECKING:
    from exactbox.certificate import Claim

_MAX_SHOWN_DIGITS = 200  # of a fraction that is shown in full
WINS, SHUT, SCORE, BEAT = "wins", "shut", "score", "beat"
GOALS = (WINS, SHUT, SCORE, BEAT)


@dataclass(frozen=True, repr=False)
class Question:
    """A player's expectation of a turn, under optimal play.

    Parameters
    ----------
    goal : "wins", "shut", "score" or "beat"
        The expected share in a match of several players; or, of one player alone, the greatest
        probability to shut the box, the least expected score, or the greatest probability to end
        below a given score.
    start : int, optional
        The position of the player whose turn it is; by default all tiles are open. The others start
        with all tiles open.
    best : int
        The score to beat; in a match the lowest one so far, of no meaning for the first player.
    tie : Fraction
        Of "beat": what ending at that score counts, from 0 to 1.
    players, ties, at_once, double_stake
        Of "wins", as in `exactbox.games.shutbox.ShutTheBox`.
    player : int
        Of "wins", from 0: whose turn it is, and whose share is asked for.
    holders : int
        Of "wins": how many players hold the lowest score.

    Examples
    --------
    >>> question = Question(Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,)), "shut")
    >>> question.value, question.decimal(6)
    (Fraction(145, 1944), '0.074588')
    >>> Question(Rules(tiles=(1, 2), dice=(2,))).value
    Fraction(5, 8)
    """

    rules: Rules
    goal: str = WINS
    start: int | None = None
    best: int = -1
    tie: Fraction = Fraction(1)
    players: int = 2
    ties: str = SHARE
    at_once: bool = True
    player: int = 0
    holders: int = 1
    double_stake: bool = False
    position: int = field(init=False, compare=False)
    short_numbers = True  # some hundred bits (`exactbox.certificate`)

    def __post_init__(self) -> None:
        start = self.rules.full if self.start is None else self.start
        object.__setattr__(self, "position", start)
        if self.goal not in GOALS:
            raise ValueError(f"goal is {self.goal!r}, need one of {', '.join(GOALS)}")
        if not 0 <= self.tie <= 1:
            raise ValueError(f"a tie counts {self.tie}, need 0 to 1")
        if not 0 <= self.player < self.players:
            raise ValueError(f"there is no player {self.player + 1}: {self.players} play")
        most = 1 if self.ties == EARLIER else max(1, self.player)
        if not 1 <= self.holders <= most:
            needed = f"1 to {most}" if most > 1 else "1"
            raise ValueError(
                f"{self.holders} players cannot hold the lowest score here, need {needed}"
            )
        if self.player and self.best < 0:
            raise ValueError(f"the lowest score so far is {self.best}, need at least 0")
        if self.player and self.at_once and self.best == 0:
            raise ValueError("score 0 is impossible: the box is shut and the game is won")
        if self.goal == BEAT and self.best < 0:
            raise ValueError(f"the score to beat is {self.best}, need at least 0")

    @property
    def words(self) -> str:
        """The question."""
        rules = self.rules
        tiles = ", ".join(map(str, tiles_of(rules, self.position)))
        turn = f"{'' if self.position == rules.full else f' with {tiles} open'}; {rules}"
        if self.goal != WINS:
            below = f"score less than {self.best}, a tie counting {self.tie}"
            goals = {
                SHUT: "greatest probability to shut the box",
                SCORE: "least expected score",
                BEAT: f"greatest probability to {below}",
            }
            return f"Shut the Box: {goals[self.goal]}{turn}"
        faced = f", who faces {self.best}" * bool(self.player)
        faced += f" held by {self.holders}" * (self.holders > 1)
        ties = {SHARE: "shared", LOSE: "lost", EARLIER: "won by the earlier"}[self.ties]
        end = "wins at once" if self.at_once else "waits for the others"
        end += ", for two stakes" * self.double_stake
        amount = "gain in stakes" if self.double_stake else "wins"
        return (
            f"Shut the Box: expected {amount} of player {self.player + 1} of {self.players}{faced}"
            f"{turn}; a tie is {ties}; who shuts the box {end}"
        )

    @property
    def when(self) -> str:
        """The goal of the optimal policy, as a clause."""
        amount = "gain" if self.double_stake else "wins"
        verb = "is" if self.double_stake else "are"
        return {
            WINS: f"the expected {amount} of player {self.player + 1} {verb} greatest",
            SHUT: "the probability to shut the box is greatest",
            SCORE: "the expected score is least",
            BEAT: f"the probability to beat {self.best} is greatest",
        }[self.goal]

    @property
    def to_beat(self) -> int | None:
        """The score to beat, where there is one."""
        return self.best if self.goal == BEAT or self.player else None

    @cached_property
    def match(self) -> Match:
        """The match, solved player by player from the last one."""
        board = Board(self.rules, {self.rules.full, self.position})  # the others start with all
        more = (self.best,) if self.player else ()
        return Match(board, self.players, self.ties, self.at_once, more, self.double_stake)

    @cached_property
    def values(self) -> Values:
        """The value of every position within reach."""
        if self.goal == WINS:
            stage = self.match.stage(self.player)
            pay = stage.pay[(self.best, self.holders) if self.player else FIRST]
            return optimal_values(stage.board, [pay], stage.denominator)
        board = Board(self.rules, [self.position])
        if self.goal == BEAT:
            return beat(board, [self.best], self.tie)
        return shut_the_box(board) if self.goal == SHUT else lowest_score(board)

    @cached_property
    def value(self) -> Fraction:
        """The exact answer."""
        if self.goal == WINS:
            return self.match.value(self.player, self.position, self.best, self.holders)
        return self.values.at(self.position)

    @property
    def pay_offs(self) -> list[Fraction]:
        """The pay-off of each final score, or its cost where the goal is low; scores increasing."""
        values = self.values
        return [Fraction(values.pay[s][0], values.scale) for s in values.board.scores]

    def advise(self, roll: Roll) -> list[tuple[int, Fraction]]:
        """Every position that the roll can lead to with its value, best first."""
        moves = advise(self.values, self.position, roll)
        return [(q, self.match.payoff(v)) for q, v in moves] if self.goal == WINS else moves

    def moves(self, roll: str) -> list[tuple[list[int], Fraction]]:
        """The tiles that every move shuts, and its value, best first; the roll as one writes it."""
        after = self.advise(roll_of(self.rules, self.position, roll))
        return [(tiles_of(self.rules, self.position ^ q), value) for q, value in after]

    def distribution(self) -> dict[int, Fraction]:
        """The probability of each final score of the turn under the optimal policy."""
        return distribution(self.values, self.position)

    @cached_property
    def tie_break_range(self) -> tuple[Fraction, Fraction]:
        """The first player's least and greatest share, over all tie-breaks of the other one."""
        if self.player or self.goal != WINS:
            raise ValueError("the range over all tie-breaks is that of the first player's share")
        return self.match.tie_break_range(self.position)

    def statement(self) -> dict[str, Any]:
        """The model, or the first player's match, as its certificate states it."""
        form = {**self.rules.statement(), "start": self.position}
        if self.goal == WINS:
            form |= {"players": self.players, "ties": self.ties}
            form |= {"at_once": int(self.at_once), "tie_break": TIE_BREAK}
            return form | ({"double_stake": 1} if self.double_stake else {})
        form["goal"] = self.goal
        if self.goal == BEAT:
            from exactbox.certificate import encode_ratio

            form |= {"best": self.best, "tie": encode_ratio(*self.tie.as_integer_ratio())}
        return form

    def asked(self) -> tuple[str, dict[str, Any]]:
        """The kind of its certificate, and the question there; nothing is computed for it."""
        if self.player:
            return self._proved.asked()
        if self.goal == WINS:
            return "match", self.statement()
        objective, sense = ("cost", "min") if self.goal == SCORE else ("total", "max")
        return "process", {"model": self.statement(), "objective": objective, "sense": sense}

    @cached_property
    def _proved(self) -> Question:
        """The question whose certificate proves this one.

        Of the last player it is a turn: a score to beat, where a tie counts a share of the pot.
        """
        if not self.player:
            return self
        if self.player + 1 < self.players:
            raise ValueError("certificates are for the first player or the last")
        if self.double_stake:
            raise ValueError("with double stakes certificates are for the first player")
        tie = Fraction(1, self.holders + 1) if self.ties == SHARE else Fraction(0)
        return Question(self.rules, BEAT, self.start, self.best, tie)

    @cached_property
    def _written(self) -> tuple[bytes, int]:
        """The certificate and the number of ties; its writer is loaded when there is a proof."""
        from exactbox.games.shutbox.certificate import match_certificate, turn_certificate

        if self.goal == WINS:
            return match_certificate(self.match, self.layers, self.statement())
        return turn_certificate(self.layers, self.values, self.asked()[1])

    @cached_property
    def layers(self) -> Layers:
        """The decision process of the turn; in a match others' differ in the start alone."""
        return Layers(self.values.board, self.position)

    @property
    def choices(self) -> int:
        """The number of choices of the decision process."""
        return self._proved.layers.choices

    @property
    def states(self) -> int:
        """The number of its states, with the start."""
        return self._proved.layers.states

    @property
    def tied_states(self) -> int:
        """The number of states, of a match in all stages, with several best actions."""
        return self._proved._written[1]

    @property
    def stages(self) -> int:
        """The number of (b, m) that all players of a match together may face."""
        return sum(map(len, self.match.keys))

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it.

        Of the first player's share it is of kind "match"; of a turn, and of the last player's
        share, of kind "process". Of others there is none: it would need the players that are still
        to come.
        """
        return self._proved._written[0]

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in one piece: it is kept."""
        yield self.certificate()

    def save(self, path: str | os.PathLike[str]) -> Claim:
        """Write the certificate, which the independent checker passes: what it claims."""
        from exactbox.certificate import save

        return save(self, path)

    def is_proved_by(self, claim: Any) -> bool:
        """True if what the checker has verified is this question's value."""
        return bool(getattr(claim, "value", None) == self.value)

    def decimal(self, digits: int = DIGITS) -> str:
        """The value rounded half to even."""
        return decimal_string(*self.value.as_integer_ratio(), digits)

    def to_float(self) -> float:
        """The value, correctly rounded."""
        return float(self.value)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """The distribution of the final score as a figure of matplotlib.

        Under the optimal policy, with the exact value, the expected score and the probability to
        shut the box in text below. With a path, .png or .svg, it is written there, too.
        """
        from exactbox.games.shutbox.scores_picture import draw_scores
        from exactbox.plots.figures import also_saved

        words = self.words.removeprefix("Shut the Box: ")
        answer = {"the answer": self.value}
        figure = draw_scores(
            self.rules, self.when, self.distribution(), words, answer, self.to_beat
        )
        return also_saved(figure, path)

    def facts(self, whole: int, digits: int) -> Facts:
        """The value, as `number_facts`, and how large the process is; of a match, of all turns."""
        process = f"{self.states:,} decisions, {self.choices:,} rolls and ends of a turn; several "
        process += f"best moves in {self.tied_states:,} decisions"
        if self.goal == WINS and not self.player:
            process += f" of all {self.stages:,} turns (a player and the scores before)"
        return [*number_facts(self.value, whole, digits), ("process", process)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.words})"

    def __str__(self) -> str:
        return summary(self.words, number_facts(self.value, _MAX_SHOWN_DIGITS, DIGITS))

    def _repr_html_(self) -> str:
        return html_table(self.words, [], number_facts(self.value, _MAX_SHOWN_DIGITS, DIGITS))


def TurnQuestion(
    rules: Rules,
    goal: str = SHUT,
    start: int | None = None,
    best: int = 0,
    tie: Fraction = Fraction(1),
) -> Question:
    """`Question` of one player alone; this name will go."""
    warn("TurnQuestion is called Question now", DeprecationWarning, stacklevel=2)
    return Question(rules, goal, start, best, tie)


def MatchQuestion(
    rules: Rules,
    players: int = 2,
    ties: str = SHARE,
    at_once: bool = True,
    start: int | None = None,
    **more: Any,
) -> Question:
    """`Question` of the goal "wins"; this name will go."""
    warn("MatchQuestion is called Question now", DeprecationWarning, stacklevel=2)
    return Question(rules, WINS, start, players=players, ties=ties, at_once=at_once, **more)
