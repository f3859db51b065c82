"""Elimination and back substitution in sparse rows with numbers of any length.

A row is an equation ``sum_j v_j x_j = 0``. Of rows with the same leading (leftmost) unknown the
shortest is a pivot, and is taken from the others; so no two of those that are left lead at the same
unknown. From the last one on, each gives its leading unknown by the free ones,

    x_lead = -(sum of the others) / v_lead = sum_f n_f x_f / d,

and the same sums, of all entries of a row of A, are 0 where A x = 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import gcd

from flint import fmpz

from exactbox.linalg.elimination.structured import Csr

Row = dict[int, int]  # unknown to coefficient, not 0
Solved = dict[int, tuple[dict[int, fmpz], fmpz]]  # unknown to n_f by f, not 0, and d > 0


class BudgetError(ArithmeticError):
    """There are more steps than there may be."""


class Budget:
    """Steps that may be taken: products of two numbers."""

    def __init__(self, steps: float) -> None:
        self._left = steps

    def spend(self, steps: int) -> None:
        """So many are taken; a BudgetError if there are no more."""
        self._left -= steps
        if self._left < 0:
            raise BudgetError("elimination takes too many steps")


def rows_of(a: Csr) -> list[Row]:
    """The rows of a matrix."""
    entries = list(zip(a.indices.tolist(), a.data.tolist(), strict=True))
    return [dict(entries[low:high]) for low, high in pairwise(a.indptr.tolist())]


def echelon_rows(rows: Iterable[Row], budget: Budget) -> list[tuple[int, Row]]:
    """An echelon form: rows by their leading unknowns, which increase."""
    leading: dict[int, list[Row]] = {}
    for row in rows:
        if row:
            leading.setdefault(min(row), []).append(row)
    form, left = [], [*leading]
    heapify(left)
    while left:
        j = heappop(left)
        group = leading.pop(j)
        pivot = min(group, key=len)
        form.append((j, pivot))
        budget.spend(len(pivot) * (len(group) - 1))
        for other in group:
            if other is pivot:
                continue
            row = _eliminated(other, pivot, j)
            if row and (k := min(row)) in leading:
                leading[k].append(row)
            elif row:
                leading[k] = [row]
                heappush(left, k)
    return form


def _eliminated(row: Row, pivot: Row, j: int) -> Row:
    """The row without x_j, in lowest terms."""
    if len(pivot) == 1:  # x_j = 0
        total = row.copy()
        del total[j]
    else:
        common = gcd(pivot[j], row[j])
        p, q = pivot[j] // common, row[j] // common
        total = {k: p * v for k, v in row.items()} if p != 1 else row.copy()
        for k, v in pivot.items():
            value = total.get(k, 0) - q * v
            if value:
                total[k] = value
            else:
                del total[k]
    content = gcd(*total.values())
    return {k: v // content for k, v in total.items()} if content > 1 else total


def substitute(form: Iterable[tuple[int, Row]], solved: Solved, budget: Budget) -> None:
    """Leading unknowns, the last one first, by those that are solved and the free ones."""
    for lead, row in form:
        if len(row) == 1:  # x_lead = 0
            solved[lead] = {}, fmpz(1)
            continue
        budget.spend(sum(len(solved[j][0]) for j in row if j in solved))
        n, d = _combination(((j, v) for j, v in row.items() if j != lead), solved)
        content = d = -d * row[lead]
        for e in n.values():
            content = content.gcd(e)
            if content == 1:
                break
        if content != 1:
            n, d = {f: e // content for f, e in n.items()}, d // content
        solved[lead] = ({f: -e for f, e in n.items()}, -d) if d < 0 else (n, d)


def vanish(rows: Iterable[Row], solved: Solved) -> bool:
    """Return whether these equations hold for all values of the free unknowns."""
    return not any(_combination(row.items(), solved)[0] for row in rows)


def _combination(
    entries: Iterable[tuple[int, int]], solved: Solved
) -> tuple[dict[int, fmpz], fmpz]:
    """The sum of these multiples of unknowns, by the free ones, and its denominator."""
    known, common = [], fmpz(1)
    total: dict[int, fmpz] = {}
    for j, v in entries:
        if j not in solved:
            total[j] = fmpz(v)
        elif solved[j][0]:  # x_j is not 0
            known.append((v, *solved[j]))
            common = common.lcm(solved[j][1])
    if not known:
        return total, common
    if common != 1:
        total = {j: common * v for j, v in total.items()}
    for v, n, d in known:
        factor = common // d * v
        for f, e in n.items():
            total[f] = total[f] + factor * e if f in total else factor * e
    return {f: e for f, e in total.items() if e != 0}, common
