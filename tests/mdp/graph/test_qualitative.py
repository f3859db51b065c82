"""What the graph decides, against definitions: all policies, all sets of states, one by one."""

from __future__ import annotations

from itertools import chain, combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.mdp.graph.attractor import attractor, first_action
from exactbox.mdp.graph.components import bottom_components, end_components
from exactbox.mdp.graph.qualitative import (
    every_policy_positive,
    prob0_max,
    prob0_min,
    prob1_max,
    prob1_min,
    reachable,
    some_path,
)
from exactbox.mdp.model.model import Model
from tests.strategies import examples


@st.composite
def processes(draw: st.DrawFn) -> list[list[list[int]]]:
    """``targets[s][k]``: where choice k of s leads to; a target may stand there twice."""
    states = draw(st.integers(1, 6))
    branches = st.lists(st.integers(0, states - 1), min_size=1, max_size=3)
    row = st.lists(branches, min_size=1, max_size=3)
    return draw(st.lists(row, min_size=states, max_size=states))


def subset(states: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=states, max_size=states)


def as_model(targets) -> Model:
    """All branches of a choice with the same probability; those to the same state are one."""
    return Model.from_lists([[[(f"1/{len(k)}", t) for t in k] for k in row] for row in targets])


def closure(edges: list[set[int]]) -> list[set[int]]:
    """For every node the nodes on paths of any length from it, 0 included."""
    reach = [{s} | edges[s] for s in range(len(edges))]
    for middle, s in product(range(len(edges)), repeat=2):  # Warshall: the middle outermost
        if middle in reach[s]:
            reach[s] |= reach[middle]
    return reach


def chances(edges, goal, stay) -> tuple[set[int], set[int]]:
    """In a chain: the states that reach the goal with positive probability, and with 1.

    With goal and failure absorbing: 1 exactly where all that can be reached can reach the goal.
    """
    ended = [{s} if goal[s] or not stay[s] else edges[s] for s in range(len(edges))]
    reach = closure(ended)
    positive = {s for s in range(len(edges)) if any(goal[t] for t in reach[s])}
    return positive, {s for s in range(len(edges)) if reach[s] <= positive}


def winning(targets, goal, stay, who) -> tuple[set[int], set[int]]:
    """Where some policy of the first player wins against all of the second (`who`), both ways."""
    moves = [range(len(row)) for row in targets]
    mine = [moves[s] if not who[s] else [0] for s in range(len(targets))]
    theirs = [moves[s] if who[s] else [0] for s in range(len(targets))]
    positive, sure = set(), set()
    for first in product(*mine):
        results = []
        for second in product(*theirs):
            edges = [set(row[i + j]) for row, i, j in zip(targets, first, second, strict=True)]
            results.append(chances(edges, goal, stay))
        positive |= set.intersection(*(p for p, _ in results))
        sure |= set.intersection(*(p for _, p in results))
    return positive, sure


def needs(model, who):
    """How many options have to be hit: all of the second player's states, one of the others."""
    return np.where(who, np.diff(model.action_start), 1)


def members(mask) -> set[int]:
    return set(np.flatnonzero(mask).tolist())


@given(st.data())
@examples(300)
def test_probabilities_0_and_1_are_those_over_all_policies(data):
    targets = data.draw(processes())
    n = len(targets)
    goal, stay, who = (np.array(data.draw(subset(n))) for _ in range(3))
    model = as_model(targets)
    everything = set(range(n))
    positive, sure = winning(targets, goal, stay, np.zeros(n, dtype=bool))
    assert members(some_path(model, goal, stay)) == positive
    assert members(prob0_max(model, goal, stay)) == everything - positive
    assert members(prob1_max(model, goal, stay).states) == sure
    positive, sure = winning(targets, goal, stay, np.ones(n, dtype=bool))
    assert members(every_policy_positive(model, goal, stay).states >= 0) == positive
    assert members(prob0_min(model, goal, stay)) == everything - positive
    assert members(prob1_min(model, goal, stay)) == sure
    positive, sure = winning(targets, goal, stay, who)
    assert members(attractor(model, goal, stay, needs(model, who)).states >= 0) == positive
    assert members(prob1_max(model, goal, stay, who).states) == sure


