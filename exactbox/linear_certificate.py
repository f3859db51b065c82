"""Certificates about linear systems: what is claimed, and what proves it, in canonical bytes.

What each claim has to satisfy is stated, and checked, in `exactbox.check`, which shares no code
with this; nothing is handed out that it has not accepted.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np

from exactbox.certificate import VERSION, canonical
from exactbox.check import InvalidCertificate, LinearClaim, MalformedCertificate, check_certificate
from exactbox.files import write
from exactbox.linalg.echelon import elimination_order, primes, rank_profile
from exactbox.linalg.entries import Floats
from exactbox.linalg.exact import ExactMatrix
from exactbox.linalg.general import nullspace
from exactbox.linalg.reading import read_exact, read_matrix, read_right_side
from exactbox.linalg.sparse import IntegerMatrix

Parts = dict[str, Any]

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
        Canonical: the same statement always has the same bytes.
    claim : LinearClaim
        What the independent checker says that it proves; ``str`` of it is the sentence.

    Examples
    --------
    >>> from exactbox.linalg import solve
    >>> a, b = [[2, 1], [1, 3]], [1, 1]
    >>> LinearCertificate.unique(a, b, solve(a, b)).claim.rank
    2
    """

    data: bytes = field(repr=False)
    claim: LinearClaim

    @classmethod
    def solution(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """A x = b."""
        matrix, system = _system(a, b, floats)
        return cls._checked("solution", system, {"solution": _solution(x, matrix, floats)})

    @classmethod
    def unique(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """A x = b and for no other x; takes elimination modulo a prime, and so does the check."""
        matrix, system = _system(a, b, floats)
        parts = {"solution": _solution(x, matrix, floats), "minor": _minor(matrix, matrix.shape[1])}
        return cls._checked("unique", system, parts)

    @classmethod
    def singular(cls, a: Any, kernel: Any, *, floats: Floats = None) -> LinearCertificate:
        """A is square and A kernel = 0, where the kernel is not 0."""
        matrix, system = _system(a, None, floats)
        return cls._checked("singular", system, {"kernel": _solution(kernel, matrix, floats)})

    @classmethod
    def inconsistent(cls, a: Any, b: Any, y: Any, *, floats: Floats = None) -> LinearCertificate:
        """y A = 0 and y b is not 0."""
        _, system = _system(a, b, floats)
        witness = read_exact(y, len(system["rows"]), "y", floats)
        # y weighs the rows as they were given, in the certificate it weighs rows of integers
        denominators = [
            witness.denominators[e] * int(row[0], 16)
            for e, row in zip(witness.block_of, system["rows"], strict=True)
        ]
        places = range(len(denominators))
        moved = ExactMatrix(denominators, places, witness.numerators, witness.columns)
        return cls._checked("inconsistent", system, {"witness": _exact(moved)})

    @classmethod
    def rank(cls, a: Any, kernel: Any = None, *, floats: Floats = None) -> LinearCertificate:
        """The rank of A, by a minor and a basis of the null space (computed if it is not given)."""
        matrix, system = _system(a, None, floats)
        return cls._checked("rank", system, _rank(a, kernel, matrix, floats))

    @classmethod
    def general(
        cls, a: Any, b: Any, x: Any, kernel: Any = None, *, floats: Floats = None
    ) -> LinearCertificate:
        """All solutions of A x = b are x plus combinations of the columns of the kernel."""
        matrix, system = _system(a, b, floats)
        parts = {"solution": _solution(x, matrix, floats), **_rank(a, kernel, matrix, floats)}
        return cls._checked("general", system, parts)

    @property
    def sha256(self) -> str:
        """What the certificate is cited by."""
        return self.claim.sha256

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the bytes whole or not at all; gzipped where the name ends in .gz."""
        write(path, self.data)

    @classmethod
    def _checked(cls, claim: str, system: Parts, parts: Parts) -> LinearCertificate:
        data = canonical(
            {
                "certificate": VERSION,
                "kind": "linear",
                "claim": claim,
                "system": system,
                **parts,
            }
        )
        try:
            proved = check_certificate(data)
        except (InvalidCertificate, MalformedCertificate) as error:
            raise ValueError(f"no certificate that it is {claim}: {error}") from None
        assert isinstance(proved, LinearClaim)
        return cls(data, proved)


def _system(a: Any, b: Any, floats: Floats) -> tuple[IntegerMatrix, Parts]:
    """A as integers, and (A | B) as the certificate has it."""
    matrix, scale = read_matrix(a, floats=floats)
    right: list[list[int]] = [[]] * len(scale)
    columns = 0
    if b is not None:
        right, extra, columns, _ = read_right_side(b, len(scale), scale, floats=floats)
        matrix = matrix.with_rows_times(extra)
        scale = [s * e for s, e in zip(scale, extra, strict=True)]
    indptr, indices, data = matrix.rows()
    rows = []
    for i, s in enumerate(scale):
        low, high = indptr[i], indptr[i + 1]
        places = [c for c, e in enumerate(right[i]) if e]
        left = [indices[low:high], [f"{e:x}" for e in data[low:high]]]
        rows.append([f"{s:x}", *left, places, [f"{right[i][c]:x}" for c in places]])
    return matrix, {"columns": matrix.shape[1], "right": columns, "rows": rows}


def _solution(x: Any, matrix: IntegerMatrix, floats: Floats) -> Parts:
    return _exact(read_exact(x, matrix.shape[1], "x", floats))


def _exact(x: ExactMatrix) -> Parts:
    """A matrix of rationals as the certificate has it."""
    rows = []
    for i, block in enumerate(x.block_of):
        entries = list(x.entries_of_row(i))
        rows.append([block, [j for j, _ in entries], [f"{int(n):x}" for _, n in entries]])
    denominators = [f"{int(d):x}" for d in x.denominators]
    return {"columns": x.columns, "denominators": denominators, "rows": rows}


def _rank(a: Any, kernel: Any, matrix: IntegerMatrix, floats: Floats) -> Parts:
    """A minor, the basis of the null space, and the rows where it is diagonal."""
    if kernel is None:
        kernel = nullspace(a, integer=True, floats=floats)
    basis = read_exact(kernel, matrix.shape[1], "kernel", floats)
    free = [-1] * basis.columns
    for i in range(len(basis)):
        entries = [j for j, _ in basis.entries_of_row(i)]
        if len(entries) == 1:
            free[entries[0]] = i
    if -1 in free:
        raise ValueError(
            f"column {free.index(-1)} of the kernel has no row of its own, need a basis as "
            "nullspace gives it"
        )
    minor = _minor(matrix, matrix.shape[1] - basis.columns)
    return {"free": free, "kernel": _exact(basis), "minor": minor}


def _minor(matrix: IntegerMatrix, order: int) -> Parts:
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
