"""The value of a given policy, exactly, and what it loses against the best.

    v_pi(s) = r(pi(s)) + sum_t p(pi(s), t) v_pi(t),      regret(s) = |v*(s) - v_pi(s)|

A policy pi leaves each state that it decides one action, so v_pi is the optimal value of a smaller
model (`restriction`), and the question that was asked of the model is asked of it again, by the
same function. What the graph decides comes out as it has to (a policy that never gets to the goal
has infinite costs), and the answer's certificate proves the value *in the process that the policy
makes*, which its question holds. States that pi leaves open keep their actions, and the best is
taken there, given the rest. In a game pi is the first player's, and the second player's best
response is taken.

The optimum is over all policies, v_pi over some of them; so v* >= v_pi (min: v* <= v_pi):
the regret is 0 or more; it is 0 where both are infinite.

With a finite horizon pi may change with the steps: v_k is one step by the rule for k steps left
before v_(k - 1), in integers over a common denominator, as in `objectives.within_steps`. No
certificate holds such a policy. With a bound on rewards pi may not depend on what has been spent.

Source: Puterman, *Markov Decision Processes*, 1994, sections 4.2 and 6.1 (policy evaluation).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isnan
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq, fmpz

from exactbox.certificate import TO_PROVE
from exactbox.late import former_name
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.answer_facts import brief, exact_facts, start_facts, state_columns
from exactbox.mdp.answers.enclosure import Enclosure
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.exact.values import Values, extend_values, finite
from exactbox.mdp.graph.restriction import keep_actions, restrict_rewards
from exactbox.mdp.model.layout import PerAction, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import rewards_of
from exactbox.mdp.objectives.objective import exact
from exactbox.mdp.objectives.within_reward import within_reward
from exactbox.mdp.objectives.within_steps import within_steps
from exactbox.objectives import OBJECTIVES
from exactbox.parallel import in_context
from exactbox.progress import Progress, report
from exactbox.showing import Columns, Facts, Shown, frame, show

if TYPE_CHECKING:
    from concurrent.futures import Executor

OPEN = -1  # in place of an action: every action of the state stays

Row = tuple[int, PerState]  # for so many steps, the action of each state


@dataclass(frozen=True, eq=False, repr=False)
class PolicyValue(Shown):
    """The exact values of a policy beside the optimal ones.

    Attributes
    ----------
    best : Answer
        The optimal values that the policy is compared with.
    values : Values
        The policy's, per state: a Fraction or ``math.inf``.
    answer : Answer or None
        The same question about the process that the policy makes; its certificate proves `values`
        there. None where the policy changes with the steps.
    rows : pairs of a number of steps and (S,) actions within the state, or `OPEN`
        The policy.
    """

    best: Answer
    values: Values
    answer: Answer | None
    rows: Sequence[Row]

    @property
    def value(self) -> Fraction | float:
        """The policy's value at the initial state."""
        value: Fraction | float = self.values[self.best.model.initial_state]
        return value

    @property
    def note(self) -> str:
        """The note of the optimal answer; see `Answer.note`."""
        return self.best.note

    loss = former_name("loss", "regret")
    mistake = former_name("mistake", "advantage")

    def regret(self, state: int | None = None) -> Fraction | float:
        """The policy's regret in a state, the initial one by default; ``math.inf`` if so much."""
        s = self.best.model.initial_state if state is None else state
        if self.values.infinite[s] != self.best.values.infinite[s]:  # |v* - v_pi| = infinity
            return inf
        if self.values.infinite[s]:
            return Fraction(0)
        lost = self._lost(s)  # v* - v_pi, both finite
        return Fraction(int(lost.p), int(lost.q))

    def decimal(self, digits: int, state: int | None = None) -> str:
        """The policy's value in a state, the initial one by default, rounded half to even."""
        return self.values.decimal(
            self.best.model.initial_state if state is None else state, digits
        )

    def to_float(self) -> PerState:
        """(S,) float64: the floats nearest to the policy's values, infinite where these are."""
        return self.values.to_float()

    def to_frame(self) -> Any:
        """A data frame of pandas, a row a state: the policy's exact value, the best, the action.

        Where the policy changes with the steps, the action is that of the first.
        """
        exact_and_float: Columns = {"exact": list(self.values), "float": self.to_float()}
        columns: Columns = {**exact_and_float, "best": list(self.best.values)}
        return frame(state_columns(self.best.model, self.rows[0][1], columns))

    def _title(self) -> str:
        return f"{self.best._title()}, by a given policy"

    def _brief(self) -> str:
        start = self.best.model.initial
        return brief(self.value) if len(start) == 1 else f"values of {len(start):,} initial states"

    def _facts(self) -> Facts:
        facts = [("exactly", ".values has those of all states")]
        if len(self.best.model.initial) == 1:
            loses = f"{brief(self.regret())} of {self.best._brief()}, the best"
            facts = [*exact_facts(self.value), ("loses", loses)]
        facts += [("note", self.note)] if self.note else []
        proof = "none: the policy changes with the steps"
        if self.answer is not None:
            proof = f".answer{TO_PROVE}"
        return [*facts, *start_facts(self.best.model), ("proof", proof)]

    def advantage(self, state: int) -> Fraction | float:
        """The advantage of the best action over the policy's, |v*(s) - q*(s, pi(s))|.

        A policy with no advantage over it in any state may still have a regret: it may never reach
        the goal. A mean payoff and a finite horizon are refused, as by `Answer.q_value`.
        """
        best, action = self.best, int(self.rows[0][1][state])
        value = best.values[state]  # v*(s)
        if action == OPEN or not isnan(best.asked.boundary_values(best.model)[state]):
            return Fraction(0)
        actions = best.model.action_start[state] + np.array([action])
        q_value = best.q_value(int(best.model.choice_at(actions)[0]))  # q*(s, pi(s))
        if isinstance(value, Fraction) and isinstance(q_value, Fraction):
            return abs(value - q_value)
        return Fraction(0) if value == q_value else inf

    def worse(self) -> list[int]:
        """The states where something is lost, the most first, of equals the lowest first."""
        mine, best = self.values.infinite, self.best.values.infinite
        infinite = np.flatnonzero(mine != best).tolist()  # regret = infinity
        lost = {s: self._lost(s) for s in np.flatnonzero(~mine & ~best).tolist()}
        return infinite + sorted((s for s in lost if lost[s]), key=lambda s: -lost[s])

    def _lost(self, s: int) -> fmpq:
        return abs(fmpq(*self.best.values.parts(s)) - fmpq(*self.values.parts(s)))


