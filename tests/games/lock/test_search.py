"""The Monte Carlo lock: every way to the keys gives the same keys, and they are keys."""

import dataclasses
import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exactbox.checker.lock import keys_of_length
from exactbox.games import lock
from exactbox.games.lock.search import fill, patterns
from tests.brute_lock import LENGTH_10, LENGTH_11, every_string, related_to
from tests.strategies import examples, rule_tables

ALL = list(lock.METHODS.values())
SLOW = lock.memoize, lock.recursive  # of keys of length 10


# The keys -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "method", [pytest.param(m, marks=pytest.mark.slow) if m in SLOW else m for m in ALL]
)
def test_no_key_is_shorter_than_10_and_two_have_length_10(method):
    assert method(10).keys == LENGTH_10


@pytest.mark.parametrize("method", [lock.construct, lock.symbolic])
def test_keys_to_length_11(method):
    assert method(11).keys == LENGTH_10 + LENGTH_11


@pytest.mark.parametrize("letters", ["QLVR", "XLRQV"])
@pytest.mark.parametrize("empty", [True, False])
def test_keys_to_length_15(letters, empty):
    found = lock.symbolic(15, letters, allow_empty=empty)
    assert found.keys[:4] == LENGTH_10 + LENGTH_11
    assert [len(key) for key in found.keys] == [10] * 2 + [11] * 2 + [14] * 6 + [15] * 6
    assert found.free is False
    assert not any("X" in key for key in found.keys)
    assert all(related_to(key, empty) == key for key in found.keys)


def test_the_search_to_length_30_finds_what_the_general_form_lists():
    found = lock.symbolic(30, "QLVRXYZ")
    assert list(found.keys) == list(lock.general_form(1, 30))
    assert found.free is False
    assert all(related_to(key) == key for key in found.keys)


@pytest.mark.parametrize("length", range(1, 14))
def test_the_pruned_search_finds_what_trying_every_w_finds(length):
    for empty in (True, False):
        found = {s for p in patterns(length, allow_empty=empty) for s in fill(p, "LQRVX")}
        assert found == set(keys_of_length(length, empty))


@pytest.mark.parametrize("rules", ["lock", "first", "second", "third", "QxQ=x, Bx=BQyQ, Rx=~yy"])
@pytest.mark.parametrize("empty", [True, False])
def test_all_methods_agree_on_keys_and_pairs(rules, empty):
    machine = lock.machine(rules)
    for length in range(1, 8):
        found = [m(length, machine=machine, allow_empty=empty) for m in ALL]
        assert len({f.keys for f in found}) == 1
        pairs = lock.related_pairs(length, machine=machine, allow_empty=empty)
        assert {f.pairs for f in found} == {pairs, None}


@examples(150)
@given(rule_tables().map(lock.machine), st.booleans(), st.integers(2, 6))
def test_symbolic_search_is_complete_for_any_rule_table(machine, empty, longest):
    """Also for tables where a pruning argument must not be used, and with letters left free."""
    letters = "".join(sorted({*machine.letters, "Z"}))
    brute = [
        x for x in every_string(letters, longest) if lock.is_key(x, machine, allow_empty=empty)
    ]
    found = lock.symbolic(longest, letters, machine=machine, allow_empty=empty)
    assert list(found.keys) == brute
    assert len(set(found.keys)) == len(found.keys)
    assert found.free or not any("Z" in key for key in brute)


@examples(60)
@given(rule_tables().map(lock.machine), st.booleans())
def test_symbolic_search_agrees_with_construction_on_longer_strings(machine, empty):
    assume(lock.related_pairs(9, machine=machine, allow_empty=empty) < 50_000)
    assert (
        lock.symbolic(9, machine=machine, allow_empty=empty).keys
        == lock.construct(9, machine=machine, allow_empty=empty).keys
    )


@pytest.mark.parametrize(
    ("rules", "trait"),
    [
        ("Ax=x, Bx=ByA", "added letters that are step letters, and no doubling"),
        ("Ax=x, Bx=BAy", "several added letters, the opening letter among them"),
        ("Ax=x, Bx=~yy", "copies that run opposite ways"),
        ("Ax=x, Bx=BCAy, Cx=y", "a rule that changes nothing"),
        ("Ax=x, Bx=yABC, Cx=~y", "a run of letters read backwards"),
    ],
)
@pytest.mark.parametrize("empty", [True, False])
def test_symbolic_search_is_complete_for_tables_with(rules, trait, empty):
    machine = lock.machine(rules)
    found = lock.symbolic(9, machine=machine, allow_empty=empty).keys
    assert found, trait
    assert found == lock.construct(9, machine=machine, allow_empty=empty).keys


def test_a_free_letter_gives_a_key_for_each_letter():
    machine = lock.machine("QxQ=x, Bx=BQyQ")
    found = lock.symbolic(4, "QBX", machine=machine)
    assert found.keys == ("BQQ", "BQBQ", "BQQQ", "BQXQ")
    assert found.free is True


