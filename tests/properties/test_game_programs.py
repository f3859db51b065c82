"""PRISM's stochastic games: read, and asked by coalitions, against recursion over the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from exactbox.check import check_certificate
from exactbox.mdp import Model
from exactbox.properties import Names, Solver, parse
from exactbox.properties import answer as ask
from exactbox.properties.game_programs import read_game

NIM = """// players take 1 to 3 stones in turns; the first one's 3 fail with probability 1-p
smg
player one first endplayer
player two [take1], [take2], [take3] endplayer
const int N; const double p = 0.9;
global stones : [0..10] init N; global turn : [1..2] init 1;
formula over = stones=0;
module first
  tried : bool init false;
  [] turn=1 & stones>=1 -> (stones'=stones-1) & (turn'=2);
  [] turn=1 & stones>=2 -> (stones'=stones-2) & (turn'=2);
  [] turn=1 & stones>=3 -> p : (stones'=stones-3) & (turn'=2) + 1-p : (turn'=2) & (tried'=true);
endmodule
module second
  [take1] turn=2 & stones>=1 -> (stones'=stones-1) & (turn'=1);
  [take2] turn=2 & stones>=2 -> (stones'=stones-2) & (turn'=1);
  [take3] turn=2 & stones>=3 -> (stones'=stones-3) & (turn'=1);
endmodule
label "won" = over & turn=2;
rewards "threes" [take3] true : 1; endrewards
rewards "moves" !over : 1/2; endrewards
"""


def written(tmp_path, text):
    path = tmp_path / "game.prism"
    path.write_text(text)
    return path


@pytest.mark.parametrize("stones", range(1, 11))
@pytest.mark.parametrize("coalition", ["one", "two", "one,two"])
def test_the_value_of_a_coalition_is_that_of_the_recursion(tmp_path, stones, coalition):
    best = {who: max if who in coalition else min for who in ("one", "two")}

    @cache
    def value(left, turn):
        if not left:
            return Fraction(turn == 2)
        take = range(1, min(left, 3) + 1)
        if turn == 2:
            return best["two"](value(left - k, 1) for k in take)
        slip = Fraction(1, 10)
        return best["one"](
            value(left - k, 2) if k < 3 else (1 - slip) * value(left - 3, 2) + slip * value(left, 2)
            for k in take
        )

    model = read_game(written(tmp_path, NIM), f"N={stones}")
    found = ask(model, f'<<{coalition}>> Pmax=? [F "won"]')
    assert found.value == value(stones, 1)
    assert check_certificate(found.certificate()).value == value(stones, 1)
    never = ask(model, f'<<{coalition}>> Pmin=? [G !"won"]')
    assert never.value == 1 - value(stones, 1)
    sees_to_it = ask(model, f'<<{coalition}>> P>={value(stones, 1)} [F "won"]')
    assert sees_to_it.value is True
    more = ask(model, f'<<{coalition}>> P>{value(stones, 1)} [F "won"]')
    assert more.value is False


def test_rewards_are_those_of_states_and_of_actions(tmp_path):
    """Of one stone: one move, of 1/2; of 4 the second player takes one 3, or none."""
    path = written(tmp_path, NIM)
    assert ask(read_game(path, "N=1"), '<<one>> R{"moves"}max=? [C]').value == Fraction(1, 2)
    model = read_game(path, "N=4")
    assert ask(model, '<<one,two>> R{"threes"}max=? [C]').value == 1
    assert ask(model, '<<one,two>> R{"threes"}min=? [C]').value == 0


def test_modules_with_one_action_step_together_and_modules_are_renamed(tmp_path):
    """Two coins are tossed at once, with probabilities p1 and p2 that each module has."""
    text = """smg player all [toss], left, right endplayer
    const double p1 = 1/2; const double p2 = 1/3;
    module left x : [0..2]; [toss] x=0 -> p1 : (x'=1) + 1-p1 : (x'=2); endmodule
    module right = left [ x=y, p1=p2, left=right ] endmodule
    label "both" = x=1 & y=1; label "none" = x=2 & y=2;"""
    model = read_game(written(tmp_path, text))
    assert model.states == 5 and model.labels["player all"].sum() == 1
    assert ask(model, '<<all>> Pmax=? [F "both"]').value == Fraction(1, 6)
    assert ask(model, '<<>> Pmax=? [F "none"]').value == Fraction(1, 3)
    assert ask(model, "<<all>> Pmax=? [F x=1 & y=2]").value == Fraction(1, 3)


def test_a_coalition_of_a_model_with_two_players_is_1_or_2():
    model = Model.from_lists(
        [[[(1, 1)], [(1, 2)]], [[(1, 1)]], [[(1, 2)]]],
        players=[True, False, False], labels={"a": [1]},
    )  # fmt: skip
    found = [ask(model, f'<<{who}>> Pmax=? [F "a"]').value for who in ("1", "2", "1,2", "")]
    assert found == [0, 1, 1, 0]
    assert ask(model, 'Pmax=? [F "a"]').value == 0
    with pytest.raises(ValueError, match=r"no player 'p'; the players are: 1, 2"):
        ask(model, '<<p>> Pmax=? [F "a"]')


def test_operators_inside_have_coalitions_of_their_own(tmp_path):
    solver = Solver(read_game(written(tmp_path, NIM), "N=4"), Names())
    inner = '<<two>> P>=1 [F stones=0 & turn=1]'  # fmt: skip
    found = solver.answer(parse(f"<<one>> Pmax=? [F {inner}]"))
    assert found.value == 1 and len(found.inner) == 1


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("smg\n", "smg system m endsystem\n", "2:5: found system, which is not read in an smg"),
        ("[take3] endplayer", "[take3], [no] endplayer", "a player has [no], and there is none"),
        ("[take1], ", "", "15:3: no player has [take1]: need one"),
        ("player two", "player one", "another name: the player one is there twice"),
        ("init N;", "init 11;", "6:30: stones is 11 at first, need 0..10"),
        ("[0..10]", "[0..n]", "is no constant"),
        ("(stones'=stones-1) & (turn'=2)", "(turn'=3)", "turn is 3 after stones=5"),
        ("-> (stones'=stones-1) & (turn'=2)", "-> 1/2 : (turn'=2)", "add up to 1/2 in stones=5"),
        ("(turn'=2) & (tried'=true)", "(turns'=2)", "found turns', need a variable"),
        ("turn=1 & stones>=1 ->", "stones>=1 ->", "choices of one and two, need one player's"),
        ("endmodule\nlabel", "label", "need endmodule"),
        (
            "formula over = stones=0;",
            "formula over = stones=0; timer",
            "found 'timer', need player",
        ),
        ("[0..10]", "[0...10]", "need"),
    ],
)
def test_what_is_not_read_is_refused_with_its_place(tmp_path, old, new, message):
    assert NIM.count(old) >= 1
    with pytest.raises(ValueError, match=r"\S") as refused:
        read_game(written(tmp_path, NIM.replace(old, new, 1)), "N=5")
    assert message in str(refused.value) and "game.prism" in str(refused.value)


def test_a_question_without_a_coalition_is_refused(tmp_path):
    with pytest.raises(ValueError, match="need a coalition, <<player>>"):
        ask(read_game(written(tmp_path, NIM), "N=2"), 'Pmax=? [F "won"]')
