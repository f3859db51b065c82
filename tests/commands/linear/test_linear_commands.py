"""The commands about matrices: what they print, write and prove, and what they refuse."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactbox.check import check_certificate
from exactbox.checker.fast import budget
from exactbox.cli import main
from exactbox.linalg import det, read_matrix
from tests.bench.linear_cases import hilbert_inverse_entry
from tests.printed import facts, says

F = Fraction
FILES = {
    "A.mtx": "%%MatrixMarket matrix coordinate rational general\n2 2 3\n1 1 1/3\n1 2 2\n2 2 -5\n",
    "b.mtx": "%%MatrixMarket matrix array integer general\n2 1\n1\n1\n",
    "A.csv": "1/3;2\r\n0;-5\r\n",
    "b.csv": "1\n1\n",
    "A.json": '[["1/3", 2], [0, -5]]',
    "b.json": "[1, 1]",
    "two.csv": "1,0\n1,3\n",
    "singular.csv": "1,2\n2,4\n",
    "tall.csv": "1\n2\n",
    "wide.csv": "1 1 1\n",
    "six.csv": "6\n",
    "halves.csv": "9/2\n1/3\n",
    "one.csv": "1,0\n0,1\n",
    "model.drn": "@type: MDP\n@parameters\n",
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """An empty folder with matrices."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)


def run(capsys, words):
    """Exit code, lines on standard output, and standard error."""
    code = main(words.split())
    out, err = capsys.readouterr()
    return code, out.splitlines(), err


def proved(name="proof.json"):
    return check_certificate(name)


# linsolve -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["mtx", "csv", "json"])
def test_linsolve_reads_every_format_and_prints_each_unknown_exactly(capsys, kind):
    """-5 y = 1 and x / 3 + 2 y = 1."""
    found = run(capsys, f"linsolve A.{kind} b.{kind}")
    assert found == (0, ["x[1] = 21/5 = 4.2", "x[2] = -1/5 = -0.2"], "")


def test_linsolves_certificate_claims_that_there_is_no_other_solution(capsys):
    code, lines, err = run(capsys, "linsolve A.csv b.csv --certificate proof.json --output x.json")
    assert (code, err) == (0, "") and lines[2] == f"proved: {proved().sentence}"
    size = Path("proof.json").stat().st_size
    text, hashes = "\n".join(lines[3:]), facts("\n".join(lines))
    assert says(text, "x.json") and says(text, "proof.json", size, "VALID")
    assert hashes == {"question": proved().question_sha256, "proof": proved().sha256}
    assert says(text, "exactbox check proof.json")
    assert proved().facts["statement"] == "unique"
    assert Path("x.json").read_text() == '[["21/5"],\n ["-1/5"]]\n'


def test_linsolves_certificate_claims_less_only_if_asked_or_if_the_checker_would_give_up(
    capsys, monkeypatch
):
    ask = "linsolve A.csv b.csv --certificate proof.json"
    assert run(capsys, f"{ask} --statement solution")[0] == 0
    assert proved().facts["statement"] == "solution"
    monkeypatch.setattr(budget, "WORK", 0)
    monkeypatch.setattr(budget, "WORK_PER_BYTE", 1)
    code, lines, _ = run(capsys, ask)
    assert code == 0 and says(lines[3], "proof.json", "not prove", "no other solution", "limit")
    assert check_certificate("proof.json", max_work=10**9).facts["statement"] == "solution"


def test_linsolve_says_that_there_is_no_solution_and_why(capsys):
    """x = 1 and 2 x = 1: twice the first less the second is 0 = 1."""
    ask = "linsolve tall.csv b.csv --certificate proof.json"
    code, lines, err = run(capsys, f"{ask} --output x.csv")
    assert (code, err) == (1, "")
    assert lines[0] == "no solution: the equations, times the weights y, add up to 0 = 1"
    assert lines[1:3] == ["y[1] = 2", "y[2] = -1"]
    assert lines[4] == "x.csv: not written, there is no unique solution"
    assert proved().facts["statement"] == "inconsistent" and not Path("x.csv").exists()


