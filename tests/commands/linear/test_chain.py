"""``exactbox chain``: questions, proofs and their questions anew, steps, mistakes."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.gallery import content
from exactbox.linalg import ExactMatrix, read_matrix, rref

F = Fraction
RUIN = "1,0,0,0\n1/2,0,1/2,0\n0,1/2,0,1/2\n0,0,0,1\n"  # Norris 1997, example 1.3.1


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """An empty folder with chains."""
    monkeypatch.chdir(tmp_path)
    for name in ("oz.csv", "weather.json", "hilbert.csv", "retry.drn"):
        Path(name).write_bytes(content(name))
    Path("ruin.csv").write_text(RUIN)
    Path("swap.csv").write_text("a,b\n0,1\n1,0\n")
    Path("cycle.csv").write_text("0,2/3,1/3\n1/3,0,2/3\n2/3,1/3,0\n")


@pytest.fixture
def run(capsys):
    """Exit code, lines on standard output, and standard error."""

    def of(words):
        code = main(words.split())
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return of


def values(found, key):
    """The exact numbers of JSON."""
    return [e["exact"] for e in found[key]]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("oz.csv --stationary", ["pi[rain] = 2/5 = 0.4", "pi[nice] = 1/5 = 0.2"]),
        ("oz.csv --limiting", ["pi[snow] = 2/5 = 0.4"]),
        ("oz.csv --returns", ["r[rain] = 5/2 = 2.5", "r[nice] = 5"]),
        ("oz.csv --hitting rain", ["h[nice] = 1", "t[nice] = 8/3 ~ 2.666666666667"]),
        ("oz.csv --after 2 --start rain --digits 3", ["x[rain] = 7/16 ~ 0.438"]),
        ("oz.csv --after 2", ["rain  7/16  3/16   3/8"]),
        ("oz.csv --fundamental", ["rain   86/75   1/25  -14/75"]),
        ("oz.csv --reversible", ["reversible: pi(s) P(s, t) = pi(t) P(t, s) for all s and t"]),
        ("ruin.csv --absorption", ["2  2/3  1/3"]),
        ("ruin.csv --times", ["t[2] = 2", "variance[2] = 2"]),
        ("ruin.csv --fundamental", ["2  4/3  2/3"]),
        ("ruin.csv --returns", ["r[1] = 1", "r[2] = infinite"]),
        ("ruin.csv --stationary --start 2", ["pi[1] = 2/3 ~ 0.666666666667", "pi[2] = 0"]),
        ("ruin.csv --stationary", ["1  1  0  0  0", "4  0  0  0  1"]),
        ("ruin.csv --hitting 1 4", ["t[3] = 2"]),
        ("weather.json --stationary", ["pi[0] = 27/58 ~ 0.465517241379"]),
        ("swap.csv", ["  class     {a, b}: recurrent, period 2"]),
        ("ruin.csv", ["  class     {2, 3}: transient, period 2", "t[2] = 2"]),
    ],
)
def test_questions_are_answered_in_lines(run, words, lines):
    code, out, err = run(f"chain {words}")
    assert code == 0 and not err and {*lines} <= {*out}


def test_answers_in_json_have_the_names_and_the_classes(run):
    found = json.loads(run("chain oz.csv --hitting rain nice --json")[1][0])
    assert found["states"] == ["rain", "nice", "snow"]
    assert found["classes"] == [
        {"period": 1, "recurrent": True, "states": ["rain", "nice", "snow"]}
    ]
    assert values(found, "t") == ["0", "0", "2"] and values(found, "variance") == ["0", "0", "2"]
    found = json.loads(run("chain ruin.csv --absorption --json")[1][0])
    assert [[e["exact"] for e in row] for row in found["b"]] == [["2/3", "1/3"], ["1/3", "2/3"]]
    assert (found["b_row_names"], found["b_column_names"]) == (["2", "3"], ["1", "4"])
    assert values(json.loads(run("chain ruin.csv --returns --json")[1][0]), "r")[1] == "infinity"
    assert json.loads(run("chain cycle.csv --reversible --json")[1][0])["reversible"] is False


def test_what_is_not_so_is_said(run):
    code, out, _ = run("chain swap.csv --limiting")
    assert code == 1 and out[0].startswith("no limit: {a, b} has period 2")
    Path("fork.csv").write_text(",s,a,b\ns,0,1/2,1/2\na,0,0,1\nb,0,1,0\n")
    code, out, _ = run("chain fork.csv --limiting --start s")
    assert code == 0 and out == ["pi[s] = 0", "pi[a] = 1/2 = 0.5", "pi[b] = 1/2 = 0.5"]
    code, out, _ = run("chain fork.csv --limiting --start a")
    assert code == 1 and "in a with probability 1, in b with probability 0" in out[0]
    code, out, _ = run("chain cycle.csv --reversible")
    assert code == 0 and out[0].startswith("not reversible: from 1 to 2 it is 2/9")


@pytest.mark.parametrize(
    ("file", "question", "words"),
    [
        ("oz.csv", "", "stationary"),
        ("oz.csv", "--limiting", "stationary"),
        ("oz.csv", "--returns", "stationary"),
        ("oz.csv", "--reversible", "stationary"),
        ("oz.csv", "--fundamental", "fundamental"),
        ("oz.csv", "--hitting nice", "hitting nice"),
        ("oz.csv", "--after 3 --start snow", "after 3 steps"),
        ("oz.csv", "--after 2", "after 2 steps"),
        ("ruin.csv", "", "absorption"),
        ("ruin.csv", "--times", "times"),
        ("ruin.csv", "--fundamental", "fundamental"),
        ("ruin.csv", "--stationary", "stationary"),
        ("ruin.csv", "--hitting 4", "hitting 4"),
        ("weather.json", "--stationary", "stationary"),
    ],
)
def test_a_proof_answers_the_question_of_the_table(run, file, question, words):
    code, out, _ = run(f"chain {file} {question} --certificate p.json")
    assert code == 0 and f"of the Markov chain {file}" in "\n".join(out)
    assert check_certificate("p.json").facts["statement"] == "unique"
    code, out, _ = run(f"check p.json --against {file}")
    assert code == 0 and out[1].startswith(f'SAME QUESTION "{file}": ')
    assert out[1].endswith(f"(of the Markov chain: {words})")
    digest = out[1].split()[3]
    if words in ("stationary", "absorption", "times", "fundamental"):
        code, out, _ = run(f"question {file} --statement {words}")
        assert code == 0 and out[0].split()[0] == digest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("oz.csv --hitting rain", "x(1) = t[nice], x(2) = t[snow], x(3) = m[nice], x(4) = m[snow]"),
        ("ruin.csv --hitting 4", "x(1) = h[2], x(2) = h[3]"),
        ("ruin.csv --absorption", "row 1 of X = b[2], row 2 of X = b[3]"),
        ("cycle.csv --after 3 --start 1", "x(6) = x2[3], ..."),
        ("oz.csv --reversible", "detailed balance is not in the proof"),
    ],
)
def test_what_is_proved_is_said_with_the_names_of_states(run, words, said):
    _, out, _ = run(f"chain {words} --certificate p.json")
    (line,) = (line for line in out if line.startswith("proved: "))
    assert said in line


def test_a_proof_about_another_table_is_told_apart(run):
    run("chain oz.csv --certificate p.json")
    Path("other.csv").write_text(Path("oz.csv").read_text().replace("1/2,0,1/2", "1/4,0,3/4"))
    code, _, err = run("check p.json --against other.csv")
    assert code == 1
    assert err.endswith("row 1, pi[nice]: the proof has 1/2, yours has 1/4\n")
    code, _, err = run("check p.json --against ruin.csv")
    assert code == 2 and "no question about this chain has 3 unknowns" in err
    code, _, err = run("check p.json --against hilbert.csv")
    assert code == 2 and "hilbert.csv:1: the row adds up to 11/6" in err and "A and b" in err


def test_several_states_to_reach_are_named_again(run):
    run("chain oz.csv --hitting rain nice --certificate p.json")
    code, _, err = run("check p.json --against oz.csv")
    assert code == 2 and "--states" in err
    asks = "check p.json --against oz.csv --statement hitting --states"
    assert run(f"{asks} rain nice")[0] == 0
    assert run(f"{asks} rain snow")[0] == 1
    for words in ("--states rain", "--statement hitting"):
        assert run(f"check p.json --against oz.csv {words}")[0] == 2


def test_the_inverse_of_a_table_is_still_that(run):
    Path("p.csv").write_text("1/2,1/2\n0,1\n")
    run("inv p.csv --certificate p.json")
    assert run("check p.json --against p.csv")[1][1].endswith("B is the unit matrix)")
    code, _, err = run("check p.json --against hilbert.csv")
    assert code == 1 and "rows" in err


# Steps --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["oz.csv --stationary", "oz.csv --hitting rain", "ruin.csv --times", "ruin.csv"]
)
def test_the_steps_end_in_the_answer(run, words):
    """Each is a row operation of the matrix before; the last column is what is printed below."""
    code, out, _ = run(f"chain {words} --steps --json")
    found = json.loads(out[0])
    matrices = [
        ExactMatrix([[e["exact"] for e in row] for row in step["matrix"]])
        for step in found["steps"]
    ]
    column = [str(row[-1]) for row in matrices[-1].tolist()]
    key = found["unknowns"][0].partition("[")[0]
    names = found["states"] if key == "pi" else found.get(f"{key}_row_names", found["states"])
    answers = {f"{key}[{name}]": e for name, e in zip(names, found[key], strict=True)}
    for unknown, value in zip(found["unknowns"], column, strict=False):
        last = answers[unknown]  # in the column of the last class, if there are several
        assert value == (last[-1] if isinstance(last, list) else last)["exact"]
    assert code == 0 and rref(matrices[0])[0] == matrices[-1]
    text = run(f"chain {words} --steps")[1]
    assert text.count("equations:") == text.count("elimination:") == 1


def test_the_steps_of_the_book(run):
    """Norris 1997, example 1.3.1: h2 = h3 / 2 and h3 = h2 / 2 + 1 / 2."""
    _, out, _ = run("chain ruin.csv --hitting 4 --steps")
    assert out[1:3] == ["  h[2] - 1/2 h[3] = 0", "  -1/2 h[2] + h[3] = 1/2"]


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("oz.csv --returns", "r[s] = 1 / pi[s]"),
        ("oz.csv --hitting rain", "variance = m - t^2; "),
        ("ruin.csv --times", "variance = m - t^2; "),
        ("ruin.csv", "t: the same matrix, with 1 at the right"),
        ("ruin.csv --hitting 4", "[0  1  2/3]"),
        ("ruin.csv --absorption", "[0  1  1/3  2/3]"),
    ],
)
def test_what_takes_no_steps_of_its_own_is_said_below_them(run, words, last):
    _, out, _ = run(f"chain {words} --steps")
    answer = run(f"chain {words}")[1]
    below = len([line for line in answer if not line.startswith(("ruin", "oz", "  class"))])
    assert out[-below - 1].startswith(last)


def test_rref_prints_its_steps(run):
    code, out, _ = run("rref hilbert.csv --steps")
    assert code == 0 and out[3] == "row 2 - 1/2 row 1" and out[-1].startswith("rank 3")
    assert out[-4:-1] == ["[1  0  0]", "[0  1  0]", "[0  0  1]"]
    found = json.loads(run("rref hilbert.csv --steps --json")[1][0])
    last = [[e["exact"] for e in row] for row in found["steps"][-1]["matrix"]]
    assert last == [[e["exact"] for e in row] for row in found["value"]]
    Path("done.csv").write_text("1,0\n0,1\n")
    code, out, _ = run("rref done.csv --steps")
    assert code == 0 and out == ["[1  0]", "[0  1]", "rank 2, pivots in columns 1, 2"]
    assert read_matrix("done.csv") == [[1, 0], [0, 1]]


# What is refused ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("chain hilbert.csv", "hilbert.csv:1: the row adds up to 11/6, need 1"),
        ("chain oz.csv --hitting sun", "no state 'sun', need one of rain, nice, snow"),
        ("chain oz.csv --times", "no state is transient"),
        ("chain ruin.csv --start 2", "--start goes with"),
        ("chain oz.csv --returns --start rain", "--start goes with"),
        ("chain oz.csv --after -1", "0 or more"),
        ("chain oz.csv --after 2 --steps", "--steps: P^N takes no elimination"),
        ("chain ruin.csv --limiting", "need a start"),
        ("chain ruin.csv --stationary --start 2 --certificate p.json", "mixtures"),
        ("chain swap.csv --limiting --start c", "no state 'c', need one of a, b"),
        ("chain swap.csv --limiting --certificate p.json", "prove --stationary"),
        ("chain none.csv", "none.csv: No such file"),
        ("chain retry.drn", "state 0 has 2 choices"),
        ("solve oz.csv --mean-payoff", "exactbox chain oz.csv"),
        ("question oz.csv --states rain", "--states needs --statement hitting"),
        ("question oz.csv ruin.csv --statement stationary", "2 files, need that of the chain"),
    ],
)
def test_a_mistake_is_a_line(run, words, said):
    code, out, err = run(words)
    assert (code, out) == (2, [])
    assert err.count("\n") == 1 and said in err


@pytest.mark.parametrize(
    "question",
    ["", "--limiting", "--returns", "--hitting b", "--after 0", "--after 2", "--fundamental",
     "--reversible", "--steps", "--hitting x"],
)  # fmt: skip
def test_names_of_states_do_not_reach_the_terminal_as_they_are(run, question):
    Path("evil.csv").write_text('"a\x1b[31m\u202e",b,c\n0,2/3,1/3\n1/3,0,2/3\n2/3,1/3,0\n')
    _, out, err = run(f"chain evil.csv {question}")
    assert out or err
    assert all(line.isprintable() for line in [*out, *err.splitlines()])


def test_of_many_classes_the_first_are_listed(run):
    rows = [",".join("01"[s == t] for t in range(25)) for s in range(25)]
    Path("still.csv").write_text("\n".join(rows))
    _, out, _ = run("chain still.csv")
    assert out[20] == "  class     20: absorbing" and "25 classes in all" in out[21]


def test_no_step_is_a_question(run):
    code, out, _ = run("chain oz.csv --after 0 --start nice")
    assert code == 0 and out == ["x[rain] = 0", "x[nice] = 1", "x[snow] = 0"]
    code, _, err = run("chain oz.csv --after 0 --certificate p.json")
    assert code == 2 and "need 1 or more" in err


def test_seven_states_have_no_steps(run):
    rows = [",".join("01"[t == (s + 1) % 7] for t in range(7)) for s in range(7)]
    Path("seven.csv").write_text("\n".join(rows))
    assert run("chain seven.csv")[0] == 0
    code, _, err = run("chain seven.csv --steps")
    assert code == 2 and "at most 6 states" in err
    Path("nine.csv").write_text("\n".join(["1"] * 9))
    code, _, err = run("rref nine.csv --steps")
    assert code == 2 and "9 x 1, need at most 8 x 16" in err
