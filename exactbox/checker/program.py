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
from fractions import Fraction
from inspect import getdoc
from math import lcm
from typing import Any, NamedTuple

from . import linear, reading
from .claim import Claim, said
from .linear import Row, product, read_rows, transposed
from .reading import Json, fields, holds, need

Bound = Any  # an integer, a Fraction, or None where there is none


class Program(NamedTuple):
    """minimise c x in integers; its variables are the columns, then the activities A x."""

    a: list[Row]
    m: int
    n: int
    d: list[int]
    columns: dict[int, Row]
    cost: Row
    over: int
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


class Arithmetic(linear.Arithmetic):
    """What is calculated: the question is of integers and rationals, vectors are of the witness."""

    def signs(self, row: Row, x: list[Row], bounds: list[Bound]) -> list[int]:
        """The sign of row x - b for each of these b."""
        value = product(row, x).get(0, 0)
        return [int(value > b) - int(value < b) for b in bounds]

    def sign(self, row: Row, x: list[Row], bound: Bound = 0) -> int:
        """The sign of row x - bound."""
        return self.signs(row, x, [bound])[0]

    def common_multiple(self, numbers: list[int]) -> int:
        """The least common multiple."""
        return lcm(*numbers)

    def combination(self, s: Program, corner: list[Bound], common: int, rows: list[int]) -> Row:
        """In these rows the corner's activities less A times the corner's x, times `common`, a
        multiple of the denominators of x."""
        x = [int(b * common) for b in corner[: s.n]]
        of_x = {i: sum(v * x[j] for j, v in s.a[i].items()) for i in rows}
        return {i: corner[s.n + i] * common - of_x[i] for i in rows}

    def value(self, constant: Fraction, total: Fraction, over: int) -> Fraction:
        """constant + total / over."""
        return constant + total * Fraction(1, over)


PLAIN = Arithmetic()


def read_program(question: Json, by: Arithmetic) -> Program:
    """The program in integers."""
    d = reading.integers(question["denominators"], "denominators")
    given = fields(question["matrix"], "columns numerators places sizes", "matrix")
    n = reading.natural(given["columns"], "matrix: columns")
    a = read_rows(given, "matrix", len(d), n)
    low, high = (read_bounds(question[name], name, n, len(d)) for name in ("lower", "upper"))
    for i, over in enumerate(d):
        need(over > 0, "a denominator is not positive")
        bounds = [b for b in (low[n + i], high[n + i]) if b is not None]
        least = by.gcd([over, *a[i].values(), *bounds]) == 1
        need(least, f"row {i} is not over its least denominator")
    objective = fields(question["objective"], "constant denominator numerators places", "objective")
    over = reading.integer(objective["denominator"], "objective: denominator")
    places = reading.items(objective["places"], "objective: places")
    alone = {key: objective[key] for key in ("numerators", "places")}
    (cost,) = read_rows({**alone, "sizes": [len(places)]}, "objective", 1, n)
    need(over > 0, "objective: the denominator is not positive")
    least = by.gcd([over, *cost.values()]) == 1
    need(least, "objective: it is not over its least denominator")
    constant = reading.rational(objective["constant"], "objective: constant")
    sense = reading.one_of(("max", "min"), question["sense"], "question: sense")
    sign = -1 if sense == "max" else 1
    cost = {j: sign * v for j, v in cost.items()}
    return Program(a, len(d), n, d, transposed(a), cost, over, constant, sign, low, high)


def read_bounds(given: Any, name: str, n: int, m: int) -> list[Bound]:
    """Those of the columns, rationals, and those of the rows, integers."""
    side = fields(given, "columns rows", name)
    of_columns = reading.items(side["columns"], f"{name}: columns", n)
    of_rows = reading.items(side["rows"], f"{name}: rows", m)
    found: list[Bound] = [
        b if b is None else reading.rational(b, f"{name}: columns") for b in of_columns
    ]
    return found + [b if b is None else reading.integer(b, f"{name}: rows") for b in of_rows]


def read_vector(given: Any, length: int, name: str, by: Arithmetic) -> list[Row]:
    """A vector of the witness, as `linear` reads its matrices."""
    return linear.read_matrix(given, name, length, 1, by)


# Conditions and theorems --------------------------------------------------------------------------


def check_point(s: Program, w: Json, by: Arithmetic) -> None:
    """The x of the certificate is feasible: l <= x <= u and L <= A x <= U, entry by entry."""
    w["slack"] = []
    for k, row in s.functionals():
        low, high = s.low[k], s.high[k]
        signs = iter(by.signs(row, w["point"], [b for b in (low, high) if b is not None]))
        above = 1 if low is None else next(signs)
        below = 1 if high is None else -next(signs)
        holds(above >= 0, f"{s.called(k)}: the point is below the lower bound")
        holds(below >= 0, f"{s.called(k)}: the point is above the upper bound")
        w["slack"].append((above, below))


