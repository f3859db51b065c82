"""The extracted checker as a script, and its integers, which are BigInt in place of zarith's."""

from __future__ import annotations

import gzip
import random
import re
import shutil
import subprocess
from fractions import Fraction
from hashlib import sha256
from math import gcd

import pytest

from tests import ROOT, corpus

OCAML = ROOT / "proofs" / "coq" / "ocaml"
CHECKER, SCRIPT = OCAML / "checker", OCAML / "checker.js"
TURN_OF_12 = re.compile("shutbox-12-.*(shut|score|beat)")
QUICK = sorted(p for p in (ROOT / "proofs").glob("*.json") if not TURN_OF_12.fullmatch(p.stem))
TOOLS = "ocamlfind", "js_of_ocaml", "node"
PACKED = ROOT / "exactbox" / "page" / "proof" / "checker.js.gz"
PAIRS = 50_000
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="make coq-js-tools, and node"),
]


def run(*command, text="", cwd=None):
    done = subprocess.run(command, input=text, cwd=cwd, capture_output=True, text=True, timeout=600)
    return done.returncode, done.stdout


def integer(rng):
    """Of a random length, or near a power of two where machines' integers end."""
    length = rng.choice([0, 1, 8, 31, 32, 62, 63, 64, 200, rng.randint(1, 3000)])
    near = rng.randint(-2, 2) + (1 << length)
    return rng.choice([-1, 1]) * (near if rng.random() < 0.3 else rng.getrandbits(length + 1))


def operated(a, b, n):
    """The line of integers.ml, by Python's integers; a remainder is not negative."""
    r = a % abs(b) if b else 0
    q = (a - r) // b if b else 0
    numbers = [a + b, a - b, a * b, -a, abs(a), a + 1, a - 1, min(a, b), max(a, b), q, r, gcd(a, b)]
    numbers += [abs(a) & abs(b), abs(a) ^ abs(b), a << n, a >> n, a ** (n & 3), abs(a)]
    numbers += [(a > 0) - (a < 0), a == b, a < b, a <= b, a & 1, a < b]
    return " ".join(str(int(number)) for number in numbers)


def test_integers_of_both_are_those_of_python(tmp_path):
    for folder, source in (("native", OCAML), ("script", OCAML / "js")):
        (tmp_path / folder).mkdir()
        shutil.copy(source / "integer.ml", tmp_path / folder)
        shutil.copy(ROOT / "tests" / "coq" / "integers.ml", tmp_path / folder)
    native, script = tmp_path / "native", tmp_path / "script"
    sources = ["integer.ml", "integers.ml", "-o"]
    zarith = ["ocamlfind", "ocamlopt", "-w", "-a", "-package", "zarith", "-linkpkg"]
    assert run(*zarith, *sources, "integers", cwd=native)[0] == 0
    stubs = (OCAML / "js" / "stubs.js").read_text()
    names = [line.split()[-1] for line in stubs.splitlines() if line.startswith("//Provides")]
    (script / "bodies.c").write_text("".join(f"int {name}() {{ return 0; }}\n" for name in names))
    shutil.copy(OCAML / "js" / "stubs.js", script)
    code = ["ocamlc", "-custom", "-w", "-a", "bodies.c", *sources, "integers.bc"]
    assert run(*code, cwd=script)[0] == 0
    assert run("js_of_ocaml", "stubs.js", "integers.bc", "-o", "integers.js", cwd=script)[0] == 0

    rng = random.Random(51)
    pairs = [(integer(rng), integer(rng), rng.randrange(100)) for _ in range(PAIRS)]
    text = "".join(f"{a:x} {b:x} {n}\n" for a, b, n in pairs)
    expected = [operated(*pair) for pair in pairs]
    assert run(native / "integers", text=text)[1].splitlines() == expected
    assert run("node", script / "integers.js", text=text)[1].splitlines() == expected


