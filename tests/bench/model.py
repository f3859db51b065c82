"""``make bench model``: the forecasts of `exactbox.linalg.square.cost`, fitted and judged.

Each way is measured on blocks of 21 kinds with right sides of several lengths: processor
seconds, the least of some runs, in which the ways and a product of FLINT's take turns. All is told
in multiples of that product, which leaves the machine and its load out. The coefficients are fitted
on every second block of a kind, to relative errors. For the others are printed: how many forecasts
are wrong by more than twice, and which of those matter; what it costs to choose by the forecasts;
and what it costs to choose by those that stand in `cost` now. It takes some ten minutes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from flint import fmpz, fmpz_mat
from scipy import sparse
from scipy.optimize import least_squares, nnls

from exactbox.linalg.elimination.elimination import FillError
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.blocks import block_triangular_form
from exactbox.linalg.matrices.matrix_inputs import read_square
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.square import cost, methods
from exactbox.linalg.square.complement import complement, independent_unknowns, size_of_complement
from exactbox.linalg.square.cost import Size
from exactbox.linalg.square.lifting import LiftingError
from tests.bench import herman, linear
from tests.bench import linear_sparse_cases as ill

REFERENCE = 600.0  # microseconds of the product where the coefficients in `cost` were measured
PATIENCE = 1.5  # seconds that a run of elimination is given, and
WORSE = 20  # ... times the best way's; a way that took longer is not run again
RUNS, SECONDS = 6, 0.5  # of a case: so many runs, or fewer after so long
WAYS = ("dixon", "fraction-free", "eliminate", "lifting")  # and "inverse", which is no choice
Right = tuple[str, int, int]  # name, columns, bits


class Case(NamedTuple):
    """A block with a right side: the size for each way, and what each took, in references."""

    name: str
    sizes: dict[str, Size]
    taken: dict[str, float]


def dense(n: int, bits: int) -> Any:
    """Random entries of so many bits."""
    rng = random.Random(n + bits)
    return [[rng.getrandbits(bits) - (1 << (bits - 1)) for _ in range(n)] for _ in range(n)]


def scattered(n: int, each: int, bits: int = 4) -> sparse.csr_array:
    """So many random entries a row, and a diagonal."""
    rng = np.random.default_rng(n + each)
    most = 2**bits
    rows = np.r_[np.repeat(np.arange(n), each), np.arange(n)]
    columns = np.r_[rng.integers(0, n, each * n), np.arange(n)]
    values = np.r_[rng.integers(-most, most + 1, each * n), rng.integers(1, most + 1, n)]
    return compressed(values, rows, columns, n)


def band(n: int, width: int) -> sparse.csr_array:
    """Entries in -15..15, not 0, up to `width` places off the diagonal."""
    rng = np.random.default_rng(n + width)
    lines = rng.integers(1, 16, (2 * width + 1, n)) * rng.choice([-1, 1], (2 * width + 1, n))
    return sparse.csr_array(sparse.dia_array((lines, range(-width, width + 1)), shape=(n, n)))


def chain(n: int, jumps: int, reach: int | None = None) -> sparse.csr_array:
    """A Markov chain that is left sooner or later: jumps anywhere, or up to `reach` away."""
    rng = np.random.default_rng(n + jumps)
    states = np.arange(n)
    if reach is None:
        target = rng.integers(0, n, (n, jumps))
    else:
        target = np.clip(states[:, None] + rng.integers(-reach, reach + 1, (n, jumps)), 0, n - 1)
    target[:, 0] = (states + 1) % n
    values = np.r_[-rng.integers(1, 5, n * jumps), np.full(n, 12 + jumps)]
    rows, columns = np.r_[np.repeat(states, jumps), states], np.r_[target.ravel(), states]
    return compressed(values, rows, columns, n)


def grid(side: int) -> sparse.csr_array:
    """A walk on a square that is left sooner or later."""
    rng = np.random.default_rng(side)
    n = side * side
    places = np.arange(n).reshape(side, side)
    pairs = np.c_[
        [places[:, :-1].ravel(), places[:, 1:].ravel()],
        [places[:-1].ravel(), places[1:].ravel()],
    ]
    rows, columns = np.r_[pairs[0], pairs[1]], np.r_[pairs[1], pairs[0]]
    values = np.r_[-rng.integers(1, 4, len(rows)), np.full(n, 13)]
    return compressed(values, np.r_[rows, np.arange(n)], np.r_[columns, np.arange(n)], n)


def cube(dimensions: int) -> sparse.csr_array:
    """Cards that are turned one by one: two-colourable, as the card game's blocks are."""
    n = 2**dimensions
    states = np.arange(n)
    turned = np.concatenate([states ^ (1 << k) for k in range(dimensions)])
    values = np.r_[np.full(n * dimensions, -1), np.full(n, dimensions + 1)]
    return compressed(values, np.r_[np.tile(states, dimensions), states], np.r_[turned, states], n)


