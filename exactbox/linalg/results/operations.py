"""Sums, products, transposes and joins of exact matrices.

Entry (i, j) of a matrix is ``n[i][j] / d[block_of[i]]``: the rows of a block share a denominator.
A product has in row i

    sum_k A[i, k] B[k]  =  1 / d_A(i)  sum_E  1 / d_E  sum_{k in E} n_A[i, k] n_B[k]

for the blocks E of B that the row meets. Where A is sparse, that is how it is summed up, and
the rows that meet the same blocks share the denominator d_A times the least common multiple of the
d_E: a few blocks of a long solution do not need the denominators of the others. Where A is dense,
B is brought over one denominator, and FLINT multiplies the integers.

Nothing is brought to lowest terms. The operators of `exact` come first: they take matrices of other
packages too, read as `matrix_inputs` reads them, and return ``NotImplemented`` for what is none, so
that Python asks the other operand. Everything returns a `Table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, zip_longest
from itertools import product as product_of
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.matrices.entries import exact_ratio, is_whole_float
from exactbox.linalg.matrices.kinds import is_matrix, is_number
from exactbox.linalg.matrices.sparse import MAX_DENSE_PLACES
from exactbox.linalg.results.ratios import common_multiple, same
from exactbox.linalg.results.rows import FlintRows, SparseRow, nonzeros
from exactbox.linalg.results.tables import Rows, Table, read_table, row_of
from exactbox.parallel import require_memory
from exactbox.showing import counted

# Rows of a Kronecker product from which on they are not kept (1,000,000 rows of one
# entry: 4.1 s and 357 MB, made when they are looked at 0.03 s and 8 MB)
_MAX_KEPT_ROWS = 10_000
_BYTES_PER_ROW = 8.0  # bytes that the block of such a row takes
# Multiplications in FLINT that take as long as one in Python's dictionaries (80 where
# 200 x 200 numbers of 8 bits are multiplied, 14 for 100 x 100 of 200 bits, 3 of 2,000)
_FLINT_STEPS_PER_TERM = 20


def plus(x: Rows, other: Any, sign: int = 1) -> Any:
    """x + other, or x - other."""
    if not is_matrix(other):
        return NotImplemented
    y = read_table(other, "B")
    if x.shape != y.shape:
        raise ValueError(f"A has shape {x.shape} and B {y.shape}, need equal ones for a sum")
    return added(x, y, sign)


def multiple(x: Rows, factor: Any, *, divide: bool = False) -> Any:
    """x * factor, or x / factor, for a number."""
    if is_matrix(factor):
        raise TypeError(
            f"A {'/' if divide else '*'} B of two matrices, need a number B; A @ B is the product"
        )
    if not is_number(factor):
        return NotImplemented
    if isinstance(factor, (float, np.floating)) and not is_whole_float(factor):
        raise TypeError(
            f"the factor is the float {factor}, need an exact number: Fraction({factor}) is its "
            f"binary value, Fraction('{factor}') its decimal"
        )
    try:
        p, q = exact_ratio(factor)
    except (TypeError, ValueError) as error:
        raise type(error)(f"the factor {error}") from None
    if not divide:
        return scaled(x, p, q)
    if p == 0:
        raise ZeroDivisionError("division of an exact matrix by 0")
    return scaled(x, q if p > 0 else -q, abs(p))


def matrix_product(a: Any, b: Any) -> Any:
    """a @ b, as in NumPy: a vector is a row on the left, a column on the right, and is dropped."""
    if not (is_matrix(a) and is_matrix(b)):
        return NotImplemented
    x, y = read_table(a, "A"), read_table(b, "B")
    if x.shape[-1] != y.shape[0]:
        raise ValueError(
            f"A has shape {x.shape} and B {y.shape}, need as many rows in B as columns in A"
        )
    if len(x.shape) == 2:
        return product(x, y)._replace(ndim=len(y.shape))
    row = product(transposed(x), y)
    return transposed(row)._replace(ndim=len(y.shape) - 1)


def equal(x: Rows, other: Any) -> Any:
    """True if other is a matrix of the same shape with the same entries."""
    if not is_matrix(other):
        return NotImplemented
    try:
        y = read_table(other, "B", "exact")
    except (TypeError, ValueError):  # something in it is not a rational number
        return False
    if x.shape != y.shape:
        return False
    if (flint := _flint_parts(x, y)) is not None:
        (a, d), (b, c) = flint
        return a == b if d == c else c * a == d * b
    for i, (e, f) in enumerate(zip(x.block_of, y.block_of)):
        d, c = x.denominators[e], y.denominators[f]
        for p, q in zip_longest(nonzeros(x.numerators[i]), nonzeros(y.numerators[i])):
            if not (p and q and p[0] == q[0] and same((p[1], d), (q[1], c))):
                return False
    return True


def _flint_parts(*given: Rows) -> list[tuple[fmpz_mat, fmpz]] | None:
    """Numerators and denominator of each, if they are FLINT's matrices over one denominator."""
    parts = []
    for x in given:
        if type(x.numerators) is not FlintRows:
            return None
        parts.append((x.numerators.matrix, x.denominators[0]))
    return parts


