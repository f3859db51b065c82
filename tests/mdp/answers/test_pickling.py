"""What is copied, or sent to another process, answers the same question."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

import exactbox
from exactbox import Model, mdp
from exactbox.certificate import question_sha256
from exactbox.mdp import Rewards

COIN = Model.from_lists(
    [[[("2/3", 0), ("1/3", 1)], [(1, 1)]], [[(1, 1)]]],
    labels={"heads": [1]},
    rewards={"price": [[1, 2], [0]], "effort": [[3, 1], [0]]},
)
ANSWERS = {
    "cost": lambda: exactbox.cost(COIN, "price", "heads", "min"),
    "a reward that is handed over": lambda: exactbox.cost(
        COIN, COIN.rewards["price"], "heads", "min"
    ),
    "total": lambda: exactbox.total(COIN, "effort", "min"),
    "discounted": lambda: exactbox.discounted(COIN, "price", "9/10", "min"),
    "mean payoff": lambda: exactbox.mean_payoff(COIN, "price", "min"),
    "steps": lambda: exactbox.within_steps(COIN, 3, "min", rewards="price"),
    "spending": lambda: mdp.within_reward(
        COIN, "max", bound=COIN.rewards["effort"], at_most=3, rewards="price"
    ),
    "bounds": lambda: mdp.cost_enclosure(COIN, "price", "heads", "min"),
    "a game by its rule": lambda: exactbox.total_until_end(exactbox.flip(2), "turns"),
    "bounds of a game": lambda: mdp.total_until_end_enclosure(exactbox.flip(2), "turns"),
    "a property": lambda: exactbox.ask(COIN, 'R{"price"}min=? [F "heads"]'),
    "a threshold": lambda: exactbox.ask(COIN, 'R{"price"}min<=3 [F "heads"]'),
}
COPIES = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "sent": lambda answer: pickle.loads(pickle.dumps(answer)),
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("answered", ANSWERS.values(), ids=ANSWERS)
def test_a_copy_of_an_answer_is_an_answer_to_the_same_question(answered, copied):
    answer = answered()
    other = copied(answer)
    assert repr(other) == repr(answer) and str(other) == str(answer)
    assert b"".join(other.certificate_parts()) == b"".join(answer.certificate_parts())


def test_an_answer_about_a_copy_of_the_model_is_the_same():
    """The reward of the answer is that of another model, which has the same name."""
    answer = ANSWERS["cost"]()
    other = replace(answer, model=copy.deepcopy(COIN))
    assert other.certificate() == answer.certificate() and str(other) == str(answer)


def test_a_reward_has_the_name_that_a_model_gives_it():
    effort = Rewards([3, 1, 0], [1, 1, 1])
    one = replace(COIN, rewards={"effort": effort})
    two = replace(COIN, rewards={"work": effort, "play": effort})
    assert effort.name is None and one.rewards["effort"].name == "effort"
    assert [two.rewards[name].name for name in ("work", "play")] == ["work", "play"]
    for model, given, name in (
        (one, effort, "effort"),
        (two, two.rewards["play"], "play"),
        (two, one.rewards["effort"], "effort"),
        (COIN, effort, "reward"),
        (COIN, [3, 1, 0], "reward"),
    ):
        assert exactbox.total(model, given, "min").question()["reward"]["name"] == name


def test_other_rewards_of_a_games_name_are_another_question():
    """A rule says what its rewards are; twice as many turns are not what it says."""
    game = exactbox.flip(2)
    turns = game.rewards["turns"]
    double = Rewards(2 * turns.numerator, turns.denominator, name="turns")
    hashes = {
        question_sha256("process", exactbox.cost(game, given, "ended", "min").question())
        for given in (turns, copy.deepcopy(turns), double)
    }
    assert len(hashes) == 2
