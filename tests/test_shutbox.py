"""Shut the Box: published values, the rules written out a second time, certificates, commands."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactbox import certify, cli
from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.cli import shut_the_box as main
from exactbox.commands.shutbox import decimal
from exactbox.games.shutbox import Rules, position_of, rules_named, tiles_of
from exactbox.games.shutbox_board import Board
from exactbox.games.shutbox_play import (
    Match,
    advise,
    beat,
    distribution,
    follow,
    lowest_score,
    play,
    shut_the_box,
)
from exactbox.games.shutbox_proof import process, prove, prove_match
from tests.strategies import mutated, shutbox_rules

CORPUS = Path(__file__).parent / "certificates" / "shutbox"
HALF = Fraction(1, 2)


def box(n, *words, dice=(6, 6)):
    """Tiles 1 to n under these rules."""
    return rules_named(words, Rules(tiles=tuple(range(1, n + 1)), dice=dice))


def answer(rules, objective=shut_the_box, tiles=None):
    """The exact value of a position, by default the start."""
    start = rules.full if tiles is None else position_of(rules, tiles)
    return objective(Board(rules, [start])).at(start)


# What others have computed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (box(9, "two-dice"), Fraction(466473281, 6530347008)),
        (box(9), Fraction(956177159, 9795520512)),
        (box(9, "sum=6?"), Fraction(956177159, 9795520512)),
        (box(9, "most=2"), Fraction(8721267025, 117546246144)),
        (box(9, "two-dice", "most=2"), Fraction(261972817, 4897760256)),
        (box(6, dice=(6,)), Fraction(145, 1944)),
        (box(10, "two-dice"), Fraction(594167327, 14693280768)),
        (box(12, "two-dice"), Fraction(275901419419, 76169967501312)),
    ],
    ids=str,
)
def test_published_probabilities_to_shut_the_box(rules, value):
    """Durango Bill; UnaryPlus; Fiddler on the Proof, 2024-09-13; arcini; independent programs."""
    assert answer(rules) == value


@pytest.mark.parametrize(
    ("tiles", "shut"),
    [
        ("123456789", Fraction(82876205053, 2448880128)),
        ("123", Fraction(3319, 81) - 39),
        ("23", Fraction(26429, 648) - 40),
    ],
)
def test_published_expected_sum_shut_with_two_dice(tiles, shut):
    """math.stackexchange 4629747, which counts what is shut of all 45."""
    rules = box(9, "two-dice")
    assert sum(map(int, tiles)) - answer(rules, lowest_score, tiles) == shut


def test_published_expected_scores_with_two_dice():
    """rossbowen: open {2, 6} and {8}."""
    rules = box(9, "two-dice")
    assert answer(rules, lowest_score, "26") == Fraction(967, 162)
    assert decimal(answer(rules, lowest_score, "8")) == "6.888889"


def test_published_score_of_the_double_shutter():
    """danthemanhathaway."""
    assert decimal(answer(rules_named(["double-shutter"]), lowest_score), 3) == "19.427"


def test_published_value_of_two_players():
    """A course assignment, forced die."""
    value = Match(Board(box(9))).value(0, 511)
    assert value == Fraction(385966166402467778845, 767617776808101937152)


def test_a_choice_of_dice_is_worth_nothing_where_the_open_sum_is_at_most_6():
    """One die shows each total up to 6 with 1/6, two dice with at most 5/36, and higher totals
    fit nothing; a move is never worse than the end of the turn. So one die is always as good."""
    forced, free = Match(Board(box(9))), Match(Board(box(9, "sum=6?")))
    assert forced.value(0, 511) == free.value(0, 511)
    for key in range(len(free.keys(1))):
        assert forced.stage(1).played.at(511, key) == free.stage(1).played.at(511, key)
    for p in forced.board.positions:
        assert forced.value(0, p) == free.value(0, p)


def test_a_choice_of_dice_is_worth_something_where_all_tiles_above_6_are_shut():
    values = [Match(Board(box(9, words))).value(0, 511) for words in ("above=6", "above=6?")]
    assert values[0] != values[1]
    assert answer(box(9, "above=6?")) > answer(box(9, "above=6"))


SEVEN = [
    ("--one --expect 123456789", "0.502810"),
    ("--one --expect 146789", "0.256254"),
    ("--one --move 146789 9", "[9]"),
    ("--two --expect 123456789 8", "0.381212"),
    ("--two --expect 12345689 41", "1.000000"),
    ("--two --expect 13456789 43", "0.986111"),
    ("--two --move 13456789 17 12", "[3, 9]"),
]


@pytest.mark.parametrize(("arguments", "line"), SEVEN)
def test_the_classic_lines(capsys, arguments, line):
    assert main(arguments.split()) == 0
    assert capsys.readouterr() == (f"{line}\n", "")
    assert cli.main(["shutbox", *arguments.split()]) == 0
    assert capsys.readouterr() == (f"{line}\n", "")


# The rules, written out a second time -------------------------------------------------------------


class Plain:
    """Turns with positions as sets of (row, column), by going through all rolls and all subsets."""

    def __init__(self, rules):
        self.rules = rules
        rows = [rules.tiles, rules.behind]
        self.number = {(r, i): n for r, row in enumerate(rows) for i, n in enumerate(row)}
        self.full = frozenset(self.number)
        self.turns = {}

    def mask(self, position):
        n = len(self.rules.tiles)
        return sum(2 ** (row * n + i) for row, i in position)

    def score(self, position):
        numbers = [self.number[tile] for tile in sorted(position)]
        if self.rules.score == "digits":
            return int("".join(map(str, numbers)) or 0)
        if self.rules.score == "count":
            return len(numbers)
        double = [self.number[t] for t in position if t[0] == 0 and self.rules.behind]
        return sum(numbers) + sum(double)

    def legal(self, position, faces):
        """What the roll can lead to."""
        rules, after = self.rules, []
        if sum(faces) == rules.stop:
            return []
        for size in range(1, len(position) + 1):
            for shut in combinations(sorted(position), size):
                left = position - set(shut)
                if any(r and (0, i) in left for r, i in shut):
                    continue  # behind a tile that stands
                if rules.single:
                    seen = (0, shut[0][1]) not in position or shut[0][0] == 0
                    if size > 1 or not seen or self.number[shut[0]] not in (*faces, sum(faces)):
                        continue
                elif sum(self.number[tile] for tile in shut) != sum(faces):
                    continue
                if rules.most and size > rules.most:
                    continue
                must = [rules.tiles.index(rules.first)] if rules.first else []
                if position == self.full and any((0, i) not in shut for i in must):
                    continue
                after.append(left)
        return sorted(after, key=lambda p: (self.score(p), self.mask(p)))

    def dice(self, position):
        rules = self.rules
        shown = [self.number[r, i] for r, i in position if r == 0 or (0, i) not in position]
        if rules.one_die == "never" or len(rules.dice) == 1:
            return [rules.dice]
        if rules.one_die == "sum" and sum(shown) > rules.limit:
            return [rules.dice]
        if rules.one_die == "above" and any(n > rules.limit for n in shown):
            return [rules.dice]
        return [rules.dice, rules.dice[:1]] if rules.choice else [rules.dice[:1]]

    def turn(self, position):
        """For each choice of dice, the options of every roll, equally likely."""
        if position not in self.turns:
            self.turns[position] = [
                [self.legal(position, roll) for roll in product(*(range(1, s + 1) for s in dice))]
                for dice in (self.dice(position) if position else [])
            ]
        return self.turns[position]

    def decisions(self, start):
        """Everything to decide, as {(position, ...): number of options}."""
        found, fresh = {}, [start]
        for position in fresh:
            if position in found:
                continue
            found[position] = len(self.turn(position)) or 1
            for d, rolls in enumerate(self.turn(position)):
                for options in rolls:
                    fresh += options
                    found[position, d, tuple(self.mask(q) for q in options)] = len(options) or 1
        return found

    def value(self, position, pay, policy):
        """What the policy expects from here."""
        known = {}

        def of(p):
            if p not in known:
                throws = self.turn(p)
                if not throws:
                    known[p] = Fraction(pay(self.score(p)))
                else:
                    d = policy[p]
                    total = Fraction(0)
                    for options in throws[d]:
                        k = policy[p, d, tuple(self.mask(q) for q in options)]
                        total += of(options[k]) if options else pay(self.score(p))
                    known[p] = total / len(throws[d])
            return known[p]

        return of(position)

    def best(self, position, pay, held=None):
        """V, and the expectation of `held` under the first of the best options: recursion."""
        known = {}

        def of(p):
            if p not in known:
                throws = []
                for rolls in self.turn(p):
                    ends = (Fraction(pay(self.score(p))), Fraction(held(self.score(p))))
                    picks = [
                        max((of(q) for q in options), key=lambda pair: pair[0]) if options else ends
                        for options in rolls
                    ]
                    throws.append(tuple(sum(column) / len(rolls) for column in zip(*picks)))
                ends = Fraction(pay(self.score(p))), Fraction(held(self.score(p)))
                known[p] = max(throws, key=lambda pair: pair[0]) if throws else ends
            return known[p]

        held = held or (lambda score: 0)
        return of(position)


def share_of_the_first(plain, players, ties, at_once, start=None):
    """The first player's expected share, by recursion over players, in fractions."""
    step = 0 if ties == "earlier" else 1
    known = {}

    def holder(player, b, m):
        if player == players:
            return Fraction(1, m) if ties == "share" else Fraction(m == 1)
        return stage(player, b, m)[1] if b or not at_once else Fraction(1)

    def stage(player, b, m):
        if (player, b, m) not in known:

            def pay(s):
                if m == 0 or s < b:
                    return holder(player + 1, s, 1)
                return step * holder(player + 1, b, m + step) if s == b else 0

            def held(s):
                if m == 0 or s < b:
                    return 0
                return holder(player + 1, b, m + step if s == b else m)

            first = plain.full if player or start is None else start
            known[player, b, m] = plain.best(first, pay, held)
        return known[player, b, m]

    return stage(0, -1, 0)[0]


