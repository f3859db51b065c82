"""A few unknowns, solved at once, and the solution in the blocks of the block triangular form.

FLINT solves the system as it is, faster than it could be cut. The solution has the blocks that
forward substitution (`system`) would have found: unknowns that need each other, by the
longest chain of blocks below, then by the smallest unknown. A block's denominator is the least
common multiple of those that it builds on and of its own entries'.
"""

from __future__ import annotations

from math import lcm

from flint import fmpz, fmpz_mat

from exactbox.linalg.errors import SingularBlockError
from exactbox.linalg.results.exact import ExactVector

MAX_UNKNOWNS_AT_ONCE = 24  # unknowns (card flipping with 16: 0.1 ms, block by block 1.0 ms)


def solve_few(rows: list[list[int]], right: list[int]) -> ExactVector:
    """The x with A x = b, verified; A is square, its diagonal without zeros.

    A SingularBlockError says that A has no inverse.

    Examples
    --------
    >>> x = solve_few([[2, 0, 0, 0], [0, 3, 0, 0], [-1, 0, 3, 0], [0, -1, 0, 3]], [1, 1, 0, 0])
    >>> x, x.block_of, x.denominators
    (ExactVector([1/2, 1/3, 1/6, 1/9]), (0, 1, 2, 3), (2, 3, 6, 9))
    """
    n = len(rows)
    a, b = fmpz_mat(rows), fmpz_mat([[e] for e in right])
    try:
        x = a.solve(b)  # over the rationals
    except ZeroDivisionError:
        raise SingularBlockError("its columns are dependent") from None
    if a * x != b:  # A x = b
        raise ArithmeticError("A x == b failed in exact integers: this is a bug, please report it")
    entries = [x[i, 0] for i in range(n)]
    # reach[i]: the unknowns that i needs, as bits; the same of all unknowns of a block
    reach = [sum(1 << j for j, e in enumerate(row) if e) for row in rows]
    if 2 * sum(map(int.bit_count, reach)) > n * n:  # dense: there is nothing to cut
        reach = [(1 << n) - 1] * n
    for k in range(n):  # Warshall: paths through unknowns 0 .. k
        reach = [r | reach[k] if r >> k & 1 else r for r in reach]
    depth: dict[int, int] = {}  # of each block, the longest chain of blocks that it needs
    for block in sorted({*reach}, key=int.bit_count):  # what it needs has fewer
        below = [depth[r] for k, r in enumerate(reach) if block >> k & 1 and r != block]
        depth[block] = max(below, default=-1) + 1
    order = sorted(depth, key=lambda block: (depth[block], reach.index(block)))
    denominators: list[int] = []
    number = {block: k for k, block in enumerate(order)}
    of = [number[r] for r in reach]  # the block of each unknown
    for k in range(len(order)):
        own = [i for i in range(n) if of[i] == k]
        builds_on = {of[j] for i in own for j, e in enumerate(rows[i]) if e and of[j] != k}
        # d_k = lcm(d_e, the denominators of x_i), e before k, i in k
        parts = (*(denominators[e] for e in builds_on), *(int(entries[i].q) for i in own))
        denominators.append(lcm(*parts))
    # x_i = n_i / d_k
    numerators = [[e.p * (denominators[k] // e.q)] for e, k in zip(entries, of, strict=True)]
    return ExactVector.of_blocks([fmpz(d) for d in denominators], of, numerators, 1)
