"""Objectives: what is asked of a decision process, the theorem, its conditions, and the sentence.

Each function states its theorem, in the terms of `process`, and checks the conditions; those of the
theorems in Coq that it names are the same or weaker, as proofs/coq says. Rewards of both signs
(`signed`), a discount or steps (`steps`), and averages (`average`) are loaded if asked about.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import inf
from typing import Any, NamedTuple

from . import reading
from .claim import Claim, Value, between, exactly, many, values_by_state
from .process import ONE, ZERO, Process, StateSet, Vector, read_question
from .process import __doc__ as kernel
from .reading import Json, brief, fields, holds


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
    pi = p.fix_policy(witness, ONE if p.goal.ended else ZERO)
    vectors = pi.check_step()
    pi.check_ranks(pi.positive(vectors), above=False)
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
    pi = p.fix_policy(witness, ZERO if p.goal.ended else inf)
    vectors = pi.check_step()
    pi.check_ranks(pi.undecided, above=True)
    pi.check_levels()
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
    pi = p.fix_policy(witness, ZERO)
    vectors = pi.check_step()
    pi.check_ranks([*pi.positive(vectors), *pi.levels], above=False, rewarding=p.reward)
    pi.check_levels()
    return vectors


class Objective(NamedTuple):
    """The fields of a question and of its witness, their check, and the words of the sentence."""

    check: Callable[[Process, Json], list[Vector]]
    asks: str  # fields of the question beside those that all have
    shows: str  # fields of the witness; `bounds` are `values`, or `lower` and `upper`
    what: str
    among: str = "over all policies"
    process: str = "explicit process"


REACH, TOTAL = "probability to reach {goal}{stay}", "expected total {reward}{fading}"
UNTIL, RANKS, LEVELS = "expected {reward} until {goal}", "policy ranks bounds", "infinite levels"
MISS = "over all policies, infinite for those that miss {it} with positive probability"
OBJECTIVES = {
    "reach": Objective(check_reach, "goal second stay?", RANKS, REACH),
    "cost": Objective(check_cost, "goal reward", f"{LEVELS} {RANKS}", UNTIL, MISS),
    "total": Objective(check_total, "reward second", f"{LEVELS} {RANKS}", TOTAL),
}
MODULES = {"discounted": "steps", "within_steps": "steps", "reward_within_steps": "steps"}
MODULES |= {"mean_payoff": "average", "signed_cost": "signed", "signed_total": "signed"}
NAMES = ("reach", "cost", "total", "discounted", "mean_payoff", "within_steps")


def objective(name: str) -> Objective:
    """The objective of this name, perhaps of another module."""
    module = import_module(f".{MODULES.get(name, 'objectives')}", __package__)
    named: Objective = module.OBJECTIVES[name]
    return named


def check(question: Any, witness: Any, make: type[Process] = Process) -> Claim:
    """The optimal value of a decision process, or bounds of it."""
    given = question if isinstance(question, dict) else {}
    name = reading.one_of(NAMES, given.get("objective"), "objective")
    if name == "within_steps" and "goal" not in given:
        name = "reward_within_steps"
    p = read_question(given, objective(name).asks, make)
    if name in ("cost", "total") and p.has_negative():
        name = f"signed_{name}"
    return conclude("process", p, objective(name), witness)


def conclude(kind: str, p: Process, aim: Objective, witness: Any) -> Claim:
    """The claim that the witness proves."""
    two = isinstance(witness, dict) and "lower" in witness
    shows = aim.shows.replace("bounds", "lower upper" if two else "values")
    vectors = aim.check(p, fields(witness, shows, "witness"))
    bounds = [[v[s] for s in p.start] for v in vectors]
    for s, low, high in zip(p.start, *bounds) if two and p.objective == "reach" else ():
        says = low >= 0 and high <= 1 and (low, high) != (0, 1)
        holds(says, f"state {s}: bounds of a probability that say nothing")
    facts: Json = {"states": p.states, "choices": p.choices, "branches": len(p.layout.target)}
    facts |= {"start": p.start, **dict(zip(("lower", "upper") if two else ("values",), bounds))}
    theorems = *([p.game.rules] if p.game else []), str(kernel), str(aim.check.__doc__)
    upper = bounds[1][0] if two else None
    return Claim(kind, sentence(p, aim, bounds), bounds[0][0], upper, facts, theorems)


def sentence(p: Process, aim: Objective, bounds: list[list[Value]]) -> str:
    """The sentence of the claim, all of it."""
    fading = f", that of step k = 0, 1, ... counted ({exactly(p.discount)})^k times"
    what = aim.what.format(
        goal=set_text(p, p.goal),
        stay=f" by way of {set_text(p, p.stay)} only" if p.stay else "",
        reward=f"reward {brief(p.reward_name)}",
        steps=p.steps,
        fading=fading * (p.discount < 1),
    )
    where = f"the {aim.process} of {many(p.states, 'state')} and {many(p.choices, 'choice')}"
    sums = " to ".join([exactly(each) for each in dict.fromkeys(p.layout.sums)])
    where += f", probabilities divided by {sums}" * (1 not in p.layout.sums)
    best, limit = ("greatest", "upper") if p.sense == "max" else ("least", "lower")
    text = p.game.words[p.objective, p.sense] if p.game else f"{best} {what} in {where}"
    if p.second:
        text += ", against a second player, who wants the opposite and chooses in "
        text += many(len(p.second), "state")
    # the limit is that of other policies: none is better than the value
    among = aim.among.format(it="the end" if p.game else "it", limit=limit)
    values = between(*[each[0] for each in bounds]) if p.game else values_by_state(p.start, bounds)
    return f"the {text}, {among}, is {values}"


def set_text(p: Process, goal: StateSet) -> str:
    """A set of states by its quoted name and its size."""
    if not goal.states and goal.ended:
        return f"{brief(goal.name)} (the end of the play)"
    ended = " or the end of the play" * goal.ended
    return f"{brief(goal.name)} ({len(goal.states)} of {many(p.states, 'state')}){ended}"
