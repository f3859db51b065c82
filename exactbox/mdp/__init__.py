"""Decision processes: models, questions about them, and exact values with their proofs.

A model has states; a state has actions, among which a player chooses. A *choice* is a state-action
pair: it has a reward, and rational probabilities of the next states. Where actions of several
states lead to one *afterstate* (Sutton, Barto 2018), as in dice games, that is one choice for all
of them. A Markov chain has one action a state. In a turn-based game some states belong to a second
player. Every answer is exact, has an optimal policy, and writes a certificate that
`exactbox.check` verifies.

>>> from exactbox.mdp import Model, reach
>>> walk = Model.from_lists(
...     [[[("1/2", 1), ("1/2", 2)], [("1/3", 0), ("2/3", 2)]], [[(1, 1)]], [[(1, 2)]]],
...     labels={"home": [1], "away": [2]})
>>> answer = reach(walk, "home", "max")
>>> answer.value, answer.policy.tolist()
(Fraction(1, 2), [0, 0, 0])

``exactbox help mdp`` shows a manual: where models come from, all questions, Markov chains, more
processors, enclosures, classes.

Questions share these arguments and errors, and explain them only where they differ:

===============  =================================================================================
``rewards``      a name in the model, `Rewards`, a number for each choice, or None for the only ones
``goal``         a set of states: a label, a list of states, or a bool for each state; or "ended":
                 that the play ends
``stay``         a set of states: all that may be visited before
``sense``        "max" or "min", of the first player; it may be left out of a Markov chain
``discount``     below 1 and at least 0, as an int, a Fraction or a string such as "9/10"
``progress``     called as ``progress(stage, done, total)``, to say how far the work is
``executor``     any `concurrent.futures.Executor` for the parts that can be solved side by side
ValueError       an unknown name; a question that the model's rewards, rates or players do not allow
`TooLargeError`  exact values that would not fit into memory, by an estimate
===============  =================================================================================

Arrays have an entry for each of S states, A actions, C choices or B branches.

The modules, in the order in which a question passes through them
-----------------------------------------------------------------

============  ======================================================================================
model/        states, actions, choices, rewards, sets of states, questions, equations
graph/        values that the graph decides, and smaller models with the same values
floats/       float methods, which propose a policy
exact/        exact values: a policy solved, compared and improved; induction, mean payoffs, players
bounds/       proved bounds, where exact values would be too long
answers/      answers with policy and witness: how they are proved, written, shown and drawn
objectives/   the questions, one file each; what a given policy is worth; dice games
trade_offs/   several objectives at once: what can be had, values under bounds, Pareto curves
chains        Markov chains: where a run ends up, visits, moments
markov_chain  `MarkovChain`: states with names, from a table or a model; proofs
============  ======================================================================================

Imports run in this order, and each package has a map of its own.
"""

import sys

from exactbox.late import FormerModules, attach

__getattr__, __dir__, __all__ = attach(__name__)
_FORMER = {  # modules that the changelog names without their packages
    "exact_policy_iteration": "exact.exact_policy_iteration",
    "float_methods": "floats.float_methods",
    "layout": "model.layout",
    "rewards": "model.rewards",
    "until_end": "objectives.total_until_end",
}
sys.meta_path.append(FormerModules(__name__, _FORMER))
