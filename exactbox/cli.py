"""The two programs, ``exactbox`` and ``ShutTheBox``, and how errors become a line and an exit code.

Exit codes: 0 done, 1 a claim is false, 2 the input is unusable, 3 the checker gave up, or nothing
could be printed, 130 interrupted.

A command's module is imported when the command is named, and what it computes with when it runs:
a question of a tenth of a second must not wait for the others.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

_HOME = {  # of each command: its module in exactbox.commands
    "certify": "certify",
    "check": "check",
    "cite": "cite",
    "flip": "flip",
    "linsolve": "linear",
    "rank": "linear",
    "nullspace": "linear",
    "det": "linear",
    "lock": "lock",
    "question": "question",
    "shutbox": "shutbox",
    "solve": "solve",
}
_OUTPUTS = ("certificate", "policy", "output")  # options that name a file to be written


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one line, and exit code 2; so are those of its subcommands."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, without the usage."""
        print(f"{self.prog}: {' '.join(message.split())}", file=sys.stderr)
        raise SystemExit(2)


def parser(command: str | None = None) -> Parser:
    """The parser of ``exactbox``; where the command is known, with its options alone."""
    from exactbox import __version__

    top = Parser(
        prog="exactbox",
        description="Exact, certified answers about games of chance, decision processes and "
        "rational linear systems.",
    )
    top.add_argument("--version", action="version", version=f"exactbox {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    named = [_HOME[command]] if command in _HOME else dict.fromkeys(_HOME.values())
    for name in named:
        import_module(f"exactbox.commands.{name}").add_parser(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """The program ``exactbox``: run one command; the exit code.

    Without arguments it takes those of the process, and works in a child (`supervised`).
    """
    if argv is None:
        from exactbox.commands.supervision import supervised

        return supervised(lambda: main(sys.argv[1:]), "exactbox")
    return run(parser(argv[0] if argv else None), argv)


def shut_the_box(argv: Sequence[str] | None = None) -> int:
    """The program ``ShutTheBox``: the same as ``exactbox shutbox``."""
    if argv is None:
        from exactbox.commands.supervision import supervised

        return supervised(lambda: shut_the_box(sys.argv[1:]), "ShutTheBox")
    from exactbox.commands import shutbox

    alone = Parser(prog="ShutTheBox", description=shutbox.ABOUT)
    shutbox.add_options(alone)
    return run(alone, argv)


def run(program: Parser, argv: Sequence[str]) -> int:
    """Run the command that the arguments name; the exit code.

    Parameters
    ----------
    program : Parser
        Its ``prog`` opens the line that says what is wrong.
    argv : sequence of str
    """
    arguments = program.parse_args(argv)
    try:
        if any(getattr(arguments, name, None) for name in _OUTPUTS):
            from exactbox.commands.outputs import require_places

            require_places(arguments, _OUTPUTS)
        code = max(int(arguments.run(arguments)), _unsaved(program))
        if sys.stdout is not None:  # it may have been closed
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has gone; nothing more to say, now or at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        code = _exit_code(error)
        if not code:
            raise
        print(f"{program.prog}: {_one_line(error)}", file=sys.stderr)
        return code


def _unsaved(program: Parser) -> int:
    """Say which files could not be written; 2 where there are some."""
    outputs = sys.modules.get("exactbox.commands.outputs")  # it is loaded where there are outputs
    errors = [] if outputs is None else outputs.errors()
    for error in errors:
        print(f"{program.prog}: {_one_line(error)}", file=sys.stderr)
    return 2 if errors else 0


def _exit_code(error: Exception) -> int:
    """1 where a claim is false, 2 where the input is unusable, 3 where the checker gave up.

    0 is for a mistake of the program.
    """
    checker = sys.modules.get("exactbox.check")  # it is loaded where it has refused something
    if checker is not None and isinstance(error, checker.InvalidCertificate):
        return 1
    if checker is not None and isinstance(error, checker.GaveUp):
        return 3
    unusable = (ValueError, TypeError, ArithmeticError, OSError, MemoryError, ImportError)
    return 2 if isinstance(error, unusable) else 0


def _one_line(error: BaseException) -> str:
    """What is wrong: an error's message without line breaks, and of an OSError the file."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return f"out of memory{f': {error}' if str(error) else ''}"
    return " ".join(str(error).split()) or type(error).__name__