def prices(s: Program, w: Json, by: Arithmetic, cost: Row) -> list[int]:
    """The signs of cost - A' y, the prices of the columns, and of y, those of the activities."""
    found = [-by.sign(s.columns.get(j, {}), w["dual"], cost.get(j, 0)) for j in range(s.n)]
    return found + [by.sign({i: 1}, w["dual"]) for i in range(s.m)]


def check_optimal(s: Program, w: Json, by: Arithmetic) -> None:
    """No feasible x' has a lower c x' than the feasible x of the certificate.

    For every x', as d = c - A' y, c x' = d x' + y (A x'): a sum over all variables, columns and
    activities, each times its price, d(j) or y(i). Where a price is above 0 the variable of x is at
    its lower bound, where it is below 0 at its upper one: so none of the terms is less for another
    feasible x'. What the objective is at x is calculated here.
    Coq: `lp_optimal` (proofs/coq/Programs.v).
    """
    w["price"] = prices(s, w, by, s.cost)
    for k, (price, (above, below)) in enumerate(zip(w["price"], w["slack"])):
        holds(
            price <= 0 or above == 0,
            f"{s.called(k)}: its price is above 0, it is not at its lower bound",
        )
        holds(
            price >= 0 or below == 0,
            f"{s.called(k)}: its price is below 0, it is not at its upper bound",
        )


def check_only(s: Program, w: Json, by: Arithmetic) -> None:
    """No other feasible x' has the same c x'.

    By `check_optimal` each term of c x' is what it is for x: x' = x in all columns whose price is
    not 0, and A x' = A x in all rows whose price is not 0; and so it is where the two bounds of a
    variable are equal. Let z = x' - x: it is 0 but in the other columns, and A z is 0 in these
    rows. The minor of the certificate, of rows among these, and of columns that include all of the
    others, is not 0, by elimination (`linear.check_minor`); so z = 0.
    Coq: `lp_unique` (proofs/coq/Programs.v), of which z = 0 is a premise.
    """
    fixed = [p != 0 or above == below == 0 for p, (above, below) in zip(w["price"], w["slack"])]
    minor = w["minor"]
    loose = {j for j in range(s.n) if not fixed[j]} - {*minor["columns"]}
    holds(not loose, f"minor: it lacks column {min(loose, default=0)}, whose price is 0")
    for i in minor["rows"]:
        holds(fixed[s.n + i], f"minor: row {i} has the price 0")
    holds(minor["modulus"] > 1, "minor: the modulus is below 2")
    linear.product_of_pivots(s.a, minor, by)


def check_infeasible(s: Program, w: Json, by: Arithmetic) -> None:
    """No x is feasible: the y of the certificate refutes the rows (Farkas 1902).

    For every x, as d = -A' y, the sum over all variables, columns and activities, each times its
    price, d(j) or y(i), is 0. But within the bounds it is least at a corner, where variables with a
    price above 0 are at their lower bounds and those with one below 0 at their upper ones, which
    there are; and there it is y (the corner's activities - A times the corner's x), above 0.
    Coq: `lp_infeasible` (proofs/coq/Programs.v).
    """
    corner: list[Bound] = []
    price = prices(s, w, by, {})
    for k, sign in enumerate(price):
        side = 0 if sign == 0 else (s.low if sign > 0 else s.high)[k]
        holds(side is not None, f"{s.called(k)}: it has a price, and no bound there")
        corner.append(side)
    rows = [i for i in range(s.m) if price[s.n + i] != 0]
    common = by.common_multiple([b.denominator for b in corner[: s.n]])
    row = by.combination(s, corner, common, rows)
    holds(by.sign(row, w["dual"]) > 0, "dual: the weighted rows do not contradict the bounds")


def check_ray(s: Program, w: Json, by: Arithmetic) -> None:
    """For every number there is a feasible x' with a lower c x' (as c is here).

    With the feasible x of the certificate and its ray r all x + t r, t >= 0, are feasible: neither
    r nor A r falls where there is a lower bound, or rises where there is an upper one. And c r < 0.
    Coq: `lp_unbounded` (proofs/coq/Programs.v).
    """
    for k, row in s.functionals():
        step = by.sign(row, w["ray"])
        holds(step >= 0 or s.low[k] is None, f"{s.called(k)}: the ray falls to its lower bound")
        holds(step <= 0 or s.high[k] is None, f"{s.called(k)}: the ray rises to its upper bound")
    holds(by.sign(s.cost, w["ray"]) < 0, "ray: the objective is not better along it")


