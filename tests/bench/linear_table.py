"""``make bench linear``: where another package was faster, and the bar that was set there.

Every line is measured in a process of its own, in processor seconds, the matrix built beforehand;
its peak memory is that of the whole process. Missed bars come first in the summary. A part of the
table: ``python -m tests.bench.linear_table WORDS``, lines with one of the words in their names;
``--alone`` leaves out the peers.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import add, eq, matmul, mul

import numpy as np

from tests.bench import linear_cases as cases
from tests.bench import linear_peers as peers
from tests.bench import linear_sparse_cases as ill
from tests.bench.apart import Outcome, apart, measure, reported

PATIENCE = 60.0  # processor seconds that a peer is given
SHORT = 0.005  # seconds; below, a bar may be so many more than the peer's time

Peers = dict[str, Callable[..., object]]
RANK: Peers = {"python-flint": peers.flint_rank, "SymPy": peers.sympy_rank}
SOLVE: Peers = {"python-flint": peers.flint_solve, "SymPy": peers.sympy_solve}
GENERAL: Peers = {"python-flint": peers.flint_general, "SymPy": peers.sympy_general}
NULLSPACE: Peers = {"python-flint": peers.flint_nullspace, "SymPy": peers.sympy_nullspace}
PACKAGES = {
    "own eliminate": "exactbox",
    "own solve": "exactbox",
    "python-flint": "flint",
    "SymPy": "sympy.polys.matrices",
    "PARI": "cypari",
    "SciPy": "scipy.sparse",
}
FLINT = "python-flint"


@dataclass(frozen=True)
class Times:
    """A bar: a factor of a peer's time and seconds more, or `least` more than a short one."""

    factor: float
    plus: float = 0.0
    least: float = 0.0
    peer: str = FLINT

    def seconds(self, peer: float) -> float:
        """The bar where the peer takes this long."""
        return max(self.factor * peer + self.plus, peer + self.least * (peer < SHORT))


LEVEL = Times(1.3, least=0.001)


@dataclass(frozen=True)
class Line:
    """One line of the table.

    The bar is in processor seconds, or depends on a peer's, or is None. `memory` is a bar in MiB.
    `known` says whether a result is right, as far as that is known beforehand.
    """

    name: str
    build: Callable[[], tuple]
    ours: Callable[..., object]
    bar: float | Times | None
    theirs: Peers = field(default_factory=dict)
    memory: float | None = None
    known: Callable[..., bool] = lambda found: True


def asked(question: str, **settings: str) -> Callable[..., object]:
    """A function of `exactbox.linalg`, imported where it is measured."""

    def call(*arguments: object) -> object:
        return getattr(importlib.import_module("exactbox.linalg"), question)(*arguments, **settings)

    return call


rank, nullspace, solve, inverse = map(asked, ("rank", "nullspace", "solve", "inv"))
eliminate = asked("solve", method="eliminate")


def general(a, b):
    from exactbox.linalg import InconsistentSystemError, solve_general

    try:
        return solve_general(a, b)
    except InconsistentSystemError as error:
        return error


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


WITH_PARI = {**RANK, "PARI": peers.pari_rank}
ELIMINATE: Peers = {"own eliminate": eliminate}
ONLY_SYMPY = {"SymPy": peers.sympy_rank}


def lists(question: str, m: int, n: int, bar: float | Times | None, **kind: int) -> Line:
    """A line for a matrix of Python's integers, with FLINT or, for transforms, PARI beside it."""

    def build() -> tuple:
        a = cases.listed(m, n, **kind)
        if question == "lstsq":
            return a, [row[0] for row in cases.listed(m, 1)]
        return cases.with_right_side(a) if question.startswith("solve") else (a,)

    smith = {"PARI": peers.pari_smith}
    theirs = smith if question == "smith_form" else {FLINT: peers.FLINT[question]}
    what = "".join(f", {name} {value:,}" for name, value in kind.items() if value < 1e6)
    return Line(f"lists {m:,} x {n:,}{what}: {question}", build, asked(question), bar, theirs)


