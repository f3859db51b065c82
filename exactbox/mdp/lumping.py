"""Lumping: states that behave alike share an equation.

Two states are *bisimilar* if for each choice of one the other has a choice with the same cost that
leads with the same probabilities to each class of bisimilar states. Their values are equal, so one
equation a class is enough: Herman's ring of 15 processes has 32,768 states and some hundred
classes.

**The method.** Partition refinement: every state gets a signature of its choices as seen through
the classes, and classes are split by signatures until none is. A signature is a random linear form
of the weights a class gets, so sorting branches is not needed; it is taken modulo two primes of 31
bits, as modulo a power of 2 weights such as 2^60 say next to nothing. Two different states might
get one signature with a probability of about 2^-60; nothing that is claimed depends on that, as the
values are checked in all states of the whole process.

Sources: Larsen, Skou, *Bisimulation through probabilistic testing*, 1991; Derisavi, Hermanns,
Sanders, *Optimal state-space lumping in Markov chains*, 2003.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.equations import Equations
from exactbox.mdp.layout import Array, PerState

_MAX_ROUNDS = 100  # a long chain splits off a state a round: then there is nothing to gain
_WORTH = 2  # states a class, on average, from which the quotient is used
_PRIMES = (2**31 - 19, 2**31 - 61)


def classes(equations: Equations) -> PerState | None:
    """(S,) the class of every state, numbered from 0 by its first state; None: not worth it.

    Options are not shared.
    """
    n = equations.states
    random = np.random.default_rng(1).integers(1, _PRIMES[-1], size=(2, n + 2), dtype=np.uint64)
    choice_of, state_of = equations.choice_of, equations.state_of
    weight = _residues(equations.weight)
    cost = _residues(equations.cost) * random[:, -1:]
    own = _residues(equations.denominator) * random[:, n:-1] + cost
    label, count = np.zeros(n, dtype=np.int64), 1
    for _ in range(_MAX_ROUNDS):
        seen = np.zeros(equations.choices, dtype=np.uint64)
        for k, p in enumerate(_PRIMES):
            terms = weight[k] * random[k, label[equations.target]] % p  # w(t) x(class of t)
            seen = seen << np.uint64(32) | (own[k] + _sums(choice_of, terms, equations.choices)) % p
        signature = _sums(state_of, _mixed(seen), n)  # of the set of options
        signature = _mixed(signature + _mixed(label.astype(np.uint64)))
        _, first, label = np.unique(signature, return_index=True, return_inverse=True)
        if _WORTH * first.size > n:
            return None
        if first.size == count:
            place = np.empty(count, dtype=np.int64)
            place[np.argsort(first)] = np.arange(count)
            numbered: Array = place[label]
            return numbered
        count = first.size
    return None


def quotient(equations: Equations, label: PerState) -> Equations:
    """The equations of the first state of every class, over the classes."""
    first = np.unique(label, return_index=True)[1]
    chosen = np.zeros(equations.states, dtype=bool)
    chosen[first] = True
    return equations.only(first, np.flatnonzero(chosen[equations.state_of]), label)


def _residues(numbers: Array) -> Array:
    """Modulo the primes, a row each."""
    return np.array([numbers % p for p in _PRIMES]).astype(np.uint64)


def _sums(owner: Array, terms: Array, size: int) -> Array:
    """Terms added up by owner, modulo 2^64; owners ascend."""
    total = np.zeros(size, dtype=np.uint64)
    if owner.size:
        starts = np.flatnonzero(np.concatenate([[True], np.diff(owner) > 0]))
        total[owner[starts]] = np.add.reduceat(terms, starts)
    return total


def _mixed(x: Array) -> Array:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014): sums of results do not line up."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Array = x ^ (x >> np.uint64(31))
    return mixed
