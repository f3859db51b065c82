"""``exactbox solve``: every question and option, the property language, and each mistake's line.

All expected values are worked out by hand, in the comments.
"""

from __future__ import annotations

import gzip
import json
import re
from fractions import Fraction

import pytest

from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.commands.models.solve_report import CHECKED_BRANCHES
from exactbox.objectives import OBJECTIVES
from tests.printed import facts, says

COIN = """@type: MDP
@parameters

@reward_models
steps
@nr_states
3
@nr_choices
4
@model
state 0 [0] init
\taction toss [1]
\t\t1 : 1/2
\t\t2 : 1/2
\taction skip [0]
\t\t0 : 1
state 1 [0] heads
\taction 0 [0]
\t\t1 : 1
state 2 [0] tails
\taction 0 [1]
\t\t0 : 1
"""
MACHINE = {
    "machine.tra": "2 3 4\n0 0 0 0.75 run\n0 0 1 0.25 run\n0 1 0 1 rest\n1 0 0 1 fix\n",
    "machine.lab": '0="init" 1="broken"\n0: 0\n1: 1\n',
    "machine.trew": "2 3 3\n0 0 0 2\n0 0 1 2\n0 1 0 1\n",
    "machine.sta": "(working)\n0:(1)\n1:(0)\n",
}
GAME = {
    "type": "mdp",
    "states": [
        {
            "player": 2,
            "choices": [{"to": {"1": "1/2", "2": "1/2"}}, {"to": {"1": "3/4", "2": "1/4"}}],
        },
        {"labels": ["goal"], "choices": [{"to": {"1": 1}}]},
        {"choices": [{"to": {"2": 1}}]},
    ],
}
CHAIN = "2 3\n0 0 0.5\n0 1 0.5\n1 1 1\n"


@pytest.fixture
def solve(capsys, tmp_path, monkeypatch):
    """Run the command in a folder with the models; output, or the refusal."""
    monkeypatch.chdir(tmp_path)
    texts = {
        **MACHINE,
        "coin.drn": COIN,
        "tied.drn": COIN.replace("skip [0]", "skip [1]"),
        "chain.tra": CHAIN,
        "game.json": json.dumps(GAME),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)

    def run(*arguments, code=0):
        assert main(["solve", *arguments]) == code
        out, err = capsys.readouterr()
        if code == 0:
            assert err == ""
            return out
        assert out == "" and err.startswith("exactbox: ") and err.count("\n") == 1
        return err.removeprefix("exactbox: ").rstrip()

    return run


def exactly(out):
    """What stands behind the word exactly."""
    (line,) = [line for line in out.splitlines() if line.startswith("  exactly")]
    return line.split()[1]


