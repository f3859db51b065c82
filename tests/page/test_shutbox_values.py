"""Shut the Box in the page: published values, and `exactbox.ShutTheBox`, fraction by fraction."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from exactbox import ShutTheBox
from exactbox.games.shutbox import Board, Rules, position_of, roll_of, rules_named, tiles_of
from exactbox.games.shutbox.play import evaluate_policy, first_best, optimal_values

SEVEN = [  # the questions of the sample in tests/commands/games/test_shutbox.py
    ("value", "123456789", None, None, "0.502810"),
    ("value", "146789", None, None, "0.256254"),
    ("move", "146789", None, "9", [9]),
    ("value", "123456789", 8, None, "0.381212"),
    ("value", "12345689", 41, None, "1.000000"),
    ("value", "13456789", 43, None, "0.986111"),
    ("move", "13456789", 17, "12", [3, 9]),
]

# The worker's answers to a list of questions, a fraction as its text; an error is {error}. A game
# is given as the command's options: its rules are made in the page.
ASK = """async (asked) => {
  const plain = (x) => {
    if (x === null || typeof x !== "object") return x;
    if (typeof x.p === "bigint") return Numbers.text(x);
    if (Array.isArray(x)) return x.map(plain);
    return Object.fromEntries(Object.entries(x).map(([name, each]) => [name, plain(each)]));
  };
  const work = new Work();
  const found = [];
  for (const [what, { game, roll, ...given }] of asked) {
    try {
      const { words, tiles, dice, ...match } = game;
      const rules = Rules.named(words, { tiles, dice });
      if (roll !== undefined) {
        given.roll = Rules.roll(rules, Notation.rollOf(rules, given.position, roll));
      }
      found.push(plain(await work.ask(what, { game: { rules, ...match }, ...given })));
    } catch (error) {
      found.push({ error: error.message });
    }
  }
  work.stop();
  return found;
}"""


@pytest.fixture
def tab(tab):
    """The page's scripts are asked."""
    tab.goto("")
    return tab


def game(words="", tiles=9, dice=(6, 6), players=2, ties="share", at_once=True):
    """A game as the page has it, but for its rules."""
    tiles = list(range(1, tiles + 1)) if isinstance(tiles, int) else list(tiles)
    match = {"players": players, "ties": ties, "atOnce": at_once}
    return {"words": words, "tiles": tiles, "dice": list(dice), **match}


def python_game(asked):
    """The same in Python."""
    return ShutTheBox(
        asked["words"], tiles=asked["tiles"], dice=asked["dice"],
        players=asked["players"], ties=asked["ties"], at_once=asked["atOnce"],
    )  # fmt: skip


def question(goal="wins", player=1, best=None, holders=1):
    return {"goal": goal, "player": player, "best": best, "holders": holders}


# Published ----------------------------------------------------------------------------------------


PUBLISHED = [  # where each is from: test_play.py and test_match.py in tests/games/shutbox
    (game("two-dice"), "shut", "466473281/6530347008"),
    (game(), "shut", "956177159/9795520512"),
    (game("sum=6?"), "shut", "956177159/9795520512"),
    (game("most=2"), "shut", "8721267025/117546246144"),
    (game("two-dice most=2"), "shut", "261972817/4897760256"),
    (game(tiles=6, dice=[6]), "shut", "145/1944"),
    (game("two-dice", 10), "shut", "594167327/14693280768"),
    (game("two-dice", 12), "shut", "275901419419/76169967501312"),
    (game("two-dice"), "score", 45 - Fraction("82876205053/2448880128")),
    (game(), "wins", "385966166402467778845/767617776808101937152"),
]


def test_published_values(tab):
    asked = [
        ["box.solve", {"game": each, "question": question(goal)}] for each, goal, _ in PUBLISHED
    ]
    for (*_, value), found in zip(PUBLISHED, tab.evaluate(ASK, asked), strict=True):
        assert Fraction(found["value"]) == Fraction(value)


def test_published_values_of_positions_and_of_the_double_shutter(tab):
    two_dice, score = game("two-dice"), question("score")
    shutter = {"game": game("double-shutter"), "question": score}
    asked = [
        *[
            ["box.value", {"game": two_dice, "question": score, "position": position}]
            for position in (0b111, 0b110, 0b100010, 0b10000000)
        ],
        ["box.solve", shutter],
    ]
    *values, start = tab.evaluate(ASK, asked)
    published = [45 - Fraction(3319, 81), 45 - Fraction(26429, 648), Fraction(967, 162)]
    assert list(map(Fraction, values[:3])) == published
    assert round(Fraction(values[3]), 6) == Fraction("6.888889")
    assert round(Fraction(start["value"]), 3) == Fraction("19.427")


