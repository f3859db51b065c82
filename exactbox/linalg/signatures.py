"""Signatures of solvers for type checkers: the type of x by the type of b.

A vector b gives an `ExactVector` and a matrix an `ExactMatrix`. Whether b is the one or the other
shows in most types; where it does not (NumPy's arrays of any shape, SciPy's, objects), the result
is ``Any``. Only type checkers import this: decorators are cast to these types.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    Protocol,
    TypeAlias,
    TypedDict,
    Unpack,
    overload,
)

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


class PreparedSettings(TypedDict, total=False):
    """The settings that every solver takes by name."""

    floats: Floats
    progress: ReportDone | None


class GeneralSettings(PreparedSettings, total=False):
    """... and every solver of a matrix that is read."""

    executor: Executor | None


class Settings(GeneralSettings, total=False):
    """... and `exactbox.linalg.solve`."""

    method: Method
    want: Sequence[int] | None


class Solver(Protocol):
    """`exactbox.linalg.solve`."""

    @overload
    def __call__(self, a: Any, b: File, **settings: Unpack[Settings]) -> ExactMatrix: ...
    @overload
    def __call__(self, a: Any, b: Vector, **settings: Unpack[Settings]) -> ExactVector: ...
    @overload
    def __call__(self, a: Any, b: Matrix, **settings: Unpack[Settings]) -> ExactMatrix: ...
    @overload
    def __call__(self, a: Any, b: Any, **settings: Unpack[Settings]) -> Any: ...


class PreparedSolver(Protocol):
    """A method of `exactbox.linalg.Factorized`, bound to it."""

    @overload
    def __call__(  # type: ignore[overload-overlap]
        self, b: File, **settings: Unpack[PreparedSettings]
    ) -> ExactMatrix: ...
    @overload
    def __call__(self, b: Vector, **settings: Unpack[PreparedSettings]) -> ExactVector: ...
    @overload
    def __call__(self, b: Matrix, **settings: Unpack[PreparedSettings]) -> ExactMatrix: ...
    @overload
    def __call__(self, b: Any, **settings: Unpack[PreparedSettings]) -> Any: ...


class PreparedMethod(Protocol):
    """A method of `exactbox.linalg.Factorized`."""

    def __get__(self, instance: Any, owner: Any = None) -> PreparedSolver: ...


class GeneralSolver(Protocol):
    """`exactbox.linalg.solve_general`."""

    @overload
    def __call__(
        self, a: Any, b: File, **settings: Unpack[GeneralSettings]
    ) -> GeneralSolution[ExactMatrix]: ...
    @overload
    def __call__(
        self, a: Any, b: Vector, **settings: Unpack[GeneralSettings]
    ) -> GeneralSolution[ExactVector]: ...
    @overload
    def __call__(
        self, a: Any, b: Matrix, **settings: Unpack[GeneralSettings]
    ) -> GeneralSolution[ExactMatrix]: ...
    @overload
    def __call__(
        self, a: Any, b: Any, **settings: Unpack[GeneralSettings]
    ) -> GeneralSolution[Any]: ...
