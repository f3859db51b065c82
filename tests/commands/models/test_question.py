"""``exactbox question``: the hash of a question, the same as in the certificate of its answer."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys

import pytest

from exactbox.check import check_certificate
from exactbox.checker import linear
from exactbox.cli import main
from exactbox.commands.models.question import STATEMENTS
from exactbox.linear_certificate import OF_A, OF_A_AND_B
from exactbox.mdp import Model, Ratios, Rewards, discounted, reach, within_steps
from exactbox.properties import Solver
from exactbox.properties.expressions import parse_expression
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import Label
from tests.commands.models.test_solve import CHAIN, COIN, GAME, MACHINE, VALUES

LEFT = "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 0.5\n1 2 3\n2 2 1\n"
RIGHT = "%%MatrixMarket matrix array integer general\n2 1\n1\n2\n"
HEADS = {  # the coin's question, by hand: states 0 toss or skip, 1 heads, 2 tails
    "goal": {"ended": 0, "name": "heads", "states": [1]},
    "model": {
        "branches": [2, 1, 1, 1],
        "choice": [],
        "options": [2, 1, 1],
        "rule": "explicit",
        "target": [1, 2, 0, 1, 0],
        "weight": [1, 1, 1, 1, 1],
    },
    "objective": "cost",
    "reward": {"name": "steps", "of": [1, 0, 0, 1]},
    "sense": "min",
    "start": [0],
}


def canonical(question):
    """The bytes of a question of a decision process, as the format has them."""
    whole = {"certificate": 2, "kind": "process", "question": question}
    return json.dumps(whole, sort_keys=True, separators=(",", ":")).encode("ascii")


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in a folder with the models; output, or the refusal."""
    monkeypatch.chdir(tmp_path)
    texts = {
        **MACHINE,
        "coin.drn": COIN,
        "chain.tra": CHAIN,
        "game.json": json.dumps(GAME),
        "A.mtx": LEFT,
        "b.mtx": RIGHT,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def command(*arguments, code=0):
        assert main([*arguments]) == code
        out, err = capsys.readouterr()
        if code == 0:
            assert err == ""
            return out
        assert out == "" and err.startswith("exactbox: ") and err.count("\n") == 1
        return err.removeprefix("exactbox: ").rstrip()

    return command


def hash_of(out):
    """What stands at the beginning of the first line."""
    return out.split()[0]


def test_the_file_is_the_question_and_its_sha256_is_what_is_printed(run, tmp_path):
    out = run("question", "coin.drn", "--min-cost", "heads", "--output", "q.json")
    data = (tmp_path / "q.json").read_bytes()
    assert data == canonical(HEADS)
    first, second = out.splitlines()
    said = f"{hashlib.sha256(data).hexdigest()}  coin.drn: least expected reward until heads"
    assert first == said
    assert second == "q.json: the question"
    run("question", "coin.drn", "--min-cost", "heads", "--output", "q.json.gz")
    assert gzip.decompress((tmp_path / "q.json.gz").read_bytes()) == data


@pytest.mark.parametrize("options, prop, value", VALUES)
def test_the_hash_is_that_of_the_certificate_in_either_language(
    run, tmp_path, options, prop, value
):
    model, *asked = options.split()
    run("solve", model, *asked, "--certificate", "p.json")
    claim = check_certificate(str(tmp_path / "p.json"))
    assert hash_of(run("question", model, *asked)) == claim.question_sha256
    if prop is not None:
        assert hash_of(run("question", model, "--prop", prop)) == claim.question_sha256


@pytest.mark.parametrize(
    "asked", ["chain.tra --max-reach init", "game.json --max-reach goal", "coin.drn --discount 0.5"]
)
def test_the_hash_is_that_of_the_answer(run, asked):
    model, *options = asked.split()
    out = run("solve", model, *options, "--certificate", "p.json")
    assert f"  question  {hash_of(run('question', model, *options))}\n" in out


def test_bounds_answer_the_same_question_as_exact_values(run, tmp_path):
    asked = ["coin.drn", "--discount", "9/10"]
    run("solve", *asked, "--enclosure", "--certificate", "p.json")
    claim = check_certificate(str(tmp_path / "p.json"))
    assert claim.upper > claim.value
    assert hash_of(run("question", *asked)) == claim.question_sha256


def test_nothing_is_solved(run, monkeypatch):
    def solve(*_, **__):
        raise AssertionError

    monkeypatch.setattr("exactbox.mdp.objectives.objective.exact", solve)
    with pytest.raises(AssertionError):
        main(["solve", "coin.drn", "--min-cost", "heads"])
    run("question", "coin.drn", "--min-cost", "heads")


def test_what_is_asked_is_in_the_hash_and_decimals_of_a_file_are_not(run, tmp_path):
    (tmp_path / "same.drn").write_text(COIN.replace("1/2", "0.50"))
    (tmp_path / "other.drn").write_text(COIN.replace("1 : 1/2", "1 : 1/3").replace("1/2", "2/3"))
    asked = [
        "coin.drn --max-reach heads",
        "coin.drn --min-reach heads",
        "coin.drn --max-reach tails",
        "coin.drn --max-reach heads --steps 3",
        "coin.drn --max-reach heads --stay init",
        "coin.drn --max-total",
        "coin.drn --discount 1/2",
        "coin.drn --discount 1/3",
        "other.drn --max-reach heads",
    ]
    assert len({hash_of(run("question", *each.split())) for each in asked}) == len(asked)
    same = run("question", "same.drn", "--max-reach", "heads")
    assert hash_of(same) == hash_of(run("question", *asked[0].split()))


def normal_form(model, **asked):
    return Solver(model).normal_form(**asked)[1]


@pytest.mark.parametrize(
    "states, name",
    [
        (Label("heads"), "heads"),
        (parse_expression('!"heads"'), "!heads"),
        (parse_expression('"heads" | "tails" & true'), "heads | (tails & true)"),
    ],
)
def test_a_goal_has_the_name_that_it_was_asked_by(states, name):
    model = Model.from_lists([[[(1, 1)]], [[(1, 1)]]], labels={"heads": [1], "tails": [0]})
    goal = Scope(model).goal(states)
    form = reach(model, goal, "max", stay=goal).question()
    assert goal.name == form["goal"]["name"] == form["stay"]["name"] == name


def test_to_end_the_play_is_a_goal_where_plays_end_and_no_label_has_the_name():
    asked = {"objective": "cost", "sense": "min", "goal": "ended"}
    ends = [[[("1/2", 0), ("1/2", 1)]], [[]]]  # twice, on average, until the other state; it ends
    ending = Model.from_lists(ends, rewards={"": [[1], [5]]})
    assert Solver(ending).ask(**asked).value == 7
    assert normal_form(ending, **asked)["goal"] == {"ended": 1, "name": "ended", "states": []}
    labelled = Model.from_lists(ends, rewards={"": [[1], [5]]}, labels={"ended": [1]})
    assert normal_form(labelled, **asked)["goal"] == {"ended": 0, "name": "ended", "states": [1]}
    endless = Model.from_lists([[[(1, 0)]]], rewards={"": [[1]]})
    with pytest.raises(ValueError, match=r"no label 'ended'; the labels are: none"):
        normal_form(endless, **asked)


def test_rewards_that_accrue_in_a_step_have_their_name_in_question_and_answer():
    """The first state pays 1, and 1 more accrues while the step lasts."""
    accruing = Rewards([1, 0], [1, 1], rate=Ratios([1, 0], [1, 1]))
    model = Model([0, 1, 2], [0, 1, 2], [1, 1], [1, 1], [1, 1], rewards={"pay": accruing})
    for answer, asked in (
        (within_steps(model, 3, rewards="pay"), {"objective": "total", "steps": 3}),
        (discounted(model, "pay", "1/2"), {"objective": "discounted", "discount": "1/2"}),
    ):
        form = normal_form(model, sense="max", rewards="pay", **asked)
        assert answer.value == 2 and answer.question() == form
        assert form["reward"] == {"name": "pay", "of": [2, 0]}
        assert check_certificate(answer.certificate()).value == 2


def test_a_model_with_several_initial_states_is_asked_about_all_of_them():
    model = Model.from_lists([[[(1, 1)]], [[(1, 1)]]], labels={"g": [1]}, initial=[0, 1])
    kind, claimed, _ = Solver(model).normal_form(objective="reach", sense="max", goal="g")
    assert kind == "property" and claimed["of"]["question"]["start"] == [0, 1]


@pytest.mark.parametrize(
    "statement, command",
    [
        ("unique", "linsolve A.mtx b.mtx"),
        ("rank", "rank A.mtx"),
        ("determinant", "det A.mtx"),
        ("entry", "linsolve A.mtx b.mtx"),
    ],
)
def test_the_hash_of_a_statement_is_that_of_its_certificate(run, tmp_path, statement, command):
    name, *files = command.split()
    asked = ["--entry", "2", "1"] if statement == "entry" else []
    want = ["--want", "2"] if statement == "entry" else []
    run(name, *files, *want, "--certificate", "p.json")
    claim = check_certificate(str(tmp_path / "p.json"))
    out = run("question", *files, "--statement", statement, *asked)
    words = " ".join([statement, "(2, 1)"][: 1 + len(want)])
    assert out == f"{claim.question_sha256}  {' '.join(files)}: {words}\n"


def test_the_command_knows_all_statements():
    assert {*STATEMENTS} == {*OF_A, *OF_A_AND_B} == {*linear.MODULES}


def test_a_question_in_a_file_is_taken_as_it_is_and_may_be_written_by_hand(run, tmp_path):
    """A rule says all of a game: its question is short."""
    run("certify", "flip", "--cards", "2", "--dice", "2", "--certificate", "p.json")
    claim = check_certificate(str(tmp_path / "p.json"))
    (tmp_path / "flip.json").write_text("""{
      "certificate": 2, "kind": "process",
      "question": {
        "objective": "cost", "sense": "min",
        "model": {"rule": "flip", "cards": 2, "dice": [[[1, 1], [2, 1]]], "start": 0, "goal": 3}}}
    """)
    out = run("question", "flip.json")
    said = 'flip.json: a question of kind "process", as it is written: not checked'
    assert out == f"{claim.question_sha256}  {said}\n"
    wrong = {"certificate": 2, "kind": "chess", "question": {}}
    (tmp_path / "wrong.json").write_text(json.dumps(wrong))
    need = 'found a question of kind "chess", need bounded, linear, lock'
    assert need in run("question", "wrong.json", code=2)


def test_standard_input_has_a_model_or_a_question(run, tmp_path, monkeypatch):
    def give(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    give(COIN.encode())
    out = run("question", "-", "--min-cost", "heads", "--output", "q.json")
    sha256, said = out.splitlines()[0].split("  ")
    assert said == "standard input: least expected reward until heads"
    give((tmp_path / "q.json").read_bytes())
    assert run("question", "-") == (
        f'{sha256}  standard input: a question of kind "process", as it is written: not checked\n'
    )
    run("solve", "coin.drn", "--min-cost", "heads", "--certificate", "p.json")
    give(COIN.encode())
    out = run("check", "p.json", "--against", "-", "--min-cost", "heads")
    assert out.endswith(f'SAME QUESTION "standard input": {sha256}\n')


def test_json_has_the_hash_and_what_was_written(run, tmp_path):
    out = run("question", "coin.drn", "--min-cost", "heads", "--output", "q.json", "--json")
    data = (tmp_path / "q.json").read_bytes()
    assert json.loads(out) == {
        "question": "least expected reward until heads",
        "question_sha256": hashlib.sha256(data).hexdigest(),
        "kind": "process",
        "as_written": False,
        "files": [{"file": "q.json", "is": "question", "replaced": False}],
    }
    assert json.loads(run("question", "q.json", "--json"))["as_written"] is True


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("coin.drn", "say what is asked: --max-reach LABEL"),
        ("coin.drn --max-reach goal", "no label 'goal'; the labels are: 'heads', 'tails'"),
        ("game.json --max-reach goal --steps 3", "state 0 is the second player's: a question of"),
        (
            "coin.drn chain.tra --mean-payoff",
            "need one model or question, or matrices and a --statement",
        ),
        ("A.mtx", "need one model or question, or matrices and a --statement"),
        ("A.mtx b.mtx b.mtx --statement rank", "3 files, need that of A, or those of A and b"),
        ("A.mtx b.mtx --statement rank", "rank: "),
        ("A.mtx --statement unique", "unique: need b"),
        (
            "A.mtx --statement rank --mean-payoff",
            "--statement says everything: leave out --mean-payoff",
        ),
        ("A.mtx b.mtx --statement entry", "entry: need an entry"),
        ("A.mtx b.mtx --statement entry --entry 0 1", "--entry 0 1: entries are counted from 1"),
        ("A.mtx b.mtx --statement entry --entry 3 1", "the solution has no entry (3, 1)"),
        ("A.mtx b.mtx --statement rank --entry 1 1", "rank: the statement does not speak of"),
        ("coin.drn --max-reach heads --entry 1 1", "--entry needs --statement entry"),
        ("q.json --entry 1 1", "q.json says everything: leave out --entry"),
        ("q.json --max-total", "q.json says everything: leave out --max-total"),
        ("q.json --statement rank", "q.json: found an object with the keys 'certificate'"),
        ("q3.json", "q3.json: need certificate 2, and a question that is an object"),
        ("cut.json", "cut.json: found no JSON: "),
        ("more.json", "more.json: found a proof, need a model"),
    ],
)
def test_a_mistake_is_one_line(run, tmp_path, arguments, message):
    question = canonical(HEADS)
    (tmp_path / "q.json").write_bytes(question)
    (tmp_path / "q3.json").write_bytes(question.replace(b":2,", b":3,", 1))
    (tmp_path / "cut.json").write_bytes(question[:-2])
    (tmp_path / "more.json").write_bytes(question[:-1] + b',"witness":{}}')
    assert message in run("question", *arguments.split(), code=2)


