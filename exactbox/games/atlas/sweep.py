"""The values that a table misses, group by group, on as many workers as there are.

A group is what is solved together: the variants of the same rules, which share positions. Groups
are joined, in the grid's order, to tasks of about `SECONDS`: a task costs some milliseconds, and
those that were running are lost when work is stopped. What a task has and what it returns depends
on the rows that are missing alone, not on who works.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from exactbox.certificate import InvalidCertificate, proved
from exactbox.decimals import DIGITS, decimal_string, fraction_string
from exactbox.games.atlas.table import RESULTS, DataFrame, pandas
from exactbox.parallel import Task, results

SECONDS = 1.0  # of a task


def groups(game: Any, missing: DataFrame, prove: bool) -> DataFrame:
    """A row a group: its name, rules, what is asked, the numbers of its variants, and seconds."""
    key, others = [*game.COLUMNS][: game.KEY], [*game.COLUMNS][game.KEY :]
    found = []
    for values, rows in missing.groupby(key, sort=False):
        name = ", ".join(f"{column} {value}" for column, value in zip(key, values, strict=True))
        rules, asked = rows.rules.iloc[0], [*rows[others].itertuples(index=False, name=None)]
        found.append((name, rules, asked, [*rows.index], game.seconds(rules, asked, prove)))
    return pandas().DataFrame(found, columns=["name", "rules", "asked", "numbers", "seconds"])


def swept(game: Any, groups: DataFrame, prove: bool) -> Iterator[DataFrame]:
    """The results of all groups by their variants' numbers, task by task, as they are finished."""
    work = game.solve, game.question if prove else None
    middle = groups.seconds.cumsum() - groups.seconds / 2
    runs = [run for _, run in groups.groupby(middle // SECONDS)]
    tasks = [
        Task(
            " to ".join(dict.fromkeys(run.name.iloc[[0, -1]])),
            run.seconds.sum(),
            _solved,
            lambda notes, run=run: (*work, [*zip(run.rules, run.asked)]),  # type: ignore[misc]
        )
        for run in runs
    ]
    for k, found in results(tasks):
        yield pandas().DataFrame(found, columns=[*RESULTS][:-1], index=runs[k].numbers.explode())


def _solved(
    solve: Callable[..., Any], question: Callable[..., Any] | None, groups: list[tuple[Any, Any]]
) -> list[tuple[str, str, int, bool]]:
    """A task: the results of its groups; where there are questions, each is proved and checked."""
    found = []
    for rules, asked in groups:
        for each, (value, states) in zip(asked, solve(rules, asked), strict=True):
            if question and proved(question(rules, *each)).claim.value != value:
                raise InvalidCertificate(f"{rules}, {each}: proved is not {value}")
            decimal = decimal_string(value.numerator, value.denominator, DIGITS)
            found.append((fraction_string(value, whole=10**9), decimal, states, bool(question)))
    return found


def pace(game: Any) -> float:
    """This machine's time for the sample over the estimate: the least of three."""
    took = []
    for _ in range(3):
        began = time.process_time()
        game.solve(*game.SAMPLE)
        took.append(time.process_time() - began)
    seconds: float = game.seconds(*game.SAMPLE, False)
    return min(took) / seconds
