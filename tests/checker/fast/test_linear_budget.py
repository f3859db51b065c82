"""The check of a linear system pays before it calculates: hostile shapes run out of budget.

Each shape is small in bytes and large in work or memory. What it costs is asked of the budget, not
of a clock: with a fiftieth of what any file gets, each is stopped, and one that is in proportion to
its size is not.
"""

from __future__ import annotations

import sys

import pytest

from exactbox.certificate import certificate_pieces
from exactbox.check import GaveUp, check_certificate
from exactbox.checker.fast.budget import WORK
from exactbox.linear_certificate import LinearCertificate

LONG = (1 << 400_000) + 1
ODD = (1 << 60_000) + 1
SCANT = WORK // 50


def hexadecimal(n):
    return n if 0 <= n < 10**18 else f"{n:x}"


def listed(rows):
    """Rows as lists of columns and values."""
    return {
        "numerators": [hexadecimal(v) for row in rows for _, v in row],
        "places": [j for row in rows for j, _ in row],
        "sizes": [len(row) for row in rows],
    }


def certificate(statement, a, columns, b=None, width=1, denominators=None, **witness):
    """A certificate about integer rows; without `b` of a right-hand side of zeros."""
    question = {
        "statement": statement,
        "denominators": denominators or [1] * len(a),
        "matrix": {"columns": columns, **listed(a)},
    }
    if statement in ("solution", "unique", "least_squares", "no_integer_solution"):
        question["right"] = {"columns": width, **listed(b or [[]] * len(a))}
    return b"".join(certificate_pieces("linear", question, witness))


def values(rows, blocks=None, denominators=(1,)):
    """A matrix of rationals of the witness."""
    over = [hexadecimal(d) for d in denominators]
    return {"blocks": blocks or [0] * len(rows), "denominators": over, **listed(rows)}


def row(width, value=1):
    return [(j, value) for j in range(width)]


def minor(n, modulus=10**18 - 11):
    return {"columns": list(range(n)), "modulus": modulus, "rows": list(range(n))}


def unique(a):
    """That A x = 0 for x = 0 only."""
    n = len(a)
    return certificate("unique", a, n, solution=values([[]] * n), minor=minor(n))


def identity():
    return unique([[(i, 1)] for i in range(20_000)])


def dense_minor():
    """A Vandermonde matrix modulo a prime: a third of the cube of 200 products."""
    return unique([[(j, pow(i + 2, j, 10**6 + 3)) for j in range(200)] for i in range(200)])


def arrow():
    """The first row and column are full, so eliminating them fills all of the matrix."""
    return unique([row(2000), *([(0, 1), (i, 2)] for i in range(1, 2000))])


def row_of_a_minor_again_and_again():
    wide = {"columns": [0] * 9999, "modulus": 2, "rows": [0] * 9999}
    return certificate("rank", [row(9999)], 9999, kernel=values([[]] * 9999), minor=wide)


def cubic_product(n=120):
    """Dense A times dense X, which is 0 as the rows of X cancel."""
    x = [row(n, (-1) ** j) for j in range(n)]
    return certificate("solution", [row(n)] * n, n, width=n, solution=values(x))


def many_rows_of_a_wide_solution():
    x = values([row(100), row(100, -1)])
    return certificate("solution", [row(2)] * 5000, 2, width=100, solution=x)


