"""The facts of a model: its kind and size, and its branches as columns for a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np

from exactbox.mdp.model.layout import Layout, PerBranch, PerChoice, PerState, slices
from exactbox.mdp.model.rewards import Ratios, Rewards
from exactbox.showing import Columns, Facts, counted, quoted_list

KINDS = {
    "dtmc": "Markov chain",
    "mdp": "Markov decision process",
    "ctmc": "continuous-time Markov chain",
    "ma": "Markov automaton",
}


def model_facts(
    layout: Layout,
    initial: Sequence[int],
    labels: Iterable[str],
    rewards: Iterable[str],
    players: PerState | None,
) -> Facts:
    """The size of a model, and what is known of it by name."""
    start = f"{initial[0]}" if len(initial) == 1 else f"{len(initial):,} of them"
    several = f"{layout.action_count:,} actions of all states, which share "
    shared = "" if layout.afterstate is None else several
    facts = [
        ("states", f"{layout.states:,}; initial {start}"),
        ("choices", f"{shared}{layout.choices:,}, with {counted(len(layout.target), 'branch')}"),
        ("labels", quoted_list(labels)),
        ("rewards", quoted_list(rewards)),
    ]
    if players is not None:
        facts.append(("players", f"the second has {counted(int(players.sum()), 'state')}"))
    return facts


def branch_columns(
    layout: Layout,
    weight: PerBranch,
    denominator: PerChoice,
    rates: Ratios | None,
    rewards: Mapping[str, Rewards],
    actions: Sequence[str] | None,
) -> Columns:
    """A row a branch, and one for each choice that ends the play."""
    choice = layout.choice_at(np.arange(layout.action_count))
    lengths = np.diff(layout.branch_start)[choice]
    rows = np.maximum(lengths, 1)
    action = np.repeat(np.arange(layout.action_count), rows)
    choices = choice[action].tolist()
    branch = np.full(len(action), -1)
    branch[np.repeat(lengths > 0, rows)] = slices(layout.branch_start, choice)
    state = layout.state_of[action]
    columns: Columns = {"state": state.tolist()}
    if actions is not None:
        columns["action"] = [actions[k] for k in action.tolist()]
    columns["choice"] = (action - layout.action_start[state]).tolist()
    pairs = list(zip(choices, branch.tolist(), strict=True))
    columns["target"] = [int(layout.target[b]) if b >= 0 else "ended" for _, b in pairs]
    columns["probability"] = [
        Fraction(int(weight[b]), int(denominator[c])) if b >= 0 else Fraction(1) for c, b in pairs
    ]
    if rates is not None:
        columns["rate"] = [rates[c] for c in choices]
    for name, given in rewards.items():
        own = given.branch
        columns[f"reward {name}".strip()] = [
            given[c] if own is None or b < 0 else own[b] for c, b in pairs
        ]
        if given.rate is not None:
            columns[f"reward {name}".strip() + " a unit of time"] = [given.rate[c] for c in choices]
    return columns
