"""Properties answered: values, thresholds and filters, each with its certificate.

`Solver` holds one model for all properties of a run. An operator is asked as a question of the
objectives (`translation`); its values are exact, and a threshold or a filter is a
claim about them, which the checker decides again. An operator inside of another is solved first,
from all states, as the set of those that satisfy it; the set that the outer question speaks of has
a name that ends in the SHA-256 of the inner question.

Source: the PRISM manual, *Property specification: filters*, 4.8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from exactbox.certificate import question_sha256
from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.answers.claims import claim_of, satisfying
from exactbox.mdp.answers.process_writing import kind_of
from exactbox.mdp.answers.process_writing import question_of as normal_form
from exactbox.mdp.answers.time_bounds import TimeBounds
from exactbox.mdp.model.layout import Array, PerState, replace_parts
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.model_facts import KINDS
from exactbox.mdp.model.question import Question, question_about, require_kind, require_model
from exactbox.mdp.objectives.objective import exact
from exactbox.mdp.objectives.within_time import WIDTH, time_bounds, width_of
from exactbox.objectives import OF_GAMES
from exactbox.parallel import in_context
from exactbox.progress import Progress
from exactbox.properties.calculations import calculate, calculated, quantile
from exactbox.properties.constants import Names
from exactbox.properties.declarations import TIMED
from exactbox.properties.evaluation import no_value
from exactbox.properties.filters import (
    OF_NUMBERS,
    OF_ONE,
    OF_TRUTH,
    OVER,
    SPELLED,
    WHETHER,
    filter_truths,
    filter_values,
    holds,
    reduce_values,
)
from exactbox.properties.game_programs import OWNER, coalition_of
from exactbox.properties.parser import Property, parse
from exactbox.properties.result import (
    Bounds,
    PropertyAnswer,
    Result,
    States,
    Truth,
    answered,
    bounds_up_to_time,
    ends,
    number_of,
    table,
)
from exactbox.properties.scope import Scope
from exactbox.properties.syntax import (
    Expression,
    Filter,
    Formula,
    Label,
    Multi,
    Operator,
    Path,
    Quantile,
    is_trade_off,
    operators_in,
    states_of,
)
from exactbox.properties.tokens import PropertyError, Unvalued
from exactbox.properties.translation import all_operators, question_of, threshold_of
from exactbox.showing import show

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from exactbox.mdp.answers.enclosure import Enclosure
    from exactbox.mdp.trade_offs.product import Aim
    from exactbox.mdp.trade_offs.trade_off import Threshold, TradeOff

Solved = Union["Answer", "Enclosure", "TimeBounds"]
Solve = Callable[[Model, Question], "Answer | Enclosure"]
_SMALLER = "; a smaller --width may"  # decide a comparison


class Solver:
    """Properties of one model, and what its constants, program and property files declare.

    `kind` is "dtmc", "mdp", "ctmc" or "ma", by default what the model shows.
    ``solve(model, question)`` is an `Answer` or an `Enclosure`; `width` is that of bounds of what
    is asked up to a time.

    Examples
    --------
    >>> from exactbox.mdp import Model
    >>> from exactbox.properties import parse
    >>> toss = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> result = Solver(toss).answer(parse('P>=0.9 [ F<=2 "won" ]'))
    >>> result.value, result.answer.value
    (False, Fraction(8, 9))
    """

    def __init__(
        self,
        model: Model,
        names: Names | None = None,
        *,
        kind: str = "",
        solve: Solve = exact,
        width: Fraction | None = None,
    ) -> None:
        require_model(model)
        self.model, self.names = model, names or Names()
        model_kind = model.kind
        self.kind = kind or model_kind
        if self.kind not in KINDS:
            raise ValueError(f"the model's kind is {kind!r}, need {', '.join(KINDS)}")
        if (model.rates is None) == (self.kind in TIMED):
            raise ValueError(f"the model is a {model_kind}, and not a {self.kind}")
        self.solve, self.width = solve, width
        self.sets: dict[Operator, tuple[PerState, PropertyAnswer]] = {}

    @cached_property
    def scope(self) -> Scope:
        """The meaning of names in the model's states."""
        return Scope(self.model, self.names, self._nested)

    def answer(self, asked: Property) -> PropertyAnswer | TradeOff:
        """The answer of a property; a PropertyError says where and why there is none."""
        if not isinstance(asked, Property):
            raise TypeError(f"the property: found {show(asked)}, need what parse() gives")
        with asked.source.placed():
            formula = asked.understood
            if is_trade_off(formula):
                aims, ratio, threshold = self._objectives(formula)
                several = self.answer_several(aims, [formula], ratio=ratio)
                return replace(several, threshold=threshold)
            if isinstance(formula, Quantile):
                ask = partial(self.answer_operator, "forall", start=self.model.initial)
                return quantile(self.scope, self.kind, ask, formula)
            if (node := calculated(formula, self.kind)) is not None:
                ask = partial(self.answer_operator, "print", start=self.model.initial)
                return calculate(self.model, self.names, ask, formula, node)
            function, body, start = self._parts(asked)
            if isinstance(body, Operator):
                return self.answer_operator(function, body, start)
            # it only says which states are in sets
            inner = self._inner(body)
            true = self.scope.states(body)
            result = filter_truths(function, start.tolist(), true[start].tolist())
            inner = tuple(dict.fromkeys([*inner, *self._inner(body)]))
            return PropertyAnswer(f"whether {body}", start, result, inner=inner)

    def answer_operator(self, function: str, body: Operator, start: Array) -> PropertyAnswer:
        """The answer of an operator from these states, by the filter."""
        question, claim, words = self._question_parts(function, body, start)
        answer = self._solved(body, question)
        inner = self._inner(body)
        result = self._result(answer, body, claim, start.tolist())
        if claim is not None and isinstance(result, States) and body.relation is not None:
            claim = {**claim, "states": result.states}
        timed = isinstance(answer, TimeBounds)
        return PropertyAnswer(words, start, result, answer, claim, inner, timed)

    def _solved(self, operator: Operator, question: Question) -> Solved:
        """The answer of an operator's question: bounds, where it is about a time."""
        if question.objective == "within_time":
            return time_bounds(self.model, question, self.width or WIDTH)
        return self.solve(self._model_of(operator), question)

    def ask(self, **asked: Any) -> PropertyAnswer:
        """The answer to a question of the objectives, from each initial state.

        The arguments are those of `question_about`; sets of states are labels.
        """
        return answered(self.solve(self.model, self._question_about(asked)))

    def normal_form(self, **asked: Any) -> tuple[str, dict[str, Any], str]:
        """Kind and normal form of what `ask` answers, and its words; nothing is solved."""
        question = self._question_about(asked)
        claim = None if len(self.model.initial) == 1 else claim_of("print")
        return *_claim_form(claim, self._normal_form(question)), question.words(self.model)

    def question(self, asked: Property) -> tuple[str, dict[str, Any], str]:
        """Kind and normal form of a property's question, and its words; solves what is nested."""
        with asked.source.placed():
            if is_trade_off(asked.understood):
                return self._question_of_several(asked.understood)
            if isinstance(asked.understood, Quantile):
                raise PropertyError("a quantile is proved by two questions, at two bounds")
            if calculated(asked.understood, self.kind) is not None:
                raise PropertyError("what is calculated is proved by the questions of its parts")
            function, body, start = self._parts(asked)
            if not isinstance(body, Operator):
                why = "the property only says which states are in sets: no certificate"
                raise PropertyError(why)
            question, claim, words = self._question_parts(function, body, start)
            if claim is not None and claim["filter"] == "set":
                result = self.answer(asked)
                of, claim = result.answer.stated(start)[1], result.claim  # type: ignore[union-attr]
            else:
                form = self._normal_form(question, self._model_of(body))
                of = {**form, "start": start.tolist()}
            return *_claim_form(claim, of), words

    def _question_about(self, asked: dict[str, Any]) -> Question:
        """The question whose sets are labels: the model's, or those that have a meaning beside."""
        for name in ("goal", "stay"):
            label = asked.get(name)
            if label is not None and label not in self.model.labels:
                asked = {**asked, name: self.scope.goal(Label(label))}
        return question_about(self.model, **asked)

    def _model_of(self, operator: Operator) -> Model:
        """The model that an operator is about.

        Of X it has the jumps alone, without their times; of a coalition it has two players.
        """
        model, body = self.model, operator.body
        if operator.coalition is not None:
            players = coalition_of(model, operator.coalition, operator.at)
            return replace_parts(model, players=players)
        if any(name.startswith(OWNER) for name in model.labels):
            raise Unvalued(operator.at, "a game of players: need a coalition, <<player>>")
        if model.rates is None or not isinstance(body, Path) or body.sign != "X":
            return model
        return replace_parts(model, rates=None, rewards={})

    def _normal_form(self, question: Question, model: Model | None = None) -> dict[str, Any]:
        """The question as certificates have it, that of the answer, which takes no solving.

        Exact values and bounds answer the same question, unless states share choices: bounds of
        states are proved about the model with a choice of its own for every action.
        """
        if question.objective not in OF_GAMES:
            require_kind(self.model, one_player=f"a question of {question.objective}")
        return normal_form(self.model if model is None else model, question)

    def _question_parts(
        self, function: str, body: Operator, start: Array
    ) -> tuple[Question, dict[str, Any] | None, str]:
        """The question of an operator, what a filter claims of its values, and both in words.

        The claim is in normal form; that of a set is without its states.
        """
        question = question_of(body, self.scope, self.kind)
        words = question.words(self.model)
        the = f"the {words}"
        if body.complement:
            the = words = f"1 minus the {words}"
        if body.relation is None:
            claim = None
            if len(start) > 1 or function not in OF_ONE:
                claim = claim_of(function, complement=body.complement)
            elif body.complement:
                claim = claim_of("first", complement=True)
            return question, claim, f"{OVER[function]} of {the}" if function in OVER else words
        threshold = threshold_of(body, self.names)
        name = "set" if function == "print" else function
        states: list[int] | None = [] if name == "set" else None
        claim = claim_of(
            name, relation=body.relation, bound=threshold, complement=body.complement, states=states
        )
        return question, claim, f"{WHETHER[function]} {the} is {body.relation} {threshold}"

    def _parts(self, asked: Property) -> tuple[str, Expression, Array]:
        """The filter, its body, and the states that it is about."""
        formula = asked.understood
        if isinstance(formula, (Multi, Quantile)):
            raise Unvalued(formula.at, f"{formula}: no question of one operator")
        if not isinstance(formula, Filter):
            truth = not isinstance(formula, Operator) or formula.relation is not None
            return "forall" if truth else "print", formula, self.model.initial
        function = SPELLED.get(formula.function, formula.function)
        start = np.flatnonzero(self.scope.states(formula.states))
        if not len(start):
            raise Unvalued(formula.states.at, f"no state satisfies {formula.states}")
        if formula.function == "state" and len(start) > 1:
            raise Unvalued(
                formula.at,
                f"{len(start)} states satisfy {formula.states}, need one for filter(state, ...)",
            )
        number = isinstance(formula.body, Operator) and formula.body.relation is None
        functions = OF_NUMBERS if number else OF_TRUTH
        if function not in functions:
            what = "numbers" if number else "what is true or false"
            raise Unvalued(
                formula.at,
                f"filter({formula.function}, ...) of {what}, need {', '.join(functions)}",
            )
        if function == "first" and not number:
            function, start = "forall", start[:1]
        return function, formula.body, start

    def _result(
        self,
        answer: Solved,
        body: Operator,
        claim: dict[str, Any] | None,
        start: list[int],
    ) -> Result:
        """The filter's result of values or of comparisons; the checker computes it again."""
        if claim is None:
            return number_of(answer, start[0])
        function = claim["filter"]
        if function == "print":
            return table(answer, start, complement=body.complement)
        numbers = [number_of(answer, s, complement=body.complement) for s in start]
        bounds = [ends(number) for number in numbers]
        if body.relation is not None:
            threshold = threshold_of(body, self.names)
            true = [holds(pair, body.relation, threshold) for pair in bounds]
            decisive = {"forall": False, "exists": True}.get(function)
            if None in true and (decisive is None or decisive not in true):
                s = start[true.index(None)]
                smaller = _SMALLER if isinstance(answer, TimeBounds) else ""
                no_value(body, f"the bounds of state {s} do not decide it{smaller}")
            result = filter_truths(function, start, [bool(each) for each in true])
            if isinstance(result, Truth) and len(start) == 1:
                return Truth(result.plain, numbers[0])
            return result
        if all(low == high for low, high in bounds):
            return filter_values(function, [low for low, _ in bounds], start)
        if function in ("range", "argmax", "argmin"):
            no_value(body, f"filter({function}, ...) needs values, and these are bounds")
        low, high = (reduce_values(function, each) for each in zip(*bounds, strict=True))
        return bounds_up_to_time(low, high) if isinstance(answer, TimeBounds) else Bounds(low, high)

    def answer_several(
        self, aims: Sequence[Aim], formulas: Sequence[Formula], *, ratio: bool = False
    ) -> TradeOff:
        """The answer about several objectives, or a condition, and those of nested operators."""
        from exactbox.mdp.trade_offs.trade_off import trade_off

        answer = trade_off(self.model, aims, ratio=ratio)
        operators = [each for formula in formulas for each in all_operators(formula)]
        inner = [each for operator in operators for each in self._inner(operator)]
        return replace(answer, inner=tuple(dict.fromkeys(inner)))

    def _objectives(self, formula: Formula) -> tuple[list[Aim], bool, Threshold | None]:
        """The objectives of a trade-off, whether their ratio is asked for, and its threshold."""
        from exactbox.properties.trade_offs import compared, objectives

        return *objectives(formula, self.scope, self.kind), compared(formula, self.scope)

    def _question_of_several(self, formula: Formula) -> tuple[str, dict[str, Any], str]:
        """Kind and normal form of a trade-off, and its words."""
        from exactbox.mdp.trade_offs.trade_off import normal_form as form
        from exactbox.mdp.trade_offs.trade_off import prepare, threshold_claim, words_of

        aims, ratio, threshold = self._objectives(formula)
        asks, aims = prepare(self.model, aims, ratio=ratio)
        of, claim = form(self.model, aims, asks, self.model.initial_state), None
        if threshold is not None:
            claim = threshold_claim(threshold)
        return *_claim_form(claim, of), words_of(asks, aims, threshold)

    def _inner(self, node: Expression) -> tuple[PropertyAnswer, ...]:
        """The answers of the operators inside of an expression, or of an operator."""
        solutions: list[PropertyAnswer] = []
        for part in states_of(node) if isinstance(node, Operator) else [node]:
            for operator in operators_in(part):
                if operator in self.sets:
                    solution = self.sets[operator][1]
                    solutions += [*solution.inner, solution]
        return tuple(dict.fromkeys(solutions))

    def _nested(self, operator: Operator) -> PerState:
        """The states that satisfy an operator with a threshold."""
        if operator not in self.sets:
            start = np.arange(self.model.states)
            question, claim, words = self._question_parts("print", operator, start)
            answer = self._solved(operator, question)
            relation, bound = str(operator.relation), threshold_of(operator, self.names)
            if isinstance(answer, TimeBounds):
                one_minus = operator.complement
                numbers = [number_of(answer, s, complement=one_minus) for s in start.tolist()]
                truths = [holds(ends(number), relation, bound) for number in numbers]
                if None in truths:
                    s = truths.index(None)
                    no_value(operator, f"the bounds of state {s} do not decide it{_SMALLER}")
                true = np.array(truths, dtype=bool)
            elif isinstance(answer, Answer):
                true = satisfying(answer.values, relation, bound, complement=operator.complement)
            else:
                no_value(operator, "needs exact values of all states, and these are bounds")
            result = States(np.flatnonzero(true).tolist(), true.tolist())
            claim = {**(claim or {}), "states": result.states}
            form = _claim_form(claim, answer.stated(start)[1])
            self.scope.hashes[operator] = question_sha256(*form)
            inner = self._inner(operator)
            timed = isinstance(answer, TimeBounds)
            solution = PropertyAnswer(words, start, result, answer, claim, inner, timed)
            self.sets[operator] = true, solution
        return self.sets[operator][0]


