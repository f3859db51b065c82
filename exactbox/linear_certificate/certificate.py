"""Certificates about linear systems: what is claimed, and what proves it, in canonical bytes.

What each claim has to satisfy is stated, and checked, in `exactbox.checker.linear`, which shares no
code with this; nothing is returned that it has not accepted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from exactbox.certificate import Proof, UncheckedError, certificate_pieces, check, encode_integer
from exactbox.check import Claim, GaveUp, InvalidCertificate, MalformedCertificate
from exactbox.files import write
from exactbox.linalg.elimination.echelon import LimitError
from exactbox.linalg.general import nullspace
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import (
    lowest_terms,
    read_scaled,
    read_system,
    without_right_side,
)
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.prepared import factorized
from exactbox.linalg.results.exact import read_exact
from exactbox.linalg.results.rows import index
from exactbox.linear_certificate.witness import (
    combination_witness,
    determinant_witness,
    flattened_rows,
    minor_witness,
    over_rows,
    rationals,
)

Json = dict[str, Any]

OF_A = ("singular", "rank", "determinant")  # statements
OF_A_AND_B = (
    *("solution", "unique", "inconsistent", "general", "no_integer_solution", "entry"),
    *("least_squares", "unique_least_squares", "minimum_norm"),
)


@dataclass(frozen=True, repr=False)
class LinearCertificate:
    """A proved statement about A x = b, as it is written to a file.

    Made by `solution`, `unique`, `singular`, `inconsistent`, `rank`, `general`,
    `no_integer_solution`, `entry`, `determinant`, `least_squares`, `unique_least_squares` and
    `minimum_norm`, which take what `exactbox.linalg.solve` and its relatives take and return, and
    raise ValueError, saying which row is wrong, if the statement is false. Those that take
    elimination modulo a prime, which may fill in, raise GaveUp if the check would take more than
    `max_work`, in the units of `exactbox.check.check_certificate`; without it they take what it
    takes.

    Attributes
    ----------
    asked, witness : dict
        What is stated, as `question` gives it, and what proves it.
    claim : Claim
        What the independent checker says that it proves; ``str`` of it is the sentence, and
        ``claim.facts`` has the statement, the sizes and the rank, ``claim.value`` the value of an
        entry or a determinant.
    how : str
        With which integers it was checked, if they are not Python's.

    Examples
    --------
    >>> from exactbox.linalg import solve
    >>> a, b = [[2, 1], [1, 3]], [1, 1]
    >>> LinearCertificate.unique(a, b, solve(a, b)).claim.facts["rank"]
    2
    >>> LinearCertificate.determinant(a).claim.value
    Fraction(5, 1)
    """

    asked: Json = field(compare=False)  # equal hashes are equal bytes
    witness: Json = field(compare=False)
    claim: Claim
    how: str = field(default="", compare=False)

    @property
    def data(self) -> bytes:
        """Canonical: the same statement with the same witness always has the same bytes."""
        return b"".join(self.certificate_parts())

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in pieces of about a megabyte, which are made as they are taken."""
        return certificate_pieces("linear", self.asked, self.witness)

    def __repr__(self) -> str:
        facts = self.claim.facts
        size = f"A {facts['rows']} x {facts['columns']}"
        return f"LinearCertificate({facts['statement']}, {size}, proof {self.sha256[:12]}...)"

    def __str__(self) -> str:
        return str(self.claim)

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"

    @classmethod
    def solution(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """A x = b."""
        stated = _Question("solution", a, b, floats)
        return cls._checked(stated, {"solution": stated.unknowns(x, "x")})

    @classmethod
    def unique(
        cls, a: Any, b: Any, x: Any, *, floats: Floats = None, max_work: int | None = None
    ) -> LinearCertificate:
        """A x = b and for no other x; takes elimination modulo a prime, and so does the check."""
        stated = _Question("unique", a, b, floats)
        minor = stated.minor(stated.matrix.shape[1], max_work)
        return cls._checked(stated, {"minor": minor, "solution": stated.unknowns(x, "x")}, max_work)

    @classmethod
    def singular(cls, a: Any, kernel: Any, *, floats: Floats = None) -> LinearCertificate:
        """A is square and A kernel = 0, where the kernel is not 0."""
        stated = _Question("singular", a, None, floats)
        return cls._checked(stated, {"kernel": stated.unknowns(kernel, "kernel")})

    @classmethod
    def inconsistent(cls, a: Any, b: Any, y: Any, *, floats: Floats = None) -> LinearCertificate:
        """y A = 0 and y b is not 0."""
        stated = _Question("inconsistent", a, b, floats)
        return cls._checked(stated, {"weights": stated.weights(y)})

    @classmethod
    def rank(cls, a: Any, kernel: Any = None, *, floats: Floats = None) -> LinearCertificate:
        """The rank of A, by a minor and a basis of the null space (computed if it is not given)."""
        stated = _Question("rank", a, None, floats)
        return cls._checked(stated, stated.null_space(kernel))

    @classmethod
    def general(
        cls,
        a: Any,
        b: Any,
        x: Any,
        kernel: Any = None,
        *,
        floats: Floats = None,
        max_work: int | None = None,
    ) -> LinearCertificate:
        """All solutions of A x = b are x plus combinations of the columns of the kernel."""
        stated = _Question("general", a, b, floats)
        solution = stated.unknowns(x, "x")
        return cls._checked(
            stated, {"solution": solution, **stated.null_space(kernel, max_work)}, max_work
        )

    @classmethod
    def no_integer_solution(
        cls, a: Any, b: Any, y: Any, *, floats: Floats = None
    ) -> LinearCertificate:
        """A x = b for no x of integers: y A is whole and y b is not (for a matrix b, not all)."""
        stated = _Question("no_integer_solution", a, b, floats)
        return cls._checked(stated, {"weights": stated.weights(y)})

    @classmethod
    def entry(
        cls, a: Any, b: Any, i: int, column: int = 0, y: Any = None, *, floats: Floats = None
    ) -> LinearCertificate:
        """Entry i of the only solution of A x = b, or (i, column) if b is a matrix; both from 0.

        By y with y A = e(i), which is computed if it is not given (SingularMatrixError where there
        is none), and by elimination modulo a prime.
        """
        stated = _Question("entry", a, b, floats, (i, column))
        if y is None:
            unit = [int(j == stated.asked["row"]) for j in range(stated.matrix.shape[1])]
            y = factorized(a, floats=floats).solve_transposed(unit)
        minor = stated.minor(stated.matrix.shape[1])
        return cls._checked(stated, {"minor": minor, "weights": stated.weights(y)})

    @classmethod
    def determinant(cls, a: Any, *, floats: Floats = None) -> LinearCertificate:
        """The determinant of A; takes a solution and an elimination, and the check the latter."""
        stated = _Question("determinant", a, None, floats)
        return cls._checked(stated, determinant_witness(stated.matrix))

    @classmethod
    def least_squares(cls, a: Any, b: Any, x: Any, *, floats: Floats = None) -> LinearCertificate:
        """x minimises |A x - b|, in each column."""
        stated = _Question("least_squares", a, b, floats)
        return cls._checked(stated, {"solution": stated.unknowns(x, "x")})

    @classmethod
    def unique_least_squares(
        cls, a: Any, b: Any, x: Any, *, floats: Floats = None, max_work: int | None = None
    ) -> LinearCertificate:
        """Only x minimises |A x - b|, in each column; takes elimination modulo a prime."""
        stated = _Question("unique_least_squares", a, b, floats)
        minor = stated.minor(stated.matrix.shape[1], max_work)
        return cls._checked(stated, {"minor": minor, "solution": stated.unknowns(x, "x")}, max_work)

    @classmethod
    def minimum_norm(
        cls, a: Any, b: Any, x: Any, y: Any = None, *, floats: Floats = None
    ) -> LinearCertificate:
        """x is the minimiser of |A x - b| of least norm, x = A^T y, in each column.

        y is computed if it is not given (InconsistentSystemError where there is none).
        """
        stated = _Question("minimum_norm", a, b, floats)
        exact = read_exact(x, stated.matrix.shape[1], "x", floats)
        weights = combination_witness(stated.matrix, exact) if y is None else stated.weights(y)
        return cls._checked(stated, {"solution": rationals(exact), "weights": weights})

    @property
    def sha256(self) -> str:
        """The certificate's hash, by which it is cited."""
        return self.claim.sha256

    @property
    def proof(self) -> Proof:
        """The claim that the checker has verified, and with which integers."""
        return Proof(self.claim, self.how)

    def save(self, path: str | os.PathLike[str]) -> Claim:
        """Write the bytes whole or not at all; packed where the name ends in .gz or .xz."""
        write(path, self.certificate_parts())
        return self.claim

    @classmethod
    def _checked(
        cls, stated: _Question, witness: Json, max_work: int | None = None
    ) -> LinearCertificate:
        parts = certificate_pieces("linear", stated.asked, witness)
        try:
            proof = check(parts, max_work=max_work or sys.maxsize)
        except GaveUp as error:
            raise UncheckedLinear(str(error), stated.asked, witness) from None
        except (InvalidCertificate, MalformedCertificate) as error:
            statement = stated.asked["statement"]
            raise ValueError(f"no certificate that it is {statement}: {error}") from None
        return cls(stated.asked, witness, proof.claim, proof.how)


class UncheckedLinear(UncheckedError):
    """The checker has not come to a verdict on a certificate."""

    def __init__(self, why: str, asked: Json, witness: Json) -> None:
        super().__init__(why)
        self.asked, self.witness = asked, witness

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in canonical bytes, in pieces."""
        return certificate_pieces("linear", self.asked, self.witness)


def question(
    statement: str,
    a: Any,
    b: Any = None,
    *,
    entry: tuple[int, int] | None = None,
    floats: Floats = None,
) -> Json:
    """The question of a certificate about A x = b, in its one normal form.

    It is the same for equal matrices, however they are given; nothing in it is rounded. Matrices,
    `floats` and errors are those of `exactbox.linalg`.

    Parameters
    ----------
    statement : str
        One of `OF_A` and `OF_A_AND_B`, which speaks of b: the names of the methods of
        `LinearCertificate`.
    entry : pair of int, optional
        For the statement "entry": row and column of X, from 0.

    Raises
    ------
    ValueError
        If b or an entry is missing, or the statement does not speak of it.

    Examples
    --------
    >>> asked = question("unique", [["1/2", 3]], [2])
    >>> asked["denominators"], asked["matrix"]["numerators"], asked["right"]["numerators"]
    ([2], [1, 6], [4])
    """
    return _Question(statement, a, b, floats, entry).asked


class _Question:
    """A question, and its matrix in integers."""

    matrix: IntegerMatrix  # row i is row i of A times denominators[i]
    denominators: list[int]
    asked: Json

    def __init__(
        self,
        statement: str,
        a: Any,
        b: Any,
        floats: Floats,
        entry: tuple[int, int] | None = None,
    ) -> None:
        if statement not in (*OF_A, *OF_A_AND_B):
            names = ", ".join((*OF_A, *OF_A_AND_B))
            raise ValueError(f"the statement is {statement!r}, need one of {names}")
        for name, value, spoken in (
            ("b", b, statement in OF_A_AND_B),
            ("an entry", entry, statement == "entry"),
        ):
            if (value is not None) != spoken:
                wrong = "need" if spoken else "the statement does not speak of"
                raise ValueError(f"{statement}: {wrong} {name}")
        self.a, self.floats = a, floats
        if b is None:
            system = without_right_side(*read_scaled(a, floats=floats))
        else:
            system = read_system(a, b, floats=floats)
        self.matrix, self.denominators, rows = lowest_terms(system.a, system.scales, system.b)
        self.asked = {
            "statement": statement,
            "denominators": [encode_integer(s) for s in self.denominators],
            "matrix": {"columns": self.matrix.shape[1], **flattened_rows(self.matrix.each_row())},
        }
        if b is not None:
            places = [[c for c, v in enumerate(row) if v] for row in rows]
            right = [(at, [row[c] for c in at]) for at, row in zip(places, rows, strict=True)]
            self.asked["right"] = {"columns": system.columns, **flattened_rows(right)}
        if entry is not None:
            self.asked["row"] = index(entry[0], self.matrix.shape[1], "row")
            self.asked["column"] = index(entry[1], system.columns, "column")

    def unknowns(self, x: Any, name: str) -> Json:
        """A solution, or a vector of the null space."""
        return rationals(read_exact(x, self.matrix.shape[1], name, self.floats))

    def weights(self, y: Any) -> Json:
        """The weights of the rows of integers where y has those of the given rows."""
        weights = read_exact(y, len(self.denominators), "y", self.floats)
        return rationals(over_rows(weights, self.denominators))

    def minor(self, order: int, max_work: int | None = None) -> Json:
        """Rows and columns of a minor of this order, if there is one; GaveUp if it fills in."""
        try:
            return minor_witness(self.matrix, order, max_work)
        except LimitError as error:
            raise GaveUp(f"the check needs more work than {max_work}: {error}") from None

    def null_space(self, kernel: Any, max_work: int | None = None) -> Json:
        """A basis of the null space, and a minor that shows that it is all of it."""
        if kernel is None:
            kernel = nullspace(self.a, integer=True, floats=self.floats)
        basis = read_exact(kernel, self.matrix.shape[1], "kernel", self.floats)
        return {
            "kernel": rationals(basis),
            "minor": self.minor(self.matrix.shape[1] - basis.columns, max_work),
        }
