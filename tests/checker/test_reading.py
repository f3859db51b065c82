"""What is not a certificate is refused as such: noise, bombs, numbers in another spelling."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.certificate import certificate_pieces, encode_integer, encode_ratio, question_sha256
from exactbox.check import (
    GaveUp,
    InvalidCertificate,
    MalformedCertificate,
    check_certificate,
    check_plain,
)
from exactbox.checker import claim, fast, reading
from exactbox.checker.fast import stream
from exactbox.checker.fast.budget import Budget
from exactbox.checker.process import read_name, read_rewards
from tests import ROOT
from tests.corpus import CORPUS

FILE = CORPUS / "lock/accepted/keys_to_length_11.json"
CHECKER = ROOT / "exactbox" / "check.py"
OPENING = b'{"certificate":2,"kind":"lock","question":'
QUESTION = {"empty": 1, "letters": "LQRV", "max_length": 9}


def bytes_of(kind: str, question: Any, witness: Any) -> bytes:
    """A certificate."""
    return b"".join(certificate_pieces(kind, question, witness))


# Bytes --------------------------------------------------------------------------------------------


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_malformed(raw: bytes) -> None:
    """Noise is not a certificate, whatever it begins with."""
    for noise in (raw, OPENING + raw):
        with pytest.raises(MalformedCertificate):
            check_certificate(noise)


def test_gives_up_on_more_bytes_than_the_limit(tmp_path: Path) -> None:
    raw = FILE.read_bytes()
    packed = tmp_path / "packed"  # what is gzipped is seen by its bytes, not by its name
    packed.write_bytes(gzip.compress(raw))
    for source in (FILE, str(FILE), packed, raw):
        assert check_certificate(source, max_bytes=len(raw)) == check_certificate(raw)
        with pytest.raises(GaveUp, match="larger than"):
            check_certificate(source, max_bytes=len(raw) - 1)


def test_does_not_unpack_more_than_the_limit(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(OPENING + b"[" * 10**7)[:-1])  # its missing end is not reached
    with pytest.raises(GaveUp, match="larger than 1000000 bytes"):
        check_certificate(bomb, max_bytes=10**6)


def test_noise_is_refused_by_its_first_bytes(tmp_path: Path) -> None:
    """Without reading, or unpacking, the rest."""
    zeros = tmp_path / "zeros"
    zeros.write_bytes(gzip.compress(bytes(10**8))[:-9])  # its missing end is not reached
    with pytest.raises(MalformedCertificate, match="as its first bytes"):
        check_certificate(zeros)


def test_refuses_damaged_gzip_files(tmp_path: Path) -> None:
    whole = gzip.compress(FILE.read_bytes())
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    twice = gzip.compress(whole)
    for raw in (b"", b"{}", whole[:-9], whole[:20], whole + b"more", bytes(damaged), twice):
        path = tmp_path / "damaged.json.gz"
        path.write_bytes(raw)
        with pytest.raises(MalformedCertificate):
            check_certificate(path)


@pytest.mark.parametrize("depth", [5, 17, 1000, 1_000_000])
@pytest.mark.parametrize("unit", [b"[", b'{"a":', b'["]]]]",', b'{"]":[{},'])
def test_refuses_nested_brackets(unit: bytes, depth: int) -> None:
    for raw in (unit * depth, OPENING + unit * depth):
        with pytest.raises((MalformedCertificate, GaveUp)):
            check_certificate(raw)


def test_any_change_of_spelling_is_refused() -> None:
    """Of all bytes in all places none can be put in, or left out, but letters of a string."""
    raw = bytes_of("lock", QUESTION, {"derivations": [], "keys": []})
    check_certificate(raw)
    for i in range(len(raw)):
        for other in (b"", *(bytes([c]) + raw[i : i + 1] for c in b' \n\t\\"+-.0,[]{}\x00\xff')):
            changed = raw[:i] + other + raw[i + 1 :]
            with contextlib.suppress(InvalidCertificate):
                try:
                    check_certificate(changed)
                except MalformedCertificate:
                    continue
            certificate = json.loads(changed)
            assert certificate["question"] != QUESTION
            assert changed == bytes_of("lock", certificate["question"], certificate["witness"])


def test_does_not_take_decoded_certificates() -> None:
    with pytest.raises(TypeError):
        check_certificate(json.loads(FILE.read_bytes()))


def test_bytes_that_are_given_are_not_changed() -> None:
    raw = FILE.read_bytes()
    check_certificate(raw)
    assert raw == FILE.read_bytes()


@pytest.mark.parametrize("error", [MemoryError, OverflowError, RecursionError])
def test_gives_up_on_what_exhausts_the_machine(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Too large to be checked here is neither true nor false."""

    def exhausted(*_: object) -> None:
        raise error

    monkeypatch.setattr(fast, "decode", exhausted)
    with pytest.raises(GaveUp, match=f"too large to check here: {error.__name__}"):
        check_certificate(FILE)


