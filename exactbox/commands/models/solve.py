"""``exactbox solve MODEL``: questions about a model in a file, answered exactly.

One question is asked by options, or as a property; several properties of one run are asked of a
model that is read once. Where one of them is refused, the others are answered all the same. All
files of a property are written before its text is printed, and those of the others too where the
reader of standard output has gone. What can be asked is said by ``exactbox solve --help``
(`solve_help`), what ``--json`` prints in `solve_json`.

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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactbox.commands.models.question_options import (
    add_question_options,
    question_from,
    request_from,
)
from exactbox.commands.models.solve_help import ABOUT, QUESTIONS
from exactbox.commands.terminal.options import add_json_option, add_number_options, add_plot_option
from exactbox.commands.terminal.workers import add_workers_options
from exactbox.commands.terminal.written import add_certificate_option
from exactbox.progress import report

if TYPE_CHECKING:
    from exactbox.commands.models.solve_files import Place
    from exactbox.mdp.answers.answer import Answer
    from exactbox.mdp.answers.enclosure import Enclosure
    from exactbox.properties.parser import Property
    from exactbox.properties.property_answers import Solver
    from exactbox.properties.property_inputs import Request
    from exactbox.properties.questions import Question
    from exactbox.properties.scope import Scope

# branches up to which every answer goes through the checker: on grids of 10^6 it takes 2 to 6 s
# where to read the model takes 2 s, and to solve it 1 to 4
CHECKED_BRANCHES = 1_000_000
_REFUSED = (ValueError, TypeError, ArithmeticError, MemoryError)  # of one property, not of the run


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
    add_number_options(output)
    add_json_option(output)
    files = parser.add_argument_group("files that are written; -: to standard output")
    files.add_argument(
        "--policy",
        metavar="FILE",
        help="an optimal policy: lines of state, action and value; JSON if FILE ends in .json",
    )
    add_certificate_option(files, "the answer")
    add_plot_option(files, "the policy, where the model is a grid, else the values' digits")
    add_workers_options(parser)
    parser.set_defaults(run=run, in_folders=True)


def run(arguments: argparse.Namespace) -> int:
    """Look at what is asked, read the model, and answer one question after the other."""
    from exactbox.commands.models.solve_files import places
    from exactbox.commands.terminal.json_output import print_json
    from exactbox.commands.terminal.progress_bar import progress_bar

    with progress_bar("solve"):
        request = request_from(arguments.model, arguments)
    if arguments.list_props:
        return _list(request, arguments)
    if arguments.evaluate and arguments.enclosure:
        raise ValueError("--evaluate needs exact values: leave out --enclosure")
    if arguments.plot and (arguments.evaluate or arguments.enclosure):
        other = "--evaluate" if arguments.evaluate else "--enclosure"
        raise ValueError(f"--plot draws exact values and the best policy: leave out {other}")
    asked: list[Any] = [*request.properties]
    refusals: list[Exception | None] = [*request.refusals()]
    if not asked:
        if arguments.prop or arguments.props:
            raise ValueError("the files have no properties, need one")
        asked, refusals = [question_from(arguments)], [None]
    names = [getattr(each, "name", "") for each in asked]
    where = places(names, arguments)
    several = len(asked) > 1
    if arguments.evaluate and several:
        raise ValueError(f"--evaluate goes with one property, found {len(asked)}")
    if not several and refusals[0] is not None and not arguments.json:
        raise refusals[0]
    tasks = [*map(Task, asked, where, refusals)]
    if all(refusals):
        if several:
            request.require_readable()
        _refuse_all(tasks)
    else:
        with progress_bar("solve"):
            unprinted = _answer_all(request, tasks, arguments)
        if unprinted is not None and not isinstance(unprinted, BrokenPipeError):
            raise unprinted
    if arguments.json:
        records = [task.record for task in tasks]
        print_json({"answers": records} if several else records[0])
    return 2 if any(task.why is not None for task in tasks) else 0


@dataclass
class Task:
    """One question of the run, the files that are wanted of it, and why it is refused, if it is.

    ``record`` is what ``--json`` says of it.
    """

    asked: Any
    place: Place
    why: Exception | None = None
    record: dict[str, Any] = field(default_factory=dict)

    def titles(self) -> dict[str, str]:
        """The name and the text of a property; nothing for a question of the options."""
        found = {name: getattr(self.asked, name, "") for name in ("name", "text")}
        return {"property" if key == "text" else key: text for key, text in found.items() if text}

    def refuse(self, why: Exception) -> None:
        """Say on standard error that it is not answered, and why."""
        from exactbox.commands.terminal.progress_bar import hide
        from exactbox.commands.terminal.streams import say

        hide()
        self.why, text = why, " ".join(str(why).split()) or type(why).__name__
        titles = self.titles()
        shown = titles.get("name") or titles.get("property") or str(self.asked)
        say(f"exactbox: {shown}: {text}")
        self.record = {"question": titles.get("property") or shown, **titles, "refused": text}


def _answer_all(
    request: Request, tasks: list[Task], arguments: argparse.Namespace
) -> OSError | None:
    """Read the model once, and answer what is not refused; why something could not be printed.

    The files of later properties are written all the same.
    """
    from exactbox.commands.terminal import streams
    from exactbox.properties.property_answers import Solver

    report("reading the model", 0, 0)
    model = request.model()
    _refuse_all(tasks)
    solve = _solve(arguments, model)
    solver = Solver(model, request.names, kind=request.kind, solve=solve)
    unprinted: OSError | None = None
    for k, task in enumerate(tasks):
        if task.why is not None:
            continue
        try:
            _answer(solver, task, len(tasks) > 1, arguments)
        except _REFUSED as error:
            if len(tasks) == 1 and not arguments.json:
                raise
            task.refuse(error)
        except OSError as error:  # standard output is full, or its reader has gone
            later = tasks[k + 1 :]
            if error.filename or not any(t.place.files for t in later):
                raise
            unprinted = unprinted or error
            streams.finish()
    return unprinted


def _refuse_all(tasks: list[Task]) -> None:
    """Say what is refused already: once the model is known to be readable, which is said first."""
    for task in tasks:
        if task.why is not None:
            task.refuse(task.why)


def _list(request: Request, arguments: argparse.Namespace) -> int:
    """Names and texts, with what is refused and why."""
    from exactbox.commands.terminal.json_output import print_json
    from exactbox.properties.property_inputs import request as known
    from exactbox.showing import one_line

    if arguments.prop is None:
        request = known(arguments.model, arguments.props or [], None, arguments.constants)
    if arguments.json:
        print_json({"properties": [*map(_listed, request.properties)]})
        return 0
    for each in request.properties:
        name = f"{each.name}: " if each.name else ""
        print(one_line(f"{name}{each.text}"))
        if each.refusal:
            print(one_line(f"  not answered: {each.refusal}"))
    return 0


def _listed(asked: Property) -> dict[str, str]:
    """A property for JSON."""
    refused = {"refused": asked.refusal} if asked.refusal else {}
    return {"name": asked.name, "property": asked.text, **refused}


def _solve(arguments: argparse.Namespace, model: Any) -> Any:
    """The solver of a question: exact, or by bounds where the options or memory say so."""
    from exactbox.mdp import TooLargeError
    from exactbox.progress import Notice
    from exactbox.properties.questions import answered, enclosed, has_enclosure

    def solved(question: Question, scope: Scope) -> Answer | Enclosure:
        way = enclosed if arguments.enclosure else answered
        try:
            return way(model, question, scope)
        except TooLargeError as error:
            if arguments.evaluate or not has_enclosure(question):
                raise
            report(Notice(f"{error}; an enclosure instead"), 0, 0)
            return enclosed(model, question, scope)

    return solved


def _answer(solver: Solver, task: Task, several: bool, arguments: argparse.Namespace) -> None:
    """Solve, prove, write the files; then print, or with --json keep what is to be printed."""
    from exactbox.commands.models import solve_answers, solve_files, solve_json, solve_policies
    from exactbox.commands.terminal.progress_bar import hide
    from exactbox.commands.terminal.written import print_files, write_picture
    from exactbox.formats import format_of
    from exactbox.formats.policies import read_policy
    from exactbox.mdp import Answer
    from exactbox.properties.parser import Property

    model, asked, place = solver.model, task.asked, task.place
    known = format_of(arguments.model)
    title = solve_answers.title_of(arguments.model, known)
    described = {"model": solve_json.of_model(model, arguments.model, known)}
    given = read_policy(arguments.evaluate, model) if arguments.evaluate else None
    found = solver.answer(asked) if isinstance(asked, Property) else solver.ask(asked)
    if given is not None:
        if found.claim is not None or not isinstance(found.answer, Answer):
            raise ValueError("--evaluate goes with a value, not with a threshold, filter or G")
        worth = solve_policies.evaluated(found.answer, given, arguments.evaluate)
        said = solve_policies.answer_evaluation(worth, given, found.asked, title, arguments)
        task.record = {**task.titles(), **described, **said}
        return
    results = [each for each in (*found.inner, found) if each.answer is not None]
    if place.certificate and not results:
        raise ValueError("it only says which states are in sets: there is nothing to certify")
    if place.policy and found.answer is None:
        raise ValueError("it only says which states are in sets: there is no policy")
    checked = solve_files.Proofs()
    if place.certificate or len(model.target) <= CHECKED_BRANCHES:
        report("the certificate and its check", 0, 0)
        checked = solve_files.prove(results, place.certificate)
    proofs, files, unchecked = checked.proofs, checked.files, checked.why
    if found.answer is not None and place.policy:
        files = [*solve_policies.save_policy(found.answer, found.asked, place.policy), *files]
    files += write_picture(place.plot, found.plot)
    if arguments.json:
        digits = arguments.digits
        record = solve_json.record(found, proofs, files, digits, arguments.all, unchecked)
        task.record = {**task.titles(), **described, **record}
        return
    about = solve_answers.proof_words(found, proofs, model, unchecked)
    shown = solve_answers.Printed(found, arguments.digits, arguments.full, about)
    hide()
    if several or arguments.at_init or not arguments.all:
        solve_answers.print_title(title, asked, found, several)
    if arguments.at_init or not arguments.all:
        shown.print_value()
    if arguments.all:
        shown.print_states()
    print_files(files)
    print(end="", flush=True)
