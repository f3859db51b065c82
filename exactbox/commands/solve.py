"""``exactbox solve MODEL``: questions about a model in a file, answered exactly.

One question is asked by options, or as a property; several properties of one run are asked of a
model that is read once. Where one of them is refused, the others are answered all the same.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from exactbox.commands.question_options import add_question_options, question_from, request_from

if TYPE_CHECKING:
    from exactbox.mdp.answer import Answer
    from exactbox.mdp.enclosure import Enclosure
    from exactbox.progress import Progress
    from exactbox.properties.answers import Solver
    from exactbox.properties.parser import Property
    from exactbox.properties.questions import Question
    from exactbox.properties.requests import Request
    from exactbox.properties.scope import Scope

_CHECKED = 300_000  # branches up to which every answer goes through the checker: a few seconds
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
    output.add_argument(
        "--digits", type=int, default=12, metavar="N", help="decimals to print (%(default)s)"
    )
    output.add_argument(
        "--enclosure",
        action="store_true",
        help="proved bounds, where exact values would be too long (reach, cost, discounted)",
    )
    output.add_argument("--full", action="store_true", help="print all digits of every fraction")
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
    from exactbox.commands.progress import progress_bar
    from exactbox.commands.solve_files import Files
    from exactbox.properties.answers import Solver

    request = request_from(arguments.model, arguments)
    if arguments.list_props:
        return _list(request, arguments)
    by_option = None if arguments.prop or arguments.props else question_from(arguments)
    _check(arguments)
    asked: list[Question | Property] = [*request.properties] if by_option is None else [by_option]
    if not asked:
        raise ValueError("the files have no properties, need one")
    names = [getattr(each, "name", "") for each in asked]
    files = Files(names, arguments.certificate, arguments.policy)
    refusals = [*request.refusals()] if by_option is None else [None]
    if len(asked) == 1 and refusals[0] is not None:
        raise refusals[0]
    if arguments.evaluate and len(asked) > 1:
        raise ValueError(f"--evaluate goes with one property, found {len(asked)}")
    refused = [_refuse(each, why) for each, why in zip(asked, refusals, strict=True) if why]
    if len(refused) == len(asked):
        return 2
    with progress_bar("solve") as progress:
        progress("reading the model", 0, 0)
        model = request.model()
        solver = Solver(
            model, request.names, kind=request.kind, solve=_solve(arguments, progress, model)
        )
        for each, why, place in zip(asked, refusals, files.places, strict=True):
            if why is not None:
                continue
            try:
                _answer(solver, each, place, len(asked) > 1, arguments, progress)
            except _REFUSED as error:
                if len(asked) == 1:
                    raise
                refused.append(_refuse(each, error))
    return 2 if refused else 0


def _check(arguments: argparse.Namespace) -> None:
    if arguments.digits < 0:
        raise ValueError(f"--digits {arguments.digits}: need 0 or more")
    if arguments.evaluate and arguments.enclosure:
        raise ValueError("--evaluate needs exact values: leave out --enclosure")


def _list(request: Request, arguments: argparse.Namespace) -> int:
    """Names and texts, with what is refused and why."""
    from exactbox.checker.command import printable
    from exactbox.properties.requests import request as known

    if arguments.prop is None:
        request = known(arguments.model, arguments.props or [], None, arguments.constants)
    for each in request.properties:
        name = f"{each.name}: " if each.name else ""
        print(printable(f"{name}{each.text}"))
        if each.refusal:
            print(printable(f"  not answered: {each.refusal}"))
    return 0


def _refuse(asked: Any, why: Exception) -> Any:
    """Say on standard error which property is not answered, and why; which it was."""
    from exactbox.checker.command import printable
    from exactbox.commands.progress import hide

    hide()
    text = " ".join(str(why).split()) or type(why).__name__
    print(printable(f"exactbox: {asked.name or asked.text}: {text}"), file=sys.stderr)
    return asked


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
    solver: Solver,
    asked: Any,
    place: Any,
    several: bool,
    arguments: argparse.Namespace,
    progress: Progress,
) -> None:
    """Solve, prove, write the files; then print."""
    from exactbox.certificate import proved
    from exactbox.commands import policies, solve_answers, solve_files
    from exactbox.commands.progress import hide
    from exactbox.formats.policies import read_policy
    from exactbox.mdp import Answer
    from exactbox.properties.parser import Property

    model = solver.model
    given = read_policy(arguments.evaluate, model) if arguments.evaluate else None
    found = solver.answer(asked) if isinstance(asked, Property) else solver.ask(asked)
    if given is not None:
        if found.claim is not None or not isinstance(found.answer, Answer):
            raise ValueError("--evaluate goes with a value, not with a threshold, filter or G")
        worth = policies.evaluated(found.answer, given, arguments.evaluate, progress)
        policies.answer_evaluation(worth, given, found.asked, arguments)
        return
    proofs, said = [], "verified in integers"
    if place.certificate or len(model.target) <= _CHECKED:
        progress("the certificate and its check", 0, 0)
        proofs = [proved(each) for each in (*found.inner, found) if each.answer is not None]
        size = sum(len(proof.data) for proof in proofs)
        many = f" in {len(proofs)} certificates" if len(proofs) > 1 else ""
        said = f"{size:,} bytes{many}, checked: VALID" if proofs else "none: read off the model"
    if place.certificate and not proofs:
        raise ValueError("it only says which states are in sets: there is nothing to certify")
    written = []
    if place.policy:
        if found.answer is None:
            raise ValueError("it only says which states are in sets: there is no policy")
        written.append(policies.write_policy(found.answer, found.asked, place.policy))
    if place.certificate:
        paths = solve_files.numbered(place.certificate, len(proofs))
        written += map(solve_answers.write_certificate, proofs, paths)
    shown = solve_answers.Shown(found, arguments.digits, arguments.full, said)
    hide()
    if several or arguments.at_init or not arguments.all:
        solve_answers.print_title(arguments.model, asked, found, several)
    if arguments.at_init or not arguments.all:
        shown.print_value()
    if arguments.all:
        shown.print_states()
    for text in written:
        print(text)
