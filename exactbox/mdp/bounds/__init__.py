"""Proved bounds where exact values would be too long: guess, then verify.

Source: Hartmanns, Kaminski, *Optimistic value iteration*, 2020.

The modules, in the order in which a question passes through them:

==============  ===============================================================
shifted         the one proof: a guess, shifted until it is a bound, in integers
cycles          bounds of the least cost where policies can go round in cycles
scaling         bounds of the least cost until a dice game ends, by scaling a guess
strategies      bounds of the value of a game of two players
bounds          bounds of the values that are asked about, by one of these
uniformisation  bounds of a chain's values up to a time, by a series
==============  ===============================================================
"""
