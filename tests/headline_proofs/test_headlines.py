"""The proofs on file: what they say, and that models, commands, files and index belong together."""

from __future__ import annotations

import gzip
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from exactbox.certificate import question_sha256, sha256
from exactbox.check import check_certificate
from exactbox.cli import main
from exactbox.formats import read_model
from exactbox.formats.jsonmodel import write_json
from exactbox.headline_proofs import headlines
from exactbox.linalg import read_matrix
from exactbox.mdp import cost, reach
from exactbox.mdp.answers.process_writing import explicit
from proofs.models import rules, systems, tables
from tests import ROOT, lp_examples, models

PROOFS = ROOT / "proofs"
HEADLINES = {headline.name: headline for headline in headlines()}
LONG = ("flip-5", "flip-6", "shutbox-10", "shutbox-12", "trefethen")  # seconds to compute


def few(names):
    """The names as parameters, those that take seconds marked."""
    slow = ("herman", "pig", "trefethen")
    return [pytest.param(name, marks=[pytest.mark.slow] * name.startswith(slow)) for name in names]


def claim(name):
    """What the checker says of a proof on file."""
    return check_certificate(PROOFS / HEADLINES[name].file)


# What they say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((f"knuth-yao-{face}", "1/6") for face in ("one", "two", "three", "four", "five", "six")),
        ("craps", "244/495"),  # Packel 1981
        (
            "coins-4-4",
            "45666330762076479/292595849630842880",
        ),  # Storm's exact mode, all 43,136 states
        ("herman-15", Fraction(4 * 15**2, 27)),  # Bruna and others 2016: 4 n^2 / 27
        (
            "frozen-lake-8x8-reach",
            1,
        ),  # against the upper border, then the right one: no hole is near
        ("flip-2", "8936/1575"),
        ("kuhn-poker", "-1/18"),  # Kuhn 1950
        ("blotto-10-3", 0),  # both have the same plans
    ],
)
def test_the_exact_value_is_the_published_one(name, value):
    assert claim(name).value == Fraction(value)


@pytest.mark.parametrize(
    ("name", "decimal"),
    [
        ("chutes-and-ladders", "39.2251"),  # Althoen, King, Schilling 1993
        ("flip-2", "5.673651"),  # Project Euler 640
        ("flip-6", "50.317928"),
        ("shutbox-9-two-dice-shut", "0.0714"),
        # Koch, The final NETLIB-LP results, 2004
        ("netlib-afiro", "-464.75314285714285714285714285714"),
        ("netlib-stair", "-251.26695119296330352803637106304"),
        ("netlib-25fv47", "5501.8458882867447945812325883916"),
        ("netlib-perold", "-9380.7552782351606734833270386511"),
    ],
)
def test_the_value_rounds_to_the_published_one(name, decimal):
    digits = len(decimal.partition(".")[2])
    assert round(claim(name).value, digits) == Fraction(decimal)


def lake_values(discount, steps):
    """The greatest expected reward of so many steps on the 8 x 8 lake, by arrays of floats."""
    free = np.array([[cell in "SF" for cell in row] for row in LAKE])
    value = np.zeros((8, 8))
    for _ in range(steps):
        ahead = discount * value
        ahead[7, 7] = 1
        edged = np.pad(ahead, 1, mode="edge")
        up, down, left, right = edged[:-2, 1:-1], edged[2:, 1:-1], edged[1:-1, :-2], edged[1:-1, 2:]
        sides = [(left, up, down), (right, up, down), (up, left, right), (down, left, right)]
        value = np.where(free, np.max([sum(three) / 3 for three in sides], axis=0), 0)
    return value


LAKE = (  # as Gymnasium prints it
    *("SFFFFFFF", "FFFFFFFF", "FFFHFFFF", "FFFFFHFF"),
    *("FFFHFFFF", "FHHFFFHF", "FHFFHFHF", "FFFHFFFG"),
)


def test_the_lake_by_value_iteration():
    within = lake_values(1, 200)[0, 0]
    assert float(claim("frozen-lake-8x8-200-steps").value) == pytest.approx(within, abs=1e-12)
    discounted = lake_values(0.99, 5000)[0, 0]
    assert discounted == pytest.approx(0.4146, abs=1e-4)  # as it is often printed
    assert float(claim("frozen-lake-8x8-discounted").value) == pytest.approx(discounted, abs=1e-12)


