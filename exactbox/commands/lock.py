"""`exactbox lock`: its options; what it answers is in `lock_answers`, loaded when it runs."""

from __future__ import annotations

import argparse
from typing import Any

METHODS = ("symbolic", "construct", "recursive", "memoize")

EPILOG = """\
examples:
  exactbox lock --max-length 15             the keys, grouped by length
  exactbox lock --explain RVLVQRVLVQ        why this is a key (or is not)
  exactbox lock --compare --max-length 11   all methods, their times and what they hold
  exactbox lock --count --letters QLVRX --max-length 11
  exactbox lock --general-form --count --max-length 1000000
  exactbox lock --rules third --max-length 15
  exactbox lock --rules                     how rule tables are written
"""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "lock",
        help="the keys of Smullyan's Monte Carlo lock, each with its derivation",
        description="The keys of Smullyan's Monte Carlo lock: all of them, by search.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--explain", metavar="KEY", help="print the derivation of KEY, or the first step that fails"
    )
    what.add_argument(
        "--compare", action="store_true", help="run all methods and print a table of what they took"
    )
    what.add_argument(
        "--count", action="store_true", help="count the keys of each length, and the related pairs"
    )
    what.add_argument(
        "--certificate",
        metavar="FILE",
        help="write the keys and their derivations for `exactbox check`",
    )
    parser.add_argument(
        "--max-length",
        type=int,
        default=15,
        metavar="N",
        help="letters in the longest key (default: %(default)s)",
    )
    parser.add_argument(
        "--letters", metavar="ABC", help="the alphabet (default: the letters of the rules, QLVR)"
    )
    parser.add_argument(
        "--nonempty",
        action="store_true",
        help="the empty string does not count as a string (default: it does)",
    )
    parser.add_argument(
        "--rules",
        nargs="?",
        const="",
        default="lock",
        metavar="TABLE",
        help="another machine, by name or as a table; alone: how to write one",
    )
    method = parser.add_mutually_exclusive_group()
    method.add_argument(
        "--method",
        choices=METHODS,
        default="symbolic",
        help="how to find the keys (default: %(default)s)",
    )
    method.add_argument(
        "--general-form",
        action="store_true",
        help="list or count by Makay's theorem, not by search; any length",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer what was asked."""
    from exactbox.commands.lock_answers import answer

    return answer(arguments)