VALUES = [
    # toss until heads; or skip for ever
    ("coin.drn --max-reach heads", 'Pmax=? [F "heads"]', "1"),
    ("coin.drn --min-reach heads", 'Pmin=? [F "heads"]', "0"),
    # heads at the first toss or, after tails, back and tossed again in the third step
    ("coin.drn --max-reach heads --steps 3", 'Pmax=? [F<4 "heads"]', "3/4"),
    ("coin.drn --max-reach heads --steps 2", 'Pmax=? [F<=2 "heads"]', "1/2"),
    ("coin.drn --max-reach heads --steps 0", 'Pmax=? [F<=0 "heads"]', "0"),
    # tails may not be entered
    ("coin.drn --max-reach heads --stay init", 'Pmax=? ["init" U "heads"]', "1/2"),
    ("coin.drn --max-reach heads --stay init --steps 9", 'Pmax=? ["init" U<=9 "heads"]', "1/2"),
    # v = 1 + (1 + v) / 2; who skips for ever never arrives
    ("coin.drn --min-cost heads --reward steps", 'R{"steps"}min=? [F "heads"]', "3"),
    ("coin.drn --max-cost heads", 'Rmax=? [F "heads"]', "infinity"),
    ("coin.drn --max-total", 'Rmax{"steps"}=? [C]', "3"),
    ("coin.drn --min-total", "Rmin=? [C]", "0"),
    # 1 for the toss; in half of the cases 1 for the way back and 1 for another toss
    ("coin.drn --max-total --steps 3", "Rmax=? [C<=3]", "2"),
    ("coin.drn --steps 3", "Rmax=? [C<4]", "2"),
    ("coin.drn --steps 3 --min", "Rmin=? [C<=3]", "0"),
    # v = 1 + 9/20 (1 + 9/10 v)
    ("coin.drn --discount 9/10", None, "290/119"),
    ("coin.drn --max-discounted --discount 0.9", None, "290/119"),
    ("coin.drn --min-discounted --discount 9/10", None, "0"),
    ("coin.drn --discount 9/10 --min", None, "0"),
    ("coin.drn --discount 0 --max", None, "1"),
    # v = 2 + 1/2 (3/4 + 1/4 * 1/2) v
    ("machine.tra --discount 1/2", None, "32/9"),
    # 4/5 of the time it runs, at 2 a step; resting brings 1
    ("machine.tra --mean-payoff", "Rmax=? [S]", "8/5"),
    ("machine.tra --max-mean-payoff", "Rmax=? [LRA]", "8/5"),
    ("machine.tra --mean-payoff --max", None, "8/5"),
    ("machine.tra --mean-payoff --min", "Rmin=? [LRA]", "1"),
    ("machine.tra --min-mean-payoff", "Rmin=? [S]", "1"),
    ("machine.tra --max-reach broken --steps 2", 'Pmax=? [F<=2 "broken"]', "7/16"),
]


@pytest.mark.parametrize("options, prop, value", VALUES)
def test_a_question_is_answered_in_both_languages(solve, options, prop, value):
    model, *asked = options.split()
    assert exactly(solve(model, *asked)) == value
    if prop is not None:
        assert exactly(solve(model, "--prop", prop)) == value


def test_the_answer_is_a_title_and_five_facts(solve):
    out = solve("machine.tra", "--discount", "1/2", "--digits", "3")
    title, found = out.splitlines()[0], facts(out)
    assert says(title, "machine.tra", "greatest", "discount 1/2", "state 0")
    assert [*found] == ["exactly", "decimal", "model", "policy", "proof"]
    assert (found["exactly"], found["decimal"]) == ("32/9", "3.556")
    assert found["model"].startswith("2 states, 3 ") and "step" not in found["policy"]
    assert re.fullmatch(r"\d+ bytes, .* plain checker: VALID", found["proof"])
    lines = solve("coin.drn", "--prop", 'Pmin=? [!("tails" & "init") U<=0 "heads"]').splitlines()
    title = "coin.drn: least probability to reach heads by way of !(tails & init) within 0 steps"
    assert lines[0] == f"{title}, from state 0"
    assert "step" in facts("\n".join(lines))["policy"]


def test_plain_integers_check_where_they_are_asked_for(solve, monkeypatch):
    monkeypatch.setattr("exactbox.certificate.PLAIN", 0)
    lines = solve("machine.tra", "--discount", "1/2", "--plain-integers").splitlines()
    assert re.fullmatch(r"  proof     \d+ bytes, checked: VALID", lines[-1])


def test_values_without_room_are_enclosed_and_this_is_said(solve, capsys):
    assert main(["solve", "machine.tra", "--discount", "1/2", "--max-memory", "1"]) == 0
    out, err = capsys.readouterr()
    said = "to find a policy among 3 actions would take about "
    assert err.startswith(f"exactbox: {said}") and err.endswith("; an enclosure instead\n")
    lines = out.splitlines()
    assert lines[1].startswith("  within    [3.555555555")
    assert re.fullmatch(r"  proof     \d+ bytes, checked by the plain checker: VALID", lines[-1])


def test_too_many_steps_are_refused_in_one_line_before_they_are_worked_out(solve):
    message = solve("coin.drn", "--max-reach", "heads", "--steps", str(10**12), code=2)
    assert message.startswith("to work out 1,000,000,000,000 epochs would take")
    assert "enclosure" not in message


