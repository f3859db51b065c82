"""``exactbox check PROOF --against FILE``: the reader's own question, or the first difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from exactbox.cli import main
from exactbox.commands.models.question import NormalForm
from exactbox.commands.proofs.check_against import difference
from exactbox.formats import write_model
from exactbox.lp import read_program, solve_program
from exactbox.mdp import Model, cost, cost_enclosure

COIN = {  # toss until heads; or go for the other one, which costs 3
    "type": "mdp",
    "states": [
        {
            "choices": [
                {"action": "toss", "to": {"0": "1/2", "1": "1/2"}, "rewards": {"tosses": 1}},
                {"action": "buy", "to": {"1": 1}, "rewards": {"tosses": 3}},
            ]
        },
        {"labels": ["done"], "choices": [{"to": {"1": 1}}]},
        {"labels": ["spare"], "choices": [{"to": {"1": 1}}]},
    ],
}
TOSS = ("states", 0, "choices", 0)  # its place
SELF = {"to": {"1": 1}}
ASKED = ["--min-cost", "done"]


@pytest.fixture
def check(capsys, tmp_path, monkeypatch):
    """Check the proof against a model; exit code, and the lines of stdout and of stderr."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.json").write_text(json.dumps(COIN))
    assert main(["solve", "coin.json", *ASKED, "--certificate", "p.json"]) == 0
    capsys.readouterr()

    def run(*arguments):
        code = main(["check", *arguments])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err.splitlines()

    return run


def changed(tmp_path, *changes):
    """The model with other values at these places."""
    model = json.loads(json.dumps(COIN))
    for *path, key, value in changes:
        place = model
        for step in path:
            place = place[step]
        place[key] = value
    (tmp_path / "mine.json").write_text(json.dumps(model))
    return "mine.json"


def test_a_proof_is_not_taken_for_the_readers_question(check):
    code, _, err = check("p.json", "--against", "p.json")
    assert code == 2 and "p.json: found a proof, need a model, or a question" in err[-1]


def test_a_valid_proof_of_the_same_question_is_exit_code_0(check):
    code, (verdict, same), err = check("p.json", "--against", "coin.json", *ASKED)
    assert (code, err) == (0, [])
    sha256 = verdict.split("(question ")[1].split(",")[0]
    assert verdict.startswith('VALID "p.json": ')
    assert same == f'SAME QUESTION "coin.json": {sha256}'


def test_names_of_actions_and_other_labels_are_not_asked_about(check, tmp_path):
    first = ("states", 0)
    mine = changed(
        tmp_path, (*first, "labels", ["begin"]), (*first, "choices", 0, "action", "flip")
    )
    assert check("p.json", "--against", mine, *ASKED)[0] == 0


@pytest.mark.parametrize(
    "change, where, proof, mine",
    [
        (("initial", 2), "start", "state 0", "2"),
        (
            (*TOSS, "to", {"0": "1/3", "1": "2/3"}),
            "model: state 0, choice 0, to state 0",
            "1/2",
            "1/3",
        ),
        ((*TOSS, "to", {"0": "1/2", "2": "1/2"}), "model: target of branch 1", "1", "2"),
        ((*TOSS, "to", {"1": "1"}), "model: number of branches of choice 0", "2", "1"),
        (("states", 2, "choices", [SELF] * 2), "model: number of choices of state 2", "1", "2"),
        (("states", [*COIN["states"], {"choices": [SELF]}]), "model", "3 states", "4"),
        ((*TOSS, "rewards", {"tosses": "-1/2"}), "reward: choice 0", "1", "-1/2"),
        ((*TOSS, "rewards", {"tosses": 10**20}), "reward: choice 0", "1", f"{10**20}"),
    ],
)
def test_the_first_difference_of_the_models_is_said(check, tmp_path, change, where, proof, mine):
    code, out, err = check("p.json", "--against", changed(tmp_path, change), *ASKED)
    assert code == 1 and len(out) == 1 and out[0].startswith("VALID ")
    words = f"{where}: the proof has {proof}, yours has {mine}"
    assert err == [f'ANOTHER QUESTION "mine.json": {words}']


