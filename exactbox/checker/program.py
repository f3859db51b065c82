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

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from inspect import getdoc
from math import gcd
from typing import Any

from . import linear, reading
from .claim import Claim, said
from .linear import Matrix, Row, System, read_matrix, read_rows, transposed
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
        """What messages call a variable."""
        return f"x({k})" if k < self.n else f"row {k - self.n}"

    def functionals(self) -> Iterator[tuple[int, Row]]:
        """Each variable as a function of x: its number, and its row."""
        yield from ((j, {j: 1}) for j in range(self.n))
        yield from ((self.n + i, row) for i, row in enumerate(self.a))

    def is_least(self, row: Row) -> bool:
        """Whether D is the least denominator of a row."""
        return gcd(self.over, *row.values()) == 1

    def signs(self, row: Row, x: Matrix, bounds: list[Bound]) -> list[int]:
        """The sign of row x - b for each of these b."""
        value = self.times(row, x).get(0, 0)
        return [int(value > b) - int(value < b) for b in bounds]

    def sign_of(self, row: Row, x: Matrix, bound: Bound = 0) -> int:
        """The sign of row x - bound."""
        return self.signs(row, x, [bound])[0]

    def combination(self, corner: list[Bound], common: int, rows: list[int]) -> Row:
        """In these rows the corner's activities less A times the corner's x, times `common`, a
        multiple of the denominators of x."""
        x = [int(b * common) for b in corner[: self.n]]
        of_x = {i: sum(v * x[j] for j, v in self.a[i].items()) for i in rows}
        return {i: corner[self.n + i] * common - of_x[i] for i in rows}

    def value(self, total: Row) -> Fraction:
        """The objective, where c x is the first entry of a row."""
        return self.constant + Fraction(self.sign, self.over) * Fraction(total.get(0, 0))


def read_program(question: Json, make: Callable[..., Program]) -> Program:
    """The program in integers."""
    d = reading.integers(question["denominators"], "denominators")
    need(min(d, default=1) > 0, "a denominator is not positive")
    given = fields(question["matrix"], "columns numerators places sizes", "matrix")
    n = reading.natural(given["columns"], "matrix: columns")
    a = read_rows(given, "matrix", len(d), n)
    low, high = (read_bounds(question[name], name, n, len(d)) for name in ("lower", "upper"))
    sides = [dict(enumerate(pair)) for pair in zip(low[n:], high[n:])]
    b = [{k: v for k, v in side.items() if v is not None} for side in sides]
    goal = fields(question["objective"], "constant denominator numerators places", "objective")
    over = reading.integer(goal["denominator"], "objective: denominator")
    need(over > 0, "objective: the denominator is not positive")
    sizes = [len(reading.items(goal["places"], "objective: places"))]
    listed = {"numerators": goal["numerators"], "places": goal["places"], "sizes": sizes}
    (cost,) = read_rows(listed, "objective", 1, n)
    constant = reading.rational(goal["constant"], "objective: constant")
    sense = reading.one_of(("max", "min"), question["sense"], "question: sense")
    sign = -1 if sense == "max" else 1
    cost = {j: sign * v for j, v in cost.items()}
    s = make(a, b, len(d), n, 2, d, [], cost, over, constant, sign, low, high)
    s.check_denominators()
    need(s.is_least(cost), "objective: it is not over its least denominator")
    return s


def read_bounds(given: Any, name: str, n: int, m: int) -> list[Bound]:
    """Those of the columns, rationals, and those of the rows, integers."""
    side = fields(given, "columns rows", name)
    of_columns = reading.items(side["columns"], f"{name}: columns", n)
    of_rows = reading.items(side["rows"], f"{name}: rows", m)
    found: list[Bound] = []
    found += [b if b is None else reading.rational(b, f"{name}: columns") for b in of_columns]
    found += [b if b is None else reading.integer(b, f"{name}: rows") for b in of_rows]
    return found


# Conditions and theorems --------------------------------------------------------------------------


def check_point(s: Program, w: Json) -> None:
    """The x of the certificate is feasible: l <= x <= u and L <= A x <= U, entry by entry."""
    w["slack"] = []
    for k, row in s.functionals():
        low, high = s.low[k], s.high[k]
        signs = iter(s.signs(row, w["point"], [b for b in (low, high) if b is not None]))
        above = 1 if low is None else next(signs)
        below = 1 if high is None else -next(signs)
        holds(above >= 0, f"{s.called(k)}: the point is below the lower bound")
        holds(below >= 0, f"{s.called(k)}: the point is above the upper bound")
        w["slack"].append((above, below))


