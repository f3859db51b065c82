"""``exactbox certify``: every game in one shape, as text and as JSON, and where the proofs are."""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from fractions import Fraction

import pytest

from exactbox import GaveUp, certificate, check_certificate, headline_proofs
from exactbox.cli import main
from exactbox.headline_proofs.filing import DIFFERS, filed
from exactbox.parallel import executor_context
from tests import ROOT

PROOFS = ROOT / "proofs"
SAME = [  # a command, and the headline proof that it writes anew
    ("flip --faces 2", "flip-2"),
    ("shutbox --rule two-dice --objective shut", "shutbox-9-two-dice-shut"),
    ("shutbox --tiles 10 --objective score", "shutbox-10-sum-6-score"),
    ("shutbox", "shutbox-9-sum-6-match"),
    ("lock --letters QLVRX", "lock-15"),
]


def printed(capsys, *arguments):
    """What a run that succeeds prints."""
    assert main(["certify", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize(("words", "name"), SAME)
def test_each_game_has_the_headlines_proof_in_the_same_shape(capsys, tmp_path, words, name):
    file = tmp_path / "proof.json"
    lines = printed(capsys, *words.split(), "--certificate", str(file)).splitlines()
    assert file.read_bytes() == (PROOFS / f"{name}.json").read_bytes()
    claim = check_certificate(file)
    labels = [line.split()[0] for line in lines[1:-4]]
    number = ["exactly", "decimal", "process"]
    facts = ["keys", "complete"] if words.startswith("lock") else number
    assert labels == facts
    assert lines[-4:] == [
        f"{file}: {file.stat().st_size:,} bytes, {how_of(words)}: VALID",
        f"  question  {claim.question_sha256}",
        f"  proof     {claim.sha256}",
        f"check it: exactbox check {file}",
    ]


def how_of(words):
    """What is short is judged by the plain checker; of the lock there is no other."""
    return "checked by the plain checker" if words == "flip --faces 2" else "checked"


@pytest.mark.parametrize(("words", "name"), SAME)
def test_the_json_of_a_game_has_what_the_checker_says(capsys, words, name):
    said, claim = json.loads(printed(capsys, *words.split(), "--json")), claim_of(name)
    assert said["question_sha256"] == claim.question_sha256
    assert said["proof_sha256"] == claim.sha256 and said["checked"] is True
    assert "files" not in said and said["proved"] == claim.sentence
    if words.startswith("lock"):
        assert said["keys"] == claim.facts["keys"]
    else:
        assert Fraction(said["value"]["exact"]) == claim.value
        assert abs(Fraction(said["value"]["decimal"]) - claim.value) <= Fraction(1, 2 * 10**12)


def claim_of(name):
    """What the checker says of a proof on file."""
    return check_certificate(PROOFS / f"{name}.json")


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("--tiles 6 --dice 1 --objective shut", "145/1944"),
        ("--tiles 2 --sides 2 --dice 1", "5/8"),  # two players; win 1/2, else 1/4 for a 1 or a 2
        ("--two 12345689 41", "1"),  # any set that is shut leaves less than 41
        ("--objective beat 12345689 41", "1"),
    ],
)
def test_a_position_and_a_score_can_be_certified(capsys, words, value):
    said = json.loads(printed(capsys, "shutbox", *words.split(), "--json"))
    assert said["value"]["exact"] == value


def test_short_lists_of_keys_are_printed(capsys):
    lines = printed(capsys, "lock", "--max-length", "11").splitlines()
    assert "  all       RVLVQRVLVQ VRLVQVRLVQ VLRVQVLRVQQ VLVRQVLVRQQ" in lines
    assert any("keys      none" in line for line in printed(capsys, "lock", "--max-length", "3")
               .splitlines())  # fmt: skip


def test_options_before_the_game_count(capsys):
    assert "5.6737\n" in printed(capsys, "--digits", "4", "flip", "--faces", "2")
    assert "5.674\n" in printed(capsys, "--digits", "4", "flip", "--faces", "2", "--digits", "3")
    assert json.loads(printed(capsys, "--json", "flip", "--faces", "2"))["checked"] is True


def test_the_certificate_alone_is_on_standard_output_where_it_is_asked_for(capfdbinary):
    assert main(["certify", "flip", "--faces", "2", "--certificate", "-"]) == 0
    out, err = capfdbinary.readouterr()
    assert out == (PROOFS / "flip-2.json").read_bytes() and b"plain checker: VALID" in err


