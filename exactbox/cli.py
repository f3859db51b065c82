"""The two programs, ``exactbox`` and ``ShutTheBox``; errors as a line and an exit code.

Exit codes: 0 done, 1 a claim is false, 2 the input is unusable, 3 the checker gave up (on a file,
or on a certificate that was asked for), a worker died, --max-seconds were over, or nothing could be
printed, 130 interrupted.

A command's module is imported when the command is named, and what it computes with when it runs:
a question of a tenth of a second must not wait for the others.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable, Sequence
from contextlib import ExitStack, redirect_stdout
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from exactbox.commands.terminal import outputs
from exactbox.files import STANDARD, standard_output_for_files

_HOME = {  # of each command: its module in exactbox.commands
    "atlas": "games.atlas",
    "certify": "proofs.certify",
    "chain": "linear.chain",
    "check": "proofs.check",
    "cite": "proofs.cite",
    "completion": "terminal.completion",
    "flip": "games.flip",
    "linsolve": "linear.linsolve",
    "lstsq": "linear.least_squares",
    "examples": "terminal.gallery",
    "help": "terminal.help",
    "det": "linear.determinant",
    "inv": "linear.determinant",
    "rank": "linear.ranks",
    "nullspace": "linear.ranks",
    "rref": "linear.forms",
    "smith": "linear.forms",
    "charpoly": "linear.forms",
    "lp": "linear.programs",
    "matrix-game": "linear.programs",
    "lock": "games.lock",
    "page": "games.page",
    "question": "models.question",
    "shutbox": "games.shutbox",
    "solve": "models.solve",
}
_WORKERS = (
    "jobs",
    "dask",
    "parts",
    "max_memory",
)  # options of `exactbox.commands.terminal.workers`
_SHORT = ("check", "cite", "completion", "examples", "help")  # have no --max-seconds from here
_CODES = """\
exit codes:
  0    done
  1    a claim is false, or there is no (unique) solution
  2    the input is unusable, or a file could not be written
  3    the checker gave up (on a file, or on a certificate that was asked for), a
       worker died, --max-seconds were over, or nothing could be printed
  130  interrupted
"""
_CODES_IN_A_LINE = """\
exit codes: 0 done, 1 false or unsolvable, 2 unusable, 3 gave up, 130 interrupt
"""  # in 80 columns


class _WholeWords(argparse.HelpFormatter):
    """Lines that are not broken at a hyphen: paths and options stay in one piece."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if isinstance(self, argparse.RawDescriptionHelpFormatter):
            return super()._fill_text(text, width, indent)
        text = " ".join(text.split())
        lines = textwrap.wrap(text, width - len(indent), break_on_hyphens=False)
        return "\n".join(f"{indent}{line}" for line in lines)


class _Once(argparse.Action):
    """Store the value of an option; a second one would take the place of the first in silence."""

    _filled: argparse.Namespace | None = None

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Refuse an option that these arguments have had already."""
        if option_string and self._filled is namespace:
            raise argparse.ArgumentError(self, "it is there twice, need it once")
        self._filled = namespace
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser whose refusals are one line, and exit code 2; so are those of its subcommands.

    Options are not abbreviated: what is a typing error today would be another option tomorrow. One
    that takes a value is there once, unless it makes a list.
    """

    words: Sequence[str] = ()  # of the command line

    def __init__(self, **settings: Any) -> None:
        of = settings.pop("formatter_class", argparse.HelpFormatter)
        formatter = type("Formatter", (_WholeWords, of), {})
        super().__init__(**{"allow_abbrev": False, "formatter_class": formatter, **settings})
        self.register("action", None, _Once)
        self.register("action", "store", _Once)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, without the usage."""
        what, _, words = message.partition("unrecognized arguments: ")
        hint = self._meant(words) if words.strip() and not what else ""
        outputs.say(f"{self.prog}: {' '.join(message.split())}{hint}")
        raise SystemExit(2)

    def _meant(self, words: str) -> str:
        """In place of the first of unknown arguments: the nearest option, or the help."""
        from difflib import get_close_matches

        first = words.split()[0]
        word = first.partition("=")[0]
        every: list[Any] = [self]
        own: list[Any] = [self]  # the command that is called, after those that it is in
        for each in every:  # grows while it is read
            groups = [a.choices for a in each._actions if isinstance(a.choices, dict)]
            inner = {name: parser for group in groups for name, parser in group.items()}
            every += inner.values()
            own += [p for name, p in inner.items() if name in self.words and each in own]
        known, options, last = (
            [o for each in of for a in each._actions for o in a.option_strings]
            for of in (every, own, own[-1:])
        )
        if "--rule" in options:
            from exactbox.games.shutbox.words import rule_hint

            if hint := rule_hint(first):
                return hint
        if word in known and len(own) > 1:
            how = "needs it after its name" if word in last else "does not take it"
            return f"; {own[-1]._name} {how}"
        near = get_close_matches(word, options, 1) if word.startswith("-") else []
        return f"; did you mean {near[0]}?" if near else "; --help says what is taken"

    def format_help(self) -> str:
        """The page, with examples at its beginning and the exit codes at its end.

        Of a command that has more options than one reads it shows the common ones.
        """
        from exactbox.commands.terminal.overview import is_shown

        if self.prog == "exactbox":
            return f"{super().format_help()}\n{_CODES}"
        name = self._name
        hidden = [a for a in self._actions if not is_shown(name, a.option_strings)]
        helps, epilog, about = [a.help for a in hidden], self.epilog, self.description
        if not hidden:
            return self.format_whole()
        for action in hidden:
            action.help = argparse.SUPPRESS
        self.description = (about or "").partition("\n\n")[0]
        self.epilog = f"exactbox help {name} says what else there is."
        try:
            return self.format_whole()
        finally:
            self.epilog, self.description = epilog, about
            for action, text in zip(hidden, helps, strict=True):
                action.help = text

    @property
    def _name(self) -> str:
        """The command; with a game in it, as ``certify flip`` has, both."""
        program, *command = self.prog.split()
        return "shutbox" if program == "ShutTheBox" else " ".join(command)

    def format_whole(self) -> str:
        """The page with all options."""
        from exactbox.commands.terminal.overview import examples_of

        opening = examples_of(self._name)
        return f"{opening}{super().format_help()}\n{_CODES_IN_A_LINE}"

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print a page; unlike argparse, fail where that fails."""
        print(message, end="", file=file)


