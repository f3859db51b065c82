"""Machines of rules on strings: Smullyan's lock and number machines, and tables of one's own.

A *machine* is a table of rules that say, by its first letter, which string a string is related to:

    QxQ=x, Lx=Qy, Vx=~y, Rx=yy          the Monte Carlo lock

reads: QxQ is related to x; and if x is related to y, then Lx is related to Qy, Vx to y reversed, Rx
to yy. Exactly one rule *opens* (its right-hand side is x): an opening letter, x, and closing
letters, perhaps none. Each other rule is a *step*: one letter, x, and a right-hand side of letters,
y and ~y (y reversed), with at least one y. No two rules share their first letter, so a string s is
related to at most one string: strip the leading step letters w = w_1 ... w_k from s; what is left
must be opening z closing; and then

    s = w opening z closing     is related to     w(z) = w_1(w_2(... w_k(z))).

A string that is related to itself is a *key*: a fixed point of this partial function.

Symbols: x what follows a rule's letter, y what x is related to, w the leading step letters, z the
middle, m a length.

Source: Smullyan, *The Lady or the Tiger?*, 1982: chapter 8 has the lock, chapters 9 and 10 the
three number machines (there x "produces" y; here, as for the lock, x is *related* to y).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

RESERVED = "xy~=,"  # what rule tables are written with

MACHINES = {
    "lock": "QxQ=x, Lx=Qy, Vx=~y, Rx=yy",
    "first": "2x=x, 3x=y2y",
    "second": "2x=x, 3x=y2y, 4x=~y, 5x=yy",
    "third": "2x2=x, 6x=2y, 4x=~y, 5x=yy",
}

# How a table is written, for those who write one.
SYNTAX = """\
A rule table is a list of rules with commas between them, as that of the Monte Carlo lock:

    QxQ=x, Lx=Qy, Vx=~y, Rx=yy

QxQ=x   opens: QxQ is related to x. Exactly one rule gives x; it has one letter before x, and any
        number of letters after it, perhaps none, as in 2x=x.
Lx=Qy   a step: if x is related to y, then Lx is related to Qy. One letter before x, nothing after.
        The result is made of letters, y, and ~y, which is y reversed; y is in it at least once.

No two rules begin with the same letter. A letter is any printable ASCII character but x y ~ = and
the comma. A string that is related to itself is a key. Where the empty string does not count, QQ is
related to nothing.

