"""Float methods: they propose a policy, and are believed in nothing.

The modules, in the order in which a question passes through them:

================  ==============================================================
bellman           the Bellman operator in floating point
censoring         systems of chains that take very long, without a subtraction
float_evaluation  the values of a policy, by sparse LU or BiCGSTAB
float_methods     value iteration, Gauss-Seidel and SOR, policy iteration
float_strategies  both players' strategies in a game, improved at once
================  ==============================================================
"""
