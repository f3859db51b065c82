"""``exactbox shutbox`` and ``ShutTheBox``: the classic dice game, exactly.

Only the standard library is loaded: the classic question is answered in a tenth of a second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.commands.options import Parser

if TYPE_CHECKING:
    from exactbox.games.shutbox import Roll, Rules
    from exactbox.games.shutbox_play import Played

DIGITS = 6

_ABOUT = """Shut the Box, played optimally and computed exactly. Without a question: a table of
answers for the rule. Classic: tiles 1 to 9, two dice, one die when the open tiles add up to at most
6, two players; who shuts the box wins at once, and a tie counts half. Of equally good moves the
first is the one that leaves the lowest score, then the one that shuts the higher tile where they
differ."""


def add_parser(commands: Any) -> None:
    """Add the command to ``exactbox``."""
    add_options(commands.add_parser("shutbox", help="Shut the Box", description=_ABOUT))


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
        ("expect", "expected wins: TILES [SCORE]"),
        ("move", "the best tiles to shut: TILES [SCORE] ROLL"),
        ("advise", "every legal move and its value: TILES [SCORE] ROLL"),
        ("scores", "the chance of each final score under optimal play: TILES [SCORE]"),
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
    parser.add_argument("--exact", action="store_true", help="print the fraction as well")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--tiles", default="9", metavar="N", help="1 to N, or a list 1,2,5 (9)")
    parser.add_argument("--dice", type=int, metavar="N", help="how many dice (2)")
    parser.add_argument("--sides", metavar="N", help="their sides; a list for unequal dice (6)")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="WORDS",
        help="sum=6 (one die when the open sum is at most 6), above=6 (when all tiles above are "
        "shut), last-one, two-dice; with ? at the end the player may choose; most=K, thai, "
        "even-stevens, against-all-odds, 3-down-extreme, 2-to-go, unlucky-7, missionary, digital, "
        "double-shutter; several with commas",
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="in order (2)")
    parser.add_argument(
        "--ties", choices=("share", "lose", "earlier"), default="share", help="the pot is shared; "
        "nobody gets it; or the earlier player does (share)",
    )  # fmt: skip
    parser.add_argument(
        "--holders", type=int, default=1, metavar="M", help="players who tie for SCORE (1)"
    )
    parser.add_argument(
        "--play-on", action="store_true", help="the others play on when the box has been shut"
    )
    parser.add_argument(
        "--objective",
        default="wins",
        choices=("wins", "shut", "score", "beat"),
        help="expected wins; chance to shut the box; expected score; chance to beat or tie the "
        "SCORE given (wins)",
    )
    parser.add_argument(
        "--certificate",
        metavar="FILE",
        help="prove the answer (of --expect, or of the start), check the proof and write it",
    )
    parser.set_defaults(run=run)


def main(argv: Sequence[str] | None = None) -> int:
    """The console script ``ShutTheBox``."""
    parser = Parser(prog="ShutTheBox", description=_ABOUT)
    add_options(parser)
    try:
        code = run(parser.parse_args(argv))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, TypeError, ArithmeticError, MemoryError, OSError) as error:
        print(f"ShutTheBox: {' '.join(str(error).split())}", file=sys.stderr)
        return 2


def run(arguments: argparse.Namespace) -> int:
    """Answer one question."""
    rules = rules_from(arguments)
    if arguments.certificate is not None:
        return _certified(rules, arguments)
    if arguments.question is None:
        if arguments.values or arguments.turn:
            raise ValueError("say what is asked: --expect, --move, --advise or --scores")
        return _table(rules, arguments)
    return _Asked(rules, arguments).answer()


def rules_from(arguments: argparse.Namespace) -> Rules:
    """The rules that the options describe."""
    from exactbox.games.shutbox import MAX_TILES, Rules, rules_named

    listed = _numbers("--tiles", arguments.tiles)
    if len(listed) == 1 and "," not in arguments.tiles:
        if listed[0] > MAX_TILES:
            raise ValueError(f"--tiles: {listed[0]} tiles, at most {MAX_TILES} are taken")
        listed = list(range(1, listed[0] + 1))
    if len(set(listed)) < len(listed):
        raise ValueError(f"--tiles {arguments.tiles}: a tile is there twice")
    sides = [6] if arguments.sides is None else _numbers("--sides", arguments.sides)
    if len(sides) == 1:
        count = 2 if arguments.dice is None else arguments.dice
        if not 1 <= count <= 32:
            raise ValueError(f"--dice: {count} dice; 1 to 32 are taken")
        sides *= count
    elif arguments.dice not in (None, len(sides)):
        raise ValueError(f"--sides: {len(sides)} numbers for {arguments.dice} dice")
    words = [word for text in arguments.rule for word in text.replace(",", " ").split()]
    return rules_named(words, Rules(tiles=tuple(sorted(listed)), dice=tuple(sides)))


def _numbers(name: str, text: str) -> list[int]:
    """Positive numbers with commas between them."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words or not all(w.isascii() and w.isdigit() and len(w) < 10 for w in words):
        raise ValueError(f"{name}: {text!r} is not a number or a list such as 1,2,5")
    return [int(word) for word in words]


