"""What games of named rules take is reckoned before they are made: not too little, and soon."""

from __future__ import annotations

import time
import tracemalloc
from itertools import chain, combinations
from math import prod

import pytest
from hypothesis import given

from exactbox.checker.fast.budget import ITEM, Budget
from exactbox.checker.fast.games import pay_for_game, pay_for_moves, states
from exactbox.checker.files import GaveUp
from exactbox.checker.reading import MalformedCertificate
from exactbox.checker.rules import flip, shutbox
from exactbox.games.shutbox import Question
from tests.strategies import examples, shutbox_rules

BOX = {
    "rule": "shutbox", "behind": [], "choice": 0, "first": 0, "goal": "shut", "limit": 0,
    "most": 0, "one_die": "never", "score": "sum", "single": 0, "stop": 0,
}  # fmt: skip
RULES = {"flip": flip, "shutbox": shutbox}


def box(tiles, **rules):
    model = BOX | {"tiles": list(tiles)} | rules
    return {"start": 2 ** (len(model["tiles"]) + len(model["behind"])) - 1} | model


def cards(n, dice, start=None, goal=0):
    faces = [[[i, 1] for i in range(1, sides + 1)] for sides in dice]
    start = 2**n - 1 if start is None else start
    return {"rule": "flip", "cards": n, "dice": faces, "goal": goal, "start": start}


def paid(model):
    budget = Budget(1000)
    work, memory = budget.work, budget.memory
    pay_for_game(model["rule"], model, budget)
    return work - budget.work, memory - budget.memory


SMALL = {
    "nine tiles": box(range(1, 10), dice=[6, 6]),
    "one die or two": box(range(1, 10), dice=[6, 6], one_die="sum", limit=6, choice=1),
    "single tiles": box(range(1, 10), dice=[6, 6, 4], single=1),
    "two rows": box([1, 2, 3, 4, 5], behind=[5, 4, 3, 2, 1], dice=[6, 4]),
    "few tiles a move": box(range(1, 13), dice=[20], most=2),
    "a die of many sides": box([1], dice=[20_000]),
    "32 dice": box([1, 32, 48, 49, 63, 64], dice=[2] * 32, most=2),
    "digits": box(range(1, 11), dice=[30], score="digits"),
    "cards": cards(10, [5, 5]),
    "cards and a weighted die": cards(8, [4, 3, 2]),
    "cards at the goal": cards(59, [30, 30], start=5, goal=5),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_memory_that_a_game_takes_is_less_than_what_is_paid(name):
    model = SMALL[name]
    _, memory = paid(model)
    tracemalloc.start()
    try:
        RULES[model["rule"]].game(model)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < memory + 150_000


# few sets of them have one sum
LARGE = [10**6 + 3**k for k in range(1, 17)] + [10**8 + 7 * k * k for k in range(43)]
HUGE = {
    "59 cards": cards(59, [59, 59]),
    "32 dice for cards": cards(8, [2] * 32),
    "59 tiles": box(range(1, 60), dice=[600, 600]),
    "59 tiles and a die": box(range(1, 60), dice=[1000]),
    "17 tiles": box(range(1, 18), dice=[153]),
    "59 large tiles": box(LARGE, dice=[10**9 - 1] * 32),
    "20 large tiles": box(LARGE[6:26], dice=[10**9 - 1]),
    "a large die": box([1], dice=[10**9 - 1]),
    "a large first die": box([1], dice=[10**9 - 1, 1], one_die="sum", limit=1),
    "32 large dice": box([1], dice=[1000] * 32),
    "faces of 32 dice": box([1], dice=[50] * 32, single=1),
    "faces of 32 large dice": box([1], dice=[10**9 - 1] * 32, single=1),
    "two rows": box(range(1, 30), behind=list(range(1, 30)), dice=[100]),
}  # fmt: skip


@pytest.mark.parametrize("name", HUGE)
def test_a_huge_game_is_given_up_at_once(name):
    start = time.process_time()
    with pytest.raises(GaveUp):
        paid(HUGE[name])
    assert time.process_time() - start < 1  # 0.005 s


def test_games_that_are_played_are_paid_by_a_tiny_file():
    for model in (
        box(range(1, 13), dice=[6, 6], one_die="sum", limit=6, choice=1),
        box(range(1, 60), dice=[6, 6]),  # no roll shuts the tiles above 12
        box(range(1, 10), behind=list(range(9, 0, -1)), dice=[6, 6], one_die="sum", limit=6),
        box([1, 32, 48, 49, 63, 64], dice=[2] * 32, most=2),
        cards(16, [8, 8]),
    ):
        paid(model)


def tried(given):
    """Sets of tiles that fit, of all positions, by trying all positions and all sets."""
    rules = shutbox.Box(given)
    count = 0
    every = range(len(rules.numbers))
    for mask in range(rules.full + 1):
        if rules.behind and mask & ~(mask >> rules.size) & (1 << rules.size) - 1:
            continue  # a tile is shut behind one that is not
        tiles = [i for i in every if mask >> i & 1]
        for shut in chain.from_iterable(combinations(tiles, k) for k in range(len(tiles) + 1)):
            left = mask - sum(1 << i for i in shut)
            covered = rules.behind and left & ~(left >> rules.size) & (1 << rules.size) - 1
            number = sum(rules.numbers[i] for i in shut)
            count += not covered and number <= rules.top and len(shut) <= (rules.most or 99)
    return count


@pytest.mark.parametrize(
    "given",
    [
        box([1, 2, 3, 5, 8], dice=[8]),
        box([1, 2, 3, 5, 8], dice=[9], most=2),
        box([1, 2, 4], behind=[3, 4, 2], dice=[4, 3]),
        box([2, 3, 4], behind=[1, 1, 1], dice=[4], most=2),
    ],
)
def test_moves_are_counted_by_columns_as_by_trying_all(given):
    """All tiles can be shut here, so that all positions count."""
    rules = shutbox.Box(given)
    columns = [states(rules, column, [rules.full]) for column in rules.columns]
    counted = pay_for_moves(rules, columns, prod(map(len, columns)), Budget(1000))
    assert counted == tried(given)


@examples(100)
@given(shutbox_rules())
def test_no_game_takes_more_positions_than_are_paid(rules):
    statement = Question(rules, "score").statement()
    work, memory = paid(statement)
    layout = shutbox.game(statement).layout
    assert memory >= 2 * ITEM * len(layout.weight) and work >= 300 * len(layout.action) - 1000


@pytest.mark.parametrize(
    "model",
    [
        {"rule": "flip"},
        {"rule": "shutbox"},
        box([2, 1], dice=[6]),
        box([1], dice=[6]) | {"start": 2},
        cards(60, [6]),
        cards(3, []),
        cards(3, [6]) | {"dice": [[]]},
    ],
)
def test_what_is_no_game_is_refused(model):
    with pytest.raises(MalformedCertificate):
        paid(model)
