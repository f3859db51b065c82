"""``exactbox question FILE``: what a certificate would ask, and its hash, without an answer."""

from __future__ import annotations

import argparse
import re
from contextlib import suppress
from typing import Any, NamedTuple

from exactbox.certificate import VERSION
from exactbox.commands.models.question_options import (
    Given,
    add_question_options,
    cut_words,
    given_options,
    make_request,
    option_names,
)
from exactbox.commands.terminal.options import JSON, PROGRAM_FILE, PROGRAM_OPTIONS, add_table, whole
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.written import write_file
from exactbox.showing import Row, one_line

_OPENING, _LOOK = re.compile(rb'\s*\{\s*"certificate"'), 100  # of a question, in so many bytes
STATEMENTS = (  # of exactbox.linear_certificate, which is not loaded for them
    *("solution", "unique", "singular", "inconsistent", "rank", "general"),
    *("no_integer_solution", "entry", "determinant"),
    *("least_squares", "unique_least_squares", "minimum_norm"),
)
CHAIN_WORDS = "of the Markov chain"
RELAXATION = "the relaxation of an integer program"
INVERSE = "the inverse of A: B is the unit matrix"
OF_CHAINS = ("stationary", "absorption", "times", "fundamental", "hitting")  # tables of chains
OF_PROGRAMS = ("feasible", "infeasible", "optimal", "unbounded", "unique")  # of exactbox.lp
_PROGRAMS = (".mps", ".lp")

_ABOUT = """Print the SHA-256 of a question, which certificates that answer it are cited by, and the
question in words. It depends on the model, the states in their order, and on what is asked of it,
by the options of `exactbox solve`; or on a matrix, a right-hand side and a --statement. A question
in JSON, as --output writes it, or by hand about a named game, is taken as it is: whether it has its
normal form is found out only when a certificate that answers it is checked."""


