"""A x == b in exact integers, whatever computed x.

Row i is checked over the least common multiple D of the denominators in it: the entries of each
block are added up first, with small multipliers, and every block needs one long product:

    sum_E (D / d_E) sum_{j in E} A[i, j] n[j]  ==  D b[i].

Where one denominator d does for all of x, and the numbers are not very long for rows of this
length, the products are taken digit by digit instead: A times the digits of n in base 2^32, which
one integer (or float) matrix product does without rounding, carried on to the digits of d b. Where
the entries of A are too large for that, FLINT multiplies. Many columns with several denominators
are packed: a row of x is one integer then. Of other systems, those equations whose numbers fit in
64 bits are checked together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from flint import fmpz, fmpz_mat

from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.integers import INT64_MAX, MAX_WORD_BOUND, largest, words
from exactbox.linalg.matrices.kinds import is_vector
from exactbox.linalg.matrices.matrix_inputs import read_system
from exactbox.linalg.matrices.sparse import ENTRIES_AT_ONCE, Array, IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix, ExactVector, read_exact
from exactbox.threads import single_threaded

# bits of a number for each entry of a row up to which digits are faster (1,000 rows of 8 entries:
# 100 bits 2 ms against 9, 1,000 bits 2 against 7, 10,000 bits 32 against 17)
_MAX_BITS_PER_ENTRY = 256
_BITS_OF_A_DIGIT = 32  # bits
# entries of A up to which one product comes after the other, and SciPy is not loaded (32 rows with
# one: 0.04 ms either way; 60 rows with three, 20 columns: 1.2 ms against 0.5)
_MAX_ENTRIES_ONE_BY_ONE = 128
# columns, and bits of the denominator, with which packed rows are faster than equations one by one
# (66 denominators of up to 758 bits, 3,501 x 431, 1,507 columns: 5.4 s and 92; 62 of up to 2,260,
# 1,946 x 750, 242 columns: 1.4 and 9; 32 of up to 2,577: equal; 6 of up to 5,996: 70 ms and 29)
_MIN_PACKED_COLUMNS, _MAX_PACKED_BITS = 8, 2500
_MAX_PACKED_BYTES = 1 << 26  # bytes of all rows of x that are packed at once
_MAX_DIGITS_AT_ONCE = 1 << 22  # digits that are multiplied at once: 32 MB


def verify(a: Any, x: Any, b: Any, *, floats: Floats = None) -> bool:
    """Return whether A x == b in exact integers, with no tolerance; x and b may be matrices.

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
    system = read_system(a, b, floats=floats)
    x = read_exact(x, system.a.shape[1], "x", floats or "exact")
    if x.columns != system.columns:
        raise ValueError(f"x has {x.columns} columns, need {system.columns} as b has")
    return multiplies_back(system.a, x, system.b)


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
    """Return whether A x == b, with no tolerance."""
    if x.columns == 0:
        return True
    if hasattr(x.numerators, "chosen"):  # encoded, and each is looked at several times
        rows = list(map(list, x.numerators))
        x = ExactMatrix.of_blocks(x.denominators, x.block_of, rows, x.columns)
    if len(a.data) <= _MAX_ENTRIES_ONE_BY_ONE:
        return _rows_hold(a, x, b, ((i, range(x.columns)) for i in range(a.shape[0])))
    norm = None
    if a.data.dtype != object:
        bound = largest(a.data) * int(np.diff(a.indptr).max())  # >= sum_j |A[i, j]|
        if bound.bit_length() + _BITS_OF_A_DIGIT < 62:  # so are products with digits, below 2^62
            norm = bound
    if norm is not None or _is_full(a):
        short = _compare_scaled(x, _MAX_BITS_PER_ENTRY * len(a.data) // a.shape[0])
        if short is not None:
            return (
                _compare_products(a, *short, b)
                if norm is None
                else _compare_digits(a, norm, *short, b)
            )
    if x.columns >= _MIN_PACKED_COLUMNS and len(x.denominators) > 1:
        packed = _packed(a, x, b)
        if packed is not None:
            return packed
    if a.data.dtype == object:
        return _rows_hold(a, x, b, ((i, range(x.columns)) for i in range(a.shape[0])))
    for low, high, proved in _proofs_in_words(a, x, b):
        if proved is None:
            return False
        left = np.flatnonzero(~proved.all(axis=1)).tolist()
        columns = np.arange(low, high)
        only = [low] if len(columns) == 1 else None
        rest = ((i, only or columns[~proved[i]].tolist()) for i in left)
        if left and not _rows_hold(a, x, b, rest):
            return False
    return True


def _packed(a: IntegerMatrix, x: ExactMatrix, b: Sequence[Sequence[int]]) -> bool | None:
    """`multiplies_back` with the columns of a row in one integer, sum_j n[j] 2^(w j) (Kronecker).

    None where numbers fit in words, or are so long for one denominator that this takes longer.
    """
    common = fmpz(1)
    for d in x.denominators:
        common = common.lcm(d)
        if common.bit_length() > _MAX_PACKED_BITS:
            return None
    if common < INT64_MAX:
        return None
    times = [common // d for d in x.denominators]
    bits = max(_bits(n) + times[k].bit_length() for k, n in zip(x.block_of, x.numerators))
    bits += largest(a.data).bit_length() + int(np.diff(a.indptr).max()).bit_length()
    size = (max(bits, common.bit_length() + max(map(_bits, b))) + 9) // 8
    rows, each = a.rows(), max(_MAX_PACKED_BYTES // (size * len(x)), 1)
    for low in range(0, x.columns, each):
        here = slice(low, low + each)
        n = [_one_integer(n[here], size) * times[k] for k, n in zip(x.block_of, x.numerators)]
        for (start, end), right in zip(pairwise(rows[0]), b, strict=True):
            terms = zip(rows[1][start:end], rows[2][start:end])
            total = sum([v * n[k] for k, v in terms], fmpz(0))
            if total != common * _one_integer(right[here], size):
                return False
    return True


def _one_integer(entries: Sequence[Any], size: int) -> fmpz:
    """The sum of the j-th entry times 256^(size j); they have a sign, and so many bytes."""
    half = 1 << 8 * size - 1
    digits = b"".join([(int(e) + half).to_bytes(size, "little") for e in entries])
    halves = half.to_bytes(size, "little") * len(entries)
    return fmpz(int.from_bytes(digits, "little") - int.from_bytes(halves, "little"))


def _compare_scaled(x: ExactMatrix, most: int) -> tuple[list[int], int] | None:
    """x row by row, and its denominator, if no number has more than so many bits then.

    None as well of many small blocks, and if the denominator is twice as long as the longest one.
    """
    common, longest = fmpz(1), 0
    if len(x.denominators) ** 2 > len(x):
        return None
    for d in x.denominators:
        common, longest = common.lcm(d), max(longest, d.bit_length())
        if common.bit_length() > min(most, 2 * longest):
            return None
    rows = x.numerators
    if len(x.denominators) > 1:
        lacking = [common // d for d in x.denominators]
        rows = [[e * lacking[k] for e in row] for k, row in zip(x.block_of, rows, strict=True)]
    entries = list(map(int, chain.from_iterable(rows)))
    return (entries, int(common)) if _bits(entries) <= most else None


def _bits(entries: Collection[int]) -> int:
    """The bits of the longest number."""
    return max(max(entries), -min(entries)).bit_length()


def _proofs_in_words(
    a: IntegerMatrix, x: ExactMatrix, b: Sequence[Sequence[int]]
) -> Iterator[tuple[int, int, Array | None]]:
    """Columns low .. high - 1 of x at a time, and where their equations are proved in int64.

    With D_i a multiple of the denominators d_j in row i, sum_j (D_i / d_j) A[i, j] n[j] = D_i b[i].
    Arithmetic on int64 is exact modulo 2^64, so both sides of an equation that are bounded by 2^62
    are equal if their difference is 0 there. The bound is a sum of absolute values in floats. None
    where one is refuted.
    """
    from scipy.sparse import csr_array

    of_row = a.row_of
    denominators, fit = words(x.denominators)
    block = np.array(x.block_of, dtype=np.int64)[a.indices]
    d = denominators[block]
    filled = np.flatnonzero(np.diff(a.indptr))
    widest = np.ones(a.shape[0], dtype=np.int64)  # D_i
    if len(filled):
        widest[filled] = np.maximum(np.maximum.reduceat(d, a.indptr[filled]), 1)
    cofactor = widest[of_row] // np.maximum(d, 1)  # D_i / d_j
    whole = np.ones(a.shape[0], dtype=bool)  # d_j divides D_i in all of row i
    whole[of_row[~(fit[block] & (cofactor * d == widest[of_row]))]] = False
    left = csr_array((a.data * cofactor, a.indices, a.indptr), a.shape)
    magnitudes = np.abs(a.data.astype(float)) * cofactor
    sizes = csr_array((magnitudes, a.indices, a.indptr), a.shape)
    multiple = widest[:, None]
    each = max(ENTRIES_AT_ONCE // max(len(a.data), *a.shape), 1)
    for low in range(0, x.columns, each):
        high = min(low + each, x.columns)
        n, fit = _columns_in_words(x.numerators, low, high)
        right, proved = _columns_in_words(b, low, high)
        proved &= whole[:, None]
        if not fit.all():
            proved &= sizes @ (~fit).astype(float) == 0
        # sum_j (D_i / d_j) |A[i, j] n[j]| + D_i |b[i]| < 2^62
        proved &= (
            sizes @ np.abs(n.astype(float)) + multiple * np.abs(right.astype(float))
            < MAX_WORD_BOUND
        )
        refuted = (proved & (left @ n != multiple * right)).any()
        yield low, high, None if refuted else proved


def _columns_in_words(rows: Sequence[Sequence[Any]], low: int, high: int) -> tuple[Array, Array]:
    """Columns low .. high - 1 in int64, and where these are the entries."""
    if high == low + 1:
        values, fit = words([row[low] for row in rows])
    else:
        values, fit = words([e for row in rows for e in row[low:high]])
    return values.reshape(len(rows), -1), fit.reshape(len(rows), -1)


def _rows_hold(
    a: IntegerMatrix,
    x: ExactMatrix,
    b: Sequence[Sequence[int]],
    equations: Iterable[tuple[int, Sequence[int]]],
) -> bool:
    """Return whether these equations hold: each a row, and the columns of x that are meant."""
    indptr, indices, data = a.rows()
    block_of, numerators, denominators = x.block_of, x.numerators, x.denominators
    lengths, alone = [d.bit_length() for d in denominators], len(denominators) == 1
    quotients: dict[tuple[int, int], fmpz | None] = {}
    for i, columns in equations:
        span = slice(indptr[i], indptr[i + 1])
        unknowns, factors, right = indices[span], data[span], b[i]
        rows = [numerators[k] for k in unknowns]
        terms: dict[int, list[tuple[int, Sequence[fmpz]]]] = {}
        if alone or len({block_of[k] for k in unknowns}) == 1:
            common = denominators[block_of[unknowns[0]] if unknowns else 0]
            for j in columns:
                if sum([v * n[j] for v, n in zip(factors, rows)]) != common * right[j]:
                    return False
            continue
        for k, v, n in zip(unknowns, factors, rows):
            terms.setdefault(block_of[k], []).append((v, n))
        if not terms:
            if any(right[j] for j in columns):
                return False
            continue
        widest = max(terms, key=lengths.__getitem__)
        common = denominators[widest]
        for e in terms:
            if (widest, e) not in quotients:
                quotient, rest = divmod(common, denominators[e])
                quotients[widest, e] = None if rest else quotient
        cofactors = [quotients[widest, e] for e in terms]
        if None in cofactors:
            for e in terms:
                common = common.lcm(denominators[e])
            cofactors = [common // denominators[e] for e in terms]
        parts = list(zip(cofactors, terms.values(), strict=True))
        for j in columns:  # sum_e (D / d_e) sum_k A[i, k] n[k, j] = D b[i, j]
            total = sum([c * sum([v * n[j] for v, n in part]) for c, part in parts])
            if total != common * right[j]:
                return False
    return True


def _is_full(a: IntegerMatrix) -> bool:
    """Return whether a dense product is the faster one."""
    return 4 * len(a.data) > a.shape[0] * a.shape[1]


def _compare_products(
    a: IntegerMatrix, entries: list[int], d: int, b: Sequence[Sequence[int]]
) -> bool:
    """`multiplies_back` for one denominator and large entries."""
    columns = len(b[0])
    right = fmpz_mat(len(b), columns, list(chain.from_iterable(b)))
    return bool(a.flint * fmpz_mat(a.shape[1], columns, entries) == d * right)


def _compare_digits(
    a: IntegerMatrix, norm: int, entries: list[int], d: int, b: Sequence[Sequence[int]]
) -> bool:
    """`multiplies_back` for one denominator."""
    columns, right = len(b[0]), list(chain.from_iterable(b))
    multiples = {e: d * e for e in {*right}}
    longest = max(_bits(entries) + norm.bit_length(), _bits(multiples.values()))
    if longest < 63:
        both = entries, list(map(multiples.__getitem__, right))
        n, wanted = (np.array(e, dtype=np.int64).reshape(-1, columns) for e in both)
        return np.array_equal(a.csr() @ n, wanted)
    count = longest // _BITS_OF_A_DIGIT + 2
    size = 4 * count
    encoded = {e: m.to_bytes(size, "little", signed=True) for e, m in multiples.items()}
    product = _exact_product(a, norm)
    per_slice = max(_MAX_DIGITS_AT_ONCE // (count * a.shape[1]), 1)
    for low in range(0, columns, per_slice):
        high = min(low + per_slice, columns)
        part = _columns(entries, columns, low, high)
        n = _digits((e.to_bytes(size, "little", signed=True) for e in part), high - low, count)
        same = map(encoded.__getitem__, _columns(right, columns, low, high))
        wanted = _digits(same, high - low, count)
        digits = product(n.reshape(a.shape[1], -1)).reshape(a.shape[0], high - low, count)
        digits = np.ascontiguousarray(digits.transpose(2, 0, 1))  # digits first
        wanted = wanted.transpose(2, 0, 1)
        for t in range(count - 1):
            digits[t + 1] += digits[t] >> _BITS_OF_A_DIGIT
            digits[t] &= (1 << _BITS_OF_A_DIGIT) - 1
        if not np.array_equal(digits, wanted):
            return False
    return True


def _columns(flat: list[int], width: int, low: int, high: int) -> list[int]:
    if high - low == width:
        return flat
    return [e for i in range(0, len(flat), width) for e in flat[i + low : i + high]]


def _digits(entries: Iterable[bytes], columns: int, count: int) -> Array:
    """Digits, least significant first; the last one signed, and only a sign."""
    digits = (
        np.frombuffer(b"".join(entries), dtype="<u4").reshape(-1, columns, count).astype(np.int64)
    )
    top = digits[:, :, -1]
    top[top >= 1 << (_BITS_OF_A_DIGIT - 1)] -= 1 << _BITS_OF_A_DIGIT
    return digits


def _exact_product(a: IntegerMatrix, norm: int) -> Any:
    """A times an integer matrix of digits: in floats where A is dense and nothing is rounded."""
    if norm.bit_length() + _BITS_OF_A_DIGIT <= 53 and _is_full(a):
        full = a.floats()

        def multiply_floats(digits: Array) -> Array:
            with single_threaded():
                product = full @ digits.astype(np.float64)
            return np.asarray(product.astype(np.int64))

        return multiply_floats
    matrix = a.csr()
    return lambda digits: matrix @ digits
