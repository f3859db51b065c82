"""Certificates about linear systems: what is claimed, and what proves it, in canonical bytes.

What each claim has to satisfy is stated, and checked, in `exactbox.checker.linear`, which shares no
code with this; nothing is handed out that it has not accepted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice, pairwise
from math import gcd
from typing import Any

import numpy as np

from exactbox.certificate import spelled, written
from exactbox.check import (
    Claim,
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
)
from exactbox.files import write
from exactbox.linalg.echelon import elimination_order, primes, rank_profile
from exactbox.linalg.entries import Floats
from exactbox.linalg.exact import ExactMatrix, read_exact
from exactbox.linalg.general import nullspace
from exactbox.linalg.reading import read_matrix, read_right_side
from exactbox.linalg.sparse import IntegerMatrix

Json = dict[str, Any]

_OF_A = ("singular", "rank")
_OF_A_AND_B = ("solution", "unique", "inconsistent", "general")
_PRIMES = 8  # that are tried for a minor


@dataclass(frozen=True)
class LinearCertificate:
    """A proved statement about A x = b, as it is written to a file.

    Made by `solution`, `unique`, `singular`, `inconsistent`, `rank` and `general`, which take what
    `exactbox.linalg.solve` and its relatives take and return, and raise ValueError, saying which
    row is wrong, if the statement is false.

    Attributes
    ----------
    data : bytes
        Canonical: the same statement with the same witness always has the same bytes.
    claim : Claim
        What the independent checker says that it proves; ``str`` of it is the sentence, and
        ``claim.facts`` has the statement, the sizes and the rank.

    Examples
    --------
    >>> from exactbox.linalg import solve
    >>> a, b = [[2, 1], [1, 3]], [1, 1]
    >>> LinearCertificate.unique(a, b, solve(a, b)).claim.facts["rank"]
    2
    """

    data: bytes = field(repr=False)
    claim: Claim

    @classmethod
    def solution(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """A x = b."""
        asked = _Question("solution", a, b, floats)
        return cls._checked(asked, {"solution": asked.unknowns(x, "x")})

    @classmethod
    def unique(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """A x = b and for no other x; takes elimination modulo a prime, and so does the check."""
        asked = _Question("unique", a, b, floats)
        minor = _minor(asked.matrix, asked.matrix.shape[1])
        return cls._checked(asked, {"minor": minor, "solution": asked.unknowns(x, "x")})

    @classmethod
    def singular(cls, a: Any, kernel: Any, *, floats: Floats = None) -> LinearCertificate:
        """A is square and A kernel = 0, where the kernel is not 0."""
        asked = _Question("singular", a, None, floats)
        return cls._checked(asked, {"kernel": asked.unknowns(kernel, "kernel")})

    @classmethod
    def inconsistent(cls, a: Any, b: Any, y: Any, *, floats: Floats = None) -> LinearCertificate:
        """y A = 0 and y b is not 0."""
        asked = _Question("inconsistent", a, b, floats)
        weights = read_exact(y, len(asked.denominators), "y", floats)
        return cls._checked(asked, {"weights": _rationals(_over_rows(weights, asked.denominators))})

    @classmethod
    def rank(cls, a: Any, kernel: Any = None, *, floats: Floats = None) -> LinearCertificate:
        """The rank of A, by a minor and a basis of the null space (computed if it is not given)."""
        asked = _Question("rank", a, None, floats)
        return cls._checked(asked, asked.null_space(kernel))

    @classmethod
    def general(
        cls, a: Any, b: Any, x: Any, kernel: Any = None, *, floats: Floats = None
    ) -> LinearCertificate:
        """All solutions of A x = b are x plus combinations of the columns of the kernel."""
        asked = _Question("general", a, b, floats)
        solution = asked.unknowns(x, "x")
        return cls._checked(asked, {"solution": solution, **asked.null_space(kernel)})

    @property
    def sha256(self) -> str:
        """What the certificate is cited by."""
        return self.claim.sha256

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the bytes whole or not at all; gzipped where the name ends in .gz."""
        write(path, self.data)

    @classmethod
    def _checked(cls, asked: _Question, witness: Json) -> LinearCertificate:
        data = written("linear", asked.asked, witness)
        try:
            return cls(data, check_certificate(data, max_work=sys.maxsize))
        except (GaveUp, InvalidCertificate, MalformedCertificate) as error:
            statement = asked.asked["statement"]
            raise ValueError(f"no certificate that it is {statement}: {error}") from None


def question(statement: str, a: Any, b: Any = None, *, floats: Floats = None) -> Json:
    """The question of a certificate about A x = b, in its one normal form.

    Parameters
    ----------
    statement : {"solution", "unique", "singular", "inconsistent", "rank", "general"}
    a : matrix, shape (m, n)
        All that `exactbox.linalg.solve` takes, the path of a MatrixMarket file among them.
    b : vector of m entries or matrix with m rows, optional
        For the statements that speak of it, which are all but "singular" and "rank".
    floats : {None, "exact", "decimal"}
        As in `exactbox.linalg.solve`.

    Returns
    -------
    dict
        The same for equal matrices, however they are given; nothing in it is rounded.

    Raises
    ------
    TypeError, ValueError
        As `exactbox.linalg.solve`; ValueError if the statement is not one of these, b is missing,
        or the statement does not speak of b.

    Examples
    --------
    >>> asked = question("unique", [["1/2", 3]], [2])
    >>> asked["denominators"], asked["matrix"]["numerators"], asked["right"]["numerators"]
    ([2], [1, 6], [4])
    """
    return _Question(statement, a, b, floats).asked


