"""Markov chains from tables: values printed in books, and brute force in Fractions.

G-S is Grinstead, Snell, *Introduction to Probability*, 1997; Norris is *Markov Chains*, 1997;
Feller is *An Introduction to Probability Theory and Its Applications*, volume 1, 1968.
"""

from __future__ import annotations

import math
from fractions import Fraction
from math import comb, gcd, inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from exactbox import MarkovChain, Model
from exactbox.check import check_certificate
from exactbox.formats import read_chain
from exactbox.mdp import Ratios, chains
from exactbox.mdp.markov_chain import NoLimitError
from tests import brute
from tests.strategies import tables

F = Fraction
OZ = [["1/2", "1/4", "1/4"], ["1/2", 0, "1/2"], ["1/4", "1/4", "1/2"]]


def fractions(text):
    """The numbers of a line of a book."""
    return [Fraction(e) for e in text.split()]


def walk(neighbours):
    """The simple random walk on a graph."""
    n = len(neighbours)
    return [[F(int(t in near), len(near)) for t in range(n)] for near in neighbours]


def steps_of(moves, n):
    """The table of a walk that makes one of some equally likely moves, each a function."""
    table = [[F(0)] * n for _ in range(n)]
    for s in range(n):
        for move in moves:
            table[s][move(s)] += F(1, len(moves))
    return table


def patterns(word):
    """Tosses of a fair coin until a word: the states are its longest beginnings just tossed."""
    n = len(word)
    table = [[F(0)] * (n + 1) for _ in range(n + 1)]
    table[n][n] = F(1)
    for k in range(n):
        for side in "HT":
            seen = word[:k] + side
            t = max(j for j in range(n + 1) if seen.endswith(word[:j]))
            table[k][t] += F(1, 2)
    return table


# Distributions in the long run --------------------------------------------------------------------


def test_the_land_of_oz():
    """G-S, example 11.1 and sections 11.3, 11.5: w, Z, and the mean first passage matrix M."""
    oz = MarkovChain(OZ, ["rain", "nice", "snow"])
    assert [*oz.stationary()] == [*oz.limiting()] == fractions("2/5 1/5 2/5")
    assert oz.fundamental() == [
        fractions("86/75 3/75 -14/75"),
        fractions("6/75 63/75 6/75"),
        fractions("-14/75 3/75 86/75"),
    ]
    passage = [oz.hitting_times(t) for t in range(3)]
    assert [[m[s] for m in passage] for s in range(3)] == [
        fractions("0 4 10/3"),
        fractions("8/3 0 8/3"),
        fractions("10/3 4 0"),
    ]
    assert oz.return_times() == fractions("5/2 5 5/2")
    assert oz.after(2).tolist()[0] == fractions("7/16 3/16 6/16")  # section 11.1: .438 .188 .375


@pytest.mark.parametrize("balls", [4, 7])
def test_ehrenfests_urns_are_binomial(balls):
    """G-S, example 11.8 and section 11.5; period 2, so that there is no limit."""
    table = [[F(0)] * (balls + 1) for _ in range(balls + 1)]
    for s in range(balls + 1):
        if s:
            table[s][s - 1] = F(s, balls)
        if s < balls:
            table[s][s + 1] = F(balls - s, balls)
    urns = MarkovChain(table)
    assert [*urns.stationary()] == [F(comb(balls, s), 2**balls) for s in range(balls + 1)]
    assert urns.return_times()[0] == 2**balls
    assert urns.is_reversible and urns.classes[0].period == 2
    with pytest.raises(ValueError, match="period 2"):
        urns.limiting()


def test_the_rat_in_the_maze():
    """G-S, section 11.5: w by the number of doors, r = 1 / w, and the way to the middle."""
    cells = [(i, j) for i in range(3) for j in range(3)]
    doors = [
        [t for t, (k, m) in enumerate(cells) if abs(i - k) + abs(j - m) == 1] for i, j in cells
    ]
    maze = MarkovChain(walk(doors))
    assert [*maze.stationary()] == fractions("1/12 1/8 1/12 1/8 1/6 1/8 1/12 1/8 1/12")
    assert maze.return_times() == fractions("12 8 12 8 6 8 12 8 12")
    assert maze.hitting_times(4) == fractions("6 5 6 5 0 5 6 5 6")


def test_a_knight_comes_back_to_the_corner_after_168_moves():
    """Norris, example 1.9.5; on a graph pi is degree / 2E (example 1.9.4)."""
    near = [
        [
            8 * (i + a) + j + b
            for a in (-2, -1, 1, 2)
            for b in (-2, -1, 1, 2)
            if abs(a) != abs(b) and 0 <= i + a < 8 and 0 <= j + b < 8
        ]
        for i in range(8)
        for j in range(8)
    ]
    knight = MarkovChain(walk(near))
    assert knight.return_times()[0] == 168
    assert [*knight.stationary()] == [F(len(e), sum(map(len, near))) for e in near]
    assert knight.is_irreducible and knight.classes[0].period == 2 and knight.is_reversible