def test_ties_are_counted(solve):
    # with discount 0, a fee of 1 makes skipping as good as tossing
    fee = ["--discount", "0"]
    (line,) = [s for s in solve("tied.drn", *fee).splitlines() if "policy" in s]
    assert line == "  policy    a choice a state; 1 state has more than one best choice"


def test_a_chain_needs_no_sense_and_a_process_does(solve):
    assert exactly(solve("chain.tra", "--prop", 'P=? [F<=3 !"init"]')) == "7/8"
    message = solve("coin.drn", "--prop", 'P=? [F "heads"]', code=2)
    assert message == "property: the model has several choices in a state, need max or min"


def test_in_a_game_the_second_player_wants_the_opposite(solve):
    # and chooses between 1/2 and 3/4 for the goal
    assert exactly(solve("game.json", "--max-reach", "goal")) == "1/2"
    assert exactly(solve("game.json", "--min-reach", "goal")) == "3/4"


def test_a_program_is_built_with_its_constants(solve, tmp_path):
    pytest.importorskip("stormpy")
    (tmp_path / "heads.prism").write_text(
        "dtmc const int N; module m s : [0..N]; [] s<N -> 1/2:(s'=s+1) + 1/2:(s'=0); "
        '[] s=N -> true; endmodule label "done" = s=N; rewards "tosses" s<N : 1; endrewards'
    )
    # N heads in a row take 2^(N + 1) - 2 tosses
    asked = ["heads.prism", "--prop", 'R{"tosses"}=? [F "done"]', "--constants"]
    assert exactly(solve(*asked, "N=3")) == "14"
    assert exactly(solve(*asked, "N=7")) == "254"


def test_all_states_are_listed_with_value_and_action(solve):
    head, *lines = solve("coin.drn", "--discount", "9/10", "--all", "--digits", "4").splitlines()
    assert head == "state  value  action"
    assert lines == ["0  2.4370 ~ 290/119  toss", "1  0  0", "2  3.1933 ~ 380/119  0"]
    lines = solve("machine.tra", "--discount", "1/2", "--all").splitlines()
    assert lines[1].split() == ["0", "[working=1]", "3.555555555556", "~", "32/9", "run"]
    both = solve("coin.drn", "--max-cost", "heads", "--all", "--at-init").splitlines()
    assert "  exactly   infinity" in both and both[-3].startswith("0  infinity")


