"""Decision processes: models, objectives, and exact values with their proofs.

Two kinds of models. A `Model` has states and choices; the functions of `objectives` answer
questions about it, those of `bounds` enclose the answers, those of `chains` are for Markov chains.
A `DecisionProcess` has the alternating layers of a dice game, and `certify` solves it.
"""

from exactbox.mdp.answer import Answer
from exactbox.mdp.bounds import discounted_bounds, reach_bounds, total_until_bounds
from exactbox.mdp.enclosure import Enclosure
from exactbox.mdp.exact import Certified, certify, evaluate_exactly
from exactbox.mdp.methods import (
    ConvergenceError,
    FloatSolution,
    gauss_seidel,
    policy_iteration,
    value_iteration,
)
from exactbox.mdp.model import Model, Rewards
from exactbox.mdp.objectives import bounded, discounted, mean_payoff, reach, total, total_until
from exactbox.mdp.optimum import TooLargeError
from exactbox.mdp.process import DecisionProcess
from exactbox.mdp.ranks import ImproperPolicyError

__all__ = [
    "Answer",
    "Certified",
    "ConvergenceError",
    "DecisionProcess",
    "Enclosure",
    "FloatSolution",
    "ImproperPolicyError",
    "Model",
    "Rewards",
    "TooLargeError",
    "bounded",
    "certify",
    "discounted",
    "discounted_bounds",
    "evaluate_exactly",
    "gauss_seidel",
    "mean_payoff",
    "policy_iteration",
    "reach",
    "reach_bounds",
    "total",
    "total_until",
    "total_until_bounds",
    "value_iteration",
]
