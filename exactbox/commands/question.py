"""``exactbox question FILE``: what a certificate would ask, and its hash, without an answer."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from exactbox.commands.question_options import (
    add_question_options,
    given_options,
    question_from,
)

_OPENING = b'{"certificate":'
STATEMENTS = ("solution", "unique", "singular", "inconsistent", "rank", "general")

_ABOUT = """Print the SHA-256 of a question, which certificates that answer it are cited by, and the
question in words. It depends on the model, the states in their order, and on what is asked of it,
by the options of `exactbox solve`; or on a matrix, a right-hand side and a --statement."""


class Asked(NamedTuple):
    """A question as certificates have it: its kind, its normal form, and what it is in words."""

    kind: str
    question: dict[str, Any]
    words: str


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "question",
        help="the hash of a question, which certificates that answer it have in common",
        description=_ABOUT,
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="a model; or A.mtx, or A.mtx and b.mtx"
    )
    add_options(parser)
    parser.add_argument(
        "--enclosure", action="store_true", help="the question that bounds are an answer to"
    )
    parser.add_argument(
        "--output", metavar="FILE", help="write the question, gzipped if FILE ends in .gz"
    )
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is asked of a model, or stated of a linear system."""
    add_question_options(parser)
    parser.add_argument(
        "--statement", choices=STATEMENTS, help="what is stated of a linear system A x = b, or of A"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the files, print the hash, write the question."""
    from exactbox.certificate import question_bytes, sha256
    from exactbox.files import write

    asked = asked_of(arguments.files, arguments, enclosure=arguments.enclosure)
    data = question_bytes(asked.kind, asked.question)
    print(f"{sha256(data)}  {' '.join(arguments.files)}: {asked.words}")
    if arguments.output:
        write(arguments.output, data)
        print(f"{arguments.output}: the question, {len(data):,} bytes")
    return 0


def asked_of(files: list[str], arguments: argparse.Namespace, *, enclosure: bool) -> Asked:
    """What the options ask about these files.

    Parameters
    ----------
    files : list of str
        One with a model, or with a question as `exactbox question --output` writes it; or A.mtx
        and perhaps b.mtx, if there is a ``--statement``.
    arguments : argparse.Namespace
    enclosure : bool
        Whether the question is that of bounds.

    Raises
    ------
    ValueError
        If the options do not fit the files.
    """
    if arguments.statement is not None:
        _refuse("--statement", arguments)
        return _of_matrices(files, arguments.statement)
    if len(files) != 1:
        raise ValueError(f"{len(files)} files, need one model; or two matrices, and --statement")
    found = _in_file(files[0])
    if found is None:
        return _of_model(files[0], arguments, enclosure)
    _refuse(f"{files[0]}", arguments)
    return found


def _refuse(what: str, arguments: argparse.Namespace) -> None:
    """ValueError where a model is asked about that is not there."""
    if given := given_options(arguments):
        raise ValueError(f"{what} says everything: leave out {given[0]}")


def _in_file(file: str) -> Asked | None:
    """The question in a file that `exactbox question --output` has written; None in another."""
    from exactbox.checker.reading import MAX_BYTES, Budget, brief, decode, fields, read_file
    from exactbox.formats.files import opened, suffix

    if suffix(file) != ".json":
        return None
    with opened(file) as opening:
        if opening.read(len(_OPENING)) != _OPENING:
            return None
    raw = read_file(file, MAX_BYTES)
    given = fields(decode(raw, Budget(len(raw))), "certificate kind question", file)
    if not isinstance(given["question"], dict):
        raise ValueError(f"{file}: the question is {brief(given['question'])}, need an object")
    return Asked(given["kind"], given["question"], f"a question of kind {brief(given['kind'])}")


def _of_model(file: str, arguments: argparse.Namespace, enclosure: bool) -> Asked:
    from exactbox.commands.questions import normal_form
    from exactbox.formats import read_model

    question = question_from(arguments)
    model = read_model(file, constants=arguments.constants)
    return Asked("process", normal_form(model, question, enclosure=enclosure), str(question))


def _of_matrices(files: list[str], statement: str) -> Asked:
    from exactbox.linear_certificate import question

    if len(files) > 2:
        raise ValueError(f"{len(files)} files, need A.mtx, or A.mtx and b.mtx")
    return Asked("linear", question(statement, *files), statement)
