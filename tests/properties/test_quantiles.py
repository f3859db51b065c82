"""Quantiles against the values at all bounds, by unfolding in fractions, and against Storm."""

from __future__ import annotations

import os
from fractions import Fraction
from math import inf
from multiprocessing import get_context
from random import Random

import numpy as np
import pytest

from exactbox.check import check_certificate
from exactbox.checker.claim import check_plain
from exactbox.mdp import Model
from exactbox.mdp.exact.memory_estimate import TooLargeError
from exactbox.properties import answer as ask
from tests.mdp.objectives.test_several_bounds import MANY, Asked, program
from tests.mdp.objectives.test_within_reward import rewards_of

TOSS = Model.from_lists(  # heads with probability 2/3, for 1/2 a toss, which brings 2
    [[[("1/3", 0), ("2/3", 1)]], [[(1, 1)]]],
    labels={"heads": [1]}, rewards={"price": [["1/2"], [0]], "gain": [[2], [0]]},
)  # fmt: skip


def certified(found):
    """The answer's value, once both checkers have verified what proves it."""
    for part in found.inner:
        for claim in (check_certificate(part.certificate()), check_plain(part.certificate())):
            assert claim.facts["result"] == str(bool(part)).lower()
            assert claim.value == part.result.of.low
    assert [(v, is_so) for _, v, is_so in found.result.values] == [
        (part.result.of.low, bool(part)) for part in reversed(found.inner)
    ]
    return found.value


@pytest.mark.parametrize(
    "text, value, at",
    [
        ('quantile(min B, P>=9/10 [F<=B "heads"])', 3, (3, 2)),  # 8/9 < 9/10 < 26/27
        ('quantile(min B, P>8/9 [F<=B "heads"])', 3, (3, 2)),
        ('quantile(min B, P>=8/9 [F<=B "heads"])', 2, (2, 1)),
        ('quantile(max B, P<8/9 [F<=B "heads"])', 1, (1, 2)),
        ('quantile(min B, P>=9/10 [F{"price"}<=B "heads"])', Fraction(3, 2), (Fraction(3, 2), 1)),
        ('quantile(max B, P<=9/10 [F{"price"}<=B "heads"])', 1, (1, Fraction(3, 2))),
        ('quantile(min B, P>=9/10 [F{"price"}<=B,steps<=3 "heads"])', 1.5, (1.5, 1)),
        ('quantile(max B, P>=1/9 [G<=B !"heads"])', 2, (2, 3)),
        ('quantile(max B, P>=1/3 [F{"price"}>=B "heads"])', 1, (1, 1.5)),
        ('quantile(min B, P<1/3 [F{"price"}>=B "heads"])', 1.5, (1.5, 1)),
        ('quantile(min B, R{"gain"}>=5/2 [C{"price"}<=B])', 1, (1, 0.5)),  # 2 + 2/3 = 8/3
        ('quantile(min B, P>=0 [F<=B "heads"])', 0, (0,)),
        ('quantile(min B, P<=1/2 [F<=B "heads"])', 0, (0,)),
        ('quantile(max B, P>=1/2 [F<=B "heads"])', inf, (1,)),
        ('quantile(max B, P<=1 [F<=B "heads"])', inf, (None,)),
        ('quantile(min B, P>=9/10 [F{"price"}<=B,steps<=2 "heads"])', None, (None,)),
        ('quantile(min B, P>1 [F<=B "heads"])', None, (None,)),
        ('quantile(min B, R{"gain"}>3 [C{"price"}<=B])', None, (None,)),
        ('quantile(max B, P<0 [F<=B "heads"])', None, (0,)),
    ],
)
def test_the_bound_and_what_proves_it(text, value, at):
    found = ask(TOSS, text)
    assert certified(found) == value
    assert tuple(bound for bound, _, _ in found.result.values) == at


@pytest.mark.parametrize(
    "text, message",
    [
        ('quantile(min B, P>=1 [F<B "heads"])', "column 24: need <=B or >=B, not < or >"),
        ('quantile(min B, P>=1 [F "heads"])', "column 17: need one bound <=B or >=B"),
        ('quantile(min B, P=? [F<=B "heads"])', "a quantile needs P or R with a threshold"),
        (
            'quantile(max B, min C, P>1/2 [F<=B "heads"])',
            "a quantile has one bound",
        ),
        ('quantile(B, P>1/2 [F<=B "heads"])', "need max or min"),
        ('P=? [F quantile(min B, P>1/2 [F<=B "heads"])]', "a quantile stands at the outside"),
    ],
)
def test_what_is_no_quantile_is_refused_with_its_place(text, message):
    with pytest.raises(ValueError, match=r"\S") as refused:
        ask(TOSS, text)
    assert message in str(refused.value)


