"""The card-flipping game as a decision process, written down without a search.

Any card that some roll shows can be turned at any time, so the positions reachable from the start
are all those that agree with it on the other cards: a cube. With two such cards or more, a cube
without one corner is still connected, so no position is cut off by stopping at the goal; with one,
there are just two. The k-th position in increasing mask therefore spreads the bits of k over the
cards that turn, and turning a card flips one bit of k. Turns can be undone, so the goal is reached
from every position or from none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from exactbox.games.flip.rules import (
    MAX_CARDS,
    Die,
    Roll,
    cards_face_down,
    dice_tables,
    integer,
    rolls_of,
)
from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.model.layout import shared, starts_of, unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Rewards

# 16 cards: 70 s and 1.3 GB for the exact number and its proof, on one core; two more, 14 times
# as much
MAX_STATES = 2**16
MAX_ENCLOSED = 2**20  # of an enclosure; 20 cards: five minutes and 7 GB, on one core
MAX_ACTIONS_PER_STATE = 256  # times max_states: 16 cards and two eight-sided dice have 100


def flip(
    faces: int | None = None,
    *,
    cards: int | None = None,
    dice: Sequence[Die] | None = None,
    start: int = 0,
    goal: int | None = None,
    max_states: int = MAX_STATES,
) -> Model:
    """v(s) = 1 + sum_roll p(roll) min_{card in roll} v(s ^ card), the fewest expected turns.

    Parameters
    ----------
    faces : int, optional
        N: two fair N-sided dice, and 2N cards unless `cards` says otherwise.
    cards : int, optional
        The number of cards; by default the largest total of the dice.
    dice : sequence, optional
        In place of `faces`. Each die is its number of sides (a fair die), or a mapping or a list of
        pairs from face to integer weight.
    start, goal : int
        Masks of the cards face down; by default none and all.
    max_states : int
        Larger games are refused; `MAX_ENCLOSED` suits `exactbox.mdp.total_until_end_enclosure`.

    Returns
    -------
    Model
        Its choices are the reachable positions in increasing mask: to roll there costs a turn, and
        the goal ends the play. Its states are a position with the cards that a roll offers, by
        position, then by the sorted tuple of cards; the actions are the next positions, by card.
        The last state is the start, before the first roll. Rewards "turns". Its `rule` states the
        game.

    Examples
    --------
    >>> flip(6)
    Model(85,996 states, 233,416 actions, 4,096 choices, 85,995 branches)
    >>> flip(dice=[2], cards=3)
    Traceback (most recent call last):
        ...
    ValueError: card 3 can never be turned over: no roll shows it
    """
    tables = dice_tables(faces, dice)
    if cards is None:
        cards = sum(table[-1][0] for table in tables)
    integer("cards", cards, 1)
    integer("max_states", max_states, 1)
    totals = {0}
    for table in tables:
        totals = {total + face for total in totals for face, _ in table}
    numbers = {face for table in tables for face, _ in table} | totals
    _refuse_large(sum(card <= cards for card in numbers), 0, max_states)  # before rolls are listed
    if cards > MAX_CARDS:
        raise ValueError(f"cards is {cards}, at most {MAX_CARDS} are taken")
    full = (1 << cards) - 1
    goal = full if goal is None else goal
    for name, mask in (("start", start), ("goal", goal)):
        integer(name, mask, 0)
        if mask > full:
            raise ValueError(f"{name} is {mask}, need 0 to {full}: there are {cards} cards")
    rolls = rolls_of(tables, cards)
    turning = sorted({card for roll in rolls for card in roll})
    for card in cards_face_down(start ^ goal):
        if card not in turning:
            raise ValueError(f"card {card} can never be turned over: no roll shows it")
    _refuse_large(len(turning), sum(map(len, rolls)), max_states)
    rule = {
        "rule": "flip",
        "cards": cards,
        "dice": [[list(pair) for pair in table] for table in tables],
        "start": start,
        "goal": goal,
    }
    if start == goal:
        return _over_at_once(rule)
    bit = {card: 1 << k for k, card in enumerate(turning)}
    begin, end = (
        sum(bit[card] for card in turning if mask >> (card - 1) & 1) for mask in (start, goal)
    )
    return _cube(1 << len(turning), begin, end, rolls, bit, rule)


def _cube(
    states: int,
    start: int,
    goal: int,
    rolls: dict[Roll, int],
    bit: dict[int, int],
    rule: dict[str, Any],
) -> Model:
    """The model over the positions 0 .. states - 1, where a card's turn flips its bit."""
    total = sum(rolls.values())
    ordered = sorted(rolls)
    bit = {**bit, 0: 0}  # a pass turns "card 0": the state stays
    flips = np.array([bit[card] for roll in ordered for card in roll or (0,)], dtype=np.int64)
    sizes = np.array([max(1, len(roll)) for roll in ordered], dtype=np.int64)
    before = np.cumsum(sizes) - sizes  # actions of a state that stand before each roll's
    playing = np.delete(np.arange(states, dtype=np.int64), goal)
    turns = np.arange(states - 1, dtype=np.int64)[:, None]
    rows = (states - 1) * sizes.size  # a position and what a roll offers, then the start
    action_start = np.empty(rows + 2, dtype=np.int64)
    np.add(turns * flips.size, before, out=action_start[:-2].reshape(turns.size, sizes.size))
    action_start[-2] = (states - 1) * flips.size
    action_start[-1] = action_start[-2] + 1
    lengths = np.full(states, sizes.size, dtype=np.int64)
    lengths[goal] = 0
    kind: Any = object if total >= 2**63 else np.int64
    denominator = np.full(states, total, dtype=kind)
    turn = np.ones(states, dtype=np.int64)
    denominator[goal], turn[goal] = 1, 0
    weights = np.tile(np.array([rolls[roll] for roll in ordered], dtype=kind), states - 1)
    actions = np.empty(action_start[-1], dtype=np.int64)
    np.bitwise_xor(playing[:, None], flips, out=actions[:-1].reshape(playing.size, flips.size))
    actions[-1] = start
    costs = unchecked(Rewards, numerator=turn, denominator=np.ones_like(turn), name="turns")
    return unchecked(
        Model,
        action_start=action_start,
        branch_start=starts_of(lengths),
        target=np.arange(rows),
        weight=narrowest(weights),
        denominator=narrowest(denominator),
        initial=np.array([rows]),
        labels={},
        afterstate=shared(actions, states),
        rewards={"turns": costs},
        rule=rule,
    )


