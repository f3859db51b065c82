"""``make bench qvbs QVBS=folder``: every untimed question of a folder of the benchmark set.

    make bench qvbs QVBS="FOLDER egl N=5,L=8 --property messagesB --json figures.jsonl"
    python -m tests.bench.qvbs FOLDER egl N=5,L=8 --property messagesB --json figures.jsonl

Each question is asked of exactbox and of Storm's exact engine (stormpy), in processes of their own
with a limit on processor time and on memory. exactbox imports a model once for all its questions,
and reads it again for a question that needs less of it; Storm builds it for each question, as its
users do, which is not counted as solving. The values are compared with each other and with the
set's references, and the checker runs on each certificate.
WORDS choose models and constants; each has to be a part of ``mdp/consensus/consensus.4.prism K=2``.
With ``--known FILE`` who is left out by ``--only`` has the figures that an earlier run wrote there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import inf, isinf
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench import qvbs_ours, qvbs_storm
from tests.bench.forked import Phases, forked
from tests.bench.qvbs_set import Case, Reference, cases, has_storm, on_the_set

LIMIT = 60.0  # processor seconds for each phase of a question
MEMORY = 6.0  # GiB for each process
MOST_STATES = 500_000  # of a model, as its index.json says
MEASURABLE = 0.05  # seconds of Storm from which a ratio is counted
LONG = 5.0  # seconds of solving from which nothing is repeated
MEDIAN, LEAST, WHOLE = 1.7, 0.6, 1.4  # the bars: of the ratios, and of the sums' quotient
READING = 1.3  # the bar: reading a program, Storm's build included, over Storm's own build
MEASURABLE_BUILD = 0.2  # seconds of it: to parse a program, which is not counted there, takes 0.02
WORST = 12  # lines of the least ratios
CLOSE = 1e-3  # relative, to a reference that is not exact


def value_of(told: Any) -> bool | Fraction | float | None:
    """The value in a line of figures."""
    if told is None or isinstance(told, bool):
        return told
    return inf if "inf" in told else Fraction(told)


def shown(told: Any) -> str:
    """A value in a few characters."""
    value = value_of(told)
    return str(value) if isinstance(value, bool) or value is None else f"{float(value):.6g}"


def agrees(value: Any, other: Reference) -> bool:
    """Whether a value is the reference."""
    if other.exact or isinstance(value, bool) or isinf(value):
        return bool(value == other.value)
    return abs(value - other.value) <= CLOSE * abs(other.value)


def verdict(figures: dict[str, Any], reference: Reference | None) -> str:
    """What is wrong with exactbox's answer, or what it agrees with."""
    ours, theirs = figures.get("ours"), figures.get("storm")
    if ours is None:
        return ""
    if "failure" in ours:
        return f"{ours.get('doing', 'import')}: {ours['failure']}"
    value = value_of(ours["value"])
    if not ours["valid"]:
        return "INVALID"
    if theirs is not None and value_of(theirs.get("value")) not in (None, value):
        return f"WRONG: Storm {shown(theirs['value'])}, exactbox {shown(ours['value'])}"
    if reference is not None and not agrees(value, reference):
        return f"WRONG: reference {reference.value}, exactbox {shown(ours['value'])}"
    exact = " = reference" if reference is not None and reference.exact else ""
    near = " ~ reference" if reference is not None and not reference.exact else ""
    return ("= Storm" if theirs is not None and "value" in theirs else "") + (exact or near)


def ratio(figures: dict[str, Any]) -> float | None:
    """Storm's time of solving divided by ours, where both have one and Storm's is measurable.

    Where Storm was stopped it is at least this, of the time that it was given.
    """
    ours, theirs = figures.get("ours") or {}, figures.get("storm") or {}
    stopped = theirs.get("doing") == "solve" and theirs["failure"] == "out of time"
    took = theirs.get("limit", LIMIT) if stopped else theirs.get("solve", 0.0)
    if "value" not in ours or took <= MEASURABLE:
        return None
    return float(took / max(ours["solve"], 1e-6))


def reading(figures: dict[str, Any]) -> float | None:
    """Our time of reading for one question divided by Storm's building for it, if measurable."""
    ours, theirs = figures.get("ours") or {}, figures.get("storm") or {}
    build = theirs.get("build", 0.0)
    return None if build <= MEASURABLE_BUILD or "read" not in ours else float(ours["read"] / build)