def test_a_state_that_only_one_goal_has_is_said(check, tmp_path):
    mine = changed(tmp_path, ("states", 2, "labels", ["done"]))
    code, _, err = check("p.json", "--against", mine, *ASKED)
    assert (code, err) == (1, ['ANOTHER QUESTION "mine.json": goal: only yours has state 2'])


@pytest.mark.parametrize(
    "asked, words",
    [
        ("--max-cost done", 'sense: the proof has "min", yours has "max"'),
        ("--min-total", 'objective: the proof has "cost", yours has "total"'),
        ("--min-cost spare", "goal: the proof has state 1, yours has 2"),
    ],
)
def test_the_first_difference_of_what_is_asked_is_said(check, asked, words):
    code, _, err = check("p.json", "--against", "coin.json", *asked.split())
    assert (code, err) == (1, [f'ANOTHER QUESTION "coin.json": {words}'])


def test_a_name_is_said_where_all_else_is_the_same(check):
    prop = 'R{"tosses"}min=? [F !!"done"]'
    code, _, err = check("p.json", "--against", "coin.json", "--prop", prop)
    words = 'goal: name: the proof has "done", yours has "!!done"; all else is the same'
    assert (code, err) == (1, [f'ANOTHER QUESTION "coin.json": {words}'])


def test_a_model_of_python_is_compared_with_its_json_file(check, tmp_path):
    # two states share a toss and an end; bounds are proved of choices that are not shared
    toss, end = (1, [("1/2", 0), ("1/2", 1)]), (0, [])
    model = Model.from_choices([toss, end], [[0], [0, 1]], labels={"tails": [1]})
    write_model(tmp_path / "toss.json", model)
    asked = ["--max-cost", "ended"], ["--min-cost", "ended"]
    cost(model, "cost", "ended", "min").save(tmp_path / "exact.json")
    cost_enclosure(model, "cost", "ended", "min").save(tmp_path / "bounds.json")
    for proof in ("exact.json", "bounds.json"):
        code, out, _ = check(proof, "--against", "toss.json", *asked[1])
        assert code == 0 and out[-1].startswith('SAME QUESTION "toss.json": ')
        code, _, err = check(proof, "--against", "toss.json", *asked[0])
        assert code == 1 and 'sense: the proof has "min", yours has "max"' in err[-1]