@settings(max_examples=300)
@given(shutbox_rules(), st.sampled_from(["shut", "score", "beat"]), st.integers(0, 12))
def test_no_policy_does_better_and_one_does_as_well(rules, goal, best):
    """All policies of small boards, one by one, in fractions."""
    plain = Plain(rules)
    sizes = plain.decisions(plain.full)
    free = {key: size for key, size in sizes.items() if size > 1}
    count = 1
    for size in free.values():
        count *= size
    assume(count <= 600)

    def pay(s):
        if goal == "beat":
            return 1 if s < best else HALF if s == best else 0
        return int(s == 0) if goal == "shut" else s

    policies = [
        dict.fromkeys(sizes, 0) | dict(zip(free, choice))
        for choice in product(*(range(size) for size in free.values()))
    ]
    values = [plain.value(plain.full, pay, policy) for policy in policies]
    more = {"best": best, "tie": HALF} if goal == "beat" else {}
    proved = prove(rules, goal, **more)
    assert proved.value == (min if goal == "score" else max)(values)
    assert check_certificate(proved.certificate()).value == proved.value


@settings(max_examples=250)
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
    proved = prove_match(rules, players, ties=ties, at_once=at_once)
    assert proved.value == value
    assert check_certificate(proved.certificate()).value == value


