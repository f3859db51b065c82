"""Decision processes: the question, the policy, and one kernel: the step and ranks.

What they prove is stated in `objectives`. "Coq:" names theorems that a machine checked.

A state s has options, each a choice c, which other states may share. Choice c has the reward r(c)
and leads to state t with probability p(c, t), its weight over the sum of c's weights; a choice
without branches ends the play. A policy picks an option wherever the play is; it may remember the
past and toss coins. Who chooses in a state maximises there (the state is *up*) or minimises
(*down*); a game's second player wants the opposite of the first.

The witness has a policy pi, one option for each state, and a number v(c) for each choice that pi
picks in an *undecided* state; in all other states the question says what v is, or v is infinite.
With v(s) = v(pi(s)) in undecided states, what a choice is *worth* is

    w(c) = r(c) + d sum_t p(c, t) v(t),        d = 1 unless the objective has a discount,

the sum being what the objective gives for the end of the play where c has no branches.

  The step (`check_step`): v(c) = w(c) for each c that pi picks in an undecided state s, and w(c) <=
    v(s) for all options c if s is up, >= v(s) if s is down. In a state of finite value no option
    that pi picks leads to infinity, nor any option if the state is up.
  Above: fix pi in the down states; in up states every option is *available*. Then v is
    superharmonic, v(s) >= w(c) for what is available: what is proved for all such plays bounds the
    optimum from above, as pi is one of the minimiser's policies.
  Below: fix pi in the up states, and v(s) <= w(c) for all that is available.
  If both bounds are v, pi is optimal for both players, and v is the value of the game.

Bounds. What bounds from below needs only v(s) <= w(c) for what is available below, what bounds from
above only v(s) >= w(c) above. So a witness may have two vectors, `lower` and `upper`, in place of
`values`, and proves both. An option c that pi picks in some undecided state is compared by its
bound: v(s) <= v(c) <= w(c) below, >= above. Lower <= upper need not be checked: the value lies
between. Coq: `secure_at_least`, `secure_at_most`, `value_between` (proofs/coq/Players.v).

Theorem (ranks; `check_ranks`). Let Z be a set of states, and let every choice that is available in
certain other states pass on, with positive probability, to Z, to the end of the play, or to a state
all of whose available choices have a lower rank. With R ranks and a least probability q, a play
among these states is in Z, or over, after R steps with probability q^R or more, wherever it was.
So it gets there almost surely, and the probability that it has not after n steps falls
exponentially. Coq: `ranks_end` (proofs/coq/Plays.v).

Sources: Puterman, 1994; Bertsekas, Tsitsiklis, 1991; de Alfaro, 1997; Chatterjee and others, 2025.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from math import inf
from operator import add, ge
from typing import Any

from . import reading
from .claim import Value
from .model import Game, Layout, read_layout
from .reading import InvalidCertificate, Json, MalformedCertificate, fields, holds, need

Vector = Sequence[Any]  # a value for each state: a fraction, or infinity
ZERO, ONE = Fraction(0), Fraction(1)
RULES = ("explicit", "flip", "shutbox")


@dataclass(frozen=True)
class StateSet:
    """A set of states with the name that it was asked by, and perhaps the end of the play."""

    name: str
    states: frozenset[int] = frozenset()
    ended: bool = False


@dataclass
class Process:
    """The question: a model, and what is asked of it."""

    objective: str
    sense: str
    layout: Layout
    reward: Sequence[Fraction]  # of choices
    start: Sequence[int]
    goal: StateSet
    stay: StateSet | None = None
    second: frozenset[int] = frozenset()
    discount: Fraction = ONE
    steps: int = 0
    reward_name: str = ""
    words: str = ""  # what is asked, of a named rule
    rules: str = ""  # a named rule, in words

    def __post_init__(self) -> None:
        first, begin, weight = self.layout.first, self.layout.begin, self.layout.weight
        self.states, self.choices = len(first) - 1, len(begin) - 1
        self.up = [self.sense == "max"] * self.states
        for s in self.second:
            self.up[s] = not self.up[s]
        self.total_weight = [sum(weight[i:j]) if i < j else 1 for i, j in pairwise(begin)]

    def options(self, s: int) -> Sequence[int]:
        """The choices of a state."""
        return self.layout.option[self.layout.first[s] : self.layout.first[s + 1]]

    def targets(self, c: int) -> Sequence[int]:
        """The states that a choice leads to."""
        return self.layout.target[self.layout.begin[c] : self.layout.begin[c + 1]]

    def has_negative(self) -> bool:
        """Whether some reward before the goal is negative."""
        negative = {c for c, r in enumerate(self.reward) if r < 0}
        outside = set(range(self.states)) - self.goal.states if negative else ()
        return any(not negative.isdisjoint(self.options(s)) for s in outside)

    def known(self) -> dict[int, Value]:
        """v(s) where the question says it: on the goal, and outside of `stay`."""
        known: dict[int, Value] = {}
        if self.stay is not None:
            known = dict.fromkeys(set(range(self.states)) - self.stay.states, ZERO)
        return known | dict.fromkeys(self.goal.states, ZERO if self.objective == "cost" else ONE)

    def later(self, c: int, v: Vector, end: Value) -> Value:
        """sum_t p(c, t) v(t), or `end` without branches."""
        weight, i = self.layout.weight, self.layout.begin[c]
        terms = [weight[b] * v[t] for b, t in enumerate(self.targets(c), i)]
        return Fraction(sum(terms), self.total_weight[c]) if terms else end

    def fix_policy(self, options: Any, end: Value, infinite: Iterable[int] = ()) -> Policy:
        """The policy of the witness, where to end the play has the value `end`."""
        return Policy(self, options, end, infinite)

    def backward(self) -> Vector:
        """v_n, n being the number of steps: v_0 = 0, v_(k+1)(s) is the best of w(c) with v_k; but
        what is known stays."""
        best, known, end = max if self.sense == "max" else min, self.known(), ZERO + self.goal.ended
        v: Vector = [known.get(s, ZERO) for s in range(self.states)]
        for _ in range(self.steps):
            w = [r + self.discount * self.later(c, v, end) for c, r in enumerate(self.reward)]
            better = [best([w[c] for c in self.options(s)]) for s in range(self.states)]
            v = [known.get(s, value) for s, value in enumerate(better)]
        return v


class Policy:
    """The policy pi of the witness, and the kernel: what is checked of its values and ranks."""

    def __init__(self, p: Process, options: Any, end: Value, infinite: Iterable[int]) -> None:
        self.p, self.end, self.infinite = p, end, frozenset(infinite)
        numbers, first = reading.naturals(options, "policy", length=p.states), p.layout.first
        chosen = list(map(add, first, numbers))
        if any(map(ge, chosen, first[1:])):
            s = next(s for s, k in enumerate(chosen) if k >= first[s + 1])
            raise MalformedCertificate(f"policy: state {s} has no option {numbers[s]}")
        self.picked = [p.layout.option[k] for k in chosen]
        self.known = p.known()
        for s in self.infinite:
            holds(s not in self.known, f"state {s}: is infinite, and a goal")
            self.known[s] = inf
        self.undecided = sorted(set(range(p.states)) - self.known.keys())

    def read_values(self, blocks: Any, what: str) -> Vector:
        """v by state, from a number for each choice that pi picks in undecided states."""
        v: dict[int, Value] = {}
        for b, block in enumerate(reading.items(blocks, what)):
            here = f"{what}: block {b}"
            denominator, keys, numerators = reading.items(block, here, 3)
            d, choices = reading.integer(denominator, here), reading.naturals(keys, here)
            need(d > 0, f"{here}: the denominator is not positive")
            need(choices, f"{here}: has no choices")
            for c, n in zip(choices, reading.integers(numerators, here, len(choices))):
                need(c not in v, f"{what}: {c} has two values")
                v[c] = Fraction(n, d)
        if wrong := {self.picked[s] for s in self.undecided} ^ v.keys():
            fault = "has a value, and pi does not pick it" if min(wrong) in v else "has no value"
            raise MalformedCertificate(f"{what}: choice {min(wrong)} {fault}")
        known, picked = self.known, self.picked
        return [known[s] if s in known else v[picked[s]] for s in range(self.p.states)]

    def worth(self, c: int, v: Vector, reward: Fraction) -> Value:
        """w(c), with some reward."""
        targets = self.p.targets(c)
        if not self.infinite.isdisjoint(targets) or (not targets and self.end == inf):
            return inf
        return reward + self.p.discount * self.p.later(c, v, self.end)

    def excess(self, c: int, s: int, v: Vector, reward: Fraction) -> Any:
        """A number with the sign of w(c) - v(s)."""
        return self.worth(c, v, reward) - v[s]

    def signs(self, v: Vector) -> Sequence[Any]:
        """A number with the sign of v(s) for each state."""
        return v

    def check_step(
        self, witness: Json, reward: Sequence[Fraction] | None = None, *, avoiding: bool = False
    ) -> list[Vector]:
        """The step, for `values`; or as far as bounds need it, for `lower` and for `upper`.

        Perhaps with other rewards. If `avoiding`, no option that may lead to infinity counts.
        """
        vectors = []
        for what in ("values", "lower", "upper"):
            if what in witness:
                v = self.read_values(witness[what], what)
                below, above = what != "upper", what != "lower"  # which bounds v is to be
                self.check_values(v, reward or self.p.reward, below, above, avoiding)
                vectors.append(v)
        return vectors

    def check_values(
        self, v: Vector, reward: Sequence[Fraction], below: bool, above: bool, avoiding: bool
    ) -> None:
        """The step for v, which bounds from below, from above, or both."""
        own = {self.picked[s]: v[s] for s in self.undecided}
        for c, value in own.items():
            w = self.worth(c, v, reward[c])
            holds(w < inf, f"choice {c}: leads to infinity, its value is finite")
            good = (not below or value <= w) and (not above or value >= w)
            holds(good, f"choice {c}: its value is not what it is worth")
        worth: dict[int, Value] = {**own}
        for s in self.undecided:
            up = self.p.up[s]
            for c in self.p.options(s) if (above if up else below) else ():
                w = worth[c] = worth[c] if c in worth else self.worth(c, v, reward[c])
                if (w > v[s] if up else w < v[s]) and not (avoiding and w == inf):
                    raise InvalidCertificate(f"state {s}: choice {c} is better than the policy's")

    def positive(self, vectors: list[Vector]) -> list[int]:
        """The undecided states where v > 0, by a lower bound; v, or the upper bound, is >= 0."""
        low, high = self.signs(vectors[0]), self.signs(vectors[-1])
        if negative := [s for s in self.undecided if high[s] < 0]:
            raise InvalidCertificate(f"state {negative[0]}: its value is negative")
        return [s for s in self.undecided if low[s] > 0]

    def available(self, s: int, above: bool) -> Sequence[int]:
        """The choices that are available, above or below."""
        return self.p.options(s) if self.p.up[s] == above else (self.picked[s],)

    def check_ranks(
        self, ranks: Any, states: Iterable[int], above: bool, rewarding: Sequence[Fraction] = ()
    ) -> None:
        """The theorem's condition for these states, Z being all others; of choices with a reward,
        where these are given, it is not asked."""
        rank = reading.naturals(ranks, "ranks", length=self.p.choices)
        level, available = [-1] * self.p.states, list[int]()  # -1 in Z: lower than all ranks
        up, picked, begin = self.p.up, self.picked, self.p.layout.begin
        for s in states:
            if up[s] == above:
                choices = self.p.options(s)
                available += choices
                level[s] = max([rank[c] for c in choices])
            else:
                available.append(picked[s])
                level[s] = rank[picked[s]]
        lead = [level[t] for t in self.p.layout.target]
        for c in set(available):
            lowest = min(lead[begin[c] : begin[c + 1]], default=-1)
            if lowest >= rank[c] and not (rewarding and rewarding[c]):
                raise InvalidCertificate(f"choice {c}: its rank does not fall")

    def check_levels(self, levels: Mapping[int, int], every: bool = False) -> None:
        """Each available choice of an infinite state, or every option, may lead to a lower level of
        them, or leads only to them and not higher; the end of the play is on level 0 if infinite.

        So from a level with l others below a play never leaves them with probability q^l or more.
        Coq: `infinite_missed` (proofs/coq/Cost.v), `total_diverges` (proofs/coq/Total.v).
        """
        end = 0 if self.end == inf else inf
        for s, level in levels.items():
            for c in self.p.options(s) if every else self.available(s, above=False):
                to = [levels.get(t, inf) for t in self.p.targets(c)] or [end]
                good = min(to) < level or max(to) <= level
                holds(good, f"state {s}: choice {c} may get away from infinity")


# The question -------------------------------------------------------------------------------------


def read_question(question: Json, asks: str, make: type[Process] = Process) -> Process:
    """The question, which has the fields that this objective asks for."""
    objective, model = question["objective"], question.get("model")
    sense = reading.one_of(("max", "min"), question.get("sense"), "sense")
    given = model.get("rule") if isinstance(model, dict) else None
    if (rule := reading.one_of(RULES, given, "model: rule")) != "explicit":
        fields(question, "model objective sense", "question")
        game: Game = import_module(f".rules.{rule}", __package__).game(model)
        need((objective, sense) in game.words, f"{rule}: not asked for {sense} {objective}")
        goal, words = StateSet("ended", ended=True), game.words[objective, sense]
        p = make(objective, sense, game.layout, game.reward, game.start, goal)
        return replace(p, words=words, rules=game.rules)
    fields(question, f"model objective sense start {asks}", "question")
    layout = read_layout(model)
    states, choices = len(layout.first) - 1, len(layout.begin) - 1
    start = reading.increasing(question["start"], "start", states)
    need(start, "start: need a state")
    more = Json(goal=StateSet("ended"), reward=[ZERO] * choices)
    for what in ("goal", "stay"):
        if what in question:
            given = fields(question[what], "ended " * (what == "goal") + "name states", what)
            members = frozenset(reading.increasing(given["states"], what, states))
            ended = reading.natural(given.get("ended", 0), "goal: ended", 2) == 1
            more[what] = StateSet(reading.name(given["name"], what), members, ended)
    if "reward" in question:
        given = fields(question["reward"], "name of", "reward")
        more["reward_name"] = reading.name(given["name"], "reward: name")
        more["reward"] = reading.rationals(given["of"], "reward", choices)
    if "discount" in question:
        more["discount"] = reading.rational(question["discount"], "discount")
        need(0 <= more["discount"] < 1, "discount: need at least 0 and less than 1")
    more["second"] = frozenset(reading.increasing(question.get("second", []), "second", states))
    more["steps"] = reading.natural(question.get("steps", 0), "steps")
    return make(objective, sense, layout, start=start, **more)