def _certified(rules: Rules, arguments: argparse.Namespace) -> int:
    """Write the certificate of one answer, after the independent checker has passed it."""
    from exactbox.certificate import sha256
    from exactbox.check import Claim, InvalidCertificate, check_certificate
    from exactbox.files import write
    from exactbox.games.shutbox_proof import prove, prove_match

    if arguments.question not in (None, "expect"):
        raise ValueError("--certificate proves a value: of --expect, or of the start")
    goal, start, more = arguments.objective, None, {}
    if arguments.question == "expect":
        asked = _Asked(rules, arguments)
        start = asked.position
        if asked.score >= 0:
            more = {"best": asked.score, "tie": Fraction(1)}
        if goal == "wins" and asked.turn > 1:
            if asked.turn < arguments.players:
                raise ValueError("certificates are for the first player or the last")
            part = Fraction(1, arguments.holders + 1) if arguments.ties == "share" else Fraction(0)
            goal, more["tie"] = "beat", part
    elif goal == "beat":
        raise ValueError("say which score to beat: --expect TILES SCORE")
    if goal == "wins":
        once = not arguments.play_on
        proved = prove_match(
            rules, arguments.players, ties=arguments.ties, at_once=once, start=start
        )
    else:
        proved = prove(rules, goal, start=start, **more)
    data = proved.certificate()
    claim = check_certificate(data, max_bytes=sys.maxsize)
    if not isinstance(claim, Claim) or claim.value != proved.value:
        raise InvalidCertificate("the checker proved another value than the one computed")
    write(arguments.certificate, data)
    print(decimal(proved.value))
    if arguments.exact:
        print(proved.value)
    print(f"{arguments.certificate}: {len(data):,} bytes, sha256 {sha256(data)}, checked: VALID")
    return 0


class _Asked:
    """A question about one position."""

    def __init__(self, rules: Rules, arguments: argparse.Namespace) -> None:
        from exactbox.games.shutbox import position_of
        from exactbox.games.shutbox_board import Board
        from exactbox.games.shutbox_play import Match, beat, lowest_score, shut_the_box

        self.rules, self.arguments = rules, arguments
        turn = 1 if arguments.turn is None else arguments.turn
        wins, question = arguments.objective == "wins", arguments.question
        scored = turn > 1 if wins else arguments.objective == "beat"
        rolled = question in ("move", "advise")
        wanted = ["the open tiles", *["the score"] * scored, *["the total rolled"] * rolled]
        if len(arguments.values) != len(wanted):
            raise ValueError(
                f"--{question} needs {', '.join(wanted)}: {len(wanted)} arguments, "
                f"got {len(arguments.values)}"
            )
        if not 1 <= turn <= arguments.players:
            raise ValueError(f"there is no player {turn}: {arguments.players} play")
        self.position = position_of(rules, arguments.values[0])
        if not self.position:
            raise ValueError("no tile is open: the box is shut, and the turn is over")
        self.turn, self.score = turn, self._score(arguments.values[1]) if scored else -1
        score = self.score
        self.roll = self._roll(arguments.values[-1]) if rolled else None
        self.k = 0
        if not wins:
            self.board = Board(rules, [self.position])
            self.played: Played = (
                beat(self.board, [score])
                if arguments.objective == "beat"
                else (shut_the_box if arguments.objective == "shut" else lowest_score)(self.board)
            )
            return
        self.board = Board(rules, {rules.full, self.position})
        match = Match(
            self.board,
            arguments.players,
            arguments.ties,
            not arguments.play_on,
            (score,) if scored else (),
        )
        most = 1 if arguments.ties == "earlier" or turn == 1 else turn - 1
        if not 1 <= arguments.holders <= most:
            raise ValueError(f"{arguments.holders} players cannot hold the lowest score here")
        self.played = match.stage(turn - 1).played
        self.k = match.key(turn - 1, score, arguments.holders)

    def _score(self, text: str) -> int:
        """A score that some set of tiles has."""
        if not (text.isascii() and text.isdigit()) or len(text) > 100:
            raise ValueError(f"{text!r} is not a score")
        score = int(text)
        if score not in _possible_scores(self.rules):
            raise ValueError(f"score {score} is impossible: no open tiles score it")
        if score == 0 and self.arguments.objective == "wins" and not self.arguments.play_on:
            raise ValueError("score 0 is impossible: the box is shut and the game is won")
        return score

    def _roll(self, text: str) -> Roll:
        """A roll that the dice allowed here can make: its total, or its dice with commas."""
        rules, faces = self.rules, _numbers("the roll", text)
        single = "," not in text
        if rules.single and single and len(rules.dice) > 1:
            raise ValueError(f"the roll: {text!r}; name each die with commas, such as 3,5")
        for count in rules.dice_choices(self.position):
            dice = rules.dice[:count]
            if single and not rules.single and count <= faces[0] <= sum(dice):
                return faces[0], ()
            if single != (count == 1) or len(faces) != count:
                continue
            if all(face <= sides for face, sides in zip(faces, dice)):
                offered = tuple(sorted({*faces, sum(faces)})) if rules.single else ()
                return sum(faces), offered
        counts = " or ".join(map(str, rules.dice_choices(self.position)))
        raise ValueError(f"the dice cannot show {text}: {counts} of them are rolled here")

    def answer(self) -> int:
        """Print what is asked."""
        question = self.arguments.question
        if question == "expect":
            self._print_value()
        elif question == "scores":
            from exactbox.games.shutbox_play import distribution

            _print_scores(distribution(self.played, self.position, self.k), self.arguments.json)
        else:
            self._print_moves(best_only=question == "move")
        return 0

    def _print_value(self) -> None:
        value = self.played.at(self.position, self.k)
        if self.arguments.json:
            _print_json({"value": decimal(value), "exact": str(value)})
            return
        print(decimal(value))
        if self.arguments.exact:
            print(value)

    def _print_moves(self, *, best_only: bool) -> None:
        from exactbox.games.shutbox import tiles_of
        from exactbox.games.shutbox_play import advise

        assert self.roll is not None
        choices = advise(self.played, self.position, self.roll, self.k)
        if not choices:
            raise ValueError(f"no legal move: {self.arguments.values[-1]} ends the turn here")
        best = choices[0][1]
        if best_only:
            some = [c for c in choices if c[1] == best] if self.arguments.all else choices[:1]
        else:
            some = choices
        moves = [(tiles_of(self.rules, self.position ^ q), value) for q, value in some]
        if self.arguments.json:
            rows = [{"shut": m, "value": decimal(v), "exact": str(v)} for m, v in moves]
            _print_json({"moves": rows})
            return
        for move, value in moves:
            if best_only:
                print(move, *[value] * self.arguments.exact)
            else:
                tag = "  best" if value == best else ""
                print(f"{move!s:<16} {decimal(value, 12)}  = {value}{tag}")


