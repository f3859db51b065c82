"""The decision process of one turn of Shut the Box: its states and choices, numbered.

**The numbering** (the checker states it again, in its own words). Choices: first the turn's ends,
one for each score that some position within reach has, increasing; then for each position within
reach but the shut box, by increasing (score, mask), a roll of all dice and a roll of one die, those
that the rules allow. States: for each roll, in that order, the distinct sets of choices that its
outcomes offer to the player, as sorted tuples in increasing order; last the start, which offers the
choice of dice. A move leads to the rolls allowed after it (to the end with score 0 when the box is
shut); a roll that fits nothing has its turn's end as its only action. So an action always has a
smaller number than the roll before it, and the first of several best actions is the one that `play`
takes.
"""

from __future__ import annotations

from collections.abc import Iterable

from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.play import Values, Vector


class Layers:
    """States and choices of a board with one start, numbered as above.

    Choices 0 to ``ends`` - 1 are a turn's ends; then come those of ``rolls``, (position, choice of
    dice). ``actions`` are the choices of each state, of the start last; ``first`` is the first
    state that each roll leads to, and the start; ``weights`` have for each roll, of these states
    from the first on, the number of equally likely rolls.
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
        self.choices = self.ends + len(self.rolls)
        self.actions: list[tuple[int, ...]] = []
        self.first: list[int] = []
        self.weights: list[list[int]] = []
        for p, c in self.rolls:
            throw = board.throws[p][c]
            sets: dict[tuple[int, ...], int] = {}  # of actions: in how many rolls they are offered
            for weight, after in throw.outcomes:
                key = tuple(sorted(node for q in after for node in nodes[q]))
                sets[key] = sets.get(key, 0) + weight
            if throw.stuck:
                sets[(ends[board.points[p]],)] = throw.stuck
            self.first.append(len(self.actions))
            self.actions += sorted(sets)
            self.weights.append([sets[key] for key in sorted(sets)])
        self.first.append(len(self.actions))
        self.actions.append(tuple(nodes[start]))

    @property
    def states(self) -> int:
        """The number of states, with the start."""
        return len(self.actions)

    def open_tiles(self, choice: int) -> int:
        """The number of tiles that may still be shut from a choice."""
        return 0 if choice < self.ends else self.rolls[choice - self.ends][0].bit_count()

    def by_open_tiles(self, choices: Iterable[int]) -> dict[int, list[int]]:
        """Choices by number of open tiles, increasing."""
        grouped: dict[int, list[int]] = {}
        for choice in choices:
            grouped.setdefault(self.open_tiles(choice), []).append(choice)
        return dict(sorted(grouped.items()))

    def ranks(self) -> list[int]:
        """Ranks of all choices, which decrease along every action."""
        return list(map(self.open_tiles, range(self.choices)))

    def vectors(self, values: Values) -> list[Vector]:
        """The values of every choice."""
        ends = [values.pay[score] for score in self.board.scores]
        return [*ends, *(values.throws[p][c] for p, c in self.rolls)]
