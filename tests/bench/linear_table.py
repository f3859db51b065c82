"""``make bench linear``: where another package was faster, and the bar that was set there.

Every line is measured in a process of its own, in processor seconds, the matrix built beforehand;
its peak memory is that of the whole process. Missed bars come first in the summary. A part of the
table: ``python -m tests.bench.linear_table WORDS``, lines with one of the words in their names;
``--alone`` leaves out the peers.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tests.bench import linear_cases as cases
from tests.bench import linear_peers as peers
from tests.bench import linear_sparse_cases as ill
from tests.bench.apart import Outcome, apart, measure, reported

PATIENCE = 60.0  # processor seconds that a peer is given
LEVEL = 1.3  # times FLINT's time, from the time on where it can be measured
SHORT = 0.005  # seconds; below, a millisecond more than FLINT

Peers = dict[str, Callable[..., object]]
RANK: Peers = {"python-flint": peers.flint_rank, "SymPy": peers.sympy_rank}
SOLVE: Peers = {"python-flint": peers.flint_solve, "SymPy": peers.sympy_solve}
GENERAL: Peers = {"python-flint": peers.flint_general, "SymPy": peers.sympy_general}
NULLSPACE: Peers = {"python-flint": peers.flint_nullspace, "SymPy": peers.sympy_nullspace}
PACKAGES = {
    "own eliminate": "exactbox",
    "python-flint": "flint",
    "SymPy": "sympy",
    "PARI": "cypari",
}


@dataclass(frozen=True)
class Line:
    """One line of the table.

    The bar is in processor seconds, "level" where it depends on FLINT's time, or None. `memory` is
    a bar in MiB. `known` says whether a result is right, as far as that is known beforehand.
    """

    name: str
    build: Callable[[], tuple]
    ours: Callable[..., object]
    bar: float | str | None
    theirs: Peers = field(default_factory=dict)
    memory: float | None = None
    known: Callable[..., bool] = lambda found: True


def rank(a):
    from exactbox.linalg import rank

    return rank(a)


def nullspace(a):
    from exactbox.linalg import nullspace

    return nullspace(a)


def solve(a, b):
    from exactbox.linalg import solve

    return solve(a, b)


def eliminate(a, b):
    from exactbox.linalg import solve

    return solve(a, b, method="eliminate")


def general(a, b):
    from exactbox.linalg import InconsistentSystemError, solve_general

    try:
        return solve_general(a, b)
    except InconsistentSystemError as error:
        return error


def inverse(a):
    from exactbox.linalg import inv

    return inv(a)


def ranks(name, build, r, bar, theirs=RANK, **more) -> Line:
    """A line for a rank that is known."""
    return Line(
        f"{name}: rank", lambda: (build(),), rank, bar, theirs, known=lambda f: f == r, **more
    )


def cycles(vertices: int, arcs: int, bar: float, theirs: Peers, memory: float | None) -> Line:
    """A line for the null space of an incidence matrix."""

    def known(basis) -> bool:
        a = cases.incidence(vertices, arcs)
        return basis.shape == (arcs, arcs - vertices + cases.components(a))

    name = f"incidence matrix, {vertices:,} x {arcs:,}: null space"
    return Line(
        name, lambda: (cases.incidence(vertices, arcs),), nullspace, bar, theirs, memory, known
    )


def solves(name: str, build: Callable[[], tuple], bar, theirs: Peers = SOLVE, **more) -> Line:
    """A line for a square system."""
    return Line(f"{name}: solve", build, solve, bar, theirs, **more)


def planted(name: str, build: Callable[[], object], bar: float, theirs: Peers) -> Line:
    """A line for a square sparse system whose answer is 1, -2, 3, -4, 5, 1, -2, ..."""

    def system():
        a = build()
        return a, ill.planted(a)

    def known(x) -> bool:
        return list(x) == np.resize([1, -2, 3, -4, 5], len(x)).tolist()

    return solves(name, system, bar, theirs, known=known)


def basis(a, b, costs):
    """An optimal basis as a line's matrix and right-hand side."""
    return cases.optimal_basis(a, b, costs)


FLINT = "python-flint"
WITH_PARI = {**RANK, "PARI": peers.pari_rank}
ELIMINATE: Peers = {"own eliminate": eliminate}
ONLY_SYMPY = {"SymPy": peers.sympy_rank}

