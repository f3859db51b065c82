"""Shut the Box as a decision process, and the certificates of its answers.

**The numbering** (the checker states it again, in its own words). Chance nodes: first the turn's
ends, one for each score that some position within reach has, increasing; then for each position
within reach but the shut box, by increasing (score, mask), a roll of all dice and a roll of one
die, those that the rules allow; last the start, which has one branch, to the choice of dice.
Decision nodes: for each roll, by chance node, the distinct sets of nodes that it lets the player
choose from, as sorted tuples in increasing order. A move leads to the rolls allowed after it (to
the end with score 0 when the box is shut); a roll that fits nothing has its turn's end as its only
option. So an option always has a smaller number than the roll before it, and the first of several
best options is the one that `shutbox_play` plays.

**Two kinds of certificate.** "process" for one player's questions, as for any process. "match" for
players in order: for each stage the policy and the values. There, a node is *settled* when all
scores up to its position's pay the same: its value is that pay-off, and it is left out.

- ``model``: the rules, with ``start``, ``players``, ``ties``, ``at_once``.
- ``stages``: from the last player to the first; of a player, by (b, m) as in `shutbox_play`.
- ``policy``: two hexadecimal digits (one, where they suffice for all) for each decision node that
  is not settled and has several options.
- ``values``: a pair [denominator, numerators] for each number of tiles, increasing, over the rolls
  with so many tiles that are not settled, and the start. ``held``: the holders' likewise, or
  empty where V + m H = 1 gives them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exactbox.games.shutbox import Rules
from exactbox.games.shutbox_board import Board
from exactbox.games.shutbox_play import (
    Match,
    Played,
    Stage,
    beat,
    first_best,
    lowest_score,
    shut_the_box,
)

if TYPE_CHECKING:
    from exactbox.mdp import DecisionProcess

SHUT, SCORE, BEAT = "shut", "score", "beat"


class Layers:
    """The two layers of a board with one start, numbered as above."""

    def __init__(self, board: Board, start: int) -> None:
        self.board, self.start = board, start
        ends = {score: node for node, score in enumerate(board.scores)}
        nodes: dict[int, list[int]] = {}  # of a position: what a move to it can choose from
        self.rolls: list[tuple[int, int]] = []  # (position, choice of dice)
        for p in board.positions:
            first = len(ends) + len(self.rolls)
            self.rolls += [(p, c) for c in range(len(board.throws[p]))]
            nodes[p] = list(range(first, len(ends) + len(self.rolls))) or [ends[board.points[p]]]
        self.ends = len(ends)
        self.chance_nodes = self.ends + len(self.rolls) + 1
        self.options: list[tuple[int, ...]] = []
        self.first: list[int] = []  # decision node, of each roll and of the start
        self.weights: list[list[int]] = []
        for p, c in self.rolls:
            throw = board.throws[p][c]
            sets: dict[tuple[int, ...], int] = {}
            for weight, after in throw.outcomes:
                key = tuple(sorted(node for q in after for node in nodes[q]))
                sets[key] = sets.get(key, 0) + weight
            if throw.stuck:
                sets[(ends[board.points[p]],)] = throw.stuck
            self.first.append(len(self.options))
            self.options += sorted(sets)
            self.weights.append([sets[key] for key in sorted(sets)])
        self.first.append(len(self.options))
        self.options.append(tuple(nodes[start]))
        self.weights.append([1])

    def tiles(self, node: int) -> int:
        """The number of tiles that are not shut."""
        if node < self.ends:
            return 0
        last = node == self.chance_nodes - 1
        return (self.start if last else self.rolls[node - self.ends][0]).bit_count()

    def ranks(self) -> list[int]:
        """Falling along every option."""
        inner = [p.bit_count() for p, _ in self.rolls]
        return [0] * self.ends + inner + [self.start.bit_count() + 1]

    def vectors(self, played: Played, values: dict[int, tuple[list[int], ...]]) -> list[list[int]]:
        """The vector of every chance node."""
        ends = [played.pay[score] for score in self.board.scores]
        return [*ends, *(values[p][c] for p, c in self.rolls), played.value[self.start]]


def process(rules: Rules, goal: str = SHUT, **more: Any) -> DecisionProcess:
    """The decision process of one player's question; parameters as `prove`.

    Examples
    --------
    >>> process(Rules(tiles=(1, 2, 3), dice=(3,)))
    DecisionProcess(max: 15 chance nodes, 19 branches, 19 decision nodes, 20 options)
    """
    import numpy as np

    from exactbox.mdp import DecisionProcess

    def numbers(values: Sequence[int]) -> Any:
        small = max(values, default=0) < 2**63
        return np.array(values, dtype=np.int64 if small else object)

    question = _Question(rules, goal, **more)
    layers = Layers(question.board, question.start)
    costs, denominator = question.pay()
    branch_start, option_start = [0] * (layers.ends + 1), [0]
    weights: list[int] = []
    for row in layers.weights:
        weights += row
        branch_start.append(len(weights))
    for options in layers.options:
        option_start.append(option_start[-1] + len(options))
    return DecisionProcess(
        numbers(branch_start),
        numbers(range(len(weights))),
        numbers(weights),
        numbers([denominator] * layers.ends + [sum(row) for row in layers.weights]),
        numbers(costs + [0] * len(layers.weights)),
        numbers(option_start),
        numbers([o for options in layers.options for o in options]),
        start=layers.chance_nodes - 1,
        sense=question.sense,
        rule=question.statement(),
    )


class _Question:
    """What is asked about one player's turn."""

    def __init__(
        self,
        rules: Rules,
        goal: str,
        *,
        start: int | None = None,
        best: int = 0,
        tie: Fraction = Fraction(1),
    ) -> None:
        if goal not in (SHUT, SCORE, BEAT):
            raise ValueError(f"goal is {goal!r}, need {SHUT!r}, {SCORE!r} or {BEAT!r}")
        if not 0 <= tie <= 1:
            raise ValueError(f"a tie counts {tie}, need 0 to 1")
        self.rules, self.goal, self.best, self.tie = rules, goal, best, Fraction(tie)
        self.start = rules.full if start is None else start
        self.board = Board(rules, [self.start])
        self.sense = "min" if goal == SCORE else "max"

    def played(self) -> Played:
        if self.goal == BEAT:
            return beat(self.board, [self.best], self.tie)
        return shut_the_box(self.board) if self.goal == SHUT else lowest_score(self.board)

    def pay(self) -> tuple[list[int], int]:
        scores, one, part = self.board.scores, self.tie.denominator, self.tie.numerator
        if self.goal == BEAT:
            return [one if s < self.best else part * (s == self.best) for s in scores], one
        return [int(s == 0) if self.goal == SHUT else s for s in scores], 1

    def statement(self) -> dict[str, Any]:
        asked = {"start": self.start, "goal": self.goal}
        if self.goal == BEAT:
            tie = [self.tie.numerator, self.tie.denominator]
            return {**self.rules.statement(), **asked, "best": self.best, "tie": tie}
        return {**self.rules.statement(), **asked}


