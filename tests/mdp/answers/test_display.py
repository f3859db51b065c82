"""Answers, bounds and models show themselves: in a line, in a summary, as HTML, as a frame."""

from __future__ import annotations

import gzip
import sys
from fractions import Fraction
from math import inf, nan, nextafter
from types import SimpleNamespace

import numpy as np
import pytest

import exactbox
from exactbox.certificate import prove
from exactbox.check import InvalidCertificate, check_certificate
from exactbox.games.flip import flip
from exactbox.mdp import (
    Enclosure,
    FloatSolution,
    Goal,
    Model,
    Ratios,
    Rewards,
    chains,
    cost,
    cost_enclosure,
    discounted,
    mean_payoff,
    policy_value,
    reach,
    reach_enclosure,
    total,
    total_until_end,
    within_reward,
    within_steps,
)
from exactbox.mdp.model.equations import equations_of
from exactbox.properties import answer as ask
from tests.printed import facts, says

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)

# A coin: toss it until heads (probability 1/3), or buy heads for 2.
COIN = Model.from_lists(
    [[[("2/3", 0), ("1/3", 1)], [(1, 1)]], [[(1, 1)]]],
    labels={"heads": [1]},
    rewards={"price": [[1, 2], [0]]},
)
NAMED = Model(
    [0, 2, 3], [0, 2, 3, 3], [0, 1, 1], [2, 1, 1], [3, 1, 1],
    labels={"heads": [False, True]},
    rewards={"price": Rewards([1, 2, 0], [1, 1, 1], rate=Ratios([1, 0, 0], [2, 1, 1])),
             "": Rewards([1, 0, 0], [3, 1, 1], Ratios([0, 1, 0], [1, 1, 1]))},
    actions=["toss", "buy", ""], valuations=["side=0", "side=1"],
    rates=Ratios([1, 5, 0], [1, 1, 1]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (cost(COIN, "price", "heads", "min"), "least expected reward price until heads: 2"),
        (cost(COIN, "price", "heads", "max"), "greatest expected reward price until heads: 3"),
        (reach(COIN, "heads", "min", stay={0, 1}),
         "least probability to reach heads by way of stay: 1"),
        (within_steps(COIN, 2, "min", goal="heads"),
         "least probability to reach heads within 2 steps: 5/9 ~ 0.555556"),
        (within_steps(COIN, 1, "max"), "greatest expected total reward within 1 step: 2"),
        (within_steps(COIN, 1, "max", discount="1/2"),
         "greatest expected reward with discount 1/2 within 1 step: 2"),
        (within_reward(COIN, "min", bound="price", at_most=1, at_least="1/2", goal="heads"),
         "least probability to reach heads while at least 1/2 and at most 1 of price is spent: 0"),
        (discounted(COIN, "price", "9/10", "max"),
         "greatest expected reward price with discount 9/10: 5/2 = 2.5"),
        (mean_payoff(COIN, None, "max"), "greatest expected long-run average reward: 0"),
        (total(COIN, [1, 0, 1], "max"), "greatest expected total reward: infinity"),
    ],
)  # fmt: skip
def test_an_answer_is_shown_in_a_line_with_its_question_and_value(answer, line):
    assert repr(answer) == f"Answer({line})"
    assert str(answer).splitlines()[0] == line.rpartition(":")[0]


def test_an_answer_prints_a_summary():
    text = str(within_steps(COIN, 2, "min", goal="heads"))
    found = facts(text)
    assert [*found] == ["exactly", "decimal", "from", "model", "policy", "proof"]
    assert (found["exactly"], found["decimal"]) == ("5/9", "0.555555555556")
    assert found["from"] == "state 0" and found["model"].startswith("2 states, 3 ")
    assert "step" in found["policy"] and ".save(" in found["proof"]
    assert says(text, "least", "heads", "2 steps")


def test_what_is_long_is_shown_by_its_size():
    """Flip with five cards: 40 states, and a fraction of hundreds of digits."""
    answer = total_until_end(flip(4))
    assert len(repr(answer)) < 120 and "digits)" in repr(answer)
    assert all(len(line) < 300 for line in str(answer).splitlines())


