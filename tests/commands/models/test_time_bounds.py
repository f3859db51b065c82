"""Bounds on time from the shell: widths, proofs, hashes, and what is refused.

The pump of `PUMP` breaks down with the rate 1/50: within 30 with the probability 1 - exp(-3/5) =
0.451188363905973.
"""

from __future__ import annotations

import json
from math import exp

import pytest

from exactbox.cli import main
from tests.printed import says

PUMP = """@type: CTMC
@parameters

@reward_models
water
@nr_states
2
@nr_choices
2
@model
state 0 !1/50 [2] init
\taction 0 [0]
\t\t1 : 1/50
state 1 !1 [0] dry
\taction 0 [0]
\t\t1 : 1
"""
ASKED = ["pump.drn", "--prop", 'P=? [F<=30 "dry"]']


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command in a folder with the pump; exit code, output and errors."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pump.drn").write_text(PUMP)

    def run(*argv):
        code = main([*argv])
        return code, *capsys.readouterr()

    return run


def test_bounds_are_printed_with_the_decimal_that_both_share(run):
    code, out, _ = run("solve", *ASKED)
    assert code == 0
    within, decimal = out.splitlines()[1:3]
    assert says(within, "within", "[0.4511883639059") and says(decimal, "decimal", "0.45118836390")
    assert "VALID" in out


def test_a_smaller_width_has_more_digits(run):
    _, out, _ = run("solve", *ASKED, "--width", "1e-40", "--json")
    told = json.loads(out)
    assert told["decimal"].startswith("0.45118836390597356")
    assert 38 < len(told["decimal"].partition(".")[2]) < 50 and told["checked"] is True
    ends = [told[key]["decimal"] for key in ("lower", "upper")]
    assert [round(float(end), 12) for end in ends] == [round(1 - exp(-0.6), 12)] * 2


@pytest.mark.parametrize("width", ["0", "-1", "near", "1/0"])
def test_a_width_that_is_none_is_refused(run, width):
    code, out, err = run("solve", *ASKED, "--width", width)
    assert code == 2 and out == "" and "the width is" in err and err.count("\n") == 1


def test_the_proof_is_of_the_question_and_is_cited(run):
    code, *_ = run("solve", *ASKED, "--certificate", "p.json")
    assert code == 0
    assert run("check", "p.json", "--against", *ASKED)[0] == 0
    code, _, err = run("check", "p.json", "--against", "pump.drn", "--prop", 'P=? [F<=31 "dry"]')
    assert code == 1 and "ANOTHER QUESTION" in err and "at_most" in err
    _, question, _ = run("question", *ASKED)
    assert "probability to reach dry at a time of at most 30" in question
    _, out, _ = run("check", "p.json", "--json")
    assert json.loads(out)["question_sha256"] == question.split()[0]
    _, out, _ = run("cite", "p.json")
    assert "is at least 0.4511883639059" in out and question.split()[0] in out
    _, out, _ = run("check", "p.json", "--explain")
    assert "uniformisation" in out and "which direction" in " ".join(out.split())


def test_a_wider_proof_is_of_the_same_question(run):
    for name, width in (("p.json", "1e-3"), ("q.json", "1e-30")):
        run("solve", *ASKED, "--width", width, "--certificate", name)
    ends = []
    for name in ("p.json", "q.json"):
        told = json.loads(run("check", name, "--json")[1])
        ends.append((told["question_sha256"], told["proof_sha256"]))
    assert ends[0][0] == ends[1][0] and ends[0][1] != ends[1][1]


def test_all_states_and_thresholds_and_the_complement(run):
    _, out, _ = run("solve", *ASKED, "--all")
    assert [line.split()[0] for line in out.splitlines()] == ["state", "0", "1"]
    assert out.splitlines()[2].split() == ["1", "1"]
    _, out, _ = run("solve", "pump.drn", "--prop", 'P>=0.5 [G<=30 !"dry"]')
    assert says(out.splitlines()[1], "answer", "true") and "[0.54881163609" in out
    code, _, err = run("solve", "pump.drn", "--prop", f'P>={1 - exp(-0.6)} [F<=30 "dry"]')
    assert code == 2 and "a smaller --width may" in err


def test_rewards_up_to_a_time_and_at_it(run):
    _, out, _ = run("solve", "pump.drn", "--prop", "R=? [C<=30]", "--prop", "R=? [I=30]")
    assert "[45.1188363905973" in out and "[1.0976232721880" in out


def test_what_would_take_the_checker_long_is_not_checked_unless_one_asks(run, monkeypatch):
    monkeypatch.setattr("exactbox.commands.models.solve_report.CHECKED_STEPS", 10)
    _, out, _ = run("solve", *ASKED)
    assert "steps of 2 branches; --certificate has it check" in out
    assert "VALID" in run("solve", *ASKED, "--certificate", "p.json")[1]


def test_the_policy_of_a_chain_may_be_written(run, tmp_path):
    code, *_ = run("solve", *ASKED, "--policy", "policy.txt")
    assert code == 0 and (tmp_path / "policy.txt").read_text()
    code, _, err = run("solve", *ASKED, "--evaluate", "policy.txt")
    assert code == 2 and "--evaluate goes with a value" in err
    code, _, err = run("solve", *ASKED, "--plot", "p.svg")
    assert code == 2 and err.count("\n") == 1


def test_automata_are_refused_as_the_best_policy_looks_at_the_clock(run, tmp_path):
    (tmp_path / "ma.json").write_text(
        json.dumps(
            {
                "type": "ma",
                "states": [
                    {"choices": [{"to": {"1": 1}, "rate": 1}, {"to": {"1": 1}, "rate": 2}]},
                    {"labels": ["done"], "choices": [{"to": {"1": 1}, "rate": 1}]},
                ],
            }
        )
    )
    code, _, err = run("solve", "ma.json", "--prop", 'Pmax=? [F<=1 "done"]')
    assert code == 2 and "looks at the clock" in err and err.count("\n") == 1
