"""``exactbox solve MODEL``: questions about a model in a file, answered exactly.

One question is asked by options, or as a property; several properties of one run are asked of a
model that is read once. Where one of them is refused, the others are answered all the same. All
files of a property are written before its text is printed, and those of the others too where the
reader of standard output has gone. What can be asked is said by ``exactbox solve --help``
(`solve_help`), what ``--json`` prints in `solve_report`.

A message is sent directly at a cost of 1, or by a relay at a cost of 2, until it arrives. In the
explicit format of Storm this is `retry.drn`:

    @type: MDP
    @parameters

    @reward_models
    cost
    @nr_states
    2
    @nr_choices
    3
    @model
    state 0 init
        action direct [1]
            0 : 0.4
            1 : 0.6
        action relay [2]
            0 : 0.1
            1 : 0.9
    state 1 done
        action stop [0]
            1 : 1

Every number of a file is read as it is written: 0.4 is 2/5, and ``1/3`` and ``1e-3`` are numbers
too. Probabilities that do not add up to 1 are an error, which names the line.

**How much does my way of playing cost?** ``--all`` prints a line for each state: its number, its
variables in brackets where the model has them, the value, and the action. ``--policy`` writes lines
that a person can read and edit (`exactbox.formats.policies`); ``--evaluate`` reads them back and
says exactly what that way of playing is worth, what it loses against the best and, with ``--all``,
in which states, the worst first:

    $ exactbox solve retry.drn --min-cost done --policy mine.txt
    ...
    mine.txt: the policy
    $ cat mine.txt
    # least expected reward until done
    # state	action	value
    0	direct	5/3
    1	stop	0
    $ sed -i s/direct/relay/ mine.txt
    $ exactbox solve retry.drn --min-cost done --evaluate mine.txt --all
    state  worth  best  loss  action  best action  costs by itself
    0      20/9   5/3   5/9   relay   direct       1/2

**What does the policy look like?** ``--plot policy.svg`` draws it: where the model is a grid (its
states have two integer variables, and its actions are called up, right, down and left) an arrow and
a value in each cell, else how many digits the values have, state by state. The exact value stands
below.

**Thresholds, and what is refused.** Of two properties one is answered:

    $ exactbox solve retry.drn --prop 'P>=0.9 [F<=2 "done"]' --prop 'Pmax=? [F G "done"]'
    exactbox: Pmax=? [F G "done"]: property, column 11: found 'G "done"]', need states: ...
    P>=0.9 [F<=2 "done"]
      asks      whether the least probability to reach done within 2 steps is >= 9/10, from state 0
      answer    false
      exactly   21/25
      ...

**Several objectives at once** (`solve_trade_offs`): a bound on one of them, or the curve of two.
The policies remember which goals have been reached and how many steps have been made, and one of
them is drawn at the start; the file can be edited and read back:

    $ exactbox solve retry.drn --prop 'multi(Pmax=? [F<=2 "done"],R<=2 [F "done"])' --policy a.txt
    retry.drn: Pmax=? [ F<=2 "done" ] under R<=2 [ F "done" ], from state 0
      exactly   34/35
      ...
    a.txt: the policy
    $ cat a.txt
    # Pmax=? [ F<=2 "done" ] under R<=2 [ F "done" ]
    objectives: probability to reach done within 2 steps; reward cost until done
    probability 8/21:
    # state	done	done	steps	action
    0	open	open	0	relay
    0	open	open	1	relay
    0	lost	open	2	direct
    probability 13/21:
    ...
    $ exactbox solve retry.drn --prop 'multi(Pmax=? [F<=2 "done"],R<=2 [F "done"])' --evaluate a.txt
    ...
      file      a.txt: 2 policies
      worth     0.971428571429 ~ 34/35  Pmax=? [ F<=2 "done" ]
      worth     2  R<=2 [ F "done" ]
      ...

**Where exact values would be too long.** The value of a state in a strongly connected model of n
states is a fraction with some n times as many digits as one probability. Where, by an estimate,
that would fill the memory, this is said before anything is solved, and an enclosure is printed
instead (``--enclosure`` asks for it): bounds that are proved in integers, with a certificate as
well. From Python these are ``reach_enclosure``, ``cost_enclosure`` and ``discounted_enclosure`` of
`exactbox.mdp`, and ``Enclosure.exact`` finds the exact value of one state where the bounds tell the
best choices from the others. Where an exact solution may take longer than some seconds a
forecast of the time is said first. Ctrl-C ends the work within a second, and leaves no half-written
file.

    $ exactbox solve retry.drn --min-cost done --enclosure
    retry.drn: least expected reward until done, from state 0
      within    [1.666666666666..., 1.66666666666...]
    ...

**Continuous time.** A choice with a ``rate`` takes an exponential time, one without is taken at
once; ``rewards`` are had at once, and ``accrues`` is per unit of time. Patching a broken machine
succeeds half of the times in `repair.json`:

    {"type": "ma", "states": [
      {"labels": ["up"], "choices": [{"to": {"1": 1}, "rate": "1/10"}]},
      {"choices": [{"action": "patch", "to": {"2": 1}},
                   {"action": "replace", "to": {"3": 1}, "rewards": {"cost": 50}}]},
      {"choices": [{"to": {"0": "1/2", "1": "1/2"}, "rate": 2, "accrues": {"cost": 30}}]},
      {"choices": [{"to": {"0": 1}, "rate": 4, "accrues": {"cost": 10}}]}]}

    $ exactbox solve repair.json --prop 'R{"cost"}min=? [LRA]'
    repair.json: least expected long-run average reward cost, from state 0
      exactly   30/11
      ...

**For other programs** ``--json`` prints one object, and ``-`` is standard input or output:

    $ exactbox solve retry.drn --min-cost done --digits 3 --json
    {"checked": true, ... "value": {"decimal": "1.667", "exact": "5/3"}}
    $ exactbox solve - --min-cost done < retry.drn | head -n 2
    standard input (.drn): least expected reward until done, from state 0
      exactly   5/3
    $ exactbox solve retry.drn --min-cost done --certificate - 2> said.txt | exactbox check -
    VALID "-": the least expected reward "cost" until "done" ... is exactly 5/3 ...
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from exactbox.commands.models.question_options import (
    Query,
    QuestionOptions,
    Request,
    add_question_options,
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
    record,
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


@dataclass(frozen=True)
class Options:
    """The options of `solve`."""

    model: str
    question: QuestionOptions
    files: Mapping[str, str]  # that are written, by the options that name them
    style: Style
    json: bool
    at_init: bool
    all: bool
    enclosure: bool
    evaluate: str | None


def run(arguments: argparse.Namespace) -> int | Report:
    """Look at what is asked, read the model, and answer one question after the other."""
    values = vars(arguments)
    options = record(
        Options,
        arguments,
        question=QuestionOptions.of(arguments),
        files={name: values[name] for name in _FILES if values[name]},
        style=Style(arguments.digits, arguments.full),
    )
    with progress_bar("solve"):
        if arguments.list_props:
            from exactbox.commands.models.solve_report import listed

            return listed(options.model, options.question)
        request = options.question.request(options.model)
        files = _files(request.queries, options)
        reports = _reports(request, files, options)
        return next(reports) if len(files) == 1 else _print_all(reports, files, options.json)


def _files(queries: Sequence[Query], options: Options) -> Sequence[Places]:
    """The files of each question; what is refused without looking at a property."""
    if options.evaluate and options.enclosure:
        raise ValueError("--evaluate needs exact values: leave out --enclosure")
    if "plot" in options.files and (options.evaluate or options.enclosure):
        other = "--evaluate" if options.evaluate else "--enclosure"
        raise ValueError(f"--plot draws exact values and the best policy: leave out {other}")
    files: Sequence[Places] = [{}] * len(queries)
    if options.files:
        from exactbox.commands.models.solve_files import places

        inputs = [options.model, *options.question.given.get("props", ())]
        inputs += [options.evaluate] if options.evaluate else []
        files = places([getattr(each, "name", "") for each in queries], options.files, inputs)
    if options.evaluate and len(queries) > 1:
        raise ValueError(f"--evaluate goes with one property, found {len(queries)}")
    return files


def _reports(request: Request, files: Sequence[Places], options: Options) -> Iterator[Report]:
    """The report of each question, of a model that is read once; where it is refused, why.

    A question that is alone raises its refusal, unless that is to be printed as JSON.
    """
    from exactbox.commands.models.solve_report import refused
    from exactbox.formats import read_model

    queries, refusals = request.queries, request.refusals
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
    model = read_model(request.path, constants=request.constants, normalise=request.normalise)
    solver, query = None, queries[0]
    known = [None if why is None else refused(query, why) for query, why in pairs]
    labels = {*model.labels, None}
    if not isinstance(query, dict) or request.names or not {query["goal"], query["stay"]} <= labels:
        from exactbox.properties.property_answers import Solver

        solve = partial(_solved, options)
        solver = Solver(model, request.names, kind=request.kind, solve=solve)
    for query, paths, said in zip(queries, files, known, strict=True):
        try:
            said = said or _answer(request, model, solver, query, paths, options)
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


def _solved(options: Options, model: Model, question: Question) -> Answer | Enclosure:
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
    solver: Solver | None,
    query: Query,
    paths: Places,
    options: Options,
) -> Report:
    """Solve, prove, write the files; what is to be printed."""
    from exactbox.commands.models import solve_report

    style, file, several = options.style, request.path, len(request.queries) > 1
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
        verdicts, files = solve_report.proved(answer, paths, model)
        rows = solve_report.answer_rows(answer, verdicts, model, style)
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
