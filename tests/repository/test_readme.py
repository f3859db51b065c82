"""The README is short, and what it and the pages beside the proofs say can be counted is counted.

Transcripts are compared in `tests.repository.test_transcripts`."""

from __future__ import annotations

import doctest
import re
from hashlib import sha256

import pytest

from exactbox.cli import parser
from tests.transcripts import ROOT, RUN, SLOW, steps

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
COQ = ROOT / "proofs" / "coq"
UNREAD = "(* Nothing below need be read"
SOURCES = {  # of the pages that say how many lines one has to read: where the files are
    "proofs/FORMAT.md": [ROOT / "exactbox" / "checker", ROOT / "exactbox"],
    "proofs/coq/README.md": [COQ],
}


def test_the_examples_from_python():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 0 and failed == 0


def test_readme_lets_people_in():
    lines = TEXT.splitlines()
    assert len(lines) <= 200
    assert [line for line in lines if len(line) > 120] == []


def test_what_does_everything_comes_first():
    """The commands stand right after the picture, each said once."""
    page, picture = steps(README), TEXT.index("](tests/page/advise.png)")
    assert [step.command for step in page[:2]] == ["make certify", "make check"]
    for command in ("make certify", "make test", "make check"):
        assert picture < TEXT.index(f"`{command}`") < TEXT.index("## ")
        assert TEXT.count(f"`{command}`") == 1


def test_the_proofs_are_counted():
    count = len(list((ROOT / "proofs").glob("*.json")))
    assert {int(found) for found in re.findall(r"\b(\d+) (?:\[?answers|proofs)", TEXT)} == {count}


def test_all_transcripts_are_indented():
    """In a fence none would be seen, and none be run."""
    assert "```" not in TEXT


def test_hashes_are_those_of_proofs_or_of_what_is_run():
    run = [step for step in steps(README) if step.command.startswith(RUN) or step.command in SLOW]
    shown = "\n".join(step.shown for step in run)
    on_file = (ROOT / "proofs" / "README.md").read_text(encoding="utf-8")
    known = {sha256(path.read_bytes()).hexdigest() for path in (ROOT / "proofs").glob("*.json")}
    hashes = set(re.findall(r"\b[0-9a-f]{64}\b", TEXT))
    assert {found for found in hashes - known if found not in shown + on_file} == set()


def rows_with_lines(page):
    """Of the rows of a page's tables that say how many lines their files have: names, number."""
    for row in (ROOT / page).read_text(encoding="utf-8").splitlines():
        counted = re.fullmatch(r"\|.*\| ([\d,]+) \|", row)
        if counted:
            yield re.findall(r"`([\w/]+\.(?:py|v|ml))`", row), int(counted[1].replace(",", ""))


def lines_of(name, folders):
    """The lines of a file that is in the first of the folders, or else in the second; to where a
    heading says that what follows need not be read."""
    path = next(folder / name for folder in folders if (folder / name).exists())
    return len(path.read_text(encoding="utf-8").partition(UNREAD)[0].splitlines())


@pytest.mark.parametrize("page", SOURCES)
def test_the_lines_that_one_has_to_read_are_counted(page):
    rows = list(rows_with_lines(page))
    assert len(rows) > 5
    for names, lines in rows:
        assert (names, sum(lines_of(name, SOURCES[page]) for name in names)) == (names, lines)


def test_theorems_that_are_shown_are_on_the_list():
    """What ``make coq`` prints is compared with the list that it proves and with the proofs."""
    shown = [
        step.shown
        for step in steps(ROOT / "proofs" / "coq" / "README.md")
        if step.command.startswith("make coq")
    ]
    theorems = re.findall(r"^(\w+) : (.*) \((\d+) # (\d+)\) \[closed", "\n".join(shown), re.M)
    listed = (COQ / "headlines.txt").read_text(encoding="ascii")
    index = (ROOT / "proofs" / "README.md").read_text(encoding="utf-8")
    assert len(theorems) == 3
    for name, sentence, p, q in theorems:
        file = name.replace("_", "-")
        assert re.search(rf"^{file} +{re.escape(sentence)} _$", listed, re.M)
        assert re.search(rf"\| \[{file}\]\(.*\b{p}/{q}\b", index)


def test_commands_in_sentences_are_complete():
    """What stands in a sentence is understood as it is, or says in capitals what is to be named."""
    code = re.findall(r"`exactbox ([a-z][^`]*)`", README.read_text())
    assert "cite FILE" in code
    whole = parser()
    for words in map(str.split, code):
        if not {"GAME", "--help"} & set(words):
            whole.parse_args(words)
