"""Exact rational linear algebra: solve ``A x = b`` with no error at all, and fast.

`solve` takes integer and rational systems, sparse or dense, and returns an `ExactVector` of
fractions that has been multiplied back in exact integers. The modules, in the order in which a
system passes through them:

Primary: what is exported here.

====================  ===========================================================================
solver                solve, lift, dixon, solve_modular, eliminate
prepared              factorized: one matrix, many right-hand sides, also transposed
partial               inverse_entry, and some unknowns of a solution (``solve(..., want=...)``)
ranks                 rank
general               any shape and rank: nullspace, rref, solve_general
determinant           det, inv
least_squares         lstsq, pinv
spaces                column_space, row_space, left_nullspace
polynomials           charpoly, minpoly
triangular            lu, ldl
normal_forms          hermite_form, smith_form, invariant_factors
integer_solutions     solve_integers
verification          verify: A x == b in exact integers
results/              ExactVector, ExactMatrix: rationals with a denominator a block
exactfraction         ExactFraction: their entries, Fractions that can be printed in full
matrix_files          read_matrix
files/                MatrixMarket, tables (CSV) and JSON; write_matrix
errors                SingularMatrixError and others, with their witnesses
info                  SolveInfo: which method, why, in how many steps
====================  ===========================================================================

Secondary: how a system is solved.

====================  ===========================================================================
reading               matrices of any package, scaled row by row to integers
kinds                 which package's matrix it is
square/               square systems: blocks, and the methods that solve one
reduction             other shapes: independent rows and columns, null space, one solution; verified
structured            sparse elimination in 64-bit integers, many pivots at once: ranks, null spaces
elimination           sparse elimination in integers of any length, pivot by pivot: square systems
echelon               elimination modulo a prime: independent rows and columns
modular               determinant and rank modulo a prime
float_determinant     an enclosure of a determinant, by floats
====================  ===========================================================================

Tertiary: what these are made of.

====================  ===========================================================================
sparse                integer matrices in compressed sparse rows
products              products of integer matrices that may be sparse
dense                 small matrices as FLINT's dense ones
integers              int64 where everything fits, Python's integers elsewhere
entries               a number of any package as a ratio of two integers
memory                how much there is
signatures            what a solver returns for which b, for type checkers
====================  ===========================================================================
"""

from exactbox.linalg.determinant import det, inv
from exactbox.linalg.errors import (
    InconsistentSystemError,
    NoIntegerSolutionError,
    SingularMatrixError,
)
from exactbox.linalg.files.writing import write_matrix
from exactbox.linalg.general import (
    GeneralSolution,
    nullspace,
    rref,
    solve_general,
)
from exactbox.linalg.info import SolveInfo
from exactbox.linalg.integer_solutions import IntegerSolutions, solve_integers
from exactbox.linalg.least_squares import LeastSquares, lstsq, pinv
from exactbox.linalg.matrix_files import read_matrix
from exactbox.linalg.normal_forms import (
    HermiteForm,
    SmithForm,
    hermite_form,
    invariant_factors,
    smith_form,
)
from exactbox.linalg.partial import inverse_entry
from exactbox.linalg.polynomials import charpoly, minpoly
from exactbox.linalg.prepared import Factorized, factorized
from exactbox.linalg.ranks import rank
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linalg.solver import dixon, eliminate, lift, solve, solve_modular
from exactbox.linalg.spaces import column_space, left_nullspace, row_space
from exactbox.linalg.square.lifting import LiftingError
from exactbox.linalg.triangular import LDL, LU, ldl, lu
from exactbox.linalg.verification import verify

__all__ = [
    "LDL",
    "LU",
    "ExactMatrix",
    "ExactVector",
    "Factorized",
    "GeneralSolution",
    "HermiteForm",
    "InconsistentSystemError",
    "IntegerSolutions",
    "LeastSquares",
    "LiftingError",
    "NoIntegerSolutionError",
    "SingularMatrixError",
    "SmithForm",
    "SolveInfo",
    "charpoly",
    "column_space",
    "det",
    "dixon",
    "eliminate",
    "factorized",
    "hermite_form",
    "inv",
    "invariant_factors",
    "inverse_entry",
    "ldl",
    "left_nullspace",
    "lift",
    "lstsq",
    "lu",
    "minpoly",
    "nullspace",
    "pinv",
    "rank",
    "read_matrix",
    "row_space",
    "rref",
    "smith_form",
    "solve",
    "solve_general",
    "solve_integers",
    "solve_modular",
    "verify",
    "write_matrix",
]
