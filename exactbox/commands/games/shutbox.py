"""``exactbox shutbox`` and ``ShutTheBox``: the classic dice game, exactly.

Only the standard library is loaded: the classic question is answered in a tenth of a second. Values
are computed in whole numbers without rounding; the independent checker sees them where a
certificate is asked for.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.json_output import print_json
from exactbox.commands.terminal.options import add_json_option, add_plot_option, digits, whole
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.written import (
    Written,
    add_certificate_option,
    certificate_draft,
    file_fields,
    kept,
    print_files,
    proof_fields,
    unchecked,
    unchecked_fields,
    write_picture,
    written,
)
from exactbox.decimals import DIGITS, decimal_string, equals
from exactbox.showing import counted

if TYPE_CHECKING:
    from exactbox.games.shutbox import MatchQuestion, ShutTheBox, TurnQuestion

OF_VALUES, OF_LISTS = 6, DIGITS  # digits after the point, where --digits does not say
_WINS = "wins"

ABOUT = """Shut the Box under optimal play, exactly. Without a question: a table of answers for the
rule, or with --objective its value at the start. The classic rule: tiles 1 to 9, two dice, one die
when the open tiles add up to at most 6, two players; who shuts the box wins at once, and a tie
counts half. Of equally good moves everybody takes the first: the one that leaves the lowest score,
then the one that shuts the higher tile where they differ, then all dice before one. Values are
computed in whole numbers, without rounding; with --certificate the independent checker verifies
one. `python3 -m pydoc exactbox.games.shutbox` is the game's page, with examples."""


