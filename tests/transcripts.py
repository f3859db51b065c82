"""Transcripts: what a page shows of a terminal is run, and compared with what happens.

A page is a Markdown file, or a Python file of which the strings are read. What it shows stands in
blocks of lines that are indented by four spaces or more:

- a block that opens with ``$`` and a space is a transcript: commands, each with what it prints;
- a block after a line that ends with a name in backticks and a colon is the file of that name.

So ``This is `coin.tra`:`` and an indented block make a file, and ``$ cat coin.tra`` makes one as
well, where no command before it has named it. A page has one folder, in which its commands run one
after the other and find what earlier ones have written; the project's ``exactbox`` and ``proofs``
are there, too. Under a command stands what it prints on standard output and standard error:

- ``...`` alone on a line is one line or more that are left out, and within a line any text, but
  between two digits it is itself: long numbers are printed so;
- every other character is itself, but blanks at the end of a line, empty lines at the end, and a
  tab, which is the blanks that a terminal shows for it;
- where nothing is shown, nothing is compared, and the command must succeed;
- ``$ echo $?`` shows the exit code of the command before it.

A command line may go on after a backslash. Commands of exactbox without redirections run in this
process, which is quicker, others in bash. Which commands may run is listed (`RUN`), and so is where
those are run that take long or change the machine (`SLOW`, `ELSEWHERE`); any other is an error.
"""

from __future__ import annotations

import ast
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from difflib import unified_diff
from pathlib import Path

from exactbox import cli
from tests import ROOT

RUN = ("exactbox", "ShutTheBox", "python3", "cat", "head", "ls", "printf", "sed", "tail", "wc")

_LONG = (
    "exactbox certify flip --faces 7",
    "exactbox shutbox --rule double-shutter --objective score --expect 123456789 --exact",
)
SLOW = {  # what the slow test runs, and as what: of the environment that there is
    **{command: command for command in _LONG},
    "make certify": "exactbox certify",
    "make check": "python3 exactbox/check.py proofs/*.json",
}

ELSEWHERE = {  # how commands begin that no test runs from a page; what runs them
    ". .venv/bin/activate": ".ci/run names the programs of .venv",
    "exactbox atlas shutbox --tiles 6-9": "tests/games/test_atlas.py makes smaller tables",
    "cd ": "the folder is made for the page",
    "exactbox solve consensus.4.prism": "test_solve_properties.py asks programs",
    "git clone": ".ci/run begins on a clean checkout",
    "make coq": ".ci/run; what it prints is compared with headlines.txt in test_readme.py",
    "make docs": ".ci/run",
    "pip install": "tests/repository/test_packaging.py, and the Makefile, in .ci/run",
    "proofs/coq/ocaml/checker": "tests/coq/test_checker.py",
    "python3 -m venv": "the Makefile, in .ci/run",
}

_PROMPT = "$ "
_ENVIRONMENT = ".venv/bin/"  # of a page; its programs are those of the environment that there is
_FILE = re.compile(r"(`+)([\w.-]+)\1:$")  # `NAME`: or ``NAME``: at the end of a line
_FOR_THE_SHELL = re.compile(r"[|&;<>$*?~`()\\]|(?<!\S)-(?!\S)")  # outside of quotes
_QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\]*\"")


@dataclass(frozen=True)
class Step:
    """One command with what is shown under it, or one file (`command` is empty, `name` is not)."""

    line: int  # of the page, from 1
    shown: str
    command: str = ""
    name: str = ""


@dataclass
class Session:
    """Runs the steps of one page in a folder."""

    folder: Path
    slow: bool = False  # whether slow commands are run
    code: int = 0  # of the last command
    earlier: list[str] = field(default_factory=list)  # commands, run or not

    def __post_init__(self) -> None:
        for name in ("exactbox", "proofs"):
            (self.folder / name).symlink_to(ROOT / name)

    def play(self, step: Step) -> str:
        """Run one step; what differs from the page, as lines that a person can read, or ""."""
        name = step.name or self._file_to_make(step)
        if name:
            (self.folder / name).write_text(step.shown + "\n", encoding="utf-8")
            return ""
        command = step.command.removeprefix(_ENVIRONMENT)
        self.earlier.append(command)
        if command in SLOW:
            if not self.slow:
                return ""
            command = SLOW[command]
        elif command.startswith(tuple(ELSEWHERE)):
            return ""
        elif command == "echo $?":
            return _difference(step, str(self.code))
        elif command.split()[0] not in RUN:
            return f"line {step.line}: $ {command}\nneither run nor listed in tests/transcripts.py"
        self.code, printed = run(command, self.folder)
        if step.shown:
            return _difference(step, printed)
        if self.code:
            return f"line {step.line}: $ {command}\nexit code {self.code}\n{printed}"
        return ""

    def _file_to_make(self, step: Step) -> str:
        """The file that a ``cat`` shows and that no command before it has named, or ""."""
        words = step.command.split()
        if len(words) != 2 or words[0] != "cat" or "..." in step.shown.split("\n"):
            return ""
        made = (self.folder / words[1]).exists() or words[1] in " ".join(self.earlier)
        return "" if made or not step.shown else words[1]


def pages() -> list[Path]:
    """The files that may have transcripts: the Markdown files, and Python's in the package."""
    folders = [ROOT / name for name in ("proofs", "exactbox", "tests")]
    markdown = [*ROOT.glob("*.md"), *(path for each in folders for path in each.glob("**/*.md"))]
    found = [*markdown, *ROOT.glob("exactbox/**/*.py")]
    return [path for path in sorted(found) if _PROMPT in path.read_text(encoding="utf-8")]


