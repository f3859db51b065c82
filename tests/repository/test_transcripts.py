"""What pages show of a terminal happens: README, the docstrings, the pages beside the proofs."""

from __future__ import annotations

import pytest

from tests.transcripts import ROOT, SLOW, Session, matches, overlooked, pages, steps

PAGES = [str(path.relative_to(ROOT)) for path in pages()]


def play(page, session):
    """Run a page; the steps that differ fail the test together."""
    differences = [session.play(step) for step in steps(ROOT / page)]
    if any(differences):
        pytest.fail("\n\n".join([page, *filter(None, differences)]), pytrace=False)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_its_commands_print(page, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    play(page, Session(tmp_path))


@pytest.mark.slow
def test_a_page_shows_what_its_long_commands_print(tmp_path):
    for number, page in enumerate(PAGES):
        if any(step.command in SLOW for step in steps(ROOT / page)):
            folder = tmp_path / str(number)
            folder.mkdir()
            play(page, Session(folder, slow=True))


def test_no_transcript_is_overlooked():
    assert {page: found for page in PAGES if (found := overlooked(ROOT / page))} == {}


@pytest.mark.parametrize(
    "shown, printed",
    [
        ("a b\n...\nd", "a b\nc\nc\nd\n"),
        ("a ... c", "a b c"),
        ("12...34 digits, ...", "12...34 digits, and more"),
        ("a\n\nb", "a \n\nb\n\n"),
        ("0       x", "0\tx"),
    ],
)
def test_left_out_text_is_any_text(shown, printed):
    assert matches(shown, printed)


@pytest.mark.parametrize(
    "shown, printed",
    [
        ("a", "a\nb"),
        ("a\n...", "a"),
        ("12...34", "12 and 34"),
        ("a ... c", "a b\nc"),
        ("1.5", "115"),
        ("5/3", "5/4"),
    ],
)
def test_nothing_else_is_left_out(shown, printed):
    assert not matches(shown, printed)


def test_a_page_makes_its_files_and_shows_exit_codes(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "This is `one.txt`:\n\n    1\n     2\n\nAnd in a terminal:\n\n"
        "    $ cat one.txt two.txt   # the second is not there\n    1\n     2\n    cat: ...\n"
        "    $ echo $?\n    1\n    $ cat new.txt\n    3\n    $ cat one.txt \\\n        new.txt\n"
        "    1\n     2\n    3\n    $ rm -r exactbox\n    $ cat one.txt\n    2\n"
    )
    session = Session(tmp_path)
    differences = [session.play(step) for step in steps(page)]
    assert differences[:-2] == [""] * (len(differences) - 2)
    assert (
        differences[-2]
        == "line 21: $ rm -r exactbox\nneither run nor listed in tests/transcripts.py"
    )
    assert "-2\n+1\n+ 2" in differences[-1]


def test_a_file_that_a_command_should_have_made_is_not_made(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("    $ printf made.txt\n    made.txt\n    $ cat made.txt\n    1\n")
    session = Session(tmp_path)
    assert "No such file" in [session.play(step) for step in steps(page)][1]


def test_a_docstring_is_a_page(tmp_path):
    page = tmp_path / "page.py"
    page.write_text('def f():\n    """Say it.\n\n        $ printf 1\n        1\n    """\n')
    assert [step.command for step in steps(page)] == ["printf 1"]
    assert overlooked(page) == []
