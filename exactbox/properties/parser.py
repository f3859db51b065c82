"""The part of PRISM's property language that asks what `questions` can answer.

::

    property  P[max|min]=? [ path ]      R[max|min]{"name"}=? [ reward ], the name where one likes
    path      F[bound] states            states U[bound] states             bound  <=25 or <25
    reward    F states      C      C<=25      S (PRISM) or LRA (Storm)
    states    "label"   true   false   !states   states & states   states | states   ( states )

F is reachability, U until; for rewards, F is the total until the states are reached (infinite where
that is not almost sure), C the total reward or that of the first steps, S and LRA the mean payoff.
Without max or min the model has to be a Markov chain.

Source: the PRISM manual, *Property specification*, 4.8.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from exactbox.properties.questions import Question, States

_TOKEN = re.compile(r'"[^"]*"|[0-9]+|\w+|=\?|<=|>=|=>|\S')
_STATES = "states: a label in double quotes, !, (, true or false"


def parse(text: str) -> Question:
    """The question that a property asks.

    Parameters
    ----------
    text : str

    Raises
    ------
    ValueError
        If it is none of the properties above; names the column, and what was needed there.

    Examples
    --------
    >>> parse('Pmax=? [ !"bad" U<=25 "goal" ]').stay
    ('not', 'bad')
    >>> parse('R{"steps"}min=? [F "goal"]').reward
    'steps'
    """
    try:
        return _Parser(text).property()
    except RecursionError:
        raise ValueError("property: too many brackets inside one another") from None


class _Parser:
    """One property while it is read, word by word."""

    def __init__(self, text: str) -> None:
        self.text = text
        found = list(_TOKEN.finditer(text))
        self.words = [match[0] for match in found]
        self.column = [match.start() for match in found]
        self.at = 0

    @property
    def word(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def fail(self, need: str) -> NoReturn:
        if not self.word:
            raise ValueError(f"property: it ends after {self.text.strip()!r}, need {need}")
        column = self.column[self.at]
        raise ValueError(
            f"property, column {column + 1}: found {self.text[column:].strip()!r}, need {need}"
        )

    def take(self, *words: str) -> str | None:
        """The next word if it is one of these, and then it is behind us."""
        if self.word not in words or not self.word:
            return None
        self.at += 1
        return self.words[self.at - 1]

    def need(self, *words: str, what: str = "") -> str:
        return self.take(*words) or self.fail(what or " or ".join(words))

    def property(self) -> Question:
        operator = self.need(
            *("P", "Pmax", "Pmin", "R", "Rmax", "Rmin"), what="P, Pmax, Pmin, R, Rmax or Rmin"
        )
        reward = self.reward_name() if operator[0] == "R" else None
        sense = operator[1:] or self.take("max", "min")
        if operator[0] == "R" and reward is None:
            reward = self.reward_name()
        self.need("=?")
        self.need("[")
        kind, goal, stay, steps = self.path() if operator[0] == "P" else self.gain()
        self.need("]", what="] (or & or | before further states)" if goal else "]")
        if self.word:
            self.fail("nothing more")
        return Question(kind, sense, goal, stay, steps, reward)

    def reward_name(self) -> str | None:
        if not self.take("{"):
            return None
        name = self.quoted()
        if name is None:
            self.fail("the name of rewards in double quotes")
        self.need("}")
        return name

    def path(self) -> tuple[str, States, States | None, int | None]:
        if self.take("F"):
            steps = self.bound()
            return "reach", self.states(), None, steps
        if self.word in ("G", "X"):
            self.fail("F, or states and then U")
        stay = self.states()
        self.need("U", what="U, & or |")
        steps = self.bound()
        return "reach", self.states(), stay, steps

    def gain(self) -> tuple[str, States | None, States | None, int | None]:
        if self.take("F"):
            return "cost", self.states(), None, None
        if self.take("C"):
            return "total", None, None, self.bound()
        self.need("S", "LRA", what="F, C, S or LRA")
        return "mean_payoff", None, None, None

    def bound(self) -> int | None:
        """The steps of a bound, if there is one."""
        if self.word in ("=", "[", ">", ">="):
            self.fail("a bound <=N or <N, or none")
        sign = self.take("<=", "<")
        if sign is None:
            return None
        if not (self.word.isascii() and self.word.isdigit() and len(self.word) <= 18):
            self.fail("a number of steps")
        if sign == "<" and not int(self.word):
            self.fail("a positive number of steps")
        self.at += 1
        return int(self.words[self.at - 1]) - (sign == "<")

    def states(self) -> States:
        return self.joined("|", "or", lambda: self.joined("&", "and", self.negated))

    def joined(self, sign: str, operator: str, part: Callable[[], States]) -> States:
        found = [part()]
        while self.take(sign):
            found.append(part())
        return found[0] if len(found) == 1 else (operator, *found)

    def negated(self) -> States:
        if self.take("!"):
            return ("not", self.negated())
        if self.take("("):
            inner = self.states()
            self.need(")", what="), & or |")
            return inner
        if constant := self.take("true", "false"):
            return ("true",) if constant == "true" else ("not", ("true",))
        return self.quoted() or self.fail(_STATES)

    def quoted(self) -> str | None:
        """A name in double quotes."""
        if len(self.word) < 3 or self.word[0] != '"':
            return None
        self.at += 1
        return self.words[self.at - 1][1:-1]
