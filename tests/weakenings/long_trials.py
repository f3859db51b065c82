"""Trials of 14 rows, columns, states or options and more: those of other families, lengthened.

What is put in front is right and of no interest (`lengthened`), so the same is true of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.weakenings.lengthened import MORE, lengthened
from tests.weakenings.trial import Family, Trial


def long_family(family: Family, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials; nothing is in front of what a named rule says."""
    for trial in family(rng, count):
        ways = list(lengthened(trial.kind, trial.question, trial.witness))
        for how, question, witness in rng.sample(ways, min(1, len(ways))):
            yield Trial(trial.kind, question, witness, partial(_is_true, trial, how))


def _is_true(trial: Trial, how: str, claim: Any) -> bool:
    """Whether a claim is true of what is not in front."""
    facts = dict(claim.facts)
    if trial.kind in ("linear", "program"):
        for name in {"rows", "columns", "rank"} & facts.keys():
            facts[name] -= MORE
    elif trial.kind == "property" and how == "states":
        if trial.question["claim"]["filter"] in ("argmax", "argmin"):
            facts["result"] = [s - MORE for s in facts["result"]]
    return trial.is_true(claim._replace(facts=facts))
