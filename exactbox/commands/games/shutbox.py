"""``exactbox shutbox`` and ``ShutTheBox``: the classic dice game, exactly.

Only the standard library is loaded: the classic question is answered in a tenth of a second. Values
are computed in whole numbers without rounding; the independent checker sees them where a
certificate is asked for.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import (
    CERTIFICATE,
    JSON,
    PLAIN_INTEGERS,
    PLOT,
    add_table,
    digits,
    whole,
)
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.written import prove, verdict_fields, write_file, write_picture
from exactbox.decimals import DIGITS, Style, equals
from exactbox.progress import report
from exactbox.showing import Fields, Row, counted

if TYPE_CHECKING:
    from exactbox.games.shutbox.questions import Question
    from exactbox.games.shutbox.rules import Rules

OF_VALUES, OF_LISTS = 6, DIGITS  # digits after the point, where --digits does not say
_WINS = "wins"
LISTED = "list"  # in place of words, after which none stand

ABOUT = """Shut the Box under optimal play, exactly. Without a question: a table of answers for the
rule, or with --objective its value at the start. The classic rule: tiles 1 to 9, two dice, one die
when the open tiles add up to at most 6, two players; who shuts the box wins at once, and a tie
counts half. Of equally good moves everybody takes the first: the one that leaves the lowest score,
then the one that shuts the higher tile where they differ, then all dice before one. Values are
computed in whole numbers, without rounding; with --certificate the independent checker verifies
one. `exactbox help shutbox --manual` has examples."""


def add_parser(commands: Any) -> None:
    """Add the command to ``exactbox``."""
    add_options(
        commands.add_parser(
            "shutbox", help="Shut the Box: values and best moves", description=ABOUT
        )
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options, for either name of the command."""
    asks = parser.add_mutually_exclusive_group()
    for name, text in (
        ("expect", "the value of a position: TILES [SCORE]"),
        ("move", "the best tiles to shut: TILES [SCORE] ROLL"),
        ("advise", "every legal move and its value: TILES [SCORE] ROLL"),
        ("scores", "the distribution of the final score under optimal play: TILES [SCORE]"),
    ):
        asks.add_argument(f"--{name}", action="store_const", const=name, dest="question", help=text)
    parser.add_argument(
        "values",
        nargs="*",
        metavar="VALUE",
        help="the open tiles (146789, or 1,4,6 with commas: 12 is tile 12 where there is one), the "
        "lowest score so far unless it is player one's turn, and the roll: its total, or the dice "
        "as 4+5, 4,5 or 4 5",
    )
    parser.add_argument("--all", action="store_true", help="print every optimal move")
    parser.add_argument("--exact", action="store_true", help="print the fraction too")
    parser.add_argument(
        "--digits",
        type=digits,
        metavar="N",
        help=f"digits to print after the point ({OF_VALUES} of one value, {OF_LISTS} in lists)",
    )
    add_table(parser, JSON)
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
    what = "the answer (of --expect, or of the start)"
    add_table(parser, CERTIFICATE, PLAIN_INTEGERS, what=what)
    add_table(parser, PLOT, what="the final scores under optimal play")
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
        nargs="?",
        const=LISTED,
        help="the rule in words, several with commas; --rule alone lists them with their meaning. "
        "When one die is rolled: sum=6, above=6, last-one, two-dice; with ? at the end, in quotes "
        "for the shell, the player may choose. House rules: each-die, doubles, most=K, thai, "
        "even-stevens, against-all-odds, 3-down-extreme, 2-to-go, unlucky-7, missionary, digital, "
        "double-shutter",
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
    match.add_argument(
        "--double-stake",
        action="store_true",
        help="of two players the loser pays a stake, or two if the winner has shut the box: the "
        "value is the expected gain in stakes",
    )
    whose = match.add_mutually_exclusive_group()
    for k, name in enumerate(("one", "two"), 1):
        about = f"player {name}'s turn"
        whose.add_argument(f"--{name}", action="store_const", const=k, dest="turn", help=about)
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


def game(arguments: argparse.Namespace) -> tuple[Rules, dict[str, Any]]:
    """The rules and the match, each of whose options has a meaning beside the others."""
    from exactbox.games.shutbox.match import SHARE, require_match
    from exactbox.games.shutbox.notation import numbers
    from exactbox.games.shutbox.rules import MAX_DICE, MAX_TILES, Rules

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
    rules = Rules(tiles=tuple(sorted(tiles)), dice=tuple(sides))
    if arguments.rule:
        from exactbox.games.shutbox.words import rules_named

        rules = rules_named(",".join(arguments.rule), rules)
    about_match = {
        "--holders": arguments.holders is not None,
        "--ties": arguments.ties is not None,
        "--play-on": arguments.play_on,
        "--double-stake": arguments.double_stake,
    }
    is_one_turn = arguments.objective not in (None, _WINS)
    if is_one_turn:
        about_match["--players"] = (arguments.players or 1) > 1
        about_match["--two" if arguments.turn == 2 else "--turn"] = (arguments.turn or 1) != 1
    for option in [name for name, is_present in about_match.items() if is_present]:
        if is_one_turn:
            raise ValueError(
                f"{option} is about a match: --objective {arguments.objective} is about one player "
                "alone"
            )
        if arguments.players == 1:
            raise ValueError(f"{option} is about a match, and --players 1 is one player alone")
    players = 2 if arguments.players is None else arguments.players
    ties, double_stake = arguments.ties or SHARE, arguments.double_stake
    require_match(players, ties, double_stake)
    match = {"players": players, "ties": ties, "at_once": not arguments.play_on}
    return rules, match | {"double_stake": double_stake}


