"""Linear systems to measure, and the other exact solvers on the same ones.

python-flint is always there and PARI comes with the extra `bench`. LinBox and IML are C and C++
libraries; on Debian: ``apt-get install g++ liblinbox-dev libntl-dev libflint-dev libfplll-dev
libiml-dev libopenblas-dev``. What is missing is skipped with a note.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import scipy.sparse as sparse
from flint import fmpz_mat

from tests.bench.measure import Figure, call, report

PEERS = Path(__file__).parent / "peers"
LONGEST = 300  # seconds that a peer is given


def random_sparse(n: int) -> sparse.csr_array:
    """Five entries in -10..10 a row, and a diagonal in 1..10."""
    rng = np.random.default_rng(n)
    rows = np.r_[np.repeat(np.arange(n), 5), np.arange(n)]
    columns = np.r_[rng.integers(0, n, 5 * n), np.arange(n)]
    values = np.r_[rng.integers(-10, 11, 5 * n), rng.integers(1, 11, n)]
    a = sparse.coo_array((values, (rows, columns)), (n, n)).tocsr()
    a.eliminate_zeros()
    return a


def random_dense(n: int, columns: int | None = None) -> np.ndarray:
    """Entries in -99..99."""
    rng = np.random.default_rng(n + (columns or 0))
    return rng.integers(-99, 100, (n, n if columns is None else columns))


def random_chain(n: int) -> tuple[tuple, tuple[sparse.csr_array, np.ndarray]]:
    """An irreducible chain of up to four steps a state, as `MarkovChain` takes it; and a x = b of
    short integers, where x is its stationary distribution over the denominators of the rows."""
    rng = np.random.default_rng(n)
    weight = np.zeros((n, n), dtype=np.int64)
    for s in range(n):
        for t in {(s + 1) % n, *rng.integers(0, n, 3).tolist()}:
            weight[s, t] = rng.integers(1, 10)
    total = weight.sum(axis=1)
    rows, columns = np.nonzero(weight)
    steps = {(s, t): Fraction(int(weight[s, t]), int(total[s])) for s, t in zip(rows, columns)}
    a = weight.T - np.diag(total)
    a[-1] = total  # the sum is 1, in place of an equation that follows from the others
    return (steps, (n, n)), (sparse.csr_array(a), unit(n)[::-1].copy())


def trefethen(n: int) -> sparse.csr_array:
    """Primes on the diagonal, ones at distances that are powers of two."""
    sieve = np.ones(max(20, int(n * (math.log(n) + math.log(math.log(n))) + 20)), dtype=bool)
    sieve[:2] = False
    for p in range(2, math.isqrt(len(sieve)) + 1):
        sieve[p * p :: p] = False
    distances = [2**k for k in range(n.bit_length()) if 2**k < n]
    offsets = [0, *distances, *(-d for d in distances)]
    ones = np.ones((len(offsets) - 1, n), dtype=np.int64)
    full = np.vstack([np.flatnonzero(sieve)[:n], ones])
    return sparse.dia_array((full, offsets), shape=(n, n)).tocsr()


def unit(n: int) -> np.ndarray:
    """The first unit vector."""
    return (np.arange(n) == 0).astype(np.int64)


def peers(a: sparse.csr_array, b: np.ndarray, ours: Figure, names: str) -> None:
    """One line for each of the named solvers: its time, as a multiple of ours."""
    for name in names.split():
        seconds = _PEERS[name](a, b)
        if isinstance(seconds, str):
            print(f"     {name}: {seconds}")
        else:
            times = seconds / ours.median
            note = f"{times:.0f} times as long" if times >= 9.5 else f"{times:.2g} times as long"
            report(f"     {name}", Figure((seconds,)), note=note)


def _flint(a: sparse.csr_array, b: np.ndarray) -> float:
    full, right = fmpz_mat(a.toarray().tolist()), fmpz_mat([[int(e)] for e in b])
    return call(lambda: full.solve(right), runs=1).median


def _pari(a: sparse.csr_array, b: np.ndarray) -> float | str:
    try:
        from cypari import pari
    except ImportError:
        return "not installed; it comes with the extra bench"
    pari.allocatemem(2**31)
    n = a.shape[0]
    full = pari.matrix(n, n, a.toarray().ravel().tolist())
    right = pari.matrix(n, 1, b.tolist())
    return call(lambda: full.matsolve(right), runs=1).median


def _compiled(*arguments: str) -> Callable[[sparse.csr_array, np.ndarray], float | str]:
    def run(a: sparse.csr_array, b: np.ndarray) -> float | str:
        program = _program(arguments[0])
        if program is None:
            return "not installed; the head of tests/bench/linear.py says how"
        with tempfile.TemporaryDirectory() as folder:
            files = [str(Path(folder) / "a.sms"), str(Path(folder) / "b.txt")]
            coo = a.tocoo()
            cells = zip(coo.row + 1, coo.col + 1, coo.data, strict=True)
            lines = [f"{a.shape[0]} {a.shape[1]} M", *(f"{i} {j} {v}" for i, j, v in cells)]
            Path(files[0]).write_text("\n".join([*lines, "0 0 0", ""]))
            Path(files[1]).write_text("\n".join(map(str, b.tolist())))
            command = [program, *arguments[1:], *files]
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
            try:
                done = subprocess.run(
                    command, capture_output=True, text=True, timeout=LONGEST, env=environment
                )
            except subprocess.TimeoutExpired:
                return f"stopped after {LONGEST} s"
        if done.returncode:
            return f"failed with exit code {done.returncode}"
        return float(done.stdout.split()[-2])

    return run


@cache
def _program(name: str) -> str | None:
    """The program that calls a library, compiled; None without the library."""
    folder = tempfile.mkdtemp(prefix="exactbox-bench-")
    program = str(Path(folder) / name)
    if name == "linbox":
        flags = subprocess.run(
            ["pkg-config", "--cflags", "--libs", "linbox"], capture_output=True, text=True
        ).stdout.split()
        command = ["g++", "-O2", "-w", "-o", program, str(PEERS / "linbox.cpp"), *flags]
    else:
        libraries = ["-liml", "-lopenblas", "-lgmp", "-lm"]
        command = ["gcc", "-O2", "-o", program, str(PEERS / "iml.c"), *libraries]
    try:
        done = subprocess.run(command, capture_output=True)
    except FileNotFoundError:
        return None
    return program if done.returncode == 0 else None


_PEERS: dict[str, Callable[[sparse.csr_array, np.ndarray], float | str]] = {
    "python-flint": _flint,
    "PARI": _pari,
    "LinBox-dense": _compiled("linbox", "dense"),
    "LinBox-sparse": _compiled("linbox", "sparse"),
    "IML": _compiled("iml"),
}


def growth(sizes: tuple[int, ...]) -> Iterator[str]:
    """How the time grows with n and with the bits of the answer, and where it goes."""
    from exactbox.linalg import solve

    seconds, bits = [], []
    for n in sizes:
        a, b = random_sparse(n), np.arange(n) % 7 - 3
        x = solve(a, b)
        seconds.append(call(lambda a=a, b=b: solve(a, b), runs=3).median)
        bits.append(max(d.bit_length() for d in x.denominators))
        phases = sorted(x.info.seconds.items(), key=lambda item: -item[1])
        total = sum(x.info.seconds.values())
        shares = ", ".join(f"{name} {s / total:.0%}" for name, s in phases if s > 0.01 * total)
        yield f"n={n:,}: {bits[-1]:,} bits in {seconds[-1]:.3f} s: {shares}"
    for name, x in (("n", sizes), ("the bits of the answer", bits)):
        slope = np.polyfit(np.log(x), np.log(seconds), 1)[0]
        yield f"the time grows like {name} to the power {slope:.2f}"
