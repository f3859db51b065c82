"""The command line: its commands, and how errors become one line and an exit code.

Exit codes: 0 done, 1 a claim is false, 2 the input is unusable, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from exactbox.check import InvalidCertificate
from exactbox.commands import certify, check, flip, linear, lock, shutbox, solve
from exactbox.commands.options import Parser

_COMMANDS = (certify, check, flip, linear, lock, shutbox, solve)


def parser() -> argparse.ArgumentParser:
    """The parser of the command ``exactbox``."""
    from exactbox import __version__

    top = Parser(
        prog="exactbox",
        description="Exact, certified answers about games of chance, decision processes and "
        "rational linear systems.",
    )
    top.add_argument("--version", action="version", version=f"exactbox {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_parser(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    arguments = parser().parse_args(argv)
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has gone; nothing more to say, now or at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except InvalidCertificate as error:
        print(f"exactbox: {error}", file=sys.stderr)
        return 1
    except (ValueError, TypeError, ArithmeticError, OSError, MemoryError, ImportError) as error:
        print(f"exactbox: {_one_line(error)}", file=sys.stderr)
        return 2


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return f"out of memory{f': {error}' if str(error) else ''}"
    return " ".join(str(error).split()) or type(error).__name__
