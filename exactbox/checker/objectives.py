"""Objectives: what is asked of a decision process, the theorem, its conditions, and the sentence.

Each function states its theorem, in the terms of `process`, and checks the conditions. Those of the
theorems in Coq that it names are the same, or weaker; proofs/coq says where they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from . import reading
from .claim import Claim, Value, between, exactly, many, with_nested
from .process import ONE, ZERO, Policy, Process, StateSet, Vector, read_question
from .process import __doc__ as kernel
from .reading import InvalidCertificate, Json, brief, fields, holds, need


def check_reach(p: Process, witness: Json) -> list[Vector]:
    """The probability to reach the goal, by way of `stay` only if that is asked.

    v is 1 on the goal, 0 where the play has left `stay` and where it ends without that being the
    goal; elsewhere it is not negative and obeys the step, without rewards. Above: v is
    superharmonic, so at least the probability to have met the goal within n steps, for all n.
    Below: by the ranks, where v > 0, the play almost surely meets the goal, ends, or meets a state
    with v = 0; up to then the expectation of v does not fall, so v is at most the probability of
    the goal.
    Coq: `reach_secures_at_least`, `reach_secures_at_most` (proofs/coq/Reach.v).
    """
    pi = p.fix_policy(witness["policy"], ONE if p.goal.ended else ZERO)
    vectors = pi.check_step(witness)
    pi.check_ranks(witness["ranks"], pi.positive(vectors), above=False)
    return vectors


def check_cost(p: Process, witness: Json) -> list[Vector]:
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
    pi = p.fix_policy(witness["policy"], ZERO if p.goal.ended else inf, levels)
    vectors = pi.check_step(witness)
    pi.check_ranks(witness["ranks"], pi.undecided, above=True)
    pi.check_levels(levels)
    return vectors


def check_signed_cost(p: Process, witness: Json) -> list[Vector]:
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
    for s in p.start:
        holds(s not in levels, f"state {s}: is infinite, and the play starts there")
    pi = p.fix_policy(witness["policy"], ZERO if p.goal.ended else inf, levels)
    pi.check_levels(levels, every=True)
    vectors = pi.check_step(witness, avoiding=True)
    pi.check_ranks(witness["ranks"], pi.undecided, above=p.sense == "min")  # what pi picks, alone
    return vectors


def check_total(p: Process, witness: Json) -> list[Vector]:
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
    pi = p.fix_policy(witness["policy"], ZERO, levels)
    vectors = pi.check_step(witness)
    states = [*pi.positive(vectors), *levels]
    pi.check_ranks(witness["ranks"], states, above=False, rewarding=p.reward)
    pi.check_levels(levels)
    return vectors


def check_signed_total(p: Process, witness: Json) -> list[Vector]:
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
    need(not p.second, "second: needs a newer checker if rewards have both signs")
    pi = p.fix_policy(witness["policy"], ZERO)
    vectors = pi.check_step(witness)
    v = pi.signs(vectors[0])
    heights = reading.naturals(witness["heights"], "heights")
    component = reading.naturals(witness["components"], "components", len(heights), p.states)
    leads_to = [{component[t] for t in p.targets(c)} for c in range(p.choices)]
    lowest = [min([heights[k] for k in to], default=-1) for to in leads_to]  # -1: the end
    for s in range(p.states):
        for c in p.options(s):
            if lowest[c] < heights[component[s]]:
                continue  # it falls
            stays = leads_to[c] == {component[s]} and p.reward[c] == 0
            if not stays or (v[s] < 0 if p.sense == "max" else v[s] > 0):
                raise InvalidCertificate(f"state {s}: choice {c} neither falls nor stays")
    moving = [s for s in range(p.states) if v[s] != 0]
    pi.check_ranks(witness["ranks"], moving, above=p.sense == "min")  # what pi picks, alone
    return vectors


def check_discounted(p: Process, witness: Json) -> list[Vector]:
    """The expected total reward, that of step k, counted from 0, times d^k.

    The step is a contraction, for two players too, and v its only fixed point. It is monotone, so
    what is no more than its own step is no more than v: bounds are bounds.
    Coq: `discounted_at_least`, `discounted_at_most` (proofs/coq/Discounted.v).
    """
    return p.fix_policy(witness["policy"], ZERO).check_step(witness)


def check_mean_payoff(p: Process, witness: Json) -> list[Vector]:
    """The long-run average reward of a step: the limit over n of 1/n of that of the first n steps;
    where there is none the upper limit (min: the lower).

    The gains g obey the step without rewards, and g(s) + h(s) = r(c) + sum_t p(c, t) h(t) for what
    pi picks, >= for all options (min: <=), with biases h. So the expectation of g never grows;
    summed over n steps the expected reward is at most n g(s) + 2 max |h|, and under pi it is no
    further than 2 max |h| from n g(s).
    Coq: `mean_payoff_greatest`, `mean_payoff_least` (proofs/coq/MeanPayoff.v).
    """
    return check_gain(p, witness, [ONE] * p.choices)[0]


def check_gain(p: Process, witness: Json, time: Sequence[Fraction]) -> tuple[list[Vector], Policy]:
    """The equations of gains and biases, for choices that take some time; and pi."""
    need(all(map(p.targets, range(p.choices))), "branches: an average needs a play that goes on")
    pi = p.fix_policy(witness["policy"], ZERO)
    (gain,) = vectors = pi.check_step(witness, [ZERO] * p.choices)
    bias = pi.read_values(witness["bias"], "bias")
    for s in pi.undecided:
        for c in p.options(s):
            excess = pi.excess(c, s, bias, p.reward[c] - gain[s] * time[c])
            good = excess == 0 if c == pi.picked[s] else excess <= 0 if p.up[s] else excess >= 0
            holds(good, f"state {s}: choice {c} is worth another gain and bias")
    return vectors, pi


def check_within_steps(p: Process, witness: Json) -> list[Vector]:
    """Within n steps: the probability to reach the goal, by way of `stay` only if that is asked; or
    the expected reward, that of step k, counted from 0, times d^k if there is a discount.

    Nothing is claimed: `Process.backward` works it out.
    Coq: `within_steps_max`, `within_steps_min` (proofs/coq/WithinSteps.v), `backward_max`,
    `backward_min` (proofs/coq/Backward.v).
    """
    return [p.backward()]


def read_levels(p: Process, witness: Json) -> dict[int, int]:
    """The infinite states with their levels."""
    infinite = reading.increasing(witness["infinite"], "infinite", p.states)
    return dict(zip(infinite, reading.naturals(witness["levels"], "levels", length=len(infinite))))


class Objective(NamedTuple):
    """What a question of this name asks, what its witness shows, and what its sentence says."""

    check: Callable[[Process, Json], list[Vector]]
    asks: str  # fields of the question beside those that all have
    shows: str  # fields of the witness
    what: str
    among: str = "over all policies"
    may_ask: str = ""
    may_show: str = ""  # fields that it has all of, or none
    bounds: bool = True  # whether `lower` and `upper` will do in place of `values`
    process: str = "explicit process"


LEVELS, RANKS = "infinite levels", "policy ranks values"
REACH, TOTAL = "probability to reach {goal}{stay}", "expected total {reward}"
UNTIL, MEAN = "expected {reward} until {goal}", "expected long-run average {reward} of a step"
FADING = ", that of step k = 0, 1, ... counted ({discount})^k times"
STEPS = f"expected {{reward}} of the first {{steps}} steps{FADING}"
MISS = "over all policies, infinite for those that miss {it} with positive probability"
LIMIT = "as the limit over n of that of the first n steps"
ELSE = " (where there is none the {limit} limit)"
MEET = f"over the policies that reach {{it}} almost surely, {LIMIT}{ELSE}"
ALL = f"over all policies, {LIMIT}, which exists for each"
MEANS = f"over all policies, as the limit over n of 1/n of that of the first n steps{ELSE}"
SAID = 10  # start states whose values are said
MORE = f"{LEVELS} {RANKS}"
OBJECTIVES = {
    "reach": Objective(check_reach, "goal second", RANKS, REACH, may_ask="stay"),
    "cost": Objective(check_cost, "goal reward", MORE, UNTIL, MISS),
    "total": Objective(check_total, "reward second", MORE, TOTAL),
    "discounted": Objective(
        check_discounted, "discount reward second", "policy values", TOTAL + FADING
    ),
    "mean_payoff": Objective(
        check_mean_payoff, "reward", "bias policy values", MEAN, MEANS, bounds=False
    ),
    "within_steps": Objective(
        check_within_steps, "goal steps", "", f"{REACH} within {{steps}} steps", may_ask="stay"
    ),
}
VARIANTS = {  # of those objectives: with rewards below 0, and without a goal
    "cost": Objective(check_signed_cost, "goal reward", RANKS, UNTIL, MEET, may_show=LEVELS),
    "total": Objective(
        check_signed_total, "reward second", f"components heights {RANKS}", TOTAL, ALL, bounds=False
    ),
    "within_steps": Objective(check_within_steps, "reward steps", "", STEPS, may_ask="discount"),
}


def check(question: Any, witness: Any, make: type[Process] = Process) -> Claim:
    """The optimal value of a decision process, or bounds of it."""
    given = question if isinstance(question, dict) else {}
    name = reading.one_of(OBJECTIVES, given.get("objective"), "objective")
    objective = OBJECTIVES[name]
    if name == "within_steps" and "goal" not in given:
        objective = VARIANTS[name]
    more = [key for key in objective.may_ask.split() if key in given]
    p = read_question(given, " ".join([objective.asks, *more]), make)
    if name in ("cost", "total") and p.has_negative():
        objective = VARIANTS[name]
    return with_nested(conclude("process", p, objective, witness), given)


def conclude(kind: str, p: Process, objective: Objective, witness: Any) -> Claim:
    """The claim that the witness proves."""
    shows, given = objective.shows, witness if isinstance(witness, dict) else {}
    if "lower" in given and objective.bounds:
        shows = shows.replace("values", "lower upper")
    if any(key in given for key in objective.may_show.split()):
        shows += f" {objective.may_show}"
    vectors = objective.check(p, fields(witness, shows, "witness"))
    bounds = [[v[s] for s in p.start] for v in vectors]
    for s, low, high in zip(p.start, bounds[0], bounds[-1]):
        if len(bounds) == 2 and p.objective == "reach":
            says = low >= 0 and high <= 1 and (low, high) != (0, 1)
            holds(says, f"state {s}: bounds of a probability that say nothing")
    facts: Json = {"states": p.states, "choices": p.choices, "branches": len(p.layout.target)}
    facts |= {
        "start": p.start,
        **dict(zip(("values",) if len(bounds) == 1 else ("lower", "upper"), bounds)),
    }
    theorems = *filter(None, [p.rules]), str(kernel), str(objective.check.__doc__)
    upper = bounds[1][0] if len(bounds) == 2 else None
    return Claim(kind, sentence(p, objective, bounds), bounds[0][0], upper, facts, theorems)


def sentence(p: Process, objective: Objective, bounds: list[list[Value]]) -> str:
    """What was proved, all of it."""
    terms = {
        "goal": said_set(p, p.goal),
        "stay": "" if p.stay is None else f" by way of {said_set(p, p.stay)} only",
        "reward": f"reward {brief(p.reward_name)}",
        "steps": p.steps,
        "discount": exactly(p.discount),
    }
    what = objective.what.replace(FADING, "") if p.discount == 1 else objective.what
    size = f"{many(p.states, 'state')} and {many(p.choices, 'choice')}"
    text = p.words or (
        f"{'greatest' if p.sense == 'max' else 'least'} {what.format(**terms)} in the "
        f"{objective.process} of {size}"
    )
    if p.second:
        text += ", against a second player, who wants the opposite and chooses in "
        text += many(len(p.second), "state")
    values, texts = [], dict[tuple[int, int], str]()  # of values that are one object, once
    for s, low, high in list(zip(p.start, bounds[0], bounds[-1]))[:SAID]:
        if (key := (id(low), id(high))) not in texts:
            texts[key] = between(low, high)
        values.append(texts[key] if p.words else f"{texts[key]} from state {s}")
    more = f"; of {len(p.start) - SAID} further states it is not said here" * (len(p.start) > SAID)
    limit = "upper" if p.sense == "max" else "lower"  # no policy's is better than the value
    among = objective.among.format(it="the end" if p.words else "it", limit=limit)
    return f"the {text}, {among}, is {', '.join(values)}{more}"


def said_set(p: Process, goal: StateSet) -> str:
    """A set of states by its quoted name and its size."""
    if not goal.states and goal.ended:
        return f"{brief(goal.name)} (the end of the play)"
    ended = " or the end of the play" * goal.ended
    return f"{brief(goal.name)} ({len(goal.states)} of {many(p.states, 'state')}){ended}"