@given(st.data())
def test_ranks_are_the_smallest(data):
    """Level k + 1, by definition: the choices that are needed have a branch to a level <= k."""
    targets = data.draw(processes())
    n = len(targets)
    goal, stay, who = (data.draw(subset(n)) for _ in range(3))
    expected = [0 if g else -1 for g in goal]
    for k in range(n):
        before = {s for s in range(n) if expected[s] >= 0}
        for s in range(n):
            hits = [bool(before & set(choice)) for choice in targets[s]]
            if s not in before and stay[s] and (all(hits) if who[s] else any(hits)):
                expected[s] = k + 1
    model = as_model(targets)
    ranks = attractor(model, np.array(goal), np.array(stay), needs(model, np.array(who)))
    assert ranks.states.tolist() == expected
    least = [min((expected[t] for t in c if expected[t] >= 0), default=-1) for c in chain(*targets)]
    assert ranks.choices.tolist() == least


@given(st.data())
def test_the_almost_sure_policy_proves_itself(data):
    targets = data.draw(processes())
    n = len(targets)
    goal, stay, who = (np.array(data.draw(subset(n))) for _ in range(3))
    model = as_model(targets)
    states, ranks, kept = prob1_max(model, goal, stay, who)
    choice, rank = first_action(model, kept, ranks), ranks.states
    assert (rank[goal] == 0).all() and (rank[~goal] != 0).all()
    assert (rank[~states] == -1).all() and (choice[~states] == -1).all()
    for s in np.flatnonzero(states & ~goal):
        k = int(choice[s] - model.action_start[s])
        assert 0 <= k < len(targets[s]) and stay[s]
        for branches in targets[s] if who[s] else [targets[s][k]]:
            assert states[branches].all() and (rank[branches] < rank[s]).any()


@given(st.data())
@examples(300)
def test_end_components_are_the_maximal_sets_by_definition(data):
    targets = data.draw(processes())
    n = len(targets)
    model = as_model(targets)
    within = data.draw(st.none() | subset(n))
    choices = data.draw(st.none() | subset(model.choices))

    def staying(s, group):
        """The choices of s that are there and lead only to the group."""
        numbered = enumerate(targets[s], int(model.action_start[s]))
        return {c: t for c, t in numbered if set(t) <= group and (choices is None or choices[c])}

    found = []
    places = range(n) if within is None else [s for s in range(n) if within[s]]
    sizes = range(1, len(places) + 1)
    for group in map(set, chain.from_iterable(combinations(places, k) for k in sizes)):
        kept = {s: staying(s, group) for s in group}
        edges = [set(chain(*kept[s].values())) if s in group else set() for s in range(n)]
        if all(kept.values()) and all(
            group <= reach for reach in map(closure(edges).__getitem__, group)
        ):
            found.append(group)
    maximal = sorted(sorted(g) for g in found if not any(g < other for other in found))

    component, allowed = end_components(
        model,
        None if within is None else np.array(within),
        None if choices is None else np.array(choices),
    )
    labels = range(component.max(initial=-1) + 1)
    assert [np.flatnonzero(component == k).tolist() for k in labels] == maximal
    expected = {c for group in maximal for s in group for c in staying(s, set(group))}
    assert members(allowed) == expected
    assert model.target.tolist() == [t for row in targets for k in row for t in dict.fromkeys(k)]


@given(st.data())
def test_bottom_components_of_a_policy_and_reachable_states(data):
    targets = data.draw(processes())
    n = len(targets)
    model = as_model(targets)
    picks = [data.draw(st.integers(0, len(row) - 1)) for row in targets]
    reach = closure([set(row[k]) for row, k in zip(targets, picks, strict=True)])
    bottom = [s for s in range(n) if all(s in reach[t] for t in reach[s])]
    groups = sorted({min(reach[s]) for s in bottom})
    expected = [groups.index(min(reach[s])) if s in bottom else -1 for s in range(n)]
    assert bottom_components(model, model.action_start[:-1] + np.array(picks)).tolist() == expected

    sources = data.draw(subset(n))
    reach = closure([set(chain(*row)) for row in targets])
    expected = set().union(*(reach[s] for s in range(n) if sources[s]))
    assert members(reachable(model, np.array(sources))) == expected


def line(length: int) -> Model:
    """State s > 0 goes to s - 1, or on a coin to s - 1 or s + 1; 0 is the end."""
    inner = [[[(1, s - 1)], [("1/2", s - 1), ("1/2", s + 1)]] for s in range(1, length - 1)]
    return Model.from_lists([[[(1, 0)]], *inner, [[(1, length - 2)]]])


