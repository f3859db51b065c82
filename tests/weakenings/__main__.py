"""`python -m tests.weakenings`: the search, then the weakenings; 1 if anything went unnoticed."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import time
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from tests.corpus import CORPUS, NESTED, canonical, expected, files
from tests.weakenings.lengthened import lengthened, near_misses
from tests.weakenings.loading import Checker, Outcome
from tests.weakenings.reaching import noting, reached_by
from tests.weakenings.redundant import ENTRIES, proof
from tests.weakenings.search import COUNT, COUNTS, FAMILIES, Found, Kept, search
from tests.weakenings.weakenings import COMPARED, Weakening, all_weakenings

WHOLE = "none: only whole numbers are compared there, of which no two are nearly the same"
MEMORY = 3 << 30  # bytes of address space of a worker: a weaker checker may want all there is
FIRST = 20  # certificates that are asked first, as they noticed others of a function
PART = 10  # a weakening that is listed is shown to every tenth trial
NAMING = ("property", "claim", "sets", "command")  # modules that say whose set is whose


class File(NamedTuple):
    """A certificate on file, what the plain room says of it, and the statements that either room
    reaches."""

    kind: str
    raw: bytes
    name: str
    verdict: str
    part: str  # of what is said of it if it is accepted, as the tables have it
    outcome: Outcome
    plain: bytes
    fast: bytes

    def noticed(self, checker: Checker) -> str:
        """What the plain room says now, if that is not what is expected of the file."""
        found = checker.of_file(self.raw)
        wrong = found.verdict != self.verdict or self.part not in str(found)
        return f"{self.name}: {found.verdict}" if wrong else ""

    def differs(self, checker: Checker) -> str:
        """What the fast room says now, if that is not what the plain room says."""
        found = checker.outcome(checker.check_fast_file, self.raw)
        return f"{self.name}: {found.verdict}" if found != self.outcome else ""


def read_corpus(step: int = 1) -> tuple[list[File], list[str]]:
    """The certificates on file, every so many lengthened too; and the names of those of which the
    rooms say what they should not, or not the same."""
    checker, found, wrong = Checker(noting()), list[File](), []

    def read(kind: str, raw: bytes, name: str, verdict: str = "", part: str = "") -> None:
        plain, by_plain = reached_by(checker.of_file, raw)
        fast, by_fast = reached_by(checker.outcome, checker.check_fast_file, raw)
        if fast != plain:
            wrong.append(f"{name}: {plain.verdict}, the fast room: {fast.verdict}")
        right = (verdict,) if verdict else ("accepted", "rejected", "malformed")
        if plain.verdict not in right or part not in str(plain):
            wrong.append(f"{name}: {plain.verdict}")
        found.append(File(kind, raw, name, plain.verdict, part, plain, by_plain, by_fast))

    for path in files():
        raw, name = path.read_bytes(), str(path.relative_to(CORPUS))
        folder, verdict = path.parts[-3:-1]
        part = expected(folder)[verdict].get(path.stem, "") if verdict == "accepted" else ""
        kind = "reading" if folder == "reading" else json.loads(raw)["kind"]
        read(kind, raw, name, verdict, part)
    for file in [file for file in found if file.kind != "reading"][::step]:
        given, more = json.loads(file.raw), list[tuple[str, Any, Any]]()
        question, witness = given["question"], given["witness"]
        with suppress(AttributeError, IndexError, KeyError, TypeError, ValueError):  # malformed
            for how, *each in lengthened(file.kind, question, witness):
                more.append((f"more {how}", *each))
        if file.verdict == "accepted":
            misses = near_misses(file.kind, witness)
            more += [(f"{how} is off", question, each) for how, each in misses]
        for how, question, witness in more:
            raw = canonical({**given, "question": question, "witness": witness})
            read(file.kind, raw, f"{file.name}, {how}")
    checker.close()
    return found, wrong


class Judge:
    """Whether a weakening is noticed, and by what."""

    def __init__(self, corpus: list[File], found: list[Found]) -> None:
        self.every, self.trees = all_weakenings()
        self.files = corpus
        self.kept = [each for family in found for each in family.kept]
        self.caught: dict[Any, list[File | Kept]] = {}  # what noticed others of a function, and how

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
        COMPARED.clear()
        checker = Checker({each.module: each.code(self.trees[each.module])})
        try:
            if by := self.by_names(checker, each):
                return by
            for room in ("fast",) if each.is_fast else ("plain", "fast"):
                if by := self.by_room(checker, each, room):
                    return by
            return WHOLE if "tolerance" in each.what and not COMPARED else ""
        finally:
            checker.close()

    def by_names(self, checker: Checker, each: Weakening) -> str:
        """By a set of states that is not that of another certificate."""
        others = [file.raw for file in self.files if file.name.startswith("lock/accepted/")]
        for names, same in NESTED.items() if each.module in NAMING else ():
            raws = [*others * 2, *[(CORPUS / name).read_bytes() for name in names]]
            if checker.nested(*raws) != [(same, same)]:
                return f"nested: {names[0]}"
        return ""

    def by_room(self, checker: Checker, each: Weakening, room: str) -> str:
        """By a verdict or a sentence of the plain room that a file should not have, or by a claim
        that is not true; by anything that the fast room says otherwise than the plain one.

        Those come first that noticed others of the function. Of a weakening that is listed, as
        nothing can notice it, a part of the search is asked."""
        caught = self.caught.setdefault((each.module, each.function, room), [])
        kept = self.kept[::PART] if proof(each.name) else self.kept
        for item in chain(caught[:], self.files, kept):
            reached = item.plain if room == "plain" else item.fast
            if not reached[each.statement]:
                continue
            by = item.noticed(checker) if room == "plain" else item.differs(checker)
            if by:
                caught[:] = [item, *(other for other in caught if other is not item)][:FIRST]
                return by if room == "plain" else f"fast: {by}"
        return ""


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


def run_weakenings(pool: Any, weakenings: dict[int, Weakening], verbose: bool, gone: bool) -> bool:
    """Whether each is noticed, or listed, and none that is listed is noticed, or, if that is to be
    looked at, `gone`."""
    survivors, by_search, used, good = dict[str, Weakening](), 0, set[str](), True
    for number, by, seconds in pool.imap_unordered(judge, weakenings):
        each = weakenings[number]
        entry = proof(each.name)
        used.add(entry)
        by_search += "search: " in by[:20]
        if not by:
            survivors[each.name] = each
        wrong = bool(by) == bool(entry)
        good &= not wrong
        if verbose or wrong:
            how = "noticed  " if by else "unnoticed"
            print(f"{how} {seconds:5.1f} s  {each.name}{', though listed' if by and wrong else ''}")
            print(f"    by {by[:300]}" if by else "", end="\n" if by else "", flush=True)
    for room in ("plain", "fast"):
        of_room = [each for each in weakenings.values() if each.is_fast == (room == "fast")]
        left = [each.name for each in of_room if each.name in survivors]
        print(
            f"weakenings of the {room} room: {len(of_room)}, {len(left)} unnoticed, of which "
            f"{sum(bool(proof(name)) for name in left)} proved redundant"
        )
    print(f"{by_search} noticed by the search alone")
    for entry in sorted(ENTRIES - used) if gone else ():
        print(f"listed as redundant, and gone: {entry}")
        good = False
    return good


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
        good &= run_weakenings(pool, asked, options.verbose, gone=not options.only)
    print(f"{time.monotonic() - begin:.0f} s")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
