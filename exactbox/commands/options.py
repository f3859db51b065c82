"""Options that several commands have: how answers are printed, and the card-flipping game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactbox.mdp import Model


def digits(text: str) -> int:
    """How many digits are printed after the point."""
    from exactbox.decimals import MAX_DIGITS

    if not text.isascii() or not text.isdecimal() or len(text) > 18 or int(text) > MAX_DIGITS:
        raise argparse.ArgumentTypeError(f"found {text!a}, need 0 to {MAX_DIGITS:,}")
    return int(text)


def add_number_options(parser: Any, default: int = 12) -> None:
    """How numbers are printed."""
    parser.add_argument(
        "--digits",
        type=digits,
        default=default,
        metavar="N",
        help="digits to print after the point (%(default)s)",
    )
    parser.add_argument("--full", action="store_true", help="print all digits of every fraction")


def add_json_option(parser: Any) -> None:
    """JSON in place of text."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_flip_options(parser: argparse.ArgumentParser) -> None:
    """The card-flipping game: cards, dice, start and goal."""
    parser.add_argument("--faces", type=int, metavar="N", help="two fair N-sided dice and 2N cards")
    parser.add_argument("--cards", type=int, metavar="N", help="number of cards")
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
        "--max-states", type=int, metavar="N", help="refuse games with more states than this"
    )


def flip_from(arguments: argparse.Namespace) -> Model:
    """The game that the options describe."""
    from exactbox.games.flip import flip, state_mask

    if (arguments.faces is None) == (arguments.dice is None):
        raise ValueError("give either --faces or --dice")
    dice = None if arguments.dice is None else [_die(text) for text in arguments.dice]
    known: dict[str, Any] = {} if arguments.max_states is None else {
        "max_states": arguments.max_states
    }  # fmt: skip
    cards = arguments.cards
    if cards is None:
        cards = 2 * arguments.faces if dice is None else sum(map(_highest, dice))
    goal = None if arguments.goal is None else state_mask(arguments.goal, cards)
    start = state_mask(arguments.begin, cards)
    return flip(arguments.faces, cards=cards, dice=dice, start=start, goal=goal, **known)


def _die(text: str) -> Any:
    """``6`` or ``1:1,2:2,6:1``."""
    try:
        if ":" not in text:
            return int(text)
        return [(int(f), int(w)) for f, w in (part.split(":") for part in text.split(","))]
    except ValueError:
        raise ValueError(
            f"die {text!r}: need a number of sides, or face:weight pairs such as 1:1,2:2"
        ) from None


def _highest(die: Any) -> int:
    return die if isinstance(die, int) else max(face for face, _ in die)
