"""The Monte Carlo lock: every way to the keys gives the same keys, and they are keys."""

import copy
import itertools
import json
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exactbox import check_certificate
from exactbox.certificate import canonical
from exactbox.check import InvalidCertificate, MalformedCertificate, keys_of_length
from exactbox.cli import main
from exactbox.games import monte_carlo_lock as lock
from exactbox.games.lock_search import fill, patterns
from tests.strategies import json_values, lock_strings, rule_tables

LENGTH_10 = ("RVLVQRVLVQ", "VRLVQVRLVQ")
LENGTH_11 = ("VLRVQVLRVQQ", "VLVRQVLVRQQ")
CLASSICAL = [lock.recursive, lock.memoize, lock.construct]
ALL = list(lock.METHODS.values())

quick = settings(deadline=None, derandomize=True)


def related_to(x, empty=True):
    """Smullyan's definition of the lock, as it is written: the y that x is related to, or None."""
    if len(x) >= (2 if empty else 3) and x[0] == "Q" and x[-1] == "Q":
        return x[1:-1]
    if x[:1] not in ("L", "V", "R") or (y := related_to(x[1:], empty)) is None:
        return None
    return {"L": "Q" + y, "V": y[::-1], "R": y + y}[x[0]]


def every_string(letters, longest):
    for length in range(1, longest + 1):
        for x in itertools.product(letters, repeat=length):
            yield "".join(x)


# --- what a string is related to ----------------------------------------------------------------


@quick
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


# --- the keys -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ALL)
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
        assert found == keys_of_length(length, "LQRVX", empty)


@pytest.mark.parametrize("rules", ["lock", "first", "second", "third", "QxQ=x, Bx=BQyQ, Rx=~yy"])
@pytest.mark.parametrize("empty", [True, False])
def test_all_methods_agree_on_keys_and_pairs(rules, empty):
    machine = lock.machine(rules)
    for length in range(1, 8):
        found = [m(length, machine=machine, allow_empty=empty) for m in ALL]
        assert len({f.keys for f in found}) == 1
        pairs = lock.related_pairs(length, machine=machine, allow_empty=empty)
        assert {f.pairs for f in found} == {pairs, None}


@settings(deadline=None, derandomize=True, max_examples=150)
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


@settings(deadline=None, derandomize=True, max_examples=60)
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


# --- related pairs --------------------------------------------------------------------------------


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


# --- bad input ------------------------------------------------------------------------------------


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


# --- certificates ---------------------------------------------------------------------------------


def good(max_length=11, letters="QLVRX", empty=True):
    found = lock.symbolic(max_length, letters, allow_empty=empty)
    return json.loads(json.dumps(lock.certificate(found, allow_empty=empty)))


def check_lock(certificate):
    """The checker's verdict on the canonical bytes."""
    return check_certificate(canonical(certificate))


def test_certificate_to_length_15_is_valid_and_wholly_checked():
    claim = check_lock(good(15))
    verdict = str(claim)
    assert claim.complete_to == claim.max_length == 15
    assert "over LQRVX" in verdict
    assert "2 of length 10, 2 of length 11, 6 of length 14, 6 of length 15" in verdict
    assert "that no key is missing was checked to length 15 (sha256" in verdict


def test_checker_says_which_part_it_did_not_check(monkeypatch):
    monkeypatch.setattr(sys.modules["exactbox.check"], "COMPLETE_TO", 11)
    verdict = str(check_lock(good(19)))
    assert "checked to length 11 ONLY, and is not checked for lengths up to 19" in verdict


@pytest.mark.parametrize("empty", [True, False])
def test_certificates_without_a_key_are_valid(empty):
    assert "these keys of up to 9 letters: none" in str(check_lock(good(9, "QLVR", empty)))


def key_missing(c):
    del c["claim"]["keys"][1], c["derivations"][1]


def key_twice(c):
    c["claim"]["keys"].insert(1, c["claim"]["keys"][0])
    c["derivations"].insert(1, c["derivations"][0])


def keys_out_of_order(c):
    c["claim"]["keys"].reverse()
    c["derivations"].reverse()


def derivations_swapped(c):
    c["derivations"][:2] = c["derivations"][1::-1]


def no_key_at_all(c):
    c["claim"]["keys"][0] = "QRVLVQ"
    c["derivations"][0] = c["derivations"][0][:1]


def key_longer_than_claimed(c):
    c["claim"]["max_length"] = 10


def claim_longer_than_found(c):
    c["claim"]["max_length"] = 14


def letter_outside_the_alphabet(c):
    c["claim"]["keys"][0] = "AVLVQRVLVQ"


def wrong_image(c):
    c["derivations"][0][2][2] = "VVLVR"


def wrong_rule(c):
    c["derivations"][0][1][0] = "L"


def line_left_out(c):
    del c["derivations"][0][2]


def ends_too_early(c):
    del c["derivations"][0][-1]


def does_not_open_with_q(c):
    del c["derivations"][0][0]


def opens_twice(c):
    c["derivations"][0].insert(1, c["derivations"][0][0])


def first_line_is_no_instance_of_q(c):
    c["derivations"][0][0] = ["Q", "QRVLVQ", "RVLX"]


@pytest.mark.parametrize(
    "lie",
    [
        key_missing,
        key_twice,
        keys_out_of_order,
        derivations_swapped,
        no_key_at_all,
        key_longer_than_claimed,
        claim_longer_than_found,
        letter_outside_the_alphabet,
        wrong_image,
        wrong_rule,
        line_left_out,
        ends_too_early,
        does_not_open_with_q,
        opens_twice,
        first_line_is_no_instance_of_q,
    ],
)
def test_checker_rejects(lie):
    certificate = good()
    lie(certificate)
    with pytest.raises(InvalidCertificate):
        check_lock(certificate)


