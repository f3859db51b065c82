"""Random small processes with objectives of all kinds, and what brute force says of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import numpy as np

from exactbox import linprog
from exactbox.check import check_plain
from exactbox.mdp import Goal, Model
from exactbox.mdp.model.rewards import Rewards
from exactbox.mdp.trade_offs.product import Aim, Until
from tests.mdp.trade_offs.brute import Play
from tests.process_certificates import integer, rational

KINDS = ("F", "F", "until", "within", "G", "cost", "cost", "total", "first")
MAX_POLICIES, MAX_NODES = 3000, 40
Json = dict[str, Any]


def random_actions(rng: Random) -> list[list[list[tuple[Fraction, int]]]]:
    """States of actions of branches; few actions end the play."""
    n, states = rng.randint(2, 4), []
    for _ in range(n):
        actions: list[list[tuple[Fraction, int]]] = []
        for _ in range(rng.choice([1, 1, 2, 2, 3])):
            targets = sorted(rng.sample(range(n), rng.randint(1, min(3, n))))
            weights = [rng.randint(1, 3) for _ in targets]
            row = [(Fraction(w, sum(weights)), t) for w, t in zip(weights, targets, strict=True)]
            actions.append(row if rng.random() > 0.06 else [])
        states.append(actions)
    return states


def random_set(rng: Random, n: int) -> frozenset[int]:
    """A set of states."""
    return frozenset(s for s in range(n) if rng.random() < 0.4)


def random_objective(rng: Random, actions: list[Any], kinds: tuple[str, ...] = KINDS) -> Json:
    """An objective without a bound, as brute force takes it."""
    n, kind = len(actions), rng.choice(kinds)
    objective: Json = {"sense": rng.choice(["max", "min"]), "complement": kind == "G"}
    if kind in ("F", "until", "within", "G"):
        until = {"goal": random_set(rng, n), "stay": None, "steps": None}
        until["ended"] = rng.random() < 0.2
        if kind == "until":
            until["stay"] = random_set(rng, n)
        if kind == "within":
            until["steps"] = rng.randint(0, 3)
        return objective | {"untils": [until]}
    least = -2 if rng.random() < 0.3 else 0
    objective["reward"] = [
        [Fraction(rng.randint(least, 3), rng.choice([1, 1, 2])) * (rng.random() < 0.7) for _ in row]
        for row in actions
    ]
    if kind == "cost":
        goal = {"goal": random_set(rng, n), "stay": None, "steps": None}
        objective["untils"] = [goal | {"ended": rng.random() < 0.3}]
    if kind == "first":
        objective["steps"] = rng.randint(0, 3)
    return objective


def aim_of(objective: Json, states: int) -> Aim:
    """The same as the package takes it."""

    def goal(members: frozenset[int], ended: bool, name: str) -> Goal:
        return Goal(np.array([s in members for s in range(states)]), ended, name)

    untils = [
        Until(
            goal(u["goal"], u["ended"], "goal"),
            None if u["stay"] is None else goal(u["stay"], False, "stay"),
            u["steps"],
        )
        for u in objective.get("untils", ())
    ]
    rewards = None
    if "reward" in objective:
        of = [r for row in objective["reward"] for r in row]
        rewards = Rewards.from_fractions(of).named("paid")
    return Aim(
        objective["sense"],
        tuple(untils),
        rewards,
        objective.get("steps"),
        objective["complement"],
        objective.get("bound"),
        objective.get("strict", False),
        "an objective",
    )


def model_of(actions: list[Any]) -> Model:
    """The process."""
    rows = [[[(str(p), t) for p, t in row] for row in options] for options in actions]
    return Model.from_lists(rows)


@dataclass
class Case:
    """A process, objectives, and the points of all deterministic policies of the product that
    count, more being better; None where something is paid for ever."""

    actions: list[Any]
    objectives: list[Json]
    points: list[tuple[Fraction, ...]] | None

    @property
    def signs(self) -> list[int]:
        """1 where the more is paid the better."""
        return [1 if (o["sense"] == "max") != o["complement"] else -1 for o in self.objectives]

    def value(self, i: int, z: Fraction) -> Fraction:
        """The value of an objective."""
        paid = self.signs[i] * z
        return 1 - paid if self.objectives[i]["complement"] else paid

    def bounds(self) -> list[Fraction | None]:
        """b where z >= b is asked."""
        listed: list[Fraction | None] = []
        for sign, o in zip(self.signs, self.objectives, strict=True):
            bound = o.get("bound")
            if bound is not None:
                bound = sign * (1 - bound if o["complement"] else bound)
            listed.append(bound)
        return listed

    def ask(self) -> tuple[Model, list[Aim]]:
        """The question to the package."""
        aims = [aim_of(o, len(self.actions)) for o in self.objectives]
        return model_of(self.actions), aims


def brute_points(
    actions: list[Any], objectives: list[Json], start: int = 0
) -> list[tuple[Fraction, ...]] | None:
    """What all policies pay; None where something is paid for ever.

    Raises
    ------
    OverflowError
        Too many policies.
    """
    play = Play(actions, start, objectives)
    policies = prod([len(actions[node[0]]) for node in play.nodes])
    if policies > MAX_POLICIES or len(play.nodes) > MAX_NODES:
        raise OverflowError(f"{policies} policies")
    try:
        return [tuple(point) for point in play.points()]
    except ValueError:
        return None


def random_case(seed: int) -> Case:
    """Two or three objectives, perhaps with bounds, that some points are at, between and beyond."""
    rng = Random(seed)
    while True:
        actions = random_actions(rng)
        objectives = [random_objective(rng, actions) for _ in range(rng.choice([2, 2, 3]))]
        twice = any(a == b for k, a in enumerate(objectives) for b in objectives[:k])
        if not twice:
            break
    paid = brute_points(actions, objectives)
    case = Case(actions, objectives, None)
    if paid is not None:
        signs = case.signs
        case.points = [tuple(s * x for s, x in zip(signs, each, strict=True)) for each in paid]
    asks = rng.choice(["curve", "value", "achievable"])
    if asks != "curve" and case.points:
        for i in range(asks == "value", len(objectives)):
            values = sorted({case.value(i, z[i]) for z in case.points})
            where, bound = rng.random(), rng.choice(values)
            if where >= 0.6:
                bound = (bound + rng.choice(values)) / 2
            if where > 0.9:
                bound += rng.choice([-1, 1]) * Fraction(1, 7)
            objectives[i] |= {"bound": bound, "strict": rng.random() < 0.3}
    return case


def random_ratio(seed: int) -> tuple[list[Any], Json, Json, list[Aim]]:
    """A process, the objectives a and b, then b, and the same for the package."""
    rng = Random(seed)
    actions = random_actions(rng)
    a, b = (random_objective(rng, actions, ("F", "until", "within")) for _ in range(2))
    a["sense"] = b["sense"]
    both, states = {**a, "untils": a["untils"] + b["untils"]}, len(actions)
    aims = [aim_of(a, states), aim_of(b, states)]
    return actions, both, b, [replace(aims[0], untils=aims[0].untils + aims[1].untils), aims[1]]


def proved(*program: Any, **more: Any) -> Any:
    """The answer of a linear program, which its own certificate proves."""
    answer = linprog(*program, **more)
    assert answer.is_proved_by(check_plain(answer.certificate()))
    return answer


def vertices(points: list[tuple[Fraction, ...]]) -> set[tuple[Fraction, ...]]:
    """Those that are not below a mixture of others."""
    found = set()
    for z in set(points):
        others = [q for q in set(points) if q != z]
        below = {"A_ub": [[-q[i] for q in others] for i in range(len(z))], "b_ub": [-x for x in z]}
        one = {"A_eq": [[1] * len(others)], "b_eq": [1]}
        if not others or proved([0] * len(others), **below, **one).status == "infeasible":
            found.add(z)
    return found


def keeps(points: list[tuple[Fraction, ...]], bounds: list[Any], strict: list[bool]) -> bool:
    """True where a mixture keeps to all bounds: with t more of those that are strict, t > 0."""
    asked = [i for i, b in enumerate(bounds) if b is not None]
    answer = proved(
        [0] * len(points) + [1],
        A_ub=[[-z[i] for z in points] + [int(strict[i])] for i in asked],
        b_ub=[-bounds[i] for i in asked],
        A_eq=[[1] * len(points) + [0]],
        b_eq=[1],
        bounds=[(0, None)] * len(points) + [(None, 1)],
        maximize=True,
    )
    return answer.status == "optimal" and (answer.fun > 0 or not any(strict))


def best(points: list[tuple[Fraction, ...]], bounds: list[Any]) -> Fraction:
    """The greatest z_0 of mixtures that keep to the other bounds."""
    answer = proved(
        [z[0] for z in points],
        A_ub=[[-z[i] for z in points] for i in range(1, len(bounds))],
        b_ub=[-b for b in bounds[1:]],
        A_eq=[[1] * len(points)],
        b_eq=[1],
        maximize=True,
    )
    return Fraction(answer.fun)


def stated(question: Json) -> Case:
    """What a certificate's question asks.

    Raises
    ------
    OverflowError
        Too many policies for brute force.
    """
    model = question["model"]
    branch, weight = iter(model["target"]), iter(map(integer, model["weight"]))
    rows = [[(next(weight), next(branch)) for _ in range(n)] for n in model["branches"]]
    choices = [[(Fraction(w, sum(u for u, _ in row)), t) for w, t in row] for row in rows]
    listed = iter(model["choice"] or range(len(rows)))
    numbers = [[next(listed) for _ in range(n)] for n in model["options"]]
    actions = [[choices[c] for c in row] for row in numbers]
    objectives = []
    for given in question["objectives"]:
        objective: Json = {"sense": given["sense"], "complement": given.get("complement") == 1}
        parts = given.get("untils", [{"goal": given["goal"]}] if "goal" in given else [])
        objective["untils"] = [
            {
                "goal": frozenset(part["goal"]["states"]),
                "ended": part["goal"]["ended"] == 1,
                "stay": frozenset(part["stay"]["states"]) if "stay" in part else None,
                "steps": part.get("steps"),
            }
            for part in parts
        ]
        if "reward" in given:
            of = [rational(n) for n in given["reward"]["of"]]
            objective["reward"] = [[of[c] for c in row] for row in numbers]
            objective["steps"] = given.get("steps")
        if "bound" in given:
            objective |= {"bound": rational(given["bound"]), "strict": given["strict"] == 1}
        objectives.append(objective)
    paid = brute_points(actions, objectives, question["start"])
    case = Case(actions, objectives, None)
    if paid is not None:
        case.points = [tuple(s * x for s, x in zip(case.signs, z, strict=True)) for z in paid]
    return case


def truth(question: Json) -> dict[str, Any] | None:
    """What a claim about this question has to say; None where brute force does not tell."""
    try:
        case = stated(question)
    except OverflowError:
        return None
    points = case.points
    if points is None:
        return None
    if question["asks"] == "curve":
        corners = vertices(points)
        listed = {tuple(case.value(i, x) for i, x in enumerate(z)) for z in corners}
        return {"vertices": listed, "value": None}
    if question["asks"] == "ratio":
        ratios = [a / b for a, b in points if b]
        best_of = max if case.signs[0] > 0 else min
        return {"value": best_of(ratios) if ratios else "undefined"}
    bounds, strict = case.bounds(), [o["strict"] for o in case.objectives if "bound" in o]
    strict = [False] * (len(bounds) - len(strict)) + strict
    if not points or not keeps(points, bounds, strict):
        return {"result": "false", "value": None}
    if question["asks"] == "achievable":
        return {"result": "true", "value": None}
    return {"value": case.value(0, best(points, bounds))}


def says(claim: Any, true: dict[str, Any]) -> bool:
    """True where a claim is exactly that."""
    listed = claim.facts.get("vertices")
    found = {
        "vertices": None if listed is None else {*map(tuple, listed)},
        "result": claim.facts.get("result"),
        "value": claim.value,
    }
    once = listed is None or len(listed) == len(found["vertices"])
    return once and all(found[key] == true.get(key) for key in found)