Smullyan's machines have names:
""" + "\n".join(f"    {name:6}  {table}" for name, table in MACHINES.items())


@dataclass(frozen=True)
class Step:
    """A rule `letter x = pieces`, the pieces being "y", "~y" or runs of letters."""

    letter: str
    pieces: tuple[str, ...]

    @cached_property
    def copies(self) -> int:
        """The number of times that y occurs, either way round."""
        return sum(piece in ("y", "~y") for piece in self.pieces)

    @cached_property
    def literals(self) -> int:
        """The number of letters that the rule adds."""
        return sum(len(piece) for piece in self.pieces if piece not in ("y", "~y"))

    def image(self, y: str) -> str:
        """The string that `letter x` is related to if x is related to y."""
        return "".join([y if p == "y" else y[::-1] if p == "~y" else p for p in self.pieces])

    def length(self, m: int) -> int:
        """|image(y)| for |y| = m."""
        return self.copies * m + self.literals

    def __str__(self) -> str:
        return f"{self.letter}x={''.join(self.pieces)}"


@dataclass(frozen=True)
class Machine:
    """A rule table; make one with :func:`machine`."""

    opening: str
    closing: str
    steps: tuple[Step, ...]

    @property
    def opening_rule(self) -> str:
        """The rule that gives x, as text."""
        return f"{self.opening}x{self.closing}=x"

    @cached_property
    def step(self) -> dict[str, Step]:
        """The step of each step letter."""
        return {step.letter: step for step in self.steps}

    @cached_property
    def letters(self) -> str:
        """The letters that the rules mention, in order of appearance."""
        text = self.opening + self.closing
        for step in self.steps:
            text += step.letter + "".join(p for p in step.pieces if p not in ("y", "~y"))
        return "".join(dict.fromkeys(text))

    def __str__(self) -> str:
        return ", ".join([self.opening_rule, *map(str, self.steps)])


def machine(rules: str) -> Machine:
    """Read a rule table, such as "2x=x, 3x=y2y", or fetch one of Smullyan's by name (`MACHINES`).

    Raises
    ------
    ValueError
        A rule that cannot be read, no opening rule or two, two rules for one letter.

    Examples
    --------
    >>> print(machine("third"))
    2x2=x, 6x=2y, 4x=~y, 5x=yy
    >>> machine("2x=x, 2x=yy")
    Traceback (most recent call last):
    ValueError: rules contradict each other: two rules for the letter 2: 2x=x and 2x=yy
    """
    opening: tuple[str, str] | None = None
    steps: list[Step] = []
    rule_of: dict[str, str] = {}
    for rule in MACHINES.get(rules, rules).split(","):
        rule = "".join(rule.split())
        left, equals, right = rule.partition("=")
        letter, x, closing = left[:1], left[1:2], left[2:]
        if (
            not equals
            or x != "x"
            or not is_alphabet(letter)
            or not (closing == "" or is_alphabet(closing))
        ):
            raise ValueError(
                f"cannot read the rule {rule!r}: need a letter, x, '=' and a result,"
                f" as in {MACHINES['lock']!r}"
            )
        if letter in rule_of:
            raise ValueError(
                f"rules contradict each other: two rules for the letter {letter}:"
                f" {rule_of[letter]} and {rule}"
            )
        rule_of[letter] = rule
        if right == "x":
            if opening is not None:
                raise ValueError(
                    f"rules contradict each other: two opening rules,"
                    f" {rule_of[opening[0]]} and {rule}"
                )
            opening = letter, closing
        elif closing:
            raise ValueError(
                f"cannot read the rule {rule!r}: only the opening rule (...=x)"
                " may have letters after x"
            )
        else:
            steps.append(Step(letter, _pieces(right, rule)))
    if opening is None:
        raise ValueError("no opening rule: one rule must give x, as QxQ=x does")
    return Machine(*opening, tuple(steps))


def is_alphabet(letters: str) -> bool:
    """True if these are one or more printable ASCII letters that rule tables do not reserve."""
    return letters != "" and all("!" <= c <= "~" and c not in RESERVED for c in letters)


def _pieces(right: str, rule: str) -> tuple[str, ...]:
    """Cut a right-hand side into y, ~y and runs of letters."""
    pieces = tuple(re.findall(r"~?y|[^xy~=,]+", right))
    if "".join(pieces) != right or not right.isascii() or not {"y", "~y"} & set(pieces):
        raise ValueError(
            f"cannot read the rule {rule!r}: its result must be made of letters, y"
            " and ~y (y reversed), with at least one y"
        )
    return pieces


LOCK = machine("lock")


def alphabet(letters: str | None, machine: Machine) -> str:
    """The letters to search over: given ones, checked, or the machine's own."""
    if letters is None:
        return machine.letters
    if not is_alphabet(letters):
        bad = next((c for c in letters if not is_alphabet(c)), "")
        raise ValueError(
            f"not an alphabet: {letters!r}: need one or more printable letters"
            f" other than x y ~ = and the comma, got {bad!r}"
        )
    if len(set(letters)) < len(letters):
        twice = next(c for c in letters if letters.count(c) > 1)
        raise ValueError(f"not an alphabet: {letters!r} has the letter {twice} twice")
    missing = [c for c in machine.letters if c not in letters]
    if missing:
        raise ValueError(
            f"the alphabet {letters} lacks {', '.join(missing)}, which the rules {machine} use"
        )
    return letters
