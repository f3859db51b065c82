"""How results of linear algebra show themselves, and what is said of a singular matrix."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

import exactbox
from exactbox import linalg
from exactbox.linalg import ExactMatrix, ExactVector
from exactbox.mdp import chains


def test_numbers_up_to_forty_characters_are_shown_whole():
    assert repr(ExactVector(["1503001499/501001001000499999"])) == (
        "ExactVector([1503001499/501001001000499999])"
    )
    for text in (f"{10**18 + 1}/{10**19}", "1" * 40):
        assert len(text) == 40 and text in repr(ExactVector([text]))
    assert "~1.11111e+40" in repr(ExactVector(["1" * 41]))


def test_a_matrix_of_no_rows_is_a_matrix():
    assert ExactMatrix([]).shape == (0, 0) and linalg.det([]) == 1 == linalg.det(ExactMatrix([]))
    assert linalg.inv(ExactMatrix([])).shape == (0, 0)


def test_columns_have_both_names():
    a = ExactMatrix([[1, 2, 3]])
    assert (a.rows, a.cols, a.columns) == (1, 3, 3)


@pytest.mark.parametrize("wrong", ["12", "no.csv"])
def test_a_text_that_is_no_file_is_one_clear_line(wrong):
    message = f"^b is '{wrong}', and there is no file of this name: need a matrix, or the name"
    with pytest.raises(FileNotFoundError, match=message):
        linalg.solve([[1, 2], [3, 4]], wrong)
    with pytest.raises(FileNotFoundError, match=message.replace("b", "A", 1)):
        linalg.det(wrong)


@pytest.mark.parametrize(
    "ask",
    [
        linalg.inv,
        lambda a: linalg.solve(a, [1, 1, 1]),
        lambda a: linalg.solve(a, [1, 1, 1], want=[0]),
        lambda a: linalg.inverse_entry(a, 0, 0),
        lambda a: linalg.factorized(a).solve([1, 1, 1]),
    ],
)
def test_what_is_said_of_a_singular_matrix_is_of_the_matrix(ask):
    with pytest.raises(linalg.SingularMatrixError) as caught:
        ask([[1, 2, 0], [2, 4, 0], [0, 0, 1]])
    assert str(caught.value) == (
        "the matrix has no inverse: its columns are dependent; A k = 0 for k = [2, -1, 0]"
    )


def test_echelon_forms_polynomials_and_eigenvalues_have_html_and_latex():
    form = linalg.rref([[2, 4, 1], [1, 2, 1]])
    assert form == ([[1, 2, 0], [0, 0, 1]], (0, 2)) and form[1] == form.pivots
    assert form._repr_latex_() == (
        r"$\displaystyle \left[\begin{matrix}1 & 2 & 0 \\ 0 & 0 & 1\end{matrix}\right]"
        r",\ \text{pivots } (0, 2)$"
    )
    assert "<td>2</td>" in form._repr_html_() and "pivots (0, 2)" in form._repr_html_()
    f = linalg.charpoly([["1/2", 1], [1, 0]])
    assert f._repr_latex_() == r"$\displaystyle t^{2} - \frac{1}{2} t - 1$"
    assert f._repr_html_() == "<i>t</i><sup>2</sup> - 1/2 <i>t</i> - 1"
    found = linalg.rational_eigenvalues([[2, 1], [1, 2]])
    assert found._repr_latex_().count(r"\left[\begin{matrix}") == 2
    assert found._repr_latex_().count("$") == 2 and found._repr_html_().count("<caption>") == 2
    assert found == tuple(found) and [e.value for e in found] == [1, 3]


def test_chains_have_brackets():
    walk = exactbox.Model.from_lists(
        [[[("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[("1/3", 2), ("2/3", 1)]]]
    )
    shares = chains.stationary(walk)
    assert shares == [0, 1, 0] and "<td>1</td>" in shares._repr_html_()
    assert shares._repr_latex_() == (
        r"$\displaystyle \left[\begin{matrix}0 \\ 1 \\ 0\end{matrix}\right]$"
    )
    visits = chains.visits(walk)
    assert inf in visits and r"\infty" in visits._repr_latex_() and "inf" in visits._repr_html_()
    assert r"\frac{3}{4}" in visits._repr_latex_() and visits[2] == Fraction(3, 4)


def test_a_kronecker_product_stays_sparse():
    k = 1000
    product = linalg.kron(linalg.identity(k), linalg.identity(k))
    assert product.shape == (k * k, k * k)
    assert list(product.entries_of_row(k * k - 1)) == [(k * k - 1, 1)]
    assert product[5, 5] == 1 and product[5, 6] == 0
    with exactbox.using(memory=1 << 20), pytest.raises(ValueError, match=r"need at most 1\.0 MiB"):
        linalg.kron(linalg.identity(5000), linalg.identity(5000))


def test_a_long_kronecker_product_is_that_of_the_definition():
    a = ExactMatrix([[i + j for j in range(3)] for i in range(150)]) / 7
    b = ExactMatrix([["1/2", i] for i in range(100)])
    product = linalg.kron(a, b)
    assert product.shape == (15_000, 6)
    assert all(
        product[i * 100 + k] == [a[i, j] * b[k, m] for j in range(3) for m in range(2)]
        for i, k in ((0, 0), (149, 99), (70, 3))
    )
    assert linalg.kron(a[:2], b[:2]) == product[[0, 1, 100, 101]]


@pytest.mark.parametrize("name", ["inv", "det", "rank", "solve"])
def test_the_package_says_where_linear_algebra_is(name):
    with pytest.raises(AttributeError, match=f"did you mean 'exactbox.linalg.{name}'"):
        getattr(exactbox, name)


@pytest.mark.parametrize(
    "result",
    [ExactMatrix([[1, 2], [3, 4]]), ExactVector([1, "2/3"])],
)
def test_a_plot_with_a_name_is_saved(result, tmp_path):
    pytest.importorskip("matplotlib")
    assert result.plot(tmp_path / "x.png") is not None
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"need \.png or \.svg"):
        result.plot(str(tmp_path / "x.pdf"))


def test_the_plot_of_an_answer_is_saved(tmp_path):
    pytest.importorskip("matplotlib")
    model = exactbox.Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"d": [1]})
    exactbox.reach(model, "d", "max").plot(str(tmp_path / "a.svg"))
    exactbox.ask(model, 'Pmax=? [F "d"]').plot(tmp_path / "b.svg")
    assert (tmp_path / "a.svg").stat().st_size and (tmp_path / "b.svg").stat().st_size
