"""All keys of a machine of rules, by solving w(z) = w Q z Q letter by letter.

The problem. A key of length T is s = w Q z Q with w(z) = s, where w is a string of step letters (L,
V, R), Q opens, Q closes and z is anything. (Other machines: `rules`.) There are too many s to try:
5^30 of them at length 30. There are too many w as well, 3^28.

The method. Choose T, and then the letters of w from the left. All that is known of s is held as a
partition of its T positions into classes of equal letters (union-find, the smallest position is the
root) with the letter of a class where it is known. Write w = p v, with p chosen and v to come. s =
p(v(z)) says that the string v(z) stands in s, in a *window* [lo, hi), forwards or backwards:

- p empty: the window is the whole of s;
- p grows by L: the string in the window begins with Q, which is thereby known; the window loses it;
- p grows by V: the window is read the other way round;
- p grows by R: the string in the window has even length and its halves agree, position by position;
  the window becomes the lower half.

A general rule is treated alike: lay its right-hand side along the window, fix its letters, equate
its copies of y, and keep the lowest. When Q is chosen at position j in place of a step letter, w is
finished: z stands in the window and also in [j+1, T-1), so the two are equated. A class without a
letter may then have any: the *pattern* found stands for one key per way of filling it in, over any
alphabet.

Why it is complete. Every key has one length T and one w, each step above is an equivalence (p(u) =
s for some u in the window, if and only if the conditions hold), and all letters are tried. So a
branch may be cut only if it leads to no key. Four arguments are used; none knows what a key looks
like:

1. *Clash.* A class would hold two letters, or the window's length does not fit the rule.
2. *Lengths.* The window's length m follows from the choices, and w can end at k only if then
   m = T - k - 2. The set F(j, m) of all k that some further choices can reach is computed backwards
   beforehand, a bit set. Empty: no key. (This contains "some letter must be R": L and V alone give
   |w(z)| <= |z| + |w|.)
3. *The first Q.* The letters of w are step letters, so w ends at the first Q of s. That position's
   class has no other letter; each position before it may hold a step letter; and it does not equal
   an earlier position, which would be a Q earlier still. If no k in F(j, m) is such a position, no
   key.
4. *The first doubling.* Call a step with two or more copies of y a doubling. By 2 some letter of w
   is one. Until the first, a step raises lo or lowers hi, by at most one letter. Say the first
   doubling happens at a position j' >= j where the window is [lo', hi'). Then j' lies below the
   middle of the window: every position of the window after the lowest copy is equal to an earlier
   position, whose letter in p is not a doubling's, or holds a letter that the rule adds, and no
   rule adds a doubling's letter; the same is true of what was cut off above hi'. So
   2j' < lo' + hi'. Yet if 2j >= lo + hi, then 2j' >= 2j + 2(j'-j) >= lo + hi + (j'-j) >= lo' + hi'.
   So a branch with no doubling and 2j >= lo + hi has no key. (Only used if every other step adds at
   most one letter, doublings begin and end with y, and no rule adds a doubling letter.)

Symbols: T length of s, w its step letters, k = |w|, z its middle, j letters chosen, [lo, hi) the
window, m = hi - lo.

Source: Smullyan, *The Lady or the Tiger?*, 1982, chapter 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from exactbox.games.lock.derivations import is_key
from exactbox.games.lock.keys import KeysFound, by_length
from exactbox.games.lock.limits import refuse
from exactbox.games.lock.rules import LOCK, Machine, Step, alphabet
from exactbox.parallel import in_context
from exactbox.progress import Progress, report

# The lock to length 30 takes 0.07 s, to 60 takes 44 s, and each length takes 1.25 times as long as
# the one before: ten minutes to length 72.
SYMBOLIC_LIMIT = 72
# Keys that a machine with free letters may list.
KEYS_LIMIT = 10**6

# A pattern gives for each position its letter, or the first position of its class if any letter
# will do.
Pattern = tuple["str | int", ...]


@in_context
def symbolic(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> KeysFound:
    """Solve w(z) = w Q z Q for every w that can work; otherwise as `enumeration.recursive`.

    Each key is derived by the rules before it is returned. If `free` is false, the keys are those
    over every alphabet: no other letter occurs in any.

    Examples
    --------
    >>> found = symbolic(11)
    >>> found.keys
    ('RVLVQRVLVQ', 'VRLVQVRLVQ', 'VLRVQVLRVQQ', 'VLVRQVLVRQQ')
    >>> found.free
    False
    """
    letters = alphabet(letters, machine)
    refuse("symbolic", max_length)
    if max_length > SYMBOLIC_LIMIT:
        raise ValueError(
            f"symbolic search to length {max_length} would take too long, the limit is"
            f" {SYMBOLIC_LIMIT}" + " (the general form goes to any length)" * (machine == LOCK)
        )
    solutions: list[Pattern] = []
    free = False
    count = prefixes = 0
    for length in range(1, max_length + 1):
        search = _Search(length, machine, allow_empty)
        for pattern in search.patterns():
            classes = len({c for c in pattern if isinstance(c, int)})
            free = free or classes > 0
            count += len(letters) ** classes  # keys of this pattern
            if count > KEYS_LIMIT:
                raise ValueError(
                    f"more than {KEYS_LIMIT:,} keys of at most {length} letters over"
                    f" {letters}, too many to list"
                )
            solutions.append(pattern)
        prefixes += search.prefixes
        report("prefixes", prefixes, 0)
    keys = [key for pattern in solutions for key in fill(pattern, letters)]
    for key in keys:
        if not is_key(key, machine, allow_empty=allow_empty):
            raise RuntimeError(f"the search found {key}, which is not related to itself")
    return KeysFound(
        "symbolic",
        max_length,
        letters,
        machine,
        allow_empty,
        by_length(keys),
        looked_at=prefixes,
        free=free,
    )


def patterns(
    length: int, machine: Machine = LOCK, *, allow_empty: bool = True
) -> Iterator[Pattern]:
    """All keys of one length, over any alphabet.

    A pattern has each position's letter, or the number of its class if it is free. A string is a
    key if and only if it is got from exactly one of these by giving each class a letter.

    Examples
    --------
    >>> [key for p in patterns(10) for key in fill(p, "QLVR")]
    ['VRLVQVRLVQ', 'RVLVQRVLVQ']
    """
    yield from _Search(length, machine, allow_empty).patterns()


def fill(pattern: Pattern, letters: str) -> Iterator[str]:
    """The strings of a pattern over an alphabet."""
    classes = sorted({c for c in pattern if isinstance(c, int)})
    for choice in product(letters, repeat=len(classes)):
        letter_of: dict[str | int, str] = dict(zip(classes, choice, strict=True))
        yield "".join(letter_of.get(c, str(c)) for c in pattern)


@dataclass(frozen=True)
class _Window:
    """The place of v(z) in s: positions lo..hi-1, read from the top if `backwards`."""

    lo: int
    hi: int
    backwards: bool


class _Search:
    """The search for the keys of one length; it counts the prefixes p that it has looked at."""

    def __init__(self, length: int, machine: Machine, allow_empty: bool):
        self.length = length
        self.machine = machine
        self.prefixes = 0
        self.added = 1 + len(machine.closing)  # |s| = |w| + |z| + added
        self.doubling = {step.letter for step in machine.steps if step.copies > 1}
        self.ends = _ends(length, machine, self.added, allow_empty)
        literal = {c for s in machine.steps for p in s.pieces if p not in ("y", "~y") for c in p}
        self.early_doubling = not literal & self.doubling and all(
            step.literals <= 1
            if step.copies == 1
            else {step.pieces[0], step.pieces[-1]} <= {"y", "~y"}
            for step in machine.steps
        )

    def patterns(self) -> Iterator[Pattern]:
        """All keys of this length, over any alphabet."""
        closing = self.machine.closing
        if self.length > len(closing):
            letter: list[str | None] = [None] * (self.length - len(closing)) + list(closing)
            window, root = _Window(0, self.length, False), list(range(self.length))
            yield from self.grow(0, window, root, letter, False)

    def grow(
        self, j: int, window: _Window, root: list[int], letter: list[str | None], doubled: bool
    ) -> Iterator[Pattern]:
        """All patterns whose w begins with the j letters chosen so far."""
        self.prefixes += 1
        if self.early_doubling and not doubled and 2 * j >= window.lo + window.hi:
            return  # argument 4
        ends = self.ends[j][window.hi - window.lo]  # F(j, m)
        if ends:
            ends &= self.first_opening(j, ends.bit_length(), root, letter)  # argument 3
        if not ends:
            return  # argument 2
        if ends >> j & 1:
            yield from self.finish(j, window, root[:], letter[:])  # w = p
        assigned = letter[_find(root, j)]
        for step in self.machine.steps:
            if assigned is None or assigned == step.letter:
                new_root = root[:] if step.copies > 1 else root
                new_letter = letter[:]
                new_letter[_find(root, j)] = step.letter  # s[j] = w[j]
                inner = _lay(step, window, new_root, new_letter)
                if inner is not None:  # argument 1
                    yield from self.grow(
                        j + 1, inner, new_root, new_letter, doubled or step.copies > 1
                    )

    def first_opening(self, j: int, stop: int, root: list[int], letter: list[str | None]) -> int:
        """The bit set of the positions j..stop-1 at which the first opening letter may stand."""
        possible = 0
        for p in range(j, stop):
            r = _find(root, p)
            assigned = letter[r]
            if r == p and (assigned is None or assigned == self.machine.opening):
                possible |= 1 << p
            if assigned is not None and assigned not in self.machine.step:
                break  # w ends at p at the latest
        return possible

    def finish(
        self, j: int, window: _Window, root: list[int], letter: list[str | None]
    ) -> Iterator[Pattern]:
        """The pattern with w = s[:j], if there is one: z is in the window and after the opening."""
        letter[_find(root, j)] = self.machine.opening  # s[j] = Q
        for i in range(window.hi - window.lo):
            here = window.hi - 1 - i if window.backwards else window.lo + i
            if not _equate(root, letter, here, j + 1 + i):  # z[i] = s[j+1+i]
                return
        classes = [_find(root, p) for p in range(self.length)]
        letters = [letter[r] for r in classes]
        yield tuple(r if c is None else c for r, c in zip(classes, letters, strict=True))


def _ends(length: int, machine: Machine, added: int, allow_empty: bool) -> list[list[int]]:
    """F(j, m): the bit set of the k at which w can end if a window of m letters is left after j."""
    shortest = 0 if allow_empty else 1
    last = length - added
    ends = [[0] * (length + 1) for _ in range(last + 2)]
    for j in range(last, -1, -1):
        for m in range(shortest, length + 1):
            if m == last - j:  # m = T - j - |Q Q|: the window may be z
                ends[j][m] = 1 << j
            for step in machine.steps:
                inner, rest = divmod(m - step.literals, step.copies)
                if inner >= 0 and not rest:  # m = copies * inner + literals
                    ends[j][m] |= ends[j + 1][inner]
    return ends


def _lay(step: Step, window: _Window, root: list[int], letter: list[str | None]) -> _Window | None:
    """Lay the step's right-hand side along the window: the window of y, None if it does not fit."""
    inner, rest = divmod(window.hi - window.lo - step.literals, step.copies)
    if inner < 0 or rest:  # m is not copies * inner + literals
        return None
    copies: list[_Window] = []
    at = window.lo
    # Laid from the bottom: a window that is read backwards has the last piece lowest.
    for piece in reversed(step.pieces) if window.backwards else step.pieces:
        if piece in ("y", "~y"):
            copies.append(_Window(at, at + inner, window.backwards != (piece == "~y")))
            at += inner
        else:
            for c in reversed(piece) if window.backwards else piece:
                r = _find(root, at)
                if letter[r] is None:
                    letter[r] = c
                elif letter[r] != c:
                    return None
                at += 1
    lowest = copies[0]
    for copy in copies[1:]:
        for i in range(inner):
            there = copy.lo + i if copy.backwards == lowest.backwards else copy.hi - 1 - i
            if not _equate(root, letter, lowest.lo + i, there):
                return None
    return lowest


def _find(root: list[int], p: int) -> int:
    """The smallest position of p's class."""
    while root[p] != p:
        p = root[p]
    return p


def _equate(root: list[int], letter: list[str | None], p: int, q: int) -> bool:
    """Join two classes under the smaller root; false if their letters clash."""
    low, high = sorted((_find(root, p), _find(root, q)))
    if low != high:
        root[high] = low  # s[p] = s[q]
        if letter[low] is None:
            letter[low] = letter[high]
        elif letter[high] is not None and letter[high] != letter[low]:
            return False
    return True