def repeated(times: int, run: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a run told, with the median of its times where they are short."""
    found = [run()]
    if "failure" not in found[0] and found[0].get("solve", 0.0) < LONG:
        found += [run() for _ in range(times - 1)]
    told = found[-1]
    for name, value in told.items():
        if isinstance(value, float):
            told[name] = median(each.get(name, value) for each in found)
    return told


def asked(case: Case, names: list[str], options: argparse.Namespace) -> Iterable[dict[str, Any]]:
    """The figures of each question."""
    limits = options.limit, options.memory
    ours: dict[str, Any] = {}

    def each(work: Callable[[Phases], None]) -> dict[str, Any]:
        return repeated(options.repeat, lambda: forked(work, *limits))

    if "ours" in options.only:
        ours = forked(lambda p: qvbs_ours.solved(case, names, p, each), *limits, wall=1e4)
    if ours and not options.property:
        for name in case.timed:
            refused = ours.get("refused", {}).get(name)
            answered = "timed; make bench times has it"
            what = answered if case.kind == "ctmc" else "timed, and NOT REFUSED"
            print(f"  {name:<22}{'timed; refused' if refused else what}")
    about = {"model": case.name, "kind": case.kind, "constants": case.constants}
    first = True
    for name in names:
        figures: dict[str, Any] = {**about, "property": name, "states": case.states}
        if ours:
            found = ours.get(f"question {name}")
            if name in ours.get("refused", {}):
                found = {"failure": f"refused: {ours['refused'][name]}", "doing": "property"}
            elif found is None:
                found = {k: ours[k] for k in ("failure", "doing") if k in ours}
                found.setdefault("failure", "no answer")
            figures["ours"] = found
            for key in ("states", "branches"):
                figures[key] = ours.get(key, figures.get(key))
            if first and "import" in ours:
                found["import"] = ours["import"]
            if "import" in ours and "solve" in found:
                found.setdefault("read", ours["import"])
            first = False
        if "storm" in options.only:
            figures["storm"] = repeated(
                options.repeat,
                lambda n=name: forked(lambda p: qvbs_storm.solved(case, n, p), *limits),
            )
        yield figures


def key(figures: dict[str, Any]) -> tuple[str, str, str]:
    return figures["model"], figures["constants"], figures["property"]


def seconds(value: float | None) -> str:
    return f"{value:>9.3f}" if value is not None else " " * 9


HEAD = (
    f"{'':<24}{'states':>9}{'import':>9}{'read':>9}{'solve':>9}{'certify':>9}{'check':>9}"
    f"{'build':>9}{'Storm':>9}{'ratio':>8}  value"
)


def printed(figures: dict[str, Any], reference: Reference | None) -> None:
    """A line of the table."""
    ours, theirs = figures.get("ours") or {}, figures.get("storm") or {}
    times = [ours.get(k) for k in ("import", "read", "solve", "certify", "check")]
    times += [theirs.get("build"), theirs.get("solve")]
    r = ratio(figures)
    storm = f" Storm: {theirs['failure']}" if "failure" in theirs else ""
    print(
        f"  {figures['property']:<22}{figures.get('states') or 0:>9,}"
        f"{''.join(map(seconds, times))}{'' if r is None else f'{r:.2f}':>8}  "
        f"{shown(ours.get('value', theirs.get('value')))}  {verdict(figures, reference)}{storm}",
        flush=True,
    )


def bar(figure: float, wanted: float, *, most: bool = False) -> str:
    """A figure and whether it is at least what is wanted, or at most."""
    met = figure <= wanted if most else figure >= wanted
    return f"{figure:.2f} (bar {wanted:g}, {'met' if met else 'MISSED'})"


def summary(
    lines: list[dict[str, Any]],
    references: dict[Any, Reference | None],
    bars: tuple[float, float],
) -> None:
    """Ratios beside the bars of their median and of the least, sums, and what went wrong."""
    print()
    ratios = sorted((r, key(f)) for f in lines if (r := ratio(f)) is not None)
    if ratios:
        wanted, least = bars
        print(
            f"Storm's time divided by ours, of solving, where Storm takes over {MEASURABLE} s: "
            f"{len(ratios)} questions, median {bar(median(r for r, _ in ratios), wanted)}, "
            f"least {bar(ratios[0][0], least)}, under it: {sum(r < least for r, _ in ratios)}"
        )
        for r, name in ratios[:WORST]:
            print(f"     {r:.3f}  {' '.join(name)}")
    parts = sorted((r, key(f)) for f in lines if (r := reading(f)) is not None)
    if parts:
        middle = bar(median(r for r, _ in parts), READING, most=True)
        print(
            f"reading a program for one question, divided by Storm's building for it, where that "
            f"takes over {MEASURABLE_BUILD} s: {len(parts)} questions, median {middle}, most "
            f"{parts[-1][0]:.2f} ({' '.join(parts[-1][1])})"
        )
    both = [
        f for f in lines if "value" in (f.get("ours") or {}) and "value" in (f.get("storm") or {})
    ]
    if both:
        parts = {
            part: sum(f["ours"].get(part, 0.0) for f in both)
            for part in ("import", "solve", "certify", "check")
        }
        theirs = sum(f["storm"]["solve"] for f in both)
        whole = sum(parts.values()) / max(theirs, 1e-9)
        build = sum(f["storm"]["build"] for f in both)
        told = ", ".join(f"{part} {took:.1f}" for part, took in parts.items())
        print(
            f"The {len(both)} questions that both answer: {told}; together "
            f"{sum(parts.values()):.1f} s; Storm's solving {theirs:.1f} s, building {build:.1f} s; "
            f"times Storm's solving: {bar(whole, WHOLE, most=True)}"
        )
    verdicts = [(verdict(f, references.get(key(f))), f) for f in lines if f.get("ours")]
    good = [
        f for v, f in verdicts if "failure" not in f["ours"] and v[:5] not in ("WRONG", "INVAL")
    ]
    print(
        f"exactbox: {len(good)} of {len(verdicts)} questions answered, VALID and not contradicted"
    )
    for v, f in verdicts:
        if f not in good:
            print(f"     {' '.join(key(f))}: {v}")


def table(folder: Path, options: argparse.Namespace) -> None:
    """Ask, print, write."""
    if "ours" in options.only:
        qvbs_ours.warmed()
    known: dict[Any, dict[str, Any]] = {}
    if options.known:
        known = {key(f): f for f in map(json.loads, options.known.read_text().splitlines())}
    out = open(options.json, "w") if options.json else None  # noqa: SIM115
    lines, references, left_out = [], {}, []
    print(f"processor seconds; limit {options.limit:g} s a phase\n{HEAD}")
    for case in cases(folder):
        title = f"{case.name} {case.constants}".strip()
        if not all(word in title for word in options.words):
            continue
        if case.states is not None and case.states > options.states:
            left_out.append(f"{title} ({case.states:,} states)")
            continue
        names = [n for n in case.names if not options.property or n in options.property]
        if options.quick is not None:
            slow = [known.get((case.name, case.constants, n), {}) for n in names]
            names = [n for n, f in zip(names, slow, strict=True) if took(f) <= options.quick]
        if not names:
            continue
        print(f"{case.kind} {title}")
        for figures in asked(case, names, options):
            before = known.get(key(figures), {})
            if not before and not options.only:
                continue
            merged = {**figures, **before} if not options.only else {**before, **figures}
            lines.append(merged)
            references[key(merged)] = case.known.get(merged["property"])
            printed(merged, references[key(merged)])
            if out:
                out.write(json.dumps(merged) + "\n")
                out.flush()
    summary(lines, references, (options.median, options.least))
    for title in left_out:
        print(f"left out, over {options.states:,} states: {title}")


def took(figures: dict[str, Any]) -> float:
    """All seconds of an earlier run; infinite where it did not end."""
    found = [figures.get("ours") or {}, figures.get("storm") or {}]
    if any("failure" in each for each in found):
        return inf
    seconds = [(name, v) for each in found for name, v in each.items() if isinstance(v, float)]
    return sum(v for name, v in seconds if name != "limit")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.qvbs", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--property", action="append", help="this one alone; may be repeated")
    parser.add_argument(
        "--only",
        choices=("ours", "storm", "known"),
        help="leave out the other, or both: the table of --known",
    )
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds (%(default)s)")
    parser.add_argument("--memory", type=float, default=MEMORY, help="GiB (%(default)s)")
    parser.add_argument("--states", type=int, default=MOST_STATES, help="at most (%(default)s)")
    parser.add_argument("--median", type=float, default=MEDIAN, help="the bar (%(default)s)")
    parser.add_argument("--least", type=float, default=LEAST, help="the bar (%(default)s)")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="medians of N runs")
    parser.add_argument("--json", type=Path, help="write the figures there, a line a question")
    parser.add_argument("--known", type=Path, help="figures of an earlier run")
    parser.add_argument(
        "--quick", type=float, metavar="S", help="only what took S seconds at most in --known"
    )
    options = parser.parse_args(arguments)
    both = {None: ["ours", "storm"], "known": []}
    options.only = both.get(options.only, [options.only])
    sys.set_int_max_str_digits(0)
    table(options.folder, options)


def section() -> None:
    """The benchmark set's questions, beside Storm's exact engine: QVBS=folder."""
    on_the_set("qvbs", main)


def programs() -> None:
    """Questions about the programs of tests/bench/programs, beside Storm's exact engine."""
    folder = Path(__file__).parent / "programs"
    for half in ("tuned", "judged") if has_storm() else ():
        print(f"programs/{half}")
        main([str(folder / half), "--limit", "8", "--median", "1.4", "--least", "0.5"])


if __name__ == "__main__":
    main()
