"""What the checker's kernels gain, by `checked`: each check in a process of its own.

Proofs on file, and longer ones of the other kinds. Least seconds of a processor of three checks, or
of one that takes long, from the bytes to the claim.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from exactbox.lp import matrix_game, solve_program
from exactbox.mdp import Ratios, cost, discounted, mean_payoff, reach, within_reward, within_steps
from exactbox.properties import Solver, parse
from tests import ROOT, models
from tests.bench.measure import python
from tests.lp_examples import netlib, netlib_program

_WAYS = ("plain", "rationals", "fast", "integers")
_RUNS, _MOST = 3, 60  # seconds of the clock
_ON_FILE = (
    *("flip-6", "herman-15", "coins-4-4", "pig-20", "frozen-lake-8x8-200-steps"),
    *("shutbox-12-two-dice-score", "shutbox-9-two-dice-match", "shutbox-12-two-dice-match"),
    *("netlib-25fv47", "netlib-perold", "trefethen-500", "blotto-10-3", "lock-15"),
)
_HALF = 'Pmax>=1/2 [F "all_coins_equal_1"]'


def made() -> dict[str, Callable[[], Any]]:
    """Answers with certificates that are not on file, by name."""
    coins, ring = models.consensus(4, 8), models.herman(11)
    rates = Ratios([1 + s % 7 for s in range(ring.choices)], [1] * ring.choices)
    timed = replace(ring, rates=rates)
    game = np.random.default_rng(100).integers(-100, 101, (100, 100))
    programs = [name for name in ("dfl001", "pilot87") if name in netlib()]
    return {
        "Herman, 13, 1,594,324 branches": lambda: cost(models.herman(13), None, "stable"),
        "coins, 1,042,912 branches": lambda: reach(models.consensus(4, 30), "finished", "max"),
        "grid, discounted": lambda: discounted(models.grid_world(60), None, "9/10", "max"),
        "pig to 60": lambda: reach(models.pig(60), "first", "max"),
        "coins, 300 steps": lambda: within_steps(coins, 300, "max", goal="finished"),
        "coins, at most 100": lambda: within_reward(
            coins, "max", bound=None, at_most=100, goal="finished"
        ),
        "coins, at least 100": lambda: within_reward(
            coins, "max", bound=None, at_least=100, goal="finished"
        ),
        "Herman, 11, average": lambda: mean_payoff(ring, None),
        "Herman, 11, timed": lambda: cost(timed, None, "stable"),
        "Herman, 11, timed, average": lambda: mean_payoff(timed, None),
        "coins, a threshold": lambda: Solver(coins).answer(parse(_HALF)),
        "game of 100 x 100": lambda: matrix_game(game),
        **{name: lambda name=name: solve_program(netlib_program(name)) for name in programs},
    }


def compare(name: str, file: Path) -> None:
    """One line: a certificate, its size, and the figures of each way."""
    line = f"{name:34} {file.stat().st_size / 1e6:8.2f} MB"
    for way in _WAYS:
        command = python("-m", "tests.bench.checked", way, str(file), str(_RUNS))
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=True, cwd=ROOT, timeout=_MOST
            )
            line += f"  {way} {float(done.stdout):7.3f} s"
        except subprocess.TimeoutExpired:
            line += f"  {way} more than {_MOST} s"
    print(line, flush=True)


def section() -> None:
    """Checks: plain, with FLINT's rationals for fractions, fast, and that with FLINT's integers."""
    for name in _ON_FILE:
        compare(name, ROOT / "proofs" / f"{name}.json")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        for name, answer in made().items():
            file.write_bytes(answer().certificate())
            compare(name, file)
        matrix = Path(folder) / "a.csv"
        np.savetxt(
            matrix, np.random.default_rng(2).integers(-99, 100, (200, 200)), "%d", delimiter=","
        )
        asked = {"determinant of order 200": ("det", matrix), "inverse": ("inv", matrix)}
        asked["N=7"] = "certify", "flip", "--faces", "7"
        for name, words in asked.items():
            command = python("-m", "exactbox", *map(str, words), "--certificate", str(file))
            subprocess.run(command, check=True, capture_output=True)
            compare(name, file)
