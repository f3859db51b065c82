"""How answers are written as certificates of version 1, in canonical bytes.

There are two kinds. "process" is for totals until the play ends, where states share choices: it has
alternating layers, *chance nodes* (our choices) and *decision nodes* (our states), and ranks of
chance nodes. "model" is for everything else: states with choices of their own, so that shared
choices are written out for each state, and a choice that ends the play leads to a further state
that it never leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import inf, lcm
from typing import Any

import numpy as np

from exactbox.certificate import VERSION, canonical
from exactbox.linalg import ExactVector
from exactbox.mdp.arguments import worth_of_end
from exactbox.mdp.layout import Array, PerChoice, PerState
from exactbox.mdp.model import Model
from exactbox.mdp.rewards import Ratios, Rewards
from exactbox.mdp.values import ONE, ZERO, Values, everywhere

# The kind "model" --------------------------------------------------------------------------------


def model_certificate(
    model: Model,
    objective: str,
    sense: str,
    rewards: Ratios | None,
    claim: Mapping[str, Any],
    witness: Mapping[str, Any],
) -> bytes:
    """A certificate of the kind "model".

    Parameters
    ----------
    model, objective, sense, rewards
        As in `Answer`.
    claim : dict
        The value and its decimals; for bounds the lower one, and "upper".
    witness : dict
        Rationals, vectors of S entries, sets of states and numbers of states, by their names.
        "ended" says that to end the play is a goal as well.
    """
    witness = dict(witness)
    ended = bool(witness.pop("ended", False))
    plain, rewards = _plain_model(model, rewards)
    if plain.states > model.states:
        worth = worth_of_end(objective, ended)
        last = {
            "goal": ended,
            "stay": True,
            "infinite": worth == inf,
            "values": worth,
            "upper": worth,
            "components": model.states,
        }
        witness = {name: _with_end(part, last.get(name, 0)) for name, part in witness.items()}
    second = model.players
    return canonical(
        {
            "certificate": VERSION,
            "kind": "model",
            "claim": {
                "node": model.initial_state,
                **{name: _plain(part) for name, part in claim.items()},
            },
            "model": _states(plain, rewards),
            "objective": _name(objective, witness),
            "second": [] if second is None else np.flatnonzero(second).tolist(),
            "sense": sense,
            **{name: _plain(part) for name, part in witness.items()},
        }
    )


def _name(objective: str, witness: Mapping[str, Any]) -> str:
    """What version 1 calls the objective."""
    if "components" in witness:  # a total of both signs
        return "signed"
    return {"cost": "until", "mean_payoff": "mean", "within_steps": "bounded"}.get(
        objective, objective
    )


def _plain_model(model: Model, rewards: Ratios | None) -> tuple[Model, Ratios | None]:
    """The model with a choice of its own for every option, none of which ends; and its rewards."""
    if model.option is None and not model.ends.any():
        return model, rewards
    given = {} if rewards is None else {"": Rewards(rewards.numerator, rewards.denominator)}
    plain = replace(model, rewards=given).plain()
    return plain, plain.rewards.get("")


def _states(plain: Model, rewards: Ratios | None) -> list[Any]:
    """Of every option of each state: denominator, cost, targets and weights."""
    rows = _choices(plain, rewards)
    return [rows[low:high] for low, high in pairwise(plain.option_start.tolist())]


def _choices(model: Model, rewards: Ratios | None) -> list[list[Any]]:
    """Denominator, cost, targets and weights of every choice, over one denominator."""
    branch = model.branch_start.tolist()
    target, weight = model.target.tolist(), model.weight.tolist()
    denominator = model.denominator.tolist()
    reward = [0] * model.choices if rewards is None else rewards.numerator.tolist()
    over = [1] * model.choices if rewards is None else rewards.denominator.tolist()
    written = []
    for c, (low, high) in enumerate(pairwise(branch)):
        common = lcm(denominator[c], over[c])
        scale, cost = common // denominator[c], reward[c] * (common // over[c])
        weights = [f"{w * scale:x}" for w in weight[low:high]]
        written.append([f"{common:x}", f"{cost:x}", target[low:high], weights])
    return written


def _with_end(part: Any, last: int | float) -> Any:
    """What belongs to states, with the further state in which the play has ended."""
    if isinstance(part, Values):
        extended = everywhere(np.ones(len(part), dtype=bool), part)
        at = np.append(extended.at, ONE if last == 1 else ZERO)
        return Values(extended.x, at, np.append(part.infinite, last == inf))
    if not isinstance(part, np.ndarray):
        return part
    more = np.full((*part.shape[:-1], 1), last, dtype=part.dtype)
    return np.concatenate([part, more], axis=-1)


def _plain(part: Any) -> Any:
    """A set of states as a list, a rational as two integers, values in blocks."""
    if isinstance(part, Values):
        return blocks(part.x, part.at)
    if isinstance(part, Fraction):
        return [f"{part.numerator:x}", f"{part.denominator:x}"]
    if isinstance(part, np.ndarray):
        return np.flatnonzero(part).tolist() if part.dtype == bool else part.tolist()
    return part


def blocks(x: ExactVector, at: Array) -> list[Any]:
    """For each block of the solution with nodes its denominator, the nodes and their numerators."""
    members: list[list[int]] = [[] for _ in x.denominators]
    entry = at.tolist()
    for node, k in enumerate(entry):
        members[x.block_of[k]].append(node)
    return [
        [f"{int(d):x}", nodes, [f"{int(x.numerators[entry[node]][0]):x}" for node in nodes]]
        for d, nodes in zip(x.denominators, members, strict=True)
        if nodes
    ]


# The kind "process" ------------------------------------------------------------------------------


def process_certificate(
    model: Model,
    objective: str,
    sense: str,
    rewards: Ratios | None,
    claim: Mapping[str, Any],
    choices: ExactVector,
    policy: PerState,
    ranks: PerChoice,
) -> bytes:
    """A certificate of the kind "process": the claim is about a chance node.

    An initial state that is the last one, has one option, and that no branch leads to is left out:
    the play begins with its choice. Any other gets a further chance node, which leads to it. A
    model's rule is written in place of its nodes where start and rewards are the model's own.

    Parameters
    ----------
    model, objective, sense, rewards
        As in `Answer`; version 1 does not name the objective: the sense says it.
    claim : dict
        The value and its decimals.
    choices : ExactVector of C entries
        The values of all choices.
    policy : (S,) options within the states
    ranks : (C,) int64
        Falling along some branch of every choice that does not end the play.
    """
    first, last = model.initial_state, model.states - 1
    options = model.choice_at(np.arange(*model.option_start[[first, first + 1]]))
    begins = first == last and len(options) == 1 and not (model.target == last).any()
    node = int(options[0]) if begins else model.choices
    values = blocks(choices, np.arange(len(choices)))
    if not begins:
        ranks = np.append(ranks, 1 + ranks.max())
        value: Fraction = claim["value"]
        values.append([f"{value.denominator:x}", [node], [f"{value.numerator:x}"]])
    stated = begins and any(rewards is given for given in model.rewards.values())
    named = model.rule if stated else None
    return canonical(
        {
            "certificate": VERSION,
            "kind": "process",
            "claim": {
                **{name: _plain(part) for name, part in claim.items()},
                "node": node,
                "sense": sense,
            },
            "model": _layers(model, rewards, begins) if named is None else dict(named),
            "policy": policy[: last if begins else None].tolist(),
            "ranks": ranks.tolist(),
            "values": values,
        }
    )


def _layers(model: Model, rewards: Ratios | None, begins: bool) -> dict[str, Any]:
    """Chance nodes and decision nodes, one by one."""
    chance = [
        [cost, d, [[w, t] for t, w in zip(targets, weights, strict=True)]]
        for d, cost, targets, weights in _choices(model, rewards)
    ]
    choices = list(range(model.options)) if model.option is None else model.option.tolist()
    decision = [choices[low:high] for low, high in pairwise(model.option_start.tolist())]
    if begins:
        decision = decision[:-1]
    else:
        chance.append(["0", "1", [["1", model.initial_state]]])
    return {"rule": "explicit", "chance": chance, "decision": decision}
