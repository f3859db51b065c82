"""``exactbox atlas GAME``: every variant of a game in one table, counted and estimated first.

The table grows in a journal, FILE.journal, of JSON lines; when all rows are there the tables are
written, sorted, and the journal is removed. Rows that a table or the journal has are not computed
again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from exactbox.commands.terminal.options import whole
from exactbox.commands.terminal.progress_bar import progress_bar
from exactbox.commands.terminal.workers import add_workers_options
from exactbox.commands.terminal.written import print_files, written

if TYPE_CHECKING:
    from exactbox.games.atlas.sweep import Group, Result
    from exactbox.games.atlas.table import Row
    from exactbox.progress import Progress

_ABOUT = """Every variant of a game's grid: exact values in one table, JSON lines, CSV or Parquet by
the name of FILE, and a page of findings. The grid is counted and the time estimated first; --count
prints that alone. What is stopped goes on where it was when the same command is given again."""


def add_parser(commands: Any) -> None:
    """Add the command's options."""
    parser = commands.add_parser(
        "atlas", help="every variant of a game in one table", description=_ABOUT
    )
    games = parser.add_subparsers(title="games", metavar="GAME", required=True)
    box = games.add_parser(
        "shutbox",
        help="Shut the Box: tiles, house rules, players and ties",
        description="Every combination of tiles, house rules, scorings, players and ties that the "
        "rules allow. `python3 -c 'help(\"exactbox.games.shutbox.atlas\")'` says more.",
    )
    part = box.add_argument_group("a part of the grid")
    part.add_argument("--tiles", metavar="N-M", help="such as 6-9,12")
    part.add_argument("--players", metavar="N-M", help="such as 1-2")
    part.add_argument("--objective", action="append", default=[], choices=("shut", "score", "wins"))
    part.add_argument("--ties", action="append", default=[], choices=("share", "lose", "earlier"))
    part.add_argument(
        "--rule", metavar="WORDS", help="rules that have all these words, with commas"
    )
    part.add_argument(
        "--without", metavar="WORDS", help="rules that have none of these: digital,double-shutter"
    )
    flip = games.add_parser(
        "flip",
        help="card flipping: dice, cards and cards face down at first",
        description="Every combination of dice, cards and cards that are face down at first.",
    )
    part = flip.add_argument_group("a part of the grid")
    part.add_argument("--max-faces", type=whole, metavar="N", help="dice with at most N faces")
    part.add_argument("--max-cards", type=whole, metavar="N", help="at most N cards")
    for game, each in (("shutbox", box), ("flip", flip)):
        _add_common(each)
        each.set_defaults(run=run, game=game)


def _add_common(parser: argparse.ArgumentParser) -> None:
    """The options of every game's atlas."""
    parser.add_argument("--grid", metavar="FILE", help="lists in TOML in place of the game's own")
    parser.add_argument(
        "--count",
        "--dry-run",
        action="store_true",
        help="print how many variants there are and how long they take, and compute nothing",
    )
    parser.add_argument(
        "--output",
        action="append",
        default=[],
        metavar="FILE",
        help="the table: FILE.jsonl, FILE.csv, or FILE.parquet (needs pyarrow: exactbox[parquet]); "
        "may be given again for another format",
    )
    parser.add_argument(
        "--findings", metavar="FILE", help="write the findings, in Markdown; else they are printed"
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="prove every value, and have the independent checker verify it (takes many times as "
        "long)",
    )
    add_workers_options(parser, alone=True)


