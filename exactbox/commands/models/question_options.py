"""Options that ask a question about a model in a file, for the commands that take one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from exactbox.commands.terminal.options import PROGRAM_OPTIONS, whole
from exactbox.objectives import OBJECTIVES

if TYPE_CHECKING:
    from exactbox.inputs import Input
    from exactbox.mdp.model.model import Model
    from exactbox.properties.constants import Names
    from exactbox.properties.evaluation import Value
    from exactbox.properties.parser import Property
    from exactbox.properties.tokens import PropertyError

Query = Union["Property", dict[str, Any]]  # a property, or arguments of `question_about`
Given = Mapping[str, Any]  # the options that ask something, by their names in the arguments

_ASKING = {  # objective, sense and option of each name in the arguments
    f"{sense}_{name}": (name, sense, f"--{sense}-{objective.option}")
    for name, objective in OBJECTIVES.items()
    for sense in ("max", "min")
}
_DETAILS = ("stay", "steps", "reward", "discount")
_QUESTION = (*_ASKING, "mean_payoff", "max", "min", *_DETAILS)
# objectives of options that name none
_IMPLIED = {"mean_payoff": "mean_payoff", "discount": "discounted", "steps": "total"}
_PROPERTIES = ("prop", "props", "constants", "normalise", "whole")
_STATEMENT = ("statement", "entry", "states")  # of `exactbox.commands.models.question`


def add_question_options(parser: argparse.ArgumentParser) -> None:
    """The questions, their details, and the constants of a program."""
    questions = parser.add_argument_group("questions, one of").add_mutually_exclusive_group()
    for name, sense, option in _ASKING.values():
        objective = OBJECTIVES[name]
        takes: dict[str, Any] = (
            {"metavar": "LABEL"} if "goal" in objective.takes else {"action": "store_true"}
        )
        about = f"maximise {objective.about}" if sense == "max" else "minimise it"
        questions.add_argument(option, help=about, **takes)
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
    way = details.add_mutually_exclusive_group()
    way.add_argument("--max", action="store_true", help="maximise (default)")
    way.add_argument("--min", action="store_true", help="minimise")
    details.add_argument(
        "--stay", metavar="LABEL", help="reach the goal by way of states with this label only"
    )
    details.add_argument(
        "--steps", type=whole, metavar="N", help="finite horizon: the first N steps alone"
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
    parser.add_argument(
        "--normalise",
        action="store_true",
        help="divide probabilities that do not add up to 1 by their sum; the proof says so",
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="build all states of a program, also those behind the goal of the one question asked",
    )


@dataclass(frozen=True)
class Request:
    """A model in a file, and what is asked of it, in order.

    ``queries`` are properties, or the question of the options: arguments of
    `exactbox.mdp.model.question.question_about`. ``refusals`` say of each why it is not answered,
    as far as that is known before the model is. ``kind`` is the type that a program's text says;
    empty for the formats that list states. ``constants`` are for the model's reader. No names:
    neither properties nor constants are there, and nothing of their language is loaded. ``until``
    is where one question about a program ends (`exactbox.properties.terminal_states`).
    """

    path: Input
    queries: tuple[Query, ...]
    refusals: tuple[PropertyError | None, ...] = (None,)
    names: Names | None = None
    kind: str = ""
    constants: Mapping[str, Value] = field(default_factory=dict)
    normalise: bool = False
    until: tuple[str, str] | None = None

    def read(self) -> tuple[Model, str]:
        """The model, and behind which states it is not built; empty where it is whole."""
        from exactbox.formats import read_model

        if self.names is not None and self.names.program.kind == "smg":
            from exactbox.properties.game_programs import read_game

            return read_game(self.path, self.constants), ""
        details: dict[str, Any] = {"constants": self.constants, "normalise": self.normalise}
        if self.until is not None:
            from exactbox.formats.storm.storm_program import CannotStopError
            from exactbox.properties.terminal_states import asks_for_rewards, counts_nothing

            with suppress(CannotStopError):
                rewards = asks_for_rewards(query := self.queries[0])
                model = read_model(self.path, until=self.until, rewards=rewards, **details)
                if not counts_nothing(query, model):
                    stay, goal = self.until
                    return model, goal if stay == "true" else f"{goal} | !{stay}"
        return read_model(self.path, **details), ""


def given_options(arguments: argparse.Namespace) -> Given:
    """The options of a command's arguments that ask something, by their names, where given."""
    values = vars(arguments)
    names = (
        name for name in (*_STATEMENT, *PROGRAM_OPTIONS, *_QUESTION, *_PROPERTIES) if name in values
    )
    nothing = (None, False, "")
    return {name: values[name] for name in names if not any(values[name] is no for no in nothing)}


