"""Certificates are read as streams: however they are cut, they say what they say whole."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import subprocess
import sys
import zlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker import files
from exactbox.checker.fast import stream
from exactbox.checker.fast.budget import Budget
from tests.checker.test_command import CHECKER, GOOD
from tests.corpus import CORPUS, canonical
from tests.process_certificates import asked, certificate, explicit

DIGITS = "f" * 1001  # the shortest long number
VALUE = Fraction(16**1500 + 1, 16**1200 - 1)


def long_reward(value: Fraction = VALUE) -> bytes:
    """The certificate of a play with one reward, which ends it."""
    model, half = explicit([{}], [[0]]), Fraction(1, 2)
    question = asked("discounted", "max", model, reward=[value], discount=half)
    return canonical(certificate(question, policy=[0], values={0: value}))


def cut(raw: bytes, size: int) -> Iterator[bytes]:
    """Pieces of this size."""
    return (raw[i : i + size] for i in range(0, len(raw), size))


# Pieces -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 10, 11, 12, 64, 1000, 1003, 1 << 20])
def test_pieces_of_any_size_prove_the_same(size: int) -> None:
    for raw in (long_reward(), long_reward(-VALUE), GOOD.read_bytes()):
        claim = check_certificate(raw)
        assert check_certificate(cut(raw, size)) == claim
        assert claim.size == len(raw)
    assert check_certificate(long_reward()).value == VALUE


@pytest.mark.parametrize("size", [1, 5, 1 << 20])
def test_what_is_refused_is_refused_in_pieces(size: int) -> None:
    for path in sorted((CORPUS / "reading" / "malformed").glob("long_*.json")):
        with pytest.raises(MalformedCertificate):
            check_certificate(cut(path.read_bytes(), size))


def test_pieces_beyond_the_limit_are_given_up() -> None:
    """Of a source without end, too."""
    raw = GOOD.read_bytes()
    assert check_certificate(cut(raw, 9), max_bytes=len(raw))
    endless = iter(lambda: b'{"certificate":2,', b"")
    with pytest.raises(GaveUp, match="larger than 1000 bytes"):
        check_certificate(endless, max_bytes=1000)


# Canonical bytes, as defined ----------------------------------------------------------------------

TOKENS = st.sampled_from(
    [
        *('"', "\\", "\n", ",", ":", "[", "]", "{", "}", "-", "0", "1", "7.0", "N", "a", "A", " "),
        *('"a":', '"b":', '"', '"a"', "null", "true", "NaN", "\nNaN", "Infinity", "-Infinity"),
        *(f'"{DIGITS}"', f'"-{DIGITS}"', f'"{DIGITS[1:]}"', f'"0{DIGITS}"', DIGITS, f'"{DIGITS}'),
        *(f'"1{DIGITS}"', f'"{DIGITS}":', f'\\"{DIGITS}"', f'"A{DIGITS}"', '"\\u0000"'),
    ]
)


def refuse(text: str) -> Any:
    """What a certificate does not have."""
    raise ValueError(text)


def defined(raw: bytes) -> Any:
    """The value of canonical bytes, read as a whole; ValueError for others."""
    text = raw.decode("ascii")
    value = json.loads(text, parse_float=refuse, parse_constant=refuse)
    if json.dumps(value, sort_keys=True, separators=(",", ":")) != text:
        raise ValueError("not canonical")
    return value


def found(raw: bytes, size: int) -> Any:
    """What the checker reads, in pieces, with its long numbers spelled."""
    value = stream.decode(stream.read(cut(raw, size)), Budget(len(raw)))
    return respelled(value)


def respelled(value: Any) -> Any:
    """The value, with its long numbers spelled."""
    if isinstance(value, dict):
        return {key: respelled(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [respelled(entry) for entry in value]
    long = type(value) is int and not 0 <= value < 10**18
    return f"{value:x}" if long else value


@given(
    st.lists(TOKENS, max_size=12).map("".join) | st.text('[],"f\n\\', max_size=9),
    st.integers(1, 40),
)
@example(f'["{DIGITS}",{{"a":"{DIGITS}","b":"1{DIGITS}"}}]', 1)
@example(f'{{"b":"{DIGITS}","a":"1{DIGITS}"}}', 9)
@example(f'["\\"{DIGITS}"]', 1000)
def test_what_is_read_is_what_canonical_bytes_mean(text: str, size: int) -> None:
    """But for digits behind a quote in a string, and in a key, and floats at the end of all, which
    no certificate has."""
    raw = b'{"certificate":2,"kind":"","question":0,"witness":' + text.encode() + b"}"
    try:
        value = defined(raw)
    except (ValueError, RecursionError):
        with pytest.raises(MalformedCertificate):
            found(raw, size)
        return
    try:
        assert found(raw, size) == value
    except MalformedCertificate:
        assert f'\\"{DIGITS}"' in text or f'"{DIGITS}":' in text


def test_a_long_number_of_the_witness_is_made_once() -> None:
    made = []

    class Number(int):
        def __new__(cls, n: int) -> Number:
            made.append(n)
            return super().__new__(cls, n)

    value = Fraction(16**1500 + 1)
    assert check_certificate(long_reward(value), number=Number).value == value
    assert made.count(value.numerator) == 1


# Files --------------------------------------------------------------------------------------------


def test_files_of_xz_are_read(tmp_path: Path) -> None:
    raw, path = long_reward(), tmp_path / "packed"
    path.write_bytes(lzma.compress(raw))
    assert check_certificate(path) == check_certificate(raw)
    with pytest.raises(GaveUp, match="larger than"):
        check_certificate(path, max_bytes=len(raw) - 1)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), "-"],
        input=lzma.compress(GOOD.read_bytes()),
        capture_output=True,
    )
    assert done.returncode == 0 and done.stdout.startswith(b'VALID "-": ')


def test_damaged_files_of_xz_are_refused(tmp_path: Path) -> None:
    whole, path = lzma.compress(GOOD.read_bytes()), tmp_path / "damaged"
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    twice, alone = lzma.compress(whole), lzma.compress(whole, format=lzma.FORMAT_ALONE)
    for raw in (whole[:-9], whole[:9], whole + b"\0", whole + whole, bytes(damaged), twice, alone):
        path.write_bytes(raw)
        with pytest.raises(MalformedCertificate):
            check_certificate(path)


def test_xz_gets_little_memory(tmp_path: Path) -> None:
    """A dictionary of 1 GB is not made."""
    path, raw = tmp_path / "greedy", bytearray(lzma.compress(GOOD.read_bytes()))
    end = 12 + raw[12] * 4  # of the block's header, before its CRC
    raw[raw.index(b"\x21\x01", 12) + 2] = 36  # the dictionary's size
    raw[end : end + 4] = zlib.crc32(raw[12:end]).to_bytes(4, "little")
    path.write_bytes(raw)
    with pytest.raises(MalformedCertificate, match="Memory usage limit"):
        check_certificate(path)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_noise_and_bombs_that_are_packed_stop_early(pack: Any, tmp_path: Path) -> None:
    path, opening = tmp_path / "bomb", b'{"certificate":2,"kind":"lock","question":'
    path.write_bytes(pack(bytes(10**7))[:-20])  # whose missing end is not reached
    with pytest.raises(MalformedCertificate, match="as its first bytes"):
        check_certificate(path)
    path.write_bytes(pack(opening + b'"' + b"f" * 10**7)[:-20])
    with pytest.raises(GaveUp, match="larger than 3000000 bytes"):
        check_certificate(path, max_bytes=3 * 10**6)


def test_standard_input_may_come_in_single_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(io.RawIOBase):
        def __init__(self, raw: bytes) -> None:
            self.rest = io.BytesIO(raw)

        def readable(self) -> bool:
            return True

        def readinto(self, place: Any) -> int:
            one = self.rest.read(1)
            place[: len(one)] = one
            return len(one)

    for pack in (bytes, gzip.compress, lzma.compress):
        stdin = type("Stdin", (), {"buffer": io.BufferedReader(Slow(pack(long_reward())))})
        monkeypatch.setattr("sys.stdin", stdin)
        assert check_certificate(None) == check_certificate(long_reward())


def test_a_string_of_many_digits_takes_no_time_in_proportion_to_its_square() -> None:
    """Whether it is a number or not; 20 MB in pieces of a kilobyte."""
    raw = b'{"certificate":2,"kind":"lock","question":["' + b"f" * (20 << 20)
    for end in (b'"],"witness":0}', b'g"],"witness":0}', b""):
        with pytest.raises((MalformedCertificate, InvalidCertificate)):
            check_certificate(cut(raw + end, 1 << 10))


def test_long_numbers_are_held_as_numbers_alone() -> None:
    """10 MB of digits are read in less memory than they have bytes."""
    import tracemalloc

    number = b',"' + b"f" * 10**5 + b'"'
    opening = b'{"certificate":2,"kind":"","question":0,"witness":["x"'
    pieces = [opening, *[number] * 100, b"]}"]
    tracemalloc.start()
    read = stream.read(iter(pieces))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read.size > 10**7 and peak < 6 * 10**6
    assert read.long == [16**10**5 - 1] * 100
    assert files.PIECE < 2 << 20
