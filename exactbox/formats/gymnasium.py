"""Gymnasium's toy environments, by their tables ``env.unwrapped.P``, without importing Gymnasium.

``P[state][action]`` lists ``(probability, next state, reward, done)``. Numbers there are floats,
so the caller says which rationals they stand for. ``done`` ends the episode: such a transition
leads to an absorbing state without rewards, which is the next state itself if its table already
says so, and else a copy of it behind all states. A limit on the steps (``max_episode_steps``) is
no part of the table: ask `exactbox.within_steps` for it.

Where the environment is a grid its states have their row and column as valuations (a copy has its
original's), its actions are called up, right, down and left, and holes and goals of a map have
labels (`gymnasium_grids`).

Source: Towers et al., *Gymnasium: A Standard Interface for Reinforcement Learning Environments*,
2024 (``gymnasium.envs.toy_text``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

import numpy as np

from exactbox.formats.gymnasium_grids import cells_of, moves_of
from exactbox.formats.numbers import Rationalize, checked_rationalize, rationals
from exactbox.mdp.model.builder import RewardParts, build_model, sum_by_key
from exactbox.mdp.model.layout import starts_of
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import WrongSumError
from exactbox.showing import show

Table = Mapping[int, Mapping[int, Sequence[tuple[Any, Any, Any, Any]]]]


def from_gymnasium(
    env: Any,
    *,
    rationalize: Rationalize | None = None,
    terminal_label: str = "done",
    initial: int | Sequence[int] | None = None,
    reward: str = "reward",
) -> Model:
    """A decision process from an environment that has a table of its transitions.

    The states of a grid (FrozenLake, CliffWalking) know their cells, and its actions are called up,
    right, down and left, so that `Answer.plot` draws a policy with arrows.

    Parameters
    ----------
    env : environment, or dict of state to dict of action to list of entries
        An environment such as FrozenLake, in whatever wrappers, or its table ``env.unwrapped.P``,
        with entries (probability, next state, reward, done). States and actions are numbered from
        0. Entries of one next state are one branch; entries of probability 0 are left out.
    rationalize : None, "exact", "decimal" or int
        As in the head of `exactbox.formats`; needed, for Gymnasium's tables are of floats.
    terminal_label : str
        The label of the absorbing states that ``done`` leads to.
    initial : a state, or increasing states; optional
        By default those where the environment can start; state 0 of a table.
    reward : str
        The name of the rewards. `Rewards.branch` holds those of the branches where a choice has
        branches of different rewards; but where entries that are one branch differ, only the
        expected rewards of the choices are kept, and no bound on a reward can be told from them.

    Raises
    ------
    TypeError, ValueError
        If there is no table (in CartPole, say), a state is missing, an entry is not a number, or
        the probabilities of a choice do not add up to 1; names the state, the action and the sum.

    Examples
    --------
    >>> coin = {0: {0: [(0.5, 0, 0, False), (0.5, 1, 1, True)]}, 1: {0: [(1.0, 1, 0, True)]}}
    >>> model = from_gymnasium(coin, rationalize="exact")
    >>> model.states, model.labels["done"].tolist(), model.rewards["reward"].numerator.tolist()
    (2, [False, True], [1, 0])

    With Gymnasium: ``from_gymnasium(gymnasium.make("FrozenLake-v1"), rationalize=1000)``.
    """
    checked_rationalize(rationalize)
    P, starts = _table(env)
    inner, count = getattr(env, "unwrapped", env), len(P)
    moves = moves_of(inner) or []
    if initial is None:
        initial = starts
    action_start = [0]
    places: list[str] = []
    names: list[str] = []
    outcomes: list[tuple[int, Any, Any, Any, Any]] = []  # each after its choice
    for s in range(count):
        if isinstance(P, Mapping) and s not in P:
            raise ValueError(f"state {s} is missing, need states 0 to {count - 1}")
        for within, (a, entries) in enumerate(_actions(s, P[s])):
            place = f"state {s}, action {a}"
            for entry in _list(place, entries):
                if not isinstance(entry, (tuple, list)) or len(entry) != 4:
                    need = "(probability, next state, reward, done)"
                    raise ValueError(f"{place}: found {show(entry)}, need 4 entries, {need}")
                if entry[0] != 0:
                    outcomes.append((len(places), *entry))
            places.append(place)
            move = moves[a] if a in range(len(moves)) else ""
            names.append(move or ("" if a == within else str(a)))
        action_start.append(len(places))

    def exact(at: int, what: str) -> Ratios:
        return rationals(
            (outcome[at] for outcome in outcomes),
            lambda k: f"{places[outcomes[k][0]]}: the {what}",
            rationalize,
        )

    probability, rewards = exact(1, "probability"), exact(3, "reward")
    ends: dict[int, int] = {}  # the absorbing state for each next state of a done transition
    copies = 0
    terms: list[tuple[tuple[int, int], Fraction]] = []  # of choice and target: the probability
    first: dict[tuple[int, int], Fraction] = {}  # the reward of its first entry
    certain = True  # whether all entries of a branch have one reward
    for k, (c, p, t, _, done) in enumerate(outcomes):
        if not isinstance(t, (int, np.integer)):
            raise TypeError(f"{places[c]}: found the target {t!r}, need an integer")
        if not 0 <= t < count:  # nor is a copy
            raise ValueError(f"{places[c]}: the target {t} is not a state, need 0 to {count - 1}")
        chance, own_reward = probability[k], rewards[k]
        if chance <= 0:
            raise ValueError(
                f"{places[c]}: the probability {p} of target {t} is taken as {chance}, need a "
                "positive number"
            )
        if done and t not in ends:
            absorbing = all(  # every action stays in the state without a reward
                q == 0 or (u == t and w == 0)
                for _, entries in _actions(int(t), P[t])
                for q, u, w, _ in entries
            )
            ends[int(t)] = int(t) if absorbing else count + copies
            copies += not absorbing
        branch = c, ends[int(t)] if done else int(t)
        certain &= first.setdefault(branch, own_reward) == own_reward
        terms.append((branch, chance))
    expected_rewards = sum_by_key((branch, p * rewards[k]) for k, (branch, p) in enumerate(terms))
    for t in range(count, count + copies):
        terms.append(((len(places), t), Fraction(1)))
        expected_rewards[len(places), t] = Fraction(0)
        places.append(f"state {t}")
        names.append("")
        action_start.append(len(places))
    chances = sum_by_key(terms)

    label = np.zeros(count + copies, dtype=bool)
    label[list(ends.values())] = True
    original = [*range(count), *(t for t, end in ends.items() if end >= count)]
    valuations, marked = cells_of(inner, original)
    # the reward of a branch: sum p r over sum p of the entries that are this branch
    expected = Ratios.from_fractions(expected_rewards[branch] / p for branch, p in chances.items())
    try:
        return build_model(
            Model,
            np.array(action_start),
            starts_of(np.bincount([c for c, _ in chances], minlength=len(places))),
            np.array([t for _, t in chances], dtype=np.int64),
            Ratios.from_fractions(chances.values()),
            place=places.__getitem__,
            initial=initial,
            labels={**marked, terminal_label: label},
            rewards={reward: RewardParts(branches=expected, averaged=not certain)},
            actions=names if any(names) else None,
            valuations=valuations,
        )
    except WrongSumError as error:
        if isinstance(rationalize, int):
            raise
        why = "; rationalize=1000, say, takes fractions near by"
        raise WrongSumError(error.plain, why) from None


def _table(env: Any) -> tuple[Any, list[int]]:
    """The table of an environment, or the table itself, and where it starts."""
    inner = getattr(env, "unwrapped", env)
    P = getattr(inner, "P", None)
    if P is None and isinstance(env, (Mapping, list, tuple)):
        return env, [0]
    if not isinstance(P, (Mapping, list, tuple)):
        raise TypeError(
            f"found {show(env)} ({type(inner).__name__}), without a table P of its transitions; "
            "need an environment such as FrozenLake-v1, or a table such as env.unwrapped.P"
        )
    chances = getattr(inner, "initial_state_distrib", getattr(inner, "isd", None))
    return P, [0] if chances is None else np.flatnonzero(chances).tolist()


def _actions(state: int, table: Any) -> list[tuple[Any, Any]]:
    """Actions in order, with their entries."""
    if isinstance(table, Mapping):
        try:
            return sorted(table.items(), key=itemgetter(0))
        except TypeError:
            need = "need all of one type"
            raise TypeError(f"state {state}: found actions {show([*table])}, {need}") from None
    return list(enumerate(_list(f"state {state}", table)))


def _list(place: str, value: Any) -> Any:
    """A value that has to be a list."""
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise TypeError(f"{place}: found {show(value)}, need a list")
    return value
