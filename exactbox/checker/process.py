"""Decision processes: the question, the policy, and one kernel: the step and ranks.

What they prove is stated in `objectives`. "Coq:" names theorems that a machine checked.
A state s has actions, each a choice c, which other states may share. Choice c has the reward r(c)
and leads to state t with probability p(c, t), its weight over the sum of c's weights; a choice
without branches ends the play. A policy picks an action wherever the play is; it may remember the
past and toss coins. Who chooses in a state maximises there (the state is *up*) or minimises
(*down*); a game's second player wants the opposite of the first.

The witness has a policy pi, one action for each state, and a number v(c) for each choice that pi
picks in an *undecided* state; in all other states the question says what v is, or v is infinite.
With v(s) = v(pi(s)) in undecided states, the Q-value of a choice is

    w(c) = r(c) + d sum_t p(c, t) v(t),        d = 1 unless the objective has a discount,

the sum being what the objective gives for the end of the play where c has no branches.

  The step (`check_step`): v(c) = w(c) for each c that pi picks in an undecided state s, and w(c) <=
    v(s) for all actions c if s is up, >= v(s) if s is down. In a state of finite value no action
    that pi picks leads to infinity, nor any action if the state is up.
  Above: fix pi in the down states; in up states every action is *available*. Then v is
    superharmonic, v(s) >= w(c) for what is available: what is proved for all such plays bounds the
    optimum from above, as pi is one of the minimiser's policies.
  Below: fix pi in the up states, and v(s) <= w(c) for all that is available.
  If both bounds are v, pi is optimal for both players, and v is the value of the game.

Bounds. What bounds from below needs only v(s) <= w(c) for what is available below, what bounds from
above only v(s) >= w(c) above. So a witness may have two vectors, `lower` and `upper`, in place of
`values`, and proves both. An action c that pi picks in some undecided state, perhaps not in s, is
compared by its bound: v(s) <= v(c) <= w(c) below, >= above. As v lies between, lower <= upper.
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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from math import inf
from operator import mul
from typing import Any, NamedTuple

from . import reading
from .claim import Value
from .model import Game, Layout, read_layout
from .reading import InvalidCertificate, Json, MalformedCertificate, fields, holds, need

Vector = Sequence[Any]  # a value for each state: a fraction, or infinity
ZERO, ONE = Fraction(0), Fraction(1)
RULES = ("explicit", "flip", "shutbox")


def read_name(value: Any, what: str) -> str:
    """A name that somebody gave; `brief` shows it quoted and escaped, as a message must."""
    short = isinstance(value, str) and len(value) <= reading.MAX_NAME
    need(short, f"{what}: need a name of at most {reading.MAX_NAME} characters")
    return str(value)


def read_rewards(value: Any, what: str, length: int) -> list[Fraction]:
    """A list of rationals; of integers, each is made once."""
    numbers, at = reading.items(value, what, length), f"{what}: entry"
    whole = {n: Fraction(n) for n in {n for n in numbers if type(n) is int}}
    parts = enumerate(numbers)
    return [whole[n] if type(n) is int else reading.rational(n, f"{at} {k}") for k, n in parts]


def read_blocks(blocks: Any, what: str, count: int) -> list[dict[int, Fraction]]:
    """Vectors, in blocks: a denominator, keys, and the numerators of each vector at these."""
    vectors = [dict[int, Fraction]() for _ in range(count)]
    for b, block in enumerate(reading.items(blocks, what)):
        here = f"{what}: block {b}"
        denominator, keys, *rows = reading.items(block, here, 2 + count)
        d, members = reading.integer(denominator, here), reading.naturals(keys, here)
        need(d > 0, f"{here}: the denominator is not positive")
        need(members, f"{here}: is empty")
        for v, numerators in zip(vectors, rows):
            for k, n in zip(members, reading.integers(numerators, here, len(members))):
                need(k not in v, f"{what}: {k} has two values")
                v[k] = Fraction(n, d)
    return vectors


class StateSet(NamedTuple):
    """A set of states with the name that the question gives it, and perhaps the end of the play."""

    name: str
    states: frozenset[int] = frozenset()
    ended: bool = False


def read_set(given: Any, what: str, states: int) -> StateSet:
    """The goal, which says if the end of the play is in it, or another set of states."""
    fields(given, "ended " * (what == "goal") + "name states", what)
    members = frozenset(reading.increasing(given["states"], what, states))
    ended = reading.natural(given.get("ended", 0), "goal: ended", 2) == 1
    return StateSet(read_name(given["name"], what), members, ended)


@dataclass
class Process:
    """The question: a model, an objective and a sense, with their rewards and sets."""

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
    game: Game | None = None  # of a named rule

    def __post_init__(self) -> None:
        first, begin, weight = self.layout.first, self.layout.begin, self.layout.weight
        self.states, self.choices = len(first) - 1, len(begin) - 1
        self.up = [(self.sense == "max") != (s in self.second) for s in range(self.states)]
        self.total_weight = [sum(weight[i:j]) or 1 for i, j in pairwise(begin)]

    def actions(self, s: int) -> Sequence[int]:
        """The choices of a state."""
        return self.layout.action[self.layout.first[s] : self.layout.first[s + 1]]

    def targets(self, c: int) -> Sequence[int]:
        """The states that a choice leads to."""
        return self.layout.target[self.layout.begin[c] : self.layout.begin[c + 1]]

    def has_negative(self) -> bool:
        """True if some reward before the goal is negative."""
        negative = {c for c, r in enumerate(self.reward) if r.numerator < 0}
        before = set(range(self.states)) - self.goal.states if negative else ()
        return any(not negative.isdisjoint(self.actions(s)) for s in before)

    def boundary_values(self) -> dict[int, Value]:
        """v(s) where the question says it: on the goal, and outside of `stay`."""
        outside = set(range(self.states)) - self.stay.states if self.stay else ()
        of_goal = ZERO if self.objective == "cost" else ONE
        return {**dict.fromkeys(outside, ZERO), **dict.fromkeys(self.goal.states, of_goal)}

    def q_value(self, c: int, v: Vector, end: Value, reward: Fraction) -> Value:
        """w(c), with some reward, where to end the play has the value `end`."""
        weights = self.layout.weight[self.layout.begin[c] : self.layout.begin[c + 1]] or (1,)
        to = [v[t] for t in self.targets(c)] or [end]
        if inf in to:
            return inf
        return reward + self.discount * Fraction(sum(map(mul, weights, to)), self.total_weight[c])

    def fix_policy(self, witness: Json, end: Value) -> Policy:
        """The policy of the witness, where to end the play has the value `end`."""
        return Policy(self, witness, end)


class Policy:
    """The policy pi of the witness, and the kernel: what is checked of its values and ranks."""

    def __init__(self, p: Process, witness: Json, end: Value) -> None:
        self.p, self.witness, self.end, self.boundary = p, witness, end, p.boundary_values()
        infinite = reading.increasing(witness.get("infinite", []), "infinite", p.states)
        levels = reading.naturals(witness.get("levels", []), "levels", length=len(infinite))
        numbers = reading.naturals(witness["policy"], "policy", length=p.states)
        first, self.levels = p.layout.first, dict(zip(infinite, levels))
        for s, (k, i, j) in enumerate(zip(numbers, first, first[1:])):
            if k >= j - i:
                raise MalformedCertificate(f"policy: state {s} has no action {k}")
        self.picked = [p.layout.action[i + k] for i, k in zip(first, numbers)]
        for s in infinite:
            holds(s not in self.boundary, f"state {s}: is infinite, and a goal")
            self.boundary[s] = inf
        self.undecided = [s for s in range(p.states) if s not in self.boundary]

    def read_values(self, blocks: Any, what: str) -> Vector:
        """v by state, from a number for each choice that pi picks in undecided states."""
        (v,) = read_blocks(blocks, what, 1)
        if wrong := {self.picked[s] for s in self.undecided} ^ v.keys():
            fault = "has a value, and pi does not pick it" if min(wrong) in v else "has no value"
            raise MalformedCertificate(f"{what}: choice {min(wrong)} {fault}")
        return [self.boundary[s] if s in self.boundary else v[c] for s, c in enumerate(self.picked)]

    def signs(self, v: Vector) -> Sequence[Any]:
        """A number with the sign of v(s) for each state: here it is v(s)."""
        return v

    def check_step(self, reward: Vector = (), avoiding: bool = False) -> list[Vector]:
        """The step, perhaps with other rewards, for `values`; for `lower` and for `upper` as far as
        bounds need it. If `avoiding`, no action that may lead to infinity counts."""
        vectors = []
        for what in [each for each in ("values", "lower", "upper") if each in self.witness]:
            v = self.read_values(self.witness[what], what)
            self.check_values(v, what, reward or self.p.reward, avoiding)
            vectors.append(v)
        return vectors

    def check_values(self, v: Vector, what: str, reward: Vector, avoiding: bool) -> None:
        """The step for v, the values, or lower or upper bounds."""
        below, above = what != "upper", what != "lower"  # which bounds it is to be
        w = [self.p.q_value(c, v, self.end, r) for c, r in enumerate(reward)]
        for s in self.undecided:
            c = self.picked[s]
            good = (not below or v[s] <= w[c]) and (not above or v[s] >= w[c])
            holds(good, f"choice {c}: its value is not what it is worth")
        own = {self.picked[s]: v[s] for s in self.undecided}
        for s in self.undecided:
            up = self.p.up[s]
            for c in self.p.actions(s) if (above if up else below) else ():
                q_value = own.get(c, w[c])
                if (q_value > v[s] if up else q_value < v[s]) and not (avoiding and q_value == inf):
                    raise InvalidCertificate(f"state {s}: choice {c} is better than the policy's")

    def positive(self, vectors: list[Vector]) -> list[int]:
        """The undecided states where v > 0, by a lower bound; v, or the upper bound, is >= 0."""
        low, high = self.signs(vectors[0]), self.signs(vectors[-1])
        if negative := [s for s in self.undecided if high[s] < 0]:
            raise InvalidCertificate(f"state {negative[0]}: its value is negative")
        return [s for s in self.undecided if low[s] > 0]

    def check_ranks(self, states: Iterable[int], above: bool, rewarding: Vector = ()) -> None:
        """The theorem's condition for these states, Z being others; rewarding choices meet it."""
        rank = reading.naturals(self.witness["ranks"], "ranks", length=self.p.choices)
        up, picked, available = self.p.up, self.picked, set[int]()
        level = [-1] * self.p.states  # in Z: lower than all ranks
        for s in states:
            if up[s] == above:
                available.update(self.p.actions(s))
                level[s] = max([rank[c] for c in self.p.actions(s)])
            else:
                available.add(picked[s])
                level[s] = rank[picked[s]]
        for c in available:
            lowest = min(map(level.__getitem__, self.p.targets(c)), default=-1)
            if lowest >= rank[c] and not (rewarding and rewarding[c]):
                raise InvalidCertificate(f"choice {c}: its rank does not fall")

    def check_levels(self, every: bool = False) -> None:
        """Each available choice of an infinite state, or every action, may lead to a lower level of
        them, or leads only to them and not higher; the end of the play is on level 0 if infinite.

        So from a level with l others below a play never leaves them with probability q^l or more.
        Coq: `infinite_missed` (proofs/coq/Reach.v), `total_diverges` (proofs/coq/Total.v).
        """
        end, range_of = 0 if self.end == inf else inf, dict[int, tuple[float, float]]()
        for s, level in self.levels.items():
            for c in self.p.actions(s) if every or not self.p.up[s] else (self.picked[s],):
                if c not in range_of:
                    to = [self.levels.get(t, inf) for t in self.p.targets(c)] or [end]
                    range_of[c] = min(to), max(to)
                lowest, highest = range_of[c]
                if lowest >= level and highest > level:
                    raise InvalidCertificate(f"state {s}: choice {c} may get away from infinity")


