"""VIPR 1.0: the proof of an optimal or infeasible program for other checkers.

A row is a constraint for each of its bounds, and so is each bound of a column. One line is derived:
the sum of constraints times their prices, which is c x >= value (<= where the program maximises),
or 0 >= 1 times something. The constant of the objective is left out, as the format has none.

Source: Cheung, Gleixner, Steffy, *Verifying integer programming results*, 2017.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactbox.decimals import fraction_string
from exactbox.files import write
from exactbox.lp.answer import ProgramAnswer
from exactbox.lp.formats.draft import columns_of, rows_of
from exactbox.lp.program import Bound, LinearProgram, require_value

_Constraint = tuple[str, str, Fraction, list[tuple[int, Fraction]]]  # name, sense, rhs, terms


def write_vipr(path: str | os.PathLike[str], answer: ProgramAnswer) -> None:
    """Write what proves an answer to a file; ValueError for an unbounded program."""
    write(path, "".join(f"{line}\n" for line in vipr_lines(answer)).encode())


def vipr_lines(answer: ProgramAnswer) -> Iterator[str]:
    """The lines of the file."""
    program = answer.program
    if answer.status == "unbounded":
        raise ValueError("the program is unbounded: VIPR has no proof of that")
    n = program.shape[1]
    constraints = [*_constraints(program)]
    bounds, prices = sum(k < n for k, _ in constraints), _prices(answer)
    objective = [(j, c) for j, c in enumerate(program.cost) if c]
    sense = "max" if program.maximize else "min"
    yield from ("VER 1.0", f"VAR {n}", *map(_word, program.column_names), "INT 0")
    yield from (f"OBJ {sense}", _terms(objective))
    yield f"CON {len(constraints)} {bounds}"
    used, total = [], Fraction(0)
    for k, (variable, (name, relation, right, terms)) in enumerate(constraints):
        yield f"{_word(name)} {relation} {_exact(right)} {_terms(terms)}"
        price = prices[variable]
        # of a variable with two bounds the price is that of the one at which it stands
        lower = (price > 0) != (program.maximize and answer.status == "optimal")
        if price and relation in ("E", "G" if lower else "L"):
            used.append((k, price))
            total += right * price
    reason = f"{{ lin {_terms(used)} }} -1"
    if answer.fun is None or answer.x is None:
        yield from ("RTP infeas", "SOL 0", "DER 1", f"derived G {_exact(total)} 0 {reason}")
        return
    value = _exact(answer.fun - program.constant)
    point = [(j, Fraction(v)) for j, v in enumerate(answer.x) if v]
    yield from (f"RTP range {value} {value}", "SOL 1", f"optimal {_terms(point)}", "DER 1")
    yield f"derived {'L' if program.maximize else 'G'} {_exact(total)} OBJ {reason}"


def _constraints(program: LinearProgram) -> Iterator[tuple[int, _Constraint]]:
    """Variable and constraint for each bound of a row, then for each of a column."""
    n = program.shape[1]
    for i, (name, terms, low, high) in enumerate(rows_of(program)):
        for relation, bound in _sides(low, high):
            yield n + i, (f"{name}_{relation}", relation, bound, terms)
    for j, (name, low, high) in enumerate(columns_of(program)):
        for relation, bound in _sides(low, high):
            yield j, (f"{name}_{relation}_bound", relation, bound, [(j, Fraction(1))])


def _sides(low: Bound, high: Bound) -> Iterator[tuple[str, Fraction]]:
    if low is not None and low == high:
        yield "E", low
        return
    if low is not None:
        yield "G", low
    if high is not None:
        yield "L", high


def _prices(answer: ProgramAnswer) -> list[Fraction]:
    """Reduced costs of columns, then duals of rows, as these were given."""
    if answer.reduced_costs is not None and answer.duals is not None:
        return [*map(Fraction, answer.reduced_costs), *map(Fraction, answer.duals)]
    program, y = answer.program, [Fraction(e) for e in require_value(answer.farkas)]
    of_columns = [Fraction(0)] * program.shape[1]
    for weight, (_, terms, *_) in zip(y, rows_of(program), strict=True):
        for j, v in terms:
            of_columns[j] -= weight * v
    return of_columns + y


def _terms(terms: Sequence[tuple[int, Fraction]]) -> str:
    """How many, and each place with its number."""
    return " ".join([str(len(terms)), *(f"{k} {_exact(v)}" for k, v in terms)])


def _exact(value: Fraction) -> str:
    return fraction_string(value, whole=sys.maxsize)


def _word(name: str) -> str:
    return "_".join(name.split())
