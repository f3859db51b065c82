"""What the names of a property mean: constants, formulas, labels, variables of a model's states.

The valuations of a model's states, texts such as ``x=3 & done=true``, are read as columns: of each
variable, which of its values every state has. An expression is evaluated once for each combination
of values that occurs, exactly, by `evaluation`; signs such as & and ! join sets of states. Each
part is evaluated where it matters only: in ``x=0 | 1/x<2`` the second one where x is not 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

import numpy as np

from exactbox.formats.valuations import Valuations
from exactbox.properties.declarations import Constant, Program
from exactbox.properties.evaluation import Unvalued, Value, no_value, number, value_of
from exactbox.properties.expressions import parse_expression
from exactbox.properties.syntax import (
    Apply,
    Boolean,
    Expression,
    Label,
    Name,
    Operator,
    parts_of,
)
from exactbox.properties.words import PropertyError

if TYPE_CHECKING:
    from exactbox.mdp.layout import Array, PerState
    from exactbox.mdp.model import Model

LISTED = 12  # names that a refusal lists


@dataclass(frozen=True, eq=False)
class Column:
    """What every state's value of an atom is: ``values[code[s]]``."""

    code: Array
    values: list[Value]


class Names:
    """Constants, formulas and labels, which have a meaning without a model.

    Parameters
    ----------
    given : str or dict of name to value
        Values of constants: ``"K=2,p=1/7"``, or {"K": 2}.
    declared : dict of name to Constant
        By property files and the program.
    program : Program
    labels : dict of name to expression
        That property files define.

    Raises
    ------
    ValueError
        If what is given is malformed, or a float.
    """

    def __init__(
        self,
        given: str | Mapping[str, object] = "",
        declared: Mapping[str, Constant] | None = None,
        program: Program | None = None,
        labels: Mapping[str, Expression] | None = None,
    ) -> None:
        self.given = given_constants(given)
        self.declared = dict(declared or {})
        self.program = program or Program("")
        self.labels = dict(labels or {})
        self._values: dict[str, Value] = {}

    def has(self, name: str) -> bool:
        """Whether it is a constant."""
        return name in self.given or name in self.declared or name in self.program.constants

    def constant(self, name: str) -> Value:
        """A constant's value; refused by its name where it is open."""
        if name not in self._values:
            declared = self.declared.get(name) or self.program.constants.get(name)
            if name in self.given:
                found = self.given[name]
            elif declared is not None and declared.value is not None:
                found = self._calculated(name, declared.value)
            else:
                raise PropertyError(
                    f"the constant {name} is open, need its value: --constants {name}=..."
                )
            self._values[name] = _typed(name, found, declared)
        return self._values[name]

    def _calculated(self, name: str, value: Expression) -> Value:
        try:
            return value_of(value, self._known)
        except RecursionError:
            raise PropertyError(f"the constant {name} is defined by itself") from None
        except Unvalued as error:
            raise PropertyError(f"the constant {name}: {error}") from None

    def _known(self, node: Expression) -> Value:
        if not isinstance(node, Name) or not self.has(node.name):
            known = sorted({*self.given, *self.declared, *self.program.constants})
            no_value(node, f"is not a constant; the constants are: {listed(known)}")
        return self.constant(node.name)

    def number(self, node: Expression) -> Fraction:
        """The value of an expression of constants alone, which has to be a number."""
        return Fraction(number(node, self._known))


