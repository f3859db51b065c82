"""Exact rational linear algebra: solve ``A x = b`` with no error at all, and fast.

`solve` takes integer and rational systems, sparse or dense, and returns an `ExactVector` of
fractions that has been multiplied back in exact integers. How it works is written in the modules
in the order in which a system passes through them: `sparse` (reading and row scaling), `blocks`
(block triangular form), `inverse` and `lifting` (the blocks), `reconstruct` (digits to
fractions), `verify`.
"""

from exactbox.linalg.errors import SingularMatrixError
from exactbox.linalg.exact import ExactMatrix, ExactVector
from exactbox.linalg.solver import solve

__all__ = ["ExactMatrix", "ExactVector", "SingularMatrixError", "solve"]
