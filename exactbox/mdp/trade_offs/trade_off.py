"""Several objectives at once: what can be achieved, the best value under bounds, the Pareto curve.

    z = (sign_i R_i)_i  of all policies that count is a convex set Z
    curve        the upper right boundary of Z, by its vertices (2 or 3 objectives)
    value        the greatest z_0 over Z with z_i >= b_i
    achievable   whether some z of Z keeps to all bounds
    ratio        the greatest P(a and b) / P(b): 0 = max P(a and b) - q P(b); or its comparison

Policies are mixtures of deterministic ones of the product (`product`), drawn once, by a coin. Upper
bounds are optimal weighted sums (`weighted`), chosen as `searching` says.

Sources: Etessami, Kwiatkowska, Vardi, Yannakakis, *Multi-objective model checking of Markov
decision processes*, 2008; Forejt, Kwiatkowska, Parker, *Pareto curves for probabilistic model
checking*, 2012; Baier, Klein, Klüppelholz, Märcker, *Computing conditional probabilities in
Markovian models efficiently*, 2014; Dinkelbach, *On nonlinear fractional programming*, 1967.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz

from exactbox.canonical import encode_integer
from exactbox.certificate import TO_PROVE, Certified, certificate_pieces, encode_ratio
from exactbox.decimals import decimal_string
from exactbox.mdp.answers.answer_facts import brief, exact_facts, model_size
from exactbox.mdp.answers.claims import claim_of, claimed, is_so
from exactbox.mdp.answers.process_writing import (
    encode_numbers,
    explicit,
    sets_form,
    value_blocks,
)
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.policies import endless_reward
from exactbox.mdp.model.layout import Array, PerState
from exactbox.mdp.model.model import Model
from exactbox.mdp.model.question import Question, require_kind
from exactbox.mdp.model.rewards import name_of
from exactbox.mdp.objectives.total import quotient
from exactbox.mdp.trade_offs import searching
from exactbox.mdp.trade_offs.product import Aim, Product
from exactbox.mdp.trade_offs.searching import Mixture
from exactbox.mdp.trade_offs.weighted import Optimizer, Optimum
from exactbox.showing import Facts, counted

MAX_OBJECTIVES, MAX_AXES = 6, 3  # of a question; of a curve
_MAX_VERTICES = 20  # in a summary
ASKS = ("curve", "value", "achievable", "ratio")
Threshold = tuple[str, Fraction]  # a relation, and what the value is compared with


@dataclass(frozen=True, eq=False, repr=False)
class TradeOff(Certified):
    """The answer to a question about several objectives.

    Attributes
    ----------
    asks : "curve", "value", "achievable" or "ratio"
    aims : objectives
    product : Product
        On which the policies are.
    mixture : Mixture or None
        Policies, and the probabilities with which they are drawn; none where no policy keeps to the
        bounds. Of a curve the policies of its vertices, which are not mixed.
    bounds : optima
        The weighted sums that bound all policies.
    inside : Mixture, optional
        One that keeps strictly to the bounds that are strict.
    lost : (N,) levels, optional
        Of nodes from which no policy reaches the goals of all costs; else -1.
    inner : answers
        Those of nested operators, whose sets the objectives speak of.
    threshold : relation and Fraction, optional
        What the ratio is compared with.
    """

    asks: str
    aims: Sequence[Aim]
    product: Product
    mixture: Mixture | None
    bounds: Sequence[Optimum]
    inside: Mixture | None = None
    lost: PerState | None = None
    inner: Sequence[Any] = ()
    threshold: Threshold | None = None

    @property
    def holds(self) -> bool:
        """True where some policy keeps to all bounds; where the ratio is what it is to be."""
        if self.threshold is not None:
            return is_so(self.value, *self.threshold)
        return self.mixture is not None

    @property
    def is_truth(self) -> bool:
        """True where the answer is true or false."""
        return self.asks == "achievable" or self.threshold is not None

    @property
    def value(self) -> Fraction | None:
        """The best value of the first objective, or the ratio; None where there is none."""
        if self.mixture is None or self.asks not in ("value", "ratio"):
            return None
        if self.asks == "ratio":
            both, condition = self.mixture.optima[0].point
            return both / condition
        return self.aims[0].value(self.aims[0].sign * searching.point_of(self.mixture)[0])

    @property
    def vertices(self) -> list[tuple[Fraction, ...]]:
        """The vertices of the Pareto curve: the objectives' values; empty of other questions."""
        if self.asks != "curve" or self.mixture is None:
            return []
        return [self.values(each.point) for each in self.mixture.optima]

    @property
    def is_attained(self) -> bool:
        """False where a strict bound keeps every policy from the value, which is a supremum."""
        if self.asks != "value" or self.mixture is None:
            return True
        z = searching.point_of(self.mixture)
        return all(
            n > b for n, a in zip(z, self.aims) if a.strict and (b := a.signed_bound) is not None
        )

    @property
    def policies(self) -> list[tuple[Fraction | None, PerState]]:
        """With what probability which policy is drawn; None of a curve, a policy a vertex.

        A policy has an action, counted from 0, in each node of the product.
        """
        if self.mixture is None:
            return []
        shares: Sequence[Fraction | None] = self.mixture.shares or [None] * len(self.mixture.optima)
        first = self.product.model.action_start[:-1]
        pairs = zip(shares, self.mixture.optima, strict=True)
        return [(share, each.policy - first) for share, each in pairs if share != 0]

    def evaluate(self, actions: PerState) -> tuple[Fraction, ...]:
        """The objectives' values under a policy with these actions in the nodes; exact.

        Raises
        ------
        ValueError
            Where it may miss the goals of the rewards, so that these have no value.
        """
        choice = np.asarray(actions) + self.product.model.action_start[:-1]
        optimizer = Optimizer(self.product)
        if (node := optimizer.stuck(choice)) >= 0:
            raise ValueError(
                f"{self.product.node_words(node)}: the policy may never reach the goals of all "
                "rewards from here"
            )
        return self.values(optimizer.evaluate(choice)[0])

    def values(self, point: Sequence[Fraction]) -> tuple[Fraction, ...]:
        """The objectives' values at a point."""
        return tuple(a.value(a.sign * z) for a, z in zip(self.aims, point, strict=True))

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """A picture of a curve of two objectives, its exact vertices in text below.

        Returns
        -------
        figure of matplotlib
            Also written to `path`, if there is one, which ends in .png or .svg.

        Raises
        ------
        ValueError
            Where the answer is no curve of two objectives.
        """
        from exactbox.plots.curves import pareto_curve
        from exactbox.plots.figures import also_saved

        if self.asks != "curve" or len(self.aims) != 2:
            what = f"a curve of {len(self.aims)} objectives" if self.asks == "curve" else "no curve"
            raise ValueError(f"{self._title()}: {what}; need a curve of 2 objectives to draw")
        x, y = self.aims
        more = (x.sense == "max", y.sense == "max")
        figure = pareto_curve(self._title(), self.vertices, (x.words, y.words), more)
        return also_saved(figure, path)

    def __bool__(self) -> bool:
        return self.holds if self.is_truth else super().__bool__()

    def decimal(self, digits: int) -> str:
        """The value, where there is one, rounded half to even; else a ValueError."""
        if self.value is None or self.is_truth:
            raise ValueError(f"the answer is {self._brief()}, and not a number")
        return decimal_string(*self.value.as_integer_ratio(), digits)

    def _title(self) -> str:
        return self.asked

    def _brief(self) -> str:
        """The value, or the number of vertices."""
        if self.asks == "curve":
            return counted(len(self.vertices), "vertex")
        if self.is_truth:
            return str(self.holds).lower()
        if self.value is None:
            return "no policy keeps to the bounds"
        return brief(self.value)

    def _facts(self) -> Facts:
        """The vertices, or the value, and the policies."""
        facts: Facts = []
        if self.asks == "curve":
            points = self.vertices[:_MAX_VERTICES]
            facts += [("vertex", f"({', '.join(map(brief, each))})") for each in points]
            if len(points) < len(self.vertices):
                facts.append(("...", f"{len(self.vertices) - len(points):,} more"))
        else:
            if self.is_truth or self.value is None:
                facts.append(("answer", self._brief()))
            facts += [] if self.value is None else exact_facts(self.value)
        facts += [("note", self.note)] if self.note else []
        facts.append(("from", f"state {self.product.state[self.product.start]}"))
        facts.append(("model", model_size(self.product.process)))
        return [*facts, ("policy", self.policy_words), ("proof", TO_PROVE)]

    @property
    def note(self) -> str:
        """That the value is no policy's; empty where one attains it."""
        if self.is_attained:
            return ""
        return "a strict bound keeps policies from it: they come as near as one likes"

    @property
    def policy_words(self) -> str:
        """How many policies of the product there are, and with which probabilities."""
        nodes = f"of a product with {counted(len(self.product.keys), 'node')}"
        shares = [share for share, _ in self.policies]
        if self.asks == "curve":
            return f"one for each vertex, {nodes}"
        if len(shares) < 2:
            return f"{'one' if shares else 'none'} {nodes}"
        drawn = ", ".join(map(brief, filter(None, shares)))
        return f"{len(shares)} {nodes}, drawn once with probabilities {drawn}"

    @property
    def start(self) -> Array:
        """The state that it is asked from, in a list."""
        return self.product.state[[self.product.start]]

    @property
    def asked(self) -> str:
        """The question in words."""
        return words_of(self.asks, self.aims, self.threshold)

    def certificate_parts(self) -> Iterator[bytes]:
        """The certificate in canonical bytes, in pieces."""
        if self.threshold is None:
            return certificate_pieces(*self.stated())
        return certificate_pieces(*claimed(self, threshold_claim(self.threshold)))

    def stated(self, start: Array | None = None) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Kind, question and witness of what the comparison is about; always from one state."""
        return "trade_off", self.question(), self._witness()

    def is_proved_by(self, claim: Any) -> bool:
        """True if what the checker has verified is this answer."""
        facts = claim.facts
        if self.asks == "curve":
            return {*map(tuple, facts.get("vertices", ()))} == {*self.vertices}
        said = self.is_truth or self.mixture is None
        if said and facts.get("result") != ("true" if self.holds else "false"):
            return False
        return bool(claim.value == self.value)

    def question(self) -> dict[str, Any]:
        """The question in certificates' normal form."""
        start = int(self.product.state[self.product.start])
        return normal_form(self.product.process, self.aims, self.asks, start)

    def _witness(self) -> dict[str, Any]:
        """The bounds and the policies, as `exactbox.checker.trade_off` reads them."""
        p = self.product
        is_live = np.ones(p.model.states, dtype=bool) if self.lost is None else self.lost < 0
        live = np.flatnonzero(is_live)
        bounds = [
            {
                "weights": [encode_ratio(*w.as_integer_ratio()) for w in each.weights],
                "values": value_blocks(each.values.x, each.values.at[live], live),
            }
            for each in self.bounds
        ]
        witness: dict[str, Any] = {"bounds": bounds}
        optima = [] if self.mixture is None else self.mixture.optima
        witness["policies"] = [
            {
                "actions": (each.policy - p.model.action_start[:-1]).tolist(),
                "values": _policy_blocks(each),
            }
            for each in optima
        ]
        if self.mixture is not None and self.asks in ("value", "achievable"):
            witness["shares"] = _shares(self.mixture)
            if self.inside is not None:
                witness["inside"] = _shares(self.inside)
        if self.lost is not None:
            witness["levels"] = (self.lost + 1).tolist()
        totals = [aim.rewards for aim in self.aims if aim.is_total]
        if totals:
            question = Question(objective="total", sense="max", rewards=totals[0])
            _, number, heights = quotient(p.process, question)
            witness |= {"components": number.tolist(), "heights": heights.tolist()}
        return witness


