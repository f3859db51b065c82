"""The null space, the rank, and all solutions: statements about linear systems (`linear`)."""

from __future__ import annotations

from ..linear import LISTS, SYSTEM, A, Check, System, check_minor, check_solution
from ..reading import Json, holds


def check_singular(s: System, w: Json) -> None:
    """A is square and A k = 0 for a vector k that is not 0, so A does not have an inverse: that
    times A k, which is 0, would be k.

    Coq: `no_inverse` (proofs/coq/Linear.v), `singular_checked` (proofs/coq/LinearChecker.v).
    """
    holds(s.m == s.n, f"A is {s.m} x {s.n}, not square")
    holds(any(w["kernel"].rows), "kernel: the vector is 0")
    s.check_product(s.a, w["kernel"], s.b, "A k is not 0")


def check_null_space(s: System, w: Json) -> None:
    """A K = 0 for n - r independent columns of K, where r is the order of the minor.

    They are independent as for each column of K some row of K is 0 everywhere else. So the rank of
    A is r or less, and by the minor r or more: it is r, and the columns of K are a basis of the
    null space; the solutions of A X = B are one of them, X, with any combination of these added to
    each column.
    Coq: `null_space`, `rank_is`, `all_solutions` (proofs/coq/Linear.v), `rank_checked`,
    `general_checked` (proofs/coq/LinearChecker.v).
    """
    s.check_product(s.a, w["kernel"], [{}] * s.m, "A K is not 0")
    count = len({c for row in w["kernel"].rows if len(row) == 1 for c in row})
    width = s.n - len(w["minor"]["rows"])
    alone = f"{count} of its {width} columns have a row that is 0 everywhere else"
    holds(count >= width, f"kernel: {alone}")


SENTENCES = {
    "general": f"{SYSTEM} has exactly the solutions X + K C, with the X and K that {LISTS} and any "
    "C; the columns of K are a basis of the null space of A, which has rank {rank}",
    "rank": f"{A} has rank {{rank}}; {LISTS} a basis of its null space",
    "singular": f"{A} is singular: A k = 0 for the k that {LISTS}, which is not 0",
}
STATEMENTS: dict[str, tuple[str, list[Check]]] = {
    "general": ("kernel minor solution", [check_solution, check_null_space, check_minor]),
    "rank": ("kernel minor", [check_null_space, check_minor]),
    "singular": ("kernel", [check_singular]),
}
