"""``make bench trade_offs QVBS=folder``: several objectives or bounds, and quantiles, beside Storm.

Each question is asked of exactbox and of Storm's exact engine (stormpy on models in rationals) in a
process of its own; both import the model first, which is not counted. What is counted is processor
time, of the answer; how long the certificate takes, to make and to check, is shown beside it.
Storm's multi-objective values are as near as its precision (1e-4 of the greatest, by default).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from tests.bench.forked import Phases, forked
from tests.bench.qvbs_set import on_the_set

LIMIT = 120.0  # processor seconds for each phase
MEMORY = 5.0  # GiB for each process
PRECISION = 1e-3  # relative, between values


_WARMING = (
    'multi(Pmax=? [ F "all_coins_equal_1" ], R{"steps"}<=60 [ F "finished" ])',
    'Pmax=? [ F "all_coins_equal_1" || F "finished" ]',
)


class Question(NamedTuple):
    """A file of the benchmark set, its constants, and objectives; a condition is one of them."""

    path: str
    constants: dict[str, Any]
    objectives: tuple[str, ...]

    @property
    def text(self) -> str:
        """As both read it."""
        if len(self.objectives) == 1:
            return self.objectives[0]
        return f"multi({', '.join(self.objectives)})"


ZEROS = '"finished" & "all_coins_equal_0"'
ONES, DONE = '"finished" & "all_coins_equal_1"', '"finished"'
SENT = "s1=12 & s2=12"
LEADER = '"done"'
DELAY = {"delay": 3, "deadline": 200}
GATHER = {"B": 200, "GOLD_TO_COLLECT": 5, "GEM_TO_COLLECT": 5}
ZERO = {"N": 1000, "K": 1, "reset": True, "deadline": 10}
FRESH, USED = "l=4 & ip=1", "l=4 & ip=2"
FREE = "!(l=4 & ip=2) U t>=deadline"


def _consensus(file: str, steps: int) -> list[Question]:
    """Coins: the probability of ones against the expected steps, and under a condition."""
    path, k = f"consensus/{file}", {"K": 2}
    return [
        Question(path, k, (f"Pmax=? [ F {ONES} ]", f'R{{"steps"}}<={steps} [ F {DONE} ]')),
        Question(path, k, (f"Pmax=? [ F {ONES} ]", f"P>=0.3 [ F {ZEROS} ]")),
        Question(path, k, (f"P>=0.4 [ F {ONES} ]", f"P>=0.4 [ F {ZEROS} ]")),
        Question(path, k, (f'R{{"steps"}}min=? [ F {DONE} ]', f"P>=0.51 [ F {ONES} ]")),
        Question(path, k, (f'Pmax=? [ F "all_coins_equal_1" || F {DONE} ]',)),
    ]


def _wlan(file: str) -> list[Question]:
    """Stations: costs of several kinds until both have sent."""
    path, k = f"wlan/{file}", {"COL": 0}
    time, cost, collisions = [f'R{{"{name}"}}' for name in ("time", "cost", "collisions")]
    return [
        Question(path, k, (f"{time}max=? [ F {SENT} ]", f"{cost}<=15000 [ F {SENT} ]")),
        Question(path, k, (f"{collisions}max=? [ F {SENT} ]", f"{cost}<=12100 [ F {SENT} ]")),
        Question(path, k, (f"{time}>=1900 [ F {SENT} ]", f"{cost}<=10000 [ F {SENT} ]")),
    ]


def _others() -> list[Question]:
    """A protocol with addresses, a robot that gathers in 50 steps, and one that elects a leader."""
    zero, gather = "zeroconf_dl/zeroconf_dl.prism", "resource-gathering/resource-gathering.pm"
    fire, gold = "firewire/firewire.false.prism", 'R{"rew_gold"}max=? [ C<=50 ]'
    time, sending = f'R{{"time"}}<=150 [ F {LEADER} ]', f'R{{"time_sending"}}max=? [ F {LEADER} ]'
    return [
        Question(zero, ZERO, (f"Pmax=? [ {FREE} ]", f"P>=0.00533 [ F {FRESH} ]")),
        Question(zero, ZERO, (f"Pmax=? [ {FREE} ]", f"P>=0.9977 [ F {USED} ]")),
        Question(zero, ZERO, (f"Pmax=? [ F {USED} || F l=4 ]",)),
        Question(gather, GATHER, (gold, 'R{"rew_gem"}>=3 [ C<=50 ]')),
        Question(gather, GATHER, (gold, 'R{"attacks"}<=1 [ C<=50 ]')),
        Question(fire, DELAY, (sending, time)),
        Question(fire, DELAY, (f'R{{"time_sending"}}>=9 [ F {LEADER} ]', time)),
    ]


def _bounds() -> list[Question]:
    """Several bounds at once, and quantiles."""
    fire, gather = "firewire/firewire.false.prism", "resource-gathering/resource-gathering.pm"
    coins, k = "consensus/consensus.2.prism", {"K": 2}
    time, sending = '{"time"}<=', '{"time_sending"}<='
    return [
        Question(fire, DELAY, (f"Pmin=? [ F{time}200,{sending}20 {LEADER} ]",)),
        Question(fire, DELAY, (f"Pmax=? [ F{time}150,{sending}8 {LEADER} ]",)),
        Question(fire, DELAY, (f"quantile(min B1, Pmin>=0.8 [ F{time}B1 {LEADER} ])",)),
        Question(fire, DELAY, (f"quantile(min B2, Pmax>=0.9 [ F{time}B2,{sending}9 {LEADER} ])",)),
        Question(coins, k, (f'quantile(min B3, Pmin>=0.9 [ F{{"steps"}}<=B3 {DONE} ])',)),
        Question(gather, GATHER, ('Pmax=? [ F{"rew_gold"}>=3,{"attacks"}<=1 "success" ]',)),
    ]


QUESTIONS = [
    *_bounds(),
    *_consensus("consensus.2.prism", 55),
    *_consensus("consensus.4.prism", 210),
    *_wlan("wlan.0.prism"),
    *_wlan("wlan.1.prism"),
    *_others(),
]


def of_storm(folder: Path, asked: Question, phases: Phases) -> None:
    """Storm's value, true or false."""
    import stormpy

    program = stormpy.parse_prism_program(str(folder / asked.path), prism_compatibility=True)
    given = stormpy.parse_properties(asked.text, program)
    program, given = stormpy.instantiate_constants(program, asked.constants, list(given))
    model = phases.phase(
        "build", lambda: stormpy.build_model[stormpy.Rational](program, list(given))
    )
    phases.tell(states=model.nr_states)
    found = phases.phase(
        "solve", lambda: stormpy.model_checking(model, given[0], only_initial_states=True)
    )
    (start,) = model.initial_states
    exact = hasattr(found, "get_value")
    phases.tell(value=str(found.get_value(start)) if exact else bool(found[start]))


