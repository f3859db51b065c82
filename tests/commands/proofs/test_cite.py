"""The command cite: what is cited, in which words, and that it is the same everywhere."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
from types import SimpleNamespace

import pytest

from exactbox.citation import LONG_SENTENCE, Citation, latex, shortened
from exactbox.cli import main
from exactbox.formats import read_model
from exactbox.headline_proofs import headlines
from exactbox.mdp import reach
from exactbox.release import AUTHORS, DATE, VERSION
from tests import ROOT

PROOFS = ROOT / "proofs"
CRAPS = PROOFS / "craps.json"
CSL_TYPES = {"id": str, "type": str, "author": list, "title": str, "issued": dict} | {
    "genre": str, "source": str, "note": str
}  # fmt: skip


def cite(capsys, *words):
    """Exit code, standard output and standard error."""
    code = main(["cite", *map(str, words)])
    return code, *capsys.readouterr()


def hashes(data):
    """Of a certificate's question and of all of it, from its bytes."""
    question = data[: data.index(b',"witness":')] + b"}"
    return [hashlib.sha256(part).hexdigest() for part in (question, data)]


def fields(entry):
    """A BibTeX entry's fields, each in braces that balance; the last has no comma."""
    kind, key, body = re.fullmatch(r"@(\w+)\{([A-Za-z0-9-]+),\n(.*)\n\}", entry, re.S).groups()
    found = {}
    for line in body.split(",\n"):
        name, value = re.fullmatch(r"  (\w+) = \{(.*)\}", line).groups()
        depth = 0
        for brace in re.findall(r"[{}]", value):  # BibTeX counts those after a backslash too
            depth += 1 if brace == "{" else -1
            assert depth >= 0
        assert depth == 0
        found[name] = value
    return kind, key, found


def test_a_proof_is_cited_in_a_sentence_in_bibtex_and_in_csl_json(capsys):
    code, out, err = cite(capsys, CRAPS)
    alone = [cite(capsys, CRAPS, "--format", form)[1] for form in ("text", "bibtex", "csl")]
    assert (code, err) == (0, "") and out == "\n".join(alone)
    question, proof = hashes(CRAPS.read_bytes())
    (item,) = json.loads(alone[2])
    kind, key, entry = fields(alone[1].rstrip("\n"))
    assert kind == "misc" and key == item["id"] == f"exactbox-craps-{proof[:8]}"
    assert entry["author"] == f"{{{AUTHORS}}}" and item["author"] == [{"literal": AUTHORS}]
    assert entry["year"] == DATE[:4] and item["issued"] == {"date-parts": [[int(DATE[:4])]]}
    for said in (alone[0], entry["note"], item["note"]):
        assert question in said and proof in said and "exactbox check craps.json" in said
    for said in (alone[0], entry["title"], item["title"]):
        assert "craps.json" in said and "is exactly 244/495" in said  # Packel 1981
    for said in (alone[0], entry["howpublished"], item["source"]):
        assert f"exactbox {VERSION}" in said


def test_an_item_of_csl_json_has_what_the_schema_requires_and_no_other_fields(capsys):
    items = json.loads(cite(capsys, CRAPS, PROOFS / "flip-2.json", "--format", "csl")[1])
    assert len({item["id"] for item in items}) == 2
    for item in items:
        assert {name: type(value) for name, value in item.items()} == CSL_TYPES
        assert item["type"] == "dataset"


@pytest.mark.parametrize(
    ("name", "code", "word"),
    [
        ("linear/rejected/determinant_of_a_column_twice.json", 1, "INVALID"),
        ("README.md", 2, "UNREADABLE"),
        ("missing.json", 2, "UNREADABLE"),
    ],
)
def test_what_is_not_valid_is_not_cited(capsys, name, code, word):
    """Nor is what stands beside it."""
    file = ROOT / "tests" / "certificates" / name
    found, out, err = cite(capsys, CRAPS, file)
    assert (found, out) == (code, "") and err.startswith(f'{word} "{file}": ')
    assert err.count("\n") == 1


def test_what_the_checker_gives_up_is_not_cited(capsys):
    assert cite(capsys, CRAPS, "--max-work", 10**6)[0] == 0
    for option in ("--max-work", "--max-bytes"):
        code, out, err = cite(capsys, CRAPS, option, 100)
        assert (code, out) == (3, "") and err.startswith("GAVE UP ")


def test_a_citation_is_the_same_in_every_folder_and_under_every_clock(
    capsys, tmp_path, monkeypatch
):
    expected = cite(capsys, CRAPS)
    (tmp_path / "craps.json").write_bytes(CRAPS.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert cite(capsys, "craps.json") == expected == cite(capsys, CRAPS, "craps.json")


def test_a_packed_certificate_has_the_hash_of_what_is_in_it(capsys, tmp_path):
    (tmp_path / "craps.json.gz").write_bytes(gzip.compress(CRAPS.read_bytes()))
    _, out, _ = cite(capsys, tmp_path / "craps.json.gz", "--format", "bibtex")
    assert fields(out.rstrip("\n"))[1] == f"exactbox-craps-{hashes(CRAPS.read_bytes())[1][:8]}"
    assert "exactbox check craps.json.gz" in out


def test_standard_input_is_cited_by_its_kind(capsys, monkeypatch):
    stdin = SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(CRAPS.read_bytes())))
    monkeypatch.setattr("sys.stdin", stdin)
    code, out, _ = cite(capsys, "-", "--format", "bibtex")
    _, key, entry = fields(out.rstrip("\n"))
    assert code == 0 and key.startswith("exactbox-process-")
    assert entry["title"].startswith("{Certificate: ") and "exactbox check FILE" in entry["note"]


