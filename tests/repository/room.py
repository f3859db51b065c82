"""Where the tests of a room of exactbox/ are, and those of the rooms that import it.

A room is a file or folder in exactbox/; its tests are in the file or folder of its name in tests/.
Which room imports which is what test_rooms.py reads, by way of others too. `make test ROOM=linalg`
runs what is printed here.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests import ROOT
from tests.repository.test_rooms import FOLDER, edges, room, trees

ANY = ("coq", "repository")  # tests of what is outside of exactbox/, or of all rooms


def rooms() -> set[str]:
    return {room(module) for module in trees()} - {"__init__"}


def users(name: str) -> set[str]:
    """A room and those that import it."""
    found, size = {name}, 0
    while len(found) > size:
        size = len(found)
        found |= {room(user) for user, module in edges() if room(module) in found}
    return found


def places(name: str) -> list[Path]:
    """The files and folders with the examples of docstrings, and with the tests."""
    wanted = {*users(name), *ANY}
    if "check" in wanted:
        wanted.add("checker")  # check.py is its main
    shown = [path for path in sorted(FOLDER.iterdir()) if path.stem in wanted]
    tests = [path for path in sorted((ROOT / "tests").iterdir()) if path.name[0] != "_"]
    return shown + [path for path in tests if path.stem.removeprefix("test_") in wanted]


def main(name: str) -> int:
    if name not in rooms():
        those = ", ".join(sorted(rooms()))
        print(f"there is no room {name!r}; those that exist: {those}", file=sys.stderr)
        return 2
    print(*(path.relative_to(ROOT) for path in places(name)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
