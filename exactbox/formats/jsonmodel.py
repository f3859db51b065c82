"""A decision process as JSON that can be read and written by hand.

::

    {"type": "mdp",
     "initial": 0,
     "states": [
       {"labels": ["start"],
        "choices": [
          {"action": "toss", "to": {"0": "1/2", "1": "1/2"}, "rewards": {"tosses": 1}},
          {"action": "stop", "to": {"1": 1}}]},
       {"labels": ["end"], "choices": [{"to": {"1": 1}}]}]}

States are numbered from 0 by their place; ``to`` maps the number of a state, as a string, to the
probability. A number is a string (``"1/3"``, ``"0.1"``, ``"1e-3"``) or a JSON number, which is
read as the decimal that is written there: 0.1 is 1/10. Required are ``type`` (``"mdp"``, or
``"dtmc"`` where every state has one choice), ``states``, and in them ``choices`` and ``to``.
In continuous time the type is ``"ma"``, or ``"ctmc"`` where every state has one choice, and a
choice has a ``rate``; without one, or with 0, it is immediate, and those with a rate that stand
beside it are left out (`rates`). ``accrues`` has what its rewards amount in a unit of time,
``rewards`` those that are had at once.
What may be left out: ``initial`` (0; a list, if there are several), ``labels`` and ``valuation`` (a
description) of a state, its ``player`` (1, or 2 in a turn-based game), ``action`` (no name),
``rewards`` and ``accrues`` (0) of a choice.
A choice whose ``to`` is ``null`` ends the play. Where states share choices, these are listed beside
``states``, and a state has their numbers, from 0::

    {"type": "mdp",
     "choices": [{"to": {"0": "1/2", "1": "1/2"}}, {"to": null}],
     "states": [
       {"choices": [{"action": "toss", "choice": 0}, {"action": "stop", "choice": 1}]},
       {"choices": [{"choice": 1}]}]}

``labels`` and ``rewards`` beside ``states`` list all names, also those that no state has, and
then no others may occur. Unknown and repeated keys are errors.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from typing import Any, NoReturn

import numpy as np

from exactbox.formats.numbers import probabilities_of, ratio_texts, rationals
from exactbox.formats.rates import maximal_progress
from exactbox.formats.text_files import write_text
from exactbox.formats.writable import labels_of_states, writable
from exactbox.inputs import contents, input_of, require_memory_for_json
from exactbox.mdp.model.builder import RewardParts, build_model, require_memory_for_model
from exactbox.mdp.model.layout import Layout, shared
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import choice_place

_MODEL = ("type", "initial", "labels", "rewards", "choices", "states")
_STATE = ("labels", "valuation", "player", "choices")
_CHOICE = ("to", "rewards", "rate", "accrues")
_TYPES = {"mdp": False, "dtmc": False, "ma": True, "ctmc": True}  # whether there are rates


class _Literal(str):
    """The digits of a JSON number."""


def read_json(path: str | os.PathLike[str], *, normalise: bool = False) -> Model:
    """The model in a .json file, which may be packed (.gz, .xz).

    The argument is explained in `exactbox.formats`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "loop.json"
    >>> _ = path.write_text('{"type": "dtmc", "states": [{"choices": [{"to": {"0": 1}}]}]}')
    >>> read_json(path).states
    1
    """
    file = input_of(path)
    name, data = file.name, contents(file)
    require_memory_for_json(data, file)
    try:
        value = json.loads(
            data.decode(),
            parse_float=_Literal,
            parse_int=_Literal,
            parse_constant=lambda text: _fail("", f"found {text}, need a finite number"),
            object_pairs_hook=_object,
        )
        return _model(value, normalise)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}:{error.lineno}: the text is not JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"{name}: found brackets too deep, need a model") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: the text is not UTF-8: {error}") from None
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        again = next(key for k, key in enumerate(keys) if key in keys[:k])
        raise ValueError(f"found the key {again!r} twice in one object, need it once")
    return result


def _model(document: Any, normalise: bool) -> Model:
    """The model that a parsed file describes."""
    top = _fields(document, "", _MODEL, ("type", "states"))
    kind, states = top["type"], top["states"]
    if not isinstance(kind, str) or kind not in _TYPES:
        _fail("", f"the type is {_brief(kind)}, need {', '.join(map(repr, _TYPES))}")
    if not isinstance(states, list) or not states:
        _fail("", f"the states are {_brief(states)}, need a list of at least one")
    labels: dict[str, list[int]] = {}
    amounts: dict[str, dict[int, str]] = {}
    accruing: dict[str, dict[int, str]] = {}
    exits: list[str] = []
    if "labels" in top:
        labels = {name: [] for name in _names(top["labels"], "", "labels")}
    if "rewards" in top:
        amounts = {name: {} for name in _names(top["rewards"], "", "rewards")}
    action_start, branch_start = [0], [0]
    target: list[int] = []
    probability: list[str] = []
    afterstate: list[int] = []
    actions: list[str] = []
    valuations: list[str] = []
    players: list[bool] = []

    def add_choice(parts: dict[str, Any], here: str) -> None:
        """Append the branches, the rewards and the rate of the next choice."""
        to = {} if parts["to"] is None else parts["to"]
        extras = [parts.get(what, {}) for what in ("rewards", "accrues")]
        for value, what in zip((to, *extras), ("to", "rewards", "accrues"), strict=True):
            if not isinstance(value, dict):
                _fail(here, f"{what!r} is {_brief(value)}, need an object")
        if parts["to"] == {}:
            _fail(here, "found no target, need one, or null where the choice ends the play")
        for t, p in to.items():
            target.append(_index(t, here, "target"))
            probability.append(_digits(p, here, f"the probability of target {t}"))
        for extra, table in zip(extras, (amounts, accruing), strict=True):
            for name, amount in extra.items():
                if "rewards" in top and name not in amounts:
                    _fail(here, f"found the reward {name!r}, need one that is listed")
                amounts.setdefault(name, {})
                of_choice = table.setdefault(name, {})
                of_choice[len(exits)] = _digits(amount, here, f"the reward {name!r}")
        if "rate" in parts and not _TYPES[kind]:
            _fail(here, f"found a rate in a model of type {kind!r}, need 'ma' or 'ctmc'")
        if "rate" not in parts and kind == "ctmc":
            _fail(here, "found no rate, need one in a ctmc")
        exits.append(_digits(parts.get("rate", _Literal("0")), here, "the rate"))
        branch_start.append(len(target))

    is_shared = "choices" in top
    every = top.get("choices", [])
    if is_shared and (not isinstance(every, list) or not every):
        _fail("", f"the choices are {_brief(every)}, need a list of at least one")
    for c, choice in enumerate(every):
        add_choice(_fields(choice, f"choice {c} of all", _CHOICE, ("to",)), f"choice {c} of all")
    for s, state in enumerate(states):
        place = f"state {s}"
        fields = _fields(state, place, _STATE, ("choices",))
        for label in _names(fields.get("labels", []), place, "labels"):
            if "labels" in top and label not in labels:
                _fail(place, f"found the label {label!r}, need one that is listed")
            labels.setdefault(label, []).append(s)
        valuations.append(_string(fields.get("valuation", ""), place, "valuation"))
        player = fields.get("player", _Literal("1"))
        if player not in ("1", "2") or not isinstance(player, _Literal):
            _fail(place, f"the player is {_brief(player)}, need 1 or 2")
        players.append(player == "2")
        choices = fields["choices"]
        if not isinstance(choices, list) or not choices:
            _fail(
                place,
                f"the choices are {_brief(choices)}, need a list of at least one; "
                'where the play is over: {"to": null}',
            )
        if kind in ("dtmc", "ctmc") and len(choices) > 1:
            _fail(place, f"found {len(choices)} choices of a {kind}, need one")
        for k, choice in enumerate(choices):
            here = f"{place}, choice {k}"
            if is_shared:
                parts = _fields(choice, here, ("action", "choice"), ("choice",))
                afterstate.append(_index(parts["choice"], here, "choice", "choice of all"))
            else:
                parts = _fields(choice, here, ("action", *_CHOICE), ("to",))
                add_choice(parts, here)
            actions.append(_string(parts.get("action", ""), here, "action"))
        action_start.append(len(actions))
    require_memory_for_model(
        "", states=len(states), choices=len(exits), labels=len(labels), rewards=len(amounts)
    )
    arrays = (np.array(each, dtype=np.int64) for each in (action_start, branch_start, target))
    own = shared(np.array(afterstate, dtype=np.int64), len(exits)) if is_shared else None
    layout = Layout(*arrays, afterstate=own)
    at = choice_place(layout)

    def chance(b: int) -> str:
        return f"{at(int(layout.choice_of[b]))}: the probability of target {target[b]}"

    def column(of: dict[int, str], name: str) -> Ratios:
        texts = (of.get(c, "0") for c in range(len(exits)))
        return rationals(texts, lambda c: f"{at(c)}: the reward {name!r}")

    first = top.get("initial", _Literal("0"))
    initial = first if isinstance(first, list) else [first]
    rates = rationals(exits, lambda c: f"{at(c)}: the rate") if _TYPES[kind] else None
    model = build_model(
        Model,
        layout.action_start,
        layout.branch_start,
        layout.target,
        rationals(probability, chance),
        afterstate=own,
        rates=rates,
        can_end=True,
        normalise=normalise,
        initial=sorted(_index(each, "", "initial state") for each in initial),
        labels=labels,
        rewards={
            name: RewardParts(
                choices=column(of, name),
                accrues=column(accruing[name], name) if name in accruing else None,
            )
            for name, of in amounts.items()
        },
        actions=actions if any(actions) else None,
        valuations=valuations if any(valuations) else None,
        players=np.array(players) if any(players) else None,
    )
    if model.rates is None:
        return model
    if kind == "ctmc" and not model.rates.numerator.all():
        c = int(np.argmin(model.rates.numerator != 0))
        _fail(at(c), "the rate is 0, need more in a ctmc")
    return maximal_progress(model)


def _fail(place: str, what: str) -> NoReturn:
    raise ValueError(f"{place}: {what}" if place else what)


def _fields(value: Any, place: str, keys: Collection[str], need: Collection[str]) -> dict[str, Any]:
    """An object with these keys and all the necessary ones."""
    if not isinstance(value, dict):
        _fail(place, f"found {_brief(value)}, need an object with {', '.join(keys)}")
    if extra := [key for key in value if key not in keys]:
        _fail(place, f"found the key {extra[0]!r}, need one of {', '.join(keys)}")
    if missing := [key for key in need if key not in value]:
        _fail(place, f"found no {missing[0]!r}, need it")
    return value


def _names(value: Any, place: str, what: str) -> list[str]:
    """Different strings."""
    if not isinstance(value, list) or not all(type(word) is str for word in value):
        _fail(place, f"the {what} are {_brief(value)}, need a list of strings")
    if len(set(value)) < len(value):
        _fail(place, f"the {what} are {_brief(value)}, need each once")
    return value


def _index(value: Any, place: str, what: str, of: str = "state") -> int:
    """The number of a state or of another thing, if there is one."""
    digits = str(value) if isinstance(value, str) else ""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 18:
        _fail(place, f"the {what} is {_brief(value)}, need the number of a {of}")
    return int(digits)


def _digits(value: Any, place: str, what: str) -> str:
    """A number, as it is written."""
    if not isinstance(value, str):
        _fail(place, f"{what} is {_brief(value)}, need a number or a string like '1/3'")
    return value


def _string(value: Any, place: str, what: str) -> str:
    """A string that is not a number."""
    if type(value) is not str:
        _fail(place, f"the {what} is {_brief(value)}, need a string")
    return value


def _brief(value: Any) -> str:
    """The text in the file, shortened."""
    return value[:40] if isinstance(value, _Literal) else repr(value)[:40]


def write_json(path: str | os.PathLike[str], model: Model) -> None:
    """Write a model as JSON, a line for every state, whole or not at all.

    Rewards are expectations of the choices: there is no place for those of branches.
    """
    model = writable(path, model, rates=True, ends=True)
    probabilities = ratio_texts(probabilities_of(model))
    amounts = {name: ratio_texts(values) for name, values in model.rewards.items()}
    accruing = {
        name: ratio_texts(given.rate)
        for name, given in model.rewards.items()
        if given.rate is not None
    }
    exits = None if model.rates is None else ratio_texts(model.rates)
    labels = labels_of_states(model, model.labels)
    targets, branch_start = model.target.tolist(), model.branch_start.tolist()
    action_start = model.action_start.tolist()
    own = None if model.afterstate is None else model.afterstate.tolist()

    def choice_object(c: int) -> dict[str, Any]:
        branches = range(branch_start[c], branch_start[c + 1])
        choice: dict[str, Any] = {
            "to": {str(targets[b]): probabilities[b] for b in branches} or None
        }
        if rewards := {name: texts[c] for name, texts in amounts.items() if texts[c] != "0"}:
            choice["rewards"] = rewards
        if exits is not None:
            choice["rate"] = exits[c]
        if rewards := {name: texts[c] for name, texts in accruing.items() if texts[c] != "0"}:
            choice["accrues"] = rewards
        return choice

    lines = []
    for s in range(model.states):
        state: dict[str, Any] = {}
        if labels[s]:
            state["labels"] = labels[s]
        if model.valuations is not None and model.valuations[s]:
            state["valuation"] = model.valuations[s]
        if model.players is not None and model.players[s]:
            state["player"] = 2
        state["choices"] = choices = []
        for k in range(action_start[s], action_start[s + 1]):
            choice: dict[str, Any] = {}
            if model.actions is not None and model.actions[k]:
                choice["action"] = model.actions[k]
            choices.append(choice | (choice_object(k) if own is None else {"choice": own[k]}))
        lines.append(json.dumps(state, ensure_ascii=False))
    initial = model.initial.tolist()
    head = json.dumps(
        {
            "type": model.kind,
            "initial": initial[0] if len(initial) == 1 else initial,
            "labels": list(model.labels),
            "rewards": list(amounts),
        },
        ensure_ascii=False,
    )
    if own is not None:
        listed = (json.dumps(choice_object(c), ensure_ascii=False) for c in range(model.choices))
        head = f'{head[:-1]}, "choices": [\n' + ",\n".join(listed) + "\n]}"
    write_text(path, f'{head[:-1]}, "states": [\n' + ",\n".join(lines) + "\n]}\n")
