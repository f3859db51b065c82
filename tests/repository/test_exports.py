"""The names at the top of the package: imported when they are used, and the same to everyone."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import exactbox

SOURCE = Path(exactbox.__file__)
GALLERY = SOURCE.parent / "gallery"
ROOMS = {"check", "formats", "games", "linalg", "lp", "mdp"}


def test_every_public_name_is_there_under_its_own_name():
    for name in exactbox.__all__:
        value = getattr(exactbox, name)
        assert value is getattr(exactbox, name)
        own = {"ask": "answer", "linsolve": "solve"}.get(name, name)
        assert value.__name__ in (own, f"exactbox.{name}")
    assert exactbox.__all__ == sorted(exactbox.__all__)


def test_a_type_checker_sees_the_same_names():
    """What its stub imports, as Python's grammar reads it, is what there is at run time."""
    stubs = sorted(SOURCE.parent.rglob("__init__.pyi"))
    assert len(stubs) > 6
    for stub in stubs:
        package = ".".join(stub.parent.relative_to(SOURCE.parent.parent).parts)
        homes = {}
        for node in ast.parse(stub.read_text()).body:
            if isinstance(node, ast.ImportFrom):
                homes |= {alias.asname: (node.module, alias.name) for alias in node.names}
            elif isinstance(node, ast.Assign):  # a public name that its module has not
                homes[node.targets[0].id] = homes.pop(node.value.id)
        module = import_module(package)
        assert sorted(homes) == module.__all__
        for name, (home, own) in homes.items():
            wanted = import_module(f"{package}.{own}") if home is None else None
            wanted = wanted or getattr(import_module(f"{package}.{home}"), own)
            assert getattr(module, name) is wanted
        if package == "exactbox":
            assert {name for name, (home, _) in homes.items() if home is None} == ROOMS


def test_nothing_is_imported_before_it_is_used():
    code = (
        "import sys, exactbox; before = {*sys.modules}; names = dir(exactbox)\n"
        "assert 'reach' in names and 'mdp' in names and 'import_module' not in names\n"
        "rooms = {m.split('.')[1] for m in sys.modules if m.startswith('exactbox.')}\n"
        "assert rooms <= {'release', 'late'}, rooms\n"
        "assert not {'numpy', 'difflib'} & before"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("command", "spared"),
    [
        (
            ["solve", str(GALLERY / "retry.drn"), "--min-cost", "done"],
            ["properties.parser", "properties.scope", "mdp.bounds", "mdp.answers.enclosure"],
        ),
        (["certify", "flip", "--faces", "2"], ["properties", "formats", "mdp.bounds"]),
        (["shutbox", "--one", "--expect", "123456789"], ["mdp", "linalg", "certificate"]),
    ],
    ids=lambda words: words[0],
)
def test_a_question_loads_the_modules_that_answer_it(command, spared):
    code = (
        f"import sys; from exactbox.cli import main; assert main({command!r}) == 0\n"
        f"loaded = {{'exactbox.' + name for name in {spared!r}}} & {{*sys.modules}}\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raech", "module 'exactbox' has no attribute 'raech'; did you mean 'reach'?"),
        ("det", "module 'exactbox' has no attribute 'det'; did you mean 'exactbox.linalg.det'?"),
        ("nonsense", "module 'exactbox' has no attribute 'nonsense'"),
        ("__wrapped__", "module 'exactbox' has no attribute '__wrapped__'"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_the_nearest(name, words):
    with pytest.raises(AttributeError) as caught:
        getattr(exactbox, name)
    assert str(caught.value) == words
    assert caught.value.name == name


def test_rooms_without_public_names_are_there_by_theirs():
    """In a new process: who has imported one has it anyway."""
    code = "import exactbox; print(exactbox.linear_certificate.__name__)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "exactbox.linear_certificate\n"


def test_dir_has_the_names_and_no_tools():
    names = dir(exactbox)
    assert {*exactbox.__all__, "__version__", "__doc__"} <= {*names}
    assert not {"sys", "import_module", "TYPE_CHECKING", "Any", "annotations"} & {*names}
