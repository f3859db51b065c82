"""Exact rational linear algebra: solve ``A x = b`` with no error at all, and fast.

`solve` takes integer and rational systems, sparse or dense, and returns an `ExactVector` of
fractions that has been multiplied back in exact integers. The modules, in the order in which a
system passes through them:

Primary: what is exported here.

====================  ===========================================================================
solver                solve, lift, dixon, solve_modular, eliminate
prepared              factorized: one matrix, many right-hand sides, also transposed
partial               inverse_entry, and some unknowns of a solution (``solve(..., want=...)``)
general               any shape and rank: rank, nullspace, rref, solve_general
determinant           det, inv
verification          verify: A x == b in exact integers
exact                 ExactVector, ExactMatrix: rationals with a denominator a block
matrixmarket          read_matrix_market
matrixmarket_writing  write_matrix_market
errors                SingularMatrixError, InconsistentSystemError, with their witnesses
info                  SolveInfo: which method, why, in how many steps
====================  ===========================================================================

Secondary: how a system is solved.

====================  ===========================================================================
reading               matrices of any package, scaled row by row to integers
system                a square system: solved, or refused with a kernel vector
kernel                k != 0 with A k = 0, or the proof that there is none
substitution          block forward substitution, verified
blocks                block triangular form
choice                which method solves a block, and why
methods               the methods side by side: lifting, Dixon, modular, elimination
lifting               numeric-symbolic lifting
elimination           sparse elimination over the integers
inverse               the exact inverse of a small block, by a Schur complement
nonsingular           proofs that a matrix has an inverse
echelon               elimination modulo a prime: independent rows and columns
====================  ===========================================================================

Tertiary: what these are made of.

====================  ===========================================================================
digits                one step of lifting after the other
factors               float factors
reconstruct           rational reconstruction: from digits to fractions
sparse                integer matrices in compressed sparse rows
sparserow             a row of long integers, most of them zero
integers              int64 where everything fits, Python's integers elsewhere
entries               a number of any package as a ratio of two integers
ratios                comparing, hashing, rounding and showing a ratio
====================  ===========================================================================
"""

from exactbox.linalg.determinant import det, inv
from exactbox.linalg.errors import InconsistentSystemError, SingularMatrixError
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.general import (
    GeneralSolution,
    nullspace,
    rank,
    rref,
    solve_general,
)
from exactbox.linalg.info import SolveInfo
from exactbox.linalg.lifting import LiftingError
from exactbox.linalg.matrixmarket import read_matrix_market
from exactbox.linalg.matrixmarket_writing import write_matrix_market
from exactbox.linalg.partial import inverse_entry
from exactbox.linalg.prepared import Factorized, factorized
from exactbox.linalg.solver import dixon, eliminate, lift, solve, solve_modular
from exactbox.linalg.verification import verify

__all__ = [
    "ExactMatrix",
    "ExactVector",
    "Factorized",
    "GeneralSolution",
    "InconsistentSystemError",
    "LiftingError",
    "SingularMatrixError",
    "SolveInfo",
    "det",
    "dixon",
    "eliminate",
    "factorized",
    "inv",
    "inverse_entry",
    "lift",
    "nullspace",
    "rank",
    "read_matrix_market",
    "rref",
    "solve",
    "solve_general",
    "solve_modular",
    "verify",
    "write_matrix_market",
]
