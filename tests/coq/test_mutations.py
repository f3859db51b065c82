"""Of changed certificates, and of searches, the extracted checker says what check.py says.

Certificates of the corpus are changed at random, in their question or in their witness, and written
in canonical bytes. How many is small here; EXACTBOX_MUTATIONS and EXACTBOX_WITNESSES in the
environment are other numbers.
What is VALID by one is so by the other, with the same values. Of two faults they may name another
first: then one says INVALID and the other UNREADABLE. Where it asks for no
normal form the extracted checker may accept what check.py cannot read, and nothing that is INVALID.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from collections import Counter
from itertools import islice

import pytest

from exactbox.check import InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.checker.files import GaveUp
from tests.coq.test_checker import CHECKER, KINDS, files, lines
from tests.corpus import canonical
from tests.weakenings.search import FAMILIES, trials

MUTATIONS = int(os.environ.get("EXACTBOX_MUTATIONS", "200"))
WITNESSES = int(os.environ.get("EXACTBOX_WITNESSES", "300"))  # of all families
ASKED_FOR = ("process", "program", "linear", "match")  # the kinds in their normal form
AT_ONCE = 100  # files that one run of the program checks
LARGEST = 6000  # bytes of a certificate that is changed
VERDICT = re.compile(r'"(/[^"]*)": (VALID|INVALID|UNREADABLE|NOT COVERED|GAVE UP|FAILED)')
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHECKER.exists(), reason="make coq-checker builds it"),
]


def places(value, found):
    """Each list and object within a value, with each of its keys."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], (dict, list)):
            places(value[key], found)
    return found


def changed(number, rng):
    """Another number, as files spell them, or nearly so."""
    if isinstance(number, str) and re.fullmatch("-?[0-9a-f]+", number):
        number = int(number, 16)
    if not isinstance(number, int):
        return rng.choice([0, 1, [], {}, None, "name", "min", "max", number])
    n = rng.choice(
        [number + 1, number - 1, -number, 2 * number, rng.randint(0, 9), number + 10**18]
    )
    return n if 0 <= n < 10**18 else f"{n:x}"


def mutate(value, rng):
    """Change one thing in a value."""
    holder, key = rng.choice(places(value, []))
    here, is_list = holder[key], isinstance(holder, list)
    ways = ["change"] * 4 + ["delete"] + ["repeat", "swap", "swap"] * is_list
    way = rng.choice(ways)
    if way == "delete":
        del holder[key]
    elif way == "repeat":
        holder.insert(key, here)
    elif way == "swap":
        other = rng.randrange(len(holder))
        holder[key], holder[other] = holder[other], here
    elif isinstance(here, (dict, list)):
        mutate(here, rng) if here else holder.__setitem__(key, rng.choice([[0], [[]], 0]))
    else:
        holder[key] = changed(here, rng)


def verdict(path):
    """What check.py says, and the claim."""
    try:
        return "VALID", check_certificate(path, max_work=10**9)
    except InvalidCertificate:
        return "INVALID", None
    except MalformedCertificate:
        return "UNREADABLE", None
    except GaveUp:
        return "GAVE UP", None


def verdicts(paths):
    """What the extracted checker says of each, and its lines."""
    limits = ["--max-seconds", "5"]
    run = subprocess.run([CHECKER, *limits, *paths], capture_output=True, text=True)
    found = {}
    for line in run.stdout.splitlines():
        if begun := VERDICT.match(line):
            found[begun[1]] = begun[2], []
        else:
            found[[*found][-1]][1].append(line)
    return [found[f"{path}"] for path in paths]


def ignores_policy(value):
    """True of a game that is named, of which the extracted checker does not look at the policy."""
    model = value["question"].get("model") if isinstance(value["question"], dict) else None
    return isinstance(model, dict) and model.get("rule") in ("flip", "shutbox")


def compare(paths, said, different):
    """Count what both say of each, and keep those of which they say what they may not."""
    for path, (word, printed) in zip(paths, verdicts(paths), strict=True):
        plain, claim = verdict(path)
        said[plain, word] += 1
        if word == "VALID":
            same = plain == "VALID" and printed == lines(claim, path.read_bytes())
            value = json.loads(path.read_text())
            same = same or ignores_policy(value)
            same = same or (plain == "UNREADABLE" and value["kind"] not in ASKED_FOR)
        else:
            same = plain != "VALID" or word in ("NOT COVERED", "GAVE UP")
        if not same:
            different.append((plain, word, path.read_text()))


def test_both_checkers_say_the_same_of_what_a_search_makes(tmp_path):
    """As many of each family, the first ones."""
    said, different, each = Counter(), [], -(-WITNESSES // len(FAMILIES))
    for family in sorted(FAMILIES):
        made = islice(trials(family), each)
        while some := list(islice(made, AT_ONCE)):
            paths = [tmp_path / f"{k}.json" for k in range(len(some))]
            for path, trial in zip(paths, some, strict=True):
                path.write_bytes(trial.raw())
            compare(paths, said, different)
    print(said)
    assert said["VALID", "VALID"] and said["INVALID", "INVALID"] and different == []


def test_both_checkers_say_the_same_of_changed_certificates(tmp_path):
    rng = random.Random(f"{MUTATIONS} of them")
    known = [
        json.loads(path.read_text())
        for path in files("accepted", KINDS)
        if path.stat().st_size < LARGEST and "floor" not in path.stem and "dice" not in path.stem
    ]
    texts = [json.dumps(value) for value in known]
    said, different = Counter(), []
    for first in range(0, MUTATIONS, AT_ONCE):
        paths = []
        for k in range(min(AT_ONCE, MUTATIONS - first)):
            value = json.loads(rng.choice(texts))
            part = rng.choice(["question", "witness", "witness"])
            for _ in range(rng.choice([1, 1, 2])):
                if isinstance(value[part], (dict, list)) and value[part]:
                    mutate(value[part], rng)
            path = tmp_path / f"{k}.json"
            path.write_bytes(canonical(value))
            paths.append(path)
        compare(paths, said, different)
    print(said)
    assert said["VALID", "VALID"] and said["INVALID", "INVALID"]
    assert said["UNREADABLE", "UNREADABLE"] and different == []
