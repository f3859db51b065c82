"""Certificates of Shut the Box, in the numbering of `numbering`.

Two kinds: "process" for one player's questions, as for any process; "match" for players in order:
for each stage the policy and the values. There, a node is *settled* when all scores up to its
position's pay the same: its value is that pay-off, and it is left out.

- ``model``: the rules, with ``start``, ``players``, ``ties``, ``at_once``.
- ``stages``: from the last player to the first; of a player, by (b, m) as in `match`.
- ``policy``: two hexadecimal digits (one, where they suffice for all) for each decision node that
  is not settled and has several options.
- ``values``: a pair [denominator, numerators] for each number of open tiles, increasing, over the
  rolls with so many that are not settled, and the start. ``held``: the holders' likewise, or empty
  where V + m H = 1 gives them.

A position with t of the n tiles open has a value over denominator L^t (see `play`); all of them are
computed over L^n and written without the factor L^(n - t).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exactbox.games.shutbox.match import Match, Stage
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import Values, Vector, first_best


def turn_certificate(layers: Layers, values: Values, model: dict[str, Any]) -> tuple[bytes, int]:
    """The certificate of one player's question, and how many decisions have several best.

    Parameters
    ----------
    layers : Layers
    values : Values
        For one pay-off.
    model : dict
        The question, as the certificate states it.
    """
    vectors = layers.vectors(values)
    pick = first_best(values.sense)
    policy, tied = [], 0
    for options in layers.options:
        column = [vectors[o][0] for o in options]
        policy.append(pick(column))
        tied += column.count(column[policy[-1]]) > 1
    blocks = []
    grouped = layers.by_open_tiles(range(layers.chance_nodes))
    for t, nodes in grouped.items():
        denominator, numerators = _reduced(layers, values.scale, t, [vectors[c][0] for c in nodes])
        blocks.append([denominator, nodes, numerators])
    certificate = {
        "certificate": 1,
        "kind": "process",
        "claim": _claim(values.at(layers.start), layers, values.sense),
        "model": model,
        "policy": policy,
        "ranks": layers.ranks(),
        "values": blocks,
    }
    return _canonical(certificate), tied


def match_certificate(match: Match, first: Layers, model: dict[str, Any]) -> tuple[bytes, int]:
    """The certificate of the first player's share, and how many decisions have several best.

    Parameters
    ----------
    match : Match
    first : Layers
        With the first player's start; the others start with all tiles open.
    model : dict
        The question, as the certificate states it.
    """
    stages: list[dict[str, Any]] = []
    tied = 0
    for player in reversed(range(match.players)):
        layers = first if player == 0 else Layers(match.board, match.board.rules.full)
        written, several = _stages(layers, match.stage(player))
        stages += written
        tied += several
    certificate = {
        "certificate": 1,
        "kind": "match",
        "claim": _claim(match.value(0, first.start), first, "max"),
        "model": model,
        "stages": stages,
    }
    return _canonical(certificate), tied


def _canonical(certificate: dict[str, Any]) -> bytes:
    """The certificate's bytes; imported here because a question without a proof must start fast."""
    from exactbox.certificate import canonical

    return canonical(certificate)


def _claim(value: Fraction, layers: Layers, sense: str) -> dict[str, Any]:
    """What is claimed of the value at the start."""
    from exactbox.certificate import DIGITS
    from exactbox.decimals import decimal_string

    return {
        "decimals": [decimal_string(value.numerator, value.denominator, DIGITS)],
        "node": layers.chance_nodes - 1,
        "sense": sense,
        "value": [f"{value.numerator:x}", f"{value.denominator:x}"],
    }


def _reduced(
    layers: Layers, scale: int, open_tiles: int, numerators: Sequence[int]
) -> tuple[str, list[str]]:
    """Denominator and numerators of nodes with so many open tiles, in hexadecimal."""
    rules = layers.board.rules
    spare = rules.denominator ** (rules.depth - open_tiles)  # L^(n - t) divides all of them
    return f"{scale // spare:x}", [f"{n // spare:x}" for n in numerators]