def read_question(question: Json, asks: str, make: type[Process] = Process) -> Process:
    """The question, which has the fields that this objective asks for."""
    objective, model = question["objective"], question.get("model")
    sense = reading.one_of(("max", "min"), question.get("sense"), "sense")
    given = model.get("rule") if isinstance(model, dict) else None
    if (rule := reading.one_of(RULES, given, "model: rule")) != "explicit":
        fields(question, "model objective sense", "question")
        game: Game = import_module(f".rules.{rule}", __package__).game(model)
        need((objective, sense) in game.words, f"{rule}: not asked for {sense} {objective}")
        goal = StateSet("ended", ended=True)
        return make(objective, sense, game.layout, game.reward, game.start, goal, game=game)
    fields(question, f"model objective sense start {asks}", "question")
    layout = read_layout(model)
    states, choices = len(layout.first) - 1, len(layout.begin) - 1
    start = reading.increasing(question["start"], "start", states)
    need(start, "start: need a state")
    more = Json(goal=StateSet("none"), reward=[ZERO] * choices)
    for what in ("goal", "stay"):
        if what in question:
            more[what] = read_set(question[what], what, states)
    if "reward" in question:
        given = fields(question["reward"], "name of", "reward")
        more["reward_name"] = read_name(given["name"], "reward: name")
        more["reward"] = read_rewards(given["of"], "reward", choices)
    if "discount" in question:
        more["discount"] = reading.rational(question["discount"], "discount")
        need(0 <= more["discount"] < 1, "discount: need at least 0 and less than 1")
    more["second"] = frozenset(reading.increasing(question.get("second", []), "second", states))
    more["steps"] = reading.natural(question.get("steps", 0), "steps")
    return make(objective, sense, layout, start=start, **more)
