"""The card-flipping game, by its rules: Project Euler 640, generalised."""

from __future__ import annotations

import itertools
import math
from array import array
from typing import Any

from .budget import ITEM, VISIT, Budget, distinct
from .claim import many
from .process import Game, Layout
from .reading import MalformedCertificate, fields, items, natural, naturals

MAX_CARDS = 59  # masks below 10^18
MAX_DICE = 32


def flip(given: Any, budget: Budget) -> Game:
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
    weight_of = dict(sorted(rolls(read_dice(given["dice"], budget), cards).items()))
    moves = [[1 << (card - 1) for card in roll] or [0] for roll in weight_of]  # for xor; 0 passes
    bits = distinct(itertools.chain(*moves))

    reached, fresh = {start}, [start]
    for mask in fresh:  # grows while it is read
        budget.keep(8 * (sum(map(len, moves)) + 4 * len(moves)) + ITEM)
        for new in [mask ^ bit for bit in bits] if mask != goal else ():
            if new not in reached:
                reached.add(new)
                fresh.append(new)
    masks = sorted(reached)
    index = {mask: c for c, mask in enumerate(masks)}
    first, begin = array("q", [0]), [0]
    option: list[int] = []
    weight: list[int] = []
    ends = list(itertools.accumulate(map(len, moves)))
    moved = [bits.index(bit) for bit in itertools.chain(*moves)]
    for mask in masks:
        if mask != goal:
            first.extend(map(len(option).__add__, ends))
            after = [index[mask ^ bit] for bit in bits]
            option += [after[k] for k in moved]
            weight += weight_of.values()
        begin.append(len(weight))
    target = range(len(weight))  # a state for each branch
    option.append(index[start])
    first.append(len(option))
    layout = Layout(first, option, begin, target, weight)
    turn = [int(mask != goal) for mask in masks]
    dice = given["dice"]
    fair = [die == [[i, 1] for i in range(1, len(die) + 1)] for die in dice]
    named = " ".join(f"d{len(die)}" if plain else f"{die}" for die, plain in zip(dice, fair))
    game = f"flip with {many(cards, 'card')} and dice {named}, from mask {start} to {goal}"
    words = {("cost", "min"): f"least expected number of turns of {game}"}
    return Game(layout, [(t, 1) for t in turn], [len(first) - 2], words, str(flip.__doc__))


def read_dice(given: Any, budget: Budget) -> list[list[list[int]]]:
    """The faces and weights of each die."""
    dice = [
        [naturals(side, "side of a die", length=2) for side in items(die, "a die")]
        for die in items(given, "dice")
    ]
    for die in dice:
        faces, weights = [face for face, _ in die], [weight for _, weight in die]
        if not faces or faces != sorted(set(faces)) or 0 in faces:
            raise MalformedCertificate("dice: need faces that increase, from 1 or more")
        if 0 in weights or math.gcd(*weights) > 1:
            raise MalformedCertificate("dice: need positive weights without a common divisor")
    if not 1 <= len(dice) <= MAX_DICE:
        raise MalformedCertificate(f"dice: need 1 to {MAX_DICE}")
    budget.spend(VISIT * math.prod(map(len, dice)) * (3 + len(dice)))
    return dice


def rolls(dice: list[list[list[int]]], cards: int) -> dict[tuple[int, ...], int]:
    """The weight of each set of cards that a roll may show."""
    weight_of: dict[tuple[int, ...], int] = {}
    for roll in itertools.product(*dice):
        faces = [face for face, _ in roll]
        shown = tuple(sorted(card for card in {*faces, sum(faces)} if card <= cards))
        weight = math.prod(weight for _, weight in roll)
        weight_of[shown] = weight_of.get(shown, 0) + weight
    return weight_of