def _claim_form(claim: dict[str, Any] | None, of: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Kind and question of a certificate: of a claim about a question's values, or of these."""
    if claim is None:
        return kind_of(of), of
    return "property", {"claim": claim, "of": {"kind": kind_of(of), "question": of}}


@in_context
def answer(
    model: Model,
    asked: Property | str,
    constants: Any = "",
    *,
    enclosure: bool = False,
    width: Fraction | int | str | None = None,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> PropertyAnswer | Any:  # or a TradeOff: which of them, the text says, and no type can
    """The answer of one property of a model, exact, or with `enclosure` proved bounds.

    `asked` is a property or its text, and `constants` are values of constants in it: ``"k=3"``, or
    a dict. What is asked up to a time in a CTMC, ``P=? [ F<=3/2 a ]`` or ``R=? [ C<=10 ]``, has
    proved bounds, no further apart than `width` (1e-12). ``progress`` and ``executor`` are those of
    `exactbox.mdp`. That of ``multi(...)``, and of a probability under a condition, is a `TradeOff`.

    Raises
    ------
    ValueError
        If the property is not understood, or cannot be answered; says where, and why.

    Examples
    --------
    >>> from exactbox.mdp import Model
    >>> toss = Model.from_lists([[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]], labels={"won": [1]})
    >>> answer(toss, 'P=? [ F<=k "won" ]', "k=2").answer.value
    Fraction(8, 9)
    """
    formula = asked if isinstance(asked, Property) else parse(asked)
    solve: Solve = exact
    if enclosure:
        from exactbox.mdp.objectives.enclosures import enclosed

        solve = enclosed
    near = None if width is None else width_of(width)
    return Solver(model, Names(constants), solve=solve, width=near).answer(formula)


@in_context
def trade_off(
    model: Model,
    objectives: Sequence[str],
    constants: Any = "",
    *,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> TradeOff:
    """Several objectives at once, exactly: what can be had, the best value, the Pareto curve.

    Parameters
    ----------
    objectives : texts
        2 to 6 properties in PRISM's language, such as ``'Pmax=? [F "a"]'`` and
        ``'R{"cost"}<=10 [F "b"]'``. All with bounds: whether one policy keeps to all of them. All
        but the first: its best value under the others. None: the Pareto curve, of 2 or 3.

    constants, progress, executor
        As in `answer`.

    Returns
    -------
    TradeOff
        Exact; with the policies, and a certificate.

    Raises
    ------
    ValueError
        Objectives that are not understood, or equal, or go on for ever, or more than 6; a model
        with two players; steps in continuous time.

    See Also
    --------
    answer : ``multi(...)`` and ``P=? [ F a || F b ]`` as one text.

    Examples
    --------
    >>> from exactbox import Model
    >>> model = Model.from_lists(
    ...     [[[("1/2", 1), ("1/2", 2)], [(1, 3)]], [[(1, 1)]], [[(1, 2)]],
    ...      [[("1/3", 1), ("2/3", 0)]]],
    ...     labels={"won": [1], "over": [1, 2]}, rewards={"cost": [[1, 2], [0], [0], [1]]})
    >>> trade_off(model, ['Pmax=? [F "won"]', 'R{"cost"}min=? [F "over"]']).vertices
    [(Fraction(1, 2), Fraction(1, 1)), (Fraction(1, 1), Fraction(9, 1))]
    >>> trade_off(model, ['Pmax=? [F "won"]', 'R{"cost"}<=4 [F "over"]']).value
    Fraction(11, 16)
    """
    from exactbox.properties.trade_offs import objective

    if isinstance(objectives, str):
        raise TypeError(f"the objectives: found {show(objectives)}, need a list of texts")
    solver, aims, formulas = Solver(model, Names(constants)), [], []
    for asked in map(parse, objectives):
        with asked.source.placed():
            aims.append(objective(asked.understood, solver.scope, solver.kind))
            formulas.append(asked.understood)
    return solver.answer_several(aims, formulas)
