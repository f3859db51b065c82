"""Quantiles: the bound at which a probability, or a reward, passes a threshold.

    v_0 <= v_1 <= v_2 <= ...       of an upper bound of so many units; of a lower one v_0 >= v_1 ...

as plays within one bound are within a larger one, and rewards are not negative. So v_b passes a
threshold once at most. The epochs of `within_reward` and the steps of `within_steps` are worked out
one after the other, up to that one: v_b of the state is what the bound of b units has.

Source: Baier, Daum, Dubslaff, Klein, Klüppelholz, *Energy-utility quantiles*, 2014.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Limit, Question
from exactbox.mdp.objectives import within_reward, within_steps
from exactbox.mdp.objectives.by_epochs import EpochByEpoch
from exactbox.mdp.objectives.several_bounds import unfolded
from exactbox.progress import report

MAX_WORK = 1 << 40  # nanoseconds that epochs take, as estimated: some 18 minutes
EPOCH_NANOSECONDS = 30_000  # for an epoch, without its states
MAX_NEARING_WORK = 1 << 33  # where values may come near to a limit for ever, and not pass it


def unit_of(question: Question) -> Fraction:
    """The number of which all sums of the first cost are multiples; 1 of steps."""
    if question.cost is None:
        return Fraction(1)
    return Limit(question.cost).unit


def first_change(
    model: Model,
    question: Question,
    state: int,
    threshold: Fraction,
    holds: Callable[[int], bool],
    *,
    is_nearing: bool = False,
) -> int | None:
    """The least b for which ``holds`` says of v_b what it does not of v_0; None if there is none.

    It is told the sign of v_b less the threshold.

    The first bound of the question, which says more units than that, is of b units instead.
    TooLargeError: it has not changed in `MAX_WORK`, or where values may be `is_nearing` a limit for
    ever, in `MAX_NEARING_WORK`.
    """
    if question.further:
        model, question, node = unfolded(model, question)
        state = int(node[state])
    if question.cost is None:
        induction, decided, label, _ = within_steps.prepared(model, question)
        last = question.steps or 0
        if not np.isnan(decided[state]):
            return None
        state = int(label[np.count_nonzero(np.isnan(decided[:state]))])
    else:
        induction, last, *_ = within_reward.prepared(model, question)
    lost = induction.infinite if isinstance(induction, EpochByEpoch) else ()
    first, work, done = None, 0, 0
    while work < (MAX_NEARING_WORK if is_nearing else MAX_WORK):
        epoch = induction.next_epoch() if done else 0
        if epoch is None or epoch > last:
            return None
        before, done = induction.worked_out, done + 1
        induction.run(epoch)
        worked_out = induction.worked_out - before
        work += EPOCH_NANOSECONDS + worked_out * induction.nanoseconds_of_state()
        p, q = threshold.as_integer_ratio()
        gap = induction.value[state] * q - p * induction.scale  # scale q (v - p / q)
        now = holds(1 if state in lost else (gap > 0) - (gap < 0))
        first = now if first is None else first
        if now != first:
            return epoch
        report("bounds", epoch, 0)
    raise TooLargeError(
        f"up to {epoch:,} units the value has not passed the threshold, and it changes still"
        f"{'; perhaps it never does' * is_nearing}"
    )
