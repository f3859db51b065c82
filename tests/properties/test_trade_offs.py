"""Several objectives from Python: one text or a list of them, what is shown, what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

import exactbox
from exactbox import Model, PropertyError, ask, check_certificate, trade_off
from exactbox.mdp import TradeOff
from exactbox.properties import Solver, parse

F = Fraction
WAYS = [[[("1/2", 1), ("1/2", 2)], [(1, 3)]], [[(1, 1)]], [[(1, 2)]], [[("1/3", 1), ("2/3", 0)]]]
MODEL = Model.from_lists(
    WAYS, labels={"won": [1], "over": [1, 2]}, rewards={"cost": [[1, 2], [0], [0], [1]]}
)
WON, COST = 'Pmax=? [ F "won" ]', 'R{"cost"}min=? [ F "over" ]'
WITHIN = 'R{"cost"}<=k [ F "over" ]'
# who tosses wins with 1/2 for 1; who waits till the door opens wins for 3 an attempt, 1/3 each
CURVE = [(F(1, 2), F(1)), (F(1), F(9))]


def test_a_list_of_texts_and_one_text_ask_the_same():
    by_list, by_text = trade_off(MODEL, [WON, COST]), ask(MODEL, f"multi({WON}, {COST})")
    assert isinstance(by_text, TradeOff)
    assert by_list.vertices == by_text.vertices == CURVE
    assert by_list.certificate() == by_text.certificate()
    assert ask(MODEL, f"pareto({WON}, {COST})").certificate() == by_text.certificate()


def test_a_bound_cuts_the_curve_where_the_line_is():
    """On the line from (1/2, 1) to (1, 9) the cost 4 is met at 1/2 + 3/16."""
    answer = trade_off(MODEL, [WON, WITHIN], {"k": 4})
    assert answer.value == F(1, 2) + F(3, 16)
    assert [share for share, _ in answer.policies] in ([F(5, 8), F(3, 8)], [F(3, 8), F(5, 8)])
    mean = [
        sum(share * answer.evaluate(actions)[i] for share, actions in answer.policies)
        for i in range(2)
    ]
    assert mean == [answer.value, 4]


def test_the_question_has_the_hash_of_the_certificate(tmp_path):
    condition = 'F "won" || F<=1 "over"'
    for text in (f"multi({WON}, {COST})", f"Pmax=? [{condition}]", f"P>1/3 [{condition}]"):
        claim = ask(MODEL, text).save(tmp_path / "proof.json")
        kind, question, _ = Solver(MODEL).question(parse(text))
        assert exactbox.certificate.question_sha256(kind, question) == claim.question_sha256
        assert check_certificate(tmp_path / "proof.json").sha256 == claim.sha256


def test_answers_show_themselves():
    curve = trade_off(MODEL, [WON, COST])
    assert repr(curve) == f"TradeOff(Pareto curve of {WON} and {COST}: 2 vertices)"
    assert "  vertex    (1/2 = 0.5, 1)\n" in f"{curve}\n"
    assert "<th>vertex</th><td>(1, 9)</td>" in curve._repr_html_()
    value = trade_off(MODEL, [WON, WITHIN], "k=4")
    assert "  exactly   11/16\n" in f"{value}" and value.decimal(3) == "0.688"
    none = trade_off(MODEL, [WON, WITHIN], "k=0")
    assert none.value is None and not none.holds and "no policy" in repr(none)
    with pytest.raises(ValueError, match="not a number"):
        none.decimal(3)


def test_only_whether_is_true_or_false():
    assert trade_off(MODEL, ['P>=0.6 [ F "won" ]', WITHIN], "k=4")
    assert not trade_off(MODEL, ['P>=0.7 [ F "won" ]', WITHIN], "k=4")
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(trade_off(MODEL, [WON, COST]))


@pytest.mark.parametrize(
    "operator, holds, value",
    [
        ("P>=1/10", False, F(0)),
        ("P>=0", True, F(0)),
        ("P>0", False, F(0)),
        ("P<=1/2", True, F(1, 2)),
        ("P<1/2", False, F(1, 2)),
        ("Pmax>=1/2", True, F(1, 2)),
        ("Pmin<1/2", True, F(0)),
    ],
)
def test_a_threshold_under_a_condition_is_one_of_all_policies(operator, holds, value):
    """Who tosses is there at once, and has won with 1/2; who waits has not won by then."""
    answer = ask(MODEL, f'{operator} [ F<=1 "won" || F<=2 "over" ]')
    assert answer.holds is holds is bool(answer) and answer.value == value
    claim = check_certificate(answer.certificate())
    assert claim.kind == "property" and answer.is_proved_by(claim)
    assert f"  answer    {str(holds).lower()}\n" in f"{answer}\n"
    other = ask(MODEL, 'P>=1/3 [ F<=1 "won" || F<=2 "over" ]')
    assert other.is_proved_by(claim) is (holds is False and value == 0)
    with pytest.raises(ValueError, match="not a number"):
        answer.decimal(3)


def test_a_threshold_under_a_condition_in_a_chain():
    """1/4 of the plays that are over have won, as 2/3 of the tosses come again."""
    chain = Model.from_lists(
        [[[("1/12", 1), ("1/4", 2), ("2/3", 0)]], [[(1, 1)]], [[(1, 2)]]],
        labels={"won": [1], "over": [1, 2]},
    )
    for operator, holds in (("P>=1/4", True), ("P>1/4", False), ("P<=1/4", True), ("P<1/4", False)):
        answer = ask(chain, f'{operator} [ F "won" || F "over" ]')
        assert answer.value == F(1, 4) and bool(answer) is holds
        assert answer.is_proved_by(check_certificate(answer.certificate()))
    with pytest.raises(ValueError, match="undefined"):
        ask(chain, 'P>=1/4 [ F "won" || F false ]')


def test_a_supremum_that_is_not_attained_says_so():
    answer = trade_off(MODEL, [WON, 'R{"cost"}<4 [ F "over" ]'])
    assert answer.value == F(11, 16) and not answer.is_attained and "strict" in answer.note
    assert trade_off(MODEL, [WON, 'R{"cost"}<10 [ F "over" ]']).is_attained


@pytest.mark.parametrize(
    "objectives, error, words",
    [
        (WON, TypeError, "need a list of texts"),
        ([], ValueError, "0 objectives, need 2 to 6"),
        ([WON, '"over"'], PropertyError, "column 1: need an objective"),
        ([WON, 'Pmax=? [ F "home" ]'], PropertyError, "no label 'home'"),
        ([WON, WON], ValueError, "there twice"),
        ([WITHIN.replace("k", "4"), COST], ValueError, "has no bound"),
        ([WON, COST, 'Pmin=? [ F "over" ]', 'Pmin=? [ F "won" ]'], ValueError, "a curve of 4"),
        ([WON, WITHIN], PropertyError, "k: is not a constant"),
    ],
)
def test_what_cannot_be_answered_is_refused(objectives, error, words):
    with pytest.raises(error) as refused:
        trade_off(MODEL, objectives)
    assert words in str(refused.value)


def test_rewards_that_can_be_had_for_ever_are_refused():
    mill = Model.from_lists(
        [[[(1, 0)], [(1, 1)]], [[(1, 1)]]], labels={"out": [1]}, rewards={"flour": [[1, 0], [0]]}
    )
    with pytest.raises(ValueError, match="again and again"):
        trade_off(mill, ["Rmax=? [ C ]", 'Pmax=? [ F<=3 "out" ]'])


def test_a_second_player_is_refused():
    game = Model.from_lists(WAYS, labels={"won": [1]}, players=[1, 0, 0, 0])
    with pytest.raises(ValueError, match="second player"):
        trade_off(game, [WON, 'Pmax=? [ F<=2 "won" ]'])


def test_the_condition_is_not_left_out_inside_of_others():
    for text in (
        'multi(Pmax=? [ F "won" || F "over" ], R<=4 [ F "over" ])',
        'P>=0.5 [ F P>=0.5 [ F "won" || F "over" ] ]',
        'filter(max, Pmax=? [ F "won" || F "over" ])',
    ):
        with pytest.raises(PropertyError, match="stands alone"):
            ask(MODEL, text)
