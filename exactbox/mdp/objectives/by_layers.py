"""Layers of bounded rewards that are processes by themselves: cycles that spend nothing.

In one layer a choice keeps the branches that spend nothing and lead to states whose value is not
told; by the others one leaves the layer, with what these are worth by the layers before. v_b is the
expected total reward of that process, solved exactly (`exactbox.mdp.objectives.total`), and its
policy, ranks and values are the layer's proof.

v_b does not fall with b: a state that is infinite in a layer stays so. From then on it is held, and
each of its branches makes its choice infinite once it can be paid for: in the process of a layer
such a choice leads to a state that is never left and pays 1 a step.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import int_array
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.process_writing import process_witness
from exactbox.mdp.exact.induction import Induction
from exactbox.mdp.model.layout import Array, PerBranch, shared, starts_of, unchecked
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Rewards
from exactbox.mdp.objectives.objective import exact


class ByLayers(Induction):
    """As `Induction`; `worth` is what a choice is worth by its branches out of the layer.

    ``proofs`` has policy, ranks and values of each layer in which something changes; ``infinite``
    are the states, and ``lost`` the choices from a layer on, that are worth infinitely much.
    """

    proofs: list[dict[str, Any]]
    infinite: set[int]
    lost: dict[int, int]

    def expect(self, model: Model, sense: str, spent: PerBranch) -> None:
        """The model, and what its branches spend."""
        self._model, self._sense, self._spent, self.proofs = model, sense, spent, []
        self.infinite, self.lost = set(), {}

    def work_out(self, layer: int, queue: list[int], waiting: set[int]) -> None:
        """All values of the layer, and its proof."""
        lost = {c for c, since in self.lost.items() if since <= layer}
        process, kept = self._process(lost)
        scale = self.common * self.scale
        gains = [Fraction(w, scale) for w in (*self.q_value, 0)] + [Fraction(1)] * bool(lost)
        q_value = Rewards.from_fractions(gains).of_choices(kept)
        question = Question(objective="total", sense=self._sense, rewards=q_value)
        answer = exact(process, question)
        free = [s for s, held in enumerate(self.fixed) if not held]
        self.pick(layer, free, answer.policy.tolist(), answer.ties.tolist())
        for s in free:
            if answer.values.infinite[s]:
                self._lose(layer, s)
        if not self.infinite:
            self.proofs.append(_proof(process, answer, kept, len(self.q_value) + 1))
        for s in free:
            if s in self.infinite:
                continue
            n, d = map(int, answer.values.parts(s))
            value, rest = divmod(n * self.scale, d)
            if rest:
                self.grow(d // gcd(d, rest))
                value = n * self.scale // d
            if value != self.value[s]:
                self.change(layer, s, value, queue, waiting)

    def _lose(self, layer: int, s: int) -> None:
        """The state is infinite from this layer on."""
        self.infinite.add(s)
        self.fixed[s] = True
        model = self._model
        for e in np.flatnonzero(model.target == s).tolist():
            since = layer + max(int(self._spent[e]), 1)  # in this layer it is in the process
            c = int(model.choice_of[e])
            self.lost[c] = min(since, self.lost.get(c, since))
            self.at(since)

    def _process(self, lost: set[int]) -> tuple[Model, Array]:
        """The process of a layer, and the choices that are some state's.

        State S is the end of the layer: its action, C, ends the play. So do those of states whose
        value is told. Where choices are lost, state S + 1, with the action C + 1, is never left.
        """
        model, end = self._model, self._model.choices
        more = bool(lost)
        held = np.array([*self.fixed, *[True] * (1 + more)])
        own = np.arange(end) if model.afterstate is None else model.afterstate
        free = ~held[model.state_of]
        sizes = np.where(held, 1, np.append(np.diff(model.action_start), [1] * (1 + more)))
        start = starts_of(sizes)
        afterstate = np.full(int(start[-1]), end)
        afterstate[~np.repeat(held, sizes)] = own[free]
        if more:
            afterstate[-1] = end + 1
        kept, afterstate = np.unique(afterstate, return_inverse=True)
        target: list[int] = []
        weight: list[int] = []
        lengths = []
        for c in kept.tolist():
            if c > end or c in lost:
                target.append(model.states + 1)
                weight.append(1 if c > end else int(model.denominator[c]))
                lengths.append(1)
                continue
            first, last = (0, 0) if c == end else model.branch_start[c : c + 2].tolist()
            stay = [
                e for e in range(first, last) if not self._spent[e] and not held[model.target[e]]
            ]
            rest = 0 if c == end else int(model.denominator[c])
            for e in stay:
                target.append(int(model.target[e]))
                weight.append(int(model.weight[e]))
                rest -= weight[-1]
            if rest:
                target.append(model.states)
                weight.append(rest)
            lengths.append(len(stay) + (rest > 0))
        denominators = [*model.denominator.tolist(), 1, 1]
        process = unchecked(
            Model,
            action_start=start,
            branch_start=starts_of(np.array(lengths)),
            target=int_array(target),
            weight=int_array(weight),
            denominator=int_array([denominators[c] for c in kept.tolist()]),
            initial=np.zeros(1, dtype=np.int64),
            labels={},
            rewards={},
            afterstate=shared(afterstate, len(kept)),
        )
        return process, kept


def _proof(process: Model, answer: Answer, kept: Array, choices: int) -> dict[str, Any]:
    """Policy, ranks and values, choices being numbered as they are before some are left out."""
    witness = {"ranks": answer.witness["ranks"]}
    active = np.ones(process.states, dtype=bool)
    vectors = {"values": answer.values}
    proof = process_witness(process, {}, answer.policy, vectors, witness, active, kept)
    ranks = np.zeros(choices, dtype=np.int64)
    ranks[kept] = proof["ranks"]
    return {**proof, "ranks": ranks}
