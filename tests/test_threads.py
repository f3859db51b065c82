"""exactbox.threads: the limit of BLAS's threads belongs to the process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import scipy.linalg.lapack  # noqa: F401  (the BLAS whose threads are counted)
from threadpoolctl import ThreadpoolController

from exactbox.threads import single_threaded

BLAS = ThreadpoolController().select(user_api="blas")
WAIT = 30  # seconds after which a test that hangs has failed


def counts():
    """The threads of every BLAS in this process."""
    return [e["num_threads"] for e in BLAS.info()]


def set_counts(wanted):
    """By a thread that is over then, so that no thread owns the limit (threadpoolctl 3.8)."""
    for library, count in zip(BLAS.lib_controllers, wanted, strict=True):
        setting = threading.Thread(target=library.set_num_threads, args=(count,))
        setting.start()
        setting.join()


@pytest.mark.parametrize("given", [None, "3"])
def test_a_blas_that_is_not_loaded_has_one_thread_or_what_was_asked_for(given):
    """As a process of its own; in this one NumPy is loaded, and nothing changes."""
    code = """
import os, sys
from exactbox.threads import load_single_threaded
load_single_threaded()
assert "numpy" not in sys.modules
print(os.environ["OPENBLAS_NUM_THREADS"])
import numpy
os.environ.pop("OPENBLAS_NUM_THREADS")
load_single_threaded()
assert "OPENBLAS_NUM_THREADS" not in os.environ
"""
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    environment |= {"OPENBLAS_NUM_THREADS": given} if given else {}
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert found.stdout.split() == [given or "1"]


@pytest.fixture
def four_threads():
    before = counts()
    set_counts([4] * len(before))
    if set(counts()) != {4}:
        pytest.skip("this BLAS was built without threads")
    yield
    set_counts(before)
    assert counts() == before


def test_the_last_one_out_restores_what_was_before(four_threads):
    """The first one in leaves first: the limit holds until the second has left, too."""
    first_in, second_in, first_out = (threading.Event() for _ in range(3))

    def first():
        with single_threaded():
            first_in.set()
            assert second_in.wait(WAIT)
        seen = counts()
        first_out.set()
        return seen

    def second():
        assert first_in.wait(WAIT)
        with single_threaded():
            second_in.set()
            assert first_out.wait(WAIT)
            return counts()

    with ThreadPoolExecutor(2) as pool:
        seen = [pool.submit(first), pool.submit(second)]
        for each in seen:
            assert set(each.result(WAIT)) == {1}
    assert set(counts()) == {4}


def test_limits_inside_each_other(four_threads):
    with single_threaded():
        with single_threaded():
            assert set(counts()) == {1}
        assert set(counts()) == {1}
    assert set(counts()) == {4}


def test_an_error_inside_restores_the_threads(four_threads):
    with pytest.raises(ZeroDivisionError), single_threaded():
        raise ZeroDivisionError
    assert set(counts()) == {4}


def test_what_somebody_else_has_set_meanwhile_stays(four_threads):
    with single_threaded():
        for library in BLAS.lib_controllers:
            library.set_num_threads(3)  # by the thread that owns the limit
    assert set(counts()) == {3}