@settings(max_examples=100)
@given(shutbox_rules(), st.sampled_from(["shut", "score"]))
def test_the_general_solver_finds_the_same_values_policy_and_ties(rules, goal):
    proved, general = prove(rules, goal), certify(process(rules, goal))
    assert proved.value == general.value
    certificate = json.loads(proved.certificate())
    assert certificate["policy"] == general.policy.tolist()
    assert len(proved.ties) == len(general.ties)
    assert certificate["model"] == json.loads(general.certificate())["model"]
    assert check_certificate(general.certificate()).value == proved.value


@settings(max_examples=40)
@given(shutbox_rules())
def test_the_distribution_of_the_score_adds_up(rules):
    """To 1; its mean is the least expected score; its part at 0 the chance to shut the box."""
    board = Board(rules)
    low, shut = lowest_score(board), shut_the_box(board)
    final = distribution(low, rules.full)
    assert sum(final.values()) == 1 and min(final.values()) > 0
    assert sum(score * chance for score, chance in final.items()) == low.at(rules.full)
    assert distribution(shut, rules.full).get(0, 0) == shut.at(rules.full)


def test_the_distribution_of_the_classic_game_adds_up_from_any_position():
    board = Board(box(9), range(512))
    low = lowest_score(board)
    for start in (511, 0b110101001, 1):
        final = distribution(low, start)
        assert sum(final.values()) == 1
        assert sum(score * chance for score, chance in final.items()) == low.at(start)


