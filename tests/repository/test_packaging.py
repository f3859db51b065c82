"""What is shipped: the source distribution and the wheel, built, unpacked, installed and tried.

Slow, as a wheel is tried in an empty environment, into which pip brings what exactbox builds on.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from exactbox.release import VERSION
from tests import ROOT

pytestmark = pytest.mark.slow

NOT_SOURCE = (
    *(".git", ".venv", "build", "dist", "*.egg-info", "__pycache__"),
    *(".hypothesis", ".*_cache", ".coverage*"),
)
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def run(*command, folder, code=0, **variables):
    """What a command prints, and what it says went wrong; it ends with this exit code."""
    found = subprocess.run(
        command, cwd=folder, env=CLEAN | variables, capture_output=True, text=True, timeout=900
    )
    assert found.returncode == code, f"{command}: {found.stdout[-3000:]}{found.stderr[-3000:]}"
    return found.stdout, found.stderr


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """The folder with both distributions; the wheel is built from the source distribution."""
    folder = tmp_path_factory.mktemp("shipped")
    source = folder / "source"
    if (ROOT / ".git").exists():
        for name in run("git", "ls-files", "-z", folder=ROOT)[0].split("\0")[:-1]:
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, source / name)
    else:  # an unpacked source distribution
        shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    made = source / "proofs" / "coq" / "Made.vo"  # as `make coq` leaves them
    made.write_bytes(b"made")
    run(sys.executable, "-m", "build", "--no-isolation", "-o", "..", folder=source)
    return folder


@pytest.fixture(scope="module")
def unpacked(shipped):
    """The folder of the unpacked source distribution."""
    (shipped / "unpacked").mkdir()
    run("tar", "xf", shipped / f"exactbox-{VERSION}.tar.gz", folder=shipped / "unpacked")
    return shipped / "unpacked" / f"exactbox-{VERSION}"


@pytest.fixture(scope="module")
def installed(shipped):
    """The programs of an environment with the wheel, and what it needs, alone."""
    environment = shipped / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", str(environment), folder=shipped)
    wheel = str(shipped / f"exactbox-{VERSION}-py3-none-any.whl")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-compile")
    pip = (sys.executable, "-m", "pip", "--python", str(environment))
    run(*pip, "install", *quiet, wheel, folder=shipped)
    return environment / "bin"


@pytest.fixture
def empty(tmp_path):
    """A folder with nothing but a proof."""
    shutil.copy(ROOT / "proofs" / "craps.json", tmp_path)
    return tmp_path


def files(folder):
    """The names of all files, without what running Python makes of them."""
    paths = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    made = {"__pycache__", "exactbox.egg-info"}
    return {path.as_posix() for path in paths if not made & {*path.parts}}


def test_the_source_distribution_has_every_source_and_nothing_that_was_made(shipped, unpacked):
    added = {"PKG-INFO", "setup.cfg"}
    left_out = {
        *(".gitignore", ".pre-commit-config.yaml", ".github/workflows/test.yml"),
        "proofs/coq/Made.vo",
    }
    here = {name for name in files(shipped / "source") if not name.startswith("build/")}
    assert files(unpacked) - added == here - left_out - added


def test_make_check_works_from_the_source_distribution(unpacked):
    out, _ = run("make", "check", f"PYTHON={sys.executable}", folder=unpacked)
    proofs = {path.name for path in (unpacked / "proofs").glob("*.json")}
    assert out.count("\nVALID ") == len(proofs) > 0


def test_check_pyz_is_made_from_the_source_distribution_and_runs_alone(unpacked, empty):
    run("make", "check.pyz", f"PYTHON={sys.executable}", folder=unpacked)
    shutil.move(unpacked / "check.pyz", empty)
    assert run(sys.executable, "-I", "check.pyz", "craps.json", folder=empty)[0][:6] == "VALID "


def test_the_tests_are_collected_and_find_their_data_in_the_source_distribution(unpacked):
    """All are collected; of those that read the proofs, certificates and sources on file are run
    that `make test` runs."""
    pytest_there = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0")
    there = {"PYTHONPATH": str(unpacked)}
    run(*pytest_there, "--collect-only", "-m", "slow or not slow", folder=unpacked, **there)
    files = (
        *("checker/test_certificates", "commands/proofs/test_cite"),
        *("headline_proofs/test_headlines", "repository/test_rooms"),
    )
    chosen = ("-m", "not slow and not gate", *(f"tests/{name}.py" for name in files))
    out, _ = run(*pytest_there, *chosen, folder=unpacked, **there)
    assert " passed" in out and "skipped" not in out


def test_the_wheel_has_the_package_and_nothing_else(shipped):
    with zipfile.ZipFile(shipped / f"exactbox-{VERSION}-py3-none-any.whl") as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    package = {f"exactbox/{name}" for name in files(ROOT / "exactbox")}
    assert names == package and "exactbox/py.typed" in names


def test_the_programs_of_the_wheel_run_in_an_empty_environment(installed, empty):
    for program in (("exactbox",), ("python", "-m", "exactbox")):
        command = (str(installed / program[0]), *program[1:])
        assert run(*command, "--version", folder=empty)[0] == f"exactbox {VERSION}\n"
    out, _ = run(str(installed / "exactbox"), "certify", "flip", "--faces", "2", folder=empty)
    assert "8936/1575" in out and "plain checker: VALID" in out  # Project Euler 640
    out, _ = run(str(installed / "ShutTheBox"), "--help", folder=empty)
    assert "\nusage: ShutTheBox" in out


def test_the_checker_of_the_wheel_is_a_command_a_module_and_a_file(installed, empty):
    """From none of them does it need what pip has brought."""
    python, given = str(installed / "python"), "craps.json"
    where = "import exactbox.check; print(exactbox.check.__file__)"
    file = run(python, "-c", where, folder=empty)[0].strip()
    for command in (
        (str(installed / "exactbox"), "check"),
        (python, "-m", "exactbox.check"),
        (python, "-I", "-S", file),
    ):
        assert run(*command, given, folder=empty)[0].startswith('VALID "craps.json"')
    out, _ = run(str(installed / "exactbox"), "cite", given, "--format", "bibtex", folder=empty)
    assert out.startswith("@misc{exactbox-craps-")


def test_from_a_wheel_certify_says_where_the_proofs_are(installed, empty):
    _, err = run(str(installed / "exactbox"), "certify", folder=empty, code=2)
    assert "no folder proofs" in err and "source distribution" in err
    assert err.count("\n") == 1