def test_linsolve_names_the_column_that_has_no_solution(capsys):
    code, lines, _ = run(capsys, "linsolve singular.csv one.csv")
    assert code == 1 and lines[0].endswith("add up to 0 = 2 (column 1 of b)")
    code, lines, _ = run(capsys, "linsolve singular.csv b.csv")
    assert code == 1 and lines[0].endswith("add up to 0 = 1")


def test_linsolve_says_that_there_are_infinitely_many_solutions_and_which(capsys):
    code, lines, err = run(capsys, "linsolve singular.csv tall.csv --certificate proof.json")
    assert (code, err) == (1, "")
    assert lines[:2] == [
        "infinitely many solutions: rank 1, 2 unknowns",
        "x = (1, 0) + t1*(-2, 1)",
    ]
    assert proved().facts["statement"] == "general"
    code, lines, _ = run(capsys, "linsolve wide.csv six.csv")
    assert (code, lines[1]) == (1, "x = (6, 0, 0) + t1*(-1, 1, 0) + t2*(-1, 0, 1)")


def test_a_long_general_solution_has_a_term_a_line_or_an_entry_a_line(capsys):
    Path("wide.csv").write_text(",".join(["1"] * 12))
    _, lines, _ = run(capsys, "linsolve wide.csv six.csv")
    assert lines[1] == f"x = (6{', 0' * 11})" and lines[2] == f"  + t1*(-1, 1{', 0' * 10})"
    Path("wide.csv").write_text(",".join(["1"] * 40))
    _, lines, _ = run(capsys, "linsolve wide.csv six.csv")
    assert lines[1:3] == ["all are x + k t, for every t of 39 numbers:", "x[1] = 6"]
    assert lines[-2:] == ["k[40, 39] = 1", "40 x 39; entries that are not listed are 0"]
    _, lines, _ = run(capsys, "linsolve wide.csv wide.csv")
    assert lines[1].startswith("all are x + k t")


def test_unknowns_that_are_wanted_are_counted_from_1(capsys):
    want = "linsolve A.csv b.csv --want"
    assert run(capsys, f"{want} 2 --method dixon") == (0, ["x[2] = -1/5 = -0.2"], "")
    assert run(capsys, f"{want} 2 --certificate proof.json")[0] == 0
    assert (proved().facts["statement"], proved().value) == ("entry", F(-1, 5))
    for i in (0, 3, -1):
        there_are = "there are 2 unknowns, counted from 1\n"
        assert run(capsys, f"{want} {i}") == (2, [], f"exactbox: --want {i}: {there_are}")
    _, lines, _ = run(capsys, f"{want} 2 1 --json")
    assert json.loads(lines[0])["unknowns"] == [2, 1]


def test_digits_are_looked_at_before_anything_is_printed(capsys):
    for digits in ("-1", "1000001", "x"):
        with pytest.raises(SystemExit) as stopped:
            main(["linsolve", "A.csv", "b.csv", "--digits", digits])
        out, err = capsys.readouterr()
        assert (stopped.value.code, out) == (2, "") and "need 0 to 1,000,000" in err


def test_a_number_is_exact_and_a_rounded_decimal_is_said_to_be_rounded(capsys):
    ask = "linsolve one.csv halves.csv --digits"
    assert run(capsys, f"{ask} 0")[1] == ["x[1] = 9/2", "x[2] = 1/3"]
    assert run(capsys, f"{ask} 3")[1] == ["x[1] = 9/2 = 4.5", "x[2] = 1/3 ~ 0.333"]
    Path("halves.csv").write_text(f"1e-30\n1{'0' * 99}/3\n")
    _, lines, _ = run(capsys, f"{ask} 1")
    assert lines[0] == f"x[1] = 1/1{'0' * 30} ~ 0.0"
    assert lines[1].startswith("x[2] = 10000000000000000000...0") and "(100 digits) / 3" in lines[1]
    assert f"1{'0' * 99}/3 ~ " in run(capsys, f"{ask} 1 --full")[1][1]


def test_linsolve_says_how_it_was_solved(capsys):
    _, lines, _ = run(capsys, "linsolve A.csv b.csv --info")
    assert "2 unknowns in 1 block: 1 by flint" in lines
    _, lines, _ = run(capsys, "linsolve A.csv b.csv --info --json")
    assert "1 by flint" in json.loads(lines[0])["info"]


