"""The search: whether any of many witnesses gets a false claim accepted."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.checker.bounded_trials import BOUNDED_FAMILIES
from tests.checker.game_trials import GAME_FAMILIES
from tests.checker.linear_trials import LINEAR_FAMILIES
from tests.checker.loading import FOLDER, Checker
from tests.checker.lock_trials import LOCK_FAMILIES
from tests.checker.process_trials import PROCESS_FAMILIES
from tests.checker.property_trials import PROPERTY_FAMILIES
from tests.checker.trial import Family, Trial

FAMILIES: dict[str, Family] = {
    **PROCESS_FAMILIES,
    **LINEAR_FAMILIES,
    **LOCK_FAMILIES,
    **GAME_FAMILIES,
    **PROPERTY_FAMILIES,
    **BOUNDED_FAMILIES,
}
COUNT = 18_000  # trials of a family; of these fewer, as they cost more or have less to vary
COUNTS = {
    **{name: 1_500 for name in FAMILIES if name.startswith(("within_steps", "match"))},
    **dict.fromkeys(LINEAR_FAMILIES, 10_000),
    "lock_7": 4_000,
    "lock_10": 1_200,
    "lock_11": 600,
    "lock_16": 8_000,
    "shutbox": 4_000,
    "flip": 4_000,
    **dict.fromkeys(PROPERTY_FAMILIES, 6_000),
    **dict.fromkeys(BOUNDED_FAMILIES, 1_500),
}
KEPT = 80  # trials of a family that are refused at one place of the source
SEED = 13


@dataclass
class Found:
    """What the search found in a family."""

    family: str
    tried: int = 0
    accepted: int = 0
    false: list[Trial] = field(default_factory=list)
    kept: list[tuple[Trial, bool]] = field(default_factory=list)  # with whether it is accepted


def trials(family: str, share: float = 1) -> Iterator[Trial]:
    """The trials of a family, or the first part of them; the same every time."""
    count = int(COUNTS.get(family, COUNT) * share)
    return FAMILIES[family](Random(f"{SEED} {family}"), count)


def search(family: str, share: float = 1) -> Found:
    """Try all witnesses of a family; keep some that are refused at each place, and some others."""
    checker, found, rng = Checker(), Found(family), Random(SEED)
    seen: Counter[Any] = Counter()
    kept: dict[Any, list[tuple[Trial, bool]]] = {}
    for trial in trials(family, share):
        found.tried += 1
        where: Any = None
        try:
            claim = checker.check(trial.kind, trial.question, trial.witness)
        except (checker.reading.InvalidCertificate, checker.reading.MalformedCertificate) as error:
            where = refused_at(error)
        else:
            found.accepted += 1
            if not trial.is_true(claim):
                found.false.append(trial)
        seen[where] += 1
        sample = kept.setdefault(where, [])
        if len(sample) < KEPT:
            sample.append((trial, where is None))
        elif (k := rng.randrange(seen[where])) < KEPT:
            sample[k] = trial, where is None
    found.kept = [each for sample in kept.values() for each in sample]
    checker.close()
    return found


def refused_at(error: Exception) -> tuple[str, int]:
    """The line of the checker that refuses, or that reads what is refused."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame for frame in frames if frame.filename.startswith(str(FOLDER))]
    outside = [frame for frame in lines if not frame.filename.endswith("reading.py")] or lines
    return outside[-1].filename, outside[-1].lineno or 0


def noticed(checker: Checker, kept: Iterable[tuple[Trial, bool]]) -> str:
    """The first trial whose verdict is wrong now, if there is one: what it says of it."""
    reading = checker.reading
    for trial, accepted in kept:
        try:
            claim = checker.check(trial.kind, trial.question, trial.witness)
        except (reading.InvalidCertificate, reading.MalformedCertificate) as error:
            if accepted:
                return f"search: refuses {trial.question}, {trial.witness}: {error}"
        except Exception as error:
            return f"search: {type(error).__name__} for {trial.question}, {trial.witness}"
        else:
            if not trial.is_true(claim):
                return f"search: claims {claim.sentence} with {trial.witness}"
    return ""
