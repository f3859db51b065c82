"""Atlases: grids, rows beside answers computed one by one, resumption, workers, findings."""

from __future__ import annotations

import argparse
import csv
import json
import re
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox import ShutTheBox, cli, flip, total_until_end
from exactbox.certificate import prove
from exactbox.commands.terminal.options import whole_numbers
from exactbox.games.atlas.grid import Refused, variants
from exactbox.games.atlas.sweep import groups, results_by_task
from exactbox.games.atlas.table import kinds_of, load, save
from exactbox.games.flip import atlas as flip_atlas
from exactbox.games.shutbox import Board, Match, Question, Rules, rules_named
from exactbox.games.shutbox import atlas as box_atlas
from exactbox.games.shutbox.atlas import faced, positions
from exactbox.games.shutbox.match import shares_of_first
from exactbox.parallel import Jobs, executor_context
from tests import ROOT

TIES = ("share", "lose", "earlier")
MATCHES = [(n, t, o) for n in (2, 3, 4) for t in TIES for o in (True, False)]
SMALL = """
tiles = [3, 4]
players = [1, 2]
ties = ["share", "lose"]

[rule]
dice = ["two-dice", "sum=3?", "sum=3"]
score = ["", "missionary"]
"""


def run(capsys, *words):
    """The exit code, and what is printed."""
    try:
        code = cli.main(["atlas", *map(str, words)])
    except SystemExit as error:  # argparse's
        code = error.code
    return (code, *capsys.readouterr())


@pytest.fixture
def small(tmp_path):
    """A grid of few rules."""
    file = tmp_path / "small.toml"
    file.write_text(SMALL)
    return file


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


boxes = st.builds(
    rules_named,
    st.lists(
        st.sampled_from(["unlucky-7", "2-to-go", "missionary", "most=2", "double-shutter"]),
        unique=True,
        max_size=2,
    ),
    st.builds(
        Rules,
        tiles=st.sampled_from([(1, 2, 3), (2, 3, 5), (1, 2, 3, 4)]),
        dice=st.sampled_from([(3,), (2, 3), (4, 4)]),
        one_die=st.sampled_from(["never", "sum", "above"]),
        limit=st.integers(1, 6),
        choice=st.booleans(),
        single=st.booleans(),
    ),
)


@given(boxes)
def test_all_shares_at_once_are_those_of_each_match(rules):
    board = Board(rules)
    found = shares_of_first(board, MATCHES)
    assert found == {each: Match(board, *each).value(0, rules.full) for each in MATCHES}


def test_shares_are_the_same_in_several_passes(monkeypatch):
    """Lanes that do not fit into memory at once go over the board one after another."""
    board = Board(Rules(tiles=(1, 2, 3), dice=(3,)))
    found = shares_of_first(board, MATCHES)
    monkeypatch.setattr("exactbox.games.shutbox.play.MAX_BYTES", 1)
    assert shares_of_first(board, MATCHES) == found


@given(boxes)
def test_sizes_are_upper_bounds(rules):
    board = Board(rules)
    assert len(board.positions) <= positions(rules)
    for players, ties, at_once in MATCHES:
        match = Match(board, players, ties, at_once)
        keys = sum(len(match.keys[player]) for player in range(1, players))
        assert keys <= faced(rules, players, ties, at_once)


@pytest.mark.parametrize(
    "tiles, sides, words, objective, value",
    [
        (9, "6,6", "two-dice", "shut", "466473281/6530347008"),
        (9, "6,6", "sum=6", "shut", "956177159/9795520512"),
        (9, "6,6", "sum=6,most=2", "shut", "8721267025/117546246144"),
        (9, "6,6", "two-dice,most=2", "shut", "261972817/4897760256"),
        (10, "6,6", "two-dice", "shut", "594167327/14693280768"),
        (6, "6", "two-dice", "shut", "145/1944"),
        (9, "6,6", "sum=6", "wins", "385966166402467778845/767617776808101937152"),
    ],
)
def test_rows_are_the_known_values(capsys, tmp_path, tiles, sides, words, objective, value):
    """Printed or independent values: see each row of the table in proofs and the games' pages."""
    dice, *move = words.split(",")
    file = tmp_path / "grid.toml"
    file.write_text(
        f'tiles = [{tiles}]\nsides = ["{sides}"]\nobjective = ["{objective}"]\n'
        f'players = [{2 if objective == "wins" else 1}]\nties = ["share"]\nplay_on = [false]\n'
        f'[rule]\ndice = ["{dice}"]\nmove = {json.dumps(move or [""])}\n'
    )
    code, _, err = run(
        capsys, "shutbox", "--grid", file, "--output", tmp_path / "a.csv",
        "--findings", tmp_path / "a.md",
    )  # fmt: skip
    assert (code, err) == (0, "")
    (row,) = rows_of(tmp_path / "a.csv")
    assert row["fraction"] == value
    box = ShutTheBox(words, tiles=tiles, dice=list(map(int, sides.split(","))))
    assert str(box.value(goal=objective)) == value


