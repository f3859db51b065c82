"""Several objectives in ``exactbox solve``: curves, values under bounds, policies, refusals."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from exactbox.check import check_certificate
from exactbox.cli import main
from tests.printed import facts, says

F = Fraction
RETRY = {
    "type": "mdp",
    "states": [
        {
            "choices": [
                {"action": "direct", "to": {"0": "2/5", "1": "3/5"}, "rewards": {"cost": 1}},
                {"action": "relay", "to": {"0": "1/10", "1": "9/10"}, "rewards": {"cost": 2}},
            ]
        },
        {"labels": ["done"], "choices": [{"to": {"1": 1}}]},
    ],
}
MISS = {"direct": (F(2, 5), 1), "relay": (F(1, 10), 2)}  # probability to fail, and price
CURVE = 'multi(Pmax=? [F<=2 "done"], R{"cost"}min=? [F "done"])'
BOUND = 'multi(Pmax=? [F<=2 "done"], R{"cost"}<=2 [F "done"])'
SEVEN = [f'P>=0.{k} [F<={k} "done"]' for k in range(1, 8)]


def point(*actions: str) -> tuple[Fraction, Fraction]:
    """Arrived within these attempts, and the price where all further ones are direct."""
    left, price = F(1), F(0)
    for action in actions:
        miss, costs = MISS[action]
        price, left = price + left * costs, left * miss
    return 1 - left, price + left * F(5, 3)


VERTICES = [point("direct", "direct"), point("direct", "relay"), point("relay", "relay")]
SHARE = (2 - VERTICES[1][1]) / (VERTICES[2][1] - VERTICES[1][1])  # of the dearest policy
VALUE = SHARE * VERTICES[2][0] + (1 - SHARE) * VERTICES[1][0]


@pytest.fixture
def retry(tmp_path):
    path = tmp_path / "retry.json"
    path.write_text(json.dumps(RETRY))
    return str(path)


def answer(capsys, *arguments):
    """What a command prints as JSON."""
    code = main(["solve", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def exact(numbers):
    return tuple(F(number["exact"]) for number in numbers)


def refusal(capsys, *arguments):
    """The one line on standard error of a command that is refused."""
    assert main(["solve", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_a_curve_has_its_vertices_exactly_and_as_decimals(retry, capsys):
    code, found = answer(capsys, retry, "--prop", CURVE)
    assert code == 0 and found["checked"]
    assert [exact(each) for each in found["vertices"]] == VERTICES
    assert main(["solve", retry, "--prop", CURVE, "--digits", "3"]) == 0
    text = capsys.readouterr().out
    assert says(text, "vertex", "(24/25, 28/15)", "(0.960, 1.867)")
    assert "VALID" in facts(text)["proof"]


def test_a_value_under_a_bound_is_that_of_a_mixture(retry, capsys):
    code, found = answer(capsys, retry, "--prop", BOUND)
    assert code == 0 and F(found["value"]["exact"]) == VALUE
    assert sorted(exact(found["probabilities"])) == sorted([SHARE, 1 - SHARE])


@pytest.mark.parametrize("bound, holds", [("24/25", True), ("99/100", False)])
def test_whether_one_policy_keeps_to_all_bounds(retry, capsys, bound, holds):
    text = f'multi(P>={bound} [F<=2 "done"], R<=2 [F "done"])'
    code, found = answer(capsys, retry, "--prop", text)
    assert code == 0 and found["answer"] is holds and found["checked"]
    assert main(["solve", retry, "--prop", text]) == 0
    assert facts(capsys.readouterr().out)["answer"] == str(holds).lower()


def test_no_policy_keeps_to_the_bound_of_a_value(retry, capsys):
    text = 'multi(Pmax=? [F<=2 "done"], R<=1 [F "done"])'
    assert main(["solve", retry, "--prop", text]) == 0
    assert facts(capsys.readouterr().out)["answer"].startswith("no policy")
    assert "--policy: no policy" in refusal(capsys, retry, "--prop", text, "--policy", "-")


def test_a_strict_bound_that_keeps_policies_from_the_value_is_said(retry, capsys):
    strict = BOUND.replace('<=2 [F "done"]', '<2 [F "done"]')
    code, found = answer(capsys, retry, "--prop", strict)
    assert code == 0 and F(found["value"]["exact"]) == VALUE
    assert "strict bound" in found["note"]


def test_a_probability_under_a_condition(retry, capsys):
    text = 'Pmax=? [F<=1 "done" || F<=2 "done"]'
    code, found = answer(capsys, retry, "--prop", text)
    best = max(
        (1 - MISS[a][0]) / point(a, b)[0] for a in ("direct", "relay") for b in ("direct", "relay")
    )
    assert code == 0 and F(found["value"]["exact"]) == best


def test_a_probability_under_a_condition_is_compared(retry, tmp_path, capsys):
    """Whether of all policies; the certificate proves it of its own question."""
    ratios = [
        (1 - MISS[a][0]) / point(a, b)[0] for a in ("direct", "relay") for b in ("direct", "relay")
    ]
    for relation, best in ((">=", min(ratios)), ("<=", max(ratios))):
        for bound, holds in (
            (best, True),
            (best + F(1, 99) * (1 if relation == ">=" else -1), False),
        ):
            text = f'P{relation}{bound} [F<=1 "done" || F<=2 "done"]'
            path = str(tmp_path / "proof.json")
            code, found = answer(capsys, retry, "--prop", text, "--certificate", path)
            assert code == 0 and found["answer"] is holds
            assert F(found["value"]["exact"]) == best
            assert f"it is {str(holds).lower()} that" in found["proved"]
            assert main(["check", path, "--against", retry, "--prop", text]) == 0
            assert "SAME QUESTION" in capsys.readouterr().out


def test_several_properties_of_one_run_and_constants(retry, tmp_path, capsys):
    props = tmp_path / "all.props"
    props.write_text(
        'const int k;\n"curve": multi(Pmax=? [F<=k "done"], R{"cost"}min=? [F "done"]);\n'
        '"plain": Pmax=? [F<=k "done"];\n"bad": multi(Pmax=? [F "done"], Rmin=? [LRA]);\n'
    )
    proofs = tmp_path / "proofs"
    proofs.mkdir()
    more = ["--props", str(props), "--constants", "k=2", "--certificate", str(proofs)]
    code, found = answer(capsys, retry, *more)
    curve, plain, bad = found["answers"]
    assert code == 2 and "mean payoff" in bad["refused"]
    assert [exact(each) for each in curve["vertices"]] == VERTICES
    assert F(plain["value"]["exact"]) == VERTICES[-1][0]
    assert check_certificate(proofs / "curve.json").sha256 == curve["proof_sha256"]


def test_operators_inside_of_an_objective_have_proofs_of_their_own(retry, tmp_path, capsys):
    text = 'multi(Pmax=? [F<=2 P>=1 [F "done"]], R<=2 [F "done"])'
    path = tmp_path / "nested.json"
    code, found = answer(capsys, retry, "--prop", text, "--certificate", str(path))
    assert code == 0 and len(found["inner"]) == 1
    inner = check_certificate(tmp_path / "nested.inner-1.json")
    assert inner.sha256 == found["inner"][0]["proof_sha256"]
    assert inner.question_sha256 in path.read_text()


def test_a_proof_is_compared_with_ones_own_question(retry, tmp_path, capsys):
    path = str(tmp_path / "proof.json")
    assert main(["solve", retry, "--prop", BOUND, "--certificate", path]) == 0
    capsys.readouterr()
    assert main(["check", path, "--against", retry, "--prop", BOUND]) == 0
    assert "SAME QUESTION" in capsys.readouterr().out
    assert main(["check", path, "--against", retry, "--prop", CURVE]) == 1
    assert 'asks: the proof has "value", yours has "curve"' in capsys.readouterr().err
    other = BOUND.replace("R{", 'P>=1/2 [F<=1 "done"], R{')
    assert main(["check", path, "--against", retry, "--prop", other]) == 1
    capsys.readouterr()
    assert main(["question", retry, "--prop", BOUND]) == 0
    assert capsys.readouterr().out.startswith(check_certificate(path).question_sha256)


@pytest.mark.parametrize("command", [["check", "--explain"], ["check", "--json"], ["cite"]])
def test_a_proof_is_explained_and_cited(retry, tmp_path, capsys, command):
    path = str(tmp_path / "proof.json")
    assert main(["solve", retry, "--prop", BOUND, "--certificate", path]) == 0
    capsys.readouterr()
    assert main([command[0], path, *command[1:]]) == 0
    assert f"exactly {VALUE}" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["mine.txt", "mine.json"])
def test_policies_are_written_and_read_back(retry, tmp_path, capsys, name):
    path = str(tmp_path / name)
    assert main(["solve", retry, "--prop", BOUND, "--policy", path]) == 0
    capsys.readouterr()
    code, found = answer(capsys, retry, "--prop", BOUND, "--evaluate", path)
    assert code == 0 and exact(found["worth"]) == (VALUE, 2)
    assert main(["solve", retry, "--prop", CURVE, "--policy", path]) == 0
    capsys.readouterr()
    code, found = answer(capsys, retry, "--prop", CURVE, "--evaluate", path)
    assert [exact(each) for each in found["worth"]] == VERTICES


def test_an_edited_policy_is_worth_what_it_pays(retry, tmp_path, capsys):
    path = tmp_path / "mine.txt"
    assert main(["solve", retry, "--prop", BOUND, "--policy", str(path)]) == 0
    head, *_ = path.read_text().partition("\nprobability")
    nodes = "0\topen\topen\t0\trelay\n0\topen\topen\t1\tdirect\n0\tlost\topen\t2\tdirect\n"
    path.write_text(f"{head}\nprobability 1:\n{nodes}")
    capsys.readouterr()
    code, found = answer(capsys, retry, "--prop", BOUND, "--evaluate", str(path))
    assert code == 0 and exact(found["worth"]) == point("relay", "direct")


def test_a_policy_of_the_states_is_worth_what_it_pays(retry, tmp_path, capsys):
    path = tmp_path / "mine.txt"
    path.write_text("0\trelay\n")
    code, found = answer(capsys, retry, "--prop", BOUND, "--evaluate", str(path))
    miss, price = MISS["relay"]
    assert code == 0 and exact(found["worth"]) == (1 - miss**2, price / (1 - miss))


def test_a_policy_that_may_miss_the_goal_is_refused_and_nothing_is_written(tmp_path, capsys):
    lazy = json.loads(json.dumps(RETRY))
    lazy["states"][0]["choices"].append({"action": "wait", "to": {"0": 1}})
    model, path, proof = tmp_path / "lazy.json", tmp_path / "mine.txt", tmp_path / "proof.json"
    model.write_text(json.dumps(lazy))
    path.write_text("0\twait\n")
    options = ["--prop", BOUND, "--evaluate", str(path), "--certificate", str(proof)]
    assert "may never reach the goals" in refusal(capsys, str(model), *options)
    assert not proof.exists()


def test_a_file_for_other_objectives_is_refused(retry, tmp_path, capsys):
    path = str(tmp_path / "mine.txt")
    assert main(["solve", retry, "--prop", BOUND, "--policy", path]) == 0
    capsys.readouterr()
    other = BOUND.replace("F<=2", "F<=3")
    said = refusal(capsys, retry, "--prop", other, "--evaluate", path)
    assert "a policy for" in said and "within 2 steps" in said and "within 3 steps" in said


def test_a_curve_is_drawn(retry, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    path = tmp_path / "curve.svg"
    assert main(["solve", retry, "--prop", CURVE, "--plot", str(path)]) == 0
    assert "(24/25, 28/15)" in path.read_text()


@pytest.mark.parametrize(
    "text, options, words",
    [
        ('multi(Pmax=? [F "home"], R<=2 [F "done"])', [], "no label 'home'"),
        ('multi(Pmax=? [F "done"], Pmax=? [F "done"])', [], "is there twice"),
        ('multi(Pmax=? [F "done"])', [], "1 objective, need 2 to 6"),
        (f"multi({', '.join(SEVEN)})", [], "7 objectives, need 2 to 6"),
        (BOUND, ["--plot", "x.png"], "no curve"),
        (BOUND, ["--all"], "--all: several objectives"),
        (BOUND, ["--enclosure"], "--enclosure: several objectives"),
        ('multi(P=? [F "done"], R<=2 [F "done"])', [], "need max or min, or a bound"),
        ('multi(Pmax<=1/2 [F "done"], R<=2 [F "done"])', [], "leave out one of them"),
        ('multi(Pmax=? [F "done" || F "done"], R<=2 [F "done"])', [], "stands alone"),
        ('Pmax=? [F "done" || F false]', [], "probability 0 under every policy: undefined"),
        ('P=? [F "done" || F<=1 "done"]', [], "need max or min, or a bound"),
        ('Pmax=? [G "done" || F<=1 "done"]', [], "need F or U on both sides of ||"),
        ('P>=3/2 [F "done" || F<=1 "done"]', [], "a probability is compared with it"),
        ('P>=1/2 [F "done" || F false]', [], "probability 0 under every policy: undefined"),
        ('filter(max, Pmax=? [F "done" || F<=1 "done"], true)', [], "stands alone"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_refused_in_a_line(retry, capsys, text, options, words):
    assert words in refusal(capsys, retry, "--prop", text, *options)


def test_three_objectives_have_no_picture(retry, tmp_path, capsys):
    text = CURVE.replace("R{", 'Pmax=? [F<=1 "done"], R{')
    said = refusal(capsys, retry, "--prop", text, "--plot", str(tmp_path / "x.png"))
    assert "a curve of 3 objectives; need a curve of 2" in said


def test_games_of_two_players_are_refused(tmp_path, capsys):
    game = json.loads(json.dumps(RETRY))
    game["states"][0]["player"] = 2
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    assert "second player" in refusal(capsys, str(path), "--prop", BOUND)


def test_steps_in_continuous_time_are_refused(tmp_path, capsys):
    timed = json.loads(json.dumps(RETRY))
    for state in timed["states"]:
        for choice in state["choices"]:
            choice["rate"] = 2
    path = tmp_path / "timed.json"
    path.write_text(json.dumps(timed | {"type": "ma"}))
    assert "time-bounded" in refusal(capsys, str(path), "--prop", BOUND)