class _Question:
    """A question, and its matrix in integers."""

    matrix: IntegerMatrix  # row i is row i of A times a multiple of denominators[i]
    denominators: list[int]
    asked: Json

    def __init__(self, statement: str, a: Any, b: Any, floats: Floats) -> None:
        if statement not in (*_OF_A, *_OF_A_AND_B):
            known = ", ".join((*_OF_A, *_OF_A_AND_B))
            raise ValueError(f"the statement is {statement!r}, need one of {known}")
        if (b is None) != (statement in _OF_A):
            wrong = "need b" if b is None else "the statement does not speak of b"
            raise ValueError(f"{statement}: {wrong}")
        self.a, self.floats = a, floats
        self.matrix, scale = read_matrix(a, floats=floats)
        rows: list[list[int]] = [[]] * len(scale)
        width = 0
        if b is not None:
            rows, extra, width, _ = read_right_side(b, len(scale), scale, floats=floats)
            self.matrix = self.matrix.with_rows_times(extra)
            scale = [s * e for s, e in zip(scale, extra, strict=True)]
        indptr, indices, data = self.matrix.rows()
        left = []
        for i, (low, high) in enumerate(pairwise(indptr)):
            values = data[low:high]
            common = gcd(scale[i], *values, *rows[i]) if scale[i] > 1 else 1
            if common > 1:  # where duplicates have been added up
                values = [v // common for v in values]
                rows[i] = [v // common for v in rows[i]]
                scale[i] //= common
            left.append((indices[low:high], values))
        self.denominators = scale
        self.asked = {
            "statement": statement,
            "denominators": [spelled(s) for s in scale],
            "matrix": {"columns": self.matrix.shape[1], **_listed(left)},
        }
        if b is not None:
            places = [[c for c, v in enumerate(row) if v] for row in rows]
            right = [(at, [row[c] for c in at]) for at, row in zip(places, rows, strict=True)]
            self.asked["right"] = {"columns": width, **_listed(right)}

    def unknowns(self, x: Any, name: str) -> Json:
        """A solution, or a vector of the null space."""
        return _rationals(read_exact(x, self.matrix.shape[1], name, self.floats))

    def null_space(self, kernel: Any) -> Json:
        """A basis of the null space, and a minor that shows that it is all of it."""
        if kernel is None:
            kernel = nullspace(self.a, integer=True, floats=self.floats)
        basis = read_exact(kernel, self.matrix.shape[1], "kernel", self.floats)
        return {
            "kernel": _rationals(basis),
            "minor": _minor(self.matrix, self.matrix.shape[1] - basis.columns),
        }


def _listed(rows: Iterable[tuple[Iterable[int], Iterable[Any]]]) -> Json:
    """Rows, each as columns and values, in one list of each."""
    places: list[int] = []
    numerators: list[int | str] = []
    sizes: list[int] = []
    for columns, values in rows:
        before = len(places)
        places += columns
        numerators += map(spelled, values)
        sizes.append(len(places) - before)
    return {"numerators": numerators, "places": places, "sizes": sizes}


def _rationals(x: ExactMatrix) -> Json:
    """A matrix of rationals as the witness has it."""
    cells = (list(x.entries_of_row(i)) for i in range(len(x)))
    rows = (([j for j, _ in row], [n for _, n in row]) for row in cells)
    return {
        "blocks": list(x.block_of),
        "denominators": [spelled(d) for d in x.denominators],
        **_listed(rows),
    }


def _over_rows(y: ExactMatrix, denominators: list[int]) -> ExactMatrix:
    """Row i of y over denominators[i]: y weighs rows as they were given, this rows of integers."""
    blocks: dict[tuple[int, int], int] = {}
    block_of, numerators = [], []
    for row, e, d in zip(y.numerators, y.block_of, denominators, strict=True):
        divides = all(n % d == 0 for n in row)
        numerators.append([n // d for n in row] if divides else list(row))
        block_of.append(blocks.setdefault((e, 1 if divides else d), len(blocks)))
    return ExactMatrix([y.denominators[e] * d for e, d in blocks], block_of, numerators, y.columns)


def _minor(matrix: IntegerMatrix, order: int) -> Json:
    """Rows and columns of a minor that is not zero, in an order in which they are eliminated.

    Where the rank is less than the order that is wanted, the minor is smaller.
    """
    for prime in islice(primes(), _PRIMES):  # one that divides the minor shows it too small
        rows, columns = (np.array(e, dtype=np.int64) for e in rank_profile(matrix, prime))
        if len(rows) >= order:
            break
    first, second = elimination_order(matrix.permuted(rows, columns), prime)
    return {
        "columns": columns[second].tolist(),
        "modulus": prime,
        "rows": rows[first].tolist(),
    }
