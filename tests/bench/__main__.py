"""``make bench``: the figures, each beside its bar and its peers. Quote the medians."""

from __future__ import annotations

import argparse
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.linalg import spsolve

from tests.bench import (
    checking,
    herman,
    linear,
    linear_table,
    model,
    models,
    qvbs,
    times,
    trade_offs,
)
from tests.bench.measure import Figure, call, process, python, report

SECTIONS = {}
COQ_CHECKER = Path(__file__).parents[2] / "proofs" / "coq" / "ocaml" / "checker"


def section(function):
    SECTIONS[function.__name__] = function
    return function


@section
def start():
    """Start-up, on a warm machine."""
    report("import exactbox", process(python("-c", "import exactbox"), runs=9), 0.1)
    report("exactbox --help", process(python("-m", "exactbox", "--help"), runs=9), 0.1)
    system = "[[2, 1, 0], [1, 3, 1], [0, 1, 4]], [1, 2, 3]"
    first = f"from exactbox import linsolve; print(linsolve({system}))"
    report(
        "import and first 3x3 solution, whole process", process(python("-c", first), runs=9), 0.25
    )
    bread = str(Path(__file__).parents[2] / "exactbox" / "gallery" / "bread.lp")
    command = python("-m", "exactbox", "lp", bread)
    report("exactbox lp bread.lp, whole process", process(command, runs=9), 0.25)
    imports = "import numpy, flint, highspy"
    report(f"{imports}: most of it", process(python("-c", imports), runs=9))
    report("python -c pass (the floor)", process(python("-c", "pass"), runs=9))


@section
def trefethen():
    """Entry (1, 1) of the inverse of Trefethen's prime matrix, n = 20,000, whole process."""
    code = (
        "from exactbox.linalg import inverse_entry; from tests.bench.linear import trefethen; "
        "x = inverse_entry(trefethen(20000), 0, 0); from exactbox.decimals import *; "
        "assert decimal_string(x.numerator, x.denominator, 13) == '0.7250783462684'; "
        "assert len(integer_string(x.numerator)) == len(integer_string(x.denominator)) == 97389"
    )
    report("a fraction of 97,389 digits", process(python("-c", code), runs=1), 120.0)


@section
def certified():
    """Card flipping certified and checked, whole process."""
    for n, bar, runs in ((5, None, 5), (6, 1.5, 7), (7, 12.0, 3), (8, 180.0, 1)):
        command = python("-m", "exactbox", "certify", "flip", "--faces", str(n))
        report(f"N={n}: certify, whole process", process(command, runs=runs), bar)


@section
def checker():
    """The independent checker in plain Python, whole process."""
    from exactbox.mdp import reach
    from tests.models import consensus

    with tempfile.TemporaryDirectory() as folder:
        for n, bar, runs in ((6, 0.3, 7), (7, 4.5, 3), (8, 60.0, 1)):
            file = str(Path(folder) / f"flip-{n}.json")
            game = python("-m", "exactbox", "certify", "flip", "--faces", str(n))
            process([*game, "--certificate", file], runs=1)
            report(
                f"N={n}: python3 exactbox/check.py",
                process(python("exactbox/check.py", file), runs=runs),
                bar,
            )
            flint = python("-m", "exactbox", "check", "--flint", file)
            report("     the same on FLINT's integers", process(flint, runs=runs))
            if COQ_CHECKER.exists():  # make coq-checker
                figure = process([str(COQ_CHECKER), file], runs=runs)
                report("     the checker extracted from Coq", figure, {6: 1.0, 7: 5.0, 8: 60.0}[n])
        if COQ_CHECKER.exists():
            for name in ("trefethen-500", "shutbox-9-two-dice-match"):
                proof = str(Path(__file__).parents[2] / "proofs" / f"{name}.json")
                figure = process([str(COQ_CHECKER), proof], runs=5)
                report(f"{name}: the checker extracted from Coq", figure, 1.0)
        model = consensus(4, 2)
        path = Path(folder) / "coins.json"
        path.write_bytes(reach(model, "finished", "max").certificate())
        figure = process(python("exactbox/check.py", str(path)), runs=5)
        branches = len(model.target)
        per = f"{figure.median / branches * 1e6:.1f} microseconds a branch"
        report(f"consensus, {branches:,} branches", figure, 5e-6 * branches, note=per)