# Hashes -------------------------------------------------------------------------------------------


@given(st.text(max_size=30) | st.just(',"witness":') | st.just('a","witness":{'))
def test_a_name_does_not_end_the_question(name: str) -> None:
    """Where the bytes are cut there stands a key, in whatever names the question has."""
    question = {"goal": {"name": name, "names": [name, "witness", name]}}
    raw = bytes_of("process", question, {"witness": name})
    cut = raw.find(b',"witness":')
    assert raw[:cut] + b"}" == bytes_of("process", question, {})[: -len(',"witness":{}}')] + b"}"
    assert json.loads(raw[:cut] + b"}")["question"] == question


def test_the_question_has_the_hash_that_its_writer_says() -> None:
    keys = json.loads(FILE.read_bytes())
    claim = check_certificate(FILE)
    assert claim.question_sha256 == question_sha256("lock", keys["question"])
    del keys["witness"]
    raw = json.dumps(keys, sort_keys=True, separators=(",", ":")).encode()
    assert claim.question_sha256 == hashlib.sha256(raw).hexdigest()


# Numbers ------------------------------------------------------------------------------------------

INTEGERS = st.integers() | st.integers(10**18 - 2, 10**18 + 2) | st.integers(-(10**40), 10**40)


@given(INTEGERS)
def test_an_integer_is_read_as_it_was_written(n: int) -> None:
    assert reading.integer(encode_integer(n), "n") == n
    assert reading.integers([encode_integer(n), 1], "n") == [n, 1]


@given(st.fractions())
def test_a_rational_is_read_as_it_was_written(value: Any) -> None:
    p, q = value.numerator, value.denominator
    given_ = encode_ratio(p, q)
    assert reading.rational(given_, "n") == value
    assert read_rewards([given_, 1], "n", 2) == [value, 1]


BIG = f"{10**18:x}"


@pytest.mark.parametrize(
    "spelling",
    [
        "0",
        "1",
        "ff",
        "",
        "-",
        "-0",
        "--1",
        "0x1",
        BIG.upper(),
        "0" + BIG,
        "+" + BIG,
        " " + BIG,
        BIG + "\n",
        BIG[:3] + "_" + BIG[3:],
        "-0" + BIG,
        "\u0663" * 20,
        "-A",
        "1/2",
        "1.0",
        True,
        False,
        None,
        1.0,
        [],
        {},
        b"1",
    ],
)
def test_an_integer_has_one_spelling(spelling: object) -> None:
    for read in (
        lambda: reading.integer(spelling, "n"),
        lambda: reading.integers([1, spelling], "n"),
        lambda: read_rewards([1, spelling], "n", 2),
    ):
        with pytest.raises(MalformedCertificate):
            read()


@pytest.mark.parametrize(
    "spelling",
    [[1, 1], [2, 4], [0, 2], [0, 1], [1, 0], [1, "-2"], [1], [1, 2, 3], [[1, 2], 3], [True, 2], []],
)
def test_a_rational_has_one_spelling(spelling: object) -> None:
    with pytest.raises(MalformedCertificate):
        reading.rational(spelling, "n")


@pytest.mark.parametrize("check", [check_certificate, check_plain])
@pytest.mark.parametrize("number", ["-1", "-0", "1000000000000000000", "1.0", "1e2", "NaN"])
def test_a_json_number_is_from_0_to_10_to_the_18_less_1(
    number: str, check: Callable[[bytes], Any]
) -> None:
    raw = b'{"certificate":2,"kind":"process","question":0,"witness":[999999999999999999,%s]}'
    with pytest.raises(MalformedCertificate, match="objective"):
        check(raw % b"0")
    with pytest.raises(MalformedCertificate, match=f"not JSON: {number} is not a number"):
        check(raw % number.encode())


@pytest.mark.parametrize("value", [-1, 5, True, "1", None, 1.0, [1], 10**18])
def test_a_natural_is_below_its_bound(value: object) -> None:
    assert reading.natural(4, "n", 5) == 4
    with pytest.raises(MalformedCertificate):
        reading.natural(value, "n", 5)
    with pytest.raises(MalformedCertificate):
        reading.naturals([0, value], "n", bound=5)


@pytest.mark.parametrize("numbers", [[0, 0], [1, 0], [0, 5], [-1, 0], ["0"]])
def test_a_set_increases(numbers: list[object]) -> None:
    assert reading.increasing([0, 1, 4], "set", 5) == [0, 1, 4]
    assert reading.increasing([], "set", 5) == []
    with pytest.raises(MalformedCertificate):
        reading.increasing(numbers, "set", 5)