def test_the_seven_sample_questions(tab):
    asked = []
    for what, tiles, best, roll, _ in SEVEN:
        given = {
            "game": game(),
            "question": question("wins", 1 if best is None else 2, best),
            "position": position_of(Rules(), tiles),
        }
        asked.append(["box.value", given] if what == "value" else ["box.advise", given])
        if roll:
            given["roll"] = roll
    for (what, *_, printed), found in zip(SEVEN, tab.evaluate(ASK, asked), strict=True):
        if what == "value":
            assert round(Fraction(found), 6) == Fraction(printed)
        else:
            assert found[0]["shut"] == printed


# Against Python -----------------------------------------------------------------------------------

WORDS = [
    "classic", "two-dice", "sum=6", "sum=6?", "sum=9?", "above=3", "above=6?", "last-one",
    "last-one?", "most=1", "most=2", "thai", "even-stevens", "against-all-odds", "3-down-extreme",
    "2-to-go", "unlucky-7", "missionary", "digital", "double-shutter",
]  # fmt: skip
DICE = [(6, 6), (6, 6), (6,), (4, 6), (3, 3, 3), (8, 5), (20,)]
BOXES = [6, 7, 8, (1, 2, 4, 8, 16), (2, 3, 5, 7, 11), (1, 5, 6, 10, 12, 15), (3, 4, 5, 6)]


def random_games(count, seed):
    """So many games that the rules allow; together they have every word."""
    random, games, left = Random(seed), [], WORDS[:]
    while len(games) < count or left:
        words = random.sample(left or WORDS, min(len(left), 1)) if left else []
        words += random.sample(WORDS, random.choice([0, 1, 1, 2, 3]))
        tiles = random.choice(BOXES)
        if "double-shutter" in words:
            tiles = random.choice([4, 5, (1, 3, 4, 6)])
        asked = game(
            ",".join(words), tiles, random.choice(DICE), random.choice([1, 2, 3, 4]),
            random.choice(["share", "lose", "earlier"]), random.random() < 0.5,
        )  # fmt: skip
        try:
            python_game(asked)
        except ValueError:
            continue
        games.append(asked)
        left = [word for word in left if word not in words]
    return games


def random_position(random, rules):
    """Any position with a tile open."""
    n = len(rules.tiles)
    while True:
        front = random.getrandbits(n)
        back = (random.getrandbits(n) | front) << n if rules.behind else 0
        if front | back:
            return front | back


def random_question(random, box):
    """A question and the same in Python's words."""
    goal = random.choice(["wins", "wins", "wins", "shut", "score", "beat"])
    player = random.randint(1, box.players) if goal == "wins" else 1
    best = None
    if goal == "beat" or player > 1:
        while not best:
            best = box.rules.points(random_position(random, box.rules))
    most = 1 if box.ties == "earlier" else max(1, player - 1)
    holders = random.randint(1, most) if player > 1 else 1
    named = {"score": best, "goal": goal, "player": player, "holders": holders}
    return question(goal, player, best, holders), named


def plain_pay(asked):
    """What the turn is worth if it ends at the position."""
    points = asked.rules.points(asked.position)
    if hasattr(asked, "match"):
        return Fraction(asked.values.pay[points][0], asked.values.scale)
    if asked.goal == "beat":
        return Fraction(points <= asked.best)
    return Fraction(points if asked.goal == "score" else points == 0)


