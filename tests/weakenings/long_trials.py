"""Trials of 14 rows, columns, states or options and more: those of other families, lengthened.

What is put in front is right and of no interest (`lengthened`), so the same is true of the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from tests.weakenings.lengthened import MORE, lengthened
from tests.weakenings.trial import Family, Json, Trial


def long_family(family: Family, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials; nothing is in front of what a named rule says."""
    for trial in family(rng, count):
        ways = [
            each
            for each in lengthened(trial.kind, trial.question, trial.witness)
            if trial.kind != "property" or not _is_asked(trial.question["of"]["question"], each[0])
        ]
        for how, question, witness in rng.sample(ways, min(1, len(ways))):
            yield Trial(trial.kind, question, witness, partial(_is_true, trial, how))


def _is_asked(question: Json, how: str) -> bool:
    """Whether what is in front is asked about, too."""
    return how.startswith("of state ") and int(how.split()[-1]) in question["start"]


def _is_true(trial: Trial, how: str, claim: Any) -> bool:
    """Whether a claim is true of what is not in front, and of more of a state what it is of it."""
    facts = dict(claim.facts)
    if trial.kind in ("linear", "program"):
        longer = {"right sides": (), "unknowns": ("columns",)}.get(how, ("rows", "columns", "rank"))
        for name in facts.keys() & {*longer}:
            facts[name] -= MORE
    elif trial.kind == "property":
        if how != "options" and trial.question["claim"]["filter"] in ("argmax", "argmin"):
            facts["result"] = [s - MORE * (how != "actions") for s in facts["result"]]
    elif _is_asked(trial.question, how):
        twin = trial.question["start"].index(int(how.split()[-1]))
        for name in {"values", "lower", "upper"} & facts.keys():
            here, facts[name] = facts[name][:MORE], facts[name][MORE:]
            if {*here} != {facts[name][twin]}:
                return False
        first = facts.get("values", facts.get("lower"))[0]
        upper = facts["upper"][0] if "upper" in facts else None
        claim = claim._replace(value=first, upper=upper)
    return trial.is_true(claim._replace(facts=facts))
