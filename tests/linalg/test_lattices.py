"""Reduced bases: what floats prove of them, integers confirm."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import fmpz_mat

from exactbox.linalg import lattices, lll


def is_reduced(rows, delta=Fraction(3, 4), eta=Fraction(51, 100)):
    """By Gram and Schmidt in Fractions."""
    stars, norms = [], []
    for i, row in enumerate(rows):
        star, mu = [Fraction(int(e)) for e in row], []
        for b, norm in zip(stars, norms):
            mu.append(sum(int(x) * y for x, y in zip(row, b)) / norm)
            star = [x - mu[-1] * y for x, y in zip(star, b)]
        stars.append(star)
        norms.append(sum(x * x for x in star))
        if norms[i] == 0 or any(abs(e) > eta for e in mu):
            return False
        if i and norms[i] < (delta - mu[-1] ** 2) * norms[i - 1]:
            return False
    return True


def random_basis(seed, n=12):
    rng = Random(seed)
    most = 10 ** rng.randint(1, 6)
    return fmpz_mat([[rng.randint(-most, most) for _ in range(n)] for _ in range(n)]).lll().tolist()


@pytest.mark.parametrize("seed", range(10))
def test_floats_prove_reduced_bases_and_no_others(seed):
    rng, basis = Random(seed), random_basis(seed)
    assert is_reduced(basis) and lattices._floats_prove(fmpz_mat(basis))
    verdicts = set()
    for _ in range(12):
        i, j = rng.sample(range(len(basis)), 2)
        spoilt = [list(row) for row in basis]
        if rng.random() < 0.5:
            spoilt[i], spoilt[j] = spoilt[j], spoilt[i]
        else:
            spoilt[i] = [x + rng.choice([-1, 1]) * y for x, y in zip(spoilt[i], spoilt[j])]
        assert lattices._floats_prove(fmpz_mat(spoilt)) <= is_reduced(spoilt)
        verdicts.add(is_reduced(spoilt))
    assert False in verdicts


@pytest.mark.parametrize(
    ("top", "reduced", "proved"),
    [
        ([[10000, 0], [5000, 9000]], True, True),
        ([[10000, 0], [5100, 9000]], True, False),  # mu = eta: for integers to say
        ([[10000, 0], [5101, 9000]], False, False),
        ([[10000, 0], [0, 8661]], True, True),
        ([[10000, 0], [0, 8660]], False, False),  # 0.74996 < delta
        ([[10000, 0], [5000, 7072]], True, True),
        ([[10000, 0], [5000, 7071]], False, False),  # less than (delta - 1/4) |b_1|^2
        ([[10000, 0], [10000, 0]], False, False),
        ([[0, 0], [0, 10000]], False, False),
    ],
)
def test_verdicts_near_the_border(top, reduced, proved):
    """In a larger lattice whose other vectors are orthogonal."""
    rest = [[0, 0] + [10000 * (i == j) for j in range(20)] for i in range(20)]
    basis = fmpz_mat([[*row, *([0] * 20)] for row in top] + rest)
    assert is_reduced(basis.tolist()) == reduced == lattices._is_reduced(basis, 22)
    assert lattices._floats_prove(basis) == proved


@pytest.mark.parametrize(("m", "n", "r"), [(30, 30, 30), (26, 40, 26), (40, 30, 24), (3, 3, 0)])
def test_bases_of_every_rank_are_reduced(m, n, r):
    rng = Random(r)
    left = [[rng.randint(-3, 3) for _ in range(r)] for _ in range(m)]
    right = fmpz_mat(r, n, [rng.randint(-99, 99) for _ in range(r * n)])
    a = fmpz_mat(m, r, [e for row in left for e in row]) * right
    found = lll(a.tolist())
    assert found.rank == a.rank() and abs(found.transform.det()) == 1
    assert found.transform @ a == found.basis
    assert is_reduced(found.basis[m - found.rank :].tolist())
