"""The unified Markov binary format ``.umb`` of Storm, PRISM and others, through the package umbi.

Probabilities and rewards are stored as rationals, which are read exactly, or as floats, for which
the caller says what they stand for. Rewards of states, choices and branches are added up; they are
kept for branches where a choice has branches of different rewards. Valuations, branch actions and
annotations other than labels and rewards are left out, in reading and in writing.

umbi decodes the parts of a file and checks little, so their sizes are checked here. Its higher
level, ``umbi.ats``, is not used: version 0.2.5 keeps one label and one reward structure only.

Source: https://github.com/pmc-tools/umb. Needs umbi 0.2.4: ``pip install exactbox[umb]``.
"""

from __future__ import annotations

import logging
import os
import re
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from exactbox.formats.numbers import (
    Rationalize,
    checked_rationalize,
    probabilities_of,
    rationals,
)
from exactbox.formats.text_files import on_disk
from exactbox.formats.writable import writable
from exactbox.inputs import named
from exactbox.late import extra
from exactbox.mdp.model.builder import RewardParts, build_model
from exactbox.mdp.model.layout import Array, Layout
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.rewards import Ratios
from exactbox.mdp.model.validation import check_starts, freeze, owned_indices
from exactbox.parallel import require_memory
from exactbox.showing import counted

# Bytes of memory, measured with 300,000 states of one branch (355 each): for a byte of a part, and
# for a state, choice or branch; and for each state's truth of a label, in a list.
_BYTES_PER_PART_BYTE, _BYTES_PER_ITEM, _BYTES_PER_TRUTH = 9.0, 100.0, 8.0
_WORD_BITS = 64  # a rational takes two words, or a multiple


def read_umb(
    path: str | os.PathLike[str],
    *,
    rationalize: Rationalize | None = None,
    normalise: bool = False,
) -> Model:
    """The model in a .umb file: a Markov chain, a decision process or a game of two players.

    The arguments are explained in `exactbox.formats`.

    Examples
    --------
    >>> read_umb("die.umb", rationalize="decimal").states  # doctest: +SKIP
    13
    """
    checked_rationalize(rationalize)
    name = named(path)
    _umbi(name)
    from umbi.umb import ExplicitUmb
    from umbi.umb.umb_to_tar import UmbDecoder

    umb = ExplicitUmb()
    with on_disk(path) as file, _refusing():
        with _decoding(name), tarfile.open(file) as parts:  # tar unpacks more than `inputs` does
            size = sum(part.size for part in parts)
        require_memory(_BYTES_PER_PART_BYTE * size, f"{name}: reading it")
        with _decoding(name):
            decoder = UmbDecoder(file)
            decoder.read_index_file(umb)
        # umbi makes lists as long as the index says, whatever the parts hold
        size = umb.index.transition_system
        count = size.num_states + size.num_choices + size.num_branches
        labels = len((umb.index.annotations or {}).get("aps", {}))
        about = f"{counted(size.num_states, 'state')} and {counted(size.num_branches, 'branch')}"
        need = _BYTES_PER_ITEM * count + _BYTES_PER_TRUTH * labels * size.num_states
        require_memory(need, f"{name}: a model of {about}")
        with _decoding(name):
            decoder.read_state_files(umb)
            decoder.read_transition_files(umb)
            decoder.read_annotation_files(umb)
    try:
        return _model(umb, rationalize, normalise)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None


