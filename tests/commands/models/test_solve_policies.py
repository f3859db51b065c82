"""What a policy is worth, against brute force; and policies as text, written, edited, read back."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.formats import read_policy, write_policy
from exactbox.formats.policies_writing import state_names
from exactbox.mdp import Model, cost, discounted, mean_payoff, reach, total, within_steps
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.mdp.objectives.policy_value import OPEN, policy_rows, policy_value
from tests.brute import (
    fixed,
    for_ever,
    on_average,
    optimum,
    reached,
    stepwise,
    until,
    with_discount,
)
from tests.commands.models.test_solve import COIN
from tests.strategies import examples, models

SENSES = st.sampled_from(["max", "min"])
SEEDS = st.integers(0, 2**32)
HALF = Fraction(1, 2)
OBJECTIVES = [  # solve, the oracle, the rewards
    (lambda m, s: reach(m, "goal", s), lambda m: reached(m.labels["goal"]), None),
    (
        lambda m, s: reach(m, "goal", s, stay="stay"),
        lambda m: reached(m.labels["goal"], m.labels["stay"]),
        None,
    ),
    (lambda m, s: cost(m, "some", "goal", s), lambda m: until(m.labels["goal"]), "some"),
    (lambda m, s: total(m, "some", s), lambda m: for_ever, "some"),
    (lambda m, s: discounted(m, "signed", HALF, s), lambda m: with_discount(HALF), "signed"),
    (lambda m, s: mean_payoff(m, "signed", s), lambda m: on_average, "signed"),
]
FOR_GAMES = [0, 1, 3, 4]


def drawn_policy(model, seed, some_open=True):
    """An option for each state; in a fifth of them none."""
    rng = random.Random(seed)
    row = [rng.randrange(int(k)) for k in np.diff(model.action_start)]
    return [OPEN if some_open and rng.random() < 0.2 else k for k in row]


def is_the_policys(found, model, sense, policy, oracle, name):
    """Values, losses and proof are those of brute force over what the policy leaves open."""
    rewards = None if name is None else model.rewards[name]
    second = [] if model.players is None else np.flatnonzero(model.players).tolist()
    decided = [s for s, k in enumerate(policy) if k != OPEN and s not in second]
    played, left = fixed(model, policy, decided, rewards)
    expected = optimum(played, oracle, sense, left)
    best = optimum(model, oracle, sense, rewards)
    assert list(found.values) == expected and list(found.best.values) == best
    regrets = [
        0 if v == w else (v - w) * (1 if sense == "max" else -1) for v, w in zip(best, expected)
    ]
    assert [found.regret(s) for s in range(model.states)] == regrets
    worse = [s for s, lost in enumerate(regrets) if lost > 0]
    assert found.worse() == sorted(worse, key=lambda s: (-regrets[s], s))
    assert check_certificate(found.answer.certificate()).value == found.value
    if found.best.objective != "mean_payoff":
        assert all(0 <= found.advantage(s) <= lost for s, lost in enumerate(regrets))
        assert any(map(found.advantage, worse)) or not worse or found.best.objective != "discounted"


@pytest.mark.parametrize("which", range(len(OBJECTIVES)))
@given(models(), SENSES, SEEDS)
@examples(12)
def test_a_policy_is_worth_what_brute_force_says(which, model, sense, seed):
    ask, oracle, name = OBJECTIVES[which]
    policy = drawn_policy(model, seed)
    found = policy_value(ask(model, sense), policy)
    is_the_policys(found, model, sense, policy, oracle(model), name)


@pytest.mark.parametrize("which", FOR_GAMES)
@given(models(players=True), SENSES, SEEDS)
@examples(8)
def test_in_a_game_the_second_player_answers_a_policy_with_its_best(which, model, sense, seed):
    ask, oracle, name = OBJECTIVES[which]
    policy = drawn_policy(model, seed)
    found = policy_value(ask(model, sense), policy)
    is_the_policys(found, model, sense, policy, oracle(model), name)


@given(models(), SENSES, st.integers(0, 6), SEEDS)
@examples(15)
def test_a_policy_that_changes_with_the_steps_is_worth_what_brute_force_says(
    model, sense, steps, seed
):
    goal, stay, signed = model.labels["goal"], model.labels["stay"], model.rewards["signed"]
    some = [drawn_policy(model, seed + k, some_open=False) for k in range(2)]
    rows = [some[k // 2 % 2] for k in range(steps)]
    for asked in (
        {"goal": goal},
        {"goal": goal, "stay": stay},
        {"rewards": signed, "discount": HALF},
    ):
        best = within_steps(model, steps, sense, **asked)
        found = policy_value(best, [(1, np.array(row)) for row in rows])
        assert list(found.values) == stepwise(model, steps, sense, **asked, policy=rows)
        assert (found.answer is None) == (len({tuple(row) for row in rows}) > 1)
        again = policy_value(best, policy_rows(best))
        assert list(again.values) == list(best.values) and again.worse() == []


@given(models(), SENSES)
@examples(8)
def test_an_optimal_policy_loses_nothing(model, sense):
    for ask, _, _ in OBJECTIVES:
        best = ask(model, sense)
        found = policy_value(best, best.policy)
        assert list(found.values) == list(best.values) and found.worse() == []


def test_rewards_of_branches_and_names_stay_with_the_choices():
    from exactbox.mdp.graph.restriction import keep_actions

    branch = Ratios(np.array([4, 0, 7]), np.array([1, 1, 1]))
    model = Model(
        [0, 2, 3], [0, 1, 2, 3], [0, 1, 1], [1, 1, 1], [1, 1, 1],
        rewards={"r": Rewards(np.array([4, 0, 7]), np.array([1, 1, 1]), branch)},
        actions=["stay", "go", "end"], valuations=["x=0", "x=1"],
        rates=Ratios(np.array([1, 2, 3]), np.array([1, 1, 1])),
    )  # fmt: skip
    left, choices = keep_actions(model, np.array([False, True, True]))
    assert choices.tolist() == [1, 2] and left.actions == ["go", "end"]
    assert left.rewards["r"].branch.numerator.tolist() == [0, 7]
    assert left.rates.numerator.tolist() == [2, 3] and left.valuations == ["x=0", "x=1"]


def test_a_policy_in_continuous_time_is_worth_its_expected_time():
    """A clock rings 1 or 2 times in a unit of time: until it rings, 1 or 1/2 pass."""

    none, one = np.zeros(3, dtype=int), np.ones(3, dtype=int)
    model = Model(
        [0, 2, 3], [0, 1, 2, 3], [1, 1, 1], [1, 1, 1], [1, 1, 1],
        labels={"goal": np.array([False, True])},
        rewards={"time": Rewards(none, one, rate=Ratios(one, one))},
        rates=Ratios(np.array([1, 2, 1]), one),
    )  # fmt: skip
    found = policy_value(cost(model, "time", "goal", "min"), [0, 0])
    assert (found.value, found.best.value, found.regret()) == (1, HALF, HALF)
    assert found.advantage(0) == HALF
    assert check_certificate(found.answer.certificate()).value == 1


@pytest.mark.parametrize(
    "policy, message",
    [
        ([0, 0], "a policy of 2 states, the model has 3"),
        ([2, 0, 0], "state 0: found action 2, need one of 0 to 1"),
        ([(1, [0, 0, 0])], "the policy changes with the steps: the question has no --steps"),
    ],
)
def test_what_is_not_a_policy_of_the_model_is_refused(coin, policy, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        policy_value(reach(coin, "heads", "max"), policy)


def test_a_policy_of_other_steps_is_refused(coin):
    best = within_steps(coin, 3, "max", goal="heads")
    with pytest.raises(ValueError, match="the policy is for 2 steps, the question for 3"):
        policy_value(best, [(2, np.zeros(3, dtype=int))])


def test_a_policy_under_a_bound_on_rewards_is_evaluated(coin):
    """A toss and, after tails, the way back can be paid: 1 + 1/2 on the average."""
    from exactbox.mdp import within_reward

    best = within_reward(coin, "max", bound="steps", at_most=2, goal="heads")
    found = policy_value(best, [1, 0, 0])
    assert (found.best.value, found.value, found.regret()) == (HALF, 0, HALF)
    assert check_certificate(found.answer.certificate()).value == 0
    kept = policy_value(within_reward(coin, "max", bound="steps", at_most=2), [1, 0, 0])
    assert kept.value == 0 and kept.best.value == Fraction(3, 2)


def test_what_cannot_be_evaluated_or_written_is_refused(coin, tmp_path):
    from dataclasses import replace

    from exactbox.commands.models.solve_policies import save_policy as written
    from exactbox.mdp import within_reward

    best = reach(coin, "heads", "max")
    best = replace(best, asked=replace(best.asked, objective="another"))
    with pytest.raises(ValueError, match="policies of another are not evaluated"):
        policy_value(best, [0, 0, 0])
    mine = within_reward(coin, "max", bound=[1] * coin.choices, at_most=2, goal="heads")
    with pytest.raises(ValueError, match="a bound on spending, which is not the name of rewards"):
        policy_value(mine, [0, 0, 0])
    changing = within_reward(two_ways(), "max", bound="r", at_most=2, goal="goal")
    with pytest.raises(ValueError, match="the policy depends on what has been spent"):
        written(changing, "q", str(tmp_path / "p"))


def two_ways():
    """To pay 2 and be sure of the goal, or 1 for a chance: which is best depends on the purse."""
    return Model.from_lists(
        [[[(1, 1)], [("1/2", 1), ("1/2", 2)]], [[(1, 1)]], [[(1, 0)]]],
        labels={"goal": [1]},
        rewards={"r": [[2, 1], [0], [0]]},
    )


# Text ---------------------------------------------------------------------------------------------


@pytest.fixture
def coin(tmp_path):
    from exactbox.formats import read_model

    (tmp_path / "coin.drn").write_text(COIN)
    return read_model(tmp_path / "coin.drn")


@pytest.fixture
def grid():
    """Two variables; in x=0 one goes left or right, in x=1 choices are numbers."""
    return Model(
        [0, 2, 4, 5],
        range(6),
        [1, 2, 0, 2, 2],
        [1] * 5,
        [1] * 5,
        actions=["left", "right", "1", "1", ""],
        valuations=["x=0 & y=0", "x=1 & y=0", "x=1 & y=1"],
    )


@pytest.mark.parametrize(
    "text, row",
    [
        ("x=0 & y=0\tright\nx=1 & y=0\t1\n", [1, 1, 0]),
        ("# a comment\n\nx=0 & y=0\t\tright\t17 of 20\n  1  0  \n", [1, 0, 0]),
        ("[x=0&y=0]   right\r\n1 1\n", [1, 1, 0]),
        ("x=0 & y=0: right\n1: 1", [1, 1, 0]),
        ("x=0 & y=0 right 3/4\n* 1\n", [1, 1, 0]),
        ("0\t*\n*\t0", [OPEN, 0, 0]),
        ("* *", [OPEN, OPEN, 0]),
    ],
)
def test_lines_are_read_as_hands_write_them(tmp_path, grid, text, row):
    (tmp_path / "p").write_text(text)
    assert read_policy(tmp_path / "p", grid).tolist() == row


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "x=7\tleft",
            ":1: found the state 'x=7', need the number of a state, 0 to 2, or values as",
        ),
        ("3\tleft", ":1: found the state '3', need the number of a state, 0 to 2, or values as in"),
        ("x=9 left", ":1: found the state 'x=9', need the number of a state"),
        ("\n0\tup", ":2: found the action 'up' of state 0 [x=0 & y=0], need left, right or *"),
        ("0\t2", ":1: found the action '2' of state 0 [x=0 & y=0], need left, right or *"),
        ("1\tleft", ":1: found the action 'left' of state 1 [x=1 & y=0], need 0, 1 or *"),
        ("0\t0\n0\t1", ":2: found state 0 [x=0 & y=0] again, line 1 has it already"),
        ("word", ":1: found 'word', need a state, a tab and an action"),
        ("0\t0", ":1: found no line for 1 of the states that have several choices: state 1 [x=1 "),
        ("*\tleft", ":1: found the action 'left' of state 1 [x=1 & y=0], need 0, 1 or *"),
        ("* *\n* 0", ":2: found a second line for *, line 1 is it"),
        ("* *\n2 steps left:\n* 0", ":2: found lines before the first heading of steps left"),
        ("0 0\n1 step left:\n* 0", ":1: found lines before the first heading of steps left"),
        ("3 steps left\n* 0\n1 step left\n* 0", ":3: found '1 step left', need 2 steps left"),
        ("1 to 3 steps left\n* 0", ":1: found '1 to 3 steps left', need 1 or more, the more first"),
        ("1 step left\n* 0\n1 step left", ":3: found '1 step left', need no more"),
        ("3 to 2 steps left\n* 0", ":1: it ends with 1 steps left, need 1"),
        ("5\tx\xff", ":1: found "),
    ],
)
def test_what_a_file_of_lines_may_not_say_is_refused_with_its_line(tmp_path, grid, text, message):
    path = tmp_path / "p"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError) as error:
        read_policy(path, grid)
    assert str(error.value).startswith(f"{path}{message}")


@pytest.mark.parametrize(
    "given, message",
    [
        ("{", "found no JSON"),
        ("7", "need {'policy': a list of actions, one a state}"),
        ('{"policy": [0]}', "policy: got 1, need 3 actions, one a state"),
        ("[[0, 0, 0], 1]", "policy: got int, need 3 actions, one a state"),
        ("[0, 0, 0.5]", "state 2: found 0.5, need an action's name or number"),
        ('["up", 0, 0]', "state 0: found the action 'up', which it does not have"),
        ("[0, 2, 0]", "state 1: found the action 2, which it does not have"),
        ("[-1, 0, 0]", "state 0: found the action -1, which it does not have"),
    ],
)
def test_what_a_file_of_json_may_not_say_is_refused(tmp_path, grid, given, message):
    path = tmp_path / "p.json"
    path.write_text(given)
    with pytest.raises(ValueError) as error:
        read_policy(path, grid)
    assert str(error.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize("name", ["p.txt.gz", "p.json.xz"])
@given(data=st.data())
@examples(25)
def test_what_is_written_is_read_back(tmp_path_factory, name, data):
    """Whatever states and actions are called."""
    names = st.sampled_from(
        ["a", "b", "a b", "0", "1", "x=1 & y=2", "*", "", " a", "#", "[1]", "t\tx", "ä", "x=1&y=2"]
    )
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=5))
    options = sum(sizes)
    model = Model(
        np.r_[0, np.cumsum(sizes)],
        range(options + 1),
        [0] * options,
        [1] * options,
        [1] * options,
        actions=data.draw(st.lists(names, min_size=options, max_size=options)),
        valuations=data.draw(st.lists(names, min_size=len(sizes), max_size=len(sizes))),
    )
    row = st.tuples(*(st.integers(0, k - 1) for k in sizes)).map(np.array)
    path = tmp_path_factory.mktemp("policies") / name
    policy = data.draw(row)
    write_policy(path, model, [(1, policy)], "a question", value=lambda s: "1/2")
    assert read_policy(path, model).tolist() == policy.tolist()
    rows = [(3, policy), (2, data.draw(row)), (1, policy)]
    write_policy(path, model, rows, "a question", timed=True)
    read = read_policy(path, model)
    assert [r.tolist() for k, r in read for _ in range(k)] == [
        r.tolist() for k, r in rows for _ in range(k)
    ]


def test_a_valuation_of_several_states_names_none(grid):
    from dataclasses import replace

    assert state_names(replace(grid, valuations=["x", "x ", "17"])) == [0, 1, 2]
    assert state_names(replace(grid, valuations=None)) == [0, 1, 2]


# The command --------------------------------------------------------------------------------------


@pytest.fixture
def solve(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.drn").write_text(COIN)

    def run(*arguments, code=0):
        assert main(["solve", "coin.drn", *arguments]) == code
        out, err = capsys.readouterr()
        assert not (out and err)
        return out if code == 0 else err

    return run


def test_the_summary_says_what_a_policy_is_worth_and_loses(solve, tmp_path):
    """Who tosses gets v = 1 + 9/20 (1 + 9/10 v); who skips nothing, but from tails 1."""
    (tmp_path / "skip.txt").write_text("0\tskip\n")
    asked = ["--discount", "9/10", "--evaluate", "skip.txt"]
    *lines, proof = solve(*asked, "--digits", "3").splitlines()
    assert lines == [
        "coin.drn: greatest expected reward with discount 9/10, from state 0",
        "  policy    skip.txt",
        "  worth     0",
        "  best      290/119 ~ 2.437",
        "  loss      290/119 ~ 2.437",
        "  loses     in 2 of 3 states; most in 0, 2",
    ]
    assert re.fullmatch(
        r"  proof     \d+ bytes, of the process that the policy makes, checked by the plain "
        r"checker: VALID",
        proof,
    )
    assert solve(*asked, "--all").splitlines() == [
        "state  worth  best     loss     action  best action  costs by itself",
        "0      0      290/119  290/119  skip    toss         29/119",  # a tenth: 9/10 is left
        "2      1      380/119  261/119  0       0            0",
    ]


def test_an_answer_is_printed_where_its_file_cannot_be_written(solve, monkeypatch, capsys):
    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("exactbox.files.os.fsync", full)
    for option in ("--policy", "--certificate"):
        assert main(["solve", "coin.drn", "--max-reach", "heads", option, "x"]) == 2
        out, err = capsys.readouterr()
        assert err == "exactbox: x: No space left on device\n"
        assert "  exactly   1\n" in out and "x:" not in out


@pytest.mark.parametrize("text", ['Pmax=? [ G !"heads" ]', 'P>=1/2 [ F "heads" ]'])
def test_only_values_are_evaluated(solve, tmp_path, text):
    (tmp_path / "p").write_text("* 0")
    err = solve("--prop", text, "--evaluate", "p", code=2)
    assert err == "exactbox: --evaluate goes with a value, not with a threshold, filter or G\n"


def test_an_infinite_loss_is_said(solve, tmp_path):
    (tmp_path / "skip.txt").write_text("0 skip")
    out = solve("--min-cost", "heads", "--evaluate", "skip.txt")
    assert "  worth     infinity\n  best      3\n  loss      infinity\n" in out
    (tmp_path / "open.txt").write_text("* *")
    out = solve("--min-cost", "heads", "--evaluate", "open.txt", "--all", "--at-init")
    assert "  policy    open.txt; left open in 1 state, where the best is taken\n" in out
    assert out.endswith("nothing is lost in any state\n")


def test_values_below_all_numbers_are_said_to_be_so(tmp_path):
    """With rewards of both signs a state that never gets to the goal is worth minus infinity."""
    model = tmp_path / "walk.json"
    model.write_text(
        '{"type": "mdp", "initial": 0, "labels": ["goal"], "rewards": ["gain"], "states": ['
        '{"choices": [{"to": {"1": "1"}, "rewards": {"gain": "-1"}}]},'
        '{"labels": ["goal"], "choices": [{"to": {"1": "1"}}]},'
        '{"choices": [{"to": {"2": "1"}}]}]}'
    )
    path = tmp_path / "best.txt"
    assert main(["solve", str(model), "--max-cost", "goal", "--policy", str(path)]) == 0
    values = [line.split("\t")[-1] for line in path.read_text().splitlines()[2:]]
    assert values == ["-1", "0", "-infinity"]


def test_in_a_game_the_file_has_the_first_players_states(tmp_path, capsys):
    """From 0 one gets to 1, the second player's, who goes to 2 or to the goal, 3."""
    game, path, best = (tmp_path / name for name in ("game.json", "mine.txt", "best.txt"))
    game.write_text(
        '{"type": "mdp", "initial": 0, "labels": ["goal"], "rewards": [], "states": ['
        '{"choices": [{"to": {"1": "1"}}, {"to": {"2": "1/2", "3": "1/2"}}]},'
        '{"player": 2, "choices": [{"to": {"2": "1"}}, {"to": {"3": "1"}}]},'
        '{"choices": [{"to": {"2": "1"}}]}, {"labels": ["goal"], "choices": [{"to": {"3": "1"}}]}]}'
    )
    asked = ["solve", str(game), "--max-reach", "goal"]
    path.write_text("0\t*\n")
    assert main([*asked, "--evaluate", str(path), "--policy", str(best)]) == 0
    out = capsys.readouterr().out
    assert "left open in 1 state, where the best is taken" in out
    assert "the second player's best response is taken" in out
    assert "  worth     1/2" in out and "  loss      0" in out
    assert best.read_text().splitlines()[2] == "0\t1\t1/2"