def question_about(
    rules: Rules, match: dict[str, Any], arguments: argparse.Namespace, command: str = ""
) -> Question:
    """The question, of the start where no position is given; ``command`` is what asks it."""
    from exactbox.games.shutbox.notation import position_of, score_of
    from exactbox.games.shutbox.questions import Question

    players = match["players"]
    objective = arguments.objective or _WINS
    words, asks = list(arguments.values), arguments.question
    turn = 1 if arguments.turn is None else arguments.turn
    if not 1 <= turn <= players:
        raise ValueError(f"there is no player {turn}: {players} play")
    if objective == _WINS and players == 1:
        raise ValueError(
            "one player alone wins whatever happens; ask with --objective shut, score or beat"
        )
    rolled = asks in ("move", "advise")
    scored = turn > 1 if objective == _WINS else objective == "beat"
    is_sheet = getattr(arguments, "sheet", None) is not None
    if is_sheet:
        if len(words) != scored:
            needs = "the score to beat alone" if scored else "no value"
            raise ValueError(f"--sheet is about all positions and needs {needs}, got {len(words)}")
        words = ["", *words]  # all tiles are open
    elif asks is None and (words or scored):
        raise ValueError(f"say which score to beat: {command or '--expect'} TILES SCORE")
    wanted = ["the open tiles", *["the score"] * scored, *["the total rolled"] * rolled]
    if rolled and len(words) == len(wanted) - 1 + len(rules.dice):  # the dice, one by one
        *words, last = [*words[: len(wanted) - 1], "+".join(words[len(wanted) - 1 :])]
        dice = last.split("+")
        is_roll = all(n.isdecimal() and 1 <= int(n) <= d for n, d in zip(dice, rules.dice))
        words += [last] if is_roll else dice
    if asks is not None and len(words) != len(wanted):
        later = objective == _WINS and turn == 1 and len(words) == len(wanted) + 1
        hint = "; a score to beat goes with --two or --turn K" * later
        needs = " and ".join([", ".join(wanted[:-1]), wanted[-1]][len(wanted) == 1 :])
        raise ValueError(
            f"{command or f'--{asks}'} needs {needs}: {counted(len(wanted), 'argument')}, "
            f"got {len(words)}{hint}"
        )
    start = position_of(rules, words[0]) if words and not is_sheet else rules.full
    best = score_of(rules, words[1]) if scored else -1
    if objective != _WINS:
        return Question(rules, objective, start, best)
    holders = 1 if arguments.holders is None else arguments.holders
    return Question(rules, _WINS, start, best, player=turn - 1, holders=holders, **match)