def test_a_forecast_of_a_long_time_names_the_way_out(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("exactbox.linalg.square.solving_time.SAID_FROM", 0)
    n = 40
    steps = [{str((k + 1) % n): "1/2", str((k + 2) % n): "1/2"} for k in range(n)]
    states = [{"choices": [{"to": to, "rewards": {"r": k}}]} for k, to in enumerate(steps)]
    (tmp_path / "ring.json").write_text(json.dumps({"type": "mdp", "states": states}))
    for more, hint in (([], 1), (["--enclosure"], 0)):
        assert main(["solve", str(tmp_path / "ring.json"), "--discount", "9/10", *more]) == 0
        err = capsys.readouterr().err
        assert err.count("; --enclosure proves bounds sooner\n") == err.count("may take") == hint


def test_states_of_a_chain_are_listed_without_a_choice(solve, tmp_path):
    """Gambler's ruin: from 1 of 3, even odds, one in three."""
    states = [{"labels": ["out"], "choices": [{"to": {"0": 1}}]}]
    states += [{"choices": [{"to": {str(k - 1): "1/2", str(k + 1): "1/2"}}]} for k in (1, 2)]
    states += [{"labels": ["rich"], "choices": [{"to": {"3": 1}}]}]
    (tmp_path / "ruin.json").write_text(json.dumps({"type": "dtmc", "states": states}))
    lines = solve("ruin.json", "--max-reach", "rich", "--all", "--digits", "2").splitlines()
    assert lines == ["state  value", "0  0", "1  0.33 ~ 1/3", "2  0.67 ~ 2/3", "3  1"]


def test_the_policy_is_written_as_lines_or_json(solve, tmp_path):
    solve("coin.drn", "--min-cost", "heads", "--policy", "out")
    head, *lines = (tmp_path / "out").read_text().splitlines()
    assert head.startswith("#") and lines == [
        "# state\taction\tvalue",
        "0\ttoss\t3",
        "1\t0\t0",
        "2\t0\t4",
    ]
    solve("coin.drn", "--min-cost", "heads", "--policy", "out.json")
    assert json.loads((tmp_path / "out.json").read_text())["policy"] == ["toss", 0, 0]
    out = solve("coin.drn", "--max-reach", "heads", "--steps", "1", "--policy", "out")
    assert "out (replaced): the policy" in out
    assert (tmp_path / "out").read_text().splitlines()[2:4] == ["1 step left:", "0\ttoss"]


def test_actions_without_a_name_of_their_own_are_numbers(solve, tmp_path):
    (tmp_path / "same.drn").write_text(COIN.replace("action skip", "action toss"))
    assert solve("same.drn", "--min-reach", "heads", "--all").splitlines()[1] == "0  0  1"


def test_bounds_stand_in_for_exact_values(solve, tmp_path):
    out = solve("machine.tra", "--discount", "1/2", "--enclosure", "--all", "--at-init")
    (line,) = [line for line in out.splitlines() if line.startswith("  within")]
    low, high = line.removeprefix("  within    [").removesuffix("]").split(", ")
    assert Fraction(low) <= Fraction(32, 9) <= Fraction(high)
    assert Fraction(high) - Fraction(low) < Fraction(1, 10**9)
    assert out.splitlines()[-2] == f"0 [working=1]  [{low}, {high}]  run"
    solve("coin.drn", "--discount", "9/10", "--enclosure", "--policy", "out")
    lines = (tmp_path / "out").read_text().splitlines()[2:]
    assert [line.split("\t")[:2] for line in lines] == [["0", "toss"], ["1", "0"], ["2", "0"]]
    assert lines[0].split("\t")[2].startswith("[2.43697")  # 290/119
    out = solve("chain.tra", "--prop", 'P=? ["init" U !"init"]', "--enclosure")
    assert "  within    [1, 1]\n" in out


@pytest.mark.parametrize("name", ["proof.json", "proof.json.gz"])
@pytest.mark.parametrize(
    "question",
    [
        "--max-reach heads",
        "--min-reach heads",
        "--max-reach heads --steps 3",
        "--max-reach heads --stay init",
        "--min-cost heads",
        "--max-total",
        "--steps 3",
        "--discount 9/10",
        "--mean-payoff",
    ],
)
def test_the_certificate_is_accepted_by_the_checker(solve, tmp_path, question, name):
    out = solve("coin.drn", *question.split(), "--certificate", name)
    data = (tmp_path / name).read_bytes()
    claim = check_certificate(gzip.decompress(data) if name.endswith("gz") else data)
    assert claim.sha256 in out
    by_plain = "--steps" not in question  # to go back so many steps may take long
    assert ("by the plain checker: VALID" if by_plain else "FLINT's integers: VALID") in out
    assert f"check it: exactbox check {name}" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        ("coin.drn", "say what is asked: --max-reach LABEL"),
        ("coin.drn --max-reach goal", "no label 'goal'; the labels are: 'heads', 'tails'"),
        ("coin.drn --max-reach heads --stay x", "no label 'x'; the labels are: 'heads'"),
        ("coin.drn --max-total --reward x", "no rewards 'x'; the model's are: 'steps'"),
        ("chain.tra --max-total", "which rewards? the model's are: none; T=? counts steps, as"),
        ("coin.drn --max-reach heads --reward steps", "--reward goes with cost, total, discount"),
        (
            "coin.drn --max-cost heads --steps 3",
            "--steps goes with reach, total, discounted, not",
        ),
        ("coin.drn --mean-payoff --stay heads", "--stay goes with reach, not with mean_payoff"),
        (
            "coin.drn --mean-payoff --discount 1/2",
            "--discount goes with discounted, not with mean_payoff",
        ),
        ("coin.drn --max-total --min", "--max-total says it all: leave out --max and --min"),
        ("coin.drn --prop x --min", "--prop says everything: leave out --min"),
        ("coin.drn --prop x --steps 3", "--prop says everything: leave out --steps"),
        ("coin.drn --max-discounted", "the discounted reward needs --discount D"),
        ("coin.drn --discount 1", "--discount 1: need 0 or more, and less than 1"),
        ("coin.drn --discount=-1/2", "--discount -1/2: need 0 or more, and less than 1"),
        ("coin.drn --discount 1/0", "--discount is '1/0'"),
        ("coin.drn --discount x", "--discount is 'x', need a number like"),
        ("coin.drn --steps -1", "--steps -1: need 0 or more"),
        (
            "coin.drn --mean-payoff --enclosure",
            "--enclosure goes with reach, cost,",
        ),
        (
            "coin.drn --steps 3 --enclosure",
            "--enclosure goes with reach, cost,",
        ),
        (
            "coin.drn --mean-payoff --constants N=1",
            "coin.drn: found constants, need none: this is no",
        ),
        ("none.drn --mean-payoff", "none.drn: No such file or directory"),
        (
            "machine.lab --mean-payoff",
            'machine.lab: found \'0="init" 1="broken"\', need a model (.d',
        ),
    ],
)
def test_a_mistake_is_one_line(solve, arguments, message):
    assert solve(*arguments.split(), code=2).startswith(message)


