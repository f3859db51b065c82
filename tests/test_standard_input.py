"""Standard input in place of a file: it is read once, unpacked, and told by its content."""

from __future__ import annotations

import gzip
import io
import lzma
import sys

import pytest

from exactbox.standard_input import is_standard_input, standard_input


@pytest.fixture
def stdin(monkeypatch):
    """Give these bytes on standard input."""

    def give(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def test_it_is_read_once_and_kept(stdin):
    stdin(b"1 2")
    assert standard_input() == b"1 2" == standard_input()
    stdin(b"3")
    assert standard_input() == b"3"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_what_is_packed_is_unpacked(stdin, pack):
    stdin(pack(b"1 2"))
    assert standard_input() == b"1 2"
    stdin(pack(b"1 2" * 100)[:-9])
    with pytest.raises(ValueError, match=r"^standard input: what is packed is damaged"):
        standard_input()


def test_one_that_is_closed_is_said(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(OSError, match=r"^standard input is closed$"):
        standard_input()


def test_a_file_called_so_has_another_name():
    assert is_standard_input("-") and not is_standard_input("./-")
