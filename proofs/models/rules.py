#!/usr/bin/env python3
"""The rules that the models in this folder follow: ``python proofs/models/rules.py`` writes them.

Decision processes are written state by state, in the order in which a walk from the start meets
them, each with a description. A play that is over stays where it is. Where states are taken
together because of a symmetry, it is said why each of them may stand for all of its class.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from exactbox.formats.jsonmodel import write_json
from exactbox.mdp import Model

FOLDER = Path(__file__).parent
STAY = "stay"  # the only action when the play is over


# Chains ------------------------------------------------------------------------------------------


def knuth_yao() -> Model:
    """A fair die from a fair coin.

    Two flips have four results and three have eight; the two of eight that are too many go back to
    one flip, which has two. Source: Knuth, Yao, *The complexity of nonuniform random number
    generation*, 1976; the die of PRISM's case study *dice*.
    """
    faces = "one", "two", "three", "four", "five", "six"
    after = {  # heads, tails; flips so far
        "start": ("H", "T"),
        "H": ("HH", "HT"),
        "T": ("TH", "TT"),
        "HH": ("H", "one"),
        "HT": ("two", "three"),
        "TH": ("four", "five"),
        "TT": ("six", "T"),
    }

    def flip(state: str, action: str) -> Any:
        return {state: 1} if action == STAY else dict.fromkeys(after[state], "1/2")

    return Model.explore(
        "start",
        lambda state: ["flip"] if state in after else [STAY],
        flip,
        labels={face: lambda state, face=face: state == face for face in faces}
        | {"done": lambda state: state in faces},
        rewards={"flips": lambda state, action: int(action == "flip")},
    )


def craps() -> Model:
    """The pass line of craps: a bet on the one who rolls two dice.

    The first roll wins with 7 and 11 and loses with 2, 3 and 12. Any other sum is the point: it
    must come again before a 7 does. Source: Packel, *The Mathematics of Games and Gambling*, 1981.
    """

    def after(state: str, total: int) -> str:
        if state == "first roll":
            now = {7: "win", 11: "win", 2: "lose", 3: "lose", 12: "lose"}
            return now.get(total, f"point {total}")
        return "win" if state == f"point {total}" else "lose" if total == 7 else state

    def roll(state: str, action: str) -> Any:
        if action == STAY:
            return {state: 1}
        dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
        return [("1/36", after(state, a + b)) for a, b in dice]

    return Model.explore(
        "first roll",
        lambda state: [STAY] if state in ("win", "lose") else ["roll"],
        roll,
        labels={
            "win": lambda state: state == "win",
            "lose": lambda state: state == "lose",
            "done": lambda state: state in ("win", "lose"),
        },
        rewards={"rolls": lambda state, action: int(action == "roll")},
    )


def chutes_and_ladders() -> Model:
    """Milton Bradley's board of Chutes and Ladders, one player; the start is off the board, at 0.

    Square 100 must be met exactly: a longer move is not made. Nobody stops at the foot of a ladder
    or at the top of a chute, so 82 squares are left. Source: Althoen, King, Schilling, *How long is
    a game of Snakes and Ladders?*, 1993.
    """
    ladders = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
    chutes = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}

    def spin(square: int, action: str) -> Any:
        if action == STAY:
            return {square: 1}
        there = [square + k if square + k <= 100 else square for k in range(1, 7)]
        return [("1/6", (ladders | chutes).get(s, s)) for s in there]

    return Model.explore(
        0,
        lambda square: ["spin"] if square < 100 else [STAY],
        spin,
        labels={"done": lambda square: square == 100},
        rewards={"moves": lambda square, action: int(action == "spin")},
    )


# Decisions ---------------------------------------------------------------------------------------

LAKE = """\
SFFFFFFF
FFFFFFFF
FFFHFFFF
FFFFFHFF
FFFHFFFF
FHHFFFHF
FHFFHFHF
FFFHFFFG
""".splitlines()


def frozen_lake() -> Model:
    """The lake of 8 by 8 cells: from S over the ice F to the goal G, but not into a hole H.

    The ice is slippery: one goes where one wants, or to either side of it, each with probability
    1/3, and stays where the board ends. The reward is 1 for the step to the goal, so that of an
    action is the probability of that step. Source: Gymnasium's environment ``FrozenLake-v1``, map
    "8x8", which ends after 200 steps.
    """
    ways = {"left": (0, -1), "down": (1, 0), "right": (0, 1), "up": (-1, 0)}
    names = list(ways)

    def at(place: tuple[int, int]) -> str:
        return LAKE[place[0]][place[1]]

    def landings(place: tuple[int, int], way: str) -> list[tuple[int, int]]:
        found = []
        for turn in (-1, 0, 1):
            down, right = ways[names[(names.index(way) + turn) % 4]]
            row, column = place[0] + down, place[1] + right
            found.append((row, column) if 0 <= row < 8 and 0 <= column < 8 else place)
        return found

    def go(place: tuple[int, int], way: str) -> Any:
        return {place: 1} if way == STAY else [("1/3", there) for there in landings(place, way)]

    def success(place: tuple[int, int], way: str) -> Any:
        return 0 if way == STAY else Fraction(landings(place, way).count((7, 7)), 3)

    return Model.explore(
        (0, 0),
        lambda place: [STAY] if at(place) in "GH" else names,
        go,
        labels={"goal": lambda place: at(place) == "G", "hole": lambda place: at(place) == "H"},
        rewards={"success": success},
    )


FLIP, TAILS, HEADS, READ, ZERO, ONE = "flip", "tails", "heads", "read", "decided 0", "decided 1"


class Coin(NamedTuple):
    """The shared counter, and where the processes are, sorted."""

    counter: int
    processes: tuple[str, ...]

    def __str__(self) -> str:
        return f"counter {self.counter}: {', '.join(self.processes)}"


def shared_coin(processes: int = 4, k: int = 4) -> Model:
    """The shared coin of randomised consensus; who takes the next step is an adversary's choice.

    A process flips a coin, moves the shared counter down (tails) or up (heads), then reads it: N
    from either end of its range, for N processes, it decides for that end, else it flips again. The
    counter starts in the middle of 0 to 2 (k + 1) N.

    Processes that are at the same step are alike, so they are counted and not named: exchanging two
    processes maps steps to steps of the same probability, and no label tells them apart. The 43,136
    states of 4 processes with k = 4 become 4,087. Source: Aspnes, Herlihy, *Fast randomized
    consensus using shared memory*, 1990; PRISM's case study *consensus*.
    """
    middle = (k + 1) * processes
    low, high = processes, 2 * middle - processes

    def after(counter: int, at: str) -> list[tuple[int, str]]:
        if at == FLIP:
            return [(counter, TAILS), (counter, HEADS)]
        if at in (TAILS, HEADS):
            return [(counter - 1 if at == TAILS else counter + 1, READ)]
        return [(counter, ZERO if counter <= low else ONE if counter >= high else FLIP)]

    def options(state: Coin) -> list[str]:
        return sorted({*state.processes} - {ZERO, ONE}) or [STAY]

    def step(state: Coin, at: str) -> Any:
        if at == STAY:
            return {state: 1}
        others = list(state.processes)
        others.remove(at)
        found = after(state.counter, at)
        share = Fraction(1, len(found))
        return [(share, Coin(then, tuple(sorted([*others, now])))) for then, now in found]

    def finished(state: Coin) -> bool:
        return options(state) == [STAY]

    return Model.explore(
        Coin(middle, (FLIP,) * processes),
        options,
        step,
        labels={
            "finished": finished,
            "disagree": lambda state: finished(state) and len({*state.processes}) == 2,
        },
        rewards={"steps": lambda state, action: int(action != STAY)},
    )


def herman(n: int = 15) -> Model:
    """Herman's self-stabilising ring of n processes, n odd, from the worst configuration.

    A process whose bit equals its left neighbour's has a token and draws a new bit by a fair coin;
    the others copy their left neighbour's bit. So in one step each token stays or moves on by one,
    by a fair coin, and two tokens that meet are both gone. Their number is odd; with one token the
    ring is stable. First an adversary chooses a configuration, which is not a step.

    A state is what the distances between the tokens are, up to rotation and reflection of the ring:
    the first of these lists in the dictionary's order. If a distance g lies between two tokens with
    coins a and b, it becomes g + b - a. A rotation shifts distances and coins alike. A reflection
    exchanges g + b - a for g + a - b, which is as likely, since all coins may be turned over at
    once. So both map steps to steps of the same probability. 32,768 states become 613.

    Source: Herman, *Probabilistic self-stabilization*, 1990; McIver, Morgan, *An elementary proof
    that Herman's ring is Theta(N^2)*, 2005, and Bruna and others, *Proving the Herman-protocol
    conjecture*, 2016: the most steps expected are 4 n^2 / 27, from three tokens n / 3 apart.
    """

    def first(gaps: tuple[int, ...]) -> tuple[int, ...]:
        return min(g[i:] + g[:i] for g in (gaps, gaps[::-1]) for i in range(len(g)))

    def configurations() -> list[tuple[int, ...]]:
        found = set()
        for tokens in range(1, n + 1, 2):
            for cuts in combinations(range(1, n), tokens - 1):
                ends = (0, *cuts, n)
                found.add(first(tuple(b - a for a, b in pairwise(ends))))
        return sorted(found, key=lambda gaps: (len(gaps), gaps))

    def moved(gaps: tuple[int, ...], coins: int) -> tuple[int, ...]:
        place, parity = 0, Counter[int]()
        for k, gap in enumerate(gaps):
            parity[(place + (coins >> k & 1)) % n] += 1
            place += gap
        left = sorted(p for p, tokens in parity.items() if tokens == 1)
        return first(
            tuple((b - a) % n or n for a, b in zip(left, left[1:] + left[:1], strict=True))
        )

    every = {"distances " + " ".join(map(str, gaps)): gaps for gaps in configurations()}
    text = {gaps: name for name, gaps in every.items()}

    def step(state: str, action: str) -> Any:
        if action != "step":
            return {action: 1}
        gaps = every[state]
        found = Counter(moved(gaps, coins) for coins in range(1 << len(gaps)))
        return {text[then]: Fraction(ways, 1 << len(gaps)) for then, ways in found.items()}

    return Model.explore(
        "any",
        lambda state: list(every) if state == "any" else ["step"],
        step,
        labels={"stable": lambda state: state == text[(n,)]},
        rewards={"steps": lambda state, action: int(action == "step")},
    )


class Turn(NamedTuple):
    """Who is to move, that player's score, the other's, and the turn's total."""

    who: str
    own: int
    others: int
    total: int

    def __str__(self) -> str:
        return f"{self.who} to move, {self.own} : {self.others}, turn {self.total}"