def long_numbers(digits: int, bar: Times) -> Line:
    """A line for a system whose numbers have so many digits, on both sides."""

    def build() -> tuple:
        most = 10**digits
        return cases.listed(20, 20, most=most), [e for (e,) in cases.listed(20, 1, most=most)]

    return solves(f"lists 20 x 20 of {digits:,} digits", build, bar)


def operator(name: str, n: int, bar: float | Times, work: Callable, theirs: Callable) -> Line:
    """A line for an operation on two equal exact matrices of small integers, and on FLINT's."""

    def build() -> tuple:
        a = cases.listed(n, n)
        made = (asked("ExactMatrix"), peers.flint_matrix)
        return tuple(make(a) for make in made for _ in range(2))

    return Line(
        f"{name}, n={n}",
        build,
        lambda a, b, *_: work(a, b),
        bar,
        {FLINT: lambda _a, _b, a, b: theirs(a, b)},
    )


def one_by_one(a, b):
    """Ten systems with one matrix."""
    prepared = asked("factorized")(a)
    return [prepared.solve(column) for column in b]


def rationals(texts: bool):
    """Fractions, or the texts of them."""
    a = cases.fractions(3, 3)
    return [[str(e) for e in row] for row in a] if texts else a


def identities(k):
    """The identity of k^2 rows, as a product."""
    from exactbox.linalg import identity, kron

    return kron(identity(k), identity(k))


def beside(name: str, question: str, build: Callable[[], object], bar, theirs: Peers) -> Line:
    """A line for one matrix of another kind."""
    return Line(f"{name}: {question}", lambda: (build(),), asked(question), bar, theirs)