@given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6))))
def test_walks_on_graphs_go_by_degrees(edges):
    """Norris, example 1.9.4."""
    edges = {*edges, *((s, s + 1) for s in range(6))}
    near = [{t for t in range(7) if (s, t) in edges or (t, s) in edges} for s in range(7)]
    chain, total = MarkovChain(walk(near)), sum(map(len, near))
    assert [*chain.stationary()] == [F(len(e), total) for e in near]
    assert chain.is_reversible


def test_norris_three_states():
    """Norris, example 1.1.6, p_11(n) in closed form, and 1.7, pi = (1/5, 2/5, 2/5)."""
    chain = MarkovChain([[0, 1, 0], [0, "1/2", "1/2"], ["1/2", 0, "1/2"]])
    assert [*chain.limiting()] == fractions("1/5 2/5 2/5")
    for n in range(9):
        cosine, sine = [(1, 0), (0, 1), (-1, 0), (0, -1)][n % 4]  # of n pi / 2
        assert chain.after(n, 0)[0] == F(1, 5) + F(4 * cosine - 2 * sine, 5 * 2**n)
    assert chain.imbalance() == (0, 1, F(1, 5), 0)  # 1 leads to 2, and 2 not back


@given(st.fractions(F(1, 50), 1, max_denominator=50), st.fractions(F(1, 50), 1, max_denominator=50))
def test_two_states_in_closed_form(a, b):
    """Norris, example 1.1.4."""
    chain = MarkovChain([[1 - a, a], [b, 1 - b]])
    assert [*chain.stationary()] == [b / (a + b), a / (a + b)]
    assert chain.after(5, 0)[0] == b / (a + b) + a / (a + b) * (1 - a - b) ** 5
    assert chain.is_reversible


def test_a_virus_mutates():
    """Norris, example 1.1.5: the same strain after n steps."""
    n, a = 5, F(1, 3)
    table = [[1 - a if s == t else a / (n - 1) for t in range(n)] for s in range(n)]
    for k in range(7):
        same = F(1, n) + (1 - F(1, n)) * (1 - a * n / (n - 1)) ** k
        assert MarkovChain(table).after(k, 2)[2] == same


def test_fleas_on_a_triangle():
    """Norris, exercises of section 1.1: at random, and clockwise with twice the probability."""
    fair = MarkovChain(steps_of([lambda s: (s + 1) % 3, lambda s: (s + 2) % 3], 3))
    right = lambda s: (s + 1) % 3  # noqa: E731
    other = MarkovChain(steps_of([right, right, lambda s: (s + 2) % 3], 3))
    for n in range(8):
        assert fair.after(n, 0)[0] == F(1, 3) + F(2, 3) * F(-1, 2) ** n
        closed = 1 / 3 + 2 / 3 * (1 / math.sqrt(3)) ** n * math.cos(5 * math.pi * n / 6)
        assert float(other.after(n, 0)[0]) == pytest.approx(closed)
    assert [*other.stationary()] == [F(1, 3)] * 3
    assert fair.is_reversible and not other.is_reversible
    assert other.imbalance() == (0, 1, F(2, 9), F(1, 9))


def test_hybrids():
    """G-S, example 11.10: crossing with hybrids, w = (1/4, 1/2, 1/4)."""
    chain = MarkovChain([["1/2", "1/2", 0], ["1/4", "1/2", "1/4"], [0, "1/2", "1/2"]])
    assert [*chain.stationary()] == fractions("1/4 1/2 1/4")


# Absorption and hitting times ---------------------------------------------------------------------


def test_the_drunkards_walk():
    """G-S, example 11.13 and section 11.2: N, t, B."""
    street = MarkovChain(
        [[1, 0, 0, 0, 0], *([F(abs(s - t) == 1, 2) for t in range(5)] for s in (1, 2, 3)),
         [0, 0, 0, 0, 1]]
    )  # fmt: skip
    assert street.fundamental().tolist() == [
        fractions("3/2 1 1/2"),
        fractions("1 2 1"),
        fractions("1/2 1 3/2"),
    ]
    assert [*street.absorption_times()] == fractions("3 4 3")
    assert street.absorption() == [
        fractions("3/4 1/4"),
        fractions("1/2 1/2"),
        fractions("1/4 3/4"),
    ]
    assert [c.recurrent for c in street.classes] == [True, False, True]
    assert street.classes[1].period == 2
    assert street.return_times() == [1, inf, inf, inf, 1]


