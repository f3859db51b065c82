"""Certificates of Shut the Box, in the numbering of `numbering`.

Two kinds: "process" for one player's questions, as for any process; "match" for players in order.
There, a roll is *settled* when all scores up to its position's pay the same, to the player and to
the holders: its value is that pay-off, and it is left out. The witness:

- ``stages``: from the last player to the first; of a player, by (b, m) as in `match`.
- ``values``: a pair [denominator, numerators] for each number of open tiles, increasing, over the
  rolls with so many that are not settled. ``held``: the holders' likewise, or empty where
  V + m H = 1 gives them.

The moves need not be written: they are the first best ones.

A position with t of the n tiles open has a value over denominator L^t (see `play`); all of them are
computed over L^n and written without the factor L^(n - t).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from exactbox.certificate import certificate_pieces, encode_integer
from exactbox.games.shutbox.match import Match, Stage
from exactbox.games.shutbox.numbering import Layers
from exactbox.games.shutbox.play import Values, Vector, first_best


def turn_certificate(layers: Layers, values: Values, question: dict[str, Any]) -> tuple[bytes, int]:
    """The certificate of one player's question, and how many states have several best actions.

    The values are for one pay-off.
    """
    vectors = layers.vectors(values)
    pick = first_best(values.sense)
    policy, tied, used = [], 0, set()
    for actions in layers.actions:
        column = [vectors[o][0] for o in actions]
        policy.append(pick(column))
        tied += column.count(column[policy[-1]]) > 1
        used.add(actions[policy[-1]])
    blocks = []
    for t, choices in layers.by_open_tiles(sorted(used)).items():
        denominator, numerators = _spelled(
            layers, values.scale, t, [vectors[c][0] for c in choices]
        )
        blocks.append([denominator, choices, numerators])
    witness = {
        "infinite": [],
        "levels": [],
        "policy": policy,
        "ranks": layers.ranks(),
        "values": blocks,
    }
    return b"".join(certificate_pieces("process", question, witness)), tied


def match_certificate(match: Match, first: Layers, question: dict[str, Any]) -> tuple[bytes, int]:
    """The certificate of the first player's share, and how many states have several best actions.

    `first` has the first player's start; the others start with all tiles open.
    """
    stages: list[dict[str, Any]] = []
    tied = 0
    for player in reversed(range(match.players)):
        layers = first if player == 0 else Layers(match.board, match.board.rules.full)
        entries, several = _stages(layers, match.stage(player))
        stages += entries
        tied += several
    return b"".join(certificate_pieces("match", question, {"stages": stages})), tied


def _spelled(
    layers: Layers, scale: int, open_tiles: int, numerators: Iterable[int]
) -> tuple[int | str, list[int | str]]:
    """Denominator and numerators of choices with so many open tiles."""
    rules = layers.board.rules
    spare = rules.denominator ** (rules.depth - open_tiles)  # L^(n - t) divides all of them
    return encode_integer(scale // spare), [encode_integer(n // spare) for n in numerators]


def _stages(layers: Layers, stage: Stage) -> tuple[list[dict[str, Any]], int]:
    """An entry for each (b, m), and how many states that are not settled have several best."""
    vectors = layers.vectors(stage.values)
    several = [s for s, actions in enumerate(layers.actions) if len(actions) > 1]
    constant = stage.constant_sum
    settled = _settled(layers, stage)
    firsts = [layers.first[choice - layers.ends] for choice in settled]  # not settled: from there
    picks, tied = _first_best_actions(layers, vectors, several, firsts, all(constant))
    held = [] if all(constant) else _holder_vectors(layers, stage, several, picks)

    def by_open_tiles(of: list[Vector], k: int) -> list[list[Any]]:
        grouped = layers.by_open_tiles(range(settled[k], layers.choices))
        return [
            list(_spelled(layers, stage.values.scale, t, [of[c][k] for c in choices]))
            for t, choices in grouped.items()
        ]

    stages = [
        {
            "values": by_open_tiles(vectors, k),
            "held": [] if constant[k] else by_open_tiles(held, k),
        }
        for k in range(len(stage.keys))
    ]
    return stages, tied


def _settled(layers: Layers, stage: Stage) -> list[int]:
    """For each (b, m) the first choice after the ends that is not settled.

    A roll at a position of score s is settled when all scores up to s pay the same, so the settled
    rolls are those whose score is at most that of the last end in a run of equal pay-offs.
    """
    scores = layers.board.scores
    points = [layers.board.points[p] for p, _ in layers.rolls]  # increasing
    choices = []
    for pay, held in zip(stage.pay.values(), stage.held.values()):
        pairs = [*zip(pay, held)]
        same = next((i for i, pair in enumerate(pairs) if pair != pairs[0]), len(pairs))
        choices.append(layers.ends + bisect_right(points, scores[same - 1]))
    return choices


def _first_best_actions(
    layers: Layers, vectors: list[Vector], several: list[int], firsts: list[int], constant: bool
) -> tuple[list[list[int]], int]:
    """For each of these states the first best action against each (b, m), and how many tie."""
    increasing = constant and firsts == sorted(firsts)  # then only the first few (b, m) reach s
    picks, tied = [], 0
    for s in several:
        few = bisect_right(firsts, s) if increasing else len(firsts)
        columns = list(zip(*[vectors[o][:few] for o in layers.actions[s]]))
        best = list(map(max, columns))
        picks.append([column.index(b) for column, b in zip(columns, best)])
        tied += sum(
            column.count(b) > 1 for column, b, first in zip(columns, best, firsts) if first <= s
        )
    return picks, tied


def _holder_vectors(
    layers: Layers, stage: Stage, several: list[int], picks: list[list[int]]
) -> list[Vector]:
    """H at every choice under the first best actions."""
    factor = layers.board.unit  # L^n
    vectors = [[n * factor for n in each] for each in zip(*stage.held.values())]
    picked = dict(zip(several, picks))
    for first, weights in zip(layers.first, layers.weights):
        total = [0] * len(stage.keys)
        for s, weight in enumerate(weights, first):
            actions = layers.actions[s]
            indices = picked.get(s, [0] * len(stage.keys))
            total = [
                t + weight * vectors[actions[i]][k] for k, (t, i) in enumerate(zip(total, indices))
            ]
        rolls = sum(weights)
        vectors.append([t // rolls for t in total])  # H = sum_roll weight H(action) / rolls
    return vectors
