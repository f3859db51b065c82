"""Policies of trade-offs as text: which are drawn, with what probability, and what each does.

::

    # Pmax=? [ F "won" ] under R{"cost"}<=4 [ F "over" ]
    objectives: probability to reach "won"; reward cost until "over"
    probability 3/8:
    # state  "won"  action
    0        open   a
    3        open   b
    probability 5/8:
    ...

One policy is drawn, by these probabilities, before the first step; of a curve each vertex has its
own (``policy 1:``), and none is drawn. A line is a node of the product, its columns with a tab
between them: the state, by its valuation where no other has it, else by its number; what has become
of each goal (open, won, lost); where steps are counted, how many have been made; and the action, by
name or number. Nodes with one action may be left out. In ``.json`` the same are objects.

A file without ``objectives:`` is a policy of the states, as `policies` reads it.
"""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np

from exactbox.formats.policies import action_of, read_policy
from exactbox.formats.policies_writing import are_distinct, key_of, state_names
from exactbox.formats.text_files import fail, json_of, text_of, write_text
from exactbox.inputs import contents, input_of, named
from exactbox.mdp.model.layout import PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.policy_value import OPEN
from exactbox.mdp.trade_offs.product import STATUS, Product
from exactbox.showing import one_line

Drawn = list[tuple[Fraction | None, PerState]]  # probabilities, and actions in the nodes
_HEADING = re.compile(r"(?:probability +(\S+)|policy +[0-9]+) *:$")
_OBJECTIVES = "objectives:"


def write_mixture(
    path: str | os.PathLike[str], product: Product, policies: Drawn, about: str
) -> None:
    """Write policies of a product: of nodes with several actions, an action each."""
    model, names = product.process, state_names(product.process)
    nodes = np.flatnonzero(np.diff(product.model.action_start) > 1)
    columns = ["state", *[until.goal.name for until in product.untils]]
    columns += [*["steps"] * bool(product.most), "action"]
    of_nodes = zip(
        *(each[nodes].tolist() for each in (product.state, product.status, product.steps))
    )
    places = [
        [names[s], *[STATUS[each] for each in status], *[steps] * bool(product.most)]
        for s, status, steps in of_nodes
    ]
    tables: list[list[list[Any]]] = []
    for _, actions in policies:
        rows = zip(places, product.state[nodes].tolist(), actions[nodes].tolist())
        tables.append([[*place, _action_name(model, s, k)] for place, s, k in rows])
    objectives = [aim.words for aim in product.aims]
    if input_of(path).suffix == ".json":
        chosen = []
        for (share, _), table in zip(policies, tables, strict=True):
            drawn: dict[str, Any] = {} if share is None else {"probability": str(share)}
            chosen.append({**drawn, "nodes": table})
        document = {"question": about, "objectives": objectives, "columns": columns}
        write_text(path, json.dumps(document | {"policies": chosen}, indent=1) + "\n")
        return
    lines = [f"# {one_line(about)}", f"{_OBJECTIVES} {one_line('; '.join(objectives))}"]
    for k, ((share, _), table) in enumerate(zip(policies, tables, strict=True), 1):
        lines.append(f"policy {k}:" if share is None else f"probability {share}:")
        lines.append("# " + "\t".join(map(one_line, columns)))
        lines += ["\t".join(map(str, each)) for each in table]
    write_text(path, "\n".join(lines) + "\n")


def _action_name(model: Model, state: int, action: int) -> str | int:
    """The name of an action where names tell those of the state apart, else its number."""
    if model.actions is None:
        return action
    first, last = model.action_start[state : state + 2].tolist()
    names = list(model.actions[first:last])
    return names[action] if are_distinct(names) else action


def read_mixture(path: str | os.PathLike[str], product: Product) -> Drawn:
    """The policies in a file, as actions in the nodes of a product.

    Raises
    ------
    ValueError
        Where the file is about other objectives; of what is wrong in a line, with the line.
    """
    name, data = named(path), contents(input_of(path))
    wanted = [aim.words for aim in product.aims]
    reader = _Reader(name, product)
    if data.lstrip()[:1] == b"{":
        document = json_of(data, name)
        if "objectives" not in document:
            return _stationary(path, product)
        reader.require(document["objectives"] == wanted, document["objectives"])
        policies = document.get("policies", [])
        tables = [_list(p.get("nodes") if isinstance(p, dict) else None) for p in _list(policies)]
        if not all(isinstance(row, list) for table in tables for row in table):
            raise ValueError(f"{name}: need policies, a list of objects, with lists of nodes")
        for each, table in zip(policies, tables, strict=True):
            reader.begin(0, each.get("probability"))
            for row in table:
                reader.take(0, [str(cell) for cell in row])
        return reader.finish()
    lines = enumerate(data.split(b"\n"), 1)
    about = False
    for line, raw in lines:
        text = text_of(path, line, raw).strip()
        if not text or text[0] == "#":
            continue
        if not about:
            if not text.startswith(_OBJECTIVES):
                return _stationary(path, product)
            said = text[len(_OBJECTIVES) :].strip()
            reader.require(said == one_line("; ".join(wanted)), said)
            about = True
        elif heading := _HEADING.match(text):
            reader.begin(line, heading[1])
        else:
            cells = [cell.strip() for cell in re.split(r"\t+| {2,}", text) if cell]
            reader.take(line, cells)
    return reader.finish()


