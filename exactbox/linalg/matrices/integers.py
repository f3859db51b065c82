"""Integers of any size in arrays: int64 where they fit, Python's integers (objects) elsewhere.

An array is *narrow* (int64, and the negative of every entry fits as well, so that changing signs
is safe) or *wide* (objects). The functions here say which of the two it is to be, and when a
product of narrow arrays may stay narrow. Nothing overflows silently.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

IntArray = NDArray[Any]  # int64, or objects that are Python integers

INT64_MAX = 2**63 - 1
MAX_WORD_BOUND = 2.0**62  # a bound in floats below this leaves the number itself below 2^63
EXACT_FLOATS = 2**53  # integers up to here are floats


def int_array(values: Iterable[int]) -> IntArray:
    """(n,) int64, or objects where an entry or its negative does not fit."""
    items = values if isinstance(values, (list, tuple)) else list(values)
    try:
        return narrowest(np.array(items, dtype=np.int64))
    except OverflowError:
        return objects(items)


def objects(values: Collection[Any]) -> NDArray[Any]:
    """(n,) the values as they are: NumPy does not look into them."""
    return np.fromiter(values, dtype=object, count=len(values))


def narrowest(values: IntArray) -> IntArray:
    """int64 where every entry and its negative fit, else objects; of any shape and integer type.

    What is as it should be is returned itself, not a copy.
    """
    if values.dtype == object:
        try:
            narrow = values.astype(np.int64)
        except OverflowError:
            return values
        return values if (narrow < -INT64_MAX).any() else narrow
    if values.dtype == np.uint64 and (values > INT64_MAX).any():
        return values.astype(object)
    signed = values.astype(np.int64, copy=False)
    return signed.astype(object) if (signed < -INT64_MAX).any() else signed


def words(values: Sequence[Any]) -> tuple[IntArray, NDArray[Any]]:
    """(n,) int64, and where they are the values: those whose negative does not fit are 0 there.

    `values` are integers of Python or FLINT.
    """
    fits = np.array([e.bit_length() < 64 for e in values], dtype=bool)
    if fits.all():
        return np.array(list(map(int, values)), dtype=np.int64), fits
    short = [int(e) if f else 0 for e, f in zip(values, fits.tolist(), strict=True)]
    return np.array(short, dtype=np.int64), fits


def checked_int_array(name: str, values: ArrayLike) -> IntArray:
    """(n,) the integers, as a new array; TypeError or ValueError names the array and the entry.

    Floats and booleans are refused, also where numpy would turn a list of long integers into
    floats without a word.
    """
    array: Any = values if isinstance(values, np.ndarray) else _make_array(values)
    if array.ndim != 1:
        raise ValueError(f"{name}: got {array.ndim} dimensions, need 1")
    if array.dtype == object:
        for position, item in enumerate(array.tolist()):
            if isinstance(item, bool) or not isinstance(item, (int, np.integer)):
                raise TypeError(f"{name}[{position}] is {item!r}, need an integer")
        return int_array([int(item) for item in array.tolist()])
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: got an array of {array.dtype}, need integers")
    return narrowest(array.copy())


def _make_array(values: Any) -> NDArray[Any]:
    """The items of a list as they are; anything else as numpy reads it."""
    return objects(values) if isinstance(values, (list, tuple, range)) else np.asarray(values)


def fits(*factors: IntArray) -> bool:
    """True if the product of any entries, one of each array, fits in int64."""
    bound = 1
    for factor in factors:
        if factor.dtype == object:
            return False
        bound *= largest(factor)
    return bound <= INT64_MAX


def largest(values: IntArray) -> int:
    """The largest absolute value, 0 of none."""
    if not values.size:
        return 0
    return max(abs(int(values.max())), abs(int(values.min())))


def product(a: IntArray, b: IntArray) -> IntArray:
    """a * b, in int64 where that cannot overflow, else in Python's integers."""
    short = object not in (a.dtype, b.dtype) and largest(a) * largest(b) <= INT64_MAX
    return a * b if short else a.astype(object) * b.astype(object)


def tree_product(factors: list[Any], one: Any) -> Any:
    """The product of all, of factors of similar lengths each time."""
    while len(factors) > 1:
        rest = factors[-1:] if len(factors) % 2 else []
        factors = [e * f for e, f in zip(factors[::2], factors[1::2])] + rest
    return factors[0] if factors else one
