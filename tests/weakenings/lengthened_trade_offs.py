"""Certificates about several objectives, lengthened: what they say comes after what is right.

Of a state, an action, an until, a policy and a bound there are 13 more in front, which are the same
as another one. So each node of the longer product is as one of the product, and the witness says
the same of it; a lie is behind 13 things that are true.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from exactbox.checker.model import read_layout
from exactbox.checker.trade_off import Node, Product, read_objectives
from tests.weakenings.trial import Json

MORE = 13
Longer = Callable[[Json, Json], tuple[Json, Json]]  # question and witness to longer ones
NodeOf = Callable[[Node], Node]


def lengthened_trade_off(
    question: Json, witness: Json, states: Longer, actions: Longer, of_a_state: Any, renumbered: Any
) -> Iterator[tuple[str, Json, Json]]:
    """How it was lengthened, and both; the functions are those of `lengthened` on a model."""
    model = {"model": question["model"], "start": [question["start"]], "objective": "mean_payoff"}

    def with_model(longer: Json, how: str) -> Json:
        """The question about another model, whose states have other numbers."""
        q = json.loads(json.dumps(question)) | {
            "model": longer["model"],
            "start": longer["start"][-1],
        }
        for each in q["objectives"]:
            parts = [part for part in (each, *each.get("untils", ())) if "goal" in part]
            for given in [part[key] for part in parts for key in ("goal", "stay") if key in part]:
                given["states"] = renumbered(given["states"], how)
            if "reward" in each and how == "states":
                each["reward"]["of"] = [0] * MORE + each["reward"]["of"]
        return q

    q, w = with_model(states(model, {})[0], "states"), json.loads(json.dumps(witness))
    if "components" in w:
        w["components"] = [*range(MORE), *(k + MORE for k in w["components"])]
        w["heights"] = [0] * MORE + w["heights"]
    yield "states", q, w
    targets = question["model"]["target"]
    often = sorted({*targets}, key=lambda s: (-targets.count(s), s))
    goals = [s for until in _untils(question) for s in until["goal"]["states"][-1:]]
    for state in dict.fromkeys([*often[:2], *goals, question["start"]]):
        q = with_model(of_a_state(model, {}, state)[0], f"of state {state}")

        def same(node: Node, state: int = state) -> Node:
            """The node of the product that this one is as."""
            return state if node[0] < MORE else node[0] - MORE, *node[1:]

        w = _pulled_back(question, witness, q, same)
        if "components" in w:
            w["components"] = w["components"][state : state + 1] * MORE + w["components"]
        yield f"of state {state}", q, w
    q, w = with_model(actions(model, {})[0], "actions"), json.loads(json.dumps(witness))
    for each in w["policies"]:
        each["actions"] = [k + MORE if k else 0 for k in each["actions"]]
    yield "actions", q, w
    yield "untils", *_more_untils(question, witness)
    w = json.loads(json.dumps(witness))
    if question["asks"] == "curve":
        w["bounds"] = w["bounds"][:1] * MORE + w["bounds"]
        yield "bounds", question, w
    elif "shares" in w:
        w["policies"] = w["policies"][:1] * MORE + w["policies"]
        for name in {"shares", "inside"} & w.keys():
            w[name] = [0] * MORE + w[name]
        yield "policies", question, w


def _untils(question: Json) -> list[Json]:
    """All untils, and the goals of costs as such."""
    every = question["objectives"]
    return [u for o in every for u in (o.get("untils", ()) if "goal" not in o else [o])]


def _more_untils(question: Json, witness: Json) -> tuple[Json, Json]:
    """Before the untils of each conjunction its first one, so many times."""
    q, kept, place = json.loads(json.dumps(question)), list[int](), 0
    for each in q["objectives"]:
        own = each.get("untils", [{}] if "goal" in each else [])
        more = MORE if "untils" in each else 0
        kept += range(place + more, place + more + len(own))
        place += more + len(own)
        if more:
            each["untils"] = own[:1] * more + own
    if question["asks"] == "ratio":  # a and b, then b: as b has them
        a, b = question["objectives"]
        many = len(a["untils"]) - len(b["untils"])
        q["objectives"][0]["untils"] = a["untils"][:many] + q["objectives"][1]["untils"]
        kept = [*range(many), *range(many + MORE, many + MORE + len(b["untils"]))]
        second = len(q["objectives"][0]["untils"]) + MORE
        kept += range(second, second + len(b["untils"]))

    def same(node: Node) -> Node:
        """The node of the product that this one is as."""
        s, status, steps = node
        return s, tuple([status[k] for k in kept]), steps

    return q, _pulled_back(question, witness, q, same)


def product(question: Json) -> Product:
    """The product that the checker makes of a question."""
    layout = read_layout(question["model"])
    sizes = len(layout.first) - 1, len(layout.begin) - 1
    untils, aims = read_objectives(question["objectives"], question["asks"], *sizes)
    return Product(layout, question["start"], untils, aims)


def _pulled_back(question: Json, witness: Json, longer: Json, same: NodeOf) -> Json:
    """What the witness says of the node that each node of the longer product is as."""
    number = {node: n for n, node in enumerate(product(question).nodes)}
    at = [number[same(node)] for node in product(longer).nodes]

    def blocks(given: list[Any]) -> list[Any]:
        """Blocks of values of nodes."""
        found = []
        for d, keys, *rows in given:
            where = {n: i for i, n in enumerate(keys)}
            places = [(m, where[n]) for m, n in enumerate(at) if n in where]
            found.append(
                [d, [m for m, _ in places], *[[row[i] for _, i in places] for row in rows]]
            )
        return found

    w = json.loads(json.dumps(witness))
    if "levels" in w:
        w["levels"] = [w["levels"][n] for n in at]
    for each in (*w["bounds"], *w["policies"]):
        each["values"] = blocks(each["values"])
    for each in w["policies"]:
        each["actions"] = [each["actions"][n] for n in at]
    return w
