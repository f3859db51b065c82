"""The chain that a policy makes of a model, and the linear systems of chains, in integers.

Row s of I - P is multiplied by den(s), the denominator of its probabilities; so all systems have
short integers. Restricted to states that the chain leaves almost surely, I - P has an inverse, the
sum of the powers of P, and no further proof of that is needed.

Symbols: P(s, t) = w(s, t) / den(s) with integers w and den.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from flint import fmpz

from exactbox.linalg.matrices.integers import narrowest, product
from exactbox.linalg.matrices.sparse import IntegerMatrix, from_coordinates
from exactbox.linalg.results.exact import ExactMatrix
from exactbox.linalg.square.system import solve_system
from exactbox.mdp.graph.components import bottom_components
from exactbox.mdp.model.layout import (
    Array,
    PerChoice,
    PerState,
    Policy,
    reduced,
    slices,
    starts_of,
    unchecked,
)
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import require_model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.state_sets import checked_integer


def policy_chain(model: Model, policy: Policy | None = None) -> tuple[Model, PerState, PerState]:
    """The Markov chain of a policy, without labels and rewards, its choices, and its components.

    The choices are the model's, one a state; components are those of `bottom_components`, which
    also refuses what is not a policy.
    """
    require_model(model)
    component = bottom_components(model, policy)
    kept = model.choice_at(model.action_start[:-1] if policy is None else np.asarray(policy))
    return chain_of(model, kept), kept, component


def chain_of(model: Model, choices: PerState) -> Model:
    """The Markov chain in which each state has this choice, without labels and rewards."""
    branches = slices(model.branch_start, choices)
    return unchecked(
        Model,
        action_start=np.arange(len(choices) + 1),
        branch_start=starts_of(np.diff(model.branch_start)[choices]),
        target=model.target[branches],
        weight=narrowest(model.weight[branches]),
        denominator=narrowest(model.denominator[choices]),
        initial=model.initial,
        labels={},
        rewards={},
    )


def scale_to_common_denominator(parts: Sequence[tuple[fmpz, fmpz]]) -> tuple[Array, fmpz]:
    """Integers n, as objects, and one d > 0 so that the fractions given are n / d."""
    common = fmpz(1)
    for d in sorted({d for _, d in parts}, reverse=True):  # the longest is a multiple of most
        if common % d != 0:
            common = common.lcm(d)  # divisible by all so far
    factor = {d: common // d for _, d in parts}  # n / d = n factor / common
    return np.fromiter((n * factor[d] for n, d in parts), dtype=object, count=len(parts)), common


def expected_next(
    model: Model, values: PerState, first: int = 0, last: int | None = None
) -> PerChoice:
    """The expected value of the next state, times the choice's denominator, in integers.

    `first` and `last` are for the choices from first to before last.
    """
    start = model.branch_start[first : (model.choices if last is None else last) + 1]
    branches = slice(start[0], start[-1])
    weighted = model.weight[branches].astype(object) * values[model.target[branches]]
    return reduced(np.add, weighted, start - start[0], 0)  # sum_t w(c, t) v(t)


def unit_vector(chain: Model, state: int) -> Array:
    """(S,) bool: True in this state alone; a ValueError where the model has no such state."""
    if not 0 <= checked_integer("start", state) < chain.states:
        raise ValueError(f"start: got {state}, need a state of 0 to {chain.states - 1}")
    unit: Array = np.arange(chain.states) == state
    return unit


def equations(chain: Model, inside: Array) -> IntegerMatrix:
    """The matrix den (I - P), restricted to the states inside."""
    states, source, target, weight = _branches(chain, inside)
    nodes = np.arange(states.size)
    return from_coordinates(  # den(s) x(s) - sum_t w(s, t) x(t)
        (states.size, states.size),
        np.concatenate([nodes, source]),
        np.concatenate([nodes, target]),
        np.concatenate([chain.denominator[states], -weight]),
    )


def solve_transposed(
    chain: Model, inside: Array, unit: Array, fixed: Array | None = None, period: int = 1
) -> ExactMatrix:
    """Solve y den (I - P) = unit on the states inside, with y = unit in fixed states.

    So y(s) den(s) is the expected number of visits to s of runs that start in the unit states. With
    a period d there are d such vectors, one after the other: of visits at times 0, 1, .. mod d.
    """
    states, source, target, weight = _branches(chain, inside)
    # den(t) y(t) - sum_s w(s, t) y(s) = unit(t) in free states t; y = unit in others
    free = np.ones(states.size, dtype=bool) if fixed is None else ~fixed[states]
    kept = free[target]
    nodes = np.arange(states.size * period)
    time = np.repeat(np.arange(period), np.count_nonzero(kept))
    matrix = from_coordinates(
        (nodes.size, nodes.size),
        np.concatenate([nodes, np.tile(target[kept], period) + states.size * time]),
        np.concatenate(  # y(s) is that of one step earlier
            [nodes, np.tile(source[kept], period) + states.size * ((time - 1) % period)]
        ),
        np.concatenate(
            [
                np.tile(np.where(free, chain.denominator[states], 1), period),
                np.tile(-weight[kept], period),
            ]
        ),
    )
    right = [[int(u)] for u in unit[states]] + [[0]] * (nodes.size - states.size)
    return solve_system(matrix, right, nonsingular=True)


def gain_system(
    chain: Model, component: Array, time: Ratios | None = None
) -> tuple[IntegerMatrix, Array, Array]:
    """The equations of mean payoff: den (I - P) g = 0 and den (tau g + (I - P) h) = den r.

    In a bottom component g is one number. It is the unknown in place of the bias h of a reference
    state, the smallest, which is 0: else h would be known up to a constant only. Transient states
    have an unknown for each. So the system has exactly one solution: that of each component alone,
    and in transient states I - P has an inverse.

    tau is 0 or more, and not 0 everywhere in a component; by default 1 a step. Row s < S is the
    second equation of s, times the denominator u(s) of tau(s); its right-hand side is u(s) den(s)
    r(s). Further rows are the first equation of transient states. Unknown s < S is h(s), but for
    reference states, which come last; before them the unknown that is g(s), for each s.
    """
    nodes = np.arange(chain.states)
    transient = component < 0
    # the smallest state of each bottom component
    reference = np.unique(component, return_index=True)[1][int(transient.any()) :]
    gain_at = reference[component]
    gain_at[transient] = chain.states + np.arange(transient.sum())  # g(s) is an unknown of its own
    source, target, den = chain.choice_of, chain.target, chain.denominator
    scaled, weight, timed = den, chain.weight, den  # u den, u w, t den where tau = t / u
    if time is not None:
        scaled, timed = product(den, time.denominator), product(den, time.numerator)
        weight = product(chain.weight, time.denominator[source])
    biased = ~np.isin(nodes, reference)  # h(s) is an unknown
    onward, moving = biased[target], transient[source]
    blocks = [  # rows, columns and entries
        (nodes[timed > 0], gain_at[timed > 0], timed[timed > 0]),  # u den tau g
        (nodes[biased], nodes[biased], scaled[biased]),  # + u den h
        (source[onward], target[onward], -weight[onward]),  # - u den P h
        (gain_at[transient], gain_at[transient], den[transient]),  # den g
        (gain_at[source[moving]], gain_at[target[moving]], -chain.weight[moving]),  # - den P g
    ]
    size = chain.states + int(transient.sum())
    rows, columns, entries = (np.concatenate(part) for part in zip(*blocks, strict=True))
    return from_coordinates((size, size), rows, columns, entries), gain_at, reference


def _branches(chain: Model, inside: Array) -> tuple[Array, Array, Array, Array]:
    """The states inside, and source, target (both counted inside) and weight between them."""
    place = np.cumsum(inside) - 1  # of a state among those inside
    source = chain.choice_of
    kept = inside[source] & inside[chain.target]
    return (
        np.flatnonzero(inside),
        place[source[kept]],
        place[chain.target[kept]],
        chain.weight[kept],
    )