@given(st.integers(2, 9), st.fractions(F(1, 20), F(19, 20), max_denominator=20))
def test_the_gamblers_ruin_in_closed_form(n, p):
    """Feller, XIV.2 and XIV.3: the probability of ruin, and the duration."""
    q = 1 - p
    table = [[F(0)] * (n + 1) for _ in range(n + 1)]
    table[0][0] = table[n][n] = F(1)
    for z in range(1, n):
        table[z][z + 1], table[z][z - 1] = p, q
    ruin = MarkovChain(table)
    lost, time = ruin.hitting_probabilities(0), ruin.hitting_times([0, n])
    for z in range(1, n):
        if p == q:
            assert (lost[z], time[z]) == (1 - F(z, n), z * (n - z))
        else:
            r = q / p
            assert lost[z] == (r**n - r**z) / (r**n - 1)
            assert time[z] == z / (q - p) - n / (q - p) * (1 - r**z) / (1 - r**n)
    assert [*ruin.absorption_times()] == time[1:n]
    assert [row[0] for row in ruin.absorption().tolist()] == lost[1:n]


def test_norris_absorption():
    """Norris, example 1.3.1: from 2 in a row of four, absorbed in 4 and how soon."""
    row = MarkovChain([[1, 0, 0, 0], ["1/2", 0, "1/2", 0], [0, "1/2", 0, "1/2"], [0, 0, 0, 1]])
    assert row.hitting_probabilities(3)[1] == F(1, 3)
    assert row.hitting_times([0, 3])[1] == 2