@pytest.mark.parametrize("words", [[], ["sum=6?"], ["thai"]])
def test_one_players_loss_is_the_others_win(words):
    """V + H = 1 against one holder, where H is followed move by move."""
    match = Match(Board(box(7, *words)))
    stage = match.stage(1)
    followed = follow(stage.played, stage.held)
    for p in stage.played.board.positions:
        assert {v + h for v, h in zip(stage.played.value[p], followed[p])} == {stage.played.scale}
    assert followed == stage.holders


def test_three_players_share_one_pot():
    """By symmetry alone: with one tile and one side everybody shuts the box."""
    sure = Rules(tiles=(1,), dice=(1,))
    assert Match(Board(sure), 3, "share", False).value(0, 1) == Fraction(1, 3)
    assert Match(Board(sure), 3, "lose", False).value(0, 1) == 0
    assert Match(Board(sure), 3, "earlier", False).value(0, 1) == 1
    assert Match(Board(sure), 3).value(0, 1) == 1


def test_a_score_to_beat_with_ties_counted_three_ways():
    """One tile 1, one die of two sides: score 0 or 1, even chances."""
    board = Board(Rules(tiles=(1,), dice=(2,)))
    for tie, value in ((Fraction(0), HALF), (HALF, Fraction(3, 4)), (Fraction(1), 1)):
        assert beat(board, [1], tie).at(1) == value
    assert beat(board, [0], HALF).at(1) == Fraction(1, 4)


def test_values_of_many_pay_offs_are_those_of_each():
    board = Board(box(6))
    together = beat(board, list(range(22)), HALF)
    for b in range(22):
        alone = beat(board, [b], HALF)
        assert together.at(board.rules.full, b) == alone.at(board.rules.full)


# House rules --------------------------------------------------------------------------------------


def moves(rules, tiles, total, faces=()):
    """The sets that may be shut."""
    start = position_of(rules, tiles)
    after = Board(rules, [start]).moves(start, (total, tuple(sorted({*faces, total}))))
    return [tiles_of(rules, start ^ q) for q in after]


def test_equally_good_moves_come_highest_tile_first():
    assert moves(box(9), "123456789", 6) == [[6], [1, 5], [2, 4], [1, 2, 3]]
    board = Board(box(3))
    same = play(board, {score: [1] for score in board.scores})
    assert [tiles_of(box(3), 7 ^ q) for q, _ in advise(same, 7, (3, ()))] == [[3], [1, 2]]


def test_thai_shuts_one_tile_that_a_die_or_the_total_shows():
    rules = box(9, "thai")
    assert sorted(moves(rules, "123456789", 5, (2, 3))) == [[2], [3], [5]]
    assert moves(rules, "46", 5, (2, 3)) == []


