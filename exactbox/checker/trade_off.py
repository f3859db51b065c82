"""Trade-offs (kind "trade_off"): several objectives of one process at once, from one state.

An objective is the probability of a conjunction of *untils* (the goal is reached by way of `stay`
only, perhaps within so many steps; with `complement` 1 that it is not), a *cost* (the expected
reward until a goal is reached), or a *total* (the expected reward for ever, or of so many steps).
Policies remember the past and toss coins; where there are costs, those count that reach all of
their goals almost surely.

**The product.** A node is a state, a status of each until (open, won, lost) and of each cost's goal
(open, won), and the number of steps, counted up to the largest that is asked about. A conjunction
pays 1 when its last until is won, a cost its reward while its goal is open, a total its reward. So
each objective is the total R that it pays, and a policy of the process is one of the product.

Theorem (bounds). Let w be weights, r(c) the sum of w_i times what objective i pays for choice c.
Let a node *rest* if all costs' goals are won there and the play can stay for ever among such nodes
without any objective paying. If a vector v has v(n) >= r(c) + sum p v for all choices of n, the
end of the play being worth 0, and v >= 0 where nodes rest, then sum w_i R_i <= v(start) for every
policy that counts. Proof: v is superharmonic, so the expected pay of n steps is at most v(start)
minus the expectation of v after them. A conjunction pays once, and steps are counted so far only;
so almost surely, in the end, nothing is paid, the goals are won, and the node rests: what v is
elsewhere counts less and less. Totals without steps need that by every policy almost surely they
pay finitely often: `heights`, as in `signed`. Nodes that are *lost*, from which by their `levels`
every policy misses a goal with positive probability (as infinite states in `process`), are met by
no policy that counts, and no choice counts that may lead there or ends the play before the goals.

Theorem (policies). Let sigma pick an action in each node, and let Z be the nodes from which
nothing is ever paid under sigma and all goals are won. If from each node that sigma meets there is
a path to Z, or to the end of the play with the goals won, the play gets there almost surely; so
sigma counts, and what it pays is the only solution x of x(n) = pay(c) + sum p x with x = 0 on Z. A
mixture, by a coin tossed once, pays the mean.

With a sign for each objective, so that more is better, z are the points of policies:

  curve       the points z <= p, p a mixture of the given policies' points, are all that is below
              some point of a policy: each corner of the region that the bounds leave is a given
              point, and there is a bound for each objective alone, so the region is no larger
  value       sup z_0 where each other z_i keeps to its bound b_i (*strict*: z_i > b_i): a mixture
              keeps to all of them, with z_0 = (v(start) - sum_(i>0) w_i b_i) / w_0; where bounds
              are strict another mixture keeps to them strictly, and mixtures of both come near
  achievable  all z_i keep to their bounds: a mixture does; or w z <= v(start) < w b for all
              policies (or = w b, where a strict bound has a weight)
  ratio       P(a and b) / P(b), over the policies with P(b) > 0, is at most q (min: at least): the
              bound with the weights 1 and -q is 0 or less; a policy has it
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from . import reading
from .claim import Claim, exactly, many, value_text
from .model import Layout, read_layout
from .process import ONE, ZERO, StateSet, read_name, read_rewards
from .reading import InvalidCertificate, Json, MalformedCertificate, brief, fields, holds, need

OPEN, WON, LOST = range(3)
ASKS = ("curve", "value", "achievable", "ratio")
MAX_OBJECTIVES, MAX_AXES = 6, 3  # of a question; of a curve
Point = tuple[Fraction, ...]
Node = tuple[int, tuple[int, ...], int]  # state, statuses, steps


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


class Aim(NamedTuple):
    """An objective: a conjunction of untils, or rewards, perhaps until the one goal."""

    sign: int  # 1 where more of what is paid is better
    untils: tuple[int, ...]  # numbers in the list of all
    reward: Sequence[Fraction] | None
    steps: int | None
    complement: bool
    bound: Fraction | None  # of what is paid, times the sign: z >= bound
    strict: bool
    words: str

    def value(self, paid: Fraction) -> Fraction:
        """The objective's value, by what is paid."""
        return 1 - paid if self.complement else paid


