"""Decision processes to measure: published ones, a large grid, files; and Storm on the same ones.

Storm comes with the extra `storm`; without it its lines are skipped. It builds the model from a
program in PRISM's language, and is timed in this process on the model built, as we are.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from exactbox import ask
from exactbox.formats import read_model
from exactbox.mdp import (
    cost,
    cost_enclosure,
    discounted,
    discounted_enclosure,
    mean_payoff,
    reach,
    reach_enclosure,
)
from exactbox.mdp.graph.components import end_components
from exactbox.mdp.graph.qualitative import every_policy_positive, prob1_max
from tests import models
from tests.bench.herman import most_steps
from tests.bench.measure import Figure, call, process, python, report

DISAGREE = {  # processes, K: the greatest probability to finish without agreement
    (2, 16): Fraction(4294967279, 274877906880),
    (4, 4): Fraction(45666330762076479, 292595849630842880),
}

PROCESS = """
module process{i}
  at{i} : [0..3];
  up{i} : bool init false;
  [] at{i}=0 -> 1/2 : (up{i}'=false) & (at{i}'=1) + 1/2 : (up{i}'=true) & (at{i}'=1);
  [] at{i}=1 & !up{i} & counter>0 -> (counter'=counter-1) & (at{i}'=2);
  [] at{i}=1 & up{i} & counter<2*middle -> (counter'=counter+1) & (up{i}'=false) & (at{i}'=2);
  [] at{i}=2 & counter<=processes -> (at{i}'=3);
  [] at{i}=2 & counter>=2*middle-processes -> (up{i}'=true) & (at{i}'=3);
  [] at{i}=2 & counter>processes & counter<2*middle-processes -> (at{i}'=0);
  [done] at{i}=3 -> true;
endmodule
"""


def rings() -> None:
    """Herman's ring: the expected steps until it is stable, from every state."""
    for n, bar, runs in ((9, 0.3, 5), (11, 1.5, 5), (15, 60.0, 1)):
        ring = models.herman(n)
        answer, figure = _last(lambda m=ring: cost(m, "steps", "stable", "max"), runs)
        _known(f"Herman {n}", max(answer.values), most_steps(n))
        work = f"Herman {n}: {ring.states:,} states, {len(ring.target):,} branches"
        report(work, figure, bar)
        if n <= 11:
            proof, figure = _last(answer.certificate, runs)
            report("     its certificate", figure, note=f"{len(proof):,} bytes")


def coins() -> None:
    """Shared coins: the greatest probability to finish without agreement."""
    for (processes, k), value in DISAGREE.items():
        model = models.consensus(processes, k)
        goal = model.labels["finished"] & ~model.labels["agree"]
        answer, figure = _last(lambda m=model, g=goal: reach(m, g, "max"), 5)
        work = f"consensus, {processes} processes, K={k}: {model.states:,} states"
        _known(work, answer.value, value)
        report(work, figure)
        storm(processes, k, figure)


def storm(processes: int, k: int, ours: Figure) -> None:
    """One line: Storm's exact mode, as a multiple of our time."""
    try:
        import stormpy
    except ImportError:
        print("     Storm, exact: not installed; the head of tests/bench/models.py says how")
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "consensus.prism"
        file.write_text(program(processes, k))
        source = stormpy.parse_prism_program(str(file))
    asked = stormpy.parse_properties('Pmax=? [F "finished" & "disagree"]', source)
    model = stormpy.build_model[stormpy.Rational](source, asked)
    states = models.consensus(processes, k).states
    _known("Storm's number of states", model.nr_states, states)
    result, figure = _last(lambda: stormpy.model_checking(model, asked[0]), 3)
    found = Fraction(str(result.get_value(model.initial_states[0])))
    _known("Storm's probability", found, DISAGREE[processes, k])
    note = f"{figure.median / ours.median:.2g} times as long"
    report(f"     Storm {stormpy.__version__}, exact", figure, note=note)


def program(processes: int, k: int) -> str:
    """`models.consensus` in PRISM's language."""
    everyone = range(1, processes + 1)
    finished = " & ".join(f"at{i}=3" for i in everyone)
    disagree = " | ".join(f"(up{i}!=up1)" for i in everyone[1:])
    return (
        f"mdp\nconst int processes = {processes};\nconst int middle = {k + 1} * processes;\n"
        "global counter : [0..2*middle] init middle;\n"
        + "".join(PROCESS.format(i=i) for i in everyone)
        + f'label "finished" = {finished};\nlabel "disagree" = {disagree};\n'
    )


def walks() -> None:
    """The mean payoff where the last state is best, and far: exact rounds beside the time."""
    for kind, n in (
        ("stay", 600),
        ("stay", 1000),
        ("reset", 600),
        ("trap", 400),
        ("component", 400),
    ):
        model = models.walk(n, kind)
        answer, figure = _last(lambda m=model: mean_payoff(m, None, "max"), 3)
        _known(f"walk, {kind}", answer.value, 5 if kind == "trap" else 10)
        report(
            f"mean payoff of a walk of {n:,} states, {kind}", figure, 0.5, f"{answer.rounds} rounds"
        )
    for n in (30, 40):
        for gold in (False, True):
            model = models.pitted_grid(n, gold=gold)
            answer, figure = _last(lambda m=model: mean_payoff(m, None, "max"), 3)
            work = f"mean payoff of a grid of {n * n:,} cells with pits{', gold' * gold}"
            report(work, figure, note=f"{answer.rounds} rounds")


def jobs() -> None:
    """A Markov automaton in which all jobs are done at last: the long-run share of done, 1."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "jobs.json"
        file.write_text(json.dumps(models.job_schedule(11)))
        model = read_model(file)
    answer, figure = _last(lambda: ask(model, 'LRAmax=? ["done"]').answer, 3)
    _known("jobs", answer.value, 1)
    report(f"long-run share of 11 jobs' end, {model.states:,} states", figure)


def grids() -> None:
    """Grids: greatest discounted gold, exact in a maze, else an enclosure; least undiscounted."""
    for n, obstacles, method, runs in (
        (100, 0.5, discounted, 3),
        (100, 0.2, discounted_enclosure, 3),
        (1000, 0.5, discounted, 1),
        (1000, 0.2, discounted_enclosure, 1),
    ):
        grid = models.grid_world(n, obstacles=obstacles)
        answer, figure = _last(lambda m=grid, f=method: f(m, "gold", "99/100", "max"), runs)
        kind = "enclosure" if method is discounted_enclosure else "exact"
        note = f"width {float(answer.width):.1g}" if method is discounted_enclosure else ""
        work = f"grid of {grid.states:,}, {obstacles:.0%} obstacles, {kind}"
        report(work, figure, note=note)
    for n in (100, 1000):
        grid = models.grid_world(n)
        answer, figure = _last(lambda m=grid: cost_enclosure(m, "gold", "goal", "min"), 1)
        work = f"grid of {grid.states:,}, least gold until the goal, enclosure"
        report(work, figure, note=f"width {float(answer.width):.1g}")


def graphs() -> None:
    """What the graph of a grid of a million cells decides."""
    grid = models.grid_world(1000)
    goal = grid.labels["goal"]
    report("graph of 1,000,000 states: Pmax = 1", call(lambda: prob1_max(grid, goal), runs=3))
    report("     Pmin > 0", call(lambda: every_policy_positive(grid, goal), runs=3))
    report("     maximal end components", call(lambda: end_components(grid), runs=3))


def files() -> None:
    """Reading a grid of ten million branches, whole process."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("grid.tra", "grid.drn"):
            file = Path(folder) / name
            # another process writes, whose memory is not charged to the one that reads
            write = "from exactbox.formats import write_model; from tests.models import grid_world"
            process(python("-c", f"{write}; write_model({str(file)!r}, grid_world(1000))"), runs=1)
            read = f"from exactbox.formats import read_model; read_model({str(file)!r})"
            figure = process(python("-c", read), runs=1)
            report(f"{name}: {file.stat().st_size / 2**20:,.0f} MiB", figure, 60.0)


def pigs() -> None:
    """Pig to 50 and 100 points: the model, all values exactly, and bounds (0.5306 is published)."""
    for target in (50, 100):
        game, figure = _last(lambda n=target: models.pig(n), 1)
        report(f"Pig to {target}, {game.states:,} states: explored", figure)
        answer, figure = _last(lambda g=game: reach(g, "first", "max"), 1)
        report(f"Pig to {target}, exact", figure, note=answer.decimal(12))
        bounds, figure = _last(lambda g=game: reach_enclosure(g, "first", "max"), 1)
        report(f"Pig to {target}, enclosure", figure, note=f"width {float(bounds.width):.1g}")


def _last(function: Callable[[], object], runs: int) -> tuple[Any, Figure]:
    """What the last of the runs returned, and how long all took."""
    found: list[object] = []

    def once() -> None:
        found[:] = [function()]

    figure = call(once, runs=runs)
    return found[0], figure


def _known(what: str, found: object, value: object) -> None:
    if found != value:
        raise SystemExit(f"{what}: {found}, known is {value}")
