"""Smullyan's machines of rules: a table, what it says of a string, and the derivation.

A *machine* is a partial function on strings, given by a table of rules that look at the first
letter:

    QxQ=x, Lx=Qy, Vx=~y, Rx=yy          the Monte Carlo lock

reads: the string QxQ gives x; and if x gives y, then Lx gives Qy, Vx gives y reversed, Rx gives yy.
Exactly one rule *opens* (its right-hand side is x): an opening letter, x, and closing letters,
perhaps none. Each other rule is a *step*: one letter, x, and a right-hand side of letters, y and ~y
(y reversed), with at least one y. No two rules share their letter, so a string s gives at most one
string: strip the leading step letters w from s, what is left must be opening z closing, and then

    s = w opening z closing     gives     w(z) = w_1(w_2(... w_k(z))).

A string that gives itself is a *fixed point*; the fixed points of the lock are its keys.

Symbols: x what follows a rule's letter, y what x gives, w the leading step letters, z the middle.

Source: Smullyan, *The Lady or the Tiger?*, 1982: chapter 8 has the lock, chapters 9 and 10 the
three number machines (there x "produces" y; here, as for the lock, x is *related* to y).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

# Longest string that a derivation writes out: doubling k times multiplies lengths by 2**k.
LONGEST_STRING = 1_000_000

RESERVED = "xy~=,"

MACHINES = {
    "lock": "QxQ=x, Lx=Qy, Vx=~y, Rx=yy",
    "first": "2x=x, 3x=y2y",
    "second": "2x=x, 3x=y2y, 4x=~y, 5x=yy",
    "third": "2x2=x, 6x=2y, 4x=~y, 5x=yy",
}


class UnrelatedError(ValueError):
    """A string related to nothing; `position` (from 0) is where the stripping stops."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position


