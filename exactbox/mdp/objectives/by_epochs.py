"""Epochs of bounded rewards that are processes by themselves: some cycle has cost 0.

In one epoch a choice keeps the branches of cost 0 that lead to states whose value is not fixed; by
the others one leaves the epoch, with their values of earlier epochs. v_b is the expected total
reward of that process, solved exactly (`exactbox.mdp.objectives.total`), and its policy, ranks and
values are the epoch's proof.

v_b does not fall with b: a state that is infinite in an epoch stays so. From then on it is fixed,
and each of its branches makes its choice infinite once the budget covers the branch: in the process
of an epoch such a choice leads to a state that is never left and has reward 1 a step.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.answers.process_writing import process_witness
from exactbox.mdp.exact.induction import Induction
from exactbox.mdp.model.layout import Array, PerBranch, shared, starts_of, unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Rewards
from exactbox.mdp.objectives.objective import exact


class EpochByEpoch(Induction):
    """`Induction` whose Q-values add up only the branches that leave the epoch.

    ``proofs`` has policy, ranks and values of each epoch in which something changes; ``infinite``
    are the states of infinite value, and ``lost`` has the first epoch of each infinite choice.
    """

    proofs: list[dict[str, Any]]
    infinite: set[int]
    lost: dict[int, int]

    def expect(self, model: Model, sense: str, cost: PerBranch) -> None:
        """Set the model, the sense and the cost of each branch."""
        self._model, self._sense, self._cost, self.proofs = model, sense, cost, []
        self.infinite, self.lost = set(), {}

    def work_out(self, epoch: int, queue: list[int], waiting: set[int]) -> None:
        """Solve the process of the epoch: all its values, and their proof."""
        model = self._model
        lost = {c for c, first in self.lost.items() if first <= epoch}
        process, kept = self._process(lost)
        scale = self.common * self.scale  # q(c) = q_value[c] / scale; then the end, and reward 1
        # r(c): what leaving the epoch is worth; 0 at the end, 1 a step where it is infinite
        rewards = [Fraction(q, scale) for q in (*self.q_value, 0)] + [Fraction(1)] * bool(lost)
        own = Rewards.from_fractions(rewards).of_choices(kept)
        answer = exact(process, Question(objective="total", sense=self._sense, rewards=own))
        free = [s for s, fixed in enumerate(self.fixed) if not fixed]
        self.pick(epoch, free, answer.policy.tolist(), answer.ties.tolist())
        # v_b(s) = infinity, and so for all greater b
        infinite = answer.values.infinite[: model.states] & ~np.array(self.fixed)
        for s in np.flatnonzero(infinite).tolist():
            self.infinite.add(s)
            self.fixed[s] = True
            for e in np.flatnonzero(model.target == s).tolist():
                first = epoch + max(int(self._cost[e]), 1)  # now it is a branch of the process
                c = int(model.choice_of[e])
                self.lost[c] = min(first, self.lost.get(c, first))
                self.at(first)
        if not self.infinite:  # choices are numbered as in the model, C being the end
            active = np.ones(process.states, dtype=bool)
            vectors, witness = {"values": answer.values}, {"ranks": answer.witness["ranks"]}
            proof = process_witness(process, {}, answer.policy, vectors, witness, active, kept)
            ranks = np.zeros(len(self.q_value) + 1, dtype=np.int64)
            ranks[kept] = proof["ranks"]
            self.proofs.append({**proof, "ranks": ranks})
        for s in free:
            if s in self.infinite:
                continue
            n, d = map(int, answer.values.parts(s))
            value, rest = divmod(n * self.scale, d)  # v = n / d = (value + rest / d) / scale
            if rest:
                self.grow(d // gcd(d, rest))  # d divides n scale now
                value = n * self.scale // d  # v = value / scale
            if value != self.value[s]:
                self.change(epoch, s, value, queue, waiting)

    def _process(self, lost: set[int]) -> tuple[Model, Array]:
        """Return the process of an epoch, and the choices that are some state's.

        State S is the end of the epoch: its action, C, ends the play. So do those of states whose
        value is fixed. With lost choices state S + 1, whose action is C + 1, is never left.
        """
        model, end = self._model, self._model.choices
        more = bool(lost)
        fixed = np.array([*self.fixed, *[True] * (1 + more)])
        own = np.arange(end) if model.afterstate is None else model.afterstate
        sizes = np.where(fixed, 1, np.append(np.diff(model.action_start), [1] * (1 + more)))
        start = starts_of(sizes)
        afterstate = np.full(int(start[-1]), end)
        # states whose value is fixed take action C: the end
        afterstate[~np.repeat(fixed, sizes)] = own[~fixed[model.state_of]]
        if more:
            afterstate[-1] = end + 1  # state S + 1 takes action C + 1
        kept, afterstate = np.unique(afterstate, return_inverse=True)
        target: list[int] = []
        weight: list[int] = []
        branch_start = [0]
        denominators = [*model.denominator.tolist(), 1, 1]  # D of C and C + 1
        for c in kept.tolist():
            if c > end or c in lost:
                target.append(model.states + 1)
                weight.append(int(denominators[c]))  # with probability 1 to state S + 1
            elif c < end:
                first, last = model.branch_start[c : c + 2].tolist()
                rest = int(denominators[c])  # D (1 - sum of p(e) over the branches that stay)
                for e in range(first, last):
                    if not self._cost[e] and not fixed[model.target[e]]:
                        target.append(int(model.target[e]))
                        weight.append(int(model.weight[e]))
                        rest -= weight[-1]  # D p(e)
                if rest:
                    target.append(model.states)
                    weight.append(rest)  # to the end, with what is left
            branch_start.append(len(target))
        process = unchecked(
            Model,
            action_start=start,
            branch_start=np.array(branch_start),
            target=int_array(target),
            weight=int_array(weight),
            denominator=int_array([denominators[c] for c in kept.tolist()]),
            initial=np.zeros(1, dtype=np.int64),
            labels={},
            rewards={},
            afterstate=shared(afterstate, len(kept)),
        )
        return process, kept
