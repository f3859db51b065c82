"""Linear programs and matrix games: what is said of them, and why it is so.

A program: minimise or maximise c x + c0 over all x with l <= x <= u and L <= A x <= U; a bound may
be absent (null). The question lists row i of A with its bounds L(i), U(i) as integers over a
denominator d(i) > 0, c as integers over D > 0, all over the least ones; l, u and c0 are rationals.
These integers are A, L, U and c below, c negated where the program maximises: rows times d(i) hold
for the same x, and c x is least for the same x.

A game: the row player receives A(i, j) of the column player, where they choose i and j; A is listed
as integers over one denominator D > 0, the least. That many times A has that many times the value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from . import linear, reading
from .claim import Claim
from .linear import Matrix, Row, System, read_question_matrix, read_rows, transposed
from .program_text import GOAL, LIMITS, program_text
from .reading import Json, fields, holds, need

Bound = Any  # an integer, a Fraction, or None where there is none


@dataclass(frozen=True)
class Program(System):
    """minimise c x in integers; its variables are the columns, then the activities A x."""

    cost: Row
    over: int  # D
    constant: Fraction
    sign: int  # -1 where the program maximises
    low: list[Bound]  # l, then L
    high: list[Bound]

    def called(self, k: int) -> str:
        """The name of a variable in messages."""
        return f"x({k})" if k < self.n else f"row {k - self.n}"

    def dot(self, row: Row, x: Matrix) -> Any:
        """row x, to be compared."""
        return Fraction(self.times(row, x).get(0, 0))

    def variables(self, x: Matrix) -> list[Any]:
        """All variables: x and A x."""
        return [self.dot({j: 1}, x) for j in range(self.n)] + [self.dot(row, x) for row in self.a]

    def prices(self, cost: Row, y: Matrix) -> list[Any]:
        """Those of all variables: d = cost - A' y and y."""
        columns = transposed(self.a)
        d = [cost.get(j, 0) - self.dot(columns.get(j, {}), y) for j in range(self.n)]
        return d + [self.dot({i: 1}, y) for i in range(self.m)]

    def gaps(self, corner: list[Bound]) -> Row:
        """The corner's activities less A times the corner's x."""
        activities = (sum(v * corner[j] for j, v in row.items()) for row in self.a)
        return {i: b - v for i, (b, v) in enumerate(zip(corner[self.n :], activities))}

    def value(self, total: Any) -> Fraction:
        """The objective, where c x is this."""
        return self.constant + Fraction(self.sign, self.over) * Fraction(total)


def read(question: Json, make: Callable[..., Program], said: str) -> tuple[Program, Json, str]:
    """A program or a game; no facts; and the sentence, in the words of its sense."""
    s = (read_game if question["statement"] == "game" else read_program)(question, make)
    to, beyond = ("minimise", "below") if s.sign > 0 else ("maximise", "above")
    if question["statement"] != "game":
        said = program_text(s, said)
    return s, {}, said.replace("{to}", to).replace("{beyond}", beyond)


def read_program(question: Json, make: Callable[..., Program]) -> Program:
    """The program in integers."""
    fields(question, "denominators lower matrix objective sense statement upper", "question")
    d = reading.integers(question["denominators"], "denominators")
    need(min(d, default=1) > 0, "a denominator is not positive")
    a, n = read_question_matrix(question["matrix"], "matrix", len(d))
    low, high = (read_bounds(question[name], name, n, len(d)) for name in ("lower", "upper"))
    b = [{k: v for k, v in enumerate(e) if v is not None} for e in zip(low[n:], high[n:])]
    goal = fields(question["objective"], "constant denominator numerators places", "objective")
    over = reading.integer(goal["denominator"], "objective: denominator")
    need(over > 0, "objective: the denominator is not positive")
    sizes = [len(reading.items(goal["places"], "objective: places"))]
    (cost,) = read_rows({**goal, "sizes": sizes}, "objective", 1, n)
    constant = reading.rational(goal["constant"], "objective: constant")
    sense = reading.one_of(("max", "min"), question["sense"], "question: sense")
    sign = -1 if sense == "max" else 1
    cost = {j: sign * v for j, v in cost.items()}
    s = make(a, b, len(d), n, 1, d, [], cost, over, constant, sign, low, high)
    replace(s, a=[cost], b=[{}], d=[over]).check_denominators("the objective")
    return s


