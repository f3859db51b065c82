"""``exactbox atlas GAME``: every variant of a game in one table, counted and estimated first.

The table grows in a journal, FILE.journal, of JSON lines; when all rows are there the tables are
written, sorted, and the journal is removed. Rows that a table or the journal has are not computed
again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from exactbox.commands.terminal.options import add_table, whole, whole_numbers
from exactbox.commands.terminal.outputs import Report
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import EXECUTOR, LONG_WORK
from exactbox.commands.terminal.written import write_file
from exactbox.progress import report
from exactbox.showing import rounded_seconds

_ABOUT = """Every variant of a game's grid: exact values in one table, JSON lines, CSV or Parquet by
the name of FILE, and a page of findings. The grid is counted and the time estimated first; --count
prints that alone. What is stopped goes on where it was when the same command is given again. Needs
pandas: pip install 'exactbox[atlas]'"""
_GAME = """Every combination of {} that the rules allow; python3 -c
'help("exactbox.games.{}.atlas")' says more."""
_COUNT = "print how many variants there are and how long they take, and compute nothing"
_OUTPUT = """the table: FILE.jsonl, FILE.csv, or FILE.parquet (needs pyarrow: exactbox[parquet]);
may be given again for another format"""
_FINDINGS = "write the findings, in Markdown; else they are printed"
_PROVE = "prove every value, and have the independent checker verify it (takes many times as long)"


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    about = "every variant of a game in one table"
    parser = commands.add_parser("atlas", help=about, description=_ABOUT)
    games = parser.add_subparsers(title="games", metavar="GAME", required=True)
    box = "tiles, house rules, scorings, players and ties"
    add = _add_game(games, "shutbox", "Shut the Box", box)
    add("--tiles", type=whole_numbers, metavar="N-M", help="such as 6-9,12")
    add("--players", type=whole_numbers, metavar="N-M", help="such as 1-2")
    add("--objective", action="append", choices=("shut", "score", "wins"))
    add("--ties", action="append", choices=("share", "lose", "earlier"))
    add("--rule", metavar="WORDS", help="rules that have all these words, with commas")
    add("--without", metavar="WORDS", help="rules that have none of these: digital,double-shutter")
    flip = "dice, cards and cards that are face down at first"
    add = _add_game(games, "flip", "card flipping", flip)
    add("--max-faces", type=whole, metavar="N", help="dice with at most N faces")
    add("--max-cards", type=whole, metavar="N", help="at most N cards")


def _add_game(games: Any, name: str, title: str, what: str) -> Callable[..., None]:
    """Add a game with what the atlas of each takes; what adds an option that says which part."""
    parser = games.add_parser(name, help=f"{title}: {what}", description=_GAME.format(what, name))
    part, names = parser.add_argument_group("a part of the grid"), list[str]()
    parser.add_argument("--grid", metavar="FILE", help="lists in TOML in place of the game's own")
    parser.add_argument("--count", "--dry-run", action="store_true", help=_COUNT)
    parser.add_argument("--output", action="append", default=[], metavar="FILE", help=_OUTPUT)
    parser.add_argument("--findings", metavar="FILE", help=_FINDINGS)
    parser.add_argument("--prove", action="store_true", help=_PROVE)
    add_table(parser, EXECUTOR, under=LONG_WORK)
    parser.set_defaults(run=run, game=name, part=names)
    return lambda option, **settings: names.append(part.add_argument(option, **settings).dest)


def run(arguments: argparse.Namespace) -> int | Report:
    """Count, estimate, compute what is missing, write."""
    from exactbox.files import write
    from exactbox.games.atlas import grid, sweep, table
    from exactbox.parallel.tasks import worker_count

    pandas = table.pandas()
    game = import_module(f"exactbox.games.{arguments.game}.atlas")
    for path in arguments.output:
        table.require_suffix(path)
    if not arguments.output and not arguments.count:
        raise ValueError("name the table: --output FILE.csv, FILE.jsonl or FILE.parquet")
    with progress_bar("atlas"):
        report("counting", 0, 0)
        options = {name: getattr(arguments, name) for name in arguments.part}
        rows, others = grid.variants(game, arguments.grid, **options)
        kinds = table.kinds_of(game)
        earlier = table.known_rows(arguments.output, kinds, rows.hash)
        done = earlier[earlier.checked] if arguments.prove else earlier
        missing = rows[~rows.hash.isin(done.hash)]
        groups = sweep.groups(game, missing, arguments.prove)
        factor = sweep.pace(game)
    print(f"{len(rows) + others.total():,} combinations")
    for what, number in others.items():
        print(f"  {number:,} {what}")
    before = len(rows) - len(missing)
    print(f"{len(rows):,} variants" + f", {before:,} of them computed before" * bool(before))
    seconds, workers = factor * groups.seconds.sum(), worker_count()
    on = f", {rounded_seconds(seconds / workers)} on {workers}" * (workers > 1)
    print(
        f"estimate: {rounded_seconds(seconds)} of one processor{on} (from each one's positions and "
        f"scores; a trial took {factor:.2f} times what it did where the constants were measured)",
        flush=True,
    )
    if arguments.count:
        return 0
    began, journal, results = time.monotonic(), arguments.output[0] + table.JOURNAL, [earlier]
    with progress_bar("atlas"):
        report("variants", 0, len(missing))
        for values in sweep.results_by_task(game, groups, arguments.prove):
            results.append(missing.join(values, how="inner")[[*kinds]])
            table.append(journal, results[-1])
            report("variants", sum(map(len, results[1:])), len(missing))
    took = time.monotonic() - began
    values = pandas.concat(results)[[*table.RESULTS]].drop_duplicates("hash", keep="last")
    rows = rows.merge(values, on="hash")[[*kinds]]
    files = []
    for path in arguments.output:
        files += write_file(path, "table", lambda file: table.save(file, rows))
    if len(files) == len(arguments.output):
        Path(journal).unlink(missing_ok=True)
    page = game.findings(rows)
    files += write_file(
        arguments.findings, "findings", lambda file: write(file, page.encode("utf-8"))
    )
    if arguments.findings is None:
        print(page)
    if len(missing):
        rate = len(missing) / took
        print(f"{len(missing):,} variants in {took:,.1f} s: {rate:,.1f} variants a second")
    return Report([], files=files)