def add_parser(commands: Any) -> None:
    """Add the command to ``exactbox``."""
    add_options(
        commands.add_parser(
            "shutbox", help="Shut the Box: values and best moves", description=ABOUT
        )
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, for either name of the command."""
    what = parser.add_mutually_exclusive_group()
    for name, text in (
        ("expect", "the value of a position: TILES [SCORE]"),
        ("move", "the best tiles to shut: TILES [SCORE] ROLL"),
        ("advise", "every legal move and its value: TILES [SCORE] ROLL"),
        ("scores", "the distribution of the final score under optimal play: TILES [SCORE]"),
    ):
        what.add_argument(f"--{name}", action="store_const", const=name, dest="question", help=text)
    parser.add_argument(
        "values",
        nargs="*",
        metavar="VALUE",
        help="the open tiles (146789, or 1,4,6 with commas), the lowest score so far unless it is "
        "player one's turn, and the total rolled (with commas: the dice)",
    )
    parser.add_argument("--all", action="store_true", help="print every optimal move")
    parser.add_argument("--exact", action="store_true", help="print the fraction too")
    parser.add_argument(
        "--digits",
        type=digits,
        metavar="N",
        help=f"digits to print after the point ({OF_VALUES} of one value, {OF_LISTS} in lists)",
    )
    add_json_option(parser)
    parser.add_argument(
        "--tie-breaks",
        action="store_true",
        help="print the least and the greatest value too, over all that the second of two players "
        "may do among equally good moves (with --expect, of player one)",
    )
    add_game(parser)
    parser.add_argument(
        "--sheet",
        metavar="FILE",
        help="write the best move for every position and roll: FILE.html to print (nine tiles on "
        "two pages), or FILE.csv; after it the SCORE, where there is one to beat",
    )
    add_certificate_option(parser, "the answer (of --expect, or of the start)")
    add_plot_option(parser, "the final scores under optimal play")
    parser.set_defaults(run=run)


def add_game(parser: argparse.ArgumentParser) -> None:
    """The rule, the players, and what is asked of whom."""
    rules = parser.add_argument_group("the rule")
    rules.add_argument(
        "--tiles", default="9", metavar="N", help="tiles 1 to N, or a list: 1,2,5 (9)"
    )
    rules.add_argument("--dice", type=whole, metavar="N", help="how many dice (2)")
    rules.add_argument("--sides", metavar="N", help="sides of a die, or a list: 4,6 (6)")
    rules.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="WORDS",
        help="when one die is rolled: sum=6 (the open sum is at most 6), above=6 (all tiles above "
        "are shut), last-one, two-dice (never); with ? at the end, in quotes for the shell, the "
        "player may choose. House rules: most=K, thai, even-stevens, against-all-odds, "
        "3-down-extreme, 2-to-go, unlucky-7, missionary, digital, double-shutter. Several with "
        "commas. `python3 -m pydoc exactbox.games.shutbox.words` says what each means",
    )
    match = parser.add_argument_group("the players")
    match.add_argument("--players", type=whole, metavar="N", help="how many players (2)")
    match.add_argument(
        "--ties", choices=("share", "lose", "earlier"), help="of those who tie: all share the pot, "
        "none gets it, or the earliest does (share)",
    )  # fmt: skip
    match.add_argument(
        "--play-on", action="store_true", help="the others play on when the box has been shut"
    )
    whose = match.add_mutually_exclusive_group()
    whose.add_argument(
        "--one", action="store_const", const=1, dest="turn", help="player one's turn"
    )
    whose.add_argument(
        "--two", action="store_const", const=2, dest="turn", help="player two's turn"
    )
    whose.add_argument("--turn", type=whole, metavar="K", help="the turn of the K-th player")
    match.add_argument(
        "--holders", type=whole, metavar="M", help="how many players have the SCORE (1)"
    )
    parser.add_argument(
        "--objective",
        choices=(_WINS, "shut", "score", "beat"),
        help="expected wins; or of one player alone the probability to shut the box, the expected "
        "score, the probability to beat or tie the SCORE (wins)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Answer one question."""
    if arguments.tie_breaks and (arguments.question != "expect" or arguments.certificate):
        raise ValueError("--tie-breaks is for --expect, without --certificate")
    if arguments.all and arguments.question not in ("move", "advise"):
        raise ValueError("--all is for --move")
    if arguments.certificate is not None and arguments.question not in (None, "expect"):
        raise ValueError("--certificate proves a value: of --expect, or of the start")
    if arguments.plot is not None and arguments.question in ("move", "advise"):
        raise ValueError(f"--plot draws final scores, --{arguments.question} is about one roll")
    if arguments.sheet is not None:
        _require_sheet(arguments)
    box = box_from(arguments)
    optional = arguments.question, arguments.objective, arguments.certificate, arguments.sheet
    if optional == (None,) * 4:
        _print_table(box, arguments)
        return 0
    question = question_from(box, arguments)
    with progress_bar("shutbox"):
        files = _written_sheet(question, arguments.sheet)
        _ = question.values
    files += write_picture(arguments.plot, question.plot)
    if arguments.question in ("move", "advise"):
        _print_moves(question, arguments)
    elif arguments.question == "scores":
        _print_scores(question.distribution(), arguments, files)
    elif arguments.tie_breaks:
        _print_range(question, arguments, files)
    else:
        _print_value(question, arguments, files)
    return 0


def _require_sheet(arguments: argparse.Namespace) -> None:
    """Refuse a sheet of another format, or beside another question."""
    from exactbox.games.shutbox.sheet import require_suffix

    if arguments.question is not None:
        raise ValueError(f"--sheet is about all positions, --{arguments.question} about one")
    require_suffix(arguments.sheet)


def _written_sheet(question: TurnQuestion | MatchQuestion, path: str | None) -> list[Written]:
    """The best moves, in a file where one is named."""
    if path is None:
        return []
    from exactbox.games.shutbox.sheet import strategy_sheet

    return written(path, "sheet", strategy_sheet(question).save)


def box_from(arguments: argparse.Namespace) -> ShutTheBox:
    """The game that the options describe, each of which has a meaning beside the others."""
    from exactbox.games.shutbox import Rules, ShutTheBox, rules_named
    from exactbox.games.shutbox.notation import numbers
    from exactbox.games.shutbox.rules import MAX_DICE, MAX_TILES

    tiles = numbers("--tiles", arguments.tiles)
    if len(tiles) == 1 and "," not in arguments.tiles:
        if not 1 <= tiles[0] <= MAX_TILES:
            raise ValueError(f"--tiles: {tiles[0]} tiles, at least 1 and at most {MAX_TILES}")
        tiles = list(range(1, tiles[0] + 1))
    if len(set(tiles)) < len(tiles):
        raise ValueError(f"--tiles {arguments.tiles}: a tile is there twice")
    sides = [6] if arguments.sides is None else numbers("--sides", arguments.sides)
    if len(sides) == 1:
        count = 2 if arguments.dice is None else arguments.dice
        if not 1 <= count <= MAX_DICE:
            raise ValueError(f"--dice: {count} dice; 1 to {MAX_DICE} are taken")
        sides *= count
    elif arguments.dice not in (None, len(sides)):
        raise ValueError(f"--sides: {len(sides)} numbers for {arguments.dice} dice")
    if not all(text.replace(",", " ").split() for text in arguments.rule):
        raise ValueError("--rule: found no word, need one such as two-dice")
    rules = rules_named(
        ",".join(arguments.rule), Rules(tiles=tuple(sorted(tiles)), dice=tuple(sides))
    )
    _require_meaning(arguments)
    players = 2 if arguments.players is None else arguments.players
    ties = arguments.ties or "share"
    return ShutTheBox(rules, players=players, ties=ties, at_once=not arguments.play_on)


def _require_meaning(arguments: argparse.Namespace) -> None:
    """Refuse options about a match where there is none."""
    given = {
        "--holders": arguments.holders is not None,
        "--ties": arguments.ties is not None,
        "--play-on": arguments.play_on,
    }
    alone = arguments.objective not in (None, _WINS)
    if alone:
        given["--players"] = (arguments.players or 1) > 1
        given["--two" if arguments.turn == 2 else "--turn"] = (arguments.turn or 1) != 1
    for option in [name for name, is_given in given.items() if is_given]:
        if alone:
            raise ValueError(
                f"{option} is about a match: --objective {arguments.objective} is about one player "
                "alone"
            )
        if arguments.players == 1:
            raise ValueError(f"{option} is about a match, and --players 1 is one player alone")


def question_from(
    box: ShutTheBox, arguments: argparse.Namespace, asks: str = ""
) -> TurnQuestion | MatchQuestion:
    """The question, of the start where no position is given; `asks` is what asks it."""
    objective = arguments.objective or _WINS
    given: list[str | None] = list(arguments.values)
    turn = 1 if arguments.turn is None else arguments.turn
    if not 1 <= turn <= box.players:
        raise ValueError(f"there is no player {turn}: {box.players} play")
    if objective == _WINS and box.players == 1:
        raise ValueError(
            "one player alone wins whatever happens; ask with --objective shut, score or beat"
        )
    rolled = arguments.question in ("move", "advise")
    scored = turn > 1 if objective == _WINS else objective == "beat"
    if getattr(arguments, "sheet", None) is not None:
        if len(given) != scored:
            needs = "the score to beat alone" if scored else "no value"
            raise ValueError(f"--sheet is about all positions and needs {needs}, got {len(given)}")
        given = [None, *given]
    elif arguments.question is None and (given or scored):
        raise ValueError(f"say which score to beat: {asks or '--expect'} TILES SCORE")
    wanted = ["the open tiles", *["the score"] * scored, *["the total rolled"] * rolled]
    if arguments.question is not None and len(given) != len(wanted):
        later = objective == _WINS and turn == 1 and len(given) == len(wanted) + 1
        hint = "; a score to beat goes with --two or --turn K" * later
        needs = " and ".join([", ".join(wanted[:-1]), wanted[-1]][len(wanted) == 1 :])
        raise ValueError(
            f"{asks or f'--{arguments.question}'} needs {needs}: "
            f"{counted(len(wanted), 'argument')}, got {len(given)}{hint}"
        )
    return box.question(
        given[0] if given else None,
        given[1] if scored else None,
        goal=objective,
        player=turn,
        holders=1 if arguments.holders is None else arguments.holders,
    )


def _print_value(
    question: TurnQuestion | MatchQuestion, arguments: argparse.Namespace, files: list[Written]
) -> None:
    """The exact answer; with a certificate, after the independent checker has passed it."""
    proved_too = {}
    if arguments.certificate is not None:
        from exactbox.certificate import UncheckedError, proved

        with certificate_draft(arguments.certificate) as draft:
            try:
                with progress_bar("proving and checking"):
                    proof = proved(question, draft)
                files = [*files, *kept(draft, proof)]
                proved_too = proof_fields(proof)
            except UncheckedError as error:
                files = [*files, *unchecked(error)]
                proved_too = unchecked_fields(error.why)
    decimal = question.decimal(_digits(arguments, OF_VALUES))
    if arguments.json:
        fields = {"question": question.words, "value": decimal, "exact": str(question.value)}
        print_json({**fields, **proved_too, **file_fields(files)})
        return
    said = [each.lines() for each in files]
    print(decimal, *[question.value] * arguments.exact, *said, sep="\n")


def _print_range(
    question: TurnQuestion | MatchQuestion, arguments: argparse.Namespace, files: list[Written]
) -> None:
    """The exact answer, and the least and the greatest over all tie-breaks."""
    from exactbox.games.shutbox import TurnQuestion

    if isinstance(question, TurnQuestion):
        raise ValueError("--tie-breaks: what one player alone can expect depends on no tie-break")
    least, greatest = question.tie_break_range
    found = {"value": question.value, "least": least, "greatest": greatest}
    if arguments.json:
        ranges = {name: _fields(v, arguments, OF_VALUES) for name, v in found.items()}
        print_json({**ranges, **file_fields(files)})
        return
    for name, value in found.items():
        exactly = f" {_equals(value, arguments, OF_VALUES)} {value}" * arguments.exact
        print(f"{name:<8} {_decimal(value, arguments, OF_VALUES)}{exactly}")
    print_files(files)


def _print_moves(question: TurnQuestion | MatchQuestion, arguments: argparse.Namespace) -> None:
    """The best move, or every move with its value; or that none fits."""
    from exactbox.games.shutbox import roll_of, tiles_of

    rules, best_only = question.rules, arguments.question == "move"
    choices = question.advise(roll_of(rules, question.position, arguments.values[-1]))
    if not choices:
        score = rules.points(question.position)
        if arguments.json:
            print_json({"moves": [], "score": score})
        else:
            print(f"no move fits: {arguments.values[-1]} ends the turn, with score {score}")
        return
    best = choices[0][1]
    if best_only:
        choices = [c for c in choices if c[1] == best] if arguments.all else choices[:1]
    moves = [(tiles_of(rules, question.position ^ q), value) for q, value in choices]
    if arguments.json:
        rows = [{"shut": m, **_fields(v, arguments, OF_VALUES)} for m, v in moves]
        print_json({"moves": rows})
        return
    for move, value in moves:
        if best_only:
            print(move, *[value] * arguments.exact)
        else:
            tag = "  best" if value == best else ""
            decimal, sign = _decimal(value, arguments), _equals(value, arguments)
            print(f"{move!s:<16} {decimal}  {sign} {value}{tag}")


def _print_table(box: ShutTheBox, arguments: argparse.Namespace) -> None:
    """The rule's answers."""
    if arguments.values or arguments.turn or arguments.holders is not None:
        raise ValueError("say what is asked: --expect, --move, --advise or --scores")
    with progress_bar("shutbox"):
        found = box.answers()
    files = write_picture(arguments.plot, found.plot)
    if arguments.json:
        answers = {name: _fields(v, arguments) for name, v in found.values.items()}
        scores = _rows(found.scores, arguments)
        rule = {"rule": box.rules.statement(), "answers": answers, "scores": scores}
        print_json({**rule, **file_fields(files)})
    else:
        print(found.table(_digits(arguments)))
        print_files(files)


def _print_scores(
    final: dict[int, Fraction], arguments: argparse.Namespace, files: list[Written]
) -> None:
    """The distribution of the final score."""
    from exactbox.games.shutbox.rule_answers import score_lines

    if arguments.json:
        print_json({"scores": _rows(final, arguments), **file_fields(files)})
    else:
        print(*score_lines(final, _digits(arguments)), sep="\n")
        print_files(files)


def _rows(final: dict[int, Fraction], arguments: argparse.Namespace) -> list[Any]:
    return [{"score": score, **_fields(chance, arguments)} for score, chance in final.items()]


def _fields(
    value: Fraction, arguments: argparse.Namespace, default: int = OF_LISTS
) -> dict[str, str]:
    """A number for JSON."""
    return {"value": _decimal(value, arguments, default), "exact": str(value)}


def _decimal(value: Fraction, arguments: argparse.Namespace, default: int = OF_LISTS) -> str:
    return decimal_string(*value.as_integer_ratio(), _digits(arguments, default))


def _equals(value: Fraction, arguments: argparse.Namespace, default: int = OF_LISTS) -> str:
    return equals(value, _digits(arguments, default))


def _digits(arguments: argparse.Namespace, default: int = OF_LISTS) -> int:
    """The number of digits after the point."""
    return default if arguments.digits is None else int(arguments.digits)
