"""The way from a question to its answer: functions, files, and changes from one file to another.

They are counted as `tests.bench.ways` says. A number here may fall, and is lowered then.
"""

from __future__ import annotations

import pytest

from exactbox.cli import main
from tests.bench import ways

SHUTBOX = ["shutbox", "--one", "--expect", "123456789"]
MOST = {  # functions, files, changes of file
    "sparse": (151, 30, 800),
    "linsolve": (91, 27, 80),
    "lp": (156, 32, 90),
    "matrix-game": (162, 31, 300),
    "solve": (202, 45, 244),
    "flip": (158, 35, 487),
}


@pytest.mark.parametrize("name", MOST)
def test_the_way_of_a_question_gets_no_longer(name):
    for number, most in zip(ways.numbers(name), MOST[name], strict=True):
        assert number <= most


def test_the_way_of_a_match_gets_no_longer(capsys):
    functions, files, _ = ways.walk(lambda: main(SHUTBOX)).numbers()
    assert functions <= 50 and files <= 13