def threshold_claim(threshold: Threshold) -> dict[str, Any]:
    """What a certificate of kind "property" says of a ratio."""
    relation, bound = threshold
    return claim_of("forall", relation=relation, bound=bound)


def words_of(asks: str, aims: Sequence[Aim], threshold: Threshold | None = None) -> str:
    """A question in words."""
    first, *rest = [aim.text for aim in aims]
    if asks == "ratio":
        return first if threshold is None else f"whether {first}"
    if asks == "value":
        return f"{first} under {' and '.join(rest)}"
    what = "Pareto curve of" if asks == "curve" else "whether one policy has"
    return f"{what} {' and '.join([first, *rest])}"


def normal_form(model: Model, aims: Sequence[Aim], asks: str, start: int) -> dict[str, Any]:
    """A question in certificates' normal form; its aims are those of `prepare`."""
    layout, choices = explicit(model)
    objectives = []
    for aim in aims:
        form: dict[str, Any] = {"sense": aim.sense}
        if aim.rewards is None:
            form["complement"] = int(aim.complement)
            form["untils"] = [
                sets_form(until.goal, until.stay)
                | ({} if until.steps is None else {"steps": until.steps})
                for until in aim.untils
            ]
        else:
            of = encode_numbers(aim.rewards.numerator[choices], aim.rewards.denominator[choices])
            form["reward"] = {"name": name_of(aim.rewards), "of": of}
            for until in aim.untils:
                form |= sets_form(until.goal)
            if aim.steps is not None:
                form["steps"] = aim.steps
        if aim.bound is not None:
            form["bound"] = encode_ratio(*aim.bound.as_integer_ratio())
            form["strict"] = int(aim.strict)
        objectives.append(form)
    return {"asks": asks, "model": layout, "objectives": objectives, "start": start}