PRODUCT = "product of sparse factors, 600 x 600 of rank 200"
MORE = Times(1.3, plus=40e-6)
SYMPY = Times(1.0, peer="SymPy")
SMALL = [
    *(lists(q, 3, 3, Times(6)) for q in ("solve", "det", "inv", "rank")),
    *(lists(q, 3, 3, Times(10)) for q in ("rref", "nullspace", "charpoly")),
    *(lists(q, 3, 3, 50e-6) for q in ("lu", "smith_form", "hermite_form")),
    operator("E[1, 2]", 3, 2e-6, lambda a, b: a[1, 2], lambda a, b: a[1, 2]),
    operator("E @ F", 5, 4e-6, matmul, mul),
    *(operator("E @ F", n, Times(2), matmul, mul) for n in (50, 200)),
    operator("E + F", 50, Times(2), add, add),
    operator("E / 7", 50, Times(2), lambda a, b: a / 7, peers.flint_seventh),
    operator("E == F", 50, Times(2), eq, eq),
    *(lists("solve", n, n, Times(1.3, plus=25e-6)) for n in (10, 20, 50, 100)),
    *(long_numbers(digits, Times(1.2)) for digits in (300, 400, 1000)),
    Line(
        "lists 100 x 100: factorized, ten systems one by one",
        lambda: (cases.listed(100, 100), cases.listed(10, 100)),
        one_by_one,
        Times(1.0),
        {FLINT: peers.flint_solutions},
    ),
    *(lists("charpoly", n, n, MORE) for n in (10, 50, 100, 200)),
    lists("minpoly", 50, 50, Times(1.3)),
    lists("lu", 30, 30, Times(1.3)),
    *(lists("invariant_factors", n, n, Times(1.3)) for n in (20, 50, 100)),
    lists("smith_form", 20, 50, Times(4, peer="PARI")),
    lists("smith_form", 40, 40, Times(4, peer="PARI"), most=9, rank=10),
    *(lists("hermite_form", *shape, Times(1.3)) for shape in ((20, 50), (50, 20))),
    *(lists("solve_integers", *shape, Times(1.3)) for shape in ((15, 30), (30, 60))),
    *(lists("lstsq", *shape, MORE) for shape in ((100, 5), (100, 20), (1000, 10))),
    lists("pinv", 20, 5, MORE),
    *(
        lists(q, *shape, Times(2))
        for shape in ((20, 40), (33, 33), (40, 20), (60, 60), (100, 60), (60, 100), (100, 101))
        for q in ("rref", "nullspace")
    ),
    *(
        lists("solve_general", *shape, Times(3))
        for shape in ((10, 20), (20, 10), (40, 20), (33, 40), (100, 60), (60, 100))
    ),
    *(
        beside(f"{kind} 3 x 3", q, lambda texts=texts: rationals(texts), Times(4), {FLINT: theirs})
        for kind, texts in (("Fractions", False), ("texts", True))
        for q, theirs in (
            ("det", lambda a: peers.flint_rationals(a).det()),
            ("inv", lambda a: peers.flint_rationals(a).inv()),
            ("rank", lambda a: peers.flint_rationals(a).rank()),
            ("rref", lambda a: peers.flint_rationals(a).rref()),
        )
    ),
    *(lists("solve_integers", m, 2 * m, Times(3)) for m in (3, 5, 8)),
    *(
        beside(
            f"lists {n} x {n}",
            "lll",
            lambda n=n: cases.listed(n, n),
            Times(3),
            {FLINT: peers.flint_lll},
        )
        for n in (3, 10, 20, 40)
    ),
    *(
        beside(
            f"lists {n} x {n}, beside PARI",
            "inv",
            lambda n=n: cases.listed(n, n),
            Times(1, peer="PARI"),
            {"PARI": peers.pari_inverse},
        )
        for n in (50, 100)
    ),
    solves(
        "dense upper triangular, n=400",
        lambda: (cases.upper_triangular(400), np.arange(400) % 7),
        Times(1),
        {FLINT: peers.flint_solve},
    ),
    *(
        Line(
            f"kron of identities, n={k:,}",
            lambda k=k: (k,),
            identities,
            0.5,
            {"SciPy": peers.scipy_identities},
            memory=memory,
        )
        for k, memory in ((1000, 200), (5000, 600))
    ),
    *(
        beside(f"diagonal, n={n}", q, lambda n=n: 2 * np.eye(n, dtype=int), bar, {})
        for q, n, bar in (
            ("hermite_form", 500, 1.0),
            ("smith_form", 500, 1.0),
            ("invariant_factors", 500, 1.0),
            ("lu", 201, 0.5),
            ("ldl", 201, 1.0),
        )
    ),
    beside("identity, n=500", "hermite_form", lambda: np.eye(500, dtype=int), 1.0, {}),
    Line(
        "diagonal, n=500: solve_integers",
        lambda: (2 * np.eye(500, dtype=int), [2] * 500),
        asked("solve_integers"),
        0.5,
    ),
    *(
        beside(
            f"product of sparse factors, 2,500 x 1,500 by 1,500 x 1,500, 2 a row, seed {seed}",
            "rank",
            lambda seed=seed: cases.product_of_rows(2500, 1500, 1500, 2, seed),
            Times(1.5, peer="SymPy"),
            ONLY_SYMPY,
        )
        for seed in range(3)
    ),
    beside(
        "product of random sparse factors, 2,500 x 1,500, 2 a row",
        "rank",
        lambda: cases.random_product(2500, 1500, 1500, 2),
        Times(1.5, peer="SymPy"),
        ONLY_SYMPY,
    ),
    *(
        beside(
            f"sparse {m:,} x {n:,}, {each} a row",
            "nullspace",
            lambda m=m, n=n, each=each: cases.random_rows(m, n, each),
            SYMPY,
            {"SymPy": peers.sympy_nullspace},
        )
        for m, n, each in ((1000, 1500, 3), (500, 300, 2))
    ),
    *(
        beside(
            PRODUCT,
            question,
            lambda: cases.random_product(600, 600, 200, 3),
            Times(1.2),
            {FLINT: peers.FLINT[question]},
        )
        for question in ("rref", "nullspace")
    ),
    *(
        solves(name, lambda a=a, n=n: (a(), np.ones(n, dtype=np.int64)), None)
        for name, n, a in (
            ("sparse, n=100, 3 a row and the diagonal", 100, lambda: cases.with_diagonal(100, 3)),
            ("banded, n=500, half width 1", 500, lambda: cases.banded(500, 1)),
            ("banded, n=500, half width 5", 500, lambda: cases.banded(500, 5)),
        )
    ),
    beside(
        "tridiagonal, n=2,000",
        "det",
        lambda: cases.banded(2000, 1),
        Times(2.0, peer="own solve"),
        {"own solve": lambda a: solve(a, np.ones(a.shape[0], dtype=np.int64))},
    ),
    beside(
        "tridiagonal, n=200",
        "inv",
        lambda: cases.banded(200, 1),
        SYMPY,
        {"SymPy": peers.sympy_inverse},
    ),
]

