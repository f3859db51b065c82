"""Strategy sheets of Shut the Box: every cell is what `ShutTheBox.move` says, in the order and the
form that a player at a table can use."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from itertools import product

import pytest

from exactbox.cli import main
from exactbox.games.shutbox import Board, Rules, ShutTheBox, position_of, strategy_sheet, tiles_of
from exactbox.page import sheet as layout

GAMES = {
    "classic": (ShutTheBox(tiles=6), {}),
    "two-dice, shut": (ShutTheBox("two-dice", tiles=5), {"goal": "shut"}),
    "choice of dice": (ShutTheBox("sum=8?", tiles=6), {"goal": "score"}),
    "thai": (ShutTheBox("thai", tiles=6), {"goal": "shut"}),
    "thai, three dice": (ShutTheBox("thai", tiles=6, dice=[2, 3, 4]), {"goal": "shut"}),
    "double shutter": (ShutTheBox("double-shutter", tiles=3, dice=[3, 3]), {"goal": "score"}),
    "double shutter, two digits": (
        ShutTheBox("double-shutter", tiles=[1, 10], dice=[6, 6]), {"goal": "shut"}
    ),
    "score to beat": (ShutTheBox(tiles=6), {"score": 9}),
    "the last of three": (
        ShutTheBox(tiles=4, players=3), {"score": 5, "player": 3, "holders": 2}
    ),
    "house rules": (ShutTheBox("2-to-go,unlucky-7,most=2,missionary", tiles=6), {"goal": "score"}),
    "tiles of two digits": (ShutTheBox(tiles=[1, 5, 10, 12]), {"goal": "beat", "score": 11}),
    "one die": (ShutTheBox(tiles=5, dice=[6]), {"goal": "shut"}),
}  # fmt: skip


@pytest.fixture(params=GAMES.values(), ids=GAMES.keys(), scope="module")
def game(request):
    return request.param


def dice_of(rules, count):
    """All ways that so many dice can fall, by the roll that each makes."""
    found = {}
    for faces in product(*(range(1, sides + 1) for sides in rules.dice[:count])):
        found.setdefault(rules.roll(faces), []).append(",".join(map(str, faces)))
    return found


def test_every_cell_is_the_best_move(game):
    box, asked = game
    sheet, rules = box.sheet(**asked), box.rules
    text = {"": None, "end": []}
    head, *lines = csv.reader(io.StringIO(sheet.to_csv()))
    for row, line in zip(sheet.rows, lines, strict=True):
        written = dict(zip(head, line, strict=True))
        tiles, count = written["open"], int(written["dice"])
        assert position_of(rules, tiles) == row.position
        ways = dice_of(rules, count)
        assert set(row.moves) == set(ways)
        for name, roll in zip(head[2:], sheet.rolls, strict=True):
            cell = written[name]
            if roll not in ways:
                assert cell == ""
                continue
            best = box.move(tiles, roll[0] if count == 1 else ways[roll][0], **asked)
            front, _, back = cell.partition("/")
            digits = "," not in cell and max(rules.numbers) < 10
            shut = [
                int(n) for part in (front, back) for n in (part if digits else part.split(",")) if n
            ] if cell not in text else text[cell]  # fmt: skip
            assert shut == best


def test_there_is_a_row_for_each_position_within_reach_by_the_dictionary(game):
    box, asked = game
    sheet, rules = box.sheet(**asked), box.rules
    assert {row.position for row in sheet.rows} == set(Board(rules).positions) - {0}
    assert len(sheet.rows) == len({row.position for row in sheet.rows})
    if not rules.behind:
        tiles = [tiles_of(rules, row.position) for row in sheet.rows]
        assert tiles == sorted(tiles)


def test_where_the_player_may_choose_the_sheet_has_the_better_number_of_dice():
    """Of each number of dice the worth is the expectation over `advise`, or the score."""
    box, asked = GAMES["choice of dice"]
    chosen = set()
    for row in box.sheet(**asked).rows:
        tiles = tiles_of(box.rules, row.position)
        choices = box.rules.dice_choices(row.position)
        q_value = []
        for count in choices:
            ways = dice_of(box.rules, count)
            total = 0
            for (rolled, _), falls in ways.items():
                moves = box.question(tiles, **asked).advise((rolled, ()))
                value = moves[0][1] if moves else sum(tiles)
                total += value * len(falls)
            q_value.append(total / sum(map(len, ways.values())))
        assert row.dice == choices[q_value.index(min(q_value))]
        chosen.add((len(choices), row.dice))
    assert chosen >= {(1, 2), (2, 1)}


def test_nine_tiles_have_all_positions_but_the_one_that_no_move_leaves():
    """Each of the 2^9 - 1 is within reach but that with 1 alone shut: no total of two dice is 1."""
    sheet = ShutTheBox().sheet(goal="shut")
    assert len(sheet.rows) == 2**9 - 2
    assert [len(tiles_of(sheet.question.rules, row.position)) for row in sheet.rows[:3]] == [
        1,
        2,
        3,
    ]


class Cells(HTMLParser):
    """The rows of the tables of a page, each cell with its text and whether it is bold."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.tags, self.leaves, self.is_cell = [], set(), 0, False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.leaves += ("class", "leaf") in attributes
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.is_cell = True
            self.rows[-1].append(["", False])
        elif tag == "b":
            self.rows[-1][-1][1] = True

    def handle_endtag(self, tag):
        self.is_cell &= tag not in ("th", "td")

    def handle_data(self, data):
        if self.is_cell:
            self.rows[-1][-1][0] += data


