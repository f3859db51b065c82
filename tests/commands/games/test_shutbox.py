"""The commands ``ShutTheBox`` and ``exactbox shutbox``: what they print, and that they are one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from exactbox import cli
from exactbox.check import InvalidCertificate, check_certificate
from exactbox.cli import shut_the_box
from exactbox.commands.games import shutbox

SEVEN = [
    ("--one --expect 123456789", "0.502810"),
    ("--one --expect 146789", "0.256254"),
    ("--one --move 146789 9", "[9]"),
    ("--two --expect 123456789 8", "0.381212"),
    ("--two --expect 12345689 41", "1.000000"),
    ("--two --expect 13456789 43", "0.986111"),
    ("--two --move 13456789 17 12", "[3, 9]"),
]


@pytest.mark.parametrize(("arguments", "line"), SEVEN)
def test_the_classic_lines(capsys, arguments, line):
    assert shut_the_box(arguments.split()) == 0
    assert capsys.readouterr() == (f"{line}\n", "")
    assert cli.main(["shutbox", *arguments.split()]) == 0
    assert capsys.readouterr() == (f"{line}\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--one --expect 12a", "'a' is not a tile"),
        ("--one --expect 120", "tile 0 does not exist"),
        ("--one --expect 1,2 --tiles 12 --rule sum=x", "unknown rule 'sum=x'"),
        ("--one --expect 13,2 --tiles 12", "tile 13 does not exist"),
        ("--one --expect 1231", "tile 1 is named twice"),
        ("--one --expect 123 4", "1 argument, got 2; a score to beat goes with --two or --turn K"),
        ("--two --expect 123", "the open tiles and the score: 2 arguments, got 1"),
        ("--two --move 123 4", "the open tiles, the score and the total rolled: 3 arguments, got"),
        ("--two --expect 123 0", "score 0 is impossible"),
        ("--two --expect 123 46", "score 46 is impossible"),
        ("--two --expect 123 -1", "'-1' is not a score"),
        ("--one --move 12 7", "the dice cannot show 7: 1 die is rolled here"),
        ("--one --move 146789 1", "the dice cannot show 1: 2 dice are rolled here"),
        ("--one --move 146789 13", "the dice cannot show 13"),
        ("--one --move 89 x", "'x' is not a number"),
        ("--one --move 56789 5 --rule thai", "name each die, such as 3+5"),
        ("--one", "say what is asked"),
        ("--rule sum=6,above=6", "the rules sum=6 and above=6 contradict one another"),
        ("--rule sum=6 --rule sum=6?", "sum=6 and sum=6? contradict"),
        ("--rule last-one,two-dice", "last-one and two-dice contradict"),
        ("--rule thai,most=2", "thai and most=2 contradict"),
        ("--rule sum=6,thai", "sum=6 and thai contradict"),
        ("--rule digital,missionary", "digital and missionary contradict"),
        ("--rule even-stevens,against-all-odds", "even-stevens and against-all-odds: no tile"),
        ("--tiles 5,,6", "'5,,6' is not a number below 10^9, or a list"),
        ("--rule ,", "found no word"),
        ("--rule most=0", "need at least 1 tile a move"),
        ("--rule sum=6??", "unknown rule 'sum=6??'"),
        ("--rule sum=9999999999", "at most 9 are taken"),
        ("--players 0", "0 players cannot play"),
        ("--players -3", "-3 players cannot play"),
        ("--players 99999999999999999999", "need 1 to 1,000"),
        ("--players 1 --expect 123", "one player alone wins whatever happens"),
        ("--players 1 --ties lose", "--ties is about a match, and --players 1"),
        ("--players 1 --play-on", "--play-on is about a match"),
        ("--objective shut --two", "--two is about a match: --objective shut"),
        ("--objective shut --turn 2 --expect 12", "--two is about a match"),
        ("--objective score --holders 2 --expect 12", "--holders is about a match"),
        ("--objective score --players 3", "--players is about a match"),
        ("--objective beat", "say which score to beat"),
        ("--holders 2", "say what is asked"),
        ("--two --expect 12 3 --holders 5", "5 players cannot hold the lowest score here, need 1"),
        ("--turn 0 --expect 12", "there is no player 0"),
        ("--turn 5 --expect 12", "there is no player 5: 2 play"),
        ("--tiles 0", "0 tiles, at least 1"),
        ("--sides 0", "0 is too small"),
        pytest.param(
            "--sides 1000 --dice 32",
            "32 dice of up to 1000 sides take too long",
            marks=pytest.mark.slow,
        ),
        ("--expect 12 --all", "--all is for --move"),
        ("--expect 12 --digits 1000001", "need 0 to 1,000,000"),
        ("--dice \u0663", "need a whole number"),
        ("--turn 3 --expect 123 4", "there is no player 3"),
        ("--two --expect 123 4 --holders 2", "2 players cannot hold"),
        ("--tiles 1,1", "a tile is there twice"),
        ("--tiles 60", "at most 59"),
        ("--tiles 25 --sides 99", "more than 100,000 sets"),
        ("--dice 0", "1 to 32"),
        ("--dice 3 --sides 6,6", "2 numbers for 3 dice"),
        ("--players 0 --expect 1", "0 players cannot play, need 1 to 1,000"),
        ("--one --two --expect 12", "not allowed with"),
        ("--players 3 --two --expect 12 3 --certificate x", "the first player or the last"),
        ("--expect 12 --certificate missing/x.json", "No such file"),
        ("--advise 12 3 --certificate x", "a move: --expect with the tiles that it leaves"),
        ("--rule sum=6? doubles", "'doubles' is a word of the rule: --rule WORDS,doubles"),
        ("--advise 146789 9 --rule sum=6? doubles", "'doubles' is a word of the rule: --rule "),
        ("--advise 146789 9 --rule sum=6? nonsense", "nonsense; --help says what is taken"),
        ("--move 12 3 --tie-breaks", "--tie-breaks is for --expect"),
        ("--expect 12 --tie-breaks --certificate x", "--tie-breaks is for --expect"),
        ("--expect 12 --tie-breaks --objective shut", "what one player alone can expect"),
        ("--expect 12 --tie-breaks --players 3", "for two players, not 3"),
        ("--two --expect 12 3 --tie-breaks", "that of the first player's share"),
        ("--objective beat --certificate x", "say which score to beat"),
        ("--nothing", "unrecognized arguments"),
        ("--players x", "found 'x', need a whole number"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, words):
    for name, command in (("ShutTheBox", shut_the_box), ("exactbox", cli.main)):
        before = ["shutbox"] * (name == "exactbox")
        try:
            code = command([*before, *arguments.split()])
        except SystemExit as stopped:
            code = stopped.code
        out, err = capsys.readouterr()
        assert (code, out) == (2, "")
        assert err.startswith(name) and words in err and err.count("\n") == 1


def test_a_shut_box_has_no_turn(capsys):
    assert shut_the_box(["--one", "--expect", ""]) == 2
    assert "the box is shut" in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["--advise 12 6", "--one --move 12 6"])
def test_where_no_move_fits_the_turn_ends_and_that_is_an_answer(capsys, asked):
    assert lines(capsys, asked) == ["no move fits: 6 ends the turn, with score 3"]
    assert json.loads(lines(capsys, f"{asked} --json")[0]) == {"moves": [], "score": 3}


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ("--objective shut", "956177159/9795520512"),
        ("--objective score --rule two-dice", "82876205053/2448880128"),
        ("--objective wins", "385966166402467778845/767617776808101937152"),
    ],
)
def test_an_objective_without_a_question_is_asked_of_the_start(capsys, arguments, value):
    """Published values; the least expected score is what is left of the greatest sum shut."""
    found = lines(capsys, f"{arguments} --exact")[1]
    assert found == (value if "score" not in arguments else str(45 - Fraction(value)))


def test_the_order_of_a_rules_words_does_not_matter(capsys):
    first, second = (
        lines(capsys, f"--tiles 5 --rule {words}")
        for words in ("double-shutter,last-one", "last-one,double-shutter")
    )
    assert first == second and "open sum is at most 1" in first[0]


def test_one_player_has_no_match_in_the_table(capsys):
    assert not any("player" in line for line in lines(capsys, "--tiles 3 --players 1"))


def test_digits_says_how_many_are_printed(capsys):
    """Of 145/1944 = 0.0745884773..."""
    box = "--tiles 6 --dice 1"
    assert lines(capsys, f"{box} --objective shut --digits 9") == ["0.074588477"]
    assert lines(capsys, f"{box} --objective shut --digits 0") == ["0"]
    assert "0.0746\n" in "\n".join(lines(capsys, f"{box} --digits 4"))
    long = lines(capsys, f"{box} --objective shut --digits 2000")[0]
    assert len(long) == 2002 and long.startswith("0.07458847736625514403292181")


@pytest.mark.parametrize(
    "asked",
    ["", "--expect 12", "--advise 12 3", "--move 12 3", "--scores 12", "--expect 12 --tie-breaks"],
)
def test_json_is_one_object_on_one_line(capsys, asked):
    (line,) = lines(capsys, f"--tiles 3 {asked} --json")
    assert isinstance(json.loads(line), dict) and line.isascii()


def test_a_certificate_is_said_in_json_with_its_hashes(capsys, tmp_path):
    file = str(tmp_path / "box.json")
    (line,) = lines(capsys, f"--tiles 4 --dice 1 --expect 124 --certificate {file} --json")
    said, claim = json.loads(line), check_certificate(file)
    assert Fraction(said["exact"]) == claim.value and said["files"][0]["file"] == file
    assert said["question_sha256"] == claim.question_sha256
    assert said["proof_sha256"] == claim.sha256


def lines(capsys, arguments):
    assert shut_the_box(arguments.split()) == 0
    return capsys.readouterr().out.splitlines()


def test_exact_prints_the_fraction_too(capsys):
    value = "385966166402467778845/767617776808101937152"
    assert lines(capsys, "--one --expect 123456789 --exact") == ["0.502810", value]


def test_a_chance_that_rounds_to_0_is_not_said_to_be_0(capsys):
    """Ten ones and then ten sixes, or these first; tile 5 is out of reach of ten dice."""
    asked = ["--dice", "10", "--rule", "two-dice", "--objective", "shut", "--tiles"]
    assert shut_the_box([*asked, "10,60"]) == 0
    assert capsys.readouterr().out == f"0.000000\n1/{6**20 // 2}\n"
    assert shut_the_box([*asked, "5,60"]) == 0
    assert capsys.readouterr().out == "0.000000\n"


def test_all_prints_every_optimal_move(capsys):
    """With a 45 to beat and 8, 9 open, any move wins."""
    assert lines(capsys, "--two --move 12345 45 5 --all") == ["[5]", "[1, 4]", "[2, 3]"]
    assert lines(capsys, "--two --move 12345 45 5") == ["[5]"]


def test_the_advisor_lists_every_move_best_first(capsys):
    rows = lines(capsys, "--advise 123456789 6")
    assert len(rows) == 4 and rows[0].endswith("best") and not rows[1].endswith("best")
    values = [Fraction(row.split("~ ")[1].split()[0]) for row in rows]
    assert values == sorted(values, reverse=True)
    scores = lines(capsys, "--advise 146789 9 --objective score")
    assert Fraction(scores[0].split("~ ")[1].split()[0]) < Fraction(scores[1].split("~ ")[1])


def test_the_table_holds_the_published_answers(capsys):
    text = "\n".join(lines(capsys, "--rule two-dice"))
    assert "466473281/6530347008" in text and "82876205053/2448880128" in text
    found = json.loads("\n".join(lines(capsys, "--rule two-dice --json")))
    assert sum(Fraction(row["exact"]) for row in found["scores"]) == 1


def test_other_boxes_and_dice(capsys):
    assert lines(capsys, "--tiles 6 --dice 1 --objective shut --expect 123456 --exact") == [
        "0.074588",
        "145/1944",
    ]
    assert lines(capsys, "--tiles 1,2,10 --sides 4,6 --move 1,2,10 10 --objective score") == [
        "[10]"
    ]
    rows = lines(capsys, "--scores 123 --tiles 3 --json")
    assert sum(Fraction(row["exact"]) for row in json.loads(rows[0])["scores"]) == 1
    assert lines(capsys, "--rule thai --one --move 2357 2,3") in (["[2]"], ["[3]"], ["[5]"])


@pytest.mark.parametrize(
    "arguments",
    [
        "--tiles 4 --dice 1",
        "--tiles 4 --dice 1 --expect 124",
        "--tiles 4 --dice 1 --players 1 --objective shut --rule thai",
        "--tiles 4 --dice 1 --objective score --expect 134",
        "--tiles 4 --dice 1 --objective beat --expect 134 4",
        "--tiles 4 --dice 1 --two --expect 134 4",
        "--tiles 4 --dice 1 --players 3 --turn 3 --holders 2 --expect 134 4",
        "--tiles 4 --dice 1 --two --ties earlier --expect 134 4",
    ],
)
def test_every_answer_can_be_had_with_its_certificate(capsys, tmp_path, arguments):
    file = tmp_path / "box.json"
    first = lines(capsys, f"{arguments} --certificate {file} --exact")
    assert first[2].endswith("checked: VALID")
    assert str(check_certificate(file).value) == first[1]
    if "--expect" in arguments:
        assert lines(capsys, f"{arguments} --exact") == first[:2]


def test_the_third_of_three_players(capsys):
    """Two hold 45, the worst score: any lower one wins alone."""
    arguments = "--players 3 --turn 3 --expect 12345678 45 --holders 2 --exact"
    assert lines(capsys, arguments) == ["1.000000", "1"]


def test_tie_breaks_prints_the_least_and_the_greatest_share(capsys):
    """Of the ways to break ties in the classic game with ties that nobody wins."""
    arguments = "--ties lose --expect 123456789 --tie-breaks"
    rows = [row.split() for row in lines(capsys, f"{arguments} --exact")]
    assert [row[0] for row in rows] == ["value", "least", "greatest"]
    assert [row[1] for row in rows] == ["0.487511", "0.487380", "0.487527"]
    found = json.loads(lines(capsys, f"{arguments} --json")[0])
    assert [found[row[0]]["exact"] for row in rows] == [row[3] for row in rows]


def test_a_certificate_of_a_later_player_needs_the_score(capsys):
    for arguments in ("--two --certificate x", "--expect 12 --two --certificate x", "12 --two"):
        assert shut_the_box(arguments.split()) == 2
        assert capsys.readouterr().err.count("\n") == 1


# Two programs, one entry --------------------------------------------------------------------------


def outcome(capsys, program, arguments):
    """Exit code, output, and errors without the program's name."""
    command = shut_the_box if program == "ShutTheBox" else cli.main
    try:
        code = command(["shutbox"] * (program == "exactbox") + arguments)
    except SystemExit as stopped:
        code = stopped.code
    out, err = capsys.readouterr()
    return (
        code,
        out,
        err.replace(f"{program} shutbox: ", f"{program}: ").replace(program, "PROGRAM"),
    )


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (InvalidCertificate("the checker\nfound a lie"), 1, "the checker found a lie"),
        (ImportError("no module\nnamed flint"), 2, "no module named flint"),
        (FileNotFoundError(2, "No such file", "box.json"), 2, "box.json: No such file"),
        (OSError("no reason"), 2, "no reason"),
        (MemoryError(), 2, "out of memory"),
        (ZeroDivisionError("division by zero"), 2, "division by zero"),
        (TypeError(), 2, "TypeError"),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Exception) else "",
)
def test_both_programs_turn_an_error_into_the_same_line_and_code(
    capsys, monkeypatch, error, code, line
):
    def fail(arguments):
        raise error

    monkeypatch.setattr(shutbox, "run", fail)
    for program in ("ShutTheBox", "exactbox"):
        assert outcome(capsys, program, []) == (code, "", f"PROGRAM: {line}\n")


