"""Shut the Box for several players: a published value, the definition, and whose share is whose."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.check import check_certificate
from exactbox.games.shutbox import (
    Board,
    Match,
    MatchQuestion,
    Question,
    Rules,
    TurnQuestion,
)
from exactbox.games.shutbox.match import start_shares
from exactbox.games.shutbox.play import evaluate_policy
from tests.shutbox_plain import HALF, Plain, box, gain_of_the_first, share_of_the_first
from tests.strategies import examples, shutbox_rules


def test_published_value_of_two_players():
    """A course assignment, forced die."""
    value = Match(Board(box(9))).value(0, 511)
    assert value == Fraction(385966166402467778845, 767617776808101937152)


def test_a_choice_of_dice_is_worth_nothing_where_the_open_sum_is_at_most_6():
    """One die shows each total up to 6 with 1/6, two dice with at most 5/36, and higher totals
    fit nothing; a move is never worse than the end of the turn. So one die is always as good."""
    forced, free = Match(Board(box(9))), Match(Board(box(9, "sum=6?")))
    assert forced.value(0, 511) == free.value(0, 511)
    for key in range(len(free.keys[1])):
        assert forced.stage(1).values.at(511, key) == free.stage(1).values.at(511, key)
    first, freely = forced.stage(0).values, free.stage(0).values
    for p in forced.board.positions:
        assert first.at(p) == freely.at(p)


@examples(120)
@given(
    shutbox_rules(),
    st.integers(1, 3),
    st.sampled_from(["share", "lose", "earlier"]),
    st.booleans(),
)
def test_matches_follow_the_definition_and_are_proved(rules, players, ties, at_once):
    """H(b, m) by recursion over the players, in fractions."""
    value = share_of_the_first(Plain(rules), players, ties, at_once)
    assert Match(Board(rules), players, ties, at_once).value(0, rules.full) == value
    question = Question(rules, players=players, ties=ties, at_once=at_once)
    assert question.value == question.values.at(question.position) == value
    claim = check_certificate(question.certificate())
    assert claim.value == value
    sizes = players, question.stages, question.states, question.choices
    assert tuple(claim.facts[k] for k in ("players", "stages", "states", "choices")) == sizes


@pytest.mark.parametrize("words", [[], ["sum=6?"], ["thai"]])
def test_one_players_loss_is_the_others_win(words):
    """V + H = 1 against one holder, where H is followed move by move."""
    match = Match(Board(box(7, *words)))
    stage = match.stage(1)
    followed = evaluate_policy(stage.values, stage.held.values())
    for p in (match.board.rules.full, 0b1011):
        alone = [match.value(1, p, *key) for key in stage.keys]
        assert alone == [stage.values.at(p, k) for k in range(len(stage.keys))]
    for p in stage.values.board.positions:
        assert {v + h for v, h in zip(stage.values.value[p], followed[p])} == {stage.values.scale}
    held = dict(zip(stage.keys, followed[stage.board.rules.full], strict=True))
    assert start_shares([stage]) == [({(0, 1): stage.values.scale, **held}, stage.values.scale)]


def test_the_classic_game_with_ties_that_nobody_wins_depends_on_the_tie_break():
    """Shares that checkers of version 1 have accepted for other tie-breaks of the second player."""
    question = Question(box(9), ties="lose")
    assert round(question.value, 6) == Fraction("0.487511")
    least, greatest = question.tie_break_range
    assert least < question.value < greatest
    assert round(least, 6) <= Fraction("0.487380")
    assert round(greatest, 6) >= Fraction("0.487527")


@pytest.mark.parametrize("ties", ["share", "earlier"])
def test_where_the_pot_is_never_lost_two_players_tie_breaks_do_not_matter(ties):
    question = Question(box(6), ties=ties)
    assert question.tie_break_range == (question.value, question.value)


@examples(50)
@given(shutbox_rules(), st.sampled_from(["share", "lose", "earlier"]), st.booleans())
def test_the_range_over_tie_breaks_is_that_of_all_optimal_policies(rules, ties, at_once):
    """Every policy of the second player, one by one: of those that are best against each score the
    one that is least, or most, welcome to the first."""
    plain = Plain(rules)
    sizes = plain.decisions(plain.full)
    free = {key: size for key, size in sizes.items() if size > 1}
    assume(prod(free.values()) <= 100)
    policies = [
        dict.fromkeys(sizes, 0) | dict(zip(free, picked))
        for picked in product(*(range(size) for size in free.values()))
    ]
    both = {"share": (HALF, HALF), "lose": (0, 0), "earlier": (0, 1)}[ties]  # second's, first's
    shares = []
    for extreme in (min, max):

        @cache
        def held(b, extreme=extreme):
            """The first player's share when the second begins, with b to beat."""
            if at_once and b == 0:
                return 1

            def pay(s):
                return 1 if s < b else both[0] if s == b else 0

            def kept(s):
                return 0 if s < b else both[1] if s == b else 1

            pairs = [
                [plain.value(plain.full, p, policy) for p in (pay, kept)] for policy in policies
            ]
            best = max(own for own, _ in pairs)
            return extreme(other for own, other in pairs if own == best)

        shares.append(plain.best(plain.full, held)[0])
    assert list(Match(Board(rules), 2, ties, at_once).tie_break_range(rules.full)) == shares


