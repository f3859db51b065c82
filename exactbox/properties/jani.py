"""A JANI file's own properties, and what the file says before the model is built.

Their JSON becomes the same trees as the text of `parser`: what is not answered is refused by the
property's name and the part that is not known.

Rewards are transient variables. What edges assign is a reward of a step; the value in a location
counts for the time there, in discrete time once, on exit::

    accumulate          ctmc, ma                dtmc, mdp
    steps               edges                   edges
    time                locations               nothing
    exit                not answered            locations
    absent, under S     steps and time          exit and steps
    absent, under E     the value at the goal, which is not answered

Source: Budde, Dehnert, Hahn, Hartmanns, Junges, Turrini, *JANI: quantitative model and tool
interaction*, TACAS 2017, and its specification, jani-spec.org.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NoReturn

from exactbox.formats.text_files import json_of
from exactbox.inputs import contents, named
from exactbox.linalg.matrices.entries import exact_ratio
from exactbox.properties.declarations import TIMED, Constant, Program, PropertyFile, distinct
from exactbox.properties.parser import Property
from exactbox.properties.syntax import (
    Apply,
    Boolean,
    Bound,
    Element,
    Expression,
    Filter,
    Formula,
    Label,
    Name,
    Number,
    Operator,
    Path,
    RewardSum,
)
from exactbox.properties.tokens import PropertyError, Source

_SIGNS = {  # JANI's signs and functions, as the trees have them
    **{sign: sign for sign in ("=", "<", ">", "+", "-", "*", "/", "%", "min", "max", "pow")},
    **{sign: sign for sign in ("floor", "ceil", "abs")},
    **dict(zip("∧∨¬⇒≠≤≥", ("&", "|", "!", "=>", "!=", "<=", ">="), strict=True)),  # noqa: RUF001
}
_ARGUMENTS = {"¬": 1, "floor": 1, "ceil": 1, "abs": 1}
_RELATIONS = {"≥": ">=", ">": ">", "≤": "<=", "<": "<"}
_MIRRORED = {">=": "<=", ">": "<", "<=": ">=", "<": ">"}
_FILTERS = {
    **{name: name for name in ("min", "max", "sum", "avg", "count", "argmin", "argmax")},
    "∀": "forall",
    "∃": "exists",
    "values": "print",
}
_TYPES = {"real": "double", "int": "int", "bool": "bool"}


def read_jani(path: str | os.PathLike[str]) -> PropertyFile:
    """The properties of a JANI file; one that is not understood carries its refusal."""
    name = named(path)
    top = _read(path)
    program = _program(name, top)
    properties = []
    for each in _list(top, "properties", name):
        title = each.get("name") if isinstance(each, dict) else None
        if not isinstance(title, str):
            raise ValueError(f"{name}: found a property without a name, need one")
        source = Source("", name)
        try:
            formula = _Reader(f"{name}: property {title!r}", program).formula(each["expression"])
            properties.append(Property(formula, title, str(formula), source))
        except (KeyError, TypeError, AttributeError, RecursionError):
            refusal = f"{name}: property {title!r}: found what is not JANI, need its expressions"
            properties.append(Property(None, title, "", source, refusal))
        except PropertyError as error:
            properties.append(Property(None, title, "", source, str(error)))
    return PropertyFile(name, distinct(properties))


def read_jani_program(path: str | os.PathLike[str]) -> Program:
    """Type, constants and transient variables of a JANI file; raises as `read_jani`."""
    return _program(named(path), _read(path))


def _read(path: str | os.PathLike[str]) -> dict[str, Any]:
    name = named(path)
    top = json_of(contents(path), name, parse_float=_decimal)
    if not isinstance(top, dict) or not isinstance(top.get("type"), str):
        raise ValueError(f"{name}: found no JANI model, need an object with a type")
    return top


def _decimal(text: str) -> Fraction:
    """A number that is written with a point or an exponent, exactly."""
    try:
        return Fraction(*exact_ratio(text))
    except ValueError as error:
        raise ValueError(f"a number {error}") from None


def _list(top: Mapping[str, Any], key: str, name: str) -> list[Any]:
    items = top.get(key, [])
    if not isinstance(items, list):
        raise ValueError(f"{name}: {key}: found {type(items).__name__}, need a list")
    return items


def _program(name: str, top: Mapping[str, Any]) -> Program:
    reader = _Reader(name, Program(str(top["type"])))
    constants = {}
    try:
        for each in _list(top, "constants", name):
            kind = each["type"] if isinstance(each["type"], str) else each["type"]["base"]
            value = reader.expression(each["value"]) if "value" in each else None
            constants[each["name"]] = Constant(_TYPES[kind], value, name)
    except (KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{name}: found constants that are not JANI, need names and types"
        ) from None
    labels, rewards, always = set[str](), set[str](), set[str]()
    for each in _list(top, "variables", name):
        if isinstance(each, dict) and each.get("transient"):
            (labels if each.get("type") == "bool" else rewards).add(str(each.get("name")))
            always |= {str(each.get("name"))} if each.get("initial-value", 0) != 0 else set()
    assigned = {"locations": set(always), "edges": set(always)}  # arrays are left out
    for part, names in assigned.items():
        nodes: list[Any] = [each.get(part, []) for each in top.get("automata", [])]
        while nodes:
            node = nodes.pop()
            if isinstance(node, list):
                nodes += node
            elif isinstance(node, dict):
                inside = ("destinations", "assignments", "transient-values")
                nodes += [node.get(key, []) for key in inside]
                names |= {node["ref"]} if isinstance(node.get("ref"), str) else set()
    sets = labels, rewards, rewards & assigned["locations"], rewards & assigned["edges"]
    return Program(str(top["type"]), constants, {}, *map(frozenset, sets))


class _Reader:
    """One property while it is read; `place` is what refusals call it."""

    def __init__(self, place: str, program: Program) -> None:
        self.place, self.program = place, program

    def fail(self, node: Any, need: str) -> NoReturn:
        text = json.dumps(node, ensure_ascii=False, default=str)
        text = f"{text[:60]}..." if len(text) > 60 else text
        raise PropertyError(f"{self.place}: found {text}, need {need}")

    def formula(self, node: Any) -> Formula:
        """A filter, or anything that `states` is."""
        if not (isinstance(node, dict) and node.get("op") == "filter"):
            return self.states(node)
        if node["fun"] not in _FILTERS:
            self.fail(node["fun"], f"a filter: {', '.join(_FILTERS)}")
        states = self.states(node["states"])
        body = self.states(node["values"])
        function = _FILTERS[node["fun"]]
        if function == "print" and states == Label("init"):
            return body
        return Filter(function, body, states)

    def states(self, node: Any) -> Expression:
        """An expression, an operator, or a comparison of an operator with a threshold."""
        if not isinstance(node, dict):
            return self.expression(node)
        op = node["op"]
        if op in ("initial", "deadlock"):
            return Label("init" if op == "initial" else op)
        if op in ("Pmin", "Pmax"):
            return Operator("P", self.path(node["exp"]), op[1:])
        if op in ("Emin", "Emax"):
            return self.expectation(node, op[1:])
        if op in ("Smin", "Smax"):
            # a long-run average: of states, or of rewards, by default of all that there are
            of, accumulate = node["exp"], node.get("accumulate")
            if accumulate is None and not (isinstance(of, str) and of in self.program.rewards):
                return Operator("S", self.inner(of), op[1:])
            name = self.reward(of)
            parts = "" if accumulate is None else self.parts(name, accumulate)
            return Operator("R", RewardSum("S", parts=parts), op[1:], name)
        if op in _RELATIONS or op == "=":
            sides = [self.states(node[side]) for side in ("left", "right")]
            sign = _RELATIONS.get(str(op), "=")
            if isinstance(sides[0], Operator):
                return self.threshold(sides[0], sign, sides[1])
            if isinstance(sides[1], Operator):
                return self.threshold(sides[1], _MIRRORED.get(sign, sign), sides[0])
        return self.expression(node)

    def threshold(self, value: Operator, relation: str, threshold: Expression) -> Operator:
        """A comparison; a probability that is = 1 is >= 1, one that is = 0 is <= 0."""
        if relation == "=":
            ends: dict[Expression, str] = {Number(1): ">=", Number(0): "<="}
            if value.kind not in ("P", "S") or threshold not in ends:
                self.fail("=", "≥, >, ≤ or <; a probability may be = 0 or = 1")
            relation = ends[threshold]
        return Operator(value.kind, value.body, value.sense, value.reward, relation, threshold)

    def path(self, node: Any) -> Path:
        """The path inside of a probability, with its bounds of steps, time or rewards."""
        if isinstance(node, dict) and node["op"] == "¬":
            inner = self.path(node["exp"])
            return replace(inner, negated=not inner.negated)
        if not isinstance(node, dict) or node["op"] not in ("F", "G", "U", "W", "R"):
            self.fail(node, "a path: F, G, U, W or R")
        sign = node["op"]
        one = sign in ("F", "G")
        left = None if one else self.inner(node["left"])
        right = self.inner(node["exp" if one else "right"])
        if left == Boolean(True) and sign == "U":
            sign, left = "F", None
        spans = list[tuple[str, str | None, Any]]()  # of steps, of time, or of a reward
        for unit in [unit for unit in ("step", "time", "reward") if f"{unit}-bounds" in node]:
            span = node[f"{unit}-bounds"]
            for of in span if unit == "reward" else ():
                if of["exp"] == 1 and of["accumulate"] in (["steps"], ["exit"]):
                    spans.append(("step", None, of["bounds"]))
                else:
                    reward = self.reward(of["exp"])
                    self.parts(reward, of["accumulate"])
                    spans.append((unit, reward, of["bounds"]))
            spans += [] if unit == "reward" else [(unit, None, span)]
        bounds = list[Bound]()
        for unit, of_reward, span in spans:
            low, high = (
                self.expression(span[end]) if end in span else None for end in ("lower", "upper")
            )
            if low is None and high is None:
                self.fail(span, 'a bound: "lower", "upper" or both')
            strict = [bool(span.get(f"{end}-exclusive", False)) for end in ("lower", "upper")]
            word = {"step": "steps", "time": "time", "reward": ""}[unit]
            bounds.append(Bound(of_reward, low, high, strict[0], strict[1], word))
        first = replace(bounds[0], more=tuple(bounds[1:])) if bounds else None
        return Path(sign, left, right, first)

    def inner(self, node: Any) -> Expression:
        if isinstance(node, dict) and node["op"] in ("F", "G", "U", "W", "R"):
            self.fail(node, "states; paths inside one another (LTL) are not answered")
        return self.states(node)

    def reward(self, node: Any) -> str:
        if not isinstance(node, str):
            self.fail(node, "the name of a transient variable, for which Storm builds rewards")
        return node

    def expectation(self, node: Mapping[str, Any], sense: str) -> Operator:
        """Expected rewards: of which accumulations, and until when."""
        keys = {"op", "exp", "accumulate", "reach", "step-instant", "time-instant", "comment"}
        if extra := sorted(node.keys() - keys):
            self.fail(extra[0], "accumulate, reach, step-instant or time-instant")
        accumulate = node.get("accumulate")
        if node["exp"] == 1 and "reach" in node and accumulate in (["steps"], ["time"]):
            kind = accumulate[0]
            if (kind == "time") != (self.program.kind in TIMED):
                self.fail(accumulate, "steps for dtmc and mdp, time for ctmc and ma")
            return Operator("T", RewardSum("F", self.inner(node["reach"])), sense)
        name = self.reward(node["exp"])
        instant = next((unit for unit in ("step", "time") if f"{unit}-instant" in node), None)
        if accumulate is None and instant is None:
            self.fail(node, "accumulate: without it the value at the goal is meant, and no sum")
        parts = "" if accumulate is None else self.parts(name, accumulate)
        rewards = RewardSum("C", parts=parts)
        if "reach" in node:
            rewards = RewardSum("F", self.inner(node["reach"]), parts=parts)
        elif instant is not None:
            end = self.expression(node[f"{instant}-instant"])
            word = "steps" if instant == "step" else "time"
            rewards = RewardSum("C", bound=Bound(high=end, unit=word), parts=parts)
            if accumulate is None:
                rewards = RewardSum("I", bound=Bound(low=end, high=end, unit=word))
        return Operator("R", rewards, sense, name)

    def parts(self, name: str, accumulate: Any) -> str:
        """The "impulses" of steps or the "rates" of time that are added up; empty for both.

        "steps" adds up what edges assign, and what a variable is in a location counts for the
        "time" there, or once on "exit". The two are one number in a discrete-time model: there a
        variable that has both is taken whole.
        """
        words, timed = ("steps", "time", "exit"), self.program.kind in TIMED
        if not isinstance(accumulate, list) or not accumulate or {*accumulate} - {*words}:
            self.fail(accumulate, 'accumulate, a list of "steps", "time" and "exit"')
        if timed and "exit" in accumulate:
            self.fail(accumulate, "steps or time: rewards on exit are not answered for ctmc and ma")
        if not timed and accumulate == ["time"]:
            self.fail(accumulate, "steps or exit: no time passes in dtmc and mdp")
        steps, states = "steps" in accumulate, ("time" if timed else "exit") in accumulate
        if timed:
            return "" if steps and states else "impulses" if steps else "rates"
        whole = '["exit", "steps"]'
        if not states and name in self.program.state_rewards:
            self.fail(accumulate, f"{whole}: locations give {name!r} values, which count on exit")
        if not steps and name in self.program.step_rewards:
            self.fail(accumulate, f"{whole}: edges assign {name!r}, which counts with steps")
        return ""

    def expression(self, node: Any) -> Expression:
        """An expression over variables and constants."""
        if isinstance(node, bool):
            return Boolean(node)
        if isinstance(node, (int, Fraction)):
            return Number(node)
        if isinstance(node, str):
            return Label(node) if node in self.program.transient else Name(node)
        if not isinstance(node, dict) or "op" not in node:
            self.fail(node, "an expression")
        op = node["op"]
        if op == "aa":
            array, indices = node, []
            while isinstance(array, dict) and array.get("op") == "aa":  # of an array of arrays
                array, index = array["exp"], self.expression(array["index"])
                indices.append(index)
            if not isinstance(array, str):
                self.fail(array, "the name of an array")
            return Element(array, tuple(reversed(indices)))
        if op == "ite":
            parts = tuple(self.states(node[part]) for part in ("if", "then", "else"))
            return Apply("?", parts)
        if op not in _SIGNS:
            self.fail(op, f"one of {' '.join(_SIGNS)} ite aa")
        if op in _ARGUMENTS:
            return Apply(_SIGNS[op], (self.states(node["exp"]),))
        return Apply(_SIGNS[op], (self.states(node["left"]), self.states(node["right"])))
