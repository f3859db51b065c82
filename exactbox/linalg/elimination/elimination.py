"""Sparse Gaussian elimination over the integers, for chains and for systems on which floats fail.

Row o loses the unknown of pivot (i, j) by

    row o  <-  (p row o - q row i) / content,     p = A_ij / g,  q = A_oj / g,  g = gcd(A_ij, A_oj),

so that all numbers stay integers; what is left of a row is, up to a factor, made of minors of A,
and taking the content out keeps that factor small. The right-hand side goes along. Backwards,
x_j = n_j / d over one denominator d, which grows by the factor that an unknown lacks; the unknowns
solved before are multiplied when they are read.

What counts is the order. A pivot with r entries in its row and c in its column changes (r - 1)(c -
1) places (Markowitz), and the longer its numbers, the more that costs. By ``places^2 bits`` a chain
of equations is not rolled up from one end, with numbers that grow all the way: every second unknown
leaves, then every second of the rest. As in nested dissection half of the pivots are short, a
quarter twice as long, and together they take O(n log n) bits instead of O(n^2) (tridiagonal, 20,000
unknowns of 33,000 bits: 0.4 s instead of 2.8 s). Rows wait in a heap by what they cost when they
were last looked at, and are put back if it is more by now.

The answer can be longer than all that: 100,000 unknowns of 165,000 bits, which so took 7 s, are
2.1 GB. One that takes more than half of the machine's memory is refused.

Where the rest fills in, a dense method (Dixon's, by FLINT) solves it, and the elimination is taken
back from there.

No pivot is zero, so that a complete elimination proves that A has an inverse.

Symbols: ``rows[i]`` the non-zeros of row i, by column; ``right[i]`` those of the right-hand side;
``holders[j]`` the rows left that have column j.

Sources: Markowitz, *The elimination form of the inverse*, 1957; George, *Nested dissection of a
regular finite element mesh*, 1973; Duff, Erisman, Reid, *Direct methods for sparse matrices*, 2017.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise

import numpy as np
from flint import fmpz, fmpz_mat, nmod_mat

from exactbox.linalg.elimination.echelon import primes
from exactbox.linalg.elimination.modular import block_determinant, sign
from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.matrices.integers import tree_product
from exactbox.linalg.matrices.sparse import IntegerMatrix
from exactbox.linalg.results.exact import FmpzRows
from exactbox.parallel import memory_limit
from exactbox.progress import report_done

Condition = Callable[[int, int], bool]  # of the places of the next pivot, and the rows left

_Row = dict[int, fmpz]


class FillError(ArithmeticError):
    """Elimination fills in too much; says nothing about A itself."""


def eliminate_rows(
    a: IntegerMatrix,
    r: FmpzRows,
    hopeless: Condition | None = None,
    dense: Condition | None = None,
    nonsingular: bool = False,
) -> tuple[FmpzRows, fmpz, int]:
    """N and d > 0 with A N = d R, for a square A, and how many unknowns a dense method solved.

    Before every pivot ``hopeless(places, left)`` says whether to give up, with a `FillError`, and
    ``dense(places, left)`` whether to solve the rest as a dense matrix; `places` are those that the
    pivot changes, `left` the rows that are left. Unless A is known to be `nonsingular`, a
    `SingularBlockError` says that it is not: of a dense rest, as far as one prime tells.
    """
    work = _Elimination(a, r)
    work.run(hopeless, dense)
    n, d = work.substituted(len(r[0]), nonsingular)
    return n, d, len(r) - work.pivots


def determinant_by_elimination(a: IntegerMatrix, hopeless: Condition) -> fmpz:
    """The determinant of a square A, of its pivots and of what rows were multiplied by on the way.

    It agrees with elimination modulo a prime, whose order is another. A `FillError` as above.
    """
    work = _Elimination(a, [[]] * a.shape[0])
    try:
        work.run(hopeless)
    except SingularBlockError:  # a row of zeros
        return fmpz(0)
    rows, columns = (np.array(e) for e in zip(*work._pivots, strict=True))
    above, one = [work._rows[i][j] for i, j in work._pivots] + work.contents, fmpz(1)
    value, rest = divmod(tree_product(above, one), tree_product(work.factors, one))
    value *= sign(rows) * sign(columns)
    prime = next(primes())
    if rest != 0 or value % prime != block_determinant(a, prime):
        raise ArithmeticError("a determinant is wrong: this is a bug, please report it")
    return value


class _Elimination:
    """The rows, and the pivots so far."""

    def __init__(self, a: IntegerMatrix, r: FmpzRows) -> None:
        indptr, indices, data = a.rows()
        self._rows: list[_Row] = [
            {indices[p]: fmpz(data[p]) for p in range(low, high)} for low, high in pairwise(indptr)
        ]
        self._right: list[_Row] = [{c: e for c, e in enumerate(row) if e != 0} for row in r]
        self._holders: list[set[int]] = [set() for _ in self._rows]
        for i, row in enumerate(self._rows):
            for j in row:
                self._holders[j].add(i)
        self._pivots: list[tuple[int, int]] = []
        self.factors: list[fmpz] = []  # that rows were multiplied by,
        self.contents: list[fmpz] = []  # ... and divided

    @property
    def pivots(self) -> int:
        """How many there are so far."""
        return len(self._pivots)

    def run(
        self,
        hopeless: Condition | None = None,
        dense: Condition | None = None,
    ) -> None:
        """Eliminate all rows, the cheapest first, or all but a dense rest."""
        m = len(self._rows)
        heap = [(self._cheapest(i)[0], i) for i in range(m)]
        heapify(heap)
        while heap:
            found, i = heappop(heap)
            cost, j, places = self._cheapest(i)
            if cost > found and heap and (cost, i) > heap[0]:
                heappush(heap, (cost, i))
                continue
            left = m - len(self._pivots)
            if hopeless is not None and hopeless(places, left):
                raise FillError(
                    f"elimination fills in: the next pivot of {left} left changes {places} places"
                )
            if dense is not None and dense(places, left):
                return
            self._eliminate(i, j)
            report_done(len(self._pivots), m)

    def _cheapest(self, i: int) -> tuple[int, int, int]:
        """The cost of a pivot in row i, its column, and the places that it changes."""
        row, holders = self._rows[i], self._holders
        if not row:
            raise SingularBlockError
        j, fewest, bits = -1, len(holders) + 1, 0
        for k, v in row.items():
            count = len(holders[k])
            if count < fewest or (count == fewest and v.bit_length() < bits):
                j, fewest, bits = k, count, v.bit_length()
        places = (len(row) - 1) * (fewest - 1)
        return places * places * bits, j, places

    def _eliminate(self, i: int, j: int) -> None:
        """Take column j out of the other rows."""
        row, holders = self._rows[i], self._holders
        self._pivots.append((i, j))
        for k in row:
            holders[k].discard(i)
        pivot = row.pop(j)
        for o in holders[j]:
            other = self._rows[o]
            q = other.pop(j)
            g = pivot.gcd(q)
            p, q = pivot // g, q // g
            if p == -1:
                p, q = -p, -q
            new, gone = _combine(other, p, row, q)
            for k in new:
                holders[k].add(o)
            for k in gone:
                holders[k].discard(o)
            _combine(self._right[o], p, self._right[i], q)
            if p != 1:
                self.factors.append(p)
                content = fmpz(0)  # the greatest common divisor of the row
                for v in chain(other.values(), self._right[o].values()):
                    content = content.gcd(v)
                    if content == 1:
                        break
                if content not in (0, 1):
                    self.contents.append(content)
                    for part in (other, self._right[o]):
                        for k in part:
                            part[k] //= content
        holders[j] = set()
        row[j] = pivot

    def _rest(self, columns: int, nonsingular: bool) -> tuple[FmpzRows, fmpz]:
        """The unknowns that no pivot has eliminated, by a dense method; the others are missing."""
        found: FmpzRows = [[]] * len(self._rows)
        if self.pivots == len(self._rows):
            return found, fmpz(1)
        done = {i for i, _ in self._pivots}
        left = [i for i in range(len(self._rows)) if i not in done]
        names = sorted({j for i in left for j in self._rows[i]})
        if len(names) < len(left):
            raise SingularBlockError
        zero = fmpz(0)
        full = fmpz_mat([[self._rows[i].get(j, zero) for j in names] for i in left])
        right = fmpz_mat([[self._right[i].get(c, zero) for c in range(columns)] for i in left])
        if not nonsingular and nmod_mat(full, next(primes())).rank() < len(left):
            raise SingularBlockError
        n, d = full.solve(right).numer_denom()
        for j, row in zip(names, n.tolist(), strict=True):
            found[j] = row
        return found, d

    def substituted(self, columns: int, nonsingular: bool = False) -> tuple[FmpzRows, fmpz]:
        """N and d from the eliminated rows, the last pivot first."""
        found, d = self._rest(columns, nonsingular)
        steps = [d]  # the denominators so far
        step = [0] * len(found)  # N_k = steps[step[k]] x_k
        bits, room = 0, memory_limit() * 4  # half of the memory

        def numerators(k: int) -> list[fmpz]:
            if step[k] != len(steps) - 1:
                factor = d // steps[step[k]]
                found[k], step[k] = [e * factor for e in found[k]], len(steps) - 1
            return found[k]

        for i, j in reversed(self._pivots):
            row = self._rows[i]
            pivot = row.pop(j)
            total = [fmpz(0)] * columns  # A_ij d x_j = d b_i - sum_k A_ik N_k
            for c, e in self._right[i].items():
                total[c] = d * e
            for k, v in row.items():
                for c, e in enumerate(numerators(k)):
                    total[c] -= v * e
            divided = [divmod(e, pivot) for e in total]
            lacking = pivot
            for _, rest in divided:
                if rest != 0:
                    lacking = lacking.gcd(rest)
            if abs(lacking) == abs(pivot):
                found[j] = [quotient for quotient, _ in divided]
            else:
                lacking = abs(lacking) if pivot > 0 else -abs(lacking)
                d *= pivot // lacking
                steps.append(d)
                found[j] = [e // lacking for e in total]
            step[j] = len(steps) - 1
            bits += sum(e.bit_length() for e in found[j])
            if bits > room:
                raise MemoryError(
                    f"the answer is too long: some of {len(found)} unknowns take {bits >> 33} GiB, "
                    f"need at most {room >> 33} GiB, half of the memory that may be used"
                )
            self._rows[i] = self._right[i] = {}
        return [numerators(k) for k in range(len(found))], d


def _combine(target: _Row, p: fmpz, source: _Row, q: fmpz) -> tuple[list[int], list[int]]:
    """target = p target - q source, in place; the places that are new, and those that are zero."""
    if p != 1:
        for k in target:
            target[k] *= p
    new, gone = [], []
    for k, v in source.items():
        before = target.get(k)
        if before is None:
            target[k] = -q * v
            new.append(k)
        else:
            value = before - q * v
            if value == 0:
                del target[k]
                gone.append(k)
            else:
                target[k] = value
    return new, gone
