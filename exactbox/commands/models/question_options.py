"""Options that ask a question about a model in a file, for the commands that take one."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from fractions import Fraction

    from exactbox.properties.property_inputs import Request
    from exactbox.properties.questions import Question

_DETAILS = ("stay", "steps", "reward", "discount")


def add_question_options(parser: argparse.ArgumentParser) -> None:
    """The questions, their details, and the constants of a program."""
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
    properties = parser.add_argument_group("properties, as PRISM and Storm write them")
    properties.add_argument(
        "--prop",
        action="append",
        metavar="NAME|TEXT",
        help="""by its name in the files below, or as a text: 'Pmax=? [F<=25 x=3 & "goal"]'""",
    )
    properties.add_argument(
        "--props",
        action="append",
        metavar="FILE",
        help="a file of properties (.props, .pctl, .prctl, .csl, .jani), all unless --prop names "
        "some; without it --prop names those that a JANI model has itself",
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
    parser.add_argument(
        "--constants",
        default="",
        metavar="A=1,B=2",
        help="constants that a program or its properties leave open",
    )


def question_from(arguments: argparse.Namespace) -> Question:
    """The question that the options ask."""
    from exactbox.properties.questions import Question

    given = [name for name in ("max", "min", *_DETAILS) if _is_given(arguments, name)]
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


def request_from(path: str, arguments: argparse.Namespace) -> Request:
    """The model in a file, and the properties that the options ask of it; perhaps none.

    Where nothing is asked, the properties are those that a JANI model has itself. Properties and
    other questions at once are refused.
    """
    from exactbox.properties.property_inputs import request

    wanted = arguments.prop
    if wanted is not None or arguments.props is not None:
        named = "--prop" if wanted is not None else "--props"
        if given := [name for name in _questions() if _is_given(arguments, name)]:
            raise ValueError(f"{named} says everything: leave out {_option(given[0])}")
    elif any(_is_given(arguments, name) for name in _questions()):
        wanted = []
    return request(path, arguments.props or [], wanted, arguments.constants)


def given_options(arguments: argparse.Namespace) -> list[str]:
    """The options above that are there, as they are written."""
    names = [*_questions(), "prop", "props", "constants"]
    return [_option(name) for name in names if _is_given(arguments, name)]


def _questions() -> list[str]:
    """The options that ask something, but properties."""
    names = [f"{sense}_{name}" for name in OBJECTIVES for sense in ("max", "min")]
    return [*names, "mean_payoff", "max", "min", *_DETAILS]


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _is_given(arguments: argparse.Namespace, name: str) -> bool:
    return getattr(arguments, name) not in (None, False, "")


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
        "--mean-payoff, --prop or --props, for example"
    )


def _discount(text: str | None) -> Fraction:
    """The discount factor, exactly."""
    from fractions import Fraction

    from exactbox.linalg.matrices.entries import exact_ratio

    if text is None:
        raise ValueError("the discounted reward needs --discount D")
    try:
        discount = Fraction(*exact_ratio(text))
    except ValueError as error:
        raise ValueError(f"--discount {error}") from None
    if not 0 <= discount < 1:
        raise ValueError(f"--discount {text}: need 0 or more, and less than 1")
    return discount