@pytest.mark.parametrize(
    "proof, yours, words",
    [
        ({"stay": {"name": "a", "states": [1]}}, {}, "stay: only the proof has it"),
        ({}, {"steps": 3}, "steps: only yours has it"),
        ({"start": [0, 4, 7]}, {"start": [0, 5]}, "start: only the proof has state 4"),
        ({"start": [5]}, {"start": [2, 5]}, "start: only yours has state 2"),
        ({"discount": [1, 3]}, {"discount": 0}, "discount: the proof has 1/3, yours has 0"),
        ({"at_most": [3, 2]}, {"at_most": 2}, "at_most: the proof has 3/2, yours has 2"),
        ({"at_most": 2}, {"at_most": [3, 2]}, "at_most: the proof has 2, yours has 3/2"),
        ({"at_least": [3, 2]}, {"at_least": [5, 2]},
         "at_least: the proof has 3/2, yours has 5/2"),
        ({"at_most": ["ff", 16]}, {"at_most": 3}, "at_most: the proof has 255/16, yours has 3"),
        ({"time": [1, 2]}, {"time": 1}, "time: the proof has 1/2, yours has 1"),
        ({"rates": [2, [3, 2]]}, {"rates": [2, 2]},
         "rates: choice 1: the proof has 3/2, yours has 2"),
        ({"rates": [[3, 2]]}, {"rates": [[5, 2]]},
         "rates: choice 0: the proof has 3/2, yours has 5/2"),
        ({"reward": {"rate": [0, 1]}}, {"reward": {"rate": [0, [1, 3]]}},
         "reward: rate of choice 1: the proof has 1, yours has 1/3"),
        ({"claim": {"bound": [1, 2]}}, {"claim": {"bound": 1}},
         "claim: bound: the proof has 1/2, yours has 1"),
        ({"of": {"question": {"at_most": 1}}}, {"of": {"question": {"at_most": [1, 2]}}},
         "of: question: at_most: the proof has 1, yours has 1/2"),
        ({"further": [{"at_most": 1}]}, {"further": [{"at_most": [1, 2]}]},
         "further: 0: at_most: the proof has 1, yours has 1/2"),
        ({"objectives": [{"steps": 2}, {"bound": 1}]}, {"objectives": [{"steps": 2}]},
         "objectives: 1: bound: only the proof has it"),
        (
            {"model": {"rule": "flip", "cards": 4}},
            {"model": {"rule": "explicit", "options": [1]}},
            'model: rule: the proof has "flip", yours has "explicit"',
        ),
        (
            {"model": {"choice": [0, 0]}},
            {"model": {"choice": []}},
            "model: states share choices in the proof only",
        ),
        ({"matrix": {"sizes": [2, 1]}}, {"matrix": {"sizes": [1, 1]}},
         "matrix: number of entries of row 0: the proof has 2, yours has 1"),
        ({"denominators": [1]}, {"denominators": [1, 1]}, "the proof has 1 rows, yours has 2"),
    ],
)  # fmt: skip
def test_differences_are_in_words(proof, yours, words):
    found = difference(NormalForm("process", proof, ""), NormalForm("process", yours, ""))
    assert found.endswith(words)


def test_another_kind_is_the_first_difference():
    found = difference(
        NormalForm("process", {}, ""), NormalForm("linear", {"statement": "rank"}, "")
    )
    assert found == "kind: the proof has process, yours has linear"


def test_a_name_that_forges_a_line_is_quoted(check, tmp_path):
    proof = (tmp_path / "p.json").read_text()
    forged = proof.replace('"name":"done"', '"name":"x\\nSAME QUESTION"')
    (tmp_path / "forged.json").write_text(forged)
    code, out, err = check("forged.json", "--against", "coin.json", *ASKED)
    assert code == 1 and not any(line.startswith("SAME") for line in out + err)
    assert len(out) == len(err) == 1


def test_an_invalid_proof_of_the_same_question_is_exit_code_1(check, tmp_path):
    proof = json.loads((tmp_path / "p.json").read_text())
    proof["witness"]["values"][0][2][0] += 1
    lie = json.dumps(proof, sort_keys=True, separators=(",", ":"))
    (tmp_path / "lie.json").write_text(lie)
    code, out, err = check("lie.json", "--against", "coin.json", *ASKED)
    assert code == 1 and out[0].startswith("SAME QUESTION ") and err[0].startswith("INVALID ")


def test_what_is_not_a_proof_is_not_compared(check, tmp_path):
    (tmp_path / "noise.json").write_text("{}")
    code, out, err = check("noise.json", "--against", "coin.json", *ASKED)
    assert (code, out) == (2, []) and len(err) == 1 and err[0].startswith("UNREADABLE ")


def test_a_question_that_was_written_to_a_file_is_compared_too(check, capsys):
    assert main(["question", "coin.json", *ASKED, "--output", "q.json"]) == 0
    capsys.readouterr()
    assert check("p.json", "--against", "q.json")[0] == 0


