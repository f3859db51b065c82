"""Whatever a file is like, it is decided or given up in 10 processor seconds and 1 GiB.

The shapes are those that took much more than their size: small ones of them are tried in each run,
those of 1 MB, packed and not, and many mutants of the corpus, where slow tests are.
"""

from __future__ import annotations

import gzip
import json
import lzma
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker.files import UNPACKED, Pieces
from tests import ROOT
from tests.checker.fast.test_budget import GIVEN_UP, least_squares, one_value_each
from tests.corpus import canonical, files
from tests.process_certificates import asked, certificate, explicit, number

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="peaks are read in /proc")

CHECKER = ROOT / "exactbox" / "check.py"
SECONDS, MEMORY = 10, 1 << 30
WORDS = ("VALID", "INVALID", "UNREADABLE", "GAVE UP")
HEAD = b'{"certificate":2,"kind":"process","question":['
MUTANTS = 2000


def of_one_hash(n: int) -> list[int]:
    """Numbers that Python's hash does not tell apart."""
    return [1 + (k + 2) * (2**61 - 1) for k in range(n)]


def values_of_one_hash(size: int) -> bytes:
    """Each state's value has a denominator of its own, and all have one hash."""
    return canonical(one_value_each(of_one_hash(size // 42)))


def blocks_of_no_choices(size: int) -> bytes:
    """One value, and blocks of no value."""
    proof = one_value_each([1])
    proof["witness"]["values"] += [[number(d), [], []] for d in of_one_hash(size // 30)]
    return canonical(proof)


def rows_of_one_hash(size: int) -> bytes:
    """A column of 1 in rows whose denominators have one hash."""
    over = of_one_hash(size // 29)
    return canonical(least_squares([0] * len(over), over, [], [1]))


def differences_of_one_hash(size: int) -> bytes:
    """The rows of A X - B have such denominators, as those of X have them."""
    over = of_one_hash(size // 42)
    n = len(over)
    return canonical(least_squares([*range(n)], [1] * n, [1] * n, over))


def starts_of_long_values(size: int) -> bytes:
    """Many start states, each worth 1/D for one D that is long."""
    n, d = size // 42, 16 ** (size // 7) - 3
    toss = {n: 1, n + 1: 1}
    choices = [toss] * n + [{n: 1}, {n + 1: 1}]
    question = asked(
        "reach",
        "max",
        explicit(choices, [[c] for c in range(n + 2)]),
        goal=[n],
        start=list(range(n)),
    )
    proof = certificate(question, policy=[0] * (n + 2), ranks=[1] * n + [0, 0], values={})
    ways = question["model"]
    ways["branches"] = [1] * (n - 1) + [2, 1, 1]  # all lead to the last, which tosses
    ways["target"] = [n - 1] * (n - 1) + [n, n + 1, n, n + 1]
    ways["weight"] = [1] * n + [number(d - 1), 1, 1]
    proof["witness"]["ranks"] = [2] * (n - 1) + [1, 0, 0]
    proof["witness"]["values"] = [[number(d), list(range(n)), [1] * n], [1, [n + 1], [0]]]
    return canonical(proof)


def text_without_a_comma(size: int) -> bytes:
    """One token."""
    return HEAD + b"f" * size


def written(kind: str, question: dict, witness: dict) -> bytes:
    """A certificate's bytes."""
    parts = {"certificate": 2, "kind": kind, "question": question, "witness": witness}
    return canonical(parts)


def shared_options(size: int) -> tuple[int, dict]:
    """A state with very many options, which are one choice that leads to all others."""
    states, options = size // 24, size // 8
    model = {
        "branches": [states - 1, 0],
        "choice": [0] * options + [1] * (states - 1),
        "options": [options] + [1] * (states - 1),
        "rule": "explicit",
        "target": list(range(1, states)),
        "weight": [1] * (states - 1),
    }
    return states, model


def levels_of_shared_options(size: int) -> bytes:
    """All states are infinite; the level of each target counts for each option."""
    states, model = shared_options(size)
    question = {
        "goal": {"ended": 0, "name": "g", "states": []},
        "model": model,
        "objective": "cost",
        "reward": {"name": "r", "of": [0, 0]},
        "sense": "min",
        "start": [0],
    }
    witness = {
        "infinite": list(range(states)),
        "levels": [1] + [0] * (states - 1),
        "policy": [0] * states,
        "ranks": [0, 0],
        "values": [],
    }
    return canonical(
        {"certificate": 2, "kind": "process", "question": question, "witness": witness}
    )


def components_of_shared_options(size: int) -> bytes:
    """The component of each target counts for each option."""
    states, model = shared_options(size)
    question = {
        "model": model,
        "objective": "total",
        "reward": {"name": "r", "of": ["-1", 0]},
        "second": [],
        "sense": "max",
        "start": [0],
    }
    witness = {
        "components": [0] + [1] * (states - 1),
        "heights": [1, 0],
        "policy": [0] * states,
        "ranks": [1, 0],
        "values": [[1, [0, 1], ["-1", 0]]],
    }
    return canonical(
        {"certificate": 2, "kind": "process", "question": question, "witness": witness}
    )


def one_value_said_of_many_starts(size: int) -> bytes:
    """Ten starts share a choice that brings a long reward; each is printed."""
    question = {
        "model": {
            "branches": [0],
            "choice": [0] * 10,
            "options": [1] * 10,
            "rule": "explicit",
            "target": [],
            "weight": [],
        },
        "objective": "within_steps",
        "reward": {"name": "r", "of": [number(16**size + 12345)]},
        "sense": "max",
        "start": list(range(10)),
        "steps": 1,
    }
    claim = {"complement": 0, "filter": "print"}
    of = {"kind": "process", "question": question}
    asked_of = {"claim": claim, "of": of}
    return written("property", asked_of, {})


SHAPES: dict[str, Callable[[int], bytes]] = {
    shape.__name__: shape
    for shape in (
        values_of_one_hash,
        blocks_of_no_choices,
        rows_of_one_hash,
        differences_of_one_hash,
        starts_of_long_values,
        levels_of_shared_options,
        components_of_shared_options,
        one_value_said_of_many_starts,
        text_without_a_comma,
    )
}
UNITS = {  # of texts that pack to nearly nothing
    "one long string": b"z",
    "one long number": b"7",
    "brackets": b"[",
    "commas": b",",
    "quotes": b'"',
    "zeros": b"0,",
    "thousands": b"1000,",
    "lists": b"[],",
    "objects": b"{},",
    "strings": b'"ab",',
    "long numbers": b'"' + b"f" * 1001 + b'",',
    "long strings": b'"' + b"f" * 1001 + b'z",',
    "characters": b"\\ud83d\\ude00",
}
PACK = {"gzip": gzip.compress, "xz": lambda text: lzma.compress(text, preset=0)}


SCRIPT = f"""
import sys, time
sys.path.insert(0, {str(CHECKER.parents[1])!r})
from exactbox.check import check_certificate
from exactbox.checker.command import verdict
for file in sys.argv[1:]:
    begin = time.process_time()
    word = verdict(file, check_certificate)[1]
    took = time.process_time() - begin
    status = open("/proc/self/status").read()
    print(word, took, status.split("VmHWM:")[1].split()[0], file, sep="|")
"""


def decided(*paths: Path) -> list[str]:
    """The verdicts of a process on these files, each within the limits."""
    command = [sys.executable, "-c", SCRIPT, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    words = []
    for line in done.stdout.splitlines():
        word, took, kib, _ = line.split("|")
        assert word in WORDS and float(took) < SECONDS and int(kib) << 10 < MEMORY, line
        words.append(word)
    assert len(words) == len(paths)
    return words


@pytest.mark.parametrize("name", SHAPES)
def test_small_ones_of_the_shapes_are_decided(name: str) -> None:
    with suppress(InvalidCertificate, MalformedCertificate, GaveUp):
        check_certificate(SHAPES[name](30_000), max_work=10**8)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("packed", ["", *PACK])
def test_shapes_of_a_megabyte_hold_nobody_up(tmp_path: Path, name: str, packed: str) -> None:
    """As they are; and as many megabytes as a packed file of one has at most, or 32."""
    raw = SHAPES[name](10**6)
    if packed:
        raw = PACK[packed](SHAPES[name](1 << 25))[: 10**6]
    path = tmp_path / "shape.json"
    path.write_bytes(raw)
    decided(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", GIVEN_UP)
def test_what_is_given_up_for_its_work_holds_nobody_up(tmp_path: Path, name: str) -> None:
    path = tmp_path / "work.json"
    path.write_bytes(canonical(GIVEN_UP[name]()))
    decided(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", UNITS)
def test_what_unpacks_to_much_more_than_it_is_holds_nobody_up(tmp_path: Path, name: str) -> None:
    unit = UNITS[name]
    close = b"" if unit[-1:] == b"," else b'"'
    text = HEAD + close + unit * ((UNPACKED - 1000) // len(unit)) + close
    path = tmp_path / "much.json"
    path.write_bytes(gzip.compress(text, 1))
    decided(path)


@pytest.mark.slow
@pytest.mark.parametrize("packed", PACK)
def test_a_text_without_end_is_given_up_while_it_is_unpacked(tmp_path: Path, packed: str) -> None:
    path = tmp_path / "text.json"
    path.write_bytes(PACK[packed](text_without_a_comma(300 << 20)))
    assert decided(path) == ["GAVE UP"] and path.stat().st_size < 2 << 20


@pytest.mark.parametrize("packed", PACK)
def test_what_unpacks_to_too_much_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: str
) -> None:
    """However it comes, and however much a file of that size could have in memory."""
    monkeypatch.setattr("exactbox.checker.files.UNPACKED", 10**6)
    path = tmp_path / "text.json"
    path.write_bytes(PACK[packed](text_without_a_comma(5 << 20)))
    with pytest.raises(GaveUp, match="it unpacks to more than 1000000 bytes and 24 for each of"):
        check_certificate(path)
    path.write_bytes(text_without_a_comma(5 << 20))
    with pytest.raises(MalformedCertificate, match="not JSON"):
        check_certificate(path)


@pytest.mark.parametrize("packed", PACK)
def test_the_budget_of_a_packed_file_is_that_of_eight_times_its_size(
    tmp_path: Path, packed: str
) -> None:
    """Or of what it unpacks to, which is less for a proof."""
    path = tmp_path / "file.json"
    for raw, most in ((text_without_a_comma(10**5), 8), (HEAD + Random(1).randbytes(10**4), 1)):
        path.write_bytes(PACK[packed](raw))
        pieces = Pieces(str(path), 10**6)
        assert b"".join(pieces) == raw
        size = path.stat().st_size
        assert pieces.warranted == (8 * size if most == 8 else len(raw))


# Mutants ------------------------------------------------------------------------------------------

LARGE = (10**18 - 1, 10**9, 2**40, 100_000)
TEXTS = ("", "-1", "f" * 1001, "1" + "0" * 20_000, "2000000000000003", "max", "total")


def places(value: object) -> list[tuple[list | dict, int | str]]:
    """All that is in lists and objects: what holds it, and its key."""
    found: list[tuple[list | dict, int | str]] = []
    queue = [value]
    for each in queue:
        if isinstance(each, (list, dict)):
            inside = list(each.items() if isinstance(each, dict) else enumerate(each))
            found += [(each, key) for key, _ in inside]
            queue += [part for _, part in inside]
    return found


def mutant(raw: bytes, rng: Random) -> bytes:
    """A certificate with one to three parts changed, or its bytes damaged."""
    if rng.random() < 0.1:
        damaged = bytearray(raw)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        return bytes(damaged)
    whole = json.loads(raw)
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(places(whole))
        value = holder[key]  # type: ignore[index,call-overload]
        new: object = rng.choice([0, 1, *LARGE, *TEXTS, [], {}, [1, 2]])
        if isinstance(value, int) and rng.random() < 0.5:
            new = max(0, value + rng.choice([-1, 1]))
        if isinstance(value, list) and rng.random() < 0.5:
            times = rng.choice([0, 2, 1000 if len(value) < 50 else 2])
            new = rng.choice([value * times, value[::-1], value[1:]])
        holder[key] = new  # type: ignore[index,call-overload]
    return canonical(whole)


def mutants(count: int) -> list[bytes]:
    """So many of the corpus; the same every time."""
    rng = Random(31)
    sources = [path.read_bytes() for path in files() if path.parts[-3] != "reading"]
    sources = [raw for raw in sources if len(raw) < 10_000]
    return [mutant(rng.choice(sources), rng) for _ in range(count)]


def test_mutants_of_the_corpus_are_decided() -> None:
    for raw in mutants(60):
        with_limit(raw)


def with_limit(raw: bytes) -> None:
    """It has a verdict, other than that the checker failed."""
    try:
        check_certificate(raw, max_work=10**7)
    except (InvalidCertificate, MalformedCertificate, GaveUp):
        pass
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error}: {raw[:2000]!r}")


@pytest.mark.slow
def test_two_thousand_mutants_hold_nobody_up(tmp_path: Path) -> None:
    """Of the corpus, and some of the shapes."""
    every = mutants(MUTANTS) + [
        mutant(SHAPES[name](10**5), Random(k))
        for name in SHAPES
        if name != "text_without_a_comma"
        for k in range(4)
    ]
    paths = [tmp_path / f"{k}.json" for k in range(len(every))]
    for path, raw in zip(paths, every):
        path.write_bytes(raw)
    decided(*paths)
