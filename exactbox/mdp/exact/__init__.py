"""Exact values: policies that floats propose are solved, compared and improved in integers.

The modules, in the order in which a question passes through them:

======================  ============================================================================
memory_estimate         how much memory exact values take, before they are worked out
topological             component by component, in topological order (Dai, Goldsmith 2007)
denominators            a table of the denominators of values
exact_policy_iteration  a policy is solved and improved until none is better (Puterman 1994)
refinement              regrets of a policy in floats of their size (Gleixner, Steffy, Wolter 2016)
strategy_iteration      turn-based games of two players (Hoffman, Karp 1966)
induction               steps and bounded rewards, by epochs (Andova, Hermanns, Katoen 2003)
schedule                policies that depend on the step, or on what is spent
policy_chain            the chain that a policy makes of a model, and its linear systems
multichain_floats       a policy that floats believe to have the best mean payoff
multichain              the best mean payoff, with its proof (Howard 1960)
values                  exact values as entries of one solution; actions compared with them
======================  ============================================================================
"""