def test_matrices_are_compared(check, tmp_path, capsys):
    head = "%%MatrixMarket matrix array real general\n"
    (tmp_path / "A.mtx").write_text(f"{head}2 2\n1\n0\n2\n0.5\n")
    (tmp_path / "mine.mtx").write_text(f"{head}2 2\n1\n0\n3\n0.5\n")
    (tmp_path / "b.mtx").write_text(f"{head}2 1\n1\n1\n")
    assert main(["linsolve", "A.mtx", "b.mtx", "--certificate", "x.json"]) == 0
    capsys.readouterr()
    asked = ["--statement", "unique"]
    assert check("x.json", "--against", "A.mtx", "b.mtx", *asked)[0] == 0
    code, _, err = check("x.json", "--against", "mine.mtx", "b.mtx", *asked)
    words = "row 1, column 2: the proof has 2, yours has 3"
    assert (code, err) == (1, [f'ANOTHER QUESTION "mine.mtx": {words}'])


def test_a_proof_about_matrices_says_which_statement_is_meant(check, tmp_path, capsys):
    """So --statement may be left out; the inverse is asked of A alone."""
    (tmp_path / "A.csv").write_text("2,1/2\n1,3\n")
    (tmp_path / "b.csv").write_text("1\n2\n")
    (tmp_path / "c.csv").write_text("1\n3\n")
    for asked, files in (
        ("linsolve A.csv b.csv", "A.csv b.csv"),
        ("linsolve A.csv b.csv --want 2", "A.csv b.csv"),
        ("rank A.csv", "A.csv"),
        ("det A.csv", "A.csv"),
        ("inv A.csv", "A.csv"),
        ("matrix-game A.csv", "A.csv"),
    ):
        assert main([*asked.split(), "--certificate", "x.json"]) == 0
        said = capsys.readouterr()[0]
        code, lines, _ = check("x.json", "--against", *files.split())
        assert (code, lines[1][:20]) == (0, 'SAME QUESTION "A.csv')
        inverse = "inv" in asked
        assert ("B is the unit matrix, and X the inverse of A" in said) == inverse
        assert lines[1].endswith("(the inverse of A: B is the unit matrix)") == inverse
        code, _, err = check("x.json", "--against", "c.csv", *files.split()[1:])
        assert code > 0 and len(err) == 1
    assert main(["linsolve", "A.csv", "b.csv", "--certificate", "x.json"]) == 0
    capsys.readouterr()
    code, _, err = check("x.json", "--against", "A.csv", "c.csv")
    assert code == 1 and "the proof has 2, yours has 3" in err[0]
    code, _, err = check("x.json", "--against", "A.csv", "b.csv", "--statement", "solution")
    assert code == 1 and err[0].startswith("ANOTHER QUESTION")


PROGRAM = """Maximize
 profit: 3 bread + 2 cake
Subject To
 flour: bread + cake <= 4
 oven: 3 bread + 0.5 cake <= 8.5
Bounds
 cake <= 3
End
"""
INFEASIBLE = PROGRAM.replace("<= 4", ">= 40")
UNBOUNDED = PROGRAM.replace("flour: bread", "flour: - bread").replace("oven: 3", "oven: -3")


@pytest.mark.parametrize(
    "text, options, statement",
    [
        (PROGRAM, "", "optimal"),
        (PROGRAM, "--unique", "unique"),
        (INFEASIBLE, "", "infeasible"),
        (UNBOUNDED, "", "unbounded"),
    ],
)
def test_a_proof_about_a_program_says_which_statement_is_meant(
    check, capsys, text, options, statement
):
    Path("mine.lp").write_text(text)
    main(["lp", "mine.lp", *options.split(), "--certificate", "p.json"])
    capsys.readouterr()
    assert json.loads(Path("p.json").read_text())["question"]["statement"] == statement
    code, lines, _ = check("p.json", "--against", "mine.lp")
    assert code == 0 and lines[1].startswith('SAME QUESTION "mine.lp"')
    code, _, err = check("p.json", "--against", "mine.lp", "--statement", "feasible")
    words = f'statement: the proof has "{statement}", yours has "feasible"'
    assert (code, err) == (1, [f'ANOTHER QUESTION "mine.lp": {words}'])


def test_that_a_program_is_feasible_is_a_statement_of_its_proof(check):
    Path("mine.lp").write_text(PROGRAM)
    solve_program(read_program("mine.lp")).save("p.json", "feasible")
    assert check("p.json", "--against", "mine.lp")[0] == 0