def read_bounds(given: Any, name: str, n: int, m: int) -> list[Bound]:
    """Those of the columns, rationals, and those of the rows, integers."""
    side = fields(given, "columns rows", name)
    columns = reading.items(side["columns"], f"{name}: columns", n)
    rows = reading.items(side["rows"], f"{name}: rows", m)
    bounds = [b if b is None else reading.rational(b, f"{name}: columns") for b in columns]
    return bounds + [b if b is None else reading.integer(b, f"{name}: rows") for b in rows]


def read_game(question: Json, make: Callable[..., Program]) -> Program:
    """The matrix of a game."""
    fields(question, "denominator matrix statement", "question")
    over = reading.integer(question["denominator"], "denominator")
    need(over > 0, "the denominator is not positive")
    a, n = read_question_matrix(question["matrix"], "matrix")
    need(a and n > 0, "matrix: a game has a row and a column")
    s = make(a, [], len(a), n, 1, [], [], {}, over, Fraction(0), 1, [], [])
    every = dict(enumerate(v for row in a for v in row.values()))
    replace(s, a=[every], b=[{}], d=[over]).check_denominators("the matrix")
    return s


def check_point(s: Program, w: Json) -> None:
    """The x of the certificate is feasible: l <= x <= u and L <= A x <= U, entry by entry."""
    w["x"] = s.variables(w["point"])
    for k, (low, x, high) in enumerate(zip(s.low, w["x"], s.high)):
        holds(low is None or x >= low, f"{s.called(k)}: the point is below the lower bound")
        holds(high is None or x <= high, f"{s.called(k)}: the point is above the upper bound")


def check_optimal(s: Program, w: Json) -> Fraction:
    """No feasible x' has a lower c x' than the feasible x of the certificate.

    For every x', as d = c - A' y, c x' = d x' + y (A x'): a sum over all variables, columns and
    activities, each times its price, d(j) or y(i). Where a price is above 0 the variable of x is at
    its lower bound, where it is below 0 at its upper one: so none of the terms is less for another
    feasible x'. What the objective is at x is calculated here.
    Coq: `lp_optimal` (proofs/coq/Programs.v).
    """
    w["price"] = s.prices(s.cost, w["dual"])
    for k, (price, low, x, high) in enumerate(zip(w["price"], s.low, w["x"], s.high)):
        name, at_lower, at_upper = s.called(k), price <= 0 or x == low, price >= 0 or x == high
        holds(at_lower, f"{name}: its price is above 0, it is not at its lower bound")
        holds(at_upper, f"{name}: its price is below 0, it is not at its upper bound")
    return s.value(s.dot(s.cost, w["point"]))


def check_only(s: Program, w: Json) -> None:
    """No other feasible x' has the same c x'.

    By `check_optimal` each term of c x' is what it is for x: x' = x in all columns whose price is
    not 0, and A x' = A x in all rows whose price is not 0; and so it is where the two bounds of a
    variable are equal. Let z = x' - x: it is 0 but in the other columns, and A z is 0 in these
    rows. The minor of the certificate, of rows among these, and of columns that include all of the
    others, is not 0, by elimination (`linear.check_minor`); so z = 0.
    Coq: `lp_unique` (proofs/coq/Programs.v), `only_sound` (proofs/coq/ProgramChecker.v).
    """
    minor, of_all = w["minor"], zip(w["price"], s.low, s.high)
    fixed = [price != 0 or (low == high and low is not None) for price, low, high in of_all]
    loose = {j for j in range(s.n) if not fixed[j]} - {*minor["columns"]}
    holds(not loose, f"minor: it lacks column {min(loose, default=0)}, whose price is 0")
    for i in minor["rows"]:
        holds(fixed[s.n + i], f"minor: row {i} has the price 0")
    holds(minor["modulus"] > 1, "minor: the modulus is below 2")
    linear.product_of_pivots(s, minor)


