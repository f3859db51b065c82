"""``exactbox solve MODEL``: questions about a model in a file, answered exactly.

One question is asked by options, or as a property; several properties of one run are asked of a
model that is read once. Where one of them is refused, the others are answered all the same.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from exactbox.commands.options import add_json_option, add_number_options
from exactbox.commands.question_options import add_question_options, question_from, request_from

if TYPE_CHECKING:
    from exactbox.certificate import Proof
    from exactbox.commands.solve_files import Place
    from exactbox.mdp.answer import Answer
    from exactbox.mdp.enclosure import Enclosure
    from exactbox.progress import Progress
    from exactbox.properties.answers import Solver
    from exactbox.properties.parser import Property
    from exactbox.properties.questions import Question
    from exactbox.properties.requests import Request
    from exactbox.properties.scope import Scope

# branches up to which every answer goes through the checker: on grids of 10^6 it takes 2 to 6 s
# where to read the model takes 2 s, and to solve it 1 to 4
CHECKED_BRANCHES = 1_000_000
_REFUSED = (ValueError, TypeError, ArithmeticError, MemoryError)  # of one property, not of the run

_ABOUT = """Answer questions about a Markov chain, a Markov decision process, a Markov automaton or
a turn-based game in a file, exactly: .drn, .tra (with .lab, .sta, .srew, .trew beside it), .json,
.umb, or a program (.prism, .nm, .pm, .sm, .ma, .jani). Ask with one of --max-...
and --min-..., or with properties. --discount D, --steps N and --mean-payoff also stand alone: they
maximise, or with --min minimise. In a game the second player wants the opposite. Exit code 2 where
a property is refused; the others are answered."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "solve",
        help="questions about a Markov chain or decision process in a file, exactly",
        description=_ABOUT,
    )
    parser.add_argument("model", metavar="MODEL", help="the file")
    add_question_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--list-props",
        action="store_true",
        help="list the properties of the files, or of a JANI model, and answer none",
    )
    output.add_argument(
        "--at-init", action="store_true", help="the value of each initial state (default)"
    )
    output.add_argument("--all", action="store_true", help="the values of all states, a line each")
    add_number_options(output)
    add_json_option(output)
    output.add_argument(
        "--enclosure",
        action="store_true",
        help="proved bounds, where exact values would be too long (reach, cost, discounted)",
    )
    output.add_argument(
        "--policy",
        metavar="FILE",
        help="write an optimal policy: lines of state, action and value, or JSON if FILE ends in "
        ".json; of several properties as --certificate",
    )
    output.add_argument(
        "--evaluate",
        metavar="FILE",
        help="what the policy in FILE is worth, and what it loses against the best; with --all, in "
        "which states",
    )
    output.add_argument(
        "--certificate",
        metavar="FILE",
        help="write the proof, gzipped if FILE ends in .gz; of several properties {name} in FILE "
        "is replaced by their names, or FILE is a folder that exists",
    )
    parser.set_defaults(run=run, in_folders=True)


def run(arguments: argparse.Namespace) -> int:
    """Look at what is asked, read the model, and answer one question after the other."""
    from exactbox.commands.json_output import print_json
    from exactbox.commands.progress import progress_bar
    from exactbox.commands.solve_files import Files

    request = request_from(arguments.model, arguments)
    if arguments.list_props:
        return _list(request, arguments)
    if arguments.evaluate and arguments.enclosure:
        raise ValueError("--evaluate needs exact values: leave out --enclosure")
    asked: list[Any] = [*request.properties]
    refusals: list[Exception | None] = [*request.refusals()]
    if not asked:
        if arguments.prop or arguments.props:
            raise ValueError("the files have no properties, need one")
        asked, refusals = [question_from(arguments)], [None]
    names = [getattr(each, "name", "") for each in asked]
    places = Files(names, arguments.certificate, arguments.policy).places
    several = len(asked) > 1
    if arguments.evaluate and several:
        raise ValueError(f"--evaluate goes with one property, found {len(asked)}")
    if not several and refusals[0] is not None and not arguments.json:
        raise refusals[0]
    tasks = [*map(Task, asked, places, refusals)]
    for task in tasks:
        if task.why is not None:
            task.refuse(task.why)
    if any(task.why is None for task in tasks):
        with progress_bar("solve") as progress:
            _answer_all(request, tasks, arguments, progress)
    if arguments.json:
        records = [task.record for task in tasks]
        print_json({"answers": records} if several else records[0])
    return 2 if any(task.why is not None for task in tasks) else 0


