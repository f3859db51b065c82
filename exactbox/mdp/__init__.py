"""Decision processes: models, questions about them, and exact values with their proofs.

A model has states; a state has actions, among which a player chooses. A *choice* is a state-action
pair: it has a reward, and rational probabilities of the next states. Where actions of several
states lead to one *afterstate* (Sutton, Barto 2018), as in dice games, that is one choice for all
of them. A Markov chain has one action a state. In a turn-based game some states belong to a second
player. Every answer is exact, has an optimal policy,
and writes a certificate that `exactbox.check` verifies.

From a model to a proof
-----------------------

Numbers are ints, Fractions, or strings such as ``"1/3"`` and ``"0.4"``.

>>> from exactbox.mdp import *
>>> walk = Model.from_lists(
...     [[[("1/2", 1), ("1/2", 2)], [("1/3", 0), ("2/3", 2)]], [[(1, 1)]], [[(1, 2)]]],
...     labels={"home": [1], "away": [2]}, rewards={"steps": [[1, 1], [0], [0]]})
>>> answer = reach(walk, "home", "max")
>>> answer.value, answer.policy.tolist()
(Fraction(1, 2), [0, 0, 0])
>>> from exactbox.certificate import proved
>>> proof = proved(answer)  # the checker has passed it; answer.save("proof.json") writes it
>>> proof.claim.value
Fraction(1, 2)
>>> cost(walk, "steps", [1, 2], "max").value
Fraction(3, 2)

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

=================================  =============================================================
a model comes from                 what is given
=================================  =============================================================
`Model.from_lists`                 for each state its actions, each a list of branches
`Model.from_choices`               the choices, and which of them each state has
`Model.explore`                    the rules of a game, as functions
`Model`                            flat arrays
`exactbox.formats.read_model`      a file: .drn, .tra, .json, .umb, a program, with - from stdin
`exactbox.formats.from_arrays`     QuantEcon's and pymdptoolbox's arrays
`exactbox.formats.from_gymnasium`  a Gymnasium environment's table
=================================  =============================================================

============================  ===========================================================
a question                    asks for
============================  ===========================================================
`reach`                       the probability to reach a goal, perhaps staying in a set
`cost`                        the expected reward until a goal
`total`                       the expected total reward, infinite horizon
`discounted`                  the same, the reward of step k counting d^k
`mean_payoff`                 the expected average reward of a step, or of a unit of time
`within_steps`                `reach`, `total`, `discounted` for the first n steps
`within_reward`               `reach`, `total` while the total cost is within bounds
`total_until_end`             the expected total reward until the end of a dice game
`policy_value`                the value of a policy of your own, and its regret
`exactbox.mdp.chains`         of Markov chains: where a run ends up, visits, moments
`exactbox.properties.answer`  whatever PRISM's language asks of these
`exactbox.trade_off`          several of these at once: bounds, the Pareto curve
============================  ===========================================================

A game of your own is written down as functions in ten lines: `exactbox.games` shows Pig.

Markov chains
-------------

`exactbox.mdp.chains` has the long-run distribution, absorption, visits, the variance and higher
moments of a total, and its distribution. They are exact, and have no certificates.

>>> from exactbox.mdp.chains import variance
>>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"heads": [1]},
...                         rewards={"flips": [[1], [0]]})
>>> variance(coin, coin.rewards["flips"], coin.labels["heads"])[0]
Fraction(2, 1)

More processors
---------------

Every question but `total_until_end_enclosure` has ``executor=``: threads, `exactbox.parallel.Jobs`
for processes, a cluster's. The answer does not depend on it.

>>> from exactbox.parallel import Jobs
>>> with Jobs(2) as processes:
...     reach(walk, "home", "max", executor=processes).value
Fraction(1, 2)

Where exact values would be too long
------------------------------------

The value of a state in a strongly connected model of n states is a fraction with some n times as
many digits as one probability. `reach_enclosure`, `cost_enclosure`, `discounted_enclosure` and, for
dice games, `total_until_end_enclosure` have proved bounds instead, and a policy that attains values
within them; ``Enclosure.exact`` finds the exact value of one state where the bounds tell the best
choices from the others.

Classes
-------

===========  =============================================================================
class        what it is
===========  =============================================================================
`Layout`     the graph: the actions of states, the choices that they are, their branches
`Model`      a layout with probabilities, rewards, labels, players; validated, read-only
`Equations`  one-step equations: a layout with costs, whose weights may sum to less
`Question`   a question about a model: objective, sense, sets, rewards, bounds
`Answer`     exact values, an optimal policy, the ties, and the witness that proves them
`Enclosure`  proved bounds of the values, and a policy that attains values within them
`TradeOff`   the answer about several objectives, and the policies that attain it
===========  =============================================================================

There is one layout of arrays. In an ordinary model action k is choice k. In a dice game a state is
a position with a roll, and a choice the next position: the game of 12 cards has 85,996 states,
233,416 actions and 4,096 choices.

Choices that are not obvious
----------------------------

- The unknowns of a policy are the values of the states, or with afterstates those of all choices:
  4,096 in the game of 12 cards. One exact policy iteration and one comparison serve both.
  The certificate has the values of the choices that the policy uses; the Q-value of another one the
  checker computes in one step, mostly to 64 bits.
- A block's denominator is a multiple of those it builds on, and is not reduced beyond that.
  Reducing it saves little and makes every check of an equation a cross product.
- `total_until_end` takes the lowest-numbered optimal policy, found exactly (where that never ends,
  actions on a shortest way out); so the bytes of its certificate depend on the question alone, and
  not on the floating point that led there.
- BLAS is held to one thread (`exactbox.threads`). The matrices are small, and two spinning threads
  on a busy machine are a thousand times slower than one.

The modules, in the order in which a question passes through them
-----------------------------------------------------------------

===========  ======================================================================================
model/       states, actions, choices, rewards, sets of states, questions, equations
graph/       values that the graph decides, and smaller models with the same values
floats/      float methods, which propose a policy
exact/       exact values: a policy solved, compared and improved; induction, mean payoffs, players
bounds/      proved bounds, where exact values would be too long
answers/     answers with policy and witness: how they are proved, written, shown and drawn
objectives/  the questions, one file each; what a given policy is worth; dice games
trade_offs/  several objectives at once: what can be had, values under bounds, Pareto curves
chains       Markov chains: where a run ends up, visits, moments
===========  ======================================================================================

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