class Product:
    """The nodes within reach, by state, statuses and steps, increasing; and what choices pay."""

    def __init__(self, layout: Layout, start: int, untils: Sequence[Until], aims: Sequence[Aim]):
        self.layout, self.untils, self.aims = layout, untils, aims
        self.costs = {k for a in aims if a.reward is not None for k in a.untils}
        limits = [u.steps for u in untils] + [a.steps for a in aims]
        self.most = max([k for k in limits if k is not None], default=0)
        nothing = (OPEN,) * len(untils)
        first = self.after(nothing, start, 0)
        self.paid_at_once = [self.won(a, nothing, first) for a in aims]
        root = start, first, 0
        rest, nodes = [root], {root}
        while rest:
            for c in self.choices(node := rest.pop()):
                fresh = [n for n, _ in self.targets(node, c) if n not in nodes]
                nodes.update(fresh)
                rest += fresh
        self.nodes = sorted(nodes)
        self.number = {node: n for n, node in enumerate(self.nodes)}
        self.start = self.number[root]
        self.rows = [[self.row(node, c) for c in self.choices(node)] for node in self.nodes]
        self.done = [all(status[k] == WON for k in self.costs) for _, status, _ in self.nodes]

    def choices(self, node: Node) -> Sequence[int]:
        """The choices of the node's state."""
        return self.layout.action[self.layout.first[node[0]] : self.layout.first[node[0] + 1]]

    def after(self, status: tuple[int, ...], t: int, steps: int) -> tuple[int, ...]:
        """The statuses when the play comes to t."""
        pairs = zip(self.untils, status)
        return tuple([u.status(t, steps) if now == OPEN else now for u, now in pairs])

    def won(self, aim: Aim, before: tuple[int, ...], now: tuple[int, ...]) -> Fraction:
        """1 where the last until of a conjunction is won now."""
        if aim.reward is not None or any(now[k] != WON for k in aim.untils):
            return ZERO
        return ONE if any(before[k] != WON for k in aim.untils) else ZERO

    def targets(self, node: Node, c: int) -> Iterator[tuple[Node, Fraction]]:
        """The nodes that a choice leads to, with their probabilities."""
        _, status, steps = node
        i, j = self.layout.begin[c], self.layout.begin[c + 1]
        later, whole = min(steps + 1, self.most), sum(self.layout.weight[i:j])
        for t, weight in zip(self.layout.target[i:j], self.layout.weight[i:j]):
            yield (t, self.after(status, t, later), later), Fraction(weight, whole)

    def row(self, node: Node, c: int) -> tuple[list[int], list[Fraction], list[Fraction], bool]:
        """Targets, probabilities and pay of a choice; and whether it ends the play too early."""
        _, status, steps = node
        to = [*self.targets(node, c)]
        at_end = tuple(
            WON if now == OPEN and u.goal.ended else now for u, now in zip(self.untils, status)
        )
        after = [(now[1], p) for now, p in to] or [(at_end, ONE)]
        pay = [sum((p * self.won(a, status, now) for now, p in after), ZERO) for a in self.aims]
        for i, a in enumerate(self.aims):
            open_still = all(status[k] == OPEN for k in a.untils)
            if a.reward is not None and open_still and (a.steps is None or steps < a.steps):
                pay[i] = a.reward[c]
        early = not to and any(at_end[k] != WON for k in self.costs)
        return [self.number[n] for n, _ in to], [p for _, p in to], pay, early

    def resting(self) -> list[bool]:
        """The nodes with all goals won where the play can stay for ever and nothing is paid."""
        rests = self.done[:]
        shrinks = True
        while shrinks:
            shrinks = False
            for n, rows in enumerate(self.rows):
                if rests[n] and not any(
                    not any(pay) and all(rests[m] for m in to) for to, _, pay, _ in rows
                ):
                    rests[n], shrinks = False, True
        return rests