INTEGER_PROGRAMS = {
    "mine.lp": (PROGRAM.replace("End\n", "General\n bread\nBinary\n cake\nEnd\n"), ()),
    "mine.mps": (
        "ROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x c -1 r 2\n M 'MARKER' 'INTEND'\n"
        " y c -1 r 1\nRHS\n S r 3\n T r 5\nRANGES\n P r 1\n Q r 2\n"
        "BOUNDS\n UP A y 9\n UP B y 4\nENDATA\n",
        ("--rhs-set", "T", "--ranges-set", "Q", "--bounds-set", "B", "--integer-bounds"),
    ),
}


@pytest.mark.parametrize("name", INTEGER_PROGRAMS)
def test_a_proof_about_a_relaxation_is_none_about_the_integer_program(check, capsys, name):
    text, options = INTEGER_PROGRAMS[name]
    Path(name).write_text(text)
    assert main(["lp", name, "--relax", *options, "--certificate", "p.json"]) == 0
    assert main(["lp", name, *options]) == 2
    refusal = capsys.readouterr().err.splitlines()[-1].partition(f"{name}:")[2]
    assert "is to be an integer" in refusal
    code, _, err = check("p.json", "--against", name, *options)
    assert code == 2 and err[-1].endswith(f"{name}:{refusal}")
    code, lines, _ = check("p.json", "--against", name, "--relax", *options)
    assert code == 0 and lines[-1].startswith(f'SAME QUESTION "{name}"')
    assert lines[-1].endswith(" (the relaxation of an integer program, optimal)")
    assert main(["question", name, "--relax", *options]) == 0
    assert capsys.readouterr().out.split()[0] in lines[-1]


def test_another_set_of_an_mps_file_is_another_question(check, capsys):
    """Row r is 3 to 5 by the sets T and Q, and has another lower bound, 4, by T and P."""
    text, options = INTEGER_PROGRAMS["mine.mps"]
    Path("mine.mps").write_text(text)
    main(["lp", "mine.mps", "--relax", *options, "--certificate", "p.json"])
    capsys.readouterr()
    other = ["P" if option == "Q" else option for option in options]
    code, _, err = check("p.json", "--against", "mine.mps", "--relax", *other)
    assert code == 1 and err[-1].endswith("row r, lower bound: the proof has 3, yours has 4")


def test_options_of_program_files_are_refused_of_models(check):
    code, _, err = check("p.json", "--against", "coin.json", "--relax")
    assert code == 2 and "--relax is about a linear program" in err[-1]


@pytest.mark.parametrize("text", [PROGRAM, INFEASIBLE])
@pytest.mark.parametrize(
    "change, words",
    [
        (("3 bread + 2", "3.25 bread + 2"), "objective, bread: the proof has 3, yours has 13/4"),
        (("+ 2 cake", "+ 2 cake + 1"), "objective, constant: the proof has 0, yours has 1"),
        (("+ 2 cake", ""), "objective, cake: the proof has 2, yours has 0"),
        (("0.5 cake", "0.25 cake"), "row oven, cake: the proof has 1/2, yours has 1/4"),
        ((" 3 bread + 0.5", " 0.5"), "row oven, bread: the proof has 3, yours has 0"),
        (("<= 8.5", "<= 8"), "row oven, upper bound: the proof has 17/2, yours has 8"),
        (("<= 8.5", ">= 8.5"), "row oven, lower bound: the proof has none, yours has 17/2"),
        (("cake <= 3", "bread <= 3"), "bread, upper bound: the proof has none, yours has 3"),
        (("cake <= 3", "cake <= 4"), "cake, upper bound: the proof has 3, yours has 4"),
        (("cake <= 3", "1 <= cake <= 3"), "cake, lower bound: the proof has 0, yours has 1"),
        (("Bounds", " new: cake <= 1\nBounds"), "matrix: the proof has 2 rows, yours has 3"),
        (("0.5 cake", "tart"), "matrix: the proof has 2 columns, yours has 3"),
    ],
)
def test_a_difference_of_programs_names_row_and_column_as_the_file_does(
    check, capsys, text, change, words
):
    Path("mine.lp").write_text(text)
    main(["lp", "mine.lp", "--certificate", "p.json"])
    capsys.readouterr()
    other = text.replace(*change)
    assert other != text
    Path("mine.lp").write_text(other)
    code, _, err = check("p.json", "--against", "mine.lp")
    assert (code, err) == (1, [f'ANOTHER QUESTION "mine.lp": {words}'])


