"""Matrices on which exact linear algebra is measured: each of a shape that somebody meets.

Dense of low rank, boundary matrices of simplicial complexes (almost every pivot is 1 or -1),
products of sparse factors, incidence matrices of graphs, bases of linear programs, Hilbert's
matrix, Markov chains, many small blocks, and a matrix of deficient structural rank. Every
function gives the same matrix each time. Entries are int64, as NumPy arrays where dense and SciPy
arrays in compressed sparse rows where sparse; Hilbert's are lists of Fractions.

What the ranks have to be is known in closed form, and said beside each.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial
from operator import mul
from random import Random

import numpy as np
import scipy.sparse as sparse

# dense


def low_rank(m: int = 600, n: int = 400, rank: int = 200, most: int = 99) -> np.ndarray:
    """A product of an m x rank and a rank x n factor with entries in -most..most.

    The rank is that of the factors' common side, but for bad luck with a chance near 2^-200.
    """
    rng = np.random.default_rng(m + n + rank)
    left, right = (rng.integers(-most, most + 1, shape) for shape in ((m, rank), (rank, n)))
    return left @ right


def inconsistent(m: int = 1000, n: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """Many equations with entries in -99..99 for few unknowns, and no solution."""
    rng = np.random.default_rng(m)
    return rng.integers(-99, 100, (m, n)), rng.integers(-99, 100, m)


def underdetermined(
    m: int = 200, n: int = 1000, rank: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Few equations for many unknowns, with n - rank dimensions of solutions.

    Of full rank and with entries in -99..99, or a product of factors with entries in -9..9.
    """
    rng = np.random.default_rng(m)
    a = rng.integers(-99, 100, (m, n)) if rank is None else low_rank(m, n, rank, 9)
    return a, a @ rng.integers(-9, 10, n)


def listed(m: int, n: int, most: int = 99, rank: int | None = None) -> list[list[int]]:
    """Rows of Python's integers in -most..most, or a product of factors with such entries."""
    rng = Random(f"{m} x {n}")

    def rows(m: int, n: int) -> list[list[int]]:
        return [[rng.randint(-most, most) for _ in range(n)] for _ in range(m)]

    if rank is None:
        return rows(m, n)
    columns = list(zip(*rows(rank, n)))
    return [[sum(map(mul, row, column)) for column in columns] for row in rows(m, rank)]


def with_right_side(a: list[list[int]], most: int = 9) -> tuple[list[list[int]], list[int]]:
    """A and b = A x for an x with entries in -most..most."""
    rng = Random(len(a))
    x = [rng.randint(-most, most) for _ in a[0]]
    return a, [sum(map(mul, row, x)) for row in a]


def random_rows(m: int, n: int, each: int) -> sparse.csr_array:
    """`each` non-zero digits a row, at random places."""
    rng = np.random.default_rng([m, n, each])
    values = rng.integers(1, 10, m * each) * rng.choice([-1, 1], m * each)
    where = (np.repeat(np.arange(m), each), rng.integers(0, n, m * each))
    a = sparse.coo_array((values, where), (m, n)).tocsr()
    a.eliminate_zeros()
    return a


def with_diagonal(n: int, each: int) -> sparse.csr_array:
    """The same, square, with 10 more on the diagonal: nonsingular for n = 100 and 3 a row."""
    return (random_rows(n, n, each) + 10 * sparse.eye_array(n, dtype=np.int64)).tocsr()


def banded(n: int, half: int) -> sparse.csr_array:
    """-1 beside the diagonal, up to `half` places off, and 4 half on it."""
    offsets = [k for k in range(-half, half + 1) if k]
    bands = [np.full(n, 4 * half), *([np.full(n, -1)] * len(offsets))]
    return sparse.dia_array((np.array(bands), [0, *offsets]), shape=(n, n)).tocsr()


def hilbert(n: int) -> list[list[Fraction]]:
    """1 / (i + j + 1), the classic of ill-conditioned matrices (Hilbert 1894)."""
    return [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]


def hilbert_inverse_entry(n: int, i: int, j: int) -> int:
    """Entry (i, j) of the inverse, counted from 0 (Choi, Tricks or treats, 1983)."""
    i, j = i + 1, j + 1
    sign = (-1) ** (i + j)
    side = comb(n + i - 1, n - j) * comb(n + j - 1, n - i)
    return sign * (i + j - 1) * side * comb(i + j - 2, i - 1) ** 2


