"""Answers: exact values, a policy, and the witness that proves both.

What a certificate has to satisfy is stated, and checked, in `exactbox.check`, which shares no code
with this; how one is written is in `process_writing`.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from exactbox.certificate import TO_PROVE, Certified, UncheckedError, certificate_pieces
from exactbox.late import former_name
from exactbox.linalg.results.exact import ExactVector
from exactbox.mdp.answers.answer_facts import brief_ratio, exact_facts, start_facts, state_columns
from exactbox.mdp.answers.process_writing import kind_of, process_witness, question_of
from exactbox.mdp.exact.values import Values
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question
from exactbox.mdp.model.rewards import Rewards
from exactbox.mdp.model.state_sets import checked_index, start_of
from exactbox.objectives import WITHOUT_Q_VALUES
from exactbox.showing import Columns, Facts, frame, number_facts


@dataclass(frozen=True, eq=False, repr=False)
class ModelAnswer(Certified):
    """The common part of `Answer` and `Enclosure`."""

    model: Model
    asked: Question

    @property
    def objective(self) -> str:
        """Its name in `exactbox.objectives.OBJECTIVES`, "within_steps" or "within_reward"."""
        return self.asked.objective

    @property
    def sense(self) -> str:
        """Either "max" or "min"."""
        return self.asked.sense

    @property
    def rewards(self) -> Rewards | None:
        """The rewards of choices that are asked about."""
        return self.asked.rewards

    @property
    def note(self) -> str:
        """That no reward counts, and which question counts them; empty where one does."""
        return self.asked.note(self.model)

    @abstractmethod
    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these increasing states, the witness."""

    def certificate(self, start: Iterable[int] | None = None) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return b"".join(self.certificate_parts(start))

    def certificate_parts(self, start: Iterable[int] | None = None) -> Iterator[bytes]:
        """The certificate in chunks of about a megabyte, each made when it is taken."""
        return certificate_pieces(
            *self.stated(None if start is None else start_of(self.model, start))
        )

    def _title(self) -> str:
        """The question in words."""
        return self.asked.words(self.model)


