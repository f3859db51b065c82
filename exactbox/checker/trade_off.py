"""Trade-offs (kind "trade_off"): several objectives of one process at once, from one state.

An objective is the probability of a conjunction of *untils* (the goal is reached by way of `stay`
only, perhaps within so many steps; with `complement` 1 that it is not), a *cost* (the expected
reward until a goal is reached), or a *total* (the expected reward for ever, or of so many steps).
Rewards are the limit over n of those of the first n steps. Policies remember the past and toss
coins; those *count* that reach the goals of all costs almost surely, and whose limits exist.

**The product.** A node is a state, a status of each until (open, won, lost) and of each cost's goal
(open, won), and the number of steps, counted up to the largest that is asked about. A conjunction
pays 1 when its last until is won, a cost its reward while its goal is open, a total its reward. So
each objective is the total R that it pays, and a policy of the process is one of the product.
Coq: `same_policies`, `until_pays`, `conjunction_of_one`, `cost_pays`, `first_pays`, `total_pays`
(proofs/coq/TradeOffProduct.v).

Theorem (bounds; `check_bound`). Let w be weights, r(c) the sum of w_i times what objective i pays
for choice c. Let a node *rest* if all costs' goals are won there and the play can stay for ever
among such nodes without any objective paying. If v(n) >= r(c) + sum p v for all choices of n, the
end of the play being worth 0, and v >= 0 where nodes rest, then sum w_i R_i <= v(start) for every
policy that counts. Proof: v is superharmonic, so the expected pay of n steps is at most v(start)
minus the expectation of v after them. The choices that a play takes again and again are an end
component, almost surely. There nothing is paid: a conjunction pays once, a step is counted once, a
cost pays until its goal; totals without steps by `heights`, as in `signed`, under any policy pay
finitely often. The goals are won there; so its nodes rest, and elsewhere v counts less and less.
Nodes that are *lost*, from which by their `levels` every policy misses a goal with positive
probability (as infinite states in `process`), are met by no policy that counts, and it takes no
choice that may lead there or ends the play before the goals: of these nothing is asked.
Coq: `no_policy_pays_more`, `rests_contains`, `rests_can_stay` (proofs/coq/TradeOff.v);
`trade_off_bound`, `product_falls`, `product_goals` (proofs/coq/TradeOffProduct.v).

Theorem (policies; `check_policy`). Let sigma pick an action in each node, and let Z be the nodes
from which nothing is ever paid under sigma and all goals are won. If from each node that sigma
meets there is a path to Z, or to the end of the play with the goals won, the play gets there almost
surely; so sigma counts, and what it pays is the only solution x of x(n) = pay(c) + sum p x with
x = 0 on Z. A mixture, by a coin tossed once, pays the mean.
Coq: `own_pay`, `own_counts`, `mixture_attains`, `mixture_is_best` (proofs/coq/TradeOffPolicies.v).

With a sign for each objective, so that more is better, z are the points of policies that count:

  curve       the points z <= p, p a mixture of the given policies' points, are all that is below
              some point of a policy: the region that the bounds leave has a bound for each
              objective alone, so it is what lies below its corners, and these are the given points
  value       sup z_0 where each other z_i keeps to its bound b_i (*strict*: z_i > b_i): a mixture
              keeps to all of them, with z_0 = (v(start) - sum_(i>0) w_i b_i) / w_0; where bounds
              are strict another mixture keeps to them strictly, and mixtures of both come near
  achievable  all z_i keep to their bounds: a mixture does; or w z <= v(start) < w b for all
              policies (or = w b, where a strict bound has a weight)
  ratio       P(a and b) / P(b), over the policies with P(b) > 0, is at most q (min: at least): the
              bound with the weights 1 and -q is 0 or less; a policy has it

Coq: `points_bounded`, `value_under_bounds`, `mixtures_come_near`, `not_achievable`,
`not_achievable_strictly`, `ratio_bounded` (proofs/coq/TradeOffPolicies.v).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from operator import mul
from typing import Any, NamedTuple

from . import reading
from .claim import SAID, Claim, exactly, many, value_text
from .model import Layout, read_layout
from .process import ONE, ZERO, StateSet, read_blocks, read_name, read_rewards, read_set
from .reading import Json, brief, fields, holds, need

OPEN, WON, LOST = range(3)
MAX_OBJECTIVES, MAX_AXES = 6, 3  # of a question; of a curve
RELATIONS = {"max": ("at least", "more than"), "min": ("at most", "less than")}
Point = tuple[Fraction, ...]
Statuses = tuple[int, ...]  # of the untils
Node = tuple[int, Statuses, int]  # state, statuses, steps


class Until(NamedTuple):
    """What is to be reached, by way of which states, in how many steps."""

    goal: StateSet
    stay: StateSet | None = None
    steps: int | None = None

    def status(self, t: int, steps: int) -> int:
        """Of an open one, when the play is in t after so many steps."""
        if t in self.goal.states:
            return WON
        late = self.steps is not None and steps >= self.steps
        return LOST if late or (self.stay and t not in self.stay.states) else OPEN

    def __str__(self) -> str:
        text = f"{brief(self.goal.name)} ({many(len(self.goal.states), 'state')}"
        text += ", or the end of the play)" if self.goal.ended else ")"
        if self.stay:
            text += f" by way of {brief(self.stay.name)} ({len(self.stay.states)}) only"
        return text + ("" if self.steps is None else f" within {many(self.steps, 'step')}")


class Aim(NamedTuple):
    """An objective: a conjunction of untils, or rewards, perhaps until the one goal."""

    sign: int  # 1 where more of what is paid is better
    untils: Sequence[int]  # numbers in the list of all
    reward: Sequence[Fraction]  # of choices; empty if a probability is asked
    steps: int | None
    complement: bool
    bound: Fraction | None  # of what is paid, times the sign: z >= bound
    strict: bool
    words: str

    def value(self, z: Fraction) -> Fraction:
        """The objective's value, by what is paid times the sign."""
        return 1 - self.sign * z if self.complement else self.sign * z


