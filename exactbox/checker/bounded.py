"""Bounded rewards: the probability of a goal, or rewards, while what is spent keeps to a bound.

    {"objective": "within_reward", "goal" (and perhaps "stay") or "rewards", "spending",
     "at_most", "at_least", perhaps "further": [{"spending", "at_most", "at_least"}, ...], ...}

Each branch spends a rational number that is not negative; a choice that ends the play counts as one
branch. Asked for is the optimum, over all policies, of one of

  the probability to be, at some time, in the goal when what has been spent is at most `at_most`
    and at least `at_least`, having been in `stay` only up to then; to end the play counts as being
    in the goal if the question says so, and what the last choice spends is spent by then;
  the expected rewards of those steps after which at most `at_most` has been spent in all.

Spending and bounds are counted in units, the greatest number of which all that branches spend are
multiples: then they are integers, without another question.

Several bounds. With "further" ones, each of something else that is spent, all have to be kept to at
once. Of these what has been spent is counted, up to the upper bound, or without one up to the
lower: the nodes are pairs of a state and its counts, from each state with nothing spent on; a
branch that spends more than an upper bound leads to a node that is lost, where nothing counts any
more. The goals are nodes whose counts keep to the lower bounds; to end the play leads to one more
node, if the counts then do, and else it is lost. What follows is about the process of the nodes
(`unfold`), and its policies are those of the model, as the past says what has been spent.
Coq: `several_greatest`, `several_least`, `several_gain_greatest`, `several_gain_least`
(proofs/coq/Several.v).

Theorem. An epoch is what may still be spent, an integer from 0 to `at_most`; v_b(s) is the optimum
from s on in epoch b, and 0 in negative epochs. Branch e leads from epoch b to epoch b - k(e).

    v_b(s) = best over actions c of  sum_e p(e) (g_b(e) + v_(b - k(e))(t(e)))

where g_b(e) is the reward of e if k(e) <= b, else 0. In the epochs up to at_most - at_least the
goal counts: v is 1 there. If there is no upper bound, epoch 0 is for all that may have been spent
beyond `at_least` too: v_0 is the probability to reach the goal, which the witness proves, and
branches lead from b to max(b - k, 0). v is 0 outside of `stay`, except on goals that count, and in
states from which no branches lead to a goal, or to a reward: all their plays have the value 0.

If, from the other states, no cycle of branches spends nothing, a play has finitely many steps in an
epoch, and v is the best Q-value of an action, by induction over the epochs and in each of
them along that order. Nothing is claimed then: the induction is done here.

Otherwise rewards are not negative, and each epoch is a process by itself (`prove`), whose expected
total reward is v_b: the rewards in this epoch, and the value of the state on leaving it. An epoch
is as the one before if the question says the values of the same states in both, and of the choices
that are used each branch by itself brings the same in both; then v is the same, too. The witness
proves v for each epoch that is not as the one before, which is epoch -1, where nothing counts, for
epoch 0; if there is no upper bound, for epoch 1 and for each later one that is not as the one
before.
Coq: `bounded_greatest`, `bounded_least` (proofs/coq/Bounded.v); `bounded_gain_greatest`,
`bounded_gain_least`, `bounded_signed_greatest`, `bounded_signed_least` (proofs/coq/BoundedGains.v).
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import accumulate, chain, pairwise
from math import ceil, floor, gcd, lcm
from typing import Any, NamedTuple

from . import process, reading
from .claim import Claim, Value, exactly
from .model import Layout
from .objectives import Objective, check_reach, check_total, conclude
from .process import ONE, ZERO, Process, StateSet, Vector, read_name, read_question, read_rewards
from .reading import Json, brief, fields, items, need

END = -1  # the target of the branch that ends the play
NONE = StateSet("none")
LIMIT = "at_least? at_most? spending"
Order = Sequence[int] | None  # of states, in an epoch; None if it is proved


class Limit(NamedTuple):
    """Bounds of what is spent, in units."""

    cost: Sequence[int]  # of branches
    least: int
    most: int | None
    words: str

    @property
    def last(self) -> int:
        """The greatest number of units that is told from more."""
        return self.least if self.most is None else self.most

    def after(self, spent: int, e: int) -> int:
        """What is counted once a branch has been taken; -1 where it is too much."""
        spent += self.cost[e]
        if self.most is None:
            return min(spent, self.least)
        return spent if spent <= self.most else -1


@dataclass(frozen=True)
class Bounded:
    """A question in epochs; choice c has the branches first[c] : first[c + 1]."""

    p: Process
    first: Sequence[int]
    cost: Sequence[int]  # of branches, in units
    reward: Sequence[Fraction]  # of branches, if the question has any
    last: int  # the epoch whose values are claimed
    width: int  # the goal counts in the epochs up to this one, of those up to the last
    clipped: bool  # there is no upper bound: epoch 0 is for all that is below as well
    words: str
    further: Sequence[Limit] = ()

    def branches(self, c: int) -> Iterable[tuple[int, int, int, Fraction]]:
        """The target, weight, cost and reward of each branch of a choice."""
        begin, i, j = self.p.layout.begin, self.first[c], self.first[c + 1]
        weights = self.p.layout.weight[begin[c] : begin[c + 1]] or (1,)
        reward = self.reward[i:j] or [ZERO] * (j - i)
        return zip(self.p.targets(c) or (END,), weights, self.cost[i:j], reward)

    def counts(self, epoch: int) -> bool:
        """True if the goal counts in an epoch."""
        return epoch <= self.width and (epoch >= 0 or self.clipped)

    def outside(self) -> set[int]:
        """The states outside of `stay`."""
        return set(range(self.p.states)).difference(self.p.stay.states) if self.p.stay else set()

    def boundary_values(self, epoch: int) -> dict[int, Value]:
        """v(s) where the question says it: on goals that count, and outside of `stay`."""
        goal = self.p.goal.states if self.counts(epoch) else ()
        return {**dict.fromkeys(self.outside(), ZERO), **dict.fromkeys(goal, ONE)}

    def active(self) -> set[int]:
        """The states whose value it does not say in some epoch from 0 on."""
        always = self.p.goal.states if self.width == self.last else ()
        return set(range(self.p.states)).difference(self.outside(), always)

    def used(self) -> list[int]:
        """The choices of active states."""
        return sorted({c for s in self.active() for c in self.p.actions(s)})


class Epochs:
    """The kernel: the epochs one after the other, as they are defined."""

    def measure(self, amounts: Sequence[Fraction]) -> Fraction:
        """The greatest number of which all these are multiples; 1 if all are 0."""
        over = lcm(*[a.denominator for a in amounts])
        return Fraction(gcd(*[a.numerator for a in amounts]), over) or ONE

    def pay_for_nodes(self, b: Bounded, nodes: int, choices: Sequence[int]) -> None:
        """Nothing: who has a budget pays for these choices of a node; there are so many."""

    def last(self, b: Bounded, below: Vector, order: Order, proofs: deque[Any]) -> Vector:
        """v in the last epoch, in this order of states, or by these proofs, which are removed;
        `below` is v in epochs up to 0 if there is no upper bound, else in negative ones.

        Only epochs are looked at in which something may change: rewards of branches, whether goals
        count, or, so much later as some branch spends, what changed in another epoch.
        """
        changed, vectors, used = list[int](), list[Vector](), b.used()  # epochs with another v
        spent, first = {0, *b.cost}, int(b.clipped)
        starts = {first, *spent, *[k + b.width + 1 for k in spent]}
        epochs = sorted([n for n in starts if first <= n <= b.last])

        def vector(epoch: int) -> Vector:
            return vectors[k - 1] if (k := bisect(changed, epoch)) else below

        before = None if b.clipped else (b.boundary_values(-1), branch_values(b, used, -1, vector))
        while epochs:
            epoch = epochs.pop(0)
            now = b.boundary_values(epoch), branch_values(b, used, epoch, vector)
            if now != before:
                v, before = values(b, epoch, now, order, proofs), now
                if v != vector(epoch):
                    changed.append(epoch)
                    vectors.append(v)
                    later = {epoch + k for k in spent if 0 < k <= b.last - epoch}
                    epochs = sorted(later.union(epochs))
        return vector(b.last)


def check(
    question: Any, witness: Any, make: type[Process] = Process, kernel: Epochs | None = None
) -> Claim:
    """The optimal value of a question about bounded rewards."""
    kernel = kernel or Epochs()
    asked = b = read(question, make, kernel)
    if asked.further:
        b = unfold(asked, kernel)
    order = topological(b, alive(b))

    def prove_value(p: Process, parts: Json) -> list[Vector]:
        proofs = deque(items(parts["layers"], "layers") if order is None else [])
        below: Vector = [ZERO] * b.p.states
        if b.clipped:
            below = check_reach(b.p, fields(parts["base"], "policy ranks values", "base"))[0]
        v = kernel.last(b, below, order, proofs)
        need(not proofs, "layers: there are more than are needed")
        if asked.further:
            at = dict(zip(p.start, b.p.start))
            return [[v[at[s]] if s in at else ZERO for s in range(p.states)]]
        return [v]

    least = min(b.reward, default=ZERO)
    need(order is not None or least >= 0, "rewards: below 0, and a cycle spends nothing")
    shows = "base " * b.clipped + "layers" * (order is None)
    claim = conclude("bounded", asked.p, Objective(prove_value, "", shows, b.words), witness)
    if asked.further:
        claim = replace(claim, facts={**claim.facts, "nodes": b.p.states})
    used = [process, check_total] * (order is None) + [process, check_reach] * b.clipped
    theorems = dict.fromkeys([str(__doc__), *[str(theorem.__doc__) for theorem in used]])
    return replace(claim, theorems=(*theorems,))


def read(question: Any, make: type[Process], kernel: Epochs) -> Bounded:
    """The question, in units."""
    given = question if isinstance(question, dict) else {}
    reading.one_of(("within_reward",), given.get("objective"), "objective")
    of_goal = "goal" in given
    asks = ["goal", *["stay"] * ("stay" in given)] if of_goal else ["rewards"]
    p = read_question(given, " ".join([*asks, f"further? {LIMIT}"]), make)
    first = [0, *accumulate([max(j - i, 1) for i, j in pairwise(p.layout.begin)])]
    limits = [read_limit(given, first[-1], of_goal, kernel)]
    reward = list[Fraction]()
    if "rewards" in given:
        reward, named = read_branch_amounts(given["rewards"], "rewards", first[-1])
        p = replace(p, reward_name=named)
    for form in items(given["further"], "further") if "further" in given else ():
        limits.append(read_limit(fields(form, LIMIT, "further"), first[-1], of_goal, kernel))
    (cost, least, most, words), *further = limits
    need(further or "further" not in given, "further: need one or more")
    largest = max([each.last for each in limits])
    need(largest == limits[0].last, "further: need the bound of the most units first")
    what = "probability to reach {goal}{stay}" if of_goal else "expected {reward} of the steps"
    of = " and ".join([words, *[each.words for each in further]])
    last, width = (least, 0) if most is None else (most, most - least)
    words = f"{what} with {of}"
    return Bounded(p, first, cost, reward, last, width, most is None, words, further)


def read_limit(given: Json, count: int, of_goal: bool, kernel: Epochs) -> Limit:
    """The bounds of what so many branches spend."""
    limits = [key for key in ("at_most", "at_least") if key in given]
    need(of_goal or "at_least" not in given, "at_least: of rewards there is none")
    need(limits, "at_most: missing, and so is at_least")
    cost, title = read_branch_amounts(given["spending"], "spending", count)
    bounds = {key: reading.rational(given[key], key) for key in limits}
    need(min(bounds.values()) >= 0, "at_most, at_least: need 0 or more")
    need(bounds.get("at_least") != 0, "at_least: need more than 0")
    unit = kernel.measure(cost)
    top, bottom = unit.numerator, unit.denominator
    amounts = [a.numerator // top * (bottom // a.denominator) for a in cost]
    need(min(amounts) >= 0, "spending: need 0 or more")
    least = ceil(Fraction(bounds.get("at_least", ZERO), unit))
    most = floor(Fraction(bounds["at_most"], unit)) if "at_most" in bounds else None
    said = " and ".join(f"at {key[3:]} {exactly(bound)}" for key, bound in bounds.items())
    of = f"{said} of {brief(title)} spent".replace("{", "{{").replace("}", "}}")
    return Limit(amounts, least, most, of)


def explore(b: Bounded, kernel: Epochs) -> dict[tuple[int, tuple[int, ...]], list[list[Any]]]:
    """Of each node its choices: the node that each branch leads to, or None where that is lost,
    then the branch's weight, cost and reward."""
    p, limits = b.p, b.further
    rest = [(s, (0,) * len(limits)) for s in range(p.states)]
    found, rows = {*rest}, dict[tuple[int, tuple[int, ...]], list[list[Any]]]()
    while rest:
        s, spent = rest.pop()
        choices = p.actions(s)
        kernel.pay_for_nodes(b, len(found), choices)
        rows[s, spent] = []
        for c in choices:
            row = list[Any]()
            for e, (t, *more) in enumerate(b.branches(c), b.first[c]):
                counts = tuple([each.after(x, e) for each, x in zip(limits, spent)])
                early = t == END and any(x < each.least for each, x in zip(limits, counts))
                node = None if early or -1 in counts else (t, () if t == END else counts)
                row.append([node, *more])
                if node and t != END and node not in found:
                    found.add(node)
                    rest.append(node)
            rows[s, spent].append(row)
    return rows