def _flint_table(matrix: fmpz_mat, denominator: fmpz, ndim: int = 2) -> Table:
    """FLINT's matrix over a denominator."""
    rows, columns = FlintRows(matrix), matrix.ncols()
    return Table((denominator,), (0,) * matrix.nrows(), rows, columns, ndim)


def scaled(x: Rows, p: int, q: int) -> Table:
    """x p / q, for q > 0."""
    factor = fmpz(p)  # n / d  p / q  =  p n / (d q)
    if (flint := _flint_parts(x)) is not None:
        ((a, d),) = flint
        return _flint_table(a if p == 1 else factor * a, d * q, len(x.shape))
    numerators = [_times(row, factor) for row in x.numerators]
    return Table([d * q for d in x.denominators], x.block_of, numerators, x.columns, len(x.shape))


def added(x: Rows, y: Rows, sign: int = 1) -> Table:
    """x + y, or x - y; of the same shape."""
    if (flint := _flint_parts(x, y)) is not None:
        (a, d), (b, c) = flint
        common = d.lcm(c)
        a, b = (m if m_d == common else common // m_d * m for m, m_d in flint)
        return _flint_table(a + b if sign > 0 else a - b, common, len(x.shape))
    blocks = dict[tuple[int, int], tuple[int, fmpz]]()  # (e, f): number, D
    rows, block_of = [], []
    factors: dict[tuple[int, int], tuple[int, fmpz, fmpz]] = {}
    for r, e, s, f in zip(x.numerators, x.block_of, y.numerators, y.block_of):
        if (e, f) not in factors:
            d, c = x.denominators[e], y.denominators[f]
            common = d.lcm(c)  # D;  n / d + m / c  =  (D / d n + D / c m) / D
            number, _ = blocks.setdefault((e, f), (len(blocks), common))
            factors[e, f] = number, common // d, sign * (common // c)
        block, left, right = factors[e, f]
        block_of.append(block)
        if isinstance(r, SparseRow) and isinstance(s, SparseRow):
            total = {j: left * v for j, v in nonzeros(r)}
            for j, v in nonzeros(s):
                total[j] = total[j] + right * v if j in total else right * v
            rows.append(_row(total, x.columns))
        else:
            rows.append([left * v + right * w for v, w in zip(r, s)])
    denominators = [d for _, d in blocks.values()]
    return Table(denominators, block_of, rows, x.columns, len(x.shape))


def transposed(x: Rows) -> Table:
    """x^T; a row over the least common multiple of the denominators of the blocks that it meets."""
    if (flint := _flint_parts(x)) is not None:
        ((a, d),) = flint
        return _flint_table(a.transpose(), d)
    m, used = len(x.block_of), sorted(set(x.block_of))
    if len(used) == 1 and not any(isinstance(row, SparseRow) for row in x.numerators):
        return Table([x.denominators[used[0]]], [0] * x.columns, list(zip(*x.numerators)), m)
    columns: list[dict[int, fmpz]] = [{} for _ in range(x.columns)]
    for i, row in enumerate(x.numerators):
        for j, v in nonzeros(row):
            columns[j][i] = v
    multiple = cache(lambda met: common_multiple([x.denominators[e] for e in met]))
    blocks = dict[tuple[int, ...], tuple[int, fmpz]]()  # the blocks met: number, denominator
    block_of = []
    for column in columns:
        met = tuple(sorted({x.block_of[i] for i in column}))
        common, factors = multiple(met)
        block_of.append(blocks.setdefault(met, (len(blocks), common))[0])
        if len(met) > 1:
            factor = dict(zip(met, factors))
            for i in column:
                column[i] *= factor[x.block_of[i]]
    denominators = [d for _, d in blocks.values()]
    return Table(denominators, block_of, [_row(c, m) for c in columns], m)


def unit(n: int) -> Table:
    """The identity matrix of n rows."""
    return Table([fmpz(1)], [0] * n, [row_of([i], [fmpz(1)], n) for i in range(n)], n)


def beside(parts: Sequence[Rows]) -> Table:
    """[x y ...]; a row over the least common multiple of its parts' denominators."""
    blocks, block_of, rows = dict[fmpz, int](), list[int](), []  # denominator: number
    width = sum(x.columns for x in parts)
    for i in range(len(parts[0].block_of)):
        own = [x.denominators[x.block_of[i]] for x in parts]
        common = own[0]
        for d in own[1:]:
            common = common.lcm(d)
        row, first = dict[int, fmpz](), 0
        for x, d in zip(parts, own, strict=True):
            factor = common // d
            row.update((first + j, factor * v) for j, v in nonzeros(x.numerators[i]))
            first += x.columns
        block_of.append(blocks.setdefault(common, len(blocks)))
        rows.append(_row(row, width))
    return Table(list(blocks), block_of, rows, width)


def stacked(parts: Sequence[Rows]) -> Table:
    """[x; y; ...], one above the other."""
    denominators, block_of, rows = list[fmpz](), list[int](), list[Sequence[fmpz]]()
    for x in parts:
        block_of += [len(denominators) + e for e in x.block_of]
        denominators += x.denominators
        rows += x.numerators
    return Table(denominators, block_of, rows, parts[0].columns)


def kronecker(x: Rows, y: Rows) -> Table:
    """The blocks x[i, j] y; of many rows each is made when somebody looks at it."""
    from exactbox.linalg.results.kroneckerrows import KroneckerRows

    rows = KroneckerRows(x.numerators, y.numerators, y.columns, x.columns * y.columns)
    require_memory(
        _BYTES_PER_ROW * len(rows), f"a Kronecker product of {counted(len(rows), 'row')}"
    )
    pairs = product_of(dict.fromkeys(x.block_of), dict.fromkeys(y.block_of))
    number = {pair: k for k, pair in enumerate(pairs)}
    of_rows = {e: [number[e, f] for f in y.block_of] for e in dict.fromkeys(x.block_of)}
    block_of = tuple(chain.from_iterable(map(of_rows.__getitem__, x.block_of)))
    denominators = [x.denominators[e] * y.denominators[f] for e, f in number]
    numerators = rows if len(rows) > _MAX_KEPT_ROWS else list(rows)
    return Table(denominators, block_of, numerators, rows.length)


def over_one(x: Rows) -> Table:
    """The matrix over the least common multiple of its denominators."""
    used = sorted(set(x.block_of))
    common, factors = common_multiple([x.denominators[e] for e in used])
    factor = dict(zip(used, factors))
    rows = [
        row if factor[e] == 1 else _times(row, factor[e])
        for row, e in zip(x.numerators, x.block_of)
    ]
    return Table([common], [0] * len(rows), rows, x.columns)


def product(x: Rows, y: Rows) -> Table:
    """x y, the rows of y being as many as the columns of x."""
    if (flint := _flint_parts(x, y)) is not None:
        (a, d), (b, c) = flint
        return _flint_table(a * b, d * c)
    m, k, n = len(x.block_of), x.columns, y.columns
    lengths = [len(r.values) if isinstance(r, SparseRow) else len(r) for r in y.numerators]
    whole = sum(lengths)
    terms = sum(
        sum(lengths[j] for j in r.columns) if isinstance(r, SparseRow) else whole
        for r in x.numerators
    )
    if _FLINT_STEPS_PER_TERM * terms >= m * k * n and max(m * k, k * n, m * n) <= MAX_DENSE_PLACES:
        return _dense_product(x, over_one(y))
    return _sparse_product(x, y)


def _dense_product(x: Rows, y: Table) -> Table:
    """The product by FLINT's, y being over one denominator."""
    left, right = (
        e.numerators.matrix
        if type(e.numerators) is FlintRows
        else fmpz_mat(len(e.block_of), e.columns, [v for row in e.numerators for v in row])
        for e in (x, y)
    )
    # row i of x y = (row i of left) right / (d_x(i) d_y)
    denominators = [d * y.denominators[0] for d in x.denominators]
    return Table(denominators, x.block_of, (left * right).tolist(), y.columns)


def _sparse_product(x: Rows, y: Rows) -> Table:
    """Row by row, from what is stored."""
    multiple = cache(lambda met: common_multiple([y.denominators[e] for e in met]))
    blocks = dict[tuple[int, tuple[int, ...]], tuple[int, fmpz]]()  # (e, met): number, D
    block_of, rows = [], []
    for row, e in zip(x.numerators, x.block_of):
        sums: dict[int, dict[int, fmpz]] = {}  # block of y: column: sum_{k in block} n[k] m[k, j]
        for k, v in nonzeros(row):
            total = sums.setdefault(y.block_of[k], {})
            for j, w in nonzeros(y.numerators[k]):
                total[j] = total[j] + v * w if j in total else v * w
        met = tuple(sorted(sums))
        common, factors = multiple(met)
        block = (len(blocks), x.denominators[e] * common)
        block_of.append(blocks.setdefault((e, met), block)[0])
        if len(met) == 1:
            rows.append(_row(sums[met[0]], y.columns))
            continue
        entries: dict[int, fmpz] = {}
        for f, factor in zip(met, factors):
            for j, v in sums[f].items():
                entries[j] = entries[j] + factor * v if j in entries else factor * v
        rows.append(_row(entries, y.columns))
    return Table([d for _, d in blocks.values()], block_of, rows, y.columns)


def _times(row: Sequence[fmpz], factor: fmpz) -> Sequence[fmpz]:
    """Every entry times the factor."""
    if isinstance(row, SparseRow):
        return SparseRow(row.columns, [factor * v for v in row.values], row.length)
    return [factor * v for v in row]


def _row(entries: dict[int, fmpz], length: int) -> Sequence[fmpz]:
    """The row with these entries."""
    nonzero = sorted((j, v) for j, v in entries.items() if v)
    return row_of([j for j, _ in nonzero], [v for _, v in nonzero], length)
