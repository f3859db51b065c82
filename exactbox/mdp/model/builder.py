"""The one builder of models: what a reader hands over is checked, scaled, added up, and a `Model`.

A reader knows its format, and hands over rows of states, choices and branches with exact numbers
and names. Here, once and for all formats,

    p(b) = weight(b) / denominator(c)          denominator(c) = lcm of the denominators of p(b)
    sum_b p(b) = 1                             over the branches b of choice c
    reward(c) = states(s) + choices(c) + sum_b p(b) branches(b)

and where a CTMC's branches have rates, p(b) = rate(b) / exit(c) with exit(c) = sum_b rate(b). In
continuous time rewards of states accrue; all others are had at once. A ValueError says
where something is wrong, in the reader's words for a choice (`Place`). A model that is built is
valid, and is not checked again.

Memory, of which too much is refused before it is taken: a branch of a .tra file takes 285 bytes
while its columns are put together and checked, one of a .drn file 160, of which they have 50 by
then. A label has a byte for each state and a reward two numbers for each choice, however short the
text that names it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerAction,
    PerBranch,
    PerChoice,
    PerState,
    reduced,
    unchecked,
)
from exactbox.mdp.model.rewards import Normalised, Ratios, Rewards, added, over_common
from exactbox.mdp.model.validation import (
    Place,
    WrongSumError,
    check_graph,
    check_rates,
    check_weights,
    choice_place,
    owned_indices,
)
from exactbox.parallel import require_memory
from exactbox.showing import counted

Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")

# bytes for a branch; for a label, of a state; for a reward, of a choice
_BRANCH_BYTES, _LABEL_BYTES, _REWARD_BYTES = 230.0, 1.0, 16.0


class RewardParts(NamedTuple):
    """The parts of one reward structure, as a format has them, which the builder adds up."""

    states: Ratios | None = None  # (S,) for each choice of the state; in continuous time it accrues
    choices: Ratios | None = None  # (C,)
    branches: Ratios | None = None  # (B,)
    accrues: Ratios | None = None  # (C,) in a unit of time
    averaged: bool = False  # those of branches are themselves expectations


def build_model(
    kind: type[T],
    action_start: PerState,
    branch_start: PerChoice,
    target: PerBranch,
    numbers: Ratios,
    *,
    afterstate: PerAction | None = None,
    rated: bool = False,
    rates: Ratios | None = None,
    place: Place | None = None,
    can_end: bool = False,
    initial: Any = 0,
    labels: Mapping[str, Array | Sequence[int]] | None = None,
    rewards: Mapping[str, RewardParts] | None = None,
    actions: Sequence[str] | None = None,
    valuations: Sequence[str] | None = None,
    players: PerState | None = None,
    normalise: bool | None = None,
) -> T:
    """The `Model`, which is the `kind`, of rows.

    They begin at 0, never decrease, and end at the number of their entries. Arrays become the
    model's own, and read-only. `numbers` are the probabilities of the branches, in lowest terms, or
    where they are `rated` their rates; `rates` are those of choices. Labels are (S,) bool or the
    numbers of states; `initial` is a state, or several, increasing. A choice without branches is
    refused, unless the play `can_end`. To `normalise` divides probabilities that do not add up to 1
    by their sum; where it is False a refusal says that it would.
    """
    layout = Layout(action_start, branch_start, target, afterstate=afterstate)
    place = place or choice_place(layout)
    if not (isinstance(initial, np.ndarray) and initial.dtype == np.int64 and initial.ndim == 1):
        initial = owned_indices("initial", [initial] if np.ndim(initial) == 0 else initial)
    check_graph(layout, initial, place)
    if not can_end and layout.ends.any():
        raise ValueError(f"{place(int(np.argmax(layout.ends)))}: found no target, need one")
    # numbers(b) = weight(b) / denominator(c), in integers whose sums fit
    weight, denominator = over_common(branch_start, numbers.numerator, numbers.denominator)
    normalised = None
    if rated:
        weight, denominator, rates = _embedded(layout, numbers, weight, denominator, place)
    else:
        if normalise:
            weight, denominator, normalised = _divided(layout, weight, denominator)
        try:
            check_weights(layout, weight, denominator, place)
        except WrongSumError as error:
            way = "; --normalise, in Python normalise=True, divides by the sum"
            raise WrongSumError(error.plain, error.hint, way * (normalise is False)) from None
        weight, denominator = narrowest(weight), narrowest(denominator)
        if rates is not None:
            check_rates(rates, place)
    masks = {}  # (S,) bool of each label
    for name, states in (labels or {}).items():
        masks[name] = np.zeros(layout.states, dtype=bool)
        masks[name][states] = True
    sums = {}  # the rewards of choices; where states have any, none share afterstates
    for name, parts in (rewards or {}).items():
        own, accrues, branch = parts.choices, parts.accrues, parts.branches
        if parts.states is not None and parts.states.numerator.any():
            of_states = parts.states.only(layout.state_of)
            if rates is not None:
                accrues = of_states
            else:
                own = of_states if own is None else added(of_states, own)
        if branch is not None:
            if own is not None:  # r(b) = branches(b) + own(c)
                branch = added(branch, own.only(layout.choice_of))
            own = Rewards.from_branches(branch_start, weight, denominator, branch)
            branch = None if parts.averaged else own.branch
        zero = np.zeros(layout.choices, dtype=np.int64)
        sums[name] = unchecked(
            Rewards,
            numerator=zero if own is None else own.numerator,
            denominator=zero + 1 if own is None else own.denominator,
            branch=branch,
            rate=accrues,
            averaged=parts.averaged,
            name=name,
        )
    return unchecked(
        kind,
        action_start=action_start,
        branch_start=branch_start,
        target=target,
        afterstate=afterstate,
        weight=weight,
        denominator=denominator,
        initial=initial.copy(),
        labels=masks,
        rewards=sums,
        actions=actions,
        valuations=valuations,
        players=players,
        rates=rates,
        normalised=normalised,
    )


def sum_by_key(terms: Iterable[tuple[Key, Fraction]]) -> dict[Key, Fraction]:
    """The sum of the terms of every key, in the order in which the keys come."""
    total: dict[Key, Fraction] = {}
    for key, term in terms:
        total[key] = total[key] + term if key in total else term
    return total


def require_memory_for_model(
    place: str,
    *,
    states: int = 0,
    choices: int = 0,
    branches: int = 0,
    labels: int = 0,
    rewards: int = 0,
) -> None:
    """ValueError if a model of this size would take too much memory; `place` opens the message."""
    require_memory(_BRANCH_BYTES * branches, f"{place}a model of {counted(branches, 'branch')}")
    what = f"{counted(labels, 'label')} of {counted(states, 'state')}"
    if rewards:
        what += f", and {counted(rewards, 'reward')} of {counted(choices, 'choice')},"
    need = _LABEL_BYTES * labels * states + _REWARD_BYTES * rewards * choices
    require_memory(need, f"{place}a model with {what}")


def _embedded(
    layout: Layout, rate: Ratios, scaled: PerBranch, common: PerChoice, place: Place
) -> tuple[PerBranch, PerChoice, Ratios]:
    """Weights, denominators and exit rates from rates: rate(b) = scaled(b) / common(c)."""
    if (rate.numerator <= 0).any():
        b = int(np.argmax(rate.numerator <= 0))
        c = int(np.searchsorted(layout.branch_start, b, side="right")) - 1
        raise ValueError(
            f"{place(c)}: the rate to target {layout.target[b]} is {rate[b]}, need a positive one"
        )
    total = reduced(np.add, scaled, layout.branch_start, 0)  # exit(c) = total / common
    shared = reduced(np.gcd, scaled, layout.branch_start, 0)
    weight = scaled // np.repeat(shared, np.diff(layout.branch_start))
    factor = np.gcd(total, common)
    top, bottom = narrowest(total // factor), narrowest(common // factor)
    exits = unchecked(Ratios, numerator=top, denominator=bottom)
    return narrowest(weight), narrowest(total // shared), exits


def _divided(
    layout: Layout, scaled: PerBranch, common: PerChoice
) -> tuple[PerBranch, PerChoice, Normalised | None]:
    """Weights and denominators of p(b) = scaled(b) / total(c), where total(c) is not common(c)."""
    total = reduced(np.add, scaled, layout.branch_start, 0)
    wrong = (total != common) & (total > 0)
    if not wrong.any():
        return scaled, common, None
    shared = np.where(wrong, reduced(np.gcd, scaled, layout.branch_start, 1), 1)
    weight = scaled // np.repeat(shared, np.diff(layout.branch_start))
    denominator = np.where(wrong, total // shared, common)
    pairs = {*zip(total[wrong].tolist(), common[wrong].tolist(), strict=True)}
    sums = {Fraction(n, d) for n, d in pairs}
    return weight, denominator, Normalised(int(wrong.sum()), min(sums), max(sums))
