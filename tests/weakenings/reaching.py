"""Which statements of the checker a certificate reaches: another one's weakening is nothing to it.

A copy of the checker notes each statement of a function before it is run. A certificate that never
gets to a statement is judged alike whatever stands there instead, as nothing is remembered from one
to the next. So a weakening is shown to those that reach its statement.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from types import CodeType
from typing import Any

from tests.weakenings.loading import PLACES, SOURCES

NOTED = "reached_by_now"  # the name of REACHED in a copy's modules
IMPORT = f"from {__name__} import REACHED as {NOTED}"


def statements(tree: ast.AST) -> dict[int, int]:
    """The number of the innermost statement that a node is in, by the node's id."""
    found, numbers = dict[int, int](), count()

    def visit(node: ast.AST, own: int) -> None:
        for child in ast.iter_child_nodes(node):
            number = next(numbers) if isinstance(child, ast.stmt) else own
            found[id(child)] = number
            visit(child, number)

    visit(tree, -1)
    return found


def _offsets() -> dict[str, int]:
    """Where the numbers of each module begin, and, under "", where they end."""
    found, end = dict[str, int](), 0
    for module, source in SOURCES.items():
        found[module] = end
        end += sum(isinstance(node, ast.stmt) for node in ast.walk(ast.parse(source)))
    return {**found, "": end}


OFFSETS = _offsets()
REACHED = bytearray(OFFSETS[""])  # by statement: 1 if it was


def reached_by(function: Callable[..., Any], *given: Any) -> tuple[Any, bytes]:
    """What the function returns, and the statements that it reaches in a copy that notes them."""
    REACHED[:] = bytes(len(REACHED))
    return function(*given), bytes(REACHED)


@cache
def noting() -> Mapping[str, CodeType]:
    """The modules, whose functions note each statement in REACHED."""
    return {module: _noting(module) for module in SOURCES}


def _noting(module: str) -> CodeType:
    tree = ast.parse(SOURCES[module])
    number, offset = statements(tree), OFFSETS[module]
    inside = {
        id(node): node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in inside.values():
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [x for each in block for x in _noted(each, number, offset)])
    head = [isinstance(each, ast.ImportFrom) and each.module == "__future__" for each in tree.body]
    tree.body.insert(head.index(True) + 1 if True in head else 0, ast.parse(IMPORT).body[0])
    return compile(ast.fix_missing_locations(tree), PLACES[module], "exec")


def _noted(statement: ast.stmt, number: Mapping[int, int], offset: int) -> list[ast.stmt]:
    """A statement after the note that it is reached; a docstring stays the first."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return [statement]
    note = ast.parse(f"{NOTED}[{offset + number[id(statement)]}] = 1").body[0]
    for each in ast.walk(note):
        ast.copy_location(each, statement)
    return [note, statement]
