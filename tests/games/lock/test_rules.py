"""The Monte Carlo lock: what a string is related to, and how rule tables are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactbox.games import lock
from tests.brute_lock import related_to
from tests.strategies import lock_strings


@given(lock_strings(), st.booleans())
def test_strings_relate_as_the_plain_definition_says(x, empty):
    y = related_to(x, empty)
    if y is None:
        with pytest.raises(lock.UnrelatedError):
            lock.derive(x, allow_empty=empty)
    else:
        assert lock.derive(x, allow_empty=empty)[-1] == lock.Derived(x[0], x, y)
    assert lock.is_key(x, allow_empty=empty) == (x == y)


def test_the_empty_string_counts_or_does_not():
    assert lock.derive("QQ")[-1].y == ""
    with pytest.raises(lock.UnrelatedError, match="empty string does not count"):
        lock.derive("VQQ", allow_empty=False)


def test_third_machine_is_the_lock_in_digits():
    third = lock.machine("third")
    for x in ("5464254642", "4564245642", "46452464522"):
        assert lock.is_key(x, third)
    assert lock.derive("52546422", third)[-1].y == "5464254642"
    digits = str.maketrans("QVRL", "2456")
    keys = [key.translate(digits) for key in lock.symbolic(15).keys]
    assert sorted(keys) == sorted(lock.symbolic(15, machine=third).keys)


def test_smullyans_first_two_machines_have_their_known_fixed_points():
    assert lock.symbolic(12, "123456789", machine=lock.machine("first")).keys == ("323",)
    assert lock.symbolic(6, machine=lock.machine("second")).keys == ("323", "5252")


def test_unrelated_error_names_the_position():
    with pytest.raises(lock.UnrelatedError, match=r"letter X \(position 3\)") as error:
        lock.derive("LVXQ")
    assert error.value.position == 2


def test_a_derivation_too_long_to_write_is_refused():
    with pytest.raises(ValueError, match="limit is 1000000"):
        lock.derive("R" * 400 + "QXQ")
    assert not lock.is_key("R" * 400 + "QXQ")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("QxQ=x, Qx=yy", "contradict each other: two rules for the letter Q"),
        ("QxQ=x, Lx=Qy, Lx=yy", "contradict each other: two rules for the letter L"),
        ("QxQ=x, Px=x", "contradict each other: two opening rules"),
        ("Lx=Qy", "no opening rule"),
        ("QxQ=x, Lx=QQ", "cannot read"),
        ("QxQ=x, Lx=x", "contradict"),
        ("QxQ=x, LxL=yy", "cannot read"),
        ("QxQ=x, Lx=y~", "cannot read"),
        ("QxQ=x, Lx=~Qy", "cannot read"),
        ("QxQ=x, yx=yy", "cannot read"),
        ("QxQ=x, Lx", "cannot read"),
        ("QxQ=x,", "cannot read"),
        ("", "cannot read"),
    ],
)
def test_a_bad_rule_table_is_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        lock.machine(rules)
