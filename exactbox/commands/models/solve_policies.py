"""Policies of ``exactbox solve``: ``--policy`` writes one, ``--evaluate`` says what it is worth."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from exactbox.commands.terminal.written import prove, size_words, verdict_fields, write_file
from exactbox.decimals import DIGITS, Style, equals, short_value
from exactbox.formats import policies_writing
from exactbox.formats.policies_writing import action_names
from exactbox.inputs import named
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.model.layout import PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.objectives.policy_value import OPEN, PolicyValue, policy_rows, policy_value
from exactbox.objectives import WITHOUT_Q_VALUES
from exactbox.properties.result import PropertyAnswer, valuation
from exactbox.showing import Fields, Row, counted, one_line

_WORST = 3  # states that the summary names
_COLUMNS = ("state", "worth", "best", "loss", "action", "best_action", "costs_by_itself")


def save_policy(answer: Answer | Enclosure | TimeBounds, question: str, path: str) -> list[Row]:
    """Write the policy of an answer, before anything is printed."""

    def value(s: int) -> str:
        if not isinstance(answer, Answer):
            return answer.decimal(s)
        return short_value(answer.values[s], lambda: answer.decimal(DIGITS, s))

    timed = answer.asked.steps is not None
    rows = policy_rows(answer)
    if not timed and len(rows) > 1:
        raise ValueError(f"{path}: the policy depends on what has been spent: there is no format")
    written_value = None if timed else value

    def write(file: str) -> None:
        policies_writing.write_policy(
            file, answer.model, rows, question, timed=timed, value=written_value
        )

    return write_file(path, "policy", write)


def evaluation(
    found: PropertyAnswer, policy: Any, path: str, files: Mapping[str, str], style: Style
) -> tuple[list[Row], Row, list[Row]]:
    """A policy, read from a file, beside the best one: facts, states, and the files written."""
    if found.claim is not None or not isinstance(found.answer, Answer):
        raise ValueError("--evaluate goes with a value, not with a threshold, filter or G")
    try:
        played = policy_value(found.answer, policy)
    except ValueError as error:
        raise ValueError(f"{named(path)}: {error}") from None
    verdicts, said = list[Any](), "none: the policy changes with the steps"
    certificates = list[Row]()
    if played.answer is not None:
        proof = prove(played.answer, files.get("certificate"), certificates)
        verdicts = [proof]
        if isinstance(proof, Exception):
            said = f"not checked: {proof.why}"
        else:
            said = size_words(proof, of=", of the process that the policy makes")
    elif "certificate" in files:
        raise ValueError(f"{files['certificate']}: no certificate holds a policy that changes")
    written = save_policy(played.best, found.asked, files["policy"]) if "policy" in files else []
    timed = len(policy) > 0 and isinstance(policy[0], tuple)
    first, worse = policy[0][1] if timed else policy, played.worse()
    regrets = partial(_regrets, played, worse, first)
    rows = [
        Row(fields={"question": found.asked, "from": [played.best.model.initial_state]}),
        Row("policy", one_line(named(path)) + _open(played.best.model, first), {"policy": path}),
        *_compared(played, style),
        *([Row("note", note, {"note": note})] if (note := played.note) else []),
        Row("loses", _most(played.best.model, worse), lambda: {"loses": regrets()}),
        Row("proof", said, verdict_fields(*verdicts)),
    ]
    return rows, Row(text=_lines(regrets, style)), [*written, *certificates]


def _compared(found: PolicyValue, style: Style) -> Iterator[Row]:
    """The policy's value at the initial state, the best one, and the loss."""
    numbers = {"worth": found.value, "best": found.best.value, "loss": found.regret()}
    for name, value in numbers.items():
        text = style.exactly(value)
        if isinstance(value, Fraction) and value.denominator != 1:
            text = f"{text} {equals(value, style.digits)} {style.decimal(value)}"
        yield Row(name, text, {name: value})


def _open(model: Model, first: PerState) -> str:
    """The number of decisions that the policy leaves open."""
    mine = np.diff(model.action_start) > 1
    second = model.players is not None and bool((mine & model.players).any())
    if model.players is not None:
        mine &= ~model.players
    left = int((mine & (first == OPEN)).sum())
    text = f"; left open in {counted(left, 'state')}, where the best is taken" if left else ""
    return text + ("; the second player's best response is taken" if second else "")


def _most(model: Model, worse: list[int]) -> str:
    """In how many states something is lost, and where the most."""
    if not worse:
        return f"nothing in any of the {model.states:,} states"
    places = ", ".join(_place(s, valuation(model.valuations, s)) for s in worse[:_WORST])
    more = ", ..." if len(worse) > _WORST else ""
    return f"in {len(worse):,} of {model.states:,} states; most in {places}{more}"


def _regrets(found: PolicyValue, worse: list[int], first: PerState) -> list[Fields]:
    """Every state where something is lost, the most first."""
    model, best = found.best.model, found.best
    mine, better = (
        action_names(model, row) for row in (first.clip(min=0), policy_rows(best)[0][1])
    )

    def regret(s: int) -> Fields:
        record = {"state": s, "worth": found.values[s], "best": best.values[s]}
        record |= {"loss": found.regret(s), "action": "*" if first[s] == OPEN else str(mine[s])}
        record["best_action"] = str(better[s])
        if variables := valuation(model.valuations, s):
            record["valuation"] = variables
        if best.objective not in WITHOUT_Q_VALUES:
            record["costs_by_itself"] = found.advantage(s)
        return record

    return [regret(s) for s in worse]


def _lines(regrets: Callable[[], list[Fields]], style: Style) -> Iterator[str]:
    """The states with regret as a table."""
    records = regrets()
    if not records:
        yield "nothing is lost in any state"
        return
    most = sys.maxsize if style.full else 24
    names = [name for name in _COLUMNS if name in records[0]]
    table = [[name.replace("_", " ") for name in names]]
    for record in records:
        cells: Fields = {**record, "state": _place(record["state"], record.get("valuation", ""))}
        for name, value in record.items():
            if isinstance(value, (Fraction, float)):
                cells[name] = short_value(value, partial(style.decimal, value), most)
        table.append([cells[name] for name in names])
    wide = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(map(str.ljust, row, wide)).rstrip()


def _place(state: int, known: str) -> str:
    """A state by its number, and its valuation where there is one."""
    return f"{state} [{one_line(known)}]" if known else str(state)