def test_norris_classes():
    """Norris, example 1.2.2: {1, 2, 3}, {4} and {5, 6}, of which {5, 6} alone is closed."""
    third, half = F(1, 3), F(1, 2)
    chain = MarkovChain(
        [[half, half, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [third, 0, 0, third, third, 0],
         [0, 0, 0, half, half, 0], [0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0]],
        "123456",
    )  # fmt: skip
    assert [(c.states, c.recurrent) for c in chain.classes] == [
        ((0, 1, 2), False),
        ((3,), False),
        ((4, 5), True),
    ]
    assert [c.period for c in chain.classes] == [1, 1, 2]
    assert [*map(chain.class_name, chain.classes)] == ["{1, 2, 3}", "4", "{5, 6}"]


def test_bold_play():
    """Norris, exercise 1.3.2: from 2 to 10 by bold play, with probability 1/5 in 2 tosses."""
    names = ["0", "2", "4", "6", "8", "10"]
    table = [[F(0)] * 6 for _ in names]
    table[0][0] = table[5][5] = F(1)
    for s, (win, lose) in {1: (2, 0), 2: (4, 0), 4: (5, 3), 3: (5, 1)}.items():
        table[s][win] = table[s][lose] = F(1, 2)
    play = MarkovChain(table, names)
    assert play.hitting_probabilities("10")[1] == F(1, 5)
    assert play.hitting_times(["0", "10"])[1] == 2


def test_snakes_and_ladders():
    """As Norris, exercise 1.3.3: nine squares and a coin; ladders 2-7, 3-5, snakes 6-1, 8-4.

    By hand: k1 = k5, so k1 = 2 + k7, k7 = 1 + k4 / 2 and k4 = 1 + k1: k1 = 7. Of h, 0 at 1 and 1 at
    9: h5 = h7 / 2, h7 = 1/2 + h4 / 2, h4 = h5 / 2: h5 = 2/7.
    """
    to = {2: 7, 3: 5, 6: 1, 8: 4}
    table = [[F(0)] * 9 for _ in range(9)]
    table[8][8] = F(1)
    for s in range(1, 9):
        for t in (s + 1, min(s + 2, 9)):
            table[s - 1][to.get(t, t) - 1] += F(1, 2)
    board = MarkovChain(table, "123456789")
    assert board.hitting_times("9")[0] == 7
    table[0] = [F(1), *[F(0)] * 8]  # it stays on 1
    assert MarkovChain(table, "123456789").hitting_probabilities("9")[4] == F(2, 7)


@pytest.mark.parametrize("n", [1, 2, 6, 20])
def test_the_coupon_collector(n):
    """Feller, IX.3: n (1 + 1/2 + ... + 1/n), and sums of variances of geometric times."""
    table = [[F(0)] * (n + 1) for _ in range(n + 1)]
    for k in range(n + 1):
        table[k][k] = F(k, n)
        if k < n:
            table[k][k + 1] = F(n - k, n)
    coupons = MarkovChain(table)
    assert coupons.hitting_times(n)[0] == n * sum(F(1, k) for k in range(1, n + 1))
    chance = [F(n - k, n) for k in range(n)]
    assert coupons.hitting_variances(n)[0] == sum((1 - p) / p**2 for p in chance)


@pytest.mark.parametrize(("word", "mean"), [("HHH", 14), ("HTH", 10), ("HHT", 8), ("HTHT", 20)])
def test_the_first_time_of_a_pattern(word, mean):
    """Feller, XIII.7 and XIII.8; the variance of a run of three is 142 by formula (7.7)."""
    tosses = MarkovChain(patterns(word))
    assert tosses.hitting_times(len(word))[0] == mean
    if word == "HHH":
        assert tosses.hitting_variances(3)[0] == 142
        assert tosses.absorption_variances()[0] == 142


def test_craps():
    """G-S, section 11.2, exercise: won with probability 244/495, after 557/165 rolls."""
    two = {r: F(6 - abs(7 - r), 36) for r in range(2, 13)}
    names = ["first", *map(str, (4, 5, 6, 8, 9, 10)), "won", "lost"]
    table = {a: dict.fromkeys(names, F(0)) for a in names}
    for roll, p in two.items():
        into = "won" if roll in (7, 11) else "lost" if roll in (2, 3, 12) else str(roll)
        table["first"][into] += p
    for point in names[1:7]:
        table[point] |= {"won": two[int(point)], "lost": two[7]}
        table[point][point] = 1 - two[int(point)] - two[7]
    table["won"]["won"] = table["lost"]["lost"] = F(1)
    craps = MarkovChain([[*table[a].values()] for a in names], names)
    assert craps.hitting_probabilities("won")[0] == F(244, 495)
    assert craps.absorption_times()[0] == F(557, 165)
    assert craps.certificate("absorption").claim.facts["rank"] == 7


# Random chains against brute force ----------------------------------------------------------------


def drawn(table):
    """A chain, and its transition probabilities by brute force."""
    p = brute.chain_of([row[0] for row in table[0]])
    n = len(p)
    return MarkovChain([[row.get(t, 0) for t in range(n)] for row in p]), p


@given(tables(states=6))
def test_stationary_distributions_multiply_back_and_returns_are_kacs(table):
    chain, p = drawn(table)
    n, classes = len(p), brute.recurrent_classes(p)
    rows = chain.stationary_distributions()
    assert rows @ chain.matrix == rows and len(rows) == len(classes)
    for members, row in zip(classes, rows.tolist(), strict=True):
        assert sum(row) == 1 and [s for s in range(n) if row[s]] == [*members]
    for s, time in enumerate(chain.return_times()):
        home = next((c for c in classes if s in c), None)
        if home is None:
            assert time == inf
            continue
        others = [t for t in home if t != s]  # k(t) = 1 + sum_u P(t, u) k(u), k(s) = 0
        system = [[F(t == u) - p[t].get(u, 0) for u in others] for t in others]
        k = dict(zip(others, brute.solve(system, [[1]] * len(others)), strict=True))
        assert time == 1 + sum(v * k[t][0] for t, v in p[s].items() if t != s)
    assert chains.stationary_by_class(chain.model) == {
        s: share for row in rows.tolist() for s, share in enumerate(row) if share
    }
    limit = brute.limiting_matrix(p)
    assert [[*chain.stationary(s)] for s in range(n)] == limit
    if chain.is_aperiodic:
        assert [[*chain.limiting(s)] for s in range(n)] == limit
    balanced = all(
        row[s] * p[s].get(t, 0) == row[t] * p[t].get(s, 0)
        for row in rows.tolist()
        for s in range(n)
        for t in range(n)
    )
    assert chain.is_reversible == balanced


def test_the_limit_from_a_start_may_exist_where_a_class_has_a_period():
    """By hand: from a the swap of b and c is entered in both with the same probability.

    From d to b with 1/2 a step: at an odd time with probability 1/2 + 1/8 + ... = 2/3.
    """
    table = [[0, F(1, 2), F(1, 2), 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, F(1, 2), 0, F(1, 2)]]
    chain = MarkovChain(table, "abcd")
    assert [*chain.limiting("a")] == fractions("0 1/2 1/2 0")
    assert [*chain.limiting([0, F(1, 2), F(1, 2), 0])] == fractions("0 1/2 1/2 0")
    for start, words in (
        ("b", "in b with probability 1, in c with probability 0"),
        ("d", "in c with probability 2/3, in b with probability 1/3"),
        (["1/2", "1/2", 0, 0], "in b with probability 3/4, in c with probability 1/4"),
        (None, "from some starts"),
    ):
        with pytest.raises(NoLimitError, match=f"{{b, c}} has period 2.*{words}"):
            chain.limiting(start)
    both = MarkovChain([*([*row, 0] for row in table), [0, 0, 0, 0, 1]])
    assert [*both.limiting(["1/2", 0, 0, 0, "1/2"])] == fractions("0 1/4 1/4 0 1/2")
    with pytest.raises(ValueError, match="need a start"):
        both.limiting()


@given(
    st.integers(1, 3),
    st.lists(st.lists(st.integers(1, 2), min_size=1, max_size=4), min_size=1, max_size=2),
    st.data(),
)
def test_the_limit_is_that_of_the_powers(transient, rings, data):
    """Of rings of 1 to 4 cyclic classes, into which transient states lead with 1/2 or more a step.

    From one cyclic class it is as likely to come to each state of the next. After 48 steps no more
    than 2^-47 is still to enter or to spread, and 12 is a multiple of all periods; so the next 12
    distributions are within 2^-47 of what recurs for ever. There is a limit if these agree.
    """
    n = transient + sum(map(sum, rings))
    table, first = [], transient
    for _ in range(transient):
        inside = st.lists(st.integers(transient, n - 1), min_size=1, max_size=3)
        targets = [data.draw(st.integers(0, n - 1)), *data.draw(inside)]
        table.append([F(targets.count(t), len(targets)) for t in range(n)])
    for sizes in rings:
        places = []
        for size in sizes:
            places.append(range(first, first + size))
            first += size
        for k, place in enumerate(places):
            after = places[(k + 1) % len(places)]
            table += [[F(int(t in after), len(after)) for t in range(n)] for _ in place]
    chain = MarkovChain(table)
    x = [F(e) for e in data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))]
    x = [e / sum(x) for e in x] if any(x) else [F(s == 0) for s in range(n)]
    row, later = np.array(x, dtype=object), []
    power = np.array(table, dtype=object)
    for _ in range(48):
        row = row @ power
    for _ in range(12):
        later.append(row)
        row = row @ power
    rest = F(1, 2**46)
    spread = max(max(r[s] for r in later) - min(r[s] for r in later) for s in range(n))
    try:
        limit = chain.limiting(x)
    except NoLimitError:
        assert spread > rest
        return
    assert all(abs(r[s] - limit[s]) <= rest for r in later for s in range(n))