@pytest.mark.parametrize(("suffix", "unpacked"), [("gz", gzip), ("xz", lzma)])
def test_a_certificate_is_packed_where_its_name_says_so(capsys, tmp_path, suffix, unpacked):
    file = tmp_path / f"proof.json.{suffix}"
    printed(capsys, "flip", "--faces", "2", "--certificate", str(file))
    assert unpacked.decompress(file.read_bytes()) == (PROOFS / "flip-2.json").read_bytes()


@pytest.mark.parametrize(
    ("words", "how", "plainly"),
    [
        ("flip --faces 2", *["checked by the plain checker"] * 2),
        ("flip --faces 4", "checked with FLINT's integers", "checked"),
        ("shutbox --tiles 2", *["checked"] * 2),
        ("lock --max-length 9", *["checked"] * 2),
    ],
)
def test_it_is_said_how_an_answer_was_checked(capsys, tmp_path, words, how, plainly):
    file = tmp_path / "proof.json"
    asked = [*words.split(), "--certificate", str(file)]
    for options, expected in ((), how), (("--plain-integers",), plainly):
        lines = printed(capsys, *asked, *options).splitlines()
        assert f" bytes, {expected}: VALID" in lines[-4]
        assert lines[-1] == f"check it: exactbox check {file}"
        said = json.loads(printed(capsys, *asked, *options, "--json"))
        assert said["checked"] is True and said.get("how", "checked") == expected


@pytest.mark.parametrize("words", ["shutbox --tiles 4", "lock --max-length 9"])
def test_nothing_is_loaded_to_check_short_numbers(words, tmp_path):
    code = (
        "import sys; from exactbox.cli import main; main(sys.argv[1:]);"
        "assert 'flint' not in sys.modules"
    )
    command = ["certify", *words.split(), "--certificate", str(tmp_path / "proof.json")]
    subprocess.run([sys.executable, "-c", code, *command], check=True, stdout=subprocess.DEVNULL)