def test_house_rules_close_tiles_beforehand():
    assert box(9, "even-stevens").tiles == (2, 4, 6, 8)
    assert box(9, "against-all-odds").tiles == (1, 3, 5, 7, 9)
    assert box(9, "3-down-extreme").tiles == (4, 5, 6, 7, 8, 9)


def test_two_to_go_loses_on_a_first_four():
    rules = box(9, "2-to-go")
    assert moves(rules, "123456789", 4) == []
    assert moves(rules, "123456789", 5) == [[2, 3]]
    assert moves(rules, "13456789", 4) == [[4], [1, 3]]


def test_unlucky_seven_ends_the_turn():
    assert moves(box(9, "unlucky-7"), "123456789", 7) == []


def test_scores():
    tiles = 0b100001001
    assert box(9).points(tiles) == 14
    assert box(9, "missionary").points(tiles) == 3
    assert box(9, "digital").points(tiles) == 149
    assert box(10, "digital").points(0b1000001001) == 1410
    assert rules_named(["double-shutter"]).points(1 | 1 << 9) == 11


def test_a_back_tile_opens_in_the_move_that_shuts_its_front():
    board = Board(Rules(tiles=(1,), behind=(9,), dice=(6, 6), one_die="never"))
    assert board.moves(3, (10, ())) == (0,)


def test_positions_of_two_rows():
    rules = rules_named(["double-shutter"])
    assert position_of(rules, "12") == position_of(rules, "12/987654321") == 0b111111111000000011
    with pytest.raises(ValueError, match="a tile cannot be shut while the one before it is open"):
        position_of(rules, "12/9")


def test_who_may_roll_one_die():
    assert [box(9, "last-one").dice_choices(m) for m in (1, 2)] == [(1,), (2,)]
    assert [box(9, "above=6?").dice_choices(m) for m in (63, 64)] == [(2, 1), (2,)]
    assert box(9, "two-dice").dice_choices(1) == (2,)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"tiles": ()}, ValueError, "need increasing numbers"),
        ({"tiles": (2, 1)}, ValueError, "need increasing numbers"),
        ({"tiles": (0, 1)}, ValueError, "tiles: 0 is too small"),
        ({"tiles": "12"}, TypeError, "need a list"),
        ({"tiles": (True,)}, TypeError, "True is not an integer"),
        ({"tiles": tuple(range(1, 61))}, ValueError, "60 tiles, at most 59"),
        ({"behind": (1,)}, ValueError, "1 tiles stand behind 9"),
        ({"dice": ()}, ValueError, "need 1 to 32 dice"),
        ({"one_die": "often"}, ValueError, "one_die is 'often'"),
        ({"score": "luck"}, ValueError, "score is 'luck'"),
        ({"first": 10}, ValueError, "tile 10, which does not exist"),
        ({"behind": tuple(range(1, 10)), "score": "digits"}, ValueError, "one number"),
    ],
)
def test_rules_that_cannot_be_are_refused(change, error, words):
    with pytest.raises(error, match=words):
        Rules(**change)


def test_games_that_are_too_large_are_refused():
    with pytest.raises(ValueError, match="more than 500 positions"):
        Board(box(9), max_positions=500)
    with pytest.raises(ValueError, match=r"make .* values, more than"):
        Match(Board(box(9, "digital")), 40)


# The checker --------------------------------------------------------------------------------------

