"""Some entries of a solution, without computing the others.

Only the equations that the entries depend on are looked at: in block triangular form those are the
blocks that can be reached. Where all the wanted ones lie in one large block, the digits of the
others are thrown away as they come (`Lifting.entries`), so an entry of the inverse of a matrix with
20,000 rows takes 130 MB where the solution would take gigabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpz

from exactbox.linalg.errors import SingularBlockError, SingularMatrixError
from exactbox.linalg.info import one_block
from exactbox.linalg.matrices.blocks import BlockForm, Deficiency, block_triangular_form
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.matrices.matrix_inputs import read_square
from exactbox.linalg.matrices.small import MAX_FLINT_PLACES
from exactbox.linalg.matrices.sparse import Array, IntegerMatrix
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.results.ratios import common_multiple
from exactbox.linalg.square.choice import Method
from exactbox.linalg.square.lifting import Lifting, LiftingError
from exactbox.linalg.square.methods import lift
from exactbox.linalg.square.system import find_kernel, singular, solve_system
from exactbox.parallel import in_counting_context
from exactbox.progress import ReportDone

if TYPE_CHECKING:
    from concurrent.futures import Executor


@in_counting_context
def inverse_entry(
    a: Any,
    i: int,
    j: int,
    *,
    floats: Floats = None,
    progress: ReportDone | None = None,
    executor: Executor | None = None,
) -> Fraction:
    """Entry (i, j) of the inverse of A, exactly; negative indices count from the end.

    The arguments are explained in `exactbox.linalg`.

    Raises
    ------
    SingularMatrixError
        If A has no inverse, as far as the entry depends on it: other blocks of the block triangular
        form are not looked at.

    Examples
    --------
    >>> from exactbox.linalg import inverse_entry
    >>> inverse_entry([[2, 1], [1, 3]], 0, 1)
    Fraction(-1, 5)
    """
    matrix, scale = read_square(a, floats)
    n = matrix.shape[0]
    (row,), (column,) = checked_places([i], n, "i"), checked_places([j], n, "j")
    right = [[0] for _ in range(n)]
    right[column] = [scale[column]]
    x = solve_entries(matrix, right, [row])
    value: Fraction = x[0, 0]
    return value


def solve_entries(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    want: Sequence[int],
    method: Method | None = None,
    columns: int | None = None,
) -> ExactMatrix:
    """The entries `want` (0 or more) of the x with A x = b; `columns` as `solve_system` has."""
    n = a.shape[0]
    if columns is None:
        columns = len(b[0]) if b else 0
    if not want:
        return ExactMatrix.of_blocks([], [], [], columns)
    form = block_triangular_form(a)
    if isinstance(form, Deficiency):
        raise singular(a, "no matching covers its columns")
    place = np.empty(n, dtype=np.int64)
    place[form.columns] = np.arange(n)
    blocks, last = _needed(a.permuted(form.rows, form.columns), form, place[np.asarray(want)])
    lifted = columns == 1 and (method is None or method is lift)
    # FLINT solves a small block sooner than it is lifted
    if lifted and last is not None and np.diff(form.start)[last] ** 2 > MAX_FLINT_PLACES:
        solution = _solve_last_block(a, b, form, blocks, last, want)
        if solution is not None:
            return solution
    inside = np.concatenate([np.arange(form.start[e], form.start[e + 1]) for e in blocks])
    rows, unknowns = form.rows[inside], form.columns[inside]
    part, right = a.permuted(rows, unknowns), [b[i] for i in rows.tolist()]
    try:
        x = solve_system(part, right, method=method)
    except SingularMatrixError:
        raise singular(a, "its columns are dependent") from None
    at = {j: k for k, j in enumerate(unknowns.tolist())}
    return x[[at[j] for j in want]]


def checked_places(want: Sequence[int], n: int, name: str = "want") -> list[int]:
    """The indices of unknowns, negative ones counted from the end; `name` is the argument's."""
    if not isinstance(want, Iterable):
        raise TypeError(f"{name} is {want!r}, need a list of indices")
    places = []
    for item in want:
        try:
            i = index(item)
        except TypeError:
            raise TypeError(f"{name}: {item!r} is not an index, need an integer") from None
        if not -n <= i < n:
            raise IndexError(f"{name}: {i} is out of range for {n} unknowns")
        places.append(i % n)
    return places


def _needed(p: IntegerMatrix, form: BlockForm, want: Array) -> tuple[list[int], int | None]:
    """The blocks that these unknowns depend on, increasing, and the one that has them all."""
    count = len(form.start) - 1
    block_of = np.repeat(np.arange(count), np.diff(form.start))
    needed = np.zeros(count, dtype=bool)
    needed[block_of[want]] = True
    holders = np.flatnonzero(needed)
    for e in range(int(holders[-1]), -1, -1):
        if needed[e]:
            low, high = p.indptr[form.start[e]], p.indptr[form.start[e + 1]]
            needed[block_of[p.indices[low:high]]] = True
    return np.flatnonzero(needed).tolist(), int(holders[0]) if len(holders) == 1 else None


def _solve_last_block(
    a: IntegerMatrix,
    b: Sequence[Sequence[int]],
    form: BlockForm,
    blocks: list[int],
    last: int,
    want: Sequence[int],
) -> ExactMatrix | None:
    """Entries of the last block needed, by a proved bound; None where lifting is not the way."""
    own = np.arange(form.start[last], form.start[last + 1])
    rows, unknowns = form.rows[own], form.columns[own]
    try:
        lifting = Lifting(a.permuted(rows, unknowns))
    except LiftingError:
        return None
    right, common = [b[i][0] for i in rows.tolist()], fmpz(1)
    earlier = [np.arange(form.start[e], form.start[e + 1]) for e in blocks if e != last]
    if earlier:
        before = np.concatenate(earlier)
        above = a.permuted(form.rows[before], form.columns[before])
        try:
            x = solve_system(above, [b[i] for i in form.rows[before].tolist()])
        except SingularMatrixError:
            raise singular(a, "its columns are dependent") from None
        common, cofactors = common_multiple(x.denominators)
        values = [x.numerators[k][0] * cofactors[e] for k, e in enumerate(x.block_of)]
        left = a.permuted(rows, form.columns[before])
        right = [int(common * e) for e in right]  # L_kk x_k = b_k - sum_e L_ke x_e, times common
        indptr, indices, data = left.rows()
        for i in range(len(right)):
            for k in range(indptr[i], indptr[i + 1]):
                right[i] -= int(data[k] * values[indices[k]])
    at = {j: k for k, j in enumerate(unknowns.tolist())}
    try:
        entries, done = lifting.entries([[e] for e in right], [at[j] for j in want])
    except LiftingError:
        return None
    except SingularBlockError:
        if find_kernel(lifting.matrix) is None:  # singular modulo a prime, and not otherwise
            return None
        raise singular(a, "its columns are dependent") from None
    return ExactMatrix.of_blocks(
        [common * d for _, d in entries],
        range(len(entries)),
        [[n] for n, _ in entries],
        1,
        info=one_block(done),
    )