@pytest.mark.parametrize(
    ("command", "a", "b"),
    [
        ("linsolve", "1,2\n2,5\n", "1\n3\n"),
        ("linsolve", "1,2\n2,4\n", "1\n3\n"),
        ("lstsq", "1,0\n0,1\n1,1\n", "1\n2\n4\n"),
    ],
    ids=["unique", "inconsistent", "unique_least_squares"],
)
def test_a_proof_about_a_system_needs_both_of_its_files(check, capsys, command, a, b):
    Path("A.csv").write_text(a)
    Path("b.csv").write_text(b)
    main([command, "A.csv", "b.csv", "--certificate", "p.json"])
    capsys.readouterr()
    assert check("p.json", "--against", "A.csv", "b.csv")[0] == 0
    code, _, err = check("p.json", "--against", "A.csv")
    missing = "exactbox: --against A b: the proof is about A x = b, b is missing"
    assert (code, err) == (2, [missing])


def test_a_difference_of_right_hand_sides_and_games_names_row_and_column(check, capsys):
    Path("A.csv").write_text("2,1/2\n1,3\n")
    Path("B.csv").write_text("1,0\n2,1/7\n")
    main(["linsolve", "A.csv", "B.csv", "--certificate", "x.json"])
    for text, words in (
        ("1,0\n4,1/7\n", "row 2, right-hand side: the proof has 2, yours has 4"),
        ("1,0\n2,0\n", "row 2, right-hand side, column 2: the proof has 1/7, yours has 0"),
        ("1\n2\n", "matrix: the proof has 2 columns of B, yours has 1"),
    ):
        Path("C.csv").write_text(text)
        capsys.readouterr()
        code, _, err = check("x.json", "--against", "A.csv", "C.csv")
        assert (code, err) == (1, [f'ANOTHER QUESTION "A.csv": {words}'])
    main(["matrix-game", "A.csv", "--certificate", "g.json"])
    Path("C.csv").write_text("2,1/2\n1,-3\n")
    capsys.readouterr()
    code, _, err = check("g.json", "--against", "C.csv")
    words = "row 2, column 2: the proof has 3, yours has -3"
    assert (code, err) == (1, [f'ANOTHER QUESTION "C.csv": {words}'])


def test_entries_of_a_solution_are_compared(check, tmp_path, capsys):
    head = "%%MatrixMarket matrix array integer general\n"
    (tmp_path / "A.mtx").write_text(f"{head}2 2\n1\n0\n2\n5\n")
    (tmp_path / "b.mtx").write_text(f"{head}2 1\n1\n1\n")
    more = ["--want", "2", "--certificate", "x.json"]
    assert main(["linsolve", "A.mtx", "b.mtx", *more]) == 0
    capsys.readouterr()
    asked = ["x.json", "--against", "A.mtx", "b.mtx", "--statement", "entry", "--entry"]
    assert check(*asked, "2", "1")[0] == 0
    code, _, err = check(*asked, "1", "1")
    assert (code, err) == (1, ['ANOTHER QUESTION "A.mtx": row: the proof has 1, yours has 0'])