def _stages(layers: Layers, stage: Stage) -> tuple[list[dict[str, Any]], int]:
    """An entry for each (b, m), and how many decisions that are not settled have several best."""
    most = max(map(len, layers.options))
    if most > 256:
        raise ValueError("a roll offers more than 256 moves, more than certificates take")
    width = 1 if most <= 16 else 2
    digit = [f"{i:0{width}x}" for i in range(256)]
    vectors = layers.vectors(stage.values)
    choices = [d for d, options in enumerate(layers.options) if len(options) > 1]
    constant = list(map(stage.is_constant_sum, range(len(stage.keys))))
    settled = _settled(layers, stage)
    firsts = [layers.first[node - layers.ends] for node in settled]  # decisions not settled: from d
    picks, tied = _first_best_options(layers, vectors, choices, firsts, all(constant))
    held = [] if all(constant) else _holder_vectors(layers, stage, choices, picks)

    def written(of: list[Vector], k: int) -> list[list[Any]]:
        grouped = layers.by_open_tiles(range(settled[k], layers.chance_nodes))
        return [
            list(_reduced(layers, stage.values.scale, t, [of[c][k] for c in nodes]))
            for t, nodes in grouped.items()
        ]

    stages = []
    for k, first in enumerate(firsts):
        free = picks[bisect_left(choices, first) :]
        stages.append(
            {
                "policy": "".join([digit[pick[k]] for pick in free]),
                "values": written(vectors, k),
                "held": [] if constant[k] else written(held, k),
            }
        )
    return stages, tied


def _settled(layers: Layers, stage: Stage) -> list[int]:
    """For each (b, m) the first chance node after the ends that is not settled.

    A node at a position of score s is settled when all scores up to s pay the same, so the settled
    nodes are those whose score is at most that of the last end in a run of equal pay-offs.
    """
    scores = layers.board.scores
    points = [layers.board.points[p] for p, _ in layers.rolls]  # increasing
    nodes = []
    for k in range(len(stage.keys)):
        pairs = [(stage.pay[s][k], stage.held[s][k]) for s in scores]
        same = next((i for i, pair in enumerate(pairs) if pair != pairs[0]), len(pairs))
        nodes.append(layers.ends + bisect_right(points, scores[same - 1]))
    return nodes


def _first_best_options(
    layers: Layers, vectors: list[Vector], choices: list[int], firsts: list[int], constant: bool
) -> tuple[list[list[int]], int]:
    """For each choice the first best option against each (b, m), and the number of ties."""
    increasing = constant and firsts == sorted(firsts)  # then only the first few (b, m) reach d
    picks, tied = [], 0
    for d in choices:
        few = bisect_right(firsts, d) if increasing else len(firsts)
        columns = list(zip(*[vectors[o][:few] for o in layers.options[d]]))
        best = list(map(max, columns))
        picks.append([column.index(b) for column, b in zip(columns, best)])
        tied += sum(
            column.count(b) > 1 for column, b, first in zip(columns, best, firsts) if first <= d
        )
    return picks, tied


def _holder_vectors(
    layers: Layers, stage: Stage, choices: list[int], picks: list[list[int]]
) -> list[Vector]:
    """H at every chance node under the policy that is written down."""
    factor = layers.board.rules.denominator**layers.board.rules.depth  # L^n
    vectors = [[n * factor for n in stage.held[s]] for s in layers.board.scores]
    picked = dict(zip(choices, picks))
    for first, weights in zip(layers.first, layers.weights):
        total = [0] * len(stage.keys)
        for d, weight in enumerate(weights, first):
            options = layers.options[d]
            indices = picked.get(d, [0] * len(stage.keys))
            total = [
                t + weight * vectors[options[i]][k] for k, (t, i) in enumerate(zip(total, indices))
            ]
        rolls = sum(weights)
        vectors.append([t // rolls for t in total])  # H = sum_roll weight H(option) / rolls
    return vectors