def markov(n: int = 300, steps: int = 1000) -> tuple[np.ndarray, np.ndarray]:
    """The equations of a stationary distribution, integers: pi (P - 1) = 0, sum of pi = 1.

    P = C / steps for counts C of a chain without zero entries (nearly): each row is drawn from a
    multinomial distribution. The last equation is replaced by the normalisation.
    """
    rng = np.random.default_rng(n)
    counts = np.array([rng.multinomial(steps, rng.dirichlet(np.ones(n))) for _ in range(n)])
    a = (counts - steps * np.eye(n, dtype=np.int64)).T
    a[-1] = 1
    return np.ascontiguousarray(a), (np.arange(n) == n - 1).astype(np.int64)


# simplicial complexes


def boundary(cells: Iterable[tuple[int, ...]]) -> sparse.csr_array:
    """The boundary map of these simplices: their facets by themselves, entries 1 and -1.

    Simplices are increasing tuples of vertices; both sides are in lexicographic order.
    """
    columns = sorted(cells)
    facets = sorted({c[:k] + c[k + 1 :] for c in columns for k in range(len(c))})
    place = {facet: i for i, facet in enumerate(facets)}
    size = len(columns[0])
    rows = [place[c[:k] + c[k + 1 :]] for c in columns for k in range(size)]
    signs = np.tile(np.array([(-1) ** k for k in range(size)]), len(columns))
    where = (rows, np.repeat(np.arange(len(columns)), size))
    return sparse.coo_array((signs, where), (len(facets), len(columns))).tocsr()


def matching_complex(n: int = 9, edges: int = 4) -> sparse.csr_array:
    """Sets of disjoint edges of the complete graph: those of `edges` - 1 by those of `edges`.

    For n = 9: 1,260 matchings of 3 edges by 945 of 4, n! / (2^k k! (n - 2k)!) of k edges. Its
    homology has 3-torsion, so some pivot is not a unit, and 70 dimensions in that degree, so the
    rank is 945 - 70 (Shareshian and Wachs, Torsion in the matching complex, 2007, table 6).
    """
    name = {e: i for i, e in enumerate(combinations(range(n), 2))}

    def matchings(left: tuple[int, ...], k: int) -> list[tuple[tuple[int, int], ...]]:
        """Those of k edges on the vertices left."""
        if not k:
            return [()]
        if len(left) < 2 * k:
            return []
        first, rest = left[0], left[1:]
        with_first = [
            ((first, v), *more)
            for v in rest
            for more in matchings(tuple(u for u in rest if u != v), k - 1)
        ]
        return with_first + matchings(rest, k)

    found = matchings(tuple(range(n)), edges)
    return boundary(tuple(sorted(name[e] for e in matching)) for matching in found)


def chessboard_complex(m: int, n: int, rooks: int = 4) -> sparse.csr_array:
    """Rooks on an m x n board that do not attack each other: `rooks` - 1 by `rooks` of them.

    C(m, k) C(n, k) k! ways for k rooks: 5 x 6 has 1,200 by 1,800, 6 x 7 has 4,200 by 12,600 and
    7 x 8 has 11,760 by 58,800 for 3 and 4 rooks (Bjorner, Lovasz, Vrecica and Zivaljevic 1994).
    """
    return boundary(
        tuple(n * i + j for i, j in zip(rows, columns, strict=True))
        for rows in combinations(range(m), rooks)
        for columns in permutations(range(n), rooks)
    )


def chessboard_rank(m: int, n: int) -> int:
    """The rank of `chessboard_complex` (m, n) with 4 rooks, where (m + n + 1) // 3 >= 4 <= m, n.

    There the complex is 2-connected (Bjorner, Lovasz, Vrecica and Zivaljevic 1994): its boundary
    maps are exact in the degrees below, and ranks are alternating sums of the numbers of faces.
    """
    faces = [comb(m, k) * comb(n, k) * factorial(k) for k in range(4)]
    return faces[3] - faces[2] + faces[1] - faces[0]


# sparse


def sparse_product(m: int, n: int, rank: int, each: int = 2) -> sparse.csr_array:
    """A product of two sparse factors with up to `each` entries in -9..9 a row, and of rank `rank`.

    Each factor starts with a diagonal of ones, which makes its rank full, and elimination easy.
    """
    rng = np.random.default_rng(m + n + rank)

    def factor(long: int) -> sparse.csr_array:
        """long x rank: the identity over random rows, the rows shuffled."""
        below = long - rank
        rows = np.r_[np.arange(rank), np.repeat(np.arange(rank, long), each)]
        columns = np.r_[np.arange(rank), rng.integers(0, rank, below * each)]
        values = np.r_[np.ones(rank, dtype=np.int64), rng.integers(-9, 10, below * each)]
        full = sparse.coo_array((values, (rows, columns)), (long, rank)).tocsr()
        return full[rng.permutation(long)]

    a = (factor(m) @ factor(n).T).tocsr()
    a.eliminate_zeros()
    return a


