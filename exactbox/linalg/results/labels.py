"""Names of rows and columns of results, as the mathematics gives them.

=========  ==================  =======================
result     rows                columns
=========  ==================  =======================
A^T        columns of A        rows of A
A B        rows of A           columns of B
A + B      where both agree, or one operand has none
A[I, J]    those of I          those of J
=========  ==================  =======================

A vector has names of rows alone. Read from files and DataFrames they come by `matrix_inputs`.
"""

from __future__ import annotations

from typing import Any

from exactbox.linalg.matrices.matrix_inputs import frame_labels
from exactbox.linalg.matrices.rational import NO_LABELS, Labels
from exactbox.linalg.results.indexing import chosen


def labels_of(a: Any) -> Labels:
    """The names of an exact result, of a matrix that was read, or of a DataFrame."""
    labels = getattr(a, "labels", NO_LABELS)
    if labels is None:  # an exact result without names
        return NO_LABELS
    if hasattr(a, "dtypes") and hasattr(a, "columns"):  # pandas
        return frame_labels(a)
    return Labels(*labels) if isinstance(labels, tuple) else NO_LABELS


def product_labels(a: Any, b: Any, ndim: tuple[int, int]) -> Labels:
    """The names of a @ b, whose operands have so many dimensions.

    Examples
    --------
    >>> from exactbox.linalg import ExactMatrix
    >>> a = ExactMatrix([[1, 2]]).with_labels(["flour"], ["bread", "cake"])
    >>> product_labels(a, a.T, (2, 2))
    Labels(rows=('flour',), columns=('flour',))
    """
    rows, columns = labels_of(a).rows, labels_of(b).columns
    if ndim[0] == 1:  # x A is a vector, with an entry for each column of A
        return Labels(columns, None)
    return Labels(rows, columns if ndim[1] == 2 else None)


def sum_labels(a: Any, b: Any) -> Labels:
    """The names of a + b on which both agree; an operand without names agrees with any."""
    of_a, of_b = labels_of(a), labels_of(b)
    if of_a is of_b is NO_LABELS:
        return NO_LABELS
    pairs = zip(of_a, of_b, strict=True)
    return Labels(*(x or y if not (x and y) or x == y else None for x, y in pairs))


def part_labels(a: Any, key: Any) -> Labels:
    """The names of ``a[key]``; a row is a vector with names of columns, and pairs have none."""
    rows, columns, pairs = chosen(key, a.shape)
    if pairs:
        return NO_LABELS
    kept = [
        tuple(names[k] for k in places) if names and not isinstance(places, int) else None
        for names, places in zip(labels_of(a), (rows, columns), strict=True)
    ]
    return Labels(kept[1], None) if isinstance(rows, int) else Labels(*kept)
