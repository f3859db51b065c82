"""`python -m tests.weakenings`: the search, then the weakenings; 1 if anything went unnoticed."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import time
from typing import Any, NamedTuple

from tests.corpus import CORPUS, NESTED, canonical, expected, files
from tests.weakenings.lengthened import lengthened, near_misses
from tests.weakenings.loading import Checker, Outcome
from tests.weakenings.redundant import REDUNDANT
from tests.weakenings.search import COUNT, COUNTS, FAMILIES, Found, Kept, differs, noticed, search
from tests.weakenings.weakenings import COMPARED, Weakening, all_weakenings

PROCESSES = ("process", "timed", "bounded", "property")
KINDS = {  # that a module decides about; all, if it is not here
    "process": (*PROCESSES, "trade_off"),
    "objectives": PROCESSES,
    "signed": PROCESSES,
    "average": ("process", "timed", "property"),
    "steps": ("process", "property"),
    "model": (*PROCESSES, "match", "trade_off"),
    "rules/flip": ("process",),
    "rules/shutbox": ("process", "match"),
    "match": ("match",),
    "linear": ("linear", "program"),
    "statements/determinant": ("linear",),
    "statements/least_squares": ("linear",),
    "statements/null_space": ("linear",),
    "statements/weights": ("linear",),
    "lock": ("lock",),
    "program": ("program",),
    "property": ("property",),
    "bounded": ("bounded",),
    "timed": ("timed",),
    "trade_off": ("trade_off",),
    "fast/process": PROCESSES,
    "fast/step": PROCESSES,
    "fast/games": ("process", "match"),
    "fast/match": ("match",),
    "fast/linear": ("linear", "program"),
    "fast/program": ("program",),
    "fast/property": ("property",),
    "fast/bounded": ("bounded",),
    "fast/induction": ("bounded", "process"),
    "fast/timed": ("timed", "property"),
    "fast/trade_off": ("trade_off",),
}
WHOLE = "none: only whole numbers are compared there, of which no two are nearly the same"
MEMORY = 3 << 30  # bytes of address space of a worker: a weaker checker may want all there is
NAMING = ("property", "claim", "sets", "command")  # modules that say whose set is whose


class File(NamedTuple):
    """A certificate on file, and what the plain room says of it."""

    kind: str
    raw: bytes
    name: str
    verdict: str
    part: str  # of what is said of it if it is accepted, as the tables have it
    outcome: Outcome

    def wrong(self, found: Outcome) -> bool:
        """Whether that is not what is expected of it."""
        return found.verdict != self.verdict or self.part not in str(found)


def read_corpus() -> tuple[list[File], list[str]]:
    """The certificates on file, lengthened too; and the names of those of which the rooms say what
    they should not, or not the same."""
    checker, found, wrong = Checker(), list[File](), []
    for path in files():
        raw, name = path.read_bytes(), str(path.relative_to(CORPUS))
        folder, verdict = path.parts[-3:-1]
        part = expected(folder)[verdict].get(path.stem, "") if verdict == "accepted" else ""
        kind = "reading" if folder == "reading" else json.loads(raw)["kind"]
        plain, fast = checker.of_file(raw), checker.outcome(checker.check_fast_file, raw)
        found.append(File(kind, raw, name, verdict, part, plain))
        if found[-1].wrong(plain):
            wrong.append(f"{name}: {plain.verdict}")
        if fast != plain:
            wrong.append(f"{name}: {plain.verdict}, the fast room: {fast.verdict}")
    for file in [file for file in found if file.verdict != "malformed"]:
        given = json.loads(file.raw)
        question, witness = given["question"], given["witness"]
        more = [(f"more {how}", *each) for how, *each in lengthened(file.kind, question, witness)]
        if file.verdict == "accepted":
            misses = near_misses(file.kind, witness)
            more += [(f"{how} is off", question, each) for how, each in misses]
        for how, question, witness in more:
            raw = canonical({**given, "question": question, "witness": witness})
            name, plain = f"{file.name}, {how}", checker.of_file(raw)
            found.append(File(file.kind, raw, name, plain.verdict, "", plain))
            if (fast := checker.outcome(checker.check_fast_file, raw)) != plain:
                wrong.append(f"{name}: {plain.verdict}, the fast room: {fast.verdict}")
            if plain.verdict not in ("accepted", "rejected"):
                wrong.append(f"{name}: {plain.verdict}")
    checker.close()
    return found, wrong


class Judge:
    """Whether a weakening is noticed, and by what."""

    def __init__(self, corpus: list[File], found: list[Found]) -> None:
        self.corpus, self.every, self.trees = corpus, *all_weakenings()
        self.kept = [each for family in found for each in family.kept]

    def __call__(self, number: int) -> tuple[int, str, float]:
        """Its number, what notices it, and how long that took."""
        begin = time.monotonic()
        try:
            by = self.noticed(number)
        except Exception as error:
            by = f"fails: {type(error).__name__}: {error}"
        return number, by, time.monotonic() - begin

    def noticed(self, number: int) -> str:
        """By a file, or by the search; "" if by nothing."""
        each = self.every[number]
        kinds = KINDS.get(each.module, ())
        corpus = [file for file in self.corpus if not kinds or file.kind in kinds]
        kept = [pair for pair in self.kept if not kinds or pair[0].kind in kinds]
        COMPARED.clear()
        checker = Checker({each.module: each.code(self.trees[each.module])})
        try:
            for part in (self.by_fast,) if each.is_fast else (self.by_plain, self.by_fast):
                if by := part(checker, each, corpus, kept):
                    return by
            return WHOLE if "tolerance" in each.what and not COMPARED else ""
        finally:
            checker.close()

    def by_plain(
        self, checker: Checker, each: Weakening, corpus: list[File], kept: list[Kept]
    ) -> str:
        """By a verdict or a sentence that a file should not have, a claim that is not true, or a
        set of states that is not that of another certificate."""
        for file in corpus:
            if file.wrong(found := checker.of_file(file.raw)):
                return f"{file.name}: {found.verdict}"
        for names, same in NESTED.items() if each.module in NAMING else ():
            raws = [(CORPUS / name).read_bytes() for name in names]
            if checker.nested(*raws) != [(same, same)]:
                return f"nested: {names[0]}"
        return noticed(checker, kept)

    def by_fast(self, checker: Checker, _: Weakening, corpus: list[File], kept: list[Kept]) -> str:
        """By anything that the fast room says otherwise than the plain one."""
        for file in corpus:
            found = checker.outcome(checker.check_fast_file, file.raw)
            if found != file.outcome:
                return f"fast: {file.name}: {found.verdict}"
        by = differs(checker, kept)
        return by and f"fast: {by}"


JUDGE: Judge | None = None  # of a worker, which inherits it


def judge(number: int) -> tuple[int, str, float]:
    """What notices this weakening."""
    assert JUDGE is not None
    return JUDGE(number)


def run_search(pool: Any, share: float) -> tuple[list[Found], bool]:
    """All families, and whether there was no false claim, nor one with two verdicts."""
    order = sorted(FAMILIES, key=lambda name: -COUNTS.get(name, COUNT))
    found = pool.starmap(search, [(name, share) for name in order], chunksize=1)
    for each in found:
        print(f"{each.family:28} {each.tried:7} tried {each.accepted:7} accepted", flush=True)
        for what, wrong in (("FALSE CLAIM", each.false), ("ROOMS DIFFER", each.different)):
            for trial in wrong[:3]:
                print(f"  {what}: {trial.kind} {trial.question} {trial.witness}")
    tried, accepted = (sum(getattr(each, key) for each in found) for key in ("tried", "accepted"))
    false, two = (sum(len(getattr(each, key)) for each in found) for key in ("false", "different"))
    print(f"search: {tried} witnesses, {accepted} accepted, {false} false claims", flush=True)
    print(f"search: {two} witnesses of which the rooms do not say the same", flush=True)
    return found, not false and not two and all(each.accepted for each in found)


def run_weakenings(pool: Any, weakenings: dict[int, Weakening], verbose: bool) -> set[str]:
    """The names of those that nothing notices."""
    survivors: dict[str, Weakening] = {}
    by_search = 0
    for number, by, seconds in pool.imap_unordered(judge, weakenings):
        each = weakenings[number]
        by_search += "search: " in by[:20]
        if not by:
            survivors[each.name] = each
        if verbose or (not by and each.name not in REDUNDANT):
            print(f"{'noticed  ' if by else 'unnoticed'} {seconds:5.1f} s  {each.name}", end="")
            print(f"\n    by {by[:300]}" if by else "", flush=True)
    for room in ("plain", "fast"):
        of_room = [each for each in weakenings.values() if each.is_fast == (room == "fast")]
        left = {name for name, each in survivors.items() if each in of_room}
        print(
            f"weakenings of the {room} room: {len(of_room)}, {len(left)} unnoticed, of which "
            f"{len(left & REDUNDANT)} proved redundant"
        )
    print(f"{by_search} noticed by the search alone")
    return {*survivors}


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
    corpus, wrong = read_corpus()
    for name in wrong:
        print(f"corpus: {name}")
    if wrong:
        return 1
    print(f"{time.monotonic() - begin:.0f} s; {len(corpus)} certificates on file", flush=True)
    global JUDGE
    JUDGE = Judge(corpus, found)
    limit = resource.RLIMIT_AS, (MEMORY, MEMORY)
    asked = {k: each for k, each in enumerate(JUDGE.every) if options.only in each.name}
    with context.Pool(initializer=resource.setrlimit, initargs=limit) as pool:
        survivors = run_weakenings(pool, asked, options.verbose)
    stale = [name for name in sorted(REDUNDANT) if options.only in name and name not in survivors]
    for name in stale:
        print(f"listed as redundant, but noticed, or gone: {name}")
    print(f"{time.monotonic() - begin:.0f} s")
    return int(not good or bool(survivors - REDUNDANT) or bool(stale))


if __name__ == "__main__":
    sys.exit(main())