def check_infeasible(s: Program, w: Json) -> None:
    """No x is feasible: the y of the certificate refutes the rows (Farkas 1902).

    For every x, as d = -A' y, the sum over all variables, columns and activities, each times its
    price, d(j) or y(i), is 0. But within the bounds it is least at a corner, where variables with a
    price above 0 are at their lower bounds and those with one below 0 at their upper ones, which
    there are; and there it is y (the corner's activities - A times the corner's x), above 0.
    Coq: `lp_infeasible` (proofs/coq/Programs.v).
    """
    corner = list[Bound]()
    for k, price in enumerate(s.prices({}, w["dual"])):
        corner.append(0 if price == 0 else s.low[k] if price > 0 else s.high[k])
        holds(corner[k] is not None, f"{s.called(k)}: it has a price, and no bound there")
    gap = s.dot(s.gaps(corner), w["dual"])
    holds(gap > 0, "dual: the weighted rows do not contradict the bounds")


def check_ray(s: Program, w: Json) -> None:
    """For every number there is a feasible x' with a lower c x' (as c is here).

    With the feasible x of the certificate and its ray r all x + t r, t >= 0, are feasible: neither
    r nor A r falls where there is a lower bound, or rises where there is an upper one. And c r < 0.
    Coq: `lp_unbounded` (proofs/coq/Programs.v).
    """
    for k, (low, step, high) in enumerate(zip(s.low, s.variables(w["ray"]), s.high)):
        holds(low is None or step >= 0, f"{s.called(k)}: the ray falls to its lower bound")
        holds(high is None or step <= 0, f"{s.called(k)}: the ray rises to its upper bound")
    holds(s.dot(s.cost, w["ray"]) < 0, "ray: the objective is not better along it")


def check_game(s: Program, w: Json) -> Fraction:
    """The game has the value v: the row player can have v or more, and the column player pay v or
    less, on average, whatever the other does.

    p and q of the certificate are probabilities. In each column p A is v or more: mixing rows by p
    has the row player receive v or more. In each row A q is v or less: mixing columns by q has the
    column player pay v or less. v is what p A is in the first column that q mixes.
    Coq: `game_value` (proofs/coq/Programs.v).
    """
    for name, length in (("rows", s.m), ("columns", s.n)):
        for k in range(length):
            holds(s.dot({k: 1}, w[name]) >= 0, f"{name}: probability {k} is below 0")
        total = s.dot(dict.fromkeys(range(length), 1), w[name])
        holds(total == 1, f"{name}: the probabilities do not add up to 1")
    columns = transposed(s.a)
    received = [s.dot(columns.get(j, {}), w["rows"]) for j in range(s.n)]
    value = next(v for j, v in enumerate(received) if s.dot({j: 1}, w["columns"]) > 0)
    for j, v in enumerate(received):
        holds(v >= value, f"column {j}: the row player receives less than the value")
    for i, row in enumerate(s.a):
        paid = s.dot(row, w["columns"])
        holds(paid <= value, f"row {i}: the column player pays more than the value")
    return s.value(value)


SIZES = "A {rows} x {columns} with {non_zeros} non-zeros"
PROGRAM = f"the linear program to {{to}} {GOAL} over all x with {LIMITS}, {SIZES},"
LISTED = "the one that the certificate lists{x}"
SENTENCES = {
    "feasible": f"{PROGRAM} has a feasible point, {LISTED}",
    "game": "the matrix game in which the row player receives A(i, j) of the column player, "
    f"{SIZES}, has a value that is {{value}}, by mixed strategies that the certificate lists",
    "infeasible": f"{PROGRAM} has no feasible point",
    "optimal": f"{PROGRAM} has an optimal value that is {{value}}",
    "unbounded": f"{PROGRAM} is unbounded: it has feasible points with c x {{beyond}} every number",
    "unique": f"{PROGRAM} has an optimal value that is {{value}} and exactly one optimal point, "
    f"{LISTED}",
}
STATEMENTS: dict[str, tuple[str, list[Any]]] = {  # the fields of the witness, and what is checked
    "feasible": ("point", [check_point]),
    "game": ("columns rows", [check_game]),
    "infeasible": ("dual", [check_infeasible]),
    "optimal": ("dual point", [check_point, check_optimal]),
    "unbounded": ("point ray", [check_point, check_ray]),
    "unique": ("dual minor point", [check_point, check_optimal, check_only]),
}
MODULES = dict.fromkeys(STATEMENTS, "program")


def check(question: Any, witness: Any, make: Callable[..., Program] = Program) -> Claim:
    """The claim about a linear program or a matrix game."""
    return linear.check(question, witness, make, "program")