def tree(n: int) -> sparse.csr_array:
    """A random tree, passed both ways."""
    rng = np.random.default_rng(n)
    child = np.arange(1, n)
    parent = np.array([rng.integers(max(0, i - 30), i) for i in child])
    values = np.r_[-rng.integers(1, 4, 2 * (n - 1)), rng.integers(5, 40, n)]
    rows, columns = np.r_[child, parent, np.arange(n)], np.r_[parent, child, np.arange(n)]
    return compressed(values, rows, columns, n)


def compressed(values: Any, rows: Any, columns: Any, n: int) -> sparse.csr_array:
    """The sum of these entries, without zeros."""
    a = sparse.coo_array((values, (rows, columns)), (n, n)).tocsr()
    a.eliminate_zeros()
    return a


KINDS: list[tuple[str, Callable[[int], Any], tuple[int, ...]]] = [
    ("dense, 7 bits", lambda n: dense(n, 7), (20, 28, 40, 60, 90, 140, 200, 300)),
    ("dense, 31 bits", lambda n: dense(n, 31), (20, 40, 80, 120)),
    ("dense, 61 bits", lambda n: dense(n, 61), (20, 40, 80)),
    ("dense, 300 bits", lambda n: dense(n, 300), (20, 40)),
    ("2 a row", lambda n: scattered(n, 2), (20, 40, 70, 100, 150, 220, 320, 500, 800, 1200)),
    ("5 a row", lambda n: scattered(n, 5), (20, 40, 70, 100, 150, 220, 320, 500, 800, 1200)),
    ("3 a row, 20 bits", lambda n: scattered(n, 3, 20), (30, 60, 120, 250, 500)),
    ("3 a row, 62 bits", lambda n: scattered(n, 3, 62), (30, 60, 100)),
    ("tridiagonal", lambda n: band(n, 1), (25, 50, 100, 200, 400, 800, 2000)),
    ("5 diagonals", lambda n: band(n, 2), (25, 50, 100, 200, 400, 800)),
    ("11 diagonals", lambda n: band(n, 5), (30, 60, 120, 250, 500, 1000)),
    ("25 diagonals", lambda n: band(n, 12), (60, 200, 500)),
    ("chain", lambda n: chain(n, 3), (25, 60, 120, 250, 500, 1000, 2000)),
    ("chain on a line", lambda n: chain(n, 4, 3), (25, 60, 120, 250, 500, 1000)),
    ("grid", lambda n: grid(n), (4, 6, 9, 13, 18, 25, 35)),
    ("cube", lambda n: cube(n), (4, 5, 6, 7, 8)),
    ("tree", tree, (20, 50, 100, 200, 500, 1000, 3000)),
    ("unimodular", ill.unimodular, (30, 60, 120, 300)),
    ("Trefethen", linear.trefethen, (100, 300, 800)),
    ("basis", lambda n: ill.basis(n, *[int((0.7 * n) ** 0.5)] * 2), (300, 1000)),
    ("Herman", lambda n: herman.equations(n)[0], (5, 7)),
]


def largest_block(a: Any) -> IntegerMatrix:
    """The largest block of the block triangular form."""
    matrix, _ = read_square(a, None)
    form = block_triangular_form(matrix)
    k = int(np.argmax(np.diff(form.start)))
    own = slice(form.start[k], form.start[k + 1])
    return matrix.permuted(form.rows[own], form.columns[own])


def rights(n: int, bits: int) -> Iterator[Right]:
    """Right sides for a block whose determinant has so many bits, long ones for small blocks."""
    yield "short", 1, 5
    if n <= 250:
        yield "as long as the determinant", 1, bits
        yield "long", 1, 20 * n
    if n <= 200:
        yield "longer", 1, 100 * n
    if n <= 64:
        yield "longest", 1, 1000 * n
    if n <= 120:
        yield "short, 8 columns", 8, 5
        yield "long, 8 columns", 8, 64 * n


def sizes_of(a: IntegerMatrix, right: list[list[fmpz]]) -> dict[str, Size]:
    """What each way is forecast from; without those that would take minutes."""
    size = cost.size_of(a, right)
    n, filled = size.rows, 4 * size.entries > size.rows**2
    if not filled:
        size = size._replace(fill=cost.fill(a))
    most = {"dixon": 300 if size.right < 10 else 250, "fraction-free": 120 if filled else 200}
    most |= {"eliminate": 200 if filled else n, "lifting": 45 if size.longest > 60 else n}
    sizes = {way: size for way in WAYS if n <= most[way]}
    if "fraction-free" in sizes:
        sizes["fraction-free"] = size_of_complement(a, independent_unknowns(a), size)
    if n <= 130 and size.right < 10 and size.columns == 1:
        sizes["inverse"] = sizes["fraction-free"]
    return sizes


def run(way: str, a: IntegerMatrix, right: list[list[fmpz]], limit: float) -> float:
    """Processor seconds of a way, infinite where it fails."""
    begin = time.process_time()
    try:
        if way == "eliminate":
            late = begin + limit
            methods.eliminate(a, right, hopeless=lambda *_: time.process_time() > late)
        elif way == "lifting":
            methods.lift(a, right)
        elif way == "dixon":
            methods.dixon(a, right)
        elif way == "inverse":
            complement(a).inverse  # noqa: B018
        else:
            methods.fraction_free(a, right)
    except (FillError, LiftingError, SingularBlockError):
        return np.inf
    return time.process_time() - begin