def unfold(b: Bounded, kernel: Epochs) -> Bounded:
    """The process of the nodes, in increasing order, the end of the play and the lost one last."""
    p, limits, rows = b.p, b.further, explore(b, kernel)
    nodes = sorted(rows)
    end, lost = len(nodes), len(nodes) + 1
    place: dict[Any, int] = {node: n for n, node in enumerate(nodes)} | {None: lost, (END, ()): end}
    first, begin, targets, weights = [0], [0], list[int](), list[int]()
    cost, reward = list[int](), list[Fraction]()
    for row in chain(*[rows[node] for node in nodes]):
        away = sum([weight for node, weight, *_ in row if node is None])
        row = [each for each in row if each[0] is not None] + [[None, away, 0, ZERO]] * (away > 0)
        targets += [place[node] for node, *_ in row]
        weights += [weight for _, weight, *_ in row]
        cost += [spent for *_, spent, _ in row]
        reward += [own for *_, own in row]
        begin.append(len(targets))
    first += accumulate([len(rows[node]) for node in nodes])
    size = first[-1] + 2  # the end and the lost node have a choice each, which ends the play
    first, begin = [*first, size - 1, size], [*begin, len(targets), len(targets)]
    goal = {
        n
        for n, (s, spent) in enumerate(nodes)
        if s in p.goal.states and all(x >= each.least for each, x in zip(limits, spent))
    }
    goal.update([end] * p.goal.ended)
    inside = p.stay.states if p.stay else range(p.states)
    stay = frozenset([n for n, (s, _) in enumerate(nodes) if s in inside])
    unfolded = replace(
        p,
        layout=Layout(first, range(size), begin, targets, weights),
        reward=[ZERO] * size,
        start=[place[s, (0,) * len(limits)] for s in p.start],
        goal=StateSet(p.goal.name, frozenset(goal)),
        stay=None if b.reward else StateSet("stay", stay),
    )
    last = len(targets) + 2
    reward = [*reward, ZERO, ZERO] if b.reward else []
    begin = [*begin[:-2], last - 1, last]  # of costs, with one for each end of the play
    return replace(b, p=unfolded, first=begin, cost=[*cost, 0, 0], reward=reward, further=())


