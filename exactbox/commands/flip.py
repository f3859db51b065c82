"""``exactbox flip``: the card-flipping game by a float method, and the best move in a position."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exactbox.commands.options import add_flip_options, flip_from
from exactbox.commands.progress import progress_bar

if TYPE_CHECKING:
    from exactbox.mdp import Model

_METHODS = ("policy-iteration", "value-iteration", "gauss-seidel")


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "flip",
        help="the card-flipping game: float methods, and which card to turn",
        description="Run a float method and print its error against the exact value; or, with "
        "--play, the exact expected number of turns after each card that a roll offers.",
    )
    add_flip_options(parser)
    parser.add_argument("--method", choices=_METHODS, default=_METHODS[0], help="(%(default)s)")
    parser.add_argument(
        "--start",
        type=float,
        default=0.0,
        metavar="M",
        help="value of every state before the first sweep (%(default)s)",
    )
    parser.add_argument(
        "--tolerance", type=float, default=1e-12, help="largest change to stop at (%(default)s)"
    )
    parser.add_argument(
        "--relaxation", type=float, default=1.0, help="factor of gauss-seidel (%(default)s)"
    )
    parser.add_argument(
        "--play",
        nargs="+",
        type=int,
        metavar="DIE",
        help="the dice as rolled; asks for the best card",
    )
    parser.add_argument(
        "--down",
        default=None,
        metavar="CARDS",
        help="cards face down before the roll of --play: 1,2,5 (as --begin)",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer one question about one game."""
    game = flip_from(arguments)
    return play(game, arguments) if arguments.play else method(game, arguments)


def method(game: Model, arguments: argparse.Namespace) -> int:
    """A float method beside the exact value."""
    from fractions import Fraction

    from exactbox.decimals import decimal_string
    from exactbox.mdp import certify, float_methods
    from exactbox.mdp.until_end import until_the_end

    chosen = getattr(float_methods, arguments.method.replace("-", "_"))
    known = {"relaxation": arguments.relaxation} if arguments.method == "gauss-seidel" else {}
    with progress_bar(arguments.method) as progress:
        found = chosen(
            until_the_end(game, game.rewards["turns"]),
            "min",
            start=arguments.start,
            tolerance=arguments.tolerance,
            progress=lambda done, change: progress(f"change {change:.1e}", done, 0),
            **known,
        )
        exact = certify(game, progress=progress)
    (start,) = game.choice_at(found.policy[[game.initial_state]])
    value = float(found.values[start])
    error = Fraction(value) - Fraction(exact.value)
    print(f"method      {arguments.method}")
    print(f"iterations  {found.iterations}")
    print(f"value       {value:.12f}")
    print(f"exact       {exact.decimal(12)} (rounded)")
    print(f"true error  {float(error):+.3e} ({decimal_string(*error.as_integer_ratio(), 18)})")
    return 0


def play(game: Model, arguments: argparse.Namespace) -> int:
    """The exact expected number of turns after each card that the roll offers, best first."""
    from exactbox.decimals import decimal_string, fraction_string
    from exactbox.games.flip import advise, cards_face_down, state_mask
    from exactbox.mdp import certify

    rule = game.rule or {}
    state = rule["start"] if arguments.down is None else state_mask(arguments.down, rule["cards"])
    with progress_bar("flip") as progress:
        result = certify(game, progress=progress)
    choices = advise(result, state, arguments.play)
    down = ", ".join(map(str, cards_face_down(state))) or "none"
    print(f"face down {down}; rolled {' '.join(map(str, arguments.play))}")
    best = choices[0][1]
    for card, value in choices:
        name = f"card {card:<3}" if card else "pass"
        tag = "  best" if value == best else ""
        digits = decimal_string(value.numerator, value.denominator, 12)
        print(f"  {name} {digits} turns to come{tag}")
        print(f"           = {fraction_string(value, whole=120)}")
    return 0