def pig_by_value_iteration(target):
    """The probability that who begins wins; of who is to move, by scores and the turn's total."""
    p = {(i, j): [0.5] * (target - i) for i in range(target) for j in range(target)}
    change = 1.0
    while change > 1e-14:
        change = 0.0
        for (i, j), wins in p.items():
            for k in reversed(range(target - i)):
                follows = [wins[k + d] if i + k + d < target else 1 for d in range(2, 7)]
                best = (1 - p[j, i][0] + sum(follows)) / 6
                if k:
                    best = max(best, 1 - p[j, i + k][0])
                change = max(change, abs(best - wins[k]))
                wins[k] = best
    return p[0, 0][0]


def test_pig_by_value_iteration():
    """As Neller and Presser did it in 2004, for 100 points."""
    assert float(claim("pig-20").value) == pytest.approx(pig_by_value_iteration(20), abs=1e-12)


@pytest.mark.slow
def test_trefethens_matrix_by_floats():
    """Its only solution: the first column of the inverse."""
    found = claim("trefethen-500")
    assert found.facts["statement"] == "unique" and found.facts["rows"] == 500
    a = read_matrix(PROOFS / "models" / "trefethen-500.mtx").to_float()
    assert a[499, 499] == 3571  # the 500th prime
    near = {1 << k for k in range(9)}
    assert all(a[i, j] == (abs(i - j) in near) for i in range(500) for j in range(500) if i != j)
    index = (PROOFS / "README.md").read_text()
    said = re.search(r"decimal: x\[1\] = (\S+)", index).group(1)
    assert float(said) == pytest.approx(np.linalg.inv(a)[0, 0], abs=1e-12)


def test_dominoes_cover_a_light_and_a_dark_square_each():
    """30 squares of one colour and 32 of the other: the board has no cover, not even in parts."""
    assert claim("chessboard").facts["statement"] == "inconsistent"
    matrix = read_matrix(PROOFS / "models" / "chessboard.mtx")
    squares, dominoes = matrix.shape
    board = [(i, j) for i in range(8) for j in range(8) if (i, j) not in ((0, 0), (7, 7))]
    covered = {}
    for row, column, *_ in matrix.entries():
        covered.setdefault(column, []).append(board[row])
    assert (squares, dominoes, len(covered)) == (62, 2 * 7 * 8 - 4, 108)
    for (i, j), (k, m) in covered.values():
        assert abs(i - k) + abs(j - m) == 1
    assert sum((i + j) % 2 for i, j in board) == 32


# Where the models come from -----------------------------------------------------------------------


@pytest.mark.parametrize("name", few(rules.MODELS))
def test_models_on_file_are_written_from_the_rules(name, tmp_path):
    write_json(tmp_path / name, rules.MODELS[name]().plain())
    pair = [(folder / name).read_bytes() for folder in (tmp_path, PROOFS / "models")]
    ours, on_file = (gzip.decompress(data) if name.endswith(".gz") else data for data in pair)
    assert ours == on_file


@pytest.mark.parametrize("name", systems.NAMES)
def test_systems_on_file_are_written_from_their_definitions(name):
    assert systems.system(name) == (PROOFS / "models" / name).read_text()


@pytest.mark.parametrize("name", tables.TABLES)
def test_tables_on_file_are_written_from_their_rules(name):
    assert tables.text(name) == (PROOFS / "models" / name).read_text()


def test_another_builder_makes_the_same_games():
    """Each of them with another order of the plans."""
    kuhn, blotto = lp_examples.kuhns_poker(), lp_examples.blotto(10, 3)
    assert sorted(map(sorted, tables.kuhn_poker())) == sorted(map(sorted, kuhn))
    assert sorted(map(sorted, tables.blotto(10))) == sorted(map(sorted, blotto))


@pytest.mark.skipif(not lp_examples.SHARED.is_dir(), reason="they are beside the repository")
@pytest.mark.parametrize("name", tables.PROGRAMS)
def test_programs_on_file_are_netlibs(name):
    theirs = lp_examples.netlib_text(Path(name).stem)
    assert (PROOFS / "models" / name).read_text().split() == theirs.split()