@dataclass(frozen=True)
class Size:
    """How many nodes a certificate covers."""

    chance_nodes: int
    decision_nodes: int


@dataclass(frozen=True, eq=False)
class Proved:
    """An exact answer with its certificate; as `exactbox.mdp.Certified`, without the arrays.

    Attributes
    ----------
    value : Fraction
    process : Size
    ties : range
        As long as there are decision nodes with several best options.
    data : bytes
        The certificate.
    """

    value: Fraction
    process: Size
    ties: range
    data: bytes

    def decimal(self, digits: int) -> str:
        """The value rounded half to even."""
        from exactbox.decimals import decimal_string

        return decimal_string(self.value.numerator, self.value.denominator, digits)

    def certificate(self) -> bytes:
        """The certificate in canonical bytes; `exactbox.check` verifies it."""
        return self.data


def prove(rules: Rules, goal: str = SHUT, **more: Any) -> Proved:
    """The exact answer to one player's question, with its certificate.

    Parameters
    ----------
    rules : Rules
    goal : "shut", "score" or "beat"
        Greatest probability to shut the box, least expected score, greatest probability to end
        below a given score.
    start : int, optional
        The position; by default all tiles are open.
    best : int
        The score to beat.
    tie : Fraction
        What ending at it counts; by default 1.

    Examples
    --------
    >>> prove(Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,))).value
    Fraction(145, 1944)
    """
    question = _Question(rules, goal, **more)
    layers, played = Layers(question.board, question.start), question.played()
    vectors = layers.vectors(played, played.throws)
    pick = first_best(question.sense)
    policy, ties = [], 0
    for options in layers.options:
        column = [vectors[o][0] for o in options]
        policy.append(pick(column))
        ties += column.count(column[policy[-1]]) > 1
    blocks = []
    grouped = _by_tiles(layers, range(layers.chance_nodes))
    unit = rules.denominator
    for k, nodes in grouped.items():
        spare = unit ** (rules.depth - k)
        numbers = [f"{vectors[c][0] // spare:x}" for c in nodes]
        blocks.append([f"{played.scale // spare:x}", nodes, numbers])
    value = played.at(question.start)
    certificate = {
        "certificate": 1,
        "kind": "process",
        "claim": _claim(value, layers, question.sense),
        "model": question.statement(),
        "policy": policy,
        "ranks": layers.ranks(),
        "values": blocks,
    }
    return _proved(value, layers.chance_nodes, len(layers.options), ties, certificate)


