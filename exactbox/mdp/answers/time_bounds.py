"""Time bounds: proved bounds of a chain's values up to a time; `uniformisation` computes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from typing import Any, NamedTuple

import numpy as np

from exactbox.certificate import TO_PROVE, encode_integer
from exactbox.decimals import bracket, common_decimal
from exactbox.mdp.answers.answer import ModelAnswer
from exactbox.mdp.answers.answer_facts import start_facts, state_columns
from exactbox.mdp.answers.process_writing import question_of
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.state_sets import checked_index, start_of
from exactbox.showing import Columns, Facts, frame

_MORE_DIGITS = 3  # where the width is not reached


@dataclass(frozen=True, eq=False, repr=False)
class TimeBounds(ModelAnswer):
    """Proved bounds of a probability, or of rewards, of a Markov chain up to a time.

    Attributes
    ----------
    width : Fraction
        The greatest difference of the bounds of a state.
    base : Values, optional
        The probabilities to reach the goal, where there is no latest time.
    witness : dict
        Their proof.
    """

    width: Fraction
    base: Values | None = None
    witness: Mapping[str, Any] = field(default_factory=dict)

    short_numbers = True  # the checker's are Python's (`exactbox.certificate`)
    policy_words = "one choice a state"

    @property
    def policy(self) -> PerState:
        """(S,) zeros: a chain has one choice a state."""
        return np.zeros(self.model.states, dtype=np.int64)

    def interval(self, state: int | None = None) -> tuple[Fraction, Fraction]:
        """Bounds of the value of a state, the initial one by default."""
        state = self.model.initial_state if state is None else state
        state = checked_index("state", state, self.model.states)
        if state in self._ends.intervals:
            return self._ends.intervals[state]
        return self._all.intervals[state]

    @property
    def steps(self) -> int:
        """The steps of uniformisation that a check takes."""
        return sum(last for _, last in self._ends.windows)

    def decimal(self, state: int | None = None) -> str:
        """Both bounds of a state, rounded outwards, to as many digits as tell them apart."""
        return bracket(*self.interval(state))

    def to_frame(self) -> Any:
        """A data frame of pandas, a row a state: bounds."""
        bounds = [self.interval(s) for s in range(self.model.states)]
        ends: Columns = {"lower": [low for low, _ in bounds], "upper": [high for _, high in bounds]}
        return frame(state_columns(self.model, self.policy, ends))

    def question(self, start: Iterable[int] | None = None) -> dict[str, Any]:
        """The question in the normal form of certificates, from the initial states or `start`."""
        whence = None if start is None else start_of(self.model, start)
        return question_of(self.model, replace(self.asked, start=whence))

    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these states, and the witness."""
        states = self.model.initial if start is None else start
        ends = self._ends if {*states.tolist()} <= self._ends.intervals.keys() else self._all
        windows = [[encode_integer(k) for k in window] for window in ends.windows]
        proof = {"digits": ends.digits, "windows": windows}
        return "transient", self.question(states), {**proof, **self.witness}

    def is_proved_by(self, claim: Any) -> bool:
        """Return whether the claim that the checker verified is these bounds."""
        return (claim.value, claim.upper) == self.interval(claim.facts["start"][0])

    def _brief(self) -> str:
        start = self.model.initial
        return self.decimal() if len(start) == 1 else f"bounds of {len(start):,} initial states"

    def _facts(self) -> Facts:
        facts: Facts = [("within", ".interval(s) has those of s")]
        if len(self.model.initial) == 1:
            facts = [("within", self._brief()), ("decimal", common_decimal(*self.interval()))]
        facts += [("note", self.note)] if self.note else []
        return [*facts, *start_facts(self.model), ("proof", TO_PROVE)]

    @cached_property
    def _ends(self) -> _Ends:
        return self._enclose(self.model.initial)

    @cached_property
    def _all(self) -> _Ends:
        return self._enclose(np.arange(self.model.states))

    def _enclose(self, wanted: PerState) -> _Ends:
        """Bounds of these states, with as many digits as the width takes.

        An until has up to two stages: from `at_least` to `at_most`, where the goal and what is
        outside of `stay` are fixed, and before that, where what is outside is fixed, at 0.
        """
        from exactbox.mdp.bounds import uniformisation  # no other answer needs it

        model, asked, states = self.model, self.asked, np.arange(self.model.states)
        least, most = asked.at_least or Fraction(0), asked.at_most
        zeros, shift = [Fraction(0)] * model.states, Fraction(0)
        gains, fixed = zeros, np.zeros(model.states, dtype=bool)
        if asked.goal is not None:
            outside = fixed if asked.within is None else ~asked.within
            values = [Fraction(int(is_goal)) for is_goal in asked.goal.states]
            if self.base is not None:
                values = [self.base[s] for s in range(model.states)]
            stages = [] if most is None else [(most - least, asked.goal.states | outside)]
            stages += [(least, outside)] if least else []
        else:
            time = Fraction(0) if most is None else most
            is_instant = asked.at_least is not None
            values = self._accruing(impulses=not is_instant)
            shift = min(values)
            values = [v - shift for v in values]
            if not is_instant:
                values, gains, shift = zeros, values, shift * time
            stages = [(time, fixed)]
        jumps = [uniformisation.jumps_of(model, each) for _, each in stages]
        means = [j.q * time for j, (time, _) in zip(jumps, stages)]
        largest = max(values) + max(gains) * sum(time for time, _ in stages)
        digits = uniformisation.digits_for(self.width, means, float(largest))
        while True:
            unit = 10**digits
            low = [floor(v * unit) for v in values]
            error = int(any(n != v * unit for n, v in zip(low, values)))
            windows = [uniformisation.window_of(mean, digits) for mean in means]
            for k, (time, fixed) in enumerate(stages):
                is_last = k == len(stages) - 1
                if is_last and least and asked.goal is not None:
                    low = np.where(outside, 0, np.array(low, dtype=object)).tolist()
                where = (wanted if is_last else states).tolist()
                ends = uniformisation.enclose_stage(
                    jumps[k], time, windows[k], low, error, gains, where, unit
                )
                if asked.goal is not None:  # fixed states keep their value
                    ends = [
                        (low[s], low[s] + error) if fixed[s] else (n, min(m, unit))
                        for s, (n, m) in zip(where, ends, strict=True)
                    ]
                low, error = [n for n, _ in ends], max(m - n for n, m in ends)
            down, up = floor(shift * unit), ceil(shift * unit)
            bounds = [(Fraction(down + n, unit), Fraction(up + m, unit)) for n, m in ends]
            if max(high - low for low, high in bounds) <= self.width:
                return _Ends(digits, windows, dict(zip(wanted.tolist(), bounds, strict=True)))
            digits += _MORE_DIGITS

    def _accruing(self, *, impulses: bool) -> list[Fraction]:
        """r(s): what accrues in a unit of time, with impulses so often as the clock rings."""
        i, e, every = self.asked.reward, self.model.rates, range(self.model.states)
        rates = i.rate
        accrues = [Fraction(0) if rates is None else rates[s] for s in every]
        if not impulses or e is None:
            return accrues
        return [accrues[s] + e[s] * i[s] for s in every]


class _Ends(NamedTuple):
    """Digits and windows of a witness, and the bounds of states that it proves."""

    digits: int
    windows: list[tuple[int, int]]
    intervals: dict[int, tuple[Fraction, Fraction]]
