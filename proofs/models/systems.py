#!/usr/bin/env python3
"""The linear systems in this folder: ``python proofs/models/systems.py`` writes them.

Files whose names end in a number may be asked for with another: ``trefethen-20000.mtx``.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import count
from math import isqrt
from pathlib import Path

from exactbox.files import write

FOLDER = Path(__file__).parent
NAMES = "trefethen-500.mtx", "unit-500.mtx", "chessboard.mtx", "covered-once.mtx"


def market(
    entries: Sequence[tuple[int, ...]], shape: tuple[int, int], kind: str, about: str
) -> str:
    """A matrix of integers in MatrixMarket's format, with a comment."""
    lines = [f"%%MatrixMarket matrix coordinate integer {kind}"]
    lines += [f"% {line}" for line in about.splitlines()]
    lines += [" ".join(map(str, row)) for row in ((*shape, len(entries)), *entries)]
    return "\n".join(lines) + "\n"


def primes() -> Iterator[int]:
    """2, 3, 5, 7, ..."""
    found: list[int] = []
    for n in count(2):
        if all(n % p for p in found[: bisect_right(found, isqrt(n))]):
            found.append(n)
            yield n


def trefethen(n: int) -> str:
    """Trefethen's matrix: the first n primes on the diagonal, 1 at distances 1, 2, 4, 8, ...

    Source: Trefethen, *A hundred-dollar, hundred-digit challenge*, 2002, problem 7: n = 20,000.
    """
    entries = []
    for row, prime in zip(range(1, n + 1), primes(), strict=False):
        distances = [1 << k for k in range(n.bit_length()) if 1 << k < row]
        entries += [(row, row - d, 1) for d in reversed(distances)] + [(row, row, prime)]
    about = (
        f"Trefethen's matrix: the first {n} primes on the diagonal, 1 where |i - j| is a power of 2"
    )
    return market(entries, (n, n), "symmetric", about)


def unit(n: int) -> str:
    """The first unit vector."""
    return market([(1, 1, 1)], (n, 1), "general", "the first unit vector")


BOARD = """\
.#######
########
########
########
########
########
########
#######.
""".splitlines()
SQUARES = [(i, j) for i in range(8) for j in range(8) if BOARD[i][j] == "#"]
ABOUT = "\n".join(BOARD)


def chessboard() -> str:
    """Dominoes on a chessboard without two opposite corners: which squares each of them covers.

    Source: McCarthy, *A tough nut for proof procedures*, 1964; the puzzle is Max Black's, 1946.
    """
    entries, dominoes = [], 0
    for i, j in SQUARES:
        for beside in ((i, j + 1), (i + 1, j)):
            if beside in SQUARES:
                dominoes += 1
                entries += [(SQUARES.index(s) + 1, dominoes, 1) for s in ((i, j), beside)]
    key = "rows: squares, in reading order; columns: places for a domino; 1: it covers the square"
    return market(entries, (len(SQUARES), dominoes), "general", f"{ABOUT}\n{key}")


def covered_once() -> str:
    """What is asked of each square of the chessboard: to be covered once."""
    entries = [(row + 1, 1, 1) for row in range(len(SQUARES))]
    return market(
        entries, (len(SQUARES), 1), "general", f"{ABOUT}\neach square is to be covered once"
    )


def system(name: str) -> str:
    """The text of the file with this name."""
    of_size = {"trefethen": trefethen, "unit": unit}
    alone = {"chessboard.mtx": chessboard, "covered-once.mtx": covered_once}
    stem, _, size = name.removesuffix(".mtx").rpartition("-")
    return of_size[stem](int(size)) if stem in of_size else alone[name]()


def main(names: list[str]) -> None:
    """Write the named files, or all of them."""
    for name in names or NAMES:
        write(FOLDER / name, system(name).encode())


if __name__ == "__main__":
    main(sys.argv[1:])