def of_exactbox(folder: Path, asked: Question, phases: Phases) -> None:
    """Our value, true or false, and how long its certificate takes."""
    import tempfile

    from exactbox.check import check_certificate
    from exactbox.commands.models.question_options import make_request
    from exactbox.formats import read_model
    from exactbox.properties import Solver

    _warm()
    words = [f"{k}={str(v).lower()}" for k, v in asked.constants.items()]
    options = {"prop": [asked.text], "constants": ",".join(words)}
    request = make_request(options, str(folder / asked.path))
    model = phases.phase("build", lambda: read_model(request.path, constants=request.constants))
    phases.tell(states=model.states)
    solver = Solver(model, request.names, kind=request.kind)
    answer: Any = phases.phase("solve", lambda: solver.answer(request.queries[0]))
    is_trade_off = hasattr(answer, "asks")
    value = answer.holds if is_trade_off and answer.asks == "achievable" else answer.value
    phases.tell(value=value if value is None or isinstance(value, bool) else str(value))
    phases.tell(nodes=answer.product.model.states if is_trade_off else model.states)
    proofs = [each for each in (*answer.inner, answer) if getattr(each, "answer", each) is not None]
    with tempfile.TemporaryDirectory() as place:
        paths = [str(Path(place) / f"proof-{k}.json") for k in range(len(proofs))]
        pairs = [*zip(proofs, paths, strict=True)]
        phases.phase("write", lambda: [each.save(path) for each, path in pairs])
        claims = phases.phase(
            "check", lambda: [check_certificate(path, max_work=10**12) for path in paths]
        )
        valid = all(each.is_proved_by(claim) for each, claim in zip(proofs, claims, strict=True))
        phases.tell(valid=valid, bytes=sum(os.path.getsize(path) for path in paths))


