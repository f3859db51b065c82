"""Imports run one way: from room to room, and from module to module without a circle."""

from __future__ import annotations

import ast
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import exactbox

# From the bottom to the top: a room imports from those above it in this list, and from itself.
# Rooms in one line do not import each other.
ROOMS = [
    ["files", "decimals", "threads", "progress", "objectives"],
    ["linalg"],
    ["certificate"],
    ["linear_certificate"],
    ["mdp"],
    ["formats", "games"],
    ["headline_proofs"],
    ["commands"],
    ["__init__"],  # exports what lies above, and has the version
    ["cli"],
    ["__main__"],
]
MAY_IMPORT_CHECK = {"certificate", "linear_certificate", "commands", "cli", "__init__"}

FOLDER = Path(exactbox.__file__).parent
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}


def modules():
    """Name to syntax tree; a package has its folder's name."""
    found = {}
    for path in sorted(FOLDER.rglob("*.py")):
        parts = ("exactbox", *path.relative_to(FOLDER).with_suffix("").parts)
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(tree):
    """Import statements, inside of functions as well, without those for annotations only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                yield from imports(other)
        else:
            yield from imports(node)


def imported(node, known):
    """The modules that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    assert node.level == 0, "a relative import"
    inside = [f"{node.module}.{alias.name}" for alias in node.names]
    return [name if name in known else node.module for name in inside]


TREES = modules()
GRAPH = {
    name: {to for node in imports(tree) for to in imported(node, TREES)} - {name}
    for name, tree in TREES.items()
}
EDGES = {(name, to) for name, found in GRAPH.items() for to in found if to in TREES}


def room(module):
    """The file or folder in exactbox/ that a module belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


def test_every_module_is_in_a_room():
    assert {room(module) for module in TREES} - {"check"} <= LEVEL.keys()


def test_rooms_import_one_way():
    against = {
        (name, to)
        for name, to in EDGES
        if room(to) != "check" and room(name) != room(to)
        if LEVEL[room(name)] <= LEVEL[room(to)]
    }
    assert against == set()


def test_the_checker_imports_nothing_but_the_standard_library():
    assert {to.split(".")[0] for to in GRAPH["exactbox.check"]} <= sys.stdlib_module_names


def test_only_who_writes_certificates_or_prints_answers_imports_the_checker():
    users = {room(name) for name, to in EDGES if room(to) == "check"}
    assert users <= MAY_IMPORT_CHECK


def test_no_modules_import_each_other_in_a_circle():
    graph = {name: {to for to in found if to in TREES} for name, found in GRAPH.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")
