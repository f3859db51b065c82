"""Objectives: what is asked of a decision process, the theorem, its conditions, and the sentence.

Each function states its theorem, in the terms of `process`, and checks the conditions. Those of the
theorems in Coq that it names are the same, or weaker; proofs/coq says where they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, chain
from math import inf
from typing import Any, NamedTuple

from .budget import ITEM, VISIT, Budget
from .claim import Claim, exactly, many, said, with_nested
from .induction import Induction, begins, common_multiple, distances, shares
from .process import INFINITE, Goal, Process
from .process import __doc__ as kernel
from .rationals import Values
from .reading import (
    InvalidCertificate,
    MalformedCertificate,
    brief,
    fields,
    increasing,
    naturals,
    one_of,
)
from .step import Step


def check_reach(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The probability to reach the goal, by way of `stay` only if that is asked.

    v is 1 on the goal, 0 where the play has left `stay` and where it ends without that being the
    goal; elsewhere it is not negative and obeys the step, without rewards. Above: v is
    superharmonic, so at least the probability to have met the goal within n steps, for all n.
    Below: by the ranks, where v > 0, the play almost surely meets the goal, ends, or meets a state
    with v = 0; up to then the expectation of v does not fall, so v is at most the probability of
    the goal.
    Coq: `reach_secures_at_least`, `reach_secures_at_most` (proofs/coq/Reach.v).
    """
    p.pick(witness["policy"], p.one if p.goal.ended else p.zero)
    found = p.check_step(witness)
    p.check_ranks(witness["ranks"], p.positive(found), above=False)
    return found


