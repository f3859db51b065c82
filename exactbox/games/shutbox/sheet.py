"""Strategy sheets of Shut the Box: the best move for every position and every roll.

A sheet belongs to a question, whose value depends on how the whole turn is played: a row for every
position within reach of the start, a column for every roll, and in the cell the tiles to shut. Of
equally good moves it has the first, as everywhere (`exactbox.games.shutbox.play`). Where the player
may choose how many dice to roll, the row is for the better number, so every position has one row.

**How a sheet is written.** Open tiles, and those to shut, are written as they are read:
``146789``, with commas where a tile has two digits, and in the double shutter with the back row
after a slash. ``end`` says that no move fits and the turn ends; an empty cell, that the dice cannot
show this roll. Rows have the order of a dictionary: 1, 12, 123, ..., 13, ..., 9.
"""

from __future__ import annotations

import csv
import io
import os
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from exactbox.decimals import DIGITS, equals, integer_string
from exactbox.games.shutbox.notation import text_of, tiles_of
from exactbox.games.shutbox.play import advise, first_best
from exactbox.games.shutbox.questions import Question
from exactbox.games.shutbox.rules import Roll
from exactbox.showing import counted, frame

MAX_CELLS = 100_000  # twelve tiles by the Thai rule have 86,016: 1.9 MB of HTML
SUFFIXES = (".html", ".csv")
END, DASH = "end", "\N{EN DASH}"  # how CSV, and a printed sheet, say that the turn ends
TITLE = "Shut the Box: the best moves"


class SheetRow(NamedTuple):
    """A position, how many dice to roll, and for each roll of these dice the positions that it can
    lead to, best first; none if it ends the turn."""

    position: int
    dice: int
    moves: dict[Roll, tuple[int, ...]]


@dataclass(frozen=True, repr=False)
class Sheet:
    """The best move for every position and every roll.

    The columns are the rolls of all dice and of one die, by their totals; the rows are in the order
    of a dictionary.

    Examples
    --------
    >>> from exactbox.games.shutbox import ShutTheBox
    >>> print(ShutTheBox(tiles=3, dice=[3]).sheet(goal="shut").to_csv())
    open,dice,1,2,3
    1,1,1,end,end
    12,1,1,2,12
    123,1,1,2,3
    13,1,1,end,3
    2,1,end,2,end
    23,1,end,2,3
    3,1,end,end,3
    <BLANKLINE>
    """

    question: Question
    rolls: list[Roll]
    rows: list[SheetRow]

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The heads of the columns, and the cells of every row."""
        rules, lines = self.question.rules, []
        for position, dice, moves in self.rows:
            lines.append([text_of(rules, position), str(dice)])
            for after in map(moves.get, self.rolls):  # None: this cannot be rolled here
                ends = END if after is not None else ""
                lines[-1].append(text_of(rules, position & ~after[0]) if after else ends)
        return ["open", "dice", *map(roll_text, self.rolls)], lines

    def to_csv(self) -> str:
        """The table with commas, a line for each row."""
        head, lines = self.table()
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([head, *lines])
        return text.getvalue()

    def to_html(self) -> str:
        """A page to print, which needs nothing else; of nine tiles two sheets of A4 or Letter."""
        from exactbox.page.sheet import Cell, sheet_html

        (_, _, *head), lines = self.table()
        rows = []
        for (_, dice, moves), (name, _, *texts) in zip(self.rows, lines, strict=True):
            one = len(self.question.rules.dice) > 1 and dice == 1
            choices = [len(moves.get(roll, ())) > 1 for roll in self.rolls]
            dashed = (text.replace(END, DASH) for text in texts)
            rows.append((name + "*" * one, [*map(Cell, dashed, choices)]))
        words = self.question.words.removeprefix("Shut the Box: ")
        facts = [words[:1].upper() + words[1:], value_line(self.question.value), *self.reading()]
        return sheet_html(TITLE, facts, head, rows)

    def reading(self) -> list[str]:
        """Sentences about how to read the sheet."""
        rules = self.question.rules
        how = "Find the open tiles at the left and the roll at the top: there "
        if rules.single:
            how += "is the tile to shut. The dice of a roll stand one above the other."
        else:
            low, high = rules.tiles[0], rules.tiles[-1]
            example = f"{low},{high}" if high > 9 else f"{low}{high}"
            how += f"are the tiles to shut, {example} being {low} and {high}."
        how += (
            " Bold: the best of several moves. Grey: the only move. "
            f"{DASH}: no move fits, and the turn ends."
        )
        if rules.behind:
            how += " After / stand tiles of the back row."
        counts = {dice for _, dice, _ in self.rows}
        if len(counts) > 1:
            how += " Empty: cannot be rolled."
        if min(counts) < len(rules.dice):
            how += " *: roll one die."
        ties = (
            "Of equally good moves the sheet has one: that which leaves the lowest score, then "
            "that which shuts the higher tile where two differ, then all dice before one."
        )
        return [how, ties]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the sheet whole or not at all: as HTML or CSV, as the suffix says."""
        from exactbox.files import write

        suffix = require_suffix(path)
        write(path, (self.to_html() if suffix == ".html" else self.to_csv()).encode())

    def to_frame(self) -> Any:
        """The table as a pandas.DataFrame, with the columns of `to_csv`; the dice are integers."""
        head, lines = self.table()
        columns: dict[str, Any] = dict(zip(head, map(list, zip(*lines, strict=True)), strict=True))
        columns["dice"] = [dice for _, dice, _ in self.rows]
        return frame(columns)

    def __repr__(self) -> str:
        return f"Sheet({counted(len(self.rows), 'position')}; {self.question.words})"

    def __str__(self) -> str:
        value = value_line(self.question.value)
        return f"{self.question.words}\n{value}\n{counted(len(self.rows), 'position')}"

    def _repr_html_(self) -> str:
        from exactbox.showing import html_table

        return html_table(self.question.words, *self.table())