def test_values_that_come_near_to_a_limit_are_given_up(monkeypatch):
    monkeypatch.setattr("exactbox.mdp.objectives.quantile.MAX_NEARING_WORK", 10**7)
    for text in ('P>=0 [F{"price"}>=B "heads"]', 'R{"gain"}<3 [C{"price"}<=B]'):
        with pytest.raises(TooLargeError, match="perhaps it never does"):
            ask(TOSS, f"quantile(max B, {text})")


@pytest.mark.parametrize(
    "seeds", [range(40), pytest.param(range(40, MANY), marks=pytest.mark.slow)]
)
def test_it_is_the_bound_at_which_the_unfolding_passes_the_threshold(seeds):
    """Of a first cost that each step has, in whole units; the others have bounds of their own."""
    for seed in seeds:
        asked, rng = Asked(seed, free=False), Random(seed)
        of, found = asked.limits[0][0], []
        asked.ended, asked.of_rewards = False, False
        unit = min(of) if all((c / min(of)).denominator == 1 for c in of) else min(of) / 2
        for k in range(14):
            asked.limits[0] = of, k * unit, 0
            found.append(asked.unfolded()[0])
        t, is_min = rng.choice([*found, Fraction(1, 3)]), rng.random() < 0.5
        relation = rng.choice([">", ">="] if is_min else ["<", "<="])
        true = [eval(f"v {relation} t", {"v": v, "t": t}) for v in found]
        crossed = any(most is not None and least > most for _, most, least in asked.limits[1:])
        if true[-1] != is_min or crossed:
            continue  # it is behind these, or nowhere; or no property says it
        k = true.index(True) if is_min else true.index(False) - 1
        best = k * unit if k >= 0 else None
        assert certified(ask(*model_of(asked, is_min, relation, t))) == best, seed


def model_of(asked, is_min, relation, t):
    """The model with its costs as rewards, and the quantile of the first."""
    model = asked.model()
    rewards = {f"r{k}": rewards_of(model, cost) for k, (cost, _, _) in enumerate(asked.limits)}
    labels = {"x": np.array(asked.goal), "y": np.array(asked.stay)}
    bounds = ['{"r0"}<=B']
    for k, (_, most, least) in enumerate(asked.limits[1:], 1):
        if most is None or least:
            bounds.append(f'{{"r{k}"}}>={least}' if most is None else f'{{"r{k}"}}[{least},{most}]')
        else:
            bounds.append(f'{{"r{k}"}}<={most}')
    text = f'P{asked.sense}{relation}{t} ["y" U{",".join(bounds)} "x"]'
    made = Model(
        model.action_start, model.branch_start, model.target, model.weight, model.denominator, 0,
        labels=labels, rewards=rewards, afterstate=model.afterstate,
    )  # fmt: skip
    return made, f"quantile({'min' if is_min else 'max'} B, {text})"


def by_storm(path, asked, told):
    """Send the number; without one Storm has an empty Pareto curve."""
    import stormpy

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # it warns that it ignores min and max
    source = stormpy.parse_prism_program(str(path))
    (formula,) = stormpy.parse_properties(asked, source)
    built = stormpy.build_model[stormpy.Rational](source, [formula])
    result = stormpy.model_checking(built, formula, only_initial_states=True)
    has_none = "Pareto" in type(result).__name__
    told.send(None if has_none else float(str(result.get_value(built.initial_states[0]))))


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 200), marks=pytest.mark.slow)])
def test_it_is_that_of_storm(seeds, tmp_path):
    """Storm runs in a process of its own, as it dies of some questions."""
    pytest.importorskip("stormpy", minversion="2")
    from exactbox import read_model

    path, context, died = tmp_path / "small.prism", get_context("fork"), 0
    for seed in seeds:
        rng = Random(seed)
        path.write_text(program(seed)[0])
        names, relation = rng.sample("abc", 2), rng.choice([">", ">=", "<", "<="])
        more = f',{{"{names[1]}"}}<={rng.randint(1, 5)}' * (rng.random() < 0.5)
        t = rng.choice([0.1, 0.25, 0.5, 0.75, 0.9])
        best = "min" if relation[0] == ">" else "max"  # the other is infinite, or none
        path_text = f'[F{{"{names[0]}"}}<=B{more} "x"]'
        asked = f"quantile({best} B, P{rng.choice(['max', 'min'])}{relation}{t} {path_text})"
        told, tells = context.Pipe(False)
        child = context.Process(target=by_storm, args=(path, asked, tells))
        child.start()
        tells.close()
        try:
            expected = told.recv()
        except EOFError:
            died += 1
            continue
        finally:
            child.join()
        assert certified(ask(read_model(path), asked)) == expected, seed
    assert died <= len(seeds) // 10
