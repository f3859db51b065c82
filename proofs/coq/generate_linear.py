"""Coq data from certificates about linear systems."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from coq_text import Data, definition, filled, integer, lines, listed, numeral

Row = list[tuple[int, int]]  # columns and values

PRIMES = [p for p in range(2, 200) if all(p % q for q in range(2, p))]

# The theorems, and what they are applied to; m, n, k, r are sizes. Determinants have none.
THEOREMS = {
    "solution": "solution_checked {m} {n} {k} {system} Data.denominator Data.unknowns",
    "unique": "unique_checked {m} {n} {k} {system} Data.denominator Data.unknowns\n"
    "    Data.regular_minor",
    "singular": "singular_checked {n} {system} Data.weights",
    "inconsistent": "inconsistent_checked {m} {n} {k} {system} Data.weights",
    "rank": "rank_checked {m} {n} {r} {system} Data.kernel_denominator Data.kernel\n"
    "    Data.regular_minor",
    "no_integer_solution": "no_integer_solution_checked {m} {n} {k} {system}\n"
    "    Data.weights_denominator Data.weights",
    "entry": "entry_checked {n} {k} {system} {row} {column} Data.regular_minor\n"
    "    Data.weights_denominator Data.weights",
    "least_squares": "least_squares_checked {m} {n} {k} {system} Data.multiple\n"
    "    Data.denominator Data.unknowns",
    "unique_least_squares": "unique_least_squares_checked {m} {n} {k} {system} Data.multiple\n"
    "    Data.denominator Data.unknowns Data.regular_minor",
    "minimum_norm": "minimum_norm_checked {m} {n} {k} {system} Data.multiple\n"
    "    Data.denominator Data.unknowns Data.weights_denominator Data.combination",
    "general": "general_checked {m} {n} {k} {r} {system} Data.denominator Data.unknowns\n"
    "    Data.kernel_denominator Data.kernel Data.regular_minor",
}


def data_of(certificate: dict[str, Any], system: str = "") -> Data:
    """What Coq needs to believe what is said of a system, which may have a definition by name."""
    question, witness = certificate["question"], certificate["witness"]
    statement, matrix = question["statement"], rows_of(question["matrix"])
    size = {"m": len(matrix), "n": question["matrix"]["columns"], "k": 0}
    size |= {name: question[name] for name in ("row", "column") if name in question}
    if "right" in question:
        size["k"] = question["right"]["columns"]
    parts = [] if system else [definition("system", "list equation", equations(question))]
    if "solution" in witness:
        parts += columns_over("denominator", "unknowns", witness["solution"])
    if "kernel" in witness and statement != "singular":
        parts += columns_over("kernel_denominator", "kernel", witness["kernel"])
    elif statement in ("singular", "inconsistent"):
        vector = witness["kernel" if statement == "singular" else "weights"]
        parts.append(vector_of("weights", over_one(vector)[1]))  # up to a factor
    elif statement in ("no_integer_solution", "entry"):
        common, rows = over_one(witness["weights"])
        parts.append(definition("weights_denominator", "positive", f"  {numeral(common)}"))
        parts.append(vector_of("weights", rows))
    elif statement == "minimum_norm":
        parts += columns_over("weights_denominator", "combination", witness["weights"])
    if "least_squares" in statement or statement == "minimum_norm":
        multiple = math.lcm(*map(integer, question["denominators"]))
        parts.append(definition("multiple", "positive", f"  {numeral(multiple)}"))
    if "minor" in witness:
        size["r"] = len(witness["minor"]["rows"])
        parts.append(definition("regular_minor", "minor", minor(witness["minor"], matrix)))
    theorem = THEOREMS[statement].format(system=system or "Data.system", **size)
    return Data("Local Open Scope Z_scope.\n\n" + "\n".join(parts), theorem)


def strategies(witness: dict[str, Any]) -> Data:
    """Those of a matrix game."""
    parts = []
    for name in ("rows", "columns"):
        common, rows = over_one(witness[name])
        whole = listed(numeral(row[0][1] if row else 0) for row in rows)
        parts.append(definition(name, "numbers", f"  Numbers {common}\n{whole}"))
    theorem = "strategies_checked _ _ _ _ Data.rows Data.columns"
    return Data("Local Open Scope Z_scope.\n\n" + "\n".join(parts), theorem)


def rows_of(given: dict[str, Any]) -> list[Row]:
    """The rows of a matrix."""
    entries = zip(given["places"], map(integer, given["numerators"]), strict=True)
    return [[next(entries) for _ in range(size)] for size in given["sizes"]]


def over_one(given: dict[str, Any]) -> tuple[int, list[Row]]:
    """A common denominator, and the rows of a matrix of rationals times that."""
    denominators = [integer(d) for d in given["denominators"]]
    common = math.lcm(*denominators)
    factors = [common // denominators[block] for block in given["blocks"]]
    rows = zip(rows_of(given), factors, strict=True)
    return common, [[(j, value * factor) for j, value in row] for row, factor in rows]


def equations(question: dict[str, Any]) -> str:
    """The rows of both sides."""
    left = rows_of(question["matrix"])
    right = rows_of(question["right"]) if "right" in question else [[] for _ in left]
    return lines(
        f"Equation {numeral(integer(d))} {row_text(a)} {row_text(b)}"
        for d, a, b in zip(question["denominators"], left, right, strict=True)
    )


def columns_over(denominator: str, name: str, given: dict[str, Any]) -> list[str]:
    """The definitions of a matrix of rationals."""
    common, rows = over_one(given)
    return [
        definition(denominator, "positive", f"  {numeral(common)}"),
        definition(name, "list row", lines(map(row_text, rows))),
    ]


def vector_of(name: str, rows: Iterable[Row]) -> str:
    """The definition of a vector of integers."""
    integers = [row[0][1] if row else 0 for row in rows]
    return definition(name, "list Z", listed(map(numeral, integers)))


def row_text(row: Iterable[tuple[int, int]]) -> str:
    """A row."""
    return f"[{'; '.join(f'({j}%N, {numeral(v)})' for j, v in row)}]"


# Minors -------------------------------------------------------------------------------------------


def minor(given: dict[str, Any], matrix: Sequence[Row]) -> str:
    """The minor, modulo a prime as small as may be, as numbers of few digits are faster."""
    rows, columns = given["rows"], given["columns"]
    for modulus, choose in [*((p, True) for p in PRIMES), (integer(given["modulus"]), False)]:
        found = eliminated(rows, columns, modulus, matrix, choose)
        if found is not None:
            fields = [
                filled(f"Minor {numeral(modulus)}"),
                listed(map(str, found), "%N"),
                listed(map(str, columns), "%N"),
            ]
            return "\n".join(fields)
    raise ValueError("the minor cannot be eliminated")


def eliminated(
    rows: Sequence[int], columns: Sequence[int], modulus: int, matrix: Sequence[Row], choose: bool
) -> list[int] | None:
    """The rows in the order of their pivots; None where there is none.

    A row may be chosen among those that have a pivot, else the order is kept.
    """
    wanted, order = set(columns), list[int]()
    left = {i: {j: v % modulus for j, v in matrix[i] if j in wanted and v % modulus} for i in rows}
    for j in columns:
        usable = [
            i
            for i in (left if choose else [next(iter(left))])
            if j in left[i] and math.gcd(left[i][j], modulus) == 1
        ]
        if not usable:
            return None
        best = min(usable, key=lambda i: len(left[i]))
        pivot = left.pop(best)
        inverse = pow(pivot.pop(j), -1, modulus)
        order.append(best)
        for row in left.values():
            if value := row.pop(j, 0):
                factor = value * inverse % modulus
                for c, v in pivot.items():
                    row[c] = (row.get(c, 0) - factor * v) % modulus
                    if not row[c]:
                        del row[c]
    return order
