"""What the README shows from Python is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_from_python():
    readme = Path(__file__).parent.parent / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried >= 30 and failed == 0