REJECTED = {
    "match_claims_the_min": "claim: a match asks for the max",
    "match_claim_off_by_one": "claim: the value is not that of chance node",
    "match_decimal_wrong": "rounded half to even",
    "match_first_player_plays_worse": "stage 5: decision node",
    "match_last_player_plays_worse": "stage 0: decision node",
    "match_later_values_off_by_one": "stage 0: chance node",
    "match_holders_values_off_by_one": "stage 0: chance node",
    "match_of_other_ties": "stage 0: chance node",
    "match_with_another_start": "stage 5: chance node",
    "shut_goal_exchanged": "claim: the rule does not ask for the max",
    "shut_policy_worse": "is better than the chosen",
    "score_with_another_limit": "chance node 7: the value is not",
    "shut_with_one_tile_a_move": "chance node 9: the value is not",
    "thai_as_any_tiles": "chance node 9: the value is not",
}
MALFORMED = {
    "behind_of_another_length": "behind: as many tiles as in front, or none",
    "choice_is_2": "model: choice and single: 2 is out of range",
    "digits_of_two_rows": "two rows are read as digits",
    "first_is_no_tile": "first is no tile",
    "goal_unknown": "model: unknown goal 'luck'",
    "match_held_where_none_is_needed": "stage 0: held: 1 entries, need 0",
    "match_of_nobody": "model: players: need at least one",
    "match_policy_digit": "stage 0: policy: not hexadecimal digits",
    "match_policy_option": "stage 0: decision node 13: option 15 of 2",
    "match_policy_too_long": "digits, need",
    "match_stage_missing": "stages: 5 entries, the match has more",
    "match_stage_too_many": "stages: 7 entries, the match has 6",
    "match_ties_unknown": "unknown ties 'later'",
    "match_values_missing": "stage 0: values: 2 entries, need 3",
    "no_dice": "model: needs 1 to 32 dice",
    "one_die_unknown": "unknown one_die 'often'",
    "policy_too_short": "the game has 15 chance nodes and 19 decision nodes",
    "start_behind_a_tile": "a tile is shut behind one that is not",
    "start_has_fewer_positions": "stage 0: block 2: numerators: 2 entries, need 3",
    "start_out_of_range": "model: start: 8 is out of range, need < 8",
    "stop_ends_more_turns": "the game has 11 chance nodes",
    "tie_above_one": "model: tie: not a fraction from 0 to 1",
    "tiles_decrease": "model: tiles must increase",
}


def corpus(folder, expected):
    """The files of a folder with the message that each must provoke; none is left out."""
    names = {path.stem for path in (CORPUS / folder).glob("*.json")}
    return pytest.mark.parametrize("name", sorted(names | set(expected)))


@pytest.mark.parametrize("path", sorted(CORPUS.glob("accepted/*.json")), ids=lambda p: p.stem)
def test_accepts(path):
    """Each proves what the rules written out in this file give."""
    certificate = json.loads(path.read_bytes())
    claim = check_certificate(path)
    assert claim.value == truth(certificate)
    assert claim.decimals == (decimal(claim.value, 12),)
    assert certificate["claim"]["value"] == [
        f"{claim.value.numerator:x}",
        f"{claim.value.denominator:x}",
    ]


@corpus("rejected", REJECTED)
def test_rejects(name):
    with pytest.raises(InvalidCertificate) as caught:
        check_certificate(CORPUS / "rejected" / f"{name}.json")
    assert REJECTED[name] in str(caught.value)


@corpus("malformed", MALFORMED)
def test_cannot_read(name):
    with pytest.raises(MalformedCertificate) as caught:
        check_certificate(CORPUS / "malformed" / f"{name}.json")
    assert MALFORMED[name] in str(caught.value)


RULE_KEYS = set(Rules().statement()) - {"rule"}


def truth(certificate):
    """The value that a well-formed certificate's model has, by the rules written out above."""
    model = certificate["model"]
    rules = Rules(**{key: model[key] for key in RULE_KEYS})
    plain = Plain(rules)
    n = len(rules.tiles)
    start = frozenset(t for t in plain.full if model["start"] >> (t[0] * n + t[1]) & 1)
    if certificate["kind"] == "match":
        parts = model["players"], model["ties"], bool(model["at_once"])
        return share_of_the_first(plain, *parts, start)
    if model["goal"] == "score":
        return -plain.best(start, lambda s: -s)[0]
    if model["goal"] == "shut":
        return plain.best(start, lambda s: int(s == 0))[0]
    tie = Fraction(*model["tie"])
    best = model["best"]
    return plain.best(start, lambda s: int(s < best) + tie * (s == best))[0]


