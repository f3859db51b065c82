"""Certificates whose bytes depend on the program alone."""

from __future__ import annotations

from random import Random

import pytest

from exactbox.check import check_certificate
from exactbox.lp import faces, floats, linprog, matrix_game, solve_program, solving
from tests import brute_lp
from tests.lp.test_solving import program_of
from tests.lp_examples import blotto, kuhns_poker


def written(provable):
    return b"".join(provable.certificate_parts())


def test_whatever_the_float_solver_the_bytes_are_the_same(monkeypatch):
    rng, different = Random(0), 0
    for _ in range(200):
        program = program_of(brute_lp.random_program(rng), rng.random() < 0.5)
        found = []
        for solver, most in ((floats.highs, 0), (lambda: None, 0), (None, 8)):
            with monkeypatch.context() as patch:
                patch.setattr(floats, "highs", solver)
                patch.setattr(solving, "_MAX_PIVOTED", most)
                found.append(solve_program(program))
        if found[0].status == "optimal":
            one, *others = (written(a.proving("optimal", reproducible=True)) for a in found)
            assert others == [one, one]
            assert check_certificate(one).value == found[0].fun
            different += found[0].certificate() != found[1].certificate()
    assert different


@pytest.mark.parametrize("seed", range(4))
def test_no_optimal_basis_has_a_lower_weighted_sum(seed):
    rng, several = Random(seed), 0
    for _ in range(60):
        given = brute_lp.random_program(rng)
        answer = solve_program(program_of(given))
        if answer.status != "optimal":
            continue
        n = len(given["cost"])
        weights = [5 ** (j + 1) % 10007 for j in range(n)]
        point = faces.point(answer._outcome.basis)
        others = optimal_points(given, answer.fun)
        assert weighed(weights, point) <= min(weighed(weights, other) for other in others)
        several += len(others) > 1
    assert several


def optimal_points(given, value):
    """The x of feasible bases with this value."""
    n = len(given["cost"])
    low = [*given["lower"], *given["row_lower"]]
    high = [*given["upper"], *given["row_upper"]]

    def feasible(x):
        return all(
            (a is None or a <= v) and (b is None or v <= b)
            for a, v, b in zip(low, x, high, strict=True)
        )

    return {
        tuple(x[:n])
        for x, _ in brute_lp.bases(given)
        if feasible(x) and sum(c * v for c, v in zip(given["cost"], x, strict=False)) == value
    }


def weighed(weights, x):
    return sum(w * abs(v) for w, v in zip(weights, x, strict=True))


@pytest.mark.parametrize("table", [kuhns_poker(), blotto(5, 3)], ids=["kuhn", "blotto"])
def test_strategies_of_a_game_too(table, monkeypatch):
    first = matrix_game(table)
    again = first.reproducible()
    assert again.value == first.value == check_certificate(written(again)).value
    monkeypatch.setattr(floats, "highs", lambda: None)
    assert written(matrix_game(table).reproducible()) == written(again)


def test_empty_programs_too():
    answer = linprog([1, 2])
    assert check_certificate(written(answer.proving("optimal", reproducible=True))).value == 0


def test_only_an_optimum_has_one(tmp_path):
    answer = linprog([-1], [[-1]], [-1])
    with pytest.raises(ValueError, match="the program is unbounded, need an optimum"):
        answer.save(tmp_path / "proof.json", reproducible=True)
    with pytest.raises(ValueError, match="states an optimum, not 'unique'"):
        linprog([1]).save(tmp_path / "proof.json", "unique", reproducible=True)
    assert not any(tmp_path.iterdir())