def prices(s: Program, w: Json, cost: Row) -> list[int]:
    """The signs of cost - A' y, the prices of the columns, and of y, those of the activities."""
    columns = transposed(s.a)
    found = [-s.sign_of(columns.get(j, {}), w["dual"], cost.get(j, 0)) for j in range(s.n)]
    return found + [s.sign_of({i: 1}, w["dual"]) for i in range(s.m)]


def check_optimal(s: Program, w: Json) -> None:
    """No feasible x' has a lower c x' than the feasible x of the certificate.

    For every x', as d = c - A' y, c x' = d x' + y (A x'): a sum over all variables, columns and
    activities, each times its price, d(j) or y(i). Where a price is above 0 the variable of x is at
    its lower bound, where it is below 0 at its upper one: so none of the terms is less for another
    feasible x'. What the objective is at x is calculated here.
    Coq: `lp_optimal` (proofs/coq/Programs.v).
    """
    w["price"] = prices(s, w, s.cost)
    for k, (price, (above, below)) in enumerate(zip(w["price"], w["slack"])):
        holds(
            price <= 0 or above == 0,
            f"{s.called(k)}: its price is above 0, it is not at its lower bound",
        )
        holds(
            price >= 0 or below == 0,
            f"{s.called(k)}: its price is below 0, it is not at its upper bound",
        )


def check_only(s: Program, w: Json) -> None:
    """No other feasible x' has the same c x'.

    By `check_optimal` each term of c x' is what it is for x: x' = x in all columns whose price is
    not 0, and A x' = A x in all rows whose price is not 0; and so it is where the two bounds of a
    variable are equal. Let z = x' - x: it is 0 but in the other columns, and A z is 0 in these
    rows. The minor of the certificate, of rows among these, and of columns that include all of the
    others, is not 0, by elimination (`linear.check_minor`); so z = 0.
    Coq: `lp_unique` (proofs/coq/Programs.v), `only_sound` (proofs/coq/ProgramChecker.v).
    """
    fixed = [p != 0 or above == below == 0 for p, (above, below) in zip(w["price"], w["slack"])]
    minor = w["minor"]
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
    corner: list[Bound] = []
    price = prices(s, w, {})
    for k, sign in enumerate(price):
        side = 0 if sign == 0 else (s.low if sign > 0 else s.high)[k]
        holds(side is not None, f"{s.called(k)}: it has a price, and no bound there")
        corner.append(side)
    rows = [i for i in range(s.m) if price[s.n + i] != 0]
    common = s.least_multiple(b.denominator for b in corner[: s.n])
    row = s.combination(corner, common, rows)
    holds(s.sign_of(row, w["dual"]) > 0, "dual: the weighted rows do not contradict the bounds")


def check_ray(s: Program, w: Json) -> None:
    """For every number there is a feasible x' with a lower c x' (as c is here).

    With the feasible x of the certificate and its ray r all x + t r, t >= 0, are feasible: neither
    r nor A r falls where there is a lower bound, or rises where there is an upper one. And c r < 0.
    Coq: `lp_unbounded` (proofs/coq/Programs.v).
    """
    for k, row in s.functionals():
        step = s.sign_of(row, w["ray"])
        holds(step >= 0 or s.low[k] is None, f"{s.called(k)}: the ray falls to its lower bound")
        holds(step <= 0 or s.high[k] is None, f"{s.called(k)}: the ray rises to its upper bound")
    holds(s.sign_of(s.cost, w["ray"]) < 0, "ray: the objective is not better along it")


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
            holds(s.sign_of({k: 1}, w[name]) >= 0, f"{name}: probability {k} is below 0")
        total = s.sign_of(dict.fromkeys(range(length), 1), w[name], 1)
        holds(total == 0, f"{name}: the probabilities do not add up to 1")
    columns = transposed(s.a)
    first = next(j for j in range(s.n) if s.sign_of({j: 1}, w["columns"]) > 0)
    value = Fraction(s.times(columns.get(first, {}), w["rows"]).get(0, 0))
    for j in range(s.n):
        low = s.sign_of(columns.get(j, {}), w["rows"], value)
        holds(low >= 0, f"column {j}: the row player receives less than the value")
    for i, row in enumerate(s.a):
        high = s.sign_of(row, w["columns"], value)
        holds(high <= 0, f"row {i}: the column player pays more than the value")
    return value


