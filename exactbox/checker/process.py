"""Decision processes: the question, the policy, and one kernel: the step and ranks.

What they prove is stated in `objectives`. "Coq:" names theorems that a machine checked.

A state s has options, each a choice c, which other states may share. Choice c has the reward r(c)
and leads to state t with probability p(c, t), its weight over the sum of c's weights; a choice
without branches ends the play. A policy picks an option wherever the play is; it may remember the
past and toss coins. Who chooses in a state maximises there (the state is *up*) or minimises
(*down*); a game's second player wants the opposite of the first.

The witness has a policy pi, one option for each state, and a number v(c) for each choice that pi
picks in an *open* state; in all other states the question says what v is, or v is infinite. With
v(s) = v(pi(s)) in open states, what a choice is *worth* is

    w(c) = r(c) + d sum_t p(c, t) v(t),        d = 1 unless the objective has a discount,

the sum being what the objective gives for the end of the play where c has no branches.

  The step (`check_step`): v(c) = w(c) for each c that pi picks in an open state s, and w(c) <= v(s)
    for all options c if s is up, >= v(s) if s is down. In a state of finite value no option that
    pi picks leads to infinity, nor any option if the state is up.
  Above: fix pi in the down states; in up states every option is *available*. Then v is
    superharmonic, v(s) >= w(c) for what is available: what is proved for all such plays bounds the
    optimum from above, as pi is one of the minimiser's policies.
  Below: fix pi in the up states, and v(s) <= w(c) for all that is available.
  If both bounds are v, pi is optimal for both players, and v is the value of the game.

Bounds. What bounds from below needs only v(s) <= w(c) for what is available below, what bounds from
above only v(s) >= w(c) above. So a witness may have two vectors, `lower` and `upper`, in place of
`values`, and proves both. An option c that pi picks in some open state is compared by its bound:
v(s) <= v(c) <= w(c) below, >= above. Lower <= upper need not be checked: the value lies between.
Coq: `secure_at_least`, `secure_at_most`, `value_between` (proofs/coq/Players.v).

Theorem (ranks; `check_ranks`). Let Z be a set of states, and let every choice that is available in
certain other states pass on, with positive probability, to Z, to the end of the play, or to a state
all of whose available choices have a lower rank. With R ranks and a least probability q, a play
among these states is in Z, or over, after R steps with probability q^R or more, wherever it was.
So it gets there almost surely, and the probability that it has not after n steps falls
exponentially. Coq: `ranks_end` (proofs/coq/Plays.v).

Sources: Puterman, 1994; Bertsekas, Tsitsiklis, 1991; de Alfaro, 1997; Chatterjee and others, 2025.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice, pairwise
from operator import add, ge, mul
from typing import Any, NamedTuple

from .budget import VISIT, Budget
from .rationals import LONG, Values
from .reading import (
    InvalidCertificate,
    MalformedCertificate,
    fields,
    increasing,
    integers,
    name,
    natural,
    naturals,
    one_of,
    rational,
    rationals,
)
from .step import Known, Row, Step

NOTHING = 0, 1  # the reward p/q = 0
INFINITE = -1  # the place of an infinite value; else a choice, or `zero`, or `one`


class Layout(NamedTuple):
    """States with options, and choices with branches, in compressed rows."""

    first: Sequence[int]  # (S+1,) state s has the options first[s] : first[s + 1]
    option: Sequence[int]  # the choice that each option is
    begin: Sequence[int]  # (C+1,) choice c has the branches begin[c] : begin[c + 1]
    target: Sequence[int]
    weight: Sequence[int]


class Game(NamedTuple):
    """A process as a named rule states it; to end the play is the goal."""

    layout: Layout
    reward: list[tuple[int, int]]  # numerator and denominator of each choice
    start: list[int]
    words: dict[tuple[str, str], str]  # objective and sense: what is asked, in words
    rules: str  # in words


class Goal(NamedTuple):
    """A set of states with the name that it was asked by, and perhaps the end of the play."""

    name: str
    states: set[int]
    ended: bool


class Process:
    """The question, the policy, and the kernel of the check."""

    def __init__(self, question: dict[str, Any], asks: str, budget: Budget) -> None:
        self.budget, self.comparisons, self.words, self.rules = budget, 0, "", ""
        self.objective = question["objective"]
        self.sense = one_of(("max", "min"), question.get("sense"), "sense")
        self.stay: Goal | None = None
        self.second: set[int] = set()
        self.steps, self.discount, self.reward_name = 0, (1, 1), ""
        model = question.get("model")
        rule = model.get("rule") if isinstance(model, dict) else None
        self.goal = Goal("ended", set(), rule != "explicit")
        if rule == "explicit":
            self._read_question(question, asks)
        else:
            fields(question, "model objective sense", "question")
            game = rule_named(rule)(model, budget)
            self.layout, self.reward, self.start, words, self.rules = game
            if (self.objective, self.sense) not in words:
                raise MalformedCertificate(f"{rule}: not asked for {self.sense} {self.objective}")
            self.words = words[self.objective, self.sense]
        first, begin, weight = self.layout.first, self.layout.begin, self.layout.weight
        self.states, self.choices = len(first) - 1, len(begin) - 1
        self.up = [(self.sense == "max") != (s in self.second) for s in range(self.states)]
        self.whole = [sum(weight[i:j]) if j > i else 1 for i, j in pairwise(begin)]  # W
        numbers = [*self.whole, self.discount[1], *(max(abs(p), q) for p, q in self.reward)]
        self.long = max(numbers).bit_length() > LONG  # whether some integer of the question is
        self.zero, self.one = self.choices, self.choices + 1  # places of these values

    def _read_question(self, question: dict[str, Any], asks: str) -> None:
        fields(question, f"model objective sense start {asks}", "question")
        self.layout = read_layout(question["model"], self.budget)
        states, choices = len(self.layout.first) - 1, len(self.layout.begin) - 1
        self.start = increasing(question["start"], "start", states)
        if not self.start:
            raise MalformedCertificate("start: need a state")
        if "goal" in question:
            goal = fields(question["goal"], "ended name states", "goal")
            ended = natural(goal["ended"], "goal: ended", 2) == 1
            self.goal = _read_set(goal, "goal", states)._replace(ended=ended)
        if "stay" in question:
            self.stay = _read_set(fields(question["stay"], "name states", "stay"), "stay", states)
        self.second = set(increasing(question.get("second", []), "second", states))
        self.reward, self.time = [(0, 1)] * choices, [(1, 1)] * choices
        if "reward" in question:
            reward = fields(question["reward"], "name of", "reward")
            self.reward_name = name(reward["name"], "reward: name")
            self.reward = rationals(reward["of"], "reward", choices, self.budget)
        self.steps = natural(question.get("steps", 0), "steps")
        if "discount" in question:
            p, q = self.discount = rational(question["discount"], "discount", self.budget)
            if not 0 <= p < q:
                raise MalformedCertificate("discount: need at least 0 and less than 1")

    def options(self, s: int) -> Sequence[int]:
        """The choices of a state."""
        return self.layout.option[self.layout.first[s] : self.layout.first[s + 1]]

    def targets(self, c: int) -> Sequence[int]:
        """The states that a choice leads to."""
        return self.layout.target[self.layout.begin[c] : self.layout.begin[c + 1]]

    def weights(self, c: int) -> Sequence[int]:
        """Those of its branches; 1 for the end of the play."""
        return self.layout.weight[self.layout.begin[c] : self.layout.begin[c + 1]] or (1,)

    def has_negative(self) -> bool:
        """Whether some reward before the goal is negative."""
        negative = {c for c, (p, _) in enumerate(self.reward) if p < 0}
        outside = set(range(self.states)) - self.goal.states if negative else ()
        return any(not negative.isdisjoint(self.options(s)) for s in outside)

    # What the witness gives ----------------------------------------------------------------------

    def pick(self, policy: Any, end: int, infinite: Iterable[int] = ()) -> None:
        """What pi picks, and the places of values: v(s) = v(place[s]), and v(end) at the end."""
        numbers, first = naturals(policy, "policy", length=self.states), self.layout.first
        chosen = list(map(add, first, numbers))
        if any(map(ge, chosen, islice(first, 1, None))):
            s = next(s for s, o in enumerate(chosen) if o >= first[s + 1])
            raise MalformedCertificate(f"policy: state {s} has no option {numbers[s]}")
        self.picked = list(map(self.layout.option.__getitem__, chosen))
        place = self.place = self.picked[:]
        if self.stay is not None:
            for s in set(range(self.states)) - self.stay.states:
                place[s] = self.zero
        for s in self.goal.states:
            place[s] = self.zero if self.objective == "cost" else self.one
        for s in infinite:
            if place[s] >= self.choices:
                raise InvalidCertificate(f"state {s}: is infinite, and a goal")
            place[s] = INFINITE
        self.open = array("q", (s for s, k in enumerate(place) if 0 <= k < self.choices))
        self.at = list(map(place.__getitem__, self.layout.target))
        self.end, begin = end, self.layout.begin
        self.lost: set[int] = set()  # choices that lead to infinity
        if INFINITE in self.at or (end == INFINITE and len({*begin}) <= self.choices):
            self.lost = {c for c in range(self.choices) if INFINITE in self.leads(c)}

    def leads(self, c: int) -> Sequence[int]:
        """The places that a choice leads to."""
        return self.at[self.layout.begin[c] : self.layout.begin[c + 1]] or (self.end,)

    def read_values(self, blocks: Any, what: str) -> Values:
        """A number for each choice that pi picks in open states, and for no others."""
        values = Values(blocks, self.choices, what, self.budget)
        used = {self.place[s] for s in self.open}
        if strange := [c for c, b in enumerate(values.block) if (b >= 0) != (c in used)]:
            c = strange[0]
            need = "has no value" if c in used else "has a value, and pi does not pick it"
            raise MalformedCertificate(f"{what}: choice {c} {need}")
        values.add_zero_and_one()
        return values

    # The kernel ----------------------------------------------------------------------------------

    def row(self, c: int, reward: tuple[int, int] | None = None) -> Row:
        """A choice, perhaps with another reward."""
        return Row(self.weights(c), self.leads(c), self.whole[c], reward or self.reward[c])

    def known(self, values: Values) -> Known:
        """Values, for the step."""
        long = values.bits > LONG or self.long
        lists = values.block, values.numerator, values.denominator
        return Known(*lists, values.bits, self.discount, long)

    def brackets(self, at: Sequence[Any], scale: int, slack: int) -> tuple[list[Any], list[Any]]:
        """Integers low <= scale w(c) <= high for each choice, if at[k] <= scale v(k) <= at[k] +
        slack; with slack 0 the next ones below and above.

        As w = p/q + a/b sum / W: scale w = (p b W scale + a q (scale sum)) / (b q W).
        """
        (a, b), whole, begin, reward = self.discount, self.whole, self.layout.begin, self.reward
        weight, end = self.layout.weight, at[self.end]
        longest = max(max(at), -min(at)).bit_length()
        self.budget.spend((VISIT + longest // 15) * (3 * len(self.layout.option) + len(weight)))
        if self.long or longest > 2 * LONG:
            for c, (p, q) in enumerate(reward):
                bits, branches = (b * q * whole[c]).bit_length(), begin[c + 1] - begin[c]
                self.budget.keep((longest + bits) // 8 * (4 + branches))
                self.budget.product(longest + bits, bits, 5 + 2 * branches)
                self.budget.division(longest + bits + p.bit_length(), bits)
        terms = map(mul, weight, map(at.__getitem__, self.at))
        sums = [sum(islice(terms, j - i)) if i < j else end for i, j in pairwise(begin)]
        over, least = whole, sums
        if a < b or reward.count(NOTHING) < self.choices:
            over = [b * q * w for (_, q), w in zip(reward, whole)]
            least = [p * b * w * scale + a * q * n for (p, q), w, n in zip(reward, whole, least)]
        more = slack * a  # all v by slack larger: w by a slack / b
        return [n // d for n, d in zip(least, over)], [
            -(-(n + more * (d // b)) // d) for n, d in zip(least, over)
        ]

    def check_values(self, values: Values, signs: Sequence[int], sides: Sequence[bool]) -> None:
        """v(c) = w(c) for what pi picks, or w(c) - v(c) has one of these signs; w(c) <= v(s) for
        all options c of up states s, if True is among the sides; >= v(s) for those of down states,
        if False is.

        Brackets of scale w decide this: all of it if scale v is whole, else most of the options.
        """
        used = list(chain.from_iterable(values.members))
        if lost := [c for c in used if c in self.lost]:
            raise InvalidCertificate(f"choice {lost[0]}: leads to infinity, its value is finite")
        (scale, slack), known = values.scale(), self.known(values)
        found: Iterator[int] = iter(())
        if slack:  # others may begin now
            found = Step(known, self.budget).signs_by_all(values.members, self.row, signs)
        at = values.leads(scale, slack)
        low, high = self.brackets(at, scale, slack)
        if not slack:
            found = iter([(high[c] > at[c]) - (low[c] < at[c]) for c in used])
        for c in used:
            low[c], high[c] = at[c], at[c] + slack
        for c in self.lost:
            low[c] = high[c] = math.inf
        better = next(self.better(values, Step(known, self.budget), low, high, sides), None)
        for c in used:
            if next(found, None) not in signs:
                raise InvalidCertificate(f"choice {c}: its value is not what it is worth")
        if better is not None:
            raise InvalidCertificate(better)

    def better(
        self, values: Values, step: Step, low: list[Any], high: list[Any], sides: Sequence[bool]
    ) -> Iterator[str]:
        """Options of these sides that are better than pi's, by brackets of w, else by the step."""
        first, option = self.layout.first, self.layout.option
        for s in (s for s in self.open if self.up[s] in sides):
            own, up = self.place[s], self.up[s]
            self.comparisons += first[s + 1] - first[s]
            for c in option[first[s] : first[s + 1]]:
                if c == own or (high[c] <= low[own] if up else low[c] >= high[own]):
                    continue
                if high[c] == math.inf:
                    yield f"state {s}: choice {c} leads to infinity, v does not"
                    continue
                valued = values.block[c] >= 0
                found = values.difference(c, own) if valued else step.excess(self.row(c), own)
                if found > 0 if up else found < 0:
                    yield f"state {s}: choice {c} is better than the policy's"

    def check_step(self, witness: dict[str, Any]) -> list[Values]:
        """The step, for `values`; or as far as bounds need it, for `lower` and for `upper`."""
        found = []
        for what, signs, sides in (
            ("values", (0,), (True, False)),
            ("lower", (0, 1), (False,)),
            ("upper", (-1, 0), (True,)),
        ):
            if what in witness:
                found.append(self.read_values(witness[what], what))
                self.check_values(found[-1], signs, sides)
        return found

    def positive(self, found: list[Values]) -> list[int]:
        """The open states where v > 0, by a lower bound; v, or the upper bound, is nowhere < 0."""
        if min(found[-1].numerator) < 0:  # of which the last two are 0 and 1
            c = next(c for c, n in enumerate(found[-1].numerator) if n < 0)
            raise InvalidCertificate(f"choice {c}: its value is negative")
        return [s for s in self.open if found[0].numerator[self.place[s]] > 0]

    def check_ranks(
        self, ranks: Any, states: Sequence[int], *, above: bool, paid: bool = False
    ) -> None:
        """The theorem's condition for these states, Z being all others; or a choice has a reward,
        if `paid`."""
        rank, option = naturals(ranks, "ranks", length=self.choices), self.layout.option
        available, passes, first = list[int](), [-1] * self.states, self.layout.first  # -1 in Z
        for s in states:
            i, j, free = first[s], first[s + 1], self.up[s] == above
            available += option[i:j] if free else [self.picked[s]]
            passes[s] = max(map(rank.__getitem__, option[i:j])) if free else rank[self.picked[s]]
        self.budget.spend(VISIT * (len(option) + len(self.layout.target)))
        lead = list(map(passes.__getitem__, self.layout.target))
        least = [min(lead[i:j]) if i < j else -1 for i, j in pairwise(self.layout.begin)]
        for c in available:
            if least[c] >= rank[c] and not (paid and self.reward[c][0]):
                raise InvalidCertificate(f"choice {c}: its rank does not fall")