def strategy_sheet(question: Question) -> Sheet:
    """The best move for every position within reach of the start and every roll.

    The question's goal is what moves are the best for; all tiles are open at its start.

    Raises
    ------
    ValueError
        If some tile is shut at the start, or the sheet would have more than 100,000 cells.
    """
    rules = question.rules
    if question.position != rules.full:
        raise ValueError("a sheet is for a turn that starts with all tiles open")
    board = question.values.board
    dice = sorted({k for p in board.positions if p for k in rules.dice_choices(p)})
    rolls = {k: list(rules.rolls(k)) for k in dice}
    columns = sorted({roll for row in rolls.values() for roll in row})
    cells = sum(map(bool, board.positions)) * len(columns)
    if cells > MAX_CELLS:
        raise ValueError(f"the sheet has {cells:,} cells, more than {MAX_CELLS:,}")
    values = question.values
    pick, front = first_best(values.sense), (1 << len(rules.tiles)) - 1
    rows = []
    for position in filter(None, board.positions):
        best = pick([vector[0] for vector in values.throws[position]])
        count = rules.dice_choices(position)[best]
        moves = {roll: tuple(q for q, _ in advise(values, position, roll)) for roll in rolls[count]}
        rows.append(SheetRow(position, count, moves))
    # words in a dictionary, the front row before the back row
    rows.sort(key=lambda row: (tiles_of(rules, row[0] & front), tiles_of(rules, row[0] & ~front)))
    return Sheet(question, columns, rows)


def roll_text(roll: Roll) -> str:
    """A roll as people write it: the total; in Thai games the dice.

    Where several of more than two dice may show the same, these are those that differ, and the
    total.

    Examples
    --------
    >>> roll_text((9, ())), roll_text((8, (3, 5, 8))), roll_text((6, (3, 6)))
    ('9', '3,5', '3,3')
    >>> roll_text((5, (1, 2, 5)))  # one of three dice shows 1, the others 2
    '1,2=5'
    """
    total, faces = roll
    dice = [face for face in faces if face != total]
    if not dice:
        return str(total)
    if len(dice) == 1:
        dice *= total // dice[0]
    text = ",".join(map(str, dice))
    return text if sum(dice) == total else f"{text}={total}"


def value_line(value: Fraction) -> str:
    """The value at the start, as a decimal and in full."""
    from exactbox.decimals import decimal_string

    decimal = decimal_string(*value.as_integer_ratio(), DIGITS)
    exactly = integer_string(value.numerator)
    if value.denominator > 1:
        exactly += f"/{integer_string(value.denominator)}"
    return f"At the start: {decimal} {equals(value, DIGITS)} {exactly}"


def require_suffix(path: str | os.PathLike[str]) -> str:
    """The suffix of a sheet's file."""
    name = os.fsdecode(path)
    suffix = os.path.splitext(name)[1].lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"{name}: a sheet's name ends in {' or '.join(SUFFIXES)}")
    return suffix
