"""Files to begin with: matrices, a program, models. ``exactbox examples`` writes them.

The examples of the README and of every ``exactbox COMMAND --help`` run with them.
"""

from __future__ import annotations

from importlib.resources import files

FILES = {  # name: what it is
    "hilbert.csv": "Hilbert's matrix, 3 x 3, a classic of rounding: for inv, det, linsolve",
    "integers.csv": "a matrix of integers, 3 x 3: for smith",
    "points.csv": "where three points are, beside ones: for lstsq, with heights.csv",
    "heights.csv": "how high they are",
    "kuhn.csv": "Kuhn's poker as a table of pure strategies, 27 x 64: for matrix-game",
    "oz.csv": "the weather in the Land of Oz, a table of probabilities: for chain",
    "bread.lp": "a linear program of two variables in CPLEX' LP format: for lp",
    "afiro.mps": "the smallest linear program of Netlib, in MPS format: for lp",
    "retry.drn": "a message by one of two ways, in Storm's explicit format: for solve",
    "queue.drn": "an M/M/1 queue with room for 4, in continuous time: for solve",
    "weather.json": "a Markov chain of three states, written by hand: for solve",
    "frozen-lake.json": "Gymnasium's FrozenLake, 4 x 4, slippery: for solve",
    "die.prism": "a die of fair coins in PRISM's language: for solve (needs exactbox[storm])",
}


def content(name: str) -> bytes:
    """The bytes of one of these files."""
    return files(__package__).joinpath(name).read_bytes()
