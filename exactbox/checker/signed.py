"""Rewards of both signs: costs and totals, the theorems, their conditions and sentences.

The terms are those of `process`. Which of these is asked for, the question says by its rewards: if
one before the goal is negative, it is a cost or a total of this module.
"""

from __future__ import annotations

from math import inf

from . import reading
from .objectives import RANKS, TOTAL, UNTIL, Objective
from .process import ZERO, Process, Vector
from .reading import InvalidCertificate, Json, holds, need


def check_signed_cost(p: Process, witness: Json) -> list[Vector]:
    """The expected reward until the goal is reached, among the policies that reach it almost
    surely, rewards having any sign: the limit over n of that of the first n steps; where there is
    none the upper limit (min: the lower).

    v is 0 on the goal, and obeys the step elsewhere, but in states that are infinite: by their
    levels, which are those of all actions, every policy misses the goal from there with positive
    probability. So a policy that meets it almost surely never comes there, nor takes an action that
    may lead there or ends the play elsewhere; of other actions the step is asked. By the ranks pi
    meets the goal almost surely, with exponential tails: v is the limit of its rewards. Against any
    other policy that does, v is at least (max; at most, min) the expected reward of the first n
    steps, up to max |v| times the probability that they miss the goal, which tends to 0.
    Coq: `least_cost_bounds`, `greatest_reaching_bounds` (proofs/coq/Cost.v).
    """
    need(("infinite" in witness) == ("levels" in witness), "infinite, levels: need both, or none")
    pi = p.fix_policy(witness, ZERO if p.goal.ended else inf)
    for s in p.start:
        holds(s not in pi.levels, f"state {s}: is infinite, and the play starts there")
    pi.check_levels(every=True)
    vectors = pi.check_step(avoiding=True)
    pi.check_ranks(pi.undecided, above=p.sense == "min")  # what pi picks, alone
    return vectors


def check_signed_total(p: Process, witness: Json) -> list[Vector]:
    """The expected total reward over an infinite horizon, rewards having any sign: the limit over n
    of that of the first n steps.

    Each state belongs to a component, which has a height. Each action of a state leads, with
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
    pi = p.fix_policy(witness, ZERO)
    vectors = pi.check_step()
    v = pi.signs(vectors[0])
    heights = reading.naturals(witness["heights"], "heights")
    component = reading.naturals(witness["components"], "components", len(heights), p.states)
    leads_to = [{component[t] for t in p.targets(c)} for c in range(p.choices)]
    lowest = [min([heights[k] for k in to], default=-1) for to in leads_to]  # -1: the end
    for s in range(p.states):
        for c in p.actions(s):
            if lowest[c] < heights[component[s]]:
                continue  # it falls
            stays = leads_to[c] == {component[s]} and p.reward[c] == 0
            if not stays or (v[s] < 0 if p.sense == "max" else v[s] > 0):
                raise InvalidCertificate(f"state {s}: choice {c} neither falls nor stays")
    moving = [s for s in range(p.states) if v[s] != 0]
    pi.check_ranks(moving, above=p.sense == "min")  # what pi picks, alone
    return vectors


LIMIT = "as the limit over n of that of the first n steps"
ELSE = " (where there is none the {limit} limit)"
MEET = f"over the policies that reach {{it}} almost surely, {LIMIT}{ELSE}"
OBJECTIVES = {
    "signed_cost": Objective(
        check_signed_cost, "goal reward", f"infinite? levels? {RANKS}", UNTIL, MEET
    ),
    "signed_total": Objective(
        check_signed_total,
        "reward second",
        "components heights policy ranks values",
        TOTAL,
        f"over all policies, {LIMIT}, which exists for each",
    ),
}