def run(arguments: argparse.Namespace) -> int:
    """Count, estimate, compute what is missing, write."""
    from exactbox.games.atlas.sweep import duration, pace
    from exactbox.games.atlas.table import Journal, load, require_suffix

    atlas = import_module(f"exactbox.games.{arguments.game}.atlas")
    for path in arguments.output:
        require_suffix(path)
    if not arguments.output and not arguments.count:
        raise ValueError("name the table: --output FILE.csv, FILE.jsonl or FILE.parquet")
    with progress_bar("atlas") as progress:
        progress("counting", 0, 0)
        found = atlas.variants(arguments.grid, **_part(arguments))
        if not found.hashes:
            raise ValueError("no variant is left of the grid")
        journal = (
            Journal(f"{arguments.output[0]}.journal", atlas.ALL_COLUMNS)
            if arguments.output
            else None
        )
        known: dict[str, Row] = {}
        for path in arguments.output:
            rows = load(path, atlas.ALL_COLUMNS)
            _require_within(path, rows, found.hashes)
            known |= {row["hash"]: row for row in rows}
        if journal is not None:
            rows = journal.rows()
            _require_within(journal.path, rows, found.hashes)
            known |= {row["hash"]: row for row in rows}
        missing = [
            not (row := known.get(each)) or (arguments.prove and not row["checked"])
            for each in found.hashes
        ]
        groups = atlas.groups(found, missing, arguments.prove)
        factor = pace(atlas.solve, atlas.sample())
    seconds = factor * sum(group.seconds for group in groups)
    _print_count(found, missing)
    workers = _workers(arguments)
    print(
        f"estimate: {duration(seconds)} of one processor"
        + f", {duration(seconds / workers)} on {workers}" * (workers > 1)
        + f" (from each one's positions, moves and scores; a trial took {factor:.2f} times what "
        "it did where the constants were measured)",
        flush=True,
    )
    if journal is None or arguments.count:
        return 0
    began = time.monotonic()
    with progress_bar("atlas") as progress:
        _compute(atlas, found, groups, known, journal, progress)
    took = time.monotonic() - began
    rows = [known[each] for each in found.hashes]
    files = []
    for path in arguments.output:
        files += written(path, "table", lambda file: _save(file, atlas.ALL_COLUMNS, rows))
    page = atlas.findings(rows)
    files += _written_page(arguments.findings, page)
    if sum(each.what == "table" for each in files) == len(arguments.output):
        journal.remove()
    if arguments.findings is None:
        print(page)
    done = sum(missing)
    if done:
        print(f"{done:,} variants in {took:,.1f} s: {done / took:,.1f} variants a second")
    print_files(files)
    return 0


def _part(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options that say which part of the grid."""
    if arguments.game == "flip":
        return {"max_faces": arguments.max_faces, "max_cards": arguments.max_cards}
    words = {
        name: list(filter(None, (text or "").replace(",", " ").split()))
        for name, text in (("having", arguments.rule), ("without", arguments.without))
    }
    own = {name: getattr(arguments, name) for name in ("tiles", "players", "objective", "ties")}
    return {**own, **words}


def _require_within(path: str, rows: Sequence[Row], hashes: Sequence[str]) -> None:
    """Refuse a table that would lose rows."""
    more = len({row["hash"] for row in rows} - set(hashes))
    if more:
        raise ValueError(
            f"{path}: has {more:,} rows that are not in this grid, and would lose them; name "
            "another file"
        )


def _workers(arguments: argparse.Namespace) -> int:
    """The number of workers, as far as the options say."""
    address = arguments.dask or ""
    local = address.removeprefix("local:")
    return int(arguments.jobs or (local if address != local and local.isdecimal() else 1))


def _print_count(found: Any, missing: Sequence[bool]) -> None:
    """Print how many variants there are, and what was left out."""
    print(f"{found.combinations:,} combinations")
    for why, number in found.refused.items():
        print(f"  {number:,} refused: {why}")
    if found.twice:
        print(f"  {found.twice:,} the same question as another")
    kept = len(missing) - sum(missing)
    print(f"{len(missing):,} variants" + f", {kept:,} of them computed before" * bool(kept))


def _compute(
    atlas: Any,
    found: Any,
    groups: Sequence[Group],
    known: dict[str, Row],
    journal: Any,
    progress: Progress,
) -> None:
    """Have everything that is missing computed; each task's rows go to the journal."""
    from exactbox.games.atlas.sweep import swept

    of = sum(len(group.numbers) for group in groups)
    done = 0
    progress("variants", done, of)
    for results in swept(groups, atlas.solve):
        rows = [_row(found, number, result) for number, result in results]
        journal.add(rows)
        known.update((row["hash"], row) for row in rows)
        done += len(rows)
        progress("variants", done, of)


def _row(found: Any, number: int, result: Result) -> Row:
    return {**found.columns(number), **result._asdict(), "hash": found.hashes[number]}


def _save(path: str, columns: Sequence[str], rows: list[Row]) -> None:
    from exactbox.games.atlas.table import save

    save(path, columns, rows)


def _written_page(path: str | None, page: str) -> list[Any]:
    from exactbox.files import write

    return written(path, "findings", lambda file: write(file, page.encode("utf-8")))