def _possible_scores(rules: Rules) -> set[int]:
    """The scores that some set of tiles has; of two rows, a hidden tile counts as open."""
    n = len(rules.tiles)
    if rules.score == "count":
        return set(range(rules.depth + 1))
    scores = {0}
    for i, number in enumerate(rules.tiles):
        if rules.score == "digits":
            scores |= {int(f"{s or ''}{number}") for s in scores}
        elif rules.behind:
            back = rules.numbers[n + i]
            scores |= {s + more for s in scores for more in (back, 2 * number + back)}
        else:
            scores |= {s + number for s in scores}
    return scores


def _table(rules: Rules, arguments: argparse.Namespace) -> int:
    """The rule's answers."""
    from exactbox.games.shutbox_board import Board
    from exactbox.games.shutbox_play import (
        Match,
        distribution,
        lowest_score,
        shut_the_box,
    )

    board = Board(rules)
    start = rules.full
    shut, low = shut_the_box(board), lowest_score(board)
    most, least = shut.at(start), low.at(start)
    rows = [("greatest probability to shut the box", most), ("least expected score", least)]
    if rules.score == "sum" and not rules.behind:
        rows.append(("greatest expected sum shut", rules.points(start) - least))
    if arguments.players > 1:
        match = Match(board, arguments.players, arguments.ties, not arguments.play_on)
        name = f"expected wins of the first of {arguments.players} players"
        rows.append((name, match.value(0, start)))
    final = distribution(low, start)
    if arguments.json:
        answers = {name: {"value": decimal(v, 12), "exact": str(v)} for name, v in rows}
        _print_json({"rule": rules.statement(), "answers": answers, "scores": _as_json(final)})
        return 0
    print(f"tiles {' '.join(map(str, rules.tiles))}; {described(rules)}")
    for name, value in rows:
        print(f"  {name:<40} {decimal(value, 12)}\n    = {value}")
    print("final scores when the expected score is least:")
    _print_scores(final, False)
    return 0


def described(rules: Rules) -> str:
    """The rules but for the tiles, in a line."""
    words = ["dice " + " ".join(f"d{sides}" for sides in rules.dice)]
    if rules.behind:
        words.insert(0, f"over {' '.join(map(str, rules.behind))}")
    if rules.one_die != "never" and len(rules.dice) > 1:
        when = (
            f"the open sum is at most {rules.limit}"
            if rules.one_die == "sum"
            else f"all tiles above {rules.limit} are shut"
        )
        words.append(f"one die{' if the player likes' * rules.choice} when {when}")
    if rules.single:
        words.append("one tile a roll, equal to a die or the total")
    if rules.most:
        words.append(f"at most {rules.most} tiles a move")
    if rules.first:
        words.append(f"the first roll must shut {rules.first}")
    if rules.stop:
        words.append(f"a total of {rules.stop} ends the turn")
    words.append({"sum": "scored by sum", "count": "scored by count"}.get(rules.score, "digital"))
    return "; ".join(words)


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


if __name__ == "__main__":
    sys.exit(main())
