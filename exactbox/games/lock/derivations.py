"""The derivation of what a string is related to, line by line.

By the opening rule, opening z closing is related to z; then each step letter before it, from the
last to the first, applies its rule. So the derivation of s = w opening z closing has 1 + |w| lines,
and its last line says what s is related to: w(z). (`rules` has the notation.)
"""

from __future__ import annotations

from dataclasses import dataclass

from exactbox.games.lock.rules import LOCK, Machine
from exactbox.showing import one_line

# Longest string that a derivation writes out: doubling k times multiplies lengths by 2**k.
LONGEST_STRING = 1_000_000


class UnrelatedError(ValueError):
    """A string related to nothing; `position` (from 0) is where the stripping stops."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position


@dataclass(frozen=True)
class Derived:
    """One line of a derivation: by the rule of this letter, x is related to y."""

    rule: str
    x: str
    y: str


def derive(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> tuple[Derived, ...]:
    """Apply the rules from the innermost to the outermost, to any string.

    There are 1 + |w| lines; each follows from the one before by its rule, the first is an instance
    of the opening rule, and the last has x = s. Its y is the one string that s is related to.
    `allow_empty` and `machine` are those of `recursive`.

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
            f"after the leading {_clip(s) or 'empty string'} nothing is left: need "
            f"{opening}x{closing}",
            k,
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
            f"what is left, {_clip(s[k:])} (from position {k + 1}), is"
            f" {opening}x{closing} with x empty, and the empty string does"
            " not count",
            k,
        )
    return k


def _clip(s: str) -> str:
    """A string short enough for one line."""
    return s if len(s) <= 40 else f"{s[:20]}...{s[-17:]} ({len(s)} letters)"


def is_key(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> bool:
    """True if s is related to itself; false, no error, for a string related to nothing."""
    try:
        return derive(s, machine, allow_empty=allow_empty)[-1].y == s
    except ValueError:
        return False


@dataclass(frozen=True)
class Explanation:
    """The verdict on a string, and why; ``str`` of it is the derivation and the verdict."""

    is_key: bool
    derivation: tuple[Derived, ...]  # none if the string is related to nothing
    verdict: str  # a sentence: what follows, or the first step that fails
    machine: Machine

    def __str__(self) -> str:
        rule = {step.letter: str(step) for step in self.machine.steps}
        rule[self.machine.opening] = self.machine.opening_rule
        rows = [(_clip(d.x), _clip(d.y) or "(empty)", rule[d.rule]) for d in self.derivation]
        wide_x, wide_y = (max((len(row[i]) for row in rows), default=0) for i in (0, 1))
        lines = [f"{x:{wide_x}}  is related to  {y:{wide_y}}  by {r}" for x, y, r in rows]
        return "\n".join([*lines, one_line(self.verdict)])


def explain(s: str, machine: Machine = LOCK, *, allow_empty: bool = True) -> Explanation:
    """The verdict on s, with its derivation or the first step that fails; parameters as `derive`.

    Examples
    --------
    >>> print(explain("RVLVQRVLVQ"))
    QRVLVQ      is related to  RVLV        by QxQ=x
    VQRVLVQ     is related to  VLVR        by Vx=~y
    LVQRVLVQ    is related to  QVLVR       by Lx=Qy
    VLVQRVLVQ   is related to  RVLVQ       by Vx=~y
    RVLVQRVLVQ  is related to  RVLVQRVLVQ  by Rx=yy
    RVLVQRVLVQ is related to itself: it is a key.
    >>> print(explain("LX"))
    LX is not a key: no rule begins with the letter X (position 2), what is left is X.
    """
    try:
        lines = derive(s, machine, allow_empty=allow_empty)
    except ValueError as error:
        verdict = f"{_clip(s) or 'The empty string'} is not a key: {error}."
        return Explanation(False, (), verdict, machine)
    y = lines[-1].y
    if y == s:
        return Explanation(True, lines, f"{_clip(s)} is related to itself: it is a key.", machine)
    if len(y) != len(s):
        why = f"{len(y)} letters, not {len(s)}"
    else:
        i = next(i for i in range(len(s)) if s[i] != y[i])
        why = f"they differ first at position {i + 1}: {s[i]} and {y[i]}"
    to = _clip(y) or "the empty string"
    verdict = f"{_clip(s)} is related to {to}, not to itself ({why})."
    return Explanation(False, lines, verdict, machine)