@settings(max_examples=1500)
@given(st.data())
def test_mutations_are_refused_or_true(data):
    """Change a certificate anywhere: what is still accepted is still true."""
    path = data.draw(st.sampled_from(sorted(CORPUS.glob("accepted/*.json"))))
    certificate = data.draw(mutated(json.loads(path.read_bytes())))
    raw = json.dumps(certificate, sort_keys=True, separators=(",", ":")).encode()
    try:
        claim = check_certificate(raw)
    except (InvalidCertificate, MalformedCertificate):
        return
    assert claim.value == truth(certificate)


def test_every_value_of_a_match_matters():
    """Any numerator changed by one is refused."""
    original = json.loads((CORPUS / "accepted" / "match_ties_lose.json").read_bytes())
    refused = 0
    for i, stage in enumerate(original["stages"]):
        for part in ("values", "held"):
            for j, (_, numerators) in enumerate(stage[part]):
                for k, number in enumerate(numerators):
                    changed = copy.deepcopy(original)
                    changed["stages"][i][part][j][1][k] = f"{int(number, 16) + 1:x}"
                    raw = json.dumps(changed, sort_keys=True, separators=(",", ":")).encode()
                    with pytest.raises(InvalidCertificate, match=f"stage {i}: chance node"):
                        check_certificate(raw)
                    refused += 1
    assert refused > 20