LINES = [
    ranks("dense 600 x 400 of rank 200", cases.low_rank, 200, 2.0, WITH_PARI),
    Line(
        "dense 1,000 x 100, inconsistent: all solutions",
        cases.inconsistent,
        general,
        0.06,
        GENERAL,
        known=lambda found: hasattr(found, "witness"),
    ),
    Line(
        "dense 200 x 1,000 of rank 10: all solutions",
        lambda: cases.underdetermined(rank=10),
        general,
        0.28,
        GENERAL,
        known=lambda found: found.rank == 10,
    ),
    Line(
        "dense 200 x 1,000 of rank 200: all solutions",
        cases.underdetermined,
        general,
        "level",
        GENERAL,
        known=lambda found: found.rank == 200,
    ),
    ranks("matching complex M_9, 1,260 x 945", cases.matching_complex, 875, 0.12),
    ranks(
        "chessboard 5 x 6, 1,200 x 1,800",
        lambda: cases.chessboard_complex(5, 6),
        cases.chessboard_rank(5, 6),
        0.4,
    ),
    ranks(
        "chessboard 6 x 7, 4,200 x 12,600",
        lambda: cases.chessboard_complex(6, 7),
        cases.chessboard_rank(6, 7),
        4.0,
    ),
    ranks(
        "chessboard 7 x 8, 11,760 x 58,800",
        lambda: cases.chessboard_complex(7, 8),
        cases.chessboard_rank(7, 8),
        60.0,
        ONLY_SYMPY,
    ),
    ranks(
        "sparse product 1,000 x 600 of rank 300",
        lambda: cases.sparse_product(1000, 600, 300, 5),
        300,
        0.2,
    ),
    ranks(
        "sparse rows, repeated, 1,000 x 600 of rank 300",
        lambda: cases.repeated_rows(1000, 600, 300, 3),
        300,
        0.2,
    ),
    ranks(
        "sparse product 5,000 x 3,000 of rank 1,499",
        lambda: cases.sparse_product(5000, 3000, 1499, 3),
        1499,
        4.0,
    ),
    ranks(
        "sparse rows, repeated, 5,000 x 3,000 of rank 1,499",
        lambda: cases.repeated_rows(5000, 3000, 1499, 3),
        1499,
        4.0,
    ),
    *(
        ranks(
            f"product of random sparse factors, {m:,} x {n:,}, {each} a row",
            lambda m=m, n=n, inner=inner, each=each: cases.random_product(m, n, inner, each),
            r,
            bar,
        )
        for m, n, inner, each, r, bar in (
            (1000, 600, 300, 2, 290, 0.2),
            (1000, 600, 300, 3, 299, "level"),
            (5000, 3000, 1500, 2, 1469, 4.0),
            (5000, 3000, 1500, 3, 1493, "level"),
        )
    ),
    cycles(600, 3000, 0.3, NULLSPACE, None),
    cycles(20_000, 100_000, 10.0, {"SymPy": peers.sympy_nullspace}, 2048),
    *(
        solves(
            f"ill-conditioned tridiagonal, n={n:,}",
            lambda n=n: (ill.tridiagonal(n), np.ones(n, dtype=np.int64)),
            bar,
            ELIMINATE,
        )
        for n, bar in ((2000, 0.3), (20_000, 5.0), (100_000, 30.0))
    ),
    *(
        planted(
            f"ill-conditioned of determinant 1, n={n:,}", lambda n=n: ill.unimodular(n), bar, {}
        )
        for n, bar in ((2000, 0.3), (20_000, 5.0), (100_000, 30.0))
    ),
    solves(
        "like a basis of NSR8K, n=5,387",
        lambda: (ill.basis(5387, 70, 70), np.arange(5387) % 21 - 10),
        1.8,
        {},
    ),
    solves(
        "optimal basis, n=177, determinant of 19 digits",
        lambda: basis(*cases.partition(177, 400)),
        "level",
    ),
    solves(
        "optimal basis of a transportation problem, n=177",
        lambda: basis(*cases.transport(89, 89)),
        "level",
    ),
    *(
        solves(f"optimal basis, n={n}", lambda n=n: basis(*cases.partition(n, 3 * n)), "level")
        for n in (12, 27, 40, 56)
    ),
    *(
        solves(
            f"Hilbert, n={n}",
            lambda n=n: (cases.hilbert(n), [1] * n),
            "level",
            {FLINT: peers.flint_solve},
        )
        for n in (100, 200, 400)
    ),
    Line(
        "Hilbert, n=100: inverse",
        lambda: (cases.hilbert(100),),
        inverse,
        "level",
        {FLINT: peers.flint_inverse, "SymPy": peers.sympy_inverse},
        known=lambda found: found[70, 30] == cases.hilbert_inverse_entry(100, 70, 30),
    ),
    solves(
        "Markov chain, n=300, stationary distribution",
        cases.markov,
        "level",
        {**SOLVE, "PARI": peers.pari_solve},
    ),
    solves("10^6 unknowns in 2 x 2 blocks", cases.small_blocks, 8.0, {}),
    ranks("492 x 490 of structural rank 448", cases.crowded, 448, 1.0),
]


