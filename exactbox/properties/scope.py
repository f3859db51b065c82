"""The meaning of a property's names in a model's states: variables, labels, formulas, constants.

The valuations of a model's states, texts such as ``x=3 & done=true``, are read as columns: of each
variable, which of its values every state has. An expression is evaluated once for each combination
of values that occurs, exactly, by `evaluation`; signs such as & and ! join sets of states. Each
part is evaluated where it matters only: in ``x=0 | 1/x<2`` the second one where x is not 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from exactbox.formats.valuations import Valuations
from exactbox.mdp.model.question import ENDED, Goal, goal_of
from exactbox.properties.constants import Names
from exactbox.properties.evaluation import Value, integer, no_value, truth, value_of
from exactbox.properties.state_variables import Column, columns_of
from exactbox.properties.syntax import (
    Apply,
    Boolean,
    Element,
    Expression,
    Label,
    Name,
    Operator,
    operators_in,
    parts_of,
    words_of,
)
from exactbox.properties.tokens import PropertyError, Unvalued
from exactbox.showing import first_names, quoted_names

if TYPE_CHECKING:
    from exactbox.mdp.model.layout import Array, PerState
    from exactbox.mdp.model.model import Model


class Scope:
    """The meaning of names in a model's states.

    ``nested`` gives the states that satisfy an operator with a threshold, and puts the hash of the
    question that says so into ``hashes``.
    """

    def __init__(
        self,
        model: Model,
        names: Names | None = None,
        nested: Callable[[Operator], PerState] | None = None,
    ) -> None:
        self.model, self.names = model, names or Names()
        self.formulas = self.names.program.formulas
        self.nested = nested
        self.unread = ""  # why the model's valuations are not those of variables
        self.hashes: dict[Operator, str] = {}  # of nested ones: their questions'

    def states(self, node: Expression) -> PerState:
        """The states in which an expression is true, as (S,) bool.

        A PropertyError says that a name is unknown, or that it is not true or false everywhere.

        Examples
        --------
        >>> from exactbox.mdp import Model
        >>> from exactbox.properties.expressions import parse_expression
        >>> model = Model([0, 1, 2], [0, 1, 2], [1, 1], [1, 1], [1, 1],
        ...               valuations=["x=0 & done=false", "x=4 & done=true"])
        >>> Scope(model, Names("k=3")).states(parse_expression("x>k | !done & 1/x<1"))
        Traceback (most recent call last):
        ...
        exactbox.properties.tokens.Unvalued: 1/x: divides by zero
        >>> Scope(model, Names("k=3")).states(parse_expression("x>k | !done")).tolist()
        [True, True]
        """
        return self._where(node, np.ones(self.model.states, dtype=bool))

    def goal(self, node: Expression) -> Goal:
        """The states as a question has them: by name, with the hashes of what is nested.

        "ended" is that the play ends, where it can and no label has the name.
        """
        if node == Label(ENDED) and ENDED not in self.model.labels and self.model.ends.any():
            return goal_of(self.model, ENDED)
        if isinstance(node, Label):
            return Goal(self.label(node), False, node.name)
        states = self.states(node)
        nested = (self.hashes.get(each) for each in operators_in(node))  # `states` solves them
        return Goal(states, False, words_of(node), tuple(filter(None, nested)))

    def _where(self, node: Expression, candidates: PerState) -> PerState:
        """The states among the candidates where it is true."""
        true: PerState
        if isinstance(node, Boolean):
            return candidates.copy() if node.value else np.zeros_like(candidates)
        if isinstance(node, Label):
            return candidates & self.label(node)
        if isinstance(node, Operator):
            if node.relation is None:
                no_value(node, "is a number of every state, need a threshold such as >=0.5")
            if self.nested is None:
                no_value(node, "is not solved here, need an expression")
            return candidates & self.nested(node)
        if isinstance(node, Name) and node.name in self.formulas:
            with _used_at(node):
                return self._where(self.formulas[node.name], candidates)
        if not isinstance(node, Apply) or node.sign not in ("&", "|", "!", "=>", "<=>", "?"):
            return self._where_true(node, candidates)
        sign, parts = node.sign, node.arguments
        if sign == "!":
            return candidates & ~self._where(parts[0], candidates)
        if sign == "&":
            true = candidates
            for part in parts:
                true = self._where(part, true)
            return true
        if sign == "|":
            true = np.zeros_like(candidates)
            for part in parts:
                true = true | self._where(part, candidates & ~true)
            return true
        first = self._where(parts[0], candidates)
        if sign == "=>":
            return (candidates & ~first) | self._where(parts[1], first)
        if sign == "<=>":
            true = candidates & (first == self._where(parts[1], candidates))
            return true
        return self._where(parts[1], first) | self._where(parts[2], candidates & ~first)

    def label(self, node: Label) -> PerState:
        """The states with a label."""
        name, model = node.name, self.model
        states: PerState
        if name in model.labels:
            return model.labels[name]
        if name in self.names.labels:
            with _used_at(node):
                return self.states(self.names.labels[name])
        if name == "init":
            return np.isin(np.arange(model.states), model.initial)
        if name == "deadlock":  # Storm and PRISM say so by a label; else where all choices end
            ends = model.ends[model.choice]
            states = np.logical_and.reduceat(ends, model.action_start[:-1])
            return states
        there = quoted_names({*model.labels, *self.names.labels}, name)
        raise Unvalued(node.at, f"no label {name!r}; the labels are: {there}")

    def _where_true(self, node: Expression, candidates: PerState) -> PerState:
        """The states in which an expression is true, by the combinations of its atoms' values."""
        atoms = list(dict.fromkeys(self._atoms(node)))
        if not candidates.any():
            return np.zeros_like(candidates)
        columns = [self._column(atom) for atom in atoms]
        codes = np.zeros(self.model.states, dtype=np.int64)
        for column in columns:  # which combination: codes stay below the number of states
            _, codes = np.unique(codes * len(column.values) + column.code, return_inverse=True)
        first = np.zeros(int(codes.max()) + 1, dtype=np.int64) - 1
        where = np.flatnonzero(candidates)
        first[codes[where]] = where  # a state with this combination, if it is a candidate
        true = np.zeros(len(first), dtype=bool)
        values: dict[Expression, Value] = {}  # of the atoms, in the combination that is looked at

        def value(atom: Expression) -> Value:
            if atom in values:
                return values[atom]
            if isinstance(atom, Element):
                return values[self._element(atom, value)]
            name = cast("Name", atom)  # labels and operators are atoms, and in `values`
            if name.name in self.formulas:
                with _used_at(name):
                    return value_of(self.formulas[name.name], value)
            return self.names.constant(name.name)

        for k in np.flatnonzero(first >= 0).tolist():
            s = int(first[k])
            values.update(
                (a, c.values[int(c.code[s])]) for a, c in zip(atoms, columns, strict=True)
            )
            true[k] = truth(node, value)
        return candidates & true[codes]

    def _atoms(self, node: Expression) -> list[Expression]:
        """Variables, labels and operators whose values decide; formulas by what they stand for."""
        if isinstance(node, (Label, Operator)):
            return [node]
        inside = [atom for part in parts_of(node) for atom in self._atoms(part)]
        if isinstance(node, Element):
            if not inside:  # the variable that is the element; else the array, and the indices'
                constant = self.names.constant
                return [self._element(node, lambda atom: constant(cast("Name", atom).name))]
            pattern = re.compile(re.escape(node.name) + r"(_at_[0-9]+)" * len(node.indices))
            return [*inside, *(Name(name) for name in self.variables if pattern.fullmatch(name))]
        if not isinstance(node, Name):
            return inside
        if node.name in self.formulas:
            with _used_at(node):
                return self._atoms(self.formulas[node.name])
        if node.name in self.variables:
            if node.name in self.names.given:
                no_value(node, "is a variable of the model: it takes no value of --constants")
            return [node]
        if self.names.has(node.name):
            return []
        hint = f'; "{node.name}" in quotes is a label' if node.name in self.model.labels else ""
        if node.name in ("C", "I", "S"):
            hint = f"; sums of rewards stand in brackets, as in R=? [ {node.name} ]"
        there = self.unread or "the states have no valuations that say what it is"
        if self.variables:
            there = f"the variables are: {first_names(sorted(self.variables))}"
        raise Unvalued(node.at, f"no variable or constant {node.name!r}; {there}{hint}")

    def _element(self, node: Element, value: Callable[[Expression], Value]) -> Name:
        """The variable that is the element; Storm makes ``size_at_0`` of ``size[0]``."""
        indices = [integer(index, value) for index in node.indices]
        variable = Name("_at_".join(map(str, [node.name, *indices])), at=node.at)
        if variable.name not in self.variables:
            which = "".join(f"[{index}]" for index in indices)
            no_value(node, f"the states have no {node.name}{which}")
        return variable

    def _column(self, atom: Expression) -> Column:
        if not isinstance(atom, Name):
            true = self.label(atom) if isinstance(atom, Label) else self.states(atom)
            return Column(true.astype(np.int64), [False, True])
        column = self.variables[atom.name]
        if not isinstance(column, Column):  # integers or booleans; made when it is needed first
            different, code = np.unique(column, return_inverse=True)
            kind = bool if different.dtype == bool else int
            column = Column(code, [kind(v) for v in different.tolist()])
            self.variables[atom.name] = column
        return column

    @cached_property
    def variables(self) -> dict[str, Array | Column]:
        """The variables of the model's states, as arrays where Storm has built it, else as columns.

        There are none where it has no valuations, or others than of variables.
        """
        valuations = self.model.valuations
        if isinstance(valuations, Valuations):
            return dict(valuations.values)
        try:
            return {} if valuations is None else dict(columns_of(valuations))
        except PropertyError as error:
            self.unread = str(error)
            return {}


@contextmanager
def _used_at(node: Name | Label) -> Iterator[None]:
    """Refusals of what a name stands for: with its kind and name, and the place of its use.

    What it stands for is written elsewhere, so its positions mean nothing in the property.
    """
    what = f"the {'label' if isinstance(node, Label) else 'formula'} {node.name!r}"
    try:
        yield
    except Unvalued as error:
        raise Unvalued(node.at, f"{what}: {error}") from None
    except RecursionError:
        raise PropertyError(f"{what} is defined by itself") from None