def _over_at_once(rule: dict[str, Any]) -> Model:
    """The game that starts at its goal, worth 0."""
    nothing, zero, one = (np.array(e, dtype=np.int64) for e in ([], [0], [1]))
    starts = np.array([0, 1]), np.array([0, 0])
    turns = {"turns": Rewards(zero, one)}
    return Model(*starts, nothing, nothing, one, afterstate=zero, rewards=turns, rule=rule)


def _refuse_large(turning: int, actions: int, max_states: int) -> None:
    """Refuse 2^turning states with so many actions each, if that is more than the limit."""
    states = 1 << turning
    if states <= max_states and states * actions <= max_states * MAX_ACTIONS_PER_STATE:
        return
    size = f"{states:,}" if turning <= 60 else f"2^{turning}"
    # 8 bytes each per state, action target, action start, branch target and weight
    gigabytes = 8 * states * (3 + 2 * max(actions, turning)) >> 30
    memory = f"at least {gigabytes:,} GiB" if turning <= 60 else "more memory than there is"
    needs = f" and need {memory} for the model alone" if gigabytes else ""
    if states > MAX_STATES:
        needs += (
            "; exact answers take 70 s and 1.3 GB for 16 cards, and 14 times that for every two "
            "more; enclosures 5 minutes and 7 GB for 20 cards"
        )
    raise ValueError(
        f"{turning} cards that can be turned make {size} states{needs}; the limit is "
        f"max_states={max_states:,}"
    )
