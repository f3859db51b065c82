"""The search: whether any of many witnesses gets a false claim accepted, or has two verdicts."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, NamedTuple

from tests.weakenings.bounded_trials import BOUNDED_FAMILIES
from tests.weakenings.game_trials import GAME_FAMILIES
from tests.weakenings.linear_trials import LINEAR_FAMILIES
from tests.weakenings.loading import FOLDER, Checker, Outcome
from tests.weakenings.lock_trials import LOCK_FAMILIES
from tests.weakenings.long_trials import long_family
from tests.weakenings.process_trials import PROCESS_FAMILIES
from tests.weakenings.program_trials import PROGRAM_FAMILIES
from tests.weakenings.property_trials import PROPERTY_FAMILIES
from tests.weakenings.reaching import noting, reached_by
from tests.weakenings.trade_off_trials import TRADE_OFF_FAMILIES
from tests.weakenings.transient_trials import TRANSIENT_FAMILIES
from tests.weakenings.trial import Family, Trial

SHORT: dict[str, Family] = {  # questions that are tiny, and have longer ones with the same answer
    **PROCESS_FAMILIES,
    **LINEAR_FAMILIES,
    **PROGRAM_FAMILIES,
    **PROPERTY_FAMILIES,
    **BOUNDED_FAMILIES,
}
LONG = {f"{name}_long": partial(long_family, family) for name, family in SHORT.items()}
FAMILIES: dict[str, Family] = {
    **SHORT,
    **LOCK_FAMILIES,
    **GAME_FAMILIES,
    **TRADE_OFF_FAMILIES,
    **TRANSIENT_FAMILIES,
    **LONG,
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
    **dict.fromkeys(TRANSIENT_FAMILIES, 1_500),
}
COUNTS |= {name: COUNTS.get(name.removesuffix("_long"), COUNT) // 10 for name in LONG}
KEPT = 80  # trials of a family that are refused at one place of the source
SEED = 13


class Kept(NamedTuple):
    """A trial, what the plain room says of it, and the statements that either room reaches."""

    trial: Trial
    outcome: Outcome
    plain: bytes
    fast: bytes

    def noticed(self, checker: Checker) -> str:
        """What the plain room says now, if that is wrong."""
        trial, before = self.trial, self.outcome.verdict
        found = checker.outcome(checker.check, trial.kind, trial.question, trial.witness)
        if found.verdict != before and (before == "accepted" or found.verdict.startswith("failed")):
            return f"search: {found.verdict}: {trial.question}, {trial.witness}"
        if found.verdict == "accepted" and not trial.is_true(found):
            return f"search: claims {found.sentence} with {trial.witness}"
        return ""

    def differs(self, checker: Checker) -> str:
        """What the fast room says now, if that is not what the plain room says."""
        trial = self.trial
        found = checker.outcome(checker.check_fast, trial.kind, trial.question, trial.witness)
        if found != self.outcome:
            return f"search: {found.verdict}: {trial.question}, {trial.witness}"
        return ""


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
    checker, found, rng = Checker(noting()), Found(family), Random(SEED)
    seen: Counter[Any] = Counter()
    same: dict[bytes, bytes] = {}  # each way through the checker once
    kept: dict[Any, list[Kept]] = {}
    places: list[Any] = []

    def placing(check: Callable[..., Any]) -> Callable[..., Any]:
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

    plain, fast = placing(checker.check), placing(checker.check_fast)
    for trial in trials(family, share):
        found.tried += 1
        places.clear()
        outcome, by_plain = reached_by(checker.outcome, plain, trial)
        of_fast, by_fast = reached_by(checker.outcome, fast, trial)
        if of_fast != outcome:
            found.different.append(trial)
        if outcome.verdict == "accepted":
            found.accepted += 1
            if not trial.is_true(outcome):
                found.false.append(trial)
        where = tuple(places)
        seen[where] += 1
        sample = kept.setdefault(where, [])
        k = len(sample) if len(sample) < KEPT else rng.randrange(seen[where])
        if k < KEPT:
            ways = [same.setdefault(way, way) for way in (by_plain, by_fast)]
            sample[k : k + 1] = [Kept(trial, outcome, *ways)]
    found.kept = [each for sample in kept.values() for each in sample]
    checker.close()
    return found


def refused_at(error: Exception) -> tuple[str, int]:
    """The line of the checker that refuses, or that reads what is refused."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame for frame in frames if frame.filename.startswith(str(FOLDER))]
    outside = [frame for frame in lines if not frame.filename.endswith("reading.py")] or lines
    return outside[-1].filename, outside[-1].lineno or 0