def prepare(model: Model, aims: Sequence[Aim], *, ratio: bool = False) -> tuple[str, list[Aim]]:
    """What is asked, by the bounds, and the aims with rewards that are averages over time."""
    free = [i for i, aim in enumerate(aims) if aim.bound is None]
    _require(model, [*aims], free, ratio)
    averaged = [
        a
        if a.rewards is None
        else replace(a, rewards=a.rewards.expected(model.rates).named(name_of(a.rewards)))
        for a in aims
    ]
    if ratio:
        return "ratio", averaged
    asks = "curve" if len(free) == len(aims) else "value" if free else "achievable"
    return asks, averaged


def trade_off(
    model: Model, aims: Sequence[Aim], *, start: int | None = None, ratio: bool = False
) -> TradeOff:
    """The answer about several objectives: achievable, a value, a curve or a ratio, by the bounds.

    All with bounds: achievable. All but the first: its best value. None: the Pareto curve.

    Raises
    ------
    ValueError
        Fewer than 2 or more than 6 objectives, or equal ones; a curve of more than 3; a model with
        two players; steps in continuous time; a total that can be raised for ever.
    """
    asks, averaged = prepare(model, aims, ratio=ratio)
    start = model.initial_state if start is None else start
    product = Product(model, start, averaged)
    optimizer = Optimizer(product)
    bounds = [aim.signed_bound for aim in aims]
    strict = [aim.strict for aim in aims]
    lost = optimizer.lost if product.of_costs else None
    mixture: Mixture | None
    if ratio:
        found = searching.best_ratio(optimizer, aims[0].sign)
        if found is None:
            raise ValueError(
                f"{aims[1].text}: the condition has probability 0 under every policy: undefined"
            )
        _, bound, best = found
        one = Mixture([best], [Fraction(1)])
        return TradeOff(asks, averaged, product, one, [bound], None, lost)
    if asks == "curve":
        vertices, facets = searching.pareto_curve(optimizer, len(aims))
        order = sorted(range(len(vertices)), key=lambda k: vertices[k].point)
        mixture = Mixture([vertices[k] for k in order], [])
        return TradeOff(asks, averaged, product, mixture, facets, None, lost)
    if asks == "value":
        search = searching.best_within(optimizer, bounds, strict)
    else:
        search = searching.keep_to(optimizer, bounds, strict, [])
    mixture, inside = search.mixture, search.inside
    if mixture is not None:
        used = [k for k, share in enumerate(mixture.shares) if share]
        if inside is not None:  # policies of both, in one list
            both = [*mixture.optima, *inside.optima]
            mixture = Mixture(both, [*mixture.shares, *[Fraction(0)] * len(inside.optima)])
            inside = Mixture(
                both, [*[Fraction(0)] * (len(both) - len(inside.shares)), *inside.shares]
            )
        else:
            mixture = Mixture([mixture.optima[k] for k in used], [mixture.shares[k] for k in used])
    proofs = [] if search.bound is None else [search.bound]
    return TradeOff(asks, averaged, product, mixture, proofs, inside, lost)