def test_checker_rejects_the_empty_string_where_it_does_not_count():
    certificate = good(4, empty=False)
    certificate["claim"]["keys"] = ["QQ"]
    certificate["derivations"] = [[["Q", "QQ", ""]]]
    with pytest.raises(InvalidCertificate, match="does not follow by rule Q"):
        check_lock(certificate)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("claim",), []),
        (("claim", "empty"), 2),
        (("claim", "empty"), True),
        (("claim", "max_length"), True),
        (("claim", "max_length"), 0),
        (("claim", "max_length"), 10**30),
        (("claim", "max_length"), 11.0),
        (("claim", "letters"), "QLVRX"),
        (("claim", "letters"), "LQR"),
        (("claim", "letters"), None),
        (("claim", "letters"), "LQRV\ud800"),
        (("claim", "keys"), {}),
        (("claim", "keys", 0), 3),
        (("claim", "more"), 0),
        (("derivations",), []),
        (("derivations", 0), "Q"),
        (("derivations", 0), []),
        (("derivations", 0, 0), ["Q", "QQ"]),
        (("derivations", 0, 0, 2), 0),
        (("derivations", 0, 0, 0), "\ud800"),
        (("extra",), 1),
    ],
)
def test_checker_calls_malformed(path, value):
    certificate = good()
    place = certificate
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(MalformedCertificate) as error:
        check_lock(certificate)
    str(error.value).encode("ascii")


GOOD = good()


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.data())
def test_no_change_of_a_certificate_passes_or_crashes(data):
    """Only the alphabet, the length and `empty` can be changed to other true claims."""
    certificate = copy.deepcopy(GOOD)
    place, key = certificate, data.draw(st.sampled_from(["claim", "derivations"]))
    while isinstance(place[key], (dict, list)) and place[key] and data.draw(st.integers(0, 9)):
        place = place[key]
        names = sorted(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(list(names)))
    place[key] = data.draw(json_values())
    assume(certificate != GOOD)
    assume(key not in ("letters", "max_length", "empty"))
    with pytest.raises((InvalidCertificate, MalformedCertificate)):
        check_lock(certificate)


def test_other_machines_are_not_certified():
    found = lock.symbolic(10, machine=lock.machine("third"))
    with pytest.raises(ValueError, match=r"not a key of the Monte Carlo lock|no rule begins"):
        lock.certificate(found)


# --- the command line -----------------------------------------------------------------------------


def test_lock_prints_the_keys_by_length(capsys):
    assert main(["lock", "--max-length", "11"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == ["length 10: 2 keys", "  RVLVQRVLVQ", "  VRLVQVRLVQ"]
    assert out[-1].startswith("4 keys of at most 11 letters over any alphabet")


def test_explain_prints_a_derivation_or_the_first_step_that_fails(capsys):
    assert main(["lock", "--explain", "VRLVQVRLVQ"]) == 0
    assert "VRLVQVRLVQ is related to itself: it is a key." in capsys.readouterr().out
    assert main(["lock", "--explain", "VRLXQ"]) == 1
    assert "no rule begins with the letter X (position 4)" in capsys.readouterr().out
    assert main(["lock", "--explain", "VRLVQVRLVQ", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["derivation"][0] == ["Q", "QVRLVQ", "VRLV"]


def test_compare_prints_a_row_for_each_method(capsys):
    assert main(["lock", "--compare", "--max-length", "6"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in out[1:-1]] == list(lock.METHODS)
    assert out[-1].startswith("all that ran agree")
    assert main(["lock", "--compare", "--max-length", "20"]) == 0
    assert "GiB" in capsys.readouterr().out
    assert main(["lock", "--compare", "--max-length", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agree"] is True


def test_count_prints_the_related_pairs(capsys):
    assert main(["lock", "--count", "--letters", "QLVRX", "--max-length", "11"]) == 0
    assert "4,288,020 related pairs" in capsys.readouterr().out
    assert main(["lock", "--general-form", "--count", "--max-length", "1000000006", "--json"]) == 0
    t = 250_000_000
    assert json.loads(capsys.readouterr().out)["at_length"] == t * (t + 1)


def test_rules_alone_documents_the_tables(capsys):
    assert main(["lock", "--rules"]) == 0
    assert "2x2=x, 6x=2y, 4x=~y, 5x=yy" in capsys.readouterr().out


def test_certificate_file_is_canonical_and_checks(tmp_path, capsys):
    path = tmp_path / "keys.json"
    assert main(["lock", "--certificate", str(path), "--max-length", "11"]) == 0
    value = json.loads(path.read_bytes())
    assert path.read_bytes() == json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    assert check_lock(value).keys == LENGTH_10 + LENGTH_11
    assert [p.name for p in tmp_path.iterdir()] == ["keys.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--max-length", "0"],
        ["--max-length", "1000"],
        ["--letters", "QLV"],
        ["--rules", "QxQ=x,Qx=yy"],
        ["--compare", "--max-length", "2000"],
        ["--method", "memoize", "--max-length", "20"],
        ["--general-form", "--rules", "third"],
        ["--certificate", "/nonexistent/keys.json"],
        ["--certificate", "keys.json", "--rules", "third"],
    ],
)
def test_unusable_input_is_one_line_and_exit_code_2(arguments, capsys):
    assert main(["lock", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("exactbox: ") and error.count("\n") == 1


def test_the_command_knows_every_method():
    from exactbox.commands.lock import METHODS

    assert tuple(lock.METHODS) == METHODS