def measured(name: str, a: IntegerMatrix, right: list[list[fmpz]]) -> Case:
    """What each way takes, in turns with the reference."""
    entries = random.Random(1)
    factor = fmpz_mat(40, 40, [entries.getrandbits(120) for _ in range(1600)])
    sizes = sizes_of(a, right)
    taken, references, begin = dict.fromkeys(sizes, np.inf), [], time.process_time()
    running = list(sizes)
    for turn in range(RUNS):
        if turn > 1 and time.process_time() - begin > SECONDS:
            break
        start = time.process_time()
        for _ in range(2):
            factor * factor
        references.append(time.process_time() - start)
        for way in list(running):
            limit = WORSE * min(taken.values()) + 0.01  # infinite at first
            taken[way] = min(taken[way], run(way, a, right, min(limit, PATIENCE)))
            if taken[way] > limit or not np.isfinite(taken[way]):
                running.remove(way)
    unit = min(references)
    return Case(name, sizes, {way: t / unit for way, t in taken.items() if np.isfinite(t)})


def cases() -> Iterator[tuple[bool, Case]]:
    """All of them, and whether they are for fitting."""
    for kind, build, numbers in KINDS:
        for place, n in enumerate(numbers):
            a = largest_block(build(n))
            m, bits = a.shape[0], int(cost.hadamard_bits(a))
            if m <= 15:  # FLINT's without asking
                continue
            rng = random.Random(n)
            for name, columns, length in rights(m, bits):
                flat = [rng.getrandbits(length) - (1 << (length - 1)) for _ in range(m * columns)]
                right = [[*map(fmpz, flat[i::m])] for i in range(m)]
                yield place % 2 == 0, measured(f"{kind}, {m}, {name} right side", a, right)


def fitted(way: str, chosen: list[Case]) -> np.ndarray:
    """Coefficients in microseconds that make the forecasts' logarithms right."""
    those = [case for case in chosen if way in case.taken]
    terms = np.array([cost.WAYS[way][0](case.sizes[way]) for case in those])
    taken = REFERENCE * np.array([case.taken[way] for case in those])
    found = nnls(terms / taken[:, None], np.ones(len(taken)))[0]
    used = found > 0

    def error(logarithms):
        return np.log(terms[:, used] @ np.exp(logarithms) / taken)

    found[used] = np.exp(least_squares(error, np.log(found[used]), regret="soft_l1", f_scale=0.3).x)
    return found


def forecasts(case: Case, coefficients: dict[str, Any]) -> dict[str, float]:
    """What each way is forecast to take, in references."""
    return {
        way: float(np.dot(coefficients[way], cost.WAYS[way][0](case.sizes[way]))) / REFERENCE
        for way in WAYS
        if way in case.taken
    }


def judge(title: str, judged: list[Case], coefficients: dict[str, Any]) -> None:
    """Print how good forecasts are, and what it costs to choose by them."""
    print(f"\n     {title}")
    told = [(case, forecasts(case, coefficients)) for case in judged]
    for way in WAYS:
        ratios = np.array([f[way] / case.taken[way] for case, f in told if way in f])
        wrong = np.abs(np.log2(ratios)) > 1
        middle = np.exp(np.median(np.abs(np.log(ratios))))
        print(f"     {way:<14} {len(ratios)} forecasts, in the middle wrong by {middle:.2f} times,")
        print(f"     {'':<14} by more than twice: {wrong.mean():.1%}")
    regrets = []
    for case, f in told:
        way, best = min(f, key=f.__getitem__), min(f, key=case.taken.__getitem__)
        regrets.append(case.taken[way] / case.taken[best])
        if abs(np.log2(f[best] / case.taken[best])) > 1 or regrets[-1] > 1.5:
            both = f"{best} took {case.taken[best]:.3g}, forecast {f[best]:.3g}"
            print(f"       {case.name}: {both}; chosen {way}, {regrets[-1]:.2f} times as long")
    found = np.array(regrets)
    shares = ", ".join(f"{(found > e).mean():.1%} over {e}" for e in (1.25, 1.5, 2))
    print(f"     {len(found)} choices: {found.mean():.3f} times the best way's time; {shares}")


def section() -> None:
    """The forecasts by which the way to solve a block is chosen."""
    everything = list(cases())
    tuned = [case for fit, case in everything if fit]
    judged = [case for fit, case in everything if not fit]
    found = {way: fitted(way, tuned) for way in (*WAYS, "inverse")}
    print(f"     {len(tuned)} cases to fit, {len(judged)} to judge; microseconds a term:")
    for way, each in found.items():
        print(f"     {way:<14} {', '.join(f'{c:.2g}' for c in each)}")
    judge("as fitted here", judged, found)
    judge("as they stand in the package", judged, {way: cost.WAYS[way][1] for way in WAYS})
