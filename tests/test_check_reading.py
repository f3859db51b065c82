"""What is not a certificate is refused as such: noise, bombs, too much of anything."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.check import MalformedCertificate, check_certificate
from tests.corpus import files

FILE = files("process", "accepted")[0]


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_malformed(raw: bytes) -> None:
    """Noise is no certificate."""
    with pytest.raises(MalformedCertificate):
        check_certificate(raw)


def test_refuses_more_bytes_than_the_limit(tmp_path: Path) -> None:
    raw = FILE.read_bytes()
    packed = tmp_path / "packed.json.gz"
    packed.write_bytes(gzip.compress(raw))
    for source in (FILE, packed, raw):
        assert check_certificate(source, max_bytes=len(raw)).sha256 == check_certificate(raw).sha256
        with pytest.raises(MalformedCertificate, match="larger than"):
            check_certificate(source, max_bytes=len(raw) - 1)


def test_refuses_a_gzip_bomb(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.json.gz"
    bomb.write_bytes(gzip.compress(b"[" * 10**7)[:-1])  # whose missing end is never reached
    with pytest.raises(MalformedCertificate, match="larger than 1000000 bytes"):
        check_certificate(bomb, max_bytes=10**6)


def test_refuses_damaged_gzip_files(tmp_path: Path) -> None:
    whole = gzip.compress(FILE.read_bytes())
    damaged = bytearray(whole)
    damaged[len(damaged) // 2] ^= 255
    for raw in (b"", b"{}", whole[:-9], whole[:20], whole + b"more", bytes(damaged)):
        path = tmp_path / "damaged.json.gz"
        path.write_bytes(raw)
        with pytest.raises(MalformedCertificate):
            check_certificate(path)


@pytest.mark.parametrize("depth", [17, 1000, 1_000_000])
@pytest.mark.parametrize("unit", [b"[", b'{"a":', b'["]]]]",', b'{"]":[{},'])
def test_refuses_deep_nesting(unit: bytes, depth: int) -> None:
    with pytest.raises(MalformedCertificate):
        check_certificate(unit * depth)


def test_does_not_take_decoded_certificates() -> None:
    with pytest.raises(TypeError):
        check_certificate(json.loads(FILE.read_bytes()))


@pytest.mark.parametrize("error", [MemoryError, OverflowError, RecursionError])
def test_what_exhausts_the_machine_is_unreadable(monkeypatch: pytest.MonkeyPatch, error) -> None:
    """Too large to be checked here is neither true nor false."""

    def exhausted(*_: object) -> None:
        raise error

    monkeypatch.setitem(check_certificate.__globals__, "decode", exhausted)
    with pytest.raises(MalformedCertificate, match=f"too large to check here: {error.__name__}"):
        check_certificate(FILE)