def test_json_is_one_object_with_every_form(capsys):
    _, out, _ = cite(capsys, CRAPS, "--json")
    (said,) = json.loads(out)["citations"]
    assert [said["question_sha256"], said["proof_sha256"]] == hashes(CRAPS.read_bytes())
    assert said["csl"]["id"] == said["key"] and said["bibtex"].startswith(f"@misc{{{said['key']},")
    assert out.count("\n") == 1 and said["text"] in cite(capsys, CRAPS)[1]


def test_whose_proof_it_is_can_be_said(capsys):
    _, out, _ = cite(capsys, CRAPS, "--author", " Ada  & Co", "--format", "bibtex")
    assert fields(out.rstrip("\n"))[2]["author"] == r"{Ada \& Co}"
    with pytest.raises(SystemExit) as ended:
        main(["cite", str(CRAPS), "--author", " "])
    assert ended.value.code == 2 and "need a name" in capsys.readouterr().err


# What is escaped, and what is shortened -----------------------------------------------------------


def test_names_with_special_characters_are_escaped_for_latex(capsys, tmp_path):
    label = r'50% {_& "q" ~^\#$<|>'
    model = tmp_path / "m.json"
    states = [{"choices": [{"to": {"1": 1}}]}, {"labels": [label], "choices": [{"to": {"1": 1}}]}]
    model.write_text(json.dumps({"type": "mdp", "states": states}))
    file = tmp_path / "100% my_proof.json"
    file.write_bytes(reach(read_model(model), label, "max").certificate())
    _, out, _ = cite(capsys, file, "--format", "bibtex")
    _, key, entry = fields(out.rstrip("\n"))
    assert key.startswith("exactbox-100-my-proof-")
    assert r"exactbox check '100\% my\_proof.json'" in entry["note"]
    inside = entry["title"].split("``")[1].split("''")[0]
    assert inside == (
        r"50\% \textbraceleft{}\_\& \textbackslash{}\char34{}q\textbackslash{}\char34{} "
        r"\textasciitilde{}\textasciicircum{}\textbackslash{}\textbackslash{}\#\$"
        r"\textless{}\textbar{}\textgreater{}"
    )


def test_all_that_latex_gives_a_meaning_is_escaped():
    plain = latex("".join(map(chr, range(32, 127))))
    bare = re.sub(r"\\[a-z]+\d*\{\}|\\[#$%&_]", "", plain)
    assert not set(bare) & set('\\{}#$%&_^~<>|"')


def test_long_numbers_are_shown_by_their_ends_and_names_are_not():
    n = "1" * 12 + "2" * 10 + "3" * 12
    assert shortened(f'"{n}" is exactly -{n}/{n[:24]} (rounded: 0.{n})') == (
        f'"{n}" is exactly -111111111111...333333333333 (34 digits)/{n[:24]} (rounded: 0.{n})'
    )


def test_of_a_long_sentence_the_beginning_is_cited_and_its_length():
    keys = "QVQ " * LONG_SENTENCE
    assert shortened(keys) == f"{keys[:LONG_SENTENCE]}... ({len(keys):,} characters in all)"
    assert shortened(keys[:LONG_SENTENCE]) == keys[:LONG_SENTENCE]


def test_a_name_without_letters_gives_a_key_all_the_same():
    assert Citation("....json", "linear", "", "", "0123456789").key == "exactbox-linear-01234567"


# On file ------------------------------------------------------------------------------------------


def test_the_references_on_file_cite_every_proof_by_its_hash():
    entries = (PROOFS / "references" / "exactbox.bib").read_text().split("\n\n")
    items = json.loads((PROOFS / "references" / "exactbox.json").read_text())
    index = (PROOFS / "README.md").read_text()
    found = headlines(PROOFS)
    assert len(entries) == len(items) == len(found)
    for headline, entry, item in zip(found, entries, items, strict=True):
        question, proof = hashes((PROOFS / headline.file).read_bytes())
        key, said = fields(entry.rstrip("\n"))[1:]
        assert key == item["id"] == f"exactbox-{headline.name}-{proof[:8]}"
        assert question in said["note"] and proof in said["note"]
        assert question in item["note"] and proof in item["note"]
        assert f"\n- cite: `{key}`\n" in index.split(f"\n## {headline.name}\n")[1].split("\n##")[0]


@pytest.mark.parametrize("name", ["craps", "chessboard", "lock-15", "shutbox-9-two-dice-match"])
def test_the_references_on_file_are_what_the_command_prints(capsys, name):
    folder = PROOFS / "references"
    _, entry, _ = cite(capsys, PROOFS / f"{name}.json", "--format", "bibtex")
    assert entry.rstrip("\n") in (folder / "exactbox.bib").read_text().rstrip("\n").split("\n\n")
    _, item, _ = cite(capsys, PROOFS / f"{name}.json", "--format", "csl")
    assert json.loads(item)[0] in json.loads((folder / "exactbox.json").read_text())


def test_how_the_program_is_cited_is_what_the_package_says_of_itself():
    """CITATION.cff, the changelog, the licence and the package have one version, day and name."""
    said = dict(
        re.findall(r"^(?:  - )?([a-z-]+): (.+)$", (ROOT / "CITATION.cff").read_text(), re.M)
    )
    assert said["cff-version"] == "1.2.0" and said["license"] == "MIT"
    assert (said["version"], said["date-released"], said["name"]) == (VERSION, DATE, AUTHORS)
    assert AUTHORS in (ROOT / "LICENSE").read_text()
    changes = re.findall(r"^## (\S+) \(\d", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert changes == [VERSION, "0.2.0", "0.1.0"]  # those that have a day: the next one has none
