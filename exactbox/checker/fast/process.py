"""The kernel of decision processes for long values: blocks with common denominators, and brackets.

What is checked, and why it suffices, is said in `..process`. Values stand at *places*: v(s) is that
of the choice that pi picks in s, or 0, or 1, or infinite.

Card flipping with N = 6 takes 0.16 s, with FLINT's rationals in the plain kernel 2.0; a model of
1,594,324 branches with short values 0.73 and 1.9, one of 1,042,912 branches 1.8 and 3.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, compress, islice, pairwise, repeat
from math import inf
from operator import lt, mul, sub
from typing import Any, ClassVar

from .. import average, objectives, reading, steps
from ..claim import Claim, Value
from ..process import Policy, Process, Vector
from ..reading import InvalidCertificate, Json, MalformedCertificate, holds
from . import induction
from .budget import ITEM, VISIT, Budget, metered
from .rationals import LONG, Values
from .step import Row, Step, ValueTable

INFINITE = -1  # the place of an infinite value; else a choice, or `zero`, or `one`
Ratio = tuple[int, int]


class StateValues(Sequence[Value]):
    """Values by state: v(s) = values(place[s]), made a fraction when it is asked for."""

    def __init__(self, values: Values, place: Sequence[int]) -> None:
        self.values, self.place = values, place
        self.fractions: dict[int, Value] = {INFINITE: inf}
        self.step: Step | None = None

    def __len__(self) -> int:
        return len(self.place)

    def __getitem__(self, s: Any) -> Any:
        k, values = self.place[s], self.values
        if k != INFINITE:  # is paid as --json lists it
            d = values.denominator[values.block[k]]
            values.budget.keep(ITEM + values.numerator[k].bit_length() + d.bit_length())
        if k not in self.fractions:
            self.fractions[k] = values.fraction(k)
        return self.fractions[k]


class FastProcess(Process):
    """A process whose policies are checked by this kernel, and paid for."""

    budget: ClassVar[Budget]

    def __post_init__(self) -> None:
        super().__post_init__()
        ratio_of = {id(r): r.as_integer_ratio() for r in {id(r): r for r in self.reward}.values()}
        self.ratios = [ratio_of[k] for k in map(id, self.reward)]  # most rewards are a few objects
        ratios = chain.from_iterable([self.discount.as_integer_ratio(), *ratio_of.values()])
        longest = max(map(abs, chain(self.total_weight, ratios)), default=0)
        self.bits = longest.bit_length()
        self.long = self.bits > LONG  # if some integer of the question is

    @cached_property
    def owner(self) -> list[int]:
        """Of each branch the choice that it is of."""
        sizes = map(sub, self.layout.begin[1:], self.layout.begin)
        return list(chain.from_iterable(map(repeat, range(self.choices), sizes)))

    @cached_property
    def ends(self) -> list[int]:
        """The choices that end the play."""
        return [c for c, (i, j) in enumerate(pairwise(self.layout.begin)) if i == j]

    def fix_policy(self, witness: Json, end: Value) -> FastPolicy:
        """The policy of the witness, with its places."""
        return FastPolicy(self, witness, end)


class FastPolicy(Policy):
    """The policy, the places of values, and the kernel."""

    p: FastProcess

    def __init__(self, p: FastProcess, witness: Json, end: Value) -> None:
        super().__init__(p, witness, end)
        self.budget, self.zero, self.one = p.budget, p.choices, p.choices + 1
        place: dict[Value, int] = {0: self.zero, 1: self.one, inf: INFINITE}
        self.place = self.picked[:]
        for s, value in self.boundary.items():
            self.place[s] = place[value]
        self.at = list(map(self.place.__getitem__, p.layout.target))
        self.at_end = place[end]
        self.to_infinity: set[int] = set()  # choices that may lead there
        if INFINITE in self.at:
            self.to_infinity = {*compress(p.owner, map(INFINITE.__eq__, self.at))}
        if self.at_end == INFINITE:
            self.to_infinity.update(p.ends)

    def leads(self, c: int) -> Sequence[int]:
        """The places that a choice leads to."""
        i, j = self.p.layout.begin[c], self.p.layout.begin[c + 1]
        return self.at[i:j] if i < j else (self.at_end,)

    def read_values(self, blocks: Any, what: str) -> StateValues:
        """A number for each choice that pi picks in undecided states, and for no others."""
        values = Values(blocks, self.p.choices, what, self.budget)
        used = {self.place[s] for s in self.undecided}
        if strange := [c for c, b in enumerate(values.block) if (b >= 0) != (c in used)]:
            c = strange[0]
            need = "has no value" if c in used else "has a value, and pi does not pick it"
            raise MalformedCertificate(f"{what}: choice {c} {need}")
        values.add_zero_and_one()
        return StateValues(values, self.place)

    def row(self, c: int, reward: Ratio) -> Row:
        """A choice, with some reward."""
        i, j = self.p.layout.begin[c], self.p.layout.begin[c + 1]
        return Row(self.p.layout.weight[i:j] or (1,), self.leads(c), self.p.total_weight[c], reward)

    def step(self, values: Values) -> Step:
        """The comparison of choices with these values."""
        long, discount = values.bits > LONG or self.p.long, self.p.discount.as_integer_ratio()
        lists = values.block, values.numerator, values.denominator
        return Step(ValueTable(*lists, values.bits, discount, long), self.budget)

    def signs(self, v: Any) -> Sequence[Any]:
        """A number with the sign of v(s) for each state; -1 is the place of a 1."""
        numerator = v.values.numerator
        return [numerator[k] for k in self.place]

    def check_values(self, v: Any, what: str, reward: Vector, avoiding: bool) -> None:
        """The step for v, decided by brackets of scale w: all of it if scale v is whole, else most
        of the actions."""
        values: Values = v.values
        below, above = what != "upper", what != "lower"
        used = list(chain.from_iterable(values.members))
        for c in self.to_infinity:
            holds(values.block[c] < 0, f"choice {c}: leads to infinity, its value is finite")
        same = reward is self.p.reward
        ratios = self.p.ratios if same else [r.as_integer_ratio() for r in reward]
        signs = tuple(range(-above, below + 1)) if below != above else (0,)
        (scale, slack), step = values.scale(), self.step(values)
        comparisons: Iterator[int] = iter(())
        if slack:  # others may begin now
            comparisons = step.block_signs(values.members, lambda c: self.row(c, ratios[c]), signs)
        at = values.scaled_floor(scale, slack)
        low, high = self.brackets(at, ratios, scale, slack)
        if not slack:
            comparisons = iter([(high[c] > at[c]) - (low[c] < at[c]) for c in used])
        for c in used:
            low[c], high[c] = at[c], at[c] + slack
        sides = {True: above, False: below}
        compare = self.step(values)
        better = next(self.better(values, compare, ratios, low, high, sides, avoiding), None)
        for c in used:
            if next(comparisons, None) not in signs:
                raise InvalidCertificate(f"choice {c}: its value is not what it is worth")
        if better is not None:
            raise InvalidCertificate(better)

    def check_ranks(self, states: Iterable[int], above: bool, rewarding: Vector = ()) -> None:
        """As in `Policy`, branch by branch in place of choice by choice."""
        rank = reading.naturals(self.witness["ranks"], "ranks", length=self.p.choices)
        first, action, picked = self.p.layout.first, self.p.layout.action, self.picked
        rank_of = list(map(rank.__getitem__, action))  # of actions
        up, level = self.p.up, [-1] * self.p.states  # in Z: lower than all ranks
        states = list(states)
        free, fixed = [s for s in states if up[s] == above], [s for s in states if up[s] != above]
        available = {picked[s] for s in fixed}
        available.update(chain.from_iterable([action[first[s] : first[s + 1]] for s in free]))
        for s in free:
            level[s] = max(rank_of[first[s] : first[s + 1]])
        for s in fixed:
            level[s] = rank[picked[s]]
        to, of = map(level.__getitem__, self.p.layout.target), map(rank.__getitem__, self.p.owner)
        available.difference_update(compress(self.p.owner, map(lt, to, of)), self.p.ends)
        if rewarding:
            available = {c for c in available if not rewarding[c]}
        if available:
            raise InvalidCertificate(f"choice {min(available)}: its rank does not fall")

    def brackets(
        self, at: Sequence[Any], ratios: Sequence[Ratio], scale: int, slack: int
    ) -> tuple[list[Any], list[Any]]:
        """Integers low <= scale w(c) <= high for each choice, if at[k] <= scale v(k) <= at[k] +
        slack; with slack 0 the next ones below and above.

        As w = p/q + a/b sum / W: scale w = (p b W scale + a q (scale sum)) / (b q W).
        """
        (a, b), whole = self.p.discount.as_integer_ratio(), self.p.total_weight
        begin, weight, end = self.p.layout.begin, self.p.layout.weight, at[self.at_end]
        longest = max(max(at), -min(at)).bit_length()
        size = 3 * len(self.p.layout.action) + len(weight)
        self.budget.spend((VISIT + longest // 15) * size)
        if self.p.long or longest > 2 * LONG:
            sizes = map(sub, begin[1:], begin)
            for ((p, q), w, branches), n in Counter(zip(ratios, whole, sizes)).items():
                bits = (b * q * w).bit_length()
                self.budget.keep((longest + bits) // 8 * (4 + branches) * n)
                self.budget.product(longest + bits, bits, (5 + 2 * branches) * n)
                self.budget.division(longest + bits + p.bit_length(), bits, n)
        terms = map(mul, weight, map(at.__getitem__, self.at))
        sums = [sum(islice(terms, j - i)) if i < j else end for i, j in pairwise(begin)]
        over, least = whole, sums
        if a < b or ratios.count((0, 1)) < len(ratios):
            over = [b * q * w for (_, q), w in zip(ratios, whole)]
            least = [p * b * w * scale + a * q * n for (p, q), w, n in zip(ratios, whole, least)]
        more = slack * a  # all v by slack larger: w by a slack / b
        return [n // d for n, d in zip(least, over)], [
            -(-(n + more * (d // b)) // d) for n, d in zip(least, over)
        ]

    def better(
        self,
        values: Values,
        step: Step,
        ratios: Sequence[Ratio],
        low: list[Any],
        high: list[Any],
        sides: dict[bool, bool],
        avoiding: bool,
    ) -> Iterator[str]:
        """Actions of these sides that are better than pi's, by brackets of w, else by the step."""
        first, action, up = self.p.layout.first, self.p.layout.action, self.p.up
        lost = self.to_infinity  # whose brackets mean nothing
        for s in (s for s in self.undecided if sides[up[s]]):
            own, greater = self.place[s], up[s]
            for c in action[first[s] : first[s + 1]]:
                if lost and c in lost:
                    if greater and not avoiding:
                        yield f"state {s}: choice {c} leads to infinity, v does not"
                    continue
                if c == own or (high[c] <= low[own] if greater else low[c] >= high[own]):
                    continue
                valued = values.block[c] >= 0
                rest = (
                    values.difference(c, own)
                    if valued
                    else step.compared(self.row(c, ratios[c]), own)
                )
                if rest > 0 if greater else rest < 0:
                    yield f"state {s}: choice {c} is better than the policy's"


