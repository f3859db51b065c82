"""Convergence of float methods: their true errors beside the exact value, sweep by sweep.

**The problem.** A float method stops where its values hardly change, which says little about how
far they are off. Where the exact value is known, the error is, too.

**The method.** Jacobi's sweeps (value iteration), Gauss-Seidel, successive over-relaxation (SOR)
and policy iteration (Howard) run on the same equations from the same start. After each sweep the
float at the initial state is compared with the exact value, as fractions: an error is exact, and 0
only where the value is a float. Sweeps end where no value changes by more than the tolerance, by
default a unit in the last place of the value at the initial state; SOR need not end, and is given
as many sweeps as Jacobi takes. Policy iteration's sweep is the evaluation of a policy, a linear
system; its first policy is greedy for the start.

Sources: Puterman, *Markov Decision Processes*, 1994, chapter 6; Kushner, Kleinman, *Accelerated
procedures for the solution of discrete Markov control problems*, 1971 (SOR).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, nan, ulp
from typing import Any

import numpy as np

from exactbox.mdp.answers.answer import Answer
from exactbox.mdp.floats.bellman import FloatArray
from exactbox.mdp.floats.float_evaluation import ConvergenceError
from exactbox.mdp.floats.float_methods import gauss_seidel, policy_iteration, value_iteration
from exactbox.mdp.objectives.total_until_end import equations_until_end
from exactbox.parallel import in_context
from exactbox.progress import Progress, report
from exactbox.showing import counted

RELAXATION = 1.4  # of 1.2, 1.3, ... 1.9 the fastest that came to rest for flip 3 and 5
EVALUATION = "evaluation"
_MAX_GROWTH = 100  # times the greatest first error: as far up as a method that diverges is drawn


@dataclass(frozen=True)
class Trace:
    """The absolute errors of one method at the initial state, before its first step and after each.

    A step is a "sweep", or an "evaluation" of a policy; ``ended`` says whether the method came to
    rest.
    """

    method: str
    errors: tuple[Fraction, ...]
    ended: bool = True
    step: str = "sweep"

    @property
    def words(self) -> str:
        """The method, its steps, and whether these sufficed."""
        text = f"{self.method}: {counted(len(self.errors) - 1, self.step)}"
        return text if self.ended else f"{text}, not at rest"


@dataclass(frozen=True, eq=False)
class Convergence:
    """The errors of all methods beside the exact value at the initial state."""

    value: Fraction
    traces: tuple[Trace, ...]

    def plot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        question: str = "value at the initial state",
        unit: str = "",
    ) -> Any:
        """The errors by sweep, on a logarithmic scale, as a figure of matplotlib.

        Below stand `question`, what the exact value answers, in its `unit`, and which errors are
        exactly 0: a logarithm has no place for them, and a line has a gap there. The dotted line is
        half a unit in the last place of the float nearest to the exact value: only by chance is an
        error below it. With a path, .png or .svg, the figure is written there, too.

        Examples
        --------
        >>> errors = Trace("halving", (Fraction(1, 2), Fraction(1, 4), Fraction(0)))
        >>> figure = Convergence(Fraction(1, 2), (errors,)).plot(question="A coin")
        >>> print(figure.get_supxlabel())
        A coin: exactly 1/2 = 0.500000000000
        the nearest float: 0.5, which is exact
        halving: 1 error is exactly 0, and not drawn
        """
        from exactbox.plots import figures
        from exactbox.plots.figures import BLACK, exactly

        nearest = float(self.value)
        off = abs(Fraction(nearest) - self.value)
        rounded = f"off by {float(off):.2g}" if off else "which is exact"
        below = [f"{question}: {exactly(self.value)}", f"the nearest float: {nearest!r}, {rounded}"]
        for trace in self.traces:
            if zeros := trace.errors.count(Fraction(0)):
                many = "1 error is" if zeros == 1 else f"{zeros} errors are"
                below.append(f"{trace.method}: {many} exactly 0, and not drawn")
        with figures.drawing("How far are float methods from the exact value?", below) as figure:
            axes = figure.subplots()
            axes.set_yscale("log")
            styles = (figures.BLUE, "-"), (BLACK, "--"), (figures.RED, "-."), (BLACK, ":")
            for (color, line), trace in zip(styles, self.traces):
                heights = [float(error) if error else nan for error in trace.errors]
                marker = "o" if trace.step == EVALUATION else ""
                look = {"color": color, "linestyle": line, "marker": marker, "markersize": 4}
                axes.plot(
                    heights, label=trace.words, linewidth=1.5, markerfacecolor="white", **look
                )
            floor, (low, high) = ulp(nearest) / 2, axes.get_ylim()
            first = max(float(trace.errors[0]) for trace in self.traces)
            if first and floor:
                label = f"half a unit in the last place: {floor:.2g}"
                axes.axhline(
                    floor, color=figures.GREY, linestyle=(0, (1, 2)), linewidth=1, label=label
                )
                axes.set_ylim(min(low, floor / 2), min(high, _MAX_GROWTH * first))
            axes.yaxis.set_major_formatter(figures.power_of_ten)
            axes.yaxis.grid(color="#dddddd", linewidth=0.6)
            axes.set_xlim(0, max(1.0, axes.get_xlim()[1]))
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.set(
                xlabel="sweep; of policy iteration, a policy evaluated (a linear system)",
                ylabel=f"error ({unit}, logarithmic)" if unit else "error (logarithmic)",
            )
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, handlelength=4)
        return figures.also_saved(figure, path)


@in_context
def convergence(
    answer: Answer,
    *,
    start: float = 0.0,
    tolerance: float | None = None,
    relaxation: float = RELAXATION,
    progress: Progress | None = None,
) -> Convergence:
    """The errors of Jacobi, Gauss-Seidel, SOR and policy iteration, step by step.

    Other arguments are explained in `exactbox.mdp`.

    Parameters
    ----------
    answer : Answer
        Of `exactbox.mdp.total_until_end`: the exact total until the play ends.
    start : float
        The value of every choice before the first sweep.
    tolerance : float, optional
        Sweeps end where no value changes by more; by default a unit in the last place of the value.
    relaxation : float
        SOR's factor, above 0 and below 2. Of 1 SOR is Gauss-Seidel, and is left out.

    Raises
    ------
    ConvergenceError
        If Jacobi or Gauss-Seidel does not end.

    Examples
    --------
    >>> from exactbox.games.flip import flip
    >>> from exactbox.mdp import total_until_end
    >>> errors = convergence(total_until_end(flip(2)))
    >>> [trace.method for trace in errors.traces]
    ['Jacobi', 'Gauss-Seidel', 'SOR, factor 1.4', 'policy iteration']
    >>> all(trace.errors[-1] < Fraction(1, 10**14) for trace in errors.traces)
    True
    """
    model, rewards, value = answer.model, answer.rewards, answer.value
    if answer.choices is None or rewards is None or not isinstance(value, Fraction):
        raise ValueError("the answer is not that of total_until_end")
    equations, sense = equations_until_end(model, rewards), answer.sense
    best = np.min if sense == "min" else np.max
    first, last = model.action_start[model.initial_state : model.initial_state + 2]
    at = model.choice_at(np.arange(first, last))  # the choices c with v = best q(c)
    options: dict[str, Any] = {
        "start": start,
        "tolerance": ulp(float(value)) if tolerance is None else tolerance,
    }

    def trace(name: str, method: Callable[..., Any], step: str = "sweep", **more: Any) -> Trace:
        errors = [abs(Fraction(start) - value)]  # |v_0 - v|, as rationals

        def observe(values: FloatArray) -> None:
            now = float(best(values[at]))  # v_k = best of q_k
            if isfinite(now):
                errors.append(abs(Fraction(now) - value))  # |v_k - v|
            report(name, len(errors) - 1, 0)

        try:
            method(equations, sense, observe=observe, **options, **more)
        except ConvergenceError:
            if "max_iterations" not in more:
                raise
            return Trace(name, tuple(errors), False, step)
        return Trace(name, tuple(errors), True, step)

    traces = [trace("Jacobi", value_iteration), trace("Gauss-Seidel", gauss_seidel)]
    if relaxation != 1:
        most = max(1, len(traces[0].errors) - 2)  # Jacobi's sweeps, less the one that ends them
        name = f"SOR, factor {relaxation:g}"
        traces.append(trace(name, gauss_seidel, relaxation=relaxation, max_iterations=most))
    traces.append(trace("policy iteration", policy_iteration, EVALUATION, warm_up=0))
    return Convergence(value, tuple(traces))
