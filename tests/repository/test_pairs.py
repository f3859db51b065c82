"""Figures beside the last release: slower is what is so twice; and its history has to be there."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests import ROOT
from tests.bench import pairs

SCRIPT = "tests/bench/release.sh"


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ([(1.0, 2.0)], 0),
        ([(1.0, 2.1), (1.0, 1.9)], 0),
        ([(1.0, 2.1), (1.0, 2.1)], 1),
    ],
)
def test_a_line_fails_that_takes_more_than_twice_as_long_twice(figures, code, monkeypatch, capsys):
    left = iter(figures)
    monkeypatch.setattr(pairs, "pair", lambda *_: next(left))
    monkeypatch.setattr(pairs, "LINES", {"solve": ("-c", "")})
    assert pairs.main("python") == code
    assert ("solve" in capsys.readouterr().err) == bool(code)
    assert not [*left]


def test_there_are_twelve_lines():
    assert len(pairs.LINES) == 12


def test_where_the_history_lacks_the_release_it_is_said(tmp_path):
    """Exit code 3, for which `make pairs` leaves the figures out; also in a shallow clone."""
    (tmp_path / "made" / "tests" / "bench").mkdir(parents=True)
    shutil.copy(ROOT / SCRIPT, tmp_path / "made" / SCRIPT)
    (tmp_path / "made" / "exactbox").mkdir()
    release = tmp_path / "made" / "exactbox" / "release.py"
    git = ("git", "-C", str(tmp_path / "made"), "-c", "user.name=a", "-c", "user.email=a@b.c")
    subprocess.run([*git, "init", "--quiet"], check=True)
    for version in ("0.1.0", "0.2.0", "0.3.0.dev0"):
        release.write_text(f'VERSION = "{version}"\n')
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", version], check=True)
        shallow = tmp_path / version
        clone = ("git", "clone", "--quiet", "--depth", "1", f"file://{tmp_path}/made")
        subprocess.run([*clone, str(shallow)], check=True)

    def asked(folder, version):
        command = [str(tmp_path / folder / SCRIPT), version, str(tmp_path / "none")]
        return subprocess.run(command, capture_output=True, text=True)

    for folder, version in (("made", "0.4.0"), ("0.2.0", "0.2.0"), ("0.3.0.dev0", "0.2.0")):
        found = asked(folder, version)
        assert found.returncode == 3 and found.stderr == f"the history of {version} is not here\n"
    assert asked("made", "0.2.0").returncode not in (0, 3)  # found, and no environment to fill