def steps(path: Path) -> list[Step]:
    """The files and commands that a page shows, in its order."""
    return [step for lines, first in _texts(path) for step in _steps_of_lines(lines, first)]


def overlooked(path: Path) -> list[str]:
    """Lines of a page that look like commands, and are no step."""
    lines = [line.strip() for lines, _ in _texts(path) for line in lines]
    shown = [_first_line(line) for line in lines if line.startswith(_PROMPT)]
    seen = "\n".join(step.command for step in steps(path))
    return [command for command in shown if command not in seen]


def _texts(path: Path) -> list[tuple[list[str], int]]:
    """The lines of a page, or of each string in it without its margin; the first line's number."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return [(text.split("\n"), 1)]
    strings = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _PROMPT in node.value
    ]
    strings.sort(key=lambda node: node.lineno)
    return [(_without_margin(node.value, node.col_offset), node.lineno) for node in strings]


def _without_margin(text: str, column: int) -> list[str]:
    """The lines of a string that opens in this column, without the margin of all but the first."""
    head, *rest = text.split("\n")
    margin = min([column, *(_indent(line) for line in rest if line.strip())])
    return [head, *(line[margin:] for line in rest)]


def _steps_of_lines(lines: list[str], first: int) -> Iterator[Step]:
    """The steps of one text, whose first line has this number."""
    above, at = "", 0
    while at < len(lines):
        if not lines[at].startswith("    "):
            above, at = lines[at].strip() or above, at + 1
            continue
        start, at = at, _end_of_block(lines, at)
        margin = min(_indent(line) for line in lines[start:at] if line.strip())
        block = [line[margin:].rstrip() for line in lines[start:at]]
        named = _FILE.search(above)
        above = ""
        if block[0].startswith(_PROMPT):
            yield from _steps_of_block(block, first + start)
        elif named:
            yield Step(first + start, "\n".join(block).rstrip("\n"), name=named[2])


def _end_of_block(lines: list[str], start: int) -> int:
    """Where the block that starts here ends: a transcript begins a block of its own."""
    at, transcript = start, lines[start].lstrip().startswith(_PROMPT)
    while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
        at += 1
        if not transcript and not lines[at - 1].strip() and _opens_transcript(lines, at):
            break
    return at


def _opens_transcript(lines: list[str], at: int) -> bool:
    return at < len(lines) and lines[at].lstrip().startswith(_PROMPT)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _steps_of_block(block: list[str], first: int) -> Iterator[Step]:
    """The commands of a block, each with the lines up to the next one."""
    at = 0
    while at < len(block):
        start, command = at, block[at].removeprefix(_PROMPT)
        at += 1
        while command.endswith("\\") and at < len(block):
            command, at = f"{command[:-1].rstrip()} {block[at].strip().removeprefix('> ')}", at + 1
        begin = at
        while at < len(block) and not block[at].startswith(_PROMPT):
            at += 1
        shown = "\n".join(block[begin:at]).rstrip("\n")
        yield Step(first + start, shown, command=_without_comment(command))


def _without_comment(command: str) -> str:
    """A command without the comment behind it."""
    hidden = _QUOTED.sub(lambda quoted: "." * len(quoted[0]), command)
    return (
        command[: comment.start()].rstrip() if (comment := re.search(r"\s#", hidden)) else command
    )


def _first_line(line: str) -> str:
    """What `_steps_of_block` makes of the line that a command begins with."""
    return _without_comment(line.removeprefix(_PROMPT).removesuffix("\\").rstrip())


def run(command: str, folder: Path) -> tuple[int, str]:
    """Run a command in a folder: its exit code, and what a terminal would show of it."""
    program = {"exactbox": cli.main, "ShutTheBox": cli.shut_the_box}.get(command.split()[0])
    if program is None or _FOR_THE_SHELL.search(_QUOTED.sub("", command)):
        return _in_bash(command, folder)
    both = io.BytesIO()
    out = io.TextIOWrapper(both, encoding="utf-8", write_through=True)
    err = io.TextIOWrapper(both, encoding="utf-8", write_through=True)
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        try:
            code = program(shlex.split(command)[1:])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
    return code, both.getvalue().decode()


def _in_bash(command: str, folder: Path) -> tuple[int, str]:
    """The same with pipes and redirections, and of any program."""
    paths = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(paths),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",  # what is printed is shown in its order
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=600,
    )
    return done.returncode, done.stdout


def matches(shown: str, printed: str) -> bool:
    """Whether something that was printed is what a page shows."""
    pattern = "".join(
        r"(?:.*\n)+?" if line.strip() == "..." else _pattern_of_line(line) + "\n"
        for line in _tidy(shown)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _tidy(printed))) is not None


def _pattern_of_line(line: str) -> str:
    parts = re.split(r"(?<!\d)\.\.\.|\.\.\.(?!\d)", line)
    return ".*".join(re.escape(part) for part in parts)


def _tidy(text: str) -> list[str]:
    """The lines, blanks for tabs and none at their ends, without empty lines at the end."""
    return [line.expandtabs().rstrip() for line in text.rstrip().split("\n")]


def _difference(step: Step, printed: str) -> str:
    """What is printed and not shown, or the other way round; "" where they agree."""
    if matches(step.shown, printed):
        return ""
    lines = unified_diff(_tidy(step.shown), _tidy(printed), "shown", "printed", lineterm="", n=1)
    return "\n".join([f"line {step.line}: $ {step.command}", *lines])
