"""Docstrings say what annotations do not, and what many functions share is said once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

ROOMS = ("linalg", "mdp", "mdp.chains", "formats", "properties")
SHARED = {  # what the head of a room explains to all of its functions
    "linalg": ("a", "b", "floats", "integer", "modulus", "progress", "executor"),
    "mdp": ("rewards", "goal", "stay", "sense", "discount", "progress", "executor"),
    "mdp.chains": ("policy", "start", "rewards", "goal"),
    "formats": ("rationalize",),
}
PARTICULAR = {  # where one of them has a narrower meaning, which is described
    ("solve", "a"),
    ("solve", "b"),
    ("value_iteration", "progress"),
    ("within_reward", "goal"),
    ("within_reward", "rewards"),
    ("from_gymnasium", "rationalize"),
}
PLAIN = {"model", "equations", "path", "text", "initial"}  # name and annotation say what they are


def functions(room: str) -> Iterator[tuple[str, Any]]:
    """The public functions and classes of a room."""
    module = import_module(f"exactbox.{room}")
    names = getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if is_of(module, name, value)
    ]
    for name in names:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield name, value


def is_of(module: ModuleType, name: str, value: Any) -> bool:
    """Whether a module without ``__all__`` has this public function itself."""
    return inspect.isfunction(value) and value.__module__ == module.__name__ and name[0] != "_"


def explained(room: str, value: Any) -> str:
    """A docstring, those of the functions that it names, and the heads that these name."""
    module = import_module(f"exactbox.{room}")
    own = value.__doc__ or ""
    others = [getattr(module, name, None) for name in re.findall(r"`(\w+)`", own)]
    text = "\n".join([own, *(other.__doc__ or "" for other in others if other)])
    heads = [
        import_module(f"exactbox.{name}").__doc__ for name in SHARED if f"`exactbox.{name}`" in text
    ]
    return "\n".join([text, *(head or "" for head in heads)])


def entries(value: Any, described: bool = False) -> set[str]:
    """The names in the section Parameters; or those with more than a line."""
    text = inspect.cleandoc(value.__doc__ or "")
    found = re.search(r"^Parameters\n-+\n(.*?)(?=\n\w+\n-+\n|\Z)", text, re.MULTILINE | re.DOTALL)
    entry = r"^(\S.*?) :.*\n    " if described else r"^(\S.*?) :"
    names = re.findall(entry, found[1] + "\n", re.MULTILINE) if found else []
    return {name for each in names for name in each.split(", ")}


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_public_function_takes_is_named_in_its_docstring_or_the_head_that_this_names(room):
    for name, value in functions(room):
        if inspect.isroutine(value):
            words = {*re.findall(r"\w+", explained(room, value))}
            assert {*inspect.signature(value).parameters} - PLAIN <= words, name


@pytest.mark.parametrize("room", SHARED)
def test_the_head_of_a_room_explains_what_its_functions_share(room):
    head = import_module(f"exactbox.{room}").__doc__
    for parameter in SHARED[room]:
        assert f"``{parameter}``" in head, parameter


def test_what_a_head_explains_has_no_description_elsewhere_where_it_means_the_same():
    assert {
        (name, entry)
        for room, shared in SHARED.items()
        for name, value in functions(room)
        for entry in entries(value, described=True) & {*shared}
    } == PARTICULAR


def test_an_entry_has_no_name_that_the_signature_does_not_have():
    for room in ROOMS:
        for name, value in functions(room):
            if inspect.isroutine(value):
                assert entries(value) <= {*inspect.signature(value).parameters}, name
