"""Hypothesis generators for the tests, all in one place."""

from __future__ import annotations

import copy
import math
import random
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

THOROUGH = 100  # examples of a test that does not say how many
GATE = 20  # the same for "make coverage", which the gate runs
QUICK = 10  # and for "make test"


def examples(number: int) -> settings:
    """So many examples in a thorough run, and in others as many fewer as of other tests."""
    return settings(max_examples=-(-number * settings().max_examples // THOROUGH))


@st.composite
def proper_processes(draw: st.DrawFn, *, signed: bool = False) -> Any:
    """A process with at most six choices, from everywhere a way out.

    Choices that end the play come first; every other one has a branch to a state with an option of
    smaller number. With ``signed``, costs may be negative and all its options have smaller numbers.
    """
    from tests.brute import Process

    ends = draw(st.integers(1, 2))
    inner = draw(st.integers(0, 4))
    cost = st.integers(-9 if signed else 0, 9) | st.integers(0, 2**70)
    weight = st.integers(1, 3) | st.integers(1, 2**66)
    process = Process([], [[] for _ in range(ends)], [])
    for c in range(ends, ends + inner):
        below = st.integers(0, c - 1)
        anywhere = below if signed else st.integers(0, ends + inner - 1)
        others = draw(st.sets(anywhere, max_size=2))
        process.options.append(draw(st.permutations(sorted(others | {draw(below)}))))
        targets = {c - ends} | draw(st.sets(st.integers(0, inner - 1), max_size=2))
        weights = [draw(weight) for _ in targets]
        process.branches.append(
            [(Fraction(w, sum(weights)), s) for w, s in zip(weights, sorted(targets))]
        )
    process.options.append(list(range(ends + inner)))
    process.cost.extend(Fraction(draw(cost), draw(weight)) for _ in process.branches)
    return process


@st.composite
def flip_rules(draw: st.DrawFn) -> dict[str, Any]:
    """A game of flip with two cards and few policies; its goal may be out of reach."""
    die = st.dictionaries(st.integers(1, 3), st.integers(1, 5), min_size=1, max_size=2)
    dice = []
    for each in draw(st.lists(die, min_size=1, max_size=2)):
        shared = math.gcd(*each.values())
        dice.append([[face, each[face] // shared] for face in sorted(each)])
    masks = {key: draw(st.integers(0, 3)) for key in ("start", "goal")}
    return {"rule": "flip", "cards": 2, "dice": dice, **masks}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a JSON value."""
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    else:
        return []
    return [(value, key) for key, _ in inside] + [p for _, v in inside for p in places(v)]


def leaves(value: Any, trail: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Any]]:
    """Every number and string inside a JSON value, with the keys that lead to it."""
    if not isinstance(value, (dict, list)):
        return [(trail, value)]
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return [leaf for key, inner in pairs for leaf in leaves(inner, (*trail, key))]


ODDITIES: list[Any] = [None, True, False, 0.5, -1, 0, 2**63, "", "0", "-0", "0A", "é", "min"]
ODDITIES += [[], [[]], {}]


@st.composite
def mutated(draw: st.DrawFn, original: dict[str, Any]) -> dict[str, Any]:
    """The JSON object with one to three small changes of its structure, numbers or strings."""
    changed = copy.deepcopy(original)
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(places(changed) or [(changed, "empty")]))
        old = container[key] if container else None
        ways = ["replace", "delete", "double", "swap"]
        way = draw(st.sampled_from([*ways, "digit", "digit", "digit"]))
        if way == "digit" and type(old) is int:
            container[key] = max(0, old + draw(st.sampled_from([-2, -1, 1, 2])))
        elif way == "digit" and isinstance(old, str) and old:
            at = draw(st.integers(0, len(old) - 1))
            new = draw(st.sampled_from("0123456789abcdef-."))
            container[key] = old[:at] + new + old[at + 1 :]
        elif way == "delete" and container:
            del container[key]
        elif way == "double" and isinstance(container, list):
            container.insert(key, copy.deepcopy(old))
        elif way == "double":
            container[f"{key}2"] = old
        elif way == "swap" and container:
            other = draw(
                st.sampled_from(
                    list(container) if isinstance(container, dict) else list(range(len(container)))
                )
            )
            container[key], container[other] = container[other], old
        else:
            container[key] = copy.deepcopy(draw(st.sampled_from(ODDITIES)))
    return changed


@st.composite
def mutated_bytes(draw: st.DrawFn, original: bytes) -> bytes:
    """The bytes with a few of them replaced, removed, inserted or cut off at the end."""
    changed = bytearray(original)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(changed) - 1)))
        cut = draw(st.sampled_from([0, 1, 1, 1, 4, len(changed)]))
        changed[at : at + cut] = draw(
            st.binary(max_size=3)
            | st.sampled_from(
                [
                    b"[",
                    b"]",
                    b"{",
                    b'"',
                    b",",
                    b"0",
                    b"1",
                    b"-",
                    b"[[[[[[[[[[[[[[[[[[[[",
                    b"\\u0030",
                ]
            )
        )
    return bytes(changed)


# Linear systems ----------------------------------------------------------------------------------

INTEGERS = st.integers(-9, 9) | st.integers(-(2**70), 2**70)


@st.composite
def sparse_rows(draw: st.DrawFn, max_size: int = 8) -> list[list[int]]:
    """A square integer matrix with many zeros, as rows."""
    n = draw(st.integers(1, max_size))
    entry = st.just(0) | st.just(0) | INTEGERS
    return [[draw(entry) for _ in range(n)] for _ in range(n)]


@st.composite
def invertible_matrices(draw: st.DrawFn) -> list[list[int]]:
    """Of order 2 to 9: strictly diagonally dominant, rows shuffled."""
    n = draw(st.integers(2, 9))
    rows = [[draw(st.integers(-9, 9)) for _ in range(n)] for _ in range(n)]
    for i, row in enumerate(rows):
        row[i] = sum(map(abs, row)) + draw(st.integers(1, 9))
    return draw(st.permutations(rows))


@st.composite
def integer_systems(draw: st.DrawFn) -> tuple[list[list[int]], list[int]]:
    """Rows and a right-hand side; singular or not."""
    rows = draw(sparse_rows() | invertible_matrices())
    right = INTEGERS | st.integers(-(2**900), 2**900)
    return rows, [draw(right) for _ in rows]


@st.composite
def rational_systems(draw: st.DrawFn) -> tuple[list[list[Any]], list[Any]]:
    """Rows and a right-hand side of ints and Fractions."""
    rows, right = draw(integer_systems())
    denominator = st.just(1) | st.integers(1, 12) | st.integers(1, 2**66)
    scaled = [[Fraction(v, draw(denominator)) for v in row] for row in rows]
    return scaled, [Fraction(v, draw(denominator)) for v in right]


@st.composite
def singular_matrices(draw: st.DrawFn) -> list[list[int]]:
    """The last row is a combination of the others, and rows and columns are shuffled."""
    rows = draw(sparse_rows(6))
    factors = [draw(st.integers(-3, 3)) for _ in rows[:-1]]
    rows[-1] = [
        sum(f * row[j] for f, row in zip(factors, rows[:-1], strict=True)) for j in range(len(rows))
    ]
    order = draw(st.permutations(range(len(rows))))
    return draw(st.permutations([[row[j] for j in order] for row in rows]))


@st.composite
def deficient_matrices(draw: st.DrawFn, entries: st.SearchStrategy[Any], size: int = 5) -> Any:
    """Rows of `entries` and the number of columns, any shape from 0 rows, often rank-deficient.

    Some rows are multiples of others, some columns are zero or repeat.
    """
    m, n = draw(st.integers(0, size)), draw(st.integers(1, size))
    a = [[draw(entries) for _ in range(n)] for _ in range(m)]
    for _ in range(draw(st.integers(0, 2)) if m > 1 else 0):
        i, j = draw(st.integers(0, m - 1)), draw(st.integers(0, m - 1))
        a[i] = [draw(st.sampled_from([0, 1, -2])) * e for e in a[j]]
    for _ in range(draw(st.integers(0, 1))):
        i, j = draw(st.integers(0, n - 1)), draw(st.integers(0, n - 1))
        for row in a:
            row[i] = row[j]
    return a, n


def small_integers() -> st.SearchStrategy[int]:
    """Integers with many common factors, and a few long ones."""
    return st.sampled_from([0, 0, 1, -1, 2, -2, 3, 4, 6, -9, 30]) | st.sampled_from(
        [2**63, -(10**20)]
    )


def small_rationals() -> st.SearchStrategy[Any]:
    """Integers and Fractions, many of them zero."""
    return small_integers() | st.fractions(-3, 3, max_denominator=6) | st.just(0)


# Decision processes ------------------------------------------------------------------------------


@st.composite
def small_processes(draw: st.DrawFn) -> tuple[list[Any], list[list[int]], str]:
    """Choices, states and a sense, for `Model.from_choices`.

    At most six choices and a few policies. Choice 0 ends the play, and each other one has
    a branch to a state with an option of a smaller number, so some policy always ends.
    Costs are 0 or more; in the sense "max" every policy ends.
    """
    n = draw(st.integers(2, 6))
    sense = draw(st.sampled_from(["min", "max"]))
    cost = st.just(Fraction(0)) | st.fractions(0, 5, max_denominator=4)
    chance: list[Any] = [(draw(cost), [])]
    decision: list[list[int]] = []
    for c in range(1, n):
        nodes = []
        for k in range(draw(st.integers(1, 2))):
            below = st.integers(0, c - 1)
            anywhere = st.integers(0, n - 1) if k or sense == "min" else below
            first = draw(below if k == 0 else anywhere)
            nodes.append(len(decision))
            decision.append(sorted({first, draw(anywhere)}))
        weights = [draw(st.integers(1, 4)) for _ in nodes]
        total = sum(weights)
        branches = [(Fraction(w, total), d) for w, d in zip(weights, nodes, strict=True)]
        chance.append((draw(cost), branches))
    return chance, decision, sense


@st.composite
def tables(draw: st.DrawFn, states=5, choices=1, forward=False):
    """``(states, rewards)`` as `Model.from_lists` takes them, with Fractions.

    With ``forward``, the last state stays where it is and others lead to later ones only.
    """
    n = draw(st.integers(1, states))
    weight = st.integers(1, 4) | st.sampled_from([10**9, 2**70])
    table = []
    for s in range(n):
        target = st.integers(s + 1, n - 1) if forward and s < n - 1 else st.integers(0, n - 1)
        target = st.just(s) if forward and s == n - 1 else target
        branches = st.lists(st.tuples(weight, target), min_size=1, max_size=3)
        row = draw(st.lists(branches, min_size=1, max_size=choices))
        table.append([[(Fraction(w, sum(v for v, _ in c)), t) for w, t in c] for c in row])
    reward = st.integers(-4, 4) | st.fractions(-3, 3, max_denominator=6)
    return table, [[Fraction(draw(reward)) for _ in row] for row in table]


@st.composite
def models(draw: st.DrawFn, *, players: bool = False, long: bool = False) -> Any:
    """A small Model with few enough policies to try all of them.

    Labels "goal", which may be empty, and "stay"; rewards "some", 0 or more, many 0, and "signed".
    There are ends, loops and cycles, so end components, and goals out of reach. Drawn are size and
    seed: what Hypothesis draws bit by bit is nearly always trivial. `long`: many numbers are near
    the ends of 64 bits or beyond them.
    """
    from exactbox.mdp.model.model import Model

    n = draw(st.sampled_from([4, 5, 5, 3, 2, 1] if players else [4, 5, 6, 5, 6, 3, 2, 1]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    goal = rng.sample(range(n), min(n, rng.choice([0, 1, 1, 1, 2])))
    edge = [k * 2**e + d for k in (1, 3) for e in (31, 61, 62, 63, 64, 83) for d in (-1, 0, 1)]
    sizes = [1, 2, 3, 4, *(rng.sample(edge, 3) if long else [])]
    large = [*rng.sample(edge, 2), 10**30] if long else []
    policies = 1
    states: list[list[list[tuple[Fraction, int]]]] = []
    for s in range(n):
        end = rng.random() < (0.7 if s == n - 1 else 0.1)
        count = 1 if end or policies > 40 else rng.choice([1, 2, 2, 3])
        policies *= count
        row = []
        for _ in range(count):
            targets = {s if end else rng.randrange(n)}
            while not end and rng.random() < 0.6:
                targets.add(rng.choice([s, n - 1, rng.randrange(n), rng.randrange(n)]))
            weights = [rng.choice(sizes) for _ in targets]
            row.append([(Fraction(w, sum(weights)), t) for w, t in zip(weights, sorted(targets))])
        states.append(row)

    def rewards(values: list[int]) -> list[list[Fraction]]:
        over = [1, 1, 2, 3, *large]
        return [[Fraction(rng.choice(values), rng.choice(over)) for _ in r] for r in states]

    return Model.from_lists(
        states,
        initial=rng.randrange(n),
        labels={"goal": goal, "stay": [s for s in range(n) if rng.random() < 0.8]},
        rewards={
            "some": rewards([0, 0, 0, 1, 2, 5, *large]),
            "signed": rewards([-4, -1, 0, 1, 3, *large, *(-v for v in large)]),
        },
        players=[rng.random() < 0.5 for _ in states] if players else None,
    )


class Listed(NamedTuple):
    """A process written down: choices, and the options of states, which may share them."""

    branches: list[list[tuple[Fraction, int]]]  # of a choice; none: it ends the play
    rewards: dict[str, list[Fraction]]  # by name, of the choices
    options: list[list[int]]  # of a state: choices
    labels: dict[str, list[int]]
    players: list[bool] | None
    initial: int


@st.composite
def listed(
    draw: st.DrawFn, *, players: bool = False, ends: bool = True, long: bool = False
) -> Listed:
    """A process with shared choices, with choices that end the play, with both or with neither.

    Few enough policies to try all; else as `models`. Some choices are nobody's option, some are
    there twice.
    """
    n = draw(st.sampled_from([4, 5, 4, 3, 3, 2, 1]))
    shared = draw(st.sampled_from([True, True, False]))
    ending = draw(st.sampled_from([0.3, 0.15, 0.0])) if ends else 0.0
    rng = random.Random(draw(st.integers(0, 2**32)))
    edge = [k * 2**e + d for k in (1, 3) for e in (31, 61, 62, 63, 64, 83) for d in (-1, 0, 1)]
    sizes = [1, 2, 3, 4, *(rng.sample(edge, 3) if long else [])]
    large = [*rng.sample(edge, 2), 10**30] if long else []
    counts, policies = [], 1
    for _ in range(n):
        counts.append(rng.choice([1, 2, 2, 3]) if policies <= 24 else 1)
        policies *= counts[-1]
    size = rng.randint(max(counts), max(sum(counts) - 1, max(counts))) if shared else sum(counts)
    branches: list[list[tuple[Fraction, int]]] = []
    for c in range(size):
        targets: set[int] = set()
        while rng.random() < 0.6 or not targets:
            targets.add(rng.choice([min(c, n - 1), n - 1, rng.randrange(n), rng.randrange(n)]))
        weights = [rng.choice(sizes) for _ in targets]
        row = [(Fraction(w, sum(weights)), t) for w, t in zip(weights, sorted(targets))]
        again = branches and rng.random() < 0.1
        branches.append(rng.choice(branches) if again else [] if rng.random() < ending else row)
    numbers = iter(range(size))
    options = [
        rng.sample(range(size), k) if shared else [next(numbers) for _ in range(k)] for k in counts
    ]

    def rewards(values: list[int]) -> list[Fraction]:
        over = [1, 1, 2, 3, *large]
        return [Fraction(rng.choice(values), rng.choice(over)) for _ in branches]

    return Listed(
        branches,
        {
            "some": rewards([0, 0, 0, 1, 2, 5, *large]),
            "signed": rewards([-4, -1, 0, 1, 3, *large, *(-v for v in large)]),
        },
        options,
        {
            "goal": sorted(rng.sample(range(n), min(n, rng.choice([0, 1, 1, 1, 2])))),
            "stay": [s for s in range(n) if rng.random() < 0.8],
        },
        [rng.random() < 0.5 for _ in range(n)] if players else None,
        rng.randrange(n),
    )


@st.composite
def flip_games(draw: st.DrawFn) -> dict[str, Any]:
    """Keyword arguments for games.flip.flip: two or three cards, few enough policies to try all."""
    cards = draw(st.integers(1, 3))
    top = 2 if cards == 3 else 3
    face = st.dictionaries(st.integers(1, top), st.integers(1, 5), min_size=1, max_size=2)
    dice = draw(st.lists(face, min_size=1, max_size=2 if cards < 3 else 1))
    mask = st.integers(0, 2**cards - 1)
    return {"cards": cards, "dice": dice, "start": draw(mask), "goal": draw(mask)}


# Shut the Box ------------------------------------------------------------------------------------


HOUSE_RULES: list[dict[str, Any]] = [{}, {}, {}, {"single": True}, {"most": 2}, {"stop": 5}]
HOUSE_RULES += [{"score": "count"}, {"score": "digits"}, {"behind": True}, {"first": True}]
HOUSE_RULES += [{"most": 1, "stop": 3, "score": "count"}]


@st.composite
def shutbox_rules(draw: st.DrawFn) -> Any:
    """Rules with at most four tiles and small dice; most have something to decide."""
    from exactbox.games.shutbox import Rules

    boxes = [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 5), (1, 2, 4, 6), (1, 3, 4), (2, 3, 5), (1, 4)]
    tiles = draw(st.sampled_from(boxes))
    house = dict(draw(st.sampled_from(HOUSE_RULES)))
    dice = draw(st.sampled_from([(3, 3), (2, 4), (3, 2), (2, 2), (4, 4), (6,), (3,), (2, 2, 2)]))
    if house.get("behind"):
        tiles = sorted(tiles)[:2]
        house["behind"] = tuple(draw(st.permutations(tiles)))
    if house.get("first"):
        house["first"] = min(tiles)
    return Rules(
        tiles=tuple(sorted(tiles)),
        dice=dice,
        one_die=draw(st.sampled_from(["sum", "above", "never"])),
        limit=draw(st.sampled_from([3, 6, 1, 2])),
        choice=draw(st.booleans()),
        **house,
    )


# Machines of rules -------------------------------------------------------------------------------


def lock_strings() -> st.SearchStrategy[str]:
    """Strings over the lock's letters and X, half of them related to something."""
    related = st.builds(
        lambda w, z: w + "Q" + z + "Q", st.text("LRV", max_size=9), st.text("LQRVX", max_size=6)
    )
    return st.text(alphabet="LQRVX", max_size=14) | related


@st.composite
def rule_tables(draw: st.DrawFn) -> str:
    """Rule tables over the letters A to D, A opening."""
    closing = draw(st.sampled_from(["", "A", "B", "AB", "D"]))
    steps = draw(st.lists(st.sampled_from("BCD"), max_size=3, unique=True))
    piece = st.sampled_from(["y", "~y", "y", "A", "B", "C", "D"])
    rules = [f"Ax{closing}=x"]
    for letter in steps:
        right = draw(st.lists(piece, min_size=1, max_size=4).filter(lambda p: "y" in "".join(p)))
        rules.append(f"{letter}x={''.join(right)}")
    return ",".join(rules)


def json_values() -> st.SearchStrategy[Any]:
    """Small JSON values of every type."""
    leaf = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from("QLVR")
    return st.recursive(
        leaf,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=4,
    )


@st.composite
def block_systems(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    """A system of small blocks, some of which need earlier ones, in a random order; b too.

    Entries are small, or next to where a number or a product leaves 62, 63 or 64 bits.
    """
    edge = st.sampled_from([2**31, 2**32, 2**61, 2**62, 2**63])
    near = st.builds(
        lambda e, d, s: s * (e + d), edge, st.integers(-2, 2), st.sampled_from([-1, 1])
    )
    small = st.integers(-4, 4)
    entry = small if draw(st.booleans()) else small | small | small | near
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    n = sum(sizes)
    a = [[0] * n for _ in range(n)]
    low = 0
    for size in sizes:
        for i in range(low, low + size):
            for j in range(low, low + size):
                a[i][j] = draw(entry)
            a[i][i] = a[i][i] or 1
            if low and draw(st.booleans()):
                a[i][draw(st.integers(0, low - 1))] = draw(entry)
        low += size
    columns = draw(st.integers(1, 2))
    b = [[draw(entry) for _ in range(columns)] for _ in range(n)]
    rows, unknowns = draw(st.permutations(range(n))), draw(st.permutations(range(n)))
    return [[a[i][j] for j in unknowns] for i in rows], b
