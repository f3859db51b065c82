"""Models of Storm through its Python bindings: what stormpy built, or PRISM and JANI programs.

Storm builds the model with rational numbers, whose arrays are read through the bindings
(`storm_arrays`).

A program has one order (`storm_order`): the order in which Storm explores its states does not
change the model. It is built whole, unless it is said where to stop.

Source: Hensel, Junges, Katoen, Quatmann, Volk, *The probabilistic model checker Storm*, 2022;
https://moves-rwth.github.io/stormpy. Needs stormpy 2: ``pip install exactbox[storm]``.

The modules, in the order in which a program passes through them:

=============  =============================================================
storm_program  a program as Storm parses it, tested before anything is built
storm_arrays   a sparse model of stormpy as arrays
storm_order    one order for the states and choices that Storm builds
=============  =============================================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from exactbox.formats.recognition import PROGRAMS, format_of
from exactbox.formats.storm.storm_arrays import translated
from exactbox.formats.storm.storm_order import ordered
from exactbox.formats.storm.storm_program import labels_of, parsed, quiet, refusal, until_formula
from exactbox.formats.valuations import Valuations
from exactbox.inputs import named
from exactbox.late import extra
from exactbox.mdp.model.layout import Array, replace_parts
from exactbox.mdp.model.model import Model
from exactbox.showing import show

TYPES = ("DTMC", "MDP", "CTMC", "MA")


def from_storm(model: Any) -> Model:
    """A model of stormpy: a sparse, exact Markov chain, decision process or Markov automaton.

    ``stormpy.build_model[stormpy.Rational]`` makes one. Labels and rewards are kept, and names of
    choices and valuations of states where Storm was told to build them.

    Raises
    ------
    TypeError
        If it is another kind of model, or one with floats.
    ValueError
        If the probabilities of a choice do not add up to 1, or rewards are of transitions.

    Examples
    --------
    >>> import stormpy  # doctest: +SKIP
    >>> program = stormpy.parse_prism_program("die.pm")  # doctest: +SKIP
    >>> from_storm(stormpy.build_model[stormpy.Rational](program)).states  # doctest: +SKIP
    13
    """
    _stormpy("a model of stormpy")
    if not getattr(model, "is_sparse_model", False):
        raise TypeError(f"found {show(model)}, need a sparse model of stormpy")
    kind = model.model_type.name
    if kind not in TYPES:
        raise TypeError(f"found a model of type {kind}, need {', '.join(TYPES)}")
    if not model.is_exact or model.supports_uncertainty or model.supports_parameters:
        raise TypeError(
            f"found a {type(model).__name__}, need rational numbers: "
            "stormpy.build_model[stormpy.Rational]"
        )
    translation = translated("the model of stormpy", model)
    if not model.has_state_valuations():
        return translation
    return replace_parts(
        translation, valuations=Valuations(state_values(model), translation.states)
    )


def build(
    path: str | os.PathLike[str],
    constants: str | Mapping[str, Any] = "",
    *,
    normalise: bool = False,
    until: tuple[str, str] | None = None,
    rewards: bool = True,
) -> Model:
    """The exact model of a program in PRISM's language (.prism, .nm, .pm, .sm, .ma) or in JANI.

    It has all states, labels and rewards of the program, names of choices and valuations of states;
    0.1 is 1/10. States are in the order of their values: by the variable whose name comes first in
    the alphabet, then by the next. The choices of a state are in the order of their actions' names,
    then of what they lead to.

    Parameters
    ----------
    constants : str or dict of name to int, Fraction, bool or str
        Values of what the program leaves open: ``"N=3,p=1/7"`` or {"N": 3, "p": "1/7"}.
    normalise : bool
        Divide probabilities that do not add up to 1 by their sum.
    until : two strings
        Where to stay and a goal, as Storm writes them, such as ``("true", '"done"')`` or
        ``("(x<3)", "(y=0)")``: states of the goal, and those where one may not stay, are absorbing
        and without rewards, and what is only reached through them is not built.
    rewards : bool
        Build rewards, which take a quarter of the time.

    Raises
    ------
    CannotStopError
        If Storm cannot tell the states of `until`.
    ValueError
        If Storm refuses the program, a constant is left open, or the model is of another type (a
        game, a partially observable one).

    Examples
    --------
    >>> build("die.pm", "p=1/7").states  # doctest: +SKIP
    13
    """
    name, kind = named(path), format_of(path)
    if kind not in PROGRAMS:
        raise ValueError(f"{name}: found {kind!r}, need {', '.join(PROGRAMS)}")
    stormpy = _stormpy(name)
    try:
        with quiet():
            program = parsed(stormpy, path, constants, TYPES)
            model = _built(stormpy, program, normalise, until, rewards)
    except (RuntimeError, stormpy.exceptions.StormError) as error:
        raise ValueError(refusal(name, error)) from None
    labels = model.labeling
    if "out_of_bounds" in labels.get_labels() and [*labels.get_states("out_of_bounds")]:
        raise ValueError(f"{name}: found a variable out of its bounds, need values within them")
    found = ordered(translated(name, model, normalise), state_values(model))
    if until is not None:  # at an expression Storm stops by a label of its own
        known = {*labels_of(program), "deadlock", "out_of_bounds"}
        own = {label: where for label, where in found.labels.items() if label in known}
        found = replace_parts(found, labels=own)
    return found


def require_readable(path: str | os.PathLike[str], constants: str | Mapping[str, Any] = "") -> None:
    """Refuse a program that Storm cannot read, without building it; raises as `build`."""
    stormpy = _stormpy(named(path))
    try:
        with quiet():
            parsed(stormpy, path, constants, TYPES)
    except (RuntimeError, stormpy.exceptions.StormError) as error:
        raise ValueError(refusal(named(path), error)) from None


def _built(
    stormpy: Any, program: Any, normalise: bool, until: tuple[str, str] | None, rewards: bool
) -> Any:
    """The whole model, or what comes before some states: Storm is told of an until that ends."""
    options = stormpy.BuilderOptions()
    if until is not None:
        options = stormpy.BuilderOptions([until_formula(stormpy, program, *until)])
    if rewards:
        options.set_build_all_reward_models()
    options.set_build_all_labels()
    options.set_build_choice_labels()
    options.set_build_state_valuations()
    # else a value out of bounds wraps: 5 in [0..2] would be 1
    if normalise:  # the checks are of sums of probabilities, too
        options.set_add_out_of_bounds_state()
    else:
        options.set_exploration_checks()
    return stormpy.build_model[stormpy.Rational](program, options=options)


def state_values(model: Any) -> dict[str, Array]:
    """The values of each variable in all states; JANI's that only name a reward have none."""
    known = model.state_valuations
    columns = [v for v in known.get_all_variables() if v.has_boolean_type() or v.has_integer_type()]
    return {variable.name: np.array(known.get_values_states(variable)) for variable in columns}


def _stormpy(what: str) -> Any:
    pip = "pip install 'exactbox[storm]'"
    extra("stormpy.io", f"{what} needs the package stormpy 2, found none: {pip}")
    import stormpy

    if not hasattr(stormpy.build_model, "__getitem__"):
        raise ImportError(f"{what} needs stormpy 2, found an older one: pip install 'stormpy>=2'")
    return stormpy