@given(tables(states=6), st.data())
def test_hitting_times_are_those_of_elimination(table, data):
    """Of the equations on the states concerned, which are found by search."""
    chain, p = drawn(table)
    n = len(p)
    goal = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    able = brute.can_reach(p, goal)
    lost = {s for s in range(n) if s not in able}
    surely = {*range(n)} - brute.can_reach(p, lost, [s not in goal for s in range(n)])

    def on(states, right):
        rows = [[F(s == t) - p[s].get(t, 0) for t in states] for s in states]
        values = brute.solve(rows, [[e] for e in right])
        return dict(zip(states, [v for (v,) in values], strict=True))

    inner = sorted(able - goal)
    h = on(inner, [sum(p[s].get(t, F(0)) for t in goal) for s in inner])
    assert chain.hitting_probabilities(goal) == [h.get(s, F(s in goal)) for s in range(n)]
    inner = sorted(surely - goal)
    k = on(inner, [1] * len(inner))
    second = on(inner, [2 * k[s] - 1 for s in inner])
    assert chain.hitting_times(goal) == [k.get(s, 0 if s in goal else inf) for s in range(n)]
    variance = {s: second[s] - k[s] ** 2 for s in inner}
    assert chain.hitting_variances(goal) == [
        variance.get(s, 0 if s in goal else inf) for s in range(n)
    ]


@given(tables(states=6))
def test_absorption_is_that_of_the_fundamental_matrix(table):
    chain, p = drawn(table)
    classes = brute.recurrent_classes(p)
    transient = [s for s in range(len(p)) if not any(s in c for c in classes)]
    assert chain.has_transient == bool(transient)
    if not transient:
        for ask in (chain.absorption, chain.absorption_times, chain.absorption_variances):
            with pytest.raises(ValueError, match="no state is transient"):
                ask()
        return
    n = chain.fundamental()
    q = [[F(s == t) - p[s].get(t, 0) for t in transient] for s in transient]
    assert n.tolist() == brute.solve(q, [[int(s == t) for t in transient] for s in transient])
    r = [[sum(p[s].get(t, F(0)) for t in c) for c in classes] for s in transient]
    b, t = chain.absorption(), chain.absorption_times()
    assert b == n @ r and all(sum(row) == 1 for row in b.tolist())
    assert [*t] == [sum(row) for row in n.tolist()]
    # Kemeny, Snell 1960, section 3.3: (2 N - 1) t - t^2
    second = (n * 2).tolist()
    second = [sum(v * u for v, u in zip(row, t, strict=True)) for row in second]
    assert [*chain.absorption_variances()] == [
        e - u - u * u for e, u in zip(second, t, strict=True)
    ]


