"""``exactbox flip``: the card-flipping game by a float method, and the best move in a position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.json_output import number, print_json
from exactbox.commands.terminal.options import (
    add_json_option,
    add_number_options,
    add_plot_option,
    whole,
)
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import add_workers_options
from exactbox.commands.terminal.written import file_fields, print_files, write_picture
from exactbox.decimals import decimal_string, equals, fraction_string
from exactbox.progress import report

if TYPE_CHECKING:
    from exactbox.commands.terminal.written import Written
    from exactbox.mdp import Answer, Model

_METHODS = ("policy-iteration", "value-iteration", "gauss-seidel")
_SHORT = 120  # digits that --play prints of a fraction


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "flip",
        help="the card-flipping game: float methods, and which card to turn",
        description="Cards lie face up. A turn: roll the dice, then turn over one card that a die "
        "or their total shows, until all cards are face down; in as few turns as one can expect. "
        "With --play: the exact expected number of turns after each card that a roll offers. "
        "Without it: a float method, and its error against the exact value. Exact values are "
        "computed without rounding; `exactbox certify flip` also has the independent checker "
        "verify the game's, and prints what it proves. `python3 -m pydoc exactbox.games.flip` is "
        "the game's page, with examples.",
    )
    add_game(parser)
    floats = parser.add_argument_group("float methods")
    floats.add_argument("--method", choices=_METHODS, help=f"({_METHODS[0]})")
    floats.add_argument(
        "--start", type=float, metavar="M", help="value of every state before the first sweep (0)"
    )
    floats.add_argument("--tolerance", type=float, help="largest change to stop at (1e-12)")
    floats.add_argument(
        "--relaxation",
        type=float,
        help="factor of gauss-seidel (1), and of SOR in the picture (1.4)",
    )
    add_plot_option(floats, "the true errors of Jacobi, Gauss-Seidel, SOR and policy iteration")
    play = parser.add_argument_group("a move")
    play.add_argument(
        "--play",
        nargs="+",
        type=whole,
        metavar="DIE",
        help="the dice as rolled; asks for the best card",
    )
    play.add_argument(
        "--down",
        metavar="CARDS",
        help="cards face down before the roll of --play: 1,2,5 (as --begin)",
    )
    add_number_options(parser)
    add_json_option(parser)
    add_workers_options(parser)
    parser.set_defaults(run=run)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The card-flipping game: cards, dice, start and goal."""
    parser.add_argument(
        "--faces", type=whole, metavar="N", help="two fair N-sided dice and 2N cards (6)"
    )
    parser.add_argument("--cards", type=whole, metavar="N", help="number of cards")
    parser.add_argument(
        "--dice",
        nargs="+",
        metavar="DIE",
        help="each a number of sides, or weighted faces such as 1:1,2:2,6:1",
    )
    parser.add_argument(
        "--begin", default="", metavar="CARDS", help="cards face down at first: 1,2,5 (none)"
    )
    parser.add_argument("--goal", metavar="CARDS", help="cards face down at the end (all)")
    parser.add_argument(
        "--max-states", type=whole, metavar="N", help="refuse games with more states than this"
    )


def game_from(arguments: argparse.Namespace) -> Model:
    """The game that the options describe."""
    from exactbox.games.flip import MAX_ENCLOSED, MAX_STATES, flip, state_mask
    from exactbox.games.flip.rules import die_named

    if arguments.faces is not None and arguments.dice is not None:
        raise ValueError("give either --faces or --dice")
    faces = arguments.faces
    if faces is None and arguments.dice is None:
        faces = 6  # the game of Project Euler
    dice = None if arguments.dice is None else [die_named(text) for text in arguments.dice]
    limit = arguments.max_states
    if limit is None:
        limit = MAX_ENCLOSED if getattr(arguments, "enclosure", False) else MAX_STATES
    cards = arguments.cards
    if cards is None:
        cards = 2 * faces if dice is None else sum(map(_highest, dice))
    goal = None if arguments.goal is None else state_mask(arguments.goal, cards)
    start = state_mask(arguments.begin, cards)
    return flip(faces, cards=cards, dice=dice, start=start, goal=goal, max_states=limit)


def _highest(die: Any) -> int:
    return die if isinstance(die, int) else max(face for face, _ in die)


