"""Small files, of each kind, that would cost much work or memory: the budget ends the check.

Each has a size, so that an honest file of the same shape is a small one of them. What a check costs
is asked of its budget, not of a clock.
"""

from __future__ import annotations

import json
import time
import tracemalloc
from contextlib import suppress
from fractions import Fraction

import pytest

from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker.command import MAX_FACT, fact
from exactbox.checker.fast.budget import Budget, distinct, key
from tests.corpus import canonical
from tests.process_certificates import asked, certificate, explicit, number

LONG = 2**200_000 + 1
LIMIT = 10**8  # a fortieth of what any file gets
BOX = {
    "rule": "shutbox", "behind": [], "choice": 0, "first": 0, "goal": "shut", "limit": 0,
    "most": 0, "one_die": "never", "score": "sum", "single": 0, "stop": 0,
}  # fmt: skip


def one_choice(states, reward, **more):
    """All states have the same choice, which ends the play, and all are starts."""
    model = explicit([{}], [[0]] * states)
    question = asked("total", "max", model, reward=[reward], **more)
    witness = {"policy": [0] * states, "ranks": [0], "levels": {}}
    return certificate(question, values={0: reward}, **witness)


def starts_of_one_value(n):
    return one_choice(n, LONG, start=list(range(n)))


def bounds_of_one_long_value(n):
    """Lower bounds of 1 / LONG, from all states but the goal."""
    model = explicit([{0: 1}], [[0]] * n)
    question = asked("reach", "max", model, goal=[0], start=list(range(1, n)))
    bounds = {"lower": {0: Fraction(1, LONG)}, "upper": {0: 1}}
    return certificate(question, policy=[0] * n, ranks=[1], **bounds)


def brackets_of_a_long_value(n):
    """The second state may go, in n ways, to the first, which has a long value."""
    model = explicit([{}] + [{0: 1}] * n, [[0], list(range(n + 1))])
    question = asked("total", "max", model, reward=[LONG] + [0] * n)
    return certificate(question, policy=[0, 0], values={0: LONG}, ranks=[0] * (n + 1), levels={})


def equal_options(n):
    """The second of two equal choices, n times."""
    model = explicit([{}, {}], [[0], [1] + [0] * (n - 1)])
    question = asked("total", "max", model, reward=[LONG, LONG])
    return certificate(question, policy=[0, 0], values={0: LONG, 1: LONG}, ranks=[0, 0], levels={})


def cofactors_of_one_sum(n):
    """A state of a long denominator that leads to n states of denominator 1, each its own block."""
    model = explicit([dict.fromkeys(range(1, n + 1), 1)] + [{}] * n, [[i] for i in range(n + 1)])
    question = asked("total", "max", model, reward=[0] + [1] * n)
    proof = certificate(question, policy=[0] * (n + 1), ranks=[1] + [0] * n, levels={})
    blocks = [[f"{LONG:x}", [0], [f"{LONG:x}"]], *([1, [i], [1]] for i in range(1, n + 1))]
    proof["witness"]["values"] = blocks
    return proof


def long_weight_among_short(n):
    """n branches, the first with a long weight, and an option that has them, five times."""
    branches = {0: LONG - 1, **dict.fromkeys(range(1, n), 1)}
    model = explicit([{}, branches], [[0, *[1] * 5], *[[0]] * n])
    question = asked("total", "max", model, reward=[1, 0])
    return certificate(question, policy=[0] * (n + 1), values={0: 1}, ranks=[0, 0], levels={})


def within(choices, options, **more):
    return certificate(asked("within_steps", "max", explicit(choices, options), **more))


def by_box(**rules):
    model = BOX | rules
    model["start"] = 2 ** len(model["tiles"]) - 1
    question = {"model": model, "objective": "total", "sense": "max"}
    return certificate(question, policy=[], ranks=[], values={}, levels={})


def long_tie(n):
    """The reward of each of 2^n scores is one long number, not 2^n of them."""
    tie = [1, f"{LONG:x}"]
    tiles = list(range(1, n + 1))
    return by_box(tiles=tiles, dice=[n], goal="beat", score="digits", best=10**17, tie=tie)


def remainders(n):
    """A row with a long number, listed n times."""
    matrix = {"columns": n, "numerators": [f"{LONG:x}"], "places": [0], "sizes": [1]}
    kernel = {"blocks": [0] * n, "denominators": [1], "numerators": [], "places": []}
    return {
        "certificate": 2,
        "kind": "linear",
        "question": {"denominators": [1], "matrix": matrix, "statement": "rank"},
        "witness": {
            "minor": {"rows": [0] * n, "columns": list(range(n)), "modulus": 10**9 + 7},
            "kernel": kernel | {"sizes": [0] * n},
        },
    }