@given(tables(states=5))
def test_periods_are_the_divisors_of_all_ways_back(table):
    chain, p = drawn(table)
    n, reach = len(p), brute.reachable_sets(p)
    ways = {s: {s} for s in range(n)}  # where n steps lead
    back = dict.fromkeys(range(n), 0)
    for k in range(1, 3 * n * n):
        ways = {s: {u for t in where for u in p[t]} for s, where in ways.items()}
        back = {s: gcd(d, k) if s in ways[s] else d for s, d in back.items()}
    together = {tuple(t for t in range(n) if t in reach[s] and s in reach[t]) for s in range(n)}
    assert [c.states for c in chain.classes] == sorted(together)
    for c in chain.classes:
        assert {back[s] for s in c.states} == {c.period}
        assert c.recurrent == all(t in c.states for s in c.states for t in p[s])


@given(tables(states=4), st.integers(0, 5))
def test_after_n_steps_is_the_power(table, n):
    chain, p = drawn(table)
    size = len(p)
    rows = [[F(s == t) for t in range(size)] for s in range(size)]
    for _ in range(n):
        rows = [
            [sum(x[s] * p[s].get(t, 0) for s in range(size)) for t in range(size)] for x in rows
        ]
    assert chain.after(n).tolist() == rows
    assert [[*chain.after(n, s)] for s in range(size)] == rows
    uniform = [F(1, size)] * size
    assert [*chain.after(n, uniform)] == [sum(c) / size for c in zip(*rows, strict=True)]


@given(tables(states=4), st.data())
def test_every_system_has_the_answer_as_its_only_solution(table, data):
    """The certificate is valid, and proves the numbers that are answered."""
    chain, p = drawn(table)
    n = len(p)
    asks = [{"question": "stationary"}, {"question": "hitting", "goal": [n - 1]}]
    asks += [{"question": "after", "steps": 2}, {"question": "after", "steps": 1, "start": 0}]
    if chain.has_transient:
        asks += [{"question": name} for name in ("absorption", "times", "fundamental")]
    ask = data.draw(st.sampled_from(asks))
    try:
        a, b, x = chain.system(**ask)
    except ValueError as error:
        assert "by the graph" in str(error) and ask["question"] == "hitting"
        assert {*chain.hitting_probabilities([n - 1])} <= {0, 1}
        return
    assert a @ x == b
    assert chain.system(**ask, solved=False) == (a, b, None)
    proof = chain.certificate(**ask)
    claim = check_certificate(proof.data)
    assert claim.facts["statement"] == "unique" and claim.facts["rank"] == len(x)
    if ask["question"] == "stationary":
        assert chain.stationary_distributions() == x.T
    if ask["question"] == "after" and "start" not in ask:
        assert x.tolist()[-n:] == chain.after(2).T.tolist()


# Where chains come from ---------------------------------------------------------------------------


def test_a_chain_is_the_same_from_every_kind_of_table(tmp_path):
    pandas = pytest.importorskip("pandas")
    names = ("rain", "nice", "snow")
    rows = [[F(e) for e in row] for row in OZ]
    floats = np.array(rows, dtype=float)  # halves and quarters
    frame = pandas.DataFrame(floats, columns=names, index=names)
    lines = [",".join([n, *map(str, r)]) for n, r in zip(names, OZ, strict=True)]
    (tmp_path / "both.csv").write_text("\n".join([f",{','.join(names)}", *lines]))
    (tmp_path / "header.csv").write_text("\n".join(["rain;nice;snow", "0,5;0,25;0,25", "0,5;0;0,5",
                                                    "0,25;0,25;0,5"]))  # fmt: skip
    model = Model.from_lists(
        [[[(p, t) for t, p in enumerate(row) if p]] for row in rows], names=names
    )
    for table, extra in (
        (OZ, {"names": names}),
        (rows, {"names": names}),
        (floats, {"names": names, "floats": "exact"}),
        (frame, {"floats": "decimal"}),
        (csr_array(floats), {"names": names, "floats": "exact"}),
        (
            ({(s, t): p for s, row in enumerate(rows) for t, p in enumerate(row)}, (3, 3)),
            {"names": names},
        ),
        (tmp_path / "both.csv", {}),
        (str(tmp_path / "header.csv"), {}),
        (model, {}),
    ):
        chain = MarkovChain(table, **extra)
        assert chain.names == names
        assert chain.matrix.tolist() == rows
        assert chain.stationary().labels == (names, None)
    assert MarkovChain(OZ).names == ("0", "1", "2")
    with pytest.raises((TypeError, ValueError), match="floats"):
        MarkovChain(np.array([[0.1, 0.9], [1.0, 0.0]]))
    tenth = MarkovChain(np.array([[0.1, 0.9], [1.0, 0.0]]), floats="decimal")
    assert tenth.matrix[0, 0] == F(1, 10)