def _proved(
    value: Fraction, chance: int, decision: int, ties: int, certificate: dict[str, Any]
) -> Proved:
    from exactbox.certificate import canonical

    return Proved(value, Size(chance, decision), range(ties), canonical(certificate))


def _claim(value: Fraction, layers: Layers, sense: str) -> dict[str, Any]:
    from exactbox.certificate import DIGITS
    from exactbox.decimals import decimal_string

    return {
        "decimals": [decimal_string(value.numerator, value.denominator, DIGITS)],
        "node": layers.chance_nodes - 1,
        "sense": sense,
        "value": [f"{value.numerator:x}", f"{value.denominator:x}"],
    }


def _by_tiles(layers: Layers, nodes: Sequence[int]) -> dict[int, list[int]]:
    """The nodes by number of tiles, increasing."""
    grouped: dict[int, list[int]] = {}
    for node in nodes:
        grouped.setdefault(layers.tiles(node), []).append(node)
    return dict(sorted(grouped.items()))


def prove_match(
    rules: Rules,
    players: int = 2,
    *,
    ties: str = "share",
    at_once: bool = True,
    start: int | None = None,
) -> Proved:
    """The first player's expected share, with the certificate of the whole match.

    Parameters
    ----------
    rules, players, ties, at_once
        As `exactbox.games.shutbox_play.Match`.
    start : int, optional
        The first player's position; by default all tiles are open, as for the others.

    Examples
    --------
    >>> prove_match(Rules(tiles=(1, 2), dice=(2,))).value
    Fraction(5, 8)
    """
    start = rules.full if start is None else start
    whole = Layers(Board(rules, {rules.full, start}), start)
    match = Match(whole.board, players, ties, at_once)
    stages: list[dict[str, Any]] = []
    ties_found = 0
    for player in reversed(range(players)):
        layers = whole if player == 0 else Layers(whole.board, rules.full)
        ties_found += _write_stage(layers, match.stage(player), stages)
    value = match.value(0, start)
    certificate = {
        "certificate": 1,
        "kind": "match",
        "claim": _claim(value, whole, "max"),
        "model": {
            **rules.statement(),
            "start": start,
            "players": players,
            "ties": ties,
            "at_once": int(at_once),
        },
        "stages": stages,
    }
    sizes = whole.chance_nodes * len(stages), len(whole.options) * len(stages)
    return _proved(value, *sizes, ties_found, certificate)


