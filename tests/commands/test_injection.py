"""Names, bytes and files that do harm where they are trusted: none forges a line or an option."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys

import pytest

from exactbox.citation import shell_word
from exactbox.cli import main
from exactbox.commands.terminal.outputs import require_places
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.linalg import read_matrix
from tests.commands.terminal.test_outputs import COIN

EVIL = "a\x1b[31m\nb"  # red, on a terminal, and a line of its own
SOLVE = ["solve", "coin.json", "--max-reach", "heads"]
NESTED = "[" * 100_000 + "]" * 100_000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A model and a system, in the folder where we are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.json").write_text(COIN)
    (tmp_path / "A.csv").write_text("1,2\n3,4\n")
    (tmp_path / "b.csv").write_text("1\n2\n")
    return tmp_path


def run(capsys, *words):
    """Exit code, standard output and standard error; neither has a control character."""
    try:
        code = main(words)
    except SystemExit as error:  # of the parser
        code = error.code
    out, err = capsys.readouterr()
    assert all(line.isprintable() for line in (out + err).replace("\t", "").split("\n"))
    return code, out, err


@pytest.mark.parametrize(
    "words",
    [
        ["solve", EVIL, "--max-reach", "heads"],
        ["inv", EVIL],
        ["inv", "A.csv", "--output", f"{EVIL}.foo"],
        ["inv", "A.csv", "--output", f"{EVIL}/x.csv"],
        ["solve", "coin.json", f"--{EVIL}"],
        ["solve", "coin.json", "--max-reach", EVIL],
        ["check", "coin.json", "--against", EVIL],
        ["certify", "--proofs", EVIL],
    ],
)
def test_a_refusal_is_one_line_whatever_the_name(capsys, folder, words):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["linsolve", "A.csv", "b.csv", "--certificate", EVIL],
        [*SOLVE, "--certificate", EVIL, "--policy", f"{EVIL}p"],
        ["lock", "--max-length", "3", "--certificate", EVIL],
        ["certify", "flip", "--faces", "2", "--certificate", EVIL],
        ["question", "coin.json", "--max-reach", "heads", "--output", EVIL],
    ],
)
def test_the_name_of_an_output_is_printed_in_one_line(capsys, folder, words):
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "") and "a\\x1b[31m\\nb" in out and os.path.exists(EVIL)


def test_a_key_of_the_lock_is_explained_in_one_line(capsys):
    code, out, _ = run(capsys, "lock", "--explain", EVIL)
    assert code == 1 and out.count("\n") == 1


def test_a_label_makes_no_line_in_a_policy(capsys, folder):
    (folder / "m.json").write_text(COIN.replace('"heads"', json.dumps(EVIL)))
    assert run(capsys, "solve", "m.json", "--max-reach", EVIL, "--policy", "-")[0] == 0


def test_an_author_obeys_no_terminal(capsys, folder):
    assert run(capsys, "certify", "flip", "--faces", "2", "--certificate", "f.json")[0] == 0
    _, out, _ = run(capsys, "cite", "f.json", "--author", f"{EVIL}}}, note = {{x")
    assert "a\\x1b[31m b}, note = {x (2" in out and "\n  note = {x" not in out


@pytest.mark.parametrize("name", ["-x.json", "a b.json", "--full", "é.json", "it's.json", EVIL])
def test_the_command_that_checks_a_file_is_one_for_the_shell(capsys, folder, name):
    """Bash reads it back as the name of that file, and argparse as no option."""
    words = ["solve", "coin.json", "--max-reach", "heads", f"--certificate={name}"]
    out = run(capsys, *words)[1]
    command = out.splitlines()[-1].removeprefix("check it: exactbox check ")
    assert command == shell_word(name)
    text = run(capsys, "cite", "--format", "text", "--", name)[1]
    assert text.strip().endswith(f"to check it: exactbox check {command}")
    echoed = subprocess.run(["bash", "-c", f"printf %s {command}"], capture_output=True)
    assert echoed.stdout.decode().removeprefix("./") == name
    if name.isprintable():
        assert main(["check", *shlex.split(command)]) == 0


@pytest.mark.parametrize(
    "words",
    [
        "solve coin.json --max-reach heads --evaluate",
        "solve coin.json --props",
        "check coin.json --against",
        "linsolve A.csv",
        "inv",
        "cite",
    ],
)
def test_an_empty_name_of_an_input_is_refused(capsys, folder, words):
    """An unset variable of a script must not mean that nothing was asked."""
    code, out, err = run(capsys, *words.split(), "")
    assert (code, out) == (2, "") and "the name of an input is empty" in err


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "coin.json", "--max-reach", "heads", "--evaluate", "deep.json"],
        ["question", "deep.json"],
        ["solve", "deep.jani"],
    ],
)
def test_brackets_that_are_too_deep_are_a_mistake_of_the_file(capsys, folder, words):
    (folder / "deep.json").write_text(f'{{"certificate": {NESTED}}}')
    (folder / "deep.jani").write_text(NESTED)
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and "found brackets too deep, need JSON" in err


def test_a_key_that_a_matrix_has_twice_is_refused(folder):
    (folder / "A.json").write_text('{"shape": [2, 2], "shape": [1, 1], "entries": [[0, 0, 1]]}')
    with pytest.raises(ValueError, match=r"^A.json: found a key twice in one object, need it once"):
        read_matrix("A.json")


def test_closed_standard_input_is_not_an_empty_matrix(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert run(capsys, "det", "-") == (2, "", "exactbox: standard input is closed\n")


def test_a_packed_matrix_on_standard_input_that_is_cut_off_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\x1f\x8b\x08")))
    code, _, err = run(capsys, "det", "-")
    assert code == 2 and "standard input: what is packed by gzip is damaged" in err


def test_a_number_for_the_name_of_a_matrix_is_refused():
    with pytest.raises(TypeError, match=r"^found 5, need the name of a file"):
        read_matrix(5)


def test_an_output_in_a_folder_that_is_gone_is_named(folder, monkeypatch):
    (folder / "gone").mkdir()
    monkeypatch.chdir("gone")
    (folder / "gone").rmdir()

    with pytest.raises(FileNotFoundError) as caught:
        require_places([], [("output", "x.csv")])
    assert caught.value.filename == "x.csv"


def test_a_program_that_is_not_utf_8_is_named(folder):
    pytest.importorskip("stormpy")
    from exactbox.formats import read_model

    (folder / "bad.pm").write_bytes(
        b"mdp\nmodule m\n s:[0..1];\n [] s\x89=0 -> (s'=1);\nendmodule\n"
    )
    with pytest.raises(ValueError, match=r"^bad.pm: found bytes that are not UTF-8"):
        read_model("bad.pm")


@pytest.fixture
def stages(monkeypatch):
    """What is shown of the work."""
    sent = []

    def send(**message):
        sent.append("close" if "close" in message else message["stage"])

    monkeypatch.setattr("exactbox.commands.terminal.progress_bar._elsewhere", send)
    return sent


def test_work_goes_on_being_shown_after_a_part_of_it(stages):
    with progress_bar("inv"), progress_bar("columns"):
        pass
    assert stages == ["", "", "", "close"]


@pytest.mark.parametrize(
    "words",
    [
        *(f"{name} A.csv" for name in ("det", "inv", "rank", "nullspace", "rref", "charpoly")),
        *("smith A.csv", "lstsq A.csv b.csv", "linsolve A.csv b.csv", "inv A.csv --certificate c"),
        *("question coin.json --max-reach heads", "solve coin.json --max-reach heads"),
        *("check coin.json", "cite coin.json"),
    ],
)
def test_no_command_works_without_a_word(capsys, folder, stages, words):
    """A display begins before anything is read, and is gone before anything is printed."""
    shown = []
    write = sys.stdout.write
    sys.stdout.write = lambda text: (shown.append(stages[-1]), write(text))[1]
    main(words.split())
    del sys.stdout.write
    assert stages[0] == "" and set(shown) <= {"close"}


def test_a_long_answer_is_not_called_the_reading_of_the_model(capsys, folder, stages):
    run(capsys, "solve", "coin.json", "--max-reach", "heads")
    assert stages.index("reading the model") < stages.index("the answer")
    run(capsys, "solve", "coin.json", "--prop", 'P=? [F "heads"]', "--prop", "P=? [X true]")
    assert stages.count("the answer") == 3


def test_who_waits_for_the_reader_of_a_pipe_is_told_so(capsys, folder, stages):
    assert run(capsys, "inv", "A.csv", "--output", "/dev/null")[0] == 0
    assert "writing /dev/null" in stages and "reading A.csv" in stages


@pytest.mark.parametrize(
    ("files", "words", "line"),
    [
        ({"A": "0\n", "b": "0\n"}, "linsolve A b", "infinitely many solutions: rank 0, 1 unknown"),
        ({"A": "0\n"}, "nullspace A", "1 vector of 1 entry"),
        (
            {"m.json": '{"type": "dtmc", "states": [{"choices": [{"to": {"0": 1}}]}]}'},
            'solve m.json --prop P=?[F"init"]',
            "  model     1 state, one choice in each",
        ),
    ],
)
def test_one_thing_is_not_many(capsys, folder, files, words, line):
    for name, text in files.items():
        (folder / name).write_text(text)
    assert line in run(capsys, *words.split())[1].splitlines()


def test_a_folder_that_cannot_be_made_is_refused_before_the_work(capsys, folder, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    code, out, err = run(capsys, *SOLVE, "--policy", "new/")
    assert (code, out, err) == (2, "", "exactbox: new/: Permission denied\n")


@pytest.mark.parametrize(("name", "file"), [("..", "__"), (".", "_"), ("-", "_"), ("../a", ".._a")])
def test_the_name_of_a_property_leads_to_no_other_folder(capsys, folder, name, file):
    """Who has written the properties must not choose what is replaced."""
    (folder / "in").mkdir()
    (folder / "p.props").write_text(f'"{name}": P=? [F "heads"]\n')
    words = ["solve", "coin.json", "--props", "p.props", "--certificate"]
    code, out, _ = run(capsys, *words, "{name}")
    assert code == 0 and f"\n{file}: " in out and os.path.exists(file)
    assert run(capsys, *words, "in/{name}/x")[0] == 0 and os.path.exists(f"in/{file}/x")


def test_a_long_string_is_no_key_in_few_words(capsys):
    code, out, _ = run(capsys, "lock", "--explain", "R" * 100_000)
    assert code == 1 and len(out) < 300


def test_a_small_game_beyond_a_limit_is_not_said_to_need_gigabytes(capsys):
    err = run(capsys, "flip", "--faces", "2", "--max-states", "1")[2]
    assert err == (
        "exactbox: 4 cards that can be turned make 16 states; the limit is max_states=1\n"
    )


@pytest.mark.parametrize("suffix", ["json", "drn", "tra"])
def test_half_a_character_in_a_label_is_named_with_the_file(folder, suffix):
    from exactbox import Model, write_model

    model = Model.from_lists([[[(1, 0)]]], labels={"\ud800": [0]})
    with pytest.raises(ValueError, match=r"^m[.].*: found '.ud800' in a name"):
        write_model(f"m.{suffix}", model)


def test_an_answer_that_a_format_cannot_hold_is_printed(capsys, folder, monkeypatch):
    monkeypatch.setattr("exactbox.linalg.results.matrix_writing._MAX_TABLE_PLACES", 3)
    code, out, err = run(capsys, "inv", "A.csv", "--output", "x.csv")
    assert code == 2 and out == "[ -2     1]\n[3/2  -1/2]\n" and not os.path.exists("x.csv")
    assert err == "exactbox: x.csv: a table would have 4 places, need at most 3: .mtx\n"