def test_plain_integers_before_a_game_count(capsys):
    said = json.loads(printed(capsys, "--plain-integers", "--json", "flip", "--faces", "4"))
    assert said["checked"] is True and "how" not in said


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("--proofs missing", "there is no folder missing: the proofs are in exactbox's source"),
        ("--proofs .", ". is not the folder of proofs, it has no folder models"),
        ("shutbox 12 3", "certify shutbox needs the open tiles: 1 argument, got 2"),
        ("shutbox --two", "say which score to beat: certify shutbox TILES SCORE"),
        ("shutbox --players 3 --two 12 3", "for the first player or the last"),
        ("shutbox --rule sum=6,above=6", "contradict one another"),
        ("lock --max-length 0", "need a length of at least 1"),
        ("lock --letters Q", "lacks L, V, R"),
        ("flip --dice \u0663", "need a number of sides"),
        ("flip --dice 1:1,2:\u0663", "need a number of sides"),
    ],
)
def test_what_cannot_be_certified_is_said_in_a_line(capsys, tmp_path, monkeypatch, words, line):
    monkeypatch.chdir(tmp_path)
    assert main(["certify", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and line in err and err.count("\n") == 1


def test_digits_below_zero_are_refused_before_the_work(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["certify", "flip", "--faces", "2", "--digits", "-1"])
    assert "found '-1', need 0 to 1,000,000" in capsys.readouterr().err


def test_all_headline_answers_are_one_object(capsys, tmp_path, monkeypatch):
    """A number, a system and the keys, of those on file."""
    few = [
        h for h in headline_proofs.headlines(PROOFS) if h.name in ("craps", "chessboard", "lock-15")
    ]
    monkeypatch.setattr(headline_proofs, "headlines", lambda folder: few)
    (tmp_path / "models").mkdir()
    said = json.loads(printed(capsys, "--json", "--proofs", str(tmp_path)))
    assert [row["name"] for row in said["answers"]] == [h.name for h in few]
    assert said["answers"][0]["value"]["exact"] == "244/495"  # Packel 1981
    assert all(row["files"][0]["file"] == row["file"] for row in said["answers"])
    assert {row["on_file"] for row in said["answers"]} == {*said["pages"].values()} == {"written"}
    again = json.loads(printed(capsys, "--json", "--proofs", str(tmp_path)))
    assert {row["on_file"] for row in again["answers"]} == {"the same"}
    assert not any("files" in row for row in again["answers"])
    (tmp_path / "craps.json").write_bytes(b"{}")
    assert main(["certify", "--json", "--proofs", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["differ"] == ["craps.json"] and "craps.json" in err


def test_who_works_checks_with_the_integers_that_are_wanted(tmp_path, monkeypatch):
    few = [h for h in headline_proofs.headlines(PROOFS) if h.name in ("flip-2", "chessboard")]
    monkeypatch.setattr(headline_proofs, "headlines", lambda folder: few)
    monkeypatch.setattr(certificate, "PLAIN", 0)

    def how(executor, plain):
        with executor_context(executor), certificate.plain_integers(plain):
            each = filed(tmp_path, few, False, lambda _: nullcontext(lambda *_: None))
            return {answer.proof.how for _, (answer, _) in each}

    with ThreadPoolExecutor(2) as executor:
        for who in (None, executor):
            assert how(who, False) == {certificate.WITH_FLINT} and how(who, True) == {""}


def test_who_works_makes_no_difference_to_the_headlines(tmp_path, monkeypatch):
    """In their order, whoever is done first; the chessboard's file differs and stays as it is."""
    names = ("knuth-yao-one", "craps", "chessboard", "flip-2")
    few = [h for h in headline_proofs.headlines(PROOFS) if h.name in names]
    monkeypatch.setattr(headline_proofs, "headlines", lambda folder: few)

    def found(folder, executor, update=False):
        folder.mkdir(exist_ok=True)
        with executor_context(executor):
            each = list(filed(folder, few, update, lambda _: nullcontext(lambda *_: None)))
        said = [(h.name, answer.proof.claim, on_file) for h, (answer, on_file) in each]
        return said, {path.name: path.read_bytes() for path in folder.iterdir()}

    alone = found(tmp_path / "a", None)
    with ThreadPoolExecutor(2) as executor:
        assert found(tmp_path / "b", executor) == alone
        (tmp_path / "b" / "chessboard.json").write_text("{}")
        said, files = found(tmp_path / "b", executor)
        assert {name: on_file for name, _, on_file in said} == {
            h.name: DIFFERS if h.name == "chessboard" else "the same" for h in few
        }
        assert files == {**alone[1], "chessboard.json": b"{}"}
        said, files = found(tmp_path / "b", executor, update=True)
        assert files == alone[1] and [on_file for *_, on_file in said].count("replaced") == 1


@pytest.mark.slow
def test_all_headlines_in_two_processes(capsys):
    assert main(["certify", "--jobs", "2", "--proofs", str(PROOFS)]) == 0
    assert "46 answers, each exact, proved and checked." in capsys.readouterr().out


def test_an_enclosure_of_the_card_game_has_bounds_that_are_checked(capsys, tmp_path):
    file, exact = tmp_path / "bounds.json", claim_of("flip-3").value
    words = ["flip", "--faces", "3", "--enclosure", "--certificate", str(file)]
    said = json.loads(printed(capsys, *words, "--json"))
    claim = check_certificate(file)
    assert Fraction(said["lower"]["exact"]) == claim.value <= exact
    assert Fraction(said["upper"]["exact"]) == claim.upper >= exact
    assert said["checked"] is True and said["question_sha256"] == claim.question_sha256
    lines = printed(capsys, *words).splitlines()
    low, high = lines[1].removeprefix("  within    [").removesuffix("]").split(", ")
    assert claim.value - Fraction(1, 10**12) < Fraction(low) <= exact <= Fraction(high)
    assert [line.split()[0] for line in lines[1:4]] == ["within", "width", "process"]
    assert (
        lines[4] == f"{file} (replaced): {claim.size:,} bytes, checked with FLINT's integers: VALID"
    )


def test_bounds_are_printed_where_the_check_gives_up(capsys, monkeypatch, tmp_path):
    def gives_up(*_, **__):
        raise GaveUp("it takes too much memory")

    monkeypatch.setattr(certificate, "check_certificate", gives_up)
    monkeypatch.setattr(certificate, "PLAIN", 0)
    words = ["flip", "--faces", "3", "--enclosure"]
    last = printed(capsys, *words).splitlines()[-1]
    assert last == "not checked: it takes too much memory; the bounds were found in 64-bit integers"
    assert json.loads(printed(capsys, *words, "--json"))["checked"] is False
    file = tmp_path / "bounds.json"
    assert main(["certify", *words, "--certificate", str(file)]) == 3
    out, err = capsys.readouterr()
    assert "within" in out and err.startswith("exactbox: it takes too much memory")
    assert not file.exists()


def test_an_enclosure_draws_nothing(capsys):
    assert main(["certify", "flip", "--faces", "2", "--enclosure", "--plot", "a.png"]) == 2
    assert "--plot draws exact values: leave out --enclosure" in capsys.readouterr().err