def pig(target: int = 20) -> Model:
    """Pig by two players: the second is the second player of the model.

    In a turn one rolls a die as often as one likes, at least once. A 1 ends the turn for nothing,
    any other number adds to the turn's total; who holds scores the total. Who first has `target`
    points wins. Source: Neller, Presser, *Optimal play of the dice game Pig*, 2004.
    """
    wins = {"first": "the first wins", "second": "the second wins"}
    other = {"first": "second", "second": "first"}

    def options(state: Turn | str) -> list[str]:
        if isinstance(state, str):
            return [STAY]
        return ["roll", "hold"] if state.total else ["roll"]

    def play(state: Any, action: str) -> Any:
        if action == STAY:
            return {state: 1}
        who, own, others, total = state
        if action == "hold":
            return {Turn(other[who], others, own + total, 0): 1}
        found: list[tuple[str, Turn | str]] = [("1/6", Turn(other[who], others, own, 0))]
        for now in range(total + 2, total + 7):
            found.append(("1/6", Turn(who, own, others, now) if own + now < target else wins[who]))
        return found

    return Model.explore(
        Turn("first", 0, 0, 0),
        options,
        play,
        labels={who: lambda state, text=text: state == text for who, text in wins.items()},
        player=lambda state: 2 if isinstance(state, Turn) and state.who == "second" else 1,
    )


MODELS: dict[str, Callable[[], Model]] = {
    "knuth-yao.json": knuth_yao,
    "craps.json": craps,
    "chutes-and-ladders.json": chutes_and_ladders,
    "frozen-lake-8x8.json": frozen_lake,
    "coins-4-4.json": shared_coin,
    "herman-15.json.gz": herman,
    "pig-20.json": pig,
}


def main(names: list[str]) -> None:
    """Write the named files, or all of them; each state has choices of its own."""
    for name in names or MODELS:
        write_json(FOLDER / name, MODELS[name]().plain())


if __name__ == "__main__":
    main(sys.argv[1:])
