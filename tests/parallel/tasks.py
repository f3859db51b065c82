"""What workers do in the tests: functions of a module, which other processes find."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from exactbox.parallel import current


def squared(n):
    return n * n


def refused(n):
    raise ValueError(f"{n} is refused")


def handed_on():
    """Who would work on what is handed out in here."""
    return current() is None


def dies_once(marker, result):
    """The first process dies of it."""
    try:
        Path(marker).touch(exist_ok=False)
    except FileExistsError:
        return result
    os.kill(os.getpid(), signal.SIGKILL)


def dies(*_):
    os._exit(7)


def waits(folder, seconds=60.0):
    """Say which process it is, and work for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(seconds)


def meets(folder, count):
    """Wait until so many processes are here."""
    (Path(folder) / str(os.getpid())).touch()
    while len([*Path(folder).iterdir()]) < count:
        time.sleep(0.01)
    return count


def unreadable():
    return Unreadable("a", "b")


class Unreadable(Exception):
    """What comes back from a process is not what this one can make."""

    def __init__(self, one, other):
        super().__init__(one)


def prints(text):
    os.write(1, text.encode())
    return text
