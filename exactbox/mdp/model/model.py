"""Markov decision processes as flat arrays with exact rationals, validated once and never changed.

Choice c leads to ``target[b]`` with probability ``weight[b] / denominator[c]`` for b in
``branch_start[c]:branch_start[c + 1]``; weights are positive and add up to the denominator. A
choice without branches ends the play. Which choices a state has, and when states share them, is
written in `layout`. A Markov chain is a process with one action a state; in a turn-based game some
states are the second player's.

Belongs to states: labels, valuations, players. To actions: actions. To choices: rewards, rates.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from exactbox.linalg.matrices.integers import narrowest
from exactbox.mdp.model.builder import build_model
from exactbox.mdp.model.layout import (
    Array,
    Layout,
    PerAction,
    PerBranch,
    PerChoice,
    PerState,
    reduce_frozen,
    shared,
    slices,
    starts_of,
    unchecked,
)
from exactbox.mdp.model.model_facts import KINDS, branch_columns, model_facts
from exactbox.mdp.model.rewards import Normalised, Ratios, Rewards
from exactbox.mdp.model.validation import (
    check_graph,
    check_names,
    check_sizes,
    check_starts,
    check_weights,
    checked_mapping,
    choice_place,
    owned,
    owned_indices,
    owned_set,
)
from exactbox.showing import Facts, Shown, counted, frame


def _named(name: str, given: Any) -> Rewards:
    """The rewards, under their name in the model; TypeError for other objects."""
    if not isinstance(given, Rewards):
        raise TypeError(f"rewards {name!r}: got a {type(given).__name__}, need Rewards")
    return given.named(name)


@dataclass(frozen=True, eq=False, repr=False)
class Model(Layout, Shown):
    """A Markov decision process with labels and rewards.

    Arrays are copied and read-only; what exists is valid. A TypeError names an array that holds
    something other than integers; a ValueError a condition below that fails, with the state, what
    it has and what it needs.

    Parameters
    ----------
    action_start : (S + 1,) integers
        State s has the actions ``action_start[s]:action_start[s + 1]``, at least one.
    branch_start : (C + 1,) integers
        Choice c has the branches ``branch_start[c]:branch_start[c + 1]``; without any it ends the
        play.
    target : (B,) integers
        States; each at most once from one choice.
    weight, denominator : (B,) and (C,) integers, positive
        The weights of a choice add up to its denominator.
    initial : a state, or increasing states
    labels : dict of name to (S,) bool
    rewards : dict of name, which may be empty, to Rewards
    actions : (A,) names, optional
    valuations : (S,) descriptions of the states, optional
    players : (S,) bool, optional
        In a turn-based game, the states where the second player chooses.
    afterstate : (A,) integers, optional
        The choice that an action leads to, where states have afterstates in common: at most once in
        a state. By default action k is choice k.
    rates : Ratios of C entries, optional
        In continuous time: how often a choice's clock rings in a unit of time; 0 where the choice
        is taken at once (it is *immediate*). Not negative. Immediate choices come first: a reader
        of Markov automata leaves out the others of such a state.
    normalised : Normalised, optional
        That a reader has divided probabilities by their sums.
    rule : mapping, optional
        The rule and its parameters, as a certificate names them, if the model is that of a game.

    Examples
    --------
    Toss a coin until heads:

    >>> Model([0, 1, 2], [0, 2, 3], [0, 1, 1], [1, 1, 1], [2, 1], labels={"heads": [False, True]})
    Model(2 states, 2 choices, 3 branches)
    """

    weight: PerBranch
    denominator: PerChoice
    initial: Any = 0  # stored as an array of states
    labels: Mapping[str, PerState] = field(default_factory=dict)
    rewards: Mapping[str, Rewards] = field(default_factory=dict)
    actions: Sequence[str] | None = None
    valuations: Sequence[str] | None = None
    players: PerState | None = None
    rates: Ratios | None = field(default=None, kw_only=True)
    rule: Mapping[str, Any] | None = field(default=None, kw_only=True)
    normalised: Normalised | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        """Copy and check the arrays of a caller; those of readers are checked in `build_model`."""
        own = self.__dict__
        for name in ("action_start", "branch_start", "target"):
            own[name] = owned_indices(name, getattr(self, name))
        if self.afterstate is not None:
            own["afterstate"] = shared(
                owned_indices("afterstate", self.afterstate), len(self.branch_start) - 1
            )
        super().__post_init__()  # S, A and C
        for name, size in (("weight", len(self.target)), ("denominator", self.choices)):
            own[name] = owned(name, getattr(self, name))
            if len(own[name]) != size:
                raise ValueError(f"{name}: got {len(own[name])} entries, need {size}")
        check_starts(self)
        first, where = self.initial, choice_place(self)
        own["initial"] = owned_indices("initial", [first] if np.ndim(first) == 0 else first)
        check_graph(self, self.initial, where)
        check_weights(self, self.weight, self.denominator, where)
        own["labels"] = {
            name: owned_set(f"label {name!r}", states, self.states)
            for name, states in checked_mapping("labels", self.labels).items()
        }
        rewards = checked_mapping("rewards", self.rewards)
        own["rewards"] = {name: _named(name, given) for name, given in rewards.items()}
        if self.players is not None:
            own["players"] = owned_set("players", self.players, self.states)
        if self.rates is not None and not isinstance(self.rates, Ratios):
            raise TypeError(f"rates: got a {type(self.rates).__name__}, need Ratios")
        check_sizes(self, self.rewards, self.rates, where)
        check_names("actions", self.actions, self.action_count)
        check_names("valuations", self.valuations, self.states)

    def __bool__(self) -> bool:
        return True  # no answer: it is there

    def _title(self) -> str:
        return f"{KINDS[self.kind]} of {counted(self.states, 'state')}"

    def _facts(self) -> Facts:
        initial = self.initial.tolist()
        facts = model_facts(self, initial, self.labels, self.rewards, self.players)
        return facts + ([] if self.normalised is None else [("divided", self.normalised.words())])

    def to_frame(self) -> Any:
        """A data frame of pandas, a row a branch: state, action, choice, target, probability.

        What the play ends with has the target "ended". Rewards are those of the branch where the
        model has them, else of the choice.
        """
        parts = self.weight, self.denominator, self.rates, self.rewards, self.actions
        return frame(branch_columns(self, *parts))

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_frozen(self)

    @property
    def kind(self) -> str:
        """The kind of model: "dtmc", "mdp", "ctmc" or "ma".

        A chain has one choice in each state, and a CTMC no immediate ones.

        Examples
        --------
        >>> Model([0, 1], [0, 1], [0], [1], [1], rates=Ratios([5], [2])).kind
        'ctmc'
        """
        chain = self.is_chain
        if self.rates is None:
            return "dtmc" if chain else "mdp"
        return "ctmc" if chain and self.rates.numerator.all() else "ma"

    @property
    def initial_state(self) -> int:
        """The initial state, where there is one; ValueError where there are several."""
        if len(self.initial) != 1:
            count = len(self.initial)
            raise ValueError(
                f"the model has {count:,} initial states, need one, or a state to ask for"
            )
        return int(self.initial[0])

    def restricted(self, kept: PerAction) -> tuple[Model, PerChoice]:
        """A model of the same states with these actions, (A,) bool, and the choices that it keeps.

        With their rates, without names and rewards; every state keeps an action.
        """
        actions = np.flatnonzero(kept)
        choices, afterstate = actions, None
        if self.afterstate is not None:
            choices, afterstate = self.distinct_choices(actions)
        lengths = np.diff(self.branch_start)
        chosen = np.zeros(self.choices, dtype=bool)
        chosen[choices] = True
        inside = np.repeat(chosen, lengths)  # (B,): branches of these choices
        model = unchecked(
            Model,
            action_start=starts_of(kept)[self.action_start],
            branch_start=starts_of(lengths[choices]),
            target=self.target[inside],
            weight=narrowest(self.weight[inside]),
            denominator=narrowest(self.denominator[choices]),
            initial=self.initial,
            labels={},
            rewards={},
            afterstate=None if afterstate is None else shared(afterstate, len(choices)),
            rates=None if self.rates is None else self.rates.only(choices),
            normalised=self.normalised,
        )
        return model, choices

    def unshared(self) -> tuple[Model, PerChoice]:
        """A model without afterstates, a choice for every action, and the choices that these were.

        Without labels, rewards and names.
        """
        if self.afterstate is None:
            return self, np.arange(self.choices)
        branches = slices(self.branch_start, self.afterstate)
        model = unchecked(
            Model,
            action_start=self.action_start,
            branch_start=starts_of(np.diff(self.branch_start)[self.afterstate]),
            target=self.target[branches],
            weight=narrowest(self.weight[branches]),
            denominator=narrowest(self.denominator[self.afterstate]),
            initial=self.initial,
            labels={},
            rewards={},
            players=self.players,
            rates=None if self.rates is None else self.rates.only(self.afterstate),
            normalised=self.normalised,
        )
        return model, self.afterstate

    def plain(self, *, ends: bool = False) -> Model:
        """A model without afterstates, a choice for every action, and without choices that end.

        Actions keep their numbers. Where the play can end there is one state more, which it never
        leaves, with the label "ended" (if that is not the name of another label); not so if the
        choices that end are kept, as `ends` says.
        """
        afterstate = np.arange(self.choices) if self.afterstate is None else self.afterstate
        replaced = self.ends[afterstate] & (not ends)
        if self.afterstate is None and not replaced.any():
            return self
        more = int(replaced.any())  # states, each with an action, a choice and a branch: 1 or none

        def followed(array: Array, last: Any) -> Array:
            return np.concatenate([array, np.full(more, last, dtype=array.dtype)])

        loops = followed(replaced, True)  # the choices that lead to the further state only
        lengths = followed(np.diff(self.branch_start)[afterstate], 0)
        branch_start = starts_of(np.where(loops, 1, lengths))
        inner = np.ones(branch_start[-1], dtype=bool)
        inner[branch_start[:-1][loops]] = False
        branches = slices(self.branch_start, afterstate)
        target = np.full(inner.size, self.states)
        target[inner] = self.target[branches]
        denominator = followed(self.denominator[afterstate], 1)
        weight = np.repeat(denominator, np.diff(branch_start))
        weight[inner] = self.weight[branches]
        labels = {name: followed(where, False) for name, where in self.labels.items()}
        if more:
            labels.setdefault("ended", np.arange(self.states + 1) == self.states)

        def per_action(given: Ratios, last: int) -> Ratios:
            top, bottom = given.numerator[afterstate], given.denominator[afterstate]
            parts = narrowest(followed(top, last)), narrowest(followed(bottom, 1))
            return unchecked(Ratios, numerator=parts[0], denominator=parts[1])

        def plain_rewards(name: str, given: Rewards) -> Rewards:
            mine, of_branches = per_action(given, 0), given.branch
            if given.branch is not None:
                lengths = np.diff(branch_start)
                top = np.repeat(mine.numerator, lengths).astype(object)
                bottom = np.repeat(mine.denominator, lengths).astype(object)
                top[inner] = given.branch.numerator[branches]  # one that ends pays on its way
                bottom[inner] = given.branch.denominator[branches]
                of_branches = unchecked(
                    Ratios, numerator=narrowest(top), denominator=narrowest(bottom)
                )
            return unchecked(
                Rewards,
                numerator=mine.numerator,
                denominator=mine.denominator,
                branch=of_branches,
                rate=None if given.rate is None else per_action(given.rate, 0),
                averaged=given.averaged,
                name=name,
            )

        return unchecked(
            Model,
            action_start=starts_of(followed(np.diff(self.action_start), 1)),
            branch_start=branch_start,
            target=target,
            weight=narrowest(weight),
            denominator=narrowest(denominator),
            initial=self.initial,
            labels=labels,
            rewards={name: plain_rewards(name, given) for name, given in self.rewards.items()},
            actions=None if self.actions is None else [*self.actions, *["ended"] * more],
            valuations=None if self.valuations is None else [*self.valuations, *["ended"] * more],
            players=None if self.players is None else followed(self.players, False),
            rates=None if self.rates is None else per_action(self.rates, 1),
        )

    @classmethod
    def from_lists(
        cls,
        states: Sequence[Sequence[Sequence[tuple[Any, int]]]],
        *,
        initial: int | Sequence[int] = 0,
        labels: Mapping[str, Iterable[int]] | None = None,
        rewards: Mapping[str, Sequence[Sequence[Any]]] | None = None,
        players: Sequence[bool] | None = None,
        names: Sequence[str] | None = None,
        actions: Sequence[Sequence[str]] | None = None,
    ) -> Model:
        """A process written down: ``states[s][k]`` lists (probability, target) of choice k of s.

        Probabilities are ints, Fractions or strings such as "1/3" and "0.1", above 0; those of the
        same target are added up. A choice that is an empty list ends the play.
        ``rewards[name][s][k]`` belongs to the same choice; ``players`` says for each state whether
        the second player chooses there. ``names`` are those of the states, by which targets may be
        called, and ``actions[s][k]`` those of choices; tables and policies show them.

        Examples
        --------
        >>> coin = Model.from_lists([[[("1/2", 0), ("1/2", 1)]], [[(1, 1)]]], labels={"heads": [1]})
        >>> coin.states, coin.choices
        (2, 2)
        """
        from exactbox.mdp.model.listed import parse_states

        return build_model(
            cls, **parse_states(states, initial, labels, rewards, players, names, actions)
        )

    @classmethod
    def from_choices(
        cls,
        choices: Sequence[tuple[Any, Sequence[tuple[Any, int]]]],
        states: Sequence[Sequence[int]],
        *,
        start: int | None = None,
        initial: int | Sequence[int] = 0,
        labels: Mapping[str, Iterable[int]] | None = None,
        reward: str = "cost",
    ) -> Model:
        """A process with afterstates, written down.

        Numbers, `initial` and `labels` are as in `from_lists`.

        Parameters
        ----------
        choices : list of (cost, [(probability, state), ...])
            Probabilities of the same state are added up. A choice without branches pays its cost
            and ends the play.
        states : list of lists of choices
            The actions of each state.
        start : a choice, optional
            The play begins with it: a further state has it as its only action, and is the initial
            one.
        reward : str
            The name of the costs.

        Examples
        --------
        Toss a coin until heads, each toss costs 1; state 0 is to go on, state 1 to stop:

        >>> toss = Model.from_choices([(1, [("1/2", 0), ("1/2", 1)]), (0, [])], [[0], [1]], start=0)
        >>> toss
        Model(3 states, 3 actions, 2 choices, 2 branches)
        """
        from exactbox.mdp.model.listed import parse_choices

        return build_model(cls, **parse_choices(choices, states, start, initial, labels, reward))

    @classmethod
    def explore(
        cls,
        start: Hashable | Sequence[Hashable],
        actions: Callable[[Any], Iterable[Any]],
        outcomes: Callable[[Any, Any], Any],
        **more: Any,
    ) -> Model:
        """A game written as functions; ``help("exactbox.mdp.model.explore")`` says how."""
        from exactbox.mdp.model.explore import explore_game

        return build_model(cls, **explore_game(start, actions, outcomes, **more))