def run(arguments: argparse.Namespace) -> Report:
    """Answer one question."""
    asks, certificate, sheet = arguments.question, arguments.certificate, arguments.sheet
    if arguments.tie_breaks and (asks != "expect" or certificate):
        raise ValueError("--tie-breaks is for --expect, without --certificate")
    if arguments.all and asks not in ("move", "advise"):
        raise ValueError("--all is for --move")
    if certificate is not None and asks not in (None, "expect"):
        raise ValueError(
            "--certificate proves a value: of --expect, or of the start; a move: --expect with the "
            "tiles that it leaves, of each"
        )
    if arguments.plot is not None and asks in ("move", "advise"):
        raise ValueError(f"--plot draws final scores, --{asks} is about one roll")
    if sheet is not None:
        from exactbox.games.shutbox.sheet import require_suffix, strategy_sheet

        if asks is not None:
            raise ValueError(f"--sheet is about all positions, --{asks} about one")
        require_suffix(sheet)
    if LISTED in arguments.rule:
        from exactbox.games.shutbox.words import MEANING

        fields = [{"word": word, "meaning": said} for word, said in MEANING.items()]
        lines = [f"{word:<34}{said}" for word, said in MEANING.items()]
        return Report([Row(text=lines, fields=lambda: {"rules": fields})])
    exact, (rules, match) = arguments.exact, game(arguments)
    of_values, of_lists = (
        Style(default if arguments.digits is None else arguments.digits)
        for default in (OF_VALUES, OF_LISTS)
    )
    if (asks, arguments.objective, certificate, sheet) == (None,) * 4:
        if arguments.values or arguments.turn or arguments.holders is not None:
            from exactbox.games.shutbox.words import rule_hint

            hint = "".join(map(rule_hint, arguments.values[:1]))
            raise ValueError(f"say what is asked: --expect, --move, --advise or --scores{hint}")
        return _table(rules, match, arguments.plot, of_lists)
    question = question_about(rules, match, arguments)
    roll = ""
    if asks in ("move", "advise"):  # after the tiles, and perhaps a score to beat
        roll = "+".join(arguments.values[1 + (question.to_beat is not None) :])
    files = list[Row]()
    with progress_bar("shutbox"):
        if sheet is not None:
            files += write_file(sheet, "sheet", strategy_sheet(question).save)
        if arguments.plot is not None:
            files += write_picture(arguments.plot, question.plot)
        if asks == "move":
            rows = _move_rows(question, roll, arguments.all, exact, of_values)
        elif asks == "advise":
            rows = _advice_rows(question, roll, of_values, of_lists)
        elif asks == "scores":
            rows = _score_rows(question, of_lists)
        elif arguments.tie_breaks:
            rows = _range_rows(question, exact, of_values)
        else:
            rounded = of_values.decimal(question.value)
            is_tiny = question.value != 0 and "." in rounded and not rounded.strip("0.")
            lines = [rounded, *[str(question.value)] * (exact or is_tiny)]
            rows = [Row(text=lines, fields=lambda: _fields(question.value, of_values))]
            rows.append(Row(fields=lambda: {"question": question.words}))
        if certificate is not None:
            report("proving and checking", 1, 1)
            proof = prove(question, certificate, files)
            rows.append(Row(fields=verdict_fields(proof)))
    return Report(rows, files=files)


def _score_rows(question: Question, style: Style) -> list[Row]:
    """The distribution of the final score."""
    from exactbox.games.shutbox.answers import score_lines

    scores = question.distribution()
    fields = {"scores": _distribution(scores, style)}
    return [Row(text=score_lines(scores, style.digits), fields=fields)]


def _range_rows(question: Question, exact: bool, style: Style) -> list[Row]:
    """The exact answer, and the least and the greatest over all tie-breaks."""
    if question.goal != _WINS:
        raise ValueError("--tie-breaks: what one player alone can expect depends on no tie-break")
    least, greatest = question.tie_break_range
    rows = []
    for name, value in (("value", question.value), ("least", least), ("greatest", greatest)):
        exactly = f" {equals(value, style.digits)} {value}" * exact
        text = f"{name:<8} {style.decimal(value)}{exactly}"
        rows.append(Row(text=text, fields={name: _fields(value, style)}))
    return rows


def _move_rows(
    question: Question, rolled: str, every: bool, exact: bool, style: Style
) -> list[Row]:
    """The best move, or all of them."""
    moves = question.moves(rolled)
    best = [move for move in moves if move[1] == moves[0][1]] if every else moves[:1]
    lines = [f"{move} {value}" if exact else f"{move}" for move, value in best]
    return _row_of_moves(question, rolled, lines, best, style)


def _advice_rows(question: Question, rolled: str, of_values: Style, of_lists: Style) -> list[Row]:
    """Every move with its value."""
    moves = question.moves(rolled)
    lines = []
    for move, value in moves:
        tag = "  best" if value == moves[0][1] else ""
        sign = equals(value, of_lists.digits)
        lines.append(f"{move!s:<16} {of_lists.decimal(value)}  {sign} {value}{tag}")
    return _row_of_moves(question, rolled, lines, moves, of_values)


def _row_of_moves(
    question: Question,
    rolled: str,
    lines: list[str],
    moves: list[tuple[list[int], Fraction]],
    style: Style,
) -> list[Row]:
    """These moves; or that none fits."""
    about: Fields = {"moves": [{"shut": move, **_fields(value, style)} for move, value in moves]}
    if not moves:
        about["score"] = question.rules.points(question.position)
        lines = [f"no move fits: {rolled} ends the turn, with score {about['score']}"]
    return [Row(text=lines, fields=about)]


def _table(rules: Rules, match: dict[str, Any], picture: str | None, style: Style) -> Report:
    """The rule's answers."""
    from exactbox.games.shutbox.answers import rule_answers

    with progress_bar("shutbox"):
        answers = rule_answers(rules, **match)
    about = {
        "rule": rules.statement(),
        "answers": {name: _fields(value, style) for name, value in answers.values.items()},
        "scores": _distribution(answers.scores, style),
    }
    row = Row(text=answers.table(style.digits), fields=about)
    return Report([row], files=write_picture(picture, answers.plot))


def _distribution(final: dict[int, Fraction], style: Style) -> list[Fields]:
    return [{"score": score, **_fields(chance, style)} for score, chance in final.items()]


def _fields(value: Fraction, style: Style) -> Fields:
    """A number for JSON."""
    return {"value": style.decimal(value), "exact": str(value)}
