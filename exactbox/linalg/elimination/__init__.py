"""Elimination: over the integers, modulo a prime, and what is needed for it.

The modules, each building on those above it:

=================  =================================================================
products           products of integer matrices that may be sparse
dense              small matrices as FLINT's dense ones
echelon            independent rows and columns, modulo a prime
structured         sparse elimination in 64-bit integers, many pivots at once: ranks
sparse_rows        elimination and substitution in few rows, with numbers of any length
modular            determinant and rank modulo a prime
float_determinant  an enclosure of a determinant, by floats
elimination        sparse elimination in integers of any length: square systems
=================  =================================================================
"""
