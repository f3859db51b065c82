"""Games by their rules: the certificates that the package writes, with one number changed, or two.

The truth is that of the rules written out a second time: for Shut the Box in `shutbox_plain`, for
the flipped cards below, by brute force over all policies.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

from exactbox.games.flip import flip
from exactbox.games.shutbox import Question, Rules
from exactbox.mdp import total_until_end
from tests.shutbox_plain import Plain, share_of_the_first
from tests.weakenings.processes import Tiny, truth
from tests.weakenings.trial import Family, Json, Trial

BOXES = (
    Rules(tiles=(1, 2), dice=(2,)),
    Rules(tiles=(1, 2, 3), dice=(3,)),
    Rules(tiles=(1, 2, 3), dice=(2, 2), score="count"),
    Rules(tiles=(1, 3), dice=(2, 2), score="digits", one_die="sum", limit=2),
    Rules(tiles=(1, 2), dice=(2, 2), one_die="above", limit=2, choice=True),
    Rules(tiles=(1, 2), behind=(1, 1), dice=(3,)),
    Rules(tiles=(1, 2, 3), dice=(2, 2), single=True, stop=2, first=3),
)
FLIPS = (
    {"cards": 2, "dice": [2]},
    {"cards": 2, "dice": [2, 2]},
    {"cards": 2, "dice": [2, 2], "start": 1, "goal": 2},
    {"cards": 3, "dice": [1, 1], "start": 4, "goal": 7},
)
Base = tuple[Json, Fraction]  # a certificate, and the value


@cache
def turns() -> list[Base]:
    """One player's questions."""
    found = []
    for rules in BOXES:
        plain = Plain(rules)
        for goal, pay in (
            ("shut", lambda s: int(s == 0)),
            ("score", lambda s: -s),
            ("beat", lambda s: int(s < 2) + Fraction(s == 2, 2)),
        ):
            more: Any = {"best": 2, "tie": Fraction(1, 2)} if goal == "beat" else {}
            raw = Question(rules, goal, **more).certificate()
            found.append((json.loads(raw), abs(plain.best(plain.full, pay)[0])))
    return found


@cache
def matches(ties: str) -> list[Base]:
    """Matches of one to three players."""
    found = []
    for rules, players, at_once in product(BOXES, (1, 2, 3), (False, True)):
        raw = Question(rules, players=players, ties=ties, at_once=at_once).certificate()
        share = share_of_the_first(Plain(rules), players, ties, at_once)
        found.append((json.loads(raw), share))
    return found


@cache
def flips() -> list[Base]:
    """Cards turned over, as few times as possible."""
    found = []
    for given in FLIPS:
        game = flip(**given)
        found.append((json.loads(total_until_end(game).certificate()), turned(**given)))
    return found


def turned(cards: int, dice: list[int], start: int = 0, goal: int | None = None) -> Fraction:
    """The fewest expected turns, by the rules."""
    goal = 2**cards - 1 if goal is None else goal
    states = [(mask, roll) for mask in range(2**cards) for roll in _shown(cards, dice)]
    number = {state: s for s, state in enumerate(states)}
    options, branches = (
        [],
        [
            {number[mask, roll]: weight for roll, weight in _shown(cards, dice).items()}
            if mask != goal
            else {}
            for mask in range(2**cards)
        ],
    )
    for mask, roll in states:
        options.append([mask ^ 2 ** (card - 1) for card in roll] or [mask])
    reward = [Fraction(mask != goal) for mask in range(2**cards)]
    options.append([start])
    tiny = Tiny(*("cost", "min", options, branches, reward, set(), True, None, set(), None, 0, []))
    value = truth(tiny)[-1]
    assert isinstance(value, Fraction)
    return value


def _shown(cards: int, dice: list[int]) -> dict[tuple[int, ...], int]:
    found: dict[tuple[int, ...], int] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        shown = tuple(sorted(n for n in {*faces, sum(faces)} if n <= cards))
        found[shown] = found.get(shown, 0) + 1
    return found


def game_family(bases: Callable[[], list[Base]], rng: Random, count: int) -> Iterator[Trial]:
    """Trials of these games."""
    every = bases()
    for k in range(count):
        certificate, value = every[k % len(every)]
        witness = copy.deepcopy(certificate["witness"])
        for _ in range(rng.choice([1, 1, 1, 2, 2]) if k >= len(every) else 0):
            change(rng, witness)
        yield Trial(certificate["kind"], certificate["question"], witness, partial(_equals, value))


def _equals(value: Fraction, claim: Any) -> bool:
    return bool(claim.value == value)


def change(rng: Random, witness: Any) -> None:
    """Another number somewhere; or one left out, or twice."""
    place = witness
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        inner = [key for key in keys if isinstance(place[key], (dict, list)) and place[key]]
        if not inner:
            break
        place = place[rng.choice(inner)]
    if not place or isinstance(place, dict):
        return
    k = rng.randrange(len(place))
    what = rng.random()
    if what < 0.8 and isinstance(place[k], int):
        place[k] = max(0, place[k] + rng.choice([-1, 1, 1, 2]))
    elif what < 0.9:
        place[k] = rng.choice(place)
    elif what < 0.95:
        del place[k]
    else:
        place.insert(k, place[k])


GAME_FAMILIES: dict[str, Family] = {
    "shutbox": partial(game_family, turns),
    "flip": partial(game_family, flips),
    **{
        f"match_{ties}": partial(game_family, partial(matches, ties))
        for ties in ("share", "lose", "earlier")
    },
}
