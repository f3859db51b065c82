"""Imports run one way, in every folder; no folder is too full, and each has a map of its files."""

from __future__ import annotations

import ast
import gc
import re
import sys
from contextlib import contextmanager
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import exactbox
from exactbox.late import stub_homes

# From the bottom to the top: a room imports from those above it in this list, and from itself.
# Rooms in one line do not import each other.
ROOMS = [
    ["release", "late", "canonical", "files", "decimals", "threads", "progress", "objectives"],
    ["showing"],
    ["gallery", "page", "parallel", "plots", "tutorial"],
    ["inputs"],
    ["citation"],
    ["linalg"],
    ["certificate"],
    ["linear_certificate"],
    ["lp"],
    ["mdp"],
    ["formats", "games"],
    ["properties"],
    ["headline_proofs"],
    ["commands"],
    ["__init__"],  # exports what lies above
    ["cli"],
    ["__main__"],
]
INSIDE = {  # rooms whose own rooms have an order, from the bottom to the top
    "exactbox.mdp": [
        *(["model"], ["graph"], ["floats"], ["exact"], ["bounds"], ["answers"], ["objectives"]),
        ["trade_offs"],
        ["chains"],
        ["markov_chain"],
        ["__init__"],
    ],
    "exactbox.commands": [["terminal"], ["games", "models", "linear"], ["proofs"], ["__init__"]],
}
SHELF = 23  # files in a folder, at most
MAY_IMPORT_CHECK = {"certificate", "linear_certificate", "commands", "cli", "__init__"}

# The checker: check.py and its folder, a plain room with the rules of games, and fast kernels.
CHECKER = {"check", "checker"}
# From the bottom to the top, as above; `alone`, `command` and `fast` are no business of the others.
LINEAR = ["determinant", "least_squares", "null_space", "weights"]
PLAIN = [
    ["reading", "program_text"],
    ["sets"],
    ["claim", "model", "files"],
    ["rules.flip", "rules.shutbox"],
    ["process", "linear", "lock", "match"],
    ["objectives", *(f"statements.{name}" for name in LINEAR)],
    ["signed", "average", "steps"],
    ["timed", "bounded", "property", "program", "trade_off", "transient"],
    ["alone"],
    ["command"],
]
FAST = [
    ["budget"],
    ["games", "rationals", "stream"],
    ["linear", "match", "step"],
    ["induction"],
    ["process"],
    ["timed", "bounded", "program", "transient"],
    ["property", "trade_off"],
]

FOLDER = Path(exactbox.__file__).parent
LEVEL = {room: level for level, rooms in enumerate(ROOMS) for room in rooms}


@contextmanager
def nothing_is_garbage():
    """While syntax trees are made: to look for it takes twice as long as to make them."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@cache
def trees():
    """Name to syntax tree; a package has its folder's name."""
    found = {}
    with nothing_is_garbage():
        for path in sorted(FOLDER.rglob("*.py")):
            parts = ("exactbox", *path.relative_to(FOLDER).with_suffix("").parts)
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(tree):
    """All import statements, those in functions and those for annotations too."""
    return (node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))


def imported_by_name(call):
    """What `import_module` is given; the room where a name is put together."""
    if getattr(call.func, "attr", getattr(call.func, "id", "")) == "import_module":
        start = re.match(r"f?['\"](exactbox[\w.]*\w)", ast.unparse(call.args[0]))
        if start is not None:
            yield start[1]


def imported(node, known, module="exactbox"):
    """The modules that an import statement names; in the checker's folder it may be relative."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if node.level:
        assert room(module) == "checker", "a relative import"
        package = module if module in PACKAGES else module.rpartition(".")[0]
        place = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
        inside = [f"{place}.{alias.name}" for alias in node.names]
        return inside if node.module is None else [f"{place}.{node.module}"]
    inside = [f"{node.module}.{alias.name}" for alias in node.names]
    return [name if name in known else node.module for name in inside]


def room(module):
    """The file or folder in exactbox/ that a module belongs to."""
    return module.split(".")[1] if "." in module else "__init__"


PACKAGES = {
    ".".join(["exactbox", *path.parent.relative_to(FOLDER).parts])
    for path in FOLDER.rglob("__init__.py")
}


def imports_of(name, tree):
    """The modules that a module imports, by a statement or by name."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from imported(node, trees(), name)
        elif isinstance(node, ast.Call):
            yield from imported_by_name(node)


