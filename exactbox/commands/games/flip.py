"""``exactbox flip``: the card-flipping game by a float method, and the best move in a position."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.json_output import number
from exactbox.commands.terminal.options import JSON, NUMBERS, PLOT, add_table, whole
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import LONG_WORK, WORKERS
from exactbox.commands.terminal.written import write_picture
from exactbox.decimals import Style, equals
from exactbox.progress import report
from exactbox.showing import Row

if TYPE_CHECKING:
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
        "verify the game's, and prints what it proves. `exactbox help flip --manual` has examples.",
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
    add_table(
        floats, PLOT, what="the true errors of Jacobi, Gauss-Seidel, SOR and policy iteration"
    )
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
    add_table(parser, NUMBERS, JSON)
    add_table(parser, WORKERS, under=LONG_WORK)
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
    parser.add_argument("--begin", metavar="CARDS", help="cards face down at first: 1,2,5 (none)")
    parser.add_argument("--goal", metavar="CARDS", help="cards face down at the end (all)")
    parser.add_argument(
        "--max-states", type=whole, metavar="N", help="refuse games with more states than this"
    )


def game_of(arguments: argparse.Namespace) -> Model:
    """The game that the options describe."""
    from exactbox.games.flip import MAX_ENCLOSED, MAX_STATES, flip, state_mask
    from exactbox.games.flip.rules import die_named

    faces, cards = arguments.faces, arguments.cards
    dice: list[Any] | None = None
    if arguments.dice is not None:
        if faces is not None:
            raise ValueError("give either --faces or --dice")
        dice = [die_named(text) for text in arguments.dice]
        if cards is None:  # as many as the dice show at most
            cards = sum([d if isinstance(d, int) else max(f for f, _ in d) for d in dice])
    else:
        faces = 6 if faces is None else faces  # the game of Project Euler
        cards = 2 * faces if cards is None else cards
    limit = arguments.max_states
    if limit is None:
        limit = MAX_ENCLOSED if getattr(arguments, "enclosure", False) else MAX_STATES
    goal = None if arguments.goal is None else state_mask(arguments.goal, cards)
    start = 0 if arguments.begin is None else state_mask(arguments.begin, cards)
    return flip(faces, cards=cards, dice=dice, start=start, goal=goal, max_states=limit)


def run(arguments: argparse.Namespace) -> Report:
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
    game, style = game_of(arguments), Style(arguments.digits, arguments.full)
    if arguments.play:
        return _play(game, arguments.play, arguments.down, style)
    floats_of = arguments.start, arguments.tolerance, arguments.relaxation
    return _method(game, arguments.method or _METHODS[0], floats_of, arguments.plot, style)


def _method(
    game: Model, name: str, given: Sequence[float | None], plot: str | None, style: Style
) -> Report:
    """A float method beside the exact value; ``given`` are its start, tolerance and relaxation."""
    from fractions import Fraction

    from exactbox.games.flip import described
    from exactbox.mdp import total_until_end
    from exactbox.mdp.floats import float_methods
    from exactbox.mdp.objectives.total_until_end import equations_until_end

    chosen = getattr(float_methods, name.replace("-", "_"))
    begin, tolerance, relaxation = given
    begin, factor = begin or 0.0, {} if relaxation is None else {"relaxation": relaxation}
    with progress_bar(name):
        result = chosen(
            equations_until_end(game, game.rewards["turns"]),
            "min",
            start=begin,
            tolerance=1e-12 if tolerance is None else tolerance,
            progress=lambda done, change: report(f"change {change:.1e}", done, 0),
            **(factor if name == "gauss-seidel" else {}),
        )
        exact = total_until_end(game)
        files = _drawn(exact, plot, {"start": begin, "tolerance": tolerance, **factor})
    (start,) = game.choice_at(result.policy[[game.initial_state]])
    value = float(result.values[start])
    error, digits = Fraction(value) - Fraction(exact.value), max(18, style.digits)
    about = {"question": described(game.rule or {}), "method": name}
    rounded = Style(digits).decimal(error)
    rows = [
        Row(text=f"method      {name}", fields=about),
        Row(text=f"iterations  {result.iterations}", fields={"iterations": result.iterations}),
        Row(text=f"value       {style.decimal(value)}", fields={"float": repr(value)}),
        Row(text=f"exact       {style.decimal(exact.value)} (rounded)",
            fields={"value": exact.value}),
        Row(text=f"true error  {float(error):+.3e} ({rounded})",
            fields={"error": number(error, digits)}),
    ]  # fmt: skip
    return Report(rows, files=files, digits=style.digits)


def _drawn(exact: Answer, path: str | None, given: dict[str, Any]) -> list[Row]:
    """The errors of all methods, sweep by sweep, in a file where one is named."""
    if path is None:
        return []
    from exactbox.games.flip import described
    from exactbox.mdp.objectives.convergence import convergence

    errors = convergence(exact, **given)
    question = described(exact.model.rule or {})
    return write_picture(path, lambda: errors.plot(question=question, unit="turns"))


def _play(game: Model, dice: list[int], down: str | None, style: Style) -> Report:
    """The exact expected number of turns after each card that the roll offers, best first."""
    from exactbox.games.flip import advise, cards_face_down, described, state_mask
    from exactbox.mdp import total_until_end

    rule = game.rule or {}
    state = rule["start"] if down is None else state_mask(down, rule["cards"])
    with progress_bar("flip"):
        result = total_until_end(game)
    choices = advise(result, state, dice)
    best, face_down = choices[0][1], cards_face_down(state)
    moves = [{"card": card or None, "value": v, "best": v == best} for card, v in choices]
    about = {"question": described(rule), "face_down": [*face_down], "rolled": dice}
    shut = ", ".join(map(str, face_down)) or "none"
    rows = [
        Row(
            text=f"face down {shut}; rolled {' '.join(map(str, dice))}",
            fields={**about, "moves": moves},
        )
    ]
    for card, value in choices:
        name = f"card {card:<3}" if card else "pass"
        tag = "  best" if value == best else ""
        exactly = f"{equals(value, style.digits)} {style.exactly(value, _SHORT)}"
        rows.append(Row(text=f"  {name} {style.decimal(value)} turns to come{tag}"))
        rows.append(Row(text=f"           {exactly}"))
    return Report(rows, digits=style.digits)