def test_the_page_has_the_same_cells_and_bold_ones_where_there_is_a_choice(game):
    box, asked = game
    sheet = box.sheet(**asked)
    _, lines = sheet.table()
    one_die = len(box.rules.dice) > 1
    found = [row for row in Cells(sheet.to_html()).rows if row[0][0] != "open"]
    for row, line, cells in zip(sheet.rows, lines, found, strict=True):
        star = "*" if one_die and row.dice == 1 else ""
        texts = [line[0] + star, *(text.replace("end", "\N{EN DASH}") for text in line[2:])]
        assert [text for text, _ in cells] == texts
        bold = [False, *(len(row.moves.get(roll, ())) > 1 for roll in sheet.rolls)]
        assert [bold for _, bold in cells] == bold


def test_the_page_says_rule_question_value_and_ties_and_runs_nothing():
    question = ShutTheBox().question("123456789", goal="shut")
    html = strategy_sheet(question).to_html()
    for part in (str(question.rules), "probability to shut the box", question.decimal(),
                 str(question.value), "equally good moves", "roll one die"):  # fmt: skip
        assert part in html
    assert Cells(html).leaves == 2
    assert "script" not in Cells(html).tags and not re.search(r"\ssrc=|\sstyle=|url\(", html)
    assert "default-src 'none'; style-src 'sha256-" in html


@pytest.mark.parametrize("count", [1, 5, 510, 4000])
def test_no_row_is_lost_between_pages(count):
    rows = [(str(n), [layout.Cell("1", False)] * 11) for n in range(count)]
    pages = list(layout.paginated(["short"], ["12"] * 11, rows))
    assert [row for page in pages for block in page for row in block] == rows
    assert all(block for page in pages for block in page)


def test_a_frame_has_the_cells_of_the_table():
    sheet = ShutTheBox(tiles=3).sheet(goal="shut")
    head, lines = sheet.table()
    frame = sheet.to_frame()
    assert list(frame.columns) == head and list(frame["dice"]) == [row.dice for row in sheet.rows]
    assert list(frame["6"]) == [line[head.index("6")] for line in lines]


def test_a_sheet_shows_itself():
    sheet = ShutTheBox(tiles=3).sheet(goal="shut")
    assert "7 positions" in repr(sheet) and "At the start: " in str(sheet)
    assert sheet._repr_html_().count("<tr>") == 1 + len(sheet.rows)


def test_save_writes_what_the_suffix_says(tmp_path):
    sheet = ShutTheBox(tiles=3).sheet(goal="shut")
    for name, content in (("a.html", sheet.to_html()), ("b.CSV", sheet.to_csv())):
        sheet.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == content.encode()
    with pytest.raises(ValueError, match=r"c\.pdf: a sheet's name ends in \.html or \.csv"):
        sheet.save(tmp_path / "c.pdf")


def test_a_sheet_starts_with_all_tiles_open():
    with pytest.raises(ValueError, match="all tiles open"):
        strategy_sheet(ShutTheBox().question("12", goal="shut"))


def test_the_command_writes_the_sheet_and_prints_the_value(tmp_path, capsys):
    file = tmp_path / "sheet.csv"
    arguments = ["--tiles", "6", "--two", "--sheet", str(file), "9"]
    assert main(["shutbox", *arguments]) == 0
    box = ShutTheBox(tiles=6)
    decimal = box.question(score=9).decimal(6)
    assert capsys.readouterr().out == f"{decimal}\n{file}: the sheet\n"
    assert file.read_text() == box.sheet(9).to_csv()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--sheet", "x.pdf"], "x.pdf: a sheet's name ends in .html or .csv"),
        (["--sheet", "-"], "-: a sheet's name ends in .html or .csv"),
        (["--sheet", "x.csv", "--expect", "12"], "--sheet is about all positions"),
        (["--sheet", "x.csv", "--tie-breaks"], "--tie-breaks is for --expect"),
        (["--sheet", "x.csv", "12"], "needs no value, got 1"),
        (["--sheet", "x.csv", "--two"], "needs the score to beat alone, got 0"),
        (["--sheet", "x.csv", "--players", "1"], "one player alone"),
        pytest.param(
            ["--sheet", "x.csv", "--rule", "double-shutter", "--objective", "shut"],
            "the sheet has 236,172 cells, more than 100,000", marks=pytest.mark.slow),
        (["--sheet", "nowhere/x.csv"], "nowhere/x.csv"),
    ],
)  # fmt: skip
def test_refuses_in_one_line(arguments, line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["shutbox", *arguments]) == 2
    said = capsys.readouterr().err
    assert line in said and said.count("\n") == 1 and not list(tmp_path.iterdir())


def test_a_row_of_two_digits_has_commas():
    rules = Rules(tiles=(1, 10, 12))
    assert "1,12" in [line[0] for line in ShutTheBox(rules).sheet(goal="shut").table()[1]]
