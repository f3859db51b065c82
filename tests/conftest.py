"""Every Hypothesis test is deterministic and has no deadline.

What is drawn depends on the test's text and on the constants in the modules that are loaded: a run
of all tests loads all of them first, so it draws the same whatever the number of workers. The
profile "quick" has the examples that `make test` draws, "gate" those of `make coverage`, and
"thorough" those of `make test-all`.
"""

import gc
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.strategies import GATE, QUICK, THOROUGH

for name, number in (("quick", QUICK), ("gate", GATE), ("thorough", THOROUGH)):
    settings.register_profile(name, derandomize=True, deadline=None, max_examples=number)
settings.load_profile("quick")

COLLECTED = pytest.StashKey[set[str]]()


def gated() -> set[str]:
    """What gate.txt names: tests, by their node ids, and single cases of tests."""
    lines = Path(__file__).with_name("gate.txt").read_text(encoding="utf-8").splitlines()
    return {line.split(maxsplit=1)[1] for line in lines if not line.startswith("#")}


def names_of(item: pytest.Item) -> set[str]:
    return {item.nodeid, item.nodeid.partition("[")[0]}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    listed = gated()
    for item in items:
        if names_of(item) & listed:
            item.add_marker(pytest.mark.gate)
        if item.nodeid.startswith("tests/repository/"):  # they read the package, and hardly run it
            item.add_marker(pytest.mark.untraced)
    config.stash[COLLECTED] = set().union(*map(names_of, items))


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is collected stays: garbage is not looked for while, and not in it afterwards."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Untraced tests run without a tracer: pytest-cov has a mark, which xdist's workers ignore."""
    if not item.get_closest_marker("untraced"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