@cache
def graph():
    """Name to the modules that it imports."""
    return {name: {*imports_of(name, tree)} - {name} for name, tree in trees().items()}


@cache
def edges():
    """The imports between modules of exactbox."""
    return {(name, to) for name, found in graph().items() for to in found if to in trees()}


def trusted():
    """Those of the checker, with their syntax trees."""
    return {name: tree for name, tree in trees().items() if room(name) in CHECKER}


def test_every_module_is_in_a_room():
    assert {room(module) for module in trees()} - CHECKER <= LEVEL.keys()


def test_rooms_import_one_way():
    against = {
        (name, to)
        for name, to in edges()
        if room(to) not in CHECKER and room(name) != room(to)
        if LEVEL[room(name)] <= LEVEL[room(to)]
    }
    assert against == set()


def test_only_who_writes_certificates_or_prints_answers_imports_the_checker():
    users = {room(name) for name, to in edges() if room(to) in CHECKER} - CHECKER
    assert users <= MAY_IMPORT_CHECK
    inside = {(room(name), to) for name, to in edges() if room(to) == "checker"}
    assert {user for user, _ in inside} - CHECKER <= {"commands"}


def child(package, module):
    """The file or folder of a package that a module belongs to; None if it is not in there."""
    if module == package:
        return "__init__"
    return module[len(package) + 1 :].split(".")[0] if module.startswith(f"{package}.") else None


def shelf(package):
    """The files and folders of a package: which of them imports from which others."""
    between = {child(package, name): set() for name in trees() if child(package, name)}
    for name, to in edges():
        ends = child(package, name), child(package, to)
        if None not in ends and ends[0] != ends[1]:
            between[ends[0]].add(ends[1])
    return between


@pytest.mark.parametrize("package", sorted(PACKAGES))
def test_the_files_and_rooms_of_a_folder_do_not_import_each_other_in_a_circle(package):
    """So no two modules of exactbox do, wherever they are."""
    try:
        TopologicalSorter(shelf(package)).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")


def test_what_a_package_imports_late_is_not_named_as_one_of_its_modules():
    """Who imports the module first would find it in place of what has its name."""
    late = {
        name: {public for public, (home, _) in stub_homes(name).items() if home != "."}
        for name in PACKAGES
        if import_module(name) and (Path(sys.modules[name].__path__[0]) / "__init__.pyi").exists()
    }
    assert late
    assert {f"{name}.{each}" for name, names in late.items() for each in names} & {
        *trees()
    } == set()


@pytest.mark.parametrize("package", INSIDE)
def test_rooms_in_a_room_import_one_way(package):
    level = {name: level for level, names in enumerate(INSIDE[package]) for name in names}
    between = shelf(package)
    assert between.keys() == level.keys()
    assert {(a, b) for a, found in between.items() for b in found if level[a] <= level[b]} == set()


def test_no_folder_has_more_files_than_one_sees_at_a_glance():
    folders = {path.parent for path in FOLDER.rglob("*") if "__pycache__" not in path.parts}
    files = {
        folder: [path.name for path in folder.glob("*") if path.is_file() and path.suffix != ".pyi"]
        for folder in folders
    }
    assert {folder: names for folder, names in files.items() if len(names) > SHELF} == {}


@pytest.mark.parametrize(
    "package",
    sorted(name for name in PACKAGES if room(name) not in {*CHECKER, "gallery"}),  # its map is data
)
def test_the_map_of_a_room_names_all_of_its_files_once(package):
    """In lines of a table after "The modules" or "The files"; a room's name ends in a slash."""
    text = ast.get_docstring(trees()[package])
    start = re.search(r"^The (?:modules|files)\b", text, flags=re.MULTILINE)
    assert start is not None, "no map"
    row = re.compile(r"^(?:\| `)?(\w+(?:\.\w+)?/?)(?:` \||  +)", flags=re.MULTILINE)
    folder = FOLDER.joinpath(*package.split(".")[1:])
    there = {
        path for path in folder.iterdir() if path.stem != "__init__" and path.name != "__pycache__"
    }
    names = [f"{path.name}/" if path.is_dir() else path.name.removesuffix(".py") for path in there]
    assert sorted(row.findall(text[start.end() :])) == sorted(names)


