"""The files that hold the tests of a room of exactbox/, and of the rooms that import it.

A test belongs to the rooms that its file imports; where that is none, to those that the modules of
tests/ import from which it has its cases; where that is none again, it may be of any. Which room
imports which is what tests/test_rooms.py reads: a room is a file or a folder in exactbox/, and one
that imports a room is one that imports it by way of others too. `make test ROOM=linalg` runs what
is printed here.
"""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

from tests.test_rooms import FOLDER, edges, imported, imports, nothing_is_garbage, room, trees

ROOT = Path(__file__).parents[1]


def rooms() -> set[str]:
    return {room(module) for module in trees()} - {"__init__"}


def users(name: str) -> set[str]:
    """A room and those that import it."""
    found, size = {name}, 0
    while len(found) > size:
        size = len(found)
        found |= {room(user) for user, module in edges() if room(module) in found}
    return found


TESTS = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts): file
    for file in sorted((ROOT / "tests").rglob("*.py"))
}


@cache
def rooms_of(file: Path) -> set[str]:
    """The rooms that a file of tests imports, or else those of its like that it imports."""
    nodes, known = imports(ast.parse(file.read_text(encoding="utf-8"))), {*trees(), *TESTS}
    modules = {name for node in nodes for name in imported(node, known)}
    those = {room(name) for name in modules & trees().keys()} - {"__init__"}
    return those or set().union(*(rooms_of(TESTS[name]) for name in modules & TESTS.keys()))


def files(name: str) -> list[Path]:
    """Where the tests are: in tests/, and the examples of the docstrings in exactbox/."""
    wanted = users(name)
    shown = [path for path in sorted(FOLDER.iterdir()) if path.stem in wanted]
    tests = [file for file in TESTS.values() if file.name.startswith("test_")]
    with nothing_is_garbage():
        found = [file for file in tests if not rooms_of(file) or rooms_of(file) & wanted]
    return [*shown, *found]


def main(name: str) -> int:
    if name not in rooms():
        those = ", ".join(sorted(rooms()))
        print(f"there is no room {name!r}; those that exist: {those}", file=sys.stderr)
        return 2
    print(*(path.relative_to(ROOT) for path in files(name)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
