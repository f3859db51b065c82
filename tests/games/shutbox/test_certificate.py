"""Certificates of Shut the Box: what the checker accepts is true, and each lie is refused."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox import total_until_end
from exactbox.certificate import prove, sha256
from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker import match
from exactbox.checker.fast.budget import Budget
from exactbox.checker.fast.match import Arithmetic
from exactbox.checker.rules.shutbox import Box, game
from exactbox.games.shutbox import Question, Rules, turn_model
from tests import ROOT
from tests.corpus import canonical
from tests.shutbox_plain import box, truth
from tests.strategies import examples, mutated, shutbox_rules

CORPUS = ROOT / "tests" / "certificates" / "shutbox"
PROOFS = ROOT / "proofs"


MANY_ROLLS = {*CORPUS.glob("accepted/match_of_moves_that_differ_by_less_than_a_floor*.json")}
THIRTY_DICE = CORPUS / "accepted" / "match_that_a_roll_of_30_dice_decides.json"
PLAIN = sorted({*CORPUS.glob("accepted/*.json")} - MANY_ROLLS - {THIRTY_DICE})


@pytest.mark.parametrize("path", PLAIN, ids=lambda p: p.stem)
def test_accepts(path):
    """Each proves what the rules written out in `shutbox_plain` give."""
    certificate = json.loads(path.read_bytes())
    assert check_certificate(path).value == truth(certificate)


def test_accepts_a_match_that_a_roll_of_thirty_dice_decides():
    """Tile 30 is shut by 30 ones alone, with p = 10^-30. The first of two players, who wins ties,
    loses if the second alone shuts it: 1 - (1 - p) p."""
    p = Fraction(1, 10**30)
    assert check_certificate(THIRTY_DICE).value == 1 - (1 - p) * p


@examples(700)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    """Change a certificate anywhere: what is still accepted is still true."""
    path = data.draw(st.sampled_from(PLAIN))
    certificate = data.draw(mutated(json.loads(path.read_bytes())))
    try:
        claim = check_certificate(canonical(certificate))
    except (InvalidCertificate, MalformedCertificate, GaveUp):
        return
    assert claim.value == truth(certificate)


def test_accepts_moves_that_differ_by_less_than_a_floor():
    """32 dice of two sides: totals 32 to 64 by binomial weights, for two players who lose ties."""
    tiles = (1, 32, 48, 49, 63, 64)
    moves = [shut for size in (1, 2) for shut in combinations(tiles, size)]  # at most 2 tiles

    @cache
    def turn(position, best, ends):
        """What the player, and the holder of `best`, can expect; or what `ends` say, at first."""
        score = len(position)
        pay = ends[score] if ends else Fraction(score < best)
        if not position:
            return pay, Fraction(0)
        total = [Fraction(0), Fraction(0)]
        for k in range(33):
            after = [
                tuple(tile for tile in position if tile not in shut)
                for shut in moves
                if sum(shut) == 32 + k and {*shut} <= {*position}
            ]
            after.sort(key=lambda left: (len(left), sum(1 << tiles.index(tile) for tile in left)))
            pairs = [turn(left, best, ends) for left in after] or [
                (pay, Fraction(best is not None and score > best))
            ]
            chosen = max(pairs, key=lambda pair: pair[0])
            total = [t + Fraction(comb(32, k), 2**32) * c for t, c in zip(total, chosen)]
        return tuple(total)

    held = tuple(turn(tiles, best, ())[1] if best else Fraction(1) for best in range(7))
    expected = turn(tiles, None, held)[0]
    assert {check_certificate(path).value for path in MANY_ROLLS} == {expected}


def test_every_value_of_a_match_matters():
    """Any numerator changed by one is refused."""
    original = json.loads((CORPUS / "accepted" / "match_ties_lose.json").read_bytes())
    refused = 0
    for i, stage in enumerate(original["witness"]["stages"]):
        for part in ("values", "held"):
            for j, (_, numerators) in enumerate(stage[part]):
                for k in range(len(numerators)):
                    changed = copy.deepcopy(original)
                    changed["witness"]["stages"][i][part][j][1][k] += 1
                    with pytest.raises(InvalidCertificate, match=f"stage {i}: {part}: choice"):
                        check_certificate(canonical(changed))
                    refused += 1
    assert refused > 20


@pytest.mark.parametrize(
    "players",
    [
        "two_players_who_lose_ties",
        "three_players_who_share_ties",
        "three_players_the_earlier_of_whom_wins_ties",
    ],
)
def test_of_two_tie_breaks_only_that_of_the_question_is_proved(players):
    """The values of all stages are optimal in both, and those of the first player differ."""
    names = (
        ("accepted", f"match_of_{players}"),
        ("rejected", f"match_ties_broken_otherwise_by_{players}"),
    )
    first, second = (json.loads((CORPUS / v / f"{n}.json").read_bytes()) for v, n in names)
    assert first["question"] == second["question"]
    assert check_certificate(canonical(first)).value == truth(first)
    with pytest.raises(InvalidCertificate, match=r"held: .* first in the tie-break"):
        check_certificate(canonical(second))


@pytest.mark.parametrize(
    ("numerators", "denominators", "worst_first"),
    [
        ((1, 2, 0), (3**80, 3**80, 1), [2, 0, 1]),
        ((2, 1, 0), (3**80, 3**80, 1), [2, 1, 0]),
        ((1, 1, 1), (3**80, 3**80 - 1, 3**80 + 1), [2, 0, 1]),
        ((2, 1, 3), (2 * 3**80, 3**80, 3**81), [2, 1, 0]),
        ((1, 1, 1), (1, 1, 1), [2, 1, 0]),
        ((1, 3, 2), (3, 3, 3), [0, 2, 1]),
    ],
)
def test_choices_are_ranked_by_value_and_then_the_first_is_best(
    numerators, denominators, worst_first
):
    """Also where values differ by less than 2^-64."""
    box = Box(Question(Rules(tiles=(1,), dice=(2,))).statement())
    blocks = [(d, [c], [n]) for c, (n, d) in enumerate(zip(numerators, denominators))]
    for arithmetic in (match.Arithmetic(), Arithmetic(Budget(1000))):
        assert len(arithmetic.turns(box, [box.full]).layout.begin) == 1 + len(blocks)
        values = arithmetic.values([], 1, blocks)
        assert arithmetic.worst_first(values) == worst_first


@examples(100)
@given(shutbox_rules(), st.sampled_from(["shut", "score"]))
def test_the_general_solver_finds_the_same_values_policy_and_ties(rules, goal):
    question = Question(rules, goal)
    general = total_until_end(turn_model(rules, goal), "pay", question.values.sense)
    assert question.value == general.value
    certificate = json.loads(question.certificate())
    assert certificate["witness"]["policy"] == general.policy.tolist()
    assert question.tied_states == len(general.ties)
    assert certificate["question"] == json.loads(general.certificate())["question"]
    assert check_certificate(general.certificate()).value == question.value


@examples(100)
@given(shutbox_rules(), st.sampled_from([("total", "max"), ("cost", "min")]))
def test_the_rule_of_the_checker_is_the_model_of_the_program(rules, asked):
    """State by state and choice by choice; both senses are asked of every goal."""
    question = Question(rules, "score")
    model = turn_model(rules, "score")
    made = game(question.statement())
    layout = made.layout
    assert asked in made.words
    assert list(layout.first) == model.action_start.tolist()
    shared = range(model.action_count) if model.afterstate is None else model.afterstate
    assert list(layout.action) == list(shared)
    assert list(layout.begin) == model.branch_start.tolist()
    assert list(layout.target) == model.target.tolist()
    assert list(layout.weight) == model.weight.tolist()
    assert made.start == model.initial.tolist()
    pay = model.rewards["pay"]
    assert made.reward == list(map(Fraction, pay.numerator.tolist(), pay.denominator.tolist()))


@pytest.mark.parametrize(
    "question",
    [
        pytest.param({"tiles": list(range(1, 16)), "dice": [120]}, marks=pytest.mark.slow),
        {"tiles": list(range(1, 18)), "dice": [153]},
        {"tiles": list(range(1, 60)), "dice": [1000]},
        {"tiles": [1], "dice": [10**9 - 1]},
        {"tiles": [1], "dice": [1000] * 32},
        pytest.param({"tiles": [1], "dice": [50] * 32, "single": 1}, marks=pytest.mark.slow),
    ],
    ids=["15_tiles", "17_tiles", "59_tiles", "a_large_die", "32_large_dice", "faces_of_32_dice"],
)
def test_a_tiny_file_with_a_huge_game_is_given_up(question):
    plain = Question(Rules(tiles=(1,), dice=(2,)), players=1).statement()
    start = 2 ** len(question["tiles"]) - 1
    certificate = {
        "certificate": 2,
        "kind": "match",
        "question": {**plain, **question, "start": start},
        "witness": {"stages": [{"held": [], "values": []}]},
    }
    with pytest.raises(GaveUp):
        check_certificate(canonical(certificate))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            {},
            "tiles 1 2 3 4; dice d2 d3; the first die alone when the open tiles add up to at most",
        ),
        (
            {"choice": True},
            "; the player may roll the first die alone when the open tiles add up to",
        ),
        (
            {"one_die": "above", "limit": 2},
            "; the first die alone when all open tiles are at most 2;",
        ),
        (
            {"one_die": "never"},
            "dice d2 d3; a total shuts open tiles that add up to it, or ends the turn if there",
        ),
        ({"single": True}, "; a total shuts one tile, equal to it or to a die, or ends the turn"),
        ({"most": 2}, "; a total shuts at most 2 open tiles that add up to it, or ends"),
        ({"first": 2}, "; the first roll must shut 2;"),
        ({"stop": 4}, "; a total of 4 ends the turn;"),
        ({"score": "count"}, "; the score is the number of open tiles)"),
        ({"score": "digits"}, "; the score is the open tiles, increasing, read as one number)"),
        ({}, "; the score is the sum of the open tiles), begun with all tiles open"),
        ({"start": 5}, "), begun with tiles 1 3 open"),
        ({"start": 0}, "), begun with no tile open"),
        ({"goal": "shut"}, "greatest probability to shut the box in one turn of"),
        ({"goal": "score"}, "least expected score in one turn of"),
        (
            {"goal": "beat", "best": 3},
            "expectation of 1 for a score below 3 and 1 for 3 in one turn",
        ),
        ({"goal": "beat", "tie": Fraction(1, 2)}, "for a score below 0 and 1/2 for 0 in one turn"),
    ],
)
def test_the_sentence_names_every_rule(asked, words):
    turn = {key: asked.pop(key) for key in ("goal", "start", "best", "tie") if key in asked}
    rules = Rules(tiles=(1, 2, 3, 4), dice=(2, 3), **asked)
    question = Question(rules, **{"goal": "shut", "best": 0, **turn})
    assert words in check_certificate(question.certificate()).sentence


def test_the_sentence_names_both_rows():
    rules = Rules(tiles=(1, 2), behind=(2, 1), dice=(2, 2), one_die="above", limit=1)
    for start, words in ((15, "all tiles open"), (14, "tiles 2 before 2 1 open")):
        sentence = check_certificate(Question(rules, "shut", start=start).certificate()).sentence
        assert (
            "(tiles 1 2 before 2 1; a tile behind shows once the one before it is shut" in sentence
        )
        assert "all tiles that show are at most 1" in sentence and words in sentence
        assert "the sum of the open tiles, front tiles twice" in sentence
    match = check_certificate(Question(rules).certificate())
    assert "the other does not (the tiles behind are higher), of two" in match.sentence


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (
            {},
            "in a match of 2 players, in order, one turn each of Shut the Box (tiles 1 2 3;",
        ),
        ({"players": 1}, "in a match of 1 player, in order"),
        ({}, "the first begun with all tiles open; the lowest score wins the pot, "),
        (
            {"start": 5},
            "the first begun with tiles 1 3 open, the others with all tiles; the",
        ),
        ({}, ", which those who tie for it share equally;"),
        ({"ties": "lose"}, ", which nobody gets if several tie for it;"),
        ({"ties": "earlier"}, ", which the earliest of those who tie for it gets;"),
        ({}, "; a shut box wins at once;"),
        ({"at_once": False}, "; a shut box does not end the match;"),
        (
            {},
            "each knows the scores before, maximises the expectation of their own part of it,",
        ),
        (
            {},
            "of equally good moves that which leaves the lowest score, of two such that which",
        ),
    ],
)
def test_the_sentence_of_a_match_names_what_its_value_depends_on(asked, words):
    question = Question(Rules(tiles=(1, 2, 3), dice=(3,)), **asked)
    claim = check_certificate(question.certificate())
    assert words in claim.sentence
    assert f"the first player's expected part of the pot is exactly {claim.value}" in claim.sentence
    facts = question.players, question.stages, question.states, question.choices
    assert tuple(claim.facts[key] for key in ("players", "stages", "states", "choices")) == facts


def test_a_question_is_proved_by_its_own_claim_alone():
    shut, score = Question(Rules(), "shut"), Question(Rules(), "score")
    proof = prove(shut)
    assert proof.claim.sha256 == sha256(shut.certificate())
    assert proof.claim.value == shut.value
    assert shut.is_proved_by(proof.claim) and not score.is_proved_by(proof.claim)
    keys = check_certificate(PROOFS / "lock-15.json")
    assert not shut.is_proved_by(keys)


def test_a_certificate_of_another_result_is_not_a_proof(tmp_path):
    """The certificate is valid, but of the least expected score."""

    class Exchanged(Question):
        def certificate(self):
            return Question(self.rules, "score").certificate()

    with pytest.raises(InvalidCertificate, match="proved another result than the one computed"):
        prove(Exchanged(Rules(), "shut"))
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(InvalidCertificate):
        Exchanged(Rules(), "shut").save(tmp_path / "a")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a", b"old")]


@pytest.mark.parametrize("name", ["shut", "score", "match"])
def test_the_certificates_on_file_are_those_of_the_questions(name):
    question = Question(Rules()) if name == "match" else Question(Rules(), name)
    assert question.certificate() == (PROOFS / f"shutbox-9-sum-6-{name}.json").read_bytes()


@pytest.mark.parametrize("words", [["each-die"], ["doubles"], ["each-die", "doubles", "2-to-go"]])
@pytest.mark.parametrize("dice", [(3, 3), (2, 4), (2, 3, 3)])
def test_dice_taken_apart_and_doubles_are_proved_as_written_out(words, dice):
    """By one player and in a match, each process is made again by the checker."""
    rules = box(5, *words, dice=dice)
    for question in (Question(rules, "shut"), Question(rules, "score"),
                     Question(rules, players=2)):  # fmt: skip
        data = question.certificate()
        claim = check_certificate(data)
        assert claim.value == question.value == truth(json.loads(data))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"each": 0}, "each: need 1, or to be left out"),
        ({"doubles": 0}, "doubles: need 1, or to be left out"),
        ({"single": 1}, "each: not with single, nor two rows"),
        ({"most": 2}, "most: need 0"),
    ],
)
def test_rules_of_dice_have_one_normal_form(change, said):
    certificate = json.loads(Question(box(4, "each-die", dice=(3, 3)), "shut").certificate())
    certificate["question"]["model"].update(change)
    with pytest.raises(MalformedCertificate, match=said):
        check_certificate(canonical(certificate))