def random_product(m: int, n: int, inner: int, each: int) -> sparse.csr_array:
    """A product of two sparse factors with up to `each` entries in -9..9 a row or column.

    The rank is a little less than `inner`, and hardly a pivot is a unit: 290 for 1,000 x 600 by
    300 and 1,469 for 5,000 x 3,000 by 1,500 with 2 of them each, 299 and 1,493 with 3.
    """
    rng = np.random.default_rng(0)

    def factor(long: int) -> sparse.csr_array:
        count = long * each
        values = rng.integers(-9, 10, count)
        where = (np.repeat(np.arange(long), each), rng.integers(0, inner, count))
        return sparse.coo_array((values, where), (long, inner)).tocsr()

    a = (factor(m) @ factor(n).T).tocsr()
    a.eliminate_zeros()
    return a


def product_of_rows(m: int, inner: int, n: int, each: int, seed: int) -> sparse.csr_array:
    """A product of two factors with up to `each` entries in -9..9 a row, m x inner and inner x n.

    With 2 a row nearly nothing fills in, but for some seeds (0, 2, 4) numbers leave 64 bits.
    """
    rng = np.random.default_rng(seed)

    def factor(rows: int, columns: int) -> sparse.csr_array:
        where = (np.repeat(np.arange(rows), each), rng.integers(0, columns, rows * each))
        values = rng.integers(-9, 10, rows * each)
        return sparse.coo_array((values, where), (rows, columns)).tocsr()

    a = (factor(m, inner) @ factor(inner, n)).tocsr()
    a.eliminate_zeros()
    return a


def fractions(m: int, n: int) -> list[list[Fraction]]:
    """Fractions of two digits over up to 20."""
    numerators, denominators = listed(m, n), listed(m, n, most=19)
    return [
        [Fraction(p, abs(q) + 1) for p, q in zip(*rows)] for rows in zip(numerators, denominators)
    ]


def upper_triangular(n: int) -> np.ndarray:
    """Entries in -9..9, on the diagonal in 1..9."""
    rng = np.random.default_rng(n)
    a = np.triu(rng.integers(-9, 10, (n, n)), 1)
    np.fill_diagonal(a, rng.integers(1, 10, n))
    return a


def repeated_rows(m: int, n: int, rank: int, each: int = 5) -> sparse.csr_array:
    """`rank` random sparse rows and sums of pairs of them, shuffled."""
    rng = np.random.default_rng(m + n + rank)
    rows = np.r_[np.repeat(np.arange(rank), each), np.arange(rank)]
    columns = np.r_[rng.integers(0, n, rank * each), rng.permutation(n)[:rank]]
    values = np.r_[rng.integers(-9, 10, rank * each), rng.integers(10, 20, rank)]
    first = sparse.coo_array((values, (rows, columns)), (rank, n)).tocsr()
    pairs = rng.integers(0, rank, (m - rank, 2))
    return sparse.vstack([first, first[pairs[:, 0]] + first[pairs[:, 1]]]).tocsr()[
        rng.permutation(m)
    ]


def incidence(vertices: int, arcs: int) -> sparse.csr_array:
    """Vertices by arcs of a random directed graph: -1 where an arc starts, 1 where it ends.

    The rank is the vertices less the connected components; a basis of the null space is a basis
    of the cycles (Kirchhoff 1847).
    """
    rng = np.random.default_rng(vertices)
    tails = rng.integers(0, vertices, arcs)
    heads = (tails + rng.integers(1, vertices, arcs)) % vertices  # no loops
    where = (np.r_[tails, heads], np.tile(np.arange(arcs), 2))
    return sparse.coo_array((np.repeat([-1, 1], arcs), where), (vertices, arcs)).tocsr()


def components(a: sparse.csr_array) -> int:
    """How many connected components the graph of an incidence matrix has."""
    return int(sparse.csgraph.connected_components(abs(a) @ abs(a).T)[0])


