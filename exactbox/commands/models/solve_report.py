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
    note                that no reward counts, and which question counts them
    model               {file, format, states, choices}
    cut                 the states behind which a program is not built (without --whole)
    normalised          {choices, least, greatest}: how many choices' probabilities are divided
                        by their sums, and these, with --normalise
    ties                in how many states several choices are optimal
    inner               hashes of the proofs of nested operators, a list
    refused             why it was not answered

Several properties are a list of such objects under ``answers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from exactbox.commands.models.question_options import cut_words
from exactbox.commands.terminal.outputs import Report, say
from exactbox.commands.terminal.progress_bar import hide
from exactbox.commands.terminal.written import (
    Verdict,
    prove_all,
    size_words,
    unchecked,
    verdict_fields,
    write_picture,
)
from exactbox.decimals import Style
from exactbox.inputs import Input
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.model.model import Model
from exactbox.objectives import sentence
from exactbox.properties.result import PropertyAnswer, state_fields, valuation
from exactbox.showing import Fields, Row, counted, one_line

if TYPE_CHECKING:
    from exactbox.commands.models.question_options import Given
    from exactbox.commands.models.solve_files import Places
    from exactbox.properties.parser import Property

# branches up to which every answer goes through the checker: on grids of 10^6 it takes 2 to 6 s
# where to read the model takes 2 s, and to solve it 1 to 4
CHECKED_BRANCHES = 1_000_000
CHECKED_STEPS = 20_000_000  # up to a time, of so many branches in all: the checker takes 2 s


def titles(query: Property | Mapping[str, Any]) -> Fields:
    """The name and the text of a property; nothing of a question of the options."""
    if isinstance(query, Mapping):
        return {}
    fields = {"name": query.name, "property": query.text}
    return {key: text for key, text in fields.items() if text}


def unanswered(query: Property | Mapping[str, Any]) -> str:
    """The words for what has no answer, and so no question in words."""
    if not isinstance(query, Mapping):
        return query.text or query.name
    names = ("objective", "sense", "goal", "stay", "discount", "steps")
    fields = {name: query[name] for name in names if query.get(name) is not None}
    return sentence(**fields, reward=query["rewards"] or "")


def about(query: Property | Mapping[str, Any], file: Input, model: Model) -> Fields:
    """A property and the model for JSON."""
    size = {"states": model.states, "choices": model.choices}
    return {**titles(query), "model": {"file": file.name, "format": file.format, **size}}


def refused(query: Property | Mapping[str, Any], why: Exception) -> Report:
    """Say on standard error that it is not answered, and why; a report of that for JSON."""
    hide()
    text, fields = " ".join(str(why).split()) or type(why).__name__, titles(query)
    say(f"exactbox: {fields.get('name') or unanswered(query)}: {text}")
    question = unanswered(query)
    return Report([Row(fields={"question": question, **fields, "refused": text})], code=2)


def report_rows(
    found: PropertyAnswer, paths: Places, model: Model, style: Style, behind: str
) -> tuple[list[Row], list[Row]]:
    """The rows of a report, and those of the files, which are written before it is printed.

    They are the result, facts about the model and the policy, and the state of the proof: that the
    checker has passed it, or who has checked what.
    """
    answer, answers = found.answer, [a for a in (*found.inner, found) if a.answer is not None]
    if "certificate" in paths and not answers:
        raise ValueError(f"{found.unproved}: there is nothing to certify")
    if "policy" in paths and answer is None:
        raise ValueError(f"{found.unproved}: there is no policy")
    verdicts, files, branches = list[Verdict](), list[Row](), len(model.target)
    steps = [each.answer.steps for each in answers if isinstance(each.answer, TimeBounds)]
    is_short = branches <= CHECKED_BRANCHES and max(steps, default=0) * branches <= CHECKED_STEPS
    if "certificate" in paths or is_short:
        verdicts = prove_all(answers, paths.get("certificate"), files)
    if answer is not None and "policy" in paths:
        from exactbox.commands.models.solve_policies import save_policy

        files = [*save_policy(answer, found.asked, paths["policy"]), *files]
    if "plot" in paths:
        files = [*files, *write_picture(paths["plot"], found.plot)]
    about = {"question": found.asked, "from": found.start.tolist()}
    rows = [Row(fields=about), *found.result.rows(style)]
    if answer is not None:
        note = answer.asked.note(model)
        rows += [Row("note", note, {"note": note})] if note else []
        rows += model_rows(model)
        if behind:
            rows.append(Row("cut", cut_words(behind), {"cut": behind}))
        ties = {"ties": len(answer.ties)} if isinstance(answer, Answer) else None
        chain = model.is_chain
        rows.append(Row(fields=ties) if chain else Row("policy", answer.policy_words, ties))
    said = "verified in integers, not checked by the independent checker: "
    if not answers:
        said = "none: read off the model"
    elif why := unchecked(verdicts):
        said += why
    elif verdicts:
        said = size_words(*verdicts)
    else:
        said += f"{max(steps):,} steps of " if steps else ""
        said += f"{branches:,} branches; --certificate has it check"
    return [*rows, Row("proof", said, lambda: verdict_fields(*verdicts))], files


def model_rows(model: Model) -> Iterator[Row]:
    """The size of a model, and which probabilities have been divided by their sums."""
    choices = "one choice in each" if model.is_chain else counted(model.choices, "choice")
    yield Row("model", f"{counted(model.states, 'state')}, {choices}")
    if model.normalised is not None:
        divided = model.normalised._asdict()
        yield Row("divided", model.normalised.words(), {"normalised": divided})


def states_row(found: PropertyAnswer, style: Style) -> Row:
    """Number, valuation, value and action of every state; the action is that of the first step.

    In a Markov chain, where every state has one choice, none is printed.
    """
    from exactbox.formats.policies_writing import action_names

    answer = found.answer
    if answer is None:
        raise ValueError(f"{found.unproved}: there are no values to print")
    model, policy = answer.model, answer.policy
    row = policy if policy.ndim == 1 else policy[0] if len(policy) else None
    actions: Any = [None] * model.states if row is None else action_names(model, row)
    wide, chosen = len(str(model.states - 1)), row is not None and not model.is_chain

    def lines() -> Iterator[str]:
        yield "  ".join(["state", "value", *["action"] * chosen])
        for s, action in enumerate(actions):
            values = valuation(model.valuations, s)
            place = f"{s:>{wide}}" + (values and f" [{values}]")
            yield f"{place}  {found.number(s).text(style)}  {action if chosen else ''}".rstrip()

    def fields(s: int, action: str | int | None) -> Fields:
        played = {} if action is None else {"action": str(action)}
        return {**state_fields(s, found.number(s), model.valuations), **played}

    return Row(text=lines(), fields=lambda: {"all": [*map(fields, count(), actions)]})


def list_properties(path: str, given: Given) -> Report:
    """Names and texts of properties, with what is refused and why."""
    from exactbox.properties.property_inputs import properties_about

    files, constants = given.get("props", ()), given.get("constants", "")
    _, properties, *_ = properties_about(path, files, given.get("prop"), constants)
    lines, records = [], []
    for each in properties:
        refused = {"refused": each.refusal} if each.refusal else {}
        records.append({"name": each.name, "property": each.text, **refused})
        lines.append(one_line(f"{each.name}: {each.text}" if each.name else each.text))
        if each.refusal:
            lines.append(one_line(f"  not answered: {each.refusal}"))
    return Report([Row(text=lines, fields={"properties": records})])
