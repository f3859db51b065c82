"""``exactbox check FILE...``: the independent checker, as a command."""

from __future__ import annotations

import argparse
from typing import Any


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "check",
        help="verify certificates with the independent checker",
        description="Verify certificates. The same as: python3 exactbox/check.py FILE...",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a certificate, .json or .json.gz")
    parser.add_argument("--max-bytes", type=int, metavar="N", help="refuse larger certificates")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Hand the files to the checker."""
    from exactbox.check import main

    limit = [] if arguments.max_bytes is None else ["--max-bytes", str(arguments.max_bytes)]
    return main([*limit, "--", *arguments.files])