@dataclass(frozen=True)
class Step:
    """A rule `letter x = pieces`, the pieces being "y", "~y" or runs of letters."""

    letter: str
    pieces: tuple[str, ...]

    @cached_property
    def copies(self) -> int:
        """How often y occurs, either way round."""
        return sum(piece in ("y", "~y") for piece in self.pieces)

    @cached_property
    def literals(self) -> int:
        """How many letters the rule adds."""
        return sum(len(piece) for piece in self.pieces if piece not in ("y", "~y"))

    def image(self, y: str) -> str:
        """What `letter x` gives if x gives y."""
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
    """Read a rule table, or fetch one of Smullyan's by name.

    Parameters
    ----------
    rules : str
        "lock", "first", "second", "third" (see `MACHINES`), or a table such as "2x=x, 3x=y2y".

    Returns
    -------
    Machine
        With `str(machine(rules))` the table in plain form.

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
    """Whether these are one or more printable ASCII letters that rule tables do not reserve."""
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


@dataclass(frozen=True)
class Derived:
    """One line of a derivation: by the rule of this letter, x is related to y."""

    rule: str
    x: str
    y: str


def derive(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> tuple[Derived, ...]:
    """Apply the rules from the innermost to the outermost.

    Parameters
    ----------
    s : str
        Any string, also with letters that the rules do not know.
    machine : Machine
        The rule table.
    allow_empty : bool
        Whether the opening rule holds for the empty string (QQ is related to it).

    Returns
    -------
    tuple of Derived
        Of length 1 + |w|; each line follows from the one before by its rule, the first is an
        instance of the opening rule, and the last has x = s. Its y is the one string that s is
        related to.

    Raises
    ------
    UnrelatedError
        s is related to nothing; the message names the first letter at which the stripping fails.
    ValueError
        y would be longer than `LONGEST_STRING`.

    Examples
    --------
    >>> for line in derive("LQXQ"):
    ...     print(line.rule, line.x, line.y)
    Q QXQ X
    L LQXQ QX
    """
    k = _opening_position(s, machine, allow_empty)
    z = s[k + 1 : len(s) - len(machine.closing)]
    length = len(z)
    for letter in reversed(s[:k]):
        length = machine.step[letter].length(length)
    if length > LONGEST_STRING:
        size = str(length) if length < 10**30 else f"about 2^{length.bit_length() - 1}"
        raise ValueError(
            f"the related string would have {size} letters, the limit is {LONGEST_STRING}"
        )
    lines = [Derived(machine.opening, s[k:], z)]
    for i in reversed(range(k)):
        lines.append(Derived(s[i], s[i:], machine.step[s[i]].image(lines[-1].y)))
    return tuple(lines)


def _opening_position(s: str, machine: Machine, allow_empty: bool) -> int:
    """|w|, or an error that says what is wrong with the part after w."""
    opening, closing = machine.opening, machine.closing
    k = next((i for i, c in enumerate(s) if c not in machine.step), len(s))
    if k == len(s):
        raise UnrelatedError(
            f"after the leading {s or 'empty string'} nothing is left: need {opening}x{closing}", k
        )
    if s[k] != opening:
        raise UnrelatedError(
            f"no rule begins with the letter {s[k]} (position {k + 1}),"
            f" what is left is {_clip(s[k:])}",
            k,
        )
    rest = s[k + 1 :]
    if not rest.endswith(closing):
        raise UnrelatedError(
            f"what is left, {_clip(s[k:])} (from position {k + 1}), is not of the"
            f" form {opening}x{closing}",
            k,
        )
    if len(rest) == len(closing) and not allow_empty:
        raise UnrelatedError(
            f"what is left, {s[k:]} (from position {k + 1}), is"
            f" {opening}x{closing} with x empty, and the empty string does"
            " not count",
            k,
        )
    return k


def _clip(s: str) -> str:
    """A string short enough for one line."""
    return s if len(s) <= 40 else f"{s[:20]}...{s[-17:]} ({len(s)} letters)"


def is_key(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> bool:
    """Whether s is related to itself; false, no error, for a string related to nothing."""
    try:
        return derive(s, machine, allow_empty=allow_empty)[-1].y == s
    except ValueError:
        return False


def explain(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> tuple[bool, str]:
    """Whether s is a key, and the derivation as text, or the first step that fails.

    Examples
    --------
    >>> print(explain("RVLVQRVLVQ")[1])
    QRVLVQ      is related to  RVLV        by QxQ=x
    VQRVLVQ     is related to  VLVR        by Vx=~y
    LVQRVLVQ    is related to  QVLVR       by Lx=Qy
    VLVQRVLVQ   is related to  RVLVQ       by Vx=~y
    RVLVQRVLVQ  is related to  RVLVQRVLVQ  by Rx=yy
    RVLVQRVLVQ is related to itself: it is a key.
    """
    try:
        lines = derive(s, machine, allow_empty=allow_empty)
    except ValueError as error:
        return False, f"{_clip(s) or 'The empty string'} is not a key: {error}."
    y = lines[-1].y
    text = _table(lines, machine)
    if y == s:
        return True, f"{text}\n{s} is related to itself: it is a key."
    if len(y) != len(s):
        why = f"{len(y)} letters, not {len(s)}"
    else:
        i = next(i for i in range(len(s)) if s[i] != y[i])
        why = f"they differ first at position {i + 1}: {s[i]} and {y[i]}"
    return False, f"{text}\n{_clip(s)} is related to {_clip(y)}, not to itself ({why})."


def _table(lines: Iterable[Derived], machine: Machine) -> str:
    """The lines of a derivation in columns."""
    rule = {step.letter: str(step) for step in machine.steps}
    rule[machine.opening] = machine.opening_rule
    rows = [(_clip(d.x), _clip(d.y) or "(empty)", rule[d.rule]) for d in lines]
    wide_x, wide_y = (max(len(row[i]) for row in rows) for i in (0, 1))
    return "\n".join(f"{x:{wide_x}}  is related to  {y:{wide_y}}  by {r}" for x, y, r in rows)
