"""What is imported when it is first used: public names of a package, and packages that are extras.

A command must start fast, and a question loads the modules that answer it. So a package says where
its names are, and its ``__getattr__`` (PEP 562) is `late_names` of that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def late_names(
    package: str, homes: Mapping[str, Iterable[str]], unknown: Callable[[str], str] | None = None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package: each of its modules with the names that it has.

    "answer as ask" is a name that is another one in its module. Modules have their own names;
    ``unknown(name)`` is what is said of any other.

    Examples
    --------
    >>> late_names("exactbox", {"decimals": ["decimal_string"]})("decimal_string")(1, 8, 3)
    '0.125'
    """
    home = {
        name.split()[-1]: (module, name.split()[0]) for module in homes for name in homes[module]
    }

    def value_of(name: str) -> Any:
        if name in home:
            module, there = home[name]
            value = getattr(import_module(f"{package}.{module}"), there)
            setattr(sys.modules[package], name, value)
            return value
        if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
            return import_module(f"{package}.{name}")
        said = f"module {package!r} has no attribute {name!r}" if unknown is None else unknown(name)
        raise AttributeError(said, name=name)

    return value_of


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
