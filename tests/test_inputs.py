"""Standard input in place of a file: it is read once, unpacked, and told by its content."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import sys

import pytest

from exactbox.cli import main
from exactbox.formats import format_of, read_model, write_model
from exactbox.inputs import input_of, standard_input


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
    with pytest.raises(ValueError, match=r"^standard input: what is packed by"):
        standard_input()


def test_one_that_is_closed_is_said(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(OSError, match=r"^standard input is closed$"):
        standard_input()


def test_a_file_called_so_has_another_name():
    assert input_of("-").is_standard and not input_of("./-").is_standard


DRN = """// Exported by storm
// Original model type: DTMC
@type: DTMC
@parameters

@reward_models

@nr_states
2
@nr_choices
2
@model
state 0 init
\taction 0
\t\t0 : 0.5
\t\t1 : 0.5
state 1 done
\taction 0
\t\t1 : 1
"""
JSON = """{"type": "dtmc", "states": [{"choices": [{"to": {"0": "1/2", "1": "1/2"}}]},
 {"labels": ["done"], "choices": [{"to": {"1": 1}}]}]}"""
PRISM = """// a coin
dtmc
module coin
  done : bool init false;
  [] !done -> 0.5 : (done'=false) + 0.5 : (done'=true);
  [] done -> true;
endmodule
label "done" = done;
"""
JANI = {
    "jani-version": 1,
    "name": "coin",
    "type": "dtmc",
    "variables": [{"name": "done", "type": "bool", "initial-value": False}],
    "properties": [],
    "automata": [
        {
            "name": "coin",
            "locations": [{"name": "l"}],
            "initial-locations": ["l"],
            "edges": [
                {
                    "location": "l",
                    "guard": {"exp": {"op": "¬", "exp": "done"}},
                    "destinations": [
                        {"location": "l", "probability": {"exp": 0.5}},
                        {
                            "location": "l",
                            "probability": {"exp": 0.5},
                            "assignments": [{"ref": "done", "value": True}],
                        },
                    ],
                },
                {"location": "l", "guard": {"exp": "done"}, "destinations": [{"location": "l"}]},
            ],
        }
    ],
    "system": {"elements": [{"automaton": "coin"}]},
}
TRA = "2 3\n0 0 0.5\n0 1 0.5\n1 1 1\n"
STORMS = "# of Storm\ndtmc\n0 0 0.5\n0 1 0.5\n1 1 1\n"
MODELS = {  # format to text; each is a coin that is tossed until state 1
    ".drn": DRN,
    ".json": JSON,
    ".tra": TRA,
    ".tra of Storm": STORMS,
    ".prism": PRISM,
    ".jani": json.dumps(JANI),
}


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_format_of_a_model_is_told_by_its_content(stdin, name, pack):
    if name in (".prism", ".jani"):
        pytest.importorskip("stormpy")
    stdin(pack(MODELS[name].encode()))
    assert format_of("-") == name.split()[0]
    model = read_model("-")
    assert model.states == 2 and model.weight.tolist() == [1, 1, 1]


def test_a_umb_file_is_read_from_standard_input(stdin, tmp_path):
    pytest.importorskip("umbi")
    stdin(JSON.encode())
    model = read_model("-")
    write_model(tmp_path / "coin.umb", model)
    stdin((tmp_path / "coin.umb").read_bytes())
    assert format_of("-") == ".umb" and read_model("-").labels["done"].tolist() == [False, True]


@pytest.mark.parametrize(("name", "text"), [("coin", DRN), ("coin.model", JSON), ("c.txt", TRA)])
def test_a_file_whose_suffix_says_nothing_is_told_by_its_content(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert read_model(tmp_path / name).states == 2


def test_packed_programs_are_built(tmp_path):
    pytest.importorskip("stormpy")
    (tmp_path / "coin.prism.gz").write_bytes(gzip.compress(PRISM.encode()))
    assert read_model(tmp_path / "coin.prism.gz").states == 2


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "standard input: found nothing, need a model (.drn, .json"),
        (b"hello\n1", "standard input: found 'hello', need a model (.drn"),
        (b"@type: DTMC\n", "standard input:1: the file ends here, need @model"),
        (b'{"type": 5, "states": []}', "standard input: the type is 5, need 'mdp'"),
        (b"2 1\n0 x 1\n", "standard input:2: found the target 'x', need a number"),
        (b'{"jani-version": 1}', "standard input: found no JANI model, need an object with"),
    ],
)
def test_what_is_no_model_is_refused_in_a_line(stdin, capsys, data, message):
    stdin(data)
    assert main(["solve", "-", "--max-reach", "done"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"exactbox: {message}"), err


def test_an_empty_file_has_no_line_0(tmp_path, capsys):
    (tmp_path / "e.drn").write_text("")
    assert main(["solve", str(tmp_path / "e.drn"), "--max-reach", "done"]) == 2
    assert capsys.readouterr().err.endswith("e.drn: the file ends here, need @model\n")


@pytest.mark.parametrize("name", [".drn", ".prism"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_pipe_is_read_once_however_often_it_is_looked_at(tmp_path, capsys, name, pack):
    """As bash has it for <(cat model); a program is looked at three times."""
    if name == ".prism":
        pytest.importorskip("stormpy")
    reading, writing = os.pipe()
    os.write(writing, pack(MODELS[name].encode()))
    os.close(writing)
    try:
        assert main(["solve", f"/dev/fd/{reading}", "--max-reach", "done"]) == 0
    finally:
        os.close(reading)
    out = capsys.readouterr().out
    assert out.startswith(f"/dev/fd/{reading} ({name}): probability to reach done")
    assert "  exactly   1\n" in out