def test_three_players_share_one_pot():
    """By symmetry alone: with one tile and one side everybody shuts the box."""
    sure = Rules(tiles=(1,), dice=(1,))
    assert Match(Board(sure), 3, "share", False).value(0, 1) == Fraction(1, 3)
    assert Match(Board(sure), 3, "lose", False).value(0, 1) == 0
    assert Match(Board(sure), 3, "earlier", False).value(0, 1) == 1
    assert Match(Board(sure), 3).value(0, 1) == 1


@pytest.mark.parametrize("ties", ["share", "lose", "earlier"])
def test_the_last_player_is_alone_with_a_score_to_beat(ties):
    """A tie counts what it is worth, so the turn's own certificate proves the share."""
    held = 1 if ties == "earlier" else 2
    question = Question(box(5), players=3, ties=ties, player=2, best=4, holders=held)
    tie = Fraction(1, 3) if ties == "share" else Fraction(0)
    alone = Question(box(5), "beat", best=4, tie=tie)
    assert question.value == alone.value
    assert question.certificate() == alone.certificate()
    assert question.tied_states == alone.tied_states
    assert question.is_proved_by(check_certificate(question.certificate()))


def test_a_player_between_others_has_no_certificate():
    question = Question(box(4), players=3, player=1, best=4)
    assert 0 < question.value < 1
    with pytest.raises(ValueError, match="certificates are for the first player or the last"):
        question.certificate()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 0}, "there is no player 1: 0 play"),
        ({"player": 2, "best": 4}, "there is no player 3: 2 play"),
        ({"player": 1}, "the lowest score so far is -1"),
        ({"player": 1, "best": 0}, "score 0 is impossible: the box is shut"),
        ({"player": 1, "best": 4, "holders": 2}, "2 players cannot hold the lowest score"),
        ({"holders": 2}, "2 players cannot hold the lowest score"),
    ],
)
def test_questions_that_a_match_cannot_ask_are_refused(asked, words):
    with pytest.raises(ValueError, match=words):
        Question(box(4), **asked)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 3}, "known for two players, not 3"),
        ({"player": 1, "best": 4}, "that of the first player's share"),
    ],
)
def test_the_range_over_tie_breaks_is_known_for_the_first_of_two(asked, words):
    with pytest.raises(ValueError, match=words):
        _ = Question(box(4), **asked).tie_break_range
    assert Question(box(4), players=1).tie_break_range == (1, 1)


@pytest.mark.parametrize(
    ("players", "ties", "words"),
    [(0, "share", "0 players cannot play"), (2, "later", "ties are 'later'")],
)
def test_matches_that_cannot_be_are_refused(players, ties, words):
    with pytest.raises(ValueError, match=words):
        Match(Board(box(4)), players, ties)


@examples(60)
@given(shutbox_rules(), st.sampled_from(["share", "lose", "earlier"]), st.booleans())
def test_gains_of_double_stakes_follow_the_payments_and_are_proved(rules, ties, at_once):
    """By signed payments, where the match counts parts of a pot of four stakes."""
    gain = gain_of_the_first(Plain(rules), ties, at_once)
    question = Question(rules, players=2, ties=ties, at_once=at_once, double_stake=True)
    claim = check_certificate(question.certificate())
    assert question.value == claim.value == gain
    assert question.is_proved_by(claim) and "expected gain, in stakes," in claim.sentence
    least, greatest = question.tie_break_range
    assert least <= gain <= greatest


def test_the_second_player_gains_two_stakes_where_he_shuts_the_box():
    """One tile of 1 and a die of two sides: 1 shuts the box, 2 leaves the score 1."""
    rules = Rules(tiles=(1,), dice=(2,))
    # the first: 1/2 of 2 stakes; else the second shuts it with 1/2, or it is a tie
    assert Question(rules, double_stake=True).value == Fraction(1, 2) * 2 - Fraction(1, 4) * 2
    second = Question(rules, player=1, best=1, double_stake=True)
    assert second.value == 1
    assert second.advise((1, ())) == [(0, 2)]
    with pytest.raises(ValueError, match="with double stakes certificates are for the first"):
        second.certificate()


@pytest.mark.parametrize("players", [1, 3])
def test_double_stakes_are_refused_but_for_two_players(players):
    with pytest.raises(ValueError, match=f"double stakes are between two players: of {players} no"):
        Match(Board(box(4)), players, double_stake=True)


def test_the_former_names_of_questions_warn_and_ask_the_same():
    rules = box(3)
    with pytest.warns(DeprecationWarning, match="TurnQuestion is called Question now"):
        assert TurnQuestion(rules, best=2, goal="beat") == Question(rules, "beat", best=2)
    with pytest.warns(DeprecationWarning, match="MatchQuestion is called Question now"):
        match = MatchQuestion(rules, 3, "lose", player=2, best=1, holders=2)
    assert match == Question(rules, players=3, ties="lose", player=2, best=1, holders=2)