def test_values_of_several_initial_states_are_not_shown_as_one():
    model = Model.from_lists([[[(1, 1)]], [[(1, 1)]]], initial=[0, 1], labels={"one": [1]})
    assert repr(reach(model, "one", "max")).endswith(": values of 2 initial states)")
    assert "exactly   .values has those of all states" in str(reach(model, "one", "max"))
    found = reach_enclosure(model, "one", "max")
    assert repr(found).endswith(": bounds of 2 initial states)")
    assert "within    .interval(s) has those of s\n  from      2 initial states" in str(found)
    same = policy_value(reach(model, "one", "max"), [0, 0])
    assert repr(same).endswith(": values of 2 initial states)") and "loses" not in str(same)


def test_bounds_are_shown_as_bounds():
    found = cost_enclosure(COIN, "price", "heads", "min")
    assert repr(found).startswith("Enclosure(least expected reward price until heads: [")
    assert "  within    [" in str(found) and "what it attains is within" in str(found)


def test_a_policys_value_is_shown_beside_the_best():
    best = cost(COIN, "price", "heads", "min")
    waits = policy_value(best, [0, 0])
    assert repr(waits) == (
        "PolicyValue(least expected reward price until heads, by a given policy: 3)"
    )
    assert "  exactly   3\n  loses     1 of 2, the best\n" in str(waits)
    assert waits.decimal(2) == "3.00" and waits.to_float().tolist() == [3, 0]
    steps = within_steps(COIN, 2, "max", goal="heads")
    changing = policy_value(steps, [(1, [0, 0]), (1, [1, 0])])
    assert "proof     none: the policy changes with the steps" in str(changing)


@pytest.mark.parametrize(
    ("asked", "shown", "value"),
    [
        ('Pmin=? [ F<=2 "heads" ]', "5/9 ~ 0.555556", Fraction(5, 9)),
        ('R{"price"}min=? [ F "heads" ]', "2", 2),
        ('Pmax>=1/2 [ F "heads" ]', "true", True),
        ('filter(print, Pmax=? [ F<=1 "heads" ], true)', "[1, 1]", [1, 1]),
        ('filter(argmax, Pmin=? [ F<=1 "heads" ], true)', "[1]", [1]),
        ('filter(count, "heads", true)', "1", 1),
        ('filter(print, "heads", true)', "[false, true]", [False, True]),
    ],
)
def test_a_propertys_answer_is_shown_and_at_hand(asked, shown, value):
    found = ask(COIN, asked)
    assert repr(found) == f"PropertyAnswer({found.asked}: {shown})"
    assert found.value == value
    assert str(found).splitlines()[0] == found.asked


def test_a_propertys_answer_has_decimals_where_it_is_a_number(tmp_path):
    found = ask(COIN, 'Pmin=? [ F<=2 "heads" ]')
    assert found.decimal(3) == "0.556" and "  exactly   5/9" in str(found)
    assert found.save(tmp_path / "proof.json").value == Fraction(5, 9)
    assert ask(COIN, 'R{"price"}max=? [ F !"heads" & "heads" ]').decimal(3) == "infinity"
    assert ask(COIN, 'filter(count, "heads", true)').decimal(1) == "1.0"
    with pytest.raises(ValueError, match="the answer is true, and not a number"):
        ask(COIN, 'Pmax>=1/2 [ F "heads" ]').decimal(3)
    bounds = ask(COIN, 'R{"price"}min=? [ F "heads" ]', enclosure=True)
    assert bounds.value[0] <= 2 <= bounds.value[1]
    assert "proof     none: it only says which states" in str(ask(COIN, 'filter(count, "heads")'))


def test_a_model_prints_what_it_is():
    assert repr(COIN) == "Model(2 states, 3 choices, 4 branches)"
    found = facts(str(COIN))
    assert str(COIN).startswith("Markov decision process")
    assert found.pop("states") == "2; initial 0"
    assert (found.pop("labels"), found.pop("rewards")) == ("'heads'", "'price'")
    assert [says(count, 3, 4) for count in found.values()] == [True]  # choices, branches
    game = Model.from_lists([[[(1, 0)]]], players=[True], labels={f"l{k}": [0] for k in range(10)})
    assert "and 2 more\n" in str(game) and "players   the second has 1 state" in str(game)
    assert str(NAMED).startswith("Markov automaton of 2 states")
    assert " actions of all states, which share 16, with " in str(flip(2))
    assert "from      state 0 [side=0]" in str(reach(NAMED, "heads", "max"))


