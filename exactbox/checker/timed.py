"""Decision processes in continuous time: rates, impulses, and rewards that accrue with time.

The question is that of a decision process (`process`), with *rates*. A choice c with a rate
e(c) > 0 has a clock: it lasts an exponential time of expectation 1/e(c), and where it then leads
does not depend on that time. A choice with the rate 0 is *immediate*. A choice brings its impulse
i(c), and a(c) times the time that it lasts. So its expected reward and its expected time are

    r(c) = i(c) + a(c) tau(c),        tau(c) = 1/e(c), or 0 if c is immediate.

The checker divides; the file has e, i and a, and a(c) = 0 for immediate choices. A policy picks an
action when the play gets to a state; it may remember choices and times, and toss coins.

Theorem (steps). Given the past, times included, and the choice, the next state is as if no time had
been seen. So to see the times is to toss coins, and the expected reward of the first n choices is
that of the process with rewards r: what `objectives` proves of costs and totals holds, where the
reward of n steps is that of the first n choices, each as it is expected.

Sources: Puterman, 1994, ch. 11; Guck, Hatefi, Hermanns, Katoen, Timmer, Analysis of Timed and
Long-Run Objectives for Markov Automata, 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, update_wrapper
from typing import Any

from . import reading
from .average import ELSE, check_gain
from .claim import Claim, many
from .objectives import conclude, objective
from .process import ZERO, Process, Vector, read_question, read_rewards
from .reading import Json, fields, need


def check_average(times: Sequence[Fraction], p: Process, witness: Json) -> list[Vector]:
    """The long-run average reward of a unit of time: the limit over t of 1/t of the expected reward
    up to the time t; where there is none the upper limit (min: the lower).

    The gains g obey the step without rewards, and g(s) tau(c) + h(s) = r(c) + sum_t p(c, t) h(t)
    for what pi picks, >= for all actions (min: <=), with biases h. Each action takes time, or its
    rank falls; no play ends.

    Proof for max. Let step n be the choice c_n in the state s_n, which begins at the time T_n and
    lasts x_n; let N be the first n with T_n > t, so that step N - 1 is on its way at the time t.
      N has a finite expectation: by the ranks, wherever the play is, one of the next R choices
    takes time with probability q^R or more, and then longer than 1/e, e the greatest rate, with
    probability 1/exp(1); of such there are at most 1 + e t before N.
      The sums over k < n of r(c_k) - g(s_k) tau(c_k), plus h(s_n), are a supermartingale with
    bounded steps, and N is a stopping time of finite expectation. So, stopped, the expectation is
    at most h(s_0), and by Wald's identity the expected reward of the steps before N is at most
    the expected sum of g(s_k) x_k over them, plus 2 max |h|. Without the last step these are the
    reward up to t and the integral of g over the states up to t, up to a constant: what is left of
    step N - 1 at the time t is as long as a new one.
      E g at any time u <= t is at most g(s_0): g(s_n) is a supermartingale also for who sees x_n
    when step n begins, as x_n says nothing of s_{n+1}; for them the step that is on its way at the
    time u is a stopping time; and g is bounded. So the expected reward up to t is at most
    g(s_0) t plus a constant. Under pi the same are martingales, and it is no further than a
    constant from g(s_0) t. For min, change the signs.
    Coq: `timed_average_at_most`, `timed_average_at_least` (proofs/coq/TimedAverage.v), of n steps;
    `timed_average_until_greatest`, `timed_average_until_least` (proofs/coq/TimedUntil.v), for
    clocks with finitely many times.
    """
    vectors, pi = check_gain(p, witness, times)
    pi.check_ranks(range(p.states), above=p.sense == "max", rewarding=times)
    return vectors


ASKS = {"cost": "goal reward", "total": "reward second", "mean_payoff": "reward"}


def check(question: Any, witness: Any, make: type[Process] = Process) -> Claim:
    """The optimal value of a decision process in continuous time, or bounds of it."""
    given = question if isinstance(question, dict) else {}
    name = reading.one_of(ASKS, given.get("objective"), "objective")
    fields(given, f"model objective sense start rates {ASKS[name]}", "question")
    reward = fields(given["reward"], "name of rate", "reward")
    untimed = {**given, "reward": {"name": reward["name"], "of": reward["of"]}}
    del untimed["rates"]
    p = read_question(untimed, ASKS[name], make)
    times = read_times(given["rates"], p.choices)
    accrues = read_rewards(reward["rate"], "reward: rate", p.choices)
    for c, (_, a, time) in enumerate(parts := list(zip(p.reward, accrues, times))):
        need(time or not a, f"reward: rate: choice {c} is immediate, need 0")
    made = {tuple(map(id, each)): each for each in parts}  # most are a few objects
    both = {alike: i + a * time for alike, (i, a, time) in made.items()}
    p = replace(p, reward=[both[tuple(map(id, each))] for each in parts])
    signed = name != "mean_payoff" and p.has_negative()
    aim = objective(f"signed_{name}" if signed else name)
    if name == "mean_payoff":
        aim = aim._replace(
            check=update_wrapper(partial(check_average, times), check_average),
            shows="bias policy ranks values",
            what="expected long-run average {reward} per unit of time",
            among=f"over all policies, as the limit over t of 1/t of that up to the time t{ELSE}",
        )
    immediate = many(times.count(ZERO), "immediate choice")
    aim = aim._replace(
        what=aim.what.replace("{reward}", "{reward} (impulses, and rates per unit of time)"),
        process=f"explicit continuous-time process, with {immediate},",
    )
    claim = conclude("timed", p, aim, witness)
    return replace(claim, theorems=(str(__doc__), *claim.theorems))


def read_times(given: Any, choices: int) -> list[Fraction]:
    """tau, by the rates."""
    rates = read_rewards(given, "rates", choices)
    alike = {id(e): e for e in rates}
    need(min(alike.values()) >= 0, "rates: need 0 or more")
    times = {k: Fraction(1, e) if e else ZERO for k, e in alike.items()}
    return [times[id(e)] for e in rates]
