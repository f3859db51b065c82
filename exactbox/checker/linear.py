"""Linear systems: what is said of A X = B over the rationals, and why it is so.

The question. A has m rows and n columns, B has m rows and k columns (`matrices` has how they are
listed: rows of integers, over denominators d(i)).

    {"statement": ..., "denominators": [d(0), ..., d(m - 1)],
     "matrix": {"columns": n, "numerators": [...], "places": [...], "sizes": [...]},
     "right":  {"columns": k, ...},                       where the statement speaks of B
     "row": i, "column": c}                               the place of an entry of X, from 0

Rows times d(i) have the same solutions and the same rank, so below A and B are the integers, but
where the rows are said to be as they are.

    statement             what it says                             its witness
    solution              A X = B                                  solution
    unique                A X = B for this X only                  solution, minor
    singular              m = n, and A has no inverse              kernel
    inconsistent          A X = B for no X                         weights
    rank                  the rank, a basis of the null space      minor, kernel
    general               all X with A X = B                       solution, minor, kernel
    no_integer_solution   A X = B for no X of integers             weights
    entry                 m = n, A has an inverse, and an x(i, c)  minor, weights
    determinant           m = n, and the determinant of A          fractions, minor
    least_squares         |A X - B| is least                       solution
    unique_least_squares  for this X only                          solution, minor
    minimum_norm          of all such X only this has least |X|    solution, weights
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from inspect import getdoc
from math import lcm
from typing import Any, NamedTuple

from .budget import ITEM, Budget, key
from .claim import Claim, said
from .matrices import (
    Rationals,
    System,
    check_product,
    difference,
    fraction,
    rationals,
    read_system,
    stacked,
    times,
    transpose,
    whole,
)
from .minors import check_determinant, minor_order
from .reading import InvalidCertificate, fields, one_of

Facts = dict[str, Any]

FEW = 3  # unknowns that are said one by one
ONE_X = ("unique", "unique_least_squares", "minimum_norm")  # which there is only one of


class Statement(NamedTuple):
    """What can be said of a system."""

    sentence: str
    question: str  # its keys
    witness: str
    checks: tuple[Callable[[System, Any, Budget], Facts], ...]


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """What is proved about a linear system."""
    name = question.get("statement") if isinstance(question, dict) else None
    statement = STATEMENTS[one_of(STATEMENTS, name, "question: statement")]
    fields(question, statement.question, "question")
    fields(witness, statement.witness, "witness")
    system = read_system(question, budget)
    facts: Facts = {"statement": name, "rows": len(system.a), "columns": system.columns}
    facts |= {"right_columns": system.right_columns} if "right" in question else {}
    facts["non_zeros"] = sum(map(len, system.a))
    for each in statement.checks:
        facts |= each(system, witness, budget)
    value = facts.pop("value", None)
    sentence = statement.sentence.format(**facts, value="" if value is None else said(value))
    if name in ONE_X and "solution" in facts:
        values = (f"x({j}) is {v}" for j, v in enumerate(facts["solution"], 1))
        sentence += f": {', '.join(values)}"
    because = (*statement.checks, *[minor_order] * ("minor" in witness and name != "determinant"))
    theorems = tuple(getdoc(function) or "" for function in because)
    return Claim("linear", sentence, value, facts=facts, theorems=theorems)


# Solutions ----------------------------------------------------------------------------------------


def check_solution(system: System, witness: Any, budget: Budget) -> Facts:
    """The X of the certificate is a solution: A X = B, entry by entry.

    Coq: `solution_checked` (proofs/coq/LinearChecker.v).
    """
    x = _solution(system, witness, budget)
    check_product(system.a, x, system.b, "A X is not B", budget)
    return _few(system, x, budget)


def check_unique(system: System, witness: Any, budget: Budget) -> Facts:
    """The solution is the only one: a minor of A of order n is not 0, so A Y = 0 only for Y = 0.

    If A X = A X', as for two solutions or two X with the least |A X - B|, then Y = X - X' is 0.
    Coq: `only_solution` (proofs/coq/Linear.v), `only_least_squares`
    (proofs/coq/LeastSquares.v), `unique_checked` (proofs/coq/LinearChecker.v),
    `unique_least_squares_checked` (proofs/coq/LeastSquaresChecker.v).
    """
    order = minor_order(system, witness, budget)
    if order < system.columns:
        raise InvalidCertificate(f"minor: order {order}, need {system.columns} for one solution")
    return {"rank": order}


def check_singular(system: System, witness: Any, budget: Budget) -> Facts:
    """A is square and A k = 0 for a vector k that is not 0, so A does not have an inverse.

    If it had one, k would be the inverse times A k, which is 0.
    Coq: `no_inverse` (proofs/coq/Linear.v), `singular_checked` (proofs/coq/LinearChecker.v).
    """
    kernel = rationals(witness["kernel"], "kernel", system.columns, 1, budget)
    if len(system.a) != system.columns:
        raise InvalidCertificate(f"A is {len(system.a)} x {system.columns}, not square")
    if not any(kernel.rows):
        raise InvalidCertificate("kernel: the vector is 0")
    check_product(system.a, kernel, system.b, "A k is not 0", budget)
    return {}


def check_inconsistent(system: System, witness: Any, budget: Budget) -> Facts:
    """With the weights w of the rows, w A = 0 and w B is not 0, so no X has A X = B.

    If one had, w B = w A X = 0. (Here the rows are integers: as the question has them, row i
    weighs w(i) d(i).)
    Coq: `no_solution` (proofs/coq/Linear.v), `inconsistent_checked` (proofs/coq/LinearChecker.v).
    """
    weights = rationals(witness["weights"], "weights", len(system.a), 1, budget)
    columns = [*transpose(system.a).values()]
    check_product(columns, weights, [{} for _ in columns], "w A is not 0", budget)
    right = transpose(system.b).values()
    of_b = (term for column in right for term in times(column, weights, budget))
    if not any(n for _, n, _, _ in of_b):
        raise InvalidCertificate("weights: w B is 0")
    return {}


def check_null_space(system: System, witness: Any, budget: Budget) -> Facts:
    """A K = 0 for n - r independent columns of K, where r is the order of the minor.

    They are independent as for each column of K some row of K is 0 everywhere else. So the null
    space has dimension n - r or more, and the rank of A, which is r or more by the minor, is n less
    that dimension. Hence the rank is r, and the columns of K are a basis of the null space; the
    solutions of A X = B are one of them, X, with any combination of these added to each column.
    Coq: `null_space`, `rank_is`, `all_solutions` (proofs/coq/Linear.v), `rank_checked`,
    `general_checked` (proofs/coq/LinearChecker.v).
    """
    order = minor_order(system, witness, budget)
    width = system.columns - order
    kernel = rationals(witness["kernel"], "kernel", system.columns, width, budget)
    check_product(system.a, kernel, [{} for _ in system.a], "A K is not 0", budget)
    alone = {c for row in kernel.rows if len(row) == 1 for c in row}
    if len(alone) < width:
        raise InvalidCertificate(
            f"kernel: {len(alone)} of its {width} columns have a row that is 0 everywhere else"
        )
    return {"rank": order}


def check_no_integer_solution(system: System, witness: Any, budget: Budget) -> Facts:
    """With the weights w of the rows, w A is whole and w B is not, so no X of integers has A X = B.

    If one had, w B = w A X would be whole. (Here the rows are integers: as the question has them,
    row i weighs w(i) d(i).)
    Coq: `no_integers` (proofs/coq/Linear.v), `no_integer_solution_checked`
    (proofs/coq/WeightsChecker.v).
    """
    weights = rationals(witness["weights"], "weights", len(system.a), 1, budget)
    if not all(whole(column, weights, budget) for column in transpose(system.a).values()):
        raise InvalidCertificate("weights: w A is not whole")
    if all(whole(column, weights, budget) for column in transpose(system.b).values()):
        raise InvalidCertificate("weights: w B is whole")
    return {}


def check_entry(system: System, witness: Any, budget: Budget) -> Facts:
    """A has an inverse, so A X = B has one solution; and its entry x(i, c) is entry c of w B.

    A is square, of n columns, and a minor of order n is not 0. The weights w of the rows have w A =
    the unit vector e of i; so row i of X is e X = w A X = w B.
    Coq: `entry_by_weights` (proofs/coq/Linear.v), `entry_checked` (proofs/coq/WeightsChecker.v).
    """
    n, order = system.columns, minor_order(system, witness, budget)
    if order < n:
        raise InvalidCertificate(f"minor: order {order}, need {n} for an inverse")
    if len(system.a) > n:  # they are n or more, by the minor
        raise InvalidCertificate(f"A is {len(system.a)} x {n}, not square")
    weights = rationals(witness["weights"], "weights", n, 1, budget)
    i, c = system.entry
    columns = transpose(system.a)
    unit = [{0: 1} if j == i else {} for j in columns]
    check_product([*columns.values()], weights, unit, "w A is not the unit vector", budget)
    value = Fraction(0)
    for _, over, d, e in times(transpose(system.b).get(c, {}), weights, budget):
        budget.product(d.bit_length(), e.bit_length())
        value = fraction(over, d * e, budget)
    return {"entry": f"X({i + 1}, {c + 1})", "value": value}


# Least squares ------------------------------------------------------------------------------------


def check_least_squares(system: System, witness: Any, budget: Budget) -> Facts:
    """X minimises the norm of each column of A X - B: A' (A X - B) = 0, where A' is A transposed.

    For any Y, A Y - B = (A X - B) + A (Y - X), and the columns of the former are orthogonal to
    those of A; so |A Y - B|^2 = |A X - B|^2 + |A (Y - X)|^2, column by column. (This is of the
    rows as they are. With rows of integers what row i adds to A' (A X - B) counts 1 / d(i)^2; it
    is checked times the square of a multiple of the d(i).)
    Coq: `normal_equations` (proofs/coq/LeastSquares.v), `least_squares_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    x = _solution(system, witness, budget)
    normal, names = [], [*map(key, system.denominators)]
    for column in transpose(system.a).values():
        common = 1
        for d in {names[i]: system.denominators[i] for i in column}.values():
            budget.multiple(common.bit_length(), d.bit_length())
            common = lcm(common, d)
        bits = common.bit_length()
        budget.keep(len(column) * (2 * ITEM + bits // 4))
        for v in column.values():
            budget.product(2 * bits + v.bit_length(), 2 * bits)
        normal.append({i: v * (common // system.denominators[i]) ** 2 for i, v in column.items()})
    rest = difference(system.a, x, system.b, budget)
    check_product(normal, rest, [{} for _ in normal], "A' (A X - B) is not 0", budget)
    return _few(system, x, budget)


def check_minimum_norm(system: System, witness: Any, budget: Budget) -> Facts:
    """Of all X with the least |A X - B| only this has the least |X|, column by column: X = A' Y.

    For another, Z, A (Z - X) = 0; so the columns of Z - X are orthogonal to those of A' Y, and
    |Z|^2 = |X|^2 + |Z - X|^2. (Y is of the rows as they are; the weights w of the certificate, of
    rows of integers, are w(i) = y(i) / d(i).)
    Coq: `least_norm` (proofs/coq/LeastSquares.v), `minimum_norm_checked`
    (proofs/coq/LeastSquaresChecker.v).
    """
    x, m = _solution(system, witness, budget), len(system.a)
    weights = rationals(witness["weights"], "weights", m, system.right_columns, budget)
    columns = transpose(system.a)
    rows = [{**columns.get(j, {}), m + j: -1} for j in range(system.columns)]
    both = stacked(weights, x, budget)
    check_product(rows, both, [{} for _ in rows], "X is not A' Y", budget)
    return {}


def _solution(system: System, witness: Any, budget: Budget) -> Rationals:
    """The X of the certificate."""
    return rationals(witness["solution"], "solution", system.columns, system.right_columns, budget)


def _few(system: System, x: Rationals, budget: Budget) -> Facts:
    """The unknowns, where there are a few, to be said."""
    if system.right_columns != 1 or not 0 < system.columns <= FEW:
        return {}
    values = [fraction(row.get(0, 0), x.denominators[e], budget) for row, e in zip(x.rows, x.block)]
    return {"solution": [*map(said, values)]}


MATRIX = "the {rows} x {columns} rational matrix A ({non_zeros} non-zeros)"
SYSTEM = (
    "the rational system A X = B, A {rows} x {columns} with {non_zeros} non-zeros, "
    "B {rows} x {right_columns},"
)
OF_A, OF_A_AND_B = "denominators matrix statement", "denominators matrix right statement"

STATEMENTS = {
    "determinant": Statement(
        f"{MATRIX} has a determinant that is {{value}}",
        OF_A,
        "fractions minor",
        (check_determinant,),
    ),
    "entry": Statement(
        f"{SYSTEM} has exactly one solution, and its entry {{entry}} is {{value}}",
        f"column {OF_A_AND_B} row",
        "minor weights",
        (check_entry,),
    ),
    "general": Statement(
        f"{SYSTEM} has exactly the solutions X + K C, with the X and K that the certificate lists "
        "and any C; the columns of K are a basis of the null space of A, which has rank {rank}",
        OF_A_AND_B,
        "kernel minor solution",
        (check_solution, check_null_space),
    ),
    "inconsistent": Statement(
        f"{SYSTEM} has no solution: the certificate lists a combination of its equations that "
        "reads 0 = c for a c that is not 0",
        OF_A_AND_B,
        "weights",
        (check_inconsistent,),
    ),
    "least_squares": Statement(
        f"for {SYSTEM} the X that the certificate lists minimises the Euclidean norm of each "
        "column of A X - B",
        OF_A_AND_B,
        "solution",
        (check_least_squares,),
    ),
    "minimum_norm": Statement(
        f"for {SYSTEM} the X that the certificate lists minimises the Euclidean norm of each "
        "column of A X - B, and of all X that do it alone has the least norm in each column",
        OF_A_AND_B,
        "solution weights",
        (check_least_squares, check_minimum_norm),
    ),
    "no_integer_solution": Statement(
        f"{SYSTEM} has no solution in integers: the certificate lists a combination of its "
        "equations that has integers on the left, and on the right a number that is not one",
        OF_A_AND_B,
        "weights",
        (check_no_integer_solution,),
    ),
    "rank": Statement(
        f"{MATRIX} has rank {{rank}}; the certificate lists a basis of its null space",
        OF_A,
        "kernel minor",
        (check_null_space,),
    ),
    "singular": Statement(
        f"{MATRIX} is singular: A k = 0 for the k that the certificate lists, which is not 0",
        OF_A,
        "kernel",
        (check_singular,),
    ),
    "solution": Statement(
        f"{SYSTEM} has the solution that the certificate lists",
        OF_A_AND_B,
        "solution",
        (check_solution,),
    ),
    "unique": Statement(
        f"{SYSTEM} has exactly one solution, the one that the certificate lists",
        OF_A_AND_B,
        "minor solution",
        (check_solution, check_unique),
    ),
    "unique_least_squares": Statement(
        f"for {SYSTEM} the X that the certificate lists, and no other, minimises the Euclidean "
        "norm of each column of A X - B",
        OF_A_AND_B,
        "minor solution",
        (check_least_squares, check_unique),
    ),
}