def test_rows_are_the_answers_of_shutbox(capsys, tmp_path, small):
    """Each row, given back to the command with its own columns, has the same value and hash."""
    table = tmp_path / "a.csv"
    run(capsys, "shutbox", "--grid", small, "--output", table, "--findings", tmp_path / "a.md")
    rows = rows_of(table)
    assert len({row["hash"] for row in rows}) == len(rows) == 66
    for row in rows[::5]:
        box = ShutTheBox(
            row["rule"],
            tiles=int(row["tiles"]),
            players=int(row["players"]),
            ties=row["ties"] or "share",
            at_once=row["play_on"] == "no",
        )
        question = box.question(goal=row["objective"])
        claim = prove(question).claim
        assert (str(claim.value), claim.question_sha256) == (row["fraction"], row["hash"])
        assert (question.decimal(), str(question.states)) == (row["decimal"], row["states"])


def test_a_grid_is_counted_once_each(tmp_path):
    """The probability to shut the box is one variant whatever the scoring, and even tiles of 6
    and 7 are the same."""
    (tmp_path / "g.toml").write_text(
        'tiles = [6, 7]\nobjective = ["shut", "score"]\nplayers = [1, 2]\n'
        'ties = ["share", "lose"]\nplay_on = [false]\n'
        '[rule]\nopen = ["even-stevens"]\nscore = ["", "digital"]\nfirst = ["", "thai"]\n'
    )
    table, others = variants(box_atlas, str(tmp_path / "g.toml"))
    refused = "refused: wins of one player alone, or a score of several"
    twice = 2 * 2 * 2 * 2 * 2 - 6
    assert others == {refused: 2 * 2 * 2 * 2 * 2, "the same question as another": twice}
    assert len(table) == 2 + 2 * 2  # shut, and score by two scorings; thai or not
    assert {*table.tiles} == {"6"} and table.rules.nunique() == 4


def test_a_part_of_the_grid_of_shutbox_is_counted():
    """Nine tiles, one player: 7 * 3 * 4 * 2 * 2 * 3 rules, each asked 72 times over."""
    table, others = variants(box_atlas, tiles={9}, players={1}, without="double-shutter")
    assert len(table) == 720 and others.total() + len(table) == 7 * 3 * 4 * 2 * 2 * 3 * 3 * 3 * 2
    assert others["the same question as another"] == 5760


def test_solved_games_have_the_printed_values():
    six = Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,))
    assert box_atlas.solve(six, [("shut", (1, "", True))]) == [(Fraction(145, 1944), 289)]
    table, _ = variants(flip_atlas, max_faces=2, max_cards=4)
    rules = table.rules[(table.dice == "2 2") & (table.cards == 4)].iloc[0]
    assert flip_atlas.solve(rules, [(0,), (0b1111,)]) == [(Fraction(8936, 1575), 46), (0, 1)]


def test_what_shutbox_refuses_is_left_out():
    rules = rules_named("digital", Rules(tiles=range(1, 13)))
    assert box_atlas.variant(12, "6,6", "digital", "score", 1, "share", False)[7] == rules
    with pytest.raises(Refused, match="too many positions or values"):
        box_atlas.variant(12, "6,6", "digital", "wins", 2, "share", False)
    with pytest.raises(ValueError, match="more than"):
        Match(Board(rules), 2)