SIZES = "A {rows} x {columns} with {non_zeros} non-zeros"
PROGRAM = (
    f"the linear program to {{to}} c x + c0 over all x with l <= x <= u and L <= A x <= U, {SIZES},"
)
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
Check = Callable[[Program, Json], None]
STATEMENTS: dict[str, tuple[str, list[Check]]] = {  # the fields of the witness, and what is checked
    "feasible": ("point", [check_point]),
    "infeasible": ("dual", [check_infeasible]),
    "optimal": ("dual point", [check_point, check_optimal]),
    "unbounded": ("point ray", [check_point, check_ray]),
    "unique": ("dual minor point", [check_point, check_optimal, check_only]),
}
FEW = 3  # variables that are said one by one


def check(question: Any, witness: Any, make: Callable[..., Program] = Program) -> Claim:
    """What is proved about a linear program or a matrix game."""
    given = question.get("statement") if isinstance(question, dict) else None
    names = sorted(("game", *STATEMENTS))
    statement = reading.one_of(names, given, "question: statement")
    return (of_game if statement == "game" else of_program)(question, witness, make)


def of_program(question: Json, witness: Any, make: Callable[..., Program]) -> Claim:
    """What is proved about a linear program."""
    keys = "denominators lower matrix objective sense statement upper"
    statement = question["statement"]
    s = read_program(fields(question, keys, "question"), make)
    shows, checks = STATEMENTS[statement]
    listed = fields(witness, shows, "witness")
    w: Json = {}
    for name, length in (("point", s.n), ("ray", s.n), ("dual", s.m)):
        if name in listed:
            w[name] = read_matrix(s, listed[name], name, length, 1)
    if "minor" in listed:
        w["minor"] = fields(listed["minor"], "columns modulus rows", "minor")
        order = len(reading.naturals(w["minor"]["rows"], "minor: rows", s.m))
        reading.naturals(w["minor"]["columns"], "minor: columns", s.n, order)
        reading.natural(w["minor"]["modulus"], "minor: modulus")
    for each in checks:
        each(s, w)
    value = None
    if statement in ("optimal", "unique"):
        value = s.value(s.times(s.cost, w["point"]))
    facts: Json = {"statement": statement, **sizes(s)}
    x = ""
    if "point" in w and 0 < s.n <= FEW:
        found = [Fraction(s.times({j: 1}, w["point"]).get(0, 0)) for j in range(s.n)]
        facts["point"] = [*map(said, found)]
        x = ": " + ", ".join(f"x({j}) is {v}" for j, v in enumerate(facts["point"], 1))
    to, beyond = ("minimise", "below") if s.sign > 0 else ("maximise", "above")
    words = {"x": x, "to": to, "beyond": beyond, "value": "" if value is None else said(value)}
    sentence = SENTENCES[statement].format(**facts, **words)
    theorems = tuple(getdoc(each) or "" for each in checks)
    return Claim("program", sentence, value, None, facts, theorems)


def of_game(question: Json, witness: Any, make: Callable[..., Program]) -> Claim:
    """What is proved about a matrix game."""
    fields(question, "denominator matrix statement", "question")
    over = reading.integer(question["denominator"], "denominator")
    given = fields(question["matrix"], "columns numerators places sizes", "matrix")
    m = len(reading.items(given["sizes"], "matrix: sizes"))
    n = reading.natural(given["columns"], "matrix: columns")
    a = read_rows(given, "matrix", m, n)
    need(m > 0 and n > 0, "matrix: a game has a row and a column")
    need(over > 0, "the denominator is not positive")
    s = make(a, [], m, n, 0, [], [], {}, over, Fraction(0), 1, [], [])
    every = dict(enumerate(v for row in a for v in row.values()))
    need(s.is_least(every), "the matrix is not over its least denominator")
    listed = fields(witness, "columns rows", "witness")
    shapes = (("rows", m), ("columns", n))
    w = {name: read_matrix(s, listed[name], name, k, 1) for name, k in shapes}
    value = s.value({0: check_game(s, w)})
    facts = {"statement": "game", **sizes(s)}
    sentence = SENTENCES["game"].format(**facts, value=said(value))
    return Claim("program", sentence, value, None, facts, (getdoc(check_game) or "",))


def sizes(s: System) -> Json:
    """How large a matrix is."""
    return {"rows": s.m, "columns": s.n, "non_zeros": sum(map(len, s.a))}