# The command --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--one --expect 12a", "'a' is not a tile"),
        ("--one --expect 120", "tile 0 does not exist"),
        ("--one --expect 1,2 --tiles 12 --rule sum=x", "unknown rule 'sum=x'"),
        ("--one --expect 13,2 --tiles 12", "tile 13 does not exist"),
        ("--one --expect 1231", "tile 1 is named twice"),
        ("--one --expect 123 4", "1 arguments, got 2"),
        ("--two --expect 123", "the open tiles, the score: 2 arguments, got 1"),
        ("--two --expect 123 0", "score 0 is impossible"),
        ("--two --expect 123 46", "score 46 is impossible"),
        ("--two --expect 123 -1", "'-1' is not a score"),
        ("--one --move 12 7", "the dice cannot show 7: 1 of them"),
        ("--one --move 146789 1", "the dice cannot show 1: 2 of them"),
        ("--one --move 146789 13", "the dice cannot show 13"),
        ("--one --move 89 3", "no legal move: 3 ends the turn"),
        ("--one --move 89 x", "'x' is not a number"),
        ("--one --move 56789 5 --rule thai", "name each die with commas"),
        ("--one", "say what is asked"),
        ("--turn 3 --expect 123 4", "there is no player 3"),
        ("--two --expect 123 4 --holders 2", "2 players cannot hold"),
        ("--tiles 1,1", "a tile is there twice"),
        ("--tiles 60", "at most 59"),
        ("--tiles 25 --sides 99", "more than 100,000 sets"),
        ("--dice 0", "1 to 32"),
        ("--dice 3 --sides 6,6", "2 numbers for 3 dice"),
        ("--players 0 --expect 1", "no player 1"),
        ("--one --two --expect 12", "not allowed with"),
        ("--players 3 --two --expect 12 3 --certificate x", "the first player or the last"),
        ("--expect 12 --certificate missing/x.json", "No such file"),
        ("--advise 12 3 --certificate x", "--certificate proves a value"),
        ("--objective beat --certificate x", "say which score to beat"),
        ("--nothing", "unrecognized arguments"),
        ("--players x", "invalid int value"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    for name, command in (("ShutTheBox", main), ("exactbox", cli.main)):
        before = ["shutbox"] * (name == "exactbox")
        try:
            code = command([*before, *arguments.split()])
        except SystemExit as stopped:
            code = stopped.code
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert err.startswith(name) and words in err and err.count("\n") == 1


def test_a_shut_box_has_no_turn(capsys):
    assert main(["--one", "--expect", ""]) == 2
    assert "the box is shut" in capsys.readouterr().err


def lines(capsys, arguments):
    assert main(arguments.split()) == 0
    return capsys.readouterr().out.splitlines()


def test_exact_prints_the_fraction_too(capsys):
    value = "385966166402467778845/767617776808101937152"
    assert lines(capsys, "--one --expect 123456789 --exact") == ["0.502810", value]


def test_all_prints_every_optimal_move(capsys):
    """With a 45 to beat and 8, 9 open, any move wins."""
    assert lines(capsys, "--two --move 12345 45 5 --all") == ["[5]", "[1, 4]", "[2, 3]"]
    assert lines(capsys, "--two --move 12345 45 5") == ["[5]"]


def test_the_advisor_lists_every_move_best_first(capsys):
    rows = lines(capsys, "--advise 123456789 6")
    assert len(rows) == 4 and rows[0].endswith("best") and not rows[1].endswith("best")
    values = [Fraction(row.split("= ")[1].split()[0]) for row in rows]
    assert values == sorted(values, reverse=True)
    scores = lines(capsys, "--advise 146789 9 --objective score")
    assert Fraction(scores[0].split("= ")[1].split()[0]) < Fraction(scores[1].split("= ")[1])


def test_the_table_holds_the_published_answers(capsys):
    text = "\n".join(lines(capsys, "--rule two-dice"))
    assert "466473281/6530347008" in text and "82876205053/2448880128" in text
    found = json.loads("\n".join(lines(capsys, "--rule two-dice --json")))
    assert sum(Fraction(row["exact"]) for row in found["scores"]) == 1


def test_other_boxes_and_dice(capsys):
    assert lines(capsys, "--tiles 6 --dice 1 --objective shut --expect 123456 --exact") == [
        "0.074588",
        "145/1944",
    ]
    assert lines(capsys, "--tiles 1,2,10 --sides 4,6 --move 1,2,10 10 --objective score") == [
        "[10]"
    ]
    rows = lines(capsys, "--scores 123 --tiles 3 --json")
    assert sum(Fraction(row["exact"]) for row in json.loads(rows[0])["scores"]) == 1
    assert lines(capsys, "--rule thai --one --move 2357 2,3") in (["[2]"], ["[3]"], ["[5]"])


@pytest.mark.parametrize(
    "arguments",
    [
        "--tiles 4 --dice 1",
        "--tiles 4 --dice 1 --expect 124",
        "--tiles 4 --dice 1 --players 1 --objective shut --rule thai",
        "--tiles 4 --dice 1 --objective score --expect 134",
        "--tiles 4 --dice 1 --objective beat --expect 134 4",
        "--tiles 4 --dice 1 --two --expect 134 4",
        "--tiles 4 --dice 1 --players 3 --turn 3 --holders 2 --expect 134 4",
        "--tiles 4 --dice 1 --two --ties earlier --expect 134 4",
    ],
)
def test_every_answer_can_be_had_with_its_certificate(capsys, tmp_path, arguments):
    file = tmp_path / "box.json"
    first = lines(capsys, f"{arguments} --certificate {file} --exact")
    assert first[2].endswith("checked: VALID")
    assert str(check_certificate(file).value) == first[1]
    if "--expect" in arguments:
        assert lines(capsys, f"{arguments} --exact") == first[:2]


def test_the_third_of_three_players(capsys):
    """Two hold 45, the worst score: any lower one wins alone."""
    arguments = "--players 3 --turn 3 --expect 12345678 45 --holders 2 --exact"
    assert lines(capsys, arguments) == ["1.000000", "1"]


def test_the_command_loads_none_of_the_heavy_libraries():
    code = (
        "import sys; from exactbox.commands.shutbox import main; main(['--expect', '123']);"
        "heavy = {'numpy', 'scipy', 'flint', 'sympy', 'tqdm'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
