"""Several bounds at once, by unfolding in fractions, by products with all costs, and by Storm."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest

from exactbox.certificate import UncheckedError
from exactbox.check import check_certificate
from exactbox.checker.claim import check_plain
from exactbox.mdp import Model, reach, total, within_reward
from exactbox.properties import answer as ask
from tests.mdp.objectives.test_within_reward import rewards_of

MANY = 400  # questions, of which the fast tests ask a part


class Asked:
    """A small random model, two or three costs of its branches and ends, and bounds."""

    def __init__(self, seed, *, free):
        rng = self.rng = Random(seed)
        n = self.states = rng.randint(1, 4)
        self.rows = [
            [
                [(t, rng.randint(1, 3)) for t in sorted(rng.sample(range(n), rng.randint(0, n)))]
                for _ in range(rng.randint(1, 2))
            ]
            for _ in range(n)
        ]
        self.branches = [row for rows in self.rows for row in rows]
        self.edges = sum(map(len, self.branches))
        size = self.edges + len(self.branches)
        self.limits = []
        for k in range(rng.randint(2, 3)):
            unit, low = rng.choice([1, Fraction(1, 2), Fraction(2, 3)]), int(not free and not k)
            cost = [Fraction(rng.randint(low, 2)) * unit for _ in range(size)]
            most = rng.choice([0, 1, Fraction(5, 2), 3])
            least = rng.choice([0, 0, 1, Fraction(3, 2)])
            if least and k and rng.random() < 0.5:
                most = None
            self.limits.append((cost, most, least))
        self.sense = rng.choice(["max", "min"])
        self.goal = [rng.random() < 0.4 for _ in range(n)]
        self.stay = [rng.random() < 0.8 for _ in range(n)]
        self.ended = rng.random() < 0.3
        if self.ended:
            self.goal = [False] * n
        self.brought = [Fraction(rng.randint(0, 2), rng.randint(1, 2)) for _ in range(size)]
        self.of_rewards = rng.random() < 0.4
        if self.of_rewards:
            self.limits = [(cost, 1 if most is None else most, 0) for cost, most, _ in self.limits]

    def model(self):
        rows = [[(Fraction(w, sum(w for _, w in row)), t) for t, w in row] for row in self.branches]
        numbers = iter(range(len(rows)))
        options = [[next(numbers) for _ in own] for own in self.rows]
        return Model.from_choices([(0, row) for row in rows], options, initial=range(self.states))

    def answer(self):
        model = self.model()
        given = []
        for cost, most, least in self.limits:
            ends = {"at_most": most, "at_least": least}
            ends = {key: end for key, end in ends.items() if end is not None and (end or most == 0)}
            given.append({"bound": rewards_of(model, cost), **ends})
        first, *further = given
        if self.of_rewards:
            what = {"rewards": rewards_of(model, self.brought)}
        else:
            what = {"goal": "ended" if self.ended else np.array(self.goal)}
            what["stay"] = np.array(self.stay)
        return within_reward(model, self.sense, **first, **what, further=further)

    def after(self, spent, e):
        """What has been spent once a branch has been taken; None where it is too much."""
        now = []
        for x, (cost, most, least) in zip(spent, self.limits):
            x += cost[e]
            if most is not None and x > most:
                return None
            now.append(min(x, Fraction(least)) if most is None else x)
        return tuple(now)

    def enough(self, spent):
        return all(x >= least for x, (_, _, least) in zip(spent, self.limits))

    def numbered(self):
        """(state, choice of the state, its branches with their numbers, that of its end)."""
        edge, c = 0, 0
        for s, rows in enumerate(self.rows):
            for row in rows:
                yield s, [(edge + k, t, w) for k, (t, w) in enumerate(row)], self.edges + c
                edge, c = edge + len(row), c + 1

    def unfolded(self):
        """v(s, x) by its definition, where each step spends something that is bounded above."""
        best = max if self.sense == "max" else min
        choices = [[] for _ in self.rows]
        for s, row, end in self.numbered():
            choices[s].append((row, end))

        @cache
        def value(s, spent):
            if not self.of_rewards and self.goal[s] and self.enough(spent):
                return Fraction(1)
            if not self.of_rewards and not self.stay[s]:
                return Fraction(0)
            worths = []
            for row, end in choices[s]:
                worth = Fraction(0)
                for e, t, w in row or [(end, None, 1)]:
                    now, share = self.after(spent, e), Fraction(w, sum(w for *_, w in row) or 1)
                    if now is not None:
                        own = self.brought[e] if self.of_rewards else Fraction(0)
                        if t is None:
                            own += not self.of_rewards and self.ended and self.enough(now)
                        worth += share * (own + (0 if t is None else value(t, now)))
                worths.append(worth)
            return best(worths)

        return [value(s, (Fraction(0),) * len(self.limits)) for s in range(self.states)]

    def product(self):
        """The values by `reach` or `total` of the product with all costs, without any bound."""
        nothing = (Fraction(0),) * len(self.limits)
        nodes = [(s, nothing) for s in range(self.states)]
        place = {node: k for k, node in enumerate(nodes)}
        rows, options, gains = [[(Fraction(1), 1)], [(Fraction(1), 0)]], [[0], [1]], [0, 0]
        rows = [[(Fraction(1), 0)], [(Fraction(1), 1)]]  # states 0 and 1: lost and won
        for s, spent in nodes:
            options.append([])
            for own, row, end in self.numbered():
                if own != s:
                    continue
                ways, gain = {}, Fraction(0)
                for e, t, w in row or [(end, None, 1)]:
                    now, share = self.after(spent, e), Fraction(w, sum(w for *_, w in row) or 1)
                    to = 0
                    if now is not None:
                        gain += share * self.brought[e]
                        if t is None:
                            to = int(self.ended and self.enough(now))
                        else:
                            if (t, now) not in place:
                                place[t, now] = len(nodes)
                                nodes.append((t, now))
                            to = place[t, now] + 2
                    ways[to] = ways.get(to, Fraction(0)) + share
                options[-1].append(len(rows))
                rows.append([(p, t) for t, p in ways.items()])
                gains.append(gain)
        found = Model.from_choices([(0, row) for row in rows], options, initial=[0])
        if self.of_rewards:
            values = total(found, gains, self.sense).values
        else:
            good = [False, True, *[self.goal[s] and self.enough(x) for s, x in nodes]]
            inside = [True, True, *[self.stay[s] for s, _ in nodes]]
            values = reach(found, np.array(good), self.sense, stay=np.array(inside)).values
        return [values[k + 2] for k in range(self.states)]


def assert_proved(answer):
    """The checkers prove the values of all states, the plain one too."""
    for claim in (check_certificate(answer.certificate()), check_plain(answer.certificate())):
        assert claim.facts["values"] == list(answer.values) and claim.kind == "bounded"


of_many_seeds = pytest.mark.parametrize(
    "seeds", [range(25), pytest.param(range(25, MANY), marks=pytest.mark.slow)]
)


@of_many_seeds
def test_values_are_those_of_the_unfolding(seeds):
    for seed in seeds:
        asked = Asked(seed, free=False)
        answer = asked.answer()
        assert list(answer.values) == asked.unfolded(), seed
        assert_proved(answer)


@of_many_seeds
def test_values_are_those_of_the_product_where_steps_may_be_free(seeds):
    for seed in seeds:
        asked = Asked(seed, free=True)
        answer = asked.answer()
        assert list(answer.values) == asked.product(), seed
        if answer.values.infinite.any():
            with pytest.raises(UncheckedError):
                answer.certificate()
        else:
            assert_proved(answer)


# Beside Storm -------------------------------------------------------------------------------------


def program(seed):
    """A small random program with costs of choices, and properties with several bounds of them."""
    rng = Random(seed)
    n = rng.randint(2, 5)
    most = rng.choice([1, 2, 2])  # a chain is an mdp, too: with dtmc Storm ignores bounds, or dies
    rows = [
        [
            [
                (t, rng.randint(1, 3))
                for t in sorted(rng.sample(range(n), rng.randint(1, min(n, 3))))
            ]
            for _ in range(rng.randint(1, most))
        ]
        for _ in range(n)
    ]
    lines, costs = ["mdp", f"module m s : [0..{n - 1}] init 0;"], {"a": [], "b": [], "c": []}
    for k, (s, row) in enumerate([(s, row) for s, own in enumerate(rows) for row in own]):
        whole = sum(w for _, w in row)
        lines.append(
            f"[c{k}] s={s} -> " + " + ".join(f"{w}/{whole}:(s'={t})" for t, w in row) + ";"
        )
        for name, own in costs.items():
            own.append(f"[c{k}] true : {rng.randint(0, 2) if name != 'c' else rng.randint(1, 3)};")
    lines.append("endmodule")
    for name, own in costs.items():
        lines.append(f'rewards "{name}" {" ".join(own)} endrewards')
    goal = " | ".join(f"s={t}" for t in rng.sample(range(n), rng.randint(1, 2)))
    lines.append(f'label "x" = {goal};')
    sense = rng.choice(["max", "min"])
    bounds = [
        f'rew{{"{name}"}}{rng.choice(["<=", "<=", "<", ">=", ">"])}{rng.randint(1, 6)}'
        for name in rng.sample(["a", "b", "c"], rng.randint(2, 3))
    ]
    return "\n".join(lines), f'P{sense}=? [ F^{{{", ".join(bounds)}}} "x" ]'


def by_storm(text, asked, path):
    import stormpy

    path.write_text(text)
    source = stormpy.parse_prism_program(str(path))
    (formula,) = stormpy.parse_properties(asked, source)
    built = stormpy.build_model[stormpy.Rational](source, [formula])
    result = stormpy.model_checking(built, formula, only_initial_states=True)
    (first,) = built.initial_states
    return Fraction(str(result.get_value(first)))


@pytest.mark.parametrize(
    "seeds", [range(10), pytest.param(range(10, MANY), marks=pytest.mark.slow)]
)
def test_values_are_those_of_storm(seeds, tmp_path):
    pytest.importorskip("stormpy", minversion="2")
    from exactbox import read_model

    path = tmp_path / "small.prism"
    for seed in seeds:
        text, asked = program(seed)
        expected = by_storm(text, asked, path)
        found = ask(read_model(path), asked)
        assert found.value == expected, seed
        assert check_certificate(found.certificate()).value == expected
