"""Markov chains whose states have names: from a table of transition probabilities, or a model.

P(s, t) is the probability of a step from state s to state t. Which states lead to each other is
read from the graph of P; everything else solves one linear system over the rationals. `system` has
it as A X = B, and `certificate` proves that X is its only solution:

==============  ==================================================================================
``stationary``  X P = X, with the sum 1: a column for each recurrent class C, whose other sums are
                0. Row S + k sums over class k and the transient states, where X is 0
``absorption``  (I - Q) X = R: Q the steps between transient states, R those into each class
``times``       (I - Q) t = 1 and (I - Q) m = 2 t - 1: mean and second moment of the number of
                steps until a recurrent state; the variance is m - t^2
``hitting``     (I - P) h = P(goal) on the states that can reach the goal, unless all of these
                reach it almost surely; then t and m as above, on those that do
``fundamental`` (I - Q) N = I; in an irreducible chain (I - P + W) Z = I, all rows of W being pi
``after``       x_k = x_(k-1) P for k = 1 .. n, in one column, or in one for each start
==============  ==================================================================================

What the graph decides, a probability 0 or 1 or a time that is infinite, is no unknown of a system.
Why it is right: the distribution, Norris 1997, theorem 1.7.7, and its limit, theorem 1.8.5; h, t
and the return times 1 / pi, theorems 1.3.2, 1.3.5 and 1.7.7 (Kac); N, t, the second moment and Z,
Kemeny, Snell 1960, chapters 3 and 4; detailed balance, Norris 1997, section 1.9.

Sources: Kemeny, Snell, *Finite Markov Chains*, 1960; Grinstead, Snell, *Introduction to
Probability*, 1997, chapter 11; Norris, *Markov Chains*, 1997.
"""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

import numpy as np

from exactbox.decimals import fraction_string
from exactbox.linalg.determinant import inv
from exactbox.linalg.matrices.entries import Floats
from exactbox.linalg.results.exact import ExactMatrix, ExactVector
from exactbox.linear_certificate.certificate import LinearCertificate
from exactbox.mdp import chains
from exactbox.mdp.chains import CommunicatingClass, Numbers
from exactbox.mdp.exact.policy_chain import policy_chain, unit_vector
from exactbox.mdp.graph.qualitative import prob1_min, some_path
from exactbox.mdp.model.layout import Array, Policy, replace_parts
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.transition_table import read_transitions
from exactbox.plots.figures import also_saved, exactly
from exactbox.plots.transitions import MAX_STATES, transition_graph
from exactbox.showing import Facts, Shown, counted

System = tuple[ExactMatrix, ExactMatrix, ExactMatrix | None]  # A X = B
State = int | str  # its index from 0, or its name
QUESTIONS = ("stationary", "absorption", "times", "hitting", "fundamental", "after")
_MAX_FACTS = 6  # classes, and states of the distribution, of a summary


class NoLimitError(ValueError):
    """The distribution after n steps does not converge; the message says in which class."""


