"""Bounded rewards of tiny decision processes, with right witnesses and such with a part changed.

The truth is the definition, by what has been spent: among plays that have spent x, those branches
that spend nothing stay together, all others go on with more. So for each x there is a process whose
plays end with what comes after; its best value is that of the best of all its policies, by brute
force, in fractions. Witnesses are those of `exactbox.mdp`, whose answers are not used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

import numpy as np

from exactbox.certificate import encode_integer
from exactbox.mdp import Model, Ratios, Rewards, within_reward
from exactbox.mdp.model.question import Goal
from tests.brute import Value, chain_of, for_ever
from tests.weakenings.processes import random_tiny
from tests.weakenings.trial import Family, Json, Trial

SPENT = {  # by branches, in some unit
    "circles": (0, 0, 1, 1, 2),
    "steps": (1, 1, 2),
    "lines": (0, 1, 1, 1, 2, 3),
}
UNITS = [Fraction(1), Fraction(2), Fraction(1, 2), Fraction(2, 3)]
LIMITS = [Fraction(n) for n in (0, 1, 2, 3, 4)] + [Fraction(3, 2)]
GAINS = [Fraction(n) for n in (0, 0, 1, 2)] + [Fraction(1, 2)]
LOSSES = [Fraction(n) for n in (-2, -1)] + [Fraction(-1, 2)]
CHANGED = 5  # witnesses of a question, beside the right one


class Asked:
    """A question in numbers: amounts are of branches, and one of each choice that ends the play."""

    def __init__(self, rng: Random, family: str) -> None:
        tiny = random_tiny(rng, "reach_stay")
        self.options = [sorted(row) for row in tiny.options]
        self.branches = [sorted(row.items()) for row in tiny.branches]
        self.states, self.sense = len(self.options), tiny.sense
        self.start = list(range(self.states))
        if rng.random() < 0.5:
            self.start = [rng.randrange(self.states)]
        sizes = [len(row) or 1 for row in self.branches]
        unit, spent = rng.choice(UNITS), SPENT[family.split("_")[-1]]
        self.spending = [[rng.choice(spent) * unit for _ in range(n)] for n in sizes]
        self.gain = [[Fraction(0)] * n for n in sizes]
        self.goal: set[int] | None = None
        self.most: Fraction | None = rng.choice(LIMITS) * unit
        self.least, self.stay, self.ended = Fraction(0), set(self.start), False
        # of further bounds: what branches spend, the most and the least
        self.further: list[tuple[list[list[Fraction]], Fraction | None, Fraction]] = []
        for _ in range(rng.randint(1, 2) if "several" in family else 0):
            own = rng.choice(UNITS)
            amounts = [[rng.choice(SPENT["circles"]) * own for _ in range(n)] for n in sizes]
            least = rng.choice(LIMITS) * own * ("rewards" not in family)
            most = None if least and rng.random() < 0.4 else rng.choice(LIMITS[:4]) * own
            self.further.append((amounts, most, least))
        if "rewards" in family:
            pool = GAINS + LOSSES * (rng.random() < 0.3)
            self.gain = [[rng.choice(pool) for _ in range(n)] for n in sizes]
            self.stay = set(range(self.states))
            return
        self.goal, self.ended, self.stay = tiny.goal or set(), tiny.ended, tiny.stay or set()
        if rng.random() < 0.5:
            self.stay = set(range(self.states))
        if rng.random() < 0.6:
            self.least = rng.choice([x for x in LIMITS if x]) * unit
            if rng.random() < 0.5:
                self.most = None

    def amounts(self, of: list[list[Fraction]]) -> Rewards:
        """As rewards of the model's branches and choices."""
        branch = Ratios.from_fractions(
            [x for own, row in zip(of, self.branches) for x, _ in zip(own, row)]
        )
        means = []
        for own, row in zip(of, self.branches):
            whole = sum(w for _, w in row) or 1
            means.append(sum(x * w for x, (_, w) in zip(own, row)) / whole if row else own[0])
        mean = Ratios.from_fractions(means)
        return Rewards(mean.numerator, mean.denominator, branch)

    def certificate(self) -> tuple[Json, Json] | None:
        """Question and witness; None if the value is infinite, or nothing is proved of it."""
        rows = [
            (0, [(Fraction(w, sum(u for _, u in row)), t) for t, w in row]) for row in self.branches
        ]
        model = Model.from_choices(rows, self.options, initial=self.start)
        given = [(self.spending, self.most, self.least), *self.further]
        first, *further = [
            {
                "bound": self.amounts(spent),
                **({} if most is None else {"at_most": most}),
                **({"at_least": least} if least else {}),
            }
            for spent, most, least in given
        ]
        limits: dict[str, Any] = {**first, "further": further}
        if self.goal is None:
            limits["rewards"] = self.amounts(self.gain)
        else:
            states = np.array([s in self.goal for s in range(self.states)])
            limits["goal"] = Goal(states, self.ended)
            limits["stay"] = np.array([s in self.stay for s in range(self.states)])
        try:
            answer = within_reward(model, self.sense, **limits)
        except ValueError:
            return None
        if answer.values.infinite.any():  # which no certificate holds
            return None
        stated = json.loads(answer.certificate())
        return stated["question"], stated["witness"]

    def truth(self) -> list[Value]:
        """The values of the states that the play starts in."""
        values = self.values()
        return [values[s] for s in self.start]

    def values(self) -> list[Value]:
        """The optimum from each state when nothing has been spent."""
        limits = [(self.spending, self.most, self.least), *self.further]

        @cache
        def after(spent: tuple[Fraction, ...]) -> list[Value]:
            end = self.states
            counts = self.goal is not None and all(
                x >= least for x, (_, _, least) in zip(spent, limits)
            )
            rows: list[Any] = []
            brought: list[Fraction] = []
            for c in range(len(self.branches)):
                row, q_value = self.branches[c], Fraction(0)
                whole = sum(w for _, w in row) or 1
                inside = []
                for k, (t, w) in enumerate(row or [(end, 1)]):
                    p, g = Fraction(w, whole), self.gain[c][k]
                    now = [x + of[c][k] for x, (of, _, _) in zip(spent, limits)]
                    ends = [(y, most, least) for y, (_, most, least) in zip(now, limits)]
                    if any(most is not None and y > most for y, most, _ in ends):
                        continue
                    to = tuple(min(y, least) if most is None else y for y, most, least in ends)
                    if t == end:
                        won = self.goal is not None and self.ended
                        q_value += g + (won and all(y >= least for y, _, least in ends))
                    elif to == spent:
                        inside.append((p, t))
                        q_value += p * g
                    else:
                        q_value += p * (g + after(to)[t])
                leaves = 1 - sum(p for p, _ in inside)
                rows.append([*inside, (leaves, end)] if leaves else inside)
                brought.append(q_value)
            found: list[Value] = []
            for policy in product(*self.options):
                chain, rewards = [], []
                for s, c in enumerate(policy):
                    done = counts and s in (self.goal or ())
                    over = done or (self.goal is not None and s not in self.stay)
                    chain.append([(Fraction(1), end)] if over else rows[c])
                    rewards.append(Fraction(done) if over else brought[c])
                own = for_ever(chain_of([*chain, [(Fraction(1), end)]]), [*rewards, Fraction(0)])
                best = max if self.sense == "max" else min
                found = [best(a, b) for a, b in zip(found, own)] if found else own
            return found

        return after((Fraction(0),) * len(limits))


