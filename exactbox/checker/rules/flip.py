"""The card-flipping game, by its rules: Project Euler 640, generalised."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

from ..claim import many
from ..model import Game, Layout
from ..reading import Json, fields, items, natural, naturals, need

MAX_CARDS = 59  # masks below 10^18
MAX_DICE = 32


def game(given: Json) -> Game:
    """Turn over one card a turn until the goal is reached.

    Cards 1 .. n; a position is the mask of the cards face down, card i being bit i - 1. A turn
    costs 1: roll all dice, then turn over one card among those shown by a single die and the one
    numbered by the total; if there is no such card, pass. The choices are the positions within
    reach of the start, by increasing mask: to roll there; the goal ends the play. What matters of a
    roll is the set of its cards; the states are each position but the goal with each of those sets,
    in increasing order as sorted tuples, and last the start, before its roll.
    Coq: `card_game` (proofs/coq/Games.v).
    """
    fields(given, "cards dice goal rule start", "model")
    cards = natural(given["cards"], "cards", MAX_CARDS + 1)
    start, goal = naturals([given["start"], given["goal"]], "start and goal", 1 << cards)
    weight_of = dict(sorted(rolls(read_dice(given["dice"]), cards).items()))
    moves = [[1 << (card - 1) for card in roll] or [0] for roll in weight_of]  # for xor; 0 passes
    bits = sorted({*itertools.chain(*moves)})
    masks = within_reach(start, goal, bits)
    index = {mask: c for c, mask in enumerate(masks)}
    first, begin, action, weight = [0], [0], list[int](), list[int]()
    ends = list(itertools.accumulate(map(len, moves)))
    moved = [bits.index(bit) for bit in itertools.chain(*moves)]
    for mask in masks:
        if mask != goal:
            before = len(action)
            first += [before + end for end in ends]
            after = [index[mask ^ bit] for bit in bits]
            action += [after[k] for k in moved]
            weight += weight_of.values()
        begin.append(len(weight))
    action.append(index[start])
    first.append(len(action))
    branches = range(len(weight))  # each leads to a state of its own
    layout = Layout(first, action, begin, branches, weight)
    turns = [Fraction(mask != goal) for mask in masks]
    dice = " ".join(map(named, given["dice"]))
    title = f"flip with {many(cards, 'card')} and dice {dice}, from mask {start} to {goal}"
    words = {("cost", "min"): f"least expected number of turns of {title}"}
    return Game(layout, turns, [len(first) - 2], words, str(game.__doc__))


def within_reach(start: int, goal: int, bits: list[int]) -> list[int]:
    """The positions that can be met, by increasing mask."""
    reached, fresh = {start}, [start]
    for mask in fresh:  # grows while it is read
        for new in [mask ^ bit for bit in bits] if mask != goal else ():
            if new not in reached:
                reached.add(new)
                fresh.append(new)
    return sorted(reached)


def named(die: list[list[int]]) -> str:
    """A die in words."""
    fair = die == [[i, 1] for i in range(1, len(die) + 1)]
    return f"d{len(die)}" if fair else f"{die}"


def read_dice(given: Any) -> list[list[list[int]]]:
    """The faces and weights of each die."""
    dice = [
        [naturals(side, "side of a die", length=2) for side in items(die, "a die")]
        for die in items(given, "dice")
    ]
    need(1 <= len(dice) <= MAX_DICE, f"dice: need 1 to {MAX_DICE}")
    for die in dice:
        faces, weights = [face for face, _ in die], [weight for _, weight in die]
        increasing = faces and faces == sorted(set(faces)) and 0 not in faces
        need(increasing, "dice: need faces that increase, from 1 or more")
        positive = 0 not in weights and math.gcd(*weights) == 1
        need(positive, "dice: need positive weights without a common divisor")
    return dice


def rolls(dice: list[list[list[int]]], cards: int) -> dict[tuple[int, ...], int]:
    """The weight of each set of cards that a roll may show."""
    weight_of: dict[tuple[int, ...], int] = {}
    for roll in itertools.product(*dice):
        faces = [face for face, _ in roll]
        cards_shown = tuple(sorted(card for card in {*faces, sum(faces)} if card <= cards))
        weight = math.prod(weight for _, weight in roll)
        weight_of[cards_shown] = weight_of.get(cards_shown, 0) + weight
    return weight_of