def parser(*words: str) -> Parser:
    """The parser of ``exactbox``; of these words of a command line, with their options alone."""
    from exactbox import __version__
    from exactbox.commands.terminal.workers import LONG_WORK, MAX_SECONDS

    command = words[0] if words else None
    top = Parser(
        prog="exactbox",
        description="Exact, certified answers about games of chance, decision processes and "
        "rational linear systems.",
    )
    top.add_argument("--version", action="version", version=f"exactbox {__version__}")
    commands: Any = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    commands.words = top.words = words
    if command is not None and command not in _HOME and not command.startswith("-"):
        top.error(_unknown(command))
    named = [_HOME[command]] if command in _HOME else dict.fromkeys(_HOME.values())
    for name in () if command == "--version" else named:
        import_module(f"exactbox.commands.{name}").add_parser(commands)
    limited = [each for name, each in commands.choices.items() if name not in _SHORT]
    for each in limited:  # grows while it is read: by the commands in a command
        groups = {group.title: group for group in each._action_groups}
        group = groups.get(LONG_WORK) or each.add_argument_group(LONG_WORK)
        group.add_argument("--max-seconds", **MAX_SECONDS)
        inner = [a.choices for a in each._actions if isinstance(a.choices, dict)]
        limited += [each for choices in inner for each in choices.values()]
    top.set_defaults(whole_parser=parser)  # for completion
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """The program ``exactbox``: run one command; the exit code.

    Without arguments it takes those of the process, and works in a child (`supervised`).
    """
    if argv is None:
        from exactbox.commands.terminal.supervision import supervised

        return supervised(lambda: main(sys.argv[1:]), "exactbox")
    return run("exactbox", partial(parser, *argv) if argv else _front, argv)


def shut_the_box(argv: Sequence[str] | None = None) -> int:
    """The program ``ShutTheBox``: the same as ``exactbox shutbox``."""
    if argv is None:
        from exactbox.commands.terminal.supervision import supervised

        return supervised(lambda: shut_the_box(sys.argv[1:]), "ShutTheBox")
    return run("ShutTheBox", _shut_the_box, argv)


def _front() -> Parser:
    """Print what one can do: the program without a command."""
    from exactbox.commands.terminal import overview

    alone = Parser(prog="exactbox")
    alone.set_defaults(run=lambda _: print(overview.page(), end="") or 0)
    return alone


def _unknown(word: str) -> str:
    """The refusal of a word that is not a command, with the nearest that is."""
    from difflib import get_close_matches

    near = get_close_matches(word.lower(), _HOME, 1)
    hint = f": did you mean {near[0]}?" if near else "; exactbox --help lists them"
    return f"{word!a} is not a command{hint}"


