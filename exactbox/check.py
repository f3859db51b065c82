"""Check a certificate: an exact claim about a decision process, proved in integers or refused.

This file stands alone. It needs Python's standard library and nothing else, shares no code with
the programs that find answers, and trusts nothing a certificate says but the model in question.

    python3 check.py FILE...         VALID (exit 0), INVALID (exit 1) or UNREADABLE (exit 2)

The problem. A decision process has chance nodes c and decision nodes d in alternation. Chance node
c costs g(c) and moves to decision node d with probability p(c, d) = weight / denominator; there one
option is chosen, and an option is a chance node. A chance node without branches is terminal: g(c)
is paid and the process ends. In the sense "min" (for "max", reverse the inequalities and read
reward for cost) the certificate gives a policy pi, a rational v(c) and a rank r(c) for every chance
node. With (T_s u)(c) = g(c) + sum_d p(c, d) u(s(d)) for a policy s, the checker verifies, exactly,

  (1) weights are positive and sum to the denominator;                              `check_weights`
  (2) v = T_pi v, at terminals v = g;                                               `check_values`
  (3) v(pi(d)) <= v(o) for every option o of every decision node d;                 `check_options`
  (4) at each non-terminal c the rank falls: r(o) < r(c) for some branch d and      `check_ranks`
      (a) its chosen option o = pi(d), if no g is negative; else (b) all its options o;
  (5) the claimed fraction is v at the claimed node, in lowest terms, and each claimed
      decimal is that fraction, rounded half to even.                               `check_claim`

Why this suffices. Let q > 0 be the least branch probability, R the number of distinct ranks.
Policies may remember the past and may toss coins; J_s is the expected total cost of s.

  Theorem 1 (ending). By (4) the rank under pi falls with probability >= q at each step that is not
    the last, and cannot fall R times; so from anywhere pi has ended after R steps with probability
    >= q^R, and has not ended after kR steps with probability <= (1 - q^R)^k. It ends almost surely,
    its cost has finite expectation, and (2) iterated k times gives v = J_pi as k grows: the part
    carried by unfinished runs is at most max |v| times their probability.
  Theorem 2 (min, g >= 0). By (3), v <= T_s v for every s. Iterated: v is at most the expected cost
    of the first k steps plus max |v| times the probability that s has not ended. For s that ends
    almost surely the limit says v <= J_s. A policy which may circle for ever does not reach an end
    and is no candidate (its cost counts as infinite), even if it circles free of charge.
  Theorem 3 (max, g >= 0). v = J_pi >= 0 and v >= T_s v, so v is at least the expected reward of the
    first k steps of s, for every k and every s whether it ends or not; hence v >= J_s.
  Theorem 4 (either sense, some g < 0). By (4b) theorem 1 holds for every s in place of pi, so every
    policy ends almost surely, and the argument of theorem 2 holds for all, in both senses.

Which of (4a) and (4b) applies is read off the model's signs here, never from the certificate.
Players in order are a chain of such processes (`check_match` says why it suffices).

The values come in blocks with one denominator D each: v(c) = N(c) / D. (2) times D reads
    denominator(c) N(c) = cost(c) D + sum over blocks E of (D / D_E) sum_{d into E} weight N(pi(d)).
If some D_E does not divide D, the two sides are multiplied by D_E instead; nothing is assumed.
For (3), L(c) = floor(2^64 v(c)) decides where two differ, the cross product where they agree.

The Monte Carlo lock (kind "lock"). The claim: the keys of the lock over the given letters, of 1 to
max_length letters, are exactly the strings listed. x is related to y by these rules and no others
(Smullyan 1982), for all strings x, y:

    QxQ to x (if `empty` is false, only for x not empty); and if x is related to y,
    Lx to Qy,  Vx to y reversed,  Rx to yy.

A key is a string related to itself.

1. Each one listed is a key. Its derivation is replayed: the first line is an instance of the Q
   rule, each further line follows from the line before by its rule, and the last relates the key to
   itself.
2. None is missing, up to length COMPLETE_TO. A string that is related to anything is w Q z Q with w
   of L, V, R, and is related to w(z), the rules w applied to z. For each length T all w are listed
   for which |w(z)| = T = |w| + 2 + |z| has a solution, by following the length from the outside in.
   For such a w the unknown letters of z obey T equations w(z)[i] = (w Q z Q)[i]; each known letter
   is carried across its equations until nothing changes or two letters clash, letters still unknown
   are tried one and all, and what comes of it is a key if it is related to itself by the rules,
   applied plainly. Beyond COMPLETE_TO this would take too long, and the verdict says that it was
   not done.

Linear systems (kind "linear"). A X = B over the rationals, A with m rows and n columns. Each row of
(A | B) is listed as integers over a positive scale; no statement below depends on the
scales, so the integers are what is calculated with (y weighs rows of integers). The claim is one of

    solution      A X = B;
    unique        A X = B, and rank A = n, so X is the only solution;
    singular      m = n, and A k = 0 for a vector k that is not zero;
    inconsistent  y A = 0 and y B is not zero, so no X has A X = B (else y B = y A X = 0);
    rank          rank A = r, and the columns of K are a basis of the null space;
    general       A X = B, and the above: all solutions are the columns of X plus combinations of K.

A rank is at least r by a minor of order r that is not zero: its rows and columns are eliminated
in the order given, without pivoting, modulo an integer; if every pivot is a unit there, the minor
is a product of units and so not 0 modulo that integer, prime or not. It is at most r by n - r
vectors with A K = 0 that are independent, as the rows `free` of K are diagonal without a zero.

Markov decision processes (kind "model"). States with choices, each with a cost (a reward, when
maximising) and weighted targets; `second` lists the states where a second player chooses, who wants
the opposite. A policy picks a choice k(s); v are the values, `infinite` the states where they are
infinite. Call a state *up* if whoever chooses there maximises. One step (`check_step`) is

    v(s) = cost(k(s)) + sum p(t) v(t),  and for each choice of s >= (up) or <= instead of =,

so from a finite v neither k(s) nor, if s is up, any choice leads to an infinite one.
What bounds the optimum from above are the plays where those who maximise do what they like and the
others keep to the policy, from below the plays with the roles exchanged; the choices that then
remain are *available* (`available`). If both bounds are v, the policy is optimal for both.

  Reach (`check_reach`): v is 1 on the goal, 0 where the play has left `stay`, never negative, and
    obeys the step elsewhere, without costs. Above: v is an average or more of what follows, so at
    least the probability to have met the goal within n steps, for all n. Below: by the ranks, which
    fall on a branch of each available choice where v > 0, the play almost surely meets the goal or
    a state with v = 0 (theorem 1); up to then v is an average or less of what follows, so at most
    the probability of the goal.
  Cost until the goal (`check_total`, no second player, costs >= 0 but on the goal, infinite if the
    goal is missed with positive probability). Above, for finite v >= 0: the play stays among finite
    states, v is at least the cost of the first n steps, for all n, and by the ranks the goal is met
    almost surely. Below: a play that reaches the goal almost surely and avoids infinite states
    costs at least v, as in theorem 2. Infinite states have levels (`check_doubt`): each available
    choice may lead to a lower level of them, or leads only to them and not higher. On level 0 the
    play never leaves them; from level l it misses the goal with probability q^l or more.
  Total cost (`check_total` without a goal, costs >= 0). Above, for finite v: as v >= 0, it is at
    least the cost of the first n steps, for all n, as in theorem 3. Below: each available choice
    costs something or lets the rank fall towards finite states with v = 0. A play of finite cost
    pays finitely often, so it meets such a state; if it avoids infinite ones, v is an average or
    less of what is paid until then. From infinite states, by levels, those with v = 0 are missed
    with positive probability, and a play that misses them pays without end.
  Total cost of both signs (`check_signed`, no second player). Each choice lets the rank fall on a
    branch, or it rests: it costs nothing, keeps to the component (which has one rank), and v is not
    negative (when minimising, not positive). The rank stays where a choice rests, and of any R
    that do not rest not all can fall; so under any policy all but finitely many choices rest, with
    exponential tails, and the sums converge. When maximising, v is at least the cost of n steps
    plus v of the state then met, which in the end is not negative: v is at least the total. Under
    the policy it is equal; there v is a constant c on each class of states that the play stays in,
    and as `rests` falls towards states with v = 0 from all others, c = 0: the policy attains v.
  Discounted cost (`check_step`): the step, with the discount before its sum, is a contraction
    (for two players too), v its only fixed point.
  Bounds. Nothing above that bounds from below needs more than v <= the worth of each choice that is
    then available, and nothing from above more than v >= it. So a certificate may have two vectors
    in place of v, `values` for below and `upper` for above, and claims both.
  Bounded (`check_bounded`): the backward induction is repeated, from 1 on the goal and else 0. In a
    question about a probability, so if there is a goal or a smaller `stay`, nothing has a cost.
  Mean cost (`check_mean`): g(s) = sum p g and g(s) + h(s) = cost + sum p h for the policy, and >=
    for all choices (<= when minimising). So on average g never grows; summed over n steps, the
    expected cost is at most n g(s) + 2 max |h|, and under the policy no further from n g(s).

The format. One JSON object in canonical bytes: keys sorted, no white space, no escapes, big
integers as lower-case hex strings, all other numbers non-negative and below 10^18. Text that
departs from this is malformed, as is a list of the wrong length or an index out of range.
Sources: Puterman, Markov Decision Processes, 1994, ch. 4 to 9; Bertsekas and Tsitsiklis, 1991; de
Alfaro, Formal Verification of Probabilistic Systems, 1997; Chatterjee, Quatmann, Schaeffeler and
others, Fixed Point Certificates for Reachability and Expected Rewards in MDPs, 2025.
"""

from __future__ import annotations

import argparse
import bisect
import gzip
import hashlib
import itertools
import json
import math
import os
import re
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

MAX_BYTES = 1 << 30  # of a certificate, uncompressed
MAX_DEPTH = 16  # of nested brackets; a process needs 6
MAX_CARDS = 59  # masks below 10^18; the states are bounded by the length of the ranks
MAX_DICE = 32
MAX_LOCK_LENGTH = 10_000
MAX_STEPS = 1 << 27  # products in the elimination of a minor: a minute
MAX_KEPT = 1 << 30  # bits of cofactors that are remembered
COMPLETE_TO = 15  # lengths to which keys are searched for: 0.4 s; 18 would take 10 s
MAX_ROLLS = 1_000_000  # combinations of faces that are gone through one by one
MAX_MATCH = 1 << 17  # chance nodes of a turn in a match of players in order
MAX_PLAYERS = 100