@dataclass(frozen=True, eq=False, repr=False)
class Answer(ModelAnswer):
    """The exact optimal values of a model under an objective, and a policy that attains them.

    Attributes
    ----------
    asked : Question
        Its objective, sense, sets and rewards.
    values : Values
        Per state, a Fraction or ``math.inf``; ``-math.inf`` for the greatest reward until a goal
        where rewards may be below 0 and no policy reaches the goal almost surely.
    policy : (S,) int64
        The action within each state (with a number of steps, or a bound on what is spent, a
        `Schedule` of rows: row k is for when k steps are done). Optimal in every state. Among
        optimal actions it is the first one that also makes progress where progress is needed.
    ties : (n,) int64
        The states with more than one optimal action; not those of a goal, where the question ends,
        nor those whose cost is infinite, where no action is better than another.
    choices : ExactVector of C entries, optional
        The values of all choices, where these were the unknowns.
    rounds : int, optional
        Policies that were evaluated exactly; more than 1 where floating point was off, or was not
        asked. None where they are not counted, as where each component has its own.
    """

    values: Values
    policy: Any
    ties: PerState
    witness: Mapping[str, Any] = field(default_factory=dict)  # ranks, levels, ...
    choices: ExactVector | None = None
    rounds: int | None = None

    @property
    def value(self) -> Fraction | float:
        """The value at the initial state."""
        value: Fraction | float = self.values[self.model.initial_state]
        return value

    @property
    def policy_words(self) -> str:
        """The policy's decision, and the number of states in which another choice is as good."""
        n = len(self.ties)
        many = f"{n:,} states have" if n > 1 else f"{'1' if n else 'no'} state has"
        step = " and step" if self.policy.ndim == 2 else ""
        said = f"a choice a state{step}; {many} more than one best choice"
        left_out = self.values.infinite.copy()
        if self.asked.goal is not None:
            left_out |= self.asked.goal.states
        several = (np.diff(self.model.action_start) > 1) & left_out
        return f"{said}, goals and infinite values aside" if several.any() else said

    def facts(self, whole: int, digits: int) -> Facts:
        """The value, which is finite, and how large the process is; as `number_facts`."""
        m, ties = self.model, len(self.ties)
        process = (
            f"{m.states:,} states, {m.choices:,} choices; several best actions in {ties:,} states"
        )
        return [*number_facts(Fraction(self.value), whole, digits), ("process", process)]

    worth = former_name("worth", "q_value")

    def q_value(self, choice: int) -> Fraction | float:
        """The Q-value of a choice of the model: its reward, and what follows; perhaps infinite.

        Raises
        ------
        ValueError
            For a mean payoff, a finite horizon or bounded rewards: a choice alone does not say what
            follows.
        """
        if self.objective in WITHOUT_Q_VALUES:
            raise ValueError(f"{self.objective}: a choice alone has no Q-value")
        choice = checked_index("choice", choice, self.model.choices)
        if self.choices is not None:
            value: Fraction = self.choices[choice]
            return value
        m, d = self.model, int(self.model.denominator[choice])
        branches = range(int(m.branch_start[choice]), int(m.branch_start[choice + 1]))
        follows = [(int(m.weight[b]), self.values[int(m.target[b])]) for b in branches]
        if not follows:  # the play ends
            follows = [(d, self.asked.value_of_end)]
        if any(abs(value) == inf for _, value in follows):
            return self.values.infinity
        averaged = self.asked.time_averaged(m)
        discount = averaged.discount
        factor = Fraction(1) if discount is None else discount
        total = factor * sum((weight * value for weight, value in follows), Fraction(0)) / d
        return total if self.rewards is None else total + averaged.reward[choice]

    def decimal(self, digits: int, state: int | None = None) -> str:
        """The value of a state, the initial one by default, rounded half to even."""
        return self.values.decimal(self.model.initial_state if state is None else state, digits)

    def question(self, start: Iterable[int] | None = None) -> dict[str, Any]:
        """The question in certificates' normal form, from these states or the initial ones."""
        whence = None if start is None else start_of(self.model, start)
        return question_of(self.model, replace(self.asked, start=whence))

    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """The kind of its certificate, the question from these increasing states, and the witness.

        A reward until a goal, with rewards below 0, is refused from states where no policy reaches
        the goal almost surely.
        """
        question = self.asked
        if start is not None:
            question = replace(question, start=start)
        whence = self.model.initial if question.start is None else question.start
        lost = whence[self.values.infinite[whence]]  # perhaps their infinity is no value
        is_cost = question.objective == "cost"
        if is_cost and len(lost) and question.time_averaged(self.model).has_negative(self.model):
            raise ValueError(
                f"state {lost[0]}: no policy reaches {question.target.name!r} almost surely; "
                "where rewards are below 0 the question cannot be asked from there"
            )
        form, witness = question_of(self.model, question), dict(self.witness)
        if question.steps is not None:  # the checker repeats the backward induction
            return "process", form, witness
        if question.cost is not None:
            if self.values.infinite.any():
                raise UncheckedError("no certificate holds infinite rewards within a bound")
            return kind_of(form), form, witness
        vectors = {"values": self.values}
        if "bias" in witness:
            vectors["bias"] = witness.pop("bias")
        active = np.isnan(question.boundary_values(self.model)) & ~self.values.infinite
        proof = process_witness(self.model, form, self.policy, vectors, witness, active)
        return kind_of(form), form, proof

    def to_float(self) -> PerState:
        """(S,) float64: the floats nearest to the values, infinite where these are."""
        return self.values.to_float()

    def to_frame(self) -> Any:
        """A data frame of pandas, a row a state: exact value, nearest float, action.

        Where the policy depends on the step, the action is that of the first.
        """
        values: Columns = {"exact": list(self.values), "float": self.to_float()}
        return frame(state_columns(self.model, self.policy, values))

    def plot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        shape: tuple[int, int] | None = None,
        arrows: Mapping[Any, str] | Sequence[str] | None = None,
    ) -> Any:
        """A picture of the policy where the model is a grid, else of how long the values are.

        On a grid every cell has arrows, of the policy's move and of others that are exactly as
        good, and the value as a decimal. Of few states that are no grid each is a cell with its
        choice. Elsewhere the picture shows how many digits numerators and denominators have. The
        exact value of the initial state stands below. A notebook shows the
        figure of matplotlib (``pip install 'exactbox[plot]'``),
        ``plot("policy.svg")`` writes it, too, as PNG or SVG by the name's end.

        Parameters
        ----------
        shape : (rows, columns), optional
            States are cells row by row, row 0 on top. By default cells are read off valuations of
            two integers; `exactbox.from_gymnasium` gives such ones.
        arrows : dict of action to "up", "right", "down" or "left"; optional
            By name, or by number within a state; or a list of these words, by number. By default
            actions that are called so, or north, east, south and west, have arrows.

        Raises
        ------
        ValueError
            If the shape has more cells than there are states, an arrow has another name, or every
            value is infinite.

        Examples
        --------
        >>> from exactbox import Model, cost
        >>> corridor = Model.from_lists(
        ...     [[[(1, 0)], [(1, 1)]], [[(1, 0)], [(1, 2)]], [[(1, 2)]]],
        ...     labels={"out": [2]}, rewards={"steps": [[1, 1], [1, 1], [0]]})
        >>> figure = cost(corridor, "steps", "out", "min").plot(
        ...     shape=(1, 3), arrows=["left", "right"])
        >>> [text.get_text() for text in figure.axes[0].texts]
        ['2', 'start', '1', '0', 'out']
        """
        from exactbox.mdp.answers.policy_picture import picture
        from exactbox.plots.figures import also_saved

        return also_saved(picture(self, shape=shape, arrows=arrows), path)

    def _brief(self) -> str:
        """The value, or how many there are."""
        start = self.model.initial
        if len(start) != 1:
            return f"values of {len(start):,} initial states"
        s = int(start[0])
        if self.values.infinite[s]:
            return self.values.decimal(s, 0)
        return brief_ratio(*self.values.parts(s))

    def _facts(self) -> Facts:
        """The value in full, and what the model and the policy are like."""
        facts = [("exactly", ".values has those of all states")]
        if len(self.model.initial) == 1:
            facts = exact_facts(self.value)
        facts += [("note", self.note)] if self.note else []
        facts += [*start_facts(self.model), ("policy", self.policy_words)]
        return [*facts, ("proof", TO_PROVE)]

    def is_proved_by(self, claim: Any) -> bool:
        """Return whether the claim that the checker verified is this value."""
        return bool(claim.value == self.value) and claim.upper is None