class Row(NamedTuple):
    """A choice in a node."""

    to: list[int]
    chances: list[Fraction]
    pay: list[Fraction]  # by objective
    early: bool  # it ends the play before all goals of costs are reached


class Product:
    """The nodes within reach, by state, statuses and steps, increasing; and what choices pay."""

    def __init__(self, layout: Layout, start: int, untils: Sequence[Until], aims: Sequence[Aim]):
        self.layout, self.untils, self.aims = layout, untils, aims
        self.costs = {k for a in aims if a.reward for k in a.untils}
        self.totals = [a.reward for a in aims if a.steps is None and not a.untils]
        self.most = max([each.steps or 0 for each in (*untils, *aims)])  # type: ignore[attr-defined]
        root = start, self.after((OPEN,) * len(untils), start, 0), 0
        self.paid_at_once = self.won(root[1])
        self.found, self.met = [root], {root: 0}  # in the order in which they are met
        self.choices = [layout.action[i:j] for i, j in pairwise(layout.first)]  # of states
        # a row appends the nodes that it leads to
        rows = [[self.row(n, c) for c in self.choices[n[0]]] for n in self.found]
        self.nodes = sorted(self.found)
        place = {self.met[node]: n for n, node in enumerate(self.nodes)}
        self.start = place[0]
        self.rows = [
            [row._replace(to=[place[k] for k in row.to]) for row in rows[self.met[node]]]
            for node in self.nodes
        ]
        self.done = [all(status[k] == WON for k in self.costs) for _, status, _ in self.nodes]

    def after(self, status: Statuses, t: int, steps: int) -> Statuses:
        """The statuses when the play comes to t."""
        pairs = zip(self.untils, status)
        return tuple([u.status(t, steps) if now == OPEN else now for u, now in pairs])

    def won(self, status: Statuses) -> list[Fraction]:
        """1 for each conjunction whose untils are all won, else 0."""
        won = [not a.reward and all(status[k] == WON for k in a.untils) for a in self.aims]
        return [ONE if each else ZERO for each in won]

    def row(self, node: Node, c: int) -> Row:
        """A choice in this node."""
        (_, status, steps), to = node, list[int]()
        i, j = self.layout.begin[c : c + 2]
        later, after = min(steps + 1, self.most), list[Statuses]()
        for t in self.layout.target[i:j]:
            after.append(self.after(status, t, later))
            next_node = t, after[-1], later
            to.append(self.met.setdefault(next_node, len(self.found)))
            if to[-1] == len(self.found):
                self.found.append(next_node)
        weights, early = self.layout.weight[i:j], False
        whole = sum(weights)
        chances = [Fraction(n, whole) for n in weights]
        if not to:  # the end of the play
            pairs = zip(self.untils, status)
            after = [tuple([WON if now == OPEN and u.goal.ended else now for u, now in pairs])]
            early = any(after[0][k] != WON for k in self.costs)
        changes = [*map(self.won, after), self.won(status)]
        pay = [self.dot([*(chances or [ONE]), -ONE], each) for each in zip(*changes)]
        for k, a in enumerate(self.aims):
            counts = all(status[u] == OPEN for u in a.untils)
            if a.reward and counts and (a.steps is None or steps < a.steps):
                pay[k] = a.reward[c]
        return Row(to, chances, pay, early)

    def resting(self) -> list[bool]:
        """The nodes with all goals won where the play can stay for ever and nothing is paid."""
        rests = self.done[:]
        before = sources([[m for r in rows for m in r.to] for rows in self.rows])
        todo = [n for n, done in enumerate(rests) if done]
        while todo:
            n = todo.pop()
            if rests[n] and not self.stays(n, rests):
                rests[n] = False
                todo += before[n]
        return rests

    def stays(self, n: int, rests: list[bool]) -> bool:
        """True where some choice pays nothing and leads to such nodes only."""
        return any(not any(r.pay) and all(rests[m] for m in r.to) for r in self.rows[n])

    def pick(self, actions: Sequence[int]) -> list[Row]:
        """The rows of a policy."""
        return [rows[k] for k, rows in zip(actions, self.rows)]

    def excess(
        self, row: Row, factors: Sequence[Fraction], v: dict[int, Fraction], own: Fraction
    ) -> Fraction:
        """r(c) + sum p v - own, with these factors of what is paid, and v = 0 where it has none."""
        later = [v.get(m, ZERO) for m in row.to]
        return self.dot([*factors, *row.chances, -ONE], [*row.pay, *later, own])

    def dot(self, a: Iterable[Fraction], b: Iterable[Fraction]) -> Fraction:
        """The sum of products: all that is calculated."""
        return sum(map(mul, a, b), ZERO)