class InvalidCertificate(Exception):
    """The certificate can be read, and what it says is not so."""


class MalformedCertificate(ValueError):
    """This is not a certificate, or it is too large to be checked."""


@dataclass(frozen=True)
class Claim:
    """What a valid certificate proves; ``str`` of it is the sentence."""

    question: str  # what the value answers, in words
    sense: str  # "min" or "max"
    node: int  # the chance node where the process starts
    value: Fraction = field(repr=False)  # exact; may be too long for str()
    decimals: tuple[str, ...]  # roundings of the value, as claimed and verified
    chance_nodes: int
    decision_nodes: int
    sha256: str  # of the certificate's uncompressed bytes

    def __str__(self) -> str:
        about = f"{max(self.decimals, key=len)}, exactly " if self.decimals else ""
        return (
            f"the {self.question} from chance node {self.node} is {about}{exactly(self.value)}"
            f" ({self.chance_nodes} chance nodes, {self.decision_nodes} decision nodes,"
            f" sha256 {self.sha256})"
        )


@dataclass(frozen=True)
class KeysClaim:
    """What a valid certificate about the Monte Carlo lock proves."""

    letters: str
    max_length: int
    empty: bool  # whether QQ is related to the empty string
    keys: tuple[str, ...] = field(repr=False)  # by length, then alphabet
    complete_to: int  # that no key is missing was checked to this length
    sha256: str

    def __str__(self) -> str:
        sizes = [len(key) for key in self.keys]
        counts = ", ".join(f"{sizes.count(n)} of length {n}" for n in sorted(set(sizes)))
        checked = f"that no key is missing was checked to length {self.complete_to}"
        if self.complete_to < self.max_length:
            checked += f" ONLY, and is not checked for lengths up to {self.max_length}"
        return (
            f"the Monte Carlo lock over {self.letters} has these keys of up to {self.max_length}"
            f" letters: {counts or 'none'} (the empty string"
            f" {'counts' if self.empty else 'does not count'}); every derivation was replayed;"
            f" {checked} (sha256 {self.sha256})"
        )


@dataclass(frozen=True)
class LinearClaim:
    """What a valid certificate about a linear system proves."""

    claim: str  # of LINEAR
    shape: tuple[int, int, int]  # rows and columns of A, columns of B
    non_zeros: int  # of A
    rank: int | None
    sha256: str

    def __str__(self) -> str:
        m, n, k = self.shape
        matrix = f"the {m} x {n} rational matrix A ({self.non_zeros} non-zeros)"
        system = f"the rational system A X = B, A {m} x {n} with {self.non_zeros} non-zeros, B with"
        system += f" {k} column{'s' * (k != 1)},"
        sentence = {
            "solution": f"{system} has the solution that is listed",
            "unique": f"{system} has exactly one solution, the one that is listed",
            "singular": f"{matrix} is singular: A k = 0 for the non-zero k that is listed",
            "inconsistent": f"{system} has no solution: y A = 0 and y B is not 0 for the y listed,"
            " weights of the rows of integers",
            "rank": f"{matrix} has rank {self.rank}; a basis of its null space is listed",
            "general": f"{system} has exactly these solutions: the one that is listed, plus all"
            f" combinations of the listed basis of the null space; the rank of A is {self.rank}",
        }[self.claim]
        return f"{sentence} (sha256 {self.sha256})"


@dataclass(frozen=True)
class ModelClaim:
    """What a valid certificate about a Markov decision process proves."""

    question: str  # what the value answers, in words
    sense: str  # "min" or "max"
    game: bool  # whether a second player wants the opposite
    state: int
    value: Fraction | None = field(repr=False)  # exact, or a lower bound; None: infinity
    upper: Fraction | None = field(repr=False)  # an upper bound, if the value is a lower one
    decimals: tuple[str, ...]  # roundings of the value, as claimed and verified
    states: int
    choices: int
    sha256: str

    def __str__(self) -> str:
        extreme = "greatest" if self.sense == "max" else "least"
        exact = "infinity" if self.value is None else exactly(self.value)
        if self.decimals:
            exact = f"{max(self.decimals, key=len)}, exactly {exact}"
        if self.value is not None and self.upper is not None:
            exact = f"at least {exact} and at most {exactly(self.upper)}"
        return (
            f"the {extreme} {self.question} from state {self.state}"
            f"{' against a second player' * self.game} is {exact}"
            f" ({self.states} states, {self.choices} choices, sha256 {self.sha256})"
        )


@dataclass(frozen=True)
class Model:
    """A decision process as a rule states it."""

    questions: dict[str, str]  # for each sense in which the rule asks one, in words
    start: int | None  # the only node a claim may be about; None: any
    cost: list[int]  # numerator over denominator[c]
    denominator: list[int]
    weights: list[Sequence[int]]  # weights[c][i] belongs to decisions[c][i]
    decisions: list[Sequence[int]]
    options: list[Sequence[int]]  # options[d]: chance nodes


@dataclass(frozen=True)
class Values:
    """v(c) = numerator[c] / denominator[block[c]]."""

    block: list[int]
    numerator: list[int]
    denominator: list[int]
    members: list[list[int]]  # the chance nodes of each block


# Reading --------------------------------------------------------------------------------------


def read(path: str, max_bytes: int) -> bytes:
    """The bytes of a file, unpacked if its name ends in .gz, at most max_bytes of them."""
    if "\0" in path:
        raise MalformedCertificate("not a file name")
    parts, size = [], os.path.getsize(path)
    if size > max_bytes:
        raise MalformedCertificate(f"larger than {max_bytes} bytes")
    try:
        with gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb") as file:
            size = 0
            while size <= max_bytes and (part := file.read(1 << 20)):
                size += len(part)
                parts.append(part)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise MalformedCertificate(f"not a gzip file: {error}") from None
    return b"".join(parts)


def decode(raw: bytes) -> Any:
    """The JSON value with these canonical bytes: objects, lists, strings, natural numbers."""
    if b"\\" in raw:
        raise MalformedCertificate("not canonical JSON: a backslash")
    outside = re.sub(rb'"[^"]*"', b"", raw)  # what stands outside the strings
    if strange := re.search(rb"[^][{}:,0-9]", outside):
        raise MalformedCertificate(f"not canonical JSON: {ascii(strange[0])[1:]} outside a string")
    if re.search(rb"[0-9]{19}", outside):
        raise MalformedCertificate("an integer outside a string has more than 18 digits")
    depth = 0
    for bracket in outside.translate(None, b":,0123456789"):
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            raise MalformedCertificate(f"brackets nested deeper than {MAX_DEPTH}")
    try:
        return json.loads(raw.decode("ascii"), object_pairs_hook=ordered)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise MalformedCertificate(f"not JSON: {error}") from None