@section
def equations():
    """The optimal policy's equations, exact, in the process."""
    from exactbox.games.flip import flip
    from exactbox.mdp import policy_iteration
    from exactbox.mdp.exact.exact_policy_iteration import evaluate
    from exactbox.mdp.objectives.total_until_end import equations_until_end

    for n, bar, runs in ((4, None, 5), (5, None, 5), (6, 0.4, 7), (7, 4.0, 3), (8, 60.0, 1)):
        game = flip(n)
        turns = equations_until_end(game, game.rewards["turns"])
        policy = policy_iteration(turns, "min").policy
        ours = call(lambda e=turns, p=policy: evaluate(e, p), runs=runs)
        report(f"N={n}: {game.choices - 1:,} equations, exact", ours, bar)
        if n <= 6:
            peers(turns, policy, ours)


def peers(turns, policy, ours: Figure):
    """Other exact solvers on the same equations."""
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    matrix, cost, _ = turns.system(policy)
    size = matrix.shape[0]
    a = csr_array((matrix.data, matrix.indices, matrix.indptr), matrix.shape)
    b = cost.astype(np.int64)
    linear.peers(a, b, ours, "python-flint LinBox-sparse IML" if size > 4000 else "python-flint")
    if size > 300:
        return
    sparse = DomainMatrix(a.toarray().tolist(), a.shape, ZZ).to_field().to_sparse()
    column = DomainMatrix([[int(e)] for e in b], (size, 1), ZZ).to_field().to_sparse()
    theirs = call(lambda: sparse.lu_solve(column), runs=1)
    report("     SymPy, sparse", theirs, note=f"{theirs.median / ours.median:.0f} times as long")


@section
def linsolve():
    """Linear systems, exact, in the process, beside other exact solvers."""
    from fractions import Fraction

    from flint import fmpq, fmpq_mat, fmpz_mat

    from exactbox.linalg import solve

    n = 2000
    every = "python-flint PARI LinBox-dense LinBox-sparse IML"
    a, b = linear.random_dense(600), np.arange(600) % 21 - 10
    ours = call(lambda: solve(a, b))
    report("random dense, n=600", ours, 0.5)
    linear.peers(csr_array(a), b, ours, "python-flint PARI LinBox-dense IML")
    a, b = linear.random_sparse(n), np.arange(n) % 21 - 10
    ours = call(lambda: solve(a, b))
    report("random sparse, n=2,000, 5 a row and the diagonal", ours, 2.5)
    linear.peers(a, b, ours, every.replace("PARI ", ""))
    small, right = linear.random_sparse(1000), np.arange(1000) % 21 - 10
    ours = call(lambda: solve(small, right))
    report("the same, n=1,000", ours)
    linear.peers(small, right, ours, "python-flint PARI")
    a, b = linear.trefethen(n), linear.unit(n)
    ours = call(lambda: solve(a, b))
    report("Trefethen's prime matrix, n=2,000, all components", ours, 3.0)
    linear.peers(a, b, ours, every.replace("PARI ", ""))
    a, b = linear.random_dense(320), linear.random_dense(320, 320 * 2)[:, :320]
    ours = call(lambda: solve(a, b), runs=3)
    report("dense, n=320, 320 right-hand sides", ours)
    full, right = fmpz_mat(a.tolist()), fmpz_mat(b.tolist())
    level("     python-flint", call(lambda: full.solve(right), runs=1), ours)
    hilbert = [[Fraction(1, i + j + 1) for j in range(100)] for i in range(100)]
    ours = call(lambda: solve(hilbert, [1] * 100), runs=15)
    report("Hilbert, n=100, from lists of Fractions", ours)

    def hilbert_by_flint():
        cells = [fmpq(e.numerator, e.denominator) for row in hilbert for e in row]
        return fmpq_mat(100, 100, cells).solve(fmpq_mat(100, 1, [1] * 100))

    level("     python-flint, not verified", call(hilbert_by_flint, runs=15), ours)
    vandermonde = [[i**j for j in range(100)] for i in range(1, 101)]
    right = list(range(100))
    ours = call(lambda: solve(vandermonde, right), runs=15)
    report("Vandermonde, n=100, from lists of ints", ours)

    def vandermonde_by_flint():
        return fmpz_mat(vandermonde).solve(fmpz_mat(100, 1, right))

    level("     python-flint, not verified", call(vandermonde_by_flint, runs=15), ours)
    for line in linear.growth((500, 1000, 2000, 4000)):
        print(f"     random sparse, {line}")


def level(work: str, theirs: Figure, ours: Figure) -> None:
    """A peer that we want to be level with."""
    report(work, theirs, note=f"{theirs.median / ours.median:.2g} times as long")