def read_objectives(
    given: Any, asks: str, states: int, choices: int
) -> tuple[list[Until], list[Aim]]:
    """The untils, and the objectives about them, which have to be those of what is asked."""
    untils, aims = list[Until](), list[Aim]()
    for i, each in enumerate(reading.items(given, "objectives")):
        aims.append(read_aim(each, f"objective {i}", untils, states, choices))
    need(2 <= len(aims) <= MAX_OBJECTIVES, f"objectives: need 2 to {MAX_OBJECTIVES}")
    need(all(a != b for a, b in combinations(given, 2)), "objectives: two are equal")
    bounded = [a.bound is not None for a in aims]
    right = {"curve": not any(bounded) and len(aims) <= MAX_AXES, "achievable": all(bounded),
             "value": bounded == [False] + [True] * (len(aims) - 1),
             "ratio": bounded == [False] * 2}  # fmt: skip
    need(right[asks], f"objectives: not those of asks {asks}: by their number, and their bounds")
    if asks == "ratio":
        both, condition = [[untils[k] for k in a.untils] for a in aims]
        alike = not any(a.reward or a.complement for a in aims) and aims[0].sign == aims[1].sign
        good = alike and both[-len(condition) :] == condition
        need(good, "objectives: need a and b, then b, for asks ratio")
    return untils, aims