def test_the_table_has_the_same_bytes_for_any_workers_and_after_any_stop(capsys, tmp_path, small):
    def table(name, *words):
        files = [tmp_path / f"{name}.{kind}" for kind in ("jsonl", "csv")]
        named = [word for file in files for word in ("--output", file)]
        run(capsys, "shutbox", "--grid", small, *named, "--findings", tmp_path / "a.md", *words)
        return [file.read_bytes() for file in files]

    alone = table("one")
    assert table("two", "--jobs", 2) == alone
    # half of the rows, in another order, and a line that was not finished
    lines = alone[0].splitlines(keepends=True)
    journal = tmp_path / "three.jsonl.journal"
    journal.write_bytes(b"".join(lines[40:9:-1]) + lines[0][:50])
    code, out, _ = run(
        capsys, "shutbox", "--grid", small, "--output", tmp_path / "three.jsonl",
        "--output", tmp_path / "three.csv",
    )  # fmt: skip
    assert code == 0 and "66 variants, 31 of them computed before" in out and "\n35 variants" in out
    assert [(tmp_path / f"three.{kind}").read_bytes() for kind in ("jsonl", "csv")] == alone
    assert not journal.exists()
    assert (
        "66 of them computed before"
        in run(capsys, "shutbox", "--grid", small, "--output", tmp_path / "three.csv", "--count")[1]
    )


@pytest.mark.slow
def test_the_table_has_the_same_bytes_on_dask(capsys, tmp_path, small):
    pytest.importorskip("distributed")
    for name, *words in (("one",), ("two", "--dask", "local:2")):
        run(capsys, "shutbox", "--grid", small, "--output", tmp_path / f"{name}.csv", *words)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()