def test_linsolve_finds_integers_or_proves_that_there_are_none(capsys):
    ask = "--integers --certificate proof.json"
    code, lines, _ = run(capsys, f"linsolve singular.csv tall.csv {ask} --output x.csv")
    assert code == 0 and lines[0] == "infinitely many solutions of integers: every t is an integer"
    assert lines[1].startswith("x = (") and " + t1*(" in lines[1]
    assert proved().facts["statement"] == "solution"
    x = read_matrix("x.csv")
    assert x[0, 0] + 2 * x[1, 0] == 1
    code, lines, _ = run(capsys, f"linsolve A.csv b.csv {ask}")
    assert code == 1 and lines[0].startswith("no solution of integers: with the weights y")
    assert proved().facts["statement"] == "no_integer_solution"
    code, lines, _ = run(capsys, f"linsolve one.csv b.csv {ask}")
    assert (code, lines[:2]) == (0, ["x[1] = 1", "x[2] = 1"])
    assert proved().facts["statement"] == "unique"
    code, lines, _ = run(capsys, f"linsolve tall.csv b.csv {ask}")
    assert code == 1 and lines[0].startswith("no solution: ")


def test_several_right_sides_are_a_matrix(capsys):
    """It is said, as 1,0 and 1,3 may have been meant as one column with decimal commas."""
    code, lines, _ = run(capsys, "linsolve one.csv two.csv --output x.mtx")
    doubtful = "1,0 was read as 1 and 0: if it is 1.0, write it so"
    sides = f"2 right-hand sides, a column of x for each ({doubtful})"
    assert (code, lines) == (0, ["[1  0]", "[1  3]", sides, "x.mtx: the matrix"])
    assert read_matrix("x.mtx") == [[1, 0], [1, 3]]
    assert run(capsys, "lstsq one.csv two.csv")[1][:3] == lines[:3]


def test_a_column_with_decimal_commas_is_doubted_where_it_may_be_two_columns(capsys):
    """Where A has decimal commas too it is refused; where commas can only separate, all is said."""
    Path("comma.csv").write_text("1;0,5\n0;1\n")
    code, _, errors = run(capsys, "linsolve comma.csv two.csv")
    assert code == 2 and len(errors.splitlines()) == 1
    assert says(errors, "two.csv", "1,0", "0,5", "1.0", "1,0;")  # where, found, A's, needed
    for text in ("1\t0,5\n0\t1\n", '1,"0,5"\n0,1\n'):
        Path("other.csv").write_text(text)
        assert says(run(capsys, "linsolve other.csv two.csv")[2], "two.csv", "1,0", "0,5", "1,0;")
    Path("tall.csv").write_text("1\n1\n")
    assert "if it is 1.0, write it so" in run(capsys, "linsolve tall.csv two.csv")[1][-1]
    for sure in ("1, 0\n1, 3\n", "1;0\n1;3\n", "1,0.5\n1,3\n", "1,-3\n1,3\n"):
        Path("sure.csv").write_text(sure)
        for a in ("one.csv", "comma.csv"):
            lines = run(capsys, f"linsolve {a} sure.csv")[1]
            assert lines[2:] == ["2 right-hand sides, a column of x for each"]
    Path("meant.csv").write_text("1,5;\n2,5;\n")
    assert run(capsys, "linsolve one.csv meant.csv")[1][0] == "x[1] = 3/2 = 1.5"