def read_objectives(
    given: Any, asks: str, states: int, choices: int
) -> tuple[list[Until], list[Aim]]:
    """The untils, and the objectives about them."""
    untils, aims = list[Until](), list[Aim]()
    for i, each in enumerate(reading.items(given, "objectives")):
        here = f"objective {i}"
        is_reward, bounded = "reward" in each, isinstance(each, dict) and "bound" in each
        shape = "goal? reward sense steps?" if is_reward else "complement sense untils"
        fields(each, shape + " bound strict" * bounded, here)
        sense = reading.one_of(("max", "min"), each["sense"], f"{here}: sense")
        parts = [{"goal": each[k]} for k in ("goal",) if k in each] if is_reward else each["untils"]
        mine = []
        for part in reading.items(parts, f"{here}: untils"):
            fields(part, "goal stay? steps?", here)
            sets = {}
            for what in ("goal", "stay"):
                if what in part:
                    form = fields(part[what], "ended " * (what == "goal") + "name states", what)
                    members = frozenset(reading.increasing(form["states"], what, states))
                    ended = reading.natural(form.get("ended", 0), "goal: ended", 2) == 1
                    sets[what] = StateSet(read_name(form["name"], what), members, ended)
            steps = reading.natural(part["steps"], "steps") if "steps" in part else None
            mine.append(len(untils))
            untils.append(Until(sets["goal"], sets.get("stay"), steps))
        reward, steps, complement = None, None, False
        if is_reward:
            form = fields(each["reward"], "name of", f"{here}: reward")
            reward = read_rewards(form["of"], f"{here}: reward", choices)
            what = f"expected reward {brief(read_name(form['name'], 'reward: name'))}"
            what += f" until {brief(untils[-1].goal.name)}" if mine else ""
            if "steps" in each:
                need(not mine, f"{here}: steps, or a goal")
                steps = reading.natural(each["steps"], f"{here}: steps")
                what += f" of the first {many(steps, 'step')}"
        else:
            need(mine, f"{here}: need an until")
            complement = reading.natural(each["complement"], f"{here}: complement", 2) == 1
            what = " and ".join([until_words(untils[k], states) for k in mine])
            what = f"probability {'not ' * complement}to reach {what}"
        sign, bound = (1 if (sense == "max") != complement else -1), None
        if bounded:
            value = reading.rational(each["bound"], f"{here}: bound")
            bound = sign * (1 - value if complement else value)
        strict = bounded and reading.natural(each["strict"], f"{here}: strict", 2) == 1
        words = (
            f"the {what}" if bounded else f"the {'greatest' if sense == 'max' else 'least'} {what}"
        )
        if bounded:
            relation = {"max": ("at least", "more than"), "min": ("at most", "less than")}
            words += f" is {relation[sense][strict]} {exactly(value)}"
        aims.append(Aim(sign, tuple(mine), reward, steps, complement, bound, strict, words))
    need(1 <= len(aims) <= MAX_OBJECTIVES, f"objectives: need 1 to {MAX_OBJECTIVES}")
    free = [i for i, a in enumerate(aims) if a.bound is None]
    right = {"curve": len(free) == len(aims) in range(2, MAX_AXES + 1), "value": free == [0],
             "achievable": not free, "ratio": free == [0, 1]}  # fmt: skip
    need(right[asks], f"objectives: not those of {asks}")
    if asks == "ratio":
        a, b = aims
        both = [untils[k] for k in a.untils], [untils[k] for k in b.untils]
        apt = (
            a.reward is b.reward is None and not (a.complement or b.complement) and a.sign == b.sign
        )
        need(apt and both[0][-len(both[1]) :] == both[1], "objectives: need a and b, then b")
    return untils, aims


def until_words(until: Until, states: int) -> str:
    """An until in words, with the sizes of its sets."""
    goal, stay = until.goal, until.stay
    text = f"{brief(goal.name)} ({len(goal.states)} of {many(states, 'state')}"
    text += ", or the end of the play)" if goal.ended else ")"
    text += f" by way of {brief(stay.name)} ({len(stay.states)}) only" if stay else ""
    return text + ("" if until.steps is None else f" within {many(until.steps, 'step')}")