def _shut_the_box() -> Parser:
    from exactbox.commands.games import shutbox
    from exactbox.commands.terminal.workers import LONG_WORK, MAX_SECONDS

    alone = Parser(prog="ShutTheBox", description=shutbox.ABOUT)
    shutbox.add_options(alone)
    alone.add_argument_group(LONG_WORK).add_argument("--max-seconds", **MAX_SECONDS)
    return alone


def run(name: str, program: Callable[[], Parser], argv: Sequence[str]) -> int:
    """Run the command that the arguments name; the exit code.

    The name opens the line that says what is wrong; ``program()`` is the parser. A SystemExit
    follows a page of help, and a refusal of the parser, which has been said. At the end it is said
    which files could not be written or checked, and whether printing failed.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # it takes every character
    is_left = False
    with ExitStack() as stack:  # for an output that is standard output
        try:
            code = _command(program, argv, stack)
        except SystemExit as error:
            code, is_left = int(error.code or 0), True
        except BaseException as error:
            code = _told(name, error)
        while outputs.postponed:
            late = outputs.postponed.pop(0)
            outputs.say(f"{name}: {_one_line(late)}")
            code = max(code, _exit_code(late))
        why = outputs.finish()
        if code == 0 and sys.stdout is None and sys.__stdout__ is None:
            why = "it is closed"
        if why and code < 2:
            outputs.say(f"{name}: standard output: {why}")
            code = 3
    if is_left:
        raise SystemExit(code)
    return code


def _command(program: Callable[[], Parser], argv: Sequence[str], stack: ExitStack) -> int:
    """Read the arguments, look at the files that they name, run the command, print its report.

    A command that prints as it goes has the exit code in place of a report.
    """
    arguments = program().parse_args(argv)
    if hasattr(arguments, "end_after"):
        from exactbox.commands.terminal.supervision import end_after

        end_after(arguments.end_after)
    values = {name: v if isinstance(v, list) else [v] for name, v in vars(arguments).items()}
    read = [p for name in outputs.INPUTS for p in values.get(name, ()) if isinstance(p, str)]
    written = [
        (name, p) for name in outputs.OUTPUTS for p in values.get(name, ()) if isinstance(p, str)
    ]
    outputs.require_places(read, written, in_folders=getattr(arguments, "in_folders", False))
    if any(path == STANDARD for _, path in written):
        stack.enter_context(standard_output_for_files())
    elif sys.stdout is not None and (written or getattr(arguments, "update", False)):
        stack.enter_context(redirect_stdout(outputs.Patient(sys.stdout)))
    if getattr(arguments, "plain_integers", False):
        from exactbox.certificate import plain_integers

        stack.enter_context(plain_integers())
    if any(getattr(arguments, name, None) is not None for name in _WORKERS):
        from exactbox.commands.terminal.workers import workers

        stack.enter_context(workers(arguments))
    done = arguments.run(arguments)
    as_json = getattr(arguments, "json", False)
    return int(done if isinstance(done, int) else done.print(as_json=as_json))


def _told(name: str, error: BaseException) -> int:
    """Say what has ended a command; the exit code. A mistake of the program is raised."""
    supervision = sys.modules.get("exactbox.commands.terminal.supervision")
    if isinstance(error, KeyboardInterrupt) or (supervision and supervision.interrupted):
        outputs.say("interrupted")
        return 130
    if isinstance(error, BrokenPipeError) and error.filename is None:
        return 0  # the reader has gone, and has what it wanted
    if not isinstance(error, Exception):
        raise error
    if why := outputs.why_not_printed(error):
        outputs.say(f"{name}: standard output: {why}")
        return 3
    code = _exit_code(error)
    if not code:
        raise error
    outputs.say(f"{name}: {_one_line(error)}")
    return code


def _exit_code(error: Exception) -> int:
    """1 where a claim is false, 2 where the input is unusable, 3 where there is no telling.

    0 is for a mistake of the program.
    """
    checker = sys.modules.get("exactbox.check")  # it is loaded where it has refused something
    if checker is not None and isinstance(error, checker.InvalidCertificate):
        return 1
    if checker is not None and isinstance(error, checker.GaveUp):
        return 3
    tasks = sys.modules.get("exactbox.parallel.tasks")
    if tasks is not None and isinstance(error, tasks.WorkerDied):
        return 3
    unusable = (ValueError, TypeError, ArithmeticError, OSError, MemoryError, ImportError)
    return 2 if isinstance(error, unusable) else 0


def _one_line(error: BaseException) -> str:
    """An error's message without line breaks, and of an OSError the file."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return f"out of memory{f': {error}' if str(error) else ''}"
    return " ".join(str(error).split()) or type(error).__name__