class NormalForm(NamedTuple):
    """A question as certificates have it: its kind, its normal form, and what it is in words.

    `as_written` where it was not made here, and so may have another form; of a linear program the
    names of its rows and columns; `cut` are the states behind which a model is not built.
    """

    kind: str
    question: dict[str, Any]
    words: str
    as_written: bool = False
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    cut: str = ""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "question",
        help="the hash of a question, which certificates that answer it have in common",
        usage="%(prog)s FILE... QUESTION [OPTION ...]",
        description=_ABOUT,
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a model; a matrix A, or A and b; a question; -: standard input",
    )
    add_options(parser)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="write the question, packed if FILE ends in .gz or .xz; -: to standard output",
    )
    add_table(parser, JSON)
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options for a question about a model, or a statement about a linear system."""
    add_question_options(parser)
    parser.add_argument(
        "--statement",
        choices=[*dict.fromkeys((*STATEMENTS, "inverse", *OF_PROGRAMS, "game", *OF_CHAINS))],
        metavar="STATEMENT",
        help=f"what is stated of a linear system A x = b, or of A: {', '.join(STATEMENTS)}, "
        f"inverse; of a linear program (.mps, .lp): {', '.join(OF_PROGRAMS)} (optimal); of a "
        f"matrix game: game; of a table of a Markov chain: {', '.join(OF_CHAINS)}",
    )
    parser.add_argument(
        "--states",
        nargs="+",
        metavar="STATE",
        help="of the statement hitting: the states that are to be reached",
    )
    parser.add_argument(
        "--entry",
        type=whole,
        nargs=2,
        metavar=("I", "C"),
        help="of the statement entry: row and column of the solution, counted from 1",
    )
    add_table(parser, PROGRAM_FILE, under="how the file of a linear program is read")


def run(arguments: argparse.Namespace) -> Report:
    """Read the files, write the question, print the hash."""
    from exactbox.certificate import question_bytes, sha256
    from exactbox.files import write
    from exactbox.inputs import named

    with progress_bar("question"):
        form = normal_form(arguments.files, given_options(arguments))
    data = question_bytes(form.kind, form.question)
    files = write_file(arguments.output, "question", lambda file: write(file, data))
    names = one_line(" ".join(map(named, arguments.files)))
    warning = ", as it is written: not checked" if form.as_written else ""
    warning += f" ({cut_words(form.cut)})" if form.cut else ""
    text = f"{sha256(data)}  {names}: {one_line(form.words)}{warning}"
    fields = {
        "question": form.words,
        "question_sha256": sha256(data),
        "kind": form.kind,
        "as_written": form.as_written,
        **({"cut": form.cut} if form.cut else {}),
    }
    return Report([Row(text=text, fields=fields)], files=files)


def normal_form(files: list[str], given: Given, *, unshared: bool = False) -> NormalForm:
    """The question of the options about these files.

    One has a model, or a question as `exactbox question --output` writes it; or it is that of a
    matrix, and perhaps one more of a right-hand side, if there is a ``--statement``. Where it is
    `unshared`, every action of the model has a choice of its own.
    """
    from exactbox.inputs import input_of

    suffix = input_of(files[0]).suffix
    statement, entry = given.get("statement"), given.get("entry")
    if suffix in _PROGRAMS and len(files) == 1:
        _refuse(files[0], option_names(given, about_matrices=False))
        return _program_question(files[0], statement or "optimal", given)
    if reading := [name for name in given if name in PROGRAM_OPTIONS]:
        option = f"--{reading[0].replace('_', '-')}"
        raise ValueError(f"{option} is about a linear program: need a .mps or .lp")
    if statement is not None:
        _refuse("--statement", option_names(given, about_matrices=False))
        if (statement == "hitting") != ("states" in given):
            raise ValueError("--statement hitting and --states go together")
        if statement in OF_CHAINS:
            return _chain_question(files, statement, given.get("states"))
        return _matrix_question(files, statement, entry)
    if len(files) != 1 or suffix == ".mtx":
        raise ValueError("need one model or question, or matrices and a --statement about them")
    proof = _read_question(files[0])
    if proof is None and entry is not None:
        raise ValueError("--entry needs --statement entry")
    if proof is None and "states" in given:
        raise ValueError("--states needs --statement hitting")
    if proof is None:
        return _model_question(files[0], given, unshared)
    _refuse(files[0], option_names(given))
    return proof


def _refuse(what: str, given: list[str]) -> None:
    """ValueError where something is asked about a model that is not there."""
    if given:
        raise ValueError(f"{what} says everything: leave out {given[0]}")


def _read_question(file: str) -> NormalForm | None:
    """The question in a file, where that has one; white space and order do not matter there."""
    from exactbox.checker.claim import KINDS
    from exactbox.checker.reading import brief, fields
    from exactbox.formats.recognition import FORMATS
    from exactbox.formats.text_files import json_of
    from exactbox.inputs import input_of, named, opened

    if input_of(file).suffix in {*FORMATS} - {".json"}:
        return None
    with opened(file) as text:
        start = text.read(_LOOK)
        if not _OPENING.match(start):
            return None
        given = json_of(start + text.read(), named(file))
    if "witness" in given:
        raise ValueError(
            f"{named(file)}: found a proof, need a model, or a question of your own: of a game "
            "compare the question's hash with that of your own `exactbox certify`"
        )
    fields(given, "certificate kind question", named(file))
    if given["certificate"] != VERSION or not isinstance(given["question"], dict):
        raise ValueError(
            f"{named(file)}: need certificate {VERSION}, and a question that is an object"
        )
    kind = given["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        need = ", ".join(sorted(KINDS))
        raise ValueError(f"{named(file)}: found a question of kind {brief(kind)}, need {need}")
    return NormalForm(kind, given["question"], f"a question of kind {brief(kind)}", as_written=True)


def _model_question(file: str, given: Given, unshared: bool) -> NormalForm:
    from exactbox.properties.property_answers import Solver

    request = make_request(given, file)
    query, *more = request.queries
    if more:
        names = ", ".join(filter(None, (getattr(each, "name", "") for each in request.queries)))
        raise ValueError(f"found {len(request.queries)} properties, need one: --prop {names}")
    for refusal in request.refusals:
        if refusal is not None:
            raise refusal
    model, behind = request.read()
    if unshared:
        model = model.plain(ends=True)
    solver = Solver(model, request.names, kind=request.kind)
    if isinstance(query, dict):
        return NormalForm(*solver.normal_form(**query), cut=behind)
    return NormalForm(*solver.question(query), cut=behind)


def _program_question(file: str, statement: str, given: Given) -> NormalForm:
    from exactbox.lp import read_program

    program = read_program(file, **{name: given[name] for name in PROGRAM_OPTIONS if name in given})
    what = RELAXATION if program.integer else "a linear program"
    return NormalForm(
        kind="program",
        question=program.question(statement),
        words=f"{what}, {statement}",
        rows=program.row_names,
        columns=program.column_names,
    )


def _game_question(files: list[str]) -> NormalForm:
    from exactbox.lp.games import game_question, payoffs

    if len(files) != 1:
        raise ValueError(f"{len(files)} files, need that of the game")
    return NormalForm("program", game_question(*payoffs(files[0])), "the value of a matrix game")


def _inverse_question(files: list[str]) -> NormalForm:
    from exactbox.linalg import read_matrix
    from exactbox.linear_certificate import question

    if len(files) != 1:
        raise ValueError(f"{len(files)} files, need that of A")
    a = read_matrix(files[0])
    unit = ({(i, i): 1 for i in range(a.rows)}, (a.rows, a.rows))
    return NormalForm("linear", question("unique", a, unit), INVERSE)


def _chain_question(files: list[str], statement: str, states: list[str] | None) -> NormalForm:
    from exactbox.formats import read_chain

    if len(files) != 1:
        raise ValueError(f"{len(files)} files, need that of the chain")
    return _chain_form(read_chain(files[0]), statement, goal=states)


def _chain_form(chain: Any, name: str, **details: Any) -> NormalForm:
    """A question about a chain, as the linear system that it is."""
    from exactbox.linear_certificate import question

    a, b, _ = chain.system(name, **details, solved=False)
    columns = a.labels[1] if a.labels else ()
    said = [*map(str, details.get("goal") or ())]
    said += [f"{details['steps']} steps"] if "steps" in details else []
    words = f"{CHAIN_WORDS}: {' '.join([name, *said])}"
    return NormalForm("linear", question("unique", a, b), words, columns=columns or ())


def chain_question(proof: NormalForm, file: str) -> NormalForm:
    """The question about the chain in a file that a proof answers; else the one of its size."""
    from exactbox.formats import read_chain

    chain = read_chain(file)
    n, first = chain.states, None
    m, k = proof.question["matrix"]["columns"], proof.question["right"]["columns"]
    asks: list[dict[str, Any]] = [{"name": name} for name in OF_CHAINS if name != "hitting"]
    asks += [{"name": "hitting", "goal": [s]} for s in chain.names]
    if m % n == 0:
        starts = [None] if k != 1 else chain.names
        asks += [{"name": "after", "steps": m // n, "start": s} for s in starts]
    for details in asks:
        with suppress(ValueError):  # no state is transient, or all is decided by the graph
            form = _chain_form(chain, **details)
            if form.question == proof.question:
                return form
            sizes = form.question["matrix"]["columns"], form.question["right"]["columns"]
            first = form if first is None and sizes == (m, k) else first
    if first is None:
        need = "need --statement, perhaps hitting with --states"
        raise ValueError(f"{file}: no question about this chain has {m} unknowns, {need}")
    return first


def stated(proof: NormalForm, files: list[str]) -> Given:
    """The statement of a proof about these matrices or this program; of A alone that X is the
    inverse.

    Of other proofs, and of what the files cannot be about, nothing.
    """
    from exactbox.inputs import input_of

    question, right = proof.question, proof.question.get("right", {})
    statement = question.get("statement")
    of_program = proof.kind == "program" and statement != "game"
    of_matrices = proof.kind == "linear" or statement == "game"
    if input_of(files[0]).suffix in _PROGRAMS:
        return {"statement": statement} if of_program else {}
    if not of_matrices:
        return {}
    if statement == "entry":
        place = [question["row"] + 1, question["column"] + 1]
        return {"statement": statement, "entry": place}
    if statement == "unique" and len(files) == 1:
        unit = right["places"] == [*range(right["columns"])] and {*right["sizes"]} <= {1}
        unit = unit and right["numerators"] == question["denominators"]
        statement = "inverse" if unit else statement
    return {"statement": statement}


def _matrix_question(files: list[str], statement: str, entry: list[int] | None) -> NormalForm:
    from exactbox.linear_certificate import question

    if statement == "game":
        return _game_question(files)
    if statement == "inverse":
        return _inverse_question(files)
    if statement not in STATEMENTS:
        raise ValueError(f"--statement {statement} is about a linear program: need a .mps or .lp")
    if len(files) > 2:
        raise ValueError(f"{len(files)} files, need that of A, or those of A and b")
    place = None
    if entry is not None:
        if min(entry) < 1:
            raise ValueError(f"--entry {entry[0]} {entry[1]}: entries are counted from 1")
        place = entry[0] - 1, entry[1] - 1
    words = statement if entry is None else f"{statement} ({entry[0]}, {entry[1]})"
    try:
        return NormalForm("linear", question(statement, *files, entry=place), words)
    except IndexError:
        raise ValueError(f"--entry: the solution has no entry {words.split(' ', 1)[1]}") from None
