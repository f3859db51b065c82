"""``exactbox completion SHELL``: what the shell needs to complete commands, options and files."""

from __future__ import annotations

import argparse
from typing import Any

from exactbox.commands.terminal.outputs import INPUTS, OUTPUTS
from exactbox.late import extra

SHELLS = ("bash", "zsh", "tcsh")  # of shtab

_ABOUT = """Print a script that has the shell complete commands, options and files. For bash:
exactbox completion bash > ~/.local/share/bash-completion/completions/exactbox; for zsh: the same
with zsh, to a file _exactbox in a folder of $fpath; for tcsh: to a file that ~/.tcshrc sources.
Needs shtab: pip install 'exactbox[completion]'"""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "completion", help="have the shell complete commands and options", description=_ABOUT
    )
    parser.add_argument("shell", choices=SHELLS)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    shtab = extra("shtab", "completion needs shtab: pip install 'exactbox[completion]'")
    whole = arguments.whole_parser()
    _complete_files(whole, shtab.FILE, shtab.DIRECTORY)
    print(shtab.complete(whole, arguments.shell))
    return 0


def _complete_files(parser: argparse.ArgumentParser, file: Any, folder: Any) -> None:
    """Say which arguments are files or folders, in subcommands as well."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _complete_files(each, file, folder)
        elif action.metavar == "FOLDER":
            action.complete = folder  # type: ignore[attr-defined]
        elif action.dest in (*INPUTS, *OUTPUTS):
            action.complete = file  # type: ignore[attr-defined]
