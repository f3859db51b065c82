"""Certificates on file, lengthened, or off by little.

Lengthened: what they say comes after what is right and of no interest.

A checker that looks at the first entries of a list alone sees the same 13 things everywhere: states
that end the play or are in the goal, options that the policy's own option is one of, rows and
columns of a unit matrix, columns that are fixed at 0 with empty rows, first rows of a game.
Whether such a certificate is accepted is what the checker says as it is, as of the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, pairwise
from math import gcd
from typing import Any

from exactbox.certificate import encode_integer
from tests.weakenings.lengthened_trade_offs import lengthened_trade_off
from tests.weakenings.trial import Json

MORE, FINE = 13, 10**30
PADDED = {"process", "timed", "bounded"}


def lengthened(kind: str, question: Json, witness: Json) -> Iterator[tuple[str, Json, Json]]:
    """How it was lengthened, and the question and witness; nothing for other kinds and rules."""
    if kind == "property":
        of, claim = question["of"], question["claim"]
        for how, longer, shown in lengthened(of["kind"], of["question"], witness):
            states = {"states": renumbered(claim["states"], how)} if "states" in claim else {}
            yield how, {"of": {**of, "question": longer}, "claim": {**claim, **states}}, shown
    elif kind in PADDED and question["model"]["rule"] == "explicit":
        yield "states", *more_states(question, witness)
        for state in _twins(question):
            yield f"of state {state}", *more_of_a_state(question, witness, state)
        yield "actions", *more_actions(question, witness)
        if not question["model"]["choice"] and "policy" in witness:
            yield "options", *more_options(question, witness)
    elif kind == "trade_off":
        longer = more_states, more_actions, more_of_a_state, renumbered
        yield from lengthened_trade_off(question, witness, *longer)
    elif kind in ("linear", "program"):
        if question["statement"] == "game":
            yield "rows and columns", *more_of_a_game(question, witness)
        else:
            yield "rows and columns", *more_rows(question, witness)
            if not {"weights"} & witness.keys() and "least" not in question["statement"]:
                yield "entries", *more_rows(question, witness, dense=True)
            if "right" in question:
                yield "right sides", *more_right_sides(question, witness)
            if "kernel" in witness and "minor" in witness:
                yield "unknowns", *more_unknowns(question, witness)


def renumbered(states: list[int], how: str) -> list[int]:
    """A set of states, and those in front that are as one of them."""
    if how == "states":
        return [s + MORE for s in states]
    if how.startswith("of state "):
        twin = int(how.split()[-1]) in states
        return [*range(MORE * twin), *(s + MORE for s in states)]
    return states


def near_misses(kind: str, witness: Json) -> Iterator[tuple[str, Json]]:
    """The witness with one number off by 10^-30: the first and the last of each list."""
    for name in sorted(witness) if kind != "property" else ():
        given = witness[name]
        for step in (1, -1):
            if name in ("values", "lower", "upper", "bias") and isinstance(given, list):
                for b in sorted({0, len(given) - 1} & {*range(len(given))}):
                    d, (c, *cs), (n, *ns) = given[b]
                    off = [times(d, FINE), [c], [times(n, FINE, step)]]
                    rest = [[d, cs, ns]] * bool(cs)
                    yield (
                        f"{name} {c}",
                        {**witness, name: [*given[:b], off, *rest, *given[b + 1 :]]},
                    )
            elif isinstance(given, dict) and "blocks" in given and name != "kernel":
                yield from ((f"{name} {i}", {**witness, name: x}) for i, x in _off(given, step))


def _off(given: Json, step: int) -> Iterator[tuple[int, Json]]:
    """A matrix of one column or more with the first entry of its first, or last, row changed."""
    begin = [0, *accumulate(given["sizes"])]
    for i in sorted({0, len(given["blocks"]) - 1} & {*range(len(given["blocks"]))}):
        size, e = given["sizes"][i], begin[i]
        d = given["denominators"][given["blocks"][i]] if given["denominators"] else 1
        has_first = size and given["places"][e] == 0
        old = [times(n, FINE) for n in given["numerators"][e : e + size]]
        first = times(given["numerators"][e] if has_first else 0, FINE, step)
        row = [first, *old[1:]] if has_first else [first, *old]
        places = given["places"][e : e + size]
        found = {
            "sizes": [*given["sizes"][:i], len(row), *given["sizes"][i + 1 :]],
            "places": [
                *given["places"][:e],
                *(places if has_first else [0, *places]),
                *given["places"][e + size :],
            ],
            "numerators": [*given["numerators"][:e], *row, *given["numerators"][e + size :]],
            "blocks": [*given["blocks"][:i], len(given["denominators"]), *given["blocks"][i + 1 :]],
            "denominators": [*given["denominators"], times(d, FINE)],
        }
        left = sorted({*found["blocks"]})  # a block without rows is no normal form
        found["denominators"] = [found["denominators"][b] for b in left]
        found["blocks"] = [left.index(b) for b in found["blocks"]]
        yield i, found


def times(n: Any, factor: int, more: int = 0) -> Any:
    """n times a factor, and more, as certificates spell integers."""
    return encode_integer((int(n, 16) if isinstance(n, str) else n) * factor + more)


def more_states(question: Json, witness: Json) -> tuple[Json, Json]:
    """States in front, each with a choice that leads to the goal, or ends the play, or stays."""
    q, model, n = json.loads(json.dumps(question)), question["model"], MORE
    goal = question.get("goal", {}).get("states", [])[:1]
    stays = question["objective"] == "mean_payoff"
    value = int(bool(goal) and question["objective"] in ("reach", "within_reward"))
    to = [[k] if stays else [s + n for s in goal] for k in range(n)]
    q["model"] |= {
        "options": [1] * n + model["options"],
        "branches": [len(each) for each in to] + model["branches"],
        "target": [t for each in to for t in each] + [t + n for t in model["target"]],
        "weight": [1 for each in to for _ in each] + model["weight"],
    }
    if model["choice"]:
        q["model"]["choice"] = [*range(n), *(c + n for c in model["choice"])]
    for name in {"start", "second"} & q.keys():
        q[name] = [s + n for s in q[name]]
    for name in {"goal", "stay"} & q.keys():
        q[name]["states"] = [*range(n * (name == "stay")), *(s + n for s in q[name]["states"])]
    for amounts in _amounts(q, "reward", "rewards", "spending"):
        amounts["of"] = [0] * n + amounts["of"]
        if "rate" in amounts:
            amounts["rate"] = [0] * n + amounts["rate"]
    if "rates" in q:
        q["rates"] = [int(stays)] * n + q["rates"]
    if "layers" in witness:
        layers = [_with_states(each, n, value) for each in witness["layers"]]
        witness = {**witness, "layers": layers}
    if "base" in witness:
        witness = {**witness, "base": _with_states(witness["base"], n, value)}
    return q, _with_states(witness, n, value)


def _with_states(witness: Json, n: int, value: int) -> Json:
    found = dict(witness)
    for name in {"policy", "ranks"} & found.keys():
        found[name] = [0] * n + found[name]
    if "infinite" in found:
        found["infinite"] = [s + n for s in found["infinite"]]
    if "components" in found:
        found["components"] = [*range(n), *(k + n for k in found["components"])]
        found["heights"] = [0] * n + found["heights"]
    for name in {"values", "lower", "upper", "bias"} & found.keys():
        here = [1, [*range(n)], [value if name != "bias" else 0] * n]
        found[name] = [here, *([d, [c + n for c in cs], v] for d, cs, v in found[name])]
    return found


def _twins(question: Json) -> list[int]:
    """States of which there may be more: the most frequent target, one of the goal, and the last
    that is asked about."""
    targets, start = question["model"]["target"], question["start"]
    goal = question.get("goal", {}).get("states", [])
    often = sorted({*targets}, key=lambda s: (-targets.count(s), s))
    return list(dict.fromkeys([*often[:1], *goal[:1], *start[-1:]]))


def _amounts(q: Json, *names: str) -> list[Json]:
    """What these fields of a question are, and of further bounds what is spent."""
    return [
        *(q[name] for name in names if name in q),
        *(f["spending"] for f in q.get("further", [])),
    ]


def more_of_a_state(question: Json, witness: Json, state: int) -> tuple[Json, Json]:
    """So many states in front with the choices of this one; what led to it leads to them too, and
    they are in all sets that it is in."""
    q, w, n = *json.loads(json.dumps((question, witness))), MORE
    model = q["model"]
    first = [0, *accumulate(model["options"])]
    choice = model["choice"] or [*range(first[-1])]
    own = choice[first[state] : first[state + 1]]
    begin = [0, *accumulate(model["branches"])]
    rows = [[*range(i, j)] for i, j in pairwise(begin)]  # the branch that each one is a part of
    parts = [[e for e in row if model["target"][e] == state] * n + row for row in rows]
    first_of = [0, *accumulate(max(len(row), 1) for row in rows)]
    for amounts in _amounts(q, "rewards", "spending"):
        of = amounts["of"]
        amounts["of"] = [
            of[i + e - row[0]] if row else of[i]
            for i, row, part in zip(first_of, rows, parts, strict=False)
            for e in part or [0]
        ]
    weight = [int(v, 16) if isinstance(v, str) else v for v in model["weight"]]
    found = list[Any]()
    for row, part in zip(rows, parts, strict=True):
        split = len(part) > len(row)
        ws = [weight[e] * (1 if not split or model["target"][e] == state else n + 1) for e in part]
        found += [encode_integer(v // max(gcd(*ws), 1)) for v in ws]
    model |= {
        "options": [len(own)] * n + model["options"],
        "choice": own * n + choice,
        "branches": list(map(len, parts)),
        "target": [
            k if k < len(part) - len(row) else model["target"][e] + n
            for row, part in zip(rows, parts, strict=True)
            for k, e in enumerate(part)
        ],
        "weight": found,
    }
    more = partial(renumbered, how=f"of state {state}")

    for name in {"start", "second"} & q.keys():
        q[name] = more(q[name])
    for name in {"goal", "stay"} & q.keys():
        q[name]["states"] = more(q[name]["states"])
    for proof in (w, w.get("base", {}), *w.get("layers", [])):
        for name in {"policy", "components"} & proof.keys():
            proof[name] = proof[name][state : state + 1] * n + proof[name]
        if "infinite" in proof:
            at = [k for k, s in enumerate(proof["infinite"]) if s == state]
            proof["levels"] = [proof["levels"][k] for k in at] * n + proof["levels"]
            proof["infinite"] = more(proof["infinite"])
    return q, w


def more_actions(question: Json, witness: Json) -> tuple[Json, Json]:
    """In each state its first choice so many times in front; another one may be picked."""
    q, w, model = *json.loads(json.dumps((question, witness))), question["model"]
    first = [0, *accumulate(model["options"])]
    choice = model["choice"] or [*range(first[-1])]
    rows = [choice[i:j] for i, j in pairwise(first)]
    q["model"]["options"] = [len(row) + MORE for row in rows]
    q["model"]["choice"] = [c for row in rows for c in [*row[:1] * MORE, *row]]
    for proof in (w, w.get("base", {}), *w.get("layers", [])):
        if "policy" in proof:  # of a state with one action in a layer, 0
            proof["policy"] = [k + MORE if k and type(k) is int else k for k in proof["policy"]]
    return q, w


def more_options(question: Json, witness: Json) -> tuple[Json, Json]:
    """In each state the picked option in front, so many times, of which the first is picked."""
    model, first = question["model"], [0, *accumulate(question["model"]["options"])]
    if any(k >= n for k, n in zip(witness["policy"], model["options"], strict=False)):
        return question, witness
    own = [first[s] + k for s, k in enumerate(witness["policy"])]
    order = [c for s, k in enumerate(own) for c in [*[k] * MORE, *range(first[s], first[s + 1])]]
    at = {c: first[s] + MORE * s for s, c in enumerate(own)}  # where it is picked
    begin = [0, *accumulate(model["branches"])]
    spread = [slice(begin[c], begin[c + 1]) for c in order]
    q, w = json.loads(json.dumps(question)), dict(witness)
    q["model"] |= {
        "options": [n + MORE for n in model["options"]],
        "branches": [model["branches"][c] for c in order],
        **{
            name: [x for part in spread for x in model[name][part]] for name in ("target", "weight")
        },
    }
    for amounts in _amounts(q, "reward", "rewards", "spending"):
        for part in {"of", "rate"} & amounts.keys():
            amounts[part] = [amounts[part][c] for c in order]
    if "rates" in q:
        q["rates"] = [q["rates"][c] for c in order]
    w["policy"] = [0] * len(own)
    if "ranks" in w:
        w["ranks"] = [w["ranks"][c] for c in order]
    for name in {"values", "lower", "upper", "bias"} & w.keys():
        w[name] = [[d, [at.get(c, c) for c in cs], v] for d, cs, v in w[name]]
    return q, w


def more_rows(question: Json, witness: Json, *, dense: bool = False) -> tuple[Json, Json]:
    """Rows and columns in front: of a unit matrix, with 0 at the right; of a program, empty rows,
    and columns without costs that are fixed at 0. If dense, each of these is in all other rows."""
    q, w, n = json.loads(json.dumps(question)), dict(witness), MORE
    is_program = "objective" in q
    unit = [[] if is_program else [j] for j in range(n)]
    q["denominators"] = [1] * n + q["denominators"]
    ones = question["denominators"] if dense else []
    q["matrix"] = _below(question["matrix"], unit, n, ones)
    if "right" in q:
        q["right"] = _below(question["right"], [[]] * n, 0)
    if "row" in q:
        q["row"] += n
    if is_program:
        q["objective"]["places"] = [j + n for j in q["objective"]["places"]]
        for side in ("lower", "upper"):
            q[side] = {part: [0] * n + q[side][part] for part in ("columns", "rows")}
    for name, given in w.items():
        if name == "minor":
            own = [] if is_program else [*range(n)]
            shifted = {part: [*own, *(k + n for k in given[part])] for part in ("rows", "columns")}
            w[name] = {**given, **shifted}
        else:
            w[name] = _zeros(given, n)
    return q, w


def more_right_sides(question: Json, witness: Json) -> tuple[Json, Json]:
    """The first column of B, and of what there is for each, so many times."""
    q, w = {**question, "right": _first_column(question["right"])}, dict(witness)
    if "column" in q:
        q["column"] += MORE
    for name in {"solution", "weights"} & w.keys() if "solution" in w else ():
        w[name] = _first_column(w[name])
    return q, w


def more_unknowns(question: Json, witness: Json) -> tuple[Json, Json]:
    """Columns of zeros in front of A, of which the null space has the unit vectors."""
    matrix, kernel, minor, n = question["matrix"], witness["kernel"], witness["minor"], MORE
    shifted = {"columns": matrix["columns"] + n, "places": [j + n for j in matrix["places"]]}
    w = {
        **witness,
        "minor": {**minor, "columns": [j + n for j in minor["columns"]]},
        "kernel": {
            "sizes": [1] * n + kernel["sizes"],
            "places": [*range(n), *(k + n for k in kernel["places"])],
            "numerators": [1] * n + kernel["numerators"],
            "blocks": [len(kernel["denominators"])] * n + kernel["blocks"],
            "denominators": [*kernel["denominators"], 1],
        },
    }
    if "solution" in w:
        w["solution"] = _zeros(w["solution"], n)
    return {**question, "matrix": {**matrix, **shifted}}, w


def more_of_a_game(question: Json, witness: Json) -> tuple[Json, Json]:
    """The first row and the first column, so many times, which the mixtures leave out."""
    matrix, n = _first_column(question["matrix"]), MORE
    size = matrix["sizes"][0]
    matrix = {
        **matrix,
        "sizes": [size] * n + matrix["sizes"],
        "places": matrix["places"][:size] * n + matrix["places"],
        "numerators": matrix["numerators"][:size] * n + matrix["numerators"],
    }
    return {**question, "matrix": matrix}, {k: _zeros(v, n) for k, v in witness.items()}


def _first_column(given: Json) -> Json:
    """A matrix with its first column so many times in front."""
    rows = list[tuple[list[int], list[Any]]]()
    for i, j in pairwise([0, *accumulate(given["sizes"])]):
        places, numbers = given["places"][i:j], given["numerators"][i:j]
        more = MORE * (places[:1] == [0])
        rows.append(([*range(more), *(k + MORE for k in places)], numbers[:1] * more + numbers))
    return {
        **given,
        **({"columns": given["columns"] + MORE} if "columns" in given else {}),
        "sizes": [len(places) for places, _ in rows],
        "places": [k for places, _ in rows for k in places],
        "numerators": [v for _, numbers in rows for v in numbers],
    }


def _below(
    matrix: Json, rows: list[list[int]], columns: int, ones: list[Any] | None = None
) -> Json:
    """A matrix with rows of ones in these columns above it, and columns before its own, of zeros,
    or of one number for each of its rows."""
    places, numerators = [j for row in rows for j in row], [1 for row in rows for _ in row]
    begin = [0, *accumulate(matrix["sizes"])]
    for i, (e, end) in enumerate(pairwise(begin)):
        places += [
            *(range(columns) if ones else ()),
            *(j + columns for j in matrix["places"][e:end]),
        ]
        numerators += [*([ones[i]] * columns if ones else ()), *matrix["numerators"][e:end]]
    return {
        "columns": matrix["columns"] + columns,
        "sizes": [*map(len, rows), *(size + columns * bool(ones) for size in matrix["sizes"])],
        "places": places,
        "numerators": numerators,
    }


def _zeros(given: Json, n: int) -> Json:
    """A matrix of a witness below so many rows of zeros."""
    alone = {"denominators": [1]} if not given["denominators"] else {}
    return {
        **given,
        **alone,
        "sizes": [0] * n + given["sizes"],
        "blocks": [0] * n + given["blocks"],
    }
