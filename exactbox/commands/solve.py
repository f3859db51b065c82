"""``exactbox solve MODEL``: one question about a model in a file, answered exactly."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from fractions import Fraction

    from exactbox.commands.questions import Question

_CHECKED = 300_000  # branches up to which every answer goes through the checker: a few seconds
_DETAILS = ("stay", "steps", "reward", "discount")

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
    questions = parser.add_argument_group("questions, one of").add_mutually_exclusive_group()
    for objective in OBJECTIVES.values():
        known: dict[str, Any] = {"action": "store_true"}
        if "goal" in objective.takes:
            known = {"metavar": "LABEL"}
        about = f"maximise {objective.about}"
        questions.add_argument(f"--max-{objective.option}", help=about, **known)
        questions.add_argument(f"--min-{objective.option}", help="minimise it", **known)
    questions.add_argument(
        "--mean-payoff",
        action="store_true",
        help="as --max-mean-payoff, or with --min as --min-mean-payoff",
    )
    questions.add_argument(
        "--prop", metavar="TEXT", help="""as in PRISM: 'Pmax=? [F<=25 "goal"]', 'R{"r"}min=? [C]'"""
    )
    details = parser.add_argument_group("details of a question")
    sense = details.add_mutually_exclusive_group()
    sense.add_argument("--max", action="store_true", help="maximise (default)")
    sense.add_argument("--min", action="store_true", help="minimise")
    details.add_argument(
        "--stay", metavar="LABEL", help="reach the goal by way of states with this label only"
    )
    details.add_argument(
        "--steps", type=int, metavar="N", help="finite horizon: the first N steps alone"
    )
    details.add_argument("--reward", metavar="NAME", help="which rewards, if there are several")
    details.add_argument(
        "--discount", metavar="D", help="discount factor, 0 or more and less than 1: 9/10, 0.9"
    )
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
        help="write an optimal policy: lines of state and action, or JSON if FILE ends in .json",
    )
    output.add_argument(
        "--certificate", metavar="FILE", help="write the proof, gzipped if FILE ends in .gz"
    )
    parser.add_argument(
        "--constants", default="", metavar="A=1,B=2", help="constants of a program (.prism, .jani)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read, solve, print, write."""
    from exactbox.certificate import proved
    from exactbox.commands import solve_answers
    from exactbox.commands.progress import progress_bar
    from exactbox.commands.questions import answered, enclosed
    from exactbox.formats import read_model
    from exactbox.mdp import TooLargeError

    question = question_from(arguments)
    if arguments.digits < 0:
        raise ValueError(f"--digits {arguments.digits}: need 0 or more")
    model = read_model(arguments.model, constants=arguments.constants)
    with progress_bar("solve") as progress:
        try:
            answer = (enclosed if arguments.enclosure else answered)(model, question, progress)
        except TooLargeError as error:
            print(f"exactbox: {error}; an enclosure instead", file=sys.stderr)
            answer = enclosed(model, question, progress)
    proof, said = None, "verified in integers"
    if arguments.certificate or len(model.target) <= _CHECKED:
        proof = proved(answer).data
        said = f"{len(proof):,} bytes, checked: VALID"
    shown = solve_answers.Shown(answer, arguments.digits, arguments.full, said)
    if arguments.at_init or not arguments.all:
        print(f"{arguments.model}: {question}, from state {model.initial_state}")
        shown.print_value()
    if arguments.all:
        shown.print_states()
    if arguments.policy:
        solve_answers.write_policy(answer, str(question), arguments.policy)
    if proof is not None and arguments.certificate:
        solve_answers.write_certificate(proof, arguments.certificate)
    return 0


def question_from(arguments: argparse.Namespace) -> Question:
    """The question that the options ask."""
    from exactbox.commands.properties import parse
    from exactbox.commands.questions import Question

    given = [name for name in ("max", "min", *_DETAILS) if _is_given(arguments, name)]
    if arguments.prop is not None:
        if given:
            raise ValueError(f"--prop says everything: leave out --{given[0]}")
        return parse(arguments.prop)
    name, sense, goal = _asked(arguments)
    objective = OBJECTIVES[name]
    for detail in given:
        if detail in _DETAILS and detail not in objective.takes:
            fitting = [each.name for each in OBJECTIVES.values() if detail in each.takes]
            raise ValueError(f"--{detail} goes with {', '.join(fitting)}, not with {name}")
    if arguments.steps is not None and arguments.steps < 0:
        raise ValueError(f"--steps {arguments.steps}: need 0 or more")
    discount = _discount(arguments.discount) if "discount" in objective.takes else None
    return Question(name, sense, goal, arguments.stay, arguments.steps, arguments.reward, discount)


def _is_given(arguments: argparse.Namespace, name: str) -> bool:
    return getattr(arguments, name) not in (None, False)


def _asked(arguments: argparse.Namespace) -> tuple[str, str, str | None]:
    """Name of the objective, sense and goal of the question."""
    for name, objective in OBJECTIVES.items():
        for sense in ("max", "min"):
            if _is_given(arguments, f"{sense}_{name}"):
                if arguments.max or arguments.min:
                    option = f"--{sense}-{objective.option}"
                    raise ValueError(f"{option} says it all: leave out --max and --min")
                goal = getattr(arguments, f"{sense}_{name}")
                return name, sense, goal if "goal" in objective.takes else None
    sense = "min" if arguments.min else "max"
    if arguments.mean_payoff:
        return "mean_payoff", sense, None
    if arguments.discount is not None:
        return "discounted", sense, None
    if arguments.steps is not None:
        return "total", sense, None
    raise ValueError(
        "say what is asked: --max-reach LABEL, --min-cost LABEL, --max-total, --discount D, "
        "--mean-payoff or --prop, for example"
    )


def _discount(text: str | None) -> Fraction:
    """The discount factor, exactly."""
    from fractions import Fraction

    from exactbox.linalg.entries import exact_ratio

    if text is None:
        raise ValueError("the discounted reward needs --discount D")
    try:
        discount = Fraction(*exact_ratio(text))
    except ValueError as error:
        raise ValueError(f"--discount {error}") from None
    if not 0 <= discount < 1:
        raise ValueError(f"--discount {text}: need 0 or more, and less than 1")
    return discount
