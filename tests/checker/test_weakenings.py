"""A small part of `make test-checker`: the search, and some weaker checkers of either room."""

from __future__ import annotations

import pytest

from tests.weakenings.__main__ import Judge, read_corpus
from tests.weakenings.loading import FOLDER, SOURCES, Checker
from tests.weakenings.redundant import ENTRIES, TRIED_OUT, proof
from tests.weakenings.search import FAMILIES, search
from tests.weakenings.weakenings import all_weakenings

EVERY = all_weakenings()
SHARES = {
    **dict.fromkeys(("lock_10", "lock_11", "lock_16"), 0.005),
    **dict.fromkeys(("program_infeasible", "linear_singular"), 0.02),
    "linear_singular_long": 0.2,
    "total_signed_long": 0.8,
}


@pytest.mark.untraced
@pytest.mark.parametrize("family", FAMILIES)
def test_search_accepts_something_and_nothing_false_and_the_rooms_say_the_same(family):
    found = search(family, SHARES.get(family, 0.05 if family.endswith("_long") else 0.01))
    assert found.accepted and not found.false and not found.different


def test_a_copy_has_both_rooms_and_nothing_of_the_original():
    checker = Checker()
    modules = set(checker.modules.values())
    assert len(modules) == len(SOURCES) == len([*FOLDER.rglob("*.py")])
    assert all(module.__name__.split(".")[0] == checker.name for module in modules)
    of_copy = checker.modules["fast/process"].FastProcess.__mro__[1]
    assert of_copy is checker.modules["process"].Process
    checker.close()


@pytest.fixture(scope="module")
def judge():
    found, wrong = read_corpus(step=4)
    assert not wrong
    return Judge(found, [])


@pytest.mark.parametrize(
    "weakening",
    [
        "statements/null_space.py: check_singular: not called: holds(any(w['kernel'].rows)",
        "statements/determinant.py: check_determinant: operand dropped",
        "lock.py: search: not called: holds(key in keys",
        "process.py: Policy.check_values: the first skipped: self.undecided",
        "process.py: Policy.check_levels: relation",
        "reading.py: canonical: never refuses",
        "fast/process.py: FastPolicy.brackets: no slack",
        "fast/property.py: total_of: by its hash",
        "fast/stream.py: read: not called",
    ],
)
def test_a_weaker_checker_is_noticed(weakening, judge):
    numbers = [k for k, each in enumerate(judge.every) if each.name.startswith(weakening)]
    assert numbers and all(judge.noticed(number) for number in numbers)


def test_every_weakening_that_is_listed_as_redundant_is_made():
    """By the name that it has today: what is renamed in the checker is renamed in the list."""
    assert {proof(each.name) for each in EVERY[0]} - {""} == ENTRIES


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TRIED_OUT))
def test_a_search_for_keys_that_is_weaker_finds_the_same_keys(name):
    """Of all lengths that are searched, whether the empty string counts or not."""
    (each,), trees = [[each for each in EVERY[0] if each.name == name], EVERY[1]]
    checker, weaker = Checker(), Checker({each.module: each.code(trees[each.module])})
    plain, weak = checker.modules["lock"], weaker.modules["lock"]
    for length in range(1, plain.COMPLETE_TO + 1):
        for empty in (False, True):
            found = weak.keys_of_length(length, empty)
            assert sorted(found) == sorted(plain.keys_of_length(length, empty))
    checker.close()
    weaker.close()
