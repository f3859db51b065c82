"""Rewards of PRISM's explicit files, .srew and .trew, added up for the choices of a model."""

from __future__ import annotations

import os
import re
from fractions import Fraction

from exactbox.formats.files import fail, opened, shown
from exactbox.formats.numbers import Numbers
from exactbox.formats.prism_files import PathLike
from exactbox.formats.prism_transitions import Transitions

_REWARD_NAME = re.compile(r'#\s*Reward structure:?\s*"?([^"]*)"?')


def add_state_rewards(tra: Transitions, path: PathLike, sums: list[Fraction]) -> str:
    """Add those of a .srew file to every choice of the states; the stated name."""
    starts = tra.choice_start.tolist()
    name, rows = _reward_lines(path, 1, tra.has_counts)
    seen = set()
    for line, (s,), value in rows:
        if s >= tra.states:
            fail(path, line, f"found state {s}, need 0 to {tra.states - 1}")
        if s in seen:
            fail(path, line, f"found a second reward of state {s}, need one")
        seen.add(s)
        for c in range(starts[s], starts[s + 1]):
            sums[c] += value
    return name


def add_transition_rewards(tra: Transitions, path: PathLike, sums: list[Fraction]) -> str:
    """Add those of a .trew file times their probabilities; the stated name."""
    starts = tra.choice_start.tolist()
    name, rows = _reward_lines(path, 2 if tra.chain else 3, tra.has_counts)
    known: dict[int, dict[int, int]] = {}  # the branch to each target, of the choices met
    for line, (s, *k, t), value in rows:
        c = starts[s] + sum(k) if s < tra.states else -1
        if c < 0 or c >= starts[s + 1]:
            fail(path, line, f"found state {s}, choice {sum(k)}, which .tra does not have")
        if c not in known:
            low, high = tra.branch_start[c : c + 2].tolist()
            known[c] = dict(zip(tra.target[low:high].tolist(), range(low, high)))
        branch = known[c].get(t)
        if branch is None:
            fail(path, line, f"found target {t} of state {s} twice, or not in .tra, need once")
        del known[c][t]
        sums[c] += value * Fraction(int(tra.weight[branch]), int(tra.denominator[c]))
    return name


def _reward_lines(
    path: PathLike, indices: int, has_counts: bool
) -> tuple[str, list[tuple[int, tuple[int, ...], Fraction]]]:
    """The stated name, and line, indices and value of every reward."""
    name, rows = "", []
    numbers = Numbers()
    announced: int | None = None
    with opened(path) as file:
        for line, raw in enumerate(file, 1):
            words = raw.split()
            if raw.lstrip().startswith(b"#"):
                if found := _REWARD_NAME.match(raw.decode("utf-8", "replace").strip()):
                    name = found[1].strip()
                continue
            if not words:
                continue
            if has_counts and announced is None:
                if len(words) not in (2, 3) or not all(w.isdigit() for w in words):
                    fail(path, line, f"found {shown(raw)}, need the counts of states and rewards")
                announced = int(words[-1])
                continue
            if len(words) not in (indices + 1, indices + 2 if indices > 1 else indices + 1):
                fail(path, line, f"found {len(words)} words, need {indices + 1}: indices, reward")
            if not all(w.isdigit() and len(w) <= 18 for w in words[:indices]):
                fail(path, line, f"found {shown(raw)}, need {indices} indices and a reward")
            try:
                value = numbers.value(words[indices])
            except ValueError as error:
                fail(path, line, f"the reward {error}")
            rows.append((line, tuple(map(int, words[:indices])), value))
    if announced is None and has_counts:
        raise ValueError(f"{os.fspath(path)}: the file is empty, need the counts")
    if announced not in (None, len(rows)):
        raise ValueError(
            f"{os.fspath(path)}: found {len(rows)} rewards, need {announced} as stated"
        )
    return name, rows