@contextmanager
def _decoding(name: str) -> Iterator[None]:
    """Errors of every kind, of tar, JSON, the schema and assertions, as one that names the file."""
    try:
        yield
    except Exception as error:
        what = " ".join(str(error).split())[:200] or type(error).__name__
        raise ValueError(f"{name}: the file is not a UMB file: {what}") from None


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what umbi drops with a warning; what else it logs is in its error, or harmless."""

    def refuse(record: logging.LogRecord) -> bool:
        if "discarding" in record.getMessage():
            raise ValueError(record.getMessage())
        return False  # prints nothing

    logger, handler = logging.getLogger("umbi"), logging.Handler()
    handler.addFilter(refuse)
    before, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = before


def _model(umb: Any, rationalize: Rationalize | None, normalise: bool) -> Model:
    size = umb.index.transition_system
    states, choices, branches = size.num_states, size.num_choices, size.num_branches
    if size.time != "discrete" or size.num_observations:
        kind = "observations" if size.time == "discrete" else f"time {size.time!r}"
        raise ValueError(f"found a model with {kind}, need discrete time and no observations")
    initial = np.flatnonzero(_sized(umb.state_is_initial, states, "states"))
    if not len(initial):
        raise ValueError("found 0 initial states, need one or more")
    if size.num_players == 0 and choices != states:
        raise ValueError(f"found {choices} choices of {states} states, no player")
    starts = []
    for values, count, end in (
        (umb.state_to_choices, states, choices),
        (umb.choice_to_branches, choices, branches),
    ):
        if values is None and count == end:  # one each
            starts.append(freeze(np.arange(count + 1)))
        else:
            starts.append(_indices(values, count + 1, "beginnings of choices or branches"))
    action_start, branch_start = starts
    layout = Layout(action_start, branch_start, _indices(umb.branch_to_target, branches, "targets"))
    check_starts(layout)
    probabilities = umb.branch_to_probability
    probabilities = [1] * branches if probabilities is None else probabilities
    probability = rationals(
        _sized(probabilities, branches, "probabilities"),
        lambda b: f"{layout.place(int(layout.choice_of[b]))}: the probability",
        rationalize,
    )
    labels = {}
    for name, of in _annotations(umb, "aps").items():
        if list(of) != ["states"] or not all(type(v) is bool for v in of["states"]):
            raise ValueError(f"found a label {name!r} that is not true or false for states")
        labels[name] = np.array(of["states"], dtype=bool)

    def exact(of: dict[str, Sequence[Any]], name: str, where: str) -> Ratios | None:
        about = f"the reward {name!r} of {where}, number"
        if (values := of.get(where)) is None:
            return None
        return rationals(values, lambda k: f"{about} {k},", rationalize)

    rewards = {
        name: RewardParts(
            states=exact(of, name, "states"),
            choices=exact(of, name, "choices"),
            branches=exact(of, name, "branches"),
        )
        for name, of in _annotations(umb, "rewards").items()
    }
    actions = None
    if count := size.num_choice_actions:
        action = _indices(umb.choice_to_choice_action, choices, "actions of the choices")
        if (action < 0).any() or (action >= count).any():
            raise ValueError(f"found an action that is not one of 0 to {count - 1}")
        names = umb.choice_action_to_string
        names = list(map(str, range(count))) if names is None else names
        _sized(names, count, "names of actions")
        actions = [names[a] for a in action.tolist()]
    players = None
    if size.num_players >= 2:
        player = _indices(umb.state_to_player, states, "players")
        if size.num_players > 2 or (player > 1).any():
            need = "need at most 2, numbered 0 and 1"
            raise ValueError(f"found {size.num_players} players, {need}")
        players = player == 1
    return build_model(
        Model,
        layout.action_start,
        layout.branch_start,
        layout.target,
        probability,
        initial=initial,
        labels=labels,
        rewards=rewards,
        actions=actions if actions and any(actions) else None,
        players=players,
        normalise=normalise,
    )


def _sized(values: Sequence[Any] | None, count: int, what: str) -> Sequence[Any]:
    if values is None or len(values) != count:
        length = "none" if values is None else len(values)
        raise ValueError(f"found {length} for the {what}, need {count} as the index says")
    return values


def _indices(values: Sequence[int] | None, count: int, what: str) -> Array:
    return owned_indices(what, _sized(values, count, what))


def _annotations(umb: Any, category: str) -> dict[str, dict[str, Sequence[Any]]]:
    """Values by name and by what they belong to."""
    size = umb.index.transition_system
    tables: dict[str, dict[str, Sequence[Any]]] = {}
    for key, description in (umb.index.annotations or {}).get(category, {}).items():
        name = key if description.alias is None else description.alias
        if name in tables:
            raise ValueError(f"found {name!r} twice in {category}, need different names")
        tables[name] = umb.annotations[category][key]
        for of, values in tables[name].items():
            count = {"states": size.num_states, "choices": size.num_choices}
            _sized(values, count.get(of, size.num_branches), f"{of} in {category} {name!r}")
    return tables


def write_umb(path: str | os.PathLike[str], model: Model) -> None:
    """Write a model, which has no rates, to a .umb file with rationals, whole or not at all.

    The valuations are left out. Rewards are expectations of the choices.
    """
    model = writable(path, model)
    _umbi(os.fspath(path))
    import umbi.umb
    from umbi.umb.index import (
        AnnotationDescription,
        FileData,
        TransitionSystem,
        UmbIndex,
    )
    from umbi.version import __format_revision__, __format_version__

    from exactbox.files import write

    umb = umbi.umb.ExplicitUmb()
    probabilities = _fractions(probabilities_of(model))
    names = list(dict.fromkeys(model.actions or ()))
    chain = model.choices == model.states and model.players is None
    players = 0 if chain else 1 if model.players is None else 2
    umb.index = UmbIndex(
        format_version=__format_version__,
        format_revision=__format_revision__,
        file_data=FileData(tool="exactbox"),
        transition_system=TransitionSystem(
            time="discrete",
            num_players=players,
            num_states=model.states,
            num_initial_states=len(model.initial),
            num_choices=model.choices,
            num_choice_actions=len(names),
            num_branches=len(model.target),
            branch_probability_type=_rational(probabilities),
            player_to_name=["first", "second"] if players == 2 else None,
        ),
        annotations={},
    )
    umb.state_is_initial = np.isin(np.arange(model.states), model.initial).tolist()
    umb.state_to_choices = model.action_start.tolist()
    umb.choice_to_branches = model.branch_start.tolist()
    umb.branch_to_target = model.target.tolist()
    umb.branch_to_probability = probabilities
    if model.players is not None:
        umb.state_to_player = model.players.astype(int).tolist()
    if names:
        number = {name: k for k, name in enumerate(names)}
        umb.choice_to_choice_action = [number[name] for name in model.actions or ()]
        umb.choice_action_to_string = names
    umb.annotations = {"aps": {}, "rewards": {}}
    amounts = {name: _fractions(values) for name, values in model.rewards.items()}
    tables: list[tuple[str, str, dict[str, list[Any]], Any]] = [
        ("aps", "states", {k: v.tolist() for k, v in model.labels.items()}, None),
        ("rewards", "choices", amounts, _rational),
    ]
    for category, of, table, rational in tables:
        descriptions = {}
        # the key of a name is the name itself where that may be part of a path
        keys = {name: name for name in table if re.fullmatch("[A-Za-z0-9_-]+", name)}
        for k, name in enumerate(table):
            key = f"name{k}"
            while name not in keys and key in keys.values():
                key += "_"
            key = keys.setdefault(name, key)
            kind = umbi.binary.BOOL1 if rational is None else rational(table[name])
            descriptions[key] = AnnotationDescription(alias=name, applies_to=[of], type=kind)
            umb.annotations[category][key] = {of: table[name]}
        if descriptions:
            umb.index.annotations[category] = descriptions
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.umb"
        umbi.umb.write(umb, file, insert_umbi_metadata=False)
        write(path, file.read_bytes())


def _fractions(ratios: Ratios) -> list[Fraction]:
    pairs = zip(ratios.numerator.tolist(), ratios.denominator.tolist(), strict=True)
    return [Fraction(p, q) for p, q in pairs]


def _rational(values: Sequence[Fraction]) -> Any:
    """The type of a rational in whose halves all numerators and denominators fit."""
    from umbi.binary import SizedType
    from umbi.datatypes import NumericPrimitiveType

    bits = max(max(v.numerator.bit_length() + 1, v.denominator.bit_length()) for v in values)
    return SizedType(NumericPrimitiveType.RATIONAL, 2 * _WORD_BITS * -(-bits // _WORD_BITS))


def _umbi(what: str) -> None:
    pip = "pip install 'exactbox[umb]'"
    extra("umbi.umb", f"{what} needs the package umbi, 0.2.4 or later: {pip}")
