"""The road from a question to its printed answer: how many functions and files it goes through.

Counted are the functions of exactbox that are called when a command runs a second time in one
process, when everything is loaded. A number here may fall, and is lowered then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import exactbox
from exactbox.cli import main

FOLDER = str(Path(exactbox.__file__).parent)
LOOPS = {"<listcomp>", "<genexpr>", "<dictcomp>", "<setcomp>"}  # no functions of their own later
RETRY = ["solve", "retry.drn", "--min-cost", "done"]


def functions(argv: Sequence[str]) -> set[CodeType]:
    """The functions that the command calls when it runs a second time."""
    called = set()

    def see(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(FOLDER) and code.co_name not in LOOPS:
            called.add(code)

    assert main(argv) == 0
    before = sys.getprofile()
    sys.setprofile(see)
    try:
        assert main(argv) == 0
    finally:
        sys.setprofile(before)
    return called


@pytest.mark.parametrize(
    ("argv", "most", "files"),
    [
        (RETRY, 206, 45),
        (["certify", "flip", "--faces", "2"], 163, 35),
        (["shutbox", "--one", "--expect", "123456789"], 50, 13),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_the_road_of_a_question_gets_no_longer(tmp_path, monkeypatch, capsys, argv, most, files):
    monkeypatch.chdir(tmp_path)
    assert main(["examples", "retry.drn"]) == 0
    called = functions(argv)
    assert len(called) <= most
    assert len({code.co_filename for code in called}) <= files