def option_names(given: Given, *, about_matrices: bool = True) -> list[str]:
    """The options as they are written, perhaps without those about matrices and programs."""
    of_matrices = (*_STATEMENT, *PROGRAM_OPTIONS)
    return [_option(name) for name in given if about_matrices or name not in of_matrices]


def make_request(given: Given, path: str, *, whole: bool = False) -> Request:
    """The model in a file, and the properties that are asked of it, or the other question.

    A program is built `whole`, or behind the goal not, where one question has such a goal.

    Where nothing is asked, the properties are those that a JANI model has itself. Properties
    and other questions at once are refused.
    """
    from exactbox.formats.recognition import PROGRAMS, model_file

    wanted, files = given.get("prop"), given.get("props")
    question = next((name for name in given if name in _QUESTION), None)
    if question is not None:
        if wanted is not None or files is not None:
            named, option = "--props" if wanted is None else "--prop", _option(question)
            raise ValueError(f"{named} says everything: leave out {option}")
        wanted, file = [], model_file(path)
        if "constants" not in given and file.format not in PROGRAMS:
            return Request(file, (question_arguments(given),), normalise="normalise" in given)
    from exactbox.properties.property_inputs import properties_about
    from exactbox.properties.tokens import PropertyError
    from exactbox.properties.translation import checked

    about = properties_about(path, files or (), wanted, given.get("constants", ""))
    file, properties, names, kind = about
    if not properties and (files or wanted):
        raise ValueError("the files have no properties, need one")
    constants = {} if kind or properties else names.given  # constants are the properties'
    if kind:
        declared = names.program.constants
        constants = {n: names.constant(n) for n in names.given if n in declared}
    queries = properties or (question_arguments(given),)
    refusals: list[PropertyError | None] = []  # as far as they are certain without the model
    for each in queries:
        try:
            if not isinstance(each, dict):
                checked(each, names, kind)
            refusals.append(None)
        except PropertyError as error:
            refusals.append(error)
    divides, until = "normalise" in given, None
    if kind and len(queries) == 1 and not (whole or "whole" in given):
        from exactbox.properties.terminal_states import terminal_states

        until = terminal_states(queries[0], names)
    return Request(file, queries, tuple(refusals), names, kind, constants, divides, until)


def question_arguments(given: Given) -> dict[str, Any]:
    """The question that the options ask, where that is not a property: the arguments of
    `exactbox.mdp.model.question.question_about`."""
    goal = None
    asking = next((option for option in given if option in _ASKING), None)
    if asking is not None:
        name, sense, option = _ASKING[asking]
        if "max" in given or "min" in given:
            raise ValueError(f"{option} says it all: leave out --max and --min")
        goal = given[asking] if "goal" in OBJECTIVES[name].takes else None
    else:
        detail = next((option for option in _IMPLIED if option in given), None)
        if detail is None:
            raise ValueError(
                "say what is asked: --max-reach LABEL, --min-cost LABEL, --max-total, "
                "--discount D, --mean-payoff, --prop or --props, for example"
            )
        name, sense = _IMPLIED[detail], "min" if "min" in given else "max"
    objective = OBJECTIVES[name]
    for detail in _DETAILS:
        if detail in given and detail not in objective.takes:
            fitting = [each.name for each in OBJECTIVES.values() if detail in each.takes]
            raise ValueError(f"--{detail} goes with {', '.join(fitting)}, not with {name}")
    steps = given.get("steps")
    if steps is not None and steps < 0:
        raise ValueError(f"--steps {steps}: need 0 or more")
    query = {"objective": name, "sense": sense, "goal": goal, "rewards": given.get("reward")}
    if "discount" in objective.takes:
        from fractions import Fraction

        from exactbox.linalg.matrices.entries import exact_ratio

        text = given.get("discount")
        if text is None:
            raise ValueError("the discounted reward needs --discount D")
        try:
            discount = Fraction(*exact_ratio(text))
        except ValueError as error:
            raise ValueError(f"--discount {error}") from None
        if not 0 <= discount < 1:
            raise ValueError(f"--discount {text}: need 0 or more, and less than 1")
        query["discount"] = discount
    return {**query, "stay": given.get("stay"), "steps": steps}


def cut_words(goal: str) -> str:
    """A note on a program that is not built behind its goal."""
    return f"not built behind {goal}; --whole builds all states"


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
