"""Questions about Shut the Box: each has a value, and a certificate that proves it.

A `TurnQuestion` is about one player alone, a `MatchQuestion` about a player who knows the scores of
those before. Both are solved when something is first asked of them, in whole numbers without
rounding. That alone does not put an answer through the independent checker: `Question.save` and
`exactbox.certificate.proved` do, which write the certificate and have it checked.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

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

_SHORT = 200  # digits of a fraction that are shown in full
SHUT, SCORE, BEAT = "shut", "score", "beat"
GOALS = (SHUT, SCORE, BEAT)


class Question(ABC):
    """The common part of all questions: how a value is shown and saved.

    The turn starts in ``position``.
    """

    rules: Rules
    position: int
    short_numbers = True  # some hundred bits (`exactbox.certificate`)

    @property
    @abstractmethod
    def words(self) -> str:
        """The question."""

    @property
    @abstractmethod
    def values(self) -> Values:
        """The value of every position within reach."""

    @property
    @abstractmethod
    def when(self) -> str:
        """The goal of the optimal policy, as a clause."""

    @property
    @abstractmethod
    def to_beat(self) -> int | None:
        """The score to beat, where there is one."""

    @abstractmethod
    def asked(self) -> tuple[str, dict[str, Any]]:
        """The kind of its certificate, and the question there; nothing is computed for it."""

    @property
    def _proved(self) -> Question:
        """The question whose certificate proves this one."""
        return self

    @property
    @abstractmethod
    def _written(self) -> tuple[bytes, int]:
        """The certificate of `_proved`, and the number of states with several best actions."""

    @property
    @abstractmethod
    def value(self) -> Fraction:
        """The exact answer."""

    def advise(self, roll: Roll) -> list[tuple[int, Fraction]]:
        """Every position that the roll can lead to with its value, best first."""
        return advise(self.values, self.position, roll)

    def moves(self, roll: str) -> list[tuple[list[int], Fraction]]:
        """The tiles that every move shuts, and its value, best first; the roll as one writes it."""
        after = self.advise(roll_of(self.rules, self.position, roll))
        return [(tiles_of(self.rules, self.position ^ q), value) for q, value in after]

    def distribution(self) -> dict[int, Fraction]:
        """The probability of each final score of the turn under the optimal policy."""
        return distribution(self.values, self.position)

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

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it.

        Of the first player's share it is of kind "match"; of the last player's of kind "process".
        Of others there is none: it would need the players that are still to come.
        """
        return self._proved._written[0]

    def certificate_parts(self) -> Iterator[bytes]:
        """The same, in one piece: it is kept."""
        yield self.certificate()

    def decimal(self, digits: int = DIGITS) -> str:
        """The value rounded half to even."""
        return decimal_string(*self.value.as_integer_ratio(), digits)

    def to_float(self) -> float:
        """The value, correctly rounded."""
        return float(self.value)

    def save(self, path: str | os.PathLike[str]) -> Claim:
        """Write the certificate, which the independent checker passes: what it claims."""
        from exactbox.certificate import saved

        return saved(self, path)

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

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.words})"

    def __str__(self) -> str:
        return summary(self.words, self._facts())

    def _repr_html_(self) -> str:
        return html_table(self.words, [], self._facts())

    def _facts(self) -> Facts:
        """The value, exactly and rounded."""
        return number_facts(self.value, _SHORT, DIGITS)

    def facts(self, whole: int, digits: int) -> Facts:
        """The value, and how large the process is; as `number_facts`."""
        process = f"{self.states:,} decisions, {self.choices:,} rolls and ends of a turn; several "
        process += f"best moves in {self.tied_states:,} decisions"
        return [*number_facts(self.value, whole, digits), ("process", process)]

    def is_proved_by(self, claim: Any) -> bool:
        """Whether what the checker has verified is this question's value."""
        return bool(getattr(claim, "value", None) == self.value)


