"""Writing Storm's explicit format ``.drn``."""

from __future__ import annotations

import os
import re

import numpy as np

from exactbox.formats.drn import UNNAMED
from exactbox.formats.numbers import probabilities_of, ratio_texts
from exactbox.formats.text_files import write_text
from exactbox.formats.writable import labels_of_states, writable
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios


def write_drn(path: str | os.PathLike[str], model: Model) -> None:
    """Write a model to a .drn file, whole or not at all; packed if it is named .gz or .xz.

    It is a DTMC where every state has one choice, else an MDP; with rates a CTMC where every state
    has one choice, which has a rate, else a Markov automaton. What accrues in an immediate state is
    that of its first choice. Rewards are expectations of the choices: there is no
    place for those of branches, nor for a label that no state has, which is left out.

    Raises
    ------
    ValueError
        If the format cannot hold players, some name, or a state with a choice that has a rate and
        other choices.
    """
    model = writable(path, model, players=False, rates=True)
    name = os.fspath(path)
    kind = model.kind
    probabilities, exits = ratio_texts(probabilities_of(model)), [""] * model.states
    reward_columns = [ratio_texts(values) for values in model.rewards.values()]
    state_columns = [["0"] * model.states for _ in reward_columns]
    if model.rates is not None:
        rates = model.rates
        clocked = np.bincount(model.state_of[rates.numerator > 0], minlength=model.states)
        mixed = (clocked > 0) & (np.diff(model.action_start) > 1)
        if mixed.any():
            what = "a choice with a rate among others, need it alone or none"
            raise ValueError(
                f"{name}: state {np.argmax(mixed)}: found {what}: no place for them here"
            )
        if kind == "ctmc":  # a branch's rate is the exit rate e/f times its probability w/d
            of = model.choice_of
            e, f = (part.astype(object)[of] for part in (rates.numerator, rates.denominator))
            probabilities = ratio_texts(Ratios(e * model.weight, f * model.denominator[of]))
        first = model.action_start[:-1]
        exits = [f" !{text}" for text in ratio_texts(model.rates.only(first))]
        state_columns = [
            zeros if values.rate is None else ratio_texts(values.rate.only(first))
            for zeros, values in zip(state_columns, model.rewards.values(), strict=True)
        ]
    for reward in model.rewards:
        if reward:
            _check_word(name, "the reward", reward)
    columns = probabilities, exits, *reward_columns, *state_columns
    exact = any("/" in text for texts in columns for text in texts)
    lines = [
        f"@type: {'Markov Automaton' if kind == 'ma' else kind.upper()}",
        f"@value_type: {'rational' if exact else 'double'}",
        *("@parameters", "", "@reward_models", "".join(f"{reward} " for reward in model.rewards)),
        *("@nr_states", str(model.states), "@nr_choices", str(model.choices), "@model"),
    ]
    labels = _labels(name, model)
    targets = model.target.tolist()
    action_start, branch_start = model.action_start.tolist(), model.branch_start.tolist()
    for s in range(model.states):
        values = ", ".join(column[s] for column in state_columns)
        had = f" [{values}]" if values else ""
        lines.append(f"state {s}{exits[s]}{had}" + "".join(f" {label}" for label in labels[s]))
        if model.valuations is not None:
            _check_line(name, "the valuation", model.valuations[s])
            lines.append(f"//{model.valuations[s]}")
        for k, c in enumerate(range(action_start[s], action_start[s + 1])):
            values = ", ".join(column[c] for column in reward_columns)
            action = str(k)
            if model.actions is not None:
                action = model.actions[c] or UNNAMED
                _check_word(name, "the action", action)
            lines.append(f"\taction {action}" + (f" [{values}]" if values else ""))
            lines += [
                f"\t\t{targets[b]} : {probabilities[b]}"
                for b in range(branch_start[c], branch_start[c + 1])
            ]
    write_text(path, "\n".join(lines) + "\n")


def _labels(path: str, model: Model) -> list[list[str]]:
    """The labels of every state as they are written."""
    marked = {"init": np.isin(np.arange(model.states), model.initial)}
    for label, where in model.labels.items():
        if label == "init":
            raise ValueError(f"{path}: found the label init, need another: it is the initial state")
        _check_line(path, "the label", label)
        if not label or '"' in label:
            raise ValueError(f"{path}: found the label {label!r}, need one without quotes")
        plain = re.fullmatch(r"\w[^\s]*", label)
        marked[label if plain else f'"{label}"'] = where
    return labels_of_states(model, marked)


def _check_word(path: str, what: str, text: str) -> None:
    if len(text.split()) != 1 or text.split() != [text]:
        raise ValueError(f"{path}: found {what} {text!r}, need a name without spaces")


def _check_line(path: str, what: str, text: str) -> None:
    if len(text.splitlines()) > 1 or text != text.strip():
        raise ValueError(f"{path}: found {what} {text!r}, need one line without spaces around it")
