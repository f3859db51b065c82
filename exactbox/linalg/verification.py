"""A x == b in exact integers, whatever computed x.

Row i is checked over the least common multiple D of the denominators in it: the entries of each
block are added up first, with small multipliers, and every block needs one long product:

    sum_E (D / d_E) sum_{j in E} A[i, j] n[j]  ==  D b[i].

Many short equations whose numbers fit in 64 bits are checked together. Where there is one
denominator d and the rows are long, the products are taken digit by digit instead: A times the
digits of n in base 2^32, which one integer (or float) matrix product does without rounding, carried
on to the digits of d b. Where the entries of A are too large for that, FLINT multiplies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import largest, words
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.matrices.matrix_inputs import read_right_side, read_scaled
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.encoded import EncodedRows
from exactbox.linalg.results.exact import ExactMatrix, ExactVector, read_exact
from exactbox.threads import single_threaded

_LONG_ROWS = 24  # entries a row from which digits are used (a guess; of 1,000 rows with 24 entries
# they take 5 ms, one product after the other 10 ms)
_DIGIT = 32  # bits
_MANY = 32  # equations from which they are checked together in 64 bits (32 with one entry: 0.04 ms
# either way; 128: 0.06 against 0.15)
_AT_ONCE = 1 << 16  # entries of A that are checked together
_ROOM = 2.0**62  # a bound in floats below this leaves the number itself below 2^63
_SLICE = 1 << 22  # digits that are multiplied at once: 32 MB


def verify(a: Any, x: Any, b: Any, *, floats: Floats = None) -> bool:
    """Whether A x == b in exact integers, with no tolerance; x may be a vector or a matrix, as b.

    A float in x counts as its binary value. The arguments are explained in `exactbox.linalg`.

    See Also
    --------
    residual : how far off x is.

    Examples
    --------
    >>> from exactbox.linalg import verify
    >>> verify([[3]], ["1/3"], [1]), verify([[3]], ["0.333"], [1])
    (True, False)
    >>> import numpy
    >>> verify([[4, 1], [1, 3]], numpy.linalg.solve([[4, 1], [1, 3]], [1, 2]), [1, 2])
    False
    """
    matrix, scale = read_scaled(a, floats=floats)
    m, n = matrix.shape
    right, extra, columns, _ = read_right_side(b, m, scale, floats=floats)
    x = read_exact(x, n, "x", floats or "exact")
    if x.columns != columns:
        raise ValueError(f"x has {x.columns} columns, need {columns} as b has")
    return multiplies_back(matrix.with_rows_times(extra), x, right)


def residual(a: Any, x: Any, b: Any, *, floats: Floats = None) -> Any:
    """How far off x is, exactly: A x - b, which is 0 where `verify` says True.

    A float in x counts as its binary value. The arguments are explained in `exactbox.linalg`.

    Examples
    --------
    >>> from exactbox.linalg import residual
    >>> residual([[3]], [1 / 3], [1]), residual([[3]], ["1/3"], [1])
    (ExactVector([-1/18014398509481984]), ExactVector([0]))
    """
    kind = ExactVector if is_vector(b) else ExactMatrix
    exact = kind(x, floats=floats or "exact")
    return ExactMatrix(a, floats=floats) @ exact - kind(b, floats=floats)


def multiplies_back(a: IntegerMatrix, x: ExactMatrix, b: Sequence[Sequence[int]]) -> bool:
    """Whether A x == b, with no tolerance."""
    if x.columns == 0:
        return True
    if isinstance(x.numerators, EncodedRows):  # each of them is looked at several times
        rows = list(map(list, x.numerators))
        x = ExactMatrix.of_blocks(x.denominators, x.block_of, rows, x.columns)
    if len(x.denominators) == 1 and len(a.data) > _LONG_ROWS * a.shape[0]:
        norm = _norm(a)
        return _by_matrices(a, x, b) if norm is None else _by_digits(a, norm, x, b)
    pays = a.data.dtype != object and a.shape[0] >= _MANY
    many = _Words(a, x) if pays else None
    for j in range(x.columns):
        right = [row[j] for row in b]
        left = range(a.shape[0]) if many is None else many.unproved(j, right)
        if left is None or not _rows_hold(a, x, j, right, left):
            return False
    return True


class _Words:
    """Many short rows at once in 64-bit integers, as far as they suffice.

    Arithmetic on int64 is exact modulo 2^64, so both sides of an equation that are bounded by 2^62
    are equal if their difference is 0 there. The bound is a sum of absolute values in floats.
    """

    def __init__(self, a: IntegerMatrix, x: ExactMatrix) -> None:
        self._matrix, self._x = a, x
        self._block_of = np.array(x.block_of, dtype=np.int64)
        self._denominators, self._fit = words(x.denominators)

    def unproved(self, j: int, right: Sequence[int]) -> Sequence[int] | None:
        """Rows that are not proved for column j of x; None where one is refuted."""
        a = self._matrix
        n, fit = words([row[j] for row in self._x.numerators])
        b, b_fit = words(right)
        left: list[int] = []
        low = 0
        while low < a.shape[0]:
            high = int(np.searchsorted(a.indptr, a.indptr[low] + _AT_ONCE, side="right")) - 1
            high = min(max(high, low + 1), a.shape[0])
            proved, same = self._rows(low, high, n, fit, b[low:high], b_fit[low:high])
            if not same.all():
                return None
            left += (low + np.flatnonzero(~proved)).tolist()
            low = high
        return left

    def _rows(
        self, low: int, high: int, n: Array, fit: Array, b: Array, b_fit: Array
    ) -> tuple[Array, Array]:
        """For rows low to high: where 64 bits suffice, and no proof that the two sides differ."""
        a = self._matrix
        start, end = a.indptr[low], a.indptr[high]
        j, factor = a.indices[start:end], a.data[start:end]
        lengths = np.diff(a.indptr[low : high + 1])
        of_row = np.repeat(np.arange(high - low), lengths)
        filled = np.flatnonzero(lengths)
        first = (a.indptr[low:high] - start)[filled]
        e = self._block_of[j]
        d = self._denominators[e]
        widest = np.ones(high - low, dtype=np.int64)
        enough = b_fit.copy()
        total = np.zeros(high - low, dtype=np.int64)
        bound = np.zeros(high - low)
        if len(filled):
            # sum_j (D / d_j) A[i, j] n[j] == D b[i], where D is a multiple of every d_j
            widest[filled] = np.maximum(np.maximum.reduceat(d, first), 1)
            cofactor = widest[of_row] // np.maximum(d, 1)
            whole = fit[j] & self._fit[e] & (cofactor * d == widest[of_row])
            enough[filled] &= np.logical_and.reduceat(whole, first)
            total[filled] = np.add.reduceat(factor * cofactor * n[j], first)
            sizes = np.abs(factor.astype(float)) * cofactor * np.abs(n[j].astype(float))
            bound[filled] = np.add.reduceat(sizes, first)
        bound += widest.astype(float) * np.abs(b.astype(float))
        enough &= bound < _ROOM
        return enough, ~enough | (total == widest * b)


def _rows_hold(
    a: IntegerMatrix, x: ExactMatrix, j: int, right: Sequence[int], rows: Sequence[int]
) -> bool:
    """Whether these equations hold for column j of x, one after the other."""
    if not rows:
        return True
    indptr, indices, data = a.rows()
    block_of, numerators, denominators = x.block_of, x.numerators, x.denominators
    lengths = [d.bit_length() for d in denominators]
    cofactors: dict[tuple[int, int], fmpz | None] = {}
    for i in rows:
        terms: dict[int, fmpz] = {}
        for p in range(indptr[i], indptr[i + 1]):
            k = indices[p]
            e = block_of[k]
            term = data[p] * numerators[k][j]
            terms[e] = terms[e] + term if e in terms else term
        if not terms:
            if right[i] != 0:
                return False
            continue
        widest = max(terms, key=lengths.__getitem__)
        if not _row_holds(terms, right[i], denominators, widest, cofactors):
            return False
    return True


def _row_holds(
    terms: dict[int, fmpz],
    right: int,
    denominators: Sequence[fmpz],
    widest: int,
    cofactors: dict[tuple[int, int], fmpz | None],
) -> bool:
    """Whether sum_e terms[e] / denominators[e] == right; `widest` has the longest denominator."""
    total = fmpz(0)
    for e, term in terms.items():
        if e == widest:
            total += term
            continue
        if (widest, e) not in cofactors:
            quotient, rest = divmod(denominators[widest], denominators[e])
            cofactors[widest, e] = None if rest else quotient
        cofactor = cofactors[widest, e]
        if cofactor is None:
            break
        total += cofactor * term
    else:
        return bool(total == denominators[widest] * right)
    common = fmpz(1)
    for e in terms:
        common = common.lcm(denominators[e])
    total = sum((common // denominators[e] * term for e, term in terms.items()), fmpz(0))
    return bool(total == common * right)


def _norm(a: IntegerMatrix) -> int | None:
    """A bound for the absolute row sums if products with digits stay below 2^62, else None."""
    if a.data.dtype == object:
        return None
    norm = largest(a.data) * int(np.diff(a.indptr).max())
    return norm if norm.bit_length() + _DIGIT < 62 else None


def _by_matrices(a: IntegerMatrix, x: ExactMatrix, b: Sequence[Sequence[int]]) -> bool:
    """`multiplies_back` for one denominator and large entries."""
    n = fmpz_mat(len(x), x.columns, list(chain.from_iterable(x.numerators)))
    right = fmpz_mat(len(b), x.columns, list(chain.from_iterable(b)))
    return bool(a.flint * n == x.denominators[0] * right)


def _by_digits(a: IntegerMatrix, norm: int, x: ExactMatrix, b: Sequence[Sequence[int]]) -> bool:
    """`multiplies_back` for one denominator."""
    d = int(x.denominators[0])
    entries = [int(e) for e in chain.from_iterable(x.numerators)]
    right = [d * e for e in chain.from_iterable(b)]
    longest = max(e.bit_length() for e in entries) + norm.bit_length()
    count = max(longest, max(e.bit_length() for e in right)) // _DIGIT + 2
    product = _exact_product(a, norm)
    per_slice = max(_SLICE // (count * a.shape[1]), 1)
    for low in range(0, x.columns, per_slice):
        high = min(low + per_slice, x.columns)
        n = _digits(_columns(entries, x.columns, low, high), high - low, count)
        wanted = _digits(_columns(right, x.columns, low, high), high - low, count)
        found = product(n.reshape(a.shape[1], -1)).reshape(a.shape[0], high - low, count)
        found = np.ascontiguousarray(found.transpose(2, 0, 1))  # digits first
        wanted = wanted.transpose(2, 0, 1)
        for t in range(count - 1):
            found[t + 1] += found[t] >> _DIGIT
            found[t] &= (1 << _DIGIT) - 1
        if not np.array_equal(found, wanted):
            return False
    return True


def _columns(flat: list[int], width: int, low: int, high: int) -> list[int]:
    if high - low == width:
        return flat
    return [e for i in range(0, len(flat), width) for e in flat[i + low : i + high]]


def _digits(flat: list[int], columns: int, count: int) -> Array:
    """Digits, least significant first; the last one signed, and only a sign."""
    raw = b"".join(e.to_bytes(4 * count, "little", signed=True) for e in flat)
    digits = np.frombuffer(raw, dtype="<u4").reshape(-1, columns, count).astype(np.int64)
    top = digits[:, :, -1]
    top[top >= 1 << (_DIGIT - 1)] -= 1 << _DIGIT
    return digits


def _exact_product(a: IntegerMatrix, norm: int) -> Any:
    """A times an integer matrix of digits: in floats where A is dense and nothing is rounded."""
    if norm.bit_length() + _DIGIT <= 53 and 4 * len(a.data) > a.shape[0] * a.shape[1]:
        full = a.floats()

        def by_floats(digits: Array) -> Array:
            with single_threaded():
                product = full @ digits.astype(np.float64)
            return np.asarray(product.astype(np.int64))

        return by_floats
    matrix = a.csr()
    return lambda digits: matrix @ digits