def read_branch_amounts(given: Any, what: str, count: int) -> tuple[list[Fraction], str]:
    """A rational for each branch, and what they are called."""
    function = fields(given, "name of", what)
    amounts = read_rewards(function["of"], what, count)
    return amounts, read_name(function["name"], f"{what}: name")


def alive(b: Bounded) -> set[int]:
    """The active states from which, by way of such, branches lead to a goal or to a reward."""
    users, into = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    active, reached = b.active(), set[int]()
    for s in active:
        for c in b.p.actions(s):
            users[c].append(s)
    queue = [*b.p.goal.states, *[END] * b.p.goal.ended]
    for c, states in users.items():
        for t in b.p.targets(c) or (END,):
            into[t].append(c)
        if any(b.reward[b.first[c] : b.first[c + 1]]):
            queue += states
    while queue:
        s = queue.pop()
        if s not in reached:
            reached.add(s)
            for c in into[s]:
                queue += users.pop(c, ())  # each choice once
    return reached & active


def topological(b: Bounded, inside: set[int]) -> list[int] | None:
    """These states in an order in which branches that spend nothing lead back; None if there is a
    cycle of such branches among them."""
    states, before = b.p.states, dict[int, list[int]]()  # choice c is number states + c
    for c in {c for s in inside for c in b.p.actions(s)}:
        if 0 in b.cost[b.first[c] : b.first[c + 1]]:
            back = [t for t, _, spent, _ in b.branches(c) if not spent and t in inside]
            before[states + c] = back
    for s in inside:
        before[s] = [states + c for c in b.p.actions(s) if states + c in before]
    try:
        return [s for s in TopologicalSorter(before).static_order() if s < states]
    except CycleError:
        return None


