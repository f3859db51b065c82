"""Imports at the first use: public names of a package, and packages that are extras.

A command must start fast, and a question loads the modules that answer it. So a package says in
``__init__.pyi`` where its names are, once for type checkers and for Python: its ``__getattr__``
(PEP 562), ``__dir__`` and ``__all__`` are made of that file (`attach`), as lazy_loader makes them,
which imports more than a command has time for. A module that had another name is found by it
(`FormerModules`), and not loaded before.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar, cast
from warnings import warn

_Function = TypeVar("_Function", bound=Callable[..., Any])


def attach(
    package: str, unknown: Callable[[str], str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """``__getattr__``, ``__dir__`` and ``__all__`` of a package, by its ``__init__.pyi``.

    A line of it is ``from .module import name as name``, which tells a type checker that the name
    is public. Modules have their own names; ``unknown(name)`` is the error's text for any other.

    Examples
    --------
    >>> import exactbox
    >>> find, names, public = attach("exactbox")
    >>> find("reach") is exactbox.mdp.reach, "reach" in names(), public[:2]
    (True, True, ['Answer', 'Claim'])
    """
    module = sys.modules[package]
    homes = stub_homes(package)

    def value_of(name: str) -> Any:
        home, own = homes.get(name, (".", name))
        if home != ".":
            value = getattr(import_module(home, package), own)
            setattr(module, name, value)
            return value
        if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
            return import_module(f"{package}.{name}")
        text = unknown(name) if unknown else f"module {package!r} has no attribute {name!r}"
        raise AttributeError(text, name=name)

    return value_of, lambda: sorted({*vars(module), *homes}), sorted(homes)


def stub_homes(package: str) -> dict[str, tuple[str, str]]:
    """For each public name in a package's stub the module that has it, and its name there.

    Examples
    --------
    >>> stub_homes("exactbox")["linsolve"], stub_homes("exactbox")["mdp"]
    (('.linalg', 'solve'), ('.', 'mdp'))
    """
    spec: Any = sys.modules[package].__spec__
    stub = spec.loader.get_data(os.path.join(*spec.submodule_search_locations, "__init__.pyi"))
    homes: dict[str, tuple[str, str]] = {}
    for line in stub.decode().splitlines():
        match line.split():
            case ["from", home, "import", own, "as", name]:
                homes[name] = home, own
            case [name, "=", private]:  # under another name than its own
                homes[name] = homes.pop(private)
    return homes


def extra(module: str, needed: str) -> Any:
    """A module that may not be installed; an ImportError then says what needs it, and what to do.

    Examples
    --------
    >>> extra("no_such_package", "a picture needs no_such_package: pip install no_such_package")
    Traceback (most recent call last):
    ...
    ImportError: a picture needs no_such_package: pip install no_such_package
    """
    try:
        return import_module(module)
    except ImportError:
        raise ImportError(needed) from None


def former_name(old: str, new: str) -> property:
    """The property of a former name, which warns and is what the class calls `new`."""

    def value(self: Any) -> Any:
        warn(f"{old} is called {new} now", DeprecationWarning, stacklevel=2)
        return getattr(self, new)

    return property(value, doc=f"`{new}`; this name will go.")


def former_function(old: str, function: _Function) -> _Function:
    """The function under its former name, where it warns."""

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        warn(f"{old} is called {function.__name__} now", DeprecationWarning, stacklevel=2)
        return function(*arguments, **keywords)

    call.__name__ = call.__qualname__ = old
    call.__doc__ = f"`{function.__name__}`; this name will go.\n\n    {function.__doc__}"
    return cast("_Function", call)


class FormerModules:
    """Finds modules of a package by former names: each is the module that has another name now."""

    def __init__(self, package: str, names: Mapping[str, str]) -> None:
        self._names = {f"{package}.{old}": f"{package}.{now}" for old, now in names.items()}

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        """The spec of a module by a former name."""
        return ModuleSpec(fullname, self) if fullname in self._names else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Let the import system make it."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of today in its place, which the import system then takes."""
        sys.modules[module.__name__] = import_module(self._names[module.__name__])
