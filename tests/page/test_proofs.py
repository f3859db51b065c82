"""What the page says of certificates is what the reference, `exactbox.check`, says.

What is compared is the verdict, and of what is accepted the hashes, the values, and of a process
the sentence, else what the extracted checker prints. The page's worker runs in node for that; the
view is tried in a browser.
"""

from __future__ import annotations

import copy
import gzip
import hashlib
import json
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from math import inf
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exactbox.check import GaveUp, InvalidCertificate, MalformedCertificate, check_certificate
from exactbox.games.shutbox import Question, ShutTheBox
from exactbox.lp import read_program, solve_program
from exactbox.page import page
from tests import ROOT
from tests.checker.fast.test_budget import by_box
from tests.coq.test_checker import NOT_COVERED, lines
from tests.coq.test_mutations import ignores_policy
from tests.corpus import CORPUS, canonical, files
from tests.process_certificates import asked, certificate, explicit, number
from tests.strategies import ODDITIES, places, shutbox_rules
from tests.weakenings.process_trials import BOUNDED
from tests.weakenings.search import FAMILIES, trials

PROOFS = ROOT / "proofs"
TIES = st.fractions(0, 1, max_denominator=7)
IN_FORM = ("linear", "match", "process", "program")  # the kinds whose normal form is asked for
OTHERS = ("bounded", "property", "timed", "trade_off", "transient")  # that are covered
EXTRACTED = (*IN_FORM, *OTHERS)
FOLDERS = ("linear", "process", "program", "shutbox", *OTHERS)  # of the corpus that have them
OBJECTIVES = ("reach", "cost", "total", "discounted", "mean_payoff", "within_steps")
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2
SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

CHECKS = ROOT / "tests" / "page" / "checks.js"