def test_no_array_is_shown():
    """Of what comes with answers: rewards, sets, policies, equations, distributions."""
    best = cost(COIN, "price", "heads", "min")
    everything = np.ones(2, dtype=bool)
    equations = equations_of(COIN, ~everything, np.arange(0))
    ends = chains.distribution(COIN, None, "heads", 3, policy=[0, 2])
    shown = {
        repr(COIN.rewards["price"]): "Rewards([1, 2, 0])",
        repr(Ratios.from_fractions(range(9))): "Ratios([0, 1, 2, 3, 4, 5, 6, 7, ... 9 in all])",
        repr(best.asked.goal): "Goal('heads': 1 of 2 states)",
        repr(Goal("heads", True)): "Goal('goal': 'heads', or the end)",
        repr(best.values): "Values(2, 0)",
        repr(within_steps(COIN, 3, "max").policy): "Schedule(3 rows of 2 states)",
        repr(equations): "Equations(0 states, 0 choices, 0 branches)",
        repr(FloatSolution(np.zeros(5), np.zeros(5), 7, 1e-9, "value iteration")): (
            "FloatSolution(value iteration: 5 values, 7 iterations, last change 1e-09)"
        ),
        repr(ends): "Totals(3 totals from 1 to 3, unfinished 8/27 ~ 0.296296)",
        repr(chains.Totals({}, THIRD)): "Totals(no total, unfinished 1/3 ~ 0.333333)",
    }
    assert [*shown] == [*shown.values()]


def test_html_is_a_table_and_escaped():
    model = Model.from_lists([[[(1, 0)]]], labels={"<b>\n": [0]})
    html = reach(model, "<b>\n", "max")._repr_html_()
    assert html.startswith("<table><caption>probability to reach &lt;b&gt;\\n</caption>")
    assert "<b>" not in html and "exactly</th>" in html and html.endswith("</table>")
    assert "&#x27;&lt;b&gt;\\n&#x27;" in model._repr_html_()
    assert "\n" not in repr(reach(model, "<b>\n", "max"))


def test_floats_are_the_nearest():
    answer = within_steps(COIN, 2, "min", goal="heads")
    assert answer.to_float().tolist() == [5 / 9, 1]
    endless = total(COIN, [1, 0, 1], "max")
    assert endless.to_float().tolist() == [inf, inf] and endless.to_float().dtype == np.float64
    huge = total(COIN, [10**400, 10**400, 0], "max")
    assert huge.to_float().tolist() == [inf, 0]  # too large for a float


def test_floats_of_bounds_are_bounds():
    third = Model.from_lists([[[("1/3", 1), ("2/3", 2)]], [[(1, 1)]], [[(1, 2)]]])
    found = reach_enclosure(third, [1], "max")
    low, high = found.to_float()[0].tolist()
    assert Fraction(low) <= THIRD <= Fraction(high) and high - low < 1e-12
    numbers = np.array([2**61 + 1, -(2**61) - 1])  # between floats
    bounds = SimpleNamespace(bits=0, lower=numbers, upper=numbers)
    odd = Enclosure(COIN, None, None, np.full(2, nan), None, bounds)
    least, most = 2.0**61, -(2.0**61)
    assert odd.to_float().tolist() == [
        [least, nextafter(least, inf)],
        [nextafter(most, -inf), most],
    ]
    never = cost_enclosure(Model.from_lists([[[(1, 0)]], [[(1, 1)]]]), [1, 0], [1], "min")
    assert never.to_float().tolist() == [[inf, inf], [0, 0]]


def columns(frame):
    return {name: list(frame[name]) for name in frame}


def test_a_frame_has_a_row_a_state():
    pytest.importorskip("pandas")
    frame = cost(NAMED, "price", "heads", "max").to_frame()
    assert columns(frame) == {
        "state": [0, 1],
        "valuation": ["side=0", "side=1"],
        "exact": [Fraction(9, 2), 0],  # three tosses, and 1/2 for the time of each
        "float": [4.5, 0],
        "action": ["toss", 0],
    }
    steps = within_steps(COIN, 1, "max", goal="heads").to_frame()
    assert columns(steps)["action"] == [1, 0]
    assert columns(within_steps(COIN, 0, "max", goal="heads").to_frame())["action"] == ["", ""]
    bounds = columns(cost_enclosure(COIN, "price", "heads", "min").to_frame())
    assert bounds["lower"][0] <= 2 <= bounds["upper"][0] and bounds["action"] == [1, 0]
    best = cost(COIN, "price", "heads", "min")
    open_ = columns(policy_value(best, [0, -1]).to_frame())
    assert open_["exact"] == [3, 0] and open_["best"] == [2, 0] and open_["action"] == [0, ""]


