"""The pages that ``make docs`` makes of the docstrings."""

from __future__ import annotations

import doctest
import re
import warnings
from textwrap import dedent

import pytest

from exactbox.cli import _HOME, main
from tests.pages import HARMLESS, MANUALS, build, dead_links, markdown, missing
from tests.transcripts import ROOT


def test_a_table_has_bars():
    text = """\
        ====  ===========
        a     b c
        ====  ===========
        `d`   e and
              f
        g
        ====  ===========

        After.
        """
    assert markdown(dedent(text)).split("\n")[:6] == [
        "| a | b c |",
        "| --- | --- |",
        "| `d` | e and f |",
        "| g |  |",
        "",
        "After.",
    ]


def test_a_table_without_a_head_has_an_empty_one():
    assert markdown("==  ==\na   b\n==  ==").split("\n")[:3] == [
        "|  |  |",
        "| --- | --- |",
        "| a | b |",
    ]


def test_a_table_without_an_end_is_refused():
    with pytest.raises(ValueError, match="a table without an end: ==  =="):
        markdown("==  ==\na   b\n")


def test_headings_are_marked_but_for_the_sections_of_functions():
    text = "One, two\n--------\n\nParameters\n----------\nx\n"
    assert markdown(text) == "## One, two\n\nParameters\n----------\nx\n"


def test_colons_before_a_block_are_one_or_none():
    assert markdown("So::\n\n    x\n\n::\n\n    y") == "So:\n\n    x\n\n\n\n    y"


def test_what_docstrings_name_exists():
    texts = {path: path.read_text("utf-8") for path in (ROOT / "exactbox").glob("**/*.py")}
    assert {path: names for path, text in texts.items() if (names := missing(text))} == {}


@pytest.mark.parametrize("manual", MANUALS, ids=lambda path: path.stem)
def test_a_manual_is_true_and_shown(manual, capsys):
    """Its examples run, what it names exists, and ``exactbox help`` prints it.

    Where a command has its name, ``--manual`` tells the two apart."""
    text = manual.read_text("utf-8")
    failed, tried = doctest.testfile(str(manual), module_relative=False)
    assert tried > 0 and failed == 0 and missing(text) == []
    assert main(["help", manual.stem, "--manual"]) == 0
    assert capsys.readouterr().out == text
    assert main(["help", manual.stem]) == 0
    printed = capsys.readouterr().out
    assert (printed == text) == (manual.stem not in _HOME)
    assert printed == text or f"usage: exactbox {manual.stem}" in printed


def test_what_has_no_manual_is_told_those_that_exist(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["help", "check", "--manual"])
    assert stopped.value.code == 2
    assert "check has no manual; those that exist: argument, " in capsys.readouterr().err


def test_what_the_changelog_says_there_is_now_exists():
    """In the next release and the last: in their lists, and in the last column of a table."""
    section = "\n".join((ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:3])
    now = re.sub(r"^\|.*\|(.*)\|$", r"\1", section, flags=re.MULTILINE)
    assert "`exactbox.mdp.layout.Layout`" in now
    assert missing(now) == []


def test_names_of_nothing_are_found():
    text = "`exactbox.linalg.solve` `exactbox.linalg.solver.solve` `exactbox.linalg.guess`"
    assert missing(text + " `exactbox.nothing.there`") == [
        "exactbox.linalg.guess",
        "exactbox.nothing.there",
    ]


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html#x"> <a href="b.html#y"> <a href="c.html">')
    (tmp_path / "b.html").write_text('<p id="x">')
    assert dead_links(tmp_path) == ["a.html: b.html#y", "a.html: c.html#"]


@pytest.mark.slow
def test_the_pages_are_made(tmp_path):
    pytest.importorskip("pdoc")
    with warnings.catch_warnings():
        for harmless in HARMLESS:
            warnings.filterwarnings("ignore", harmless)
        build(tmp_path)
    page = (tmp_path / "exactbox" / "linalg.html").read_text("utf-8")
    assert "<table>" in page and "====" not in page
    for name in ("index", "exactbox/check", "exactbox/checker/process", "exactbox/mdp"):
        assert (tmp_path / f"{name}.html").exists()
    first = (tmp_path / "index.html").read_text("utf-8")
    drawn = (tmp_path / "gallery.html").read_text("utf-8")  # has a link to the page of pictures
    for manual in MANUALS:
        made = (tmp_path / f"{manual.stem}.html").read_text("utf-8")
        assert ("<table>" in made) == ("| --- |" in manual.read_text("utf-8"))
        assert "&gt;&gt;&gt;" in made
        assert f'href="{manual.stem}.html"' in (drawn if manual.stem == "pictures" else first)
    for name in ("games", "linalg", "lp", "mdp"):
        assert f'href="exactbox/{name}.html"' in first
    assert 'href="gallery.html"' in first and "prefers-color-scheme: dark" in first
    assert "prefers-color-scheme" in page
    gallery = re.findall(r'src="([^"]+)"', drawn)
    assert len(gallery) == 5 and all((tmp_path / name).exists() for name in gallery)
    shown = re.findall(r'src="(\w+\.\w+)"', (tmp_path / "pictures.html").read_text("utf-8"))
    assert len(shown) == 5 and all((tmp_path / name).stat().st_size > 2000 for name in shown)