@pytest.fixture
def checked(tmp_path):
    """What the page's worker says to each of these certificates, in node."""
    if not shutil.which("node"):
        pytest.skip("there is no node")

    def ask(raws, edit=lambda text: text):
        html = tmp_path / "page.html"
        html.write_text(edit(page().decode()))
        names = [tmp_path / f"{k}" for k in range(len(raws))]
        for name, raw in zip(names, raws):
            name.write_bytes(raw)
        given = "".join(f"{name}\n" for name in names)
        run = subprocess.run(["node", CHECKS, html], input=given, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return [{"why": None, **json.loads(line)} for line in run.stdout.splitlines()]

    return ask


def reference(raw):
    """The verdict of `exactbox.check`, and the claim or why there is none."""
    try:
        return "VALID", check_certificate(raw)
    except InvalidCertificate as error:
        return "INVALID", str(error)
    except MalformedCertificate as error:
        return "UNREADABLE", str(error)
    except GaveUp as error:
        return "GAVE UP", str(error)


def assert_same(raw, answer):
    """The page says what the reference says, or names what it does not cover; the verdict.

    Of two faults they may name another first. Of a game the policy is not looked at.
    """
    if answer["verdict"] == "NOT CHECKED":
        named = answer["why"].removeprefix("the extracted checker does not cover it: ")
        assert named.partition(": python3")[0] in NOT_COVERED
        return "NOT CHECKED"
    verdict, claim = reference(raw)
    if answer["verdict"] == "VALID" and verdict != "VALID":
        assert ignores_policy(json.loads(raw)), (claim, raw[:2000])
        return "VALID"
    refused = {"INVALID", "UNREADABLE"}
    assert answer["verdict"] == verdict or {answer["verdict"], verdict} == refused, (answer, claim)
    assert bool(answer["why"]) == (verdict != "VALID")
    if verdict == "VALID":
        assert (answer["kind"], answer["sha256"]) == (claim.kind, claim.sha256)
        assert answer["questionSha256"] == claim.question_sha256
        assert value(answer.get("value")) in (claim.value, None)
        if claim.kind == "process":
            assert value(answer.get("upper")) == claim.upper
            assert answer["sentence"] == claim.sentence
        else:
            assert answer["line"] == ", ".join(lines(claim, raw)[:-1])
    return verdict


def value(spelled):
    """A value as the page hands it over."""
    if not isinstance(spelled, list):
        return inf if spelled == "infinite" else spelled
    p, q = (int(part, 16) for part in spelled)
    assert q > 0
    found = Fraction(p, q)
    assert found.as_integer_ratio() == (p, q)
    return found


def kind_of(path):
    """The kind of what can be read."""
    try:
        return json.loads(path.read_bytes())["kind"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def test_the_proofs_that_are_shipped_are_valid(checked):
    """Short ones, and a long one of three kinds; tests/coq/test_script.py has the others."""
    long = "flip-6", "netlib-stair", "shutbox-9-two-dice-match"
    paths = sorted(PROOFS.glob("*.json"))
    paths = [path for path in paths if path.stat().st_size < 15_000 or path.stem in long]
    for path, answer in zip(paths, checked([path.read_bytes() for path in paths]), strict=True):
        verdict = assert_same(path.read_bytes(), answer)
        assert verdict == ("NOT CHECKED" if path.stem == "lock-15" else "VALID"), path


@pytest.mark.parametrize("verdict", ["accepted", "rejected", "malformed"])
def test_the_corpus_has_the_verdicts_of_the_reference(checked, verdict):
    """Some of each kind: tests/coq has all of them by what is extracted, which each starts anew."""
    long = "one_die_before_all_dice", "a_roll_of_30_dice", "differ_by_less_than_a_floor"
    paths = [p for p in files(verdict=verdict) if not any(name in p.stem for name in long)]
    some = [p for p in paths if kind_of(p) in OTHERS and verdict != "malformed"][::8]
    rest = [p for p in paths if kind_of(p) not in EXTRACTED and p.parts[-3] != "reading"][::20]
    form = [p for p in paths if kind_of(p) in IN_FORM or p.parts[-3] == "reading"][::6]
    paths = form + some + rest
    seen = Counter()
    for path, answer in zip(paths, checked([path.read_bytes() for path in paths]), strict=True):
        found = assert_same(path.read_bytes(), answer)
        if found != "NOT CHECKED":
            assert found == {"accepted": "VALID", "rejected": "INVALID"}.get(verdict, "UNREADABLE")
            assert answer["verdict"] == found, path
        seen[path.parts[-3], found == "NOT CHECKED"] += 1
    assert all(seen[folder, False] for folder in FOLDERS if verdict != "malformed")
    covered = {folder for folder, is_open in seen if not is_open}
    assert verdict == "malformed" or covered <= {*FOLDERS, "reading"}


def test_a_changed_digit_is_refused_as_the_reference_refuses_it(checked):
    """In the witness, of a small proof of each kind that the extracted checker covers."""
    paths = [PROOFS / f"{name}.json" for name in ("chessboard", "kuhn-poker")]
    paths += [p for p in files("shutbox", "accepted") if p.stem == "match_two_players"]
    rng, raws = Random(51), []
    for raw in (path.read_bytes() for path in paths):
        start = raw.index(b'"witness"')
        spots = [
            at
            for at in range(start, len(raw) - 1)
            if raw[at] in b"12345678" and raw[at - 1] in b",:[" and raw[at + 1] in b",]}"
        ]
        for at in rng.sample(spots, min(12, len(spots))):
            raws.append(raw[:at] + bytes([raw[at] + 1]) + raw[at + 1 :])
    seen = Counter(map(assert_same, raws, checked(raws)))
    assert seen["INVALID"] >= 12 and seen["NOT CHECKED"] == 0


def test_the_proof_of_a_program_of_the_examples_is_valid(checked):
    """4 kg of flour and 8.5 hours of an oven: 41/4."""
    bread = solve_program(read_program(ROOT / "exactbox" / "gallery" / "bread.lp"))
    (answer,) = checked([bread.certificate()])
    assert (answer["verdict"], value(answer["value"])) == ("VALID", Fraction(41, 4))


def mutated(rng, original):
    """The certificate with one part changed: mostly a number, by one or two, or into a long one."""
    changed = copy.deepcopy(original)
    spots = [(box, key) for box, key in places(changed) if key not in ("certificate", "kind")]
    way = rng.choice(["step"] * 6 + ["long", "remove", "swap", "swap", "double", "oddity"])
    if way in ("step", "long"):
        box, key = rng.choice([(box, key) for box, key in spots if isinstance(box[key], int)])
        long = rng.choice([2**53 - 1, 2**53, 2**53 + 1, 10**18 - 1, 10**18, 2**80, -(2**80)])
        box[key] = number(box[key] + rng.choice([-2, -1, 1, 2]) if way == "step" else long)
        return changed
    box, key = rng.choice(spots)
    keys = list(box) if isinstance(box, dict) else range(len(box))
    if way == "remove":
        del box[key]
    elif way == "swap":
        other = rng.choice(keys)
        box[key], box[other] = box[other], box[key]
    elif way == "double" and isinstance(box, list):
        box.insert(key, copy.deepcopy(box[key]))
    else:
        box[key] = copy.deepcopy(rng.choice(ODDITIES))
    return changed


def accepted():
    """The bytes of what is accepted and of this kind."""
    return [
        path.read_bytes()
        for path in files(verdict="accepted")
        if kind_of(path) == "process" and path.stat().st_size < 20_000
    ]


def test_mutations_have_the_verdicts_of_the_reference(checked):
    rng = Random(18)
    raws = [canonical(mutated(rng, json.loads(raw))) for raw in accepted()[::2]]
    seen = Counter(map(assert_same, raws, checked(raws)))
    assert min(seen[verdict] for verdict in ("VALID", "INVALID", "UNREADABLE")) > 5


def test_mutated_bytes_have_the_verdicts_of_the_reference(checked):
    rng = Random(18)
    parts = [
        b"",
        b"[",
        b"]",
        b"{",
        b'"',
        b",",
        b"0",
        b"7",
        b"-",
        b"\\u0030",
        b"\\u00e9",
        b"\\",
        b" ",
    ]
    raws = []
    for raw in accepted()[::2]:
        changed = bytearray(raw)
        at, cut = rng.randrange(len(raw)), rng.choice([0, 1, 1, 1, 4, len(raw)])
        changed[at : at + cut] = rng.choice([*parts, b" ", rng.randbytes(1)])
        raws.append(bytes(changed))
    seen = Counter(map(assert_same, raws, checked(raws)))
    assert seen["UNREADABLE"] > 40 and seen["VALID"] > 0


def test_witnesses_of_tiny_processes_have_the_verdicts_of_the_reference(checked):
    """Right ones, and such that are wrong in one part or two, of every objective."""
    known = [family for family in FAMILIES if family.startswith((*OBJECTIVES, "flip", "shutbox"))]
    assert {f"{family}_bounds" for family in BOUNDED} < set(known)
    raws = [
        trial.raw()
        for family in known
        for trial in trials(family, 0.001)
        if trial.kind == "process"
    ][::40]
    seen = Counter(map(assert_same, raws, checked(raws)))
    assert seen["VALID"] > 5 and seen["INVALID"] > 10


def test_proofs_of_random_boxes_are_valid(checked):
    """Numbered by this page as by the program, whatever the house rules are."""
    raws = []

    @settings(max_examples=20, database=None)
    @given(shutbox_rules(), st.sampled_from(["shut", "score", "beat"]), st.integers(0, 12), TIES)
    def collect(rules, goal, best, tie):
        beat = {"best": best, "tie": tie} if goal == "beat" else {}
        raws.append(Question(rules, goal, **beat).certificate())

    collect()
    assert {*map(assert_same, raws, checked(raws))} == {"VALID"}


def one_reward(reward):
    """A certificate that a state whose only choice ends the play is worth the reward of it."""
    model = explicit([{}], [[0]])
    question = asked("total", "max" if reward >= 0 else "min", model, reward=[reward])
    shown = {"levels": {}} if reward >= 0 else {"components": [0], "heights": [0]}
    return certificate(question, policy=[0], values={0: reward}, ranks=[0], **shown)


def test_numbers_are_said_as_the_reference_says_them(checked):
    """Whole, shortened, rounded half to even, negative; at each limit and next to it."""
    tens = [10**199, 10**200 - 1, 10**200, 10**200 + 1, 10**499 - 1, 10**499, 2**3000]
    rewards = [Fraction(n) for ten in tens for n in (ten, -ten)]
    rewards += [Fraction(n, 2 * 10**12) for n in (1, 3, 5, -1, -3)]
    rewards += [Fraction(2**53 + 1, 3), Fraction(10**200 * 3 + 1, 3), Fraction(1, 10**300)]
    rewards += [Fraction(-1, 7 * 10**12), Fraction(7**400, 3**500), Fraction(10**18)]
    raws = [canonical(one_reward(reward)) for reward in rewards]
    assert {assert_same(*pair) for pair in zip(raws, checked(raws), strict=True)} == {"VALID"}


NAMES = [
    "",
    "a" * 60,
    "a" * 61,
    "a" * 1000,
    '"quoted" \\ back',
    "\n\r\t\b\f\0\x1f\x7f",
    "é\u202e\u2066",
]
NAMES += ["\U0001f3b2" * 61, "\ud83c", "\udfb2\ud83c", "<b>bold</b>", '","witness":{', "\u2028"]


def test_names_are_said_as_the_reference_says_them(checked):
    proofs = []
    for name in [*NAMES, "\U0001f3b2" * 1000]:
        proof = one_reward(Fraction(1, 3))
        proof["question"]["reward"]["name"] = name
        proofs.append(proof)
    raws = [*map(canonical, proofs)]
    assert {assert_same(*pair) for pair in zip(raws, checked(raws), strict=True)} == {"VALID"}
    for name in ("a" * 1001, "\U0001f3b2" * 1001):
        proofs[0]["question"]["reward"]["name"] = name
        raw = canonical(proofs[0])
        assert assert_same(raw, *checked([raw])) == "UNREADABLE"


def test_sha256(tab):
    """Test vectors of FIPS 180-2, and all lengths about the ends of blocks."""
    tab.goto("")
    sha256 = "(texts) => texts.map((text) => Sha256.hex(new TextEncoder().encode(text)))"
    assert tab.evaluate(sha256, ["abc", ""]) == [SHA256_OF_ABC, SHA256_OF_NOTHING]
    texts = ["a" * n for n in [*range(50, 200), 10**6]]
    assert tab.evaluate(sha256, texts) == [hashlib.sha256(t.encode()).hexdigest() for t in texts]


def huge_flip(cards, faces, dice):
    """A question of few bytes about a game of many positions."""
    die = [[face, 1] for face in range(1, faces + 1)]
    model = {"rule": "flip", "cards": cards, "dice": [die] * dice, "start": 0, "goal": 2**cards - 1}
    question = {"model": model, "objective": "cost", "sense": "min"}
    return certificate(question, policy=[], ranks=[], values={}, levels={})


def hurried(seconds):
    """The page whose checker has so many seconds."""
    return lambda text: text.replace("const SECONDS = 60;", f"const SECONDS = {seconds};")


def test_what_would_take_too_long_is_given_up(checked):
    long = by_box(tiles=list(range(1, 18)), dice=[153])
    raws = [canonical(proof) for proof in (huge_flip(19, 10, 2), long, huge_flip(59, 30, 2))]
    model = explicit([{0: 1, 1: 1}], [[0]] * 2000)
    steps = asked("within_steps", "max", model, goal=list(range(1, 2000)), steps=10**6)
    raws.append(canonical(certificate(steps)))
    answers = checked(raws, hurried(2))
    assert [answer["verdict"] for answer in answers] == ["GAVE UP"] * 4


def test_bytes_that_would_take_too_much_are_refused(checked):
    opening = b'{"certificate":2,"kind":'
    deep = opening + b"[" * 3_000_000
    wide = opening + b"[" + b"{}," * 4_000_000
    bomb = gzip.compress(bytes(100 << 20))
    noise = b"\x1f\x8b" + bytes(100)
    verdicts = [answer["verdict"] for answer in checked([deep, wide, bomb, noise])]
    assert verdicts == ["UNREADABLE", "GAVE UP", "GAVE UP", "UNREADABLE"]


def test_a_gzipped_proof_is_the_proof(checked):
    raw = (PROOFS / "flip-3.json").read_bytes()
    plain, packed = checked([raw, gzip.compress(raw)])
    assert plain == packed and plain["verdict"] == "VALID"


# The view ----------------------------------------------------------------------------------------


@pytest.fixture
def view(tab):
    """The view; `view.choose(raw)` chooses a file and waits for its verdict."""
    tab.goto("#proof")
    tab.wait_for_selector("#proof-file")

    def choose(raw, name="proof.json"):
        given = {"name": name, "mimeType": "application/json", "buffer": raw}
        tab.evaluate("document.querySelector('.proof-result').replaceChildren()")
        tab.set_input_files("#proof-file", given)
        tab.wait_for_selector(".proof-verdict")
        return tab.inner_text("#proof")

    tab.choose = choose
    return tab


@pytest.mark.parametrize(
    ("path", "verdict"),
    [
        (PROOFS / "flip-3.json", "VALID"),
        (CORPUS / "process" / "rejected" / "policy_worse.json", "INVALID"),
        (CORPUS / "reading" / "malformed" / "not_json.json", "UNREADABLE"),
        (PROOFS / "lock-15.json", "NOT CHECKED"),
    ],
)
def test_a_chosen_file_gets_its_verdict(view, path, verdict):
    text = view.choose(path.read_bytes())
    assert verdict in text.split("\n")
    assert hashlib.sha256(path.read_bytes()).hexdigest() in text
    if verdict == "VALID":
        claim = check_certificate(path)
        assert claim.sentence in text and claim.question_sha256 in text
        assert "Coq extracts, as js_of_ocaml compiles it" in text


def test_a_file_that_is_dropped_on_another_view_is_checked(tab):
    tab.goto("")
    raw = (PROOFS / "craps.json").read_bytes()
    tab.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "craps.json"));
          window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }""",
        raw.decode(),
    )
    tab.wait_for_selector(".proof-verdict")
    assert tab.evaluate("location.hash") == "#proof"
    assert check_certificate(raw).sentence in tab.inner_text("#proof")


@pytest.mark.parametrize("name", ["flip-3", "flip-5"])
def test_the_values_of_a_card_game_are_shown_in_cards(view, name):
    raw = (PROOFS / f"{name}.json").read_bytes()
    view.choose(raw)
    view.get_by_role("button", name="Show in Cards").click()
    view.wait_for_selector("#cards .number:visible")
    text = view.inner_text("#cards")
    assert "From the proof" in text and f"{float(check_certificate(raw).value):.6f}" in text


def test_a_card_game_that_is_not_one_of_the_view_is_named_so(view):
    """Of a valid proof whose game has more cards than the view takes, or dice, or positions."""
    for name in ("flip_32_dice", "flip_start_is_goal", "flip_3_cards_of_which_1_cannot_turn"):
        view.evaluate("location.hash = '#proof'")
        view.choose((CORPUS / "process" / "accepted" / f"{name}.json").read_bytes())
        view.get_by_role("button", name="Show in Cards").click()
        view.wait_for_function(
            "location.hash.startsWith('#cards')"
            " || document.querySelector('#proof .error').textContent"
        )


def test_a_valid_proof_says_what_it_leaves_open(view):
    accepted = CORPUS / "process" / "accepted"
    named = view.choose((accepted / "flip_32_dice.json").read_bytes(), name="flip.json")
    states = view.choose(canonical(one_reward(Fraction(1, 3))), name="states.json")
    for text in (named, states):
        assert "VALID" in text and "That is all that is proved" in text
        assert "python3 exactbox/check.py FILE" in text
    assert "--against MODEL" in states and "--against MODEL" not in named


def test_nothing_of_a_file_is_read_as_html(view):
    names = ["<img src=x onerror=alert(1)>", "<b>bold</b>", "a\u202eb\u0007"]
    for name in names:
        proof = one_reward(Fraction(1, 3))
        proof["question"]["reward"]["name"] = name
        text = view.choose(canonical(proof), name=f"{name[:8]}.json")
        assert json.dumps(name) in text
        assert view.locator("#proof img, #proof b").count() == 0
        assert "\u202e" not in text and "\u0007" not in text
    match = json.loads((CORPUS / "shutbox" / "accepted" / "shut.json").read_bytes())
    match["kind"], match["question"] = "lock", {"<b>": "<b>bold</b>\u202e", "x": {"<i>": []}}
    text = view.choose(canonical(match))
    assert "NOT CHECKED" in text and '"<b>bold</b>\\u202e"' in text
    assert view.locator("#proof b, #proof i").count() == 0


def test_a_newline_at_the_end_is_named(checked):
    path = CORPUS / "linear" / "accepted" / "unique.json"
    answers = checked([path.read_bytes() + end for end in (b"\n", b"\r\n", b"\n\n")])
    assert [answer["verdict"] for answer in answers] == ["UNREADABLE"] * 3
    assert all("a newline follows the certificate" in answer["why"] for answer in answers[:2])


def test_several_objectives_are_written_out(view):
    path = CORPUS / "trade_off" / "accepted" / "bounds_met_strictly.json"
    raw, question = path.read_bytes(), json.loads(path.read_bytes())["question"]
    text, (found, _) = view.choose(raw), lines(check_certificate(raw), raw)
    assert "VALID" in text.split("\n") and f"of the several objectives: {found}" in text
    for k, each in enumerate(question["objectives"], 1):
        assert f"objective {k}" in text
        names = [part["goal"]["name"] for part in each.get("untils", [])]
        assert all(json.dumps(name) in text for name in names)


def test_a_question_up_to_a_time_is_named(view):
    path = CORPUS / "transient" / "accepted" / "by_way_of.json"
    text = view.choose(path.read_bytes())
    assert "VALID" in text.split("\n") and "a Markov chain up to a time" in text
    assert all(part in text for part in ("until", "at most", "stay"))


def test_a_small_program_is_written_out(view):
    """As the reference's sentence has it."""
    path = CORPUS / "program" / "accepted" / "optimal_of_free_columns_over_denominators.json"
    text, sentence = view.choose(path.read_bytes()), check_certificate(path).sentence
    parts = ("x(1) + 1/2 x(2) - 1/3 x(3) + 1/2", "x(1) + x(2) + x(3) = 5", "0 <= x(3) <= 3")
    assert "VALID" in text.split("\n")
    assert all(part in text and part in sentence for part in parts)
    assert "x(2) is free" in text
    large = json.loads(path.read_bytes())
    large["question"]["matrix"]["columns"] = 9
    assert "matrix: columns" in view.choose(canonical(large))