@pytest.mark.parametrize("t", range(6))
def test_general_form_has_t_times_t_plus_1_keys(t):
    for length in (4 * t + 6, 4 * t + 7):
        keys = list(lock.general_form(length, length))
        assert len(keys) == len(set(keys)) == lock.general_count(length) == t * (t + 1)
        assert all(len(key) == length and related_to(key) == key for key in keys)
    assert lock.general_count(4 * t + 8) == lock.general_count(4 * t + 9) == 0


def test_general_form_is_lazy_and_its_total_adds_up():
    assert list(itertools.islice(lock.general_form(), 4)) == [*LENGTH_10, *LENGTH_11]
    first = next(lock.general_form(1_002))
    assert len(first) == 1_002 and lock.is_key(first)
    for n in range(1, 60):
        assert lock.general_total(n) == sum(map(lock.general_count, range(1, n + 1)))


@pytest.mark.parametrize(
    ("method", "length"), [(lock.symbolic, 11), (lock.construct, 10), (lock.memoize, 9)]
)
def test_progress_counts_what_was_looked_at(method, length):
    calls = []
    found = method(length, progress=lambda stage, done, total: calls.append((done, total)))
    done = [n for n, _ in calls]
    assert done == sorted(done) and 0 < done[-1] <= found.looked_at
    assert {total for _, total in calls} <= {0, found.looked_at}


def test_methods_that_disagree_are_found_out():
    trials = [lock.try_method(method, 10) for method in ("symbolic", "construct")]
    pairs = lock.related_pairs(10)
    assert lock.agree(trials, pairs)
    assert not lock.agree(trials, pairs + 1)
    other = dataclasses.replace(trials[0].found, keys=LENGTH_10[:1])
    assert not lock.agree([*trials, lock.Trial("other", 0.0, other)], pairs)
    with pytest.raises(RuntimeError, match="the general form disagree"):
        lock.confirmed(other)


def test_a_method_that_refuses_has_no_say():
    trials = [lock.try_method(method, 30) for method in ("symbolic", "recursive")]
    assert trials[1].found is None and "would go through" in trials[1].refusal
    assert lock.agree(trials, lock.related_pairs(30))


def test_the_general_form_confirms_the_lock_only():
    assert lock.confirmed(lock.symbolic(14))
    assert not lock.confirmed(lock.symbolic(14, machine=lock.machine("third")))


# Related pairs ------------------------------------------------------------------------------------


def test_related_pairs_of_five_letters_to_length_11():
    """The number that the published programs report; it needs the empty string to count."""
    assert lock.related_pairs(11, "QLVRX") == 4_288_020
    assert lock.related_pairs(11, "QLVRX", allow_empty=False) == 4_267_690


@pytest.mark.parametrize("empty", [True, False])
def test_related_pairs_are_those_of_the_plain_definition(empty):
    for n in range(1, 7):
        plain = {
            (x, y)
            for x in every_string("LQRVX", n)
            if (y := related_to(x, empty)) is not None and len(y) <= n
        }
        listed = list(lock.iterate_pairs(n, "QLVRX", allow_empty=empty))
        assert set(listed) == plain
        assert len(listed) == len(plain) == lock.related_pairs(n, "QLVRX", allow_empty=empty)


def test_memoize_counts_entries_and_hits():
    found = lock.memoize(8)
    assert found.entries == found.pairs == lock.related_pairs(8)
    images = (related_to(x[1:]) for x in every_string("LQRV", 8) if x[0] in "LVR")
    assert found.hits == sum(y is not None and len(y) <= 8 for y in images)
    assert found.looked_at == sum(4**n for n in range(1, 9))


# Bad input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ALL)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "at least 1"),
        ((-5,), "at least 1"),
        ((10**9,), "limit is 1000"),
        ((5, "QLV"), "lacks R"),
        ((5, "QLVRR"), "R twice"),
        ((5, "QLVR X"), "not an alphabet"),
        ((5, ""), "not an alphabet"),
    ],
)
def test_bad_input_is_refused(method, arguments, message):
    with pytest.raises(ValueError, match=message):
        method(*arguments)


def test_sizes_that_do_not_fit_are_refused_with_their_size():
    with pytest.raises(ValueError, match=r"about 30,\d+ GiB of memory, the limit is 4 GiB"):
        lock.memoize(20)
    with pytest.raises(ValueError, match=r"GiB of memory"):
        lock.construct(14, "QLVRX")
    with pytest.raises(ValueError, match=r"would go through 1,466,015,503,700 strings"):
        lock.recursive(20)
    with pytest.raises(ValueError, match="GiB"):
        lock.iterate_pairs(1000).__next__()
    with pytest.raises(ValueError, match="the limit is 72"):
        lock.symbolic(73)
    with pytest.raises(ValueError, match="more than 1,000,000 keys"):
        lock.symbolic(40, machine=lock.machine("QxQ=x, Bx=BQyQ"))
