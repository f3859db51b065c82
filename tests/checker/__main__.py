"""`python -m tests.checker`: the search, then the weakenings; 1 if anything went unnoticed."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
from typing import Any

from tests.checker.loading import Checker
from tests.checker.redundant import REDUNDANT
from tests.checker.search import COUNT, COUNTS, FAMILIES, Found, noticed, search
from tests.checker.weakenings import all_weakenings
from tests.corpus import CORPUS, NESTED, expected, files

KINDS = {  # that a module decides about; all, if it is not here
    "process": ("process", "match"),
    "step": ("process",),
    "objectives": ("process",),
    "flip": ("process",),
    "shutbox": ("process", "match"),
    "match": ("match",),
    "linear": ("linear",),
    "matrices": ("linear",),
    "minors": ("linear",),
    "lock": ("lock",),
    "property": ("property",),
    "bounded": ("bounded",),
    "induction": ("bounded", "process"),
    "timed": ("timed",),
}
NAMING = ("property", "claim", "command")  # modules that say whose set is whose
SECONDS = 10  # for one file, or the search, of a checker that may have lost its way
File = tuple[str, bytes, str, str, str]  # kind, bytes, verdict, part of the sentence, name


def read_corpus() -> list[File]:
    """The certificates on file, of each kind."""
    found = []
    for path in files():
        raw = path.read_bytes()
        folder, verdict = path.parts[-3:-1]
        part = expected(folder)[verdict].get(path.stem, "") if verdict == "accepted" else ""
        kind = "reading" if folder == "reading" else json.loads(raw)["kind"]
        found.append((kind, raw, verdict, part, str(path.relative_to(CORPUS))))
    return found


def wrong(checker: Checker, file: File) -> str:
    """What the checker says of a file, if that is not what it should."""
    _, raw, verdict, part, name = file
    found, sentence = checker.verdict(raw)
    return "" if found == verdict and part in sentence else f"{name}: {found}"


def late(*_: Any) -> None:
    """The time is over."""
    raise TimeoutError


class Judge:
    """Whether a weakening is noticed, and by what."""

    def __init__(self, corpus: list[File], found: list[Found]) -> None:
        self.corpus, self.every, self.trees = corpus, *all_weakenings()
        self.kept = [each for family in found for each in family.kept]

    def __call__(self, number: int) -> tuple[int, str, float]:
        """Its number, what notices it, and how long that took."""
        begin = time.monotonic()
        signal.signal(signal.SIGALRM, late)
        signal.setitimer(signal.ITIMER_REAL, 3 * SECONDS)
        try:
            by = self.noticed(number)
        except Exception as error:
            by = f"fails: {type(error).__name__}: {error}"
        signal.setitimer(signal.ITIMER_REAL, 0)
        return number, by, time.monotonic() - begin

    def noticed(self, number: int) -> str:
        """By a file, or by the search; "" if by nothing."""
        each = self.every[number]
        checker = Checker({each.module: each.code(self.trees[each.module])})
        try:
            kinds = KINDS.get(each.module, ())
            for file in self.corpus:
                if (not kinds or file[0] in kinds) and (by := wrong(checker, file)):
                    return by
            for names, same in NESTED.items() if each.module in NAMING else ():
                raws = [(CORPUS / name).read_bytes() for name in names]
                if checker.nested(*raws) != [(same, same)]:
                    return f"nested: {names[0]}"
            return noticed(
                checker, [pair for pair in self.kept if not kinds or pair[0].kind in kinds]
            )
        finally:
            checker.close()


JUDGE: Judge | None = None  # of a worker, which inherits it


def judge(number: int) -> tuple[int, str, float]:
    """What notices this weakening."""
    assert JUDGE is not None
    return JUDGE(number)


def run_search(pool: Any, share: float) -> tuple[list[Found], bool]:
    """All families, and whether there was no false claim."""
    order = sorted(FAMILIES, key=lambda name: -COUNTS.get(name, COUNT))
    found = pool.starmap(search, [(name, share) for name in order], chunksize=1)
    for each in found:
        print(f"{each.family:28} {each.tried:7} tried {each.accepted:7} accepted", flush=True)
        for trial in each.false[:3]:
            print(f"  FALSE CLAIM: {trial.kind} {trial.question} {trial.witness}")
    tried, accepted = (sum(getattr(each, key) for each in found) for key in ("tried", "accepted"))
    false = sum(len(each.false) for each in found)
    print(f"search: {tried} witnesses, {accepted} accepted, {false} false claims", flush=True)
    return found, not false and all(each.accepted for each in found)


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Would anything notice a weaker checker?")
    parser.add_argument("--share", type=float, default=1, help="part of the search")
    parser.add_argument("--only", default="", help="weakenings with this in their names")
    parser.add_argument("--verbose", action="store_true", help="say what notices each")
    options = parser.parse_args()
    begin = time.monotonic()
    context = multiprocessing.get_context("fork")
    with context.Pool() as pool:
        found, good = run_search(pool, options.share)
    corpus = read_corpus()
    checker = Checker()
    for by in filter(None, (wrong(checker, file) for file in corpus)):
        print(f"corpus: {by}")
        good = False
    corpus = [file for file in corpus if not wrong(checker, file)]
    checker.close()
    print(f"{time.monotonic() - begin:.0f} s; {len(corpus)} certificates on file", flush=True)
    global JUDGE
    JUDGE = Judge(corpus, found)
    numbers = [k for k, each in enumerate(JUDGE.every) if options.only in each.name]
    survivors = set()
    by_search = 0
    with context.Pool() as pool:
        for number, by, seconds in pool.imap_unordered(judge, numbers):
            name = JUDGE.every[number].name
            by_search += by.startswith("search")
            if not by:
                survivors.add(name)
            if options.verbose or (not by and name not in REDUNDANT):
                print(f"{'unnoticed' if not by else 'noticed  '} {seconds:5.1f} s  {name}", end="")
                print(f"\n    by {by[:300]}" if by else "", flush=True)
    print(
        f"weakenings: {len(numbers)}, {len(survivors)} unnoticed, of which "
        f"{len(survivors & REDUNDANT)} proved redundant; {by_search} noticed by the search alone"
    )
    stale = [name for name in sorted(REDUNDANT) if options.only in name and name not in survivors]
    for name in stale:
        print(f"listed as redundant, but noticed, or gone: {name}")
    print(f"{time.monotonic() - begin:.0f} s")
    return int(not good or bool(survivors - REDUNDANT) or bool(stale))


if __name__ == "__main__":
    sys.exit(main())
