"""``exactbox shutbox`` and ``ShutTheBox``: the classic dice game, exactly.

Only the standard library is loaded: the classic question is answered in a tenth of a second.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from exactbox.games.shutbox import MatchQuestion, Rules, TurnQuestion
    from exactbox.games.shutbox.rules import Roll

DIGITS = 6

ABOUT = """Shut the Box under optimal play, exactly. Without a question: a table of answers for the
rule. The classic rule: tiles 1 to 9, two dice, one die when the open tiles add up to at most 6, two
players; who shuts the box wins at once, and a tie counts half. Of equally good moves everybody
takes the first: the one that leaves the lowest score, then the one that shuts the higher tile where
they differ, then all dice before one."""


def add_parser(commands: Any) -> None:
    """Add the command to ``exactbox``."""
    add_options(
        commands.add_parser(
            "shutbox", help="Shut the Box: values and best moves", description=ABOUT
        )
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, for either name of the command."""
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument(
        "--one", action="store_const", const=1, dest="turn", help="player one's turn"
    )
    whose.add_argument(
        "--two", action="store_const", const=2, dest="turn", help="player two's turn"
    )
    whose.add_argument("--turn", type=int, metavar="K", help="the turn of the K-th player")
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
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--tiles", default="9", metavar="N", help="tiles 1 to N, or a list: 1,2,5 (9)"
    )
    parser.add_argument("--dice", type=int, metavar="N", help="how many dice (2)")
    parser.add_argument("--sides", metavar="N", help="sides of a die, or a list: 4,6 (6)")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="WORDS",
        help="when one die is rolled: sum=6 (the open sum is at most 6), above=6 (all tiles above "
        "are shut), last-one, two-dice (never); with ? at the end the player may choose. House "
        "rules: most=K, thai, even-stevens, against-all-odds, 3-down-extreme, 2-to-go, unlucky-7, "
        "missionary, digital, double-shutter. Several with commas",
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many players (2)")
    parser.add_argument(
        "--ties", choices=("share", "lose", "earlier"), default="share", help="of those who tie: "
        "all share the pot, none gets it, or the earliest does (share)",
    )  # fmt: skip
    parser.add_argument(
        "--holders", type=int, default=1, metavar="M", help="how many players have the SCORE (1)"
    )
    parser.add_argument(
        "--play-on", action="store_true", help="the others play on when the box has been shut"
    )
    parser.add_argument(
        "--tie-breaks",
        action="store_true",
        help="print the least and the greatest value too, over all that the second of two players "
        "may do among equally good moves (with --expect, of player one)",
    )
    parser.add_argument(
        "--objective",
        default="wins",
        choices=("wins", "shut", "score", "beat"),
        help="expected wins; or of one player alone the probability to shut the box, the expected "
        "score, the probability to beat or tie the SCORE (wins)",
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="prove the answer (of --expect, or of the start), check the proof and write it",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Answer one question."""
    rules = rules_from(arguments)
    if arguments.tie_breaks and (arguments.question != "expect" or arguments.certificate):
        raise ValueError("--tie-breaks is for --expect, without --certificate")
    if arguments.certificate is not None:
        _prove(rules, arguments)
    elif arguments.question is None:
        if arguments.values or arguments.turn:
            raise ValueError("say what is asked: --expect, --move, --advise or --scores")
        _print_table(rules, arguments)
    else:
        question, roll = question_from(rules, arguments)
        if roll is not None:
            _print_moves(question, roll, arguments)
        elif arguments.question == "scores":
            _print_scores(question.distribution(), arguments.json)
        elif arguments.tie_breaks:
            _print_range(question, arguments)
        else:
            _print_value(question.value, arguments.exact, arguments.json)
    return 0


def rules_from(arguments: argparse.Namespace) -> Rules:
    """The rules that the options describe."""
    from exactbox.games.shutbox import Rules, rules_named
    from exactbox.games.shutbox.notation import numbers
    from exactbox.games.shutbox.rules import MAX_DICE, MAX_TILES

    tiles = numbers("--tiles", arguments.tiles)
    if len(tiles) == 1 and "," not in arguments.tiles:
        if tiles[0] > MAX_TILES:
            raise ValueError(f"--tiles: {tiles[0]} tiles, at most {MAX_TILES} are taken")
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
    words = [word for text in arguments.rule for word in text.replace(",", " ").split()]
    return rules_named(words, Rules(tiles=tuple(sorted(tiles)), dice=tuple(sides)))


def question_from(
    rules: Rules, arguments: argparse.Namespace
) -> tuple[TurnQuestion | MatchQuestion, Roll | None]:
    """The question, of the start where no position is given, and the roll to choose a move for."""
    from exactbox.games.shutbox import (
        MatchQuestion,
        TurnQuestion,
        position_of,
        roll_of,
        score_of,
    )

    wins, given = arguments.objective == "wins", arguments.values
    turn = 1 if arguments.turn is None else arguments.turn
    rolled = arguments.question in ("move", "advise")
    scored = turn > 1 if wins else arguments.objective == "beat"
    wanted = ["the open tiles", *["the score"] * scored, *["the total rolled"] * rolled]
    if arguments.question is None and (given or scored):
        raise ValueError("say which score to beat: --expect TILES SCORE")
    if arguments.question is not None and len(given) != len(wanted):
        raise ValueError(
            f"--{arguments.question} needs {', '.join(wanted)}: {len(wanted)} arguments, "
            f"got {len(given)}"
        )
    if not 1 <= turn <= arguments.players:
        raise ValueError(f"there is no player {turn}: {arguments.players} play")
    start = position_of(rules, given[0]) if given else rules.full
    if not start:
        raise ValueError("no tile is open: the box is shut, and the turn is over")
    score = score_of(rules, given[1]) if scored else None
    roll = roll_of(rules, start, given[-1]) if rolled else None
    if not wins:
        return TurnQuestion(rules, arguments.objective, start, score or 0), roll
    match = rules, arguments.players, arguments.ties, not arguments.play_on
    best = -1 if score is None else score
    return MatchQuestion(*match, start, turn - 1, best, arguments.holders), roll


def _prove(rules: Rules, arguments: argparse.Namespace) -> None:
    """Write the certificate of one answer, after the independent checker has passed it."""
    from exactbox.certificate import proved, sha256
    from exactbox.files import write

    if arguments.question not in (None, "expect"):
        raise ValueError("--certificate proves a value: of --expect, or of the start")
    question, _ = question_from(rules, arguments)
    data = proved(question).data
    write(arguments.certificate, data)
    _print_value(question.value, arguments.exact, as_json=False)
    print(f"{arguments.certificate}: {len(data):,} bytes, sha256 {sha256(data)}, checked: VALID")


def _print_value(value: Fraction, exact: bool, as_json: bool) -> None:
    """The exact answer."""
    if as_json:
        _print_json({"value": decimal(value), "exact": str(value)})
    else:
        print(decimal(value), *[value] * exact, sep="\n")


def _print_range(question: TurnQuestion | MatchQuestion, arguments: argparse.Namespace) -> None:
    """The exact answer, and the least and the greatest over all tie-breaks."""
    from exactbox.games.shutbox import TurnQuestion

    if isinstance(question, TurnQuestion):
        raise ValueError("--tie-breaks: what one player alone can expect depends on no tie-break")
    least, greatest = question.tie_break_range
    found = {"value": question.value, "least": least, "greatest": greatest}
    if arguments.json:
        _print_json({k: {"value": decimal(v), "exact": str(v)} for k, v in found.items()})
        return
    for name, value in found.items():
        print(f"{name:<8} {decimal(value)}", *[f"= {value}"] * arguments.exact)


def _print_moves(
    question: TurnQuestion | MatchQuestion, roll: Roll, arguments: argparse.Namespace
) -> None:
    """The best move, or every move with its value."""
    from exactbox.games.shutbox import tiles_of

    choices = question.advise(roll)
    if not choices:
        raise ValueError(f"no legal move: {arguments.values[-1]} ends the turn here")
    best, best_only = choices[0][1], arguments.question == "move"
    if best_only:
        choices = [c for c in choices if c[1] == best] if arguments.all else choices[:1]
    moves = [(tiles_of(question.rules, question.position ^ q), value) for q, value in choices]
    if arguments.json:
        rows = [{"shut": m, "value": decimal(v), "exact": str(v)} for m, v in moves]
        _print_json({"moves": rows})
        return
    for move, value in moves:
        if best_only:
            print(move, *[value] * arguments.exact)
        else:
            tag = "  best" if value == best else ""
            print(f"{move!s:<16} {decimal(value, 12)}  = {value}{tag}")


def _print_table(rules: Rules, arguments: argparse.Namespace) -> None:
    """The rule's answers."""
    from exactbox.games.shutbox import rule_answers

    found = rule_answers(rules, arguments.players, arguments.ties, not arguments.play_on)
    if arguments.json:
        answers = {
            name: {"value": decimal(v, 12), "exact": str(v)} for name, v in found.values.items()
        }
        scores = _as_json(found.scores)
        _print_json({"rule": rules.statement(), "answers": answers, "scores": scores})
        return
    print(rules)
    for name, value in found.values.items():
        print(f"  {name:<40} {decimal(value, 12)}\n    = {value}")
    print("final scores when the expected score is least:")
    _print_scores(found.scores, False)


def _print_scores(final: dict[int, Fraction], as_json: bool) -> None:
    """The distribution of the final score."""
    if as_json:
        _print_json({"scores": _as_json(final)})
        return
    wide = max(len(str(score)) for score in final)
    for score, chance in final.items():
        print(f"  {score:>{wide}}  {decimal(chance, 12)}  = {chance}")


def _as_json(final: dict[int, Fraction]) -> list[Any]:
    return [{"score": s, "value": decimal(c, 12), "exact": str(c)} for s, c in final.items()]


def _print_json(value: Any) -> None:
    import json

    print(json.dumps(value))


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """The value, which is not negative, rounded half to even to so many digits after the point.

    Examples
    --------
    >>> decimal(Fraction(2, 3)), decimal(Fraction(1, 8), 2)
    ('0.666667', '0.12')
    """
    text = f"{round(value * 10**digits):0{digits + 1}d}"
    return f"{text[:-digits]}.{text[-digits:]}"
