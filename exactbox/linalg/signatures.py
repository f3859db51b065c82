"""Signatures of solvers for type checkers: the type of x by the type of b.

A vector b gives an `ExactVector` and a matrix an `ExactMatrix`. Whether b is the one or the other
shows in most types; where it does not (NumPy's arrays of any shape, SciPy's, objects), the result
is ``Any``. Nothing here does anything when the program runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast, overload

import numpy as np

from exactbox.linalg.matrices.entries import Floats
from exactbox.progress import ReportDone

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.linalg.results.exact import ExactMatrix, ExactVector
    from exactbox.linalg.results.general_solution import GeneralSolution

Number: TypeAlias = "int | float | Fraction | Decimal | np.number[Any]"
Method: TypeAlias = Literal["auto", "lift", "dixon", "eliminate"]
File: TypeAlias = "str | os.PathLike[str]"  # a sequence of strings, too: it has to be tried first
Vector: TypeAlias = "ExactVector | Sequence[Number | str] | np.ndarray[tuple[int], np.dtype[Any]]"
Matrix: TypeAlias = (
    "ExactMatrix | Mapping[tuple[int, int], Any]"
    " | Sequence[list[Any] | tuple[Any, ...] | ExactVector | np.ndarray[Any, Any]]"
    " | np.ndarray[tuple[int, int], np.dtype[Any]]"
)


class Solver(Protocol):
    """`exactbox.linalg.solve`."""

    @overload
    def __call__(
        self,
        a: Any,
        b: File,
        *,
        method: Method = "auto",
        floats: Floats = None,
        want: Sequence[int] | None = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> ExactMatrix: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Vector,
        *,
        method: Method = "auto",
        floats: Floats = None,
        want: Sequence[int] | None = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> ExactVector: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Matrix,
        *,
        method: Method = "auto",
        floats: Floats = None,
        want: Sequence[int] | None = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> ExactMatrix: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Any,
        *,
        method: Method = "auto",
        floats: Floats = None,
        want: Sequence[int] | None = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> Any: ...


class PreparedSolver(Protocol):
    """A method of `exactbox.linalg.Factorized`, bound to it."""

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, b: File, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> ExactMatrix: ...
    @overload
    def __call__(
        self, b: Vector, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> ExactVector: ...
    @overload
    def __call__(
        self, b: Matrix, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> ExactMatrix: ...
    @overload
    def __call__(
        self, b: Any, *, floats: Floats = None, progress: ReportDone | None = None
    ) -> Any: ...


class PreparedMethod(Protocol):
    """A method of `exactbox.linalg.Factorized`."""

    def __get__(self, instance: Any, owner: Any = None) -> PreparedSolver: ...


class GeneralSolver(Protocol):
    """`exactbox.linalg.solve_general`."""

    @overload
    def __call__(
        self,
        a: Any,
        b: File,
        *,
        floats: Floats = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> GeneralSolution[ExactMatrix]: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Vector,
        *,
        floats: Floats = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> GeneralSolution[ExactVector]: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Matrix,
        *,
        floats: Floats = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> GeneralSolution[ExactMatrix]: ...
    @overload
    def __call__(
        self,
        a: Any,
        b: Any,
        *,
        floats: Floats = None,
        progress: ReportDone | None = None,
        executor: Executor | None = None,
    ) -> GeneralSolution[Any]: ...


def solver(function: Callable[..., ExactMatrix]) -> Solver:
    """The function itself, with the types of a `Solver`."""
    return cast(Solver, function)


def prepared_solver(method: Callable[..., ExactMatrix]) -> PreparedMethod:
    """The method itself, with the types of a `PreparedSolver`."""
    return cast(PreparedMethod, method)


def general_solver(function: Callable[..., GeneralSolution[Any]]) -> GeneralSolver:
    """The function itself, with the types of a `GeneralSolver`."""
    return cast(GeneralSolver, function)
