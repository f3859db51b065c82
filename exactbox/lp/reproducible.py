"""A certificate that depends on the program alone, not on the optimal basis that floats propose.

Of several optimal points it has the one with the least sum of w[j] |x[j]|, of several optimal y
that with the least sum of w[i] |y[i]|; the weights w are fixed here, and mixed, so that the
programs' own symmetries leave one. Each is the optimum of a second program (`optimal_face`,
`_price_face`), and proved the only one. The points of these programs are all optimal x, whichever
optimal prices are taken, and all optimal y, whichever optimal x.

Source: Goldman, Tucker, *Theory of linear programming*, 1956 (complementary slackness).
"""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from exactbox.linalg.results.exact import ExactVector
from exactbox.linalg.results.ratios import common_multiple
from exactbox.lp.basis import Basis
from exactbox.lp.program import Limits, LinearProgram
from exactbox.lp.solving import solved
from exactbox.lp.uniqueness import only_point, optimal_face
from exactbox.lp.values import known

_PRIME = 10007  # weights are powers of 5 modulo this prime, of which there are 10006
_SHORT = 64  # bits of a denominator that stays as it is


def point(basis: Basis) -> ExactVector:
    """The optimal x that is chosen, found from any optimal basis."""
    return _least(optimal_face(basis))


def prices(basis: Basis) -> ExactVector:
    """The optimal y that is chosen, of the rows in integers."""
    return _least(_price_face(basis))


def _price_face(basis: Basis) -> LinearProgram:
    """The program whose points are the optimal y, of the rows in integers; its costs are 0.

    The price of what is strictly inside of its bounds is 0; of what is at one of them it has that
    one's sign. A' y, which is c - the prices of the columns, has bounds for it.
    """
    program, x = basis.program, basis.x
    m, n = program.shape
    low, high = Limits(), Limits()
    for k, (below, above) in enumerate(zip(program.low, program.high, strict=True)):
        at_lower = below is not None and x.difference(k, below) == 0
        at_upper = above is not None and x.difference(k, above) == 0
        c = fmpq(program.goal[k] if k < n else 0)
        pair = None if at_lower else c, None if at_upper else c
        low.append(pair[k >= n])
        high.append(pair[k < n])
    low, high = low[n:] + low[:n], high[n:] + high[:n]
    return LinearProgram(program.turned, [1] * n, [Fraction(0)] * m, low, high)


def _least(program: LinearProgram) -> ExactVector:
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
    a, ends = program.matrix, (program.low, program.high)
    x_low, x_high = ([None if b is None else max(b, fmpq(0)) for b in e[:n]] for e in ends)
    t_high, t_low = ([None if b is None else max(-b, fmpq(0)) for b in e[:n]] for e in ends)
    low = [fmpq(0) if b is None else b for b in x_low + t_low]
    weights = [Fraction(pow(5, j + 1, _PRIME)) for j in range(n)]
    return program.minimising(
        weights + weights,
        matrix=a.extended((m, 2 * n), a.row_of, n + a.indices, -a.data),
        low=low + program.low[n:],
        high=x_high + t_high + program.high[n:],
    )


def _in_few_blocks(x: list[fmpq]) -> ExactVector:
    """These numbers, the long ones over one denominator."""
    over, _ = common_multiple([v.q for v in x if v.q.bit_length() > _SHORT])
    below = [over if v.q.bit_length() > _SHORT else v.q for v in x]
    place = {d: e for e, d in enumerate(dict.fromkeys(below))}
    numerators = [[v.p * (d // v.q)] for v, d in zip(x, below, strict=True)]
    return ExactVector.of_blocks([*place], [place[d] for d in below], numerators, 1)
