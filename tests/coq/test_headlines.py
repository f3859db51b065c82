"""Headlines as theorems: the list of them, the data made for Coq, and what the build refuses."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from importlib import import_module

import pytest

from exactbox.headline_proofs import headlines
from exactbox.headline_proofs.theorems import sentences, theorem
from tests import ROOT
from tests.corpus import load

PROOFS = ROOT / "proofs"
COQ = PROOFS / "coq"
STATED = [headline for headline in headlines() if headline.theorem]
WITH_LIES = (
    *("no_integer_solution", "entry"),
    *("least_squares", "unique_least_squares", "minimum_norm"),
)
ENTRIES = {
    "entry": "2 # 10",
    "entry_by_weights_whose_denominators_do_not_divide": "5 # 6",
    "entry_in_the_second_column": "-1",
    "entry_of_a_singular_matrix": "1",
}
needs_coq = pytest.mark.skipif(not shutil.which("coqc"), reason="needs Coq")


@pytest.fixture
def script(monkeypatch):
    """A module of the build, by name."""
    monkeypatch.syspath_prepend(COQ)
    for name in ("coq_text", "generate", "generate_linear", "headline", "audit"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return import_module


def test_the_list_names_headlines_in_their_order():
    assert list(sentences(PROOFS)) == sorted(
        sentences(PROOFS), key=[headline.name for headline in headlines()].index
    )
    names = {headline.name for headline in STATED}
    assert {f"flip-{n}" for n in range(2, 7)} | {"craps", "chessboard", "knuth-yao-six"} <= names
    assert sum(name.startswith("shutbox") for name in names) == 18


def test_a_folder_without_a_list_has_no_theorems(tmp_path):
    assert sentences(tmp_path) == {}


@pytest.mark.parametrize("headline", STATED, ids=lambda headline: headline.name)
def test_the_index_has_the_theorem(headline):
    section = (PROOFS / "README.md").read_text().split(f"\n## {headline.name}\n")[1]
    section = section.split("\n## ")[0]
    exactly = re.search(r"^- exactly: (-?\d+)(?:/(\d+))?$", section, re.M)
    value = Fraction(*(int(part or 1) for part in exactly.groups())) if exactly else None
    line = theorem(headline.name, headline.theorem, value)
    if value is None:  # too long to be read there
        line = line.removesuffix("_.")
    assert f"- theorem: `{line}" in section


def test_what_the_build_states_is_what_the_index_has(script):
    value, sentence = Fraction(8936, 1575), sentences(PROOFS)["flip-2"]
    stated = script("headline").statement(sentence, value)
    assert stated == "least_expected_cost (flip 2) Begin (8936 # 1575)"
    assert theorem("flip-2", sentence, value) == f"Theorem flip_2 : {stated}."


def test_a_sentence_without_a_place_for_the_value_is_refused(script):
    headline = script("headline")
    with pytest.raises(headline.Failed):
        headline.statement("least_expected_cost (flip 2) Begin", Fraction(1))
    with pytest.raises(headline.Failed):
        headline.statement("inconsistent 62 108 1 (lhs chessboard) (rhs chessboard) _", None)


@pytest.mark.parametrize(
    ("name", "data"), [("flip-2", "cards_data"), ("knuth-yao-two", "two_data")]
)
def test_data_are_those_that_the_checkers_are_tried_with(script, name, data):
    certificate = json.loads((PROOFS / f"{name}.json").read_text())
    made = script("generate").data_of(certificate).definitions.split(":=", 1)[1]
    tried = (COQ / "Sanity.v").read_text().split(f"Definition {data} :=")[1].split("|}.")[0]
    numbers = [re.findall(r"0x[0-9a-f]+|\d+", text) for text in (made, tried)]
    assert [int(n, 0) for n in numbers[0]] == [int(n, 0) for n in numbers[1]]


def test_long_numbers_are_written_in_the_kernels_integers(script, monkeypatch):
    coq_text = script("coq_text")
    monkeypatch.setattr(coq_text, "LONG", 100)
    assert coq_text.limbs((5 << 60) + 7) == "[0x7;0x5]"
    assert "of_limbs" in coq_text.numerals([1 << coq_text.LONG])[1]
    assert "huint" in coq_text.numerals([1, 2])[1]


# What rests on nothing ----------------------------------------------------------------------------


def test_no_file_has_a_word_that_could_bring_an_axiom(script):
    audit = script("audit")
    files = {file.stem: audit.code(file.read_text()) for file in COQ.glob("*.v")}
    assert not list(audit.forbidden(files))
    said = audit.code("(* no Axiom (* nor Admitted *) here *) Theorem a : True. Admitted.")
    assert list(audit.forbidden({"File": said})) == ["File.v: Admitted"]
    assert audit.theorems({"File": said}) == ["File.a"]


def test_every_committed_file_is_built():
    listed = (COQ / "_CoqProject").read_text().split()
    others = {file.name for file in COQ.glob("*.v")} - set(listed)
    assert others <= {"Extract.v"}  # of which make coq-checker makes a program


def systems_in_coq(generate):
    """Certificates on file about systems: what is accepted is a theorem, and no lie is, which Coq
    makes sure of by Fail. Minors are eliminated modulo other integers in Coq, so of the statements
    that rest on them alone the lies are others."""
    lines = []
    for verdict in ("accepted", "rejected"):
        for name, certificate in load("linear", verdict).items():
            statement = certificate["question"]["statement"]
            if statement not in WITH_LIES and (statement == "determinant" or verdict == "rejected"):
                continue
            try:
                data = generate.data_of(certificate)
            except (StopIteration, ValueError):  # no minor
                assert verdict == "rejected"
                continue
            value = f" ({ENTRIES.get(name, 0)})" if statement == "entry" else ""
            lines += [f"Module {verdict}_{name}.", f"Module Data.\n{data.definitions}End Data."]
            fails = "Fail " * (verdict == "rejected")
            lines += [f"{fails}Definition proved := {data.theorem}{value} (eq_refl true)."]
            lines += [f"End {verdict}_{name}."]
    assert sum(line.startswith("Fail") for line in lines) > 15
    return "\n".join(lines) + "\n"


@pytest.mark.slow
@needs_coq
def test_the_build_refuses_what_is_not_so(script, monkeypatch, tmp_path):
    """A wrong value, another game, and a proof that rests on an axiom."""
    folder = tmp_path / "coq"
    sources = [*COQ.glob("*.v"), COQ / "_CoqProject", COQ / "Makefile", COQ / "headlines.txt"]
    folder.mkdir()
    for file in sources:
        shutil.copy(file, folder)
    shutil.copy(PROOFS / "flip-2.json", tmp_path)
    used = [f"{name}Checker.vo" for name in ("Linear", "Weights", "LeastSquares", "Match")]
    used += [
        "Limbs.vo",
        "GameCheckers.vo",
        "ChanceCheckers.vo",
        "ProgramChecker.vo",
        "MatrixGames.vo",
    ]
    subprocess.run(["make", "CoqMakefile"], cwd=folder, check=True, capture_output=True)
    make = ["make", "-j2", "-f", "CoqMakefile", *used]
    subprocess.run(make, cwd=folder, check=True, capture_output=True)

    headline = script("headline")
    monkeypatch.setattr(headline, "HERE", folder)
    assert headline.prove("flip-2").startswith("flip_2 : least_expected_cost (flip 2) Begin (8936")

    def refused(why):
        with pytest.raises(headline.Failed, match=why):
            headline.prove("flip-2")

    systems = systems_in_coq(script("generate"))
    (folder / "Systems.v").write_text(headline.IMPORTS + systems)
    coqc = ["coqc", "-q", "-noglob", "-Q", ".", "exactbox", "Systems.v"]
    run = subprocess.run(coqc, cwd=folder, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr

    with monkeypatch.context() as m:
        m.setattr(headline, "proved_value", lambda certificate: Fraction(8937, 1575))
        refused("does not prove it")
    with monkeypatch.context() as m:
        m.setattr(headline, "sentences", lambda: {"flip-2": "least_expected_cost (flip 3) Begin _"})
        refused("does not prove it")
    with monkeypatch.context() as m:
        axiom = "Axiom false : False.\nDefinition data := false.\n"
        data = script("coq_text").Data(axiom, "False_ind _ Data.data")
        m.setattr(headline, "data_of", lambda *_: data)
        m.setattr(headline, "VERDICT", "")
        refused("rests on")
    with monkeypatch.context() as m:
        data = script("coq_text").Data("End Data.\nDefinition flip := tt.\n", "")
        m.setattr(headline, "data_of", lambda *_: data)
        refused("the data contain End")