@in_context
def policy_value(
    best: Answer,
    policy: PerState | Sequence[Row],
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> PolicyValue:
    """The value of a policy, and its regret, in the question that an answer answers.

    Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    best : Answer
        Of any objective in `exactbox.objectives.OBJECTIVES`, of a finite horizon, or with a bound
        on rewards of the model.
    policy : (S,) integers, or pairs of a number of steps and such a row
        The action within each state, counted from 0, or `OPEN`. Rows are in the order in which they
        are played, and their steps add up to those of the question. In a game the second player's
        states are left open.

    Raises
    ------
    ValueError
        If the policy names an action that a state does not have; if it changes with the steps and
        the question has none, or others; for other objectives; and as the objective, for the
        process that the policy makes.

    Examples
    --------
    A coin shows heads with probability 1/2, but one can also wait, which takes a step:

    >>> from exactbox.mdp import cost
    >>> model = Model.from_lists([[[("1/2", 0), ("1/2", 1)], [(1, 2)]], [[(1, 1)]], [[(1, 0)]]],
    ...     labels={"heads": [1]}, rewards={"steps": [[1, 1], [0], [1]]})
    >>> compared = policy_value(cost(model, "steps", "heads", "min"), [1, 0, 0])
    >>> compared.best.value, compared.value, compared.regret(), compared.worse()
    (Fraction(2, 1), inf, inf, [0, 2])
    """
    rows = _rows(best, policy)
    if all((row == rows[0][1]).all() for _, row in rows):
        answer = _answer_again(best, rows[0][1])
        return PolicyValue(best, answer.values, answer, rows)
    return PolicyValue(best, _backward_induction(best, rows), None, rows)


def policy_rows(answer: Answer | Enclosure | TimeBounds) -> list[Row]:
    """The policy of an answer, or of bounds, as rows: one, or runs of equal ones for so many steps.

    Examples
    --------
    >>> from exactbox.mdp import within_steps
    >>> model = Model.from_lists([[[(1, 0)], [("1/2", 0), ("1/2", 1)]], [[(1, 1)]]],
    ...                          labels={"won": [1]})
    >>> [(k, row.tolist()) for k, row in policy_rows(within_steps(model, 9, "max", goal="won"))]
    [(9, [1, 0])]
    """
    given: Any = answer.policy
    if given.ndim == 1:
        return [(1, given)]
    return list(given.runs())


def _rows(best: Answer, policy: Any) -> list[Row]:
    """The policy as rows, checked; the second player's states are open."""
    if not isinstance(best, Answer):
        raise TypeError(f"the best: found {show(best)}, need an Answer")
    model, steps = best.model, best.asked.steps
    if best.objective not in (*OBJECTIVES, "within_reward", "within_steps"):
        raise ValueError(f"policies of {best.objective} are not evaluated")
    if steps == 0:  # nothing is played
        return [(0, np.full(model.states, OPEN))]
    if not hasattr(policy, "__len__"):
        raise TypeError(f"the policy: found {show(policy)}, need an action for each state")
    if len(policy) and isinstance(policy[0], tuple):
        rows = [(int(k), np.asarray(row)) for k, row in policy]
        played = sum(k for k, _ in rows)
        if steps is None:
            raise ValueError("the policy changes with the steps: the question has no --steps")
        if played != steps or any(k < 0 for k, _ in rows):
            raise ValueError(f"the policy is for {played} steps, the question for {steps}")
    else:
        rows = [(1 if steps is None else steps, np.asarray(policy))]
    sizes, checked = np.diff(model.action_start), []
    for k, row in rows:
        if row.dtype.kind not in "iu":
            raise TypeError(f"the policy: found {show(policy)}, need an integer for each state")
        if row.shape != (model.states,):
            raise ValueError(f"a policy of {len(row)} states, the model has {model.states}")
        wrong = (row < OPEN) | (row >= sizes)
        if wrong.any():
            s = int(np.argmax(wrong))
            raise ValueError(f"state {s}: found action {row[s]}, need one of 0 to {sizes[s] - 1}")
        checked.append((k, row if model.players is None else np.where(model.players, OPEN, row)))
    return checked


def _kept(model: Model, row: PerState) -> PerAction:
    """(A,) bool: the actions that a row leaves."""
    kept: PerAction = (row == OPEN)[model.state_of]  # of open states all actions
    chosen = np.flatnonzero(row != OPEN)
    kept[model.action_start[chosen] + row[chosen]] = True  # pi(s)
    return kept


def _answer_again(best: Answer, row: PerState) -> Answer:
    """Return the exact answer to the question about the process that the policy makes."""
    model, choices = keep_actions(best.model, _kept(best.model, row))
    question = best.asked
    rewards: Any = None
    if question.rewards is not None:
        rewards = rewards_of(model, restrict_rewards(question.rewards, best.model, choices))
    sets: dict[str, Any] = {"goal": question.goal, "stay": question.stay, "rewards": rewards}
    if question.steps is not None:
        return within_steps(
            model, question.steps, question.sense, discount=question.discount, **sets
        )
    if question.further:
        raise ValueError("under several bounds no policy is evaluated: need one bound")
    if question.cost is not None:  # which has to be that of rewards with a name
        name, _ = question.cost
        if name not in model.rewards:
            raise ValueError(f"a bound on {name}, which is not the name of rewards: not evaluated")
        sets = {**sets, "at_most": question.at_most, "at_least": question.at_least}
        return within_reward(model, question.sense, bound=name, **sets)
    return exact(model, replace(question, rewards=rewards))


def _backward_induction(best: Answer, rows: Sequence[Row]) -> Values:
    """Backward induction, each step by the actions that its row leaves."""
    model, question = best.model, best.asked.time_averaged(best.model)
    given = question.boundary_values(model)  # 1 or 0, for all k; nan: an unknown
    extreme: Any = np.maximum if best.sense == "max" else np.minimum
    now: Any = np.zeros(int(np.isnan(given).sum()), dtype=object)  # v_k, times `scale`
    scale, done = 1, 0
    for count, row in reversed(rows):
        e, _ = question.equations(model, given, _kept(model, row))
        common: Any = np.lcm.reduce(e.denominator.astype(object), initial=1)  # D
        factor = common // e.denominator.astype(object)  # D / d(c)
        weight, cost = e.weight.astype(object) * factor[e.choice_of], e.cost.astype(object) * factor
        for _ in range(count if e.states else 0):
            q_value = (cost * scale + e.sums(weight * now[e.target]))[e.choice]  # D scale q
            now = extreme.reduceat(q_value, e.action_start[:-1])  # v_k, over D scale
            scale *= common  # v_k = now / scale
            done += 1
            report("the policy's steps", done, question.steps or 0)
    entries = [(fmpz(v),) for v in now.tolist()]
    # v_steps = now / scale
    x = ExactVector.of_blocks([fmpz(scale)], [0] * len(entries), entries, 1)
    return extend_values(given, finite(x))