# The checker --------------------------------------------------------------------------------------


def functions(tree):
    """All functions of a file, also those in classes, by name."""
    return [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda))]


def test_the_checker_imports_the_standard_library_and_itself():
    """By any spelling of import."""
    for name, tree in trusted().items():
        others = {to.split(".")[0] for to in graph()[name] if room(to) not in CHECKER}
        assert others <= sys.stdlib_module_names
        assert not {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} & {
            "__import__",
            "eval",
            "exec",
            "compile",
        }
        if "importlib" in others:  # a kind, or a rule, by its name in a table
            loading = ("claim", "linear", "process", "objectives", "property", "fast")
            assert name.rpartition(".")[2] in loading


def levels(prefix, floors):
    """The floor of each module of a room."""
    return {f"{prefix}.{name}": level for level, names in enumerate(floors) for name in names}


def test_in_the_checker_imports_run_one_way():
    plain = levels("exactbox.checker", PLAIN)
    fast = levels("exactbox.checker.fast", FAST)
    packages = {f"exactbox.checker{each}" for each in ("", ".rules", ".statements", ".fast")}
    inside = {name for name in trees() if room(name) == "checker"}
    assert inside == {*plain, *fast} | packages
    for name, to in edges():
        if room(to) != "checker" or to in packages:
            continue
        if name in fast:
            assert to in plain or fast[to] < fast[name], (name, to)
        elif name in plain:
            assert to in plain and plain[to] < plain[name], (name, to)
    assert graph()["exactbox.checker"] == set()


def test_only_the_command_loads_the_fast_kernels():
    """The plain room knows nothing of them."""
    users = {name for name, to in edges() if to.startswith("exactbox.checker.fast")}
    outside = {name for name in users if not name.startswith("exactbox.checker.fast")}
    assert {name for name in outside if room(name) in CHECKER} == {
        "exactbox.check",
        "exactbox.checker.command",
    }


def test_a_proof_about_a_model_needs_no_game():
    """process finds a rule by its name."""
    assert not {to for to in graph()["exactbox.checker.process"] if ".rules" in to}


def test_the_checker_has_no_floats():
    """No float literal, no true division, no call of float; only infinity is one."""
    for tree in trusted().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant):
                assert not isinstance(node.value, (float, complex))
            if isinstance(node, (ast.BinOp, ast.AugAssign)):
                assert not isinstance(node.op, ast.Div)
            if isinstance(node, ast.Call):
                assert getattr(node.func, "id", "") not in ("float", "complex")


def calls_of(tree):
    """Function to the functions it may call: in its file, imported from a sibling, or methods."""
    methods = {f for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for f in c.body}
    for node in functions(tree):
        if isinstance(node, ast.FunctionDef):
            own = {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)}
            own |= {n.id for n in ast.walk(node) if isinstance(getattr(n, "ctx", 0), ast.Store)
                    and isinstance(n, ast.Name)}  # fmt: skip
            called = [n.func for n in ast.walk(node) if isinstance(n, ast.Call)]
            names = {f.id for f in called if isinstance(f, ast.Name)} - own
            above = [f for f in called if ast.unparse(f).startswith("super().")]  # another class's
            names |= {
                f".{f.attr}" for f in called if isinstance(f, ast.Attribute) and f not in above
            }
            yield f"{'.' * (node in methods)}{node.name}", names


def test_the_checker_does_not_recurse():
    """No function calls itself, directly or in a circle; calls are told apart by name."""
    calls = {}
    for tree in trusted().values():
        for name, called in calls_of(tree):
            calls.setdefault(name, set()).update(called)
    try:
        TopologicalSorter(calls).prepare()
    except CycleError as error:
        pytest.fail(f"a circle: {' <- '.join(error.args[1])}")


def test_no_module_beside_the_checker_is_named_as_one_of_the_standard_library():
    """python3 exactbox/check.py has that folder first on its path when it starts."""
    names = {path.stem for path in FOLDER.iterdir()}
    assert not names & sys.stdlib_module_names