def check_heights(p: Product, witness: Json) -> None:
    """Totals without steps pay finitely often: the condition of `signed`, on the process."""
    totals = [a for a in p.aims if a.reward is not None and a.steps is None and not a.untils]
    need(("heights" in witness) == bool(totals), "heights: need them for totals, and no others")
    if not totals:
        return
    layout = p.layout
    heights = reading.naturals(witness["heights"], "heights")
    states = len(layout.first) - 1
    component = reading.naturals(witness["components"], "components", len(heights), states)
    for s in range(states):
        for c in layout.action[layout.first[s] : layout.first[s + 1]]:
            to = {component[t] for t in layout.target[layout.begin[c] : layout.begin[c + 1]]}
            falls = min([heights[k] for k in to], default=-1) < heights[component[s]]
            stays = to == {component[s]} and not any(a.reward and a.reward[c] for a in totals)
            holds(falls or stays, f"state {s}: choice {c} neither falls nor stays")


def lost_nodes(p: Product, witness: Json) -> list[int]:
    """The level of each node that is lost; -1 of the others."""
    if not p.costs:
        need("levels" not in witness, "levels: there is no cost")
        return [-1] * len(p.nodes)
    numbers = reading.naturals(witness["levels"], "levels", length=len(p.nodes))
    levels = [n - 1 for n in numbers]
    holds(levels[p.start] < 0, "the play starts in a node that is lost")
    for n, level in enumerate(levels):
        holds(level < 0 or not p.done[n], f"node {n}: is lost, and all goals are won")
        for k, (to, _, _, early) in enumerate(p.rows[n] if level >= 0 else ()):
            at = [levels[m] for m in to] or [0 if early else -1]
            lower = any(0 <= each < level for each in at)
            holds(lower or 0 <= min(at) <= max(at) <= level, f"node {n}: action {k} gets away")
    return levels


def read_vectors(blocks: Any, what: str, nodes: list[int], count: int) -> list[dict[int, Fraction]]:
    """Vectors over these nodes, in blocks: a denominator, nodes, and numerators of each vector."""
    vectors: list[dict[int, Fraction]] = [{} for _ in range(count)]
    for b, block in enumerate(reading.items(blocks, what)):
        here = f"{what}: block {b}"
        denominator, keys, *numerators = reading.items(block, here, 2 + count)
        d, members = reading.integer(denominator, here), reading.naturals(keys, here)
        need(d > 0 and members, f"{here}: need a positive denominator, and a node")
        for vector, numbers in zip(vectors, numerators):
            for n, number in zip(members, reading.integers(numbers, here, len(members))):
                need(n not in vector, f"{what}: node {n} has two values")
                vector[n] = Fraction(number, d)
    if wrong := {*nodes} ^ vectors[0].keys():
        raise MalformedCertificate(f"{what}: node {min(wrong)}: need a value of each, and no more")
    return vectors


def check_bound(
    p: Product, levels: list[int], rests: list[bool], weights: Point, given: Any
) -> Fraction:
    """W, with sum w_i z_i <= W for every policy that counts."""
    live = [n for n, level in enumerate(levels) if level < 0]
    (v,) = read_vectors(given, "bound", live, 1)
    factor = [w * a.sign for w, a in zip(weights, p.aims)]
    for n in live:
        holds(not rests[n] or v[n] >= 0, f"node {n}: rests, and its bound is negative")
        for k, (to, chances, pay, early) in enumerate(p.rows[n]):
            if early or any(levels[m] >= 0 for m in to):
                continue  # no policy that counts takes it
            worth = sum((f * r for f, r in zip(factor, pay)), ZERO)
            worth += sum((q * v[m] for q, m in zip(chances, to)), ZERO)
            holds(worth <= v[n], f"node {n}: action {k} is worth more than its bound")
    return v[p.start] + sum((f * r for f, r in zip(factor, p.paid_at_once)), ZERO)