@dataclass
class Task:
    """One question of the run, the files that are wanted of it, and why it is refused, if it is.

    Attributes
    ----------
    asked : Question or Property
    place : Place
    why : Exception, optional
    record : dict
        What ``--json`` says of it.
    """

    asked: Any
    place: Place
    why: Exception | None = None
    record: dict[str, Any] = field(default_factory=dict)

    def titles(self) -> dict[str, str]:
        """What a property is called; nothing of a question that options ask."""
        found = {name: getattr(self.asked, name, "") for name in ("name", "text")}
        return {"property" if key == "text" else key: text for key, text in found.items() if text}

    def refuse(self, why: Exception) -> None:
        """Say on standard error that it is not answered, and why."""
        from exactbox.checker.command import printable
        from exactbox.commands.progress import hide

        hide()
        self.why, text = why, " ".join(str(why).split()) or type(why).__name__
        titles = self.titles()
        shown = titles.get("name") or titles.get("property") or str(self.asked)
        print(printable(f"exactbox: {shown}: {text}"), file=sys.stderr)
        self.record = {"question": titles.get("property") or shown, **titles, "refused": text}


def _answer_all(
    request: Request, tasks: list[Task], arguments: argparse.Namespace, progress: Progress
) -> None:
    """Read the model once, and answer what is not refused; files are written whoever reads."""
    from exactbox.commands.solve_answers import forget_reader
    from exactbox.properties.answers import Solver

    progress("reading the model", 0, 0)
    model = request.model()
    solve = _solve(arguments, progress, model)
    solver = Solver(model, request.names, kind=request.kind, solve=solve)
    for k, task in enumerate(tasks):
        if task.why is not None:
            continue
        try:
            _answer(solver, task, len(tasks) > 1, arguments, progress)
        except _REFUSED as error:
            if len(tasks) == 1 and not arguments.json:
                raise
            task.refuse(error)
        except BrokenPipeError:  # the reader has gone; the files are wanted all the same
            if not any(each.place.certificate or each.place.policy for each in tasks[k + 1 :]):
                raise
            forget_reader()


def _list(request: Request, arguments: argparse.Namespace) -> int:
    """Names and texts, with what is refused and why."""
    from exactbox.checker.command import printable
    from exactbox.commands.json_output import print_json
    from exactbox.properties.requests import request as known

    if arguments.prop is None:
        request = known(arguments.model, arguments.props or [], None, arguments.constants)
    if arguments.json:
        print_json({"properties": [*map(_listed, request.properties)]})
        return 0
    for each in request.properties:
        name = f"{each.name}: " if each.name else ""
        print(printable(f"{name}{each.text}"))
        if each.refusal:
            print(printable(f"  not answered: {each.refusal}"))
    return 0


def _listed(asked: Property) -> dict[str, str]:
    """A property for JSON."""
    refused = {"refused": asked.refusal} if asked.refusal else {}
    return {"name": asked.name, "property": asked.text, **refused}


def _solve(arguments: argparse.Namespace, progress: Progress, model: Any) -> Any:
    """How a question is answered: exactly, or by bounds where that is asked or cannot be helped."""
    from exactbox.mdp import TooLargeError
    from exactbox.progress import Notice
    from exactbox.properties.questions import answered, enclosed, has_enclosure

    def solved(question: Question, scope: Scope) -> Answer | Enclosure:
        way = enclosed if arguments.enclosure else answered
        try:
            return way(model, question, progress, scope)
        except TooLargeError as error:
            if arguments.evaluate or not has_enclosure(question):
                raise
            progress(Notice(f"{error}; an enclosure instead"), 0, 0)
            return enclosed(model, question, progress, scope)

    return solved


def _answer(
    solver: Solver, task: Task, several: bool, arguments: argparse.Namespace, progress: Progress
) -> None:
    """Solve, prove, write the files; then print, or with --json keep what is to be printed."""
    from exactbox.certificate import proved
    from exactbox.commands import policies, solve_answers, solve_files, solve_json
    from exactbox.commands.progress import hide
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
        worth = policies.evaluated(found.answer, given, arguments.evaluate, progress)
        said = policies.answer_evaluation(worth, given, found.asked, title, arguments)
        task.record = {**task.titles(), **described, **said}
        return
    proofs: list[Proof] = []
    if place.certificate or len(model.target) <= CHECKED_BRANCHES:
        progress("the certificate and its check", 0, 0)
        proofs = [proved(each) for each in (*found.inner, found) if each.answer is not None]
    if place.certificate and not proofs:
        raise ValueError("it only says which states are in sets: there is nothing to certify")
    written = []
    if place.policy:
        if found.answer is None:
            raise ValueError("it only says which states are in sets: there is no policy")
        written.append(policies.save_policy(found.answer, found.asked, place.policy))
    if place.certificate:
        written += solve_files.write_certificates(proofs, place.certificate)
    files = [each for each in written if each is not None]
    if arguments.json:
        record = solve_json.record(found, proofs, files, arguments.digits, arguments.all)
        task.record = {**task.titles(), **described, **record}
        return
    about = solve_answers.proof_words(found, proofs)
    shown = solve_answers.Shown(found, arguments.digits, arguments.full, about)
    hide()
    if several or arguments.at_init or not arguments.all:
        solve_answers.print_title(title, asked, found, several)
    if arguments.at_init or not arguments.all:
        shown.print_value()
    if arguments.all:
        shown.print_states()
    for each in files:
        print(each.lines())
    sys.stdout.flush()