def test_json_says_the_same(check, tmp_path):
    code, out, err = check("p.json", "--json", "--against", "coin.json", *ASKED)
    verdict, same = map(json.loads, out)
    assert (code, err) == (0, [])
    assert same == {
        "against": ["coin.json"],
        "difference": None,
        "question": verdict["question_sha256"],
        "same": True,
    }
    mine = changed(tmp_path, ("initial", 2))
    code, out, err = check("p.json", "--json", "--against", mine, *ASKED)
    assert (code, err) == (1, [])
    assert json.loads(out[1])["difference"] == "start: the proof has state 0, yours has 2"


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("p.json --min-cost done", "--min-cost asks about a file of your own: need --against"),
        ("p.json p.json --against coin.json", "--against needs one proof, in a file"),
        ("- --against coin.json", "--against needs one proof, in a file"),
        ("p.json --against coin.json", "say what is asked: --max-reach LABEL"),
        ("p.json --against none.drn --mean-payoff", "none.drn: No such file or directory"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(check, arguments, message):
    code, _, err = check(*arguments.split())
    assert code == 2 and len(err) == 1 and err[0].startswith(f"exactbox: {message}")


LINE = """mdp
module line
  x : [0..90];
  [on] x<90 -> 1/3 : (x'=x+1) + 2/3 : (x'=0);
  [off] x<90 -> (x'=x+1);
endmodule
label "near" = x=4;
label "far" = x=40;
rewards "on" [on] true : 1; x>20 : 5; endrewards
"""
NEAR = ["--prop", 'R{"on"}min=? [F "near"]']


@pytest.fixture
def line(capsys, tmp_path, monkeypatch):
    """A program whose states from 5 to 90 are behind the goal; runs commands."""
    pytest.importorskip("stormpy")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "line.prism").write_text(LINE)

    def run(*arguments):
        code = main([*arguments])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def states_of(path):
    return len(json.loads(path.read_bytes())["question"]["model"]["options"])


@pytest.mark.parametrize("asked", [NEAR, ["--min-reach", "near"], ["--min-cost", "near"]])
@pytest.mark.parametrize("whole", [[], ["--whole"]])
def test_a_program_is_cut_for_the_proof_and_for_the_check(line, tmp_path, asked, whole):
    code, said, err = line("solve", "line.prism", *asked, *whole, "--certificate", "p.json")
    assert code == 0, err
    assert states_of(tmp_path / "p.json") == (91 if whole else 5)
    assert ("--whole" in said) == (not whole)
    for options in ([], ["--whole"]) if whole else ([],):  # a proof about all states holds, too
        code, said, err = line("check", "p.json", "--against", "line.prism", *asked, *options)
        assert code == 0, err
        assert "SAME QUESTION" in said


def test_another_goal_is_another_question(line):
    line("solve", "line.prism", *NEAR, "--certificate", "p.json")
    code, _, err = line("check", "p.json", "--against", "line.prism", "--min-cost", "far")
    assert code == 1
    assert "ANOTHER QUESTION" in err


def test_the_hash_is_that_of_the_cut_program(line, tmp_path):
    line("solve", "line.prism", *NEAR, "--certificate", "p.json")
    _, said, _ = line("question", "line.prism", *NEAR, "--json", "--output", "q.json")
    told = json.loads(said)
    assert told["cut"] == '"near"'
    assert states_of(tmp_path / "q.json") == 5
    _, said, _ = line("check", "p.json", "--json", "--against", "q.json")
    assert told["question_sha256"] in said


@pytest.mark.parametrize(
    "options",
    [
        [*NEAR, "--all"],
        [*NEAR, "--policy", "x.txt"],
        [*NEAR, *NEAR],
        [*NEAR, "--prop", 'Pmax=? [F "far"]'],
        ["--max-mean-payoff", "--reward", "on"],
        ["--prop", 'R{"on"}max=? [C<=4]'],
    ],
)
def test_what_lists_states_or_asks_more_has_the_whole_program(line, options):
    code, said, err = line("solve", "line.prism", *options, "--json")
    assert code == 0, err
    for told in json.loads(said).get("answers", [json.loads(said)]):
        assert told["model"]["states"] == 91
        assert "cut" not in told