def check_game(a: list[Row], m: int, n: int, w: Json, by: Arithmetic) -> Fraction:
    """The game has the value v: the row player can have v or more, and the column player pay v or
    less, on average, whatever the other does.

    p and q of the certificate are probabilities. In each column p A is v or more: mixing rows by p
    has the row player receive v or more. In each row A q is v or less: mixing columns by q has the
    column player pay v or less. v is what p A is in the first column that q mixes.
    Coq: `game_value` (proofs/coq/Programs.v).
    """
    for name, length in (("rows", m), ("columns", n)):
        for k in range(length):
            holds(by.sign({k: 1}, w[name]) >= 0, f"{name}: probability {k} is below 0")
        total = by.sign(dict.fromkeys(range(length), 1), w[name], 1)
        holds(total == 0, f"{name}: the probabilities do not add up to 1")
    columns = transposed(a)
    first = next(j for j in range(n) if by.sign({j: 1}, w["columns"]) > 0)
    value = by.entry(columns.get(first, {}), w["rows"])
    for j in range(n):
        low = by.sign(columns.get(j, {}), w["rows"], value)
        holds(low >= 0, f"column {j}: the row player receives less than the value")
    for i, row in enumerate(a):
        high = by.sign(row, w["columns"], value)
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
Check = Callable[[Program, Json, Arithmetic], None]
STATEMENTS: dict[str, tuple[str, list[Check]]] = {  # the fields of the witness, and what is checked
    "feasible": ("point", [check_point]),
    "infeasible": ("dual", [check_infeasible]),
    "optimal": ("dual point", [check_point, check_optimal]),
    "unbounded": ("point ray", [check_point, check_ray]),
    "unique": ("dual minor point", [check_point, check_optimal, check_only]),
}
FEW = 3  # variables that are said one by one


def check(question: Any, witness: Any, by: Arithmetic = PLAIN) -> Claim:
    """What is proved about a linear program or a matrix game."""
    given = question if isinstance(question, dict) else {}
    names = ("game", *STATEMENTS)
    statement = reading.one_of(sorted(names), given.get("statement"), "question: statement")
    return (of_game if statement == "game" else of_program)(given, witness, by)


def of_program(question: Json, witness: Any, by: Arithmetic) -> Claim:
    """What is proved about a linear program."""
    keys = "denominators lower matrix objective sense statement upper"
    statement = question["statement"]
    s = read_program(fields(question, keys, "question"), by)
    shows, checks = STATEMENTS[statement]
    listed = fields(witness, shows, "witness")
    w: Json = {}
    for name, length in (("point", s.n), ("ray", s.n), ("dual", s.m)):
        if name in listed:
            w[name] = read_vector(listed[name], length, name, by)
    if "minor" in listed:
        w["minor"] = fields(listed["minor"], "columns modulus rows", "minor")
        order = len(reading.naturals(w["minor"]["rows"], "minor: rows", s.m))
        reading.naturals(w["minor"]["columns"], "minor: columns", s.n, order)
        reading.natural(w["minor"]["modulus"], "minor: modulus")
    for each in checks:
        each(s, w, by)
    value = None
    if statement in ("optimal", "unique"):
        value = by.value(s.constant, s.sign * by.entry(s.cost, w["point"]), s.over)
    facts: Json = {"statement": statement, **sizes(s.a, s.n)}
    x = ""
    if "point" in w and 0 < s.n <= FEW:
        facts["point"] = [said(by.entry({j: 1}, w["point"])) for j in range(s.n)]
        x = ": " + ", ".join(f"x({j}) is {v}" for j, v in enumerate(facts["point"], 1))
    to, beyond = ("minimise", "below") if s.sign > 0 else ("maximise", "above")
    words = {"x": x, "to": to, "beyond": beyond, "value": "" if value is None else said(value)}
    sentence = SENTENCES[statement].format(**facts, **words)
    theorems = tuple(getdoc(each) or "" for each in checks)
    return Claim("program", sentence, value, None, facts, theorems)


def of_game(question: Json, witness: Any, by: Arithmetic) -> Claim:
    """What is proved about a matrix game."""
    fields(question, "denominator matrix statement", "question")
    over = reading.integer(question["denominator"], "denominator")
    given = fields(question["matrix"], "columns numerators places sizes", "matrix")
    m = len(reading.items(given["sizes"], "matrix: sizes"))
    n = reading.natural(given["columns"], "matrix: columns")
    a = read_rows(given, "matrix", m, n)
    need(m > 0 and n > 0, "matrix: a game has a row and a column")
    need(over > 0, "the denominator is not positive")
    least = by.gcd([over, *(v for row in a for v in row.values())]) == 1
    need(least, "the matrix is not over its least denominator")
    listed = fields(witness, "columns rows", "witness")
    w = {name: read_vector(listed[name], k, name, by) for name, k in (("rows", m), ("columns", n))}
    value = by.value(Fraction(0), check_game(a, m, n, w, by), over)
    facts = {"statement": "game", **sizes(a, n)}
    sentence = SENTENCES["game"].format(**facts, value=said(value))
    return Claim("program", sentence, value, None, facts, (getdoc(check_game) or "",))


def sizes(a: list[Row], n: int) -> Json:
    """How large a matrix is."""
    return {"rows": len(a), "columns": n, "non_zeros": sum(map(len, a))}
