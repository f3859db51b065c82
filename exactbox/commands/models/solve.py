"""``exactbox solve MODEL``: questions about a model in a file, answered exactly.

One question is asked by options, or as a property; several properties of one run are asked of a
model that is read once. Where one of them is refused, the others are answered all the same. All
files of a property are written before its text is printed, and those of the others too where the
reader of standard output has gone. What can be asked is said by ``exactbox solve --help``
(`solve_help`), what ``--json`` prints in `solve_report`;
``exactbox help solve --manual`` shows examples.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from exactbox.commands.models.question_options import (
    Query,
    Request,
    add_question_options,
    given_options,
    make_request,
)
from exactbox.commands.models.solve_help import ABOUT, QUESTIONS
from exactbox.commands.terminal import outputs
from exactbox.commands.terminal.options import (
    CERTIFICATE,
    JSON,
    NUMBERS,
    PLAIN_INTEGERS,
    PLOT,
    add_table,
)
from exactbox.commands.terminal.outputs import Report, Series
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import LONG_WORK, WORKERS
from exactbox.decimals import Style
from exactbox.progress import Notice, report
from exactbox.showing import Row

if TYPE_CHECKING:
    from exactbox.commands.models.solve_files import Places
    from exactbox.mdp.answers.answer import Answer
    from exactbox.mdp.answers.enclosure import Enclosure
    from exactbox.mdp.model.model import Model
    from exactbox.mdp.model.question import Question
    from exactbox.mdp.trade_offs.trade_off import TradeOff
    from exactbox.properties.property_answers import Solver
    from exactbox.properties.result import PropertyAnswer

_REFUSED = (ValueError, TypeError, ArithmeticError, MemoryError)  # of one property, not of the run
_FILES = ("certificate", "policy", "plot")


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "solve",
        help="questions about a Markov chain or decision process in a file, exactly",
        usage="%(prog)s MODEL QUESTION [OPTION ...]",
        description=ABOUT,
        epilog=QUESTIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", metavar="MODEL", help="the file; -: standard input")
    add_question_options(parser)
    output = parser.add_argument_group("what is printed")
    output.add_argument(
        "--list-props",
        action="store_true",
        help="list the properties of the files, or of a JANI model, and answer none",
    )
    output.add_argument(
        "--at-init", action="store_true", help="the value of each initial state (default)"
    )
    output.add_argument("--all", action="store_true", help="the values of all states, a line each")
    output.add_argument(
        "--enclosure",
        action="store_true",
        help="proved bounds, where exact values would be too long (reach, cost, discounted)",
    )
    output.add_argument(
        "--width",
        metavar="W",
        help="how near the proved bounds of what is asked up to a time in a CTMC are: 1e-12",
    )
    output.add_argument(
        "--evaluate",
        metavar="FILE",
        help="what the policy in FILE is worth, and what it loses against the best; with --all, in "
        "which states",
    )
    add_table(output, NUMBERS, JSON)
    files = parser.add_argument_group("files that are written; -: to standard output")
    files.add_argument(
        "--policy",
        metavar="FILE",
        help="an optimal policy: lines of state, action and value; JSON if FILE ends in .json",
    )
    add_table(files, CERTIFICATE, PLAIN_INTEGERS, what="the answer")
    add_table(
        files, PLOT, what="the policy on a grid or of few states, else the values' digits; a curve"
    )
    add_table(parser, WORKERS, under=LONG_WORK)
    parser.set_defaults(run=run, in_folders=True)


def run(options: argparse.Namespace) -> int | Report:
    """Look at what is asked, read the model, and answer one question after the other."""
    given = given_options(options)
    with progress_bar("solve"):
        if options.list_props:
            from exactbox.commands.models.solve_report import list_properties

            return list_properties(options.model, given)
        listing = options.all or options.evaluate or options.policy or options.plot
        request = make_request(given, options.model, whole=bool(listing))
        if options.evaluate and options.enclosure:
            raise ValueError("--evaluate needs exact values: leave out --enclosure")
        if options.plot and (options.evaluate or options.enclosure):
            other = "--evaluate" if options.evaluate else "--enclosure"
            raise ValueError(f"--plot draws exact values and the best policy: leave out {other}")
        files: Sequence[Places] = [{}] * len(request.queries)
        if written := {name: file for name in _FILES if (file := getattr(options, name))}:
            from exactbox.commands.models.solve_files import places

            inputs = [options.model, *(options.props or ())]
            inputs += [options.evaluate] if options.evaluate else []
            names = [getattr(each, "name", "") for each in request.queries]
            files = places(names, written, inputs)
        if options.evaluate and len(files) > 1:
            raise ValueError(f"--evaluate goes with one property, found {len(files)}")
        reports = _reports(request, files, options)
        return next(reports) if len(files) == 1 else _print_all(reports, files, options.json)


def _reports(
    request: Request, files: Sequence[Places], options: argparse.Namespace
) -> Iterator[Report]:
    """The report of each question, of a model that is read once; where it is refused, why.

    A question that is alone raises its refusal, unless that is to be printed as JSON.
    """
    from exactbox.commands.models.solve_report import refused

    queries, refusals = request.queries, request.refusals
    width = None
    if options.width is not None:
        from exactbox.mdp.objectives.within_time import width_of

        width = width_of(options.width)
    several = len(queries) > 1
    if not several and not options.json and refusals[0] is not None:
        raise refusals[0]
    pairs = zip(queries, refusals, strict=True)
    if all(refusals):
        if several and request.kind:
            from exactbox.formats.storm import require_readable

            require_readable(request.path, request.constants)
        yield from [refused(query, why) for query, why in pairs if why is not None]
        return
    report("reading the model", 0, 0)
    model, behind = request.read()
    solver, query = None, queries[0]
    known = [None if why is None else refused(query, why) for query, why in pairs]
    labels = {*model.labels, None}
    if not isinstance(query, dict) or request.names or not {query["goal"], query["stay"]} <= labels:
        from exactbox.properties.property_answers import Solver

        solve = partial(_solved, options)
        solver = Solver(model, request.names, kind=request.kind, solve=solve, width=width)
    for query, paths, said in zip(queries, files, known, strict=True):
        try:
            said = said or _answer(request, model, behind, solver, query, paths, options)
        except _REFUSED as error:
            if not several and not options.json:
                raise
            said = refused(query, error)
        yield said


def _print_all(reports: Iterator[Report], files: Sequence[Places], as_json: bool) -> int:
    """Print one report after the other; the exit code.

    The files of later ones are written all the same where something could not be printed.
    """
    series, unprinted = Series("answers", as_json), None
    for k, each in enumerate(reports, 1):
        try:
            series.add(each)
        except OSError as error:  # standard output is full, or its reader has gone
            if error.filename or not any(files[k:]):
                raise
            unprinted = unprinted or error
            outputs.finish()
    if unprinted is not None and not isinstance(unprinted, BrokenPipeError):
        raise unprinted
    return series.finish(Report([]))


def _solved(options: argparse.Namespace, model: Model, question: Question) -> Answer | Enclosure:
    """The answer to a question: exact, or by bounds where the options or memory say so."""
    from exactbox.mdp.exact.memory_estimate import TooLargeError
    from exactbox.mdp.objectives.objective import exact, has_enclosure
    from exactbox.progress import hinted

    sooner = has_enclosure(question) and not options.evaluate
    try:
        if not options.enclosure:
            with hinted("--enclosure proves bounds sooner") if sooner else nullcontext():
                return exact(model, question)
    except TooLargeError as error:
        if options.evaluate or not has_enclosure(question):
            raise
        report(Notice(f"{error}; an enclosure instead"), 0, 0)
    from exactbox.mdp.objectives.enclosures import enclosed

    return enclosed(model, question)


def _answer(
    request: Request,
    model: Model,
    behind: str,
    solver: Solver | None,
    query: Query,
    paths: Places,
    options: argparse.Namespace,
) -> Report:
    """Solve, prove, write the files; what is to be printed."""
    from exactbox.commands.models import solve_report

    style = Style(options.digits, options.full)
    file, several = request.path, len(request.queries) > 1
    name = file.name if file.suffix == file.format else f"{file.name} ({file.format})"
    is_trade_off = not isinstance(query, dict) and query.is_trade_off
    if is_trade_off and (options.all or options.enclosure):
        option = "--all" if options.all else "--enclosure"
        raise ValueError(f"{option}: several objectives have exact values, from one state")
    policy = None
    if options.evaluate and not is_trade_off:
        from exactbox.formats.policies import read_policy

        policy = read_policy(options.evaluate, model)
    report("the answer", 0, 0)
    if solver is not None:
        answer: PropertyAnswer | TradeOff = (
            solver.ask(**query) if isinstance(query, dict) else solver.answer(query)
        )
    else:  # of labels that the model has: the language of properties is not loaded
        from exactbox.mdp.model.question import question_about
        from exactbox.properties.result import answered

        question = question_about(model, **query)  # type: ignore[arg-type]  # no property
        answer = answered(_solved(options, model, question))
    start, states = answer.start.tolist(), Row()
    more = f", ... ({len(start):,} states)" if len(start) > 3 else ""
    whence = f"state{'s' * (len(start) > 1)} {', '.join(map(str, start[:3]))}{more}"
    asks = f"{answer.asked}, from {whence}"
    title = f"{name}: {asks}"
    if is_trade_off:
        from exactbox.commands.models.solve_trade_offs import report_rows

        rows, files = report_rows(cast("TradeOff", answer), paths, style, options.evaluate)
    elif options.evaluate:
        from exactbox.commands.models.solve_policies import evaluation

        answer = cast("PropertyAnswer", answer)
        rows, states, files = evaluation(answer, policy, options.evaluate, paths, style)
    else:
        answer = cast("PropertyAnswer", answer)
        rows, files = solve_report.report_rows(answer, paths, model, style, behind)
        states = solve_report.states_row(answer, style) if options.all else Row()
    if several and not isinstance(query, dict):  # --evaluate goes with one property
        title = f"{query.name}: {query.text}" if query.name else query.text
        rows = [Row("asks", asks), *rows]
    if options.all and not options.at_init:
        title = title if several else ""
        rows = [row if row.label == "asks" else Row(fields=row.fields) for row in rows]
    if options.all:
        rows.append(states)
    about = Row(fields=partial(solve_report.about, query, file, model))
    return Report([about, *rows], title, files, style.digits)