def test_a_stop_leaves_the_rows_of_finished_tasks(capsys, tmp_path, small, monkeypatch):
    done, solve = [], box_atlas.solve

    def stopped(rules, asked):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(asked)
        return solve(rules, asked)

    monkeypatch.setattr("exactbox.games.atlas.sweep.SECONDS", 1e-9)
    monkeypatch.setattr(box_atlas, "solve", stopped)
    monkeypatch.setattr("exactbox.games.atlas.sweep.pace", lambda game: 1.0)
    words = ("shutbox", "--grid", small, "--output", tmp_path / "a.csv")
    code, _, err = run(capsys, *words)
    assert (code, err) == (130, "interrupted\n")
    left = load(f"{tmp_path}/a.csv.journal", kinds_of(box_atlas))
    assert len(left) == sum(map(len, done)) > 0
    assert not (tmp_path / "a.csv").exists()
    monkeypatch.setattr(box_atlas, "solve", solve)
    code, out, _ = run(capsys, *words)
    assert code == 0 and f"66 variants, {len(left)} of them computed before" in out
    run(capsys, *words[:-1], tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_a_value_that_is_not_proved_is_an_error(capsys, tmp_path, small, monkeypatch):
    solve = box_atlas.solve

    def wrong(rules, asked):
        return [(value / 2, states) for value, states in solve(rules, asked)]

    monkeypatch.setattr(box_atlas, "solve", wrong)
    code, _, err = run(
        capsys, "shutbox", "--grid", small, "--prove", "--output", tmp_path / "a.csv"
    )
    assert code == 1 and "proved is not" in err and err.count("\n") == 1
    assert not [*tmp_path.glob("a.csv*")]


def test_proved_rows_say_so_and_replace_those_that_were_not(capsys, tmp_path, small):
    words = (
        "shutbox",
        "--grid",
        small,
        "--tiles",
        "3",
        "--players",
        "1",
        "--output",
        tmp_path / "a.csv",
    )
    page = run(capsys, *words)[1]
    assert "none of them has been proved and checked here" in page
    assert {row["checked"] for row in rows_of(tmp_path / "a.csv")} == {"no"}
    page = run(capsys, *words, "--prove")[1]
    assert "each proved, and checked" in page and "computed before" not in page
    assert {row["checked"] for row in rows_of(tmp_path / "a.csv")} == {"yes"}


def test_findings_say_what_holds(tmp_path):
    """On three rules of three tiles, whose values are those of the ordinary solution."""
    (tmp_path / "g.toml").write_text(
        'tiles = [3]\nsides = ["3,3"]\nobjective = ["shut"]\nplayers = [1]\n'
        '[rule]\ndice = ["two-dice", "sum=3", "sum=3?"]\n'
    )
    table, _ = variants(box_atlas, str(tmp_path / "g.toml"))
    bare = Rules((1, 2, 3), dice=(3, 3))
    values = {rule: Question(rules_named(rule, bare), "shut").value for rule in table.rule}
    page = box_atlas.findings(table.assign(fraction=[*map(str, values.values())], checked=False))
    best = max(values.values())
    kindest = ", ".join(f"`{rule}`" for rule, value in values.items() if value == best)
    assert f"| 3 | {kindest} | " in page and f" {best} |" in page
    equal = values["sum=3?"] == values["sum=3"]
    many = "all" if equal else "none of"
    assert f"to shut the box**: the choice is worth nothing in {many} 1 pairs" in page
    assert "Where the first player gains" not in page


ON_FILE = ROOT / "proofs" / "shutbox-atlas.md"


def test_the_page_on_file_says_what_is_kindest(capsys, tmp_path):
    """Its lines about 6 tiles, from a table of these alone that is computed anew."""
    run(capsys, "shutbox", "--tiles", "6", "--objective", "shut", "--output", tmp_path / "a.csv",
        "--findings", tmp_path / "a.md")  # fmt: skip
    lines, on_file = (p.read_text().splitlines() for p in (tmp_path / "a.md", ON_FILE))
    kindest = [line for line in lines if line.startswith("| 6 |")]
    assert len(kindest) == 2
    assert [line for line in on_file if line.startswith("| 6 |")] == kindest


def test_the_page_on_file_has_the_shares_that_matches_have():
    """The most and the least that the first player gets, where these are rules of 6 or 7 tiles."""
    heads = r"\*\*(\d) players, ties: (\w+), ([^*]*)\.\*\*"
    lines = r"- (?:most|least): tiles ([67]), `([^`]*)`: \S+ [~=] (\d+/\d+)$"
    compared = 0
    _, *parts = re.split(heads, ON_FILE.read_text())
    for players, ties, end, text in zip(parts[::4], parts[1::4], parts[2::4], parts[3::4]):
        for tiles, words, share in re.findall(lines, text, re.MULTILINE):
            rules = rules_named(words, Rules(tuple(range(1, int(tiles) + 1)), dice=(6, 6)))
            asked = Question(
                rules, players=int(players), ties=ties, at_once=end == "shutting wins at once"
            )
            assert asked.value == Fraction(share)
            compared += 1
    assert compared > 20


def test_findings_say_who_gains_and_what_a_word_changes(capsys, tmp_path, small):
    """Counted again from the table, in fractions."""
    run(capsys, "shutbox", "--grid", small, "--output", tmp_path / "a.csv",
        "--findings", tmp_path / "a.md")  # fmt: skip
    page = (tmp_path / "a.md").read_text()
    rows = rows_of(tmp_path / "a.csv")
    values = {
        (row["tiles"], row["objective"], row["ties"], row["play_on"], row["rule"]): Fraction(
            row["fraction"]
        )
        for row in rows
    }
    for ties in ("share", "lose"):
        some = [v for key, v in values.items() if key[1:4] == ("wins", ties, "no")]
        same, less = some.count(Fraction(1, 2)), sum(v < Fraction(1, 2) for v in some)
        assert f"**2 players, ties: {ties}, shutting wins at once.**" in page
        assert f", exactly 1/2 in {same:,}, less in {less:,}." in page
    gains = [
        value - values[*key[:4], key[4].replace("sum=3", "two-dice")]
        for key, value in values.items()
        if key[1] == "wins" and "sum=3" in key[4].split(",")
    ]
    up, down = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    assert f"- **`sum=3`, the first player's share**: greater in {up:,} of {len(gains):,}" in page
    assert f", less in {down:,}, exactly the same in {gains.count(0):,}." in page


@pytest.mark.parametrize(
    "text, said",
    [
        ("tiles = 9", "tiles: found 9, need a list of whole numbers or texts"),
        ("tiles = [0]", "tiles: found 0, need 1 to 59"),
        ('players = ["2"]', "players: found '2', need whole numbers"),
        ("dice = [1]", "found 'dice', need tiles, sides, rule, objective, players, ties, play_on"),
        ('rule = ["thai"]', "rule: found ['thai'], need a table of lists"),
        ('[rule]\nx = ["tahi"]', "unknown rule 'tahi'"),
        ('ties = ["win"]', "ties are 'win', need one of share, lose, earlier"),
        ('objective = ["win"]', "objective: found 'win', need shut, score or wins"),
        ("tiles = [", "not a TOML file"),
    ],
)
def test_refuses_a_grid_in_a_line(capsys, tmp_path, text, said):
    (tmp_path / "g.toml").write_text(text)
    code, out, err = run(capsys, "shutbox", "--grid", tmp_path / "g.toml", "--count")
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        ("shutbox", "name the table"),
        ("shutbox --output a.txt", "need a name that ends in .jsonl, .csv, .parquet"),
        ("shutbox --tiles x --count", "--tiles: found 'x', need numbers such as 6-9,12"),
        ("shutbox --tiles 20 --count", "--tiles: the grid has none of these, it has 6, 7"),
        ("shutbox --rule tahi --count", "the grid has no word 'tahi'"),
        ("shutbox --rule thai --without thai --count", "no variant is left"),
        ("flip --max-faces 0 --count", "--max-faces: the grid has none of these"),
    ],
)
def test_refuses_options_in_a_line(capsys, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words.split())
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_refuses_a_file_that_is_another_or_would_lose_rows(capsys, tmp_path, small):
    table = tmp_path / "a.csv"
    table.write_text("a,b\n1,2\n")
    code, _, err = run(capsys, "shutbox", "--grid", small, "--output", table)
    assert code == 2 and "not a table of this atlas" in err
    table.unlink()
    run(capsys, "shutbox", "--grid", small, "--tiles", "3-4", "--output", table)
    code, _, err = run(capsys, "shutbox", "--grid", small, "--tiles", "3", "--output", table)
    assert code == 2 and "33 rows that are not in this grid" in err
    journal = tmp_path / "b.csv.journal"
    journal.write_text("{}\n")
    code, _, err = run(capsys, "shutbox", "--grid", small, "--output", tmp_path / "b.csv")
    assert code == 2 and "not the journal of an atlas" in err