def small_blocks(unknowns: int = 10**6, size: int = 2) -> tuple[sparse.csr_array, np.ndarray]:
    """A block diagonal matrix of random non-singular blocks with entries in -9..9."""
    rng = np.random.default_rng(unknowns)
    count = unknowns // size
    blocks = rng.integers(-9, 10, (count, size, size))
    singular = np.abs(np.linalg.det(blocks)) < 0.5  # determinants are integers
    blocks[singular] = np.eye(size, dtype=np.int64)
    a = sparse.bsr_array((blocks, np.arange(count), np.arange(count + 1))).tocsr()
    a.eliminate_zeros()
    return a, rng.integers(-99, 100, unknowns)


def crowded(
    m: int = 492, n: int = 490, rank: int = 448, crowd: int = 60, each: int = 100
) -> sparse.csr_array:
    """`crowd` rows whose entries share too few columns: the structural rank is `rank`, below n.

    The trait of the economic table mbeacxc of the Harwell-Boeing collection: 492 x 490 with
    49,920 entries, of which at most 448 can lie in different rows and columns. The null space of
    the columns is dense and long, what combines the rows to zero is short. Entries are of six
    digits and a power of ten each, as decimals scaled to integers are.
    """
    rng = np.random.default_rng(n)
    shared = crowd - (m - rank)
    rows = np.r_[np.repeat(np.arange(crowd), shared), np.repeat(np.arange(crowd, m), each)]
    columns = np.r_[np.tile(np.arange(shared), crowd), rng.integers(0, n, (m - crowd) * each)]
    values = rng.integers(1, 10**6, len(rows)) * 10 ** rng.integers(0, 7, len(rows))
    a = sparse.coo_array((values, (rows, columns)), (m, n)).tocsr()
    a.sum_duplicates()
    return a[rng.permutation(m)][:, rng.permutation(n)]


# linear programs


def transport(
    sources: int, sinks: int, most: int = 40
) -> tuple[sparse.csr_array, np.ndarray, np.ndarray]:
    """Constraints A x = b and costs c of a transportation problem: each arc's source and sink.

    The last sink's equation follows from the others and is left out.
    """
    rng = np.random.default_rng(sources * 1000 + sinks)
    plan = rng.integers(0, most, (sources, sinks))
    arcs = np.arange(sources * sinks)
    rows = np.r_[arcs // sinks, sources + arcs % sinks]
    a = sparse.coo_array((np.ones(2 * len(arcs), dtype=np.int64), (rows, np.tile(arcs, 2))))
    b = np.r_[plan.sum(axis=1), plan.sum(axis=0)]
    return a.tocsr()[:-1], b[:-1], rng.integers(1, 100, len(arcs))


def partition(m: int, n: int, each: int = 4) -> tuple[sparse.csr_array, np.ndarray, np.ndarray]:
    """A x = b for a random 0/±1 matrix with `each` entries a column, and costs."""
    rng = np.random.default_rng(1000 * m + n)
    rows = np.concatenate([rng.choice(m, each, replace=False) for _ in range(n)])
    signs = np.where(rng.random(n * each) < 0.2, -1, 1)
    a = sparse.coo_array((signs, (rows, np.repeat(np.arange(n), each))), (m, n)).tocsr()
    return a, a @ rng.integers(0, 9, n), rng.integers(1, 100, n)


def optimal_basis(
    a: sparse.csr_array, b: np.ndarray, costs: np.ndarray
) -> tuple[sparse.csr_array, np.ndarray]:
    """A basis B of columns of A that is optimal for min costs x, A x = b, x >= 0, and b.

    HiGHS gives a vertex; where it is degenerate, its positive unknowns are completed to a basis
    by the columns of least reduced cost.
    """
    from scipy.optimize import linprog  # a quarter of a second

    bounds = (0, 10**6)
    found = linprog(costs, A_eq=a, b_eq=b, bounds=bounds, method="highs-ds")
    reduced = costs - a.T @ found.eqlin.marginals
    order = np.lexsort((reduced, found.x < 1e-9))
    dense = a.toarray()[:, order].astype(float)
    chosen: list[int] = []
    span = np.zeros((a.shape[0], 0))
    for j, column in zip(order, dense.T, strict=True):
        rest = column - span @ (span.T @ column)
        rest -= span @ (span.T @ rest)
        length = np.linalg.norm(rest)
        if length > 1e-9:
            chosen.append(j)
            span = np.c_[span, rest / length]
        if len(chosen) == a.shape[0]:
            break
    return a[:, sorted(chosen)].tocsr(), b
