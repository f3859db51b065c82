"""All keys of a machine the classical ways: string by string and pair by pair.

Three methods with one signature. A string is a key if it is related to itself (`rules`), and the
related pairs (x, y) with both strings within the length limit are what each method meets on its
way:

- `recursive` tries every string. The length of the y that x is related to follows from the letters
  of x alone; if it is |x|, a second recursion compares. It says "x[i:] is related to x[at],
  x[at+way], ...", three numbers for y, and each rule makes one such statement of the next: no part
  of x is ever copied.
- `memoize` tries every string, shortest first, and keeps a table of the pairs. After its first
  letter x is a string tried before, so one look-up and one rule decide.
- `construct` tries nothing: the pairs with |x| = n are the instances of the opening rule and the
  steps applied to the pairs with |x| = n - 1. No step makes y shorter, so a y that is too long can
  be dropped.

The first two go through all |letters|^n strings, `construct` through the related pairs, which are
fewer. Both are counted beforehand (`limits`), and a size that does not fit is refused.

Symbols: x, y strings with x related to y; m, n lengths; i, at, p positions in x.

Source: Smullyan, *The Lady or the Tiger?*, 1982, chapter 8, for the rules of the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from exactbox.games.lock.keys import KeysFound, by_length
from exactbox.games.lock.limits import refuse
from exactbox.games.lock.rules import LOCK, Machine, alphabet
from exactbox.parallel import in_context
from exactbox.progress import Progress, report

# Two short strings in a table or a list; tracemalloc (CPython 3.11) shows 150 to 180 at 10 letters.
PAIR_BYTES = 180


@in_context
def recursive(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> KeysFound:
    """Try every string; decide by a recursion over positions.

    Parameters
    ----------
    max_length : int
        Keys have at most this many letters, >= 1.
    letters : str, optional
        The alphabet; the machine's own letters if not given.
    machine : Machine
        The rule table.
    allow_empty : bool
        Whether the opening rule holds for the empty string (QQ is related to it).
    progress : callable, optional
        ``progress("strings", tried so far, of how many)``, called now and then.

    Returns
    -------
    KeysFound
        With exactly the keys of these lengths over this alphabet.

    Raises
    ------
    ValueError
        A length below 1, a bad alphabet, more work or memory than the limits allow.

    Examples
    --------
    >>> from exactbox.games.lock.rules import machine
    >>> recursive(3, machine=machine("first")).keys
    ('323',)
    """
    letters = alphabet(letters, machine)
    refuse("recursive", max_length)
    strings = _strings(max_length, letters)
    refuse("recursive", max_length, strings)
    pairs = 0
    keys = []
    for x in _every_string(max_length, letters):
        length = _image_length(x, 0, machine, allow_empty)
        if 0 <= length <= max_length:
            pairs += 1  # x is related to a y with |y| = length
            if length == len(x) and _relates(x, 0, 0, length, 1, machine):
                keys.append("".join(x))
    return KeysFound(
        "recursive",
        max_length,
        letters,
        machine,
        allow_empty,
        by_length(keys),
        looked_at=strings,
        pairs=pairs,
        entries=0,
        hits=0,
    )


@in_context
def memoize(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> KeysFound:
    """Try every string, with a table of the pairs; otherwise as :func:`recursive`."""
    letters = alphabet(letters, machine)
    refuse("memoize", max_length)
    held = _pair_count(max_length, max_length, letters, machine, allow_empty)
    strings = _strings(max_length, letters)
    refuse("memoize", max_length, strings, held * PAIR_BYTES)
    table: dict[str, str] = {}
    hits = 0
    shortest = 1 + len(machine.closing) + (not allow_empty)
    for letters_of_x in _every_string(max_length, letters):
        x = "".join(letters_of_x)
        step = machine.step.get(x[0])
        if step is not None:
            inner = table.get(x[1:])  # every shorter string has been tried
            if inner is not None:
                hits += 1
                y = step.image(inner)
                if len(y) <= max_length:
                    table[x] = y
        elif x[0] == machine.opening and len(x) >= shortest and x[1:].endswith(machine.closing):
            table[x] = x[1 : len(x) - len(machine.closing)]  # x = Q z Q is related to z
    keys = [x for x, y in table.items() if x == y]
    return KeysFound(
        "memoize",
        max_length,
        letters,
        machine,
        allow_empty,
        by_length(keys),
        looked_at=strings,
        pairs=len(table),
        entries=len(table),
        hits=hits,
    )


@in_context
def construct(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
    progress: Progress | None = None,
) -> KeysFound:
    """Grow the related pairs from the opening rule; otherwise as :func:`recursive`.

    Examples
    --------
    >>> construct(10).keys
    ('RVLVQRVLVQ', 'VRLVQVRLVQ')
    """
    letters = alphabet(letters, machine)
    refuse("construct", max_length)
    work = _pair_count(max_length, max_length, letters, machine, allow_empty)
    held = _pair_count(max_length - 1, max_length, letters, machine, allow_empty)
    refuse("construct", max_length, work, held * PAIR_BYTES)
    pairs = 0
    entries = 0
    keys = []
    layer: list[tuple[str, str]] = []
    for length in range(1, max_length + 1):
        inner, layer = layer, []
        for x, y in _grow(inner, length, max_length, letters, machine, allow_empty):
            pairs += 1
            if x == y:
                keys.append(x)
            if length < max_length:  # the last layer grows no further
                layer.append((x, y))
            if pairs % 65536 == 0:
                report("pairs", pairs, work)
        entries = max(entries, len(inner) + len(layer))
    return KeysFound(
        "construct",
        max_length,
        letters,
        machine,
        allow_empty,
        by_length(keys),
        looked_at=pairs,
        pairs=pairs,
        entries=entries,
        hits=0,
    )


def related_pairs(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
) -> int:
    """Count the pairs (x, y) with x related to y and both at most so many letters long.

    It is computed from how the rules change lengths, without meeting any pair.

    Examples
    --------
    >>> related_pairs(11, "QLVRX")
    4288020
    """
    refuse("related_pairs", max_length)
    return _pair_count(max_length, max_length, alphabet(letters, machine), machine, allow_empty)


def iterate_pairs(
    max_length: int,
    letters: str | None = None,
    *,
    machine: Machine = LOCK,
    allow_empty: bool = True,
) -> Iterator[tuple[str, str]]:
    """The pairs that `related_pairs` counts, by the length of x.

    Examples
    --------
    >>> list(iterate_pairs(2)), len(list(iterate_pairs(3)))
    ([('QQ', '')], 8)
    """
    letters = alphabet(letters, machine)
    refuse("iterate_pairs", max_length)
    work = _pair_count(max_length, max_length, letters, machine, allow_empty)
    refuse("iterate_pairs", max_length, work, work * PAIR_BYTES)
    layer: list[tuple[str, str]] = []
    for length in range(1, max_length + 1):
        layer = list(_grow(layer, length, max_length, letters, machine, allow_empty))
        yield from layer


def _strings(max_length: int, letters: str) -> int:
    """The number of strings with 1..max_length letters."""
    return sum(len(letters) ** n for n in range(1, max_length + 1))


def _every_string(max_length: int, letters: str) -> Iterator[tuple[str, ...]]:
    """All strings, shortest first."""
    number, total = 0, _strings(max_length, letters)
    for length in range(1, max_length + 1):
        for x in product(letters, repeat=length):
            number += 1
            yield x
            if number % 65536 == 0:
                report("strings", number, total)


def _image_length(x: tuple[str, ...], i: int, machine: Machine, allow_empty: bool) -> int:
    """|y| for the y that x[i:] is related to, -1 if there is none."""
    if i == len(x):
        return -1
    step = machine.step.get(x[i])
    if step is not None:
        inner = _image_length(x, i + 1, machine, allow_empty)
        return inner if inner < 0 else step.length(inner)
    z = len(x) - i - 1 - len(machine.closing)  # |z|, if x[i:] = Q z Q
    if x[i] != machine.opening or z < 0 or (z == 0 and not allow_empty):
        return -1
    return z if all(x[~p] == c for p, c in enumerate(reversed(machine.closing))) else -1


def _relates(x: tuple[str, ...], i: int, at: int, m: int, way: int, machine: Machine) -> bool:
    """True if x[i:], which has an image, is related to x[at], x[at+way], ... (m letters)."""
    step = machine.step.get(x[i])
    if step is None:  # x[i:] = Q z Q
        z = len(x) - i - 1 - len(machine.closing)  # |z|
        return m == z and all(x[i + 1 + p] == x[at + way * p] for p in range(m))
    inner, rest = divmod(m - step.literals, step.copies)  # m = copies * inner + literals
    if inner < 0 or rest:
        return False
    first: tuple[int, int] | None = None  # where the first copy of y starts, which way it runs
    for piece in step.pieces:
        if piece in ("y", "~y"):
            copy = (at, way) if piece == "y" else (at + way * (inner - 1), -way)
            if first is None:
                first = copy
            elif any(x[first[0] + first[1] * p] != x[copy[0] + copy[1] * p] for p in range(inner)):
                return False
            at += way * inner
        else:
            if any(x[at + way * p] != c for p, c in enumerate(piece)):
                return False
            at += way * len(piece)
    return first is not None and _relates(x, i + 1, first[0], inner, first[1], machine)


def _grow(
    inner: list[tuple[str, str]],
    length: int,
    longest: int,
    letters: str,
    machine: Machine,
    allow_empty: bool,
) -> Iterator[tuple[str, str]]:
    """The pairs with |x| = length and |y| <= longest, from those with |x| = length - 1."""
    z_length = length - 1 - len(machine.closing)
    if z_length >= (not allow_empty):
        for middle in product(letters, repeat=z_length):
            z = "".join(middle)
            yield machine.opening + z + machine.closing, z
    for step in machine.steps:
        for x, y in inner:
            if step.length(len(y)) <= longest:
                yield step.letter + x, step.image(y)


def _pair_count(
    longest_x: int, longest_y: int, letters: str, machine: Machine, allow_empty: bool
) -> int:
    """The number of pairs with |x| <= longest_x and |y| <= longest_y."""
    total = 0
    with_length: dict[int, int] = {}  # |y| -> how many pairs with |x| = length
    for length in range(1, longest_x + 1):
        inner, with_length = with_length, {}
        z = length - 1 - len(machine.closing)  # |z|
        if (not allow_empty) <= z <= longest_y:
            with_length[z] = len(letters) ** z  # Q z Q to z, for every z
        for step in machine.steps:
            for m, pairs in inner.items():
                y = step.length(m)
                if y <= longest_y:
                    with_length[y] = with_length.get(y, 0) + pairs  # x to y gives Lx to image(y)
        total += sum(with_length.values())
    return total
