"""What a type checker knows about exactbox.linalg: `make lint` runs ``mypy --strict`` on this file.

It is the README's example, and every kind of right-hand side. Nothing here is run.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, assert_type

import numpy as np

from exactbox.linalg import (
    ExactMatrix,
    ExactVector,
    factorized,
    solve,
    solve_general,
)

a = [[4, -1, 0], [-1, 4, -1], [0, -1, 4]]


def the_readme() -> None:
    """The README's example."""
    x = solve(a, [1, 0, "1/3"])
    assert_type(x, ExactVector)
    assert_type(x[0], Fraction)
    assert_type(x.decimal(0, 30), str)
    x.info.methods  # noqa: B018
    prepared = factorized(a)
    assert_type(prepared.solve([1, 0, 0]), ExactVector)
    assert_type(prepared.solve_transposed([[1, 0], [0, 1], [0, 0]]), ExactMatrix)
    found = solve_general([[1, 2, 3], [2, 4, 7]], [1, 2])
    assert_type(found.particular, ExactVector)
    assert_type(found.nullspace, ExactMatrix)


def vectors() -> None:
    """A vector."""
    x = solve(a, [1, 2, 3])
    integers: list[int] = [1, 0, 0]
    assert_type(solve(a, integers), ExactVector)
    assert_type(solve(a, (1, Fraction(1, 2), "0.1")), ExactVector)
    assert_type(solve(a, ["1", "2", "3"]), ExactVector)
    assert_type(solve(a, [Decimal(1), Decimal(2), Decimal(3)]), ExactVector)
    assert_type(solve(a, range(3)), ExactVector)
    assert_type(solve(a, x, want=[1]), ExactVector)
    assert_type(solve(a, [1.0, 2.0, 3.0], method="lift", floats="exact"), ExactVector)


def matrices() -> None:
    """A matrix."""
    assert_type(solve(a, [[1], [2], [3]]), ExactMatrix)
    assert_type(solve(a, ((1, "1/2"), (2, "2"), (3, "3"))), ExactMatrix)
    assert_type(solve("a.mtx", "b.mtx", method="dixon"), ExactMatrix)
    assert_type(solve(a, Path("b.mtx")), ExactMatrix)
    assert_type(solve(a, {(0, 0): "1/2", (2, 0): 1}), ExactMatrix)
    assert_type(solve(a, solve(a, a)), ExactMatrix)


def anything() -> None:
    """The type does not say."""
    b: Any = np.array([1, 2, 3])
    assert_type(solve(a, b), Any)


def operators() -> None:
    """Operators and indices."""
    x = solve(a, [1, 2, 3])
    m = solve(a, a)
    assert_type(m @ x, ExactVector)
    assert_type(m @ m, ExactMatrix)
    assert_type(x @ x, Fraction)
    assert_type(x @ m, ExactVector)
    assert_type(m[0, 1], Fraction)
    assert_type(m[0], ExactVector)
    assert_type(m[1:], ExactMatrix)
    assert_type(m[[0, 2]], ExactMatrix)
    assert_type(x[1:], ExactVector)
    assert_type(2 * x - x / 2 + [1, 2, 3], ExactVector)
    assert_type(m.T, ExactMatrix)
    assert_type(ExactMatrix(a), ExactMatrix)
