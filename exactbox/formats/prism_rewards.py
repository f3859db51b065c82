"""Rewards of PRISM's explicit files, .srew and .trew, added up for the choices of a model."""

from __future__ import annotations

import os
import re
from fractions import Fraction

from exactbox.formats.files import fail, opened, shown, text_of
from exactbox.formats.numbers import Numbers
from exactbox.formats.prism_files import PathLike
from exactbox.formats.prism_transitions import Transitions

_REWARD_NAME = re.compile(r'#\s*Reward structure:?\s*(?:"([^"]*)"|(\S.*))$')


def add_state_rewards(tra: Transitions, path: PathLike, sums: list[Fraction]) -> str | None:
    """Add those of a .srew file to every choice of the states; the stated name."""
    starts = tra.choice_start.tolist()
    name, rows = _reward_lines(tra, path, 1)
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


def add_transition_rewards(tra: Transitions, path: PathLike, sums: list[Fraction]) -> str | None:
    """Add those of a .trew file times their probabilities; the stated name."""
    starts = tra.choice_start.tolist()
    name, rows = _reward_lines(tra, path, 2 if tra.chain else 3)
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
    tra: Transitions, path: PathLike, indices: int
) -> tuple[str | None, list[tuple[int, tuple[int, ...], Fraction]]]:
    """The stated name, and line, indices and value of every reward."""
    name: str | None = None
    rows = []
    numbers = Numbers()
    announced: int | None = None
    with opened(path) as file:
        for line, raw in enumerate(file, 1):
            words = raw.split()
            if raw.lstrip().startswith(b"#"):
                if found := _REWARD_NAME.match(text_of(path, line, raw.strip())):
                    name = found[1] if found[2] is None else found[2]
                continue
            if not words:
                continue
            if tra.has_counts and announced is None:
                announced = _counts(tra, path, line, raw, indices)
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
    if announced is None and tra.has_counts:
        raise ValueError(f"{os.fspath(path)}: the file is empty, need the counts")
    if announced not in (None, len(rows)):
        raise ValueError(
            f"{os.fspath(path)}: found {len(rows)} rewards, need {announced} as stated"
        )
    return name, rows


def _counts(tra: Transitions, path: PathLike, line: int, raw: bytes, indices: int) -> int:
    """How many rewards the first line announces, for a model of the size of this one."""
    words = raw.split()
    sizes = [tra.states, tra.choices][: 2 if indices == 3 else 1]
    if not all(w.isdigit() and len(w) <= 18 for w in words) or len(words) != len(sizes) + 1:
        what = "states, choices and rewards" if indices == 3 else "states and rewards"
        fail(path, line, f"found {shown(raw)}, need the counts of {what}")
    stated = [int(w) for w in words]
    if stated[:-1] != sizes:
        need = " ".join(map(str, sizes))
        fail(path, line, f"found {shown(raw)}, need {need} before the last count, as .tra has")
    return stated[-1]