def _warm() -> None:
    """Load what is loaded on first use: half a second, most of it linear programs."""
    from exactbox.properties import Solver, parse
    from tests.models import consensus

    solver = Solver(consensus(2, 2))
    for text in _WARMING:
        solver.answer(parse(text)).certificate()


def agree(ours: Any, theirs: Any) -> bool:
    """Equal, or as near as Storm's precision has it."""
    if isinstance(ours, bool) or isinstance(theirs, bool) or ours is None:
        return bool(ours) == theirs  # that no policy has a value is false to Storm
    a, b = Fraction(ours), Fraction(theirs)
    return abs(a - b) <= PRECISION * max(1, abs(a))


def table(folder: Path, words: Iterable[str] = ()) -> None:
    """A line for each question whose path and text have all of these words."""
    print("     model, objectives: value; ours, Storm's (processor s), quotient; write, check")
    ratios: dict[str, list[float]] = {"conditions": [], "multi": []}
    for asked in QUESTIONS:
        if not all(word in f"{asked.path} {asked.text}" for word in words):
            continue
        print(f"     {asked.path} {asked.text}")
        runs: list[Callable[[Path, Question, Phases], None]] = [of_exactbox, of_storm]
        ours, theirs = [forked(partial(run, folder, asked), LIMIT, MEMORY) for run in runs]
        if "value" not in ours or "value" not in theirs:
            print(f"         no answer: {ours} {theirs}")
            continue
        same = agree(ours["value"], theirs["value"])
        how = "" if same else f"DIFFERS: Storm {theirs['value']}"
        quotient = theirs["solve"] / ours["solve"]
        ratios["multi" if asked.objectives[1:] else "conditions"].append(quotient)
        print(
            f"         {ours['states']} states, {ours['nodes']} nodes: {str(ours['value'])[:40]} "
            f"{how}; {ours['solve']:.3f} {theirs['solve']:.3f} {quotient:.2f}; "
            f"{ours.get('write', 0):.3f} {ours.get('check', 0):.3f} "
            f"{'valid' if ours.get('valid') else 'NOT PROVED'}, {ours.get('bytes', 0):,} bytes"
        )
    for what, some in (*ratios.items(), ("all", [*ratios["conditions"], *ratios["multi"]])):
        if some:
            print(f"     {what}: median of the quotients {median(some):.2f}, least {min(some):.2f}")


def section() -> None:
    """Several objectives and conditions, beside Storm's exact engine: QVBS=folder."""
    on_the_set("trade_offs", main)


def main(words: list[str] | None = None) -> None:
    """The table of a folder of the benchmark set."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.trade_offs", description=__doc__)
    parser.add_argument("folder", type=Path, help="of the set, which has mdp")
    parser.add_argument("words", nargs="*", help="parts of a path or a text")
    options = parser.parse_args(words)
    table(options.folder / "mdp", options.words)


if __name__ == "__main__":
    main()
