"""Back substitution in sparse rows with numbers of any length.

Of an echelon form the rows are equations ``sum_j v_j x_j = 0``. From the last one on, each gives
its leading unknown by the free ones,

    x_lead = -(sum of the others) / v_lead = sum_f n_f x_f / d,

and the same sums, of all entries of a row of A, are 0 where A x = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from flint import fmpz

from exactbox.linalg.elimination.structured import Csr

Row = tuple[dict[int, fmpz], fmpz]  # n_f by f, none of them 0; d, which is not 0
Solved = dict[int, Row]  # unknowns by the free ones, which are not in it


def substitute(form: Csr, solved: Solved) -> None:
    """The leading unknowns of an echelon form, by those that are solved and the free ones."""
    for (lead, *columns), (p, *values) in reversed(list(_rows(form))):
        n, d = _combination(zip(columns, values, strict=True), solved)
        content = d = -d * p
        for e in n.values():
            content = content.gcd(e)
            if content == 1:
                break
        if content != 1:
            n, d = {f: e // content for f, e in n.items()}, d // content
        solved[lead] = ({f: -e for f, e in n.items()}, -d) if d < 0 else (n, d)


def vanishes(a: Csr, solved: Solved) -> bool:
    """Whether A x = 0 for all values of the free unknowns."""
    rows = (zip(columns, values, strict=True) for columns, values in _rows(a))
    return not any(_combination(row, solved)[0] for row in rows)


def _rows(a: Csr) -> Iterator[tuple[list[int], list[int]]]:
    """Columns and entries of each row."""
    columns, values = a.indices.tolist(), a.data.tolist()
    return ((columns[low:high], values[low:high]) for low, high in pairwise(a.indptr.tolist()))


def _combination(entries: Iterable[tuple[int, int]], solved: Solved) -> Row:
    """The sum of these multiples of unknowns."""
    known, common = [], fmpz(1)
    total: dict[int, fmpz] = {}
    for j, v in entries:
        if j in solved:
            known.append((v, *solved[j]))
            common = common.lcm(solved[j][1])
        else:
            total[j] = fmpz(v)
    if common != 1:
        total = {j: common * v for j, v in total.items()}
    for v, n, d in known:
        factor = common // d * v
        for f, e in n.items():
            total[f] = total[f] + factor * e if f in total else factor * e
    return {f: e for f, e in total.items() if e != 0}, common