def check_policy(p: Product, given: Any) -> list[Fraction]:
    """What each objective pays under the policy."""
    fields(given, "actions values", "policy")
    numbers = reading.naturals(given["actions"], "actions", length=len(p.nodes))
    for n, (k, rows) in enumerate(zip(numbers, p.rows)):
        need(k < len(rows), f"actions: node {n} has no action {k}")
    row = [rows[k] for k, rows in zip(numbers, p.rows)]
    met, rest = {p.start}, [p.start]
    while rest:
        fresh = [m for m in row[rest.pop()][0] if m not in met]
        met.update(fresh)
        rest += fresh
    before: dict[int, list[int]] = {n: [] for n in met}
    for n in met:
        for m in row[n][0]:
            before[m].append(n)
    pays = backwards([n for n in met if any(row[n][2]) or row[n][3] or not p.done[n]], before)
    ends = [n for n in met if n not in pays or (not row[n][0] and not row[n][3])]
    if stuck := met - backwards(ends, before):
        raise InvalidCertificate(f"node {min(stuck)}: the policy may go on for ever from here")
    moving = sorted(pays)
    totals = []
    for i, x in enumerate(read_vectors(given["values"], "values", moving, len(p.aims))):
        for n in moving:
            to, chances, pay, _ = row[n]
            worth = pay[i] + sum((q * x.get(m, ZERO) for q, m in zip(chances, to)), ZERO)
            holds(x[n] == worth, f"node {n}: value {i} is not what the policy pays")
        totals.append(x.get(p.start, ZERO) + p.paid_at_once[i])
    return totals


def backwards(states: list[int], before: dict[int, list[int]]) -> set[int]:
    """The nodes from which one of these is met."""
    found, rest = {*states}, [*states]
    while rest:
        fresh = [m for m in before[rest.pop()] if m not in found]
        found.update(fresh)
        rest += fresh
    return found


def corners(normals: list[Point], bounds: list[Fraction]) -> set[Point]:
    """The corners of the region w z <= W of these, in 2 or 3 dimensions: by Cramer's rule."""
    found = set[Point]()
    for some in combinations(range(len(normals)), len(normals[0])):
        a, b = [normals[k] for k in some], [bounds[k] for k in some]
        whole = determinant(a)
        if whole:
            columns = range(len(b))
            point = tuple(
                determinant([(*r[:j], n, *r[j + 1 :]) for r, n in zip(a, b)]) / whole
                for j in columns
            )
            if all(dot(w, point) <= top for w, top in zip(normals, bounds)):
                found.add(point)
    return found


def determinant(rows: list[Point]) -> Fraction:
    """By its first row."""
    if not rows:
        return ONE
    minors = ([(*r[:j], *r[j + 1 :]) for r in rows[1:]] for j in range(len(rows)))
    return sum(((-1) ** j * rows[0][j] * determinant(m) for j, m in enumerate(minors)), ZERO)


def dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    """The sum of products."""
    return sum((x * y for x, y in zip(a, b)), ZERO)


def mixture(witness: Json, name: str, points: list[Point]) -> Point:
    """The mean of the points by these shares."""
    shares = [reading.rational(n, name) for n in reading.items(witness[name], name, len(points))]
    good = shares and min(shares) >= 0 and sum(shares) == 1
    need(good, f"{name}: need shares, 0 or more, that add up to 1")
    return tuple([dot(shares, axis) for axis in zip(*points)])


