"""Several objectives of tiny processes, with right witnesses and such with a part changed.

The truth is brute force over all deterministic policies of the product (`tests.mdp.trade_offs`),
and linear programs about mixtures of their points. Witnesses are those of `exactbox.mdp`, whose
answers are not used; some are of a question that is nearly the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from exactbox.certificate import encode_integer, encode_ratio
from exactbox.mdp.trade_offs.trade_off import trade_off
from tests.mdp.trade_offs import plays
from tests.process_certificates import integer, rational
from tests.strategies import leaves
from tests.weakenings.trial import LITTLE, Family, Json, Trial

CHANGED = 12  # witnesses of a question, beside the right one
UNREADABLE = (AssertionError, KeyError, TypeError, ValueError, ArithmeticError, StopIteration)
NUMBERS = ("goal", "stay", "states", "bound", "strict", "ended", "complement", "steps", "of")


def random_question(asks: str, rng: Random) -> tuple[Json, Json] | None:
    """Question and witness; None where nothing is proved."""
    while True:
        seed = rng.randrange(10**9)
        if asks == "ratio":
            actions, _, _, aims = plays.random_ratio(seed)
            model = plays.model_of(actions)
        else:
            try:
                case = plays.random_case(seed)
            except OverflowError:
                continue
            model, aims = case.ask()
        try:
            answer = trade_off(model, aims, ratio=asks == "ratio")
        except ValueError:
            continue
        if answer.asks == asks:
            stated = json.loads(answer.certificate())
            return stated["question"], stated["witness"]


def trade_off_family(asks: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials."""
    done = 0
    while done < count:
        found = random_question(asks, rng)
        if found is None:
            continue
        question, witness = found
        for asked in (question, _near(rng, question)):
            try:
                true = plays.truth(asked)
            except (
                AssertionError,
                KeyError,
                TypeError,
                ValueError,
                ArithmeticError,
                StopIteration,
            ):
                continue  # it cannot be read
            if true is None:
                continue
            says = partial(_says, true)
            every = [witness, *[_changed(rng, witness) for _ in range(CHANGED)]]
            for each in every:
                yield Trial("trade_off", asked, each, says)
            done += len(every)


def _says(true: Json, claim: Any) -> bool:
    return plays.says(claim, true)


def _near(rng: Random, question: Json) -> Json:
    """The question with another number in an objective, or another sense."""
    found = deepcopy(question)
    each = rng.choice(found["objectives"])
    trails = [trail for trail, n in leaves(each) if {*trail} & {*NUMBERS} and "name" not in trail]
    if not trails or rng.random() < 0.2:
        each["sense"] = "min" if each["sense"] == "max" else "max"
        return found
    *way, last = rng.choice(trails)
    inside: Any = each
    for key in way:
        inside = inside[key]
    inside[last] = encode_integer(integer(inside[last]) + rng.choice([-1, 1]))
    return found


def _changed(rng: Random, witness: Json) -> Json:
    """Another action, value, weight, share, level, height; a bound or a policy more or less."""
    found = deepcopy(witness)
    lists = [found[name] for name in ("bounds", "policies") if found[name]]
    if rng.random() < 0.15 and lists:
        row = rng.choice(lists)
        k = rng.randrange(len(row))
        rng.choice([row.pop, lambda k: row.append(deepcopy(row[k]))])(k)
        return found
    rows: list[Any] = [found[name] for name in ("levels", "heights", "components") if name in found]
    rows += [each["actions"] for each in found["policies"]]
    rationals = [found[name] for name in ("shares", "inside") if name in found]
    rationals += [each["weights"] for each in found["bounds"]]
    blocks = [block for each in (*found["bounds"], *found["policies"]) for block in each["values"]]
    which = rng.random()
    if which < 0.35 and rows:
        row = rng.choice(rows)
        if row:
            k = rng.randrange(len(row))
            row[k] = max(0, row[k] + rng.choice([-1, 1, 1]))
    elif which < 0.6 and rationals:
        row = rng.choice(rationals)
        if row:
            k, step = rng.randrange(len(row)), rng.choice([Fraction(1, 2), -Fraction(1, 3), LITTLE])
            row[k] = encode_ratio(*(rational(row[k]) + step).as_integer_ratio())
            if rng.random() < 0.5:
                k = rng.randrange(len(row))
                row[k] = encode_ratio(*(rational(row[k]) - step).as_integer_ratio())
    elif blocks:
        block = rng.choice(blocks)
        row = rng.choice(block[2:])
        k = rng.randrange(len(row))
        if rng.random() < 0.4:  # off by 10^-30
            block[0] = encode_integer(integer(block[0]) * LITTLE.denominator)
            for each in block[2:]:
                each[:] = [encode_integer(integer(n) * LITTLE.denominator) for n in each]
        row[k] = encode_integer(integer(row[k]) + rng.choice([-1, 1]))
    return found


TRADE_OFF_FAMILIES: dict[str, Family] = {
    f"trade_off_{asks}": partial(trade_off_family, asks)
    for asks in ("curve", "value", "achievable", "ratio")
}