class Scope:
    """The meaning of names in a model's states.

    Parameters
    ----------
    model : Model
    names : Names, optional
    nested : callable, optional
        The states that satisfy an operator with a threshold; puts the hash of the question that
        says so into `hashes`.
    """

    def __init__(
        self,
        model: Model,
        names: Names | None = None,
        nested: Callable[[Operator], PerState] | None = None,
    ) -> None:
        self.model, self.names = model, names or Names()
        self.nested = nested
        self.hashes: dict[Operator, str] = {}  # of nested ones: their questions'
        self._columns: Mapping[str, Column] | None = None

    def states(self, node: Expression) -> PerState:
        """The states in which an expression is true.

        Returns
        -------
        (S,) bool

        Raises
        ------
        PropertyError
            If a name is unknown, or it is not true or false everywhere.

        Examples
        --------
        >>> from exactbox.mdp import Model
        >>> from exactbox.properties.expressions import parse_expression
        >>> model = Model([0, 1, 2], [0, 1, 2], [1, 1], [1, 1], [1, 1],
        ...               valuations=["x=0 & done=false", "x=4 & done=true"])
        >>> Scope(model, Names("k=3")).states(parse_expression("x>k | !done & 1/x<1"))
        Traceback (most recent call last):
        ...
        exactbox.properties.evaluation.Unvalued: 1/x: divides by zero
        >>> Scope(model, Names("k=3")).states(parse_expression("x>k | !done")).tolist()
        [True, True]
        """
        return self._where(node, np.ones(self.model.states, dtype=bool))

    def _where(self, node: Expression, asked: PerState) -> PerState:
        """The states among those asked about where it is true."""
        found: PerState
        if isinstance(node, Boolean):
            return asked.copy() if node.value else np.zeros_like(asked)
        if isinstance(node, Label):
            return asked & self.label(node)
        if isinstance(node, Operator):
            return asked & self._nested(node)
        if isinstance(node, Name) and (formula := self._formula(node)) is not None:
            return self._of_formula(node.name, formula, asked)
        if not isinstance(node, Apply) or node.sign not in ("&", "|", "!", "=>", "<=>", "?"):
            return self._compared(node, asked)
        sign, parts = node.sign, node.arguments
        if sign == "!":
            return asked & ~self._where(parts[0], asked)
        if sign == "&":
            found = asked
            for part in parts:
                found = self._where(part, found)
            return found
        if sign == "|":
            found = np.zeros_like(asked)
            for part in parts:
                found = found | self._where(part, asked & ~found)
            return found
        first = self._where(parts[0], asked)
        if sign == "=>":
            return (asked & ~first) | self._where(parts[1], first)
        if sign == "<=>":
            found = asked & (first == self._where(parts[1], asked))
            return found
        return self._where(parts[1], first) | self._where(parts[2], asked & ~first)

    def label(self, node: Label) -> PerState:
        """The states with a label."""
        name, model = node.name, self.model
        found: PerState
        if name in model.labels:
            return model.labels[name]
        if name in self.names.labels:
            return self._of_formula(
                name, self.names.labels[name], np.ones(model.states, dtype=bool)
            )
        if name == "init":
            return np.isin(np.arange(model.states), model.initial)
        if name == "deadlock":  # Storm and PRISM say so by a label; else where all choices end
            ends = model.per_option(model.ends)
            found = np.logical_and.reduceat(ends, model.option_start[:-1])
            return found
        known = sorted({*model.labels, *self.names.labels})
        raise Unvalued(node.at, f"no label {name!r}; the labels are: {listed(map(repr, known))}")

    def _nested(self, node: Operator) -> PerState:
        if node.relation is None:
            no_value(node, "is a number of every state, need a threshold such as >=0.5")
        if self.nested is None:
            no_value(node, "is not solved here, need an expression")
        return self.nested(node)

    def _formula(self, node: Name) -> Expression | None:
        """What a formula of the program stands for."""
        return self.names.program.formulas.get(node.name)

    def _of_formula(self, name: str, formula: Expression, asked: PerState) -> PerState:
        try:
            return self._where(formula, asked)
        except Unvalued as error:
            raise PropertyError(f"the formula {name!r}: {error}") from None
        except RecursionError:
            raise PropertyError(f"the formula {name!r} is defined by itself") from None

    def _compared(self, node: Expression, asked: PerState) -> PerState:
        """Where an expression is true: once for each combination of its atoms' values."""
        atoms = list(dict.fromkeys(self._atoms(node)))
        if not asked.any():
            return np.zeros_like(asked)
        columns = [self._column(atom) for atom in atoms]
        codes = np.zeros(self.model.states, dtype=np.int64)
        for column in columns:  # which combination: codes stay below the number of states
            _, codes = np.unique(codes * len(column.values) + column.code, return_inverse=True)
        first = np.zeros(int(codes.max()) + 1, dtype=np.int64) - 1
        where = np.flatnonzero(asked)
        first[codes[where]] = where  # a state with this combination, if it is asked about
        true = np.zeros(len(first), dtype=bool)
        for k in np.flatnonzero(first >= 0).tolist():
            s = int(first[k])
            known = {a: c.values[int(c.code[s])] for a, c in zip(atoms, columns, strict=True)}
            true[k] = self._truth(node, known)
        return asked & true[codes]

    def _truth(self, node: Expression, known: Mapping[Expression, Value]) -> bool:
        def value(atom: Expression) -> Value:
            if atom in known:
                return known[atom]
            if isinstance(atom, Name):
                if (formula := self._formula(atom)) is not None:
                    return value_of(formula, value)
                return self.names.constant(atom.name)
            no_value(atom, "is not a number")

        found = value_of(node, value)
        if not isinstance(found, bool):
            no_value(node, f"is the number {found}, need true or false")
        return found

    def _atoms(self, node: Expression, inside: int = 0) -> list[Expression]:
        """Variables, labels and operators whose values decide; formulas by what they stand for."""
        if isinstance(node, (Label, Operator)):
            return [node]
        if isinstance(node, Name):
            if (formula := self._formula(node)) is not None:
                if inside > len(self.names.program.formulas):
                    raise PropertyError(f"the formula {node.name!r} is defined by itself")
                return self._atoms(formula, inside + 1)
            if node.name in self.variables:
                return [node]
            if self.names.has(node.name):
                return []
            self._no_name(node)
        return [atom for part in parts_of(node) for atom in self._atoms(part, inside)]

    def _no_name(self, node: Name) -> NoReturn:
        known = sorted(self.variables)
        hint = f'; "{node.name}" in quotes is a label' if node.name in self.model.labels else ""
        none = "the states have no valuations that say what it is"
        what = f"the variables are: {listed(known)}" if known else none
        raise Unvalued(node.at, f"no variable or constant {node.name!r}; {what}{hint}")

    def _column(self, atom: Expression) -> Column:
        if isinstance(atom, Name):
            return self.variables[atom.name]
        found = (
            self.label(atom)
            if isinstance(atom, Label)
            else self._where(atom, np.ones(self.model.states, dtype=bool))
        )
        return Column(found.astype(np.int64), [False, True])

    @property
    def variables(self) -> Mapping[str, Column]:
        """The variables of the model's states; none where it has no valuations."""
        if self._columns is None:
            valuations = self.model.valuations
            if isinstance(valuations, Valuations):
                self._columns = _Columns(valuations.values)
            else:
                self._columns = {} if valuations is None else columns_of(valuations)
        return self._columns


