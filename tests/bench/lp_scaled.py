"""Programs that are badly scaled, of each of Netlib's 45: the kinds are in `KINDS`, seeded.

Tuned on the even ones of the list, judged on the odd ones; programs with pivots, pivots, seconds.
What takes longer than `LIMIT` is stopped, and counted.
"""

from __future__ import annotations

import signal
import time
from fractions import Fraction
from random import Random

from exactbox.linalg.matrices.matrix_inputs import read_scaled
from exactbox.lp import LinearProgram, solve_program
from exactbox.lp.formats.draft import rows_of
from exactbox.lp.program import assembled
from tests.lp_examples import netlib, netlib_program

LIMIT = 30  # seconds of the processor
MOST = 1000  # rows and columns of a program of which there is a family


def powers(rng: Random, count: int, most: int) -> list[Fraction]:
    """Powers of ten, up to this one and down to its inverse."""
    return [Fraction(10) ** rng.randint(-most, most) for _ in range(count)]


def scaled(program: LinearProgram, rng: Random, most: int = 8) -> LinearProgram:
    """Rows and columns times powers of ten: the optimum is the same."""
    m, n = program.shape
    r, c = powers(rng, m, most), powers(rng, n, most)
    rows = [[(j, v * f * c[j]) for j, v in terms] for f, (_, terms, *_) in zip(r, rows_of(program))]
    low = _times(program.lower, [1 / f for f in c]) + _times(program.row_lower, r)
    high = _times(program.upper, [1 / f for f in c]) + _times(program.row_upper, r)
    return _program(program, rows, [v * f for v, f in zip(program.cost, c)], low, high)


def wide(program: LinearProgram, rng: Random) -> LinearProgram:
    """Costs, and bounds of columns, over thirty orders of magnitude."""
    rows, n = [terms for _, terms, *_ in rows_of(program)], program.shape[1]
    of_costs, of_bounds = powers(rng, n, 15), powers(rng, n, 15)
    low = _times(program.lower, of_bounds) + program.row_lower
    high = _times(program.upper, of_bounds) + program.row_upper
    return _program(program, rows, [v * f for v, f in zip(program.cost, of_costs)], low, high)


def parallel(program: LinearProgram, rng: Random) -> LinearProgram:
    """A tenth of the rows once more, as inequalities, with entries off by 10^-9 .. 10^-19."""
    rows = [terms for _, terms, *_ in rows_of(program)]
    low, high = program.lower + program.row_lower, program.upper + program.row_upper
    m, n = program.shape
    for i in rng.sample(range(m), max(1, m // 10)):
        off = ((j, v, Fraction(rng.randint(-9, 9), 10 ** rng.randint(10, 20))) for j, v in rows[i])
        rows.append([(j, v * (1 + f)) for j, v, f in off])
        below, above = low[n + i], high[n + i]
        if below == above:
            below, above = (below, None) if rng.random() < 0.5 else (None, above)
        low.append(below)
        high.append(above)
    return _program(program, rows, program.cost, low, high)


KINDS = {"scaled": scaled, "wide": wide, "parallel": parallel}


def _times(bounds, factors):
    return [None if b is None else b * f for b, f in zip(bounds, factors, strict=True)]


def _program(program, rows, cost, low, high):
    entries = [(i, j, v) for i, terms in enumerate(rows) for j, v in terms]
    matrix = read_scaled((entries, (len(rows), len(cost))))
    about = {"constant": program.constant, "maximize": program.maximize}
    return assembled(matrix, cost, low, high, **about)


def family():
    """Half, kind, name and program, one after the other."""
    for k, name in enumerate(netlib()):
        program = netlib_program(name)
        if sum(program.shape) <= MOST:
            for kind, change in KINDS.items():
                yield ("tuned", "judged")[k % 2], kind, name, change(program, Random(name))


def _stop(*_):
    raise TimeoutError


def run() -> None:
    """A line for each half and kind, and one for each program that is stopped."""
    totals: dict[tuple[str, str], list[float]] = {}
    before = signal.signal(signal.SIGVTALRM, _stop)
    for half, kind, name, program in family():
        signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
        begin, pivots, stopped = time.process_time(), 0, False
        try:
            pivots = solve_program(program).pivots
        except TimeoutError:
            stopped = True
            print(f"{kind} {name}: not done in {LIMIT} s", flush=True)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        total = totals.setdefault((half, kind), [0, 0, 0, 0, 0.0])
        found = 1, stopped, pivots > 0, pivots, time.process_time() - begin
        totals[half, kind] = [a + b for a, b in zip(total, found, strict=True)]
    signal.signal(signal.SIGVTALRM, before)
    for (half, kind), (count, late, some, pivots, seconds) in totals.items():
        print(
            f"{half} {kind:8} {count} programs, {late} stopped, {some} with pivots, "
            f"{pivots} pivots, {seconds:.2f} s"
        )
