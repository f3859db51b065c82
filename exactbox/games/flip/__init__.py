"""Turning cards over: the expected number of turns until all of them are face down.

**The rules** (Project Euler 640, generalised). Cards 1 to n lie on the table. A turn costs 1: roll
all the dice, then turn over exactly one card among those shown by a single die and the one numbered
by the total (face up to face down, or back). A roll that shows no existing card passes. The game
ends at the state ``goal``; the player minimises the expected number of turns:

    v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card),      v(goal) = 0

**States** are bit masks of the cards face down (bit i - 1 is card i). Rolls with the same set of
existing cards are one branch; their weights add up.

**The numbering.** Any card that some roll shows can be turned at any time, so the states reachable
from the start are all those that agree with it on the other cards: a cube. With two such cards or
more, a cube without one corner is still connected, so no state is cut off by stopping at the goal;
with one, there are just two states. The k-th state in increasing mask therefore spreads the bits of
k over the cards that turn, and turning a card flips one bit of k: the arrays are written down
without a search. Turns can be undone, so the goal is reached from every state or from none.

Sources: Project Euler, problem 640, *Shut the Box*, 2018.
"""

from __future__ import annotations

from exactbox.games.flip.advice import advise
from exactbox.games.flip.model import MAX_STATES, flip
from exactbox.games.flip.rules import (
    cards_face_down,
    described,
    offered_cards,
    roll_weights,
    state_mask,
    state_masks,
)

__all__ = [
    "MAX_STATES",
    "advise",
    "cards_face_down",
    "described",
    "flip",
    "offered_cards",
    "roll_weights",
    "state_mask",
    "state_masks",
]
