"""The sheet of best moves in a browser: the page's is the command's, and both print well."""

from __future__ import annotations

import csv
import io

import pytest

from exactbox.cli import main
from exactbox.games.shutbox import ShutTheBox

PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
LEAST = 5  # points: no smaller letters
GAMES = {  # an address of the view, and the same in Python
    "classic": ("", {}, {}),
    "two dice, shut": ("?rule=two-dice&goal=shut", {"rule": "two-dice"}, {"goal": "shut"}),
    "thai": ("?rule=thai&tiles=7&goal=score", {"rule": "thai", "tiles": 7}, {"goal": "score"}),
    "choice of dice": (
        "?rule=above=6?&goal=beat&best=20",
        {"rule": "above=6?"},
        {"goal": "beat", "score": 20},
    ),
    "player two": ("?tiles=7&player=2&best=9", {"tiles": 7}, {"score": 9}),
    "the last of three": (
        "?tiles=6&players=3&player=3&best=5&holders=2",
        {"tiles": 6, "players": 3},
        {"score": 5, "player": 3, "holders": 2},
    ),
    "double shutter": (
        "?rule=double-shutter&tiles=5&goal=shut",
        {"rule": "double-shutter", "tiles": 5},
        {"goal": "shut"},
    ),
    "house rules": (
        "?rule=unlucky-7,2-to-go,digital&ties=lose",
        {"rule": "unlucky-7,2-to-go,digital", "ties": "lose"},
        {},
    ),
    "ten tiles": ("?tiles=10&goal=shut", {"tiles": 10}, {"goal": "shut"}),
    "three dice": ("?dice=4,4,6&tiles=8&goal=score", {"tiles": 8, "dice": [4, 4, 6]},
                   {"goal": "score"}),
}  # fmt: skip


def opened(tab, address=""):
    tab.goto(f"#sheet{address}")
    tab.wait_for_selector("#sheet .leaf")


def cells(tab):
    """The rows that stand in the view: text, and whether it is bold."""
    return tab.evaluate(
        """() => [...document.querySelectorAll("#sheet tbody tr, .sheet tbody tr")].map((row) =>
             [...row.cells].map((cell) => [cell.textContent, cell.querySelector("b") !== null]))"""
    )


def has_the_cells(tab, sheet):
    _, lines = sheet.table()
    several = len(sheet.question.rules.dice) > 1
    expected = []
    for row, line in zip(sheet.rows, lines, strict=True):
        star = "*" if several and row.dice == 1 else ""
        texts = [line[0] + star, *(text.replace("end", "\N{EN DASH}") for text in line[2:])]
        bold = [False, *(len(row.moves.get(roll, ())) > 1 for roll in sheet.rolls)]
        expected.append([list(pair) for pair in zip(texts, bold, strict=True)])
    assert cells(tab) == expected


def downloads_the_csv(tab, sheet, folder):
    """As the command writes it."""
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Download CSV").click()
    assert download.value.suggested_filename == "shut-the-box.csv"
    download.value.save_as(folder / "sheet.csv")
    assert (folder / "sheet.csv").read_bytes().decode() == sheet.to_csv()


def says_the_value_and_breaks_pages(tab, sheet, folder):
    """As the command's sheet, which is shown instead."""
    value = sheet.question.value
    said = tab.locator("#sheet .sheet").inner_text()
    assert f"{sheet.question.decimal()} " in said and f" {value}\n" in said
    for text in sheet.reading():
        assert text in said
    blocks = """() => [...document.querySelectorAll(".leaf")].map((leaf) =>
      [...leaf.querySelectorAll("table")].map(({ caption, tHead }) =>
        [caption.textContent, tHead.textContent]))"""
    shown = tab.evaluate(blocks)
    file = folder / "sheet.html"
    sheet.save(file)
    tab.goto(file.as_uri())
    written = tab.evaluate(blocks)
    assert [len(leaf) for leaf in shown][1:] == [len(leaf) for leaf in written][1:]
    assert shown[0][0][1] == written[0][0][1]


