"""PRISM's explicit files, and Storm's dialect of them, read and written exactly.

A model is a group of files of one stem: transitions ``.tra``, and where they exist labels ``.lab``,
variables of the states ``.sta``, state rewards ``.srew`` and transition rewards ``.trew``; several
reward structures are numbered (``die1.srew``, ``die2.srew``). PRISM's ``.tra`` begins with the
counts of states, (choices) and transitions; Storm's with ``dtmc`` or ``mdp``, and its labels and
rewards have no counts. Lines are ``state (choice) target probability (action)`` in any order;
branches keep theirs. PRISM's file of a CTMC looks like that of a Markov chain, and has rates: only
who reads it knows. Storm's begins with ``ctmc``. Rates are not written. The label ``init`` marks
the initial states, 0 without labels, and is not among the model's labels.

The reward of a branch is that of its transition and of its state, that of a choice an expectation;
but in a CTMC the state's reward accrues with time (`exactbox.mdp.model.builder` adds them up).
`Rewards.branch` holds the former where a choice has branches of different rewards.

Sources: PRISM manual, appendix *Explicit Model Files* (4.8); Storm, *Explicit input*.

The modules, which `read_prism` calls in this order:

=================  ===========================================================
prism_files        the names in a group of files: one stem, any of them packed
prism_states       labels and variables of the states, .lab and .sta
prism_transitions  .tra files as arrays, rows of choices checked
prism_rewards      rewards of states, .srew, and of transitions, .trew
prism_writing      how they are written
=================  ===========================================================
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from exactbox.formats.prism.prism_files import PathLike, numbered_siblings, sibling
from exactbox.formats.prism.prism_rewards import read_rewards
from exactbox.formats.prism.prism_states import read_labels, read_states
from exactbox.formats.prism.prism_transitions import Transitions
from exactbox.inputs import named
from exactbox.mdp.model.builder import RewardParts, build_model
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.validation import WrongSumError


def read_prism(
    path: PathLike,
    *,
    labels: PathLike | None = None,
    states: PathLike | None = None,
    state_rewards: Mapping[str, PathLike] | None = None,
    transition_rewards: Mapping[str, PathLike] | None = None,
    rates: bool = False,
    normalise: bool = False,
) -> Model:
    """The model in a .tra file and the files beside it, each of which may be packed (.gz, .xz).

    Parameters
    ----------
    labels, states : str or os.PathLike, optional
        By default the .lab and the .sta file of the same stem, where they exist.
    state_rewards, transition_rewards : dict of name to str or os.PathLike, optional
        By default the .srew and .trew files of the same stem, numbered or not; the name of a reward
        structure is the one that its file states in a comment, or else its number, or empty.
    rates : bool
        Whether the transitions of PRISM's file are those of a CTMC, which have rates.
    normalise : bool
        Divide probabilities that do not add up to 1 by their sum.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "coin.tra"
    >>> _ = path.write_text("2 2 3\\n0 0 0 0.5 toss\\n0 0 1 0.5 toss\\n1 0 1 1\\n")
    >>> _ = path.with_suffix(".lab").write_text('0="init" 1="heads"\\n0: 0\\n1: 1\\n')
    >>> model = read_prism(path)
    >>> model.actions, model.labels["heads"].tolist()
    (['toss', ''], [False, True])
    """
    tra = Transitions(path, rates)
    layout = tra.layout
    label_file = labels or sibling(path, ".lab")
    marked = read_labels(label_file, layout.states) if label_file else {}
    where = np.flatnonzero(marked.pop("init", np.arange(layout.states) == 0))
    if not len(where):
        source = named(label_file or path)
        raise ValueError(f"{source}: found 0 states with the label init, need one or more")
    state_file = states or sibling(path, ".sta")
    rewards: dict[str, RewardParts] = {}
    if state_rewards is None and transition_rewards is None:
        for number, srew, trew in numbered_siblings(path):
            stated, parts = read_rewards(tra, srew, trew)
            name = number if stated is None else stated
            if name in rewards:
                raise ValueError(
                    f"{named(path)}: found two reward structures {name!r}, need different names"
                )
            rewards[name] = parts
    else:
        of_states, of_transitions = state_rewards or {}, transition_rewards or {}
        for name in {**of_states, **of_transitions}:
            rewards[name] = read_rewards(tra, of_states.get(name), of_transitions.get(name))[1]
    valuations = read_states(state_file, layout.states) if state_file else None
    try:
        return build_model(
            Model,
            layout.action_start,
            layout.branch_start,
            layout.target,
            tra.numbers,
            rated=tra.timed,
            normalise=normalise,
            place=tra.place,
            initial=where,
            labels=marked,
            rewards=rewards,
            actions=tra.actions,
            valuations=valuations,
        )
    except WrongSumError as error:
        if error.hint or not (tra.chain and tra.has_counts):
            raise
        why = " (rates of a CTMC? then write ctmc in place of the counts in line 1)"
        raise WrongSumError(error.plain, why, error.way) from None