def _require(model: Model, aims: list[Aim], free: list[int], ratio: bool) -> None:
    """ValueError where the objectives make no question."""
    if not 2 <= len(aims) <= MAX_OBJECTIVES:
        raise ValueError(f"{counted(len(aims), 'objective')}, need 2 to {MAX_OBJECTIVES}")
    require_kind(model, one_player="several objectives")
    forms = [_meaning(aim) for aim in aims]
    if twice := next((a.text for a, form in zip(aims, forms) if forms.count(form) > 1), None):
        raise ValueError(f"{twice}: this objective is there twice")
    if not ratio and len(free) not in (0, len(aims)) and free != [0]:
        raise ValueError(
            f"{aims[free[-1]].text}: has no bound; need bounds of all objectives, of all but the "
            "first, or of none"
        )
    if not ratio and len(free) == len(aims) > MAX_AXES:
        raise ValueError(f"a curve of {len(aims)} objectives, need 2 or {MAX_AXES}")
    allowed = end_components(model)[1] if any(aim.is_total for aim in aims) else None
    for aim in aims:
        steps = [aim.steps, *(until.steps for until in aim.untils)]
        if any(each is not None for each in steps) and model.rates is not None:
            raise ValueError(f"{aim.text}: steps are counted, and the model is in continuous time")
        if aim.rewards is not None and aim.is_total and allowed is not None:
            endless = endless_reward(model, aim.rewards.expected(model.rates), allowed)
            if endless is not None:
                raise ValueError(
                    f"{aim.text}: {endless} can be had again and again (in an end component); need "
                    "end components without this reward"
                )


