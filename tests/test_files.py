"""Files are written whole or not at all, and nothing that is not a file is replaced."""

from __future__ import annotations

import errno
import gzip
import lzma
import os
import re
import resource
import stat
import subprocess
import sys
import threading
import zlib
from contextlib import contextmanager

import pytest

from exactbox import files
from exactbox.files import Draft, write
from tests import ROOT


@contextmanager
def at_most(size):
    """No file may get longer, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_file_that_is_replaced_keeps_its_permission_bits(tmp_path):
    file = tmp_path / "a.json"
    file.write_bytes(b"old")
    file.chmod(0o640)
    write(file, b"new")
    assert file.read_bytes() == b"new" and stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write(tmp_path / "a.json", b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == 0o640


def test_a_link_is_followed_and_stays(tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("there/file")
    (tmp_path / "second").symlink_to("link")
    write(tmp_path / "second", b"new")
    assert (tmp_path / "second").readlink().name == "link" and (tmp_path / "link").is_symlink()
    assert (folder / "file").read_bytes() == b"new"


def test_a_link_to_a_file_that_is_not_there_makes_it(tmp_path):
    (tmp_path / "link").symlink_to("file")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_bytes() == b"new"


def test_links_in_a_circle_are_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError) as refused:
        write(tmp_path / "a", b"")
    assert refused.value.errno == errno.ELOOP and refused.value.filename == str(tmp_path / "a")


def test_a_pipe_is_written_through(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write(tmp_path / "pipe", b"x" * 100_000)
    reader.join()
    assert read == [b"x" * 100_000] and stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_device_is_written_through(tmp_path):
    (tmp_path / "null").symlink_to("/dev/null")
    write(tmp_path / "null", b"x")
    write("/dev/null", b"x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode) and (tmp_path / "null").is_symlink()


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}", "/proc/thread-self/fd/{}"])
def test_a_descriptor_is_written_through_where_it_stands(tmp_path, name):
    with open(tmp_path / "a", "wb", buffering=0) as file:
        file.write(b"before ")
        write(name.format(file.fileno()), b"data")
        file.write(b" after")
    assert (tmp_path / "a").read_bytes() == b"before data after"


@pytest.mark.parametrize("name", ["/dev/full", "{}/full"])
def test_a_full_device_is_named(tmp_path, name):
    (tmp_path / "full").symlink_to("/dev/full")
    with pytest.raises(OSError) as refused:
        write(name.format(tmp_path), b"x")
    assert refused.value.errno == errno.ENOSPC
    assert refused.value.filename == name.format(tmp_path)


def test_a_full_disk_leaves_the_older_file_and_names_it(tmp_path):
    """The limit on the size of files stands for it: the write fails in its middle."""
    file = tmp_path / "a.json"
    file.write_bytes(b"old")
    with at_most(1 << 20), pytest.raises(OSError) as refused:
        write(file, b"x" * ((1 << 20) + 1))
    assert refused.value.errno == errno.EFBIG and refused.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"] and file.read_bytes() == b"old"


@pytest.mark.parametrize("call", ["fsync", "close", "replace"])
def test_what_fails_late_leaves_the_older_file_and_names_it(tmp_path, monkeypatch, call):
    """Some file systems say only at the end that the disk is full."""
    file, work = tmp_path / "a.json", getattr(os, call)
    file.write_bytes(b"old")

    def full(*given):
        if call == "close":
            work(*given)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError) as refused:
        write(file, b"new")
    monkeypatch.undo()
    assert refused.value.errno == errno.ENOSPC and refused.value.filename == str(file)
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"] and file.read_bytes() == b"old"


@pytest.mark.parametrize("name", ["nowhere/a.json", "", "a/"])
def test_a_folder_that_is_not_there_is_refused_by_the_files_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError) as refused:
        write(name, b"x")
    assert refused.value.filename == name and not list(tmp_path.iterdir())


def test_a_folder_is_not_replaced(tmp_path):
    with pytest.raises(IsADirectoryError):
        write(tmp_path, b"x")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path):
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o444)
    with pytest.raises(PermissionError):
        write(tmp_path / "a", b"new")


def test_a_file_that_may_not_be_written_is_refused_where_the_system_says_so(tmp_path, monkeypatch):
    """The test above, for root."""
    (tmp_path / "a").write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError) as refused:
        write(tmp_path / "a", b"new")
    assert refused.value.filename == str(tmp_path / "a") and (tmp_path / "a").read_bytes() == b"old"


def test_the_longest_name_is_written(tmp_path):
    name = "\u00e4" * 125 + ".json"
    write(tmp_path / name, b"x")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_name_that_ends_in_gz_is_packed_whatever_its_case(tmp_path):
    write(tmp_path / "a.json.GZ", b"x")
    assert gzip.decompress((tmp_path / "a.json.GZ").read_bytes()) == b"x"


def test_who_asks_is_told_of_temporary_files(tmp_path):
    told = []
    files.tell_temporaries(told.append)
    try:
        write(tmp_path / "a", b"x")
    finally:
        files.tell_temporaries(None)
    assert len(told) == 1 and os.path.dirname(told[0]) == str(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


LEFT = """
import os, signal, sys
from exactbox.files import Draft
draft = Draft(sys.argv[1])
draft.put(b"new")
print("begun", flush=True)
if len(sys.argv) == 2:
    os.kill(os.getpid(), signal.SIGKILL)