def cofactors_of_a_row(n):
    """One equation in n unknowns, each its own block, the first of a long denominator."""
    matrix = {"columns": n, "numerators": [1] * n, "places": list(range(n)), "sizes": [n]}
    solution = {
        "blocks": list(range(n)), "denominators": [f"{LONG:x}"] + [1] * (n - 1),
        "numerators": [1] * n, "places": [0] * n, "sizes": [1] * n,
    }  # fmt: skip
    right = {"columns": 1, "numerators": [1], "places": [0], "sizes": [1]}
    question = {"denominators": [1], "matrix": matrix, "right": right, "statement": "solution"}
    witness = {"solution": solution}
    return {"certificate": 2, "kind": "linear", "question": question, "witness": witness}


GIVEN_UP = {  # made where one is asked for: to make all takes half a second
    "long values of many starts": lambda: starts_of_one_value(2000),
    "long bounds of many starts": lambda: bounds_of_one_long_value(2000),
    "brackets of long values": lambda: brackets_of_a_long_value(3000),
    "comparisons of equal long values": lambda: equal_options(20_000),
    "cofactors of one sum": lambda: cofactors_of_one_sum(20_000),
    "a long weight among short ones": lambda: long_weight_among_short(20_000),
    "options within steps": lambda: within([{0: 1}], [[0] * 50_000], reward=[1], steps=100),
    "equal long rewards within steps": lambda: within(
        [{}, {}], [[1] + [0] * 50_000], reward=[LONG, LONG], steps=1
    ),
    "goals within steps": lambda: within(
        [{0: LONG, 1: 2 * LONG + 1}], [[0]] * 50_000, goal=list(range(1, 50_000)), steps=10**17
    ),
    "users of one choice within steps": lambda: within(
        [dict.fromkeys(range(20_000), 1)],
        [[0]] * 20_000,
        goal=list(range(0, 20_000, 2)),
        steps=10**17,
    ),
    "goals that share a choice within steps": lambda: within(
        [{0: 1, 1: 1}], [[0]] * 20_000, goal=list(range(1, 20_000)), steps=10**17
    ),
    "a die of many sides": lambda: by_box(tiles=[1], dice=[13_000_000]),
    "dice that are seen one by one": lambda: by_box(tiles=[1], dice=[40] * 6, single=1),
    "sets of tiles": lambda: by_box(tiles=list(range(1, 60)), dice=[600, 600]),
    "remainders of a long number": lambda: remainders(5000),
    "cofactors of a row": lambda: cofactors_of_a_row(20_000),
}


@pytest.mark.parametrize("name", GIVEN_UP)
def test_what_would_take_too_long_is_given_up(name):
    with pytest.raises(GaveUp, match=r"more work than \d"):
        check_certificate(canonical(GIVEN_UP[name]()), max_work=LIMIT)


SPARING = {  # what is small in work, and was not in memory
    "goals within steps": lambda: within(
        [{0: LONG, 1: 2 * LONG + 1}], [[0]] * 5000, goal=list(range(1, 5000)), steps=20
    ),
    "one long value of many states within steps": lambda: within(
        [{}], [[0]] * 5000, reward=[LONG], steps=1, start=list(range(5000))
    ),
    "a die of many sides": lambda: by_box(tiles=[1], dice=[1_000_000]),
    "a reward of many scores": lambda: long_tie(12),
    "brackets of long values": GIVEN_UP["brackets of long values"],
    "cofactors of one sum": GIVEN_UP["cofactors of one sum"],
    "cofactors of a row": GIVEN_UP["cofactors of a row"],
    "long bounds of many starts": GIVEN_UP["long bounds of many starts"],
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SPARING)
def test_the_memory_that_is_taken_is_less_than_what_is_paid(monkeypatch, name):
    budgets = []

    class Kept(Budget):
        def __init__(self, *args):
            super().__init__(*args)
            self.memory = 40 << 20
            budgets.append(self)

    monkeypatch.setattr("exactbox.checker.fast.Budget", Kept)
    monkeypatch.setattr("exactbox.checker.fast.rationals.KEPT_BITS", 1 << 25)
    raw = canonical(SPARING[name]())
    tracemalloc.start()
    try:
        check_certificate(raw)
    except (GaveUp, InvalidCertificate, MalformedCertificate):
        pass
    finally:
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert len(budgets) == 1 and peak < 64 << 20


