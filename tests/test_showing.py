"""What is printed is exact or says that it is not, aligned, and short."""

from __future__ import annotations

import sys
import time
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactbox.decimals import digit_count
from exactbox.linalg import (
    ExactMatrix,
    ExactVector,
    factorized,
    hermite_form,
    inv,
    ldl,
    lstsq,
    lu,
    smith_form,
    solve,
    solve_general,
    solve_integers,
)
from exactbox.linear_certificate import LinearCertificate

SHOWN = [
    (0, 1, "0"),
    (0, 3**100000, "0"),
    (-4, 6, "-2/3"),
    (5 * 7**1000, 10 * 7**1000, "1/2"),
    (2**78, 1, "302231454903657293676544"),
    (10**39, 1, "1" + 39 * "0"),
    (10**18 + 1, 10**19, f"{10**18 + 1}/{10**19}"),  # 40 characters
    (10**19 + 1, 10**20, "~0.100000 (20 over 21 digits)"),
    (10**40, 1, "~1.00000e+40 (41 digits)"),
    (-(10**30000), 1, "~-1.00000e+30000 (30001 digits)"),
    (1, 10**30000, "~1.00000e-30000 (up to 1 over 30001 digits)"),
    (1, 10**3000, "~1.00000e-3000 (1 over 3001 digits)"),
    (10**3000, 3 * 10**2999 + 1, "~3.33333 (3001 over 3000 digits)"),
    (2**200000, 3 * 2**200000, "~0.333333 (up to 60206 over 60207 digits)"),  # log10(2) = 0.30103
]


@pytest.mark.parametrize(("n", "d", "shown"), SHOWN, ids=[shown for _, _, shown in SHOWN])
def test_a_number_is_shown_as_a_fraction_or_by_its_size(n, d, shown):
    x = ExactVector.of_blocks([fmpz(d)], [0], [[fmpz(n)]], 1)
    assert repr(x) == f"ExactVector([{shown}])" and str(x) == f"[{shown}]"


@given(
    st.integers(-(10**80), 10**80)
    | st.builds(lambda k, e, sign: sign * (10**k + e), st.integers(0, 900), st.integers(-1, 1),
                st.sampled_from([1, -1]))
)  # fmt: skip
def test_digits_are_counted_exactly(n):
    assert digit_count(n) == len(str(abs(n)))


def test_digits_of_huge_powers_of_ten():
    power = fmpz(10) ** 200_000
    assert [digit_count(power + e) for e in (-1, 0, 1)] == [200_000, 200_001, 200_001]


def matrix(rows):
    return ExactMatrix(np.array(rows, dtype=object))


def test_a_line_is_unambiguous():
    assert repr(matrix([["1/2", -1], [0, 3]])) == "ExactMatrix([[1/2, -1], [0, 3]])"
    assert repr(matrix([[1], [2]])) == "ExactMatrix([[1], [2]])"
    assert repr(ExactVector.of_integers([1, 2])) == "ExactVector([1, 2])"
    assert repr(ExactVector.of_integers([])) == "ExactVector([])"
    for shape in [(0, 0), (0, 3), (3, 0)]:
        empty = ExactMatrix(np.zeros(shape, dtype=int))
        assert repr(empty) == f"ExactMatrix([], shape={shape})"
        assert str(empty) == f"[] ({shape[0]} x {shape[1]})"


def test_a_line_leaves_out_the_middle():
    assert repr(ExactVector.of_integers(range(16))) == f"ExactVector({list(range(16))})"
    assert repr(ExactVector.of_integers(range(17))) == (
        "ExactVector([0, 1, 2, ..., 14, 15, 16], shape=(17,))"
    )
    assert str(ExactVector.of_integers(range(17))) == "[0, 1, 2, ..., 14, 15, 16] (17 entries)"
    tall = ExactMatrix(np.arange(18).reshape(9, 2))
    assert repr(tall) == (
        "ExactMatrix([[0, 1], [2, 3], [4, 5], ..., [12, 13], [14, 15], [16, 17]], shape=(9, 2))"
    )
    wide = ExactMatrix(np.arange(18).reshape(2, 9))
    assert repr(wide) == (
        "ExactMatrix([[0, 1, 2, ..., 6, 7, 8], [9, 10, 11, ..., 15, 16, 17]], shape=(2, 9))"
    )


def test_a_table_is_aligned():
    assert str(inv([[2, 1], [1, 3]])) == "[ 3/5  -1/5]\n[-1/5   2/5]"


@given(st.integers(1, 30), st.integers(1, 30), st.sampled_from([1, 10**9, 10**30]))
def test_a_table_fits_and_its_columns_are_those_of_the_matrix(m, n, factor):
    rows = (factor * np.arange(m * n).reshape(m, n).astype(object)).tolist()
    lines = str(ExactMatrix(rows)).splitlines()
    if left_out := lines[-1] == f"({m} x {n})":
        lines.pop()
    assert len({len(line) for line in lines}) == 1
    if factor < 10**30:  # longer numbers are followed by their digit count
        cells = [line[1:-1].split() for line in lines]
        assert left_out == any("..." in row for row in cells)
        assert len(lines[0]) <= 100 or len(cells[0]) <= 3
        for shown, row in zip((cells[0], cells[-1]), (rows[0], rows[-1]), strict=True):
            cut = shown.index("...") if "..." in shown else len(shown)
            assert shown[:cut] == list(map(str, row[:cut]))
            after = len(shown) - cut - 1
            assert after <= 0 or shown[cut + 1 :] == list(map(str, row[-after:]))