@pytest.mark.parametrize(("address", "game", "asked"), GAMES.values(), ids=GAMES.keys())
def test_the_view_is_the_sheet_of_the_same_question_in_python(tab, tmp_path, address, game, asked):
    opened(tab, address)
    sheet = ShutTheBox(**game).sheet(**asked)
    has_the_cells(tab, sheet)
    downloads_the_csv(tab, sheet, tmp_path)
    says_the_value_and_breaks_pages(tab, sheet, tmp_path)


def printed(tab, tmp_path, paper):
    """The pages of the tab on this paper, as PDF."""
    from pypdf import PdfReader

    file = tmp_path / f"{paper}.pdf"
    tab.pdf(path=file, format=paper)
    return PdfReader(file).pages


def smallest(tab):
    """The smallest letters on paper, in points, and how far to the right anything reaches."""
    tab.emulate_media(media="print")
    tab.set_viewport_size({"width": 733, "height": 995})  # A4 less 8 mm on each side
    found = tab.evaluate(
        """() => {
          const shown = [...document.querySelectorAll(".sheet *")].filter((each) =>
            [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
            each.getClientRects().length);
          return [
            Math.min(...shown.map((each) => parseFloat(getComputedStyle(each).fontSize) * 0.75)),
            Math.max(...shown.map((each) => each.getBoundingClientRect().right)),
          ];
        }"""
    )
    tab.emulate_media(media="screen")
    return found


NINE = {
    "classic": [],
    "two dice": ["--rule", "two-dice", "--objective", "shut"],
    "thai": ["--rule", "thai", "--objective", "score"],
    "choice of dice": ["--rule", "above=6?", "--objective", "beat", "20"],
    "four players": ["--players", "4"],
    "the last of three": ["--players", "3", "--turn", "3", "--holders", "2", "12"],
}


def every_row_is_there(pages):
    """Of the classic game."""
    first, second = (page.extract_text() for page in pages)
    assert "Shut the Box: the best moves" in first and "page 2 of 2" in second
    words = {*first.split(), *second.split()}
    labels = [line[0] for line in csv.reader(io.StringIO(ShutTheBox().sheet().to_csv()))][1:]
    assert {label for label in labels if label not in words and f"{label}*" not in words} == set()


@pytest.mark.parametrize("arguments", NINE.values(), ids=NINE.keys())
def test_the_commands_sheet_of_nine_tiles_prints_on_two_pages(tab, tmp_path, arguments):
    file = tmp_path / "sheet.html"
    assert main(["shutbox", *arguments, "--sheet", str(file)]) == 0
    tab.goto(file.as_uri())
    for paper, size in PAPERS.items():
        pages = printed(tab, tmp_path, paper)
        assert len(pages) == 2
        if arguments == NINE["classic"] and paper == "Letter":  # the same words as on A4
            every_row_is_there(pages)
        for page in pages:
            assert [round(float(n)) for n in page.mediabox[2:]] == pytest.approx(size, abs=1)
    least, right = smallest(tab)
    assert least >= LEAST and right <= 734


@pytest.mark.parametrize("address", ["", "?rule=thai&goal=shut", "?rule=two-dice&players=4"])
def test_the_view_of_nine_tiles_prints_on_two_pages(tab, tmp_path, address):
    """What is typed to find a row leaves the printed sheet whole."""
    opened(tab, address)
    tab.get_by_label("Open tiles, to find a row").fill("146789")
    pages = [printed(tab, tmp_path, paper) for paper in PAPERS]
    assert [*map(len, pages)] == [2, 2]
    tab.emulate_media(media="print")
    texts = [tab.inner_text("body")]
    if not address:  # and of the PDF, which takes longer to read than to print
        first, second = (page.extract_text() for page in pages[-1])
        assert "page 2 of 2" in second
        texts.append(first + second)
    for text in texts:
        assert "123456789" in text and "Print" not in text and "Advise" not in text
        assert "page 2 of 2" in text
    least, right = smallest(tab)
    assert least >= LEAST and right <= 734


