"""Decision processes: models, objectives, and exact values with their proofs.

The modules, in the order in which a question passes through them:

- what is asked about: `layout`, `model` (with `rewards`, `explore` and
  `validation`), `arguments`; what choices bring in continuous time, `timed`;
- what the graph decides: `attractor`, `graph`, `components`;
- what is left to be solved: `equations`, made smaller by `collapse` and `lumping` (`alike` says
  which states behave alike, exactly);
- how it is solved: `bellman`, `float_evaluation` and `float_methods` propose a policy, `refinement`
  a better one, `exact_policy_iteration` solves and improves it, with `proper` and `compare`;
  `topological` (with `denominators`) goes from component to component; `solving_time` says how
  long it may take;
- how it is solved otherwise: `signed_cost` for rewards of both signs until a goal, `induction` for
  steps and bounded rewards, with `schedule` and `by_layers`; `multichain` (with
  `multichain_floats`) for the mean payoff, `strategy_iteration` for two players, `enclosure` (with
  `circles` for least costs) for where exact values would be too long;
- what comes out: `values`, `witness`, `answer`, `writing` (with `bounded_writing`), `claims`;
- what another policy is worth: `policy_value`;
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