@average.excess.register
def excess(pi: FastPolicy, c: int, s: int, v: Any, reward: Fraction) -> Any:
    """A number with the sign of w(c) - v(s)."""
    if v.step is None:
        v.step = pi.step(v.values)
    p, q = reward.as_integer_ratio()
    bits = p.bit_length() + q.bit_length()
    pi.budget.divisor(bits, bits)  # of how the reward was made
    return v.step.compared(pi.row(c, (p, q)), pi.place[s])


@steps.backward.register
def backward(p: FastProcess) -> Vector:
    """v_n as in `steps`, of which only what changes is worked out."""
    values = Values([], p.states, "", p.budget)
    numerators, scale = induction.after_steps(p, p.budget)
    values.add("", scale, list(range(p.states)), numerators)
    return StateValues(values, range(p.states))


@steps.weights_of_classes.register
def weights_of_classes(p: FastProcess, label: Sequence[int]) -> list[Counter[int]]:
    """As in `steps`, once all that is done there is paid for."""
    size = 3 * p.choices + p.states + len(p.layout.target)
    p.budget.keep(2 * ITEM * size)
    p.budget.spend(2 * VISIT * size)
    p.budget.divisor(p.bits, p.bits * size)
    return steps.weights_of_classes.dispatch(Process)(p, label)


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The plain check, with this kernel."""
    return objectives.check(question, witness, paid_process(question, budget))


def paid_process(question: Any, budget: Budget) -> Any:
    """The class of processes whose checks the budget pays for; what the model of the question takes
    beyond some steps for each of its numbers is paid now."""
    pay_for_model(question, budget)
    return metered(FastProcess, budget)


def pay_for_model(question: Any, budget: Budget) -> None:
    """Long weights, and what a rule makes of its parameters."""
    model = question.get("model") if isinstance(question, dict) else None
    if not isinstance(model, dict):
        return
    weight = model.get("weight")
    if isinstance(weight, list) and str in set(map(type, weight)):
        sizes = [4 * len(w) for w in weight if type(w) is str]
        budget.divisor(max(sizes), sum(sizes))
        budget.spend(max(sizes) // 60 * len(sizes))  # of the sum, too
    rule = model.get("rule")
    if rule in ("flip", "shutbox"):
        from .games import pay_for_game

        pay_for_game(rule, model, budget)
