"""The values that a table misses, group by group, on as many workers as there are.

A group is what is solved together: the variants of the same rules, which share positions. Groups
are joined, in the grid's order, to tasks of about `SECONDS`: a task costs some milliseconds, and
those that were running are lost when work is stopped. What a task has and what it returns depends
on the rows that are missing alone, not on who works.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from timeit import repeat
from typing import Any

from exactbox.certificate import InvalidCertificate, prove
from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.games.atlas.table import RESULTS, DataFrame, pandas
from exactbox.parallel import Task, results

SECONDS = 1.0  # of a task


def groups(game: Any, missing: DataFrame, prove: bool) -> DataFrame:
    """A row for each rules, with lists: its variants' numbers, and their questions; and seconds."""
    lists = missing.reset_index(names="number").groupby("rules", sort=False)
    groups = lists[["number", "question"]].agg(list)
    return groups.assign(seconds=[game.seconds(*group, prove) for group in groups.question.items()])


def results_by_task(game: Any, groups: DataFrame, prove: bool) -> Iterator[DataFrame]:
    """The results of all groups by their variants' numbers, task by task, as they are finished."""
    work = game.solve, game.question if prove else None
    runs = [run for _, run in groups.groupby(groups.seconds.cumsum() // SECONDS)]
    tasks = [
        Task(
            " to ".join(dict.fromkeys(map(str, run.index[[0, -1]]))),
            run.seconds.sum(),
            _solve_groups,
            lambda notes, run=run: (*work, [*run.question.items()]),  # type: ignore[misc]
        )
        for run in runs
    ]
    for k, values in results(tasks):
        yield pandas().DataFrame(values, columns=[*RESULTS][:-1], index=runs[k].number.explode())


def _solve_groups(
    solve: Callable[..., Any], proof: Callable[..., Any] | None, groups: list[tuple[Any, Any]]
) -> list[tuple[str, str, int, bool]]:
    """Return the results of a task's groups, each proved and checked where `proof` is given."""
    rows = []
    for rules, questions in groups:
        for each, (value, states) in zip(questions, solve(rules, questions), strict=True):
            if proof and prove(proof(rules, *each)).claim.value != value:
                raise InvalidCertificate(f"{rules}, {each}: proved is not {value}")
            decimal = decimal_string(value.numerator, value.denominator, DIGITS)
            rows.append((fraction_string(value, whole=10**9), decimal, states, bool(proof)))
    return rows


def pace(game: Any) -> float:
    """This machine's time for the sample over the estimate: the least of three."""
    solve = partial(game.solve, *game.SAMPLE)
    took = min(repeat(solve, timer=time.process_time, repeat=3, number=1))
    seconds: float = game.seconds(*game.SAMPLE, False)
    return took / seconds
