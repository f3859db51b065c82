"""A x == b in exact integers, whatever computed x.

Row i is checked over the least common multiple D of the denominators in it: the entries of each
block are added up first, with small multipliers, and every block needs one long product:

    sum_E (D / d_E) sum_{j in E} A[i, j] n[j]  ==  D b[i].
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz

from exactbox.linalg.exact import ExactMatrix
from exactbox.linalg.sparse import IntegerMatrix


def multiplies_back(a: IntegerMatrix, x: ExactMatrix, b: Sequence[Sequence[int]]) -> bool:
    """Whether A x == b, with no tolerance."""
    indptr, indices, data = a.rows()
    block_of, numerators, denominators = x.block_of, x.numerators, x.denominators
    lengths = [d.bit_length() for d in denominators]
    cofactors: dict[tuple[int, int], fmpz | None] = {}
    for j in range(x.columns):
        for i in range(a.shape[0]):
            terms: dict[int, fmpz] = {}
            for p in range(indptr[i], indptr[i + 1]):
                k = indices[p]
                e = block_of[k]
                term = data[p] * numerators[k][j]
                terms[e] = terms[e] + term if e in terms else term
            if not terms:
                if b[i][j] != 0:
                    return False
                continue
            widest = max(terms, key=lengths.__getitem__)
            if not _row_holds(terms, b[i][j], denominators, widest, cofactors):
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
