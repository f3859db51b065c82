"""``exactbox solve MODEL``: one question about a model in a file, answered exactly."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from exactbox.commands.question_options import add_question_options, question_from

_CHECKED = 300_000  # branches up to which every answer goes through the checker: a few seconds

_ABOUT = """Answer one question about a Markov chain, a Markov decision process or a turn-based
game in a file, exactly: .drn, .tra (with .lab, .srew, .trew beside it), .json, .umb, or a program
(.prism, .jani). Ask with one of --max-... and --min-..., or with a property. --discount D, --steps
N and --mean-payoff also stand alone: they maximise, or with --min minimise. In a game the second
player wants the opposite."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "solve",
        help="one question about a Markov decision process in a file, exactly",
        description=_ABOUT,
    )
    parser.add_argument("model", metavar="MODEL", help="the file")
    add_question_options(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--at-init", action="store_true", help="the value of the initial state (default)"
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
        ".json",
    )
    output.add_argument(
        "--evaluate",
        metavar="FILE",
        help="what the policy in FILE is worth, and what it loses against the best; with --all, in "
        "which states",
    )
    output.add_argument(
        "--certificate", metavar="FILE", help="write the proof, gzipped if FILE ends in .gz"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, solve, print, write."""
    from exactbox.certificate import proved
    from exactbox.commands import policies, solve_answers
    from exactbox.commands.progress import progress_bar
    from exactbox.properties.questions import answered, enclosed
    from exactbox.formats import read_model
    from exactbox.formats.policies import read_policy
    from exactbox.mdp import Answer, TooLargeError

    question = question_from(arguments)
    if arguments.digits < 0:
        raise ValueError(f"--digits {arguments.digits}: need 0 or more")
    if arguments.evaluate and arguments.enclosure:
        raise ValueError("--evaluate needs exact values: leave out --enclosure")
    model = read_model(arguments.model, constants=arguments.constants)
    given = read_policy(arguments.evaluate, model) if arguments.evaluate else None
    with progress_bar("solve") as progress:
        try:
            answer = (enclosed if arguments.enclosure else answered)(model, question, progress)
        except TooLargeError as error:
            if given is not None:
                raise
            print(f"exactbox: {error}; an enclosure instead", file=sys.stderr)
            answer = enclosed(model, question, progress)
        found = None
        if given is not None and isinstance(answer, Answer):
            found = policies.evaluated(answer, given, arguments.evaluate, progress)
    if found is not None:
        return policies.answer_evaluation(found, given, question, arguments)
    proof, said = None, "verified in integers"
    if arguments.certificate or len(model.target) <= _CHECKED:
        proof = proved(answer)
        said = f"{len(proof.data):,} bytes, checked: VALID"
    shown = solve_answers.Shown(answer, arguments.digits, arguments.full, said)
    if arguments.at_init or not arguments.all:
        print(f"{arguments.model}: {question}, from state {model.initial_state}")
        shown.print_value()
    if arguments.all:
        shown.print_states()
    if arguments.policy:
        policies.write_policy(answer, str(question), arguments.policy)
    if proof is not None and arguments.certificate:
        solve_answers.write_certificate(proof, arguments.certificate)
    return 0