def bounded_family(family: str, rng: Random, count: int) -> Iterator[Trial]:
    """About so many trials."""
    done = 0
    while done < count:
        asked = Asked(rng, family)
        stated = asked.certificate()
        if stated is None:
            continue
        question, witness = stated
        values = asked.truth()
        is_true = partial(_equals, values)
        every = [witness]
        if witness:
            every += [_changed(rng, witness) for _ in range(CHANGED)]
        for each in every:
            yield Trial("bounded", question, each, is_true)
        done += len(every)


def _equals(truth: list[Value], claim: Any) -> bool:
    return list(claim.facts["values"]) == truth and claim.value == truth[0]


def _changed(rng: Random, witness: Json) -> Json:
    """A layer more or less, or another number in a proof."""
    found = deepcopy(witness)
    layers = found.get("layers", [])
    if layers and rng.random() < 0.3:
        k = rng.randrange(len(layers))
        rng.choice([layers.pop, lambda k: layers.insert(k, deepcopy(layers[k]))])(k)
        return found
    proofs = [*layers, *([found["base"]] if "base" in found else [])]
    if not proofs:
        return {"layers": [{"policy": [], "ranks": [], "values": []}]}
    proof = rng.choice(proofs)
    part = rng.choice(["policy", "ranks", "values", "values"])
    row = proof[part]
    if part == "values":
        blocks = [block for block in row if block[2]]
        if not blocks:
            return found
        row = rng.choice(blocks)[2]
    k = rng.randrange(len(row)) if row else 0
    if row:
        old = row[k] if isinstance(row[k], int) else int(row[k], 16)
        row[k] = encode_integer(old + rng.choice([-1, 1]))
    return found


BOUNDED_FAMILIES: dict[str, Family] = {
    f"bounded_{what}_{how}": partial(bounded_family, f"bounded_{what}_{how}")
    for what in ("goal", "rewards", "several_goal", "several_rewards")
    for how in SPENT
}