def test_each_format_has_the_same_rows(tmp_path):
    """Also a fraction of more digits than Python reads, and texts that look like numbers."""
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    rows = [("2", 4, "", "8936/1575", "5.67", 46, True, "0" * 64),
            ("3", 4, "1", f"{'9' * 5000}/7", "1.10", 2, False, "1" * 64)]  # fmt: skip
    table = pandas.DataFrame(rows, columns=[*kinds_of(flip_atlas)])
    for kind in ("parquet", "csv", "jsonl"):
        path = str(tmp_path / f"a.{kind}")
        save(path, table)
        found = load(path, kinds_of(flip_atlas))
        assert [*found.itertuples(index=False, name=None)] == rows
        save(path, table.assign(hash="x"))
        with pytest.raises(ValueError, match="a row has a value of another kind"):
            load(path, kinds_of(flip_atlas))
        save(path, table.assign(states="x"))
        with pytest.raises(ValueError, match="not a table of this atlas"):
            load(path, kinds_of(flip_atlas))


@pytest.mark.parametrize(
    "text",
    ["5\n", "[1, 2]\n", "{}\n", "{\n", '{"dice": "x"}\n5\n', '{"dice": {"a": 1}}\n', "a,b\n1,2\n"],
)
@pytest.mark.parametrize("kind", ["jsonl", "csv", "parquet", "jsonl.journal"])
def test_what_is_no_table_is_refused_in_a_line(tmp_path, text, kind):
    pytest.importorskip("pyarrow")
    (tmp_path / f"a.{kind}").write_text(text)
    with pytest.raises(ValueError, match=r"there is a file, not a table|not the journal"):
        load(f"{tmp_path}/a.{kind}", kinds_of(flip_atlas))


