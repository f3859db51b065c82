"""Decision processes: the model, float methods that find a policy, exact values that prove it.

`process` is the model (two alternating layers), `bellman` the operator, `methods` the float
methods, `ranks` the proof that a policy ends, and `exact` the rational values and the exact
Bellman check.
"""

from exactbox.mdp.exact import Certified, certify, evaluate_exactly
from exactbox.mdp.methods import (
    ConvergenceError,
    FloatSolution,
    gauss_seidel,
    policy_iteration,
    value_iteration,
)
from exactbox.mdp.process import DecisionProcess
from exactbox.mdp.ranks import ImproperPolicyError

__all__ = [
    "Certified",
    "ConvergenceError",
    "DecisionProcess",
    "FloatSolution",
    "ImproperPolicyError",
    "certify",
    "evaluate_exactly",
    "gauss_seidel",
    "policy_iteration",
    "value_iteration",
]