def _write_stage(layers: Layers, stage: Stage, stages: list[dict[str, Any]]) -> int:
    """Append the stage, an entry for each (b, m); how many open decisions have several best."""
    played, scores = stage.played, layers.board.scores
    vectors = layers.vectors(played, played.throws)
    width = 1 if max(map(len, layers.options)) <= 16 else 2
    if max(map(len, layers.options)) > 256:
        raise ValueError("a roll offers more than 256 moves, more than certificates take")
    choices = [d for d, options in enumerate(layers.options) if len(options) > 1]
    points = [layers.board.points[p] for p, _ in layers.rolls]
    count, settled = len(stage.keys), []
    for k in range(count):
        pairs = [(stage.pay[s][k], stage.held[s][k]) for s in scores]
        same = next((i for i, pair in enumerate(pairs) if pair != pairs[0]), len(pairs))
        settled.append(layers.ends + bisect_right(points, scores[same - 1]))
    firsts = [layers.first[node - layers.ends] for node in settled]
    shared = all(map(stage.is_shared, range(count)))
    rising = shared and firsts == sorted(firsts)  # then d matters to the first few keys only
    picks, ties = [], 0
    for d in choices:
        few = bisect_right(firsts, d) if rising else count
        columns = list(zip(*[vectors[o][:few] for o in layers.options[d]]))
        best = list(map(max, columns))
        picks.append([column.index(b) for column, b in zip(columns, best)])
        ties += sum(
            column.count(b) > 1 for column, b, first in zip(columns, best, firsts) if first <= d
        )
    digit = [f"{i:0{width}x}" for i in range(256)]
    held = None if shared else _holder_vectors(layers, stage, choices, picks)
    for k in range(count):
        grouped = _by_tiles(layers, range(settled[k], layers.chance_nodes))
        free = picks[bisect_left(choices, firsts[k]) :]
        one_held = held is not None and not stage.is_shared(k)
        stages.append(
            {
                "policy": "".join([digit[pick[k]] for pick in free]),
                "values": _written(layers, grouped, vectors, k, played.scale),
                "held": _written(layers, grouped, held or [], k, played.scale) if one_held else [],
            }
        )
    return ties


def _holder_vectors(
    layers: Layers, stage: Stage, choices: list[int], picks: list[list[int]]
) -> list[list[int]]:
    """The holders' expectation at every chance node under the policy that is written down."""
    grown = layers.board.rules.denominator**layers.board.rules.depth
    vectors = [[n * grown for n in stage.held[s]] for s in layers.board.scores]
    picked = dict(zip(choices, picks))
    for first, weights in zip(layers.first, layers.weights):
        total = [0] * len(stage.keys)
        for d, weight in enumerate(weights, first):
            options = layers.options[d]
            indices = picked.get(d, [0] * len(stage.keys))
            total = [
                t + weight * vectors[options[i]][k] for k, (t, i) in enumerate(zip(total, indices))
            ]
        whole = sum(weights)
        vectors.append([t // whole for t in total])
    return vectors


def _written(
    layers: Layers, grouped: dict[int, list[int]], vectors: list[list[int]], k: int, scale: int
) -> list[Any]:
    """[denominator, numerators] for each number of tiles."""
    rules, groups = layers.board.rules, []
    for tiles, nodes in grouped.items():
        spare = rules.denominator ** (rules.depth - tiles)
        groups.append([f"{scale // spare:x}", [f"{vectors[c][k] // spare:x}" for c in nodes]])
    return groups