def check(question: Any, witness: Any) -> Claim:
    """What is proved of several objectives."""
    asks = reading.one_of(ASKS, question.get("asks") if isinstance(question, dict) else 0, "asks")
    fields(question, "asks model objectives start", "question")
    layout = read_layout(question["model"])
    states, choices = len(layout.first) - 1, len(layout.begin) - 1
    start = reading.natural(question["start"], "start", states)
    untils, aims = read_objectives(question["objectives"], asks, states, choices)
    strict = any(a.strict for a in aims)
    names = "bounds components? heights? levels? policies shares? inside?"
    fields(witness, names, "witness")
    p = Product(layout, start, untils, aims)
    check_heights(p, witness)
    levels, rests = lost_nodes(p, witness), p.resting()
    normals, bounds = list[Point](), list[Fraction]()
    for given in reading.items(witness["bounds"], "bounds"):
        fields(given, "values weights", "bounds")
        listed = reading.items(given["weights"], "weights", len(aims))
        w = tuple([reading.rational(n, "weights") for n in listed])
        need(asks == "ratio" or (min(w) >= 0 and any(w)), "weights: need 0 or more, not all 0")
        normals.append(w)
        bounds.append(check_bound(p, levels, rests, w, given["values"]))
    policies = reading.items(witness["policies"], "policies")
    paid = [check_policy(p, given) for given in policies]
    points = [tuple([a.sign * n for a, n in zip(aims, each)]) for each in paid]
    values = [[a.value(n) for a, n in zip(aims, each)] for each in paid]
    where = f"in the explicit process of {many(states, 'state')} and {many(choices, 'choice')}, "
    where += f"from state {start}, over all policies"
    where += " that reach the goals of all costs almost surely" * bool(p.costs)
    facts: Json = {"states": states, "choices": choices, "nodes": len(p.nodes), "start": [start]}
    words = "; ".join([a.words for a in aims])
    if asks == "curve":
        axes = [
            tuple([ONE if i == j else ZERO for j in range(len(aims))]) for i in range(len(aims))
        ]
        scaled = [tuple([n / sum(w) for n in w]) for w in normals]
        need({*axes} <= {*scaled}, "bounds: need one for each objective alone")
        need(len({*points}) == len(points), "policies: two have one point")
        holds(corners(normals, bounds) == {*points}, "the policies' points are not the corners")
        facts["vertices"] = values
        text = ", ".join([f"({', '.join(map(exactly, each))})" for each in values[:SAID]])
        text += f", and {len(values) - SAID} more" * (len(values) > SAID)
        sentence = f"{where}, the vertices of the Pareto curve of {words}, are {text}"
        return Claim("trade_off", sentence, None, None, facts, (str(__doc__),))
    if asks == "ratio":
        holds(len(bounds) == len(points) == 1, "need one bound and one policy")
        (both, given_), sign = paid[0], aims[0].sign
        holds(given_ > 0, "the policy's condition has probability 0")
        value = both / given_
        holds(normals[0] == (ONE, -value) and bounds[0] <= 0, "the bound is not 0 at this ratio")
        best = "greatest" if sign > 0 else "least"
        condition = " and ".join([until_words(untils[k], states) for k in aims[1].untils])
        first = aims[0].untils[: -len(aims[1].untils)]
        what = " and ".join([until_words(untils[k], states) for k in first])
        sentence = f"{where} with which the condition has a positive probability, the {best} "
        sentence += f"probability to reach {what} under the condition to reach {condition}, "
        return Claim(
            "trade_off", f"{sentence}is {value_text(value)}", value, None, facts, (str(__doc__),)
        )
    asked = [(i, a.bound) for i, a in enumerate(aims) if a.bound is not None]
    if not points:  # a separating line
        holds(len(bounds) == 1, "need one bound, or policies")
        w, top = normals[0], sum((normals[0][i] * b for i, b in asked), ZERO)
        touches = any(w[i] and aims[i].strict for i, _ in asked)
        apart = bounds[0] < top or (bounds[0] == top and touches)
        holds(apart and all(not w[i] or a.bound is not None for i, a in enumerate(aims)),
              "the bound does not separate")  # fmt: skip
        facts["result"] = "false"
        words = "; ".join([a.words for a in aims if a.bound is not None])
        sentence = f"{where}, none has all of these: {words}"
        return Claim("trade_off", sentence, None, None, facts, (str(__doc__),))
    z = mixture(witness, "shares", points)
    inner = mixture(witness, "inside", points) if asks == "value" and strict else z
    for i, b in asked:
        holds(z[i] >= b and (inner[i] > b if aims[i].strict else inner[i] >= b),
              f"objective {i}: the mixture does not keep to its bound")  # fmt: skip
    if asks == "achievable":
        need(not bounds, "bounds: need none where a mixture is given")
        facts["result"] = "true"
        sentence = f"{where}, one has all of these: {words}"
        return Claim("trade_off", sentence, None, None, facts, (str(__doc__),))
    holds(len(bounds) == 1 and normals[0][0] > 0, "need one bound, with a weight of the first")
    w = normals[0]
    top = (bounds[0] - sum((w[i] * b for i, b in asked), ZERO)) / w[0]
    holds(z[0] == top, "the mixture does not come up to the bound")
    optimum = aims[0].value(aims[0].sign * top)
    limit = "the supremum or infimum of " * strict
    under = " and ".join([a.words for a in aims[1:]])
    sentence = f"{where} under which {under}, {limit}{aims[0].words}, is {value_text(optimum)}"
    return Claim("trade_off", sentence, optimum, None, facts, (str(__doc__),))


SAID = 10  # vertices that a sentence lists