def test_rewards_may_be_plain_ratios(coin):
    numbers = np.arange(coin.choices), np.ones(coin.choices, dtype=np.int64)
    first = np.zeros(coin.states, dtype=np.int64)
    plain, whole = (
        policy_value(discounted(coin, kind(*numbers), HALF, "max"), first)
        for kind in (Ratios, Rewards)
    )
    assert list(plain.values) == list(whole.values) and plain.regret() == whole.regret()


def test_a_policy_that_was_written_is_worth_the_best(solve, tmp_path):
    for options in (["--min-cost", "heads"], ["--max-reach", "heads", "--steps", "4"]):
        for name in ("p.txt", "p.json"):
            solve(*options, "--policy", name)
            out = solve(*options, "--evaluate", name, "--certificate", "proof.json")
            assert "  loss      0\n  loses     nothing in any of the 3 states\n" in out
            claim = check_certificate((tmp_path / "proof.json").read_bytes())
            assert claim.sha256 in out


def test_a_policy_by_steps_is_evaluated_without_a_proof(solve, tmp_path):
    """Skipped for three steps, then a toss, and after tails there is no time to toss again."""
    (tmp_path / "late.txt").write_text("5 to 3 steps left:\n0 skip\n2-1 steps left\n0 toss\n")
    asked = ["--max-reach", "heads", "--steps", "5", "--evaluate", "late.txt"]
    out = solve(*asked)
    assert "worth     1/2" in out and "best      7/8" in out
    assert "proof     none: the policy changes with the steps" in out
    assert "no certificate holds a policy that changes" in solve(
        *asked, "--certificate", "x.json", code=2
    )


