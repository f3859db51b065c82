"""Bounded rewards: the probability of a goal, or rewards, while what is spent keeps to a bound.

    {"objective": "within_reward", "goal" (and perhaps "stay") or "rewards", "spending",
     "at_most", "at_least", ...}

Each branch spends a rational number that is not negative; a choice that ends the play counts as one
branch. Asked for is the optimum, over all policies, of one of

  the probability to be, at some time, in the goal when what has been spent is at most `at_most`
    and at least `at_least`, having been in `stay` only up to then; to end the play counts as being
    in the goal if the question says so, and what the last choice spends is spent by then;
  the expected rewards of those steps after which at most `at_most` has been spent in all.

Numbers are scaled: spending and bounds become integers, without another question.
"""

from __future__ import annotations

from copy import copy
from fractions import Fraction
from itertools import accumulate
from math import gcd, inf
from typing import Any, NamedTuple

from .budget import HASHED, ITEM, VISIT, Budget, distinct
from .claim import Claim, exactly, with_nested
from .induction import Induction, begins, common_multiple, distances, shares
from .induction import __doc__ as induction
from .objectives import Objective, check_reach, check_total, sentence
from .process import Layout, Process
from .process import __doc__ as kernel
from .reading import (
    MalformedCertificate,
    brief,
    fields,
    items,
    name,
    one_of,
    rational,
    rationals,
)

Ratio = tuple[int, int]
Into = list[dict[int, list[tuple[int, int]]]]
PROBABILITY = "probability to reach {goal}{stay}"
REWARDS = "expected {reward} of the steps"