def test_a_table_of_numbers_may_be_named_by_numbers(tmp_path):
    """As pandas writes a table with its index."""
    (tmp_path / "p.csv").write_text(",0,1\n0,0.5,0.5\n1,1,0\n")
    chain = MarkovChain(tmp_path / "p.csv")
    assert chain.names == ("0", "1") and [*chain.stationary()] == [F(2, 3), F(1, 3)]


def test_states_without_names_count_from_1_in_files_and_from_0_elsewhere(tmp_path):
    (tmp_path / "p.csv").write_text("1/2,1/2\n1,0\n")
    (tmp_path / "p.json").write_text('[["1/2", "1/2"], [1, 0]]')
    for name in ("p.csv", "p.json"):
        assert MarkovChain(tmp_path / name).names == ("1", "2")
        assert read_chain(tmp_path / name).names == ("1", "2")
    assert MarkovChain(np.eye(2)).names == ("0", "1")


def test_an_int_that_is_the_name_of_another_state_is_refused():
    chain = MarkovChain([["1/2", "1/2"], [1, 0]], ["1", "2"])
    assert chain.hitting_times("1") == chain.hitting_times(0) == [0, 1]
    for ask in (chain.hitting_times, chain.stationary, chain.limiting, chain.hitting_probabilities):
        for state, index in ((1, 0), (2, 1), (np.int64(1), 0)):
            with pytest.raises(ValueError, match=f"{state}.*index {index}, need a string"):
                ask(state)
    with pytest.raises(ValueError, match="index 0, need a string"):
        chain.system("hitting", goal=[1])
    named = MarkovChain([[1, 0, 0], ["1/2", 0, "1/2"], [0, 0, 1]], ["1", "2", "3"])
    assert [*named.absorption_times()] == [1]


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("a,b\n1/2,1/2\n1/3,1/3\n", "p.csv:3:", "'b' adds up to 2/3, need 1"),
        ("# made\na,b\n1/2,1/2\n3/2,-1/2\n", "p.csv:4: column 2:", "probability is -1/2"),
        ("a,a\n1/2,1/2\n0,1\n", "p.csv:1: column 2:", "'a' is there twice"),
        (",a,b\na,1,0\na,0,1\n", "p.csv:3: column 1:", "'a' is there twice"),
        (",a,b\na,1,0\nc,0,1\n", "p.csv:3: column 1:", "row 2 is 'c', column 2 'b'"),
        ("1,0\n", "p.csv:", "1 row and 2 columns"),
        ("1,2\n1,0\n0,1\n", "p.csv:", "3 rows and 2 columns, need as many of both"),
        ("1,2\n1,0\n0,1\n", "p.csv:", "(names that are numbers?"),
        ("a,b,Sum\n1,0,1\n0,1,1\n", "p.csv:", "a row or column of sums? leave it out"),
        (
            ",1,2,Sum\n1,1,0,1\n2,0,1,1\n",
            "p.csv:1: column 1",
            "both a first line and a first column",
        ),
        ("1/2,1\n1/2,0\n", "p.csv:1:", "3/2, need 1 (the columns do: transpose"),
        ("0.33,0.33,0.33\n1,0,0\n0,1,0\n", "p.csv:1:", "99/100, need 1 (rounded?"),
        ("a,b\n1,0\n1,x\n", "p.csv:3: column 2:", "'x'"),
    ],
)
def test_a_table_that_is_no_chain_is_refused_with_the_place(tmp_path, text, where, words):
    file = tmp_path / "p.csv"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"p\.csv") as error:
        MarkovChain(file)
    message = str(error.value)
    assert where in message and words in message and "\n" not in message


def test_lists_are_refused_by_index_and_files_of_entries_from_1(tmp_path):
    with pytest.raises(ValueError, match="P: row 1: the row adds up to 2"):
        MarkovChain([[1, 0], [1, 1]])
    with pytest.raises(ValueError, match="P: row 1, column 0: the probability is -1"):
        MarkovChain([[1, 0], [-1, 2]])
    (tmp_path / "p.json").write_text("[[1, 0], [1, 1]]")
    with pytest.raises(ValueError, match=r"p\.json: row 2: the row adds up to 2"):
        MarkovChain(tmp_path / "p.json")
    for names, words in ((["a"], "got 1, need 2"), (["a", "a"], "twice")):
        with pytest.raises(ValueError, match=words):
            MarkovChain([[1, 0], [0, 1]], names)