def test_mistakes_are_said_before_anything_is_solved(solve, tmp_path, monkeypatch):
    monkeypatch.setattr("exactbox.mdp.objectives.objective.exact", None)
    (tmp_path / "bad").write_text("0\tjump\n")
    asked = ["--min-cost", "heads", "--evaluate", "bad"]
    assert solve(*asked, code=2).startswith("exactbox: bad:1: found the action 'jump' of state 0,")
    assert "leave out --enclosure" in solve(*asked, "--enclosure", code=2)
    assert "no-such-file" in solve("--max-total", "--evaluate", "no-such-file", code=2)


def test_a_policy_for_other_steps_is_refused_by_the_files_name(solve, tmp_path):
    (tmp_path / "p").write_text("2 steps left:\n* 0\n1 step left:\n* 1\n")
    asked = ["--max-reach", "heads", "--evaluate", "p"]
    assert (
        solve(*asked, code=2) == "exactbox: p: the policy changes with the steps: the question "
        "has no --steps\n"
    )


def test_values_without_room_refuse_the_evaluation(solve, tmp_path):
    (tmp_path / "p").write_text("* *")
    err = solve("--discount", "9/10", "--evaluate", "p", "--max-memory", "1", code=2)
    assert "exact values would take" in err and err.count("\n") == 1


def test_an_answer_knows_more_than_the_table_prints(coin):
    found = policy_value(cost(coin, "steps", "heads", "min"), [1, 0, 0])
    assert (found.value, found.regret(), found.regret(1), found.worse()) == (inf, inf, 0, [0, 2])


def test_json_has_the_question_and_the_actions(solve, tmp_path):
    solve("--max-reach", "heads", "--steps", "2", "--policy", "p.json")
    found = json.loads((tmp_path / "p.json").read_text())
    assert found["policy"] == [["toss", 0, 0], ["toss", 0, 0]] and "heads" in found["question"]