class Bounded(NamedTuple):
    """A question in integers.

    Branches are numbered with one for each choice that ends the play; choice c has those from
    first[c] to before first[c + 1].
    """

    p: Process
    first: list[int]
    spending: list[int]  # of branches
    gain: list[Ratio]  # of branches: rewards
    last: int  # the layer that is asked for
    width: int  # the goal counts in the layers 0 to width, of those from 0 to last
    clipped: bool  # layer 0 is for all that is below 0 as well: there is no upper bound
    words: str

    def spends(self, c: int) -> list[int]:
        """What the branches of a choice spend."""
        return self.spending[self.first[c] : self.first[c + 1]]

    def sources(self) -> list[list[int]]:
        """A list for each state, to be filled by a loop over the branches of all options, which is
        paid for here."""
        begin, option = self.p.layout.begin, self.p.layout.option
        size = len(option) + sum([begin[c + 1] - begin[c] for c in option])
        self.p.budget.spend(VISIT * (size + len(option)))
        self.p.budget.keep(ITEM * self.p.states + 8 * size)
        return [[] for _ in range(self.p.states)]


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """A layer is what may still be spent, an integer from 0 to `at_most`; v_b(s) is the optimum
    from s on in layer b, and 0 in negative layers. Branch e leads from layer b to layer b - k(e).

    In the layers up to at_most - at_least the goal counts: v is 1 there. If there is no upper
    bound, layer 0 is for all that may have been spent beyond `at_least` too: v_0 is the
    probability to reach the goal, which the witness proves, and branches lead from b to
    max(b - k, 0). v is 0 outside of `stay`, except on goals that count, and in states from which
    no branches lead to a goal, or to a reward: there all plays have the value 0.

    If, from the other states, no circle of branches spends nothing, a play has finitely many steps
    in a layer, and v is the best of what the options are worth, by induction over the layers and
    in each of them along that order. Nothing is claimed then: the induction is done here.

    Otherwise rewards are not negative, and each layer is a process by itself: its choices keep the
    branches that spend nothing and lead to states whose value is not told, the others end it, and
    the reward of a choice is what those others are worth by the layers before. Its expected total
    reward is v_b: what a play is worth is what it brings in this layer, and on leaving it. The
    witness proves it for each layer in which some of these rewards are others than in the one
    before; in all other layers it is the same process.
    Coq: `bounded_greatest`, `bounded_least` (proofs/coq/Bounded.v); `bounded_gain_greatest`,
    `bounded_gain_least`, `bounded_signed_greatest`, `bounded_signed_least`
    (proofs/coq/BoundedGains.v).
    """
    b = read(question, budget)
    found, theorems = worked_out(b, witness)
    p, values = b.p, []
    for s in p.start:
        budget.keep(found.bits // 8)
        budget.divisor(found.value[s].bit_length(), found.scale.bit_length())
        values.append(Fraction(int(found.value[s]), int(found.scale)))
    facts = {
        "states": p.states,
        "choices": p.choices,
        "branches": len(p.layout.target),
        "start": p.start,
        "values": values,
    }
    p.place = list(range(p.states))
    text = sentence(p, Objective("", "", "", check_reach, b.words), [[*values]])
    theorems = [str(check.__doc__), *theorems]
    return with_nested(Claim("bounded", text, values[0], None, facts, (*theorems,)), question)


def worked_out(b: Bounded, witness: Any) -> tuple[Induction, list[str]]:
    """The last layer, by the witness where one is needed; and the theorems that were used."""
    p, budget = b.p, b.p.budget
    active = [p.stay is None or s in p.stay.states for s in range(p.states)]
    for s in p.goal.states:
        active[s] = active[s] and b.width < b.last
    order = topological(b, {s for s in alive(b, active) if active[s]})
    circles = len(order) < p.states
    parts = fields(witness, " base" * b.clipped + " layers" * circles, "witness")
    common = common_multiple(p.whole, budget)
    paid = common_multiple([q for _, q in b.gain], budget)
    budget.product(common.bit_length(), paid.bit_length())
    common *= paid
    used = sorted({c for s in range(p.states) if active[s] for c in p.options(s)})
    numbers = shares(p, common)
    into = branches_into(b, used, numbers, circles)
    counts = p.goal.states if b.width >= 0 else ()
    held = [not active[s] or s in counts for s in range(p.states)]
    until = distances(p, [not a for a in active], b.spending)
    until = [inf if circles else b.last - spent for spent in until]
    theorems = [str(induction)] + [str(kernel)] * (circles or b.clipped)
    if circles:
        theorems += [str(check_total.__doc__)]
        if any(r < 0 for r, _ in b.gain):
            raise MalformedCertificate("rewards: below 0, and a circle spends nothing")
        proofs = items(parts["layers"], "layers")[::-1]
        layers = ByLayers(p, into, common, held, range(p.states), until, b.last)
        layers.expect(p, b, proofs)
        found: Induction = layers
    else:
        proofs, found = [], Induction(p, into, common, held, order, until, b.last)
    if b.clipped:
        theorems += [str(check_reach.__doc__)]
        begin(b, found, fields(parts["base"], "policy ranks values", "base"))
    announce(b, found, used, numbers)
    found.run()
    if proofs:
        raise MalformedCertificate("layers: there are more than are needed")
    return found, theorems


# The question ------------------------------------------------------------------------------------


def read(question: Any, budget: Budget) -> Bounded:
    """The question, in integers: spending and bounds times the least common denominator."""
    given = question if isinstance(question, dict) else {}
    one_of(("within_reward",), given.get("objective"), "objective")
    asks = "goal" if "goal" in given else "rewards at_most"
    bounds = [key for key in ("at_most", "at_least") if key in given and key not in asks]
    more = [*bounds, *["stay"] * ("stay" in given and "goal" in given)]
    if "rewards" in given and bounds == ["at_least"]:
        raise MalformedCertificate("at_least: of rewards there is none")
    p = Process(given, " ".join([asks, "spending", *more]), budget)
    first = begins(p)
    budget.spend(VISIT * (p.choices + first[-1]))
    spent, title = _of_branches(given["spending"], "spending", first[-1], budget)
    gain: list[Ratio] = []
    if "rewards" in given:
        gain, p.reward_name = _of_branches(given["rewards"], "rewards", first[-1], budget)
    limits = {
        key: rational(given[key], key, budget) for key in ("at_most", "at_least") if key in given
    }
    if not limits:
        raise MalformedCertificate("at_most: missing, and so is at_least")
    if any(n < 0 for n, _ in [*spent, *limits.values()]) or limits.get("at_least") == (0, 1):
        raise MalformedCertificate("spending: need 0 or more, and a least amount above 0")
    scale = common_multiple([q for _, q in [*spent, *limits.values()]], budget)
    budget.keep((ITEM + scale.bit_length() // 8) * len(spent))
    longest = max(max(n.bit_length(), q.bit_length()) for n, q in [*spent, *limits.values()])
    budget.product(scale.bit_length() + longest, longest, len(spent) + 2)  # and to divide
    amounts = [n * (scale // q) for n, q in spent]
    unit = common_divisor(amounts, budget)
    n, q = limits.get("at_least", (0, 1))
    least = -(-n * scale // (q * unit))  # rounded up
    n, q = limits.get("at_most", (0, 1))
    most = n * scale // (q * unit)  # rounded down
    clipped = "at_most" not in limits
    said = " and ".join(f"at {key[3:]} {exactly(Fraction(*limits[key]))}" for key in limits)
    spending = f"{said} of {brief(title)} spent".replace("{", "{{").replace("}", "}}")
    what = PROBABILITY if "goal" in given else REWARDS
    return Bounded(
        p,
        first,
        [n // unit for n in amounts],
        gain,
        least if clipped else most,
        0 if clipped else most - least,
        clipped,
        f"{what} with {spending}",
    )


def common_divisor(numbers: list[int], budget: Budget) -> int:
    """The greatest common divisor, or 1 of zeros."""
    found = 0
    for n in distinct(numbers):
        budget.divisor(found.bit_length(), n.bit_length())
        found = gcd(found, n)
    return found or 1


def _of_branches(given: Any, what: str, count: int, budget: Budget) -> tuple[list[Ratio], str]:
    """A rational for each branch, and what they are called."""
    found = fields(given, "name of", what)
    return rationals(found["of"], what, count, budget), name(found["name"], f"{what}: name")


# What has to be worked out -----------------------------------------------------------------------


def alive(b: Bounded, active: list[bool]) -> set[int]:
    """The states from which, by way of active ones, branches lead to a goal or to a reward."""
    first, option, begin, target, _ = b.p.layout
    sources = b.sources()
    found = set(b.p.goal.states)
    gains = [r != 0 for r, _ in b.gain]
    for s in range(b.p.states):
        for c in option[first[s] : first[s + 1]] if active[s] else ():
            i, j = begin[c], begin[c + 1]
            for t in target[i:j]:
                sources[t].append(s)
            if (i == j and b.p.goal.ended) or any(gains[b.first[c] : b.first[c + 1]]):
                found.add(s)
    queue = [*found]
    while queue:
        for s in sources[queue.pop()]:
            if s not in found:
                found.add(s)
                queue.append(s)
    return found


def topological(b: Bounded, inside: set[int]) -> list[int]:
    """States inside in an order in which branches that spend nothing lead back; then the others.
    Shorter if there is a circle of such branches."""
    first, option, begin, target, _ = b.p.layout
    sources, need = b.sources(), [0] * b.p.states
    for s in inside:
        for c in option[first[s] : first[s + 1]]:
            spends = b.spending[b.first[c] : b.first[c + 1]]
            for t, spent in zip(target[begin[c] : begin[c + 1]], spends):
                if not spent and t in inside:
                    sources[t].append(s)
                    need[s] += 1
    order = [s for s in inside if not need[s]]
    for t in order:  # it grows
        for s in sources[t]:
            need[s] -= 1
            if not need[s]:
                order.append(s)
    if len(order) < len(inside):
        return order
    return order + [s for s in range(b.p.states) if s not in inside]


def branches_into(b: Bounded, used: list[int], numbers: list[int], circles: bool) -> Into:
    """For `Induction`, of the choices that are used; where layers are proved one by one without
    those that spend nothing. `numbers` are D p of the branches."""
    p = b.p
    into: Into = [{} for _ in range(p.states)]
    p.budget.keep(ITEM * (2 * p.states + 2 * len(numbers)))
    p.budget.spend(VISIT * (p.choices + len(numbers)))
    begin, target = p.layout.begin, p.layout.target
    for c in used:
        k = b.first[c]
        for t in target[begin[c] : begin[c + 1]]:
            spent = b.spending[k]
            if spent or not circles:
                groups = into[t]
                if spent >= HASHED:  # whose hash others may have
                    p.budget.spend(VISIT // 10 * len(groups))
                if spent in groups:
                    groups[spent].append((c, numbers[k]))
                else:
                    groups[spent] = [(c, numbers[k])]
            k += 1
    return into


def begin(b: Bounded, found: Induction, proof: dict[str, Any]) -> None:
    """Layer 0 where there is no upper bound: the probability to reach the goal, as it is proved."""
    p = b.p
    values = check_reach(p, proof)[0]
    scale = common_multiple(values.denominator, p.budget)
    factors = []
    for d in values.denominator:
        p.budget.division(scale.bit_length(), d.bit_length())
        factors.append(scale // d)
    for s, k in enumerate(p.place):
        p.budget.product(scale.bit_length(), values.bits)
        p.budget.keep(scale.bit_length() // 8 + values.bits // 8)
        found.value[s] = values.numerator[k] * factors[values.block[k]]
    found.scale = scale
    found.bits = scale.bit_length() + values.bits + found.common.bit_length()
    for t, groups in enumerate(found.into):
        for _, into in groups:
            p.budget.product(scale.bit_length(), found.common.bit_length(), len(into))
            p.budget.keep(found.bits // 8 * len(into))
            for c, share in into:
                found.worth[c] += share * found.value[t]


def announce(b: Bounded, found: Induction, used: list[int], numbers: list[int]) -> None:
    """What comes in from outside, and when: goals, the end of the play, rewards."""
    p, over = b.p, b.width + 1  # the first layer in which the goal does not count any more
    circles = isinstance(found, ByLayers)
    if b.clipped and circles:
        found.later(1)
    for s in p.goal.states if over > 0 else ():
        if not b.clipped:
            found.tell(0, s, 1)
        found.tell(over, s, None if p.stay is None or s in p.stay.states else 0)
    p.budget.spend(2 * VISIT * len(numbers))
    for c in used if p.goal.ended or circles or b.gain else ():
        ends = not p.targets(c) and p.goal.ended
        for t, k in zip(p.targets(c) or (-1,), range(b.first[c], b.first[c + 1])):
            spent, share = b.spending[k], numbers[k]
            # if clipped not at once: layer 0 is proved, and in layer 1 it would be taken off again
            at_once = circles and not spent and t in p.goal.states and not b.clipped
            if over > 0 and (ends or at_once):
                if b.clipped:
                    found.worth[c] += share * found.scale
                else:
                    found.add(spent, c, share)
                found.add(spent + over, c, -share)
            if b.gain and b.gain[k][0]:
                r, q = b.gain[k]
                p.budget.product(found.common.bit_length(), r.bit_length())
                p.budget.division(found.common.bit_length() + r.bit_length(), q.bit_length())
                found.add(spent, c, share * r // q)


class ByLayers(Induction):
    """Where circles spend nothing: the values of each layer are proved, not worked out.

    `worth` is what a choice is worth by its branches out of the layer.
    """

    def expect(self, p: Process, b: Bounded, proofs: list[Any]) -> None:
        """The proofs of the layers in which something changes, the last one first."""
        self.p, self.b, self.proofs = p, b, proofs

    def _work_out(self, layer: int, queue: list[int], waiting: set[int]) -> None:
        """Every value of the layer."""
        if not self.proofs:
            raise MalformedCertificate("layers: there are fewer than are needed")
        proof = fields(self.proofs.pop(), "policy ranks values", f"layer {layer}")
        q = self._process()
        (values,) = check_total(q, {**proof, "infinite": [], "levels": []})
        for s in range(self.p.states):
            if not self.held[s]:
                n, d = values.numerator[q.place[s]], values.denominator[values.block[q.place[s]]]
                self.budget.product(n.bit_length(), self.scale.bit_length())
                self.budget.division(n.bit_length() + self.scale.bit_length(), d.bit_length())
                found, rest = divmod(n * self.scale, d)
                if rest:
                    self._grow(rest, d)
                    found = n * self.scale // d
                if found != self.value[s]:
                    self._change(layer, s, found, queue, waiting)

    def _process(self) -> Process:
        """What happens in a layer: a choice ends it by the branches that spend, or lead to a state
        whose value is told. State S is the end of the layer, its only option the choice C; so are
        those of states whose value is told."""
        p, q = self.p, copy(self.p)
        ends, over = p.choices, p.states
        rows = [[ends] if held else [*p.options(s)] for s, held in enumerate(self.held)] + [[ends]]
        targets: list[int] = []
        weights: list[int] = []
        sizes = []
        for c in range(p.choices):
            stay = {
                t: w
                for t, w, spent in zip(p.targets(c), p.weights(c), self.b.spends(c))
                if not spent and not self.held[t]
            }
            if rest := p.whole[c] - sum(stay.values()):
                stay[over] = rest
            targets += stay
            weights += stay.values()
            sizes.append(len(stay))
        size = len(p.layout.target) + len(p.layout.option) + p.states
        self.budget.spend(2 * VISIT * size + self.bits // 30 * p.choices)
        self._keep((ITEM + self.bits // 8) * size)
        first, begin = [0, *accumulate(map(len, rows))], [0, *accumulate([*sizes, 0])]
        q.layout = Layout(first, [c for row in rows for c in row], begin, targets, weights)
        q.objective, q.stay, q.goal = "total", None, p.goal._replace(states=set(), ended=False)
        q.states, q.choices, q.zero, q.one = over + 1, ends + 1, ends + 1, ends + 2
        q.up, q.whole, q.long = [*p.up, p.sense == "max"], [*p.whole, 1], True
        q.reward = [*((w, self.common * self.scale) for w in self.worth), (0, 1)]
        return q