def test_a_whole_program_has_one_model_whatever_is_asked(run, tmp_path):
    """Not even where a goal could end the exploration, or leave rewards out."""
    pytest.importorskip("stormpy")
    (tmp_path / "walk.prism").write_text(
        "mdp module m x : [0..3]; [up] x<3 -> 0.1 : (x'=x+1) + 0.9 : (x'=0); [] x=3 -> (x'=2); "
        'endmodule label "one" = x=1; label "three" = x=3; '
        'rewards "ups" [up] true : 1; endrewards rewards "threes" x=3 : 1; endrewards'
    )
    asked = (
        ["--max-reach", "one"],
        ["--prop", 'Pmin=? [F<=2 "three"]'],
        ["--prop", 'R{"ups"}max=? [F "three"]'],
        ["--max-total", "--reward", "threes"],
    )
    models = []
    for options in asked:
        run("question", "walk.prism", *options, "--whole", "--output", "q.json")
        models.append(json.loads((tmp_path / "q.json").read_bytes())["question"]["model"])
    assert models[0]["options"] == [1, 1, 1, 1]
    assert models[0]["target"] == [0, 1, 0, 2, 0, 3, 2]
    assert models[0]["weight"] == [9, 1, 9, 1, 9, 1, 1]
    assert all(model == models[0] for model in models)