def test_the_samples_are_certificates_and_one_is_false(view):
    """Each has the verdict of the reference; two are proofs that are shipped, byte for byte."""
    samples = view.evaluate("() => Samples")
    texts = {sample["name"]: sample["text"].encode() for sample in samples}
    for name in ("craps.json", "flip-2.json"):
        assert texts[name] == (PROOFS / name).read_bytes()
    assert texts["craps-false.json"] == texts["craps.json"].replace(b"[244]", b"[245]")
    box = ShutTheBox(tiles=4, players=1).question(goal="score")
    assert texts["shutbox-4.json"] == box.certificate()
    for sample in samples:
        view.get_by_role("button", name=sample["words"], exact=True).click()
        view.locator(".proof-file", has_text=f'"{sample["name"]}"').wait_for()
        verdict, claim = reference(texts[sample["name"]])
        assert verdict == ("INVALID" if "false" in sample["name"] else "VALID")
        text = view.inner_text("#proof")
        assert verdict in text.split("\n")
        assert verdict == "INVALID" or claim.sentence in text


def test_the_view_says_what_is_checked_before_anything_is(view):
    assert "What is checked" in view.inner_text("#proof")
    assert view.locator(".proof-verdict").count() == 0


@pytest.mark.parametrize(
    "name, words",
    [
        ("shutbox-9-two-dice-match", "the first player's expected part of the pot is "),
        ("kuhn-poker", "the value of the matrix game is "),
        ("chessboard", "of the linear system: "),
        ("netlib-afiro", "of the linear program: "),
    ],
)
def test_what_is_proved_is_said_with_what_it_rests_on(view, name, words):
    raw = (PROOFS / f"{name}.json").read_bytes()
    text, claim = view.choose(raw), check_certificate(raw)
    assert "VALID" in text.split("\n") and claim.question_sha256 in text
    assert f"Proved: {words}{lines(claim, raw)[0]}." in text
    assert "Coq extracts, as js_of_ocaml compiles it" in text and "exactbox/check.py FILE" in text
    assert claim.value is None or f"{float(claim.value):.6f}"[:-1] in text