def test_several_rewards_need_a_name(solve, tmp_path):
    text = (
        COIN.replace("steps\n", "steps coins\n").replace("[0]", "[0, 1]").replace("[1]", "[1, 2]")
    )
    (tmp_path / "two.drn").write_text(text)
    message = solve("two.drn", "--max-total", code=2)
    assert message == "which rewards? the model's are: 'coins', 'steps'"
    assert exactly(solve("two.drn", "--discount", "0", "--reward", "coins")) == "3"


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "coin.drn --mean-payoff --max-total",
        "coin.drn --steps x",
        "coin.drn --steps 1 --min --max",
        "coin.drn --steps 1 --digits -1",
    ],
)
def test_what_the_parser_refuses_is_exit_code_2(arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["solve", *arguments.split()])
    assert stopped.value.code == 2


@pytest.mark.parametrize("option", ["--policy", "--certificate"])
def test_a_file_that_cannot_be_written_is_named_before_anything_is_solved(solve, option):
    asked = ["coin.drn", "--max-reach", "heads", option]
    assert solve(*asked, "none/x.json", code=2) == "none/x.json: No such file or directory"
    message = f"{option} ./coin.drn: this is an input, need another file"
    assert solve(*asked, "./coin.drn", code=2) == message


def test_a_long_fraction_is_shortened_unless_full_is_asked(solve):
    asked = ["chain.tra", "--prop", 'P=? [F<=800 !"init"]']
    short, full = solve(*asked), solve(*asked, "--full")
    assert "(241 digits)" in short
    assert Fraction(exactly(full)) == 1 - Fraction(1, 2**800)