def many_blocks():
    """Denominators that do not divide each other."""
    x = values(
        [row(4, (-1) ** j) for j in range(200)],
        list(range(200)),
        [2 * (j // 2) + 3 for j in range(200)],
    )
    return certificate("solution", [row(200)] * 200, 200, width=4, solution=x)


def long_value_of_a():
    """Its products with many short ones are together far longer than the file."""
    x = values([row(50_000)])
    return certificate("solution", [[(0, LONG)]], 1, width=50_000, solution=x)


def long_values_of_a_and_unknowns():
    x = values([row(8, LONG)])
    return certificate("solution", [[(0, LONG)]], 1, width=8, solution=x)


def long_value_of_b_and_denominator():
    x = values([row(1)], [0], [LONG**4])
    return certificate("solution", [row(1)], 1, [[(0, LONG**4)]], solution=x)


def long_unknown():
    x = values([[(0, LONG)], [(0, -LONG)]])
    return certificate("solution", [row(2)] * 9999, 2, solution=x)


def long_unknown_among_short_ones():
    """Sums, not products, are what is long."""
    x = values([[(0, LONG)], [(0, -LONG)], *[[(0, 1)], [(0, -1)]] * 100])
    return certificate("solution", [row(202)] * 200, 202, solution=x)


def long_denominator():
    x = values([[(0, LONG)]], [0], [LONG])
    return certificate("solution", [row(1)] * 9999, 1, [row(1)] * 9999, solution=x)


def quotients_worked_out_again_and_again():
    """Rows meet one and another long denominator in turns, so no quotient is remembered."""
    x = values([row(1), row(1, -1)] * 3, [0, 0, 1, 1, 2, 2], [ODD**2 + 2, ODD, ODD**2 + 4])
    a = [[(2, 1), (3, 1), (j, 1), (j + 1, 1)] for j in (0, 4)]
    a = [sorted(each) for each in a] * 2000
    return certificate("solution", a, 6, solution=x)


def long_divisors():
    """Whether a row is over its least denominator is the gcd of long integers."""
    power = hexadecimal(3**300_000)
    nothing = {"columns": [], "modulus": 2, "rows": []}
    kernel = values([row(1)])
    return certificate("rank", [[(0, LONG)]], 1, denominators=[power], kernel=kernel, minor=nothing)


def long_solution_to_be_said():
    """In lowest terms, in decimal and rounded."""
    x = values([[(0, 3**200_000)]], [0], [LONG])
    return certificate("unique", [[(0, LONG)]], 1, [[(0, 3**200_000)]], solution=x, minor=minor(1))


def determinant(a, x, minor):
    return certificate("determinant", a, len(a), fractions=x, minor=minor)


def dense_determinant_modulo_a_long_integer():
    n = 100
    a = [[(j, i**j % 97 + 1) for j in range(n)] for i in range(n)]
    return determinant(a, values([[]] * n), minor(n, hexadecimal(2**20_000 - 1)))


def determinant_modulo_an_even_longer_integer():
    """One inverse."""
    return determinant([row(1, 3)], values([[]]), minor(1, hexadecimal(LONG)))


def long_rows_of_a_determinant():
    """Hadamard's bound, the product of their sizes."""
    n = 9
    nothing = {"columns": [], "modulus": 1, "rows": []}
    return determinant([[(i, LONG)] for i in range(n)], values([[]] * n), nothing)


def coprime_denominators(n):
    """Of 400 bits; not quite coprime, but their least common multiple is nearly as long."""
    return [(1 << 400) + 2 * k + 1 for k in range(n)]


def long_multiple_of_denominators():
    """Of a vector that is multiplied to whole numbers by a matrix of zeros."""
    n = 2000
    x = values([row(1)] * n, [*range(n)], coprime_denominators(n))
    nothing = {"columns": [], "modulus": 1, "rows": []}
    return determinant([[]] * n, x, nothing)


def long_fractions_that_are_whole():
    x = values([[(0, LONG)]], [0], [LONG])
    return certificate("no_integer_solution", [row(9999)], 9999, weights=x)


def rows_over_denominators_in_one_normal_equation():
    n = 2000
    over = [hexadecimal(d) for d in coprime_denominators(n)]
    x = values([row(1)])
    return certificate("least_squares", [row(1)] * n, 1, denominators=over, solution=x)


def differences_over_denominators_that_do_not_divide():
    """Row i of X is in column i alone, so A X has entries over all denominators in each row."""
    n = 500
    x = values([[(k, 1)] for k in range(n)], [*range(n)], coprime_denominators(n))
    return certificate("least_squares", [row(n)] * 9, n, width=n, solution=x)


def differences_of_long_unknowns():
    x = values([[(0, LONG)], [(0, -LONG)]])
    return certificate("least_squares", [row(2)] * 9999, 2, solution=x)


SHAPES = [
    arrow,
    cubic_product,
    dense_determinant_modulo_a_long_integer,
    dense_minor,
    determinant_modulo_an_even_longer_integer,
    differences_of_long_unknowns,
    differences_over_denominators_that_do_not_divide,
    long_denominator,
    long_divisors,
    long_fractions_that_are_whole,
    long_multiple_of_denominators,
    long_rows_of_a_determinant,
    long_solution_to_be_said,
    long_unknown,
    long_unknown_among_short_ones,
    long_value_of_a,
    long_value_of_b_and_denominator,
    long_values_of_a_and_unknowns,
    many_blocks,
    many_rows_of_a_wide_solution,
    quotients_worked_out_again_and_again,
    row_of_a_minor_again_and_again,
    rows_over_denominators_in_one_normal_equation,
]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hostile_shape_runs_out_of_work(shape):
    data = shape()
    assert len(data) < 10**6
    with pytest.raises(GaveUp, match=r"more work than \d"):
        check_certificate(data, max_work=SCANT)


@pytest.mark.parametrize("shape", [arrow, long_value_of_a, row_of_a_minor_again_and_again])
def test_a_hostile_shape_runs_out_of_memory(shape):
    with pytest.raises(GaveUp, match="more memory"):
        check_certificate(shape(), max_work=sys.maxsize)


def test_an_identity_is_eliminated_in_proportion_to_its_size():
    """20,000 rows: no row is visited but those that have the column."""
    assert check_certificate(identity(), max_work=SCANT).facts["rank"] == 20_000


@pytest.mark.slow
def test_what_the_sums_of_a_row_take_is_given_back_after_it():
    """8,000,000 products, each of 100 bytes, 40,000 at a time."""
    assert check_certificate(cubic_product(200)).facts["right_columns"] == 200


def test_work_is_paid_to_the_last_unit():
    made = LinearCertificate.unique([[1, 2, 3], [4, 5, 6], [7, 8, 1]], [1, 1, 1], [-1, 1, 0])
    too_little, enough = 0, 10**9
    while enough - too_little > 1:
        work = (too_little + enough) // 2
        try:
            assert check_certificate(made.data, max_work=work) == made.claim
            enough = work
        except GaveUp:
            too_little = work
    assert 10**4 < enough < 10**5