def test_json_has_every_number_exactly_and_rounded(capsys):
    def given(words):
        code, lines, _ = run(capsys, f"{words} --json")
        return code, json.loads(lines[0])

    number = {"exact": "21/5", "decimal": "4.20"}
    code, found = given("linsolve A.csv b.csv --digits 2 --certificate proof.json")
    assert (code, found["answer"], found["value"][0]) == (0, "one solution", number)
    (file,) = found["files"]
    assert (file["file"], file["is"], file["replaced"]) == ("proof.json", "certificate", False)
    hashes = proved().question_sha256, proved().sha256
    for record in (found, file):
        assert (record["question_sha256"], record["proof_sha256"]) == hashes
    assert (found["checked"], found["proved"]) == (True, proved().sentence)
    assert found["how"] == "checked with FLINT's integers"
    found = given("det A.csv --certificate proof.json --plain-integers")[1]
    assert found["how"] == "checked by the plain checker"
    code, found = given("linsolve singular.csv tall.csv")
    assert (code, found["answer"], found["rank"]) == (1, "infinitely many solutions", 1)
    assert [v["exact"] for v in found["nullspace"][0]] == ["-2", "1"]
    code, found = given("linsolve singular.csv b.csv")
    assert (code, found["answer"]) == (1, "no solution")
    assert [v["exact"] for v in found["weights"]] == ["2", "-1"]
    assert given("linsolve A.csv b.csv --integers")[1]["answer"] == "no solution of integers"
    assert given("linsolve one.csv b.csv --integers")[1]["kernel"] == []
    assert given("det A.csv")[1]["value"]["exact"] == "-5/3"
    assert given("inv A.csv")[1]["value"][0][0]["exact"] == "3"
    assert given("inv singular.csv")[1]["answer"] == "no inverse"
    assert given("rank A.csv")[1] == {"question": "rank of A", "rank": 2}
    assert given("nullspace singular.csv")[1]["rank"] == 1
    assert given("rref singular.csv")[1]["pivots"] == [1]
    assert given("smith singular.csv")[1]["invariant_factors"] == [{"exact": "1", "decimal": "1"}]
    assert given("charpoly singular.csv")[1]["coefficients"][1]["exact"] == "-5"
    assert given("lstsq tall.csv b.csv")[1]["residual"][0]["exact"] == "1/5"