def _read_set(given: dict[str, Any], what: str, states: int) -> Goal:
    """A set of states with a name."""
    return Goal(name(given["name"], what), set(increasing(given["states"], what, states)), False)


def rule_named(rule: Any) -> Callable[[Any, Budget], Game]:
    """What states a named game; a proof about a model does not need these files."""
    if one_of(("explicit", "flip", "shutbox"), rule, "model: rule") == "flip":
        from .flip import flip

        return flip
    from .shutbox import shutbox

    return shutbox


def read_layout(model: Any, budget: Budget) -> Layout:
    """An explicit model in its normal form.

    `options` and `branches` are how many a state and a choice has, `choice` which one each option
    is, or empty where option k is choice k. Targets increase; weights have no common divisor.
    """
    fields(model, "branches choice options rule target weight", "model")
    options = naturals(model["options"], "options")
    if 0 in options:
        raise MalformedCertificate("options: a state has none")
    branches = naturals(model["branches"], "branches")
    target = naturals(model["target"], "target", len(options))
    weight = integers(model["weight"], "weight", len(target))
    option: Sequence[int] = naturals(model["choice"], "choice", len(branches))
    if option and (option == list(range(len(branches))) or len({*option}) < len(branches)):
        raise MalformedCertificate("choice: each is an option; [] where option k is choice k")
    option = option or range(len(branches))
    first, begin = [0, *accumulate(options)], [0, *accumulate(branches)]
    if first[-1] != len(option) or begin[-1] != len(target):
        raise MalformedCertificate("model: options and branches do not add up")
    starts = {*begin}
    for b, (s, t) in enumerate(pairwise(target), 1):
        if s >= t and b not in starts:
            raise MalformedCertificate(f"target: branch {b} is not after the one before")
    longest = max(weight, default=0).bit_length()
    budget.divisor(longest, sum(map(int.bit_length, weight)))
    budget.spend(longest // 60 * len(weight))  # of the sum, too
    for c, (i, j) in enumerate(pairwise(begin)):
        own = weight[i:j]
        if own and (min(own) <= 0 or math.gcd(*own) > 1):
            raise MalformedCertificate(f"weight: choice {c}: need positive, no common divisor")
    return Layout(first, option, begin, target, weight)
