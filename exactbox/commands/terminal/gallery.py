"""``exactbox examples [NAME ...]``: list the files to begin with, or write some of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

_ABOUT = """List the files that the examples of every help run with; with names, or all, write them
into this folder. A file that is there already, and is another one, stays as it is."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "examples", help="files to begin with: matrices, programs, models", description=_ABOUT
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="files of the list to write; all: all of them"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the list, or write files and say so."""
    from exactbox.files import write
    from exactbox.gallery import FILES, content

    names = list(FILES) if "all" in arguments.names else list(dict.fromkeys(arguments.names))
    if not names:
        width = max(map(len, FILES))
        for name, about in FILES.items():
            print(f"{name:<{width}}  {about}")
        return 0
    unknown = [name for name in names if name not in FILES]
    if unknown:
        raise ValueError(f"{', '.join(unknown)}: no example; exactbox examples lists them")
    other = [name for name in names if Path(name).exists() and not _is_the_example(name)]
    if other:
        raise FileExistsError(f"{', '.join(other)}: there already, and not the example: it stays")
    for name in names:
        write(Path(name), content(name))
        print(f"{name}: {FILES[name]}")
    return 0


def _is_the_example(name: str) -> bool:
    """True if the file of this name has the bytes that would be written."""
    from exactbox.gallery import content

    return Path(name).is_file() and Path(name).read_bytes() == content(name)