@pytest.mark.slow
def test_a_long_way():
    """As many levels as states."""
    n = 20_000
    model = line(n)
    goal = np.arange(n) == 0
    assert attractor(model, goal).states.tolist() == list(range(n))
    assert prob1_max(model, goal).ranks.states.tolist() == list(range(n))
    assert prob1_min(model, goal).all()
    assert reachable(model, np.arange(n) == n - 1).all()
    component, allowed = end_components(model)
    assert component.tolist() == [0] + [-1] * (n - 1)
    assert np.flatnonzero(allowed).tolist() == [0]


def rings(count: int, size: int, seed: int) -> Model:
    """Rings one after the other. On heads every choice goes to the next state of the ring.

    On tails two choices go elsewhere in the ring, the third one to a later ring (from the last
    ring, to itself). All is over in the first state of the last ring.
    """
    rng = np.random.default_rng(seed)
    n = count * size
    state = np.arange(n)
    ring = state // size
    onward = ring * size + (state + 1) % size
    inside = ring[:, None] * size + rng.integers(size, size=(n, 2))
    later = np.minimum(ring + 1 + rng.integers(3, size=n), count - 1) * size + state % size
    target = np.empty((n, 3, 2), dtype=np.int64)
    target[:, :, 0] = onward[:, None]
    target[:, :, 1] = np.column_stack([inside, later])
    end = n - size
    target[end] = end
    target = np.sort(target.reshape(3 * n, 2), axis=1)
    once = np.ones_like(target, dtype=bool)
    once[:, 1] = target[:, 0] != target[:, 1]  # both branches lead there: one of them is enough
    branches = once.sum(axis=1)
    return Model(
        np.arange(n + 1) * 3,
        np.concatenate([[0], np.cumsum(branches)]),
        target[once],
        np.ones(branches.sum(), dtype=np.int64),
        branches,
    )


@pytest.mark.parametrize(
    ("count", "size"),
    [
        (300, 7),
        pytest.param(100_000, 10, marks=pytest.mark.slow),
        pytest.param(10, 100_000, marks=pytest.mark.slow),
    ],
)
def test_rings(count, size):
    """The rings are the end components, but the last only its end; all can be left."""
    model = rings(count, size, seed=1)
    n = model.states
    end, last = n - size, np.arange(n) >= n - size
    goal = np.arange(n) == end
    component, allowed = end_components(model)
    expected = np.where(last, -1, np.arange(n) // size)
    expected[end] = count - 1
    assert (component == expected).all()
    third = np.arange(model.choices) % 3 == 2
    assert (allowed == np.repeat(~last, 3) & ~third | np.repeat(goal, 3)).all()
    assert some_path(model, goal).all()
    assert prob1_max(model, goal).states.all()
    assert (prob1_min(model, goal) == last).all()
    assert (prob0_min(model, goal) == ~last).all()
    later = model.action_start[:-1] + 2
    assert (bottom_components(model, later) == np.where(goal, 0, -1)).all()
    around = bottom_components(model, model.action_start[:-1])
    assert (around == expected).all()
    assert (reachable(model, last) == last).all()


def test_arrays_of_the_wrong_kind_are_refused():
    model = line(4)
    goal = np.array([True, False, False, False])
    with pytest.raises(ValueError, match=r"^goal: got int64 of shape \(4,\), need bool of \(4,\)$"):
        attractor(model, goal.astype(np.int64))
    with pytest.raises(ValueError, match=r"^stay: got bool of shape \(3,\), need bool of \(4,\)$"):
        prob1_max(model, goal, goal[1:])
    with pytest.raises(
        ValueError, match=r"^actions: got bool of shape \(4,\), need bool of \(6,\)"
    ):
        end_components(model, actions=goal)
    with pytest.raises(ValueError, match=r"^policy: is missing, but state 1 has 2 choices"):
        bottom_components(model)
    with pytest.raises(ValueError, match=r"^policy: state 1 takes 3, need 1 to 2$"):
        bottom_components(model, np.array([0, 3, 3, 5]))
    with pytest.raises(ValueError, match=r"^policy: got float64"):
        bottom_components(model, np.zeros(4))