def test_both_programs_can_be_interrupted(capsys, monkeypatch):
    def interrupt(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(shutbox, "run", interrupt)
    for program in ("ShutTheBox", "exactbox"):
        assert outcome(capsys, program, []) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    "arguments",
    ["--one --move 146789 9", "--expect 12 --json", "--expect 12a", "--nothing", "--players x"],
)
def test_both_programs_say_the_same(capsys, arguments):
    first, second = (
        outcome(capsys, name, arguments.split()) for name in ("ShutTheBox", "exactbox")
    )
    assert first == second


def test_both_programs_have_the_same_help(capsys):
    first, second = (outcome(capsys, name, ["--help"]) for name in ("ShutTheBox", "exactbox"))
    assert first[0] == second[0] == 0
    pages = [page.split("\n\n") for page in (first[1], second[1])]
    assert pages[0][0] == pages[1][0] and pages[0][2:] == pages[1][2:]  # the usage has the name


START = {
    "ShutTheBox": "from exactbox.cli import shut_the_box as main; before = []",
    "exactbox": "from exactbox.cli import main; before = ['shutbox']",
}


@pytest.mark.parametrize("program", START)
def test_a_closed_pipe_is_not_a_traceback(program):
    """The reader of the output has gone before it is written."""
    reading, writing = os.pipe()
    os.close(reading)
    code = f"{START[program]}; main([*before, '--expect', '123'])"
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.parametrize("program", START)
def test_the_command_loads_nothing_but_the_standard_library(program):
    code = (
        f"import sys; {START[program]}; main([*before, '--expect', '123']);"
        "loaded = {name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names);"
        "heavy = {'numpy', 'scipy', 'flint', 'sympy', 'tqdm'} & loaded;"
        "rooms = {'linalg', 'mdp', 'formats'} & {n.split('.')[1] for n in sys.modules"
        " if n.startswith('exactbox.')};"
        "commands = {n for n in sys.modules if n.startswith('exactbox.commands.')};"
        "assert not heavy, heavy; assert not rooms, rooms;"
        "from exactbox.cli import _HOME;"
        "asked = {n.removeprefix('exactbox.commands.') for n in commands} & set(_HOME.values());"
        "assert asked == {'games.shutbox'}, asked"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("roll", ["9", "4+5", "4,5", "4 5", "5 4"])
def test_a_roll_is_a_total_or_its_dice(capsys, roll):
    """The published page's advice, however the two dice are written."""
    assert lines(capsys, f"--move 146789 {roll}") == ["[9]"]
    assert lines(capsys, f"--two --move 13456789 17 {roll.replace('4', '6').replace('5', '6')}"
                 if roll != "9" else "--two --move 13456789 17 12") == ["[3, 9]"]  # fmt: skip


def test_rule_alone_lists_all_words_with_their_meaning(capsys):
    found = lines(capsys, "--rule")
    for word in ("two-dice", "each-die", "doubles", "2-to-go", "double-shutter"):
        assert any(line.startswith(f"{word} ") and len(line.split()) > 3 for line in found)


def test_each_die_shuts_its_own_tile_or_both_their_sum(capsys):
    said = lines(capsys, "--rule each-die --advise 123456789 4+5")
    assert sorted(line.split("]")[0] for line in said) == ["[4, 5", "[9"]
    assert len(lines(capsys, "--rule each-die --advise 12356789 4+5")) == 1  # 9 alone
    assert "no move fits" in lines(capsys, "--rule each-die --advise 1236789 5+6")[0]


def test_a_double_counts_twice(capsys):
    said = lines(capsys, "--rule doubles --advise 123456789 3 3")
    assert all(sum(map(int, re.findall(r"\d+", line.split("]")[0]))) == 12 for line in said)