LINES = [
    *SMALL,
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
        LEVEL,
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
            (1000, 600, 300, 3, 299, LEVEL),
            (5000, 3000, 1500, 2, 1469, 4.0),
            (5000, 3000, 1500, 3, 1493, LEVEL),
        )
    ),
    ranks(
        "product of random sparse factors, 5,000 x 3,000 by 3,000 x 3,000, 3 a row",
        lambda: cases.random_product(5000, 3000, 3000, 3),
        2758,
        10.0,
        {},
        memory=1024,
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
        LEVEL,
    ),
    solves(
        "optimal basis of a transportation problem, n=177",
        lambda: basis(*cases.transport(89, 89)),
        LEVEL,
    ),
    *(
        solves(f"optimal basis, n={n}", lambda n=n: basis(*cases.partition(n, 3 * n)), LEVEL)
        for n in (12, 27, 40, 56)
    ),
    *(
        solves(
            f"Hilbert, n={n}",
            lambda n=n: (cases.hilbert(n), [1] * n),
            LEVEL,
            {FLINT: peers.flint_solve},
        )
        for n in (100, 200, 400)
    ),
    Line(
        "Hilbert, n=100: inverse",
        lambda: (cases.hilbert(100),),
        inverse,
        LEVEL,
        {FLINT: peers.flint_inverse, "SymPy": peers.sympy_inverse},
        known=lambda found: found[70, 30] == cases.hilbert_inverse_entry(100, 70, 30),
    ),
    solves(
        "Markov chain, n=300, stationary distribution",
        cases.markov,
        LEVEL,
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
        importlib.import_module(PACKAGES[who])
        outcome, _ = measure(line.build, line.theirs[who], PATIENCE)
    reported(outcome)


def bar_of(line: Line, theirs: dict[str, Outcome]) -> float | None:
    """The bar in seconds; None where the peer that it depends on has no time."""
    if not isinstance(line.bar, Times):
        return line.bar
    peer = theirs.get(line.bar.peer)
    return None if peer is None or peer.failure else line.bar.seconds(peer.seconds)


def shown(line: Line, alone: bool) -> tuple[bool | None, str]:
    """Print a line, exactbox and its peers; whether its bar is met, and a summary."""
    beside_bar = line.bar.peer if isinstance(line.bar, Times) else None
    wanted = [who for who in line.theirs if not alone or who == beside_bar]
    there = [who for who in wanted if importlib.util.find_spec(PACKAGES[who].split(".")[0])]
    script = ("-m", "tests.bench.linear_table", "--one", line.name)
    ours = apart(*script, "exactbox")
    theirs = {who: apart(*script, who) for who in there}
    bar = bar_of(line, theirs)
    met = None if bar is None else not ours.failure and ours.seconds <= bar
    if met and line.memory is not None:
        met = ours.memory <= line.memory
    told = ours.failure or f"{_time(ours.seconds)}, {ours.memory:,.0f} MiB"
    wanted_at_most = "" if bar is None else f"bar {_time(bar)}"
    if line.memory is not None:
        wanted_at_most += f", {line.memory:,.0f} MiB"
    verdict = {True: "met", False: "MISSED", None: ""}[met]
    print(f"{line.name}\n     {'exactbox':<14} {told:<30} {wanted_at_most}  {verdict}")
    for who, outcome in theirs.items():
        print(f"     {who:<14} {outcome.failure or _time(outcome.seconds)}", flush=True)
    for who in set(wanted) - set(there):
        print(f"     {who:<14} not installed")
    best = min(((o.seconds, who) for who, o in theirs.items() if not o.failure), default=None)
    beside = "" if best is None else f"; {best[1]} {_time(best[0])}"
    return met, f"{line.name}: {told} ({wanted_at_most}{beside})"


def _time(seconds: float) -> str:
    return f"{seconds:.4f} s" if seconds >= 0.001 else f"{1e6 * seconds:.1f} us"


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
