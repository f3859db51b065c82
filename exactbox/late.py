"""Public names of a package that are imported when they are first used.

A command must start fast, and a question loads the modules that answer it. So a package says where
its names are, and its ``__getattr__`` (PEP 562) is `late_names` of that.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def late_names(package: str, homes: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package: each of its modules with the names that it has.

    Examples
    --------
    >>> late_names("exactbox", {"decimals": ["decimal_string"]})("decimal_string")(1, 8, 3)
    '0.125'
    """
    home = {name: module for module, names in homes.items() for name in names}

    def value_of(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return value_of