@section
def ring():
    """Herman's ring, exact, in the process (the matrix is built beforehand)."""
    from exactbox.linalg import solve

    for n, bar in ((7, None), (9, None), (11, 1.0)):
        a, b = herman.equations(n)
        found = []
        figure = call(lambda a=a, b=b, found=found: found.append(solve(a, b)), runs=5)
        if max(found[-1]) != herman.most_steps(n):
            raise SystemExit(f"Herman {n}: {max(found[-1])}, known is {herman.most_steps(n)}")
        report(f"Herman {n}: {a.shape[0]:,} unknowns, {a.nnz:,} non-zeros", figure, bar)


@section
def chain():
    """Markov chains from tables, exact, in the process."""
    from exactbox import ExactMatrix, MarkovChain

    table, (a, b) = linear.random_chain(500)
    pi = MarkovChain(table).stationary()
    if pi @ ExactMatrix(table) != pi or sum(pi) != 1:
        raise SystemExit("the distribution does not multiply back")
    ours = call(lambda: MarkovChain(table).stationary())
    report("stationary distribution, 500 states, 4 steps each", ours)
    linear.peers(a, b, ours, "python-flint")
    theirs = call(lambda: spsolve(a.astype(float).tocsc(), b.astype(float)))
    level("     SciPy, in floats", theirs, ours)
    report("     its certificate and check", call(lambda: MarkovChain(table).certificate(), runs=3))
    ours = call(lambda: MarkovChain(table).hitting_times(0))
    report("mean hitting times of one of the states", ours)


@section
def page():
    """The page in Chromium, beside its bars."""
    from tests.bench import page

    page.figures()


@section
def scale():
    """More processors and larger games, on the clock; the largest take most of an hour."""
    from tests.bench import scale

    scale.figures()


@section
def mdp():
    """Decision processes, exact, in the process (the model is built beforehand)."""
    models.rings()
    models.coins()
    models.walks()
    models.jobs()
    models.grids()
    models.pigs()
    models.graphs()


@section
def formats():
    """Reading models of ten million branches, whole process."""
    models.files()


@section
def shutbox():
    """Shut the Box, exact; solved afresh each time."""
    from exactbox.games.shutbox import Board, Match, Rules
    from exactbox.games.shutbox.play import beat

    script = "import sys; from exactbox.cli import shut_the_box; sys.exit(shut_the_box())"
    command = python("-c", script, "--one", "--expect", "123456789")
    report("ShutTheBox --one --expect 123456789, whole process", process(command, runs=9), 0.35)

    def thresholds():
        beat(Board(Rules(), range(512)), range(1, 46), Fraction(1, 2))

    def two_players():
        twelve = Rules(tiles=tuple(range(1, 13)))
        Match(Board(twelve)).value(0, twelve.full)

    report("9 tiles: 45 scores to beat, 512 positions", call(thresholds), 0.2)
    report("12 tiles, two players", call(two_players, runs=3), 3.0)


@section
def lock():
    """The Monte Carlo lock, single-threaded: symbolic search in the process, the check outside."""
    from exactbox.files import write
    from exactbox.games import lock

    for length, letters, bar in ((11, None, 0.05), (15, None, 0.2), (30, None, 60.0)):
        figure = call(lambda n=length, abc=letters: lock.symbolic(n, abc))
        report(f"all keys to length {length}, symbolic", figure, bar)
    for method in (lock.construct, lock.recursive, lock.memoize):
        figure = call(lambda m=method: m(11), runs=1)
        report(f"all keys to length 11, {method.__name__}, four letters", figure)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "lock-15.json")
        write(file, lock.symbolic(15, "QLVRX").certificate())
        report("check of length 15", process(python("exactbox/check.py", file)), 1.0)


@section
def lp():
    """Linear programs and matrix games, seconds of a processor."""
    from tests.bench import lp

    lp.run()


@section
def ways():
    """The ways of six questions: functions, files, and changes from one file to another."""
    from tests.bench.ways import report_all

    report_all()


@section
def scaled():
    """Linear programs that are badly scaled, seconds of a processor."""
    from tests.bench import lp_scaled

    lp_scaled.run()


SECTIONS["linear"] = linear_table.table
SECTIONS["model"] = model.section
SECTIONS["checking"] = checking.section
SECTIONS["qvbs"] = qvbs.section
SECTIONS["programs"] = qvbs.programs
SECTIONS["trade_offs"] = trade_offs.section
SECTIONS["times"] = times.section


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all by default")
    chosen = parser.parse_args().sections or list(SECTIONS)
    for name in chosen:
        if name not in SECTIONS:
            parser.error(f"there is no section {name!r}; the sections are {', '.join(SECTIONS)}")
    for name in chosen:
        print(f"\n{SECTIONS[name].__doc__}", flush=True)
        SECTIONS[name]()


if __name__ == "__main__":
    sys.exit(main())
