"""What `make test` leaves out is run by the gate."""

from __future__ import annotations

import re

from tests import ROOT
from tests.conftest import COLLECTED, gated

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def file_of(test):
    return test.partition("::")[0]


def test_every_line_of_the_list_names_a_test(request):
    """Or a case of one; of the files that are collected, which are all where all tests are run."""
    collected = request.config.stash[COLLECTED]
    files = set(map(file_of, collected))
    assert {test for test in gated() - collected if file_of(test) in files} == set()
    assert {test for test in gated() if not (ROOT / file_of(test)).exists()} == set()


def test_what_one_target_leaves_out_another_runs_and_ci_with_it():
    recipes = dict(re.findall(r"^([\w.-]+):[^\n=]*\n((?:\t.*\n)+)", MAKEFILE, re.M))
    assert [name for name, recipe in recipes.items() if "not gate" in recipe] == [
        "test",
        "test-oldest",
        "coverage",
    ]
    assert '-m "gate and not slow"' in recipes["coverage"]
    assert re.search(r"^(part )?make coverage$", (ROOT / ".ci" / "run").read_text("utf-8"), re.M)
