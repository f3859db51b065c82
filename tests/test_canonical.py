"""Certificates are written piece by piece, in the bytes of `json.dumps`."""

from __future__ import annotations

import json

import numpy as np
import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from exactbox import canonical as writer
from exactbox.canonical import PIECE, encode_integer, number_text, numbers, pieces
from exactbox.certificate import certificate_pieces, question_bytes
from tests import ROOT
from tests.corpus import canonical
from tests.strategies import json_values

PROOFS = sorted((ROOT / "proofs").glob("*.json"))
INTEGERS = st.integers(-(2**70), 2**70) | st.sampled_from([0, 10**18 - 1, 10**18, -1])


def streamed(value):
    """The bytes as they are written where the value may be long."""
    return "".join(writer._texts(value)).encode()


def read_back(value):
    """What the bytes say."""
    return json.loads(b"".join(pieces(value)))


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_the_proofs_on_file_are_written_in_these_bytes(path):
    raw = path.read_bytes()
    given = json.loads(raw)
    kind, question = given["kind"], given["question"]
    assert b"".join(certificate_pieces(kind, question, given["witness"])) == raw == streamed(given)
    assert question_bytes(kind, question) == raw[: raw.index(b',"witness":')] + b"}"


@pytest.mark.untraced
@given(st.dictionaries(st.text(), json_values() | st.lists(json_values())))
def test_a_value_is_written_as_json_dumps_does(value):
    assert b"".join(pieces(value)) == streamed(value) == canonical(value)


@pytest.mark.untraced
@given(st.lists(st.dictionaries(st.text(), st.lists(INTEGERS))))
def test_what_stands_in_a_list_of_objects_may_be_unwritten(rows):
    plain = [{key: list(map(encode_integer, row)) for key, row in each.items()} for each in rows]
    lazy = [{key: numbers(row.copy) for key, row in each.items()} for each in rows]
    arrays = [{key: np.array(row, dtype=object) for key, row in each.items()} for each in plain]
    assert b"".join(pieces(lazy)) == canonical(plain) == b"".join(pieces(arrays))
    assert streamed(lazy) == canonical(plain) == streamed(arrays)


@given(INTEGERS)
def test_an_integer_has_one_spelling_whatever_its_type(n):
    expected = canonical(n if 0 <= n < 10**18 else f"{n:x}").decode()
    assert number_text(n) == number_text(fmpz(n)) == expected
    if abs(n) < 2**63:
        assert number_text(np.int64(n)) == expected


@given(st.dictionaries(st.text(), json_values() | st.lists(INTEGERS.map(encode_integer))))
def test_a_value_takes_no_more_characters_than_is_said_before_it_is_written(value):
    assert len(canonical(value)) <= writer._longest(value)


@pytest.mark.parametrize(
    "long",
    [
        "x" * PIECE,
        [0] * (writer._MAX_MEASURED_ITEMS + 1),
        [[["x" * (PIECE // 8)] * 8]],
        np.zeros(PIECE),
        np.array(["x" * PIECE], dtype=object),
        lambda: iter(["[]"]),
    ],
    ids=["a text", "a list", "texts", "an array", "a text in an array", "what is unwritten"],
)
def test_what_may_be_long_is_not_written_at_once(long):
    assert writer._longest({"witness": {"values": long}}) >= PIECE


@pytest.mark.parametrize("n", [0, 1, 7, 5000])
def test_pieces_are_short_where_the_list_is_long(monkeypatch, n):
    monkeypatch.setattr(writer, "PIECE", 100)
    rows = [[k, "x" * (k % 30)] for k in range(n)]
    found = list(pieces({"array": np.arange(n), "list": rows}))
    assert b"".join(found) == canonical({"array": list(range(n)), "list": rows})
    assert max(map(len, found)) < 100 * (1 + writer._MAX_GROWTH)


def test_numbers_are_spelled_when_their_turn_comes():
    """Of two numbers of several pieces the second is asked for when the first has been taken."""
    asked = []

    def of():
        for k in range(2):
            asked.append(k)
            yield fmpz(1) << (8 * PIECE + k)

    found = pieces(numbers(of))
    next(found)
    assert asked == [0]
    next(found)
    assert asked == [0, 1]


def test_what_is_unwritten_is_written_anew_each_time():
    def row():
        return iter(["[1,", "2]"])

    assert read_back([{"a": row, "b": row}]) == [{"a": [1, 2], "b": [1, 2]}]