def one(name: str, who: str) -> None:
    """In a process of its own: measure and report a line for exactbox or for a peer."""
    line = next(line for line in LINES if line.name == name)
    if who == "exactbox":
        solve([[2, 1], [1, 1]], [1, 0])  # loads what is loaded on first use
        bar = line.bar if isinstance(line.bar, float) else 0.0
        outcome, found = measure(line.build, line.ours, max(120.0, 3 * bar))
        if not line.known(found):
            outcome = Outcome(failure="WRONG")
    else:
        line.theirs[who](*([np.eye(2, dtype=int)] + [[1, 1]] * (line.ours in (solve, general))))
        outcome, _ = measure(line.build, line.theirs[who], PATIENCE)
    reported(outcome)


def bar_of(line: Line, flint: Outcome | None) -> float | None:
    """The bar in seconds: level with FLINT is a factor or, for short times, a millisecond more."""
    if line.bar != "level":
        return line.bar
    if flint is None or flint.failure:
        return None
    return max(LEVEL * flint.seconds, flint.seconds + 0.001 * (flint.seconds < SHORT))


def shown(line: Line, alone: bool) -> tuple[bool | None, str]:
    """Print a line, exactbox and its peers; whether its bar is met, and a summary."""
    wanted = [w for w in line.theirs if not alone or (w == FLINT and line.bar == "level")]
    there = [who for who in wanted if importlib.util.find_spec(PACKAGES[who])]
    script = ("-m", "tests.bench.linear_table", "--one", line.name)
    ours = apart(*script, "exactbox")
    theirs = {who: apart(*script, who) for who in there}
    bar = bar_of(line, theirs.get(FLINT))
    met = None if bar is None else not ours.failure and ours.seconds <= bar
    if met and line.memory is not None:
        met = ours.memory <= line.memory
    told = ours.failure or f"{ours.seconds:.4f} s, {ours.memory:,.0f} MiB"
    wanted_at_most = "" if bar is None else f"bar {bar:.4f} s"
    if line.memory is not None:
        wanted_at_most += f", {line.memory:,.0f} MiB"
    verdict = {True: "met", False: "MISSED", None: ""}[met]
    print(f"{line.name}\n     {'exactbox':<14} {told:<30} {wanted_at_most}  {verdict}")
    for who, outcome in theirs.items():
        print(f"     {who:<14} {outcome.failure or f'{outcome.seconds:.4f} s'}", flush=True)
    for who in set(wanted) - set(there):
        print(f"     {who:<14} not installed")
    best = min(((o.seconds, who) for who, o in theirs.items() if not o.failure), default=None)
    beside = "" if best is None else f"; {best[1]} {best[0]:.4f} s"
    return met, f"{line.name}: {told} ({wanted_at_most}{beside})"


def table(words: list[str] | None = None, alone: bool = False) -> None:
    """Linear algebra where another package was faster, in processor seconds, with the bars."""
    print(f"     peers are given {PATIENCE:.0f} s")
    lines = [a for a in LINES if not words or any(word in a.name for word in words)]
    outcomes = [shown(line, alone) for line in lines]
    for verdict, title in ((False, "MISSED"), (True, "met")):
        chosen = [summary for met, summary in outcomes if met is verdict]
        print(f"\n{title}: {len(chosen)}")
        for summary in chosen:
            print(f"     {summary}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.linear_table", description=__doc__)
    parser.add_argument("words", nargs="*", help="parts of the lines' names; all by default")
    parser.add_argument("--alone", action="store_true", help="without the peers")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "WHO"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        one(*arguments.one)
    else:
        table(arguments.words, arguments.alone)


if __name__ == "__main__":
    sys.exit(main())