def check_cost(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The expected reward until the goal is reached, infinite if it is missed with positive
    probability; no reward is negative before the goal.

    v is 0 on the goal; elsewhere it obeys the step, or is infinite. Above, for finite v: the play
    stays among finite states, and by the ranks it meets the goal almost surely, with exponential
    tails; so v is at least the reward of the first n steps, up to max |v| times the probability
    that they miss the goal, which tends to 0. Below: for a play that meets the goal almost surely
    and avoids infinite states v is at most the same; by the levels a play from infinite states
    misses the goal with positive probability.
    Coq: `least_cost_bounds`, `least_cost_infinite`, `greatest_cost_bounds`,
    `greatest_cost_infinite` (proofs/coq/Cost.v).
    """
    levels = read_levels(p, witness)
    p.pick(witness["policy"], p.zero if p.goal.ended else INFINITE, levels)
    found = p.check_step(witness)
    p.check_ranks(witness["ranks"], p.open, above=True)
    check_levels(p, levels)
    return found


def check_signed_cost(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The expected reward until the goal is reached, among the policies that reach it almost
    surely, rewards having any sign: the limit over n of that of the first n steps; where there is
    none the upper limit (min: the lower).

    v is 0 on the goal, and obeys the step elsewhere, but in states that are infinite: by their
    levels, which are those of all options, every policy misses the goal from there with positive
    probability. So a policy that meets it almost surely never comes there, nor takes an option that
    may lead there or ends the play elsewhere; of other options the step is asked. By the ranks pi
    meets the goal almost surely, with exponential tails: v is the limit of its rewards. Against any
    other policy that does, v is at least (max; at most, min) the expected reward of the first n
    steps, up to max |v| times the probability that they miss the goal, which tends to 0.
    Coq: `least_signed_bounds`, `greatest_signed_bounds` (proofs/coq/SignedCost.v), where no state
    is infinite; `least_avoiding_bounds`, `greatest_avoiding_bounds` (proofs/coq/SignedAvoiding.v).
    """
    levels = read_levels(p, witness) if "infinite" in witness else {}
    if lost := [s for s in p.start if s in levels]:
        raise InvalidCertificate(f"state {lost[0]}: is infinite, and the play starts there")
    p.pick(witness["policy"], p.zero if p.goal.ended else INFINITE, levels)
    up, p.up = p.up, [False] * p.states  # levels: of every option
    check_levels(p, levels)
    p.up = up
    if p.sense == "max":
        without_losing(p)
    found = p.check_step(witness)
    p.check_ranks(witness["ranks"], p.open, above=p.sense == "min")  # of pi alone
    return found


def without_losing(p: Process) -> None:
    """Leave out the options of p that may lead to infinity."""
    p.budget.spend(VISIT * (p.states + len(p.layout.option) + len(p.at)))
    kept = [[c for c in p.options(s) if INFINITE not in p.leads(c)] for s in range(p.states)]
    first, option = [0, *accumulate(map(len, kept))], list(chain.from_iterable(kept))
    p.layout = p.layout._replace(first=first, option=option)


def check_total(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The expected total reward over an infinite horizon; no reward is negative.

    v is not negative and obeys the step, or is infinite. Above, for finite v: it is at least the
    reward of the first n steps, for all n. Below: each available choice where v is not 0 has a
    reward, or its rank falls towards the end or finite states with v = 0: within R steps there is
    a reward, or the play is there, with probability q^R. A play of finite total has finitely many
    rewards, so almost surely it gets there; up to then, if it avoids infinite states, v is at
    most the reward. By the levels those are missed from infinite states with positive probability,
    and a play that misses them has rewards without end.
    Coq: `total_at_least`, `total_at_most`, `total_infinite` (proofs/coq/Total.v).
    """
    levels = read_levels(p, witness)
    p.pick(witness["policy"], p.zero, levels)
    found = p.check_step(witness)
    states = p.positive(found) + list(levels)
    p.check_ranks(witness["ranks"], states, above=False, paid=True)
    check_levels(p, levels)
    return found


def check_signed_total(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The expected total reward over an infinite horizon, rewards having any sign: the limit over n
    of that of the first n steps.

    Each state belongs to a component, which has a height. Each option of a state leads, with
    positive probability, to a lower component or to the end; or it *stays*: it has no reward, leads
    to its own component only, and v is not negative there (min: not positive). The height cannot
    fall more often than there are heights without rising, so under any policy all but finitely many
    choices stay, with exponential tails, and the sums converge. v obeys the step: if maximised, it
    is at least the reward of n steps and v where the play then is, which in the end is not
    negative; so it is at least the total (min: at most). Under pi it is equal, and on each class of
    states that the play stays in v is constant; as the ranks of pi fall towards states with v = 0
    from all others, that constant is 0.
    Coq: `greatest_total`, `least_total` (proofs/coq/SignedTotal.v); of other policies than pi the
    limit is in the classical sense.
    """
    if p.second:
        raise MalformedCertificate("second: needs a newer checker if rewards have both signs")
    p.pick(witness["policy"], p.zero)
    found = p.check_step(witness)
    v = [found[0].numerator[k] for k in p.place]
    heights = naturals(witness["heights"], "heights")
    component = naturals(witness["components"], "components", len(heights), p.states)
    for s in range(p.states):
        for c in p.options(s):
            p.budget.spend(VISIT * (2 + len(p.targets(c))))
            others = {component[t] for t in p.targets(c)} - {component[s]}
            if not p.targets(c) or any(heights[k] < heights[component[s]] for k in others):
                continue
            if others or p.reward[c][0] or (v[s] < 0 if p.sense == "max" else v[s] > 0):
                raise InvalidCertificate(f"state {s}: choice {c} neither falls nor stays")
    moving = [s for s in range(p.states) if v[s]]
    p.check_ranks(witness["ranks"], moving, above=p.sense == "min")  # of pi alone
    return found


def check_discounted(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The expected total reward, that of step k, counted from 0, times d^k.

    The step is a contraction, for two players too, and v its only fixed point. It is monotone, so
    what is no more than its own step is no more than v: bounds are bounds.
    Coq: `discounted_at_least`, `discounted_at_most` (proofs/coq/Discounted.v).
    """
    p.pick(witness["policy"], p.zero)
    return p.check_step(witness)


def check_mean_payoff(p: Process, witness: dict[str, Any]) -> list[Values]:
    """The long-run average reward of a step: the limit over n of 1/n of that of the first n steps;
    where there is none the upper limit (min: the lower).

    The gains g obey the step without rewards, and g(s) + h(s) = r(c) + sum_t p(c, t) h(t) for what
    pi picks, >= for all options (min: <=), with biases h. So the expectation of g never grows;
    summed over n steps the expected reward is at most n g(s) + 2 max |h|, and under pi it is no
    further than 2 max |h| from n g(s).
    Coq: `mean_payoff_greatest`, `mean_payoff_least` (proofs/coq/MeanPayoff.v).
    """
    if any(i == j for i, j in zip(p.layout.begin, p.layout.begin[1:])):
        raise MalformedCertificate(
            "branches: 0 of some choice; an average needs a play that goes on"
        )
    p.pick(witness["policy"], p.zero)
    rewards, p.reward = p.reward, [(0, 1)] * p.choices
    (gain,) = p.check_step(witness)
    p.reward = rewards
    bias = p.read_values(witness["bias"], "bias")
    step = Step(p.known(bias), p.budget)
    for s in p.open:
        own = p.place[s]
        g, d = gain.numerator[own], gain.denominator[gain.block[own]]
        for c in p.options(s):
            (r, q), (t, u) = p.reward[c], p.time[c]  # the time is 1 but in `timed`
            bits = r.bit_length() + q.bit_length() + t.bit_length() + u.bit_length()
            p.budget.product(d.bit_length() + g.bit_length(), bits, 2)
            less = (r * d * u - g * t * q, q * d * u)  # r(c) - g(s) times the time
            found = step.excess(p.row(c, less), own)
            if (found > 0 if p.up[s] else found < 0) or (c == own and found):
                raise InvalidCertificate(f"state {s}: choice {c} is worth another gain and bias")
    return [gain]


def check_within_steps(p: Process, witness: dict[str, Any]) -> list[Values]:
    """Within n steps: the probability to reach the goal, by way of `stay` only if that is asked; or
    the expected reward, that of step k, counted from 0, times d^k if there is a discount.

    Nothing is claimed: backward induction is done here, as `induction` says, each step spending 1.
    v_0 = 0, and 1 on the goal; v_{k+1}(s) is the best of w(c) with v_k.
    Coq: `within_steps_max`, `within_steps_min` (proofs/coq/WithinSteps.v), `backward_max`,
    `backward_min` (proofs/coq/Backward.v).
    """
    p.pick([0] * p.states, p.zero)
    common = common_multiple([*p.whole, *(q for _, q in p.reward)], p.budget)
    p.budget.product(common.bit_length(), p.discount[1].bit_length())
    common *= p.discount[1]
    held = [k >= p.choices for k in p.place]  # at 0, or on the goal at 1
    into: list[dict[int, list[tuple[int, int]]]] = [{1: []} for _ in range(p.states)]
    numbers, branch = shares(p, common), begins(p)
    for c in range(p.choices) if p.discount[0] else ():
        for t, share in zip(p.targets(c), numbers[branch[c] : branch[c + 1]]):
            into[t][1].append((c, share))
    p.budget.keep(ITEM * (2 * p.states + len(numbers)))
    until = [p.steps - n for n in distances(p, held, None)]
    found = Induction(p, into, common, held, range(p.states), until, p.steps)
    for s in p.goal.states:
        found.tell(0, s, 1)
    for c, (r, q) in enumerate(p.reward):
        if p.goal.ended and not p.targets(c):
            found.add(1, c, common)
        if r:
            p.budget.division(common.bit_length(), q.bit_length())
            p.budget.product(common.bit_length(), r.bit_length())
            found.add(1, c, r * (common // q))
    found.run()
    p.budget.keep(found.bits * p.states // 8)
    values = Values([], p.states, "", p.budget)
    values.add("", found.scale, list(range(p.states)), found.value)
    p.place = list(range(p.states))
    return [values]


def read_levels(p: Process, witness: dict[str, Any]) -> dict[int, int]:
    """The infinite states with their levels."""
    infinite = increasing(witness["infinite"], "infinite", p.states)
    return dict(zip(infinite, naturals(witness["levels"], "levels", length=len(infinite))))


def check_levels(p: Process, levels: dict[int, int]) -> None:
    """Below, each available choice of an infinite state may lead to a lower level of them, or
    leads only to them and not higher; the end of the play is on level 0 if it is infinite.

    So from a level with l others below a play never leaves them with probability q^l or more.
    Coq: `infinite_missed` (proofs/coq/Cost.v), `total_diverges` (proofs/coq/Total.v).
    """
    for s, level in levels.items():
        for c in (p.picked[s],) if p.up[s] else p.options(s):
            p.budget.spend(VISIT * (2 + len(p.targets(c))))
            end = 0 if p.end == INFINITE else inf
            known = [levels.get(t, inf) for t in p.targets(c)] or [end]
            if min(known) >= level and max(known) > level:
                raise InvalidCertificate(f"state {s}: choice {c} may get away from infinity")


class Objective(NamedTuple):
    """What a question of this name asks, what its witness shows, and what its sentence says."""

    asks: str  # fields of the question beside those that all have
    may_ask: str
    shows: str  # fields of the witness beside the values
    check: Callable[[Process, dict[str, Any]], list[Values]]
    what: str
    among: str = "over all policies"
    vectors: tuple[str, ...] = ("values", "lower upper")  # the values, or bounds if these will do
    may_show: str = ""  # fields that it has all of, or none
    process: str = "explicit process"


LIMIT = "as the limit over n of that of the first n steps"
ELSE = " (where there is none the {limit} limit)"
FADING = ", that of step k = 0, 1, ... counted ({discount})^k times"
SAID = 10  # start states whose values are said
OBJECTIVES = {
    "reach": Objective(
        "goal second", "stay", "policy ranks", check_reach, "probability to reach {goal}{stay}"
    ),
    "cost": Objective(
        "goal reward",
        "",
        "infinite levels policy ranks",
        check_cost,
        "expected {reward} until {goal}",
        "over all policies, infinite for those that miss {it} with positive probability",
    ),
    "total": Objective(
        "reward second", "", "infinite levels policy ranks", check_total, "expected total {reward}"
    ),
    "discounted": Objective(
        "discount reward second",
        "",
        "policy",
        check_discounted,
        f"expected total {{reward}}{FADING}",
    ),
    "mean_payoff": Objective(
        "reward",
        "",
        "bias policy",
        check_mean_payoff,
        "expected long-run average {reward} of a step",
        f"over all policies, as the limit over n of 1/n of that of the first n steps{ELSE}",
        ("values",),
    ),
    "within_steps": Objective(
        "goal steps",
        "stay",
        "",
        check_within_steps,
        "probability to reach {goal}{stay} within {steps} steps",
        vectors=("",),
    ),
}
VARIANTS = {  # of those objectives: with rewards below 0, and without a goal
    "cost": Objective(
        "goal reward",
        "",
        "policy ranks",
        check_signed_cost,
        "expected {reward} until {goal}",
        f"over the policies that reach {{it}} almost surely, {LIMIT}{ELSE}",
        may_show="infinite levels",
    ),
    "total": Objective(
        "reward second",
        "",
        "components heights policy ranks",
        check_signed_total,
        "expected total {reward}",
        f"over all policies, {LIMIT}, which exists for each",
        ("values",),
    ),
    "within_steps": Objective(
        "reward steps",
        "discount",
        "",
        check_within_steps,
        f"expected {{reward}} of the first {{steps}} steps{FADING}",
        vectors=("",),
    ),
}


def check(question: Any, witness: Any, budget: Budget) -> Claim:
    """The optimal value of a decision process, or bounds of it."""
    given = question if isinstance(question, dict) else {}
    name = one_of(OBJECTIVES, given.get("objective"), "objective")
    known = OBJECTIVES[name]
    if name == "within_steps" and "goal" not in given:
        known = VARIANTS[name]
    more = "".join(f" {key}" for key in known.may_ask.split() if key in given)
    p = Process(given, known.asks + more, budget)
    if name in ("cost", "total") and p.has_negative():
        known = VARIANTS[name]
    return with_nested(conclude("process", p, known, witness), given)


def conclude(kind: str, p: Process, known: Objective, witness: Any) -> Claim:
    """The claim that the witness proves."""
    budget = p.budget
    both = isinstance(witness, dict) and "lower" in witness
    shows = f"{known.vectors[both % len(known.vectors)]} {known.shows}"
    if isinstance(witness, dict) and any(key in witness for key in known.may_show.split()):
        shows += f" {known.may_show}"
    found = known.check(p, fields(witness, shows, "witness"))
    states = {p.place[s]: s for s in reversed(p.start)}  # that have one value are said together
    for v in found:  # is paid as --json lists it
        bits = {
            k: v.numerator[k].bit_length() + v.denominator[v.block[k]].bit_length() for k in states
        }
        budget.keep(sum(bits[p.place[s]] for s in p.start))
    by_place = [{k: inf if k < 0 else v.fraction(k) for k in states} for v in found]
    if both and p.objective == "reach":
        for k, s in states.items():
            low, high = by_place[0][k], by_place[1][k]
            if low < 0 or high > 1 or (low, high) == (0, 1):
                raise InvalidCertificate(f"state {s}: bounds of a probability that say nothing")
    bounds = [[value[p.place[s]] for s in p.start] for value in by_place]
    facts = {
        "states": p.states,
        "choices": p.choices,
        "branches": len(p.layout.target),
        "comparisons": p.comparisons,
        "start": p.start,
        **(dict(zip(("lower", "upper"), bounds)) if both else {"values": bounds[0]}),
    }
    theorems = *filter(None, [p.rules]), str(kernel), str(known.check.__doc__)
    upper = bounds[1][0] if both else None
    return Claim(kind, sentence(p, known, bounds), bounds[0][0], upper, facts, theorems)


def sentence(p: Process, known: Objective, bounds: list[list[Fraction | float]]) -> str:
    """What was proved, all of it."""
    p.budget.divisor(*map(int.bit_length, p.discount))
    terms = {
        "goal": said_set(p, p.goal),
        "stay": "" if p.stay is None else f" by way of {said_set(p, p.stay)} only",
        "reward": f"reward {brief(p.reward_name)}",
        "steps": p.steps,
        "discount": exactly(Fraction(*p.discount)),
    }
    text = p.words
    if not text:
        what = known.what.replace(FADING, "") if p.discount == (1, 1) else known.what
        text = f"{'greatest' if p.sense == 'max' else 'least'} {what.format(**terms)}"
        size = f"{many(p.states, 'state')} and {many(p.choices, 'choice')}"
        text += f" in the {known.process} of {size}"
    if p.second:
        against = "against a second player, who wants the opposite and chooses"
        text += f", {against} in {many(len(p.second), 'state')}"
    values = []
    text_at: dict[int, str] = {}  # by place
    for s, low, high in list(zip(p.start, bounds[0], bounds[-1]))[:SAID]:
        if (k := p.place[s]) not in text_at:
            parts = exactly(low), exactly(high)
            text_at[k] = said(low) if low == high else "at least {} and at most {}".format(*parts)
        values.append(text_at[k] if p.words else f"{text_at[k]} from state {s}")
    more = f"; of {len(p.start) - SAID} further states it is not said here" * (len(p.start) > SAID)
    limit = "upper" if p.sense == "max" else "lower"  # no policy's is better than the value
    among = known.among.format(it="the end" if p.words else "it", limit=limit)
    return f"the {text}, {among}, is {', '.join(values)}{more}"


def said_set(p: Process, goal: Goal) -> str:
    """A set of states by its quoted name and its size."""
    if not goal.states and goal.ended:
        return f"{brief(goal.name)} (the end of the play)"
    ended = " or the end of the play" * goal.ended
    return f"{brief(goal.name)} ({len(goal.states)} of {many(p.states, 'state')}){ended}"
