"""The report of ``exactbox solve`` about an answer.

With ``--json`` an object has, beside the keys that all commands have (`json_output`), where they
exist::

    property, name      the property as it is written, and its name
    from                the initial states, or those of a filter
    value               {exact, decimal}: of one state, or what a filter makes of several
    lower, upper        proved bounds in place of a value
    answer              true or false: of a threshold, forall, exists
    count, of           how many of the states
    states              those for which it is true, or where the value is greatest or least
    least, greatest     of the filter range
    values              a list: {state, valuation, value}, of several initial states or print
    all                 a list: {state, valuation, value, action}, with --all
    model               {file, format, states, choices}
    ties                in how many states several choices are optimal
    inner               hashes of the proofs of nested operators, a list
    refused             why it was not answered

Several properties are a list of such objects under ``answers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from exactbox.commands.terminal.written import Proofs, size_words
from exactbox.decimals import Style
from exactbox.inputs import Input
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.model.model import Model
from exactbox.objectives import sentence
from exactbox.properties.parser import Property
from exactbox.properties.result import Found, state_fields, valuation
from exactbox.showing import Fields, Row, counted


def titles(query: Property | Mapping[str, Any]) -> Fields:
    """The name and the text of a property; nothing of a question of the options."""
    if not isinstance(query, Property):
        return {}
    known = {"name": query.name, "property": query.text}
    return {key: text for key, text in known.items() if text}


def unanswered(query: Property | Mapping[str, Any]) -> str:
    """The words for what has no answer, and so no question in words."""
    if isinstance(query, Property):
        return query.text or query.name
    names = ("objective", "sense", "goal", "stay", "discount", "steps")
    known = {name: query[name] for name in names if query.get(name) is not None}
    return sentence(**known, reward=query["rewards"] or "")


def about_model(file: Input, model: Model) -> Fields:
    """Facts about a model for JSON."""
    size = {"states": model.states, "choices": model.choices}
    return {"model": {"file": file.name, "format": file.format, **size}}


def answer_rows(found: Found, proofs: Proofs, model: Model, style: Style) -> list[Row]:
    """The result, facts about the model and the policy, and the state of the proof."""
    about = {"question": found.asked, "from": found.start.tolist()}
    rows = [Row(fields=about), *found.result.rows(style)]
    answer = found.answer
    if answer is not None:
        chain = model.is_chain
        choices = "one choice in each" if chain else counted(model.choices, "choice")
        rows.append(Row("model", f"{counted(model.states, 'state')}, {choices}"))
        ties = {"ties": len(answer.ties)} if isinstance(answer, Answer) else None
        rows.append(Row(fields=ties) if chain else Row("policy", answer.policy_words, ties))
    return [*rows, Row("proof", _proof_words(found, proofs, model), proofs.fields)]


def _proof_words(found: Found, proofs: Proofs, model: Model) -> str:
    """The state of the proof: that the checker has passed it, or who has checked what."""
    if found.answer is None and not found.inner:
        return "none: read off the model"
    unchecked = "verified in integers, not checked by the independent checker"
    if proofs.why:
        return f"{unchecked}: {proofs.why}"
    passed = proofs.proofs
    if not passed:
        return f"{unchecked}: {len(model.target):,} branches; --certificate has it check"
    return size_words(*passed, of=f" in {len(passed)} certificates" if len(passed) > 1 else "")


def states_row(found: Found, style: Style) -> Row:
    """Number, valuation, value and action of every state; the action is that of the first step.

    In a Markov chain, where every state has one choice, none is printed.
    """
    from exactbox.formats.policies_writing import action_names

    answer = found.answer
    if answer is None:
        raise ValueError("it only says which states are in sets: there are no values to print")
    model, policy = answer.model, answer.policy
    row = policy if policy.ndim == 1 else policy[0] if len(policy) else None
    actions: Any = [None] * model.states if row is None else action_names(model, row)
    wide, chosen = len(str(model.states - 1)), row is not None and not model.is_chain

    def lines() -> Iterator[str]:
        yield "  ".join(["state", "value", *["action"] * chosen])
        for s, action in enumerate(actions):
            known = valuation(model.valuations, s)
            place = f"{s:>{wide}}" + (known and f" [{known}]")
            value = found.number(s).text(style)
            yield f"{place}  {value}  {action if chosen else ''}".rstrip()

    def fields() -> Fields:
        records = []
        for s, action in enumerate(actions):
            value = found.number(s)
            played = {} if action is None else {"action": str(action)}
            records.append({**state_fields(s, value, model.valuations), **played})
        return {"all": records}

    return Row(text=lines(), fields=fields)
