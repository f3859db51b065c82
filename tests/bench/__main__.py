"""``make bench``: the figures, each beside its bar and its peers. Quote the medians."""

from __future__ import annotations

import argparse
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

from tests.bench import herman
from tests.bench.measure import Figure, call, process, python, report

SECTIONS = {}


def section(function):
    SECTIONS[function.__name__] = function
    return function


@section
def start():
    """Start-up, on a warm machine."""
    report("import exactbox", process(python("-c", "import exactbox"), runs=9), 0.1)
    report("exactbox --help", process(python("-m", "exactbox", "--help"), runs=9), 0.1)
    report("python -c pass (the floor)", process(python("-c", "pass"), runs=9))


@section
def certified():
    """Card flipping certified and checked, whole process."""
    for n, bar, runs in ((5, None, 5), (6, 1.5, 7), (7, 12.0, 3), (8, 180.0, 1)):
        command = python("-m", "exactbox", "certify", "flip", "--faces", str(n))
        report(f"N={n}: certify, whole process", process(command, runs=runs), bar)


@section
def checker():
    """The independent checker in plain Python, whole process."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "flip-6.json")
        certify = python("-m", "exactbox", "certify", "flip", "--faces", "6", "--certificate", file)
        process(certify, runs=1)
        check = python("exactbox/check.py", file)
        report("N=6: python3 exactbox/check.py", process(check, runs=7), 1.5)


@section
def equations():
    """The optimal policy's equations, exact, in the process."""
    from exactbox.games.flip import flip
    from exactbox.mdp import evaluate_exactly, policy_iteration

    for n, bar, runs in ((4, None, 5), (5, None, 5), (6, 0.4, 7), (7, 4.0, 3), (8, 60.0, 1)):
        game = flip(n)
        policy = policy_iteration(game).policy
        ours = call(lambda g=game, p=policy: evaluate_exactly(g, p), runs=runs)
        report(f"N={n}: {game.chance_nodes - 1:,} equations, exact", ours, bar)
        if n <= 5:
            peers(game, policy, ours)


def peers(game, policy, ours: Figure):
    """python-flint and SymPy on the same equations, dense and sparse."""
    from flint import fmpz_mat
    from sympy import ZZ
    from sympy.polys.matrices import DomainMatrix

    size = game.chance_nodes
    chosen = game.option_target[game.option_start[:-1] + policy].tolist()
    rows = [[0] * size for _ in range(size)]
    for c in range(size):
        rows[c][c] += int(game.denominator[c])
        for k in range(int(game.branch_start[c]), int(game.branch_start[c + 1])):
            rows[c][chosen[game.branch_target[k]]] -= int(game.branch_weight[k])
    right = [[int(e)] for e in game.cost]
    a, b = fmpz_mat(rows), fmpz_mat(right)
    theirs = call(lambda: a.solve(b), runs=3 if size < 1000 else 1)
    report(
        "     python-flint, dense", theirs, note=f"{theirs.median / ours.median:.0f} times as long"
    )
    if size > 300:
        return
    sparse = DomainMatrix(rows, (size, size), ZZ).to_field().to_sparse()
    column = DomainMatrix(right, (size, 1), ZZ).to_field().to_sparse()
    theirs = call(lambda: sparse.lu_solve(column), runs=1)
    report("     SymPy, sparse", theirs, note=f"{theirs.median / ours.median:.0f} times as long")


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
def shutbox():
    """Shut the Box, exact; solved afresh each time."""
    from exactbox.games.shutbox import Rules
    from exactbox.games.shutbox_board import Board
    from exactbox.games.shutbox_play import Match, beat

    command = python("-m", "exactbox.commands.shutbox", "--one", "--expect", "123456789")
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
    from exactbox.certificate import canonical, write
    from exactbox.games import monte_carlo_lock as lock

    for length, letters, bar in ((11, None, 0.05), (15, None, 0.2), (30, None, 60.0)):
        figure = call(lambda n=length, abc=letters: lock.symbolic(n, abc))
        report(f"all keys to length {length}, symbolic", figure, bar)
    for method in (lock.construct, lock.recursive, lock.memoize):
        figure = call(lambda m=method: m(11), runs=1)
        report(f"all keys to length 11, {method.__name__}, four letters", figure)
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "lock-15.json")
        write(file, canonical(lock.certificate(lock.symbolic(15, "QLVRX"))))
        report("check of length 15", process(python("exactbox/check.py", file)), 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all by default")
    for name in parser.parse_args().sections or SECTIONS:
        print(f"\n{SECTIONS[name].__doc__}", flush=True)
        SECTIONS[name]()


if __name__ == "__main__":
    sys.exit(main())
