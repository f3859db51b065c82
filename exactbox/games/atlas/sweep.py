"""The variants of an atlas, group by group, on as many workers as there are.

A group is what is computed together, because it shares positions. Groups are joined, in the grid's
order, to tasks of about `SECONDS`: a task costs some milliseconds of a process pool and some more
of Dask, its arguments are the rules alone, and what is lost when work is stopped are the tasks that
were running. What a task has and what it returns are functions of the grid and of the rows that are
missing; who works does not matter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from exactbox.parallel import Task, results

SECONDS = 1.0  # of a task


class Result(NamedTuple):
    """The columns of a row beside its question."""

    fraction: str
    decimal: str
    states: int
    checked: bool


class Group(NamedTuple):
    """Variants, counted in the grid's order, that are computed together.

    ``arguments`` are those of the game's function, which returns a `Result` for each variant.
    """

    name: str
    seconds: float  # the estimate, on the machine that it was measured on
    arguments: tuple[Any, ...]
    numbers: tuple[int, ...]


Solver = Callable[..., list[Result]]


def swept(groups: Sequence[Group], solve: Solver) -> Iterator[list[tuple[int, Result]]]:
    """The results of all groups with their variants' numbers, task by task, as they are done."""
    joined = _joined(groups)
    tasks = [
        Task(
            some[0].name if len(some) == 1 else f"{some[0].name} to {some[-1].name}",
            sum(group.seconds for group in some),
            _solved,
            lambda notes, some=some: (solve, [group.arguments for group in some]),  # type: ignore[misc]
        )
        for some in joined
    ]
    for k, found in results(tasks):
        yield [
            (number, result)
            for group, values in zip(joined[k], found, strict=True)
            for number, result in zip(group.numbers, values, strict=True)
        ]


def _joined(groups: Sequence[Group]) -> list[list[Group]]:
    """Runs of groups of about a task's seconds."""
    found: list[list[Group]] = []
    seconds = SECONDS
    for group in groups:
        if seconds + group.seconds / 2 > SECONDS:
            found.append([])
            seconds = 0.0
        found[-1].append(group)
        seconds += group.seconds
    return found


def _solved(solve: Solver, asked: list[tuple[Any, ...]]) -> list[list[Result]]:
    """A task: the results of its groups."""
    return [solve(*arguments) for arguments in asked]


def pace(solve: Solver, sample: Group) -> float:
    """This machine's time for a group over the estimate: the least of three."""
    took = []
    for _ in range(3):
        began = time.process_time()
        solve(*sample.arguments)
        took.append(time.process_time() - began)
    return min(took) / sample.seconds


def duration(seconds: float) -> str:
    """Seconds for people.

    Examples
    --------
    >>> duration(0.04), duration(75), duration(7300)
    ('under a second', '75 s', '122 min')
    """
    if seconds < 1:
        return "under a second"
    return f"{seconds:,.0f} s" if seconds < 300 else f"{seconds / 60:,.0f} min"
