"""Markov chains up to a time (kind "transient"): proved bounds, by uniformisation.

A chain in continuous time: state s is left after an exponential time with the rate e(s), for state
t with probability p(s, t). Asked for is, by its `objective`, from each start state,

    until           the probability to be in `goal`, at a time of at least `at_least` and at most
                    `at_most`, having been in `stay` only before that
    cumulative      the expected reward up to the `time`: `rate` of a state for each unit of time
                    spent there, and the impulse `of` each time that it is left, or rings
    instantaneous   the expected `rate` of the state at the `time`

Some states may be *fixed*: they are not left, as nothing later counts there. Let q be a rate that
is at least that of leaving any other state, L = q times the time, a_k = L^k / k!,

    P(s, t) = e(s) p(s, t) / q  for t other than s,  P(s, s) = 1 - the others,

and y_0 = g, y_{k+1} = c + P y_k. Then

    value(s) = (sum_k a_k y_k(s)) / (sum_k a_k).

Proof. Add to each state a clock that changes nothing, so that all clocks ring with the rate q. Up
to the time they ring k times with probability a_k / exp(L), exp(L) = sum_k a_k, whatever the jumps
of P. With c = 0 the expectation of g after k jumps is P^k g = y_k. A reward accrues with the rate
r(s) = rate(s) + e(s) of(s), as an impulse is expected e(s) times in a unit of time. The k rings cut
the time into k + 1 pieces, each of the same expectation time / (k + 1), with the rates P^j r, j <=
k. As a_k time / (k + 1) = a_{k+1} / q, that is a_{k+1} times y_{k+1}, where g = 0 and c = r / q.

For an until, goal and what is outside of `stay` are fixed, and g is 1 on the goal. With `at_least`
two times follow each other: f is the value from `at_least` on, where `at_most` is missing the
probability to reach the goal at any time, which the witness proves (`objectives`); before that what
is outside of `stay` is fixed and has the value 0, and g = f elsewhere. As P has no negative entry,
bounds of f make bounds of what it leads to.

Theorem (window). The witness has a number of `digits`, and for each time a window [first, last]
that the mode of a_k, the integer below L, is in. Numbers are integers in units of 10^-digits.
Nothing here is negative: a reward is taken less its least rate, which is added again.
  y: each step rounds down. If Y_k <= y_k <= Y_k + E, then so for k + 1 with E + 1, as P's rows add
up to 1. y_k is at most G + k C, G being the greatest g and C the greatest c.
  a: from 1 at the mode, each step of a_{k+1} = a_k L / (k + 1) rounded down and up. As its ratios
fall, what is left of the window is at most a_first first / (L - first), what is right of it at most
R = a_last L / (last + 1 - L); and the sum of k a_k there is L (a_last + R).
  So the quotient is at least the sum of a_k Y_k in the window, by lower a, over all upper a, and at
most the sum of a_k (Y_k + E) by upper a and what is outside, over the lower a.
  Coq: `transient_between`, `bounds_meet` (proofs/coq/Transient.v): so it is of all sums that have
the window and of what they tend to; two certificates of one question have a number in common.

Sources: Jensen, Markoff chains as an aid in the study of Markoff processes, 1953; Fox, Glynn,
Computing Poisson probabilities, 1988; Baier, Haverkort, Hermanns, Katoen, Model-checking algorithms
for continuous-time Markov chains, 2003.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor, lcm
from typing import Any, NamedTuple

from . import process, reading
from .claim import SAID, Claim, decimal_text, exactly, many
from .objectives import check_reach, set_text
from .process import ONE, ZERO, Process, read_name, read_question, read_rewards
from .reading import Json, brief, fields, holds, items, need

ASKS = {
    "until": "goal stay? at_least? at_most?",
    "cumulative": "reward time",
    "instantaneous": "reward time",
}
MAX_DIGITS = 1000


class Jumps(NamedTuple):
    """P: of each state the sum of the weights, targets and weights; and the rate q."""

    rows: Sequence[tuple[int, Sequence[int], Sequence[int]]]
    q: Fraction


class Kernel:
    """The steps y_{k+1} = c + P y_k, rounded down."""

    def steps(
        self, jumps: Jumps, gain: Sequence[int], y: Sequence[int], window: Sequence[int]
    ) -> Iterator[Sequence[int]]:
        """Y_k for k in the window, from Y_0; c(s) is gain(s) over the sum of the weights of s."""
        first, last = window
        for k in range(last + 1):
            if k >= first:
                yield y
            sums = [sum([w * y[t] for t, w in zip(to, weights)]) for _, to, weights in jumps.rows]
            y = [(n + c) // whole for n, c, (whole, _, _) in zip(sums, gain, jumps.rows)]


class Asked(NamedTuple):
    """What is asked: g, r less its least, what is added to the value, and the times, from the last
    to the first, each with the fixed states and those whose value is 0 when it ends."""

    what: str
    values: Sequence[Any]
    gains: Sequence[Fraction]
    shift: Fraction
    stages: Sequence[tuple[Fraction, Collection[int], Collection[int]]]


def check(
    question: Any, witness: Any, make: type[Process] = Process, kernel: Kernel | None = None
) -> Claim:
    """Bounds of what is asked about a chain up to a time."""
    given = question if isinstance(question, dict) else {}
    name = reading.one_of(ASKS, given.get("objective"), "objective")
    fields(given, f"model objective start rates {ASKS[name]}", "question")
    p, rates, times = read_chain(given, make)
    endless = name == "until" and "at_most" not in times
    fields(witness, "digits windows" + " base" * endless, "witness")
    digits = reading.natural(witness["digits"], "digits", MAX_DIGITS + 1)
    asked = until(p, times, witness) if name == "until" else rewards(p, rates, times["time"], given)
    bounds = enclose(p, rates, asked, witness["windows"], 10**digits, kernel or Kernel())
    facts: Json = {"states": p.states, "choices": p.choices, "branches": len(p.layout.target)}
    facts |= {"start": p.start, "lower": bounds[0], "upper": bounds[1]}
    where = f"the explicit continuous-time Markov chain of {many(p.states, 'state')}"
    sums = " to ".join([exactly(each) for each in dict.fromkeys(p.layout.sums)])
    where += f", probabilities divided by {sums}" * (1 not in p.layout.sums)
    ends = [
        f"at least {decimal(a, digits)} and at most {decimal(b, digits)}" for a, b in zip(*bounds)
    ]
    values = ", ".join([f"{text} from state {s}" for s, text in zip(p.start[:SAID], ends)])
    more = len(p.start) - SAID
    values += f"; of {more} further states it is not said here" * (more > 0)
    theorems = str(__doc__), *[str(process.__doc__), str(check_reach.__doc__)] * endless
    sentence = f"the {asked.what}, in {where}, is {values}"
    return Claim("transient", sentence, bounds[0][0], bounds[1][0], facts, theorems)


def read_chain(given: Json, make: type[Process]) -> tuple[Process, list[Fraction], Json]:
    """The chain, with one choice in each state; its rates, and the times of the question."""
    sets = [key for key in ("goal", "stay") if key in given]
    asked = {key: given[key] for key in ("model", "objective", "start", *sets)}
    p = read_question({**asked, "sense": "max"}, " ".join(sets), make)
    own = [*p.layout.action] == [*range(p.states)]  # each state has one or more
    need(
        own and all(map(p.targets, range(p.states))), "model: need a choice a state, with branches"
    )
    need(not p.goal.ended, "goal: no play ends, need ended 0")
    rates = read_rewards(given["rates"], "rates", p.choices)
    need(min(rates) > 0, "rates: need more than 0")
    limits = [key for key in ("at_least", "at_most", "time") if key in given]
    times: Json = {key: reading.rational(given[key], key) for key in limits}
    need(times, "at_most: missing, and so is at_least")
    need(min(times.values()) >= 0, f"{', '.join(times)}: need 0 or more")
    need(times.get("at_least") != 0, "at_least: need more than 0")
    ordered = "at_most" not in times or times.get("at_least", ZERO) <= times["at_most"]
    need(ordered, "at_least: need at_most or less")
    return p, rates, times


def until(p: Process, times: Json, witness: Json) -> Asked:
    """The probability to be in the goal at such a time."""
    outside = set(range(p.states)).difference(p.stay.states) if p.stay else set[int]()
    least, most = times.get("at_least", ZERO), times.get("at_most")
    values: Sequence[Any] = [Fraction(s in p.goal.states) for s in range(p.states)]
    stages: list[Any] = [(least, outside, outside)] * bool(least)
    if most is None:
        values = check_reach(p, fields(witness["base"], "policy ranks values", "base"))[0]
    else:
        stages.insert(0, (most - least, p.goal.states | outside, ()))
    said = " and ".join([f"at {key[3:]} {exactly(time)}" for key, time in times.items()])
    what = f"probability to be in {set_text(p, p.goal)} at a time of {said}"
    what += f", by way of {set_text(p, p.stay)} only" if p.stay else ""
    return Asked(what, values, [ZERO] * p.states, ZERO, stages)


def rewards(p: Process, rates: Sequence[Fraction], time: Fraction, given: Json) -> Asked:
    """The expected reward up to the time, or the rate of the reward then."""
    impulses = given["objective"] == "cumulative"
    reward = fields(given["reward"], "name rate" + " of" * impulses, "reward")
    title = brief(read_name(reward["name"], "reward: name"))
    accrues, zeros = read_rewards(reward["rate"], "reward: rate", p.choices), [ZERO] * p.states
    if not impulses:
        least = min(accrues)
        what = f"expected reward {title} per unit of time, at the time {exactly(time)}"
        return Asked(what, [a - least for a in accrues], zeros, least, [(time, (), ())])
    of = read_rewards(reward["of"], "reward", p.choices)
    accrues = [a + e * i for a, e, i in zip(accrues, rates, of)]
    least = min(accrues)
    what = f"expected reward {title} (impulses, and rates per unit of time) up to the time"
    gains = [a - least for a in accrues]
    return Asked(f"{what} {exactly(time)}", zeros, gains, least * time, [(time, (), ())])


def enclose(
    p: Process, rates: Sequence[Fraction], asked: Asked, given: Any, unit: int, kernel: Kernel
) -> list[list[Fraction]]:
    """Lower and upper bounds of the values of the start states, by windows for each time."""
    low = [floor(v * unit) for v in asked.values]
    error = int(any(n != v * unit for n, v in zip(low, asked.values)))
    ends: list[tuple[int, int]] = []
    windows = items(given, "windows", len(asked.stages))
    for k, (window, (time, fixed, lost)) in enumerate(zip(windows, asked.stages), 1):
        first, last = reading.naturals(window, f"windows: {k}", length=2)
        low = [0 if s in lost else n for s, n in enumerate(low)]
        jumps = uniformised(p, rates, fixed)
        wanted = p.start if k == len(windows) else range(p.states)
        ends = evolve(jumps, time, (first, last), low, error, asked.gains, wanted, unit, kernel)
        if p.objective == "until":  # no probability is above 1, and fixed states keep theirs
            kept = [(low[s], low[s] + error) if s in fixed else None for s in wanted]
            ends = [keep or (n, min(m, unit)) for keep, (n, m) in zip(kept, ends)]
        low, error = [n for n, _ in ends], max([m - n for n, m in ends])
    down, up = floor(asked.shift * unit), ceil(asked.shift * unit)
    return [[Fraction(down + n, unit) for n, _ in ends], [Fraction(up + m, unit) for _, m in ends]]


def uniformised(p: Process, rates: Sequence[Fraction], fixed: Collection[int]) -> Jumps:
    """P and q, of which q is the greatest rate of leaving a state that is not fixed."""
    leaving: list[dict[int, Fraction]] = []
    for s, rate in enumerate(rates):
        i, j = p.layout.begin[s], p.layout.begin[s + 1]
        branches = zip(p.targets(s), p.layout.weight[i:j])
        share = {t: rate * Fraction(w, p.total_weight[s]) for t, w in branches if t != s}
        leaving.append({} if s in fixed else share)
    q = max([sum(share.values(), ZERO) for share in leaving]) or ONE
    rows = []
    for s, share in enumerate(leaving):
        share[s] = q - sum(share.values(), ZERO)
        parts = [Fraction(x, q) for x in share.values()]
        over = lcm(*[part.denominator for part in parts])
        rows.append((over, [*share], [int(part * over) for part in parts]))
    return Jumps(rows, q)


def evolve(
    jumps: Jumps,
    time: Fraction,
    window: Sequence[int],
    low: Sequence[int],
    error: int,
    gains: Sequence[Fraction],
    wanted: Sequence[int],
    unit: int,
    kernel: Kernel,
) -> list[tuple[int, int]]:
    """Bounds of the value of each wanted state, in units, from low <= g <= low + error."""
    mean, (first, last) = jumps.q * time, window  # L
    a, b = weights(mean, first, last, unit)  # lower and upper ones, from `first` on
    left = ceil(Fraction(b[0] * first, mean - first)) if first else 0
    right = ceil(Fraction(b[-1] * mean, last + 1 - mean))
    c = [Fraction(r * unit, jumps.q) for r in gains]
    most, step = max(low) + error, ceil(max(c))  # G, C
    beyond = most * (left + right) + step * (first * left + ceil(mean * (b[-1] + right)))
    gain = [floor(x * whole) for x, (whole, _, _) in zip(c, jumps.rows)]
    below, above = [0] * len(wanted), [beyond] * len(wanted)
    for k, y in enumerate(kernel.steps(jumps, gain, low, window)):
        for i, s in enumerate(wanted):
            below[i] += a[k] * y[s]
            above[i] += b[k] * (y[s] + error + first + k)
    least, greatest = sum(a), left + sum(b) + right
    return [(n // greatest, -(-m // least)) for n, m in zip(below, above)]


def weights(mean: Fraction, first: int, last: int, unit: int) -> tuple[list[int], list[int]]:
    """a_k over that of the mode, for k from first to last: rounded down, and up, in units."""
    mode, (n, d) = floor(mean), mean.as_integer_ratio()
    inside = first <= mode <= last and (first < mean or not first)
    holds(
        inside, f"window: {first} to {last}, need the mode {mode}, and first below {exactly(mean)}"
    )
    a, b = {mode: unit}, {mode: unit}
    for k in range(mode, last):  # a_{k+1} = a_k L / (k + 1)
        a[k + 1], b[k + 1] = a[k] * n // (d * (k + 1)), -(-b[k] * n // (d * (k + 1)))
    for k in range(mode, first, -1):  # a_{k-1} = a_k k / L
        a[k - 1], b[k - 1] = a[k] * k * d // n, -(-b[k] * k * d // n)
    return [a[k] for k in range(first, last + 1)], [b[k] for k in range(first, last + 1)]


def decimal(value: Fraction, digits: int) -> str:
    """A multiple of 10^-digits, all of it."""
    whole, rest = divmod(abs(int(value * 10**digits)), 10**digits)
    return "-" * (value < 0) + decimal_text(whole) + f".{rest:0{digits}}" * (digits > 0)