def read_aim(given: Any, here: str, untils: list[Until], states: int, choices: int) -> Aim:
    """An objective, whose untils are added to the list of all."""
    has, first = given if isinstance(given, dict) else {}, len(untils)
    shape = "reward sense" + (" goal" if "goal" in has else " steps?")
    shape = shape if "reward" in has else "complement sense untils"
    fields(given, shape + " bound strict" * ("bound" in has), here)
    sense = reading.one_of(("max", "min"), given["sense"], f"{here}: sense")
    parts = [{"goal": given["goal"]}] if "goal" in given else given.get("untils", [])
    for part in reading.items(parts, f"{here}: untils"):
        fields(part, "goal stay? steps?", here)
        stay = read_set(part["stay"], "stay", states) if "stay" in part else None
        until_steps = reading.natural(part["steps"], "steps") if "steps" in part else None
        untils.append(Until(read_set(part["goal"], "goal", states), stay, until_steps))
    of_aim, reward, steps, what = untils[first:], list[Fraction](), None, "probability "
    complement = reading.natural(given.get("complement", 0), f"{here}: complement", 2) == 1
    if "reward" in given:
        form = fields(given["reward"], "name of", f"{here}: reward")
        reward = read_rewards(form["of"], f"{here}: reward", choices)
        steps = reading.natural(given["steps"], f"{here}: steps") if "steps" in given else None
        what = f"expected reward {brief(read_name(form['name'], 'reward: name'))}"
        what += f" until {of_aim[0]}" if of_aim else ""
        what += "" if steps is None else f" of the first {many(steps, 'step')}"
    else:
        need(of_aim, f"{here}: need an until")
        what += f"{'not ' * complement}to reach {' and '.join(map(str, of_aim))}"
    sign, bound, strict = (1 if (sense == "max") != complement else -1), None, False
    words = f"the {'greatest' if sense == 'max' else 'least'} {what}"
    if "bound" in given:
        value = reading.rational(given["bound"], f"{here}: bound")
        strict = reading.natural(given["strict"], f"{here}: strict", 2) == 1
        bound = sign * (1 - value if complement else value)
        words = f"the {what} is {RELATIONS[sense][strict]} {exactly(value)}"
    numbers = range(first, len(untils))
    return Aim(sign, numbers, reward, steps, complement, bound, strict, words)


def check_heights(p: Product, witness: Json) -> None:
    """Totals without steps pay finitely often: the condition of `signed`, on the process."""
    heights, begin = reading.naturals(witness["heights"], "heights"), p.layout.begin
    component = reading.naturals(witness["components"], "components", len(heights), len(p.choices))
    for s, choices in enumerate(p.choices):
        for c in choices:
            to = {component[t] for t in p.layout.target[begin[c] : begin[c + 1]]}
            falls = min([heights[k] for k in to], default=-1) < heights[component[s]]
            stays = to == {component[s]} and not any(reward[c] for reward in p.totals)
            holds(falls or stays, f"state {s}: choice {c} neither falls nor stays")


def read_levels(p: Product, witness: Json) -> list[int]:
    """The level of each node that is lost; -1 of the others."""
    numbers = reading.naturals(witness["levels"], "levels", length=len(p.nodes))
    levels = [n - 1 for n in numbers]
    holds(levels[p.start] < 0, "the play starts in a node that is lost")
    for n in [n for n, level in enumerate(levels) if level >= 0]:
        holds(not p.done[n], f"node {n}: is lost, and all goals are won")
        for k, row in enumerate(p.rows[n]):
            at = [levels[m] for m in row.to] or [0 if row.early else -1]
            lower = any(0 <= each < levels[n] for each in at)
            holds(lower or 0 <= min(at) <= max(at) <= levels[n], f"node {n}: action {k} gets away")
    return levels