def test_standard_input_is_a_matrix_and_is_read_once(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1,1\n0,2\n")))
    code, lines, _ = run(capsys, "linsolve - b.csv --certificate proof.json")
    assert (code, lines[:2]) == (0, ["x[1] = 1/2 = 0.5", "x[2] = 1/2 = 0.5"])
    assert proved().facts["statement"] == "unique"


def test_a_proof_answers_the_question_that_tables_ask(capsys):
    assert run(capsys, "linsolve A.csv b.csv --certificate proof.json")[0] == 0
    for names in ("A.csv b.csv", "A.json b.json", "A.mtx b.mtx"):
        code, lines, _ = run(capsys, f"check proof.json --statement unique --against {names}")
        assert code == 0 and lines[-1].startswith("SAME QUESTION")
    code, _, err = run(capsys, "check proof.json --statement unique --against one.csv b.csv")
    assert code == 1 and "ANOTHER QUESTION" in err


# The others ---------------------------------------------------------------------------------------


def test_lstsq_minimises_and_proves(capsys):
    """x = 1 and 2 x = 1 are nearest to being so at 3/5: (2/5)^2 + (1/5)^2 = 1/5. The nearest
    solution of x + 2 x' = 3/5 to the origin is 3/25 (1, 2)."""
    ask = "b.csv --certificate proof.json --output x.csv"
    code, lines, err = run(capsys, f"lstsq tall.csv {ask}")
    assert (code, err) == (0, "") and Path("x.csv").read_text() == "3/5\n"
    assert lines[:2] == ["x[1] = 3/5 = 0.6", "|A x - b|^2 = 1/5 = 0.2"]
    assert lines[2] == "only x minimises it: rank 1, 1 unknown"
    assert proved().facts["statement"] == "unique_least_squares"
    code, lines, _ = run(capsys, f"lstsq singular.csv {ask}")
    assert code == 0 and lines[1] == "x[2] = 6/25 = 0.24"
    assert lines[3] == "x is the shortest that minimises it: rank 1, 2 unknowns"
    assert proved().facts["statement"] == "minimum_norm"
    _, lines, _ = run(capsys, "lstsq tall.csv singular.csv")
    assert lines[-2] == "|A x - b|^2 = 0, 0"


def test_lstsqs_certificate_claims_less_if_the_checker_would_give_up(capsys, monkeypatch):
    monkeypatch.setattr(budget, "WORK", 0)
    monkeypatch.setattr(budget, "WORK_PER_BYTE", 1)
    _, lines, _ = run(capsys, "lstsq tall.csv b.csv --certificate proof.json")
    assert "it does not prove that only x minimises" in lines[4]
    _, lines, _ = run(capsys, "inv A.csv --certificate proof.json")
    assert "it does not prove that A X = 1 for no other X" in lines[3]


def test_an_inverse_is_a_table_and_proved(capsys):
    code, lines, _ = run(capsys, "inv A.mtx --certificate proof.json --output x.csv")
    assert code == 0 and lines[:2] == ["[3   6/5]", "[0  -1/5]"]
    assert Path("x.csv").read_text() == "3,6/5\n0,-1/5\n"
    facts = proved().facts
    assert (facts["statement"], facts["right_columns"]) == ("unique", 2)


def test_a_teacher_reads_a_4_by_4_inverse_on_one_screen(capsys):
    """Hilbert's matrix: its inverse has integers, as Choi (1983) gives them."""
    Path("hilbert.csv").write_text(
        "".join(",".join(f"1/{i + j + 1}" for j in range(4)) + "\r\n" for i in range(4))
    )
    code, lines, _ = run(capsys, "inv hilbert.csv")
    assert code == 0 and len(lines) == 4 and max(map(len, lines)) <= 80
    rows = [[int(word) for word in line.strip("[]").split()] for line in lines]
    assert rows == [[hilbert_inverse_entry(4, i, j) for j in range(4)] for i in range(4)]
    Path("A.csv").write_text("3,1,4,1\n5,9,2,6\n5,3,5,8\n9,7,9,3\n")
    code, lines, _ = run(capsys, "inv A.csv")
    assert code == 0 and len(lines) == 4 and max(map(len, lines)) <= 80
    assert len({len(line) for line in lines}) == 1  # aligned


def test_decimals_of_a_matrix_are_printed_where_they_are_asked_for(capsys):
    _, lines, _ = run(capsys, "inv A.csv --digits 2")
    assert lines[:2] == ["[3   6/5]", "[0  -1/5]"]
    assert lines[2:] == ["rounded to 2 digits:", "[3.00   1.20]", "[0.00  -0.20]"]


def test_a_large_matrix_is_printed_entry_by_entry(capsys):
    rows = (",".join("01"[i == j] for j in range(30)) for i in range(30))
    Path("A.csv").write_text("\n".join(rows))
    _, lines, _ = run(capsys, "inv A.csv")
    assert lines[29] == "x[30, 30] = 1" and len(lines) == 31 and says(lines[30], "30 x 30", "0")
    Path("A.csv").write_text(f"1{'0' * 40},0\n0,1/3\n")
    _, lines, _ = run(capsys, "inv A.csv --digits 3")
    assert lines[:2] == [f"x[1, 1] = 1/1{'0' * 40} ~ 0.000", "x[2, 2] = 3"]
    assert len(lines) == 3 and says(lines[2], "2 x 2", "0")


def test_a_matrix_without_an_inverse_has_a_kernel_that_is_proved(capsys):
    code, lines, err = run(capsys, "inv singular.csv --certificate proof.json --output x.csv")
    assert (code, err) == (1, "")
    assert lines[:3] == ["no inverse: A k = 0 for this k", "k[1] = 2", "k[2] = -1"]
    assert proved().facts["statement"] == "singular" and not Path("x.csv").exists()


def test_a_determinant_is_printed_and_proved(capsys):
    assert run(capsys, "det A.csv --digits 0") == (0, ["-5/3"], "")
    code, lines, _ = run(capsys, "det A.csv --certificate proof.json")
    assert (code, lines[0]) == (0, "-5/3 ~ -1.666666666667")
    assert proved().value == det("A.csv") == F(-5, 3)
    assert run(capsys, "det singular.csv")[1] == ["0"]


def test_rank_and_nullspace_print_and_prove(capsys):
    code, lines, _ = run(capsys, "rank singular.csv --certificate proof.json")
    assert (code, lines[0]) == (0, "1") and proved().facts["rank"] == 1
    code, lines, _ = run(
        capsys, "nullspace singular.csv --integer --certificate proof.json --output k.json"
    )
    assert code == 0 and lines[:3] == ["1 vector of 2 entries", "k[1] = -2", "k[2] = 1"]
    assert proved().facts["rank"] == 1 and read_matrix("k.json") == [[-2], [1]]
    code, lines, _ = run(capsys, "nullspace wide.csv")
    assert lines == ["2 vectors of 3 entries, as columns", "[-1  -1]", "[ 1   0]", "[ 0   1]"]
    assert run(capsys, "nullspace A.csv")[1] == ["only 0: the columns of A are independent"]


def test_rref_prints_its_pivots_and_proves_what_it_follows_from(capsys):
    code, lines, _ = run(capsys, "rref singular.csv --certificate proof.json --output r.csv")
    assert code == 0 and lines[:3] == ["[1  2]", "[0  0]", "rank 1, pivot in column 1"]
    assert proved().facts["statement"] == "rank" and read_matrix("r.csv") == [[1, 2], [0, 0]]
    assert run(capsys, "rref one.csv")[1][-1] == "rank 2, pivots in columns 1, 2"
    Path("zero.csv").write_text("0,0\n")
    assert run(capsys, "rref zero.csv")[1] == ["[0  0]", "rank 0"]


def test_smith_prints_the_invariant_factors(capsys):
    """diag(4, 6) has the factors gcd 2 and 24 / 2."""
    Path("A.csv").write_text("4,0\n0,6\n")
    code, lines, _ = run(capsys, "smith A.csv --output s.csv")
    assert (code, lines) == (0, ["invariant factors: 2, 12", "rank 2", "s.csv: the matrix"])
    assert read_matrix("s.csv") == [[2, 0], [0, 12]]
    Path("A.csv").write_text("0\n")
    assert run(capsys, "smith A.csv")[1] == ["invariant factors: none", "rank 0"]


def test_charpoly_prints_the_polynomial(capsys):
    assert run(capsys, "charpoly singular.csv") == (0, ["t^2 - 5 t"], "")
    Path("A.csv").write_text(f"1{'0' * 80},1\n1,-1{'0' * 80}\n")
    assert run(capsys, "charpoly A.csv")[1] == [f"t^2 - 1{'0' * 159}1"]
    Path("A.csv").write_text(f"1{'0' * 99},1\n1,-1{'0' * 99}\n")
    _, lines, _ = run(capsys, "charpoly A.csv")
    assert lines[:2] == ["c[2] = 1", "c[1] = 0"] and lines[2].startswith("c[0] = -1000")


# Mistakes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words, said",
    [
        ("linsolve none.mtx b.mtx", "none.mtx: No such file"),
        ("linsolve A.mtx two.csv --want 1 --certificate x", "2 right sides, need 1"),
        ("linsolve A.mtx b.mtx --want 1 2 --certificate x", "one --want"),
        ("linsolve A.mtx b.mtx --integers --want 1", "--want is not for --integers"),
        ("linsolve A.mtx b.mtx --statement solution", "need --certificate FILE"),
        (
            "linsolve A.mtx b.mtx --want 1 --certificate x --statement solution",
            "--statement solution is about the whole solution",
        ),
        ("linsolve A.mtx six.csv", "b has 1 row, need 2 as A has"),
        ("lstsq A.mtx six.csv", "b has 1 row, need 2 as A has"),
        ("linsolve A.mtx b.mtx --output x.txt", "x.txt: found '.txt', need .mtx, .csv or .json"),
        ("det tall.csv", "A has 2 rows and 1 column, need a square matrix"),
        ("inv wide.csv", "A has 1 row and 3 columns, need a square matrix"),
        ("smith A.csv", "row 1, column 1 of A is 1/3, need integers: a Smith form is over the int"),
        ("rank model.drn", "model.drn: found a model in Storm's format (.drn), need a matrix"),
    ],
)
def test_mistakes_with_matrices_are_one_line(capsys, words, said):
    code, lines, err = run(capsys, words)
    assert (code, lines) == (2, []) and said in err and err.count("\n") == 1


@pytest.mark.parametrize("words", ["linsolve A.csv b.csv", "inv A.csv", "rank A.csv"])
def test_a_proof_that_cannot_be_written_does_not_keep_the_answer(capsys, words):
    Path("full").symlink_to("/dev/full")
    code, lines, err = run(capsys, f"{words} --certificate full")
    assert code == 2 and lines and "full: No space left on device" in err
    assert not [line for line in lines if line.startswith("full:")]