@pytest.mark.parametrize(
    "proof",
    [
        starts_of_one_value(3),
        bounds_of_one_long_value(3),
        brackets_of_a_long_value(3),
        equal_options(3),
        cofactors_of_one_sum(3),
        within([{0: 1}], [[0] * 3], goal=[], steps=3),
        within([{0: 1, 1: 1}], [[0]] * 5000, goal=list(range(1, 5000)), steps=20),
    ],
)
def test_small_ones_of_these_shapes_are_checked(proof):
    check_certificate(canonical(proof), max_work=LIMIT)


def test_numbers_of_one_hash_are_told_apart_in_no_time():
    """Python's hash of an integer is its rest modulo 2^61 - 1."""
    numbers = [5 + k * (2**61 - 1) for k in range(-20_000, 20_000)]
    assert len({*map(hash, numbers)}) < 4
    start = time.process_time()
    assert distinct(numbers + numbers) == numbers
    assert time.process_time() - start < 2  # 0.02 s; a set takes 20 s
    assert key(7) == 7 and key(-(2**61)) == "-2000000000000000"


ONE_HASH = [1 + (k + 2) * (2**61 - 1) for k in range(24_000)]


def one_value_each(denominators):
    """Plays that end at once and are worth 0, each over its own denominator."""
    n = len(denominators)
    model = explicit([{}] * n, [[c] for c in range(n)])
    question = asked("discounted", "max", model, reward=[0] * n, discount=0)
    proof = certificate(question, policy=[0] * n, values={})
    proof["witness"]["values"] = [[number(d), [c], [0]] for c, d in enumerate(denominators)]
    return proof


def listed(rows, columns=1, **more):
    """The same number of rows with a 1 each, in these columns."""
    n = len(rows)
    return {"numerators": [1] * n, "places": rows, "sizes": [1] * n, "columns": columns, **more}


def least_squares(places, over, solution, solution_over):
    """A row with a 1 for each of these places, over denominators; the right side is 0."""
    n, columns = len(places), len(solution_over)
    right = {"columns": 1, "numerators": [], "places": [], "sizes": [0] * n}
    x = {"blocks": list(range(columns)), "denominators": list(map(number, solution_over))}
    x |= {"numerators": solution, "places": [0] * len(solution)}
    x["sizes"] = [1] * len(solution) or [0] * columns
    question = {"denominators": list(map(number, over)), "statement": "least_squares"}
    question |= {"matrix": listed(places, columns), "right": right}
    return {"certificate": 2, "kind": "linear", "question": question, "witness": {"solution": x}}


@pytest.mark.parametrize(
    "make",
    [
        lambda: one_value_each(ONE_HASH),
        lambda: least_squares([0] * len(ONE_HASH), ONE_HASH, [], [1]),  # rows that a column meets
        lambda: least_squares([*range(24_000)], [1] * 24_000, [1] * 24_000, ONE_HASH),  # of A X - B
    ],
    ids=["values", "rows", "differences"],
)
def test_denominators_of_one_hash_take_no_more_than_is_paid(make):
    """In a set or a dict of them each would be compared with all others: 7 s and more."""
    raw, start = canonical(make()), time.process_time()
    with suppress(GaveUp, InvalidCertificate):
        check_certificate(raw, max_work=5 * LIMIT)
    assert time.process_time() - start < 6  # 0.4 s; where lines are counted 3.5


@pytest.mark.parametrize(("bits", "took"), [(80, 9.3), (200, 20.9), (600, 31.4), (3000, 125)])
def test_a_quotient_costs_about_the_nanoseconds_that_were_measured(bits, took):
    """Of each of its digits, of 30 bits, by the divisor's length."""
    budget = Budget(0)
    budget.division(600_000, bits)
    paid = (budget.all_work - budget.work) / ((600_000 - bits) / 30)
    assert 0.8 * took < paid < 1.4 * took


def test_a_long_decimal_number_is_not_converted_after_white_space():
    raw = b'{"certificate":2,"kind": ' + b"7" * 5000 + b"}"
    with pytest.raises(MalformedCertificate, match="not JSON"):
        check_certificate(raw)


def test_a_list_on_the_page_ends_where_its_text_does():
    """Values that are long are not all put into words."""
    said = []

    class Value(int):
        def __format__(self, how):
            said.append(1)
            return "7" * 99

    assert len(fact([Value()] * 10_000)) < MAX_FACT + 30
    assert len(said) < 12
    assert fact([1, 2]) == "1, 2" and fact([]) == ""
    assert json.dumps(fact(["x" * MAX_FACT])) == json.dumps("x" * MAX_FACT)