def check_bound(
    p: Product, levels: list[int], rests: list[bool], weights: Point, given: Any
) -> Fraction:
    """W, with sum w_i z_i <= W for every policy that counts."""
    live = [n for n, level in enumerate(levels) if level < 0]
    (v,) = read_blocks(given, "bound", 1)
    need(v.keys() == {*live}, "bound: need a value of each node that is not lost, and no others")
    factors = [w * a.sign for w, a in zip(weights, p.aims)]
    for n in live:
        holds(not rests[n] or v[n] >= 0, f"node {n}: rests, and its bound is negative")
        for k, row in enumerate(p.rows[n]):
            if row.early or any(levels[m] >= 0 for m in row.to):
                continue  # no policy that counts takes it
            good = p.excess(row, factors, v, v[n]) <= 0
            holds(good, f"node {n}: action {k} is worth more than its bound")
    return p.dot([ONE, *factors], [v[p.start], *p.paid_at_once])


def check_policy(p: Product, given: Any) -> Point:
    """z of a policy: what each objective pays, times its sign."""
    fields(given, "actions values", "policy")
    numbers = reading.naturals(given["actions"], "actions", length=len(p.nodes))
    for n, (k, rows) in enumerate(zip(numbers, p.rows)):
        need(k < len(rows), f"actions: node {n} has no action {k}")
    row = p.pick(numbers)
    to = [r.to for r in row]
    met, before = reachable([p.start], to), sources(to)
    moves = [n for n, r in enumerate(row) if any(r.pay) or not p.done[n]]
    moving = sorted(met & reachable(moves, before))
    ends = [n for n in met if not to[n] and not row[n].early]
    stuck = met - reachable([*ends, *met.difference(moving)], before)
    holds(not stuck, f"node {min(stuck, default=0)}: the policy may go on for ever from here")
    z = list[Fraction]()
    for i, x in enumerate(read_blocks(given["values"], "values", len(p.aims))):
        need(x.keys() == {*moving}, "values: need a value of each node that moves, and no others")
        alone = [ONE if i == j else ZERO for j in range(len(p.aims))]
        for n in moving:
            good = p.excess(row[n], alone, x, x[n]) == 0
            holds(good, f"node {n}: value {i} is not what the policy pays")
        z.append(p.aims[i].sign * (x.get(p.start, ZERO) + p.paid_at_once[i]))
    return tuple(z)


def reachable(nodes: Iterable[int], edges: Sequence[Iterable[int]]) -> set[int]:
    """The nodes that are met from these."""
    found = {*nodes}
    rest = [*found]
    while rest:
        fresh = {*edges[rest.pop()]} - found
        found.update(fresh)
        rest += fresh
    return found


def sources(edges: Sequence[Iterable[int]]) -> list[list[int]]:
    """The nodes that lead to each node."""
    before: list[list[int]] = [[] for _ in edges]
    for n, to in enumerate(edges):
        for m in to:
            before[m].append(n)
    return before


def corners(p: Product, normals: Sequence[Point], tops: Sequence[Fraction]) -> set[Point]:
    """The corners of the region w z <= W of these, in 2 or 3 dimensions: by Cramer's rule."""
    found = set[Point]()
    for some in combinations(zip(normals, tops), len(normals[0])):
        whole = determinant(p, [w for w, _ in some])
        if whole:
            columns = range(len(some))
            tilted = [[(*w[:j], top, *w[j + 1 :]) for w, top in some] for j in columns]
            point = tuple([p.dot([determinant(p, rows)], [whole**-1]) for rows in tilted])
            gaps = (p.dot([*w, -ONE], [*point, top]) for w, top in zip(normals, tops))
            if point not in found and all(gap <= 0 for gap in gaps):
                found.add(point)
    return found


def determinant(p: Product, rows: Sequence[Point]) -> Fraction:
    """The first row times what is orthogonal to the others."""
    first, a, *more = rows
    normal = [a[1], -a[0]]
    for b in more:  # in 3 dimensions
        normal = [p.dot([a[j], -a[k]], [b[k], b[j]]) for j, k in ((1, 2), (2, 0), (0, 1))]
    return p.dot(first, normal)