def test_html_is_a_table():
    assert inv([[2, 1], [1, 3]])._repr_html_() == (
        '<table style="border-style:none solid;border-width:2px"><tbody>'
        "<tr><td>3/5</td><td>-1/5</td></tr>"
        "<tr><td>-1/5</td><td>2/5</td></tr></tbody></table>"
    )
    long = ExactVector.of_integers(range(100))._repr_html_()
    assert long.count("<tr>") == 17 and long.endswith("</table><p>100</p>")
    assert "<p>0 x 2</p>" in ExactMatrix(np.zeros((0, 2), dtype=int))._repr_html_()


def test_latex_is_a_matrix():
    x = matrix([["-1/2", 3, 10**50], [0, "1/7", Fraction(-1, 3**100)]])
    assert x._repr_latex_() == (
        r"$\displaystyle \left[\begin{matrix}-\frac{1}{2} & 3 & "
        r"\approx 1.00000 \cdot 10^{50}\ \text{(51 digits)} \\ 0 & \frac{1}{7} & "
        r"\approx -1.94033 \cdot 10^{-48}\ \text{(1 over 48 digits)}\end{matrix}\right]$"
    )  # 3^100 = 515377520732011331036461129765621272702107522001
    assert r"\cdots" in ExactVector.of_integers(range(100))._repr_latex_()
    third = matrix([[Fraction(10**30, 3 * 10**30 + 1)]])._repr_latex_()
    assert r"\approx 0.333333\ \text{(31 over 31 digits)}" in third


def test_what_is_prepared_says_its_size():
    assert repr(factorized([[1, 2], [0, 3]])) == "Factorized(2 x 2, 3 non-zeros)"


@pytest.mark.slow
def test_huge_results_are_shown_quickly():
    """A million unknowns of a million digits, in numbers that no gcd should be taken of."""
    n, d = fmpz(3) ** 2_200_000, fmpz(7) ** 1_300_000
    x = ExactMatrix.of_blocks([d], [0] * 10**6, [[n, d + 1, n]] * 10**6, 3)
    started = time.process_time()
    for text, longest in [
        (repr(x), 1500),
        (str(x), 4000),
        (repr(x[:, 0]), 500),
        (x._repr_html_(), 6000),
        (x._repr_latex_(), 6000),
    ]:
        assert len(text) < longest and "digits" in text
    assert time.process_time() - started < 5


def test_what_a_solution_prints():
    assert str(solve([[2, 1], [1, 3]], [1, 1])) == "[2/5, 1/5]"


# Results of several parts -------------------------------------------------------------------------

LARGE = [[(i * j) % 7 + (i == j) * 10 for j in range(30)] for i in range(30)]
RESULTS = {
    "LeastSquares": lambda a: lstsq([row[:20] for row in a], [10**50] * 30),
    "GeneralSolution": lambda a: solve_general(a[:2], [10**500, 1]),
    "IntegerSolutions": lambda a: solve_integers(a[:1], [a[0][0] * 10**300]),
    "HermiteForm": hermite_form,
    "SmithForm": smith_form,
    "LU": lu,
    "LDL": lambda a: ldl([[a[max(i, j)][min(i, j)] for i in range(30)] for j in range(30)]),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_is_a_short_line_and_a_summary_whatever_its_size(name):
    found = RESULTS[name](LARGE)
    assert repr(found).startswith(f"{name}(") and repr(found).endswith(")")
    assert len(repr(found)) <= 300 and "\n" not in repr(found)
    lines = str(found).splitlines()
    assert lines[0] == name and len(lines) <= 70 and max(map(len, lines)) <= 250
    html = found._repr_html_()
    assert html.count("<table") == html.count("</table>")


def test_a_short_result_shows_all_of_it():
    found = lu([[1, 2], [3, 4]])
    assert repr(found) == (
        "LU(permutation=(0, 1), lower=ExactMatrix([[1, 0], [3, 1]]), "
        "upper=ExactMatrix([[1, 2], [0, -2]]), diagonal=(1, 1), rank=2)"
    )
    assert str(found).splitlines()[1:4] == [
        "permutation  (0, 1)",
        "lower        [1  0]",
        "             [3  1]",
    ]
    assert "<th>rank</th><td>2</td>" in found._repr_html_()
    assert "pivots=(0,)" in repr(solve_general([[1, 2]], [3]))


def test_a_certificate_shows_what_it_states():
    made = LinearCertificate.determinant([[3]])
    assert repr(made) == f"LinearCertificate(determinant, A 1 x 1, proof {made.sha256[:12]}...)"
    assert str(made) == str(made.claim)
    assert made._repr_html_() == f"<p>{made.claim}</p>"


def test_a_frame_has_fractions():
    pandas = pytest.importorskip("pandas")
    frame = inv([[2, 1], [1, 2]]).to_frame()
    assert isinstance(frame, pandas.DataFrame) and frame.shape == (2, 2)
    assert frame.iloc[0, 1] == Fraction(-1, 3)
    assert inv([[2]])[0].to_frame().shape == (1, 1)
    assert inv(frame) == [[2, 1], [1, 2]]


def test_a_frame_without_pandas_is_an_error_that_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(
        ImportError, match=r"a frame needs pandas: pip install 'exactbox\[frames\]'"
    ):
        inv([[2]]).to_frame()
