"""Enclosures: proved bounds of values and a policy; `bounds` computes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.certificate import TO_PROVE
from exactbox.decimals import bracket
from exactbox.late import former_name
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.answers.answer import ModelAnswer
from exactbox.mdp.answers.answer_facts import start_facts, state_columns
from exactbox.mdp.answers.process_writing import kind_of, process_witness, question_of
from exactbox.mdp.bounds.bounds import Bounds
from exactbox.mdp.bounds.shifted import bellman_excess
from exactbox.mdp.exact.values import Values
from exactbox.mdp.graph.qualitative import reachable
from exactbox.mdp.model.equations import Equations
from exactbox.mdp.model.layout import Array, PerAction, PerChoice, PerState
from exactbox.mdp.model.question import maximising_states
from exactbox.mdp.model.state_sets import checked_index, start_of
from exactbox.showing import Columns, Facts, frame


@dataclass(frozen=True, eq=False, repr=False)
class Enclosure(ModelAnswer):
    """Proved bounds: lower / 2^bits <= v <= upper / 2^bits in every state that is not infinite.

    Attributes
    ----------
    policy : (S,) int64
        The action within each state; what it attains lies within the bounds.
    decided : (S,) float64
        The values that the graph decides: 0, 1 and infinite; nan elsewhere.
    equations : Equations
        Those of the other states.
    """

    policy: PerState
    decided: PerState
    equations: Equations
    bounds: Bounds
    witness: Mapping[str, Any] = field(default_factory=dict)  # ranks, levels, ...

    known = former_name("known", "decided")

    @property
    def choices(self) -> tuple[PerChoice, PerChoice] | None:
        """Bounds of all choices, if a state's bounds are those of the choice picked; else None."""
        return self.bounds.choices

    @property
    def bits(self) -> int:
        """Bounds are integers in units of 2^-bits."""
        return self.bounds.bits

    @property
    def lower(self) -> PerState:
        """(S,) int64; 0 where the value is infinite."""
        return self.bounds.lower

    @property
    def upper(self) -> PerState:
        """(S,) int64; 0 where the value is infinite."""
        return self.bounds.upper

    @property
    def infinite(self) -> PerState:
        """(S,) bool."""
        return np.isinf(self.decided)

    @property
    def policy_words(self) -> str:
        """The policy's decision."""
        return "a choice a state"

    def interval(self, state: int | None = None) -> tuple[Fraction | float, Fraction | float]:
        """Bounds of the value of a state, the initial one by default.

        Twice ``math.inf`` where it is infinite.
        """
        state = self._state(state)
        if self.infinite[state]:
            return inf, inf
        unit = Fraction(1, 2**self.bits)
        return int(self.lower[state]) * unit, int(self.upper[state]) * unit

    def exact(self, state: int) -> Fraction | float:
        """The exact value of one state; ``math.inf`` where it is infinite.

        In every state that can be reached from it the bounds have to prove the policy's action
        better than all others; then only the policy's equations are solved, for this state. An
        ArithmeticError says that two actions are too close for the bounds, or equally good.
        """
        from scipy.sparse import coo_array

        from exactbox.linalg.solver import solve

        low, high = self.interval(state)
        if low == high:
            return low
        e, states = self.equations, np.flatnonzero(np.isnan(self.decided))
        start = int(np.searchsorted(states, state))
        reached = reachable(e, np.arange(e.states) == start)
        close = self._close() & reached[e.state_of]
        if close.any():
            s = int(states[e.state_of[np.argmax(close)]])
            raise ArithmeticError(f"state {s}: bounds do not tell the best choice from another")
        place = np.where(reached, np.cumsum(reached) - 1, -1)
        chain = e.only(np.flatnonzero(reached), self.bounds.chosen[reached], place)
        matrix, cost, at = chain.system(np.arange(chain.states))
        a = coo_array((matrix.data, (matrix.row_of, matrix.indices)), shape=matrix.shape)
        value: Fraction = solve(a, cost.tolist(), want=[int(at[place[start]])])[0]
        return value

    def question(self, start: Iterable[int] | None = None) -> dict[str, Any]:
        """The question in the normal form of certificates, from the initial states or from `start`.

        States do not share choices there, unless there are bounds of the choices.
        """
        whence = None if start is None else start_of(self.model, start)
        model, question = self.model, replace(self.asked, start=whence)
        if self.choices is None:
            model, choices = model.unshared()
            if question.rewards is not None:
                question = replace(question, rewards=question.rewards.of_choices(choices))
        return question_of(model, question)

    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these states, and the witness."""
        model, witness, question = self.model, dict(self.witness), self.question(start)
        ends, at = self.choices, model.choice_at(self.policy + model.action_start[:-1])
        if ends is None:
            model, choices = model.unshared()
            ends, at = (self.lower, self.upper), np.arange(model.states)
            if "ranks" in witness:
                witness["ranks"] = witness["ranks"][choices]
        vectors = {n: self._dyadic(v, at) for n, v in zip(("lower", "upper"), ends, strict=True)}
        active = np.isnan(self.asked.boundary_values(self.model)) & ~self.infinite
        proof = process_witness(model, question, self.policy, vectors, witness, active)
        return kind_of(question), question, proof

    def to_float(self) -> Array:
        """(S, 2) float64: bounds of every state, rounded outwards; infinite where the value is."""
        both = np.stack([_floats(self.lower, -inf), _floats(self.upper, inf)], axis=1)
        ends: Array = np.ldexp(both, -self.bits)
        ends[self.infinite] = inf
        return ends

    def to_frame(self) -> Any:
        """A data frame of pandas, a row a state: exact bounds, and the action."""
        bounds = [self.interval(s) for s in range(self.model.states)]
        ends: Columns = {"lower": [low for low, _ in bounds], "upper": [high for _, high in bounds]}
        return frame(state_columns(self.model, self.policy, ends))

    def _brief(self) -> str:
        start = self.model.initial
        return self.decimal() if len(start) == 1 else f"bounds of {len(start):,} initial states"

    def _facts(self) -> Facts:
        within = self._brief() if len(self.model.initial) == 1 else ".interval(s) has those of s"
        policy = f"{self.policy_words}; what it attains is within"
        note = [("note", self.note)] if self.note else []
        facts = [("within", within), *note, *start_facts(self.model), ("policy", policy)]
        return [*facts, ("proof", TO_PROVE)]

    def is_proved_by(self, claim: Any) -> bool:
        """Return whether the claim that the checker verified is these bounds."""
        return (claim.value, claim.upper) == self.interval()

    def _state(self, state: int | None) -> int:
        """This state, or the initial one."""
        if state is None:
            return self.model.initial_state
        return checked_index("state", state, len(self.lower))

    def _dyadic(self, numerators: Array, at: PerState) -> Values:
        """numerators / 2^bits as exact values, of which each state has one."""
        entries = [(fmpz(n),) for n in numerators.tolist()]
        x = ExactVector.of_blocks([fmpz(1) << self.bits], [0] * len(entries), entries, 1)
        return Values(x, at, self.infinite)

    def _close(self) -> PerAction:
        """(A,) bool: the actions that the bounds do not prove worse than the policy's."""
        low, high = (v[np.isnan(self.decided)] for v in (self.lower, self.upper))
        up = maximising_states(self.model, self.sense)[np.isnan(self.decided)][
            self.equations.state_of
        ]
        above = bellman_excess(self.equations, high, self.bits, low) >= 0
        below = bellman_excess(self.equations, low, self.bits, high) <= 0
        close: PerAction = np.where(up, above, below)
        close[self.bounds.chosen] = False
        return close

    @property
    def width(self) -> Fraction:
        """The largest difference of the bounds of a state."""
        return Fraction(int((self.upper - self.lower).max()), 2**self.bits)

    def decimal(self, state: int | None = None) -> str:
        """Both bounds of a state, rounded outwards, to as many digits as tell them apart."""
        state = self._state(state)
        if self.infinite[state]:
            return "infinity"
        low, high = (Fraction(int(v[state]), 2**self.bits) for v in (self.lower, self.upper))
        return bracket(low, high, self.bits)


def _floats(numbers: PerState, away: float) -> Array:
    """The nearest floats of integers below 2^62, or the next ones in this direction."""
    floats: Array = numbers.astype(np.float64)
    back = floats.astype(np.int64)
    wrong = back > numbers if away < 0 else back < numbers
    floats[wrong] = np.nextafter(floats[wrong], away)
    return floats