def ordered(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object whose keys come in increasing order, none twice."""
    keys = [key for key, _ in pairs]
    if keys != sorted(set(keys)):
        raise MalformedCertificate(f"not canonical JSON: keys {brief(keys)} repeated or unsorted")
    return dict(pairs)


def brief(value: Any) -> str:
    """A value of the certificate, short enough to stand in a message."""
    return ascii(value)[:60]


def entry(table: dict[str, Any], value: Any, key: str) -> Any:
    """What the table has under the name that this object has under the key."""
    name = value.get(key) if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in table:
        raise MalformedCertificate(f"unknown {key} {brief(name)}")
    return table[name]


def fields(value: Any, keys: str, what: str) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        raise MalformedCertificate(f"{what}: not an object")
    if missing := [key for key in keys.split() if key not in value]:
        raise MalformedCertificate(f"{what}: the key '{missing[0]}' is missing")
    if unknown := [key for key in value if key not in keys.split()]:
        raise MalformedCertificate(f"{what}: unknown key {brief(unknown[0])}")
    return value


def items(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        raise MalformedCertificate(f"{what}: not a list")
    if length is not None and len(value) != length:
        raise MalformedCertificate(f"{what}: {len(value)} entries, need {length}")
    return value


def naturals(value: Any, what: str, bound: int = 10**18) -> list[int]:
    """A list of integers in 0 .. bound - 1 (a sign has not passed ``decode``)."""
    numbers = items(value, what)
    if set(map(type, numbers)) - {int}:
        raise MalformedCertificate(f"{what}: not an integer where there should be one")
    if max(numbers, default=-1) >= bound:
        raise MalformedCertificate(f"{what}: {max(numbers)} is out of range, need < {bound}")
    return numbers


def integer(text: Any, what: str, *, positive: bool = False) -> int:
    """A big integer: lower-case hex with no leading zeros, a sign if negative."""
    try:
        number = int(text, 16)
    except (TypeError, ValueError):
        number = 0
    if f"{number:x}" != text:
        raise MalformedCertificate(f"{what}: {brief(text)} is no canonical hex integer")
    if positive and number <= 0:
        raise MalformedCertificate(f"{what}: {brief(text)} is not positive")
    return number


def read_values(blocks: Any, count: int, node: str = "chance node") -> Values:
    """The values of all `count` chance nodes, each in one block."""
    values = Values([-1] * count, [0] * count, [], [])
    for b, block in enumerate(items(blocks, "values")):
        denominator, nodes, numerators = items(block, f"block {b}", 3)
        nodes = naturals(nodes, f"block {b}", count)
        values.denominator.append(integer(denominator, f"block {b}: denominator", positive=True))
        values.members.append(nodes)
        for c, text in zip(nodes, items(numerators, f"block {b}: numerators", len(nodes))):
            if values.block[c] != -1:
                raise MalformedCertificate(f"{node} {c}: has two values")
            values.block[c] = b
            values.numerator[c] = integer(text, f"{node} {c}: numerator")
    if -1 in values.block:
        raise MalformedCertificate(f"{node} {values.block.index(-1)}: has no value")
    return values


# Rules: what a named model is. A rule takes the model's JSON object and the numbers of chance and
# decision nodes that the certificate has entries for, and never builds more than that many.


def explicit(given: dict[str, Any], chances: int, decisions: int) -> Model:
    """The process written out node by node."""
    fields(given, "rule chance decision", "model")
    questions = {
        "min": "least expected total cost of the explicit process",
        "max": "greatest expected total reward of the explicit process",
    }
    rows = items(given["chance"], "model: chance", chances)
    choices = items(given["decision"], "model: decision", decisions)
    process = Model(questions, None, [], [], [], [], [])
    for c, row in enumerate(rows):
        here = f"chance node {c}"
        cost, denominator, branches = items(row, here, 3)
        process.cost.append(integer(cost, f"{here}: cost"))
        process.denominator.append(integer(denominator, f"{here}: denominator", positive=True))
        pairs = [items(branch, f"{here}: branch", 2) for branch in items(branches, here)]
        process.weights.append([integer(w, f"{here}: weight", positive=True) for w, _ in pairs])
        process.decisions.append(naturals([d for _, d in pairs], f"{here}: branch", decisions))
    for d, options in enumerate(choices):
        process.options.append(naturals(options, f"decision node {d}", chances))
    return process


def flip(given: dict[str, Any], chances: int, decisions: int) -> Model:
    """Project Euler 640, generalised: turn over one card a turn until the goal is reached.

    Cards 1 .. n; a state is the mask of the cards face down, card i being bit i - 1. A turn costs
    1: roll all dice, then turn over one card among those shown by a single die and the one numbered
    by the total; if there is no such card, pass. Chance nodes are the states within reach of the
    start, by increasing mask. What matters of a roll is the set of its cards; those sets, in
    increasing order as sorted tuples, are the decision nodes of each state but the goal.
    """
    fields(given, "rule cards dice start goal", "model")
    (cards,) = naturals([given["cards"]], "model: cards", MAX_CARDS + 1)
    start, goal = naturals([given["start"], given["goal"]], "model: start and goal", 1 << cards)
    dice = items(given["dice"], "model: dice")
    for die in dice:
        for side in items(die, "model: a die"):
            if 0 in naturals(items(side, "model: side of a die", 2), "model: side of a die"):
                raise MalformedCertificate("model: a die's faces and weights must be positive")
        faces = [face for face, _ in die]
        if faces != sorted(set(faces)):
            raise MalformedCertificate("model: a die's faces must increase")
    if cards < 1 or not 1 <= len(dice) <= MAX_DICE:
        raise MalformedCertificate(f"model: needs a card and a die, at most {MAX_DICE} dice")
    if not 1 <= math.prod(map(len, dice)) <= MAX_ROLLS:
        raise MalformedCertificate(f"model: needs 1 to {MAX_ROLLS} rolls")

    weight_of: dict[tuple[int, ...], int] = {}
    for roll in itertools.product(*dice):
        faces = [face for face, _ in roll]
        cards_shown = tuple(sorted(card for card in {*faces, sum(faces)} if card <= cards))
        weight = math.prod(weight for _, weight in roll)
        weight_of[cards_shown] = weight_of.get(cards_shown, 0) + weight
    total = sum(weight_of.values())
    rolls = sorted(weight_of)
    moves = [[1 << (card - 1) for card in roll] or [0] for roll in rolls]  # for xor; 0 passes

    reached, fresh, bits = {start}, [start], set(itertools.chain(*moves))
    for state in fresh:  # grows while it is read
        for after in (state ^ bit for bit in bits if state != goal):
            if after not in reached:
                reached.add(after)
                fresh.append(after)
        if len(fresh) > chances:
            raise MalformedCertificate(f"ranks: {chances} entries, the game has more states")
    states = sorted(reached)
    inner = [state for state in states if state != goal]
    if (len(states), len(inner) * len(rolls)) != (chances, decisions):
        raise MalformedCertificate(
            f"ranks: {chances} and policy: {decisions} entries, the game has"
            f" {len(states)} chance nodes and {len(inner) * len(rolls)} decision nodes"
        )

    fair = [die == [[i, 1] for i in range(1, len(die) + 1)] for die in dice]
    named = " ".join(f"d{len(die)}" if plain else f"{die}" for die, plain in zip(dice, fair))
    game = f"flip with {cards} cards and dice {named}, from mask {start} to {goal}"
    index = {state: c for c, state in enumerate(states)}
    question = {"min": f"least expected number of turns of {game}"}
    model = Model(question, index[start], [], [], [], [], [])
    for state in states:
        first = len(model.options)
        if state != goal:
            model.options.extend([index[state ^ bit] for bit in move] for move in moves)
        model.cost.append(total if state != goal else 0)
        model.denominator.append(total if state != goal else 1)
        model.weights.append([weight_of[roll] for roll in rolls] if state != goal else [])
        model.decisions.append(range(first, len(model.options)))
    return model


BOX = "rule tiles behind dice one_die limit choice single most first stop score"


@dataclass(frozen=True)
class Box:
    """The turns of Shut the Box that begin at some positions, without what their ends pay."""

    name: str
    scores: list[int]  # terminal node t pays for a turn that ends with scores[t]
    positions: list[int]  # the position of each roll, which is chance node len(scores) + i
    points: list[int]  # and its score, which does not fall
    several: list[int]  # the decision nodes with several options, but for the start's
    nodes: dict[int, list[int]]  # of a position: what a move to it can choose from
    model: Model  # whose last node is the start, and whose costs are 0


def box(given: dict[str, Any], starts: list[int], chances: int, decisions: int) -> Box:
    """Shut the Box: roll, shut tiles that fit the roll, go on until none fit or all are shut.

    A front row of increasing ``tiles``, perhaps with a row ``behind`` of as many. A position is the
    mask of the tiles not shut: bit i for tile i, bit n + i for the one behind it. A tile shows if
    it is not shut and no tile before it stands. ``dice``: their numbers of sides. All are rolled,
    or the first alone where ``one_die`` says so: "never"; "sum", the numbers that show add up to
    ``limit`` or less; "above", none that shows is above it. With ``choice`` the player may roll all
    dice even so. A move shuts showing tiles, and perhaps tiles behind them, whose numbers add up to
    the total, at most ``most`` of them (0: any); with ``single`` one tile, whose number is the
    total or shown by a die. The first roll, from all tiles, must shut the tile ``first`` (0: none).
    A turn ends where no move is left, and at a total of ``stop`` (0: none). ``score``: the "sum" of
    the tiles not shut, front tiles twice if there is a row behind; their "count"; or their "digits"
    in increasing order, read as one number.

    Chance nodes: the turn's ends, one for each score of a position within reach, increasing; for
    each position within reach but the shut box, by (score, mask), a roll of all dice and one of a
    die, as far as allowed; the start. Decision nodes: for each roll the sets of nodes from which it
    lets the player choose, in increasing order as sorted tuples; last the choice of dice at the
    start. A roll that fits nothing leads to the turn's end, as does the shut box.
    """
    tiles, behind, dice = (
        naturals(given[key], f"model: {key}", 10**9) for key in ("tiles", "behind", "dice")
    )
    size, numbers = len(tiles), tiles + behind
    if not tiles or 0 in numbers or tiles != sorted(set(tiles)) or len(numbers) > MAX_CARDS:
        raise MalformedCertificate(f"model: tiles must increase from 1, at most {MAX_CARDS}")
    if len(behind) not in (0, size):
        raise MalformedCertificate("model: behind: as many tiles as in front, or none")
    if not 1 <= len(dice) <= MAX_DICE or not 1 <= math.prod(dice) <= MAX_ROLLS:
        raise MalformedCertificate(f"model: needs 1 to {MAX_DICE} dice, 1 to {MAX_ROLLS} rolls")
    limit, most, first, stop = naturals(
        [given[key] for key in ("limit", "most", "first", "stop")], "model: limit to stop"
    )
    choice, single = naturals([given["choice"], given["single"]], "model: choice and single", 2)
    one_die = entry(dict.fromkeys(("never", "sum", "above"), given["one_die"]), given, "one_die")
    score = entry(dict.fromkeys(("sum", "count", "digits"), given["score"]), given, "score")
    if (first and first not in tiles) or (behind and score == "digits"):
        raise MalformedCertificate("model: first is no tile, or two rows are read as digits")
    full = (1 << len(numbers)) - 1
    naturals(starts, "model: start", full + 1)
    front = (1 << size) - 1
    if any(start & front & ~(start >> size) for start in starts if behind):
        raise MalformedCertificate("model: start: a tile is shut behind one that is not")

    sets = [(0, 0)]  # every set of tiles whose sum a roll might show
    for i, number in enumerate(numbers):
        sets += [(m | 1 << i, n + number) for m, n in sets if n + number <= sum(dice)]
        if len(sets) > MAX_ROLLS:
            raise MalformedCertificate(f"model: more than {MAX_ROLLS} sets of tiles")
    fitting: dict[int, list[tuple[int, int]]] = {}
    for tile_set, number in sets:
        uncover = (tile_set >> size) & ~tile_set  # front tiles that must be shut beforehand
        if tile_set.bit_count() <= (1 if single else most or full):
            fitting.setdefault(number, []).append((tile_set, uncover))
    rolls: dict[int, dict[tuple[int, ...], int]] = {}  # number of dice: sums that fit: weight
    for count in {1, len(dice)}:
        weight_of = rolls.setdefault(count, {})
        for faces in itertools.product(*(range(1, sides + 1) for sides in dice[:count])):
            sums = tuple(sorted({sum(faces), *faces})) if single else (sum(faces),)
            sums = () if sum(faces) == stop else sums
            weight_of[sums] = weight_of.get(sums, 0) + 1

    def showing(position: int) -> list[int]:
        return [
            number
            for i, number in enumerate(numbers)
            if position >> i & 1 and not (i >= size and position >> (i - size) & 1)
        ]

    def dice_of(position: int) -> list[int]:
        low = sum(showing(position)) if one_die == "sum" else max(showing(position))
        if one_die == "never" or len(dice) == 1 or low > limit:
            return [len(dice)]
        return [len(dice), 1] if choice else [1]

    def moves(position: int, sums: tuple[int, ...]) -> list[int]:
        must = 1 << tiles.index(first) if first and position == full else 0
        return [
            position ^ tile_set
            for number in sums
            for tile_set, uncover in fitting.get(number, ())
            if not tile_set & ~position and not uncover & position and tile_set & must == must
        ]

    def points(position: int) -> int:
        left = [i for i in range(len(numbers)) if position >> i & 1]
        if score == "count":
            return len(left)
        if score == "digits":
            return int("".join(f"{numbers[i]}" for i in left) or "0")
        return sum(numbers[i] * (2 if behind and i < size else 1) for i in left)

    after: dict[int, list[tuple[int, dict[tuple[int, ...], list[int]]]]] = {}
    fresh = list(starts)
    for position in fresh:  # grows while it is read
        if position not in after:
            after[position] = [
                (count, {sums: moves(position, sums) for sums in rolls[count]})
                for count in (dice_of(position) if position else [])
            ]
            for _, table in after[position]:
                fresh += {q for reached in table.values() for q in reached if q not in after}
        if len(after) > chances:
            raise MalformedCertificate("model: the game has more positions than the certificate")
    point = {position: points(position) for position in after}
    scores = sorted(set(point.values()))
    order = sorted((position for position in after if position), key=lambda p: (point[p], p))
    one = "" if one_die == "never" else f", one die if {one_die} <= {limit}{' (a choice)' * choice}"
    house = [f"{key} {given[key]}" for key in ("single", "most", "first", "stop") if given[key]]
    name = f"Shut the Box with tiles {' '.join(map(str, tiles))}"
    name += f" over {' '.join(map(str, behind))}" if behind else ""
    name += f", dice {' '.join(f'd{sides}' for sides in dice)}{one}"
    name += "".join(f", {words}" for words in house) + f", scored by {score}"
    ends = {value: t for t, value in enumerate(scores)}
    nodes = {0: [ends[0]]} if 0 in after else {}
    model = Model({}, None, [0] * len(ends), [1] * len(ends), [()] * len(ends), [], [])
    model.decisions.extend([()] * len(ends))
    positions: list[int] = []
    for position in order:
        nodes[position] = []
        for count, table in after[position]:
            weight_of = {}
            for sums, weight in rolls[count].items():
                options = sorted(c for q in table[sums] for c in nodes[q])
                key = tuple(options) or (ends[point[position]],)
                weight_of[key] = weight_of.get(key, 0) + weight
            begin = len(model.options)
            model.options.extend(sorted(weight_of))
            model.weights.append([weight_of[key] for key in sorted(weight_of)])
            model.decisions.append(range(begin, len(model.options)))
            nodes[position].append(len(ends) + len(positions))
            positions.append(position)
        if len(model.options) > decisions:
            raise MalformedCertificate("model: the game has more decision nodes")
    model.options.append(nodes[starts[0]])
    model.weights.append([1])
    model.decisions.append([len(model.options) - 1])
    model.cost.extend([0] * (len(positions) + 1))
    model.denominator.extend(sum(weights) for weights in model.weights[len(ends) :])
    several = [d for d, options in enumerate(model.options[:-1]) if len(options) > 1]
    return Box(name, scores, positions, [point[p] for p in positions], several, nodes, model)


def shutbox(given: dict[str, Any], chances: int, decisions: int) -> Model:
    """One turn of Shut the Box (see ``box``), from a position to the end.

    ``goal``: "shut" pays 1 for score 0 and "beat" pays 1 for a score below ``best`` and the
    fraction ``tie`` for ``best`` itself, both maximised; "score" costs the score, minimised.
    """
    beat = isinstance(given, dict) and given.get("goal") == "beat"
    fields(given, f"{BOX} start goal{' best tie' * beat}", "model")
    turns = box(given, [given["start"]], chances, decisions)
    model, tie_denominator = turns.model, 1
    if (len(model.cost), len(model.options)) != (chances, decisions):
        raise MalformedCertificate(
            f"ranks: {chances} and policy: {decisions} entries, the game has"
            f" {len(model.cost)} chance nodes and {len(model.options)} decision nodes"
        )
    if beat:
        best, tie, tie_denominator = naturals(
            [given["best"], *items(given["tie"], "model: tie", 2)], "model: best and tie"
        )
        if not 0 <= tie <= tie_denominator or not tie_denominator:
            raise MalformedCertificate("model: tie: not a fraction from 0 to 1")
        below = [s < best for s in turns.scores]
        pay = [tie_denominator * b + tie * (s == best) for s, b in zip(turns.scores, below)]
        counted = f"below {best}, or at it ({tie}/{tie_denominator}),"
        question = {"max": f"greatest probability to end {counted} in {turns.name}"}
    elif given["goal"] == "shut":
        pay = [int(s == 0) for s in turns.scores]
        question = {"max": f"greatest probability to shut the box in {turns.name}"}
    elif given["goal"] == "score":
        pay, question = turns.scores, {"min": f"least expected score in {turns.name}"}
    else:
        raise MalformedCertificate(f"model: unknown goal {brief(given['goal'])}")
    start = f", open: mask {given['start']}"
    cost = pay + model.cost[len(pay) :]
    denominator = [tie_denominator] * len(pay) + model.denominator[len(pay) :]
    words = {sense: text + start for sense, text in question.items()}
    return replace(model, questions=words, start=len(cost) - 1, cost=cost, denominator=denominator)


RULES = {"explicit": explicit, "flip": flip, "shutbox": shutbox}


# The five conditions -----------------------------------------------------------------------------


def check_weights(model: Model) -> None:
    """(1) Weights sum to the denominator at every chance node that is not terminal."""
    for c, weights in enumerate(model.weights):
        if weights and sum(weights) != model.denominator[c]:
            raise InvalidCertificate(f"chance node {c}: weights do not sum to the denominator")


def check_values(model: Model, chosen: list[int], values: Values) -> None:
    """(2) v = T_pi v, exactly, at every chance node."""
    numerator, block = values.numerator, values.block
    for b, members in enumerate(values.members):
        cofactors = {b: 1}
        common = values.denominator[b]
        for c in members:
            sums: dict[int, int] = {}
            for weight, d in zip(model.weights[c], model.decisions[c]):
                successor = chosen[d]
                e = block[successor]
                sums[e] = sums.get(e, 0) + weight * numerator[successor]
            left, right = model.denominator[c] * numerator[c], model.cost[c] * common
            total, extra = add_up(sums, b, values.denominator, cofactors)
            if left * extra != right * extra + total:
                raise InvalidCertificate(
                    f"chance node {c}: the value is not the policy's one-step value"
                )


def add_up(
    terms: dict[int, int], first: int, denominators: list[int], cofactors: dict[int, int]
) -> tuple[int, int]:
    """The sum of terms[e] / denominators[e] as n / (denominators[first] * extra): n and extra.

    `cofactors` keeps denominators[first] / denominators[e], or 0 where that is no integer.
    """
    common, total, extra = denominators[first], 0, 1
    for e, term in terms.items():
        if e not in cofactors:
            if len(cofactors) * common.bit_length() > MAX_KEPT:
                cofactors.clear()
            quotient, rest = divmod(common, denominators[e])
            cofactors[e] = 0 if rest else quotient
        if cofactors[e]:
            total += term * cofactors[e] * extra
        else:
            total = total * denominators[e] + term * common * extra
            extra *= denominators[e]
    return total, extra


def check_options(model: Model, chosen: list[int], values: Values, sense: str) -> None:
    """(3) No option is better than the chosen one."""
    denominators = [values.denominator[b] for b in values.block]
    sign = 1 if sense == "min" else -1  # maximise v: minimise -v
    lead = [sign * ((n << 64) // d) for n, d in zip(values.numerator, denominators)]
    for d, (options, best) in enumerate(zip(model.options, chosen)):
        limit = lead[best]
        for option in options:
            if lead[option] > limit or option == best:
                continue
            if lead[option] == limit:
                left = sign * values.numerator[option] * denominators[best]
                if left >= sign * values.numerator[best] * denominators[option]:
                    continue
            raise InvalidCertificate(
                f"decision node {d}: chance node {option} is better than the chosen {best}"
            )


def check_ranks(model: Model, chosen: list[int], ranks: list[int]) -> None:
    """(4) Ranks fall along a branch: of the policy if no cost is negative, else of all policies."""
    if min(model.cost) >= 0:
        highest, which = [ranks[option] for option in chosen], "its chosen option"
    else:
        highest = [max(ranks[option] for option in options) for options in model.options]
        which = "all its options, as some cost is negative"
    for c, decisions in enumerate(model.decisions):
        if decisions and min(highest[d] for d in decisions) >= ranks[c]:
            raise InvalidCertificate(f"chance node {c}: the rank falls on no branch for {which}")


def check_claim(claim: dict[str, Any], values: Values, node: str = "chance node") -> Fraction:
    """(5) The claimed fraction is v(node), in lowest terms; the decimals are its roundings."""
    p, q = items(claim["value"], "claim: value", 2)
    p, q = integer(p, "claim: value"), integer(q, "claim: value", positive=True)
    c = claim["node"]
    if p * values.denominator[values.block[c]] != q * values.numerator[c]:
        raise InvalidCertificate(f"claim: the value is not that of {node} {c}")
    value = Fraction(p, q)
    if value.denominator != q:
        raise InvalidCertificate("claim: the value is not in lowest terms")
    for text in items(claim["decimals"], "claim: decimals"):
        pattern = r"(-?(?:0|[1-9][0-9]{0,3999}))(?:\.([0-9]{1,4000}))?"
        match = re.fullmatch(pattern, text) if type(text) is str else None
        if not match or re.fullmatch(r"-[0.]*", text):
            raise MalformedCertificate(f"claim: {brief(text)} is no decimal")
        digits = match[2] or ""
        power = 10 ** len(digits)
        n = int(match[1]) * power + int(digits or "0") * (-1 if text[0] == "-" else 1)
        error = 2 * abs(p * power - n * q)  # in units of 1 / (2 q power)
        if error > q or (error == q and n % 2):
            raise InvalidCertificate(f"claim: {brief(text)} is not the value, rounded half to even")
    return value


# Kinds of certificates --------------------------------------------------------------------------


def check_process(certificate: dict[str, Any], sha256: str) -> Claim:
    """The optimal value of a decision process."""
    fields(certificate, "certificate claim kind model policy ranks values", "certificate")
    claim = fields(certificate["claim"], "decimals node sense value", "claim")
    ranks = naturals(certificate["ranks"], "ranks")
    policy = naturals(certificate["policy"], "policy")
    given = certificate["model"]
    model: Model = entry(RULES, given, "rule")(given, len(ranks), len(policy))
    (node,) = naturals([claim["node"]], "claim: node", len(ranks))
    sense = claim["sense"]
    if sense not in ("min", "max"):
        raise MalformedCertificate(f"claim: unknown sense {brief(sense)}")
    for d, (options, k) in enumerate(zip(model.options, policy)):
        if k >= len(options):
            raise MalformedCertificate(f"decision node {d}: option {k} of {len(options)}")
    values = read_values(certificate["values"], len(ranks))
    chosen = [options[k] for options, k in zip(model.options, policy)]

    if sense not in model.questions:
        raise InvalidCertificate(f"claim: the rule does not ask for the {sense}")
    if model.start not in (None, node):
        raise InvalidCertificate(f"claim: chance node {node} is not the start, {model.start}")
    check_weights(model)
    check_values(model, chosen, values)
    check_options(model, chosen, values, sense)
    check_ranks(model, chosen, ranks)
    value = check_claim(claim, values)
    decimals = tuple(claim["decimals"])
    counts = len(ranks), len(policy)
    return Claim(model.questions[sense], sense, node, value, decimals, *counts, sha256)


def check_match(certificate: dict[str, Any], sha256: str) -> Claim:
    """Players take one turn each of Shut the Box, in order, knowing the scores so far.

    H(b, m) is the expected part of the pot of each of the m players who hold the lowest score so
    far, b, when a player is about to begin. After the last player it is 1 if m = 1; otherwise, with
    ``ties`` "share", 1 / m, and with "lose" 0. With "earlier" the first of them holds it alone.
    With ``at_once`` score 0 wins, and nobody plays on. A player whose turn ends at s gets, in terms
    of the next player's H, H(s, 1) if s < b; H(b, m + 1) at s = b, 0 if ties are "earlier"; else 0.

    The stages come from the last player to the first, by increasing (b, m) for each, b a score of
    the box and not 0 with ``at_once``; the first player holds for all b. In each stage the values
    pass (2) and (3), so they are the greatest expectations by theorem 4: every option has a smaller
    number than the roll before it, so numbers are ranks that fall whatever is chosen. The holders'
    values pass (2) for the same policy and the holders' pay-offs, so by theorem 1 they are its
    expectations; they are left out where pay-off + m times the holders' is 1 at every end, since
    then V + m H = 1. By induction each player's V is the most that he can expect, whatever has
    happened before, given that those after him keep to their policies here, which do the same.

    A position is settled if the pay-offs, his and the holders', agree on all scores up to its own.
    Scores only fall, so its value is that pay-off, and it is treated as an end. Of the others, the
    policy lists the choices where there are several, and the values go by the number of tiles.
    """
    fields(certificate, "certificate claim kind model stages", "certificate")
    claim = fields(certificate["claim"], "decimals node sense value", "claim")
    given = fields(certificate["model"], f"{BOX} start players ties at_once", "model")
    if given["rule"] != "shutbox":
        raise MalformedCertificate(f"model: unknown rule {brief(given['rule'])}")
    (start,) = naturals([given["start"]], "model: start")
    (players,) = naturals([given["players"]], "model: players", MAX_PLAYERS + 1)
    (at_once,) = naturals([given["at_once"]], "model: at_once", 2)
    ties = entry(dict.fromkeys(("share", "lose", "earlier"), given["ties"]), given, "ties")
    tiles = items(given["tiles"], "model: tiles") + items(given["behind"], "model: behind")
    if not players:
        raise MalformedCertificate("model: players: need at least one")
    full = (1 << len(tiles)) - 1
    turns = box(given, [start, full], MAX_MATCH, MAX_MATCH * 16)
    stages = items(certificate["stages"], "stages")
    check_weights(turns.model)
    for c, decisions in enumerate(turns.model.decisions):
        if any(max(turns.model.options[d]) >= c for d in decisions):
            raise InvalidCertificate(f"chance node {c}: an option has no smaller number")

    together = int(ties != "earlier")
    after: dict[tuple[int, int], Fraction] = {}
    for m in range(1, players + 1):
        share = Fraction(1, m) if ties == "share" else Fraction(m == 1)
        after |= {(b, m): share for b in turns.scores}
    done = 0
    for player in reversed(range(players)):
        now = {(0, 1): Fraction(1)} if at_once else {}
        most = player if together else min(player, 1)
        keys = [(b, m) for b in turns.scores if b or not at_once for m in range(1, most + 1)] or [
            (0, 0)
        ]
        for b, m in keys:
            if done == len(stages):
                raise MalformedCertificate(f"stages: {done} entries, the match has more")
            pay, held = [], []
            for s in turns.scores:
                if m == 0 or s < b:
                    pay.append(after[s, 1])
                    held.append(Fraction(0))
                elif s == b:
                    pay.append(together * after[b, m + together])
                    held.append(after[b, m + together])
                else:
                    pay.append(Fraction(0))
                    held.append(after[b, m])
            try:
                values, share = check_stage(
                    turns, stages[done], pay, held, m, full if player else start
                )
            except InvalidCertificate as error:
                raise InvalidCertificate(f"stage {done}: {error}") from None
            except MalformedCertificate as error:
                raise MalformedCertificate(f"stage {done}: {error}") from None
            now[b, m] = share
            done += 1
        after = now
    if done < len(stages):
        raise MalformedCertificate(f"stages: {len(stages)} entries, the match has {done}")

    count = len(turns.model.cost)
    (node,) = naturals([claim["node"]], "claim: node", count)
    if claim["sense"] != "max" or node != count - 1:
        raise InvalidCertificate(f"claim: a match asks for the max from chance node {count - 1}")
    value = check_claim(claim, values)
    once = ", score 0 wins at once" * at_once
    question = f"greatest share of the first of {players} players (ties: {ties}{once}) in "
    question += f"{turns.name}, open: mask {start}"
    counts = count * done, len(turns.model.options) * done
    return Claim(question, "max", node, value, tuple(claim["decimals"]), *counts, sha256)


def check_stage(
    turns: Box, stage: Any, pay: list[Fraction], held: list[Fraction], m: int, start: int
) -> tuple[Values, Fraction]:
    """One player's turn from `start`: its values, and what each of the m holders can expect."""
    fields(stage, "policy values held", "the entry")
    ends, count = len(pay), len(turns.model.cost)
    same = next((t for t in range(ends) if (pay[t], held[t]) != (pay[0], held[0])), ends)
    settled = ends + bisect.bisect_right(turns.points, turns.scores[same - 1])
    groups: dict[int, list[int]] = {}
    for c, position in enumerate([*turns.positions, start], ends):
        if c >= settled:
            groups.setdefault(position.bit_count(), []).append(c)

    options = [*turns.model.options[:-1], turns.nodes[start]]
    free = turns.several + [len(options) - 1] * (len(options[-1]) > 1)
    width = 1 if all(len(options[d]) <= 16 for d in free) else 2
    begin = turns.model.decisions[settled][0]
    chosen = [choice[0] for choice in options]
    free = free[bisect.bisect_left(free, begin) :]
    text = stage["policy"]
    if type(text) is not str or not re.fullmatch("[0-9a-f]*", text):
        raise MalformedCertificate("policy: not hexadecimal digits")
    if len(text) != width * len(free):
        raise MalformedCertificate(f"policy: {len(text)} digits, need {width * len(free)}")
    for i, d in enumerate(free):
        k = int(text[i * width : (i + 1) * width], 16)
        if k >= len(options[d]):
            raise MalformedCertificate(f"decision node {d}: option {k} of {len(options[d])}")
        chosen[d] = options[d][k]
    options[:begin] = [()] * begin  # of settled positions: they are ends here

    def certified(part: str, prize: list[Fraction]) -> tuple[Model, Values]:
        """The stage's model with these pay-offs, and the values given for it, which pass (2)."""
        common = math.lcm(*(share.denominator for share in prize))
        cost = [share.numerator * (common // share.denominator) for share in prize]
        cost += [cost[0]] * (settled - ends)
        written = [[f"{common:x}", list(range(settled)), [f"{n:x}" for n in cost]]]
        for given, tiles in zip(items(stage[part], part, len(groups)), sorted(groups)):
            denominator, numerators = items(given, f"{part}: with {tiles} tiles", 2)
            written.append([denominator, groups[tiles], numerators])
        values = read_values(written, count)
        model = replace(
            turns.model,
            cost=cost + [0] * (count - settled),
            denominator=[common] * settled + turns.model.denominator[settled:],
            weights=[()] * settled + turns.model.weights[settled:],
            options=options,
        )
        check_values(model, chosen, values)
        return model, values

    model, values = certified("values", pay)
    check_options(model, chosen, values, "max")
    last = values.denominator[values.block[-1]]
    share = Fraction(values.numerator[-1], last)
    if m == 0 or all(p + m * h == 1 for p, h in zip(pay, held)):
        items(stage["held"], "held", 0)
        return values, (1 - share) * Fraction(1, max(m, 1))
    _, others = certified("held", held)
    return values, Fraction(others.numerator[-1], others.denominator[others.block[-1]])


def check_lock(certificate: dict[str, Any], sha256: str) -> KeysClaim:
    """All keys of the Monte Carlo lock up to a length."""
    letters, longest, empty, keys = read_keys(certificate)
    derivations = items(certificate["derivations"], "derivations", len(keys))
    for key, lines in zip(keys, derivations):
        replay(key, lines, empty)
    complete = min(longest, COMPLETE_TO)
    listed = set(keys)
    for length in range(1, complete + 1):
        for key in sorted(keys_of_length(length, letters, empty)):
            if key not in listed:
                raise InvalidCertificate(f"the key {key} of length {length} is missing")
    return KeysClaim(letters, longest, empty, tuple(keys), complete, sha256)


def read_keys(certificate: dict[str, Any]) -> tuple[str, int, bool, list[str]]:
    """The parts of the claim: letters, greatest length, whether the empty string counts, keys."""
    fields(certificate, "certificate claim derivations kind", "certificate")
    claim = fields(certificate["claim"], "empty keys letters max_length", "claim")
    letters, keys = claim["letters"], items(claim["keys"], "claim: keys")
    (longest,) = naturals([claim["max_length"]], "claim: max_length", MAX_LOCK_LENGTH + 1)
    (empty,) = naturals([claim["empty"]], "claim: empty", 2)
    if not isinstance(letters, str) or not all("!" <= c <= "~" for c in letters):
        raise MalformedCertificate("claim: letters: need a string of printable letters")
    if list(letters) != sorted(set(letters)) or not set("LQRV") <= set(letters):
        raise MalformedCertificate(
            f"claim: letters: {brief(letters)} do not increase, or lack LQRV"
        )
    if longest < 1 or not all(isinstance(key, str) for key in keys):
        raise MalformedCertificate("claim: need a length of 1 or more and a list of strings")
    for i, key in enumerate(keys):
        if not 1 <= len(key) <= longest:
            raise InvalidCertificate(
                f"key {i}: {len(key)} letters, the claim is for 1 to {longest}"
            )
        if not set(key) <= set(letters):
            raise InvalidCertificate(f"key {i}: {brief(key)} has letters other than {letters}")
        if i and (len(keys[i - 1]), keys[i - 1]) >= (len(key), key):
            raise InvalidCertificate(f"key {i}: not after the one before by length and alphabet")
    return letters, longest, empty == 1, keys


def replay(key: str, lines: Any, empty: bool) -> None:
    """Every line of the derivation follows, and the last relates the key to itself."""
    x = y = ""
    if not 1 <= len(items(lines, f"derivation of {brief(key)}")) <= len(key):
        raise MalformedCertificate(f"derivation of {brief(key)}: need 1 to {len(key)} lines")
    for number, line in enumerate(lines):
        where = f"derivation of {brief(key)}, line {number}"
        if [type(s) for s in items(line, where, 3)] != [str, str, str]:
            raise MalformedCertificate(f"{where}: need a rule and two strings")
        rule, new_x, new_y = line
        if rule not in ("Q", "L", "V", "R"):
            raise MalformedCertificate(f"{where}: need rule Q, L, V or R, not {brief(rule)}")
        if (rule == "Q") != (number == 0):
            raise InvalidCertificate(f"{where}: rule Q opens a derivation and stands nowhere else")
        if rule == "Q":
            follows = new_x == "Q" + new_y + "Q" and (new_y != "" or empty)
        else:
            follows = new_x == rule + x and new_y == apply_rule(rule, y)
        if not follows:
            raise InvalidCertificate(
                f"{where}: {brief(new_x)} to {brief(new_y)} does not follow by rule {rule}"
            )
        x, y = new_x, new_y
    if x != key or y != key:
        raise InvalidCertificate(
            f"derivation of {brief(key)}: it ends with {brief(x)} related to {brief(y)}"
        )


def apply_rule(rule: str, y: Any) -> Any:
    """What a string is related to once L, V or R stands before it; y may be a list of unknowns."""
    if rule == "L":
        return ("Q" if isinstance(y, str) else ["Q"]) + y
    return y[::-1] if rule == "V" else y + y


def keys_of_length(length: int, letters: str, empty: bool) -> set[str]:
    """The set of all keys of one length."""
    keys: set[str] = set()
    words = [("", length)]  # (w, |u|) such that |w(u)| = length
    for k in range(length - 1):
        n = length - 2 - k  # |z|, if this w is whole
        if n or empty:
            for w, m in words:
                if m == n:
                    keys |= keys_of_word(w, n, letters, empty)
        words = [
            pair
            for w, m in words
            for pair in (
                [(w + "V", m)] + [(w + "L", m - 1)] * (m > 0) + [(w + "R", m // 2)] * (m % 2 == 0)
            )
        ]
    return keys


def keys_of_word(w: str, n: int, letters: str, empty: bool) -> set[str]:
    """All keys w Q z Q with |z| = n, where |w(z)| is known to be |w| + 2 + n."""
    image: list[Any] = list(range(n))  # letters of z by number, "Q" where L put one
    for rule in reversed(w):
        image = apply_rule(rule, image)
    z: list[str | None] = [None] * n  # letters of z found so far
    key: list[Any] = [*w, "Q", *range(n), "Q"]
    equations = list(zip(image, key))
    while equations:
        open_equations = []
        for a, b in equations:
            known_a = z[a] if isinstance(a, int) else a
            known_b = z[b] if isinstance(b, int) else b
            if known_a is None and known_b is None:
                open_equations.append((a, b))
            elif known_a is None:
                z[a] = known_b
            elif known_b is None:
                z[b] = known_a
            elif known_a != known_b:
                return set()
        if len(open_equations) == len(equations):
            break  # nothing known is left to carry across
        equations = open_equations
    unknown = [i for i in range(n) if z[i] is None]
    found: set[str] = set()
    for choice in itertools.product(letters, repeat=len(unknown)):
        for i, c in zip(unknown, choice):
            z[i] = c
        candidate = w + "Q" + "".join(map(str, z)) + "Q"
        if related_to(candidate, empty) == candidate:
            found.add(candidate)
    return found


def related_to(x: str, empty: bool) -> str | None:
    """The string that x is related to, None if there is none."""
    k = len(x) - len(x.lstrip("LVR"))
    if len(x) < k + (2 if empty else 3) or x[k] != "Q" or x[-1] != "Q":
        return None
    y: str = x[k + 1 : -1]
    for rule in reversed(x[:k]):
        y = apply_rule(rule, y)
    return y


# Linear systems ---------------------------------------------------------------------------------

LINEAR = {  # claim: the parts of its certificate
    "general": "solution minor kernel free",
    "inconsistent": "witness",
    "rank": "minor kernel free",
    "singular": "kernel",
    "solution": "solution",
    "unique": "solution minor",
}


@dataclass(frozen=True)
class Exact:
    """A matrix of rationals: row i is rows[i][j] / denominators[block[i]], other entries are 0."""

    columns: int
    denominators: list[int]
    block: list[int]
    rows: list[dict[int, int]]


def check_linear(certificate: dict[str, Any], sha256: str) -> LinearClaim:
    """A statement about the linear system A X = B."""
    parts = entry(LINEAR, certificate, "claim")
    fields(certificate, f"certificate kind claim system {parts}", "certificate")
    claim = certificate["claim"]
    system = fields(certificate["system"], "columns right rows", "system")
    n, k = naturals([system["columns"], system["right"]], "system")
    a, b = [], []
    for i, row in enumerate(items(system["rows"], "system: rows")):
        scale, *left_and_right = items(row, f"row {i}", 5)
        integer(scale, f"row {i}: scale", positive=True)
        a.append(sparse_row(left_and_right[:2], n, f"row {i} of A"))
        b.append(sparse_row(left_and_right[2:], k, f"row {i} of B"))
    nothing: list[dict[int, int]] = [{} for _ in a]
    rank = None
    if "solution" in parts:
        check_product(a, read_exact(certificate["solution"], "solution", n, k), b, "A X is not B")
    if "witness" in parts:
        y = read_exact(certificate["witness"], "witness", len(a), 1)
        columns = transpose(a)
        check_product(columns, y, [{} for _ in columns], "y A is not 0")
        if not any(n for row in transpose(b) for _, n, _, _ in times(row, y, {})):
            raise InvalidCertificate("y B is 0")
    if "minor" in parts:
        rank = check_minor(certificate["minor"], a)
        if "kernel" not in parts and rank != n:
            raise InvalidCertificate(f"minor: order {rank}, need {n} for a unique solution")
    if "kernel" in parts:
        width = 1 if rank is None else n - rank
        kernel = read_exact(certificate["kernel"], "kernel", n, width)
        check_product(a, kernel, nothing, "A K is not 0")
        if rank is not None:
            check_free(certificate["free"], kernel)
        elif n != len(a) or not any(kernel.rows):
            raise InvalidCertificate("kernel: the matrix is not square, or the vector is 0")
    return LinearClaim(claim, (len(a), n, k), sum(map(len, a)), rank, sha256)


def sparse_row(pair: list[Any], columns: int, what: str) -> dict[int, int]:
    """A row given as increasing columns and the integers there."""
    places = naturals(pair[0], what, columns)
    if any(i >= j for i, j in itertools.pairwise(places)):
        raise MalformedCertificate(f"{what}: columns do not increase")
    numbers = items(pair[1], what, len(places))
    if "0" in numbers:
        raise MalformedCertificate(f"{what}: a zero is listed")
    return {j: integer(text, what) for j, text in zip(places, numbers)}


def read_exact(given: Any, what: str, rows: int, columns: int) -> Exact:
    """A matrix of rationals of this shape."""
    fields(given, "columns denominators rows", what)
    if naturals([given["columns"]], what) != [columns]:
        raise MalformedCertificate(f"{what}: {given['columns']} columns, need {columns}")
    denominators = [integer(d, what, positive=True) for d in items(given["denominators"], what)]
    found = Exact(columns, denominators, [], [])
    for i, row in enumerate(items(given["rows"], what, rows)):
        block, *pair = items(row, f"{what}: row {i}", 3)
        found.block.extend(naturals([block], f"{what}: row {i}", len(denominators)))
        found.rows.append(sparse_row(pair, columns, f"{what}: row {i}"))
    return found


def check_product(a: list[dict[int, int]], x: Exact, b: list[dict[int, int]], false: str) -> None:
    """A X = B, exactly."""
    cofactors: dict[int, dict[int, int]] = {}
    for i, (row, right) in enumerate(zip(a, b)):
        met = 0  # columns where B is not 0
        for c, total, common, extra in times(row, x, cofactors):
            met += c in right
            if total != common * extra * right.get(c, 0):
                raise InvalidCertificate(f"row {i}: {false}")
        if met < len(right):
            raise InvalidCertificate(f"row {i}: {false}")


def times(
    row: dict[int, int], x: Exact, cofactors: dict[int, dict[int, int]]
) -> Iterator[tuple[int, int, int, int]]:
    """A row times X: column, n, d and e for each entry n / (d e) that has terms."""
    sums: dict[int, dict[int, int]] = {}  # column: block: sum
    for j, v in row.items():
        e = x.block[j]
        for c, n in x.rows[j].items():
            terms = sums.setdefault(c, {})
            terms[e] = terms.get(e, 0) + v * n
    for c, terms in sums.items():
        widest = max(terms, key=lambda e: x.denominators[e])
        if widest not in cofactors:
            cofactors.clear()  # in most systems neighbours share their widest denominator
            cofactors[widest] = {}
        total, extra = add_up(terms, widest, x.denominators, cofactors[widest])
        yield c, total, x.denominators[widest], extra


def check_minor(given: Any, a: list[dict[int, int]]) -> int:
    """The order of a minor of A that is not zero, by elimination modulo an integer."""
    fields(given, "columns modulus rows", "minor")
    (modulus,) = naturals([given["modulus"]], "minor: modulus")
    rows = naturals(given["rows"], "minor: rows", len(a))
    columns = naturals(items(given["columns"], "minor: columns", len(rows)), "minor: columns")
    if len(set(rows)) < len(rows) or len(set(columns)) < len(columns) or modulus < 2:
        raise InvalidCertificate("minor: a row or column occurs twice, or the modulus is below 2")
    inside = set(columns)
    steps = 0
    left = [{j: v % modulus for j, v in a[i].items() if j in inside} for i in rows]
    for k, j in enumerate(columns):
        pivot = left[k]
        p = pivot.get(j, 0)
        if math.gcd(p, modulus) != 1:
            raise InvalidCertificate(f"minor: pivot {k} is no unit modulo {modulus}")
        inverse = pow(p, -1, modulus)
        for row in left[k + 1 :]:
            if j in row:
                steps += len(pivot)
                if steps > MAX_STEPS:
                    raise MalformedCertificate(f"minor: more than {MAX_STEPS} products")
                factor = row.pop(j) * inverse % modulus
                for c, v in pivot.items():
                    if c != j:
                        row[c] = (row.get(c, 0) - factor * v) % modulus
    return len(rows)


def check_free(given: Any, kernel: Exact) -> None:
    """The rows `free` of the kernel are a diagonal matrix without a zero."""
    free = naturals(items(given, "free", kernel.columns), "free", len(kernel.rows))
    for j, i in enumerate(free):
        if kernel.rows[i].keys() != {j}:
            raise InvalidCertificate(f"free: row {i} of the kernel is not zero but in column {j}")


def transpose(a: list[dict[int, int]]) -> list[dict[int, int]]:
    """The columns of A that have entries."""
    columns: dict[int, dict[int, int]] = {}
    for i, row in enumerate(a):
        for j, v in row.items():
            columns.setdefault(j, {})[i] = v
    return list(columns.values())


# Markov decision processes ------------------------------------------------------------------------

OBJECTIVES = {  # in words, and the parts of a certificate beside those that all have
    "bounded": ("probability to reach the goal", "goal stay steps"),
    "discounted": ("expected total cost", "discount"),
    "mean": ("expected long-run cost of a step", "bias"),
    "reach": ("probability to reach the goal", "goal ranks stay"),
    "signed": ("expected total cost", "components ranks rests"),
    "total": ("expected total cost", "infinite levels ranks"),
    "until": ("expected cost until the goal is reached", "goal infinite levels ranks"),
}


ENCLOSED = ("discounted", "reach", "total", "until")  # with `upper`, `values` are lower bounds


@dataclass(frozen=True)
class Choice:
    """What a choice costs, and where it leads; integers over the denominator."""

    denominator: int
    cost: int
    targets: list[int]
    weights: list[int]


@dataclass(frozen=True)
class Decisions:
    """A Markov decision process with a policy and the values that are claimed for it."""

    choices: list[list[Choice]]
    maximises: list[bool]  # at each state: whoever chooses there
    policy: list[int]
    values: Values
    infinite: set[int]
    cofactors: dict[int, dict[int, int]]
    above: Decisions | None = None  # the same with upper bounds, if `values` are lower ones only

    @property
    def bounds(self) -> list[Values]:
        """The values, or the lower and the upper bounds."""
        return [self.values] + ([] if self.above is None else [self.above.values])

    def available(self, s: int, *, to: bool) -> list[Choice]:
        """The choices of s where only those who maximise (`to`), or minimise, leave the policy."""
        return self.choices[s] if self.maximises[s] == to else [self.choices[s][self.policy[s]]]

    def excess(self, s: int, choice: Choice, discount: Fraction = Fraction(1)) -> int:
        """An integer with the sign of cost + discount * (mean value of the targets) - v(s)."""
        numerator, block = self.values.numerator, self.values.block
        b = block[s]
        sums: dict[int, int] = {}
        for weight, t in zip(choice.weights, choice.targets):
            sums[block[t]] = sums.get(block[t], 0) + weight * numerator[t]
        if b not in self.cofactors:
            self.cofactors.clear()
            self.cofactors[b] = {}
        p, q = discount.numerator, discount.denominator
        total, extra = add_up(sums, b, self.values.denominator, self.cofactors[b])
        own = choice.cost * self.values.denominator[b] - choice.denominator * numerator[s]
        return q * own * extra + p * total


def check_model(certificate: dict[str, Any], sha256: str) -> ModelClaim:
    """What a policy of a Markov decision process attains, and that none does better."""
    parts = entry(OBJECTIVES, certificate, "objective")[1]
    enclosed = "upper" in certificate and certificate["objective"] in ENCLOSED
    parts += " upper" * enclosed
    if "discount" in certificate and certificate["objective"] == "bounded":
        parts += " discount"
    keys = "certificate claim kind model objective policy second sense values"
    fields(certificate, f"{keys} {parts}", "certificate")
    objective, sense = certificate["objective"], certificate["sense"]
    if sense not in ("min", "max"):
        raise MalformedCertificate(f"unknown sense {brief(sense)}")
    choices = [read_choices(s, row) for s, row in enumerate(items(certificate["model"], "model"))]
    n = len(choices)
    if any(t >= n for row in choices for choice in row for t in choice.targets):
        raise MalformedCertificate(f"model: a target is out of range, need < {n}")
    second = read_states(certificate, "second", n)
    if second and objective not in ("reach", "total", "discounted"):
        raise MalformedCertificate(f"second: there is no second player in {brief(objective)}")
    infinite = read_states(certificate, "infinite", n) if "infinite" in parts else set()
    maximises = [(sense == "max") != (s in second) for s in range(n)]
    policy = certificate["policy"] if objective == "bounded" else [certificate["policy"]]
    for row in items(policy, "policy"):
        for s, k in enumerate(naturals(items(row, "policy", n), "policy")):
            if k >= len(choices[s]):
                raise MalformedCertificate(f"state {s}: choice {k} of {len(choices[s])}")
    values = read_values(certificate["values"], n, "state")
    first = policy[0] if policy else []
    discount = Fraction(1)
    if "discount" in parts:
        discount = read_discount(certificate["discount"])
    process = Decisions(choices, maximises, first, values, infinite, {})
    if enclosed:
        upper = read_values(certificate["upper"], n, "state")
        process = replace(process, above=replace(process, values=upper, cofactors={}))
    goal = read_states(certificate, "goal", n) if "goal" in parts else set()
    stay = read_states(certificate, "stay", n) if "stay" in parts else set(range(n))
    if objective == "reach":
        check_reach(process, goal, stay, naturals(items(certificate["ranks"], "ranks", n), "ranks"))
    elif objective == "bounded":
        check_bounded(process, goal, stay, certificate, discount)
    elif objective == "discounted":
        for s in range(n):
            check_step(process, s, discount)
    elif objective == "mean":
        check_mean(process, read_values(certificate["bias"], n, "bias of state"))
    elif objective == "signed":
        check_signed(process, certificate)
    else:
        check_total(process, goal if objective == "until" else None, certificate)
    claim = fields(certificate["claim"], "decimals node value" + " upper" * enclosed, "claim")
    (node,) = naturals([claim["node"]], "claim: node", n)
    for key in ("value", "upper")[: len(process.bounds)]:
        if (node in infinite) != (claim[key] == "infinity"):
            raise InvalidCertificate(
                f"claim: state {node}: infinity is claimed wrongly, or not claimed"
            )
    found = [] if node in infinite else [check_claim(claim, values, "state")]
    if enclosed and found:
        found.append(check_claim({**claim, "value": claim["upper"]}, upper, "state"))
    if len(found) != 1 and items(claim["decimals"], "claim: decimals"):
        raise InvalidCertificate("claim: infinity and bounds have no decimals")
    question = OBJECTIVES[objective][0]
    if objective in ("reach", "bounded") and len(stay) < n:
        question += f" by way of {len(stay)} state{'s' * (len(stay) != 1)}"
    if objective == "bounded":
        steps = f"{certificate['steps']} step{'s' * (certificate['steps'] != 1)}"
        cost = not goal and len(stay) == n
        question = f"expected cost of the first {steps}" if cost else f"{question} within {steps}"
    if discount != 1:
        question += f", discounted by {exactly(discount)} a step"
    sizes = n, sum(map(len, choices))
    decimals = tuple(claim["decimals"])
    value, upper_bound = found[0] if found else None, found[1] if len(found) > 1 else None
    return ModelClaim(
        question, sense, bool(second), node, value, upper_bound, decimals, *sizes, sha256
    )


def read_choices(s: int, row: Any) -> list[Choice]:
    """The choices of a state, each with weights that are positive and sum to the denominator."""
    found: list[Choice] = []
    for choice in items(row, f"state {s}"):
        what = f"state {s}, choice {len(found)}"
        denominator, cost, targets, weights = items(choice, what, 4)
        read = Choice(
            integer(denominator, what, positive=True),
            integer(cost, what),
            naturals(targets, what),
            [integer(w, what, positive=True) for w in items(weights, what, len(targets))],
        )
        if sum(read.weights) != read.denominator:
            raise InvalidCertificate(f"{what}: weights do not sum to the denominator")
        found.append(read)
    if not found:
        raise MalformedCertificate(f"state {s}: has no choice")
    return found


def read_states(certificate: dict[str, Any], key: str, count: int) -> set[int]:
    """A set of states, listed in increasing order."""
    states = naturals(certificate[key], key, count)
    if any(s >= t for s, t in itertools.pairwise(states)):
        raise MalformedCertificate(f"{key}: states do not increase")
    return set(states)


def read_discount(given: Any) -> Fraction:
    """What a step counts for, as a part of the step before."""
    p, q = items(given, "discount", 2)
    discount = Fraction(integer(p, "discount"), integer(q, "discount", positive=True))
    if not 0 <= discount < 1:
        raise MalformedCertificate("discount: need at least 0 and less than 1")
    return discount


def check_step(process: Decisions, s: int, discount: Fraction = Fraction(1)) -> None:
    """The policy's choice is worth v(s), and no choice of s is worth more (or less).

    If there are bounds: lower <= worth by lower bounds for the choices available below, and upper
    >= worth by upper bounds for those above; with equal bounds this is the same.
    """
    for k, choice in enumerate(process.choices[s]):
        chosen, up = k == process.policy[s], process.maximises[s]
        if not process.infinite.isdisjoint(choice.targets):
            if chosen or up:
                raise InvalidCertificate(f"state {s}: choice {k} leads to infinity, s is finite")
            continue
        low = process.excess(s, choice, discount)
        high = low if process.above is None else process.above.excess(s, choice, discount)
        if chosen and (low < 0 or high > 0):
            raise InvalidCertificate(f"state {s}: the value is not the policy's one-step value")
        if high > 0 if up else low < 0:
            raise InvalidCertificate(f"state {s}: choice {k} is better than the policy's")


def check_fall(
    process: Decisions, s: int, ranks: list[int], ends: set[int], *, to: bool, paid: bool = False
) -> None:
    """The rank falls, or an end is met, along a branch of all choices that are available."""
    for choice in process.available(s, to=to):
        falls = any(t in ends or ranks[t] < ranks[s] for t in choice.targets)
        if not falls and not (paid and choice.cost):
            raise InvalidCertificate(f"state {s}: the rank falls on no branch of some choice")


def check_known(process: Decisions, s: int, value: int) -> None:
    """What is known without a calculation."""
    for v in process.bounds:
        if v.numerator[s] != value * v.denominator[v.block[s]]:
            raise InvalidCertificate(f"state {s}: the value is not {value}")


def check_sign(process: Decisions, s: int) -> None:
    """What cannot be negative."""
    if any(v.numerator[s] < 0 for v in process.bounds):
        raise InvalidCertificate(f"state {s}: the value is negative")


def check_reach(process: Decisions, goal: set[int], stay: set[int], ranks: list[int]) -> None:
    """The probability to reach the goal, by way of `stay`."""
    numerator = process.values.numerator
    ends = goal | {s for s, n in enumerate(numerator) if n == 0}
    for s, n in enumerate(numerator):
        if any(choice.cost for choice in process.choices[s]):
            raise InvalidCertificate(f"state {s}: a choice has a cost, and a probability has none")
        if s in goal or s not in stay:
            check_known(process, s, int(s in goal))
            continue
        check_sign(process, s)
        check_step(process, s)
        if n:
            check_fall(process, s, ranks, ends, to=False)


def check_total(process: Decisions, goal: set[int] | None, certificate: dict[str, Any]) -> None:
    """The expected cost until the goal is reached; without a goal, for ever."""
    numerator, infinite = process.values.numerator, process.infinite
    ranks, levels = (
        naturals(items(certificate[key], key, len(numerator)), key) for key in ("ranks", "levels")
    )
    ends = {s for s, n in enumerate(numerator) if n == 0} - infinite if goal is None else goal
    for s in range(len(numerator)):
        if s in (goal or ()):
            if s in infinite:
                raise InvalidCertificate(f"state {s}: is a goal, and infinite")
            check_known(process, s, 0)
            continue
        if any(choice.cost < 0 for choice in process.choices[s]):
            raise InvalidCertificate(f"state {s}: a choice has a negative cost")
        check_sign(process, s)
        if s in infinite:
            check_doubt(process, s, levels)
        else:
            check_step(process, s)
        if goal is None and s not in ends:
            check_fall(process, s, ranks, ends, to=False, paid=True)
        elif goal is not None and s not in infinite:
            check_fall(process, s, ranks, ends, to=True)


def check_doubt(process: Decisions, s: int, levels: list[int]) -> None:
    """Choices either may lead to a lower level of the infinite states, or never to a higher one."""
    for choice in process.available(s, to=False):
        known = [levels[t] if t in process.infinite else None for t in choice.targets]
        if any(level is not None and level < levels[s] for level in known):
            continue
        if any(level is None or level > levels[s] for level in known):
            raise InvalidCertificate(f"state {s}: may get away from where the value is infinite")


def check_bounded(
    process: Decisions,
    goal: set[int],
    stay: set[int],
    certificate: dict[str, Any],
    discount: Fraction,
) -> None:
    """The probability to reach the goal within the steps, or the cost of them all.

    The cost is meant where there is no goal, and `stay` are all states.
    """
    (steps,) = naturals([certificate["steps"]], "steps")
    every = [choice for row in process.choices for choice in row]
    branches = sum(len(choice.targets) for choice in every)
    paid = max((abs(choice.cost).bit_length() for choice in every), default=0)
    p, q = discount.numerator, discount.denominator
    scale = 1
    for denominator in {choice.denominator for choice in every}:
        scale = math.lcm(scale, denominator)
        wide = scale.bit_length() + q.bit_length()  # by which a numerator grows in a step
        length = steps * wide + wide + paid  # bits of one, at most
        products = steps * branches * (1 + (length * (wide + paid) >> 21))
        if products > MAX_STEPS or length * len(process.choices) > MAX_KEPT:
            raise MalformedCertificate(f"steps: {steps} of them are too many to be repeated here")
    probability = goal or len(stay) < len(process.choices)
    if probability and (discount != 1 or any(choice.cost for choice in every)):
        raise InvalidCertificate("a choice has a cost, or a discount; a probability has none")
    best = max if all(process.maximises) else min
    now = [int(s in goal) for s in range(len(process.choices))]
    power = 1  # now[s] / power is the value with the steps so far
    for row in reversed(items(certificate["policy"], "policy", steps)):
        then = []
        for s, choices in enumerate(process.choices):
            worth = [
                (q * c.cost * power + p * sum(w * now[t] for w, t in zip(c.weights, c.targets)))
                * (scale // c.denominator)
                for c in choices
            ]
            if s in goal or s not in stay:
                then.append(power * scale * q * (s in goal))
            elif worth[row[s]] != best(worth):
                raise InvalidCertificate(f"state {s}: choice {row[s]} is not the best for the step")
            else:
                then.append(worth[row[s]])
        now, power = then, power * scale * q
    values = process.values
    for s, n in enumerate(values.numerator):
        if n * power != now[s] * values.denominator[values.block[s]]:
            raise InvalidCertificate(f"state {s}: the value is not that of {steps} steps")


def check_mean(process: Decisions, bias: Values) -> None:
    """The long-run average cost: gains in `values`, and a bias that weighs what comes before."""
    n, blocks = len(process.choices), len(bias.denominator)
    both = Values(
        bias.block + [blocks + b for b in process.values.block],
        bias.numerator + process.values.numerator,
        bias.denominator + process.values.denominator,
        [],
    )
    free = [[replace(c, cost=0) for c in row] for row in process.choices]
    less = [  # cost - gain + mean bias of the targets
        [replace(c, targets=[*c.targets, n + s], weights=[*c.weights, -c.denominator]) for c in row]
        for s, row in enumerate(process.choices)
    ]
    gains = replace(process, choices=free, cofactors={})
    biases = replace(process, choices=less, values=both, cofactors={})
    for s in range(n):
        check_step(gains, s)
        check_step(biases, s)


def check_signed(process: Decisions, certificate: dict[str, Any]) -> None:
    """The total cost for ever, of both signs, where all policies come to rest."""
    numerator = process.values.numerator
    component, ranks, rests = (
        naturals(items(certificate[key], key, len(numerator)), key)
        for key in ("components", "ranks", "rests")
    )
    zero = {s for s, n in enumerate(numerator) if n == 0}
    height: dict[int, int] = {}
    for s, n in enumerate(numerator):
        if height.setdefault(component[s], ranks[s]) != ranks[s]:
            raise InvalidCertificate(f"state {s}: its rank is not that of its component")
        check_step(process, s)
        if n:
            check_fall(process, s, rests, zero, to=not process.maximises[s])
        for k, choice in enumerate(process.choices[s]):
            rests_here = (
                not choice.cost
                and (n >= 0 if process.maximises[s] else n <= 0)
                and all(component[t] == component[s] for t in choice.targets)
            )
            if not rests_here and all(ranks[t] >= ranks[s] for t in choice.targets):
                raise InvalidCertificate(f"state {s}: choice {k} need not come to rest")


KINDS = {
    "linear": check_linear,
    "lock": check_lock,
    "match": check_match,
    "model": check_model,
    "process": check_process,
}


def check_certificate(
    source: str | os.PathLike[str] | bytes, *, max_bytes: int = MAX_BYTES
) -> Claim | KeysClaim | LinearClaim | ModelClaim:
    """Verify a certificate.

    Parameters
    ----------
    source : path, or bytes
        A file (gzip if its name ends in .gz), or the certificate's uncompressed bytes.
    max_bytes : int
        Refuse a certificate that is larger than this when uncompressed.

    Returns
    -------
    Claim, or KeysClaim for the Monte Carlo lock, LinearClaim for a linear system, ModelClaim for a
    Markov decision process
        What is proved, exactly; ``str(claim)`` says it in a sentence.

    Raises
    ------
    InvalidCertificate
        A statement of the certificate is false; the message names the first one found.
    MalformedCertificate
        It is not a certificate. A file that cannot be opened raises OSError.
    """
    try:
        raw = source if isinstance(source, bytes) else read(os.fsdecode(source), max_bytes)
        if len(raw) > max_bytes:
            raise MalformedCertificate(f"larger than {max_bytes} bytes")
        sha256 = hashlib.sha256(raw).hexdigest()
        certificate = decode(raw)
        del raw
        if not isinstance(certificate, dict) or certificate.get("certificate") != 1:
            raise MalformedCertificate("not a certificate of version 1")
        verify = entry(KINDS, certificate, "kind")
        claim: Claim | KeysClaim | LinearClaim | ModelClaim = verify(certificate, sha256)
        return claim
    except (MemoryError, OverflowError, RecursionError) as error:
        raise MalformedCertificate(f"too large to check here: {type(error).__name__}") from None


def shown(n: int) -> str:
    """A whole number in decimal: all of it up to 200 digits, the ends of a longer one."""
    size = abs(n)
    if size < 10**200:
        return f"{n}"
    e = (size.bit_length() - 1) * 30102999566 // 10**11  # a little below log10(size)
    power = 10**e
    while power * 10 <= size:
        power, e = power * 10, e + 1
    first, last = size // (power // 10**11), size % 10**12
    return f"{'-' if n < 0 else ''}{first}...{last:012} ({e + 1} digits)"


def exactly(value: Fraction) -> str:
    """p/q, or p where q is 1."""
    p, q = shown(value.numerator), shown(value.denominator)
    return p if value.denominator == 1 else f"{p}/{q}"


def main(argv: Sequence[str] | None = None) -> int:
    """Check each file named on the command line, a line each; the worst exit code counts."""
    parser = argparse.ArgumentParser(description="Check certificates, exactly.")
    parser.add_argument("files", metavar="FILE", nargs="+", help="a certificate, .json or .json.gz")
    parser.add_argument(
        "--max-bytes",
        metavar="N",
        type=int,
        default=MAX_BYTES,
        help="refuse a certificate that is larger uncompressed (%(default)s)",
    )
    arguments = parser.parse_args(argv)
    code = 0
    try:
        for file in arguments.files:
            name = file if file.isascii() and file.isprintable() else ascii(file)
            try:
                claim = check_certificate(file, max_bytes=arguments.max_bytes)
            except InvalidCertificate as error:
                print(f"INVALID {name}: {error}", file=sys.stderr)
                code = max(code, 1)
            except (MalformedCertificate, OSError) as error:
                what = getattr(error, "strerror", None) or error
                print(f"UNREADABLE {name}: {what}", file=sys.stderr)
                code = 2
            else:
                print(f"VALID {name}: {claim}", flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