def test_what_is_no_number_of_a_list_or_a_frame_is_named_with_what_to_write():
    pandas = pytest.importorskip("pandas")
    rows = [[1 / 3, 2 / 3], [1, 0]]
    for table in (rows, np.array(rows), pandas.DataFrame(rows)):
        with pytest.raises(
            TypeError, match=r'^P\[0, 0\] is.*1/3\? write "1/3" or Fraction\(1, 3\)'
        ):
            MarkovChain(table)
    with pytest.raises(TypeError) as error:
        MarkovChain([[0.1, 0.9], [1, 0]])
    assert "write" not in str(error.value)
    names = pandas.DataFrame({"Unnamed: 0": ["a", "b"], "a": [1, 0], "b": [0, 1]})
    with pytest.raises(ValueError, match=r"^P\[0, 0\] is 'a'.*\(names of rows\? index_col=0\)"):
        MarkovChain(names)


def test_rates_of_continuous_time_are_named_as_such():
    with pytest.raises(ValueError, match=r"P: row 0, column 0: .*need 0 or more.*rates.*CTMC"):
        MarkovChain([[-2, 2], [1, -1]])
    with pytest.raises(ValueError, match=r"need 0 or more$"):
        MarkovChain([[-2, 2], [1, 0]])


def test_a_label_of_a_model_stands_for_its_states():
    steps = [[[("1/2", 0), ("1/2", 1)]], [[(1, 2)]], [[(1, 0)]]]
    chain = MarkovChain(Model.from_lists(steps, labels={"away": [1, 2]}))
    assert chain.hitting_times("away") == chain.hitting_times([1, 2]) == [2, 0, 0]
    assert chain.hitting_times(["2", "away"]) == [2, 0, 0]


def test_a_model_with_a_policy_is_a_chain():
    model = Model.from_lists([[[(1, 0)], [("1/2", 0), ("1/2", 1)]], [[(1, 0)]]])
    chain = MarkovChain(model, policy=[1, 2])
    assert [*chain.stationary()] == chains.stationary(model, policy=[1, 2]) == [F(2, 3), F(1, 3)]
    with pytest.raises(ValueError, match="policy"):
        MarkovChain(model)
    with pytest.raises(ValueError, match="ends"):
        MarkovChain(Model([0, 1], [0, 0], [], [], [1]))


def test_what_a_question_lacks_is_said():
    ruin = MarkovChain([[1, 0, 0], ["1/2", 0, "1/2"], [0, 0, 1]], "abc")
    for ask, words in (
        (ruin.stationary, "need a start"),
        (lambda: ruin.stationary("d"), "no state 'd', need one of a, b, c"),
        (lambda: ruin.hitting_times([]), "need one or more"),
        (lambda: ruin.after(-1), "need an integer, 0 or more"),
        (lambda: ruin.after(1, [1, 1, 0]), "add up to 2"),
        (lambda: ruin.system("nothing"), "need one of stationary"),
        (lambda: ruin.system("hitting"), "need goal"),
        (lambda: ruin.system("times", goal="a"), "it has no goal"),
        (lambda: ruin.system("after"), "need steps"),
    ):
        with pytest.raises(ValueError, match=words):
            ask()
    with pytest.raises(ValueError, match="no fundamental matrix"):
        MarkovChain([[1, 0], [0, 1]]).fundamental()


def test_a_chain_shows_itself():
    ruin = MarkovChain([[1, 0, 0], ["1/2", 0, "1/2"], [0, 0, 1]], ["<a>", "b", "c"])
    assert "&lt;a&gt;: absorbing" in ruin._repr_html_() and "b: transient, no return" in str(ruin)
    assert "2 recurrent classes, 1 transient state" in repr(ruin)
    assert r"\infty" in ruin.return_times()._repr_latex_()
    assert r"\text{b}" in ruin.absorption()._repr_latex_()


def test_what_is_long_is_shortened():
    still = MarkovChain(({(s, s): 1 for s in range(25)}, (25, 25)))
    assert "and 19 more classes" in str(still) and repr(still).endswith("0 transient states)")
    ring = MarkovChain([[int(t == (s + 1) % 9) for t in range(9)] for s in range(9)])
    assert "{0, 1, 2, 3, ..., 8}: recurrent, period 9" in str(ring)


def test_a_model_in_continuous_time_is_refused():
    clock = Model([0, 1], [0, 1], [0], [1], [1], rates=Ratios([5], [2]))
    with pytest.raises(ValueError, match="continuous time"):
        MarkovChain(clock)


def test_the_end_of_the_play_is_a_goal_of_a_model():
    """From 0 it ends with probability 1/3 a toss, and is stuck with 1/3: in half of all runs."""
    steps = [[[("1/3", 0), ("1/3", 1), ("1/3", 2)]], [[(1, 1)]], [[]]]
    assert chains.hitting_probabilities(Model.from_lists(steps), "ended") == [F(1, 2), 0, 1]