class Evidence(NamedTuple):
    """What was proved: w z <= W for all policies that count, and points of some."""

    product: Product
    witness: Json
    normals: list[Point]
    tops: list[Fraction]  # W
    points: list[Point]

    def mean(self, shares: str) -> Point:
        """The point of a mixture."""
        listed = reading.items(self.witness[shares], shares, len(self.points))
        parts = [reading.rational(n, shares) for n in listed]
        dot, whole = self.product.dot, [ONE] * len(parts)
        good = all(n >= 0 for n in parts) and dot(parts, whole) == 1
        need(good, f"{shares}: need 0 or more, and 1 in all")
        return tuple([dot(parts, axis) for axis in zip(*self.points)])

    def keeps(self, z: Point, strictly: bool) -> bool:
        """True where z keeps to all bounds, strictly where they are strict, or not."""
        pairs = [(a, n, a.bound) for n, a in zip(z, self.product.aims) if a.bound is not None]
        slacks = [(a, self.product.dot([ONE, -ONE], [n, bound])) for a, n, bound in pairs]
        return all(slack > 0 if a.strict and strictly else slack >= 0 for a, slack in slacks)

    def gap(self, z: Point) -> Fraction:
        """W - w z, for the first bound, where z has the bounds of objectives."""
        return self.product.dot([ONE, *[-n for n in self.normals[0]]], [self.tops[0], *z])


Said = tuple[str, Fraction | None, Json]  # the end of a sentence, a value, and further facts


def curve(e: Evidence) -> Said:
    """The vertices of the Pareto curve."""
    aims = e.product.aims
    weighted = {tuple([i for i, n in enumerate(w) if n]) for w in e.normals}
    alone = all((i,) in weighted for i in range(len(aims)))
    need(alone, "bounds: need one for each objective alone")
    need(len({*e.points}) == len(e.points), "policies: two have one point")
    same = corners(e.product, e.normals, e.tops) == {*e.points}
    holds(same, "the policies' points are not the corners")
    values = [[a.value(n) for a, n in zip(aims, z)] for z in e.points]
    text = ", ".join([f"({', '.join(map(exactly, each))})" for each in values[:SAID]])
    text += f", and {len(values) - SAID} more" * (len(values) > SAID)
    words = "; ".join([a.words for a in aims])
    return f", the vertices of the Pareto curve of {words}, are {text}", None, {"vertices": values}


def ratio(e: Evidence) -> Said:
    """The best probability under a condition."""
    need(len(e.tops) == len(e.points) == 1, "need one bound and one policy")
    (both, given), (a, b), untils = e.points[0], e.product.aims, e.product.untils
    holds(given != 0, "the policy's condition has probability 0")
    value = e.product.dot([both], [given**-1])
    holds(e.normals[0] == (ONE, -value) and e.tops[0] <= 0, "the bound is not 0 at this ratio")
    parts = a.untils[: -len(b.untils)], b.untils
    what, condition = [" and ".join([str(untils[k]) for k in each]) for each in parts]
    text = f" with which it is possible to reach {condition}, the "
    text += f"{'greatest' if a.sign > 0 else 'least'} probability to reach {what} under the "
    text += f"condition to reach {condition}, is {value_text(value)}"
    return text, value, {"values": [value]}


def none_keeps(e: Evidence) -> Said:
    """No policy keeps to all bounds: a separating line."""
    need(len(e.tops) == 1, "need one bound, or policies")
    w, aims = e.normals[0], e.product.aims
    holds(not w[0] or aims[0].bound is not None, "a weight has no bound")
    gap = e.gap(tuple([a.bound or ZERO for a in aims]))
    strictly = gap < 0 or any(n and a.strict for n, a in zip(w, aims))
    holds(gap <= 0 and strictly, "the bound does not separate")
    words = "; ".join([a.words for a in aims if a.bound is not None])
    return f", none has all of these: {words}", None, {"result": "false"}


