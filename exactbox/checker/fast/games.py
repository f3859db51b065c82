"""The most that the game of a named rule takes, reckoned and paid before it is made.

The plain rules pay for nothing, and a tiny file may name a huge game. Of cards, positions are
counted by the cards that a roll may show. Of tiles, moves in all positions are counted column by
column: what is open in one does not depend on the others, and a move adds up what it shuts in each.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb, prod

from ..reading import Json, fields, natural
from ..rules import flip
from ..rules.shutbox import RULES, Box
from .budget import ITEM, VISIT, Budget

Column = list[tuple[int, int]]  # the tiles that are open in it, each with its bit


def pay_for_game(rule: str, model: Json, budget: Budget) -> None:
    """Pay for the process that a named rule makes of its parameters."""
    if rule == "flip":
        pay_for_cards(model, budget)
    else:
        rules = RULES.replace("?", "").split()
        box = Box(fields({key: model[key] for key in rules if key in model}, RULES, rule))
        pay_for_turns(box, [box.position(model.get("start"), "start")], budget)


def pay_for_cards(model: Json, budget: Budget) -> None:
    """Pay for all rolls, and for each set of cards that they show in each position."""
    fields(model, "cards dice goal rule start", "model")
    cards = natural(model["cards"], "cards", flip.MAX_CARDS + 1)
    dice = flip.read_dice(model["dice"])
    budget.spend(VISIT * prod(map(len, dice)) * (3 + len(dice)) * 2)  # here, and in the rule
    moves = list(flip.rolls(dice, cards))
    positions = 1 << len(set().union(*moves)) if model["start"] != model["goal"] else 1
    actions = sum(max(len(move), 1) for move in moves)
    budget.keep(positions * (8 * actions + 56 * len(moves) + 4 * ITEM))


def pay_for_turns(box: Box, starts: list[int], budget: Budget) -> None:
    """Pay for the turns that begin at some positions."""
    throws = pay_for_rolls(box, box.dice[:1], budget)
    if len(box.dice) > 1:
        throws = pay_for_rolls(box, box.dice, budget)
    columns = [states(box, column, starts) for column in box.columns]
    positions = prod(map(len, columns))
    ways = 1 + box.choice  # to roll in a position
    budget.keep(positions * (2 * ITEM * throws * ways + 6 * ITEM))
    budget.spend(positions * VISIT * (throws * ways + len(box.numbers)))
    moves = pay_for_moves(box, columns, positions, budget)
    if box.single or box.each:  # a move is offered by each roll that shows its tile
        moves = positions * throws * min(1 + len(box.dice), len(box.numbers))
    budget.keep(ITEM * moves * ways)
    budget.spend(VISIT * moves * ways * ways)


def pay_for_rolls(box: Box, dice: list[int], budget: Budget) -> int:
    """Pay for the rolls of these dice; how many of them differ, at most."""
    rolls, top = 1, max(dice)
    for k, sides in enumerate(dice, 1):
        seen = min(k, top) if box.apart else 0
        budget.spend(VISIT * rolls * sides * (1 + seen))
        totals = sum(dice[:k])
        if box.apart:  # by the faces shown, and the total
            totals = min(comb(top + k - 1, k), totals << min(top, 64))
        rolls = min(rolls * sides, totals)
        budget.keep(4 * ITEM * rolls)
    return rolls


def states(box: Box, column: Column, starts: list[int]) -> list[Column]:
    """The tiles that may be open in a column, in a turn from some of these positions."""
    sets: list[Column] = []
    for start in starts:
        tiles = [(bit, n) for bit, n in column if start & bit]
        sets.append(tiles)
        while tiles and tiles[0][1] <= box.top:
            tiles = tiles[1:]
            sets.append(tiles)
    return [tiles for k, tiles in enumerate(sets) if tiles not in sets[:k]]


def pay_for_moves(box: Box, columns: list[list[Column]], rest: int, budget: Budget) -> int:
    """Pay for the sets of tiles that fit, of all positions; how many there are.

    Sets that have been looked at are counted by their sum and size, together with what is open in
    the columns so far; `rest` is in how many ways the others may be.
    """
    most = 1 if box.single or box.each else box.most or len(box.numbers)
    number_of = {(0, 0): 1}
    for column in columns:
        rest //= len(column)
        tried = sum(number_of.values()) * rest * sum(map(len, column))
        budget.spend(VISIT * tried)
        grown: dict[tuple[int, int], int] = {}
        for tiles in column:
            for size, total in enumerate(accumulate([n for _, n in tiles], initial=0)):
                for (sum_, count), ways in number_of.items():
                    key = sum_ + total, count + size
                    if key[0] <= box.top and key[1] <= most:
                        grown[key] = grown.get(key, 0) + ways
        number_of = grown
    return sum(number_of.values())
