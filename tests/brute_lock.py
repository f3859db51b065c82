"""The Monte Carlo lock's rules as Smullyan wrote them, and every string of a length."""

import itertools

# Makay's general form, by hand: one V in V^k R V^l and one in V^m.
LENGTH_10 = ("RVLVQRVLVQ", "VRLVQVRLVQ")
LENGTH_11 = ("VLRVQVLRVQQ", "VLVRQVLVRQQ")


def related_to(x, empty=True):
    """The y that x is related to, or None."""
    if len(x) >= (2 if empty else 3) and x[0] == "Q" and x[-1] == "Q":
        return x[1:-1]
    if x[:1] not in ("L", "V", "R") or (y := related_to(x[1:], empty)) is None:
        return None
    return {"L": "Q" + y, "V": y[::-1], "R": y + y}[x[0]]


def every_string(letters, longest):
    """All strings over these letters, shortest first."""
    for length in range(1, longest + 1):
        yield from strings_of(length, letters)


def strings_of(length, letters="LQRV"):
    """All strings of one length, in the order of the letters."""
    return map("".join, itertools.product(letters, repeat=length))