def run(arguments: argparse.Namespace) -> int:
    """Answer one question about one game."""
    floats = [f"--{n}" for n in ("method", "start", "tolerance", "relaxation")
              if getattr(arguments, n) is not None]  # fmt: skip
    if arguments.play and floats:
        raise ValueError(f"{floats[0]} is for the float methods; --play is answered exactly")
    if arguments.down is not None and not arguments.play:
        raise ValueError("--down is for --play, which says what was rolled")
    if arguments.play and arguments.plot is not None:
        raise ValueError(
            "--plot draws the float methods' errors, --play asks for a move; `exactbox certify "
            "flip --plot` draws the game's values"
        )
    relaxed = arguments.method == "gauss-seidel" or arguments.plot is not None
    if arguments.relaxation is not None and not relaxed:
        raise ValueError("--relaxation is for --method gauss-seidel, and for --plot")
    game = game_from(arguments)
    return play(game, arguments) if arguments.play else method(game, arguments)


def method(game: Model, arguments: argparse.Namespace) -> int:
    """A float method beside the exact value."""
    from fractions import Fraction

    from exactbox.games.flip import described
    from exactbox.mdp import certify
    from exactbox.mdp.floats import float_methods
    from exactbox.mdp.objectives.terminating import until_the_end

    name = arguments.method or _METHODS[0]
    chosen = getattr(float_methods, name.replace("-", "_"))
    factor = {} if arguments.relaxation is None else {"relaxation": arguments.relaxation}
    known = factor if name == "gauss-seidel" else {}
    with progress_bar(name):
        found = chosen(
            until_the_end(game, game.rewards["turns"]),
            "min",
            start=0.0 if arguments.start is None else arguments.start,
            tolerance=1e-12 if arguments.tolerance is None else arguments.tolerance,
            progress=lambda done, change: report(f"change {change:.1e}", done, 0),
            **known,
        )
        exact = certify(game)
        files = _drawn(exact, arguments, factor)
    (start,) = game.choice_at(found.policy[[game.initial_state]])
    value = float(found.values[start])
    error = Fraction(value) - Fraction(exact.value)
    if arguments.json:
        print_json(
            {
                "question": described(game.rule or {}),
                "method": name,
                "iterations": found.iterations,
                "float": repr(value),
                "value": number(exact.value, arguments.digits),
                "error": number(error, max(18, arguments.digits)),
                **file_fields(files),
            }
        )
        return 0
    print(f"method      {name}")
    print(f"iterations  {found.iterations}")
    print(f"value       {decimal_string(*value.as_integer_ratio(), arguments.digits)}")
    print(f"exact       {exact.decimal(arguments.digits)} (rounded)")
    rounded = decimal_string(*error.as_integer_ratio(), max(18, arguments.digits))
    print(f"true error  {float(error):+.3e} ({rounded})")
    print_files(files)
    return 0


def _drawn(exact: Answer, arguments: argparse.Namespace, factor: dict[str, Any]) -> list[Written]:
    """The errors of all methods, sweep by sweep, in a file where one is named."""
    if arguments.plot is None:
        return []
    from exactbox.games.flip import described
    from exactbox.mdp.objectives.convergence import convergence

    start = 0.0 if arguments.start is None else arguments.start
    found = convergence(exact, start=start, tolerance=arguments.tolerance, **factor)
    question = described(exact.model.rule or {})
    return write_picture(arguments.plot, lambda: found.plot(question, "turns"))


def play(game: Model, arguments: argparse.Namespace) -> int:
    """The exact expected number of turns after each card that the roll offers, best first."""
    import sys

    from exactbox.games.flip import advise, cards_face_down, described, state_mask
    from exactbox.mdp import certify

    rule = game.rule or {}
    state = rule["start"] if arguments.down is None else state_mask(arguments.down, rule["cards"])
    with progress_bar("flip"):
        result = certify(game)
    choices = advise(result, state, arguments.play)
    best, face_down = choices[0][1], cards_face_down(state)
    if arguments.json:
        moves = [
            {"card": card or None, "value": number(value, arguments.digits), "best": value == best}
            for card, value in choices
        ]
        print_json(
            {
                "question": described(rule),
                "face_down": list(face_down),
                "rolled": arguments.play,
                "moves": moves,
            }
        )
        return 0
    down = ", ".join(map(str, face_down)) or "none"
    print(f"face down {down}; rolled {' '.join(map(str, arguments.play))}")
    for card, value in choices:
        name = f"card {card:<3}" if card else "pass"
        tag = "  best" if value == best else ""
        digits = decimal_string(value.numerator, value.denominator, arguments.digits)
        print(f"  {name} {digits} turns to come{tag}")
        whole_of_it = fraction_string(value, whole=sys.maxsize if arguments.full else _SHORT)
        print(f"           {equals(value, arguments.digits)} {whole_of_it}")
    return 0
