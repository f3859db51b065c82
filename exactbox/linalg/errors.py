"""Errors of linear systems, each with its witness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.linalg import LinAlgError

if TYPE_CHECKING:
    from exactbox.linalg.results.exact import ExactVector


class SingularBlockError(ArithmeticError):
    """A diagonal block has no inverse, or none modulo a prime: `system` finds out which it is."""


class SingularMatrixError(LinAlgError):
    """The matrix has no inverse: ``A k = 0`` for the non-zero vector ``kernel``.

    The kernel has coprime integers, the first non-zero one positive, and has been verified.
    """

    def __init__(self, message: str, kernel: ExactVector) -> None:
        super().__init__(message)
        self.kernel = kernel

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled with its witness, as another process needs it."""
        return type(self), (*self.args, self.kernel), self.__dict__


class InconsistentSystemError(LinAlgError):
    """The system has no solution: ``y^T A = 0`` and ``y^T b != 0`` for the vector ``witness``.

    The witness y has coprime integers, the first non-zero one positive, and has been verified; for
    several columns of b, y^T b is not zero for one of them.
    """

    def __init__(self, message: str, witness: ExactVector) -> None:
        super().__init__(message)
        self.witness = witness

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled with its witness, as another process needs it."""
        return type(self), (*self.args, self.witness), self.__dict__


class NoIntegerSolutionError(LinAlgError):
    """The system has rational solutions, but no integer one.

    The ``witness`` is a rational y such that ``y^T A`` is a vector of integers and ``y^T b`` is not
    an integer, for one of the columns of b: an integer x with A x = b would make y^T A x = y^T b an
    integer. It has been verified.
    """

    def __init__(self, message: str, witness: ExactVector) -> None:
        super().__init__(message)
        self.witness = witness

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled with its witness, as another process needs it."""
        return type(self), (*self.args, self.witness), self.__dict__