@pytest.mark.parametrize(
    "path, name",
    [
        (CORPUS / "linear" / "accepted" / "determinant.json", "statement determinant"),
        (PROOFS / "lock-15.json", "kind lock"),
    ],
)
def test_what_has_no_theorem_is_not_checked_and_named(view, path, name):
    text = view.choose(path.read_bytes())
    assert "NOT CHECKED" in text.split("\n") and name in text and "exactbox/check.py FILE" in text


def test_what_takes_longer_than_its_time_is_given_up(checked):
    (answer,) = checked([(PROOFS / "trefethen-500.json").read_bytes()], hurried(0.01))
    assert answer["verdict"] == "GAVE UP" and "more than 0.01 s" in answer["why"]


def test_a_check_by_the_extracted_checker_can_be_stopped(view):
    raw = (PROOFS / "trefethen-500.json").read_bytes()
    given = {"name": "x.json", "mimeType": "application/json", "buffer": raw}
    view.set_input_files("#proof-file", given)
    view.get_by_role("button", name="Stop").click()
    view.wait_for_function("document.querySelector('#proof .error').textContent !== ''")
    assert "Stopped" in view.inner_text("#proof .error")
    assert view.locator(".proof-verdict").count() == 0


def test_a_program_of_many_columns_needs_no_deep_stack(checked):
    """A valid proof that 0 is a point of a program."""
    zeros, empty = [0] * 50_000, {"numerators": [], "places": []}
    question = {
        "denominators": [],
        "lower": {"columns": zeros, "rows": []},
        "matrix": {"columns": len(zeros), "sizes": [], **empty},
        "objective": {"constant": 0, "denominator": 1, **empty},
        "sense": "min",
        "statement": "feasible",
        "upper": {"columns": [None] * len(zeros), "rows": []},
    }
    point = {"blocks": zeros, "denominators": [1], "sizes": zeros, **empty}
    proof = {"certificate": 2, "kind": "program", "question": question, "witness": {"point": point}}
    raw = canonical(proof)
    assert assert_same(raw, *checked([raw])) == "VALID"
