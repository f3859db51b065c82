"""Models of Storm through its Python bindings: what stormpy built, or PRISM and JANI programs.

Storm builds the model with rational numbers and writes it as .drn, which `drn` reads: a matrix of
a million entries passes through a file much faster than entry by entry through the bindings.

A program is built whole and has one order (`storm_order`): neither what is asked of it nor the
order in which Storm explores its states changes the model.

Source: Hensel, Junges, Katoen, Quatmann, Volk, *The probabilistic model checker Storm*, 2022;
https://moves-rwth.github.io/stormpy. Needs stormpy 2: ``pip install exactbox[storm]``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from exactbox.formats.drn import read_named
from exactbox.formats.storm_order import ordered, valuations
from exactbox.mdp.model import Model

PROGRAMS = (".prism", ".nm", ".pm", ".sm", ".ma", ".jani")
TYPES = ("DTMC", "MDP", "CTMC", "MA")


def from_storm(model: Any) -> Model:
    """A model of stormpy: a sparse, exact Markov chain, decision process or Markov automaton.

    Parameters
    ----------
    model : stormpy sparse DTMC, MDP, CTMC or Markov automaton with rational numbers
        As ``stormpy.build_model[stormpy.Rational]`` makes it. Labels and rewards are kept, and
        names of choices and valuations of states where Storm was told to build them.

    Raises
    ------
    TypeError
        If it is another kind of model, or one with floats.
    ValueError
        If the probabilities of a choice do not add up to 1.
    ImportError
        If stormpy is not there.

    Examples
    --------
    >>> import stormpy  # doctest: +SKIP
    >>> program = stormpy.parse_prism_program("die.pm")  # doctest: +SKIP
    >>> from_storm(stormpy.build_model[stormpy.Rational](program)).states  # doctest: +SKIP
    13
    """
    stormpy = _stormpy("a model of stormpy")
    if not getattr(model, "is_sparse_model", False):
        raise TypeError(f"found a {type(model).__name__}, need a sparse model of stormpy")
    kind = model.model_type.name
    if kind not in TYPES:
        raise TypeError(f"found a model of type {kind}, need {', '.join(TYPES)}")
    if not model.is_exact or model.supports_uncertainty or model.supports_parameters:
        raise TypeError(
            f"found a {type(model).__name__}, need rational numbers: "
            "stormpy.build_model[stormpy.Rational]"
        )
    return _through_drn(stormpy, "the model of stormpy", model)


def build(
    path: str | os.PathLike[str],
    constants: str | Mapping[str, Any] = "",
) -> Model:
    """The exact model of a program in PRISM's language (.prism, .nm, .pm, .sm, .ma) or in JANI.

    It has all states, labels and rewards of the program. States are in the order of their values:
    by the variable whose name comes first in the alphabet, then by the next. The choices of a state
    are in the order of their actions' names, then of what they lead to.

    Parameters
    ----------
    path : str or os.PathLike
    constants : str or dict of name to int, Fraction, bool or str
        Values of what the program leaves open: ``"N=3,p=1/7"`` or {"N": 3, "p": "1/7"}.

    Returns
    -------
    Model
        With labels, rewards, names of choices and valuations of states. What the program writes as
        0.1 is 1/10.

    Raises
    ------
    ValueError
        If Storm refuses the program, a constant is left open, or the model is of another type (a
        game, a partially observable one).
    TypeError
        If a constant is a float.
    ImportError
        If stormpy is not there.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> build("die.pm", "p=1/7").states  # doctest: +SKIP
    13
    """
    name = os.fspath(path)
    if Path(path).suffix.lower() not in PROGRAMS:
        raise ValueError(f"{name}: found {Path(path).suffix!r}, need {', '.join(PROGRAMS)}")
    stormpy = _stormpy(name)
    with open(path, "rb"):  # an error of the system says more than Storm's
        pass
    if not isinstance(constants, str):
        for constant, value in constants.items():
            if isinstance(value, float):
                raise TypeError(
                    f"the constant {constant} is the float {value}, need an exact number or a "
                    "string like '1/3' or '0.1'"
                )
        constants = ",".join(f"{key}={_text(value)}" for key, value in constants.items())
    try:
        model = _built(stormpy, name, constants)
    except (RuntimeError, stormpy.exceptions.StormError) as error:
        raise ValueError(f"{name}: Storm says: {' '.join(str(error).split())[:300]}") from None
    kind = model.model_type.name
    if kind not in TYPES:
        raise ValueError(f"{name}: found a model of type {kind}, need {', '.join(TYPES)}")
    return ordered(_through_drn(stormpy, name, model), _values(model))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _built(stormpy: Any, name: str, constants: str) -> Any:
    """The whole model: Storm is not told of a property, for which it would leave states out."""
    if Path(name).suffix.lower() == ".jani":
        program, _ = stormpy.parse_jani_model(name)
    else:
        program = stormpy.parse_prism_program(name, prism_compatibility=True)  # CTMCs are
    program, _ = stormpy.instantiate_constants(program, constants, [])
    options = stormpy.BuilderOptions()
    options.set_build_all_reward_models()
    options.set_build_all_labels()
    options.set_build_choice_labels()
    options.set_build_state_valuations()
    return stormpy.build_model[stormpy.Rational](program, options=options)


def _through_drn(stormpy: Any, name: str, model: Any) -> Model:
    handle, file = tempfile.mkstemp(suffix=".drn")
    os.close(handle)
    try:
        stormpy.io.export_to_drn(model, file)
        found = read_named(name, file)
    finally:
        os.unlink(file)
    nowhere = np.zeros(found.states, dtype=bool)  # .drn has no place for labels that no state has
    names = [label for label in model.labeling.get_labels() if label != "init"]
    labels = {label: found.labels.get(label, nowhere) for label in sorted(names)}
    if model.has_state_valuations():  # in a .drn of Storm variables that are true have no name
        return replace(found, labels=labels, valuations=valuations(_values(model), found.states))
    return replace(found, labels=labels)


def _values(model: Any) -> dict[str, list[int]]:
    """Of each variable its value in every state; those of JANI that only name a reward are none."""
    known = model.state_valuations
    kept = [v for v in known.get_all_variables() if v.has_boolean_type() or v.has_integer_type()]
    return {variable.name: known.get_values_states(variable) for variable in kept}


def _stormpy(what: str) -> Any:
    try:
        import stormpy
        import stormpy.io
    except ImportError:
        raise ImportError(
            f"{what} needs the package stormpy 2, found none: pip install 'exactbox[storm]'"
        ) from None
    if not hasattr(stormpy.build_model, "__getitem__"):
        raise ImportError(f"{what} needs stormpy 2, found an older one: pip install 'stormpy>=2'")
    return stormpy
