"""Exact rational linear algebra: solve ``A x = b`` with no error at all, and fast.

`solve` takes integer and rational systems, sparse or dense, and returns an `ExactVector` of
fractions that has been multiplied back in exact integers. How it works is written in the modules
in the order in which a system passes through them: `reading` (and row scaling), `solver` (what kind
of system it is), `system` and `blocks` (block triangular form), `methods`, `inverse` and `lifting`
(the blocks), `reconstruct` (digits to fractions), `verify`. Other shapes and ranks are in
`general`, single unknowns in `partial`.
"""

from exactbox.linalg.determinant import det, inv
from exactbox.linalg.errors import InconsistentSystemError, SingularMatrixError
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.general import GeneralSolution, nullspace, rank, rref, solve_general
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
