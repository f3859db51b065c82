"""A certificate that depends on the program alone, not on the optimal basis that floats propose.

Of several optimal points it has the one with the least sum of w[j] |x[j]|, of several optimal y
that with the least sum of w[i] |y[i]|; the weights w are fixed here, and mixed, so that the
programs' own symmetries leave one. Each is the optimum of a second program (`optimal_face`,
`price_face`), and proved the only one. The points of these programs are all optimal x, whichever
optimal prices are taken, and all optimal y, whichever optimal x.

Source: Goldman, Tucker, *Theory of linear programming*, 1956 (complementary slackness).
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpz

from exactbox.lp.basis import Basis
from exactbox.lp.program import Bound, LinearProgram
from exactbox.lp.solving import solved
from exactbox.lp.uniqueness import only_point, optimal_face, price_face
from exactbox.lp.values import Values, known

_PRIME = 10007  # weights are powers of 5 modulo this prime, of which there are 10006
_SHORT = 64  # bits of a denominator that stays as it is


def point(basis: Basis) -> Values:
    """The optimal x that is chosen, found from any optimal basis."""
    return _least(optimal_face(basis))


def prices(basis: Basis) -> Values:
    """The optimal y that is chosen, of the rows in integers."""
    return _least(price_face(basis))


def _least(program: LinearProgram) -> Values:
    """The feasible point with the least sum of w[j] |x[j]|."""
    n = program.shape[1]
    found = solved(_split(program))
    basis = known(found.basis)
    if found.status != "optimal" or only_point(basis) is None:
        raise ArithmeticError("two points have the least weighted sum")
    twice = [basis.x.rational(j) for j in range(2 * n)]
    return _in_few_blocks([a - b for a, b in zip(twice[:n], twice[n:], strict=True)])


def _split(program: LinearProgram) -> LinearProgram:
    """The program of s, t >= 0 with x = s - t, which minimises the sum of w[j] (s[j] + t[j])."""
    m, n = program.shape
    a, zero = program.matrix, Fraction(0)
    matrix = a.extended((m, 2 * n), a.row_of, n + a.indices, -a.data)
    least: list[Bound] = [zero if b is None else max(b, zero) for b in program.lower]
    most: list[Bound] = [None if b is None else max(b, zero) for b in program.upper]
    least += [zero if b is None else max(-b, zero) for b in program.upper]
    most += [None if b is None else max(-b, zero) for b in program.lower]
    weights = [Fraction(pow(5, j + 1, _PRIME)) for j in range(n)]
    return program.minimising(weights + weights, matrix=matrix, lower=least, upper=most)


def _in_few_blocks(x: list[fmpq]) -> Values:
    """These numbers, the long ones over one denominator."""
    long = fmpz(1)
    for value in x:
        if value.q.bit_length() > _SHORT:
            long = long.lcm(value.q)
    found = Values(len(x))
    block = found.new_block(long)
    for k, value in enumerate(x):
        if value.q.bit_length() > _SHORT:
            found.numerators[k], found.block[k] = value.p * (long // value.q), block
        else:
            found.put(k, value)
    return found