class MarkovChain(Shown):
    """A Markov chain, from its transition probabilities; every answer is exact.

    Parameters
    ----------
    p : matrix, shape (S, S), or Model
        Row s has the probabilities of a step from s, which add up to 1: nested lists, an array, a
        DataFrame, the name of a file, as `exactbox.linalg` takes them. Or a model in discrete time,
        which goes on for ever.
    names : sequence of str, optional
        The names of the states; else those of the table's header or first column; else "1", "2",
        ... of a table in a file, and "0", "1", ... of any other.
    policy, floats : optional
        As `exactbox.mdp.chains` and `exactbox.linalg` have them.

    Raises
    ------
    ValueError
        If a row does not add up to 1, a probability is negative, a name is there twice, or P is not
        square: says where, in a file by line and column.

    See Also
    --------
    exactbox.mdp.chains : the same as functions of models; moments and distributions of rewards.

    Examples
    --------
    The weather in the Land of Oz (Grinstead, Snell 1997, example 11.1):

    >>> oz = MarkovChain([["1/2", "1/4", "1/4"], ["1/2", 0, "1/2"], ["1/4", "1/4", "1/2"]],
    ...                  ["rain", "nice", "snow"])
    >>> oz
    MarkovChain(Markov chain of 3 states: irreducible, aperiodic)
    >>> oz.stationary()
    ExactVector([2/5, 1/5, 2/5])
    >>> oz.hitting_times("rain"), oz.return_times()[0]
    ([Fraction(0, 1), Fraction(8, 3), Fraction(10, 3)], Fraction(5, 2))
    >>> oz.certificate("stationary").claim.facts["solution"][0]
    'exactly 2/5 (rounded: 0.400000000000)'
    """

    def __init__(
        self,
        p: Any,
        names: Sequence[str] | None = None,
        *,
        policy: Policy | None = None,
        floats: Floats = None,
    ) -> None:
        self.labels: dict[str, Array] = {}  # sets of states, of a model
        if isinstance(p, Model):
            if p.rates is not None:
                raise ValueError(
                    "the model is in continuous time, need one in steps; `exactbox solve` and "
                    "exactbox.mdp.chains.stationary count time"
                )
            self.model = policy_chain(p, policy)[0]
            chains.refuse_ends(self.model)
            self.labels = dict(p.labels)
            given = p.valuations if p.valuations and all(p.valuations) else None
            given = given if given and len({*given}) == p.states else None
        else:
            self.model, given = read_transitions(p, floats)
        first = int(isinstance(p, str) or hasattr(p, "__fspath__"))  # rows of files count from 1
        kept = given if names is None else names
        numbers = range(first, first + self.model.states)
        self.names = tuple(map(str, numbers if kept is None else kept))
        if len({*self.names}) < len(self.names):
            twice = next(n for k, n in enumerate(self.names) if n in self.names[:k])
            raise ValueError(f"names: {twice!r} is there twice, need a name of its own for each")
        if len(self.names) != self.states:
            raise ValueError(f"names: got {len(self.names)}, need {self.states}")
        self.model = replace_parts(self.model, valuations=self.names)

    def __bool__(self) -> bool:
        return True

    @property
    def has_transient(self) -> bool:
        """Whether some state is left for ever."""
        return bool(self._transient)

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.model.states

    @cached_property
    def matrix(self) -> ExactMatrix:
        """P, with the names of states."""
        made = ExactMatrix((self._steps, (self.states, self.states)))
        return made.with_labels(self.names, self.names)

    @cached_property
    def classes(self) -> list[CommunicatingClass]:
        """The communicating classes, in the order of their smallest states, with their periods."""
        return chains.communicating_classes(self.model)

    @property
    def is_irreducible(self) -> bool:
        """Whether every state leads to every other."""
        return len(self.classes) == 1

    @property
    def is_aperiodic(self) -> bool:
        """Whether every recurrent class has the period 1."""
        return all(c.period == 1 for c in self.classes if c.recurrent)

    @property
    def is_reversible(self) -> bool:
        """Whether stationary chains look the same backwards: pi(s) P(s, t) = pi(t) P(t, s)."""
        return self.imbalance() is None

    def imbalance(self) -> tuple[int, int, Fraction, Fraction] | None:
        """The first two states s, t out of detailed balance, pi(s) P(s, t) and pi(t) P(t, s).

        None where there are none; pi is the distribution of the class of s.
        """
        share = self._shares
        for (s, t), p in self._steps.items():
            if s in share:
                back = share.get(t, Fraction(0)) * self._steps.get((t, s), 0)
                if share[s] * p != back:
                    return s, t, share[s] * p, back
        return None

    def stationary(self, start: State | None = None) -> ExactVector:
        """The stationary distribution; from a start the shares of time in the long run.

        Raises
        ------
        ValueError
            If there are several recurrent classes, and no start (`stationary_distributions`).
        """
        if start is None and self._components > 1:
            raise ValueError(
                f"{self._components} recurrent classes, each with a stationary distribution of its "
                "own: need a start"
            )
        state = 0 if start is None else self.state(start)
        return self._vector(chains.stationary(self.model, state))

    def stationary_distributions(self) -> ExactMatrix:
        """A row for each recurrent class: its stationary distribution, 0 on other states.

        All stationary distributions are mixtures of these.
        """
        entries = {(self._class_of[s], s): share for s, share in self._shares.items()}
        made = ExactMatrix((entries, (self._components, self.states)))
        return made.with_labels(self._class_names, self.names)

    def limiting(self, start: State | Sequence[Any] | None = None) -> ExactVector:
        """The limit of the distribution after n steps from a state, or from a distribution.

        Without a start it is that from all of them, which exists if there is one recurrent class
        and its period is 1. From a start it exists if a recurrent class of period d is entered with
        equal probabilities in its d phases (`exactbox.mdp.chains.cyclic_absorption`).

        Raises
        ------
        NoLimitError
            If the distribution does not converge; its average does, to that of `stationary`.
        ValueError
            If there is no start and there are several recurrent classes.

        Examples
        --------
        >>> fork = MarkovChain([[0, "1/2", "1/2"], [0, 0, 1], [0, 1, 0]])
        >>> fork.limiting(0)
        ExactVector([0, 1/2, 1/2])
        """
        average = "its average does, to the stationary distribution"
        if start is None:
            pi, c = self.stationary(), next(c for c in self.classes if c.recurrent)
            if c.period == 1:
                return pi
            raise NoLimitError(
                f"{self.class_name(c)} has period {c.period}: the distribution after n steps "
                f"need not converge, and does from some starts; {average}"
            )
        limit = [Fraction(0)] * self.states
        for c, cyclic in chains.cyclic_absorption(self.model, [*self._start(start)]):
            low, high = (choose(cyclic, key=cyclic.__getitem__) for choose in (min, max))
            if cyclic[low] != cyclic[high]:
                often, rarely = (
                    f"{self.class_name(c._replace(states=states))} with probability "
                    f"{fraction_string(cyclic[states])}"
                    for states in (high, low)
                )
                raise NoLimitError(
                    f"{self.class_name(c)} has period {c.period}, and after {c.period} k steps a "
                    f"run is in {often}, in {rarely}, as k grows: the distribution after n steps "
                    f"does not converge; {average}"
                )
            total = sum(cyclic.values())
            for s in c.states if total else ():
                limit[s] = total * self._shares[s]
        return self._vector(limit)

    def absorption(self) -> ExactMatrix:
        """The probability to end in each recurrent class, a row for each transient state."""
        transient = self._require_transient()
        probability = chains.absorption(self.model)[1]
        made = ExactMatrix([probability[s] for s in transient])
        return made.with_labels([self.names[s] for s in transient], self._class_names)

    def absorption_times(self) -> ExactVector:
        """The mean number of steps from each transient state until a recurrent one."""
        transient = self._require_transient()
        return self._on(transient, chains.moments(self.model, self._ones, self._recurrent, 1)[0])

    def absorption_variances(self) -> ExactVector:
        """The variance of the number of steps from each transient state until a recurrent one."""
        transient = self._require_transient()
        return self._on(transient, chains.variance(self.model, self._ones, self._recurrent))

    def fundamental(self) -> ExactMatrix:
        """The fundamental matrix: N = (I - Q)^-1, Q being the steps between transient states.

        N(s, t) is the mean number of visits to t from s. Of an irreducible chain, which has none,
        Z = (I - P + W)^-1 (Kemeny, Snell), all rows of W being the stationary distribution.
        """
        a, _, _ = self.system("fundamental", solved=False)
        kept = self._transient or range(self.states)
        names = [self.names[s] for s in kept]
        return inv(a).with_labels(names, names)

    def hitting_probabilities(self, goal: State | Iterable[State]) -> Numbers:
        """The probability to be in the goal at some time, from every state."""
        return chains.hitting_probabilities(self.model, self._set(goal))

    def hitting_times(self, goal: State | Iterable[State]) -> Numbers:
        """The mean number of steps to the goal, from every state; infinity where it is missed."""
        return Numbers(chains.moments(self.model, self._ones, self._set(goal), 1)[0])

    def hitting_variances(self, goal: State | Iterable[State]) -> Numbers:
        """The variance of the number of steps to the goal; infinity where it is missed."""
        return chains.variance(self.model, self._ones, self._set(goal))

    def return_times(self) -> Numbers:
        """The mean number of steps until the first return to every state, 1 / pi (Kac).

        Infinity for transient states.
        """
        share = self._shares
        return Numbers([1 / share[s] if s in share else math.inf for s in range(self.states)])

    @overload
    def after(self, steps: int, start: None = None) -> ExactMatrix: ...
    @overload
    def after(self, steps: int, start: State | Sequence[Any]) -> ExactVector: ...
    def after(
        self, steps: int, start: State | Sequence[Any] | None = None
    ) -> ExactMatrix | ExactVector:
        """The distribution after so many steps; without a start P^n, a row for each.

        Examples
        --------
        >>> flea = MarkovChain([[0, "2/3", "1/3"], ["1/3", 0, "2/3"], ["2/3", "1/3", 0]])
        >>> flea.after(2, 0), flea.after(1, ["1/2", "1/2", 0])
        (ExactVector([4/9, 1/9, 4/9]), ExactVector([1/6, 1/3, 1/2]))
        """
        if isinstance(steps, bool) or not isinstance(steps, int) or steps < 0:
            raise ValueError(f"steps: got {steps}, need an integer, 0 or more")
        if start is None:
            return (self.matrix**steps).with_labels(self.names, self.names)
        x = self._start(start)
        for _ in range(steps):
            x = x @ self.matrix
        return x

    def system(
        self,
        question: str = "stationary",
        *,
        goal: State | Iterable[State] | None = None,
        start: State | Sequence[Any] | None = None,
        steps: int | None = None,
        solved: bool = True,
        moments: int = 2,
    ) -> System:
        """The linear system A X = B of a question, one of `QUESTIONS`, and X if it is `solved`.

        The labels of A's columns say what the unknowns are. ``goal`` is that of ``hitting``,
        ``start`` and ``steps`` those of ``after``; of ``times`` and ``hitting`` the means alone are
        there with one of the moments.

        Examples
        --------
        >>> a, b, x = MarkovChain([["1/2", "1/2"], [1, 0]]).system("stationary")
        >>> print(a)
        pi[0]  pi[1]
         -1/2      1
          1/2     -1
            1      1
        >>> a @ x == b
        True
        """
        if question not in QUESTIONS:
            raise ValueError(f"question: got {question!r}, need one of {', '.join(QUESTIONS)}")
        if (question == "hitting") != (goal is not None):
            raise ValueError(f"{question}: {'need' if goal is None else 'it has no'} goal")
        if (question == "after") != (steps is not None):
            raise ValueError(f"{question}: {'need' if steps is None else 'it has no'} steps")
        n, p, one = self.states, self._steps, Fraction(1)
        a: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        b: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        x: list[list[Any]] | ExactMatrix | None = None
        unknowns: list[str] = []
        columns = 1

        def block(states: Sequence[int], name: str) -> int:
            """Add the unknowns of these states, with I - P between them; the first of them."""
            first, place = len(unknowns), {s: i for i, s in enumerate(states, len(unknowns))}
            a.update({(i, i): one for i in place.values()})
            for (s, t), v in p.items():
                if s in place and t in place:
                    a[place[s], place[t]] -= v
            unknowns.extend(f"{name}[{self.names[s]}]" for s in states)
            return first

        if question == "stationary":
            a |= {(t, s): v for (s, t), v in p.items()}  # sum_s x(s) P(s, t) - x(t) = 0
            columns = self._components
            for s in range(n):
                a[s, s] -= 1
                mine = self._class_of.get(s)
                a.update({(n + k, s): one for k in range(columns) if mine in (None, k)})
            b |= {(n + k, k): one for k in range(columns)}
            unknowns = [f"pi[{name}]" for name in self.names]
            x = self.stationary_distributions().T if solved else None
        elif question == "absorption":
            transient = self._require_transient()
            block(transient, "b")
            columns = self._components
            place = {s: i for i, s in enumerate(transient)}
            for (s, t), v in p.items():
                if s in place and t in self._class_of:
                    b[place[s], self._class_of[t]] += v
            x = self.absorption() if solved else None
        elif question in ("times", "hitting"):
            target = self._recurrent if goal is None else self._set(goal)
            if goal is None:
                self._require_transient()
            values: list[Any] = []
            sure = np.flatnonzero(prob1_min(self.model, target) & ~target).tolist()
            reaches = np.flatnonzero(some_path(self.model, target) & ~target).tolist()
            if reaches != sure:  # else h is 1, as t is finite
                block(reaches, "h")
                place = {s: i for i, s in enumerate(reaches)}
                for (s, t), v in p.items():
                    if s in place and target[t]:
                        b[place[s], 0] += v
                if solved:
                    hits = chains.hitting_probabilities(self.model, target)
                    values += [hits[s] for s in reaches]
            low = block(sure, "t")
            b |= {(low + i, 0): one for i in range(len(sure))}
            if moments > 1:
                high = block(sure, "m")
                a |= {(high + i, low + i): Fraction(-2) for i in range(len(sure))}
                b |= {(high + i, 0): -one for i in range(len(sure))}
            if solved:
                for each in chains.moments(self.model, self._ones, target, moments):
                    values += [each[s] for s in sure]
                x = [[v] for v in values]
        elif question == "fundamental":
            if self._transient:
                block(self._transient, "n")
            elif self.is_irreducible:
                block(range(n), "z")
                for t, v in self._shares.items():
                    for s in range(n):
                        a[s, t] += v
            else:
                raise ValueError(
                    f"{self._components} recurrent classes and no transient state: "
                    "there is no fundamental matrix"
                )
            columns = len(unknowns)
            b |= {(i, i): one for i in range(columns)}
            x = self.fundamental() if solved else None
        elif steps is not None:  # after
            if steps < 1:
                raise ValueError(f"steps: got {steps}, need 1 or more")
            first = ExactMatrix([list(self._start(start))]) if start is not None else None
            x0 = self.matrix**0 if first is None else first
            columns = len(x0)
            for k in range(steps):  # x_(k+1)(t) - sum_s x_k(s) P(s, t) = 0, x_0 at the right
                a |= {(k * n + t, k * n + t): one for t in range(n)}
                if k:
                    a |= {(k * n + t, (k - 1) * n + s): -v for (s, t), v in p.items()}
                unknowns += [f"x{k + 1}[{name}]" for name in self.names]
            right = (x0 @ self.matrix).tolist()
            b |= {(t, c): v for c, row in enumerate(right) for t, v in enumerate(row) if v}
            if solved:
                rows: list[list[Fraction]] = []
                for _ in range(steps):
                    x0 = x0 @ self.matrix
                    rows += x0.T.tolist()
                x = rows
        m = n + columns if question == "stationary" else len(unknowns)
        if not m:
            raise ValueError(f"{question}: all of it is 0 or 1 by the graph, there is no system")
        shape = m, len(unknowns)
        made = ExactMatrix((a, shape)).with_labels(None, unknowns)
        found = None if x is None else ExactMatrix(x)
        return made, ExactMatrix((b, (m, columns))), found

    def certificate(
        self,
        question: str = "stationary",
        *,
        goal: State | Iterable[State] | None = None,
        start: State | Sequence[Any] | None = None,
        steps: int | None = None,
        max_work: int | None = None,
    ) -> LinearCertificate:
        """The proof of a question's numbers, that its `system` has no other solution.

        What the graph decides (0, 1, infinite) and detailed balance are not in it.

        ``exactbox check proof.json --against P.csv`` makes the system again from the table. The
        arguments are those of `system`, and of `LinearCertificate.unique`.
        """
        a, b, x = self.system(question, goal=goal, start=start, steps=steps)
        return LinearCertificate.unique(a, b, x, max_work=max_work)

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """A picture of at most 20 states: arrows, and the shares of time as shades.

        A figure of matplotlib (``pip install 'exactbox[plot]'``), which a notebook shows; it is
        also written to the path, by its end as PNG or SVG.
        """
        if self.states > MAX_STATES:
            raise ValueError(f"{self.states} states: a picture has at most {MAX_STATES}")
        transient = "; dotted: transient" if self.has_transient else ""
        shades = f"the darker, the more of the time in the long run{transient}"
        below = [self._brief(), shades]
        if self._components == 1 and self.states <= _MAX_FACTS:
            below += [f"pi[{n}] is {exactly(v)}" for n, v in zip(self.names, self.stationary())]
        share = {s: float(v) for s, v in self._shares.items()}
        figure = transition_graph(self._title(), self.names, self._steps, share, below)
        return also_saved(figure, path)

    def state(self, state: State) -> int:
        """The index of a state, from its name, a string, or its index from 0, an int.

        An int that is the name of a state at another index is refused.
        """
        if isinstance(state, str):
            if state not in self._index:
                shown = ", ".join(self.names[:10]) + ", ..." * (self.states > 10)
                raise ValueError(f"no state {state!r}, need one of {shown}")
            return self._index[state]
        if self._index.get(str(state), state) != state:
            raise ValueError(
                f"state {state}: {str(state)!r} is the name of the state with index "
                f"{self._index[str(state)]}, need a string for a name, or an index that is no name"
            )
        return int(np.flatnonzero(unit_vector(self.model, state))[0])

    def class_name(self, c: CommunicatingClass) -> str:
        """The name of its state, or of all of them in braces, of many those at the ends."""
        if len(c.states) == 1:
            return self.names[c.states[0]]
        shown = [self.names[s] for s in c.states]
        shown = [*shown[:4], "...", shown[-1]] if len(shown) > _MAX_FACTS else shown
        return f"{{{', '.join(shown)}}}"

    def title(self) -> str:
        """The number of states, and the kind of chain, in a line."""
        return f"{self._title()}, {self._brief()}"

    def _title(self) -> str:
        return f"Markov chain of {counted(self.states, 'state')}"

    def _brief(self) -> str:
        if self.is_irreducible:
            period = self.classes[0].period
            return f"irreducible, {'aperiodic' if period == 1 else f'period {period}'}"
        classes = f"{self._components} recurrent class{'es' * (self._components > 1)}"
        return f"{classes}, {counted(len(self._transient), 'transient state')}"

    def _facts(self) -> Facts:
        facts = [("class", self.class_words(c)) for c in self.classes[:_MAX_FACTS]]
        if (more := len(self.classes) - _MAX_FACTS) > 0:
            facts.append(("", f"and {more} more classes"))
        if self._components == 1 and self.states <= _MAX_FACTS:
            share = zip(self.names, self.stationary())
            facts.append(("pi", ", ".join(f"{n} {fraction_string(v)}" for n, v in share)))
        return facts

    def class_words(self, c: CommunicatingClass) -> str:
        """A class in words: its states, whether a run stays there, its period."""
        if c.recurrent and len(c.states) == 1:
            return f"{self.class_name(c)}: absorbing"
        period = "aperiodic" if c.period == 1 else f"period {c.period}" if c.period else "no return"
        return f"{self.class_name(c)}: {'recurrent' if c.recurrent else 'transient'}, {period}"

    @cached_property
    def _steps(self) -> dict[tuple[int, int], Fraction]:
        """The positive entries of P."""
        m = self.model
        den = m.denominator.tolist()
        triples = zip(m.choice_of.tolist(), m.target.tolist(), m.weight.tolist(), strict=True)
        return {(s, t): Fraction(w, den[s]) for s, t, w in triples}

    @cached_property
    def _index(self) -> dict[str, int]:
        """The index of each name."""
        return {name: s for s, name in enumerate(self.names)}

    @cached_property
    def _class_of(self) -> dict[int, int]:
        """The number of the recurrent class of each recurrent state."""
        recurrent = [c.states for c in self.classes if c.recurrent]
        return {s: k for k, states in enumerate(recurrent) for s in states}

    @property
    def _components(self) -> int:
        return len({*self._class_of.values()})

    @property
    def _class_names(self) -> list[str]:
        return [self.class_name(c) for c in self.classes if c.recurrent]

    @property
    def _recurrent(self) -> Array:
        """(S,) bool: the recurrent states."""
        return np.isin(np.arange(self.states), [*self._class_of])

    @property
    def _ones(self) -> list[int]:
        return [1] * self.model.choices

    @cached_property
    def _shares(self) -> dict[int, Fraction]:
        """The stationary probability of each recurrent state, within its class."""
        return chains.stationary_by_class(self.model)

    @cached_property
    def _transient(self) -> list[int]:
        return [s for s in range(self.states) if s not in self._class_of]

    def _require_transient(self) -> list[int]:
        """The transient states, of which there has to be one."""
        if not self._transient:
            raise ValueError("no state is transient: there is no absorption, need a class to leave")
        return self._transient

    def _vector(self, values: Sequence[Fraction]) -> ExactVector:
        return ExactVector.of_fractions(values).with_labels(self.names)

    def _on(self, states: Sequence[int], values: Sequence[Fraction]) -> ExactVector:
        """A vector of these states alone."""
        kept = ExactVector.of_fractions([values[s] for s in states])
        return kept.with_labels([self.names[s] for s in states])

    def _set(self, goal: State | Iterable[State]) -> Array:
        """(S,) bool: a state, or several; a label of the model stands for its states."""
        if isinstance(goal, np.ndarray) and goal.dtype == np.bool_:
            return goal
        states = [goal] if isinstance(goal, (int, str, np.integer)) else [*goal]
        if not states:
            raise ValueError("goal: got no state, need one or more")
        chosen = np.zeros(self.states, dtype=bool)
        for s in states:
            if isinstance(s, str) and s not in self.names and s in self.labels:
                chosen |= self.labels[s]
            else:
                chosen[self.state(s)] = True
        return chosen

    def _start(self, start: State | Sequence[Any]) -> ExactVector:
        """A distribution: of a state, or as it is given."""
        if isinstance(start, (int, str, np.integer)):
            at = self.state(start)
            return self._vector([Fraction(int(s == at)) for s in range(self.states)])
        x = start if isinstance(start, ExactVector) else ExactVector(start)
        values = [*x]
        if len(values) != self.states or min(values) < 0 or sum(values) != 1:
            need = f"need {self.states} probabilities that add up to 1"
            raise ValueError(f"start: got {len(values)} that add up to {sum(values)}, {need}")
        return self._vector(values)