def _meaning(aim: Aim) -> tuple[Any, ...]:
    """An objective without the names in it, which has one form."""
    sets = [
        (
            *(u.goal.states.tobytes(), u.goal.ended, u.steps),
            None if u.stay is None else u.stay.states.tobytes(),
        )
        for u in aim.untils
    ]
    of = aim.rewards and (aim.rewards.numerator.tolist(), aim.rewards.denominator.tolist())
    return aim.sense, aim.complement, aim.bound, aim.strict, aim.steps, of, sets


def _policy_blocks(optimum: Optimum) -> list[list[Any]]:
    """What each aim is paid from the nodes where the policy moves: [denominator, nodes, numbers of
    the first aim, of the second, ...]."""
    x, blocks = optimum.parts, dict[int, list[int]]()
    for k in range(len(optimum.moving)):
        blocks.setdefault(x.block_of[k], []).append(k)
    moving, unit, axes = optimum.moving.tolist(), fmpz(optimum.unit), range(len(optimum.point))
    return [
        [
            encode_integer(x.denominators[b] * unit),
            [moving[k] for k in rows],
            *[[encode_integer(x.numerators[k][j]) for k in rows] for j in axes],
        ]
        for b, rows in blocks.items()
    ]


def _shares(mixture: Mixture) -> list[Any]:
    """The share of each policy."""
    return [encode_ratio(*share.as_integer_ratio()) for share in mixture.shares]
