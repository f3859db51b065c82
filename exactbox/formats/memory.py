"""The memory that a model takes, tested before it is made of what was read.

What is read measures itself (`exactbox.inputs`); here is what is made of it at once. A branch of a
.tra file takes 285 bytes while its columns are put together and checked, one of a .drn file 160,
of which they have 50 by then. A label has a byte for each state and a reward two numbers for each
choice, however short the text that names it.
"""

from __future__ import annotations

import os

from exactbox.inputs import named
from exactbox.parallel import require_memory
from exactbox.showing import counted

_BRANCH, _LABEL, _REWARD = 230.0, 1.0, 16.0  # bytes; of one state, and of one choice


def require_memory_for_branches(path: str | os.PathLike[str], branches: int) -> None:
    """ValueError if the columns of so many branches would take too much memory."""
    require_memory(_BRANCH * branches, f"{named(path)}: a model of {counted(branches, 'branch')}")


def require_memory_for_names(
    place: str, states: int, labels: int, choices: int = 0, rewards: int = 0
) -> None:
    """ValueError if so many labels of states and rewards of choices would; `place` opens it."""
    what = f"{counted(labels, 'label')} of {counted(states, 'state')}"
    if rewards:
        what += f", and {counted(rewards, 'reward')} of {counted(choices, 'choice')},"
    need = _LABEL * labels * states + _REWARD * rewards * choices
    require_memory(need, f"{place}a model with {what}")