def one_keeps(e: Evidence) -> Said:
    """A mixture keeps to all bounds."""
    need(not e.tops, "bounds: need none where a mixture is given")
    holds(e.keeps(e.mean("shares"), True), "the mixture does not keep to the bounds")
    words = "; ".join([a.words for a in e.product.aims])
    return f", one has all of these: {words}", None, {"result": "true"}


def best_value(e: Evidence) -> Said:
    """The best value of the first objective under the bounds of the others."""
    need(len(e.tops) == 1 and e.normals[0][0] > 0, "need one bound, with a weight of the first")
    (first, *others), z = e.product.aims, e.mean("shares")
    strict = any(a.strict for a in others)
    holds(e.keeps(z, False), "the mixture does not keep to the bounds")
    inside = e.mean("inside") if strict else z
    holds(e.keeps(inside, True), "no mixture keeps strictly to the bounds")
    reached = e.gap((z[0], *[a.bound or ZERO for a in others])) == 0
    holds(reached, "the mixture does not come up to the bound")
    value, under = first.value(z[0]), " and ".join([a.words for a in others])
    limit = "the supremum or infimum of " * strict
    return f" under which {under}, {limit}{first.words}, is {value_text(value)}", value, {}


def read_evidence(p: Product, witness: Json) -> Evidence:
    """All that the witness proves, whatever is asked."""
    if p.totals:
        check_heights(p, witness)
    levels = read_levels(p, witness) if p.costs else [-1] * len(p.nodes)
    rests, normals, tops = p.resting(), list[Point](), list[Fraction]()
    for given in reading.items(witness["bounds"], "bounds"):
        fields(given, "values weights", "bounds")
        listed = reading.items(given["weights"], "weights", len(p.aims))
        normals.append(tuple([reading.rational(n, "weights") for n in listed]))
        tops.append(check_bound(p, levels, rests, normals[-1], given["values"]))
    points = [check_policy(p, each) for each in reading.items(witness["policies"], "policies")]
    return Evidence(p, witness, normals, tops, points)


def check(question: Any, witness: Any, make: type[Product] = Product) -> Claim:
    """What is proved of several objectives."""
    asks = reading.one_of(CLAIMS, question.get("asks") if isinstance(question, dict) else 0, "asks")
    fields(question, "asks model objectives start", "question")
    layout = read_layout(question["model"])
    reading.one_of(["explicit"], question["model"]["rule"], "model: rule")
    states, choices = len(layout.first) - 1, len(layout.begin) - 1
    start = reading.natural(question["start"], "start", states)
    untils, aims = read_objectives(question["objectives"], asks, states, choices)
    p = make(layout, start, untils, aims)
    names = "bounds policies" + " levels" * bool(p.costs) + " components heights" * bool(p.totals)
    claim: Callable[[Evidence], Said] = CLAIMS[asks]
    if asks in ("value", "achievable"):
        if isinstance(witness, dict) and witness.get("policies") == []:
            claim = none_keeps
        else:
            names += " shares" + " inside" * (asks == "value" and any(a.strict for a in aims))
    evidence = read_evidence(p, fields(witness, names, "witness"))
    good = asks == "ratio" or all(min(w) >= 0 and any(w) for w in evidence.normals)
    need(good, "weights: need 0 or more, not all 0")
    text, value, more = claim(evidence)
    where = f"in the explicit process of {many(states, 'state')} and {many(choices, 'choice')}, "
    where += f"from state {start}, over all policies"
    where += " that reach the goals of all costs almost surely" * bool(p.costs)
    if any(a.untils and min(a.reward, default=0) < 0 for a in aims):
        where += " and whose expected rewards of the first n steps have limits"
    facts = {"states": states, "choices": choices, "nodes": len(p.nodes), "start": [start], **more}
    return Claim("trade_off", where + text, value, None, facts, (str(__doc__),))


CLAIMS = {"curve": curve, "value": best_value, "achievable": one_keeps, "ratio": ratio}
