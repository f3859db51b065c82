"""Lumping: bisimilar states share an equation.

Two states are *bisimilar* if for each choice of one the other has a choice with the same cost that
leads with the same probabilities to each class of bisimilar states. Their values are equal, so one
equation a class is enough: Herman's ring of 15 processes has 32,768 states and some hundred
classes.

**The method.** Partition refinement: every state gets a signature of its choices as seen through
the classes, and classes are split by signatures until none is. Once a class is split only the
states that lead to one of its new parts are looked at again, and the part that keeps the class's
number is the one not looked at, or else the largest.

A signature is a random linear form of the weights a class gets, so sorting branches is not needed;
it is taken modulo two primes of 31 bits, as weights such as 2^60 are nearly all 0 modulo a power
of 2. Two states that are not bisimilar have equal signatures with a probability of about 2^-60; no
claim depends on that, as the values are checked in all states of the whole process.

Sources: Larsen, Skou, *Bisimulation through probabilistic testing*, 1991; Derisavi, Hermanns,
Sanders, *Optimal state-space lumping in Markov chains*, 2003.
"""

from __future__ import annotations

import numpy as np

from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerState, factorize, reduced, slices, starts_of

# times that a state is looked at, on average, before this is given up: from 3.9 to 4.9 on Herman's
# rings, consensus and resource-gathering, where the quotient saves time; 71, and 2.8 s, on firewire
# with a delay of 36, where all is solved in 0.9 s without it
_MAX_LOOKS = 8
_MIN_STATES_PER_CLASS = 2  # on average, from where the quotient is used
_PRIMES = (2**31 - 19, 2**31 - 61)


def bisimulation_classes(equations: Equations) -> PerState | None:
    """(S,) the class of every state, numbered from 0 by its first state; None for many classes.

    Actions do not share afterstates.
    """
    e, n = equations, equations.states
    random = np.random.default_rng(1).integers(1, _PRIMES[-1], size=(2, n + 3), dtype=np.uint64)
    weight, den, cost = (  # modulo the primes, a row each
        np.array([numbers % p for p in _PRIMES]).astype(np.uint64)
        for numbers in (e.weight, e.denominator, e.cost)
    )
    constant = den * random[:, -2:-1] + cost * random[:, -1:]
    by_target = np.argsort(e.target, kind="stable")
    source = e.state_of[e.choice_of][by_target]
    into = np.searchsorted(e.target[by_target], np.arange(n + 1))

    def signatures(states: Array) -> Array:
        """The signatures of these states as they see the classes."""
        actions = slices(e.action_start, states)
        branches = slices(e.branch_start, actions)
        lengths = starts_of(np.diff(e.branch_start)[actions])
        mixed = np.zeros(len(actions), dtype=np.uint64)
        x = label[e.target[branches]]
        for k, p in enumerate(_PRIMES):
            terms = weight[k, branches] * random[k, x] % p  # w(t) x(class of t)
            total = reduced(np.add, terms, lengths, 0) + constant[k, actions]
            mixed = mixed << np.uint64(32) | total % p
        # the finaliser of SplitMix64 (Steele, Lea, Flood 2014): sums over actions do not line up
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
        return reduced(np.add, mixed, starts_of(np.diff(e.action_start)[states]), 0)

    label = np.zeros(n, dtype=np.int64)
    size = np.zeros(n + 1, dtype=np.int64)
    size[0], count = n, 1
    kept = np.zeros(n + 1, dtype=np.uint64)  # the signature of each class
    looked_at = np.arange(n)
    looks = 0
    while looks <= _MAX_LOOKS * n:
        looks += looked_at.size
        if not looked_at.size:
            return factorize(label)[0]
        seen, own = signatures(looked_at), label[looked_at]
        order = np.lexsort((seen, own))
        seen, own = seen[order], own[order]
        new = np.concatenate([[True], (np.diff(own) > 0) | (seen[1:] != seen[:-1])])
        start = np.flatnonzero(new)
        many, mine, its = np.diff(np.append(start, len(own))), own[start], seen[start]
        # a part keeps the number if others of the class, which nobody looks at, have its signature
        stays = its == kept[mine]
        one = np.flatnonzero(np.diff(mine, prepend=-1))  # the first part of each class
        parts = np.diff(np.append(one, len(mine)))
        whole = np.repeat(np.add.reduceat(many, one) == size[mine[one]], parts)
        largest = np.lexsort((-many, mine))[one]
        stays[whole] = False
        stays[largest[whole[largest]]] = True
        kept[mine[stays]] = its[stays]
        number = np.where(stays, mine, count - 1 + np.cumsum(~stays))
        count += int((~stays).sum())
        if _MIN_STATES_PER_CLASS * count > n:
            return None
        np.subtract.at(size, mine[~stays], many[~stays])
        size[number[~stays]], kept[number[~stays]] = many[~stays], its[~stays]
        moved = ~np.repeat(stays, many)
        states = looked_at[order[moved]]
        label[states] = np.repeat(number, many)[moved]
        leads = np.zeros(n, dtype=bool)  # to these states
        leads[source[slices(into, states)]] = True
        looked_at = np.flatnonzero(leads)
    return None


def quotient(equations: Equations, label: PerState) -> Equations:
    """The equations of the first state of every class, over the classes."""
    first = np.unique(label, return_index=True)[1]
    chosen = np.zeros(equations.states, dtype=bool)
    chosen[first] = True
    return equations.only(first, np.flatnonzero(chosen[equations.state_of]), label)