@pytest.mark.parametrize("digits", [18, 19, 22, 1000])
@pytest.mark.parametrize("before", ["", "[", ",", ":", ":-"])
def test_digits_in_a_name_are_not_a_number(digits: int, before: str) -> None:
    name = {"name": before + "7" * digits, "number": 10**18 - 1}
    value = {"certificate": 2, "kind": "", "question": 0, "witness": name}
    raw = json.dumps(value, separators=(",", ":")).encode()
    assert stream.decode(stream.read([raw]), Budget(len(raw))) == value


@pytest.mark.parametrize("setting", ["0", "640", "4300"])
@pytest.mark.parametrize("place", ['"max_length":{}', '"max_length":-{}', '"max_length":[1,{}]'])
def test_long_decimal_numbers_are_refused_at_once(setting: str, place: str) -> None:
    """With any limit of Python's own, and without one: its time would be quadratic."""
    text = '{"certificate":2,"kind":"lock","question":{"empty":1,"letters":"LQRV",'
    text += place.format("7" * 900_000) + '},"witness":{"derivations":[],"keys":[]}}'
    done = subprocess.run(
        [sys.executable, "-I", "-X", f"int_max_str_digits={setting}", str(CHECKER), "-"],
        input=text.encode(),
        capture_output=True,
        timeout=10,
    )
    said = b"is not a number of a certificate", b"digits) for integer string conversion"
    assert done.returncode == 2 and any(words in done.stderr for words in said)


# Names --------------------------------------------------------------------------------------------


@given(st.text() | st.text().map(lambda text: text * 50) | INTEGERS | st.none() | st.booleans())
def test_what_is_quoted_in_a_message_is_short_and_printable(value: object) -> None:
    text = reading.brief(value)
    assert len(text) <= 60 * len("\\ud800\\udc00") + 5 and text.isascii() and text.isprintable()


def test_a_name_has_a_length() -> None:
    assert read_name("\u2028" * 1000, "name") == "\u2028" * 1000
    for value in ("x" * 1001, 5, None, ["x"]):
        with pytest.raises(MalformedCertificate):
            read_name(value, "name")


# Hostile shapes: small to send, large to read ----------------------------------------------------


def lists() -> bytes:
    """102 MB of empty lists, 99 kB gzipped."""
    return b'{"certificate":2,"kind":"lock","question":[' + b"[]," * 34_000_000 + b"[]]}"


def bare_lists() -> bytes:
    """The same without the opening of a certificate."""
    return b"[" + b"[]," * 34_000_000 + b"[]]"


def objects() -> bytes:
    """Many small objects."""
    return OPENING + b"[" + b'{"a":0},' * 10_000_000 + b"0]}"


def name_of_100_mb() -> bytes:
    """One string, with an escape in every place."""
    return OPENING + b'"' + b"\\u0000" * 16_000_000 + b'"}'


def wrong_in_the_last_byte() -> bytes:
    """A certificate of 1 MB that is canonical but for its end."""
    return OPENING + b"[" + b"1," * 500_000 + b"1] }"


def numbers_of_1_mb() -> bytes:
    """As many small integers as 1 MB holds."""
    return OPENING + b"[" + b"1," * 500_000 + b'1],"witness":{}}'


def lists_of_1_mb() -> bytes:
    """As many lists as 1 MB holds."""
    return OPENING + b"[" + b"[]," * 330_000 + b'1],"witness":{}}'


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        (lists, 3),
        pytest.param(bare_lists, 2, marks=pytest.mark.slow),
        pytest.param(objects, 3, marks=pytest.mark.slow),
        (name_of_100_mb, 2),
        (wrong_in_the_last_byte, 2),
        (numbers_of_1_mb, 2),
        (lists_of_1_mb, 2),
    ],
)
def test_what_is_small_to_send_is_refused_in_seconds_and_a_gigabyte(
    shape: Callable[[], bytes], code: int, tmp_path: Path
) -> None:
    bomb = tmp_path / "bomb.json.gz"
    with gzip.open(bomb, "wb", compresslevel=6) as file:
        file.write(shape())
    assert bomb.stat().st_size < 400_000
    program = (
        "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        "resource.setrlimit(resource.RLIMIT_CPU, (10, 10));"
        "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(CHECKER), str(bomb)], capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1 and "MemoryError" not in done.stderr


# What is said of numbers --------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [640, 4300])
def test_values_of_any_length_are_said(limit: int) -> None:
    """Under Python's smallest limit on digits, which decimals of a long value would exceed."""
    from fractions import Fraction

    old = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        for value in (Fraction(10**5000), Fraction(10**5000, 3), Fraction(-1, 3**9000)):
            assert len(claim.value_text(value)) < 1000
    finally:
        sys.set_int_max_str_digits(old)


def test_standard_input_may_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(MalformedCertificate, match="standard input is closed"):
        check_certificate(None)


def test_a_folder_and_a_device_are_not_regular_files(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull), Path("/dev/zero")):
        with pytest.raises(MalformedCertificate, match="not a regular file"):
            check_certificate(path)
