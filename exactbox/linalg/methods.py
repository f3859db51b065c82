"""Functions of one matrix as methods of results too: ``M.det()`` is ``det(M)``.

A function is found when its method is called: it is made of results itself, and a result that is
not asked for its determinant needs none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from exactbox.linalg.results.exact import ExactMatrix

METHODS = (
    *("adjugate", "charpoly", "det", "diagonal", "inv", "minpoly"),
    *("nullspace", "pinv", "rank", "rref", "solve", "trace"),
)


def attach(find: Callable[[str], Any]) -> None:
    """Give `ExactMatrix` these methods; ``find(name)`` is the function."""

    def method(name: str) -> Callable[..., Any]:
        def call(self: ExactMatrix, *args: Any, **settings: Any) -> Any:
            return find(name)(self, *args, **settings)

        call.__name__, call.__qualname__ = name, f"ExactMatrix.{name}"
        call.__doc__ = f"`exactbox.linalg.{name}` of this matrix."
        return call

    for name in METHODS:
        setattr(ExactMatrix, name, method(name))
