"""A user's mistake is answered in one line: where, what was found, what is needed.

Never with an error that comes from the inside, such as ``'int' object has no attribute 'rates'``.
"""

from __future__ import annotations

import numpy as np
import pytest

import exactbox
from exactbox import (
    Model,
    ask,
    cost,
    flip,
    formats,
    mdp,
    reach,
    total_until_end,
    within_steps,
    write_model,
)
from exactbox.mdp import chains
from exactbox.properties import Names, Solver, parse, parse_properties

COIN = Model.from_lists(
    [[[("2/3", 0), ("1/3", 1)], [(1, 1)]], [[(1, 1)]]],
    labels={"heads": [1]},
    rewards={"price": [[1, 2], [0]]},
)
BEST = cost(COIN, "price", "heads", "min")
BOUNDS = mdp.cost_enclosure(COIN, "price", "heads", "min")
ONE = [0, 1], [0, 1], [0], [1], [1]  # the model of one state that stays
ENTRY = (1, 0, 0, False)  # of Gymnasium's table

NEED_MODEL = "the model: found {}, need a Model"
NEED_FILE = "found {}, need the name of a file"

CALLS = {  # what is wrong: the call, and the beginning of its message
    "a number for a model": (lambda: total_until_end(5), NEED_MODEL.format(5)),
    "a path for a model": (
        lambda: total_until_end("m.drn"),
        NEED_MODEL.format("'m.drn'") + ": exactbox.read_model('m.drn') reads one",
    ),
    "an answer for a model": (
        lambda: reach(BEST, "heads", "max"),
        "the model: found Answer(",
    ),
    "nothing for a model": (lambda: within_steps(None, 3, "max"), NEED_MODEL.format(None)),
    "a sense that is not one": (
        lambda: total_until_end(COIN, None, "biggest"),
        "the sense is 'biggest', need 'max' or 'min'",
    ),
    "goal and sense swapped": (
        lambda: reach(COIN, "max", "heads"),
        "the sense is 'heads', need 'max' or 'min'",
    ),
    "goal and rewards swapped": (
        lambda: cost(COIN, "heads", "price", "min"),
        "no label 'price'; the labels are: 'heads'",
    ),
    "steps that are not whole": (
        lambda: within_steps(COIN, 2.5, "max", goal="heads"),
        "steps: found 2.5, need an integer",
    ),
    "a discount that is a list": (
        lambda: exactbox.discounted(COIN, None, [1], "max"),
        "the discount is [1], need a number such as 9/10",
    ),
    "a bound that is a float": (
        lambda: exactbox.within_reward(COIN, "max", bound="price", at_most=0.5, goal="heads"),
        "0.5 is a float, need an int",
    ),
    "model and file swapped": (
        lambda: write_model(COIN, "a.drn"),
        "found Model(2 states, 3 choices, 4 branches) first, need the name of the file, and then ",
    ),
    "no model to write": (lambda: write_model("a.drn", None), NEED_MODEL.format(None)),
    "no file to write": (lambda: write_model(5, COIN), NEED_FILE.format(5)),
    "a suffix of no format": (
        lambda: write_model("a.xyz", COIN),
        "a.xyz: found the suffix '.xyz', need .drn, .json, .tra, .umb",
    ),
    "model and .drn swapped": (lambda: formats.write_drn(COIN, "a.drn"), "found Model("),
    "model and .json swapped": (lambda: formats.write_json(COIN, "a.json"), "found Model("),
    "model and .tra swapped": (lambda: formats.write_prism(COIN, "a.tra"), "found Model("),
    "no model for .drn": (lambda: formats.write_drn("a.drn", 5), NEED_MODEL.format(5)),
    "a number for a file": (lambda: exactbox.read_model(5), NEED_FILE.format(5)),
    "a model for a file": (lambda: exactbox.read_model(COIN), "found Model("),
    "a number for a .drn": (lambda: formats.read_drn(5), NEED_FILE.format(5)),
    "a number for a .json": (lambda: formats.read_json(5), NEED_FILE.format(5)),
    "a number for a .tra": (lambda: formats.read_prism(5), NEED_FILE.format(5)),
    "model and policy swapped": (lambda: formats.read_policy(COIN, "a.txt"), "found Model("),
    "a policy of no model": (lambda: formats.read_policy("a.txt", 5), NEED_MODEL.format(5)),
    "certificate to a number": (lambda: BEST.save(5), NEED_FILE.format(5)),
    "a state that is not there": (lambda: BEST.values[9], "state 9: need 0 to 1"),
    "a state below all": (lambda: BEST.values[-3], "state -3: need 0 to 1"),
    "a state that is a text": (lambda: BEST.values["a"], "state: found 'a', need an integer"),
    "decimals of no state": (lambda: BEST.decimal(3, 9), "state 9: need 0 to 1"),
    "digits that are a text": (lambda: BEST.decimal("x"), "digits is 'x', need an integer"),
    "digits that are not whole": (lambda: BEST.decimal(2.5), "digits is 2.5, need an integer"),
    "bounds of no state": (lambda: BOUNDS.interval(9), "state 9: need 0 to 1"),
    "the value of no state": (lambda: BOUNDS.exact(9), "state 9: need 0 to 1"),
    "bounds of a text": (lambda: BOUNDS.decimal("a"), "state: found 'a', need an integer"),
    "a choice that is not there": (lambda: BEST.q_value(9), "choice 9: need 0 to 2"),
    "a start that is a number": (
        lambda: BEST.certificate(5),
        "start: found 5, need a list of states",
    ),
    "a start that is not there": (
        lambda: BOUNDS.certificate([9]),
        "start: 9 is not a state, need 0 to 1",
    ),
    "no start": (lambda: BEST.certificate([]), "start: found no state, need one"),
    "the policy of a number": (
        lambda: mdp.policy_value(5, [0, 0]),
        "the best: found 5, need an Answer",
    ),
    "a number for a policy": (
        lambda: mdp.policy_value(BEST, 5),
        "the policy: found 5, need an action for each state",
    ),
    "a policy of floats": (
        lambda: mdp.policy_value(BEST, [0.5, 0]),
        "the policy: found [0.5, 0], need an integer for each state",
    ),
    "a policy that is a text": (
        lambda: mdp.policy_value(BEST, "ab"),
        "the policy: found 'ab', need an integer for each state",
    ),
    "rewards of floats": (
        lambda: mdp.Rewards.from_fractions([1, 0.5]),
        "number 1 is 0.5, need a Fraction or an int",
    ),
    "a model for equations": (
        lambda: mdp.policy_iteration(COIN, "max"),
        "the equations: found Model(2 states, 3 choices, 4 branches), need exactbox.mdp.Equations",
    ),
    "a number for equations": (
        lambda: mdp.value_iteration(5, "max"),
        "the equations: found 5, need exactbox.mdp.Equations",
    ),
    "the chain of a number": (lambda: chains.stationary(5), NEED_MODEL.format(5)),
    "a start that is a text": (
        lambda: chains.stationary(COIN, "a", policy=[0, 2]),
        "start: found 'a', need an integer",
    ),
    "moments of a text": (
        lambda: chains.moments(COIN, None, "heads", "a"),
        "k: found 'a', need an integer",
    ),
    "a horizon that is not whole": (
        lambda: chains.distribution(COIN, None, "heads", 2.5),
        "horizon: found 2.5, need an integer",
    ),
    "a number for a property": (lambda: ask(COIN, 5), "the property: found 5, need a text"),
    "a property of a number": (lambda: ask(5, "P=? [ F true ]"), NEED_MODEL.format(5)),
    "a number for constants": (
        lambda: ask(COIN, "P=? [ F true ]", 5),
        "constants: found 5, need NAME=VALUE,... or a dict",
    ),
    "constants of a list": (lambda: Names([1]), "constants: found [1], need NAME=VALUE,..."),
    "a number to parse": (lambda: parse(5), "the property: found 5, need a text"),
    "numbers to parse": (lambda: parse_properties(5), "the property: found 5, need a text"),
    "a text that is not parsed": (
        lambda: Solver(COIN).answer("P=? [ F true ]"),
        "the property: found 'P=? [ F true ]', need what parse() gives",
    ),
    "a solver of a number": (lambda: Solver(5), NEED_MODEL.format(5)),
    "a kind that is not one": (
        lambda: Solver(COIN, kind="xyz"),
        "the model's kind is 'xyz', need dtmc, mdp, ctmc, ma",
    ),
    "labels in a list": (
        lambda: Model(*ONE, labels=["a"]),
        "labels: found ['a'], need a dict from names",
    ),
    "a label that is a number": (
        lambda: Model(*ONE, labels={5: [True]}),
        "labels: found the name 5, need a text",
    ),
    "rewards in a list": (
        lambda: Model(*ONE, rewards=[1]),
        "rewards: found [1], need a dict from names",
    ),
    "actions that are a number": (
        lambda: Model(*ONE, actions=5),
        "actions: found 5, need a list of texts",
    ),
    "valuations that are a text": (
        lambda: Model(*ONE, valuations="a"),
        "valuations: found 'a', need a list of texts",
    ),
    "states that are a number": (
        lambda: Model.from_lists(5),
        "the states: found 5, need a list of them, each a list of choices",
    ),
    "a state that is a number": (
        lambda: Model.from_lists([5]),
        "state 0: found 5, need a list of choices",
    ),
    "a choice that is a number": (
        lambda: Model.from_lists([[5]]),
        "state 0, choice 0: found 5, need a list of (probability, target)",
    ),
    "a branch that is a number": (
        lambda: Model.from_lists([[(1, 0)]]),
        "state 0, choice 0: found 1, need (probability, target)",
    ),
    "a branch without a target": (
        lambda: Model.from_lists([[[(1,)]]]),
        "state 0, choice 0: found (1,), need (probability, target)",
    ),
    "a probability that is a text": (
        lambda: Model.from_lists([[[("a", 0)]]]),
        "state 0, choice 0: the probability 'a' is not a number, need an int",
    ),
    "rewards of another nesting": (
        lambda: Model.from_lists([[[(1, 0)]]], rewards={"a": 5}),
        "rewards 'a': need a list a state, with a number for each of its choices",
    ),
    "a reward that is a float": (
        lambda: Model.from_lists([[[(1, 0)]]], rewards={"a": [[0.5]]}),
        "rewards 'a', state 0, choice 0: 0.5 is a float, need an int",
    ),
    "labels of a list": (
        lambda: Model.from_lists([[[(1, 0)]]], labels=["a"]),
        "labels: found ['a'], need a dict from names",
    ),
    "players that are numbers": (
        lambda: Model.from_lists([[[(1, 0)]]], players=[3]),
        "the players: state 0: found 3, need a bool",
    ),
    "players that are a number": (
        lambda: Model.from_lists([[[(1, 0)]]], players=3),
        "the players: found 3, need a list of bools",
    ),
    "choices without costs": (
        lambda: Model.from_choices([5], [[0]]),
        "choice 0 of all: found 5, need (cost, branches)",
    ),
    "options that are a number": (
        lambda: Model.from_choices([(1, [])], [5]),
        "state 0: found 5, need a list of choices",
    ),
    "a game without functions": (
        lambda: Model.explore(0, 5, 5),
        "actions: found 5, need a function",
    ),
    "too many states, as a text": (
        lambda: Model.explore(0, str, str, max_states="a"),
        "max_states: found 'a', need an integer",
    ),
    "actions of two types": (
        lambda: exactbox.from_gymnasium({0: {0: [ENTRY], "b": [ENTRY]}}, rationalize=10),
        "state 0: found actions [0, 'b'], need all of one type",
    ),
    "a table of numbers for a model": (
        lambda: total_until_end(np.arange(9).reshape(3, 3)),
        "the model: found array([[0, 1, 2], [3, 4, 5], [6, 7, 8]]), need a Model",
    ),
    "a state of thousands of digits": (
        lambda: reach(COIN, [10**5000], "max"),
        "goal: 10000000000000000000...00000000000000000000 (5001 digits) is not a state",
    ),
    "a state's number of thousands of digits": (
        lambda: BEST.decimal(3, 10**5000),
        "state 10000000000000000000...00000000000000000000 (5001 digits): need 0 to 1",
    ),
    "a discount of thousands of digits": (
        lambda: mdp.discounted(COIN, "price", 10**5000, "max"),
        "the discount is 10000000000000000000...00000000000000000000 (5001 digits), need",
    ),
    "a denominator of thousands of digits": (
        lambda: Model([0, 1], [0, 1], [0], [1], [-(10**5000)]),
        "state 0, choice 0: the denominator is -1000000000000000000...0",
    ),
    "dice of a float": (lambda: flip(2.5), "faces is 2.5, need an integer"),
}


@pytest.mark.parametrize("what", CALLS)
def test_a_mistake_is_answered_in_a_line(what, tmp_path, monkeypatch):
    call, words = CALLS[what]
    (tmp_path / "a.txt").write_text("hello\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TypeError, ValueError, IndexError)) as caught:
        call()
    message = str(caught.value)
    assert message.startswith(words) and "\n" not in message
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]  # nothing is written
