"""What is read is refused before it takes more memory than it may."""

from __future__ import annotations

import bz2
import ctypes
import gc
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from functools import partial
from importlib.resources import files

import pytest

from exactbox.cli import main
from exactbox.formats import read_model
from exactbox.formats.text_files import json_of
from exactbox.games.atlas.grid import read_grid
from exactbox.inputs import contents, opened
from exactbox.linalg import det, rank, read_matrix
from exactbox.parallel import executor_context, memory_limit
from exactbox.parallel.memory import used_memory
from tests import ROOT

MARKET = "%%MatrixMarket matrix {} integer general\n"
WIDE = 10**9
SOME = 40 << 20  # bytes more than a process has
MOST = SOME + (24 << 20)  # it may have had at the end: what is smaller than 16 MiB is not refused


def entry(path):
    """A matrix of one entry and a thousand million rows."""
    path.write_text(f"{MARKET.format('coordinate')}{WIDE} {WIDE} 1\n1 1 5\n")


def entry_in_json(path):
    path.write_text(json.dumps({"shape": [WIDE, WIDE], "entries": [[0, 0, 5]]}))


def numbers(path):
    """A million numbers, of two bytes each."""
    path.write_text(MARKET.format("array") + "1000 1000\n" + "1\n" * 10**6)


def table(path):
    path.write_text(("1," * 999 + "1\n") * 1000)


def lists(path):
    path.write_text(json.dumps([[1] * 1000] * 1000))


def empty_lists(path):
    path.write_text("[" + "[]," * 10**6 + "[]]")


def packed(path):
    """A table of 100 MB in 100 kB."""
    path.write_bytes(gzip.compress(b"1," * 999 + b"1\n") * 50_000)


MATRICES = [entry, entry_in_json, numbers, table, lists, empty_lists, packed]


def chain(path):
    """Ten million states in two lines, of which the second has no end."""
    path.write_bytes(gzip.compress(b"10000000 10000000\n" + b"0 0 1 " * 15_000_000, 1))


def loops(path):
    """300,000 states, each with a loop."""
    path.write_text("300000 300000\n" + "".join(f"{s} {s} 1\n" for s in range(300_000)))


def states(path):
    choice = '{"choices":[{"to":{"0":1}}]},'
    path.write_text('{"type":"dtmc","states":[' + (choice * 100_000)[:-1] + "]}")


def labels(path):
    """20,000 labels of 10,000 states."""
    state = {"choices": [{"to": {"0": 1}}]}
    names = [f"l{k}" for k in range(20_000)]
    path.write_text(json.dumps({"type": "dtmc", "labels": names, "states": [state] * 10_000}))


HEADER = "@type: DTMC\n@parameters\n\n@reward_models\n{}\n@nr_states\n{}\n@model\n"


def rewards(path):
    """1,000 rewards, which no state has, of 10,000 states."""
    states = "".join(f"state {s}{' init' * (not s)}\naction 0\n{s} : 1\n" for s in range(10_000))
    path.write_text(HEADER.format(" ".join(f"r{k}" for k in range(1000)), 10_000) + states)


def endless_word(path):
    path.write_bytes(gzip.compress(b"@type: " + b"A" * 100_000_000, 1))


def parts(path, files):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    path.write_bytes(bz2.compress(data.getvalue()))


def index(path):
    """Ten million states, of which nothing is there."""
    counts = ("states", "choices", "branches")
    none = ("players", "initial-states", "choice-actions", "branch-actions", "observations")
    system = {
        "time": "discrete",
        "branch-probability-type": {"type": "rational", "size": 128},
        **{f"#{what}": 10**7 for what in counts},
        **{f"#{what}": 0 for what in none},
    }
    about = {"format-version": 0, "format-revision": 0, "transition-system": system}
    parts(path, {"index.json": json.dumps(about).encode()})


def zeros(path):
    parts(path, {"index.json": b"{}", "zeros.bin": bytes(100_000_000)})


MODELS = [
    *[(chain, ".tra"), (loops, ".tra"), (states, ".json"), (labels, ".json"), (rewards, ".drn")],
    *[(endless_word, ".drn"), (index, ".umb"), (zeros, ".umb")],
]


def refused(read, name=""):
    """Whether a reader refuses what would take more than SOME."""
    said = rf"{name}.* of memory or more, need at most "
    gc.collect()
    if sys.platform == "linux":  # what other tests have freed is no memory to be taken again
        ctypes.CDLL(None).malloc_trim(0)
    with executor_context(None, memory=used_memory() + SOME), pytest.raises(ValueError, match=said):
        read()


@pytest.mark.parametrize("make", MATRICES, ids=lambda make: make.__name__)
def test_matrices_that_take_more_memory_than_there_may_be_are_refused(make, tmp_path):
    make(file := tmp_path / "A")
    refused(lambda: rank(read_matrix(file)))
    refused(lambda: det(str(file)))