def test_two_hundred_positions_of_random_games_are_as_in_python(tab):
    """Values, dice, rolls, moves in order, and distributions."""
    random = Random(1)
    games = random_games(20, 18)
    asked, expected = [], []
    for each in games:
        box = python_game(each)
        rules = box.rules
        for _ in range(-(-200 // len(games))):
            position = random_position(random, rules)
            tiles = written(rules, position)
            put, named = random_question(random, box)
            truth = box.question(tiles, **named)
            count = random.choice(rules.dice_choices(position))
            roll = ",".join(str(random.randint(1, sides)) for sides in rules.dice[:count])
            given = {"game": each, "question": put, "position": position}
            asked += [
                ["box.value", given],
                ["box.dice", given],
                ["box.advise", {**given, "roll": roll}],
                ["box.scores", given],
                ["box.rolls", {**given, "dice": count}],
            ]
            expected.append((truth, roll, count))
    found = iter(tab.evaluate(ASK, asked))
    assert len(expected) >= 200
    for truth, roll, count in expected:
        value, dice, advice, scores, rolls = (next(found) for _ in range(5))
        rules, position = truth.rules, truth.position
        k, values = getattr(truth, "k", 0), truth.values
        assert value == str(truth.value)
        throws = [Fraction(vector[k], values.scale) for vector in values.throws[position]]
        best = first_best(values.sense)(throws)
        assert dice == [
            {"dice": count, "value": str(q_value), "best": i == best}
            for i, (count, q_value) in enumerate(zip(rules.dice_choices(position), throws))
        ]
        moves = truth.advise(roll_of(rules, position, roll))
        assert advice == [
            {
                "position": after,
                "shut": tiles_of(rules, position ^ after),
                "value": str(q_value),
                "best": q_value == moves[0][1],
            }
            for after, q_value in moves
        ]
        assert {row["score"]: Fraction(row["chance"]) for row in scores} == truth.distribution()
        assert [row["score"] for row in scores] == sorted(truth.distribution())
        assert sum(Fraction(row["chance"]) for row in scores) == 1
        ways = sum(rules.rolls(count).values())
        assert len(rolls) == len(rules.rolls(count))
        for row in rolls:
            thrown = row["total"], tuple(row["faces"])
            after = truth.advise(thrown)
            assert Fraction(row["chance"]) == Fraction(rules.rolls(count)[thrown], ways)
            assert row["ends"] == (not after)
            assert row["best"] == (after[0][0] if after else None)
            assert Fraction(row["value"]) == (after[0][1] if after else plain_pay(truth))
        q_value = throws[rules.dice_choices(position).index(count)]
        assert sum(Fraction(row["chance"]) * Fraction(row["value"]) for row in rolls) == q_value


def written(rules, position):
    """A position as `position_of` reads it."""
    n = len(rules.tiles)
    front = ",".join(map(str, tiles_of(rules, position & ((1 << n) - 1)))) + ","
    back = [m for i, m in enumerate(rules.behind) if position >> (n + i) & 1]
    return f"{front}/{','.join(map(str, back))}," if rules.behind else front


def test_shares_for_each_score_to_beat_are_as_in_python(tab):
    asked = []
    for players, ties in product([2, 3, 4], ["share", "lose", "earlier"]):
        each = game("sum=6?", 7, players=players, ties=ties, at_once=players == 3)
        asked += [["box.toBeat", {"game": each, "player": j + 1}] for j in range(1, players)]
    for (_, given), rows in zip(asked, tab.evaluate(ASK, asked), strict=True):
        box = python_game(given["game"])
        stage, full = box.question().match.stage(given["player"] - 1), box.rules.full
        held = evaluate_policy(stage.values, stage.held.values())[full]
        known = {key: (stage.values.value[full][k], held[k]) for k, key in enumerate(stage.keys)}
        found = {(row["best"], row["holders"]): (row["wins"], row["held"]) for row in rows}
        assert list(found) == list(known)
        for key, numerators in known.items():
            exactly = tuple(Fraction(n, stage.values.scale) for n in numerators)
            assert tuple(map(Fraction, found[key])) == exactly


@pytest.mark.parametrize(
    ("each", "put"),
    [
        (game(), question()),
        (game("above=6?", 7), question("wins", 2, 9)),
        (game("thai,digital", 6, (6, 4)), question("score")),
        (game("double-shutter", 4), question("shut")),
        (game("2-to-go,unlucky-7", 8, players=3, ties="lose"), question("wins", 3, 5, 2)),
    ],
    ids=str,
)
def test_sheets_have_the_first_best_move_of_every_position_within_reach(tab, each, put):
    box = python_game(each)
    rules = box.rules
    named = {"goal": put["goal"], "player": put["player"], "holders": put["holders"]}
    truth = box.question(score=put["best"], **named)
    board = truth.values.board
    k, values = getattr(truth, "k", 0), truth.values
    (sheet,) = tab.evaluate(ASK, [["box.sheet", {"game": each, "question": put}]])
    assert [row["position"] for row in sheet["rows"]] == [p for p in board.positions if p]
    pick = first_best(values.sense)
    for row in sheet["rows"]:
        position = row["position"]
        best = pick([vector[k] for vector in values.throws[position]])
        count = rules.dice_choices(position)[best]
        assert row["dice"] == count
        for roll, move in zip(sheet["rolls"], row["moves"], strict=True):
            after = board.moves(position, (roll["total"], tuple(roll["faces"])))
            if roll["dice"] != count or not after:
                assert move is None
            else:
                assert move == after[pick([values.value[q][k] for q in after])]


def test_a_review_says_what_each_move_cost(tab):
    """The moves of a turn of player two, each against the best that Python knows."""
    each, random = game("sum=9?", 8), Random(5)
    box = python_game(each)
    rules, position, moves, truths = box.rules, box.rules.full, [], []
    while position:
        count = random.choice(rules.dice_choices(position))
        faces = [random.randint(1, 6) for _ in range(count)]
        roll = rules.roll(faces)
        truth = box.question(written(rules, position), 9)
        offered = truth.advise(roll)
        after = random.choice(offered)[0] if offered else None
        sent = {"total": roll[0], "faces": []}
        moves.append({"position": position, "dice": count, "roll": sent, "after": after})
        truths.append((truth, offered, after, count))
        if after is None:
            break
        position = after
    turns = [{"player": 2, "best": 9, "holders": 1, "moves": moves}]
    (found,) = tab.evaluate(ASK, [["box.review", {"game": each, "turns": turns}]])
    assert len(found) == len(moves) > 2
    for row, (truth, offered, after, count) in zip(found, truths, strict=True):
        q_values = dict(offered)
        cost = offered[0][1] - q_values[after] if offered else 0
        assert Fraction(row["cost"]) == cost >= 0
        assert (row["best"], row["made"]) == (offered[0][0] if offered else None, after)
        throws = truth.values.throws[truth.position]
        counts = rules.dice_choices(truth.position)
        rolled = Fraction(throws[counts.index(count)][0], truth.values.scale)
        assert Fraction(row["dice"]["cost"]) == truth.value - rolled >= 0
        assert row["dice"]["made"] == count


# Where floats prove nothing -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "denominator"), [(10**20, 3), (0, 2**1100)], ids=["close", "below all floats"]
)
def test_pay_offs_that_floats_cannot_tell_apart_are_told_apart(tab, base, denominator):
    """Nine at once, each `base` or one more, for either sense."""
    random = Random(20)
    for words, sense in product(["sum=6?", "missionary"], ["max", "min"]):
        board = Board(rules_named(words, Rules(tiles=(1, 2, 3, 4, 5, 6, 7))), range(128))
        more = {s: [random.choice([0, 0, 1]) for _ in range(9)] for s in board.scores}
        pay = {s: [base + n for n in row] for s, row in more.items()}
        truth = optimal_values(board, zip(*pay.values()), denominator, sense=sense)
        found = tab.evaluate(
            """({ words, sense, base, denominator, pay }) => {
              const rules = Rules.named(words, { tiles: 7 });
              const board = new Board(rules, Array.from({ length: 128 }, (_, p) => p));
              const amounts = [BigInt(base), BigInt(base) + 1n];
              const asked = { amounts, denominator: BigInt(denominator), pay, sense };
              const values = new Values(board, asked, () => {});
              return board.positions.map((p, i) => [p,
                Slots.unpack(values.packed[i], values.width, values.count).map(String)]);
            }""",
            {
                "words": words,
                "sense": sense,
                "base": str(base),
                "denominator": str(denominator),
                "pay": [more[s] for s in board.scores],
            },
        )
        assert {p: list(map(int, values)) for p, values in found} == truth.value


def test_values_too_small_for_floats_are_right(tab):
    """Thirty dice: the denominators have more than a thousand bits."""
    tiles = [20, 40, 60, 80, 100, 120, 140, 160, 180]
    each = game("two-dice", tiles, [20] * 30, ties="lose")
    (found,) = tab.evaluate(ASK, [["box.solve", {"game": each, "question": question()}]])
    box = python_game(each)
    assert box.question().values.scale.bit_length() > 2000
    assert found["value"] == str(box.value())


# Refusals -----------------------------------------------------------------------------------------


def test_pairs_of_words_are_taken_or_refused_as_in_python(tab):
    pairs = [f"{a},{b}" for a, b in product([*WORDS, "sum=x", "most=0", "most=2?"], repeat=2)]
    pairs += ["", "sum=9999999999", "sum=6??", "even-stevens 3-down-extreme", "Classic", "toString"]
    said = tab.evaluate(
        """(pairs) => pairs.map((words) => {
          try { return Rules.words(Rules.named(words)); } catch (error) { return error.message; }
        })""",
        pairs,
    )
    for words, line in zip(pairs, said, strict=True):
        try:
            expected = str(rules_named(words))
        except ValueError as error:
            expected = str(error).translate({ord(c): None for c in "()"})
            expected = expected.replace(" each-die, doubles,", "")  # the page does not know these
        assert line == expected, words


NOT_ASKED = [
    (game(), question("luck"), "goal is 'luck', need one of wins, shut, score, beat"),
    (game(), question("wins", 3, 4), "there is no player 3: 2 play"),
    (game(), question("wins", 0), "there is no player 0: 2 play"),
    (game(), question("wins", 2), "say which score to beat"),
    (game(), question("beat"), "say which score to beat"),
    (game(), question("wins", 1, 4), "the score 4 has no meaning here"),
    (game(), question("wins", 2, 0), "score 0 is impossible: the box is shut"),
    (game(), question("wins", 2, 46), "score 46 is impossible: no open tiles score it"),
    (game(), question("wins", 2, 4, 2), "2 players cannot hold the lowest score here, need 1"),
    (game(players=0), question(), "0 players cannot play, need 1 to 1,000"),
    (game(ties="later"), question(), "ties are 'later', need one of share, lose, earlier"),
]


def test_questions_that_the_game_does_not_have_are_refused_as_in_python(tab):
    asked = [["box.solve", {"game": each, "question": put}] for each, put, _ in NOT_ASKED]
    for (each, put, words), found in zip(NOT_ASKED, tab.evaluate(ASK, asked), strict=True):
        assert words in found["error"] and "\n" not in found["error"]
        named = {"goal": put["goal"], "player": put["player"], "holders": put["holders"]}
        with pytest.raises(ValueError, match=re.escape(words[:40])):
            python_game(each).question(score=put["best"], **named)


REFUSED = [
    (game(tiles=[3, 2]), "need increasing numbers"),
    (game(tiles=[]), "tiles: 0 is too small"),
    (game(tiles=31), "there are 31 tiles, at most 30"),
    (game("double-shutter", 16), "there are 32 tiles, at most 30"),
    (game("digital", 13), "more than 15 digits"),
    (game(dice=[]), "need 1 to 32 dice"),
    (game(dice=[1001]), "of at most 1,000 sides"),
    (game("2-to-go", [1, 3]), "must shut tile 2, which does not exist"),
    (game("digital,double-shutter"), "two rows of tiles cannot be read as one number"),
    (game(tiles=20, dice=[20, 20]), "more than 131,072 positions"),
    (game(tiles=30, dice=[100, 100]), "more than 100,000 sets of tiles"),
    (game("two-dice", 1, [1000] * 32), "32 dice of up to 1000 sides take too long"),
    (game("digital", 12), "2 players on this board make 16,"),
    (game("double-shutter", players=4), "more than 10,000,000"),
    (game(tiles=2, players=1000), "values of 3001 MB together, too many"),
]


def test_games_that_cannot_be_or_are_too_much_are_refused_in_a_line(tab):
    asked = [["box.solve", {"game": each, "question": question()}] for each, _ in REFUSED]
    for (_, words), found in zip(REFUSED, tab.evaluate(ASK, asked), strict=True):
        assert words in found["error"] and "\n" not in found["error"]


def test_rolls_that_the_dice_cannot_show_are_refused(tab):
    asked = {"game": game(), "question": question(), "position": 0b11}
    found = tab.evaluate(
        ASK, [["box.advise", {**asked, "roll": roll}] for roll in ("7", "1,1", "x")]
    )
    assert [line["error"].split(":")[0] for line in found] == [
        "the dice cannot show 7",
        "the dice cannot show 1,1",
        "the roll",
    ]


# Work ---------------------------------------------------------------------------------------------


def test_long_work_tells_how_far_it_is(tab):
    """Shares increase from 0 to 1; the words name the player whose turn is solved."""
    heard = tab.evaluate(
        """async () => {
          const heard = [];
          const game = { rules: Rules.named("double-shutter"), players: 2, ties: "lose" };
          const given = { game: { ...game, atOnce: false }, question: { goal: "wins" } };
          await new Work().ask("box.solve", given, (share, words) => heard.push([share, words]));
          return heard;
        }"""
    )
    shares = [share for share, _ in heard]
    assert len(shares) > 2 and shares == sorted(shares) and 0 <= shares[0] <= shares[-1] <= 1
    assert heard[0][1] == "player 2 of 2"


def test_what_is_asked_of_many_games_is_still_right(tab):
    """Only the last games are kept: the first is solved again."""
    games = [game(tiles=n) for n in (3, 4, 5, 6, 7, 3)]
    asked = [["box.solve", {"game": each, "question": question()}] for each in games]
    for each, found in zip(games, tab.evaluate(ASK, asked), strict=True):
        assert found["value"] == str(python_game(each).value())