@dataclass(frozen=True, repr=False)
class TurnQuestion(Question):
    """The value of one player's turn.

    Parameters
    ----------
    goal : "shut", "score" or "beat"
        Greatest probability to shut the box, least expected score, greatest probability to end
        below a given score.
    start : int, optional
        The position; by default all tiles are open.
    best : int
        The score to beat.
    tie : Fraction
        What ending at it counts, from 0 to 1.

    Examples
    --------
    >>> question = TurnQuestion(Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,)))
    >>> question.value, question.decimal(6)
    (Fraction(145, 1944), '0.074588')
    """

    rules: Rules
    goal: str = SHUT
    start: int | None = None
    best: int = 0
    tie: Fraction = Fraction(1)
    position: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        start = self.rules.full if self.start is None else self.start
        object.__setattr__(self, "position", start)
        if self.goal not in GOALS:
            raise ValueError(f"goal is {self.goal!r}, need {SHUT!r}, {SCORE!r} or {BEAT!r}")
        if not 0 <= self.tie <= 1:
            raise ValueError(f"a tie counts {self.tie}, need 0 to 1")

    @property
    def words(self) -> str:
        """The question."""
        goals = {
            SHUT: "greatest probability to shut the box",
            SCORE: "least expected score",
            BEAT: f"greatest probability to score less than {self.best}, a tie counting {self.tie}",
        }
        return f"Shut the Box: {goals[self.goal]}{_where(self.rules, self.position)}"

    @property
    def when(self) -> str:
        """The goal of the optimal policy."""
        return {
            SHUT: "the probability to shut the box is greatest",
            SCORE: "the expected score is least",
            BEAT: f"the probability to beat {self.best} is greatest",
        }[self.goal]

    @property
    def to_beat(self) -> int | None:
        """The score to beat, where that is the goal."""
        return self.best if self.goal == BEAT else None

    @cached_property
    def values(self) -> Values:
        """The value of every position within reach."""
        board = Board(self.rules, [self.position])
        if self.goal == BEAT:
            return beat(board, [self.best], self.tie)
        return shut_the_box(board) if self.goal == SHUT else lowest_score(board)

    @property
    def value(self) -> Fraction:
        """The exact answer."""
        return self.values.at(self.position)

    @property
    def pay_offs(self) -> list[Fraction]:
        """The pay-off of each final score, or its cost where the goal is low; scores increasing."""
        values = self.values
        return [Fraction(values.pay[s][0], values.scale) for s in values.board.scores]

    def statement(self) -> dict[str, Any]:
        """The model that it is about, as its certificate states it."""
        from exactbox.certificate import spelled_ratio

        turn: dict[str, Any] = {"start": self.position, "goal": self.goal}
        if self.goal == BEAT:
            tie = spelled_ratio(self.tie.numerator, self.tie.denominator)
            turn |= {"best": self.best, "tie": tie}
        return {**self.rules.statement(), **turn}

    def asked(self) -> tuple[str, dict[str, Any]]:
        """The kind of its certificate, and the question there."""
        objective, sense = ("cost", "min") if self.goal == SCORE else ("total", "max")
        return "process", {"model": self.statement(), "objective": objective, "sense": sense}

    @cached_property
    def _written(self) -> tuple[bytes, int]:
        """The certificate and the number of ties; its writer is loaded when there is a proof."""
        from exactbox.games.shutbox.certificate import turn_certificate

        return turn_certificate(self.layers, self.values, self.asked()[1])