def _list(value: Any) -> list[Any]:
    """The list that this is; a list of nothing good where it is none."""
    return value if isinstance(value, list) else [None]


class _Reader:
    """A file while it is read."""

    def __init__(self, name: str, product: Product) -> None:
        self.name, self.product = name, product
        self.drawn: Drawn = []
        self.rows: list[dict[int, int]] = []  # by node: the action
        keys = zip(product.state.tolist(), map(tuple, product.status.tolist()), product.steps)
        self.node = {(s, status, int(k)): n for n, (s, status, k) in enumerate(keys)}
        names = enumerate(state_names(product.process))
        self.state = {key_of(each): s for s, each in names if isinstance(each, str)}

    def fail(self, line: int, what: str) -> NoReturn:
        fail(self.name, line, what)

    def require(self, same: bool, found: Any) -> None:
        """The objectives of the file have to be those of the question."""
        if not same:
            texts = "; ".join(map(str, found)) if isinstance(found, list) else str(found)
            need = "; ".join(aim.words for aim in self.product.aims)
            raise ValueError(f"{self.name}: a policy for {one_line(texts)}; need one for {need}")

    def begin(self, line: int, probability: Any) -> None:
        """Begin with a further policy."""
        share = None
        if probability is not None:
            try:
                share = Fraction(str(probability))
            except (ValueError, ZeroDivisionError):
                self.fail(line, f"found the probability {str(probability)[:60]!r}, need 3/8")
            if share < 0:
                self.fail(line, f"found the probability {share}, need 0 or more")
        self.drawn.append((share, np.zeros(0, dtype=np.int64)))
        self.rows.append({})

    def take(self, line: int, cells: list[str]) -> None:
        """Take a node and its action."""
        p = self.product
        if not self.rows:
            self.fail(line, "found a node, need a line `probability 3/8:` or `policy 1:` above")
        size = 2 + len(p.untils) + bool(p.most)
        if len(cells) != size:
            self.fail(line, f"found {len(cells)} columns, need {size}, with tabs between them")
        place, *status, action = cells
        steps = status.pop() if p.most else "0"
        key = key_of(place)
        number = int(key) if key.isascii() and key.isdigit() and len(key) <= 18 else None
        s = self.state.get(key, number)
        if s is None or not 0 <= s < p.process.states:
            self.fail(line, f"found the state {place[:60]!r}, which the model does not have")
        for word in status:
            if word not in STATUS:
                self.fail(line, f"found {word[:60]!r} of a goal, need {', '.join(STATUS)}")
        if not (steps.isascii() and steps.isdigit() and len(steps) <= 18):
            self.fail(line, f"found {steps[:60]!r}, need a number of steps")
        node = self.node.get((s, tuple(map(STATUS.index, status)), int(steps)))
        if node is None:
            self.fail(line, f"found {' '.join(cells[:-1])!r}, which no policy comes to")
        choice = action_of(p.process, s, action)
        if choice is None or choice == OPEN:
            self.fail(line, f"found the action {action[:60]!r}, which state {s} does not have")
        if node in self.rows[-1]:
            self.fail(line, f"found {' '.join(cells[:-1])!r} again in one policy")
        self.rows[-1][node] = choice

    def finish(self) -> Drawn:
        """All policies; what they come to needs an action."""
        p = self.product
        if not self.drawn:
            raise ValueError(f"{self.name}: found no policy, need `probability 1:` and its nodes")
        shares = [share for share, _ in self.drawn]
        known = [share for share in shares if share is not None]
        if known and (len(known) < len(shares) or sum(known) != 1):
            total = " + ".join(map(str, known))
            raise ValueError(f"{self.name}: the probabilities {total} do not add up to 1")
        several = np.flatnonzero(np.diff(p.model.action_start) > 1).tolist()
        policies = []
        for share, row in zip(shares, self.rows, strict=True):
            actions = np.zeros(len(p.keys), dtype=np.int64)
            for node in several:
                if node not in row:
                    place = p.node_words(node)
                    raise ValueError(f"{self.name}: {place}: found no line, need its action")
                actions[node] = row[node]
            policies.append((share, actions))
        return policies


def _stationary(path: str | os.PathLike[str], product: Product) -> Drawn:
    """A policy of the states, which remembers nothing, as one of the nodes."""
    policy = read_policy(path, product.process)
    if isinstance(policy, list):
        raise ValueError(f"{named(path)}: counts steps to the end: need a policy of the states")
    if (policy == OPEN).any():
        s = int(np.flatnonzero(policy == OPEN)[0])
        raise ValueError(f"{named(path)}: state {s} is left open, need an action")
    return [(Fraction(1), policy[product.state])]