def test_a_models_frame_has_a_row_a_branch():
    pytest.importorskip("pandas")
    assert columns(NAMED.to_frame()) == {
        "state": [0, 0, 0, 1],
        "action": ["toss", "toss", "buy", ""],
        "choice": [0, 0, 1, 0],
        "target": [0, 1, 1, "ended"],
        "probability": [Fraction(2, 3), THIRD, 1, 1],
        "rate": [1, 1, 5, 0],
        "reward price": [1, 1, 2, 0],
        "reward price a unit of time": [HALF, HALF, 0, 0],
        "reward": [0, 1, 0, 0],
    }
    shared = Model.from_choices([(1, [(1, 0)]), (0, [])], [[0, 1], [1]])
    assert columns(shared.to_frame())["target"] == [0, "ended", "ended"]


def test_a_frame_without_pandas_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"needs pandas: pip install 'exactbox\[frames\]'"):
        COIN.to_frame()


def test_what_is_saved_is_the_certificate_after_the_checker_has_passed_it(tmp_path):
    best = cost(COIN, "price", "heads", "min")
    for result in (best, cost_enclosure(COIN, "price", "heads", "min"), total_until_end(flip(2))):
        claim = result.save(tmp_path / "proof.json")
        assert (tmp_path / "proof.json").read_bytes() == result.certificate()
        assert claim.sha256 == prove(result).claim.sha256
    best.save(str(tmp_path / "proof.json.gz"))
    packed = (tmp_path / "proof.json.gz").read_bytes()
    assert check_certificate(gzip.decompress(packed)).value == 2


def test_what_the_checker_does_not_pass_is_not_saved(tmp_path, monkeypatch):
    best = cost(COIN, "price", "heads", "min")
    monkeypatch.setattr(type(best), "is_proved_by", lambda self, claim: False)
    with pytest.raises(InvalidCertificate, match="another result"):
        best.save(tmp_path / "proof.json")
    assert not list(tmp_path.iterdir())


def test_the_questions_words_are_those_of_properties():
    for asked in ('Pmin=? [ F<=2 "heads" ]', 'R{"price"}min=? [ F "heads" ]'):
        found = exactbox.ask(COIN, asked)
        assert found.asked == found.answer._title()


def test_states_that_are_not_looked_at_for_ties_are_left_aside_in_words():
    """In the goal either choice will do, and that is not counted."""
    model = Model.from_lists(
        [[[(1, 1)]], [[(1, 1)], [(1, 0)]]], labels={"done": [1]}, rewards={"": [[1], [0, 0]]}
    )
    answer = cost(model, None, "done", "min")
    words = (
        "a choice a state; no state has more than one best choice, goals and infinite values aside"
    )
    assert answer.policy_words == words


def hand(gains, labels):
    """Draw once more and win with probability 2/5, or stand and win with 1/3; then it is over."""
    return Model.from_lists(
        [[[("2/5", 1), ("3/5", 2)], [("1/3", 1), ("2/3", 2)]], [[]], [[]]],
        labels={"over": labels, "won": [1]},
        rewards={"gain": gains},
    )


def test_rewards_that_all_lie_on_the_goal_are_said_with_the_question_that_counts_them():
    """By hand: the best wins 2/5 - 3/5 = -1/5; until it is over nothing has been paid."""
    model = hand([[0, 0], [1], [-1]], [1, 2])
    found = [
        cost(model, "gain", "over", "max"),
        cost_enclosure(model, "gain", "over", "max"),
        exactbox.ask(model, 'R{"gain"}max=? [ F "over" ]'),
        exactbox.ask(model, 'R{"gain"}max>=1 [ F "over" ]'),
        policy_value(cost(model, "gain", "over", "max"), [0, 0, 0]),
    ]
    for each in found:
        assert each.note.startswith("every reward gain other than 0 is had on the goal")
        assert each.note in repr(each) and f"note      {each.note}" in str(each)
        counts = each.note.rpartition(": ")[2]
        assert counts == 'R{"gain"}max=? [ C ]'
        assert exactbox.ask(model, counts).value == Fraction(-1, 5)
    assert found[0].value == 0


