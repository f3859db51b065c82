"""Every certificate on file gets its verdict from the command, with the reason in the tables.

The files are also a promise: later kinds and objectives change neither bytes nor verdict of these.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys

import pytest

from exactbox.check import check_certificate, main
from tests import ROOT
from tests.corpus import CORPUS, EXIT_CODES, NESTED, VERDICTS, canonical, expected, files, quoted
from tests.corpus import KINDS as KNOWN

CRAPS = ROOT / "proofs" / "craps.json"

CHECKER = ROOT / "exactbox" / "check.py"
KINDS = sorted({path.parts[-3] for path in files()})
KEPT = [pytest.param(path, id="-".join(path.with_suffix("").parts[-3:])) for path in files()]


def part(path):
    """What is expected in the checker's line about the file."""
    *_, kind, verdict, _ = path.parts
    return expected(kind)[verdict][path.stem]


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_has_an_entry_and_every_entry_a_file(kind):
    entries = {(verdict, name) for verdict, row in expected(kind).items() for name in row}
    assert entries == {(path.parts[-2], path.stem) for path in files(kind)}
    assert all(part(path) for path in files(kind))


def test_there_is_nothing_else_in_the_corpus():
    tables = {CORPUS / f"{kind}.json" for kind in KINDS}
    everything = {path for path in CORPUS.rglob("*") if not path.is_dir()}
    assert everything - {CORPUS / "README.md"} == tables | set(files())
    assert {path.parts[-2] for path in files()} == set(VERDICTS)


@pytest.mark.parametrize("path", KEPT)
def test_verdict(path, capsys):
    """One line, on standard output where it is valid, and the exit code."""
    verdict = path.parts[-2]
    assert main([str(path)]) == EXIT_CODES[verdict]
    out, err = capsys.readouterr()
    line, nothing = (out, err) if verdict == "accepted" else (err, out)
    assert nothing == "" and line.count("\n") == 1 and line.endswith("\n")
    said = line.removeprefix(f"{VERDICTS[verdict]} {quoted(path)}: ")
    assert said != line and said.isascii() and part(path) in said


@pytest.mark.parametrize("names", NESTED, ids=lambda names: names[0].split("/")[-1])
def test_a_set_that_another_certificate_proves_is_that_set_or_the_exit_code_is_1(names, capsys):
    """Each of them is valid by itself; what is proved of some states is silent about the others."""
    same = NESTED[names]
    assert main([str(CORPUS / name) for name in names]) == int(not same)
    line = capsys.readouterr().out.splitlines()[-1]
    what = "has exactly the states" if same else "is named by, and is not, the set"
    assert line.startswith("NESTED ") and f"a set of it {what} that " in line


def test_the_checker_alone_has_the_same_verdicts():
    """Without the package, the site or the environment, and from another folder."""
    command = [sys.executable, "-I", "-S", str(CHECKER), *map(str, files())]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    valid = iter(done.stdout.splitlines())
    other = iter(done.stderr.splitlines())
    for path in files():
        line = next(valid if path.parts[-2] == "accepted" else other)
        assert (
            line.startswith(f"{VERDICTS[path.parts[-2]]} {quoted(path)}: ") and part(path) in line
        )
    assert [line.split()[0] for line in (*valid, *other)] == ["NESTED"] * len(NESTED)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "reading"])
def test_lies_are_not_about_the_bytes(kind):
    """All but those about reading are canonical, of version 2 and of a known kind."""
    for path in files(kind):
        certificate = json.loads(path.read_bytes())
        assert path.read_bytes() == canonical(certificate)
        assert certificate.keys() == {"certificate", "kind", "question", "witness"}
        assert certificate["certificate"] == 2
        assert certificate["kind"] in KNOWN


def test_a_claim_shows_its_sentence_in_lines():
    claim = check_certificate(CRAPS.read_bytes())
    shown = repr(claim).split("\n  ")
    exactly = "is exactly 244/495 (rounded: 0.492929292929) from state 0"
    assert shown[1:3] == ["over all policies,", exactly]
    assert " ".join(shown) == str(claim)


def test_bytes_and_file_give_the_same_claim():
    for path in files(verdict="accepted"):
        assert check_certificate(path) == check_certificate(path.read_bytes())


def test_hashes_are_those_of_the_bytes_and_of_the_bytes_without_the_witness():
    """Nothing but the question decides the question's hash, also in names that look like keys."""
    for path in files(verdict="accepted"):
        claim, certificate = check_certificate(path), json.loads(path.read_bytes())
        assert claim.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        del certificate["witness"]
        assert claim.question_sha256 == hashlib.sha256(canonical(certificate)).hexdigest()
