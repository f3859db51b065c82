"""Every rational matrix that SymPy's own tests of matrices touch is asked everything here too.

SymPy ships these tests with the package. They run in a process of their own, under `recording`; of
each distinct matrix and system that they leave, `asking` compares all answers with SymPy's. How
many comparisons there were is printed (``pytest -rP``).
"""

from __future__ import annotations

import os
import pickle
import pkgutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests import ROOT
from tests.linalg.upstream.asking import ask

PACKAGES = ("sympy.matrices.tests", "sympy.polys.matrices.tests")
QUICK = ("test_nullspace", "test_inverse")
# minutes about roots of symbolic matrices, hardly a rational one among them
LEFT_OUT = "not bidiagonalize and not upper_hessenberg and not issue_26821"


def modules() -> list[str]:
    """SymPy's test modules about matrices; none where its tests are not installed."""
    try:
        packages = [import_module(name) for name in PACKAGES]
    except ImportError:
        return []
    return [
        f"{package.__name__}.{found.name}"
        for package in packages
        for found in pkgutil.iter_modules(package.__path__)
        if found.name.startswith("test_")
    ]


def compare(names: list[str], folder: Path) -> int:
    """Run these modules, ask about what they touched; the number of comparisons."""
    record = folder / "matrices"
    options = ["-q", "-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider"]
    options += ["-p", "tests.linalg.upstream.recording", "-W", "ignore", "-k", LEFT_OUT]
    subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--pyargs", *names],
        env={**os.environ, "EXACTBOX_RECORD": str(record), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        check=False,  # whether SymPy passes its tests is not the question
    )
    matrices, systems = pickle.loads(record.read_bytes())
    count = ask(matrices, systems)
    print(f"{len(matrices):,} matrices, {len(systems):,} systems, {count.total():,} comparisons")
    print(", ".join(f"{name}: {n:,}" for name, n in sorted(count.items())))
    assert count.total() >= 8 * len(matrices)
    return len(matrices)


@pytest.mark.slow
def test_sympy_agrees_on_the_matrices_of_its_quick_tests(tmp_path):
    names = [name for name in modules() if name.split(".")[-1] in QUICK]
    if not names:
        pytest.skip("this SymPy comes without its tests")
    assert compare(names, tmp_path) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", modules())
def test_sympy_agrees_on_every_matrix_of_its_tests(name, tmp_path):
    compare([name], tmp_path)
