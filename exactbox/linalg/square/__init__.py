"""Square systems of integers: cut into blocks, each solved by the method that suits it.

The modules, in the order in which a system passes through them:

============  ===========================================================================
system        a square system: block forward substitution, verified; or refused, as A k = 0
forward       the system in block form, and one block after the other
parts         a system cut into parts for many workers, and put together again
piece         what one worker is sent, does and returns
direct        small dense systems, straight through FLINT
few_unknowns  a few unknowns at once, and the solution in blocks
batches       many small blocks at once, in 64-bit integers
choice        which method solves a block, and why
cost          what each method costs: five short formulas
methods       the methods side by side: lifting, Dixon, two eliminations
lifting       numeric-symbolic lifting
complement    dense elimination, and exact inverses, of a Schur complement
nonsingular   proofs that a matrix has an inverse
factors       float factors
solving_time  how long an exact solution may take, before it is begun
reconstruct   rational reconstruction: from digits to fractions
============  ===========================================================================
"""
