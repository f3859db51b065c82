"""Each target of the Makefile installs what it imports: in a fresh clone nothing else is there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from configparser import ConfigParser
from functools import cache
from importlib import import_module

import pytest

from tests.pages import PAGES
from tests.transcripts import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
MODULES = {  # of distributions, where they are called otherwise
    "axe-playwright-python": "axe_playwright_python",
    "pytest-cov": "pytest_cov",
    "pytest-xdist": "xdist",
    "python-flint": "flint",
}
ASKED_FOR = {"stormpy"}  # before it is imported; without it something is left out, and said
SKIPPED = {"cypari", "pdoc"}  # the tests that need them, or they are of figures alone
BROUGHT = {"mpmath"}  # by SymPy
ONCE_IN_CI = {"clean", "coq-all", "coq-check", "test-checker"}  # of these only parts, or by others


def needed(*extras):
    """The distributions that exactbox and its extras need."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    listed = [config["options"]["install_requires"]]
    listed += [config["options.extras_require"][extra] for extra in extras]
    return [re.split(r"[ >=<]", line)[0] for text in listed for line in text.split("\n") if line]


def distributions(*extras):
    """The modules that exactbox and its extras install."""
    return BROUGHT | {MODULES.get(name, name) for name in needed(*extras)}


def rules():
    """The extras that each target installs, and the module of tests that it runs."""
    found = {}
    for target, needs, recipe in re.findall(r"^([\w.-]+):([^\n=]*)\n((?:\t.*\n)+)", MAKEFILE, re.M):
        extras = re.findall(r"installed-(\w+)", needs)
        found[target] = extras, re.findall(r"python -m (tests[.\w]*)", recipe)
    return found


def imported(node):
    """The names of modules, or of what is in them, that a piece of source imports."""
    for each in ast.walk(node):
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module and not each.level:
            yield each.module
            yield from (f"{each.module}.{alias.name}" for alias in each.names)


def tree(module):
    """The source of a module of this repository; None where there is none."""
    path = ROOT / module.replace(".", "/")
    files = (path / "__init__.py", path.with_suffix(".py"))
    file = next((file for file in files if file.exists()), None)
    return None if file is None else ast.parse(file.read_text("utf-8"))


@cache
def names_in(module):
    """What it imports; nothing where it is none of this repository."""
    source = tree(module)
    return set() if source is None else {*imported(source)}


def others(names):
    """The modules that somebody has to install."""
    tops = {name.split(".")[0] for name in names}
    return tops - {"exactbox", "proofs", "tests"} - sys.stdlib_module_names


def imported_by(*modules):
    """What modules of tests import, and those of tests that they import."""
    waiting, seen, found = [*modules], set(), set()
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        names = names_in(module)
        found |= others(names)
        waiting += [name for name in names if name.startswith("tests.")]
    return found


def test_targets_are_read():
    found = rules()
    assert found["bench"] == (["bench", "browser"], ["tests.bench"])
    assert found["docs"] == (["docs"], ["tests.pages"]) and found["check"] == ([], [])


@pytest.mark.parametrize("target", [name for name, (_, modules) in rules().items() if modules])
def test_a_target_installs_what_the_module_that_it_runs_imports(target):
    extras, modules = rules()[target]
    files = {module: ROOT / f"{module.replace('.', '/')}.py" for module in modules}
    entries = [name if file.exists() else f"{name}.__main__" for name, file in files.items()]
    assert imported_by(*entries) - ASKED_FOR <= distributions(*extras)


@pytest.mark.parametrize("target", ["test", "test-all", "coverage", "test-page"])
def test_the_tests_import_what_their_targets_install(target):
    page = [*(ROOT / "tests" / "page").glob("*.py")]
    files = page if target == "test-page" else {*(ROOT / "tests").rglob("test_*.py")} - {*page}
    modules = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    left_out = ASKED_FOR | SKIPPED
    if target != "test-page":
        left_out |= distributions("browser") - distributions()
    assert imported_by(*modules) - left_out <= distributions(*rules()[target][0])


def test_what_the_pages_show_of_types_is_installed_for_them():
    """pdoc imports what is imported for type checkers alone, in the modules of what it shows."""
    shown = {*PAGES}
    for page in PAGES:
        module = import_module(page)
        names = getattr(module, "__all__", ())
        shown |= {getattr(getattr(module, name), "__module__", page) for name in names}
    found = set()
    for module in filter(tree, shown):
        for node in ast.walk(tree(module)):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                found |= others(imported(node))
    assert {"pandas", "scipy"} <= found <= distributions("docs")


def test_ci_runs_every_target():
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    lines = re.findall(r"(?:make|alone) (.*)", gate)
    words = {word for line in lines for word in re.findall(r"[\w.-]+", line)}
    targets = {name for name in rules() if not name.startswith((".", "$"))}
    assert targets - words <= ONCE_IN_CI


@pytest.mark.skipif(not WORKFLOW.exists(), reason="the source distribution does not have it")
def test_the_workflow_runs_targets_on_each_python_that_is_named():
    workflow = WORKFLOW.read_text("utf-8")
    run = {*re.findall(r"\bmake ([\w-]+)$", workflow, re.M)}
    assert run == {"test", "test-oldest"} and run <= {*rules()}
    setup = (ROOT / "setup.cfg").read_text("utf-8")
    named = re.findall(r"Programming Language :: Python :: (3\.\d+)", setup)
    assert re.search(r"python: \[(.*)\]", workflow)[1] == ", ".join(f'"{each}"' for each in named)


def test_the_oldest_packages_are_the_lower_bounds_of_setup():
    """Each, and nothing else; what pip is told is what the Makefile makes of them."""
    code = re.search(r"^OLDEST := ((?:.*\\\n)*.*)", MAKEFILE, re.M)[1].replace("\\\n", "")
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    bounds = {line.partition("==")[::2] for line in told.stdout.split()}
    assert {name for name, _ in bounds} == set(needed("test"))
    assert all(re.fullmatch(r"\d+(\.\d+)+|\d+", version) for _, version in bounds)


def test_the_last_release_is_one_of_the_changelog():
    last = re.search(r"^LAST_RELEASE := (\S+)$", MAKEFILE, re.M)[1]
    assert f"\n## {last} (20" in (ROOT / "CHANGELOG.md").read_text("utf-8")