def test_nothing_else_is_on_file():
    assert {path.name for path in PROOFS.glob("*.json")} == {h.file for h in HEADLINES.values()}
    known = {*rules.MODELS, *systems.NAMES, *tables.TABLES, *tables.PROGRAMS}
    known |= {"rules.py", "systems.py", "tables.py", "__pycache__"}
    assert {path.name for path in (PROOFS / "models").iterdir()} <= known


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("knuth-yao.json", models.knuth_yao),
        ("craps.json", models.craps),
        ("chutes-and-ladders.json", models.chutes_and_ladders),
        ("frozen-lake-8x8.json", lambda: models.frozen_lake(LAKE)),
    ],
)
def test_another_builder_makes_the_same_process(name, other):
    """State for state, up to names."""
    model = read_model(PROOFS / "models" / name)
    assert explicit(model)[0] == explicit(other())[0]


@pytest.mark.parametrize("k", [1, 2, 4])
def test_coins_are_counted_without_loss(k):
    """The model that names the two processes has the same values."""
    counted, named = rules.shared_coin(2, k), models.consensus(2, k)
    both = named.labels["finished"] & ~named.labels["agree"]
    assert counted.states < named.states
    for sense in ("max", "min"):
        assert reach(counted, "disagree", sense).value == reach(named, both, sense).value
    assert (
        cost(counted, None, "finished", "max").value == cost(named, None, "finished", "max").value
    )


@pytest.mark.parametrize("n", [3, 5, 7, 9])
def test_rings_are_the_same_from_all_sides(n):
    """Each configuration is worth what its bits are in the model of all of them."""
    ring, all_bits = cost(rules.herman(n), None, "stable", "max"), models.herman(n)
    of_bits = cost(all_bits, None, "stable", "max")
    values = ring.values[1:]  # without the adversary's choice
    assert {*values} == {*of_bits.values} and ring.value == max(of_bits.values)


def test_the_worst_ring_has_three_tokens_far_apart():
    ring = read_model(PROOFS / "models" / "herman-15.json.gz")
    answer = cost(ring, None, "stable", "max")
    assert ring.actions[answer.policy[0]] == "distances 5 5 5" and not len(answer.ties)


# Commands and index -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few([name for name in HEADLINES if not name.startswith(LONG)]))
def test_the_command_that_asks_writes_the_proof_on_file(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    program, *words = HEADLINES[name].asks.split()
    code = main([*words, "--certificate", str(tmp_path / "proof.json")])
    assert program == "exactbox" and code == int(name == "chessboard"), capsys.readouterr()
    assert (tmp_path / "proof.json").read_bytes() == (PROOFS / HEADLINES[name].file).read_bytes()


@pytest.mark.parametrize("name", few(name for name, h in HEADLINES.items() if h.against))
def test_a_proof_answers_the_question_about_its_model(name, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    headline = HEADLINES[name]
    words = ["check", f"proofs/{headline.file}", "--against", *headline.against.split()]
    assert main(words) == 0
    assert "SAME QUESTION" in capsys.readouterr().out


@pytest.mark.parametrize("name", HEADLINES)
def test_the_index_has_the_hashes_and_the_sentence(name):
    text = (PROOFS / "README.md").read_text()
    section = text.split(f"\n## {name}\n")[1].split("\n## ")[0]
    data = (PROOFS / HEADLINES[name].file).read_bytes()
    asked = data[: data.index(b',"witness":')] + b"}"
    assert f"question: SHA-256 `{sha256(asked)}`" in section
    assert f"proof: {len(data):,} bytes, SHA-256 `{sha256(data)}`" in section
    if not name.startswith(LONG):
        assert f"proved: {claim(name).sentence}\n" in section


def test_the_large_proof_is_of_the_question_that_its_words_ask():
    nine = [[face, 1] for face in range(1, 10)]
    rule = {"rule": "flip", "cards": 18, "dice": [nine, nine], "start": 0, "goal": 2**18 - 1}
    asked = question_sha256("process", {"model": rule, "objective": "cost", "sense": "min"})
    section = (PROOFS / "README.md").read_text().partition("too large to keep here")[2]
    assert f"- question: SHA-256 `{asked}`" in section