def test_larger_sheets_print_the_pages_that_they_say(tab, tmp_path):
    file = tmp_path / "sheet.html"
    ShutTheBox(tiles=10, dice=[6, 6, 6]).sheet(goal="shut").save(file)
    tab.goto(file.as_uri())
    for paper in PAPERS:
        pages = printed(tab, tmp_path, paper)
        assert f"page {len(pages)} of {len(pages)}" in pages[-1].extract_text()


def test_typing_the_open_tiles_finds_their_row(tab):
    opened(tab)
    field, rows = (
        tab.get_by_label("Open tiles, to find a row"),
        tab.locator("#sheet tbody tr:visible"),
    )
    box = ShutTheBox()
    count = rows.count()
    field.fill("9741")
    assert rows.count() == 1
    assert rows.locator("th").inner_text() == "1479"
    top, bottom = tab.evaluate(
        """() => { const at = document.querySelector("#sheet tbody tr:not(.away)")
             .getBoundingClientRect(); return [at.top, at.bottom - innerHeight]; }"""
    )
    assert top >= 0 >= bottom  # the row has been scrolled to
    shut = box.move("1479", 12)
    assert rows.locator("td").last.inner_text() == "".join(map(str, shut))
    for text, line in (
        ("23456789", "no turn comes to"),
        ("1x", "not a tile"),
        ("", "510 positions"),
    ):
        field.fill(text)
        assert rows.count() == count == 510
        assert line in tab.locator("#sheet [role=status]").inner_text()


def test_other_settings_have_another_sheet_and_a_sheet_too_large_is_refused(tab):
    opened(tab, "?goal=shut")
    before = cells(tab)
    tab.goto("#sheet?goal=score")
    tab.locator("#sheet .sheet p").filter(has_text="Expected score; ").wait_for()
    assert cells(tab) != before
    tab.goto("#sheet?rule=double-shutter&goal=shut")
    alert = tab.locator("#sheet .asking .error")
    alert.filter(has_text="cells").wait_for(timeout=60_000)
    assert alert.inner_text() == "the sheet has 236,172 cells, more than 100,000"
    assert tab.locator("#sheet .leaf").count() == 0


def test_on_a_phone_the_sheet_scrolls_in_its_own_box(tab):
    tab.set_viewport_size({"width": 360, "height": 740})
    opened(tab)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    box = tab.locator("#sheet .leaves")
    box.evaluate("(box) => box.scrollTo(40, 300)")
    top, left = box.evaluate(
        """(box) => {
          const [head, label] = [box.querySelector("thead th"), box.querySelector("tbody th")];
          const [at, first, second] = [box, head, label].map((each) =>
            each.getBoundingClientRect());
          return [first.top - at.top, second.left - at.left];
        }"""
    )
    assert abs(top) <= 1 and abs(left) <= 1


def test_what_buttons_show_is_printed(tab):
    tab.emulate_media(media="print")
    tab.goto("#advise?open=146789&roll=9")
    tab.locator(".moves li").first.wait_for()
    for shown in (".tile", ".make", ".moves .number > button", ".face[aria-pressed=true]"):
        assert tab.locator(f"#advise {shown}").first.is_visible()


@pytest.mark.parametrize("view", ["advise?open=146789&roll=9", "play", "chances", "cards", "proof"])
def test_other_views_are_printed_without_what_is_for_the_hand(tab, view):
    tab.emulate_media(media="print", color_scheme="dark")
    tab.goto(f"#{view}")
    tab.locator("main > section:not([hidden]) > h2").wait_for()
    assert not tab.locator("nav").is_visible()
    for name in ("Undo", "Print", "Roll the dice"):
        assert not tab.get_by_role("button", name=name).is_visible()
    assert tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
