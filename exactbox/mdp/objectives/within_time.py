"""Markov chains up to a time: probabilities and rewards, as proved bounds.

    P(a U[t,u] b)   the probability to be in b at some time from t to u, and in a before
    C<=t            the expected reward up to the time t: what accrues, and impulses
    I=t             the expected rate of the reward at the time t

In continuous time these are no rationals, so bounds are proved, as near as one likes
(`uniformisation`). In a model with choices the best policy looks at the clock, and is no policy of
states: such models are refused.

Source: Baier, Haverkort, Hermanns, Katoen, *Model-checking algorithms for continuous-time Markov
chains*, 2003.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from exactbox.decimals import fraction_string
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.model_facts import KINDS
from exactbox.mdp.model.question import (
    Question,
    SetOfStates,
    SomeRewards,
    bound_of,
    goal_of,
    require_model,
    require_unshared,
    rewards_of,
    set_of,
)
from exactbox.mdp.model.rewards import exact_number
from exactbox.mdp.objectives.objective import exact
from exactbox.parallel import in_context
from exactbox.progress import Progress
from exactbox.showing import show

WIDTH = Fraction(1, 10**12)  # where nobody says how near bounds are to be
MAX_WIDTH_DIGITS = 500  # 10^-500 is the least width
CLOCK = "its best policy looks at the clock, and only those of states are known here: need a CTMC"


@in_context
def within_time(
    model: Model,
    goal: SetOfStates | None = None,
    *,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    at: Fraction | int | str | None = None,
    width: Fraction | int | str = WIDTH,
    progress: Progress | None = None,
) -> TimeBounds:
    """Proved bounds of a chain's probabilities or rewards up to a time, in continuous time.

    With a goal the probability to be there at a time of at least `at_least` and at most `at_most`,
    by way of states of `stay` only. Without one the expected reward up to the time `at_most`; or,
    with `at`, the expected rate of the reward at that time, where impulses do not count. Other
    arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    at_most, at_least, at : int, Fraction or str, optional
        Times, 0 or more.
    width : int, Fraction or str
        The greatest difference of the bounds, above 0.

    Returns
    -------
    TimeBounds
        Rational bounds, decimals of finitely many digits, of which a certificate proves that the
        value is between them.

    Raises
    ------
    ValueError
        If the model is no CTMC: in one with choices the best policy looks at the clock.

    See Also
    --------
    reach : the probability without a bound on time.

    Examples
    --------
    A bulb burns out with the rate 1/2; it lives longer than 3 with the probability exp(-3/2):

    >>> from exactbox.mdp import Ratios
    >>> bulb = Model([0, 1, 2], [0, 1, 2], [1, 1], [1, 1], [1, 1],
    ...              labels={"dark": [False, True]}, rates=Ratios([1, 1], [2, 1]))
    >>> dark = within_time(bulb, "dark", at_most=3)
    >>> dark.decimal()
    '[0.77686983985156, 0.77686983985158]'
    >>> low, high = dark.interval()
    >>> 0 < high - low < Fraction(1, 10**12)
    True
    """
    question = time_question(
        model, goal=goal, stay=stay, rewards=rewards, at_most=at_most, at_least=at_least, at=at
    )
    return time_bounds(model, question, width_of(width))


def time_question(
    model: Model,
    *,
    goal: SetOfStates | None = None,
    stay: SetOfStates | None = None,
    rewards: SomeRewards | None = None,
    at_most: Fraction | int | str | None = None,
    at_least: Fraction | int | str | None = None,
    at: Fraction | int | str | None = None,
) -> Question:
    """The question; at an instant both bounds are its time. ValueErrors say what is wrong."""
    require_model(model)
    if model.kind != "ctmc":
        why = "no time passes there, need a CTMC" if model.rates is None else CLOCK
        raise ValueError(f"a bound on time of a {KINDS[model.kind]}: {why}")
    require_unshared(model)
    if model.ends.any():
        raise ValueError("a bound on time: a choice ends the play, need a state that is not left")
    times = {"at_most": at_most, "at_least": at_least, "at": at}
    given = [name for name, time in times.items() if time is not None]
    parts: dict[str, Any] = {name: bound_of(name, time) for name, time in times.items()}
    instant = parts.pop("at")
    if goal is None:
        if given not in (["at_most"], ["at"]):
            raise ValueError("rewards: need at_most, or at for those of an instant")
        parts["rewards"] = rewards_of(model, rewards)
        parts["named"] = "" if rewards is None else parts["rewards"].name or ""
        if instant is not None:
            parts |= {"at_most": instant, "at_least": instant}
            if parts["rewards"].rate is None:
                name = f" {parts['named']}" if parts["named"] else ""
                raise ValueError(
                    f"the reward{name} is of jumps alone, which are at no instant: need one of "
                    "states, or C<=t"
                )
    else:
        if rewards is not None or instant is not None or not given:
            raise ValueError("a goal: need at_most, at_least, or both, and no rewards")
        parts["goal"] = goal_of(model, goal)
        if parts["goal"].ended:
            raise ValueError("the goal 'ended': no choice ends the play")
        if stay is not None:
            parts["stay"] = set_of(model, stay, "stay")
        least, most = parts["at_least"], parts["at_most"]
        if most is not None and least is not None and least > most:
            raise ValueError(f"at_least is {least}, more than at_most, {most}")
        parts["at_least"] = least or None
        if most is None and not least:
            raise ValueError("at_least is 0, which is no bound: ask for reach")
    return Question(objective="within_time", sense="max", **parts)


def time_bounds(model: Model, question: Question, width: Fraction = WIDTH) -> TimeBounds:
    """Proved bounds of this width, and where there is no latest time, of what is reached at all."""
    base, witness = None, dict[str, Any]()
    if question.goal is not None and question.at_most is None:
        answer = exact(model, replace(question, objective="reach", at_least=None))
        base, witness["base"] = answer.values, answer.stated()[2]
    bounds = TimeBounds(model, question, width, base, witness)
    bounds.interval(int(model.initial[0]))  # calculated now, while progress is told of
    return bounds


def width_of(given: Fraction | int | str) -> Fraction:
    """The width of bounds, above 0."""
    try:
        width = exact_number(given)
    except (TypeError, ValueError):
        raise ValueError(f"the width is {show(given)}, need a number such as 1e-12") from None
    if not width > 0:
        raise ValueError(f"the width is {fraction_string(width)}, need more than 0")
    if width < Fraction(1, 10**MAX_WIDTH_DIGITS):
        raise ValueError(f"the width is {show(given)}, need 1e-{MAX_WIDTH_DIGITS} or more")
    return width