@dataclass(frozen=True, repr=False)
class MatchQuestion(Question):
    """A player's expected share in a match of players in order, numbered from 0.

    Rules, players, `ties`, `at_once` and `double_stake` are as in
    `exactbox.games.shutbox.ShutTheBox`.

    Parameters
    ----------
    start : int, optional
        The position of the player whose turn it is; by default all tiles are open. The others start
        with all tiles open.
    player : int
        Whose turn it is, and whose share is asked for.
    best, holders : int
        The lowest score so far and how many hold it; of no meaning for the first player.

    Examples
    --------
    >>> MatchQuestion(Rules(tiles=(1, 2), dice=(2,))).value
    Fraction(5, 8)
    """

    rules: Rules
    players: int = 2
    ties: str = SHARE
    at_once: bool = True
    start: int | None = None
    player: int = 0
    best: int = -1
    holders: int = 1
    double_stake: bool = False
    position: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        start = self.rules.full if self.start is None else self.start
        object.__setattr__(self, "position", start)
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

    @property
    def words(self) -> str:
        """The question."""
        after = f", who faces {self.best}" * bool(self.player)
        after += f" held by {self.holders}" * (self.holders > 1)
        ties = {SHARE: "shared", LOSE: "lost", EARLIER: "won by the earlier"}[self.ties]
        then = "wins at once" if self.at_once else "waits for the others"
        then += ", for two stakes" * self.double_stake
        asked = "gain in stakes" if self.double_stake else "wins"
        return (
            f"Shut the Box: expected {asked} of player {self.player + 1} of {self.players}{after}"
            f"{_where(self.rules, self.position)}; a tie is {ties}; who shuts the box {then}"
        )

    @property
    def when(self) -> str:
        """The goal of the optimal policy."""
        if self.double_stake:
            return f"the expected gain of player {self.player + 1} is greatest"
        return f"the expected wins of player {self.player + 1} are greatest"

    @property
    def to_beat(self) -> int | None:
        """The lowest score so far, which the first player does not have."""
        return self.best if self.player else None

    @cached_property
    def match(self) -> Match:
        """The match, solved player by player from the last one."""
        board = Board(self.rules, {self.rules.full, self.position})  # the others start with all
        more = (self.best,) if self.player else ()
        return Match(board, self.players, self.ties, self.at_once, more, self.double_stake)

    @cached_property
    def value(self) -> Fraction:
        """The exact answer."""
        return self.match.value(self.player, self.position, self.best, self.holders)

    @cached_property
    def values(self) -> Values:
        """The value of every position within reach."""
        stage = self.match.stage(self.player)
        pay = stage.pay[(self.best, self.holders) if self.player else FIRST]
        return optimal_values(stage.board, [pay], stage.denominator)

    def advise(self, roll: Roll) -> list[tuple[int, Fraction]]:
        """Every position that the roll can lead to with its value, best first."""
        return [(q, self.match.payoff(share)) for q, share in super().advise(roll)]

    @property
    def stages(self) -> int:
        """The number of (b, m) that all players together may face."""
        return sum(map(len, self.match.keys))

    @cached_property
    def tie_break_range(self) -> tuple[Fraction, Fraction]:
        """The first player's least and greatest share, over all tie-breaks of the other one."""
        if self.player:
            raise ValueError("the range over all tie-breaks is that of the first player's share")
        return self.match.tie_break_range(self.position)

    def facts(self, whole: int, digits: int) -> Facts:
        """The value, and how large the process is; of the first player's share, of all turns."""
        *number, (label, process) = super().facts(whole, digits)
        if not self.player:
            process += f" of all {self.stages:,} turns (a player and the scores before)"
        return [*number, (label, process)]

    def statement(self) -> dict[str, Any]:
        """The first player's question as its certificate states it."""
        return {
            **self.rules.statement(),
            "start": self.position,
            "players": self.players,
            "ties": self.ties,
            "at_once": int(self.at_once),
            "tie_break": TIE_BREAK,
            **({"double_stake": 1} if self.double_stake else {}),
        }

    def asked(self) -> tuple[str, dict[str, Any]]:
        """The kind of its certificate, and the question there; of the first player or the last."""
        return self._proved.asked() if self.player else ("match", self.statement())

    @cached_property
    def _written(self) -> tuple[bytes, int]:
        """The first player's certificate and the number of ties."""
        from exactbox.games.shutbox.certificate import match_certificate

        return match_certificate(self.match, self.layers, self.statement())

    @cached_property
    def _proved(self) -> Question:
        """Of the last player a turn: a score to beat, where a tie counts a share of the pot."""
        if not self.player:
            return self
        if self.player + 1 < self.players:
            raise ValueError("certificates are for the first player or the last")
        if self.double_stake:
            raise ValueError("with double stakes certificates are for the first player")
        tie = Fraction(1, self.holders + 1) if self.ties == SHARE else Fraction(0)
        return TurnQuestion(self.rules, BEAT, self.start, self.best, tie)


def _where(rules: Rules, position: int) -> str:
    """The start of a turn, and its rules."""
    tiles = ", ".join(map(str, tiles_of(rules, position)))
    return f"{'' if position == rules.full else f' with {tiles} open'}; {rules}"
