"""What readers and builders make without `Model`'s own checks, it would accept as it is."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.formats import read_model, write_model
from exactbox.games.flip import flip
from exactbox.mdp import Equations, Model, Ratios, Rewards
from exactbox.mdp.exact.policy_chain import policy_chain
from exactbox.mdp.graph.restriction import keep_actions
from exactbox.mdp.model.builder import RewardParts, build_model
from tests.strategies import examples, flip_games, models


def arrays(model: Model) -> Iterator[tuple[str, np.ndarray]]:
    """The arrays of a model, with their names."""
    for name in ("action_start", "branch_start", "target", "weight", "denominator", "initial"):
        yield name, getattr(model, name)
    for name in ("afterstate", "players"):
        if getattr(model, name) is not None:
            yield name, getattr(model, name)
    yield from model.labels.items()
    ratios: list[tuple[str, Ratios | None]] = [("rates", model.rates)]
    for name, each in model.rewards.items():
        ratios += [(name, each), (f"{name}, branch", each.branch), (f"{name}, rate", each.rate)]
    for name, each in ratios:
        if each is not None:
            yield f"{name}: numerator", each.numerator
            yield f"{name}: denominator", each.denominator


def accepted(model: Model) -> None:
    """The checks of `Model` pass, and find nothing to copy, to freeze or to make narrower."""
    checked = Model(**{f.name: getattr(model, f.name) for f in fields(Model) if f.init})
    counts = checked.states, checked.action_count, checked.choices, checked.is_chain
    assert counts == (model.states, model.action_count, model.choices, model.is_chain)
    assert (checked.afterstate is None) == (model.afterstate is None)
    for (name, own), (_, again) in zip(arrays(model), arrays(checked), strict=True):
        assert own.dtype == again.dtype and not own.flags.writeable, name
        assert own.tolist() == again.tolist(), name
    assert all(rewards.name == name for name, rewards in model.rewards.items())


def shared(model: Model, rng: random.Random) -> Model:
    """The same choices, of which each state has some."""
    options = [sorted(rng.sample(range(model.choices), rng.randint(1, 2))) for _ in range(4)]
    branches = np.minimum(model.target, 3)
    rows = [
        {int(t): Fraction(1) for t in branches[low : low + 1]} if low < high else {}
        for low, high in zip(model.branch_start[:-1].tolist(), model.branch_start[1:].tolist())
    ]
    choices = [(1, [(p, t) for t, p in row.items()]) for row in rows]
    return Model.from_choices(choices, options)


@given(models(long=True), st.integers(0, 2**32))
@examples(150)
def test_what_is_made_of_a_model_is_valid(model, seed):
    rng = random.Random(seed)
    accepted(model)
    if model.choices > 1:
        accepted(shared(model, rng).unshared()[0])
        accepted(shared(model, rng).plain())
    accepted(model.plain())
    policy = [rng.randrange(*model.action_start[s : s + 2]) for s in range(model.states)]
    kept = np.isin(np.arange(model.action_count), policy) | (
        np.random.default_rng(seed).random() < 0.5
    )
    accepted(model.restricted(kept)[0])
    accepted(keep_actions(model, kept)[0])
    accepted(policy_chain(model, np.array(policy))[0])


def test_what_is_left_without_its_long_numbers_is_narrow():
    """State 0 has a choice with a long denominator, and one without."""
    long = [(Fraction(1, 3**50), 0), (1 - Fraction(1, 3**50), 1)]
    model = Model.from_lists([[long, [(1, 1)]], [[(1, 1)]]], rewards={"r": [[3**50, 1], [0]]})
    assert model.weight.dtype == model.rewards["r"].numerator.dtype == object
    left = keep_actions(model, np.array([False, True, True]))[0]
    assert left.weight.dtype == left.denominator.dtype == np.int64
    accepted(left)
    accepted(policy_chain(model, np.array([1, 2]))[0])


@given(models(long=True), st.sampled_from([".drn", ".tra", ".json"]))
@examples(60)
def test_what_is_read_is_valid(tmp_path_factory, model, suffix):
    path = tmp_path_factory.getbasetemp() / f"valid{suffix}"
    write_model(path, model)
    accepted(read_model(path))


@given(flip_games())
@examples(40)
def test_a_game_is_valid(rules):
    try:
        game = flip(**rules)
    except ValueError:  # a card that no roll shows
        return
    accepted(game)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))])
def test_a_copy_is_valid_and_read_only(copied):
    model = Model.from_lists(
        [[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"end": [1]}, rewards={"r": [[1], [0]]}
    )
    accepted(copied(model))
    equations = Equations([0, 1], [0, 1], [0], [1], [2], [3])  # type: ignore[arg-type]
    assert (equations.states, equations.action_count, equations.choices) == (1, 1, 1)


def rows(**more):
    """Two states; a toss from the first, which brings 1 and 3; a loop at the second."""
    parts = {"action_start": [0, 1, 2], "branch_start": [0, 2, 3], "target": [0, 1, 1], **more}
    numbers = Ratios.from_fractions(parts.pop("numbers", [Fraction(1, 4), Fraction(3, 4), 1]))
    starts = (np.array(parts.pop(name)) for name in ("action_start", "branch_start", "target"))
    return build_model(Model, *starts, numbers, **parts)


def test_rewards_of_states_choices_and_branches_add_up():
    third = Ratios.from_fractions([Fraction(1, 3), 0])
    of_branches = Ratios.from_fractions([1, 3, 0])
    model = rows(rewards={"r": RewardParts(states=third, choices=third, branches=of_branches)})
    rewards = model.rewards["r"]
    assert [rewards[c] for c in range(2)] == [Fraction(2, 3) + Fraction(10, 4), 0]
    assert [rewards.branch[b] for b in range(3)] == [Fraction(5, 3), Fraction(11, 3), 0]
    assert rewards.rate is None
    accepted(model)


def test_rewards_of_states_accrue_where_branches_have_rates():
    model = rows(
        numbers=[Fraction(1, 2), 2, 5],
        rated=True,
        rewards={
            "r": RewardParts(
                states=Ratios.from_fractions([7, 0]), choices=Ratios.from_fractions([1, 1])
            )
        },
    )
    assert (model.weight.tolist(), model.denominator.tolist()) == ([1, 4, 1], [5, 1])
    assert [model.rates[c] for c in range(2)] == [Fraction(5, 2), 5]
    rewards = model.rewards["r"]
    assert [rewards[c] for c in range(2)] == [1, 1]
    assert [rewards.rate[c] for c in range(2)] == [7, 0]
    accepted(model)


def test_rewards_whose_sum_is_beyond_64_bits_are_exact():
    large = Ratios.from_fractions([2**63 - 1, Fraction(1, 2**62 - 1)])
    model = rows(rewards={"r": RewardParts(states=large, choices=large)})
    assert [model.rewards["r"][c] for c in range(2)] == [2**64 - 2, Fraction(2, 2**62 - 1)]
    accepted(model)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"numbers": [Fraction(1, 4), Fraction(1, 4), 1]}, "the one: .* add up to 1/2, need 1"),
        ({"numbers": [0, 1, 1]}, "the one: the probability of target 0 is 0, need a positive"),
        ({"numbers": [0, 1, 1], "rated": True}, "the one: the rate to target 0 is 0, need a pos"),
        ({"target": [0, 2, 1]}, "the one: the target 2 is not a state, need 0 to 1"),
        ({"target": [1, 1, 1]}, "the one: the target 1 is there twice, need it once"),
        ({"branch_start": [0, 3, 3], "target": [0, 1, 0]}, "the one: the target 0 is there twice"),
        ({"branch_start": [0, 0, 3], "target": [0, 1, 2]}, "need 0 to 1"),
        ({"branch_start": [0, 0, 2], "target": [0, 1]}, "the one: found no target, need one"),
        ({"action_start": [0, 0, 2]}, "state 0 has no choice, need one"),
        ({"initial": [1, 0]}, "the initial states do not increase"),
        ({"initial": 2}, "the initial state 2 is not one of 0 to 1"),
        ({"rates": Ratios.from_fractions([1, -1])}, "the other: the rate is -1, need 0 or more"),
    ],
)
def test_the_builder_refuses_with_the_reader_s_place(change, message):
    if change.get("target") == [0, 1]:
        change = {**change, "numbers": [Fraction(1, 4), Fraction(3, 4)]}
    with pytest.raises(ValueError, match=message):
        rows(**change, place=["the one", "the other"].__getitem__)


def test_averaged_rewards_are_not_those_of_branches():
    model = rows(
        rewards={"r": RewardParts(branches=Ratios.from_fractions([1, 3, 0]), averaged=True)}
    )
    assert model.rewards["r"].averaged and model.rewards["r"].branch is None
    assert isinstance(model.rewards["r"], Rewards) and model.rewards["r"][0] == Fraction(10, 4)