@pytest.mark.parametrize("make, suffix", MODELS, ids=[make.__name__ for make, _ in MODELS])
def test_models_that_take_more_memory_than_there_may_be_are_refused(make, suffix, tmp_path):
    if suffix == ".umb":
        pytest.importorskip("umbi")
    make(file := tmp_path / f"model{suffix}")
    refused(lambda: read_model(file), f"model{suffix}")


def test_a_shape_from_python_is_refused_too():
    refused(lambda: det(({(0, 0): 5}, (WIDE, WIDE))), "A: a matrix of 1,000,000,000 rows")


def test_without_an_option_the_limit_is_that_of_solving(tmp_path, monkeypatch):
    limit = used_memory() + SOME
    monkeypatch.setattr("exactbox.parallel.context.physical_memory", lambda: limit)
    assert memory_limit() == limit
    numbers(file := tmp_path / "A")
    with pytest.raises(ValueError, match="A: reading its 1,000,000 numbers and words takes"):
        read_matrix(file)


def test_a_device_without_an_end_is_refused(tmp_path):
    with pytest.raises(ValueError, match="/dev/zero: found binary data, need a matrix"):
        read_matrix("/dev/zero")
    os.symlink("/dev/zero", model := tmp_path / "model.drn")
    refused(lambda: read_model(model), "model.drn: reading it takes")
    refused(lambda: contents("/dev/zero"), "/dev/zero: reading it takes")
    refused(
        lambda: read_grid(files("exactbox.games.flip").joinpath("atlas.toml"), "/dev/zero", {}),
        "/dev/zero",
    )


@pytest.mark.parametrize("is_packed", [False, True], ids=["plain", "packed"])
def test_a_pipe_without_an_end_is_refused(is_packed, tmp_path):
    os.mkfifo(pipe := tmp_path / "pipe")
    first = tmp_path / "first"
    first.write_bytes(gzip.compress(bytes(SOME * 2), 1) if is_packed else b"")
    shell = f"(cat {first}; [ -s {first} ] || exec yes) > {pipe} 2> {os.devnull}"
    with subprocess.Popen(["sh", "-c", shell]) as writing:
        refused(lambda: contents(pipe), "pipe: reading it takes")
        writing.kill()


def test_a_file_as_long_as_its_memory_is_refused_before_it_is_read(tmp_path):
    with open(file := tmp_path / "long", "wb") as hollow:
        hollow.truncate(1 << 40)
    said = r"long: reading it takes 1,02\d.* GiB"
    with pytest.raises(ValueError, match=said), opened(file) as text:
        text.read()


def test_json_of_many_brackets_is_refused():
    refused(partial(json_of, b"[" + b"[]," * 10**6 + b"[]]", "model.jani"), "model.jani")


def test_the_option_of_a_command_bounds_its_reading(tmp_path, capsys):
    entry(file := tmp_path / "A.mtx")
    assert main(["det", str(file), "--max-memory", "8G"]) == 2
    assert re.fullmatch(
        r"exactbox: A: a matrix of 1,000,000,000 rows and 1,000,000,000 columns takes \S+ GiB of "
        r"memory or more, need at most 8.0 GiB\n",
        capsys.readouterr().err,
    )


def test_short_files_are_read_whatever_the_limit(tmp_path):
    (file := tmp_path / "A").write_text("1,2\n3,4\n")
    with executor_context(None, memory=1):
        assert det(str(file)) == -2


def test_what_is_refused_has_not_been_taken(tmp_path):
    """In a process of its own, whose greatest size is known."""
    pytest.importorskip("umbi")
    for make in MATRICES:
        make(tmp_path / f"{make.__name__}.matrix")
    for make, suffix in MODELS:
        make(tmp_path / f"{make.__name__}{suffix}")
    program = f"""
import re
from pathlib import Path
import umbi.umb
from exactbox.formats import read_model
from exactbox.linalg import det, rank
from exactbox.parallel import executor_context
from exactbox.parallel.memory import used_memory
rank([[1, 2], [3, 4]])
before = used_memory()
with executor_context(None, memory=before + {SOME}):
    for file in sorted(Path({str(tmp_path)!r}).iterdir()):
        read = det if file.suffix == ".matrix" else read_model
        try:
            read(str(file))
        except ValueError as error:
            assert "of memory or more" in str(error), error
        else:
            raise AssertionError(f"{{file}} is read")
        status = Path("/proc/self/status").read_text()  # its own, unlike that of getrusage
        took = int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) * 1024 - before
        assert took < {MOST}, f"{{file}} took {{took >> 20}} MiB"
"""
    root = ROOT
    subprocess.run([sys.executable, "-c", program], check=True, cwd=root)
