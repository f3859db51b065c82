"""The search: whether any of many witnesses gets a false claim accepted, or has two verdicts."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.weakenings.bounded_trials import BOUNDED_FAMILIES
from tests.weakenings.game_trials import GAME_FAMILIES
from tests.weakenings.linear_trials import LINEAR_FAMILIES
from tests.weakenings.loading import FOLDER, Checker, Outcome
from tests.weakenings.lock_trials import LOCK_FAMILIES
from tests.weakenings.process_trials import PROCESS_FAMILIES
from tests.weakenings.program_trials import PROGRAM_FAMILIES
from tests.weakenings.property_trials import PROPERTY_FAMILIES
from tests.weakenings.trade_off_trials import TRADE_OFF_FAMILIES
from tests.weakenings.trial import Family, Trial

FAMILIES: dict[str, Family] = {
    **PROCESS_FAMILIES,
    **LINEAR_FAMILIES,
    **LOCK_FAMILIES,
    **PROGRAM_FAMILIES,
    **GAME_FAMILIES,
    **PROPERTY_FAMILIES,
    **BOUNDED_FAMILIES,
    **TRADE_OFF_FAMILIES,
}
COUNT = 18_000  # trials of a family; of these fewer, as they cost more or have less to vary
COUNTS = {
    **{name: 1_500 for name in FAMILIES if name.startswith(("within_steps", "match"))},
    **dict.fromkeys(LINEAR_FAMILIES, 10_000),
    **dict.fromkeys(PROGRAM_FAMILIES, 6_000),
    "lock_7": 4_000,
    "lock_10": 1_200,
    "lock_11": 600,
    "lock_16": 8_000,
    "shutbox": 4_000,
    "flip": 4_000,
    **dict.fromkeys(PROPERTY_FAMILIES, 6_000),
    **dict.fromkeys(BOUNDED_FAMILIES, 1_500),
    **dict.fromkeys(TRADE_OFF_FAMILIES, 6_000),
}
KEPT = 80  # trials of a family that are refused at one place of the source
SEED = 13


Kept = tuple[Trial, Outcome]  # what the plain room says of it


@dataclass
class Found:
    """What the search found in a family."""

    family: str
    tried: int = 0
    accepted: int = 0
    false: list[Trial] = field(default_factory=list)
    different: list[Trial] = field(default_factory=list)  # the rooms do not say the same of these
    kept: list[Kept] = field(default_factory=list)


def trials(family: str, share: float = 1) -> Iterator[Trial]:
    """The trials of a family, or the first part of them; the same every time."""
    count = int(COUNTS.get(family, COUNT) * share)
    return FAMILIES[family](Random(f"{SEED} {family}"), count)


def search(family: str, share: float = 1) -> Found:
    """Try all witnesses of a family; keep some that are refused at each place, and some others."""
    checker, found, rng = Checker(), Found(family), Random(SEED)
    seen: Counter[Any] = Counter()
    kept: dict[Any, list[Kept]] = {}
    places: list[Any] = []

    def noting(check: Callable[..., Any]) -> Callable[..., Any]:
        """The check, which notes where it refuses."""

        def noted(trial: Trial) -> Any:
            try:
                claim = check(trial.kind, trial.question, trial.witness)
            except Exception as error:
                places.append(refused_at(error))
                raise
            places.append(None)
            return claim

        return noted

    plain, fast = noting(checker.check), noting(checker.check_fast)
    for trial in trials(family, share):
        found.tried += 1
        places.clear()
        outcome = checker.outcome(plain, trial)
        if checker.outcome(fast, trial) != outcome:
            found.different.append(trial)
        if outcome.verdict == "accepted":
            found.accepted += 1
            if not trial.is_true(outcome):
                found.false.append(trial)
        where = tuple(places)
        seen[where] += 1
        sample = kept.setdefault(where, [])
        if len(sample) < KEPT:
            sample.append((trial, outcome))
        elif (k := rng.randrange(seen[where])) < KEPT:
            sample[k] = trial, outcome
    found.kept = [each for sample in kept.values() for each in sample]
    checker.close()
    return found


def refused_at(error: Exception) -> tuple[str, int]:
    """The line of the checker that refuses, or that reads what is refused."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame for frame in frames if frame.filename.startswith(str(FOLDER))]
    outside = [frame for frame in lines if not frame.filename.endswith("reading.py")] or lines
    return outside[-1].filename, outside[-1].lineno or 0


def noticed(checker: Checker, kept: Iterable[Kept]) -> str:
    """The first trial whose verdict by the plain room is wrong now: what it says of it."""
    for trial, (before, *_) in kept:
        found = checker.outcome(checker.check, trial.kind, trial.question, trial.witness)
        if found.verdict != before and (before == "accepted" or found.verdict.startswith("failed")):
            return f"search: {found.verdict}: {trial.question}, {trial.witness}"
        if found.verdict == "accepted" and not trial.is_true(found):
            return f"search: claims {found.sentence} with {trial.witness}"
    return ""


def differs(checker: Checker, kept: Iterable[Kept]) -> str:
    """The first trial of which the fast room does not say now what the plain room says."""
    for trial, outcome in kept:
        found = checker.outcome(checker.check_fast, trial.kind, trial.question, trial.witness)
        if found != outcome:
            return f"search: {found.verdict}: {trial.question}, {trial.witness}"
    return ""