class _Columns(Mapping[str, Column]):
    """Arrays as columns, each made when it is asked for: a program has up to 84 variables."""

    def __init__(self, values: Mapping[str, Array]) -> None:
        self.values_of = values
        self.known: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self.known:
            different, code = np.unique(self.values_of[name], return_inverse=True)
            self.known[name] = Column(code, different.tolist())
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_of)

    def __len__(self) -> int:
        return len(self.values_of)


def columns_of(valuations: object) -> dict[str, Column]:
    """Texts such as ``x=3 & done=true``, one a state, as a column for each variable.

    Raises
    ------
    PropertyError
        If a state's text is none, or names other variables than the first; says which state.
    """
    texts: list[str] = list(valuations)  # type: ignore[call-overload]
    rows = [text.split(" & ") for text in texts]
    if any(len(row) != len(rows[0]) for row in rows):
        s = next(s for s, row in enumerate(rows) if len(row) != len(rows[0]))
        _no_valuation(s, texts[s])
    found: dict[str, Column] = {}
    for parts in zip(*rows, strict=True):
        codes: dict[str, int] = {}
        code = np.array([codes.setdefault(part, len(codes)) for part in parts], dtype=np.int64)
        values, name = [], parts[0].partition("=")[0]
        for part, k in codes.items():
            value = _valued(part, name)
            if value is None:
                s = int(np.argmax(code == k))
                _no_valuation(s, texts[s])
            values.append(value)
        found[name] = Column(code, values)
    return found


def _valued(part: str, name: str) -> Value | None:
    """The value in ``x=3``, or None."""
    known, sign, value = part.partition("=")
    if known != name or not sign or not name.isidentifier():
        return None
    if value in ("true", "false"):
        return value == "true"
    try:
        return int(value)
    except ValueError:
        pass
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError):
        return None


def _no_valuation(state: int, text: str) -> NoReturn:
    raise PropertyError(
        f"state {state} has the valuation {text[:60]!r}, need x=3 & y=true of the same variables "
        "as the first state: expressions are evaluated by them"
    )


def given_constants(given: str | Mapping[str, object]) -> dict[str, Value]:
    """Constants as they are given, ``"K=2,p=1/7,fast=true"`` or a dict, exactly.

    Raises
    ------
    ValueError
        If one is malformed, there twice, or a float.

    Examples
    --------
    >>> given_constants("K=2,p=1/7"), given_constants({"fast": True})
    ({'K': 2, 'p': Fraction(1, 7)}, {'fast': True})
    """
    pairs = list(given.items()) if isinstance(given, Mapping) else _split(given)
    found: dict[str, Value] = {}
    for name, value in pairs:
        if isinstance(value, float):
            raise TypeError(
                f"the constant {name} is the float {value}, need an exact number or a string like "
                "'1/3' or '0.1'"
            )
        if name in found:
            raise ValueError(f"the constant {name} is given twice, need it once")
        if isinstance(value, (bool, int, Fraction)):
            found[name] = value
            continue
        try:
            found[name] = value_of(parse_expression(str(value)), _not_constant)
        except PropertyError:
            raise ValueError(
                f"the constant {name} is {str(value)!r}, need a number such as 3, 1/7 or 0.1, true "
                "or false"
            ) from None
    return found


def _split(given: str) -> list[tuple[str, str]]:
    pairs = []
    for part in given.split(",") if given.strip() else []:
        name, sign, value = part.partition("=")
        if not sign or not name.strip().isidentifier():
            raise ValueError(f"constants: found {part.strip()!r}, need NAME=VALUE,NAME=VALUE")
        pairs.append((name.strip(), value.strip()))
    return pairs


def _not_constant(node: Expression) -> Value:
    no_value(node, "is not a number")


def _typed(name: str, found: Value, declared: Constant | None) -> Value:
    """The value, if it is of the constant's type."""
    kind = "" if declared is None else declared.kind
    if kind == "bool" and not isinstance(found, bool):
        raise PropertyError(f"the constant {name} is {found}, need true or false")
    if kind in ("int", "double") and isinstance(found, bool):
        raise PropertyError(f"the constant {name} is {str(found).lower()}, need a number")
    if kind == "int" and found != int(found):
        raise PropertyError(f"the constant {name} is {found}, need an integer")
    return found


def listed(names: object) -> str:
    """Names for a refusal: the first of them, and how many more there are."""
    known = list(names)  # type: ignore[call-overload]
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return ", ".join(known[:LISTED]) + more if known else "none"
