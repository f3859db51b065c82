"""Policies that the graph alone decides: that miss a goal, or collect rewards for ever.

They attain infinite values; levels and end components prove that these are infinite.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.graph.attractor import attractor, first_action
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.qualitative import prob0_min
from exactbox.mdp.model.layout import PerAction, PerState, Policy
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


def endless_reward(model: Model, rewards: Ratios, allowed: PerAction) -> str | None:
    """The place of an allowed action with a reward, in an end component; None without one."""
    endless = allowed & (rewards.numerator != 0)[model.choice]
    if not endless.any():
        return None
    o = int(np.argmax(endless))
    reward = rewards[int(model.choice_at(np.array([o]))[0])]
    return f"{model.place(o)}: the reward {reward}"


def collecting_policy(model: Model, rewarding: PerAction, infinite: PerState) -> Policy:
    """(S,) actions that collect infinitely much wherever that can be done; -1 elsewhere.

    In a maximal end component with a rewarding action the policy walks to such actions again and
    again; from other states it walks to such an end component.
    """
    component, allowed = end_components(model)
    rewarded = allowed & rewarding
    has_reward = np.zeros(model.states + 1, dtype=bool)  # by component; the last is for none
    has_reward[component[model.state_of[rewarded]]] = True
    mec_with_reward = has_reward[component] & (component >= 0)
    first = first_action(model, rewarded)
    within = attractor(model, first >= 0, mec_with_reward, actions=allowed)
    policy = np.where(first >= 0, first, first_action(model, allowed, within))
    ranks = attractor(model, mec_with_reward)
    outside = infinite & ~mec_with_reward
    towards = first_action(model, np.ones(model.action_count, dtype=bool), ranks)
    return np.where(outside, towards, np.where(mec_with_reward, policy, -1))


def missing_policy(
    model: Model, goal: PerState, policy: Policy, infinite: PerState, ended: bool = False
) -> tuple[Policy, PerState]:
    """Actions in infinite states that miss the goal, and the levels that show it."""
    never = prob0_min(model, goal, None, ended)
    levels = attractor(model, never, ~goal)
    every_action = np.ones(model.action_count, dtype=bool)
    away = first_action(model, model.leads_only_to(never, not ended))
    away = np.where(never, away, first_action(model, every_action, levels))
    return np.where(infinite, away, policy), levels.states