sys.stdin.read()
draft.keep()
"""


def writing(file, *more):
    """A process that writes a file, and what it has begun."""
    command = [sys.executable, "-c", LEFT, str(file), *more]
    child = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert child.stdout.readline() == "begun\n"
    return child


def test_what_a_killed_process_has_left_is_removed_by_the_next_one(tmp_path):
    with writing(tmp_path / "a.json") as child:
        child.wait()
    other = tmp_path / f".b.json.{'0' * 16}"
    other.touch()
    assert len(os.listdir(tmp_path)) == 2
    write(tmp_path / "a.json", b"x")
    assert sorted(os.listdir(tmp_path)) == sorted([other.name, "a.json"])


def test_what_a_living_process_writes_is_not_removed(tmp_path):
    with writing(tmp_path / "a.json", "and waits") as child:
        write(tmp_path / "a.json", b"older")
        (begun,) = {*os.listdir(tmp_path)} - {"a.json"}
        assert re.fullmatch(r"\.a\.json\.[0-9a-f]{16}", begun)
        child.communicate("")
    assert child.returncode == 0 and os.listdir(tmp_path) == ["a.json"]
    assert (tmp_path / "a.json").read_bytes() == b"new"


def test_a_file_that_is_removed_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    locked, removed = files._lock, []

    def slowly(descriptor, wait):
        if wait and not removed:
            removed.extend(tmp_path.iterdir())
            removed[0].unlink()
        return locked(descriptor, wait)

    monkeypatch.setattr(files, "_lock", slowly)
    write(tmp_path / "a", b"x")
    assert removed and (tmp_path / "a").read_bytes() == b"x" and os.listdir(tmp_path) == ["a"]


def test_where_files_cannot_be_locked_none_is_removed(tmp_path, monkeypatch):
    (left := tmp_path / f".a.{'0' * 16}").touch()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    write(tmp_path / "a", b"x")
    assert left.exists() and (tmp_path / "a").read_bytes() == b"x"


def test_only_files_are_removed(tmp_path):
    (tmp_path / f".a.{'0' * 16}").symlink_to(tmp_path / "nothing")
    os.mkfifo(tmp_path / f".a.{'1' * 16}")
    (tmp_path / f".a.{'2' * 16}").mkdir()
    write(tmp_path / "a", b"x")
    assert len(os.listdir(tmp_path)) == 4


def test_a_minus_is_standard_output(tmp_path, monkeypatch, capfdbinary):
    monkeypatch.chdir(tmp_path)
    print("first")
    write("-", b"\xff\x00")
    with files.standard_output_for_files():
        print("aside")
        write("-", b"alone")
    assert capfdbinary.readouterr() == (b"first\n\xff\x00alone", b"aside\n")
    assert not list(tmp_path.iterdir())


def test_standard_output_that_is_closed_is_refused(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(OSError, match="it is closed") as refused:
        write("-", b"x")
    assert refused.value.filename == "standard output"


def test_a_notebook_has_text(monkeypatch):
    import io

    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    write("-", b"x")
    assert stream.getvalue() == "x"


# Drafts -------------------------------------------------------------------------------------------


def breaking(*pieces):
    """These, and then an error that is not one of files."""
    yield from pieces
    raise ValueError("no more")


def test_a_draft_takes_its_name_when_it_is_kept(tmp_path):
    file = tmp_path / "a"
    file.write_bytes(b"old")
    with Draft(file) as draft:
        assert b"".join(draft.passing([b"n", b"ew"])) == b"new"
        assert file.read_bytes() == b"old" and len(os.listdir(tmp_path)) == 2
        draft.keep()
    assert file.read_bytes() == b"new" and os.listdir(tmp_path) == ["a"]


def test_a_draft_that_is_not_kept_leaves_nothing(tmp_path):
    with Draft(tmp_path / "a") as draft:
        draft.put(b"new")
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["a.json", "a.json.gz", "-"])
def test_pieces_that_end_in_an_error_write_nothing(tmp_path, monkeypatch, capfdbinary, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.json").write_bytes(b"old")
    with pytest.raises(ValueError, match="no more"):
        write(name, breaking(b"x" * (1 << 21), b"y"))
    assert os.listdir(tmp_path) == ["a.json"] and (tmp_path / "a.json").read_bytes() == b"old"
    assert capfdbinary.readouterr().out == b""


@pytest.mark.parametrize("long", [10, 40_000_000])
def test_a_pipe_has_all_pieces_or_none(tmp_path, long):
    """The longer ones do not stay in memory."""
    os.mkfifo(tmp_path / "pipe")
    read = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    with pytest.raises(ValueError, match="no more"):
        write(tmp_path / "pipe", breaking(b"x"))
    write(tmp_path / "pipe", iter([b"a" * long, b"b"]))
    reader.join()
    assert read == [b"a" * long + b"b"]


@pytest.mark.parametrize("step", [1, 1000, 1 << 17])
def test_what_is_packed_in_pieces_is_what_is_packed_at_once(tmp_path, step):
    data = bytes(k * k % 251 for k in range(1 << 12 if step == 1 else 1 << 18))
    pieces = [data[k : k + step] for k in range(0, len(data), step)]
    for name in ("a.gz", "a.xz"):
        write(tmp_path / name, pieces)
    packed = (tmp_path / "a.gz").read_bytes()
    assert packed == zlib.compress(data, 1, wbits=31)  # gzip's header says another system in 3.13
    assert gzip.decompress(packed) == data
    assert lzma.decompress((tmp_path / "a.xz").read_bytes()) == data


def test_a_draft_remembers_that_the_disk_is_full(tmp_path):
    """Whoever makes the pieces can go on; what was written has gone at once."""
    file = tmp_path / "a"
    file.write_bytes(b"old")
    with at_most(1 << 20), Draft(file) as draft:
        assert list(draft.passing([b"x" * (1 << 21), b"y"]))[1] == b"y"
        assert os.listdir(tmp_path) == ["a"]
        for call in (draft.require, draft.keep):
            with pytest.raises(OSError) as refused:
                call()
            assert refused.value.errno == errno.EFBIG and refused.value.filename == str(file)
    assert file.read_bytes() == b"old"


def test_pieces_are_not_made_for_a_file_that_cannot_be_written(tmp_path):
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "nowhere" / "a", breaking(b"x"))