@pytest.mark.parametrize(
    "change",
    [("false", '"no"'), ('"cards":2', '"cards":1.5'), ('"cards":2', '"cards":[2]'), ("8936", "x")],
)
def test_a_row_of_other_kinds_is_refused(tmp_path, change):
    file = tmp_path / "a.jsonl"
    table, _ = variants(flip_atlas, max_faces=2, max_cards=2)
    rest = {"fraction": "8936/1575", "decimal": "5.67", "states": 46, "checked": False}
    save(str(file), table.assign(**rest)[[*kinds_of(flip_atlas)]])
    assert len(load(str(file), kinds_of(flip_atlas))) == len(table)
    file.write_text(file.read_text().replace(*change, 1))
    with pytest.raises(ValueError, match="there is a file, not a table of this atlas"):
        load(str(file), kinds_of(flip_atlas))


def test_parquet_without_pyarrow_is_a_line(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, out, err = run(capsys, "flip", "--output", tmp_path / "a.parquet")
    assert (code, out) == (2, "")
    assert err == "exactbox: Parquet needs pyarrow: pip install 'exactbox[parquet]'\n"


@pytest.mark.parametrize("game", ["shutbox", "flip"])
def test_an_atlas_without_pandas_is_a_line(capsys, tmp_path, monkeypatch, game):
    monkeypatch.setitem(sys.modules, "pandas", None)
    code, out, err = run(capsys, game, "--output", tmp_path / "a.csv")
    assert (code, out) == (2, "")
    assert err == "exactbox: the atlas needs pandas: pip install 'exactbox[atlas]'\n"


def test_flip_rows_are_the_answers_of_certify(capsys, tmp_path):
    table = tmp_path / "a.jsonl"
    code, out, _ = run(capsys, "flip", "--max-faces", 2, "--output", table, "--prove")
    assert code == 0 and "each proved, and checked" in out
    rows = {
        (row["dice"], row["cards"], row["begin"]): row
        for row in map(json.loads, table.read_text().splitlines())
    }
    assert rows["2 2", 4, ""]["fraction"] == "8936/1575"  # Project Euler 640
    for (dice, cards, begin), row in list(rows.items())[::17]:
        start = 1 << (int(begin) - 1) if begin else 0
        answer = total_until_end(flip(dice=list(map(int, dice.split())), cards=cards, start=start))
        claim = prove(answer).claim
        assert (str(claim.value), claim.question_sha256) == (row["fraction"], row["hash"])
        assert row["states"] == answer.model.states


def test_flip_games_with_the_dice_in_another_order_are_one(tmp_path):
    (tmp_path / "g.toml").write_text(
        'dice = ["2 3", "3 2", "1:1,2:2"]\ncards = [2]\nbegin = [""]\n'
    )
    table, others = variants(flip_atlas, str(tmp_path / "g.toml"))
    assert (len(table), others) == (2, {"the same question as another": 1})
    assert (*table.iloc[1][:3],) == ("1:1,2:2", 2, "")


@pytest.mark.parametrize("text", ['dice = ["x"]', 'dice = ["2:"]', "cards = [0]"])
def test_refuses_a_grid_of_flip_in_a_line(capsys, tmp_path, text):
    (tmp_path / "g.toml").write_text(text)
    code, out, err = run(capsys, "flip", "--grid", tmp_path / "g.toml", "--count")
    assert (code, out) == (2, "") and "found" in err and err.count("\n") == 1


def test_tasks_are_cut_by_the_groups_alone():
    """The ends of seven groups of 0.3 s: three of them in each second."""
    table, _ = variants(flip_atlas, max_faces=2, max_cards=4)
    some = groups(flip_atlas, table, False)[:7].assign(seconds=0.3)
    alone = sorted([*each.itertuples()] for each in results_by_task(flip_atlas, some, False))
    sizes = [*some.question.map(len)]
    assert sorted(map(len, alone)) == sorted([sum(sizes[:3]), sum(sizes[3:6]), sizes[6]])
    with Jobs(2) as executor, executor_context(executor):
        assert (
            sorted([*each.itertuples()] for each in results_by_task(flip_atlas, some, False))
            == alone
        )


def test_whole_numbers_are_ranges():
    assert whole_numbers("1-3, 7") == {1, 2, 3, 7}
    with pytest.raises(argparse.ArgumentTypeError, match="need numbers such as"):
        whole_numbers("3-")
