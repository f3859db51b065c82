"""A small part of `make test-checker`: the search, and some weaker checkers."""

from __future__ import annotations

import pytest

from tests.checker.__main__ import Judge, read_corpus
from tests.checker.search import FAMILIES, search


@pytest.mark.parametrize("family", FAMILIES)
def test_search_accepts_something_and_nothing_false(family):
    found = search(family, share=0.01 if family.startswith("lock_1") else 0.02)
    assert found.accepted and not found.false


@pytest.mark.parametrize(
    "weakening",
    [
        "linear.py: check_singular: never refuses: not any(kernel.rows)",
        "minors.py: check_determinant: relation",
        "lock.py: search: never refuses: key not in listed",
        "process.py: Process.check_equations: the first skipped",
        "objectives.py: check_levels: relation",
    ],
)
def test_a_weaker_checker_is_noticed(weakening):
    judge = Judge(read_corpus(), [])
    numbers = [k for k, each in enumerate(judge.every) if each.name.startswith(weakening)]
    assert numbers and all(judge.noticed(number) for number in numbers)
