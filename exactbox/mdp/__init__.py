"""Decision processes: models, objectives, and exact values with their proofs.

The modules, in the order in which a question passes through them:

- what is asked about: `layout`, `model` (with `rewards`, `explore` and
  `validation`), `arguments`; what choices bring in continuous time, `timed`;
- what the graph decides: `attractor`, `graph`, `components`;
- what is left to be solved: `equations`, made smaller by `collapse`, `lumping` and `alike`;
- how it is solved: `topological` (with `denominators`) takes one component after the other;
  `bellman`, `float_evaluation` and `float_methods` propose a policy (`refinement`, where floats
  cannot tell policies apart), `exact_policy_iteration` solves and improves it, with `proper` and
  `compare`; `solving_time` says before how long that may take;
  `induction` is for finite horizons and bounded rewards, with `by_layers` and `schedule`;
  `strategy_iteration` is for two players, `multichain` (with `multichain_floats`) for the mean
  payoff, `signed_cost` for rewards of both signs until a goal, `enclosure` (with
  `circles` for least costs) for where exact values would be too long;
- what comes out: `values`, `witness`, `answer`; certificates of it, `writing` and
  `bounded_writing`; what follows from values, `claims`;
- what another policy is worth: `policy_value`, by a `restriction` of the model;
- the questions: `objectives`, one file each; `until_end` for dice games; `chains` for Markov
  chains (with `policy_chain`).
"""

from exactbox.mdp.answer import Answer
from exactbox.mdp.arguments import Goal
from exactbox.mdp.enclosure import Enclosure
from exactbox.mdp.equations import Equations
from exactbox.mdp.exact_policy_iteration import TooLargeError
from exactbox.mdp.float_evaluation import ConvergenceError
from exactbox.mdp.float_methods import (
    FloatSolution,
    gauss_seidel,
    policy_iteration,
    value_iteration,
)
from exactbox.mdp.model import Model
from exactbox.mdp.objectives import (
    cost,
    cost_enclosure,
    discounted,
    discounted_enclosure,
    mean_payoff,
    reach,
    reach_enclosure,
    total,
    within_reward,
    within_steps,
)
from exactbox.mdp.policy_value import PolicyValue, policy_value
from exactbox.mdp.proper import ImproperPolicyError
from exactbox.mdp.rewards import Ratios, Rewards
from exactbox.mdp.timed import indicator, time_rewards
from exactbox.mdp.until_end import certify

__all__ = [
    "Answer",
    "ConvergenceError",
    "Enclosure",
    "Equations",
    "FloatSolution",
    "Goal",
    "ImproperPolicyError",
    "Model",
    "PolicyValue",
    "Ratios",
    "Rewards",
    "TooLargeError",
    "certify",
    "cost",
    "cost_enclosure",
    "discounted",
    "discounted_enclosure",
    "gauss_seidel",
    "indicator",
    "mean_payoff",
    "policy_iteration",
    "policy_value",
    "reach",
    "reach_enclosure",
    "time_rewards",
    "total",
    "value_iteration",
    "within_reward",
    "within_steps",
]