def branch_values(
    b: Bounded, used: Iterable[int], epoch: int, vector: Callable[[int], Vector]
) -> dict[int, list[Fraction]]:
    """Rewards by branch of these choices, each with the value of the state that it leads to if that
    is in another epoch or on the boundary."""
    boundary, ended = b.boundary_values(epoch), b.p.goal.ended

    def amount(t: int, spent: int, reward: Fraction) -> Any:
        own = reward if spent <= epoch else ZERO
        if t == END:
            return own + (ended and b.counts(epoch - spent))
        return own + (vector(epoch - spent)[t] if spent else boundary.get(t, ZERO))

    return {c: [amount(t, k, reward) for t, _, k, reward in b.branches(c)] for c in used}


def values(b: Bounded, epoch: int, now: Any, order: Order, proofs: deque[Any]) -> Vector:
    """v in an epoch, in this order of states, or by the first of these proofs, which is removed."""
    rewards, (boundary, amounts_of) = [ZERO] * b.p.choices, now
    for c, amounts in amounts_of.items():
        terms = [w * x for (_, w, _, _), x in zip(b.branches(c), amounts)]
        rewards[c] = Fraction(sum(terms, ZERO), b.p.total_weight[c])
    if order is None:
        need(proofs, "layers: there are fewer than are needed")
        v = prove(b, epoch, boundary, rewards, proofs.popleft())
        return [boundary.get(s, v[s]) for s in range(b.p.states)]
    best, v = max if b.p.sense == "max" else min, [boundary.get(s, ZERO) for s in range(b.p.states)]

    def q_value(c: int) -> Any:
        stay: list[Any] = [
            w * v[t] for t, w, spent, _ in b.branches(c) if not spent and t not in {END, *boundary}
        ]
        return rewards[c] + Fraction(sum(stay, ZERO), b.p.total_weight[c])

    for s in order:
        if s not in boundary:
            v[s] = best([q_value(c) for c in b.p.actions(s)])
    return v