@pytest.mark.parametrize(
    "gains, goal",
    [
        ([[0, 1], [1], [-1]], "over"),  # an option pays before the goal
        ([[0, 0], [0], [1]], "won"),  # a state that is no goal pays
        ([[0, 0], [1], [1]], "won"),
    ],
)
def test_where_a_reward_counts_nothing_is_said(gains, goal):
    model = hand(gains, [1, 2])
    for answer in (cost(model, "gain", goal, "min"), total(model, "gain", "min")):
        assert answer.note == "" and "note" not in str(answer)
    assert exactbox.ask(model, 'Pmax=? [ F "won" ]').note == ""
    assert exactbox.ask(model, "Tmin=? [ F false ]").note == ""


def test_rewards_of_both_signs_that_are_0_on_average_count():
    average = Rewards([0, 0], [1, 1], Ratios([1, -1, 0], [1, 1, 1]))
    model = Model(
        [0, 1, 2], [0, 2, 3], [0, 1, 1], [1, 1, 1], [2, 1],
        labels={"goal": [False, True]}, rewards={"r": average},
    )  # fmt: skip
    assert cost(model, "r", "goal").value == 0 == len(cost(model, "r", "goal").note)


def test_rewards_that_are_all_0_are_said():
    model = hand([[0, 0], [0], [0]], [1, 2])
    for answer in (cost(model, "gain", "over", "max"), total(model, "gain", "max")):
        assert answer.note == "every reward gain that counts here is 0"
    waits = Model([0, 1], [0, 1], [0], [1], [1], rates=Ratios([1], [1]),
                  rewards={"r": Rewards([0], [1], rate=Ratios([1], [2]))})  # fmt: skip
    assert mean_payoff(waits, "r").note == "" and mean_payoff(waits, "r").value == Fraction(1, 2)


@pytest.mark.parametrize(
    "text, holds",
    [
        ('Pmax>=0.9 [ F<=2 "heads" ]', True),  # it can be bought
        ('Pmin>=0.9 [ F<=2 "heads" ]', False),  # 5/9
        ('filter(forall, Pmin>=0.5 [ F<=2 "heads" ])', True),
        ('filter(exists, Pmin<0.5 [ F<=2 "heads" ])', False),
        ('"heads"', False),
    ],
)
def test_the_answer_to_a_comparison_is_true_or_false_in_if(text, holds):
    answer = exactbox.ask(COIN, text)
    assert answer.value is holds and bool(answer) is holds


@pytest.mark.parametrize(
    "answer, brief",
    [
        (exactbox.ask(COIN, 'Pmin=? [ F<=2 "heads" ]'), "5/9 ~ 0.555556"),
        (exactbox.ask(COIN, 'Pmin=? [ F<=0 "heads" ]'), "0"),
        (exactbox.ask(COIN, 'filter(count, "heads", true)'), "1"),
        (exactbox.ask(COIN, 'filter(print, "heads", true)'), "[false, true]"),
        (exactbox.ask(COIN, 'filter(range, Pmin=? [ F<=2 "heads" ])'), "[5/9 ~ 0.555556, 1]"),
        (exactbox.ask(COIN, 'Pmin=? [ F "heads" ]', enclosure=True), "1"),
        (reach(COIN, "heads", "min"), "1"),
        (reach_enclosure(COIN, "heads", "min"), "[1, 1]"),
        (policy_value(reach(COIN, "heads", "min"), [0, 0]), "1"),
        (exactbox.matrix_game([[1, -1], [-1, 1]]), "0"),
    ],
)
def test_an_answer_that_is_a_number_is_neither_true_nor_false(answer, brief):
    with pytest.raises(TypeError) as error:
        assert answer
    assert str(error.value).endswith(
        f": the answer is {brief}, which is neither true nor false; compare its .value"
    )
    assert "\n" not in str(error.value)


def test_a_model_is_true():
    assert COIN and bool(hand([[0, 0], [1], [1]], [1]))