def test_hashes_of_both_are_those_of_python(tmp_path):
    for source in (OCAML / "sha256.ml", ROOT / "tests" / "coq" / "hashes.ml"):
        shutil.copy(source, tmp_path)
    sources = ["-w", "-a", "sha256.ml", "hashes.ml", "-o"]
    assert run("ocamlfind", "ocamlopt", *sources, "hashes", cwd=tmp_path)[0] == 0
    assert run("ocamlfind", "ocamlc", *sources, "hashes.bc", cwd=tmp_path)[0] == 0
    assert run("js_of_ocaml", "hashes.bc", "-o", "hashes.js", cwd=tmp_path)[0] == 0

    rng = random.Random(256)
    lengths = [*range(200), *(rng.randint(200, 3000) for _ in range(800))]
    texts = [rng.randbytes(length) for length in lengths]
    text = "".join(f"{each.hex()}\n" for each in texts)
    expected = [sha256(each).hexdigest() for each in texts]
    assert run(tmp_path / "hashes", text=text)[1].split() == expected
    assert run("node", tmp_path / "hashes.js", text=text)[1].split() == expected


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
@pytest.mark.parametrize("verdict", ["accepted", "rejected"])
@pytest.mark.parametrize("kind", ["process", "shutbox", "program", "linear", "timed", "bounded"])
def test_script_says_what_the_program_says(kind, verdict):
    """Of all but those that have 2^32 rolls, on which both give up after seconds."""
    long = "that_differ_by_less_than_a_floor", "a_roll_of_30_dice"
    files = [p for p in corpus.files(kind, verdict) if not any(name in p.stem for name in long)]
    assert run("node", SCRIPT, *files) == run(CHECKER, *files)


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
@pytest.mark.parametrize("path", QUICK, ids=lambda p: p.stem)
def test_each_proof_on_file_is_checked_on_the_stack_of_a_worker(path):
    """Node's own is 984 kB; a browser gives a worker less. Turns of 12 tiles take half a minute."""
    assert run("node", "--stack-size=400", SCRIPT, path) == run(CHECKER, path)


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
@pytest.mark.parametrize("program", [["node", "--stack-size=400", SCRIPT], [CHECKER]])
def test_brackets_in_one_another_need_no_deep_stack(program, tmp_path):
    for brackets in ("[" * 10**6, "[" * 10**6 + "]" * 10**6, '{"a":' * 10**6):
        path = tmp_path / "deep.json"
        path.write_text(brackets)
        assert run(*program, path)[1].endswith("UNREADABLE: brackets are nested too deeply\n")


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
@pytest.mark.parametrize("program", [["node", "--stack-size=400", SCRIPT], [CHECKER]])
def test_a_list_may_be_as_long_as_it_likes(program, tmp_path):
    """A choice with as many branches as there are states, each state a choice and a block."""
    n = 5_000
    model = {"branches": [n] + [0] * n, "choice": [], "options": [1] * (n + 1), "rule": "explicit"}
    model |= {"target": [*range(1, n + 1)], "weight": [1] * n}
    reward = {"name": "r", "of": [*range(n + 1)]}
    question = {"model": model, "objective": "total", "reward": reward, "second": []}
    question |= {"sense": "max", "start": [0, n]}
    values = [[1 + k % 2, [k], [k * (1 + k % 2)]] for k in range(1, n + 1)]
    witness = {"infinite": [], "levels": [], "policy": [0] * (n + 1), "ranks": [1] + [0] * n}
    witness["values"] = [[2, [0], [n + 1]], *values]
    value = {"certificate": 2, "kind": "process", "question": question, "witness": witness}
    path = tmp_path / "long.json"
    path.write_bytes(corpus.canonical(value))
    code, out = run(*program, path)
    values = [f"{n + 1}/2 from state 0", f"{n} from state {n}"]
    assert (code, out.splitlines()[1:-1]) == (0, values)


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
@pytest.mark.parametrize("program", [["node", "--stack-size=400", SCRIPT], [CHECKER]])
def test_a_window_may_be_as_long_as_it_likes(program, tmp_path):
    """Two states in turns, with rates 1 and 2, at the time 1,000,000: 28,000 numbers of steps."""
    model = {"branches": [1, 1], "choice": [], "options": [1, 1], "rule": "explicit"}
    model |= {"target": [1, 0], "weight": [1, 1]}
    question = {"at_least": 10**6, "at_most": 10**6, "model": model, "objective": "until"}
    question |= {
        "goal": {"ended": 0, "name": "second", "states": [1]},
        "rates": [1, 2],
        "start": [0],
    }
    witness = {"digits": 19, "windows": [[0, 0], [1986017, 2013984]]}
    value = {"certificate": 2, "kind": "transient", "question": question, "witness": witness}
    path = tmp_path / "long.json"
    path.write_bytes(corpus.canonical(value))
    code, out = run(*program, path)
    low, high = map(Fraction, re.findall(r"\d+/\d+", out.splitlines()[1]))
    assert code == 0 and low < Fraction(1, 3) < high < low + Fraction(1, 10**12)


@pytest.mark.skipif(not SCRIPT.exists(), reason="make coq-checker-js builds it")
def test_the_page_has_this_script():
    """Behind a line that names what made it; what others make of the same may be other text."""
    made_by, _, packed = gzip.decompress(PACKED.read_bytes()).partition(b"\n")
    commands = {
        "Coq": ["coqc", "--print-version"],
        "OCaml": ["ocamlc", "-version"],
        "js_of_ocaml": ["js_of_ocaml", "--version"],
    }
    versions = {name: run(*command)[1].split()[0] for name, command in commands.items()}
    here = ", ".join(f"{name} {version}" for name, version in versions.items())
    if made_by.decode() != f"// made by {here}":
        pytest.skip(f"{made_by.decode()}; here are {here}")
    assert packed == SCRIPT.read_bytes(), "make coq-page packs it anew"