def prove(b: Bounded, epoch: int, boundary: Collection[int], rewards: Vector, proof: Any) -> Vector:
    """v in an epoch, as it is proved, of the process of this epoch.

    A choice keeps the branches that spend nothing and lead to states not on the boundary; the
    others lead to the end of the epoch, state S, whose only action, choice C, ends the play; so do
    those of states on the boundary. The reward of a choice is that of its branches, with the values
    of `branch_values`.
    """
    p, ends, over = b.p, b.p.choices, b.p.states
    rows = [[ends] if s in boundary else p.actions(s) for s in range(over)] + [[ends]]
    targets, weights, sizes = list[int](), list[int](), list[int]()
    for c in range(ends):
        stay = {t: w for t, w, k, _ in b.branches(c) if not k and t != END and t not in boundary}
        if rest := p.total_weight[c] - sum(stay.values()):
            stay[over] = rest
        targets += stay
        weights += stay.values()
        sizes.append(len(stay))
    first, begin = [0, *accumulate(map(len, rows))], [0, *accumulate([*sizes, 0])]
    layout = Layout(first, [c for row in rows for c in row], begin, targets, weights)
    q = replace(p, objective="total", layout=layout, reward=[*rewards, ZERO], stay=None, goal=NONE)
    parts = fields(proof, "policy ranks values", f"layer {epoch}")
    return check_total(q, {**parts, "infinite": [], "levels": []})[0]
