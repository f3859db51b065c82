"""The decision process of one turn of Shut the Box: its nodes, and how they are numbered.

**The numbering** (the checker states it again, in its own words). Chance nodes: first the turn's
ends, one for each score that some position within reach has, increasing; then for each position
within reach but the shut box, by increasing (score, mask), a roll of all dice and a roll of one
die, those that the rules allow; last the start, which has one branch, to the choice of dice.
Decision nodes: for each roll, by chance node, the distinct sets of nodes that it lets the player
choose from, as sorted tuples in increasing order. A move leads to the rolls allowed after it (to
the end with score 0 when the box is shut); a roll that fits nothing has its turn's end as its only
option. So an option always has a smaller number than the roll before it, and the first of several
best options is the one that `play` takes.
"""

from __future__ import annotations

from collections.abc import Sequence

from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.play import Values, Vector


class Layers:
    """The two layers of a board with one start, numbered as above.

    Attributes
    ----------
    ends : int
        The number of turn's ends, which are the chance nodes 0 to ends - 1.
    rolls : list of (position, choice of dice)
        Chance nodes ends, ends + 1, ...
    options : list of tuples of chance nodes, one a decision node
    first : list of int, one a roll, and the start
        Its first decision node.
    weights : list of lists, one a roll, and the start
        Of its decision nodes, from the first on: the number of equally likely rolls.
    """

    def __init__(self, board: Board, start: int) -> None:
        self.board, self.start = board, start
        ends = {score: node for node, score in enumerate(board.scores)}
        nodes: dict[int, list[int]] = {}  # of a position: what a move to it can choose from
        self.rolls: list[tuple[int, int]] = []
        for p in board.positions:
            first = len(ends) + len(self.rolls)
            self.rolls += [(p, c) for c in range(len(board.throws[p]))]
            nodes[p] = list(range(first, len(ends) + len(self.rolls))) or [ends[board.points[p]]]
        self.ends = len(ends)
        self.chance_nodes = self.ends + len(self.rolls) + 1
        self.options: list[tuple[int, ...]] = []
        self.first: list[int] = []
        self.weights: list[list[int]] = []
        for p, c in self.rolls:
            throw = board.throws[p][c]
            sets: dict[tuple[int, ...], int] = {}  # of options: in how many rolls they are offered
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

    def open_tiles(self, node: int) -> int:
        """The number of tiles that may still be shut from a chance node."""
        if node < self.ends:
            return 0
        last = node == self.chance_nodes - 1
        return (self.start if last else self.rolls[node - self.ends][0]).bit_count()

    def by_open_tiles(self, nodes: Sequence[int]) -> dict[int, list[int]]:
        """The chance nodes by number of open tiles, increasing."""
        grouped: dict[int, list[int]] = {}
        for node in nodes:
            grouped.setdefault(self.open_tiles(node), []).append(node)
        return dict(sorted(grouped.items()))

    def ranks(self) -> list[int]:
        """Of every chance node; falling along every option."""
        inner = [p.bit_count() for p, _ in self.rolls]
        return [0] * self.ends + inner + [self.start.bit_count() + 1]

    def vectors(self, values: Values) -> list[Vector]:
        """The values of every chance node."""
        ends = [values.pay[score] for score in self.board.scores]
        return [*ends, *(values.throws[p][c] for p, c in self.rolls), values.value[self.start]]
