"""The Monte Carlo lock (kind "lock"): keys, and up to some length that there are no others.

A string x is related to a string y by these rules and by no others (Smullyan, *The Lady or the
Tiger?*, 1982), for all strings x and y:

    QxQ to x (if `empty` is 0, only for x not empty); and if x is related to y,
    Lx to Qy,  Vx to y reversed,  Rx to yy.

A key is a string related to itself. No two rules begin with the same letter, so x is related to at
most one string: w Q z Q, with w of L, V and R, to w(z), the rules w applied to z from the last.

The question has the letters, in increasing order, the greatest length, and `empty`, 0 or 1. The
witness has keys and for each its derivation, a list of lines [rule, x, y].
"""

from __future__ import annotations

import json
from typing import Any

from .claim import Claim
from .reading import MalformedCertificate, brief, fields, holds, items, natural, need

COMPLETE_TO = 15  # lengths to which keys are searched for: 0.4 s; 18 would take 10 s


def check(question: Any, witness: Any) -> Claim:
    """The strings listed are keys; up to length COMPLETE_TO there are no others."""
    fields(question, "empty letters max_length", "question")
    letters = question["letters"]
    printable = isinstance(letters, str) and all("!" <= c <= "~" for c in letters)
    need(printable, "question: letters: need a string of printable ASCII letters")
    good = list(letters) == sorted(set(letters)) and set("LQRV") <= set(letters)
    need(good, f"question: letters: {brief(letters)} do not increase, or lack L, Q, R or V")
    longest = natural(question["max_length"], "question: max_length")
    empty = natural(question["empty"], "question: empty", 2) == 1
    fields(witness, "derivations keys", "witness")
    keys = read_keys(witness["keys"], longest)
    derivations = items(witness["derivations"], "witness: derivations", len(keys))
    for key, lines in zip(keys, derivations):
        replay(key, lines, empty)
    lock = f"the Monte Carlo lock over the letters {json.dumps(letters)}"
    lock += f", where the empty string {'counts' if empty else 'does not count'}"
    limit = f"of at most {longest} letters"
    complete = longest <= COMPLETE_TO
    if complete:
        search(set(keys), longest, empty)
        sentence = f"{lock}, has no key {limit}"
        if keys:
            sentence = f"the keys {limit} of {lock}, are these {len(keys)}: {' '.join(keys)}"
    else:
        holds(keys, f"no key is listed, and none is searched for beyond {COMPLETE_TO}")
        sentence = f"these are keys of {lock}: the {len(keys)} listed, {limit}"
    facts = {"letters": letters, "max_length": longest, "empty": int(empty), "keys": keys}
    facts["complete_to"] = longest if complete else 0
    theorems = (str(replay.__doc__), str(search.__doc__))[: 1 + complete]
    return Claim("lock", sentence, facts=facts, theorems=theorems)


def read_keys(given: Any, longest: int) -> list[str]:
    """Strings in increasing order of length and alphabet, so none is there twice."""
    keys: list[str] = items(given, "witness: keys")
    strings = all(isinstance(key, str) for key in keys)
    need(strings, "witness: keys: need a list of strings")
    before = (0, "")
    for i, key in enumerate(keys):
        size = len(key)
        holds(size <= longest, f"key {i}: {size} letters, the question is of {longest}")
        holds(before < (size, key), f"key {i}: empty, or not after the one before it")
        before = (size, key)
    return keys


def replay(key: str, lines: Any, empty: bool) -> None:
    """Each string that is listed is a key.

    Its derivation is replayed: a line of rule Q is an instance of that rule, any other follows from
    the line before by its rule, and the last relates the key to itself.
    """
    what = f"derivation of {brief(key)}"
    x = y = ""  # the line before relates x to y; there is none yet
    for number, line in enumerate(items(lines, what)):
        here = f"{what}, line {number}"
        rule, new_x, new_y = items(line, here, 3)
        strings = isinstance(new_x, str) and isinstance(new_y, str)
        need(strings, f"{here}: need a rule and two strings")
        if rule == "Q":
            follows = new_x == "Q" + new_y + "Q" and (new_y != "" or empty)
        elif rule in ("L", "V", "R"):
            follows = x != "" and new_x == rule + x and new_y == image(rule, y)
        else:
            raise MalformedCertificate(f"{here}: no rule {brief(rule)}")
        step = f"{brief(new_x)} to {brief(new_y)}"
        holds(follows, f"{here}: {step} does not follow by rule {rule}")
        x, y = new_x, new_y
    holds(x == key == y, f"{what}: it ends with {brief(x)} related to {brief(y)}")


def image(rule: str, y: Any) -> Any:
    """The string that Lx, Vx or Rx is related to if x is to y; y may be a list with unknowns."""
    if rule == "L":
        return ("Q" if isinstance(y, str) else ["Q"]) + y
    return y[::-1] if rule == "V" else y + y


def search(keys: set[str], longest: int, empty: bool) -> None:
    """No key of at most the greatest length is missing.

    A key is w Q z Q with w of L, V and R, and w(z) is the key itself; so |w(z)| = |w| + 2 + |z|.
    For each length T = |w| + 2 + |z|, all w are listed for which |w(z)| = T has a solution, by
    following the length from the outside in: what Lx is related to is one letter longer than what x
    is, for Vx as long, for Rx twice as long. For such a w the unknown letters of z obey the T
    equations w(z)[i] = (w Q z Q)[i]. Each known letter is carried across its equations until
    nothing changes or two letters clash. No letter is left unknown, so a z without a clash solves
    them, and no other does. For if some were, those could be a letter X, and it would stand 2^r
    times as often in w(z) as in z and so in w Q z Q, r being the number of R in w; so r = 0, and
    |w(z)| <= |w| + |z|. So, too, no key has a letter but L, Q, R and V.
    """
    for length in range(1, longest + 1):
        for key in sorted(keys_of_length(length, empty)):
            holds(key in keys, f"the key {key} of length {length} is missing")


def keys_of_length(length: int, empty: bool) -> list[str]:
    """All keys of one length, over any letters."""
    keys = []
    words = [("", length)]  # w, and how long y is if w(y) has this length
    for k in range(length - 1):
        n = length - 2 - k  # |z|, if w is whole
        if n or empty:
            keys += [w + "Q" + z + "Q" for w, m in words if m == n for z in middle(w, n)]
        reversing = [(w + "V", m) for w, m in words]
        adding = [(w + "L", m - 1) for w, m in words if m > 0]
        doubling = [(w + "R", m // 2) for w, m in words if m % 2 == 0]
        words = reversing + adding + doubling
    return keys


def middle(w: str, n: int) -> list[str]:
    """The z of length n with w(z) = w Q z Q, where both have the same length."""
    z: list[str | None] = [None] * n
    image_of_z: list[Any] = list(range(n))  # letters of z by number, "Q" where L put one
    for rule in reversed(w):
        image_of_z = image(rule, image_of_z)
    equations: list[tuple[Any, Any]] = list(zip(image_of_z, [*w, "Q", *range(n), "Q"]))
    while True:
        still_open = []
        for a, b in equations:
            known_a = z[a] if isinstance(a, int) else a
            known_b = z[b] if isinstance(b, int) else b
            if known_a is None and known_b is None:
                still_open.append((a, b))
            elif known_a is None:
                z[a] = known_b
            elif known_b is None:
                z[b] = known_a
            elif known_a != known_b:
                return []
        if len(still_open) == len(equations):  # nothing known is left to carry across
            return ["".join(map(str, z))]
        equations = still_open