def test_a_long_check_is_named_with_the_work_that_it_takes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("exactbox.checker.fast.budget.WORK", 10**4)
    monkeypatch.setattr("exactbox.checker.fast.budget.WORK_PER_BYTE", 0)
    monkeypatch.setattr("exactbox.certificate.PLAIN", 0)
    model, proof = tmp_path / "coin.tra", str(tmp_path / "proof.json")
    model.write_text("2 3\n0 0 0.5\n0 1 0.5\n1 1 1\n")
    model.with_suffix(".lab").write_text('0="init" 1="deadlock" 2="heads"\n0: 0\n1: 2\n')
    asked = ["solve", str(model), "--max-reach", "heads", "--certificate", proof]
    assert main(asked) == 0
    command = capsys.readouterr().out.splitlines()[-1].removeprefix("check it: exactbox ")
    assert "--max-work" in command
    assert main(["check", proof]) == 3
    assert main(command.split()) == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [  # a chain has one policy: nothing is greatest or least, and nothing is chosen
        ("--max-reach done", "probability to reach done"),
        ("--max-reach done --steps 1", "probability to reach done within 1 step"),
        ("--steps 2 --reward r", "expected total reward r within 2 steps"),
    ],
)
def test_of_a_chain_nothing_is_greatest(solve, tmp_path, asked, words):
    state = {"choices": [{"to": {"0": "1/2", "1": "1/2"}, "rewards": {"r": 1}}]}
    done = {"labels": ["done"], "choices": [{"to": {"1": 1}}]}
    (tmp_path / "c.json").write_text(json.dumps({"type": "dtmc", "states": [state, done]}))
    out = solve("c.json", *asked.split())
    assert out.startswith(f"c.json: {words}, from state 0\n")
    assert "  policy" not in out and "  model     2 states, one choice in each\n" in out


def test_what_holds_after_a_step_is_said_in_words(solve):
    out = solve("coin.drn", "--prop", 'Pmax=? [X "heads" & !"init"]')
    assert out.startswith("coin.drn: greatest probability to be in heads & !init after 1 step, f")


def test_a_label_that_is_nearly_there_is_suggested(solve):
    message = "no label 'head'; the labels are: 'heads', 'tails'; did you mean 'heads'?"
    assert solve("coin.drn", "--max-reach", "head", code=2) == message


def test_an_answer_that_was_not_checked_says_so(solve, monkeypatch, tmp_path):
    monkeypatch.setattr("exactbox.commands.models.solve_report.CHECKED_BRANCHES", 4)
    asked = ["coin.drn", "--max-reach", "heads"]
    out = solve(*asked)
    assert says(out.splitlines()[-1], "proof", "not checked", "5 branches", "--certificate")
    assert json.loads(solve(*asked, "--json"))["checked"] is False
    assert "checker: VALID" in solve(*asked, "--certificate", "p.json")


def test_the_help_fits_in_80_columns_and_has_every_question(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    for command in ("check", "question", "solve"):
        assert main(["help", command]) == 0
        page = capsys.readouterr().out
        assert [line for line in page.splitlines() if len(line) > 80] == []
    for objective in (*OBJECTIVES, "within_steps", "within_reward", "within_time"):
        assert re.search(rf"^{objective} ", page, re.MULTILINE)
    limit = re.search(r"at most ([0-9,]+) branches", page)
    assert limit and int(limit[1].replace(",", "")) == CHECKED_BRANCHES


def test_rewards_that_all_lie_on_the_goal_are_said_in_a_line(solve):
    """Tails costs 1: until it that has not been paid."""
    said = (
        "every reward steps other than 0 is had on the goal, where this question has ended; the "
        'total reward counts them: R{"steps"}max=? [ C ]'
    )
    text = COIN.replace("toss [1]", "toss [0]").replace("action 0 [1]", "action 0 [2]")
    text = text.replace("state 1 [0] heads", "state 1 [0] tails")
    with open("late.drn", "w", encoding="utf-8") as file:
        file.write(text)
    out = solve("late.drn", "--max-cost", "tails", "--reward", "steps")
    assert f"\n  note      {said}\n" in out
    assert json.loads(solve("late.drn", "--max-cost", "tails", "--json"))["note"] == said.replace(
        "reward steps", "reward"
    ).replace('{"steps"}', "")
    assert "note" not in solve("coin.drn", "--min-cost", "heads")
    with open("mine.txt", "w", encoding="utf-8") as file:
        file.write("0 toss\n1 0\n2 0\n")
    out = solve("late.drn", "--prop", 'R{"steps"}max=? [F "tails"]', "--evaluate", "mine.txt")
    assert f"  note      {said}\n" in out
