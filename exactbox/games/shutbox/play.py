"""Optimal play of one turn of Shut the Box: values, moves, and the distribution of the score.

**The method.** Every move shuts a tile, so values follow from lower positions to higher ones:

    v(p) = best over the choices of dice of  (stuck pay(p) + sum_roll best_move v(p - move)) / rolls

With n tiles and L a common multiple of the numbers of rolls, L^n pay is a whole number, and so is
L^n v(p): a turn has at most n rolls, each divides by a divisor of L. All values are therefore
integers over one denominator, and all questions that differ in their pay-offs alone (the 45 scores
to beat, say) are answered in one pass.

**In lanes.** The values of a position are packed into one integer, in lanes of w bits:
``sum_k v_k 2^(w k)``. Sums, multiples, and exact quotients of the lanes are then sums, multiples
and quotients of the integers, if no lane overflows: its total, before the division by the number of
rolls, is at most L times the greatest value, which it can hold. The larger of two values, lane
by lane: with a guard bit g = 2^(w - 1) in each lane, the guard bits of ``a - b + g`` are set where
a >= b; a guard bit less itself shifted to the lane's bottom is a mask of the lane. For one question
this takes four fifths of the time of lists of integers, for 44 scores to beat a third.

Where nobody asks about other positions than the start, as of all players of a match behind the one
who is asked about, no others are unpacked (`start_values`).

**Which of several equally good moves** is played: the one that leaves the lowest score, among those
the one that shuts the higher tile where two moves differ first from the top (the smaller mask);
all dice before one die. This order is that of `Throw.outcomes`.

Symbols: p, q positions; pay a pay-off per score; n, L as above; `scale` the denominator; w bits of
a lane; V the player's values, H those of others.

Source: L. Lamport, *Multiple byte processing with full-word instructions*, CACM 18, 1975 (lanes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import itemgetter
from typing import Any

from exactbox.games.shutbox.board import Board
from exactbox.games.shutbox.rules import Roll

MAX_BYTES = 128_000_000  # of packed values of all positions: more lanes go in several passes
MAX_INT = 1400  # bytes of a position: of more, FLINT is faster (twice from 8,000), of fewer Python

Vector = list[int]  # a numerator for each question
PayOffs = Sequence[int]  # of one question: a numerator for each score, increasing


@dataclass(frozen=True, eq=False)
class Values:
    """Optimal values of every position for some questions at once, numerators over ``scale``.

    ``pay`` has a vector for each score, ``throws`` for each position one for each choice of dice,
    and ``value`` one for each position, before the dice are chosen; of the shut box, its pay-off.
    """

    board: Board
    sense: str
    scale: int
    pay: dict[int, Vector]
    throws: dict[int, tuple[Vector, ...]]
    value: dict[int, Vector]

    def at(self, position: int, k: int = 0) -> Fraction:
        """The exact value of a position for the k-th question."""
        return Fraction(self.value[position][k], self.scale)


def optimal_values(
    board: Board, pay: Iterable[PayOffs], denominator: int = 1, *, sense: str = "max"
) -> Values:
    """v(p) = best (stuck pay(p) + sum_roll best v(q)) / rolls, for vectors of pay-offs.

    `pay` has the pay-offs of each question over the denominator.

    Examples
    --------
    >>> from exactbox.games.shutbox import Rules
    >>> board = Board(Rules(tiles=(1, 2, 3, 4, 5, 6), dice=(6,)))
    >>> shut = optimal_values(board, [[int(score == 0) for score in board.scores]])
    >>> shut.at(board.rules.full)
    Fraction(145, 1944)
    """
    pay = [*pay]
    greatest = max(map(max, pay)) * board.unit * board.rules.denominator
    value: dict[int, Vector] = {}
    throws: dict[int, tuple[Vector, ...]] = {}
    for p, vectors in _pass(board, [pay], greatest.bit_length() // 8 + 1, sense=sense):
        *rolled, value[p] = vectors
        throws[p] = tuple(rolled) or tuple(vectors) * len(board.throws[p])
    ends = {s: [n * board.unit for n in each] for s, each in zip(board.scores, zip(*pay))}
    return Values(board, sense, denominator * board.unit, ends, throws, value)


def start_values(
    board: Board, pay: Sequence[Sequence[PayOffs]], denominator: int, start: int | None = None
) -> list[Vector]:
    """V in the start, by default with all tiles open; and H under the same policy, where others
    are paid.

    ``pay`` has of each question the player's pay-offs, and then perhaps those of others: over the
    denominator, at most 1. The values are over that times L^n.

    Examples
    --------
    >>> from exactbox.games.shutbox.rules import Rules
    >>> board = Board(Rules(tiles=(1, 2), dice=(2,)))
    >>> start_values(board, [[(1, 0, 0, 0)], [(0, 1, 1, 1)]], 1)
    [[2], [2]]
    """
    start = board.rules.full if start is None else start
    size = (denominator * board.unit * board.rules.denominator).bit_length() // 8 + 1  # and a guard
    lanes = max(1, MAX_BYTES // (size * len(pay) * len(board.positions)))
    values: list[Vector] = [[] for _ in pay]
    for first in range(0, len(pay[0]), lanes):
        part = [each[first : first + lanes] for each in pay]
        ((_, (*_, at_start)),) = _pass(board, part, size, start)
        count = len(part[0])
        for k, numbers in enumerate(values):
            numbers += at_start[k * count : (k + 1) * count]
    return values


def _pass(
    board: Board,
    pay: Sequence[Sequence[PayOffs]],
    size: int,
    start: int | None = None,
    *,
    sense: str = "max",
) -> Iterator[tuple[int, list[Vector]]]:
    """Each position, or the start alone, with V there, and H behind it, in lanes of so many bytes.

    Where the player chooses how many dice to roll, the value of each choice stands before it.
    """
    length, width = len(pay[0]) * size, 8 * size  # of V: bytes in all, and bits of a lane
    packed: Any = int
    if len(pay) * length > MAX_INT:
        from flint import fmpz  # one turn does without

        packed = fmpz
    guard = packed(int.from_bytes((bytes(size - 1) + b"\x80") * len(pay[0]), "little"))
    behind = 8 * length if len(pay) > 1 else 0  # bits from a lane of V to that of H
    guards, greatest = guard | guard << behind, sense == "max"

    def better(a: Any, b: Any) -> Any:
        """Lane by lane the one whose V is better, the first where they are equal."""
        at_least = ((a - b if greatest else b - a) + guards) & guard  # the guard bit where a >= b
        mask = at_least - (at_least >> (width - 1))
        if behind:
            mask |= mask << behind
        return b ^ ((a ^ b) & mask)

    ends: dict[int, Any] = {}
    for s, *columns in zip(board.scores, *(zip(*each) for each in pay)):
        data = b"".join([n.to_bytes(size, "little") for column in columns for n in column])
        ends[s] = board.unit * packed(int.from_bytes(data, "little"))
    value: dict[int, Any] = {}
    for p in board.positions:  # whatever a move leads to comes before
        here, rolled = ends[board.points[p]], []
        for throw in board.throws[p]:
            total = throw.stuck * here
            for weight, after in throw.outcomes:
                best = value[after[0]]
                for q in after[1:]:
                    best = better(best, value[q])
                total += weight * best
            rolled.append(total // throw.denominator)  # exact in every lane: see above
        value[p] = reduce(better, rolled) if rolled else here
        if start is None or p == start:
            every = [*rolled, value[p]] if len(rolled) > 1 else [value[p]]
            numbers = [int(each).to_bytes(len(pay) * length, "little") for each in every]
            lanes = range(0, len(pay) * length, size)
            yield p, [[int.from_bytes(n[k : k + size], "little") for k in lanes] for n in numbers]


def first_best(sense: str) -> Callable[[Sequence[int]], int]:
    """The index of the first best number of a column."""
    if sense == "max":
        return lambda column: column.index(max(column))
    return lambda column: column.index(min(column))


def evaluate_policy(
    values: Values,
    pay: Iterable[PayOffs],
    among: Callable[[list[int]], int] = itemgetter(0),
) -> dict[int, Vector]:
    """Expectations of other pay-offs under a policy that is optimal in `values`, over its scale.

    `pay` is over the denominator that `optimal_values` was given. `among` says which of
    several equally good moves is played, by what they are worth for `pay`: the first by default;
    with `min` or `max` the result is the least or greatest over all optimal policies, since each of
    them picks among these moves wherever it gets to.
    """
    board, best = values.board, max if values.sense == "max" else min
    ends = {s: [n * board.unit for n in each] for s, each in zip(board.scores, zip(*pay))}

    def pay_of_choice(column: Sequence[int], theirs: Sequence[int]) -> int:
        """The value of the chosen move for `pay`."""
        top = best(column)
        return among([e for v, e in zip(column, theirs) if v == top])

    expected: dict[int, Vector] = {}
    for p in board.positions:
        here = ends[board.points[p]]
        vectors = []
        for throw in board.throws[p]:
            total = [throw.stuck * e for e in here]
            for weight, after in throw.outcomes:
                vector = expected[after[0]]
                if len(after) > 1:  # each pay-off chooses for itself
                    columns = zip(*[values.value[q] for q in after])
                    vector = list(map(pay_of_choice, columns, zip(*[expected[q] for q in after])))
                total = [t + weight * e for t, e in zip(total, vector)]
            vectors.append([t // throw.denominator for t in total])
        if len(vectors) > 1:
            vectors = [list(map(pay_of_choice, zip(*values.throws[p]), zip(*vectors)))]
        expected[p] = vectors[0] if vectors else here
    return expected


def distribution(values: Values, start: int) -> dict[int, Fraction]:
    """The probability of each final score from `start` under optimal play for the only question.

    Scores increase, and have positive probabilities.
    """
    board, pick = values.board, first_best(values.sense)
    mass: dict[int, int] = {start: board.unit}  # L^n stands for probability 1
    final: dict[int, int] = {}
    for p in reversed(board.positions):
        here = mass.pop(p, 0)
        if not here:
            continue
        throws, score = board.throws[p], board.points[p]
        if not throws:
            final[score] = final.get(score, 0) + here
            continue
        throw = throws[pick([vector[0] for vector in values.throws[p]])]
        here //= throw.denominator  # exact: mass is a multiple of L^(tiles that are left)
        if throw.stuck:
            final[score] = final.get(score, 0) + here * throw.stuck
        for weight, after in throw.outcomes:
            q = after[pick([values.value[q][0] for q in after])]
            mass[q] = mass.get(q, 0) + here * weight
    return {score: Fraction(final[score], board.unit) for score in sorted(final)}


def advise(values: Values, position: int, roll: Roll) -> list[tuple[int, Fraction]]:
    """Every position that the roll can lead to with its value, best first, then in move order."""
    after = values.board.moves(position, roll)
    sign = -1 if values.sense == "max" else 1
    ordered = sorted(after, key=lambda q: sign * values.value[q][0])  # stable
    return [(q, values.at(q)) for q in ordered]


# Objectives of one player ------------------------------------------------------------------------


def shut_the_box(board: Board) -> Values:
    """The greatest probability that the final score is 0."""
    return optimal_values(board, [[int(score == 0) for score in board.scores]])


def lowest_score(board: Board) -> Values:
    """The least expected final score."""
    return optimal_values(board, [board.scores], sense="min")


def beat(board: Board, scores: Sequence[int], tie: Fraction = Fraction(1)) -> Values:
    """The greatest probability to end below each of these scores; ending at it counts `tie`."""
    win, draw = tie.denominator, tie.numerator
    pay = [[win if s < b else draw if s == b else 0 for s in board.scores] for b in scores]
    return optimal_values(board, pay, win)
